//! Ctrl-C, and SIGTERM on Unix: the run ends at the next place where what is known can be said, and soon in any case.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Whether Ctrl-C has been pressed, or SIGTERM has come, which is the same to a run. The one global of the program, because a signal
/// is one.
static PRESSED: AtomicBool = AtomicBool::new(false);

/// Whether Ctrl-C has been pressed.
#[must_use]
pub fn pressed() -> bool {
    PRESSED.load(Ordering::Relaxed)
}

/// From now on Ctrl-C is noted, and `end` is called once, on a thread of its own, so that a run that waits for input or
/// computes for long can be ended too; `end` has to exit. Where the system does not let us, Ctrl-C ends the process as
/// it would have.
pub fn on_ctrl_c(end: impl Fn() + Send + Sync + 'static) {
    let once = Arc::new(move || {
        if !PRESSED.swap(true, Ordering::Relaxed) {
            end();
        }
    });
    on_termination(Arc::clone(&once));
    drop(ctrlc::set_handler(move || once()));
}

/// SIGTERM is how schedulers of batch jobs, and machines that shut down, ask programs to end.
#[cfg(unix)]
fn on_termination(end: Arc<impl Fn() + Send + Sync + 'static>) {
    use signal_hook::consts::SIGTERM;
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGTERM]) else { return };
    thread::spawn(move || signals.forever().for_each(|_| end()));
}

#[cfg(not(unix))]
fn on_termination(_: Arc<impl Fn() + Send + Sync + 'static>) {}

/// After Ctrl-C has been pressed: leaves the end of the process to the thread that has been told to end it.
pub fn wait_for_end() -> ! {
    loop {
        thread::park();
    }
}
