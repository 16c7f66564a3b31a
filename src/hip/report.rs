//! Answers about Hip as text.
//!
//! ```text
//!     Monochromatic squares: 1      a key and a value, alone on its line
//!     Standing: proved              how strong the answer is
//!     X X O                         a board: a line a row, one blank between
//!     O X X
//!     X: A1 B1 B2 A2                a monochromatic square: its owner, and its corners clockwise
//! ```
//!
//! No answer contains a blank line: in a list of answers a blank line separates two of them. Errors are those of
//! writing to `out`.

use std::fmt::{self, Display};
use std::io::{self, Write};

use itertools::Itertools;

use super::{Colouring, Counts, DrawCounts, Ground, Outcome, Size, Solution, SolveError, Standing, Tie, has_no_draw};
use crate::player::Player;
use crate::symmetry::Symmetry;

/// Prints a full board with few monochromatic squares, and lists these squares.
pub(crate) fn tie(out: &mut impl Write, tie: &Tie) -> io::Result<()> {
    writeln!(out, "Monochromatic squares: {}", tie.squares)?;
    match tie.standing {
        Standing::Proved => writeln!(out, "Standing: proved")?,
        Standing::AtLeast(bound) => writeln!(out, "Standing: best known, at least {bound}")?,
    }
    write!(out, "{}", tie.colouring)?;
    tie.colouring.monochromatic().try_for_each(|(owner, square)| writeln!(out, "{owner}: {square}"))
}

/// The reason why a board that contains a 6x7 board [has no draw](has_no_draw).
pub(crate) const NO_DRAW: &str = "this board contains a 6x7 board, and every full 6x7 board has a monochromatic square";

/// Prints the numbers of draws of a board. `None` stands for a count that was stopped early.
pub(crate) fn draw_counts(out: &mut impl Write, size: Size, counts: Option<&DrawCounts>) -> io::Result<()> {
    let Some(DrawCounts { draws, playable }) = counts else {
        return writeln!(out, "Unknown\nStanding: the count was stopped early");
    };
    for (name, counts) in [("Draws", draws), ("Playable draws", playable)] {
        let Counts { all, up_to_symmetry, up_to_symmetry_and_exchange } = counts;
        writeln!(out, "{name}: {all}")?;
        writeln!(out, "{name} up to symmetry: {up_to_symmetry}")?;
        writeln!(out, "{name} up to symmetry and exchange: {up_to_symmetry_and_exchange}")?;
    }
    if has_no_draw(size) { writeln!(out, "Proof: {NO_DRAW}") } else { Ok(()) }
}

/// Prints a draw of a list: its number in the list, the number of counters of each player, and the board.
pub(crate) fn draw(out: &mut impl Write, number: u64, draw: &Colouring) -> io::Result<()> {
    let [x, o] = Player::BOTH.map(|player| draw.counters(player));
    let playable = if draw.is_playable() { ", playable" } else { "" };
    write!(out, "Draw {number}, {x} X and {o} O{playable}\n{draw}")
}

/// Prints the outcome and its proof; with `moves` also the next moves that keep the outcome.
///
/// ```text
///     Draw
///     Proof: search
///     Best moves: A1 C1 E1 A2 E2 A3 C3 E3
/// ```
pub(crate) fn solution(out: &mut impl Write, solution: &Solution, moves: bool) -> io::Result<()> {
    match solution.outcome {
        Ok(Outcome::Win(player)) => writeln!(out, "Winner: {}", PlayerName(player))?,
        Ok(Outcome::Draw) => writeln!(out, "Draw")?,
        Err(_) => writeln!(out, "Unknown")?,
    }
    writeln!(out, "Proof: {}", Proof(solution))?;
    match solution.moves.as_deref() {
        _ if !moves => Ok(()),
        None => writeln!(out, "Best moves: unknown"),
        Some([]) => writeln!(out, "Best moves: none"),
        Some(cells) => writeln!(out, "Best moves: {}", cells.iter().join(" ")),
    }
}

/// Displays the proof of an outcome. If the outcome is unknown, displays the reason, and names a player who is proved
/// not to lose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proof<'a>(pub(crate) &'a Solution);

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
