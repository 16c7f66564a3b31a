//! Whether answers can be written at all.
//!
//! ```text
//!     hex < FILE >&-              stdout is closed: Rust's runtime opens /dev/null in its place before `main`
//!     hex < FILE 1< /dev/null     stdout is open for reading alone: `std::io::Stdout` drops the error of each write
//! ```
//!
//! Both would lose the answers and end with status 0. In `main` a closed stdout looks like one that the caller has opened on
//! /dev/null for reading and writing, as `subprocess.DEVNULL` of Python does. So it is examined earlier, as a constructor of
//! the program. There is no such check on systems other than Unix.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

static CANNOT_WRITE: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
ctor::declarative::ctor! {
    // Before `main` little may be relied on; this makes one system call and allocates the buffer of stdout.
    #[ctor(unsafe)]
    fn examine() {
        use nix::fcntl::{FcntlArg, OFlag, fcntl};

        let flags = fcntl(io::stdout(), FcntlArg::F_GETFL).map(OFlag::from_bits_retain);
        let can_write = flags.is_ok_and(|flags| flags & OFlag::O_ACCMODE != OFlag::O_RDONLY);
        CANNOT_WRITE.store(!can_write, Ordering::Relaxed);
    }
}

/// Returns an error if stdout was closed, or not open for writing, when the process started.
///
/// # Errors
/// In this case.
pub fn check_open() -> io::Result<()> {
    if CANNOT_WRITE.load(Ordering::Relaxed) {
        return Err(io::Error::other("stdout is not open for writing"));
    }
    Ok(())
}
