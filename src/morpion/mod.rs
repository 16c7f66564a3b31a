//! Morpion Solitaire.

mod lattice;
mod variant;

pub use self::lattice::{Direction, Line, Move, Point};
pub use self::variant::{NotAVariant, Variant};
