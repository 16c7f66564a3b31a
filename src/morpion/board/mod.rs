//! The part of the lattice that games are played on, 64 by 64 points around the cross, as rows of bits.
//!
//! ```text
//!     row of a point    horizontal y    vertical 64 + x    rising 128 + x + y    falling 318 + x - y
//!     place in the row             x                  y                     x                     x
//!
//!     points  . . o o o q o . .          the nine places around q, in one of its four rows
//!     used    . . x x x x . . .          units that lines of the row have used
//!               |-------|                a line of five from here would use these, and is not free
//!                   |-------|            this one is, and wants one more point: a move
//! ```
//!
//! A line uses *units* of its row: its points in the disjoint games, the segments between them in the touching ones. Two
//! lines can stand together exactly if they have no unit in common, which is what condition (ii) says. A line is kept as
//! one number, 64 times its row and the place of its first point; then two lines cannot stand together exactly if
//! their numbers differ by less than a line has units, since no line begins in the last four places of a row.
//!
//! Two tables tell of the places around a new point which lines are free, and which want exactly one more point. To make
//! or to take back a move, and to find the moves that it makes possible, takes a few dozen machine instructions.

#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "all are places on a board of 64 by 64")]

mod spot;
mod tables;

use std::cmp::Ordering;

pub(super) use self::spot::{Candidate, Spot};
use self::spot::{LineNumber, ROWS, SIDE};
use self::tables::{Tables, units};
use super::lattice::{Direction, Line, Move, Point};
use super::variant::Variant;
use crate::cell::Cell;
use crate::symmetry::Symmetry;

/// The points and lines of a game.
#[derive(Clone)]
pub(super) struct Board {
    variant: Variant,
    length: usize,
    units: usize,
    tables: &'static Tables,
    /// The points, once for each direction.
    points: [u64; ROWS],
    /// The units of its row that each line has used.
    used: [u64; ROWS],
}

impl Board {
    /// The cross.
    pub(super) fn new(variant: Variant) -> Board {
        let tables = Tables::of(variant);
        let (length, units) = (usize::from(variant.line_length()), units(variant) as usize);
        let mut board = Board { variant, length, units, tables, points: [0; ROWS], used: [0; ROWS] };
        let cross: Vec<Spot> = variant.cross().filter_map(|point| board.spot(point)).collect();
        for spot in cross {
            board.flip_point(spot);
        }
        board
    }

    pub(super) fn variant(&self) -> Variant {
        self.variant
    }

    /// Where the point (0, 0) is, in both coordinates: the cross is in the middle.
    fn origin(&self) -> i64 {
        (SIDE as i64 - i64::from(self.variant.cross_width())) / 2
    }

    /// The point on the board; none if it is beyond.
    pub(super) fn spot(&self, point: Point) -> Option<Spot> {
        let on_board = |coordinate: i64| {
            let shifted = coordinate.checked_add(self.origin())?;
            u16::try_from(shifted).ok().filter(|&place| usize::from(place) < SIDE)
        };
        Some(Spot(on_board(point.y)? * SIDE as u16 + on_board(point.x)?))
    }

    pub(super) fn point(&self, spot: Spot) -> Point {
        Point { x: spot.x() as i64 - self.origin(), y: spot.y() as i64 - self.origin() }
    }

    /// The move on the board; none if it is beyond.
    pub(super) fn candidate(&self, mv: &Move) -> Option<Candidate> {
        if mv.line.length() != self.variant.line_length() {
            return None;
        }
        let direction = Direction::ALL.iter().position(|&direction| direction == mv.line.direction())?;
        let (start, _) = (self.spot(mv.line.start())?, self.spot(mv.line.end())?);
        let (row, place) = start.in_row(direction);
        Some(Candidate { spot: self.spot(mv.point)?, line: (SIDE * row + place) as LineNumber })
    }

    /// The move on the lattice.
    pub(super) fn to_move(&self, candidate: Candidate) -> Move {
        let (direction, start) = candidate.start();
        let line = Line::from(self.point(start), Direction::ALL[direction], self.variant.line_length());
        Move { point: self.point(candidate.spot), line }
    }

    pub(super) fn has(&self, spot: Spot) -> bool {
        let (row, place) = spot.in_row(0);
        self.points[row] >> place & 1 == 1
    }

    /// Sets a point, or takes it away.
    #[inline(always)]
    pub(super) fn flip_point(&mut self, spot: Spot) {
        for direction in 0..4 {
            let (row, place) = spot.in_row(direction);
            self.points[row] ^= 1 << place;
        }
    }

    /// Makes a move, or takes it back.
    #[inline(always)]
    pub(super) fn flip(&mut self, candidate: Candidate) {
        self.flip_point(candidate.spot);
        self.used[usize::from(candidate.line) / SIDE] ^=
            ((1 << self.units) - 1) << (usize::from(candidate.line) % SIDE);
    }

    /// Whether two moves exclude each other.
    #[inline(always)]
    pub(super) fn exclude(&self, one: Candidate, other: Candidate) -> bool {
        self.excluded_by(one)(other)
    }

    /// Which moves one excludes.
    #[inline(always)]
    pub(super) fn excluded_by(&self, one: Candidate) -> impl Fn(Candidate) -> bool + use<> {
        // Differences wrap around: those from -(units - 1) on become the smallest.
        let units = self.units as u16;
        let (first, differences) = (one.line.wrapping_sub(units - 1), 2 * units - 1);
        move |other| (other.spot == one.spot) | (other.line.wrapping_sub(first) < differences)
    }

    /// Which lines through a place of a row with these points and used units are free and want one more point, as
    /// [`Tables::wanting`] has it; and the place where the first of them begins. The place has to be [inside](Spot::is_inside).
    #[inline(always)]
    fn lines_through(&self, place: usize, points: u64, used: u64) -> (usize, u32) {
        let first = place.wrapping_sub(self.length - 1) % SIDE;
        let points = (points >> first) as usize & ((1 << (2 * self.length - 1)) - 1);
        let used = (used >> first) as usize & ((1 << (self.length - 1 + self.units)) - 1);
        // Nine places at most: no index is beyond the tables, and the mask says so to the compiler.
        let (free, wanting) = (self.tables.free[used & 511], self.tables.wanting[points & 511]);
        (first, wanting & (u32::from(free) | !0xFF))
    }

    /// Gives the moves whose lines go through a point that is there and [inside](Spot::is_inside): after a move, exactly those that it
    /// has made possible.
    #[inline(always)]
    pub(super) fn moves_through(&self, spot: Spot, mut give: impl FnMut(Candidate)) {
        for direction in 0..4 {
            let (row, place) = spot.in_row(direction);
            let (first, found) = self.lines_through(place, self.points[row], self.used[row]);
            let mut lines = found & 0xFF;
            while lines != 0 {
                let line = lines.trailing_zeros() as usize;
                lines &= lines - 1;
                let wanted = (found >> (8 + 4 * line) & 15) as i32;
                let from_here = wanted - (self.length as i32 - 1);
                let wanted = i32::from(spot.0) + from_here * Spot::step(direction);
                give(Candidate { spot: Spot(wanted as u16), line: (SIDE * row + first + line) as LineNumber });
            }
        }
    }

    /// How many moves a move makes possible that has not been made; its point has to be [inside](Spot::is_inside).
    #[inline(always)]
    pub(super) fn count_moves_after(&self, candidate: Candidate) -> u32 {
        let (row_of_line, start) = (usize::from(candidate.line) / SIDE, usize::from(candidate.line) % SIDE);
        let line = ((1_u64 << self.units) - 1) << start;
        let mut count = 0;
        for direction in 0..4 {
            let (row, place) = candidate.spot.in_row(direction);
            let points = self.points[row] | 1 << place;
            let used = self.used[row] | if row == row_of_line { line } else { 0 };
            let (_, lines) = self.lines_through(place, points, used);
            count += (lines & 0xFF).count_ones();
        }
        count
    }

    /// Where a symmetry of the cross takes a point. All lines through points [inside](Spot::is_inside) have images.
    fn spot_image(&self, spot: Spot, symmetry: Symmetry) -> Spot {
        let side = (2 * self.origin()) as u16 + u16::from(self.variant.cross_width());
        let image = symmetry.image(Cell::new(spot.x() as u16, spot.y() as u16), side, side);
        Spot(SIDE as u16 * image.row() + image.column())
    }

    /// Where a symmetry of the cross takes a move.
    pub(super) fn image(&self, candidate: Candidate, symmetry: Symmetry) -> Candidate {
        let (direction, start) = candidate.start();
        let end = i32::from(start.0) + Spot::step(direction) * (self.length as i32 - 1);
        let [one, other] = [start, Spot(end as u16)].map(|end| self.spot_image(end, symmetry));
        let by_column = |spot: &Spot| (spot.x(), spot.y());
        let (start, end) = if by_column(&one) < by_column(&other) { (one, other) } else { (other, one) };
        let direction = match (start.x().cmp(&end.x()), start.y().cmp(&end.y())) {
            (_, Ordering::Equal) => 0,
            (Ordering::Equal, _) => 1,
            (_, Ordering::Greater) => 2,
            (_, Ordering::Less) => 3,
        };
        let (row, place) = start.in_row(direction);
        Candidate { spot: self.spot_image(candidate.spot, symmetry), line: (SIDE * row + place) as LineNumber }
    }

    /// All moves, in no particular order.
    pub(super) fn all_moves(&self) -> Vec<Candidate> {
        let mut moves = Vec::new();
        for spot in (0..(SIDE * SIDE) as u16).map(Spot).filter(|&spot| self.has(spot)) {
            self.moves_through(spot, |candidate| moves.push(candidate));
        }
        moves.sort_unstable();
        moves.dedup();
        moves
    }
}
