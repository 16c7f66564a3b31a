//! Files beside the answers: pictures, records, reports.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{self, Path, PathBuf};

use super::exit::Failure;
use crate::checkpoint::replace_file;

/// Writes a file completely or not at all. `write` must flush what it writes. A file that is not regular, such as a pipe or the
/// link `/dev/stdout`, is written in place, since it must not be replaced.
///
/// # Errors
/// Those of the file system and of `write`.
pub fn write_whole(path: &Path, write: impl FnOnce(BufWriter<&mut File>) -> io::Result<()>) -> io::Result<()> {
    if fs::symlink_metadata(path).is_ok_and(|there| !there.is_file()) {
        let mut file = File::options().write(true).create(true).truncate(true).open(path)?;
        return write(BufWriter::new(&mut file));
    }
    replace_file(path, |file| write(BufWriter::new(file)))
}

/// Checks that a file can be written, before the work that it is for.
///
/// # Errors
/// [`Failure::Usage`] if there cannot be such a file.
pub fn check_writable(path: &Path) -> Result<(), Failure> {
    let cannot = |error| Failure::Usage(format!("cannot write {}: {error}", path.display()));
    resolved(path).map(drop).map_err(cannot)
}

/// Returns the canonical path of a file, which need not exist: its folder without links and `..`, and its name. All spellings of a
/// path give the same.
///
/// # Errors
/// If there cannot be such a file: its folder does not exist, or it is a folder itself.
pub fn resolved(path: &Path) -> io::Result<PathBuf> {
    let is_separator = |byte: &u8| path::is_separator(char::from(*byte));
    let resolved = match (fs::canonicalize(path), path.file_name()) {
        (Ok(there), _) => there,
        (Err(_), Some(name)) if !path.as_os_str().as_encoded_bytes().last().is_some_and(is_separator) => {
            let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
            let folder = fs::canonicalize(folder)?;
            if !folder.is_dir() {
                return Err(io::ErrorKind::NotADirectory.into());
            }
            folder.join(name)
        }
        (Err(error), None) => return Err(error),
        (Err(_), Some(_)) => return Err(io::ErrorKind::IsADirectory.into()),
    };
    if resolved.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { Ok(resolved) }
}

/// A writer of lines that can be stopped between two lines: before each line but the first it asks `wanted`, and fails from then on
/// if the answer is no.
#[derive(Debug)]
pub struct WhileWanted<W, F> {
    to: W,
    wanted: F,
    /// Whether the last write ended a line.
    between: bool,
}

impl<W: Write, F: FnMut() -> bool> WhileWanted<W, F> {
    /// Returns a writer to `to` that calls `wanted` between lines.
    pub fn new(to: W, wanted: F) -> WhileWanted<W, F> {
        WhileWanted { to, wanted, between: false }
    }
}

impl<W: Write, F: FnMut() -> bool> Write for WhileWanted<W, F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.between && !(self.wanted)() {
            return Err(io::Error::other("no longer wanted"));
        }
        let written = self.to.write(bytes)?;
        self.between = bytes[..written].ends_with(b"\n");
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}
