//! Files beside the answers.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{self, Path, PathBuf};

use crate::checkpoint::replace_file;

/// Writes a file completely or not at all; a file that is not regular is written as it is: a pipe, or a link such as
/// `/dev/stdout`, which must not be replaced by a file.
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

/// Where a file is or can be made, however its path is spelled: its folder without links and detours, and its name.
///
/// # Errors
/// If there cannot be a file: its folder is not there, or it is a folder itself.
pub fn place(path: &Path) -> io::Result<PathBuf> {
    let is_separator = |byte: &u8| path::is_separator(char::from(*byte));
    let place = match (fs::canonicalize(path), path.file_name()) {
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
    if place.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { Ok(place) }
}

/// A path for people, on one line.
#[derive(Clone, Copy, Debug)]
pub struct Shown<P>(pub P);

impl<P: AsRef<Path>> fmt::Display for Shown<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().to_string_lossy().chars().try_for_each(|char| match char {
            _ if char.is_control() => write!(f, "{}", char.escape_default()),
            _ => write!(f, "{char}"),
        })
    }
}

/// Writes lines to something else as long as they are wanted; then every write fails. The first line is always written.
#[derive(Debug)]
pub struct WhileWanted<W, F> {
    to: W,
    wanted: F,
    /// Whether a line has just been ended.
    between: bool,
}

impl<W: Write, F: FnMut() -> bool> WhileWanted<W, F> {
    /// Writes to this; `wanted` is asked between lines.
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
