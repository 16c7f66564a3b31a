//! Jobs on several threads, whose results come in the order of the jobs.
//!
//! ```text
//!     caller    jobs.next() --> begun: 5 6 7 8, at most `ahead` jobs      the result of 5 is used when it is there,
//!     workers                          5 . 7 .                            and job 9 is begun
//! ```

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::failure::Failure;
use super::signals;

/// Jobs that are read from somewhere.
pub trait Jobs {
    /// A job.
    type Job: Send;

    /// Returns the next job, or `None` after the last one.
    ///
    /// # Errors
    /// The failure that ends the jobs; those before it are finished.
    fn next_job(&mut self) -> Result<Option<Self::Job>, Failure>;

    /// Returns whether the next job need not be waited for. Before one is waited for, all results are used.
    fn is_ready(&self) -> bool {
        true
    }
}

impl<I: Iterator<Item: Send>> Jobs for I {
    type Job = I::Item;

    fn next_job(&mut self) -> Result<Option<I::Item>, Failure> {
        Ok(self.next())
    }
}

/// Works on jobs on several threads, and passes the results to `emit` on the caller's thread, in the order of the
/// jobs, as soon as the results before it are there. After a signal or a failure no more jobs are begun, and searches
/// stop at their next poll. With one thread there is no other thread. At most `ahead` jobs for each thread are begun
/// before the first unfinished one has ended.
///
/// # Errors
/// The first failure of `emit` or of the jobs.
pub fn in_order<J: Jobs, R: Send>(
    threads: usize,
    ahead: usize,
    jobs: &mut J,
    work: &(dyn Fn(J::Job) -> R + Sync),
    emit: &mut dyn FnMut(R) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut emit = |result| emit(result).inspect_err(|_| signals::fail());
    if threads <= 1 {
        while !signals::cancelled()
            && let Some(job) = jobs.next_job()?
        {
            emit(work(job))?;
        }
        return Ok(());
    }
    let (to_workers, begun) = channel::<(J::Job, Sender<R>)>();
    let begun = Mutex::new(begun);
    let next = || begun.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
    let worker = || {
        while let Some((job, to_caller)) = next() {
            if !signals::cancelled() {
                // The caller may have failed meanwhile.
                let _ = to_caller.send(work(job));
            }
        }
    };
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, worker).is_ok();
        let threads = (0..threads).map(start).filter(|is_started| *is_started).count();
        let mut results: VecDeque<Receiver<R>> = VecDeque::new();
        let mut ended = None;
        // Without it, the workers end.
        let to_workers = to_workers;
        loop {
            while ended.is_none()
                && results.len() < ahead * threads.max(1)
                && (results.is_empty() || jobs.is_ready())
                && !signals::cancelled()
            {
                match jobs.next_job() {
                    Ok(Some(job)) => {
                        let (to_caller, result) = channel();
                        results.push_back(result);
                        if threads == 0 {
                            let _ = to_caller.send(work(job));
                        } else {
                            // The workers live as long as the sender does.
                            let _ = to_workers.send((job, to_caller));
                        }
                    }
                    Ok(None) => ended = Some(Ok(())),
                    Err(failure) => ended = Some(Err(failure)),
                }
            }
            let Some(first) = results.pop_front() else { return ended.unwrap_or(Ok(())) };
            match first.recv() {
                Ok(result) => emit(result)?,
                // It was not begun, after a signal.
                Err(_) => return Ok(()),
            }
        }
    })
}
