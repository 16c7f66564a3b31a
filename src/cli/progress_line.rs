//! One line of progress on stderr: on a terminal, or on request; never among the answers.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::exit::say;
use super::options::Common;

/// The line appears when a run has lasted this long, and is renewed this often.
const INTERVAL: Duration = Duration::from_millis(500);

/// A counter of what has been read of the input, or done of the work, whichever the caller counts.
#[derive(Debug)]
pub struct ProgressLine {
    program: &'static str,
    unit: &'static str,
    total: Option<u64>,
    done: u64,
    last: Instant,
    shown: Shown,
}

#[derive(Debug)]
enum Shown {
    Never,
    /// Off a terminal: a line each time.
    Lines,
    /// On a terminal, where it is made once it is needed.
    Bar(Option<ProgressBar>),
}

impl ProgressLine {
    /// A counter up to `total`, if that is known. It is shown on a terminal that the answers do not go to, or if asked for.
    #[must_use]
    pub fn new(options: &Common, program: &'static str, unit: &'static str, total: Option<u64>) -> ProgressLine {
        let wanted = options.progress || !io::stdout().is_terminal();
        let shown = match (options.quiet, io::stderr().is_terminal()) {
            (false, true) if wanted => Shown::Bar(None),
            (false, false) if options.progress => Shown::Lines,
            _ => Shown::Never,
        };
        ProgressLine { program, unit, total, done: 0, last: Instant::now(), shown }
    }

    /// Whether it is time to show something, which is done then.
    fn is_due(&mut self) -> bool {
        let is_due = !matches!(self.shown, Shown::Never) && self.last.elapsed() >= INTERVAL;
        if is_due {
            self.last = Instant::now();
        }
        is_due
    }

    /// Shows a line of the caller's own in the place of a number.
    pub fn show(&mut self, line: impl FnOnce() -> String) {
        if !self.is_due() {
            return;
        }
        match &mut self.shown {
            Shown::Never => {}
            Shown::Lines => say(self.program, line()),
            Shown::Bar(bar) => {
                let template = format!("{}: {{msg}}", self.program);
                bar.get_or_insert_with(|| styled(None, &template)).set_message(line());
            }
        }
    }

    /// Counts what has been done since the last call.
    pub fn add(&mut self, done: u64) {
        self.done += done;
        if !self.is_due() {
            return;
        }
        let ProgressLine { program, unit, total, done, .. } = *self;
        match &mut self.shown {
            Shown::Never => {}
            Shown::Lines => match total {
                Some(total) => say(program, format_args!("{done} of {total} {unit}")),
                None => say(program, format_args!("{done} {unit}")),
            },
            Shown::Bar(bar) => bar.get_or_insert_with(|| new_bar(program, unit, total)).set_position(done),
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Shown::Bar(Some(bar)) = &self.shown {
            bar.finish_and_clear();
        }
    }
}

fn new_bar(program: &str, unit: &str, total: Option<u64>) -> ProgressBar {
    let template = match total {
        Some(_) => format!("{program}: {{pos}} of {{len}} {unit}, {{eta}} left"),
        None => format!("{program}: {{pos}} {unit} in {{elapsed}}"),
    };
    styled(total, &template)
}

fn styled(total: Option<u64>, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(4));
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
