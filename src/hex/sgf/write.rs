//! Writes games as SGF, with notes on their moves.
//!
//! ```text
//!     (;FF[4]GM[11]SZ[5]PB[Ann]C[Start: B wins]
//!     ;B[c3]C[1. B c3: wins]
//!     ;W[a1]C[2. W a1: loses]
//!     ;B[e5]BM[1]TR[b2][d3]C[3. B e5: mistake (winning: d3 b2)])
//! ```

use std::io::{self, Write};
use std::iter;

use super::Record;
use crate::hex::game::{Action, Move};
use crate::hex::position::Shape;
use crate::hex::review::{Review, ReviewedMove, WinningMoves};
use crate::player::Player;

/// Writes the main line of a game that was reviewed, whose stones are set up before the first move. The position before
/// that move and each move get one of the `comments`, and mistakes and the right replies to them get marks. Read back,
/// the game has the same moves and stones. Kept are its comments and the properties that tell about the game as a
/// whole, such as the names of the players.
///
/// # Errors
/// Those of `out`.
pub fn write(
    out: &mut dyn Write,
    application: &str,
    record: &Record,
    review: &Review,
    comments: &[String],
) -> io::Result<()> {
    let shape @ Shape { columns, rows } = record.game.shape();
    let rows = if shape.is_square() { String::new() } else { format!(":{rows}") };
    write!(out, "(;FF[4]GM[11]AP[{application}]SZ[{columns}{rows}]")?;
    for (name, value) in &record.information {
        property(out, name, value)?;
    }
    let mut set_up = record
        .game
        .actions()
        .iter()
        .map_while(|action| match *action {
            Action::SetUp(owner, rectangle) => Some((owner.map_or('E', |owner| colour(owner, Player::O)), rectangle)),
            Action::Move(..) => None,
        })
        .peekable();
    if let (Some(first), Some(_)) = (review.moves.first(), set_up.peek()) {
        write!(out, "PL[{}]", colour(first.player, Player::O))?;
    }
    // Each property may stand in a node once.
    let mut in_node: Vec<char> = Vec::new();
    for (owner, rectangle) in set_up {
        if in_node.last() != Some(&owner) {
            if in_node.contains(&owner) {
                in_node.clear();
                write!(out, ";")?;
            }
            in_node.push(owner);
            write!(out, "A{owner}")?;
        }
        let [first, last] = rectangle.map(Move::Stone);
        if first == last { write!(out, "[{first}]")? } else { write!(out, "[{first}:{last}]")? }
    }
    let mut after_mistake = false;
    let moves = iter::once(None).chain(review.moves.iter().map(Some));
    for (number, (mv, comment)) in moves.zip(comments).enumerate() {
        if let Some(mv) = mv {
            write!(out, "\n;{}[{}]", colour(mv.player, Player::O), mv.mv)?;
        }
        if let Some(next) = record.next.filter(|_| number == review.moves.len()) {
            write!(out, "PL[{}]", colour(next, Player::O))?;
        }
        let missed = mv.and_then(|mv| mv.missed.as_ref());
        if let Some(WinningMoves { cells, .. }) = missed {
            write!(out, "BM[1]{}", if cells.is_empty() { "" } else { "TR" })?;
            cells.iter().try_for_each(|&cell| write!(out, "[{}]", Move::Stone(cell)))?;
        } else if after_mistake && mv.and_then(ReviewedMove::wins) == Some(true) {
            write!(out, "TE[1]")?;
        }
        after_mistake = missed.is_some();
        let begin = record.comments.partition_point(|&(after, _)| after < number);
        let own = record.comments[begin..].iter().take_while(|(after, _)| *after == number);
        let mut texts: Vec<&[u8]> = own.map(|(_, text)| &**text).filter(|text| !text.is_empty()).collect();
        // A game that is written again has the comment already.
        if !texts.last().is_some_and(|text| text.ends_with(comment.as_bytes())) {
            texts.push(comment.as_bytes());
        }
        property(out, b"C", &texts.join(&b"\n\n"[..]))?;
    }
    writeln!(out, ")")
}

fn property(out: &mut dyn Write, name: &[u8], value: &[u8]) -> io::Result<()> {
    let escaped = value.iter().flat_map(|&byte| match byte {
        b'\\' | b']' => vec![b'\\', byte],
        _ => vec![byte],
    });
    out.write_all(&[name, b"[", &escaped.collect::<Vec<u8>>(), b"]"].concat())
}

/// Returns the letter of a player's colour in SGF, where `black` is Black.
#[must_use]
pub fn colour(player: Player, black: Player) -> char {
    if player == black { 'B' } else { 'W' }
}
