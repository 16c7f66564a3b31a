//! Where programs run: a folder for their files, and the supervisors that watch them, until Ctrl-C.

use std::fs;
use std::io;
use std::process;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use super::limits::Judged;
use super::trial::Trier;
use super::{NAME, NoVerdict, SUPERVISE, Status};
use crate::cli::interrupt;
use crate::cli::messages::say;
use crate::cli::supervised::Supervisors;

/// How long Ctrl-C waits for programs to be ended; supervisors that cannot do that are ended sooner.
const ENDING: Duration = Duration::from_secs(15);

/// How long it then waits until what is known is printed: the reader of stdout may have stopped reading.
const TELLING: Duration = Duration::from_secs(2);

pub(super) struct Scratch {
    folder: TempDir,
    supervisors: Arc<Supervisors>,
}

impl Scratch {
    /// A folder, and supervisors. From now on Ctrl-C ends all programs; runs that were under way, and all that are begun
    /// later, give [`NoVerdict::Interrupted`], and what is known by then can be told.
    pub(super) fn until_ctrl_c() -> Result<Scratch, NoVerdict> {
        let cannot = |what: &str, error: io::Error| NoVerdict::Failed(format!("cannot {what}: {error}"));
        let folder = TempDir::with_prefix(NAME)
            .map_err(|error| cannot("create a temporary folder (TMPDIR names another place)", error))?;
        let supervisors = Supervisors::new(SUPERVISE).map_err(|error| cannot("run programs", error))?;
        let (path, running) = (folder.path().to_owned(), Arc::clone(&supervisors));
        interrupt::on_ctrl_c(move || {
            running.end(ENDING);
            thread::sleep(TELLING);
            let _ = fs::remove_dir_all(&path);
            say(NAME, "interrupted; some results could not be printed, because stdout is not being read");
            process::exit(Status::Error as i32);
        });
        Ok(Scratch { folder, supervisors })
    }

    /// Runs a program with files of its own: `name` is no other trier's.
    pub(super) fn trier(&self, judged: &Judged, name: usize) -> Trier {
        let file = |extension: &str| self.folder.path().join(format!("{name}.{extension}"));
        Trier {
            supervisors: Arc::clone(&self.supervisors),
            command: judged.command.clone(),
            limits: judged.limits(),
            input: file("in"),
            output: file("out"),
            errors: file("err"),
        }
    }
}
