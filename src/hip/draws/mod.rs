//! Draws: full boards without a monochromatic square, counted exactly and listed.
//!
//! ```text
//!     X O X X X O      The first of the 56 draws on 6 × 6. A draw is playable if it can be the end of a game: player 1
//!     O O O O X X      has half of the counters, rounded up. This one has 19 Xs, so it is not.
//!     X X O X X O
//!     O X X O X X
//!     X X O O O O
//!     O X O X O X
//! ```
//!
//! Rectangles are counted line by line along the longer side, by dynamic programming over profiles, the last few lines
//! (the transfer-matrix method, [`transfer`]). If the shorter side is long, draws are few, and from 6 × 7 on there are
//! none, so there are never more than 18,282 profiles.
//!
//! Squares have few draws; those are [listed](list) by backtracking and counted. Classes up to symmetry are counted by
//! [Burnside's lemma][burnside]: their number is the average, over the symmetries, of the number of draws that a
//! symmetry maps to themselves. On a rectangle these need not be listed either:
//!
//! ```text
//!     lengthwise mirror           crosswise mirror              half-turn
//!
//!     1 2 3 4 5 6 7               1 2 3 | 3 2 1                 1 2 3 | c b a     a, b, c: 1, 2, 3 read
//!     -------------               a b c | c b a                 a b c | 3 2 1     from the other end
//!     1 2 3 4 5 6 7               x y z | z y x
//!
//!     strips of lines that        half a strip and its image: only squares that cross the middle must be checked, and
//!     are palindromes             these extend at most one profile to either side
//! ```
//!
//! [burnside]: https://en.wikipedia.org/wiki/Burnside%27s_lemma
//!
//! Sources: Kurt Franke's computations (2014); the Riddler of `FiveThirtyEight`, "Martin Gardner's 'Hip' Game" (2017).

mod antisymmetric;
mod list;
mod transfer;

use std::ops::ControlFlow;

use num_bigint::BigUint;
use serde::Serialize;

use super::board::Size;
use crate::budget::Budget;
use crate::json::display;
use crate::player::Player;
use crate::symmetry::Symmetry;
pub use antisymmetric::has_antisymmetric_draw;
pub use list::{Listing, draws};
use transfer::{Layer, Line, Lines, Strip, Tick, empty_layer};

/// The number of boards of some kind, and of their classes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// The number of all boards.
    #[serde(serialize_with = "display")]
    pub all: BigUint,
    /// The number of classes of boards that the symmetries of the board map to each other.
    #[serde(serialize_with = "display")]
    pub up_to_symmetry: BigUint,
    /// The number of classes if an exchange of the players counts as a symmetry too.
    #[serde(serialize_with = "display")]
    pub up_to_symmetry_and_exchange: BigUint,
}

/// The numbers of draws of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DrawCounts {
    /// The draws with any numbers of counters.
    pub draws: Counts,
    /// The playable draws: player 1 has half of the cells, rounded up. On a board of odd area an exchange of the
    /// players makes a playable draw unplayable, so there the last two numbers are equal.
    pub playable: Counts,
}

impl DrawCounts {
    /// Returns the number of boards that [`draws()`] lists.
    #[must_use]
    pub fn listed(&self, listing: Listing) -> &BigUint {
        match listing {
            Listing::All => &self.draws.all,
            Listing::Representatives => &self.draws.up_to_symmetry_and_exchange,
        }
    }
}

/// Returns whether a board contains a 6 × 7 board, so that it has no draw.
///
/// **Theorem.** A board that contains a 6 × 7 board, upright or on its side, has no draw.
///
/// **Proof.** A board inside a draw is a draw. That 6 × 7 has none is proved by the computation of [`count_draws`]
/// without this theorem, which a test of this module repeats. ∎
#[must_use]
pub fn has_no_draw(size: Size) -> bool {
    const WITHOUT_DRAW: Size = match Size::new(6, 7) {
        Some(size) => size,
        None => panic!("6 and 7 are sides of a board"),
    };
    size.contains(WITHOUT_DRAW)
}

/// Counts the draws of a board; `None` if the budget stops the count, which polls it with the number of profiles so
/// far, on squares that of draws.
///
/// ```
/// use quadrille::budget::Budget;
/// use quadrille::hip::count_draws;
/// let counts = count_draws("3x3".parse()?, &mut Budget::default()).ok_or("stopped")?;
/// assert_eq!(counts.draws.all.to_string(), "248");
/// assert_eq!(counts.playable.all.to_string(), "92");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// On R × C, R ≤ C: O(W C · RC) additions of numbers of O(RC) bits, W being the number of draws on R × (R − 1), and
/// memory for W · RC such numbers. A shorter side of 1, 2 or 5 takes seconds at most, however long the board. One of 3
/// or 4 takes seconds up to a thousand columns; beyond, the time grows with the third power of their number.
pub fn count_draws(size: Size, budget: &mut Budget<'_>) -> Option<DrawCounts> {
    if has_no_draw(size) {
        return Some(DrawCounts::default());
    }
    let mut positions = 0_u64;
    let tick: &mut Tick<'_> = &mut || {
        positions += 1;
        if positions.is_multiple_of(16) { budget.poll(positions) } else { ControlFlow::Continue(()) }
    };
    let fixed =
        if size.rows() == size.columns() { Fixed::by_listing(size, tick) } else { Fixed::by_strips(size, tick) };
    fixed.continue_value().map(|fixed| fixed.classes(size))
}

/// The number of draws of some kind, and of the playable ones among them.
#[derive(Clone, Debug, Default)]
struct Numbers {
    all: BigUint,
    playable: BigUint,
}

/// For each symmetry of a board, the identity first: the draws that it maps to themselves, and those that it maps to
/// themselves with the players exchanged.
struct Fixed([Vec<Numbers>; 2]);

impl Fixed {
    /// Lists all draws and compares each with its images.
    fn by_listing(size: Size, tick: &mut Tick<'_>) -> ControlFlow<(), Fixed> {
        let symmetries = Symmetry::of(size.rows(), size.columns());
        let mut fixed = [0, 1].map(|_| vec![Numbers::default(); symmetries.len()]);
        for draw in draws(size, Listing::All) {
            tick()?;
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
        ControlFlow::Continue(Fixed(fixed))
    }

    /// Counts by dynamic programming. The symmetries are those of a rectangle: the identity, the lengthwise mirror, the
    /// crosswise mirror and the half-turn. Does not use the theorem of [`has_no_draw`], so that it can prove it.
    fn by_strips(size: Size, tick: &mut Tick<'_>) -> ControlFlow<(), Fixed> {
        let (width, length) = size.sides();
        let strip = &Strip::new(width);
        let board = Rectangle { strip, length: usize::from(length), os: size.counters(Player::O) };
        let half = board.half(strip.all(), tick)?;
        let [mirrored, exchanged] = [false, true].map(|exchange| {
            let image = |line| if exchange { strip.exchanged(line) } else { line };
            let turned = |line| image(strip.reversed(line));
            [board.mirrored(&half, &image, exchange), board.mirrored(&half, &turned, exchange)]
        });
        let all = board.total(half, strip.all(), tick)?;
        let mut lengthwise = |lines| board.total(board.half(lines, tick)?, lines, tick);
        let palindromes = lengthwise(strip.lines(|line| strip.reversed(line) == line))?;
        let antipalindromes = lengthwise(strip.lines(|line| strip.reversed(line) == strip.exchanged(line)))?;
        let fixed = [([all, palindromes], mirrored), ([Numbers::default(), antipalindromes], exchanged)];
        ControlFlow::Continue(Fixed(fixed.map(|(first, last)| first.into_iter().chain(last).collect())))
    }

    /// Returns the numbers of classes, by Burnside's lemma.
    fn classes(&self, size: Size) -> DrawCounts {
        let counts = |number: fn(&Numbers) -> &BigUint, exchange: bool| {
            let [fixed, exchanged] = self.0.each_ref().map(|fixed| fixed.iter().map(number).sum::<BigUint>());
            let symmetries = self.0[0].len();
            let up_to_symmetry = &fixed / symmetries;
            let with_exchange = (fixed + exchanged) / (2 * symmetries);
            Counts {
                all: number(&self.0[0][0]).clone(),
                up_to_symmetry_and_exchange: if exchange { with_exchange } else { up_to_symmetry.clone() },
                up_to_symmetry,
            }
        };
        DrawCounts {
            draws: counts(|numbers| &numbers.all, true),
            playable: counts(|numbers| &numbers.playable, size.area().is_multiple_of(2)),
        }
    }
}

/// A board as a strip along its longer side.
struct Rectangle<'s> {
    strip: &'s Strip,
    length: usize,
    /// The number of Os of a playable draw.
    os: usize,
}

impl Rectangle<'_> {
    /// Returns the strips of half of the length, rounded up, whose lines are all in a set.
    fn half(&self, lines: Lines, tick: &mut Tick<'_>) -> ControlFlow<(), Layer> {
        self.strip.extend(empty_layer(), lines, self.length.div_ceil(2), tick)
    }

    /// Counts the draws whose lines are all in a set, from their [halves](Self::half). A draw is two strips that
    /// overlap in a full profile.
    fn total(&self, half: Layer, lines: Lines, tick: &mut Tick<'_>) -> ControlFlow<(), Numbers> {
        let strip = self.strip;
        let both = self.length + strip.profile_length() as usize;
        let first = strip.extend(half, lines, both / 2 - self.length.div_ceil(2), tick)?;
        let second = strip.extend(first.clone(), lines, both % 2, tick)?;
        let mut numbers = Numbers::default();
        for (&profile, polynomial) in &first {
            tick()?;
            // The second strip is read backwards.
            let (backwards, classes) = strip.representative(strip.profile(strip.newest_first(profile)));
            let Some(others) = second.get(&backwards) else { continue };
            // Each factor is the sum over a profile and its reflection, so the product counts both of them twice.
            numbers.all += polynomial.sum() * others.sum() / classes;
            let shared: u32 = strip.newest_first(profile).map(Line::count_ones).sum();
            let wanted = self.os + shared as usize;
            let fitting =
                polynomial.terms().filter_map(|(os, ways)| Some(ways * others.coefficient(wanted.checked_sub(os)?)?));
            numbers.playable += fitting.sum::<BigUint>() / classes;
        }
        ControlFlow::Continue(numbers)
    }

    /// Counts the draws whose second half has the images of the lines of the first half, in reverse order. `exchange`
    /// must be whether `image` exchanges the players.
    fn mirrored(&self, half: &Layer, image: &dyn Fn(Line) -> Line, exchange: bool) -> Numbers {
        let strip = self.strip;
        let middle = self.length % 2;
        let mut numbers = Numbers::default();
        for (&profile, polynomial) in half {
            let mut middle_line = strip.newest_first(profile).take(middle);
            let middle_os: u32 = middle_line.clone().map(Line::count_ones).sum();
            if middle_line.any(|line| image(line) != line) || !strip.closes(profile, middle, image) {
                continue;
            }
            let sum = polynomial.sum();
            // The Os of both halves together, which share the middle line.
            let os = self.os + middle_os as usize;
            if exchange {
                // Exactly one of a cell and its image is an O, so all of these draws are playable.
                numbers.playable += &sum;
            } else if os.is_multiple_of(2) {
                numbers.playable += polynomial.coefficient(os / 2).unwrap_or(&BigUint::ZERO);
            }
            numbers.all += sum;
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_no_draw_on_6x7() -> Result<(), crate::hip::ParseSizeError> {
        let count = |size| match Fixed::by_strips(size, &mut || ControlFlow::Continue(())) {
            ControlFlow::Continue(fixed) => fixed.classes(size),
            ControlFlow::Break(()) => unreachable!("this callback never cancels"),
        };
        assert_eq!(count("6x7".parse()?), DrawCounts::default());
        // On squares, the same computation finds as many draws as listing does. Their reflections in the diagonals are
        // no symmetries of a strip.
        for board in ["1x1", "2x2", "3x3", "4x4", "6x6"] {
            let size = board.parse()?;
            let [strips, listed] = [count(size), count_draws(size, &mut Budget::default()).unwrap_or_default()];
            assert_eq!((strips.draws.all, strips.playable.all), (listed.draws.all, listed.playable.all), "{board}");
        }
        Ok(())
    }
}
