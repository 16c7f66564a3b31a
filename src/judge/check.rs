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
//! Every best case is right that keeps the given stones, adds the smallest possible number of the player's stones, and
//! connects the player's sides. Input and output are read in parallel, so that memory is bounded by one board, and only up to
//! the first fault, which is reported with its place.

use std::error::Error;
use std::fmt;
use std::io::{self, Read};

use super::board::Board;
use super::fault::{Fault, FaultKind, Phrase, Purpose, ShownBoard};
use super::words::{Blanks, Stop, Words};
use crate::cell::Cell;
use crate::hex::{DataSets, ReadError, Strictness};
use crate::player::Player;

/// Blanks between two cells of a row.
const GAP: u32 = 3;

/// Why there is no verdict.
#[derive(Debug)]
pub enum NotJudged {
    /// The input is not in the contest's format.
    Input(ReadError),
    /// The output cannot be read.
    Output(io::Error),
}

impl fmt::Display for NotJudged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotJudged::Input(error) if error.place.is_none() => write!(f, "{error}"),
            NotJudged::Input(error) => write!(f, "input {error}"),
            NotJudged::Output(error) => write!(f, "cannot read the output: {error}"),
        }
    }
}

impl Error for NotJudged {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            NotJudged::Input(error) => Some(error),
            NotJudged::Output(error) => Some(error),
        }
    }
}

/// Judges an output: `None` if it is accepted, or its first fault.
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
/// If the input is not in the contest's format (its last line may be absent, sizes go to 4096), or the output cannot be
/// read.
///
/// # Complexity
/// O(cells) for each data set, and a step a byte; memory O(cells of the largest board).
pub fn check(input: impl Read, output: impl Read) -> Result<Option<Fault>, NotJudged> {
    let mut data_sets = DataSets::open(input, Strictness::Lenient).map_err(NotJudged::Input)?;
    let words = Words::new(output).map_err(NotJudged::Output)?;
    let mut checker = Checker { words, board: None };
    let (line, kind) = match checker.output(&mut data_sets) {
        Ok(()) => return Ok(None),
        Err(Ended::Input(error)) => return Err(NotJudged::Input(error)),
        Err(Ended::Output(Stop::Unreadable(error))) => return Err(NotJudged::Output(error)),
        Err(Ended::Output(Stop::Fault(line, kind))) => (line, kind),
    };
    // An input that is broken further on judges nobody.
    for position in data_sets {
        position.map_err(NotJudged::Input)?;
    }
    Ok(Some(Fault { line, kind, board: checker.board }))
}

/// What ends the reading of input and output side by side.
enum Ended {
    Input(ReadError),
    Output(Stop),
}

impl From<Stop> for Ended {
    fn from(stop: Stop) -> Ended {
        Ended::Output(stop)
    }
}

struct Checker<R> {
    words: Words<R>,
    /// The board that is being read.
    board: Option<ShownBoard>,
}

impl<R: Read> Checker<R> {
    fn output(&mut self, data_sets: &mut DataSets<impl Read>) -> Result<(), Ended> {
        self.phrase(Phrase::Analyzing(data_sets.announced()))?;
        for (data_set, position) in (1..).zip(data_sets) {
            let given = Board::of(&position.map_err(Ended::Input)?);
            self.data_set(data_set, &given)?;
        }
        match self.words.word()? {
            None => Ok(()),
            Some(word) => Err(self.words.fault(FaultKind::AfterLast(word)).into()),
        }
    }

    fn data_set(&mut self, data_set: u64, given: &Board) -> Result<(), Stop> {
        self.phrase(Phrase::DataSet(data_set))?;
        self.phrase(Phrase::BoardPosition)?;
        self.board(data_set, Purpose::Given, given)?;
        let fewest = Player::BOTH.map(|player| (player, given.fewest_moves(player)));
        // Who has no way left has lost, and then the opponent's sides are joined.
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
            if !shown.joins(player) {
                return Err(Stop::Fault(last_line, FaultKind::NotJoined));
            }
            self.phrase(Phrase::NumberOfMoves(fewest))?;
        }
        Ok(())
    }

    fn phrase(&mut self, phrase: Phrase) -> Result<(), Stop> {
        self.board = None;
        for wanted in phrase.to_string().split(' ') {
            let found = self.words.word()?;
            let same = |word: &[u8]| word.eq_ignore_ascii_case(wanted.as_bytes());
            if !found.is_some_and(|found| found.bytes().is_some_and(same)) {
                return Err(self.words.fault(FaultKind::Expected(phrase, found)));
            }
        }
        Ok(())
    }

    /// Reads a board, which may show more of the player's stones than are given if it is his best case; tells in which
    /// line it ends.
    fn board(&mut self, data_set: u64, purpose: Purpose, given: &Board) -> Result<(Board, u64), Stop> {
        let size = given.size();
        self.board = Some(ShownBoard { data_set, purpose, first_line: self.words.line() + 1, size });
        self.words.blanks()?;
        if self.words.peek()?.is_some_and(|byte| byte != b'\n') {
            return Err(self.words.fault(FaultKind::BesideTitle));
        }
        let mut indent = self.words.blank_lines()?;
        self.board = Some(ShownBoard { data_set, purpose, first_line: self.words.line(), size });
        let mut shown = given.clone();
        let mut line = self.words.line();
        for row in 0..size {
            if row > 0 {
                self.words.line_end()?;
                line = self.words.line();
            }
            if self.words.peek()?.is_none() {
                return Err(self.words.fault(FaultKind::RowMissing(row)));
            }
            if row > 0 {
                indent = self.words.blanks()?;
            }
            self.row(row, indent, purpose, &mut shown)?;
        }
        Ok((shown, line))
    }

    /// Reads a row from behind its indent to its end.
    fn row(&mut self, row: u16, indent: Blanks, purpose: Purpose, shown: &mut Board) -> Result<(), Stop> {
        for column in 0..shown.size() {
            let cell = Cell::new(column, row);
            let (blanks, wanted, otherwise) = match column {
                0 => (indent, 2 * u32::from(row), FaultKind::Indent(row)),
                _ => (self.words.blanks()?, GAP, FaultKind::Gap(cell)),
            };
            let Some(byte) = self.words.peek()?.filter(|&byte| byte != b'\n') else {
                return Err(self.words.fault(FaultKind::EndsBefore(cell)));
            };
            if blanks != Blanks::Spaces(wanted) {
                return Err(self.words.fault(otherwise));
            }
            self.words.pass(byte)?;
            let owner = match byte {
                b'-' => None,
                b'X' => Some(Player::X),
                b'O' => Some(Player::O),
                _ => return Err(self.words.fault(FaultKind::NotAnOwner(cell, byte))),
            };
            let fault = match (shown.owner(cell), owner) {
                (given, owner) if given == owner => continue,
                (None, Some(player)) if purpose == Purpose::BestCase(player) => {
                    shown.put(player, cell);
                    continue;
                }
                (None, _) => FaultKind::NotGiven(cell),
                (Some(given), None) => FaultKind::Lacks(given, cell),
                (Some(_), Some(player)) => FaultKind::Exchanged(player, cell),
            };
            return Err(self.words.fault(fault));
        }
        self.words.blanks()?;
        if self.words.peek()?.is_some_and(|byte| byte != b'\n') {
            return Err(self.words.fault(FaultKind::GoesOnAfter(Cell::new(shown.size() - 1, row))));
        }
        Ok(())
    }
}
