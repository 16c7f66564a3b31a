//! Files that keep what a long computation has found, so that it can be killed and go on.
//!
//! ```text
//!     "quadrille checkpoint 1\n"  length, task  length, findings  CRC-32 of all before
//! ```
//!
//! A new one is written beside the old one and takes its name when it is whole on the disk; the old one stays as `NAME.old`, and is
//! taken if the new one is damaged. Lengths are 8 bytes, the least first. What the findings are is known to the task alone.

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 23] = b"quadrille checkpoint 1\n";

/// Longer tasks are not written.
const LONGEST_TASK: u64 = 1 << 20;

/// Where a task keeps what it has found.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    path: PathBuf,
    task: String,
}

/// Why what was kept cannot be used.
#[derive(Debug)]
pub enum Unusable {
    /// It cannot be read.
    Io(PathBuf, io::Error),
    /// The file is none of these, or damaged; so is the one before it, or there is none.
    Damaged(PathBuf),
    /// It belongs to another task.
    Other(PathBuf, String),
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unusable::Io(path, error) => write!(f, "cannot read the checkpoint {}: {error}", path.display()),
            Unusable::Damaged(path) => {
                write!(f, "{} is no checkpoint, or damaged, and there is no whole older one", path.display())
            }
            Unusable::Other(path, task) => write!(f, "the checkpoint {} is of another task: {task}", path.display()),
        }
    }
}

impl std::error::Error for Unusable {}

/// What was kept, to be read; the checksum has been found right.
#[derive(Debug)]
pub struct Kept {
    /// The findings.
    pub findings: io::Take<BufReader<File>>,
    /// Whether the newest file was damaged, and this is the one before it.
    pub is_older: bool,
}

/// What is wrong with one file.
enum Fault {
    Missing,
    Damaged,
    Other(String),
    Io(io::Error),
}

impl Checkpoint {
    /// The checkpoint of a task in a file, which need not be there.
    #[must_use]
    pub fn new(path: &Path, task: &str) -> Checkpoint {
        Checkpoint { path: path.to_owned(), task: task.to_owned() }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let mut name: OsString = self.path.as_os_str().to_owned();
        name.push(ending);
        name.into()
    }

    /// Keeps what `write` writes.
    ///
    /// # Errors
    /// Those of the file system and of `write`; what was kept before is still there then.
    pub fn save(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let part = self.beside(".part");
        self.write_to(&part, write)?;
        // Without the one before there is still the new one.
        let old = self.beside(".old");
        match fs::rename(&self.path, old) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        fs::rename(part, &self.path)
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

    /// What has been kept of the task; nothing if there is no such file.
    ///
    /// # Errors
    /// See [`Unusable`].
    pub fn open(&self) -> Result<Option<Kept>, Unusable> {
        let newest = self.open_one(&self.path);
        let findings = match newest {
            Ok(findings) => return Ok(Some(Kept { findings, is_older: false })),
            Err(Fault::Io(error)) => return Err(Unusable::Io(self.path.clone(), error)),
            Err(Fault::Other(task)) => return Err(Unusable::Other(self.path.clone(), task)),
            // Missing too: the process may have been killed between the two renamings.
            Err(Fault::Missing | Fault::Damaged) => self.open_one(&self.beside(".old")),
        };
        match (findings, newest) {
            (Ok(findings), _) => Ok(Some(Kept { findings, is_older: true })),
            (_, Err(Fault::Missing)) => Ok(None),
            _ => Err(Unusable::Damaged(self.path.clone())),
        }
    }

    fn open_one(&self, path: &Path) -> Result<io::Take<BufReader<File>>, Fault> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Fault::Missing),
            Err(error) => return Err(Fault::Io(error)),
        };
        let mut reader = BufReader::with_capacity(1 << 16, file);
        let (task, begin, length) = read_frame(&mut reader).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData => Fault::Damaged,
            _ => Fault::Io(error),
        })?;
        if task != self.task {
            return Err(Fault::Other(task));
        }
        reader.seek(SeekFrom::Start(begin)).map_err(Fault::Io)?;
        Ok(reader.take(length))
    }
}

/// Reads a whole file, and returns the task, where the findings begin, and how long they are.
fn read_frame(reader: &mut BufReader<File>) -> io::Result<(String, u64, u64)> {
    let damaged = || io::Error::from(io::ErrorKind::InvalidData);
    let mut sum = crc32fast::Hasher::new();
    let mut magic = [0; MAGIC.len()];
    reader.read_exact(&mut magic)?;
    if magic != *MAGIC {
        return Err(damaged());
    }
    sum.update(&magic);
    let length_of_task = read_length(reader, &mut sum)?;
    if length_of_task > LONGEST_TASK {
        return Err(damaged());
    }
    let mut task = vec![0; length_of_task as usize];
    reader.read_exact(&mut task)?;
    sum.update(&task);
    let length = read_length(reader, &mut sum)?;
    let begin = reader.stream_position()?;
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
    if u32::from_le_bytes(expected) != sum.finalize() || !nothing_more {
        return Err(damaged());
    }
    Ok((String::from_utf8(task).map_err(|_| damaged())?, begin, length))
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
mod tests {
    use super::*;

    fn findings(checkpoint: &Checkpoint) -> Result<Option<(Vec<u8>, bool)>, Unusable> {
        let Some(mut kept) = checkpoint.open()? else { return Ok(None) };
        let mut findings = Vec::new();
        kept.findings.read_to_end(&mut findings).map_err(|error| Unusable::Io(PathBuf::new(), error))?;
        Ok(Some((findings, kept.is_older)))
    }

    #[test]
    fn what_is_kept_is_read() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("kept");
        let checkpoint = Checkpoint::new(&path, "count to a million");
        assert_eq!(findings(&checkpoint)?, None);
        for text in [&b"12"[..], b"", &vec![7; 200_000]] {
            checkpoint.save(|out| out.write_all(text))?;
            assert_eq!(findings(&checkpoint)?, Some((text.to_vec(), false)));
        }
        let other = Checkpoint::new(&path, "count to ten");
        assert!(matches!(findings(&other), Err(Unusable::Other(_, task)) if task == "count to a million"));
        assert!(checkpoint.save(|_| Err(io::Error::other("full"))).is_err());
        assert_eq!(findings(&checkpoint)?, Some((vec![7; 200_000], false)));
        Ok(())
    }

    #[test]
    fn each_damage_is_seen_and_the_older_one_used() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("kept");
        let checkpoint = Checkpoint::new(&path, "count");
        checkpoint.save(|out| out.write_all(b"first"))?;
        let first = fs::read(&path)?;
        for at in 0..first.len() {
            let mut damaged = first.clone();
            damaged[at] ^= 0x20;
            fs::write(&path, &damaged)?;
            assert!(findings(&checkpoint).is_err(), "byte {at} changed");
            fs::write(&path, &first[..at])?;
            assert!(findings(&checkpoint).is_err(), "cut at {at}");
        }
        fs::write(&path, [&first[..], b"!"].concat())?;
        assert!(findings(&checkpoint).is_err());
        fs::write(&path, &first)?;
        checkpoint.save(|out| out.write_all(b"second"))?;
        assert_eq!(findings(&checkpoint)?, Some((b"second".to_vec(), false)));
        fs::write(&path, b"")?;
        assert_eq!(findings(&checkpoint)?, Some((b"first".to_vec(), true)));
        fs::remove_file(&path)?;
        assert_eq!(findings(&checkpoint)?, Some((b"first".to_vec(), true)));
        Ok(())
    }
}
