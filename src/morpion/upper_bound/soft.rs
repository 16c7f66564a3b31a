//! The value of strips at a temperature, and its derivatives: a forward and a backward pass over [`LANES`] strips side by side.
//!
//! At temperature τ the value of a strip is τ log Σ exp(score / τ) over its patterns. It is at least the largest score, and tends to it as
//! τ tends to 0. Its derivative by a weight is the probability that the pattern has the dot, move or edge, where the probability
//! of a pattern is proportional to exp(score / τ).
//!
//! The state of a line at coordinate t is one of seven:
//!
//! ```text
//!     0  not hit yet                           next: 0, 2, 3
//!     1  no dot here, but before               next: 1, 2, 3
//!     2  a dot here, no move along the edge ahead    1, 2, 3
//!     3  .. 6  a dot here, ahead is the first .. fourth edge of a move        4;  5;  6;  2, 3
//! ```
//!
//! The states of two lines make 49. A transition is a choice for both lines, and the weights of edges between t - 1 and t depend only on where
//! dots are, so the sum over the 196 transitions is done in three steps: the states of each line are added up into eight *sources* (what
//! the next state may be, and whether there is a dot now), each pair of sources times the edge weights goes to one of six *targets* of
//! each line (0, 1, {2, 3}, 4, 5, 6), and these times the weights of dots and moves give the new states.

#![allow(
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    clippy::needless_range_loop,
    reason = "coordinates and cells are small; loops over lanes, states and kinds index several arrays at once"
)]

use std::ops::{Add, AddAssign, Mul};

use super::layout::{ACROSS, ALONG, BACKWARD, DOT, FORWARD, Group, LANES, MOVE, STEP};

/// One number for each strip of a group.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Vector([f64; LANES]);

/// What the forward pass adds and multiplies: numbers, or logarithms of which the larger counts.
trait Lanes: Copy + Add<Output = Self> + AddAssign + Mul<Output = Self> {
    const ZERO: Self;
    const ONE: Self;

    fn read(cells: &[f64], at: usize) -> Self;
}

impl Lanes for Vector {
    const ZERO: Vector = Vector([0.0; LANES]);
    const ONE: Vector = Vector([1.0; LANES]);

    #[inline(always)]
    fn read(cells: &[f64], at: usize) -> Vector {
        let mut lanes = [0.0; LANES];
        lanes.copy_from_slice(&cells[at..at + LANES]);
        Vector(lanes)
    }
}

impl Vector {
    #[inline(always)]
    fn write(self, cells: &mut [f64], at: usize) {
        cells[at..at + LANES].copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn map(self, function: impl Fn(f64) -> f64) -> Vector {
        Vector(self.0.map(function))
    }
}

/// Scores in place of numbers: their sum is the larger one, their product the sum.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Scores([f64; LANES]);

impl Lanes for Scores {
    const ZERO: Scores = Scores([f64::NEG_INFINITY; LANES]);
    const ONE: Scores = Scores([0.0; LANES]);

    #[inline(always)]
    fn read(cells: &[f64], at: usize) -> Scores {
        Scores(Vector::read(cells, at).0)
    }
}

impl Add for Scores {
    type Output = Scores;
    #[inline(always)]
    fn add(mut self, other: Scores) -> Scores {
        for lane in 0..LANES {
            self.0[lane] = if self.0[lane] > other.0[lane] { self.0[lane] } else { other.0[lane] };
        }
        self
    }
}

impl AddAssign for Scores {
    #[inline(always)]
    fn add_assign(&mut self, other: Scores) {
        *self = *self + other;
    }
}

#[allow(clippy::suspicious_arithmetic_impl, reason = "scores are logarithms")]
impl Mul for Scores {
    type Output = Scores;
    #[inline(always)]
    fn mul(mut self, other: Scores) -> Scores {
        for lane in 0..LANES {
            self.0[lane] += other.0[lane];
        }
        self
    }
}

impl Add for Vector {
    type Output = Vector;
    #[inline(always)]
    fn add(mut self, other: Vector) -> Vector {
        for lane in 0..LANES {
            self.0[lane] += other.0[lane];
        }
        self
    }
}

impl AddAssign for Vector {
    #[inline(always)]
    fn add_assign(&mut self, other: Vector) {
        *self = *self + other;
    }
}

impl Mul for Vector {
    type Output = Vector;
    #[inline(always)]
    fn mul(mut self, other: Vector) -> Vector {
        for lane in 0..LANES {
            self.0[lane] *= other.0[lane];
        }
        self
    }
}

/// The states of two lines.
type States<T = Vector> = [[T; 7]; 7];

/// For each of the eight sources of a line, the target, and whether there is a dot now.
const TARGET: [usize; 8] = [0, 1, 2, 1, 2, 3, 4, 5];
const HAS_DOT: [usize; 8] = [0, 0, 0, 1, 1, 1, 1, 1];
/// For each target, whether there is a dot.
const GETS_DOT: [usize; 6] = [0, 0, 1, 1, 1, 1];

/// Factors that move weight from one place to another without a change of the sum, so that numbers stay near 1. Where U is large, a dot
/// weighs about exp(-U / 8τ) and a move exp(U / 2τ) in each of two strips. So each covered edge gets the factor exp(U / 8τ), and a move four of them less;
/// a line that must be hit gets one more where it is hit first.
#[derive(Clone, Copy)]
struct Shift<T = Vector> {
    /// The factor of a covered edge.
    covered: [T; 2],
    /// The factor where a line is hit.
    hit: [T; 2],
}

/// Adds up the states of one line into its sources.
#[inline(always)]
fn sources<T: Lanes>(states: &[T; 7], covered: T, hit: T) -> [T; 8] {
    let [unhit, none, dot, first, second, third, fourth] = *states;
    [unhit, none, unhit * hit + none, dot, dot + fourth * covered, first, second, third]
}

/// The transpose of [`sources`].
#[inline(always)]
fn from_sources(sources: &[Vector; 8], covered: Vector, hit: Vector) -> [Vector; 7] {
    let [unhit, none, begin, end, dot, first, second, third] = *sources;
    [unhit + begin * hit, none + begin, end + dot, first, second, third, dot * covered]
}

/// The edge weights by whether the second line has a dot at t - 1 and at t.
type EdgesOfSecond<T> = [[T; 2]; 2];
/// The same by whether the first line has a dot at t - 1 and at t.
type Edges<T = Vector> = [[EdgesOfSecond<T>; 2]; 2];

/// Multiplies the edge weights for all positions of dots.
#[inline(always)]
fn edges<T: Lanes>(weights: &[f64], at: usize) -> Edges<T> {
    let weight = |kind: usize| T::read(weights, at + kind * LANES);
    let (first, second, across) = (weight(ALONG), weight(ALONG + 1), weight(ACROSS));
    let (forward, backward) = (weight(FORWARD), weight(BACKWARD));
    let one = T::ONE;
    let second_forward = second * forward;
    [
        // No dot on the first line at t - 1; then no dot or a dot at t.
        [[[one, one], [one, second]], [[one, across], [backward, backward * second * across]]],
        [
            [[one, forward], [one, second_forward]],
            [[first, first * forward * across], [first * backward, first * backward * second_forward * across]],
        ],
    ]
}

/// The sources of both lines.
#[inline(always)]
fn sources_of_both<T: Lanes>(states: &States<T>, shift: &Shift<T>) -> [[T; 8]; 8] {
    let mut columns = [[T::ZERO; 7]; 8];
    for second in 0..7 {
        let mut column = [T::ZERO; 7];
        for first in 0..7 {
            column[first] = states[first][second];
        }
        let sources = sources(&column, shift.covered[0], shift.hit[0]);
        for first in 0..8 {
            columns[first][second] = sources[first];
        }
    }
    let mut both = [[T::ZERO; 8]; 8];
    for first in 0..8 {
        both[first] = sources(&columns[first], shift.covered[1], shift.hit[1]);
    }
    both
}

/// The weights of a line: of a dot, of a dot where a move begins, of a dot within a move.
#[inline(always)]
fn weights_of_line<T: Lanes>(weights: &[f64], at: usize, line: usize, shift: &Shift<T>) -> [T; 3] {
    let dot = T::read(weights, at + (DOT + line) * LANES);
    [dot, dot * T::read(weights, at + (MOVE + line) * LANES), dot * shift.covered[line]]
}

/// Goes from targets to states: multiplies by the weights of dots and moves.
#[inline(always)]
fn enter<T: Lanes>(targets: &[[T; 6]; 6], first: [T; 3], second: [T; 3]) -> States<T> {
    let spread = |row: &[T; 6], weights: [T; 3]| {
        let [unhit, none, begin, two, three, four] = *row;
        let [dot, mv, within] = weights;
        [unhit, none, begin * dot, begin * mv, two * within, three * within, four * within]
    };
    let mut rows = [[T::ZERO; 7]; 6];
    for row in 0..6 {
        rows[row] = spread(&targets[row], second);
    }
    let mut states = [[T::ZERO; 7]; 7];
    for column in 0..7 {
        let mut of = [T::ZERO; 6];
        for row in 0..6 {
            of[row] = rows[row][column];
        }
        let of = spread(&of, first);
        for row in 0..7 {
            states[row][column] = of[row];
        }
    }
    states
}

/// The transpose of [`enter`].
#[inline(always)]
fn leave(states: &States, first: [Vector; 3], second: [Vector; 3]) -> [[Vector; 6]; 6] {
    let gather = |row: &[Vector; 7], weights: [Vector; 3]| {
        let [dot, mv, within] = weights;
        [row[0], row[1], row[2] * dot + row[3] * mv, row[4] * within, row[5] * within, row[6] * within]
    };
    let mut rows = [[Vector::ZERO; 6]; 7];
    for row in 0..7 {
        rows[row] = gather(&states[row], second);
    }
    let mut targets = [[Vector::ZERO; 6]; 6];
    for column in 0..6 {
        let mut of = [Vector::ZERO; 7];
        for row in 0..7 {
            of[row] = rows[row][column];
        }
        let of = gather(&of, first);
        for row in 0..6 {
            targets[row][column] = of[row];
        }
    }
    targets
}

/// One step forward.
#[inline(always)]
fn forward<T: Lanes>(
    states: &States<T>,
    edges: &Edges<T>,
    first: [T; 3],
    second: [T; 3],
    shift: &Shift<T>,
) -> States<T> {
    let sources = sources_of_both(states, shift);
    let mut targets = [[T::ZERO; 6]; 6];
    for source in 0..8 {
        let target = TARGET[source];
        let edges = &edges[HAS_DOT[source]][GETS_DOT[target]];
        let row = &sources[source];
        let into = &mut targets[target];
        into[0] += row[0] * edges[0][0];
        into[1] += row[1] * edges[0][0] + row[3] * edges[1][0];
        into[2] += row[2] * edges[0][1] + row[4] * edges[1][1];
        into[3] += row[5] * edges[1][1];
        into[4] += row[6] * edges[1][1];
        into[5] += row[7] * edges[1][1];
    }
    enter(&targets, first, second)
}

/// Returns the sum of all states.
#[inline(always)]
fn sum(states: &States) -> Vector {
    let mut sum = Vector::ZERO;
    for row in states {
        for state in row {
            sum += *state;
        }
    }
    sum
}

#[inline(always)]
fn scale(states: &mut States, factor: Vector) {
    for row in states {
        for state in row {
            *state = *state * factor;
        }
    }
}

/// The states of all coordinates of the longest strip.
#[derive(Default)]
pub(super) struct Buffer(Vec<States>);

impl Buffer {
    /// Returns the sum over the strips of a group of log Σ exp(score). `weights` are the exponentials of the weights, where a move has
    /// four times its line's share of `u` less. Replaces the weights by the derivatives.
    pub(super) fn evaluate(&mut self, group: &Group, weights: &mut [f64], u: f64) -> f64 {
        let covered = group.share.map(|share| Vector(share.map(|share| (share * u).exp())));
        let is_hit = |line: usize, lane: usize| group.unhit[line][lane] == 0.0;
        let (mut hit, mut log) = ([Vector::ONE; 2], 0.0);
        for line in 0..2 {
            for lane in (0..LANES).filter(|&lane| is_hit(line, lane)) {
                hit[line].0[lane] = covered[line].0[lane];
                log -= group.share[line][lane] * u;
            }
        }
        let shift = &Shift { covered, hit };
        let mut states = [[Vector::ZERO; 7]; 7];
        states[0][0] = Vector::ONE;
        self.0.clear();
        self.0.push(states);
        for t in 0..group.length {
            let at = group.cell + t * STEP;
            let [first, second] = [0, 1].map(|line| weights_of_line(weights, at, line, shift));
            states = forward(&states, &edges(weights, at), first, second, shift);
            let sum = sum(&states);
            // The product of a few sums may not fit into a float, so the logarithm is taken of each.
            log += sum.0.iter().map(|sum| sum.ln()).sum::<f64>();
            scale(&mut states, sum.map(|sum| 1.0 / sum));
            self.0.push(states);
        }
        let mut back = [[Vector::ZERO; 7]; 7];
        let ends = |line: usize| [Vector(group.unhit[line]), Vector::ONE, Vector::ONE];
        let mut last = Vector::ZERO;
        for (row, first) in ends(0).into_iter().enumerate() {
            for (column, second) in ends(1).into_iter().enumerate() {
                back[row][column] = first * second;
                last += states[row][column] * back[row][column];
            }
        }
        log += last.0.iter().map(|sum| sum.ln()).sum::<f64>();
        for t in (0..group.length).rev() {
            back = self.step_back(t, group.cell + t * STEP, &back, weights, shift);
        }
        log
    }

    /// One step backward. Replaces the weights by the derivatives.
    #[inline(always)]
    fn step_back(&self, t: usize, at: usize, back: &States, weights: &mut [f64], shift: &Shift) -> States {
        let [first, second] = [0, 1].map(|line| weights_of_line(weights, at, line, shift));
        let edges = edges(weights, at);
        let sources = sources_of_both(&self.0[t], shift);
        let targets = leave(back, first, second);
        let mut classes = [[[[Vector::ZERO; 2]; 2]; 2]; 2];
        let mut columns = [[Vector::ZERO; 7]; 8];
        for source in 0..8 {
            let target = TARGET[source];
            let (dot, gets) = (HAS_DOT[source], GETS_DOT[target]);
            let (edges, into) = (&edges[dot][gets], &targets[target]);
            let row = [
                into[0] * edges[0][0],
                into[1] * edges[0][0],
                into[2] * edges[0][1],
                into[1] * edges[1][0],
                into[2] * edges[1][1],
                into[3] * edges[1][1],
                into[4] * edges[1][1],
                into[5] * edges[1][1],
            ];
            let class = &mut classes[dot][gets];
            let of = &sources[source];
            class[0][0] += of[0] * row[0] + of[1] * row[1];
            class[0][1] += of[2] * row[2];
            class[1][0] += of[3] * row[3];
            class[1][1] += of[4] * row[4] + of[5] * row[5] + of[6] * row[6] + of[7] * row[7];
            columns[source] = from_sources(&row, shift.covered[1], shift.hit[1]);
        }
        let mut before = [[Vector::ZERO; 7]; 7];
        for column in 0..7 {
            let mut of = [Vector::ZERO; 8];
            for source in 0..8 {
                of[source] = columns[source][column];
            }
            let of = from_sources(&of, shift.covered[0], shift.hit[0]);
            for row in 0..7 {
                before[row][column] = of[row];
            }
        }
        // Moves that begin here.
        let (mut moves, states) = ([Vector::ZERO; 2], &self.0[t + 1]);
        let mut norm_here = Vector::ZERO;
        for row in 0..7 {
            for column in 0..7 {
                let product = states[row][column] * back[row][column];
                norm_here += product;
                if row == 3 {
                    moves[0] += product;
                }
                if column == 3 {
                    moves[1] += product;
                }
            }
        }
        let mut total = Vector::ZERO;
        let mut marginals = [Vector::ZERO; 7];
        for a in 0..2 {
            for b in 0..2 {
                for c in 0..2 {
                    for d in 0..2 {
                        // The first line at t - 1 and t, the second line at t - 1 and t.
                        let class = classes[a][b][c][d];
                        total += class;
                        let both = [b == 1, d == 1, a & b == 1, c & d == 1, b & d == 1, a & d == 1, c & b == 1];
                        for (marginal, both) in marginals.iter_mut().zip(both) {
                            if both {
                                *marginal += class;
                            }
                        }
                    }
                }
            }
        }
        let norm = total.map(|sum| 1.0 / sum);
        let [dot, other, first, second, across, forward, backward] = marginals.map(|marginal| marginal * norm);
        let here = norm_here.map(|sum| 1.0 / sum);
        let kinds = [dot, other, moves[0] * here, moves[1] * here, first, second, across, forward, backward];
        for (kind, marginal) in kinds.into_iter().enumerate() {
            marginal.write(weights, at + kind * LANES);
        }
        // So that the products of both passes have the sum 1, which neither pass alone tells.
        let mut products = Vector::ZERO;
        for (row, other) in self.0[t].iter().zip(&before) {
            for (state, other) in row.iter().zip(other) {
                products += *state * *other;
            }
        }
        scale(&mut before, products.map(|sum| 1.0 / sum));
        before
    }
}

/// Returns the sum over the strips of a group of the largest score. `weights` are −∞ for dots and moves that are not on the board.
pub(super) fn highest(group: &Group, weights: &[f64]) -> f64 {
    let shift = &Shift { covered: [Scores::ONE; 2], hit: [Scores::ONE; 2] };
    let mut states = [[Scores::ZERO; 7]; 7];
    states[0][0] = Scores::ONE;
    for at in (0..group.length).map(|t| group.cell + t * STEP) {
        let [first, second] = [0, 1].map(|line| weights_of_line(weights, at, line, shift));
        states = forward(&states, &edges(weights, at), first, second, shift);
    }
    let ends = |line: usize| [Scores(group.unhit[line].map(f64::ln)), Scores::ONE, Scores::ONE];
    let mut best = Scores::ZERO;
    for (row, first) in ends(0).into_iter().enumerate() {
        for (column, second) in ends(1).into_iter().enumerate() {
            best += states[row][column] * first * second;
        }
    }
    best.0.iter().sum()
}

/// Replaces numbers by their exponentials, with a relative error below 1e-9; arguments are limited to ±600.
pub(super) fn exponentials(numbers: &mut [f64]) {
    const MAGIC: f64 = 6_755_399_441_055_744.0; // 1.5 * 2^52: adding it rounds to an integer, in the low bits
    for number in numbers {
        let x = number.clamp(-600.0, 600.0);
        let shifted = x * std::f64::consts::LOG2_E + MAGIC;
        let rest = x - (shifted - MAGIC) * std::f64::consts::LN_2;
        let mut power = 1.0 / 40320.0;
        for factor in [1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
            power = power * rest + factor;
        }
        *number = power * f64::from_bits(shifted.to_bits().wrapping_add(1023) << 52);
    }
}
