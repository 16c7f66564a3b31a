//! What is wrong with an output, in one line with its place.

use std::error::Error;
use std::fmt;

use crate::cell::Cell;
use crate::player::Player;
use crate::text::Token;

/// The first fault of an output.
///
/// ```
/// use quadrille::judge::{FaultKind, check};
/// use quadrille::player::Player;
/// let input = "1\n1\n1 0\nA1\n\n";
/// let output = "Analyzing 1 data set(s)\nData set 1\nBoard Position:\n-\n\nX has won!\n";
/// let fault = check(input.as_bytes(), output.as_bytes())?.ok_or("accepted")?;
/// assert_eq!((fault.line, &fault.kind), (4, &FaultKind::Lacks(Player::X, "A1".parse()?)));
/// assert_eq!(fault.to_string(), "output line 4: the board shows no stone at A1, where the input has X");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line of the output where it shows, counted from 1.
    pub line: u64,
    /// What it is.
    pub kind: FaultKind,
    /// The board that it is in, if it is in one.
    pub board: Option<ShownBoard>,
}

/// A board of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownBoard {
    /// The data set that it is for, counted from 1.
    pub data_set: u64,
    /// Which of the data set's boards it is.
    pub purpose: Purpose,
    /// The line of its first row.
    pub first_line: u64,
    /// How many rows it should have.
    pub size: u16,
}

/// What a board is shown for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The given position.
    Given,
    /// A best case of this player.
    BestCase(Player),
}

/// Words that an output has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// The first line, with the number of data sets.
    Analyzing(u64),
    /// The title of a data set, counted from 1.
    DataSet(u64),
    /// The title of the given position.
    BoardPosition,
    /// That this player has won.
    HasWon(Player),
    /// The title of a best case.
    BestCase(Player),
    /// The fewest moves.
    NumberOfMoves(u32),
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// Something else in place of a phrase, or nothing.
    Expected(Phrase, Option<Token>),
    /// More after the last data set.
    AfterLast(Token),
    /// White space that may have no end: more than this number of bytes without anything else.
    TooMuchWhiteSpace(u32),
    /// A board that begins beside its title.
    BesideTitle,
    /// The output ends where a row, counted from 0, should begin.
    RowMissing(u16),
    /// A row with another indent.
    Indent(u16),
    /// A row that ends before this cell.
    EndsBefore(Cell),
    /// Other than three blanks before this cell.
    Gap(Cell),
    /// Something other than `X`, `O` and `-` in place of a cell.
    NotAnOwner(Cell, u8),
    /// More after the last cell of a row.
    GoesOnAfter(Cell),
    /// A given stone is lacking.
    Lacks(Player, Cell),
    /// A stone of this player where the opponent's is given.
    Exchanged(Player, Cell),
    /// A stone that is neither given nor the player's own.
    NotGiven(Cell),
    /// Not the fewest stones added.
    Added {
        /// How many were added.
        added: u32,
        /// How many are enough.
        fewest: u32,
    },
    /// The player's sides are not joined.
    NotJoined,
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Phrase::Analyzing(data_sets) => write!(f, "Analyzing {data_sets} data set(s)"),
            Phrase::DataSet(data_set) => write!(f, "Data set {data_set}"),
            Phrase::BoardPosition => write!(f, "Board Position:"),
            Phrase::HasWon(player) => write!(f, "{player} has won!"),
            Phrase::BestCase(player) => write!(f, "Best case for {player}:"),
            Phrase::NumberOfMoves(moves) => write!(f, "Number of moves: {moves}"),
        }
    }
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Purpose::Given => write!(f, "the board"),
            Purpose::BestCase(player) => write!(f, "the board for {player}"),
        }
    }
}

/// One line, as in `output line 17: the board for X shows a stone at C3, where the input has none`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "output line {}: ", self.line)?;
        let board = self.board.map_or(Purpose::Given, |board| board.purpose);
        let row = |row: u16| format!("row {} of {board}", u32::from(row) + 1);
        match &self.kind {
            FaultKind::Expected(phrase, Some(token)) => write!(f, "expected '{phrase}', found {token}"),
            FaultKind::Expected(phrase, None) => write!(f, "expected '{phrase}', found the end of the output"),
            FaultKind::AfterLast(token) => write!(f, "expected nothing after the last data set, found {token}"),
            FaultKind::TooMuchWhiteSpace(most) => write!(f, "found more than {most} consecutive bytes of white space"),
            FaultKind::BesideTitle => write!(f, "{board} does not begin on a new line"),
            FaultKind::RowMissing(r) => write!(f, "expected {}, found the end of the output", row(*r)),
            FaultKind::Indent(r) => write!(f, "{} is not indented by exactly {} spaces", row(*r), 2 * u32::from(*r)),
            FaultKind::EndsBefore(cell) => write!(f, "{} ends before cell {cell}", row(cell.row())),
            FaultKind::Gap(cell) => write!(f, "{} does not have exactly 3 spaces before cell {cell}", row(cell.row())),
            FaultKind::NotAnOwner(cell, byte) => {
                write!(f, "expected X, O or - at cell {cell} of {board}, found '{}'", byte.escape_ascii())
            }
            FaultKind::GoesOnAfter(cell) => write!(f, "{} continues after cell {cell}, its last", row(cell.row())),
            FaultKind::Lacks(player, cell) => {
                write!(f, "{board} shows no stone at {cell}, where the input has {player}")
            }
            FaultKind::Exchanged(player, cell) => {
                write!(f, "{board} shows {player} at {cell}, where the input has {}", player.opponent())
            }
            FaultKind::NotGiven(cell) => {
                write!(f, "{board} shows a stone at {cell}, where the input has none")
            }
            FaultKind::Added { added, fewest } => {
                write!(f, "the number of stones added on {board} is {added}, but the smallest possible is {fewest}")
            }
            FaultKind::NotJoined => {
                let sides = if board == Purpose::BestCase(Player::O) { "top to bottom" } else { "left to right" };
                write!(f, "{board} does not connect {sides}")
            }
        }
    }
}

impl Error for Fault {}
