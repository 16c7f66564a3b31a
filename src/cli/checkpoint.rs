//! Checkpoints: the state of a long task in a file, so that it can be killed at any moment and continue.
//!
//! ```text
//!     quadrille checkpoint 7                          the number is raised when the state of any program changes its form
//!     morpion count 5T 12 --labelled                  the task as it was typed, for messages
//!     ["count","5T",12,false]                         its identity: the parsed arguments that the state depends on
//!     …                                               the state, and a CRC-32 of everything before it: 4 bytes, little-endian
//! ```
//!
//! The file is replaced whole. Beside it `FILE.lock` is locked while a run uses it; the system ends a lock with its
//! process.
//!
//! A task loads its state, works with a budget that saves it from time to time, and saves it at the end:
//!
//! ```text
//!     let mut checkpoint = run.resume(self.checkpoint.as_ref(), &identity, &mut |from| count.load(from))?;
//!     let save = |out: &mut dyn Write| count.save(out);
//!     count.run(&mut checkpoint.budget(&save, &mut |grids| run.poll(grids)));
//!     checkpoint.close(&save);
//! ```

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::failure::Failure;
use super::messages::escaped;
use super::output::Json;
use super::paths::{OutputFile, followed, write_whole};
use super::run::Run;
use crate::budget::{Budget, Poll};

const MAGIC: &str = "quadrille checkpoint 7\n";

/// What the first lines of all versions have in common.
const MAGIC_OF_ALL: &str = "quadrille checkpoint ";

/// The longest task, and the longest identity, in bytes.
const LONGEST_LINE: u64 = 1 << 22;

/// The least time between two checkpoints.
const LEAST_PAUSE: Duration = Duration::from_secs(1);

/// After a checkpoint there is a pause of at least this many times the time that it took.
const PAUSE_PER_WRITE: u32 = 20;

/// Writes the state of a task.
pub type Save<'a> = &'a dyn Fn(&mut dyn Write) -> io::Result<()>;

/// Reads the state of a task.
pub type Load<'a> = &'a mut dyn FnMut(&mut dyn Read) -> io::Result<()>;

/// The checkpoint of a task, if one was asked for.
pub struct Checkpoint<'a> {
    run: &'a Run<'a>,
    file: Option<CheckpointFile>,
}

struct CheckpointFile {
    path: PathBuf,
    /// Its name for messages.
    name: String,
    /// Its lines above the state.
    head: String,
    due: Instant,
    has_failed: bool,
    _lock: Lock,
}

impl Run<'_> {
    /// Opens the checkpoint of the task, if there is to be one, and has `load` read the state that an earlier run has
    /// saved. `identity` has the arguments that the state depends on.
    ///
    /// # Errors
    /// If the file cannot be used: it is not a checkpoint of this task, or is damaged, or another run uses it, or
    /// `load` refuses the state.
    pub fn resume(
        &self,
        path: Option<&OutputFile>,
        identity: &dyn Json,
        load: Load<'_>,
    ) -> Result<Checkpoint<'_>, Failure> {
        let Some(path) = path else { return Ok(Checkpoint { run: self, file: None }) };
        let (path, name) = (followed(path), path.display().to_string());
        let lock = Lock::take(&path)?;
        let identity = identity.json().map_err(|error| Failure::Usage(error.to_string()))?;
        let head = format!("{MAGIC}{} {}\n{identity}\n", self.process().program, self.task());
        if let Some(mut state) = open(&path, &head)? {
            load(&mut state).map_err(|error| {
                let path = path.display();
                Failure::Input(format!("the checkpoint {path} has no valid state: {error}; remove it to start again"))
            })?;
        }
        let due = Instant::now() + LEAST_PAUSE;
        let file = CheckpointFile { path, name, head, due, has_failed: false, _lock: lock };
        Ok(Checkpoint { run: self, file: Some(file) })
    }
}

impl Checkpoint<'_> {
    /// Returns what the task may use: `poll` stops it, and its state is saved whenever it is time to. A state that
    /// cannot be saved is reported once, and the task continues.
    pub fn budget<'b>(&'b mut self, save: Save<'b>, poll: &'b mut Poll<'_>) -> Budget<'b> {
        self.run.budget_with(move |positions| {
            poll(positions)?;
            self.save_if_due(save);
            ControlFlow::Continue(())
        })
    }

    fn save_if_due(&mut self, save: Save<'_>) {
        let Some(file) = self.file.as_mut().filter(|file| Instant::now() >= file.due) else { return };
        if let Err(error) = file.save(save)
            && !std::mem::replace(&mut file.has_failed, true)
        {
            let path = &file.name;
            self.run
                .say(format_args!("cannot write the checkpoint {path}: {error}; continuing, and trying again later"));
        }
    }

    /// Saves the state at the end of a run.
    pub fn close(mut self, save: Save<'_>) {
        let Some(file) = &mut self.file else { return };
        let saved = file.save(save);
        let path = &file.name;
        match saved {
            Ok(()) if self.run.meter().is_stopped() => {
                self.run.note(format_args!("progress saved in {path}: run the same command again to continue"));
            }
            Ok(()) => {}
            Err(error) => {
                let problem = "what was done since the last one is not saved";
                self.run.say(format_args!("cannot write the checkpoint {path}: {error}; {problem}"));
            }
        }
    }
}

impl CheckpointFile {
    fn save(&mut self, save: Save<'_>) -> io::Result<()> {
        let begun = Instant::now();
        let saved = write_whole(&self.path, &mut |out| {
            let mut out = Summed { out, sum: crc32fast::Hasher::new() };
            out.write_all(self.head.as_bytes())?;
            save(&mut out)?;
            let Summed { out, sum } = out;
            out.write_all(&sum.finalize().to_le_bytes())
        });
        self.due = Instant::now() + LEAST_PAUSE.max(PAUSE_PER_WRITE * begun.elapsed());
        saved
    }
}

/// Opens the checkpoint in a file, and returns its state; `None` if there is no such file.
fn open(path: &Path, head: &str) -> Result<Option<impl Read + use<>>, Failure> {
    let shown = path.display();
    let unreadable = |error: io::Error| Failure::Input(format!("cannot read the checkpoint {shown}: {error}"));
    let damaged = || Failure::Input(format!("the checkpoint {shown} is damaged; remove it to start again"));
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(unreadable)?,
    };
    let mut file = BufReader::with_capacity(1 << 16, file);
    let mut there = String::new();
    for _ in 0..3 {
        match file.by_ref().take(LONGEST_LINE).read_line(&mut there) {
            Err(error) if error.kind() != io::ErrorKind::InvalidData => return Err(unreadable(error)),
            // What is not text is no line of a checkpoint.
            _ => {}
        }
    }
    if !there.starts_with(MAGIC) {
        let problem = match there.starts_with(MAGIC_OF_ALL) {
            true => "was written by another version of quadrille; remove it or name another file",
            false if MAGIC.starts_with(&there) => return Err(damaged()),
            false => {
                let problem = "not a quadrille checkpoint; name another file";
                return Err(Failure::Input(format!("refusing to overwrite {shown}: {problem}")));
            }
        };
        return Err(Failure::Input(format!("the checkpoint {shown} {problem}")));
    }
    let length = checked_length(&mut file).map_err(unreadable)?.ok_or_else(damaged)?;
    let [saved, asked] = [&there, head].map(|head| head.strip_suffix('\n')?.split_once('\n')?.1.split_once('\n'));
    let ((task, identity), (asked_task, asked_identity)) = saved.zip(asked).ok_or_else(damaged)?;
    if identity != asked_identity {
        // The words may be the same, such as those of a record that has changed since.
        let is_same = task == asked_task;
        let (saved, asked) = if is_same { (identity, asked_identity) } else { (task, asked_task) };
        let problem = format!("belongs to '{}', not to '{asked}'; name another file", escaped(saved));
        return Err(Failure::Input(format!("the checkpoint {shown} {problem}")));
    }
    let begin = there.len() as u64;
    let state = length.checked_sub(begin).ok_or_else(damaged)?;
    file.seek(SeekFrom::Start(begin)).map_err(unreadable)?;
    Ok(Some(file.take(state)))
}

/// Returns the length of a file without its checksum; `None` if that is wrong.
fn checked_length(file: &mut BufReader<File>) -> io::Result<Option<u64>> {
    let Some(length) = file.get_ref().metadata()?.len().checked_sub(4) else { return Ok(None) };
    file.rewind()?;
    let mut sum = Summed { out: &mut io::sink(), sum: crc32fast::Hasher::new() };
    io::copy(&mut file.by_ref().take(length), &mut sum)?;
    let mut expected = [0; 4];
    file.read_exact(&mut expected)?;
    Ok((sum.sum.finalize() == u32::from_le_bytes(expected)).then_some(length))
}

/// A writer that computes a checksum.
struct Summed<'a> {
    out: &'a mut dyn Write,
    sum: crc32fast::Hasher,
}

impl Write for Summed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The lock on a file until it is dropped.
#[derive(Debug)]
struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Locks a file for this process. File systems without locks only lose the protection.
    fn take(path: &Path) -> Result<Lock, Failure> {
        let mut lock = path.as_os_str().to_owned();
        lock.push(".lock");
        let lock = PathBuf::from(lock);
        loop {
            let file = File::options().write(true).create(true).truncate(false).open(&lock);
            let file = file.map_err(|error| Failure::cannot("write", &lock, &error))?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    let path = path.display();
                    let problem = "is in use by another run; wait until it has ended, or name another file";
                    return Err(Failure::Usage(format!("{path} {problem}")));
                }
                // The run before this one has removed its lock meanwhile.
                Ok(()) if is_removed(&file) => {}
                _ => return Ok(Lock { path: lock, _file: file }),
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(unix)]
fn is_removed(file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    file.metadata().is_ok_and(|there| there.nlink() == 0)
}

#[cfg(not(unix))]
fn is_removed(_: &File) -> bool {
    false
}
