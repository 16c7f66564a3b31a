//! Morpion Solitaire: the longest game on squared paper.
//!
//! A move adds a point to a cross of points and draws a line of five through it, straight or diagonal, whose other four points are
//! there. Two lines of one direction may share an end point (5T, touching) or none (5D, disjoint); 4T and 4D are the same
//! with lines of four from a smaller cross. The goal is the longest game.
//!
//! ```text
//!     variant  lattice      the four games; points and lines of the lattice without end
//!        board  illegal  position    a part of it as rows of bits; a game in progress, its moves checked by the conditions below
//!           potential  bounds  count      what is proved of games, and how many there are
//!           search                        long games;  threads   for both
//!           record                        records of games in their forms
//!              frame  picture  show  report      games as pictures and as text
//! ```
//!
//! # The model
//!
//! Achim Flammenkamp (*Le Morpion Solitaire*, 2003) models 5T: from the points P₀ of the cross, a game is a sequence of points pᵢ
//! and lines ℓᵢ of five points of ℤ² with
//!
//! - (i) pᵢ ∉ P₀, and pᵢ ≠ pⱼ for all j < i;
//! - (ii) pᵢ ∈ ℓᵢ, and ℓᵢ has at most one point in common with ℓⱼ for all j < i;
//! - (iii) the points of ℓᵢ are in P₀ or among p₁, …, pᵢ.
//!
//! Lines of different directions never have more than one point in common; of one direction, in 5D and 4D, they may have none. A move
//! that breaks a condition is refused with the first of these ([`Illegal`]). What is printed in the paper is corrected in the
//! documentation of [`bounds`].

mod board;
pub mod bounds;
pub mod count;
mod frame;
mod illegal;
mod lattice;
pub mod picture;
mod position;
mod potential;
pub mod record;
pub mod report;
pub mod search;
pub mod show;
mod threads;
mod variant;

pub use self::illegal::{Condition, Illegal};
pub use self::lattice::{Direction, Line, Move, Point};
pub use self::position::Position;
pub use self::potential::Potential;
pub use self::variant::{NotAVariant, Variant};
