//! Runs `hex-judge` and reads its results.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::process::Child;

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;

pub(crate) const HEX: &str = env!("CARGO_BIN_EXE_hex");

pub(crate) fn judge(task: &str) -> assert_cmd::Command {
    let mut command = cargo_bin_cmd!("hex-judge");
    command.arg(task).current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// The results of a run, from its JSON.
pub(crate) fn results(command: &mut assert_cmd::Command) -> (Option<i32>, Vec<Value>) {
    let run = command.output().unwrap();
    let lines = String::from_utf8(run.stdout).unwrap();
    (run.status.code(), lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// Presses Ctrl-C.
pub(crate) fn interrupt(judge: &Child) {
    let pid = nix::unistd::Pid::from_raw(judge.id().cast_signed());
    nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGINT).unwrap();
}
