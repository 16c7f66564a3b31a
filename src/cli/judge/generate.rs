//! `hex-judge generate`: an input on stdout.

use std::io::{self, BufWriter, Write};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::{Value, json};

use super::{NoVerdict, Status};
use crate::cli::options::{Common, number};
use crate::hex::LARGEST_SIZE;
use crate::judge::{DataSet, Kind};
use crate::player::Player;

pub(super) const EXAMPLE: &str = "\
Example:
  $ hex-judge generate --seed 1 --count 1 --max-size 3
  1
  2
  2 1
  B1 B2
  A1";

/// The name of the form of a data set in JSON.
const SCHEMA: &str = "quadrille/hex-judge-generate/1";

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Seed of the random numbers: the same seed gives the same bytes on every machine
    #[arg(long, value_name = "SEED", value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    /// Number of data sets
    #[arg(long, value_name = "D", default_value_t = 20, value_parser = number::<u64>(0..=u64::MAX))]
    count: u64,

    /// Largest size of a board, 1 to 4096; the contest has sizes up to 21
    #[arg(long, value_name = "S", default_value_t = 21, value_parser = number::<u16>(1..=u64::from(LARGEST_SIZE)))]
    max_size: u16,

    /// Kind of boards
    #[arg(long, value_name = "K", default_value_t = Kind::Mixed, value_parser = kinds())]
    kind: Kind,
}

/// The words for kinds of boards.
pub(super) fn kinds() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(Kind::name)).try_map(|name| name.parse::<Kind>())
}

/// Counts in `done` what has been made.
pub(super) fn generate(arguments: &Arguments, common: &Common, done: &mut u64) -> Result<Status, NoVerdict> {
    let mut out = BufWriter::new(io::stdout().lock());
    let Arguments { seed, count, max_size, kind } = *arguments;
    if !common.json {
        writeln!(out, "{count}")?;
    }
    for number in 0..count {
        let data_set = kind.data_set(seed, number, max_size);
        if common.json {
            writeln!(out, "{}", as_json(&data_set, number + 1))?;
        } else {
            data_set.write(&mut out)?;
        }
        *done = number + 1;
    }
    out.flush()?;
    Ok(Status::Accepted)
}

fn as_json(data_set: &DataSet, number: u64) -> Value {
    let names = |player: Player| data_set.stones[player].iter().map(ToString::to_string).collect::<Vec<_>>();
    let (x, o) = (names(Player::X), names(Player::O));
    json!({ "schema": SCHEMA, "data_set": number, "size": data_set.size, "x": x, "o": o })
}
