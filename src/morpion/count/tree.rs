//! The walk through all grids that are reached from one, each met exactly once.
//!
//! ```text
//!     list      0 1 2 3 4 5 6 7 8      all candidates of the path, in the order in which they became legal
//!     untried       x   x x     x      still legal, and to be added here or further down
//!     left out    x       .   x        still legal, but left out on the path
//!     excluded    by 4: 2 and 6        those that 4 excludes, among the legal ones
//! ```
//!
//! Sets of candidates are sets of bits. To add a candidate takes an intersection of each set with what it does not exclude;
//! how many new ones it makes legal is looked up before it is made, so that a grid after which nothing follows, or which
//! has all moves that are wanted, costs no more than that look.

use std::ops::ControlFlow;

use super::Stop;
use crate::morpion::board::{Board, Candidate};

/// A set of candidates, by their places in the list of the path.
type Set = u128;

/// So many candidates fit into a list. Those that are still legal are put into a list of their own before it overflows.
const ROOM: usize = Set::BITS as usize;

/// A move makes at most so many others possible: five lines through its point in each direction.
const MOST_NEW: usize = 20;

/// The caller is asked whether to go on after so many grids.
const PERIOD: u64 = 1 << 16;

/// Grids with some number of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// How many there are.
    pub(super) grids: u64,
    /// How many of them have no legal move, if that was asked for.
    pub(super) finished: u64,
}

/// Asked from time to time with the number of grids met since the last time.
pub(super) type GoOn<'a> = dyn FnMut(u64) -> ControlFlow<()> + 'a;

/// How far to walk, and what to look for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    /// Grids have at most so many moves.
    pub(super) depth: usize,
    /// Whether the finished ones are counted.
    pub(super) finished: bool,
}

/// A walk through all grids reached from some.
pub(super) struct Walk<'a> {
    scope: Scope,
    /// By the number of moves.
    pub(super) tally: Vec<Tally>,
    go_on: &'a mut GoOn<'a>,
    met: u64,
    /// How many candidates a list takes: [`ROOM`], unless a test has less.
    room: usize,
}

/// A grid on the path, of which the board has the points and lines.
#[derive(Clone, Copy)]
struct Node {
    moves: usize,
    untried: Set,
    left_out: Set,
}

impl<'a> Walk<'a> {
    pub(super) fn new(scope: Scope, go_on: &'a mut GoOn<'a>) -> Walk<'a> {
        Walk { scope, tally: vec![Tally::default(); scope.depth + 1], go_on, met: 0, room: ROOM }
    }

    /// Counts one grid of so many moves.
    pub(super) fn itself(&mut self, moves: usize, finished: bool) {
        self.tally[moves].grids += 1;
        self.tally[moves].finished += u64::from(finished && self.scope.finished);
    }

    /// Counts the grids reached from the one on the board, which has so many moves and is not counted itself, by adding some of the
    /// untried candidates and what follows from them. All its legal moves are either untried or left out.
    pub(super) fn below(
        &mut self,
        board: &mut Board,
        moves: usize,
        untried: &[Candidate],
        left_out: &[Candidate],
    ) -> Result<(), Stop> {
        let left_out = if self.scope.finished { left_out } else { &[] };
        if untried.len() + left_out.len() + MOST_NEW > self.room {
            return Err(Stop::TooManyMoves);
        }
        if !untried.iter().all(|candidate| candidate.spot.is_inside()) {
            return Err(Stop::LeavesBoard);
        }
        let mut list = List::empty();
        let untried = list.append(board, untried.iter().copied());
        let left_out = list.append(board, left_out.iter().copied());
        self.visit(board, &mut list, Node { moves, untried, left_out })?;
        match (self.go_on)(std::mem::take(&mut self.met)) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::BrokenOff),
        }
    }

    fn visit(&mut self, board: &mut Board, list: &mut List, node: Node) -> Result<(), Stop> {
        let Scope { depth, finished } = self.scope;
        let moves = node.moves + 1;
        if moves > depth {
            return Ok(());
        }
        self.count(moves, node.untried.count_ones())?;
        if moves == depth && !finished {
            return Ok(());
        }
        let Node { untried: mut rest, mut left_out, .. } = node;
        while rest != 0 {
            let i = lowest(rest);
            let (candidate, legal) = (list.candidates[i], !list.excluded[i]);
            rest &= rest - 1;
            let child = Node { moves, untried: rest & legal, left_out: left_out & legal };
            if finished {
                left_out |= 1 << i;
            }
            let new = board.count_moves_after(candidate);
            let untried = child.untried.count_ones() + new;
            if untried == 0 {
                self.tally[moves].finished += u64::from(finished && child.left_out == 0);
            } else if moves + 1 == depth && !finished {
                self.count(depth, untried)?;
            } else if moves < depth {
                self.enter(board, list, child, candidate)?;
            }
        }
        Ok(())
    }

    fn count(&mut self, moves: usize, grids: u32) -> Result<(), Stop> {
        self.tally[moves].grids += u64::from(grids);
        self.met += u64::from(grids);
        if self.met >= PERIOD && (self.go_on)(std::mem::take(&mut self.met)).is_break() {
            return Err(Stop::BrokenOff);
        }
        Ok(())
    }

    /// Makes the move that leads to a grid, and visits it.
    fn enter(&mut self, board: &mut Board, list: &mut List, mut child: Node, candidate: Candidate) -> Result<(), Stop> {
        if list.length + MOST_NEW > self.room {
            let mut shorter = list.only(board, &mut child);
            if shorter.length + MOST_NEW > self.room {
                return Err(Stop::TooManyMoves);
            }
            return self.enter(board, &mut shorter, child, candidate);
        }
        let before = list.length;
        board.flip(candidate);
        let mut legal = child.untried | child.left_out;
        let mut beyond = false;
        board.moves_through(candidate.spot, |new| {
            beyond |= !new.spot.is_inside();
            let new = list.push(board, new, legal);
            legal |= new;
            child.untried |= new;
        });
        let visited = if beyond { Err(Stop::LeavesBoard) } else { self.visit(board, list, child) };
        board.flip(candidate);
        list.truncate(before);
        visited
    }
}

/// The candidates of a path, and which exclude each other.
struct List {
    candidates: [Candidate; ROOM],
    /// Which others each excludes, of those that were legal together with it.
    excluded: [Set; ROOM],
    length: usize,
}

impl List {
    fn empty() -> List {
        List { candidates: [Candidate::NONE; ROOM], excluded: [0; ROOM], length: 0 }
    }

    /// Adds candidates that are all legal together with those that are there, and returns the set of them.
    fn append(&mut self, board: &Board, candidates: impl Iterator<Item = Candidate>) -> Set {
        let there = |list: &List| (1 << list.length) - 1;
        let before = there(self);
        for candidate in candidates {
            self.push(board, candidate, there(self));
        }
        there(self) & !before
    }

    /// Adds a candidate beside some legal ones, and returns the set of it alone.
    #[inline(always)]
    fn push(&mut self, board: &Board, candidate: Candidate, legal: Set) -> Set {
        let new = 1 << self.length;
        let mut excluded = 0;
        let mut rest = legal;
        while rest != 0 {
            let i = lowest(rest);
            rest &= rest - 1;
            if board.exclude(self.candidates[i], candidate) {
                excluded |= 1 << i;
                self.excluded[i] |= new;
            }
        }
        self.candidates[self.length] = candidate;
        self.excluded[self.length] = excluded;
        self.length += 1;
        new
    }

    /// Takes the last candidates away.
    fn truncate(&mut self, length: usize) {
        while self.length > length {
            self.length -= 1;
            let mut rest = self.excluded[self.length];
            while rest != 0 {
                self.excluded[lowest(rest)] &= !(1 << self.length);
                rest &= rest - 1;
            }
        }
    }

    /// A list of the candidates of a grid and no others, and the grid with its sets in terms of that list.
    #[cold]
    fn only(&self, board: &Board, node: &mut Node) -> List {
        let mut list = List::empty();
        for set in [&mut node.untried, &mut node.left_out] {
            let of_set = (0..self.length).filter(|i| *set >> i & 1 == 1).map(|i| self.candidates[i]);
            let kept = list.append(board, of_set);
            *set = kept;
        }
        list
    }
}

#[inline(always)]
fn lowest(set: Set) -> usize {
    set.trailing_zeros() as usize
}

#[cfg(test)]
mod tests;
