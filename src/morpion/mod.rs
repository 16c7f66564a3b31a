//! Morpion Solitaire: the longest game on squared paper.
//!
//! A move adds a point to a cross of points and draws a line of five through it, straight or diagonal, whose other four
//! points are marked already. Two lines of one direction may share an end point (5T, touching) or no point (5D,
//! disjoint); 4T and 4D are the same with lines of four from a smaller cross. The goal is the longest game.
//!
//! ```text
//!     variant  lattice      the four games; points, lines and moves of the infinite lattice
//!     pattern               the points that a game starts from, the cross or others
//!        board  position    the part of it that games are played on, as a bitboard; a game in progress, whose moves are checked
//!           potential  bounds     Flammenkamp's potential, and the upper bounds that follow from it
//!           count                 the exact number of grids
//!           upper_bound           smaller upper bounds for 5T and 5D, proved by certificates
//!           search                long games, by nested rollout policy adaptation
//!           record                records of games, in four forms
//!              picture            games as pictures
//!              replay             a game as a page that replays it and plays on
//!              game               a record whose moves have been replayed
//!                 report          answers, as text and as JSON
//!                    merge        parts of counts and proofs, added up
//! ```
//!
//! # The model
//!
//! Achim Flammenkamp (*Le Morpion Solitaire*, 2003) models 5T: from the points P₀ of the cross, a game is a sequence of
//! points pᵢ and lines ℓᵢ of five points of ℤ² with
//!
//! - (i) pᵢ ∉ P₀, and pᵢ ≠ pⱼ for all j < i;
//! - (ii) pᵢ ∈ ℓᵢ, and ℓᵢ has at most one point in common with ℓⱼ for all j < i;
//! - (iii) the points of ℓᵢ are in P₀ or among p₁, …, pᵢ.
//!
//! Lines of different directions never have more than one point in common. In 5D and 4D, lines of one direction may
//! have none. A move that violates a condition is rejected with the first one that it violates ([`IllegalMoveError`]).
//! The documentation of [`bounds`] corrects errors of the printed paper.

mod board;
pub mod bounds;
pub mod count;
mod game;
mod lattice;
pub mod merge;
mod pattern;
pub mod picture;
mod position;
mod potential;
pub mod record;
pub mod replay;
pub mod report;
pub mod search;
pub mod upper_bound;
mod variant;

pub use self::game::{Game, GameError};
pub use self::lattice::{Direction, Line, Move, Point};
pub use self::pattern::{InvalidPatternError, Pattern};
pub use self::position::{IllegalMoveError, Position};
pub use self::potential::Potential;
pub use self::variant::{ParseVariantError, Variant};
