//! The problem package: its copies are the same as their sources, and each wrong submission has one mistake.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use quadrille::hex::{DataSets, Strictness};

fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/package")
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
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/package");
    let run = Command::new(script)
        .arg(made.path())
        .env("HEX", env!("CARGO_BIN_EXE_hex"))
        .env("HEX_JUDGE", env!("CARGO_BIN_EXE_hex-judge"))
        .output()
        .unwrap();
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
fn every_case_is_in_the_list() {
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
fn each_wrong_submission_is_a_right_one_with_one_mistake() {
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
