//! Ctrl-C, and SIGTERM and SIGHUP on Unix.
//!
//! ```text
//!     the first signal      stopped() becomes true: searches stop at their next poll, and the main thread saves and prints what is known
//!                           the process is ended here if it waits for input, which it does when all it has read is answered,
//!                           or if one write to stdout has lasted for PATIENCE, as when the pipe it writes to is not read
//!     the second one        ends the process at once
//! ```
//!
//! A signal that is ignored when the process starts stays ignored, as `nohup` and shells that start programs in the
//! background expect.

use std::io::{self, Read, Write};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use super::failure::Exit;
#[cfg(unix)]
use crate::proc_files::ignored_signals;

/// How long a process that was asked to stop may take for one write to stdout.
const PATIENCE: Duration = Duration::from_secs(2);

/// The pause between two looks for a signal.
const PAUSE: Duration = Duration::from_millis(20);

// The only globals of the programs, because signals and memory are global.
static STOPPED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static FAILED: AtomicBool = AtomicBool::new(false);
/// Odd during a write to stdout: raised when one begins and when it ends.
static WRITES: AtomicUsize = AtomicUsize::new(0);
static PROCESS: OnceLock<(&str, Exit)> = OnceLock::new();
static WAITS: Mutex<bool> = Mutex::new(false);

/// Returns whether the process waits for input, so that all it has begun is printed. It is locked to the end when the
/// process is ended there.
fn waits() -> MutexGuard<'static, bool> {
    // Nothing panics while it holds the lock.
    WAITS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns whether the process was asked to stop.
#[must_use]
pub fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// Makes [`cancelled`] true, since a failure ends the process: what other threads work on has become useless.
pub fn fail() {
    FAILED.store(true, Ordering::Relaxed);
}

/// Returns whether work is to be stopped: after a signal, or after a failure.
#[must_use]
pub fn cancelled() -> bool {
    stopped() || FAILED.load(Ordering::Relaxed)
}

/// Ends the process, since the system has refused an allocation of a number of bytes.
pub fn refuse_memory(bytes: usize) -> ! {
    let (program, exit) = PROCESS.get().copied().unwrap_or(("quadrille", Exit::LIMIT));
    // Stderr has no buffer that would have to be allocated.
    let _ = writeln!(io::stderr(), "{program}: out of memory: cannot allocate {bytes} bytes");
    process::exit(exit.0.into());
}

/// Calls `end` from now on when a signal ends the process with this exit status: with `true` if it waits for input, so
/// that all it has begun is printed. Without a handler, which the system may refuse, signals end it without a word.
pub fn watch(program: &'static str, exit: Exit, end: impl Fn(bool) + Send + 'static) {
    let _ = PROCESS.set((program, exit));
    for signal in handled() {
        // The first signal sets the flag; when it is set, a signal ends the process.
        let second = flag::register_conditional_shutdown(signal, exit.0.into(), Arc::clone(&STOPPED));
        drop(second.and_then(|_| flag::register(signal, Arc::clone(&STOPPED))));
    }
    // If the system has no thread, a second signal still ends the process.
    drop(thread::Builder::new().spawn(move || {
        let mut last = (WRITES.load(Ordering::SeqCst), Instant::now());
        loop {
            thread::sleep(PAUSE);
            let writes = WRITES.load(Ordering::SeqCst);
            if !stopped() || writes.is_multiple_of(2) || writes != last.0 {
                last = (writes, Instant::now());
            }
            let waits = waits();
            if stopped() && (*waits || last.1.elapsed() >= PATIENCE) {
                end(*waits);
                process::exit(exit.0.into());
            }
        }
    }));
}

/// Returns the signals that ask the process to end. SIGTERM is how schedulers of batch jobs, and machines that shut
/// down, ask programs to end; SIGHUP comes from a terminal that is closed. SIGXFSZ becomes harmless: a file that exceeds
/// the limit on its size then cannot be written, like one on a full disk.
#[cfg(unix)]
fn handled() -> Vec<i32> {
    use signal_hook::consts::{SIGHUP, SIGXFSZ};
    drop(flag::register(SIGXFSZ, Arc::default()));
    let mut handled = vec![SIGINT, SIGTERM];
    if let Some(ignored) = ignored_signals() {
        handled.push(SIGHUP);
        handled.retain(|signal| ignored >> (signal - 1) & 1 == 0);
    }
    handled
}

#[cfg(not(unix))]
fn handled() -> Vec<i32> {
    vec![SIGINT, SIGTERM]
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

/// Stdout. A write to it may block for ever.
#[derive(Debug)]
pub struct Watched<W>(pub W);

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        WRITES.fetch_add(1, Ordering::SeqCst);
        let written = self.0.write(bytes);
        WRITES.fetch_add(1, Ordering::SeqCst);
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        WRITES.fetch_add(1, Ordering::SeqCst);
        let flushed = self.0.flush();
        WRITES.fetch_add(1, Ordering::SeqCst);
        flushed
    }
}
