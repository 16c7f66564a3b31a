//! Morpion Solitaire.

mod board;
pub mod count;
mod lattice;
mod position;
mod potential;
mod variant;

pub use self::lattice::{Direction, Line, Move, Point};
pub use self::position::{Condition, Illegal, Position};
pub use self::potential::Potential;
pub use self::variant::{NotAVariant, Variant};
