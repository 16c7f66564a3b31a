//! Finds the inputs to judge on.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use itertools::Itertools;

use super::writing::printable;

/// Files in a folder are tests if their names end like this.
const ENDINGS: [&str; 2] = ["in", "txt"];

/// An input to judge on.
#[derive(Clone, Debug)]
pub(super) struct Test {
    pub(super) path: PathBuf,
    /// Its name among the results.
    pub(super) name: String,
}

/// All tests that some paths and patterns name, in their order, each once.
pub(super) fn tests(paths_or_globs: &[OsString]) -> Result<Vec<Test>, String> {
    let mut tests = Vec::new();
    for text in paths_or_globs {
        let before = tests.len();
        let path = Path::new(text);
        if path.is_dir() {
            tests.extend(in_folder(path)?);
            if tests.len() == before {
                let names = ENDINGS.iter().format_with(" or ", |ending, f| f(&format_args!("*.{ending}")));
                return Err(format!("no tests in folder {}: expected files {names}", path.display()));
            }
        } else if path.exists() {
            tests.push(path.to_owned());
        } else if let Some(pattern) = text.to_str() {
            let matches = glob::glob(pattern).map_err(|error| format!("invalid pattern {pattern}: {error}"))?;
            for path in matches {
                let path = path.map_err(|error| error.to_string())?;
                if path.is_file() {
                    tests.push(path);
                }
            }
        }
        if tests.len() == before {
            return Err(format!("no test matches {}: name files, folders or patterns with --tests", path.display()));
        }
    }
    let named = |path: PathBuf| Test { name: printable(&path.display().to_string()), path };
    Ok(tests.into_iter().unique().map(named).collect())
}

fn in_folder(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let cannot = |error: std::io::Error| format!("cannot read folder {}: {error}", folder.display());
    let entries: Vec<_> = fs::read_dir(folder).map_err(cannot)?.try_collect().map_err(cannot)?;
    let is_test = |path: &PathBuf| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        path.is_file() && ending.is_some_and(|ending| ENDINGS.contains(&ending))
    };
    Ok(entries.into_iter().map(|entry| entry.path()).filter(is_test).sorted().collect())
}
