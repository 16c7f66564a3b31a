//! Files that keep what a long computation has found, so that it can be killed and go on.
//!
//! ```text
//!     "quadrille checkpoint 2\n"  length, task  length, findings  CRC-32 of all before
//! ```
//!
//! A new one is written as `NAME.part` and takes its name when it is whole on the disk; the old one stays as `NAME.old`, and is
//! taken if the new one is missing or damaged. Lengths are 8 bytes, the least first. What the findings are is known to the task
//! alone; the number in the first line is raised when what any program writes changes.
//!
//! No file is overwritten that is not a checkpoint, or (`NAME.part` aside) one of another task.

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 23] = b"quadrille checkpoint 2\n";

/// Longer tasks are not written.
const LONGEST_TASK: u64 = 1 << 22;

/// Where a task keeps what it has found.
///
/// ```
/// use quadrille::checkpoint::{Checkpoint, CheckpointError};
/// use std::io::{Read, Write};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("kept");
/// Checkpoint::new(&path, "primes").save(|out| out.write_all(b"2 3 5"))?;
///
/// let mut kept = Checkpoint::new(&path, "primes").open()?.ok_or("nothing is kept")?;
/// let mut findings = String::new();
/// kept.findings.read_to_string(&mut findings)?;
/// assert_eq!(findings, "2 3 5");
/// assert!(matches!(Checkpoint::new(&path, "squares").open(), Err(CheckpointError::Other(_, task)) if task == "primes"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Checkpoint {
    path: PathBuf,
    task: String,
    /// Whether the newest file is whole, so that it may become the older one.
    whole: bool,
}

/// Why what was kept cannot be used.
#[derive(Debug)]
pub enum CheckpointError {
    /// It cannot be read.
    Io(PathBuf, io::Error),
    /// The file is damaged; so is the one before it, or there is none.
    Damaged(PathBuf),
    /// The file is no checkpoint.
    Foreign(PathBuf),
    /// It belongs to another task.
    Other(PathBuf, String),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::Io(path, error) => write!(f, "cannot read the checkpoint {}: {error}", path.display()),
            CheckpointError::Damaged(path) => {
                write!(
                    f,
                    "the checkpoint {} is damaged, and so is the one before it, or there is none; remove it to start again",
                    path.display()
                )
            }
            CheckpointError::Foreign(path) => {
                write!(f, "refusing to overwrite {}: not a quadrille checkpoint; name another file", path.display())
            }
            CheckpointError::Other(path, task) => {
                write!(f, "the checkpoint {} belongs to another task, {task}; name another file", path.display())
            }
        }
    }
}

impl std::error::Error for CheckpointError {}

/// What was kept, to be read; the checksum has been found right.
#[derive(Debug)]
pub struct Kept {
    /// The findings.
    pub findings: io::Take<BufReader<File>>,
    /// The file that they are in.
    pub path: PathBuf,
    /// Whether the newest file was missing or damaged, and this is the one before it.
    pub is_older: bool,
}

/// What is wrong with one file.
enum Fault {
    Missing,
    Damaged,
    Foreign,
    Other(String),
    Io(io::Error),
}

impl Fault {
    fn of_reading(error: io::Error) -> Fault {
        match error.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData => Fault::Damaged,
            _ => Fault::Io(error),
        }
    }
}

impl Checkpoint {
    /// The checkpoint of a task in a file, which need not be there. If it is a link, the file is where that leads to.
    #[must_use]
    pub fn new(path: &Path, task: &str) -> Checkpoint {
        let target = fs::read_link(path).and_then(|_| fs::canonicalize(path));
        Checkpoint { path: target.unwrap_or_else(|_| path.to_owned()), task: task.to_owned(), whole: false }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The newest file of those at a path, the one before it, and the one that is being written.
    #[must_use]
    pub fn files(path: &Path) -> [PathBuf; 3] {
        ["", ".old", ".part"].map(|ending| {
            let mut name: OsString = path.as_os_str().to_owned();
            name.push(ending);
            name.into()
        })
    }

    /// Keeps what `write` writes.
    ///
    /// # Errors
    /// Those of the file system and of `write`; what was kept before is still there then.
    pub fn save(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let [_, old, part] = Checkpoint::files(&self.path);
        self.write_to(&part, write)?;
        // A damaged one does not take the place of the one before it.
        if std::mem::replace(&mut self.whole, false) {
            match fs::rename(&self.path, old) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        fs::rename(part, &self.path)?;
        self.whole = true;
        Ok(())
    }

    fn write_to(&self, path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let file = File::options().read(true).write(true).create(true).truncate(true).open(path)?;
        let mut out =
            Summed { inner: BufWriter::with_capacity(1 << 16, file), sum: crc32fast::Hasher::new(), length: 0 };
        out.write_all(MAGIC)?;
        out.write_all(&(self.task.len() as u64).to_le_bytes())?;
        out.write_all(self.task.as_bytes())?;
        // The length of the findings is known, and put into its place, when they have been written.
        let before = out.length;
        let sum_before = std::mem::replace(&mut out.sum, crc32fast::Hasher::new());
        out.inner.write_all(&[0; 8])?;
        write(&mut out)?;
        let length = (out.length - before).to_le_bytes();
        let mut sum = sum_before;
        sum.update(&length);
        sum.combine(&out.sum);
        out.inner.write_all(&sum.finalize().to_le_bytes())?;
        let mut file = out.inner.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.seek(SeekFrom::Start(before))?;
        file.write_all(&length)?;
        file.sync_all()
    }

    /// What has been kept of the task; nothing if there is no such file. To be called before anything is kept.
    ///
    /// # Errors
    /// See [`CheckpointError`].
    pub fn open(&mut self) -> Result<Option<Kept>, CheckpointError> {
        let [path, old, part] = Checkpoint::files(&self.path);
        if let Err(Fault::Foreign) = self.head(&part) {
            return Err(CheckpointError::Foreign(part));
        }
        let newest = self.open_one(&path);
        self.whole = newest.is_ok();
        let older = if self.whole { self.head(&old).map(|_| None) } else { self.open_one(&old).map(Some) };
        for (path, fault) in [(&path, newest.as_ref().err()), (&old, older.as_ref().err())] {
            match fault {
                Some(Fault::Foreign) => return Err(CheckpointError::Foreign(path.clone())),
                Some(Fault::Other(task)) => return Err(CheckpointError::Other(path.clone(), task.clone())),
                _ => {}
            }
        }
        match (newest, older) {
            (Ok(findings), _) => Ok(Some(Kept { findings, path, is_older: false })),
            (Err(Fault::Io(error)), _) => Err(CheckpointError::Io(path, error)),
            (_, Ok(Some(findings))) => Ok(Some(Kept { findings, path: old, is_older: true })),
            (_, Err(Fault::Io(error))) => Err(CheckpointError::Io(old, error)),
            (Err(Fault::Missing), Err(Fault::Missing)) => Ok(None),
            _ => Err(CheckpointError::Damaged(path)),
        }
    }

    /// Reads a file up to its findings, if it is one of this task; with the sum so far.
    fn head(&self, path: &Path) -> Result<(BufReader<File>, crc32fast::Hasher), Fault> {
        match fs::metadata(path) {
            Ok(data) if data.is_file() => {}
            Ok(_) => return Err(Fault::Io(io::Error::other("not a regular file"))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Fault::Missing),
            Err(error) => return Err(Fault::Io(error)),
        }
        let mut reader = BufReader::with_capacity(1 << 16, File::open(path).map_err(Fault::Io)?);
        let mut magic = Vec::new();
        reader.by_ref().take(MAGIC.len() as u64).read_to_end(&mut magic).map_err(Fault::Io)?;
        if !MAGIC.starts_with(&magic) {
            return Err(Fault::Foreign);
        }
        let mut sum = crc32fast::Hasher::new();
        sum.update(&magic);
        let task = read_task(&mut reader, &mut sum).map_err(Fault::of_reading)?;
        if task == self.task.as_bytes() { Ok((reader, sum)) } else { Err(Fault::Other(shown(&task))) }
    }

    /// The findings of a whole file.
    fn open_one(&self, path: &Path) -> Result<io::Take<BufReader<File>>, Fault> {
        let (mut reader, mut sum) = self.head(path)?;
        let length = read_length(&mut reader, &mut sum).map_err(Fault::of_reading)?;
        let begin = reader.stream_position().map_err(Fault::Io)?;
        check(&mut reader, length, sum).map_err(Fault::of_reading)?;
        reader.seek(SeekFrom::Start(begin)).map_err(Fault::Io)?;
        Ok(reader.take(length))
    }
}

fn damaged() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

/// A task of another program, or a damaged one, fit for a message.
fn shown(task: &[u8]) -> String {
    String::from_utf8_lossy(task).chars().filter(|char| !char.is_control()).take(60).collect()
}

fn read_task(reader: &mut impl Read, sum: &mut crc32fast::Hasher) -> io::Result<Vec<u8>> {
    let length = read_length(reader, sum)?;
    if length > LONGEST_TASK {
        return Err(damaged());
    }
    let mut task = vec![0; length as usize];
    reader.read_exact(&mut task)?;
    sum.update(&task);
    Ok(task)
}

/// Reads so many bytes, the sum, and nothing more.
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
    let nothing_more = reader.read(&mut [0])? == 0;
    if u32::from_le_bytes(expected) == sum.finalize() && nothing_more { Ok(()) } else { Err(damaged()) }
}

fn read_length(reader: &mut impl Read, sum: &mut crc32fast::Hasher) -> io::Result<u64> {
    let mut length = [0; 8];
    reader.read_exact(&mut length)?;
    sum.update(&length);
    Ok(u64::from_le_bytes(length))
}

/// Counts and sums what is written.
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

#[cfg(test)]
mod tests;
