//! What the two searches share: workers, their transposition table, and the return of a worker to a question that
//! another worker has answered.
//!
//! ```text
//!     entry, 4 words:   position in canonical form, 3 x 64 bits | tag 24 | stars 2 + 2 | work 4 | lower 16 | upper 16
//!                       └──────────────── key ────────────────────────┘  └────────── what is known ─────────────┘
//! ```
//!
//! The key is whole, and determines the position as a game ([`position`](super::position) has the proof), so that no
//! position is taken for another one. Hashes only choose buckets, and which moves are deferred.
//!
//! Every worker searches the same tree from its root. A worker defers moves to positions that others are searching
//! ([`InProgress`]), so that the workers divide the tree among them, and finds in the table what the others have
//! stored. The first move is never deferred, because it often decides: several workers search it together before any
//! tries another one (as in "young brothers wait", Feldmann 1993). So two workers search hardly more positions than
//! one. From time to time a worker looks up the questions on its own path: if one of them has been answered, it returns
//! to that one at once.

use std::ops::ControlFlow;

use super::board::Board;
use super::components::Components;
use super::position::Key;
use super::value::{Bound, Bounds, Value};
use crate::budget::Budget;
use crate::transposition::{InProgress, Table, mix};
use crate::workers::{self, Worker};

/// The number of positions after which a worker reports its count, and checks whether its path has been answered.
const REPORT_INTERVAL: u64 = 1024;

/// The number of positions that one worker searches before the others start: most searches are over by then.
const ONE_WORKER: u64 = 1 << 14;

const TAG_SHIFT: u32 = 40;
const KEY_MASK: [u64; 4] = [u64::MAX, u64::MAX, u64::MAX, u64::MAX << TAG_SHIFT];

/// The key of an entry: a position in canonical form, and a tag of 24 bits by which the two searches have entries of
/// their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Subject {
    pub(super) key: Key,
    pub(super) tag: u32,
}

impl Subject {
    /// Returns the words of the entry with its value bits 0.
    #[inline]
    fn words(&self) -> [u64; 4] {
        let [a, b, c] = self.key;
        [a, b, c, u64::from(self.tag) << TAG_SHIFT]
    }

    /// Returns the hash for [`InProgress`], which is not 0.
    fn hash(&self) -> u64 {
        let [a, b, c] = self.key;
        (mix(a ^ b.rotate_left(21) ^ c.rotate_left(42)) ^ u64::from(self.tag)) | 1
    }
}

/// Returns the bounds in an entry.
#[inline]
fn bounds([.., known]: [u64; 4]) -> Bounds {
    let bound =
        |number: u64, possible: u64| Bound { number: (number as u16).cast_signed(), possible: (possible & 3) as u8 };
    Bounds { low: bound(known >> 16, known >> 36), high: bound(known, known >> 38) }
}

/// Returns w if at least 4^(w − 1) positions were searched for an entry, and fewer than 4ʷ unless w is 15. It is never
/// 0.
#[inline]
fn work(entry: &[u64; 4]) -> u32 {
    (entry[3] >> 32) as u32 & 15
}

/// Returns the entry of a subject with its bounds and its [`work`].
#[inline]
fn entry(subject: &Subject, Bounds { low, high }: Bounds, work: u32) -> [u64; 4] {
    let [a, b, c, tag] = subject.words();
    let possible = u64::from(low.possible) | u64::from(high.possible) << 2;
    let numbers = u64::from(low.number.cast_unsigned()) << 16 | u64::from(high.number.cast_unsigned());
    [a, b, c, tag | possible << 36 | u64::from(work) << 32 | numbers]
}

/// Searches that are made one after the other and share a transposition table.
#[derive(Debug)]
pub(super) struct Searches {
    table: Table<4>,
    searched: u64,
}

impl Searches {
    /// Returns searches with a table of at most `memory` bytes.
    pub(super) fn new(memory: u64) -> Searches {
        Searches { table: Table::new(KEY_MASK, memory), searched: 0 }
    }

    /// Returns the number of positions searched so far.
    pub(super) fn searched(&self) -> u64 {
        self.searched
    }

    /// Runs `search` on one worker, and if that takes long on all threads. Returns the first answer; `None` if the
    /// budget stops it. `search` must return `None` only if a method of its [`Search`] does.
    pub(super) fn find<Q: Sync>(
        &mut self,
        board: &Board<Q>,
        budget: &mut Budget<'_>,
        search: impl Fn(&mut Search<'_, '_, Q>) -> Option<bool> + Sync,
    ) -> Option<bool> {
        let all = budget.threads.max(1);
        let first = if all == 1 { u64::MAX } else { ONE_WORKER };
        for (threads, most) in [(1, first), (all, u64::MAX)] {
            let (table, in_progress, before) = (&self.table, InProgress::new(), self.searched);
            let finished = workers::run(threads, &mut |count| budget.poll(before + count), |worker| {
                let mut state = Search::new(board, table, &in_progress, worker, most);
                let answer = search(&mut state);
                let uncounted = state.searched % REPORT_INTERVAL;
                let _ = worker.count(uncounted);
                if answer.is_some() {
                    worker.stop();
                }
                answer
            });
            self.searched += finished.count;
            let answer = finished.results.into_iter().flatten().next();
            if answer.is_some() || finished.cancelled {
                return answer;
            }
        }
        None
    }
}

/// The search of one worker.
pub(super) struct Search<'s, 'w, Q> {
    pub(super) board: &'s Board<Q>,
    pub(super) components: Components,
    table: &'s Table<4>,
    in_progress: &'s InProgress,
    worker: &'s mut Worker<'w>,
    /// The questions from the root to the one that is being answered.
    path: Vec<Question>,
    /// Set while the search returns to an earlier question that another worker has answered, or to its caller.
    return_to: Option<ReturnTo>,
    searched: u64,
    /// The number of positions after which the search ends without an answer.
    most: u64,
}

/// Where a search returns to.
#[derive(Clone, Copy, Debug)]
struct ReturnTo {
    /// The length of the path up to the answered question; 0 to end the search.
    depth: usize,
    /// The answer. It is remembered because its entry may be replaced before the search has returned.
    answer: Option<bool>,
}

/// A null-window search: does the player who moves first (Left if `left`) win the sum of a position and another game?
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) subject: Subject,
    pub(super) other: Value,
    pub(super) left: bool,
    /// The bounds that were known of the subject when it was looked up.
    pub(super) known: Bounds,
}

impl Question {
    /// Returns the question whether the player to move wins. The subject must determine the player and the counters
    /// they owe. The answer is stored as if Left moved first.
    pub(super) fn mover(subject: Subject) -> Question {
        Question { subject, other: Value::ZERO, left: true, known: Bounds::NONE }
    }
}

/// The answer to a question as far as it is known without search.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    /// The answer.
    Answer(bool),
    /// The answer is not known: this question has to be searched.
    Open(Question),
}

/// The answer to a question that a worker may defer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The answer.
    Known(bool),
    /// Another worker is searching for the answer.
    Deferred,
}

impl<'s, 'w, Q> Search<'s, 'w, Q> {
    fn new(
        board: &'s Board<Q>,
        table: &'s Table<4>,
        in_progress: &'s InProgress,
        worker: &'s mut Worker<'w>,
        most: u64,
    ) -> Self {
        let (path, components) = (Vec::new(), Components::default());
        Search { board, components, table, in_progress, worker, path, return_to: None, searched: 0, most }
    }

    /// Returns the bounds of a subject in the table; [`Bounds::NONE`] if it has no entry.
    #[inline]
    fn stored(&self, subject: &Subject) -> Bounds {
        self.table.get(subject.words()).map_or(Bounds::NONE, bounds)
    }

    /// Looks a question up in the table. An open question is returned with the bounds found.
    pub(super) fn look_up(&self, mut question: Question) -> Known {
        question.known = question.known.and(self.stored(&question.subject));
        question.known.first_wins(question.left, question.other).map_or(Known::Open(question), Known::Answer)
    }

    /// Returns whether another worker is searching this question now, so that it is better deferred.
    fn is_in_progress(&self, question: &Question) -> bool {
        self.worker.workers() > 1 && self.in_progress.contains(question.subject.hash())
    }

    /// Answers a question: by `search` if it is open, unless `defer` and another worker is searching it. `None` if the
    /// search must return.
    #[inline]
    pub(super) fn answer(
        &mut self,
        known: Known,
        defer: bool,
        search: impl FnOnce(&mut Self) -> Option<bool>,
    ) -> Option<Answer> {
        let question = match known {
            Known::Answer(answer) => return Some(Answer::Known(answer)),
            Known::Open(question) if defer && self.is_in_progress(&question) => return Some(Answer::Deferred),
            Known::Open(question) => question,
        };
        let begun = self.begin(question);
        let answer = if begun.is_some() { search(self) } else { None };
        self.end(begun, answer).map(Answer::Known)
    }

    /// Begins to answer a question, which counts as a position searched. Returns the number of positions before it;
    /// `None` if the search must return. The caller must call [`end`](Self::end) with the result, even if it is `None`.
    fn begin(&mut self, question: Question) -> Option<u64> {
        let begun = self.searched;
        self.path.push(question);
        if self.worker.workers() > 1 {
            self.in_progress.insert(question.subject.hash());
        }
        self.searched += 1;
        if self.searched.is_multiple_of(REPORT_INTERVAL) {
            self.report();
        }
        self.return_to.is_none().then_some(begun)
    }

    /// Reports the count, and finds the first question on the path that has been answered by another worker.
    fn report(&mut self) {
        if self.worker.count(REPORT_INTERVAL) == ControlFlow::Break(()) || self.searched >= self.most {
            self.return_to = Some(ReturnTo { depth: 0, answer: None });
        } else if self.worker.workers() > 1 {
            self.return_to = self.path.iter().zip(1..).find_map(|(question, depth)| {
                let answer = self.stored(&question.subject).first_wins(question.left, question.other)?;
                Some(ReturnTo { depth, answer: Some(answer) })
            });
        }
    }

    /// Ends the question that [`begin`](Self::begin) began, with the answer found (`None` if the search had to return),
    /// and stores the answer. Returns the answer, also if another worker has found it; `None` if the search must return
    /// further.
    fn end(&mut self, begun: Option<u64>, answer: Option<bool>) -> Option<bool> {
        let depth = self.path.len();
        let Question { subject, other, left, mut known } = self.path.pop()?;
        if self.worker.workers() > 1 {
            self.in_progress.remove(subject.hash());
        }
        match (begun, answer) {
            (Some(begun), Some(first_wins)) => {
                known.tighten(left, other, first_wins);
                let searched = (self.searched - begun).max(1);
                let new_work = (searched.ilog2() / 2 + 1).min(15);
                self.table.update(subject.words(), work, |old| {
                    let old = old.map_or((Bounds::NONE, 0), |old| (bounds(old), work(&old)));
                    entry(&subject, known.and(old.0), new_work.max(old.1))
                });
                answer
            }
            _ => self.return_to.take_if(|return_to| return_to.depth == depth)?.answer,
        }
    }
}
