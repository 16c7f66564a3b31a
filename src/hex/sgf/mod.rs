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
//! [`write()`] writes such games, with comments and marks. `moves` reads addresses and lists of moves as games.
//!
//! Of the main line are read `SZ` (11 if it is missing), `AB`, `AW`, `AE`, `B` and `W`, and `FF`, `GM` and `PL` are
//! checked; other properties are passed over. A cell is `c3`, or two letters as in games of Go, where `cc` is the same
//! cell; setup stones may be those of a rectangle, `a1:c3`. Moves without a stone are an empty value, `pass`, `resign`, `forfeit`, `swap` and
//! `swap-sides`, by which the players change sides and not the stones. `swap-pieces` gives each stone to the other
//! player and mirrors the board at its long diagonal. Text before the first game is skipped.
//!
//! Source: A. Hollosi, *SGF File Format FF\[4\]* and *Hex (GM\[11\])*, 2006; for the swap, P. Selinger's HexGui.

pub(super) mod moves;
mod properties;
mod write;

use std::collections::VecDeque;
use std::io::{self, BufReader, Bytes, Read};

use thiserror::Error;

use self::properties::Properties;
pub use self::write::{colour, write};
use super::game::{Action, Game, Move};
use super::position::{PlayError, Position, SizeError};
use crate::cell::Cell;
use crate::player::Player;
use crate::text::{BYTE_ORDER_MARK, Place};

/// The number of bytes that are kept of a value and of the name of a property. Those that are read are shorter.
const LONGEST_KEPT: usize = 64;

/// The number of bytes after the end of a name that are looked at.
const LONGEST_AHEAD: usize = 1 << 12;

/// A game of a collection: its main line.
#[derive(Clone, Debug)]
pub struct Record {
    begin: Place,
    game: Game,
    /// Where each action of the game stands.
    places: Vec<Place>,
    /// The player who is Black: O, or in a game of Little Golem that White begins, X.
    pub black: Player,
    /// The player to move after the last move, if that is said.
    next: Option<Player>,
    /// Names and values of the properties that tell about the game as a whole.
    information: Vec<(Vec<u8>, Vec<u8>)>,
    /// The comments, and after how many moves each of them stands.
    comments: Vec<(usize, Vec<u8>)>,
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
    /// Something else than a game stands between two games, or after the last one.
    #[error("expected a game, which begins with (, found {0}")]
    Outside(String),
    /// A game lacks a property.
    #[error("the game has no property {0}")]
    Lacks(&'static str),
    /// No board has the size.
    #[error(transparent)]
    Size(SizeError),
    /// A stone is off the board, or the pieces cannot be swapped.
    #[error(transparent)]
    Stone(PlayError),
    /// A move is in a cell that has a stone already, and its colour.
    #[error("cell {} already has a {} stone", Move::Stone(*.0), .1)]
    Taken(Cell, &'static str),
    /// Stones are set up after a move, so that it cannot be judged.
    #[error("expected a game to review, without stones that are set up or taken away after a move")]
    SetUp,
    /// The game is shorter than it should be.
    #[error("expected a game of at least {expected} moves, found one of {found}")]
    Short {
        /// The number of moves asked for.
        expected: usize,
        /// The number of moves of the main line.
        found: usize,
    },
}

/// Returns whether a text that begins so is SGF, or `None` if that cannot be told yet.
///
/// The first character of SGF is `(`. If there is other text before, such as the heading of a mail, it does not begin
/// with a digit, and the first game begins with `(;`. A text in the contest's format begins with a digit.
#[must_use]
pub fn is_sgf(begin: &[u8]) -> Option<bool> {
    let text = begin.strip_prefix(BYTE_ORDER_MARK).unwrap_or(begin).trim_ascii_start();
    let is_game = |text: &[u8]| text.trim_ascii_start().starts_with(b";");
    match text.first()? {
        b'(' => Some(true),
        b'0'..=b'9' => Some(false),
        _ => text.split(|&byte| byte == b'(').skip(1).any(is_game).then_some(true),
    }
}

/// An iterator over the games of a collection, in order. It ends after the first error.
///
/// ```
/// use quadrille::hex::sgf::Games;
/// let mut games = Games::open("(;FF[4]GM[11]SZ[3];B[b2];W[a3](;B[c1])(;B[c3]))(;GM[11".as_bytes())?;
/// let game = games.next().unwrap()?;
/// assert_eq!(game.position(None)?.legal_moves().count(), 9 - 3);
/// assert_eq!(game.position(Some(1))?.legal_moves().count(), 9 - 1);
/// assert!(games.next().unwrap().is_err(), "the second game breaks off");
/// assert!(games.next().is_none(), "nothing after an error");
/// # Ok::<(), quadrille::hex::sgf::SgfError>(())
/// ```
///
/// An item is the next game, or the first fault of the text or of its source. Where the stones are is checked by
/// [`Record::position`].
///
/// # Complexity
/// One pass; memory for the main line of one game, however deep the trees are.
pub struct Games<R> {
    text: Text<R>,
    /// Whether a game has been read, so that no other text may follow.
    has_begun: bool,
    has_ended: bool,
}

impl<R: Read> Games<R> {
    /// Begins to read.
    ///
    /// # Errors
    /// If the source cannot be read.
    pub fn open(source: R) -> Result<Games<R>, SgfError> {
        Ok(Games { text: Text::new(source)?, has_begun: false, has_ended: false })
    }

    /// Keeps comments and the properties that tell about a game as a whole, so that it can be [written](write()).
    #[must_use]
    pub fn with_texts(mut self) -> Games<R> {
        self.text.keeps_texts = true;
        self
    }

    fn game(&mut self) -> Result<Option<Record>, SgfError> {
        match self.text.after_blanks()? {
            None => Ok(None),
            Some(b'(') => {
                let begin = self.text.place;
                self.text.advance()?;
                self.text.record(begin).map(Some)
            }
            Some(byte) if self.has_begun => Err(SgfError::Fault(self.text.place, SgfFault::Outside(shown(&[byte])))),
            Some(_) => {
                let begin = self.text.skip_to_game()?;
                self.text.record(begin).map(Some)
            }
        }
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<Record, SgfError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let game = self.game().transpose();
        self.has_begun = true;
        self.has_ended = !matches!(game, Some(Ok(_)));
        game
    }
}

impl Record {
    /// Returns the position after the given number of moves of the main line, or at its end. Moves without a stone
    /// count too.
    ///
    /// # Errors
    /// If a stone is off the board, or a move is in a cell that has a stone, or the game is shorter.
    pub fn position(&self, moves: Option<usize>) -> Result<Position, SgfError> {
        if let Some(expected) = moves.filter(|&moves| moves > self.game.moves()) {
            return Err(SgfError::Fault(self.begin, SgfFault::Short { expected, found: self.game.moves() }));
        }
        self.game.position(moves).map_err(|error| self.fault(error))
    }

    /// Returns the error that an action of the game, given by its index, cannot be done.
    #[must_use]
    pub fn fault(&self, (index, error): (usize, PlayError)) -> SgfError {
        let fault = match error {
            PlayError::Taken { cell, owner } => {
                SgfFault::Taken(cell, if owner == self.black { "black" } else { "white" })
            }
            PlayError::OffBoard { .. } | PlayError::Swap(_) => SgfFault::Stone(error),
        };
        SgfError::Fault(self.places[index], fault)
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Checks that stones are set up before the first move alone.
    ///
    /// # Errors
    /// If they are set up or taken away after a move.
    pub fn check_set_up(&self) -> Result<(), SgfError> {
        let actions = self.game.actions();
        let late = actions.windows(2).position(|two| matches!(two, [Action::Move(..), Action::SetUp(..)]));
        late.map_or(Ok(()), |index| Err(SgfError::Fault(self.places[index + 1], SgfFault::SetUp)))
    }

    /// Returns the player to move at the end: the one that the game names after its last move, or who moves next by the
    /// rules. Black, who is O, begins.
    #[must_use]
    pub fn to_move(&self) -> Player {
        self.next.or_else(|| self.game.to_move()).unwrap_or(Player::O)
    }
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
    /// The bytes after it that were looked at.
    ahead: VecDeque<u8>,
    /// Whether the values of [`Properties::TEXTS`] are kept.
    keeps_texts: bool,
}

impl<R: Read> Text<R> {
    fn new(source: R) -> io::Result<Text<R>> {
        let (bytes, place) = (BufReader::new(source).bytes(), Place { line: 1, column: 0 });
        let mut text = Text { bytes, next: None, place, ahead: VecDeque::new(), keeps_texts: false };
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
        self.next = match self.ahead.pop_front() {
            None => self.bytes.next().transpose()?,
            byte => byte,
        };
        Ok(())
    }

    /// Returns whether the text after the next byte can go on behind the value of a player's name: with a property; with
    /// a node that has one; or with nothing but ends of trees, up to the next game or the end.
    fn can_end_name(&mut self) -> io::Result<bool> {
        while self.ahead.len() < LONGEST_AHEAD
            && let Some(byte) = self.bytes.next().transpose()?
        {
            self.ahead.push_back(byte);
        }
        let (mut rest, mut sign) = (self.ahead.iter().peekable(), None);
        while let Some(byte) = rest.next_if(|byte| byte.is_ascii_whitespace() || b"();".contains(byte)) {
            sign = Some(byte).filter(|byte| !byte.is_ascii_whitespace()).or(sign);
        }
        let (is_end, has_name) = (rest.peek().is_none(), rest.next_if(|byte| byte.is_ascii_uppercase()).is_some());
        while rest.next_if(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()).is_some() {}
        while rest.next_if(|byte| byte.is_ascii_whitespace()).is_some() {}
        Ok(if is_end {
            sign == Some(&b')')
        } else {
            matches!(sign, None | Some(b';')) && has_name && rest.next() == Some(&b'[')
        })
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

    /// Passes over text and the parenthesis of the first game, and returns its place.
    fn skip_to_game(&mut self) -> Result<Place, SgfError> {
        loop {
            let place = self.place;
            match self.next {
                None => return Err(self.expected("a game, which begins with (;")),
                Some(b'(') => {
                    self.advance()?;
                    if self.after_blanks()? == Some(b';') {
                        return Ok(place);
                    }
                }
                Some(_) => self.advance()?,
            }
        }
    }

    /// Reads a game after its first parenthesis.
    fn record(&mut self, begin: Place) -> Result<Record, SgfError> {
        let mut properties = Properties::default();
        // The number of trees that have begun and not ended. After the first end there are only variations.
        let (mut depth, mut is_main) = (1_u64, true);
        loop {
            match self.after_blanks()? {
                Some(b'(') => depth += 1,
                Some(b')') => (depth, is_main) = (depth - 1, false),
                // Little Golem does not escape brackets in other texts either.
                Some(b';' | b']') => {}
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
        let (mut name, mut is_old) = (Vec::new(), false);
        while let Some(byte) = self.next.filter(u8::is_ascii_alphanumeric) {
            // Old versions have names such as White for W.
            is_old |= byte.is_ascii_lowercase();
            if !byte.is_ascii_lowercase() && name.len() < LONGEST_KEPT {
                name.push(byte);
            }
            self.advance()?;
        }
        // Little Golem and HexGui escape nothing in names of players.
        let is_name = !is_old && matches!(&*name, b"PB" | b"PW");
        if self.after_blanks()? != Some(b'[') {
            return Err(self.expected("a value in brackets"));
        }
        let is_kept = self.keeps_texts && Properties::TEXTS.contains(&&*name);
        while self.after_blanks()? == Some(b'[') {
            self.advance()?;
            let place = self.place;
            let mut value = Vec::new();
            while self.next != Some(b']') || is_name && !self.can_end_name()? {
                if self.next == Some(b'\\') {
                    self.advance()?;
                    if is_name && self.next == Some(b']') && self.can_end_name()? {
                        value.push(b'\\');
                        break;
                    }
                    // Behind it a line end, also of two characters, joins the lines.
                    if let Some(first @ (b'\n' | b'\r')) = self.next {
                        self.advance()?;
                        if matches!(self.next, Some(b'\n' | b'\r')) && self.next != Some(first) {
                            self.advance()?;
                        }
                        continue;
                    }
                }
                let byte = self.next.ok_or_else(|| self.expected("the end of a value, which is ]"))?;
                if value.len() < LONGEST_KEPT || is_kept {
                    value.push(byte);
                }
                self.advance()?;
            }
            self.advance()?;
            if let Some(properties) = &mut properties {
                if is_kept {
                    properties.keep(&name, &value);
                }
                properties.read(&name, place, &value)?;
            }
        }
        Ok(())
    }
}
