//! Terminals: hints, answers and progress on them.

#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};

use predicates::prelude::*;
use predicates::str::is_match;

use crate::support::{HEX, MORPION, rounds};
use crate::table::{Row, TABLE};
use crate::{ask, side_by_side, text};

/// Runs a shell command on a new terminal and returns its status and what the terminal shows; `None` if there is no `script`.
fn on_a_terminal(command: &str) -> Option<(Option<i32>, String)> {
    let mut script = Command::new("script");
    script.current_dir(env!("CARGO_MANIFEST_DIR")).args(["-qec", command, "/dev/null"]).stdin(Stdio::null());
    script.env("TERM", "xterm");
    let Ok(output) = script.output() else {
        crate::support::skip("programs on a terminal: there is no script, which makes one");
        return None;
    };
    Some((output.status.code(), text(&output.stdout).replace("\r\n", "\n")))
}

/// The text without the sequences that begin and end colours.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |before, part| before + part.split_once('m').unwrap().1)
}

#[test]
fn answers_are_the_same_on_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let (input, feedback) = (folder.path().join("input"), folder.path().to_str().unwrap());
    for row in &TABLE {
        for (arguments, given) in row.all() {
            std::fs::write(&input, given).unwrap();
            let arguments = arguments.replace("FOLDER", feedback);
            let command = format!("{} {arguments} < {}", row.program.path, input.display());
            let Some(shown) = on_a_terminal(&command) else { return };
            let shown = (shown.0, without_colours(&shown.1));
            let output = ask(row.program, &arguments, given);
            assert_eq!(shown, (output.status.code(), text(&output.stdout)), "{} {arguments}", row.program.name);
        }
    }
}

#[test]
fn without_input_on_a_terminal_a_program_prints_what_it_expects() {
    for Row { program, terminal: (status, said), .. } in &TABLE {
        let Some((ended, shown)) = on_a_terminal(program.path) else { return };
        // A terminal shows the character that ends the input.
        let shown = shown.trim_start_matches("^D\u{8}\u{8}");
        assert!(shown.starts_with(said) && ended == Some(*status), "{}: {ended:?} {shown}", program.name);
        assert_eq!(shown.contains("\nUsage: "), *status == 2, "{}: {shown}", program.name);
    }
    // Also a task that reads several files; the end of the first is the end.
    for task in ["check -", "best -", "merge -", "verify -"] {
        for (quiet, expected) in [("", 1), ("--quiet ", 0)] {
            let Some((status, shown)) = on_a_terminal(&format!("{} {quiet}{task}", MORPION.path)) else { return };
            assert_eq!((status, shown.matches("morpion: reading ").count()), (Some(1), expected), "{task}: {shown}");
        }
    }
}

/// The line is shown where stderr is a terminal, and on request elsewhere, and only for what takes longer than two seconds. It is cleared
/// before the answer.
#[test]
fn progress_is_shown_on_a_terminal_and_on_request() {
    side_by_side(&TABLE, |Row { program, progress: (arguments, shown), .. }| {
        let line = is_match(format!("{}: {shown}", program.name)).unwrap();
        let arguments = arguments.replace("HEX", HEX.path);
        // Off a terminal the line comes sooner.
        let ways = [("800ms", "--progress", false), ("3s", "", true), ("800ms", "", false), ("3s", "--quiet", true)];
        // All have the same progress line: one program will do for the others.
        let all = if program.name == "hip" { rounds(3, 4) } else { rounds(1, 2) };
        for (number, (time, extra, terminal)) in ways[..all].iter().enumerate() {
            let (expected, arguments) = (number < 2, arguments.replace("TIME", time));
            let (told, answer) = if *terminal {
                let Some((_, told)) = on_a_terminal(&format!("{} {extra} {arguments}", program.path)) else { return };
                (told.clone(), told)
            } else {
                let output = ask(*program, &format!("{extra} {arguments}"), "");
                (text(&output.stderr), text(&output.stdout))
            };
            assert_eq!(line.eval(&told), expected, "{} {extra} {arguments}: {told:?}", program.name);
            let end = answer.lines().last().unwrap_or_default();
            assert!(*terminal || !line.eval(end), "{} {extra} {arguments}: {end}", program.name);
        }
    });
}
