//! The program `hip` and the module `hip`: against the references, and the answers and pictures of the program.

#![allow(clippy::pedantic, clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod draws;
mod game;
mod model;
mod pictures;
mod program;
mod proofs;
mod reference;
mod squares;
#[path = "../support/mod.rs"]
mod support;
mod tie;
