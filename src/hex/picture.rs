//! A position and both best cases as an SVG picture.
//!
//! The board is drawn as on paper: hexagons with a corner on top, each row half a cell further right, X's sides at the
//! left and right in one colour, O's at the top and bottom in another. Colour is never alone in telling things apart:
//! X's stones are filled and bear a cross, O's are rings; X's best case is marked with a small cross in a dashed
//! diamond, O's with a small dashed ring, and a cell of both has the two side by side.

use std::fmt;
use std::io::{self, Write};

use super::completion::Outcome;
use super::position::Position;
use crate::cell::{Cell, ColumnName};
use crate::player::{ByPlayer, Player};
use crate::svg::{Fixed, Svg};

/// The distance of a hexagon's corners from its centre.
const RADIUS: f64 = 20.0;
/// The distance of the centres of neighbours, √3 times the radius.
const PITCH: f64 = 34.641;
/// The space around the board, for sides and labels.
const MARGIN: f64 = 44.0;
/// The space below the board for the legend.
const LEGEND: f64 = 40.0;
/// The width that the legend needs.
const LEGEND_WIDTH: f64 = 260.0;

/// Colours are said outright, for light viewers and again for dark ones: not every viewer knows CSS variables.
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

/// Writes the picture of a position and its outcome. Nothing is held in memory.
///
/// ```
/// use quadrille::hex::{Position, Solver, picture::picture};
/// let position = Position::empty(3)?;
/// let mut svg = Vec::new();
/// picture(&mut svg, "Before the first move", &position, &Solver::new().outcome(&position))?;
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
pub fn picture(out: impl Write, title: &str, position: &Position, outcome: &Outcome) -> io::Result<()> {
    let (board, width, height) = Layout::new(position.size());
    let mut svg = Svg::begin(out, width, height + LEGEND, title, STYLE)?;
    let (paper_width, paper_height) = (Fixed(width), Fixed(height + LEGEND));
    svg.element(format_args!("rect class=\"paper\" width=\"{paper_width}\" height=\"{paper_height}\""))?;
    board.cells(&mut svg)?;
    board.sides(&mut svg)?;
    board.labels(&mut svg)?;
    for row in 0..position.size() {
        for column in 0..position.size() {
            let cell = Cell::new(column, row);
            if let Some(owner) = position.owner(cell) {
                stone(&mut svg, owner, board.centre(cell))?;
            }
        }
    }
    let at = (width / 2.0, height + LEGEND / 2.0 - 8.0);
    match outcome {
        Outcome::Won(winner) => svg.text("legend", at, format_args!("{winner} has won!"))?,
        Outcome::Open(best) => {
            for player in Player::BOTH {
                let shared = &best[player.opponent()];
                for cell in best[player].cells() {
                    let (x, y) = board.centre(*cell);
                    let aside = match (shared.cells().binary_search(cell), player) {
                        (Err(_), _) => 0.0,
                        (Ok(_), Player::X) => -8.2,
                        (Ok(_), Player::O) => 8.2,
                    };
                    best_case(&mut svg, player, (x + aside, y))?;
                }
            }
            let numbers = ByPlayer::from_fn(|player| best[player].number_of_moves());
            legend(&mut svg, at, numbers)?;
        }
    }
    svg.end()
}

fn legend(svg: &mut Svg<impl Write>, (x, y): (f64, f64), numbers: ByPlayer<usize>) -> io::Result<()> {
    for (player, aside) in [(Player::X, -56.0), (Player::O, 64.0)] {
        best_case(svg, player, (x + aside - 42.0, y))?;
        let number = numbers[player];
        let moves = if number == 1 { "move" } else { "moves" };
        svg.text("legend", (x + aside + 8.0, y), format_args!("{player}: {number} {moves}"))?;
    }
    Ok(())
}

fn class(player: Player) -> &'static str {
    match player {
        Player::X => "x",
        Player::O => "o",
    }
}

/// A stone: a disc with a cross, or a ring.
fn stone(svg: &mut Svg<impl Write>, player: Player, (x, y): (f64, f64)) -> io::Result<()> {
    let (cx, cy) = (Fixed(x), Fixed(y));
    match player {
        Player::X => {
            svg.element(format_args!("circle class=\"x stone\" cx=\"{cx}\" cy=\"{cy}\" r=\"12.5\""))?;
            svg.element(format_args!("path class=\"x cross\" d=\"{}\"", Cross((x, y), 5.0)))
        }
        Player::O => svg.element(format_args!("circle class=\"o stone\" cx=\"{cx}\" cy=\"{cy}\" r=\"10\"")),
    }
}

/// The mark of a best case: a small cross in a dashed diamond, or a small dot in a dashed ring.
fn best_case(svg: &mut Svg<impl Write>, player: Player, (x, y): (f64, f64)) -> io::Result<()> {
    let (cx, cy) = (Fixed(x), Fixed(y));
    match player {
        Player::X => {
            let [left, right, top, bottom] = [Fixed(x - 8.0), Fixed(x + 8.0), Fixed(y - 11.0), Fixed(y + 11.0)];
            svg.element(format_args!(
                "path class=\"x best\" d=\"M{cx} {top}L{right} {cy}L{cx} {bottom}L{left} {cy}Z\""
            ))?;
            svg.element(format_args!("path class=\"x mark\" d=\"{}\"", Cross((x, y), 2.6)))
        }
        Player::O => {
            svg.element(format_args!("circle class=\"o best\" cx=\"{cx}\" cy=\"{cy}\" r=\"7.5\""))?;
            svg.element(format_args!("circle class=\"o mark\" cx=\"{cx}\" cy=\"{cy}\" r=\"2\""))
        }
    }
}

/// Where things are.
struct Layout {
    size: u16,
    left: f64,
}

impl Layout {
    /// The layout of a board, in the middle of a picture of this width and height.
    fn new(size: u16) -> (Layout, f64, f64) {
        let board = PITCH * (1.5 * f64::from(size) - 0.5);
        let width = (2.0 * MARGIN + board).max(LEGEND_WIDTH);
        let height = 2.0 * MARGIN + RADIUS * (1.5 * f64::from(size) + 0.5);
        (Layout { size, left: (width - board) / 2.0 }, width, height)
    }

    fn centre(&self, cell: Cell) -> (f64, f64) {
        self.place(cell.column().into(), cell.row().into())
    }

    fn place(&self, column: f64, row: f64) -> (f64, f64) {
        (self.left + PITCH * (0.5 + column + row / 2.0), MARGIN + RADIUS * (1.0 + 1.5 * row))
    }

    /// All hexagons, a path a row.
    fn cells(&self, svg: &mut Svg<impl Write>) -> io::Result<()> {
        for row in 0..self.size {
            svg.element(format_args!("path class=\"cells\" d=\"{}\"", Hexagons { board: self, row }))?;
        }
        Ok(())
    }

    /// The four sides, in the colours of their players, a little off the outer edges of the cells.
    fn sides(&self, svg: &mut Svg<impl Write>) -> io::Result<()> {
        let last = self.size - 1;
        for side in [Side::Top, Side::Bottom, Side::Left, Side::Right] {
            let (player, corners, (dx, dy)) = match side {
                Side::Top => (Player::O, [5, 0, 1], (0.0, -4.0)),
                Side::Bottom => (Player::O, [4, 3, 2], (0.0, 4.0)),
                Side::Left => (Player::X, [5, 4, 3], (-4.0, 0.0)),
                Side::Right => (Player::X, [0, 1, 2], (4.0, 0.0)),
            };
            let places = (0..self.size).flat_map(|along| {
                let cell = match side {
                    Side::Top => Cell::new(along, 0),
                    Side::Bottom => Cell::new(along, last),
                    Side::Left => Cell::new(0, along),
                    Side::Right => Cell::new(last, along),
                };
                corners.map(|k| corner(self.centre(cell), k))
            });
            let places: Vec<_> = places.map(|(x, y)| (x + dx, y + dy)).collect();
            svg.element(format_args!("path class=\"{} side\" d=\"{}\"", class(player), Path(&places)))?;
        }
        Ok(())
    }

    fn labels(&self, svg: &mut Svg<impl Write>) -> io::Result<()> {
        for i in 0..self.size {
            let (x, y) = self.place(i.into(), 0.0);
            svg.text("label", (x - 11.0, y - RADIUS - 14.0), ColumnName(i))?;
            let (x, y) = self.place(0.0, i.into());
            svg.text("label", (x - PITCH / 2.0 - 18.0, y), u32::from(i) + 1)?;
        }
        Ok(())
    }
}

#[derive(Clone, Copy)]
enum Side {
    Top,
    Bottom,
    Left,
    Right,
}

/// The hexagons of a row, as path data.
struct Hexagons<'a> {
    board: &'a Layout,
    row: u16,
}

impl fmt::Display for Hexagons<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.board.size).try_for_each(|column| {
            let centre = self.board.centre(Cell::new(column, self.row));
            write!(f, "{}Z", Path(&[0, 1, 2, 3, 4, 5].map(|i| corner(centre, i))))
        })
    }
}

/// A corner of a hexagon, counted clockwise from the top.
fn corner((x, y): (f64, f64), i: usize) -> (f64, f64) {
    let half = PITCH / 2.0;
    let (dx, dy) = [
        (0.0, -RADIUS),
        (half, -RADIUS / 2.0),
        (half, RADIUS / 2.0),
        (0.0, RADIUS),
        (-half, RADIUS / 2.0),
        (-half, -RADIUS / 2.0),
    ][i];
    (x + dx, y + dy)
}

/// A line through places, as path data.
struct Path<'a>(&'a [(f64, f64)]);

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, &(x, y)) in self.0.iter().enumerate() {
            write!(f, "{}{} {}", if i == 0 { "M" } else { "L" }, Fixed(x), Fixed(y))?;
        }
        Ok(())
    }
}

/// A cross with arms of this length each way, as path data.
struct Cross((f64, f64), f64);

impl fmt::Display for Cross {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Cross((x, y), arm) = self;
        let down = [(x - arm, y - arm), (x + arm, y + arm)];
        let up = [(x - arm, y + arm), (x + arm, y - arm)];
        write!(f, "{}{}", Path(&down), Path(&up))
    }
}
