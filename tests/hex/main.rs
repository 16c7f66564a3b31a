//! The program `hex` and the module `hex`: against the reference, by laws, on broken input, as a process.

#![allow(clippy::pedantic, clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod best_case;
mod bridge;
mod hostile;
mod laws;
mod options;
mod perfect_play;
mod plain_search;
mod program;
mod proof;
mod reference;
mod solve_options;
#[path = "../support/mod.rs"]
mod support;
