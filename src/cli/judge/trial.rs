//! One run of a program on an input, and its verdict.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::NoVerdict;
use super::writing::printable;
use crate::cli::supervised::{Ending, Limit, Limits, MOST_PROCESSES, NotRun, Order, Report, Supervisors};
use crate::judge::{self, Fault, Verdict};

/// How many bytes from the end of stderr are searched for the last line, which is part of the reason of a failure.
const LAST_WORDS: u64 = 160;

/// Runs a program on inputs, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Trier {
    pub(super) supervisors: Arc<Supervisors>,
    pub(super) command: Vec<OsString>,
    pub(super) limits: Limits,
    /// A file for inputs that are made here.
    pub(super) input: PathBuf,
    /// Files for what the program writes; each run overwrites the last one's.
    pub(super) output: PathBuf,
    pub(super) errors: PathBuf,
}

/// What came of a run.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    pub(super) verdict: Verdict,
    /// Why, in one line; empty if it is accepted.
    pub(super) reason: String,
    pub(super) fault: Option<Fault>,
    pub(super) cpu: Duration,
    pub(super) wall: Duration,
    pub(super) peak: u64,
}

impl Trial {
    /// The program was not run, through no fault of its own.
    pub(super) fn judge_error(reason: String) -> Trial {
        let verdict = Verdict::JudgeError;
        Trial { verdict, reason, fault: None, cpu: Duration::ZERO, wall: Duration::ZERO, peak: 0 }
    }
}

impl Trier {
    /// Removes what the last run has written.
    pub(super) fn clear(&self) {
        for file in [&self.output, &self.errors] {
            // The usual case is that there is none.
            let _ = fs::remove_file(file);
        }
    }

    /// Runs the program on an input and judges its output.
    ///
    /// # Errors
    /// If there is no such program or no way to run it, and after Ctrl-C.
    pub(super) fn try_on(&self, input: &Path) -> Result<Trial, NoVerdict> {
        let order = Order {
            command: self.command.clone(),
            input: input.into(),
            output: self.output.clone().into(),
            errors: self.errors.clone().into(),
            limits: self.limits,
        };
        let report = match self.supervisors.run(&order) {
            Ok(report) => report,
            Err(NotRun::Ended) => return Err(NoVerdict::Interrupted),
            // Others can be judged all the same.
            Err(problem @ NotRun::NoReport(_)) => return Ok(Trial::judge_error(problem.to_string())),
            Err(problem @ NotRun::NoSupervisor(_)) => return Err(NoVerdict::Failed(problem.to_string())),
        };
        let Report { ref ending, cpu, wall, peak } = report;
        let (verdict, reason, fault) = match ending {
            Ending::NotStarted(reason) => return Err(NoVerdict::Failed(format!("cannot run {reason}"))),
            Ending::Exceeded(limit) => {
                let (verdict, reason) = self.exceeded(*limit);
                (verdict, reason, None)
            }
            Ending::Exited(0) => self.judge(input),
            Ending::Exited(status) => (Verdict::RunTimeError, self.last_words(&format!("exit status {status}")), None),
            Ending::Killed(number, name) => {
                let name = name.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
                (Verdict::RunTimeError, self.last_words(&format!("ended by signal {number}{name}")), None)
            }
            Ending::Failed(reason) => (Verdict::JudgeError, reason.clone(), None),
        };
        Ok(Trial { verdict, reason, fault, cpu, wall, peak })
    }

    fn judge(&self, input: &Path) -> (Verdict, String, Option<Fault>) {
        let open = |path: &Path| File::open(path).map_err(|error| format!("cannot read {}: {error}", path.display()));
        let checked = open(input)
            .and_then(|input| Ok((input, open(&self.output)?)))
            .and_then(|(input, output)| judge::check(input, output).map_err(|error| error.to_string()));
        match checked {
            Ok(None) => (Verdict::Accepted, String::new(), None),
            Ok(Some(fault)) => (Verdict::WrongAnswer, fault.to_string(), Some(fault)),
            Err(problem) => (Verdict::JudgeError, problem, None),
        }
    }

    fn exceeded(&self, limit: Limit) -> (Verdict, String) {
        let bytes = |bytes: u64| match bytes {
            0..0x10_0000 => format!("{bytes} bytes"),
            _ => format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20)),
        };
        let seconds = |time: Duration| format!("{} s", time.as_secs_f64());
        let Limits { cpu, wall, memory, output } = self.limits;
        match limit {
            Limit::Cpu => (Verdict::TimeLimit, format!("more than {} of CPU time", seconds(cpu))),
            Limit::Wall => (Verdict::TimeLimit, format!("more than {} of wall-clock time", seconds(wall))),
            Limit::Memory => (Verdict::MemoryLimit, format!("more than {} of memory", bytes(memory))),
            Limit::Output => (Verdict::OutputLimit, format!("more than {} of output", bytes(output))),
            Limit::Processes => {
                (Verdict::RunTimeError, format!("more than {MOST_PROCESSES} processes at the same time"))
            }
        }
    }

    /// How the program ended, with the last line that it wrote to stderr.
    fn last_words(&self, ending: &str) -> String {
        let mut words = Vec::new();
        let read = File::open(&self.errors).and_then(|mut file| {
            let length = file.metadata()?.len();
            file.seek(SeekFrom::Start(length.saturating_sub(LAST_WORDS)))?;
            file.take(LAST_WORDS).read_to_end(&mut words)
        });
        let text = String::from_utf8_lossy(&words);
        match text.lines().rev().map(str::trim).find(|line| !line.is_empty()) {
            Some(line) if read.is_ok() => format!("{ending}; last line of stderr: {}", printable(line)),
            _ => ending.to_owned(),
        }
    }
}
