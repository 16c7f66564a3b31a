//! Work on several items at a time, whose results come in the order of the items.
//!
//! ```text
//!     reader      item --> items                                 up to AHEAD of them for each thread
//!     workers     items --> item --> its place in results        each begins the next worker, up to `threads`
//!     caller      emit(result of item 1), emit(result of item 2), …   what was printed is flushed before it waits
//! ```
//!
//! The reader is detached, since it may wait for input when the caller has failed.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Scope, scope};
use std::time::Duration;

use anyhow::Result;

use super::Ctx;

/// How many items are read for each thread before the first of them is answered.
const AHEAD: usize = 16;

/// Who waits looks this often whether the task is to stop.
const PAUSE: Duration = Duration::from_millis(50);

/// What waits between the reader, the workers and the caller.
struct Queue<T, R> {
    state: Mutex<State<T, R>>,
    changed: Condvar,
}

struct State<T, R> {
    /// The items that no worker has taken.
    items: VecDeque<T>,
    /// The results of the items that were taken, from the next one for the caller on; `None` while one is worked on.
    results: VecDeque<Option<R>>,
    /// How many results the caller has taken.
    emitted: usize,
    /// Whether there are no more items.
    is_read: bool,
    workers: usize,
    /// The reader, which waits at twice as many items and results, goes on at this number.
    room: usize,
}

/// Calls `work` with each item on one of some threads, and `emit` with each result on this one, until the task is to stop.
/// With one thread there is no other one.
///
/// # Errors
/// Those of `emit`, which stop all work.
pub fn in_order<T: Send + 'static, R: Send + 'static>(
    ctx: &Ctx,
    threads: usize,
    items: impl Iterator<Item = T> + Send + 'static,
    work: &(dyn Fn(T) -> R + Sync),
    emit: &mut dyn FnMut(R) -> Result<()>,
) -> Result<()> {
    if threads == 1 {
        let mut items = items.take_while(|_| !ctx.is_stopped());
        return items.try_for_each(|item| emit(work(item)));
    }
    let state = State {
        items: VecDeque::new(),
        results: VecDeque::new(),
        emitted: 0,
        is_read: false,
        workers: threads,
        room: AHEAD * threads / 2,
    };
    let queue = Arc::new(Queue { state: Mutex::new(state), changed: Condvar::new() });
    let reader = Arc::clone(&queue);
    Builder::new().spawn(move || {
        for item in items {
            let is_full = |state: &mut State<T, R>| state.items.len() + state.results.len() >= 2 * state.room;
            let mut state = reader.changed.wait_while(reader.lock(), is_full).unwrap_or_else(PoisonError::into_inner);
            state.items.push_back(item);
            // Workers wait for the first item only.
            if state.items.len() == 1 {
                reader.changed.notify_all();
            }
        }
        reader.lock().is_read = true;
        reader.changed.notify_all();
    })?;
    scope(|scope| {
        queue.begin_worker(scope, work, ctx)?;
        while let Some(result) = queue.next_result(ctx) {
            emit(result).inspect_err(|_| ctx.cancel())?;
        }
        Ok(())
    })
}

impl<T: Send, R: Send> Queue<T, R> {
    fn lock(&self) -> MutexGuard<'_, State<T, R>> {
        // Nothing panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a change, or for a moment.
    fn wait<'a>(&self, state: MutexGuard<'a, State<T, R>>) -> MutexGuard<'a, State<T, R>> {
        self.changed.wait_timeout(state, PAUSE).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Begins a worker, unless there are enough.
    fn begin_worker<'s>(
        &'s self,
        scope: &'s Scope<'s, '_>,
        work: &'s (dyn Fn(T) -> R + Sync),
        ctx: &'s Ctx,
    ) -> io::Result<()> {
        let mut state = self.lock();
        if state.workers > 0 {
            state.workers -= 1;
            drop(state);
            Builder::new().spawn_scoped(scope, move || {
                while let Some((number, item)) = self.next_item(ctx) {
                    // If the system has no thread for another one, this one does its work.
                    let _ = self.begin_worker(scope, work, ctx);
                    let result = work(item);
                    let mut state = self.lock();
                    let place = number - state.emitted;
                    state.results[place] = Some(result);
                    // The caller waits for the next result only.
                    if place == 0 {
                        self.changed.notify_all();
                    }
                }
            })?;
        }
        Ok(())
    }

    /// Takes an item, with its number from 0 on; `None` at the end, or if the task is to stop.
    fn next_item(&self, ctx: &Ctx) -> Option<(usize, T)> {
        let mut state = self.lock();
        while !ctx.is_stopped() {
            if let Some(item) = state.items.pop_front() {
                state.results.push_back(None);
                return Some((state.emitted + state.results.len() - 1, item));
            }
            if state.is_read {
                break;
            }
            state = self.wait(state);
        }
        None
    }

    /// Takes the next result, after what was printed is flushed if that is not there yet; `None` at the end, or if the task
    /// is to stop.
    fn next_result(&self, ctx: &Ctx) -> Option<R> {
        if !matches!(self.lock().results.front(), Some(Some(_))) {
            // An error is kept, and met by the next print.
            let _ = ctx.screen.flush();
        }
        let mut state = self.lock();
        while !ctx.is_stopped() {
            if let Some(Some(result)) = state.results.front_mut().map(Option::take) {
                state.results.pop_front();
                state.emitted += 1;
                // The reader waits until there is room; that it is called for each place would cost more than the work.
                if state.items.len() + state.results.len() == state.room {
                    self.changed.notify_all();
                }
                return Some(result);
            }
            if state.is_read && state.items.is_empty() && state.results.is_empty() {
                break;
            }
            state = self.wait(state);
        }
        None
    }
}
