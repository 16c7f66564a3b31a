//! Positions, records and bounds as text.

use std::io::{self, Write};

use itertools::Itertools;

use serde::Serialize;

use super::bounds::{self, Bound, Start};
use super::position::Position;
use super::potential::Potential;
use super::record::Record;
use super::{Move, Point, Variant, picture};

/// A known record, after its moves have been replayed.
#[derive(Clone, Debug, Serialize)]
pub struct RecordSummary {
    /// The short name.
    pub name: String,
    /// The variant.
    pub variant: Variant,
    /// The number of moves.
    pub score: usize,
    /// The number of legal moves at the end.
    pub moves_left: usize,
    /// Who found the game.
    pub author: Option<String>,
    /// Where the game was published.
    pub source: Option<String>,
}

impl RecordSummary {
    /// Returns the summary of a record. The caller ensures that its moves lead to `position`.
    #[must_use]
    pub fn new(name: &str, record: &Record, position: &Position) -> RecordSummary {
        RecordSummary {
            name: name.to_owned(),
            variant: position.variant(),
            score: position.score(),
            moves_left: position.mobility(),
            author: record.metadata().author().map(str::to_owned),
            source: record.metadata().source().map(str::to_owned),
        }
    }
}

/// Writes a start position: its number of points, its number of legal moves, and a picture.
///
/// # Errors
/// Those of `out`.
pub fn cross(out: &mut impl Write, position: &Position) -> io::Result<()> {
    writeln!(out, "Points: {}", position.pattern().points().len())?;
    writeln!(out, "Moves left: {}", position.mobility())?;
    picture::text(out, position.pattern(), &[], &[], None).map(drop)
}

/// Writes that a record is legal: its variant, its number of start points if they are not the cross, its score, whether it is finished, whether it is
/// its own half-turn, and the sum of its potential.
///
/// ```
/// use quadrille::morpion::{Position, Potential, Variant, report};
/// let mut position = Position::new(Variant::T5);
/// position.play(position.legal_moves().next().ok_or("no move")?)?;
/// let mut text = Vec::new();
/// report::check(&mut text, &position, &Potential::after(position.pattern(), position.moves()))?;
/// let expected = "Variant: 5T\nScore: 1\nStatus: legal\nMoves left: 27\nPotential: 288\n";
/// assert_eq!(String::from_utf8(text)?, expected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// See [`cross`].
pub fn check(out: &mut impl Write, position: &Position, potential: &Potential) -> io::Result<()> {
    writeln!(out, "Variant: {}", position.variant())?;
    if let Some(points) = position.pattern().other_points() {
        writeln!(out, "Start points: {points}")?;
    }
    writeln!(out, "Score: {}\nStatus: legal", position.score())?;
    match position.mobility() {
        0 => writeln!(out, "Finished: yes")?,
        moves_left => writeln!(out, "Moves left: {moves_left}")?,
    }
    if position.is_symmetric() {
        writeln!(out, "Symmetric: yes")?;
    }
    writeln!(out, "Potential: {}", potential.sum())
}

/// Writes the corners of the map, then the potential of every point, row by row, with `.` for points that are not
/// marked.
///
/// # Errors
/// See [`cross`].
pub fn map(out: &mut impl Write, potential: &Potential) -> io::Result<()> {
    let range =
        |coordinate: fn(Point) -> i64| potential.points().map(|(point, _)| coordinate(point)).minmax().into_option();
    let (Some((left, right)), Some((top, bottom))) = (range(|point| point.x), range(|point| point.y)) else {
        return Ok(());
    };
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

/// Writes moves, one line `x y x1 y1 x2 y2` each, as in the plain form of records.
///
/// # Errors
/// See [`cross`].
pub fn moves(out: &mut impl Write, moves: &[Move]) -> io::Result<()> {
    moves.iter().try_for_each(|mv| writeln!(out, "{}", mv.numbers().iter().format(" ")))
}

/// Writes known records, one line each.
///
/// # Errors
/// See [`cross`].
pub fn records(out: &mut impl Write, records: &[RecordSummary]) -> io::Result<()> {
    let width = records.iter().map(|record| record.name.len()).max().unwrap_or_default();
    for RecordSummary { name, variant, score, moves_left, author, .. } in records {
        let finished = if *moves_left == 0 { "finished" } else { "unfinished" };
        let author = author.as_deref().unwrap_or("unknown");
        writeln!(out, "{name:width$}  {variant}  {score:3}  legal, {finished}  {author}")?;
    }
    Ok(())
}

/// Writes the three bounds with their optima and standings, and the best bounds known:
///
/// ```text
///     First bound: 741                          the most points, with those of the start
///     (b, beta, a, sigma) = (31, 0, 10, 0)      one line for each optimum
///     Real optimum: 741.0714                    at most four decimals
///     Moves: 705                                the points without those of the start
///     Standing: stands                          or `refuted`
///     Proved by ...                             the sources and reasons: one line or more
/// ```
///
/// The same follows for the second and the rough bound, then `Best bounds known:` and one line for each of the four
/// games. There is no blank line.
///
/// # Errors
/// See [`cross`].
pub fn bounds(out: &mut impl Write, start: Start) -> io::Result<()> {
    for bound in [bounds::first(start), bounds::second(start), bounds::rough(start)] {
        let Bound { name, points, moves, real, real_parameters, names, parameters, standing, remarks } = &bound;
        writeln!(out, "{name} bound: {points}")?;
        parameters.iter().try_for_each(|parameters| writeln!(out, "{names} = {parameters}"))?;
        writeln!(out, "Real optimum: {real}")?;
        if !real_parameters.is_empty() {
            writeln!(out, "Real parameters: {names} = ({})", real_parameters.iter().format(", "))?;
        }
        writeln!(out, "Moves: {moves}\nStanding: {standing}")?;
        remarks.iter().try_for_each(|remark| writeln!(out, "{remark}"))?;
    }
    writeln!(out, "Best bounds known:")?;
    bounds::known().iter().try_for_each(|known| writeln!(out, "{known}"))
}
