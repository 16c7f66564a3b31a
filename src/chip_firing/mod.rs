//! Chip-firing games. Two players take turns to put a chip on a vertex of a graph. Then vertices with at least as many chips as
//! neighbours fire, one at a time: they give one chip to each neighbour, until no vertex can fire. The player who starts an endless
//! avalanche ends the game.
//!
//! ```text
//!     configuration    chips on vertices            stabilize     firing until nothing can
//!     game             a position, and a move       tree -> dot   all positions from the empty board, drawn
//!     solver           a question to its answer     report        answers as text
//!       engine           a theorem, or a search (for numbers, a sequence of searches that narrow the bounds)
//!         search           depth first, on many threads, with a transposition table
//!         complete_graph   positions on K_n: shapes on a ring
//!         any_graph        positions on other graphs: graph_game, numbers up to automorphism
//! ```

mod any_graph;
mod complete_graph;
mod configuration;
mod dot;
mod engine;
mod game;
mod graph_game;
pub mod report;
mod search;
mod solver;
mod stabilize;
mod tree;

pub use self::configuration::{Configuration, NotChips};
pub use self::dot::write_dot;
pub use self::engine::Findings;
pub use self::game::{Game, NoGame, Side, TooLarge};
pub use self::solver::{Question, Solver};
pub use self::stabilize::{Never, Stabilization, stabilize};
pub use self::tree::{Node, Tree, TreeError, TreeKind};
