//! Checks proofs by the rules of [`proof`](super) alone. Nothing here is shared with the solver.
//!
//! ```text
//!     ways of an entry:    | move, stones, entries    | move, stones, entries    ...
//!     each of them:          the ends are joined, the carriers are disjoint
//!     all of them:           no cell in common
//! ```
//!
//! Entries refer to earlier ones, so they are checked one by one as they are read. Only the ends, the stones and the
//! carrier of each are kept.
//!
//! *Cost*: for each way, time in proportion to its length and to the cells of the board; for each entry, memory for two
//! sets of cells.

use std::io::{BufRead, Read};

use serde::Serialize;

use super::board::{Board, Joined, Set};
use super::fault::{Fault, VerifyError};
use super::lemmas::Worst;
use super::{LARGEST_PROVED, SIZE, sides};
use crate::cell::Cell;
use crate::hex::{Found, Position};
use crate::player::Player;
use crate::text::{Cursor, LineEnd, ParseNumberError, Place, Token, is_blank};

/// The words before the additions of an entry, in their order. So many cells as the index, and one, may stand together.
const SECTIONS: [&str; 2] = ["with", "filled"];

const END_OF_LINE: &str = "the end of the line";

/// The result of checking a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// The position.
    #[serde(rename = "board")]
    pub position: Position,
    /// The player to move.
    pub to_move: Player,
    /// The player who wins.
    pub winner: Player,
    /// The number of entries of the proof.
    pub entries: u64,
}

/// Reads a proof and checks it.
///
/// ```
/// use quadrille::hex::proof::verify;
/// use quadrille::player::Player;
///
/// let proof = "hex proof 3\nsize 2\nX B1\nO\nto move O\nwinner X\nL B1 | A1 | A2\nwin B1 1\n";
/// assert_eq!(verify(&mut proof.as_bytes())?.winner, Player::X);
/// let error = verify(&mut proof.replace(" | A2", "").as_bytes()).unwrap_err();
/// assert_eq!(error.to_string(), "line 7, column 1: a move of O at A1 is not answered");
/// # Ok::<(), quadrille::hex::proof::VerifyError>(())
/// ```
///
/// # Errors
/// The first fault, if `from` cannot be read or is no valid proof.
pub fn verify(from: &mut dyn BufRead) -> Result<Verified, VerifyError> {
    let mut text = Text { cursor: Cursor::new(from)? };
    let (position, to_move, winner) = text.header()?;
    let board = Board { size: usize::from(position.size()), winner };
    let mut entries = Vec::new();
    loop {
        let (first, place) = text.required("an entry, or 'win'")?;
        if first.bytes() != Some(b"win") {
            let entry = text.entry(&board, &entries, (first, place))?;
            entries.push(entry);
            continue;
        }
        let way = text.way(&board, &entries, (board.sides(), Set::default()))?;
        while text.end_line("nothing after the line 'win'")? == LineEnd::Passed {}
        let stones = |player| board.set(position.stones_of(player));
        if let Some(cell) = way.stones.or(way.cells).and(stones(winner.opponent())).first() {
            return Err(Fault::Taken(board.cell(cell)).at(place));
        }
        let mut missing = way.stones.without(stones(winner));
        if let Some(first_move) = missing.first().filter(|_| to_move == winner) {
            missing = missing.without(Set::from_cell(first_move));
        }
        return match missing.first() {
            Some(cell) => Err(Fault::NoStone(winner, board.cell(cell)).at(place)),
            None => Ok(Verified { position, to_move, winner, entries: entries.len() as u64 }),
        };
    }
}

/// What is known of an entry that has been checked.
struct CheckedEntry {
    ends: [usize; 2],
    stones: Set,
    carrier: Set,
}

/// A way that has been checked.
struct CheckedWay {
    first_move: Set,
    stones: Set,
    /// The move and the carriers, without the stones but for the move.
    cells: Set,
}

/// The text of a proof.
struct Text<R> {
    cursor: Cursor<R>,
}

impl<R: Read> Text<R> {
    fn entry(
        &mut self,
        board: &Board,
        entries: &[CheckedEntry],
        first: (Token, Place),
    ) -> Result<CheckedEntry, VerifyError> {
        let place = first.1;
        let second = self.required("a second end")?;
        let ends = [end_of(board, first)?, end_of(board, second)?];
        let additions = self.additions(board, ends)?;
        let end_stones = board.stone(ends[0]).or(board.stone(ends[1]));
        let given = end_stones.or(additions.with).or(additions.filled());
        let (mut stones, mut all) = (given, Set::default());
        let mut common: Option<Set> = None;
        loop {
            self.cursor.blanks()?;
            match self.cursor.peek()? {
                None | Some(b'\n') => break,
                Some(b'|') => self.cursor.advance(1),
                Some(_) => return Err(self.unexpected("'|'")?),
            }
            let way = self.way(board, entries, (ends, given))?;
            stones = stones.or(way.stones.without(way.first_move));
            all = all.or(way.cells);
            // A way without a move stays, wherever the opponent moves.
            let in_the_way = if way.first_move.first().is_some() { way.cells } else { Set::default() };
            common = Some(common.map_or(in_the_way, |common| common.and(in_the_way)));
        }
        self.end_line(END_OF_LINE)?;
        let common = common.ok_or(Fault::NoWay.at(place))?;
        if let Some(cell) = common.without(stones).first() {
            return Err(Fault::Unanswered(board.winner.opponent(), board.cell(cell)).at(place));
        }
        let (stones, carrier) = additions.check(board, stones, all)?;
        Ok(CheckedEntry { ends, stones, carrier })
    }

    /// Reads what an entry of the sides may have before its ways.
    fn additions(&mut self, board: &Board, ends: [usize; 2]) -> Result<Additions, VerifyError> {
        let mut additions = Additions::default();
        let (mut section, mut listed) = (None, Set::default());
        while let Some((token, place)) = self.token()? {
            if ends != board.sides() {
                return Err(not_a_way(token, place));
            }
            let word = SECTIONS.iter().position(|word| token.bytes() == Some(word.as_bytes()));
            if word.is_some() {
                if word <= section {
                    return Err(Fault::Expected("a cell or '|'", Found::Token(token)).at(place));
                }
                (section, listed) = (word, Set::default());
                continue;
            }
            let Some(section) = section else { return Err(not_a_way(token, place)) };
            let cells = cells_of(board, token, section + 1).map_err(|fault| fault.at(place))?;
            for &cell in &cells {
                if listed.has(cell) {
                    return Err(Fault::Twice(board.cell(cell)).at(place));
                }
                listed = listed.or(Set::from_cell(cell));
            }
            if section == 0 {
                additions.with = listed;
            } else {
                additions.filled.push((cells, place));
            }
        }
        Ok(additions)
    }

    /// Reads a way between two ends with some stones.
    fn way(
        &mut self,
        board: &Board,
        entries: &[CheckedEntry],
        (ends, mut stones): ([usize; 2], Set),
    ) -> Result<CheckedWay, VerifyError> {
        let place = self.cursor.place();
        let mut first_move = Set::default();
        // The cells in a carrier, and those in two.
        let (mut once, mut twice) = (Set::default(), Set::default());
        let mut joined = Joined::new(board);
        while let Some((token, place)) = self.token()? {
            if token.number() == Err(ParseNumberError::Malformed) {
                let cell = cell_of(board.size, token).map_err(|fault| fault.at(place))?;
                let cell = Set::from_cell(board.number(cell));
                if first_move.first().is_none() {
                    first_move = cell;
                }
                stones = stones.or(cell);
            } else {
                let number = token.number().ok().and_then(|number| usize::try_from(number).ok());
                let index = number.and_then(|number| number.checked_sub(1));
                let used = index.and_then(|index| entries.get(index)).ok_or(Fault::NoEntry(token).at(place))?;
                stones = stones.or(used.stones);
                twice = twice.or(once.and(used.carrier));
                once = once.or(used.carrier);
                joined.join(used.ends);
            }
        }
        if let Some(cell) = twice.without(stones).first() {
            return Err(Fault::Overlap(board.cell(cell)).at(place));
        }
        joined.join_stones(board, stones);
        if !joined.are_joined(ends) {
            return Err(Fault::NotJoined.at(place));
        }
        Ok(CheckedWay { first_move, stones, cells: once.without(stones).or(first_move) })
    }

    /// Reads what is before the entries.
    fn header(&mut self) -> Result<(Position, Player, Player), VerifyError> {
        for (word, text) in [("'hex proof 3'", "hex"), ("'proof'", "proof")] {
            self.word(word, text)?;
        }
        let (token, place) = self.required("'3'")?;
        if token.number() != Ok(3) {
            return Err(Fault::Expected("'3'", Found::Token(token)).at(place));
        }
        self.end_line(END_OF_LINE)?;
        self.word("'size'", "size")?;
        let (token, place) = self.required(SIZE)?;
        let size = token.number().ok().filter(|size| (1..=u64::from(LARGEST_PROVED)).contains(size));
        let position = size.and_then(|size| Position::empty(size).ok());
        let mut position = position.ok_or(Fault::Expected(SIZE, Found::Token(token)).at(place))?;
        self.end_line(END_OF_LINE)?;
        for (player, word) in [(Player::X, "'X'"), (Player::O, "'O'")] {
            self.word(word, &word[1..2])?;
            while let Some((token, place)) = self.token()? {
                let cell = cell_of(position.size().into(), token).map_err(|fault| fault.at(place))?;
                position.play(player, cell).map_err(|error| Fault::Stone(error).at(place))?;
            }
            self.end_line(END_OF_LINE)?;
        }
        self.word("'to move'", "to")?;
        self.word("'move'", "move")?;
        let to_move = self.player()?;
        self.word("'winner'", "winner")?;
        Ok((position, to_move, self.player()?))
    }

    fn player(&mut self) -> Result<Player, VerifyError> {
        let (token, place) = self.required("X or O")?;
        let player = Player::BOTH.into_iter().find(|player| token.bytes() == Some(&[player.letter()]));
        self.end_line(END_OF_LINE)?;
        player.ok_or(Fault::Expected("X or O", Found::Token(token)).at(place))
    }

    fn word(&mut self, what: &'static str, word: &str) -> Result<(), VerifyError> {
        match self.required(what)? {
            (token, _) if token.bytes() == Some(word.as_bytes()) => Ok(()),
            (token, place) => Err(Fault::Expected(what, Found::Token(token)).at(place)),
        }
    }

    /// Reads a token; `None` at `|`, at the end of the line and at the end of the text.
    fn token(&mut self) -> Result<Option<(Token, Place)>, VerifyError> {
        self.cursor.blanks()?;
        let place = self.cursor.place();
        let token = self.cursor.token_of(|byte| !is_blank(byte) && byte != b'|')?;
        match token {
            Some(token) if token.bytes().is_none() => {
                Err(Fault::Expected("a word of at most 32 bytes", Found::Token(token)).at(place))
            }
            token => Ok(token.map(|token| (token, place))),
        }
    }

    fn required(&mut self, what: &'static str) -> Result<(Token, Place), VerifyError> {
        match self.token()? {
            Some(token) => Ok(token),
            None => Err(self.unexpected(what)?),
        }
    }

    /// Returns the error that something else is expected here.
    fn unexpected(&mut self, what: &'static str) -> Result<VerifyError, VerifyError> {
        let place = self.cursor.place();
        let found = match (self.cursor.token()?, self.cursor.peek()?) {
            (Some(token), _) => Found::Token(token),
            (None, None) => Found::EndOfInput,
            (None, Some(_)) => Found::EndOfLine,
        };
        Ok(Fault::Expected(what, found).at(place))
    }

    /// Reads the end of the line or of the text; `what` says that nothing else is expected.
    fn end_line(&mut self, what: &'static str) -> Result<LineEnd, VerifyError> {
        self.cursor.blanks()?;
        match self.cursor.line_end()? {
            LineEnd::MoreInLine => Err(self.unexpected(what)?),
            end => Ok(end),
        }
    }
}

/// Returns the end that a token names: a side of the winner, or a cell.
fn end_of(board: &Board, (token, place): (Token, Place)) -> Result<usize, VerifyError> {
    match sides(board.winner).iter().position(|side| token.bytes() == Some(side.as_bytes())) {
        Some(side) => Ok(board.sides()[side]),
        None => cell_of(board.size, token).map(|cell| board.number(cell)).map_err(|fault| fault.at(place)),
    }
}

/// Returns the cell of a board that a token names.
fn cell_of(size: usize, token: Token) -> Result<Cell, Fault> {
    let cell = token.bytes().and_then(|name| Cell::from_bytes(name).ok());
    let cell = cell.ok_or(Fault::Expected("a cell such as C2", Found::Token(token)))?;
    if usize::from(cell.row().max(cell.column())) < size { Ok(cell) } else { Err(Fault::OffBoard(cell, size)) }
}

fn not_a_way(token: Token, place: Place) -> VerifyError {
    Fault::Expected("'|'", Found::Token(token)).at(place)
}

/// Returns the different cells of a board that a token such as `C2-C3` names, at most two.
fn cells_of(board: &Board, token: Token, most: usize) -> Result<Vec<usize>, Fault> {
    let what = if most == 1 { "a cell such as C2" } else { "one or two cells such as C2-C3" };
    let expected = Fault::Expected(what, Found::Token(token));
    let Some(names) = token.bytes() else { return Err(expected) };
    let mut cells = Vec::new();
    for name in names.split(|&byte| byte == b'-') {
        let cell = board.number(cell_of(board.size, Token::new(name))?);
        if cells.contains(&cell) || cells.len() == most {
            return Err(expected);
        }
        cells.push(cell);
    }
    Ok(cells)
}

/// What an entry of the sides may have before its ways: stones of the winner, and cells that are filled in with them.
#[derive(Default)]
struct Additions {
    with: Set,
    filled: Vec<(Vec<usize>, Place)>,
}

impl Additions {
    fn filled(&self) -> Set {
        self.filled.iter().flat_map(|(group, _)| group).copied().collect()
    }

    /// Checks them for an entry whose ways have these stones and cells; returns the stones and the carrier of the
    /// entry.
    fn check(&self, board: &Board, stones: Set, cells: Set) -> Result<(Set, Set), VerifyError> {
        let filled = self.filled();
        let own = stones.without(filled);
        let carrier = cells.or(filled).without(own);
        let mut worst = Worst { own, empty: carrier };
        for (group, place) in &self.filled {
            if !worst.is_filled(board, group) {
                return Err(Fault::NotFilled(board.cell(group[0])).at(*place));
            }
            worst = group.iter().fold(worst, |worst, &cell| worst.with(cell));
        }
        Ok((own, carrier))
    }
}
