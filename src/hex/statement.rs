//! What the contest statement allows, and what is taken beyond it.

/// What input is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// All that can be understood: any number of data sets, sizes up to [`LARGEST_SIZE`](super::LARGEST_SIZE), any
    /// blanks.
    Lenient,
    /// Only what the contest statement allows: 1 to 100 data sets, sizes 1 to 21, one blank between items and none
    /// elsewhere. CRLF, a byte order mark, lower case, leading zeros and empty lines at the end are still taken.
    Statement,
}

/// The most data sets that the statement allows.
pub(super) const STATEMENT_DATA_SETS: u64 = 100;
/// The largest board that the statement allows.
pub(super) const STATEMENT_SIZE: u16 = 21;
