//! Measures whole programs in one run: ours and yardsticks, programs to compare with.
//!
//! - `hex`; plain C++ and Python programs as most teams would submit them (`plain.cpp`, `plain.py`); and the floor, which only
//!   reads the input and prints the first board of each data set (`floor.cpp`).
//! - `hex --solve`, and benzene's solver where `$QUADRILLE_BENZENE` names its program: who wins after each opening.
//! - `chip-firing`, and the algorithm of the post of 2018 in its own language, Python (`chip_firing_post.py`).
//! - `hip tie`, and two solvers on the integer program that `hip model` prints (`hip_solvers.py`).
//! - `morpion`, and the program of the crate `morpion-solitaire`: a record replayed, and long games with the same time limit.
//!
//! `cargo bench --bench processes` uses the C++ compiler `$CXX` (default: `g++`) and `python3`. `scripts/bench` first installs the
//! solvers and the crate into the folder `$QUADRILLE_YARDSTICKS`. Yardsticks that are missing are reported and left out. `--quick`
//! uses fewer rounds and shorter time limits; `--only-solve` measures `hex --solve` alone.
//!
//! Programs take turns, so that a disturbance of the machine affects all of them. The result is the median, with the smallest and
//! the largest value. The programs of a contest must give the same answer; if they do not, the run fails.

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
    // `cargo test` runs benchmarks without `--bench`, to test that they work.
    let budget = match (given("--bench"), given("--quick")) {
        (false, _) => contests::TEST,
        (true, true) => contests::QUICK,
        (true, false) => contests::WHOLE,
    };
    let folder = tempfile::tempdir().unwrap();
    let there = yardsticks::Yardsticks::find(folder.path());
    let mut table = table::Table::default();
    let all = !given("--only-solve");
    if all {
        contests::hex(&budget, &there, folder.path(), &mut table);
    }
    contests::perfect_play(&budget, &there, folder.path(), &mut table);
    if all {
        contests::chip_firing(&budget, &there, &mut table);
        contests::hip(&budget, &there, folder.path(), &mut table);
        contests::replay(&budget, &there, folder.path(), &mut table);
        games::long_games(&budget, &there, folder.path(), &mut table);
    }
    table.print();
}

#[cfg(not(unix))]
fn main() {
    println!("CPU times of processes are measured on Unix only");
}
