//! How many strips there are with each window at their end and each number of counters.
//!
//! ```text
//!     lines of two cells, by the window at the end; s stands for an O
//!
//!               XX         XO, OX            OO             XX goes on with any line but XX, which would make a square:
//!     1 line    1          2s                s²             of two lines, 14 strips of the 16 are left, and as many
//!     2 lines   2s + s²    2s + 4s² + 2s³    s² + 2s³       have 2 Os as there are s² in the second row: 6
//! ```
//!
//! The numbers of ways make a polynomial a window. To go on by a line is to add a window's polynomial, times s to the Os of
//! the new line, to that of the window it leads to: the transfer-matrix method. A window and its reflection have the same
//! polynomial, so both are kept as one, with their sum.

use std::collections::HashMap;
use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::strip::{Line, Lines, Strip, Window};
use crate::bits::Ones;
use crate::progress::Progress;

/// Every so many windows the caller is asked whether to go on.
const BETWEEN_CALLS: u64 = 16;

/// Counts the work and tells the caller.
pub(super) struct Meter<'a, 'w> {
    progress: &'a mut Progress<'w>,
    done: u64,
}

impl<'a, 'w> Meter<'a, 'w> {
    pub(super) fn new(progress: &'a mut Progress<'w>) -> Meter<'a, 'w> {
        Meter { progress, done: 0 }
    }

    /// One more window has been worked on.
    pub(super) fn tick(&mut self) -> ControlFlow<()> {
        self.done += 1;
        if self.done.is_multiple_of(BETWEEN_CALLS) { (self.progress)(self.done) } else { ControlFlow::Continue(()) }
    }
}

/// Numbers of ways by the number of Os.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// The fewest Os that there is a way with.
    least: usize,
    ways: Vec<BigUint>,
}

impl Tally {
    /// The ways with this number of Os.
    pub(super) fn with(&self, os: usize) -> Option<&BigUint> {
        self.ways.get(os.checked_sub(self.least)?)
    }

    /// All of them, each number of ways with its number of Os.
    pub(super) fn by_os(&self) -> impl Iterator<Item = (usize, &BigUint)> {
        (self.least..).zip(&self.ways)
    }

    /// The ways with any number of Os.
    pub(super) fn sum(&self) -> BigUint {
        self.ways.iter().sum()
    }

    /// Adds the ways of another tally, which get so many Os more.
    fn add(&mut self, other: &Tally, os: usize) {
        let least = other.least + os;
        if self.ways.is_empty() {
            *self = Tally { least, ways: other.ways.clone() };
            return;
        }
        if least < self.least {
            self.ways.splice(..0, vec![BigUint::ZERO; self.least - least]);
            self.least = least;
        }
        let from = least - self.least;
        if self.ways.len() < from + other.ways.len() {
            self.ways.resize(from + other.ways.len(), BigUint::ZERO);
        }
        for (sum, ways) in self.ways[from..].iter_mut().zip(&other.ways) {
            *sum += ways;
        }
    }
}

/// The strips of one length: for a window or its reflection at their end, how many there are.
pub(super) type Layer = HashMap<Window, Tally>;

/// A window or its reflection: whichever stands for both; and how many they are.
pub(super) fn either(strip: &Strip, window: Window) -> (Window, u32) {
    let reflected = strip.window(strip.newest_first(window).rev().map(|line| strip.reversed(line)));
    (window.min(reflected), if window == reflected { 1 } else { 2 })
}

/// Makes the strips longer line by line, from none to so many, of certain lines only, and shows the layer of each length.
///
/// The lines must be a set that has the reflection of each of them.
pub(super) fn grow(
    strip: &Strip,
    lines: Lines,
    length: usize,
    meter: &mut Meter<'_, '_>,
    mut show: impl FnMut(usize, &Layer, &mut Meter<'_, '_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let one = Tally { least: 0, ways: vec![BigUint::from(1_u8)] };
    let mut layer = Layer::from([(Window::EMPTY, one)]);
    show(0, &layer, meter)?;
    for grown in 1..=length {
        let mut longer = Layer::new();
        for (window, tally) in layer {
            meter.tick()?;
            for line in Ones(strip.next(window) & lines) {
                let (next, _) = either(strip, strip.push(window, line as Line));
                longer.entry(next).or_default().add(&tally, line.count_ones() as usize);
            }
        }
        layer = longer;
        show(grown, &layer, meter)?;
    }
    ControlFlow::Continue(())
}
