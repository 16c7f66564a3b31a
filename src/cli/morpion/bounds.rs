//! `morpion bounds`: Flammenkamp's bounds, and the best bounds known.

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;

use crate::cli::answer::Answer;
use crate::cli::arguments::number;
use crate::cli::failure::Failure;
use crate::cli::run::Run;
use crate::cli::task::Task;
use crate::morpion::bounds::{self, Bound, Known, MAX_POINTS, Start};
use crate::morpion::report;

#[derive(Args, Debug)]
pub(super) struct Bounds {
    /// Number of points at the start, 1 to 10^9
    #[arg(value_name = "POINTS", default_value = "36", value_parser = start)]
    start: Start,
}

/// Parses a number of starting points.
fn start(text: &str) -> Result<Start, String> {
    let points = number(1..=MAX_POINTS)(text)?;
    Start::new(points).ok_or_else(|| format!("{points} points are too few or too many"))
}

#[derive(Serialize)]
struct Claims {
    points: u64,
    first: Bound,
    second: Bound,
    rough: Bound,
    known: [Known; 4],
    #[serde(skip)]
    start: Start,
}

impl Task for Bounds {
    fn answer<'a>(&'a self, _: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let start = self.start;
        let [first, second, rough] = [bounds::first(start), bounds::second(start), bounds::rough(start)];
        Ok(Claims { points: start.points(), first, second, rough, known: bounds::known(), start })
    }
}

impl Answer for Claims {
    fn text(&self, mut out: &mut dyn Write) -> io::Result<()> {
        report::bounds(&mut out, self.start)
    }
}
