//! The arguments that an answer rests on, and the theorem that answers most boards of even area without search.
//!
//! **Theorem.** Let turns have one counter, and let a symmetry σ of the board exchange the cells in pairs, as the
//! half-turn does if their number is even, and a flip if the side that it reverses is even. Then player 2 wins by the
//! rules `last-mover`, and does not lose by Gardner's. If there is no *antisymmetric* draw, one on which each cell and
//! its image have different owners, player 2 wins by Gardner's rules, too.
//!
//! **Proof.** Player 2 answers every move x by σ(x), which is empty: after each answer the counters come in pairs of
//! images with different owners. Suppose that σ(x) completes a square S of player 2. If σ(S) = S, the corners σ(x) and
//! x of S have different owners, a contradiction. Otherwise all corners of σ(S) belong to player 1, and x was the last
//! of them: player 1 completed σ(S) one move earlier, and had lost, or had made an illegal move. So player 2 always has
//! a legal answer and never completes a square. By `last-mover` only player 1 can be without a move. By Gardner's rules
//! the game ends with a square of player 1, or with a full board, which is an antisymmetric draw. ∎
//!
//! The theorem holds from each position with player 1 to move whose counters come in such pairs. Then only
//! antisymmetric draws with its counters matter.

use crate::hip::Square;
use crate::player::Player;
use crate::symmetry::Symmetry;

use super::rules::Game;

/// An argument that an answer rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ground {
    /// The game is over: this player has completed this square.
    Completed(Player, Square),
    /// The game is over: the board is full.
    Full,
    /// The game is over: this player has to place a counter and has no legal move.
    NoMove(Player),
    /// The board has one row or column, and so no square: every move is legal and keeps the outcome.
    OneLine,
    /// The board contains a 6 × 7 board, and so has no draw.
    NoDraw,
    /// Player 2 answers every move with its image under this symmetry, and so does not lose.
    Mirrored(Symmetry),
    /// Player 2 does so, and no draw with the counters on the board is antisymmetric under the symmetry. So player 2
    /// wins.
    MirroredWithoutDraw(Symmetry),
    /// All lines of play were searched, except those that bounds decide.
    Searched,
}

/// Returns the symmetries to which the theorem applies: those that exchange the counters of the players and leave no
/// cell in place. There are none if it is not player 1's turn, or if turns have two counters.
pub(super) fn mirrors(game: &Game) -> impl Iterator<Item = Symmetry> {
    let size = game.size();
    let possible = game.turn() == Some(Player::X) && !game.rules().double;
    let exchanges = move |mirror: &Symmetry| {
        size.cells().all(|cell| {
            let image = mirror.image(cell, size.rows(), size.columns());
            image != cell && game.owner(image) == game.owner(cell).map(Player::opponent)
        })
    };
    let mirrors = [Symmetry::HalfTurn, Symmetry::FlipRows, Symmetry::FlipColumns];
    mirrors.into_iter().filter(move |mirror| possible && exchanges(mirror))
}
