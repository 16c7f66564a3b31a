//! Files of the command line: those that are read, and those that are written whole.
//!
//! A file is written to a temporary one in the same folder, which takes its name when it is complete on the disk. What
//! is not a regular file, such as a pipe or a device, is written in place, and so is what is open already, as behind
//! `/dev/stdout`.

use std::any::TypeId;
use std::ffi::OsStr;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};

use clap::Arg;
use clap::builder::{OsStringValueParser, TypedValueParser};
use tempfile::NamedTempFile;

use super::failure::Failure;
use super::messages::{ascii, shortened};

/// How an option writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// It replaces a file.
    File,
    /// It replaces a file, or is printed in place of the answer: `-` is stdout.
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
    pub(super) kind: OutputKind,
}

/// Returns a parser for the name of a file or folder to write. Only a picture can be written to stdout, as `-`.
#[must_use]
pub fn output(kind: OutputKind) -> impl TypedValueParser<Value = OutputFile> {
    OsStringValueParser::new().try_map(move |name| match name.to_str() {
        Some("-") if kind == OutputKind::Folder => {
            Err("expected the name of a folder: stdout cannot take several files")
        }
        Some("-") if kind != OutputKind::Picture => Err("expected the name of a file to write, not stdout"),
        Some("") => Err("expected the name of a file or folder to write"),
        _ => Ok(OutputFile { path: name.into(), kind }),
    })
}

impl Deref for OutputFile {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.path
    }
}

impl OutputFile {
    /// Creates the folder that the option names, unless it is there.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create(&self) -> io::Result<()> {
        fs::create_dir_all(&self.path)
    }

    /// Returns whether the output is `-`, a picture on stdout.
    #[must_use]
    pub fn is_dash(&self) -> bool {
        self.path.as_os_str() == "-"
    }

    /// Returns whether another option writes the same file, perhaps by another name. Devices and pipes may be written
    /// twice.
    #[must_use]
    pub fn is_same_file(&self, other: &OutputFile) -> bool {
        fs::metadata(&self.path).map_or(true, |there| there.is_file()) && followed(&self.path) == followed(&other.path)
    }

    /// Returns whether stdout is redirected to the file.
    #[must_use]
    pub fn is_stdout(&self) -> bool {
        let [there, stdout] = [&*self.path, Path::new("/dev/stdout")].map(|path| fs::metadata(path).ok());
        there.zip(stdout).is_some_and(|(there, stdout)| there.is_file() && file_id(&there) == file_id(&stdout))
    }

    /// Checks that the option can write, before the work. Nothing changes, and nothing is created.
    ///
    /// # Errors
    /// [`Failure::Usage`] if it cannot.
    pub fn check(&self) -> Result<(), Failure> {
        self.try_check().map_err(|error| Failure::cannot("write", &self.path, &error))
    }

    fn try_check(&self) -> io::Result<()> {
        let there = match fs::metadata(&self.path) {
            Ok(there) => Some(there),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        match (self.kind, there) {
            (OutputKind::Folder, Some(there)) if !there.is_dir() => {
                return Err(io::Error::other("expected a folder, and this is a file"));
            }
            (OutputKind::Folder, Some(_)) => return takes_files(&self.path),
            (_, Some(there)) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            // A checkpoint is read again; an open file has another writer.
            (OutputKind::Checkpoint, Some(there)) if !there.is_file() => {
                return Err(io::Error::other("not a regular file"));
            }
            (_, Some(there)) if there.is_file() && is_open_file(&self.path) => {
                return Err(io::Error::other(
                    "it leads to an open file, which cannot be replaced; name the file itself",
                ));
            }
            (_, Some(there)) if !there.is_file() => return Ok(()),
            (OutputKind::Log, Some(_)) => return File::options().append(true).open(&self.path).map(drop),
            (_, Some(_)) => drop(File::options().write(true).open(&self.path)?),
            (OutputKind::Folder, None) => {}
            (_, None) if self.path.as_os_str().as_encoded_bytes().ends_with(b"/") => {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            (_, None) => {}
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

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// The largest number of links in a row that are followed, as in Linux.
const MOST_LINKS: usize = 40;

/// Returns a path, and then what each link leads to.
fn links(path: &Path) -> impl Iterator<Item = PathBuf> {
    let next = |path: &PathBuf| Some(folder_of(path).join(fs::read_link(path).ok()?));
    std::iter::successors(Some(path.to_owned()), next).take(MOST_LINKS)
}

/// Returns whether a path leads through a descriptor of a process, such as `/dev/stdout` or `/proc/self/fd/3`.
fn is_open_file(path: &Path) -> bool {
    links(path).filter_map(|path| fs::canonicalize(folder_of(&path)).ok()).any(|folder| {
        folder == Path::new("/dev/fd") || folder.starts_with("/proc") && folder.file_name() == Some(OsStr::new("fd"))
    })
}

/// Returns the file that a path leads to, which need not be there.
#[must_use]
pub fn followed(path: &Path) -> PathBuf {
    let path = fs::canonicalize(path).ok().or_else(|| links(path).last()).unwrap_or_else(|| path.to_owned());
    match (fs::canonicalize(folder_of(&path)), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}

/// Returns what identifies a file.
#[cfg(unix)]
fn file_id(file: &fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (file.dev(), file.ino())
}

#[cfg(not(unix))]
fn file_id(_: &fs::Metadata) -> f64 {
    // Equal to no other.
    f64::NAN
}

/// Writes the text of a file.
pub type WriteFile<'a> = &'a mut dyn FnMut(&mut dyn Write) -> io::Result<()>;

/// Writes a file completely or not at all, and waits until it is on the disk under its name. A file that is replaced
/// keeps its mode.
///
/// # Errors
/// Those of the file system and of `write`; the file is unchanged then.
pub fn write_whole(path: &Path, write: WriteFile<'_>) -> io::Result<()> {
    let there = fs::metadata(path).ok();
    if there.as_ref().is_some_and(|there| !there.is_file()) || is_open_file(path) {
        let mut out = BufWriter::new(File::options().write(true).open(path)?);
        write(&mut out)?;
        return out.flush();
    }
    let path = followed(path);
    let folder = folder_of(&path);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    let file = temporary(folder, &name)?;
    if let Some(mode) = there.map(|there| there.permissions())
        && mode != file.as_file().metadata()?.permissions()
    {
        file.as_file().set_permissions(mode)?;
    }
    let mut out = BufWriter::with_capacity(1 << 16, file);
    write(&mut out)?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.as_file().sync_all()?;
    file.persist(&path)?;
    sync_folder(folder);
    Ok(())
}

/// Waits until the names in a folder are on the disk. Not all file systems can do that, and no other can be asked for
/// more.
#[cfg(unix)]
fn sync_folder(folder: &Path) {
    drop(File::open(folder).and_then(|folder| folder.sync_all()));
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) {}

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

/// Returns whether the value of an argument is the name of a file or folder.
pub(super) fn is_file(argument: &Arg) -> bool {
    [TypeId::of::<InputFile>(), TypeId::of::<OutputFile>()]
        .iter()
        .any(|id| argument.get_value_parser().type_id() == *id)
}

/// Longer names are shortened in messages.
const LONGEST_SHOWN: usize = 250;

/// The name for a message: in ASCII, shortened.
impl fmt::Display for InputFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&ascii(&shortened(&self.0.to_string_lossy(), LONGEST_SHOWN)))
    }
}
