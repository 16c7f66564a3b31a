//! The files of tests: finds inputs, and saves tests that a program fails.
//!
//! ```text
//!     find_tests(["data", "more/a.in"])    data/*.in, data/*.txt, then more/a.in: each input once
//!     DIR/3-sample1/input.txt              the third test, which has failed: its input, and what the program wrote
//!                   output.txt  stderr.txt
//!                   reason.txt             WA output line 15: ...
//! ```

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use itertools::Itertools;
use miniz_oxide::inflate::decompress_to_vec;
use tempfile::TempDir;

use super::{RunError, TestResult, Verdict, printable};
use crate::hex::{DataSets, ReadError, Strictness};
use crate::judge::check::CheckError;

/// The folder of the tests if none are named.
const DEFAULT: &str = "testdata";

/// The inputs of the problem package, the samples and the secret data, for a machine without it: each is its name, a line
/// feed, its text, and a zero. A cell is its letter and a byte, the row plus 128. Written by scripts/package.
const BUILT_IN: &[u8] = include_bytes!("tests.deflate");

/// Returns the tests if none are named: those in the folder `testdata` that the contest's statement allows by their
/// sizes, numbers of data sets and spacing, and those that are invalid; and the number of the others.
///
/// # Errors
/// If there are no such tests.
pub fn default_tests() -> Result<(Vec<PathBuf>, usize), RunError> {
    let is_beyond = |test: &PathBuf| read(test, Strictness::Statement).is_err() && validate(test).is_ok();
    let found = in_folder(Path::new(DEFAULT)).unwrap_or_default();
    let (others, tests): (Vec<_>, Vec<_>) = found.into_iter().partition(is_beyond);
    if tests.is_empty() {
        let problem =
            format!("no tests in the folder {DEFAULT} that the contest's statement allows: --tests names tests");
        return Err(RunError::Failed(problem));
    }
    Ok((tests, others.len()))
}

/// Writes the built-in tests to a new folder, where there is no folder `testdata`, and returns it.
///
/// # Errors
/// Those of the file system.
pub fn built_in_tests() -> io::Result<Option<TempDir>> {
    if Path::new(DEFAULT).exists() {
        return Ok(None);
    }
    let folder = tempfile::Builder::new().prefix("hex-judge-").tempdir()?;
    let packed = decompress_to_vec(BUILT_IN).map_err(|error| io::Error::other(error.to_string()))?;
    for test in packed.split(|&byte| byte == 0).filter(|test| !test.is_empty()) {
        let mut text = String::new();
        for (at, &byte) in test.iter().enumerate() {
            match byte {
                ..128 => text.push(byte.into()),
                _ if test.get(at + 1) == Some(&b'\n') => text += &(byte - 128).to_string(),
                _ => text.extend([&*(byte - 128).to_string(), " "]),
            }
        }
        let (name, text) = text.split_once('\n').unwrap_or_default();
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder.path()))?;
        fs::write(path, text)?;
    }
    Ok(Some(folder))
}

/// Returns all tests that some paths name, in their order, each once. A folder stands for what is called
/// `*.in` or `*.txt` in it and is no folder, in the order of the names; if it has no such files, for those in its folders
/// `sample` and `secret`. What cannot be read, such as a link that leads nowhere, is a test too: it gets
/// [`Verdict::JE`].
///
/// # Errors
/// If a path names no test, or cannot be read.
pub fn find_tests(paths: &[PathBuf]) -> Result<Vec<PathBuf>, RunError> {
    let mut tests = Vec::new();
    for path in paths {
        let found = if path.is_dir() { in_folder(path) } else { path.symlink_metadata().map(|_| vec![path.clone()]) };
        let mut found = found.map_err(|error| RunError::System(format!("read {}", path.display()), error))?;
        if found.is_empty() {
            found = ["sample", "secret"].iter().flat_map(|part| in_folder(&path.join(part))).flatten().collect();
        }
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
    Ok(entries.into_iter().map(|entry| entry.path()).filter(is_test).sorted_unstable().collect())
}

/// Checks that an input is valid: programs are judged on valid inputs only.
pub(super) fn validate(path: &Path) -> Result<(), CheckError> {
    read(path, Strictness::Lenient).map_err(CheckError::Input)
}

fn read(path: &Path, strictness: Strictness) -> Result<(), ReadError> {
    // An input is read several times: here, by the program and by the check.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file").into());
    }
    DataSets::open(&mut File::open(path)? as &mut dyn Read, strictness)?.try_for_each(|position| position.map(drop))
}

/// Saves a failed test in a folder of `directory`, which is named after its number and its file: the input, what the
/// program wrote, and the reason of the verdict. Of a test with [`Verdict::JE`] there is the reason alone.
///
/// # Errors
/// Those of the file system.
pub fn save(directory: &Path, number: usize, test: &Path, result: &TestResult) -> Result<(), RunError> {
    let folder = directory.join(format!("{number}-{}", printable(test.file_stem().unwrap_or_default())));
    let save = || {
        fs::create_dir(&folder)?;
        if result.verdict != Verdict::JE {
            let [stdout, stderr] = &result.written;
            fs::copy(test, folder.join("input.txt"))?;
            fs::write(folder.join("output.txt"), stdout)?;
            fs::write(folder.join("stderr.txt"), stderr)?;
        }
        fs::write(folder.join("reason.txt"), format!("{} {}\n", result.verdict, result.reason))
    };
    save().map_err(|error| RunError::System(format!("save a failed test in {}", folder.display()), error))
}
