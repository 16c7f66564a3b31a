//! The board of a box as the search sees it: strips side by side in the lanes of vectors, and which weights belong
//! together.

#![allow(
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    clippy::needless_range_loop,
    reason = "coordinates and cells are small; loops over lanes, states and kinds index several arrays at once"
)]

use std::ops::Range;

use super::certificate::Case;
use super::hulls::{Frame, HullBox, Interval};
use crate::morpion::{Point, Variant};

/// The number of strips that are searched side by side.
pub(super) const LANES: usize = 8;

/// The weights of a strip at one coordinate t.
pub(super) const KINDS: usize = 9;
pub(super) const DOT: usize = 0;
pub(super) const MOVE: usize = 2;
pub(super) const ALONG: usize = 4;
pub(super) const ACROSS: usize = 6;
/// The edge from t - 1 on the first line to t on the second.
pub(super) const FORWARD: usize = 7;
/// The edge from t - 1 on the second line to t on the first.
pub(super) const BACKWARD: usize = 8;

/// The cells of one coordinate.
pub(super) const STEP: usize = KINDS * LANES;

/// Two neighbouring lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strip {
    /// Rows, columns, sums, differences.
    pub(super) direction: usize,
    /// The number of the first line.
    pub(super) first: i32,
    /// The smallest coordinate.
    pub(super) begin: i32,
    /// The number of coordinates.
    pub(super) length: usize,
    /// The cell of the first weight; further coordinates follow at distance [`STEP`], kinds at distance [`LANES`].
    pub(super) cell: usize,
    /// Whether the two lines must be hit.
    pub(super) must_hit: [bool; 2],
    /// The number of strips that each line is in, 1 or 2.
    pub(super) shared: [u8; 2],
}

impl Strip {
    /// Returns the coordinates.
    fn ts(&self) -> Range<i32> {
        self.begin..self.begin + self.length as i32
    }

    /// Returns the point with coordinate t on the first line (0) or the second (1).
    fn point(&self, line: usize, t: i32) -> (i32, i32) {
        point(self.direction, self.first + line as i32, t)
    }

    /// Returns the cell of a weight.
    fn cell_of(&self, kind: usize, t: i32) -> u32 {
        (self.cell + (t - self.begin) as usize * STEP + kind * LANES) as u32
    }
}

/// Strips side by side.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// Whether moves of a line share no dot.
    pub(super) disjoint: bool,
    pub(super) cell: usize,
    pub(super) length: usize,
    /// 1 if the line need not be hit, 0 if it must.
    pub(super) unhit: [[f64; LANES]; 2],
    /// The share of U that the cost of a dot on the line has in the strip: a quarter for each direction, shared among
    /// its strips.
    pub(super) share: [[f64; LANES]; 2],
    /// By coordinate, 0 where a line has a dot of the cross, 1 otherwise; empty if the box is not placed.
    pub(super) free: Vec<[[f64; LANES]; 2]>,
}

/// What a pattern must fulfil.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relaxation {
    /// Single lines: the weights of edges are 0, and no line must be hit. Close to the linear program of Michalewski,
    /// Nagórko and Pawlewicz (2015). The board has no points beyond the corners.
    Plain,
    /// Pairs of lines, of which none must be hit, on the same board.
    Pairs,
    /// Pairs of lines that must be hit: the only one that bounds all games with a hull.
    Hit,
}

/// The weights of the strips for one point, move or edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Point,
    Move,
    Edge,
    /// A point of the cross of a placed box, or one that has a dot in the case.
    Given,
}

/// The board of a box: where the weights of its strips are.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) variant: Variant,
    pub(super) hulls: HullBox,
    pub(super) case: Case,
    pub(super) relaxation: Relaxation,
    pub(super) strips: Vec<Strip>,
    pub(super) groups: Vec<Group>,
    /// The number of cells.
    pub(super) cells: usize,
    /// The cells of points and moves that are not on the board.
    pub(super) absent: Vec<u32>,
    /// By how much each weight changes with U, so that the sums remain right.
    pub(super) of_u: Vec<f64>,
    /// The cells of each item: of points, then moves, then edges; and what each is, with the range of its cells.
    slots: Vec<u32>,
    items: Vec<(Kind, Range<usize>, Range<usize>)>,
    /// The points of the first items.
    pub(super) points: Vec<(i32, i32)>,
    /// In a placed box, the points off the cross in the order of rows, and the numbers of those that are of each point
    /// or move.
    pub(super) off_cross: Vec<(i32, i32)>,
    numbers: Vec<u32>,
    /// The cells in the order of a certificate, and the number of them in each strip.
    pub(super) order: Vec<u32>,
    pub(super) counts: Vec<usize>,
}

/// The steps of edges and moves.
const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, -1), (1, 1)];

/// Returns the point with coordinate t on a line.
fn point(direction: usize, line: i32, t: i32) -> (i32, i32) {
    match direction {
        0 => (t, line),
        1 => (line, t),
        2 => (t, line - t),
        _ => (t, t - line),
    }
}

/// The points of a board.
struct Points {
    rows: Interval,
    columns: Interval,
    has: Vec<bool>,
    /// For each point and direction, whether a move along it can have the point.
    in_moves: Vec<[bool; 4]>,
}

impl Points {
    fn new(frame: &Frame, empty: &[(i32, i32)], relaxation: Relaxation) -> Points {
        let ([rows, columns, sums, differences], inner) = (frame.outer, frame.inner);
        let beyond = |(x, y): (i32, i32)| {
            [sums.low - x - y, x - y - differences.high, x + y - sums.high, differences.low - x + y]
        };
        let is_exact = [
            sums.low == inner[2].low,
            differences.high == inner[3].high,
            sums.high == inner[2].high,
            differences.low == inner[3].low,
        ];
        let is_of_board = |point| {
            let is_allowed = |(beyond, is_exact): (i32, bool)| {
                beyond <= 0 || relaxation == Relaxation::Hit && beyond <= 4 && (!is_exact || beyond % 2 == 0)
            };
            beyond(point).into_iter().zip(is_exact).all(is_allowed)
        };
        let in_moves = |point| {
            let [a, b, c, d] = beyond(point);
            let straight = a.max(b).max(c).max(d) <= 0;
            [straight, straight, a.max(c) <= 2, b.max(d) <= 2]
        };
        let all = || places(rows, columns);
        Points {
            rows,
            columns,
            has: all().map(|point| is_of_board(point) && !empty.contains(&point)).collect(),
            in_moves: all().map(in_moves).collect(),
        }
    }

    fn index(&self, (x, y): (i32, i32)) -> Option<usize> {
        let Points { rows, columns, .. } = self;
        let is_inside = (columns.low..=columns.high).contains(&x) && (rows.low..=rows.high).contains(&y);
        let index = is_inside.then(|| ((y - rows.low) * (columns.slack() + 1) + x - columns.low) as usize)?;
        self.has[index].then_some(index)
    }
}

/// Returns the points of a rectangle, row by row.
fn places(rows: Interval, columns: Interval) -> impl Iterator<Item = (i32, i32)> {
    (rows.low..=rows.high).flat_map(move |y| (columns.low..=columns.high).map(move |x| (x, y)))
}

impl Layout {
    /// Returns the layout of a box.
    pub(super) fn new(variant: Variant, hulls: &HullBox, case: &Case, relaxation: Relaxation) -> Layout {
        let frame = hulls.frame();
        let points = Points::new(&frame, &case.empty, relaxation);
        let mut strips = strips(&frame, relaxation, &points);
        let groups = place(&mut strips, !variant.is_touching());
        let cells = groups.last().map_or(0, |group: &Group| group.cell + group.length * STEP);
        let mut layout = Layout {
            variant,
            hulls: *hulls,
            case: case.clone(),
            relaxation,
            strips,
            groups,
            cells,
            absent: Vec::new(),
            of_u: vec![0.0; cells],
            slots: Vec::new(),
            items: Vec::new(),
            points: Vec::new(),
            off_cross: Vec::new(),
            numbers: Vec::new(),
            order: Vec::new(),
            counts: Vec::new(),
        };
        layout.enter_weights(&points);
        layout
    }

    /// Enters the weights of all strips.
    fn enter_weights(&mut self, points: &Points) {
        let size = points.has.len();
        // The cells of each point, of each move and edge by its direction and first point.
        let mut items = [vec![Vec::new(); size], vec![Vec::new(); 4 * size], vec![Vec::new(); 4 * size]];
        for strip in self.strips.clone() {
            let before = self.order.len();
            let [of_points, of_moves, of_edges] = &mut items;
            self.enter_dots_and_moves(points, &strip, of_points, of_moves);
            self.enter_edges(points, &strip, of_edges);
            self.counts.push(self.order.len() - before);
        }
        let all: Vec<(i32, i32)> = places(points.rows, points.columns).collect();
        let is_in_cross =
            |&(x, y): &(i32, i32)| self.hulls.is_placed && self.variant.is_in_cross(Point { x: x.into(), y: y.into() });
        let is_given = |point: &(i32, i32)| is_in_cross(point) || self.case.dots.contains(point);
        let is_made =
            |point: &(i32, i32)| self.hulls.is_placed && points.index(*point).is_some() && !is_in_cross(point);
        let off_cross: Vec<(i32, i32)> = all.iter().copied().filter(is_made).collect();
        for (kind, items) in [Kind::Point, Kind::Move, Kind::Edge].into_iter().zip(&items) {
            for (index, slots) in items.iter().enumerate().filter(|(_, slots)| !slots.is_empty()) {
                let (slot, number) = (self.slots.len(), self.numbers.len());
                self.slots.extend(slots);
                let ((x, y), step) = (all[index % size], STEPS[index / size]);
                if kind == Kind::Point {
                    self.points.push((x, y));
                }
                let length = [1, 5, 0][kind as usize];
                let of_item = (0..length).map(|at| (x + at * step.0, y + at * step.1));
                let number_of = |(x, y)| off_cross.binary_search_by_key(&(y, x), |&(x, y)| (y, x)).ok();
                self.numbers.extend(of_item.filter_map(number_of).map(|number| number as u32));
                let kind = if kind == Kind::Point && is_given(&(x, y)) { Kind::Given } else { kind };
                self.items.push((kind, slot..self.slots.len(), number..self.numbers.len()));
            }
        }
        self.off_cross = off_cross;
        if self.hulls.is_placed || !self.case.dots.is_empty() {
            self.enter_given();
        }
        let dots_and_moves = |group: &Group| {
            let of_step = group.cell..group.cell + ALONG * LANES;
            (0..group.length).flat_map(move |step| of_step.clone().map(move |cell| cell + step * STEP))
        };
        let cells = self.groups.iter().flat_map(dots_and_moves);
        self.absent = cells.filter(|&cell| self.of_u[cell] == 0.0).map(|cell| cell as u32).collect();
    }

    /// Enters where dots are given.
    fn enter_given(&mut self) {
        for group in &mut self.groups {
            group.free = vec![[[1.0; LANES]; 2]; group.length];
        }
        for (_, slots, _) in self.items.iter().filter(|item| item.0 == Kind::Given) {
            for slot in self.slots[slots.clone()].iter().map(|&slot| slot as usize) {
                let number = self.groups.partition_point(|group| group.cell <= slot) - 1;
                let offset = slot - self.groups[number].cell;
                self.groups[number].free[offset / STEP][offset % STEP / LANES][offset % LANES] = 0.0;
            }
        }
    }

    fn enter_dots_and_moves(&mut self, points: &Points, strip: &Strip, dots: &mut [Vec<u32>], moves: &mut [Vec<u32>]) {
        let direction = strip.direction;
        let mut enter = |item: &mut Vec<u32>, cell: u32, of_u: f64| {
            item.push(cell);
            self.of_u[cell as usize] = of_u;
            self.order.push(cell);
        };
        for line in 0..2 {
            for t in strip.ts() {
                if let Some(index) = points.index(strip.point(line, t)) {
                    enter(&mut dots[index], strip.cell_of(DOT + line, t), -0.25 / f64::from(strip.shared[line]));
                }
            }
        }
        for line in 0..2 {
            let at = |t: i32| points.index(strip.point(line, t)).filter(|&index| points.in_moves[index][direction]);
            for t in strip.ts().filter(|&t| (t..t + 5).all(|t| at(t).is_some())) {
                if let Some(index) = at(t) {
                    let item = &mut moves[direction * points.has.len() + index];
                    enter(item, strip.cell_of(MOVE + line, t), 1.0 / f64::from(strip.shared[line]));
                }
            }
        }
    }

    fn enter_edges(&mut self, points: &Points, strip: &Strip, edges: &mut [Vec<u32>]) {
        // The lines of both ends, and the step of t; the step of the edge depends only on the kind.
        let kinds =
            [(ALONG, 0, 0, 1), (ALONG + 1, 1, 1, 1), (ACROSS, 0, 1, 0), (FORWARD, 0, 1, 1), (BACKWARD, 1, 0, 1)];
        let count = match strip.direction {
            _ if self.relaxation == Relaxation::Plain => 0,
            0 | 1 => 5,
            _ => 4,
        };
        for (kind, from, to, ahead) in kinds.into_iter().take(count) {
            for t in strip.ts() {
                let (a, b) = (strip.point(from, t), strip.point(to, t + ahead));
                let (Some(one), Some(other)) = (points.index(a), points.index(b)) else { continue };
                let ((a, first), (b, _)) = if a < b { ((a, one), (b, other)) } else { ((b, other), (a, one)) };
                // One of the four, since the end with the smaller x, or the smaller y, is first.
                let step = STEPS.iter().position(|&step| step == (b.0 - a.0, b.1 - a.1)).unwrap_or_default();
                let cell = strip.cell_of(kind, t + ahead);
                edges[step * points.has.len() + first].push(cell);
                self.order.push(cell);
            }
        }
    }

    /// Returns the strip with a given first line.
    pub(super) fn strip(&self, direction: usize, first: i32) -> Option<&Strip> {
        let begin = self.strips.partition_point(|strip| strip.direction < direction);
        let number = usize::try_from(first - self.strips.get(begin)?.first).ok()?;
        self.strips.get(begin + number).filter(|strip| strip.direction == direction)
    }

    /// Returns the kind of each item, its cells, and the numbers of its points off the cross of a placed box.
    pub(super) fn items(&self) -> impl Iterator<Item = (Kind, &[u32], &[u32])> {
        let of_item = |(kind, slots, numbers): &(Kind, Range<usize>, Range<usize>)| {
            (*kind, &self.slots[slots.clone()], &self.numbers[numbers.clone()])
        };
        self.items.iter().map(of_item)
    }
}

/// Returns the strips of a box, in the order of a certificate, without their cells.
fn strips(frame: &Frame, relaxation: Relaxation, points: &Points) -> Vec<Strip> {
    let [rows, columns, ..] = frame.outer;
    let all: Vec<(i32, i32)> = places(rows, columns).filter(|&point| points.index(point).is_some()).collect();
    let range = |line: fn(&(i32, i32)) -> i32| {
        let lines = all.iter().map(line);
        lines.clone().min().unwrap_or(0)..lines.max().unwrap_or(0)
    };
    let lines = [rows.low..rows.high, columns.low..columns.high, range(|(x, y)| x + y), range(|(x, y)| x - y)];
    let mut strips = Vec::new();
    for (direction, (lines, hit)) in lines.into_iter().zip(frame.inner).enumerate() {
        for first in lines.clone() {
            let ts = || {
                let along = if direction == 1 { rows } else { columns };
                (along.low..=along.high)
                    .filter(|&t| (first..first + 2).any(|line| points.index(point(direction, line, t)).is_some()))
            };
            let (begin, end) = (ts().next().unwrap_or(0), ts().next_back().map_or(0, |last| last + 1));
            let must_hit =
                [first, first + 1].map(|line| relaxation == Relaxation::Hit && (hit.low..=hit.high).contains(&line));
            let shared = [first > lines.start, first + 2 < lines.end + 1].map(|is_inner| 1 + u8::from(is_inner));
            strips.push(Strip { direction, first, begin, length: (end - begin) as usize, cell: 0, must_hit, shared });
        }
    }
    strips
}

/// Gives strips of about the same length neighbouring lanes.
fn place(strips: &mut [Strip], disjoint: bool) -> Vec<Group> {
    let mut longest: Vec<usize> = (0..strips.len()).collect();
    longest.sort_by_key(|&index| std::cmp::Reverse(strips[index].length));
    let mut groups = Vec::new();
    let mut cell = 0;
    for members in longest.chunks(LANES) {
        let length = strips[members[0]].length;
        let (mut unhit, mut share) = ([[1.0; LANES]; 2], [[0.125; LANES]; 2]);
        for (lane, &member) in members.iter().enumerate() {
            let strip = &mut strips[member];
            strip.cell = cell + lane;
            for line in 0..2 {
                unhit[line][lane] = if strip.must_hit[line] { 0.0 } else { 1.0 };
                share[line][lane] = 0.25 / f64::from(strip.shared[line]);
            }
        }
        groups.push(Group { disjoint, cell, length, unhit, share, free: Vec::new() });
        cell += length * STEP;
    }
    groups
}
