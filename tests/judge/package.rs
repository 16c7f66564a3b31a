//! The problem package: its copies are the same as their sources, each wrong submission has one mistake, and judges
//! accept the single file, which is right on all test data.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use assert_cmd::cargo::cargo_bin_cmd;
use quadrille::hex::{DataSets, Strictness};

use crate::at;

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
    for group in ["sample", "secret", "valid_output", "invalid_output", "invalid_input"] {
        let names = files(&package().join("data").join(group)).into_keys();
        cases.extend(names.filter_map(|name| Some(format!("{group}/{}", name.strip_suffix(".in")?))));
    }
    assert_eq!(listed, cases, "scripts/package makes the list anew");
}

#[test]
fn valid_data_is_within_the_limits_of_the_statement_and_invalid_inputs_are_not() {
    // The package's own validator is stricter: `hex` also accepts what people type.
    let taken = ["carriage-returns", "empty-line-after-last", "last-line-missing", "leading-zero", "line-feed-missing"];
    let taken = [&taken[..], &["lower-case"]].concat();
    let mut invalid = 0;
    for folder in ["sample", "secret", "valid_output", "invalid_output", "invalid_input"] {
        for (name, bytes) in files(&package().join("data").join(folder)) {
            if !name.ends_with(".in") {
                continue;
            }
            let read = DataSets::open(&bytes[..], Strictness::Statement)
                .and_then(|mut data_sets| data_sets.try_for_each(|position| position.map(drop)));
            if folder == "invalid_input" {
                invalid += 1;
                assert_eq!(read.is_ok(), taken.contains(&name.trim_end_matches(".in")), "{name}");
            } else {
                read.unwrap_or_else(|error| panic!("{folder}/{name}: {error}"));
            }
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
    for name in ["square_grid.py", "swapped_sides.py", "spacing.py", "eight_neighbours.cpp", "too_small.cpp"] {
        assert!(wrong.contains_key(name), "{name}");
    }
    let count = |text: &str| {
        let mut lines: BTreeMap<String, i32> = BTreeMap::new();
        text.lines().for_each(|line| *lines.entry(line.to_owned()).or_default() += 1);
        lines
    };
    for (name, bytes) in &wrong {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let (mut here, there) = (count(&text), count(if name.ends_with(".py") { &plain } else { &layers }));
        there.iter().for_each(|(line, times)| *here.entry(line.clone()).or_default() -= times);
        let added: i32 = here.values().filter(|times| **times > 0).sum();
        let removed: i32 = -here.values().filter(|times| **times < 0).sum::<i32>();
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
