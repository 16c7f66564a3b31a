//! A count by several threads, which can be broken off, kept and gone on with, and done in parts.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::tree::Scope;
use super::units::Units;
use super::{Part, Stop, Sums};
use crate::morpion::Variant;
use crate::morpion::threads::on_threads;
use crate::progress::Progress;

/// A count that is being done.
///
/// ```
/// use std::ops::ControlFlow;
/// use quadrille::morpion::Variant;
/// use quadrille::morpion::count::{Count, Part};
///
/// let count = Count::new(Variant::D5, 4, false, Part::WHOLE)?;
/// count.run(1, &mut |_| ControlFlow::Continue(()))?;
/// let grids: Vec<u128> = count.known().iter().map(|sums| sums.grids()).collect();
/// assert_eq!(grids, [1, 4, 55, 404, 2462]);
/// # Ok::<(), quadrille::morpion::count::Stop>(())
/// ```
#[derive(Debug)]
pub struct Count {
    units: Units,
    part: Part,
    /// How many units there are in the part.
    all: u64,
    findings: Findings,
}

/// What a count has found; it can be written while the count goes on.
#[derive(Clone, Debug)]
pub struct Findings(Arc<Mutex<Found>>);

#[derive(Debug)]
struct Found {
    /// Which units of the part have not been done, a bit each.
    left: Vec<u64>,
    /// How many these are.
    number_left: u64,
    /// What the others add up to, by the number of moves.
    sums: Vec<Sums>,
}

impl Count {
    /// Of grids with at most `depth` moves, whether or not the finished ones are counted too.
    ///
    /// # Errors
    /// Those of the walk through the first grids.
    ///
    /// # Panics
    /// If the part has no number from 1 to that of all parts, or the depth is beyond [`DEEPEST`](super::DEEPEST).
    pub fn new(variant: Variant, depth: usize, finished: bool, part: Part) -> Result<Count, Stop> {
        assert!((1..=part.of).contains(&part.number), "there is no such part: {part:?}");
        assert!(depth <= super::DEEPEST, "no game has {depth} moves");
        let units = Units::new(variant, Scope { depth, finished })?;
        let found = Found::of(units.share(part)?, vec![Sums::default(); depth + 1]);
        Ok(Count { units, part, all: found.number_left, findings: Findings(Arc::new(Mutex::new(found))) })
    }

    /// Counts on this many threads. The progress is told of how many grids have been met.
    ///
    /// # Errors
    /// [`Stop`]; what has been found until then is kept.
    ///
    /// # Complexity
    /// 10 to 40 ns a grid up to symmetry; O(depth) memory a thread, and some MiB for what is left to be done.
    pub fn run(&self, threads: usize, progress: &mut Progress<'_>) -> Result<(), Stop> {
        let run = Run { count: self, next: Mutex::new(0), failed: AtomicBool::new(false) };
        on_threads(threads, progress, |_, go_on| run.work(go_on)).into_iter().fold(Ok(()), worse)
    }

    /// What has been found.
    #[must_use]
    pub fn findings(&self) -> Findings {
        self.findings.clone()
    }

    /// The sums that are known for certain: from no moves on, all of them if the count is done; of a part, nothing else.
    #[must_use]
    pub fn known(&self) -> Vec<Sums> {
        let found = self.findings.lock();
        if found.number_left == 0 {
            found.sums.clone()
        } else if self.part == Part::WHOLE && found.left[0] & 1 == 0 {
            found.sums[..=self.units.split()].to_vec()
        } else {
            Vec::new()
        }
    }

    /// How many units of work there are.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.all
    }

    /// How many of them have been done.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.all.saturating_sub(self.findings.lock().number_left)
    }

    /// Takes what an earlier run of the same count has found.
    ///
    /// # Errors
    /// Those of reading, and if it is of another count.
    pub fn load(&self, from: &mut dyn Read) -> io::Result<()> {
        let mut found = self.findings.lock();
        let mut number = || {
            let mut bytes = [0; 16];
            from.read_exact(&mut bytes).map(|()| u128::from_le_bytes(bytes))
        };
        let lengths = [found.left.len(), found.sums.len()];
        for length in lengths {
            if number()? != length as u128 {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "it is of another count"));
            }
        }
        let mut left = vec![0; lengths[0]];
        let mut sums = vec![Sums::default(); lengths[1]];
        for word in &mut left {
            *word = number()? as u64;
        }
        for sums in &mut sums {
            *sums = Sums {
                labelled: number()?,
                symmetric: number()?,
                labelled_finished: number()?,
                symmetric_finished: number()?,
            };
        }
        *found = Found::of(left, sums);
        Ok(())
    }
}

impl Findings {
    fn lock(&self) -> MutexGuard<'_, Found> {
        // Nothing panics while it holds the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what has been found so far.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let found = self.lock();
        let mut number = |number: u128| out.write_all(&number.to_le_bytes());
        number(found.left.len() as u128)?;
        number(found.sums.len() as u128)?;
        found.left.iter().try_for_each(|&word| number(u128::from(word)))?;
        found.sums.iter().try_for_each(|sums| {
            number(sums.labelled)?;
            number(sums.symmetric)?;
            number(sums.labelled_finished)?;
            number(sums.symmetric_finished)
        })
    }
}

impl Found {
    fn of(left: Vec<u64>, sums: Vec<Sums>) -> Found {
        let number_left = left.iter().map(|word| u64::from(word.count_ones())).sum();
        Found { left, number_left, sums }
    }

    /// The first unit from this one on that has not been done.
    fn next(&self, unit: u64) -> Option<u64> {
        (unit..64 * self.left.len() as u64).find(|unit| self.left[*unit as usize / 64] >> (unit % 64) & 1 == 1)
    }

    fn add(&mut self, unit: u64, sums: &[Sums]) {
        self.left[unit as usize / 64] &= !(1 << (unit % 64));
        self.number_left -= 1;
        for (all, sums) in self.sums.iter_mut().zip(sums) {
            // The units add up to no more than there are grids, which 128 bits count.
            *all = all.plus(sums).unwrap_or(*all);
        }
    }
}

/// A failure counts for more than that the caller has had enough.
fn worse(one: Result<(), Stop>, other: Result<(), Stop>) -> Result<(), Stop> {
    match (one, other) {
        (Ok(()) | Err(Stop::BrokenOff), Err(stop)) => Err(stop),
        (one, _) => one,
    }
}

/// What the threads of a run share.
struct Run<'a> {
    count: &'a Count,
    /// The units before this one are taken.
    next: Mutex<u64>,
    failed: AtomicBool,
}

impl Run<'_> {
    /// Does units as long as there are some.
    fn work(&self, go_on: &mut Progress<'_>) -> Result<(), Stop> {
        let mut go_on = |met| {
            if self.failed.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { go_on(met) }
        };
        let mut next = |done: Option<(u64, Vec<Sums>)>| {
            if let Some((unit, sums)) = done {
                self.count.findings.lock().add(unit, &sums);
            }
            self.take()
        };
        let done = self.count.units.work(&mut next, &mut go_on);
        if done.is_err() {
            self.failed.store(true, Ordering::Relaxed);
        }
        done
    }

    /// The next unit of the part that has not been done.
    fn take(&self) -> Option<u64> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let unit = self.count.findings.lock().next(*next)?;
        *next = unit + 1;
        Some(unit)
    }
}
