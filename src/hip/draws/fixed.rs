//! How many draws on a rectangle a symmetry leaves as they are, or with the players exchanged.
//!
//! ```text
//!     lengthwise mirror           crosswise mirror              half-turn
//!
//!     1 2 3 4 5 6 7               1 2 3 | 3 2 1                 1 2 3 | c b a     a, b, c: 1, 2, 3 read
//!     -------------               a b c | c b a                 a b c | 3 2 1     from the other end
//!     1 2 3 4 5 6 7               x y z | z y x
//!
//!     of lines that are their     half a strip and its image: what could still go wrong lies within
//!     own reflections             a window of the middle on either side
//! ```
//!
//! Nor does a whole strip need to be grown: it is two strips of half its length, grown once, that overlap in a window. The
//! product of their polynomials, with the window's Os taken off once, is that of the strips with the window there.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::sides;
use super::strip::{Line, Lines, Strip};
use super::tally::{Layer, Meter, either, grow};
use crate::hip::Size;
use crate::player::Player;

/// Numbers of draws: of all, and of the playable ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers {
    pub(super) all: BigUint,
    pub(super) playable: BigUint,
}

/// The draws on a rectangle that its symmetries fix: first those fixed as they are, in the order identity, lengthwise
/// mirror, crosswise mirror, half-turn; then those that the symmetries turn into their exchange, in the same order.
#[derive(Clone, Debug, Default)]
pub(super) struct Fixed(pub(super) [[Numbers; 4]; 2]);

/// A board as a strip.
struct Board<'s> {
    strip: &'s Strip,
    length: usize,
    /// The Os of a playable draw.
    os: usize,
}

/// Counts what is fixed on a board, taken as a strip along its longer side. Knows nothing of the theorem, so that it can be
/// seen to hold.
pub(super) fn fixed(size: Size, meter: &mut Meter<'_, '_>) -> ControlFlow<(), Fixed> {
    let (shorter, longer) = sides(size);
    let strip = &Strip::new(shorter);
    let board = Board { strip, length: usize::from(longer), os: size.counters(Player::O) };
    let palindromes = strip.lines(|line| strip.reversed(line) == line);
    let antipalindromes = strip.lines(|line| strip.reversed(line) == strip.exchanged(line));
    let mut fixed = Fixed::default();
    fixed.0[0][0] = board.whole(strip.all(), meter, |half| {
        for (exchange, numbers) in fixed.0.iter_mut().enumerate() {
            numbers[2] = board.mirrored(half, |line| exchanged_if(strip, exchange, line), exchange == 1);
            numbers[3] =
                board.mirrored(half, |line| exchanged_if(strip, exchange, strip.reversed(line)), exchange == 1);
        }
    })?;
    fixed.0[0][1] = board.whole(palindromes, meter, |_| ())?;
    fixed.0[1][1] = board.whole(antipalindromes, meter, |_| ())?;
    ControlFlow::Continue(fixed)
}

fn exchanged_if(strip: &Strip, exchange: usize, line: Line) -> Line {
    if exchange == 1 { strip.exchanged(line) } else { line }
}

impl Board<'_> {
    /// All draws of certain lines, and on the way the layer of half of the length, rounded up.
    fn whole(
        &self,
        lines: Lines,
        meter: &mut Meter<'_, '_>,
        mut at_half: impl FnMut(&Layer),
    ) -> ControlFlow<(), Numbers> {
        // The two parts share a window.
        let both = self.length + self.strip.kept() as usize;
        let (shorter, longer) = (both / 2, both.div_ceil(2));
        let mut first = Layer::new();
        let mut numbers = Numbers::default();
        grow(self.strip, lines, longer, meter, |length, layer, meter| {
            if length == self.length.div_ceil(2) {
                at_half(layer);
            }
            if length == shorter {
                first.clone_from(layer);
            }
            if length == longer {
                numbers = self.joined(&first, layer, meter)?;
            }
            ControlFlow::Continue(())
        })?;
        ControlFlow::Continue(numbers)
    }

    /// The strips made of one of the first and one of the second, read backwards, that have the same window at their end.
    fn joined(&self, first: &Layer, second: &Layer, meter: &mut Meter<'_, '_>) -> ControlFlow<(), Numbers> {
        let strip = self.strip;
        let mut numbers = Numbers::default();
        for (&window, tally) in first {
            meter.tick()?;
            let (backwards, number) = either(strip, strip.window(strip.newest_first(window)));
            let Some(rest) = second.get(&backwards) else { continue };
            // Each is the sum over a window and its reflection; their product has both of them twice.
            numbers.all += tally.sum() * rest.sum() / number;
            let shared: u32 = strip.newest_first(window).map(Line::count_ones).sum();
            let wanted = self.os + shared as usize;
            let fitting = tally.by_os().filter_map(|(os, ways)| Some(ways * rest.with(wanted.checked_sub(os)?)?));
            numbers.playable += fitting.sum::<BigUint>() / number;
        }
        ControlFlow::Continue(numbers)
    }

    /// The strips whose second half has the images of the lines of the first one, nearest to the middle first.
    fn mirrored(&self, half: &Layer, image: impl Fn(Line) -> Line, exchange: bool) -> Numbers {
        let strip = self.strip;
        let middle = self.length % 2;
        let mut numbers = Numbers::default();
        for (&window, tally) in half {
            let in_the_middle = strip.newest_first(window).take(middle);
            let os_of_middle: u32 = in_the_middle.clone().map(Line::count_ones).sum();
            let os_of_middle = os_of_middle as usize;
            if in_the_middle.clone().any(|line| image(line) != line) || !strip.closes(window, middle, &image) {
                continue;
            }
            let sum = tally.sum();
            if exchange {
                // Of a cell and its image one is an O, so that all of these are playable.
                numbers.playable += &sum;
            } else if (self.os + os_of_middle).is_multiple_of(2) {
                numbers.playable += tally.with(usize::midpoint(self.os, os_of_middle)).unwrap_or(&BigUint::ZERO);
            }
            numbers.all += sum;
        }
        numbers
    }
}
