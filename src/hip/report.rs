//! Answers about Hip: each as text, by `Display`, and as JSON, by `Serialize`.
//!
//! ```text
//!     Monochromatic squares: 1      a key and a value, alone on its line
//!     Standing: proved              how strong the answer is
//!     X X O X                       a board: a line a row, one blank between
//!     X: A1 B1 B2 A2                a monochromatic square: its owner, and its corners clockwise
//! ```
//!
//! No answer contains a blank line: in a list of answers a blank line separates two of them.

use std::fmt::{self, Display};

use itertools::Itertools;
use serde::Serialize;

use super::{
    Answered, AtMost, Colouring, Counts, DrawCounts, Game, Goal, Ground, Outcome, Rules, Size, Solution, SolveError,
    Standing, Tie, count_squares, count_squares_by_size, has_no_draw,
};
use crate::cell::Cell;
use crate::player::Player;
use crate::symmetry::Symmetry;

/// The number of squares of a board.
#[derive(Clone, Debug, Serialize)]
pub struct NumberOfSquares {
    #[serde(flatten)]
    size: Size,
    squares: u64,
    /// The numbers for each side of the upright bounding box, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    by_size: Option<Vec<u64>>,
}

impl NumberOfSquares {
    /// Counts the squares of a board, and those of each size too.
    #[must_use]
    pub fn new(size: Size, by_size: bool) -> NumberOfSquares {
        let by_size = by_size.then(|| count_squares_by_size(size).collect());
        NumberOfSquares { size, squares: count_squares(size), by_size }
    }
}

impl Display for NumberOfSquares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Squares: {}", self.squares)?;
        let mut by_size = (1..).zip(self.by_size.iter().flatten());
        by_size.try_for_each(|(side, squares)| writeln!(f, "Side {side}: {squares}"))
    }
}

impl Display for AtMost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AtMost::Found => "yes",
            AtMost::Refuted => "no",
            AtMost::Unknown => "unknown",
        })
    }
}

impl Display for Tie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Answered { at_most, answer }) = self.question {
            writeln!(f, "At most {at_most}: {answer}")?;
        }
        writeln!(f, "Monochromatic squares: {}", self.squares)?;
        writeln!(f, "Standing: {}\n{}", self.standing, self.colouring.to_string().trim_end())?;
        self.monochromatic.iter().try_for_each(|(owner, square)| writeln!(f, "{owner}: {square}"))
    }
}

impl Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Standing::Proved => write!(f, "proved"),
            Standing::AtLeast(bound) => write!(f, "best known, at least {bound}"),
        }
    }
}

/// The minimum of a square board, as a row of a table.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Minimum {
    /// The side of the board.
    pub n: u16,
    /// The least number of monochromatic squares that is known.
    pub squares: u64,
    /// How strong that is.
    pub standing: Standing,
    /// Whether it is the last row, and proved.
    pub whole: bool,
    /// The width of the first column.
    #[serde(skip)]
    pub width: usize,
}

impl Display for Minimum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Minimum { n, squares, standing, width, .. } = self;
        writeln!(f, "{n:>width$}  {squares:>7}  {standing}")
    }
}

/// The reason why a board that contains a 6x7 board [has no draw](has_no_draw).
const NO_DRAW: &str = "this board contains a 6x7 board, and every full 6x7 board has a monochromatic square";

/// The numbers of draws of a board.
#[derive(Clone, Debug, Serialize)]
pub struct NumberOfDraws {
    /// The size of the board.
    #[serde(flatten)]
    pub size: Size,
    /// The numbers; `None` if the count was stopped early.
    #[serde(flatten)]
    pub counts: Option<DrawCounts>,
}

impl Display for NumberOfDraws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(DrawCounts { draws, playable }) = &self.counts else {
            return writeln!(f, "Unknown\nStanding: the count was stopped early");
        };
        for (name, counts) in [("Draws", draws), ("Playable draws", playable)] {
            let Counts { all, up_to_symmetry, up_to_symmetry_and_exchange } = counts;
            writeln!(f, "{name}: {all}")?;
            writeln!(f, "{name} up to symmetry: {up_to_symmetry}")?;
            writeln!(f, "{name} up to symmetry and exchange: {up_to_symmetry_and_exchange}")?;
        }
        if has_no_draw(self.size) { writeln!(f, "Proof: {NO_DRAW}") } else { Ok(()) }
    }
}

/// A draw of a list, and its number from 1.
#[derive(Clone, Debug, Serialize)]
pub struct Draw {
    number: u64,
    x: usize,
    o: usize,
    playable: bool,
    board: Colouring,
}

impl Draw {
    /// Returns the draw with a number.
    #[must_use]
    pub fn new(number: u64, board: Colouring) -> Draw {
        let [x, o] = Player::BOTH.map(|player| board.counters(player));
        Draw { number, x, o, playable: board.is_playable(), board }
    }
}

impl Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Draw { number, x, o, playable, board } = self;
        write!(f, "Draw {number}, {x} X and {o} O{}\n{board}", if *playable { ", playable" } else { "" })
    }
}

/// The end of a list.
#[derive(Clone, Debug, Serialize)]
pub struct End {
    /// How many items are missing, in decimal digits, since the number can exceed 64 bits.
    pub more: String,
    /// Whether it is whole.
    pub whole: bool,
}

impl Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.whole { Ok(()) } else { writeln!(f, "… and {} more", self.more) }
    }
}

/// A game and its solution.
#[derive(Clone, Debug, Serialize)]
pub struct Solved {
    #[serde(flatten)]
    size: Size,
    #[serde(flatten)]
    rules: Rules,
    after: Vec<Cell>,
    outcome: Option<Outcome>,
    /// A player who is proved not to lose, if the outcome is unknown.
    safe: Option<Player>,
    proof: String,
    /// The best next moves, if they are asked for, and if they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[allow(clippy::option_option, reason = "not asked for is left out, unknown is null")]
    best_moves: Option<Option<Vec<Cell>>>,
    /// The empty cells that would complete a square of the player to move, if they are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    forbidden: Option<Vec<Cell>>,
}

impl Solved {
    /// Returns the solution of a game for a goal, with the forbidden cells if they are asked for.
    #[must_use]
    pub fn new(game: &Game, goal: Goal, solution: &Solution, forbidden: Option<Vec<Cell>>) -> Solved {
        Solved {
            size: game.size(),
            rules: game.rules(),
            after: game.moves().to_vec(),
            outcome: solution.outcome.ok(),
            safe: solution.safe,
            proof: Proof(solution).to_string(),
            best_moves: (goal == Goal::BestMoves).then(|| solution.moves.clone()),
            forbidden,
        }
    }
}

/// ```text
///     Draw
///     Proof: search
///     Best moves: A1 C1 E1 A2 E2 A3 C3 E3
/// ```
impl Display for Solved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.outcome {
            Some(Outcome::Win(player)) => writeln!(f, "Winner: {}", PlayerName(player))?,
            Some(Outcome::Draw) => writeln!(f, "Draw")?,
            None => writeln!(f, "Unknown")?,
        }
        writeln!(f, "Proof: {}", self.proof)?;
        if let Some(moves) = &self.best_moves {
            writeln!(f, "Best moves: {}", Cells(moves.as_deref()))?;
        }
        self.forbidden.iter().try_for_each(|cells| writeln!(f, "Forbidden: {}", Cells(Some(cells))))
    }
}

/// Displays cells, if they are known.
struct Cells<'a>(Option<&'a [Cell]>);

impl Display for Cells<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("unknown"),
            Some([]) => f.write_str("none"),
            Some(cells) => write!(f, "{}", cells.iter().format(" ")),
        }
    }
}

/// Displays the proof of an outcome. If the outcome is unknown, displays the reason, and names a player who is proved
/// not to lose.
#[derive(Clone, Copy, Debug)]
struct Proof<'a>(&'a Solution);

impl Display for Proof<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Proof(solution) = self;
        let grounds = solution.grounds.iter().map(|&ground| step(ground)).join("; ");
        f.write_str(match solution.outcome {
            Ok(_) => return f.write_str(&grounds),
            Err(SolveError::Stopped) => "none, the search was stopped early",
            Err(SolveError::TooLarge) => {
                "none, a search takes at most 64 cells and 128 squares that can still be completed"
            }
        })?;
        let Some(player) = solution.safe else { return Ok(()) };
        write!(f, "; {} cannot lose: {grounds}", PlayerName(player))
    }
}

/// Returns a step of a proof.
fn step(ground: Ground) -> String {
    match ground {
        Ground::Completed(player, square) => format!("{} has completed the square {square}", PlayerName(player)),
        Ground::Full => "the board is full, and no player has completed a square".to_owned(),
        Ground::NoMove(player) => format!("{} has no legal move", PlayerName(player)),
        Ground::OneLine => "a board with a single row or column has no squares".to_owned(),
        Ground::NoDraw => NO_DRAW.to_owned(),
        Ground::Mirrored(mirror) => mirroring(mirror),
        Ground::MirroredWithoutDraw(mirror) => format!("{}, and no draw can arise this way", mirroring(mirror)),
        Ground::Searched => "search".to_owned(),
    }
}

/// Returns the strategy with which player 2 never completes a square.
fn mirroring(mirror: Symmetry) -> String {
    let symmetry = match mirror {
        Symmetry::FlipRows => "exchange of top and bottom",
        Symmetry::FlipColumns => "exchange of left and right",
        _ => "half-turn of the board",
    };
    format!("player 2 answers every move with its image under the {symmetry}, and so never completes a square")
}

/// Displays the name of a player in answers: X is `player 1`, O is `player 2`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayerName(pub(crate) Player);

impl Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Player::X => "player 1",
            Player::O => "player 2",
        })
    }
}
