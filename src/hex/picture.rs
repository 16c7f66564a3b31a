//! A position and both best cases as an SVG picture.
//!
//! The board is drawn as on paper: hexagons with a corner at the top, each row half a cell further right, X's sides
//! (left and right) in one colour and O's in another. Colour is never the only difference: X's stones are discs with a
//! cross, O's are rings; X's best case is a small cross in a dashed diamond, O's a dot in a dashed ring. A cell of both
//! best cases has the two side by side. Moves that win are filled triangles: X's at the top of the cell and pointing
//! up, O's at the bottom and pointing down. If a player has won, a line leads through a shortest winning chain.
//!
//! The winning moves of an empty board are a swap map, without best cases: the cells of winning openings are filled, or
//! if both players are asked, their left halves for X and their right halves for O.
//!
//! ```text
//!      5 0 1      corners of a hexagon, clockwise from the top; the centres of neighbours in a row are PITCH apart,
//!      4 3 2      those of the next row are 1.5 RADIUS below and half a PITCH to the right
//! ```

use std::collections::VecDeque;
use std::fmt::{Display, Write as _};
use std::io::{self, Write};
use std::iter::{once, successors};

use super::completion::Outcome;
use super::position::{Position, Shape};
use super::template::{Template, TemplateAnswer};
use crate::cell::{Cell, ColumnName};
use crate::player::{ByPlayer, Player};
use crate::svg::{Path, Svg};

/// The distance of the corners of a hexagon from its centre.
const RADIUS: f64 = 20.0;
/// The distance of the centres of neighbours, √3 times the radius.
const PITCH: f64 = 34.641;
/// The corners of a hexagon from its centre.
const CORNERS: [(f64, f64); 6] = [
    (0.0, -RADIUS),
    (PITCH / 2.0, -RADIUS / 2.0),
    (PITCH / 2.0, RADIUS / 2.0),
    (0.0, RADIUS),
    (-PITCH / 2.0, RADIUS / 2.0),
    (-PITCH / 2.0, -RADIUS / 2.0),
];
/// The width of the space around the board, for sides and labels.
const MARGIN: f64 = 44.0;
/// The height of the legend.
const LEGEND: f64 = 40.0;
/// The width that the legend needs.
const LEGEND_WIDTH: f64 = 260.0;
/// The width of a mark in the legend with the space after it, of a character, at most, and of the space between two
/// entries.
const MARK: f64 = 22.0;
const CHARACTER: f64 = 7.5;
const GAP: f64 = 24.0;

/// The style rules. Dark viewers have rules of their own: not every viewer knows CSS variables.
const STYLE: &str = "\
.paper { fill: #fffdf8 }
.cells { fill: #f3efe4; stroke: #8a8577; stroke-width: 1 }
.x.side, .x.stone { fill: #b3301c }
.o.side { fill: #1f5fa8 }
.x.best, .x.mark, .x.chain { stroke: #b3301c }
.o.best, .o.mark, .o.chain { stroke: #1f5fa8 }
.chain { fill: none; stroke-width: 11; stroke-linejoin: round; opacity: 0.45 }
.x.cross { fill: none; stroke: #ffffff; stroke-width: 3; stroke-linecap: round }
.o.stone { fill: none; stroke: #1f5fa8; stroke-width: 5 }
.best { fill: none; stroke-width: 1.8; stroke-dasharray: 3 2.2 }
.mark { fill: none; stroke-width: 2.4; stroke-linecap: round }
text { font: 12px sans-serif; fill: #2b2a27; text-anchor: middle }
text.legend { font-size: 13px }
text.entry { text-anchor: start }
@media (prefers-color-scheme: dark) {
  .paper { fill: #1c1d20 }
  .cells { fill: #2a2c31; stroke: #70747d }
  .x.side, .x.stone { fill: #f0795f }
  .o.side { fill: #6fb0f2 }
  .x.best, .x.mark, .x.chain { stroke: #f0795f }
  .o.best, .o.mark, .o.chain { stroke: #6fb0f2 }
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

/// The height of the legend's lines about winning moves, and of one of them.
const WINNING_LEGEND: f64 = 2.0 * LINE;
const LINE: f64 = 22.0;

type Point = (f64, f64);

/// Perfect play of a position with a certain player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Winning {
    /// The player who wins, or `None` if that is unknown.
    pub winner: Option<Player>,
    /// The winning moves to mark.
    pub moves: Vec<Cell>,
}

/// Writes the picture of a position and its outcome, with `winning` also perfect play for each player to move. It takes
/// the memory of one row of hexagons.
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
    out: &mut dyn Write,
    title: &str,
    position: &Position,
    outcome: &Outcome,
    winning: Option<&ByPlayer<Option<Winning>>>,
) -> io::Result<()> {
    let is_map = position.is_empty()
        && winning.is_some_and(|winning| Player::BOTH.iter().any(|&player| !moves(winning, player).is_empty()));
    let (more_height, more_style) = winning.map_or((0.0, ""), |_| (WINNING_LEGEND, WINNING_STYLE));
    let more_height = if is_map { more_height - LINE } else { more_height };
    let (mut svg, board, (x, y)) = begin(out, title, position.shape(), more_height, more_style)?;
    board.cells(&mut svg)?;
    board.sides(&mut svg)?;
    board.labels(&mut svg)?;
    if let Outcome::Won(winner) = outcome {
        board.chain(&mut svg, *winner, &winning_chain(position, *winner))?;
    }
    stones(&mut svg, &board, position)?;
    match outcome {
        Outcome::Won(winner) => text(&mut svg, "legend", (x, y), format_args!("{winner} has won!"))?,
        Outcome::Open(_) if is_map => {}
        Outcome::Open(best) => {
            for (player, aside) in [(Player::X, -8.2), (Player::O, 8.2)] {
                for cell in best[player].cells() {
                    let (x, y) = board.centre(*cell);
                    let is_shared = best[player.opponent()].cells().binary_search(cell).is_ok();
                    best_case(&mut svg, player, (if is_shared { x + aside } else { x }, y))?;
                }
            }
            let entries = [Player::X, Player::O].map(|player| {
                let number = best[player].number_of_moves();
                (player, format!("{player}: {number} {}", if number == 1 { "move" } else { "moves" }))
            });
            legend(&mut svg, (x, y), &entries, best_case)?;
        }
    }
    if let Some(winning) = winning {
        winning_moves(&mut svg, &board, winning, is_map, (x, if is_map { y } else { y + LINE }))?;
    }
    svg.end()
}

/// Writes the picture of a template: its cells, an edge as a band, its stones, and as triangles the cells that an answer
/// marks: where X breaks it, or those that it does not need.
///
/// # Errors
/// Those of `out`.
pub fn template_picture(
    out: &mut dyn Write,
    title: &str,
    template: &Template,
    answer: &TemplateAnswer,
) -> io::Result<()> {
    let cells: Vec<Cell> = template.region.iter().map(|&cell| template.name_of(cell)).collect();
    let most = |of: fn(Cell) -> u16| 1 + cells.iter().map(|&cell| of(cell)).max().unwrap_or_default();
    let shape = Shape { columns: most(Cell::column), rows: most(Cell::row) };
    let (mut svg, board, middle) = begin(out, title, shape, 0.0, WINNING_STYLE)?;
    for &cell in &cells {
        svg.path("cells", format_args!("{}Z", Path(&board.hexagon(cell))))?;
    }
    for (has_edge, row, corners, down) in
        [(template.edges[0], 0, [5, 0, 1], -7.0), (template.edges[1], shape.rows - 1, [4, 3, 2], 7.0)]
    {
        for &cell in cells.iter().filter(|cell| has_edge && cell.row() == row) {
            let [one, two, three] = corners.map(|corner| board.corner(cell, corner));
            let band = [one, two, three, (three.0, three.1 + down), (two.0, two.1 + down), (one.0, one.1 + down)];
            svg.path("o side", format_args!("{}Z", Path(&band)))?;
        }
    }
    board.labels(&mut svg)?;
    for (&cell, &place) in cells.iter().zip(&template.region) {
        let owner = template.position.owner(place);
        owner.map_or(Ok(()), |owner| stone(&mut svg, owner, board.centre(cell)))?;
    }
    answer.marked().try_for_each(|cell| winning_move(&mut svg, Player::X, board.centre(cell)))?;
    text(&mut svg, "legend", middle, &template.name)?;
    svg.end()
}

/// Begins a picture of a board. Returns the middle of the legend, too.
fn begin<'a>(
    out: &'a mut dyn Write,
    title: &str,
    shape: Shape,
    more_height: f64,
    more_style: &str,
) -> io::Result<(Svg<'a>, Board, Point)> {
    let board_width = PITCH * (f64::from(shape.columns) + 0.5 * f64::from(shape.rows) - 0.5);
    let width = (2.0 * MARGIN + board_width).max(LEGEND_WIDTH);
    let height = 2.0 * MARGIN + RADIUS * (1.5 * f64::from(shape.rows) + 0.5);
    let board = Board { shape, left: (width - board_width) / 2.0 };
    let style = format!("{STYLE}{more_style}");
    let mut svg = Svg::begin(out, width, height + LEGEND + more_height, title, &style)?;
    svg.paper()?;
    Ok((svg, board, (width / 2.0, height + LEGEND / 2.0 - 8.0)))
}

fn stones(svg: &mut Svg<'_>, board: &Board, position: &Position) -> io::Result<()> {
    position.cells().try_for_each(|cell| match position.owner(cell) {
        Some(owner) => stone(svg, owner, board.centre(cell)),
        None => Ok(()),
    })
}

/// Writes a line of the legend around a point: texts, and before each of them the mark of its kind.
fn legend<K: Copy>(
    svg: &mut Svg<'_>,
    (x, y): Point,
    entries: &[(K, String)],
    mark: impl Fn(&mut Svg<'_>, K, Point) -> io::Result<()>,
) -> io::Result<()> {
    let width = entries.iter().map(|(_, text)| entry_width(text) + GAP).sum::<f64>() - GAP;
    let mut begin = x - width / 2.0;
    for &(kind, ref text) in entries {
        mark(svg, kind, (begin + MARK / 2.0 - 3.0, y))?;
        entry(svg, (begin, y), text)?;
        begin += entry_width(text) + GAP;
    }
    Ok(())
}

/// Returns the winning moves to mark for a player to move.
fn moves(winning: &ByPlayer<Option<Winning>>, player: Player) -> &[Cell] {
    winning[player].as_ref().map_or(&[], |winning| &winning.moves)
}

/// Writes the marks of winning moves, and a line of the legend for each player to move; X's line is at `y`.
fn winning_moves(
    svg: &mut Svg<'_>,
    board: &Board,
    winning: &ByPlayer<Option<Winning>>,
    is_map: bool,
    (x, y): Point,
) -> io::Result<()> {
    let is_shared = Player::BOTH.iter().all(|&player| !moves(winning, player).is_empty());
    for (player, y) in [(Player::X, y), (Player::O, y + LINE)] {
        let Some(Winning { winner, moves }) = &winning[player] else { continue };
        for &cell in moves {
            if is_map {
                opening(svg, player, is_shared, board.centre(cell), 0.82)?;
            } else {
                winning_move(svg, player, board.centre(cell))?;
            }
        }
        if moves.is_empty() {
            let result = winner.map_or_else(|| "unknown".to_owned(), |winner| format!("{winner} wins"));
            text(svg, "legend", (x, y), format_args!("{player} to move: {result}"))?;
            continue;
        }
        let what = if is_map { "opening" } else { "move" };
        let words = format!("{player}'s winning {what}{}", if moves.len() == 1 { "" } else { "s" });
        let begin = x - entry_width(&words) / 2.0;
        let (middle, down) = (begin + MARK / 2.0 - 3.0, if player == Player::X { 1.0 } else { -1.0 });
        if is_map {
            // The middle of half a hexagon is beside that of the hexagon.
            let aside = if is_shared { down * (1.0 + 0.45 * PITCH / 4.0) } else { 0.0 };
            opening(svg, player, is_shared, (middle + aside, y), 0.45)?;
        } else {
            winning_move(svg, player, (middle, y + 16.0 * down))?;
        }
        entry(svg, (begin, y), &words)?;
    }
    Ok(())
}

/// Returns the width of a mark and a text in the legend.
fn entry_width(text: &str) -> f64 {
    MARK + CHARACTER * text.len() as f64
}

/// Writes the text of an entry of the legend that begins, with its mark, at a point.
fn entry(svg: &mut Svg<'_>, (x, y): Point, words: &str) -> io::Result<()> {
    text(svg, "legend entry", (x + MARK, y), words)
}

/// Writes the mark of a winning opening: a hexagon of a part of a cell's size, or if the other player has such marks
/// too, half of it.
fn opening(svg: &mut Svg<'_>, player: Player, is_half: bool, (x, y): Point, scale: f64) -> io::Result<()> {
    let (class, half, aside) = match player {
        Player::X => ("x", [3, 4, 5, 0], -1.0),
        Player::O => ("o", [0, 1, 2, 3], 1.0),
    };
    let (corners, x) = if is_half { (&half[..], x + aside) } else { (&[0, 1, 2, 3, 4, 5][..], x) };
    let corners: Vec<Point> =
        corners.iter().map(|&corner| (x + scale * CORNERS[corner].0, y + scale * CORNERS[corner].1)).collect();
    svg.path(&format!("{class} winning"), format_args!("{}Z", Path(&corners)))
}

/// Writes a text whose middle is at a point. Not every viewer knows `dominant-baseline`: the line under capitals is a
/// third of the size of the font below their middle.
fn text(svg: &mut Svg<'_>, class: &str, (x, y): Point, text: impl Display) -> io::Result<()> {
    svg.text(class, (x, y + 4.3), text)
}

/// Returns a shortest chain of stones between the sides of a player who has won, from the first side on.
fn winning_chain(position: &Position, winner: Player) -> Vec<Cell> {
    let Shape { columns, rows } = position.shape();
    let along = |cell: Cell| if winner == Player::X { cell.column() } else { cell.row() };
    let last = if winner == Player::X { columns } else { rows } - 1;
    let is_own = |cell: &Cell| position.owner(*cell) == Some(winner);
    let number = |cell: Cell| usize::from(cell.row()) * usize::from(columns) + usize::from(cell.column());
    // Breadth-first search from the last side: each cell that is reached has the next cell on its way there.
    let mut next: Vec<Option<Cell>> = vec![None; usize::from(columns) * usize::from(rows)];
    let ends = position.cells().filter(|&cell| along(cell) == last).filter(is_own);
    let mut queue: VecDeque<(Cell, Cell)> = ends.map(|cell| (cell, cell)).collect();
    while let Some((cell, towards)) = queue.pop_front() {
        if next[number(cell)].is_some() {
            continue;
        }
        next[number(cell)] = Some(towards);
        if along(cell) == 0 {
            let step = |&cell: &Cell| next[number(cell)].filter(|&after| after != cell);
            return successors(Some(cell), step).collect();
        }
        queue.extend(neighbours(cell).filter(is_own).map(|neighbour| (neighbour, cell)));
    }
    Vec::new()
}

/// Returns the up to six neighbours of a cell, on a board without end to the right and below.
fn neighbours(cell: Cell) -> impl Iterator<Item = Cell> {
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)].into_iter().filter_map(move |(right, down)| {
        let (column, row) = (cell.column().checked_add_signed(right)?, cell.row().checked_add_signed(down)?);
        Some(Cell::new(column, row))
    })
}

/// Writes the mark of a winning move: a triangle above or below the marks of best cases.
fn winning_move(svg: &mut Svg<'_>, player: Player, (x, y): Point) -> io::Result<()> {
    let (class, down) = match player {
        Player::X => ("x", -1.0),
        Player::O => ("o", 1.0),
    };
    let base = y + 12.4 * down;
    let triangle = [(x - 5.0, base), (x + 5.0, base), (x, y + 19.0 * down)];
    svg.path(&format!("{class} winning"), format_args!("{}Z", Path(&triangle)))
}

/// Writes a stone: a disc with a cross, or a ring.
fn stone(svg: &mut Svg<'_>, player: Player, centre: Point) -> io::Result<()> {
    match player {
        Player::X => {
            svg.circle("x stone", centre, 12.5)?;
            svg.path("x cross", cross(centre, 5.0))
        }
        Player::O => svg.circle("o stone", centre, 10.0),
    }
}

/// Writes the mark of a best case: a small cross in a dashed diamond, or a dot in a dashed ring.
fn best_case(svg: &mut Svg<'_>, player: Player, (x, y): Point) -> io::Result<()> {
    match player {
        Player::X => {
            let diamond = [(x, y - 11.0), (x + 8.0, y), (x, y + 11.0), (x - 8.0, y)];
            svg.path("x best", format_args!("{}Z", Path(&diamond)))?;
            svg.path("x mark", cross((x, y), 2.6))
        }
        Player::O => {
            svg.circle("o best", (x, y), 7.5)?;
            svg.circle("o mark", (x, y), 2.0)
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
    shape: Shape,
    left: f64,
}

impl Board {
    fn centre(&self, cell: Cell) -> Point {
        let (column, row) = (f64::from(cell.column()), f64::from(cell.row()));
        (self.left + PITCH * (0.5 + column + row / 2.0), MARGIN + RADIUS * (1.0 + 1.5 * row))
    }

    /// Returns a corner of a cell's hexagon.
    fn corner(&self, cell: Cell, corner: usize) -> Point {
        let (dx, dy) = CORNERS[corner];
        let (x, y) = self.centre(cell);
        (x + dx, y + dy)
    }

    /// Returns all corners of a cell's hexagon.
    fn hexagon(&self, cell: Cell) -> [Point; 6] {
        [0, 1, 2, 3, 4, 5].map(|corner| self.corner(cell, corner))
    }

    /// Writes all hexagons, a path per row.
    fn cells(&self, svg: &mut Svg<'_>) -> io::Result<()> {
        let mut hexagons = String::new();
        for row in 0..self.shape.rows {
            hexagons.clear();
            for column in 0..self.shape.columns {
                // Writing to a string does not fail.
                let _ = write!(hexagons, "{}Z", Path(&self.hexagon(Cell::new(column, row))));
            }
            svg.path("cells", &hexagons)?;
        }
        Ok(())
    }

    /// Writes the four sides as bands around the edges of the cells. Two bands meet in a mitred joint: at the acute
    /// corners of the board between two cells' edges, at the obtuse ones in the middle of an edge.
    fn sides(&self, svg: &mut Svg<'_>) -> io::Result<()> {
        let Shape { columns, rows } = self.shape;
        let (last_column, last_row) = (columns - 1, rows - 1);
        let middle = |cell: Cell, corners: [usize; 2]| {
            let [(x1, y1), (x2, y2)] = corners.map(|corner| self.corner(cell, corner));
            (f64::midpoint(x1, x2), f64::midpoint(y1, y2))
        };
        let run = |cells: &mut dyn Iterator<Item = Cell>, corners: [usize; 2]| -> Vec<Point> {
            cells.flat_map(|cell| corners.map(|corner| self.corner(cell, corner))).collect()
        };
        let [right, left] = [middle(Cell::new(last_column, 0), [0, 1]), middle(Cell::new(0, last_row), [3, 4])];
        // Clockwise, each side without the first point of the next.
        let mut sides = [
            run(&mut (0..columns).map(|column| Cell::new(column, 0)), [5, 0]),
            run(&mut (0..rows).map(|row| Cell::new(last_column, row)), [1, 2]),
            run(&mut (0..columns).rev().map(|column| Cell::new(column, last_row)), [2, 3]),
            run(&mut (0..rows).rev().map(|row| Cell::new(0, row)), [4, 5]),
        ];
        sides[1].insert(0, right);
        sides[1].pop();
        sides[3].insert(0, left);
        sides[3].pop();
        let lengths = sides.each_ref().map(Vec::len);
        let outline = sides.concat();
        let at = |index: usize| outline[index % outline.len()];
        let normal = |index: usize| {
            let ((x1, y1), (x2, y2)) = (at(index), at(index + 1));
            let length = (x2 - x1).hypot(y2 - y1);
            ((y2 - y1) / length, (x1 - x2) / length)
        };
        // Moves both edges at a point outwards by a distance.
        let moved = |index: usize, distance: f64| {
            let ((x, y), (x1, y1), (x2, y2)) = (at(index), normal(index + outline.len() - 1), normal(index));
            let scale = distance / (1.0 + x1 * x2 + y1 * y2);
            (x + (x1 + x2) * scale, y + (y1 + y2) * scale)
        };
        let mut begin = 0;
        for (class, length) in ["o", "x", "o", "x"].into_iter().zip(lengths) {
            let inner = (begin..=begin + length).map(|index| moved(index, 1.0));
            let outer = (begin..=begin + length).rev().map(|index| moved(index, 7.0));
            let band: Vec<Point> = inner.chain(outer).collect();
            svg.path(&format!("{class} side"), format_args!("{}Z", Path(&band)))?;
            begin += length;
        }
        Ok(())
    }

    /// Writes a line from side to side through the stones of a chain.
    fn chain(&self, svg: &mut Svg<'_>, winner: Player, chain: &[Cell]) -> io::Result<()> {
        let (Some(&first), Some(&last)) = (chain.first(), chain.last()) else { return Ok(()) };
        let (class, (dx, dy)) = match winner {
            Player::X => ("x", (0.5, 0.0)),
            Player::O => ("o", (0.25, 0.43)),
        };
        let beside = |cell: Cell, pitch: f64| {
            let (x, y) = self.centre(cell);
            (x + pitch * dx, y + pitch * dy)
        };
        let centres = chain.iter().map(|&cell| self.centre(cell));
        let points: Vec<Point> = once(beside(first, -PITCH)).chain(centres).chain([beside(last, PITCH)]).collect();
        svg.path(&format!("{class} chain"), Path(&points))
    }

    fn labels(&self, svg: &mut Svg<'_>) -> io::Result<()> {
        let Shape { columns, rows } = self.shape;
        for i in 0..self.shape.size() {
            if i < columns {
                let (x, y) = self.centre(Cell::new(i, 0));
                text(svg, "label", (x - 11.0, y - RADIUS - 14.0), ColumnName(i))?;
            }
            if i < rows {
                let (x, y) = self.centre(Cell::new(0, i));
                text(svg, "label", (x - PITCH / 2.0 - 18.0, y), u32::from(i) + 1)?;
            }
        }
        Ok(())
    }
}
