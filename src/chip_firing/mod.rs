//! Chip-firing games: two players put chips on the vertices of a graph in turns, and a vertex with at least as many chips
//! as neighbours fires, one chip to each of them, until none can. Who sets off a firing without end ends the play.

mod configuration;
mod game;
mod solver;
mod stabilize;

pub use self::configuration::Configuration;
pub use self::game::{Game, NoGame};
pub use self::solver::{First, Limits, Question, Solver, TooLarge};
pub use self::stabilize::{Never, Stabilization, stabilize};
