//! The module `hex` and what only the program `hex` has: against the reference, against plain search, by laws, on
//! broken input.

#![allow(clippy::pedantic, clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod best_case;
mod bridge;
mod gtp;
mod handicaps;
mod input;
mod openings;
mod perfect_play;
mod pictures;
mod plain_search;
mod program;
mod proof;
mod reference;
mod review;
mod searches;
mod sgf;
mod shortest;
#[path = "../support/mod.rs"]
mod support;
mod templates;
