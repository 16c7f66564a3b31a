//! Answers about Hip as text.
//!
//! ```text
//!     Monochromatic squares: 1      a key and a value, alone on its line
//!     Standing: proved              how strong the answer is
//!     X X O                         a board: a line a row, one blank between
//!     O X X
//!     X: A1 B1 B2 A2                a monochromatic square: whose, and its corners clockwise
//! ```
//!
//! No answer contains a blank line: in a list of answers a blank line separates two of them.

use std::fmt::{self, Display};
use std::io::{self, Write};

use super::{Colouring, Counts, DrawCounts, Ground, Mirror, Outcome, Size, Solution, SolveError, Tie, count_squares};
use crate::player::Player;

/// Prints the number of squares of a board.
///
/// # Errors
/// Those of writing to `out`, as for all functions of this module.
pub fn squares(out: &mut impl Write, size: Size) -> io::Result<()> {
    writeln!(out, "Squares: {}", count_squares(size))
}

/// Prints a full board with few monochromatic squares, and lists these squares.
///
/// # Errors
/// See [`squares`].
pub fn tie(out: &mut impl Write, tie: &Tie) -> io::Result<()> {
    writeln!(out, "Monochromatic squares: {}", tie.squares)?;
    if tie.is_proved() {
        writeln!(out, "Standing: proved")?;
    } else {
        writeln!(out, "Standing: best known, at least {}", tie.at_least)?;
    }
    write!(out, "{}", tie.colouring)?;
    tie.colouring.monochromatic().try_for_each(|(owner, square)| writeln!(out, "{owner}: {square}"))
}

/// Why a board that contains a 6x7 board [has no draw](super::has_no_draw).
pub const NO_DRAW: &str = "this board contains a 6x7 board, and every full 6x7 board has a monochromatic square";

/// Prints the numbers of draws of a board; `None` is a count that was stopped early.
///
/// # Errors
/// See [`squares`].
pub fn draw_counts(out: &mut impl Write, size: Size, counts: Option<&DrawCounts>) -> io::Result<()> {
    let Some(DrawCounts { draws, playable }) = counts else {
        return writeln!(out, "Unknown\nStanding: the count was stopped early");
    };
    for (name, counts) in [("Draws", draws), ("Playable draws", playable)] {
        let Counts { all, up_to_symmetry, up_to_symmetry_and_exchange } = counts;
        writeln!(out, "{name}: {all}")?;
        writeln!(out, "{name} up to symmetry: {up_to_symmetry}")?;
        writeln!(out, "{name} up to symmetry and exchange: {up_to_symmetry_and_exchange}")?;
    }
    if super::has_no_draw(size) { writeln!(out, "Proof: {NO_DRAW}") } else { Ok(()) }
}

/// Prints a draw of a list: its position in the list, the number of counters of each player, and the board.
///
/// # Errors
/// See [`squares`].
pub fn draw(out: &mut impl Write, number: u64, draw: &Colouring) -> io::Result<()> {
    let [x, o] = Player::BOTH.map(|player| draw.counters(player));
    let playable = if draw.is_playable() { ", playable" } else { "" };
    write!(out, "Draw {number}, {x} X and {o} O{playable}\n{draw}")
}

/// Prints who wins and why; with `moves` also the next moves that keep the outcome.
///
/// ```
/// use quadrille::hip::{Game, Rules, report, solve_with};
/// use quadrille::progress::{Limits, never_cancel};
///
/// let game = Game::new("2x3".parse()?, Rules::default());
/// let solution = solve_with(&game, true, &Limits::default(), &mut never_cancel);
/// let mut text = Vec::new();
/// report::solution(&mut text, &solution, true)?;
/// let lines = String::from_utf8(text)?;
/// let [outcome, proof, best] = lines.lines().collect::<Vec<_>>()[..] else { panic!("three lines") };
/// assert_eq!((outcome, best), ("Draw", "Best moves: A1 B1 C1 A2 B2 C2"));
/// assert!(proof.starts_with("Proof: player 2 answers every move with its image under the half-turn"));
/// assert!(proof.ends_with("; search"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// See [`squares`].
pub fn solution(out: &mut impl Write, solution: &Solution, moves: bool) -> io::Result<()> {
    match solution.outcome {
        Ok(Outcome::Win(player)) => writeln!(out, "Winner: {}", Named(player))?,
        Ok(Outcome::Draw) => writeln!(out, "Draw")?,
        Err(_) => writeln!(out, "Unknown")?,
    }
    writeln!(out, "Proof: {}", Proved(solution))?;
    match solution.moves.as_deref() {
        _ if !moves => Ok(()),
        None => writeln!(out, "Best moves: unknown"),
        Some([]) => writeln!(out, "Best moves: none"),
        Some(cells) => {
            write!(out, "Best moves:")?;
            cells.iter().try_for_each(|cell| write!(out, " {cell}"))?;
            writeln!(out)
        }
    }
}

/// The proof of an outcome; of an unknown outcome the reason why it is unknown, and what is proved nevertheless.
#[derive(Clone, Copy, Debug)]
pub struct Proved<'a>(pub &'a Solution);

impl Display for Proved<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Proved(solution) = self;
        f.write_str(match solution.outcome {
            Ok(_) => return write!(f, "{}", Grounds(solution)),
            Err(SolveError::Cancelled) => "none, the search was stopped early",
            Err(SolveError::OutOfMemory) => "none, there is not enough memory for the transposition table",
            Err(SolveError::TooLarge) => "none, the board is too large for a search",
        })?;
        let Some(player) = solution.safe else { return Ok(()) };
        write!(f, "; {} cannot lose: {}", Named(player), Grounds(solution))
    }
}

/// The steps of a proof.
struct Grounds<'a>(&'a Solution);

impl Display for Grounds<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, ground) in self.0.grounds.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { "; " })?;
            match *ground {
                Ground::Completed(player, square) => write!(f, "{} has completed the square {square}", Named(player)),
                Ground::Full => f.write_str("the board is full, and no player has completed a square"),
                Ground::NoMove(player) => write!(f, "{} has no legal move", Named(player)),
                Ground::OneLine => f.write_str("a board with a single row or column has no squares"),
                Ground::NoDraw => f.write_str(NO_DRAW),
                Ground::Mirrored(mirror) => Mirroring(mirror).fmt(f),
                Ground::MirroredWithoutDraw(mirror) => {
                    write!(f, "{}, and no draw can arise this way", Mirroring(mirror))
                }
                Ground::Searched => f.write_str("search"),
            }?;
        }
        Ok(())
    }
}

/// The strategy with which player 2 never completes a square.
struct Mirroring(Mirror);

impl Display for Mirroring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symmetry = match self.0 {
            Mirror::HalfTurn => "half-turn of the board",
            Mirror::TopAndBottom => "exchange of top and bottom",
            Mirror::LeftAndRight => "exchange of left and right",
        };
        write!(f, "player 2 answers every move with its image under the {symmetry}, and so never completes a square")
    }
}

/// The name of a player in answers: `player 1` is X.
#[derive(Clone, Copy, Debug)]
pub struct Named(pub Player);

impl Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Player::X => "player 1",
            Player::O => "player 2",
        })
    }
}
