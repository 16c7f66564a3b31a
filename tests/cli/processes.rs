//! Ctrl-C, SIGTERM and SIGHUP: what is known is printed within three seconds, and nothing holds up a second Ctrl-C.
//! Terminals: hints, answers and progress on them.

use std::fs;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use predicates::prelude::*;
use predicates::str::is_match;

use crate::support::{CHIP_FIRING, Ended, GUARD, HEX, HEX_JUDGE, HIP, MORPION, Program, rounds, send, signal};
use crate::{Row, TABLE, ask, side_by_side};

/// In which an interrupted program ends, with some time for a machine that is busy with other things.
const SOON: Duration = Duration::from_millis(4500);

const EMPTY_11: &str = "1\n11\n0 0\n\n\n";

/// Tasks that would take years, each with its input, and how the answer ends.
#[rustfmt::skip]
const TASKS: [(Program, &str, &str, &str); 20] = [
    (HEX, "--solve --moves", EMPTY_11, "X to move: unknown\nWinning moves: unknown\nO to move: unknown\nWinning moves: unknown\n"),
    (HEX, "--solve --json --to-move X", EMPTY_11, "}\n"),
    (HEX, "--list", "1\n60\n0 0\n\n\n", "\n"),
    // The second data set, and the second file.
    (HEX, "--solve", "2\n2\n0 0\n\n\n11\n0 0\n\n\n", "\nX to move: unknown\nO to move: unknown\n"),
    (HEX, "--solve testdata/results/hex-empty-3.txt -", EMPTY_11, "\nX to move: unknown\nO to move: unknown\n"),
    (HIP, "tie 11x11", "", "\n"),
    (HIP, "draws 3x30 --list-all", "", "more\n"),
    (HIP, "draws 3x30 --list --json", "", "\"whole\":false}\n"),
    (HIP, "solve 5x6", "", "of the board, and so never completes a square\n"),
    (HIP, "", "squares 2x2\nsolve 5x6\nsquares 2x2\n", "of the board, and so never completes a square\n"),
    (CHIP_FIRING, "winner K30", "", "winner K30\nUnknown\n"),
    (CHIP_FIRING, "number K21 --json", "", "}\n"),
    (CHIP_FIRING, "table 2..21", "", "\n"),
    (CHIP_FIRING, "number -", "E~~w\nT~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n", "\tunknown\n"),
    (MORPION, "count 5D 22", "", "\nUnknown\n"),
    (MORPION, "search 5T --level 9", "", "\n"),
    (MORPION, "search 5T --level 9 --json", "", "}\n"),
    (MORPION, "prove 5T --at-most 484", "", "Standing: open\n"),
    (HEX_JUDGE, "stress --jobs 1 -- sleep 1000", "", ""),
    (HEX_JUDGE, "run --jobs 1 --tests testdata/sample1.txt --time-limit 999 -- sleep 1000", "", ""),
];

/// Waits until a process handles signals, and is some way into its work.
fn wait_until_ready(child: &Child, work: u64) {
    let status = format!("/proc/{}/status", child.id());
    // SIGTERM has the number 15.
    let handles =
        |line: &str| u64::from_str_radix(line.trim_start_matches("SigCgt:").trim(), 16).unwrap_or(0) >> 14 & 1 == 1;
    let is_ready = || {
        fs::read_to_string(&status)
            .is_ok_and(|text| text.lines().any(|line| line.starts_with("SigCgt:") && handles(line)))
    };
    let begun = Instant::now();
    while cfg!(target_os = "linux") && !is_ready() {
        assert!(begun.elapsed() < GUARD, "signals are not handled");
        sleep(Duration::from_millis(1));
    }
    sleep(Duration::from_millis(work + if cfg!(target_os = "linux") { 0 } else { 500 }));
}

/// Waits for the end of a process: its status, and how long it took.
fn ended(child: &mut Child, since: Instant) -> (Option<i32>, Duration) {
    while since.elapsed() < 4 * SOON {
        if let Some(status) = child.try_wait().unwrap() {
            return (status.code(), since.elapsed());
        }
        sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    (child.wait().unwrap().code(), since.elapsed())
}

#[test]
fn one_signal_ends_each_task_with_what_is_known() {
    // In a quick run one signal each, in turn.
    let tasks: Vec<_> = TASKS.into_iter().enumerate().collect();
    side_by_side(&tasks, |&(number, (program, arguments, input, last))| {
        for name in ["INT", "TERM", "HUP"].into_iter().cycle().skip(number).take(rounds(1, 3)) {
            let mut child = program.spawn(&format!("--threads 1 {arguments}"));
            child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
            let (mut stdout, mut answer) = (child.stdout.take().unwrap(), Vec::new());
            let reading = std::thread::spawn(move || stdout.read_to_end(&mut answer).map(|_| answer).unwrap());
            wait_until_ready(&child, rounds(150, 700) as u64);
            assert_eq!(child.try_wait().unwrap(), None, "{arguments} has ended by itself");
            signal(&child, name);
            let (status, took) = ended(&mut child, Instant::now());
            let answer = String::from_utf8(reading.join().unwrap()).unwrap();
            let expected = if program == HEX_JUDGE { 2 } else { 3 };
            assert_eq!(status, Some(expected), "{} {arguments}: {name}", program.name);
            assert!(took < SOON, "{} {arguments}: {took:?} after {name}", program.name);
            // Whole lines.
            let end = answer.lines().next_back();
            assert!(answer.ends_with(last) && (answer.is_empty() || answer.ends_with('\n')), "{arguments}: {end:?}");
        }
    });
}

/// Also while its output is not read, which is more than a pipe holds, and while it waits for input.
#[test]
fn second_signal_ends_a_program_at_once() {
    let blocked = [
        (HIP, "model 400x400", ""),
        (HIP, "draws 3x30 --list-all", ""),
        (HEX, "--list", "1\n60\n0 0\n\n\n"),
        (HEX_JUDGE, "generate --seed 1 --count 10000000", ""),
        (HIP, "", "squares 2x2\n"),
        (CHIP_FIRING, "number -", "CF\n"),
        (HEX, "--gtp", "name\n"),
    ];
    side_by_side(&blocked, |&(program, arguments, input)| {
        let mut child = program.spawn(arguments);
        let (mut stdin, _unread) = (child.stdin.take().unwrap(), child.stdout.take());
        stdin.write_all(input.as_bytes()).unwrap();
        wait_until_ready(&child, 100);
        for name in ["INT", "TERM"] {
            sleep(Duration::from_millis(100));
            signal(&child, name);
            if name == "INT" {
                signal(&child, name);
            }
        }
        let (status, took) = ended(&mut child, Instant::now());
        assert!(took < Duration::from_millis(1500) && status != Some(0), "{} {arguments}: {took:?}", program.name);
    });
}

/// As under `nohup`, or in the background of a script.
#[cfg(target_os = "linux")]
#[test]
fn what_was_ignored_at_the_start_stays_ignored() {
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' INT HUP; exec \"$0\" solve 5x6 --threads 1", HIP.path]);
    let mut child = shell.stdout(Stdio::null()).spawn().unwrap();
    wait_until_ready(&child, 0);
    for name in ["INT", "HUP", "INT"] {
        send(&child, name);
        sleep(Duration::from_millis(150));
        assert_eq!(child.try_wait().unwrap(), None, "{name}");
    }
    send(&child, "TERM");
    assert_eq!(ended(&mut child, Instant::now()).0, Some(3));
}

/// Runs a shell command on a new terminal and returns its status and what the terminal shows; `None` if there is no
/// `script`.
fn on_a_terminal(terminal: &str, command: &str) -> Option<(Option<i32>, String)> {
    let mut script = Command::new("script");
    script.current_dir(env!("CARGO_MANIFEST_DIR")).args(["-qec", command, "/dev/null"]).stdin(Stdio::null());
    if cfg!(target_os = "linux")
        && let Ok(output) = script.env("TERM", terminal).output()
    {
        let ended = Ended::from(output);
        return Some((ended.status, ended.stdout.replace("\r\n", "\n")));
    }
    crate::support::skip("programs on a terminal: there is no script, which makes one");
    None
}

/// The text without the sequences that begin and end colours.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |before, part| before + part.split_once('m').unwrap().1)
}

#[test]
fn answers_are_the_same_on_a_terminal() {
    side_by_side(TABLE, |row| {
        let folder = tempfile::tempdir().unwrap();
        let (input, feedback) = (folder.path().join("input"), folder.path().to_str().unwrap());
        for (arguments, given) in row.all() {
            fs::write(&input, given).unwrap();
            let arguments = arguments.replace("FOLDER", feedback);
            // On a slow machine there might be a line of progress.
            let command = format!("{} --quiet {arguments} < {}", row.program.path, input.display());
            let output = ask(row.program, &arguments, given);
            let Some(shown) = on_a_terminal("xterm", &command) else { return };
            assert_eq!((shown.0, without_colours(&shown.1)), (output.status, output.stdout), "{arguments}");
            let Some(shown) = on_a_terminal("dumb", &command) else { return };
            assert!(!shown.1.contains('\u{1b}'), "{arguments}: {}", shown.1);
        }
    });
}

/// A game is drawn closer where the terminal is narrow; one that does not fit then is still shown.
#[test]
fn game_fits_the_terminal() {
    for (columns, expected) in [(73, 73), (60, 59), (44, 44)] {
        let command = format!("stty cols {columns} rows 24; {} show rosin82", MORPION.path);
        let Some((status, shown)) = on_a_terminal("xterm", &command) else { return };
        let widest = without_colours(&shown).lines().map(str::len).max();
        assert_eq!((status, widest), (Some(0), Some(expected)), "{shown}");
    }
}

#[test]
fn terminal_without_input_is_told_what_is_expected() {
    for (program, task, status, expected) in [
        (HEX, "", 1, "hex: reading data sets (see hex --help for their format) from the terminal\n"),
        (HEX, "--gtp", 0, "hex: reading commands of the Go Text Protocol from the terminal\n"),
        (HIP, "", 2, "error: expected a task as an argument, or a list of tasks on stdin\n"),
        (CHIP_FIRING, "", 2, "error: expected a task as an argument, or a list of tasks on stdin\n"),
        (CHIP_FIRING, "number -", 0, "chip-firing: reading graphs, one graph6 string a line, from the terminal\n"),
        (MORPION, "", 2, "error: expected a task as an argument, or a list of tasks on stdin\n"),
        (MORPION, "check", 1, "morpion: reading "),
        (HEX_JUDGE, "", 2, "error: "),
    ] {
        let Some((ended, shown)) = on_a_terminal("xterm", &format!("{} {task}", program.path)) else { return };
        // A terminal shows the character that ends the input.
        let shown = without_colours(shown.trim_start_matches("^D\u{8}\u{8}"));
        assert!(shown.starts_with(expected) && ended == Some(status), "{}: {ended:?} {shown}", program.name);
        if status != 2 {
            let Some((_, shown)) = on_a_terminal("xterm", &format!("{} --quiet {task}", program.path)) else { return };
            assert!(!shown.contains(": reading "), "{shown}");
        }
    }
}

/// The line is drawn where stderr is a terminal and the program is in the foreground, for what takes longer than two
/// seconds, and cleared before an answer or a message. Elsewhere it is printed on request, a line at a time.
#[test]
fn progress_is_shown_on_a_terminal_and_on_request() {
    // A program, a terminal if there is one, options, a time, and whether there is progress.
    let of_all = TABLE.iter().flat_map(|row| [(row, "", "--progress", 1200, true), (row, "xterm", "", 2800, true)]);
    // All have the same progress line: one program will do for the others.
    let hip = TABLE.iter().find(|row| row.program == HIP).unwrap();
    let of_one = [
        (hip, "", "", 1200, false),
        (hip, "xterm", "", 300, false),
        (hip, "xterm", "--quiet", 2800, false),
        (hip, "dumb", "", 2800, false),
        (hip, "xterm", "& wait", 2800, false),
        (hip, "dumb", "--progress", 1500, true),
    ];
    // Each drawn line is drawn over, or cleared.
    let uncleared = is_match(r"\r[^\r\n\x1b]+\x1b\[K[^\r]").unwrap();
    let runs: Vec<_> = of_all.chain(of_one).collect();
    side_by_side(&runs, |&(Row { program, progress: (arguments, shown), .. }, terminal, options, time, is_shown)| {
        let line = is_match(format!("{}: {shown}", program.name)).unwrap();
        let arguments = arguments.replace("HEX", HEX.path).replace("TIME", &format!("{time}ms"));
        let told = if terminal.is_empty() {
            let output = ask(*program, &format!("{options} {arguments}"), "");
            assert!(!line.eval(output.stdout.lines().last().unwrap_or("")), "{output:?}");
            assert_eq!(output.stderr.is_empty(), !is_shown, "{output:?}");
            output.stderr
        } else {
            let command = match options {
                "& wait" => format!("bash -mc '{} {arguments} & wait'", program.path),
                _ => format!("{} {options} {arguments}", program.path),
            };
            let Some((_, told)) = on_a_terminal(terminal, &command) else { return };
            told
        };
        assert_eq!(line.eval(&told), is_shown, "{terminal} {options} {arguments}: {told}");
        assert!(!uncleared.eval(&told), "{told}");
        assert!(terminal == "xterm" || !told.contains(['\r', '\u{1b}']), "{told}");
        assert!(is_shown || terminal.is_empty() || told.contains("Unknown\n"), "{told}");
    });
}
