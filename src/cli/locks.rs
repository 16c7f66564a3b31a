//! Locks: a file that a run writes again and again belongs to that run alone.
//!
//! ```text
//!     n.keep.lock       quadrille lock
//!                       process 1234 on host n7, started 2026-11-22T18:55:21Z
//! ```
//!
//! What is locked is not the file, which is replaced again and again, but another one beside it. The system ends a lock with its
//! process, so that a lock file that a killed run has left stops no other one. File systems without locks, such as some network file
//! systems, only lose the protection: a file is complete at any moment even if two runs write it.

use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{process, thread};

use super::exit::Failure;
use super::messages::say;
use crate::files::remove_temporaries;

/// The first line of a lock file.
const MAGIC: &str = "quadrille lock\n";

/// The longest text of a lock file.
const LONGEST: u64 = 1 << 10;

/// How often a run looks for the name of the process that has the lock, which writes it after it has got the lock.
const LOOKS: u32 = 20;

/// The pause between two looks.
const PAUSE: Duration = Duration::from_millis(5);

/// The lock on a file until it is dropped.
#[derive(Debug)]
pub struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    /// Locks a file for this process. Removes what killed runs have left beside it. Returns `None` if the file system has no locks,
    /// and says so.
    ///
    /// # Errors
    /// [`Failure::Usage`] if another process has the lock, or its file cannot be written.
    pub fn take(program: &str, path: &Path) -> Result<Option<Lock>, Failure> {
        let lock = Lock::file(path);
        let cannot = |error: io::Error| Failure::cannot("write", &lock, &error);
        loop {
            let mut file =
                File::options().read(true).write(true).create(true).truncate(false).open(&lock).map_err(cannot)?;
            match file.try_lock() {
                // The run before this one has removed its file meanwhile.
                Ok(()) if !is_at(&file, &lock) => {}
                Ok(()) => {
                    let text = text_of(&mut file).map_err(cannot)?;
                    // After a power failure a file may have its length, but zeros in place of its text.
                    let is_blank = text.bytes().all(|byte| byte == 0);
                    if !is_blank && !MAGIC.starts_with(&text) && !text.starts_with(MAGIC) {
                        let lock = lock.display();
                        let problem = format!("refusing to overwrite {lock}: not a quadrille lock; name another file");
                        return Err(Failure::Usage(problem));
                    }
                    let _ = write_text(&mut file);
                    remove_temporaries(path);
                    return Ok(Some(Lock { file, path: lock }));
                }
                Err(fs::TryLockError::WouldBlock) => return Err(in_use(path, &mut file)),
                Err(fs::TryLockError::Error(error)) => {
                    // Without a lock, an empty file says nothing.
                    if file.metadata().is_ok_and(|there| there.len() == 0) {
                        let _ = fs::remove_file(&lock);
                    }
                    let (path, problem) =
                        (path.display(), "no other run must use it, since the file system has no locks");
                    say(program, format_args!("{path}: {problem}: {error}"));
                    return Ok(None);
                }
            }
        }
    }

    /// Returns the path of the lock file for a file.
    #[must_use]
    pub fn file(path: &Path) -> PathBuf {
        let mut lock = path.as_os_str().to_owned();
        lock.push(".lock");
        lock.into()
    }
}

impl Drop for Lock {
    /// Removes the lock file. A process that has opened it before gets the lock, and sees that it has another file than is there.
    fn drop(&mut self) {
        // Elsewhere a file that is open cannot be told from another one, and stays.
        if cfg!(unix) && is_at(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Returns whether an open file is the one at a path. The path is opened, since network file systems look anew only then.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |file: &File| file.metadata().map(|data| (data.dev(), data.ino()));
    match (id(file), File::open(path).and_then(|there| id(&there))) {
        (Ok(file), Ok(there)) => file == there,
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// Reads a lock file from its beginning.
fn text_of(file: &mut File) -> io::Result<String> {
    let mut text = Vec::new();
    file.rewind()?;
    file.take(LONGEST).read_to_end(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Names this process in its lock file.
fn write_text(file: &mut File) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    let (process, started) = (process::id(), humantime::format_rfc3339_seconds(SystemTime::now()));
    file.write_all(format!("{MAGIC}process {process}{}, started {started}\n", on_host()).as_bytes())
}

#[cfg(unix)]
fn on_host() -> String {
    nix::unistd::gethostname().map_or_else(|_| String::new(), |name| format!(" on host {}", name.display()))
}

#[cfg(not(unix))]
fn on_host() -> String {
    String::new()
}

/// Returns the failure of a run whose file another process has locked.
fn in_use(path: &Path, file: &mut File) -> Failure {
    let holder = |file: &mut File| Some(text_of(file).ok()?.strip_prefix(MAGIC)?.strip_suffix('\n')?.to_owned());
    let looks = (0..LOOKS).find_map(|look| {
        if look > 0 {
            thread::sleep(PAUSE);
        }
        holder(file)
    });
    let holder = looks.unwrap_or_else(|| "another process".to_owned());
    let path = path.display();
    Failure::Usage(format!("{path} is in use by {holder}; wait until it has ended, or name another file"))
}
