//! Proofs for [`hex::proof`](crate::hex::proof): strategies that are checked without the solver.
//!
//! ```text
//!     the opponent is to move, the winner has semi-connections of the sides:
//!         must-play = cells common to all of them
//!         until it is empty:
//!             the opponent plays a cell of it
//!             the winner answers by a semi-connection, or by a move that the search finds: a way without the cell
//!             must-play = must-play and the cells of that way
//! ```
//!
//! The connections are proved as they were deduced: the AND rule joins stones and entries in a way, the OR rule is an
//! entry. An answer that is no connection is proved in the same manner, from the position after it. What was proved
//! once, from whichever position, is used wherever the winner has its stones and the opponent no cell of its carrier.
//!
//! **What is kept, and for how long.** Here X has won with O to move, by two bridges, and the prover has made an
//! entry of that from the left side to B1:
//!
//! ```text
//!       A   B   C          one position: built        connections of X: ends, carriers and the trace, by ends
//!     1 .   X   .                                     own {B1, C3}      links[(left and B1, {A1, A2})]
//!       2 .   .   O        whole proof:               entries[0] = "left to B1 by A1 or A2", numbers[that entry] = 0
//!         3 .   .   X                                 known: links of the sides, for any position with their stones
//! ```
//!
//! - `built`: the connections of *one* player in one position, from one [`build`](Prover::build) to the next. A
//!   recursive call builds others, so nothing of `built` is used after it. Links that were made of it name cells and
//!   entries alone, and stay valid.
//! - `entries`, by their numbers, and `numbers`, the inverse: for the whole proof. They are only added to, and an entry
//!   uses earlier ones alone.
//! - `known`: links of the sides, for the whole proof, and for each position that has their stones. They are only added
//!   to.
//! - `circuit`: for one position. [`defend`](Prover::defend) takes its flow out, as recursive calls use it again.
//!
//! The prover visits positions that the search has visited, with the same cells filled in; the entries say why that is
//! right. It answers inferior moves, too, which the search leaves out: there are few, and a search decides them. Among
//! several answers that the search has found to win it takes one that leaves the opponent few moves.

mod additions;
mod links;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use self::links::{Answer, Link, SIDES, without_needless};
use super::Searches;
use super::carriers::Ends;
use super::cells::{Board, CellSet, Stones, Words};
use super::connections::{Connections, Until};
use super::fill_in::fill_in;
use super::ordering::Circuit;
use crate::hex::Position;
use crate::hex::proof::{Entry, Proof, Way};
use crate::player::Player;

/// The number of answers, the first ones by the flow of current, that are compared by how few moves they leave the
/// opponent. That halves the length of some proofs.
const RANKED: usize = 8;

/// Returns a proof of who wins a position, or `None` if the search was stopped, or a state that was loaded contradicts
/// itself.
pub(super) fn prove(searches: Searches<'_, '_>, position: &Position, to_move: Player) -> Option<Proof> {
    match searches.solver.board.size {
        ..=8 => prove_with::<u64>(searches, position, to_move),
        9..=11 => prove_with::<u128>(searches, position, to_move),
        12.. => prove_with::<Words>(searches, position, to_move),
    }
}

fn prove_with<S: CellSet>(mut searches: Searches<'_, '_>, position: &Position, to_move: Player) -> Option<Proof> {
    let board = &Board::<S>::new(searches.solver.board.size);
    let stones = searches.solver.stones(position);
    let winner = searches.known_winner(&stones, to_move)?;
    let stones = stones.converted();
    let mut connections = Connections::default();
    connections.trace = Some(Vec::new());
    let mut prover = Prover {
        board,
        winner,
        searches,
        built: Built { own: stones[winner], connections, links: HashMap::new() },
        circuit: Circuit::default(),
        entries: Vec::new(),
        numbers: HashMap::new(),
        known: Vec::new(),
        share: 1.0,
        done: 0.0,
    };
    let (first, link) = if winner == to_move && !board.is_won(winner, stones[winner]) {
        let Answer { cell, link } = prover.answer(&stones, board.all)?;
        (S::from_cell(cell), link)
    } else {
        (S::default(), prover.defend(&stones, board.all, Vec::new())?)
    };
    let (entries, used) = prover.used_by(&link);
    let named = link.named | first;
    let win = Way { stones: named.iter().map(|cell| board.name(cell)).collect(), entries: used };
    Some(Proof { position: position.clone(), to_move, winner, entries, win })
}

/// An entry with all stones and cells that it needs.
#[derive(Clone, Debug)]
struct Proved<S> {
    entry: Rc<Entry>,
    stones: S,
    carrier: S,
}

/// The connections of one player in one position, from one [`build`](Prover::build) to the next.
struct Built<S> {
    connections: Connections<S>,
    /// The winner's stones in the position.
    own: S,
    /// If they are the winner's connections: the links of full ones, as far as they were asked for.
    links: HashMap<(Ends, S), Link<S>>,
}

struct Prover<'a, 'b, S> {
    board: &'a Board<S>,
    winner: Player,
    searches: Searches<'a, 'b>,
    built: Built<S>,
    /// The current in the position that is being proved.
    circuit: Circuit,
    /// The entries of the whole proof so far, and more that it may not need. An entry uses those before it.
    entries: Vec<Proved<S>>,
    /// The index in `entries` of each entry.
    numbers: HashMap<Rc<Entry>, usize>,
    /// Links of the sides that were proved for positions so far.
    known: Vec<Link<S>>,
    /// How much of the whole proof the position that is being proved is.
    share: f64,
    /// How much of the whole proof is done.
    done: f64,
}

impl<S: CellSet> Prover<'_, '_, S> {
    /// Proves a position that the winner wins with the opponent to move, after a move at a cell or, with all cells,
    /// from the start (`around`). `fills` are the groups of cells that the position has filled in for the winner since
    /// the last entry.
    fn defend(&mut self, stones: &Stones<S>, around: S, mut fills: Vec<S>) -> Option<Link<S>> {
        let stones = &self.filled(stones, around, &mut fills);
        let own = stones[self.winner];
        if self.board.is_won(self.winner, own) {
            let link = self.link(SIDES, self.path(own, SIDES[0], SIDES[1]), Vec::new());
            return Some(self.as_entry(stones, &fills, link));
        }
        let other = stones[self.winner.opponent()];
        if self.board.is_won(self.winner.opponent(), other) {
            return None;
        }
        let serves = |link: &&Link<S>| link.stones.is_within(own) && !link.carrier.meets(other);
        if let Some(link) = self.known.iter().filter(serves).min_by_key(|link| link.carrier.count()) {
            let link = link.clone();
            return Some(self.as_entry(stones, &fills, link));
        }
        self.build(stones, self.winner, Until::FullOfSides);
        if let Some(carrier) = self.built.connections.full_of_sides() {
            let link = self.full_of_sides(carrier);
            let link = self.as_entry(stones, &fills, link);
            self.known.push(link.clone());
            return Some(link);
        }
        self.circuit.begin(self.board.cells);
        self.circuit.add(&self.built.connections);
        // The search for answers uses the circuit again.
        let flow = std::mem::take(&mut self.circuit.flow);
        let empty = stones.empty(self.board);
        let mut answers = self.semis_of_sides(empty);
        let mut must_play = answers.iter().fold(empty, |all, answer| all & answer.cells());
        let mut seen = 0;
        let (share, before, moves) = (self.share, self.done, f64::from(must_play.count()));
        self.share = share / moves;
        loop {
            for link in &self.known[seen..] {
                let missing = link.stones & !own;
                let fits = missing.count() == 1 && missing.is_within(empty) && !link.carrier.meets(other);
                if fits && !must_play.is_within(link.carrier | missing) {
                    answers.push(Answer { cell: missing.first(), link: link.clone() });
                    must_play &= link.carrier | missing;
                }
            }
            seen = self.known.len();
            let weakest = |&a: &usize, &b: &usize| flow[a].total_cmp(&flow[b]);
            let Some(cell) = must_play.iter().min_by(weakest) else { break };
            let answer = self.answer(&stones.with(self.winner.opponent(), cell), S::from_cell(cell))?;
            must_play &= answer.cells();
            answers.push(answer);
            self.done = before + share * (1.0 - f64::from(must_play.count()) / moves);
            self.searches.solver.progress_mut().proved = Some(self.done);
        }
        self.share = share;
        // The opponent cannot play on own stones.
        let answers = without_needless(answers, own);
        let link = self.position_entry(stones, &fills, answers);
        self.known.push(link.clone());
        Some(link)
    }

    /// Proves a position that the winner wins, being to move. Neither player has won.
    fn answer(&mut self, stones: &Stones<S>, around: S) -> Option<Answer<S>> {
        let mut fills = Vec::new();
        let stones = &self.filled(stones, around, &mut fills);
        let own = stones[self.winner];
        self.build(stones, self.winner, Until::SemiOfSides);
        let full = if self.board.is_won(self.winner, own) {
            Some(self.link(SIDES, self.path(own, SIDES[0], SIDES[1]), Vec::new()))
        } else {
            self.built.connections.full_of_sides().map(|carrier| self.full_of_sides(carrier))
        };
        if let Some(link) = full {
            let link = self.as_entry(stones, &fills, link);
            // The carrier is not empty, as the winner had not won before. A stone there does no harm.
            return Some(Answer { cell: link.carrier.first(), link });
        }
        if let Some(&semi) = self.built.connections.semis_of_sides().iter().min_by_key(|semi| semi.count()) {
            let Answer { cell, link } = self.semi_of_sides(semi);
            let link = self.as_entry(&stones.with(self.winner, cell), &fills, link);
            self.known.push(link.clone());
            return Some(Answer { cell, link });
        }
        self.circuit.begin(self.board.cells);
        self.circuit.add(&self.built.connections);
        self.build(stones, self.winner.opponent(), Until::FullOfSides);
        self.circuit.add(&self.built.connections);
        let moves = self.circuit.ordered(stones.empty(self.board) & self.built.connections.must_play);
        let cell = self.winning_move(stones, moves)?;
        let link = self.defend(&stones.with(self.winner, cell), S::from_cell(cell), fills)?;
        Some(Answer { cell, link })
    }

    /// Returns one of these moves that wins: of those that are known to win, or become known by a search of the
    /// position, one that leaves the opponent few moves; otherwise the first that wins.
    fn winning_move(&mut self, stones: &Stones<S>, mut moves: Vec<usize>) -> Option<usize> {
        let (winner, opponent) = (self.winner, self.winner.opponent());
        let after = |cell| stones.with(winner, cell).converted();
        let wins = |searches: &Searches<'_, '_>, cell| searches.known(&after(cell), opponent) == Some(winner);
        if !moves.iter().any(|&cell| wins(&self.searches, cell)) {
            // What it finds is easier to prove than the first of the moves that wins.
            self.searches.winner(&stones.converted(), winner)?;
        }
        let found: Vec<usize> = moves.iter().copied().filter(|&cell| wins(&self.searches, cell)).collect();
        if !found.is_empty() {
            moves = found;
        }
        let ranked = moves.len().min(RANKED);
        // This needs no trace, and leaves connections of other positions in `built`.
        let trace = self.built.connections.trace.take();
        moves[..ranked].sort_by_cached_key(|&cell| {
            let after = self.filled(&stones.with(winner, cell), S::from_cell(cell), &mut Vec::new());
            self.build(&after, winner, Until::FullOfSides);
            if self.built.connections.full_of_sides().is_some() {
                return 0;
            }
            (after.empty(self.board) & self.built.connections.must_play).count()
        });
        self.built.connections.trace = trace;
        for cell in moves {
            if self.searches.known_winner(&after(cell), opponent)? == winner {
                return Some(cell);
            }
        }
        // A player who wins has a winning move, and it is in all carriers of the opponent's semi-connections; so what
        // was loaded contradicts itself.
        None
    }

    /// Returns a position as the search sees it, with dead and captured cells near those of `around` filled in, and
    /// adds the groups that the winner gets to `fills`.
    fn filled(&self, stones: &Stones<S>, around: S, fills: &mut Vec<S>) -> Stones<S> {
        let mut filled = *stones;
        let around = self.board.with_neighbours(around);
        // Dead cells are X's, as in the search: the winner gets none of them if that is O.
        fill_in(self.board, &mut filled, around, Player::X, &mut |player, cells| {
            if player == self.winner {
                fills.push(cells);
            }
        });
        filled
    }

    fn build(&mut self, stones: &Stones<S>, player: Player, until: Until) {
        self.built.own = stones[self.winner];
        self.built.links.clear();
        let _ = self.built.connections.build(self.board, stones, player, until, &mut || ControlFlow::Continue(()));
    }

    /// Returns the stones that some entries need.
    fn stones_of(&self, entries: &[usize]) -> S {
        entries.iter().fold(S::default(), |all, &entry| all | self.entries[entry].stones)
    }

    /// Returns the number of an entry, which is added if it is new. Its stones and its carrier follow from the entry.
    fn add_entry(&mut self, entry: Entry, stones: S, carrier: S) -> usize {
        let entry = Rc::new(entry);
        *self.numbers.entry(Rc::clone(&entry)).or_insert_with(|| {
            self.entries.push(Proved { entry, stones, carrier });
            self.entries.len() - 1
        })
    }

    /// Returns the entries that a link needs, and their numbers in the link.
    fn used_by(&self, link: &Link<S>) -> (Vec<Entry>, Vec<usize>) {
        let mut is_used = vec![false; self.entries.len()];
        for &entry in &link.entries {
            is_used[entry] = true;
        }
        for index in (0..self.entries.len()).rev() {
            if is_used[index] {
                let ways = self.entries[index].entry.ways.iter();
                ways.flat_map(|way| &way.entries).for_each(|&entry| is_used[entry] = true);
            }
        }
        let mut numbers = vec![0; self.entries.len()];
        let mut used = Vec::new();
        for (index, Proved { entry, .. }) in self.entries.iter().enumerate().filter(|&(index, _)| is_used[index]) {
            numbers[index] = used.len();
            let mut entry = Entry::clone(entry);
            entry.ways.iter_mut().flat_map(|way| &mut way.entries).for_each(|used| *used = numbers[*used]);
            used.push(entry);
        }
        (used, link.entries.iter().map(|&entry| numbers[entry]).collect())
    }
}
