//! How one thread gets to see what others are changing all the time.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Where workers wait while what they know is looked at.
#[derive(Debug, Default)]
pub(super) struct Gate {
    closed: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    fn lock(&self) -> MutexGuard<'_, bool> {
        self.closed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits as long as the gate is closed.
    pub(super) fn pass(&self) {
        drop(self.opened.wait_while(self.lock(), |closed| *closed));
    }

    /// Does something while workers wait: it gets their locks as soon as each has made the step that it is at, or one more.
    pub(super) fn closed<T>(&self, act: impl FnOnce() -> T) -> T {
        *self.lock() = true;
        let _opener = Opener(self);
        act()
    }
}

/// Opens a gate when it is dropped, so that nobody waits for ever if what was done panics.
struct Opener<'a>(&'a Gate);

impl Drop for Opener<'_> {
    fn drop(&mut self) {
        *self.0.lock() = false;
        self.0.opened.notify_all();
    }
}
