//! Benchmarks of Hip: `cargo bench --bench hip`.

#![allow(clippy::pedantic, clippy::unwrap_used, missing_docs, unreachable_pub, reason = "a benchmark")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use quadrille::budget::Budget;
use quadrille::hip::{Balance, Completing, Game, Goal, Rules, Size, count_draws, solve, tie};

fn ties_and_draws(c: &mut Criterion) {
    let mut group = c.benchmark_group("tie and draws");
    group.sample_size(10);
    for board in ["6x6", "7x7", "7x8"] {
        let size: Size = board.parse().unwrap();
        group.bench_function(format!("tie {board}"), |b| {
            b.iter(|| tie(black_box(size), Balance::Balanced, &mut Budget::default()));
        });
    }
    for board in ["5x5", "6x6", "3x10", "4x40"] {
        let size: Size = board.parse().unwrap();
        group.bench_function(format!("draws {board}"), |b| {
            b.iter(|| count_draws(black_box(size), &mut Budget::default()));
        });
    }
}

fn games(c: &mut Criterion) {
    let mut group = c.benchmark_group("solve");
    group.sample_size(10);
    let (loses, illegal) = (Completing::Loses, Completing::Illegal);
    for (board, completing, double) in
        [("3x4", loses, false), ("4x4", loses, false), ("3x7", illegal, false), ("4x5", loses, true)]
    {
        let game = Game::new(board.parse().unwrap(), Rules { completing, double });
        group.bench_function(board, |b| {
            b.iter(|| solve(black_box(&game), Goal::Outcome, &mut Budget::default().with_memory(1 << 24)));
        });
    }
}

criterion_group!(benches, ties_and_draws, games);
criterion_main!(benches);
