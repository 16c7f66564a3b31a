//! Primitives as JSON: the strings that `Display` gives.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::cell::Cell;
use crate::player::Player;

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Player {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Serializes a field as the string that `Display` gives: `#[serde(serialize_with = "display")]`. Numbers that do not
/// fit into 53 bits are written in this way, for parsers that read numbers as floating point.
pub(crate) fn display<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Serializes a field that may be absent in the same way, or as null.
#[allow(clippy::ref_option, reason = "the form that serde calls")]
pub(crate) fn display_some<S: Serializer>(value: &Option<impl Display>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}

/// Deserializes what [`display`] has written: `#[serde(deserialize_with = "parsed")]`.
pub(crate) fn parsed<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(from: D) -> Result<T, D::Error> {
    String::deserialize(from)?.parse().map_err(D::Error::custom)
}
