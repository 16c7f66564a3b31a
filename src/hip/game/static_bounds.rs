//! Bounds of a value without search: what a player can secure by a simple strategy.
//!
//! A player's *own* cells are open to that player only, *shared* cells are open to both. Some shared cells are
//! *paired*: if the opponent takes one cell of a pair, the player takes the other one. Some own cells are *linked* to a
//! shared one: the player does not use both. Some cells are *given up*: the player does not use them. No cell is in two
//! pairs or links, and no linked cell is given up.
//!
//! ```text
//!     X: open A B C D    sets {A, B} {C, D}     Seen by X, A is an own cell, and B, C and D are shared. C and D are paired,
//!     O: open   B C D    sets none              which takes care of {C, D}. A is given up because of {A, B}. B is left over.
//!                                               So n = 1 − 0 + 0 − 1 = 0, and the value is at least ∗.
//! ```
//!
//! **Theorem.** Let each forbidden set of the player contain a pair, a link or a cell given up. The opponent is *alone* on
//! their own cells and on the shared cells given up. Let
//!
//! ```text
//!     n = own cells − the opponent's own cells − cells given up − links / 2
//!             + disjoint forbidden sets of the opponent among the cells on which the opponent is alone
//! ```
//!
//! If an even number of shared cells is neither paired, linked nor given up, the value of the position, as seen by the player,
//! is at least n. If it is odd, the value is at least n + ∗.
//!
//! **Proof.** A position is no better for the player if the player's sets shrink and sets of the opponent are dropped. So
//! let each set of the player shrink to a pair, a link or a cell given up, and let only the disjoint sets of the opponent
//! remain. Then the position is a sum of independent parts. An own cell of the player is worth 1, or 0 if it is given up.
//! The opponent can use all cells on which they are alone but one of each disjoint set, and each use is worth −1. In a
//! pair, the player answers each move, so it is worth at least 0; if a cell of a pair is given up, the other one is left
//! over. In a link, the player's moves lead to −1 (the own cell is used, the shared one is the opponent's) and 0, the
//! opponent's to 1, so it is worth {−1, 0 | 1} = 1/2: half less than the own cell. A shared cell that is left over is
//! worth ∗, and two stars cancel. ∎
//!
//! Pairs are chosen greedily to be in many sets, and cells given up to be in many of the remaining sets. A link costs half
//! as much, and is chosen if no cell is in more than two of these.
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
    let (alone, others) = (own.open & !shared, opponent.open & !shared);
    let count = |cells: Cells| cells.count_ones().cast_signed();
    let disjoint = if others == 0 { 0 } else { disjoint_sets(board, opponent, others) };
    let mut secured = (count(alone) - count(others)) * ONE;
    // More are counted at the end, seldom more than two.
    let wanted_before = wanted - (disjoint.cast_signed() + 2) * ONE;
    if secured < wanted_before {
        return None;
    }
    let (mut unsafe_sets, single) = unpaired(board, position, player);
    let (mut linked, mut given_up) = (0, 0);
    let mut stars = shared.count_ones();
    while !unsafe_sets.is_empty() {
        let (hits, cell) = most_hit(board, unsafe_sets, own.open & !linked);
        let set = own.set(board, unsafe_sets.split().0) & !linked;
        let (one, other) = (set & alone, set & single);
        if hits <= 2 && one != 0 && other != 0 {
            let (one, other) = (one.trailing_zeros() as usize, other.trailing_zeros() as usize);
            linked |= 1 << one | 1 << other;
            unsafe_sets &= !board.through_both(one, other);
            stars -= 1;
            secured -= ONE / 2;
        } else if hits > 0 {
            given_up |= 1 << cell;
            unsafe_sets &= !board.through[cell];
            stars -= (shared >> cell & 1) as u32;
            secured -= ONE;
        } else {
            return None;
        }
        if secured < wanted_before {
            return None;
        }
    }
    let wider = others | given_up & shared;
    let disjoint = if wider == others { disjoint } else { disjoint.max(disjoint_sets(board, opponent, wider)) };
    secured += disjoint.cast_signed() * ONE;
    // No more cells than 64.
    let bound = Bound { number: secured as i16, possible: if stars % 2 == 1 { 2 } else { 1 } };
    (secured >= wanted).then_some(bound)
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
        let (_, cell) = most_hit(board, sets, alone);
        sets &= !board.through[cell];
        count -= 1;
    }
    count
}

/// Returns the cell that is in most of the sets, after the number of these: 0 if no cell is in any.
fn most_hit<Q: SquareSet>(board: &Board<Q>, sets: Q, among: Cells) -> (u32, usize) {
    let mut best = (0, 0);
    for cell in Ones(among) {
        let count = (sets & board.through[cell]).count();
        if count > best.0 {
            best = (count, cell);
        }
    }
    best
}

/// Pairs cells that both players may use. Returns the player's forbidden sets that contain no pair, and the cells in no
/// pair.
fn unpaired<Q: SquareSet>(board: &Board<Q>, position: &Position<Q>, player: Player) -> (Q, Cells) {
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
    (sets, single)
}
