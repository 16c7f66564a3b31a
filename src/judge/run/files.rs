//! The files of tests: finds inputs, and saves tests that a program fails.
//!
//! ```text
//!     find_tests(["data", "more/*.in"])    data/*.in, data/*.txt, then more/*.in: each input once
//!     DIR/sample1/input.txt                the input of a failed test, and what the program wrote
//!                 output.txt  stderr.txt
//!                 reason.txt               WA output line 15: ...
//! ```

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use itertools::Itertools;
use thiserror::Error;

use super::{Runner, TestResult, Verdict, printable};
use crate::hex::{DataSets, Strictness};
use crate::judge::board::Board;
use crate::judge::check::{CheckError, Fault};
use crate::judge::generate::DataSet;
use crate::player::Player;

/// The extensions of the files in a folder that are tests.
const EXTENSIONS: [&str; 2] = ["in", "txt"];

/// An input to judge a program on.
#[derive(Clone, Debug)]
pub struct Test {
    /// The file with the input.
    pub path: PathBuf,
    /// The name of the test among the results.
    pub name: String,
}

/// The reason why tests cannot be found.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FindTestsError {
    /// A folder has no tests.
    #[error("no tests in folder {}: expected files {}", _0.display(), EXTENSIONS.map(|e| format!("*.{e}")).join(" or "))]
    EmptyFolder(PathBuf),
    /// A path or pattern matches nothing.
    #[error("no test matches {}: name files, folders or patterns with --tests", _0.display())]
    NoMatch(PathBuf),
    /// A pattern is invalid.
    #[error("invalid pattern {_0}: {_1}")]
    Pattern(String, #[source] glob::PatternError),
    /// A folder cannot be read.
    #[error("cannot read folder {}: {_1}", _0.display())]
    Folder(PathBuf, #[source] io::Error),
    /// A path that may match cannot be read.
    #[error(transparent)]
    Glob(#[from] glob::GlobError),
}

/// Returns all tests that some paths and patterns name, in their order, each once. A folder stands for its files `*.in`
/// and `*.txt`, in the order of their names.
///
/// # Errors
/// If a path or pattern names no test, or cannot be read.
pub fn find_tests(paths_or_globs: &[OsString]) -> Result<Vec<Test>, FindTestsError> {
    let mut paths = Vec::new();
    for text in paths_or_globs {
        let before = paths.len();
        let path = Path::new(text);
        if path.is_dir() {
            paths.extend(in_folder(path).map_err(|error| FindTestsError::Folder(path.to_owned(), error))?);
            if paths.len() == before {
                return Err(FindTestsError::EmptyFolder(path.to_owned()));
            }
        } else if path.exists() {
            paths.push(path.to_owned());
        } else if let Some(pattern) = text.to_str() {
            let matches = glob::glob(pattern).map_err(|error| FindTestsError::Pattern(pattern.to_owned(), error))?;
            let matches: Vec<PathBuf> = matches.try_collect()?;
            paths.extend(matches.into_iter().filter(|path| path.is_file()));
        }
        if paths.len() == before {
            return Err(FindTestsError::NoMatch(path.to_owned()));
        }
    }
    Ok(paths.into_iter().unique().map(|path| Test { name: printable(&path), path }).collect())
}

fn in_folder(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries: Vec<_> = fs::read_dir(folder)?.try_collect()?;
    let is_test = |path: &PathBuf| {
        let extension = path.extension().and_then(OsStr::to_str);
        path.is_file() && extension.is_some_and(|extension| EXTENSIONS.contains(&extension))
    };
    Ok(entries.into_iter().map(|entry| entry.path()).filter(is_test).sorted().collect())
}

/// Checks that an input is valid: programs are judged on valid inputs only.
pub(super) fn validate(path: &Path) -> Result<(), CheckError> {
    let open = || {
        // An input is read several times: here, by the program and by the check.
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        File::open(path)
    };
    let data_sets = open().map_err(Into::into).and_then(|file| DataSets::open(file, Strictness::Lenient));
    data_sets.and_then(|mut data_sets| data_sets.try_for_each(|position| position.map(drop))).map_err(CheckError::Input)
}

/// The largest size of boards that are shown beside each other.
const LARGEST_SHOWN: u16 = 40;

impl Runner {
    /// Returns the lines of two boards side by side: the given one, and the one with this fault. The caller must ensure that the
    /// program ran on this input last.
    ///
    /// ```text
    ///     given                 shown
    ///     -   -   -             X   X   X
    ///       -   X   -   >         -   -   -      the row of the fault
    ///         -   -   O             -   -   O
    /// ```
    ///
    /// Returns `None` if the fault is not in a board, the board is larger than 40, or a file cannot be read.
    #[must_use]
    pub fn boards(&self, input: &Path, fault: &Fault) -> Option<Vec<String>> {
        let board = fault.board.filter(|board| board.size <= LARGEST_SHOWN)?;
        let mut data_sets = DataSets::open(File::open(input).ok()?, Strictness::Lenient).ok()?;
        let given = Board::of(&data_sets.nth(usize::try_from(board.data_set - 1).ok()?)?.ok()?);
        let mut shown = BufReader::new(File::open(&self.output).ok()?);
        for _ in 1..board.first_line {
            shown.skip_until(b'\n').ok()?;
        }
        let width = 6 * usize::from(board.size) - 5;
        let mut lines = vec![format!("{:width$}     {}", "given", "shown")];
        for (row, line) in (0..board.size).zip(board.first_line..) {
            // A line may be far longer than a board is wide.
            let mut right = Vec::new();
            (&mut shown).take(width as u64 + 8).read_until(b'\n', &mut right).ok()?;
            if !right.ends_with(b"\n") {
                shown.skip_until(b'\n').ok()?;
            }
            let left = indented(&given, row);
            let mark = if line == fault.line { '>' } else { ' ' };
            let right = printable(String::from_utf8_lossy(&right).trim_end());
            lines.push(format!("{left:width$}   {mark} {right}").trim_end().to_owned());
        }
        Some(lines)
    }
}

/// Returns the lines of the boards of these data sets, or `None` if one is larger than 40.
///
/// ```text
///     data set 1
///     -   X
///       X   -
/// ```
pub(in crate::judge) fn given_boards(data_sets: &[DataSet]) -> Option<Vec<String>> {
    let mut lines = Vec::new();
    for (data_set, number) in data_sets.iter().zip(1..) {
        if data_set.size > LARGEST_SHOWN {
            return None;
        }
        let mut board = Board::empty(data_set.size);
        for player in Player::BOTH {
            data_set.stones[player].iter().for_each(|&stone| board.set(stone, Some(player)));
        }
        lines.push(format!("data set {number}"));
        lines.extend((0..data_set.size).map(|row| indented(&board, row)));
    }
    Some(lines)
}

/// Returns a row as an output shows it.
fn indented(board: &Board, row: u16) -> String {
    format!("{:1$}{2}", "", 2 * usize::from(row), board.row(row))
}

/// Returns a folder in `directory` for each test, named after it and different from all others.
#[must_use]
pub fn folders(directory: &Path, tests: &[Test]) -> Vec<PathBuf> {
    let mut taken = HashSet::new();
    let folder = |test: &Test| {
        let stem = test.path.file_stem().filter(|&stem| stem != "." && stem != "..");
        let stem = stem.unwrap_or(OsStr::new("test"));
        let (mut name, mut number) = (stem.to_owned(), 1);
        while !taken.insert(name.clone()) {
            number += 1;
            stem.clone_into(&mut name);
            name.push(format!("-{number}"));
        }
        directory.join(name)
    };
    tests.iter().map(folder).collect()
}

/// The files of a failed test.
const INPUT: &str = "input.txt";
const OUTPUT: &str = "output.txt";
const ERRORS: &str = "stderr.txt";
const REASON: &str = "reason.txt";

/// Returns the files of a failed test that is saved in a folder.
#[must_use]
pub fn saved_files(folder: &Path) -> [PathBuf; 4] {
    [INPUT, OUTPUT, ERRORS, REASON].map(|name| folder.join(name))
}

/// Removes a failed test that an earlier run has saved, and nothing else. What cannot be removed stays.
pub fn remove_saved(folder: &Path) {
    for path in saved_files(folder) {
        let _ = fs::remove_file(path);
    }
    let _ = fs::remove_dir(folder);
}

impl Runner {
    /// Saves a failed test in a folder: its input, what the program wrote and the reason of the verdict. The caller must ensure
    /// that the program ran on this test last.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn save(&self, folder: &Path, test: &Test, result: &TestResult) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let copied = fs::copy(&test.path, folder.join(INPUT));
        // An input that cannot be read has the verdict JE, with a reason of its own.
        if result.verdict != Verdict::JudgeError {
            copied?;
        }
        for (from, to) in [(&self.output, OUTPUT), (&self.errors, ERRORS)] {
            if from.exists() {
                fs::copy(from, folder.join(to))?;
            }
        }
        fs::write(folder.join(REASON), format!("{} {}\n", result.verdict, result.reason))
    }
}
