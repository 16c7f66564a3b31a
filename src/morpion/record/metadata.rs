//! The fields of an MSR record beside its moves, preserved as they were written.
//!
//! ```text
//!     { "version": 1, "author": "A. Human", "x-rating": 7.50, "moves": [...] }
//!
//!     fields as text:   "version" → 1    "author" → "A. Human"    "x-rating" → 7.50
//! ```
//!
//! The fields are stored twice: the known ones with their types, for queries, and all of them as text, so that they are written again
//! unchanged. Text takes little more memory than the file; a tree of JSON values would take dozens of times as much, and
//! round its numbers.

use std::fmt;

use msr::{FORMAT_VERSION, RecordMove};
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// The fields that are derived from the game.
const DERIVED: [&str; 6] = ["variant", "score", "available_moves", "terminal", "bbox", "moves"];
const VERSION: &str = "version";
const PRODUCER: &str = "producer";
const SOLVER: &str = "solver";

/// The program that our files name as their producer.
const OUR_PRODUCER: &str = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));

/// The fields of a record beside its moves. Forms other than MSR have none. The texts are those of the file, of any length and with
/// any characters, such as escape sequences of terminals. Each method returns `None` or an empty slice if the field is absent.
#[derive(Clone, Debug, Default)]
pub struct Metadata(Option<Box<Stored>>);

#[derive(Clone, Debug)]
struct Stored {
    /// The fields with their types, without moves.
    typed: msr::Record,
    fields: Fields,
}

impl Metadata {
    /// Returns the metadata of a file. The caller ensures that both have the same fields.
    pub(super) fn new(typed: msr::Record, fields: Fields) -> Metadata {
        Metadata(Some(Box::new(Stored { typed, fields })))
    }

    /// Returns the metadata of a game that this program has found.
    pub(super) fn found(variant: msr::Variant, score: usize, method: &str, seed: u64) -> Metadata {
        let tool = Some(env!("CARGO_PKG_NAME").to_owned());
        // Times are left out: the same search writes the same file.
        let (nodes_explored, elapsed_secs) = (None, None);
        let solver =
            msr::Solver { tool, method: Some(method.to_owned()), seed: Some(seed), nodes_explored, elapsed_secs };
        let producer = Some(OUR_PRODUCER.to_owned());
        // Numbers and text can always be written.
        let values = [(PRODUCER, to_raw_value(&producer)), (SOLVER, to_raw_value(&solver))];
        let fields = values.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value.ok()?))).collect();
        let typed = msr::Record::new(variant, Vec::new());
        Metadata::new(msr::Record { producer, score, solver: Some(solver), ..typed }, Fields(fields))
    }

    fn typed(&self) -> Option<&msr::Record> {
        self.0.as_ref().map(|stored| &stored.typed)
    }

    /// Returns the description of the game.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.typed()?.description.as_deref()
    }

    /// Returns who found or played the game.
    #[must_use]
    pub fn author(&self) -> Option<&str> {
        self.typed()?.author.as_deref()
    }

    /// Returns where the game was published.
    #[must_use]
    pub fn source(&self) -> Option<&str> {
        self.typed()?.source.as_deref()
    }

    /// Returns the program that wrote the file.
    #[must_use]
    pub fn producer(&self) -> Option<&str> {
        self.typed()?.producer.as_deref()
    }

    /// Returns when the file was written, in ISO 8601 if the writer followed the format.
    #[must_use]
    pub fn saved_at(&self) -> Option<&str> {
        self.typed()?.saved_at.as_deref()
    }

    /// Returns the labels.
    #[must_use]
    pub fn tags(&self) -> &[String] {
        self.typed().map_or(&[], |typed| &typed.tags)
    }

    /// Returns the method by which a program found the game.
    #[must_use]
    pub fn method(&self) -> Option<&str> {
        self.typed()?.solver.as_ref()?.method.as_deref()
    }

    /// Returns the seed of the random numbers with which a program found the game.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        self.typed()?.solver.as_ref()?.seed
    }

    /// Returns the number of moves that the file claims.
    #[must_use]
    pub fn claimed_score(&self) -> Option<usize> {
        Some(self.typed()?.score)
    }
}

/// The fields of an object that are not derived, in their order; each value as its text.
#[derive(Clone, Debug)]
pub(super) struct Fields(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields, D::Error> {
        deserializer.deserialize_map(InOrder)
    }
}

struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Fields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
        let mut fields = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            if DERIVED.contains(&name.as_str()) {
                map.next_value::<IgnoredAny>()?;
            } else {
                fields.push((name, map.next_value()?));
            }
        }
        Ok(Fields(fields))
    }
}

/// A record as an object of MSR: version and producer, derived fields, other fields, moves.
#[derive(Debug)]
pub(super) struct Written<'a> {
    pub(super) metadata: &'a Metadata,
    pub(super) variant: msr::Variant,
    pub(super) moves_left: usize,
    /// Smallest x and y, largest x and y.
    pub(super) bbox: [i16; 4],
    pub(super) moves: Vec<RecordMove>,
}

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.metadata.0.as_ref().map_or(&[][..], |stored| &stored.fields.0);
        let (first, others): (Vec<_>, Vec<_>) =
            fields.iter().partition(|(name, _)| name.as_str() == VERSION || name.as_str() == PRODUCER);
        let mut object = serializer.serialize_map(None)?;
        if !first.iter().any(|(name, _)| name.as_str() == VERSION) {
            object.serialize_entry(VERSION, FORMAT_VERSION)?;
        }
        for (name, value) in first {
            object.serialize_entry(name, value)?;
        }
        if self.metadata.0.is_none() {
            object.serialize_entry(PRODUCER, OUR_PRODUCER)?;
        }
        object.serialize_entry("variant", &self.variant)?;
        object.serialize_entry("score", &self.moves.len())?;
        object.serialize_entry("available_moves", &self.moves_left)?;
        object.serialize_entry("terminal", &(self.moves_left == 0))?;
        object.serialize_entry("bbox", &self.bbox)?;
        for (name, value) in others {
            object.serialize_entry(name, value)?;
        }
        object.serialize_entry("moves", &self.moves)?;
        object.end()
    }
}
