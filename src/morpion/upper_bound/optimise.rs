//! The search for weights: the smallest bound at a falling temperature, by the method of Broyden, Fletcher, Goldfarb
//! and Shanno with limited memory.
//!
//! The weights are kept where no term of the inequality beside U and the strips counts: for each point the sum of alpha
//! is −U, for each move the sum of beta is 1 + U, for each edge the sum of nu is 0. (Larger sums only add to the
//! strips.)

#![allow(
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    clippy::needless_range_loop,
    reason = "coordinates and cells are small; loops over lanes, states and kinds index several arrays at once"
)]

use std::collections::BTreeMap;
use std::sync::Arc;

use super::certificate::{Case, Certificate};
use super::hulls::HullBox;
use super::layout::{KINDS, Kind, LANES, Layout, Relaxation, STEP};
use super::soft::{Buffer, exponentials, highest};
use crate::morpion::Variant;

/// The number of steps that the search for a direction remembers.
const MEMORY: usize = 12;

/// What is added to the weight of a given dot in each strip, so that no pattern without it is the best one.
const GIVEN: i32 = 10_000;

/// Where the arithmetic of floats fails, the temperature at the beginning is doubled until it is at least this one.
const HIGHEST_TEMPERATURE: f64 = 100.0;

/// A temperature so low that each move makes the point with the least weight.
const EXACT: f64 = 1e-12;

/// The weights of a box.
#[derive(Clone, Debug)]
pub(super) struct Dual {
    pub(super) layout: Arc<Layout>,
    /// The weights, by cell.
    pub(super) weights: Vec<f64>,
    pub(super) u: f64,
    /// The weights of the points off the cross of a placed box. `weights` are what they would be if these were 0.
    off_cross: Vec<f64>,
}

/// A bound at a temperature, and its derivatives within the space of weights with the right sums; that of U comes last.
#[derive(Clone, Debug)]
struct Evaluation {
    value: f64,
    /// A lower bound on the least value of the inequality, if the derivatives vanish.
    mean: f64,
    gradient: Vec<f64>,
}

impl Evaluation {
    /// Returns whether the arithmetic of floats has not failed. If it has, the mean is no number.
    fn is_finite(&self) -> bool {
        self.value.is_finite() && self.mean.is_finite()
    }
}

impl Dual {
    pub(super) fn new(variant: Variant, hulls: &HullBox, case: &Case, relaxation: Relaxation) -> Dual {
        let layout = Arc::new(Layout::new(variant, hulls, case, relaxation));
        // About the best value for large boards.
        let u = if variant.is_touching() { 30.0 } else { 4.0 };
        let weights = layout.of_u.iter().map(|of_u| u * of_u).collect();
        let off_cross = vec![0.0; layout.off_cross.len()];
        let mut dual = Dual { layout, weights, u, off_cross };
        dual.repair();
        dual
    }

    /// Returns weights for a box of the same hulls or fewer, from those of this one.
    pub(super) fn restricted(&self, hulls: &HullBox, case: &Case) -> Dual {
        let layout = Arc::new(Layout::new(self.layout.variant, hulls, case, self.layout.relaxation));
        let mut weights = vec![0.0; layout.cells];
        let mut add = |direction: usize, first: i32, t: i32, kind: usize, weight: f64| {
            let strip = layout.strip(direction, first)?;
            let step = usize::try_from(t - strip.begin).ok().filter(|&step| step < strip.length)?;
            weights[strip.cell + step * STEP + kind * LANES] += weight;
            Some(())
        };
        for old in &self.layout.strips {
            let is_left = layout.strip(old.direction, old.first).is_some();
            for (step, t) in (0..old.length).zip(old.begin..) {
                for kind in 0..KINDS {
                    let weight = self.weights[old.cell + step * STEP + kind * LANES];
                    // What a line loses in a strip that is no more, its other strip gets.
                    let (first, kind) = match kind {
                        _ if is_left => (old.first, kind),
                        0..6 => (old.first + if kind % 2 == 0 { -1 } else { 1 }, kind ^ 1),
                        _ => continue,
                    };
                    add(old.direction, first, t, kind, weight);
                }
            }
        }
        let mut clean = vec![0.0; layout.cells];
        for &cell in &layout.order {
            clean[cell as usize] = weights[cell as usize];
        }
        let old: BTreeMap<_, f64> = self.layout.off_cross.iter().zip(self.off_cross.iter().copied()).collect();
        let off_cross = layout.off_cross.iter().map(|point| old.get(point).copied().unwrap_or(0.0)).collect();
        let mut dual = Dual { layout, weights: clean, u: self.u, off_cross };
        dual.repair();
        dual
    }

    /// Returns the sum that the weights of an item must have. Given dots are in all patterns here.
    fn target(&self, kind: Kind) -> f64 {
        match kind {
            Kind::Point | Kind::Given => -self.u,
            Kind::Move => 1.0 + self.u,
            Kind::Edge => 0.0,
        }
    }

    /// Shares out what is missing in each sum.
    fn repair(&mut self) {
        for (kind, slots, _) in self.layout.items() {
            let sum: f64 = slots.iter().map(|&slot| self.weights[slot as usize]).sum();
            let missing = (self.target(kind) - sum) / slots.len() as f64;
            for &slot in slots {
                self.weights[slot as usize] += missing;
            }
        }
    }

    /// Returns the probabilities with which a move makes its points off the cross at a temperature, and what takes the
    /// place of the least of their weights.
    fn makers(&self, numbers: &[u32], temperature: f64) -> ([f64; 5], f64) {
        let of = |number: u32| self.off_cross[number as usize];
        let least = numbers.iter().map(|&number| of(number)).fold(f64::INFINITY, f64::min);
        let mut shares = [0.0; 5];
        for (share, &number) in shares.iter_mut().zip(numbers) {
            *share = ((least - of(number)) / temperature).exp();
        }
        let sum: f64 = shares.iter().sum();
        (shares.map(|share| share / sum), least - temperature * sum.ln())
    }

    /// Returns the weights with those of the points off the cross, each spread over the strips that its point or move
    /// is in.
    fn spread(&self, temperature: f64) -> Vec<f64> {
        let mut weights = self.weights.clone();
        for (kind, slots, numbers) in self.layout.items().filter(|(_, _, numbers)| !numbers.is_empty()) {
            let part = match kind {
                Kind::Move => self.makers(numbers, temperature).1,
                _ => self.off_cross[numbers[0] as usize],
            };
            for &slot in slots {
                weights[slot as usize] -= self.layout.of_u[slot as usize] * part;
            }
        }
        weights
    }

    /// Returns the derivatives of the sum over the strips at a temperature by their weights, and this sum divided by
    /// the temperature.
    fn derivatives(&self, weights: &[f64], temperature: f64, buffer: &mut Buffer) -> (Vec<f64>, f64) {
        let layout = &self.layout;
        let mut work: Vec<f64> = weights.iter().map(|weight| weight / temperature).collect();
        let u = self.u / temperature;
        for slot in layout.items().filter(|item| item.0 == Kind::Move).flat_map(|(_, slots, _)| slots) {
            work[*slot as usize] -= u * layout.of_u[*slot as usize];
        }
        exponentials(&mut work);
        for &cell in &layout.absent {
            work[cell as usize] = 0.0;
        }
        let logs: f64 = layout.groups.iter().map(|group| buffer.evaluate(group, &mut work, u)).sum();
        (work, logs)
    }

    /// Evaluates the bound at a temperature.
    fn evaluate(&self, temperature: f64, buffer: &mut Buffer) -> Evaluation {
        let layout = &self.layout;
        let weights = self.spread(temperature);
        let (work, logs) = self.derivatives(&weights, temperature, buffer);
        let value = 36.0 * self.u + temperature * logs;
        let mut gradient = vec![0.0; layout.cells + 1 + self.off_cross.len()];
        let mut of_u = 36.0;
        let mut mean = 36.0 * self.u;
        for (_, slots, numbers) in layout.items() {
            let (mut sum, mut share) = (0.0, 0.0);
            for &slot in slots {
                sum += work[slot as usize];
                mean += work[slot as usize] * weights[slot as usize];
            }
            let average = sum / slots.len() as f64;
            for &slot in slots {
                gradient[slot as usize] = work[slot as usize] - average;
                let of_slot = layout.of_u[slot as usize] * work[slot as usize];
                of_u += of_slot;
                share += of_slot;
            }
            if numbers.is_empty() {
                continue;
            }
            let (shares, least) = self.makers(numbers, temperature);
            for (&number, of_maker) in numbers.iter().zip(shares) {
                gradient[layout.cells + 1 + number as usize] -= share * of_maker;
                mean += share * of_maker * (least - self.off_cross[number as usize]);
            }
        }
        gradient[layout.cells] = of_u;
        Evaluation { value, mean, gradient }
    }

    /// Returns the points that may have a dot or none, with the probabilities of a dot at a temperature, on average
    /// over their strips.
    pub(super) fn probabilities(&self, temperature: f64) -> Vec<((i32, i32), f64)> {
        let work = self.derivatives(&self.spread(temperature), temperature, &mut Buffer::default()).0;
        let average = |slots: &[u32]| slots.iter().map(|&slot| work[slot as usize]).sum::<f64>() / slots.len() as f64;
        // Points are the first items.
        let points = self.layout.points.iter().zip(self.layout.items()).filter(|(_, item)| item.0 == Kind::Point);
        points.map(|(&point, (_, slots, _))| (point, average(slots))).collect()
    }

    /// Returns the right side of the inequality at these weights, up to the errors of floats.
    pub(super) fn bound(&self) -> f64 {
        let layout = &self.layout;
        let mut weights = self.spread(EXACT);
        for &cell in &layout.absent {
            weights[cell as usize] = f64::NEG_INFINITY;
        }
        36.0 * self.u + layout.groups.iter().map(|group| highest(group, &weights)).sum::<f64>()
    }

    /// Returns the weights a step further.
    fn stepped(&self, step: &[f64], length: f64) -> Dual {
        let change = length * step[self.layout.cells];
        let mut dual = Dual { u: self.u + change, ..self.clone() };
        add_scaled(&mut dual.off_cross, length, &step[self.layout.cells + 1..]);
        for ((weight, step), of_u) in dual.weights.iter_mut().zip(step).zip(&self.layout.of_u) {
            *weight += length * step + change * of_u;
        }
        dual
    }

    /// Rounds the weights to multiples of 1 / denominator, so that the sums are exact.
    pub(super) fn rounded(&self, denominator: i32, bound: i64) -> Certificate {
        let q = f64::from(denominator);
        let round = |number: f64| (number * q).round() as i32;
        let u = round(self.u);
        let weights = self.spread(EXACT);
        let mut rounded: Vec<i32> = weights.iter().map(|&weight| round(weight)).collect();
        let off_cross: Vec<i32> = self.off_cross.iter().map(|&weight| round(weight)).collect();
        for (kind, slots, numbers) in self.layout.items() {
            let least = numbers.iter().map(|&number| off_cross[number as usize]).min().unwrap_or(0);
            let target = match kind {
                Kind::Given => {
                    for &slot in slots {
                        rounded[slot as usize] += GIVEN * denominator;
                    }
                    continue;
                }
                Kind::Point => least - u,
                Kind::Move => denominator + u - least,
                Kind::Edge => 0,
            };
            let mut missing = target - slots.iter().map(|&slot| rounded[slot as usize]).sum::<i32>();
            while missing != 0 {
                // Change the weight that then is the nearest to the exact one.
                let sign = missing.signum();
                let error = |slot: u32| (f64::from(rounded[slot as usize] + sign) - weights[slot as usize] * q).abs();
                let Some(&slot) = slots.iter().min_by(|one, other| error(**one).total_cmp(&error(**other))) else {
                    break;
                };
                rounded[slot as usize] += sign;
                missing -= sign;
            }
        }
        let mut order = self.layout.order.iter().map(|&cell| rounded[cell as usize]);
        let strips = self.layout.counts.iter().map(|&count| order.by_ref().take(count).collect()).collect();
        let case = self.layout.case.clone();
        Certificate {
            variant: self.layout.variant,
            hulls: self.layout.hulls,
            case,
            bound,
            denominator,
            u,
            off_cross,
            strips,
        }
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let (ones, others) = (one.chunks_exact(8), other.chunks_exact(8));
    let rest: f64 = ones.remainder().iter().zip(others.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in ones.zip(others) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum::<f64>() + rest
}

fn add_scaled(into: &mut [f64], factor: f64, other: &[f64]) {
    for (into, other) in into.iter_mut().zip(other) {
        *into += factor * other;
    }
}

fn multiply(numbers: &mut [f64], factor: f64) {
    for number in numbers {
        *number *= factor;
    }
}

/// A descent at one temperature.
pub(super) struct Descent {
    pub(super) dual: Dual,
    pub(super) temperature: f64,
    value: Evaluation,
    /// Steps and changes of the gradient, the last ones last, with 1 / (their product).
    memory: Vec<(Vec<f64>, Vec<f64>, f64)>,
    buffer: Buffer,
    pub(super) evaluations: u64,
}

impl Descent {
    /// Returns a descent that begins at a temperature, or at a higher one if the arithmetic of floats fails there,
    /// since the weights are large.
    pub(super) fn new(dual: Dual, temperature: f64) -> Descent {
        let mut buffer = Buffer::default();
        let value = dual.evaluate(temperature, &mut buffer);
        let mut descent = Descent { dual, temperature, value, memory: Vec::new(), buffer, evaluations: 1 };
        while !descent.is_finite() && descent.temperature < HIGHEST_TEMPERATURE {
            descent.set_temperature(descent.temperature * 2.0);
        }
        descent
    }

    pub(super) fn set_temperature(&mut self, temperature: f64) {
        self.temperature = temperature;
        self.value = self.dual.evaluate(temperature, &mut self.buffer);
        self.evaluations += 1;
        self.memory.clear();
    }

    pub(super) fn value(&self) -> f64 {
        self.value.value
    }

    /// Returns whether the arithmetic of floats has not failed.
    pub(super) fn is_finite(&self) -> bool {
        self.value.is_finite()
    }

    pub(super) fn mean(&self) -> f64 {
        self.value.mean
    }

    /// Makes a step. Returns whether the value has fallen.
    pub(super) fn step(&mut self) -> bool {
        let mut direction: Vec<f64> = self.value.gradient.iter().map(|slope| -slope).collect();
        let mut factors = Vec::with_capacity(self.memory.len());
        for (step, change, inverse) in self.memory.iter().rev() {
            let factor = inverse * dot(step, &direction);
            add_scaled(&mut direction, -factor, change);
            factors.push(factor);
        }
        let scale = match self.memory.last() {
            Some((_, change, inverse)) => 1.0 / (inverse * dot(change, change)),
            None => self.temperature,
        };
        multiply(&mut direction, scale);
        for ((step, change, inverse), factor) in self.memory.iter().zip(factors.into_iter().rev()) {
            let correction = inverse * dot(change, &direction);
            add_scaled(&mut direction, factor - correction, step);
        }
        let descent = dot(&direction, &self.value.gradient);
        let mut length = 1.0;
        for _ in 0..12 {
            let dual = self.dual.stepped(&direction, length);
            let value = dual.evaluate(self.temperature, &mut self.buffer);
            self.evaluations += 1;
            if value.is_finite() && value.value <= self.value.value + 1e-4 * length * descent {
                let change: Vec<f64> =
                    value.gradient.iter().zip(&self.value.gradient).map(|(new, old)| new - old).collect();
                multiply(&mut direction, length);
                let product = dot(&direction, &change);
                if product > 0.0 {
                    if self.memory.len() == MEMORY {
                        self.memory.remove(0);
                    }
                    self.memory.push((direction, change, 1.0 / product));
                }
                (self.dual, self.value) = (dual, value);
                return true;
            }
            // The minimum of the parabola through both values.
            let rise = value.value - self.value.value - length * descent;
            length *= (-length * descent / (2.0 * rise)).clamp(0.1, 0.5);
        }
        self.memory.clear();
        false
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
            HullBox::free([range(11, 12), range(13, 13), range(5, 7), range(3, 3), range(0, 2), range(4, 5)]),
            HullBox::free([range(9, 11), range(10, 10), range(3, 3), range(3, 6), range(3, 3), range(5, 5)]),
            HullBox::placed([(0, 1), (1, 1), (0, 0), (1, 2), (1, 2), (1, 1), (0, 2), (2, 2)].map(|(a, b)| range(a, b))),
        ]
    }

    /// Weights with random changes that keep the sums. They are multiples of 1/64.
    fn random_dual(hulls: &HullBox, seed: u64) -> Dual {
        let mut random = Random::new(seed, 0);
        let variant = if seed.is_multiple_of(2) { Variant::T5 } else { Variant::D5 };
        let mut dual = Dual::new(variant, hulls, &Case::default(), Relaxation::Hit);
        dual.u = 8.0;
        dual.weights = vec![0.0; dual.layout.cells];
        let layout = Arc::clone(&dual.layout);
        let mut random_weight = || (f64::from(random.below(65)) - 32.0) / 64.0;
        // Each is shared among at most eight strips.
        dual.off_cross.fill_with(|| 8.0 * random_weight());
        for (kind, slots, _) in layout.items() {
            let mut missing = dual.target(kind);
            for (number, &slot) in slots.iter().enumerate() {
                let weight = if number + 1 == slots.len() { missing } else { random_weight() };
                dual.weights[slot as usize] = weight;
                missing -= weight;
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
                let Evaluation { value, gradient, mean } = dual.evaluate(temperature, &mut buffer);
                assert!(mean < dual.bound() && dual.bound() < value, "{mean} {} {value}", dual.bound());
                // Along the gradient, and along another direction within the right sums.
                let other = random_dual(&hulls, seed + 9);
                let mut random: Vec<f64> =
                    other.weights.iter().zip(&dual.weights).map(|(one, two)| one - two).collect();
                random.push(0.5);
                random.extend(other.off_cross.iter().zip(&dual.off_cross).map(|(one, two)| one - two));
                for direction in [&gradient, &random] {
                    let at = |length: f64| {
                        dual.stepped(direction, length).evaluate(temperature, &mut Buffer::default()).value
                    };
                    let (slope, step) = (dot(&gradient, direction), 1e-5);
                    let measured = (at(step) - at(-step)) / (2.0 * step);
                    assert!((slope - measured).abs() < 1e-3 * slope.abs().max(1.0), "{slope} {measured}");
                }
            }
        }
    }

    #[test]
    fn descent_finds_lower_bounds_and_smaller_boxes_begin_with_lower_ones() {
        let [_, hulls, _, _] = boxes();
        let mut descent = Descent::new(Dual::new(Variant::T5, &hulls, &Case::default(), Relaxation::Hit), 0.3);
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
