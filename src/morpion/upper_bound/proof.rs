//! The proof of a bound for all hulls: a tree of boxes and cases, shared among threads, machines and interrupted runs.
//!
//! Without cases, one certificate for each hull does not prove less than 438 moves in 5T, the least bound found for the
//! hull of width 27 and height 28 with all cuts 9. In 5D, boxes that do not know the cross cannot prove much less than
//! 118, that for the octagon with the sides 7, 5, 7, 5, 7, 5, 7, 5. They took 262 s of CPU time for 130 moves; placed
//! boxes take 15 s (AMD EPYC, November 2026). In a hard part of the tree of 5D, 77 certificates prove 105 moves, 231
//! prove 100 and 769 prove 95.
//!
//! # Where nodes are
//!
//! A [node](super::tree) is in one place: `waiting`, or `taken` by a worker that tries to prove it. If the worker is
//! cancelled, the node returns to `waiting`. Otherwise it is gone, and
//!
//! - it was proved, or has no hull left for the bound: `finished` has its share; or
//! - it is a case with too many points of a single hull, which is often easy without them: in its place, the hull
//!   without a case is `waiting`, and `restarted` has it. No other case of it is tried any more; or
//! - that fails below such a hull too: `finished` has the share, and `open` the hull; or
//! - its two children are `waiting`, with half its share each.
//!
//! So `finished` and the shares of `waiting` and `taken` add up to [`WHOLE`], at all times. A saved state has both kinds
//! of nodes in `waiting`, and no weights.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use itertools::Itertools;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::certificate::{Case, Certificate, Undecided, leave_nothing_out};
use super::hulls::HullBox;
use super::tree::{Attempt, Node, WarmStart, attempt, divided};
use crate::budget::Budget;
use crate::checkpoint::{read_value, write_value};
use crate::morpion::Variant;
use crate::workers::{self, Worker};

/// The whole tree, for the progress.
const WHOLE: u64 = 1 << 48;

/// The sizes of boxes that the tree begins with: how much larger the largest width or height is than the smallest, and
/// the largest cut; of placed boxes, how much larger the extents of rows and columns, and those of diagonals, may be.
/// Smaller ones are taken for proofs in many parts. All parts of a proof must be made with the same sizes.
const SIZES: [[i32; 2]; 5] = [[7, 31], [5, 15], [3, 7], [1, 7], [1, 3]];

/// The least number of boxes of each part at the beginning.
const LEAST_UNITS: u64 = 16;

/// Saves a certificate. It is called on any thread.
pub type Keep<'a> = dyn Fn(&Certificate) -> io::Result<()> + Sync + 'a;

/// The proof that no game has more than a given number of moves, or a part of it.
#[derive(Debug)]
pub struct Proof {
    variant: Variant,
    at_most: i64,
    state: Mutex<State>,
    /// Notified when a box is finished or split.
    changed: Condvar,
}

/// A hull for which the bound could not be proved. Its text form is `465 for 30..30 x 30..30, cuts 12..12 8..8 12..12
/// 8..8`. The order is that of the bounds first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct OpenHull {
    /// The best bound that was proved for it, or for the first of its cases that were too many; `i64::MAX` if none was.
    pub proved: i64,
    /// The hull.
    pub hull: HullBox,
}

impl fmt::Display for OpenHull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for {}", self.proved, self.hull)
    }
}

/// What is done, and what is left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The number of certificates: boxes, or cases of boxes, that are proved.
    pub boxes: u64,
    /// The number of hulls for which the bound could not be proved.
    pub open: u64,
    /// The worst of them.
    pub worst: Option<OpenHull>,
}

impl Tally {
    /// Returns what is done by two parts together.
    #[must_use]
    pub fn plus(&self, other: &Tally) -> Tally {
        Tally {
            boxes: self.boxes.saturating_add(other.boxes),
            open: self.open.saturating_add(other.open),
            worst: self.worst.max(other.worst),
        }
    }
}

/// A node of the tree that is to be proved.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Task {
    node: Node,
    /// How much of the tree is below the node, out of `WHOLE`: half of what is below its parent.
    share: u64,
    /// Whether it is, or is below, a single hull without a case that is `restarted` or a root.
    is_restarted: bool,
    /// The weights of its parent; `None` for a root, and after loading.
    #[serde(skip)]
    start: Option<Arc<WarmStart>>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct State {
    /// Nodes that no worker has taken.
    waiting: Vec<Task>,
    /// By worker, its node. They are saved among those that wait, and return there if the run is stopped.
    #[serde(skip)]
    taken: Vec<Option<Task>>,
    /// The number of certificates.
    boxes: u64,
    /// Ascending.
    open: Vec<OpenHull>,
    /// Single hulls that wait without a case, or did; of each the last image.
    restarted: Vec<HullBox>,
    /// How much of the tree is finished, out of `WHOLE`.
    finished: u64,
    #[serde(skip)]
    failure: Option<io::Error>,
}

impl State {
    /// Returns whether some hull for which the bound could not be proved is an image of a hull of the box: it has the
    /// images of its games.
    fn has_open_hull(&self, hulls: &HullBox) -> bool {
        let images = hulls.images();
        self.open.iter().any(|open| images.iter().any(|image| image.contains(&open.hull)))
    }

    /// Returns whether the box is a single hull of which an image is proved elsewhere, or open.
    fn is_elsewhere(&self, hulls: &HullBox, is_restarted: bool) -> bool {
        hulls.is_single()
            && (self.has_open_hull(hulls) || !is_restarted && self.restarted.contains(&last_image(*hulls)))
    }
}

impl Proof {
    /// Returns part `number` of `parts` of a proof, of which nothing is done yet. The parts are numbered from 1.
    ///
    /// # Panics
    /// If the number of the part is not from 1 to `parts`.
    #[must_use]
    pub fn new(variant: Variant, at_most: i64, number: u64, parts: u64) -> Proof {
        assert!((1..=parts).contains(&number), "there is no such part: {number}/{parts}");
        let mut units = Vec::new();
        for size in SIZES {
            units.clear();
            divide(&HullBox::all(variant == Variant::D5), at_most, size, &mut units);
            if units.len() as u64 >= LEAST_UNITS.saturating_mul(parts) {
                break;
            }
        }
        let part = units.into_iter().zip((1..=parts).cycle()).filter(|&(_, turn)| turn == number);
        Proof::with_units(variant, at_most, part.map(|(hulls, _)| hulls).collect())
    }

    /// Returns a proof for the hulls of the given boxes.
    fn with_units(variant: Variant, at_most: i64, units: Vec<HullBox>) -> Proof {
        let share = WHOLE / units.len().max(1) as u64;
        // The rest of the division.
        let finished = WHOLE - share * units.len() as u64;
        let node = |hulls| Node { hulls, case: Case::default(), keeps_images: false };
        let task = |hulls: HullBox| Task { node: node(hulls), share, is_restarted: hulls.is_single(), start: None };
        let waiting = units.into_iter().map(task).collect();
        let state = Mutex::new(State { waiting, finished, ..State::default() });
        Proof { variant, at_most, state, changed: Condvar::new() }
    }

    /// Returns a proof for the hulls of one box. If that is a single hull, its certificates are for the
    /// [last](HullBox::narrowed) of its images; otherwise hulls with a later image are left out, also if that is not in
    /// the box.
    #[must_use]
    pub fn of_box(variant: Variant, at_most: i64, hulls: HullBox) -> Proof {
        Proof::with_units(variant, at_most, vec![if hulls.is_single() { last_image(hulls) } else { hulls }])
    }

    /// Returns the bound that is to be proved.
    #[must_use]
    pub fn at_most(&self) -> i64 {
        self.at_most
    }

    /// Proves boxes until none is left, or the budget ends. The callback of the budget gets the number of evaluations
    /// of the bound; `keep` each certificate.
    ///
    /// # Errors
    /// Those of `keep`, after which another call continues with the boxes that are left.
    pub fn run(&self, keep: &Keep<'_>, budget: &mut Budget<'_>) -> io::Result<()> {
        let threads = budget.threads.max(1);
        self.state().taken = (0..threads).map(|_| None).collect();
        workers::run(threads, &mut |evaluations| budget.poll(evaluations), |worker| {
            while let Some(task) = self.take(worker) {
                if let Err(error) = self.work(worker, &task, keep) {
                    self.state().failure.get_or_insert(error);
                    worker.stop();
                }
                self.changed.notify_all();
            }
            // Also when the run is stopped: others may wait for a box.
            self.changed.notify_all();
        });
        let mut state = self.state();
        // What was cancelled is left.
        let State { waiting, taken, .. } = &mut *state;
        waiting.extend(taken.drain(..).flatten());
        state.failure.take().map_or(Ok(()), Err)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the next box. Waits for one if other workers may split theirs.
    fn take(&self, worker: &Worker<'_>) -> Option<Task> {
        let mut state = self.state();
        loop {
            if worker.proceed().is_break() {
                return None;
            }
            if let Some(task) = state.waiting.pop() {
                state.taken[worker.index()] = Some(task.clone());
                return Some(task);
            }
            if state.taken.iter().all(Option::is_none) {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Proves a case of a box or divides it. If that is cancelled, it stays in `taken`: no worker takes another one
    /// then.
    fn work(&self, worker: &mut Worker<'_>, task: &Task, keep: &Keep<'_>) -> io::Result<()> {
        let index = worker.index();
        let done = |state: &mut State| {
            state.taken[index] = None;
            state.finished = state.finished.saturating_add(task.share);
        };
        let &Task { node: Node { ref case, keeps_images, .. }, share, is_restarted, ref start } = task;
        let left = task.node.left_for(self.at_most);
        let has_open_hull = left.is_some_and(|hulls| self.state().has_open_hull(&hulls));
        let Some(hulls) = left.filter(|hulls| !self.state().is_elsewhere(hulls, is_restarted)) else {
            done(&mut self.state());
            return Ok(());
        };
        let mut report = |evaluations| worker.count(evaluations);
        match attempt(self.variant, &hulls, case, self.at_most, start.as_deref(), &mut report) {
            ControlFlow::Break(()) => {}
            ControlFlow::Continue(Attempt::Proved(certificate)) => {
                keep(&certificate)?;
                let mut state = self.state();
                state.boxes += 1;
                done(&mut state);
            }
            ControlFlow::Continue(Attempt::Failed { start, proved }) => {
                // A box with an open hull is only halved until that hull is alone: cases would not prove it.
                let ControlFlow::Continue(children) = divided(&start, keeps_images, !has_open_hull, &mut report) else {
                    return Ok(());
                };
                let mut state = self.state();
                let Some(children) = children else {
                    if state.is_elsewhere(&hulls, is_restarted) {
                        done(&mut state);
                    } else if is_restarted || case.points() == 0 {
                        // The attempt for a single hull ends with a check.
                        state.open.push(OpenHull { proved: proved.unwrap_or(i64::MAX), hull: hulls });
                        state.open.sort_unstable();
                        done(&mut state);
                    } else {
                        let hulls = last_image(hulls);
                        let node = Node { hulls, case: Case::default(), keeps_images: false };
                        state.restarted.push(hulls);
                        state.waiting.push(Task { node, share, is_restarted: true, start: None });
                        state.taken[index] = None;
                    }
                    return Ok(());
                };
                let start = Some(Arc::new(start));
                for (node, share) in children.into_iter().zip([share / 2, share - share / 2]) {
                    state.waiting.push(Task { node, share, is_restarted, start: start.clone() });
                }
                state.taken[index] = None;
            }
        }
        Ok(())
    }

    /// Returns what is done.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let state = self.state();
        Tally { boxes: state.boxes, open: state.open.len() as u64, worst: state.open.last().copied() }
    }

    /// Returns how much of the tree is finished, out of `all`.
    #[must_use]
    pub fn finished(&self, all: u64) -> u64 {
        (u128::from(self.state().finished) * u128::from(all) / u128::from(WHOLE)) as u64
    }

    /// Returns the number of boxes that are left.
    #[must_use]
    pub fn boxes_left(&self) -> u64 {
        let state = self.state();
        (state.waiting.len() + state.taken.iter().flatten().count()) as u64
    }

    /// Writes the state, from which [`load`](Self::load) continues.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let state = self.state();
        let waiting = state.waiting.iter().chain(state.taken.iter().flatten()).cloned().collect();
        let State { boxes, ref open, ref restarted, finished, .. } = *state;
        let (open, restarted) = (open.clone(), restarted.clone());
        write_value(out, &State { waiting, boxes, open, restarted, finished, ..State::default() })
    }

    /// Replaces the state by one that was saved by the same proof. The caller ensures that this one has not run yet.
    ///
    /// # Errors
    /// Those of reading.
    pub fn load(&self, from: &mut dyn Read) -> io::Result<()> {
        *self.state() = read_value(from)?;
        Ok(())
    }
}

/// Returns the last image of a hull, or the hull if no game has it.
fn last_image(hulls: HullBox) -> HullBox {
    hulls.images().into_iter().find_map(|image| image.narrowed()).unwrap_or(hulls)
}

/// Divides a box into boxes of at most a given size, without those that no game reaches or whose area proves the bound.
fn divide(hulls: &HullBox, at_most: i64, size: [i32; 2], units: &mut Vec<HullBox>) {
    let Some(hulls) = hulls.left_for(at_most, true) else { return };
    let sides = if hulls.is_placed() { 4 } else { 2 };
    let size_of = |index: usize| size[usize::from(index >= sides)];
    let excess = |index: usize| f64::from(hulls.ranges()[index].slack()) / f64::from(size_of(index));
    let widest = (0..hulls.ranges().len()).max_by(|&one, &other| excess(one).total_cmp(&excess(other)));
    match widest.filter(|&index| excess(index) > 1.0) {
        Some(index) => hulls.halved(index).iter().for_each(|half| divide(half, at_most, size, units)),
        None => units.push(hulls),
    }
}

/// Why certificates do not prove a bound for all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Incomplete {
    /// No certificate, or only those of some cases, is for this hull.
    #[error("no certificate for the hull {0}, or not for all its games")]
    Missing(HullBox),
    /// It takes too long to decide whether the cases of this hull leave nothing out.
    #[error("the cases of the hull {0} have too many points to decide whether they leave nothing out")]
    TooHard(HullBox),
    /// The budget has stopped the check.
    #[error("the check was stopped")]
    Stopped,
}

/// The image of a box under one of the eight symmetries, with a case. The points of a case are where the hull is before
/// the symmetry, which has this number. Those of a placed box have images too, since the cross is where it was; so the
/// number is 0.
#[derive(Debug)]
struct Image {
    hulls: HullBox,
    symmetry: usize,
    case: Case,
}

/// Checks that the given cases of boxes together have all games with more than `at_most` moves, up to symmetry. If one
/// of the boxes is placed, only those that are count. The callback of the budget gets the number 0.
///
/// A box with no hull of such a game ([`HullBox::narrowed`], [`HullBox::area_bound`], and diagonals as the cross has)
/// needs none. One is done if the cases of the boxes whose images contain it, under one symmetry or placed, [leave
/// nothing out](leave_nothing_out). Any other is divided, where such an image ends if possible, and both halves are
/// checked.
///
/// # Errors
/// The first hull that is missing.
pub fn check_complete(
    cases: &BTreeSet<(HullBox, Case)>,
    at_most: i64,
    budget: &mut Budget<'_>,
) -> Result<(), Incomplete> {
    let is_placed = cases.iter().any(|(hulls, _)| hulls.is_placed());
    let images = cases.iter().flat_map(|(hulls, case)| {
        hulls.images().into_iter().enumerate().map(move |(symmetry, hulls)| match hulls {
            HullBox::Placed(_) => Image { hulls, symmetry: 0, case: case.image(symmetry) },
            HullBox::Free(_) => Image { hulls, symmetry, case: case.clone() },
        })
    });
    let images = images.collect_vec();
    check_covered(&HullBox::all(is_placed), &images.iter().collect_vec(), at_most, budget)
}

/// Returns the smallest bound that the given cases of boxes prove for all games: `bound`, the largest that one of them
/// proves, or a larger one up to `largest_claim`.
///
/// # Errors
/// See [`check_complete`].
pub fn complete_bound(
    cases: &BTreeSet<(HullBox, Case)>,
    mut bound: i64,
    largest_claim: i64,
    budget: &mut Budget<'_>,
) -> Result<i64, Incomplete> {
    loop {
        match check_complete(cases, bound, budget) {
            Ok(()) => return Ok(bound),
            // The area of a hull that needs no certificate for a larger bound proves that bound.
            Err(Incomplete::Missing(hull)) if i64::from(hull.area_bound()) <= largest_claim => {
                bound = hull.area_bound().into();
            }
            Err(incomplete) => return Err(incomplete),
        }
    }
}

/// Checks that each hull in a box is in images of boxes whose cases leave nothing out, or needs no certificate.
fn check_covered(hulls: &HullBox, images: &[&Image], at_most: i64, budget: &mut Budget<'_>) -> Result<(), Incomplete> {
    let Some(hulls) = hulls.left_for(at_most, true).filter(HullBox::has_diagonals_of_cross) else { return Ok(()) };
    if budget.poll(0).is_break() {
        return Err(Incomplete::Stopped);
    }
    let near = images.iter().copied().filter(|image| image.hulls.meets(&hulls)).collect_vec();
    let (whole, parts): (Vec<&Image>, Vec<&Image>) = near.iter().partition(|image| image.hulls.contains(&hulls));
    for symmetry in 0..8 {
        let cases = whole.iter().filter(|image| image.symmetry == symmetry).map(|image| image.case.clone()).unique();
        match leave_nothing_out(&cases.collect_vec(), budget) {
            Ok(true) => return Ok(()),
            Ok(false) => {}
            Err(Undecided::Stopped) => return Err(Incomplete::Stopped),
            Err(Undecided::TooHard) => return Err(Incomplete::TooHard(hulls)),
        }
    }
    // The end of the image with the most hulls in common, nearest to the middle.
    let common = |other: &HullBox| -> f64 {
        let ranges = hulls.ranges().iter().zip(other.ranges());
        ranges.map(|(one, other)| f64::from(one.high.min(other.high) - one.low.max(other.low) + 1)).product()
    };
    let largest = parts.iter().max_by(|one, other| common(&one.hulls).total_cmp(&common(&other.hulls)));
    let ends = largest.into_iter().flat_map(|other| {
        other.hulls.ranges().iter().enumerate().flat_map(|(index, range)| [(index, range.low - 1), (index, range.high)])
    });
    let range = |index: usize| hulls.ranges()[index];
    let is_inside = |&(index, last): &(usize, i32)| range(index).low <= last && last < range(index).high;
    let off_middle = |(index, last): (usize, i32)| (2 * last + 1 - range(index).low - range(index).high).abs();
    let halves = match ends.filter(is_inside).min_by_key(|&cut| off_middle(cut)) {
        Some((index, last)) => hulls.split(index, last),
        None => match hulls.ranges().iter().position_max_by_key(|range| range.slack()) {
            Some(index) if !hulls.is_single() => hulls.halved(index),
            _ => return Err(Incomplete::Missing(hulls)),
        },
    };
    halves.iter().try_for_each(|half| check_covered(half, &near, at_most, budget))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    /// Where a box is divided by several points at once, hulls stay that are images of each other.
    #[test]
    fn image_of_an_open_hull_is_open() {
        let hulls = ["3,4,3,3,5,5,5,5", "4,3,3,3,5,5,5,5"].map(|extents| HullBox::from_extents(extents).unwrap());
        for (hull, other) in [(hulls[0], hulls[1]), (hulls[1], hulls[0])] {
            let proof = Proof::with_units(Variant::D5, 10, vec![other]);
            proof.state().open.push(OpenHull { proved: 99, hull });
            proof.state().waiting[0].node.keeps_images = true;
            let mut evaluations = 0;
            let mut budget = Budget::new(|done| {
                evaluations = done;
                ControlFlow::Continue(())
            });
            proof.run(&|_| Ok(()), &mut budget).unwrap();
            drop(budget);
            assert_eq!((proof.tally().open, proof.boxes_left(), evaluations), (1, 0, 0), "{hull}");
        }
    }

    /// All points of the case are on the cross, so that it has all games.
    #[test]
    fn hull_whose_case_has_too_many_points_is_proved_without_a_case() {
        let certificates = |proof: &Proof| {
            let kept = Mutex::new(BTreeSet::new());
            let keep = |certificate: &Certificate| {
                kept.lock().unwrap().insert(certificate.to_string());
                Ok(())
            };
            proof.run(&keep, &mut Budget::new(|_| ControlFlow::Continue(()))).unwrap();
            let Tally { boxes, open, .. } = proof.tally();
            assert_eq!((open, proof.boxes_left(), proof.finished(100)), (0, 0, 100));
            assert_eq!(boxes, kept.lock().unwrap().len() as u64);
            kept.into_inner().unwrap()
        };
        let hull = HullBox::from_extents("6,4,3,2,4,7,6,6").unwrap();
        let alone = Proof::of_box(Variant::D5, 90, hull);
        let cases = Proof::with_units(Variant::D5, 90, vec![hull, hull.images()[1]]);
        for task in &mut cases.state().waiting {
            task.node.case.dots = (3..7).flat_map(|x| [(x, 0), (x, 3), (x, 6), (x, 9), (0, x)]).sorted().collect();
            task.node.keeps_images = true;
            task.is_restarted = false;
        }
        let expected = certificates(&alone);
        assert!(expected.len() > 1);
        assert_eq!(certificates(&cases), expected);
    }
}
