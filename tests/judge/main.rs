//! The program `hex-judge`, the single file and the problem package.

#![allow(clippy::pedantic, clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod check;
mod generate;
#[cfg(unix)]
mod limits;
mod outputs;
#[cfg(unix)]
mod package;
#[cfg(unix)]
mod pictures;
#[path = "../hex/reference.rs"]
mod reference;
#[cfg(unix)]
mod run;
#[cfg(unix)]
mod stress;
#[cfg(unix)]
mod submissions;
#[path = "../support/mod.rs"]
mod support;
#[cfg(unix)]
mod testlib;
mod validator;

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;

const HEX: &str = env!("CARGO_BIN_EXE_hex");

/// A wrong solution: it takes a won game for lost, and the third row of a best case for X lacks a stone.
const WRONG: [&str; 4] =
    ["sh", "-c", "\"$0\" | sed 's/X has won/O has won/; /^Best case for X/,/^Number/ s/^    X/    -/'", HEX];

/// A path in the folder of the repository.
fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The inputs in a data folder of the problem package, in the order of their names.
fn package_inputs(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(at("testdata/package/data").join(folder)).unwrap();
    let mut inputs: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    inputs.retain(|path| path.extension().is_some_and(|ending| ending == "in"));
    inputs.sort();
    assert!(inputs.len() >= 3, "{folder}");
    inputs
}

/// The data folders of the problem package.
const FOLDERS: [&str; 5] = ["sample", "secret", "valid_output", "invalid_output", "invalid_input"];

/// A command of the judge.
fn judge(arguments: &[&str]) -> assert_cmd::Command {
    let mut command = cargo_bin_cmd!("hex-judge");
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// The status and the objects of a command that prints JSON.
fn json(command: &mut assert_cmd::Command) -> (Option<i32>, Vec<Value>) {
    let run = command.output().unwrap();
    let lines = String::from_utf8(run.stdout).unwrap();
    (run.status.code(), lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}
