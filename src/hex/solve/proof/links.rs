//! Stones and entries that join two ends, from the connections that were deduced.

use std::collections::{HashMap, VecDeque};

use super::Prover;
use crate::hex::proof::{End, Entry, Way};
use crate::hex::solve::cells::CellSet;
use crate::hex::solve::connections::{Deduced, Rule, pair};

/// An end: the number of a cell, or the number of cells plus that of a side.
pub(super) type Vertex = usize;

/// Stones and entries that join two ends, as in a way.
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

/// A move and the link that it completes.
pub(super) type Answer<S> = (usize, Link<S>);

/// Returns the cells that an answer needs.
pub(super) fn cells<S: CellSet>((cell, link): &Answer<S>) -> S {
    link.carrier | S::of(*cell)
}

/// Returns the cells that all answers need.
pub(super) fn common<S: CellSet>(answers: &[Answer<S>]) -> S {
    answers.iter().map(cells).reduce(|all, cells| all & cells).unwrap_or(!S::default())
}

/// Leaves answers out that are not needed, the largest first: those without which the answers need no more common cells
/// than the given ones.
pub(super) fn fewest<S: CellSet>(mut answers: Vec<Answer<S>>, common_cells: S) -> Vec<Answer<S>> {
    answers.sort_by_key(|answer| std::cmp::Reverse(cells(answer).count()));
    let mut index = 0;
    while index < answers.len() {
        let answer = answers.remove(index);
        if answers.is_empty() || !common(&answers).is_within(common_cells) {
            answers.insert(index, answer);
            index += 1;
        }
    }
    answers
}

impl<S: CellSet> Prover<'_, '_, '_, S> {
    fn side(&self, side: usize) -> Vertex {
        self.board.cells + side
    }

    pub(super) fn sides(&self) -> [Vertex; 2] {
        [0, 1].map(|side| self.side(side))
    }

    /// Returns the set of an end, which is empty for a side.
    fn stone(&self, end: Vertex) -> S {
        if end < self.board.cells { S::of(end) } else { S::default() }
    }

    pub(super) fn link(&self, ends: [Vertex; 2], named: S, entries: Vec<usize>) -> Link<S> {
        let named = named | self.stone(ends[0]) | self.stone(ends[1]);
        let stones = named | self.stones_of(&entries);
        let carrier = entries.iter().fold(S::default(), |all, &entry| all | self.entries[entry].carrier) & !stones;
        Link { ends, named, entries, stones, carrier }
    }

    /// Returns the number of the entry with some of these answers. No cell is needed by all of them, but for own
    /// stones.
    fn entry(&mut self, ends: [Vertex; 2], own: S, answers: Vec<Answer<S>>) -> usize {
        let mut answers = fewest(answers, own);
        let needed = common(&answers);
        answers[0].1.stones |= needed;
        answers[0].1.named |= needed;
        answers.sort_by_key(|answer| answer.0);
        let of_ends = self.stone(ends[0]) | self.stone(ends[1]);
        let stones = answers.iter().fold(of_ends, |all, answer| all | (answer.1.stones & !S::of(answer.0)));
        let carrier = answers.iter().fold(S::default(), |all, answer| all | cells(answer)) & !stones;
        let cells = self.board.cells;
        let end = |end| if end < cells { End::Cell(self.board.name(end)) } else { End::Side(end - cells) };
        let ways = answers.into_iter().map(|answer| self.way(answer, of_ends)).collect();
        let entry = Entry { ends: ends.map(end), with: Vec::new(), filled: Vec::new(), inferior: Vec::new(), ways };
        self.numbered(entry, stones, carrier)
    }

    /// Returns the way of an answer in an entry that has some stones without its ways.
    pub(super) fn way(&self, (cell, link): Answer<S>, of_entry: S) -> Way {
        let known = of_entry | S::of(cell) | self.stones_of(&link.entries);
        let stones = std::iter::once(cell).chain((link.named & !known).iter());
        Way { stones: stones.map(|cell| self.board.name(cell)).collect(), entries: link.entries }
    }

    /// Returns the stones on a shortest path over the given ones and the winner's sides; none if both ends are the
    /// same.
    pub(super) fn path(&self, own: S, from: Vertex, to: Vertex) -> S {
        if from == to {
            return S::default();
        }
        let mut before: HashMap<Vertex, Vertex> = HashMap::from([(from, from)]);
        let mut open = VecDeque::from([from]);
        while let Some(vertex) = open.pop_front().filter(|&vertex| vertex != to) {
            let sides = &self.board.sides[self.winner];
            let near =
                if vertex < self.board.cells { self.board.near[vertex] } else { sides[vertex - self.board.cells] };
            let touched = (0..2).filter(|&side| self.stone(vertex).meets(sides[side])).map(|side| self.side(side));
            for next in (near & own).iter().chain(touched) {
                before.entry(next).or_insert_with(|| {
                    open.push_back(next);
                    vertex
                });
            }
        }
        let (mut stones, mut vertex) = (self.stone(from), to);
        while vertex != from {
            stones |= self.stone(vertex);
            vertex = before[&vertex];
        }
        stones
    }
}

/// Connections as links, as they were deduced.
impl<S: CellSet> Prover<'_, '_, '_, S> {
    pub(super) fn full_of_sides(&mut self, carrier: S) -> Link<S> {
        let link = self.full((0, 1), carrier);
        self.extended(&link, self.sides())
    }

    /// Returns the link of a semi-connection of the sides with its move.
    pub(super) fn semi_of_sides(&mut self, carrier: S) -> Answer<S> {
        let (cell, link) = self.semi((0, 1), carrier);
        (cell, self.extended(&link, self.sides()))
    }

    /// Returns some semi-connections of the sides, chosen so that they have no more of the given cells in common than
    /// all of them.
    pub(super) fn semis_of_sides(&mut self, cells: S) -> Vec<Answer<S>> {
        let sides = self.sides();
        let answers = self.semis((0, 1), usize::MAX, cells, |_| true);
        answers.into_iter().map(|(cell, link)| (cell, self.extended(&link, sides))).collect()
    }

    /// Returns the link of a full connection. An end that is a chain has the side or the stone of the chain that the
    /// connection begins at.
    fn full(&mut self, (a, b): (usize, usize), carrier: S) -> Link<S> {
        if a > b {
            let mut link = self.full((b, a), carrier);
            link.ends.reverse();
            return link;
        }
        if let Some(link) = self.links.get(&(pair(a, b), carrier)) {
            return link.clone();
        }
        let (index, rule) = self.found((a, b), true, carrier);
        let link = match rule {
            Rule::Neighbours => self.neighbours(a, b),
            Rule::And(m, carriers) => self.both((a, m, b), carriers),
            Rule::Or => self.either((a, b), index, carrier),
        };
        self.links.insert((pair(a, b), carrier), link.clone());
        link
    }

    fn semi(&mut self, (a, b): (usize, usize), carrier: S) -> Answer<S> {
        match self.found((a, b), false, carrier).1 {
            Rule::And(m, carriers) => (self.connections.cell(m), self.both((a, m, b), carriers)),
            Rule::Neighbours | Rule::Or => unreachable!("only the AND rule gives semi-connections"),
        }
    }

    /// Returns the connections of two ends in the order in which they were deduced.
    fn trace(&self, a: usize, b: usize) -> &[Deduced<S>] {
        self.connections.trace.as_ref().and_then(|trace| trace.get(&pair(a, b))).map_or(&[], Vec::as_slice)
    }

    /// Returns when and how a connection was first deduced.
    fn found(&self, (a, b): (usize, usize), is_full: bool, carrier: S) -> (usize, Rule<S>) {
        let deduced = self.trace(a, b);
        let index = deduced.iter().position(|deduced| deduced.is_full == is_full && deduced.carrier == carrier);
        let index = index.unwrap_or_else(|| unreachable!("each connection is in the trace"));
        (index, deduced[index].rule)
    }

    /// Returns the link of an end with an empty cell near it.
    fn neighbours(&self, end: usize, cell: usize) -> Link<S> {
        let (chain, cell) = (self.connections.ends[end], self.connections.cell(cell));
        let board = self.board;
        let touches_side = end < 2 && board.sides[self.winner][end].has(cell);
        let from = if touches_side { self.side(end) } else { (chain & board.near[cell]).first() };
        self.link([from, cell], S::default(), Vec::new())
    }

    /// Joins the links of full connections of `a` and `m`, and of `m` and `b`.
    fn both(&mut self, (a, m, b): (usize, usize, usize), [of_a, of_b]: [S; 2]) -> Link<S> {
        let (first, second) = (self.full((a, m), of_a), self.full((m, b), of_b));
        let path = self.path(self.own, first.ends[1], second.ends[0]);
        let entries = first.entries.iter().chain(&second.entries).copied().collect();
        self.link([first.ends[0], second.ends[1]], first.named | second.named | path, entries)
    }

    /// Returns the link of an entry whose ways are some of the semi-connections that were deduced before the one with
    /// the given index.
    fn either(&mut self, (a, b): (usize, usize), index: usize, carrier: S) -> Link<S> {
        let answers = self.semis((a, b), index, carrier, |semi| semi.is_within(carrier));
        let first = answers[0].1.ends;
        let ends = [0, 1].map(|end| {
            let is_same = answers.iter().all(|(_, link)| link.ends[end] == first[end]);
            let side = [a, b][end];
            if is_same || side >= 2 { first[end] } else { self.side(side) }
        });
        let answers = answers.into_iter().map(|(cell, link)| (cell, self.extended(&link, ends))).collect();
        let entry = self.entry(ends, self.own, answers);
        self.link(ends, S::default(), vec![entry])
    }

    /// Returns some of the first semi-connections of two ends, chosen so that they leave no more cells of `common` than
    /// all of them.
    fn semis(
        &mut self,
        (a, b): (usize, usize),
        first: usize,
        mut common: S,
        choose: impl Fn(S) -> bool,
    ) -> Vec<Answer<S>> {
        let semis = self.trace(a, b).iter().take(first);
        let semis = semis.filter(|deduced| !deduced.is_full && choose(deduced.carrier));
        let semis: Vec<S> = semis.map(|deduced| deduced.carrier).collect();
        let mut answers = Vec::new();
        loop {
            let best = semis.iter().min_by_key(|&&semi| ((common & semi).count(), semi.count()));
            let Some(&best) = best.filter(|&&best| !common.is_within(best)) else { return answers };
            common &= best;
            answers.push(self.semi((a, b), best));
        }
    }

    /// Returns the link with other ends, in the same chains.
    fn extended(&self, link: &Link<S>, ends: [Vertex; 2]) -> Link<S> {
        let paths = self.path(self.own, link.ends[0], ends[0]) | self.path(self.own, link.ends[1], ends[1]);
        self.link(ends, link.named | paths, link.entries.clone())
    }
}
