//! Where the lanes of a search meet: what they tell each other, and who may run.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, RwLock};
use std::thread;

use super::table::{Entry, SHARDS, Shard, shard_of};
use crate::progress::Progress;

/// What the lanes have in common.
pub(super) struct Meeting<'a> {
    pub(super) shards: &'a [RwLock<Shard>],
    news: Vec<Mutex<News>>,
    state: Mutex<State>,
    changed: Condvar,
    /// How many positions were searched before, and how many are to be searched at most.
    before: u64,
    most: u64,
}

/// What a lane tells at the end of a round.
#[derive(Default)]
pub(super) struct News {
    pub(super) learnt: Vec<Entry>,
    pub(super) searched: u64,
    pub(super) answer: Option<bool>,
}

/// Who is where.
#[derive(Debug)]
struct State {
    /// How many more lanes may run.
    free: usize,
    /// How many lanes wait for the others, and how often all have met.
    arrived: usize,
    meetings: u64,
    searched: u64,
    /// Whether a lane has panicked: nobody waits for it.
    deserted: bool,
    /// Whether this was the last round, once that is decided.
    over: bool,
    broken: bool,
}

/// How a lane goes on after a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Met {
    pub(super) deserted: bool,
    pub(super) over: bool,
}

/// How a search ended.
pub(super) struct Ended {
    pub(super) answer: Option<bool>,
    pub(super) searched: u64,
    /// Whether the caller broke it off.
    pub(super) broken: bool,
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Meeting<'a> {
    pub(super) fn new(
        shards: &'a [RwLock<Shard>],
        lanes: usize,
        threads: usize,
        before: u64,
        most: u64,
    ) -> Meeting<'a> {
        let news = (0..lanes).map(|_| Mutex::new(News::default())).collect();
        let state = State {
            free: threads,
            arrived: 0,
            meetings: 0,
            searched: before,
            deserted: false,
            over: false,
            broken: false,
        };
        Meeting { shards, news, state: Mutex::new(state), changed: Condvar::new(), before, most }
    }

    pub(super) fn lanes(&self) -> usize {
        self.news.len()
    }

    /// What a lane tells.
    pub(super) fn news(&self, lane: usize) -> MutexGuard<'_, News> {
        lock(&self.news[lane])
    }

    /// Waits until one of the threads is free.
    pub(super) fn begin(&self) {
        let state = lock(&self.state);
        self.take(state);
    }

    fn take(&self, state: MutexGuard<'_, State>) {
        let waiting = |state: &mut State| state.free == 0;
        self.changed.wait_while(state, waiting).unwrap_or_else(PoisonError::into_inner).free -= 1;
    }

    /// Frees the thread.
    pub(super) fn end(&self) {
        let mut state = lock(&self.state);
        state.free += 1;
        if thread::panicking() {
            // The others would wait for this lane for ever.
            state.deserted = true;
        }
        self.changed.notify_all();
    }

    /// Frees the thread, waits for all lanes, and goes on when a thread is free. Whether it is over counts only after the
    /// second meeting of a round: at the first one, faster lanes may have decided that already, or not.
    pub(super) fn meet(&self) -> Met {
        let mut state = lock(&self.state);
        state.free += 1;
        state.arrived += 1;
        let meeting = state.meetings;
        if state.arrived == self.lanes() {
            state.arrived = 0;
            state.meetings += 1;
        }
        self.changed.notify_all();
        let waiting = |state: &mut State| state.meetings == meeting && !state.deserted;
        let state = self.changed.wait_while(state, waiting).unwrap_or_else(PoisonError::into_inner);
        let State { deserted, over, .. } = *state;
        self.take(state);
        Met { deserted, over }
    }

    /// Puts into a shard what all lanes have learnt for it.
    pub(super) fn update(&self, shard: usize) {
        let mut writing = self.shards[shard].write().unwrap_or_else(PoisonError::into_inner);
        for news in &self.news {
            for &entry in &lock(news).learnt {
                let hash = entry.subject().hash();
                if shard_of(hash) == shard {
                    writing.put(entry, hash);
                }
            }
        }
    }

    /// Puts the shards of a lane in order.
    pub(super) fn update_all(&self, lane: usize) {
        (lane..SHARDS).step_by(self.lanes()).for_each(|shard| self.update(shard));
    }

    /// Decides whether there is another round.
    pub(super) fn decide(&self, progress: &mut Progress<'_>) {
        let mut searched = self.before;
        let mut found = false;
        for news in &self.news {
            let news = lock(news);
            searched += news.searched;
            found |= news.answer.is_some();
        }
        let broken = progress(searched).is_break();
        let mut state = lock(&self.state);
        state.searched = searched;
        state.broken = broken;
        state.over = found || broken || searched >= self.most;
    }

    pub(super) fn ended(self) -> Ended {
        let State { searched, broken, .. } = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut news = self.news.into_iter().map(|news| news.into_inner().unwrap_or_else(PoisonError::into_inner));
        Ended { answer: news.find_map(|news| news.answer), searched, broken }
    }
}
