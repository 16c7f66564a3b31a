//! The value of strips at a temperature, and its derivatives: a forward and a backward pass over [`LANES`] strips side
//! by side.
//!
//! At temperature τ the value of a strip is τ log Σ exp(score / τ) over its patterns. It is at least the largest score,
//! and tends to it as τ tends to 0. Its derivative by a weight is the probability that the pattern has the dot, move or
//! edge, where the probability of a pattern is proportional to exp(score / τ).
//!
//! The state of a line at coordinate t is one of seven:
//!
//! ```text
//!     0  not hit yet                           next: 0, 2, 3
//!     1  no dot here, but before               next: 1, 2, 3
//!     2  a dot here, no move along the edge ahead    1, 2, 3
//!     3  .. 6  a dot here, ahead is the first .. fourth edge of a move        4;  5;  6;  2, 3; in 5D only 2
//! ```
//!
//! The states of two lines make 49. A transition is a choice for both lines, and the weights of edges between t - 1 and
//! t depend only on where dots are, so the sum over the 196 transitions is done in three steps: the states of each line
//! are added up into nine *sources* (what the next state may be, and whether there is a dot now), each pair of sources
//! times the edge weights goes to one of seven *targets* of each line (0, 1, {2, 3}, 4, 5, 6, and in 5D 2 after the end
//! of a move), and these times the weights of dots and moves give the new states. The constant `DISJOINT` says whether
//! moves of a line share no dot, as in 5D; otherwise the last source and target are not used.

#![allow(
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    clippy::needless_range_loop,
    reason = "coordinates and cells are small; loops over lanes, states and kinds index several arrays at once"
)]

use std::marker::PhantomData;
use std::ops::{Add, AddAssign, Mul};

use multiversion::multiversion;

use super::layout::{ACROSS, ALONG, BACKWARD, DOT, FORWARD, Group, LANES, MOVE, STEP};

/// How the forward pass adds and multiplies.
trait Arithmetic: Copy {
    const ZERO: f64;
    const ONE: f64;

    fn sum(one: f64, other: f64) -> f64;
    fn product(one: f64, other: f64) -> f64;
}

/// The arithmetic of numbers.
#[derive(Clone, Copy)]
struct Numbers;

impl Arithmetic for Numbers {
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;

    #[inline(always)]
    fn sum(one: f64, other: f64) -> f64 {
        one + other
    }

    #[inline(always)]
    fn product(one: f64, other: f64) -> f64 {
        one * other
    }
}

/// The arithmetic of scores, which are logarithms: of a sum only the largest term counts.
#[derive(Clone, Copy)]
struct Scores;

impl Arithmetic for Scores {
    const ZERO: f64 = f64::NEG_INFINITY;
    const ONE: f64 = 0.0;

    #[inline(always)]
    fn sum(one: f64, other: f64) -> f64 {
        if one > other { one } else { other }
    }

    #[inline(always)]
    fn product(one: f64, other: f64) -> f64 {
        one + other
    }
}

/// One number for each strip of a group.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Vector<A = Numbers>([f64; LANES], PhantomData<A>);

impl<A: Arithmetic> Vector<A> {
    const ZERO: Vector<A> = Vector([A::ZERO; LANES], PhantomData);
    const ONE: Vector<A> = Vector([A::ONE; LANES], PhantomData);

    #[inline(always)]
    fn new(lanes: [f64; LANES]) -> Vector<A> {
        Vector(lanes, PhantomData)
    }

    #[inline(always)]
    fn read(cells: &[f64], at: usize) -> Vector<A> {
        let mut lanes = [0.0; LANES];
        lanes.copy_from_slice(&cells[at..at + LANES]);
        Vector::new(lanes)
    }

    #[inline(always)]
    fn zip(mut self, other: Vector<A>, function: impl Fn(f64, f64) -> f64) -> Vector<A> {
        for lane in 0..LANES {
            self.0[lane] = function(self.0[lane], other.0[lane]);
        }
        self
    }

    #[inline(always)]
    fn inverse(self) -> Vector<A> {
        Vector::new(self.0.map(|number| 1.0 / number))
    }

    /// Returns the sum of the logarithms.
    fn log(self) -> f64 {
        self.0.iter().map(|number| number.ln()).sum()
    }
}

impl<A: Arithmetic> Add for Vector<A> {
    type Output = Vector<A>;
    #[inline(always)]
    fn add(self, other: Vector<A>) -> Vector<A> {
        self.zip(other, A::sum)
    }
}

impl<A: Arithmetic> AddAssign for Vector<A> {
    #[inline(always)]
    fn add_assign(&mut self, other: Vector<A>) {
        *self = *self + other;
    }
}

impl<A: Arithmetic> Mul for Vector<A> {
    type Output = Vector<A>;
    #[inline(always)]
    fn mul(self, other: Vector<A>) -> Vector<A> {
        self.zip(other, A::product)
    }
}

/// The states of two lines.
type States<A = Numbers> = [[Vector<A>; 7]; 7];

/// For each of the nine sources of a line, the target, and whether there is a dot now.
const TARGET: [usize; 9] = [0, 1, 2, 1, 2, 3, 4, 5, 6];
const HAS_DOT: [usize; 9] = [0, 0, 0, 1, 1, 1, 1, 1, 1];
/// For each target, whether there is a dot.
const GETS_DOT: [usize; 7] = [0, 0, 1, 1, 1, 1, 1];

/// Returns the number of sources that are used.
const fn used(disjoint: bool) -> usize {
    if disjoint { 9 } else { 8 }
}

/// Factors that move weight from one place to another without a change of the sum, so that numbers stay near 1. Where U
/// is large, a dot weighs about exp(-U / 8τ) and a move exp(U / 2τ) in each of two strips. So each covered edge gets
/// the factor exp(U / 8τ), and a move four of them less; a line that must be hit gets one more where it is hit first.
#[derive(Clone, Copy)]
struct Shift<A = Numbers> {
    /// The factor of a covered edge.
    covered: [Vector<A>; 2],
    /// The factor where a line is hit.
    hit: [Vector<A>; 2],
}

/// Adds up the states of one line into its sources.
#[inline(always)]
fn sources<A: Arithmetic, const DISJOINT: bool>(
    states: &[Vector<A>; 7],
    covered: Vector<A>,
    hit: Vector<A>,
) -> [Vector<A>; 9] {
    let [unhit, none, dot, first, second, third, fourth] = *states;
    let last = fourth * covered;
    let (dot_or_last, last) = if DISJOINT { (dot, last) } else { (dot + last, Vector::ZERO) };
    [unhit, none, unhit * hit + none, dot, dot_or_last, first, second, third, last]
}

/// The transpose of [`sources`].
#[inline(always)]
fn from_sources<const DISJOINT: bool>(sources: &[Vector; 9], covered: Vector, hit: Vector) -> [Vector; 7] {
    let [unhit, none, begin, end, dot, first, second, third, last] = *sources;
    let last = if DISJOINT { last } else { dot };
    [unhit + begin * hit, none + begin, end + dot, first, second, third, last * covered]
}

/// The edge weights by whether there are dots: on the first line at t - 1 and at t, then on the second line at t - 1
/// and at t.
type Edges<A = Numbers> = [[[[Vector<A>; 2]; 2]; 2]; 2];

/// Multiplies the edge weights for all positions of dots.
#[inline(always)]
fn edges<A: Arithmetic>(weights: &[f64], at: usize) -> Edges<A> {
    let weight = |kind: usize| Vector::<A>::read(weights, at + kind * LANES);
    let (first, second, across) = (weight(ALONG), weight(ALONG + 1), weight(ACROSS));
    let (forward, backward) = (weight(FORWARD), weight(BACKWARD));
    let one = Vector::ONE;
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

/// Applies a function to what belongs to each state of the first line: a row.
#[inline(always)]
fn rows<A: Arithmetic, const N: usize, const M: usize, const ROWS: usize>(
    matrix: &[[Vector<A>; N]; ROWS],
    function: impl Fn(&[Vector<A>; N]) -> [Vector<A>; M],
) -> [[Vector<A>; M]; ROWS] {
    std::array::from_fn(|row| function(&matrix[row]))
}

/// Applies a function to what belongs to each state of the second line: a column.
#[inline(always)]
fn columns<A: Arithmetic, const N: usize, const M: usize, const COLUMNS: usize>(
    matrix: &[[Vector<A>; COLUMNS]; N],
    function: impl Fn(&[Vector<A>; N]) -> [Vector<A>; M],
) -> [[Vector<A>; COLUMNS]; M] {
    let mut mapped = [[Vector::ZERO; COLUMNS]; M];
    for column in 0..COLUMNS {
        let mut of = [Vector::ZERO; N];
        for row in 0..N {
            of[row] = matrix[row][column];
        }
        let of = function(&of);
        for row in 0..M {
            mapped[row][column] = of[row];
        }
    }
    mapped
}

/// The sources of both lines.
#[inline(always)]
fn sources_of_both<A: Arithmetic, const DISJOINT: bool>(states: &States<A>, shift: &Shift<A>) -> [[Vector<A>; 9]; 9] {
    let [first, second] =
        [0, 1].map(|line| move |states: &_| sources::<A, DISJOINT>(states, shift.covered[line], shift.hit[line]));
    rows(&columns(states, first), second)
}

/// The weights of both lines at a coordinate: of a dot, of a dot where a move begins, of a dot within a move, of no
/// dot.
#[inline(always)]
fn weights_of_lines<A: Arithmetic>(group: &Group, weights: &[f64], t: usize, shift: &Shift<A>) -> [[Vector<A>; 4]; 2] {
    let at = group.cell + t * STEP;
    [0, 1].map(|line| {
        let dot = Vector::read(weights, at + (DOT + line) * LANES);
        let none = match group.free.get(t) {
            Some(free) => Vector::new(free[line].map(|free| if free == 0.0 { A::ZERO } else { A::ONE })),
            None => Vector::ONE,
        };
        [dot, dot * Vector::read(weights, at + (MOVE + line) * LANES), dot * shift.covered[line], none]
    })
}

/// Goes from targets to states: multiplies by the weights of dots and moves.
#[inline(always)]
fn enter<A: Arithmetic, const DISJOINT: bool>(
    targets: &[[Vector<A>; 7]; 7],
    weights: [[Vector<A>; 4]; 2],
) -> States<A> {
    let [first, second] = weights.map(|[dot, mv, within, no]| {
        move |&[unhit, none, begin, two, three, four, last]: &[Vector<A>; 7]| {
            let begin_or_last = if DISJOINT { begin + last } else { begin };
            [unhit * no, none * no, begin_or_last * dot, begin * mv, two * within, three * within, four * within]
        }
    });
    columns(&rows(targets, second), first)
}

/// The transpose of [`enter`].
#[inline(always)]
fn leave(states: &States, weights: [[Vector; 4]; 2]) -> [[Vector; 7]; 7] {
    let [first, second] = weights.map(|[dot, mv, within, no]| {
        move |&[unhit, none, begin, begun, two, three, four]: &[Vector; 7]| {
            [unhit * no, none * no, begin * dot + begun * mv, two * within, three * within, four * within, begin * dot]
        }
    });
    columns(&rows(states, second), first)
}

/// One step forward.
#[inline(always)]
fn forward<A: Arithmetic, const DISJOINT: bool>(
    states: &States<A>,
    edges: &Edges<A>,
    weights: [[Vector<A>; 4]; 2],
    shift: &Shift<A>,
) -> States<A> {
    let sources = sources_of_both::<A, DISJOINT>(states, shift);
    let mut targets = [[Vector::ZERO; 7]; 7];
    for source in 0..used(DISJOINT) {
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
        if DISJOINT {
            into[6] += row[8] * edges[1][1];
        }
    }
    enter::<A, DISJOINT>(&targets, weights)
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

/// Returns the products of the states of both passes at one coordinate.
#[inline(always)]
fn products(states: &States, back: &States) -> States {
    let mut products = [[Vector::ZERO; 7]; 7];
    for row in 0..7 {
        for column in 0..7 {
            products[row][column] = states[row][column] * back[row][column];
        }
    }
    products
}

#[inline(always)]
fn scale(states: &mut States, factor: Vector) {
    for row in states {
        for state in row {
            *state = *state * factor;
        }
    }
}

/// Compiled a second time for processors with AVX2. The results are the same, since nothing is fused.
#[multiversion(targets("x86_64+avx2"))]
fn evaluate(buffer: &mut Buffer, group: &Group, weights: &mut [f64], u: f64) -> f64 {
    if group.disjoint {
        buffer.evaluate_of::<true>(group, weights, u)
    } else {
        buffer.evaluate_of::<false>(group, weights, u)
    }
}

/// The states of all coordinates of the longest strip.
#[derive(Default)]
pub(super) struct Buffer(Vec<States>);

impl Buffer {
    /// Returns the sum over the strips of a group of log Σ exp(score). `weights` are the exponentials of the weights,
    /// where a move has four times its line's share of `u` less. Replaces the weights by the derivatives.
    pub(super) fn evaluate(&mut self, group: &Group, weights: &mut [f64], u: f64) -> f64 {
        evaluate(self, group, weights, u)
    }

    #[inline(always)]
    fn evaluate_of<const DISJOINT: bool>(&mut self, group: &Group, weights: &mut [f64], u: f64) -> f64 {
        let covered = group.share.map(|share| Vector::new(share.map(|share| (share * u).exp())));
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
            let lines = weights_of_lines(group, weights, t, shift);
            states = forward::<Numbers, DISJOINT>(&states, &edges(weights, at), lines, shift);
            let sum = sum(&states);
            // The product of a few sums may not fit into a float, so the logarithm is taken of each.
            log += sum.log();
            scale(&mut states, sum.inverse());
            self.0.push(states);
        }
        let mut back = ends(group.unhit.map(Vector::new));
        log += sum(&products(&states, &back)).log();
        for t in (0..group.length).rev() {
            back = self.step_back::<DISJOINT>(t, group, &back, weights, shift);
        }
        log
    }

    /// One step backward. Replaces the weights by the derivatives.
    #[inline(always)]
    fn step_back<const DISJOINT: bool>(
        &self,
        t: usize,
        group: &Group,
        back: &States,
        weights: &mut [f64],
        shift: &Shift,
    ) -> States {
        let at = group.cell + t * STEP;
        let edges = edges(weights, at);
        let sources = sources_of_both::<Numbers, DISJOINT>(&self.0[t], shift);
        let targets = leave(back, weights_of_lines(group, weights, t, shift));
        let mut classes = [[[[Vector::ZERO; 2]; 2]; 2]; 2];
        let mut of_first = [[Vector::ZERO; 7]; 9];
        for source in 0..used(DISJOINT) {
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
                into[6] * edges[1][1],
            ];
            let class = &mut classes[dot][gets];
            let of = &sources[source];
            class[0][0] += of[0] * row[0] + of[1] * row[1];
            class[0][1] += of[2] * row[2];
            class[1][0] += of[3] * row[3];
            class[1][1] += of[4] * row[4] + of[5] * row[5] + of[6] * row[6] + of[7] * row[7];
            if DISJOINT {
                class[1][1] += of[8] * row[8];
            }
            of_first[source] = from_sources::<DISJOINT>(&row, shift.covered[1], shift.hit[1]);
        }
        let mut before =
            columns(&of_first, |sources| from_sources::<DISJOINT>(sources, shift.covered[0], shift.hit[0]));
        let [dot, other, first, second, across, forward, backward] = marginals(&classes);
        let [one_move, other_move] = begun_moves(&products(&self.0[t + 1], back));
        let kinds = [dot, other, one_move, other_move, first, second, across, forward, backward];
        for (kind, marginal) in kinds.into_iter().enumerate() {
            weights[at + kind * LANES..][..LANES].copy_from_slice(&marginal.0);
        }
        // So that the products of both passes have the sum 1, which neither pass alone tells.
        let norm = sum(&products(&self.0[t], &before)).inverse();
        scale(&mut before, norm);
        before
    }
}

/// Returns the factor of each pair of states at the end of a strip, where no edge is ahead, from that of a line that is
/// not hit.
#[inline(always)]
fn ends<A: Arithmetic>(unhit: [Vector<A>; 2]) -> States<A> {
    let mut ends = [[Vector::ZERO; 7]; 7];
    for (row, first) in [unhit[0], Vector::ONE, Vector::ONE].into_iter().enumerate() {
        for (column, second) in [unhit[1], Vector::ONE, Vector::ONE].into_iter().enumerate() {
            ends[row][column] = first * second;
        }
    }
    ends
}

/// Returns the probabilities that the pattern has a move of the first and of the second line that begins at a
/// coordinate, from the products of both passes.
#[inline(always)]
fn begun_moves(products: &States) -> [Vector; 2] {
    let mut moves = [Vector::ZERO; 2];
    for other in 0..7 {
        moves[0] += products[3][other];
        moves[1] += products[other][3];
    }
    let norm = sum(products).inverse();
    moves.map(|of_line| of_line * norm)
}

/// Returns the probabilities of the dots of both lines at t and of the five kinds of edges, from the weights of all
/// patterns by where they have dots.
#[inline(always)]
fn marginals(classes: &Edges) -> [Vector; 7] {
    let mut total = Vector::ZERO;
    let mut marginals = [Vector::ZERO; 7];
    for dots in 0..16 {
        // The first line at t - 1 and t, the second line at t - 1 and t.
        let [a, b, c, d] = [dots >> 3, dots >> 2 & 1, dots >> 1 & 1, dots & 1];
        let class = classes[a][b][c][d];
        total += class;
        let both = [b == 1, d == 1, a & b == 1, c & d == 1, b & d == 1, a & d == 1, c & b == 1];
        for (marginal, both) in marginals.iter_mut().zip(both) {
            if both {
                *marginal += class;
            }
        }
    }
    let norm = total.inverse();
    marginals.map(|marginal| marginal * norm)
}

/// Returns the sum over the strips of a group of the largest score. `weights` are −∞ for dots and moves that are not on
/// the board.
pub(super) fn highest(group: &Group, weights: &[f64]) -> f64 {
    if group.disjoint { highest_of::<true>(group, weights) } else { highest_of::<false>(group, weights) }
}

fn highest_of<const DISJOINT: bool>(group: &Group, weights: &[f64]) -> f64 {
    let shift = &Shift { covered: [Vector::<Scores>::ONE; 2], hit: [Vector::ONE; 2] };
    let mut states = [[Vector::ZERO; 7]; 7];
    states[0][0] = Vector::ONE;
    for t in 0..group.length {
        let at = group.cell + t * STEP;
        let lines = weights_of_lines(group, weights, t, shift);
        states = forward::<Scores, DISJOINT>(&states, &edges(weights, at), lines, shift);
    }
    let ends = ends(group.unhit.map(|unhit| Vector::new(unhit.map(f64::ln))));
    let mut best = Vector::ZERO;
    for (states, ends) in states.iter().zip(&ends) {
        for (state, end) in states.iter().zip(ends) {
            best += *state * *end;
        }
    }
    best.0.iter().sum()
}

/// Replaces numbers by their exponentials, with a relative error below 1e-9; arguments are limited to ±600.
#[multiversion(targets("x86_64+avx2"))]
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
