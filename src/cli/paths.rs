//! Files of the command line: those that are read, and those that are written whole.
//!
//! A file is written to a temporary one in the same folder, which takes its name when it is complete on the disk. What is not a
//! regular file, such as a pipe or `/dev/stdout`, is written in place.

use std::ffi::OsStr;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};

use clap::builder::{OsStringValueParser, TypedValueParser};
use tempfile::NamedTempFile;

use super::failure::Failure;
use super::messages::{ascii, shortened};
use super::signals::Saving;

/// How an option writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writes {
    /// It replaces a file.
    File,
    /// It replaces a file with the picture of an answer.
    Picture,
    /// It replaces a file that it reads again. A task in a list has none.
    Checkpoint,
    /// It replaces a file that it may have read.
    Update,
    /// It appends to a file.
    Log,
    /// It creates files in a folder, which it creates if only the last part of its name is missing.
    Folder,
}

/// A file or folder that an option writes. The echo of a task leaves such options out.
#[derive(Clone, Debug)]
pub struct OutputFile {
    path: PathBuf,
    pub(super) writes: Writes,
}

/// Returns a parser for the name of a file or folder to write. It rejects `-`, which means a standard stream elsewhere.
#[must_use]
pub fn output(writes: Writes) -> impl TypedValueParser<Value = OutputFile> {
    OsStringValueParser::new().try_map(move |name| match name.to_str() {
        Some("" | "-") => Err("expected the name of a file or folder to write"),
        _ => Ok(OutputFile { path: name.into(), writes }),
    })
}

impl Deref for OutputFile {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.path
    }
}

impl OutputFile {
    /// Checks that the option can write, before the work. Nothing that is there changes.
    ///
    /// # Errors
    /// [`Failure::Usage`] if it cannot.
    pub fn check(&self) -> Result<(), Failure> {
        self.try_check().map_err(|error| Failure::cannot("write", &self.path, &error))
    }

    fn try_check(&self) -> io::Result<()> {
        let there = fs::metadata(&self.path);
        match (self.writes, &there) {
            (Writes::Folder, Err(error)) if error.kind() == io::ErrorKind::NotFound => {
                return fs::create_dir(&self.path);
            }
            (Writes::Folder, _) => return takes_files(&self.path),
            (_, Ok(there)) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            // A checkpoint is read again; an open file, as behind `/dev/stdout`, has another writer.
            (Writes::Checkpoint, Ok(there)) if !there.is_file() => return Err(io::Error::other("not a regular file")),
            (_, Ok(there)) if there.is_file() && is_special(&self.path) => {
                return Err(io::Error::other(
                    "it leads to an open file, which cannot be replaced; name the file itself",
                ));
            }
            (_, Ok(there)) if !there.is_file() => return Ok(()),
            (Writes::Log, _) => return File::options().append(true).create(true).open(&self.path).map(drop),
            (_, Ok(_)) => drop(File::options().write(true).open(&self.path)?),
            (_, Err(error)) if error.kind() != io::ErrorKind::NotFound => return there.map(drop),
            _ if self.path.as_os_str().as_encoded_bytes().ends_with(b"/") => {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            _ => {}
        }
        takes_files(folder_of(&followed(&self.path)))
    }
}

/// Checks that files can be created in a folder.
fn takes_files(folder: &Path) -> io::Result<()> {
    fs::metadata(folder)?;
    temporary(folder, OsStr::new("")).map(drop)
}

/// Creates a temporary file with the permissions of a new file.
fn temporary(folder: &Path, prefix: &OsStr) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    let made = builder.prefix(prefix).suffix(".part").make_in(folder, |path| File::create_new(path));
    made.map_err(|error| io::Error::new(error.kind(), format!("cannot create a file in {}: {error}", folder.display())))
}

/// Returns whether a path leads to devices and open files.
fn is_special(path: &Path) -> bool {
    path.starts_with("/dev") || path.starts_with("/proc")
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// The largest number of links in a row that are followed, as in Linux.
const MOST_LINKS: usize = 40;

/// Returns the file that a path leads to, which need not be there.
#[must_use]
pub fn followed(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match (fs::canonicalize(&path), fs::read_link(&path)) {
            (Ok(there), _) => return there,
            (Err(_), Ok(to)) => path = folder_of(&path).join(to),
            (Err(_), Err(_)) => break,
        }
    }
    path
}

/// Writes a file completely or not at all, and waits until it is on the disk.
///
/// # Errors
/// Those of the file system and of `write`; the file is unchanged then.
pub fn write_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let _saving = Saving::begin();
    if is_special(path) || fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        let mut out = BufWriter::new(File::options().write(true).open(path)?);
        write(&mut out)?;
        return out.flush();
    }
    let path = followed(path);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    let mut out = BufWriter::with_capacity(1 << 16, temporary(folder_of(&path), &name)?);
    write(&mut out)?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// The name of a file to read; `-` is stdin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFile(PathBuf);

/// Returns a parser for the name of a file to read.
#[must_use]
pub fn input() -> impl TypedValueParser<Value = InputFile> {
    OsStringValueParser::new().try_map(|name| match name.as_encoded_bytes() {
        b"" => Err("expected the name of a file".to_owned()),
        [b'-', _, ..] => {
            let name = name.display();
            Err(format!("expected the name of a file; write ./{name} for one that begins with a dash"))
        }
        _ => Ok(InputFile(name.into())),
    })
}

impl InputFile {
    /// Returns a file of this name.
    #[must_use]
    pub fn new(path: PathBuf) -> InputFile {
        InputFile(path)
    }

    /// Returns the path of the file; `None` for stdin.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        (self.0.as_os_str() != OsStr::new("-")).then_some(&self.0)
    }

    /// Returns the name as it was given.
    #[must_use]
    pub fn name(&self) -> &Path {
        &self.0
    }
}

/// Longer names are shortened in messages.
const LONGEST_SHOWN: usize = 250;

/// The name for a message: in ASCII, shortened.
impl fmt::Display for InputFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&ascii(&shortened(&self.0.to_string_lossy(), LONGEST_SHOWN)))
    }
}
