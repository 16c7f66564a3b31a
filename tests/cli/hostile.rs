//! Endless, enormous and random input: an answer or one placed line, in little memory and time; and readers that stop
//! reading.

use std::io::{Read, Write};
use std::process::Command;
use std::thread;

use rand::seq::IndexedRandom;

use crate::support::{CHIP_FIRING, Fed, HEX, HIP, MORPION, Program, any_bytes, changed, on_path, random_cases, wait};
use crate::table::{DATA_SETS, GAME, PROOF, Row, TABLE};
use crate::{ask, side_by_side};

/// Input without end: a piece of it, and the message with which it is refused.
const ENDLESS: [(Program, &str, &str, &str); 21] = [
    (HEX, "", "9", "line 1, column 1: "),
    (HEX, "", "1\n5\n2 0\nC2 A", "line 5, column 1: "),
    (HEX, "--strict", "1 ", "line 1, column 3: "),
    (HEX, "--verify -", "x", "line 1, column 1: "),
    (HIP, "", "a", "line 1, column 1: expected a line of at most 4194304 bytes, found a longer one"),
    (HIP, "", "\0", "line 1, column 1: expected a line of at most 4194304 bytes"),
    (HIP, "", "solve 4096x4096 ", "line 1, column 32769: expected at most 4096 words in a line, found more"),
    (HIP, "", "tie 4x4 '", "line 1, column "),
    (CHIP_FIRING, "", "x", "line 1, column 1: expected a line of at most 4194304 bytes"),
    (CHIP_FIRING, "winner -", "~", "line 1, column 1: expected a line of at most 4194304 bytes, found a longer one"),
    (CHIP_FIRING, "winner -", "A_ ", "line 1, column "),
    (MORPION, "", "cross 4D ", "line 1, column 18433: expected at most 4096 words in a line, found more"),
    (MORPION, "check --variant 5D", "0", ""),
    (MORPION, "check --variant 5D", "(3,3)\n", ""),
    (MORPION, "check --variant 5D", "4D\n", ""),
    (MORPION, "check --variant 5D", "[", ""),
    (MORPION, "check --variant 5D", "{\"a\":", ""),
    (MORPION, "check --variant 5D", "#\n", ""),
    (MORPION, "check", "MS1:AAAA", ""),
    (MORPION, "merge -", "x", "-: line 1, column 1: expected a part of a count or a proof"),
    (MORPION, "verify -", "x", ""),
];

/// In large pieces: small ones cost a system call each.
fn feed(program: Program, arguments: &str, piece: &str) -> Fed {
    program.feed(arguments, piece.repeat(65_536 / piece.len()), 640)
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
    let long = [
        (HIP, "", "#", 0),
        (HIP, "", "\n", 0),
        (CHIP_FIRING, "winner -", " ", 0),
        (MORPION, "", "# x\n", 0),
        (HIP, "", &*format!("squares 6x6 # {}\n", "x".repeat(4096)), 3 * 9_600 - 1),
        (CHIP_FIRING, "grundy -", &format!("{}A_\n", "\n".repeat(4096)), 9_600),
    ];
    side_by_side(&long, |&(program, arguments, piece, lines)| feed(program, arguments, piece).is_answered(lines));
}

/// Tasks of enormous size: answered, or stopped at a limit, or refused.
#[test]
fn enormous_tasks_end_soon() {
    let tasks = [
        (HIP, "squares 4096x4096", &[0][..]),
        (HIP, "tie 4096x4096", &[2]),
        (HIP, "tie 32x32", &[3]),
        (HIP, "draws 1x4096 --list", &[3]),
        (HIP, "solve 4096x4096 --after A1,B1", &[2]),
        (HIP, "solve 4096x4096 --rules last-mover --double", &[2]),
        (HIP, "solve 1x4096 --rules last-mover", &[0]),
        (HIP, "solve 4095x1 --rules last-mover --double --moves", &[0]),
        (HIP, "tie 1x1024", &[0]),
        (HIP, "draws 4096x4096 --list", &[0]),
        (HIP, "draws 4x4096", &[3]),
        (HIP, "solve 4096x4096 --after A1,FAN4096", &[0]),
        (HIP, "solve 1x4095 --moves", &[0]),
        (HIP, "model 4096x4096", &[3]),
        (CHIP_FIRING, "winner K99999999999999999999", &[2]),
        (CHIP_FIRING, "winner K65537", &[2]),
        (CHIP_FIRING, "winner K1000", &[2, 3]),
        (CHIP_FIRING, "winner K6000", &[2]),
        (CHIP_FIRING, "winner P65536 --moves", &[0]),
        (CHIP_FIRING, "grundy Q16", &[2, 3]),
        (CHIP_FIRING, "winner grid99999999x99999999", &[2]),
        (CHIP_FIRING, "number P65536", &[0, 2, 3]),
        (CHIP_FIRING, "number star65535 --moves", &[0]),
        (CHIP_FIRING, "number grid256x256", &[2, 3]),
        (CHIP_FIRING, "table 2..1000", &[2, 3]),
        (CHIP_FIRING, "tree K65536 winner", &[2]),
        (MORPION, "count 5T 1000", &[3]),
        (MORPION, "bounds 1000000000", &[0]),
        (MORPION, "random 5T --moves 1000", &[0]),
        (MORPION, "prove 5T --at-most 0", &[0, 2, 3]),
        (HEX, "--solve --time 100ms testdata/results/hex-empty-21.txt", &[3]),
    ];
    side_by_side(&tasks, |&(program, task, statuses)| {
        let ended = ask(program, &format!("{} {task}", program.limits()), "");
        assert!(statuses.contains(&ended.status.unwrap_or(-1)), "{task}: {ended:?}");
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
        random_cases(15, 250, |random| {
            program.ends_well(arguments, &changed(*inputs.choose(random).unwrap(), &WORDS, random));
            program.ends_well(&format!("{arguments} --json"), &any_bytes(200, random));
        });
        for bytes in
            [&b"\xff\x00\x1b[31m"[..], b"\0\0\0\n", b"\xff\xfe5\0T\0", "\u{202e}żółw".as_bytes(), &[b'z'; 9999]]
        {
            ask(program, arguments, bytes).is_refused(1, ": line 1, column ");
        }
    });
}

/// Tasks of lists are arguments too.
#[test]
fn changed_arguments_end_well() {
    let lists = READ.iter().filter(|(_, arguments, lists)| arguments.is_empty() && lists[0] != DATA_SETS);
    side_by_side(&lists.collect::<Vec<_>>(), |(program, _, lists)| {
        random_cases(12, 96, |random| {
            let tasks: Vec<&str> = lists.iter().flat_map(|list| list.lines()).collect();
            let arguments = changed(*tasks.choose(random).unwrap(), &WORDS, random);
            // An argument has no NUL, and on some systems it has to be UTF-8.
            program.ends_well(&String::from_utf8_lossy(&arguments).replace('\0', "?"), b"");
        });
    });
}

/// A reader that stops reading ends a program quietly, however much there is to read and to write.
#[test]
fn closed_pipe_is_no_error() {
    for Row { program, endless, .. } in &TABLE {
        for (arguments, input, is_endless) in *endless {
            let mut child = program.spawn(arguments);
            let (mut stdin, mut some) = (child.stdin.take().unwrap(), [0; 100]);
            let pieces = if *is_endless { 100_000 } else { 1 };
            let large = if *is_endless { input.repeat(100) } else { (*input).to_owned() };
            let feeding = thread::spawn(move || (0..pieces).try_for_each(|_| stdin.write_all(large.as_bytes())));
            child.stdout.take().unwrap().read_exact(&mut some).unwrap();
            assert_eq!(wait(child), (Some(0), String::new()), "{} {arguments}", program.name);
            assert!(feeding.join().unwrap().is_err() || pieces == 1, "{} {arguments}", program.name);
        }
    }
}

/// The reader has ended before the program writes.
#[cfg(unix)]
#[test]
fn pictures_are_written_after_a_closed_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("picture.svg");
    for task in ["hip tie 4x4", "morpion cross 4D", "morpion check rosin82"] {
        let command = format!("(sleep 0.2; {task} --svg {}; echo $? >&2) | true", picture.display());
        let output = Command::new("sh").args(["-c", &command]).env("PATH", on_path()).output().unwrap();
        assert_eq!(output.stderr, b"0\n", "{task}");
        assert!(std::fs::read_to_string(&picture).unwrap().ends_with("</svg>\n"), "{task}");
        std::fs::remove_file(&picture).unwrap();
    }
}
