//! How a program gets on with terminals, pipes, disks and people in a hurry.

use std::io::{Read, Write};
#[cfg(target_os = "linux")]
use std::process::{Command, Stdio};
use std::thread;

use predicates::prelude::*;
use predicates::str::is_match;

use crate::asking::wait;
use crate::table::{Row, TABLE};
use crate::{ask, text, with};

#[test]
fn statistics_go_to_stderr_and_change_nothing() {
    for Row { program, answered, .. } in &TABLE {
        let stats = is_match(format!(r"^{}: \d+ [a-z ]+, \d+\.\d{{3}} s(, \d+\.\d MiB)?\n$", program.name)).unwrap();
        for asked in *answered {
            let without = ask(*program, asked.arguments, asked.input);
            let output = ask(*program, &with("--stats", asked.arguments), asked.input);
            let context = format!("{} {}: {output:?}", program.name, asked.arguments);
            assert_eq!((output.status, &output.stdout), (without.status, &without.stdout), "{context}");
            assert!(stats.eval(&text(&output.stderr)), "{context}");
        }
    }
}

#[test]
fn progress_is_shown_off_a_terminal_if_it_is_asked_for() {
    for Row { program, progress, .. } in &TABLE {
        let Some((arguments, shown)) = progress else { continue };
        let lines = is_match(format!(r"^({}: {shown}\n)+", program.name)).unwrap();
        let output = ask(*program, &with("--progress", arguments), "");
        assert!(lines.eval(&text(&output.stderr)), "{} {arguments}: {output:?}", program.name);
        assert!(!text(&output.stdout).contains(&format!("{}: ", program.name)), "{output:?}");
        for extra in ["", "--quiet"] {
            let output = ask(*program, &with(extra, arguments), "");
            assert!(!lines.eval(&text(&output.stderr)), "{} {extra} {arguments}: {output:?}", program.name);
        }
    }
}

/// A reader that goes away after some bytes.
#[test]
fn a_closed_pipe_is_no_error() {
    for Row { program, endless: (arguments, line), .. } in &TABLE {
        let mut child = program.spawn(arguments);
        let mut stdin = child.stdin.take().unwrap();
        let input = if arguments.is_empty() { line.repeat(1_000_000) } else { (*line).to_owned() };
        let feeding = thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
        let mut some = [0; 20];
        child.stdout.take().unwrap().read_exact(&mut some).unwrap();
        assert_eq!(wait(child), (Some(0), String::new()), "{} {arguments}", program.name);
        feeding.join().unwrap();
    }
}

/// What is said about the program is an answer like others.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_no_success() {
    for Row { program, answered, .. } in &TABLE {
        let written = answered.iter().find(|asked| !asked.answers_nothing()).unwrap();
        for arguments in [written.arguments, "--help", "--version", "--man", "--completions bash"] {
            let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
            let mut command = Command::new(program.path);
            let command = command.args(arguments.split_whitespace()).stdin(Stdio::piped());
            let mut child = command.stdout(full).stderr(Stdio::piped()).spawn().unwrap();
            // It need not be read.
            drop(child.stdin.take().unwrap().write_all(written.input.as_bytes()));
            let (status, stderr) = wait(child);
            // The judge has no status for a limit: what it could not do is a failure.
            let expected = if program.name == "hex-judge" { 2 } else { 3 };
            assert_eq!(status, Some(expected), "{} {arguments}: {stderr}", program.name);
            let said = format!("{}: cannot write the answers: ", program.name);
            assert!(stderr.starts_with(&said) && stderr.lines().count() == 1, "{arguments}: {stderr}");
        }
    }
}

/// Runs a command of the shell on a terminal of its own: the status, and what the terminal shows. Nothing if none can be had.
#[cfg(target_os = "linux")]
fn on_a_terminal(command: &str) -> Option<(Option<i32>, String)> {
    let mut script = Command::new("script");
    script.current_dir(env!("CARGO_MANIFEST_DIR")).args(["-qec", command, "/dev/null"]).stdin(Stdio::null());
    script.env("TERM", "xterm");
    let Ok(output) = script.output() else {
        eprintln!("skipped: there is no script here, which makes terminals");
        return None;
    };
    Some((output.status.code(), text(&output.stdout).replace("\r\n", "\n")))
}

#[cfg(target_os = "linux")]
#[test]
fn answers_are_the_same_on_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let (input, feedback) = (folder.path().join("input"), folder.path().to_str().unwrap());
    for Row { program, answered, .. } in &TABLE {
        for asked in *answered {
            std::fs::write(&input, asked.input).unwrap();
            let arguments = asked.arguments.replace("FOLDER", feedback);
            let command = format!("{} {arguments} < {}", program.path, input.display());
            let Some(shown) = on_a_terminal(&command) else { return };
            let expected = text(&ask(*program, asked.arguments, asked.input).stdout);
            assert_eq!(shown, (Some(asked.status), expected), "{} {arguments}", program.name);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn whoever_types_nothing_on_a_terminal_is_told_what_to_do() {
    for Row { program, terminal: (status, said), .. } in &TABLE {
        let Some((ended, shown)) = on_a_terminal(program.path) else { return };
        // A terminal shows the end of the input that ends it.
        let shown = shown.trim_start_matches("^D\u{8}\u{8}");
        assert!(shown.starts_with(said), "{}: {shown}", program.name);
        assert_eq!(ended, Some(*status), "{}: {shown}", program.name);
        assert_eq!(shown.contains("\nUsage: "), *status == 2, "{}: {shown}", program.name);
    }
}

/// Where the answers go to the same terminal, only if it is asked for: the two would garble each other.
#[cfg(target_os = "linux")]
#[test]
fn progress_is_shown_on_a_terminal_that_the_answers_do_not_go_to() {
    for Row { program, progress, .. } in &TABLE {
        let Some((arguments, shown)) = progress else { continue };
        let line = is_match(format!("{}: {shown}", program.name)).unwrap();
        let arguments = arguments.replace("HEX", crate::asking::HEX.path);
        for (extra, redirected, expected) in
            [("", "> /dev/null", true), ("", "", false), ("--progress", "", true), ("--quiet", "> /dev/null", false)]
        {
            let command = format!("{} {extra} {arguments} {redirected}", program.path);
            let Some((_, terminal)) = on_a_terminal(&command) else { return };
            assert_eq!(line.eval(&terminal), expected, "{command}: {terminal:?}");
        }
    }
}
