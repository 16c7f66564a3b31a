//! The program `chip-firing` and the module `chip_firing`: against the reference, against theorems, as a process.

#![allow(clippy::pedantic, clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod game;
mod graphs;
mod program;
mod reference;
mod retrograde;
mod solver;
mod stabilize;
#[path = "../support/mod.rs"]
mod support;
mod symmetry;
mod theorems;
mod tree;
