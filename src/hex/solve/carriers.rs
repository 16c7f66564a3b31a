//! The carriers of connections that are kept for each pair of ends.

use super::cells::CellSet;

/// Some carriers of full and of semi-connections for each pair of ends.
#[derive(Debug, Default)]
pub(super) struct Carriers<S> {
    pairs: Vec<Pair<S>>,
    full: Vec<S>,
    semi: Vec<S>,
    most_full: usize,
    most_semi: usize,
}

/// What is looked at each time that a connection of the pair is found, in half a cache line for the smallest sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<S> {
    /// The cells that are in the carriers of all full connections, all cells if there is none.
    pub(super) common_of_full: S,
    /// The same of semi-connections.
    pub(super) common_of_semi: S,
    /// The same of semi-connections that came since the OR rule was applied.
    pub(super) common_of_new: S,
    full_length: u8,
    semi_length: u8,
    /// Whether the OR rule is to be applied.
    pub(super) is_queued: bool,
}

impl<S: CellSet> Carriers<S> {
    /// Begins with a number of pairs, without any carrier, and with the largest numbers of carriers that are kept for
    /// each.
    pub(super) fn clear(&mut self, pairs: usize, most_full: usize, most_semi: usize) {
        (self.most_full, self.most_semi) = (most_full, most_semi);
        let all = !S::default();
        let pair = Pair {
            common_of_full: all,
            common_of_semi: all,
            common_of_new: all,
            full_length: 0,
            semi_length: 0,
            is_queued: false,
        };
        self.pairs.clear();
        self.pairs.resize(pairs, pair);
        for (carriers, most) in [(&mut self.full, most_full), (&mut self.semi, most_semi)] {
            if carriers.len() < pairs * most {
                carriers.resize(pairs * most, S::default());
            }
        }
    }

    #[inline]
    pub(super) fn pair(&mut self, pair: usize) -> &mut Pair<S> {
        &mut self.pairs[pair]
    }

    #[inline]
    pub(super) fn full(&self, pair: usize) -> &[S] {
        &self.full[pair * self.most_full..][..usize::from(self.pairs[pair].full_length)]
    }

    #[inline]
    pub(super) fn semi(&self, pair: usize) -> &[S] {
        &self.semi[pair * self.most_semi..][..usize::from(self.pairs[pair].semi_length)]
    }

    #[inline]
    fn full_list(&mut self, pair: usize) -> List<'_, S> {
        let Pair { common_of_full: common, full_length: length, .. } = &mut self.pairs[pair];
        List { common, length, carriers: &mut self.full[pair * self.most_full..][..self.most_full] }
    }

    #[inline]
    fn semi_list(&mut self, pair: usize) -> List<'_, S> {
        let Pair { common_of_semi: common, semi_length: length, .. } = &mut self.pairs[pair];
        List { common, length, carriers: &mut self.semi[pair * self.most_semi..][..self.most_semi] }
    }

    /// Adds the carrier of a full connection, of the given size, unless a part of it is there; removes those that it is
    /// a part of, and semi-connections that have become useless. If there are too many, the smaller ones are kept.
    /// Returns whether it was added.
    #[inline]
    pub(super) fn add_full(&mut self, pair: usize, carrier: S, size: u32) -> bool {
        let is_added = self.full_list(pair).add(carrier, size);
        if is_added {
            let common = self.pairs[pair].common_of_full;
            let mut semi = self.semi_list(pair);
            semi.remove_supersets(common);
            semi.find_common();
        }
        is_added
    }

    /// Adds the carrier of a semi-connection, unless a part of it is there or there are too many. Of those that are
    /// added before the OR rule can be applied, one may be a part of another. Returns whether it was added.
    #[inline]
    pub(super) fn add_semi(&mut self, pair: usize, carrier: S, size: u32) -> bool {
        let mut list = self.semi_list(pair);
        let is_added = (pair != 0 && list.push(carrier)) || list.add_tidily(carrier, size);
        if is_added {
            self.pairs[pair].common_of_new &= carrier;
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

    /// Adds a carrier if there is a free place, and if then a cell is common to all. Returns whether it was added.
    #[inline]
    fn push(&mut self, carrier: S) -> bool {
        let is_pushed = usize::from(*self.length) < self.carriers.len() && self.common.meets(carrier);
        if is_pushed {
            self.append(carrier);
        }
        is_pushed
    }

    #[inline]
    fn append(&mut self, carrier: S) {
        self.carriers[usize::from(*self.length)] = carrier;
        *self.length += 1;
        *self.common &= carrier;
    }

    fn add_tidily(&mut self, carrier: S, size: u32) -> bool {
        if !self.common.is_empty() {
            self.tidy();
        }
        self.add(carrier, size)
    }

    /// Adds a carrier of the given size, unless the list has a part of it; removes those that it is a part of. A full
    /// list keeps the smaller ones. Returns whether it was added.
    #[inline]
    fn add(&mut self, carrier: S, size: u32) -> bool {
        if self.common.is_within(carrier)
            && (*self.length == 1 || self.all().iter().any(|known| known.is_within(carrier)))
        {
            return false;
        }
        self.remove_supersets(carrier);
        if usize::from(*self.length) == self.carriers.len() {
            return self.replace_largest(carrier, size);
        }
        // What was removed had all cells of this one.
        self.append(carrier);
        true
    }

    /// Removes carriers that have another one as a part.
    fn tidy(&mut self) {
        let length = usize::from(*self.length);
        let list = &mut *self.carriers;
        let mut left = 0;
        for i in 0..length {
            let carrier = list[i];
            if list[..left].iter().any(|known| known.is_within(carrier)) {
                continue;
            }
            let mut kept = 0;
            for j in 0..left {
                list[kept] = list[j];
                kept += usize::from(!carrier.is_within(list[j]));
            }
            list[kept] = carrier;
            left = kept + 1;
        }
        *self.length = left as u8;
    }

    /// Puts a carrier in the place of the largest one, if that is larger. Returns whether it was.
    #[cold]
    fn replace_largest(&mut self, carrier: S, size: u32) -> bool {
        let largest = self.carriers.iter_mut().rev().max_by_key(|known| known.count());
        let Some(largest) = largest.filter(|largest| largest.count() > size) else { return false };
        *largest = carrier;
        self.find_common();
        true
    }

    /// Removes all carriers that contain the given one, without computing the common cells again.
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
