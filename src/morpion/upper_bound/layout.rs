//! The board of a box as the search sees it: which weights there are, and which of them belong together.
//!
//! The example of the [proof](super) is a board with the rows 0 to 9. Its first strip, rows 0 and 1, has seven points
//! on its line 0 and nine on its line 1:
//!
//! ```text
//!     t          0   1   2   3   4   5   6   7   8   9  10       direction 0 (rows), first 0, begin 0, length 11
//!     line 0         o       o   o   o   o   o       o           must_hit, 1 move, u_share 1/4 (in no other strip)
//!     line 1     o       o   o   o   o   o   o   o       o       must_hit, 3 moves, u_share 1/8 (in rows 1 and 2, too)
//!
//!     kind       0, 1     2, 3          4, 5        6         7                       8
//!                DOT      MOVE          ALONG       ACROSS    FORWARD                 BACKWARD
//!     at t       point t  begins at t   t - 1 to t  t to t    t - 1 to t on line 1    t - 1 on line 1 to t on line 0
//! ```
//!
//! - The search has one vector of `size` numbers. [`WeightIndex`] is an index into it, [`Strip::weight`] the index of a
//!   kind at t. Eight strips of about the same length are a [`Group`]. They are side by side, each in a lane from 0 to
//!   7. The index is
//!
//! ```text
//!     offset of the group + STRIDE (t - begin) + LANES kind + lane
//! ```
//!
//!   Some numbers of the vector are of nothing: lanes that are left over, ends of shorter strips, points that the board
//!   does not have. Those of dots and moves among them are `absent`.
//! - An [`Item`] is a point, move or edge, with the indices of its weights. The point (3,0) has one in this strip, two
//!   in the columns 2 to 4, two in the sums 2 to 4 and two in the differences 2 to 4. These seven are what must agree.
//! - [`MuIndex`] is an index into `off_cross`, which is empty unless the box is placed.
//! - A [`Board`] and its [`PointIndex`] exist while a layout is made. After that nothing of a layout changes.

#![allow(
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    clippy::needless_range_loop,
    reason = "coordinates and indices are small; loops over lines and lanes index several arrays at once"
)]

use std::ops::Range;

use itertools::Itertools;

use super::certificate::Case;
use super::hulls::{Frame, HullBox, Interval};
use crate::morpion::{Point, Variant};

/// The number of strips that are searched side by side.
pub(super) const LANES: usize = 8;

/// The number of kinds of weights of a strip at a coordinate.
pub(super) const KINDS: usize = 9;
/// The first kind of dots: `DOT + line`. So it is with `MOVE` and `ALONG`.
pub(super) const DOT: usize = 0;
/// Moves along a line, by their smallest coordinate.
pub(super) const MOVE: usize = 2;
/// Edges along a line, by their larger coordinate.
pub(super) const ALONG: usize = 4;
/// The edges between the two lines begin with this kind; there are `FORWARD` and `BACKWARD` ones after it.
const ACROSS: usize = 6;

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

/// A lattice point (x, y).
type LatticePoint = (i32, i32);

/// The index of a lattice point in the rectangle of a [`Board`], row by row.
#[derive(Clone, Copy)]
struct PointIndex(usize);

/// Two neighbouring lines.
#[derive(Clone, Debug)]
pub(super) struct Strip {
    /// Rows, columns, sums, differences.
    pub(super) direction: usize,
    /// The number of line 0: y of a row, x of a column, x + y or x - y. Line 1 has one more.
    pub(super) first: i32,
    /// The smallest coordinate: t is y in columns, and x otherwise.
    pub(super) begin: i32,
    /// The number of coordinates.
    pub(super) length: usize,
    /// The index of its first weight. 0 until [`group`] gives the strip a lane.
    offset: usize,
    /// Whether each line must be hit.
    must_hit: [bool; 2],
    /// See [`Group::u_share`].
    u_share: [f64; 2],
    /// Its weights in the order of a certificate. Empty until [`Layout::new`] enters those of the board.
    pub(super) weights: Vec<WeightIndex>,
}

impl Strip {
    /// Returns the coordinates.
    pub(super) fn coordinates(&self) -> Range<i32> {
        self.begin..self.begin + self.length as i32
    }

    /// Returns the point with coordinate t on line 0 or 1.
    fn point(&self, line: usize, t: i32) -> LatticePoint {
        point(self.direction, self.first + line as i32, t)
    }

    /// Returns the index of a weight. The caller ensures that t is one of the coordinates.
    pub(super) fn weight(&self, kind: usize, t: i32) -> WeightIndex {
        WeightIndex((self.offset + (t - self.begin) as usize * STRIDE + kind * LANES) as u32)
    }

    /// Returns the first line of the other strip that has the weights of this kind, and their kind there; `None` for
    /// edges between the two lines. Line 0 of a strip is line 1 of the one before it.
    pub(super) fn in_other_strip(&self, kind: usize) -> Option<(i32, usize)> {
        let (first, kind_there) = if kind % 2 == 1 { (self.first + 1, kind - 1) } else { (self.first - 1, kind + 1) };
        (kind < ACROSS).then_some((first, kind_there))
    }
}

/// One number for each strip of a group, by its lane. Lanes that are left over have those of a strip without points.
pub(super) type ByLane = [f64; LANES];

/// Strips side by side.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// Whether moves of a line share no dot.
    pub(super) disjoint: bool,
    /// The index of its first weight, a multiple of `STRIDE`.
    pub(super) offset: usize,
    /// The number of coordinates of the longest strip.
    pub(super) length: usize,
    /// By line, 1 if it need not be hit, 0 if it must.
    pub(super) unhit: [ByLane; 2],
    /// By line, how much of U is in the weight of a dot there: a quarter for each direction, divided by the number of
    /// strips of this direction that have the line, 1 or 2. In the weight of a move there are four times as much.
    pub(super) u_share: [ByLane; 2],
    /// By t - begin, line and lane: 0 where a dot is given, otherwise 1.
    pub(super) no_dot: Vec<[ByLane; 2]>,
}

/// What a weight is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemKind {
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
    pub(super) kind: ItemKind,
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
    /// In the order of a certificate: by direction, then by first line.
    pub(super) strips: Vec<Strip>,
    /// The longest strips first.
    pub(super) groups: Vec<Group>,
    /// The number of weights.
    pub(super) size: usize,
    /// The weights of dots and moves that are not on the board.
    pub(super) absent: Vec<WeightIndex>,
    /// By `WeightIndex`, the derivatives of weights by U. Those of a point have the sum -1, those of a move 1.
    pub(super) dweight_du: Vec<f64>,
    /// Points, then moves, then edges, each by direction and first point. Only those that are in a strip.
    pub(super) items: Vec<Item>,
    /// By `MuIndex`: in a placed box, the points off the cross, row by row.
    pub(super) off_cross: Vec<(i32, i32)>,
}

/// By direction, the step of moves and edges.
const STEPS: [LatticePoint; 4] = [(1, 0), (0, 1), (1, -1), (1, 1)];

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
    /// By `PointIndex`, whether the point is on the board.
    has: Vec<bool>,
    /// By `PointIndex` and direction, whether a move along it can have the point.
    in_moves: Vec<[bool; 4]>,
}

impl Board {
    fn new(frame: &Frame, empty: &[LatticePoint]) -> Board {
        let [rows, columns, ..] = frame.outer;
        // By corner.
        let diagonals =
            |[_, _, sums, differences]: [Interval; 4]| [sums.low, differences.high, sums.high, differences.low];
        let (outer, inner) = (diagonals(frame.outer), diagonals(frame.inner));
        let mut board = Board { rows, columns, has: Vec::new(), in_moves: Vec::new() };
        for (x, y) in board.rectangle() {
            let beyond = [outer[0] - x - y, x - y - outer[1], x + y - outer[2], outer[3] - x + y];
            let is_allowed = |corner: usize| {
                let beyond = beyond[corner];
                beyond <= 0 || beyond <= 4 && (outer[corner] != inner[corner] || beyond % 2 == 0)
            };
            let [a, b, c, d] = beyond;
            let is_straight = a.max(b).max(c).max(d) <= 0;
            board.has.push((0..4).all(is_allowed) && !empty.contains(&(x, y)));
            board.in_moves.push([is_straight, is_straight, a.max(c) <= 2, b.max(d) <= 2]);
        }
        board
    }

    /// Returns the points of the rectangle, by their `PointIndex`.
    fn rectangle(&self) -> Vec<LatticePoint> {
        (self.rows.low..=self.rows.high)
            .cartesian_product(self.columns.low..=self.columns.high)
            .map(|(y, x)| (x, y))
            .collect()
    }

    /// Returns the index of a point; `None` if it is not on the board.
    fn index(&self, (x, y): LatticePoint) -> Option<PointIndex> {
        let Board { rows, columns, .. } = self;
        let is_inside = (columns.low..=columns.high).contains(&x) && (rows.low..=rows.high).contains(&y);
        let index = is_inside.then(|| ((y - rows.low) * (columns.slack() + 1) + x - columns.low) as usize)?;
        self.has[index].then_some(PointIndex(index))
    }
}

/// An item among those with the same first point: the point itself, or the move or edge of a direction.
#[derive(Clone, Copy)]
enum ItemAt {
    Point,
    Move(usize),
    Edge(usize),
}

impl ItemAt {
    /// In the order of [`Layout::items`].
    const ALL: [ItemAt; 9] = {
        use ItemAt::{Edge, Move, Point};
        [Point, Move(0), Move(1), Move(2), Move(3), Edge(0), Edge(1), Edge(2), Edge(3)]
    };

    /// Returns the place in [`ALL`](Self::ALL).
    fn index(self) -> usize {
        match self {
            ItemAt::Point => 0,
            ItemAt::Move(direction) => 1 + direction,
            ItemAt::Edge(direction) => 5 + direction,
        }
    }
}

/// A weight of a strip.
struct Entry {
    weight: WeightIndex,
    item: ItemAt,
    first_point: PointIndex,
    dweight_du: f64,
}

/// The ends of the kinds of edges from `ALONG` on: the lines of both, and the step of t from the first to the second.
const EDGE_ENDS: [(usize, usize, i32); 5] = [(0, 0, 1), (1, 1, 1), (0, 1, 0), (0, 1, 1), (1, 0, 1)];

/// By the direction of the strip, the directions of its kinds of edges. In diagonals there are no `BACKWARD` ones,
/// whose ends would not be neighbours.
const EDGE_DIRECTIONS: [&[usize]; 4] = [&[0, 0, 1, 3, 2], &[1, 1, 0, 3, 2], &[2, 2, 1, 0], &[3, 3, 1, 0]];

impl Board {
    /// Returns the weights of a strip in the order of a certificate.
    fn entries(&self, strip: &Strip) -> Vec<Entry> {
        let direction = strip.direction;
        let mut entries = Vec::new();
        let mut enter = |kind: usize, t: i32, item: ItemAt, first_point: PointIndex, dweight_du: f64| {
            entries.push(Entry { weight: strip.weight(kind, t), item, first_point, dweight_du });
        };
        for line in 0..2 {
            for t in strip.coordinates() {
                if let Some(point) = self.index(strip.point(line, t)) {
                    enter(DOT + line, t, ItemAt::Point, point, -strip.u_share[line]);
                }
            }
        }
        for line in 0..2 {
            let in_move = |t: i32| self.index(strip.point(line, t)).filter(|point| self.in_moves[point.0][direction]);
            for t in strip.coordinates() {
                if let Some(first) = in_move(t).filter(|_| (t + 1..t + 5).all(|t| in_move(t).is_some())) {
                    enter(MOVE + line, t, ItemAt::Move(direction), first, 4.0 * strip.u_share[line]);
                }
            }
        }
        for ((kind, &direction), (from, to, step)) in (ALONG..).zip(EDGE_DIRECTIONS[direction]).zip(EDGE_ENDS) {
            for t in strip.coordinates() {
                // The edge is at the larger t, its first point the smaller of its ends (x, y).
                let (a, b) = (strip.point(from, t), strip.point(to, t + step));
                if let (Some(first), Some(_)) = (self.index(a.min(b)), self.index(a.max(b))) {
                    enter(kind, t + step, ItemAt::Edge(direction), first, 0.0);
                }
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
        let rectangle = board.rectangle();
        let is_in_cross =
            |&(x, y): &LatticePoint| hulls.is_placed() && variant.is_in_cross(Point { x: x.into(), y: y.into() });
        let is_given = rectangle.iter().map(|at| is_in_cross(at) || case.dots.contains(at)).collect_vec();
        let mut strips = strips(&frame, &board);
        let groups =
            group(&mut strips, !variant.is_touching(), &|at| board.index(at).is_some_and(|point| is_given[point.0]));
        let size = groups.last().map_or(0, |group: &Group| group.offset + group.length * STRIDE);
        let (mut dweight_du, mut is_on_board) = (vec![0.0; size], vec![false; size]);
        // By the index of an `ItemAt`, then by the `PointIndex` of the first point.
        let mut weights_at = ItemAt::ALL.map(|_| vec![Vec::<WeightIndex>::new(); rectangle.len()]);
        for strip in &mut strips {
            for Entry { weight, item, first_point, dweight_du: derivative } in board.entries(strip) {
                strip.weights.push(weight);
                weights_at[item.index()][first_point.0].push(weight);
                dweight_du[weight.get()] = derivative;
                is_on_board[weight.get()] = true;
            }
        }
        // The kinds before `ALONG` are dots and moves. An edge that is not on the board keeps the weight 0.
        let is_absent = |&weight: &usize| weight % STRIDE < ALONG * LANES && !is_on_board[weight];
        let absent = (0..size).filter(is_absent).map(|weight| WeightIndex(weight as u32)).collect();
        let mut off_cross = rectangle.clone();
        off_cross.retain(|&at| hulls.is_placed() && board.index(at).is_some() && !is_in_cross(&at));
        let (hulls, case, items) = (*hulls, case.clone(), Vec::new());
        let mut layout = Layout { variant, hulls, case, strips, groups, size, absent, dweight_du, items, off_cross };
        for (item, weights_at) in ItemAt::ALL.into_iter().zip(&weights_at) {
            for (first, weights) in weights_at.iter().enumerate().filter(|(_, weights)| !weights.is_empty()) {
                let at = rectangle[first];
                let (kind, makes) = match item {
                    ItemAt::Point => (ItemKind::Point { at, is_given: is_given[first] }, layout.makes(at, (0, 0), 1)),
                    ItemAt::Move(direction) => (ItemKind::Move, layout.makes(at, STEPS[direction], 5)),
                    ItemAt::Edge(_) => (ItemKind::Edge, Box::default()),
                };
                // Copied, so that the weights of items are side by side in memory.
                layout.items.push(Item { kind, weights: weights.as_slice().into(), makes });
            }
        }
        layout
    }

    /// Returns those of some points in a row that are off the cross of a placed box.
    fn makes(&self, (x, y): LatticePoint, step: LatticePoint, count: i32) -> Box<[MuIndex]> {
        (0..count).filter_map(|i| self.mu((x + i * step.0, y + i * step.1))).collect()
    }

    /// Returns the index of a point off the cross of a placed box; `None` if there is no such point.
    pub(super) fn mu(&self, (x, y): LatticePoint) -> Option<MuIndex> {
        let index = self.off_cross.binary_search_by_key(&(y, x), |&(x, y)| (y, x)).ok()?;
        Some(MuIndex(index as u32))
    }

    /// Returns the strip with a given first line.
    pub(super) fn strip(&self, direction: usize, first: i32) -> Option<&Strip> {
        let begin = self.strips.partition_point(|strip| strip.direction < direction);
        let number = usize::try_from(first - self.strips.get(begin)?.first).ok()?;
        self.strips.get(begin + number).filter(|strip| strip.direction == direction)
    }
}

/// Returns the strips of a box in the order of a certificate, without a lane and weights.
fn strips(frame: &Frame, board: &Board) -> Vec<Strip> {
    let [rows, columns, ..] = frame.outer;
    let on_board = board.rectangle().into_iter().filter(|&at| board.index(at).is_some()).collect_vec();
    let range = |line: fn(&LatticePoint) -> i32| {
        // Without points there are no strips of diagonals.
        let [low, high] = [Iterator::min, Iterator::max].map(|end| end(on_board.iter().map(line)).unwrap_or(0));
        Interval { low, high }
    };
    let mut strips = Vec::new();
    for (direction, lines) in [rows, columns, range(|(x, y)| x + y), range(|(x, y)| x - y)].into_iter().enumerate() {
        let hit = frame.inner[direction];
        for first in lines.low..lines.high {
            let along = if direction == 1 { rows } else { columns };
            let has_point = |&t: &i32| (first..first + 2).any(|line| board.index(point(direction, line, t)).is_some());
            let begin = (along.low..=along.high).find(has_point).unwrap_or(0);
            let end = (along.low..=along.high).rfind(has_point).map_or(0, |last| last + 1);
            strips.push(Strip {
                direction,
                first,
                begin,
                length: (end - begin) as usize,
                offset: 0,
                must_hit: [first, first + 1].map(|line| (hit.low..=hit.high).contains(&line)),
                u_share: [first > lines.low, first + 1 < lines.high]
                    .map(|is_inner| if is_inner { 0.125 } else { 0.25 }),
                weights: Vec::new(),
            });
        }
    }
    strips
}

/// Gives strips of about the same length neighbouring lanes. `is_given` tells of a point whether all patterns have its
/// dot.
fn group(strips: &mut [Strip], disjoint: bool, is_given: &dyn Fn(LatticePoint) -> bool) -> Vec<Group> {
    let mut longest: Vec<&mut Strip> = strips.iter_mut().collect();
    longest.sort_by_key(|strip| std::cmp::Reverse(strip.length));
    let mut groups = Vec::new();
    let mut offset = 0;
    for members in longest.chunks_mut(LANES) {
        let length = members[0].length;
        let (mut unhit, mut u_share) = ([[1.0; LANES]; 2], [[0.125; LANES]; 2]);
        let mut no_dot = vec![[[1.0; LANES]; 2]; length];
        for (lane, strip) in members.iter_mut().enumerate() {
            strip.offset = offset + lane;
            for line in 0..2 {
                unhit[line][lane] = if strip.must_hit[line] { 0.0 } else { 1.0 };
                u_share[line][lane] = strip.u_share[line];
                for (no_dot, t) in no_dot.iter_mut().zip(strip.coordinates()) {
                    no_dot[line][lane] = if is_given(strip.point(line, t)) { 0.0 } else { 1.0 };
                }
            }
        }
        groups.push(Group { disjoint, offset, length, unhit, u_share, no_dot });
        offset += length * STRIDE;
    }
    groups
}
