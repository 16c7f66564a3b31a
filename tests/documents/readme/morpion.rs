//! What is told of `morpion`.

use std::collections::BTreeSet;
use std::fs;

use assert_cmd::cargo::cargo_bin_cmd;

use super::{file, help, options, readme, section, tasks};

#[test]
fn the_picture_of_morpion_is_the_programs() {
    let output = cargo_bin_cmd!("morpion").args(["convert", "--to", "svg", "hyyroporanen35"]).output().unwrap();
    let shown = "testdata/pictures/morpion-4D-35.svg";
    assert!(readme().contains(shown) && readme().contains("`morpion convert --to svg hyyroporanen35`"));
    let made = String::from_utf8(output.stdout).unwrap();
    assert_eq!(made, fs::read_to_string(file(shown)).unwrap(), "make it anew, and look at it");
}

#[test]
fn every_option_of_morpion_is_in_its_table_and_the_other_way_round() {
    let shown = section("## Morpion Solitaire", "## How fast");
    let table: String = shown.lines().filter(|line| line.starts_with("| `--")).collect();
    assert_eq!(options(&table), options(&help(cargo_bin_cmd!("morpion"))));
}

#[test]
fn every_task_of_morpion_is_in_its_table_and_the_other_way_round() {
    let shown = section("## Morpion Solitaire", "**Forms.**");
    let rows = shown.lines().filter_map(|line| line.strip_prefix("| `"));
    let named: BTreeSet<String> = rows.map(|row| row.split([' ', '`']).next().unwrap().to_owned()).collect();
    assert_eq!(named, tasks(&help(cargo_bin_cmd!("morpion"))));
}

#[test]
fn every_field_of_morpions_json_is_in_the_readme() {
    let shown = section("## Morpion Solitaire", "**What is known**");
    let (_, shown) = shown.split_once("**JSON.**").unwrap();
    for task in [
        "cross 4D",
        "check rosin82 --map",
        "show rosin82",
        "random 4D",
        "convert --to plain rosin82",
        "records 4D",
        "bounds",
        "count 4D 2",
        "count 4D 2 part 1/2",
    ] {
        let output = cargo_bin_cmd!("morpion").arg("--json").args(task.split(' ')).output().unwrap();
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let name = task.split(' ').next().unwrap();
        let line = shown.lines().find(|line| {
            let (named, _) = line.split_once(':').unwrap_or_default();
            line.starts_with("- `") && named.contains(&format!("`{name}`"))
        });
        let mut fields: BTreeSet<String> = answer.as_object().unwrap().keys().cloned().collect();
        for value in answer.as_object().unwrap().values() {
            let inner = value.as_array().map_or(value, |values| values.first().unwrap_or(value));
            fields.extend(inner.as_object().into_iter().flat_map(|object| object.keys().cloned()));
        }
        for field in fields.iter().filter(|field| !["schema", "task"].contains(&field.as_str())) {
            assert!(line.unwrap().contains(&format!("`{field}`")), "{task}: {field}");
        }
    }
}
