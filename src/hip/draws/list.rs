//! All draws in reading order, X before O.
//!
//! Where the rows are the lines of the board as a [strip](super), a depth-first search over strips has them in this
//! order. Where the columns are, the cells are chosen in reading order, without dead ends:
//!
//! ```text
//!     X X O X X O O      chosen cells: some draw has all of them
//!     X O X . . . .      the next cell becomes an X if some draw has that too, else an O
//!     . . . . . . .
//! ```
//!
//! The same search finds a draw with the chosen cells, or that there is none. Cells on which the draw that was found
//! last agrees need no search. An X is replaced by an O only to find the next draw.

use std::iter;

use super::has_no_draw;
use super::transfer::{Line, Strip};
use crate::hip::{Colouring, Size};
use crate::player::Player;
use crate::symmetry::Symmetry;

/// Which draws to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Listing {
    /// All draws.
    All,
    /// One draw of each class up to symmetry and exchange: the first in reading order; on a board of odd area the first
    /// of those on which X has more counters. So a class that has a playable draw is represented by one.
    Representatives,
}

/// Returns the draws of a board in reading order, X before O.
///
/// ```
/// use quadrille::hip::{Listing, draws};
/// let size = "2x3".parse()?;
/// assert_eq!(draws(size, Listing::All).count(), 50);
/// assert_eq!(draws(size, Listing::All).next().map(|draw| draw.to_string()), Some("X X X\nX O X\n".to_owned()));
/// # Ok::<(), quadrille::hip::ParseSizeError>(())
/// ```
///
/// # Complexity
/// With up to six columns, a few rows are tried for each draw. On wider boards each cell that is chosen takes
/// O(profiles · columns) at most, and often O(columns).
pub fn draws(size: Size, listing: Listing) -> impl Iterator<Item = Colouring> {
    let draws = (!has_no_draw(size)).then(|| all_draws(size)).into_iter().flatten();
    draws.filter(move |draw| listing == Listing::All || is_representative(draw))
}

/// Returns whether [`Listing::Representatives`] has a draw.
fn is_representative(draw: &Colouring) -> bool {
    let size = draw.size();
    let (rows, columns) = (size.rows(), size.columns());
    let exchanges = if size.area().is_multiple_of(2) {
        &[false, true][..]
    } else if draw.counters(Player::X) > draw.counters(Player::O) {
        &[false]
    } else {
        return false;
    };
    exchanges.iter().all(|&exchange| {
        Symmetry::of(rows, columns).iter().all(|symmetry| {
            let image = size.cells().map(|cell| {
                let owner = draw.owner(symmetry.image(cell, rows, columns));
                if exchange { owner.opponent() } else { owner }
            });
            size.cells().map(|cell| draw.owner(cell)).le(image)
        })
    })
}

/// Returns all draws. Does not use the theorem of [`has_no_draw`].
fn all_draws(size: Size) -> Box<dyn Iterator<Item = Colouring>> {
    if u32::from(size.columns()) > Strip::WIDEST {
        let mut search = Search::new(size);
        return Box::new(iter::from_fn(move || search.next()).fuse());
    }
    let strip = Strip::new(size.columns());
    let draws = strip.build(strip.fitting_lines(size, &|_| None), &|_| true);
    Box::new(draws.map(move |rows| Colouring::from_fn(size, |cell| strip.owner(&rows, size, cell))))
}

/// The search for the next draw, cell by cell, on a board whose columns are the lines of a strip.
struct Search {
    size: Size,
    strip: Strip,
    /// The owners of the chosen cells, the first ones in reading order.
    chosen: Vec<Player>,
    /// The lines of a draw that has them, as a strip; none before the first cell is chosen.
    draw: Vec<Line>,
}

impl Search {
    fn new(size: Size) -> Search {
        Search { size, strip: Strip::new(size.rows()), chosen: Vec::new(), draw: Vec::new() }
    }

    /// Returns the next draw, or `None` after the last one.
    fn next(&mut self) -> Option<Colouring> {
        if self.chosen.len() == self.size.area() {
            self.take_back()?;
        }
        while self.chosen.len() < self.size.area() {
            // Neither is possible only if the board has no draw.
            self.choose(Player::X).or_else(|| self.choose(Player::O))?;
        }
        Some(Colouring::from_fn(self.size, |cell| self.chosen[self.size.index(cell)]))
    }

    /// Chooses the owner of the next cell; returns `None`, and chooses nothing, if no draw has it.
    fn choose(&mut self, owner: Player) -> Option<()> {
        let cell = self.size.cell(self.chosen.len());
        self.chosen.push(owner);
        if !self.draw.is_empty() && self.strip.owner(&self.draw, self.size, cell) == owner {
            return Some(());
        }
        let lines = self.strip.fitting_lines(self.size, &|cell| self.chosen.get(self.size.index(cell)).copied());
        let Some(draw) = self.strip.build(lines, &|_| true).next() else {
            self.chosen.pop();
            return None;
        };
        self.draw = draw;
        Some(())
    }

    /// Takes back cells up to the last X that can be an O, and makes it one; `None` if there is none.
    fn take_back(&mut self) -> Option<()> {
        while let Some(owner) = self.chosen.pop() {
            if owner == Player::X && self.choose(Player::O).is_some() {
                return Some(());
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_of_6x7_are_empty_without_the_theorem() -> Result<(), crate::hip::ParseSizeError> {
        for size in ["6x7", "7x6"] {
            assert_eq!(all_draws(size.parse()?).next(), None);
        }
        Ok(())
    }
}
