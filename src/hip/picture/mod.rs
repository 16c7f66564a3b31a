//! Pictures of Hip boards: full boards with their monochromatic squares, games move by move, and sheets of draws.
//!
//! Player 1's counters are discs, player 2's are rings, so that no difference is one of colour alone. Up to twelve
//! monochromatic squares are drawn over the counters, in lines thin enough to leave these readable, each in a pattern of
//! its own that a legend explains. More of them could not be told apart: then each has a small board of its own below.
//! If there are more than sixty, each counter has a number instead: how many squares have a corner there.

use std::cmp::Reverse;
use std::fmt::Display;
use std::io::{self, Write};

use itertools::Itertools;
use num_bigint::BigUint;

use super::report::PlayerName;
use super::{Colouring, Game, Outcome, Size, Solution, Square, Standing, Tie};
use crate::cell::{Cell, ColumnName};
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

/// The radii of player 1's and player 2's counters.
const RADII: [f64; 2] = [14.0, 11.5];

/// The number of patterns of outlines, a colour with dashes each, and so the largest number of squares that are drawn.
const PATTERNS: usize = 12;

/// The largest number of squares that have a small board each, and the distance of the centres of its neighbours.
const PANELS: usize = 60;
const PANEL_PITCH: f64 = 9.0;
/// The space between them, with a line of text.
const PANEL_GAP: f64 = 27.0;

/// The style of a board. Colours are repeated for light and for dark viewers, since some do not support CSS variables.
const STYLE: &str = include_str!("board.css");

/// The distance of the centres of neighbours on a sheet.
const SHEET_PITCH: f64 = 14.0;
/// The space around a sheet and between its boards.
const SHEET_GAP: f64 = 12.0;
/// The height of a line of text on a sheet.
const SHEET_LINE: f64 = 18.0;
/// The least width of a board with its caption. A caption is short, since a thousand of them share the width of a page.
const SHEET_NARROWEST: f64 = 66.0;
/// The largest number of boards on a sheet.
const SHEET_BOARDS: usize = 1000;

/// The style of a sheet.
const SHEET_STYLE: &str = include_str!("sheet.css");

/// Writes the picture of a full board and its monochromatic squares.
///
/// # Errors
/// Those of `out`.
pub fn tie(out: &mut dyn Write, title: &str, tie: &Tie) -> io::Result<()> {
    let size = tie.colouring.size();
    let outlines: Vec<(Player, Square)> = tie.colouring.monochromatic().collect();
    // Small squares are drawn last, on top of larger ones.
    let extent = |square: Square| {
        let [first, next, ..] = square.corners();
        u32::from(next.column() - first.column()).pow(2) + u32::from(next.row() - first.row()).pow(2)
    };
    let mut order: Vec<usize> = (0..outlines.len()).collect();
    order.sort_by_key(|&i| Reverse(extent(outlines[i].1)));
    let explained = if outlines.len() <= PATTERNS { &outlines[..] } else { &[] };
    let panelled = if (PATTERNS + 1..=PANELS).contains(&outlines.len()) { &outlines[..] } else { &[] };
    let is_counted = outlines.len() > PANELS;
    let mut board = Board::new(size, explained.len().max(is_counted.into()));
    let panels = Panels::below(&board, panelled.len());
    board.height += panels.height();
    let mut svg = board.begin(out, title)?;
    let squares = outlines.iter().flat_map(|(_, square)| square.corners()).counts();
    for cell in size.cells() {
        let owner = tie.colouring.owner(cell);
        counter(&mut svg, owner, board.centre(cell), RADII)?;
        if let Some(number) = squares.get(&cell).filter(|_| is_counted) {
            text(&mut svg, format_args!("{} move", class(owner)), board.centre(cell), number)?;
        }
    }
    for i in order.into_iter().filter(|_| !explained.is_empty()) {
        board.outline(&mut svg, i, outlines[i].1.corners())?;
    }
    let strength = match tie.standing {
        Standing::Proved => "proved minimum".to_owned(),
        Standing::AtLeast(bound) => format!("lower bound {bound}"),
    };
    let plural = if tie.squares == 1 { "" } else { "s" };
    board.caption(&mut svg, format_args!("{} monochromatic square{plural}, {strength}", tie.squares))?;
    board.players(&mut svg)?;
    if is_counted {
        let below = (board.width / 2.0, board.entry(0).1);
        text(&mut svg, "legend", below, "numbers: squares with a corner there")?;
    }
    for (i, (owner, square)) in explained.iter().enumerate() {
        board.explain(&mut svg, i, format_args!("{owner}: {square}"))?;
    }
    for (i, &(owner, square)) in panelled.iter().enumerate() {
        panels.draw(&mut svg, i, owner, square)?;
    }
    svg.end()
}

/// The layout of small boards with one square each, in lines below the board.
struct Panels {
    size: Size,
    number: usize,
    a_line: usize,
    left: f64,
    top: f64,
}

impl Panels {
    fn below(board: &Board, number: usize) -> Panels {
        let size = board.size;
        let width = Panels::side(size.columns());
        let a_line = (1..=number).take_while(|&panels| width * panels as f64 <= board.width).last().unwrap_or(1);
        let left = (board.width - width * a_line as f64) / 2.0;
        Panels { size, number, a_line, left, top: board.height - MARGIN / 4.0 }
    }

    /// Returns the width and the height of a small board with the space around it.
    fn pitch(&self) -> (f64, f64) {
        (Panels::side(self.size.columns()), Panels::side(self.size.rows()))
    }

    fn side(cells: u16) -> f64 {
        PANEL_PITCH * f64::from(cells) + PANEL_GAP
    }

    fn height(&self) -> f64 {
        self.pitch().1 * self.number.div_ceil(self.a_line) as f64
    }

    /// Draws the small board with this number.
    fn draw(&self, svg: &mut Svg<'_>, number: usize, owner: Player, square: Square) -> io::Result<()> {
        let (across, down) = self.pitch();
        let left = self.left + across * (number % self.a_line) as f64 + PANEL_GAP / 2.0;
        let top = self.top + down * (number / self.a_line) as f64;
        let (width, height) = (across - PANEL_GAP, down - PANEL_GAP);
        let (x, y) = (Fixed(left), Fixed(top));
        svg.element(format_args!("rect class=\"cells\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\""))?;
        let at = |along: u16| PANEL_PITCH * (f64::from(along) + 0.5);
        let corners = square.corners().map(|cell| (left + at(cell.column()), top + at(cell.row())));
        svg.path("panel square c0", polygon(corners))?;
        corners.iter().try_for_each(|&corner| svg.circle(&format!("{} key", class(owner)), corner, 3.6))?;
        text(svg, "label", (left + width / 2.0, top + height + 11.0), square)
    }
}

/// Writes the picture of a game: its moves numbered, the best next moves marked, and the square whose completion ended
/// it.
///
/// # Errors
/// Those of `out`.
pub fn position(out: &mut dyn Write, title: &str, game: &Game, solution: &Solution) -> io::Result<()> {
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
            counter(&mut svg, owner, board.centre(cell), RADII)?;
            text(&mut svg, format_args!("{} move", class(owner)), board.centre(cell), number)?;
        }
    }
    for &cell in best {
        mark(&mut svg, board.centre(cell))?;
    }
    match solution.outcome {
        Ok(Outcome::Win(player)) => board.caption(&mut svg, format_args!("{} wins", PlayerName(player)))?,
        Ok(Outcome::Draw) => board.caption(&mut svg, "a draw")?,
        Err(_) => board.caption(&mut svg, "winner unknown")?,
    }
    board.players(&mut svg)?;
    if let Some(square) = completed {
        board.explain(&mut svg, 0, format_args!("completed square: {square}"))?;
    }
    if !best.is_empty() {
        let (x, y) = board.entry(0);
        mark(&mut svg, (x + 14.0, y))?;
        let player = game.turn().map(|player| PlayerName(player).to_string()).unwrap_or_default();
        text(&mut svg, "entry", (x + 38.0, y), format_args!("best moves of {player}"))?;
    }
    svg.end()
}

/// Writes a sheet of the first thousand draws, numbered, with the numbers of counters of the players if they are not
/// those of a playable draw. `count` must be the number of all `draws`; `None` if the count was stopped early, and then
/// there must be no draws.
///
/// # Errors
/// Those of `out`.
pub fn sheet(
    out: &mut dyn Write,
    title: &str,
    size: Size,
    count: Option<&BigUint>,
    draws: impl IntoIterator<Item = Colouring>,
) -> io::Result<()> {
    // A number that does not fit is too large.
    let shown = count.map_or(0, |count| usize::try_from(count).unwrap_or(SHEET_BOARDS).min(SHEET_BOARDS));
    let (board_width, board_height) = (SHEET_PITCH * f64::from(size.columns()), SHEET_PITCH * f64::from(size.rows()));
    let each = (board_width.max(SHEET_NARROWEST) + SHEET_GAP, board_height + 2.0 * SHEET_LINE + SHEET_GAP);
    // At least half as wide again as high.
    let wide = |across: &usize| (across * across) as f64 * each.0 >= 1.5 * shown as f64 * each.1;
    // Four leave space for the title.
    let across = (4..shown).find(wide).unwrap_or(4);
    let down = shown.div_ceil(across);
    let (width, height) =
        (across as f64 * each.0 + SHEET_GAP, down as f64 * each.1 + 2.0 * SHEET_GAP + 2.0 * SHEET_LINE);
    let mut svg = Svg::begin(out, width, height, title, SHEET_STYLE)?;
    svg.paper()?;
    let legend = (width / 2.0, SHEET_GAP);
    match count {
        None => text(&mut svg, "legend", legend, format_args!("{title}: the count was stopped early"))?,
        Some(count) if BigUint::from(shown) == *count => text(&mut svg, "legend", legend, title)?,
        Some(count) => text(&mut svg, "legend", legend, format_args!("{title}: the first {shown} of {count}"))?,
    }
    players(&mut svg, (width / 2.0, SHEET_GAP + SHEET_LINE))?;
    for (i, draw) in draws.into_iter().take(shown).enumerate() {
        let left = SHEET_GAP + each.0 * (i % across) as f64 + (each.0 - SHEET_GAP - board_width) / 2.0;
        let top = 2.0 * SHEET_GAP + 1.5 * SHEET_LINE + each.1 * (i / across) as f64;
        small_board(&mut svg, (left, top), &draw)?;
        let [x, o] = Player::BOTH.map(|player| draw.counters(player));
        let (middle, below) = (left + board_width / 2.0, top + board_height + SHEET_LINE / 2.0 + 3.0);
        text(&mut svg, "label", (middle, below), i + 1)?;
        let below = (middle, below + SHEET_LINE - 2.0);
        if draw.is_playable() {
            text(&mut svg, "playable", below, "playable")?;
        } else {
            text(&mut svg, "count", below, format_args!("{x} X, {o} O"))?;
        }
    }
    svg.end()
}

/// Draws a board of a sheet, with its top left corner at a point.
fn small_board(svg: &mut Svg<'_>, (left, top): (f64, f64), draw: &Colouring) -> io::Result<()> {
    let size = draw.size();
    let (width, height) = (SHEET_PITCH * f64::from(size.columns()), SHEET_PITCH * f64::from(size.rows()));
    let frame = format!("M{} {}h{width}v{height}h-{width}Z", Fixed(left), Fixed(top));
    svg.path("frame", frame)?;
    for cell in size.cells() {
        let offset = |along: u16| SHEET_PITCH * (f64::from(along) + 0.5);
        counter(svg, draw.owner(cell), (left + offset(cell.column()), top + offset(cell.row())), [5.2, 4.0])?;
    }
    Ok(())
}

/// Writes a key with its middle at a point: a small counter of each player, and whose it is.
fn players(svg: &mut Svg<'_>, (x, y): (f64, f64)) -> io::Result<()> {
    for (player, left, radius) in [(Player::X, x - 105.0, 6.0), (Player::O, x + 15.0, 5.0)] {
        svg.circle(&format!("{} key", class(player)), (left, y), radius)?;
        text(svg, "entry", (left + 13.0, y), format_args!("{} ({player})", PlayerName(player)))?;
    }
    Ok(())
}

/// Draws a counter, a disc or a ring, with the radius for its owner.
fn counter(svg: &mut Svg<'_>, owner: Player, centre: (f64, f64), [x, o]: [f64; 2]) -> io::Result<()> {
    svg.circle(&format!("{} counter", class(owner)), centre, if owner == Player::X { x } else { o })
}

/// Draws the mark of a best move: a dot in a dashed ring.
fn mark(svg: &mut Svg<'_>, centre: (f64, f64)) -> io::Result<()> {
    svg.circle("best", centre, 9.0)?;
    svg.circle("dot", centre, 2.6)
}

/// The layout of the picture of a board: the board with its labels, a caption, and lines of legend entries.
struct Board {
    size: Size,
    left: f64,
    width: f64,
    height: f64,
    /// The number of entries in a line below the board.
    entries_a_line: usize,
    /// The left end of those lines.
    entries_left: f64,
}

impl Board {
    /// Returns the layout of a board with a legend of the given number of entries.
    fn new(size: Size, entries: usize) -> Board {
        let board = PITCH * f64::from(size.columns());
        let width = (2.0 * MARGIN + board).max(2.0 * ENTRY + MARGIN);
        let fit = (1..=entries).take_while(|&entries| ENTRY * entries as f64 + MARGIN <= width);
        let entries_a_line = fit.last().unwrap_or(1);
        let lines = entries.div_ceil(entries_a_line);
        // The caption, the players, and the entries.
        let height = 2.0 * MARGIN + PITCH * f64::from(size.rows()) + LINE * (2.0 + lines as f64);
        let entries_left = (width - ENTRY * entries_a_line as f64) / 2.0;
        Board { size, left: (width - board) / 2.0, width, height, entries_a_line, entries_left }
    }

    /// Begins the picture with the empty board.
    fn begin<'a>(&self, out: &'a mut dyn Write, title: &str) -> io::Result<Svg<'a>> {
        let mut svg = Svg::begin(out, self.width, self.height, title, STYLE)?;
        svg.paper()?;
        let (columns, rows) = (self.size.columns(), self.size.rows());
        let across = PITCH * f64::from(columns);
        for row in 0..rows {
            let top = MARGIN + PITCH * f64::from(row);
            // The frame of a row, and the lines between its cells.
            let frame = format!("M{} {}h{across}v{PITCH}h-{across}Z", Fixed(self.left), Fixed(top));
            let lines = format!("m{PITCH} 0v{PITCH}m0-{PITCH}").repeat(usize::from(columns) - 1);
            svg.path("cells", frame + &lines)?;
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

    /// Returns the centre of a cell.
    fn centre(&self, cell: Cell) -> (f64, f64) {
        let offset = |along: u16| PITCH * (f64::from(along) + 0.5);
        (self.left + offset(cell.column()), MARGIN + offset(cell.row()))
    }

    /// Draws the outline of the square with these corners, in the pattern with this number.
    fn outline(&self, svg: &mut Svg<'_>, number: usize, corners: [Cell; 4]) -> io::Result<()> {
        let centres = corners.map(|corner| self.centre(corner));
        let middle = (f64::midpoint(centres[0].0, centres[2].0), f64::midpoint(centres[0].1, centres[2].1));
        // Sides of different squares that lie on one line are drawn side by side.
        let outwards = [0.0, 4.0, -4.0, 8.0, -8.0][number % 5];
        let points = centres.map(|(x, y)| {
            let (dx, dy) = (x - middle.0, y - middle.1);
            let stretched = 1.0 + outwards / dx.hypot(dy);
            (middle.0 + dx * stretched, middle.1 + dy * stretched)
        });
        let outline = polygon(points);
        svg.path("under", &outline)?;
        svg.path(&format!("square {}", pattern(number)), outline)
    }

    /// Writes below the board what the picture shows.
    fn caption(&self, svg: &mut Svg<'_>, caption: impl Display) -> io::Result<()> {
        text(svg, "legend", (self.width / 2.0, self.below() + LINE / 2.0), caption)
    }

    /// Writes below the caption whose counters are which.
    fn players(&self, svg: &mut Svg<'_>) -> io::Result<()> {
        players(svg, (self.width / 2.0, self.below() + LINE * 1.5))
    }

    /// Writes below the players what a pattern of an outline means.
    fn explain(&self, svg: &mut Svg<'_>, number: usize, meaning: impl Display) -> io::Result<()> {
        let (x, y) = self.entry(number);
        let sample = format!("sample square {}", pattern(number));
        svg.path(&sample, format_args!("M{} {}h30", Fixed(x), Fixed(y)))?;
        text(svg, "entry", (x + 38.0, y), meaning)
    }

    /// Returns the left end and the middle height of a legend entry.
    fn entry(&self, number: usize) -> (f64, f64) {
        let (line, along) = (number / self.entries_a_line, number % self.entries_a_line);
        (self.entries_left + 8.0 + ENTRY * along as f64, self.below() + LINE * (2.5 + line as f64))
    }

    /// Returns the height at which the board with its margin ends.
    fn below(&self) -> f64 {
        MARGIN + PITCH * f64::from(self.size.rows()) + MARGIN / 2.0
    }
}

/// Writes a text with its middle at a height. Not every viewer supports the attribute for that.
fn text(svg: &mut Svg<'_>, class: impl Display, (x, y): (f64, f64), text: impl Display) -> io::Result<()> {
    svg.text(&class.to_string(), (x, y + 4.5), text)
}

fn class(player: Player) -> &'static str {
    match player {
        Player::X => "x",
        Player::O => "o",
    }
}

/// Returns the CSS classes of the pattern with a number below [`PATTERNS`].
fn pattern(number: usize) -> String {
    format!("c{} d{}", number % 4, number / 4)
}

/// Returns the path of a polygon.
fn polygon(points: [(f64, f64); 4]) -> String {
    format!("M{}Z", points.iter().map(|&(x, y)| format!("{} {}", Fixed(x), Fixed(y))).join("L"))
}
