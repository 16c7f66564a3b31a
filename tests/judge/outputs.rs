//! Outputs to judge: right ones in many spellings, and tampered ones.

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::reference::{Board, Cell};

/// Boards of sizes 1 to 9, all densities, some of them with a winner.
pub(crate) fn random_boards(seed: u64) -> Vec<Board> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    (0..random.random_range(1..=4))
        .map(|i| {
            let share = random.random_range(0.2..0.8);
            Board::random(random.random_range(1..=9), random.random_range(0.0..1.0), share, 1000 * seed + i)
        })
        .collect()
}

/// The best case that comes last in reading order.
fn last_best(board: &Board, player: char) -> Vec<Cell> {
    let last = board.size() - 1;
    let turned = board.half_turned().first(player);
    turned.into_iter().map(|(row, column)| (last - row, last - column)).collect()
}

/// A line of a right output, and whether it is a row of a board.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    text: String,
    row: bool,
}

/// The right output that prefers the last best cases.
pub(crate) fn right(boards: &[Board]) -> Vec<Line> {
    let mut lines = Vec::new();
    let words = |lines: &mut Vec<Line>, text: String| lines.push(Line { text, row: false });
    let rows = |lines: &mut Vec<Line>, board: &Board| {
        lines.extend(board.print().lines().map(|text| Line { text: text.to_owned(), row: true }));
    };
    words(&mut lines, format!("Analyzing {} data set(s)", boards.len()));
    for (i, board) in boards.iter().enumerate() {
        words(&mut lines, format!("Data set {}", i + 1));
        words(&mut lines, "Board Position:".to_owned());
        rows(&mut lines, board);
        if let Some(winner) = board.winner() {
            words(&mut lines, format!("{winner} has won!"));
            continue;
        }
        for player in ['X', 'O'] {
            let best = last_best(board, player);
            words(&mut lines, format!("Best case for {player}:"));
            rows(&mut lines, &board.with(&best, player));
            words(&mut lines, format!("Number of moves: {}", best.len()));
        }
    }
    lines
}

pub(crate) fn text(lines: &[Line]) -> String {
    lines.iter().map(|line| format!("{}\n", line.text)).collect()
}

/// The same output in another spelling: other white space outside boards, other letter case, blanks at the ends of
/// rows.
pub(crate) fn respelled(lines: &[Line], random: &mut ChaCha8Rng) -> String {
    let mut text = String::new();
    let white = [" ", "  ", "\t", "\n", "\r\n", " \n\n ", "\x0b", "\x0c"];
    for (i, line) in lines.iter().enumerate() {
        if line.row {
            text += &line.text;
            text += ["", " ", "\t ", "\r"][random.random_range(0..4)];
            text.push('\n');
            continue;
        }
        let before_row = lines.get(i + 1).is_some_and(|next| next.row);
        for word in line.text.split(' ') {
            if !text.is_empty() {
                text += white[random.random_range(0..white.len())];
            }
            for letter in word.chars() {
                text.push(if random.random_bool(0.5) {
                    letter.to_ascii_uppercase()
                } else {
                    letter.to_ascii_lowercase()
                });
            }
        }
        if before_row {
            text += ["\n", "\r\n", "\n\n", " \n\t\n"][random.random_range(0..4)];
        } else {
            text += " ";
        }
    }
    text
}

/// Changes a character or a line so that the output means something else.
pub(crate) fn tampered(lines: &[Line], random: &mut ChaCha8Rng) -> String {
    let mut lines = lines.to_vec();
    let at = random.random_range(0..lines.len());
    let Line { text: mut characters, row } = lines[at].clone();
    let place = random.random_range(0..characters.len());
    let old = characters.as_bytes()[place];
    let any = *b"XO-xo0 Aaz19:.!\t".get(random.random_range(0..16)).unwrap();
    // Within words a letter in the other case means the same, and so does a blank of another kind.
    let same_word = any.eq_ignore_ascii_case(&old) || any == b'\t' && old == b' ';
    match random.random_range(0..6) {
        0 if any != old && (row || !same_word) => {
            characters.replace_range(place..=place, &char::from(any).to_string());
            lines[at].text = characters;
        }
        1 if row || !any.is_ascii_whitespace() => {
            characters.insert(place, char::from(any));
            lines[at].text = characters;
        }
        2 if row || old != b' ' => {
            characters.remove(place);
            lines[at].text = characters;
        }
        3 => drop(lines.remove(at)),
        4 => lines.insert(at, lines[at].clone()),
        5 if at > 0 && lines[at] != lines[at - 1] => lines.swap(at, at - 1),
        _ => lines[at].text.push('!'),
    }
    text(&lines)
}
