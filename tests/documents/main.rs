//! What the documents show is what the programs do.

#![allow(clippy::pedantic, clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod readme;
mod results;
#[path = "../support/mod.rs"]
mod support;
