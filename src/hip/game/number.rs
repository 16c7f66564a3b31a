//! Values of positions under *who cannot move loses*, one counter a turn.
//!
//! Such a position is a game in the sense of Conway (*On Numbers and Games*, 1976), X being Left. Hip is cold like Col
//! (Berlekamp, Conway and Guy, *Winning Ways*, 1982, chapter 2), and for the same reason: a move shrinks the mover's own
//! forbidden sets and removes the opponent's, so that for every move of Left and of Right
//!
//! ```text
//!     Gᴸ + ∗  ≤  G  ≤  Gᴿ + ∗
//! ```
//!
//! For G − Gᴸ − ∗, where x is the cell of Gᴸ, is won by Left if Right begins. But for x she has no fewer cells to use in G
//! than in Gᴸ, and Right no more; a cell that Right uses in either, she answers in the other one, and it stays so. If
//! Right takes x in G, she takes ∗: what is left of G is no worse for her than Gᴸ, since x has shrunk his sets and removed
//! hers, not the other way round. If Right takes ∗, she takes x in G, which is open to her still, since all cells that she
//! has used were open to her beside x.
//!
//! It follows that every position is a number z, or z + ∗. By induction, let all options be that. A Left option z + ∗
//! wants G ≥ z, and z wants G ≥ z + ∗; likewise for Right. If a number fits between all of them, G is the simplest one. If
//! none does, the greatest Left option and the least Right option are one number z, both without a star (z + ∗ | z is against
//! what they want of G, z + ∗ | z + ∗ leaves z), and G is z + ∗. Numbers add up, so parts of the board that have nothing
//! to do with each other are solved apart.
//!
//! Numbers are kept in 1/256. Bounds compare with such numbers only, and are true whatever the value; a part of a position
//! whose value does not fit is not split off.

/// Number 1 in the unit in which numbers are kept, 1/256.
pub(super) const ONE: i32 = 256;

/// A number, in units of 1/256, and perhaps a star.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) number: i32,
    pub(super) star: bool,
}

impl Value {
    /// Neither player can move.
    pub(super) const ZERO: Value = Value { number: 0, star: false };

    /// The sum of two games.
    #[inline]
    pub(super) fn plus(self, other: Value) -> Value {
        Value { number: self.number + other.number, star: self.star ^ other.star }
    }

    /// The game with the players exchanged.
    #[inline]
    pub(super) fn negated(self) -> Value {
        Value { number: -self.number, star: self.star }
    }

    /// Whether Left wins if she moves first.
    #[inline]
    pub(super) fn first_wins(self) -> bool {
        self.number > 0 || (self.number == 0 && self.star)
    }

    /// The value of a game from those of its options, if it has one of this kind: the simplest number that fits
    /// between them, or a number and a star if they leave no place but that.
    pub(super) fn from_options(left: &[Value], right: &[Value]) -> Option<Value> {
        // No option of Left's may be at least the number: z itself only with a star, which is confused with z.
        let low = left.iter().map(|option| (option.number, !option.star)).max();
        let high = right.iter().map(|option| (-option.number, !option.star)).max();
        match simplest(low, high) {
            Some(number) => Some(Value { number, star: false }),
            None => match (low?, high?) {
                // A star on either side besides would make more of it than a star.
                ((low, true), (high, true)) if low == -high => {
                    let starred = Value { number: low, star: true };
                    (!left.contains(&starred) && !right.contains(&starred)).then_some(starred)
                }
                _ => None,
            },
        }
    }
}

/// The simplest number above `low` and below minus `high`, each to be passed if it is marked so: of the integers the one
/// nearest to 0, or else the one with the smallest denominator.
fn simplest(low: Option<(i32, bool)>, high: Option<(i32, bool)>) -> Option<i32> {
    // In the unit, and both ends included.
    let low = low.map_or(i32::MIN / 2, |(low, beyond)| low + i32::from(beyond));
    let high = high.map_or(i32::MAX / 2, |(high, beyond)| -high - i32::from(beyond));
    if low <= 0 && 0 <= high {
        return Some(0);
    }
    let mut step = ONE;
    while step > 0 {
        let (up, down) = (-(-low).div_euclid(step) * step, high.div_euclid(step) * step);
        if up <= high {
            return Some(if low > 0 { up } else { down });
        }
        step /= 2;
    }
    None
}

/// What Left can make of a number by a move in it, in its simplest form.
#[inline]
pub(super) fn left_option(number: i32) -> Option<i32> {
    if number % ONE != 0 {
        Some(number - (1 << number.trailing_zeros()))
    } else if number > 0 {
        Some(number - ONE)
    } else {
        None
    }
}

/// What is known of a value: a bound on either side. At a bound itself it may be that only one of the number and the
/// number with a star is possible, or neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: Bound,
    pub(super) high: Bound,
}

/// One of the bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bound {
    pub(super) number: i16,
    /// Which values at the bound are possible: bit 0 the number, bit 1 the number with a star.
    pub(super) possible: u8,
}

/// Beyond all values of a board.
const FAR: i16 = i16::MAX / 2;

impl Bounds {
    /// Nothing is known.
    pub(super) const NONE: Bounds =
        Bounds { low: Bound { number: -FAR, possible: 3 }, high: Bound { number: FAR, possible: 3 } };

    /// Whether the one who moves first wins the sum of this and another game, if that is known: Left, or Right.
    #[inline]
    pub(super) fn first_wins(self, left: bool, other: Value) -> Option<bool> {
        // The sum is decided by how the value compares with this threshold; on it, by the stars.
        let threshold = -other.number;
        let (alike, unlike) = if other.star { (2, 1) } else { (1, 2) };
        let above = |excluded: u8| {
            let low = i32::from(self.low.number);
            low > threshold || (low == threshold && self.low.possible & excluded == 0)
        };
        let below = |excluded: u8| {
            let high = i32::from(self.high.number);
            high < threshold || (high == threshold && self.high.possible & excluded == 0)
        };
        // On the threshold the first wins if the stars differ.
        if if left { above(alike) } else { below(alike) } {
            return Some(true);
        }
        if if left { below(unlike) } else { above(unlike) } {
            return Some(false);
        }
        None
    }

    /// Notes who wins the sum of this and another game.
    #[inline]
    pub(super) fn learn(&mut self, left: bool, other: Value, first_wins: bool) {
        // Numbers of boards of 64 cells are far smaller than 16 bits hold.
        let number = -other.number as i16;
        let (alike, unlike) = if other.star { (2, 1) } else { (1, 2) };
        let possible = if first_wins { unlike } else { alike };
        if left == first_wins {
            self.at_least(Bound { number, possible });
        } else {
            self.at_most(Bound { number, possible });
        }
    }

    /// Notes a lower bound.
    #[inline]
    pub(super) fn at_least(&mut self, bound: Bound) {
        if bound.number > self.low.number {
            self.low = bound;
        } else if bound.number == self.low.number {
            self.low.possible &= bound.possible;
        }
    }

    /// Notes an upper bound.
    #[inline]
    pub(super) fn at_most(&mut self, bound: Bound) {
        if bound.number < self.high.number {
            self.high = bound;
        } else if bound.number == self.high.number {
            self.high.possible &= bound.possible;
        }
    }

    /// Both, and what is known besides.
    #[inline]
    pub(super) fn and(mut self, other: Bounds) -> Bounds {
        self.at_least(other.low);
        self.at_most(other.high);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(numerator: i32, denominator: i32) -> Value {
        Value { number: numerator * ONE / denominator, star: false }
    }

    fn star(value: Value) -> Value {
        Value { star: true, ..value }
    }

    #[test]
    fn the_simplest_number_is_taken() {
        let of = |left: &[Value], right: &[Value]| Value::from_options(left, right);
        let (zero, one) = (Value::ZERO, number(1, 1));
        assert_eq!(of(&[], &[]), Some(zero));
        assert_eq!(of(&[zero], &[]), Some(one));
        assert_eq!(of(&[], &[number(-3, 1)]), Some(number(-4, 1)));
        assert_eq!(of(&[zero], &[one]), Some(number(1, 2)));
        assert_eq!(of(&[number(1, 4)], &[one]), Some(number(1, 2)));
        assert_eq!(of(&[number(1, 2)], &[number(5, 8)]), Some(number(9, 16)));
        assert_eq!(of(&[number(-1, 1)], &[number(-1, 2)]), Some(number(-3, 4)));
        assert_eq!(of(&[number(5, 4)], &[number(7, 1)]), Some(number(2, 1)));
        assert_eq!(of(&[number(-7, 1)], &[number(-5, 4)]), Some(number(-2, 1)));
        assert_eq!(of(&[zero], &[zero]), Some(star(zero)));
        assert_eq!(of(&[star(zero)], &[star(zero)]), Some(zero));
        assert_eq!(of(&[star(one)], &[number(3, 1)]), Some(one));
        // Up, which is no number and no number with a star: Hip has none of it.
        assert_eq!(of(&[zero], &[star(zero)]), None);
        assert_eq!(of(&[zero, star(zero)], &[zero]), None);
    }

    #[test]
    fn the_options_of_numbers_are_simpler() {
        assert_eq!(left_option(3 * ONE), Some(2 * ONE));
        assert_eq!(left_option(0), None);
        assert_eq!(left_option(-ONE), None);
        assert_eq!(left_option(ONE / 2), Some(0));
        assert_eq!(left_option(3 * ONE / 4), Some(ONE / 2));
        assert_eq!(left_option(-ONE / 2), Some(-ONE));
    }

    /// What has been learnt of a value is true of it, and answers the question again.
    #[test]
    fn bounds_hold_what_they_are_told() {
        let values: Vec<Value> = (-3..=3).flat_map(|n| [number(n, 2), star(number(n, 2))]).collect();
        for &value in &values {
            let mut bounds = Bounds::NONE;
            for &other in &values {
                let sum = value.plus(other);
                for (left, wins) in [(true, sum.first_wins()), (false, sum.negated().first_wins())] {
                    assert!(bounds.first_wins(left, other).is_none_or(|known| known == wins));
                    bounds.learn(left, other, wins);
                    assert_eq!(bounds.first_wins(left, other), Some(wins));
                }
            }
            assert_eq!((bounds.low.number, bounds.high.number), (value.number as i16, value.number as i16));
            assert_eq!(bounds.low.possible & bounds.high.possible, if value.star { 2 } else { 1 });
        }
    }
}
