//! Benchmarks of Hip: `cargo bench --bench hip`.

#![allow(clippy::pedantic, clippy::unwrap_used, missing_docs, unreachable_pub, reason = "a benchmark")]

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, criterion_group, criterion_main};
use quadrille::hip::{Balance, Size, tie};

fn ties(c: &mut Criterion) {
    let mut group = c.benchmark_group("tie");
    group.sample_size(10);
    for side in [6, 7] {
        let Some(size) = Size::new(side, side) else { continue };
        group.bench_function(size.to_string(), |b| {
            b.iter(|| tie(black_box(size), Balance::Balanced, 1, &mut |_| ControlFlow::Continue(())));
        });
    }
    group.finish();
}

criterion_group!(benches, ties);
criterion_main!(benches);
