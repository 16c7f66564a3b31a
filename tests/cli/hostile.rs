//! Endless, enormous and random input: an answer or one placed line, in little memory and time; and readers that stop
//! reading.

use std::io::{Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use rand::seq::IndexedRandom;

use crate::support::{CHIP_FIRING, Fed, HEX, HIP, MORPION, Program, any_bytes, changed, random_cases, wait};
use crate::{DATA_SETS, GAME, PROOF, Row, TABLE, ask, side_by_side};

/// Input without end: a piece of it, and the message with which it is refused.
const ENDLESS: [(Program, &str, &str, &str); 19] = [
    (HEX, "", "9", "line 1, column 1: "),
    (HEX, "", "1\n5\n2 0\nC2 A", "line 5, column 1: "),
    (HEX, "--strict", "1 ", "line 1, column 3: "),
    (HEX, "--verify -", "x", "line 1, column 1: "),
    (HIP, "", "a", "line 1: expected a line of at most 65536 bytes"),
    (HIP, "", "\0", "line 1: expected a line of at most 65536 bytes"),
    (HIP, "", "tie 4x4 '", "line 1: expected a line of at most 65536 bytes"),
    (HIP, "--json", "#\ntie 4x4 x\n", "line 2: unexpected argument 'x' found"),
    (CHIP_FIRING, "winner -", "~", "line 1: expected a line of at most 4194304 bytes"),
    (CHIP_FIRING, "winner -", "A_ ", "line 1: expected a line of at most 4194304 bytes"),
    (MORPION, "check --variant 5D", "0", ""),
    (MORPION, "check --variant 5D", "(3,3)\n", ""),
    (MORPION, "check --variant 5D", "4D\n", ""),
    (MORPION, "check --variant 5D", "[", ""),
    (MORPION, "check --variant 5D", "{\"a\":", ""),
    (MORPION, "check --variant 5D", "#\n", ""),
    (MORPION, "check", "MS1:AAAA", ""),
    (MORPION, "merge -", "x", ""),
    (MORPION, "verify -", "x", ""),
];

/// In large pieces, 64 MiB in all: small ones cost a system call each.
fn feed(program: Program, arguments: &str, piece: &str) -> Fed {
    program.feed(arguments, piece.repeat(65_536 / piece.len()), 1024)
}

#[test]
fn input_without_end_is_refused_in_little_memory() {
    side_by_side(&ENDLESS, |&(program, arguments, piece, refused)| {
        feed(program, arguments, piece).is_refused(&format!("{}: {refused}", program.name));
    });
}

/// Comments and blanks are passed over, and many tasks take no more memory than one.
#[test]
fn input_without_end_is_answered_in_little_memory() {
    let [comment, blank] = ["#", " "].map(|start| format!("{start}{}\n", " ".repeat(98)));
    let long = [
        (HIP, "", &*comment, 0),
        (HIP, "", &blank, 0),
        (CHIP_FIRING, "winner -", &blank, 0),
        (MORPION, "", &comment, 0),
        (HIP, "--quiet", &format!("squares 6x6 # {}\n", "x".repeat(4096)), 3 * 15_360 - 1),
        (CHIP_FIRING, "grundy -", &format!("{}A_\n", blank.repeat(41)), 15_360),
    ];
    side_by_side(&long, |&(program, arguments, piece, lines)| feed(program, arguments, piece).is_answered(lines));
}

/// What is wrong ends the work at once: the end of the input is not waited for, nor what other threads work on.
#[test]
fn wrong_input_ends_the_work_at_once() {
    let hard = "T~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n".repeat(50);
    for (program, arguments, input, answer) in [
        (HIP, "", "squares 2x2\nsquares\n", "squares 2x2\nSquares: 1\n"),
        (CHIP_FIRING, "number -", "DQc\n!!!\n", "DQc\t4\n"),
        (CHIP_FIRING, "number - --threads 1", "DQc\n!!!\n", "DQc\t4\n"),
        // The complete graph with 100 vertices is refused.
        (CHIP_FIRING, "number - --threads 2", &format!("CF\n~?@c{}\n{hard}", "~".repeat(825)), "CF\t3\n"),
        (HEX, "", "2\n1\n0 0\n\n\n1\n2 0\n", "Analyzing 2 data set(s)\n"),
    ] {
        let (mut child, begun) = (program.spawn(arguments), Instant::now());
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(input.as_bytes()).unwrap();
        let (mut stdout, mut text) = (child.stdout.take().unwrap(), String::new());
        stdout.read_to_string(&mut text).unwrap();
        let (status, said) = wait(child);
        assert!(status == Some(1) && said.lines().count() == 1, "{} {arguments}: {status:?} {said}", program.name);
        assert!(text.starts_with(answer) && begun.elapsed() < Duration::from_secs(3), "{arguments}: {text}");
    }
}

/// Tasks of enormous size, each group with its exit statuses.
#[rustfmt::skip]
const ENORMOUS: [(Program, &[i32], &[&str]); 8] = [
    (HIP, &[0], &[
        "squares 4096x4096", "solve 1x4096 --rules last-mover", "solve 4095x1 --rules last-mover --double --moves", "tie 1x1024",
        "draws 4096x4096 --list", "solve 4096x4096 --after A1,FAN4096", "solve 1x4095 --moves",
    ]),
    (HIP, &[2], &["tie 4096x4096", "solve 4096x4096 --after A1,B1", "solve 4096x4096 --rules last-mover --double"]),
    (HIP, &[3], &["tie 32x32", "draws 1x4096 --list", "draws 4x4096", "model 4096x4096"]),
    (CHIP_FIRING, &[0], &["winner P65536 --moves", "number star65535 --moves"]),
    (CHIP_FIRING, &[0, 2, 3], &[
        "winner K65537", "winner K1000", "grundy Q16", "winner grid99999999x99999999", "number P65536", "number grid256x256",
        "tree K65536 winner",
    ]),
    (MORPION, &[0], &["bounds 1000000000", "random 5T --moves 1000"]),
    (MORPION, &[2, 3], &["count 5T 1000", "prove 5T --at-most 0"]),
    (HEX, &[3], &["--solve --time 100ms testdata/results/hex-empty-21.txt"]),
];

/// Answered, or stopped at a limit, or refused.
#[test]
fn enormous_tasks_end_soon() {
    side_by_side(&ENORMOUS, |&(program, statuses, tasks)| {
        for task in tasks {
            let ended = ask(program, &format!("{} {task}", program.limits()), "");
            assert!(statuses.contains(&ended.status.unwrap_or(-1)), "{task}: {ended:?}");
        }
    });
    // Announced numbers cost nothing.
    for input in ["1\n4096\n99999999999 0\nA1\n\n", "1\n4096\n16777216 0\nA1\n\n", "18446744073709551615\n1\n0 0\n\n\n"]
    {
        let ended = ask(HEX, "--stats", input);
        assert!(ended.status == Some(1) && ended.peak_mib().is_none_or(|mib| mib < 64.0), "{ended:?}");
    }
}

/// Arguments with which stdin is read, and inputs that are changed at random.
#[rustfmt::skip]
const READ: [(Program, &str, &[&str]); 8] = [
    (HEX, "", &[DATA_SETS, include_str!("../../testdata/sample1.txt")]),
    (HEX, "--solve --nodes 100 --quiet", &[DATA_SETS]),
    (HEX, "--verify -", &[PROOF]),
    (HIP, "", &["squares 6x6 # six\ntie 5x5 --free", "solve '4x4'\t--after=A1,b2\ndraws 4x3 --list-all", "model 3x4 --free"]),
    (CHIP_FIRING, "", &["winner K5 --chips 1,1,0,0,0\nnumber\tgrid3x4", "stabilize Q3 1,0,2,0,5,0,0,0", "winner g6:DQc\ntable 2..5"]),
    (CHIP_FIRING, "number -", &[">>graph6<<DQc\nD~{\nCF\nC~"]),
    (MORPION, "", &[
        "count 4D 3 --labelled --finished\nbounds 7\nconvert --to pentasol rosin82\nmoves 'demaine31'\nrecords 4D # and no more",
        "check rosin82 --variant 5T --map\nrandom 5T --seed 3 --moves 4\ncount 5T 4 --part 2/7",
        "search 4D --level=1 --target 9\ncheck \"demaine31\"\ncross 4D",
    ]),
    (MORPION, "check --quiet", &[GAME]),
];

/// What changes are made of, beside any bytes.
#[rustfmt::skip]
const WORDS: [&str; 32] = [
    "0", "3", "42", "999", "00000000000000017", "18446744073709551616", "A1", "b2,", "F12", "c0", "zz9", " ", "\t", "\r\n", "\n\n", "#", "'", "\"", "=",
    ",", "-", " - ", " --free", " --moves", " --after", " --chips", " K4", "5T", "4D", " --part 2/3", " --map", " --to svg",
];

#[test]
fn changed_and_random_input_ends_well() {
    side_by_side(&READ, |&(program, arguments, inputs)| {
        random_cases(15, 80, |random| {
            program.ends_well(arguments, &changed(*inputs.choose(random).unwrap(), &WORDS, random));
            program.ends_well(&format!("{arguments} --json"), &any_bytes(200, random));
        });
        for bytes in [&b"\xff\x00\x1b[31m"[..], b"\0\0\0\n", "\u{202e}żółw".as_bytes(), &[b'z'; 9999]] {
            ask(program, arguments, bytes).is_refused(1, ": line 1");
        }
        // Tasks of lists are arguments too.
        if arguments.is_empty() && program != HEX {
            random_cases(12, 36, |random| {
                let tasks: Vec<&str> = inputs.iter().flat_map(|list| list.lines()).collect();
                let arguments = changed(*tasks.choose(random).unwrap(), &WORDS, random);
                // An argument has no NUL, and on some systems it has to be UTF-8.
                program.ends_well(&String::from_utf8_lossy(&arguments).replace('\0', "?"), b"");
            });
        }
    });
}

/// A reader that stops reading ends a program quietly, however much there is to read and to write.
#[test]
fn closed_pipe_is_no_error() {
    let hard = "T~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n".repeat(50);
    let row = |&Row { program, endless, .. }| {
        endless.iter().map(move |&(arguments, input, more)| (program, arguments, input, more))
    };
    let mut all: Vec<(Program, &str, &str, bool)> = TABLE.iter().flat_map(row).collect();
    // It is noticed at the next answer, which a limit gives.
    let stopped = format!("CF\n{hard}");
    all.push((CHIP_FIRING, "number - --threads 2 --time 1s", &stopped, false));
    side_by_side(&all, |&(program, arguments, input, is_endless)| {
        let mut child = program.spawn(arguments);
        let (mut stdin, mut some) = (child.stdin.take().unwrap(), [0; 5]);
        let pieces = if is_endless { 100_000 } else { 1 };
        let large = if is_endless { input.repeat(100) } else { input.to_owned() };
        let feeding = thread::spawn(move || (0..pieces).try_for_each(|_| stdin.write_all(large.as_bytes())));
        child.stdout.take().unwrap().read_exact(&mut some).unwrap();
        assert_eq!(wait(child), (Some(0), String::new()), "{} {arguments}", program.name);
        assert!(feeding.join().unwrap().is_err() || pieces == 1, "{} {arguments}", program.name);
    });
}
