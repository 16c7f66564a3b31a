//! What a program says about itself: help, version, completions, manual page.

use predicates::prelude::*;
use predicates::str::is_match;

use crate::table::{Row, TABLE};
use crate::{ask, text};

/// What is written about the program, without a word on stderr and whatever is on stdin.
fn about(row: &Row, arguments: &str) -> String {
    let output = ask(row.program, arguments, "not read");
    assert!(output.status.success() && output.stderr.is_empty(), "{} {arguments}: {output:?}", row.program.name);
    text(&output.stdout)
}

/// The folder of the programs before all others: examples are typed as they stand.
#[cfg(unix)]
#[test]
fn help_ends_with_an_example_that_is_true() {
    for row in &TABLE {
        let help = about(row, row.help);
        let (_, example) = help.split_once("\nExample:\n").unwrap();
        let lines = example.lines().map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line)));
        let example: String = lines.collect();
        let (command, expected) = example.split_once('\n').unwrap();
        let folder = std::path::Path::new(row.program.path).parent().unwrap();
        let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
        let output = std::process::Command::new("sh")
            .env("PATH", path)
            .args(["-c", command.strip_prefix("$ ").unwrap()])
            .output();
        let output = output.unwrap();
        assert_eq!((text(&output.stdout), text(&output.stderr)), (expected.to_owned(), String::new()), "{command}");
    }
}

const OPTIONS: [&str; 9] =
    ["--json", "--threads", "--quiet", "--progress", "--stats", "--completions", "--man", "--help", "--version"];

#[test]
fn help_has_the_options_that_are_everywhere_and_the_limits_of_what_takes_long() {
    for row in &TABLE {
        let help = about(row, "--help");
        for option in OPTIONS.iter().chain(row.limits) {
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
            for option in OPTIONS {
                let option = option.trim_start_matches('-');
                assert!(script.contains(option), "{} {shell}: {option}", row.program.name);
            }
        }
    }
}

/// What there is in a page as a reader sees it, without fonts, requests and escapes.
fn shown(page: &str) -> String {
    let lines = page.lines().filter(|line| !line.starts_with('.'));
    let lines = lines.map(|line| line.trim_start_matches("\\&").replace("\\*(Aq", "'"));
    let lines = lines.map(|line| ["\\fB", "\\fI", "\\fR"].iter().fold(line, |line, font| line.replace(font, "")));
    lines.map(|line| format!("{}\n", line.replace("\\-", "-").replace("\\.", ".").replace("\\\\", "\\"))).collect()
}

#[test]
fn the_manual_page_has_all_that_the_help_has() {
    let request = is_match(r"^\.(TH|SH|SS|PP|TP|RS|RE|IP|nf|fi|br|ie|el)( |$)").unwrap();
    for row in &TABLE {
        let (name, page) = (row.program.name, about(row, "--man"));
        for line in page.lines().filter(|line| line.starts_with(['.', '\''])) {
            assert!(request.eval(line), "{name}: {line}");
        }
        let mut from = 0;
        for title in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "\"EXIT STATUS\"", "EXAMPLE", "\"SEE ALSO\""] {
            let heading = format!("\n.SH {title}\n");
            from += page[from..].find(&heading).unwrap_or_else(|| panic!("{name}: {title}"));
        }
        let shown = shown(&page);
        let mut helps = vec![about(row, "--help")];
        let (_, tasks) = helps[0].split_once("\nCommands:\n").unwrap_or_default();
        let tasks: Vec<&str> = tasks.split("\n\n").next().unwrap().lines().collect();
        let tasks = tasks.iter().map(|line| line.split_whitespace().next().unwrap()).filter(|task| *task != "help");
        let of_tasks: Vec<String> = tasks.map(|task| about(row, &format!("{task} --help"))).collect();
        helps.extend(of_tasks);
        for help in helps {
            // Options begin their lines, and what is indented after the options is shown as it stands.
            let options = help.lines().filter_map(|line| line.trim_start().strip_prefix("--"));
            for option in options.map(|line| line.split(|c: char| !c.is_ascii_lowercase() && c != '-').next().unwrap())
            {
                assert!(shown.contains(&format!("--{option}")), "{name}: {option}");
            }
            let (_, example) = help.split_once("\nExample:\n").unwrap();
            let (_, status) = help.split_once("Exit status: ").unwrap_or_default();
            for line in example.lines().chain(status.split(", ").take(1)) {
                assert!(shown.contains(line), "{name}: {line}");
            }
        }
        for other in TABLE.iter().filter(|other| other.program.name != name) {
            assert!(shown.contains(&format!("{}(1)", other.program.name)), "{name}: {}", other.program.name);
        }
        // A form of each task stands below the synopsis.
        for task in row.tasks.0.iter().chain(row.tasks.1) {
            let form = format!("\n{name} [OPTIONS] {} ", task.split(' ').next().unwrap());
            assert!(shown.contains(&form), "{name}: {task}");
        }
    }
}
