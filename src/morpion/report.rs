//! Games and records as text.

use std::io::{self, Write};

use super::position::Position;
use super::potential::Potential;
use super::record::Record;
use super::variant::Variant;
use super::{Move, Point, show};

/// A known record that has been replayed.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The name it is called by.
    pub id: String,
    /// Which game it is of.
    pub variant: Variant,
    /// How many moves it has.
    pub score: usize,
    /// How many more can be made.
    pub moves_left: usize,
    /// Whose it is.
    pub author: Option<String>,
    /// Where it is from.
    pub source: Option<String>,
}

impl Listed {
    /// A record, and the position that its moves lead to.
    #[must_use]
    pub fn new(id: &str, record: &Record, position: &Position) -> Listed {
        Listed {
            id: id.to_owned(),
            variant: position.variant(),
            score: position.score(),
            moves_left: position.mobility(),
            author: record.about().author().map(str::to_owned),
            source: record.about().source().map(str::to_owned),
        }
    }
}

/// Whether a game is finished, as a line.
fn finished(out: &mut impl Write, moves_left: usize) -> io::Result<()> {
    match moves_left {
        0 => writeln!(out, "Finished: yes"),
        _ => writeln!(out, "Moves left: {moves_left}"),
    }
}

/// The cross: its number of points, the number of legal moves, and a picture.
///
/// # Errors
/// Those of `out`.
pub fn cross(out: &mut impl Write, position: &Position) -> io::Result<()> {
    let variant = position.variant();
    writeln!(out, "Points: {}", variant.cross().count())?;
    writeln!(out, "Moves left: {}", position.mobility())?;
    show::text(out, variant, &[], &[])
}

/// A legal record: variant, score, whether it is finished, and the sum of its potential.
///
/// ```
/// use quadrille::morpion::{Position, Potential, Variant, report};
/// let mut position = Position::new(Variant::T5);
/// position.play(position.legal_moves()[0])?;
/// let mut text = Vec::new();
/// report::check(&mut text, &position, &Potential::after(Variant::T5, position.moves()))?;
/// let expected = "Variant: 5T\nScore: 1\nStatus: legal\nMoves left: 27\nPotential: 288\n";
/// assert_eq!(String::from_utf8(text)?, expected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// See [`cross`].
pub fn check(out: &mut impl Write, position: &Position, potential: &Potential) -> io::Result<()> {
    writeln!(out, "Variant: {}", position.variant())?;
    writeln!(out, "Score: {}", position.score())?;
    writeln!(out, "Status: legal")?;
    finished(out, position.mobility())?;
    writeln!(out, "Potential: {}", potential.sum())
}

/// The corners of the map, then the potential of every point, row by row, with `.` where there is no point.
///
/// # Errors
/// See [`cross`].
pub fn map(out: &mut impl Write, potential: &Potential) -> io::Result<()> {
    let points = || potential.points().map(|(point, _)| point);
    let rows = (points().map(|point| point.y).min(), points().map(|point| point.y).max());
    let columns = (points().map(|point| point.x).min(), points().map(|point| point.x).max());
    let ((Some(top), Some(bottom)), (Some(left), Some(right))) = (rows, columns) else { return Ok(()) };
    writeln!(out, "Map from ({left}, {top}) to ({right}, {bottom}):")?;
    for y in top..=bottom {
        for x in left..=right {
            let blank = if x > left { " " } else { "" };
            match potential.at(Point { x, y }) {
                Some(potential) => write!(out, "{blank}{potential}")?,
                None => write!(out, "{blank}.")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Moves, a line `x y x1 y1 x2 y2` each, as in the plain form of records.
///
/// # Errors
/// See [`cross`].
pub fn moves(out: &mut impl Write, moves: &[Move]) -> io::Result<()> {
    moves.iter().try_for_each(|mv| {
        let [x, y, x1, y1, x2, y2] = mv.numbers();
        writeln!(out, "{x} {y} {x1} {y1} {x2} {y2}")
    })
}

/// Known records, a line each.
///
/// # Errors
/// See [`cross`].
pub fn records(out: &mut impl Write, listed: &[Listed]) -> io::Result<()> {
    let width = listed.iter().map(|listed| listed.id.len()).max().unwrap_or_default();
    for Listed { id, variant, score, moves_left, author, .. } in listed {
        let finished = if *moves_left == 0 { "finished" } else { "unfinished" };
        let author = author.as_deref().unwrap_or("unknown");
        writeln!(out, "{id:width$}  {variant}  {score:3}  legal, {finished}  {author}")?;
    }
    Ok(())
}
