//! What a program prints about itself: help, version, completions, manual pages; and what it says about wrong input.

use std::path::Path;
use std::process::{Command, Stdio};

use predicates::prelude::*;
use predicates::str::is_match;

use crate::support::{Ended, on_path, without_measurements};
use crate::{Row, TABLE};

/// What the program prints about itself. stdin does not matter.
fn about(row: &Row, arguments: &str) -> String {
    row.program.answer(arguments, "not read")
}

/// The program and each of its tasks, as they stand before `--help`.
fn pages(row: &Row) -> Vec<String> {
    std::iter::once(String::new()).chain(row.program.tasks().into_iter().map(|task| format!("{task} "))).collect()
}

/// Runs a command of the shell in a folder, without input.
fn shell(command: &str, folder: &Path) -> Ended {
    let mut shell = Command::new("sh");
    shell.env("PATH", on_path()).args(["-c", command]).current_dir(folder);
    shell.stdin(Stdio::null()).output().unwrap().into()
}

/// Commands of examples are typed as they stand, in the folder of the repository.
#[cfg(unix)]
#[test]
fn examples_of_help_are_true() {
    let mut compared = 0;
    for row in TABLE {
        for page in pages(row) {
            for help in ["-h", "--help"] {
                let help = about(row, &format!("{page}{help}"));
                let example =
                    help.split_once("\nExample:\n").unwrap_or_else(|| panic!("{} {page}", row.program.name)).1;
                let lines = example.lines().map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line)));
                let example: String = lines.collect();
                let (command, expected) = example.split_once('\n').unwrap();
                let ended = shell(command.strip_prefix("$ ").unwrap(), Path::new(env!("CARGO_MANIFEST_DIR")));
                // Times and memory are measured.
                let shown: Vec<String> = expected.lines().map(without_measurements).collect();
                let printed: Vec<String> = ended.stdout.lines().map(without_measurements).collect();
                assert_eq!((printed, &*ended.stderr), (shown, ""), "{command}");
                compared += 1;
            }
        }
    }
    assert!(compared > 50, "{compared}");
}

#[rustfmt::skip]
const OPTIONS: [&str; 10] =
    ["--json", "--threads", "--time", "--nodes", "--memory", "--quiet", "--progress", "--stats", "--man", "--help"];

#[test]
fn help_and_manual_pages_have_the_options_of_all_programs() {
    let option = is_match("^--[a-z]+[a-z-]*$").unwrap();
    let request = is_match(r"^\.(TH|SH|SS|PP|TP|RS|RE|IP|nf|fi|br|ie|el)( |$)").unwrap();
    for row in TABLE {
        let name = row.program.name;
        for task in pages(row) {
            let (page, help) = (about(row, &format!("{task}--man")), about(row, &format!("{task}--help")));
            assert_eq!(about(row, &format!("{task}-h")).lines().next(), help.lines().next());
            assert!(task.is_empty() || about(row, &format!("help {task}")) == help, "{task}");
            assert!(
                !page.lines().any(|line| line.starts_with(['.', '\'']) && !request.eval(line)),
                "{name} {task}: {page}"
            );
            let title = format!("{name} {task}").trim_end().replace(' ', "-");
            assert!(page.contains(&format!(".TH {title} 1 ")), "{page}");
            let page = page.replace("\\-", "-");
            let mut options = help.split_whitespace().filter(|word| option.eval(*word));
            assert_eq!(options.find(|option| !page.contains(*option)), None, "{name} {task}");
            assert_eq!(OPTIONS.iter().find(|option| !help.contains(*option)), None, "{name} {task}");
        }
        let help = about(row, "--help");
        for part in ["\nExit status:", " --completions ", " --version"] {
            assert!(help.contains(part), "{name} {part}");
        }
        assert_eq!(about(row, "--version"), format!("{name} {}\n", env!("CARGO_PKG_VERSION")));
    }
}

#[test]
fn completions_are_written_for_every_shell() {
    for row in TABLE {
        for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
            let script = about(row, &format!("--completions {shell}"));
            let options = OPTIONS.iter().map(|option| option[2..].to_owned());
            let missing = options.chain(row.program.tasks()).find(|word| !script.contains(word));
            assert_eq!(missing, None, "{} {shell}", row.program.name);
        }
    }
}

/// Each line of `rejected.txt` is a command of the shell, in a folder of its own, where `testdata` is that of the
/// repository: its exit status and what it says first.
#[cfg(unix)]
#[test]
fn rejected_input_and_wrong_usage() {
    let said = |command: &str| {
        let folder = tempfile::tempdir().unwrap();
        let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
        std::os::unix::fs::symlink(testdata, folder.path().join("testdata")).unwrap();
        let ended = shell(command, folder.path());
        let first = ended.stderr.lines().next().unwrap_or_default();
        let is_usage = ended.status == Some(2) && first.starts_with("error: ") && ended.stdout.is_empty();
        let is_short = ended.stderr.lines().count() == 1 && !first.contains(char::is_control);
        // The judge has its own statuses.
        let is_failure = ended.status == Some(if command.starts_with("hex-judge") { 2 } else { 1 });
        assert!(is_usage || is_failure && is_short, "{command}: {ended:?}");
        let made = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let made: Vec<_> = made.filter(|name| name != "testdata" && name != "graph").collect();
        assert!(made.is_empty(), "{command}: {made:?}");
        format!("$ {command}\n{} {first}\n", ended.status.unwrap())
    };
    let all: String = include_str!("rejected.txt").lines().map(said).collect();
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!("rejected", all) });
}
