//! Depth-first proof-number search with widening.
//!
//! ```text
//!     a position, seen by the player to move           proof number      least work that could prove a win of this player:
//!                                                                         the least disproof number of a child
//!     its children: positions after each move          disproof number   least work that could prove a loss:
//!                                                                         the sum of the children's proof numbers
//! ```
//!
//! A won position has proof number 0, a lost one disproof number 0, and one that has not been looked at has 1 and 1.
//! The search goes from the root to the child that is best for the player to move, again and again, down to the
//! position that would change the numbers of the root most. It stays below a child as long as that child's numbers are
//! below the thresholds at which another child becomes better; a little longer, in fact, so that it does not change
//! children too often. The numbers are kept in the transposition table.
//!
//! **Widening.** Only the best moves are searched, at first: a quarter of those that are not lost yet and one more, in
//! the order of [ordering](super::ordering). When one of them is lost, the next one takes its place. Each of the others
//! adds three quarters to the disproof number.
//!
//! **Static answers.** When a position is first visited, dead and captured cells are filled in, and connections tell
//! whether it is decided: the opponent wins by a full connection of the sides. Otherwise the player must play in every
//! carrier of the opponent's semi-connections of the sides (*must-play*): outside of one, the opponent would complete
//! it.
//!
//! Six positions of ten are visited only to count their moves, which makes their first numbers; so moves are put in
//! order when the first one of a position is searched.
//!
//! While a position is searched, [proved wins](super::proved_wins) restrict the moves further, as the search below it
//! adds some.
//!
//! Sources: L. V. Allis, M. van der Meulen and H. J. van den Herik, "Proof-number search", 1994; A. Nagai, "Df-pn
//! algorithm for searching AND/OR trees and its applications", 2002; B. Arneson, R. Hayward and P. Henderson, "Solving
//! Hex: beyond humans", 2010 (widening); J. Pawlewicz and L. Lew, "Improving depth-first PN-search: 1 + ε trick", 2006.

use std::ops::ControlFlow::{self, Continue};
use std::sync::{Mutex, PoisonError};

use super::cells::{Board, CellSet, Stones};
use super::connections::{Connections, Joined, Until};
use super::fill_in::fill_in;
use super::inferior::{Superior, inferior_moves};
use super::ordering::{Circuit, wires};
use super::proved_wins::{Implied, ProvedWins};
use super::{Progress, Technique};
use crate::player::Player;
use crate::transposition::{InProgress, Table, mix};
use crate::workers::Worker;

/// Larger than any proof number of a position that is not solved.
const INFINITE: u32 = (1 << 24) - 1;

/// The number of positions that one of several workers counts together: some milliseconds.
const COUNTED_TOGETHER: u64 = 32;

/// The largest number of move lists that a worker remembers, times the number of cells that a set has bits for: the
/// lists of larger boards are longer.
const LISTS: usize = 1 << 23;

/// The proof and disproof number of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    const NEW: Numbers = Numbers { proof: 1, disproof: 1 };
    pub(super) const WON: Numbers = Numbers { proof: 0, disproof: INFINITE };
    const LOST: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    /// Returns whether the player to move wins, if that is known.
    pub(super) fn is_won(self) -> Option<bool> {
        match self {
            Numbers { proof: 0, .. } => Some(true),
            Numbers { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// Returns whether one of the numbers is at least its limit.
    fn reach(self, limits: Numbers) -> bool {
        self.proof >= limits.proof || self.disproof >= limits.disproof
    }

    fn winner(self, to_move: Player) -> Option<Player> {
        self.is_won().map(|is_won| if is_won { to_move } else { to_move.opponent() })
    }
}

/// What all workers of a search share.
#[derive(Debug)]
pub(super) struct Shared<S> {
    pub(super) board: Board<S>,
    /// A bit for each [`Technique`] that is used.
    pub(super) techniques: u8,
    /// Numbers of positions: three words of [`Stones::key`], and a word with the numbers and the work that they took.
    /// Above 11x11 the key is a hash, so that two positions could be confused; see [`CellSet::key`].
    pub(super) table: Table<4>,
    pub(super) wins: ProvedWins<S>,
    pub(super) in_progress: InProgress,
}

impl<S: CellSet> Shared<S> {
    fn uses(&self, technique: Technique) -> bool {
        self.techniques >> technique as u8 & 1 != 0
    }

    /// Returns what is known of a position.
    fn numbers(&self, key: [u64; 3]) -> Option<Numbers> {
        self.table.get(entry(key, Numbers::NEW, 0)).map(|[_, _, _, value]| unpacked(value))
    }

    pub(super) fn store(&self, key: [u64; 3], numbers: Numbers, work: u64) {
        let solved = |value| unpacked(value).is_won().is_some();
        self.table.update(entry(key, numbers, work), work_of, |old| match old {
            Some(old) if solved(old[3]) => old,
            _ => entry(key, numbers, work),
        });
    }

    /// Returns the winner if the transposition table has that, or proved wins imply it.
    pub(super) fn known(&self, stones: &Stones<S>, to_move: Player) -> Option<Player> {
        let stones = self.filled(*stones, self.board.all);
        let in_table = self.numbers(stones.key(&self.board, to_move)).and_then(|numbers| numbers.winner(to_move));
        in_table.or_else(|| {
            let mut implied = Implied::nothing(self.board.all);
            self.wins.update(&stones, to_move, &mut implied);
            implied.decision().map(|is_won| if is_won { to_move } else { to_move.opponent() })
        })
    }

    /// Returns a position as it is searched: dead and captured cells are filled in. `around` is where the position has
    /// changed.
    pub(super) fn filled(&self, mut stones: Stones<S>, around: S) -> Stones<S> {
        if self.uses(Technique::FillIn) {
            fill_in(&self.board, &mut stones, around, Player::X, |_, _| ());
        }
        stones
    }
}

/// The value is the proof number, the disproof number and a logarithm of the work, of 24, 24 and 16 bits.
fn entry(key: [u64; 3], numbers: Numbers, work: u64) -> [u64; 4] {
    let work = work + 2;
    // The whole part of the logarithm and four more bits.
    let whole = u64::from(work.ilog2());
    let log = whole << 4 | (work << 4 >> whole) & 15;
    let [a, b, c] = key;
    [a, b, c, u64::from(numbers.proof) << 40 | u64::from(numbers.disproof) << 16 | log]
}

fn unpacked(value: u64) -> Numbers {
    let number = |value: u64| value as u32 & INFINITE;
    Numbers { proof: number(value >> 40), disproof: number(value >> 16) }
}

/// Returns a logarithm of the work that an entry took.
pub(super) fn work_of(&[_, _, _, value]: &[u64; 4]) -> u32 {
    value as u32 & 0xffff
}

/// Returns whether the value of an entry is one that a search stores.
pub(super) fn is_valid(entry: &[u64; 4]) -> bool {
    let numbers = unpacked(entry[3]);
    match (numbers.proof, numbers.disproof) {
        (0, other) | (other, 0) => other == INFINITE,
        (proof, disproof) => proof < INFINITE && disproof < INFINITE,
    }
}

/// The moves of a position that are searched.
#[derive(Clone, Debug)]
struct Moves<S> {
    /// In the order of the search.
    cells: Box<[u16]>,
    /// As long as the order is not known: which ends of the opponent are joined.
    joined: Option<Box<[Joined]>>,
    /// The carriers of the opponent's semi-connections outside of which every move loses.
    carriers: S,
    superior: Box<[Superior]>,
}

impl<S: CellSet> Moves<S> {
    /// Returns the proof set of a position in which these moves lose by this proof set.
    fn proof_set(&self, of_moves: S) -> S {
        let all = of_moves | self.carriers;
        let superior = self.superior.iter().filter(|&&(move_, _)| all.has(usize::from(move_)));
        superior.fold(all, |all, &(_, superior)| all | S::of(usize::from(superior)))
    }
}

/// What a worker remembers of a position.
#[derive(Clone, Debug)]
struct Remembered<S> {
    stones: Stones<S>,
    to_move: Player,
    moves: Moves<S>,
    /// What proved wins implied when it was searched last.
    implied: Implied<S>,
}

/// Returns the disproof number of a position from the sum of the proof numbers of its first children, of `live` that
/// are not lost.
fn disproof(sum: u32, live: usize, width: usize) -> u32 {
    sum.saturating_add(live.saturating_sub(width) as u32 * 3 / 4).min(INFINITE - 1)
}

/// Returns a hash of three words.
fn hash([a, b, c]: [u64; 3]) -> u64 {
    mix(a ^ mix(b ^ mix(c)))
}

/// Returns the place of a position's move list among `places`.
fn slot<S: CellSet>(stones: &Stones<S>, to_move: Player, places: usize) -> usize {
    let [a, b, c] = S::key(stones.of);
    hash([a, b, c ^ to_move as u64]) as usize % places
}

impl<S> Child<S> {
    /// Returns the number of the child in the set of positions that are searched now.
    fn mark(&self) -> u64 {
        hash(self.key) | 1
    }
}

/// A worker's own memory.
pub(super) struct Searcher<'a, 'b, S> {
    shared: &'a Shared<S>,
    root: &'a Mutex<Progress>,
    worker: &'a mut Worker<'b>,
    connections: Connections<S>,
    circuit: Circuit,
    /// The lists that are remembered, by a hash of the position. The number of places doubles when as many lists have
    /// been added.
    lists: Vec<Option<Remembered<S>>>,
    /// The number of lists that have been added.
    added: usize,
    /// The number of positions visited that the worker has not counted.
    uncounted: u64,
}

/// A child of a position.
struct Child<S> {
    cell: u16,
    stones: Stones<S>,
    key: [u64; 3],
    numbers: Numbers,
}

impl<'a, 'b, S: CellSet> Searcher<'a, 'b, S> {
    pub(super) fn new(shared: &'a Shared<S>, root: &'a Mutex<Progress>, worker: &'a mut Worker<'b>) -> Self {
        Searcher {
            shared,
            root,
            worker,
            connections: Connections::default(),
            circuit: Circuit::default(),
            lists: vec![None; 64],
            added: 0,
            uncounted: 0,
        }
    }

    /// Returns about how many bytes the move lists and the connections of a worker take at most, on a board with the
    /// given number of cells.
    pub(super) fn most_bytes(cells: usize) -> u64 {
        // A list has two bytes for each move and fewer for inferior ones, or about two pairs of ends for each.
        let lists = (LISTS / S::BITS * (size_of::<Option<Remembered<S>>>() + 8 * S::BITS)) as u64;
        lists + Connections::<S>::most_bytes(cells)
    }

    /// Searches a position until it is solved, and returns the winner; `None` if that was cancelled.
    pub(super) fn solve(&mut self, stones: &Stones<S>, to_move: Player) -> Option<Player> {
        let root = self.shared.filled(*stones, self.shared.board.all);
        // Only the numbers of a solved position reach these limits.
        let unlimited = Numbers { proof: INFINITE, disproof: INFINITE };
        let found = self.search(&root, to_move, unlimited, true).continue_value();
        // The search is over, whether or not it is to be stopped.
        let _ = self.worker.count(self.uncounted);
        let (numbers, _) = found?;
        numbers.winner(to_move)
    }

    /// Counts a visited position.
    fn count(&mut self) -> ControlFlow<()> {
        self.uncounted += 1;
        // Each count of one of several workers wakes another thread.
        if self.worker.workers() > 1 && self.uncounted < COUNTED_TOGETHER {
            return self.worker.proceed();
        }
        self.worker.count(std::mem::take(&mut self.uncounted))
    }

    /// Searches a position until one of its numbers reaches its limit; returns the numbers, and how many positions were
    /// visited.
    fn search(
        &mut self,
        stones: &Stones<S>,
        to_move: Player,
        limits: Numbers,
        is_root: bool,
    ) -> ControlFlow<(), (Numbers, u64)> {
        let shared = self.shared;
        let key = stones.key(&shared.board, to_move);
        let Remembered { moves, mut implied, .. } = match self.open(stones, to_move, limits)? {
            Ok(opened) => opened,
            Err(numbers) => {
                shared.store(key, numbers, 1);
                return Continue((numbers, 1));
            }
        };
        let mut children = self.children(stones, to_move, &moves);
        let mut work = 1;
        loop {
            let decided = self.decided_by_wins(stones, to_move, &mut implied);
            for child in children.iter_mut().filter(|child| child.numbers.is_won().is_none()) {
                let is_refuted = !implied.must_play.has(usize::from(child.cell));
                child.numbers =
                    if is_refuted { Numbers::WON } else { shared.numbers(child.key).unwrap_or(child.numbers) };
            }
            let (numbers, choice) = decided.map_or_else(|| self.choose(&children, limits), |numbers| (numbers, None));
            if decided.is_none() && numbers == Numbers::LOST && shared.uses(Technique::ProofSets) {
                self.add_loss(stones, to_move, &moves, &children, &mut implied);
            }
            shared.store(key, numbers, work);
            let choice = choice.filter(|_| !numbers.reach(limits));
            if is_root {
                self.show(numbers, choice.map(|(index, _)| usize::from(children[index].cell)));
            }
            let Some((index, child_limits)) = choice else {
                if let Some(list) = self.remembered(stones, to_move) {
                    list.implied = implied;
                }
                return Continue((numbers, work));
            };
            let child = &children[index];
            shared.in_progress.insert(child.mark());
            let searched = self.search(&child.stones, to_move.opponent(), child_limits, false);
            shared.in_progress.remove(child.mark());
            let (numbers, visited) = searched?;
            children[index].numbers = numbers;
            self.add_from_child(stones, to_move, &children[index], &mut implied);
            work += visited;
        }
    }

    fn children(&self, stones: &Stones<S>, to_move: Player, moves: &Moves<S>) -> Vec<Child<S>> {
        let Shared { board, .. } = self.shared;
        let child = |&cell: &u16| {
            let stones = stones.with(to_move, usize::from(cell));
            let stones = self.shared.filled(stones, board.near[usize::from(cell)]);
            Child { cell, stones, key: stones.key(board, to_move.opponent()), numbers: Numbers::NEW }
        };
        moves.cells.iter().map(child).collect()
    }

    /// Shows the numbers of the root, and the move that is searched next.
    fn show(&self, numbers: Numbers, best: Option<usize>) {
        let finite = |number: u32| Some(number).filter(|&number| number < INFINITE);
        // Nothing panics while it holds the lock.
        let mut root = self.root.lock().unwrap_or_else(PoisonError::into_inner);
        (root.proof, root.disproof) = (finite(numbers.proof), finite(numbers.disproof));
        root.best = best.map(|cell| self.shared.board.name(cell)).or(root.best);
    }

    /// Returns the numbers of a position if proved wins decide it. Adds to what they implied before.
    fn decided_by_wins(&self, stones: &Stones<S>, to_move: Player, implied: &mut Implied<S>) -> Option<Numbers> {
        if !self.shared.uses(Technique::ProofSets) {
            return None;
        }
        self.shared.wins.update(stones, to_move, implied);
        if implied.decision()? {
            return Some(Numbers::WON);
        }
        // No move is left by several wins together, mostly; from now on they are one.
        self.shared.wins.add(&self.shared.board, stones, to_move, implied.proof_set);
        Some(Numbers::LOST)
    }

    /// Adds the loss of a position whose children are all won by the opponent.
    fn add_loss(
        &self,
        stones: &Stones<S>,
        to_move: Player,
        moves: &Moves<S>,
        children: &[Child<S>],
        implied: &mut Implied<S>,
    ) {
        let Shared { board, wins, .. } = self.shared;
        for child in children {
            self.add_from_child(stones, to_move, child, implied);
        }
        // The transposition table may have more than the proved wins do.
        let is_lost_by_wins = children.iter().all(|child| !implied.must_play.has(usize::from(child.cell)));
        let of_moves = if is_lost_by_wins { implied.proof_set } else { stones.empty(board) };
        wins.add(board, stones, to_move, moves.proof_set(of_moves));
    }

    /// Adds what a decided child implies for a position, if the win needs cells that were filled in after the move.
    /// They become a part of the proof set: while they are empty, the winner need not have them.
    fn add_from_child(&self, stones: &Stones<S>, to_move: Player, child: &Child<S>, implied: &mut Implied<S>) {
        let shared = self.shared;
        let Shared { board, wins, .. } = shared;
        let Some(is_won) = child.numbers.is_won().filter(|_| shared.uses(Technique::ProofSets)) else { return };
        let (cell, opponent) = (usize::from(child.cell), to_move.opponent());
        let after = stones.with(to_move, cell);
        let winner = if is_won { opponent } else { to_move };
        let filled = child.stones.of[winner] & !after.of[winner];
        let is_useful = if is_won { implied.must_play.has(cell) } else { !filled.is_empty() };
        if !is_useful {
            return;
        }
        let mut of_child = Implied::nothing(board.all);
        wins.update(&child.stones, opponent, &mut of_child);
        if is_won && of_child.is_won {
            let used = of_child.proof_set | filled;
            implied.restrict(used, used);
        } else if !is_won && of_child.must_play.is_empty() {
            wins.add(board, &after, opponent, of_child.proof_set | filled);
        }
    }

    /// Returns how many of a number of moves are searched at first.
    fn width(&self, live: usize) -> usize {
        if self.shared.uses(Technique::Widening) { 1 + live.div_ceil(4) } else { live }
    }

    /// Returns the numbers of a position from those of its children, and the child to search next, with limits on its
    /// numbers; `None` if the position is solved.
    fn choose(&self, children: &[Child<S>], limits: Numbers) -> (Numbers, Option<(usize, Numbers)>) {
        if children.iter().any(|child| child.numbers.disproof == 0) {
            return (Numbers::WON, None);
        }
        let live = children.iter().filter(|child| child.numbers.proof > 0).count();
        let width = self.width(live);
        let open = || children.iter().enumerate().filter(|(_, child)| child.numbers.proof > 0).take(width);
        let by_disproof = |&(_, child): &(usize, &Child<S>)| child.numbers.disproof;
        let Some((best, _)) = open().min_by_key(by_disproof) else { return (Numbers::LOST, None) };
        let sum = open().map(|(_, child)| child.numbers.proof).fold(0, u32::saturating_add);
        let disproof = disproof(sum, live, width);
        let numbers = Numbers { proof: children[best].numbers.disproof, disproof };
        // With several workers, a child that another one searches counts as a quarter harder, so that they take
        // different ones if these are nearly as good.
        let is_busy = |child: &Child<S>| self.worker.workers() > 1 && self.shared.in_progress.contains(child.mark());
        let virtual_disproof = |&(_, child): &(usize, &Child<S>)| {
            let disproof = child.numbers.disproof;
            if is_busy(child) { disproof + disproof / 4 + 1 } else { disproof }
        };
        let index = open().min_by_key(virtual_disproof).map_or(best, |(index, _)| index);
        let chosen = children[index].numbers;
        let others = open().filter(|&(other, _)| other != index).map(|(_, child)| child.numbers.disproof);
        // The least of the others is less than that of the chosen child if another worker searches the best one.
        let next = others.min().unwrap_or(INFINITE).max(chosen.disproof);
        let child_limits = Numbers {
            proof: if limits.disproof == INFINITE {
                INFINITE
            } else {
                limits.disproof.saturating_sub(disproof - chosen.proof)
            },
            disproof: limits.proof.min(next + next / 4 + 1).max(chosen.disproof + 1),
        };
        (numbers, Some((index, child_limits)))
    }

    /// Returns what is remembered of a position.
    fn remembered(&mut self, stones: &Stones<S>, to_move: Player) -> Option<&mut Remembered<S>> {
        let slot = slot(stones, to_move, self.lists.len());
        self.lists[slot].as_mut().filter(|list| list.stones == *stones && list.to_move == to_move)
    }

    /// Returns what a position is searched with, or its numbers if it is decided or they reach the limits without a
    /// search.
    fn open(
        &mut self,
        stones: &Stones<S>,
        to_move: Player,
        limits: Numbers,
    ) -> ControlFlow<(), Result<Remembered<S>, Numbers>> {
        let mut opened = if let Some(remembered) = self.remembered(stones, to_move) {
            remembered.clone()
        } else {
            let mut implied = Implied::nothing(self.shared.board.all);
            if let Some(numbers) = self.decided_by_wins(stones, to_move, &mut implied) {
                return Continue(Err(numbers));
            }
            let moves = match self.new_moves(stones, to_move)? {
                Ok(moves) => moves,
                Err(numbers) => return Continue(Err(numbers)),
            };
            let opened = Remembered { stones: *stones, to_move, moves, implied };
            let is_live = |&&cell: &&u16| opened.implied.must_play.has(usize::from(cell));
            let live = opened.moves.cells.iter().filter(is_live).count();
            let width = self.width(live);
            // Those of children that have not been looked at.
            let numbers = Numbers { proof: 1, disproof: disproof(width.min(live) as u32, live, width) };
            if live > 0 && numbers.reach(limits) {
                self.remember(opened);
                return Continue(Err(numbers));
            }
            self.remember(opened.clone());
            opened
        };
        if let Some(joined) = opened.moves.joined.take() {
            opened.moves.cells = self.ordered(stones, to_move, &opened.moves.cells, &joined);
            if let Some(list) = self.remembered(stones, to_move) {
                list.moves = opened.moves.clone();
            }
        }
        Continue(Ok(opened))
    }

    /// Returns moves in the order of the search.
    fn ordered(&mut self, stones: &Stones<S>, to_move: Player, cells: &[u16], joined: &[Joined]) -> Box<[u16]> {
        let board = &self.shared.board;
        self.circuit.begin(board.cells);
        self.connections.set_up(board, stones, to_move.opponent());
        self.circuit.add_wires(&self.connections, joined);
        // The player's own connections would show some wins a move earlier, but take more time than that saves.
        self.connections.set_up(board, stones, to_move);
        self.circuit.add_wires(&self.connections, &self.connections.bridges());
        let cells = cells.iter().fold(S::default(), |all, &cell| all | S::of(usize::from(cell)));
        // Cell numbers are below 484.
        self.circuit.ordered(cells).into_iter().map(|cell| cell as u16).collect()
    }

    /// Remembers a position.
    fn remember(&mut self, opened: Remembered<S>) {
        let slot = slot(&opened.stones, opened.to_move, self.lists.len());
        self.lists[slot] = Some(opened);
        self.added += 1;
        if self.added == self.lists.len() && self.added < LISTS / S::BITS {
            let more = vec![None; 2 * self.added];
            for list in std::mem::replace(&mut self.lists, more).into_iter().flatten() {
                let slot = self::slot(&list.stones, list.to_move, self.lists.len());
                self.lists[slot] = Some(list);
            }
        }
    }

    /// Returns the moves of a position that are searched, or its numbers if it is decided without a search.
    fn new_moves(&mut self, stones: &Stones<S>, to_move: Player) -> ControlFlow<(), Result<Moves<S>, Numbers>> {
        let shared = self.shared;
        let Shared { board, wins, .. } = shared;
        let opponent = to_move.opponent();
        self.count()?;
        if board.is_won(to_move, stones.of[to_move]) {
            return Continue(Err(Numbers::WON));
        }
        let lost = |proof_set| {
            if shared.uses(Technique::ProofSets) {
                wins.add(board, stones, to_move, proof_set);
            }
            Continue(Err(Numbers::LOST))
        };
        if board.is_won(opponent, stones.of[opponent]) {
            return lost(S::default());
        }
        let worker = &*self.worker;
        let mut proceed = || worker.proceed();
        if shared.uses(Technique::Connections) {
            self.connections.build(board, stones, opponent, Until::FullOfSides, &mut proceed)?;
        } else {
            self.connections.set_up(board, stones, opponent);
        }
        if let Some(carrier) = self.connections.full_of_sides() {
            return lost(carrier);
        }
        let mut moves = Moves { cells: Box::default(), joined: None, carriers: S::default(), superior: Box::default() };
        let mut cells = stones.empty(board);
        if shared.uses(Technique::MustPlay) {
            cells &= self.connections.must_play;
            moves.carriers = self.connections.must_play_carriers;
        }
        if shared.uses(Technique::Inferior) {
            let (inferior, superior) = inferior_moves(board, stones, to_move);
            cells &= !inferior;
            moves.superior = superior;
        }
        if cells.is_empty() {
            return lost(moves.proof_set(S::default()));
        }
        if shared.uses(Technique::Ordering) && !cells.without_first().is_empty() {
            moves.joined = Some(if shared.uses(Technique::Connections) {
                wires(&self.connections)
            } else {
                self.connections.bridges().into()
            });
        }
        // Cell numbers are below 484.
        moves.cells = cells.iter().map(|cell| cell as u16).collect();
        Continue(Ok(moves))
    }
}
