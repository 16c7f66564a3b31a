//! Keeping what failed, for a look.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::tests::Test;
use super::trial::{Trial, Trier};
use crate::judge::Verdict;

/// A folder for each of some tests, named after it.
pub(super) fn folders(directory: &Path, tests: &[Test]) -> Vec<PathBuf> {
    let mut taken = HashSet::new();
    let folder = |test: &Test| {
        let stem = test.path.file_stem().filter(|&stem| stem != "." && stem != "..");
        let stem = stem.unwrap_or(OsStr::new("test")).to_owned();
        let names = (1..).map(|number: u32| {
            let mut name = stem.clone();
            if number > 1 {
                name.push(format!("-{number}"));
            }
            name
        });
        // One of the names is free, as there are more of them than tests.
        let free = names.into_iter().find(|name| taken.insert(name.clone()));
        directory.join(free.unwrap_or(stem))
    };
    tests.iter().map(folder).collect()
}

/// Files of a test that failed.
const INPUT: &str = "input.txt";
const OUTPUT: &str = "output.txt";
const ERRORS: &str = "stderr.txt";
const REASON: &str = "reason.txt";

/// Removes what was kept of an earlier run, and nothing else.
pub(super) fn clear(folder: &Path) {
    for name in [INPUT, OUTPUT, ERRORS, REASON] {
        let _ = fs::remove_file(folder.join(name));
    }
    let _ = fs::remove_dir(folder);
}

/// Copies the input and what the program made of it.
pub(super) fn keep(folder: &Path, test: &Test, trier: &Trier, trial: &Trial) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let copied = fs::copy(&test.path, folder.join(INPUT));
    // An input that cannot be read is a reason of its own.
    if trial.verdict != Verdict::JudgeError {
        copied?;
    }
    for (from, to) in [(&trier.output, OUTPUT), (&trier.errors, ERRORS)] {
        if from.exists() {
            fs::copy(from, folder.join(to))?;
        }
    }
    fs::write(folder.join(REASON), format!("{} {}\n", trial.verdict, trial.reason))
}
