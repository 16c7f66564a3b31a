//! The include-exclude search of all grids that are reached from one, which visits each exactly once.
//!
//! A worked example: nine candidates, of which 4 is included next.
//!
//! ```text
//!     list         0 1 2 3 4 5 6 7 8      all candidates of the path, in the order in which they became legal
//!     untried      . x x . x . x x .      legal, and to be included here or further down
//!     excluded     x . . x . . . . .      legal, but excluded on the path
//!     conflicts    . . x . . . x . .      of 4: the candidates that conflict with it
//!
//!     untried      . x . . . . . . . 9    after 4 is included: 2 is illegal, 6 and 7 come later, 9 is new
//!     excluded     x . . x . . . x .      7 is excluded now, 6 is illegal
//! ```
//!
//! A grid with untried candidates of a node is visited below the last one of them, so later ones are excluded there.
//! `symmetric` divides the grids by the first one, and excludes those before it. Both visit each grid once, since a set
//! of candidates has one last and one first member.
//!
//! Sets of candidates are bit sets, so that including a candidate costs one intersection for each set. The lines of the
//! candidates that it makes legal are looked up before the move is made. So a grid without successors costs only the
//! look-up, and the grids of the two largest depths are counted in the grid above them (`pairs`).

use std::ops::ControlFlow;

use multiversion::multiversion;
use serde::{Deserialize, Serialize};

use super::CountError;
use super::pairs::Candidate;
use crate::morpion::board::{Board, PackedMove};

/// A grid during a search: the board has its points and lines. Each legal move is either untried or excluded.
#[derive(Debug)]
pub(super) struct Grid {
    /// The number of moves.
    pub(super) moves: usize,
    /// The moves to be included here or further down; in a symmetric search, of each orbit the smallest.
    pub(super) untried: Vec<PackedMove>,
    /// The other legal moves, which only show that the grid is not finished.
    pub(super) excluded: Vec<PackedMove>,
}

impl Grid {
    /// Returns whether there is no legal move.
    pub(super) fn is_finished(&self) -> bool {
        self.untried.is_empty() && self.excluded.is_empty()
    }
}

/// A set of candidates, by their indices in the list of the path.
type Set = u64;

/// The capacity of a list. Before it overflows, the candidates that are still legal are copied to a new list.
pub(super) const CAPACITY: usize = Set::BITS as usize;

/// The number of grids between two reports.
const REPORT_INTERVAL: u64 = 1 << 16;

/// The number of grids with one number of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// The number of all of them.
    pub(super) grids: u64,
    /// The number of grids without a legal move; 0 unless the [`Scope`] includes them.
    pub(super) finished: u64,
}

/// A callback that gets the number of grids visited since its last call. It breaks to cancel the count.
pub(super) type Report<'a> = dyn FnMut(u64) -> ControlFlow<()> + 'a;

/// Which grids of a variant are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scope {
    /// The largest number of moves.
    pub depth: usize,
    /// Whether finished grids, which have no legal move, are also counted separately.
    pub finished: bool,
}

/// A search in progress.
struct TreeSearch<'a> {
    scope: Scope,
    /// Indexed by the number of moves.
    tally: Vec<Tally>,
    report: &'a mut Report<'a>,
    /// The number of grids visited since the last report.
    visited: u64,
    /// The capacity of a list.
    capacity: usize,
}

/// A grid on the path, during the search: the board has its points and lines. Nothing is in `excluded` unless finished
/// grids are counted.
#[derive(Clone, Copy)]
struct Node {
    moves: usize,
    untried: Set,
    excluded: Set,
}

/// Counts the grid on the board and those below it, with lists of a capacity: [`CAPACITY`], or less in tests. The
/// tallies are indexed by the number of moves. The caller ensures that the grid has at most as many as the scope.
///
/// # Errors
/// [`CountError`]
pub(super) fn count(
    board: &mut Board,
    grid: &Grid,
    scope: Scope,
    capacity: usize,
    report: &mut Report<'_>,
) -> Result<Vec<Tally>, CountError> {
    let mut tally = vec![Tally::default(); scope.depth + 1];
    tally[grid.moves] = Tally { grids: 1, finished: u64::from(scope.finished && grid.is_finished()) };
    let excluded = if scope.finished { &grid.excluded[..] } else { &[] };
    if grid.untried.len() + excluded.len() > capacity {
        return Err(CountError::TooManyMoves);
    }
    if !grid.untried.iter().all(|mv| mv.point.is_playable()) {
        return Err(CountError::LeavesBoard);
    }
    let mut list = CandidateList::new();
    let untried = list.append(board, grid.untried.iter().map(|&mv| Candidate::new(board, mv, mv.start().0)));
    let excluded = list.append(board, excluded.iter().map(|&mv| Candidate::new(board, mv, mv.start().0)));
    let mut search = TreeSearch { scope, tally, report, visited: 0, capacity };
    search.visit(board, &mut list, Node { moves: grid.moves, untried, excluded })?;
    match (search.report)(search.visited) {
        ControlFlow::Continue(()) => Ok(search.tally),
        ControlFlow::Break(()) => Err(CountError::Cancelled),
    }
}

impl TreeSearch<'_> {
    /// Counts the grids below a node, whose grid is on the board.
    fn visit(&mut self, board: &mut Board, list: &mut CandidateList, node: Node) -> Result<(), CountError> {
        let Scope { depth, finished } = self.scope;
        let moves = node.moves + 1;
        if moves > depth {
            return Ok(());
        }
        self.count(moves, node.untried.count_ones())?;
        if moves == depth && !finished {
            return Ok(());
        }
        if moves + 2 == depth && !finished {
            let [two, three] = last_grids(board, list, node).ok_or(CountError::LeavesBoard)?;
            self.count(moves + 1, two)?;
            return self.count(depth, three);
        }
        let (mut rest, mut tried) = (node.untried, 0);
        while rest != 0 {
            let i = lowest(rest);
            let (candidate, compatible) = (list.candidates[i], !list.conflicts[i]);
            rest &= rest - 1;
            let excluded = if finished { (node.excluded | rest) & compatible } else { 0 };
            let child = Node { moves, untried: tried & compatible, excluded };
            tried |= 1 << i;
            let lines = candidate.new_lines(board);
            if child.untried == 0 && lines == 0 {
                self.tally[moves].finished += u64::from(finished && excluded == 0);
            } else if moves + 1 == depth && !finished {
                self.count(depth, child.untried.count_ones() + lines.count_ones())?;
            } else if moves < depth {
                self.descend(board, list, child, candidate, lines)?;
            }
        }
        Ok(())
    }

    /// Counts grids with the given number of moves, and reports them.
    fn count(&mut self, moves: usize, grids: u32) -> Result<(), CountError> {
        self.tally[moves].grids += u64::from(grids);
        self.visited += u64::from(grids);
        if self.visited >= REPORT_INTERVAL && (self.report)(std::mem::take(&mut self.visited)).is_break() {
            return Err(CountError::Cancelled);
        }
        Ok(())
    }

    /// Makes the move that leads to a grid, which has the given new lines, visits the grid, and unmakes the move.
    fn descend(
        &mut self,
        board: &mut Board,
        list: &mut CandidateList,
        mut child: Node,
        candidate: Candidate,
        lines: u32,
    ) -> Result<(), CountError> {
        let new = lines.count_ones() as usize;
        if list.length + new > self.capacity {
            let mut shorter = list.only(board, &mut child);
            if shorter.length + new > self.capacity {
                return Err(CountError::TooManyMoves);
            }
            return self.descend(board, &mut shorter, child, candidate, lines);
        }
        let before = list.length;
        board.toggle(candidate.mv);
        let mut legal = child.untried | child.excluded;
        let mut leaves_board = false;
        for (mv, direction) in board.moves_on(candidate.mv.point, lines) {
            leaves_board |= !mv.point.is_playable();
            let new = list.push(board, Candidate::new(board, mv, direction), legal);
            legal |= new;
            child.untried |= new;
        }
        let visited = if leaves_board { Err(CountError::LeavesBoard) } else { self.visit(board, list, child) };
        board.toggle(candidate.mv);
        list.length = before;
        visited
    }
}

/// Returns the numbers of grids two and three moves below a node, whose grid is on the board, without visiting them
/// (`pairs`); `None` if one leaves the board. Compiled a second time for processors that count bits.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn last_grids(board: &Board, list: &mut CandidateList, node: Node) -> Option<[u32; 2]> {
    let (mut two, mut three) = (0, 0);
    let (mut rest, mut tried) = (node.untried, 0);
    while rest != 0 {
        let i = lowest(rest);
        rest &= rest - 1;
        let candidate = list.candidates[i];
        let mut inherited = tried & !list.conflicts[i];
        tried |= 1 << i;
        let lines = candidate.new_lines(board);
        list.new_lines[i] = lines;
        two += inherited.count_ones() + lines.count_ones();
        if lines != 0 {
            three += inherited.count_ones() * lines.count_ones() + candidate.own_pairs(board, lines)?;
        }
        while inherited != 0 {
            let j = lowest(inherited);
            inherited &= inherited - 1;
            three += (inherited & !list.conflicts[j]).count_ones() + list.new_lines[j].count_ones();
            let interaction = candidate.interaction(board, lines, list.candidates[j], list.new_lines[j]);
            // Not below 0: all that the interaction takes away has been added.
            three = three.wrapping_add_signed(interaction);
        }
    }
    Some([two, three])
}

/// The candidates of a path, and which of them conflict.
struct CandidateList {
    candidates: [Candidate; CAPACITY],
    /// [`Candidate::new_lines`] of those that the [`last_grids`] that runs has tried.
    new_lines: [u32; CAPACITY],
    /// For each candidate, the others that conflict with it, of those that are legal together with it. Other bits mean
    /// nothing.
    conflicts: [Set; CAPACITY],
    length: usize,
}

impl CandidateList {
    fn new() -> CandidateList {
        CandidateList {
            candidates: [Candidate::default(); CAPACITY],
            new_lines: [0; CAPACITY],
            conflicts: [0; CAPACITY],
            length: 0,
        }
    }

    /// Appends candidates that are legal together with all in the list, and returns the set of them.
    fn append(&mut self, board: &Board, candidates: impl Iterator<Item = Candidate>) -> Set {
        let all = |list: &CandidateList| ((1_u128 << list.length) - 1) as Set;
        let before = all(self);
        for candidate in candidates {
            self.push(board, candidate, all(self));
        }
        all(self) & !before
    }

    /// Appends a candidate that is legal together with the candidates in `legal`, and returns the set of it alone.
    #[inline(always)]
    fn push(&mut self, board: &Board, candidate: Candidate, legal: Set) -> Set {
        let conflicts_with = board.conflicts_with(candidate.mv);
        let mut conflicts = 0;
        let mut rest = legal;
        while rest != 0 {
            let i = lowest(rest);
            rest &= rest - 1;
            let conflict = u64::from(conflicts_with(self.candidates[i].mv));
            conflicts |= conflict << i;
            self.conflicts[i] = self.conflicts[i] & !(1 << self.length) | conflict << self.length;
        }
        self.candidates[self.length] = candidate;
        self.conflicts[self.length] = conflicts;
        self.length += 1;
        1 << (self.length - 1)
    }

    /// Returns a list of the legal candidates of a grid alone, and translates the sets of the grid to it.
    #[cold]
    fn only(&self, board: &Board, node: &mut Node) -> CandidateList {
        let mut list = CandidateList::new();
        for set in [&mut node.untried, &mut node.excluded] {
            let members = (0..self.length).filter(|i| *set >> i & 1 == 1).map(|i| self.candidates[i]);
            let translated = list.append(board, members);
            *set = translated;
        }
        list
    }
}

#[inline(always)]
fn lowest(set: Set) -> usize {
    set.trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::morpion::Variant;
    use crate::random::Random;

    fn tally(variant: Variant, scope: Scope, capacity: usize) -> Result<Vec<Tally>, CountError> {
        let mut board = Board::new(variant);
        let cross = Grid { moves: 0, untried: board.legal_moves(), excluded: Vec::new() };
        count(&mut board, &cross, scope, capacity, &mut |_| ControlFlow::Continue(()))
    }

    #[test]
    fn a_full_list_is_replaced_by_one_of_the_legal_candidates() {
        for (variant, legal) in [(Variant::T5, 28), (Variant::D5, 28), (Variant::T4, 40), (Variant::D4, 40)] {
            let expected = tally(variant, Scope { depth: 5, finished: true }, CAPACITY);
            // No grid with five moves is finished.
            for finished in [false, true] {
                let scope = Scope { depth: 5, finished };
                // With this capacity nearly every move begins a list.
                assert_eq!(tally(variant, scope, legal + 4), expected, "{variant}");
                assert_eq!(tally(variant, scope, legal - 1), Err(CountError::TooManyMoves), "{variant}");
            }
        }
    }

    /// Collects the grids below one as sets of moves, with whether they are finished, up to a number of them.
    fn collect(
        board: &mut Board,
        excluded: &[PackedMove],
        grid: &[PackedMove],
        all: &mut BTreeMap<Vec<PackedMove>, bool>,
    ) {
        let mut sorted = grid.to_vec();
        sorted.sort_unstable();
        let legal = board.legal_moves();
        if all.len() > 1000 || all.insert(sorted, legal.is_empty()).is_some() {
            return;
        }
        for mv in legal.into_iter().filter(|mv| !excluded.contains(mv)) {
            board.toggle(mv);
            collect(board, excluded, &[grid, &[mv]].concat(), all);
            board.toggle(mv);
        }
    }

    /// Unmakes the last moves of random games, and excludes some of the legal moves.
    #[test]
    fn late_and_finished_grids_are_counted_one_by_one() {
        let rounds = 100;
        let mut random = Random::fixed();
        let (mut grids, mut finished) = (0, 0);
        for round in 0..rounds {
            let mut board = Board::new(Variant::ALL[round % 4]);
            let mut made = Vec::new();
            loop {
                let legal = board.legal_moves();
                let Some(&mv) = legal.get(random.below(legal.len() as u32) as usize) else { break };
                board.toggle(mv);
                made.push(mv);
            }
            for _ in 0..random.between(2, 6) {
                made.pop().into_iter().for_each(|mv| board.toggle(mv));
            }
            let (untried, excluded): (Vec<_>, Vec<_>) =
                board.legal_moves().into_iter().partition(|_| random.percent(80));
            let mut all = BTreeMap::new();
            collect(&mut board, &excluded, &[], &mut all);
            if all.len() > 1000 {
                continue;
            }
            let mut expected = vec![Tally::default(); 61];
            for (grid, is_finished) in all {
                expected[grid.len()].grids += 1;
                expected[grid.len()].finished += u64::from(is_finished);
            }
            let (grid, scope) = (Grid { moves: 0, untried, excluded }, Scope { depth: 60, finished: true });
            let counted = count(&mut board, &grid, scope, CAPACITY, &mut |_| ControlFlow::Continue(()));
            assert_eq!(counted.as_ref(), Ok(&expected), "round {round}");
            for scope in (0..10).flat_map(|depth| [false, true].map(|finished| Scope { depth, finished })) {
                let counted = count(&mut board, &grid, scope, CAPACITY, &mut |_| ControlFlow::Continue(()));
                let tally = |all: &Tally| Tally { finished: if scope.finished { all.finished } else { 0 }, ..*all };
                let expected: Vec<Tally> = expected[..=scope.depth].iter().map(tally).collect();
                assert_eq!(counted, Ok(expected), "round {round}, {scope:?}");
            }
            grids += expected.iter().map(|tally| tally.grids).sum::<u64>();
            finished += expected.iter().map(|tally| tally.finished).sum::<u64>();
        }
        assert!(grids > 5 * rounds as u64 && finished > rounds as u64, "{grids} {finished}");
    }
}
