//! Worker threads: how a computation runs on several threads, is cancelled, and reports its progress.
//!
//! ```text
//!     caller's thread   run(4, progress, work) ───── progress(sum of the counts), after workers count ───── results
//!                         ├─ worker 0    work(&mut worker):  worker.count(n)  worker.proceed()  worker.stop()
//!                         ├─ worker 1       ...
//!                         ├─ worker 2
//!                         └─ worker 3
//! ```
//!
//! The progress callback is called on the caller's thread, which otherwise sleeps, so that busy workers do not delay
//! it. A single worker, and one whose thread cannot be started, runs there too. A time limit is noticed when a worker
//! counts.

use std::ops::ControlFlow;
use std::panic;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};
use std::thread;

use crate::budget::{Budget, Poll};

/// The result of [`run`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finished<T> {
    /// The result of each worker, in the order of their indices.
    pub(crate) results: Vec<T>,
    /// The sum of what the workers have counted.
    pub(crate) count: u64,
    /// Whether the progress callback has cancelled the work.
    pub(crate) cancelled: bool,
}

/// The state that the workers of one call share.
#[derive(Debug, Default)]
struct Shared {
    count: AtomicU64,
    stop: AtomicBool,
}

impl Shared {
    fn proceed(&self) -> ControlFlow<()> {
        if self.stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The handle of a worker: its index, and its connection to the other workers and to the progress callback.
pub(crate) struct Worker<'a> {
    index: usize,
    workers: usize,
    shared: &'a Shared,
    report: &'a mut dyn FnMut(),
}

impl Worker<'_> {
    /// Returns the index of the worker, from 0.
    #[must_use]
    pub(crate) fn index(&self) -> usize {
        self.index
    }

    /// Returns the number of workers.
    #[must_use]
    pub(crate) fn workers(&self) -> usize {
        self.workers
    }

    /// Adds to the sum of the counts, and wakes the caller's thread to call the progress callback with it; counts in
    /// quick succession share a call. Returns what
    /// [`proceed`](Self::proceed) returns.
    ///
    /// # Complexity
    /// About a hundred nanoseconds, so call it once for some thousand positions.
    pub(crate) fn count(&mut self, more: u64) -> ControlFlow<()> {
        self.shared.count.fetch_add(more, Ordering::Relaxed);
        (self.report)();
        self.shared.proceed()
    }

    /// Returns `Break` once the callback has cancelled the work, or a worker has called [`stop`](Self::stop) or
    /// panicked; the worker should then end.
    ///
    /// # Complexity
    /// One load.
    pub(crate) fn proceed(&self) -> ControlFlow<()> {
        self.shared.proceed()
    }

    /// Makes [`proceed`](Self::proceed) return `Break` for all workers, because the answer has been found.
    pub(crate) fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }
}

/// Runs `work` on the given number of workers (0 counts as 1) and returns when all have ended.
///
/// Unless `progress` has cancelled the work, its last call is with the final sum. A worker whose thread the system
/// cannot start runs on the caller's thread.
///
/// # Panics
/// If `work` or `progress` panics: the other workers are stopped, and the panic continues when they have ended.
pub(crate) fn run<T: Send>(
    threads: usize,
    progress: &mut Poll<'_>,
    work: impl Fn(&mut Worker<'_>) -> T + Sync,
) -> Finished<T> {
    let workers = threads.max(1);
    let results: Mutex<Vec<Option<T>>> = Mutex::new((0..workers).map(|_| None).collect());
    let (count, cancelled) = run_all(workers, progress, &|worker| {
        let result = work(worker);
        // No worker panics while it holds the lock.
        results.lock().unwrap_or_else(PoisonError::into_inner)[worker.index] = Some(result);
    });
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    Finished { results: results.into_iter().flatten().collect(), count, cancelled }
}

/// Runs a search on one worker, and again on all threads of the budget once that worker has counted `alone` positions:
/// most searches end before threads would have started. Returns the first answer, or `None` if the budget stops the
/// search, and adds what the workers count to `count`, with which it polls the budget.
///
/// The caller ensures that `search` returns `None` only after a method of its worker has returned `Break`. It may
/// return an answer even then.
pub(crate) fn alone_then_all<T: Send>(
    budget: &mut Budget<'_>,
    count: &mut u64,
    alone: u64,
    search: &(dyn Fn(&mut Worker<'_>) -> Option<T> + Sync),
) -> Option<T> {
    let all = budget.threads.max(1);
    for (threads, limit) in [(1, if all == 1 { u64::MAX } else { alone }), (all, u64::MAX)] {
        let (before, mut is_at_limit) = (*count, false);
        let mut poll = |counted| {
            budget.poll(before + counted)?;
            is_at_limit = counted >= limit;
            if is_at_limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let finished = run(threads, &mut poll, |worker| {
            let answer = search(worker);
            if answer.is_some() {
                worker.stop();
            }
            answer
        });
        *count += finished.count;
        let answer = finished.results.into_iter().flatten().next();
        if answer.is_some() || !is_at_limit {
            return answer;
        }
    }
    None
}

/// The work of one worker, which keeps its result. Not generic, so that the threads are compiled once.
type Work<'a> = dyn Fn(&mut Worker<'_>) + Sync + 'a;

/// Runs all workers. Returns the sum of the counts, and whether the work was cancelled.
fn run_all(workers: usize, progress: &mut Poll<'_>, work: &Work<'_>) -> (u64, bool) {
    let shared = Shared::default();
    let (mut cancelled, mut reported) = (false, None);
    let mut report = || {
        if shared.proceed().is_continue() {
            let count = shared.count.load(Ordering::Relaxed);
            reported = Some(count);
            if progress(count).is_break() {
                cancelled = true;
                shared.stop.store(true, Ordering::Relaxed);
            }
        }
    };
    if workers == 1 {
        work(&mut Worker { index: 0, workers, shared: &shared, report: &mut report });
    } else {
        on_threads(workers, &shared, &mut report, work);
    }
    let count = shared.count.into_inner();
    if !cancelled && reported != Some(count) {
        // The work is complete, so that it can no longer be cancelled.
        let _ = progress(count);
    }
    (count, cancelled)
}

/// Runs workers on threads, and reports on the caller's thread after they count.
fn on_threads(workers: usize, shared: &Shared, report: &mut dyn FnMut(), work: &Work<'_>) {
    let active = AtomicUsize::new(workers);
    let caller = thread::current();
    let run_one = |index: usize, report: &mut dyn FnMut()| {
        let _ended = OnDrop(|| {
            if thread::panicking() {
                shared.stop.store(true, Ordering::Relaxed);
            }
            active.fetch_sub(1, Ordering::Release);
            caller.unpark();
        });
        work(&mut Worker { index, workers, shared, report });
    };
    // Held until all are started: threads that work would keep the caller's thread from starting the others.
    let begin = RwLock::new(());
    thread::scope(|scope| {
        // If `report` panics, so that the scope can end; at the normal end no worker is left.
        let _stop = OnDrop(|| shared.stop.store(true, Ordering::Relaxed));
        let hold = begin.write();
        let (run_one, begin, caller) = (&run_one, &begin, &caller);
        let mut threads = Vec::new();
        for index in 0..workers {
            let work = move || {
                drop(begin.read());
                run_one(index, &mut || caller.unpark());
            };
            let Ok(thread) = thread::Builder::new().spawn_scoped(scope, work) else { break };
            threads.push(thread);
        }
        drop(hold);
        for index in threads.len()..workers {
            run_one(index, report);
        }
        while active.load(Ordering::Acquire) > 0 {
            thread::park();
            report();
        }
        for thread in threads {
            thread.join().unwrap_or_else(|panic| panic::resume_unwind(panic));
        }
    });
}

/// Calls a function when it is dropped, also by a panic.
struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_and_the_callback_gets_the_sum_of_all_counts() {
        for threads in [0, 1, 2, 7, 300] {
            let mut last = 0;
            let mut progress = |sum| {
                last = sum;
                ControlFlow::Continue(())
            };
            let finished = run(threads, &mut progress, |worker| {
                assert!((0..5).all(|_| worker.count(worker.index() as u64).is_continue()));
                worker.index()
            });
            let workers = threads.max(1);
            let sum = (0..workers as u64).map(|index| 5 * index).sum();
            assert_eq!(finished, Finished { results: (0..workers).collect(), count: sum, cancelled: false });
            assert_eq!(last, sum);
        }
    }

    #[test]
    fn a_callback_that_cancels_stops_all_workers_and_is_not_called_again() {
        for threads in [1, 2, 7, 300] {
            let mut calls = 0;
            let mut progress = |_| {
                calls += 1;
                if calls == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            assert!(run(threads, &mut progress, |worker| while worker.count(1).is_continue() {}).cancelled);
            assert_eq!(calls, 3);
        }
    }

    #[test]
    fn a_worker_stops_all_others() {
        for threads in [1, 2, 7] {
            let mut last = 0;
            let mut progress = |sum| {
                last = sum;
                ControlFlow::Continue(())
            };
            let finished = run(threads, &mut progress, |worker| {
                if worker.index() == 0 {
                    worker.stop();
                }
                while worker.count(1).is_continue() {}
                worker.count(2)
            });
            assert!(!finished.cancelled);
            assert_eq!(last, finished.count);
        }
    }

    #[test]
    #[should_panic(expected = "the callback")]
    fn a_panic_of_the_callback_stops_the_workers() {
        run(3, &mut |_| panic!("the callback"), |worker| while worker.count(1).is_continue() {});
    }

    #[test]
    #[should_panic(expected = "one of the workers")]
    fn a_panic_of_a_worker_stops_the_others() {
        run(3, &mut |_| ControlFlow::Continue(()), |worker| {
            assert!(worker.index() != 1, "one of the workers");
            while worker.count(1).is_continue() {}
        });
    }
}
