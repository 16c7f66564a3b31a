//! Terminals: hints, answers and progress on them.

#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};

use itertools::Itertools;
use predicates::prelude::*;
use predicates::str::is_match;

use crate::support::{CHIP_FIRING, Ended, HEX, HEX_JUDGE, HIP, MORPION, rounds};
use crate::table::{Row, TABLE};
use crate::{ask, side_by_side};

/// Runs a shell command on a new terminal and returns its status and what the terminal shows; `None` if there is no
/// `script`.
fn on_a_terminal(command: &str) -> Option<(Option<i32>, String)> {
    let mut script = Command::new("script");
    script.current_dir(env!("CARGO_MANIFEST_DIR")).args(["-qec", command, "/dev/null"]).stdin(Stdio::null());
    script.env("TERM", "xterm");
    let Ok(output) = script.output() else {
        crate::support::skip("programs on a terminal: there is no script, which makes one");
        return None;
    };
    let ended = Ended::from(output);
    Some((ended.status, ended.stdout.replace("\r\n", "\n")))
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
            assert_eq!(shown, (output.status, output.stdout), "{} {arguments}", row.program.name);
        }
    }
}

/// A game is drawn closer where the terminal is narrow; one that does not fit then is still shown.
#[test]
fn game_fits_the_terminal() {
    let widest = |text: &str| without_colours(text).lines().map(str::len).max();
    for (columns, expected) in [(73, 73), (60, 59), (44, 44)] {
        let command = format!("stty cols {columns} rows 24; {} show rosin82", MORPION.path);
        let Some((status, shown)) = on_a_terminal(&command) else { return };
        assert_eq!((status, widest(&shown)), (Some(0), Some(expected)), "{shown}");
    }
    let Some((_, shown)) = on_a_terminal(&format!("stty cols 60 rows 24; {} show rosin178", MORPION.path)) else {
        return;
    };
    assert!(shown.starts_with("morpion: the game is 67 characters wide, the terminal 60: "), "{shown}");
}

#[test]
fn terminal_without_input_is_told_what_is_expected() {
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

/// The line is shown where stderr is a terminal, and on request elsewhere, and only for what takes longer than two
/// seconds. It is cleared before the answer.
#[test]
fn progress_is_shown_on_a_terminal_and_on_request() {
    side_by_side(&TABLE, |Row { program, progress: (arguments, shown), .. }| {
        let line = is_match(format!("{}: {shown}", program.name)).unwrap();
        let arguments = arguments.replace("HEX", HEX.path);
        // Off a terminal the line comes sooner.
        let ways =
            [("800ms", "--progress", false), ("2500ms", "", true), ("800ms", "", false), ("2500ms", "--quiet", true)];
        // All have the same progress line: one program will do for the others.
        let all = if program.name == "hip" { rounds(3, 4) } else { rounds(1, 2) };
        for (number, (time, extra, terminal)) in ways[..all].iter().enumerate() {
            let (expected, arguments) = (number < 2, arguments.replace("TIME", time));
            let (told, answer) = if *terminal {
                let Some((_, told)) = on_a_terminal(&format!("{} {extra} {arguments}", program.path)) else { return };
                (told.clone(), told)
            } else {
                let output = ask(*program, &format!("{extra} {arguments}"), "");
                (output.stderr, output.stdout)
            };
            assert_eq!(line.eval(&told), expected, "{} {extra} {arguments}: {told:?}", program.name);
            let end = answer.lines().last().unwrap_or_default();
            assert!(*terminal || !line.eval(end), "{} {extra} {arguments}: {end}", program.name);
        }
    });
}

/// What a terminal shows after these characters, which move the cursor and erase lines as the progress line does.
fn screen(characters: &str) -> String {
    let (mut lines, mut row, mut column) = (vec![Vec::new()], 0, 0);
    let mut rest = characters.chars();
    while let Some(char) = rest.next() {
        match char {
            '\n' => (row, column) = (row + 1, 0),
            '\r' => column = 0,
            '\u{1b}' => {
                let sequence: String = rest.by_ref().take_while_inclusive(|char| !char.is_alphabetic()).collect();
                match &*sequence {
                    "[K" => lines[row].truncate(column),
                    _ => assert!(sequence.ends_with('m'), "{sequence}"),
                }
            }
            _ => {
                let line: &mut Vec<char> = &mut lines[row];
                line.resize(line.len().max(column + 1), ' ');
                line[column] = char;
                column += 1;
            }
        }
        lines.resize_with(lines.len().max(row + 1), Vec::new);
    }
    let lines = lines.into_iter().map(|line| line.into_iter().collect::<String>().trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

/// Also where a message comes between the progress and the answer.
#[test]
fn progress_line_is_cleared() {
    let folder = tempfile::tempdir().unwrap();
    let slow = folder.path().join("slow");
    std::fs::write(&slow, "#!/bin/sh\n[ -e \"$0.again\" ] || { : > \"$0.again\"; sleep 2.5; }\n").unwrap();
    let (checkpoint, program) = (folder.path().join("state").display().to_string(), slow.display().to_string());
    let tasks = [
        (HEX, "--solve --moves --time 2500ms testdata/results/hex-empty-8.txt".to_owned(), " positions, proof ", 66),
        (HEX_JUDGE, format!("stress --jobs 1 -- sh {program}"), " seconds searched", 6),
        (HIP, "tie 11x11 --time 2500ms".to_owned(), " positions, ", 99),
        (CHIP_FIRING, format!("number grid4x6 --time 2500ms --checkpoint {checkpoint}"), " positions, ", 5),
        (
            MORPION,
            format!("search 5T --time 2500ms --seed 1 --save /dev/full --log {checkpoint}.log"),
            " playouts/s, ",
            300,
        ),
    ];
    side_by_side(&tasks, |(program, task, progress, most)| {
        let Some((_, told)) = on_a_terminal(&format!("{} {task}", program.path)) else { return };
        let (shown, name) = (screen(&told), program.name);
        assert!(told.contains(progress) && !shown.contains(progress), "{name} {task}: {told}");
        // Messages and answers have lines of their own.
        assert!(shown.lines().count() <= *most, "{name}: {shown}");
        assert!(shown.lines().all(|line| line.rfind(&format!("{name}: ")).is_none_or(|at| at == 0)), "{shown}");
    });
}
