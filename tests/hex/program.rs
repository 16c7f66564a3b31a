//! The real program on every file of `testdata`: the samples byte for byte, all else against the reference, and broken inputs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::assert::Assert;
use assert_cmd::cargo::cargo_bin_cmd;
use predicates::prelude::*;
use predicates::str::{is_empty, is_match};
use quadrille::hex::{DataSets, Strictness};

use crate::bridge::board;
use crate::reference;

fn hex(input: &[u8]) -> Assert {
    cargo_bin_cmd!("hex").write_stdin(input).assert()
}

fn stdout(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn texts(name: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(name)).unwrap().map(|entry| entry.unwrap().path());
    let mut texts: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|e| e == "txt")).collect();
    texts.sort();
    assert!(texts.len() > 8, "the test data is missing");
    texts
}

#[test]
fn samples_come_out_byte_for_byte() {
    for number in 1..=3 {
        let file = |end: &str| fs::read(folder("testdata").join(format!("sample{number}.{end}"))).unwrap();
        let (input, expected) = (file("txt"), String::from_utf8(file("out")).unwrap());
        let crlf: Vec<u8> = input.iter().flat_map(|&b| if b == b'\n' { vec![b'\r', b'\n'] } else { vec![b] }).collect();
        let unended = &input[..input.len() - 1];
        for input in [&input[..], &crlf, unended] {
            hex(input).success().stdout(predicate::eq(&*expected)).stderr(is_empty());
        }
        insta::assert_snapshot!(format!("sample{number}"), stdout(&hex(&input)));
    }
}

#[test]
fn every_input_is_answered_as_the_reference_answers_it() {
    let mut present = BTreeSet::new();
    for path in texts("testdata") {
        let input = fs::read(&path).unwrap();
        let output = stdout(&hex(&input).success().stderr(is_empty()));
        let text = String::from_utf8(input).unwrap();
        let expected = reference::output(&reference::read(text.trim_start_matches('\u{feff}')));
        assert!(output == expected, "{}:\n{output}\nexpected:\n{expected}", path.display());
        present.insert(path.file_name().unwrap().to_string_lossy().into_owned());
    }
    // Others than those in the table are the user's own.
    let sources = fs::read_to_string(folder("testdata/SOURCES.md")).unwrap();
    let rows = sources.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let listed: BTreeSet<String> =
        rows.map(|(name, _)| name.to_owned()).filter(|name| name.ends_with(".txt")).collect();
    assert!(listed.len() > 8 && listed.is_subset(&present), "{listed:?}");
}

/// What is printed of an input before its fault: the answers to all data sets before it, whole.
fn answered_before_the_fault(input: &[u8]) -> String {
    let Ok(sets) = DataSets::open(input, Strictness::Lenient) else { return String::new() };
    let heading = format!("Analyzing {} data set(s)\n", sets.announced());
    let boards: Vec<_> = sets.map_while(Result::ok).map(|position| board(&position)).collect();
    let answers = reference::output(&boards);
    heading + answers.split_once('\n').unwrap().1
}

#[test]
fn every_broken_input_gets_a_placed_error() {
    let placed = is_match(r"^hex: line \d+, column \d+: [ -~…]+\n$").unwrap();
    let mut table = String::new();
    for path in texts("testdata/invalid") {
        let name = path.file_stem().unwrap().to_string_lossy();
        let input = fs::read(&path).unwrap();
        let assert =
            hex(&input).code(1).stdout(predicate::eq(answered_before_the_fault(&input))).stderr(placed.clone());
        let stderr = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        table += &format!("{name}: {}", stderr.trim_start_matches("hex: "));
    }
    insta::assert_snapshot!("broken_inputs", table);
}

/// The prose of the statement counts six and two, then two times two ways, and "three" where there are five.
#[test]
fn the_lists_of_the_first_sample_are_complete() {
    let sample = folder("testdata/sample1.txt");
    let list = stdout(&cargo_bin_cmd!("hex").arg("--list").arg(&sample).assert().success());
    let mut best_cases = list.split("\n\n").filter(|part| part.starts_with("Number of moves: "));
    let mut counts = Vec::new();
    for board in reference::read(&fs::read_to_string(sample).unwrap()) {
        for player in ['X', 'O'] {
            let all = board.all(player);
            let lines: String = all.iter().map(|cells| format!("\n{}", reference::names(cells))).collect();
            let (moves, ways) = (all[0].len(), all.len());
            let expected = format!("Number of moves: {moves}\nNumber of ways: {ways}{lines}");
            let shown = best_cases.next().unwrap().split("\nData set").next().unwrap();
            assert_eq!(shown.trim_end(), expected);
            counts.push(ways);
        }
    }
    assert_eq!(counts, [6, 2, 4, 5]);
}
