//! Checkpoints: the state of a long task in a file, so that it can be killed at any moment and continue.
//!
//! ```text
//!     quadrille checkpoint 10 ["hip tie",{"rows":7,"columns":9},"Balanced",null]      the version of all states; what the
//!     …                                  the state                                  state depends on, by its content
//!     4 bytes                            the CRC-32 of all before them, little-endian
//! ```
//!
//! A run locks its checkpoint. The file that replaces it is locked before it takes its name, so that the lock never
//! ends; there is no other file.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde::Serialize;

use super::files::{Output, target, written};
use super::{Ctx, usage};
use crate::budget::Budget;

/// What a checkpoint begins with. The number is raised when the state of any program changes its form or meaning.
const MAGIC: &str = "quadrille checkpoint 10 ";

/// The least time between two checkpoints; it is also at least this many times that which the last one took.
const PAUSE: Duration = Duration::from_secs(1);
const PAUSE_PER_WRITE: u32 = 20;

/// The checkpoint of a task, if one is asked for.
pub struct Checkpoint<'a> {
    ctx: &'a Ctx,
    place: Option<Place>,
}

struct Place {
    path: PathBuf,
    /// The first line.
    head: String,
    /// The file, which is locked as long as it is open.
    file: File,
    due: Instant,
    has_failed: bool,
}

impl<'a> Checkpoint<'a> {
    /// Opens the checkpoint in a file, and has `load` read the state that an earlier run of the same task has saved.
    /// `identity` has all that the state depends on.
    ///
    /// # Errors
    /// If another run uses the file, or it is no checkpoint of this task, or is damaged.
    pub fn open(
        ctx: &'a Ctx,
        path: Option<&Output>,
        identity: &impl Serialize,
        load: impl FnOnce(&mut dyn Read) -> io::Result<()>,
    ) -> Result<Checkpoint<'a>> {
        let head = format!("{MAGIC}{}\n", serde_json::to_string(identity)?);
        let place = path.map(|path| Place::open(path, head, Box::new(load))).transpose()?;
        Ok(Checkpoint { ctx, place })
    }

    /// Returns a budget whose polls also save the state from time to time.
    pub fn budget<'b>(
        &'b mut self,
        budget: &'b mut Budget<'_>,
        save: impl Fn(&mut dyn Write) -> io::Result<()> + 'b,
    ) -> Budget<'b> {
        let (memory, threads) = (budget.memory, budget.threads);
        let poll = move |positions| {
            if self.place.as_ref().is_some_and(|place| Instant::now() >= place.due) {
                self.save(&save);
            }
            budget.poll(positions)
        };
        Budget::new(poll).with_memory(memory).with_threads(threads)
    }

    /// Saves the state. If that fails, it is said once, and the task goes on.
    pub fn save(&mut self, save: impl Fn(&mut dyn Write) -> io::Result<()>) {
        let Some(place) = &mut self.place else { return };
        let begun = Instant::now();
        let saved = place.save(&save);
        place.due = Instant::now() + PAUSE.max(PAUSE_PER_WRITE * begun.elapsed());
        if let Err(error) = saved
            && !std::mem::replace(&mut place.has_failed, true)
        {
            self.ctx.say(format_args!("cannot write the checkpoint {}: {error}", place.path.display()));
        }
    }
}

/// What reads a state.
type Loading<'a> = Box<dyn FnOnce(&mut dyn Read) -> io::Result<()> + 'a>;

impl Place {
    fn open(path: &Output, head: String, load: Loading<'_>) -> Result<Place> {
        let (shown, path) = (path.display(), target(path));
        // A pipe would wait for its other end, and a device cannot be replaced.
        let is_special = fs::metadata(&path).is_ok_and(|there| !there.is_file());
        ensure!(!is_special, usage(format_args!("the checkpoint {shown} is not a regular file")));
        let file = File::options().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = file.with_context(|| format!("cannot open the checkpoint {shown}"))?;
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) || is_replaced(&file, &path) {
            bail!(usage(format_args!("the checkpoint {shown} is in use by another run")));
        }
        let length = file.metadata()?.len();
        if length > 0 {
            let (mut from, mut line) = (BufReader::new(&file), Vec::new());
            from.by_ref().take(head.len() as u64).read_until(b'\n', &mut line)?;
            ensure!(line == head.as_bytes(), "{shown} is not a checkpoint of this task; name another file");
            let damaged = || format!("the checkpoint {shown} is damaged; remove it to start again");
            let end = length
                .checked_sub(4)
                .filter(|_| is_sum_right(&mut file, length).unwrap_or(false))
                .with_context(damaged)?;
            let begin = head.len() as u64;
            file.seek(SeekFrom::Start(begin))?;
            load(&mut BufReader::new(&file).take(end - begin)).with_context(damaged)?;
        }
        Ok(Place { path, head, file, due: Instant::now() + PAUSE, has_failed: false })
    }

    fn save(&mut self, save: &dyn Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let write = |out: &mut dyn Write| {
            let mut out = Summed { out, sum: crc32fast::Hasher::new() };
            out.write_all(self.head.as_bytes())?;
            save(&mut out)?;
            let Summed { out, sum } = out;
            out.write_all(&sum.finalize().to_le_bytes())
        };
        let next = written(&self.path, Box::new(write))?;
        next.as_file().sync_all()?;
        // A file system without locks only loses the protection.
        let _ = next.as_file().try_lock();
        self.file = next.persist(&self.path)?;
        Ok(())
    }
}

/// Returns whether the last four bytes of a file are the checksum of the others.
fn is_sum_right(file: &mut File, length: u64) -> io::Result<bool> {
    file.rewind()?;
    let (mut from, mut sink, mut expected) = (BufReader::new(file), io::sink(), [0; 4]);
    let mut summed = Summed { out: &mut sink, sum: crc32fast::Hasher::new() };
    io::copy(&mut from.by_ref().take(length - 4), &mut summed)?;
    from.read_exact(&mut expected)?;
    Ok(summed.sum.finalize() == u32::from_le_bytes(expected))
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

/// Returns whether a path leads to another file than this one, since a run that goes on has replaced it meanwhile.
#[cfg(unix)]
fn is_replaced(file: &File, path: &std::path::Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let [open, there] =
        [file.metadata(), fs::metadata(path)].map(|file| file.ok().map(|file| (file.dev(), file.ino())));
    open != there
}

#[cfg(not(unix))]
fn is_replaced(_: &File, _: &std::path::Path) -> bool {
    false
}
