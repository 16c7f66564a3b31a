//! Benchmarks of Hip: `cargo bench --bench hip`. What plain minimax takes is measured beside the search, where it ends.

#![allow(clippy::pedantic, clippy::unwrap_used, missing_docs, unreachable_pub, reason = "a benchmark")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use quadrille::budget::Budget;
use quadrille::hip::{Balance, Completing, Game, Goal, Rules, Size, count_draws, solve, squares, tie};

#[path = "../tests/hip/reference/game.rs"]
mod reference;

use reference::Minimax;

const GARDNER: Rules = Rules { completing: Completing::Loses, double: false };
const LAST_MOVER: Rules = Rules { completing: Completing::Illegal, double: false };
const DOUBLE: Rules = Rules { double: true, ..GARDNER };

fn ties(c: &mut Criterion) {
    let mut group = c.benchmark_group("tie");
    group.sample_size(10);
    for board in ["6x6", "7x7", "7x8"] {
        let size: Size = board.parse().unwrap();
        group.bench_function(board, |b| {
            b.iter(|| tie(black_box(size), Balance::Balanced, &mut Budget::default()));
        });
    }
    group.finish();
}

fn draws(c: &mut Criterion) {
    let mut group = c.benchmark_group("draws");
    for board in ["5x5", "6x6", "3x10", "4x40"] {
        let size: Size = board.parse().unwrap();
        group.bench_function(board, |b| b.iter(|| count_draws(black_box(size), &mut Budget::default())));
    }
    group.finish();
}

fn games(c: &mut Criterion) {
    let mut group = c.benchmark_group("solve");
    group.sample_size(10);
    for (board, rules) in [("3x4", GARDNER), ("4x4", GARDNER), ("3x7", LAST_MOVER), ("4x5", DOUBLE)] {
        let game = Game::new(board.parse().unwrap(), rules);
        let name = format!("{board}{}", if rules.double { " double" } else { "" });
        group.bench_function(name, |b| {
            b.iter(|| solve(black_box(&game), Goal::Outcome, &mut Budget::default().with_memory(1 << 24)));
        });
    }
    let size: Size = "3x4".parse().unwrap();
    let corners: Vec<_> = squares(size).map(|square| square.corners().map(|cell| size.index(cell))).collect();
    group.bench_function("3x4, plain minimax", |b| b.iter(|| Minimax::new(12, &corners, false, false).value(0, 0)));
    group.finish();
}

criterion_group!(benches, ties, draws, games);
criterion_main!(benches);
