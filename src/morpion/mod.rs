//! Morpion Solitaire.

mod board;
pub mod bounds;
pub mod count;
mod frame;
mod lattice;
pub mod picture;
mod position;
mod potential;
pub mod record;
pub mod report;
pub mod show;
mod variant;

pub use self::lattice::{Direction, Line, Move, Point};
pub use self::position::{Condition, Illegal, Position};
pub use self::potential::Potential;
pub use self::variant::{NotAVariant, Variant};
