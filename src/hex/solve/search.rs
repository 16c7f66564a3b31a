//! Depth-first proof-number search with widening.
//!
//! ```text
//!     a node: a position, seen by        proof number      least work that could prove a win of this player:
//!     the player to move                                   the least disproof number of a child
//!     its children: the positions        disproof number   least work that could prove a loss:
//!     after each move                                      the sum of the children's proof numbers
//! ```
//!
//! A won node has proof number 0, a lost one disproof number 0, and one that has not been visited has 1 and 1. The
//! search goes from the root to the child that is best for the player to move, again and again, down to the
//! *most-proving* node: a win or a loss there changes the numbers of the root. It stays below a child as long as that
//! child's numbers are below the thresholds at which another child becomes better; a little longer, in fact, so that it
//! does not change children too often. The numbers are kept in the transposition table.
//!
//! **Widening.** Only the best moves are searched, at first: a quarter of those that are not refuted yet and one more,
//! in the order of [ordering](super::ordering). When one of them is refuted, their number is taken
//! again from what is left, so that mostly the next one takes its place. Each of the
//! others adds three quarters to the disproof number.
//!
//! A node that is visited for the first time is [evaluated](super::moves). While it is searched,
//! [proved wins](super::proved_wins) restrict its moves further, as the search below it adds some.
//!
//! Sources: L. V. Allis, M. van der Meulen and H. J. van den Herik, "Proof-number search", 1994; A. Nagai, "Df-pn
//! algorithm for searching AND/OR trees and its applications", 2002; B. Arneson, R. Hayward and P. Henderson, "Solving
//! Hex: beyond humans", 2010 (widening); J. Pawlewicz and L. Lew, "Improving depth-first PN-search: 1 + ε trick", 2006.

use std::fmt::Debug;
use std::io::{self, Read, Write};
use std::ops::ControlFlow::{self, Continue};
use std::sync::{Mutex, PoisonError};

use super::cells::{Board, CellSet, Stones, Words};
use super::connections::Connections;
use super::fill_in::fill_in;
use super::moves::{Evaluation, Evaluator, KeptNode, KeptNodes, Moves};
use super::nodes::{Child, INFINITE, Node, Numbers, NumbersTable};
use super::preferred::preferred_move;
use super::proved_wins::{Implied, ProvedWins};
use super::shortest::{ShortestWin, shortest_win};
use super::{Progress, Technique, Techniques};
use crate::budget::Budget;
use crate::player::Player;
use crate::transposition::InProgress;
use crate::workers::Worker;

/// The number of nodes that one of several workers counts together: some milliseconds.
const COUNTED_TOGETHER: u64 = 32;

/// A [`SearchState`], whichever sets of cells it works on.
pub(super) trait Search: Debug + Send + Sync {
    /// Searches a position until it is decided, and returns the winner; `None` if that was cancelled. Several workers
    /// share what they find.
    fn solve(
        &self,
        stones: &Stones<Words>,
        to_move: Player,
        progress: &Mutex<Progress>,
        worker: &mut Worker<'_>,
    ) -> Option<Player>;

    /// Returns the winner of a position if the transposition table has it, or proved wins imply it.
    fn known(&self, stones: &Stones<Words>, to_move: Player) -> Option<Player>;

    /// Returns the move to play where nothing is proved; `None` if no cell is empty.
    fn preferred_move(&self, stones: &Stones<Words>, to_move: Player, budget: &mut Budget<'_>) -> Option<usize>;

    /// Returns the shortest win of X, who wins the position.
    fn shortest_win(&self, root: &Node<Words>, progress: &Mutex<Progress>, budget: &mut Budget<'_>) -> ShortestWin;

    /// Writes the transposition table and the proved wins.
    fn save(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Adds what [`save`](Self::save) has written for boards of the same size.
    fn load(&self, from: &mut dyn Read) -> io::Result<()>;
}

/// What searches on boards of one size have found. All workers of a search share it, and later searches use it.
#[derive(Debug)]
pub(super) struct SearchState<S> {
    pub(super) board: Board<S>,
    techniques: Techniques,
    pub(super) table: NumbersTable,
    pub(super) wins: ProvedWins<S>,
    in_progress: InProgress,
}

impl<S: CellSet> SearchState<S> {
    pub(super) fn new(techniques: Techniques, size: usize, memory: u64, threads: usize) -> SearchState<S> {
        let wins = ProvedWins::new(memory / 16, techniques.has(Technique::ProofSets));
        let bytes_of_thread = KeptNodes::<S>::most_bytes() + Connections::<S>::most_bytes(size * size);
        let rest = memory.saturating_sub(wins.bytes() + threads.max(1) as u64 * bytes_of_thread);
        SearchState {
            board: Board::new(size),
            techniques,
            table: NumbersTable::new(rest.max(memory / 2)),
            wins,
            in_progress: InProgress::new(),
        }
    }

    /// Returns the stones with dead and captured cells filled in, as they are searched. `around` is where the position
    /// has changed.
    pub(super) fn filled(&self, mut stones: Stones<S>, around: S) -> Stones<S> {
        if self.techniques.has(Technique::FillIn) {
            fill_in(&self.board, &mut stones, around, Player::X, &mut |_, _| ());
        }
        stones
    }

    /// Returns the root of a search.
    fn root(&self, stones: &Stones<Words>, to_move: Player) -> Node<S> {
        Node { stones: self.filled(stones.converted(), self.board.all), to_move }
    }
}

impl<S: CellSet> Search for SearchState<S> {
    fn solve(
        &self,
        stones: &Stones<Words>,
        to_move: Player,
        progress: &Mutex<Progress>,
        worker: &mut Worker<'_>,
    ) -> Option<Player> {
        let (evaluator, kept) = (Evaluator::default(), KeptNodes::new());
        let mut searcher = SearchWorker { shared: self, progress, worker, evaluator, kept, unreported: 0 };
        // Only the numbers of a decided node reach these thresholds.
        let thresholds = Numbers { proof: INFINITE, disproof: INFINITE };
        let result = searcher.search(&self.root(stones, to_move), thresholds, true);
        // The search is over, whether or not it is to be stopped.
        let _ = searcher.worker.count(searcher.unreported);
        let (numbers, _) = result.continue_value()?;
        numbers.winner(to_move)
    }

    fn known(&self, stones: &Stones<Words>, to_move: Player) -> Option<Player> {
        let root = self.root(stones, to_move);
        let in_table = self.table.get(root.key(&self.board)).and_then(|numbers| numbers.winner(to_move));
        in_table.or_else(|| self.wins.implied(&self.board, &root).winner)
    }

    fn preferred_move(&self, stones: &Stones<Words>, to_move: Player, budget: &mut Budget<'_>) -> Option<usize> {
        preferred_move(&self.board, &stones.converted(), to_move, budget)
    }

    fn shortest_win(&self, root: &Node<Words>, progress: &Mutex<Progress>, budget: &mut Budget<'_>) -> ShortestWin {
        let root = Node { stones: root.stones.converted(), to_move: root.to_move };
        shortest_win(&self.board, root, progress, budget)
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.table.save(out)?;
        self.wins.save(out)
    }

    fn load(&self, from: &mut dyn Read) -> io::Result<()> {
        self.table.load(from)?;
        self.wins.load(from)
    }
}

/// The result of opening a node.
enum Opened<S> {
    /// The node is decided, or its numbers reach the thresholds without a search.
    Evaluated(Numbers),
    /// The children are to be searched.
    Node(KeptNode<S>),
}

/// One worker during one search, with the memory that it does not share.
struct SearchWorker<'a, 'b, S> {
    shared: &'a SearchState<S>,
    progress: &'a Mutex<Progress>,
    worker: &'a mut Worker<'b>,
    evaluator: Evaluator<S>,
    kept: KeptNodes<S>,
    /// The number of nodes that have been evaluated since the worker reported the last ones.
    unreported: u64,
}

impl<S: CellSet> SearchWorker<'_, '_, S> {
    /// Searches a node until one of its numbers reaches its threshold; returns the numbers, and how many times a node
    /// was entered. Breaks if the search is cancelled.
    fn search(&mut self, node: &Node<S>, thresholds: Numbers, is_root: bool) -> ControlFlow<(), (Numbers, u64)> {
        let SearchState { board, table, wins, in_progress, .. } = self.shared;
        let key = node.key(board);
        let mut visited = 1;
        let KeptNode { moves, mut implied, .. } = match self.open(node, thresholds)? {
            Opened::Node(node) => node,
            Opened::Evaluated(numbers) => {
                table.store(key, numbers, visited);
                return Continue((numbers, visited));
            }
        };
        let mut children = self.children(node, &moves);
        loop {
            let numbers = if let Some(winner) = wins.decide(board, node, &mut implied) {
                Numbers::decided(winner, node.to_move)
            } else {
                self.update(&mut children, &implied);
                let numbers = self.numbers(&children);
                if numbers == Numbers::LOST {
                    let proof_set = wins.proof_set_of_loss(board, node, &children, &mut implied);
                    wins.add(board, node, moves.proof_set(proof_set));
                }
                numbers
            };
            table.store(key, numbers, visited);
            let next = (!numbers.reach(thresholds)).then(|| self.next_child(&children, numbers, thresholds));
            if is_root {
                self.show(numbers, next.map(|(index, _)| children[index].cell));
            }
            let Some((index, child_thresholds)) = next else {
                if let Some(kept) = self.kept.get(node) {
                    kept.implied = implied;
                }
                return Continue((numbers, visited));
            };
            let child = &mut children[index];
            in_progress.insert(child.mark());
            let searched = self.search(&child.node, child_thresholds, false);
            in_progress.remove(child.mark());
            let (numbers, more) = searched?;
            child.numbers = numbers;
            wins.learn_from(board, node, child, &mut implied);
            visited += more;
        }
    }

    /// Evaluates a node, or finds it among those that are kept.
    fn open(&mut self, node: &Node<S>, thresholds: Numbers) -> ControlFlow<(), Opened<S>> {
        let SearchState { board, techniques, wins, .. } = self.shared;
        let mut opened = if let Some(kept) = self.kept.get(node) {
            kept.clone()
        } else {
            let mut implied = Implied::nothing(node.stones.empty(board));
            if let Some(winner) = wins.decide(board, node, &mut implied) {
                return Continue(Opened::Evaluated(Numbers::decided(winner, node.to_move)));
            }
            self.count()?;
            let worker = &*self.worker;
            let moves = match self.evaluator.evaluate(board, *techniques, node, &mut || worker.proceed())? {
                Evaluation::Open(moves) => moves,
                Evaluation::Won => return Continue(Opened::Evaluated(Numbers::WON)),
                Evaluation::Lost(proof_set) => {
                    wins.add(board, node, proof_set);
                    return Continue(Opened::Evaluated(Numbers::LOST));
                }
            };
            let live = moves.cells.iter().filter(|&&cell| implied.must_play.has(usize::from(cell))).count();
            let opened = KeptNode { node: *node, moves, implied };
            self.kept.add(opened.clone());
            // Those of children that have not been visited.
            let width = self.width(live);
            let numbers = Numbers { proof: 1, disproof: disproof(width.min(live) as u32, live, width) };
            if live > 0 && numbers.reach(thresholds) {
                return Continue(Opened::Evaluated(numbers));
            }
            opened
        };
        if self.evaluator.order(board, node, &mut opened.moves)
            && let Some(kept) = self.kept.get(node)
        {
            kept.moves = opened.moves.clone();
        }
        Continue(Opened::Node(opened))
    }

    /// Counts a node that is evaluated.
    fn count(&mut self) -> ControlFlow<()> {
        self.unreported += 1;
        // Each count of one of several workers wakes another thread.
        if self.worker.workers() > 1 && self.unreported < COUNTED_TOGETHER {
            return self.worker.proceed();
        }
        self.worker.count(std::mem::take(&mut self.unreported))
    }

    fn children(&self, node: &Node<S>, moves: &Moves<S>) -> Vec<Child<S>> {
        let SearchState { board, .. } = self.shared;
        let child = |&cell: &u16| {
            let cell = usize::from(cell);
            let stones = self.shared.filled(node.stones.with(node.to_move, cell), board.near[cell]);
            Child::new(board, node, cell, stones)
        };
        moves.cells.iter().map(child).collect()
    }

    /// Looks up what is known now of the children that are not decided.
    fn update(&self, children: &mut [Child<S>], implied: &Implied<S>) {
        for child in children.iter_mut().filter(|child| !child.is_refuted() && !child.is_winning()) {
            if !implied.must_play.has(child.cell) {
                child.numbers = Numbers::WON;
            } else if let Some(numbers) = self.shared.table.get(child.key) {
                child.numbers = numbers;
            }
        }
    }

    /// Returns the numbers of a node from those of its children.
    fn numbers(&self, children: &[Child<S>]) -> Numbers {
        if children.iter().any(Child::is_winning) {
            return Numbers::WON;
        }
        let live = children.iter().filter(|child| !child.is_refuted()).count();
        let first = || self.first_live(children).map(|(_, child)| child.numbers);
        let Some(proof) = first().map(|numbers| numbers.disproof).min() else { return Numbers::LOST };
        let sum = first().map(|numbers| numbers.proof).fold(0, u32::saturating_add);
        Numbers { proof, disproof: disproof(sum, live, self.width(live)) }
    }

    /// Chooses the child to search next, and its thresholds, for a node with these numbers that is not decided.
    fn next_child(&self, children: &[Child<S>], numbers: Numbers, thresholds: Numbers) -> (usize, Numbers) {
        // With several workers, a child that another one searches counts as a quarter harder, so that they take
        // different ones if these are nearly as good.
        let virtual_disproof = |child: &Child<S>| {
            let disproof = child.numbers.disproof;
            let is_busy = self.worker.workers() > 1 && self.shared.in_progress.contains(child.mark());
            if is_busy { disproof + disproof / 4 + 1 } else { disproof }
        };
        let best = self.first_live(children).min_by_key(|(_, child)| virtual_disproof(child));
        let index = best.map_or(0, |(index, _)| index);
        let chosen = children[index].numbers;
        let others = self.first_live(children).filter(|&(other, _)| other != index);
        let least_of_others = others.map(|(_, child)| child.numbers.disproof).min().unwrap_or(INFINITE);
        // It is less than that of the chosen child if another worker searches the best one.
        let next = least_of_others.max(chosen.disproof);
        // What the other children add to the disproof number of the node stays.
        let proof = match thresholds.disproof {
            INFINITE => INFINITE,
            threshold => threshold.saturating_sub(numbers.disproof - chosen.proof),
        };
        // A child is left only when it is a quarter harder than the next one, so that fewer subtrees are entered again
        // and again (the 1 + ε trick); and not before its number has grown, or the search would stand still.
        (index, Numbers { proof, disproof: thresholds.proof.min(next + next / 4 + 1).max(chosen.disproof + 1) })
    }

    /// Returns the children that are searched at first, and their indices: the first ones that are not refuted.
    fn first_live<'c>(&self, children: &'c [Child<S>]) -> impl Iterator<Item = (usize, &'c Child<S>)> {
        let live = || children.iter().enumerate().filter(|(_, child)| !child.is_refuted());
        live().take(self.width(live().count()))
    }

    /// Returns how many of a number of moves are searched at first.
    fn width(&self, live: usize) -> usize {
        if self.shared.techniques.has(Technique::Widening) { 1 + live.div_ceil(4) } else { live }
    }

    /// Shows the numbers of the root, and the move that is searched next.
    fn show(&self, numbers: Numbers, best: Option<usize>) {
        let finite = |number: u32| Some(number).filter(|&number| number < INFINITE);
        // Nothing panics while it holds the lock.
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        (progress.proof, progress.disproof) = (finite(numbers.proof), finite(numbers.disproof));
        progress.best = best.map(|cell| self.shared.board.name(cell)).or(progress.best);
    }
}

/// Returns the disproof number of a node with `live` children that are not refuted, from the sum of the proof numbers
/// of the first `width` ones.
fn disproof(sum: u32, live: usize, width: usize) -> u32 {
    sum.saturating_add(live.saturating_sub(width) as u32 * 3 / 4).min(INFINITE - 1)
}
