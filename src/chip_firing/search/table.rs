//! What is known of positions, kept by all threads in one table.
//!
//! ```text
//!     hash of a key    ssssss  one bucket ...... another bucket       8 slots a bucket, a slot one word:
//!                      shard                                          key and value side by side
//! ```
//!
//! A slot holds the whole key, so that a table never lies; it is read and written in one piece, so that threads need no lock
//! for that. An entry goes into that of its two buckets which has more room, so that shards are nearly full before both are
//! (Azar, Broder, Karlin, Upfal, *Balanced allocations*, 1994). Then the shard doubles, until the memory is used up; after that the
//! old entry that was least work makes room, which costs work later and changes no answer.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock};

use super::super::game::TooLarge;

const SHARDS: usize = 64;
const BUCKET: usize = 8;
const SLOT_BYTES: u64 = size_of::<AtomicU64>() as u64;

/// A shard begins with so many buckets, one being a power of two.
const FIRST_BUCKETS: usize = 16;

type Slots = Box<[AtomicU64]>;

/// A table from keys to values that are not 0.
#[derive(Debug)]
pub(in crate::chip_firing) struct Table {
    shards: Vec<RwLock<Slots>>,
    /// Slots in all, and the most there may be.
    slots: AtomicUsize,
    most: usize,
    value_bits: u32,
}

impl Table {
    /// An empty table for keys and values of so many bits, together those of a slot, that takes about so many bytes at most.
    pub(in crate::chip_firing) fn new(key_bits: u32, value_bits: u32, memory: u64) -> Result<Table, TooLarge> {
        if key_bits + value_bits > u64::BITS {
            return Err(TooLarge::Positions);
        }
        let shards = (0..SHARDS).map(|_| RwLock::new(empty(FIRST_BUCKETS))).collect();
        let slots = SHARDS * FIRST_BUCKETS * BUCKET;
        let most = usize::try_from(memory / SLOT_BYTES).unwrap_or(usize::MAX);
        Ok(Table { shards, slots: AtomicUsize::new(slots), most, value_bits })
    }

    /// What is kept for a key, or 0.
    pub(in crate::chip_firing) fn get(&self, key: u64) -> u64 {
        let hash = mix(key);
        let slots = self.shard(hash).read().unwrap_or_else(PoisonError::into_inner);
        let both = buckets(&slots, hash).into_iter().flatten().map(|slot| slot.load(Ordering::Relaxed));
        let found = both.filter(|slot| slot >> self.value_bits == key).find(|&slot| slot != 0);
        found.map_or(0, |slot| slot & self.value_mask())
    }

    /// Keeps a value, which is not 0, in the place of the one that was kept; if there is no room, instead of that which was the
    /// least `work`.
    pub(in crate::chip_firing) fn put(&self, key: u64, value: u64, work: impl Fn(u64) -> u32) {
        debug_assert!(value != 0 && value <= self.value_mask(), "the value fits");
        let hash = mix(key);
        let new = key << self.value_bits | value;
        loop {
            let slots = self.shard(hash).read().unwrap_or_else(PoisonError::into_inner);
            if self.put_into(buckets(&slots, hash), new) {
                return;
            }
            let length = slots.len();
            drop(slots);
            if !self.double(hash, length) {
                let slots = self.shard(hash).read().unwrap_or_else(PoisonError::into_inner);
                let all = buckets(&slots, hash).into_iter().flatten();
                let least = all.min_by_key(|slot| work(slot.load(Ordering::Relaxed) >> self.value_bits));
                // There are slots.
                if let Some(slot) = least {
                    slot.store(new, Ordering::Relaxed);
                }
                return;
            }
        }
    }

    /// Puts an entry into one of its buckets, if there is room. Of two threads that write into a slot at the same time one is lost.
    fn put_into(&self, buckets: [&[AtomicU64]; 2], new: u64) -> bool {
        let key = new >> self.value_bits;
        let mut room = [0; 2];
        let mut free = [None; 2];
        for ((bucket, room), free) in buckets.into_iter().zip(&mut room).zip(&mut free) {
            for slot in bucket {
                match slot.load(Ordering::Relaxed) {
                    0 => {
                        *room += 1;
                        *free = Some(slot);
                    }
                    old if old >> self.value_bits == key => {
                        slot.store(new, Ordering::Relaxed);
                        return true;
                    }
                    _ => {}
                }
            }
        }
        let slot = if room[0] >= room[1] { free[0] } else { free[1] };
        slot.inspect(|slot| slot.store(new, Ordering::Relaxed)).is_some()
    }

    /// Doubles the shard of a hash, which had this length; whether it is now longer.
    fn double(&self, hash: u64, length: usize) -> bool {
        let mut slots = self.shard(hash).write().unwrap_or_else(PoisonError::into_inner);
        if slots.len() > length {
            return true;
        }
        if self.slots.load(Ordering::Relaxed) + length > self.most {
            return false;
        }
        self.slots.fetch_add(length, Ordering::Relaxed);
        let wider = empty(2 * length / BUCKET);
        for old in slots.iter().map(|slot| slot.load(Ordering::Relaxed)).filter(|&old| old != 0) {
            // Should there be no room for one, it is forgotten.
            self.put_into(buckets(&wider, mix(old >> self.value_bits)), old);
        }
        *slots = wider;
        true
    }

    /// Forgets everything; nobody else may be at work.
    pub(in crate::chip_firing) fn clear(&self) {
        for shard in &self.shards {
            *shard.write().unwrap_or_else(PoisonError::into_inner) = empty(FIRST_BUCKETS);
        }
        self.slots.store(SHARDS * FIRST_BUCKETS * BUCKET, Ordering::Relaxed);
    }

    /// Puts other values in the place of all that are kept, 0 for those to be forgotten; nobody else may be at work.
    pub(in crate::chip_firing) fn revalue(&self, new: impl Fn(u64) -> u64) {
        for shard in &self.shards {
            let mut slots = shard.write().unwrap_or_else(PoisonError::into_inner);
            for slot in &mut *slots {
                let slot = slot.get_mut();
                let value = new(*slot & self.value_mask());
                *slot = if value == 0 { 0 } else { *slot & !self.value_mask() | value };
            }
        }
    }

    /// Writes the entries, while others may be added: of each shard how many, then a word each, least byte first.
    pub(in crate::chip_firing) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        for shard in &self.shards {
            let slots = shard.read().unwrap_or_else(PoisonError::into_inner);
            let words = slots.iter().map(|slot| slot.load(Ordering::Relaxed)).filter(|&word| word != 0);
            let words: Vec<u64> = words.collect();
            drop(slots);
            out.write_all(&(words.len() as u64).to_le_bytes())?;
            words.iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))?;
        }
        Ok(())
    }

    /// Reads what [`save`](Self::save) wrote for a table with as many bits.
    pub(in crate::chip_firing) fn load(&self, from: &mut dyn Read, work: impl Fn(u64) -> u32) -> io::Result<()> {
        self.clear();
        let mut bytes = [0; 8];
        for _ in 0..SHARDS {
            from.read_exact(&mut bytes)?;
            for _ in 0..u64::from_le_bytes(bytes) {
                from.read_exact(&mut bytes)?;
                let entry = u64::from_le_bytes(bytes);
                if entry & self.value_mask() == 0 {
                    return Err(io::Error::new(io::ErrorKind::InvalidData, "an entry without a value"));
                }
                self.put(entry >> self.value_bits, entry & self.value_mask(), &work);
            }
        }
        Ok(())
    }

    fn value_mask(&self) -> u64 {
        (1 << self.value_bits) - 1
    }

    fn shard(&self, hash: u64) -> &RwLock<Slots> {
        &self.shards[hash as usize % SHARDS]
    }
}

fn empty(buckets: usize) -> Slots {
    (0..buckets * BUCKET).map(|_| AtomicU64::new(0)).collect()
}

/// The two buckets of a hash: by bits that choose no shard, and others.
fn buckets(slots: &[AtomicU64], hash: u64) -> [&[AtomicU64]; 2] {
    let buckets = slots.len() / BUCKET;
    [hash >> 6, hash >> 34].map(|bits| {
        let index = bits as usize & (buckets - 1);
        &slots[index * BUCKET..(index + 1) * BUCKET]
    })
}

/// The end of `SplitMix64` (Steele, Lea, Flood 2014): each bit of the key changes half of the bits.
fn mix(key: u64) -> u64 {
    let key = (key ^ key >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let key = (key ^ key >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ key >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_as_long_as_there_is_memory() -> Result<(), TooLarge> {
        let table = Table::new(40, 8, 1 << 24)?;
        for key in 0..100_000_u64 {
            assert_eq!(table.get(key * key), 0);
            table.put(key * key, key % 255 + 1, |_| 0);
            table.put(key * key, key % 254 + 1, |_| 0);
        }
        assert!((0..100_000).all(|key| table.get(key * key) == key % 254 + 1));
        assert_eq!(table.get(7), 0);
        Ok(())
    }

    #[test]
    fn a_full_table_forgets_and_never_lies() -> Result<(), TooLarge> {
        let table = Table::new(40, 8, 1 << 16)?;
        let mut found = 0;
        for key in 0..100_000 {
            table.put(key, key % 255 + 1, |key| key as u32);
        }
        for key in 0..100_000 {
            let value = table.get(key);
            assert!(value == 0 || value == key % 255 + 1);
            found += u64::from(value != 0);
        }
        let slots = table.slots.load(Ordering::Relaxed) as u64;
        assert!(slots * SLOT_BYTES <= 1 << 16 && found <= slots && found > slots / 2, "{found} of {slots}");
        Ok(())
    }

    #[test]
    fn a_table_is_the_same_after_saving_and_loading() -> Result<(), Box<dyn std::error::Error>> {
        let table = Table::new(40, 8, 1 << 24)?;
        (0..1000).for_each(|key| table.put(key * 977, key % 255 + 1, |_| 0));
        let mut saved = Vec::new();
        table.save(&mut saved)?;
        assert_eq!(saved.len(), 8 * (SHARDS + 1000));
        table.clear();
        assert_eq!(table.get(977), 0);
        table.load(&mut saved.as_slice(), |_| 0)?;
        assert!((0..1000).all(|key| table.get(key * 977) == key % 255 + 1));
        assert!(table.load(&mut &saved[..4000], |_| 0).is_err());
        // The first entry of the first shard.
        saved[8..16].fill(0);
        assert!(table.load(&mut saved.as_slice(), |_| 0).is_err());
        Ok(())
    }
}
