//! What a program writes: from a pipe to a file, up to a limit.

use std::fs::File;
use std::io::{self, PipeReader, PipeWriter, Read};
use std::path::Path;
use std::sync::mpsc::Sender;
use std::thread;

use super::event::Event;

/// Makes a pipe for one of the program's streams, whose other end is drained into a file by a thread.
///
/// # Errors
/// If there is no making the file, the pipe or the thread.
pub(super) fn drained_into(path: &Path, limit: u64, events: &Sender<Event>) -> io::Result<PipeWriter> {
    let mut file = File::create(path)?;
    let (reader, writer) = io::pipe()?;
    let events = events.clone();
    thread::Builder::new().spawn(move || {
        let drained = drain(&reader, &mut file, limit, &events);
        let _ = events.send(Event::Drained(drained));
    })?;
    Ok(writer)
}

fn drain(mut pipe: &PipeReader, file: &mut File, limit: u64, events: &Sender<Event>) -> io::Result<()> {
    io::copy(&mut pipe.take(limit), file)?;
    if pipe.read(&mut [0])? > 0 {
        // Told before the pipe closes, which may end the program.
        let _ = events.send(Event::Overflowed);
    }
    Ok(())
}
