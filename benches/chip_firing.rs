//! Benchmarks of chip-firing: `cargo bench --bench chip_firing`. `scripts/bench` measures whole programs beside others.

#![allow(clippy::pedantic, clippy::unwrap_used, missing_docs, unreachable_pub, reason = "a benchmark")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use quadrille::budget::Budget;
use quadrille::chip_firing::{Game, Question, Side, Solver, Tree, TreeKind};
use quadrille::graph::{Graph, Scratch, Symmetries};
use quadrille::random::Random;

fn graph(name: &str) -> Graph {
    name.parse().unwrap()
}

fn searches(c: &mut Criterion) {
    for (name, question, complete) in [
        ("winner", Question::Winner, "K16"),
        ("grundy", Question::Grundy, "K12"),
        ("number", Question::Number(Side::Max), "K12"),
    ] {
        let mut group = c.benchmark_group(name);
        group.sample_size(10);
        for name in [complete, "petersen", "grid3x3", "K4,5", "grid3x4"] {
            let game = Game::new(graph(name)).unwrap();
            let mut budget = Budget::default().with_memory(1 << 28);
            group.bench_function(name, |b| {
                b.iter(|| Solver::new(black_box(&game), question, &budget).unwrap().answer(&mut budget));
            });
        }
    }
}

fn graphs(c: &mut Criterion) {
    let mut group = c.benchmark_group("graphs");
    for name in ["petersen", "Q4", "grid6x6", "K9,9"] {
        let graph = graph(name);
        let (symmetries, mut random, mut scratch) = (Symmetries::of(&graph), Random::fixed(), Scratch::default());
        let labels: Vec<u8> = graph.vertices().map(|_| u8::from(random.percent(50))).collect();
        group.bench_function(format!("canonical on {name}"), |b| {
            b.iter(|| symmetries.canonical(&mut black_box(&labels).clone(), &mut scratch));
        });
    }
}

fn trees(c: &mut Criterion) {
    let mut group = c.benchmark_group("tree");
    group.sample_size(10);
    for (name, kind) in [("K8", TreeKind::Winner), ("K8", TreeKind::Number), ("petersen", TreeKind::Number)] {
        let game = Game::new(graph(name)).unwrap();
        group.bench_function(format!("{name} {kind:?}"), |b| {
            b.iter(|| Tree::build(black_box(&game), kind, &mut Budget::default()));
        });
    }
}

criterion_group!(benches, searches, graphs, trees);
criterion_main!(benches);
