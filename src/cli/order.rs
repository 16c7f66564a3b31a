//! Jobs on several threads, whose results are used in the order of the jobs.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::failure::Failure;
use super::signals;

/// Works on jobs side by side, and passes each job and its result to `use_result` on the caller's thread, in the order
/// of the jobs, as soon as the results before it are there. After a signal or a failure no more jobs are begun, and
/// searches stop at their next poll. With one thread there is no other thread.
///
/// Up to all results are in memory at the same time.
///
/// # Errors
/// The first failure of `use_result`.
pub fn in_order<J: Sync, R: Send>(
    threads: usize,
    jobs: &[J],
    work: impl Fn(&J) -> R + Sync,
    mut use_result: impl FnMut(&J, R) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut use_result = |job, result| use_result(job, result).inspect_err(|_| signals::fail());
    let begun = AtomicUsize::new(0);
    let next = || {
        let job = begun.fetch_add(1, Ordering::Relaxed);
        jobs.get(job).filter(|_| !signals::cancelled()).map(|of| (job, of))
    };
    let threads = threads.min(jobs.len());
    if threads <= 1 {
        return std::iter::from_fn(next).try_for_each(|(_, job)| use_result(job, work(job)));
    }
    let (to_caller, results) = channel();
    let worker = |to_caller: Sender<_>| {
        while let Some((number, job)) = next()
            && to_caller.send((number, work(job))).is_ok()
        {}
    };
    thread::scope(|scope| {
        let worker = &worker;
        let start = |_| {
            let to_caller = to_caller.clone();
            thread::Builder::new().spawn_scoped(scope, move || worker(to_caller)).is_ok()
        };
        let started = (0..threads).map(start).filter(|is_started| *is_started).count();
        // Without a thread the results wait in the channel.
        if started == 0 {
            worker(to_caller);
        } else {
            drop(to_caller);
        }
        let mut early = BTreeMap::new();
        for (number, job) in jobs.iter().enumerate() {
            let result = loop {
                match early.remove(&number) {
                    Some(result) => break result,
                    None => match results.recv() {
                        Ok((number, result)) => drop(early.insert(number, result)),
                        Err(_) => return Ok(()),
                    },
                }
            };
            use_result(job, result)?;
        }
        Ok(())
    })
}
