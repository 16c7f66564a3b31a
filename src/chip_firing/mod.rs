//! Chip-firing games: two players put chips on the vertices of a graph in turns, and a vertex with at least as many chips
//! as neighbours fires, one chip to each of them, until none can. Who sets off a firing without end ends the play.

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
pub use self::game::{First, Game, NoGame};
pub use self::solver::{Limits, Question, Solver, TooLarge};
pub use self::stabilize::{Never, Stabilization, stabilize};
pub use self::tree::{Kind, Node, Tree, TreeError};
