//! Checks whether an output is right for an input.
//!
//! ```text
//!     Analyzing 1 data set(s)       words: any white space between them, letters in either case
//!     Data set 1
//!     Board Position:
//!     -   X                         a board: each row is a line, indented by two spaces more than the row above it,
//!       O   -                       with three spaces between cells; spaces at the end of a row and empty lines before
//!                                   the first row are ignored
//!     Best case for X:
//!     ...
//! ```
//!
//! A best case is right if it keeps the given stones, adds the smallest possible number of the player's stones, and
//! connects the player's sides. Input and output are read in parallel, so that memory is bounded by one board. Reading stops
//! at the first fault, which is reported with its line.

mod fault;
mod reader;

use std::io::{self, Read};

use thiserror::Error;

pub use self::fault::{Fault, FaultKind, Phrase, Purpose, ShownBoard};
use self::reader::{Blanks, OutputReader, Stop};
use super::board::Board;
use crate::cell::Cell;
use crate::hex::{DataSets, ReadError, Strictness};
use crate::player::Player;

/// The number of spaces between two cells of a row.
const GAP: u32 = 3;

/// The reason why an output cannot be checked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The input is not in the contest's format.
    #[error("{}{_0}", if _0.place.is_some() { "input " } else { "" })]
    Input(#[source] ReadError),
    /// The output cannot be read.
    #[error("cannot read the output: {_0}")]
    Output(#[source] io::Error),
}

/// Returns the first fault of an output, or `None` if the output is right.
///
/// ```
/// use quadrille::judge::check;
/// let input = "1\n1\n1 0\nA1\n\n";
/// let output = "ANALYZING 1 data set(s) Data set 1\nBoard Position:\nX\nX has won!";
/// assert_eq!(check(input.as_bytes(), output.as_bytes())?, None);
/// let fault = check(input.as_bytes(), &output.as_bytes()[..50])?.ok_or("accepted")?;
/// assert_eq!(fault.to_string(), "output line 2: expected row 1 of the board, found the end of the output");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the input is not in the contest's format, also after the fault (the last line may be absent, and sizes go up to 4096), or
/// the output cannot be read.
///
/// # Complexity
/// O(cells + bytes of input and output) time; O(cells of the largest board) memory.
pub fn check(input: impl Read, output: impl Read) -> Result<Option<Fault>, CheckError> {
    let mut data_sets = DataSets::open(input, Strictness::Lenient).map_err(CheckError::Input)?;
    let mut checker = Checker { output: OutputReader::new(output).map_err(CheckError::Output)?, board: None };
    let (line, kind) = match checker.check(&mut data_sets) {
        Ok(()) => return Ok(None),
        Err(Stop::Error(error)) => return Err(error),
        Err(Stop::Fault(line, kind)) => (line, kind),
    };
    // An output is judged only if the whole input is valid.
    for position in data_sets {
        position.map_err(CheckError::Input)?;
    }
    Ok(Some(Fault { line, kind, board: checker.board }))
}

struct Checker<R> {
    output: OutputReader<R>,
    /// The board that is being read.
    board: Option<ShownBoard>,
}

impl<R: Read> Checker<R> {
    fn check(&mut self, data_sets: &mut DataSets<impl Read>) -> Result<(), Stop> {
        self.phrase(Phrase::Analyzing(data_sets.announced()))?;
        for (data_set, position) in (1..).zip(data_sets) {
            let given = Board::of(&position.map_err(|error| Stop::Error(CheckError::Input(error)))?);
            self.data_set(data_set, &given)?;
        }
        match self.output.word()? {
            None => Ok(()),
            Some(word) => Err(self.output.fault(FaultKind::AfterLast(word))),
        }
    }

    fn data_set(&mut self, data_set: u64, given: &Board) -> Result<(), Stop> {
        self.phrase(Phrase::DataSet(data_set))?;
        self.phrase(Phrase::BoardPosition)?;
        self.board(data_set, Purpose::Given, given)?;
        let fewest = Player::BOTH.map(|player| (player, given.fewest_moves(player)));
        // A player without a path to the other side has lost: exactly then the opponent's sides are connected.
        if let Some((winner, _)) = fewest.iter().find(|(_, fewest)| *fewest == Some(0)) {
            return self.phrase(Phrase::HasWon(*winner));
        }
        for (player, fewest) in fewest {
            let fewest = fewest.unwrap_or(0);
            self.phrase(Phrase::BestCase(player))?;
            let (shown, last_line) = self.board(data_set, Purpose::BestCase(player), given)?;
            let added = shown.stones() - given.stones();
            if added != fewest {
                return Err(Stop::Fault(last_line, FaultKind::Added { added, fewest }));
            }
            if shown.fewest_moves(player) != Some(0) {
                return Err(Stop::Fault(last_line, FaultKind::NotConnected));
            }
            self.phrase(Phrase::NumberOfMoves(fewest))?;
        }
        Ok(())
    }

    fn phrase(&mut self, phrase: Phrase) -> Result<(), Stop> {
        self.board = None;
        for wanted in phrase.to_string().split(' ') {
            let found = self.output.word()?;
            let same = |word: &[u8]| word.eq_ignore_ascii_case(wanted.as_bytes());
            if !found.is_some_and(|found| found.bytes().is_some_and(same)) {
                return Err(self.output.fault(FaultKind::Expected(phrase, found)));
            }
        }
        Ok(())
    }

    /// Reads a board. Its stones must be the given ones; a best case may add stones of its player. Returns the board that is
    /// shown, and the line of its last row.
    fn board(&mut self, data_set: u64, purpose: Purpose, given: &Board) -> Result<(Board, u64), Stop> {
        let size = given.size();
        self.board = Some(ShownBoard { data_set, purpose, first_line: self.output.line() + 1, size });
        self.output.blanks()?;
        if self.output.peek()?.is_some_and(|byte| byte != b'\n') {
            return Err(self.output.fault(FaultKind::BesideTitle));
        }
        let mut indent = self.output.blank_lines()?;
        self.board = Some(ShownBoard { data_set, purpose, first_line: self.output.line(), size });
        let mut shown = given.clone();
        let mut line = self.output.line();
        for row in 0..size {
            if row > 0 {
                self.output.line_end()?;
                line = self.output.line();
            }
            if self.output.peek()?.is_none() {
                return Err(self.output.fault(FaultKind::RowMissing(row)));
            }
            if row > 0 {
                indent = self.output.blanks()?;
            }
            self.row(row, indent, purpose, &mut shown)?;
        }
        Ok((shown, line))
    }

    /// Reads a row from the end of its indent to the end of its line, and adds its stones to `shown`.
    fn row(&mut self, row: u16, indent: Blanks, purpose: Purpose, shown: &mut Board) -> Result<(), Stop> {
        for column in 0..shown.size() {
            let cell = Cell::new(column, row);
            let (blanks, wanted, otherwise) = match column {
                0 => (indent, 2 * u32::from(row), FaultKind::Indent(row)),
                _ => (self.output.blanks()?, GAP, FaultKind::Gap(cell)),
            };
            let Some(byte) = self.output.peek()?.filter(|&byte| byte != b'\n') else {
                return Err(self.output.fault(FaultKind::EndsBefore(cell)));
            };
            if blanks != Blanks::Spaces(wanted) {
                return Err(self.output.fault(otherwise));
            }
            self.output.advance(byte)?;
            let owner = match byte {
                b'-' => None,
                b'X' => Some(Player::X),
                b'O' => Some(Player::O),
                _ => return Err(self.output.fault(FaultKind::NotACell(cell, byte))),
            };
            let fault = match (shown.owner(cell), owner) {
                (given, owner) if given == owner => continue,
                (None, Some(player)) if purpose == Purpose::BestCase(player) => {
                    shown.set(cell, Some(player));
                    continue;
                }
                (None, _) => FaultKind::AddedStone(cell),
                (Some(given), None) => FaultKind::MissingStone(given, cell),
                (Some(_), Some(player)) => FaultKind::OtherPlayer(player, cell),
            };
            return Err(self.output.fault(fault));
        }
        self.output.blanks()?;
        if self.output.peek()?.is_some_and(|byte| byte != b'\n') {
            return Err(self.output.fault(FaultKind::ContinuesAfter(Cell::new(shown.size() - 1, row))));
        }
        Ok(())
    }
}
