//! What the two searches have in common: workers that share a transposition table, and how a worker leaves what another one
//! has answered meanwhile.
//!
//! ```text
//!     entry, 4 words:   position in canonical form, 3 x 64 bits | tag 24 | stars 2 + 2 | work 4 | lower 16 | upper 16
//!                       └──────────────── key ────────────────────────┘  └────────── what is known ─────────────┘
//! ```
//!
//! Every worker searches the same tree from its root. A worker puts off moves to positions that others are searching
//! ([`InProgress`]), so that they share out the tree, and sees in the table what the others have found. Now and then it looks up
//! the positions on its own path: if one of them has been answered, it leaves everything below.

use std::ops::ControlFlow;

use super::board::Board;
use super::key::Key;
use super::number::{Bound, Bounds, Value};
use super::parts::Parts;
use crate::progress::Progress;
use crate::transposition::{InProgress, Table, mix};
use crate::workers::{self, Worker};

/// A worker reports its count, and looks whether its path has been answered, each time it has searched this many positions.
const REPORT: u64 = 1024;

/// A search begins on one thread, because most are over before others could have started, and goes on with all threads when it has
/// searched this many positions.
const ALONE: u64 = 1 << 14;

const TAG_SHIFT: u32 = 40;
const KEY_MASK: [u64; 4] = [u64::MAX, u64::MAX, u64::MAX, u64::MAX << TAG_SHIFT];

/// What a bound is proved of: a position in canonical form, and 24 bits that tell the questions of different searches apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Subject {
    pub(super) key: Key,
    pub(super) tag: u32,
}

impl Subject {
    /// Returns the key of the table's entry, all other bits 0.
    #[inline]
    fn words(&self) -> [u64; 4] {
        let [a, b, c] = self.key;
        [a, b, c, u64::from(self.tag) << TAG_SHIFT]
    }

    /// Returns a number for [`InProgress`].
    fn hash(&self) -> u64 {
        self.words().into_iter().fold(0, |hash, word| mix(hash ^ word)) | 1
    }
}

/// Returns the bounds in an entry.
#[inline]
fn bounds([.., known]: [u64; 4]) -> Bounds {
    let bound =
        |number: u64, possible: u64| Bound { number: (number as u16).cast_signed(), possible: (possible & 3) as u8 };
    Bounds { low: bound(known >> 16, known >> 36), high: bound(known, known >> 38) }
}

/// Returns w if 4^(w-1) positions were searched for an entry, or somewhat more. It is never 0.
#[inline]
fn work(entry: &[u64; 4]) -> u32 {
    (entry[3] >> 32) as u32 & 15
}

/// Returns the entry of a subject.
#[inline]
fn entry(subject: &Subject, Bounds { low, high }: Bounds, work: u32) -> [u64; 4] {
    let [a, b, c, tag] = subject.words();
    let possible = u64::from(low.possible) | u64::from(high.possible) << 2;
    let numbers = u64::from(low.number.cast_unsigned()) << 16 | u64::from(high.number.cast_unsigned());
    [a, b, c, tag | possible << 36 | u64::from(work) << 32 | numbers]
}

/// Searches one after the other that share a transposition table.
#[derive(Debug)]
pub(super) struct Searches {
    table: Table<4>,
    threads: usize,
    searched: u64,
}

impl Searches {
    /// Returns searches on this many threads with a table that grows to this many bytes; `None` if the system has not so much
    /// memory.
    pub(super) fn new(memory: u64, threads: usize) -> Option<Searches> {
        Vec::<u8>::new().try_reserve_exact(memory.try_into().ok()?).ok()?;
        Some(Searches { table: Table::new(KEY_MASK, memory), threads: threads.max(1), searched: 0 })
    }

    /// Returns how many positions have been searched in all.
    pub(super) fn searched(&self) -> u64 {
        self.searched
    }

    /// Returns the answer that `search` finds on a worker, or `None` if it has been cancelled.
    pub(super) fn find<Q: Sync>(
        &mut self,
        board: &Board<Q>,
        progress: &mut Progress<'_>,
        search: impl Fn(&mut Search<'_, '_, Q>) -> Option<bool> + Sync,
    ) -> Option<bool> {
        let Searches { table, threads, .. } = self;
        for (threads, most) in [(1, if *threads == 1 { u64::MAX } else { ALONE }), (*threads, u64::MAX)] {
            let in_progress = InProgress::new();
            let before = self.searched;
            let finished = workers::run(threads, &mut |count| progress(before + count), |worker| {
                let mut search_state = Search::new(board, table, &in_progress, worker, most);
                let answer = search(&mut search_state);
                let rest = search_state.searched % REPORT;
                if answer.is_some() {
                    worker.stop();
                }
                let _ = worker.count(rest);
                answer
            });
            self.searched += finished.count;
            if let Some(&answer) = finished.results.iter().flatten().next() {
                return Some(answer);
            }
            if finished.cancelled {
                return None;
            }
        }
        None
    }
}

/// The search of one worker.
pub(super) struct Search<'s, 'w, Q> {
    pub(super) board: &'s Board<Q>,
    pub(super) parts: Parts,
    table: &'s Table<4>,
    in_progress: &'s InProgress,
    worker: &'s mut Worker<'w>,
    /// The questions that are being answered, the first one first.
    path: Vec<Question>,
    /// The length of the path that remains when everything is left that has been answered, or cannot be answered any more.
    leave_to: Option<usize>,
    searched: u64,
    most: u64,
}

/// Who wins the sum of a position and another game: the one who moves first, Left or Right?
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) subject: Subject,
    pub(super) other: Value,
    pub(super) left: bool,
    /// What was known of the subject when it was looked up.
    pub(super) known: Bounds,
}

impl Question {
    /// Who wins this sum?
    pub(super) fn sum(subject: Subject, other: Value, left: bool, known: Bounds) -> Question {
        Question { subject, other, left, known }
    }

    /// Does the player who is to move win? The subject's tag says who that is, and what they owe: it is as good as a
    /// position in which Left moves first and has the first win, or not.
    pub(super) fn mover(subject: Subject) -> Question {
        Question { subject, other: Value::ZERO, left: true, known: Bounds::NONE }
    }
}

/// What can be said without search.
#[derive(Clone, Copy, Debug)]
pub(super) enum Seen {
    /// This is the answer.
    Answer(bool),
    /// This has to be searched.
    Open(Question),
}

/// When a question was begun.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begun {
    searched: u64,
}

impl<'s, 'w, Q> Search<'s, 'w, Q> {
    fn new(
        board: &'s Board<Q>,
        table: &'s Table<4>,
        in_progress: &'s InProgress,
        worker: &'s mut Worker<'w>,
        most: u64,
    ) -> Self {
        let (path, parts) = (Vec::new(), Parts::default());
        Search { board, parts, table, in_progress, worker, path, leave_to: None, searched: 0, most }
    }

    /// Returns what is known about a subject.
    #[inline]
    fn known(&self, subject: &Subject) -> Bounds {
        self.table.get(subject.words()).map_or(Bounds::NONE, bounds)
    }

    /// Looks up what is known.
    pub(super) fn recall(&self, mut question: Question) -> Seen {
        question.known = question.known.and(self.known(&question.subject));
        question.known.first_wins(question.left, question.other).map_or(Seen::Open(question), Seen::Answer)
    }

    /// Returns whether another worker is searching this now.
    pub(super) fn is_in_progress(&self, question: &Question) -> bool {
        self.worker.workers() > 1 && self.in_progress.contains(question.subject.hash())
    }

    /// Begins to answer a question, which counts as a position searched; `None` if it is answered or to be left.
    pub(super) fn begin(&mut self, question: Question) -> Option<Begun> {
        let begun = Begun { searched: self.searched };
        self.path.push(question);
        if self.worker.workers() > 1 {
            self.in_progress.insert(question.subject.hash());
        }
        self.searched += 1;
        if self.searched.is_multiple_of(REPORT) {
            self.report();
        }
        self.leave_to.is_none().then_some(begun)
    }

    /// Reports the count, and finds out what is to be left.
    fn report(&mut self) {
        if self.worker.count(REPORT) == ControlFlow::Break(()) || self.searched >= self.most {
            self.leave_to = Some(0);
        } else if self.worker.workers() > 1 {
            let answered =
                |question: &Question| self.known(&question.subject).first_wins(question.left, question.other).is_some();
            self.leave_to = self.path.iter().position(answered).map(|index| index + 1);
        }
    }

    /// Ends what [`begin`](Self::begin) began, with the answer that was found, and stores it. Returns `None` if the
    /// question is to be left without one.
    pub(super) fn end(&mut self, begun: Option<Begun>, answer: Option<bool>) -> Option<bool> {
        let depth = self.path.len();
        let Question { subject, other, left, mut known } = self.path.pop()?;
        if self.worker.workers() > 1 {
            self.in_progress.remove(subject.hash());
        }
        match (begun, answer) {
            (Some(begun), Some(first_wins)) => {
                known.learn(left, other, first_wins);
                let searched = (self.searched - begun.searched).max(1);
                let new_work = (searched.ilog2() / 2 + 1).min(15);
                self.table.update(subject.words(), work, |old| {
                    let old = old.map_or((Bounds::NONE, 0), |old| (bounds(old), work(&old)));
                    entry(&subject, known.and(old.0), new_work.max(old.1))
                });
                answer
            }
            _ if self.leave_to == Some(depth) => {
                self.leave_to = None;
                self.known(&subject).first_wins(left, other)
            }
            _ => None,
        }
    }
}
