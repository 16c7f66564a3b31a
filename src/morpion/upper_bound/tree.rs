//! A tree of cases of boxes, divided until each is small enough: the attempt to prove the bound for one of them, and
//! how it is divided.
//!
//! # The life of a node
//!
//! ```text
//!     extents 3..4 3 3 3 5 5 5 5            attempt failed: its weights are the `WarmStart` of both halves
//!     ├─ extents 3 3 3 3 5 5 5 5            `halved`; the attempt proved it: a certificate
//!     └─ extents 4 3 3 3 5 5 5 5            the attempt failed, and a single hull can only be divided by points
//!        ├─ …, dots 4,-1                    `divided_by`: the games with a dot there
//!        └─ …, empty 4,-1 5,-1              the others. The mirror image of a game with a dot at 5,-1 has one at 4,-1 and
//!                                           is above, so that these have none at 5,-1 either
//! ```
//!
//! - A [`Node`] is made by [`divided`], or by [`proof`](super::proof) for the whole tree, and never changes. It may
//!   have hulls that no game has: [`Node::left_for`] leaves them out when the node is taken, to be proved or divided.
//! - The weights are in the [`Descent`] of an [`attempt`], and change with each of its steps. A bound of floats is that
//!   of the weights at its look, and only tells whether to look closer. `proved` is the bound in integers by
//!   [`verify`](verify::proved) of the rounded weights, and is what counts; the best one of a failed attempt is
//!   reported.
//! - A [`WarmStart`] is made by a failed attempt, and kept until both children are proved or divided. It is not saved;
//!   children that are loaded begin without one.
//!
//! # What each technique brings
//!
//! Evaluations of the bound for a part of a proof for 5D (`prove 5D --at-most 116 --part 3/400`, with a limit of about
//! 20,000), each time without one technique (November 2026, before the two techniques below the table were there):
//!
//! | without | evaluations |
//! |---|---|
//! | nothing | 13,076, with 162 certificates |
//! | the points that moves make (μ) | 11,188 |
//! | nine of the twelve remembered steps of descent | 12,763 |
//! | the temperature that [`relaxed_moves`](super::optimise::Evaluation::relaxed_moves) asks for | 18,637 |
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
//! Temperatures, steps and choices for placed boxes, with `prove 5D --at-most 100 --part 1/3000`. In the order of the
//! columns: the steps of descent that are still remembered at the next temperature; the least factor of cooling; the
//! steps at each temperature, and those for a division.
//!
//! | remembered | cooling | steps | of a division | evaluations | certificates |
//! |---|---|---|---|---|---|
//! | 8 | 0.7 | 20 | 3 | 45,376 | 282 |
//! | 12 | 0.7 | 20 | 3 | 45,241 | 282 |
//! | 12 | 0.7 | 20 | 5 | 46,459 | 275 |
//! | 12 | 0.7 | 15 | 5 | 44,550 | 315 |
//! | 12 | 0.8 | 12 | 5 | 46,501 | 288 |
//! | 12 | 0.55 | 30 | 5 | 47,021 | 283 |
//! | 12 | 0.55 | 40 | 5 | 51,974 | 257 |
//! | 12 | 0.7 | 40 | 5 | 64,253 | 236 |
//! | none | 0.55 | 40 | 5 | 57,299 | 282 |
//!
//! Tried without gain, with 12, 0.55, 40 and 5: a gradient scaled by the variances p(1-p) of the weights, 76,880
//! evaluations with 402 certificates, or by their roots, 61,861 with 296. With 12, 0.7, 20 and 3: steps that the
//! children of a node remember, 42,639 with 269, but 12 percent more time.
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

/// How an attempt cools.
struct Schedule {
    /// The lowest temperature at which it begins with the weights of a larger box.
    least_first: f64,
    /// From temperatures below this one it goes to no lower one: floats soon fail there.
    last: f64,
    /// The least factor from one temperature to the next. It takes a larger one, up to `SLOWEST_COOLING`, if it seems
    /// to need no lower temperature than that; it aims at `PART_OF_NEEDED` of the temperature that it seems to need.
    cooling: f64,
    /// Steps of descent at each temperature, but for the first one if no weights were known.
    steps: u32,
}

const FREE: Schedule = Schedule { least_first: 0.05, last: 0.03, cooling: 0.7, steps: 60 };

/// For placed boxes, whose boards and weights are smaller.
const PLACED: Schedule = Schedule { least_first: 0.035, last: 0.009, cooling: 0.7, steps: 20 };

const SLOWEST_COOLING: f64 = 0.85;
const PART_OF_NEEDED: f64 = 0.8;

/// Steps of descent at the first temperature, if no weights were known.
const FIRST_STEPS: u32 = 100;

fn schedule(hulls: &HullBox) -> &'static Schedule {
    if hulls.is_placed() { &PLACED } else { &FREE }
}

/// The lowest temperature of the search for the least bound of a hull, which ends before it if floats fail.
const LAST_TEMPERATURE_OF_ONE: f64 = 0.004;

/// After this number of steps the weights are looked at.
const LOOK: u32 = 5;

/// The largest number of points of a case: the name of its file has all of them.
const MOST_POINTS: usize = 20;

/// The largest sum of the sizes of the ranges of a box that may be divided by points.
const MOST_SLACK: i32 = 20;

/// The number of points that may divide it, and the steps of descent for each; of placed boxes, only for as many
/// divisions, the best ones before any step.
const CANDIDATES: usize = 8;
const STEPS_OF_CANDIDATE: u32 = 3;
const BEST_CANDIDATES: usize = 3;

/// The denominator of certificates. A finer one proves hardly more; 64 loses up to eight moves on a single hull.
const DENOMINATOR: i32 = 256;

/// Weights from which the search for those of a smaller box begins.
#[derive(Debug)]
pub(super) struct WarmStart {
    pub(super) dual: Dual,
    pub(super) temperature: f64,
}

/// The end of an attempt.
pub(super) enum Attempt {
    /// The case is proved.
    Proved(Certificate),
    /// It does not look as if the bound could be proved for this case.
    Failed {
        /// The weights found.
        start: WarmStart,
        /// The best bound proved, if any was: for a single hull, unless the check refused the sums of the weights.
        proved: Option<i64>,
    },
}

/// A node of the tree: a case of a box.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Node {
    pub(super) hulls: HullBox,
    pub(super) case: Case,
    /// Whether hulls stay that have a later image. They have to where the box was divided by several points at once: a
    /// case below stands for its images too.
    pub(super) keeps_images: bool,
}

impl Node {
    /// Returns the box without hulls that no game has, and without those that have a later image unless they stay.
    /// `None` if no hull is left, or the number of points leaves no game with more than `at_most` moves.
    pub(super) fn left_for(&self, at_most: i64) -> Option<HullBox> {
        self.hulls.left_for(at_most, !self.keeps_images)
    }

    /// Returns the nodes that a point has a dot, and that it has none. If symmetries change neither the box nor the
    /// case, one of the images of a game has a dot there, or none of the point's images has one.
    fn divided_by(&self, point: (i32, i32)) -> [Node; 2] {
        let is_own =
            |symmetry: &usize| *symmetry == 0 || self.hulls.is_placed() && self.case.image(*symmetry) == self.case;
        let own = self.hulls.own_symmetries().filter(is_own);
        let points = own.map(|symmetry| image_of_point(symmetry, point)).unique().collect_vec();
        let keeps_images = self.keeps_images || points.len() > 1;
        self.case.halves(&points).map(|case| Node { hulls: self.hulls, case, keeps_images })
    }
}

/// Returns two children of a node: half the hulls each, or the cases that a point has a dot and that it has none. Of
/// those that may be taken it returns the ones with the smallest bounds, as far as a few steps tell; `None` for a
/// single hull that may not be divided by points. `start` has the weights of the node.
pub(super) fn divided(
    start: &WarmStart,
    keeps_images: bool,
    by_points: bool,
    report: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> ControlFlow<(), Option<[Node; 2]>> {
    let Layout { hulls, case, .. } = &*start.dual.layout;
    let node = |hulls| Node { hulls, case: case.clone(), keeps_images };
    let by_points = by_points && hulls.slack() <= MOST_SLACK;
    let temperature = start.temperature.max(schedule(hulls).least_first);
    let indices = hulls.ranges().iter().positions(|range| !range.is_single());
    // Where only hulls are divided the first values tell enough: all children begin with the same weights.
    let (temperature, steps) = if by_points { (temperature, STEPS_OF_CANDIDATE) } else { (start.temperature, 0) };
    // The larger value decides how deep the tree is.
    let score = |values: &[f64]| values.iter().copied().fold(f64::NEG_INFINITY, f64::max) + values.iter().sum::<f64>();
    let mut score_after = |children: &[Node; 2], steps: u32| {
        let mut values = Vec::new();
        for child in children {
            let Some(hulls) = child.hulls.narrowed_with(!child.keeps_images) else { continue };
            let mut descent = Descent::new(start.dual.restricted(&hulls, &child.case), temperature);
            let _ = (0..steps).all(|_| descent.step());
            report(descent.evaluations)?;
            values.push(descent.evaluation.value);
        }
        ControlFlow::Continue(score(&values))
    };
    let mut candidates = Vec::new();
    for children in indices.map(|index| hulls.halved(index).map(node)) {
        // Of free boxes all candidates get steps.
        let is_ranked = steps == 0 || hulls.is_placed();
        candidates.push((if is_ranked { score_after(&children, 0)? } else { 0.0 }, children));
    }
    if by_points {
        let (value, mut points) = start.dual.points(temperature);
        // Those that all hulls of the box have.
        points.retain(|point| hulls.frame().has_inside(point.at));
        points.sort_by(|one, other| (one.probability - 0.5).abs().total_cmp(&(other.probability - 0.5).abs()));
        for point in &points[..points.len().min(CANDIDATES)] {
            let children = node(*hulls).divided_by(point.at);
            if children.iter().all(|child| child.case.points() <= MOST_POINTS) {
                // Its images, which are empty too, are taken to count as much.
                let emptied = children[1].case.empty.len() - case.empty.len();
                candidates.push((score(&[value - point.if_full, value - point.if_empty * emptied as f64]), children));
            }
        }
    }
    let by_score = |one: &(f64, [Node; 2]), other: &(f64, [Node; 2])| one.0.total_cmp(&other.0);
    if hulls.is_placed() {
        candidates.sort_by(by_score);
        candidates.truncate(BEST_CANDIDATES);
    }
    if steps > 0 {
        for (score, children) in &mut candidates {
            *score = score_after(children, steps)?;
        }
    }
    ControlFlow::Continue(candidates.into_iter().min_by(by_score).map(|(_, children)| children))
}

/// Tries to prove a bound for a case of a box. `report` gets the number of evaluations since its last call, and may
/// cancel.
pub(super) fn attempt(
    variant: Variant,
    hulls: &HullBox,
    case: &Case,
    at_most: i64,
    start: Option<&WarmStart>,
    report: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> ControlFlow<(), Attempt> {
    let &Schedule { least_first, steps: later_steps, .. } = schedule(hulls);
    let (dual, temperature, steps) = match start {
        Some(WarmStart { dual, temperature }) => {
            (dual.restricted(hulls, case), temperature.max(least_first), later_steps)
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
    if !descent.evaluation.value.is_finite()
        && let Some((certificate, 0)) = check(&descent.dual)
    {
        return ControlFlow::Continue(Attempt::Proved(certificate));
    }
    let (mut reported, mut proof) = (0, None);
    let mut look = |descent: &Descent| {
        report(descent.evaluations - std::mem::replace(&mut reported, descent.evaluations))?;
        let bound = descent.dual.bound();
        if bound < goal {
            proof = check(&descent.dual).filter(|(_, proved)| *proved <= at_most);
        }
        if proof.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(bound) }
    };
    // It breaks off also if the bound is proved.
    let ended = descend(&mut descent, [steps, later_steps], &mut look, &|descent, bound| cooled(descent, bound, goal));
    if let Some((certificate, _)) = proof {
        return ControlFlow::Continue(Attempt::Proved(certificate));
    }
    ended?;
    if hulls.is_single() {
        let _ = check(&descent.dual);
    }
    let start = WarmStart { temperature: descent.temperature, dual: descent.dual };
    ControlFlow::Continue(Attempt::Failed { start, proved: best })
}

/// Descends at falling temperatures, with a number of steps at the first one and one at each other, or less where the
/// value does not fall.
///
/// `look` gets the weights after every few steps and the last ones of each temperature. It returns their bound, or
/// breaks the descent off. `cooled` gets the last bound, and returns the next temperature, or `None` at the end.
fn descend(
    descent: &mut Descent,
    [mut steps, later_steps]: [u32; 2],
    look: &mut dyn FnMut(&Descent) -> ControlFlow<(), f64>,
    cooled: &dyn Fn(&Descent, f64) -> Option<f64>,
) -> ControlFlow<()> {
    let mut bound = f64::INFINITY;
    loop {
        for step in 1..=steps {
            let has_fallen = descent.step();
            if step % LOOK == 0 || step == steps || !has_fallen {
                bound = look(descent)?;
            }
            if !has_fallen {
                break;
            }
        }
        let Some(temperature) = cooled(descent, bound) else { return ControlFlow::Continue(()) };
        descent.set_temperature(temperature);
        steps = later_steps;
    }
}

/// Returns the next temperature of an attempt; `None` if it is not promising.
fn cooled(descent: &Descent, bound: f64, goal: f64) -> Option<f64> {
    let temperature = descent.temperature;
    let &Schedule { last, cooling, .. } = schedule(&descent.dual.layout.hulls);
    // `relaxed_moves` hardly changes, and what the bound is above it is about in proportion to the temperature.
    let relaxed_moves = descent.evaluation.relaxed_moves;
    let needed = temperature * (goal - relaxed_moves) / (bound - relaxed_moves);
    let is_promising = needed >= last && temperature >= last && descent.evaluation.is_finite();
    let next = (needed * PART_OF_NEEDED).min(temperature * SLOWEST_COOLING);
    is_promising.then(|| (temperature * cooling).max(next))
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
    let mut descent = Descent::new(Dual::new(variant, hull, &Case::default()), FIRST_TEMPERATURE);
    let mut best = (descent.dual.bound(), descent.dual.clone());
    let mut look = |descent: &Descent| {
        let bound = descent.dual.bound();
        if bound < best.0 {
            best = (bound, descent.dual.clone());
        }
        budget.poll(descent.evaluations).map_continue(|()| bound)
    };
    let cooled = |descent: &Descent, _: f64| {
        let temperature = descent.temperature * FREE.cooling;
        (temperature >= LAST_TEMPERATURE_OF_ONE && descent.evaluation.is_finite()).then_some(temperature)
    };
    let whole = descend(&mut descent, [STEPS_OF_ONE; 2], &mut look, &cooled).is_continue();
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

    #[test]
    fn last_weights_at_each_temperature_are_looked_at() {
        let dual = Dual::new(Variant::T5, &HullBox::single([9, 9, 3, 3, 3, 3]), &Case::default());
        let mut descent = Descent::new(dual, 0.4);
        let mut look = |descent: &Descent| ControlFlow::Continue(descent.evaluations as f64);
        let cooled = |descent: &Descent, looked_at: f64| {
            assert!(descent.evaluations as f64 - looked_at < 0.5, "{} {looked_at}", descent.evaluations);
            (descent.temperature > 0.2).then_some(descent.temperature * FREE.cooling)
        };
        assert!(descend(&mut descent, [LOOK + 1, LOOK + 3], &mut look, &cooled).is_continue());
    }

    /// Of the images of a point the first one has the dot, so that a hull and its images have different games.
    #[test]
    fn cases_of_a_point_with_images_keep_the_images_of_hulls() {
        let range = |low: i32| Interval { low, high: low + 1 };
        for ([top, bottom, left, right], keeps_images) in [([3; 4], true), ([3, 4, 5, 6], false)] {
            let hulls = HullBox::Placed([top, bottom, left, right, 5, 5, 5, 5].map(range));
            let node = Node { hulls, case: Case::default(), keeps_images: false };
            let halves = node.divided_by((4, -1));
            assert_eq!(halves.map(|half| half.keeps_images), [keeps_images; 2], "{hulls}");
        }
    }
}
