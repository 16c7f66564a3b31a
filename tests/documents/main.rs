//! What the documents show is what the programs do.
//!
//! The documents are README.md, the reference of each program beside its source, the contest problem, and the page of
//! results in testdata.

#![allow(clippy::pedantic, clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod commands;
mod graphs;
mod links;
mod references;
mod sequences;
#[path = "../support/mod.rs"]
mod support;

use std::fs;
use std::path::{Path, PathBuf};

use self::support::{CHIP_FIRING, HEX, HEX_JUDGE, HIP, MORPION, Program};

/// The first page.
const README: &str = "README.md";

/// The contest problem.
const PROBLEM: &str = "src/hex/problem.md";

/// Templates.
const TEMPLATES: &str = "src/hex/templates.md";

/// The results and how each was computed.
const RESULTS: &str = "testdata/RESULTS.md";

/// The programs, each with its reference.
const REFERENCES: [(Program, &str); 5] = [
    (HEX, "src/hex/README.md"),
    (HEX_JUDGE, "src/judge/README.md"),
    (HIP, "src/hip/README.md"),
    (CHIP_FIRING, "src/chip_firing/README.md"),
    (MORPION, "src/morpion/README.md"),
];

fn documents() -> impl Iterator<Item = &'static str> {
    REFERENCES.map(|(_, reference)| reference).into_iter().chain([README, PROBLEM, TEMPLATES, RESULTS])
}

/// A file of the repository.
fn file(name: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}
