//! Work on several items at a time, whose results come in the order of the items.
//!
//! ```text
//!     reader      items --> jobs: item, sender of its result          up to AHEAD of them for each thread
//!     workers     job -> result                                       each begins the next worker, up to `threads`
//!     caller      emit(result of item 1), emit(result of item 2), …   what was printed is flushed before it waits
//! ```
//!
//! The reader is detached, since it may wait for input when the caller has failed.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, Scope, scope};
use std::time::Duration;

use anyhow::Result;

use super::Ctx;

/// How many items are read for each thread before the first of them is answered.
const AHEAD: usize = 16;

/// A worker that waits for a job looks this often whether there will be none.
const PAUSE: Duration = Duration::from_millis(50);

struct Workers<'a, T, R> {
    threads: usize,
    begun: AtomicUsize,
    jobs: Mutex<Receiver<(T, Sender<R>)>>,
    work: &'a (dyn Fn(T) -> R + Sync),
    ctx: &'a Ctx,
}

/// Calls `work` with each item on one of some threads, and `emit` with each result on this one, until the task is to stop.
/// With one thread there is no other one.
///
/// # Errors
/// Those of `emit`, which stop all work.
pub fn in_order<T: Send + 'static, R: Send + 'static>(
    ctx: &Ctx,
    threads: usize,
    mut items: impl Iterator<Item = T> + Send + 'static,
    work: &(dyn Fn(T) -> R + Sync),
    emit: &mut dyn FnMut(R) -> Result<()>,
) -> Result<()> {
    if threads == 1 {
        let mut items = items.take_while(|_| !ctx.is_stopped());
        return items.try_for_each(|item| emit(work(item)));
    }
    let (to_workers, jobs) = channel();
    let (to_caller, results) = sync_channel(AHEAD * threads);
    let read = move || {
        items.try_for_each(|item| {
            let (result, received) = channel();
            to_caller.send(received).ok()?;
            to_workers.send((item, result)).ok()
        })
    };
    Builder::new().spawn(read)?;
    let workers = Workers { threads, begun: AtomicUsize::new(0), jobs: Mutex::new(jobs), work, ctx };
    scope(|scope| {
        workers.begin(scope)?;
        emit_all(ctx, &results, emit).inspect_err(|_| ctx.cancel())
    })
}

fn emit_all<R>(ctx: &Ctx, results: &Receiver<Receiver<R>>, emit: &mut dyn FnMut(R) -> Result<()>) -> Result<()> {
    while !ctx.is_stopped()
        && let Some(result) = received(ctx, results)
    {
        // A worker takes no job when the task is to stop.
        received(ctx, &result).map_or(Ok(()), &mut *emit)?;
    }
    Ok(())
}

/// Returns what comes next, after what was printed is flushed if that is not there yet; `None` at the end.
fn received<T>(ctx: &Ctx, from: &Receiver<T>) -> Option<T> {
    match from.try_recv() {
        Ok(next) => Some(next),
        Err(TryRecvError::Disconnected) => None,
        Err(TryRecvError::Empty) => {
            // An error is kept, and met by the next print.
            let _ = ctx.screen.flush();
            from.recv().ok()
        }
    }
}

impl<T: Send, R: Send> Workers<'_, T, R> {
    /// Begins a worker, unless there are enough.
    fn begin<'s>(&'s self, scope: &'s Scope<'s, '_>) -> io::Result<()> {
        if self.begun.fetch_add(1, Ordering::Relaxed) < self.threads {
            Builder::new().spawn_scoped(scope, move || self.run(scope))?;
        }
        Ok(())
    }

    fn run<'s>(&'s self, scope: &'s Scope<'s, '_>) {
        while let Some((item, result)) = self.next_job() {
            // If the system has no thread for another one, this one does its work.
            let _ = self.begin(scope);
            // If the caller has failed, nobody waits for it.
            let _ = result.send((self.work)(item));
        }
    }

    fn next_job(&self) -> Option<(T, Sender<R>)> {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.ctx.is_stopped() {
            match jobs.recv_timeout(PAUSE) {
                Err(RecvTimeoutError::Timeout) => {}
                job => return job.ok(),
            }
        }
        None
    }
}
