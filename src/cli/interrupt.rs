//! Ctrl-C: the run ends at the next place where what is known can be said.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether Ctrl-C has been pressed. The one global of the program, because a signal is one.
static PRESSED: AtomicBool = AtomicBool::new(false);

/// Whether Ctrl-C has been pressed.
#[must_use]
pub fn pressed() -> bool {
    PRESSED.load(Ordering::Relaxed)
}

/// From now on Ctrl-C is noted, and `then` is called once, on a thread of its own, so that a run that waits for input
/// can be ended too. Where the system does not let us, Ctrl-C ends the process as it would have.
pub fn on_ctrl_c(then: impl Fn() + Send + 'static) {
    let noted = ctrlc::set_handler(move || {
        if !PRESSED.swap(true, Ordering::Relaxed) {
            then();
        }
    });
    drop(noted);
}
