//! `hex-judge generate`: an input on stdout.

use std::io::{self, BufWriter, Write};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::{NAME, Status};
use crate::cli::exit::{Exit, cannot_write};
use crate::hex::LARGEST_SIZE;
use crate::judge::Kind;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// What the input is made from: the same seed gives the same bytes on every machine
    #[arg(long, value_name = "S")]
    seed: u64,

    /// How many data sets to make
    #[arg(long, value_name = "D", default_value_t = 20)]
    count: u64,

    /// The largest board to make, up to 4096; the contest has up to 21
    #[arg(long, value_name = "S", default_value_t = 21, value_parser = max_size())]
    max_size: u16,

    /// What the boards are like
    #[arg(long, value_name = "K", default_value_t = Kind::Mixed, value_parser = kinds())]
    kind: Kind,
}

/// Sizes that a board can have.
pub(super) fn max_size() -> clap::builder::RangedI64ValueParser<u16> {
    clap::value_parser!(u16).range(1..=i64::from(LARGEST_SIZE))
}

/// The words for kinds of boards.
pub(super) fn kinds() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(Kind::name)).try_map(|name| name.parse::<Kind>())
}

pub(super) fn generate(arguments: &Arguments) -> Status {
    let mut out = BufWriter::new(io::stdout().lock());
    match write(arguments, &mut out).and_then(|()| out.flush()) {
        Ok(()) => Status::Accepted,
        Err(error) => match cannot_write(NAME, &error) {
            Exit::Answered => Status::Accepted,
            _ => Status::Error,
        },
    }
}

fn write(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    let Arguments { seed, count, max_size, kind } = *arguments;
    writeln!(out, "{count}")?;
    (0..count).try_for_each(|number| kind.data_set(seed, number, max_size).write(out))
}
