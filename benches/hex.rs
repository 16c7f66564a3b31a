//! Benchmarks of Hex: `cargo bench --bench hex`. `scripts/bench` measures whole programs beside others.

#![allow(clippy::pedantic, clippy::expect_used, clippy::unwrap_used, missing_docs, unreachable_pub, reason = "a bench")]

use std::hint::black_box;
use std::io::{Write as _, sink};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quadrille::budget::Budget;
use quadrille::hex::solve;
use quadrille::hex::{
    Answer, BestCaseSolver, DataSets, Position, ShortestPaths, Strictness, count_completions, outcome_by_cells,
};
use quadrille::player::Player;

#[path = "../tests/hex/reference.rs"]
mod reference;

use reference::Board;

const DATA_SETS: usize = 400;

fn read(input: &str) -> Vec<Position> {
    DataSets::open(input.as_bytes(), Strictness::Lenient).unwrap().map(Result::unwrap).collect()
}

fn contest_size(criterion: &mut Criterion) {
    // From empty to 60 percent full.
    let boards: Vec<Board> =
        (0..DATA_SETS).map(|i| Board::random(21, 0.6 * i as f64 / DATA_SETS as f64, 0.5, i as u64)).collect();
    let input = reference::input(&boards);
    let positions = read(&input);
    let mut solver = BestCaseSolver::new();

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
    let answers: Vec<Answer> =
        positions.iter().map(|position| Answer::new(1, position.clone(), &mut solver, false, false)).collect();
    group.bench_function("report", |b| {
        b.iter(|| answers.iter().for_each(|answer| write!(sink(), "{}", black_box(answer)).unwrap()))
    });
}

/// Returns the number of openings with which X wins.
fn winning_openings(size: u16) -> usize {
    let solver = solve::Solver::new(size, &Budget::default().with_memory(1 << 26)).unwrap();
    let empty = Position::empty(size.into()).unwrap();
    solver.winning_moves(&empty, Player::X, &mut Budget::default()).unwrap().len()
}

fn perfect_play(criterion: &mut Criterion) {
    assert_eq!(winning_openings(4), 4);
    let mut group = criterion.benchmark_group("perfect play, all openings");
    group.sample_size(10);
    for size in 4..=6 {
        group.bench_function(format!("{size}x{size}"), |b| b.iter(|| winning_openings(black_box(size))));
    }
}

criterion_group!(benches, contest_size, perfect_play);
criterion_main!(benches);
