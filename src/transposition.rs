//! A transposition table: the values of positions that a search has visited, shared by all threads of the search.
//!
//! ```text
//!     hash of a key     aaaaaaaaaaaa...........bbbbbbbbbbbb..........ssssssss     s: one of 64 shards, with a lock of its own
//!                                                                             a, b: two buckets of the shard
//!     a bucket          ┌─────────┬─────────┬─────────┬─────────┐
//!                       └─────────┴─────────┴─────────┴─────────┘     4 entries of 4 words, or 8 of 1; zeros are empty
//!
//!     an entry of a `Table<1>` whose key mask is 0xffff_ffff_ffff_ff00:      key key key key key key key  value
//! ```
//!
//! An entry is a few words. The bits of the key mask are the *key*, which identifies the position; the others hold its
//! *value*. The key is stored whole: the table can lose entries, but never returns the value of another key. So no
//! position is taken for another one where different positions have different keys. Hex above 11x11 has hashes as keys,
//! and tells how likely two equal ones are.
//!
//! **Memory and replacement.** A new entry goes into the emptier one of its two buckets, which fills a shard almost
//! completely before many entries find both full (Azar, Broder, Karlin and Upfal, "Balanced allocations", 1994). If
//! both are full, the shard doubles if seven eighths of it are used and the table has not reached its limit. Otherwise
//! the new entry replaces the one in both buckets whose value took the least work to compute. A shard that is no longer
//! small reserves all memory that it may get, which the system does not provide before it is used, and grows in place:
//! smaller pieces that are freed would stay with the process.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::checkpoint::{read_value, write_value};
use crate::memory::try_reserve_exact;

/// The number of shards.
const SHARDS: usize = 64;

/// The largest number of words of a bucket.
const MOST_BUCKET_WORDS: usize = 16;

/// The number of buckets for which a new shard has memory; one of them is lost to alignment.
const FIRST_BUCKETS: usize = 4;

/// The number of words from which on a shard grows in place.
const SMALL: usize = 1 << 15;

/// A transposition table with entries of `WORDS` words: 1 or 4.
#[derive(Debug)]
pub(crate) struct Table<const WORDS: usize> {
    shards: Box<[RwLock<Shard<WORDS>>]>,
    key_mask: [u64; WORDS],
    /// The largest number of buckets for which a shard has memory.
    most_buckets: usize,
}

/// A part of the table, on cache lines of its own.
#[derive(Debug)]
#[repr(align(64))]
struct Shard<const WORDS: usize> {
    words: Vec<u64>,
    /// Where the first bucket begins, so that no bucket lies across more cache lines than it must.
    first: usize,
    buckets: usize,
    entries: usize,
    /// Whether the shard can grow no more.
    at_limit: bool,
}

impl<const WORDS: usize> Table<WORDS> {
    /// Returns an empty table that grows to the given number of bytes; it takes 32 KiB at least.
    ///
    /// The bits of the key are those of `key_mask`. The caller ensures that no entry is all zeros.
    #[must_use]
    pub(crate) fn new(key_mask: [u64; WORDS], memory: u64) -> Table<WORDS> {
        const { assert!(matches!(WORDS, 1 | 4)) };
        let most = usize::try_from(memory).unwrap_or(usize::MAX) / SHARDS / (8 * Shard::<WORDS>::BUCKET_WORDS);
        let shards = (0..SHARDS)
            .map(|_| RwLock::new(Shard::new(vec![0; FIRST_BUCKETS * Shard::<WORDS>::BUCKET_WORDS])))
            .collect();
        Table { shards, key_mask, most_buckets: most.max(FIRST_BUCKETS) }
    }

    /// Returns the entry of a key, or `None` if there is none; the bits of `key` that are not in the mask are ignored.
    #[must_use]
    #[inline]
    pub(crate) fn get(&self, key: [u64; WORDS]) -> Option<[u64; WORDS]> {
        let (key, hash) = (self.key_of(key), self.hash(key));
        let shard = read(&self.shards[shard_of(hash)]);
        let [one, other] = shard.buckets_of(hash);
        let mut entries = shard.bucket(one).iter().chain(shard.bucket(other));
        entries.find(|&&entry| self.key_of(entry) == key && !is_empty(entry)).copied()
    }

    /// Prefetches the buckets of a key, for a [`get`](Self::get) that follows. A search that prefetches several keys
    /// before the first `get` waits for the memory once, not once for each. Does nothing on processors other than
    /// x86-64.
    #[allow(unsafe_code, reason = "a prefetch cannot fail or be observed, but takes a pointer")]
    #[inline]
    pub(crate) fn prefetch(&self, key: [u64; WORDS]) {
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let hash = self.hash(self.key_of(key));
            let shard = read(&self.shards[shard_of(hash)]);
            for bucket in shard.buckets_of(hash) {
                // SAFETY: a prefetch is defined for every address.
                unsafe { _mm_prefetch::<_MM_HINT_T0>(shard.bucket(bucket).as_ptr().cast()) };
            }
        }
    }

    /// Stores what `new` returns for the entry that the key has now, or for `None`: an entry with the same key.
    ///
    /// `work` estimates the work that it took to compute the value of an entry. Other threads see the old entry or the
    /// new one, and their updates of the same key come before or after this one. `new` must not use the table.
    ///
    /// # Panics
    /// In debug builds, if the new entry has another key or is all zeros.
    #[inline]
    pub(crate) fn update(
        &self,
        key: [u64; WORDS],
        work: impl Fn(&[u64; WORDS]) -> u32,
        new: impl FnOnce(Option<[u64; WORDS]>) -> [u64; WORDS],
    ) {
        let (key, hash) = (self.key_of(key), self.hash(key));
        let mut shard = write(&self.shards[shard_of(hash)]);
        for bucket in shard.buckets_of(hash) {
            let entries = shard.bucket_mut(bucket);
            if let Some(entry) = entries.iter_mut().find(|entry| self.key_of(**entry) == key && !is_empty(**entry)) {
                *entry = new(Some(*entry));
                debug_assert!(self.key_of(*entry) == key && !is_empty(*entry), "the entry has the key");
                return;
            }
        }
        let new = new(None);
        debug_assert!(self.key_of(new) == key && !is_empty(new), "the entry has the key");
        self.insert(&mut shard, hash, new, &work);
    }

    /// Adds an entry whose key the table does not have.
    fn insert(&self, shard: &mut Shard<WORDS>, hash: u64, new: [u64; WORDS], work: &dyn Fn(&[u64; WORDS]) -> u32) {
        while !shard.put(hash, new) {
            if shard.at_limit || shard.has_room_for(shard.entries) {
                shard.replace(hash, new, work);
                return;
            }
            shard.grow(self.most_buckets, &|entry| self.hash(entry));
        }
    }

    /// Replaces each entry by what `new` returns for it, or removes it if that is `None`. The caller ensures that the
    /// keys stay the same.
    pub(crate) fn map_entries(&self, new: impl Fn([u64; WORDS]) -> Option<[u64; WORDS]>) {
        for shard in &self.shards {
            let shard = &mut *write(shard);
            let entries = shard.words[shard.first..].as_chunks_mut().0.iter_mut();
            for entry in entries.filter(|entry| !is_empty(**entry)) {
                *entry = new(*entry).unwrap_or([0; WORDS]);
            }
            shard.entries = shard.entries().count();
        }
    }

    /// Writes all entries. Other threads can use the table meanwhile.
    ///
    /// # Errors
    /// Those of `out`.
    pub(crate) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        for shard in &self.shards {
            let shard = read(shard);
            let words: Vec<u64> = shard.entries().flatten().collect();
            drop(shard);
            write_value(out, &words)?;
        }
        Ok(())
    }

    /// Adds the entries that [`save`](Self::save) has written for a table with the same key mask.
    ///
    /// # Errors
    /// Those of `from`, and [`io::ErrorKind::InvalidData`] if the bytes are no such entries or `is_valid` returns false
    /// for one. The entries before them are in the table then.
    pub(crate) fn load(
        &self,
        from: &mut dyn Read,
        work: impl Fn(&[u64; WORDS]) -> u32,
        is_valid: impl Fn(&[u64; WORDS]) -> bool,
    ) -> io::Result<()> {
        for shard in &self.shards {
            let words: Vec<u64> = read_value(from)?;
            let (entries, rest) = words.as_chunks();
            if !rest.is_empty() || entries.iter().any(|entry| is_empty(*entry) || !is_valid(entry)) {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "not entries of this transposition table"));
            }
            // Grown before: entries come in the order of buckets, and would fill those of a small shard unevenly.
            let mut locked = write(shard);
            while !locked.at_limit && !locked.has_room_for(entries.len()) {
                locked.grow(self.most_buckets, &|entry| self.hash(entry));
            }
            drop(locked);
            for &entry in entries {
                self.update(entry, &work, |_| entry);
            }
        }
        Ok(())
    }

    /// Returns the hash of the key of an entry.
    #[inline]
    fn hash(&self, entry: [u64; WORDS]) -> u64 {
        self.key_of(entry).into_iter().fold(0, |hash, word| mix(hash ^ word))
    }

    /// Returns the key of an entry: its other bits are 0.
    #[inline]
    fn key_of(&self, entry: [u64; WORDS]) -> [u64; WORDS] {
        let mut key = entry;
        for (word, mask) in key.iter_mut().zip(&self.key_mask) {
            *word &= mask;
        }
        key
    }
}

impl<const WORDS: usize> Shard<WORDS> {
    const BUCKET_WORDS: usize = if WORDS == 4 { MOST_BUCKET_WORDS } else { 8 };

    /// Returns an empty shard in these words, which are zeros. The bucket that alignment takes is one of theirs: so the
    /// sizes of shards are powers of two, and memory of freed ones can be used again.
    fn new(words: Vec<u64>) -> Self {
        let first = words.as_ptr().align_offset(8 * Self::BUCKET_WORDS).min(Self::BUCKET_WORDS);
        let buckets = words.len() / Self::BUCKET_WORDS - 1;
        Shard { words, first, buckets, entries: 0, at_limit: false }
    }

    /// Returns the two buckets of a hash.
    #[inline]
    fn buckets_of(&self, hash: u64) -> [usize; 2] {
        // The upper 64 of 128 bits: below the number of buckets.
        let bucket = |hash: u64| ((u128::from(hash) * self.buckets as u128) >> u64::BITS) as usize;
        [bucket(hash), bucket(hash.rotate_left(32))]
    }

    #[inline]
    fn bucket(&self, bucket: usize) -> &[[u64; WORDS]] {
        self.words[self.first + bucket * Self::BUCKET_WORDS..][..Self::BUCKET_WORDS].as_chunks().0
    }

    #[inline]
    fn bucket_mut(&mut self, bucket: usize) -> &mut [[u64; WORDS]] {
        self.words[self.first + bucket * Self::BUCKET_WORDS..][..Self::BUCKET_WORDS].as_chunks_mut().0
    }

    fn entries(&self) -> impl Iterator<Item = [u64; WORDS]> {
        self.words[self.first..].as_chunks().0.iter().copied().filter(|entry| !is_empty(*entry))
    }

    /// Puts a new entry into the emptier one of its buckets, and returns whether there was room.
    #[inline]
    fn put(&mut self, hash: u64, new: [u64; WORDS]) -> bool {
        let free = |bucket| self.bucket(bucket).iter().filter(|entry| is_empty(**entry)).count();
        let [one, other] = self.buckets_of(hash);
        let bucket = self.bucket_mut(if free(one) >= free(other) { one } else { other });
        let Some(entry) = bucket.iter_mut().find(|entry| is_empty(**entry)) else { return false };
        *entry = new;
        self.entries += 1;
        true
    }

    /// Returns whether fewer than seven eighths of the shard are used by the given number of entries.
    fn has_room_for(&self, entries: usize) -> bool {
        8 * entries * WORDS < 7 * self.buckets * Self::BUCKET_WORDS
    }

    /// Replaces the entry of least work in both buckets.
    fn replace(&mut self, hash: u64, new: [u64; WORDS], work: &dyn Fn(&[u64; WORDS]) -> u32) {
        let mut least: Option<(u32, usize, usize)> = None;
        for bucket in self.buckets_of(hash) {
            for (index, entry) in self.bucket(bucket).iter().enumerate() {
                let work = work(entry);
                if least.is_none_or(|(least, ..)| work < least) {
                    least = Some((work, bucket, index));
                }
            }
        }
        if let Some((_, bucket, index)) = least {
            self.bucket_mut(bucket)[index] = new;
        }
    }

    /// Doubles the shard, up to the given number of buckets. An entry whose new buckets are full is lost.
    #[cold]
    fn grow(&mut self, most_buckets: usize, hash: &dyn Fn([u64; WORDS]) -> u64) {
        let [old, most] = [self.words.len(), most_buckets.saturating_mul(Self::BUCKET_WORDS)];
        let length = old.saturating_mul(2).min(most);
        if (old + 1..=self.words.capacity()).contains(&length) {
            return self.grow_in_place(length, hash);
        }
        let mut words = Vec::new();
        let is_reserved = length >= SMALL && try_reserve_exact(&mut words, most);
        if length == old || !is_reserved && !try_reserve_exact(&mut words, length) {
            self.at_limit = true;
            return;
        }
        words.resize(length, 0);
        let mut grown = Self::new(words);
        for entry in self.entries() {
            grown.put(hash(entry), entry);
        }
        *self = grown;
    }

    /// Grows to a number of words for which there is room. An entry's new buckets are not before the old ones, so the
    /// last bucket is the first to be spread; an entry that gets into a bucket that has not been spread is spread
    /// again.
    fn grow_in_place(&mut self, length: usize, hash: &dyn Fn([u64; WORDS]) -> u64) {
        let old = std::mem::replace(&mut self.buckets, length / Self::BUCKET_WORDS - 1);
        self.words.resize(length, 0);
        for bucket in (0..old).rev() {
            let mut words = [0; MOST_BUCKET_WORDS];
            let taken = words[..Self::BUCKET_WORDS].as_chunks_mut().0;
            taken.swap_with_slice(self.bucket_mut(bucket));
            for &entry in taken.iter().filter(|entry| !is_empty(**entry)) {
                self.entries -= 1;
                self.put(hash(entry), entry);
            }
        }
    }
}

/// The set of positions that some worker is searching now. A worker whose next position is in it searches another one
/// first, so that the workers divide the tree among them (a simple form of ABDADA, Weill 1996). The set may lose
/// positions, which only costs time.
#[derive(Debug)]
pub(crate) struct InProgress(Box<[AtomicU64]>);

impl InProgress {
    const SLOT_BITS: u32 = 12;

    /// Returns the empty set.
    #[must_use]
    pub(crate) fn new() -> InProgress {
        InProgress((0..1 << InProgress::SLOT_BITS).map(|_| AtomicU64::new(0)).collect())
    }

    /// Returns the only slot in which a position can be.
    #[inline]
    fn slot(&self, position: u64) -> &AtomicU64 {
        &self.0[(mix(position) >> (u64::BITS - InProgress::SLOT_BITS)) as usize]
    }

    /// Returns whether a position, given by a number other than 0, is in the set.
    #[must_use]
    #[inline]
    pub(crate) fn contains(&self, position: u64) -> bool {
        self.slot(position).load(Ordering::Relaxed) == position
    }

    /// Adds a position; another one may be lost.
    #[inline]
    pub(crate) fn insert(&self, position: u64) {
        self.slot(position).store(position, Ordering::Relaxed);
    }

    /// Removes a position.
    #[inline]
    pub(crate) fn remove(&self, position: u64) {
        // The exchange fails if the position was lost.
        let _ = self.slot(position).compare_exchange(position, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// Returns a word each bit of which depends on all bits of the given one: the finalizer of `SplitMix64` (Steele, Lea
/// and Flood, "Fast splittable pseudorandom number generators", 2014). Different words give different ones.
#[must_use]
#[inline]
pub(crate) const fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[inline]
fn shard_of(hash: u64) -> usize {
    hash as usize % SHARDS
}

#[inline]
fn is_empty<const WORDS: usize>(entry: [u64; WORDS]) -> bool {
    entry == [0; WORDS]
}

/// Locks a shard for reading. A poisoned lock is no problem: a panic leaves entries whole, since each is written in one
/// assignment.
fn read<T>(shard: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    shard.read().unwrap_or_else(PoisonError::into_inner)
}

/// Locks a shard for writing; see [`read`].
fn write<T>(shard: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    shard.write().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;

    fn filled(memory: u64) -> Table<1> {
        let table = Table::new([!0xff], memory);
        for key in 0..100_000_u64 {
            table.update([key << 8], |&[entry]| (entry >> 8) as u32, |_| [key << 8 | (key % 255 + 1)]);
        }
        table
    }

    fn known(table: &Table<1>) -> u64 {
        let value = |key: u64| table.get([key << 8]).map(|[entry]| entry & 0xff);
        (0..100_000).filter(|&key| value(key).is_some_and(|value| value == key % 255 + 1)).count() as u64
    }

    #[test]
    fn entries_are_found_while_there_is_memory() {
        let table = filled(1 << 24);
        assert!(known(&table) > 99_500, "{}", known(&table));
        assert_eq!(table.get([100_000 << 8]), None);
        table.update([99_999 << 8], |_| 0, |old| old.map_or([99_999 << 8 | 1], |[old]| [old + 1]));
        assert_eq!(table.get([99_999 << 8]), Some([99_999 << 8 | (99_999 % 255 + 2)]));
    }

    #[test]
    fn a_full_table_loses_the_least_work_and_returns_no_wrong_entry() {
        let table = filled(1 << 18);
        let bytes: usize = table.shards.iter().map(|shard| size_of_val(&read(shard).words[..])).sum();
        assert_eq!(bytes, 1 << 18, "all of the memory");
        let found: Vec<u64> = (0..100_000).filter(|&key| table.get([key << 8]).is_some()).collect();
        assert_eq!(found.len() as u64, known(&table));
        assert!(found.len() > 32_000 && found.len() <= 1 << 15, "nearly all of 2^15 entries are used: {}", found.len());
        let mean = found.iter().sum::<u64>() / found.len() as u64;
        assert!(mean > 80_000, "mostly the newest, which count as most work: {mean}");
    }

    /// From when it is no longer small. To twice its size, and to less.
    #[test]
    fn a_shard_grows_in_place_and_loses_next_to_nothing() {
        for most in [4 * SMALL, 3 * SMALL] {
            let mut shard: Shard<1> = Shard::new(vec![0; SMALL / 2]);
            let mut key = 0;
            let mut addresses = Vec::new();
            while !shard.at_limit {
                while shard.has_room_for(shard.entries + 1) {
                    key += 1;
                    shard.put(mix(key), [key]);
                }
                let before = shard.entries;
                shard.grow(most / 8, &|[key]| mix(key));
                assert_eq!(shard.entries, shard.entries().count());
                assert!(before - shard.entries < before / 1000, "{before} {}", shard.entries);
                let is_findable =
                    |key: u64| shard.buckets_of(mix(key)).iter().any(|&at| shard.bucket(at).contains(&[key]));
                assert!(shard.entries().all(|[key]| is_findable(key)));
                addresses.push(shard.words.as_ptr().addr());
            }
            assert_eq!(shard.words.len(), most);
            assert!(addresses.len() == 4 && addresses[1..].iter().all_equal(), "{addresses:?}");
        }
    }

    #[test]
    fn wide_entries_are_distinguished_by_all_words_of_their_keys() {
        let table = Table::new([u64::MAX, u64::MAX, u64::MAX, 0], 1 << 20);
        for i in 0..3 {
            let mut entry = [9, 9, 9, 1];
            entry[i] = 0;
            table.update(entry, |_| 0, |_| entry);
        }
        assert_eq!(table.get([0, 9, 9, 0]), Some([0, 9, 9, 1]));
        assert_eq!(table.get([9, 9, 0, 77]), Some([9, 9, 0, 1]));
        assert_eq!(table.get([9, 9, 9, 1]), None);
    }

    #[test]
    fn a_table_is_the_same_after_saving_and_loading() -> io::Result<()> {
        let table = filled(1 << 24);
        let before = known(&table);
        let mut saved = Vec::new();
        table.save(&mut saved)?;
        table.map_entries(|[entry]| (entry >> 8 < 50_000).then_some([entry]));
        assert!((49_500..=50_000).contains(&known(&table)));
        let loaded: Table<1> = Table::new([!0xff], 1 << 24);
        loaded.load(&mut saved.as_slice(), |_| 0, |_| true)?;
        assert!(known(&loaded) > before - before / 50);
        assert!(loaded.load(&mut &saved[..4000], |_| 0, |_| true).is_err());
        assert!(loaded.load(&mut saved.as_slice(), |_| 0, |&[entry]| entry >> 8 != 777).is_err());
        Ok(())
    }

    #[test]
    fn threads_update_the_same_entry_one_after_the_other() {
        let table = Table::new([!0xffff], 1 << 16);
        let finished = crate::workers::run(4, &mut |_| std::ops::ControlFlow::Continue(()), |_| {
            for _ in 0..1000 {
                table.update([1 << 16], |_| 0, |old| old.map_or([1 << 16 | 1], |[old]| [old + 1]));
            }
        });
        assert_eq!((finished.results.len(), table.get([1 << 16])), (4, Some([(1 << 16) + 4000])));
    }
}
