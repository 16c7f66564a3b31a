//! Runs the programs as users do: with arguments, with lists of tasks, with endless input.

#![allow(dead_code, reason = "each file of tests needs a part of it")]

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use predicates::prelude::*;
use predicates::str::is_match;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};

/// A time limit for each run: longer than any takes, even on a machine that is busy with other things.
pub(crate) const GUARD: Duration = Duration::from_secs(120);

pub(crate) const HEX: Program = Program { name: "hex", path: env!("CARGO_BIN_EXE_hex") };
pub(crate) const HEX_JUDGE: Program = Program { name: "hex-judge", path: env!("CARGO_BIN_EXE_hex-judge") };
pub(crate) const HIP: Program = Program { name: "hip", path: env!("CARGO_BIN_EXE_hip") };
pub(crate) const CHIP_FIRING: Program = Program { name: "chip-firing", path: env!("CARGO_BIN_EXE_chip-firing") };
pub(crate) const MORPION: Program = Program { name: "morpion", path: env!("CARGO_BIN_EXE_morpion") };

/// The rows of the table on the page of results that a command fills, with its first row, without signs of emphasis.
pub(crate) fn result_table(command: &str) -> Vec<Vec<String>> {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/RESULTS.md")).unwrap();
    let marker = format!(": {command} -->");
    let lines = page.lines().skip_while(|line| !line.ends_with(&marker)).skip(1).take_while(|line| !line.is_empty());
    let rows = lines.filter(|line| !line.contains("---")).map(|line| line[1..line.len() - 1].split('|'));
    rows.map(|cells| cells.map(|cell| cell.trim_matches([' ', '*']).to_owned()).collect()).collect()
}

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

/// Runs a command; without its program, notes what is not checked.
pub(crate) fn output(command: &mut Command, what: &str) -> Option<Output> {
    match command.output() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            skip(&format!("{what}: there is no {}", command.get_program().display()));
            None
        }
        output => Some(output.unwrap()),
    }
}

/// A program that answers what it is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Program {
    pub(crate) name: &'static str,
    pub(crate) path: &'static str,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ended {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Ended {
        let [stdout, stderr] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Ended { status: output.status.code(), stdout, stderr }
    }
}

impl Ended {
    /// Asserts that it printed no answer, and said this: in one line, unless it is wrong usage.
    pub(crate) fn is_refused(&self, status: i32, said: &str) {
        assert_eq!((self.status, &*self.stdout), (Some(status), ""), "expected {said}, found {}", self.stderr);
        let is_short = status == 2 || self.stderr.lines().count() == 1;
        assert!(self.stderr.contains(said) && is_short, "expected {said}, found {}", self.stderr);
    }

    /// The peak memory that `--stats` prints, where the system reports it.
    pub(crate) fn peak_mib(&self) -> Option<f64> {
        let mut lines = self.stderr.lines().rev();
        lines.find_map(|line| line.strip_suffix(" MiB"))?.rsplit(' ').next()?.parse().ok()
    }
}

/// Returns whether the answer to a task has JSON: documents have none.
pub(crate) fn has_json(task: &str) -> bool {
    !["model", "tree", "convert", "show", "generate"].contains(&task.split(' ').next().unwrap())
}

impl Program {
    pub(crate) fn run(self, arguments: &str, input: impl Into<Vec<u8>>) -> Ended {
        let mut command = assert_cmd::Command::new(self.path);
        command.args(arguments.split_whitespace()).write_stdin(input).timeout(GUARD).output().unwrap().into()
    }

    /// Returns the answer, and asserts that stderr is empty.
    pub(crate) fn answer(self, arguments: &str, input: impl Into<Vec<u8>>) -> String {
        let ended = self.run(arguments, input);
        assert!(ended.status == Some(0) && ended.stderr.is_empty(), "{arguments}: {ended:?}");
        ended.stdout
    }

    /// Returns the answer in JSON, which is one object, with any status.
    pub(crate) fn json(self, arguments: &str, input: impl Into<Vec<u8>>) -> serde_json::Value {
        let ended = self.run(&format!("--json {arguments}"), input);
        serde_json::from_str(&ended.stdout).unwrap_or_else(|error| panic!("{arguments}: {error}: {ended:?}"))
    }

    /// The tasks that its help lists, but `help`.
    pub(crate) fn tasks(self) -> Vec<String> {
        let help = self.answer("--help", "");
        let (_, tasks) = help.split_once("\nTasks:\n").unwrap_or_default();
        let names = tasks.split("\n\n").next().unwrap().lines().map(|line| line.split_whitespace().next().unwrap());
        names.filter(|task| *task != "help").map(str::to_owned).collect()
    }

    /// All tasks of a list with their answers, as text and in JSON.
    pub(crate) fn sessions(self, tasks: &str) -> (String, String) {
        let session = |command: String| format!("$ {} {command}\n{}\n", self.name, self.answer(&command, ""));
        let text = tasks.lines().map(|task| session(task.to_owned())).collect();
        let json = tasks.lines().filter(|task| has_json(task));
        (text, json.map(|task| session(format!("--json {task}"))).collect())
    }

    /// With pipes to and from it.
    pub(crate) fn spawn(self, arguments: &str) -> Child {
        let mut command = Command::new(self.path);
        let command = command.args(arguments.split_whitespace()).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Options that end every task soon.
    pub(crate) fn limits(self) -> &'static str {
        match self.name {
            "hex" | "hex-judge" => "",
            _ => "--time 0s --nodes 100 --memory 1M --threads 2",
        }
    }

    /// Asserts that it ends with answers, with wrong usage or with an error of one line, with limits that end every task
    /// soon.
    pub(crate) fn ends_well(self, arguments: &str, input: &[u8]) {
        let ended = self.run(&format!("{} {arguments}", self.limits()), input);
        let messages = match ended.status {
            // Beside an answer there may be notes.
            Some(0 | 3) => format!(r"^({}: \P{{Cc}}+\n)*$", self.name),
            Some(1) => format!(r"^{}: \P{{Cc}}{{1,400}}\n$", self.name),
            Some(2) if ended.stdout.is_empty() => r"^error: [^\n]+\n".to_owned(),
            _ => "^ended badly$".to_owned(),
        };
        let context = format!("{arguments} on {}: {ended:?}", input.escape_ascii());
        assert!(is_match(messages).unwrap().eval(&ended.stderr), "{context}");
    }

    /// Runs it with `--stats` on pieces of input that come for as long as it reads them, up to a number.
    pub(crate) fn feed(self, arguments: &str, piece: impl Into<Vec<u8>>, most: usize) -> Fed {
        let piece = piece.into();
        let mut child = self.spawn(&format!("--stats {arguments}"));
        let mut stdin = child.stdin.take().unwrap();
        let feeding = thread::spawn(move || (0..most).try_for_each(|_| stdin.write_all(&piece)));
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let answered = thread::spawn(move || stdout.lines().count());
        let ended = Ended::from(child.wait_with_output().unwrap());
        let lines = answered.join().unwrap();
        drop(feeding.join().unwrap());
        let said = ended.stderr.lines().rev().find(|line| !line.ends_with(" MiB")).unwrap_or_default().to_owned();
        Fed { status: ended.status, said, lines, mib: ended.peak_mib() }
    }

    /// The program with this redirection of the shell.
    #[cfg(unix)]
    pub(crate) fn redirected(self, redirected: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("exec \"$@\" {redirected}"), "sh", self.path]);
        command
    }
}

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

/// The line with `#` for each number with a decimal point, and then one blank between words.
pub(crate) fn without_measurements(line: &str) -> String {
    let is_measured = |word: &str| word.contains('.') && word.parse::<f64>().is_ok();
    if !line.split(' ').any(is_measured) {
        return line.to_owned();
    }
    let words = line.split_whitespace().map(|word| if is_measured(word) { "#" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

/// A help text without what all programs share: their options and exit statuses.
pub(crate) fn without_common_options(help: &str) -> String {
    let (before, rest) = help.split_once("Common options:\n").unwrap();
    let (_, example) = rest.split_once("\nExample:\n").unwrap();
    format!("{before}Example:\n{example}")
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

/// Sends a signal, or SIGTERM in place of one that is ignored here, as Ctrl-C is in the background of a script: programs
/// that are started ignore it, too.
pub(crate) fn signal(child: &Child, name: &str) {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    let bit = ["HUP", "INT"].iter().position(|signal| *signal == name);
    let is_ignored = bit.is_some_and(|bit| ignored.unwrap_or(0) >> bit & 1 == 1);
    send(child, if is_ignored { "TERM" } else { name });
}

/// Sends a signal. A process keeps its number until it is waited for, also if it has ended.
pub(crate) fn send(child: &Child, name: &str) {
    assert!(Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status().unwrap().success());
}

/// The rows of a table in a file: fields are separated by ` => `, and `\n`, `\r`, `\t`, `<feff>` and `<1b>` are characters.
/// Lines that begin with `# ` are remarks.
pub(crate) fn table<const FIELDS: usize>(text: &str) -> impl Iterator<Item = [String; FIELDS]> {
    const ESCAPES: [(&str, &str); 5] =
        [("\\n", "\n"), ("\\r", "\r"), ("\\t", "\t"), ("<feff>", "\u{feff}"), ("<1b>", "\u{1b}")];
    let field = |text: &str| ESCAPES.iter().fold(text.to_owned(), |text, (escape, c)| text.replace(escape, c));
    let row = move |line: &str| line.split(" => ").map(field).collect::<Vec<_>>().try_into().expect(line);
    text.lines().filter(|line| !line.starts_with("# ")).map(row)
}

/// Fewer bytes than the given number.
pub(crate) fn any_bytes(most: usize, random: &mut SmallRng) -> Vec<u8> {
    let mut bytes = vec![0; random.random_range(0..most)];
    random.fill_bytes(&mut bytes);
    bytes
}

/// A text in which any bytes, or words of this kind, are in the place of some bytes.
pub(crate) fn changed(text: impl Into<Vec<u8>>, words: &[&str], random: &mut SmallRng) -> Vec<u8> {
    let mut input = text.into();
    for _ in 0..random.random_range(1..5) {
        let at = random.random_range(0..=input.len());
        let end = (at + random.random_range(0..6)).min(input.len());
        let word = words.choose(random).filter(|_| random.random_bool(0.8)).map(|word| word.as_bytes().to_vec());
        input.splice(at..end, word.unwrap_or_else(|| any_bytes(4, random)));
    }
    input
}

/// The rounds of a test: the first number in a quick run, the second if the environment asks for the exhaustive ones.
pub(crate) fn rounds(quick: usize, exhaustive: usize) -> usize {
    if env::var_os("QUADRILLE_EXHAUSTIVE").is_some() { exhaustive } else { quick }
}

/// Checks random cases: as many as [`rounds`] says, the same in every run.
pub(crate) fn random_cases(quick: usize, exhaustive: usize, mut check: impl FnMut(&mut SmallRng)) {
    let mut random = SmallRng::seed_from_u64(5);
    (0..rounds(quick, exhaustive)).for_each(|_| check(&mut random));
}
