//! The value of strips at a temperature, and its derivatives: a forward and a backward pass over [`LANES`] strips side
//! by side.
//!
//! At temperature τ the value of a strip is τ log Σ exp(score / τ) over its patterns. It is at least the largest score,
//! and tends to it as τ tends to 0. Its derivative by a weight is the probability that the pattern has the dot, move or
//! edge, where the probability of a pattern is proportional to exp(score / τ).
//!
//! A line is read by ascending t, which is 0 at the first coordinate of its strip. A [`State`] is what must be known of
//! it after the point at t, a [`Step`] what it has at t - 1 and at t. A move is recognised at its second point (by
//! [`verify`](super::verify) at its first): the first one is a dot, and the weight belongs to the step after that.
//!
//! ```text
//!     t          0       1       2      3       4      5      6      7      8      9      10     11
//!     dots       .       .       o      .       o      o======o======o======o======o      o      .
//!     states  Unhit   Unhit     Dot    Gap     Dot    Dot   First  Second  Third  Dot    Dot    Gap
//!     steps   Empty   Empty     Hit   Leave   Enter  Pass   Begin   Cover  Cover  Cover  Pass   Leave
//!     weights    -       -     dot 2    -     dot 4  dot 5  dot 6   dot 7  dot 8  dot 9  dot 10   -
//!                                                           move 5
//! ```
//!
//! Before t = 0 the state is Unhit. In 5D, where no move begins at the end of another one, Last replaces Dot there. The
//! score of a pattern is a sum over its steps: what a step of either line has, and the edges between the lines. So Σ
//! exp(score / τ) is a sum over sequences of *transitions* of both lines of products of factors, one a pair of steps:
//!
//! ```text
//!     forward      after[to]    += before[from] * factor[steps]                 for each pair of transitions
//!     backward     before[from] += factor[steps] * after[to]
//!     flow         flow[steps]  += before[from] * factor[steps] * after[to]     `before` and `after` from both passes
//! ```
//!
//! and the probability of a dot, move or edge is the flow through the pairs of steps that have it. The arrays have the
//! indices below. A number there is a [`Vector`], which has one for each strip of the group.
//!
//! ```text
//!     Buffer               t, states before t              the forward pass writes it, the backward one reads it
//!     before, after        states of both lines            at one t
//!     factors, flows       steps of both lines             at one t; both passes compute the factors
//!     powers, derivatives  as the weights of the layout    `powers` are only read, `derivatives` only written
//! ```

#![allow(
    clippy::needless_range_loop,
    reason = "loops over lanes, states, steps and kinds index several arrays at once"
)]

use std::ops::{AddAssign, Mul};

use multiversion::multiversion;

use super::layout::{ALONG, ByLane, DOT, Group, KINDS, LANES, MOVE, STRIDE};

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

/// By step, the dots of a line: 2 for the one at t - 1, and 1 for the one at t.
const DOTS: [usize; STEPS] = [0, 2, 1, 1, 3, 3, 3];

/// A transition of one line. Not as numbers: the compiler knows that a state is a valid index, and so unrolls the loops
/// over transitions.
struct Transition {
    from: State,
    to: State,
    step: Step,
}

macro_rules! transitions {
    ($($from:ident - $step:ident -> $to:ident),*) => {
        &[$(Transition { from: State::$from, to: State::$to, step: Step::$step }),*]
    };
}

/// The transitions of a line of 5T, where a move may begin at the end of another one. Sums are added up in this order.
const TOUCHING: &[Transition] = transitions![
    Third -Cover-> Dot, Unhit -Empty-> Unhit, Unhit -Hit-> Dot, Gap -Empty-> Gap, Gap -Enter-> Dot,
    Dot -Leave-> Gap, Dot -Pass-> Dot, Dot -Begin-> First, First -Cover-> Second, Second -Cover-> Third
];

/// Those of a line of 5D.
const DISJOINT: &[Transition] = transitions![
    Unhit -Empty-> Unhit, Unhit -Hit-> Dot, Gap -Empty-> Gap, Gap -Enter-> Dot,
    Dot -Leave-> Gap, Dot -Pass-> Dot, Dot -Begin-> First, First -Cover-> Second, Second -Cover-> Third,
    Third -Cover-> Last, Last -Leave-> Gap, Last -Pass-> Dot
];

/// By the [dots](DOTS) of line 0 and of line 1, which kinds of weights a pair of steps has. Those of moves are apart: they
/// have [`Step::Begin`].
const HAS: [[[bool; KINDS]; 4]; 4] = {
    let mut has = [[[false; KINDS]; 4]; 4];
    let mut dots = 0;
    while dots < 16 {
        let [a, b, c, d] = [dots & 8 > 0, dots & 4 > 0, dots & 2 > 0, dots & 1 > 0];
        has[dots / 4][dots % 4] = [b, d, false, false, a & b, c & d, b & d, a & d, c & b];
        dots += 1;
    }
    has
};

/// Returns which chunk of [`LANES`] weights is that of a kind that the steps to t may have. The weights of moves are at
/// t - 1, where the move begins: `None` if t is 0.
#[inline(always)]
fn chunk_for_steps_to(t: usize, kind: usize, group: &Group) -> Option<usize> {
    let at = if (MOVE..ALONG).contains(&kind) { t.checked_sub(1)? } else { t };
    Some((group.offset + at * STRIDE) / LANES + kind)
}

/// One number for each strip of a group.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Vector(ByLane);

const ZERO: Vector = Vector([0.0; LANES]);
const ONE: Vector = Vector([1.0; LANES]);

impl Vector {
    /// Returns by kind the numbers that the steps to t may have; 0 of moves if t is 0.
    #[inline(always)]
    fn read(numbers: &[f64], t: usize, group: &Group) -> [Vector; KINDS] {
        let mut vectors = [ZERO; KINDS];
        for kind in 0..KINDS {
            if let Some(chunk) = chunk_for_steps_to(t, kind, group) {
                vectors[kind].0 = numbers.as_chunks().0[chunk];
            }
        }
        vectors
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
    fn map(self, function: impl Fn(f64) -> f64) -> Vector {
        self.zip(ZERO, |number, _| function(number))
    }

    fn sum(self) -> f64 {
        self.0.iter().sum()
    }
}

impl AddAssign for Vector {
    #[inline(always)]
    fn add_assign(&mut self, other: Vector) {
        *self = self.zip(other, |one, other| one + other);
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

/// Factors that keep the numbers near 1. Where U is large, a dot weighs about exp(-U / 8τ) and a move exp(U / 2τ) in
/// each of two strips. So each covered edge gets the factor exp(U / 8τ), and its move four of them less, which changes
/// no product. A line that must be hit gets one more where it is hit first, which `log` takes back.
struct Shift {
    /// By line.
    covered: [Vector; 2],
    hit: [Vector; 2],
    /// The logarithm of all factors in `hit`, for all strips together.
    log: f64,
}

impl Shift {
    #[inline(always)]
    fn new(group: &Group, u: f64) -> Shift {
        let covered = |line: usize| Vector(group.u_share[line]).map(|u_share| (u_share * u).exp());
        let covered = [covered(0), covered(1)];
        let (mut hit, mut log) = ([ONE; 2], 0.0);
        for line in 0..2 {
            for lane in 0..LANES {
                if group.unhit[line][lane] == 0.0 {
                    hit[line].0[lane] = covered[line].0[lane];
                    log += group.u_share[line][lane] * u;
                }
            }
        }
        Shift { covered, hit, log }
    }
}

/// Returns the factors of the steps to t.
#[inline(always)]
fn factors(group: &Group, powers: &[f64], t: usize, shift: &Shift) -> BySteps {
    let factor = Vector::read(powers, t, group);
    let mut lines = [[ZERO; STEPS]; 2];
    for (line, steps) in lines.iter_mut().enumerate() {
        let (dot, no_dot) = (factor[DOT + line], Vector(group.no_dot[t][line]));
        let cover = dot * shift.covered[line];
        // In the order of `Step`.
        *steps = [no_dot, no_dot, dot * shift.hit[line], dot, dot, cover * factor[MOVE + line], cover];
    }
    // By the dots of line 0 and of line 1.
    let mut edge_factors = [[ONE; 4]; 4];
    for first in 0..4 {
        for second in 0..4 {
            for kind in ALONG..KINDS {
                if HAS[first][second][kind] {
                    edge_factors[first][second] = edge_factors[first][second] * factor[kind];
                }
            }
        }
    }
    let mut factors = [[ZERO; STEPS]; STEPS];
    for first in 0..STEPS {
        for second in 0..STEPS {
            factors[first][second] = lines[0][first] * lines[1][second] * edge_factors[DOTS[first]][DOTS[second]];
        }
    }
    factors
}

/// By t, for each pair of states before the point at t, the sum of the products that lead there, scaled to the sum 1.
#[derive(Default)]
pub(super) struct Buffer(Vec<ByStates>);

/// Returns the sum over the strips of a group of log Σ exp(score / τ), and writes its derivatives by weight / τ.
///
/// The caller gives U / τ as `u`, and as `powers` exp(weight / τ), of moves exp(weight / τ - 4 `u_share` u): [`Shift`]
/// gives the four shares to the edges that the move covers. They are 0 for dots and moves that are not on the board.
/// `derivatives` are 0 at first, and stay so for moves that begin at the last coordinate. If a strip has no pattern,
/// the result is not finite.
///
/// Compiled a second time for processors with AVX2. The results are the same, since nothing is fused.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn evaluate(buffer: &mut Buffer, group: &Group, powers: &[f64], u: f64, derivatives: &mut [f64]) -> f64 {
    // Twice, so that the compiler unrolls the loops over the transitions.
    if group.disjoint {
        passes(DISJOINT, buffer, group, powers, u, derivatives)
    } else {
        passes(TOUCHING, buffer, group, powers, u, derivatives)
    }
}

#[inline(always)]
fn passes(
    transitions: &[Transition],
    buffer: &mut Buffer,
    group: &Group,
    powers: &[f64],
    u: f64,
    derivatives: &mut [f64],
) -> f64 {
    let shift = &Shift::new(group, u);
    let mut log = -shift.log;
    buffer.0.clear();
    buffer.0.resize(group.length + 1, [[ZERO; STATES]; STATES]);
    buffer.0[0][State::Unhit as usize][State::Unhit as usize] = ONE;
    for t in 0..group.length {
        let (before, after) = buffer.0.split_at_mut(t + 1);
        let after = &mut after[0];
        step_forward(transitions, &before[t], after, &factors(group, powers, t, shift));
        let mut sum = ZERO;
        for after in after.as_flattened() {
            sum += *after;
        }
        scale(after, sum.map(f64::recip));
        // The product of a few sums may not fit into a float.
        log += sum.map(f64::ln).sum();
    }
    let (mut back_after, mut back_before) = (&mut ends(group), &mut [[ZERO; STATES]; STATES]);
    let mut sum = ZERO;
    for (forward, back) in buffer.0[group.length].as_flattened().iter().zip(back_after.as_flattened()) {
        sum += *forward * *back;
    }
    log += sum.map(f64::ln).sum();
    for t in (0..group.length).rev() {
        let factors = &factors(group, powers, t, shift);
        let mut flows = [[ZERO; STEPS]; STEPS];
        back_before.as_flattened_mut().fill(ZERO);
        step_back(transitions, &buffer.0[t], back_after, factors, back_before, &mut flows);
        for (flow, factor) in flows.as_flattened_mut().iter_mut().zip(factors.as_flattened()) {
            *flow = *flow * *factor;
        }
        let norm = write_derivatives(group, derivatives, t, &flows);
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
        for second in transitions {
            let before = before[first.from as usize][second.from as usize];
            after[first.to as usize][second.to as usize] += before * factors[first.step as usize][second.step as usize];
        }
    }
}

/// Adds up the products over what is after the states at t - 1, `back`, and those over what is before and after each
/// pair of steps to t, `flows`: without the factors of these steps.
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
        for second in transitions {
            let after = after[first.to as usize][second.to as usize];
            back[first.from as usize][second.from as usize] +=
                factors[first.step as usize][second.step as usize] * after;
            flows[first.step as usize][second.step as usize] +=
                before[first.from as usize][second.from as usize] * after;
        }
    }
}

/// Writes the derivatives by the weights of the steps to t: the part of all flows that goes through the steps that have
/// them. Returns 1 / the sum of all flows.
#[inline(always)]
fn write_derivatives(group: &Group, derivatives: &mut [f64], t: usize, flows: &BySteps) -> Vector {
    let (mut sum, mut sums, mut by_dots) = (ZERO, [ZERO; KINDS], [[ZERO; 4]; 4]);
    for step in 0..STEPS {
        sums[MOVE] += flows[Step::Begin as usize][step];
        sums[MOVE + 1] += flows[step][Step::Begin as usize];
        for second in 0..STEPS {
            by_dots[DOTS[step]][DOTS[second]] += flows[step][second];
        }
    }
    for first in 0..4 {
        for second in 0..4 {
            sum += by_dots[first][second];
            for kind in 0..KINDS {
                if HAS[first][second][kind] {
                    sums[kind] += by_dots[first][second];
                }
            }
        }
    }
    let norm = sum.map(f64::recip);
    for kind in 0..KINDS {
        if let Some(chunk) = chunk_for_steps_to(t, kind, group) {
            derivatives.as_chunks_mut().0[chunk] = (sums[kind] * norm).0;
        }
    }
    norm
}

/// Returns the sum over the strips of a group of the largest score: [`evaluate`] with sums in place of products and the
/// largest number in place of sums. `weights` are the weights themselves, −∞ for dots and moves that are not on the
/// board.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn highest(group: &Group, weights: &[f64]) -> f64 {
    let never = Vector([f64::NEG_INFINITY; LANES]);
    let max = |one: Vector, other: Vector| one.zip(other, |one, other| if one > other { one } else { other });
    let transitions = if group.disjoint { DISJOINT } else { TOUCHING };
    let mut before = [[never; STATES]; STATES];
    before[State::Unhit as usize][State::Unhit as usize] = ZERO;
    for t in 0..group.length {
        let [first, second] = group.no_dot[t];
        let no_dot = [Vector(first).map(f64::ln), Vector(second).map(f64::ln)];
        let weights = Vector::read(weights, t, group);
        let mut scores = [[ZERO; STEPS]; STEPS];
        for first in 0..STEPS {
            for second in 0..STEPS {
                let has = HAS[DOTS[first]][DOTS[second]];
                let score = &mut scores[first][second];
                for kind in 0..KINDS {
                    if has[kind] {
                        *score += weights[kind];
                    }
                }
                for (line, step) in [first, second].into_iter().enumerate() {
                    if step == Step::Begin as usize {
                        *score += weights[MOVE + line];
                    }
                    if !has[DOT + line] {
                        *score += no_dot[line];
                    }
                }
            }
        }
        let mut after = [[never; STATES]; STATES];
        for first in transitions {
            for second in transitions {
                let mut score = before[first.from as usize][second.from as usize];
                score += scores[first.step as usize][second.step as usize];
                let best = &mut after[first.to as usize][second.to as usize];
                *best = max(*best, score);
            }
        }
        before = after;
    }
    let mut highest = never;
    for (score, end) in before.as_flattened_mut().iter_mut().zip(ends(group).as_flattened()) {
        *score += end.map(f64::ln);
        highest = max(highest, *score);
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
                u_share: [[0.125; LANES]; 2],
                no_dot: vec![[[1.0; LANES]; 2]; length],
            };
            let mut weights = vec![f64::NEG_INFINITY; length * STRIDE];
            for lane in 0..LANES {
                for line in 0..2 {
                    group.unhit[line][lane] = f64::from(random.below(2));
                    group.u_share[line][lane] *= f64::from(1 + random.below(2));
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
            let mut powers = weights.clone();
            for index in 0..powers.len() {
                let (kind, lane) = (index % STRIDE / LANES, index % LANES);
                if (MOVE..ALONG).contains(&kind) {
                    powers[index] -= 4.0 * group.u_share[kind - MOVE][lane] * u;
                }
                powers[index] = powers[index].exp();
            }
            let mut derivatives = vec![0.0; weights.len()];
            let value = evaluate(&mut Buffer::default(), &group, &powers, u, &mut derivatives);
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
