//! The parts of the Hex program, per board: reading, both ways to the answer, counting, printing.
//!
//! Perfect play stands beside plain negamax (`negamax`), which solves 4x4 alone: on 5x5 it searches two million positions for the
//! opening in the centre, without an answer, and the solver solves all openings in a hundredth of that time.
//!
//! `cargo bench --bench hex`; whole programs side by side are in `processes`.

#![allow(clippy::pedantic, clippy::unwrap_used, missing_docs, unreachable_pub, reason = "a benchmark")]

mod boards;
mod negamax;

use std::hint::black_box;
use std::io::sink;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quadrille::budget::Budget;
use quadrille::hex::solve;
use quadrille::hex::{
    DataSets, Outcome, Position, Report, ShortestPaths, Solver, Strictness, count_completions, outcome_by_cells,
};
use quadrille::player::Player;

use self::negamax::Negamax;

const DATA_SETS: usize = 400;

fn read(input: &str) -> Vec<Position> {
    DataSets::open(input.as_bytes(), Strictness::Lenient).unwrap().map(Result::unwrap).collect()
}

fn contest_size(criterion: &mut Criterion) {
    let input = boards::input(DATA_SETS, 21);
    let positions = read(&input);
    let mut solver = Solver::new();
    let outcomes: Vec<Outcome> = positions.iter().map(|position| solver.outcome(position)).collect();

    let mut group = criterion.benchmark_group("21x21");
    group.throughput(Throughput::Elements(DATA_SETS as u64));
    group.bench_function("read", |b| b.iter(|| read(black_box(&input))));
    group.bench_function("outcome by rows", |b| {
        b.iter(|| positions.iter().for_each(|position| drop(black_box(solver.outcome(black_box(position))))))
    });
    group.bench_function("outcome by cells", |b| {
        b.iter(|| positions.iter().for_each(|position| drop(black_box(outcome_by_cells(black_box(position))))))
    });
    group.bench_function("ways", |b| {
        b.iter(|| {
            for position in &positions {
                for player in Player::BOTH {
                    black_box(ShortestPaths::new(black_box(position), player).map(|paths| count_completions(&paths)));
                }
            }
        })
    });
    let mut report = Report::new();
    group.bench_function("report", |b| {
        b.iter(|| {
            for (position, outcome) in positions.iter().zip(&outcomes) {
                report.data_set(&mut sink(), 1, black_box(position), outcome).unwrap();
            }
        })
    });
}

/// Returns the number of openings with which X wins.
fn winning_openings(size: u16) -> usize {
    let mut solver = solve::Solver::new(size, &Budget::default().with_memory(1 << 26)).unwrap();
    let empty = Position::empty(size.into()).unwrap();
    solver.winning_moves(&empty, Player::X, &mut Budget::default()).unwrap().len()
}

/// The same by plain negamax. Each opening has a table of its own.
fn winning_openings_by_negamax(size: u32) -> usize {
    let wins = |opening: &u32| Negamax::new(size, u64::MAX).wins([1 << opening, 0], 1) == Some(false);
    (0..size * size).filter(wins).count()
}

fn perfect_play(criterion: &mut Criterion) {
    assert_eq!((winning_openings(4), winning_openings_by_negamax(4)), (4, 4));
    let mut group = criterion.benchmark_group("perfect play, all openings");
    group.sample_size(10);
    group.bench_function("4x4", |b| b.iter(|| winning_openings(black_box(4))));
    group.bench_function("4x4, negamax", |b| b.iter(|| winning_openings_by_negamax(black_box(4))));
    group.bench_function("5x5", |b| b.iter(|| winning_openings(black_box(5))));
    group.bench_function("6x6", |b| b.iter(|| winning_openings(black_box(6))));
    group.finish();

    let centre = [1 << 12, 0];
    criterion.benchmark_group("perfect play, opening C3 of 5x5").sample_size(10).bench_function(
        "negamax, two million positions",
        |b| {
            b.iter(|| {
                let answer = Negamax::new(5, 2_000_000).wins(black_box(centre), 1);
                assert_eq!(answer, None, "solved: the comparison can be whole");
            })
        },
    );
}

criterion_group!(benches, contest_size, perfect_play);
criterion_main!(benches);
