//! Local search: full boards that are changed a counter at a time, or an X and an O at a time.
//!
//! Each step changes the counter that gains most, even where all lose, but none that was changed a short while ago: *tabu
//! search* (Glover, 1986). It knows for each cell what a change would bring, and a change brings up to date the corners of
//! the squares through its cell only.

use crate::hip::{Size, squares};
use crate::random::Random;

/// How long a search goes on.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    /// How many random boards it begins with, one after the other.
    pub(super) beginnings: u64,
    /// How many steps it goes from each.
    pub(super) steps: u64,
}

/// The best full board found.
pub(super) struct Found {
    /// For each cell in reading order, whether it is O's.
    pub(super) second: Vec<bool>,
    /// How many of its squares are monochromatic.
    pub(super) squares: u64,
}

/// Searches for boards with few monochromatic squares, with so many O's if a number is given. The work is the same in each
/// run and ends at a board without any; `progress` is called with every step and may break it off.
pub(super) fn search(size: Size, second: Option<usize>, effort: Effort, broken_off: &mut dyn FnMut() -> bool) -> Found {
    let geometry = Geometry::new(size);
    let mut random = Random::fixed();
    let mut best: Option<Found> = None;
    for _ in 0..effort.beginnings {
        let mut walk = Walk::new(&geometry, second, &mut random);
        for step in 0..=effort.steps {
            if best.as_ref().is_none_or(|best| walk.cost < best.squares.cast_signed()) {
                best = Some(Found { second: walk.second.clone(), squares: walk.cost.cast_unsigned() });
            }
            if walk.cost == 0 || broken_off() {
                break;
            }
            let first = step % 2 == 0;
            walk.step(second.map(|_| first), step, &mut random);
            if second.is_some() {
                walk.step(Some(!first), step, &mut random);
            }
        }
        if best.as_ref().is_some_and(|best| best.squares == 0) || broken_off() {
            break;
        }
    }
    best.unwrap_or(Found { second: Vec::new(), squares: 0 })
}

/// The squares of a board by number.
struct Geometry {
    cells: usize,
    squares: Vec<[u16; 4]>,
    /// The numbers of the squares through each cell.
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

/// A full board on its way.
struct Walk<'a> {
    geometry: &'a Geometry,
    second: Vec<bool>,
    /// How many corners of each square are O's.
    corners: Vec<u8>,
    /// By how much a change at each cell raises the cost.
    rise: Vec<i64>,
    /// The step from which on each cell may be changed again.
    free_from: Vec<u64>,
    cost: i64,
}

/// By how much a change at a corner raises the cost, as far as one square is concerned.
const fn rise(second_corners: u8, second: bool) -> i64 {
    match (second_corners, second) {
        (0 | 4, _) => -1,
        (1, true) | (3, false) => 1,
        _ => 0,
    }
}

impl<'a> Walk<'a> {
    fn new(geometry: &'a Geometry, second: Option<usize>, random: &mut Random) -> Walk<'a> {
        let cells = geometry.cells;
        let mut board: Vec<bool> = match second {
            Some(second) => (0..cells).map(|cell| cell < second).collect(),
            None => (0..cells).map(|_| random.below(2) == 1).collect(),
        };
        random.shuffle(&mut board);
        let corners: Vec<u8> = geometry
            .squares
            .iter()
            .map(|square| square.iter().map(|&corner| u8::from(board[usize::from(corner)])).sum::<u8>())
            .collect();
        let mut rises = vec![0; cells];
        for (square, &second_corners) in geometry.squares.iter().zip(&corners) {
            for corner in square.map(usize::from) {
                rises[corner] += rise(second_corners, board[corner]);
            }
        }
        let cost = corners.iter().filter(|&&corners| corners % 4 == 0).count().cast_signed() as i64;
        Walk { geometry, second: board, corners, rise: rises, free_from: vec![0; cells], cost }
    }

    /// Changes a counter: of the given player if any, and the best one that may be changed.
    fn step(&mut self, owner: Option<bool>, step: u64, random: &mut Random) {
        let (mut best, mut ties) = (None, 0);
        let mut least = i64::MAX;
        for (cell, &rise) in self.rise.iter().enumerate() {
            if rise > least || self.free_from[cell] > step || owner.is_some_and(|owner| owner != self.second[cell]) {
                continue;
            }
            ties = if rise < least { 1 } else { ties + 1 };
            if rise < least || random.below(ties) == 0 {
                best = Some(cell);
            }
            least = rise;
        }
        let any = || (0..self.second.len()).find(|&cell| owner.is_none_or(|owner| owner == self.second[cell]));
        if let Some(cell) = best.or_else(any) {
            self.change(cell);
            self.free_from[cell] = step + 4 + u64::from(random.below(self.second.len() as u32 / 8 + 4));
        }
    }

    fn change(&mut self, cell: usize) {
        self.cost += self.rise[cell];
        let second = self.second[cell];
        for &square in &self.geometry.through[cell] {
            let corners = &mut self.corners[square as usize];
            let before = *corners;
            *corners = if second { before - 1 } else { before + 1 };
            for corner in self.geometry.squares[square as usize].map(usize::from) {
                let owner = self.second[corner];
                self.rise[corner] += rise(*corners, owner ^ (corner == cell)) - rise(before, owner);
            }
        }
        self.second[cell] = !second;
    }
}
