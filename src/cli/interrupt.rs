//! Ctrl-C, and SIGTERM on Unix: the run ends where what is known can be printed next, or a few seconds later.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Whether Ctrl-C has been pressed, or SIGTERM has come. The one global of the program, because a signal is one.
static PRESSED: AtomicBool = AtomicBool::new(false);

/// Returns whether Ctrl-C has been pressed.
#[must_use]
pub fn pressed() -> bool {
    PRESSED.load(Ordering::Relaxed)
}

/// Notes Ctrl-C from now on, and calls `end` at the first one, on a thread of its own, so that a run that waits for input or
/// computes for long can be ended too; `end` has to exit. Where the system does not let us, Ctrl-C ends the process at once.
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

/// Leaves the end of the process, after Ctrl-C has been pressed, to the thread that has been told to end it.
pub fn wait_for_end() -> ! {
    loop {
        thread::park();
    }
}
