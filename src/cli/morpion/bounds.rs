//! `morpion bounds`: Flammenkamp's bounds, and the best bounds known.

use std::fmt::Display;
use std::io::{self, Write};

use clap::Args;
use serde::Serialize;

use crate::cli::answer::{Answer, display, display_each};
use crate::cli::arguments::number;
use crate::cli::failure::Failure;
use crate::cli::run::Run;
use crate::cli::task::Task;
use crate::morpion::bounds::{
    self, Aligned, Claim, Known, MAX_POINTS, Octagon, Optimum, Real, Regular, Standing, Start,
};
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
    first: Bound<Octagon>,
    second: Bound<Aligned>,
    rough: Bound<Regular>,
    known: [Known; 4],
    #[serde(skip)]
    start: Start,
}

/// A bound. Numbers that may not fit into 53 bits are strings.
#[derive(Serialize)]
#[serde(bound = "P: Display")]
struct Bound<P> {
    #[serde(serialize_with = "display")]
    bound: u128,
    #[serde(serialize_with = "display")]
    moves: u128,
    #[serde(serialize_with = "display")]
    real: Real,
    parameters: &'static str,
    #[serde(serialize_with = "each")]
    optimal: Vec<P>,
    #[serde(serialize_with = "display")]
    standing: Standing,
    remarks: &'static [&'static str],
}

fn each<S: serde::Serializer, P: Display>(values: &Vec<P>, serializer: S) -> Result<S::Ok, S::Error> {
    display_each(values, serializer)
}

impl<P> Bound<P> {
    fn new(claim: Claim, start: Start, optimum: Optimum<P>, parameters: &'static str) -> Bound<P> {
        Bound {
            bound: optimum.points,
            moves: optimum.moves(start),
            real: optimum.real,
            parameters,
            optimal: optimum.parameters,
            standing: claim.standing(),
            remarks: claim.remarks(start),
        }
    }
}

impl Task for Bounds {
    fn answer<'a>(&'a self, _: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let start = self.start;
        Ok(Claims {
            points: start.points(),
            first: Bound::new(Claim::First, start, bounds::first(start), Octagon::NAMES),
            second: Bound::new(Claim::Second, start, bounds::second(start), Aligned::NAMES),
            rough: Bound::new(Claim::Rough, start, bounds::rough(start), Regular::NAMES),
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
