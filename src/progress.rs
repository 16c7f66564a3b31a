//! Progress and limits of long computations. The caller owns the clock and the resources; the computation reports its progress, and
//! the caller may cancel it.

use std::ops::ControlFlow;

/// A progress callback. A long computation calls it from time to time, always on the thread that called the computation,
/// with the number of positions searched so far. If it returns [`ControlFlow::Break`], the computation is cancelled and returns
/// early; each function documents the result then.
///
/// The calls depend on the work done and not on a clock, and the result does not depend on the calls.
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

/// The progress callback that does nothing and never cancels. Always returns [`ControlFlow::Continue`].
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
