//! The fields of an MSR record beside its moves.
//!
//! They are stored as JSON in their order, so that those that the format does not know are written again. The crate of
//! the format has checked the types of the others.

use std::collections::BTreeMap;

use msr::{FORMAT_VERSION, RecordMove};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::morpion::variant::Variant;

/// The fields that are derived from the game.
const DERIVED: [&str; 6] = ["variant", "score", "available_moves", "terminal", "bbox", "moves"];

/// The program that our files name as their producer.
const OUR_PRODUCER: &str = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));

/// The fields of a record beside its moves. Forms other than MSR have none. The texts are those of the file, of any
/// length and with any characters, such as escape sequences of terminals. Each method returns `None` if the field is
/// absent.
#[derive(Clone, Debug, Default)]
pub struct Metadata(Vec<(String, Field)>);

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Field {
    /// A value that is written with the blanks of the whole record.
    Parsed(Value),
    /// The text of a value that parsing would change, as of a long number, or refuse, as of arrays nested deeply.
    AsRead(Box<RawValue>),
}

impl Serialize for Metadata {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, field)| (name, field)))
    }
}

impl Metadata {
    /// Returns the metadata among the fields of a record. The values are parts of one text, which has their order.
    pub(super) fn read(mut fields: BTreeMap<String, &RawValue>) -> Metadata {
        fields.remove("moves");
        let mut fields: Vec<_> = fields.into_iter().collect();
        fields.sort_by_key(|(_, text)| text.get().as_ptr());
        let without_blanks = |text: &str| text.split_ascii_whitespace().collect::<String>();
        let field = |text: &RawValue| match serde_json::from_str::<Value>(text.get()) {
            // An escape in a string may be written as its character.
            Ok(value) if value.is_string() || without_blanks(&value.to_string()) == without_blanks(text.get()) => {
                Field::Parsed(value)
            }
            _ => Field::AsRead(text.to_owned()),
        };
        Metadata(fields.into_iter().map(|(name, text)| (name, field(text))).collect())
    }

    fn get(&self, name: &str) -> Option<&Value> {
        let (_, field) = self.0.iter().find(|(key, _)| key == name)?;
        if let Field::Parsed(value) = field { Some(value) } else { None }
    }

    /// Returns the metadata of a game that this program has found.
    pub(super) fn found(score: usize, method: &str, seed: u64) -> Metadata {
        // Times are left out: the same search writes the same file.
        let solver = json!({ "tool": env!("CARGO_PKG_NAME"), "method": method, "seed": seed });
        let fields = [("producer", json!(OUR_PRODUCER)), ("solver", solver), ("score", json!(score))];
        Metadata(fields.map(|(name, value)| (name.to_owned(), Field::Parsed(value))).into())
    }

    /// Returns who found or played the game.
    #[must_use]
    pub fn author(&self) -> Option<&str> {
        self.get("author")?.as_str()
    }

    /// Returns where the game was published.
    #[must_use]
    pub fn source(&self) -> Option<&str> {
        self.get("source")?.as_str()
    }

    /// Returns the number of moves that the file claims.
    #[must_use]
    pub fn claimed_score(&self) -> Option<usize> {
        self.get("score")?.as_u64()?.try_into().ok()
    }

    /// Returns a record as an object of MSR: version and producer, derived fields, other fields, moves. `bbox` is the
    /// smallest x and y, then the largest x and y.
    pub(super) fn written(
        &self,
        variant: Variant,
        moves_left: usize,
        bbox: [i16; 4],
        moves: &[RecordMove],
    ) -> Metadata {
        let field = |(name, value): (&str, Value)| (name.to_owned(), Field::Parsed(value));
        let mut others = self.0.clone();
        let mut take = |name| others.iter().position(|(key, _)| key == name).map(|at| others.remove(at));
        let version = take("version").unwrap_or_else(|| field(("version", json!(FORMAT_VERSION))));
        let ours = || self.0.is_empty().then(|| field(("producer", json!(OUR_PRODUCER))));
        let producer = take("producer").or_else(ours);
        let derived = [json!(variant), json!(moves.len()), json!(moves_left), json!(moves_left == 0), json!(bbox)];
        others.retain(|(name, _)| !DERIVED.contains(&name.as_str()));
        let ours = DERIVED.into_iter().zip(derived).map(field);
        let object = [version].into_iter().chain(producer).chain(ours).chain(others);
        Metadata(object.chain([field(("moves", json!(moves)))]).collect())
    }
}
