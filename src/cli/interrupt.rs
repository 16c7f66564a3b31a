//! Ctrl-C, and SIGTERM on Unix: the run ends at the next point where partial answers can be printed, or a few seconds later.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Whether Ctrl-C has been pressed, or SIGTERM has come. The one global of the program, because a signal is one.
static PRESSED: AtomicBool = AtomicBool::new(false);

/// Returns whether Ctrl-C has been pressed.
#[must_use]
pub fn pressed() -> bool {
    PRESSED.load(Ordering::Relaxed)
}

/// Handles Ctrl-C from now on: the first one calls `end` on a thread of its own, so that a run that waits for input or computes for
/// long can be ended too. `end` must exit. If no handler can be installed, Ctrl-C ends the process at once.
pub fn on_ctrl_c(end: impl Fn() + Send + 'static) {
    on_signal(move || {
        if !PRESSED.swap(true, Ordering::Relaxed) {
            end();
        }
    });
}

/// SIGTERM is how schedulers of batch jobs, and machines that shut down, ask programs to end. SIGHUP is left alone for the sake of
/// `nohup`.
#[cfg(unix)]
fn on_signal(end: impl Fn() + Send + 'static) {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]) else { return };
    thread::spawn(move || signals.forever().for_each(|_| end()));
}

#[cfg(not(unix))]
fn on_signal(end: impl Fn() + Send + 'static) {
    drop(ctrlc::set_handler(end));
}

/// Waits for ever: after Ctrl-C the thread that handles it ends the process.
pub fn wait_for_end() -> ! {
    loop {
        thread::park();
    }
}
