//! Ctrl-C, and SIGTERM on Unix: the run ends at the next point where partial answers can be printed, or a few seconds later.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// Whether Ctrl-C has been pressed, or SIGTERM has come. It and the two below are the only globals of the program, because a signal is one.
static PRESSED: AtomicBool = AtomicBool::new(false);

/// Locked while a file is being saved that Ctrl-C must not cut short.
static SAVING: Mutex<()> = Mutex::new(());

/// How many such files have been saved.
static SAVED: AtomicU32 = AtomicU32::new(0);

/// A file that is being saved. The process does not end by Ctrl-C meanwhile.
#[derive(Debug)]
pub struct Saving {
    _guard: MutexGuard<'static, ()>,
}

impl Saving {
    /// Begins to save a file, after all others are saved.
    #[must_use]
    pub fn begin() -> Saving {
        Saving { _guard: SAVING.lock().unwrap_or_else(PoisonError::into_inner) }
    }
}

impl Drop for Saving {
    fn drop(&mut self) {
        SAVED.fetch_add(1, Ordering::Relaxed);
    }
}

/// Waits for the end of the work after Ctrl-C. `wait` waits for some seconds, and returns `None` if the work has not ended then. It is called
/// again if a file was being saved, which can take longer, since the work may end after that.
pub fn wait_while_saving<T>(mut wait: impl FnMut() -> Option<T>) -> Option<T> {
    loop {
        let saved = SAVED.load(Ordering::Relaxed);
        if let Some(end) = wait() {
            return Some(end);
        }
        drop(SAVING.lock().unwrap_or_else(PoisonError::into_inner));
        if SAVED.load(Ordering::Relaxed) == saved {
            return None;
        }
    }
}

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

/// Makes SIGXFSZ harmless, which would end the process: a file that exceeds the limit on its size then cannot be written, like one on
/// a full disk. Programs that are started do not inherit this.
pub fn survive_file_size_limit() {
    #[cfg(unix)]
    drop(signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default()));
}

/// Waits for ever: after Ctrl-C the thread that handles it ends the process.
pub fn wait_for_end() -> ! {
    loop {
        thread::park();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_is_being_saved_is_waited_for() {
        let ((begun, begins), (done, ends)) = (mpsc::channel(), mpsc::channel());
        let saver = thread::spawn(move || {
            let saving = Saving::begin();
            begun.send(()).ok();
            thread::sleep(Duration::from_millis(200));
            drop(saving);
            done.send("saved")
        });
        assert!(begins.recv().is_ok());
        // The work ends a little after the file is saved.
        let end = wait_while_saving(|| ends.recv_timeout(Duration::from_millis(50)).ok());
        assert_eq!(end, Some("saved"));
        assert!(saver.join().is_ok_and(|sent| sent.is_ok()));
        // Nothing is being saved: the wait is not repeated.
        let mut waits = 0;
        let never = wait_while_saving(|| {
            waits += 1;
            None::<()>
        });
        assert_eq!((never, waits), (None, 1));
    }
}
