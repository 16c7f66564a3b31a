//! Games in SGF, the Smart Game Format, as HexGui and other programs for Hex write them.
//!
//! ```text
//!     (;FF[4]GM[11]SZ[5]          a game of Hex on a board of size 5
//!      AB[c3]AW[b2]               stones that stand there already: Black is O (top to bottom), White is X (left to right)
//!      ;B[d2];W[a1]               moves
//!       (;B[e1])                  of several variations the first is the main line, and is read;
//!       (;B[e5];W[b4]))           the others are passed over
//! ```
//!
//! Of the main line are read `SZ`, `AB`, `AW`, `AE`, `B` and `W`, and `FF`, `GM` and `PL` are checked; other properties are passed over. A
//! cell is `c3`, or two letters as in games of Go, where `cc` is the same cell. Moves without a stone are an empty value, `pass`,
//! `resign`, `forfeit`, `swap` and `swap-sides`, by which the players change sides and not the stones. `swap-pieces` gives each stone to the
//! other player and mirrors the board at its long diagonal; but HexGui up to version 0.9 meant `swap-sides` by it.
//!
//! Source: A. Hollosi, *SGF File Format FF\[4\]* and *Hex (GM\[11\])*, 2006; for the swap, P. Selinger's HexGui.

use std::io::{self, BufReader, Bytes, Read};

use thiserror::Error;

use super::game::{Action, Game, Move};
use super::position::{PlayError, Position, SizeError};
use crate::player::Player;
use crate::text::{BYTE_ORDER_MARK, Place};

/// The number of bytes that are kept of a value and of the name of a property. Those that are read are shorter.
const LONGEST_KEPT: usize = 64;

/// A game of a collection: its main line.
#[derive(Clone, Debug)]
pub struct Record {
    begin: Place,
    game: Game,
    /// Where each action of the game stands.
    places: Vec<Place>,
}

/// The error that a text is not a collection of games of Hex.
#[derive(Debug, Error)]
pub enum SgfError {
    /// The source cannot be read.
    #[error("cannot read the input: {0}")]
    Source(#[from] io::Error),
    /// The text has a fault.
    #[error("{0}: {1}")]
    Fault(Place, SgfFault),
}

/// A fault of a text.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SgfFault {
    /// Something else stands there than is expected.
    #[error("expected {0}, found {1}")]
    Expected(&'static str, String),
    /// A game lacks a property.
    #[error("the game has no property {0}")]
    Lacks(&'static str),
    /// No board has the size.
    #[error(transparent)]
    Size(SizeError),
    /// A stone is off the board, or in a cell that has one already.
    #[error(transparent)]
    Stone(PlayError),
    /// The game is shorter than it should be.
    #[error("expected a game of at least {expected} moves, found one of {found}")]
    Short {
        /// The number of moves asked for.
        expected: usize,
        /// The number of moves of the main line.
        found: usize,
    },
}

/// Returns whether a text that begins so is SGF: its first character is `(`.
#[must_use]
pub fn is_sgf(begin: &[u8]) -> bool {
    begin.strip_prefix(BYTE_ORDER_MARK).unwrap_or(begin).starts_with(b"(")
}

/// Reads the games of a collection.
///
/// ```
/// use quadrille::hex::sgf;
/// let records = sgf::read("(;FF[4]GM[11]SZ[3];B[b2];W[a3](;B[c1])(;B[c3]))".as_bytes())?;
/// assert_eq!(records[0].position(None)?.legal_moves().count(), 9 - 3);
/// assert_eq!(records[0].position(Some(1))?.legal_moves().count(), 9 - 1);
/// # Ok::<(), sgf::SgfError>(())
/// ```
///
/// # Errors
/// The first fault of the text, or that of `source`. Where the stones are is checked by [`Record::position`].
///
/// # Complexity
/// One pass; memory for the main lines, however deep the trees are.
pub fn read(source: impl Read) -> Result<Vec<Record>, SgfError> {
    let mut text = Text::new(source)?;
    let mut records = Vec::new();
    while text.after_blanks()?.is_some() {
        records.push(text.record()?);
    }
    Ok(records)
}

impl Record {
    /// Returns the position after the given number of moves of the main line, or at its end. Moves without a stone count too.
    ///
    /// # Errors
    /// If a stone is off the board, or a move is in a cell that has a stone, or the game is shorter.
    pub fn position(&self, moves: Option<usize>) -> Result<Position, SgfError> {
        if let Some(expected) = moves.filter(|&moves| moves > self.game.moves()) {
            return Err(SgfError::Fault(self.begin, SgfFault::Short { expected, found: self.game.moves() }));
        }
        let position = self.game.position(moves);
        position.map_err(|(index, error)| SgfError::Fault(self.places[index], SgfFault::Stone(error)))
    }
}

/// What has been read of a game.
#[derive(Default)]
struct Properties {
    size: Option<(Place, u64)>,
    is_hex: bool,
    /// Whether `swap-pieces` means `swap-sides`.
    swaps_sides: bool,
    actions: Vec<(Place, Action)>,
}

impl Properties {
    /// Takes a value of a property.
    fn read(&mut self, name: &[u8], place: Place, value: &[u8]) -> Result<(), SgfError> {
        let expected = |what| Err(SgfError::Fault(place, SgfFault::Expected(what, shown(value))));
        // What is not UTF-8 is no value of these properties.
        let text = str::from_utf8(value.trim_ascii()).unwrap_or("?");
        let player = if name.ends_with(b"W") { Player::X } else { Player::O };
        match name {
            b"AP" => self.swaps_sides = is_old_hexgui(text),
            b"FF" if !matches!(text, "1" | "2" | "3" | "4") => return expected("a version of SGF from 1 to 4"),
            b"GM" if text != "11" => return expected("11, which is Hex"),
            b"GM" => self.is_hex = true,
            b"PL" if !["b", "w", "black", "white", "1", "2"].contains(&&*text.to_ascii_lowercase()) => {
                return expected("B or W");
            }
            b"SZ" => {
                let (rows, columns) = text.split_once(':').unwrap_or((text, text));
                match (rows.trim().parse::<u64>(), columns.trim().parse::<u64>()) {
                    (Ok(rows), Ok(columns)) if rows == columns => self.size = Some((place, rows)),
                    _ => return expected("the size of a square board, such as 11"),
                }
            }
            b"AB" | b"AW" | b"AE" => match text.parse() {
                Ok(Move::Stone(cell)) => {
                    let owner = Some(player).filter(|_| name != b"AE");
                    self.actions.push((place, Action::SetUp(owner, cell)));
                }
                _ => return expected("a cell such as c3"),
            },
            b"B" | b"W" => match text.parse() {
                _ if text.is_empty() => self.actions.push((place, Action::Move(player, Move::NoStone))),
                Ok(Move::SwapPieces) if self.swaps_sides => {
                    self.actions.push((place, Action::Move(player, Move::NoStone)));
                }
                Ok(mv) => self.actions.push((place, Action::Move(player, mv))),
                Err(_) => return expected("a move such as c3, swap-pieces, swap-sides, pass or resign"),
            },
            _ => {}
        }
        Ok(())
    }

    /// Returns the game that began at a place.
    fn record(self, begin: Place) -> Result<Record, SgfError> {
        let lacks = |what| SgfError::Fault(begin, SgfFault::Lacks(what));
        if !self.is_hex {
            return Err(lacks("GM[11], so that it is not one of Hex"));
        }
        let (place, size) = self.size.ok_or_else(|| lacks("SZ, the size of the board"))?;
        let mut game = Game::new(size).map_err(|error| SgfError::Fault(place, SgfFault::Size(error)))?;
        let (places, actions): (Vec<Place>, Vec<Action>) = self.actions.into_iter().unzip();
        for action in actions {
            game.push(action);
        }
        Ok(Record { begin, game, places })
    }
}

/// Returns whether the value of `AP` is HexGui up to version 0.9, such as `HexGui:0.9.GIT`.
fn is_old_hexgui(application: &str) -> bool {
    let version = application.strip_prefix("HexGui:0.").unwrap_or_default().as_bytes();
    version.first().is_some_and(u8::is_ascii_digit) && !version.get(1).is_some_and(u8::is_ascii_digit)
}

/// Returns what a message shows of a text.
fn shown(text: &[u8]) -> String {
    format!("'{}'", text.escape_ascii())
}

/// A text, byte by byte.
struct Text<R> {
    bytes: Bytes<BufReader<R>>,
    /// The next byte, and its place.
    next: Option<u8>,
    place: Place,
}

impl<R: Read> Text<R> {
    fn new(source: R) -> io::Result<Text<R>> {
        let mut text = Text { bytes: BufReader::new(source).bytes(), next: None, place: Place { line: 1, column: 0 } };
        text.advance()?;
        for &byte in BYTE_ORDER_MARK {
            if text.next == Some(byte) {
                text.advance()?;
                text.place.column = 1;
            }
        }
        Ok(text)
    }

    /// Passes over the next byte.
    fn advance(&mut self) -> io::Result<()> {
        let Place { line, column } = self.place;
        self.place = match self.next {
            Some(b'\n') => Place { line: line + 1, column: 1 },
            _ => Place { line, column: column + 1 },
        };
        self.next = self.bytes.next().transpose()?;
        Ok(())
    }

    /// Passes over blanks, and returns the next byte.
    fn after_blanks(&mut self) -> io::Result<Option<u8>> {
        while self.next.is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.advance()?;
        }
        Ok(self.next)
    }

    fn expected(&self, what: &'static str) -> SgfError {
        let found = self.next.map_or_else(|| "the end of the input".to_owned(), |byte| shown(&[byte]));
        SgfError::Fault(self.place, SgfFault::Expected(what, found))
    }

    /// Reads a game.
    fn record(&mut self) -> Result<Record, SgfError> {
        if self.next != Some(b'(') {
            return Err(self.expected("a game, which begins with ("));
        }
        let (begin, mut properties) = (self.place, Properties::default());
        // The number of trees that have begun and not ended. After the first end there are only variations.
        let (mut depth, mut is_main) = (0_u64, true);
        loop {
            match self.after_blanks()? {
                Some(b'(') => depth += 1,
                Some(b')') => (depth, is_main) = (depth - 1, false),
                Some(b';') => {}
                Some(byte) if byte.is_ascii_alphabetic() => {
                    self.property(Some(&mut properties).filter(|_| is_main))?;
                    continue;
                }
                _ => return Err(self.expected("a property, a node, a variation, or the end of the game")),
            }
            self.advance()?;
            if depth == 0 {
                return properties.record(begin);
            }
        }
    }

    /// Reads a property and its values.
    fn property(&mut self, mut properties: Option<&mut Properties>) -> Result<(), SgfError> {
        let mut name = Vec::new();
        while let Some(byte) = self.next.filter(u8::is_ascii_alphanumeric) {
            // Old versions have names such as White for W.
            if !byte.is_ascii_lowercase() && name.len() < LONGEST_KEPT {
                name.push(byte);
            }
            self.advance()?;
        }
        if self.after_blanks()? != Some(b'[') {
            return Err(self.expected("a value in brackets"));
        }
        while self.after_blanks()? == Some(b'[') {
            self.advance()?;
            let place = self.place;
            let mut value = Vec::new();
            while self.next != Some(b']') {
                if self.next == Some(b'\\') {
                    self.advance()?;
                }
                let byte = self.next.ok_or_else(|| self.expected("the end of a value, which is ]"))?;
                if value.len() < LONGEST_KEPT {
                    value.push(byte);
                }
                self.advance()?;
            }
            self.advance()?;
            if let Some(properties) = &mut properties {
                properties.read(&name, place, &value)?;
            }
        }
        Ok(())
    }
}
