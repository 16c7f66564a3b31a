//! `morpion bounds`: Flammenkamp's bounds, and the best bounds known.

use std::io::{self, Write};

use clap::Args;
use clap::builder::{RangedU64ValueParser, TypedValueParser};
use serde::Serialize;

use crate::cli::failure::{Exit, Failure};
use crate::cli::output::Answer;
use crate::cli::run::Run;
use crate::morpion::bounds::{self, Bound, Known, MAX_POINTS, Start};
use crate::morpion::report;

#[derive(Args, Debug)]
pub(super) struct Bounds {
    /// Number of points at the start, 1 to 10^9
    #[arg(value_name = "POINTS", default_value = "36", value_parser = start())]
    start: Start,
}

/// Returns a parser for a number of starting points.
fn start() -> impl TypedValueParser<Value = Start> {
    let points = RangedU64ValueParser::<u64>::new().range(1..=MAX_POINTS);
    points.try_map(|points| Start::new(points).ok_or("too few or too many points"))
}

#[derive(Serialize)]
struct BoundsAnswer {
    points: u64,
    first: Bound,
    second: Bound,
    rough: Bound,
    known: [Known; 4],
    #[serde(skip)]
    start: Start,
}

impl Bounds {
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        let start = self.start;
        let [first, second, rough] = [bounds::first(start), bounds::second(start), bounds::rough(start)];
        let answer = BoundsAnswer { points: start.points(), first, second, rough, known: bounds::known(), start };
        run.answer(&answer, Exit::ANSWERED)
    }
}

impl Answer for BoundsAnswer {
    fn text(&self, mut out: &mut dyn Write) -> io::Result<()> {
        report::bounds(&mut out, self.start)
    }
}
