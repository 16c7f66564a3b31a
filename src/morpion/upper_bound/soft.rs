//! The value of strips at a temperature, and its derivatives: a forward and a backward pass over [`LANES`] strips side
//! by side.
//!
//! At temperature τ the value of a strip is τ log Σ exp(score / τ) over its patterns. It is at least the largest score,
//! and tends to it as τ tends to 0. Its derivative by a weight is the probability that the pattern has the dot, move or
//! edge, where the probability of a pattern is proportional to exp(score / τ).
//!
//! A line is read by ascending coordinate t. A [`State`] is what must be known of it after the point at t, a [`Step`]
//! what it has at t - 1 and at t. Other than in the reference, which looks ahead, a move is recognised by its second
//! point: its first one is a dot, and its weight belongs to the step after that.
//!
//! ```text
//!     dots          .       .      o      .       o      o======o======o======o======o      o      .
//!     states     Unhit   Unhit    Dot    Gap     Dot    Dot   First  Second  Third  Dot    Dot    Gap
//!     steps           Empty   Hit   Leave   Enter   Pass   Begin   Cover  Cover  Cover  Pass   Leave
//! ```
//!
//! In 5D, where no move begins at the end of another one, Last stands there instead of Dot. The score of a pattern is a
//! sum over its steps: what a step of either line has, and the edges between the two lines. So Σ exp(score / τ) is a
//! sum over sequences of *transitions* of both lines of products of factors, one for each pair of steps:
//!
//! ```text
//!     forward      after[to]    += before[from] * factor[steps]                 for each pair of transitions
//!     backward     before[from] += factor[steps] * after[to]
//!     flow         flow[steps]  += before[from] * factor[steps] * after[to]     `before` and `after` from both passes
//! ```
//!
//! and the probability of a dot, move or edge is the flow through the pairs of steps that have it.

#![allow(
    clippy::needless_range_loop,
    reason = "loops over lanes, states, steps and kinds index several arrays at once"
)]

use std::ops::{Add, AddAssign, Mul};

use multiversion::multiversion;

use super::layout::{ALONG, DOT, Group, KINDS, LANES, MOVE, STRIDE};

/// What is known of a line after the point at t.
#[derive(Clone, Copy)]
enum State {
    /// No dot up to t.
    Unhit,
    /// No dot at t, but one before.
    Gap,
    /// A dot at t, where a move may begin.
    Dot,
    /// A dot at t, after the first, second or third edge of a move.
    First,
    Second,
    Third,
    /// A dot at t, after the last edge of a move of 5D.
    Last,
}

/// What a line has at t - 1 and at t.
#[derive(Clone, Copy)]
enum Step {
    /// No dots.
    Empty,
    /// A dot at t - 1.
    Leave,
    /// A dot at t, the first one.
    Hit,
    /// A dot at t, not the first one.
    Enter,
    /// Two dots, and no move between them.
    Pass,
    /// Two dots, and the first edge of a move.
    Begin,
    /// Two dots, and another edge of a move.
    Cover,
}

const STATES: usize = 7;
const STEPS: usize = 7;

/// Whether a line has dots at t - 1 and at t, by step.
const DOTS: [[bool; 2]; STEPS] =
    [[false, false], [true, false], [false, true], [false, true], [true, true], [true, true], [true, true]];

/// From a state to another one by a step.
type Transition = (State, State, Step);

/// The transitions of a line. 5T has the first ten, 5D all but the first.
const TRANSITIONS: [Transition; 13] = {
    use State::{Dot, First, Gap, Last, Second, Third, Unhit};
    use Step::{Begin, Cover, Empty, Enter, Hit, Leave, Pass};
    [
        (Third, Dot, Cover),
        (Unhit, Unhit, Empty),
        (Unhit, Dot, Hit),
        (Gap, Gap, Empty),
        (Gap, Dot, Enter),
        (Dot, Gap, Leave),
        (Dot, Dot, Pass),
        (Dot, First, Begin),
        (First, Second, Cover),
        (Second, Third, Cover),
        (Third, Last, Cover),
        (Last, Gap, Leave),
        (Last, Dot, Pass),
    ]
};

const TOUCHING: &[Transition] = TRANSITIONS.split_at(10).0;
const DISJOINT: &[Transition] = TRANSITIONS.split_at(1).1;

/// Returns which kinds of weights a pair of steps has. The move is one that begins at t - 1.
#[inline(always)]
fn has(first: usize, second: usize) -> [bool; KINDS] {
    let ([a, b], [c, d]) = (DOTS[first], DOTS[second]);
    let [along, other, across, forward, backward] = edges([a, b], [c, d]);
    let begins = |step| step == Step::Begin as usize;
    [b, d, begins(first), begins(second), along, other, across, forward, backward]
}

/// Returns which kinds of edges there are between the dots of the first line at t - 1 and t, and those of the second.
#[inline(always)]
fn edges([a, b]: [bool; 2], [c, d]: [bool; 2]) -> [bool; KINDS - ALONG] {
    [a & b, c & d, b & d, a & d, c & b]
}

/// Returns where the weights of a kind are for the steps to t; `None` of moves if t is the first coordinate.
#[inline(always)]
fn position(group: &Group, kind: usize, t: usize) -> Option<usize> {
    let t = if (MOVE..ALONG).contains(&kind) { t.checked_sub(1)? } else { t };
    Some(group.offset + t * STRIDE + kind * LANES)
}

/// One number for each strip of a group.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Vector([f64; LANES]);

const ZERO: Vector = Vector([0.0; LANES]);
const ONE: Vector = Vector([1.0; LANES]);

impl Vector {
    /// Returns the weights of a kind for the steps to t; 0 if there are none.
    #[inline(always)]
    fn read(group: &Group, weights: &[f64], kind: usize, t: usize) -> Vector {
        let mut vector = ZERO;
        if let Some(position) = position(group, kind, t) {
            vector.0 = *weights[position..].first_chunk().unwrap_or(&vector.0);
        }
        vector
    }

    #[inline(always)]
    fn zip(mut self, other: Vector, function: impl Fn(f64, f64) -> f64) -> Vector {
        for lane in 0..LANES {
            self.0[lane] = function(self.0[lane], other.0[lane]);
        }
        self
    }

    /// As [`array::map`], which would not be compiled for the wider registers.
    #[inline(always)]
    fn map(mut self, function: impl Fn(f64) -> f64) -> Vector {
        for lane in 0..LANES {
            self.0[lane] = function(self.0[lane]);
        }
        self
    }

    #[inline(always)]
    fn inverse(self) -> Vector {
        self.map(|number| 1.0 / number)
    }

    #[inline(always)]
    fn ln(self) -> Vector {
        self.map(f64::ln)
    }

    fn sum(self) -> f64 {
        self.0.iter().sum()
    }
}

impl Add for Vector {
    type Output = Vector;
    #[inline(always)]
    fn add(self, other: Vector) -> Vector {
        self.zip(other, |one, other| one + other)
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
    fn mul(self, other: Vector) -> Vector {
        self.zip(other, |one, other| one * other)
    }
}

/// By the states of the first line, then of the second.
type ByStates = [[Vector; STATES]; STATES];
/// By the steps of the first line, then of the second.
type BySteps = [[Vector; STEPS]; STEPS];

/// Factors that keep the numbers near 1. Where U is large, a dot weighs about exp(-U / 8τ) and a move exp(U / 2τ) in each
/// of two strips. So each covered edge gets the factor exp(U / 8τ), and its move four of them less, which changes no
/// product. A line that must be hit gets one more where it is hit first, which `log` takes back.
struct Shift {
    covered: [Vector; 2],
    hit: [Vector; 2],
    /// The logarithm of all factors in `hit`, for all strips together.
    log: f64,
}

impl Shift {
    #[inline(always)]
    fn new(group: &Group, u: f64) -> Shift {
        let covered = |line: usize| Vector(group.share[line]).map(|share| (share * u).exp());
        let covered = [covered(0), covered(1)];
        let (mut hit, mut log) = ([ONE; 2], 0.0);
        for line in 0..2 {
            for lane in 0..LANES {
                if group.unhit[line][lane] == 0.0 {
                    hit[line].0[lane] = covered[line].0[lane];
                    log += group.share[line][lane] * u;
                }
            }
        }
        Shift { covered, hit, log }
    }
}

/// Returns the factors of the steps to t.
#[inline(always)]
fn factors(group: &Group, weights: &[f64], t: usize, shift: &Shift) -> BySteps {
    let weight = |kind: usize| Vector::read(group, weights, kind, t);
    let mut lines = [[ZERO; STEPS]; 2];
    for (line, steps) in lines.iter_mut().enumerate() {
        let (dot, no_dot) = (weight(DOT + line), Vector(group.no_dot[t][line]));
        let cover = dot * shift.covered[line];
        *steps = [no_dot, no_dot, dot * shift.hit[line], dot, dot, cover * weight(MOVE + line), cover];
    }
    let mut edge_weights = [ONE; KINDS - ALONG];
    for (kind, edge_weight) in edge_weights.iter_mut().enumerate() {
        *edge_weight = weight(ALONG + kind);
    }
    // By the dots of the first line and of the second.
    let mut edge_factors = [[ONE; 4]; 4];
    for first in 0..4 {
        for second in 0..4 {
            let has = edges([first & 2 > 0, first & 1 > 0], [second & 2 > 0, second & 1 > 0]);
            for kind in 0..has.len() {
                if has[kind] {
                    edge_factors[first][second] = edge_factors[first][second] * edge_weights[kind];
                }
            }
        }
    }
    let dots = |step: usize| 2 * usize::from(DOTS[step][0]) + usize::from(DOTS[step][1]);
    let mut factors = [[ZERO; STEPS]; STEPS];
    for first in 0..STEPS {
        for second in 0..STEPS {
            factors[first][second] = lines[0][first] * lines[1][second] * edge_factors[dots(first)][dots(second)];
        }
    }
    factors
}

/// The forward pass: element t has, for each pair of states before the point at t, the sum of the products that lead
/// there, scaled to the sum 1.
#[derive(Default)]
pub(super) struct Buffer(Vec<ByStates>);

/// Returns the sum over the strips of a group of log Σ exp(score / τ). `u` is U / τ, and `weights` are exp(weight / τ), of
/// moves exp(weight / τ - 4 share u): [`Shift`] gives the four shares to the edges that the move covers. Replaces the
/// weights by the derivatives.
///
/// Compiled a second time for processors with AVX2. The results are the same, since nothing is fused.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn evaluate(buffer: &mut Buffer, group: &Group, weights: &mut [f64], u: f64) -> f64 {
    // Twice, so that the compiler unrolls the loops over the transitions.
    if group.disjoint {
        passes(DISJOINT, buffer, group, weights, u)
    } else {
        passes(TOUCHING, buffer, group, weights, u)
    }
}

#[inline(always)]
fn passes(transitions: &[Transition], buffer: &mut Buffer, group: &Group, weights: &mut [f64], u: f64) -> f64 {
    let shift = &Shift::new(group, u);
    let mut log = -shift.log;
    buffer.0.clear();
    buffer.0.resize(group.length + 1, [[ZERO; STATES]; STATES]);
    buffer.0[0][State::Unhit as usize][State::Unhit as usize] = ONE;
    for t in 0..group.length {
        let (before, after) = buffer.0.split_at_mut(t + 1);
        let after = &mut after[0];
        step_forward(transitions, &before[t], after, &factors(group, weights, t, shift));
        let mut sum = ZERO;
        for after in after.as_flattened() {
            sum += *after;
        }
        scale(after, sum.inverse());
        // The product of a few sums may not fit into a float.
        log += sum.ln().sum();
    }
    let (mut back_after, mut back_before) = (&mut ends(group), &mut [[ZERO; STATES]; STATES]);
    let mut sum = ZERO;
    for (forward, back) in buffer.0[group.length].as_flattened().iter().zip(back_after.as_flattened()) {
        sum += *forward * *back;
    }
    log += sum.ln().sum();
    for t in (0..group.length).rev() {
        let factors = &factors(group, weights, t, shift);
        let mut flows = [[ZERO; STEPS]; STEPS];
        back_before.as_flattened_mut().fill(ZERO);
        step_back(transitions, &buffer.0[t], back_after, factors, back_before, &mut flows);
        for (flow, factor) in flows.as_flattened_mut().iter_mut().zip(factors.as_flattened()) {
            *flow = *flow * *factor;
        }
        let norm = write_derivatives(group, weights, t, &flows);
        // So that the products of both passes have the sum 1.
        scale(back_before, norm);
        std::mem::swap(&mut back_before, &mut back_after);
    }
    log
}

/// The states after the last point, where no move goes on: 1, or 0 if a line is not hit that must be.
#[inline(always)]
fn ends(group: &Group) -> ByStates {
    let mut ends = [[ZERO; STATES]; STATES];
    let line = |line: usize| {
        [(State::Unhit, Vector(group.unhit[line])), (State::Gap, ONE), (State::Dot, ONE), (State::Last, ONE)]
    };
    for (first, one) in line(0) {
        for (second, other) in line(1) {
            ends[first as usize][second as usize] = one * other;
        }
    }
    ends
}

#[inline(always)]
fn scale(states: &mut ByStates, factor: Vector) {
    for state in states.as_flattened_mut() {
        *state = *state * factor;
    }
}

#[inline(always)]
fn step_forward(transitions: &[Transition], before: &ByStates, after: &mut ByStates, factors: &BySteps) {
    for first in transitions {
        let (from, to, factors) = (first.0 as usize, first.1 as usize, &factors[first.2 as usize]);
        for second in transitions {
            after[to][second.1 as usize] += before[from][second.0 as usize] * factors[second.2 as usize];
        }
    }
}

/// Adds up the products over what is after the states at t - 1, `back`, and those over what is before and after each
/// pair of steps to t, `flows`.
#[inline(always)]
fn step_back(
    transitions: &[Transition],
    before: &ByStates,
    after: &ByStates,
    factors: &BySteps,
    back: &mut ByStates,
    flows: &mut BySteps,
) {
    for first in transitions {
        let (from, to, step) = (first.0 as usize, first.1 as usize, first.2 as usize);
        for second in transitions {
            let after = after[to][second.1 as usize];
            back[from][second.0 as usize] += factors[step][second.2 as usize] * after;
            flows[step][second.2 as usize] += before[from][second.0 as usize] * after;
        }
    }
}

/// Replaces the weights of the steps to t by their derivatives: the part of all flows that goes through the steps that
/// have them. Returns 1 / the sum of all flows.
#[inline(always)]
fn write_derivatives(group: &Group, weights: &mut [f64], t: usize, flows: &BySteps) -> Vector {
    let (mut sum, mut sums) = (ZERO, [ZERO; KINDS]);
    for first in 0..STEPS {
        for second in 0..STEPS {
            let has = has(first, second);
            sum += flows[first][second];
            for kind in 0..KINDS {
                if has[kind] {
                    sums[kind] += flows[first][second];
                }
            }
        }
    }
    let norm = sum.inverse();
    for kind in 0..KINDS {
        if let Some(position) = position(group, kind, t) {
            weights[position..position + LANES].copy_from_slice(&(sums[kind] * norm).0);
        }
    }
    norm
}

/// Returns the sum over the strips of a group of the largest score: [`evaluate`] with sums in place of products and the
/// largest number in place of sums. `weights` are the weights themselves, −∞ for dots and moves that are not on the board.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn highest(group: &Group, weights: &[f64]) -> f64 {
    let never = Vector([f64::NEG_INFINITY; LANES]);
    let max = |one: Vector, other: Vector| one.zip(other, |one, other| if one > other { one } else { other });
    let transitions = if group.disjoint { DISJOINT } else { TOUCHING };
    let mut before = [[never; STATES]; STATES];
    before[State::Unhit as usize][State::Unhit as usize] = ZERO;
    for t in 0..group.length {
        let [first, second] = group.no_dot[t];
        let no_dot = [Vector(first).ln(), Vector(second).ln()];
        let mut scores = [[ZERO; STEPS]; STEPS];
        for first in 0..STEPS {
            for second in 0..STEPS {
                let has = has(first, second);
                let score = &mut scores[first][second];
                for kind in 0..KINDS {
                    if has[kind] {
                        *score += Vector::read(group, weights, kind, t);
                    }
                }
                for line in 0..2 {
                    if !has[DOT + line] {
                        *score += no_dot[line];
                    }
                }
            }
        }
        let mut after = [[never; STATES]; STATES];
        for first in transitions {
            for second in transitions {
                let score = before[first.0 as usize][second.0 as usize] + scores[first.2 as usize][second.2 as usize];
                let best = &mut after[first.1 as usize][second.1 as usize];
                *best = max(*best, score);
            }
        }
        before = after;
    }
    let mut highest = never;
    for (before, end) in before.as_flattened().iter().zip(ends(group).as_flattened()) {
        highest = max(highest, *before + end.ln());
    }
    highest.sum()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The seven states of a line, without a delay: no dot yet; no dot here, but one before; a dot here, with 0 to 4
    /// edges of its move ahead.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Plain {
        Unhit,
        NoDot,
        Dot(u8),
    }

    const PLAIN: [Plain; 7] =
        [Plain::Unhit, Plain::NoDot, Plain::Dot(0), Plain::Dot(4), Plain::Dot(3), Plain::Dot(2), Plain::Dot(1)];

    impl Plain {
        fn has_dot(self) -> bool {
            matches!(self, Plain::Dot(_))
        }

        fn can_become(self, next: Plain, disjoint: bool) -> bool {
            match self {
                Plain::Unhit => matches!(next, Plain::Unhit | Plain::Dot(0 | 4)),
                Plain::NoDot | Plain::Dot(0) => matches!(next, Plain::NoDot | Plain::Dot(0 | 4)),
                Plain::Dot(1) => next == Plain::Dot(0) || next == Plain::Dot(4) && !disjoint,
                Plain::Dot(ahead) => next == Plain::Dot(ahead - 1),
            }
        }
    }

    /// Returns log Σ exp(score) and the largest score of one strip, by its 49 pairs of states.
    fn plain(group: &Group, lane: usize, weights: &[f64]) -> (f64, f64) {
        let mut before = [[(0.0, f64::NEG_INFINITY); 7]; 7];
        before[0][0] = (1.0, 0.0);
        for t in 0..group.length {
            let weight = |kind: usize| weights[t * STRIDE + kind * LANES + lane];
            let line_score = |line: usize, state: Plain| match state {
                Plain::Dot(4) => weight(DOT + line) + weight(MOVE + line),
                Plain::Dot(_) => weight(DOT + line),
                Plain::Unhit | Plain::NoDot => f64::ln(group.no_dot[t][line][lane]),
            };
            let mut after = [[(0.0, f64::NEG_INFINITY); 7]; 7];
            for index in 0..7_usize.pow(4) {
                let [i, j, k, l] = [index / 343, index / 49 % 7, index / 7 % 7, index % 7];
                let [first, second, next_first, next_second] = [i, j, k, l].map(|state| PLAIN[state]);
                let is_next = first.can_become(next_first, group.disjoint);
                if !is_next || !second.can_become(next_second, group.disjoint) {
                    continue;
                }
                let mut score = line_score(0, next_first) + line_score(1, next_second);
                let ends =
                    [(first, next_first), (second, next_second), (next_first, next_second), (first, next_second)];
                for (kind, (one, other)) in (ALONG..).zip(ends.into_iter().chain([(second, next_first)])) {
                    if one.has_dot() && other.has_dot() {
                        score += weight(kind);
                    }
                }
                let (sum, best) = &mut after[k][l];
                *sum += before[i][j].0 * score.exp();
                *best = best.max(before[i][j].1 + score);
            }
            before = after;
        }
        let (mut sum, mut best) = (0.0, f64::NEG_INFINITY);
        for i in 0..3 {
            for j in 0..3 {
                let is_hit = (i > 0 || group.unhit[0][lane] > 0.0) && (j > 0 || group.unhit[1][lane] > 0.0);
                if is_hit {
                    sum += before[i][j].0;
                    best = best.max(before[i][j].1);
                }
            }
        }
        (f64::ln(sum), best)
    }

    #[test]
    fn values_and_derivatives_are_those_of_the_plain_program() {
        for seed in 0..8 {
            let mut random = Random::new(seed, 0);
            let (length, u) = (12, f64::from(random.unit()));
            let mut group = Group {
                disjoint: seed % 2 == 1,
                offset: 0,
                length,
                unhit: [[0.0; LANES]; 2],
                share: [[0.125; LANES]; 2],
                no_dot: vec![[[1.0; LANES]; 2]; length],
            };
            let mut weights = vec![f64::NEG_INFINITY; length * STRIDE];
            for lane in 0..LANES {
                for line in 0..2 {
                    group.unhit[line][lane] = f64::from(random.below(2));
                    group.share[line][lane] *= f64::from(1 + random.below(2));
                    group.no_dot[random.below(6) as usize][line][lane] = f64::from(random.below(2));
                }
                for t in 0..length {
                    for kind in 0..KINDS {
                        // A dot that is given is on the board.
                        let is_on_board = kind < MOVE && t < 6 || random.percent(90);
                        if kind >= ALONG || is_on_board && (kind < MOVE || t + 5 <= length) {
                            weights[t * STRIDE + kind * LANES + lane] = f64::from(3.0 * random.unit()) - 1.0;
                        }
                    }
                }
            }
            let values = (0..LANES).map(|lane| plain(&group, lane, &weights));
            let (log, best) = values.fold((0.0, 0.0), |(log, best), value| (log + value.0, best + value.1));
            let found = highest(&group, &weights);
            assert!((found - best).abs() < 1e-9, "seed {seed}: {found} and {best}");
            let mut derivatives = weights.clone();
            for index in 0..derivatives.len() {
                let (kind, lane) = (index % STRIDE / LANES, index % LANES);
                if (MOVE..ALONG).contains(&kind) {
                    derivatives[index] -= 4.0 * group.share[kind - MOVE][lane] * u;
                }
                derivatives[index] = derivatives[index].exp();
            }
            let value = evaluate(&mut Buffer::default(), &group, &mut derivatives, u);
            assert!((value - log).abs() < 1e-9 * log.abs(), "seed {seed}: {value} and {log}");
            for index in (0..weights.len()).step_by(7) {
                let lane = index % LANES;
                let at = |change: f64| {
                    let mut changed = weights.clone();
                    changed[index] += change;
                    plain(&group, lane, &changed).0
                };
                let slope = (at(1e-4) - at(-1e-4)) / 2e-4;
                assert!((derivatives[index] - slope).abs() < 1e-5, "seed {seed}, weight {index}: {slope}");
            }
        }
    }
}
