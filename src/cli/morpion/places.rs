//! The files that a task writes: each can be written, no two are the same, and none is the record that is read.

use std::path::{Path, PathBuf};

use super::task::{Search, Task};
use crate::checkpoint::Checkpoint;
use crate::cli::exit::Failure;
use crate::cli::files::{check_writable, resolved};

/// A file that is written for an option.
struct Written {
    option: &'static str,
    path: PathBuf,
}

/// Checks all files before the work. A search may save its best game over the record that it starts from.
///
/// # Errors
/// If one cannot be written, or would be written over by another.
pub(super) fn check(task: &Task) -> Result<(), Failure> {
    let (save, log) = match task {
        Task::Search(Search { save, log, .. }) => (save.as_deref(), log.as_deref()),
        _ => (None, None),
    };
    [task.svg(), task.checkpoint(), save, log].into_iter().flatten().try_for_each(check_writable)?;
    let written = |option, paths: Vec<PathBuf>| paths.into_iter().map(move |path| Written { option, path });
    let one = |path: Option<&Path>| path.map(Path::to_owned).into_iter().collect();
    let mut all: Vec<Written> = written("--svg", one(task.svg())).chain(written("--log", one(log))).collect();
    let checkpoints = task.checkpoint().map(Checkpoint::files).into_iter().flatten().collect();
    all.extend(written("--checkpoint", checkpoints));
    let record = task.record();
    if let Some((record, over)) =
        record.and_then(|record| Some((record, all.iter().find(|file| is_same(&file.path, record))?)))
    {
        let (option, record) = (over.option, record.display());
        return Err(Failure::Usage(format!(
            "{option} would overwrite {record}, the record that is read; name another file"
        )));
    }
    let saved = save.map(|save| vec![save.to_owned()]).unwrap_or_default();
    all.extend(written("--save", saved));
    for (number, file) in all.iter().enumerate() {
        if let Some(other) = all[..number].iter().find(|other| is_same(&other.path, &file.path)) {
            let (one, other, path) = (other.option, file.option, file.path.display());
            return Err(Failure::Usage(format!("{one} and {other} would both write {path}; name different files")));
        }
    }
    Ok(())
}

/// Whether two paths lead to the same file. What is written beside a file need not be able to be there.
fn is_same(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| resolved(path).unwrap_or_else(|_| path.to_owned());
    place(one) == place(other)
}
