//! Perfect play: which player wins a position if neither passes, and by which moves.
//!
//! ```text
//!     search        depth-first proof-number search with a transposition table, on several threads
//!       connections     H-search: what a player can join although the opponent moves first (must-play, early wins and losses)
//!       fill_in         dead and captured cells
//!       inferior        vulnerable and dominated moves
//!       ordering        the flow of current, for the order of moves
//!       wins            wins that have been proved, with the cells that their proofs use
//!     line          a line of perfect play
//!     proof         proofs that are checked without the solver
//!     cells         sets of cells, the board, symmetry
//! ```
//!
//! On an empty board the first player wins (J. Nash: a second player's winning strategy could be used by the first player,
//! who only has a stone more); who wins after a given first move is found by search alone. Each file teaches one idea, with its
//! proof and its source. [`Techniques`] switches each of them off: the answers stay, only slower.
//!
//! Some known techniques were tried and are not here, since they did not pay. *Decomposition* and dead regions: cells that a chain cuts
//! off from all that matters, found by looking at chains instead of rings, left the number of positions as it was. *Captured sets* in the AND
//! rule, two connections that share only cells that the stone between them captures: more positions, as they take the places of
//! better connections. The AND rule with a side in the middle: half the positions, each for ten times the time, with
//! carriers of up to two cells alone as well; not for two empty cells, a fifth fewer to a tenth more positions, each for a fifth
//! more time. Carriers of at most 6 or 4 cells between empty cells: up to a quarter more positions. *A perfect order* of the moves, known
//! from an earlier search, would leave six or seven positions of ten. *First proof numbers* by the ratio of both players' conductances,
//! or by the order of the moves: as many positions. Connections of cells taken over from the empty board: a tenth less time for a
//! position, and more positions.

mod cells;
mod connections;
mod fill_in;
mod inferior;
mod line;
mod ordering;
mod proof;
mod search;
#[cfg(test)]
mod tests;
mod wins;

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use self::cells::{Board, CellSet, LARGEST, Stones, Words};
use self::search::{INFINITE, Root, Searcher, Shared, is_valid, work_of};
use self::wins::Wins;
use super::Position;
use super::proof::Proof;
use crate::budget::Budget;
use crate::cell::Cell;
use crate::player::{ByPlayer, Player};
use crate::transposition::{InProgress, Table};
use crate::workers;

/// The largest size of a board that can be solved.
pub const LARGEST_SOLVED: u16 = LARGEST as u16;

/// What a search uses; the answers do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent switches")]
pub struct Techniques {
    /// Dead and captured cells are filled in.
    pub fill_in: bool,
    /// Vulnerable and dominated moves are left out.
    pub inferior: bool,
    /// Connections that are not of neighbours are deduced. Without them there is no must-play.
    pub connections: bool,
    /// Moves outside of the opponent's semi-connections are left out.
    pub must_play: bool,
    /// Moves are ordered by the flow of current.
    pub ordering: bool,
    /// Only some of the best moves count, at first.
    pub widening: bool,
    /// Wins that have been proved, with the cells that their proofs use, tell about other positions.
    pub proof_sets: bool,
}

impl Techniques {
    /// All techniques.
    pub const ALL: Techniques = Techniques {
        fill_in: true,
        inferior: true,
        connections: true,
        must_play: true,
        ordering: true,
        widening: true,
        proof_sets: true,
    };
}

/// Finds the winners of positions of one size. What it has found for one position is used for the next one.
///
/// ```
/// use quadrille::hex::Position;
/// use quadrille::hex::solve::Solver;
/// use quadrille::player::Player;
/// use quadrille::budget::Budget;
///
/// // X begins in the corner A1 of a board of size 3. O wins, by any of three moves.
/// let mut position = Position::empty(3)?;
/// position.play(Player::X, "A1".parse()?)?;
/// let mut solver = Solver::new(3, &Budget::default()).ok_or("too large")?;
/// assert_eq!(solver.winner(&position, Player::O, &mut Budget::default()), Some(Player::O));
/// let moves = solver.winning_moves(&position, Player::O, &mut Budget::default()).ok_or("stopped")?;
/// assert!(moves.contains(&"B2".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver(BySize);

/// The solver for each kind of sets.
#[derive(Debug)]
enum BySize {
    Small(Box<OfSets<u64>>),
    Medium(Box<OfSets<u128>>),
    Large(Box<OfSets<Words>>),
}

/// Calls a method of the solver for whichever sets.
macro_rules! of_sets {
    ($solver:expr, $of_sets:ident => $result:expr) => {
        match $solver {
            BySize::Small($of_sets) => $result,
            BySize::Medium($of_sets) => $result,
            BySize::Large($of_sets) => $result,
        }
    };
}

impl Solver {
    /// Returns a solver for boards of a size; `None` if that is 0 or above [`LARGEST_SOLVED`].
    ///
    /// The memory and the threads of the budget do not change the answers. The memory is that of the transposition table, of the wins that are kept, and of the move
    /// lists that the threads remember, about thirty megabytes each; but the table gets at least half of it.
    #[must_use]
    pub fn new(size: u16, budget: &Budget<'_>) -> Option<Solver> {
        Solver::with(Techniques::ALL, size, budget)
    }

    /// Returns a solver that uses some of the techniques.
    #[must_use]
    pub fn with(techniques: Techniques, size: u16, budget: &Budget<'_>) -> Option<Solver> {
        let size = usize::from(size);
        Some(Solver(match size {
            1..=8 => BySize::Small(Box::new(OfSets::new(techniques, size, budget))),
            9..=11 => BySize::Medium(Box::new(OfSets::new(techniques, size, budget))),
            12..=LARGEST => BySize::Large(Box::new(OfSets::new(techniques, size, budget))),
            _ => return None,
        }))
    }

    /// Returns the player who wins a position, with `to_move` to move, or `None` if the budget has stopped the search. It is polled with
    /// the number of positions examined by this call.
    ///
    /// # Panics
    /// If the position has another size than the solver. The same holds for all methods with a position.
    #[must_use]
    pub fn winner(&mut self, position: &Position, to_move: Player, budget: &mut Budget<'_>) -> Option<Player> {
        of_sets!(&mut self.0, solver => Searches { budget, before: 0 }.winner(solver, &solver.stones(position), to_move))
    }

    /// Returns all moves of `to_move` that win, in reading order, or `None` if the budget has stopped the search. There are none
    /// if the position is won already.
    #[must_use]
    pub fn winning_moves(
        &mut self,
        position: &Position,
        to_move: Player,
        budget: &mut Budget<'_>,
    ) -> Option<Vec<Cell>> {
        of_sets!(&mut self.0, solver => {
            let mut searches = Searches { budget, before: 0 };
            let stones = solver.stones(position);
            let mut winning = Vec::new();
            if !solver.is_over(&stones) {
                let empty = stones.empty(&solver.shared.board);
                let all = empty.iter().try_for_each(|cell| {
                    // Cell numbers are below 484.
                    solver.shared.root.after.store(cell as u32 + 1, Ordering::Relaxed);
                    if searches.winner(solver, &stones.with(to_move, cell), to_move.opponent())? == to_move {
                        winning.push(solver.cell(cell));
                    }
                    Some(())
                });
                solver.shared.root.after.store(0, Ordering::Relaxed);
                all?;
            }
            Some(winning)
        })
    }

    /// Returns a line of perfect play from a position with `to_move` to move until a player has won, or `None` if the budget has
    /// stopped the search or a state that was loaded contradicts itself. The players take turns. The winner plays a winning move each time.
    ///
    /// The moves do not depend on what the solver has found before, nor on the number of threads.
    #[must_use]
    pub fn line(&mut self, position: &Position, to_move: Player, budget: &mut Budget<'_>) -> Option<Vec<Cell>> {
        of_sets!(&mut self.0, solver => {
            let mut searches = Searches { budget, before: 0 };
            let line = solver.line(solver.stones(position), to_move, &mut searches)?;
            Some(line.into_iter().map(|cell| solver.cell(cell)).collect())
        })
    }

    /// Returns a proof that a player wins a position, with `to_move` to move, or `None` if the budget has stopped the search or a state
    /// that was loaded contradicts itself. It is the same for any number of threads and size of the transposition table.
    #[must_use]
    pub fn proof(&mut self, position: &Position, to_move: Player, budget: &mut Budget<'_>) -> Option<Proof> {
        of_sets!(&mut self.0, solver => solver.proof(position, to_move, budget))
    }

    /// Returns the handle that tells how far a search is, to those who watch it.
    #[must_use]
    pub fn watch(&self) -> Watch {
        of_sets!(&self.0, solver => Watch { root: Arc::clone(&solver.shared.root), size: solver.shared.board.size })
    }

    /// Returns the handle by which what has been found can be saved during a search.
    #[must_use]
    pub fn state(&self) -> SearchState {
        SearchState(of_sets!(&self.0, solver => Arc::clone(&solver.shared.table)))
    }

    /// Writes what has been found.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.state().save(out)
    }

    /// Reads what [`save`](Self::save) has written for boards of the same size. Whether it is true is not checked: who wins
    /// is taken from it.
    ///
    /// # Errors
    /// Those of `from`, and [`io::ErrorKind::InvalidData`] if the bytes are nothing that was saved.
    pub fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        of_sets!(&self.0, solver => solver.shared.table.load(from, work_of, is_valid))
    }
}

/// How far a search is.
#[derive(Clone, Debug)]
pub struct Watch {
    root: Arc<Root>,
    size: usize,
}

impl Watch {
    /// Returns the state of the search.
    #[must_use]
    pub fn now(&self) -> Now {
        let Root { proof, disproof, best, after } = &*self.root;
        let [proof, disproof, best, after] = [proof, disproof, best, after].map(|value| value.load(Ordering::Relaxed));
        let finite = |number: u32| Some(number).filter(|&number| number < INFINITE);
        let cell = |number: u32| cell_of(number as usize, self.size);
        Now {
            after: after.checked_sub(1).map(cell),
            proof: finite(proof),
            disproof: finite(disproof),
            best: cell(best),
        }
    }
}

/// The state of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// The move after which the position is searched, while [`Solver::winning_moves`] decides one move after the other.
    pub after: Option<Cell>,
    /// The proof number of the position that is searched; `None` if it is infinite.
    pub proof: Option<u32>,
    /// Its disproof number; `None` if it is infinite.
    pub disproof: Option<u32>,
    /// The best move so far in that position.
    pub best: Cell,
}

/// What a solver has found.
#[derive(Clone, Debug)]
pub struct SearchState(Arc<Table<4>>);

impl SearchState {
    /// Writes what has been found, for [`Solver::load`]. A search can go on meanwhile.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.0.save(out)
    }
}

/// What a search asks from time to time, with the number of positions so far.
type Poll<'a> = dyn FnMut(u64) -> ControlFlow<()> + 'a;

/// The number of positions up to which a search runs on one thread, however many it may use: starting others would take longer.
const FEW: u64 = 500;

/// Searches of one call, whose positions are added up for its caller.
struct Searches<'a, 'b> {
    budget: &'a mut Budget<'b>,
    /// The number of positions that the searches before this one have examined.
    before: u64,
}

impl Searches<'_, '_> {
    fn winner<S: CellSet>(&mut self, solver: &OfSets<S>, stones: &Stones<S>, to_move: Player) -> Option<Player> {
        let mut searched = 0;
        let winner = solver.winner(stones, to_move, &mut |count| {
            searched = count;
            self.budget.poll(self.before + count)
        });
        self.before += searched;
        winner
    }
}

/// A solver for boards whose cells fit into a set.
#[derive(Debug)]
struct OfSets<S> {
    shared: Shared<S>,
    threads: usize,
}

impl<S: CellSet> OfSets<S> {
    fn new(techniques: Techniques, size: usize, budget: &Budget<'_>) -> OfSets<S> {
        let Budget { memory, threads, .. } = *budget;
        let wins = Wins::new(memory / 16);
        let lists = threads.max(1) as u64 * Searcher::<S>::most_bytes();
        let memory = memory.saturating_sub(wins.bytes() + lists).max(memory / 2);
        let shared = Shared {
            board: Board::new(size),
            techniques,
            table: Arc::new(Table::new([u64::MAX, u64::MAX, u64::MAX, 0], memory)),
            wins,
            in_progress: InProgress::new(),
            root: Arc::default(),
        };
        OfSets { shared, threads: threads.max(1) }
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

    fn cell(&self, cell: usize) -> Cell {
        cell_of(cell, self.shared.board.size)
    }

    /// Returns whether a player has won already.
    fn is_over(&self, stones: &Stones<S>) -> bool {
        Player::BOTH.into_iter().any(|player| self.shared.board.is_won(player, stones.of[player]))
    }

    /// Searches until `poll` stops it. Small searches are done by one thread before others could begin.
    fn winner(&self, stones: &Stones<S>, to_move: Player, poll: &mut Poll<'_>) -> Option<Player> {
        if self.threads == 1 {
            return self.search(1, stones, to_move, poll).0;
        }
        let mut is_stopped = false;
        let (winner, searched) = self.search(1, stones, to_move, &mut |count| {
            is_stopped = poll(count).is_break();
            if is_stopped || count >= FEW { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if winner.is_some() || is_stopped {
            return winner;
        }
        self.search(self.threads, stones, to_move, &mut |count| poll(searched + count)).0
    }

    /// Searches on several threads. Returns the winner and the number of positions.
    fn search(
        &self,
        threads: usize,
        stones: &Stones<S>,
        to_move: Player,
        poll: &mut Poll<'_>,
    ) -> (Option<Player>, u64) {
        let finished = workers::run(threads, poll, |worker| {
            let won = Searcher::new(&self.shared, worker).solve(stones, to_move);
            if won.is_some() {
                worker.stop();
            }
            won
        });
        let is_won = finished.results.into_iter().flatten().next();
        (is_won.map(|is_won| if is_won { to_move } else { to_move.opponent() }), finished.count)
    }
}

impl<S: CellSet> OfSets<S> {
    fn proof(&self, position: &Position, to_move: Player, budget: &mut Budget<'_>) -> Option<Proof> {
        let stones = self.stones(position);
        let mut searches = Searches { budget, before: 0 };
        let mut winner = |stones: &Stones<S>, to_move| {
            searches.budget.poll(searches.before).continue_value()?;
            if let Some(is_won) = self.shared.known(stones, to_move) {
                return Some(if is_won { to_move } else { to_move.opponent() });
            }
            searches.winner(self, stones, to_move)
        };
        proof::prove(&self.shared.board, position, (stones, to_move), &mut winner)
    }
}

/// Returns the cell with a number, in reading order.
fn cell_of(number: usize, size: usize) -> Cell {
    // The size is at most 22.
    Cell::new((number % size) as u16, (number / size) as u16)
}
