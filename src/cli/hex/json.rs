//! Answers about Hex positions as JSON, one object a line; the README has the schema.

use std::cell::Cell;
use std::io::{self, Write};
use std::path::Path;

use serde::ser::{Error, SerializeStruct, Serializer};
use serde::{Serialize, ser};

use super::listed::listed_completions;
use crate::hex::{Completion, Outcome, Position, ShortestPaths, count_completions};
use crate::player::Player;

/// The name of this form of answer; another form would have another name.
const SCHEMA: &str = "quadrille/hex/1";

/// All that is said about a data set.
pub(super) struct Answer<'a> {
    pub(super) file: Option<&'a Path>,
    pub(super) data_set: u64,
    pub(super) position: &'a Position,
    pub(super) outcome: &'a Outcome,
    pub(super) ways: bool,
    /// How many completions to list, if any.
    pub(super) list: Option<u64>,
}

/// Writes an answer as one line.
pub(super) fn write(out: &mut impl Write, answer: &Answer<'_>) -> io::Result<()> {
    serde_json::to_writer(&mut *out, answer)?;
    out.write_all(b"\n")
}

impl Serialize for Answer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Answer", 8)?;
        object.serialize_field("schema", SCHEMA)?;
        object.serialize_field("file", &self.file.map(Path::to_string_lossy))?;
        object.serialize_field("data_set", &self.data_set)?;
        object.serialize_field("size", &self.position.size())?;
        object.serialize_field("board", &Rows(self.position))?;
        match self.outcome {
            Outcome::Won(winner) => object.serialize_field("winner", &winner.to_string())?,
            Outcome::Open(best) => {
                object.serialize_field("winner", &None::<String>)?;
                for (name, player) in [("x", Player::X), ("o", Player::O)] {
                    object.serialize_field(name, &Best { answer: self, player, completion: &best[player] })?;
                }
            }
        }
        object.end()
    }
}

/// The board, a string of `X`, `O` and `-` a row.
struct Rows<'a>(&'a Position);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let size = self.0.size();
        serializer.collect_seq((0..size).map(|row| {
            let owners = (0..size).map(|column| self.0.owner(crate::cell::Cell::new(column, row)));
            owners.map(|owner| owner.map_or('-', |player| char::from(player.letter()))).collect::<String>()
        }))
    }
}

/// A player's best case.
struct Best<'a> {
    answer: &'a Answer<'a>,
    player: Player,
    completion: &'a Completion,
}

impl Serialize for Best<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Best", 5)?;
        object.serialize_field("moves", &self.completion.number_of_moves())?;
        object.serialize_field("cells", &Names(self.completion))?;
        if self.answer.ways {
            let blocked = || S::Error::custom("a player who has lost has no best case");
            let layers = ShortestPaths::new(self.answer.position, self.player).ok_or_else(blocked)?;
            let ways = count_completions(&layers);
            object.serialize_field("ways", &ways.to_string())?;
            if let Some(max) = self.answer.list {
                let listed = Cell::new(0_u64);
                object.serialize_field("list", &Listed { layers: &layers, max, count: &listed })?;
                object.serialize_field("more", &(ways - listed.get()).to_string())?;
            }
        }
        object.end()
    }
}

struct Names<'a>(&'a Completion);

impl Serialize for Names<'_> {
    fn serialize<S: ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.cells().iter().map(ToString::to_string))
    }
}

/// Completions, made as they are written: there can be more than memory holds.
struct Listed<'a> {
    layers: &'a ShortestPaths,
    max: u64,
    /// Counts those that have been written.
    count: &'a Cell<u64>,
}

impl Serialize for Listed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(listed_completions(self.layers, self.max).map(|completion| {
            self.count.set(self.count.get() + 1);
            completion.to_string()
        }))
    }
}
