//! The infinite lattice ℤ²: points, directions, lines and moves.
//!
//! ```text
//!        0 1 2 3 4 x            a horizontal line of five from (0, 1),
//!      0 . . . . .              a rising line of four from (1, 3)
//!      1 o-o-o-o-o
//!      2 . . o . .              y grows downwards
//!      3 . o . . .
//!      y
//! ```

use std::fmt;

use serde::{Serialize, Serializer};

/// A point of the lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Point {
    /// The column; grows to the right.
    pub x: i64,
    /// The row; grows downwards.
    pub y: i64,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

impl Point {
    /// Returns the point the given number of steps further; `None` if its coordinates do not fit into 64 bits.
    #[must_use]
    pub fn step(self, direction: Direction, steps: i64) -> Option<Point> {
        let (dx, dy) = direction.step();
        let x = self.x.checked_add(dx.checked_mul(steps)?)?;
        Some(Point { x, y: self.y.checked_add(dy.checked_mul(steps)?)? })
    }
}

/// The direction of a line, from the end with the smaller x to the other end; of a vertical line, from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// (1, 0)
    Horizontal,
    /// (0, 1)
    Vertical,
    /// (1, −1)
    Rising,
    /// (1, 1)
    Falling,
}

impl Direction {
    /// All directions.
    pub const ALL: [Direction; 4] = [Direction::Horizontal, Direction::Vertical, Direction::Rising, Direction::Falling];

    /// Returns the step from a point of a line to the next one, as (Δx, Δy).
    #[must_use]
    pub const fn step(self) -> (i64, i64) {
        match self {
            Direction::Horizontal => (1, 0),
            Direction::Vertical => (0, 1),
            Direction::Rising => (1, -1),
            Direction::Falling => (1, 1),
        }
    }
}

/// A line: consecutive points of one direction.
///
/// ```
/// use quadrille::morpion::{Direction, Line, Point};
/// let line = Line::between(Point { x: 4, y: 0 }, Point { x: 1, y: 3 }, 4).ok_or("no line")?;
/// assert_eq!((line.direction(), line.start()), (Direction::Rising, Point { x: 1, y: 3 }));
/// assert_eq!(line.index_of(Point { x: 3, y: 1 }), Some(2));
/// let next = line.end().step(Direction::Rising, -1).and_then(|start| Line::new(start, Direction::Rising, 4));
/// assert_eq!(next.map(|next| line.overlap(&next)), Some(2));
/// # Ok::<(), &'static str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line {
    start: Point,
    end: Point,
    direction: Direction,
    length: u8,
}

impl Line {
    /// Returns the line of `length` points from `start` on; `None` if `length` is 0, or a coordinate does not fit into
    /// 64 bits.
    #[must_use]
    pub fn new(start: Point, direction: Direction, length: u8) -> Option<Line> {
        let end = start.step(direction, i64::from(length.checked_sub(1)?))?;
        Some(Line { start, end, direction, length })
    }

    /// Returns the same line as [`new`](Self::new). The caller ensures that there is one.
    pub(super) const fn new_unchecked(start: Point, direction: Direction, length: u8) -> Line {
        let ((dx, dy), last) = (direction.step(), length as i64 - 1);
        Line { start, end: Point { x: start.x + dx * last, y: start.y + dy * last }, direction, length }
    }

    /// Returns the line of `length` points with two given ends, in either order; `None` if there is no such line.
    #[must_use]
    pub fn between(one: Point, other: Point, length: u8) -> Option<Line> {
        let (start, end) = if one <= other { (one, other) } else { (other, one) };
        let mut lines = Direction::ALL.into_iter().filter_map(|direction| Line::new(start, direction, length));
        lines.find(|line| line.end == end)
    }

    /// Returns the end with the smaller x; of a vertical line, the upper end.
    #[must_use]
    pub const fn start(&self) -> Point {
        self.start
    }

    /// Returns the other end.
    #[must_use]
    pub const fn end(&self) -> Point {
        self.end
    }

    /// Returns the direction from start to end.
    #[must_use]
    pub const fn direction(&self) -> Direction {
        self.direction
    }

    /// Returns the number of points.
    #[must_use]
    pub const fn length(&self) -> u8 {
        self.length
    }

    /// Returns the points, from start to end.
    #[must_use]
    pub fn points(&self) -> impl DoubleEndedIterator<Item = Point> + ExactSizeIterator + use<> {
        let (Point { x, y }, (dx, dy)) = (self.start, self.direction.step());
        (0..self.length).map(move |i| Point { x: x + dx * i64::from(i), y: y + dy * i64::from(i) })
    }

    /// Returns the index of a point on the line, 0 at the start; `None` if the point is not on the line.
    #[must_use]
    pub fn index_of(&self, point: Point) -> Option<u8> {
        (0..self.length).zip(self.points()).find_map(|(index, other)| (other == point).then_some(index))
    }

    /// Returns the number of points that two lines of one direction have in common; 0 for lines of different
    /// directions, which have at most one.
    #[must_use]
    pub fn overlap(&self, other: &Line) -> usize {
        if self.direction != other.direction {
            return 0;
        }
        self.points().filter(|&point| other.index_of(point).is_some()).count()
    }
}

/// Writes the two ends.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.start, self.end)
    }
}

/// A move: a new point and the line that it completes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The new point.
    pub point: Point,
    /// The new line.
    pub line: Line,
}

impl Move {
    /// Returns the numbers x y x1 y1 x2 y2 of the plain form of records: the new point, then the ends of its line.
    #[must_use]
    pub const fn numbers(&self) -> [i64; 6] {
        let (start, end) = (self.line.start(), self.line.end());
        [self.point.x, self.point.y, start.x, start.y, end.x, end.y]
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.point, self.line)
    }
}

/// Serializes the six [numbers](Move::numbers).
impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.numbers().serialize(serializer)
    }
}
