//! Chip-firing games. Two players take turns to put a chip on a vertex of a graph. Then vertices with at least as many
//! chips as neighbours fire, one at a time: they give one chip to each neighbour, until no vertex can fire. The player
//! who starts an endless avalanche ends the game.
//!
//! ```text
//!     configuration         chips on vertices, and firing
//!     game                  rules: positions and moves, questions and answers
//!     solver                answers to questions
//!       complete_graph      models of the positions: shapes on a ring for K_n,
//!       any_graph             and configurations up to automorphism for other graphs
//!       search              depth-first search with a transposition table, on any model
//!     retrograde            all answers about a small graph, from all configurations
//!     tree                  all positions from the empty board
//!     picture               trees in DOT
//!     named_graph           graphs as they are typed and read
//!     report                answers as text and as JSON
//! ```
//!
//! `README.md` is the reference of the program, and `theorems.md` proves theorems on complete graphs.

mod any_graph;
mod complete_graph;
mod configuration;
mod game;
mod named_graph;
mod picture;
mod report;
mod retrograde;
mod search;
mod solver;
mod tree;

pub use self::configuration::{Configuration, Endless, ParseConfigurationError, Stabilization, stabilize};
pub use self::game::{Answer, Bounds, Game, GameError, Question, Side};
pub use self::named_graph::{NamedGraph, ParseNamedGraphError};
pub use self::picture::write_dot;
pub use self::report::{EndOfFiring, GraphRow, Solution, TableRow};
pub use self::retrograde::all_answers;
pub use self::search::{SearchState, TooLargeError};
pub use self::solver::Solver;
pub use self::tree::{Node, Tree, TreeError, TreeKind};
