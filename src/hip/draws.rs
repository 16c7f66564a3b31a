//! Draws: full boards without a square of one colour, counted exactly and listed.
//!
//! ```text
//!     X O X X X O      The first of the 56 draws on 6 × 6. In the game both players put down as many counters, or
//!     O O O O X X      player 1 one more: a draw with these numbers is playable. This one has 19 Xs, so is not.
//!     X X O X X O
//!     O X X O X X
//!     X X O O O O
//!     O X O X O X
//! ```
//!
//! A square spans at most as many columns as the board has rows, so what may come next depends on the last few columns
//! alone: boards are counted column by column, along the longer side ([`strip`], [`tally`]). Where the shorter side is
//! long, draws are few, and from 6 × 7 on there are none at all, so that the windows never get many:
//!
//! ```text
//!     shorter side    1    2    3    4      5       6
//!     windows         2    4   50   1236   18282   5684     as many as draws on a board one column shorter than square
//! ```
//!
//! What symmetries leave of these numbers is [Burnside's lemma][burnside]: there are as many classes as draws that a
//! symmetry leaves as they are, on the average over the symmetries ([`mod@fixed`]).
//!
//! [burnside]: https://en.wikipedia.org/wiki/Burnside%27s_lemma
//!
//! Sources: Martin Gardner, *New Mathematical Diversions* (1966); Kurt Franke's computations (2014); the Riddler of
//! `FiveThirtyEight`, "Martin Gardner's 'Hip' Game" (2017).

mod antisymmetric;
mod fixed;
mod list;
mod strip;
mod tall;
mod tally;
mod wide;

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::size::Size;
use crate::progress::Progress;
use crate::symmetry::Symmetry;
pub use antisymmetric::has_antisymmetric_draw;
use fixed::{Fixed, Numbers, fixed};
pub use list::{Which, draws};
use tally::Meter;

/// How many boards there are, and how many kinds of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All boards.
    pub all: BigUint,
    /// Those are counted once that a symmetry of the board takes to each other.
    pub up_to_symmetry: BigUint,
    /// Those too that differ by an exchange of the players.
    pub up_to_symmetry_and_exchange: BigUint,
}

/// How many draws there are on a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawCounts {
    /// Any numbers of counters.
    pub draws: Counts,
    /// Player 1 has half of the cells, rounded up. On a board of odd area he would have too few after an exchange, so there
    /// the exchange makes nothing equal.
    pub playable: Counts,
}

impl DrawCounts {
    /// How many [`draws()`] lists.
    ///
    /// ```
    /// use quadrille::hip::{Which, count_draws, draws};
    /// use std::ops::ControlFlow;
    /// let size = "3x3".parse()?;
    /// let ControlFlow::Continue(counts) = count_draws(size, &mut |_| ControlFlow::Continue(())) else { panic!() };
    /// for which in [Which::All, Which::OneOfEachClass] {
    ///     assert_eq!(counts.listed(which), &draws(size, which).count().into());
    /// }
    /// # Ok::<(), quadrille::hip::NotASize>(())
    /// ```
    #[must_use]
    pub fn listed(&self, which: Which) -> &BigUint {
        match which {
            Which::All => &self.draws.all,
            Which::OneOfEachClass => &self.draws.up_to_symmetry_and_exchange,
        }
    }
}

/// Whether a board is so large that nobody needs to look: a board that contains 6 × 7, upright or on its side, has no draw.
///
/// That there is none on 6 × 7 itself is a computation, of which this module's tests are the proof.
///
/// ```
/// use quadrille::hip::has_no_draw;
/// assert!(has_no_draw("7x6".parse()?) && has_no_draw("100x100".parse()?));
/// assert!(!has_no_draw("6x6".parse()?) && !has_no_draw("5x100".parse()?));
/// # Ok::<(), quadrille::hip::NotASize>(())
/// ```
#[must_use]
pub fn has_no_draw(size: Size) -> bool {
    const WITHOUT_DRAW: Size = match Size::new(6, 7) {
        Some(size) => size,
        None => panic!("a board has these sides"),
    };
    size.contains(WITHOUT_DRAW)
}

/// The shorter and the longer side.
fn sides(size: Size) -> (u16, u16) {
    (size.rows().min(size.columns()), size.rows().max(size.columns()))
}

/// Counts the draws. [`ControlFlow::Break`] if the caller broke off.
///
/// The `progress` hears of windows.
///
/// ```
/// use std::ops::ControlFlow;
/// use quadrille::hip::count_draws;
/// let ControlFlow::Continue(counts) = count_draws("3x3".parse()?, &mut |_| ControlFlow::Continue(())) else { panic!() };
/// assert_eq!(counts.draws.all.to_string(), "248");
/// assert_eq!(counts.playable.all.to_string(), "92");
/// # Ok::<(), quadrille::hip::NotASize>(())
/// ```
///
/// # Complexity
/// On R × C, R ≤ C: O(W C · RC) additions of numbers of O(RC) bits, W being the number of draws on R × R, and memory for as
/// many numbers as there are windows times cells. A shorter side of 1, 2 or 5 takes seconds at most, however long the
/// board; one of 3 or 4 does up to a thousand columns, and beyond grows with the fourth power of their number.
pub fn count_draws(size: Size, progress: &mut Progress<'_>) -> ControlFlow<(), DrawCounts> {
    let mut meter = Meter::new(progress);
    if has_no_draw(size) {
        return ControlFlow::Continue(DrawCounts::default());
    }
    if size.rows() == size.columns() {
        return Symmetric::by_listing(size, &mut meter).map_continue(|symmetric| symmetric.classes(size));
    }
    let Fixed(fixed) = fixed(size, &mut meter)?;
    ControlFlow::Continue(Symmetric(fixed.map(Vec::from)).classes(size))
}

/// For each symmetry of a board the draws that it leaves as they are, and those that it turns into their exchange.
struct Symmetric([Vec<Numbers>; 2]);

impl Symmetric {
    /// By going through all draws: on squares they are few.
    fn by_listing(size: Size, meter: &mut Meter<'_, '_>) -> ControlFlow<(), Symmetric> {
        let symmetries = Symmetry::of(size.rows(), size.columns());
        let mut fixed = [0, 1].map(|_| vec![Numbers::default(); symmetries.len()]);
        for draw in draws(size, Which::All) {
            meter.tick()?;
            let playable = draw.is_playable();
            let exchanged = draw.exchanged();
            for (i, &symmetry) in symmetries.iter().enumerate() {
                let image = draw.image(symmetry);
                for (fixed, other) in fixed.iter_mut().zip([&draw, &exchanged]) {
                    if image == *other {
                        fixed[i].all += 1_u8;
                        fixed[i].playable += u8::from(playable);
                    }
                }
            }
        }
        ControlFlow::Continue(Symmetric(fixed))
    }

    /// Burnside's lemma. The identity comes first.
    fn classes(&self, size: Size) -> DrawCounts {
        let counts = |number: fn(&Numbers) -> &BigUint, exchange: bool| {
            let [kept, turned] = self.0.each_ref().map(|fixed| fixed.iter().map(number).sum::<BigUint>());
            let symmetries = self.0[0].len();
            let up_to_symmetry = &kept / symmetries;
            Counts {
                all: number(&self.0[0][0]).clone(),
                up_to_symmetry_and_exchange: if exchange {
                    (kept + turned) / (2 * symmetries)
                } else {
                    up_to_symmetry.clone()
                },
                up_to_symmetry,
            }
        };
        DrawCounts {
            draws: counts(|numbers| &numbers.all, true),
            playable: counts(|numbers| &numbers.playable, size.area().is_multiple_of(2)),
        }
    }
}

#[cfg(test)]
mod tests;
