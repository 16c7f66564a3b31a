//! Lee's wave for boards of at most 64 rows: whole rows at once, both players at once.
//!
//! A row of a board is one word. X's board is turned about its main diagonal first (which keeps the six directions), so
//! that both players go down from the top edge to the bottom edge, and the two words of a row lie side by side:
//!
//! ```text
//!     row 0      1 1 1 1 1 . .    the edge where the wave starts: a row that has been reached
//!     row 1      . . . . . . .    bit c of row r + 1 is the cell in column c and row r;
//!      ...                        the neighbours of a set of cells, row by row, are
//!     row n      . . . . . . .      same << 1 | same >> 1 | above | above >> 1 | below | below << 1
//!     row n + 1  1 1 1 1 1 . .    the edge where the wave breaks
//! ```
//!
//! The wave moves level by level as in [`layers`](super::layers): to the empty neighbours of all that it has reached,
//! then through own stones until nothing changes. Only the rows around its front are looked at. The wave back keeps
//! what lies on a smallest completion, and the first completion in reading order is picked from that as in
//! [`completions`](super::completions), with sets of cells for single ones: a picked cell is alone in its layer, and
//! its layer's neighbours keep what is linked to it, and so on until a layer stays as it was.
//!
//! On random boards of 21 × 21 this takes a fourteenth of the time of the cell-by-cell way (`cargo bench --bench hex`).

use std::array;

use super::completion::{Completion, Outcome};
use super::pick::Picker;
use super::position::Position;
use super::rows::{Bits, EDGED_ROWS, around, flood, spread};
use crate::bits::transpose;
use crate::player::{ByPlayer, Player};

pub use super::rows::LARGEST_SIZE;

/// A row of both players' boards.
trait Lanes: Bits {
    /// Both players' words.
    fn join(words: ByPlayer<u64>) -> Self;

    /// A player's word.
    fn of(self, player: Player) -> u64;

    /// Turns both boards about their main diagonals.
    fn turn(rows: &mut [Self; 64]);
}

/// Both players' rows in one word, O's in the upper half, for boards of at most 31 rows. Bits that a shift moves from one
/// half to the other, or off a board, fall on places where no board has a cell, and go with the next `and`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Halves(u64);

/// The most rows, and columns, that fit in [`Halves`].
const LARGEST_HALF: u16 = 31;

impl Bits for Halves {
    const NONE: Halves = Halves(0);

    #[inline(always)]
    fn zip(self, other: Halves, join: impl Fn(u64, u64) -> u64) -> Halves {
        Halves(join(self.0, other.0))
    }
}

impl Lanes for Halves {
    #[inline(always)]
    fn join(words: ByPlayer<u64>) -> Halves {
        Halves(words.x & 0xFFFF_FFFF | words.o << 32)
    }

    #[inline(always)]
    fn of(self, player: Player) -> u64 {
        match player {
            Player::X => self.0 & 0xFFFF_FFFF,
            Player::O => self.0 >> 32,
        }
    }

    fn turn(rows: &mut [Halves; 64]) {
        let mut words: [u64; 32] = array::from_fn(|r| rows[r].0);
        transpose(&mut words);
        for (row, word) in rows.iter_mut().zip(words) {
            row.0 = word;
        }
    }
}

impl Bits for ByPlayer<u64> {
    const NONE: ByPlayer<u64> = ByPlayer { x: 0, o: 0 };

    #[inline(always)]
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        ByPlayer { x: join(self.x, other.x), o: join(self.o, other.o) }
    }
}

impl Lanes for ByPlayer<u64> {
    #[inline(always)]
    fn join(words: ByPlayer<u64>) -> Self {
        words
    }

    #[inline(always)]
    fn of(self, player: Player) -> u64 {
        self[player]
    }

    fn turn(rows: &mut [Self; 64]) {
        for player in Player::BOTH {
            let mut words = rows.map(|row| row[player]);
            transpose(&mut words);
            for (row, word) in rows.iter_mut().zip(words) {
                row[player] = word;
            }
        }
    }
}

/// Answers positions; keeps its memory from one to the next.
///
/// ```
/// use quadrille::hex::{Outcome, Position, wave::Wave};
/// use quadrille::player::Player;
/// let mut position = Position::empty(1)?;
/// position.play(Player::O, "A1".parse()?)?;
/// assert_eq!(Wave::default().outcome(&position), Outcome::Won(Player::O));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Wave {
    halves: Run<Halves>,
    whole: Run<ByPlayer<u64>>,
    picker: Picker,
}

impl Wave {
    /// Who has won, or each player's completion that is first in reading order.
    ///
    /// # Panics
    /// If the board is larger than [`LARGEST_SIZE`].
    #[must_use]
    pub fn outcome(&mut self, position: &Position) -> Outcome {
        assert!(position.size() <= LARGEST_SIZE, "the board is larger than {LARGEST_SIZE}");
        if position.size() <= LARGEST_HALF {
            self.halves.outcome(position, &mut self.picker)
        } else {
            self.whole.outcome(position, &mut self.picker)
        }
    }
}

/// The empty cells that the wave reaches with one and the same number of moves: some rows of them.
#[derive(Clone, Copy, Debug)]
struct Level {
    first: usize,
    last: usize,
    /// Where the first of these rows stands among the rows of all levels.
    at: usize,
}

/// The wave of one position.
#[derive(Debug)]
struct Run<T> {
    size: usize,
    own: [T; EDGED_ROWS],
    empty: [T; EDGED_ROWS],
    reached: [T; EDGED_ROWS],
    levels: Vec<Level>,
    /// The rows of all levels; after the way back, of all layers.
    fronts: Vec<T>,
}

impl<T: Bits> Default for Run<T> {
    fn default() -> Self {
        let clear = [T::NONE; EDGED_ROWS];
        Run { size: 0, own: clear, empty: clear, reached: clear, levels: Vec::new(), fronts: Vec::new() }
    }
}

impl<T: Lanes> Run<T> {
    fn outcome(&mut self, position: &Position, picker: &mut Picker) -> Outcome {
        self.set_up(position);
        let numbers = match self.forward() {
            Ok(numbers) => numbers,
            Err(winner) => return Outcome::Won(winner),
        };
        self.backward();
        Outcome::Open(ByPlayer::from_fn(|player| {
            picker.begin(self.own[1..=self.size].iter().map(|row| row.of(player)));
            for level in &self.levels[..numbers[player]] {
                let rows = &self.fronts[level.at..=level.at + level.last - level.first];
                let any = |row: &T| row.of(player) != 0;
                let start = rows.iter().position(any).unwrap_or(0);
                let end = rows.iter().rposition(any).map_or(start, |last| last + 1);
                picker.add_layer(level.first + start, rows[start..end].iter().map(|row| row.of(player)));
            }
            Completion::in_reading_order(picker.first(player))
        }))
    }

    /// Lays out the two boards.
    fn set_up(&mut self, position: &Position) {
        self.size = usize::from(position.size());
        let stones = position.stones();
        let mut turned = [T::NONE; 64];
        for (r, row) in turned[..self.size].iter_mut().enumerate() {
            *row = T::join(ByPlayer::from_fn(|player| stones[player].row(r)[0]));
        }
        let straight = turned;
        T::turn(&mut turned);
        let on_board = T::join(ByPlayer::from_fn(|_| u64::MAX >> (64 - self.size)));
        for (r, (straight, turned)) in straight.into_iter().zip(turned).take(self.size).enumerate() {
            let own = T::join(ByPlayer { x: turned.of(Player::X), o: straight.of(Player::O) });
            let blocked = T::join(ByPlayer { x: turned.of(Player::O), o: straight.of(Player::X) });
            self.own[r + 1] = own;
            self.empty[r + 1] = on_board.and_not(own).and_not(blocked);
        }
        self.own[self.size + 1] = T::NONE;
    }

    /// Sends the wave down and fills in the levels: each player's number of moves, or who has won.
    fn forward(&mut self) -> Result<ByPlayer<usize>, Player> {
        let bottom = self.size;
        self.levels.clear();
        self.fronts.clear();
        self.reached[..bottom + 2].fill(T::NONE);
        self.reached[0] = T::join(ByPlayer { x: u64::MAX, o: u64::MAX });
        // The edge touches the whole first row.
        self.reached[1] = self.own[1];
        let mut changed = self.flood(1);
        if let Some(winner) = Player::BOTH.into_iter().find(|&player| self.reached[bottom].of(player) != 0) {
            return Err(winner);
        }
        let mut numbers = ByPlayer { x: 0, o: 0 };
        let mut under_way = ByPlayer { x: u64::MAX, o: u64::MAX };
        while under_way.any() {
            let (first, last) = around(changed, bottom).into_inner();
            let at = self.fronts.len();
            self.levels.push(Level { first, last, at });
            let moving = T::join(under_way);
            changed = 0;
            let reached = &mut self.reached[first - 1..=last + 1];
            let empty = &self.empty[first..=last];
            let mut above = reached[0];
            for i in 0..empty.len().min(reached.len() - 2) {
                let same = reached[i + 1];
                let new = spread([above, same, reached[i + 2]]).and(empty[i]).and_not(same).and(moving);
                changed |= u64::from(new.any()) << i;
                self.fronts.push(new);
                reached[i + 1] = same.or(new);
                above = same;
            }
            changed <<= first - 1;
            // Where neither player has won, both still can, and so the wave moves until it breaks.
            debug_assert!(changed != 0);
            if changed == 0 {
                break;
            }
            changed = self.flood(changed);
            for player in Player::BOTH {
                if under_way[player] != 0 && self.reached[bottom].of(player) != 0 {
                    numbers[player] = self.levels.len();
                    under_way[player] = 0;
                }
            }
        }
        Ok(numbers)
    }

    /// Sends the wave back up through the levels, and keeps of each what it meets: the layers.
    fn backward(&mut self) {
        let bottom = self.size;
        self.reached[..=bottom].fill(T::NONE);
        self.reached[bottom + 1] = T::join(ByPlayer { x: u64::MAX, o: u64::MAX });
        self.reached[bottom] = self.own[bottom];
        self.flood(1 << (bottom - 1));
        for level in (0..self.levels.len()).rev() {
            let Level { first, last, at } = self.levels[level];
            let reached = &mut self.reached[first - 1..=last + 1];
            let front = &mut self.fronts[at..=at + last - first];
            let mut above = reached[0];
            let mut changed = 0;
            for i in 0..front.len().min(reached.len() - 2) {
                let same = reached[i + 1];
                let kept = spread([above, same, reached[i + 2]]).and(front[i]);
                changed |= u64::from(kept.any()) << i;
                front[i] = kept;
                reached[i + 1] = same.or(kept);
                above = same;
            }
            // The rows without cells above and below are left out.
            let above = changed.trailing_zeros() as usize;
            let below = changed.leading_zeros() as usize - (64 - (last - first + 1));
            self.levels[level] = Level { first: first + above, last: last - below, at: at + above };
            self.flood(changed << (first - 1));
        }
    }

    fn flood(&mut self, rows: u64) -> u64 {
        flood(&mut self.reached[..self.size + 2], &self.own[..self.size + 2], rows)
    }
}
