//! A search on several threads that does the same work, position for position, however many threads there are.
//!
//! A fixed number of *lanes* search for the same answer, each in an order of its own, so that they meet from different
//! sides. They share the table, but in *rounds*: in a round a lane only reads it, and keeps what it learns to itself. When
//! all lanes have searched as many positions as a round has, what each has learnt goes into the table, lane by lane, and
//! the next round begins. So what a lane sees does not depend on when the others run: on one thread they take turns.
//!
//! ```text
//!     lane 0   ──────────────┤ ├──────────────┤ ├─────
//!     lane 1   ───────────┤    ├────────────┤   ├─────      ┤ ├ news are put into the shards of the table
//! ```

use std::sync::{PoisonError, RwLock, RwLockReadGuard};
use std::thread;

use super::meeting::{Ended, Meeting, Met};
use super::number::Bounds;
use super::table::{Entry, SHARDS, Shard, Subject, shard_of};
use crate::progress::Progress;

/// How many positions a lane searches in a round.
const ROUND: usize = 1024;

/// How many lanes there are when there is work enough for them: each can have a shard to itself.
const LANES: usize = SHARDS;

/// How a search goes on: in so many lanes, with a table of so many bytes at most, until it has searched so many positions.
/// Most games need few, and one thread with a small table in its cache is faster then.
const STAGES: [(usize, u64, u64); 4] =
    [(1, 1 << 22, 1 << 17), (LANES, 1 << 25, 3 << 18), (LANES, 1 << 28, 6 << 20), (LANES, u64::MAX, u64::MAX)];

/// The table, and what has been done.
#[derive(Debug)]
pub(super) struct Store {
    shards: Vec<RwLock<Shard>>,
    /// How large the table is, and may be.
    bytes: u64,
    memory: u64,
    threads: usize,
    searched: u64,
}

/// Why a search has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The caller has ended it.
    Stopped,
    /// There is not as much memory as it may use.
    NoMemory,
}

impl Store {
    /// A table that may grow to so many bytes, for a search on so many threads; `None` if there is not so much memory.
    pub(super) fn new(memory: u64, threads: usize) -> Option<Store> {
        Vec::<u8>::new().try_reserve_exact(memory.try_into().ok()?).ok()?;
        Some(Store { shards: Vec::new(), bytes: 0, memory, threads: threads.max(1), searched: 0 })
    }

    /// Makes the table as large as it may be, up to so many bytes, if it is not yet; `None` if there is not so much memory.
    fn grow(&mut self, bytes: u64) -> Option<()> {
        let bytes = bytes.min(self.memory);
        if bytes > self.bytes || self.shards.is_empty() {
            let mut grown = (0..SHARDS).map(|_| Shard::new(bytes / SHARDS as u64)).collect::<Option<Vec<_>>>()?;
            for (shard, old) in grown.iter_mut().zip(self.shards.drain(..)) {
                let old = old.into_inner().unwrap_or_else(PoisonError::into_inner);
                old.entries().for_each(|entry| shard.put(entry, entry.subject().hash()));
            }
            self.shards = grown.into_iter().map(RwLock::new).collect();
            self.bytes = bytes;
        }
        Some(())
    }

    /// How many positions have been searched in all.
    pub(super) fn searched(&self) -> u64 {
        self.searched
    }

    /// Finds an answer, which `search` finds in a lane, or none if [`Lane::enter`] has said so.
    pub(super) fn find(
        &mut self,
        progress: &mut Progress<'_>,
        search: impl Fn(&mut Lane<'_>) -> Option<bool> + Sync,
    ) -> Result<bool, Ending> {
        let before = self.searched;
        for (lanes, bytes, most) in STAGES {
            self.grow(bytes).ok_or(Ending::NoMemory)?;
            if let Some(answer) = self.run(lanes, before.saturating_add(most), progress, &search)? {
                return Ok(answer);
            }
        }
        // The last stage ends with an answer, or is ended.
        Err(Ending::Stopped)
    }

    /// Searches in so many lanes until so many positions have been searched.
    fn run(
        &mut self,
        lanes: usize,
        most: u64,
        progress: &mut Progress<'_>,
        search: &(impl Fn(&mut Lane<'_>) -> Option<bool> + Sync),
    ) -> Result<Option<bool>, Ending> {
        let meeting = Meeting::new(&self.shards, lanes, self.threads, self.searched, most);
        thread::scope(|scope| {
            for number in 1..lanes {
                let meeting = &meeting;
                scope.spawn(move || Lane::new(meeting, number, None).run(search));
            }
            Lane::new(&meeting, 0, Some(progress)).run(search);
        });
        let Ended { answer, searched, broken } = meeting.ended();
        self.searched = searched;
        if broken && answer.is_none() { Err(Ending::Stopped) } else { Ok(answer) }
    }
}

/// Whether a lane may go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Round {
    /// In the same round.
    Same,
    /// In a new one: the table knows more.
    New,
    /// No more.
    Over,
}

/// One of the searches.
pub(super) struct Lane<'a> {
    number: usize,
    meeting: &'a Meeting<'a>,
    /// The first lane hears the caller.
    progress: Option<&'a mut Progress<'a>>,
    reading: Vec<RwLockReadGuard<'a, Shard>>,
    /// What has been learnt in this round: a hash table with places to spare, and which of them are taken.
    learnt: Vec<Entry>,
    taken: Vec<usize>,
    searched: u64,
}

impl<'a> Lane<'a> {
    fn new(meeting: &'a Meeting<'a>, number: usize, progress: Option<&'a mut Progress<'a>>) -> Lane<'a> {
        meeting.begin();
        let (learnt, taken) = (vec![Entry::EMPTY; 4 * ROUND], Vec::with_capacity(ROUND));
        Lane { number, meeting, progress, reading: Vec::new(), learnt, taken, searched: 0 }
    }

    fn run(mut self, search: &impl Fn(&mut Lane<'_>) -> Option<bool>) {
        self.read();
        let answer = search(&mut self);
        if answer.is_some() {
            self.meeting.news(self.number).answer = answer;
            self.end_round();
        }
    }

    fn read(&mut self) {
        let read = |shard: &'a RwLock<Shard>| shard.read().unwrap_or_else(PoisonError::into_inner);
        self.reading.extend(self.meeting.shards.iter().map(read));
    }

    /// Which of the lanes this is, and of how many.
    pub(super) fn number(&self) -> (usize, usize) {
        (self.number, self.meeting.lanes())
    }

    /// How many positions this lane has searched.
    pub(super) fn searched(&self) -> u64 {
        self.searched
    }

    /// Counts a position that is searched now.
    #[inline]
    pub(super) fn enter(&mut self) -> Round {
        self.searched += 1;
        if self.searched.is_multiple_of(ROUND as u64) { self.end_round() } else { Round::Same }
    }

    /// Tells the others, hears from them, and says whether there is another round.
    fn end_round(&mut self) -> Round {
        let meeting = self.meeting;
        {
            let mut news = meeting.news(self.number);
            news.searched = self.searched;
            news.learnt.clear();
            for place in self.taken.drain(..) {
                news.learnt.push(self.learnt[place]);
                self.learnt[place] = Entry::EMPTY;
            }
        }
        self.reading.clear();
        if meeting.meet().deserted {
            return Round::Over;
        }
        meeting.update_all(self.number);
        if let Some(progress) = &mut self.progress {
            meeting.decide(progress);
        }
        let Met { deserted, over } = meeting.meet();
        if deserted || over {
            return Round::Over;
        }
        self.read();
        Round::New
    }

    /// What is known about a subject.
    #[inline]
    pub(super) fn get(&self, subject: &Subject) -> Option<Entry> {
        let hash = subject.hash();
        let entry = self.learnt[self.place(subject, hash)];
        if entry.is_empty() { self.reading[shard_of(hash)].get(subject, hash) } else { Some(entry) }
    }

    /// Notes what is known about a subject now, and how many positions were searched for it.
    pub(super) fn put(&mut self, subject: &Subject, bounds: Bounds, positions: u64) {
        let place = self.place(subject, subject.hash());
        let new = Entry::new(subject, bounds, positions);
        let entry = &mut self.learnt[place];
        if entry.is_empty() {
            self.taken.push(place);
            *entry = new;
        } else {
            *entry = entry.and(&new);
        }
    }

    /// Where a subject is in the lane's own table, or could be. There is always a free place: noted in a round are at most
    /// the positions that it began and those on the way to them from before, which are no more than there are moves to make.
    #[inline]
    fn place(&self, subject: &Subject, hash: u64) -> usize {
        let mut place = (hash >> 32) as usize;
        loop {
            place %= self.learnt.len();
            if self.learnt[place].is_empty() || self.learnt[place].is_about(subject) {
                return place;
            }
            place += 1;
        }
    }
}

impl Drop for Lane<'_> {
    fn drop(&mut self) {
        self.reading.clear();
        self.meeting.end();
    }
}
