//! Stands in for the solvers.
#![allow(missing_docs, clippy::all, clippy::pedantic, clippy::unwrap_used)]

use super::balance::Balance;
use super::colouring::Colouring;
use super::size::Size;
use crate::player::Player;
use crate::search::Watch;

#[derive(Debug)]
pub struct Tie {
    pub colouring: Colouring,
    pub squares: u64,
    pub at_least: u64,
    pub positions: u64,
}

fn all(size: Size) -> impl Iterator<Item = Colouring> {
    let area = size.area().min(20);
    (0_u32..1 << area).map(move |bits| {
        Colouring::from_fn(size, |cell| if bits >> (size.index(cell) % 32) & 1 == 0 { Player::X } else { Player::O })
    })
}

fn balanced(colouring: &Colouring) -> bool {
    colouring.counters(Player::X) == colouring.size().area().div_ceil(2)
}

pub fn tie(size: Size, balance: Balance, _threads: usize, watch: &mut Watch<'_>) -> Tie {
    let mut best: Option<Tie> = None;
    for (i, colouring) in all(size).enumerate() {
        if balance == Balance::Balanced && !balanced(&colouring) {
            continue;
        }
        let squares = colouring.monochromatic().count() as u64;
        if best.as_ref().is_none_or(|best| best.squares > squares) {
            best = Some(Tie { colouring, squares, at_least: 0, positions: i as u64 });
        }
        if watch(i as u64).is_break() {
            return best.unwrap();
        }
    }
    let mut best = best.unwrap();
    best.at_least = best.squares;
    best
}

impl Tie {
    pub const LARGEST: usize = 1024;
    #[must_use]
    pub const fn is_proved(&self) -> bool {
        self.squares == self.at_least
    }
}
