//! Smaller inputs than a given one.
//!
//! An input on which a program fails is made smaller step by step, for as long as the program fails: [`smaller`] gives the
//! steps to try, those that take away most first. When none of them fails any more the input is a smallest one: no data
//! set, no pair of a row and a column, and no stone can be left out.

use std::iter::successors;
use std::ops::Range;

use super::data_set::DataSet;
use crate::cell::Cell;
use crate::player::{ByPlayer, Player};

/// All inputs that are one step smaller, in the order in which to try them.
pub fn smaller(input: &[DataSet]) -> impl Iterator<Item = Vec<DataSet>> {
    let sets = input.len();
    let alone = input.iter().filter(move |_| sets > 1).map(|data_set| vec![data_set.clone()]);
    let without_some = parts(if sets > 2 { sets } else { 0 }).map(|left_out| {
        let kept = input.iter().enumerate().filter(move |(i, _)| !left_out.contains(i));
        kept.map(|(_, data_set)| data_set.clone()).collect()
    });
    let within = (0..sets).flat_map(move |i| {
        smaller_boards(&input[i]).map(move |board| {
            let mut smaller = input.to_vec();
            smaller[i] = board;
            smaller
        })
    });
    alone.chain(without_some).chain(within)
}

/// Parts of a row of things, the long ones first: halves, quarters, down to each single one.
fn parts(things: usize) -> impl Iterator<Item = Range<usize>> {
    let lengths = successors(Some(things), |length| Some(length / 2)).take_while(|&length| length > 0);
    let proper = lengths.skip_while(move |&length| length == things && things > 1);
    proper.flat_map(move |length| (0..things).step_by(length).map(move |from| from..from + length))
}

/// A data set with fewer stones, with a row and a column less, or with its stones in reading order.
fn smaller_boards(data_set: &DataSet) -> impl Iterator<Item = DataSet> {
    let ByPlayer { x, o } = &data_set.stones;
    let stones = x.len() + o.len();
    let all = (stones > 1).then_some(0..stones);
    let less_stones = all.into_iter().chain(parts(stones)).map(move |left_out| {
        let some = |cells: &[Cell], first: usize| -> Vec<Cell> {
            cells.iter().zip(first..).filter(|(_, at)| !left_out.contains(at)).map(|(&cell, _)| cell).collect()
        };
        DataSet { size: data_set.size, stones: ByPlayer { x: some(x, 0), o: some(o, x.len()) } }
    });

    // Row and column of the same number first: that keeps the diagonal in place.
    let size = if data_set.size > 1 { data_set.size } else { 0 };
    let lines = (0..size).flat_map(move |apart| (0..size).map(move |row| (row, (row + apart) % size)));
    let less_lines = lines.map(|(row, column)| without_lines(data_set, row, column));

    let mut sorted = data_set.clone();
    for player in Player::BOTH {
        sorted.stones[player].sort_unstable();
    }
    let in_order = (sorted != *data_set).then_some(sorted);
    less_stones.chain(less_lines).chain(in_order)
}

fn without_lines(data_set: &DataSet, row: u16, column: u16) -> DataSet {
    let moved = |cell: &Cell| {
        let on_line = cell.row() == row || cell.column() == column;
        let column = cell.column() - u16::from(cell.column() > column);
        let row = cell.row() - u16::from(cell.row() > row);
        (!on_line).then_some(Cell::new(column, row))
    };
    let stones = ByPlayer::from_fn(|player| data_set.stones[player].iter().filter_map(moved).collect());
    DataSet { size: data_set.size - 1, stones }
}
