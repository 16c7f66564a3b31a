//! Branch and bound: depth-first search for a board with few monochromatic squares, or the proof that there is none.
//!
//! ```text
//!     X . . X       An empty cell is *threatened* by a colour if the other three corners of a square have it: such a
//!     . O . O       counter there makes the square monochromatic. The cell at the question mark costs one square if it
//!     . . O O       becomes X (A1 D1 D4 A4), and two if it becomes O (C3 D3 D4 C4 and B2 D2 D4 B4). So at least one is
//!     X O O ?       inevitable, and the cell *prefers* X with weight 1, the difference.
//! ```
//!
//! A *conflict* is a square with two or more empty corners that all prefer the colour of its counters. (They prefer the
//! same colour if it has no counters.)
//!
//! **Theorem.** Let conflicts be chosen so that no cell is in more of them than its weight. Each full board with the
//! counters of this one has at least as many monochromatic squares as
//!
//! ```text
//!     bound = monochromatic squares + the smaller number of threats of each empty cell + number of conflicts
//! ```
//!
//! A full board on which a cell has the colour that it does not prefer has more, by the cell's weight less its
//! conflicts.
//!
//! **Proof.** A threatened square has one empty cell, so the costs of the empty cells add up. A cell with the colour
//! that it does not prefer costs its weight in addition, which is at least 1 for each of its conflicts. A conflict
//! without such a cell is a monochromatic square that has not been counted, since it was not threatened. ∎
//!
//! So a cell is *forced* to the colour that it prefers if the rest of its weight is more than the *slack*, the
//! difference of the limit and the bound. Conflicts are collected greedily, as the disjoint inconsistent subsets in
//! `MaxSAT` solvers (Li, Manyà, Planes: *Exploiting unit propagation to compute lower bounds in branch and bound
//! Max-SAT solvers*, 2005).

use std::ops::{ControlFlow, Range};

use crate::cell::Cell;
use crate::hip::{Colouring, Size, squares};
use crate::player::Player;
use crate::symmetry::Symmetry;

/// A colour: 0 for X, 1 for O.
type Colour = usize;

/// The corners of a square other than a given one, and the number of the square.
#[derive(Clone, Copy)]
struct Through {
    square: u16,
    others: [u8; 3],
}

/// A board with its cells numbered from the middle outwards: cells in the middle are corners of the most squares.
///
/// ```text
///      5  1  6      3x3: the cells of an orbit (those that the symmetries of the board map to each other) have consecutive
///      2  0  3      numbers. Here the orbits are 0, 1 to 4 and 5 to 8. So every symmetry maps the set of the first 1,
///      7  4  8      5 or 9 cells to itself.
/// ```
pub(super) struct Grid {
    /// The cell with each number.
    cells: Vec<Cell>,
    /// The squares through each cell.
    through: Vec<Vec<Through>>,
    /// The exclusive or of the numbers of each square's corners.
    corners: Vec<u8>,
    /// The colourings of the first cells from which searches begin: the first of each class up to symmetry and exchange
    /// of the colours. The first cells are the smallest union of orbits with nine cells, or all cells of a smaller
    /// board.
    pub(super) roots: Vec<Vec<Colour>>,
}

impl Grid {
    /// The largest board, in cells.
    pub(super) const LARGEST: usize = 128;

    /// Returns the grid of a board of at most [`Grid::LARGEST`] cells.
    pub(super) fn new(size: Size) -> Grid {
        let symmetries = Symmetry::of(size.rows(), size.columns());
        let image = |symmetry: Symmetry, cell| symmetry.image(cell, size.rows(), size.columns());
        let representative =
            |cell: Cell| symmetries.iter().map(|&symmetry| image(symmetry, cell)).min().unwrap_or(cell);
        let mut cells: Vec<Cell> = size.cells().collect();
        cells.sort_by_cached_key(|&cell| (distance_from_middle(size, cell), representative(cell), cell));
        let mut number = vec![0_u8; size.area()];
        for (v, &cell) in cells.iter().enumerate() {
            // At most 128 cells.
            number[size.index(cell)] = v as u8;
        }
        let number = |cell| number[size.index(cell)];

        let mut through = vec![Vec::new(); cells.len()];
        let mut corners = Vec::new();
        for (i, square) in squares(size).enumerate() {
            let [a, b, c, d] = square.corners().map(number);
            for (corner, others) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
                // Boards of at most 128 cells have far fewer than 2¹⁶ squares.
                through[usize::from(corner)].push(Through { square: i as u16, others });
            }
            corners.push(a ^ b ^ c ^ d);
        }

        let is_orbit_end =
            |&end: &usize| cells.get(end).is_none_or(|&next| representative(cells[end - 1]) != representative(next));
        let coloured = (cells.len().min(9)..=cells.len()).find(is_orbit_end).unwrap_or(cells.len());
        let images: Vec<Vec<u8>> = symmetries
            .iter()
            .map(|&symmetry| cells[..coloured].iter().map(|&cell| number(image(symmetry, cell))).collect())
            .collect();
        let all = (1_u32 << coloured) - 1;
        let is_representative = |&colouring: &u32| {
            images.iter().all(|images| {
                let image: u32 = images.iter().enumerate().map(|(v, image)| (colouring >> v & 1) << image).sum();
                colouring <= image.min(all ^ image)
            })
        };
        let roots = (0..=all)
            .filter(is_representative)
            .map(|colouring| (0..coloured).map(|v| (colouring >> v & 1) as Colour).collect())
            .collect();
        Grid { cells, through, corners, roots }
    }

    /// Returns the full board of this size on which the cells with these numbers are O's.
    pub(super) fn colouring(&self, size: Size, os: u128) -> Colouring {
        let mut owners = vec![Player::X; self.cells.len()];
        for (_, &cell) in self.cells.iter().enumerate().filter(|(v, _)| os >> v & 1 != 0) {
            owners[size.index(cell)] = Player::O;
        }
        Colouring::from_fn(size, |cell| owners[size.index(cell)])
    }
}

/// Returns four times the square of the distance between a cell and the middle of the board.
fn distance_from_middle(size: Size, cell: Cell) -> u32 {
    let off = |index: u16, side: u16| (2 * u32::from(index) + 1).abs_diff(u32::from(side));
    off(cell.row(), size.rows()).pow(2) + off(cell.column(), size.columns()).pow(2)
}

/// A number for each colour, X's in the lower byte: one addition changes both.
type Pair = u16;

/// The states of a square: the number of X's corners in the lower two bits, of O's corners in the upper two. A fourth
/// corner overflows, but the state of a full square is not used any more.
const STATES: usize = 16;

/// What a new counter changes at the other corners of a square: their halves, and the threats of the last empty corner.
#[derive(Clone, Copy)]
struct Change {
    halves: Pair,
    threats: Pair,
}

/// The changes by the colour of the counter and the state of the square before it. A table in place of branches, which
/// the processor would often predict wrong.
const CHANGES: [[Change; STATES]; 2] = {
    let mut changes = [[Change { halves: 0, threats: 0 }; STATES]; 2];
    let mut colour = 0;
    while colour < 2 {
        let one = 1_u16 << (8 * colour);
        let others = 1_u16 << (8 * (1 - colour));
        changes[colour][1 << (2 * colour)] = Change { halves: one, threats: 0 };
        changes[colour][2 << (2 * colour)] = Change { halves: one.wrapping_neg(), threats: one };
        changes[colour][2 << (2 * (1 - colour))] = Change { halves: others.wrapping_neg(), threats: 0 };
        colour += 1;
    }
    changes
};

/// A partly filled board.
///
/// ```text
///     X . . X       The square of the four corners has three Xs, so its last corner has a threat of X. The square of X at
///     . O . .       the top left and O has counters of both: it is safe. A square with two counters of one colour and two
///     . . . .       empty corners is a *half*: the more halves through a cell, the sooner it will be threatened.
///     X . . ?
/// ```
#[derive(Clone)]
pub(super) struct Partial {
    /// For each square, its state (upper byte) and the exclusive or of the numbers of its empty corners: when one is
    /// left, its number.
    squares: Vec<u16>,
    /// For each empty cell, the number of squares of which it is the last empty corner.
    threats: [Pair; Grid::LARGEST],
    /// For each empty cell, the number of halves through it.
    halves: [Pair; Grid::LARGEST],
    /// All ones at empty cells, else 0.
    empty: [Pair; Grid::LARGEST],
    /// The cells that are O's.
    os: u128,
    /// The number of monochromatic squares.
    monochromatic: u32,
    /// The number of counters of each colour that may be added.
    left: [u32; 2],
}

impl Partial {
    /// Returns an empty board for at most these numbers of counters.
    fn new(grid: &Grid, counters: [u32; 2]) -> Partial {
        let mut empty = [0; Grid::LARGEST];
        empty[..grid.cells.len()].fill(Pair::MAX);
        Partial {
            squares: grid.corners.iter().map(|&corners| u16::from(corners)).collect(),
            threats: [0; Grid::LARGEST],
            halves: [0; Grid::LARGEST],
            empty,
            os: 0,
            monochromatic: 0,
            left: counters,
        }
    }

    /// Becomes a copy of another board of the same grid, without an allocation.
    #[inline]
    fn copy(&mut self, other: &Partial) {
        self.squares.copy_from_slice(&other.squares);
        self.threats = other.threats;
        self.halves = other.halves;
        self.empty = other.empty;
        self.os = other.os;
        self.monochromatic = other.monochromatic;
        self.left = other.left;
    }

    /// Returns the threats of an empty cell by each colour.
    #[inline]
    fn threats(&self, cell: usize) -> [u16; 2] {
        [self.threats[cell] & 0xFF, self.threats[cell] >> 8]
    }

    /// Returns whether a square has this number of corners of a colour, and none of the other.
    #[inline]
    fn has(&self, square: u16, colour: Colour, corners: &Range<u16>) -> bool {
        let state = self.squares[usize::from(square)] >> 8;
        let (own, others) = (state >> (2 * colour) & 3, state >> (2 * (1 - colour)) & 3);
        others == 0 && corners.contains(&own)
    }

    /// Puts a counter on an empty cell. One of this colour must be left.
    #[inline]
    fn put(&mut self, grid: &Grid, cell: usize, colour: Colour) {
        self.monochromatic += u32::from(self.threats(cell)[colour]);
        self.empty[cell] = 0;
        self.os |= (colour as u128) << cell;
        self.left[colour] -= 1;
        let changes = &CHANGES[colour];
        let step = 1_u16 << (8 + 2 * colour);
        for through in &grid.through[cell] {
            let square = &mut self.squares[usize::from(through.square)];
            let change = changes[usize::from(*square >> 8) % STATES];
            *square = (*square + step) ^ cell as u16;
            let last = usize::from(*square & 0x7F);
            for other in through.others {
                let halves = &mut self.halves[usize::from(other) % Grid::LARGEST];
                *halves = halves.wrapping_add(change.halves);
            }
            self.threats[last] = self.threats[last].wrapping_add(change.threats);
        }
    }
}

/// For each colour, the weight with which each cell prefers it, less the conflicts subtracted; positive at filled
/// cells.
type Preferences = [[u8; Grid::LARGEST]; 2];

/// The weights of a filled cell before conflicts are subtracted: more than the number of squares through any cell.
const FILLED: u8 = 128;

/// The number of positions between two calls of the callback.
const INTERVAL: u64 = 4096;

/// A callback, called with the number of positions since its last call. It returns [`ControlFlow::Break`] to cancel the
/// search.
type Report<'a> = dyn FnMut(u64) -> ControlFlow<()> + 'a;

/// Returns the boards of a [`search`]: an empty one for at most these numbers of counters, and one for each depth.
pub(super) fn boards(grid: &Grid, counters: [u32; 2]) -> Vec<Partial> {
    vec![Partial::new(grid, counters); grid.cells.len() + 2]
}

/// Searches the boards that begin with a colouring of the first cells, and have at most `limit` monochromatic squares.
/// Returns the cells that are O's on the first of them; `None` if there is none or `report` cancels.
pub(super) fn search(
    grid: &Grid,
    boards: &mut [Partial],
    limit: u32,
    root: &[Colour],
    report: &mut Report<'_>,
) -> Option<u128> {
    let [empty, board, deeper @ ..] = boards else { return None };
    board.copy(empty);
    for (cell, &colour) in root.iter().enumerate() {
        if board.left[colour] == 0 {
            return None;
        }
        board.put(grid, cell, colour);
    }
    let mut descent = Descent { grid, limit, found: None, unreported: 0, report };
    let cancelled = descent.descend(board, deeper).is_break() && descent.found.is_none();
    if !cancelled {
        // The search has ended: there is nothing to cancel.
        let _ = (descent.report)(descent.unreported);
    }
    descent.found
}

/// The state of a search that all its depths share.
struct Descent<'a, 'r> {
    grid: &'a Grid,
    limit: u32,
    found: Option<u128>,
    unreported: u64,
    report: &'a mut Report<'r>,
}

impl Descent<'_, '_> {
    /// Searches the boards that have the counters of this one. Returns [`ControlFlow::Break`] if one is found, or the
    /// search is cancelled.
    fn descend(&mut self, board: &mut Partial, deeper: &mut [Partial]) -> ControlFlow<()> {
        self.unreported += 1;
        if self.unreported == INTERVAL {
            self.unreported = 0;
            (self.report)(INTERVAL)?;
        }
        if !force(self.grid, board, self.limit) {
            return ControlFlow::Continue(());
        }
        let Some(cell) = choose(board) else {
            self.found = Some(board.os);
            return ControlFlow::Break(());
        };
        let [x, o] = board.threats(cell);
        let cheaper = Colour::from(x > o);
        // There is a board for each cell, and an empty cell.
        let Some((next, deeper)) = deeper.split_first_mut() else { return ControlFlow::Continue(()) };
        for colour in [cheaper, 1 - cheaper] {
            if board.left[colour] > 0 {
                next.copy(board);
                next.put(self.grid, cell, colour);
                self.descend(next, deeper)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Fills the forced cells. Returns false if the lower bound is above the limit.
fn force(grid: &Grid, board: &mut Partial, limit: u32) -> bool {
    loop {
        let mut preferences = [[0; Grid::LARGEST]; 2];
        let (bound, sum, greatest) = weigh(board, &mut preferences);
        let Some(mut slack) = limit.checked_sub(bound) else { return false };
        if greatest <= slack {
            // A conflict takes 1 from at least two weights, so there are at most `sum / 2`: too few to force a cell.
            if greatest + sum / 2 <= slack {
                return true;
            }
            match subtract_conflicts(grid, board, &mut preferences, slack) {
                Some(rest) => slack = rest,
                None => return false,
            }
        }
        let mut forced = false;
        let [to_x, to_o] = &preferences;
        for (cell, (&to_x, &to_o)) in to_x.iter().zip(to_o).enumerate() {
            if board.empty[cell] != 0 && u32::from(to_x | to_o) > slack {
                let colour = Colour::from(to_o > 0);
                if board.left[colour] == 0 {
                    return false;
                }
                board.put(grid, cell, colour);
                forced = true;
            }
        }
        if !forced {
            return true;
        }
    }
}

/// Subtracts conflicts from the weights and the slack. Returns the rest of the slack; `None` if there are more
/// conflicts than slack.
fn subtract_conflicts(grid: &Grid, board: &Partial, preferences: &mut Preferences, mut slack: u32) -> Option<u32> {
    let place = |cell: u8| usize::from(cell) % Grid::LARGEST;
    // Conflicts of two cells first.
    for counters in [2..3, 0..2] {
        for (cell, squares) in grid.through.iter().enumerate() {
            if board.empty[cell] == 0 || preferences[0][cell] | preferences[1][cell] == 0 {
                continue;
            }
            let colour = Colour::from(preferences[1][cell] > 0);
            let weights = &mut preferences[colour];
            for through in squares {
                let [a, b, c] = through.others;
                let corners = [place(a), place(b), place(c)];
                // A square belongs to its first empty corner, so that it is not counted twice.
                let conflict = |&corner: &usize| weights[corner] > 0 && (corner > cell || board.empty[corner] == 0);
                if corners.iter().all(conflict) && board.has(through.square, colour, &counters) {
                    for corner in corners {
                        weights[corner] -= 1;
                    }
                    weights[cell] -= 1;
                    slack = slack.checked_sub(1)?;
                    if weights[cell] == 0 {
                        break;
                    }
                }
            }
        }
    }
    Some(slack)
}

/// Computes the preferences of a board. Returns the lower bound without conflicts, and the sum and the greatest of the
/// weights.
fn weigh(board: &Partial, preferences: &mut Preferences) -> (u32, u32, u32) {
    let (mut inevitable, mut sum, mut greatest) = (0, 0, 0);
    let [to_x, to_o] = preferences;
    for cell in 0..Grid::LARGEST {
        let (threats, empty) = (board.threats[cell], board.empty[cell]);
        let (x, o) = (threats & 0xFF & empty, threats >> 8 & empty);
        let less = x.min(o);
        let filled = u16::from(FILLED) & !empty;
        to_x[cell] = ((o - less) | filled) as u8;
        to_o[cell] = ((x - less) | filled) as u8;
        inevitable += less;
        let weight = x.max(o) - less;
        sum += weight;
        greatest = greatest.max(weight);
    }
    (board.monochromatic + u32::from(inevitable), u32::from(sum), u32::from(greatest))
}

/// Returns the empty cell to branch on, one at which both colours cost much; `None` if the board is full.
fn choose(board: &Partial) -> Option<usize> {
    let mut scores = [0_u16; Grid::LARGEST];
    let mut best = 0;
    for (cell, score) in scores.iter_mut().enumerate() {
        let (x, o) = (board.threats[cell] & 0xFF, board.threats[cell] >> 8);
        let (half_x, half_o) = (board.halves[cell] & 0xFF, board.halves[cell] >> 8);
        let less = x.min(o);
        // A cell is in fewer than 128 squares, so the product of positive factors does not wrap to 0.
        *score = (4 * (x - less) + half_x + 1).wrapping_mul(4 * (o - less) + half_o + 1) & board.empty[cell];
        best = best.max(*score);
    }
    if best == 0 { None } else { scores.iter().position(|&score| score == best) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hip::ParseSizeError;
    use crate::random::Random;

    /// Fills random boards cell by cell, with their numbers of squares as the limit: no board may be refuted on the
    /// way, and no counter may be forced that the board does not have.
    #[test]
    fn no_board_within_the_limit_is_refuted() -> Result<(), ParseSizeError> {
        let mut random = Random::fixed();
        let size: Size = "7x7".parse()?;
        let grid = Grid::new(size);
        for _ in 0..1000 {
            let goal: Vec<Colour> = size.cells().map(|_| random.below(2) as Colour).collect();
            let os = (0..goal.len()).fold(0, |os, cell| os | (goal[cell] as u128) << cell);
            let limit = grid.colouring(size, os).monochromatic().count() as u32;
            let mut board = Partial::new(&grid, [49; 2]);
            loop {
                assert!(force(&grid, &mut board, limit), "refuted");
                for (cell, &colour) in goal.iter().enumerate() {
                    assert!(board.empty[cell] != 0 || (board.os >> cell & 1) as usize == colour, "wrongly forced");
                }
                let Some(cell) = choose(&board) else { break };
                board.put(&grid, cell, goal[cell]);
            }
            assert_eq!(board.monochromatic, limit);
        }
        Ok(())
    }
}
