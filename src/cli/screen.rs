//! Stdout and stderr of the process: one lock for the answers and the line of progress, since both may go to one
//! terminal.
//!
//! Answers are buffered. They are flushed before a read may block, each half second while a search goes on, and at the
//! end.

use std::env;
use std::fmt::{Arguments, Display};
use std::io::{self, BufWriter, IsTerminal, Read, Stdout, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use terminal_size::{Width, terminal_size_of};

/// The pause between two lines of progress.
const PAUSE: Duration = Duration::from_millis(500);

/// On a terminal the line of progress appears when a task has lasted this long.
const FIRST: Duration = Duration::from_secs(2);

/// The width of a terminal that does not tell it.
pub(super) const USUAL_COLUMNS: u16 = 80;

/// Stdout and stderr.
#[derive(Debug)]
pub struct Screen {
    program: String,
    /// Whether stderr is a terminal on which a line can be drawn over another one.
    draws: bool,
    begun: Instant,
    /// When the line of progress is due, in milliseconds after the begin.
    due: AtomicU64,
    written: Mutex<Written>,
}

/// What has been written.
#[derive(Debug)]
struct Written {
    out: BufWriter<Stdout>,
    /// What the next text is to have above it: a blank line below the answer before, and the name of its task.
    above: String,
    /// Whether there was a text.
    has_text: bool,
    /// Whether a line of progress is on the terminal.
    has_progress: bool,
    /// The first error of stdout.
    failure: Option<io::Error>,
}

impl Screen {
    /// Returns the screen of a program.
    #[must_use]
    pub fn new(program: &str) -> Screen {
        let out = BufWriter::with_capacity(1 << 16, io::stdout());
        let written = Written { out, above: String::new(), has_text: false, has_progress: false, failure: None };
        let is_dumb = env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        Screen {
            program: program.to_owned(),
            draws: io::stderr().is_terminal() && !is_dumb,
            begun: Instant::now(),
            due: AtomicU64::new(PAUSE.as_millis() as u64),
            written: Mutex::new(written),
        }
    }

    fn written(&self) -> MutexGuard<'_, Written> {
        // Nothing panics while it holds the lock.
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a text, which has this heading above it, and a blank line between it and the text before; or with `None` a
    /// line that stands for itself.
    pub fn begin(&self, heading: Option<&str>) {
        let mut written = self.written();
        let blank = if written.has_text { "\n" } else { "" };
        written.above = heading.map_or_else(String::new, |heading| format!("{blank}{heading}"));
    }

    /// Prints a text as a part of the answer.
    ///
    /// # Errors
    /// Those of stdout.
    pub fn print(&self, text: impl Display) -> io::Result<()> {
        self.print_arguments(format_args!("{text}"))
    }

    fn print_arguments(&self, text: Arguments<'_>) -> io::Result<()> {
        self.written().write(|out| out.write_fmt(text))
    }

    /// Writes out what was printed.
    ///
    /// # Errors
    /// Those of stdout.
    pub fn flush(&self) -> io::Result<()> {
        self.written().write_bare(Write::flush)
    }

    /// Writes out what was printed, at the end of the process.
    ///
    /// # Errors
    /// The first error that stdout has had.
    pub fn finish(&self) -> io::Result<()> {
        let mut written = self.written();
        written.clear_progress();
        // An error is kept.
        let _ = written.write_bare(Write::flush);
        written.failure.take().map_or(Ok(()), Err)
    }

    /// Prints a message on stderr in one line; characters that are not visible are escaped.
    pub fn say(&self, message: impl Display) {
        let mut written = self.written();
        written.clear_progress();
        // If stderr cannot be written, nothing can be done.
        let _ = io::stderr().write_all(format!("{}: {}\n", self.program, escaped(message)).as_bytes());
    }

    /// Shows a line of progress if it is due: on a terminal, or with `always` elsewhere too, and flushes the answers.
    /// `begun` is when the task began.
    pub fn tick(&self, begun: Instant, is_wanted: bool, always: bool, text: &dyn Fn() -> String) {
        let now = self.begun.elapsed();
        if (now.as_millis() as u64) < self.due.load(Ordering::Relaxed) {
            return;
        }
        self.due.store((now + PAUSE).as_millis() as u64, Ordering::Relaxed);
        let mut written = self.written();
        // An error is kept, and met by the next print.
        let _ = written.write_bare(Write::flush);
        let is_terminal = io::stderr().is_terminal();
        let is_shown = if self.draws { begun.elapsed() >= FIRST } else { always };
        if !is_wanted || !is_shown || is_terminal && !is_in_foreground() {
            return;
        }
        let text = format!("{}: {}, {}", self.program, text(), shown(begun.elapsed()));
        let line = if self.draws {
            let columns = terminal_size_of(io::stderr()).map_or(USUAL_COLUMNS, |(Width(columns), _)| columns);
            let text: String = text.chars().take(usize::from(columns).saturating_sub(1)).collect();
            format!("\r{text}\x1b[K")
        } else {
            text + "\n"
        };
        let _ = io::stderr().write_all(line.as_bytes());
        written.has_progress = self.draws;
    }
}

/// A document, which is written in pieces while a search may show its progress.
impl Write for &Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written().write(|out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Screen::flush(self)
    }
}

impl Written {
    /// Writes a text below what it is to have above it.
    fn write<T>(&mut self, write: impl FnOnce(&mut BufWriter<Stdout>) -> io::Result<T>) -> io::Result<T> {
        self.clear_progress();
        self.has_text = true;
        let above = std::mem::take(&mut self.above);
        self.write_bare(|out| {
            out.write_all(above.as_bytes())?;
            write(out)
        })
    }

    fn write_bare<T>(&mut self, write: impl FnOnce(&mut BufWriter<Stdout>) -> io::Result<T>) -> io::Result<T> {
        if let Some(failure) = &self.failure {
            return Err(failure.kind().into());
        }
        write(&mut self.out).map_err(|error| {
            let kind = error.kind();
            self.failure = Some(error);
            kind.into()
        })
    }

    fn clear_progress(&mut self) {
        if std::mem::take(&mut self.has_progress) && is_in_foreground() {
            let _ = io::stderr().write_all(b"\r\x1b[K");
        }
    }
}

/// A source of text in UTF-8 whose reads may block: what was printed is flushed before.
#[derive(Debug)]
pub struct Flushing<R> {
    screen: &'static Screen,
    source: R,
    has_begun: bool,
}

impl<R> Flushing<R> {
    pub(super) fn new(screen: &'static Screen, source: R) -> Flushing<R> {
        Flushing { screen, source, has_begun: false }
    }

    /// Returns the source as one of any bytes.
    #[must_use]
    pub fn of_bytes(self) -> Flushing<R> {
        Flushing { has_begun: true, ..self }
    }
}

impl<R: Read> Read for Flushing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // An error is kept, and met by the next print.
        let _ = self.screen.flush();
        let read = self.source.read(buffer)?;
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        if is_first && (buffer[..read].starts_with(b"\xFF\xFE") || buffer[..read].starts_with(b"\xFE\xFF")) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "expected text in UTF-8, found UTF-16"));
        }
        Ok(read)
    }
}

/// Returns a time in hours, minutes and seconds.
fn shown(time: Duration) -> String {
    match (time.as_secs() / 3600, time.as_secs() / 60 % 60, time.as_secs() % 60) {
        (0, 0, seconds) => format!("{seconds}s"),
        (0, minutes, seconds) => format!("{minutes}m {seconds}s"),
        (hours, minutes, seconds) => format!("{hours}h {minutes}m {seconds}s"),
    }
}

/// Returns a text in one line: characters that are not visible, and those that change the direction of writing, are
/// escaped.
fn escaped(text: impl Display) -> String {
    let escaped = |char: char| match char {
        // These are visible.
        '\'' | '"' | '\\' => char.to_string(),
        _ => char.escape_debug().to_string(),
    };
    text.to_string().chars().map(escaped).collect()
}

/// Returns whether the process may write to the terminal: a job in the background would draw over the prompt, or be
/// stopped.
#[cfg(unix)]
fn is_in_foreground() -> bool {
    nix::unistd::tcgetpgrp(io::stderr()).is_ok_and(|group| group == nix::unistd::getpgrp())
}

#[cfg(not(unix))]
fn is_in_foreground() -> bool {
    true
}
