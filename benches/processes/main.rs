//! Whole programs side by side in one run, ours and others.
//!
//! - `hex`; the plain C++ and Python programs that most teams would hand in (`plain.cpp`, `plain.py`); and the floor, which only
//!   reads the input and prints each first board (`floor.cpp`).
//! - `chip-firing`, and the algorithm of the post of 2018 in the language that it is written in (`chip_firing_post.py`).
//! - `hip tie`, and two solvers of integer programs on the program that `hip model` writes (`hip_solvers.py`).
//! - `morpion`, and the program of the crate `morpion-solitaire`: a record replayed, and long games in the same time.
//!
//! `cargo bench --bench processes` takes what is here: the C++ compiler that `$CXX` names, or `g++`, and `python3`. `scripts/bench`
//! installs the solvers and the crate first, and names their folder in `$QUADRILLE_YARDSTICKS`. What is missing is said and left
//! out. `--quick` takes fewer rounds and shorter limits.
//!
//! Programs take turns, so that a disturbance of the machine meets all of them. What counts is the median, with the
//! smallest and the largest. All programs of a contest must give the same answer, or nothing is compared.

#![allow(clippy::pedantic, clippy::unwrap_used, missing_docs, unreachable_pub, reason = "a benchmark")]

#[cfg(unix)]
#[path = "../boards/mod.rs"]
mod boards;
#[cfg(unix)]
mod contests;
#[cfg(unix)]
mod games;
#[cfg(unix)]
mod program;
#[cfg(unix)]
mod table;
#[cfg(unix)]
mod yardsticks;

#[cfg(unix)]
fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let given = |flag| arguments.iter().any(|argument| argument == flag);
    // Cargo runs benchmarks as tests too, to see whether they work.
    let effort = match (given("--bench"), given("--quick")) {
        (false, _) => contests::TEST,
        (true, true) => contests::QUICK,
        (true, false) => contests::WHOLE,
    };
    let folder = tempfile::tempdir().unwrap();
    let there = yardsticks::Yardsticks::find(folder.path());
    let mut table = table::Table::default();
    contests::hex(&effort, &there, folder.path(), &mut table);
    contests::chip_firing(&effort, &there, &mut table);
    contests::hip(&effort, &there, folder.path(), &mut table);
    contests::replay(&effort, &there, folder.path(), &mut table);
    games::long_games(&effort, &there, folder.path(), &mut table);
    table.print();
}

#[cfg(not(unix))]
fn main() {
    println!("CPU times of processes are measured on Unix only");
}
