//! The search for multipliers: descent at a falling temperature, by the method of Broyden, Fletcher, Goldfarb and
//! Shanno with limited memory.
//!
//! What is minimised, over the multipliers U, α, β, ν and μ of sections 6 and 9 of the [proof](super) with Q = 1, is
//!
//! ```text
//!     f = 36 U + Σ_strips value        where    A(v) = μ(v) - U        for each point v,
//!                                               B(m) = 1 + U - μ(m)    for each move m,
//!                                               N(e) = 0               for each edge e,
//! ```
//!
//! so that all other terms of the inequality are 0. (That loses nothing: a larger sum only raises values,
//! and a smaller one costs at least what it saves.) μ(v) is 0 unless v
//! is off the cross of a placed box, and μ(m) is the least μ of the points that the move m can make.
//!
//! f is convex, and not smooth: a value is a maximum over patterns, μ(m) a minimum. At temperature τ a maximum is
//! replaced by τ log Σ exp(· / τ), a minimum by -τ log Σ exp(-· / τ). The search keeps these conditions by its
//! variables: U, μ, and δ, which has the sum 0 for each point and edge and 1 for each move:
//!
//! ```text
//!     α = δ - share (U - μ(v))      β = δ + share (U - μ(m))      ν = δ        (∓share is `dweight_du`)
//! ```
//!
//! The shares of a point or move among its strips have the sum 1.
//!
//! In the example of [`layout`](super::layout), the dot (3,0) has seven weights. Its weight in the strip of rows 0 and
//! 1 is
//!
//! ```text
//!     items[..]               weights [w, ..], makes [] (in a placed box, the index of μ(v) if v is off the cross)
//!     dweight_du[w]           -1/4               the share of U in α, for good
//!     delta[w]                δ                  changed by each step; delta of the seven have the sum 0
//!     weights(τ)[w]           α = δ - U/4        made for one evaluation, from delta, U and μ
//!     derivatives[w]          the probability of the dot in this strip, at these weights and this temperature
//!     gradient.delta[w]       that, minus the mean probability in the seven strips
//! ```
//!
//! `mu` and `gradient.mu` are indexed by [`MuIndex`](super::layout::MuIndex). An [`Evaluation`] is that of the
//! multipliers of a [`Descent`] at its temperature, and replaced with them.
//!
//! f is the Lagrangian dual function of an integer program with a copy of the dots, moves and full edges for each
//! strip. A, B and N relax that the copies agree, U that there are 36 dots more than moves, μ that a dot off the cross
//! is made by one of its moves. (A. Geoffrion, *Lagrangean relaxation for integer programming*, 1974; M. Guignard and
//! S. Kim, *Lagrangean decomposition*, 1987.) The linear program of Michalewski, Nagórko and Pawlewicz (2015) has the
//! variables once, and only the constraints of single edges. Without lines that must be hit its optimum for 5D is 144
//! on every large board.

#![allow(clippy::needless_range_loop, reason = "a loop over lanes indexes several arrays at once")]

use std::sync::Arc;

use itertools::Itertools;

use super::certificate::{Case, Certificate};
use super::hulls::HullBox;
use super::layout::{Item, ItemKind, KINDS, Layout, WeightIndex};
use super::soft::{Buffer, evaluate, exponentials, highest};
use crate::morpion::Variant;

/// The number of dots before the first move.
const CROSS: f64 = 36.0;

/// The largest number of lengths that are tried for a step, and the part of the fall by the slope that suffices
/// (Armijo's condition).
const TRIES: u32 = 12;
const SUFFICIENT: f64 = 1e-4;

/// The number of steps that [`Descent::ascent`] remembers.
const MEMORY: usize = 8;

/// What is added to the weight of a given dot in each strip, so that no pattern without it is the best one.
const GIVEN: i32 = 10_000;

/// If the arithmetic of floats fails at the first temperature, it is doubled until it does not, at most to about this
/// one.
const HIGHEST_TEMPERATURE: f64 = 100.0;

/// A temperature so low that each move makes the point with the least μ.
const EXACT: f64 = 1e-12;

/// The multipliers of a box.
#[derive(Clone, Debug)]
pub(super) struct Dual {
    pub(super) layout: Arc<Layout>,
    at: Multipliers,
}

/// A place in the space that is searched, or a direction there. With `f64` the search takes a sixth more time; nothing
/// depends on the last digits, since certificates are rounded and checked in integers.
#[derive(Clone, Debug)]
struct Multipliers {
    /// δ of each weight.
    delta: Vec<f32>,
    u: f64,
    /// μ of each point off the cross of a placed box.
    mu: Vec<f32>,
}

/// The μ of a point, or the least one of the points that a move can make, at a temperature; and its derivatives by each
/// of them, the probabilities with which the move makes it.
#[derive(Default)]
struct Made {
    least: f64,
    probabilities: [f64; 5],
}

/// A point that may have a dot or none, at a temperature.
pub(super) struct OpenPoint {
    pub(super) at: (i32, i32),
    /// The probability of a dot there, on average over its strips.
    pub(super) probability: f64,
    /// By how much f falls if there is a dot, and if there is none: τ Σ -log p over its strips, if patterns without a
    /// dot, or with one, are left out and p is the probability of the others.
    pub(super) if_full: f64,
    pub(super) if_empty: f64,
}

/// f at a temperature, and its gradient.
#[derive(Clone, Debug)]
pub(super) struct Evaluation {
    pub(super) value: f64,
    /// 36 U plus the mean score of the patterns, by their probabilities. Where the gradient vanishes the strips agree,
    /// so that the probabilities are feasible for the linear program whose dual is f, and this is its number of moves:
    /// no multipliers have a smaller f.
    pub(super) relaxed_moves: f64,
    gradient: Multipliers,
}

impl Dual {
    /// Returns f at a temperature.
    fn evaluate(&self, temperature: f64, buffer: &mut Buffer) -> Evaluation {
        let made = self.made(temperature);
        let weights = self.weights(&made);
        let (derivatives, logs) = self.derivatives(&weights, temperature, buffer);
        let (u, mu) = (self.at.u, &self.at.mu);
        let mut gradient = Multipliers { delta: vec![0.0; weights.len()], u: CROSS, mu: vec![0.0; mu.len()] };
        let mut relaxed_moves = CROSS * u;
        for (item, Made { least, probabilities }) in self.layout.items.iter().zip(&made) {
            let (mut sum, mut by_u) = (0.0, 0.0);
            for index in item.weights.iter().map(|weight| weight.get()) {
                sum += derivatives[index];
                relaxed_moves += derivatives[index] * weights[index];
                by_u += derivatives[index] * self.layout.dweight_du[index];
            }
            // Projected: δ keeps its sum.
            for weight in &item.weights {
                gradient.delta[weight.get()] = (derivatives[weight.get()] - sum / item.weights.len() as f64) as f32;
            }
            gradient.u += by_u;
            // α and β change with μ as with -U.
            for (made, probability) in item.makes.iter().zip(probabilities) {
                gradient.mu[made.get()] -= (by_u * probability) as f32;
                // The weights have the soft minimum of μ; this sum has μ of the point that is made.
                relaxed_moves += by_u * probability * (least - f64::from(mu[made.get()]));
            }
        }
        Evaluation { value: CROSS * u + temperature * logs, relaxed_moves, gradient }
    }

    /// Returns f, up to the errors of floats.
    pub(super) fn bound(&self) -> f64 {
        let mut weights = self.weights(&self.made(EXACT));
        for absent in &self.layout.absent {
            weights[absent.get()] = f64::NEG_INFINITY;
        }
        CROSS * self.at.u + self.layout.groups.iter().map(|group| highest(group, &weights)).sum::<f64>()
    }

    /// Returns α, β and ν, by `WeightIndex`.
    fn weights(&self, made: &[Made]) -> Vec<f64> {
        let Layout { items, dweight_du, .. } = &*self.layout;
        let weight = |(&delta, dweight_du): (&f32, &f64)| f64::from(delta) + dweight_du * self.at.u;
        let mut weights: Vec<f64> = self.at.delta.iter().zip(dweight_du).map(weight).collect();
        for (item, made) in items.iter().zip(made).filter(|(item, _)| !item.makes.is_empty()) {
            for weight in &item.weights {
                weights[weight.get()] -= dweight_du[weight.get()] * made.least;
            }
        }
        weights
    }

    /// Returns what each item makes at a temperature.
    fn made(&self, temperature: f64) -> Vec<Made> {
        let (all, mu) = (&self.layout.items, &self.at.mu);
        let items = &all[..all.iter().take_while(|item| item.kind != ItemKind::Edge).count()];
        let least_of =
            |item: &Item| item.makes.iter().map(|made| f64::from(mu[made.get()])).fold(f64::INFINITY, f64::min);
        let least = items.iter().map(least_of).collect_vec();
        let mut powers = vec![f64::NEG_INFINITY; 5 * items.len()];
        for ((item, least), powers) in items.iter().zip(&least).zip(powers.as_chunks_mut::<5>().0) {
            for (power, made) in powers.iter_mut().zip(&item.makes) {
                *power = (least - f64::from(mu[made.get()])) / temperature;
            }
        }
        exponentials(&mut powers);
        let made = |((item, least), powers): ((&Item, f64), &[f64; 5])| {
            if item.makes.is_empty() {
                return Made::default();
            }
            let sum: f64 = powers.iter().sum();
            let probabilities = powers.map(|power| power / sum);
            Made { least: least - temperature * sum.ln(), probabilities }
        };
        let mut made = items.iter().zip(least).zip(powers.as_chunks::<5>().0).map(made).collect_vec();
        made.resize_with(all.len(), Made::default);
        made
    }

    /// Returns the derivatives of the sum over the strips at a temperature by their weights, and this sum divided by
    /// the temperature.
    fn derivatives(&self, weights: &[f64], temperature: f64, buffer: &mut Buffer) -> (Vec<f64>, f64) {
        let layout = &self.layout;
        let mut powers: Vec<f64> = weights.iter().map(|weight| weight / temperature).collect();
        // As `soft::evaluate` expects: `dweight_du` of a move is four times `u_share` of its line.
        let u = self.at.u / temperature;
        for item in layout.items.iter().filter(|item| item.kind == ItemKind::Move) {
            for weight in &item.weights {
                powers[weight.get()] -= u * layout.dweight_du[weight.get()];
            }
        }
        exponentials(&mut powers);
        for absent in &layout.absent {
            powers[absent.get()] = 0.0;
        }
        let mut derivatives = vec![0.0; layout.size];
        let logs = layout.groups.iter().map(|group| evaluate(buffer, group, &powers, u, &mut derivatives)).sum();
        (derivatives, logs)
    }

    /// Returns f at a temperature, and the points that may have a dot or none.
    pub(super) fn points(&self, temperature: f64) -> (f64, Vec<OpenPoint>) {
        let weights = self.weights(&self.made(temperature));
        let (derivatives, logs) = self.derivatives(&weights, temperature, &mut Buffer::default());
        let mut points = Vec::new();
        for item in &self.layout.items {
            if let ItemKind::Point { at, is_given: false } = item.kind {
                let mut point = OpenPoint { at, probability: 0.0, if_full: 0.0, if_empty: 0.0 };
                for weight in &item.weights {
                    let probability = derivatives[weight.get()];
                    point.probability += probability / item.weights.len() as f64;
                    point.if_full -= temperature * probability.ln();
                    point.if_empty -= temperature * (1.0 - probability).ln();
                }
                points.push(point);
            }
        }
        (CROSS * self.at.u + temperature * logs, points)
    }

    /// Returns multipliers to begin with.
    pub(super) fn new(variant: Variant, hulls: &HullBox, case: &Case) -> Dual {
        let layout = Arc::new(Layout::new(variant, hulls, case));
        // About the best value for large boards.
        let u = if variant.is_touching() { 30.0 } else { 4.0 };
        let delta = layout.centred(&vec![0.0; layout.size]);
        let mu = vec![0.0; layout.off_cross.len()];
        Dual { layout, at: Multipliers { delta, u, mu } }
    }

    /// Returns multipliers for a box within this one, placed or free as this one, and a case that has at least its
    /// points, from those of this one. Edges between the two lines of a strip that is no more lose theirs.
    pub(super) fn restricted(&self, hulls: &HullBox, case: &Case) -> Dual {
        let layout = Layout::new(self.layout.variant, hulls, case);
        let mut moved = vec![0.0; layout.size];
        for old in &self.layout.strips {
            let remains = layout.strip(old.direction, old.first).is_some();
            for t in old.coordinates() {
                for kind in 0..KINDS {
                    // What a line loses in a strip that is no more, its other strip gets.
                    let heir = if remains { Some((old.first, kind)) } else { old.in_other_strip(kind) };
                    let Some((first, kind_there)) = heir else { continue };
                    let strip = layout.strip(old.direction, first);
                    if let Some(strip) = strip.filter(|strip| strip.coordinates().contains(&t)) {
                        moved[strip.weight(kind_there, t).get()] += self.at.delta[old.weight(kind, t).get()];
                    }
                }
            }
        }
        let delta = layout.centred(&moved);
        let old = |&point: &(i32, i32)| self.layout.mu(point).map_or(0.0, |mu| self.at.mu[mu.get()]);
        let mu = layout.off_cross.iter().map(old).collect();
        Dual { layout: Arc::new(layout), at: Multipliers { delta, u: self.at.u, mu } }
    }

    /// Rounds the multipliers to multiples of 1 / denominator. The sums A, B and N are exact, except A of a given dot:
    /// it counts whatever its sum is. `bound` is what the certificate claims.
    pub(super) fn rounded(&self, denominator: i32, bound: i64) -> Certificate {
        let layout = &self.layout;
        let q = f64::from(denominator);
        let round = |number: f64| (number * q).round() as i32;
        let u = round(self.at.u);
        let weights = self.weights(&self.made(EXACT));
        let mut rounded: Vec<i32> = weights.iter().map(|&weight| round(weight)).collect();
        let mu: Vec<i32> = self.at.mu.iter().map(|&mu| round(mu.into())).collect();
        for item in &layout.items {
            let least = item.makes.iter().map(|made| mu[made.get()]).min().unwrap_or(0);
            let target = match item.kind {
                ItemKind::Point { is_given: true, .. } => {
                    for weight in &item.weights {
                        rounded[weight.get()] += GIVEN * denominator;
                    }
                    continue;
                }
                ItemKind::Point { .. } => least - u,
                ItemKind::Move => denominator + u - least,
                ItemKind::Edge => 0,
            };
            let sum: i32 = item.weights.iter().map(|weight| rounded[weight.get()]).sum();
            let sign = (target - sum).signum();
            for _ in 0..sum.abs_diff(target) {
                // Change the weight that will be the nearest to its exact value.
                let error = |weight: usize| (f64::from(rounded[weight] + sign) - weights[weight] * q).abs();
                let nearest = item.weights.iter().map(|weight| weight.get());
                let nearest = nearest.min_by(|&one, &other| error(one).total_cmp(&error(other)));
                rounded[nearest.unwrap_or_default()] += sign;
            }
        }
        let weights_of = |weights: &[WeightIndex]| weights.iter().map(|weight| rounded[weight.get()]).collect();
        Certificate {
            variant: layout.variant,
            hulls: layout.hulls,
            case: layout.case.clone(),
            bound,
            denominator,
            u,
            mu,
            strips: layout.strips.iter().map(|strip| weights_of(&strip.weights)).collect(),
        }
    }
}

impl Layout {
    /// Returns the nearest δ with the right sums.
    fn centred(&self, weights: &[f32]) -> Vec<f32> {
        let mut delta = vec![0.0; self.size];
        for item in &self.items {
            let sum: f32 = item.weights.iter().map(|weight| weights[weight.get()]).sum();
            let target = if item.kind == ItemKind::Move { 1.0 } else { 0.0 };
            let missing = (target - sum) / item.weights.len() as f32;
            for weight in &item.weights {
                delta[weight.get()] = weights[weight.get()] + missing;
            }
        }
        delta
    }
}

impl Evaluation {
    /// Returns whether the arithmetic of floats has not failed. If it has, `relaxed_moves` is no number.
    pub(super) fn is_finite(&self) -> bool {
        self.value.is_finite() && self.relaxed_moves.is_finite()
    }
}

impl Multipliers {
    fn dot(&self, other: &Multipliers) -> f64 {
        dot(&self.delta, &other.delta) + self.u * other.u + dot(&self.mu, &other.mu)
    }

    /// Returns the sum with another place or direction times a factor.
    fn plus(&self, factor: f64, other: &Multipliers) -> Multipliers {
        let mut sum = self.clone();
        sum.add(factor, other);
        sum
    }

    /// Adds another place or direction times a factor.
    fn add(&mut self, factor: f64, other: &Multipliers) {
        self.u += factor * other.u;
        for (numbers, others) in [(&mut self.delta, &other.delta), (&mut self.mu, &other.mu)] {
            for (number, other) in numbers.iter_mut().zip(others) {
                *number += factor as f32 * other;
            }
        }
    }

    fn scale(&mut self, factor: f64) {
        self.u *= factor;
        for number in self.delta.iter_mut().chain(&mut self.mu) {
            *number *= factor as f32;
        }
    }
}

fn dot(one: &[f32], other: &[f32]) -> f64 {
    let mut sums = [0.0; 16];
    let ((ones, ones_rest), (others, others_rest)) = (one.as_chunks::<16>(), other.as_chunks::<16>());
    let rest: f32 = ones_rest.iter().zip(others_rest).map(|(a, b)| a * b).sum();
    for (a, b) in ones.iter().zip(others) {
        for lane in 0..16 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    f64::from(sums.iter().sum::<f32>() + rest)
}

/// A step of a descent: where it went, the change of the gradient along it, and 1 / (their product).
struct Remembered {
    step: Multipliers,
    change: Multipliers,
    inverse: f64,
}

/// A descent at a temperature that may change.
pub(super) struct Descent {
    pub(super) dual: Dual,
    pub(super) temperature: f64,
    /// Of `dual` at this temperature.
    pub(super) evaluation: Evaluation,
    /// The last steps, the last one last.
    memory: Vec<Remembered>,
    buffer: Buffer,
    pub(super) evaluations: u64,
}

impl Descent {
    /// Returns a descent that begins at a temperature, or at a higher one if the arithmetic of floats fails there,
    /// since the weights are large.
    pub(super) fn new(dual: Dual, temperature: f64) -> Descent {
        let mut buffer = Buffer::default();
        let evaluation = dual.evaluate(temperature, &mut buffer);
        let mut descent = Descent { dual, temperature, evaluation, memory: Vec::new(), buffer, evaluations: 1 };
        while !descent.evaluation.is_finite() && descent.temperature < HIGHEST_TEMPERATURE {
            descent.set_temperature(descent.temperature * 2.0);
        }
        descent
    }

    /// Goes on at another temperature. Changes of the gradient are taken to be in inverse proportion to it.
    pub(super) fn set_temperature(&mut self, temperature: f64) {
        let ratio = std::mem::replace(&mut self.temperature, temperature) / temperature;
        self.evaluation = self.dual.evaluate(temperature, &mut self.buffer);
        self.evaluations += 1;
        for Remembered { change, inverse, .. } in &mut self.memory {
            change.scale(ratio);
            *inverse /= ratio;
        }
    }

    /// Makes a step. Returns whether the value has fallen.
    pub(super) fn step(&mut self) -> bool {
        let Evaluation { value: before, ref gradient, .. } = self.evaluation;
        let mut ascent = self.ascent();
        let slope = ascent.dot(gradient);
        let mut length = 1.0;
        for _ in 0..TRIES {
            let dual = Dual { at: self.dual.at.plus(-length, &ascent), layout: Arc::clone(&self.dual.layout) };
            let evaluation = dual.evaluate(self.temperature, &mut self.buffer);
            self.evaluations += 1;
            if evaluation.is_finite() && evaluation.value <= before - SUFFICIENT * length * slope {
                let change = evaluation.gradient.plus(-1.0, gradient);
                ascent.scale(-length);
                let product = ascent.dot(&change);
                if product > 0.0 {
                    if self.memory.len() == MEMORY {
                        self.memory.remove(0);
                    }
                    self.memory.push(Remembered { step: ascent, change, inverse: 1.0 / product });
                }
                (self.dual, self.evaluation) = (dual, evaluation);
                return true;
            }
            // The minimum of the parabola with this slope through both values; a tenth where there is no value.
            let shrink = length * slope / (2.0 * (evaluation.value - before + length * slope));
            length *= if shrink.is_finite() { shrink.clamp(0.1, 0.5) } else { 0.1 };
        }
        self.memory.clear();
        false
    }

    /// Returns where the value rises: the gradient times the inverse Hessian, as far as the remembered steps tell it
    /// (two-loop recursion). A step goes the other way.
    fn ascent(&self) -> Multipliers {
        let mut ascent = self.evaluation.gradient.clone();
        let mut factors = Vec::with_capacity(self.memory.len());
        for Remembered { step, change, inverse } in self.memory.iter().rev() {
            let factor = inverse * step.dot(&ascent);
            ascent.add(-factor, change);
            factors.push(factor);
        }
        ascent.scale(match self.memory.last() {
            Some(Remembered { change, inverse, .. }) => 1.0 / (inverse * change.dot(change)),
            // Without a step to tell: the Hessian is about 1 / temperature.
            None => self.temperature,
        });
        for (Remembered { step, change, inverse }, factor) in self.memory.iter().zip(factors.into_iter().rev()) {
            let correction = inverse * change.dot(&ascent);
            ascent.add(factor - correction, step);
        }
        ascent
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use crate::morpion::upper_bound::hulls::Interval;
    use crate::morpion::upper_bound::verify;
    use crate::random::Random;

    /// Boxes of one hull and of several, with and without points beyond the corners, the last one placed.
    fn boxes() -> [HullBox; 4] {
        let range = |low, high| Interval { low, high };
        [
            HullBox::single([11, 13, 6, 3, 5, 4]),
            HullBox::Free([range(11, 12), range(13, 13), range(5, 7), range(3, 3), range(0, 2), range(4, 5)]),
            HullBox::Free([range(9, 11), range(10, 10), range(3, 3), range(3, 6), range(3, 3), range(5, 5)]),
            HullBox::Placed([(0, 1), (1, 1), (0, 0), (1, 2), (1, 2), (1, 1), (0, 2), (2, 2)].map(|(a, b)| range(a, b))),
        ]
    }

    /// Random multipliers. The weights are multiples of 1/64: so are the shares of U, 1 + U and μ.
    fn random_dual(hulls: &HullBox, seed: u64) -> Dual {
        let mut random = Random::new(seed, 0);
        let variant = if seed.is_multiple_of(2) { Variant::T5 } else { Variant::D5 };
        let mut dual = Dual::new(variant, hulls, &Case::default());
        let Dual { layout, at: Multipliers { delta, u, mu } } = &mut dual;
        let mut random_weight = || (random.below(65) as f32 - 32.0) / 64.0;
        *u = 8.0;
        mu.fill_with(|| 8.0 * random_weight());
        for item in &layout.items {
            let mut missing = if item.kind == ItemKind::Move { 1.0 } else { 0.0 };
            for (number, weight) in item.weights.iter().enumerate() {
                delta[weight.get()] = if number + 1 == item.weights.len() { missing } else { random_weight() };
                missing -= delta[weight.get()];
            }
        }
        dual
    }

    #[test]
    fn the_bound_by_floats_is_that_of_the_exact_check() {
        for (seed, hulls) in (1..).zip(boxes()) {
            let dual = random_dual(&hulls, seed);
            let certificate = dual.rounded(64, 0);
            let Ok(Some(total)) = verify::total(&certificate) else { panic!("{hulls}: no total") };
            assert!((dual.bound() * 64.0 - total as f64).abs() < 1e-6, "{hulls}: {} and {total}", dual.bound() * 64.0);
        }
    }

    #[test]
    fn values_at_a_temperature_are_above_the_bound_and_have_the_derivatives_that_are_returned() {
        for (seed, hulls) in (1..).zip(boxes()) {
            let dual = random_dual(&hulls, seed);
            let mut buffer = Buffer::default();
            for temperature in [0.1, 1.0] {
                let Evaluation { value, gradient, relaxed_moves } = dual.evaluate(temperature, &mut buffer);
                assert!(
                    relaxed_moves < dual.bound() && dual.bound() < value,
                    "{relaxed_moves} {} {value}",
                    dual.bound()
                );
                // Along the gradient, and along another direction.
                let mut random = random_dual(&hulls, seed + 8).at;
                random.add(-1.0, &dual.at);
                random.u = 0.5;
                for direction in [&gradient, &random] {
                    let at = |length: f64| {
                        let mut dual = dual.clone();
                        dual.at.add(length, direction);
                        dual.evaluate(temperature, &mut Buffer::default()).value
                    };
                    let (slope, step) = (gradient.dot(direction), 1e-5);
                    let measured = (at(step) - at(-step)) / (2.0 * step);
                    assert!((slope - measured).abs() < 1e-3 * slope.abs().max(1.0), "{slope} {measured}");
                }
            }
        }
    }

    #[test]
    fn descent_finds_lower_bounds_and_smaller_boxes_begin_with_lower_ones() {
        let [_, hulls, _, _] = boxes();
        let mut descent = Descent::new(Dual::new(Variant::T5, &hulls, &Case::default()), 0.3);
        let before = descent.dual.bound();
        (0..30).for_each(|_| {
            descent.step();
        });
        let bound = descent.dual.bound();
        assert!(bound < before - 50.0, "{bound} {before}");
        for half in hulls.halved(2) {
            let part = descent.dual.restricted(&half, &Case::default());
            let Ok(Some(total)) = verify::total(&part.rounded(256, 0)) else { panic!("{half}: no total") };
            assert!((part.bound() - total as f64 / 256.0).abs() < 1.0);
            assert!(part.bound() < bound + 40.0, "{} {bound}", part.bound());
        }
    }
}
