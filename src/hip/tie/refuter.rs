//! Depth-first search for a board with few monochromatic squares, or the proof that there is none.
//!
//! ```text
//!     X . . X       An empty cell with three counters of one player at the other corners of a square is *threatened*: a
//!     . O . .       fourth one there makes the square monochromatic. Each cell counts its threats of X's and those of O's.
//!     . . . .       Whoever gets the cell, the smaller number of the two will have to be paid, so that
//!     X . . ?           paid already + the sum of the smaller numbers
//!                   is a lower bound: each square counts at one cell only.
//! ```
//!
//! The larger number less the smaller one is the cell's *push*: what it costs on top to go against it. Where all empty
//! corners of a square are pushed to one player who has all its other corners, either the square is paid or one of the
//! pushes: that adds 1 to the bound and takes 1 from each of the pushes, which are then used up. Squares are taken like
//! that one after the other, in the way of the disjoint conflicts of `MaxSAT` solvers (Li, Manyà, Planes: *Exploiting unit
//! propagation to compute lower bounds in branch and bound Max-SAT solvers*, 2005). If what remains of a push is more
//! than what may still be paid, the cell's counter is forced.

use super::grid::Grid;

/// One number for each cell; filled up to a fixed length so that loops over it are unrolled.
type Numbers = [u8; Grid::MOST];

/// A colour: 0 for X, 1 for O.
type Colour = usize;

/// A partly filled board, with everything its bound needs kept up to date.
pub(super) struct Refuter<'a> {
    grid: &'a Grid,
    /// The most monochromatic squares that are looked for.
    limit: u32,
    /// The exclusive or of the numbers of each square's empty corners.
    rest: Vec<u8>,
    /// How many corners of each square each colour has, X's in the lower four bits.
    corners: Vec<u8>,
    /// For each colour and cell, the squares whose three other corners have the colour. Of empty cells only: what stands
    /// at a filled one is put right again before the cell is emptied, as cells are emptied last in, first out.
    threats: [Numbers; 2],
    /// The same with two corners of the colour and one empty.
    halves: [Numbers; 2],
    /// 255 at empty cells, else 0.
    empty: Numbers,
    colours: Numbers,
    /// Monochromatic squares, and the sum of the smaller numbers of threats at empty cells.
    bound: u32,
    /// How many counters of each colour may be added.
    left: [u32; 2],
    filled: Vec<u8>,
    /// How many boards were looked at.
    pub(super) positions: u64,
}

impl<'a> Refuter<'a> {
    /// An empty board that is to get at most so many counters of each colour.
    pub(super) fn new(grid: &'a Grid, counters: [u32; 2]) -> Refuter<'a> {
        let mut empty = [0; Grid::MOST];
        empty[..grid.cells.len()].fill(u8::MAX);
        Refuter {
            grid,
            limit: 0,
            rest: grid.corners.clone(),
            corners: vec![0; grid.corners.len()],
            threats: [[0; Grid::MOST]; 2],
            halves: [[0; Grid::MOST]; 2],
            empty,
            colours: [0; Grid::MOST],
            bound: 0,
            left: counters,
            filled: Vec::with_capacity(grid.cells.len()),
            positions: 0,
        }
    }

    /// Puts a counter on an empty cell.
    fn put(&mut self, cell: usize, colour: Colour) {
        let other = 1 - colour;
        self.bound += u32::from(self.threats[colour][cell].saturating_sub(self.threats[other][cell]));
        self.empty[cell] = 0;
        self.colours[cell] = colour as u8;
        self.left[colour] -= 1;
        self.filled.push(cell as u8);
        for through in &self.grid.through[cell] {
            let square = usize::from(through.square);
            let before = self.corners[square];
            self.corners[square] += 1 << (4 * colour);
            self.rest[square] ^= cell as u8;
            let (own, others) = (before >> (4 * colour) & 15, before >> (4 * other));
            match (own, others & 15) {
                (1, 0) => {
                    for corner in through.others {
                        let halves = &mut self.halves[colour][usize::from(corner)];
                        *halves = halves.wrapping_add(1);
                    }
                }
                (2, 0) => {
                    let last = usize::from(self.rest[square]);
                    for corner in through.others {
                        let halves = &mut self.halves[colour][usize::from(corner)];
                        *halves = halves.wrapping_sub(1);
                    }
                    self.bound += u32::from(self.threats[colour][last] < self.threats[other][last]);
                    self.threats[colour][last] += 1;
                }
                (0, 2) => {
                    for corner in through.others {
                        let halves = &mut self.halves[other][usize::from(corner)];
                        *halves = halves.wrapping_sub(1);
                    }
                }
                _ => {}
            }
        }
    }

    /// Takes back the last counter.
    fn take_back(&mut self) {
        let Some(cell) = self.filled.pop().map(usize::from) else { return };
        let colour = Colour::from(self.colours[cell]);
        let other = 1 - colour;
        for through in &self.grid.through[cell] {
            let square = usize::from(through.square);
            self.corners[square] -= 1 << (4 * colour);
            let before = self.corners[square];
            let (own, others) = (before >> (4 * colour) & 15, before >> (4 * other));
            match (own, others & 15) {
                (1, 0) => {
                    for corner in through.others {
                        let halves = &mut self.halves[colour][usize::from(corner)];
                        *halves = halves.wrapping_sub(1);
                    }
                }
                (2, 0) => {
                    let last = usize::from(self.rest[square]);
                    self.threats[colour][last] -= 1;
                    self.bound -= u32::from(self.threats[colour][last] < self.threats[other][last]);
                    for corner in through.others {
                        let halves = &mut self.halves[colour][usize::from(corner)];
                        *halves = halves.wrapping_add(1);
                    }
                }
                (0, 2) => {
                    for corner in through.others {
                        let halves = &mut self.halves[other][usize::from(corner)];
                        *halves = halves.wrapping_add(1);
                    }
                }
                _ => {}
            }
            self.rest[square] ^= cell as u8;
        }
        self.left[colour] += 1;
        self.empty[cell] = u8::MAX;
        self.bound -= u32::from(self.threats[colour][cell].saturating_sub(self.threats[other][cell]));
    }
}

/// For each colour, how strongly each cell is pushed to it.
type Pushes = [Numbers; 2];

/// Added to the push of a cell to the colour that it has.
const FILLED: u8 = 128;

impl Refuter<'_> {
    /// Looks for a board with at most `limit` monochromatic squares among those that begin with these counters.
    pub(super) fn search(&mut self, start: &[Colour], limit: u32, ended: &mut dyn FnMut(u64) -> bool) -> Option<Vec<Colour>> {
        self.limit = limit;
        let mut found = None;
        let mut fits = true;
        for (cell, &colour) in start.iter().enumerate() {
            fits = fits && self.left[colour] > 0;
            if fits {
                self.put(cell, colour);
            }
        }
        if fits && self.descend(ended) {
            found = Some(self.colours[..self.grid.cells.len()].iter().map(|&colour| Colour::from(colour)).collect());
        }
        self.take_back_to(0);
        found
    }

    /// Whether the board can be filled within the limit; then it is left filled.
    fn descend(&mut self, ended: &mut dyn FnMut(u64) -> bool) -> bool {
        self.positions += 1;
        if self.positions & 0xFFF == 0 && ended(self.positions) {
            return false;
        }
        let depth = self.filled.len();
        if self.force() {
            let Some(cell) = self.choose() else { return true };
            let dearer = Colour::from(self.threats[0][cell] <= self.threats[1][cell]);
            for colour in [1 - dearer, dearer] {
                if self.left[colour] > 0 {
                    let before = self.filled.len();
                    self.put(cell, colour);
                    if self.descend(ended) {
                        return true;
                    }
                    self.take_back_to(before);
                }
            }
        }
        self.take_back_to(depth);
        false
    }

    fn take_back_to(&mut self, filled: usize) {
        while self.filled.len() > filled {
            self.take_back();
        }
    }

    /// Fills the cells whose counters are forced. Returns whether the board may still be filled within the limit.
    fn force(&mut self) -> bool {
        loop {
            if self.bound > self.limit {
                return false;
            }
            let room = self.limit - self.bound;
            let mut pushes = self.pushes();
            let mut forced = [0_u8; Grid::MOST];
            let mut count=self.forced(&pushes, room, &mut forced);
            if count == 0 {
                let Some(room) = self.pay_conflicts(&mut pushes, room) else { return false };
                count = self.forced(&pushes, room, &mut forced);
            }
            if count == 0 {
                return true;
            }
            for &cell in &forced[..count] {
                let cell=usize::from(cell);
                let colour = Colour::from(pushes[1][cell] > 0);
                if self.left[colour] == 0 {
                    return false;
                }
                self.put(cell, colour);
            }
        }
    }

    fn forced(&self, pushes: &Pushes, room: u32, forced: &mut Numbers) -> usize {
        let n = self.grid.cells.len();
        let mut count = 0;
        let room=room.min(127) as u8;
        for cell in 0..n {
            let push=(pushes[0][cell] | pushes[1][cell]) & self.empty[cell];
            if push > room {
                forced[count] = cell as u8;
                count += 1;
            }
        }
        count
    }

    /// What is lost by going against the smaller number of threats; at filled cells, a large number.
    fn pushes(&self) -> Pushes {
        let mut pushes = [[0; Grid::MOST]; 2];
        for cell in 0..Grid::MOST {
            let (x, o) = (self.threats[0][cell], self.threats[1][cell]);
            let filled = FILLED & !self.empty[cell];
            pushes[0][cell] = o.saturating_sub(x) & self.empty[cell] | filled;
            pushes[1][cell] = x.saturating_sub(o) & self.empty[cell] | filled;
        }
        pushes
    }

    /// Takes conflicts of pushes one after the other; returns what may still be paid after that, if anything.
    fn pay_conflicts(&self, pushes: &mut Pushes, mut room: u32) -> Option<u32> {
        let n = self.grid.cells.len();
        for least in [2, 0] {
            for cell in 0..n {
                if self.empty[cell] == 0 {
                    continue;
                }
                for colour in [0, 1] {
                    if pushes[colour][cell] == 0 {
                        continue;
                    }
                    for through in &self.grid.through[cell] {
                        let corners = self.corners[usize::from(through.square)];
                        let shift=4*colour;
                        if corners & !(15 << shift) != 0 || corners >> shift < least {
                            continue;
                        }
                        let [a, b, c] = through.others.map(usize::from);
                        let push = &mut pushes[colour];
                        if push[a] == 0 || push[b] == 0 || push[c] == 0 {
                            continue;
                        }
                        for corner in [cell, a, b, c] {
                            push[corner] -= 1;
                        }
                        room = room.checked_sub(1)?;
                        if push[cell] == 0 {
                            break;
                        }
                    }
                }
            }
        }
        Some(room)
    }

    /// The empty cell to be filled next, if any: one whose counter costs much either way.
    fn choose(&self) -> Option<usize> {
        let mut scores = [0_u16; Grid::MOST];
        for cell in 0..Grid::MOST {
            let [x, o] = [0, 1].map(|colour| u16::from(self.threats[colour][cell]));
            let [hx, ho] = [0, 1].map(|colour| u16::from(self.halves[colour][cell]));
            let less = x.min(o);
            let score = (4 * (x - less) + hx + 1).wrapping_mul(4 * (o - less) + ho + 1);
            scores[cell] = if self.empty[cell] == 0 { 0 } else { score };
        }
        let best = scores.iter().copied().max().unwrap_or(0);
        if best == 0 { None } else { scores.iter().position(|&score| score == best) }
    }
}
