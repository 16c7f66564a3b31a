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

use std::collections::HashMap;
use std::io::{self, BufReader, Bytes, Read};

use thiserror::Error;

use super::position::{PlayError, Position, SizeError};
use crate::cell::Cell;
use crate::player::Player;
use crate::text::{BYTE_ORDER_MARK, Place};

/// The number of bytes that are kept of a value and of the name of a property. Those that are read are shorter.
const LONGEST_KEPT: usize = 64;

/// A game: its board, and what the main line does to it.
#[derive(Clone, Debug)]
pub struct Game {
    place: Place,
    size: Option<(Place, u64)>,
    is_hex: bool,
    /// Whether `swap-pieces` means `swap-sides`.
    swaps_sides: bool,
    actions: Vec<(Place, Action)>,
}

#[derive(Clone, Copy, Debug)]
enum Action {
    /// A cell gets a stone, or loses it.
    Setup(Option<Player>, Cell),
    Move(Player, Cell),
    /// A move without a stone.
    Pass,
    SwapPieces,
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
        expected: u64,
        /// The number of moves of the main line.
        found: u64,
    },
}

/// Reads the games of a collection.
///
/// ```
/// use quadrille::hex::sgf;
/// let games = sgf::read("(;FF[4]GM[11]SZ[3];B[b2];W[a3](;B[c1])(;B[c3]))".as_bytes())?;
/// let position = games[0].position(None)?;
/// assert_eq!(position.legal_moves().count(), 9 - 3);
/// assert_eq!(games[0].position(Some(1))?.legal_moves().count(), 9 - 1);
/// # Ok::<(), sgf::SgfError>(())
/// ```
///
/// # Errors
/// The first fault of the text, or that of `source`. Whether the stones are on the board is checked by [`Game::position`].
///
/// # Complexity
/// One pass; memory for the stones of the main lines, however deep the trees are.
pub fn read(source: impl Read) -> Result<Vec<Game>, SgfError> {
    let mut text = Text::new(source)?;
    let mut games = Vec::new();
    while text.after_blanks()?.is_some() {
        games.push(text.game()?);
    }
    Ok(games)
}

impl Game {
    /// Returns the position after the given number of moves of the main line, or at its end. Moves without a stone count too.
    ///
    /// # Errors
    /// If a stone of the main line up to there is off the board or in a cell that has one, or the game has fewer moves.
    pub fn position(&self, moves: Option<u64>) -> Result<Position, SgfError> {
        let (place, size) = self.size.ok_or(SgfError::Fault(self.place, SgfFault::Lacks("SZ")))?;
        let mut position = Position::empty(size).map_err(|error| SgfError::Fault(place, SgfFault::Size(error)))?;
        // As the stones were before an odd number of swaps, if there was one.
        let (mut stones, mut is_swapped, mut count) = (HashMap::new(), false, 0);
        for &(place, action) in &self.actions {
            let is_move = !matches!(action, Action::Setup(..));
            if is_move && moves == Some(count) {
                break;
            }
            count += u64::from(is_move);
            let (owner, cell) = match action {
                Action::Pass => continue,
                Action::SwapPieces => {
                    is_swapped = !is_swapped;
                    continue;
                }
                Action::Setup(owner, cell) => (owner, cell),
                Action::Move(player, cell) => (Some(player), cell),
            };
            let fault = |error| SgfError::Fault(place, SgfFault::Stone(error));
            if !position.contains(cell) {
                return Err(fault(PlayError::OffBoard { cell, size: position.size() }));
            }
            let stands = stones.get(&swapped(is_swapped, cell)).map(|&player| owner_now(is_swapped, player));
            match (stands, owner) {
                (Some(owner), Some(_)) if is_move => return Err(fault(PlayError::Taken { cell, owner })),
                (_, Some(player)) => drop(stones.insert(swapped(is_swapped, cell), owner_now(is_swapped, player))),
                (_, None) => drop(stones.remove(&swapped(is_swapped, cell))),
            }
        }
        if let Some(expected) = moves.filter(|&moves| moves > count) {
            return Err(SgfError::Fault(self.place, SgfFault::Short { expected, found: count }));
        }
        for (cell, player) in stones {
            let played = position.play(owner_now(is_swapped, player), swapped(is_swapped, cell));
            played.map_err(|error| SgfError::Fault(self.place, SgfFault::Stone(error)))?;
        }
        Ok(position)
    }

    /// Takes a value of a property of the main line.
    fn read_property(&mut self, name: &[u8], place: Place, value: &[u8]) -> Result<(), SgfError> {
        let expected = |what| Err(SgfError::Fault(place, SgfFault::Expected(what, shown(value))));
        let text = value.trim_ascii().to_ascii_lowercase();
        let player = if name.ends_with(b"W") { Player::X } else { Player::O };
        let action = match name {
            b"AP" => {
                // HexGui:0.9, but not HexGui:0.10.
                let version = text.strip_prefix(b"hexgui:0.").unwrap_or_default();
                self.swaps_sides =
                    version.first().is_some_and(u8::is_ascii_digit) && !version.get(1).is_some_and(u8::is_ascii_digit);
                return Ok(());
            }
            b"FF" if !matches!(&*text, b"1" | b"2" | b"3" | b"4") => return expected("a version of SGF from 1 to 4"),
            b"GM" if text != b"11" => return expected("11, the number of Hex"),
            b"GM" => {
                self.is_hex = true;
                return Ok(());
            }
            b"PL" if !matches!(&*text, b"b" | b"w" | b"black" | b"white" | b"1" | b"2") => return expected("B or W"),
            b"SZ" => {
                let mut sides = text.split(|&byte| byte == b':').map(|side| str::from_utf8(side).ok()?.parse().ok());
                match (sides.next().flatten(), sides.next(), sides.next()) {
                    (Some(size), other, None) if other.is_none_or(|other| other == Some(size)) => {
                        self.size = Some((place, size));
                        return Ok(());
                    }
                    _ => return expected("a size such as 11"),
                }
            }
            b"AB" | b"AW" | b"AE" => match cell(&text) {
                Some(cell) => Action::Setup(Some(player).filter(|_| name != b"AE"), cell),
                None => return expected("a cell such as c3"),
            },
            b"B" | b"W" => match (&*text, cell(&text)) {
                (b"swap-pieces", _) if !self.swaps_sides => Action::SwapPieces,
                (b"" | b"pass" | b"resign" | b"forfeit" | b"swap" | b"swap-sides" | b"swap-pieces", _) => Action::Pass,
                (_, Some(cell)) => Action::Move(player, cell),
                _ => return expected("a move such as c3, pass, resign or swap-sides"),
            },
            _ => return Ok(()),
        };
        self.actions.push((place, action));
        Ok(())
    }
}

/// Returns the cell that a text in lower case names.
fn cell(text: &[u8]) -> Option<Cell> {
    match *text {
        [column @ b'a'..=b'z', row @ b'a'..=b'z'] => Some(Cell::new((column - b'a').into(), (row - b'a').into())),
        _ => Cell::from_bytes(text).ok(),
    }
}

/// Returns a cell as it is mirrored at the long diagonal, or as it is.
fn swapped(is_swapped: bool, cell: Cell) -> Cell {
    if is_swapped { Cell::new(cell.row(), cell.column()) } else { cell }
}

fn owner_now(is_swapped: bool, player: Player) -> Player {
    if is_swapped { player.opponent() } else { player }
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

    fn game(&mut self) -> Result<Game, SgfError> {
        if self.next != Some(b'(') {
            return Err(self.expected("a game, which begins with ("));
        }
        let mut game = Game { place: self.place, size: None, is_hex: false, swaps_sides: false, actions: Vec::new() };
        // The number of trees that have begun and not ended. After the first end there are only variations.
        let (mut depth, mut is_main) = (0_u64, true);
        loop {
            match self.after_blanks()? {
                Some(b'(') => depth += 1,
                Some(b')') => (depth, is_main) = (depth - 1, false),
                Some(b';') => {}
                Some(byte) if byte.is_ascii_alphabetic() => {
                    self.property(Some(&mut game).filter(|_| is_main))?;
                    continue;
                }
                _ => return Err(self.expected("a property, a node, a variation, or the end of the game")),
            }
            self.advance()?;
            if depth == 0 {
                let lacks = |what| Err(SgfError::Fault(game.place, SgfFault::Lacks(what)));
                return if game.is_hex { Ok(game) } else { lacks("GM[11], which says that it is one of Hex") };
            }
        }
    }

    /// Reads a property and its values.
    fn property(&mut self, mut game: Option<&mut Game>) -> Result<(), SgfError> {
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
            if let Some(game) = &mut game {
                game.read_property(&name, place, &value)?;
            }
        }
        Ok(())
    }
}
