//! Jobs on several threads, whose results are used in the order of the jobs.
//!
//! ```text
//!     workers                 take turns to read a job, and work on it ───> results, in any order
//!     the caller's thread     uses each result as soon as it is due; meanwhile a limited number of jobs is begun
//! ```

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Sender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::failure::Failure;
use super::signals::{self, Job};

/// Works on jobs, and passes the results to `use_result` on the caller's thread, in the order of the jobs, each before more jobs are
/// waited for; it must flush what it writes. With one thread there is no other thread. Ends early after a signal.
///
/// Up to `ahead` jobs per thread are begun before the result of the first is used, which bounds the memory for results.
///
/// # Errors
/// The first failure in the order of the jobs: of a job, or of `use_result`.
///
/// # Panics
/// If `work` does, or no thread can be started.
pub fn in_order<J: Send, R: Send>(
    threads: usize,
    ahead: usize,
    mut jobs: impl Iterator<Item = Result<J, Failure>> + Send,
    work: impl Fn(J) -> R + Sync,
    mut use_result: impl FnMut(R) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut is_over = false;
    // Nothing is read after a failure: the input may have to be waited for.
    let mut jobs = std::iter::from_fn(|| {
        let job = if is_over { None } else { jobs.next().filter(|_| !signals::stopped()) };
        is_over = !matches!(job, Some(Ok(_)));
        job
    });
    if threads <= 1 {
        return jobs.try_for_each(|job| use_result(work(job?)));
    }
    let most = threads * ahead.max(1);
    let (permit, permits) = sync_channel(most);
    for _ in 0..most {
        let _ = permit.send(());
    }
    let reader = Mutex::new((permits, jobs.zip((0..most).cycle())));
    // There is no job if the caller has failed.
    let next = || {
        let mut reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
        let (permits, jobs) = &mut *reader;
        permits.recv().ok().and_then(|()| jobs.next()).map(|next| (next, Job::begin()))
    };
    let (to_caller, results) = channel();
    let (next, work) = (&next, &work);
    let worker = |to_caller: Sender<_>| {
        while let Some(((job, slot), begun)) = next() {
            let result = catch_unwind(AssertUnwindSafe(|| job.map(work)));
            if to_caller.send((slot, result, begun)).is_err() {
                break;
            }
        }
    };
    // What ends the workers is dropped before they are waited for.
    thread::scope(move |scope| {
        let start = |_: &usize| {
            let to_caller = to_caller.clone();
            thread::Builder::new().spawn_scoped(scope, move || worker(to_caller)).is_ok()
        };
        assert!((0..threads).filter(start).count() > 0, "the system has no thread left");
        drop(to_caller);
        let mut early: Vec<_> = (0..most).map(|_| None).collect();
        for due in (0..most).cycle() {
            while early[due].is_none() {
                let Ok((slot, result, begun)) = results.recv() else { return Ok(()) };
                early[slot] = Some((result, begun));
            }
            let Some((result, begun)) = early[due].take() else { break };
            use_result(result.unwrap_or_else(|panic| resume_unwind(panic))?)?;
            drop(begun);
            // It is not needed if all jobs have been read.
            let _ = permit.send(());
        }
        Ok(())
    })
}
