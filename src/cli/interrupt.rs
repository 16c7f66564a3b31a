//! Ctrl-C: the run ends at the next place where what is known can be said, and soon in any case.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Whether Ctrl-C has been pressed. The one global of the program, because a signal is one.
static PRESSED: AtomicBool = AtomicBool::new(false);

/// Whether Ctrl-C has been pressed.
#[must_use]
pub fn pressed() -> bool {
    PRESSED.load(Ordering::Relaxed)
}

/// From now on Ctrl-C is noted, and `end` is called once, on a thread of its own, so that a run that waits for input or
/// computes for long can be ended too; `end` has to exit. Where the system does not let us, Ctrl-C ends the process as
/// it would have.
pub fn on_ctrl_c(end: impl Fn() + Send + 'static) {
    let noted = ctrlc::set_handler(move || {
        if !PRESSED.swap(true, Ordering::Relaxed) {
            end();
        }
    });
    drop(noted);
}

/// After Ctrl-C has been pressed: leaves the end of the process to the thread that has been told to end it.
pub fn wait_for_end() -> ! {
    loop {
        thread::park();
    }
}
