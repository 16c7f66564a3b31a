//! The problem package: its copies are the same as their sources, each wrong submission has one mistake, and judges
//! accept the single file, which is right on all test data.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use assert_cmd::cargo::cargo_bin_cmd;
use itertools::Itertools;
use quadrille::hex::{DataSets, Strictness};

use crate::{FOLDERS, at, package_inputs};

fn package() -> PathBuf {
    at("testdata/package")
}

/// The files of a folder, by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let named = |entry: fs::DirEntry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap());
    entries.filter(|entry| entry.path().is_file()).map(named).collect()
}

#[test]
fn samples_secret_data_wrong_outputs_and_bundle_are_what_the_script_makes() {
    let made = tempfile::tempdir().unwrap();
    let script = at("scripts/package");
    let run = Command::new(script).arg(made.path()).env("HEX", env!("CARGO_BIN_EXE_hex")).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    for (folder, least) in [("data/sample", 6), ("data/secret", 20)] {
        let (made, committed) = (files(&made.path().join(folder)), files(&package().join(folder)));
        assert!(made.len() >= least);
        for (name, bytes) in &made {
            assert!(committed.get(name) == Some(bytes), "{folder}/{name} is not what scripts/package makes");
        }
        let tests = committed.keys().filter(|name| name.ends_with(".in") || name.ends_with(".ans"));
        assert_eq!(tests.count(), made.len(), "{folder}");
    }
    let wrong = |folder: &Path| files(&folder.join("data/invalid_output"));
    if made.path().join("data/invalid_output").exists() {
        assert!(wrong(made.path()) == wrong(&package()), "data/invalid_output is not what scripts/package makes");
    } else {
        crate::support::skip("wrong outputs of the problem package: there is no python3");
    }
    let bundle = |folder: &Path| fs::read(folder.join("submissions/accepted/hex.rs")).unwrap();
    let same = bundle(made.path()) == bundle(&package());
    assert!(same, "the source has changed: scripts/package puts the new single file into the problem package");
}

#[test]
fn cases_are_all_in_the_list() {
    let list = fs::read_to_string(package().join("generators/generators.yaml")).unwrap();
    let listed: Vec<&str> = list.lines().filter_map(|line| line.trim().strip_prefix("copy: data/")).collect();
    let mut cases = Vec::new();
    for group in FOLDERS {
        let inputs = package_inputs(group);
        cases.extend(inputs.iter().map(|path| format!("{group}/{}", path.file_stem().unwrap().display())));
    }
    assert_eq!(listed, cases, "scripts/package makes the list anew");
}

#[test]
fn valid_data_is_within_the_limits_of_the_statement_and_invalid_inputs_are_not() {
    // The package's own validator is stricter: `hex` also accepts what people type.
    let taken =
        "carriage-returns empty-line-after-last last-line-missing leading-zero line-feed-missing lower-case".split(' ');
    let taken: Vec<&str> = taken.collect();
    let mut invalid = 0;
    for folder in FOLDERS {
        for path in package_inputs(folder) {
            let read = DataSets::open(File::open(&path).unwrap(), Strictness::Statement)
                .and_then(|mut data_sets| data_sets.try_for_each(|position| position.map(drop)));
            let is_invalid = folder == "invalid_input";
            let is_taken = !is_invalid || taken.iter().any(|name| path.file_stem().unwrap() == *name);
            assert_eq!(read.is_ok(), is_taken, "{}", path.display());
            invalid += usize::from(is_invalid);
        }
    }
    assert!(invalid >= 20, "{invalid}");
}

#[test]
fn wrong_submissions_are_right_ones_with_one_mistake() {
    let submissions = |folder: &str| files(&package().join("submissions").join(folder));
    let right = submissions("accepted");
    let right = |name: &str| String::from_utf8(right[name].clone()).unwrap();
    let (plain, layers) = (right("plain.py"), right("layers.cpp"));
    let wrong: BTreeMap<_, _> = submissions("wrong_answer").into_iter().chain(submissions("run_time_error")).collect();
    assert!(wrong.len() >= 5, "{:?}", wrong.keys());
    for (name, bytes) in wrong {
        let (wrong, right) = (String::from_utf8(bytes).unwrap(), if name.ends_with(".py") { &plain } else { &layers });
        let (here, there) = (wrong.lines().counts(), right.lines().counts());
        let more = |one: &HashMap<&str, usize>, other: &HashMap<&str, usize>| -> usize {
            one.iter().map(|(line, times)| times.saturating_sub(other.get(line).copied().unwrap_or_default())).sum()
        };
        let (added, removed) = (more(&here, &there), more(&there, &here));
        assert!((1..=4).contains(&added) && removed <= 3, "{name}: {added} lines more, {removed} less");
    }
}

/// Builds a source file in this edition, as fast as that goes; a warning is a failure.
fn build(source: &Path, edition: &str, program: &Path) {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let options = ["--edition", edition, "-C", "opt-level=0", "-C", "debuginfo=0", "-o"];
    let built = Command::new(rustc).args(options).arg(program).arg(source).output().unwrap();
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success() && said.is_empty(), "{}: {said}", source.display());
}

/// The largest source file that most judges accept.
const MOST_BYTES: usize = 64 * 1024;

/// The oldest and the newest edition; judges compile with the former by default, BAPCtools with 2018, Kattis with 2021.
/// The gate has all.
const EDITIONS: [&str; 2] = ["2015", "2024"];

#[test]
fn bundle_is_small_compiles_without_a_warning_and_is_right() {
    let root = at("");
    let submission = package().join("submissions/accepted/hex.rs");
    let text = fs::read_to_string(&submission).unwrap();
    assert!(text.len() < MOST_BYTES, "{} bytes", text.len());
    assert!(text.contains("by Lee's algorithm over bitboard rows"), "comments that say what a module is are gone");

    // The gate compiles it as judges do, with -O, and judges that as well.
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("hex");
    for edition in EDITIONS {
        build(&submission, edition, &program);
        let input = File::open(root.join("testdata/sample1.txt")).unwrap();
        let sample = Command::new(&program).stdin(input).output().unwrap();
        assert_eq!(sample.stdout, fs::read(root.join("testdata/sample1.out")).unwrap(), "edition {edition}");
    }

    let mut judge = cargo_bin_cmd!("hex-judge");
    let folders = ["testdata", "testdata/package/data/sample", "testdata/package/data/secret"];
    judge.current_dir(&root).args(["run", "--tests"]).args(folders).arg("--");
    judge.arg(&program).assert().code(0);

    // A fault of the input is reported after the answers before it.
    let broken = root.join("testdata/invalid/second-data-set-broken.txt");
    let run = Command::new(&program).stdin(File::open(&broken).unwrap()).output().unwrap();
    let own = cargo_bin_cmd!("hex").pipe_stdin(broken).unwrap().output().unwrap();
    assert_eq!((run.status.code(), run.stdout, run.stderr), (own.status.code(), own.stdout, own.stderr));
}
