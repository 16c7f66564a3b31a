//! The fields of an MSR record beside its moves.
//!
//! The crate of the format has the known fields with their types, for queries. All fields are also stored as JSON in their order, so
//! that those that the crate does not know are written again.

use msr::{FORMAT_VERSION, RecordMove};
use serde_json::{Map, Value, json};

/// The fields that are derived from the game.
const DERIVED: [&str; 6] = ["variant", "score", "available_moves", "terminal", "bbox", "moves"];

/// The program that our files name as their producer.
const OUR_PRODUCER: &str = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));

/// The fields of a record beside its moves. Forms other than MSR have none. The texts are those of the file, of any length and with
/// any characters, such as escape sequences of terminals. Each method returns `None` if the field is absent.
#[derive(Clone, Debug, Default)]
pub struct Metadata(Option<Box<Stored>>);

#[derive(Clone, Debug)]
struct Stored {
    /// The fields with their types, without moves.
    typed: msr::Record,
    /// All fields that are not derived.
    fields: Map<String, Value>,
}

impl Metadata {
    /// Returns the metadata of a file. The caller ensures that both have the same fields.
    pub(super) fn new(typed: msr::Record, mut fields: Map<String, Value>) -> Metadata {
        fields.retain(|name, _| !DERIVED.contains(&name.as_str()));
        Metadata(Some(Box::new(Stored { typed, fields })))
    }

    /// Returns the metadata of a game that this program has found.
    pub(super) fn found(variant: msr::Variant, score: usize, method: &str, seed: u64) -> Metadata {
        // Times are left out: the same search writes the same file.
        let solver = msr::Solver {
            tool: Some(env!("CARGO_PKG_NAME").to_owned()),
            method: Some(method.to_owned()),
            seed: Some(seed),
            nodes_explored: None,
            elapsed_secs: None,
        };
        let fields = [("producer".to_owned(), json!(OUR_PRODUCER)), ("solver".to_owned(), json!(solver))];
        let typed = msr::Record::new(variant, Vec::new());
        Metadata::new(msr::Record { score, solver: Some(solver), ..typed }, fields.into_iter().collect())
    }

    fn typed(&self) -> Option<&msr::Record> {
        self.0.as_ref().map(|stored| &stored.typed)
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

    /// Returns a record as an object of MSR: version and producer, derived fields, other fields, moves. `bbox` is the smallest x and y,
    /// then the largest x and y.
    pub(super) fn written(
        &self,
        variant: msr::Variant,
        moves_left: usize,
        bbox: [i16; 4],
        moves: &[RecordMove],
    ) -> Map<String, Value> {
        let mut others = self.0.as_ref().map(|stored| stored.fields.clone()).unwrap_or_default();
        let mut object = Map::new();
        object.insert("version".to_owned(), others.shift_remove("version").unwrap_or_else(|| json!(FORMAT_VERSION)));
        let producer = others.shift_remove("producer").or_else(|| self.0.is_none().then(|| json!(OUR_PRODUCER)));
        object.extend(producer.map(|producer| ("producer".to_owned(), producer)));
        let derived = [json!(variant), json!(moves.len()), json!(moves_left), json!(moves_left == 0), json!(bbox)];
        object.extend(DERIVED.map(str::to_owned).into_iter().zip(derived));
        object.append(&mut others);
        object.insert("moves".to_owned(), json!(moves));
        object
    }
}
