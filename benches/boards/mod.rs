//! The boards that everything is measured on: the same on every machine.

use std::fmt::Write;

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use rand::seq::SliceRandom;

/// An input of random boards of one size, their densities going up evenly from 0 to 60 percent, each player having half
/// of the stones.
pub fn input(data_sets: usize, size: usize) -> String {
    assert!(size <= 26, "columns have one letter");
    let mut random = ChaCha8Rng::seed_from_u64(2018);
    let letter = |column: usize| char::from(b'A' + column as u8);
    let cells = (0..size).flat_map(|row| (0..size).map(move |column| format!("{}{}", letter(column), row + 1)));
    let mut cells: Vec<String> = cells.collect();
    let mut text = format!("{data_sets}\n");
    for i in 0..data_sets {
        cells.shuffle(&mut random);
        let stones = 6 * cells.len() * i / (10 * data_sets.max(2) - 10);
        let (x, o) = cells[..stones].split_at(stones / 2);
        let lines = (x.len(), o.len(), x.join(" "), o.join(" "));
        write!(text, "{size}\n{} {}\n{}\n{}\n", lines.0, lines.1, lines.2, lines.3).unwrap();
    }
    text
}
