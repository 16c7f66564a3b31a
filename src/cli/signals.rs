//! Ctrl-C, and SIGTERM on Unix.
//!
//! ```text
//!     the first signal      stopped() becomes true: searches stop at their next poll, and the main thread prints what is known
//!                           the process is ended here if it waits for input, which it does when all it has read is answered,
//!                           or if it has not ended by itself after PATIENCE, as when nobody reads the pipe it writes to
//!     the second one        ends the process at once
//! ```

use std::io::{self, Read};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::failure::Exit;

/// How long a process that was asked to stop may take to do so.
const PATIENCE: Duration = Duration::from_millis(2500);

/// The pause between two looks at the process after a signal.
const PAUSE: Duration = Duration::from_millis(10);

// The only globals of the programs, because a signal is one.
static STOPPED: AtomicBool = AtomicBool::new(false);
static SAVING: AtomicUsize = AtomicUsize::new(0);
static WAITS: Mutex<bool> = Mutex::new(false);

/// Returns whether the process waits for input, so that all it has begun is printed. It is locked to the end when the process is ended
/// there.
fn waits() -> MutexGuard<'static, bool> {
    // Nothing panics while it holds the lock.
    WAITS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns whether the process was asked to stop.
#[must_use]
pub fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// Calls `end` from now on when a signal ends the process with this exit status: with `true` if it waits for input, so that
/// all it has begun is printed. Without a handler, which the system may refuse, signals end it without a word.
pub fn watch(exit: Exit, end: impl Fn(bool) + Send + Sync + 'static) {
    let end: &'static _ = Box::leak(Box::new(end));
    let first = move || {
        STOPPED.store(true, Ordering::SeqCst);
        thread::spawn(move || {
            let begun = Instant::now();
            loop {
                let waits = waits();
                if *waits || begun.elapsed() >= PATIENCE && SAVING.load(Ordering::SeqCst) == 0 {
                    end(*waits);
                    process::exit(exit.0.into());
                }
                drop(waits);
                thread::sleep(PAUSE);
            }
        });
    };
    on_signal(move || if stopped() { process::exit(exit.0.into()) } else { first() });
}

/// SIGTERM is how schedulers of batch jobs, and machines that shut down, ask programs to end. SIGHUP is left alone for the sake of
/// `nohup`. SIGXFSZ becomes harmless: a file that exceeds the limit on its size then cannot be written, like one on a full disk.
#[cfg(unix)]
fn on_signal(handle: impl Fn() + Send + 'static) {
    use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
    drop(signal_hook::flag::register(SIGXFSZ, std::sync::Arc::default()));
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]) else { return };
    thread::spawn(move || signals.forever().for_each(|_| handle()));
}

#[cfg(not(unix))]
fn on_signal(handle: impl Fn() + Send + 'static) {
    drop(ctrlc::set_handler(handle));
}

/// A source whose reads may wait for input: a signal ends the process meanwhile.
#[derive(Debug)]
pub struct Waiting<R>(pub R);

impl<R: Read> Read for Waiting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        *waits() = true;
        let read = self.0.read(buffer);
        *waits() = false;
        read
    }
}

/// A file that is being saved: meanwhile only a second signal ends the process.
#[derive(Debug)]
pub struct Saving(());

impl Saving {
    /// Begins to save a file.
    #[must_use]
    pub fn begin() -> Saving {
        SAVING.fetch_add(1, Ordering::SeqCst);
        Saving(())
    }
}

impl Drop for Saving {
    fn drop(&mut self) {
        SAVING.fetch_sub(1, Ordering::SeqCst);
    }
}
