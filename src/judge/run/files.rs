//! The files of tests: finds inputs, and saves tests that a program fails.
//!
//! ```text
//!     find_tests(["data", "more/a.in"])    data/*.in, data/*.txt, then more/a.in: each input once
//!     DIR/sample1/input.txt                the input of a failed test, and what the program wrote
//!                 output.txt  stderr.txt
//!                 reason.txt               WA output line 15: ...
//! ```

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use itertools::Itertools;

use super::{RunError, Runner, TestResult, Verdict};
use crate::hex::{DataSets, ReadError, Strictness};
use crate::judge::check::CheckError;

/// Returns all tests that some paths name, in their order, each once. A folder stands for what is called
/// `*.in` or `*.txt` in it and is no folder, in the order of the names. What cannot be read, such as a link that leads
/// nowhere, is a test too: it gets [`Verdict::JudgeError`].
///
/// # Errors
/// If a path names no test, or cannot be read.
pub fn find_tests(paths: &[PathBuf]) -> Result<Vec<PathBuf>, RunError> {
    let mut tests = Vec::new();
    for path in paths {
        let unreadable = |error| RunError::System(format!("read {}", path.display()), error);
        if !path.is_dir() {
            path.symlink_metadata().map_err(unreadable)?;
            tests.push(path.clone());
            continue;
        }
        let found = in_folder(path).map_err(unreadable)?;
        if found.is_empty() {
            let folder = path.display();
            return Err(RunError::Failed(format!("no tests in folder {folder}: expected files *.in or *.txt")));
        }
        tests.extend(found);
    }
    Ok(tests.into_iter().unique().collect())
}

fn in_folder(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries: Vec<_> = fs::read_dir(folder)?.try_collect()?;
    let is_test = |path: &PathBuf| !path.is_dir() && path.extension().is_some_and(|end| end == "in" || end == "txt");
    Ok(entries.into_iter().map(|entry| entry.path()).filter(is_test).sorted().collect())
}

/// Checks that an input is valid: programs are judged on valid inputs only.
pub(super) fn validate(path: &Path) -> Result<(), CheckError> {
    read(path, Strictness::Lenient).map_err(CheckError::Input)
}

/// Returns whether a test is valid, but beyond what the contest's statement promises to programs: by its sizes, its
/// number of data sets, or its spacing.
#[must_use]
pub fn is_beyond_statement(test: &Path) -> bool {
    read(test, Strictness::Statement).is_err() && read(test, Strictness::Lenient).is_ok()
}

fn read(path: &Path, strictness: Strictness) -> Result<(), ReadError> {
    let open = || {
        // An input is read several times: here, by the program and by the check.
        if fs::metadata(path)?.is_file() { File::open(path) } else { Err(io::Error::other("not a regular file")) }
    };
    let mut data_sets = DataSets::open(open()?, strictness)?;
    data_sets.try_for_each(|position| position.map(drop))
}

/// Returns a folder in `directory` for each test, named after it and different from all others.
#[must_use]
pub fn folders(directory: &Path, tests: &[PathBuf]) -> Vec<PathBuf> {
    let mut taken = HashSet::new();
    let folder = |test: &PathBuf| {
        // A name of dots would lead to another folder.
        let stem = test.file_stem().filter(|&stem| stem != "." && stem != "..").unwrap_or(OsStr::new("test"));
        let numbered = (2..).map(|number| [stem, OsStr::new(&format!("-{number}"))].into_iter().collect());
        let name: Option<OsString> =
            std::iter::once(stem.to_owned()).chain(numbered).find(|name| taken.insert(name.clone()));
        directory.join(name.unwrap_or_default())
    };
    tests.iter().map(folder).collect()
}

/// Returns the files of a failed test that is saved in a folder: its input, what the program wrote, and the reason.
#[must_use]
pub fn saved_files(folder: &Path) -> [PathBuf; 4] {
    ["input.txt", "output.txt", "stderr.txt", "reason.txt"].map(|name| folder.join(name))
}

/// Removes a failed test that an earlier run has saved, and nothing else. What cannot be removed stays.
pub fn remove_saved(folder: &Path) {
    for path in saved_files(folder) {
        let _ = fs::remove_file(path);
    }
    let _ = fs::remove_dir(folder);
}

impl Runner<'_> {
    /// Saves a failed test in a folder: its input, what the program wrote and the reason of the verdict. The caller
    /// must ensure that the program ran on this test last.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn save(&self, folder: &Path, test: &Path, result: &TestResult) -> io::Result<()> {
        let [input, output, errors, reason] = saved_files(folder);
        fs::create_dir_all(folder)?;
        // An input that cannot be read has the verdict JE, with a reason of its own. A pipe may never end.
        if test.is_file() {
            let copied = fs::copy(test, input);
            if result.verdict != Verdict::JudgeError {
                copied?;
            }
        }
        for (from, to) in [(self.file("out"), output), (self.file("err"), errors)] {
            if from.exists() {
                fs::copy(&from, to)?;
            }
        }
        fs::write(reason, format!("{} {}\n", result.verdict, result.reason))
    }
}
