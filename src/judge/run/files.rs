//! The files of tests: finds inputs, and saves tests that a program fails.
//!
//! ```text
//!     find_tests(["data", "more/1.in"])    data/*.in, data/*.txt, then more/1.in: each input once
//!     DIR/sample1/input.txt                the input of a failed test, and what the program wrote
//!                 output.txt  stderr.txt
//!                 reason.txt               WA output line 15: ...
//! ```

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::{RunError, Runner, TestResult, Verdict};
use crate::hex::{DataSets, ReadError, Strictness};
use crate::judge::check::CheckError;

/// Returns all tests that some paths name, in their order, each once. A folder stands for what is called `*.in` or
/// `*.txt` in it and is no folder, in the order of the names. What cannot be read, such as a link that leads nowhere, is
/// a test too: it gets [`Verdict::JudgeError`].
///
/// # Errors
/// If a path names no test, or a folder cannot be read.
pub fn find_tests(paths: &[OsString]) -> Result<Vec<PathBuf>, RunError> {
    let (mut tests, mut seen) = (Vec::new(), HashSet::new());
    for path in paths.iter().map(Path::new) {
        let name = path.display();
        let paths = if path.is_dir() {
            in_folder(path).map_err(|error| RunError::System(format!("read folder {name}"), error))?
        } else if path.symlink_metadata().is_ok() {
            vec![path.to_owned()]
        } else {
            return Err(RunError::Failed(format!("no test matches {name}: name files or folders with --tests")));
        };
        if paths.is_empty() {
            return Err(RunError::Failed(format!("no tests in folder {name}: expected files *.in or *.txt")));
        }
        tests.extend(paths.into_iter().filter(|path| seen.insert(path.as_os_str().to_owned())));
    }
    Ok(tests)
}

fn in_folder(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut tests = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if !path.is_dir() && path.extension().is_some_and(|end| end == "in" || end == "txt") {
            tests.push(path);
        }
    }
    tests.sort_unstable();
    Ok(tests)
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
    // An input is read several times: here, by the program and by the check.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file").into());
    }
    let input: &mut dyn Read = &mut File::open(path)?;
    for position in DataSets::open(input, strictness)? {
        position?;
    }
    Ok(())
}

/// Returns a folder in `directory` for each test, named after it and different from all others.
#[must_use]
pub fn folders(directory: &Path, tests: &[PathBuf]) -> Vec<PathBuf> {
    let (mut folders, mut taken) = (Vec::new(), HashSet::new());
    for test in tests {
        // A name of dots would lead to another folder.
        let stem = test.file_stem().filter(|&stem| stem != "." && stem != "..").unwrap_or(OsStr::new("test"));
        let (mut name, mut number) = (stem.to_owned(), 1);
        while !taken.insert(name.clone()) {
            number += 1;
            name = [stem, OsStr::new(&format!("-{number}"))].into_iter().collect();
        }
        folders.push(directory.join(name));
    }
    folders
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
        let copied = fs::copy(test, input);
        // An input that cannot be read has the verdict JE, with a reason of its own.
        if result.verdict != Verdict::JudgeError {
            copied?;
        }
        for (from, to) in [(self.file("out"), output), (self.file("err"), errors)] {
            if from.exists() {
                fs::copy(&from, to)?;
            }
        }
        fs::write(reason, format!("{} {}\n", result.verdict, result.reason))
    }
}
