//! A bound on a value without search: what a player can surely have.
//!
//! A player *claims* cells: some that only he may use, and some that both may use, in couples: if the opponent takes one of
//! a couple, he takes the other. So he has exactly one of each couple, and never fills a forbidden set that has both of a
//! couple, or a cell that he does not claim. If every forbidden set of his is like that, he can have all he claims; the
//! opponent has at most his half of the couples, the cells that are open to him alone, less one for each of some disjoint
//! forbidden sets among those, and the cells that the player gives up. A cell open to both that is left over at last is a
//! star.
//!
//! ```text
//!     z ≥ (cells open to him alone) − (cells open to the opponent alone) + (sets of the opponent's among these)
//!         − (cells given up)
//! ```
//!
//! Couples are chosen greedily so that they are in many sets, cells given up so that they are in many of the sets left.

use super::board::{Board, Cells, cells};
use super::number::{Bound, Bounds, ONE, Value};
use super::position::Position;
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
    let alone = |open: Cells| (open & !shared).count_ones().cast_signed();
    let mut claimed = alone(own.open) - alone(opponent.open) + disjoint_sets(board, position, player.opponent());
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
        let most = cells(own.open).max_by_key(|&cell| (unsafe_sets & board.through[cell]).count())?;
        stars -= (shared >> most & 1) as u32;
        unsafe_sets &= !board.through[most];
    }
    // No more cells than 64.
    Some(Bound { number: (claimed * ONE) as i16, possible: if stars % 2 == 1 { 2 } else { 1 } })
}

/// How many disjoint forbidden sets a player has among the cells that are open to him alone, or fewer.
fn disjoint_sets<Q: SquareSet>(board: &Board<Q>, position: &Position<Q>, player: Player) -> i32 {
    let side = &position[player];
    let shared = side.open & position[player.opponent()].open;
    if (side.open & !shared).count_ones() < 2 {
        return 0;
    }
    let inside = cells(shared).fold(side.sets(), |inside, cell| inside & !board.through[cell]);
    let mut used = 0;
    let mut count = 0;
    for square in inside.each() {
        let set = side.set(board, square);
        if set & used == 0 {
            used |= set;
            count += 1;
        }
    }
    count
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
