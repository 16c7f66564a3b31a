//! Terminals, closed pipes, full disks, statistics and progress.

#[cfg(target_os = "linux")]
use std::process::{Command, Stdio};

use predicates::prelude::*;
use predicates::str::is_match;

use crate::support::{HIP, MORPION};
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
    of_rows_side_by_side(|Row { program, progress, .. }| {
        let Some((arguments, shown)) = progress else { return };
        let lines = is_match(format!(r"^({}: {shown}\n)+", program.name)).unwrap();
        let output = ask(*program, &with("--progress", arguments), "");
        assert!(lines.eval(&text(&output.stderr)), "{} {arguments}: {output:?}", program.name);
        assert!(!text(&output.stdout).contains(&format!("{}: ", program.name)), "{output:?}");
        // One program will do for the options: all have the same progress line.
        for extra in ["", "--quiet"].iter().filter(|_| program.name == "hip") {
            let output = ask(*program, &with(extra, arguments), "");
            assert!(!lines.eval(&text(&output.stderr)), "{} {extra} {arguments}: {output:?}", program.name);
        }
    });
}

/// Runs a check of each row on a thread of its own: each waits for a second or more.
fn of_rows_side_by_side(check: impl Fn(&Row) + Sync) {
    let check = &check;
    std::thread::scope(|scope| TABLE.iter().for_each(|row| drop(scope.spawn(move || check(row)))));
}

#[test]
fn a_closed_pipe_is_no_error() {
    for Row { program, endless, .. } in &TABLE {
        for (arguments, piece, times) in *endless {
            program.a_closed_pipe_is_no_error(arguments, piece, *times);
        }
    }
}

#[cfg(unix)]
#[test]
fn pictures_are_written_after_a_closed_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("picture.svg");
    for (program, task) in [(HIP, "tie 4x4"), (MORPION, "cross 4D"), (MORPION, "check rosin82")] {
        // The reader ends before the program writes.
        let command = format!("(sleep 0.2; {} {task} --svg {}) | true", program.path, picture.display());
        assert!(Command::new("sh").args(["-c", &command]).status().unwrap().success());
        assert!(std::fs::read_to_string(&picture).unwrap().ends_with("</svg>\n"), "{task}");
        std::fs::remove_file(&picture).unwrap();
    }
}

/// Help, version, manual page and completions are answers too.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_no_success() {
    for Row { program, answered, .. } in &TABLE {
        for asked in answered.iter().filter(|asked| !asked.answers_nothing()) {
            program.a_full_disk_is_no_success(asked.arguments, asked.input);
        }
        for arguments in ["--help", "--version", "--man", "--completions bash"] {
            program.a_full_disk_is_no_success(arguments, "");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_closed_stdout_is_no_success() {
    for Row { program, answered, .. } in &TABLE {
        let answer = answered.iter().find(|asked| !asked.answers_nothing()).unwrap();
        program.a_closed_stdout_is_no_success(answer.arguments, answer.input);
        for arguments in ["--help", "--version", "--man", "--completions bash"] {
            program.a_closed_stdout_is_no_success(arguments, "");
        }
        // Python's `subprocess.DEVNULL` is open for reading too.
        for redirected in ["> /dev/null", "1<> /dev/null"] {
            let mut command = program.redirected(redirected);
            let status = command.arg("--help").status().unwrap();
            assert_eq!(status.code(), Some(0), "{} {redirected}", program.name);
        }
        // Wrong usage stays that.
        assert_eq!(program.redirected(">&-").arg("--no-such-option").output().unwrap().status.code(), Some(2));
    }
}

/// Runs a shell command on a new terminal and returns its status and what the terminal shows; `None` if there is no `script`.
#[cfg(target_os = "linux")]
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
fn without_input_on_a_terminal_a_program_prints_what_it_expects() {
    for Row { program, terminal: (status, said), .. } in &TABLE {
        let Some((ended, shown)) = on_a_terminal(program.path) else { return };
        // A terminal shows the character that ends the input.
        let shown = shown.trim_start_matches("^D\u{8}\u{8}");
        assert!(shown.starts_with(said), "{}: {shown}", program.name);
        assert_eq!(ended, Some(*status), "{}: {shown}", program.name);
        assert_eq!(shown.contains("\nUsage: "), *status == 2, "{}: {shown}", program.name);
    }
}

/// Also a task that reads several files; the end of the first is the end.
#[cfg(target_os = "linux")]
#[test]
fn a_file_from_a_terminal_is_asked_for() {
    for task in ["check -", "best -", "merge -", "verify -"] {
        for (quiet, expected) in [("", 1), ("--quiet ", 0)] {
            let Some((status, shown)) = on_a_terminal(&format!("{} {quiet}{task}", MORPION.path)) else { return };
            let asked = shown.matches("morpion: reading ").count();
            assert_eq!((status, asked), (Some(1), expected), "{task}: {shown}");
        }
    }
}

/// If the answers go to the same terminal, progress is shown only on request: the two would garble each other.
#[cfg(target_os = "linux")]
#[test]
fn progress_is_shown_on_a_terminal_that_the_answers_do_not_go_to() {
    of_rows_side_by_side(|Row { program, progress, .. }| {
        let Some((arguments, shown)) = progress else { return };
        let line = is_match(format!("{}: {shown}", program.name)).unwrap();
        let arguments = arguments.replace("HEX", crate::support::HEX.path);
        let ways =
            [("", "> /dev/null", true), ("", "", false), ("--progress", "", true), ("--quiet", "> /dev/null", false)];
        let of_this_program = if program.name == "hip" { &ways[..] } else { &ways[..1] };
        for (extra, redirected, expected) in of_this_program {
            let command = format!("{} {extra} {arguments} {redirected}", program.path);
            let Some((_, terminal)) = on_a_terminal(&command) else { return };
            assert_eq!(line.eval(&terminal), *expected, "{command}: {terminal:?}");
        }
    });
}
