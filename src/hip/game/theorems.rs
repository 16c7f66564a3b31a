//! The arguments that an answer rests on, and the theorem that answers most boards of even area without search.
//!
//! **Theorem.** Let a symmetry σ of the board exchange the cells in pairs, as the half-turn does if their number is even, and a flip
//! if the side that it reverses is even. Then player 2 does not lose: player 2 answers every move x by σ(x). If no full
//! board without a square is its own complement under σ (an *antisymmetric draw*), player 2 wins by Gardner's rules, too.
//!
//! **Proof.** Player 2 never completes a square S. If σ(S) ≠ S, player 1 had completed σ(S) before. If σ(S) = S, both x and σ(x)
//! are corners of S and have different owners. So player 2 always has a move, and never loses. A full board that results is
//! its own complement under σ. ∎
//!
//! The same holds from any position on that player 2 can have reached by mirroring; then only draws with its counters matter.

use crate::hip::Square;
use crate::hip::has_antisymmetric_draw;
use crate::player::Player;
use crate::symmetry::Symmetry;

use super::rules::Game;

/// An argument that an answer rests on.
///
/// ```
/// use quadrille::hip::{Game, Ground, Outcome, Rules, solve};
/// use quadrille::player::Player;
///
/// let solution = solve(&Game::new("6x7".parse()?, Rules::default()));
/// assert_eq!(solution.outcome, Ok(Outcome::Win(Player::O)));
/// assert!(solution.grounds.contains(&Ground::NoDraw) && !solution.grounds.contains(&Ground::Searched));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ground {
    /// The game is over: this player has completed this square.
    Completed(Player, Square),
    /// The game is over: the board is full.
    Full,
    /// The game is over: this player has to place a counter and cannot.
    NoMove(Player),
    /// The board has one row or column, and so no square: every move can be made and keeps the outcome.
    OneLine,
    /// The board contains one of 6 × 7, and so has no draw.
    NoDraw,
    /// Player 2 mirrors every move, and so does not lose.
    Mirrored(Mirror),
    /// Player 2 mirrors every move, and no draw with the counters on the board is its own complement in the mirror, so that
    /// player 2 wins.
    MirroredWithoutDraw(Mirror),
    /// The positions that can follow have been searched, as far as bounds did not decide them.
    Searched,
}

/// A symmetry that exchanges the cells of a board in pairs.
///
/// ```
/// use quadrille::hip::Mirror;
/// let corner = "A1".parse()?;
/// let answers = Mirror::ALL.map(|mirror| mirror.symmetry().image(corner, 4, 6).to_string());
/// assert_eq!(answers, ["F4", "A4", "F1"]);
/// # Ok::<(), quadrille::cell::ParseCellError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mirror {
    /// The half-turn, on boards of even area.
    HalfTurn,
    /// Top and bottom exchanged, on boards with an even number of rows.
    TopAndBottom,
    /// Left and right exchanged, on boards with an even number of columns.
    LeftAndRight,
}

impl Mirror {
    /// All mirrors.
    pub const ALL: [Mirror; 3] = [Mirror::HalfTurn, Mirror::TopAndBottom, Mirror::LeftAndRight];

    /// Returns the mirror as a map of cells.
    #[must_use]
    pub const fn symmetry(self) -> Symmetry {
        match self {
            Mirror::HalfTurn => Symmetry::HalfTurn,
            Mirror::TopAndBottom => Symmetry::FlipRows,
            Mirror::LeftAndRight => Symmetry::FlipColumns,
        }
    }
}

/// Returns the mirrors that player 2 can use from here on: those that exchange the counters of both players and leave no cell in
/// its place. There are none if it is not player 1's turn.
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

/// Returns whether mirroring can end in a draw.
pub(super) fn may_draw(game: &Game, mirror: Mirror) -> bool {
    has_antisymmetric_draw(game.size(), mirror.symmetry(), |cell| game.owner(cell))
}
