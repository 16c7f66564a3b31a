//! Boxes of hulls divided until each is small enough: one attempt to prove the bound for a case of a box, and how it is
//! divided.
//!
//! # What each technique brings
//!
//! Evaluations of the bound for a part of a proof for 5D (`prove 5D --at-most 116 --part 3/400`, with a limit of about
//! 20,000), each time without one technique (November 2026, before the last two):
//!
//! | without | evaluations |
//! |---|---|
//! | nothing | 13,076, with 162 certificates |
//! | the points that moves make (μ) | 11,188 |
//! | nine of the twelve remembered steps of descent | 12,763 |
//! | the temperature that the mean score asks for | 18,637 |
//! | division by points | more than 16,321, 9 boxes left |
//! | the choice among divisions by a few steps | more than 16,640, 4 boxes left |
//! | weights of the larger box to begin with | more than 18,935, 7 boxes left |
//! | lines that must be hit | more than 8,446, 134 boxes left |
//! | edges, that is, pairs of lines | more than 20,009, all 151 boxes left |
//!
//! Boxes that symmetries map to themselves: `prove 5D --at-most 105 --part 1/3000` takes 77 certificates and 23,114
//! evaluations; without cases that stand for their images 95 and 30,703; without taking only one hull of several with
//! equal extents that are images of each other 121 and 40,844.
//!
//! Why cases help: a hull with L lines leaves 144 - L for the sum of n - 4k - 1 over its lines. In the hulls with the
//! largest bounds this is about a tenth of L, so that nearly every line is one row of touching moves. The multipliers
//! see mixtures of such rows; a dot near the border, or none there, decides many of them at once.

use std::ops::ControlFlow;

use itertools::Itertools;
use serde::{Deserialize, Serialize};

use super::certificate::{Case, Certificate};
use super::hulls::{HullBox, image_of_point};
use super::layout::Layout;
use super::optimise::{Descent, Dual};
use super::verify::{self, VerifyError};
use crate::budget::Budget;
use crate::morpion::Variant;

/// The temperature at which the search for weights begins without any known.
const FIRST_TEMPERATURE: f64 = 0.4;

/// The lowest temperature at which it begins with the weights of a larger box.
const LEAST_FIRST_TEMPERATURE: f64 = 0.05;

/// At lower temperatures the arithmetic of floats fails.
const LAST_TEMPERATURE: f64 = 0.03;

/// The same for placed boxes, whose weights are smaller.
const LAST_TEMPERATURE_OF_PLACED: f64 = 0.006;

/// The same for the search for the least bound of a hull, which ends when they fail.
const LAST_TEMPERATURE_OF_ONE: f64 = 0.004;

/// The factor from one temperature to the next.
const COOLING: f64 = 0.7;

/// Steps of descent at the first temperature, if no weights were known, and at each other one.
const FIRST_STEPS: u32 = 100;
const STEPS: u32 = 60;

/// `STEPS` for placed boxes, whose boards are smaller.
const STEPS_OF_PLACED: u32 = 40;

/// After this number of steps the state is looked at.
const LOOK: u32 = 5;

/// The largest number of points of a case: the name of its file has all of them.
const MOST_POINTS: usize = 20;

/// The largest sum of the sizes of the ranges of a box that may be divided by points.
const MOST_SLACK: i32 = 20;

/// The number of points that may divide it, and the steps of descent for each.
const CANDIDATES: usize = 8;
const STEPS_OF_CANDIDATE: u32 = 5;

/// The denominator of certificates. A finer one proves hardly more; 64 loses up to eight moves on a single hull.
const DENOMINATOR: i32 = 256;

/// Weights from which the search for those of a smaller box begins.
#[derive(Debug)]
pub(super) struct Start {
    pub(super) dual: Dual,
    pub(super) temperature: f64,
}

/// The end of an attempt.
pub(super) enum Attempt {
    /// The case is proved.
    Proved(Certificate),
    /// It does not look as if the bound could be proved for this case; the weights found, and for a single hull the
    /// best bound proved, if any was.
    Failed(Start, Option<i64>),
}

/// A part of the tree: a case of a box.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Part {
    pub(super) hulls: HullBox,
    pub(super) case: Case,
    /// Whether hulls stay that have a later image. They have to where the box was divided by several points at once.
    pub(super) has_images: bool,
}

impl Part {
    /// Returns the box without hulls that no game has, and those that have a later image; `None` if there are no others.
    fn narrowed(&self) -> Option<HullBox> {
        self.hulls.narrowed_with(!self.has_images)
    }

    /// Returns the narrowed box; `None` if no game with more than `at_most` moves has a hull in it.
    pub(super) fn left_for(&self, at_most: i64) -> Option<HullBox> {
        self.narrowed().filter(|hulls| hulls.is_left_for(at_most))
    }

    /// Returns the parts that a point has a dot and that it has none. If symmetries change neither the box nor the case,
    /// one of the images of a game has a dot there, or none of the point's images has one.
    fn divided_by(&self, point: (i32, i32)) -> [Part; 2] {
        let is_own =
            |symmetry: &usize| *symmetry == 0 || self.hulls.is_placed && self.case.image(*symmetry) == self.case;
        let own = self.hulls.own_symmetries().filter(is_own);
        let points = own.map(|symmetry| image_of_point(symmetry, point)).unique().collect_vec();
        let has_images = self.has_images || points.len() > 1;
        self.case.halves(&points).map(|case| Part { hulls: self.hulls, case, has_images })
    }
}

/// Returns two parts of a part of the tree: hulls, or cases that a point has a dot and that it has none. Of those that may
/// be taken it returns the ones with the smallest bounds, as far as a few steps tell; `None` for a single hull that may
/// not be divided by points.
pub(super) fn parts(
    start: &Start,
    has_images: bool,
    by_points: bool,
    report: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> ControlFlow<(), Option<[Part; 2]>> {
    let Layout { hulls, case, .. } = &*start.dual.layout;
    let part = |hulls| Part { hulls, case: case.clone(), has_images };
    let by_points = by_points && hulls.slack() <= MOST_SLACK;
    let temperature = start.temperature.max(LEAST_FIRST_TEMPERATURE);
    let indices = (0..8).filter(|&index| !hulls.ranges[index].is_single());
    let mut candidates: Vec<[Part; 2]> = indices.map(|index| hulls.halved(index).map(part)).collect();
    if by_points {
        let mut points = start.dual.probabilities(temperature);
        points.retain(|(point, _)| hulls.frame().has_inside(*point));
        points.sort_by(|one, other| (one.1 - 0.5).abs().total_cmp(&(other.1 - 0.5).abs()));
        let divided = points.into_iter().take(CANDIDATES).map(|(point, _)| part(*hulls).divided_by(point));
        candidates.extend(divided.filter(|parts| parts.iter().all(|part| part.case.points() <= MOST_POINTS)));
    }
    let (temperature, steps) = if by_points { (temperature, STEPS_OF_CANDIDATE) } else { (start.temperature, 0) };
    let mut best = None;
    for parts in candidates {
        let (mut largest, mut sum) = (f64::NEG_INFINITY, 0.0);
        for part in &parts {
            let Some(hulls) = part.narrowed() else { continue };
            let mut descent = Descent::new(start.dual.restricted(&hulls, &part.case), temperature);
            for _ in 0..steps {
                if !descent.step() {
                    break;
                }
            }
            report(descent.evaluations)?;
            (largest, sum) = (descent.value().max(largest), descent.value() + sum);
        }
        let score = largest + sum;
        if best.as_ref().is_none_or(|(least, _)| score < *least) {
            best = Some((score, parts));
        }
    }
    ControlFlow::Continue(best.map(|(_, parts)| parts))
}

/// Tries to prove a bound for a case of a box. `report` gets the number of evaluations since its last call, and may
/// cancel.
pub(super) fn attempt(
    variant: Variant,
    hulls: &HullBox,
    case: &Case,
    at_most: i64,
    start: Option<&Start>,
    report: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> ControlFlow<(), Attempt> {
    let later_steps = if hulls.is_placed { STEPS_OF_PLACED } else { STEPS };
    let (dual, temperature, mut steps) = match start {
        Some(Start { dual, temperature }) => {
            (dual.restricted(hulls, case), temperature.max(LEAST_FIRST_TEMPERATURE), later_steps)
        }
        None => (Dual::new(variant, hulls, case), FIRST_TEMPERATURE, FIRST_STEPS),
    };
    let goal = at_most as f64 + 1.0;
    let mut best = None;
    let mut check = |dual: &Dual| {
        let certificate = dual.rounded(DENOMINATOR, at_most);
        // It has the weights of its board, far below 2^31, so their sums fit: the check refuses none.
        let proved = verify::proved(&certificate).ok()?;
        best = Some(best.map_or(proved, |best: i64| best.min(proved)));
        Some((certificate, proved))
    };
    let mut descent = Descent::new(dual, temperature);
    // If a line that must be hit has no point, there is no such game, as the check finds.
    if !descent.value().is_finite()
        && let Some((certificate, 0)) = check(&descent.dual)
    {
        return ControlFlow::Continue(Attempt::Proved(certificate));
    }
    let (mut bound, mut reported) = (f64::INFINITY, 0);
    loop {
        for step in 1..=steps {
            let has_fallen = descent.step();
            if step % LOOK == 0 || !has_fallen {
                report(descent.evaluations - std::mem::replace(&mut reported, descent.evaluations))?;
                bound = descent.dual.bound();
                if bound < goal
                    && let Some((certificate, proved)) = check(&descent.dual)
                    && proved <= at_most
                {
                    return ControlFlow::Continue(Attempt::Proved(certificate));
                }
            }
            if !has_fallen {
                break;
            }
        }
        if let Some(cooler) = cooled(&descent, bound, goal) {
            descent.set_temperature(cooler);
            steps = later_steps;
        } else {
            if hulls.is_single() {
                let _ = check(&descent.dual);
            }
            let temperature = descent.temperature;
            return ControlFlow::Continue(Attempt::Failed(Start { dual: descent.dual, temperature }, best));
        }
    }
}

/// Returns the next temperature of an attempt; `None` if it is not promising.
fn cooled(descent: &Descent, bound: f64, goal: f64) -> Option<f64> {
    let temperature = descent.temperature;
    let is_placed = descent.dual.layout.hulls.is_placed;
    let last = if is_placed { LAST_TEMPERATURE_OF_PLACED } else { LAST_TEMPERATURE };
    // The mean score hardly changes, and what the bound is above it is about in proportion to the temperature.
    let needed = temperature * (goal - descent.relaxed_moves()) / (bound - descent.relaxed_moves());
    let is_promising = needed >= last && temperature >= last && descent.is_finite();
    let next = (needed * 0.8).min(temperature * 0.85);
    is_promising.then(|| (temperature * COOLING).max(next))
}

/// The least bound found for the games with one hull.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeastBound {
    /// The bound.
    pub bound: i64,
    /// The bound before it is rounded down.
    pub value: f64,
    /// Whether the search was not stopped early.
    pub whole: bool,
    /// The certificate that proves it.
    #[serde(skip)]
    pub certificate: Certificate,
}

/// Steps of descent at each temperature for a single hull.
const STEPS_OF_ONE: u32 = 150;

/// Searches for the least bound on one hull. The callback of the budget gets the number of evaluations; if it stops the
/// search, the best bound so far is returned.
///
/// # Errors
/// If the weights found are no certificate, since their sums are too large.
pub fn least_bound(variant: Variant, hull: &HullBox, budget: &mut Budget<'_>) -> Result<LeastBound, VerifyError> {
    let (mut temperature, mut whole) = (FIRST_TEMPERATURE, true);
    let mut descent = Descent::new(Dual::new(variant, hull, &Case::default()), temperature);
    let mut best = (descent.dual.bound(), descent.dual.clone());
    'temperatures: loop {
        for step in 0..STEPS_OF_ONE {
            if !descent.step() {
                break;
            }
            if step % LOOK == 0 {
                let bound = descent.dual.bound();
                if bound < best.0 {
                    best = (bound, descent.dual.clone());
                }
                whole = budget.poll(descent.evaluations).is_continue();
                if !whole {
                    break 'temperatures;
                }
            }
        }
        temperature *= COOLING;
        descent.set_temperature(temperature);
        if !descent.value().is_finite() || temperature < LAST_TEMPERATURE_OF_ONE {
            break;
        }
    }
    let mut certificate = best.1.rounded(DENOMINATOR, 0);
    // Without a total no game has the hull.
    let total = verify::total(&certificate)?.unwrap_or(0);
    certificate.bound = total.div_euclid(DENOMINATOR.into()).max(0);
    Ok(LeastBound { bound: certificate.bound, value: total as f64 / f64::from(DENOMINATOR), whole, certificate })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::morpion::upper_bound::hulls::Interval;

    /// Of the images of a point the first one has the dot, so that a hull and its images have different games.
    #[test]
    fn cases_of_a_point_with_images_keep_the_images_of_hulls() {
        let range = |low: i32| Interval { low, high: low + 1 };
        for ([top, bottom, left, right], has_images) in [([3; 4], true), ([3, 4, 5, 6], false)] {
            let hulls = HullBox::placed([top, bottom, left, right, 5, 5, 5, 5].map(range));
            let part = Part { hulls, case: Case::default(), has_images: false };
            let halves = part.divided_by((4, -1));
            assert_eq!(halves.map(|half| half.has_images), [has_images; 2], "{hulls}");
        }
    }
}
