//! Player 2's best friend: a board that is its own mirror image.
//!
//! Let σ exchange the cells of the board in couples, as the half-turn does if their number is even, or a flip along an even
//! side. If player 2 answers every move x with σ(x), he never completes a square S: if σ(S) ≠ S, player 1 had completed
//! σ(S) before; if σ(S) = S, both x and σ(x) are corners of S and have different owners. So player 2 is never without a
//! move, and never loses. A full board that comes of it is its own complement under σ (an *antisymmetric draw*). If no
//! square-free board is that, player 2 wins by Gardner's rules, too.
//!
//! All this holds from any position on that player 2 may have mirrored up to; the counters of that are given then.

use super::proof::Mirror;
use super::rules::Game;
use crate::hip::has_antisymmetric_draw;
use crate::player::Player;

/// The mirrors that player 2 can use from here on: those that exchange the counters of both players, and leave no cell in
/// its place. None if it is not player 1's turn.
pub(super) fn mirrors(game: &Game) -> impl Iterator<Item = Mirror> {
    let size = game.size();
    let possible = game.turn() == Some(Player::X) && !game.rules().double;
    let exchanges = move |mirror: &Mirror| {
        size.cells().all(|cell| {
            let image = mirror.symmetry().image(cell, size.rows(), size.columns());
            image != cell && game.owner(image) == game.owner(cell).map(Player::opponent)
        })
    };
    Mirror::ALL.into_iter().filter(move |mirror| possible && exchanges(mirror))
}

/// Whether mirroring can end in a draw.
pub(super) fn may_draw(game: &Game, mirror: Mirror) -> bool {
    has_antisymmetric_draw(game.size(), mirror.symmetry(), |cell| game.owner(cell))
}
