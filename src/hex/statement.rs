//! What the contest statement allows, and what is taken beyond it.

/// What input is taken.
///
/// ```
/// use quadrille::hex::{DataSets, Rules};
/// let first = |rules| DataSets::open("1\n22\n0 0\n\n\n".as_bytes(), rules)?.next().transpose();
/// assert_eq!(first(Rules::Lenient)?.map(|position| position.size()), Some(22));
/// assert!(first(Rules::Statement).is_err());
/// # Ok::<(), quadrille::hex::ReadError>(())
/// ```
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
