//! What an answer rests on.

use crate::hip::Square;
use crate::player::Player;
use crate::symmetry::Symmetry;

/// One of the grounds of an answer.
///
/// ```
/// use quadrille::hip::{Game, Ground, Outcome, Rules, solve};
/// use quadrille::progress::Limits;
/// use quadrille::player::Player;
/// use std::ops::ControlFlow;
///
/// let limits = Limits { memory: 1 << 20, threads: 1 };
/// let game = Game::new("6x7".parse()?, Rules::default());
/// let solution = solve(&game, false, &limits, &mut |_| ControlFlow::Continue(()));
/// assert_eq!(solution.outcome, Ok(Outcome::Win(Player::O)));
/// assert!(solution.grounds.contains(&Ground::NoDraw) && !solution.grounds.contains(&Ground::Searched));
/// # Ok::<(), quadrille::hip::ParseSizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The game is over: this player has completed this square.
    Completed(Player, Square),
    /// The game is over: the board is full.
    Full,
    /// The game is over: this player has to place a counter, and cannot.
    NoMove(Player),
    /// The board has one row or column, and so no square: every move can be made, and keeps the outcome.
    OneLine,
    /// The board contains one of 6 × 7, and so has no draw.
    NoDraw,
    /// Player 2 mirrors every move, and so does not lose.
    Mirrored(Mirror),
    /// Player 2 mirrors every move, and no draw that the counters on the board allow is its own complement in the mirror:
    /// so he wins.
    MirroredWithoutDraw(Mirror),
    /// The positions that can come have been searched, as far as bounds did not decide them.
    Searched,
}

/// A symmetry that exchanges the cells of a board in couples.
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
    /// Upside down, on boards of even area.
    HalfTurn,
    /// Top and bottom exchanged, on boards with an even number of rows.
    TopAndBottom,
    /// Left and right exchanged, on boards with an even number of columns.
    LeftAndRight,
}

impl Mirror {
    /// All mirrors.
    pub const ALL: [Mirror; 3] = [Mirror::HalfTurn, Mirror::TopAndBottom, Mirror::LeftAndRight];

    /// The mirror as a map of cells.
    #[must_use]
    pub const fn symmetry(self) -> Symmetry {
        match self {
            Mirror::HalfTurn => Symmetry::HalfTurn,
            Mirror::TopAndBottom => Symmetry::FlipRows,
            Mirror::LeftAndRight => Symmetry::FlipColumns,
        }
    }
}
