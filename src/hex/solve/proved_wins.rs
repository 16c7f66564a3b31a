//! Wins that have been proved, and the cells that their proofs use.
//!
//! ```text
//!     O to move has lost:         what X needs for that:      O to move, another position:
//!       O   -   -                   .   .   *                   O   -   -
//!         -   X   -                   *   X   *                   -   -   -       X threatens to win by the
//!           -   O   -                   *   .   .                   -   -   O     stone that is missing
//!
//!     X joins left and right.     * is the proof set: to each side there are two ways; . does not matter
//! ```
//!
//! A **win** is a set of a player's stones and a *proof set*, the empty cells that the proof uses: with these stones
//! and all of these cells empty, the player wins although the opponent is to move, even if the opponent has all other
//! cells. So it implies for every position without a stone of the opponent on the cells of the stones or in the proof
//! set:
//!
//! - if no stone is missing, the player wins;
//! - if one is missing, and its cell is empty, the player threatens to win by playing there: the player wins when to
//!   move, and otherwise the opponent must play there or in the proof set. So one win refutes many moves: if X loses
//!   after a move, O's reply makes a win of O, of which only the stone of the reply is missing before the move; X must
//!   play in the cells of that win.
//!
//! **The proof set of a lost position** is the union of the cells of wins and of the carriers of connections that
//! refute every move ([`proof_set_of_loss`](ProvedWins::proof_set_of_loss) for the moves that are searched;
//! [`Moves::proof_set`](super::moves::Moves::proof_set) adds what refutes the others). For a move that is left out as
//! inferior, if it is in the union, the move that is superior to it is added: the theorem of
//! [inferior](super::inferior) can then be applied to the position in which the opponent has all other cells, since
//! cells that are dead or captured stay so with more of the opponent's stones. Where the proof is not known, the set is
//! all empty cells.
//!
//! **Fill-in after a move.** A child is searched with its dead and captured cells filled in, and a win of it may need
//! stones that were. They need not be there before the move, if their cells are added to the proof set: with these
//! cells empty, and more of the loser's stones elsewhere, each cell that was dead and each pair that was captured still
//! is, one after the other as they were filled in.
//!
//! **Shrinking.** In the position in which the loser has all other cells, cells and stones that are dead, and pairs
//! captured by the loser, are the loser's as well. So they are not needed. And two stones of a pair that the winner
//! captures need not be there: their cells are in the proof set instead.
//!
//! **Indices and lifetimes**, for the win above, the third one that X has:
//!
//! ```text
//!     wins[2]    stones {B2}, proof_set {C1, A2, C2, A3}
//!     users      bit 2 is set in users[C1], users[A2], users[B2], users[C2], users[A3]: words of block 0, wins 0 to 63
//!
//!     a node with O at A2: users[A2] has bit 2, so the win does not apply
//! ```
//!
//! - Each player has a `WinList`, as long as the solver is there. A win's index is valid until the list is halved,
//!   which `cuts` counts: then the wins that stay get other indices, and `users` is made again.
//! - `users` has a block for each 64 wins, and in it a word for each cell that a set has a bit for, on all boards.
//! - An [`Implied`] is of one node. It begins with all empty cells and only gets stronger, until the node is decided.
//!   `seen` is how many wins of each list it has looked at; if the list has been halved since, it looks at all again. It
//!   may outlive the wins that it was deduced from, as these stay true.
//!
//! Sources: R. Hayward, Y. Björnsson, M. Johanson, M. Kan, N. Po and J. van Rijswijck, "Solving 7×7 Hex with
//! domination, fill-in, and virtual connections", 2005 (proof sets); P. Henderson, "Playing and solving the game of
//! Hex", 2010 (shrinking). The list of wins that may have one stone missing is our own.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use serde::{Deserialize, Serialize};

use super::cells::{Board, CellSet, Stones};
use super::fill_in::{captured_pair, is_dead, ring};
use super::nodes::{Child, Node};
use crate::checkpoint::{read_value, write_value};
use crate::player::{ByPlayer, Player};

/// The largest number of wins of a player that are kept. With more, the search visits few positions less, and looks
/// through the lists for longer than it saves.
const MOST: usize = 1 << 15;

/// The stones and the proof set of a win, with the opponent to move.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Win<S> {
    pub(super) stones: S,
    pub(super) proof_set: S,
}

/// The wins of a player.
#[derive(Debug)]
struct WinList<S> {
    /// Each win, and when it was used last.
    wins: Vec<(Win<S>, AtomicU32)>,
    /// For each block of 64 wins and each cell that a set has a bit for, a bit for each win of the block that uses the
    /// cell: it has a stone there, or has it in the proof set.
    users: Vec<u64>,
    /// How often the half that had not been used for longest was removed.
    cuts: u32,
}

/// Wins that have been proved, which all workers share.
#[derive(Debug)]
pub(super) struct ProvedWins<S> {
    lists: ByPlayer<RwLock<WinList<S>>>,
    /// The number of wins of a player that are kept.
    most: usize,
    /// Counts the wins that were added.
    clock: AtomicU32,
}

/// What proved wins imply for a position.
#[derive(Clone, Debug)]
pub(super) struct Implied<S> {
    /// The winner, if that is known.
    pub(super) winner: Option<Player>,
    /// The empty cells outside of which every move loses.
    pub(super) must_play: S,
    /// The cells that the proofs of this use; if the player to move wins, those of that win alone.
    pub(super) proof_set: S,
    /// For each list, how many wins of it have been looked at, and the number of its cuts then.
    seen: ByPlayer<(usize, u32)>,
}

impl<S: CellSet> Implied<S> {
    /// Returns what is known without any win, with these empty cells.
    pub(super) fn nothing(empty: S) -> Implied<S> {
        Implied { winner: None, must_play: empty, proof_set: S::default(), seen: ByPlayer::default() }
    }

    /// Adds that every move outside of some cells loses, by a proof of the opponent that uses the given cells. Returns
    /// whether that is new.
    fn restrict(&mut self, opponent: Player, to: S, used: S) -> bool {
        let must_play = self.must_play & to;
        // On a full board there is no move from the start, so that this alone decides nothing.
        let is_new = must_play != self.must_play || to.is_empty() && self.winner.is_none();
        if is_new {
            self.must_play = must_play;
            self.proof_set |= used;
            self.winner = must_play.is_empty().then_some(opponent);
        }
        is_new
    }
}

impl<S: CellSet> WinList<S> {
    /// Adds the bits of a win; those of the ones before it have been added.
    fn add_users(&mut self, index: usize) {
        let block = index / 64 * S::BITS;
        if block == self.users.len() {
            self.users.resize(block + S::BITS, 0);
        }
        let (Win { stones, proof_set }, _) = self.wins[index];
        for cell in (stones | proof_set).iter() {
            self.users[block + cell] |= 1 << (index % 64);
        }
    }

    /// Returns the indices, from the given one on, of the wins that use no cell of the opponent's stones.
    fn without_stones_of(&self, opponent: S, first: usize) -> impl Iterator<Item = usize> {
        (first / 64 * 64..self.wins.len()).step_by(64).flat_map(move |from| {
            let users = &self.users[from / 64 * S::BITS..][..S::BITS];
            let blocked = opponent.iter().fold(0, |blocked, cell| blocked | users[cell]);
            let before = if from < first { (1 << (first - from)) - 1 } else { 0 };
            let after = if self.wins.len() - from < 64 { u64::MAX << (self.wins.len() - from) } else { 0 };
            // A set of 64 wins.
            CellSet::iter(!(blocked | before | after)).map(move |bit| from + bit)
        })
    }
}

impl<S: CellSet> ProvedWins<S> {
    /// The number of bytes that a win takes in its list, with a bit in `users` for each cell.
    const BYTES: usize = size_of::<(Win<S>, AtomicU32)>() + size_of::<S>();

    /// Returns an empty list for each player, which take at most a number of bytes together, unless that is less than a
    /// few wins.
    ///
    /// Without `is_used`, none is kept.
    pub(super) fn new(memory: u64, is_used: bool) -> ProvedWins<S> {
        let most = usize::try_from(memory).unwrap_or(usize::MAX) / (2 * Self::BYTES);
        let most = if is_used { most.clamp(64, MOST) } else { 0 };
        // Memory that is not written to takes no place. Without a capacity, `push` could reserve twice as much.
        let list = || {
            let (wins, users) = (Vec::with_capacity(most), Vec::with_capacity(most.div_ceil(64) * S::BITS));
            RwLock::new(WinList { wins, users, cuts: 0 })
        };
        ProvedWins { lists: ByPlayer { x: list(), o: list() }, most, clock: AtomicU32::new(0) }
    }

    /// Returns the memory that the lists take when they are full.
    pub(super) fn bytes(&self) -> u64 {
        (2 * self.most * Self::BYTES) as u64
    }

    /// Adds a node that the player to move loses, with the proof set of that.
    pub(super) fn add(&self, board: &Board<S>, &Node { stones, to_move: loser }: &Node<S>, proof_set: S) {
        self.push(loser.opponent(), shrunk(board, &stones, loser, proof_set));
    }

    /// Adds a win of a player, if wins are kept; if there are too many, half of them are removed before.
    fn push(&self, player: Player, win: Win<S>) {
        if self.most == 0 {
            return;
        }
        let now = self.clock.fetch_add(1, Ordering::Relaxed);
        let mut list = self.lists[player].write().unwrap_or_else(PoisonError::into_inner);
        if list.wins.len() >= self.most {
            let half = self.most / 2;
            list.wins.select_nth_unstable_by_key(half, |(_, used)| used.load(Ordering::Relaxed));
            list.wins.drain(..half);
            list.users.clear();
            (0..list.wins.len()).for_each(|index| list.add_users(index));
            list.cuts += 1;
        }
        let index = list.wins.len();
        list.wins.push((win, AtomicU32::new(now)));
        list.add_users(index);
    }

    fn list(&self, player: Player) -> RwLockReadGuard<'_, WinList<S>> {
        self.lists[player].read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes all wins. A search can go on meanwhile.
    ///
    /// # Errors
    /// Those of `out`.
    pub(super) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        Player::BOTH.into_iter().try_for_each(|player| write_value(out, &self.wins(player)))
    }

    /// Adds the wins that [`save`](Self::save) has written for boards of the same size.
    ///
    /// # Errors
    /// Those of `from`.
    pub(super) fn load(&self, from: &mut dyn Read) -> io::Result<()> {
        for player in Player::BOTH {
            let wins: Vec<Win<S>> = read_value(from)?;
            for win in wins {
                self.push(player, win);
            }
        }
        Ok(())
    }

    /// Returns all wins of a player.
    pub(super) fn wins(&self, player: Player) -> Vec<Win<S>> {
        self.list(player).wins.iter().map(|&(win, _)| win).collect()
    }

    /// Returns what proved wins imply for a node.
    pub(super) fn implied(&self, board: &Board<S>, node: &Node<S>) -> Implied<S> {
        let mut implied = Implied::nothing(node.stones.empty(board));
        self.update(node, &mut implied);
        implied
    }

    /// Returns the winner of a node if proved wins decide it. Adds to what they implied before.
    pub(super) fn decide(&self, board: &Board<S>, node: &Node<S>, implied: &mut Implied<S>) -> Option<Player> {
        self.update(node, implied);
        let winner = implied.winner?;
        if winner != node.to_move {
            // Mostly it takes several wins together to leave no move; from now on they are one.
            self.add(board, node, implied.proof_set);
        }
        Some(winner)
    }

    /// Returns the proof set of a node whose children are all refuted, for the loss of these moves.
    pub(super) fn proof_set_of_loss(
        &self,
        board: &Board<S>,
        node: &Node<S>,
        children: &[Child<S>],
        implied: &mut Implied<S>,
    ) -> S {
        for child in children {
            self.learn_from(board, node, child, implied);
        }
        // The transposition table may have more than the proved wins do.
        let is_lost_by_wins = children.iter().all(|child| !implied.must_play.has(child.cell));
        if is_lost_by_wins { implied.proof_set } else { node.stones.empty(board) }
    }

    /// Passes on to the parent what a decided child implies. The cells that were filled in after the move become a part
    /// of the proof set. A winning move without such cells is left to [`update`](Self::update).
    pub(super) fn learn_from(&self, board: &Board<S>, parent: &Node<S>, child: &Child<S>, implied: &mut Implied<S>) {
        let (to_move, opponent) = (parent.to_move, parent.to_move.opponent());
        if child.is_refuted() && implied.must_play.has(child.cell) {
            let refutation = self.implied(board, &child.node);
            if refutation.winner == Some(opponent) {
                let filled = child.node.stones[opponent] & !parent.stones[opponent];
                let used = refutation.proof_set | filled;
                implied.restrict(opponent, used, used);
            }
        } else if child.is_winning() {
            let after = parent.stones.with(to_move, child.cell);
            let filled = child.node.stones[to_move] & !after[to_move];
            if filled.is_empty() {
                return;
            }
            let loss = self.implied(board, &child.node);
            if loss.winner == Some(to_move) {
                self.add(board, &Node { stones: after, to_move: opponent }, loss.proof_set | filled);
            }
        }
    }

    /// Adds to what proved wins imply for a node that is not decided. Only wins that are newer than those that `implied`
    /// has seen are looked at.
    fn update(&self, &Node { stones, to_move }: &Node<S>, implied: &mut Implied<S>) {
        if implied.winner.is_some() {
            return;
        }
        let now = self.clock.load(Ordering::Relaxed);
        for player in [to_move, to_move.opponent()] {
            let (own, other) = (stones[player], stones[player.opponent()]);
            let list = self.list(player);
            let (seen, cuts) = &mut implied.seen[player];
            if *cuts != list.cuts {
                (*seen, *cuts) = (0, list.cuts);
            }
            let first = std::mem::replace(seen, list.wins.len());
            for index in list.without_stones_of(other, first) {
                let (win, used_last) = &list.wins[index];
                let missing = win.stones & !own;
                if !missing.is_empty() && !missing.without_first().is_empty() {
                    continue;
                }
                let used = missing | win.proof_set;
                if player == to_move {
                    used_last.store(now, Ordering::Relaxed);
                    implied.winner = Some(to_move);
                    implied.proof_set = used;
                    return;
                }
                // A win without a missing stone leaves no move.
                let left = if missing.is_empty() { S::default() } else { used };
                if implied.restrict(player, left, used) {
                    used_last.store(now, Ordering::Relaxed);
                }
            }
        }
    }
}

/// Returns the win of a position that a player loses when to move, without stones and cells that are not needed.
fn shrunk<S: CellSet>(board: &Board<S>, position: &Stones<S>, loser: Player, proof_set: S) -> Win<S> {
    let winner = loser.opponent();
    let mut stones = position[winner];
    let mut proof_set = proof_set & position.empty(board);
    let mut worst = *position;
    worst[loser] = board.all & !(stones | proof_set);
    // The stones of a pair that the winner captures need not be there.
    for cell in stones.iter() {
        // The winner has the cell and its neighbour already; the test puts a stone there anyway.
        let around = ring(board, &worst, cell);
        if stones.has(cell)
            && let Some((_, pair)) = captured_pair(board, &worst, (cell, around), stones, &[winner])
        {
            stones &= !pair;
            proof_set |= pair;
            worst[winner] &= !pair;
        }
    }
    let mut to_test = stones | proof_set;
    while !to_test.is_empty() {
        let cell = to_test.first();
        to_test = to_test.without_first();
        let around = ring(board, &worst, cell);
        let useless = if is_dead(around) {
            S::from_cell(cell)
        } else if proof_set.has(cell) {
            captured_pair(board, &worst, (cell, around), proof_set, &[loser]).map_or_else(S::default, |(_, pair)| pair)
        } else {
            S::default()
        };
        if !useless.is_empty() {
            stones &= !useless;
            proof_set &= !useless;
            worst[winner] &= !useless;
            worst[loser] |= useless;
            to_test = (to_test | board.with_neighbours(useless)) & (stones | proof_set);
        }
    }
    Win { stones, proof_set }
}
