//! All smallest completions of one player, one by one, in reading order.
//!
//! A completion is a path of links through the [`Layers`]: one cell of each. The first one in reading order is found
//! greedily: go through the cells in reading order; one that is still alive is taken, the others of its layer die, and
//! so does whatever is cut off by that from the first layer or from the last, over and over. Since what is alive always
//! lies on some completion, no choice is ever regretted. For the next one the last choice that left another is undone,
//! its cell dies instead, and the walk goes on from there.
//!
//! A cell dies once in a walk, so the first completion costs O(cells) however large the chains are; each later one costs
//! at most a walk for each of its cells.

use super::completion::Completion;
use super::layers::{Layers, Spot};
use super::prune::Pruned;

/// An iterator over all smallest completions of one player, in reading order.
///
/// ```
/// use quadrille::hex::{Completions, Layers, Position};
/// use quadrille::player::Player;
/// let layers = Layers::new(&Position::empty(2)?, Player::X).ok_or("O has won")?;
/// let all: Vec<String> = Completions::new(&layers).map(|completion| completion.to_string()).collect();
/// assert_eq!(all, ["A1-B1", "B1-A2", "A2-B2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Completions<'a> {
    pruned: Pruned<'a>,
    /// The cells of all layers in reading order.
    order: Vec<Spot>,
    /// The next one of `order` to be taken if it is alive.
    at: usize,
    /// Where in `order` a cell was taken that had others beside it, and how much had died before.
    choices: Vec<(usize, usize)>,
    exhausted: bool,
}

impl<'a> Completions<'a> {
    /// The completions whose layers these are. A player who has won has one, without cells.
    #[must_use]
    pub fn new(layers: &'a Layers) -> Self {
        let mut order = layers.cells().to_vec();
        order.sort_unstable();
        Completions { pruned: Pruned::new(layers), order, at: 0, choices: Vec::new(), exhausted: false }
    }
}

impl Iterator for Completions<'_> {
    type Item = Completion;

    fn next(&mut self) -> Option<Completion> {
        if self.exhausted {
            return None;
        }
        while let Some(&spot) = self.order.get(self.at) {
            if self.pruned.is_alive(spot) && self.pruned.has_rivals(spot) {
                self.choices.push((self.at, self.pruned.dead.len()));
                self.pruned.kill_rivals(spot);
            }
            self.at += 1;
        }
        let board = &self.pruned.layers.board;
        let alive = self.order.iter().filter(|&&spot| self.pruned.is_alive(spot));
        let completion = Completion::in_reading_order(alive.map(|&spot| board.cell(spot)).collect());
        match self.choices.pop() {
            Some((at, dead)) => {
                self.pruned.revive(dead);
                self.pruned.kill(self.order[at]);
                self.at = at + 1;
            }
            None => self.exhausted = true,
        }
        Some(completion)
    }
}
