//! Benchmarks of chip-firing: `cargo bench --bench chip_firing`. The algorithm of "Combinatorial Games" (2018) is
//! measured beside the search where it comes to an end; whole programs are compared in `processes`.

#![allow(clippy::pedantic, clippy::unwrap_used, missing_docs, unreachable_pub, reason = "a benchmark")]

use std::collections::HashMap;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use quadrille::budget::Budget;
use quadrille::chip_firing::{Answer, Configuration, Game, Question, Side, Solver, Tree, TreeKind, stabilize};
use quadrille::graph::{Graph, Scratch, Symmetries};
use quadrille::random::Random;

#[path = "../tests/chip_firing/reference/mod.rs"]
mod reference;

use reference::post;

fn graph(name: &str) -> Graph {
    name.parse().unwrap()
}

fn solved(game: &Game, question: Question) -> Option<Answer> {
    let mut budget = Budget::default().with_memory(1 << 28);
    Solver::new(game, question, &budget).unwrap().answer(&mut budget)
}

fn searches(c: &mut Criterion) {
    let questions =
        [("winner", Question::Winner), ("grundy", Question::Grundy), ("number", Question::Number(Side::Max))];
    for (name, question) in questions {
        let mut group = c.benchmark_group(name);
        group.sample_size(10);
        let complete = if name == "winner" { "K16" } else { "K12" };
        for graph_name in ["K8", complete, "petersen", "Q3", "grid3x3", "K4,5", "grid3x4"] {
            let game = Game::new(graph(graph_name)).unwrap();
            group.bench_function(graph_name, |b| b.iter(|| solved(black_box(&game), question)));
        }
        let start = vec![0; 8];
        match name {
            "winner" => {
                group.bench_function("K8, the post's way", |b| {
                    b.iter(|| post::winner(&start, 0, &mut HashMap::new(), None));
                });
            }
            "number" => {
                group.bench_function("K8, the post's way", |b| {
                    b.iter(|| post::score(&start, 0, &mut HashMap::new(), &mut Default::default()));
                });
            }
            _ => {}
        }
        group.finish();
    }
}

fn graphs(c: &mut Criterion) {
    let mut group = c.benchmark_group("graphs");
    for name in ["petersen", "Q4", "grid6x6", "K9,9"] {
        let graph = graph(name);
        group.bench_function(format!("symmetries of {name}"), |b| b.iter(|| Symmetries::of(black_box(&graph))));
        let symmetries = Symmetries::of(&graph);
        let mut random = Random::fixed();
        let labels: Vec<u8> = graph.vertices().map(|_| u8::from(random.percent(50))).collect();
        let mut scratch = Scratch::default();
        group.bench_function(format!("canonical on {name}"), |b| {
            b.iter(|| {
                let mut labels = black_box(&labels).clone();
                symmetries.canonical(&mut labels, &mut scratch);
                labels
            });
        });
    }
    group.finish();
}

fn configurations(c: &mut Criterion) {
    let mut group = c.benchmark_group("stabilize");
    group.sample_size(10);
    // All chips on one vertex, as many as may come to rest.
    for (name, chips) in [("grid40x40", 2500), ("P1000", 990), ("K300", 40_000)] {
        let graph = graph(name);
        let mut counts = vec![0; graph.order()];
        counts[graph.order() / 2] = chips;
        let configuration = Configuration::new(counts);
        group.bench_function(name, |b| {
            b.iter(|| stabilize(&graph, black_box(&configuration), &mut Budget::default()));
        });
    }
    group.finish();
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
    group.finish();
}

criterion_group!(benches, searches, graphs, configurations, trees);
criterion_main!(benches);
