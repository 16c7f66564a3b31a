//! The best cases that are listed, in text and in JSON alike.

use crate::cli::interrupt;
use crate::hex::{Completion, Completions, ShortestPaths};

/// The completions to be listed: as many as are wanted, until Ctrl-C is pressed.
pub(super) fn listed_completions(layers: &ShortestPaths, max: u64) -> impl Iterator<Item = Completion> + '_ {
    let max = usize::try_from(max).unwrap_or(usize::MAX);
    Completions::new(layers).take(max).take_while(|_| !interrupt::pressed())
}
