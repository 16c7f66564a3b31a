//! Writes games as SGF, with notes on their moves.
//!
//! ```text
//!     (;FF[4]GM[11]SZ[5]PB[Ann]C[Start: B wins]
//!     ;B[c3]C[1. B c3: wins]
//!     ;W[a1]C[2. W a1: loses]
//!     ;B[e5]BM[1]TR[b2][d3]C[3. B e5: loses (winning: d3 b2)])
//! ```

use std::io::{self, Write};

use super::Record;
use crate::cell::Cell;
use crate::hex::game::{Action, Move};
use crate::player::Player;

/// What is noted at a node of a game.
#[derive(Clone, Debug, Default)]
pub struct Note {
    /// The comment, which follows the one that the game has there.
    pub comment: String,
    /// The cells that are marked by triangles.
    pub marked: Vec<Cell>,
    /// How good the move is, if that is noted.
    pub quality: Option<Quality>,
}

/// How good a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// `TE`, a good move.
    Good,
    /// `BM`, a bad move.
    Bad,
}

/// Writes the main line of a game, with a note for the position before the first move and one for each move. Read back,
/// the game has the same moves and stones. Kept are its comments and the properties that tell about the game as a
/// whole, such as the names of the players.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn Write, application: &str, record: &Record, notes: &[Note]) -> io::Result<()> {
    let game = record.game();
    write!(out, "(;FF[4]GM[11]AP[{application}]SZ[{}]", game.size())?;
    for (name, value) in &record.information {
        property(out, name, value)?;
    }
    let first = game.actions().iter().find_map(|action| match action {
        Action::Move(player, _) => Some(*player),
        Action::SetUp(..) => None,
    });
    if let (Some(first), Some(Action::SetUp(..))) = (first, game.actions().first()) {
        write!(out, "PL[{}]", colour(first))?;
    }
    let mut moves = 0;
    // The properties of the node that set up stones: each may stand there once.
    let mut set_up: Vec<char> = Vec::new();
    for action in game.actions() {
        match *action {
            Action::Move(player, mv) => {
                end_node(out, record, notes, moves)?;
                moves += 1;
                set_up.clear();
                write!(out, "\n;{}[{mv}]", colour(player))?;
            }
            Action::SetUp(owner, [first, last]) => {
                let owner = owner.map_or('E', colour);
                if set_up.last() != Some(&owner) {
                    if set_up.contains(&owner) {
                        set_up.clear();
                        write!(out, ";")?;
                    }
                    set_up.push(owner);
                    write!(out, "A{owner}")?;
                }
                let [first, last] = [first, last].map(Move::Stone);
                if first == last { write!(out, "[{first}]")? } else { write!(out, "[{first}:{last}]")? }
            }
        }
    }
    if let Some(next) = record.next {
        write!(out, "PL[{}]", colour(next))?;
    }
    end_node(out, record, notes, moves)?;
    writeln!(out, ")")
}

/// Writes the note and the comments after some moves.
fn end_node(out: &mut dyn Write, record: &Record, notes: &[Note], moves: usize) -> io::Result<()> {
    let Note { comment, marked, quality } = notes.get(moves).cloned().unwrap_or_default();
    match quality {
        Some(Quality::Good) => write!(out, "TE[1]")?,
        Some(Quality::Bad) => write!(out, "BM[1]")?,
        None => {}
    }
    if !marked.is_empty() {
        write!(out, "TR")?;
    }
    for cell in marked {
        write!(out, "[{}]", Move::Stone(cell))?;
    }
    let begin = record.comments.partition_point(|&(after, _)| after < moves);
    let own = record.comments[begin..].iter().take_while(|(after, _)| *after == moves);
    let mut texts: Vec<&[u8]> = own.map(|(_, text)| &**text).filter(|text| !text.is_empty()).collect();
    // A game that is written again has the comment already.
    if !comment.is_empty() && !texts.last().is_some_and(|text| text.ends_with(comment.as_bytes())) {
        texts.push(comment.as_bytes());
    }
    if texts.is_empty() { Ok(()) } else { property(out, b"C", &texts.join(&b"\n\n"[..])) }
}

fn property(out: &mut dyn Write, name: &[u8], value: &[u8]) -> io::Result<()> {
    let escaped = value.iter().flat_map(|&byte| match byte {
        b'\\' | b']' => vec![b'\\', byte],
        _ => vec![byte],
    });
    out.write_all(name)?;
    out.write_all(b"[")?;
    out.write_all(&escaped.collect::<Vec<u8>>())?;
    out.write_all(b"]")
}

/// Returns the letter of a player's colour in SGF.
#[must_use]
pub fn colour(player: Player) -> char {
    match player {
        Player::X => 'W',
        Player::O => 'B',
    }
}
