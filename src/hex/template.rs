//! Templates: whether O, moving second, can connect some stones to an edge or to other stones, inside a region.
//!
//! ```text
//!     ; Ziggurat             X   X   O   X   X        The region on a square board, its last row at the bottom. All
//!          A   .               X   X   A   .   X      other cells are X's, but for a chain of O from A to the top.
//!        .   .   .               X   .   .   .   X    X moves first, and the template is valid exactly if O wins.
//!      .   .   .   .               .   .   .   .   X
//!     ---------------
//! ```
//!
//! **The embedding.** Each stone A gets a *chain*: the shortest path of cells outside the picture from it to the top, by
//! breadth-first search. No cell of it touches an empty cell or a stone O that touches no A, or a stone V, or is in the
//! bottom row (unless A is). With stones V, each of them gets such a chain to the bottom, which touches no A and no chain
//! of A either. Without an edge above or below there is at least one row more on that side. A picture with an edge above
//! alone, and without V, has the chains of A to the bottom. The board is the smallest square with chains (with both
//! edges it has the rows of the picture), and on it the picture is as far up, and then left, as can be.
//!
//! **Why it is right.** X has no empty cell outside the region, so the play is inside it. If O connects A to the edge or
//! to V inside the region, the chains make that a connection of top and bottom. Now let O have a path from the top to the
//! bottom of the board, and take its part after its last cell in the chains of A; if there are none, or the picture has an
//! edge above, it may have no such cell, and begins at that edge. Otherwise it begins next to a chain of A, in the region,
//! and so by the choice of the chain in A or next to A. It goes on inside the region: up to the bottom row, which is the
//! edge, or up to the first cell next to a chain of V, which is V or touches V. So it connects A inside the region. ∎
//!
//! A template is *minimal* if no cell is needless: it becomes invalid if an empty cell is given to X, or if one of its
//! stones O is taken away.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::{self, Display};

use itertools::Itertools;
use serde::Serialize;
use thiserror::Error;

use super::hdg::NEAR;
use super::perfect::Questions;
use super::proof::Proof;
use super::solve::{LARGEST_SOLVED, Solver};
use super::{Position, Shape};
use crate::budget::Budget;
use crate::cell::Cell;
use crate::player::Player;

/// A picture of a template: its cells by row and column, from 0, with their signs.
pub(super) struct Drawing {
    pub(super) name: String,
    pub(super) cells: BTreeMap<Place, u8>,
    pub(super) has_top: bool,
    pub(super) has_bottom: bool,
}

/// A row and a column.
type Place = (i32, i32);

/// A template on a square board.
#[derive(Clone, Debug)]
pub struct Template {
    /// The name; empty if it has none.
    pub name: String,
    /// The board, on which X moves first.
    pub position: Position,
    /// The cells of the region, with those of X that are drawn, in reading order.
    pub region: Vec<Cell>,
    /// The stones O, which may be needless.
    stones: Vec<Cell>,
    /// The cell of the board that is A1 in the picture.
    corner: Cell,
    /// Whether there are edges above and below.
    pub edges: [bool; 2],
}

/// The error that a picture has no place on a board.
#[derive(Clone, Copy, Debug, Error)]
pub enum EmbedError {
    /// It is too large.
    #[error(
        "expected a picture that fits on a board of size {LARGEST_SOLVED}, with a row more on each side without an edge"
    )]
    Large,
    /// No chain leads from a stone to the outside.
    #[error("expected a way out of the picture for a chain from each A to one side, and from each V to the other")]
    Enclosed,
}

impl Template {
    /// Puts a picture on a board.
    ///
    /// # Errors
    /// If the board would be too large, or the region encloses an end.
    pub(super) fn new(drawing: &Drawing) -> Result<Template, EmbedError> {
        let most = |of: fn(&Place) -> i32| 1 + drawing.cells.keys().map(of).max().unwrap_or_default();
        let (rows, columns) = (most(|cell| cell.0), most(|cell| cell.1));
        let least = (rows + i32::from(!drawing.has_top) + i32::from(!drawing.has_bottom)).max(columns);
        let most = i32::from(LARGEST_SOLVED);
        if least > most {
            return Err(EmbedError::Large);
        }
        for size in least..=most {
            let downs = match (drawing.has_top, drawing.has_bottom) {
                (true, _) => 0..=0,
                (false, true) => size - rows..=size - rows,
                (false, false) => 1..=size - rows - 1,
            };
            let places = downs.flat_map(|down| (0..=size - columns).map(move |right| (down, right)));
            for corner in places {
                let rows = if drawing.has_top && drawing.has_bottom { rows } else { size };
                if let Some(template) = drawing.embedded(size, rows, corner) {
                    return Ok(template);
                }
            }
        }
        Err(EmbedError::Enclosed)
    }

    /// Returns the name of a cell of the board in the picture.
    #[must_use]
    pub fn name_of(&self, cell: Cell) -> Cell {
        Cell::new(cell.column() - self.corner.column(), cell.row() - self.corner.row())
    }

    /// Decides whether it is valid, and what breaks it, with `minimal` also which cells are needless, and with `proof`
    /// makes a proof for the board.
    ///
    /// # Panics
    /// If the solver is for another size than the position.
    pub fn answer(&self, [minimal, proof]: [bool; 2], solver: &Solver, budget: &mut Budget<'_>) -> TemplateAnswer {
        let mut questions = Questions::new(solver, budget);
        let mut wins = |position: &Position, to_move| {
            questions.ask(|solver, budget| solver.winner(position, to_move, budget)).map(|winner| winner == Player::O)
        };
        let with = |cell| {
            let mut position = self.position.clone();
            // Callers give empty cells.
            let _ = position.play(Player::X, cell);
            position
        };
        let mut answer = TemplateAnswer { valid: wins(&self.position, Player::X), ..TemplateAnswer::default() };
        if answer.valid == Some(false) {
            let mut intrusions = self.position.legal_moves();
            let breaks = |cell| wins(&with(cell), Player::O).map_or(Some(None), |wins| (!wins).then_some(Some(cell)));
            answer.intrusion = intrusions.find_map(breaks).flatten().map(|cell| self.name_of(cell));
        }
        if minimal && answer.valid == Some(true) {
            let without = |cell| {
                let mut position = self.position.clone();
                position.take(cell);
                position
            };
            let (mut needless, mut undecided) = (Vec::new(), Vec::new());
            for cell in self.position.legal_moves().chain(self.stones.iter().copied()).sorted() {
                let position = if self.position.owner(cell).is_none() { with(cell) } else { without(cell) };
                match wins(&position, Player::X) {
                    Some(true) => needless.push(self.name_of(cell)),
                    Some(false) => {}
                    None => undecided.push(self.name_of(cell)),
                }
            }
            answer.minimal = if needless.is_empty() { undecided.is_empty().then_some(true) } else { Some(false) };
            (answer.needless, answer.undecided) = (Some(needless), undecided);
        }
        if proof {
            answer.proof = questions.ask(|solver, budget| solver.proof(&self.position, Player::X, budget));
        }
        let is_known = answer.valid != Some(false) || answer.intrusion.is_some();
        answer.is_complete =
            answer.valid.is_some() && is_known && answer.undecided.is_empty() && answer.proof.is_some() == proof;
        answer
    }
}

impl Drawing {
    fn with_signs(&self, signs: &'static [u8], corner: Place) -> BTreeSet<Place> {
        let cells = self.cells.iter().filter(|(_, sign)| signs.contains(sign));
        cells.map(|(&(row, column), _)| (row + corner.0, column + corner.1)).collect()
    }

    /// Returns the template on a board, with A1 at `corner`; `None` if there are no chains.
    fn embedded(&self, columns: i32, rows: i32, corner: Place) -> Option<Template> {
        let [region, empty, stones, ends, others] =
            [&b".-OXAV"[..], b".-", b"O", b"A", b"V"].map(|signs| self.with_signs(signs, corner));
        let last = rows - 1;
        let is_turned = self.has_top && !self.has_bottom && others.is_empty();
        let (goal, bottom) = if is_turned { (last, 0) } else { (0, last) };
        let chains = Chains { columns, rows, region: &region, mine: &(&empty | &stones) };
        let up = chains.find(&ends, goal, bottom, &others)?;
        let down = chains.find(&others, last, 0, &(&ends | &up))?;
        let cell = |&(row, column): &Place| Cell::new(column.unsigned_abs() as u16, row.unsigned_abs() as u16);
        // Both are at most 22.
        let shape = Shape { columns: columns.unsigned_abs() as u16, rows: rows.unsigned_abs() as u16 };
        let (mut position, mine) = (Position::with_shape(shape), &(&(&stones | &ends) | &others) | &(&up | &down));
        for place in (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (row, column)))
            .filter(|place| !empty.contains(place))
        {
            let _ = position.play(if mine.contains(&place) { Player::O } else { Player::X }, cell(&place));
        }
        Some(Template {
            name: self.name.clone(),
            position,
            region: region.iter().map(cell).collect(),
            stones: stones.iter().map(cell).collect(),
            corner: cell(&corner),
            edges: [self.has_top, self.has_bottom],
        })
    }
}

/// Where chains are looked for.
struct Chains<'a> {
    columns: i32,
    rows: i32,
    region: &'a BTreeSet<Place>,
    /// The cells that O has or can get, but for the ends.
    mine: &'a BTreeSet<Place>,
}

impl Chains<'_> {
    /// Returns the cells of chains from some stones to a row; they do not touch another row, nor `others`.
    fn find(
        &self,
        starts: &BTreeSet<Place>,
        goal: i32,
        other_row: i32,
        others: &BTreeSet<Place>,
    ) -> Option<BTreeSet<Place>> {
        let near = |(row, column): Place| NEAR.map(|(down, right)| (row + down, column + right)).into_iter();
        let is_on_board = |place: &Place| (0..self.rows).contains(&place.0) && (0..self.columns).contains(&place.1);
        let touched: BTreeSet<Place> = starts.iter().flat_map(|&start| near(start)).collect();
        let harms = |place: Place| others.contains(&place) || self.mine.contains(&place) && !touched.contains(&place);
        let is_open = |&place: &Place| {
            let is_outside = is_on_board(&place) && !self.region.contains(&place) && !others.contains(&place);
            is_outside && !near(place).any(harms)
        };
        let mut chains = BTreeSet::new();
        for &start in starts {
            let (mut before, mut queue) = (BTreeMap::from([(start, start)]), VecDeque::from([start]));
            let end = loop {
                let place = queue.pop_front()?;
                if place.0 == goal {
                    break place;
                }
                // A stone in the other row is connected to it already.
                let is_free = |next: &Place| next.0 != other_row || start.0 == other_row;
                for next in near(place).filter(is_open).filter(is_free) {
                    before.entry(next).or_insert_with(|| {
                        queue.push_back(next);
                        place
                    });
                }
            };
            let mut place = end;
            while place != start {
                chains.insert(place);
                place = before[&place];
            }
        }
        Some(chains)
    }
}

/// What is known of a template. Cells are named as in the picture.
///
/// ```text
///     Template: valid                 Template: invalid
///     Minimal: no                     Intrusion: C2
///     Needless cells: H7 H8
/// ```
#[derive(Clone, Debug, Default, Serialize)]
pub struct TemplateAnswer {
    /// Whether it is valid.
    valid: Option<bool>,
    /// The first cell in reading order at which X breaks it.
    intrusion: Option<Cell>,
    /// Whether it is minimal.
    minimal: Option<bool>,
    /// The cells that it does not need, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    needless: Option<Vec<Cell>>,
    /// Those that a limit left open.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    undecided: Vec<Cell>,
    /// The proof of the winner on the board, if it was asked for and found.
    #[serde(skip)]
    pub proof: Option<Proof>,
    /// Whether everything that was asked is known.
    #[serde(skip)]
    pub is_complete: bool,
}

impl TemplateAnswer {
    /// Returns the cells that a picture marks: an intrusion, or the needless ones.
    pub fn marked(&self) -> impl Iterator<Item = Cell> + '_ {
        self.intrusion.iter().chain(self.needless.iter().flatten()).copied()
    }
}

impl Display for TemplateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |is: Option<bool>, words: [&'static str; 2]| is.map_or("unknown", |is| words[usize::from(is)]);
        writeln!(f, "Template: {}", word(self.valid, ["invalid", "valid"]))?;
        if self.valid == Some(false) {
            let intrusion = self.intrusion.map_or_else(|| "unknown".to_owned(), |cell| cell.to_string());
            writeln!(f, "Intrusion: {intrusion}")?;
        }
        let Some(needless) = &self.needless else { return Ok(()) };
        writeln!(f, "Minimal: {}", word(self.minimal, ["no", "yes"]))?;
        for (name, cells) in [("Needless", needless), ("Undecided", &self.undecided)] {
            if !cells.is_empty() {
                writeln!(f, "{name} cells: {}", cells.iter().format(" "))?;
            }
        }
        Ok(())
    }
}
