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
//! connects the player's sides. Input and output are read in parallel, so that memory is bounded by one board. Reading
//! stops at the first fault, which is reported with its line.

mod reader;

use std::fmt;
use std::io::{self, Read};

use thiserror::Error;

use self::reader::{OutputReader, Stop};
use super::board::Board;
use crate::cell::Cell;
use crate::hex::{DataSets, ReadError, Strictness};
use crate::player::Player;

/// The number of spaces between two cells of a row.
const GAP: u32 = 3;

/// The first fault of an output. Its text form is one line, as in `output line 17: the board for X shows a stone at C3,
/// where the input has none`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line of the output where the fault was found, counted from 1.
    pub line: u64,
    /// What was expected there and what was found, in one line of printable characters.
    pub message: String,
    /// The board that has the fault; `None` if it is outside boards.
    pub board: Option<ShownBoard>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "output line {}: {}", self.line, self.message)
    }
}

/// A board of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownBoard {
    /// The number of its data set, counted from 1.
    pub data_set: u64,
    /// The player whose best case it is; `None` for the given position.
    pub best_case: Option<Player>,
    /// The line of its first row, counted from 1.
    pub first_line: u64,
    /// The number of rows that it must have.
    pub size: u16,
}

impl fmt::Display for ShownBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.best_case {
            None => write!(f, "the board"),
            Some(player) => write!(f, "the board for {player}"),
        }
    }
}

/// The reason why an output cannot be checked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The input is not in the contest's format.
    #[error("{}{_0}", if _0.place.is_some() { "input " } else { "" })]
    Input(ReadError),
    /// The output cannot be read.
    #[error("cannot read the output: {_0}")]
    Output(io::Error),
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
/// If the input is not in the contest's format, also after the fault (the last line may be absent, and sizes go up to
/// 4096), or the output cannot be read.
///
/// # Complexity
/// O(cells + bytes of input and output) time; O(cells of the largest board) memory.
pub fn check(mut input: impl Read, mut output: impl Read) -> Result<Option<Fault>, CheckError> {
    first_fault(&mut input, &mut output)
}

fn first_fault(input: &mut dyn Read, output: &mut dyn Read) -> Result<Option<Fault>, CheckError> {
    let mut data_sets = DataSets::open(input, Strictness::Lenient).map_err(CheckError::Input)?;
    let mut checker = Checker { output: OutputReader::new(output).map_err(CheckError::Output)?, board: None };
    let (line, message) = match checker.check(&mut data_sets) {
        Ok(()) => return Ok(None),
        Err(Stop::Error(error)) => return Err(error),
        Err(Stop::Fault(line, message)) => (line, message),
    };
    // An output is judged only if the whole input is valid.
    for position in data_sets {
        position.map_err(CheckError::Input)?;
    }
    Ok(Some(Fault { line, message, board: checker.board }))
}

struct Checker<'a> {
    output: OutputReader<'a>,
    /// The board that is being read.
    board: Option<ShownBoard>,
}

impl Checker<'_> {
    fn check(&mut self, data_sets: &mut DataSets<&mut dyn Read>) -> Result<(), Stop> {
        self.phrase(&format!("Analyzing {} data set(s)", data_sets.announced()))?;
        for (data_set, position) in (1..).zip(data_sets) {
            let given = Board::from_position(&position.map_err(|error| Stop::Error(CheckError::Input(error)))?);
            self.data_set(data_set, &given)?;
        }
        let mut found = Vec::new();
        if !self.output.word(&mut found)? {
            return Ok(());
        }
        let found = self.output.shown_to_line_end(found)?;
        Err(self.output.fault(format!("expected nothing after the last data set, found {found}")))
    }

    fn data_set(&mut self, data_set: u64, given: &Board) -> Result<(), Stop> {
        self.phrase(&format!("Data set {data_set}"))?;
        self.phrase("Board Position:")?;
        self.board(data_set, None, given)?;
        let [Some(fewest_x @ 1..), Some(fewest_o @ 1..)] = Player::BOTH.map(|player| given.fewest_moves(player)) else {
            // The sides of one player are connected. Exactly then the opponent has no path to the other side.
            let winner = if given.fewest_moves(Player::X) == Some(0) { Player::X } else { Player::O };
            return self.phrase(&format!("{winner} has won!"));
        };
        for (player, fewest) in [(Player::X, fewest_x), (Player::O, fewest_o)] {
            self.phrase(&format!("Best case for {player}:"))?;
            let (shown, board, last_line) = self.board(data_set, Some(player), given)?;
            let added = shown.stones() - given.stones();
            if added != fewest {
                let message =
                    format!("the number of stones added on {board} is {added}, but the smallest possible is {fewest}");
                return Err(Stop::Fault(last_line, message));
            }
            if shown.fewest_moves(player) != Some(0) {
                let sides = if player == Player::O { "top to bottom" } else { "left to right" };
                return Err(Stop::Fault(last_line, format!("{board} does not connect {sides}")));
            }
            self.phrase(&format!("Number of moves: {fewest}"))?;
        }
        Ok(())
    }

    /// Reads the words of a phrase. The fault shows what was found from its first word on.
    fn phrase(&mut self, phrase: &str) -> Result<(), Stop> {
        self.board = None;
        let mut found = Vec::new();
        for wanted in phrase.split(' ') {
            if !found.is_empty() {
                found.push(b' ');
            }
            let begin = found.len();
            if !self.output.word(&mut found)? {
                return Err(self.output.fault(format!("expected '{phrase}', found the end of the output")));
            }
            if !found[begin..].eq_ignore_ascii_case(wanted.as_bytes()) {
                let found = self.output.shown_to_line_end(found)?;
                return Err(self.output.fault(format!("expected '{phrase}', found {found}")));
            }
        }
        Ok(())
    }

    /// Reads a board. Its stones must be the given ones; a best case may add stones of its player. Returns the board
    /// that is shown, its place, and the line of its last row.
    fn board(
        &mut self,
        data_set: u64,
        best_case: Option<Player>,
        given: &Board,
    ) -> Result<(Board, ShownBoard, u64), Stop> {
        let mut board = ShownBoard { data_set, best_case, first_line: self.output.line() + 1, size: given.size() };
        self.board = Some(board);
        self.output.blanks()?;
        if !self.output.is_line_end()? {
            return Err(self.output.fault(format!("{board} does not begin on a new line")));
        }
        let mut indent = self.output.blank_lines()?;
        board.first_line = self.output.line();
        self.board = Some(board);
        let mut shown = given.clone();
        let mut line = board.first_line;
        for row in 0..board.size {
            if row > 0 {
                self.output.line_end()?;
                line = self.output.line();
            }
            if self.output.peek()?.is_none() {
                let message = format!("expected row {} of {board}, found the end of the output", u32::from(row) + 1);
                return Err(self.output.fault(message));
            }
            if row > 0 {
                indent = self.output.blanks()?;
            }
            self.row(row, indent, board, &mut shown)?;
        }
        Ok((shown, board, line))
    }

    /// Reads a row from the end of its indent to the end of its line, and adds its stones to `shown`.
    fn row(&mut self, row: u16, indent: Option<u32>, board: ShownBoard, shown: &mut Board) -> Result<(), Stop> {
        let this_row = format!("row {} of {board}", u32::from(row) + 1);
        for column in 0..board.size {
            let cell = Cell::new(column, row);
            let blanks = if column == 0 { indent } else { self.output.blanks()? };
            let Some(byte) = self.output.peek()?.filter(|&byte| byte != b'\n') else {
                return Err(self.output.fault(format!("{this_row} ends before cell {cell}")));
            };
            let wanted = if column == 0 { 2 * u32::from(row) } else { GAP };
            if blanks != Some(wanted) {
                return Err(self.output.fault(if column == 0 {
                    format!("{this_row} is not indented by exactly {wanted} spaces")
                } else {
                    format!("{this_row} does not have exactly {wanted} spaces before cell {cell}")
                }));
            }
            self.output.advance(byte)?;
            self.cell(cell, byte, board, shown)?;
        }
        self.output.blanks()?;
        if !self.output.is_line_end()? {
            let last = Cell::new(board.size - 1, row);
            return Err(self.output.fault(format!("{this_row} continues after cell {last}, its last")));
        }
        Ok(())
    }

    /// Adds the stone of a cell that is shown as this byte to `shown`.
    fn cell(&self, cell: Cell, byte: u8, board: ShownBoard, shown: &mut Board) -> Result<(), Stop> {
        let owner = match byte {
            b'-' => None,
            b'X' => Some(Player::X),
            b'O' => Some(Player::O),
            _ => {
                let found = byte.escape_ascii();
                let message = format!("expected X, O or - at cell {cell} of {board}, found '{found}'");
                return Err(self.output.fault(message));
            }
        };
        let message = match (shown.owner(cell), owner) {
            (given, owner) if given == owner => return Ok(()),
            (None, Some(player)) if board.best_case == Some(player) => {
                shown.set(cell, owner);
                return Ok(());
            }
            (None, _) => format!("{board} shows a stone at {cell}, where the input has none"),
            (Some(given), None) => format!("{board} shows no stone at {cell}, where the input has {given}"),
            (Some(given), Some(player)) => {
                format!("{board} shows {player} at {cell}, where the input has {given}")
            }
        };
        Err(self.output.fault(message))
    }
}
