//! A game as a page of HTML that replays it: one file, without a network.
//!
//! The page is `replay.html`, with names in double braces for what is written into it. Its drawing is the [`picture`]
//! of the whole game, whose lines, points and numbers are in the order of play, so that its script shows a part of the
//! game by hiding the later ones. The legal moves are computed here: the drawing has a ring at each point that is ever
//! the point of a legal move, and the script a list of when each ring is to be seen.
//!
//! ```text
//!     rings = [[0, 2], [0], [1, 2, 5]]       the first ring is there before moves 1 and 2, and gone after move 2;
//!                                            the second one always; the third one after move 1, and again from move 5 on
//! ```
//!
//! The drawing has the record in it, as each picture has, so that [`record::read`] reads the page. Texts of the record
//! are escaped; of the record, only numbers reach the script.

use std::io::{self, Write};

use super::lattice::{Move, Point};
use super::picture;
use super::position::Position;
use super::record::{self, Form, Record};
use crate::svg::Escaped;

const PAGE: &str = include_str!("replay.html");

/// Writes a record as a page. The title is that of the window; of its parts between commas, the first one is the
/// heading.
///
/// # Errors
/// Those of `out`, and [`InvalidInput`](io::ErrorKind::InvalidInput) if a move is illegal.
///
/// # Complexity
/// O(moves · points that are ever those of legal moves).
pub fn html(mut out: impl Write, title: &str, record: &Record) -> io::Result<()> {
    let (variant, moves) = (record.variant(), record.moves());
    let (game, about) = title.split_once(", ").unwrap_or((title, ""));
    let legal = Legal::replay(record)?;
    let text = |form| {
        let mut text = Vec::new();
        record::write(&mut text, record, form, legal.at_end).map_err(io::Error::other)?;
        String::from_utf8(text).map_err(io::Error::other)
    };
    let (plain, msr) = (text(Form::Plain)?, text(Form::Msr)?);
    let mut drawing = Vec::new();
    picture::draw(&mut drawing, title, variant, moves, &legal.moves, Some(msr.trim_end()), false)?;
    let rings: Vec<&Vec<usize>> = legal.rings.iter().map(|(_, changes)| changes).collect();
    let escaped = |text: &str| Escaped(text).to_string();
    let values = [
        ("title", escaped(title)),
        ("game", escaped(game)),
        ("about", escaped(about)),
        ("score", moves.len().to_string()),
        ("source", escaped(record.metadata().source().unwrap_or_default())),
        ("drawing", String::from_utf8_lossy(&drawing).into_owned()),
        ("plain", escaped(&plain)),
        ("msr", escaped(&msr)),
        ("rings", serde_json::to_string(&rings)?),
        ("legal", serde_json::to_string(&legal.numbers)?),
    ];
    // What is written is not searched for names again: a text of the record may look like one.
    let mut rest = PAGE;
    while let Some((before, (name, after))) = rest.split_once("{{").and_then(|(a, b)| Some((a, b.split_once("}}")?))) {
        let value = values.iter().find(|value| value.0 == name).map_or("", |value| &value.1);
        write!(out, "{before}{value}")?;
        rest = after;
    }
    out.write_all(rest.as_bytes())
}

/// The legal moves in the course of a game.
#[derive(Default)]
struct Legal {
    /// Their number before the first move, and after each one.
    numbers: Vec<usize>,
    /// The last of these numbers.
    at_end: usize,
    /// All of them; those that are legal for several moves are repeated.
    moves: Vec<Move>,
    /// Their points, ascending, each with the numbers of moves after which it begins and ceases to be one, alternately.
    rings: Vec<(Point, Vec<usize>)>,
}

impl Legal {
    fn replay(record: &Record) -> io::Result<Legal> {
        let (mut legal, mut position) = (Legal::default(), Position::new(record.variant()));
        for number in 0..=record.moves().len() {
            let now: Vec<Point> = position.legal_moves().map(|mv| mv.point).collect();
            for &point in &now {
                if let Err(index) = legal.rings.binary_search_by_key(&point, |&(point, _)| point) {
                    legal.rings.insert(index, (point, Vec::new()));
                }
            }
            for (point, changes) in &mut legal.rings {
                if now.contains(point) != (changes.len() % 2 == 1) {
                    changes.push(number);
                }
            }
            legal.at_end = position.mobility();
            legal.numbers.push(legal.at_end);
            legal.moves.extend(position.legal_moves());
            if let Some(&mv) = record.moves().get(number) {
                position.play(mv).map_err(|illegal| io::Error::new(io::ErrorKind::InvalidInput, illegal))?;
            }
        }
        Ok(legal)
    }
}
