//! Takes leave of every process that has ended, so that none stays as a zombie, and tells of the program's end.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use rustix::process::{Pid, WaitOptions, wait};

use super::event::Event;
use super::process_tree::{ADOPTS, await_an_end};

/// A thread that waits for whatever this process has started or adopted.
pub(super) struct Reaper {
    begin: Sender<Pid>,
    /// Held while a process that has ended is taken leave of, which frees its number for others.
    leave: Arc<Mutex<()>>,
}

impl Reaper {
    /// A reaper that waits for its program.
    ///
    /// # Errors
    /// If there is no making a thread.
    pub(super) fn new(events: Sender<Event>) -> io::Result<Reaper> {
        let (begin, program) = channel();
        let leave = Arc::new(Mutex::new(()));
        let shared = Arc::clone(&leave);
        thread::Builder::new().spawn(move || reap(&program, &shared, &events))?;
        Ok(Reaper { begin, leave })
    }

    /// From now on this program, and all others, are waited for.
    pub(super) fn begin(&self, program: Pid) {
        let _ = self.begin.send(program);
    }

    /// While this is held the numbers of processes stay theirs.
    pub(super) fn hold(&self) -> MutexGuard<'_, ()> {
        self.leave.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn reap(program: &Receiver<Pid>, leave: &Mutex<()>, events: &Sender<Event>) {
    let Ok(program) = program.recv() else { return };
    while await_an_end() {
        let _held = leave.lock().unwrap_or_else(PoisonError::into_inner);
        // Where ends cannot be awaited without taking leave, this waits.
        let options = if ADOPTS { WaitOptions::NOHANG } else { WaitOptions::empty() };
        match wait(options) {
            Ok(Some((process, status))) if process == program => drop(events.send(Event::Ended(status))),
            Ok(_) => {}
            Err(_) => break,
        }
    }
    let _ = events.send(Event::NobodyLeft);
}
