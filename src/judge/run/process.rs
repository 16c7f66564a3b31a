//! A run of a program: its process group, its limits, and what it uses and writes.
//!
//! ```text
//!     this thread        samples memory, looks for excess and interrupts, and reaps the program; sleeps between
//!     two threads        read stdout and stderr to the end, up to the limit; each wakes this one
//!     sh                 ulimit -t: the program ends even if this process does not see to it; then exec COMMAND
//! ```
//!
//! The CPU time is that of the program and of the children that it has waited for. The peak memory is the sum of the peaks
//! of the program and its descendants, as far as samples have seen them, and is known on Linux alone.

use std::env;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, PipeWriter, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{Signal, killpg};
use nix::sys::time::TimeValLike;
use nix::unistd::{AccessFlags, Pid, access};

use super::stderr::telling_line;
use super::{RunError, Runner, TestResult, Verdict, printable};
use crate::proc_files::{descendants, peak_memory};

/// The pauses between two samples: they grow from the first to the second one after a start or an end of a stream, when
/// the program may end soon.
const PAUSES: [Duration; 2] = [Duration::from_micros(100), Duration::from_millis(50)];

/// How long to wait for the rest of the output when the process group is killed.
const DRAINING: Duration = Duration::from_secs(1);

/// Locked to reap a child: the system counts the CPU time of all reaped children together, so that of one is the
/// difference.
static REAPING: Mutex<()> = Mutex::new(());

/// A stream that has ended, or has more than the limit: 0 for stdout, 1 for stderr; and what was written.
type Ended = (usize, io::Result<Vec<u8>>);

impl Runner<'_> {
    /// Checks that there is a program of this name that may be executed. As in a shell, a name without a slash is looked
    /// up on the search path alone.
    ///
    /// # Errors
    /// If there is none.
    pub fn find_program(&self) -> Result<(), RunError> {
        let program = self.command.first().map_or(OsStr::new(""), |program| program);
        let search_path = env::var_os("PATH").unwrap_or_default();
        let is_program = |path: &PathBuf| path.is_file() && access(path, AccessFlags::X_OK).is_ok();
        let found = if program.as_bytes().contains(&b'/') {
            Some(program.into()).filter(is_program)
        } else {
            env::split_paths(&search_path).map(|folder| folder.join(program)).find(is_program)
        };
        if let Some(path) = found {
            let mut line = String::new();
            // What is no text names no interpreter.
            let _ = File::open(path).and_then(|file| BufReader::new(file.take(256)).read_line(&mut line));
            let Some(interpreter) = line.strip_prefix("#!").and_then(|line| line.strip_suffix("\r\n")) else {
                return Ok(());
            };
            let tip = "its first line ends with CRLF, so that its interpreter is not found; convert it to LF:";
            return Err(RunError::Failed(format!(
                "cannot run {}: {tip} {}",
                printable(program),
                printable(interpreter)
            )));
        }
        let tip = "expected a program that may be executed, such as ./a.out or python3 solution.py";
        Err(RunError::Failed(format!("cannot run {}: {tip}", printable(program))))
    }

    /// Runs the program on an input, and measures it. The verdict is AC if only its output can be wrong.
    ///
    /// # Errors
    /// If it cannot be started or waited for, or was interrupted.
    pub(super) fn run(&self, input: &Path) -> Result<TestResult, RunError> {
        let result = if (self.interrupted)() { Ok(TestResult::default()) } else { self.measured(input) };
        match result {
            _ if (self.interrupted)() => Err(RunError::Interrupted),
            result => result.map_err(|error| RunError::System("run programs".to_owned(), error)),
        }
    }

    fn measured(&self, input: &Path) -> io::Result<TestResult> {
        let started = Instant::now();
        let (sender, ended) = channel();
        let seconds = self.cpu.as_secs().min(u32::MAX.into()) + 1;
        let script = format!("ulimit -c 0; ulimit -t {seconds}; exec \"$@\"");
        // All threads are started before the program.
        let mut program = Command::new("sh")
            .args(["-c", &script, "sh"])
            .args(self.command)
            .process_group(0)
            .stdin(File::open(input)?)
            .stdout(stream(0, self.output, &sender)?)
            .stderr(stream(1, self.output, &sender)?)
            .spawn()?;
        let group = Pid::from_raw(program.id().cast_signed());
        let kill = || {
            // It may have ended.
            let _ = killpg(group, Signal::SIGKILL);
        };
        let (mut used, mut streams, mut woken) = (TestResult::default(), [None, None], started);
        let status = loop {
            if let Some((status, cpu)) = reaped(&mut program).inspect_err(|_| kill())? {
                used.cpu_s = cpu.as_secs_f64();
                break status;
            }
            let memory = descendants(program.id()).into_iter().filter_map(peak_memory).sum();
            used.peak_bytes = used.peak_bytes.max(memory);
            used.wall_s = started.elapsed().as_secs_f64();
            if self.excess(&used, &streams).is_some() || (self.interrupted)() {
                kill();
            }
            if let Ok((stream, written)) = ended.recv_timeout((woken.elapsed() / 4).clamp(PAUSES[0], PAUSES[1])) {
                streams[stream] = Some(written.inspect_err(|_| kill())?);
                woken = Instant::now();
            }
        };
        used.wall_s = started.elapsed().as_secs_f64();
        // What the program has left. Its number was freed just now: no other group can have it yet.
        kill();
        while streams.contains(&None)
            && let Ok((stream, written)) = ended.recv_timeout(DRAINING)
        {
            streams[stream] = Some(written?);
        }
        let is_open = streams.contains(&None);
        let excess = self.excess(&used, &streams);
        let written = streams.map(Option::unwrap_or_default);
        let (verdict, reason) = match excess {
            Some(excess) => excess,
            None if !status.success() => (Verdict::RTE, described(status, &written[1])),
            None if is_open => (Verdict::RTE, "a process that it has left keeps its output open".to_owned()),
            None => (Verdict::AC, String::new()),
        };
        Ok(TestResult { verdict, reason, written, ..used })
    }

    /// Returns the verdict on a program that has used and written this much, or `None` if that is within the limits.
    fn excess(&self, used: &TestResult, streams: &[Option<Vec<u8>>; 2]) -> Option<(Verdict, String)> {
        let [cpu, wall] = [self.cpu.as_secs_f64(), 2.0 * self.cpu.as_secs_f64() + 1.0];
        let is_long = streams.iter().flatten().any(|written| written.len() as u64 > self.output);
        let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
        let checks = [
            (used.peak_bytes > self.memory, Verdict::MLE, format!("{:.1} MiB of memory", mib(self.memory))),
            (is_long, Verdict::OLE, format!("{:.1} MiB of output", mib(self.output))),
            (used.cpu_s > cpu, Verdict::TLE, format!("{cpu} s of CPU time")),
            (used.wall_s > wall, Verdict::TLE, format!("{wall} s of wall-clock time")),
        ];
        let (_, verdict, limit) = checks.into_iter().find(|(exceeded, ..)| *exceeded)?;
        Some((verdict, format!("more than {limit}")))
    }
}

/// Returns a pipe for a stream of a program, and starts the thread that reads it.
fn stream(number: usize, limit: u64, ended: &Sender<Ended>) -> io::Result<PipeWriter> {
    let (reader, writer) = io::pipe()?;
    let ended = ended.clone();
    Builder::new().spawn(move || {
        let mut written = Vec::new();
        let read = (&reader).take(limit.saturating_add(1)).read_to_end(&mut written);
        // The run may have ended without it.
        drop(ended.send((number, read.map(|_| written))));
    })?;
    Ok(writer)
}

/// Returns the exit status and the CPU time of a program if it has ended.
fn reaped(program: &mut Child) -> io::Result<Option<(ExitStatus, Duration)>> {
    let _alone = REAPING.lock().unwrap_or_else(PoisonError::into_inner);
    let before = cpu_of_reaped()?;
    let Some(status) = program.try_wait()? else { return Ok(None) };
    Ok(Some((status, cpu_of_reaped()?.saturating_sub(before))))
}

fn cpu_of_reaped() -> io::Result<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let micros = (usage.user_time() + usage.system_time()).num_microseconds();
    Ok(Duration::from_micros(micros.unsigned_abs()))
}

/// Returns how a program ended by itself, with the line of stderr that says why.
fn described(status: ExitStatus, stderr: &[u8]) -> String {
    let line = telling_line(stderr).map_or_else(String::new, |line| format!("; stderr: {line}"));
    let Some(number) = status.signal() else {
        let code = status.code().map_or_else(|| status.to_string(), |code| format!("exit status {code}"));
        return format!("{code}{line}");
    };
    let name = Signal::try_from(number).map_or_else(|_| String::new(), |signal| format!(" ({})", signal.as_str()));
    format!("ended by signal {number}{name}{line}")
}
