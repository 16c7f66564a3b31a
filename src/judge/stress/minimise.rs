//! Delta debugging: minimises an input that a program fails (Zeller and Hildebrandt, *Simplifying and isolating
//! failure-inducing input*, 2002).
//!
//! ```text
//!     data sets   two of size 9              one of the data sets alone, or all without a half, a quarter, ... of them
//!     stones      one of size 9              without all stones of a data set, a half, a quarter, ... one of them
//!     diagonal    size 9, stone B4           without row i and column i of a board: neighbours stay neighbours
//!     order       size 1, stone A1           the stones of a data set in reading order
//!     lines       nothing left to remove     without row i and column j
//! ```
//!
//! **Theorem.** [`minimise`] ends, and if `fails` returns no error its result is 1-minimal: the program does not fail
//! any input that is one step smaller.
//!
//! **Proof.** Each step decreases, in lexicographic order, the tuple of the number of data sets, the
//! number of cells, the number of stones and the number of data sets whose stones are not sorted; so only finitely many
//! steps can be taken. It returns only after a pass over all steps of all stages in which none could be taken. ∎

use std::iter::successors;
use std::ops::Range;

use crate::cell::Cell;
use crate::judge::generate::DataSet;
use crate::player::{ByPlayer, Player};

/// Inputs that are one step smaller.
type Steps<'a> = Box<dyn Iterator<Item = Vec<DataSet>> + 'a>;

/// The steps of each stage, in the order in which to take them: those that remove most come first.
const STAGES: [fn(&[DataSet]) -> Steps<'_>; 5] = [
    |input| Box::new(fewer_data_sets(input)),
    |input| in_each(input, |data_set| Box::new(fewer_stones(data_set))),
    |input| in_each(input, |data_set| Box::new(fewer_lines(data_set, 0..1))),
    |input| in_each(input, |data_set| Box::new(sorted(data_set).into_iter())),
    |input| in_each(input, |data_set| Box::new(fewer_lines(data_set, 1..data_set.size))),
];

/// Returns the inputs with one data set changed.
fn in_each(input: &[DataSet], change: fn(&DataSet) -> Box<dyn Iterator<Item = DataSet> + '_>) -> Steps<'_> {
    Box::new(input.iter().enumerate().flat_map(move |(i, data_set)| {
        change(data_set).map(move |changed| {
            let mut smaller = input.to_vec();
            smaller[i] = changed;
            smaller
        })
    }))
}

/// Minimises an input: takes the steps of each stage while `fails` holds for the smaller input, and repeats all stages
/// until no step can be taken. Then `fails` does not hold without any one data set, any one stone, any row together
/// with any column, or with the stones of a data set in reading order.
///
/// ```
/// use quadrille::judge::Kind;
/// use quadrille::judge::stress::minimise;
///
/// // As if a program failed each input with a stone of O.
/// let mut input = vec![Kind::Snake.data_set(1, 0, 9), Kind::Full.data_set(1, 1, 9)];
/// minimise(&mut input, |input| Ok::<_, ()>(input.iter().any(|data_set| !data_set.stones.o.is_empty())))?;
/// assert_eq!((input.len(), input[0].size, input[0].stones.o[0].to_string()), (1, 1, "A1".to_owned()));
/// # Ok::<(), ()>(())
/// ```
///
/// # Errors
/// The first error of `fails`; `input` is then the smallest input known to fail.
pub fn minimise<E>(input: &mut Vec<DataSet>, mut fails: impl FnMut(&[DataSet]) -> Result<bool, E>) -> Result<(), E> {
    let (mut stage, mut unchanged) = (0, 0);
    // Until a pass of each stage after the last step has found none.
    while unchanged < STAGES.len() {
        // After a step was taken, those before it are not tried again in this pass.
        let (mut first, mut reduced) = (0, false);
        loop {
            let taken = STAGES[stage](input).enumerate().skip(first).find_map(|(index, step)| {
                let fails = fails(&step);
                fails.map(|fails| fails.then_some((index, step))).transpose()
            });
            let Some(taken) = taken else { break };
            reduced = true;
            (first, *input) = taken?;
        }
        unchanged = if reduced { 0 } else { unchanged + 1 };
        stage = if reduced { stage } else { (stage + 1) % STAGES.len() };
    }
    Ok(())
}

/// Returns each data set alone, then all data sets without some.
fn fewer_data_sets(input: &[DataSet]) -> impl Iterator<Item = Vec<DataSet>> {
    let sets = input.len();
    let alone = input.iter().filter(move |_| sets > 1).map(|data_set| vec![data_set.clone()]);
    let without_some =
        parts(if sets > 2 { sets } else { 0 }).map(|part| [&input[..part.start], &input[part.end..]].concat());
    alone.chain(without_some)
}

/// Returns the parts of a list of this length that are tried, long ones first: halves, quarters, ... single items.
fn parts(items: usize) -> impl Iterator<Item = Range<usize>> {
    let lengths = successors(Some(items), |length| Some(length / 2)).take_while(|&length| length > 0);
    let proper = lengths.skip_while(move |&length| length == items && items > 1);
    proper.flat_map(move |length| (0..items).step_by(length).map(move |from| from..items.min(from + length)))
}

fn fewer_stones(data_set: &DataSet) -> impl Iterator<Item = DataSet> {
    let ByPlayer { x, o } = &data_set.stones;
    let stones = x.len() + o.len();
    let all = (stones > 1).then_some(0..stones);
    all.into_iter().chain(parts(stones)).map(move |part| {
        let others = |cells: &[Cell], first: usize| -> Vec<Cell> {
            cells.iter().zip(first..).filter(|(_, index)| !part.contains(index)).map(|(&cell, _)| cell).collect()
        };
        DataSet { size: data_set.size, stones: ByPlayer { x: others(x, 0), o: others(o, x.len()) } }
    })
}

/// Returns the board without each row and the column `apart` columns to the right of its diagonal cell, cyclically.
fn fewer_lines(data_set: &DataSet, apart: Range<u16>) -> impl Iterator<Item = DataSet> {
    let size = if data_set.size > 1 { data_set.size } else { 0 };
    let lines = apart.flat_map(move |apart| (0..size).map(move |row| (row, (row + apart) % size)));
    lines.map(|(row, column)| without_lines(data_set, row, column))
}

/// Returns the data set with its stones in reading order, or `None` if they are.
fn sorted(data_set: &DataSet) -> Option<DataSet> {
    let mut sorted = data_set.clone();
    for player in Player::BOTH {
        sorted.stones[player].sort_unstable();
    }
    (sorted != *data_set).then_some(sorted)
}

fn without_lines(data_set: &DataSet, row: u16, column: u16) -> DataSet {
    let moved = |cell: &Cell| {
        let is_removed = cell.row() == row || cell.column() == column;
        let column = cell.column() - u16::from(cell.column() > column);
        let row = cell.row() - u16::from(cell.row() > row);
        (!is_removed).then_some(Cell::new(column, row))
    };
    let stones = ByPlayer::from_fn(|player| data_set.stones[player].iter().filter_map(moved).collect());
    DataSet { size: data_set.size - 1, stones }
}
