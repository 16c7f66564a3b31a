//! Every command that a document shows is run, and what stands below it is what it prints.
//!
//! ````text
//!     ```console              run always
//!     ```console slow         run with the exhaustive tests
//!     $ hip squares 6x6       the command; its output, stderr too, follows
//!     squares 6x6
//!     …                       any lines
//!     ```
//! ````
//!
//! Numbers with a decimal point are measured, and may differ. The commands of a document run in one folder of their own,
//! where `testdata`, `scripts` and `src` are those of the repository. A block with a tool that is not installed is skipped.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::thread;

use crate::support::{GUARD, on_path, rounds, skip, without_measurements};
use crate::{README, documents, file, read};

/// Tools of others that commands use.
const TOOLS: [&str; 6] = ["python3", "geng", "dot", "parallel", "man", "xz"];

/// The place of a block, and its commands, each with the output that is shown.
type Block = (String, Vec<(String, String)>);

/// The blocks of commands of a document that are to be run.
fn blocks(document: &str) -> Vec<Block> {
    let text = read(document);
    let mut lines = text.lines().zip(1..);
    let mut blocks = Vec::new();
    while let Some((fence, line)) = lines.next() {
        let Some(kind) = fence.strip_prefix("```") else { continue };
        let inside = lines.by_ref().map(|(text, _)| text).take_while(|text| !text.starts_with("```"));
        let inside: String = inside.map(|text| format!("{text}\n")).collect();
        if kind == "console" || kind == "console slow" && rounds(0, 1) == 1 {
            let place = format!("{document}:{line}");
            let commands = inside.strip_prefix("$ ").unwrap_or_else(|| panic!("{place} begins without a command"));
            let commands = commands.split("\n$ ").map(|shown| shown.split_once('\n').unwrap_or((shown, "")));
            blocks.push((place, commands.map(|(command, output)| (command.to_owned(), output.to_owned())).collect()));
        }
    }
    blocks
}

/// What a command of the first page means where the programs are built already; `None` if it is not for a test.
fn typed(command: &str) -> Option<String> {
    let Some(rest) = command.strip_prefix("cargo ") else { return Some(command.to_owned()) };
    rest.strip_prefix("run --release").map(|rest| format!("hex{}", rest.strip_prefix(" --").unwrap_or(rest)))
}

/// Runs commands in one shell, and returns the output of each; `None` if a tool is missing.
pub(crate) fn run(place: &str, commands: &[&str], folder: &Path) -> Option<Vec<String>> {
    let uses = |tool: &str| commands.iter().any(|command| command.split_whitespace().any(|word| word == tool));
    let missing =
        TOOLS.into_iter().find(|tool| uses(tool) && found(tool).or(found(&format!("nauty-{tool}"))).is_none());
    if let Some(tool) = missing {
        skip(&format!("commands at {place}: there is no {tool}"));
        return None;
    }
    let mut script = "exec 2>&1\n".to_owned();
    for command in commands {
        let command = typed(command).unwrap_or_else(|| "true".to_owned());
        // The status is that of the command again for a `$?` that follows.
        script += &format!("{command}\nstatus=$?; printf '\\036'; (exit $status)\n");
    }
    // The folder has `geng` if Debian calls it otherwise.
    let path = format!("{}:{}", folder.display(), on_path().display());
    let mut shell = assert_cmd::Command::new("sh");
    let output = shell.args(["-c", &script]).current_dir(folder).env("PATH", path).timeout(10 * GUARD).output();
    let output = String::from_utf8(output.unwrap().stdout).unwrap();
    Some(output.split_terminator('\u{1e}').map(str::to_owned).collect())
}

/// A folder with what commands may name.
pub(crate) fn scratch() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let link = |from: PathBuf, name| std::os::unix::fs::symlink(from, folder.path().join(name)).unwrap();
    ["testdata", "scripts", "src"].into_iter().for_each(|name| link(file(name), name));
    found("nauty-geng").into_iter().for_each(|geng| link(geng, "geng"));
    folder
}

fn found(tool: &str) -> Option<PathBuf> {
    std::env::split_paths(&on_path()).map(|folder| folder.join(tool)).find(|path| path.is_file())
}

/// Whether an output is what is shown: see the top of this file.
fn matches(shown: &str, output: &str) -> bool {
    let normal = |text: &str| -> Vec<String> { text.trim_end().lines().map(without_measurements).collect() };
    let (shown, output) = (normal(shown), normal(output));
    let mut parts = shown.split(|line| line == "…");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = output.strip_prefix(first) else { return false };
    for part in parts {
        let Some(at) = (0..=rest.len()).find(|&at| rest[at..].starts_with(part)) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty() || shown.last().is_some_and(|line| line == "…")
}

/// Runs the commands of a document. Returns their number, and what those print that print something else.
fn compare(document: &str) -> (usize, String) {
    let (folder, mut compared, mut wrong) = (scratch(), 0, String::new());
    for (place, commands) in blocks(document) {
        let words: Vec<&str> = commands.iter().map(|(command, _)| command.as_str()).collect();
        for ((command, shown), output) in commands.iter().zip(run(&place, &words, folder.path()).unwrap_or_default()) {
            if typed(command).is_some() && !matches(shown, &output) {
                wrong += &format!("--- {place}\n$ {command}\n{output}");
            }
            compared += 1;
        }
    }
    (compared, wrong)
}

#[test]
fn shown_commands_print_what_is_shown() {
    let compared: Vec<(usize, String)> = thread::scope(|scope| {
        let threads: Vec<_> = documents().map(|document| scope.spawn(move || compare(document))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let wrong: String = compared.iter().map(|(_, wrong)| wrong.as_str()).collect();
    assert!(wrong.is_empty(), "these print something else:\n{wrong}");
    assert!(compared.iter().map(|(compared, _)| compared).sum::<usize>() > 30);
}

#[test]
fn first_page_begins_with_the_two_commands() {
    let first = &blocks(README)[0].1;
    let commands: Vec<&str> = first.iter().map(|(command, _)| command.as_str()).collect();
    assert_eq!(commands, ["cargo run --release < testdata/sample1.txt", "cargo test"]);
}

/// Those that take longer are in the page of results.
#[test]
fn questions_of_the_first_page_are_answered() {
    let text = read(README);
    let (_, table) = text.split_once("\n| question |").unwrap();
    let (folder, mut answered) = (scratch(), 0);
    for row in table.split("\n\n").next().unwrap().lines().skip(2) {
        let cells: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let [_, _, command, answer, time, _] = cells[..] else { panic!("{row}") };
        let seconds = time.strip_suffix(" s").map(|seconds| seconds.parse::<f64>().unwrap());
        if seconds.is_none_or(|seconds| seconds < 10.0 && rounds(0, 1) == 1) {
            let Some(output) = run(command, &[command], folder.path()) else { continue };
            // The judge names the test before its verdict.
            let is_answer = |line: &str| line == answer || line.split_whitespace().any(|word| word == answer);
            assert!(output[0].lines().any(is_answer), "{command}: {output:?}");
            answered += 1;
        }
    }
    assert!(answered >= 6, "{answered}");
}
