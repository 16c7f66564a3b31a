//! A board with its labels, counters and outlines, and the place below it for what they mean.

use std::fmt::{self, Display};
use std::io::{self, Write};

use crate::cell::{Cell, ColumnName};
use crate::hip::Size;
use crate::player::Player;
use crate::svg::{Fixed, Svg};

/// The distance of the centres of neighbours.
const PITCH: f64 = 40.0;
/// The space around the board, for labels.
const MARGIN: f64 = 40.0;
/// The height of a line below the board.
const LINE: f64 = 22.0;
/// The width of an entry of the legend.
const ENTRY: f64 = 184.0;

/// How many patterns there are in which outlines are drawn: each is a colour with dashes.
pub(super) const PATTERNS: usize = 12;

/// Colours are written out for light and for dark viewers, since some viewers do not know CSS variables.
const STYLE: &str = "\
.paper { fill: #fffdf8 }
.cells { fill: #f3efe4; stroke: #8a8577; stroke-width: 1 }
.x.counter { fill: #b3301c }
.o.counter { fill: #fffdf8; stroke: #1f5fa8; stroke-width: 5 }
.under { fill: none; stroke: #fffdf8; stroke-width: 6; stroke-opacity: 0.85; stroke-linejoin: round }
.square { fill: none; stroke-width: 3; stroke-linejoin: round; stroke-linecap: butt }
.faint { stroke-width: 1; stroke-opacity: 0.4 }
.x.faint { stroke: #b3301c }
.o.faint { stroke: #1f5fa8 }
.best { fill: none; stroke: #2a7d3f; stroke-width: 2; stroke-dasharray: 3 2.2 }
.dot { fill: #2a7d3f }
.c0 { stroke: #14110d }
.c1 { stroke: #0d8a54 }
.c2 { stroke: #8b2fb0 }
.c3 { stroke: #c77700 }
.d1 { stroke-dasharray: 9 4 }
.d2 { stroke-dasharray: 3 3 }
text { font: 12px sans-serif; fill: #2b2a27; text-anchor: middle }
text.legend { font-size: 14px }
text.entry { font-size: 13px; text-anchor: start }
text.x.move { fill: #ffffff; font-weight: bold }
text.o.move { font-weight: bold }
@media (prefers-color-scheme: dark) {
  .paper { fill: #1c1d20 }
  .cells { fill: #2a2c31; stroke: #70747d }
  .x.counter { fill: #f0795f }
  .o.counter { fill: #1c1d20; stroke: #6fb0f2 }
  .under { stroke: #1c1d20 }
  .x.faint { stroke: #f0795f }
  .o.faint { stroke: #6fb0f2 }
  .best { stroke: #6fd28c }
  .dot { fill: #6fd28c }
  .c0 { stroke: #ffffff }
  .c1 { stroke: #5fe0a4 }
  .c2 { stroke: #d79bf0 }
  .c3 { stroke: #ffc560 }
  text { fill: #e4e2dc }
  text.x.move { fill: #1c1d20 }
}
";

/// Where things are in the picture of a board.
pub(super) struct Board {
    size: Size,
    left: f64,
    width: f64,
    height: f64,
    /// How many entries a line below the board has.
    entries_a_line: usize,
    /// Where those lines begin.
    entries_left: f64,
}

impl Board {
    /// Returns the layout of a board with a legend of the given number of entries.
    pub(super) fn new(size: Size, entries: usize) -> Board {
        let board = PITCH * f64::from(size.columns());
        let width = (2.0 * MARGIN + board).max(2.0 * ENTRY + MARGIN);
        let fit = (1..=entries).take_while(|&entries| ENTRY * entries as f64 + MARGIN <= width);
        let entries_a_line = fit.last().unwrap_or(1);
        let lines = entries.div_ceil(entries_a_line);
        let height = 2.0 * MARGIN + PITCH * f64::from(size.rows()) + LINE * (1.0 + lines as f64);
        let entries_left = (width - ENTRY * entries_a_line as f64) / 2.0;
        Board { size, left: (width - board) / 2.0, width, height, entries_a_line, entries_left }
    }

    /// Begins the picture with the empty board.
    pub(super) fn begin<W: Write>(&self, out: W, title: &str) -> io::Result<Svg<W>> {
        let mut svg = Svg::begin(out, self.width, self.height, title, STYLE)?;
        let (width, height) = (Fixed(self.width), Fixed(self.height));
        svg.element(format_args!("rect class=\"paper\" width=\"{width}\" height=\"{height}\""))?;
        let (columns, rows) = (self.size.columns(), self.size.rows());
        let across = PITCH * f64::from(columns);
        for row in 0..rows {
            let top = MARGIN + PITCH * f64::from(row);
            // The frame of a row, and the lines between its cells.
            let frame = format!("M{} {}h{across}v{PITCH}h-{across}Z", Fixed(self.left), Fixed(top));
            let lines = format!("m{PITCH} 0v{PITCH}m0-{PITCH}").repeat(usize::from(columns) - 1);
            svg.element(format_args!("path class=\"cells\" d=\"{frame}{lines}\""))?;
        }
        for column in 0..columns {
            let (x, y) = self.centre(Cell::new(column, 0));
            text(&mut svg, "label", (x, y - PITCH / 2.0 - 14.0), ColumnName(column))?;
        }
        for row in 0..rows {
            let (x, y) = self.centre(Cell::new(0, row));
            text(&mut svg, "label", (x - PITCH / 2.0 - 16.0, y), u32::from(row) + 1)?;
        }
        Ok(svg)
    }

    pub(super) fn centre(&self, cell: Cell) -> (f64, f64) {
        let place = |along: u16| PITCH * (f64::from(along) + 0.5);
        (self.left + place(cell.column()), MARGIN + place(cell.row()))
    }

    /// A counter: a disc or a ring.
    pub(super) fn counter(&self, svg: &mut Svg<impl Write>, owner: Player, cell: Cell) -> io::Result<()> {
        let (x, y) = self.centre(cell);
        let class = class(owner);
        let radius = match owner {
            Player::X => 14.0,
            Player::O => 11.5,
        };
        let (cx, cy) = (Fixed(x), Fixed(y));
        svg.element(format_args!("circle class=\"{class} counter\" cx=\"{cx}\" cy=\"{cy}\" r=\"{radius}\""))
    }

    /// The number of a move on its counter.
    pub(super) fn number(&self, svg: &mut Svg<impl Write>, owner: Player, cell: Cell, number: u64) -> io::Result<()> {
        text(svg, format_args!("{} move", class(owner)), self.centre(cell), number)
    }

    /// The outline of the square with these corners, in the pattern of this number.
    pub(super) fn outline(&self, svg: &mut Svg<impl Write>, number: usize, corners: [Cell; 4]) -> io::Result<()> {
        let centres = corners.map(|corner| self.centre(corner));
        let middle = (f64::midpoint(centres[0].0, centres[2].0), f64::midpoint(centres[0].1, centres[2].1));
        // Sides of different squares that lie on one line are drawn side by side.
        let outwards = [0.0, 4.0, -4.0, 8.0, -8.0][number % 5];
        let places = centres.map(|(x, y)| {
            let (dx, dy) = (x - middle.0, y - middle.1);
            let stretched = 1.0 + outwards / dx.hypot(dy);
            (middle.0 + dx * stretched, middle.1 + dy * stretched)
        });
        let outline = Outline(&places);
        svg.element(format_args!("path class=\"under\" d=\"{outline}\""))?;
        svg.element(format_args!("path class=\"square {}\" d=\"{outline}\"", Pattern(number)))
    }

    /// The outline of one of many squares, in the colour of its owner.
    pub(super) fn faint_outline(&self, svg: &mut Svg<impl Write>, owner: Player, corners: [Cell; 4]) -> io::Result<()> {
        let outline = corners.map(|corner| self.centre(corner));
        svg.element(format_args!("path class=\"square faint {}\" d=\"{}\"", class(owner), Outline(&outline)))
    }

    /// What the whole picture shows, below the board.
    pub(super) fn caption(&self, svg: &mut Svg<impl Write>, caption: impl Display) -> io::Result<()> {
        text(svg, "legend", (self.width / 2.0, self.below() + LINE / 2.0), caption)
    }

    /// What a pattern of an outline means, below the caption.
    pub(super) fn explain(&self, svg: &mut Svg<impl Write>, number: usize, meaning: impl Display) -> io::Result<()> {
        let (x, y) = self.entry(number);
        let (from, y_at) = (Fixed(x), Fixed(y));
        svg.element(format_args!("path class=\"sample square {}\" d=\"M{from} {y_at}h30\"", Pattern(number)))?;
        text(svg, "entry", (x + 38.0, y), meaning)
    }

    /// Where the entry of this number stands.
    pub(super) fn entry(&self, number: usize) -> (f64, f64) {
        let (line, along) = (number / self.entries_a_line, number % self.entries_a_line);
        (self.entries_left + 8.0 + ENTRY * along as f64, self.below() + LINE * (1.5 + line as f64))
    }

    fn below(&self) -> f64 {
        MARGIN + PITCH * f64::from(self.size.rows()) + MARGIN / 2.0
    }
}

/// A text with its middle at this height. Not every viewer knows the attribute for it.
pub(super) fn text(
    svg: &mut Svg<impl Write>,
    class: impl Display,
    (x, y): (f64, f64),
    text: impl Display,
) -> io::Result<()> {
    svg.text(&class.to_string(), (x, y + 4.5), text)
}

fn class(player: Player) -> &'static str {
    match player {
        Player::X => "x",
        Player::O => "o",
    }
}

/// The classes of a pattern.
struct Pattern(usize);

impl Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pattern(number) = self;
        write!(f, "c{} d{}", number % 4, number % PATTERNS / 4)
    }
}

struct Outline<'a>(&'a [(f64, f64)]);

impl Display for Outline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, &(x, y)) in self.0.iter().enumerate() {
            write!(f, "{}{} {}", if i == 0 { "M" } else { "L" }, Fixed(x), Fixed(y))?;
        }
        f.write_str("Z")
    }
}
