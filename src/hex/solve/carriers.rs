//! The carriers of connections that are kept for each pair of ends.
//!
//! ```text
//!     ends a < b    0 1    0 2    1 2    0 3    1 3    2 3    0 4    ...        the pair of a and b has the
//!     pair            0      1      2      3      4      5      6    ...        number b(b - 1)/2 + a
//!
//!     pair 1 with at most 2 full and 4 semi-connections, after a bridge was found:
//!         full.carriers[2..4]    {A1, A2}  -                 fulls 1    common_of_full {A1, A2}
//!         semi.carriers[4..8]    {A2}  {A1}  -  -            semis 2    common_of_semi {}
//! ```
//!
//! All arrays are indexed by the number of the pair; each pair has `most` places in its list of each kind, of which the
//! first ones are used, as many as the [`Summary`] says. The others may have anything. All is valid from
//! [`clear`](Carriers::clear) to the next one.
//!
//! **Invariants**, between calls, for each list:
//!
//! - `common` is what the carriers in the list have in common: all bits if there is none.
//! - In a list of full connections, and in a list of semi-connections whose common cells are empty, no carrier contains
//!   another one. While semi-connections have a cell in common, larger ones may stay: the OR rule is not applied to
//!   them yet, and one comparison with the common cells is cheaper than one with each carrier. They are removed
//!   ([`tidy`](List::tidy)) before a carrier is added that leaves no common cell, or that finds no free place.
//! - No semi-connection contains all of `common_of_full`: it would lead to no full connection that lacks one of these
//!   cells.

use super::cells::CellSet;

/// The number of an end. It means the same end until the connections are set up for another position or player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct End(u16);

impl End {
    /// The player's sides, in the order of [`Board::sides`](super::cells::Board::sides).
    pub(super) const SIDES: [End; 2] = [End(0), End(1)];

    #[inline]
    pub(super) fn new(number: usize) -> End {
        // At most 484 cells and two sides.
        End(number as u16)
    }

    #[inline]
    pub(super) fn number(self) -> usize {
        self.0.into()
    }

    #[inline]
    pub(super) fn is_side(self) -> bool {
        self < End(2)
    }
}

/// Two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Ends {
    pub(super) lower: End,
    pub(super) higher: End,
}

impl Ends {
    pub(super) const SIDES: Ends = Ends { lower: End(0), higher: End(1) };

    #[inline]
    pub(super) fn new(a: End, b: End) -> Ends {
        if a < b { Ends { lower: a, higher: b } } else { Ends { lower: b, higher: a } }
    }

    /// Returns the number of the pair, the index of what is kept for each pair.
    #[inline]
    pub(super) fn pair(self) -> usize {
        pairs(self.higher.number()) + self.lower.number()
    }
}

/// Returns the number of pairs of the given number of ends.
#[inline]
pub(super) fn pairs(ends: usize) -> usize {
    ends * (ends - 1) / 2
}

/// Some carriers of full and of semi-connections for each pair of ends.
#[derive(Debug, Default)]
pub(super) struct Carriers<S> {
    summaries: Vec<Summary<S>>,
    full: Lists<S>,
    semi: Lists<S>,
}

/// What is looked at each time that a connection of a pair is found, in half a cache line for the smallest sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summary<S> {
    /// The cells that are in the carriers of all full connections, all cells if there is none.
    pub(super) common_of_full: S,
    /// The same of semi-connections.
    pub(super) common_of_semi: S,
    /// The cells that are in the carriers of all semi-connections that were added since the OR rule was applied.
    pub(super) common_of_new: S,
    /// The numbers of carriers of full and of semi-connections.
    fulls: u8,
    semis: u8,
    /// Whether the pair is in the queue for the OR rule.
    pub(super) is_queued: bool,
}

/// The lists of all pairs, each in as many places as a list has at most.
#[derive(Debug, Default)]
struct Lists<S> {
    carriers: Vec<S>,
    most: usize,
}

impl<S: CellSet> Lists<S> {
    /// Returns the carriers of two ends.
    #[inline]
    fn of(&self, ends: Ends, length: u8) -> &[S] {
        &self.carriers[ends.pair() * self.most..][..usize::from(length)]
    }

    #[inline]
    fn list<'a>(&'a mut self, ends: Ends, common: &'a mut S, length: &'a mut u8) -> List<'a, S> {
        List { common, length, carriers: &mut self.carriers[ends.pair() * self.most..][..self.most] }
    }
}

impl<S: CellSet> Carriers<S> {
    /// Begins with a number of ends, at least two, without any carrier, and with the largest numbers of carriers that
    /// are kept for each pair, at most 255.
    pub(super) fn clear(&mut self, ends: usize, most_full: usize, most_semi: usize) {
        let all = !S::default();
        let [common_of_full, common_of_semi, common_of_new] = [all; 3];
        let summary = Summary { common_of_full, common_of_semi, common_of_new, fulls: 0, semis: 0, is_queued: false };
        let pairs = pairs(ends);
        self.summaries.clear();
        self.summaries.resize(pairs, summary);
        for (lists, most) in [(&mut self.full, most_full), (&mut self.semi, most_semi)] {
            lists.most = most;
            if lists.carriers.len() < pairs * most {
                lists.carriers.resize(pairs * most, S::default());
            }
        }
    }

    #[inline]
    pub(super) fn summary(&mut self, ends: Ends) -> &mut Summary<S> {
        &mut self.summaries[ends.pair()]
    }

    #[inline]
    pub(super) fn full(&self, ends: Ends) -> &[S] {
        self.full.of(ends, self.summaries[ends.pair()].fulls)
    }

    #[inline]
    pub(super) fn semi(&self, ends: Ends) -> &[S] {
        self.semi.of(ends, self.summaries[ends.pair()].semis)
    }

    /// Adds the carrier of a full connection, of the given size, unless a part of it is there; removes those that it is
    /// a part of, and semi-connections that have become useless. If there are too many, the smaller ones are kept.
    /// Returns whether it was added.
    #[inline]
    pub(super) fn add_full(&mut self, ends: Ends, carrier: S, size: u32) -> bool {
        let Summary { common_of_full, common_of_semi, fulls, semis, .. } = &mut self.summaries[ends.pair()];
        let is_added = self.full.list(ends, common_of_full, fulls).add(carrier, size);
        if is_added {
            let mut semi = self.semi.list(ends, common_of_semi, semis);
            semi.remove_supersets(*common_of_full);
            semi.find_common();
        }
        is_added
    }

    /// Adds the carrier of a semi-connection, of the given size, unless a part of it is there or the list is full of
    /// carriers that are not larger. The caller ensures that it does not contain all of `common_of_full`.
    /// While the carriers have a cell in common, which keeps the OR rule from them, one may be a part of another: to
    /// look for that each time would take longer than it saves. Returns whether it was added.
    #[inline]
    pub(super) fn add_semi(&mut self, ends: Ends, carrier: S, size: u32) -> bool {
        let Summary { common_of_semi, common_of_new, semis, .. } = &mut self.summaries[ends.pair()];
        let mut list = self.semi.list(ends, common_of_semi, semis);
        let needs_no_test = list.is_open() && list.common.meets(carrier);
        if needs_no_test {
            list.append(carrier);
        } else if !list.common.is_empty() {
            list.tidy();
        }
        let is_added = needs_no_test || list.add(carrier, size);
        if is_added {
            *common_of_new &= carrier;
        }
        is_added
    }
}

/// The carriers of a pair.
struct List<'a, S> {
    /// The cells that are in all of them.
    common: &'a mut S,
    length: &'a mut u8,
    /// These, and free places.
    carriers: &'a mut [S],
}

impl<S: CellSet> List<'_, S> {
    #[inline]
    fn all(&mut self) -> &mut [S] {
        &mut self.carriers[..usize::from(*self.length)]
    }

    /// Returns whether there is a free place.
    #[inline]
    fn is_open(&self) -> bool {
        usize::from(*self.length) < self.carriers.len()
    }

    #[inline]
    fn append(&mut self, carrier: S) {
        self.carriers[usize::from(*self.length)] = carrier;
        *self.length += 1;
        *self.common &= carrier;
    }

    /// Adds a carrier of the given size, unless the list has a part of it; removes those that it is a part of. A full
    /// list keeps the smaller ones. Returns whether it was added.
    #[inline]
    fn add(&mut self, carrier: S, size: u32) -> bool {
        // A single carrier is what all have in common.
        if self.common.is_within(carrier)
            && (*self.length == 1 || self.all().iter().any(|known| known.is_within(carrier)))
        {
            return false;
        }
        self.remove_supersets(carrier);
        if !self.is_open() {
            return self.replace_largest(carrier, size);
        }
        // What was removed had all cells of this one, so that `common` is right again with it.
        self.append(carrier);
        true
    }

    /// Removes carriers that have another one as a part; the others stay in their order.
    fn tidy(&mut self) {
        let length = usize::from(*self.length);
        let list = &mut *self.carriers;
        let mut left = 0;
        for i in 0..length {
            let carrier = list[i];
            let is_part = |other: &S| other.is_within(carrier);
            // Of equal ones the first stays.
            let is_smaller = |later: &S| is_part(later) && *later != carrier;
            if !list[..left].iter().any(is_part) && !list[i + 1..length].iter().any(is_smaller) {
                list[left] = carrier;
                left += 1;
            }
        }
        *self.length = left as u8;
    }

    /// Puts a carrier in the place of the largest one, if that is larger. Returns whether it was.
    #[cold]
    fn replace_largest(&mut self, carrier: S, size: u32) -> bool {
        // Of equal ones the first.
        let largest = self.carriers.iter_mut().rev().max_by_key(|known| known.count());
        let Some(largest) = largest.filter(|largest| largest.count() > size) else { return false };
        *largest = carrier;
        self.find_common();
        true
    }

    /// Removes all carriers that contain the given one. The caller adds that one, or computes the common cells again.
    #[inline]
    fn remove_supersets(&mut self, carrier: S) {
        let list = self.all();
        let mut left = list.len();
        let mut i = 0;
        while i < left {
            if carrier.is_within(list[i]) {
                left -= 1;
                list[i] = list[left];
            } else {
                i += 1;
            }
        }
        *self.length = left as u8;
    }

    fn find_common(&mut self) {
        *self.common = self.all().iter().fold(!S::default(), |common, &known| common & known);
    }
}
