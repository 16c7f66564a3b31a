//! A game as an SVG picture, as the record sites draw them.
//!
//! On squared paper, the cross is of dots, and each new point is a circle with the number of its move. The lines lie
//! beneath, each in the colour of its direction; since directions are seen as they are, colour is never alone in telling
//! lines apart, and the four are chosen so that they differ for colour-blind readers too. Where the game can go on, small
//! rings are the points of next moves.

use std::collections::BTreeSet;
use std::io::{self, Write};

use super::frame::Frame;
use super::lattice::{Direction, Line, Move, Point};
use super::variant::Variant;
use crate::svg::{Fixed, Svg};

/// The distance of neighbours in a row: 178 moves are about 900 high.
const PITCH: f64 = 38.0;
/// How many points are left free on each side.
const MARGIN: u16 = 1;
/// From the middle of a number to where it stands. Not every viewer knows the attribute for it.
const BASELINE: f64 = 4.0;

/// Colours are said outright, for light viewers and again for dark ones: not every viewer knows CSS variables.
const STYLE: &str = "\
.paper { fill: #fffdf8 }
.grid { fill: none; stroke: #e9e3d3; stroke-width: 1 }
.line { stroke-width: 3; stroke-linecap: round }
.horizontal { stroke: #6900f9 }
.vertical { stroke: #ea5600 }
.rising { stroke: #0ca084 }
.falling { stroke: #ba65db }
.cross { fill: #2b2a27 }
.new { fill: #fffdf8; stroke: #2b2a27; stroke-width: 1.2 }
.next { fill: #fffdf8; stroke: #8a8577; stroke-width: 1.6 }
text { font: 11px sans-serif; fill: #14110d; text-anchor: middle }
@media (prefers-color-scheme: dark) {
  .paper { fill: #1c1d20 }
  .grid { stroke: #303238 }
  .horizontal { stroke: #7076fd }
  .vertical { stroke: #ff4700 }
  .rising { stroke: #50ffa4 }
  .falling { stroke: #ecc5ff }
  .cross { fill: #e4e2dc }
  .new { fill: #1c1d20; stroke: #e4e2dc }
  .next { fill: #1c1d20; stroke: #8f939c }
  text { fill: #ffffff }
}
";

/// Writes the picture of a game after these moves. `next` are the moves that can be played now.
///
/// ```
/// use quadrille::morpion::{Position, Variant, picture};
/// let next = Position::new(Variant::D4).legal_moves();
/// let mut svg = Vec::new();
/// picture::svg(&mut svg, "The cross of 4D", Variant::D4, &[], &next)?;
/// assert!(String::from_utf8(svg)?.contains("<title>The cross of 4D</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of `out`, and [`InvalidInput`](io::ErrorKind::InvalidInput) if points are hundreds of steps apart, as they never
/// are in a game.
///
/// # Complexity
/// O(moves).
pub fn svg(out: impl Write, title: &str, variant: Variant, moves: &[Move], next: &[Move]) -> io::Result<()> {
    let frame = Frame::new(variant, moves, next, MARGIN)?;
    let (width, height) = (PITCH * f64::from(frame.columns()), PITCH * f64::from(frame.rows()));
    let mut svg = Svg::begin(out, width, height, title, STYLE)?;
    let next: BTreeSet<Point> = next.iter().map(|next| next.point).collect();
    svg.description(describe(variant, moves.len(), next.len()))?;
    svg.element(format_args!("rect class=\"paper\" width=\"{}\" height=\"{}\"", Fixed(width), Fixed(height)))?;
    svg.element(format_args!("path class=\"grid\" d=\"{}\"", grid(&frame, width, height)))?;
    for made in moves {
        line(&mut svg, &frame, &made.line)?;
    }
    for point in next {
        circle(&mut svg, "next", centre(&frame, point), 4.5)?;
    }
    for point in variant.cross() {
        circle(&mut svg, "cross", centre(&frame, point), 5.0)?;
    }
    for (made, number) in moves.iter().zip(1_u64..) {
        let (x, y) = centre(&frame, made.point);
        circle(&mut svg, "new", (x, y), 12.5)?;
        svg.text("number", (x, y + BASELINE), number)?;
    }
    svg.end()
}

/// The picture in words.
fn describe(variant: Variant, moves: usize, next: usize) -> String {
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let drawn = format!(
        "Morpion Solitaire {variant} after {moves} move{}: the points of the cross as dots, each new point as a circle \
         with the number of its move, each line in the colour of its direction.",
        plural(moves)
    );
    if next == 0 {
        drawn
    } else {
        format!("{drawn} Small rings mark the {next} point{} where the next move can be made.", plural(next))
    }
}

/// The lines of the paper, of which points are the crossings.
fn grid(frame: &Frame, width: f64, height: f64) -> String {
    let across = (0..frame.rows()).map(|row| format!("M0 {}h{width}", Fixed(along(row))));
    let down = (0..frame.columns()).map(|column| format!("M{} 0v{height}", Fixed(along(column))));
    across.chain(down).collect()
}

fn line(svg: &mut Svg<impl Write>, frame: &Frame, line: &Line) -> io::Result<()> {
    let class = match line.direction() {
        Direction::Horizontal => "horizontal",
        Direction::Vertical => "vertical",
        Direction::Rising => "rising",
        Direction::Falling => "falling",
    };
    let [(x1, y1), (x2, y2)] = [line.start(), line.end()].map(|end| centre(frame, end));
    let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(Fixed);
    svg.element(format_args!("line class=\"line {class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\""))
}

fn circle(svg: &mut Svg<impl Write>, class: &str, (x, y): (f64, f64), radius: f64) -> io::Result<()> {
    svg.element(format_args!("circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{radius}\"", Fixed(x), Fixed(y)))
}

fn centre(frame: &Frame, point: Point) -> (f64, f64) {
    let (column, row) = frame.place(point);
    (along(column), along(row))
}

fn along(column_or_row: u16) -> f64 {
    PITCH * (f64::from(column_or_row) + 0.5)
}
