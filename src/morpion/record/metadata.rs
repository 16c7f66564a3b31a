//! The fields of an MSR record beside its moves.
//!
//! They are stored as JSON in their order, so that those that the format does not know are written again. The crate of
//! the format has checked the types of the others.

use msr::{FORMAT_VERSION, RecordMove};
use serde_json::{Map, Value, json};

use crate::morpion::variant::Variant;

/// The fields that are derived from the game.
const DERIVED: [&str; 6] = ["variant", "score", "available_moves", "terminal", "bbox", "moves"];

/// The program that our files name as their producer.
const OUR_PRODUCER: &str = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));

/// The fields of a record beside its moves. Forms other than MSR have none. The texts are those of the file, of any
/// length and with any characters, such as escape sequences of terminals. Each method returns `None` if the field is
/// absent.
#[derive(Clone, Debug, Default)]
pub struct Metadata(pub(super) Map<String, Value>);

impl Metadata {
    /// Returns the metadata of a game that this program has found.
    pub(super) fn found(score: usize, method: &str, seed: u64) -> Metadata {
        // Times are left out: the same search writes the same file.
        let solver = json!({ "tool": env!("CARGO_PKG_NAME"), "method": method, "seed": seed });
        let fields = [("producer", json!(OUR_PRODUCER)), ("solver", solver), ("score", json!(score))];
        Metadata(fields.map(|(name, value)| (name.to_owned(), value)).into_iter().collect())
    }

    /// Returns who found or played the game.
    #[must_use]
    pub fn author(&self) -> Option<&str> {
        self.0.get("author")?.as_str()
    }

    /// Returns where the game was published.
    #[must_use]
    pub fn source(&self) -> Option<&str> {
        self.0.get("source")?.as_str()
    }

    /// Returns the number of moves that the file claims.
    #[must_use]
    pub fn claimed_score(&self) -> Option<usize> {
        self.0.get("score")?.as_u64()?.try_into().ok()
    }

    /// Returns a record as an object of MSR: version and producer, derived fields, other fields, moves. `bbox` is the
    /// smallest x and y, then the largest x and y.
    pub(super) fn written(
        &self,
        variant: Variant,
        moves_left: usize,
        bbox: [i16; 4],
        moves: &[RecordMove],
    ) -> Map<String, Value> {
        let mut others = self.0.clone();
        let mut object = Map::new();
        object.insert("version".to_owned(), others.shift_remove("version").unwrap_or_else(|| json!(FORMAT_VERSION)));
        let producer = others.shift_remove("producer").or_else(|| self.0.is_empty().then(|| json!(OUR_PRODUCER)));
        object.extend(producer.map(|producer| ("producer".to_owned(), producer)));
        let derived = [json!(variant), json!(moves.len()), json!(moves_left), json!(moves_left == 0), json!(bbox)];
        object.extend(DERIVED.map(str::to_owned).into_iter().zip(derived));
        object.extend(others.into_iter().filter(|(name, _)| !DERIVED.contains(&name.as_str())));
        object.insert("moves".to_owned(), json!(moves));
        object
    }
}
