//! Every command that a document shows is run, and what stands below it is what it prints.
//!
//! ````text
//!     ```console              run always
//!     ```console slow         run with the tests that are ignored
//!     $ hip squares 6x6       the command; its output, stderr too, follows
//!     squares 6x6
//!     …                       any lines
//!     ```
//! ````
//!
//! Numbers with a decimal point are measured, and may differ. The commands of a document run in one folder of their own,
//! where `testdata`, `scripts` and `src` are those of the repository. A block with a tool that is not installed is skipped.

use std::fs;
use std::path::Path;

use crate::support::{GUARD, on_path, skip, without_measurements};
use crate::{README, documents, file, read};

/// Tools of others that commands use.
const TOOLS: [&str; 5] = ["python3", "geng", "dot", "parallel", "man"];

/// A command, and the output that is shown.
struct Shown {
    command: String,
    output: String,
}

/// A block of commands.
struct Block {
    line: usize,
    slow: bool,
    commands: Vec<Shown>,
}

/// The blocks of commands of a document.
fn blocks(document: &str) -> Vec<Block> {
    let text = read(document);
    let mut lines = text.lines().zip(1..);
    let mut blocks = Vec::new();
    while let Some((fence, line)) = lines.next() {
        let Some(kind) = fence.strip_prefix("```") else { continue };
        let inside = lines.by_ref().map(|(text, _)| text).take_while(|text| !text.starts_with("```"));
        let inside: String = inside.map(|text| format!("{text}\n")).collect();
        let slow = match kind {
            "console" => false,
            "console slow" => true,
            _ => continue,
        };
        let (before, rest) = inside.split_once("$ ").unwrap_or_else(|| panic!("{document}:{line}: no command"));
        assert_eq!(before, "", "{document}:{line}: a block of commands begins with one");
        let commands = rest.split("\n$ ").map(|shown| {
            let (command, output) = shown.split_once('\n').unwrap_or((shown, ""));
            Shown { command: command.to_owned(), output: output.to_owned() }
        });
        blocks.push(Block { line, slow, commands: commands.collect() });
    }
    blocks
}

/// What a command of the first page means where the programs are built already; `None` if it is not for a test.
fn typed(command: &str) -> Option<String> {
    match command.strip_prefix("cargo ") {
        None => Some(command.to_owned()),
        Some(rest) => {
            rest.strip_prefix("run --release").map(|rest| format!("hex{}", rest.strip_prefix(" --").unwrap_or(rest)))
        }
    }
}

/// Runs the commands of a block in one shell; the output of each.
fn run(block: &Block, folder: &Path) -> Vec<String> {
    let mut script = "exec 2>&1\n".to_owned();
    for shown in &block.commands {
        let command = typed(&shown.command).unwrap_or_else(|| "true".to_owned());
        // The status is that of the command again for a `$?` that follows.
        script += &format!("{command}\nstatus=$?; printf '\\036'; (exit $status)\n");
    }
    // The folder has `geng` if Debian calls it otherwise.
    let path = on_path();
    let path = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(path).unwrap();
    let mut shell = assert_cmd::Command::new("sh");
    let output = shell.args(["-c", &script]).current_dir(folder).env("PATH", path).timeout(10 * GUARD).output();
    let output = String::from_utf8(output.unwrap().stdout).unwrap();
    output.split_terminator('\u{1e}').map(str::to_owned).collect()
}

/// A folder with what commands may name.
fn scratch() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["testdata", "scripts", "src"] {
        #[cfg(unix)]
        std::os::unix::fs::symlink(file(name), folder.path().join(name)).unwrap();
    }
    if let Some(geng) = found("nauty-geng") {
        // As Debian calls it.
        fs::copy(geng, folder.path().join("geng")).unwrap();
    }
    folder
}

fn found(tool: &str) -> Option<std::path::PathBuf> {
    std::env::split_paths(&on_path()).map(|folder| folder.join(tool)).find(|path| path.is_file())
}

fn missing(block: &Block) -> Option<&'static str> {
    let uses = |tool: &str| {
        let words = block.commands.iter().flat_map(|shown| shown.command.split_whitespace());
        words.into_iter().any(|word| word == tool)
    };
    let is_there = |tool: &str| found(tool).or_else(|| found(&format!("nauty-{tool}"))).is_some();
    TOOLS.into_iter().find(|&tool| uses(tool) && !is_there(tool))
}

/// Whether an output is what is shown: see the top of this file.
fn matches(shown: &str, output: &str) -> bool {
    let normal = |text: &str| -> Vec<String> { text.trim_end().lines().map(without_measurements).collect() };
    let (shown, output) = (normal(shown), normal(output));
    let mut at = 0;
    for part in shown.split(|line| line == "…").enumerate() {
        let (first, lines) = (part.0 == 0, part.1);
        let here = if first { output.starts_with(lines).then_some(0) } else { find(&output[at..], lines) };
        match here {
            Some(offset) => at += offset + lines.len(),
            None => return false,
        }
    }
    shown.last().is_some_and(|line| line == "…") || at == output.len()
}

fn find(lines: &[String], wanted: &[String]) -> Option<usize> {
    (0..=lines.len().checked_sub(wanted.len())?).find(|&at| lines[at..].starts_with(wanted))
}

/// Runs the blocks of all documents that are of this kind; how many commands ran.
fn compare(slow: bool) -> usize {
    let (mut wrong, mut compared) = (String::new(), 0);
    for document in documents() {
        let folder = scratch();
        for block in blocks(document) {
            // What follows a slow block may use its files.
            if block.slow && !slow {
                continue;
            }
            let place = format!("{document}:{}", block.line);
            if let Some(tool) = missing(&block) {
                skip(&format!("commands at {place}: there is no {tool}"));
                continue;
            }
            for (shown, output) in block.commands.iter().zip(run(&block, folder.path())) {
                if typed(&shown.command).is_some() && !matches(&shown.output, &output) {
                    wrong += &format!("--- {place}\n$ {}\n{output}", shown.command);
                }
                compared += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "these print something else:\n{wrong}");
    compared
}

#[cfg(unix)]
#[test]
fn what_is_shown_is_printed() {
    let compared = compare(false);
    assert!(compared > 30, "{compared}");
}

#[cfg(unix)]
#[test]
#[ignore = "slow: the longest searches and judgings that documents show"]
fn what_is_shown_to_take_long_is_printed() {
    assert!(compare(true) > compare(false));
}

#[test]
fn the_first_page_begins_with_the_two_commands() {
    let first = &blocks(README)[0];
    let commands: Vec<&str> = first.commands.iter().map(|shown| shown.command.as_str()).collect();
    assert_eq!(commands, ["cargo run --release < testdata/sample1.txt", "cargo test"]);
}

/// Rows of the table of questions: command, answer, and time.
fn questions() -> Vec<(String, String, String)> {
    let text = read(README);
    let (_, table) = text.split_once("\n| question |").unwrap();
    let rows = table.split("\n\n").next().unwrap().lines().skip(2);
    let row = |row: &str| {
        let cells: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let [_, _, command, answer, time, _] = cells[..] else { panic!("{row}") };
        (command.to_owned(), answer.to_owned(), time.to_owned())
    };
    rows.map(row).collect()
}

fn answer_questions(is_wanted: impl Fn(&str) -> bool) -> usize {
    let folder = scratch();
    let mut answered = 0;
    for (command, answer, time) in questions() {
        if !is_wanted(&time) {
            continue;
        }
        let shown = Shown { command: command.clone(), output: String::new() };
        let block = Block { line: 0, slow: true, commands: vec![shown] };
        if let Some(tool) = missing(&block) {
            skip(&format!("{command}: there is no {tool}"));
            continue;
        }
        let output = run(&block, folder.path()).concat();
        // The judge names the test before its verdict.
        let is_answer = |line: &str| line == answer || line.split_whitespace().any(|word| word == answer);
        assert!(output.lines().any(is_answer), "{command}: {output}");
        answered += 1;
    }
    answered
}

#[cfg(unix)]
#[test]
fn the_questions_of_the_first_page_are_answered() {
    assert!(answer_questions(|time| time.ends_with(" ms")) >= 6);
}

#[cfg(unix)]
#[test]
#[ignore = "slow: the questions of the first page that take seconds"]
fn the_slow_questions_of_the_first_page_are_answered() {
    assert!(answer_questions(|time| time.ends_with(" s")) >= 2);
}

#[test]
fn outputs_match_what_is_shown_and_nothing_else() {
    for (shown, output) in [
        ("", ""),
        ("a\nb\n", "a\nb\n"),
        ("a\n…\nd\n", "a\nb\nc\nd\n"),
        ("a\n…\n", "a\nb\n"),
        ("…\nb\n", "a\nb\n"),
        ("WA   0.021  9.6  why\n", "WA  10.5  11.0  why\n"),
    ] {
        assert!(matches(shown, output), "{shown:?} {output:?}");
    }
    for (shown, output) in [
        ("a\n", "a\nb\n"),
        ("a\nb\n", "a\n"),
        ("a\n…\nc\n", "a\nb\n"),
        ("a\n…\nb\n", "a\nb\nc\n"),
        ("3\n", "4\n"),
        ("WA  0.021  3\n", "WA  0.021  4\n"),
    ] {
        assert!(!matches(shown, output), "{shown:?} {output:?}");
    }
}
