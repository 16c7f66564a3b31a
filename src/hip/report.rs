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
//! No answer has a blank line, so that a blank line always ends one.

use std::fmt::{self, Display};
use std::io::{self, Write};

use super::{Colouring, Counts, DrawCounts, Ground, Mirror, Outcome, Size, Solution, Tie, Unknown, count_squares};
use crate::player::Player;

/// Prints how many squares a board has.
///
/// # Errors
/// Those of `out`; likewise for all that is printed.
pub fn squares(out: &mut impl Write, size: Size) -> io::Result<()> {
    writeln!(out, "Squares: {}", count_squares(size))
}

/// Prints a full board with few monochromatic squares, and these.
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

/// Why a board has no draw, if it [has none](super::has_no_draw) on sight.
pub const NO_DRAW: &str = "every full 6x7 board has a monochromatic square, and this board contains one";

/// Prints how many draws a board has, or that they could not be counted.
///
/// # Errors
/// See [`squares`].
pub fn draw_counts(out: &mut impl Write, size: Size, counts: Option<&DrawCounts>) -> io::Result<()> {
    let Some(DrawCounts { draws, playable }) = counts else {
        return writeln!(out, "Unknown\nStanding: the count was broken off");
    };
    for (name, counts) in [("Draws", draws), ("Playable draws", playable)] {
        let Counts { all, up_to_symmetry, up_to_symmetry_and_exchange } = counts;
        writeln!(out, "{name}: {all}")?;
        writeln!(out, "{name} up to symmetry: {up_to_symmetry}")?;
        writeln!(out, "{name} up to symmetry and exchange: {up_to_symmetry_and_exchange}")?;
    }
    if super::has_no_draw(size) { writeln!(out, "Proof: {NO_DRAW}") } else { Ok(()) }
}

/// Prints a draw of a list: its number in it, how many counters each player has, and the board.
///
/// # Errors
/// See [`squares`].
pub fn draw(out: &mut impl Write, number: u64, draw: &Colouring) -> io::Result<()> {
    let [x, o] = Player::BOTH.map(|player| draw.counters(player));
    let playable = if draw.is_playable() { ", playable" } else { "" };
    write!(out, "Draw {number}, {x} X and {o} O{playable}\n{draw}")
}

/// Prints who wins, and which moves keep it so if that was asked.
///
/// ```
/// use quadrille::hip::{Game, Limits, Rules, report, solve};
/// use std::ops::ControlFlow;
///
/// let game = Game::new("2x3".parse()?, Rules::default());
/// let limits = Limits { memory: 1 << 20, threads: 1 };
/// let solution = solve(&game, true, &limits, &mut |_| ControlFlow::Continue(()));
/// let mut text = Vec::new();
/// report::solution(&mut text, &solution, true)?;
/// let lines = String::from_utf8(text)?;
/// assert!(lines.starts_with("Draw\nProof: player 2 mirrors every move by the half-turn; search of "));
/// assert!(lines.ends_with("\nBest moves: A1 B1 C1 A2 B2 C2\n"));
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

/// What an answer rests on, or that there is none, and what is known all the same.
#[derive(Clone, Copy, Debug)]
pub struct Proved<'a>(pub &'a Solution);

impl Display for Proved<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Proved(solution) = self;
        f.write_str(match solution.outcome {
            Ok(_) => return write!(f, "{}", Grounds(solution)),
            Err(Unknown::Stopped) => "none, the search was broken off",
            Err(Unknown::NoMemory) => "none, there is not enough memory for the table of positions",
            Err(Unknown::TooLarge) => "none, the board is too large to be searched",
        })?;
        let Some(player) = solution.safe else { return Ok(()) };
        write!(f, "; {} does not lose: {}", Named(player), Grounds(solution))
    }
}

/// What an answer rests on.
struct Grounds<'a>(&'a Solution);

impl Display for Grounds<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, ground) in self.0.grounds.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { "; " })?;
            match *ground {
                Ground::Completed(player, square) => write!(f, "{} has completed {square}", Named(player)),
                Ground::Full => f.write_str("the board is full"),
                Ground::NoMove(player) => write!(f, "{} has no move", Named(player)),
                Ground::OneLine => f.write_str("a board of one row or column has no square"),
                Ground::NoDraw => f.write_str(NO_DRAW),
                Ground::Mirrored(mirror) => write!(f, "player 2 mirrors every move by {}", Reflected(mirror)),
                Ground::MirroredWithoutDraw(mirror) => {
                    write!(
                        f,
                        "player 2 mirrors every move by {}, where no draw is its own complement",
                        Reflected(mirror)
                    )
                }
                Ground::Searched if self.0.positions == 0 => f.write_str("bounds without search"),
                Ground::Searched => write!(f, "search of {} positions", self.0.positions),
            }?;
        }
        Ok(())
    }
}

struct Reflected(Mirror);

impl Display for Reflected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Mirror::HalfTurn => "the half-turn",
            Mirror::TopAndBottom => "the exchange of top and bottom",
            Mirror::LeftAndRight => "the exchange of left and right",
        })
    }
}

/// A player as answers name them: `player 1` is X.
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
