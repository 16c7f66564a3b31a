//! A line of perfect play.
//!
//! ```text
//!     -    -    O4           X to move: B2 A2 A3 C1 C2
//!       O2   X1   X5         after B2, X reaches each side from two cells: O takes one of them, and X the other
//!         X3   -    -
//! ```
//!
//! The winner plays a winning move each time, and the loser tries to resist: both take the moves in one order, the
//! winner the first one that wins, the loser the first one of all. Moves are ordered by the flow of
//! [current](super::ordering), those in the must-play region before all others: outside of it the player to move loses
//! to a connection that is known. The order is computed from the position alone, so that the line is always the same,
//! whatever the transposition table has and however many threads search.

use std::ops::ControlFlow::Continue;

use super::Searches;
use super::cells::{Board, CellSet, Stones, Words};
use super::connections::{Connections, Until};
use super::ordering::Circuit;
use crate::player::Player;

impl Searches<'_, '_> {
    /// Returns a line of perfect play, or `None` if the search was stopped.
    pub(super) fn line(&mut self, mut stones: Stones<Words>, to_move: Player) -> Option<Vec<usize>> {
        let winner = self.winner(&stones, to_move)?;
        let mut player = to_move;
        let mut line = Vec::new();
        while !self.solver.is_over(&stones) {
            let cell = if player == winner {
                self.winning_move(&stones, player)?
            } else {
                *ordered_moves(&self.solver.board, &stones, player).first()?
            };
            stones = stones.with(player, cell);
            line.push(cell);
            player = player.opponent();
        }
        Some(line)
    }

    /// Returns the first move of the player that wins; `None` if there is none, or the search was stopped.
    pub(super) fn winning_move(&mut self, stones: &Stones<Words>, player: Player) -> Option<usize> {
        for cell in ordered_moves(&self.solver.board, stones, player) {
            if self.winner(&stones.with(player, cell), player.opponent())? == player {
                return Some(cell);
            }
        }
        None
    }
}

/// Returns the empty cells in the order in which the player to move takes them.
pub(super) fn ordered_moves(board: &Board<Words>, stones: &Stones<Words>, to_move: Player) -> Vec<usize> {
    let (circuit, must_play) = flow(board, stones, to_move);
    let empty = stones.empty(board);
    [circuit.ordered(empty & must_play), circuit.ordered(empty & !must_play)].concat()
}

/// Returns the flow of current through the cells, and the must-play region of the player to move.
pub(super) fn flow<S: CellSet>(board: &Board<S>, stones: &Stones<S>, to_move: Player) -> (Circuit, S) {
    let (mut connections, mut circuit) = (Connections::default(), Circuit::default());
    circuit.begin(board.cells);
    for player in [to_move, to_move.opponent()] {
        // It is not cancelled.
        let _ = connections.build(board, stones, player, Until::FullOfSides, &mut || Continue(()));
        circuit.add(&connections);
    }
    (circuit, connections.must_play)
}
