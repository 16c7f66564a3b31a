//! Answers as JSON, one object per line; the README documents the schema.

use std::cell::Cell;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::perfect::PerfectPlay;
use super::{Arguments, Input, listed_completions, rows};
use crate::hex::{Completion, Outcome, Position, ShortestPaths, count_completions};
use crate::player::Player;

/// The name of the schema.
pub(super) const SCHEMA: &str = "quadrille/hex/1";

/// An answer to a data set.
#[derive(serde::Serialize)]
pub(super) struct Answer<'a> {
    file: Option<String>,
    data_set: u64,
    size: u16,
    #[serde(serialize_with = "write_rows")]
    board: &'a Position,
    winner: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    x: Option<BestCase<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    o: Option<BestCase<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    perfect_play: Option<&'a PerfectPlay<'a>>,
}

impl<'a> Answer<'a> {
    /// Returns the answer to the data set with this number, counted from 1.
    pub(super) fn new(
        arguments: &'a Arguments,
        input: &Input,
        data_set: u64,
        position: &'a Position,
        outcome: &'a Outcome,
        perfect_play: Option<&'a PerfectPlay<'a>>,
    ) -> Answer<'a> {
        let (winner, best) = match outcome {
            Outcome::Won(winner) => (Some(winner.to_string()), None),
            Outcome::Open(best) => (None, Some(best)),
        };
        let best_case = |player| best.map(|best| BestCase { arguments, position, player, completion: &best[player] });
        Answer {
            file: input.path.as_deref().map(|path| path.to_string_lossy().into_owned()),
            data_set,
            size: position.size(),
            board: position,
            winner,
            x: best_case(Player::X),
            o: best_case(Player::O),
            perfect_play,
        }
    }
}

/// Writes a board as its [`rows`].
pub(super) fn write_rows<S: Serializer>(position: &Position, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(rows(position))
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
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("moves", &self.completion.number_of_moves())?;
        let cells: Vec<String> = self.completion.cells().iter().map(ToString::to_string).collect();
        fields.serialize_entry("cells", &cells)?;
        // A player who can still win has shortest paths.
        if self.arguments.counts_ways()
            && let Some(paths) = ShortestPaths::new(self.position, self.player)
        {
            let ways = count_completions(&paths);
            fields.serialize_entry("ways", &ways.to_string())?;
            if let Some(max) = self.arguments.longest_list() {
                let listed = Cell::new(0_u64);
                fields.serialize_entry("list", &List { paths: &paths, max, listed: &listed })?;
                fields.serialize_entry("more", &(ways - listed.get()).to_string())?;
            }
        }
        fields.end()
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
