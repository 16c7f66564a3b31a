//! Boards as lines of text: the first wrong board of an output beside the given one, and the boards of an input.
//!
//! ```text
//!     given                 shown                           data set 1
//!     -   -   -             X   X   X                       -   X
//!       -   X   -   >         -   -   -                       X   -
//!         -   -   O             -   -   O
//! ```

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use super::{Runner, printable};
use crate::hex::{DataSets, Strictness};
use crate::judge::board::Board;
use crate::judge::check::Fault;
use crate::judge::generate::DataSet;

/// The largest size of boards that are shown.
const LARGEST_SHOWN: u16 = 40;

impl Runner<'_> {
    /// Returns the lines of two boards side by side: the given one, and the one with this fault, its row marked. The
    /// caller must ensure that the program ran on this input last.
    ///
    /// Returns `None` if the fault is not in a board, the board is larger than 40, or a file cannot be read.
    #[must_use]
    pub fn boards(&self, input: &Path, fault: &Fault) -> Option<Vec<String>> {
        let board = fault.board.filter(|board| board.size <= LARGEST_SHOWN)?;
        let input: &mut dyn Read = &mut File::open(input).ok()?;
        let mut data_sets = DataSets::open(input, Strictness::Lenient).ok()?;
        let given = Board::from_position(&data_sets.nth(usize::try_from(board.data_set - 1).ok()?)?.ok()?);
        let mut shown = BufReader::new(File::open(self.file("out")).ok()?);
        for _ in 1..board.first_line {
            shown.skip_until(b'\n').ok()?;
        }
        let width = 6 * usize::from(board.size) - 5;
        let mut lines = vec![format!("{:width$}     {}", "given", "shown")];
        for (left, line) in given.lines().zip(board.first_line..) {
            // A line may be far longer than a board is wide.
            let mut right = Vec::new();
            (&mut shown).take(width as u64 + 8).read_until(b'\n', &mut right).ok()?;
            if !right.ends_with(b"\n") {
                shown.skip_until(b'\n').ok()?;
            }
            let mark = if line == fault.line { '>' } else { ' ' };
            let right = printable(String::from_utf8_lossy(&right).trim_end());
            lines.push(format!("{left:width$}   {mark} {right}").trim_end().to_owned());
        }
        Some(lines)
    }

    /// Runs the program once more on these data sets, and returns the lines of the first wrong board beside the given
    /// one; if the fault is not in a board, those of all given boards. Returns `None` if the program cannot be run, or
    /// a board is larger than 40.
    #[must_use]
    pub fn boards_of(&self, data_sets: &[DataSet]) -> Option<Vec<String>> {
        let fault = self.judge_data_sets(data_sets).ok()?.fault;
        fault.and_then(|fault| self.boards(&self.file("in"), &fault)).or_else(|| given_boards(data_sets))
    }
}

fn given_boards(data_sets: &[DataSet]) -> Option<Vec<String>> {
    let mut lines = Vec::new();
    for (data_set, number) in data_sets.iter().zip(1..) {
        if data_set.size > LARGEST_SHOWN {
            return None;
        }
        lines.push(format!("data set {number}"));
        lines.extend(data_set.board().lines());
    }
    Some(lines)
}
