//! The faults of an output, each with a message of one line.

use std::fmt;

use crate::cell::Cell;
use crate::player::Player;
use crate::text::Token;

/// The first fault of an output.
///
/// ```
/// use quadrille::judge::check::{FaultKind, check};
/// use quadrille::player::Player;
/// let input = "1\n1\n1 0\nA1\n\n";
/// let output = "Analyzing 1 data set(s)\nData set 1\nBoard Position:\n-\n\nX has won!\n";
/// let fault = check(input.as_bytes(), output.as_bytes())?.ok_or("accepted")?;
/// assert_eq!((fault.line, &fault.kind), (4, &FaultKind::MissingStone(Player::X, "A1".parse()?)));
/// assert_eq!(fault.to_string(), "output line 4: the board shows no stone at A1, where the input has X");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line of the output where the fault was found, counted from 1.
    pub line: u64,
    /// What is wrong there.
    pub kind: FaultKind,
    /// The board that has the fault; `None` if it is outside boards.
    pub board: Option<ShownBoard>,
}

/// A board of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownBoard {
    /// The number of its data set, counted from 1.
    pub data_set: u64,
    /// Which of the boards of the data set it is.
    pub purpose: Purpose,
    /// The line of its first row, counted from 1.
    pub first_line: u64,
    /// The number of rows that it must have.
    pub size: u16,
}

/// The part of an answer that a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The given position.
    Given,
    /// A best case of this player.
    BestCase(Player),
}

/// A phrase that an output must have. Its text form is the phrase as `hex` prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// The first line, with the number of data sets.
    Analyzing(u64),
    /// The title of a data set, counted from 1.
    DataSet(u64),
    /// The title of the given position.
    BoardPosition,
    /// The result of a position that this player has won.
    HasWon(Player),
    /// The title of a best case.
    BestCase(Player),
    /// The smallest number of moves.
    NumberOfMoves(u32),
}

/// A kind of fault. Rows are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// A word that does not belong to the phrase, or the end of the output (`None`).
    Expected(Phrase, Option<Token>),
    /// A word after the last data set.
    AfterLast(Token),
    /// More than this number of bytes of white space in a row: the output may have no end.
    TooMuchWhiteSpace(u32),
    /// A board that begins in the line of its title.
    BesideTitle,
    /// The end of the output before this row.
    RowMissing(u16),
    /// A row with a wrong indent.
    Indent(u16),
    /// The end of a row before this cell.
    EndsBefore(Cell),
    /// Anything but three spaces before this cell.
    Gap(Cell),
    /// A byte other than `X`, `O` and `-` at this cell.
    NotACell(Cell, u8),
    /// More in a row after this cell, its last.
    ContinuesAfter(Cell),
    /// An empty cell where the input has a stone of this player.
    MissingStone(Player, Cell),
    /// A stone of this player where the input has a stone of the opponent.
    OtherPlayer(Player, Cell),
    /// A stone that the input does not have and the best case may not add.
    AddedStone(Cell),
    /// A best case that adds more or fewer stones than the smallest possible number.
    Added {
        /// The number of stones that it adds.
        added: u32,
        /// The smallest possible number.
        fewest: u32,
    },
    /// A best case that does not connect the player's sides.
    NotConnected,
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

/// Writes one line, as in `output line 17: the board for X shows a stone at C3, where the input has none`.
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
            FaultKind::NotACell(cell, byte) => {
                write!(f, "expected X, O or - at cell {cell} of {board}, found '{}'", byte.escape_ascii())
            }
            FaultKind::ContinuesAfter(cell) => write!(f, "{} continues after cell {cell}, its last", row(cell.row())),
            FaultKind::MissingStone(player, cell) => {
                write!(f, "{board} shows no stone at {cell}, where the input has {player}")
            }
            FaultKind::OtherPlayer(player, cell) => {
                write!(f, "{board} shows {player} at {cell}, where the input has {}", player.opponent())
            }
            FaultKind::AddedStone(cell) => {
                write!(f, "{board} shows a stone at {cell}, where the input has none")
            }
            FaultKind::Added { added, fewest } => {
                write!(f, "the number of stones added on {board} is {added}, but the smallest possible is {fewest}")
            }
            FaultKind::NotConnected => {
                let sides = if board == Purpose::BestCase(Player::O) { "top to bottom" } else { "left to right" };
                write!(f, "{board} does not connect {sides}")
            }
        }
    }
}
