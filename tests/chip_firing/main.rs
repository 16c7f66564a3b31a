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
