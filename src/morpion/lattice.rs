//! The lattice ℤ², without end: points, directions, lines.
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

/// A point of the lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// Grows to the right.
    pub x: i64,
    /// Grows downwards.
    pub y: i64,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

impl Point {
    /// The point so many steps further, if its coordinates are numbers that we have.
    #[must_use]
    pub fn step(self, direction: Direction, steps: i64) -> Option<Point> {
        let (dx, dy) = direction.step();
        let x = self.x.checked_add(dx.checked_mul(steps)?)?;
        Some(Point { x, y: self.y.checked_add(dy.checked_mul(steps)?)? })
    }
}

/// The direction of a line, from the end with the smaller x to the other; of a vertical one, from top to bottom.
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
    /// All four.
    pub const ALL: [Direction; 4] = [Direction::Horizontal, Direction::Vertical, Direction::Rising, Direction::Falling];

    /// From a point of a line to the next one.
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

/// A line: some points in a row.
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
    /// The line of so many points from `start` on; none if it would leave the numbers that we have.
    #[must_use]
    pub fn new(start: Point, direction: Direction, length: u8) -> Option<Line> {
        let end = start.step(direction, i64::from(length) - 1)?;
        Some(Line { start, end, direction, length })
    }

    /// The same for a start that is not at the end of the numbers.
    pub(super) const fn from(start: Point, direction: Direction, length: u8) -> Line {
        let ((dx, dy), last) = (direction.step(), length as i64 - 1);
        Line { start, end: Point { x: start.x + dx * last, y: start.y + dy * last }, direction, length }
    }

    /// The line of so many points between two ends, in either order; none if there is no such line.
    #[must_use]
    pub fn between(one: Point, other: Point, length: u8) -> Option<Line> {
        let (start, end) = if one <= other { (one, other) } else { (other, one) };
        let lines = Direction::ALL.into_iter().filter_map(|direction| Line::new(start, direction, length));
        lines.into_iter().find(|line| line.end == end)
    }

    /// The end with the smaller x, or the upper one.
    #[must_use]
    pub const fn start(&self) -> Point {
        self.start
    }

    /// The other end.
    #[must_use]
    pub const fn end(&self) -> Point {
        self.end
    }

    /// The direction from start to end.
    #[must_use]
    pub const fn direction(&self) -> Direction {
        self.direction
    }

    /// How many points it has.
    #[must_use]
    pub const fn length(&self) -> u8 {
        self.length
    }

    /// Its points, from start to end.
    #[must_use]
    pub fn points(&self) -> impl DoubleEndedIterator<Item = Point> + ExactSizeIterator + use<> {
        let (Point { x, y }, (dx, dy)) = (self.start, self.direction.step());
        (0..self.length).map(move |i| Point { x: x + dx * i64::from(i), y: y + dy * i64::from(i) })
    }

    /// Which of its points a point is, counted from 0 at the start.
    #[must_use]
    pub fn index_of(&self, point: Point) -> Option<u8> {
        (0..self.length).zip(self.points()).find_map(|(index, of_line)| (of_line == point).then_some(index))
    }

    /// How many points two lines of one direction have in common. Lines of different directions have at most one.
    #[must_use]
    pub fn overlap(&self, other: &Line) -> usize {
        if self.direction != other.direction {
            return 0;
        }
        self.points().filter(|&point| other.index_of(point).is_some()).count()
    }
}

/// From end to end.
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

/// The point and the two ends of its line.
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
