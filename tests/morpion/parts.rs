//! Counts and proofs in parts: what `merge` adds up and what it refuses; and counts that are killed.

use std::fs;

use quadrille::random::Random;

use crate::support::{MORPION, rounds};

const COUNT: &str = "count 4D 4 --labelled --finished";

/// The parts of a task, as the program prints them.
fn parts(task: &str, of: u64) -> Vec<String> {
    (1..=of).map(|number| MORPION.answer(&format!("{task} --part {number}/{of}"), "")).collect()
}

/// The line of a part, whose checksum is computed here.
fn signed(task: &str, part: [u64; 2], fields: &str) -> String {
    let line = |checksum: &str| {
        let [number, of] = part;
        format!(
            r#"{{"schema":"quadrille/morpion-part/1","task":"{task} --part {number}/{of}","part":[{number},{of}],{fields},"checksum":"{checksum}"}}"#
        )
    };
    line(&format!("{:08X}", crc32fast::hash(line("").as_bytes()))) + "\n"
}

/// A part of a count of 4D with up to two moves.
fn count(part: [u64; 2], sums: &str) -> String {
    let of = r#""part_of":{"count":{"variant":"4D","depth":2,"labelled":false,"finished":false}},"done":true"#;
    signed("count 4D 2", part, &format!("{of},\"sums\":[{sums}]"))
}

fn proof(part: [u64; 2], tally: &str) -> String {
    let of = r#""part_of":{"proof":{"variant":"5T","at_most":484}},"done":true"#;
    signed("prove 5T --at-most 484", part, &format!("{of},\"tally\":{tally}"))
}

fn proved(number: u64, boxes: u64) -> String {
    proof([number, 3], &format!(r#"{{"boxes":{boxes},"open":0,"worst":null}}"#))
}

fn open(number: u64, worst: i64) -> String {
    let ranges = [30, 30, 12, 8, 12, 8, 0, 0].map(|size| format!(r#"{{"low":{size},"high":{size}}}"#)).join(",");
    let hull = format!(r#"{{"is_placed":false,"ranges":[{ranges}]}}"#);
    proof([number, 3], &format!(r#"{{"boxes":7,"open":2,"worst":{{"proved":{worst},"hull":{hull}}}}}"#))
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
    // In any order, and several in a file, as `cat` and lists of tasks make them; tools may write the JSON in their way.
    let together = parts[1..].join("\n").replace('\n', "\r\n").replace(':', ": ").replace(',', " ,\t");
    assert_eq!(MORPION.answer(&format!("merge {} -", files[0]), format!("\u{feff}{together}")).lines().count(), 6);
    fs::write(&files[1], together).unwrap();
    assert!(MORPION.answer(&format!("merge {} -", files[1]), &*parts[0]).ends_with(&whole));
}

/// A part is the same line in text and in JSON.
#[test]
fn a_part_is_a_line_of_json() {
    let line = count([2, 8], r#"["0","0","0","0"],["8","0","0","0"],["140","12","0","0"]"#);
    assert_eq!(MORPION.answer("count 4D 2 --part 2/8", ""), line);
    assert_eq!(MORPION.answer("--json count 4D 2 --part 2/8", ""), line);
}

#[test]
fn parts_of_a_proof_are_merged() {
    let printed: String = parts("--quiet prove 5T --at-most 705", 2).concat();
    let merged = MORPION.answer("merge -", printed);
    assert!(merged.starts_with("merge -\nBound: 705\nBoxes: ") && merged.ends_with("\nStanding: proved\n"), "{merged}");
    let all = format!("{}{}{}", proved(2, 40), proved(1, 0), proved(3, 5));
    assert_eq!(MORPION.answer("merge -", all), "merge -\nBound: 484\nBoxes: 45\nStanding: proved\n");
    let output = MORPION.run("merge -", format!("{}{}{}", open(2, 485), proved(1, 1), open(3, 490)));
    assert_eq!(output.status, Some(4));
    let worst = "490 for 30..30 x 30..30, cuts 12..12 8..8 12..12 8..8";
    let expected = format!("merge -\nBoxes: 15\nOpen hulls: 4\nWorst: {worst}\nStanding: open\n");
    assert_eq!(output.stdout, expected);
    // A part that is missing leaves the rest of the tree open.
    let output = MORPION.run("merge -", format!("{}{}", proved(3, 40), proved(1, 2)));
    let expected = ("merge -\nBoxes: 42\nParts left: 1\nStanding: open\n", "morpion: part 2/3 is missing\n");
    assert_eq!((output.status, (&*output.stdout, &*output.stderr)), (Some(4), expected));
}

/// Each digit, of the task, of the numbers and of the checksum, in the place of each.
#[test]
fn digit_that_is_changed_is_noticed() {
    let printed = parts("count 4D 2", 2);
    let proofs = [proved(1, 2), open(2, 490), open(3, 485)];
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
                assert_eq!((output.status, output.stdout.len()), (Some(1), 0), "{text}");
            }
        }
    }
}

#[test]
fn other_texts_than_parts_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("checkpoint").display().to_string();
    MORPION.run(&format!("count 4D 9 --part 2/5 --time 0s --checkpoint {checkpoint}"), "");
    let found = |line: u64, what: &str| {
        format!("line {line}, column 1: expected a part of a count or a proof, as --part prints it, found {what}")
    };
    let a_checkpoint = found(1, "a checkpoint; run its command with --checkpoint to its end, and give what it prints");
    MORPION.run(&format!("merge {checkpoint}"), "").is_refused(1, &format!("checkpoint: {a_checkpoint}\n"));
    MORPION.run("merge README.md", "").is_refused(1, &format!("README.md: {}", found(1, "'# ")));
    MORPION.run("merge Cargo.toml", "").is_refused(1, &format!("Cargo.toml: {}", found(1, "'[package]'\n")));

    let [one, two] = [1, 2].map(|number| MORPION.answer(&format!("count 4D 2 --part {number}/2"), ""));
    let whole = MORPION.answer("count 4D 2", "");
    let other = MORPION.answer("count 4D 2 --part 2/3", "");
    let stopped = MORPION.run("count 4D 20 --part 2/2 --time 0s", "").stdout;
    let open_proof = MORPION.run("prove 5T --at-most 484 --part 1/3 --threads 1 --nodes 10", "").stdout;
    let unfinished = "is unfinished: it was stopped early; run its command again to the end first";
    let zeros = r#"["0","0","0","0"]"#;
    let with = |sums: &str| count([2, 2], &format!("{zeros},{zeros},{sums}"));
    let large = format!(r#"["{}","0","0","0"]"#, u128::MAX);
    let first = r#"{"schema":"quadrille/morpion-part/1","task":"count 4D 2 --pa"#;
    for (text, said) in [
        (String::new(), "-: line 1, column 1: expected a part of a count or a proof".to_owned()),
        ("\n\n".to_owned(), "found none; it is printed at the end of the work".to_owned()),
        (one.clone(), "morpion: part 2/2 is missing\n".to_owned()),
        (count([1, 3], &[zeros; 3].join(",")), "part 2/3 is missing, and so is another one\n".to_owned()),
        (format!("{one}{one}"), "line 2, column 1: part 1/2 was read before; give each part once\n".to_owned()),
        (format!("{one}{whole}"), found(2, "'count 4D 2'\n")),
        (format!("{one}{two}\ncheck rosin82\n"), found(4, "'check rosin82'\n")),
        (format!("{one}{other}"), "expected another part of the same task, found count 4D 2 --part 2/3\n".to_owned()),
        (one.clone() + &proved(2, 1), "expected another part of the same task".to_owned()),
        (stopped, format!("line 1, column 1: part 2/2 {unfinished}\n")),
        (open_proof, format!("line 1, column 1: part 1/3 {unfinished}\n")),
        (format!("{one}{}", &two[..two.len() - 19]), found(2, &format!("'{first}…'\n"))),
        (one.replace("part/1", "part/2"), found(1, &format!("'{}…'\n", first.replace("part/1", "part/2")))),
        (count([3, 2], zeros), found(1, &format!("'{first}…'\n"))),
        (one.clone() + &count([2, 2], zeros), "part 2/2 is of another version\n".to_owned()),
        (one.clone() + &with(r#"["1","-7","0","0"]"#), "part 2/2 is of another version\n".to_owned()),
        (one.clone() + &with(&large), "part 2/2 is of another version\n".to_owned()),
        (one.clone() + &with(r#"["1","0","0","0"]"#), "the sums do not add up to whole numbers of grids".to_owned()),
        (proved(1, 2).replace("tally", "sums"), found(1, "'{")),
        (open(1, 490).replace("12", "13"), "part 1/3 has been changed: its checksum is wrong\n".to_owned()),
    ] {
        MORPION.run("merge -", text).is_refused(1, &said);
    }
}

/// Parts with any contents and the right checksum are added up or refused, with a place.
#[test]
fn parts_with_any_contents_end_well() {
    let mut random = Random::new(34, 0);
    let whole = [
        MORPION.answer("count 4D 3 --finished --part 1/1", ""),
        proved(1, 2).replace("1/3", "1/1").replace("1,3", "1,1"),
        open(1, 490).replace("1/3", "1/1").replace("1,3", "1,1"),
    ];
    let numbers =
        ["0", "-1", "18446744073709551615", "340282366920938463463374607431768211455", "null", "[]", "\"4D\"", "1e9"];
    for number in 0..rounds(60, 2000) {
        let line = whole[number % whole.len()].split("\"checksum\"").next().unwrap();
        let mut words: Vec<&str> = line.split_inclusive([',', ':', '[', '{']).collect();
        for _ in 0..=random.below(3) {
            let (at, by) = (random.below(words.len() as u32) as usize, random.below(9) as usize);
            match numbers.get(by) {
                Some(number) => words.splice(at..=at, [*number, ","]).for_each(drop),
                None => words.truncate(at.max(1)),
            }
        }
        let line = words.concat() + "\"checksum\":\"";
        let sum = crc32fast::hash(format!("{line}\"}}").as_bytes());
        let text = format!("{line}{sum:08X}\"}}\n");
        let output = MORPION.run("merge -", text.as_str());
        let said = output.stderr;
        let is_placed =
            said.starts_with("morpion: -: line ") || said.contains(" missing") || said.contains("do not add up");
        let is_refused = output.status == Some(1) && is_placed && output.stdout.is_empty();
        assert!(matches!(output.status, Some(0 | 4)) || is_refused, "{text}{said}");
    }
}

/// Neither a long line nor a long part takes memory.
#[test]
fn endless_parts_are_refused_in_little_memory() {
    for (piece, said) in [
        ("x", "morpion: -: line 1, column 1: expected a part of a count or a proof"),
        ("{\"sums\":[[", "morpion: -: line 1, column 1: expected a part of a count or a proof"),
        ("                                                               \n", "morpion: -: line "),
    ] {
        MORPION.feed("merge -", piece.repeat(65_536 / piece.len()), 600).is_refused(said);
    }
}
