//! Runs the programs as users do: with arguments, with lists of tasks, with endless input.

#![allow(dead_code, reason = "each file of tests needs a part of it")]

pub(crate) mod built;

use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use predicates::prelude::*;
use predicates::str::is_match;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// A time limit for each run: longer than any takes, even on a machine that is busy with other things.
pub(crate) const GUARD: Duration = Duration::from_secs(120);

pub(crate) const HEX: Program = Program { name: "hex", path: env!("CARGO_BIN_EXE_hex") };
pub(crate) const HEX_JUDGE: Program = Program { name: "hex-judge", path: env!("CARGO_BIN_EXE_hex-judge") };
pub(crate) const HIP: Program = Program { name: "hip", path: env!("CARGO_BIN_EXE_hip") };
pub(crate) const CHIP_FIRING: Program = Program { name: "chip-firing", path: env!("CARGO_BIN_EXE_chip-firing") };
pub(crate) const MORPION: Program = Program { name: "morpion", path: env!("CARGO_BIN_EXE_morpion") };

pub(crate) const PROGRAMS: [Program; 5] = [HEX, HEX_JUDGE, HIP, CHIP_FIRING, MORPION];

/// The search path of the shell, with the folder of the programs before all others.
pub(crate) fn on_path() -> OsString {
    let programs = Path::new(HEX.path).parent().unwrap().to_owned();
    let others = env::var_os("PATH").unwrap_or_default();
    env::join_paths(std::iter::once(programs).chain(env::split_paths(&others))).unwrap()
}

/// Notes that something was not checked because a tool is missing; the gate lists these notes at its end.
pub(crate) fn skip(what: &str) {
    eprintln!("skipped: {what}");
    if let Some(file) = env::var_os("QUADRILLE_SKIPPED") {
        let mut file = File::options().append(true).create(true).open(file).unwrap();
        file.write_all(format!("{what}\n").as_bytes()).unwrap();
    }
}

/// A program that answers what it is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Program {
    pub(crate) name: &'static str,
    pub(crate) path: &'static str,
}

impl Program {
    pub(crate) fn run(self, arguments: &str, input: impl Into<Vec<u8>>) -> Output {
        let arguments = arguments.split_whitespace();
        assert_cmd::Command::new(self.path).args(arguments).write_stdin(input).timeout(GUARD).output().unwrap()
    }

    /// Returns the answer, and asserts that stderr is empty.
    pub(crate) fn answer(self, arguments: &str, input: impl Into<Vec<u8>>) -> String {
        let output = self.run(arguments, input);
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The tasks that its help lists, but `help`.
    pub(crate) fn tasks(self) -> Vec<String> {
        let help = self.answer("--help", "");
        let (_, tasks) = help.split_once("\nTasks:\n").unwrap_or_default();
        let names = tasks.split("\n\n").next().unwrap().lines().map(|line| line.split_whitespace().next().unwrap());
        names.filter(|task| *task != "help").map(str::to_owned).collect()
    }

    /// All tasks with their answers, as text and in JSON.
    pub(crate) fn sessions(self, tasks: &[&str]) -> (String, String) {
        let session = |command: String| format!("$ {} {command}\n{}\n", self.name, self.answer(&command, ""));
        let text = tasks.iter().map(|task| session((*task).to_owned())).collect();
        (text, tasks.iter().map(|task| session(format!("--json {task}"))).collect())
    }

    /// With pipes to and from it.
    pub(crate) fn spawn(self, arguments: &str) -> Child {
        let mut command = Command::new(self.path);
        let command = command.args(arguments.split_whitespace()).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Options that end every task soon.
    pub(crate) fn limits(self) -> &'static str {
        // It has no table whose memory could be limited.
        match self.name {
            "hex" | "hex-judge" => "",
            "morpion" => "--time 0s --nodes 100 --threads 2",
            _ => LIMITS,
        }
    }

    /// What it prints on stderr: messages of one line each, as many as a regular expression's `count` says.
    pub(crate) fn messages(self, count: &str) -> impl Predicate<str> {
        is_match(format!(r"^({}: [ -~…]+\n){count}$", self.name)).unwrap()
    }

    /// Asserts that it ends with answers or with an error of one line on these bytes, with limits that end every task
    /// soon.
    pub(crate) fn ends_well(self, arguments: &str, input: &[u8]) -> Result<(), TestCaseError> {
        let output = self.run(&format!("{} {arguments}", self.limits()), input);
        let stderr = String::from_utf8(output.stderr).unwrap();
        match output.status.code() {
            // Beside an answer there may be notes.
            Some(0 | 3) => prop_assert!(self.messages("*").eval(&stderr) && stderr.len() < 400, "{}", stderr),
            Some(1) => prop_assert!(self.messages("{1}").eval(&stderr) && stderr.len() < 400, "{}", stderr),
            _ => prop_assert!(false, "{:?}: {}", output.status, stderr),
        }
        Ok(())
    }

    /// Asserts that any arguments, with limits that end every task soon, end with answers or with an error of one line.
    pub(crate) fn ends_well_as_arguments(self, arguments: &[u8]) -> Result<(), TestCaseError> {
        // An argument has no NUL, and on some systems it has to be UTF-8.
        let arguments = String::from_utf8_lossy(arguments).replace('\0', "?");
        let output = self.run(&format!("{} {arguments}", self.limits()), "");
        let stderr = String::from_utf8(output.stderr).unwrap();
        match output.status.code() {
            Some(0 | 3) => prop_assert!(self.messages("*").eval(&stderr), "{}", stderr),
            // 1: a file that they name cannot be used.
            Some(1 | 2) => {
                prop_assert!(output.stdout.is_empty(), "{}: {:?}", arguments, output.stdout);
                prop_assert!(self.messages("{1}").eval(&stderr), "{}: {}", arguments, stderr);
            }
            _ => prop_assert!(false, "{}: {:?}: {}", arguments, output.status, stderr),
        }
        Ok(())
    }

    /// Runs it with `--stats` on pieces of input that come for as long as it reads them, up to a number.
    pub(crate) fn feed(self, arguments: &str, piece: impl Into<Vec<u8>>, most: usize) -> Fed {
        let piece = piece.into();
        let mut child = self.spawn(&format!("--stats {arguments}"));
        let mut stdin = child.stdin.take().unwrap();
        let feeding = thread::spawn(move || (0..most).try_for_each(|_| stdin.write_all(&piece)));
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().count();
        let (status, stderr) = wait(child);
        drop(feeding.join().unwrap());
        let said: Vec<&str> = stderr.lines().collect();
        let (stats, said) = said.split_last().unwrap();
        let mib = stats.strip_suffix(" MiB").and_then(|stats| stats.rsplit(' ').next()?.parse().ok());
        Fed { status, said: said.last().unwrap_or(&"").to_string(), lines, mib }
    }

    /// Asserts that it reports in one line that its answers cannot be written.
    #[cfg(target_os = "linux")]
    pub(crate) fn a_full_disk_is_no_success(self, arguments: &str, input: &str) {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(self.path);
        self.cannot_answer(command.stdout(full), arguments, input);
    }

    /// The program with this redirection of the shell.
    #[cfg(unix)]
    pub(crate) fn redirected(self, redirected: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("exec \"$@\" {redirected}"), "sh", self.path]);
        command
    }

    /// Asserts that it reports in one line that its answers cannot be written to the stdout of this command.
    pub(crate) fn cannot_answer(self, command: &mut Command, arguments: &str, input: &str) {
        let command = command.args(arguments.split_whitespace()).stdin(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        // It need not read all.
        child.stdin.take().unwrap().write_all(input.as_bytes()).ok();
        let (status, stderr) = wait(child);
        // The judge has no status for a limit: what it could not do is a failure.
        let expected = if self.name == HEX_JUDGE.name { 2 } else { 3 };
        assert_eq!(status, Some(expected), "{} {arguments}: {stderr}", self.name);
        let said = format!("{}: cannot write the answers: ", self.name);
        assert!(stderr.starts_with(&said) && stderr.lines().count() == 1, "{arguments}: {stderr}");
    }
}

/// Options that end every task soon.
pub(crate) const LIMITS: &str = "--time 0s --nodes 100 --memory 1M --threads 2";

/// How a run on endless input ended.
pub(crate) struct Fed {
    pub(crate) status: Option<i32>,
    /// The last line on stderr but the statistics.
    pub(crate) said: String,
    /// How many lines were answered.
    pub(crate) lines: usize,
    /// The peak memory, where the system reports it.
    mib: Option<f64>,
}

impl Fed {
    /// Asserts that it took little memory.
    pub(crate) fn is_small(&self) {
        assert!(self.mib.is_none_or(|mib| mib < 32.0), "{:?} MiB", self.mib);
    }

    /// Asserts that all input was read and the given number of lines answered.
    pub(crate) fn is_answered(&self, lines: usize) {
        assert_eq!((self.status, self.said.as_str(), self.lines), (Some(0), "", lines));
        self.is_small();
    }

    /// Asserts that it was rejected at once, with a message that begins with `said`.
    pub(crate) fn is_refused(&self, said: &str) {
        assert!(self.status == Some(1) && self.lines < 9, "{:?} {}", self.status, self.said);
        assert!(self.said.starts_with(said) && self.said.len() < 300, "{}", self.said);
        self.is_small();
    }
}

/// The line with `#` for each number with a decimal point, and the blanks before it as one.
pub(crate) fn without_measurements(line: &str) -> String {
    let words = line.split(' ').map(|word| {
        let is_measured = word.contains('.') && word.parse::<f64>().is_ok();
        if is_measured { "#" } else { word }
    });
    let words: Vec<&str> = words.collect();
    if words.contains(&"#") {
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    } else {
        line.to_owned()
    }
}

/// A help text without what all programs share: their options and exit statuses.
pub(crate) fn without_common_options(help: &str) -> String {
    let (before, rest) = help.split_once("Common options:\n").unwrap();
    let (_, example) = rest.split_once("\nExample:\n").unwrap();
    format!("{before}Example:\n{example}")
}

/// Status, stderr and stdout in one text.
pub(crate) fn all(output: &Output) -> String {
    let [stderr, stdout] = [&output.stderr, &output.stdout].map(|bytes| String::from_utf8_lossy(bytes));
    format!("exit status: {}\n--- stderr\n{stderr}--- stdout\n{stdout}", output.status.code().unwrap())
}

/// Waits for a child, and returns its exit status and stderr.
pub(crate) fn wait(child: Child) -> (Option<i32>, String) {
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Ctrl-C.
pub(crate) fn interrupt(child: &Child) {
    signal(child, "INT");
}

/// Sends a signal. A process keeps its number until it is waited for, also if it has ended.
pub(crate) fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status().unwrap().success());
}

/// A change of a text: at a share of its length, something is put in the place of some bytes.
pub(crate) type Change = (f64, usize, Vec<u8>);

/// Changes by any bytes, or by words of this kind.
pub(crate) fn changes(words: &'static [&'static str]) -> impl Strategy<Value = Vec<Change>> + use<> {
    let any_bytes = proptest::collection::vec(any::<u8>(), 0..4).boxed();
    let words = words.iter().map(|words| words.prop_map(String::into_bytes).boxed());
    let bytes = proptest::strategy::Union::new(std::iter::once(any_bytes).chain(words));
    proptest::collection::vec((0.0..1.0, 0_usize..6, bytes), 1..5)
}

/// A text after changes.
pub(crate) fn changed(text: impl Into<Vec<u8>>, changes: Vec<Change>) -> Vec<u8> {
    let mut input = text.into();
    for (share, removed, bytes) in changes {
        let at = (share * input.len() as f64) as usize;
        let end = (at + removed).min(input.len());
        input.splice(at..end, bytes);
    }
    input
}

/// The rounds of a test: the first number in a quick run, the second if the environment asks for the exhaustive ones.
pub(crate) fn rounds(quick: usize, exhaustive: usize) -> usize {
    if env::var_os("QUADRILLE_EXHAUSTIVE").is_some() { exhaustive } else { quick }
}

/// Random cases: as many as [`rounds`] says, the same in every run unless the environment names a seed for them.
pub(crate) fn random_cases(quick: usize, exhaustive: usize) -> ProptestConfig {
    let mut config = ProptestConfig::default();
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(5);
    }
    ProptestConfig { cases: rounds(quick, exhaustive) as u32, failure_persistence: None, ..config }
}
