//! Entries for positions: what they have beside their ways, so that cells which are filled in and moves which are left
//! out stay so in every position that the entry serves.

use super::Prover;
use super::links::{Answer, Link, common_cells};
use crate::hex::proof::{End, Entry, Way};
use crate::hex::solve::cells::{Board, CellSet, Stones, Words};
use crate::hex::solve::fill_in::{is_captured, is_dead, ring};
use crate::hex::solve::inferior::{Superior, is_inferior};
use crate::player::Player;

/// What an entry of the sides has beside its ways.
#[derive(Clone, Debug)]
struct Additions {
    /// Stones that are needed, without those that are filled in.
    with: Words,
    groups: Vec<Words>,
    inferior: Vec<(usize, usize)>,
    carrier: Words,
}

impl Additions {
    fn filled(&self) -> Words {
        self.groups.iter().fold(Words::default(), |all, &group| all | group)
    }

    /// Returns the cells that are not dead or captured, and the moves that are not inferior, if the opponent has all
    /// other cells.
    fn failing(&self, board: &Board<Words>, winner: Player) -> Words {
        let opponent = winner.opponent();
        let mut worst = Stones::default();
        worst[winner] = self.with;
        worst[opponent] = board.all & !(self.with | self.carrier);
        let mut failing = Words::default();
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
        let moves = self.inferior.iter().filter(|&&pair| !is_inferior(board, &worst, opponent, pair));
        moves.fold(failing, |all, &(cell, _)| all | Words::from_cell(cell))
    }
}

impl Prover<'_, '_> {
    /// Returns a link of the sides in which no stone is needed that was filled in.
    pub(super) fn as_entry(&mut self, stones: &Stones<Words>, fills: &[Words], link: Link) -> Link {
        if fills.iter().all(|&group| !group.meets(link.stones)) {
            return link;
        }
        let additions = self.additions(stones, fills, (link.stones, link.carrier), &[]);
        let with = additions.with & !self.stones_of(&link.entries);
        let way = Way { stones: Vec::new(), entries: link.entries };
        let entry = self.sides_entry(&additions, with, vec![way]);
        self.link(self.sides(), Words::default(), vec![entry])
    }

    /// Returns the link of an entry for a position, with answers to all moves of the opponent that are not inferior.
    pub(super) fn position_entry(
        &mut self,
        stones: &Stones<Words>,
        fills: &[Words],
        mut answers: Vec<Answer>,
        superior: &[Superior],
    ) -> Link {
        let own = stones[self.winner];
        let common = common_cells(&answers);
        let inferior = superior.iter().map(|&(cell, by)| (usize::from(cell), usize::from(by)));
        let inferior = inferior.filter(|&(cell, _)| common.has(cell)).collect::<Vec<_>>();
        let needed = answers.iter().fold(common & own, |all, answer| all | answer.stones());
        let cells = answers.iter().fold(Words::default(), |all, answer| all | answer.cells());
        let additions = self.additions(stones, fills, (needed, cells), &inferior);
        answers.sort_by_key(|answer| answer.cell);
        let mut with = additions.with;
        for Answer { cell, link } in &answers {
            with &= !self.stones_of(&link.entries) | Words::from_cell(*cell);
        }
        let given = with | additions.filled();
        let ways = answers.into_iter().map(|answer| self.way(answer, given)).collect();
        let entry = self.sides_entry(&additions, with, ways);
        self.link(self.sides(), Words::default(), vec![entry])
    }

    /// Returns what an entry for a position needs beside its ways, which need these stones and cells: the groups that
    /// must be filled in, and stones near them and near inferior moves, so that they are filled in and inferior
    /// although the opponent has all other cells.
    fn additions(
        &self,
        stones: &Stones<Words>,
        fills: &[Words],
        (mut with, cells): (Words, Words),
        inferior: &[(usize, usize)],
    ) -> Additions {
        let own = stones[self.winner];
        let cells = inferior.iter().fold(cells, |all, &(_, by)| all | Words::from_cell(by));
        loop {
            let groups: Vec<Words> = fills.iter().copied().filter(|&group| group.meets(with)).collect();
            let filled = groups.iter().fold(Words::default(), |all, &group| all | group);
            let kept = with & !filled;
            let inferior = inferior.to_vec();
            let additions = Additions { with: kept, groups, inferior, carrier: (cells | filled) & !kept };
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

    /// Returns the number of an entry of the sides.
    fn sides_entry(&mut self, additions: &Additions, with: Words, ways: Vec<Way>) -> usize {
        let name = |cell| self.board.name(cell);
        let sides = [0, 1].map(End::Side);
        let entry = Entry {
            ends: sides,
            with: with.iter().map(name).collect(),
            filled: additions.groups.iter().map(|group| group.iter().map(name).collect()).collect(),
            inferior: additions.inferior.iter().map(|&(cell, by)| [name(cell), name(by)]).collect(),
            ways,
        };
        self.add_entry(entry, additions.with, additions.carrier)
    }
}
