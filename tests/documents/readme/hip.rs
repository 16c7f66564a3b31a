//! What is told of `hip`.

use std::fs;

use assert_cmd::cargo::cargo_bin_cmd;

use super::{file, help, options, readme, section};

#[test]
fn the_picture_of_hip_is_the_programs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tie.svg");
    cargo_bin_cmd!("hip").args(["tie", "7x7", "--svg"]).arg(&path).assert().success();
    let shown = "testdata/pictures/hip-tie-7x7.svg";
    assert!(readme().contains(shown));
    let made = fs::read_to_string(path).unwrap();
    assert_eq!(made, fs::read_to_string(file(shown)).unwrap(), "make it anew with --svg, and look at it");
}

#[test]
fn every_option_of_hip_is_in_its_table_and_the_other_way_round() {
    let shown = section("## Hip", "## Chip-firing");
    let table: String = shown.lines().filter(|line| line.starts_with("| `--")).collect();
    assert_eq!(options(&table), options(&help(cargo_bin_cmd!("hip"))));
}

#[test]
fn every_field_of_hips_json_is_in_the_readme() {
    let shown = section("## Hip", "## Chip-firing");
    let (_, shown) = shown.split_once("**JSON.**").unwrap();
    let tasks = ["squares 2x2", "tie 2x2", "draws 2x2 list", "solve 2x2 moves", "model 2x2"];
    for task in tasks {
        let output = cargo_bin_cmd!("hip").arg("--json").args(task.split(' ')).output().unwrap();
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        for name in answer.as_object().unwrap().keys() {
            let name = name.trim_end_matches("_and_exchange").trim_end_matches("_up_to_symmetry");
            assert!(shown.contains(&format!("`{name}`")), "{task}: {name}");
        }
    }
}
