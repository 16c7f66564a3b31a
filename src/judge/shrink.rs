//! Smaller inputs than a given one.
//!
//! An input on which a program fails is made smaller step by step, for as long as the program fails: [`smaller`] gives the
//! steps to try, stage by stage, those that take away most first. When none of them fails any more the input is a smallest
//! one: no data set, no pair of a row and a column, and no stone can be left out.

use std::iter::successors;
use std::ops::Range;

use super::data_set::DataSet;
use crate::cell::Cell;
use crate::player::{ByPlayer, Player};

/// What kind of steps to take, in the order in which they are worth it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Without some of the data sets.
    DataSets,
    /// Without some of the stones of a data set.
    Stones,
    /// Without a row of a board and the column of the same number, which keeps the diagonal in place.
    Diagonal,
    /// With the stones of a data set in reading order.
    Order,
    /// Without a row and any other column.
    Lines,
}

impl Stage {
    /// All stages.
    pub const ALL: [Stage; 5] = [Stage::DataSets, Stage::Stones, Stage::Diagonal, Stage::Order, Stage::Lines];
}

/// All inputs that are one step of a stage smaller, in the order in which to try them.
///
/// ```
/// use quadrille::judge::shrink::{Stage, smaller};
/// use quadrille::judge::{DataSet, Kind};
///
/// // As if a program failed wherever O has a stone.
/// let fails = |input: &Vec<DataSet>| input.iter().any(|data_set| !data_set.stones.o.is_empty());
/// let step = |input: &[DataSet], stage| smaller(input, stage).find(fails);
/// let mut input = vec![Kind::Snake.data_set(1, 0, 9), Kind::Full.data_set(1, 1, 9)];
/// for stage in Stage::ALL {
///     while let Some(less) = step(&input, stage) {
///         input = less;
///     }
/// }
/// assert_eq!((input.len(), input[0].size, &input[0].stones.o[..]), (1, 1, &["A1".parse()?][..]));
/// # Ok::<(), quadrille::cell::ParseCellError>(())
/// ```
#[must_use]
pub fn smaller(input: &[DataSet], stage: Stage) -> Box<dyn Iterator<Item = Vec<DataSet>> + '_> {
    if stage == Stage::DataSets {
        return Box::new(fewer(input));
    }
    Box::new((0..input.len()).flat_map(move |i| {
        let boards: Box<dyn Iterator<Item = DataSet>> = match stage {
            Stage::DataSets => Box::new(std::iter::empty()),
            Stage::Stones => Box::new(less_stones(&input[i])),
            Stage::Diagonal => Box::new(less_lines(&input[i], 0..1)),
            Stage::Order => Box::new(in_order(&input[i]).into_iter()),
            Stage::Lines => Box::new(less_lines(&input[i], 1..input[i].size)),
        };
        boards.map(move |board| {
            let mut smaller = input.to_vec();
            smaller[i] = board;
            smaller
        })
    }))
}

/// One of the data sets alone, or all without some.
fn fewer(input: &[DataSet]) -> impl Iterator<Item = Vec<DataSet>> {
    let sets = input.len();
    let alone = input.iter().filter(move |_| sets > 1).map(|data_set| vec![data_set.clone()]);
    let without_some = parts(if sets > 2 { sets } else { 0 }).map(|left_out| {
        let kept = input.iter().enumerate().filter(move |(i, _)| !left_out.contains(i));
        kept.map(|(_, data_set)| data_set.clone()).collect()
    });
    alone.chain(without_some)
}

/// Parts of a row of things, the long ones first: halves, quarters, down to each single one.
fn parts(things: usize) -> impl Iterator<Item = Range<usize>> {
    let lengths = successors(Some(things), |length| Some(length / 2)).take_while(|&length| length > 0);
    let proper = lengths.skip_while(move |&length| length == things && things > 1);
    proper.flat_map(move |length| (0..things).step_by(length).map(move |from| from..from + length))
}

fn less_stones(data_set: &DataSet) -> impl Iterator<Item = DataSet> {
    let ByPlayer { x, o } = &data_set.stones;
    let stones = x.len() + o.len();
    let all = (stones > 1).then_some(0..stones);
    all.into_iter().chain(parts(stones)).map(move |left_out| {
        let some = |cells: &[Cell], first: usize| -> Vec<Cell> {
            cells.iter().zip(first..).filter(|(_, at)| !left_out.contains(at)).map(|(&cell, _)| cell).collect()
        };
        DataSet { size: data_set.size, stones: ByPlayer { x: some(x, 0), o: some(o, x.len()) } }
    })
}

/// The board without each row and the column so many further to the right, round the edge.
fn less_lines(data_set: &DataSet, apart: Range<u16>) -> impl Iterator<Item = DataSet> {
    let size = if data_set.size > 1 { data_set.size } else { 0 };
    let lines = apart.flat_map(move |apart| (0..size).map(move |row| (row, (row + apart) % size)));
    lines.map(|(row, column)| without_lines(data_set, row, column))
}

fn in_order(data_set: &DataSet) -> Option<DataSet> {
    let mut sorted = data_set.clone();
    for player in Player::BOTH {
        sorted.stones[player].sort_unstable();
    }
    (sorted != *data_set).then_some(sorted)
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
