//! How long computations talk to their callers: the caller owns the clock and the resources, the computation reports how far
//! it is.

use std::ops::ControlFlow;

/// A progress callback. A long computation calls it from time to time, always on the thread that called the computation,
/// with the number of positions searched so far. If it returns [`ControlFlow::Break`], the computation is cancelled and
/// returns what is known.
///
/// When it is called depends on the work done and not on a clock. What is computed does not depend on when or how often it
/// is called.
///
/// ```
/// use quadrille::progress::Progress;
/// use std::ops::ControlFlow;
///
/// /// Returns the largest proper divisor of a number.
/// fn divisor(number: u64, progress: &mut Progress<'_>) -> ControlFlow<(), u64> {
///     for searched in 1..number {
///         progress(searched)?;
///         if number % (number - searched) == 0 {
///             return ControlFlow::Continue(number - searched);
///         }
///     }
///     ControlFlow::Continue(0)
/// }
/// let mut at_most_50 = |searched| if searched > 50 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
/// assert_eq!(divisor(100, &mut at_most_50), ControlFlow::Continue(50));
/// assert_eq!(divisor(101, &mut at_most_50), ControlFlow::Break(()));
/// ```
pub type Progress<'a> = dyn FnMut(u64) -> ControlFlow<()> + 'a;

/// The progress callback that ignores the progress and never cancels, for the plain form of a long computation.
pub fn never_cancel(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The resources that a search may use. The default is 1 GiB and one thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest size of the transposition table in bytes. The table grows as it fills, so easy games need much less.
    pub memory: u64,
    /// The number of threads that search; 0 counts as 1. The answer does not depend on it.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory: 1 << 30, threads: 1 }
    }
}
