//! Answers as JSON, one object per line; the README documents the schema.

use std::cell::Cell;

use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use super::Arguments;
use super::answer::listed_completions;
use super::input::Input;
use crate::hex::{Completion, Outcome, Position, ShortestPaths, count_completions};
use crate::player::Player;

/// An answer to a data set.
#[derive(Serialize)]
pub(super) struct Answer<'a> {
    schema: &'static str,
    file: Option<String>,
    data_set: u64,
    size: u16,
    #[serde(serialize_with = "rows")]
    board: &'a Position,
    winner: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    x: Option<BestCase<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    o: Option<BestCase<'a>>,
}

impl<'a> Answer<'a> {
    pub(super) fn new(
        arguments: &'a Arguments,
        input: &Input,
        data_set: u64,
        board: &'a Position,
        outcome: &'a Outcome,
    ) -> Answer<'a> {
        let best_case = |player| match outcome {
            Outcome::Won(_) => None,
            Outcome::Open(best) => Some(BestCase { arguments, position: board, player, completion: &best[player] }),
        };
        Answer {
            schema: "quadrille/hex/1",
            file: input.path.as_deref().map(|path| path.to_string_lossy().into_owned()),
            data_set,
            size: board.size(),
            board,
            winner: if let Outcome::Won(winner) = outcome { Some(winner.to_string()) } else { None },
            x: best_case(Player::X),
            o: best_case(Player::O),
        }
    }
}

/// Writes a board as a string of `X`, `O` and `-` per row.
fn rows<S: Serializer>(position: &Position, serializer: S) -> Result<S::Ok, S::Error> {
    let size = position.size();
    serializer.collect_seq((0..size).map(|row| {
        let owners = (0..size).map(|column| position.owner(crate::cell::Cell::new(column, row)));
        owners.map(|owner| owner.map_or('-', |player| char::from(player.letter()))).collect::<String>()
    }))
}

/// A player's best case. Ways are counted and listed while they are written: only one player's shortest paths are in memory, and
/// the list can be longer than memory holds.
struct BestCase<'a> {
    arguments: &'a Arguments,
    position: &'a Position,
    player: Player,
    completion: &'a Completion,
}

impl Serialize for BestCase<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            moves: usize,
            cells: Vec<String>,
            #[serde(skip_serializing_if = "Option::is_none")]
            ways: Option<String>,
            #[serde(skip_serializing_if = "Option::is_none")]
            list: Option<List<'a>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            more: Option<More<'a>>,
        }
        // A player who can still win has shortest paths.
        let paths = if self.arguments.counts_ways() { ShortestPaths::new(self.position, self.player) } else { None };
        let ways = paths.as_ref().map(count_completions);
        let (list, listed) = (self.arguments.longest_list(), Cell::new(0));
        Fields {
            moves: self.completion.number_of_moves(),
            cells: self.completion.cells().iter().map(ToString::to_string).collect(),
            ways: ways.as_ref().map(ToString::to_string),
            list: paths.as_ref().zip(list).map(|(paths, max)| List { paths, max, listed: &listed }),
            more: ways.as_ref().zip(list).map(|(ways, _)| More { ways, listed: &listed }),
        }
        .serialize(serializer)
    }
}

/// The list of best cases. Writing it counts them in `listed`.
struct List<'a> {
    paths: &'a ShortestPaths,
    max: u64,
    listed: &'a Cell<u64>,
}

impl Serialize for List<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(listed_completions(self.paths, self.max).map(|completion| {
            self.listed.set(self.listed.get() + 1);
            completion.to_string()
        }))
    }
}

/// The number of best cases that are not in the list, which must have been written before.
struct More<'a> {
    ways: &'a BigUint,
    listed: &'a Cell<u64>,
}

impl Serialize for More<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&(self.ways - self.listed.get()))
    }
}
