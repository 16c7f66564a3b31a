//! What a computation may use, and how it is stopped.
//!
//! ```text
//!     caller      Budget { memory, threads, poll }      poll has the clock, the progress line, Ctrl-C, the checkpoint
//!                    |
//!     search      budget.poll(positions)?               on the caller's thread, once for some thousand positions
//! ```

use std::ops::ControlFlow;

/// What a computation calls from time to time, with the number of positions searched so far; `Break` stops it.
pub type Poll<'a> = dyn FnMut(u64) -> ControlFlow<()> + 'a;

/// The resources of a computation, and the callback that may stop it. The default is 1 GiB, one thread, and no stop.
///
/// The calls of the callback depend on the work done and not on a clock, and a complete result does not depend on the
/// calls.
///
/// ```
/// use quadrille::budget::Budget;
/// use std::ops::ControlFlow;
///
/// /// Returns the largest proper divisor of a number, or `None` if it was stopped.
/// fn divisor(number: u64, budget: &mut Budget<'_>) -> Option<u64> {
///     for searched in 1..number {
///         budget.poll(searched).continue_value()?;
///         if number % (number - searched) == 0 {
///             return Some(number - searched);
///         }
///     }
///     Some(0)
/// }
/// let at_most_50 = |searched| if searched > 50 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
/// assert_eq!(divisor(100, &mut Budget::new(at_most_50)), Some(50));
/// assert_eq!(divisor(101, &mut Budget::new(at_most_50)), None);
/// assert_eq!(divisor(101, &mut Budget::default()), Some(1));
/// ```
pub struct Budget<'a> {
    /// The largest size of the transposition table in bytes. The table grows as it fills, so easy games need much less.
    pub memory: u64,
    /// The number of threads that search; 0 counts as 1. A complete answer does not depend on it.
    pub threads: usize,
    poll: Box<Poll<'a>>,
}

impl<'a> Budget<'a> {
    /// Returns the default budget with a callback: it gets the number of positions searched so far, and stops the
    /// computation by [`ControlFlow::Break`].
    pub fn new(poll: impl FnMut(u64) -> ControlFlow<()> + 'a) -> Budget<'a> {
        Budget { memory: 1 << 30, threads: 1, poll: Box::new(poll) }
    }

    /// Returns the budget with another number of threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Budget<'a> {
        Budget { threads, ..self }
    }

    /// Returns the budget with another largest size of the transposition table, in bytes.
    #[must_use]
    pub fn with_memory(self, memory: u64) -> Budget<'a> {
        Budget { memory, ..self }
    }

    /// Reports the number of positions searched so far. Computations call it on the thread that called them.
    ///
    /// # Errors
    /// `Break` if the computation is to stop; each function documents its result then.
    pub fn poll(&mut self, positions: u64) -> ControlFlow<()> {
        (self.poll)(positions)
    }

    /// Returns the budget for a part of the computation that counts its positions from 0, after `before` others.
    pub fn after(&mut self, before: u64) -> Budget<'_> {
        let Budget { memory, threads, .. } = *self;
        Budget { memory, threads, poll: Box::new(move |positions| self.poll(before + positions)) }
    }
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Budget::new(|_| ControlFlow::Continue(()))
    }
}
