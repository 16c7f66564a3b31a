//! Depth-first search through positions that are reached in many ways, by several threads.
//!
//! ```text
//!     Rules            what a position is, what follows it, and what the values of these say about it:
//!                        last_play   who wins       grundy   Grundy values       reach   is a number of chips reached?
//!     evaluate ------> each thread goes through the same tree; what is found goes into one table that all see, and a
//!                      position that another thread is in the midst of is left for later
//! ```
//!
//! Before anything is searched below a position, its options are looked up: one that is known often decides.

pub(super) mod last_play;
pub(super) mod reach;
pub(super) mod table;

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use crate::progress::Progress;

/// The progress is called after so many positions.
const PULSE: u64 = 1 << 12;

/// A question about positions, whose answer is a small number.
pub(super) trait Rules: Sync {
    /// A position, or the end of the play.
    type Place: Copy + Send + Sync;
    /// What a thread needs to work out options.
    type Scratch: Default;

    /// The value, if it has been found or is plain without a search.
    fn known(&self, place: &Self::Place) -> Option<u8>;

    /// Puts the options of a position, which is not known, in the place of what is in `options`.
    fn options(&self, place: &Self::Place, scratch: &mut Self::Scratch, options: &mut Vec<Self::Place>);

    /// Those with the least rank are searched first.
    fn rank(&self, place: &Self::Place, option: &Self::Place) -> i64;

    /// The value, given those of options (the bit of each set) if they decide, or if they are `all`.
    fn value(&self, place: &Self::Place, seen: u64, all: bool) -> Option<u8>;

    /// Keeps a value that has been found.
    fn keep(&self, place: &Self::Place, value: u8);

    /// A number that tells positions apart.
    fn name(&self, place: &Self::Place) -> u64;
}

/// Positions that are being searched, at the slots of their names.
struct Busy(Vec<AtomicU64>);

impl Busy {
    const SLOTS: usize = 1 << 12;

    fn slot(&self, name: u64) -> &AtomicU64 {
        // Twelve bits, as many as there are slots.
        &self.0[(name.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize]
    }

    fn has(&self, name: u64) -> bool {
        self.slot(name).load(Ordering::Relaxed) == name
    }

    fn enter(&self, name: u64) {
        self.slot(name).store(name, Ordering::Relaxed);
    }

    fn leave(&self, name: u64) {
        // If another position has taken the slot, it is missed: then two threads may do the same.
        let _ = self.slot(name).compare_exchange(name, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// What the threads share.
struct Shared {
    busy: Busy,
    stop: AtomicBool,
    searched: AtomicU64,
    found: Mutex<Option<u8>>,
}

/// With what a search is done.
pub(super) struct Effort<'a, 'w> {
    /// So many threads, one of them the caller's.
    pub(super) threads: usize,
    /// How many positions have been searched.
    pub(super) searched: u64,
    /// Asked whether to go on.
    pub(super) progress: &'a mut Progress<'w>,
}

/// Works out the value of a place; none if the progress breaks it off.
pub(super) fn evaluate<R: Rules>(rules: &R, place: &R::Place, effort: &mut Effort<'_, '_>) -> Option<u8> {
    if let Some(value) = rules.known(place) {
        return Some(value);
    }
    (effort.progress)(effort.searched).continue_value()?;
    let shared = Shared {
        busy: Busy((0..Busy::SLOTS).map(|_| AtomicU64::new(0)).collect()),
        stop: AtomicBool::new(false),
        searched: AtomicU64::new(effort.searched),
        found: Mutex::new(None),
    };
    if effort.threads > 1 {
        // Most questions are answered sooner than threads begin.
        let one = Worker::new(rules, &shared, Some(&mut *effort.progress));
        Worker { first_pulse_only: true, ..one }.run(place);
    }
    if !shared.stop.load(Ordering::Relaxed) {
        thread::scope(|scope| {
            for _ in 1..effort.threads {
                scope.spawn(|| Worker::new(rules, &shared, None).run(place));
            }
            Worker::new(rules, &shared, Some(&mut *effort.progress)).run(place);
        });
    }
    effort.searched = shared.searched.into_inner();
    shared.found.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// A thread's part.
struct Worker<'a, 'w, R: Rules> {
    rules: &'a R,
    shared: &'a Shared,
    /// Whether to go on is asked on one thread.
    progress: Option<&'a mut Progress<'w>>,
    scratch: R::Scratch,
    /// Lists that are not in use.
    spare: Vec<Vec<R::Place>>,
    /// Positions that have not been added to those of all threads.
    searched: u64,
    first_pulse_only: bool,
}

impl<'a, 'w, R: Rules> Worker<'a, 'w, R> {
    fn new(rules: &'a R, shared: &'a Shared, progress: Option<&'a mut Progress<'w>>) -> Worker<'a, 'w, R> {
        Worker {
            rules,
            shared,
            progress,
            scratch: R::Scratch::default(),
            spare: Vec::new(),
            searched: 0,
            first_pulse_only: false,
        }
    }

    fn run(mut self, place: &R::Place) {
        let value = self.rules.known(place).or_else(|| self.search(place));
        if value.is_some() {
            *self.shared.found.lock().unwrap_or_else(PoisonError::into_inner) = value;
            self.shared.stop.store(true, Ordering::Relaxed);
        }
        self.shared.searched.fetch_add(self.searched, Ordering::Relaxed);
    }

    /// Counts a position; none if the search has come to an end.
    fn go_on(&mut self) -> Option<()> {
        self.searched += 1;
        if self.searched == PULSE {
            self.searched = 0;
            let all = self.shared.searched.fetch_add(PULSE, Ordering::Relaxed) + PULSE;
            if let Some(ControlFlow::Break(())) = self.progress.as_mut().map(|progress| progress(all)) {
                self.shared.stop.store(true, Ordering::Relaxed);
            }
            if self.first_pulse_only {
                return None;
            }
        }
        if self.shared.stop.load(Ordering::Relaxed) { None } else { Some(()) }
    }

    /// The value of a place that is not known.
    fn search(&mut self, place: &R::Place) -> Option<u8> {
        self.go_on()?;
        let mut options = self.spare.pop().unwrap_or_default();
        self.rules.options(place, &mut self.scratch, &mut options);
        let mut seen = 0_u64;
        let mut decided = None;
        options.retain(|option| {
            if decided.is_some() {
                return true;
            }
            let Some(value) = self.rules.known(option) else { return true };
            seen |= 1 << value;
            decided = self.rules.value(place, seen, false);
            false
        });
        let value = decided.or_else(|| self.rules.value(place, seen, options.is_empty())).or_else(|| {
            options.sort_by_key(|option| self.rules.rank(place, option));
            self.search_options(place, seen, &mut options)
        });
        self.spare.push(options);
        self.rules.keep(place, value?);
        value
    }

    /// The value of a place with options that are not known, in the order in which they are to be searched.
    fn search_options(&mut self, place: &R::Place, mut seen: u64, options: &mut Vec<R::Place>) -> Option<u8> {
        let name = self.rules.name(place);
        self.shared.busy.enter(name);
        let value = loop {
            // The first that no other thread is in the midst of; or the first.
            let free = options.iter().position(|option| !self.shared.busy.has(self.rules.name(option)));
            let option = options.remove(free.unwrap_or(0));
            let Some(value) = self.rules.known(&option).or_else(|| self.search(&option)) else { break None };
            seen |= 1 << value;
            let value = self.rules.value(place, seen, options.is_empty());
            if value.is_some() {
                break value;
            }
        };
        self.shared.busy.leave(name);
        value
    }
}
