//! Pictures of Hip boards: full boards with their monochromatic squares, games move by move, and sheets of draws.
//!
//! Player 1's counters are discs, player 2's are rings: colour is never alone in telling things apart. Monochromatic squares
//! are drawn over the counters, each with a colour, a pattern of dashes and a distance from the centres of its corners of
//! its own, so that they can be told apart where they overlap; what the patterns mean is said below the board.

mod board;
mod sheet;

use std::fmt;
use std::io::{self, Write};

use self::board::{Board, text};
pub use self::sheet::sheet;
use super::report::Named;
use super::{Game, Solution, Tie, Value};
use crate::cell::Cell;
use crate::player::Player;
use crate::svg::{Fixed, Svg};

/// At most so many squares are explained below a board.
const MOST_EXPLAINED: usize = 24;

/// Writes the picture of a full board and its monochromatic squares.
///
/// # Errors
/// Those of `out`; likewise for all pictures.
pub fn tie(out: impl Write, title: &str, tie: &Tie) -> io::Result<()> {
    let size = tie.colouring.size();
    let outlines: Vec<(Player, [Cell; 4])> =
        tie.colouring.monochromatic().map(|(owner, square)| (owner, square.corners())).collect();
    // The small ones on top.
    let extent = |[first, _, third, _]: [Cell; 4]| {
        let (across, down) = (first.column().abs_diff(third.column()), third.row() - first.row());
        u32::from(across).pow(2) + u32::from(down).pow(2)
    };
    let explained = if outlines.len() <= MOST_EXPLAINED { outlines.clone() } else { Vec::new() };
    let mut order: Vec<usize> = (0..outlines.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(extent(outlines[i].1)));
    let board = Board::new(size, explained.len());
    let mut svg = board.begin(out, title)?;
    for cell in size.cells() {
        board.counter(&mut svg, tie.colouring.owner(cell), cell)?;
    }
    for i in order {
        board.outline(&mut svg, i, outlines[i].1)?;
    }
    let squares = Counted(tie.squares, "monochromatic square");
    if tie.squares == tie.at_least {
        board.caption(&mut svg, format_args!("{squares}, proved fewest"))?;
    } else {
        board.caption(&mut svg, format_args!("{squares}, at least {} proved", tie.at_least))?;
    }
    for (i, (owner, corners)) in explained.into_iter().enumerate() {
        board.explain(&mut svg, i, format_args!("{owner}: {}", Names(&corners)))?;
    }
    svg.end()
}

/// Writes the picture of a game: its moves numbered, the best next moves marked, and what ended it.
///
/// # Errors
/// See [`tie`].
pub fn position(out: impl Write, title: &str, game: &Game, solution: &Solution) -> io::Result<()> {
    let size = game.size();
    let completed: Vec<[Cell; 4]> = completed(game);
    let best = solution.moves.as_deref().unwrap_or_default();
    let board = Board::new(size, completed.len() + usize::from(!best.is_empty()));
    let mut svg = board.begin(out, title)?;
    for (i, &corners) in completed.iter().enumerate() {
        board.outline(&mut svg, i, corners)?;
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
    match solution.value {
        Some(Value::Win(player)) => board.caption(&mut svg, format_args!("{} wins", Named(player)))?,
        Some(Value::Draw) => board.caption(&mut svg, "a draw")?,
        None => board.caption(&mut svg, "not known who wins")?,
    }
    for (i, corners) in completed.iter().enumerate() {
        board.explain(&mut svg, i, format_args!("completed: {}", Names(corners)))?;
    }
    if !best.is_empty() {
        let (x, y) = board.entry(completed.len());
        mark(&mut svg, (x + 14.0, y))?;
        let player = game.to_move().map(|player| Named(player).to_string()).unwrap_or_default();
        text(&mut svg, "entry", (x + 38.0, y), format_args!("best moves of {player}"))?;
    }
    svg.end()
}

/// A best move: a dot in a dashed ring.
fn mark(svg: &mut Svg<impl Write>, (x, y): (f64, f64)) -> io::Result<()> {
    let (cx, cy) = (Fixed(x), Fixed(y));
    svg.element(format_args!("circle class=\"best\" cx=\"{cx}\" cy=\"{cy}\" r=\"9\""))?;
    svg.element(format_args!("circle class=\"dot\" cx=\"{cx}\" cy=\"{cy}\" r=\"2.6\""))
}

/// The squares that the last move of a finished game has completed, the corners as those of all squares.
///
/// # Complexity
/// O(moves).
fn completed(game: &Game) -> Vec<[Cell; 4]> {
    let Some((&last, earlier)) = game.moves().split_last() else { return Vec::new() };
    if game.to_move().is_some() {
        return Vec::new();
    }
    let owner = game.owner(last);
    // Whichever cell is the next corner clockwise, the others follow from it.
    let square = |&next: &Cell| {
        let [(x, y), (next_x, next_y)] = [last, next].map(|cell| (i32::from(cell.column()), i32::from(cell.row())));
        let (dx, dy) = (next_x - x, next_y - y);
        let corner = |x: i32, y: i32| Some(Cell::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?));
        Some([last, next, corner(next_x - dy, next_y + dx)?, corner(x - dy, y + dx)?])
    };
    let own = |cell: Cell| game.size().has(cell) && game.owner(cell) == owner;
    let squares = earlier.iter().filter_map(square).filter(|square| square.iter().all(|&corner| own(corner)));
    let mut squares: Vec<[Cell; 4]> = squares.collect();
    for square in &mut squares {
        let first = (1..4).fold(0, |first, i| if square[i] < square[first] { i } else { first });
        square.rotate_left(first);
    }
    squares.sort_unstable();
    squares
}

/// Names of cells with blanks between.
struct Names<'a>(&'a [Cell]);

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, cell) in self.0.iter().enumerate() {
            write!(f, "{}{cell}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// A number of things, which are called so if there is one.
struct Counted(u64, &'static str);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.0, self.1, if self.0 == 1 { "" } else { "s" })
    }
}
