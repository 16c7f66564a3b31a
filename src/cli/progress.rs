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
pub struct Progress {
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

impl Progress {
    /// A counter up to `total`, if that is known. It is shown on a terminal that the answers do not go to, or if asked for.
    #[must_use]
    pub fn new(options: &Common, program: &'static str, unit: &'static str, total: Option<u64>) -> Progress {
        let wanted = options.progress || !io::stdout().is_terminal();
        let shown = match (options.quiet, io::stderr().is_terminal()) {
            (false, true) if wanted => Shown::Bar(None),
            (false, false) if options.progress => Shown::Lines,
            _ => Shown::Never,
        };
        Progress { program, unit, total, done: 0, last: Instant::now(), shown }
    }

    /// Counts what has been done since the last call.
    pub fn add(&mut self, done: u64) {
        self.done += done;
        if matches!(self.shown, Shown::Never) || self.last.elapsed() < INTERVAL {
            return;
        }
        self.last = Instant::now();
        let Progress { program, unit, total, done, .. } = *self;
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

impl Drop for Progress {
    fn drop(&mut self) {
        if let Shown::Bar(Some(bar)) = &self.shown {
            bar.finish_and_clear();
        }
    }
}

fn new_bar(program: &str, unit: &str, total: Option<u64>) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(4));
    let template = match total {
        Some(_) => format!("{program}: {{pos}} of {{len}} {unit}, {{eta}} left"),
        None => format!("{program}: {{pos}} {unit} in {{elapsed}}"),
    };
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
