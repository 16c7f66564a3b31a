//! Links: stones and entries that join two places of the board, made from connections as H-search deduced them.
//!
//! ```text
//!     H-search, between ends                            a proof, between vertices
//!     full connection, by the rule                      a link:
//!       neighbours: an end and an empty cell near it      a stone of the end, or the side, and the cell
//!       AND: of a and m, and of m and b                   both links, and stones inside m from one to the other
//!       OR: of semi-connections without a common cell     an entry that has a way for some of them
//!     semi-connection, always by AND                    an answer: the move at m, and the link that it completes
//! ```
//!
//! An end of H-search is a side, a chain or an empty cell; a chain is one end. A *vertex* is a cell or a side alone. So
//! a link begins at that stone of a chain at which the connection does, or at the side if the connection touches it;
//! and to begin at another vertex of the same chain, it gets a path of stones to there.

use super::Prover;
use crate::hex::proof::{End, Entry, Way};
use crate::hex::solve::cells::CellSet;
use crate::hex::solve::connections::{Deduced, Rule, pair};

/// The number of a cell, or the number of cells plus that of a side.
pub(super) type Vertex = usize;

/// Stones and entries that join two vertices, as in a way.
#[derive(Clone, Debug)]
pub(super) struct Link<S> {
    pub(super) ends: [Vertex; 2],
    /// Stones that join the ends together with the entries.
    pub(super) named: S,
    pub(super) entries: Vec<usize>,
    /// All stones that are needed: the named ones and those of the entries.
    pub(super) stones: S,
    /// The carriers of the entries without the stones.
    pub(super) carrier: S,
}

/// A move of the winner, and the link that it completes.
#[derive(Clone, Debug)]
pub(super) struct Answer<S> {
    pub(super) cell: usize,
    pub(super) link: Link<S>,
}

impl<S: CellSet> Answer<S> {
    /// Returns the cells that the opponent must not have for this answer.
    pub(super) fn cells(&self) -> S {
        self.link.carrier | S::from_cell(self.cell)
    }

    /// Returns the stones that are needed before the move.
    pub(super) fn stones(&self) -> S {
        self.link.stones & !S::from_cell(self.cell)
    }
}

/// Returns the cells that all answers need: a move of the opponent at one of them has none of these answers.
pub(super) fn common_cells<S: CellSet>(answers: &[Answer<S>]) -> S {
    answers.iter().fold(!S::default(), |common, answer| common & answer.cells())
}

/// Leaves out answers, those with the most cells first, without which the others have no more cells in common than the
/// given ones.
pub(super) fn without_needless<S: CellSet>(mut answers: Vec<Answer<S>>, allowed: S) -> Vec<Answer<S>> {
    answers.sort_by_key(|answer| std::cmp::Reverse(answer.cells().count()));
    let mut index = 0;
    while index < answers.len() {
        let answer = answers.remove(index);
        if answers.is_empty() || !common_cells(&answers).is_within(allowed) {
            answers.insert(index, answer);
            index += 1;
        }
    }
    answers
}

/// Vertices, links and entries.
impl<S: CellSet> Prover<'_, '_, S> {
    fn side(&self, side: usize) -> Vertex {
        self.board.cells + side
    }

    pub(super) fn sides(&self) -> [Vertex; 2] {
        [0, 1].map(|side| self.side(side))
    }

    /// Returns the stone at a vertex; none at a side.
    fn stone(&self, vertex: Vertex) -> S {
        if vertex < self.board.cells { S::from_cell(vertex) } else { S::default() }
    }

    /// Returns the link of some stones and entries.
    pub(super) fn link(&self, ends: [Vertex; 2], named: S, entries: Vec<usize>) -> Link<S> {
        let named = named | self.stone(ends[0]) | self.stone(ends[1]);
        let stones = named | self.stones_of(&entries);
        let carrier = entries.iter().fold(S::default(), |all, &entry| all | self.entries[entry].carrier) & !stones;
        Link { ends, named, entries, stones, carrier }
    }

    /// Returns the link between other vertices of the same chains.
    fn between(&self, link: &Link<S>, ends: [Vertex; 2]) -> Link<S> {
        let paths = self.path(self.own, link.ends[0], ends[0]) | self.path(self.own, link.ends[1], ends[1]);
        self.link(ends, link.named | paths, link.entries.clone())
    }

    fn answer_between(&self, answer: &Answer<S>, ends: [Vertex; 2]) -> Answer<S> {
        Answer { cell: answer.cell, link: self.between(&answer.link, ends) }
    }

    /// Returns the stones on a shortest path over the given ones and the winner's sides, by breadth-first search; none
    /// if both ends are the same.
    pub(super) fn path(&self, own: S, from: Vertex, to: Vertex) -> S {
        if from == to {
            return S::default();
        }
        let sides = &self.board.sides[self.winner];
        // The vertex before each that was reached.
        let mut before = vec![None; self.board.cells + 2];
        before[from] = Some(from);
        let mut reached = vec![from];
        let mut next = 0;
        while before[to].is_none() && next < reached.len() {
            let vertex = reached[next];
            next += 1;
            let near = self.board.near.get(vertex).copied().unwrap_or_else(|| sides[vertex - self.board.cells]);
            let touched = (0..2).filter(|&side| self.stone(vertex).meets(sides[side])).map(|side| self.side(side));
            for neighbour in (near & own).iter().chain(touched) {
                if before[neighbour].is_none() {
                    before[neighbour] = Some(vertex);
                    reached.push(neighbour);
                }
            }
        }
        let mut stones = self.stone(from);
        let mut vertex = to;
        while let Some(previous) = before[vertex].filter(|_| vertex != from) {
            stones |= self.stone(vertex);
            vertex = previous;
        }
        stones
    }

    /// Adds an entry that has a way for some of these answers, and returns its number. The answers have no cell in
    /// common but own stones.
    fn add_entry_with(&mut self, ends: [Vertex; 2], answers: Vec<Answer<S>>) -> usize {
        let mut answers = without_needless(answers, self.own);
        // What they have in common is a stone of the entry, if one of the ways names it.
        let needed = common_cells(&answers);
        answers[0].link.stones |= needed;
        answers[0].link.named |= needed;
        answers.sort_by_key(|answer| answer.cell);
        let end_stones = self.stone(ends[0]) | self.stone(ends[1]);
        let stones = answers.iter().fold(end_stones, |all, answer| all | answer.stones());
        let carrier = answers.iter().fold(S::default(), |all, answer| all | answer.cells()) & !stones;
        let cells = self.board.cells;
        let end = |end| if end < cells { End::Cell(self.board.name(end)) } else { End::Side(end - cells) };
        let ways = answers.into_iter().map(|answer| self.way(answer, end_stones)).collect();
        let entry = Entry { ends: ends.map(end), with: Vec::new(), filled: Vec::new(), ways };
        self.add_entry(entry, stones, carrier)
    }

    /// Returns the way of an answer in an entry that has the given stones itself.
    pub(super) fn way(&self, Answer { cell, link }: Answer<S>, entry_stones: S) -> Way {
        let known = entry_stones | S::from_cell(cell) | self.stones_of(&link.entries);
        let stones = std::iter::once(cell).chain((link.named & !known).iter());
        Way { stones: stones.map(|cell| self.board.name(cell)).collect(), entries: link.entries }
    }
}

/// Connections as links. The ends of a connection are numbers of H-search, 0 and 1 the sides.
impl<S: CellSet> Prover<'_, '_, S> {
    /// Returns the link of a full connection of the sides.
    pub(super) fn full_of_sides(&mut self, carrier: S) -> Link<S> {
        let link = self.full((0, 1), carrier);
        self.between(&link, self.sides())
    }

    /// Returns the answer of a semi-connection of the sides.
    pub(super) fn semi_of_sides(&mut self, carrier: S) -> Answer<S> {
        let answer = self.semi((0, 1), carrier);
        self.answer_between(&answer, self.sides())
    }

    /// Returns the answers of some semi-connections of the sides, chosen as by [`semis`](Self::semis).
    pub(super) fn semis_of_sides(&mut self, cells: S) -> Vec<Answer<S>> {
        let answers = self.semis((0, 1), usize::MAX, cells, !S::default());
        answers.iter().map(|answer| self.answer_between(answer, self.sides())).collect()
    }

    /// Returns the link of a full connection.
    fn full(&mut self, (a, b): (usize, usize), carrier: S) -> Link<S> {
        if a > b {
            let mut link = self.full((b, a), carrier);
            link.ends.reverse();
            return link;
        }
        if let Some(link) = self.links.get(&(pair(a, b), carrier)) {
            return link.clone();
        }
        let (index, rule) = self.deduction((a, b), true, carrier);
        let link = match rule {
            Rule::Neighbours => self.neighbours(a, b),
            Rule::And(m, carriers) => self.by_and((a, m, b), carriers),
            Rule::Or => self.by_or((a, b), index, carrier),
        };
        self.links.insert((pair(a, b), carrier), link.clone());
        link
    }

    /// Returns the answer of a semi-connection.
    fn semi(&mut self, (a, b): (usize, usize), carrier: S) -> Answer<S> {
        match self.deduction((a, b), false, carrier).1 {
            Rule::And(m, carriers) => Answer { cell: self.connections.cell(m), link: self.by_and((a, m, b), carriers) },
            Rule::Neighbours | Rule::Or => unreachable!("only the AND rule gives semi-connections"),
        }
    }

    /// Returns the connections of two ends in the order in which they were deduced.
    fn deductions(&self, (a, b): (usize, usize)) -> &[Deduced<S>] {
        let trace = self.connections.trace.as_deref().unwrap_or_default();
        trace.get(pair(a, b)).map_or(&[], Vec::as_slice)
    }

    /// Returns when and how a connection was first deduced.
    fn deduction(&self, ends: (usize, usize), is_full: bool, carrier: S) -> (usize, Rule<S>) {
        let deductions = self.deductions(ends);
        let index = deductions.iter().position(|deduced| deduced.is_full == is_full && deduced.carrier == carrier);
        let index = index.unwrap_or_else(|| unreachable!("each connection is in the trace"));
        (index, deductions[index].rule)
    }

    /// Returns the link of an end and an empty cell near it.
    fn neighbours(&self, end: usize, cell: usize) -> Link<S> {
        let (chain, cell) = (self.connections.ends[end], self.connections.cell(cell));
        let touches_side = end < 2 && self.board.sides[self.winner][end].has(cell);
        let from = if touches_side { self.side(end) } else { (chain & self.board.near[cell]).first() };
        self.link([from, cell], S::default(), Vec::new())
    }

    /// Joins the links of the full connections of `a` and `m`, and of `m` and `b`, which have these carriers.
    fn by_and(&mut self, (a, m, b): (usize, usize, usize), [first, second]: [S; 2]) -> Link<S> {
        let (first, second) = (self.full((a, m), first), self.full((m, b), second));
        let path = self.path(self.own, first.ends[1], second.ends[0]);
        let entries = first.entries.iter().chain(&second.entries).copied().collect();
        self.link([first.ends[0], second.ends[1]], first.named | second.named | path, entries)
    }

    /// Returns the link of an entry: its ways are of semi-connections inside the carrier that were deduced before the
    /// connection, which has this index.
    fn by_or(&mut self, (a, b): (usize, usize), index: usize, carrier: S) -> Link<S> {
        let answers = self.semis((a, b), index, carrier, carrier);
        // At a chain that is no side, all ways are led to the stone of the first one.
        let first = answers[0].link.ends;
        let ends = [(0, a), (1, b)].map(|(at, end)| {
            let is_same = answers.iter().all(|answer| answer.link.ends[at] == first[at]);
            if is_same || end >= 2 { first[at] } else { self.side(end) }
        });
        let answers = answers.iter().map(|answer| self.answer_between(answer, ends)).collect();
        let entry = self.add_entry_with(ends, answers);
        self.link(ends, S::default(), vec![entry])
    }

    /// Returns the answers of some of the first `count` semi-connections of two ends that are inside `within`. They are
    /// chosen one by one so that each leaves the fewest of the cells of `common`, until none leaves fewer.
    fn semis(&mut self, ends: (usize, usize), count: usize, mut common: S, within: S) -> Vec<Answer<S>> {
        let mut semis = Vec::new();
        for deduced in self.deductions(ends).iter().take(count) {
            if !deduced.is_full && deduced.carrier.is_within(within) {
                semis.push(deduced.carrier);
            }
        }
        let mut answers = Vec::new();
        loop {
            let best = semis.iter().min_by_key(|&&semi| ((common & semi).count(), semi.count()));
            let Some(&best) = best.filter(|&&best| !common.is_within(best)) else { return answers };
            common &= best;
            answers.push(self.semi(ends, best));
        }
    }
}
