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
//!
//! ```text
//!       A   B   C          H-search: end 0 is the left side, 2 is B1; {A1, A2} is the carrier of a full connection
//!     1 .   X   .          link.ends       [Side(0), Cell(B1)]
//!       2 .   .   O        link.named      {B1}: a stone that is there
//!         3 .   .   X      link.entries    [0], the entry "left to B1: A1, or A2"
//!                          link.stones     {B1}, with those of the entries
//!                          link.carrier    {A1, A2}
//! ```
//!
//! The ends and carriers of H-search are those of `Prover::built` until the next [`build`](Prover::build); vertices,
//! links and numbers of entries are good for the whole proof.

use super::Prover;
use crate::hex::proof::{self, Entry, Way};
use crate::hex::solve::carriers::{End, Ends};
use crate::hex::solve::cells::CellSet;
use crate::hex::solve::connections::{Deduced, Rule};

/// A cell, or one of the winner's sides alone, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vertex {
    Cell(usize),
    Side(usize),
}

/// The winner's sides.
pub(super) const SIDES: [Vertex; 2] = [Vertex::Side(0), Vertex::Side(1)];

impl Vertex {
    /// Returns the stone at the vertex; none at a side.
    fn stone<S: CellSet>(self) -> S {
        match self {
            Vertex::Cell(cell) => S::from_cell(cell),
            Vertex::Side(_) => S::default(),
        }
    }
}

/// Stones and entries that join two vertices, as in a way.
#[derive(Clone, Debug)]
pub(super) struct Link<S> {
    pub(super) ends: [Vertex; 2],
    /// Stones that join the ends together with the entries, those at the ends included; an end may still be empty.
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

/// Removes answers, those with the most cells first, as long as the cells common to the rest are within `allowed`.
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
    /// Returns the link of some stones and entries.
    pub(super) fn link(&self, ends: [Vertex; 2], named: S, entries: Vec<usize>) -> Link<S> {
        let named = named | ends[0].stone() | ends[1].stone();
        let stones = named | self.stones_of(&entries);
        let carrier = entries.iter().fold(S::default(), |all, &entry| all | self.entries[entry].carrier) & !stones;
        Link { ends, named, entries, stones, carrier }
    }

    /// Returns the link between other vertices: each of `ends` is in the chain of the end of the link in its place.
    fn between(&self, link: &Link<S>, ends: [Vertex; 2]) -> Link<S> {
        let paths = self.path(self.built.own, link.ends[0], ends[0]) | self.path(self.built.own, link.ends[1], ends[1]);
        self.link(ends, link.named | paths, link.entries.clone())
    }

    fn answer_between(&self, answer: &Answer<S>, ends: [Vertex; 2]) -> Answer<S> {
        Answer { cell: answer.cell, link: self.between(&answer.link, ends) }
    }

    /// Returns the stones on a shortest path over the given ones and the winner's sides, by breadth-first search, with
    /// those at both ends; none if both ends are the same. The caller ensures that there is a path.
    pub(super) fn path(&self, own: S, from: Vertex, to: Vertex) -> S {
        if from == to {
            return S::default();
        }
        let sides = &self.board.sides[self.winner];
        let number = |vertex| match vertex {
            Vertex::Cell(cell) => cell,
            Vertex::Side(side) => self.board.cells + side,
        };
        // The vertex before each that was reached.
        let mut before = vec![None; self.board.cells + 2];
        before[number(from)] = Some(from);
        let mut reached = vec![from];
        let mut next = 0;
        while before[number(to)].is_none() && next < reached.len() {
            let vertex = reached[next];
            next += 1;
            let near = match vertex {
                Vertex::Cell(cell) => self.board.near[cell],
                Vertex::Side(side) => sides[side],
            };
            let touched = (0..2).filter(|&side| vertex.stone::<S>().meets(sides[side])).map(Vertex::Side);
            for neighbour in (near & own).iter().map(Vertex::Cell).chain(touched) {
                if before[number(neighbour)].is_none() {
                    before[number(neighbour)] = Some(vertex);
                    reached.push(neighbour);
                }
            }
        }
        let mut stones = from.stone();
        let mut vertex = to;
        while let Some(previous) = before[number(vertex)].filter(|_| vertex != from) {
            stones |= vertex.stone();
            vertex = previous;
        }
        stones
    }

    /// Adds an entry that has a way for some of these answers, of which there is one at least, and returns its number.
    /// The answers have no cell in common but own stones.
    fn add_entry_with(&mut self, ends: [Vertex; 2], answers: Vec<Answer<S>>) -> usize {
        let mut answers = without_needless(answers, self.built.own);
        // What they have in common is a stone of the entry, if one of the ways names it.
        let needed = common_cells(&answers);
        answers[0].link.stones |= needed;
        answers[0].link.named |= needed;
        // So that equal entries have the same ways.
        answers.sort_by_key(|answer| answer.cell);
        let end_stones = S::default() | ends[0].stone() | ends[1].stone();
        let stones = answers.iter().fold(end_stones, |all, answer| all | answer.stones());
        let carrier = answers.iter().fold(S::default(), |all, answer| all | answer.cells()) & !stones;
        let ways = answers.into_iter().map(|answer| self.way(answer, end_stones)).collect();
        let ends = ends.map(|end| match end {
            Vertex::Cell(cell) => proof::End::Cell(self.board.name(cell)),
            Vertex::Side(side) => proof::End::Side(side),
        });
        let entry = Entry { ends, with: Vec::new(), filled: Vec::new(), ways };
        self.add_entry(entry, stones, carrier)
    }

    /// Returns the way of an answer in an entry that has the given stones itself: the move, then the other stones.
    pub(super) fn way(&self, Answer { cell, link }: Answer<S>, entry_stones: S) -> Way {
        let given = entry_stones | S::from_cell(cell) | self.stones_of(&link.entries);
        let stones = std::iter::once(cell).chain((link.named & !given).iter());
        Way { stones: stones.map(|cell| self.board.name(cell)).collect(), entries: link.entries }
    }
}

/// Connections as links.
impl<S: CellSet> Prover<'_, '_, S> {
    /// Returns the link of a full connection of the sides.
    pub(super) fn full_of_sides(&mut self, carrier: S) -> Link<S> {
        let [from, to] = End::SIDES;
        let link = self.full(from, to, carrier);
        self.between(&link, SIDES)
    }

    /// Returns the answer of a semi-connection of the sides.
    pub(super) fn semi_of_sides(&mut self, carrier: S) -> Answer<S> {
        let answer = self.semi(Ends::SIDES, carrier);
        self.answer_between(&answer, SIDES)
    }

    /// Returns the answers of some semi-connections of the sides, chosen as by [`chosen`](Self::chosen).
    pub(super) fn semis_of_sides(&mut self, common: S) -> Vec<Answer<S>> {
        let semis = semis(self.built.connections.deductions(Ends::SIDES));
        let answers = self.chosen(Ends::SIDES, &semis, common);
        answers.iter().map(|answer| self.answer_between(answer, SIDES)).collect()
    }

    /// Returns the link of a full connection, from one end to the other.
    fn full(&mut self, from: End, to: End, carrier: S) -> Link<S> {
        let ends = Ends::new(from, to);
        if ends.lower != from {
            let mut link = self.full(to, from, carrier);
            link.ends.reverse();
            return link;
        }
        if let Some(link) = self.built.links.get(&(ends, carrier)) {
            return link.clone();
        }
        let (index, rule) = self.deduction(ends, true, carrier);
        let link = match rule {
            Rule::Neighbours => self.neighbours(ends),
            Rule::And { middle, carriers } => self.by_and(ends, middle, carriers),
            Rule::Or => self.by_or(ends, index, carrier),
        };
        self.built.links.insert((ends, carrier), link.clone());
        link
    }

    /// Returns the answer of a semi-connection.
    fn semi(&mut self, ends: Ends, carrier: S) -> Answer<S> {
        match self.deduction(ends, false, carrier).1 {
            Rule::And { middle, carriers } => {
                Answer { cell: self.built.connections.cell(middle), link: self.by_and(ends, middle, carriers) }
            }
            Rule::Neighbours | Rule::Or => unreachable!("only the AND rule gives semi-connections"),
        }
    }

    /// Returns when and how a connection of `built` was first deduced. There is a trace, which
    /// [`winning_move`](Self::winning_move) takes out for a while.
    fn deduction(&self, ends: Ends, is_full: bool, carrier: S) -> (usize, Rule<S>) {
        let deductions = self.built.connections.deductions(ends);
        let index = deductions.iter().position(|deduced| deduced.is_full == is_full && deduced.carrier == carrier);
        let index = index.unwrap_or_else(|| unreachable!("each connection is in the trace"));
        (index, deductions[index].rule)
    }

    /// Returns the link of an end and an empty cell near it, which is the higher end: empty cells come last.
    fn neighbours(&self, Ends { lower: end, higher: cell }: Ends) -> Link<S> {
        let (connections, number) = (&self.built.connections, end.number());
        let cell = connections.cell(cell);
        let touches_side = end.is_side() && self.board.sides[self.winner][number].has(cell);
        let nearest = || (connections.ends[number] & self.board.near[cell]).first();
        let from = if touches_side { Vertex::Side(number) } else { Vertex::Cell(nearest()) };
        self.link([from, Vertex::Cell(cell)], S::default(), Vec::new())
    }

    /// Joins the links of the full connections of the lower end and `middle`, and of `middle` and the higher end, which
    /// have these carriers.
    fn by_and(&mut self, ends: Ends, middle: End, [first, second]: [S; 2]) -> Link<S> {
        let (first, second) = (self.full(ends.lower, middle, first), self.full(middle, ends.higher, second));
        let path = self.path(self.built.own, first.ends[1], second.ends[0]);
        let entries = first.entries.iter().chain(&second.entries).copied().collect();
        self.link([first.ends[0], second.ends[1]], first.named | second.named | path, entries)
    }

    /// Returns the link of an entry: its ways are of semi-connections inside the carrier that were deduced before the
    /// connection, which has this index.
    fn by_or(&mut self, ends: Ends, index: usize, carrier: S) -> Link<S> {
        let mut semis = semis(&self.built.connections.deductions(ends)[..index]);
        semis.retain(|semi| semi.is_within(carrier));
        let answers = self.chosen(ends, &semis, carrier);
        // At a chain that is no side, all ways are led to the stone of the first one.
        let first = answers[0].link.ends;
        let ends = [(0, ends.lower), (1, ends.higher)].map(|(at, end)| {
            let is_same = answers.iter().all(|answer| answer.link.ends[at] == first[at]);
            if is_same || !end.is_side() { first[at] } else { Vertex::Side(end.number()) }
        });
        let answers = answers.iter().map(|answer| self.answer_between(answer, ends)).collect();
        let entry = self.add_entry_with(ends, answers);
        self.link(ends, S::default(), vec![entry])
    }

    /// Returns the answers of some of these semi-connections of two ends. They are chosen one by one so that each
    /// leaves the fewest of the cells of `common`, until none leaves fewer.
    fn chosen(&mut self, ends: Ends, semis: &[S], mut common: S) -> Vec<Answer<S>> {
        let mut answers = Vec::new();
        loop {
            let best = semis.iter().min_by_key(|&&semi| ((common & semi).count(), semi.count()));
            let Some(&best) = best.filter(|&&best| !common.is_within(best)) else { return answers };
            common &= best;
            answers.push(self.semi(ends, best));
        }
    }
}

/// Returns the carriers of the semi-connections among some deductions.
fn semis<S: CellSet>(deductions: &[Deduced<S>]) -> Vec<S> {
    deductions.iter().filter(|deduced| !deduced.is_full).map(|deduced| deduced.carrier).collect()
}
