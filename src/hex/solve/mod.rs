//! Perfect play: which player wins a position if neither passes, and by which moves.
//!
//! ```text
//!     search        depth-first proof-number search with a transposition table, on several threads
//!       connections     H-search: what a player can join although the opponent moves first (must-play, early wins and losses)
//!         carriers          those that are kept for each pair of ends
//!       fill_in         dead and captured cells
//!       inferior        vulnerable and dominated moves
//!       ordering        the flow of current, for the order of moves
//!       proved_wins     wins that have been proved, with the cells that their proofs use
//!     line          a line of perfect play
//!     proof         proofs that are checked without the solver: positions
//!       links         connections
//!       additions     cells that are filled in, inferior moves
//!     cells         sets of cells, the board, symmetry
//! ```
//!
//! On an empty board the first player wins (J. Nash: a second player's winning strategy could be used by the first
//! player, who only has a stone more); who wins after a given first move is found by search alone. Each file explains
//! one idea, with its proof and its source. Without any [`Technique`] the answers stay, only slower. The README tells
//! which other techniques were tried.

mod carriers;
mod cells;
mod connections;
mod fill_in;
mod inferior;
mod line;
mod ordering;
mod proof;
mod proved_wins;
mod search;
#[cfg(test)]
mod tests;

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use self::cells::{Board, CellSet, LARGEST, Stones, Words};
use self::proved_wins::ProvedWins;
use self::search::{Searcher, Shared, is_valid, work_of};
use super::Position;
use super::proof::Proof;
use crate::budget::Budget;
use crate::cell::Cell;
use crate::player::{ByPlayer, Player};
use crate::transposition::{InProgress, Table};
use crate::workers;

/// The largest size of a board that can be solved.
pub const LARGEST_SOLVED: u16 = LARGEST as u16;

/// A search of more positions than this continues on all threads. Smaller ones take less time than the start of a few
/// threads.
const MOST_ALONE: u64 = 256;

/// What a search uses; the answers do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// Dead and captured cells are filled in.
    FillIn,
    /// Vulnerable and dominated moves are left out.
    Inferior,
    /// Connections that are not of neighbours are deduced. Without them there is no must-play.
    Connections,
    /// Moves outside of the opponent's semi-connections are left out.
    MustPlay,
    /// Moves are ordered by the flow of current.
    Ordering,
    /// Only some of the best moves count, at first.
    Widening,
    /// Wins that have been proved, with the cells that their proofs use, restrict the moves of other positions.
    ProofSets,
}

impl Technique {
    /// All techniques.
    pub const ALL: [Technique; 7] = [
        Technique::FillIn,
        Technique::Inferior,
        Technique::Connections,
        Technique::MustPlay,
        Technique::Ordering,
        Technique::Widening,
        Technique::ProofSets,
    ];
}

/// Finds the winners of positions of one size. What it has found for one position is used for the next one.
///
/// A clone shares what is found, and may search on another thread at the same time; it has a [progress](Self::progress)
/// of its own.
///
/// ```
/// use quadrille::budget::Budget;
/// use quadrille::hex::Position;
/// use quadrille::hex::solve::Solver;
/// use quadrille::player::Player;
///
/// // X begins in the corner A1 of a board of size 3. O wins, by any of three moves.
/// let mut position = Position::empty(3)?;
/// position.play(Player::X, "A1".parse()?)?;
/// let mut budget = Budget::default();
/// let solver = Solver::new(3, &budget).ok_or("too large")?;
/// assert_eq!(solver.winner(&position, Player::O, &mut budget), Some(Player::O));
/// let moves = solver.winning_moves(&position, Player::O, &mut budget).ok_or("cancelled")?;
/// assert!(moves.contains(&"B2".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver(BySize);

/// The solver for each kind of sets.
#[derive(Clone, Debug)]
enum BySize {
    Small(OfSets<u64>),
    Medium(OfSets<u128>),
    Large(OfSets<Words>),
}

/// Calls a method of the solver for whichever sets.
macro_rules! of_sets {
    ($solver:expr, $of_sets:ident => $result:expr) => {
        match &$solver.0 {
            BySize::Small($of_sets) => $result,
            BySize::Medium($of_sets) => $result,
            BySize::Large($of_sets) => $result,
        }
    };
}

impl Solver {
    /// Returns a solver for boards of a size; `None` if that is 0 or above [`LARGEST_SOLVED`].
    ///
    /// The budget's memory is that of the transposition table, of the proved wins that are kept, and of what each
    /// thread needs: the move lists that it remembers, up to about ninety megabytes, and its connections, up to 76
    /// megabytes on the largest board. But the table gets at least half of it, so that with little memory the sum is
    /// larger. The answers do not depend on it.
    ///
    /// Up to 11×11 no position is taken for another one. On larger boards the transposition table knows positions by
    /// hashes of 192 bits, which could be equal for two of them, though no search is long enough to make that likely.
    /// [Proofs](Self::proof) are checked without the table.
    #[must_use]
    pub fn new(size: u16, budget: &Budget<'_>) -> Option<Solver> {
        Solver::with(&Technique::ALL, size, budget)
    }

    /// Returns a solver that uses some of the techniques.
    #[must_use]
    pub fn with(techniques: &[Technique], size: u16, budget: &Budget<'_>) -> Option<Solver> {
        let size = usize::from(size);
        Some(Solver(match size {
            1..=8 => BySize::Small(OfSets::new(techniques, size, budget)),
            9..=11 => BySize::Medium(OfSets::new(techniques, size, budget)),
            12..=LARGEST => BySize::Large(OfSets::new(techniques, size, budget)),
            _ => return None,
        }))
    }

    /// Returns the player who wins a position, with `to_move` to move, or `None` if the search was stopped. The budget
    /// is polled with the number of positions examined by this call.
    ///
    /// # Panics
    /// If the position has another size than the solver. The same holds for all methods with a position.
    #[must_use]
    pub fn winner(&self, position: &Position, to_move: Player, budget: &mut Budget<'_>) -> Option<Player> {
        of_sets!(self, solver => solver.searches(budget).winner(&solver.stones(position), to_move))
    }

    /// Returns all moves of `to_move` that win, in reading order, or `None` if the search was stopped. There are none
    /// if the position is won already.
    #[must_use]
    pub fn winning_moves(&self, position: &Position, to_move: Player, budget: &mut Budget<'_>) -> Option<Vec<Cell>> {
        of_sets!(self, solver => solver.winning_moves(&solver.stones(position), to_move, budget))
    }

    /// Returns a line of perfect play from a position with `to_move` to move until a player has won, or `None` if the
    /// search was stopped or a state that was loaded contradicts itself. The players take turns. The winner plays a
    /// winning move each time.
    ///
    /// The moves do not depend on what the solver has found before, nor on the number of threads.
    #[must_use]
    pub fn line(&self, position: &Position, to_move: Player, budget: &mut Budget<'_>) -> Option<Vec<Cell>> {
        of_sets!(self, solver => {
            let line = solver.searches(budget).line(solver.stones(position), to_move)?;
            Some(line.into_iter().map(|cell| solver.shared.board.name(cell)).collect())
        })
    }

    /// Returns a winning move of `to_move`, the first by the flow of current; `None` if there is none, or the search
    /// was stopped.
    #[must_use]
    pub fn winning_move(&self, position: &Position, to_move: Player, budget: &mut Budget<'_>) -> Option<Cell> {
        of_sets!(self, solver => {
            let cell = solver.searches(budget).winning_move(&solver.stones(position), to_move)?;
            Some(solver.shared.board.name(cell))
        })
    }

    /// Returns the move that the flow of current prefers, rather in the middle, without a search; `None` if no cell is
    /// empty.
    #[must_use]
    pub fn preferred_move(&self, position: &Position, to_move: Player) -> Option<Cell> {
        of_sets!(self, solver => {
            let board = &solver.shared.board;
            line::preferred_move(board, &solver.stones(position), to_move).map(|cell| board.name(cell))
        })
    }

    /// Returns a proof that a player wins a position, with `to_move` to move, or `None` if the search was stopped or a
    /// state that was loaded contradicts itself. It has the moves that the search has found: with one thread, it is the
    /// same each time.
    #[must_use]
    pub fn proof(&self, position: &Position, to_move: Player, budget: &mut Budget<'_>) -> Option<Proof> {
        of_sets!(self, solver => proof::prove(&mut solver.searches(budget), position, to_move))
    }

    /// Returns how far the search is that this solver is doing, such as from the callback of its budget.
    #[must_use]
    pub fn progress(&self) -> Progress {
        of_sets!(self, solver => *solver.root())
    }

    /// Writes what has been found. A search can go on meanwhile.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        of_sets!(self, solver => solver.shared.table.save(out))
    }

    /// Reads what [`save`](Self::save) has written for boards of the same size. Whether it is true is not checked: who
    /// wins is taken from it.
    ///
    /// # Errors
    /// Those of `from`, and [`io::ErrorKind::InvalidData`] if the bytes are nothing that was saved.
    pub fn load(&self, from: &mut dyn Read) -> io::Result<()> {
        of_sets!(self, solver => solver.shared.table.load(from, work_of, is_valid))
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The move after which the position is searched, while [`Solver::winning_moves`] decides one move after the other.
    pub after: Option<Cell>,
    /// The proof number of the position that is searched; `None` if it is infinite.
    pub proof: Option<u32>,
    /// Its disproof number; `None` if it is infinite.
    pub disproof: Option<u32>,
    /// The best move so far in that position.
    pub best: Option<Cell>,
}

/// A solver for boards whose cells fit into a set.
#[derive(Debug)]
struct OfSets<S> {
    shared: Arc<Shared<S>>,
    root: Mutex<Progress>,
}

impl<S> Clone for OfSets<S> {
    fn clone(&self) -> Self {
        OfSets { shared: Arc::clone(&self.shared), root: Mutex::default() }
    }
}

impl<S: CellSet> OfSets<S> {
    fn new(techniques: &[Technique], size: usize, &Budget { memory, threads, .. }: &Budget<'_>) -> OfSets<S> {
        let wins = ProvedWins::new(memory / 16);
        let of_threads = threads.max(1) as u64 * Searcher::<S>::most_bytes(size * size);
        let of_table = memory.saturating_sub(wins.bytes() + of_threads).max(memory / 2);
        let shared = Shared {
            board: Board::new(size),
            techniques: techniques.iter().fold(0, |all, &technique| all | 1 << technique as u8),
            table: Table::new([u64::MAX, u64::MAX, u64::MAX, 0], of_table),
            wins,
            in_progress: InProgress::new(),
        };
        OfSets { shared: Arc::new(shared), root: Mutex::default() }
    }

    fn root(&self) -> MutexGuard<'_, Progress> {
        // Nothing panics while it holds the lock.
        self.root.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stones(&self, position: &Position) -> Stones<S> {
        let size = self.shared.board.size;
        assert_eq!(usize::from(position.size()), size, "a solver for the size of the position");
        let mut stones = Stones { of: ByPlayer::default() };
        for cell in position.cells() {
            if let Some(player) = position.owner(cell) {
                stones.of[player] |= S::of(usize::from(cell.row()) * size + usize::from(cell.column()));
            }
        }
        stones
    }

    /// Returns whether a player has won already.
    fn is_over(&self, stones: &Stones<S>) -> bool {
        Player::BOTH.into_iter().any(|player| self.shared.board.is_won(player, stones.of[player]))
    }

    fn winning_moves(&self, stones: &Stones<S>, to_move: Player, budget: &mut Budget<'_>) -> Option<Vec<Cell>> {
        let board = &self.shared.board;
        let mut searches = self.searches(budget);
        let mut winning = Vec::new();
        let moves = if self.is_over(stones) { S::default() } else { stones.empty(board) };
        let all = moves.iter().try_for_each(|cell| {
            self.root().after = Some(board.name(cell));
            if searches.winner(&stones.with(to_move, cell), to_move.opponent())? == to_move {
                winning.push(board.name(cell));
            }
            Some(())
        });
        self.root().after = None;
        all.map(|()| winning)
    }

    fn searches<'a, 'b>(&'a self, budget: &'a mut Budget<'b>) -> Searches<'a, 'b, S> {
        Searches { solver: self, budget, before: 0 }
    }
}

/// Searches of one call, whose positions are added up for its caller.
struct Searches<'a, 'b, S> {
    solver: &'a OfSets<S>,
    budget: &'a mut Budget<'b>,
    /// The number of positions that the searches before this one have examined.
    before: u64,
}

impl<S: CellSet> Searches<'_, '_, S> {
    /// Returns the winner of a position, or `None` if the search was stopped. A small search has one thread.
    fn winner(&mut self, stones: &Stones<S>, to_move: Player) -> Option<Player> {
        let threads = self.budget.threads;
        let alone = if threads > 1 { MOST_ALONE } else { u64::MAX };
        match self.search(1, alone, stones, to_move) {
            Err(true) => self.search(threads, u64::MAX, stones, to_move).ok(),
            found => found.ok(),
        }
    }

    /// Searches a position on some threads. Returns the winner, or else whether the search needs more than the given
    /// number of positions and was not stopped.
    fn search(&mut self, threads: usize, most: u64, stones: &Stones<S>, to_move: Player) -> Result<Player, bool> {
        let (shared, root) = (&*self.solver.shared, &self.solver.root);
        let mut is_larger = false;
        let mut poll = |count| {
            self.budget.poll(self.before + count)?;
            is_larger = count >= most;
            if is_larger { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let finished = workers::run(threads, &mut poll, |worker| {
            let winner = Searcher::new(shared, root, worker).solve(stones, to_move);
            if winner.is_some() {
                worker.stop();
            }
            winner
        });
        self.before += finished.count;
        finished.results.into_iter().flatten().next().ok_or(is_larger)
    }

    /// Returns the winner of a position if the transposition table has that.
    fn known(&self, stones: &Stones<S>, to_move: Player) -> Option<Player> {
        self.solver.shared.known(stones, to_move)
    }

    /// Returns the winner of a position, without a search if the transposition table has it.
    fn known_winner(&mut self, stones: &Stones<S>, to_move: Player) -> Option<Player> {
        self.budget.poll(self.before).continue_value()?;
        self.known(stones, to_move).or_else(|| self.winner(stones, to_move))
    }
}
