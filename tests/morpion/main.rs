//! The program `morpion` and the module `morpion`: against the reference, on broken input, as a process.

#![allow(clippy::pedantic, clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod bounds;
mod count;
mod drawn;
mod forms;
mod forms_hostile;
mod games;
mod parts;
mod pictures;
mod position;
mod program;
mod reference;
mod replay;
mod search;
mod search_files;
mod searching;
#[path = "../support/mod.rs"]
mod support;
mod upper_bound;
mod upper_bound_checkers;
mod upper_bound_games;
mod upper_bound_lemmas;
