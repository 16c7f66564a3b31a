//! Primitives as JSON: the strings that `Display` gives.

use std::fmt::Display;

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
