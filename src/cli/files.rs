//! Files beside the answers: pictures, records, reports.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::exit::Failure;
use super::locks::Lock;
use super::messages::say;
use crate::checkpoint::Checkpoint;
use crate::files::{self, Target, followed, replace_file};

/// Writes a file completely or not at all. `write` must flush what it writes. A file that is not regular, such as a pipe or the
/// link `/dev/stdout`, is written in place, since it must not be replaced.
///
/// # Errors
/// Those of the file system and of `write`.
pub fn write_whole(path: &Path, write: impl FnOnce(BufWriter<&mut File>) -> io::Result<()>) -> io::Result<()> {
    match Target::of(path)? {
        Target::Replaced(path) => replace_file(&path, |file| write(BufWriter::new(file))),
        Target::InPlace(path) => {
            let mut file = File::options().write(true).create(true).truncate(true).open(path)?;
            write(BufWriter::new(&mut file))
        }
    }
}

/// Does the same as [`write_whole`], and waits until the file is on the disk. `write` need not flush.
///
/// # Errors
/// Those of the file system and of `write`.
pub fn write_to_disk(path: &Path, write: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>) -> io::Result<()> {
    write_whole(path, |mut out| {
        write(&mut out)?;
        match out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all() {
            // A pipe or a device, which has no disk to wait for.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
            synced => synced,
        }
    })
}

/// How an option writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// It replaces a file.
    File,
    /// It replaces a file that it reads again, and that so has to be a regular one.
    Checkpoint,
    /// It appends to a file.
    Log,
    /// It creates files in a folder, which it creates if it does not exist.
    Folder,
    /// It replaces a file in a folder that has been checked.
    FileInFolder,
}

impl Output {
    /// Checks that an option can write where it is to, before the work. All options that write ask this. Nothing that is there
    /// changes.
    ///
    /// # Errors
    /// [`Failure::Usage`] if it cannot.
    pub fn check(self, path: &Path) -> Result<(), Failure> {
        let checked = match (self, Target::of(path)) {
            // Such as the link `/dev/stdout` if stdout is a file: what another writer has put there would be lost.
            (Output::File | Output::Log, Ok(Target::InPlace(open))) if open.is_file() => {
                Err(io::Error::other("it leads to an open file, which cannot be replaced; name the file itself"))
            }
            (Output::Checkpoint, Ok(Target::InPlace(_))) => Err(io::Error::other("not a regular file")),
            // The checkpoint before the last one takes this name.
            (Output::Checkpoint, Ok(Target::Replaced(path))) if Checkpoint::files(&path)[1].is_dir() => {
                Err(io::Error::other(format!("{} is a folder", Checkpoint::files(&path)[1].display())))
            }
            (Output::File | Output::Checkpoint, _) => files::check_writable(path),
            (Output::Log, _) => files::check_appendable(path),
            (Output::Folder, _) => files::check_folder(path),
            (Output::FileInFolder, _) => files::check_not_read_only(path).map(drop),
        };
        checked.map_err(|error| Failure::cannot("write", path, &error))
    }
}

/// The files that the options of a run write, including those beside a checkpoint.
#[derive(Debug, Default)]
pub struct OutputFiles {
    /// The options and the names that they were given, by the files that these lead to.
    options: HashMap<PathBuf, (&'static str, PathBuf)>,
    /// The first two options that write the same file, and its name.
    clash: Option<(&'static str, &'static str, PathBuf)>,
}

impl OutputFiles {
    /// Adds a file that an option writes.
    pub fn add(&mut self, option: &'static str, path: PathBuf) {
        match self.options.entry(resolved(&path)) {
            Entry::Occupied(other) => drop(self.clash.get_or_insert((other.get().0, option, path))),
            Entry::Vacant(entry) => drop(entry.insert((option, path))),
        }
    }

    /// Adds the files of a checkpoint.
    pub fn add_checkpoint(&mut self, path: &Path) {
        let path = followed(path);
        for path in Checkpoint::files(&path).into_iter().chain([Lock::file(&path)]) {
            self.add("--checkpoint", path);
        }
    }

    /// Checks that no option overwrites a file that is read; `what` says what that is.
    ///
    /// # Errors
    /// [`Failure::Usage`] if one does.
    pub fn check_not_read(&self, read: &Path, what: &str) -> Result<(), Failure> {
        let Some((option, _)) = self.options.get(&resolved(read)) else { return Ok(()) };
        let read = read.display();
        Err(Failure::Usage(format!("{option} would overwrite {read}, {what} that is read; name another file")))
    }

    /// Checks that no option writes a file where another one needs a folder.
    ///
    /// # Errors
    /// [`Failure::Usage`] if one does.
    pub fn check_no_folder(&self, of: &str, folder: &Path) -> Result<(), Failure> {
        let folder = resolved(folder);
        let Some((option, path)) = folder.ancestors().find_map(|folder| self.options.get(folder)) else {
            return Ok(());
        };
        let path = path.display();
        Err(Failure::Usage(format!("{option} would write {path}, a folder for {of}; name another file")))
    }

    /// Checks that no two options write the same file.
    ///
    /// # Errors
    /// [`Failure::Usage`] if two do.
    pub fn check_distinct(&self) -> Result<(), Failure> {
        let Some((one, other, path)) = &self.clash else { return Ok(()) };
        let path = path.display();
        Err(Failure::Usage(format!("{one} and {other} would both write {path}; name different files")))
    }
}

/// Returns the file that a path leads to. Files beside another one need not be writable.
fn resolved(path: &Path) -> PathBuf {
    Target::of(path).map_or_else(|_| path.to_owned(), Target::into_path)
}

/// Reports on stderr when a file that is written several times cannot be written, and when it can again.
#[derive(Debug)]
pub struct Retried {
    program: &'static str,
    failure: Option<io::Error>,
}

impl Retried {
    /// Returns a reporter that has nothing to report.
    #[must_use]
    pub fn new(program: &'static str) -> Retried {
        Retried { program, failure: None }
    }

    /// Reports the first failure, and the first success after it.
    pub fn report(&mut self, file: impl Display, written: io::Result<()>) {
        let had_failed = self.failure.is_some();
        self.failure = written.err();
        match &self.failure {
            Some(error) if !had_failed => {
                say(self.program, format_args!("cannot write {file}: {error}; continuing, and trying again later"));
            }
            None if had_failed => say(self.program, format_args!("{file} could be written again")),
            _ => {}
        }
    }

    /// Returns why the file could not be written the last time.
    #[must_use]
    pub fn failure(self) -> Option<io::Error> {
        self.failure
    }
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
