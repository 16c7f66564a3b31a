//! Nodes of the search, their proof and disproof numbers, and the transposition table that has the numbers of all nodes
//! visited.
//!
//! ```text
//!     an entry of the table:   key   key   key   proof number | disproof number | logarithm of the work
//!                                                     24                24                 16 bits
//! ```

use std::io::{self, Read, Write};

use super::cells::{Board, CellSet, Stones};
use crate::player::Player;
use crate::transposition::{Table, mix};

/// A position with the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node<S> {
    pub(super) stones: Stones<S>,
    pub(super) to_move: Player,
}

impl<S: CellSet> Node<S> {
    /// Returns a key: the same for all positions that are equal up to a half-turn, and up to exchanging rows, columns
    /// and players.
    pub(super) fn key(&self, board: &Board<S>) -> [u64; 3] {
        let pair = match self.to_move {
            Player::X => self.stones,
            Player::O => self.stones.exchanged(board),
        };
        let turned = pair.half_turn(board);
        S::key(if (turned.x, turned.o) < (pair.x, pair.o) { turned } else { pair })
    }
}

/// Larger than any number of a node that is not decided.
pub(super) const INFINITE: u32 = (1 << 24) - 1;

/// The proof and disproof number of a node, for the player to move: estimates of the least work that could prove that
/// this player wins, and that this player loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    /// Those of a node that has not been visited.
    pub(super) const NEW: Numbers = Numbers { proof: 1, disproof: 1 };
    pub(super) const WON: Numbers = Numbers { proof: 0, disproof: INFINITE };
    pub(super) const LOST: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    /// Returns the numbers of a node that a player wins.
    pub(super) fn decided(winner: Player, to_move: Player) -> Numbers {
        if winner == to_move { Numbers::WON } else { Numbers::LOST }
    }

    /// Returns the winner of a node with these numbers, if that is decided.
    pub(super) fn winner(self, to_move: Player) -> Option<Player> {
        match self {
            Numbers { proof: 0, .. } => Some(to_move),
            Numbers { disproof: 0, .. } => Some(to_move.opponent()),
            _ => None,
        }
    }

    fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Returns whether one of the numbers is at least its threshold.
    pub(super) fn reach(self, thresholds: Numbers) -> bool {
        self.proof >= thresholds.proof || self.disproof >= thresholds.disproof
    }
}

/// A child of a node.
pub(super) struct Child<S> {
    /// The move that leads to it.
    pub(super) cell: usize,
    pub(super) node: Node<S>,
    pub(super) key: [u64; 3],
    pub(super) numbers: Numbers,
}

impl<S: CellSet> Child<S> {
    /// Returns the child after a move, with the stones that it is searched with.
    pub(super) fn new(board: &Board<S>, parent: &Node<S>, cell: usize, stones: Stones<S>) -> Child<S> {
        let node = Node { stones, to_move: parent.to_move.opponent() };
        Child { cell, node, key: node.key(board), numbers: Numbers::NEW }
    }

    /// Returns whether the opponent wins after this move.
    pub(super) fn is_refuted(&self) -> bool {
        self.numbers.proof == 0
    }

    /// Returns whether this move wins.
    pub(super) fn is_winning(&self) -> bool {
        self.numbers.disproof == 0
    }

    /// Returns the number of the child in the set of nodes that are being searched.
    pub(super) fn mark(&self) -> u64 {
        hash(self.key) | 1
    }
}

/// Returns a hash of three words.
pub(super) fn hash([a, b, c]: [u64; 3]) -> u64 {
    mix(a ^ mix(b ^ mix(c)))
}

/// The transposition table. Above 11×11 the keys are hashes, so that two nodes could be confused; see
/// [`CellSet::key`].
#[derive(Debug)]
pub(super) struct NumbersTable(Table<4>);

impl NumbersTable {
    /// Returns an empty table that grows to the given number of bytes.
    pub(super) fn new(memory: u64) -> NumbersTable {
        NumbersTable(Table::new([u64::MAX, u64::MAX, u64::MAX, 0], memory))
    }

    /// Returns the numbers of a node, if the table has them.
    pub(super) fn get(&self, [a, b, c]: [u64; 3]) -> Option<Numbers> {
        self.0.get([a, b, c, 0]).map(numbers)
    }

    /// Stores the numbers of a node, and the number of nodes that were visited for them. Those of a decided node stay.
    pub(super) fn store(&self, [a, b, c]: [u64; 3], numbers: Numbers, work: u64) {
        let work = work + 2;
        // The whole part of the logarithm and four more bits.
        let whole = u64::from(work.ilog2());
        let log = whole << 4 | (work << 4 >> whole) & 15;
        let new = [a, b, c, u64::from(numbers.proof) << 40 | u64::from(numbers.disproof) << 16 | log];
        self.0.update(new, work_of, |old| old.filter(|&old| self::numbers(old).is_decided()).unwrap_or(new));
    }

    pub(super) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.0.save(out)
    }

    pub(super) fn load(&self, from: &mut dyn Read) -> io::Result<()> {
        self.0.load(from, work_of)
    }
}

fn numbers([_, _, _, value]: [u64; 4]) -> Numbers {
    let number = |value: u64| value as u32 & INFINITE;
    Numbers { proof: number(value >> 40), disproof: number(value >> 16) }
}

/// Returns the logarithm of the work that an entry took.
fn work_of(&[_, _, _, value]: &[u64; 4]) -> u32 {
    value as u32 & 0xffff
}
