//! Chip-firing games: two players put chips on the vertices of a graph in turns, and a vertex with at least as many chips
//! as neighbours fires, one chip to each of them, until none can. Who sets off a firing without end ends the play.
//!
//! ```text
//!     configuration    chips on vertices            stabilize     firing until nothing can
//!     game             a position, and a move       tree -> dot   all positions from the empty board, drawn
//!     solver           a question to its answer     report        answers as text
//!       engine           a theorem, or a search from goal to goal
//!         search           depth first, on many threads, with a table of what is known
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
pub use self::solver::{Limits, Question, Solver};
pub use self::stabilize::{Never, Stabilization, stabilize};
pub use self::tree::{Node, Tree, TreeError, TreeKind};
