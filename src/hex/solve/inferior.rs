//! Inferior moves: moves that need not be tried, since another one is as good.
//!
//! ```text
//!     X to move                             X to move
//!         O   -                                 X   +
//!       -   *   +     after X at *, O at +    -   *   X      after X at +, the cell * is dead, and so as good as X's:
//!         X   X       makes it dead             X   -        + is at least as good as *
//! ```
//!
//! **Vulnerable.** A cell is vulnerable if the opponent has a *killer*, a move that makes it dead.
//!
//! *Theorem.* Let V be a set of vulnerable cells that each have a killer outside of V. If the player to move can win,
//! some move outside of V wins. *Proof.* Suppose that a move a in V wins. The opponent answers with its killer, which
//! makes a dead: the player, to move again, still wins, whosever stone is on a. Let b be a winning move there. If b is
//! not in V, it wins at the start, too, as the opponent has a stone less there. If b is in V, the opponent answers with
//! its killer, unless that is played already, in which case b is dead, so that the player wins without a move, and even
//! the killer wins, which is not in V. Each step uses up a killer, and killers are never in V; so the steps end with a
//! winning move outside of V.
//!
//! **Dominated.** A move is dominated by another one that makes its cell dead or captured: after that, the player has
//! both cells. A dominated move is left out if the one that dominates it is not; so the two rules can be used one after
//! the other.
//!
//! Source: Björnsson, Hayward, Johanson and van Rijswijck (2007), as for fill-in.

use super::cells::{Board, CellSet, Stones};
use super::fill_in::{Ring, captured_pair, is_dead, may_be_dead, ring, with_stone};
use crate::player::Player;

/// A move that is left out, and the one that is superior to it and is not left out.
pub(super) type Superior = (u16, u16);

/// Returns moves of a player that need not be tried: if the player can win, some other move wins; and for each of them
/// a killer or the move that dominates it.
pub(super) fn inferior_moves<S: CellSet>(board: &Board<S>, stones: &Stones<S>, player: Player) -> (S, Box<[Superior]>) {
    let empty = stones.empty(board);
    // Killers, and moves that dominate another one, are kept.
    let (mut inferior, mut kept, mut pairs) = (S::default(), S::default(), Vec::new());
    for by_killers in [true, false] {
        for cell in (empty & !inferior).iter() {
            // Dead after a stone, or after two of a captured pair.
            if kept.has(cell) || !may_be_dead(board, cell, empty, 2) {
                continue;
            }
            let own = ring(board, stones, cell);
            for (place, near) in board.rings[cell].iter().enumerate() {
                let Some(superior) = near.filter(|&near| (empty & !inferior).has(near.into())) else { continue };
                let is_inferior = if by_killers {
                    is_dead(with_stone(own, player.opponent(), place))
                } else {
                    dominates(board, stones, player, own, cell, place)
                };
                if is_inferior {
                    inferior |= S::from_cell(cell);
                    kept |= S::from_cell(superior.into());
                    // Cell numbers are below 484.
                    pairs.push((cell as u16, superior));
                    break;
                }
            }
        }
    }
    (inferior, pairs.into())
}

/// Returns whether the player's stone at an empty place of a cell's ring makes the cell dead or captured.
fn dominates<S: CellSet>(
    board: &Board<S>,
    stones: &Stones<S>,
    player: Player,
    own: Ring,
    cell: usize,
    place: usize,
) -> bool {
    let own = with_stone(own, player, place);
    if is_dead(own) {
        return true;
    }
    let Some(dominating) = board.rings[cell][place].map(usize::from) else { return false };
    let after = stones.with(player, dominating);
    captured_pair(board, &after, (cell, own), after.empty(board), &[player]).is_some()
}
