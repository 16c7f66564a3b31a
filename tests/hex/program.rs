//! The real program on every file of `testdata`: the samples byte for byte, all else against the reference and snapshots.

use crate::reference;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::cargo::cargo_bin_cmd;
use predicates::prelude::*;

fn hex(input: &[u8]) -> Output {
    cargo_bin_cmd!("hex").write_stdin(input).output().unwrap()
}

fn texts(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut texts: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|e| e == "txt")).collect();
    texts.sort();
    assert!(texts.len() > 8, "the test data is missing");
    texts
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

/// The inputs that `SOURCES.md` has in its table. Others are the user's own.
fn committed() -> BTreeSet<String> {
    let sources = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/SOURCES.md")).unwrap();
    let rows = sources.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| row.split_once(".txt`")).map(|(stem, _)| stem.to_owned()).collect()
}

#[test]
fn samples_come_out_byte_for_byte() {
    for number in 1..=3 {
        let file = |end: &str| {
            fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("testdata/sample{number}.{end}"))).unwrap()
        };
        let (input, expected) = (file("txt"), file("out"));
        let crlf: Vec<u8> = input.iter().flat_map(|&b| if b == b'\n' { vec![b'\r', b'\n'] } else { vec![b] }).collect();
        let unended = &input[..input.len() - 1];
        for input in [&input[..], &crlf, unended] {
            let output = hex(input);
            assert_eq!(String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&expected));
            assert!(output.status.success() && output.stderr.is_empty());
        }
    }
}

#[test]
fn every_input_is_answered_as_the_reference_answers_it() {
    for path in texts("testdata") {
        let input = fs::read(&path).unwrap();
        let output = hex(&input);
        assert!(output.status.success() && output.stderr.is_empty(), "{}", path.display());
        let text = String::from_utf8(input).unwrap();
        let expected = reference::output(&reference::read(text.trim_start_matches('\u{feff}')));
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{}", path.display());
    }
}

#[test]
fn every_committed_input_has_a_snapshot() {
    let paths = texts("testdata");
    let committed = committed();
    let present: BTreeSet<String> = paths.iter().map(|path| stem(path)).collect();
    assert_eq!(committed.difference(&present).next(), None, "in SOURCES.md, but not there");
    for path in paths.iter().filter(|path| committed.contains(&stem(path))) {
        let output = hex(&fs::read(path).unwrap());
        insta::assert_snapshot!(stem(path), String::from_utf8(output.stdout).unwrap());
    }
}

#[test]
fn every_broken_input_gets_a_placed_error() {
    let placed = predicate::str::is_match(r"^hex: line \d+, column \d+: [^\n]+\n$").unwrap();
    for path in texts("testdata/invalid") {
        let output = hex(&fs::read(&path).unwrap());
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(placed.eval(&stderr), "{}: {stderr:?}", path.display());
        let stdout = String::from_utf8(output.stdout).unwrap();
        let status = output.status.code();
        let all = format!("exit status: {status:?}\n--- stderr\n{stderr}--- stdout\n{stdout}");
        insta::assert_snapshot!(format!("invalid_{}", stem(&path)), all);
        assert_eq!(status, Some(1), "{}", path.display());
    }
}

#[test]
fn the_sums_of_the_statement_come_out() {
    // Two statements of the prose are right as they stand, six and two, two times two; "three ways" are five.
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/sample1.txt");
    let output = cargo_bin_cmd!("hex").arg("--list").arg(sample).output().unwrap();
    insta::assert_snapshot!("list_of_sample1", String::from_utf8(output.stdout).unwrap());
}
