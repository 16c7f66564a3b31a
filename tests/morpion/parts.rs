//! Counts and proofs in parts: what `merge` adds up and what it refuses; and counts that are killed.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use quadrille::random::Random;

use crate::rejected::refused;
use crate::support::{MORPION, rounds};

const COUNT: &str = "count 4D 4 --labelled --finished";

/// The parts of a task, as the program prints them.
fn parts(task: &str, of: u64) -> Vec<String> {
    (1..=of).map(|number| MORPION.answer(&format!("{task} --part {number}/{of}"), "")).collect()
}

/// The lines of a part with their checksum.
fn signed(lines: &str) -> String {
    format!("{lines}Checksum: {:08X}\n", crc32fast::hash(lines.as_bytes()))
}

fn proof(number: u64, lines: &str) -> String {
    signed(&format!("prove 5T --at-most 484 --part {number}/3\n{lines}"))
}

fn open(number: u64, worst: i64) -> String {
    let worst = format!("{worst} for 30..30 x 30..30, cuts 12..12 8..8 12..12 8..8");
    proof(number, &format!("Boxes: 7\nOpen hulls: 2\nWorst: {worst}\nStanding: open\n"))
}

#[test]
fn parts_are_merged_to_the_bytes_of_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let parts = parts(COUNT, 5);
    let files: Vec<String> =
        (1..=5).map(|number| folder.path().join(number.to_string()).display().to_string()).collect();
    files.iter().zip(&parts).for_each(|(file, part)| fs::write(file, part).unwrap());
    let whole = MORPION.answer(COUNT, "").replace(COUNT, "");
    let command = format!("merge {}", files.join(" "));
    assert_eq!(MORPION.answer(&command, ""), format!("{command}{whole}"));
    // In any order, and several in a file, as `cat` and lists of tasks make them.
    let together = parts[1..].join("\n").replace('\n', "\r\n").replace(' ', " \t");
    assert_eq!(MORPION.answer(&format!("merge {} -", files[0]), format!("\u{feff}{together}")).lines().count(), 6);
    fs::write(&files[1], together).unwrap();
    assert!(MORPION.answer(&format!("merge {} -", files[1]), &*parts[0]).ends_with(&whole));
}

#[test]
fn parts_of_a_proof_are_merged() {
    let proved = |number: u64, boxes: u64| proof(number, &format!("Bound: 484\nBoxes: {boxes}\nStanding: proved\n"));
    let all = format!("{}{}{}", proved(2, 40), proved(1, 0), proved(3, 5));
    assert_eq!(MORPION.answer("merge -", all), "merge -\nBound: 484\nBoxes: 45\nStanding: proved\n");
    let output = MORPION.run("merge -", format!("{}{}{}", open(2, 485), proved(1, 1), open(3, 490)));
    assert_eq!(output.status.code(), Some(4));
    let worst = "490 for 30..30 x 30..30, cuts 12..12 8..8 12..12 8..8";
    let expected = format!("merge -\nBoxes: 15\nOpen hulls: 4\nWorst: {worst}\nStanding: open\n");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    // A part that is missing leaves the rest of the tree open.
    let output = MORPION.run("merge -", format!("{}{}", proved(3, 40), proved(1, 2)));
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    let expected = ["merge -\nBoxes: 42\nParts left: 1\nStanding: open\n", "morpion: part 2/3 is missing\n"];
    assert_eq!((output.status.code(), said), (Some(4), expected.map(str::to_owned)));
}

/// Each digit, of the task, of the numbers and of the checksum, in the place of each.
#[test]
fn a_digit_that_is_changed_is_noticed() {
    let printed = parts("count 4D 2", 2);
    let proofs = [proof(1, "Bound: 484\nBoxes: 2\nStanding: proved\n"), open(2, 490), open(3, 485)];
    for parts in [&printed[..], &proofs] {
        let (changed, others) = parts.split_last().unwrap();
        let digits =
            changed.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_hexdigit() && !byte.is_ascii_lowercase());
        for (at, digit) in digits {
            let all = if digit.is_ascii_digit() { b"0123456789" } else { b"0123ABCDEF" };
            let place = all.iter().position(|&other| other == digit).unwrap();
            for step in [1, 4, 8, 2, 3, 5, 6, 7, 9].into_iter().take(rounds(3, 9)) {
                let mut bytes = changed.clone().into_bytes();
                bytes[at] = all[(place + step) % 10];
                let text = String::from_utf8(bytes).unwrap();
                let output = MORPION.run("merge -", others.concat() + &text);
                assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{text}");
            }
        }
    }
}

#[test]
fn what_is_no_part_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("checkpoint").display().to_string();
    MORPION.run(&format!("count 4D 9 --part 2/5 --time 0s --checkpoint {checkpoint}"), "");
    let found = |line: u64, what: &str| {
        format!("line {line}, column 1: expected a part of a count or a proof, as --part prints it, found {what}")
    };
    let a_checkpoint = found(1, "a checkpoint; run its command with --checkpoint to its end, and give what it prints");
    refused(&format!("merge {checkpoint}"), "", 1, &format!("checkpoint: {a_checkpoint}\n"));
    refused("merge README.md", "", 1, &format!("README.md: {}", found(1, "'# ")));
    refused("merge Cargo.toml", "", 1, &format!("Cargo.toml: {}", found(1, "'[package]'\n")));

    let [one, two] = [1, 2].map(|number| MORPION.answer(&format!("count 4D 2 --part {number}/2"), ""));
    let whole = MORPION.answer("count 4D 2", "");
    let other = MORPION.answer("count 4D 2 --part 2/3", "");
    let stopped = MORPION.run("count 4D 20 --part 2/2 --time 0s", "").stdout;
    let open_proof = MORPION.run("prove 5T --at-most 484 --part 1/3 --threads 1 --nodes 10", "").stdout;
    let [stopped, open_proof] = [stopped, open_proof].map(|stdout| String::from_utf8(stdout).unwrap());
    assert!(stopped.ends_with("\nUnknown\n") && open_proof.contains("\nBoxes left: "));
    let unfinished = "is unfinished: it was stopped early; run its command again to the end first";
    let large = format!("2 {} 0 0 0", u128::MAX);
    let with = |sums: &str| signed(&format!("count 4D 2 --part 2/2\n0 0 0 0 0\n1 0 0 0 0\n{sums}\n"));
    for (text, said) in [
        (String::new(), "-: line 1, column 1: expected a part of a count or a proof".to_owned()),
        ("\n\n".to_owned(), "found none; it is printed at the end of the work".to_owned()),
        (one.clone(), "morpion: part 2/2 is missing\n".to_owned()),
        (signed("count 4D 0 --part 1/3\n0 1 7 0 0\n"), "part 2/3 is missing, and so is another one\n".to_owned()),
        (format!("{one}{one}"), "line 6, column 1: part 1/2 was read before; give each part once\n".to_owned()),
        (format!("{one}{whole}"), found(6, "'count 4D 2'\n")),
        (format!("{one}{two}check rosin82\n"), found(11, "'check rosin82'\n")),
        (format!("{one}{other}"), "expected another part of the same task, found count 4D 2 --part 2/3\n".to_owned()),
        (one.clone() + &proof(2, ""), "expected another part of the same task".to_owned()),
        (stopped, format!("line 2, column 1: part 2/2 {unfinished}\n")),
        (open_proof, format!("line 3, column 1: part 1/3 {unfinished}\n")),
        (format!("{one}{}", &two[..two.len() - 19]), "part 2/2 is incomplete\n".to_owned()),
        (one.clone() + &two.replace("\n0 ", "\n0 0 0 0 0\n0 "), "expected the checksum of part 2/2".to_owned()),
        (one.clone() + &with("2 1 7 0"), "part 2/2 is of another version\n".to_owned()),
        (one.clone() + &with("3 1 7 0 0"), "part 2/2 is of another version\n".to_owned()),
        (one.clone() + &with(&large), "part 2/2 is of another version\n".to_owned()),
        (one.clone() + &with("2 1 0 0 0"), "the sums do not add up to whole numbers of grids".to_owned()),
        (proof(1, "Bound: 484\nStanding: proved\n"), "part 1/3 is of another version\n".to_owned()),
        (open(1, 490).replace("12..12", "12..13"), "part 1/3 has been changed: its checksum is wrong\n".to_owned()),
    ] {
        refused("merge -", &text, 1, &said);
    }
}

/// Parts with any contents and the right checksum are added up or refused, with a place.
#[test]
fn parts_with_any_contents_end_well() {
    let mut random = Random::new(34, 0);
    let whole = [
        MORPION.answer("count 4D 3 --finished --part 1/1", ""),
        proof(1, "Bound: 484\nBoxes: 2\nStanding: proved\n").replace("1/3", "1/1"),
        open(1, 490).replace("1/3", "1/1"),
    ];
    let numbers =
        ["0", "-1", "18446744073709551615", "340282366920938463463374607431768211455", "x", "\n", "4D", "1/1048576"];
    for number in 0..rounds(60, 2000) {
        let text = whole[number % whole.len()].split("Checksum").next().unwrap();
        let mut words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
        for _ in 0..=random.below(3) {
            let (at, by) = (random.below(words.len() as u32) as usize, random.below(9) as usize);
            match numbers.get(by) {
                Some(number) => words.splice(at..=at, [*number, " "]).for_each(drop),
                None => words.truncate(at.max(1)),
            }
        }
        let text = signed(&(words.concat().trim_end().to_owned() + "\n"));
        let output = MORPION.run("merge -", text.as_str());
        let said = String::from_utf8(output.stderr).unwrap();
        let is_placed =
            said.starts_with("morpion: -: line ") || said.contains(" missing") || said.contains("do not add up");
        let is_refused = output.status.code() == Some(1) && is_placed && output.stdout.is_empty();
        assert!(matches!(output.status.code(), Some(0 | 4)) || is_refused, "{text}{said}");
    }
}

/// Runs a count with a checkpoint and kills it whenever it has written one, up to a number of times. Returns what it
/// prints in the end, and how often it was killed.
#[cfg(unix)]
fn killed(task: &str, file: &Path, most: usize) -> (String, usize) {
    let written = || fs::metadata(file).ok().and_then(|data| data.modified().ok());
    for kills in 0.. {
        let before = written();
        let mut child = MORPION.spawn(&format!("{task} --checkpoint {}", file.display()));
        while child.try_wait().unwrap().is_none() && (kills == most || written() == before) {
            thread::sleep(Duration::from_millis(5));
        }
        if child.try_wait().unwrap().is_some() {
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
            return (String::from_utf8(output.stdout).unwrap(), kills);
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    unreachable!("it is not killed more often than that")
}

/// If the count takes longer than the second after which a checkpoint is written; in a quick run it hardly does.
#[cfg(unix)]
#[test]
fn a_count_that_is_killed_again_and_again_ends_with_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let task = format!("count 4D {} --labelled --threads 1", rounds(7, 11));
    let (printed, kills) = killed(&task, &folder.path().join("checkpoint"), rounds(1, 5));
    assert_eq!(printed, MORPION.answer(&task, ""), "after {kills} kills");
}
