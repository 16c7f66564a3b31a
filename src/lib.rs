//! Four pencil-and-paper games, exactly: who wins, how fast, in how many ways.
//!
//! ```text
//!     src/main.rs  src/bin  the binaries: `hex`, `hex-judge`, `hip`, `chip-firing`, `morpion`    a sentence each
//!       cli                 arguments, files, processes, threads, exit status   only binaries import it
//!         judge             outputs checked, inputs made: knows the format of `hex`, not its solver
//!         hex  hip  chip_firing  morpion       the games, which never import each other
//!           bits  cell  checkpoint  graph  player  random  search  svg  symmetry  text      primitives, which know no game
//! ```
//!
//! Imports go down this list only. Everything below [`cli`] is silent: it does not print, exit, look at the clock or the
//! environment, and has no globals.
//!
//! # Hex
//!
//! ```
//! use quadrille::hex::{Outcome, Position, Solver};
//! use quadrille::player::Player;
//!
//! let mut position = Position::empty(5)?;
//! for (player, cell) in [(Player::X, "C2"), (Player::O, "C5"), (Player::X, "A3"), (Player::O, "C3")] {
//!     position.play(player, cell.parse()?)?;
//! }
//! match Solver::new().outcome(&position) {
//!     Outcome::Won(winner) => println!("{winner} has won"),
//!     Outcome::Open(best) => assert_eq!(best.x.to_string(), "D1-E1-B2"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bits;
pub mod cell;
pub mod checkpoint;
pub mod chip_firing;
pub mod cli;
pub mod graph;
pub mod hex;
pub mod hip;
pub mod judge;
pub mod morpion;
pub mod player;
pub mod random;
pub mod search;
pub mod svg;
pub mod symmetry;
pub mod text;
