//! What the README shows is what the program does.

#![allow(clippy::pedantic, clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::cargo::cargo_bin_cmd;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn readme() -> String {
    fs::read_to_string(file("README.md")).unwrap()
}

/// The blocks of the README that are fenced as this kind of text.
fn blocks(kind: &str) -> Vec<String> {
    let fence = format!("```{kind}\n");
    readme().split(&fence).skip(1).map(|rest| rest.split_once("```").unwrap().0.to_owned()).collect()
}

#[test]
fn the_first_command_prints_what_is_shown() {
    let commands = blocks("console").remove(0);
    assert_eq!(commands, "$ cargo run --release < testdata/sample1.txt\n$ cargo test\n");
    let output = cargo_bin_cmd!("hex").write_stdin(fs::read(file("testdata/sample1.txt")).unwrap()).output().unwrap();
    assert_eq!(blocks("text")[0], String::from_utf8(output.stdout).unwrap());
}

#[test]
fn the_picture_is_the_programs() {
    let folder = tempfile::tempdir().unwrap();
    cargo_bin_cmd!("hex").arg("--svg").arg(folder.path()).arg(file("testdata/sample1.txt")).assert().success();
    let made = fs::read_to_string(folder.path().join("data-set-1.svg")).unwrap();
    let shown = "testdata/pictures/sample1-data-set-1.svg";
    assert!(readme().contains(shown));
    assert_eq!(made, fs::read_to_string(file(shown)).unwrap(), "make it anew with --svg, and look at it");
}

#[test]
fn every_option_of_the_help_is_in_the_readme_and_the_other_way_round() {
    let help = String::from_utf8(cargo_bin_cmd!("hex").arg("--help").output().unwrap().stdout).unwrap();
    let (readme, help) = (readme(), help.as_str());
    let options = |text: &str| -> Vec<String> {
        let words = text.split("--").skip(1).map(|rest| rest.split(|c: char| !c.is_ascii_lowercase()).next().unwrap());
        let mut options: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_owned).collect();
        options.sort();
        options.dedup();
        options
    };
    let table = readme.split("## Options").nth(1).unwrap().split("**Exit").next().unwrap();
    assert_eq!(options(table), options(help));
}

#[test]
fn the_error_shown_is_the_programs() {
    let input = "1\n5\n3 0\nC2 A3 F1\n\n";
    let output = cargo_bin_cmd!("hex").write_stdin(input).output().unwrap();
    assert!(readme().contains(String::from_utf8(output.stderr).unwrap().trim_end()));
}
