//! Pictures of Hip boards: full boards with their monochromatic squares, games move by move, and sheets of draws.
//!
//! Player 1's counters are discs, player 2's are rings: nothing is told apart by colour alone. Monochromatic squares are drawn
//! over the counters. Each has its own colour, dash pattern and distance from the centres of its corners, so that overlapping
//! squares can be told apart; a legend below the board explains the patterns. If there are too many squares for that, they
//! are drawn faintly, under the counters.

mod board;
mod sheet;

use std::cmp::Reverse;
use std::fmt;
use std::io::{self, Write};

use self::board::{Board, text};
pub use self::sheet::sheet;
use super::report::Named;
use super::{Game, Outcome, Solution, Square, Tie};
use crate::player::Player;
use crate::svg::{Fixed, Svg};

/// The largest number of squares that are drawn in patterns of their own and listed in the legend.
const MOST_EXPLAINED: usize = 24;

/// Writes the picture of a full board and its monochromatic squares.
///
/// ```
/// use quadrille::hip::{Balance, picture, tie};
/// use std::ops::ControlFlow;
///
/// let tie = tie("6x7".parse()?, Balance::Free, 1, &mut |_| ControlFlow::Continue(()));
/// let mut svg = Vec::new();
/// picture::tie(&mut svg, "6x7", &tie)?;
/// assert!(String::from_utf8(svg)?.contains("1 monochromatic square, proved minimum"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of writing to `out`, as for all pictures.
pub fn tie(out: impl Write, title: &str, tie: &Tie) -> io::Result<()> {
    let size = tie.colouring.size();
    let outlines: Vec<(Player, Square)> = tie.colouring.monochromatic().collect();
    // Small squares are drawn last, on top of larger ones.
    let extent = |square: Square| {
        let [first, next, ..] = square.corners();
        u32::from(next.column() - first.column()).pow(2) + u32::from(next.row() - first.row()).pow(2)
    };
    let mut order: Vec<usize> = (0..outlines.len()).collect();
    order.sort_by_key(|&i| Reverse(extent(outlines[i].1)));
    let explained = if outlines.len() <= MOST_EXPLAINED { &outlines[..] } else { &[] };
    let board = Board::new(size, explained.len());
    let mut svg = board.begin(out, title)?;
    if explained.is_empty() {
        for (owner, square) in &outlines {
            board.faint_outline(&mut svg, *owner, square.corners())?;
        }
    }
    for cell in size.cells() {
        board.counter(&mut svg, tie.colouring.owner(cell), cell)?;
    }
    for i in order.into_iter().take(explained.len()) {
        board.outline(&mut svg, i, outlines[i].1.corners())?;
    }
    let squares = Counted(tie.squares, "monochromatic square");
    if tie.is_proved() {
        board.caption(&mut svg, format_args!("{squares}, proved minimum"))?;
    } else {
        board.caption(&mut svg, format_args!("{squares}, lower bound {}", tie.at_least))?;
    }
    for (i, (owner, square)) in explained.iter().enumerate() {
        board.explain(&mut svg, i, format_args!("{owner}: {square}"))?;
    }
    svg.end()
}

/// Writes the picture of a game: its moves numbered, the best next moves marked, and the square whose completion ended it.
///
/// # Errors
/// See [`tie`].
pub fn position(out: impl Write, title: &str, game: &Game, solution: &Solution) -> io::Result<()> {
    let size = game.size();
    let completed = game.completed();
    let best = solution.moves.as_deref().unwrap_or_default();
    let board = Board::new(size, usize::from(completed.is_some() || !best.is_empty()));
    let mut svg = board.begin(out, title)?;
    if let Some(square) = completed {
        board.outline(&mut svg, 0, square.corners())?;
    }
    for (&cell, number) in game.moves().iter().zip(1_u64..) {
        if let Some(owner) = game.owner(cell) {
            board.counter(&mut svg, owner, cell)?;
            board.number(&mut svg, owner, cell, number)?;
        }
    }
    for &cell in best {
        mark(&mut svg, board.centre(cell))?;
    }
    match solution.outcome {
        Ok(Outcome::Win(player)) => board.caption(&mut svg, format_args!("{} wins", Named(player)))?,
        Ok(Outcome::Draw) => board.caption(&mut svg, "a draw")?,
        Err(_) => board.caption(&mut svg, "winner unknown")?,
    }
    if let Some(square) = completed {
        board.explain(&mut svg, 0, format_args!("completed square: {square}"))?;
    }
    if !best.is_empty() {
        let (x, y) = board.entry(0);
        mark(&mut svg, (x + 14.0, y))?;
        let player = game.turn().map(|player| Named(player).to_string()).unwrap_or_default();
        text(&mut svg, "entry", (x + 38.0, y), format_args!("best moves of {player}"))?;
    }
    svg.end()
}

/// Marks a best move: a dot in a dashed ring.
fn mark(svg: &mut Svg<impl Write>, (x, y): (f64, f64)) -> io::Result<()> {
    let (cx, cy) = (Fixed(x), Fixed(y));
    svg.element(format_args!("circle class=\"best\" cx=\"{cx}\" cy=\"{cy}\" r=\"9\""))?;
    svg.element(format_args!("circle class=\"dot\" cx=\"{cx}\" cy=\"{cy}\" r=\"2.6\""))
}

/// A number with its noun, in the plural unless the number is 1.
struct Counted(u64, &'static str);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.0, self.1, if self.0 == 1 { "" } else { "s" })
    }
}
