//! Counts and proofs in parts: what `merge` adds up and what it refuses.

use std::fs;

use crate::support::{MORPION, changed, random_cases, rounds};

/// The parts of a task, as the program prints them in JSON.
fn parts(task: &str, of: u64) -> Vec<String> {
    (1..=of).map(|number| MORPION.answer(&format!("--json {task} --part {number}/{of}"), "")).collect()
}

/// A part of a proof in three parts.
fn proof(number: u64, tally: &str) -> String {
    let of = format!(r#""variant":"5T","bound":484,"part":[{number},3]"#);
    format!(
        "{{\"schema\":\"quadrille/morpion-prove/1\",{of},{tally},\"boxes_left\":0,\"parts_left\":0,\"whole\":true}}\n"
    )
}

fn proved(number: u64, boxes: u64) -> String {
    proof(number, &format!(r#""boxes":{boxes},"open":0,"worst":null"#))
}

fn open(number: u64, worst: i64) -> String {
    let ranges = [30, 30, 12, 8, 12, 8, 0, 0].map(|size| format!(r#"{{"low":{size},"high":{size}}}"#)).join(",");
    let hull = format!(r#"{{"is_placed":false,"ranges":[{ranges}]}}"#);
    proof(number, &format!(r#""boxes":7,"open":2,"worst":{{"proved":{worst},"hull":{hull}}}"#))
}

#[test]
fn parts_are_merged_to_the_bytes_of_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    for (task, of) in [
        ("count 4D 4 --labelled --finished", rounds(5, 50)),
        ("count 5D 5 --finished", rounds(4, 7)),
        ("count 4T 4 --labelled", 3),
        ("count 5T 0 --finished", 2),
    ] {
        let parts = parts(task, of as u64);
        let file = |number: usize| folder.path().join(number.to_string()).display().to_string();
        let files: Vec<String> = (0..of).map(file).collect();
        files.iter().zip(&parts).for_each(|(file, part)| fs::write(file, part).unwrap());
        let whole = MORPION.answer(task, "").replace(task, "");
        let command = format!("merge {}", files.join(" "));
        assert_eq!(MORPION.answer(&command, ""), format!("{command}{whole}"));
        // In any order, and several in a file, as `cat` and lists of tasks make them; tools may write the JSON in their
        // way.
        let together = parts[1..].join("\n").replace('\n', "\r\n").replace(':', ": ").replace(',', " ,\t");
        fs::write(&files[1], format!("\u{feff}{together}")).unwrap();
        assert!(MORPION.answer(&format!("merge {} -", files[1]), &*parts[0]).ends_with(&whole));
    }
    // There may be as many parts as this.
    MORPION.answer("count 4D 1 --part 1048576/1048576", "");
}

#[test]
fn parts_of_a_proof_are_merged() {
    for _ in 0..rounds(0, 1) {
        let merged = MORPION.answer("merge -", parts("--quiet prove 5T --at-most 705", 2).concat());
        assert!(merged.starts_with("merge -\nBound: 705\nBoxes: ") && merged.ends_with("\nStanding: proved\n"));
    }
    let worst = "490 for 30..30 x 30..30, cuts 12..12 8..8 12..12 8..8";
    for (parts, status, expected) in [
        ([proved(2, 40), proved(1, 0), proved(3, 5)].concat(), 0, "Bound: 484\nBoxes: 45\nStanding: proved"),
        (
            [open(2, 485), proved(1, 1), open(3, 490)].concat(),
            4,
            &format!("Boxes: 15\nOpen hulls: 4\nWorst: {worst}\nStanding: open"),
        ),
        // A part that is missing leaves the rest of the tree open.
        ([proved(3, 40), proved(1, 2)].concat(), 4, "Boxes: 42\nParts left: 1\nStanding: open"),
    ] {
        let ended = MORPION.run("merge -", parts);
        let expected = (Some(status), format!("merge -\n{expected}\n"), String::new());
        assert_eq!((ended.status, ended.stdout, ended.stderr), expected);
    }
}

#[test]
fn other_texts_than_parts_are_refused() {
    let count = parts("count 4D 2", 2);
    let [whole, other] = ["", " --part 2/3"].map(|part| MORPION.answer(&format!("--json count 4D 2{part}"), ""));
    let stopped = MORPION.run("--json count 4D 20 --part 2/2 --time 0s", "").stdout;
    let open_proof = MORPION.run("--json prove 5T --at-most 484 --part 1/3 --threads 1 --nodes 10", "").stdout;
    let no_part = |line: u64| format!("stdin: line {line}: expected a part of a count or a proof");
    let other_task = "stdin: line 2: expected another part of the same task";
    let unfinished = "is unfinished: it was stopped early; run its command again to the end first\n";
    let one = &count[0];
    for (text, said) in [
        (String::new(), "morpion: expected a part of a count or a proof".to_owned()),
        (one.clone(), "part 2/2 is missing, the first of 1\n".to_owned()),
        (other.clone(), "part 1/3 is missing, the first of 2\n".to_owned()),
        (format!("{one}{one}"), "line 2: part 1/2 was read before; give each part once\n".to_owned()),
        (format!("{one}{whole}"), no_part(2)),
        (format!("{}\ncheck rosin82\n", count.concat()), no_part(4)),
        (format!("{one}{}", &count[1][..count[1].len() - 19]), no_part(2)),
        (one.replace("[1,2]", "[3,2]"), no_part(1)),
        (format!("{one}{other}"), other_task.to_owned()),
        (format!("{one}{}", count[1].replace("4D", "4T")), other_task.to_owned()),
        (one.clone() + &proved(2, 1), other_task.to_owned()),
        (stopped, format!("line 1: part 2/2 {unfinished}")),
        (open_proof, format!("line 1: part 1/3 {unfinished}")),
    ] {
        MORPION.run("merge -", text).is_refused(1, &said);
    }
    MORPION.run("merge README.md", "").is_refused(1, "README.md: line 1: expected a part of a count or a proof");
}

/// Parts with any contents are added up or refused.
#[test]
fn changed_parts_end_well() {
    let count = parts("count 4D 3 --finished", 1).concat();
    let proofs = [proved(1, 2), open(1, 490)].map(|part| part.replace("1,3", "1,1"));
    let words = ["0", "-1", "18446744073709551615", "\"340282366920938463463374607431768211455\"", "null", "[]", "1e9"];
    random_cases(20, 700, |random| {
        for part in [&count, &proofs[0], &proofs[1]] {
            let ended = MORPION.run("merge -", changed(part.as_str(), &words, random));
            assert!(matches!(ended.status, Some(0 | 1 | 4)) && ended.stderr.lines().count() < 2, "{ended:?}");
        }
    });
}
