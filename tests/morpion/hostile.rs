//! Any bytes as tasks, as arguments or as records give an answer or an error message of one line.

use predicates::prelude::*;
use proptest::prelude::*;

use crate::support::{MORPION, changed, changes, random_cases};

/// What lists and arguments are changed by, beside any bytes.
const WORDS: [&str; 5] = [
    "[0-9]{1,3}",
    "[ \t\r\n#]{1,3}",
    "(count 4D 3| --labelled| --finished| --part 2/3|bounds |check rosin82| --map| --to svg|convert|random 4T|moves)",
    "[45][TD]",
    "[ -~]{1,4}",
];

const LIST: &str = "cross 4D\ncount 4D 3 --labelled --finished\nbounds 7\ncheck rosin82 --variant 5T --map\n\
    random 5T --seed 3 --moves 4\nconvert --to pentasol rosin82\nrecords 4D # and no more\ncount 5T 4 --part 2/7\n\
    moves 'demaine31'\nsearch 4D --level=1 --target 9\ncheck \"demaine31\"\n";

/// What records are changed by.
const NUMBERS: [&str; 5] = ["[0-9]{1,2}", "[0-9]{17,21}", "[ \t\r\n#-]{1,3}", "[-|/\\\\()\"{},]{1,2}", "[45][TD]"];

proptest! {
    #![proptest_config(random_cases(24, 96))]

    #[test]
    fn changed_lists_end_well(changes in changes(&WORDS), json in any::<bool>()) {
        MORPION.ends_well(if json { "--json" } else { "" }, &changed(LIST, changes))?;
    }

    #[test]
    fn changed_arguments_end_well(line in 0..LIST.lines().count(), changes in changes(&WORDS)) {
        MORPION.ends_well_as_arguments(&changed(LIST.lines().nth(line).unwrap(), changes))?;
    }

    #[test]
    fn any_bytes_end_well(input in proptest::collection::vec(any::<u8>(), 0..200)) {
        MORPION.ends_well("", &input)?;
    }

    #[test]
    fn changed_records_are_checked_or_rejected(changes in changes(&NUMBERS), form in 0_usize..4) {
        let form = ["plain", "pentasol", "json", "msr"][form];
        let record = MORPION.answer(&format!("convert --to {form} rosin82"), "");
        let output = MORPION.run("check --variant 5D --quiet", changed(record, changes));
        let stderr = String::from_utf8(output.stderr).unwrap();
        match output.status.code() {
            Some(0) => prop_assert_eq!(stderr, ""),
            Some(1) => {
                prop_assert!(MORPION.messages("{1}").eval(&stderr), "{}", stderr);
                prop_assert!(output.stdout.is_empty());
            }
            _ => prop_assert!(false, "{:?}: {}", output.status, stderr),
        }
    }
}

/// A piece of input, and how often it is written for 40 MB: in large pieces, since small ones cost a system call each.
fn endless(piece: &str) -> (String, usize) {
    let large = piece.repeat(65_536 / piece.len());
    let times = 40_000_000 / large.len();
    (large, times)
}

#[test]
fn endless_tasks_are_refused_in_little_memory() {
    let feed = |piece: &str| {
        let (piece, times) = endless(piece);
        MORPION.feed("", piece, times)
    };
    feed("x").is_refused("morpion: line 1, column 1: expected a line of at most 4194304 bytes, found a longer one");
    feed("cross 4D ").is_refused("morpion: line 1, column 18433: expected at most 4096 words in a line, found more");
    feed("#").is_answered(0);
    MORPION.feed("", "bounds 7\n".repeat(100), 50).is_answered(5000 * 30 - 1);
}

/// Neither a long line nor a long part takes memory.
#[test]
fn endless_parts_are_refused_in_little_memory() {
    for (begin, piece, said) in [
        ("", "x", "morpion: -: line 1, column 1: expected a part of a count or a proof"),
        ("count 4D 3 --part 1/2\n", "0 ", "morpion: -: line 2, column 1: expected a part of a count or a proof"),
        ("count 4D 3 --part 1/2\n", "0 0 0 0 0\n", "morpion: -: line 6, column 1: expected the checksum of part 1/2"),
        ("", "                                                               \n", "morpion: -: line "),
    ] {
        let (large, times) = endless(piece);
        MORPION.feed("merge -", format!("{begin}{large}"), times).is_refused(said);
    }
}

#[test]
fn endless_records_are_refused() {
    for piece in ["0", "4D\n", "[", "{\"a\":", "(3,3)\n", "MS1:AAAA", "#\n"] {
        let (large, times) = endless(piece);
        let fed = MORPION.feed("check --variant 5D", large, times);
        assert_eq!((fed.status, fed.lines), (Some(1), 0), "{piece}");
        assert!(fed.said.starts_with("morpion: ") && fed.said.len() < 300, "{piece}: {}", fed.said);
    }
}

/// The longest records, in forms that take much more memory than their text.
#[test]
fn long_records_take_memory_in_proportion() {
    for (begin, piece, end) in [
        (r#"{"variant":"5T","score":0,"moves":[],"x":[0"#, ",0", "]}"),
        (r#"{"variant":"5T","score":0,"moves":[],"x":[[]"#, ",[]", "]}"),
        (r#"{"variant":"5T","score":0,"moves":[0"#, r#",{"x":0,"y":0,"dir":"H","pos":0}"#, "]}"),
        ("[[]", ",[]", "]"),
        ("5T\n", "0 0 0 0 4 0\n", ""),
    ] {
        let text = format!("{begin}{}{end}", piece.repeat(4_000_000 / piece.len()));
        let stderr = String::from_utf8(MORPION.run("check --variant 5T --stats", text).stderr).unwrap();
        let mib = stderr.trim_end().strip_suffix(" MiB").and_then(|line| line.rsplit(' ').next());
        assert!(mib.is_none_or(|mib| mib.parse::<f64>().unwrap() < 200.0), "{begin}: {stderr}");
    }
}
