//! Files that are written completely or not at all.
//!
//! ```text
//!     link -> other link -> FILE       links are followed, also if FILE does not exist yet
//!     FILE.writing-x7Kq2f.part         written first, then renamed to FILE; each process has its own
//! ```
//!
//! What is not a regular file, such as a pipe, a device or `/dev/stdout`, must not be replaced, and is written in place.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{self, Path, PathBuf};
use std::time::Duration;

use tempfile::NamedTempFile;

/// What the names of temporary files have between the name of the file and six letters or digits, and after these.
const TEMPORARY: [&str; 2] = [".writing-", ".part"];

/// The number of letters and digits that differ between temporary files.
const TEMPORARY_DIGITS: usize = 6;

/// The largest number of links in a row that are followed, as in Linux.
const MOST_LINKS: usize = 40;

/// The number of bytes that are written to find out whether a disk is full: a block of most file systems.
const BLOCK: usize = 4096;

/// Where a path leads to, and how that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A regular file, or none yet: a temporary file is renamed to it.
    Replaced(PathBuf),
    /// Anything else, which is written in place.
    InPlace(PathBuf),
}

impl Target {
    /// Follows the links of a path. The path of the target has no links and no `..`, so that all spellings give the same.
    ///
    /// # Errors
    /// If there cannot be such a file: its folder does not exist, or it is a folder itself.
    pub fn of(path: &Path) -> io::Result<Target> {
        let mut next = path.to_owned();
        for links in 0..MOST_LINKS {
            let step = step(&next).map_err(|error| match links {
                0 => error,
                _ => io::Error::new(error.kind(), format!("it is a link to {}: {error}", next.display())),
            })?;
            match step {
                Step::End(target) => return Ok(target),
                Step::Link(to) => next = to,
            }
        }
        Err(io::Error::other("too many links in a row"))
    }

    /// Returns the path of the target.
    #[must_use]
    pub fn into_path(self) -> PathBuf {
        match self {
            Target::Replaced(path) | Target::InPlace(path) => path,
        }
    }
}

/// What a path leads to at once.
enum Step {
    End(Target),
    Link(PathBuf),
}

fn step(path: &Path) -> io::Result<Step> {
    let is_separator = |byte: &u8| path::is_separator(char::from(*byte));
    let name = match path.file_name() {
        Some(name) if !path.as_os_str().as_encoded_bytes().last().is_some_and(is_separator) => name,
        Some(_) => return Err(io::ErrorKind::IsADirectory.into()),
        None => return fs::canonicalize(path).and(Err(io::ErrorKind::IsADirectory.into())),
    };
    let folder = fs::canonicalize(folder_of(path))?;
    if !folder.is_dir() {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    let path = folder.join(name);
    match fs::symlink_metadata(&path) {
        // The links in /proc are open files: `/dev/stdout` leads to one.
        Ok(there) if there.is_symlink() && folder.starts_with("/proc") => Ok(Step::End(Target::InPlace(path))),
        Ok(there) if there.is_symlink() => Ok(Step::Link(folder.join(fs::read_link(&path)?))),
        Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => Ok(Step::End(Target::InPlace(path))),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(Step::End(Target::Replaced(path))),
    }
}

/// Returns the folder of a path.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Returns a path unchanged if it is not a link, and otherwise where it leads to. A link that leads nowhere is unchanged too.
#[must_use]
pub fn followed(path: &Path) -> PathBuf {
    let target = if path.is_symlink() { Target::of(path).ok() } else { None };
    target.map_or_else(|| path.to_owned(), Target::into_path)
}

/// Replaces a file by what `write` writes, completely or not at all: it is written to a temporary file in the same folder,
/// which takes the name of the file when it is complete. It does not wait for the disk.
///
/// # Errors
/// Those of the file system and of `write`; the file is unchanged then, and there is no temporary file.
pub fn replace_file(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    write_temporary(path, write)?.persist(path)?;
    Ok(())
}

/// Writes a temporary file beside a path, with the permissions of a new file.
pub(crate) fn write_temporary(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<NamedTempFile> {
    let [between, suffix] = TEMPORARY;
    let mut prefix = path.file_name().unwrap_or_default().to_owned();
    prefix.push(between);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(suffix).rand_bytes(TEMPORARY_DIGITS);
    let folder = folder_of(path);
    // With `tempfile_in` the message would name the temporary file, which no user knows.
    let mut file = builder.make_in(folder, |path| File::create_new(path)).map_err(|error| {
        io::Error::new(error.kind(), format!("cannot create a file in {}: {error}", folder.display()))
    })?;
    write(file.as_file_mut())?;
    Ok(file)
}

/// Removes the temporary files beside a path: runs that were killed while they wrote leave them. The caller must ensure that no
/// other process writes the file. What cannot be removed stays.
pub fn remove_temporaries(path: &Path) {
    let Some(name) = path.file_name() else { return };
    remove_temporaries_of(folder_of(path), Duration::ZERO, |of| of == name.as_encoded_bytes());
}

/// Removes the temporary files in a folder that were last written at least this long ago. `is_own` gets the name of the file that each
/// of them was to become, and decides. No process may still write them. What cannot be removed stays.
pub fn remove_temporaries_of(folder: &Path, age: Duration, is_own: impl Fn(&[u8]) -> bool) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let [between, suffix] = TEMPORARY.map(str::as_bytes);
    let length = between.len() + TEMPORARY_DIGITS + suffix.len();
    for entry in entries.flatten() {
        let there = entry.file_name();
        let bytes = there.as_encoded_bytes();
        let Some((of, rest)) = bytes.len().checked_sub(length).and_then(|at| bytes.split_at_checked(at)) else {
            continue;
        };
        let digits = rest.strip_prefix(between).and_then(|rest| rest.strip_suffix(suffix));
        let is_temporary = digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_alphanumeric)) && is_own(of);
        // The time of a file that is newer than the clock of this machine is no age.
        let is_old = |file: &Metadata| {
            age.is_zero() || file.modified().is_ok_and(|time| time.elapsed().is_ok_and(|since| since >= age))
        };
        if is_temporary && entry.metadata().is_ok_and(|file| file.is_file() && is_old(&file)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Checks that the target of a path can be written, and does not change it: that a file which is there is not read-only, and that
/// its folder takes a temporary file with a block.
///
/// # Errors
/// Those of the file system.
pub fn check_writable(path: &Path) -> io::Result<()> {
    check_not_read_only(path)?;
    match Target::of(path)? {
        Target::Replaced(path) => takes_a_block(&path),
        Target::InPlace(_) => Ok(()),
    }
}

/// Checks that the target of a path can be appended to, as [`check_writable`]. If the file is there, its folder may be read-only.
///
/// # Errors
/// Those of the file system.
pub fn check_appendable(path: &Path) -> io::Result<()> {
    let is_there = check_not_read_only(path)?;
    match check_writable(path) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && is_there => Ok(()),
        checked => checked,
    }
}

/// Checks that the target of a path is not read-only. Returns whether it is there.
///
/// # Errors
/// Those of the file system.
pub fn check_not_read_only(path: &Path) -> io::Result<bool> {
    match Target::of(path)? {
        Target::Replaced(path) => match File::options().write(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            opened => opened.map(|_| true),
        },
        Target::InPlace(path) => check_access(&path).map(|()| true),
    }
}

/// Checks that files can be created in a folder, which need not exist, nor need those that it is in.
///
/// # Errors
/// Those of the file system.
pub fn check_folder(folder: &Path) -> io::Result<()> {
    let there = folder.ancestors().find(|folder| folder.symlink_metadata().is_ok()).unwrap_or(Path::new("."));
    if fs::metadata(there)?.is_dir() {
        takes_a_block(&there.join("file"))
    } else {
        Err(io::ErrorKind::NotADirectory.into())
    }
}

/// Writes a block to a temporary file beside a path, and removes it.
fn takes_a_block(path: &Path) -> io::Result<()> {
    write_temporary(path, |file| file.write_all(&[1; BLOCK])).map(drop)
}

/// Checks the permissions of what is written in place. It is not opened: a pipe would wait for its reader.
#[cfg(unix)]
fn check_access(path: &Path) -> io::Result<()> {
    use nix::unistd::{AccessFlags, access};
    Ok(access(path, AccessFlags::W_OK)?)
}

#[cfg(not(unix))]
fn check_access(_: &Path) -> io::Result<()> {
    Ok(())
}
