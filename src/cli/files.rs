//! Files beside the answers.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes a file whole or not at all; what is no regular file is written as it is: a pipe, or a link such as `/dev/stdout`,
/// which must not be replaced by a file.
///
/// # Errors
/// Those of the file system and of `write`.
pub fn write_whole(path: &Path, write: impl FnOnce(BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    if fs::symlink_metadata(path).is_ok_and(|there| !there.is_file()) {
        return write(BufWriter::new(File::options().write(true).create(true).truncate(true).open(path)?));
    }
    let part = part_of(path);
    let written =
        File::create(&part).and_then(|file| write(BufWriter::new(file))).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // That what was begun cannot be removed either is no other fault.
        drop(fs::remove_file(&part));
    }
    written
}

/// Whether a file can be there, as far as is seen without making it: so that nobody waits for an answer whose file has no place.
///
/// # Errors
/// If its folder is not there, or it is a folder itself.
pub fn has_a_place(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    match path.parent().filter(|folder| *folder != Path::new("")) {
        Some(folder) if !fs::metadata(folder)?.is_dir() => Err(io::ErrorKind::NotADirectory.into()),
        _ => Ok(()),
    }
}

/// Whether two paths lead to the same file, which is there.
#[must_use]
pub fn are_the_same(one: &Path, other: &Path) -> bool {
    fs::canonicalize(one).is_ok_and(|one| fs::canonicalize(other).is_ok_and(|other| one == other))
}

/// Where a file is written before it takes its name.
#[must_use]
pub fn part_of(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    part.into()
}

/// The path for the picture of a task: as it was given for the first, with the number in it for others.
#[must_use]
pub fn numbered(path: &Path, number: u64) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
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
