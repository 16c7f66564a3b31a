//! A bound on a value without search: what a player can surely have.
//!
//! The player binds himself, which is never better for him, and lets the opponent do as he likes.
//!
//! - Some of the cells that both may use he couples. In a couple he only answers: if the opponent takes one cell, he takes the
//!   other. So he never has both, and a forbidden set with both of a couple is never filled. A couple is worth 0.
//! - Some cells he gives up, so that every other forbidden set has one of these. One that only he may use is lost to him;
//!   one that both may use becomes the opponent's, worth 1 to him.
//! - The other cells that only he may use are worth 1 each, and those of the opponent's alone −1, less one for each of
//!   some disjoint forbidden sets of the opponent's among them.
//! - If a cell that both may use is left over, it is a star.
//!
//! ```text
//!     n = his own cells − the opponent's own cells + disjoint sets among these − cells given up
//!     z ≥ n, or if a cell is left over z ≥ n + ∗
//! ```
//!
//! Couples are chosen greedily so that they are in many sets, cells given up so that they are in many of the sets left.
//!
//! If two counters are a turn, answering in couples is no use, and only counting is left: no more than his open cells less
//! some disjoint sets, and no fewer than his own cells less those given up.

use super::board::{Board, Cells, cells};
use super::number::{Bound, Bounds, ONE, Value};
use super::position::{Position, Side};
use super::square_set::SquareSet;
use crate::player::Player;

/// Who wins a position and another game, if that is clear from what the players can claim: Left moving first, or Right.
#[inline]
pub(super) fn first_wins<Q: SquareSet>(
    board: &Board<Q>,
    position: &Position<Q>,
    other: Value,
    left: bool,
) -> Option<bool> {
    let mut bounds = Bounds::NONE;
    // A smaller claim decides nothing: both ends are on the other's side of the threshold then.
    if let Some(claim) = claim(board, position, Player::X, -other.number) {
        bounds.at_least(claim);
        if let Some(wins) = bounds.first_wins(left, other) {
            return Some(wins);
        }
    }
    let claim = claim(board, position, Player::O, other.number)?;
    bounds.at_most(Bound { number: -claim.number, ..claim });
    bounds.first_wins(left, other)
}

/// What a player can surely have in a position, in his own view, if that is at least `wanted`.
fn claim<Q: SquareSet>(board: &Board<Q>, position: &Position<Q>, player: Player, wanted: i32) -> Option<Bound> {
    let (own, opponent) = (&position[player], &position[player.opponent()]);
    let shared = own.open & opponent.open;
    let others = opponent.open & !shared;
    let opponents = others.count_ones() - if others == 0 { 0 } else { disjoint_sets(board, opponent, others) };
    let mut claimed = (own.open & !shared).count_ones().cast_signed() - opponents.cast_signed();
    // The number wanted, rounded up.
    let wanted = -(-wanted).div_euclid(ONE);
    if claimed < wanted {
        return None;
    }
    let mut unsafe_sets = uncoupled(board, position, player);
    let mut stars = shared.count_ones();
    while !unsafe_sets.is_empty() {
        claimed -= 1;
        if claimed < wanted {
            return None;
        }
        let given_up = most_hit(board, unsafe_sets, own.open);
        stars -= (shared >> given_up & 1) as u32;
        unsafe_sets &= !board.through[given_up];
    }
    // No more cells than 64.
    Some(Bound { number: (claimed * ONE) as i16, possible: if stars % 2 == 1 { 2 } else { 1 } })
}

/// How many disjoint forbidden sets a player has among some cells that are open to him, or fewer: as many of the cells he
/// cannot have.
fn disjoint_sets<Q: SquareSet>(board: &Board<Q>, side: &Side<Q>, among: Cells) -> u32 {
    let mut sets = inside(board, side, among);
    let mut count = 0;
    while !sets.is_empty() {
        let (square, _) = sets.split();
        sets = cells(side.set(board, square)).fold(sets, |sets, cell| sets & !board.through[cell]);
        count += 1;
    }
    count
}

/// The forbidden sets that lie among some cells that are open to their player.
fn inside<Q: SquareSet>(board: &Board<Q>, side: &Side<Q>, among: Cells) -> Q {
    cells(side.open & !among).fold(side.sets(), |inside, cell| inside & !board.through[cell])
}

/// No more counters than this can a player place in a position.
pub(super) fn most<Q: SquareSet>(board: &Board<Q>, position: &Position<Q>, player: Player) -> u32 {
    let side = &position[player];
    side.open.count_ones() - disjoint_sets(board, side, side.open)
}

/// So many counters can a player place in a position at least, whatever the opponent does: on cells open to him alone.
pub(super) fn least<Q: SquareSet>(board: &Board<Q>, position: &Position<Q>, player: Player) -> u32 {
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

/// The cell that most of the sets have, which must not be none.
fn most_hit<Q: SquareSet>(board: &Board<Q>, sets: Q, among: Cells) -> usize {
    let mut best = (0, 0);
    for cell in cells(among) {
        let count = (sets & board.through[cell]).count();
        if count > best.0 {
            best = (count, cell);
        }
    }
    best.1
}

/// The forbidden sets of a player's that have no couple in them, after cells that both may use have been coupled.
fn uncoupled<Q: SquareSet>(board: &Board<Q>, position: &Position<Q>, player: Player) -> Q {
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
                for other in cells(candidates) {
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
