//! Ctrl-C, SIGTERM and SIGHUP: what is known is printed within three seconds, and nothing holds up a second Ctrl-C.
//! Failures: what other threads work on is stopped as soon.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::side_by_side;
use crate::support::{CHIP_FIRING, Ended, HEX, HEX_JUDGE, HIP, MORPION, Program, rounds, signal, wait};

/// In which an interrupted program ends, with some time for a machine that is busy with other things.
const SOON: Duration = Duration::from_millis(4500);

const EMPTY_11: &str = "1\n11\n0 0\n\n\n";

/// Tasks that would take years, each with its input, and how the answer ends.
#[rustfmt::skip]
const TASKS: [(Program, &str, &str, &str); 18] = [
    (HEX, "--solve --moves", EMPTY_11, "X to move: unknown\nWinning moves: unknown\nO to move: unknown\nWinning moves: unknown\n"),
    (HEX, "--solve --json --to-move X", EMPTY_11, "{\"winner\":null}}}\n"),
    (HEX, "--list", "1\n60\n0 0\n\n\n", "\n"),
    (HIP, "tie 11x11", "", "\n"),
    (HIP, "draws 3x30 --list-all", "", "more\n"),
    (HIP, "draws 3x30 --list --json", "", "}\n"),
    (HIP, "solve 5x6", "", "of the board, and so never completes a square\n"),
    (HIP, "", "solve 5x6\nsquares 2x2\n", "of the board, and so never completes a square\n"),
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

/// Side by side: they wait most of the time.
#[test]
fn signals_end_every_program() {
    let checks: [fn(); 5] = [
        one_signal_ends_each_task_with_what_is_known,
        one_signal_ends_a_program_that_waits_for_input,
        a_program_that_is_blocked_on_its_output_ends,
        what_was_ignored_at_the_start_stays_ignored,
        a_checkpoint_is_saved_however_long_that_takes,
    ];
    side_by_side(&checks, |check| check());
}

fn one_signal_ends_each_task_with_what_is_known() {
    // In a quick run one signal each, in turn.
    let tasks: Vec<_> = TASKS.into_iter().enumerate().collect();
    side_by_side(&tasks, |&(number, (program, arguments, input, last))| {
        for name in ["INT", "TERM", "HUP"].into_iter().cycle().skip(number).take(rounds(1, 3)) {
            let mut child = program.spawn(&format!("--threads 1 {arguments}"));
            child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
            let (mut stdout, mut answer) = (child.stdout.take().unwrap(), Vec::new());
            let reading = std::thread::spawn(move || stdout.read_to_end(&mut answer).map(|_| answer).unwrap());
            sleep(Duration::from_millis(rounds(400, 700) as u64));
            assert_eq!(child.try_wait().unwrap(), None, "{arguments} has ended by itself");
            signal(&child, name);
            let (status, took) = ended(&mut child, Instant::now());
            let answer = String::from_utf8(reading.join().unwrap()).unwrap();
            let expected = if program.name == HEX_JUDGE.name { 2 } else { 3 };
            assert_eq!(status, Some(expected), "{} {arguments}: {name}", program.name);
            assert!(took < SOON, "{} {arguments}: {took:?} after {name}", program.name);
            // Whole lines.
            let end = answer.lines().next_back();
            assert!(answer.ends_with(last) && (answer.is_empty() || answer.ends_with('\n')), "{arguments}: {end:?}");
        }
    });
}

/// Commands that wait for their input, which stays open, what they have answered before, and what they say.
fn one_signal_ends_a_program_that_waits_for_input() {
    let waiting = [
        (HEX, "", "2\n1\n0 0\n\n\n", "Number of moves: 1", "interrupted after 1 data set(s)"),
        (HEX, "--solve --threads 2", "2\n1\n0 0\n\n\n", "O to move: O wins", "interrupted after 1 data set(s)"),
        (HEX, "--gtp", "name\n", "= quadrille", "interrupted"),
        (HIP, "", "squares 2x2\n", "Squares: 1", "interrupted after 1 task(s)"),
        (CHIP_FIRING, "", "grundy K3\n", "Grundy value: 1", "interrupted after 1 task(s)"),
        (CHIP_FIRING, "number -", "CF\n", "CF\t3", "interrupted after 1 graph(s)"),
        (MORPION, "", "count 4D 1\n", "1 5", "interrupted after 1 task(s)"),
        (MORPION, "check", "", "", "interrupted"),
    ];
    side_by_side(&waiting, |&(program, arguments, input, answer, expected)| {
        for name in ["INT", "TERM", "HUP"] {
            let mut child = program.spawn(arguments);
            let mut stdin = child.stdin.take().unwrap();
            stdin.write_all(input.as_bytes()).unwrap();
            let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
            assert!(answer.is_empty() || lines.any(|line| line == answer), "{arguments}");
            sleep(Duration::from_millis(300));
            signal(&child, name);
            let (status, took) = ended(&mut child, Instant::now());
            assert!(matches!(status, None | Some(3)) && took < SOON, "{program:?} {arguments}: {status:?} {took:?}");
            drop(stdin);
            let mut said = String::new();
            child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
            assert_eq!(said, format!("{}: {expected}\n", program.name), "{arguments}");
        }
    });
}

/// Programs whose output is not read: more of it than a pipe holds.
const BLOCKED: [(Program, &str, &str); 4] = [
    (HIP, "model 400x400", ""),
    (HIP, "draws 3x30 --list-all", ""),
    (HEX, "--list", "1\n60\n0 0\n\n\n"),
    (HEX_JUDGE, "generate --seed 1 --count 10000000", ""),
];

/// One SIGTERM ends it, and a second Ctrl-C at once.
fn a_program_that_is_blocked_on_its_output_ends() {
    side_by_side(&BLOCKED, |&(program, arguments, input)| {
        for (signals, most) in [(&["TERM"][..], SOON), (&["INT", "INT"], Duration::from_millis(1500))] {
            let mut child = program.spawn(arguments);
            child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
            let _unread = child.stdout.take();
            sleep(Duration::from_millis(500));
            for name in signals {
                sleep(Duration::from_millis(200));
                signal(&child, name);
            }
            let (_, took) = ended(&mut child, Instant::now());
            assert!(took < most, "{} {arguments}: {took:?} after {signals:?}", program.name);
        }
    });
}

/// As under `nohup`, or in the background of a script.
#[cfg(target_os = "linux")]
fn what_was_ignored_at_the_start_stays_ignored() {
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' INT HUP; exec \"$@\"", "sh", MORPION.path, "count", "5D", "22", "--threads", "1"]);
    let mut child = shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    sleep(Duration::from_millis(300));
    for name in ["INT", "HUP", "INT"] {
        signal(&child, name);
        sleep(Duration::from_millis(300));
        assert_eq!(child.try_wait().unwrap(), None, "{name}");
    }
    signal(&child, "TERM");
    assert_eq!(ended(&mut child, Instant::now()).0, Some(3));
}

#[cfg(not(target_os = "linux"))]
fn what_was_ignored_at_the_start_stays_ignored() {}

/// A machine that is slow: the process rests between the signal and its checkpoint.
fn a_checkpoint_is_saved_however_long_that_takes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("state");
    let child = MORPION.spawn(&format!("count 5D 22 --threads 1 --checkpoint {}", file.display()));
    sleep(Duration::from_millis(400));
    // In this order, since a process that rests begins with the signals that it got meanwhile.
    signal(&child, "STOP");
    signal(&child, "TERM");
    for _ in 0..rounds(1, 3) {
        signal(&child, "CONT");
        sleep(Duration::from_micros(300));
        signal(&child, "STOP");
        sleep(Duration::from_millis(2700));
    }
    signal(&child, "CONT");
    let (status, stderr) = wait(child);
    assert!(status == Some(3) && file.exists() && stderr.contains("progress saved in "), "{status:?} {stderr}");
}

/// A graph that takes years: the complete one with 21 vertices.
const HARD: &str = "T~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n";

/// What other threads work on is of no use then.
#[test]
fn failure_stops_all_threads() {
    let hard = HARD.repeat(50);
    // The reader leaves after the first line, which is noticed at the next answer: a limit gives one.
    let mut child = CHIP_FIRING.spawn("number - --threads 2 --time 1s");
    child.stdin.take().unwrap().write_all(format!("CF\n{hard}").as_bytes()).unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let (status, took) = ended(&mut child, Instant::now());
    assert!(status == Some(0) && first == "CF\t3\n" && took < SOON, "{status:?} {first} {took:?}");
    // The complete graph with 100 vertices is refused.
    let (begun, refused) = (Instant::now(), format!("CF\n~?@c{}\n{hard}", "~".repeat(825)));
    let output = CHIP_FIRING.run("number - --threads 2", refused);
    assert_eq!((output.status, &*output.stdout), (Some(1), "CF\t3\n"), "{output:?}");
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    // The first test that is not accepted cannot be kept, since a file is in the way.
    let folder = tempfile::tempdir().unwrap();
    let [runs, kept] = ["runs", "kept"].map(|name| folder.path().join(name));
    std::fs::create_dir(&kept).unwrap();
    for set in 1..=9 {
        std::fs::write(folder.path().join(format!("{set}.in")), "1\n1\n0 0\n\n\n").unwrap();
        std::fs::write(kept.join(set.to_string()), "").unwrap();
    }
    let mut judge = Command::new(HEX_JUDGE.path);
    judge.args(["run", "--jobs", "2", "--tests"]).arg(folder.path()).arg("--keep").arg(kept);
    let ended = Ended::from(judge.args(["--", "sh", "-c", "echo >> \"$0\"; sleep 0.3"]).arg(&runs).output().unwrap());
    let begun = std::fs::read_to_string(runs).unwrap().lines().count();
    assert!(ended.status == Some(2) && begun < 5, "{begun} tests: {ended:?}");
}

/// Rather than an abort.
#[test]
fn refused_allocation_is_a_message() {
    let board = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(board.path(), "1\n4096\n0 0\n\n\n").unwrap();
    for (program, arguments, status) in [(HEX, "", 3), (HEX, "--json --ways", 3)] {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 30000; exec \"$@\"", "sh", program.path]).args(arguments.split_whitespace());
        let input = std::fs::File::open(board.path()).unwrap();
        let ended = Ended::from(command.stdin(input).output().unwrap());
        ended.is_refused(status, "hex: out of memory: cannot allocate ");
    }
}
