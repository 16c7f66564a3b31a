//! How many counters the players of a full board may have.

/// Whether both players of a full board have as many counters, as at the end of a game, or any number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Balance {
    /// Player 1 has half of the cells, rounded up.
    Balanced,
    /// Any numbers of counters.
    Free,
}
