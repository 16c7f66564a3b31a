//! Bounds of a value without search: what a player can secure by a simple strategy.
//!
//! A player's *own* cells are open to that player only, *shared* cells are open to both. Some shared cells are
//! *paired*: if the opponent takes one cell of a pair, the player takes the other one. Some cells are *given up*: the
//! player does not use them.
//!
//! ```text
//!     X: open A B C D    sets {A, B} {C, D}     Seen by X, A is an own cell, and B, C and D are shared. C and D are paired,
//!     O: open   B C D    sets none              which takes care of {C, D}. A is given up because of {A, B}. B is left over.
//!                                               So n = 1 − 0 + 0 − 1 = 0, and the value is at least ∗.
//! ```
//!
//! **Theorem.** Let each forbidden set of the player contain a pair or a cell given up. Let
//!
//! ```text
//!     n = own cells − the opponent's own cells + disjoint forbidden sets of the opponent among these − cells given up
//! ```
//!
//! If an even number of shared cells is neither paired nor given up, the value of the position, as seen by the player,
//! is at least n. If it is odd, the value is at least n + ∗.
//!
//! **Proof.** A position is no better for the player if some of their moves are forbidden and some sets of the opponent
//! are dropped. So the player uses no cell that is given up, and in pairs only answers; of the opponent's sets only the
//! disjoint ones remain. Then no set of the player is ever filled, and the position is a sum of independent parts: an
//! own cell of the player is worth 1, or 0 if it is given up. The opponent can use all of their own cells but one of
//! each disjoint set, and each use is worth −1. A shared cell that is given up is open to the opponent only, and is
//! worth −1. In a pair, the player answers each move, so it is worth at least 0. A shared cell that is left over is
//! worth ∗, and two stars cancel. ∎
//!
//! Pairs are chosen greedily to be in many sets, and cells given up to be in many of the remaining sets.
//!
//! If a turn has two counters, the player cannot always answer in a pair, so only counters are counted: a player can
//! place at most as many as there are open cells less disjoint sets, and at least as many as there are own cells less
//! those given up.

use super::board::{Board, Cells, SquareSet};
use super::position::{Position, Side};
use super::value::{Bound, Bounds, ONE, Value};
use crate::bits::Ones;
use crate::player::Player;

/// Returns whether the player who moves first (Left if `left`) wins the sum of a position and another game, or `None`
/// if the bounds do not decide that.
#[inline]
pub(super) fn first_wins<Q: SquareSet>(
    board: &Board<Q>,
    position: &Position<Q>,
    other: Value,
    left: bool,
) -> Option<bool> {
    let mut bounds = Bounds::NONE;
    // A bound below the threshold does not decide the sum.
    if let Some(low) = lower_bound(board, position, Player::X, -other.number) {
        bounds.at_least(low);
        if let Some(wins) = bounds.first_wins(left, other) {
            return Some(wins);
        }
    }
    let high = lower_bound(board, position, Player::O, other.number)?;
    bounds.at_most(Bound { number: -high.number, ..high });
    bounds.first_wins(left, other)
}

/// Returns a lower bound of the value of a position as seen by a player, or `None` if it is below `wanted`.
fn lower_bound<Q: SquareSet>(board: &Board<Q>, position: &Position<Q>, player: Player, wanted: i32) -> Option<Bound> {
    let (own, opponent) = (&position[player], &position[player.opponent()]);
    let shared = own.open & opponent.open;
    let others = opponent.open & !shared;
    let opponents = others.count_ones() - if others == 0 { 0 } else { disjoint_sets(board, opponent, others) };
    let mut secured = (own.open & !shared).count_ones().cast_signed() - opponents.cast_signed();
    // The number wanted, rounded up.
    let wanted = -(-wanted).div_euclid(ONE);
    if secured < wanted {
        return None;
    }
    let mut unsafe_sets = unpaired(board, position, player);
    let mut stars = shared.count_ones();
    while !unsafe_sets.is_empty() {
        secured -= 1;
        if secured < wanted {
            return None;
        }
        let given_up = most_hit(board, unsafe_sets, own.open);
        stars -= (shared >> given_up & 1) as u32;
        unsafe_sets &= !board.through[given_up];
    }
    // No more cells than 64.
    Some(Bound { number: (secured * ONE) as i16, possible: if stars % 2 == 1 { 2 } else { 1 } })
}

/// Returns a number of disjoint forbidden sets among some cells that are open to their player: the player cannot have
/// at least that many of the cells.
fn disjoint_sets<Q: SquareSet>(board: &Board<Q>, side: &Side<Q>, among: Cells) -> u32 {
    let mut sets = inside(board, side, among);
    let mut count = 0;
    while !sets.is_empty() {
        let (square, _) = sets.split();
        sets = Ones(side.set(board, square)).fold(sets, |sets, cell| sets & !board.through[cell]);
        count += 1;
    }
    count
}

/// Returns the forbidden sets that are subsets of some cells that are open to their player.
fn inside<Q: SquareSet>(board: &Board<Q>, side: &Side<Q>, among: Cells) -> Q {
    Ones(side.open & !among).fold(side.sets(), |inside, cell| inside & !board.through[cell])
}

/// Returns an upper bound of the number of counters that a player can still place.
pub(super) fn most_counters<Q: SquareSet>(board: &Board<Q>, position: &Position<Q>, player: Player) -> u32 {
    let side = &position[player];
    side.open.count_ones() - disjoint_sets(board, side, side.open)
}

/// Returns a lower bound of the number of counters that a player can still place whatever the opponent does: on cells
/// that are open to that player alone.
pub(super) fn least_counters<Q: SquareSet>(board: &Board<Q>, position: &Position<Q>, player: Player) -> u32 {
    let side = &position[player];
    let alone = side.open & !position[player.opponent()].open;
    let mut count = alone.count_ones();
    let mut sets = inside(board, side, alone);
    while !sets.is_empty() {
        let cell = most_hit(board, sets, alone);
        sets &= !board.through[cell];
        count -= 1;
    }
    count
}

/// Returns the cell that is in most of the sets; there must be one.
fn most_hit<Q: SquareSet>(board: &Board<Q>, sets: Q, among: Cells) -> usize {
    let mut best = (0, 0);
    for cell in Ones(among) {
        let count = (sets & board.through[cell]).count();
        if count > best.0 {
            best = (count, cell);
        }
    }
    best.1
}

/// Pairs cells that both players may use, and returns the player's forbidden sets that contain no pair.
fn unpaired<Q: SquareSet>(board: &Board<Q>, position: &Position<Q>, player: Player) -> Q {
    let side = &position[player];
    let mut single = side.open & position[player.opponent()].open;
    let mut sets = side.sets();
    for square in side.pairs.each() {
        let pair = side.set(board, square);
        if pair & !single == 0 {
            single &= !pair;
            sets &= !board.through_both(pair.trailing_zeros() as usize, pair.ilog2() as usize);
        }
    }
    for size in [side.triples, side.fours] {
        let mut todo = size & sets;
        while !todo.is_empty() {
            let (square, rest) = todo.split();
            todo = rest;
            let mut best = (0, 0, Q::default());
            let mut candidates = board.corners[square] & single;
            while candidates.count_ones() >= 2 {
                let one = candidates.trailing_zeros() as usize;
                candidates &= candidates - 1;
                for other in Ones(candidates) {
                    let both = board.through_both(one, other);
                    let count = (both & sets).count();
                    if count > best.0 {
                        best = (count, 1 << one | 1 << other, both);
                    }
                }
            }
            single &= !best.1;
            sets &= !best.2;
            todo &= sets;
        }
    }
    sets
}
