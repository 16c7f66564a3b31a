//! Whether answers can be written at all.

use std::io;

/// Checks that stdout is open for writing, for the sake of `hex 1< FILE`: `std::io::Stdout` drops the error of each
/// write there. A stdout that was closed is `/dev/null` when `main` begins; that cannot be told from a caller who has
/// opened it.
///
/// # Errors
/// If stdout is open for reading alone.
#[cfg(unix)]
pub fn check_open() -> io::Result<()> {
    use nix::fcntl::{FcntlArg, OFlag, fcntl};
    let flags = OFlag::from_bits_retain(fcntl(io::stdout(), FcntlArg::F_GETFL)?);
    if flags & OFlag::O_ACCMODE == OFlag::O_RDONLY {
        return Err(io::Error::other("stdout is not open for writing"));
    }
    Ok(())
}

/// Does nothing on this system.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn check_open() -> io::Result<()> {
    Ok(())
}
