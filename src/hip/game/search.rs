//! What both searches have: a lane, a board, and the way back out of what has been decided meanwhile.

use super::board::Board;
use super::lanes::{Lane, Round};
use super::number::{Bounds, Value};
use super::order::Ranked;
use super::parts::Parts;
use super::table::Subject;

/// A search in a lane.
pub(super) struct Search<'s, 'l, Q> {
    pub(super) board: &'s Board<Q>,
    pub(super) parts: Parts,
    lane: &'s mut Lane<'l>,
    /// The questions that are being answered, the first one first.
    path: Vec<Question>,
    /// How much of the path is to be left, because it is answered or there is no more to be done.
    leave_to: Option<usize>,
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

    /// Does the player who is to move win? The subject's tag says who that is, and what he owes: it is as good as a
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

impl<'s, 'l, Q> Search<'s, 'l, Q> {
    pub(super) fn new(board: &'s Board<Q>, lane: &'s mut Lane<'l>) -> Self {
        Search { board, parts: Parts::default(), lane, path: Vec::new(), leave_to: None }
    }

    /// What is known about a subject.
    #[inline]
    pub(super) fn known(&self, subject: &Subject) -> Bounds {
        self.lane.get(subject).map_or(Bounds::NONE, |entry| entry.bounds())
    }

    /// Looks up what is known.
    pub(super) fn recall(&self, mut question: Question) -> Seen {
        question.known = question.known.and(self.known(&question.subject));
        question.known.first_wins(question.left, question.other).map_or(Seen::Open(question), Seen::Answer)
    }

    /// Begins to answer a question, which counts as a position searched; `None` if it is answered or to be left.
    pub(super) fn begin(&mut self, question: Question) -> Option<Begun> {
        let begun = Begun { searched: self.lane.searched() };
        self.path.push(question);
        match self.lane.enter() {
            Round::Same => {}
            Round::Over => self.leave_to = Some(0),
            Round::New => {
                let answered = |question: &Question| {
                    self.known(&question.subject).first_wins(question.left, question.other).is_some()
                };
                self.leave_to = self.path.iter().position(answered).map(|place| place + 1);
            }
        }
        self.leave_to.is_none().then_some(begun)
    }

    /// Ends what [`begin`](Self::begin) began, with the answer that was found, and notes it. `None` comes back if the
    /// question is to be left without one.
    pub(super) fn end(&mut self, begun: Option<Begun>, answer: Option<bool>) -> Option<bool> {
        let depth = self.path.len();
        let Question { subject, other, left, mut known } = self.path.pop()?;
        match (begun, answer) {
            (Some(begun), Some(first_wins)) => {
                known.learn(left, other, first_wins);
                self.lane.put(&subject, known, self.lane.searched() - begun.searched);
                answer
            }
            _ if self.leave_to == Some(depth) => {
                self.leave_to = None;
                self.known(&subject).first_wins(left, other)
            }
            _ => None,
        }
    }

    /// The order in which this lane tries moves: all lanes try the first one first, and go on from different ones, so that
    /// they meet where all have to be tried.
    pub(super) fn lane_order<'m>(&self, moves: &'m [Ranked]) -> impl Iterator<Item = Ranked> + use<'m, Q> {
        let (lane, lanes) = self.lane.number();
        let (first, others) = moves.split_at(moves.len().min(1));
        let (later, sooner) = others.split_at(others.len() * lane / lanes);
        first.iter().chain(sooner).chain(later).copied()
    }
}
