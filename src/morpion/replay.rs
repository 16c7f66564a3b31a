//! A game as a page of HTML that replays it and plays on: one file, without a network.
//!
//! The page is `replay.html`, with names in double braces for what is written into it. Its drawing is the [`picture`]
//! of the whole game, for readers without scripts. Its script takes the moves from the plain form in the page and draws
//! them again, since the game may go on; it has the rules of its own, as a few loops over sets of points.
//!
//! The drawing has the record in it, as each picture has, so that [`record::read`] reads the page. Texts of the record
//! are escaped; only the points of the cross reach the script.

use std::io::{self, Write};

use super::picture;
use super::record::{self, Form, Record};
use crate::svg::Escaped;

const PAGE: &str = include_str!("replay.html");

/// Writes a record as a page. The title is that of the window; of its parts between commas, the first one is the
/// heading. `moves_left` is the number of legal moves at the end.
///
/// # Errors
/// Those of `out`, and if a form of the record in the page cannot hold it.
///
/// # Complexity
/// O(moves).
pub fn html(mut out: impl Write, title: &str, record: &Record, moves_left: usize) -> io::Result<()> {
    let (pattern, moves) = (record.pattern(), record.moves());
    let (game, about) = title.split_once(", ").unwrap_or((title, ""));
    let text = |form| record::text(record, form, moves_left).map_err(io::Error::other);
    let (plain, embedded) = (text(Form::Plain)?, text(record.embedded_form())?);
    // The script fills in MSR from the drawing's metadata.
    let no_msr = if pattern.is_cross() { "" } else { "MSR cannot hold the start points of this record" };
    let mut drawing = Vec::new();
    picture::draw(&mut drawing, title, pattern, moves, &[], Some(embedded.trim_end()), false)?;
    let start: Vec<[i64; 2]> = pattern.points().iter().map(|point| [point.x, point.y]).collect();
    let escaped = |text: &str| Escaped(text).to_string();
    let values = [
        ("title", escaped(title)),
        ("game", escaped(game)),
        ("about", escaped(about)),
        ("score", moves.len().to_string()),
        ("source", escaped(record.metadata().source().unwrap_or_default())),
        ("drawing", String::from_utf8_lossy(&drawing).replace(">\n", ">")),
        ("plain", escaped(&plain)),
        ("msr", no_msr.to_owned()),
        ("start", serde_json::to_string(&start)?),
        ("pitch", picture::PITCH.to_string()),
    ];
    // Comments and indentation are for readers of the source, and so are the lines of the drawing.
    let lines = PAGE.lines().map(str::trim_start).filter(|line| !line.starts_with("//"));
    let page: String = lines.flat_map(|line| [line, "\n"]).collect();
    // What is written is not searched for names again: a text of the record may look like one.
    let mut rest = page.as_str();
    while let Some((before, (name, after))) = rest.split_once("{{").and_then(|(a, b)| Some((a, b.split_once("}}")?))) {
        let value = values.iter().find(|value| value.0 == name).map_or("", |value| &value.1);
        write!(out, "{before}{value}")?;
        rest = after;
    }
    out.write_all(rest.as_bytes())
}
