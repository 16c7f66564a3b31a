//! Local search for full boards with few monochromatic squares.
//!
//! A move changes the colour of one cell; on a balanced board a step is two moves, of an X and of an O. Each move is
//! the best one of a cell that has not been changed recently, even if it makes the board worse: *tabu search* (Glover,
//! 1986). The *delta* of each cell, the change of the cost by its move, is updated for the corners of the squares
//! through a changed cell.

use crate::budget::Budget;
use crate::cell::Cell;
use crate::hip::{Size, squares};
use crate::random::Random;

/// Boards of up to this number of cells are searched from random boards alone.
const SMALL: usize = 72;

/// The number of descents to a periodic board.
const DESCENTS: u32 = 64;

/// The best full board found.
pub(super) struct Best {
    /// For each cell in reading order, whether it is an O.
    pub(super) is_o: Vec<bool>,
    /// The number of monochromatic squares.
    pub(super) squares: u64,
    /// Whether the caller has cancelled the search.
    pub(super) cancelled: bool,
}

/// Returns the board with the fewest monochromatic squares that tabu search finds, with `os` O's unless that is `None`.
/// It starts from `restarts` boards, the first of a large one periodic, the others random, and takes this number of
/// `steps` from each. The search ends early at a board without any, and gives the same board in each run. `improved` is
/// called with the first board and with each better one. The budget is polled with 0, since steps are not positions.
pub(super) fn search(
    size: Size,
    os: Option<usize>,
    (restarts, steps): (u64, u64),
    improved: &mut dyn FnMut(&Best),
    budget: &mut Budget<'_>,
) -> Best {
    let geometry = Geometry::new(size);
    let mut random = Random::fixed();
    let mut walk = match periodic(size, &geometry) {
        Some(is_o) => Walk::of(&geometry, is_o, os, &mut random),
        None => Walk::new(&geometry, os, &mut random),
    };
    let mut best = walk.best();
    improved(&best);
    let mut taken = 0_u64;
    for restart in 0..restarts {
        if restart > 0 {
            walk = Walk::new(&geometry, os, &mut random);
        }
        for step in 0..=steps {
            if walk.cost < best.squares.cast_signed() {
                best = walk.best();
                improved(&best);
            }
            taken += 1;
            best.cancelled = taken.is_multiple_of(1024) && budget.poll(0).is_break();
            if best.squares == 0 || best.cancelled {
                return best;
            }
            let first = step % 2 == 0;
            walk.step(os.map(|_| first), step, &mut random);
            if os.is_some() {
                walk.step(Some(!first), step, &mut random);
            }
        }
    }
    best
}

/// Returns the best board found of those that repeat after four rows, and after four columns, with the colours
/// exchanged; `None` for boards of up to [`SMALL`] cells. The best boards known of more cells are such boards, or next
/// to one.
fn periodic(size: Size, geometry: &Geometry) -> Option<Vec<bool>> {
    let is_o = |pattern: u32| -> Vec<bool> {
        let is_o = |cell: Cell| {
            let (row, column) = (cell.row(), cell.column());
            (pattern >> (4 * (row % 4) + column % 4) & 1 != 0) != ((row / 4 + column / 4) % 2 != 0)
        };
        size.cells().map(is_o).collect()
    };
    let squares = |pattern| {
        let is_o = is_o(pattern);
        let is_monochromatic =
            |square: &&[u16; 4]| square.iter().all(|&cell| is_o[usize::from(cell)] == is_o[usize::from(square[0])]);
        geometry.squares.iter().filter(is_monochromatic).count()
    };
    let mut random = Random::fixed();
    let descent = |_| {
        let pattern = random.below(1 << 16);
        let mut best = (squares(pattern), pattern);
        loop {
            let next = (0..16).map(|bit| best.1 ^ 1 << bit).map(|pattern| (squares(pattern), pattern)).min()?;
            if next >= best {
                return Some(best);
            }
            best = next;
        }
    };
    let best = if size.area() > SMALL { (0..DESCENTS).filter_map(descent).min() } else { None };
    best.map(|(_, pattern)| is_o(pattern))
}

/// The squares of a board, numbered from 0.
struct Geometry {
    cells: usize,
    squares: Vec<[u16; 4]>,
    /// The squares through each cell.
    through: Vec<Vec<u32>>,
}

impl Geometry {
    fn new(size: Size) -> Geometry {
        let mut through = vec![Vec::new(); size.area()];
        let squares = squares(size)
            .enumerate()
            .map(|(i, square)| {
                let corners = square.corners().map(|cell| size.index(cell));
                for corner in corners {
                    through[corner].push(i as u32);
                }
                corners.map(|corner| corner as u16)
            })
            .collect();
        Geometry { cells: size.area(), squares, through }
    }
}

/// A full board that is changed step by step.
///
/// ```text
///     X X O      The square A1 B1 B2 A2 has three Xs and an O: a change of B2 makes it monochromatic, so it adds 1 to the
///     X O O      delta of B2. The square B1 C1 C2 B2 has one X: it adds 1 to the delta of B1, and nothing to the others.
/// ```
struct Walk<'a> {
    geometry: &'a Geometry,
    is_o: Vec<bool>,
    /// The number of O's corners of each square.
    o_corners: Vec<u8>,
    /// The change of the cost by a change of each cell.
    deltas: Vec<i64>,
    /// The first step at which each cell may be changed again.
    tabu_until: Vec<u64>,
    /// The number of monochromatic squares.
    cost: i64,
}

/// Returns the part that one square has in the delta of its corner: the change of the cost if the corner changes its
/// colour.
const fn delta(o_corners: u8, is_o: bool) -> i64 {
    match (o_corners, is_o) {
        (0 | 4, _) => -1,
        (1, true) | (3, false) => 1,
        _ => 0,
    }
}

impl<'a> Walk<'a> {
    fn new(geometry: &'a Geometry, os: Option<usize>, random: &mut Random) -> Walk<'a> {
        let cells = geometry.cells;
        let mut is_o: Vec<bool> = match os {
            Some(os) => (0..cells).map(|cell| cell < os).collect(),
            None => (0..cells).map(|_| random.below(2) == 1).collect(),
        };
        random.shuffle(&mut is_o);
        Walk::of(geometry, is_o, os, random)
    }

    /// Begins at a board. Until it has the right number of O's, the best cells are changed.
    fn of(geometry: &'a Geometry, is_o: Vec<bool>, os: Option<usize>, random: &mut Random) -> Walk<'a> {
        let cells = geometry.cells;
        let count = |square: &[u16; 4]| square.iter().map(|&corner| u8::from(is_o[usize::from(corner)])).sum();
        let o_corners: Vec<u8> = geometry.squares.iter().map(count).collect();
        let mut deltas = vec![0; cells];
        for (square, &o_corners) in geometry.squares.iter().zip(&o_corners) {
            for corner in square.map(usize::from) {
                deltas[corner] += delta(o_corners, is_o[corner]);
            }
        }
        let cost = o_corners.iter().filter(|&&corners| corners % 4 == 0).count().cast_signed() as i64;
        let mut walk = Walk { geometry, is_o, o_corners, deltas, tabu_until: vec![0; cells], cost };
        while let Some(os) = os {
            let there = walk.is_o.iter().filter(|&&is_o| is_o).count();
            if there == os {
                break;
            }
            walk.step(Some(there > os), 0, random);
        }
        walk
    }

    fn best(&self) -> Best {
        Best { is_o: self.is_o.clone(), squares: self.cost.cast_unsigned(), cancelled: false }
    }

    /// Changes the best cell that is not tabu; only an O if `is_o` is true, only an X if it is false. If all are tabu,
    /// changes the first one; if there is none, does nothing.
    fn step(&mut self, is_o: Option<bool>, step: u64, random: &mut Random) {
        let (mut best, mut ties) = (None, 0);
        let mut least = i64::MAX;
        for (cell, &delta) in self.deltas.iter().enumerate() {
            if delta > least || self.tabu_until[cell] > step || is_o.is_some_and(|is_o| is_o != self.is_o[cell]) {
                continue;
            }
            ties = if delta < least { 1 } else { ties + 1 };
            if delta < least || random.below(ties) == 0 {
                best = Some(cell);
            }
            least = delta;
        }
        let first = || (0..self.is_o.len()).find(|&cell| is_o.is_none_or(|is_o| is_o == self.is_o[cell]));
        if let Some(cell) = best.or_else(first) {
            self.change(cell);
            self.tabu_until[cell] = step + 4 + u64::from(random.below(self.is_o.len() as u32 / 8 + 4));
        }
    }

    fn change(&mut self, cell: usize) {
        self.cost += self.deltas[cell];
        let was_o = self.is_o[cell];
        for &square in &self.geometry.through[cell] {
            let o_corners = &mut self.o_corners[square as usize];
            let before = *o_corners;
            *o_corners = if was_o { before - 1 } else { before + 1 };
            for &corner in &self.geometry.squares[square as usize] {
                let corner = usize::from(corner);
                let is_o = self.is_o[corner];
                self.deltas[corner] += delta(*o_corners, is_o ^ (corner == cell)) - delta(before, is_o);
            }
        }
        self.is_o[cell] = !was_o;
    }
}
