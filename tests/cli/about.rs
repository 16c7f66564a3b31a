//! What a program prints about itself: help, version, completions, manual pages.

use std::process::Command;

use predicates::prelude::*;
use predicates::str::is_match;

use crate::support::{Ended, on_path, skip, without_measurements};
use crate::table::{Row, TABLE};

/// What the program prints about itself. stdin does not matter.
fn about(row: &Row, arguments: &str) -> String {
    row.program.answer(arguments, "not read")
}

/// The program and each of its tasks, as they stand before `--help`.
fn pages(row: &Row) -> Vec<String> {
    std::iter::once(String::new()).chain(row.program.tasks().into_iter().map(|task| format!("{task} "))).collect()
}

/// Commands of examples are typed as they stand, in the folder of the repository.
#[cfg(unix)]
#[test]
fn examples_of_help_are_true() {
    let mut compared = 0;
    for row in &TABLE {
        for page in pages(row) {
            let help = about(row, &format!("{page}--help"));
            let (_, example) = help.split_once("\nExample:\n").unwrap_or_else(|| panic!("{} {page}", row.program.name));
            let lines = example.lines().map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line)));
            let example: String = lines.collect();
            let (command, expected) = example.split_once('\n').unwrap();
            let command = command.strip_prefix("$ ").unwrap();
            let mut shell = Command::new("sh");
            shell.env("PATH", on_path()).args(["-c", command]).current_dir(env!("CARGO_MANIFEST_DIR"));
            let ended = Ended::from(shell.output().unwrap());
            // Times and memory are measured.
            let shown: Vec<String> = expected.lines().map(without_measurements).collect();
            let printed: Vec<String> = ended.stdout.lines().map(without_measurements).collect();
            assert_eq!((printed, &*ended.stderr), (shown, ""), "{command}");
            compared += 1;
        }
    }
    assert!(compared > 25, "{compared}");
}

const OPTIONS: [&str; 7] = ["--json", "--threads", "--quiet", "--progress", "--stats", "--man", "--help"];

#[test]
fn help_has_the_options_of_all_programs_and_the_limits_of_what_takes_long() {
    for row in &TABLE {
        for page in pages(row) {
            let help = about(row, &format!("{page}--help"));
            for option in OPTIONS {
                assert!(help.contains(&format!(" {option}")), "{} {page}{option}", row.program.name);
            }
            assert_eq!(about(row, &format!("{page}-h")).lines().next(), help.lines().next());
            assert!(page.is_empty() || about(row, &format!("help {page}")) == help, "{page}");
        }
        let help = about(row, "--help");
        for option in ["--completions", "--version"] {
            assert!(help.contains(&format!(" {option}")), "{} {option}", row.program.name);
        }
        assert_eq!(about(row, "--version"), format!("{} {}\n", row.program.name, env!("CARGO_PKG_VERSION")));
    }
}

#[test]
fn completions_are_written_for_every_shell() {
    for row in &TABLE {
        for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
            let script = about(row, &format!("--completions {shell}"));
            let options = OPTIONS.iter().map(|option| option.trim_start_matches('-').to_owned());
            let missing = options.chain(row.program.tasks()).find(|word| !script.contains(word));
            assert_eq!(missing, None, "{} {shell}", row.program.name);
        }
    }
}

/// Loads the scripts in a real bash, and presses the tab key.
#[test]
fn bash_completes_tasks_options_and_values() {
    let bash = |script: &str| Command::new("bash").args(["--norc", "-c", script]).env("PATH", on_path()).output();
    if bash("true").is_err() {
        return skip("completions in bash: there is no bash");
    }
    for (typed, expected) in [
        ("hip so", "solve"),
        ("hip solve 3x3 --rules ", "gardner last-mover"),
        ("hip draws 6x6 --list-", "--list-all"),
        ("morpion count 5", "5T 5D"),
        ("morpion convert --to pe", "pentasol"),
        ("chip-firing number K8 --min", "--min-first"),
        ("chip-firing tree K4 w", "winner"),
        ("hex-judge generate --kind sp", "spiral"),
        ("hex --wa", "--ways"),
    ] {
        let program = typed.split(' ').next().unwrap();
        let words: Vec<&str> = typed.split(' ').collect();
        let [.., before, last] = words[..] else { panic!("{typed}") };
        let script = format!(
            "eval \"$({program} --completions bash)\"\n\
             read -r _ _ _ _ _ _ _ function _ <<< \"$(complete -p {program} | sed 's/.*-F/1 2 3 4 5 6 7/')\"\n\
             COMP_WORDS=({typed} ''); COMP_CWORD={}\n\
             $function {program} '{last}' '{before}'\n\
             echo \"${{COMPREPLY[*]}}\"",
            words.len() - 1
        );
        let ended = Ended::from(bash(&script).unwrap());
        assert_eq!((ended.stdout.trim_end(), &*ended.stderr), (expected, ""), "{typed}");
    }
}

/// What is in a page as a reader sees it, without fonts, requests and escapes.
fn shown(page: &str) -> String {
    let lines = page.lines().filter(|line| !line.starts_with('.'));
    let lines = lines.map(|line| line.trim_start_matches("\\&").replace("\\*(Aq", "'"));
    let lines = lines.map(|line| ["\\fB", "\\fI", "\\fR"].iter().fold(line, |line, font| line.replace(font, "")));
    lines.map(|line| format!("{}\n", line.replace("\\-", "-").replace("\\.", ".").replace("\\\\", "\\"))).collect()
}

#[test]
fn manual_pages_have_all_that_the_help_has() {
    let request = is_match(r"^\.(TH|SH|SS|PP|TP|RS|RE|IP|nf|fi|br|ie|el)( |$)").unwrap();
    for row in &TABLE {
        let name = row.program.name;
        for task in pages(row) {
            let (page, help) = (about(row, &format!("{task}--man")), about(row, &format!("{task}--help")));
            let unknown = page.lines().find(|line| line.starts_with(['.', '\'']) && !request.eval(line));
            assert_eq!(unknown, None, "{name} {task}");
            assert!(
                page.contains(&format!(".TH {} 1 ", format!("{name} {task}").trim_end().replace(' ', "-"))),
                "{page}"
            );
            let mut from = 0;
            for title in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLE", "\"SEE ALSO\""] {
                from +=
                    page[from..].find(&format!("\n.SH {title}\n")).unwrap_or_else(|| panic!("{name} {task}: {title}"));
            }
            let shown = shown(&page);
            let options = help.lines().filter_map(|line| line.trim_start().strip_prefix("--"));
            let options = options.map(|line| line.split(|c: char| !c.is_ascii_lowercase() && c != '-').next().unwrap());
            let example = help.split_once("\nExample:\n").unwrap().1.lines().map(str::to_owned);
            let tasks =
                row.program.tasks().into_iter().filter(|_| task.is_empty()).map(|task| format!("{name}-{task}(1)"));
            let missing = options
                .map(|option| format!("--{option}"))
                .chain(example)
                .chain(tasks)
                .find(|word| !shown.contains(word));
            assert_eq!(missing, None, "{name} {task}");
        }
    }
}
