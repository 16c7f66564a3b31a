//! What is known of positions: a table of limited size, in shards that can be written at the same time.
//!
//! ```text
//!     entry, 32 bytes:  the position's name, 3 x 64 bits | tag 24 | possible 2 + 2 | work 4 | low 16 | high 16
//!     bucket:           4 entries; a new one takes an empty place, or that of the one with the least work behind it
//! ```
//!
//! An entry has the whole name and tag of its position. So no two positions are ever taken for each other, and a full
//! table forgets, but does not err.

use super::key::Key;
use super::mix::mixed;
use super::number::{Bound, Bounds};

/// How many shards a table has.
pub(super) const SHARDS: usize = 2;

/// What is asked about: a position by name, and 24 bits that tell apart the questions of different searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Subject {
    pub(super) key: Key,
    pub(super) tag: u32,
}

impl Subject {
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        let [a, b, c] = self.key;
        mixed(a ^ mixed(b ^ mixed(c.wrapping_add(u64::from(self.tag) << 40))))
    }
}

/// What is known about a subject, and how much work that was: w if 4^(w − 1) positions were searched for it, or somewhat more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry([u64; 4]);

/// The shard of a hash; the bits that choose the bucket are others.
#[inline]
pub(super) fn shard_of(hash: u64) -> usize {
    hash as usize % SHARDS
}

/// Four entries.
const BUCKET_WORDS: usize = 4 * 4;

impl Entry {
    pub(super) const EMPTY: Entry = Entry([0; 4]);

    #[inline]
    pub(super) fn new(subject: &Subject, bounds: Bounds, positions: u64) -> Entry {
        let [a, b, c] = subject.key;
        // Never 0, so that no entry looks empty.
        let work = (positions.max(1).ilog2() / 2 + 1).min(15);
        let Bounds { low, high } = bounds;
        let possible = u32::from(low.possible) | u32::from(high.possible) << 2;
        let upper = subject.tag << 8 | possible << 4 | work;
        let numbers = u32::from(low.number.cast_unsigned()) << 16 | u32::from(high.number.cast_unsigned());
        Entry([a, b, c, u64::from(upper) << 32 | u64::from(numbers)])
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.work() == 0
    }

    #[inline]
    fn work(&self) -> u64 {
        self.0[3] >> 32 & 15
    }

    #[inline]
    pub(super) fn is_about(&self, subject: &Subject) -> bool {
        let [a, b, c, rest] = self.0;
        [a, b, c] == subject.key && rest >> 40 == u64::from(subject.tag) && !self.is_empty()
    }

    #[inline]
    pub(super) fn subject(&self) -> Subject {
        let [a, b, c, rest] = self.0;
        // The upper 24 bits of 64.
        Subject { key: [a, b, c], tag: (rest >> 40) as u32 }
    }

    #[inline]
    pub(super) fn bounds(&self) -> Bounds {
        let rest = self.0[3];
        let bound = |number: u64, possible: u64| Bound {
            number: (number as u16).cast_signed(),
            possible: (possible & 3) as u8,
        };
        Bounds { low: bound(rest >> 16, rest >> 36), high: bound(rest, rest >> 38) }
    }

    /// Both entries about a subject in one.
    #[inline]
    pub(super) fn and(&self, other: &Entry) -> Entry {
        let subject = self.subject();
        let merged = Entry::new(&subject, self.bounds().and(other.bounds()), 1);
        let work = self.work().max(other.work());
        let [a, b, c, rest] = merged.0;
        Entry([a, b, c, rest & !(15 << 32) | work << 32])
    }
}

/// A part of the table.
#[derive(Debug)]
pub(super) struct Shard {
    words: Vec<u64>,
    /// Where the first bucket begins, so that none lies across more cache lines than it must.
    first: usize,
    buckets: u64,
}

impl Shard {
    /// An empty shard of so many bytes, rounded down, but of one bucket at least; `None` if there is not so much memory.
    pub(super) fn new(bytes: u64) -> Option<Shard> {
        let buckets = (bytes / (BUCKET_WORDS * size_of::<u64>()) as u64).max(1);
        let words = usize::try_from(buckets).ok()?.checked_mul(BUCKET_WORDS)?.checked_add(BUCKET_WORDS)?;
        // Tried first, since the next line would end the process. That one leaves it to the system to clear the memory
        // when it is first used: most games need little of it.
        Vec::<u64>::new().try_reserve_exact(words).ok()?;
        let words = vec![0; words];
        let first = words.as_ptr().align_offset(BUCKET_WORDS * size_of::<u64>()).min(BUCKET_WORDS);
        Some(Shard { words, first, buckets })
    }

    /// Where the bucket of a hash begins.
    #[inline]
    fn place(&self, hash: u64) -> usize {
        // Below the number of buckets, which is one of a vector that exists.
        self.first + ((u128::from(hash) * u128::from(self.buckets)) >> 64) as usize * BUCKET_WORDS
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &[[u64; 4]] {
        let place = self.place(hash);
        self.words[place..place + BUCKET_WORDS].as_chunks().0
    }

    /// All that is known.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry> {
        self.words[self.first..].as_chunks().0.iter().map(|&words| Entry(words)).filter(|entry| !entry.is_empty())
    }

    /// What is known about a subject with this hash.
    #[inline]
    pub(super) fn get(&self, subject: &Subject, hash: u64) -> Option<Entry> {
        self.bucket(hash).iter().map(|&words| Entry(words)).find(|entry| entry.is_about(subject))
    }

    /// Notes what is known about its subject, with this hash.
    pub(super) fn put(&mut self, entry: Entry, hash: u64) {
        let place = self.place(hash);
        let places = self.words[place..place + BUCKET_WORDS].as_chunks_mut().0;
        let subject = entry.subject();
        if let Some(place) = places.iter_mut().find(|place| Entry(**place).is_about(&subject)) {
            *place = Entry(*place).and(&entry).0;
        } else if let Some(place) = places.iter_mut().min_by_key(|place| Entry(**place).work()) {
            *place = entry.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(low: i16, high: i16) -> Bounds {
        Bounds { low: Bound { number: low, possible: 1 }, high: Bound { number: high, possible: 2 } }
    }

    #[test]
    fn an_entry_says_what_it_was_made_of() {
        let subject = Subject { key: [u64::MAX, 5, 1 << 63], tag: 0xAB_CDEF };
        for bounds in [bounds(-7 * 256, 3), bounds(0, 0), Bounds::NONE] {
            let entry = Entry::new(&subject, bounds, 1 << 40);
            assert_eq!((entry.subject(), entry.bounds(), entry.work()), (subject, bounds, 15));
            assert!(entry.is_about(&subject) && !entry.is_about(&Subject { tag: 0, ..subject }));
        }
        assert!(Entry::EMPTY.is_empty() && !Entry::new(&Subject { key: [0; 3], tag: 0 }, Bounds::NONE, 0).is_empty());
    }

    #[test]
    fn a_full_bucket_forgets_what_was_least_work() {
        let mut shard = Shard::new(0).unwrap_or_else(|| unreachable!("one bucket"));
        let subject = |n| Subject { key: [n, 0, 0], tag: 1 };
        for (n, work) in [(1, 1 << 8), (2, 1), (3, 1 << 20), (4, 1 << 4)] {
            shard.put(Entry::new(&subject(n), bounds(0, 512), work), 0);
        }
        shard.put(Entry::new(&subject(1), bounds(256, 1024), 1), 0);
        assert_eq!(shard.get(&subject(1), 0).map(|entry| (entry.bounds(), entry.work())), Some((bounds(256, 512), 5)));
        shard.put(Entry::new(&subject(5), bounds(0, 0), 1), 0);
        let known: Vec<bool> = (1..=5).map(|n| shard.get(&subject(n), 0).is_some()).collect();
        assert_eq!(known, [true, false, true, true, true]);
    }
}
