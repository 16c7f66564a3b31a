//! How long computations and their callers talk: the caller owns the clock, the computation knows how far it is.

use std::ops::ControlFlow;

/// Called from time to time, always on the thread that called the computation, with how many positions have been
/// searched so far. Whoever answers [`ControlFlow::Break`] ends the computation, which then says what is known.
///
/// When it is called depends on the work done and not on a clock, and what is computed does not depend on when or how
/// often it is called.
///
/// ```
/// use quadrille::search::Watch;
/// use std::ops::ControlFlow;
///
/// /// The largest divisor of a number but itself.
/// fn divisor(number: u64, watch: &mut Watch<'_>) -> ControlFlow<(), u64> {
///     for searched in 1..number {
///         watch(searched)?;
///         if number % (number - searched) == 0 {
///             return ControlFlow::Continue(number - searched);
///         }
///     }
///     ControlFlow::Continue(0)
/// }
/// let mut few = |searched| if searched > 50 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
/// assert_eq!(divisor(100, &mut few), ControlFlow::Continue(50));
/// assert_eq!(divisor(101, &mut few), ControlFlow::Break(()));
/// ```
pub type Watch<'a> = dyn FnMut(u64) -> ControlFlow<()> + 'a;
