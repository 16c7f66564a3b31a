//! The board of a box as the search sees it: which weights there are, and which of them belong together.
//!
//! A strip has up to nine weights at each coordinate t, one of each [kind](KINDS). All weights of a box are in one
//! vector, so that the strips of a [`Group`] are side by side, one in each lane:
//!
//! ```text
//!     group 0                                                                        group 1
//!     t = 0: kind 0 of strips 0 .. 7, kind 1 of strips 0 .. 7, ... kind 8   t = 1 ...    ...
//! ```
//!
//! Four types keep the indices apart: [`WeightIndex`] into this vector, [`MuIndex`] into the weights of points off the
//! cross, a lattice point (x, y), and its index in the rectangle of a [`Board`], which does not leave this file.

#![allow(
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    clippy::needless_range_loop,
    reason = "coordinates and indices are small; loops over lines and lanes index several arrays at once"
)]

use std::ops::Range;

use super::certificate::Case;
use super::hulls::{Frame, HullBox, Interval};
use crate::morpion::{Point, Variant};

/// The number of strips that are searched side by side.
pub(super) const LANES: usize = 8;

/// The number of kinds of weights: those of dots and of moves that begin on the first line and on the second, and of
/// edges along the first line and the second, across, forward and backward.
pub(super) const KINDS: usize = 9;
pub(super) const DOT: usize = 0;
pub(super) const MOVE: usize = 2;
pub(super) const ALONG: usize = 4;
pub(super) const ACROSS: usize = 6;
/// The edge from t - 1 on the first line to t on the second.
pub(super) const FORWARD: usize = 7;
/// The edge from t - 1 on the second line to t on the first.
pub(super) const BACKWARD: usize = 8;

/// The distance of a weight of a strip from the one of the same kind at the next coordinate.
pub(super) const STRIDE: usize = KINDS * LANES;

/// The index of the weight of a point, move or edge in one strip.
#[derive(Clone, Copy, Debug)]
pub(super) struct WeightIndex(u32);

impl WeightIndex {
    pub(super) fn get(self) -> usize {
        self.0 as usize
    }
}

/// The index of a point off the cross of a placed box, row by row: that of its weight μ.
#[derive(Clone, Copy, Debug)]
pub(super) struct MuIndex(u32);

impl MuIndex {
    pub(super) fn get(self) -> usize {
        self.0 as usize
    }
}

/// A lattice point.
type LatticePoint = (i32, i32);

/// Two neighbouring lines.
#[derive(Clone, Debug)]
pub(super) struct Strip {
    /// Rows, columns, sums, differences.
    pub(super) direction: usize,
    /// The number of the first line: y of a row, x of a column, x + y or x - y. The second line has one more.
    pub(super) first: i32,
    /// The smallest coordinate: t is y in columns, and x otherwise.
    pub(super) begin: i32,
    /// The number of coordinates.
    pub(super) length: usize,
    /// The index of its first weight.
    offset: usize,
    /// Whether the two lines must be hit.
    must_hit: [bool; 2],
    /// The number of strips that each line is in, 1 or 2.
    shared: [u8; 2],
    /// Its weights in the order of a certificate.
    pub(super) weights: Vec<WeightIndex>,
}

impl Strip {
    /// Returns the coordinates.
    pub(super) fn coordinates(&self) -> Range<i32> {
        self.begin..self.begin + self.length as i32
    }

    /// Returns the point with coordinate t on the first line (0) or the second (1).
    fn point(&self, line: usize, t: i32) -> LatticePoint {
        point(self.direction, self.first + line as i32, t)
    }

    /// Returns the index of a weight at one of the coordinates.
    pub(super) fn weight(&self, kind: usize, t: i32) -> WeightIndex {
        WeightIndex((self.offset + (t - self.begin) as usize * STRIDE + kind * LANES) as u32)
    }
}

/// Strips side by side.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// Whether moves of a line share no dot.
    pub(super) disjoint: bool,
    /// The index of its first weight.
    pub(super) offset: usize,
    /// The number of coordinates of the longest strip.
    pub(super) length: usize,
    /// 1 if the line need not be hit, 0 if it must.
    pub(super) unhit: [[f64; LANES]; 2],
    /// The share of U that the cost of a dot on the line has in the strip: a quarter for each direction, shared among
    /// its strips.
    pub(super) share: [[f64; LANES]; 2],
    /// By coordinate, 1 where a line may be without a dot, 0 where a dot is given.
    pub(super) no_dot: Vec<[[f64; LANES]; 2]>,
}

/// What a weight is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Point {
        at: (i32, i32),
        /// Whether all patterns have the dot: a point of the cross of a placed box, or one that has a dot in the case.
        is_given: bool,
    },
    Move,
    Edge,
}

/// A point, move or edge of the board.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) kind: Kind,
    /// Its weights, one for each strip that it is in: α, β or ν.
    pub(super) weights: Box<[WeightIndex]>,
    /// In a placed box, the points off the cross of a move, one of which it makes; of a point, itself if it is off the
    /// cross.
    pub(super) makes: Box<[MuIndex]>,
}

/// The board of a box: where the weights of its strips are.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) variant: Variant,
    pub(super) hulls: HullBox,
    pub(super) case: Case,
    /// In the order of a certificate.
    pub(super) strips: Vec<Strip>,
    pub(super) groups: Vec<Group>,
    /// The number of weights.
    pub(super) size: usize,
    /// The weights of dots and moves that are not on the board.
    pub(super) absent: Vec<WeightIndex>,
    /// The derivatives of weights by U. Those of a point have the sum -1, those of a move 1.
    pub(super) dweight_du: Vec<f64>,
    /// Points, then moves, then edges.
    pub(super) items: Vec<Item>,
    /// In a placed box, the points off the cross, row by row.
    pub(super) off_cross: Vec<(i32, i32)>,
}

/// The steps of moves and edges.
const DIRECTION_STEPS: [LatticePoint; 4] = [(1, 0), (0, 1), (1, -1), (1, 1)];

/// Returns the point with coordinate t on a line.
fn point(direction: usize, line: i32, t: i32) -> LatticePoint {
    match direction {
        0 => (t, line),
        1 => (line, t),
        2 => (t, line - t),
        _ => (t, t - line),
    }
}

/// The rectangle around the points of a board.
struct Board {
    rows: Interval,
    columns: Interval,
    /// Row by row, whether a point is on the board.
    has: Vec<bool>,
    /// For each point and direction, whether a move along it can have the point.
    in_moves: Vec<[bool; 4]>,
}

impl Board {
    fn new(frame: &Frame, empty: &[LatticePoint]) -> Board {
        let ([rows, columns, sums, differences], inner) = (frame.outer, frame.inner);
        let is_exact = [
            sums.low == inner[2].low,
            differences.high == inner[3].high,
            sums.high == inner[2].high,
            differences.low == inner[3].low,
        ];
        let mut board = Board { rows, columns, has: Vec::new(), in_moves: Vec::new() };
        for (x, y) in board.points() {
            let beyond = [sums.low - x - y, x - y - differences.high, x + y - sums.high, differences.low - x + y];
            let is_allowed = |corner: usize| {
                let beyond = beyond[corner];
                let is_outlier = beyond <= 4 && (!is_exact[corner] || beyond % 2 == 0);
                beyond <= 0 || is_outlier
            };
            let [a, b, c, d] = beyond;
            let is_straight = a.max(b).max(c).max(d) <= 0;
            board.has.push((0..4).all(is_allowed) && !empty.contains(&(x, y)));
            board.in_moves.push([is_straight, is_straight, a.max(c) <= 2, b.max(d) <= 2]);
        }
        board
    }

    /// Returns the points of the rectangle, row by row.
    fn points(&self) -> Vec<LatticePoint> {
        let mut points = Vec::new();
        for y in self.rows.low..=self.rows.high {
            for x in self.columns.low..=self.columns.high {
                points.push((x, y));
            }
        }
        points
    }

    /// Returns the index of a point in the rectangle; `None` if it is not on the board.
    fn index(&self, (x, y): LatticePoint) -> Option<usize> {
        let Board { rows, columns, .. } = self;
        let is_inside = (columns.low..=columns.high).contains(&x) && (rows.low..=rows.high).contains(&y);
        let index = is_inside.then(|| ((y - rows.low) * (columns.slack() + 1) + x - columns.low) as usize)?;
        self.has[index].then_some(index)
    }

    fn contains(&self, point: LatticePoint) -> bool {
        self.index(point).is_some()
    }
}

/// A weight of a strip.
struct Entry {
    weight: WeightIndex,
    /// The number of its item: points, then moves by direction, then edges by direction, each by its first point in the
    /// rectangle.
    item: usize,
    dweight_du: f64,
}

impl Board {
    /// Returns the weights of a strip in the order of a certificate.
    fn entries(&self, strip: &Strip) -> Vec<Entry> {
        let (size, direction) = (self.has.len(), strip.direction);
        let share = |line: usize| 1.0 / f64::from(strip.shared[line]);
        let mut entries = Vec::new();
        for line in 0..2 {
            for t in strip.coordinates() {
                if let Some(item) = self.index(strip.point(line, t)) {
                    entries.push(Entry { weight: strip.weight(DOT + line, t), item, dweight_du: -0.25 * share(line) });
                }
            }
        }
        for line in 0..2 {
            let in_move = |t: i32| self.index(strip.point(line, t)).filter(|&index| self.in_moves[index][direction]);
            for t in strip.coordinates() {
                if let Some(first) = in_move(t).filter(|_| (t + 1..t + 5).all(|t| in_move(t).is_some())) {
                    let item = size + direction * size + first;
                    entries.push(Entry { weight: strip.weight(MOVE + line, t), item, dweight_du: share(line) });
                }
            }
        }
        // The lines of both ends, and the step of t; the step of the edge depends only on the kind.
        let kinds =
            [(ALONG, 0, 0, 1), (ALONG + 1, 1, 1, 1), (ACROSS, 0, 1, 0), (FORWARD, 0, 1, 1), (BACKWARD, 1, 0, 1)];
        let count = if direction < 2 { 5 } else { 4 };
        for (kind, from, to, ahead) in kinds.into_iter().take(count) {
            for t in strip.coordinates() {
                let (a, b) = (strip.point(from, t), strip.point(to, t + ahead));
                let (first, second) = (a.min(b), a.max(b));
                let (Some(index), true) = (self.index(first), self.contains(second)) else { continue };
                // One of the four, since the end with the smaller x, or the smaller y, is first.
                let step = (second.0 - first.0, second.1 - first.1);
                let direction = DIRECTION_STEPS.iter().position(|&other| other == step).unwrap_or_default();
                let item = 5 * size + direction * size + index;
                entries.push(Entry { weight: strip.weight(kind, t + ahead), item, dweight_du: 0.0 });
            }
        }
        entries
    }
}

impl Layout {
    /// Returns the layout of a box.
    pub(super) fn new(variant: Variant, hulls: &HullBox, case: &Case) -> Layout {
        let frame = hulls.frame();
        let board = Board::new(&frame, &case.empty);
        let mut strips = strips(&frame, &board);
        let groups = group(&mut strips, !variant.is_touching());
        let size = groups.last().map_or(0, |group: &Group| group.offset + group.length * STRIDE);
        let mut dweight_du = vec![0.0; size];
        let mut weights = vec![Vec::new(); 9 * board.has.len()];
        for strip in &mut strips {
            for entry in board.entries(strip) {
                strip.weights.push(entry.weight);
                weights[entry.item].push(entry.weight);
                dweight_du[entry.weight.get()] = entry.dweight_du;
            }
        }
        let (hulls, case) = (*hulls, case.clone());
        let (absent, items, off_cross) = (Vec::new(), Vec::new(), Vec::new());
        let mut layout = Layout { variant, hulls, case, strips, groups, size, absent, dweight_du, items, off_cross };
        layout.enter_items(&board, &weights);
        layout.enter_given();
        layout.enter_absent();
        layout
    }

    fn enter_items(&mut self, board: &Board, weights: &[Vec<WeightIndex>]) {
        let points = board.points();
        if self.hulls.is_placed {
            let is_off_cross = |&point: &LatticePoint| board.contains(point) && !self.is_in_cross(point);
            self.off_cross = points.iter().copied().filter(is_off_cross).collect();
        }
        for (number, weights) in weights.iter().enumerate() {
            let at = points[number % points.len()];
            let (kind, makes) = match number / points.len() {
                _ if weights.is_empty() => continue,
                0 => (Kind::Point { at, is_given: self.is_given(at) }, self.makes(at, (0, 0), 1)),
                group @ 1..5 => (Kind::Move, self.makes(at, DIRECTION_STEPS[group - 1], 5)),
                _ => (Kind::Edge, Vec::new()),
            };
            // Copied, so that the weights of items are side by side in memory.
            self.items.push(Item { kind, weights: weights.as_slice().into(), makes: makes.into() });
        }
    }

    /// Returns those of some points in a row that are off the cross of a placed box.
    fn makes(&self, (x, y): LatticePoint, step: LatticePoint, count: i32) -> Vec<MuIndex> {
        let mut makes = Vec::new();
        for i in 0..count {
            makes.extend(self.mu((x + i * step.0, y + i * step.1)));
        }
        makes
    }

    /// Returns the index of a point off the cross of a placed box; `None` if there is no such point.
    pub(super) fn mu(&self, (x, y): LatticePoint) -> Option<MuIndex> {
        let index = self.off_cross.binary_search_by_key(&(y, x), |&(x, y)| (y, x)).ok()?;
        Some(MuIndex(index as u32))
    }

    fn is_in_cross(&self, (x, y): LatticePoint) -> bool {
        self.hulls.is_placed && self.variant.is_in_cross(Point { x: x.into(), y: y.into() })
    }

    fn is_given(&self, point: LatticePoint) -> bool {
        self.is_in_cross(point) || self.case.dots.contains(&point)
    }

    fn enter_given(&mut self) {
        for item in &self.items {
            if let Kind::Point { is_given: true, .. } = item.kind {
                for weight in &item.weights {
                    let number = self.groups.partition_point(|group| group.offset <= weight.get()) - 1;
                    let group = &mut self.groups[number];
                    let (t, in_stride) =
                        ((weight.get() - group.offset) / STRIDE, (weight.get() - group.offset) % STRIDE);
                    group.no_dot[t][in_stride / LANES - DOT][in_stride % LANES] = 0.0;
                }
            }
        }
    }

    fn enter_absent(&mut self) {
        for group in &self.groups {
            for t in 0..group.length {
                let begin = group.offset + t * STRIDE;
                for weight in begin..begin + ALONG * LANES {
                    if self.dweight_du[weight] == 0.0 {
                        self.absent.push(WeightIndex(weight as u32));
                    }
                }
            }
        }
    }

    /// Returns the strip with a given first line.
    pub(super) fn strip(&self, direction: usize, first: i32) -> Option<&Strip> {
        let begin = self.strips.partition_point(|strip| strip.direction < direction);
        let number = usize::try_from(first - self.strips.get(begin)?.first).ok()?;
        self.strips.get(begin + number).filter(|strip| strip.direction == direction)
    }
}

/// Returns the strips of a box, in the order of a certificate, without their weights.
fn strips(frame: &Frame, board: &Board) -> Vec<Strip> {
    let [rows, columns, ..] = frame.outer;
    let (mut sums, mut differences) = (Vec::new(), Vec::new());
    for (x, y) in board.points() {
        if board.contains((x, y)) {
            sums.push(x + y);
            differences.push(x - y);
        }
    }
    let range = |lines: &[i32]| match (lines.iter().min(), lines.iter().max()) {
        (Some(&low), Some(&high)) => Interval { low, high },
        _ => Interval::only(0),
    };
    let mut strips = Vec::new();
    for (direction, lines) in [rows, columns, range(&sums), range(&differences)].into_iter().enumerate() {
        let hit = frame.inner[direction];
        for first in lines.low..lines.high {
            let along = if direction == 1 { rows } else { columns };
            let is_on_board = |&t: &i32| (first..first + 2).any(|line| board.contains(point(direction, line, t)));
            let begin = (along.low..=along.high).find(is_on_board).unwrap_or(0);
            let end = (along.low..=along.high).rfind(is_on_board).map_or(0, |last| last + 1);
            strips.push(Strip {
                direction,
                first,
                begin,
                length: (end - begin) as usize,
                offset: 0,
                must_hit: [first, first + 1].map(|line| (hit.low..=hit.high).contains(&line)),
                shared: [first > lines.low, first + 1 < lines.high].map(|is_inner| 1 + u8::from(is_inner)),
                weights: Vec::new(),
            });
        }
    }
    strips
}

/// Gives strips of about the same length neighbouring lanes.
fn group(strips: &mut [Strip], disjoint: bool) -> Vec<Group> {
    let mut longest: Vec<&mut Strip> = strips.iter_mut().collect();
    longest.sort_by_key(|strip| std::cmp::Reverse(strip.length));
    let mut groups = Vec::new();
    let mut offset = 0;
    for members in longest.chunks_mut(LANES) {
        let length = members[0].length;
        let (mut unhit, mut share) = ([[1.0; LANES]; 2], [[0.125; LANES]; 2]);
        for (lane, strip) in members.iter_mut().enumerate() {
            strip.offset = offset + lane;
            for line in 0..2 {
                unhit[line][lane] = if strip.must_hit[line] { 0.0 } else { 1.0 };
                share[line][lane] = 0.25 / f64::from(strip.shared[line]);
            }
        }
        groups.push(Group { disjoint, offset, length, unhit, share, no_dot: vec![[[1.0; LANES]; 2]; length] });
        offset += length * STRIDE;
    }
    groups
}
