//! How long computations and their callers talk: the caller owns the clock, the computation knows how far it is.

use std::ops::ControlFlow;

/// Called from time to time, always on the thread that called the computation, with how many positions have been
/// searched so far. Whoever answers [`ControlFlow::Break`] ends the computation, which then says what is known.
///
/// When it is called depends on the work done and not on a clock, and what is computed does not depend on when or how
/// often it is called.
pub type Watch<'a> = dyn FnMut(u64) -> ControlFlow<()> + 'a;
