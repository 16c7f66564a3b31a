//! How long computations and their callers talk: the caller owns the clock, the computation knows how far it is.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// Called from time to time, always on the thread that called the computation, with how many positions have been
/// searched so far. Whoever answers [`ControlFlow::Break`] ends the computation, which then says what is known.
///
/// When it is called depends on the work done and not on a clock, and what is computed does not depend on when or how
/// often it is called.
pub type Watch<'a> = dyn FnMut(u64) -> ControlFlow<()> + 'a;

/// Does work on several threads, of which the caller's is number 0, under one watch; what came of each, in order.
///
/// Each work is to ask from time to time whether to go on, and to say how many positions it has searched since it last
/// asked. The watch hears of the sum, also as long as only the others work; when it breaks off, all are told.
///
/// # Panics
/// If a work does.
pub fn on_threads<T: Send>(
    threads: usize,
    watch: &mut Watch<'_>,
    work: impl Fn(usize, &mut Watch<'_>) -> T + Sync,
) -> Vec<T> {
    let (searched, stop) = (&AtomicU64::new(0), &AtomicBool::new(false));
    let (sender, beats) = mpsc::sync_channel(1);
    thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = (1..threads)
            .map(|number| {
                let sender = sender.clone();
                scope.spawn(move || {
                    work(number, &mut |more| {
                        searched.fetch_add(more, Ordering::Relaxed);
                        // If there is a beat already, the caller will hear that one.
                        let _ = sender.try_send(());
                        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    })
                })
            })
            .collect();
        drop(sender);
        let mut ask = |more| {
            let sum = searched.fetch_add(more, Ordering::Relaxed) + more;
            if !stop.load(Ordering::Relaxed) && watch(sum).is_continue() {
                return ControlFlow::Continue(());
            }
            stop.store(true, Ordering::Relaxed);
            ControlFlow::Break(())
        };
        let mut results = vec![work(0, &mut ask)];
        // The others may have much to do still: the caller is asked whenever one of them asks.
        while beats.recv().is_ok() {
            let _ = ask(0);
        }
        results.extend(others.into_iter().map(|other| match other.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }));
        results
    })
}
