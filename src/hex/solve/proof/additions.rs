//! Entries for positions: what they have beside their ways, so that cells which are filled in stay so in every position
//! that the entry serves.

use super::Prover;
use super::links::{Answer, Link, SIDES, common_cells};
use crate::hex::proof::{End, Entry, Way};
use crate::hex::solve::cells::{Board, CellSet, Stones};
use crate::hex::solve::fill_in::{is_captured, is_dead, ring};
use crate::player::Player;

/// What an entry of the sides has beside its ways.
#[derive(Clone, Debug)]
struct Additions<S> {
    /// Stones that are needed, without those that are filled in.
    with: S,
    groups: Vec<S>,
    carrier: S,
}

impl<S: CellSet> Additions<S> {
    fn filled(&self) -> S {
        self.groups.iter().fold(S::default(), |all, &group| all | group)
    }

    /// Returns the cells that are not dead or captured if the opponent has all other cells.
    fn failing(&self, board: &Board<S>, winner: Player) -> S {
        let mut worst = Stones::default();
        worst[winner] = self.with;
        worst[winner.opponent()] = board.all & !(self.with | self.carrier);
        let mut failing = S::default();
        for &group in &self.groups {
            let is_filled = if group.count() == 1 {
                is_dead(ring(board, &worst, group.first()))
            } else {
                is_captured(board, &worst, [group.first(), group.without_first().first()], winner)
            };
            if !is_filled {
                failing |= group;
            }
            worst[winner] |= group;
        }
        failing
    }
}

impl<S: CellSet> Prover<'_, '_, S> {
    /// Returns a link of the sides in which no stone is needed that was filled in.
    pub(super) fn as_entry(&mut self, stones: &Stones<S>, fills: &[S], link: Link<S>) -> Link<S> {
        if fills.iter().all(|&group| !group.meets(link.stones)) {
            return link;
        }
        let additions = self.additions(stones, fills, link.stones, link.carrier);
        let with = additions.with & !self.stones_of(&link.entries);
        let way = Way { stones: Vec::new(), entries: link.entries };
        self.sides_entry(&additions, with, vec![way])
    }

    /// Returns the link of an entry for a position, with answers to all moves of the opponent.
    pub(super) fn position_entry(&mut self, stones: &Stones<S>, fills: &[S], mut answers: Vec<Answer<S>>) -> Link<S> {
        let common = common_cells(&answers) & stones[self.winner];
        let needed = answers.iter().fold(common, |all, answer| all | answer.stones());
        let cells = answers.iter().fold(S::default(), |all, answer| all | answer.cells());
        let additions = self.additions(stones, fills, needed, cells);
        answers.sort_by_key(|answer| answer.cell);
        let mut with = additions.with;
        for Answer { cell, link } in &answers {
            with &= !self.stones_of(&link.entries) | S::from_cell(*cell);
        }
        let given = with | additions.filled();
        let ways = answers.into_iter().map(|answer| self.way(answer, given)).collect();
        self.sides_entry(&additions, with, ways)
    }

    /// Returns what an entry for a position needs beside its ways, which need these stones and cells: the groups that
    /// must be filled in, and stones near them, so that they are filled in although the opponent has all other cells.
    fn additions(&self, stones: &Stones<S>, fills: &[S], mut with: S, cells: S) -> Additions<S> {
        let own = stones[self.winner];
        loop {
            let groups: Vec<S> = fills.iter().copied().filter(|&group| group.meets(with)).collect();
            let filled = groups.iter().fold(S::default(), |all, &group| all | group);
            let kept = with & !filled;
            let additions = Additions { with: kept, groups, carrier: (cells | filled) & !kept };
            let failing = additions.failing(self.board, self.winner);
            if failing.is_empty() {
                return additions;
            }
            let near = self.board.with_neighbours(failing);
            let nearest = [near, self.board.with_neighbours(near), self.board.all];
            let more = nearest.map(|near| near & own & !(with | filled)).into_iter().find(|more| !more.is_empty());
            with |= more.unwrap_or_else(|| unreachable!("with all stones of the position, what was found there holds"));
        }
    }

    /// Adds an entry of the sides, and returns its link.
    fn sides_entry(&mut self, additions: &Additions<S>, with: S, ways: Vec<Way>) -> Link<S> {
        let names = |cells: S| cells.iter().map(|cell| self.board.name(cell)).collect::<Vec<_>>();
        let filled = additions.groups.iter().map(|&group| names(group)).collect();
        let entry = Entry { ends: [0, 1].map(End::Side), with: names(with), filled, ways };
        let entry = self.add_entry(entry, additions.with, additions.carrier);
        self.link(SIDES, S::default(), vec![entry])
    }
}
