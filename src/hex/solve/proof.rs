//! Proofs for [`hex::proof`](crate::hex::proof): strategies that are checked without the solver.
//!
//! ```text
//!     the opponent is to move, the winner has semi-connections of the sides:
//!         must-play = cells common to all of them
//!         until it is empty:
//!             the opponent plays a cell of it
//!             the winner answers by a semi-connection, or by a move that the search finds      a way that does not need the cell
//!             must-play = must-play and the cells of that way
//! ```
//!
//! The connections are proved as they were deduced: the AND rule joins stones and entries in a way, the OR rule is an entry. An
//! answer that is no connection is proved in the same manner, from the position after it. What was proved once, from whichever position,
//! is used wherever the winner has its stones and the opponent no cell of its carrier.
//!
//! Captured and dead cells cannot be seen in a proof, so it has moves there. The choices depend on who wins and on the
//! position alone, and not on the state of the search.

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;
use std::rc::Rc;

use super::cells::{Board, CellSet, Stones};
use super::connections::{Connections, Deduced, Rule, Until, pair};
use super::fill_in::{fill_in, is_captured, is_dead, ring};
use super::inferior::{Superior, inferior_moves, is_inferior};
use super::ordering::Circuit;
use crate::hex::Position;
use crate::hex::proof::{End, Entry, Proof, Way};
use crate::player::{ByPlayer, Player};

/// The number of answers, the first ones by the flow of current, that are tried in the order of how few moves they leave the opponent.
/// On 6×6 this divides the length of proofs by three to five; with more it stays.
const RANKED: usize = 8;

/// Tells who wins a position with a player to move; `None` if that was cancelled.
type Oracle<'a, S> = dyn FnMut(&Stones<S>, Player) -> Option<Player> + 'a;

/// Returns a proof of who wins a position, or `None` if `oracle` has been cancelled, or its answers contradict each other.
pub(super) fn prove<S: CellSet>(
    board: &Board<S>,
    position: &Position,
    (stones, to_move): (Stones<S>, Player),
    oracle: &mut Oracle<'_, S>,
) -> Option<Proof> {
    let winner = oracle(&stones, to_move)?;
    let mut connections = Connections::default();
    connections.trace = Some(HashMap::new());
    let mut prover = Prover {
        board,
        winner,
        oracle,
        connections,
        own: stones.of[winner],
        links: HashMap::new(),
        circuit: Circuit::default(),
        entries: Vec::new(),
        numbers: HashMap::new(),
        known: Vec::new(),
    };
    let (first, link) = if winner == to_move && !board.is_won(winner, stones.of[winner]) {
        let (cell, link) = prover.answer(&stones, board.all)?;
        (S::of(cell), link)
    } else {
        (S::default(), prover.defend(&stones, board.all, Vec::new())?)
    };
    let (entries, used) = prover.used_by(&link);
    let named = link.named | first;
    let win = Way { stones: named.iter().map(|cell| board.name(cell)).collect(), entries: used };
    Some(Proof { position: position.clone(), to_move, winner, entries, win })
}

/// An end: the number of a cell, or the number of cells plus that of a side.
type Vertex = usize;

/// Stones and entries that join two ends, as in a way.
#[derive(Clone, Debug)]
struct Link<S> {
    ends: [Vertex; 2],
    /// Stones that join the ends together with the entries.
    named: S,
    entries: Vec<usize>,
    /// All stones that are needed: the named ones and those of the entries.
    stones: S,
    /// The carriers of the entries without the stones.
    carrier: S,
}

/// A move and the link that it completes.
type Answer<S> = (usize, Link<S>);

/// An entry with all stones and cells that it needs.
#[derive(Clone, Debug)]
struct Proved<S> {
    entry: Rc<Entry>,
    stones: S,
    carrier: S,
}

/// What an entry of the sides has beside its ways.
#[derive(Clone, Debug)]
struct Header<S> {
    /// Stones that are needed, without those that are filled in.
    with: S,
    groups: Vec<S>,
    inferior: Vec<(usize, usize)>,
    carrier: S,
}

impl<S: CellSet> Header<S> {
    fn filled(&self) -> S {
        self.groups.iter().fold(S::default(), |all, &group| all | group)
    }
}

/// Returns the cells that an answer needs.
fn cells<S: CellSet>((cell, link): &Answer<S>) -> S {
    link.carrier | S::of(*cell)
}

/// Returns the cells that all answers need.
fn common<S: CellSet>(answers: &[Answer<S>]) -> S {
    answers.iter().map(cells).reduce(|all, cells| all & cells).unwrap_or(!S::default())
}

/// Leaves answers out that are not needed, the largest first: those without which the answers need no more common cells than the given ones.
fn fewest<S: CellSet>(mut answers: Vec<Answer<S>>, common_cells: S) -> Vec<Answer<S>> {
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

static RANKED_ENV: std::sync::LazyLock<usize> = std::sync::LazyLock::new(|| std::env::var("RANKED").ok().and_then(|v| v.parse().ok()).unwrap_or(RANKED));

struct Prover<'a, 'b, S> {
    board: &'a Board<S>,
    winner: Player,
    oracle: &'a mut Oracle<'b, S>,
    connections: Connections<S>,
    /// The winner's stones in the position whose connections these are.
    own: S,
    /// The links of full connections that have been deduced, by their ends and carriers.
    links: HashMap<(usize, S), Link<S>>,
    circuit: Circuit,
    entries: Vec<Proved<S>>,
    numbers: HashMap<Rc<Entry>, usize>,
    /// Links of the sides.
    known: Vec<Link<S>>,
}

impl<S: CellSet> Prover<'_, '_, S> {
    fn side(&self, side: usize) -> Vertex {
        self.board.cells + side
    }

    fn sides(&self) -> [Vertex; 2] {
        [0, 1].map(|side| self.side(side))
    }

    /// Returns the set of an end, which is empty for a side.
    fn stone(&self, end: Vertex) -> S {
        if end < self.board.cells { S::of(end) } else { S::default() }
    }

    fn link(&self, ends: [Vertex; 2], named: S, entries: Vec<usize>) -> Link<S> {
        let named = named | self.stone(ends[0]) | self.stone(ends[1]);
        let stones = entries.iter().fold(named, |all, &entry| all | self.entries[entry].stones);
        let carrier = entries.iter().fold(S::default(), |all, &entry| all | self.entries[entry].carrier) & !stones;
        Link { ends, named, entries, stones, carrier }
    }

    /// Proves a position that the winner wins with the opponent to move, after a move at a cell or, with all cells, from the start. `fills` are
    /// the groups of cells that the position has filled in for the winner since the last entry.
    fn defend(&mut self, stones: &Stones<S>, around: S, mut fills: Vec<S>) -> Option<Link<S>> {
        let stones = &self.filled(stones, around, &mut fills);
        let own = stones.of[self.winner];
        let sides = self.sides();
        if self.board.is_won(self.winner, own) {
            let link = self.link(sides, self.path(own, sides[0], sides[1]), Vec::new());
            return Some(self.as_entry(stones, &fills, link));
        }
        let other = stones.of[self.winner.opponent()];
        if self.board.is_won(self.winner.opponent(), other) {
            return None;
        }
        let serves = |link: &&Link<S>| link.stones.is_within(own) && !link.carrier.meets(other);
        if let Some(link) = self.known.iter().filter(serves).min_by_key(|link| link.carrier.count()) {
            let link = link.clone();
            return Some(self.as_entry(stones, &fills, link));
        }
        self.build(stones, self.winner, Until::FullOfSides);
        if let Some(carrier) = self.connections.full_of_sides() {
            let link = self.full_of_sides(carrier);
            let link = self.as_entry(stones, &fills, link);
            self.known.push(link.clone());
            return Some(link);
        }
        self.circuit.begin(self.board.cells);
        self.circuit.add(&self.connections);
        // The search for answers uses the circuit again.
        let flow = std::mem::take(&mut self.circuit.flow);
        let empty = stones.empty(self.board);
        let (inferior, superior) = inferior_moves(self.board, stones, self.winner.opponent());
        let mut answers = self.semis_of_sides(empty & !inferior);
        let mut seen = 0;
        let cells = |answer: &Answer<S>| (answer.1.carrier | S::of(answer.0)) & empty;
        let mut must_play = answers.iter().fold(empty & !inferior, |all, answer| all & cells(answer));
        loop {
            for link in &self.known[seen..] {
                let missing = link.stones & !own;
                let fits = missing.count() == 1 && missing.is_within(empty) && !link.carrier.meets(other);
                if fits && !must_play.is_within(link.carrier | missing) {
                    answers.push((missing.first(), link.clone()));
                    must_play &= link.carrier | missing;
                }
            }
            seen = self.known.len();
            let weakest = |&a: &usize, &b: &usize| flow[a].total_cmp(&flow[b]);
            let Some(cell) = must_play.iter().min_by(weakest) else { break };
            let answer = self.answer(&stones.with(self.winner.opponent(), cell), S::of(cell))?;
            must_play &= cells(&answer);
            answers.push(answer);
        }
        let answers = fewest(answers, own | inferior);
        let link = self.position_entry(stones, &fills, answers, &superior);
        self.known.push(link.clone());
        Some(link)
    }

    /// Proves a position that the winner wins, being to move. Neither player has won.
    fn answer(&mut self, stones: &Stones<S>, around: S) -> Option<Answer<S>> {
        let mut fills = Vec::new();
        let stones = &self.filled(stones, around, &mut fills);
        let own = stones.of[self.winner];
        let sides = self.sides();
        self.build(stones, self.winner, Until::SemiOfSides);
        let full = if self.board.is_won(self.winner, own) {
            Some(self.link(sides, self.path(own, sides[0], sides[1]), Vec::new()))
        } else {
            self.connections.full_of_sides().map(|carrier| self.full_of_sides(carrier))
        };
        if let Some(link) = full {
            let link = self.as_entry(stones, &fills, link);
            // The carrier is not empty, as the winner had not won before. A stone there does no harm.
            return Some((link.carrier.first(), link));
        }
        if let Some(&semi) = self.connections.semis_of_sides().iter().min_by_key(|semi| semi.count()) {
            let (cell, link) = self.semi_of_sides(semi);
            let link = self.as_entry(&stones.with(self.winner, cell), &fills, link);
            self.known.push(link.clone());
            return Some((cell, link));
        }
        self.circuit.begin(self.board.cells);
        self.circuit.add(&self.connections);
        self.build(stones, self.winner.opponent(), Until::FullOfSides);
        self.circuit.add(&self.connections);
        let mut moves = self.circuit.ordered(stones.empty(self.board) & self.connections.must_play);
        self.rank(stones, &mut moves);
        for cell in moves {
            let after = stones.with(self.winner, cell);
            if (self.oracle)(&after, self.winner.opponent())? == self.winner {
                return Some((cell, self.defend(&after, S::of(cell), fills)?));
            }
        }
        // A player who wins has a winning move, and it is in all carriers of the opponent's semi-connections; so the answers of the
        // oracle contradict each other.
        None
    }

    /// Reorders the first moves of a list: those first after which the opponent has the fewest moves in all of the winner's semi-connections.
    fn rank(&mut self, stones: &Stones<S>, moves: &mut [usize]) {
        let ranked = moves.len().min(*RANKED_ENV);
        let trace = self.connections.trace.take();
        moves[..ranked].sort_by_cached_key(|&cell| {
            let after = self.filled(&stones.with(self.winner, cell), S::of(cell), &mut Vec::new());
            self.build(&after, self.winner, Until::FullOfSides);
            if self.connections.full_of_sides().is_some() {
                return 0;
            }
            let (inferior, _) = inferior_moves(self.board, &after, self.winner.opponent());
            (after.empty(self.board) & self.connections.must_play & !inferior).count()
        });
        self.connections.trace = trace;
    }

    /// Returns a position as the search sees it, with dead and captured cells near those of `around` filled in, and adds the groups that the winner
    /// gets to `fills`.
    fn filled(&self, stones: &Stones<S>, around: S, fills: &mut Vec<S>) -> Stones<S> {
        let mut filled = *stones;
        let around = self.board.with_neighbours(around);
        fill_in(self.board, &mut filled, around, Player::X, |player, cells| {
            if player == self.winner {
                fills.push(cells);
            }
        });
        filled
    }

    /// Returns a link of the sides in which no stone is needed that was filled in.
    fn as_entry(&mut self, stones: &Stones<S>, fills: &[S], link: Link<S>) -> Link<S> {
        if fills.iter().all(|&group| !group.meets(link.stones)) {
            return link;
        }
        let header = self.header(stones, fills, (link.stones, link.carrier), Vec::new());
        let with = header.with & !self.stones_of(&link.entries);
        let way = Way { stones: Vec::new(), entries: link.entries };
        let entry = self.header_entry(&header, with, vec![way]);
        self.link(self.sides(), S::default(), vec![entry])
    }

    /// Returns the link of an entry for a position, with answers to all moves of the opponent that are not inferior.
    fn position_entry(
        &mut self,
        stones: &Stones<S>,
        fills: &[S],
        mut answers: Vec<Answer<S>>,
        superior: &[Superior],
    ) -> Link<S> {
        let own = stones.of[self.winner];
        let common = common(&answers);
        let inferior = superior.iter().map(|&(cell, by)| (usize::from(cell), usize::from(by)));
        let inferior = inferior.filter(|&(cell, _)| common.has(cell)).collect();
        let needed = answers.iter().fold(common & own, |all, (cell, link)| all | (link.stones & !S::of(*cell)));
        let cells = answers.iter().fold(S::default(), |all, answer| all | cells(answer));
        let header = self.header(stones, fills, (needed, cells), inferior);
        answers.sort_by_key(|answer| answer.0);
        let of_ways = |all, (cell, link): &Answer<S>| all | self.stones_of(&link.entries) & !S::of(*cell);
        let with = header.with & !answers.iter().fold(S::default(), of_ways);
        let ways = answers.into_iter().map(|(cell, link)| {
            let known = self.stones_of(&link.entries) | S::of(cell) | with | header.filled();
            let stones = std::iter::once(cell).chain((link.named & !known).iter());
            Way { stones: stones.map(|cell| self.board.name(cell)).collect(), entries: link.entries }
        });
        let ways = ways.collect();
        let entry = self.header_entry(&header, with, ways);
        self.link(self.sides(), S::default(), vec![entry])
    }

    /// Returns what an entry for a position needs beside its ways, which need these stones and cells: the groups that must be filled in, and stones
    /// near them and near inferior moves, so that they are filled in and inferior although the opponent has all other cells.
    fn header(&self, stones: &Stones<S>, fills: &[S], ways: (S, S), inferior: Vec<(usize, usize)>) -> Header<S> {
        let Prover { board, winner, .. } = *self;
        let opponent = winner.opponent();
        let own = stones.of[winner];
        let (mut with, mut cells) = ways;
        cells = inferior.iter().fold(cells, |all, &(_, by)| all | S::of(by));
        loop {
            let groups: Vec<S> = fills.iter().copied().filter(|&group| group.meets(with)).collect();
            let filled = groups.iter().fold(S::default(), |all, &group| all | group);
            let header = Header { with: with & !filled, groups, inferior: inferior.clone(), carrier: (cells | filled) & !(with & !filled) };
            let mut worst = Stones { of: ByPlayer::default() };
            worst.of[winner] = header.with;
            worst.of[opponent] = board.all & !(header.with | header.carrier);
            let mut failing = S::default();
            for &group in &header.groups {
                let is_filled = if group.count() == 1 {
                    is_dead(ring(board, &worst, group.first()))
                } else {
                    is_captured(board, &worst, [group.first(), group.without_first().first()], winner)
                };
                if !is_filled {
                    failing |= group;
                }
                worst.of[winner] |= group;
            }
            for &(cell, by) in &header.inferior {
                if !is_inferior(board, &worst, opponent, (cell, by)) {
                    failing |= S::of(cell);
                }
            }
            if failing.is_empty() {
                return header;
            }
            let near = board.with_neighbours(failing);
            let more = [near, board.with_neighbours(near), board.all].map(|near| near & own & !(with | filled));
            let more = more.into_iter().find(|more| !more.is_empty());
            with |= more.unwrap_or_else(|| unreachable!("with all stones of the position, what was found there holds"));
        }
    }

    /// Returns the number of an entry of the sides.
    fn header_entry(&mut self, header: &Header<S>, with: S, ways: Vec<Way>) -> usize {
        let name = |cell| self.board.name(cell);
        let sides = [0, 1].map(End::Side);
        let entry = Entry {
            ends: sides,
            with: with.iter().map(name).collect(),
            filled: header.groups.iter().map(|group| group.iter().map(name).collect()).collect(),
            inferior: header.inferior.iter().map(|&(cell, by)| [name(cell), name(by)]).collect(),
            ways,
        };
        self.numbered(entry, header.with, header.carrier)
    }

    fn stones_of(&self, entries: &[usize]) -> S {
        entries.iter().fold(S::default(), |all, &entry| all | self.entries[entry].stones)
    }

    fn numbered(&mut self, entry: Entry, stones: S, carrier: S) -> usize {
        let entry = Rc::new(entry);
        *self.numbers.entry(Rc::clone(&entry)).or_insert_with(|| {
            self.entries.push(Proved { entry, stones, carrier });
            self.entries.len() - 1
        })
    }

    fn build(&mut self, stones: &Stones<S>, player: Player, until: Until) {
        self.own = stones.of[self.winner];
        self.links.clear();
        let _ = self.connections.build(self.board, stones, player, until, &mut || ControlFlow::Continue(()));
    }

    /// Returns the number of the entry with some of these answers. No cell is needed by all of them, but for own stones.
    fn entry(&mut self, ends: [Vertex; 2], own: S, answers: Vec<Answer<S>>) -> usize {
        let mut answers = fewest(answers, own);
        let needed = common(&answers);
        answers[0].1.stones |= needed;
        answers[0].1.named |= needed;
        answers.sort_by_key(|answer| answer.0);
        let of_ends = self.stone(ends[0]) | self.stone(ends[1]);
        let stones = answers.iter().fold(of_ends, |all, answer| all | (answer.1.stones & !S::of(answer.0)));
        let carrier = answers.iter().fold(S::default(), |all, answer| all | cells(answer)) & !stones;
        let way = |(cell, link): Answer<S>| {
            let known = link.entries.iter().fold(of_ends | S::of(cell), |all, &entry| all | self.entries[entry].stones);
            let stones = std::iter::once(cell).chain((link.named & !known).iter());
            Way { stones: stones.map(|cell| self.board.name(cell)).collect(), entries: link.entries }
        };
        let cells = self.board.cells;
        let end = |end| if end < cells { End::Cell(self.board.name(end)) } else { End::Side(end - cells) };
        let ways = answers.into_iter().map(way).collect();
        let entry = Entry { ends: ends.map(end), with: Vec::new(), filled: Vec::new(), inferior: Vec::new(), ways };
        self.numbered(entry, stones, carrier)
    }

    /// Returns the stones on a shortest path over the given ones and the winner's sides; none if both ends are the same.
    fn path(&self, own: S, from: Vertex, to: Vertex) -> S {
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

/// Connections as links, as they were deduced.
impl<S: CellSet> Prover<'_, '_, S> {
    fn full_of_sides(&mut self, carrier: S) -> Link<S> {
        let link = self.full((0, 1), carrier);
        self.extended(&link, self.sides())
    }

    /// Returns the link of a semi-connection of the sides with its move.
    fn semi_of_sides(&mut self, carrier: S) -> Answer<S> {
        let (cell, link) = self.semi((0, 1), carrier);
        (cell, self.extended(&link, self.sides()))
    }

    /// Returns some semi-connections of the sides, chosen so that they have no more of the given cells in common than all of them.
    fn semis_of_sides(&mut self, cells: S) -> Vec<Answer<S>> {
        let sides = self.sides();
        let answers = self.semis((0, 1), usize::MAX, cells, |_| true);
        answers.into_iter().map(|(cell, link)| (cell, self.extended(&link, sides))).collect()
    }

    /// Returns the link of a full connection. An end that is a chain has the side or the stone of the chain that the connection begins at.
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

    /// Returns the link of an entry whose ways are some of the semi-connections that were deduced before the one with the given index.
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

    /// Returns some of the first semi-connections of two ends, chosen so that they leave no more cells of `common` than all of them.
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
