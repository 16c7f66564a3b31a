//! Values of positions in the game that the last player to move wins, one counter a turn.
//!
//! Such a position is a game in the sense of Conway (*On Numbers and Games*, 1976), with X as Left and O as Right. Like
//! Col (Berlekamp, Conway and Guy, *Winning Ways*, 1982, chapter 2), Hip is cold: a move shrinks the mover's own
//! forbidden sets and removes sets of the opponent.
//!
//! **Lemma.** For each left option Gᴸ and each right option Gᴿ of a position G:
//!
//! ```text
//!     Gᴸ + ∗  ≤  G  ≤  Gᴿ + ∗
//! ```
//!
//! **Proof.** By symmetry the first inequality is enough: Left, moving second, wins G − Gᴸ − ∗. Let x be the cell of
//! the move to Gᴸ. Apart from x, Left has in G at least the cells that Left has in Gᴸ, and Right has at most as many.
//! Left answers a move of Right on a cell in one of G and −Gᴸ by the same cell in the other one, and the relation
//! between the two remains. If Right takes x in G, Left takes ∗: what remains of G is no worse for Left than Gᴸ,
//! because x has shrunk sets of Right and removed sets of Left, not the other way round. If Right takes ∗, Left takes x
//! in G, which is still open to Left, because all cells that Left has used were open to Left together with x. ∎
//!
//! **Theorem.** The value of every position is a number z, or z + ∗.
//!
//! **Proof.** By induction, let all options be of this kind. By the lemma a left option z + ∗ implies G ≥ z, and a left
//! option z implies G ≥ z + ∗; for right options the same with ≤. If there is a number that is neither at most a left
//! option nor at least a right option, G is the simplest such number. Otherwise the greatest number among the left
//! options is the least one among the right options, z. If one side had z + ∗ and the other one z, the lemma would give
//! z + ∗ ≤ G ≤ z or the like, which is false. If both had z + ∗ only, z itself would be such a number. So both have z
//! and no z + ∗, and G = {z | z} = z + ∗. ∎
//!
//! Numbers add up, so cells in no forbidden set are counted and removed, and bounds are sums of the values of small
//! parts ([`super::static_bounds`]).
//!
//! **Representation.** A number is stored in units of 1/256: 3/4 + ∗ is `Value { number: 192, star: true }`. Bounds
//! compare values with such numbers only, and are true whatever the value is; a part whose value does not fit is not
//! used.

/// The number 1 in units of 1/256.
pub(super) const ONE: i32 = 256;

/// A number, in units of 1/256, or the sum of a number and a star.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) number: i32,
    pub(super) star: bool,
}

impl Value {
    /// The value of a game in which neither player can move.
    pub(super) const ZERO: Value = Value { number: 0, star: false };

    /// Returns the value of the sum of two games.
    #[inline]
    pub(super) fn plus(self, other: Value) -> Value {
        Value { number: self.number + other.number, star: self.star ^ other.star }
    }

    /// Returns the value of a game with these options, or `None` if it is not a number or a number and a star in these
    /// units.
    pub(super) fn from_options(left: &[Value], right: &[Value]) -> Option<Value> {
        // No left option may be at least the number; z + ∗ is allowed beside z, as the two are confused.
        let low = left.iter().map(|option| (option.number, !option.star)).max();
        let high = right.iter().map(|option| (-option.number, !option.star)).max();
        match simplest(low, high) {
            Some(number) => Some(Value { number, star: false }),
            None => match (low?, high?) {
                // With a star among the options the value would be another one.
                ((low, true), (high, true)) if low == -high => {
                    let starred = Value { number: low, star: true };
                    (!left.contains(&starred) && !right.contains(&starred)).then_some(starred)
                }
                _ => None,
            },
        }
    }
}

/// Returns the simplest number between `low` and minus `high`, excluding an end that is marked so: of the integers the
/// one nearest to 0, or else the number with the smallest denominator. `None` if there is no number in these units.
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

/// Returns the left option of a number in its simplest form, or `None` if Left has no move in it.
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

/// A lower and an upper bound of a value, as null-window searches prove them. At a bound itself it may be known that
/// only one of the number and the number with a star is possible, or neither.
///
/// ```text
///     low  { number: 0,   possible: 0b10 }       the value is ∗, or at least 1/256, and
///     high { number: 256, possible: 0b11 }       at most 1, or 1 + ∗
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: Bound,
    pub(super) high: Bound,
}

/// A lower or an upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bound {
    /// In units of 1/256.
    pub(super) number: i16,
    /// The values at the bound that are possible: bit 0 for the number, bit 1 for the number with a star.
    pub(super) possible: u8,
}

/// Greater than all values of positions.
const FAR: i16 = i16::MAX / 2;

impl Bounds {
    /// The bounds of an unknown value.
    pub(super) const NONE: Bounds =
        Bounds { low: Bound { number: -FAR, possible: 3 }, high: Bound { number: FAR, possible: 3 } };

    /// Returns whether the player who moves first (Left if `left`) wins the sum of this game and another one, or `None`
    /// if the bounds do not decide that.
    #[inline]
    pub(super) fn first_wins(self, left: bool, other: Value) -> Option<bool> {
        // The sum is decided by how the value compares with this threshold; on it, by the stars.
        let threshold = -other.number;
        let (same_star, other_star) = if other.star { (2, 1) } else { (1, 2) };
        let above = |excluded: u8| {
            let low = i32::from(self.low.number);
            low > threshold || (low == threshold && self.low.possible & excluded == 0)
        };
        let below = |excluded: u8| {
            let high = i32::from(self.high.number);
            high < threshold || (high == threshold && self.high.possible & excluded == 0)
        };
        // On the threshold the first player wins if the stars differ.
        let (wins, loses) =
            if left { (above(same_star), below(other_star)) } else { (below(same_star), above(other_star)) };
        if wins { Some(true) } else { loses.then_some(false) }
    }

    /// Tightens the bounds by who wins the sum of this game and another one.
    #[inline]
    pub(super) fn tighten(&mut self, left: bool, other: Value, first_wins: bool) {
        // Numbers of boards of 64 cells are far smaller than 16 bits hold.
        let number = -other.number as i16;
        let (same_star, other_star) = if other.star { (2, 1) } else { (1, 2) };
        let possible = if first_wins { other_star } else { same_star };
        if left == first_wins {
            self.at_least(Bound { number, possible });
        } else {
            self.at_most(Bound { number, possible });
        }
    }

    /// Tightens the lower bound.
    #[inline]
    pub(super) fn at_least(&mut self, bound: Bound) {
        if bound.number > self.low.number {
            self.low = bound;
        } else if bound.number == self.low.number {
            self.low.possible &= bound.possible;
        }
    }

    /// Tightens the upper bound.
    #[inline]
    pub(super) fn at_most(&mut self, bound: Bound) {
        if bound.number < self.high.number {
            self.high = bound;
        } else if bound.number == self.high.number {
            self.high.possible &= bound.possible;
        }
    }
}

#[cfg(test)]
impl Value {
    /// Returns the value of the game with the players exchanged.
    pub(super) fn negated(self) -> Value {
        Value { number: -self.number, star: self.star }
    }

    /// Returns whether Left wins if Left moves first.
    pub(super) fn first_wins(self) -> bool {
        self.number > 0 || (self.number == 0 && self.star)
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
        let value = |left: &[Value], right: &[Value]| Value::from_options(left, right);
        let (zero, one) = (Value::ZERO, number(1, 1));
        assert_eq!(value(&[], &[]), Some(zero));
        assert_eq!(value(&[zero], &[]), Some(one));
        assert_eq!(value(&[], &[number(-3, 1)]), Some(number(-4, 1)));
        assert_eq!(value(&[zero], &[one]), Some(number(1, 2)));
        assert_eq!(value(&[number(1, 4)], &[one]), Some(number(1, 2)));
        assert_eq!(value(&[number(1, 2)], &[number(5, 8)]), Some(number(9, 16)));
        assert_eq!(value(&[number(-1, 1)], &[number(-1, 2)]), Some(number(-3, 4)));
        assert_eq!(value(&[number(5, 4)], &[number(7, 1)]), Some(number(2, 1)));
        assert_eq!(value(&[number(-7, 1)], &[number(-5, 4)]), Some(number(-2, 1)));
        assert_eq!(value(&[zero], &[zero]), Some(star(zero)));
        assert_eq!(value(&[star(zero)], &[star(zero)]), Some(zero));
        assert_eq!(value(&[star(one)], &[number(3, 1)]), Some(one));
        // Up, which is no number and no number with a star: Hip has none of it.
        assert_eq!(value(&[zero], &[star(zero)]), None);
        assert_eq!(value(&[zero, star(zero)], &[zero]), None);
        assert_eq!(value(&[zero], &[zero, star(zero)]), None);
    }

    /// Bounds tightened by questions about a value are true of it, and answer the same questions.
    #[test]
    fn bounds_answer_the_questions_that_they_were_proved_by() {
        let values: Vec<Value> = (-3..=3).flat_map(|n| [number(n, 2), star(number(n, 2))]).collect();
        for &value in &values {
            let mut bounds = Bounds::NONE;
            for &other in &values {
                let sum = value.plus(other);
                for (left, wins) in [(true, sum.first_wins()), (false, sum.negated().first_wins())] {
                    assert!(bounds.first_wins(left, other).is_none_or(|known| known == wins));
                    bounds.tighten(left, other, wins);
                    assert_eq!(bounds.first_wins(left, other), Some(wins));
                }
            }
            assert_eq!((bounds.low.number, bounds.high.number), (value.number as i16, value.number as i16));
            assert_eq!(bounds.low.possible & bounds.high.possible, if value.star { 2 } else { 1 });
        }
    }
}
