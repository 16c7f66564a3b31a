//! The same work on several threads, under one progress.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{RwLock, mpsc};
use std::thread;

use crate::progress::Progress;

/// Does pieces of work with the numbers from 0 on, each on a thread of its own, under one progress; what came of each, in order.
/// The caller's thread only listens, so that it hears the clock however many threads there are; it does what is left for itself: the
/// work if there is but one, and those for which the system gives no thread.
///
/// Each work is to ask from time to time whether to go on, and to say how many positions it has searched since it last
/// asked. The progress hears of the sum; when it breaks off, all are told.
///
/// # Panics
/// If a work does.
pub(super) fn on_threads<T: Send>(
    threads: usize,
    progress: &mut Progress<'_>,
    work: impl Fn(usize, &mut Progress<'_>) -> T + Sync,
) -> Vec<T> {
    let (searched, stop) = (&AtomicU64::new(0), &AtomicBool::new(false));
    let (sender, beats) = mpsc::sync_channel(1);
    // Nobody begins before all are there: many threads would keep the caller from starting the others.
    let begin = &RwLock::new(());
    thread::scope(|scope| {
        let work = &work;
        // Also if the progress panics: the others are waited for, and have to end.
        let _stop = StopAtTheEnd(stop);
        let hold = begin.write();
        let others: Vec<_> = (0..if threads == 1 { 0 } else { threads })
            .map_while(|number| {
                let sender = sender.clone();
                let work = move || {
                    drop(begin.read());
                    work(number, &mut |more| {
                        searched.fetch_add(more, Ordering::Relaxed);
                        // If there is a beat already, the caller will hear that one.
                        let _ = sender.try_send(());
                        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    })
                };
                thread::Builder::new().spawn_scoped(scope, work).ok()
            })
            .collect();
        drop((sender, hold));
        let mut ask = |more| {
            let sum = searched.fetch_add(more, Ordering::Relaxed) + more;
            if !stop.load(Ordering::Relaxed) && progress(sum).is_continue() {
                return ControlFlow::Continue(());
            }
            stop.store(true, Ordering::Relaxed);
            ControlFlow::Break(())
        };
        let own: Vec<T> = (others.len()..threads).map(|number| work(number, &mut ask)).collect();
        while beats.recv().is_ok() {
            let _ = ask(0);
        }
        let others = others.into_iter().map(|other| match other.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        others.chain(own).collect()
    })
}

/// Tells all threads to stop when it goes.
struct StopAtTheEnd<'a>(&'a AtomicBool);

impl Drop for StopAtTheEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_of_each_is_in_order_and_the_watch_hears_of_all() {
        for threads in [1, 2, 7, 300] {
            let mut heard = 0;
            let mut progress = |sum| {
                heard = sum;
                ControlFlow::Continue(())
            };
            let results = on_threads(threads, &mut progress, |number, go_on| {
                assert!((0..5).all(|_| go_on(number as u64).is_continue()));
                number
            });
            assert_eq!(results, (0..threads).collect::<Vec<_>>());
            assert_eq!(heard, (0..threads as u64).map(|number| 5 * number).sum::<u64>());
        }
    }

    #[test]
    fn all_are_told_to_stop() {
        for threads in [1, 2, 7, 300] {
            let mut asked = 0;
            let mut progress = |_| {
                asked += 1;
                if asked == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            on_threads(threads, &mut progress, |_, go_on| while go_on(1).is_continue() {});
            assert_eq!(asked, 3);
        }
    }

    #[test]
    #[should_panic(expected = "the progress")]
    fn a_panic_of_the_watch_ends_the_others() {
        on_threads(3, &mut |_| panic!("the progress"), |_, go_on| while go_on(1).is_continue() {});
    }
}
