//! Games as addresses and as lists of moves.
//!
//! ```text
//!     https://hexworld.org/board/#11c1,b4:sh4:rw      HexWorld: size 11, how the board is drawn, moves. `:s` swaps pieces, `:p`
//!                                                     passes, `:rb` and `:rw` are a resignation; moves after a second comma
//!                                                     were taken back
//!     http://www.trmph.com/hex/board#13,a10f6 b       trmph, with the winner behind it in collections: b, r, 0 or 1
//!     a10 f6 d9 swap-pieces                           a list of moves, as in SGF, on a board of size 11
//! ```
//!
//! Black, who moves first, is O. Each address begins a game.

use super::properties::{DEFAULT_SHAPE, shape_of};
use super::{LONGEST_KEPT, Record, SgfError, SgfFault, shown};
use crate::cell::Cell;
use crate::hex::game::{Action, Game, Move};
use crate::hex::position::Shape;
use crate::player::Player;
use crate::text::{BYTE_ORDER_MARK, Place};

pub(super) const A_MOVE: &str = "a move such as c3, swap-pieces, swap-sides, pass or resign";

/// Returns whether a text that begins so has addresses or a list of moves; `None` if its first word goes on, unless that
/// is all that is known of the text.
pub(crate) fn is_moves(begin: &[u8], is_last: bool) -> Option<bool> {
    let end = begin.iter().position(u8::is_ascii_whitespace);
    let word = &begin[..end.unwrap_or(begin.len())];
    let first = word.split(|&byte| byte == b',').next().unwrap_or_default();
    let is_known = is_last || end.is_some();
    if is_address(word) { Some(true) } else { is_known.then(|| Cell::from_bytes(first).is_ok()) }
}

fn is_address(word: &[u8]) -> bool {
    word.contains(&b'#') || word.first().is_some_and(u8::is_ascii_digit) && word.contains(&b',')
}

/// Returns the games of such a text, up to the first fault.
pub(crate) fn games(text: &[u8]) -> Vec<Result<Record, SgfError>> {
    let mut games: Vec<Record> = Vec::new();
    let fault = read(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text), &mut games).err();
    games.into_iter().map(Ok).chain(fault.map(Err)).collect()
}

fn read(text: &[u8], games: &mut Vec<Record>) -> Result<(), SgfError> {
    let (mut place, mut has_address) = (Place { line: 1, column: 1 }, false);
    for piece in text.split_inclusive(u8::is_ascii_whitespace) {
        let word = piece.trim_ascii();
        if is_address(word) {
            games.push(address(word, place)?);
            has_address = true;
        } else if !(word.is_empty() || has_address && matches!(word, b"b" | b"r" | b"0" | b"1")) {
            if games.is_empty() {
                games.push(Record::begin(place, DEFAULT_SHAPE));
            }
            if let Some(fault) = games.last_mut().and_then(|game| game.play(word, place).err()) {
                games.pop();
                return Err(fault);
            }
        }
        let is_end = piece.ends_with(b"\n");
        place = if is_end { Place { line: place.line + 1, column: 1 } } else { place.after(piece.len()) };
    }
    Ok(())
}

/// Returns the game of an address, which begins at a place.
fn address(word: &[u8], place: Place) -> Result<Record, SgfError> {
    let begin = word.iter().position(|&byte| byte == b'#').map_or(0, |sign| sign + 1);
    let head = begin + word[begin..].iter().position(|&byte| byte == b',').unwrap_or(word.len() - begin);
    let size = str::from_utf8(&word[begin..head]).unwrap_or_default();
    let size = size.split(|c: char| c.is_ascii_alphabetic() && c != 'x').next().unwrap_or_default();
    let begin_of_size = place.after(begin);
    let fault = || begin_of_size.fault("the size of a board, such as 11 or 13x11", &word[begin..head]);
    let shape = shape_of(size, 'x').ok_or_else(fault)?;
    let shape = shape.map_err(|error| SgfError::Fault(begin_of_size, SgfFault::Size(error)))?;
    let mut game = Record::begin(begin_of_size, shape);
    let moves = word.get(head + 1..).unwrap_or_default();
    game.play(moves.split(|&byte| byte == b',').next().unwrap_or_default(), place.after(head + 1))?;
    Ok(game)
}

impl Record {
    /// Returns a game that begins at a place, on an empty board.
    fn begin(begin: Place, shape: Shape) -> Record {
        let (game, black, next) = (Game::new(shape), Player::O, None);
        Record { begin, game, places: Vec::new(), black, next, information: Vec::new(), comments: Vec::new() }
    }

    /// Goes on with moves that follow each other, or one of another form.
    fn play(&mut self, moves: &[u8], place: Place) -> Result<(), SgfError> {
        let whole = str::from_utf8(moves).ok().and_then(|word| word.parse::<Move>().ok()).map(|mv| (mv, moves.len()));
        let mut at = 0;
        while at < moves.len() && self.game.resigned().is_none() {
            let rest = &moves[at..];
            let next = self.game.to_move().unwrap_or(Player::O);
            let (player, mv, length) = match (whole, rest) {
                (Some((mv, length)), _) => (next, mv, length),
                (_, [b',', ..]) => {
                    at += 1;
                    continue;
                }
                (_, [b':', b's', ..]) => (next, Move::SwapPieces, 2),
                (_, [b':', b'p', ..]) => (next, Move::Pass, 2),
                (_, [b':', b'r' | b'f', b'b', ..]) => (Player::O, Move::Resign, 3),
                (_, [b':', b'r' | b'f', b'w', ..]) => (Player::X, Move::Resign, 3),
                _ => {
                    let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
                    let length = letters + rest[letters..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                    let cell = Cell::from_bytes(&rest[..length]).map_err(|_| place.after(at).fault(A_MOVE, rest))?;
                    (next, Move::Stone(cell), length)
                }
            };
            self.places.push(place.after(at));
            self.game.push(Action::Move(player, mv));
            at += length;
        }
        Ok(())
    }
}

impl Place {
    /// Returns the place after the given number of bytes of the line.
    fn after(self, bytes: usize) -> Place {
        Place { column: self.column + bytes as u64, ..self }
    }

    /// Returns the fault that something else stands here than is expected.
    fn fault(self, expected: &'static str, found: &[u8]) -> SgfError {
        SgfError::Fault(self, SgfFault::Expected(expected, shown(&found[..found.len().min(LONGEST_KEPT)])))
    }
}
