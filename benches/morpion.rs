//! Benchmarks of Morpion Solitaire, beside the validator of the crate of records: `cargo bench --bench morpion`.

#![allow(clippy::pedantic, clippy::unwrap_used, missing_docs, unreachable_pub, reason = "a benchmark")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quadrille::budget::Budget;
use quadrille::morpion::count::{Count, Scope};
use quadrille::morpion::record::{known, read};
use quadrille::morpion::search::{Plan, Search};
use quadrille::morpion::{Position, Variant};
use quadrille::part::Part;

fn counted(variant: Variant, depth: usize, finished: bool) -> u128 {
    let count = Count::new(variant, Scope { depth, finished }, Part::WHOLE).unwrap();
    count.run(&mut Budget::default()).unwrap();
    count.sums()[depth].grids()
}

fn counts(c: &mut Criterion) {
    let mut group = c.benchmark_group("count");
    group.sample_size(10);
    for (variant, depth) in [(Variant::D5, 15), (Variant::T5, 12), (Variant::D4, 9), (Variant::T4, 9)] {
        for finished in [false, true] {
            let name = format!("{variant} to {depth}{}", if finished { ", finished" } else { "" });
            group.bench_function(name, |b| b.iter(|| counted(variant, black_box(depth), finished)));
        }
    }
}

/// Runs of level 2, some 10,000 playouts each; what is shown per second is playouts.
fn searches(c: &mut Criterion) {
    let mut group = c.benchmark_group("search");
    group.sample_size(20);
    for variant in Variant::ALL {
        let run = || {
            let plan = Plan { variant, seed: 1, levels: 2, target: None, start: Vec::new(), keep: 0, symmetric: false };
            let search = Search::new(plan, 1).unwrap();
            search.run(None, &mut Budget::default());
            search.playouts()
        };
        group.throughput(Throughput::Elements(run()));
        group.bench_function(format!("{variant} level 2"), |b| b.iter(run));
    }
}

fn games(c: &mut Criterion) {
    let mut group = c.benchmark_group("game");
    for id in ["rosin178", "rosin82", "hyyroporanen62"] {
        let json = known().find(|known| known.name == id).unwrap().json;
        let record = read(json.as_bytes(), None).unwrap();
        let theirs: msr::Record = msr::decode(json).unwrap();
        group.bench_function(format!("replay {id}"), |b| {
            b.iter(|| {
                let mut position = Position::new(record.variant());
                for &mv in record.moves() {
                    position.play(black_box(mv)).unwrap();
                }
                position.mobility()
            });
        });
        group.bench_function(format!("replay {id}, the crate's validator"), |b| {
            b.iter(|| msr::validate(black_box(&theirs)));
        });
    }
}

criterion_group!(benches, counts, searches, games);
criterion_main!(benches);
