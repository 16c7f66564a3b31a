//! Checkpoints: files with the state of a long computation, so that it can be killed at any moment and continue.
//!
//! ```text
//!     "quadrille checkpoint 4\n" | length | task | length | state | CRC-32 of everything before it
//! ```
//!
//! Lengths are 8 bytes, little-endian. The task is the text that describes the computation. The state is a sequence of values, which
//! the computation writes with [`write_value`]. The number in the first line is raised when the state of any program changes its
//! form.
//!
//! A new checkpoint is written to a temporary file beside the old one, and takes its name when it is complete on the disk. The
//! old one stays as `NAME.old`, and is used if the new one is missing or damaged. A file that is not a checkpoint of the same
//! task is never overwritten.
//!
//! Only one process should save a task in a file. If several do nevertheless, or are killed at any moment, a complete checkpoint
//! is always under one of the two names:
//!
//! ```text
//!                                 NAME        NAME.old
//!     1  NAME -> NAME.old         missing     complete        the only renaming that leaves a name empty; if another process
//!     2  temporary -> NAME        complete    complete        has made step 1 already, NAME is missing, and step 1 changes nothing
//! ```
//!
//! Both steps rename one complete file, in one step of the file system, and no two processes have the same temporary file. A process
//! that found `NAME` damaged leaves out its first step 1, and so replaces the damaged file, or one that another process has completed
//! since, by a complete one.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::files::{followed, write_temporary};

const MAGIC: &[u8; 23] = b"quadrille checkpoint 4\n";

/// What the first lines of all versions have in common.
const MAGIC_OF_ALL: &[u8; 21] = b"quadrille checkpoint ";

/// The length of the longest task, in bytes.
const LONGEST_TASK: u64 = 1 << 22;

/// The largest number of characters of a task in a message.
const LONGEST_SHOWN: usize = 300;

/// The checkpoint file of a task.
///
/// ```
/// use quadrille::checkpoint::{Checkpoint, CheckpointError, read_value, write_value};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("checkpoint");
/// Checkpoint::new(&path, "primes").save(|out| write_value(out, &[2_u32, 3, 5]))?;
///
/// let mut saved = Checkpoint::new(&path, "primes").open()?.ok_or("there is no checkpoint")?;
/// assert_eq!(read_value::<[u32; 3]>(&mut saved.state)?, [2, 3, 5]);
/// assert!(matches!(Checkpoint::new(&path, "squares").open(), Err(CheckpointError::OtherTask { of, .. }) if of == "primes"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Checkpoint {
    path: PathBuf,
    task: String,
    /// Whether the newest file is complete, so that it may become the older one.
    is_complete: bool,
}

/// Why a checkpoint cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It cannot be read.
    #[error("cannot read the checkpoint {}: {_1}", .0.display())]
    Io(PathBuf, #[source] io::Error),
    /// The file is damaged; so is the one before it, or there is none.
    #[error("the checkpoint {} is damaged, and so is the one before it, or there is none; remove it to start again", .0.display())]
    Damaged(PathBuf),
    /// The file has no state that could be of its task.
    #[error("the checkpoint {} has no valid state: {_1}; remove it to start again", .0.display())]
    Invalid(PathBuf, #[source] io::Error),
    /// The file is not a checkpoint.
    #[error("refusing to overwrite {}: not a quadrille checkpoint; name another file", .0.display())]
    NotACheckpoint(PathBuf),
    /// Another version of these programs wrote it, in another form.
    #[error("the checkpoint {} was written by another version of quadrille; remove it or name another file", .0.display())]
    OtherVersion(PathBuf),
    /// It belongs to another task than the one that was asked for.
    #[error("the checkpoint {} belongs to '{of}', not to '{asked}'; name another file", path.display())]
    OtherTask {
        /// The file.
        path: PathBuf,
        /// The task that it belongs to.
        of: String,
        /// The task that was asked for.
        asked: String,
    },
}

impl CheckpointError {
    /// Returns the error of a state that could not be read.
    #[must_use]
    pub fn of_state(path: PathBuf, error: io::Error) -> CheckpointError {
        match error.kind() {
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => CheckpointError::Invalid(path, error),
            _ => CheckpointError::Io(path, error),
        }
    }
}

/// A saved state whose checksum is right.
#[derive(Debug)]
pub struct SavedState {
    /// The bytes of the state.
    pub state: io::Take<BufReader<File>>,
    /// The file that they are in.
    pub path: PathBuf,
    /// Whether the newest file was missing or damaged, and this is the one before it.
    pub is_older: bool,
}

/// Why one file cannot be used.
enum Fault {
    Missing,
    Damaged,
    NotACheckpoint,
    OtherVersion,
    OtherTask(String),
    Io(io::Error),
}

impl Fault {
    /// Returns the fault of a file from which reading the expected parts has failed.
    fn of_reading(error: io::Error) -> Fault {
        match error.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData => Fault::Damaged,
            _ => Fault::Io(error),
        }
    }
}

impl Checkpoint {
    /// Returns the checkpoint of a task in a file, which need not exist. If the path is a link, the file is where it leads to.
    #[must_use]
    pub fn new(path: &Path, task: &str) -> Checkpoint {
        Checkpoint { path: followed(path), task: task.to_owned(), is_complete: false }
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the paths of the newest checkpoint, which is the given one, and of the one before it.
    #[must_use]
    pub fn files(path: &Path) -> [PathBuf; 2] {
        let mut old: OsString = path.as_os_str().to_owned();
        old.push(".old");
        [path.to_owned(), old.into()]
    }

    /// Saves the state that `write` writes.
    ///
    /// # Errors
    /// Those of the file system and of `write`; the last checkpoint is still there then.
    pub fn save(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let [path, old] = Checkpoint::files(&self.path);
        let file = write_temporary(&path, |file| self.write_to(file, write))?;
        // A damaged file does not replace the one before it.
        if std::mem::replace(&mut self.is_complete, false) {
            match fs::rename(&path, old) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        file.persist(path)?;
        self.is_complete = true;
        Ok(())
    }

    /// Writes a whole checkpoint.
    fn write_to(&self, file: &mut File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut out =
            Summed { inner: BufWriter::with_capacity(1 << 16, file), sum: crc32fast::Hasher::new(), length: 0 };
        out.write_all(MAGIC)?;
        out.write_all(&(self.task.len() as u64).to_le_bytes())?;
        out.write_all(self.task.as_bytes())?;
        // The length of the state is known only after the state has been written, and then replaces these zeros.
        let before = out.length;
        let mut sum = std::mem::replace(&mut out.sum, crc32fast::Hasher::new());
        out.inner.write_all(&[0; 8])?;
        write(&mut out)?;
        let length = (out.length - before).to_le_bytes();
        sum.update(&length);
        sum.combine(&out.sum);
        out.inner.write_all(&sum.finalize().to_le_bytes())?;
        let file = out.inner.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.seek(SeekFrom::Start(before))?;
        file.write_all(&length)?;
        file.sync_all()
    }

    /// Returns the saved state of the task, or `None` if there is no such file. Call it before the first [`save`](Self::save), which
    /// otherwise overwrites any file.
    ///
    /// # Errors
    /// See [`CheckpointError`].
    pub fn open(&mut self) -> Result<Option<SavedState>, CheckpointError> {
        let [path, old] = Checkpoint::files(&self.path);
        let newest = self.open_one(&path);
        self.is_complete = newest.is_ok();
        let older = if self.is_complete { self.head(&old).map(|_| None) } else { self.open_one(&old).map(Some) };
        for (path, fault) in [(&path, newest.as_ref().err()), (&old, older.as_ref().err())] {
            match fault {
                Some(Fault::NotACheckpoint) => return Err(CheckpointError::NotACheckpoint(path.clone())),
                Some(Fault::OtherVersion) => return Err(CheckpointError::OtherVersion(path.clone())),
                Some(Fault::OtherTask(of)) => {
                    let (path, of, asked) = (path.clone(), of.clone(), printable(self.task.as_bytes()));
                    return Err(CheckpointError::OtherTask { path, of, asked });
                }
                _ => {}
            }
        }
        match (newest, older) {
            (Ok(state), _) => Ok(Some(SavedState { state, path, is_older: false })),
            (Err(Fault::Io(error)), _) => Err(CheckpointError::Io(path, error)),
            (_, Ok(Some(state))) => Ok(Some(SavedState { state, path: old, is_older: true })),
            (_, Err(Fault::Io(error))) => Err(CheckpointError::Io(old, error)),
            (Err(Fault::Missing), Err(Fault::Missing)) => Ok(None),
            _ => Err(CheckpointError::Damaged(path)),
        }
    }

    /// Reads a file of this task up to its state. Returns the rest of the file, and the checksum so far.
    fn head(&self, path: &Path) -> Result<(BufReader<File>, crc32fast::Hasher), Fault> {
        // Without locks, another run may rename the file between the two.
        let file = match fs::metadata(path) {
            Ok(data) if !data.is_file() => Err(io::Error::other("not a regular file")),
            Ok(_) => File::open(path),
            Err(error) => Err(error),
        };
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Fault::Missing,
            _ => Fault::Io(error),
        })?;
        let mut reader = BufReader::with_capacity(1 << 16, file);
        let mut magic = Vec::new();
        reader.by_ref().take(MAGIC.len() as u64).read_to_end(&mut magic).map_err(Fault::Io)?;
        if !MAGIC.starts_with(&magic) {
            let of_other_version = magic.starts_with(MAGIC_OF_ALL);
            return Err(if of_other_version { Fault::OtherVersion } else { Fault::NotACheckpoint });
        }
        let mut sum = crc32fast::Hasher::new();
        sum.update(&magic);
        let task = read_task(&mut reader, &mut sum).map_err(Fault::of_reading)?;
        if task == self.task.as_bytes() { Ok((reader, sum)) } else { Err(Fault::OtherTask(printable(&task))) }
    }

    /// Returns the state in a complete file.
    fn open_one(&self, path: &Path) -> Result<io::Take<BufReader<File>>, Fault> {
        let (mut reader, mut sum) = self.head(path)?;
        let length = read_length(&mut reader, &mut sum).map_err(Fault::of_reading)?;
        let begin = reader.stream_position().map_err(Fault::Io)?;
        check(&mut reader, length, sum).map_err(Fault::of_reading)?;
        reader.seek(SeekFrom::Start(begin)).map_err(Fault::Io)?;
        Ok(reader.take(length))
    }
}

/// Writes a value for [`read_value`]: the length of its encoding, 8 bytes, and the encoding by `postcard`.
///
/// # Errors
/// Those of `out`, and of the value's `Serialize`.
pub fn write_value(out: &mut dyn Write, value: &(impl Serialize + ?Sized)) -> io::Result<()> {
    let bytes = postcard::to_stdvec(value).map_err(io::Error::other)?;
    out.write_all(&(bytes.len() as u64).to_le_bytes())?;
    out.write_all(&bytes)
}

/// Reads a value that [`write_value`] has written. The memory that it takes is linear in the number of bytes that can be read.
///
/// # Errors
/// Those of `from`, [`io::ErrorKind::UnexpectedEof`] if the bytes end too early, and [`io::ErrorKind::InvalidData`] if they are no
/// such value.
pub fn read_value<T: DeserializeOwned>(from: &mut dyn Read) -> io::Result<T> {
    let mut length = [0; 8];
    from.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    let mut bytes = Vec::new();
    from.take(length).read_to_end(&mut bytes)?;
    let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
    if bytes.len() as u64 != length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    match postcard::take_from_bytes(&bytes).map_err(|error| invalid(error.to_string()))? {
        (value, []) => Ok(value),
        _ => Err(invalid("more bytes than the value has".to_owned())),
    }
}

/// Returns the task of a checkpoint from the first bytes of the file; `None` if it is not a checkpoint. It ends where the bytes end,
/// and is empty if another version wrote the checkpoint.
#[must_use]
pub fn task_of(beginning: &[u8]) -> Option<String> {
    if !beginning.starts_with(MAGIC_OF_ALL) {
        return None;
    }
    let task = beginning.strip_prefix(MAGIC).and_then(|rest| rest.split_first_chunk()).map(|(length, rest)| {
        let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
        printable(&rest[..length.min(rest.len())])
    });
    Some(task.unwrap_or_default())
}

/// Returns the beginning of a task without control characters, for a message: it may be damaged.
fn printable(task: &[u8]) -> String {
    String::from_utf8_lossy(task).chars().filter(|char| !char.is_control()).take(LONGEST_SHOWN).collect()
}

/// Reads a task, and adds its bytes to the checksum.
fn read_task(reader: &mut impl Read, sum: &mut crc32fast::Hasher) -> io::Result<Vec<u8>> {
    let length = read_length(reader, sum)?;
    if length > LONGEST_TASK {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut task = vec![0; length as usize];
    reader.read_exact(&mut task)?;
    sum.update(&task);
    Ok(task)
}

/// Reads the given number of bytes and the checksum, after which the file must end.
fn check(reader: &mut impl Read, length: u64, mut sum: crc32fast::Hasher) -> io::Result<()> {
    let mut left = length;
    let mut buffer = vec![0; 1 << 16];
    while left > 0 {
        let part = left.min(buffer.len() as u64) as usize;
        reader.read_exact(&mut buffer[..part])?;
        sum.update(&buffer[..part]);
        left -= part as u64;
    }
    let mut expected = [0; 4];
    reader.read_exact(&mut expected)?;
    let is_at_end = reader.read(&mut [0])? == 0;
    let is_right = u32::from_le_bytes(expected) == sum.finalize() && is_at_end;
    if is_right { Ok(()) } else { Err(io::ErrorKind::InvalidData.into()) }
}

/// Reads a length, and adds its bytes to the checksum.
fn read_length(reader: &mut impl Read, sum: &mut crc32fast::Hasher) -> io::Result<u64> {
    let mut length = [0; 8];
    reader.read_exact(&mut length)?;
    sum.update(&length);
    Ok(u64::from_le_bytes(length))
}

/// A writer that counts the bytes written, and computes their checksum.
struct Summed<W> {
    inner: W,
    sum: crc32fast::Hasher,
    length: u64,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
