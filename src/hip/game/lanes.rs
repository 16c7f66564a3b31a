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

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Barrier, Condvar, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};
use std::thread;

use super::number::Bounds;
use super::table::{Entry, Shard, Subject};
use crate::search::Watch;

/// How many lanes there are when there is work enough for them.
const LANES: usize = 2;

/// How many positions a lane searches in a round.
const ROUND: usize = 1024;

/// So many positions are searched by one lane first: most games need no more.
const ALONE: u64 = 1 << 17;

/// The table, and how much may be done.
#[derive(Debug)]
pub(super) struct Store {
    shards: Vec<RwLock<Shard>>,
    threads: usize,
    most: u64,
    searched: u64,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

impl Store {
    /// A table of so many bytes, for a search of so many positions at most on so many threads; `None` if there is not so
    /// much memory.
    pub(super) fn new(bytes: u64, threads: usize, most: Option<u64>) -> Option<Store> {
        let shards = (0..LANES).map(|_| Shard::new(bytes / LANES as u64).map(RwLock::new)).collect::<Option<_>>()?;
        Some(Store { shards, threads: threads.max(1), most: most.unwrap_or(u64::MAX), searched: 0 })
    }

    /// How many positions have been searched in all.
    pub(super) fn searched(&self) -> u64 {
        self.searched
    }

    /// Finds an answer, which `search` finds in a lane, or none if [`Lane::enter`] has said so.
    pub(super) fn find(
        &mut self,
        watch: &mut Watch<'_>,
        search: impl Fn(&mut Lane<'_>) -> Option<bool> + Sync,
    ) -> Result<bool, Stopped> {
        let alone = self.searched.saturating_add(ALONE).min(self.most);
        if let Some(answer) = self.run(1, alone, watch, &search)? {
            return Ok(answer);
        }
        let answer = if alone < self.most { self.run(LANES, self.most, watch, &search)? } else { None };
        answer.ok_or(Stopped)
    }

    /// Searches in so many lanes until so many positions have been searched.
    fn run(
        &mut self,
        lanes: usize,
        most: u64,
        watch: &mut Watch<'_>,
        search: &(impl Fn(&mut Lane<'_>) -> Option<bool> + Sync),
    ) -> Result<Option<bool>, Stopped> {
        let meeting = Meeting {
            shards: &self.shards,
            lanes: (0..lanes).map(|_| Mutex::new(News::default())).collect(),
            barrier: Barrier::new(lanes),
            free: Mutex::new(self.threads),
            freed: Condvar::new(),
            before: self.searched,
            most,
            searched: AtomicU64::new(self.searched),
            over: AtomicBool::new(false),
            broken: AtomicBool::new(false),
        };
        thread::scope(|scope| {
            for number in 1..lanes {
                let meeting = &meeting;
                scope.spawn(move || Lane::new(meeting, number, None).run(search));
            }
            Lane::new(&meeting, 0, Some(watch)).run(search);
        });
        let Meeting { lanes, searched, broken, .. } = meeting;
        self.searched = searched.into_inner();
        let answers = lanes.into_iter().map(|news| news.into_inner().unwrap_or_else(PoisonError::into_inner).answer);
        match answers.flatten().next() {
            Some(answer) => Ok(Some(answer)),
            None if broken.into_inner() => Err(Stopped),
            None => Ok(None),
        }
    }
}

/// What the lanes have in common.
struct Meeting<'a> {
    shards: &'a [RwLock<Shard>],
    lanes: Vec<Mutex<News>>,
    barrier: Barrier,
    /// How many more lanes may run.
    free: Mutex<usize>,
    freed: Condvar,
    before: u64,
    most: u64,
    searched: AtomicU64,
    over: AtomicBool,
    broken: AtomicBool,
}

/// What a lane tells at the end of a round.
#[derive(Default)]
struct News {
    learnt: Vec<Entry>,
    searched: u64,
    answer: Option<bool>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Meeting<'_> {
    /// Waits until one of the threads is free.
    fn begin(&self) {
        let free = lock(&self.free);
        let mut free = self.freed.wait_while(free, |free| *free == 0).unwrap_or_else(PoisonError::into_inner);
        *free -= 1;
    }

    /// Frees the thread, and waits for all lanes.
    fn meet(&self) {
        *lock(&self.free) += 1;
        self.freed.notify_one();
        self.barrier.wait();
    }

    /// Puts into a shard what all lanes have learnt for it.
    fn update(&self, shard: usize) {
        let mut writing = self.shards[shard].write().unwrap_or_else(PoisonError::into_inner);
        for lane in &self.lanes {
            for &entry in &lock(lane).learnt {
                let hash = entry.subject().hash();
                if shard_of(hash) == shard {
                    writing.put(entry, hash);
                }
            }
        }
    }

    /// Decides whether there is another round.
    fn decide(&self, watch: &mut Watch<'_>) {
        let mut searched = self.before;
        let mut found = false;
        for lane in &self.lanes {
            let news = lock(lane);
            searched += news.searched;
            found |= news.answer.is_some();
        }
        self.searched.store(searched, Ordering::Relaxed);
        let broken = watch(searched).is_break();
        self.broken.store(broken, Ordering::Relaxed);
        self.over.store(found || broken || searched >= self.most, Ordering::Relaxed);
    }
}

/// The shard of a hash; the bits that choose the bucket are others.
#[inline]
fn shard_of(hash: u64) -> usize {
    hash as usize % LANES
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
    watch: Option<&'a mut Watch<'a>>,
    reading: Vec<RwLockReadGuard<'a, Shard>>,
    /// What has been learnt in this round: a hash table with places to spare, and which of them are taken.
    learnt: Vec<Entry>,
    taken: Vec<usize>,
    searched: u64,
}

impl<'a> Lane<'a> {
    fn new(meeting: &'a Meeting<'a>, number: usize, watch: Option<&'a mut Watch<'a>>) -> Lane<'a> {
        let (learnt, taken) = (vec![Entry::EMPTY; 4 * ROUND], Vec::with_capacity(ROUND));
        Lane { number, meeting, watch, reading: Vec::new(), learnt, taken, searched: 0 }
    }

    fn run(mut self, search: &impl Fn(&mut Lane<'_>) -> Option<bool>) {
        self.meeting.begin();
        self.read();
        let answer = search(&mut self);
        if answer.is_some() {
            lock(&self.meeting.lanes[self.number]).answer = answer;
            self.end_round();
        }
        self.reading.clear();
        *lock(&self.meeting.free) += 1;
        self.meeting.freed.notify_one();
    }

    fn read(&mut self) {
        let read = |shard: &'a RwLock<Shard>| shard.read().unwrap_or_else(PoisonError::into_inner);
        self.reading.extend(self.meeting.shards.iter().map(read));
    }

    /// Which of the lanes this is, and of how many.
    pub(super) fn number(&self) -> (usize, usize) {
        (self.number, self.meeting.lanes.len())
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
            let mut news = lock(&meeting.lanes[self.number]);
            news.searched = self.searched;
            news.learnt.clear();
            for place in self.taken.drain(..) {
                news.learnt.push(self.learnt[place]);
                self.learnt[place] = Entry::EMPTY;
            }
        }
        self.reading.clear();
        meeting.meet();
        meeting.begin();
        for shard in (self.number..LANES).step_by(meeting.lanes.len()) {
            meeting.update(shard);
        }
        if let Some(watch) = &mut self.watch {
            meeting.decide(watch);
        }
        meeting.meet();
        meeting.begin();
        self.read();
        if meeting.over.load(Ordering::Relaxed) { Round::Over } else { Round::New }
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

    /// Where a subject is in the lane's own table, or could be. There is always a free place: it has more of them than a
    /// round has positions, and each position is noted once.
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
