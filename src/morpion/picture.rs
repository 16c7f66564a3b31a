//! Games as pictures: SVG, as the record sites draw them, and plain text for terminals.
//!
//! In SVG, the points of the cross are dots, and each new point is a circle with the number of its move. The lines are
//! beneath, each in the colour of its direction. The direction itself distinguishes lines without colour, and the four
//! colours also differ for colour-blind readers. If the game is not finished, small rings mark the points of next
//! moves. At the edges are the coordinates, below the title and what the rings are, and in the element `metadata` the
//! record, so that the picture can be read as one.
//!
//! The same in text:
//!
//! ```text
//!     .    .    .    +    .    +    .    .    .    .
//!     :
//!     .    .    +    o    o    o    +    .    10   .
//!                                          /
//!     .    +    .    o    .    o    .    9    .    .
//!                                \    /  |
//!     +    o    o    o    +    o    o    o    +    .
//!                                /    \  |
//!     .    o    .    +    .    6    .    o    .    .
//!                              |         | \
//!     +    o    o----o----7----o    o----o----1----2
//!                    | /       |
//!     .    +    .    o    .    o    .    .    .    .
//! ```
//!
//! Points of the cross are `o`, new points the numbers of their moves, points of next moves `+`, and all others `.`.
//! Between the rows of points are rows for the lines, with `X` where two cross. A row without a line has a `:` below
//! the first point, so that no row is blank. On a terminal lines have colours too, and where lines touch end to end,
//! every other one is bold.

#![allow(clippy::cast_sign_loss, reason = "no point is left of the rectangle around all, or above it")]

use std::cmp::Ordering;
use std::io::{self, Write};

use itertools::Itertools;

use super::lattice::{Direction, Line, Move, Point};
use super::pattern::Pattern;
use crate::svg::{Fixed, Svg};

/// The distance of neighbours in SVG: 178 moves are about 900 high.
pub(super) const PITCH: f64 = 38.0;
/// The number of points left free on each side in SVG.
const MARGIN: u16 = 1;
/// The space for the coordinates at the left and at the top.
const EDGE: f64 = 22.0;
/// The height of a line below the game.
const LINE: f64 = 24.0;
/// The width of a character of the title, on average. A title that is too long for its line is written smaller.
const CHARACTER: f64 = 8.4;
/// The vertical distance from the middle of a number to its baseline. Not every viewer supports the attribute for it.
const BASELINE: f64 = 4.0;

/// The width of a number in text, in characters. It grows for longer numbers.
const DIGITS: usize = 3;
/// The least number of characters between two numbers in text.
const GAP: usize = 2;
/// The colours are literal, for light and again for dark viewers: not every viewer supports CSS variables.
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
text.edge { font-size: 10px; fill: #7c7767 }
text.key { font-size: 12px; text-anchor: start }
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
  text.edge { fill: #9a9ea8 }
}
";

/// Writes a game as SVG: its moves, and as `next` the moves that can be played now. `record` is the text of the record,
/// which is not shown. The caller ensures that the moves are legal, so that points are at most some dozen steps apart.
///
/// # Errors
/// Those of `out`.
///
/// # Complexity
/// O(moves).
pub fn svg(
    out: &mut dyn Write,
    title: &str,
    pattern: &Pattern,
    moves: &[Move],
    next: &[Move],
    record: Option<&str>,
) -> io::Result<()> {
    draw(out, title, pattern, moves, next, record, true)
}

/// Draws a game. If it is `captioned`, the title and the key are below it and what the rings are is described, as a
/// picture that stands alone needs.
///
/// # Errors
/// As [`svg`].
pub(super) fn draw(
    out: &mut dyn Write,
    title: &str,
    pattern: &Pattern,
    moves: &[Move],
    next: &[Move],
    record: Option<&str>,
    captioned: bool,
) -> io::Result<()> {
    let area = BoundingBox::new(pattern, moves, next, MARGIN);
    // Ascending, each once.
    let mut rings: Vec<Point> = Vec::new();
    for next in next {
        if let Err(index) = rings.binary_search(&next.point) {
            rings.insert(index, next.point);
        }
    }
    let (width, bottom) = (EDGE + PITCH * f64::from(area.columns), EDGE + PITCH * f64::from(area.rows));
    let lines = if rings.is_empty() { 1.5 } else { 2.5 };
    let height = if captioned { bottom + LINE * lines } else { bottom };
    let smaller = (width / (CHARACTER * title.chars().count() as f64)).min(1.0);
    let style = format!("{STYLE}text.caption {{ font-size: {}px }}\n", Fixed(14.0 * smaller));
    let mut svg = Svg::begin(out, width, height, title, &style)?;
    svg.description(describe(pattern, moves.len(), if captioned { rings.len() } else { 0 }))?;
    if let Some(record) = record {
        svg.metadata(record)?;
    }
    svg.paper()?;
    grid(&mut svg, &area)?;
    if captioned {
        svg.text("caption", (width / 2.0, bottom + LINE / 2.0 + BASELINE), title)?;
    }
    let centre = |point: Point| {
        let (column, row) = area.cell(point);
        (coordinate(column), coordinate(row))
    };
    for mv in moves {
        let class = class(mv.line.direction());
        let [(x1, y1), (x2, y2)] = [mv.line.start(), mv.line.end()].map(centre);
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(Fixed);
        svg.element(format_args!("line class=\"line {class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\""))?;
    }
    if captioned && !rings.is_empty() {
        let (x, y) = (width / 2.0 - 66.0, bottom + LINE * 1.5);
        svg.circle("key next", (x, y), 4.5)?;
        svg.text("key", (x + 12.0, y + BASELINE), "a move is legal here")?;
    }
    for point in rings {
        svg.circle("next", centre(point), 4.5)?;
    }
    for &point in pattern.points() {
        svg.circle("cross", centre(point), 5.0)?;
    }
    for (mv, number) in moves.iter().zip(1_u64..) {
        let (x, y) = centre(mv.point);
        svg.circle("new", (x, y), 12.5)?;
        svg.text("number", (x, y + BASELINE), number)?;
    }
    svg.end()
}

/// Returns a description of the picture in words.
fn describe(pattern: &Pattern, moves: usize, next: usize) -> String {
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let drawn = format!(
        "Morpion Solitaire {} after {moves} move{}: the {} as dots, each new point as a circle \
         with the number of its move, each line in the colour of its direction.",
        pattern.variant(),
        plural(moves),
        if pattern.is_cross() { "points of the cross" } else { "start points" }
    );
    if next == 0 {
        drawn
    } else {
        format!("{drawn} Small rings mark the {next} point{} where the next move can be made.", plural(next))
    }
}

/// Draws the paper's grid, whose crossings are the points, with the coordinates.
fn grid(svg: &mut Svg<'_>, area: &BoundingBox) -> io::Result<()> {
    let [width, height] = [area.columns, area.rows].map(|points| PITCH * f64::from(points));
    let across = (0..area.rows).map(|row| format!("M{EDGE} {}h{width}", Fixed(coordinate(row))));
    let down = (0..area.columns).map(|column| format!("M{} {EDGE}v{height}", Fixed(coordinate(column))));
    svg.path("grid", across.chain(down).collect::<String>())?;
    for column in 0..area.columns {
        svg.text("edge", (coordinate(column), EDGE / 2.0 + BASELINE), area.left + i64::from(column))?;
    }
    for row in 0..area.rows {
        svg.text("edge", (EDGE / 2.0, coordinate(row) + BASELINE), area.top + i64::from(row))?;
    }
    Ok(())
}

/// Returns the class of lines of a direction.
fn class(direction: Direction) -> &'static str {
    match direction {
        Direction::Horizontal => "horizontal",
        Direction::Vertical => "vertical",
        Direction::Rising => "rising",
        Direction::Falling => "falling",
    }
}

fn coordinate(column_or_row: u16) -> f64 {
    EDGE + PITCH * (f64::from(column_or_row) + 0.5)
}

/// The terminal that a text is for.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    /// Its width in characters.
    pub columns: usize,
    /// Whether it shows colours.
    pub has_colours: bool,
}

/// Writes a game as text: its moves, and as `next` the moves that can be played now. Returns the width in characters. A
/// point takes five characters; rows have no trailing blanks. On a `terminal` that is not wide enough a point takes
/// four characters, or one more than the last number has digits; that may still be too wide.
///
/// ```
/// use quadrille::morpion::{Pattern, Variant, picture};
/// let mut text = Vec::new();
/// picture::text(&mut text, &Pattern::cross(Variant::D4), &[], &[], None)?;
/// let text = String::from_utf8(text)?;
/// let rows: Vec<&str> = text.lines().step_by(2).collect();
/// assert_eq!(rows[..3], [
///     " .    .    o    o    o    .    .",
///     " .    .    o    .    o    .    .",
///     " o    o    o    .    o    o    o",
/// ]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`svg`].
///
/// # Complexity
/// O(points of the picture), which is held in memory.
pub fn text(
    out: &mut dyn Write,
    pattern: &Pattern,
    moves: &[Move],
    next: &[Move],
    terminal: Option<Terminal>,
) -> io::Result<usize> {
    let mut canvas = Canvas::new(BoundingBox::new(pattern, moves, next, 0), moves.len(), terminal);
    for mv in moves {
        let before = moves.iter().filter(|other| is_before(&other.line, &mv.line)).count();
        canvas.line(&mv.line, before % 2 == 1);
    }
    for mv in next {
        canvas.point(mv.point, "+");
    }
    for &point in pattern.points() {
        canvas.point(point, "o");
    }
    for (mv, number) in moves.iter().zip(1_u64..) {
        canvas.point(mv.point, &number.to_string());
    }
    canvas.write(out)?;
    Ok(usize::from(canvas.area.columns - 1) * canvas.pitch + canvas.width)
}

/// Returns whether two lines lie on one straight line, the first one nearer to its start.
fn is_before(first: &Line, second: &Line) -> bool {
    let ((dx, dy), x) = (first.direction().step(), second.start().x - first.start().x);
    let y = second.start().y - first.start().y;
    first.direction() == second.direction() && x * dy == y * dx && (x, y) > (0, 0)
}

/// Rows of characters: rows of points, and between them rows of lines.
struct Canvas {
    area: BoundingBox,
    rows: Vec<Vec<u8>>,
    /// The characters of every other line of a row of lines, which are bold.
    bold: Vec<Vec<bool>>,
    /// The width of a point in characters.
    width: usize,
    /// The distance of neighbours.
    pitch: usize,
    has_colours: bool,
}

impl Canvas {
    fn new(area: BoundingBox, moves: usize, terminal: Option<Terminal>) -> Canvas {
        let (columns, digits) = (usize::from(area.columns), moves.to_string().len());
        let fits = |(width, pitch): &(usize, usize)| {
            terminal.is_none_or(|terminal| (columns - 1) * pitch + width <= terminal.columns)
        };
        let width = digits.max(DIGITS);
        let forms = [(width, width + GAP), (width, width + 1)];
        let (width, pitch) = forms.into_iter().find(fits).unwrap_or((digits, digits + 1));
        let mut rows = vec![vec![b' '; columns * pitch]; 2 * usize::from(area.rows) - 1];
        for point in rows.iter_mut().step_by(2).flat_map(|row| row.chunks_mut(pitch)) {
            point[(width - 1) / 2] = b'.';
        }
        let bold = vec![vec![false; columns * pitch]; rows.len()];
        let has_colours = terminal.is_some_and(|terminal| terminal.has_colours);
        Canvas { area, rows, bold, width, pitch, has_colours }
    }

    /// Returns the row of points and the column of characters of the middle of a point.
    fn middle(&self, point: Point) -> (usize, usize) {
        let (column, row) = self.area.cell(point);
        (row.into(), usize::from(column) * self.pitch + (self.width - 1) / 2)
    }

    /// Draws a line from point to point. Points are drawn over it.
    fn line(&mut self, line: &Line, is_bold: bool) {
        for (from, to) in line.points().zip(line.points().skip(1)) {
            let ((row, left), (next_row, right)) = (self.middle(from), self.middle(to));
            // Twice the row of points halfway.
            let between = &mut self.rows[row + next_row];
            self.bold[row + next_row][left.min(right)..=left.max(right)].fill(is_bold);
            let middle = &mut between[left.midpoint(right)];
            match (left == right, row.cmp(&next_row)) {
                (true, _) => *middle = b'|',
                (false, Ordering::Equal) => between[left + 1..right].fill(b'-'),
                (false, Ordering::Less) => *middle = if matches!(middle, b'/' | b'X') { b'X' } else { b'\\' },
                (false, Ordering::Greater) => *middle = if matches!(middle, b'\\' | b'X') { b'X' } else { b'/' },
            }
        }
    }

    /// Writes a text in the middle of a point.
    fn point(&mut self, point: Point, text: &str) {
        let (row, middle) = self.middle(point);
        let from = middle - (text.len() - 1) / 2;
        self.rows[2 * row][from..from + text.len()].copy_from_slice(text.as_bytes());
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for (row, bold) in self.rows.iter().zip(&self.bold) {
            match row.trim_ascii_end() {
                [] => writeln!(out, "{:>width$}", ":", width = self.width.div_ceil(2))?,
                row if self.has_colours => {
                    for (&character, &is_bold) in row.iter().zip(bold) {
                        write_coloured(out, character, is_bold)?;
                    }
                    writeln!(out)?;
                }
                row => {
                    out.write_all(row)?;
                    writeln!(out)?;
                }
            }
        }
        Ok(())
    }
}

/// Writes a character in the colour of the direction of the line that it is part of.
fn write_coloured(out: &mut dyn Write, character: u8, is_bold: bool) -> io::Result<()> {
    let colour = match character {
        b'-' => 36,
        b'|' => 31,
        b'/' => 32,
        b'\\' => 35,
        _ => return out.write_all(&[character]),
    };
    let bold = if is_bold { "1;" } else { "" };
    write!(out, "\x1b[{bold}{colour}m{}\x1b[0m", char::from(character))
}

/// The smallest rectangle of the lattice around everything that is drawn. Points become columns and rows.
///
/// ```text
///      (-1, 0)
///          . . . o . .       6 columns and 3 rows; the cell of the point (2, 2), in
///          o o o o o .       the last row, is column 3, row 2
///          . . . o . .
/// ```
struct BoundingBox {
    left: i64,
    top: i64,
    columns: u16,
    rows: u16,
}

impl BoundingBox {
    /// Returns the rectangle around the start points and all moves with a margin, extended by the next moves, whose
    /// points lie in a margin of one.
    fn new(pattern: &Pattern, moves: &[Move], next: &[Move], margin: u16) -> BoundingBox {
        let range = |coordinate: fn(Point) -> i64| {
            let points = moves.iter().flat_map(|mv| [mv.point, mv.line.start(), mv.line.end()]);
            let drawn = pattern.points().iter().copied().chain(points).map(coordinate).minmax();
            let (first, last) = drawn.into_option().unwrap_or_default();
            let (first, last) = (first - i64::from(margin), last + i64::from(margin));
            let next = || next.iter().map(|mv| coordinate(mv.point));
            (next().fold(first, i64::min), next().fold(last, i64::max))
        };
        let ((left, right), (top, bottom)) = (range(|point| point.x), range(|point| point.y));
        BoundingBox { left, top, columns: (right - left + 1) as u16, rows: (bottom - top + 1) as u16 }
    }

    /// Returns the column and the row of a point, counted from 0. The caller ensures that the point is in the
    /// rectangle.
    fn cell(&self, point: Point) -> (u16, u16) {
        ((point.x - self.left) as u16, (point.y - self.top) as u16)
    }
}
