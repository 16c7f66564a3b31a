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

use super::hdg::near;
use super::perfect::Questions;
use super::proof::Proof;
use super::solve::{LARGEST_SOLVED, Solver};
use super::{Position, Shape};
use crate::budget::Budget;
use crate::cell::Cell;
use crate::player::Player;

/// A picture of a template that is small enough: its cells by row and column, from 0, with their signs.
pub(super) struct Drawing {
    pub(super) name: String,
    pub(super) cells: BTreeMap<Place, u8>,
    pub(super) size: Place,
    pub(super) has_top: bool,
    pub(super) has_bottom: bool,
}

/// A row and a column; or their numbers.
type Place = (i32, i32);

/// A template on a board.
#[derive(Clone, Debug)]
pub struct Template {
    /// The name; empty if it has none.
    pub name: String,
    /// The board, on which X moves first.
    pub position: Position,
    /// The cells of the region, with those of X that are drawn, in reading order.
    pub region: Vec<Cell>,
    /// Whether there are edges above and below.
    pub edges: [bool; 2],
    /// The stones O, which may be needless.
    stones: Vec<Cell>,
    /// The cell of the board that is A1 in the picture.
    corner: Cell,
}

impl Template {
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
        let mut answer = TemplateAnswer { valid: wins(&self.position, Player::X), ..TemplateAnswer::default() };
        let given = |cell| {
            let mut position = self.position.clone();
            // It is empty.
            let _ = position.play(Player::X, cell);
            position
        };
        if answer.valid == Some(false) {
            let mut tried = self.position.legal_moves().map(|cell| (cell, wins(&given(cell), Player::O)));
            let first = tried.find(|(_, wins)| *wins != Some(true));
            answer.intrusion = first.and_then(|(cell, wins)| wins.map(|_| self.name_of(cell)));
        } else if minimal && answer.valid == Some(true) {
            let (mut needless, mut undecided) = (Vec::new(), Vec::new());
            for &cell in &self.region {
                let position = match self.position.owner(cell) {
                    None => given(cell),
                    Some(_) if self.stones.contains(&cell) => self.position.without(cell),
                    Some(_) => continue,
                };
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
        let is_known = answer.valid == Some(true) || answer.intrusion.is_some();
        answer.is_complete = is_known && answer.undecided.is_empty() && answer.proof.is_some() == proof;
        answer
    }
}

impl Drawing {
    /// Puts the picture on a board; `None` if the region encloses an end.
    pub(super) fn template(&self) -> Option<Template> {
        let (Drawing { has_top, has_bottom, size: (rows, columns), .. }, most) = (self, i32::from(LARGEST_SOLVED));
        let margins = (i32::from(!has_top), i32::from(!has_bottom));
        let sizes = (rows + margins.0 + margins.1).max(*columns)..=most;
        let boards = sizes.map(|size| if *has_top && *has_bottom { (*rows, size) } else { (size, size) });
        let corners = boards.flat_map(|board| {
            let last = board.0 - rows - margins.1;
            let downs = if *has_bottom {
                last..=last
            } else if *has_top {
                0..=0
            } else {
                1..=last
            };
            downs.flat_map(move |down| (0..=board.1 - columns).map(move |right| (board, (down, right))))
        });
        corners.into_iter().find_map(|(board, corner)| self.embedded(board, corner))
    }

    /// Returns the template on a board of a size; `None` if there are no chains.
    fn embedded(&self, size: Place, corner: Place) -> Option<Template> {
        let [region, mine, stones, ends, others] = [".-OXAV", ".-O", "O", "A", "V"].map(|signs| {
            let cells = self.cells.iter().filter(|&(_, &sign)| signs.contains(char::from(sign)));
            cells.map(|(&(row, column), _)| (row + corner.0, column + corner.1)).collect::<BTreeSet<Place>>()
        });
        let last = size.0 - 1;
        let is_turned = self.has_top && !self.has_bottom && others.is_empty();
        let (goal, bottom) = if is_turned { (last, 0) } else { (0, last) };
        let chains = Chains { size, region: &region, mine: &mine };
        let up = chains.find(&ends, [goal, bottom], &others)?;
        let down = chains.find(&others, [last, 0], &(&ends | &up))?;
        // All numbers are from 0 to 22.
        let cell = |&(row, column): &Place| Cell::new(column.unsigned_abs() as u16, row.unsigned_abs() as u16);
        let end = cell(&(size.0, size.1));
        let mut position = Position::with_shape(Shape { columns: end.column(), rows: end.row() });
        for place in (0..size.0).flat_map(|row| (0..size.1).map(move |column| (row, column))) {
            let is_mine = [&up, &down, &mine, &ends, &others].iter().any(|cells| cells.contains(&place));
            if !mine.contains(&place) || stones.contains(&place) {
                let _ = position.play(if is_mine { Player::O } else { Player::X }, cell(&place));
            }
        }
        Some(Template {
            name: self.name.clone(),
            position,
            region: region.iter().map(cell).collect(),
            edges: [self.has_top, self.has_bottom],
            stones: stones.iter().map(cell).collect(),
            corner: cell(&corner),
        })
    }
}

/// Where chains are looked for.
struct Chains<'a> {
    size: Place,
    region: &'a BTreeSet<Place>,
    /// The cells that O has or can get, but for the ends.
    mine: &'a BTreeSet<Place>,
}

impl Chains<'_> {
    /// Returns the cells of chains from some stones to a row; they do not touch another row, nor `others`.
    fn find(
        &self,
        starts: &BTreeSet<Place>,
        [goal, other_row]: [i32; 2],
        others: &BTreeSet<Place>,
    ) -> Option<BTreeSet<Place>> {
        let touched: BTreeSet<Place> = starts.iter().copied().flat_map(near).collect();
        let harms = |place: Place| others.contains(&place) || self.mine.contains(&place) && !touched.contains(&place);
        let is_open = |&place: &Place| {
            let is_on_board = (0..self.size.0).contains(&place.0) && (0..self.size.1).contains(&place.1);
            let is_outside = is_on_board && !self.region.contains(&place) && !others.contains(&place);
            is_outside && !near(place).any(harms)
        };
        let mut chains = BTreeSet::new();
        for &start in starts {
            let (mut before, mut queue) = (BTreeMap::from([(start, start)]), VecDeque::from([start]));
            let mut place = loop {
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

/// What is known of a template, and its place.
#[derive(Debug, Serialize)]
pub struct TemplateReport<'a> {
    /// The name of the input.
    pub file: Option<&'a str>,
    /// The number of the data set.
    pub data_set: u64,
    /// The name of the template.
    pub name: &'a str,
    /// What is known.
    #[serde(flatten)]
    pub answer: &'a TemplateAnswer,
}

impl Display for TemplateReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TemplateReport { data_set, name, answer, .. } = self;
        let [before, after] = [*data_set > 1, !name.is_empty()].map(|is| if is { "\n" } else { "" });
        write!(f, "{before}Data set {data_set}\n{name}{after}{answer}")
    }
}
