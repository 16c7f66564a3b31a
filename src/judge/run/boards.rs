//! Boards as lines of text: the first wrong board of an output beside the given one, and the boards of an input.
//!
//! ```text
//!     given                 shown                           data set 1
//!     -   -   -             X   X   X                       -   X
//!       -   X   -   >         -   -   -                       X   -
//!         -   -   O             -   -   O
//! ```

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::printable;
use crate::hex::{DataSets, Strictness};
use crate::judge::board::Board;
use crate::judge::check::Fault;
use crate::judge::generate::DataSet;

/// The largest size of boards that are shown.
const LARGEST_SHOWN: u16 = 40;

/// Returns two boards side by side: the given one, and the one of an output that has this fault, its row marked.
///
/// Returns `None` if the fault is not in a board, the board is larger than 40, or the input cannot be read.
pub(super) fn side_by_side(input: &Path, output: &[u8], fault: &Fault) -> Option<Vec<String>> {
    let board = fault.board.filter(|board| board.size <= LARGEST_SHOWN)?;
    let source: &mut dyn Read = &mut File::open(input).ok()?;
    let mut data_sets = DataSets::open(source, Strictness::Lenient).ok()?;
    let given = Board::from_position(&data_sets.nth(usize::try_from(board.data_set - 1).ok()?)?.ok()?);
    let width = 6 * usize::from(board.size) - 5;
    let first = usize::try_from(board.first_line - 1).ok()?;
    let mut shown = output.split(|&byte| byte == b'\n').skip(first);
    let rows = given.lines().zip(board.first_line..).map(|(left, line)| {
        // A line may be far longer than a board is wide.
        let right = shown.next().unwrap_or_default();
        let right = printable(String::from_utf8_lossy(&right[..right.len().min(width + 8)]).trim_end());
        let mark = if line == fault.line { '>' } else { ' ' };
        format!("{left:width$}   {mark} {right}").trim_end().to_owned()
    });
    Some([format!("{:width$}     {}", "given", "shown")].into_iter().chain(rows).collect())
}

/// Returns the boards of an input, or `None` if one of them is larger than 40.
pub(super) fn given(data_sets: &[DataSet]) -> Option<Vec<String>> {
    let is_shown = data_sets.iter().all(|data_set| data_set.size <= LARGEST_SHOWN);
    let boards = data_sets.iter().zip(1..).flat_map(|(data_set, number)| {
        [format!("data set {number}")].into_iter().chain(data_set.board().lines().collect::<Vec<_>>())
    });
    is_shown.then(|| boards.collect())
}
