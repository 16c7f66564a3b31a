//! The program `chip-firing` and the module `chip_firing`: against the reference, on broken input, as a process.

#![allow(clippy::pedantic, clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod checkpoint;
mod game;
mod graphs;
mod hostile;
mod lines;
mod program;
mod reference;
mod rejected;
mod retrograde;
mod solver;
mod stabilize;
#[path = "../support/mod.rs"]
mod support;
mod symmetry;
mod tree;

use quadrille::chip_firing::Answer;
use quadrille::chip_firing::report::player_number;

/// An answer as the references have it: the number of the player, the Grundy value, or the number of chips.
fn number_of(answer: Answer) -> u64 {
    match answer {
        Answer::Winner(winner) => player_number(winner),
        Answer::Grundy(value) => value.into(),
        Answer::Number(number) => number,
    }
}
