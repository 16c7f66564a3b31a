//! The check of a certificate, in integers: what it proves follows from the box and the weights in it, from the
//! definitions in [`certificate`](super::certificate), and from nothing else. No code here is shared with the search
//! for weights.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use itertools::Itertools;
use thiserror::Error;

use super::certificate::{Case, Certificate};
use super::hulls::{HullBox, Interval};
use crate::morpion::{Point as Place, Variant};

/// A point of the lattice, as (x, y).
type Point = (i64, i64);

/// A larger sum than this is refused; no intermediate result of two such sums overflows.
const LARGEST: i64 = 1 << 60;

/// Why a certificate proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The number of strips is wrong.
    #[error("expected {expected} strips, found {found}")]
    Strips {
        /// The number of strips of the board of the box.
        expected: usize,
        /// The number in the certificate.
        found: usize,
    },
    /// A strip has a wrong number of weights.
    #[error("strip {strip}: expected {expected} weights, found {found}")]
    Weights {
        /// The number of the strip, from 1.
        strip: usize,
        /// The number of weights that the board of the box has there.
        expected: usize,
        /// The number in the certificate.
        found: usize,
    },
    /// There is a wrong number of weights of points off the cross.
    #[error("points: expected {expected} weights, found {found}")]
    Points {
        /// The number of points off the cross of a placed box.
        expected: usize,
        /// The number in the certificate.
        found: usize,
    },
    /// The sums are too large.
    #[error("the sums of the weights do not fit into 61 bits")]
    Overflow,
    /// A point of the cross is said to have no dot.
    #[error("expected points off the cross without a dot, found {x},{y}")]
    NoCross {
        /// Its column.
        x: i32,
        /// Its row.
        y: i32,
    },
    /// It claims more than it proves.
    #[error("it claims that a game has at most {claimed} moves, and proves at most {proved}")]
    Claim {
        /// What it claims.
        claimed: i64,
        /// What it proves.
        proved: i64,
    },
}

/// The board of a box.
struct Board {
    /// The first and the last row, column, sum and difference of the board; some points may be beyond the sums and
    /// differences.
    outer: [(i64, i64); 4],
    /// The first and the last of those that must be hit.
    hit: [(i64, i64); 4],
    /// Points that do not belong to it, since they have no dot.
    empty: Vec<Point>,
}

/// The first and the last row, column, sum and difference that the cross hits.
const CROSS: [(i64, i64); 4] = [(0, 9), (0, 9), (3, 15), (-6, 6)];

impl Board {
    fn new(hulls: &HullBox, case: &Case) -> Board {
        let empty = case.empty.iter().map(|&(x, y)| (x.into(), y.into())).collect();
        match hulls {
            HullBox::Placed(extents) => {
                let beyond = |end: fn(&Interval) -> i32| {
                    [0, 1, 2, 3].map(|direction: usize| {
                        let [before, after] = [0, 1].map(|which| i64::from(end(&extents[2 * direction + which])));
                        (CROSS[direction].0 - before, CROSS[direction].1 + after)
                    })
                };
                Board { outer: beyond(|extent| extent.high), hit: beyond(|extent| extent.low), empty }
            }
            HullBox::Free(ranges) => {
                let [w, h, cuts @ ..] = ranges.map(|range| (i64::from(range.low), i64::from(range.high)));
                let slacks = [0, w.1 - w.0, (w.1 - w.0) + (h.1 - h.0), h.1 - h.0];
                let lines = |width, height, [first, second, third, fourth]: [i64; 4]| {
                    [(0, height), (0, width), (first, w.1 + h.1 - third), (fourth - h.1, w.1 - second)]
                };
                let inner = [0, 1, 2, 3].map(|corner: usize| cuts[corner].1 + slacks[corner]);
                Board { outer: lines(w.1, h.1, cuts.map(|cut| cut.0)), hit: lines(w.0, h.0, inner), empty }
            }
        }
    }

    /// Returns by how much a point is beyond each corner, positive numbers only if it is.
    fn beyond(&self, (x, y): Point) -> [i64; 4] {
        let [_, _, sums, differences] = self.outer;
        [sums.0 - (x + y), (x - y) - differences.1, (x + y) - sums.1, differences.0 - (x - y)]
    }

    fn contains(&self, (x, y): Point) -> bool {
        let [rows, columns, ..] = self.outer;
        let is_inside = (columns.0..=columns.1).contains(&x) && (rows.0..=rows.1).contains(&y);
        // By corner.
        let diagonals = |[_, _, sums, differences]: [(i64, i64); 4]| [sums.0, differences.1, sums.1, differences.0];
        let (outer, hit) = (diagonals(self.outer), diagonals(self.hit));
        let is_allowed = |(corner, beyond): (usize, i64)| match beyond {
            ..=0 | 2 | 4 => true,
            // Unless all hulls of the box have the same diagonal there.
            1 | 3 => outer[corner] != hit[corner],
            _ => false,
        };
        is_inside && !self.empty.contains(&(x, y)) && self.beyond((x, y)).into_iter().enumerate().all(is_allowed)
    }

    /// Returns the points, row by row.
    fn points(&self) -> impl Iterator<Item = Point> {
        let [rows, columns, ..] = self.outer;
        let all = (rows.0..=rows.1).flat_map(move |y| (columns.0..=columns.1).map(move |x| (x, y)));
        all.filter(|&point| self.contains(point))
    }

    /// Returns whether five points on a line of one of the directions are a move.
    fn has_move(&self, direction: usize, points: &[Point]) -> bool {
        // The corners beyond which the points may not be, and how far they may be.
        let (corners, most) = [([0, 1, 2, 3].as_slice(), 0), (&[0, 1, 2, 3], 0), (&[0, 2], 2), (&[1, 3], 2)][direction];
        let is_near = |&point: &Point| corners.iter().all(|&corner| self.beyond(point)[corner] <= most);
        points.iter().all(|&point| self.contains(point)) && points.iter().all(is_near)
    }

    /// Returns the points, moves and edges, each with all its points in ascending order.
    fn items(&self) -> Vec<(Kind, Vec<Point>)> {
        let mut items = Vec::new();
        for (x, y) in self.points() {
            items.push((Kind::Point, vec![(x, y)]));
            for (direction, (dx, dy)) in STEPS.into_iter().enumerate() {
                let line = (0..5).map(|step| (x + step * dx, y + step * dy)).collect_vec();
                if self.contains(line[1]) {
                    items.push((Kind::Edge, line[..2].to_vec()));
                }
                if self.has_move(direction, &line) {
                    items.push((Kind::Move, line));
                }
            }
        }
        items
    }

    /// Returns the strips in the order of a certificate: the direction and the number of the first line.
    fn strips(&self) -> Vec<(usize, i64)> {
        let [rows, columns, ..] = self.outer;
        // Without points there are no strips of diagonals.
        let range = |line: fn(Point) -> i64| self.points().map(line).minmax().into_option().unwrap_or((0, 0));
        let ranges = [rows, columns, range(|(x, y)| x + y), range(|(x, y)| x - y)];
        (0..4)
            .flat_map(|direction| (ranges[direction].0..ranges[direction].1).map(move |line| (direction, line)))
            .collect()
    }
}

/// The steps from a point to the next larger one of a row, column, sum and difference.
const STEPS: [Point; 4] = [(1, 0), (0, 1), (1, -1), (1, 1)];

/// Returns the point with coordinate t on a line.
fn point(direction: usize, line: i64, t: i64) -> Point {
    match direction {
        0 => (t, line),
        1 => (line, t),
        2 => (t, line - t),
        _ => (t, t - line),
    }
}

/// The weights of one strip by the coordinate t. Those of what is not on the board are missing.
#[derive(Default)]
struct Strip {
    /// By line.
    dots: [BTreeMap<i64, i64>; 2],
    /// By line and the smallest coordinate.
    moves: [BTreeMap<i64, i64>; 2],
    /// By kind and the smaller coordinate: along the first line, along the second, (t, t), (t, t + 1), (t + 1, t).
    edges: [BTreeMap<i64, i64>; 5],
}

/// The ends of the five kinds of edges: line and step of t from the smaller coordinate, of both ends.
const EDGES: [[(usize, i64); 2]; 5] =
    [[(0, 0), (0, 1)], [(1, 0), (1, 1)], [(0, 0), (1, 0)], [(0, 0), (1, 1)], [(0, 1), (1, 0)]];

/// What a weight is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Point,
    Move,
    Edge,
}

/// Returns the upper bound that a certificate proves of the moves of all games whose hull is in its box: at most what
/// it claims. The caller ensures what the parser of [certificates](super::certificate) does: a denominator of at least
/// 1, and ranges within its limits.
///
/// # Errors
/// [`VerifyError`]
pub fn verify(certificate: &Certificate) -> Result<i64, VerifyError> {
    let proved = proved(certificate)?;
    if proved > certificate.bound { Err(VerifyError::Claim { claimed: certificate.bound, proved }) } else { Ok(proved) }
}

/// Returns the same as [`verify`], whatever the certificate claims.
///
/// # Errors
/// [`VerifyError`], except for the claim.
pub fn proved(certificate: &Certificate) -> Result<i64, VerifyError> {
    let total = total(certificate)?;
    // No pattern of some strip, or less than no moves: no game has such a hull.
    Ok(total.map_or(0, |total| total.div_euclid(i64::from(certificate.denominator)).max(0)))
}

/// Returns the right side of the inequality; `None` if a strip has no pattern.
///
/// # Errors
/// [`VerifyError`], except for the claim.
pub fn total(certificate: &Certificate) -> Result<Option<i64>, VerifyError> {
    let is_placed = certificate.hulls.is_placed();
    let is_in_cross = |&(x, y): &Point| is_placed && certificate.variant.is_in_cross(Place { x, y });
    if let Some(&(x, y)) = certificate.case.empty.iter().find(|&&(x, y)| is_in_cross(&(x.into(), y.into()))) {
        return Err(VerifyError::NoCross { x, y });
    }
    let board = Board::new(&certificate.hulls, &certificate.case);
    let dots: Vec<Point> = certificate.case.dots.iter().map(|&(x, y)| (x.into(), y.into())).collect();
    let (q, u) = (i64::from(certificate.denominator), i64::from(certificate.u));
    let strips = board.strips();
    if strips.len() != certificate.strips.len() {
        return Err(VerifyError::Strips { expected: strips.len(), found: certificate.strips.len() });
    }
    let off_cross: Vec<Point> = board.points().filter(|point| is_placed && !is_in_cross(point)).collect();
    if off_cross.len() != certificate.mu.len() {
        return Err(VerifyError::Points { expected: off_cross.len(), found: certificate.mu.len() });
    }
    let mu: BTreeMap<Point, i64> = off_cross.into_iter().zip(certificate.mu.iter().map(|&mu| mu.into())).collect();
    let (mut total, mut is_possible): (i64, bool) = (36 * u, true);
    // By kind and all points, ascending: the weights of everything on the board, added up over the strips.
    let mut sums: BTreeMap<(Kind, Vec<Point>), i64> = board.items().into_iter().map(|item| (item, 0)).collect();
    for (number, (&(direction, first_line), weights)) in strips.iter().zip(&certificate.strips).enumerate() {
        let at = |line: usize, t: i64| point(direction, [first_line, first_line + 1][line], t);
        let [rows, columns, ..] = board.outer;
        let range = rows.0.min(columns.0)..=rows.1.max(columns.1);
        let mut next = weights.iter().map(|&weight| i64::from(weight));
        let mut expected = 0;
        let mut strip = Strip::default();
        let mut read = |kind: Kind, into: &mut BTreeMap<i64, i64>, t: i64, mut points: Vec<Point>| {
            points.sort_unstable();
            if points.iter().all(|&point| board.contains(point))
                && let Some(sum) = sums.get_mut(&(kind, points))
            {
                // If no weight is left, `expected` is larger than the number of weights, and the strip refused below.
                let weight = next.next().unwrap_or(0);
                expected += 1;
                into.insert(t, weight);
                // At most eight numbers below 2^31.
                *sum += weight;
            }
        };
        // In the order of the file: `read` takes the next weight.
        for line in 0..2 {
            range.clone().for_each(|t| read(Kind::Point, &mut strip.dots[line], t, vec![at(line, t)]));
        }
        for line in 0..2 {
            let five = |t| (t..t + 5).map(|t| at(line, t)).collect();
            range.clone().for_each(|t| read(Kind::Move, &mut strip.moves[line], t, five(t)));
        }
        // In diagonals the ends of the last kind are no neighbours.
        let kinds = if direction < 2 { 5 } else { 4 };
        for (kind, ends) in EDGES.iter().enumerate().take(kinds) {
            let ends = |t| ends.iter().map(|&(line, step)| at(line, t + step)).collect();
            range.clone().for_each(|t| read(Kind::Edge, &mut strip.edges[kind], t, ends(t)));
        }
        if expected != weights.len() {
            return Err(VerifyError::Weights { strip: number + 1, expected, found: weights.len() });
        }
        let must_hit =
            [0, 1].map(|line| (board.hit[direction].0..=board.hit[direction].1).contains(&(first_line + line)));
        match strip.value(certificate.variant, must_hit, range) {
            Some(value) => total = add(total, value)?,
            None => is_possible = false,
        }
    }
    for ((kind, points), sum) in sums {
        // Points on the cross, and those of boxes that are not placed, have no mu.
        let least_mu = points.iter().filter_map(|point| mu.get(point)).min().copied().unwrap_or(0);
        let term = match kind {
            Kind::Point if points.iter().all(|point| is_in_cross(point) || dots.contains(point)) => least_mu - u - sum,
            Kind::Point => (least_mu - u - sum).max(0),
            Kind::Move => (q + u - least_mu - sum).max(0),
            Kind::Edge => (-sum).max(0),
        };
        total = add(total, term)?;
    }
    Ok(is_possible.then_some(total))
}

/// Adds two numbers, unless the sum is too large.
fn add(one: i64, other: i64) -> Result<i64, VerifyError> {
    one.checked_add(other).filter(|sum| sum.abs() <= LARGEST).ok_or(VerifyError::Overflow)
}

/// What is known of a line up to a coordinate t.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It has no dot up to t.
    Unhit,
    /// It has no dot at t, but one before.
    NoDot,
    /// It has a dot at t, and no move along the edge from t to t + 1.
    Dot,
    /// It has a dot at t, and a move that covers this number of further edges, 1 to 4.
    Move(u8),
}

/// All states.
const STATES: [State; 7] =
    [State::Unhit, State::NoDot, State::Dot, State::Move(4), State::Move(3), State::Move(2), State::Move(1)];

impl State {
    /// Returns whether a line in this state at t can be in another one at t + 1. In 5D no move begins where another one
    /// ends.
    fn can_become(self, next: State, variant: Variant) -> bool {
        match self {
            State::Unhit => matches!(next, State::Unhit | State::Dot | State::Move(4)),
            State::NoDot | State::Dot => matches!(next, State::NoDot | State::Dot | State::Move(4)),
            State::Move(1) => next == State::Dot || next == State::Move(4) && variant.is_touching(),
            State::Move(left) => next == State::Move(left - 1),
        }
    }
}

impl Strip {
    /// Returns the largest score of a pattern; `None` if there is no pattern. A dynamic program over t in the range:
    /// `best` has the largest score of what is at coordinates up to t, for each pair of states in which the lines can
    /// be.
    fn value(&self, variant: Variant, must_hit: [bool; 2], range: RangeInclusive<i64>) -> Option<i64> {
        let pairs = || (0..7).flat_map(|first| (0..7).map(move |second| [first, second]));
        let mut best: [[Option<i64>; 7]; 7] = [[None; 7]; 7];
        // State 0 is `Unhit`.
        best[0][0] = Some(0);
        let next_of = STATES
            .map(|state| -> Vec<usize> { (0..7).filter(|&next| state.can_become(STATES[next], variant)).collect() });
        for t in range {
            let mut next: [[Option<i64>; 7]; 7] = [[None; 7]; 7];
            // Of the edges that end at t, by kind: the bits of their two dots, and the weight. One that is not on the
            // board has no weight, and no two dots. Bits 0 and 1 are the dots of the lines at t - 1, bits 2 and 3 those
            // at t.
            let edges = [0, 1, 2, 3, 4].map(|kind: usize| {
                let last = EDGES[kind][0].1.max(EDGES[kind][1].1);
                let bit = |(which, step): (usize, i64)| 1 << (which + if step < last { 0 } else { 2 });
                let weight = self.edges[kind].get(&(t - last)).copied().unwrap_or(0);
                (bit(EDGES[kind][0]) | bit(EDGES[kind][1]), weight)
            });
            let score =
                |dots: usize| edges.iter().filter(|(ends, _)| dots & ends == *ends).map(|(_, weight)| weight).sum();
            let edge_scores: [i64; 16] = std::array::from_fn(score);
            // The score of the dot at t and of the move that begins there, or `None` if one of them is not on the
            // board.
            let line_score = |which: usize, state: State| match state {
                State::Unhit | State::NoDot => Some(0),
                State::Move(4) => Some(self.dots[which].get(&t)? + self.moves[which].get(&t)?),
                State::Dot | State::Move(_) => self.dots[which].get(&t).copied(),
            };
            let scores = [0, 1].map(|which| STATES.map(|state| line_score(which, state)));
            for [first, second] in pairs() {
                let Some(score) = best[first][second] else { continue };
                for &one in &next_of[first] {
                    for &other in &next_of[second] {
                        let (Some(a), Some(b)) = (scores[0][one], scores[1][other]) else { continue };
                        let dot = |state: usize| usize::from(matches!(STATES[state], State::Dot | State::Move(_)));
                        let edge_score = edge_scores[dot(first) | dot(second) << 1 | dot(one) << 2 | dot(other) << 3];
                        // At most 110 coordinates with nine weights below 2^31 each, so that nothing overflows.
                        let score = score + a + b + edge_score;
                        let entry = &mut next[one][other];
                        *entry = Some(entry.map_or(score, |best| best.max(score)));
                    }
                }
            }
            best = next;
        }
        let can_end = |which: usize, state: State| match state {
            State::Unhit => !must_hit[which],
            State::NoDot | State::Dot => true,
            State::Move(_) => false,
        };
        let ends = pairs().filter(|&[first, second]| can_end(0, STATES[first]) && can_end(1, STATES[second]));
        ends.filter_map(|[first, second]| best[first][second]).max()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::Strip;
    use crate::morpion::Variant;
    use crate::random::Random;

    /// The largest score of a pattern, of all sets of dots and of moves, from the definition of a strip.
    fn slow_value(strip: &Strip, variant: Variant, must_hit: [bool; 2]) -> Option<i64> {
        let length = if variant == Variant::T5 { 4 } else { 5 };
        let points: Vec<(usize, i64)> =
            (0..2).flat_map(|line| strip.dots[line].keys().map(move |&t| (line, t))).collect();
        let moves: Vec<(usize, i64)> =
            (0..2).flat_map(|line| strip.moves[line].keys().map(move |&t| (line, t))).collect();
        let mut best = None;
        for dots in 0..1_u32 << points.len() {
            let has =
                |point: (usize, i64)| points.iter().position(|&of| of == point).is_some_and(|bit| dots >> bit & 1 == 1);
            if (0..2).any(|line| must_hit[line] && !points.iter().any(|&point| point.0 == line && has(point))) {
                continue;
            }
            let mut score: i64 = points.iter().filter(|&&point| has(point)).map(|(line, t)| strip.dots[*line][t]).sum();
            let ends: [[(usize, i64); 2]; 5] =
                [[(0, 0), (0, 1)], [(1, 0), (1, 1)], [(0, 0), (1, 0)], [(0, 0), (1, 1)], [(0, 1), (1, 0)]];
            for (kind, ends) in ends.into_iter().enumerate() {
                for (t, weight) in &strip.edges[kind] {
                    if ends.into_iter().all(|(line, step)| has((line, t + step))) {
                        score += weight;
                    }
                }
            }
            for made in 0..1_u32 << moves.len() {
                let made: Vec<(usize, i64)> =
                    moves.iter().enumerate().filter(|(bit, _)| made >> bit & 1 == 1).map(|(_, &of)| of).collect();
                let share_edges = made.iter().any(|one| {
                    made.iter().any(|other| one.0 == other.0 && one.1 < other.1 && other.1 < one.1 + length)
                });
                let have_dots = made.iter().all(|&(line, begin)| (begin..begin + 5).all(|t| has((line, t))));
                if have_dots && !share_edges {
                    let score = score + made.iter().map(|(line, t)| strip.moves[*line][t]).sum::<i64>();
                    best = best.max(Some(score));
                }
            }
        }
        best
    }

    #[test]
    fn values_of_strips_are_those_of_a_search_through_all_patterns() {
        let mut random = Random::new(1, 0);
        let (mut with_move, mut smaller) = (0, 0);
        for round in 0..30 {
            // Two lines of six points, with holes; or one of nine, which has room for two touching moves, and three
            // points beside it.
            let (lengths, holes) = if round % 2 == 0 { ([6, 6], 8) } else { ([9, 3], 30) };
            let mut weight = || i64::from(random.below(41)) - 20;
            let mut strip = Strip::default();
            for (line, length) in lengths.into_iter().enumerate() {
                for t in 0..length {
                    if weight() * 31 % holes != 0 {
                        strip.dots[line].insert(t, weight());
                    }
                }
                let has = |t: i64| strip.dots[line].contains_key(&t);
                let begins = (0..length).filter(|&begin| (begin..begin + 5).all(has));
                strip.moves[line] = begins.map(|begin| (begin, weight() + 30)).collect();
            }
            for edges in &mut strip.edges {
                *edges = (0..9).map(|t| (t, weight())).collect::<BTreeMap<_, _>>();
            }
            with_move += usize::from(!strip.moves[0].is_empty());
            for must_hit in [[false, false], [true, false], [false, true], [true, true]] {
                let values = [Variant::T5, Variant::D5].map(|variant| {
                    let value = strip.value(variant, must_hit, 0..=9);
                    assert_eq!(value, slow_value(&strip, variant, must_hit), "round {round}, {must_hit:?}");
                    value
                });
                smaller += usize::from(values[0] > values[1]);
            }
        }
        assert!(with_move > 10 && smaller > 3, "{with_move} {smaller}");
    }

    #[test]
    fn a_line_without_points_cannot_be_hit() {
        let strip = Strip { dots: [BTreeMap::from([(0, -3)]), BTreeMap::new()], ..Strip::default() };
        assert_eq!(strip.value(Variant::D5, [true, false], 0..=3), Some(-3));
        assert_eq!(strip.value(Variant::D5, [true, true], 0..=3), None);
    }
}
