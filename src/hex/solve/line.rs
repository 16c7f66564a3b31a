//! A line of perfect play.
//!
//! ```text
//!     -    -    O4           X to move: B2 A2 A3 C1 C2
//!       O2   X1   X5         after B2, X reaches each side from two cells: O takes one of them, and X the other
//!         X3   -    -
//! ```
//!
//! The winner plays a winning move each time, and the loser tries to resist: both take the moves in one order, the winner the first one
//! that wins, the loser the first one of all. Moves are ordered by the flow of [current](super::ordering), those in the must-play region
//! before all others: outside of it the player to move loses to a connection that is known. The order is computed from the position
//! alone, so that the line is always the same, whatever the transposition table has and however many threads search.

use std::ops::ControlFlow::Continue;

use super::Searches;
use super::cells::{Board, CellSet, Stones};
use super::connections::{Connections, Until};
use super::ordering::Circuit;
use crate::player::Player;

impl<S: CellSet> Searches<'_, '_, S> {
    /// Returns a line of perfect play, or `None` if the search was stopped.
    pub(super) fn line(&mut self, mut stones: Stones<S>, to_move: Player) -> Option<Vec<usize>> {
        let winner = self.winner(&stones, to_move)?;
        let mut player = to_move;
        let mut line = Vec::new();
        while !self.solver.is_over(&stones) {
            let cell = if player == winner {
                self.winning_move(&stones, player)?
            } else {
                *ordered_moves(&self.solver.shared.board, &stones, player).first()?
            };
            stones = stones.with(player, cell);
            line.push(cell);
            player = player.opponent();
        }
        Some(line)
    }

    /// Returns the first move of the player that wins; `None` if there is none, or the search was stopped.
    pub(super) fn winning_move(&mut self, stones: &Stones<S>, player: Player) -> Option<usize> {
        for cell in ordered_moves(&self.solver.shared.board, stones, player) {
            if self.winner(&stones.with(player, cell), player.opponent())? == player {
                return Some(cell);
            }
        }
        None
    }
}

/// Returns the empty cells in the order in which the player to move takes them.
pub(super) fn ordered_moves<S: CellSet>(board: &Board<S>, stones: &Stones<S>, to_move: Player) -> Vec<usize> {
    let (mut connections, mut circuit) = (Connections::default(), Circuit::default());
    circuit.begin(board.cells);
    for player in [to_move, to_move.opponent()] {
        // It is not cancelled.
        let _ = connections.build(board, stones, player, Until::FullOfSides, &mut || Continue(()));
        circuit.add(&connections);
    }
    let empty = stones.empty(board);
    let must_play = empty & connections.must_play;
    [circuit.ordered(must_play), circuit.ordered(empty & !must_play)].concat()
}
