//! A position and both best cases as an SVG picture.
//!
//! The board is drawn as on paper: hexagons with a corner at the top, each row half a cell further right, X's sides (left and right)
//! in one colour and O's in another. Colour is never the only difference: X's stones are discs with a cross, O's are rings; X's
//! best case is a small cross in a dashed diamond, O's a dot in a dashed ring. A cell of both best cases has the two side by side.
//! Moves that win are filled triangles: X's at the top of the cell and pointing up, O's at the bottom and pointing down.
//!
//! ```text
//!      5 0 1      corners of a hexagon, clockwise from the top; the centres of neighbours in a row are PITCH apart,
//!      4 3 2      those of the next row are 1.5 RADIUS below and half a PITCH to the right
//! ```

use std::fmt::Write as _;
use std::io::{self, Write};

use super::completion::Outcome;
use super::position::Position;
use crate::cell::{Cell, ColumnName};
use crate::player::{ByPlayer, Player};
use crate::svg::{Fixed, Path, Svg};

/// The distance of the corners of a hexagon from its centre.
const RADIUS: f64 = 20.0;
/// The distance of the centres of neighbours, √3 times the radius.
const PITCH: f64 = 34.641;
/// The width of the space around the board, for sides and labels.
const MARGIN: f64 = 44.0;
/// The height of the legend.
const LEGEND: f64 = 40.0;
/// The width that the legend needs.
const LEGEND_WIDTH: f64 = 260.0;

/// The style rules. Dark viewers have rules of their own: not every viewer knows CSS variables.
const STYLE: &str = "\
.paper { fill: #fffdf8 }
.cells { fill: #f3efe4; stroke: #8a8577; stroke-width: 1 }
.side { fill: none; stroke-width: 6; stroke-linejoin: round }
.x.side, .x.best, .x.mark { stroke: #b3301c }
.o.side, .o.best, .o.mark { stroke: #1f5fa8 }
.x.stone { fill: #b3301c }
.x.cross { fill: none; stroke: #ffffff; stroke-width: 3; stroke-linecap: round }
.o.stone { fill: none; stroke: #1f5fa8; stroke-width: 5 }
.best { fill: none; stroke-width: 1.8; stroke-dasharray: 3 2.2 }
.mark { fill: none; stroke-width: 2.4; stroke-linecap: round }
text { font: 12px sans-serif; fill: #2b2a27; text-anchor: middle; dominant-baseline: central }
text.legend { font-size: 13px }
@media (prefers-color-scheme: dark) {
  .paper { fill: #1c1d20 }
  .cells { fill: #2a2c31; stroke: #70747d }
  .x.side, .x.best, .x.mark { stroke: #f0795f }
  .o.side, .o.best, .o.mark { stroke: #6fb0f2 }
  .x.stone { fill: #f0795f }
  .x.cross { stroke: #1c1d20 }
  .o.stone { stroke: #6fb0f2 }
  text { fill: #e4e2dc }
}
";

/// The style rules of winning moves.
const WINNING_STYLE: &str = "\
.x.winning { fill: #b3301c }
.o.winning { fill: #1f5fa8 }
@media (prefers-color-scheme: dark) {
  .x.winning { fill: #f0795f }
  .o.winning { fill: #6fb0f2 }
}
";

/// The height of the legend's lines about winning moves.
const WINNING_LEGEND: f64 = 44.0;

type Point = (f64, f64);

/// Perfect play of a position with a certain player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Winning {
    /// The player who wins, or `None` if that is unknown.
    pub winner: Option<Player>,
    /// The winning moves to mark.
    pub moves: Vec<Cell>,
}

/// Writes the picture of a position and its outcome, with `winning` also perfect play for each player to move. It takes the memory of
/// one row of hexagons.
///
/// ```
/// use quadrille::hex::{BestCaseSolver, Position, picture};
/// let position = Position::empty(3)?;
/// let mut svg = Vec::new();
/// picture(&mut svg, "Before the first move", &position, &BestCaseSolver::new().outcome(&position), None)?;
/// let svg = String::from_utf8(svg)?;
/// assert!(svg.contains("<title>Before the first move</title>") && svg.ends_with("</svg>\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of `out`.
///
/// # Complexity
/// O(cells).
pub fn picture(
    out: impl Write,
    title: &str,
    position: &Position,
    outcome: &Outcome,
    winning: Option<&ByPlayer<Option<Winning>>>,
) -> io::Result<()> {
    let size = position.size();
    let board_width = PITCH * (1.5 * f64::from(size) - 0.5);
    let width = (2.0 * MARGIN + board_width).max(LEGEND_WIDTH);
    let height = 2.0 * MARGIN + RADIUS * (1.5 * f64::from(size) + 0.5);
    let board = Board { size, left: (width - board_width) / 2.0 };
    let (more_height, more_style) = winning.map_or((0.0, ""), |_| (WINNING_LEGEND, WINNING_STYLE));
    let style = format!("{STYLE}{more_style}");
    let mut svg = Svg::begin(out, width, height + LEGEND + more_height, title, &style)?;
    svg.paper()?;
    board.cells(&mut svg)?;
    board.sides(&mut svg)?;
    board.labels(&mut svg)?;
    for cell in position.cells() {
        if let Some(owner) = position.owner(cell) {
            stone(&mut svg, owner, board.centre(cell))?;
        }
    }
    let (x, y) = (width / 2.0, height + LEGEND / 2.0 - 8.0);
    match outcome {
        Outcome::Won(winner) => svg.text("legend", (x, y), format_args!("{winner} has won!"))?,
        Outcome::Open(best) => {
            for (player, aside) in [(Player::X, -8.2), (Player::O, 8.2)] {
                for cell in best[player].cells() {
                    let (x, y) = board.centre(*cell);
                    let is_shared = best[player.opponent()].cells().binary_search(cell).is_ok();
                    best_case(&mut svg, player, (if is_shared { x + aside } else { x }, y))?;
                }
            }
            for (player, aside) in [(Player::X, -56.0), (Player::O, 64.0)] {
                best_case(&mut svg, player, (x + aside - 42.0, y))?;
                let number = best[player].number_of_moves();
                let moves = if number == 1 { "move" } else { "moves" };
                svg.text("legend", (x + aside + 8.0, y), format_args!("{player}: {number} {moves}"))?;
            }
        }
    }
    if let Some(winning) = winning {
        for (player, line) in [(Player::X, 22.0), (Player::O, 44.0)] {
            let Some(Winning { winner, moves }) = &winning[player] else { continue };
            for &cell in moves {
                winning_move(&mut svg, player, board.centre(cell))?;
            }
            if !moves.is_empty() {
                winning_move(&mut svg, player, (x - 62.0, y + line + if player == Player::X { 16.0 } else { -16.0 }))?;
            }
            let result = winner.map_or_else(|| "unknown".to_owned(), |winner| format!("{winner} wins"));
            svg.text("legend", (x + 8.0, y + line), format_args!("{player} to move: {result}"))?;
        }
    }
    svg.end()
}

/// Writes the mark of a winning move: a triangle above or below the marks of best cases.
fn winning_move(svg: &mut Svg<impl Write>, player: Player, (x, y): Point) -> io::Result<()> {
    let (class, down) = match player {
        Player::X => ("x", -1.0),
        Player::O => ("o", 1.0),
    };
    let base = y + 12.4 * down;
    let triangle = [(x - 5.0, base), (x + 5.0, base), (x, y + 19.0 * down)];
    svg.element(format_args!("path class=\"{class} winning\" d=\"{}Z\"", Path(&triangle)))
}

/// Writes a stone: a disc with a cross, or a ring.
fn stone(svg: &mut Svg<impl Write>, player: Player, (x, y): Point) -> io::Result<()> {
    let (cx, cy) = (Fixed(x), Fixed(y));
    match player {
        Player::X => {
            svg.element(format_args!("circle class=\"x stone\" cx=\"{cx}\" cy=\"{cy}\" r=\"12.5\""))?;
            svg.element(format_args!("path class=\"x cross\" d=\"{}\"", cross((x, y), 5.0)))
        }
        Player::O => svg.element(format_args!("circle class=\"o stone\" cx=\"{cx}\" cy=\"{cy}\" r=\"10\"")),
    }
}

/// Writes the mark of a best case: a small cross in a dashed diamond, or a dot in a dashed ring.
fn best_case(svg: &mut Svg<impl Write>, player: Player, (x, y): Point) -> io::Result<()> {
    let (cx, cy) = (Fixed(x), Fixed(y));
    match player {
        Player::X => {
            let diamond = [(x, y - 11.0), (x + 8.0, y), (x, y + 11.0), (x - 8.0, y)];
            svg.element(format_args!("path class=\"x best\" d=\"{}Z\"", Path(&diamond)))?;
            svg.element(format_args!("path class=\"x mark\" d=\"{}\"", cross((x, y), 2.6)))
        }
        Player::O => {
            svg.element(format_args!("circle class=\"o best\" cx=\"{cx}\" cy=\"{cy}\" r=\"7.5\""))?;
            svg.element(format_args!("circle class=\"o mark\" cx=\"{cx}\" cy=\"{cy}\" r=\"2\""))
        }
    }
}

/// Returns a diagonal cross with arms of this length in each direction, as path data.
fn cross((x, y): Point, arm: f64) -> String {
    let down = [(x - arm, y - arm), (x + arm, y + arm)];
    let up = [(x - arm, y + arm), (x + arm, y - arm)];
    format!("{}{}", Path(&down), Path(&up))
}

/// The positions of a board's cells in the picture.
struct Board {
    size: u16,
    left: f64,
}

impl Board {
    fn centre(&self, cell: Cell) -> Point {
        let (column, row) = (f64::from(cell.column()), f64::from(cell.row()));
        (self.left + PITCH * (0.5 + column + row / 2.0), MARGIN + RADIUS * (1.0 + 1.5 * row))
    }

    /// Returns a corner of a cell's hexagon.
    fn corner(&self, cell: Cell, corner: usize) -> Point {
        let half = PITCH / 2.0;
        let (dx, dy) = [
            (0.0, -RADIUS),
            (half, -RADIUS / 2.0),
            (half, RADIUS / 2.0),
            (0.0, RADIUS),
            (-half, RADIUS / 2.0),
            (-half, -RADIUS / 2.0),
        ][corner];
        let (x, y) = self.centre(cell);
        (x + dx, y + dy)
    }

    /// Writes all hexagons, a path per row.
    fn cells(&self, svg: &mut Svg<impl Write>) -> io::Result<()> {
        let mut hexagons = String::new();
        for row in 0..self.size {
            hexagons.clear();
            for column in 0..self.size {
                let corners = [0, 1, 2, 3, 4, 5].map(|corner| self.corner(Cell::new(column, row), corner));
                // Writing to a string does not fail.
                let _ = write!(hexagons, "{}Z", Path(&corners));
            }
            svg.element(format_args!("path class=\"cells\" d=\"{hexagons}\""))?;
        }
        Ok(())
    }

    /// Writes the four sides, a little outside the edges of the cells.
    fn sides(&self, svg: &mut Svg<impl Write>) -> io::Result<()> {
        let last = self.size - 1;
        let top: fn(u16, u16) -> Cell = |along, _| Cell::new(along, 0);
        for (class, cell, corners, (dx, dy)) in [
            ("o", top, [5, 0, 1], (0.0, -4.0)),
            ("o", |along, last| Cell::new(along, last), [4, 3, 2], (0.0, 4.0)),
            ("x", |along, _| Cell::new(0, along), [5, 4, 3], (-4.0, 0.0)),
            ("x", |along, last| Cell::new(last, along), [0, 1, 2], (4.0, 0.0)),
        ] {
            let points = (0..self.size).flat_map(|along| corners.map(|corner| self.corner(cell(along, last), corner)));
            let points: Vec<Point> = points.map(|(x, y)| (x + dx, y + dy)).collect();
            svg.element(format_args!("path class=\"{class} side\" d=\"{}\"", Path(&points)))?;
        }
        Ok(())
    }

    fn labels(&self, svg: &mut Svg<impl Write>) -> io::Result<()> {
        for i in 0..self.size {
            let (x, y) = self.centre(Cell::new(i, 0));
            svg.text("label", (x - 11.0, y - RADIUS - 14.0), ColumnName(i))?;
            let (x, y) = self.centre(Cell::new(0, i));
            svg.text("label", (x - PITCH / 2.0 - 18.0, y), u32::from(i) + 1)?;
        }
        Ok(())
    }
}
