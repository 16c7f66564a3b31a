//! A wrong board beside the given one.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use super::writing::printable;
use crate::hex::{DataSets, Position, Report, Strictness};
use crate::judge::Fault;
use crate::judge::fault::ShownBoard;

/// Larger boards are too wide to show beside each other.
const LARGEST_SIZE: u16 = 40;

/// Both boards, a line a row: the given one to the left, what the output shows to the right, with `>` before the row
/// with the fault. `None` if the fault is not in a board, or it is too large.
pub(super) fn beside(input: &Path, output: &Path, fault: &Fault) -> io::Result<Option<Vec<String>>> {
    let Some(board) = fault.board.filter(|board| board.size <= LARGEST_SIZE) else { return Ok(None) };
    let Some(given) = given(input, board)? else { return Ok(None) };
    let width = 6 * usize::from(board.size) - 5;
    let shown = shown(output, board, width)?;
    let mut report = Report::new();
    let given = String::from_utf8_lossy(report.board(&given));
    let rows = given.lines().zip(shown).zip(board.first_line..).map(|((left, right), line)| {
        let mark = if line == fault.line { '>' } else { ' ' };
        format!("{left:width$}   {mark} {right}").trim_end().to_owned()
    });
    let titles = format!("{:width$}     {}", "given", "shown");
    Ok(Some(std::iter::once(titles).chain(rows).collect()))
}

fn given(input: &Path, board: ShownBoard) -> io::Result<Option<Position>> {
    let mut data_sets = DataSets::open(File::open(input)?, Strictness::Lenient).map_err(io::Error::other)?;
    let before = usize::try_from(board.data_set - 1).map_err(io::Error::other)?;
    data_sets.nth(before).transpose().map_err(io::Error::other)
}

/// The rows as the output has them, cut where a board ends.
fn shown(output: &Path, board: ShownBoard, width: usize) -> io::Result<Vec<String>> {
    let mut lines = BufReader::new(File::open(output)?);
    for _ in 1..board.first_line {
        lines.skip_until(b'\n')?;
    }
    let mut rows = Vec::new();
    for _ in 0..board.size {
        let mut row = Vec::new();
        (&mut lines).take(width as u64 + 8).read_until(b'\n', &mut row)?;
        if !row.ends_with(b"\n") {
            lines.skip_until(b'\n')?;
        }
        rows.push(printable(String::from_utf8_lossy(&row).trim_end()));
    }
    Ok(rows)
}
