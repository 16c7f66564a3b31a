//! What is handed to the threads: some data sets of one of the texts.

use std::path::PathBuf;
use std::sync::Arc;

use crate::hex::Position;

/// One of the texts to answer.
#[derive(Debug)]
pub(super) struct Input {
    /// None for stdin.
    pub(super) path: Option<PathBuf>,
    /// Whether there are others, so that a fault has to say where it is.
    pub(super) among_others: bool,
    /// What the names of its pictures begin with.
    pub(super) picture: PathBuf,
}

/// Some data sets of a text, one after the other.
pub(super) struct Batch {
    /// The number of data sets to print above them.
    pub(super) heading: Option<u64>,
    /// The number of the first of them.
    pub(super) first: u64,
    pub(super) positions: Vec<Position>,
    /// Where they are from.
    pub(super) input: Arc<Input>,
}

impl Batch {
    pub(super) fn new(input: &Arc<Input>, first: u64) -> Batch {
        Batch { heading: None, first, positions: Vec::new(), input: Arc::clone(input) }
    }
}
