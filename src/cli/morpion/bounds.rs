//! `morpion bounds`: Flammenkamp's bounds, and the best bounds known.

use std::fmt::Display;
use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};

use crate::cli::answer::Answer;
use crate::cli::arguments::number;
use crate::cli::failure::Failure;
use crate::cli::run::Run;
use crate::cli::task::Task;
use crate::morpion::bounds::{self, Aligned, Balanced, Claim, Known, MAX_POINTS, Optimum, Regular, Start};
use crate::morpion::report;

#[derive(Args, Debug)]
pub(super) struct Bounds {
    /// Number of points at the start, 1 to 10^9
    #[arg(value_name = "POINTS", default_value = "36", value_parser = start)]
    start: Start,
}

/// Parses a number of starting points.
fn start(text: &str) -> Result<Start, String> {
    // The range is that of `Start::new`.
    number::<u64>(1..=MAX_POINTS)(text).map(|points| Start::new(points).unwrap_or(Start::CROSS))
}

#[derive(Serialize)]
struct Claims {
    points: u64,
    first: Value,
    second: Value,
    rough: Value,
    known: [Known; 4],
    #[serde(skip)]
    start: Start,
}

/// Returns the fields of a bound. Numbers that may not fit into 53 bits are strings.
fn fields<P: Display>(claim: Claim, start: Start, optimum: &Optimum<P>, parameters: &'static str) -> Value {
    json!({
        "bound": optimum.points.to_string(),
        "moves": optimum.moves(start).to_string(),
        "real": optimum.real.to_string(),
        "real_parameters": optimum.real_parameters.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "parameters": parameters,
        "optimal": optimum.parameters.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "standing": claim.standing().to_string(),
        "remarks": claim.remarks(start),
    })
}

impl Task for Bounds {
    fn answer<'a>(&'a self, _: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let start = self.start;
        Ok(Claims {
            points: start.points(),
            first: fields(Claim::First, start, &bounds::first(start), Balanced::NAMES),
            second: fields(Claim::Second, start, &bounds::second(start), Aligned::NAMES),
            rough: fields(Claim::Rough, start, &bounds::rough(start), Regular::NAMES),
            known: bounds::known(),
            start,
        })
    }
}

impl Answer for Claims {
    fn text(&self, mut out: &mut dyn Write) -> io::Result<()> {
        report::bounds(&mut out, self.start)
    }
}
