//! `scripts/hex-handicaps`, against plain search: the fewest stones with which X wins on a rectangle, and what proves that.

use std::fs;
use std::process::{Command, Output};

use itertools::Itertools;

use crate::plain_search::PlainSearch;
use crate::reference::Board;
use crate::support::output;

/// The size of the smallest set of X's stones with which X wins although O moves first.
fn fewest_stones(rows: usize, columns: usize) -> usize {
    let start = Board::rectangle(rows, columns);
    let mut search = PlainSearch::new(&start);
    let mut is_won = |stones: Vec<_>| search.winner(&start.with(&stones, 'X'), 'O') == 'X';
    (0..=rows * columns).find(|&size| start.cells().into_iter().combinations(size).any(&mut is_won)).unwrap()
}

/// Runs the script; `None` if there is no Python.
fn hex_handicaps(arguments: &[&str]) -> Option<Output> {
    let mut command = Command::new("python3");
    command.env("HEX", env!("CARGO_BIN_EXE_hex")).arg(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/hex-handicaps"));
    output(command.args(arguments), "the fewest stones that win")
}

/// Each refutation is needed for the lower bound, so the check fails without it.
#[test]
fn fewest_stones_are_found_and_proved() {
    let around = tempfile::tempdir().unwrap();
    for (rows, columns) in [(2, 4), (3, 5)] {
        let folder = around.path().join(format!("{rows}x{columns}"));
        let manifest = folder.join("manifest");
        let check = || hex_handicaps(&["--check", folder.to_str().unwrap()]).unwrap();
        let arguments = [&rows.to_string(), &columns.to_string(), "--proofs", folder.to_str().unwrap()];
        let Some(output) = hex_handicaps(&arguments) else { return };
        let printed = String::from_utf8(output.stdout).unwrap();
        let expected = format!("{rows}x{columns}: {} stones, ", fewest_stones(rows, columns));
        assert!(output.status.success() && printed.starts_with(&expected), "{expected}{printed}");

        let checked = String::from_utf8(check().stdout).unwrap();
        assert!(checked.contains(printed.rsplit_once(", ").unwrap().0), "{checked}");
        let lines = fs::read_to_string(&manifest).unwrap();
        let refutations: Vec<&str> = lines.lines().skip(2).collect();
        assert!(!refutations.is_empty() && checked.ends_with(&format!(", {} refutations\n", refutations.len())));
        for refutation in refutations {
            fs::write(&manifest, lines.replace(&format!("{refutation}\n"), "")).unwrap();
            let refused = check();
            let message = String::from_utf8(refused.stderr).unwrap();
            assert!(!refused.status.success() && message.contains("the refutations do not exclude "), "{message}");
        }
    }
}
