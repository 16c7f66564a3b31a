//! Perfect play: which player wins a position if neither passes, and by which moves.
//!
//! ```text
//!     search        depth-first proof-number search, on several threads
//!       nodes           proof and disproof numbers, the transposition table
//!       moves           what is known of a node without a search: its winner, or the moves to be searched, in order
//!         connections       H-search: what a player can join although the opponent moves first (must-play, early wins)
//!           carriers            those that are kept for each pair of ends
//!         inferior          vulnerable and dominated moves
//!         ordering          the flow of current, for the order of moves
//!       fill_in         dead and captured cells
//!       proved_wins     wins that have been proved, with the cells that their proofs use
//!     line          a line of perfect play
//!     pairing       who wins by pairs of cells on boards that are not square
//!     preferred     a move where nothing is proved
//!     shortest      the fewest stones with which the winner can force the win
//!     proof         proofs that are checked without the solver: positions
//!       links         connections
//!       additions     cells that are filled in, inferior moves
//!     cells         sets of cells, the board, symmetry
//! ```
//!
//! Who has what, for how long (a solver of 7×7 is asked by [`Solver::winning_moves`], with two threads):
//!
//! ```text
//!     Solver              as long as the caller wants: the board, the state below, the progress that is shown
//!     dyn Search          the same: the SearchState<u64> that 7×7 needs, behind a type without S
//!     SearchState<S>      transposition table, proved wins: shared by clones of the solver and by threads, and saved
//!     Searches            one call: its budget, and the positions counted by 49 searches, one after each move
//!     SearchWorker<S>     one of the two threads in one of the 49: its connections, and nodes that it has evaluated
//! ```
//!
//! `Solver` and `Searches` have stones as sets of `Words` on all boards; a `SearchState<S>` converts them to its own.
//!
//! On an empty board the first player wins (J. Nash: a second player's winning strategy could be used by the first
//! player, who only has a stone more); who wins after a given first move is found by search alone. Each file explains
//! one idea, with its proof and its source.
//!
//! **What each technique brings.** Without any [`Technique`] the answers stay, only slower. Three openings of 7×7 (C3,
//! B4, D2), each up to 300,000 positions, one thread, November 2026:
//!
//! ```text
//!     left out        positions         left out           positions
//!     none               23,102         must-play             71,498
//!     inferior           23,599         fill-in               84,591
//!     widening           39,663         ordering             165,975
//!     proof sets         41,727         connections          more than 575,000: two openings of three solved
//! ```
//!
//! On 8×8 inferior moves bring more: without them the search after A1 takes 2 percent more time, after B1 6, C1 21,
//! D4 51 and F1 71. After D4, two threads take six tenths of the time of one.
//!
//! **What was tried and is not here.**
//!
//! - No fewer positions: decomposition and dead regions (cells that a chain cuts off); first proof numbers
//!   from the conductances or the order of the moves; proof sets without the refutations that others make needless;
//!   full connections of the player to move as wires, instead of bridges.
//! - More positions: two connections of the AND rule that share cells captured by the stone between them; carriers
//!   between empty cells of at most 6 or 4 cells (up to a quarter more); a first disproof number of 2 to 8 (up to 80
//!   percent more); connections taken over from the empty board.
//! - The AND rule with a side in the middle: half the positions, each for ten times the time.
//! - A perfect order of the moves, known from an earlier search, would leave six or seven positions of ten.
//!
//! What a search and a proof do often is compiled for each size of sets of cells. What they do once, and lines, which
//! ask for winners, use the largest sets on all boards.

mod carriers;
mod cells;
mod connections;
mod fill_in;
mod inferior;
mod line;
mod moves;
mod nodes;
mod ordering;
mod pairing;
mod preferred;
mod proof;
mod proved_wins;
mod search;
mod shortest;
#[cfg(test)]
mod tests;

use std::io::{self, Read, Write};
use std::ops::BitOr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use self::cells::{Board, CellSet, LARGEST, Stones, Words};
use self::nodes::Node;
use self::pairing::Pairing;
pub use self::preferred::is_strong_first_move;
use self::search::{Search, SearchState};
pub use self::shortest::ShortestWin;
use super::Position;
use super::proof::Proof;
use crate::budget::Budget;
use crate::cell::Cell;
use crate::player::{ByPlayer, Player};
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

/// A set of techniques: a bit for each of at most 8.
#[derive(Clone, Copy, Debug)]
struct Techniques(u8);

impl Techniques {
    fn new(techniques: &[Technique]) -> Techniques {
        Techniques(techniques.iter().fold(0, |all, &technique| all | 1 << technique as u8))
    }

    fn has(self, technique: Technique) -> bool {
        self.0 >> technique as u8 & 1 != 0
    }
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
#[derive(Debug)]
pub struct Solver {
    board: Board<Words>,
    search: Arc<dyn Search>,
    progress: Mutex<Progress>,
}

impl Clone for Solver {
    fn clone(&self) -> Solver {
        Solver { board: self.board.clone(), search: Arc::clone(&self.search), progress: Mutex::default() }
    }
}

impl Solver {
    /// Returns a solver for boards of a size; `None` if that is 0 or above [`LARGEST_SOLVED`].
    ///
    /// The budget's memory is that of the transposition table, of the proved wins that are kept, and of what each
    /// thread needs: the move lists that it remembers, up to about ninety megabytes, and its connections, 6 megabytes
    /// on 11×11 and 76 on 22×22. But the table gets at least half of it, so that with little memory the sum is larger.
    /// The answers do not depend on it.
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
    pub fn with(techniques: &[Technique], size: u16, &Budget { memory, threads, .. }: &Budget<'_>) -> Option<Solver> {
        let size = usize::from(size);
        let techniques = Techniques::new(techniques);
        // 64 bits are enough for 8×8, 128 for 11×11.
        let search: Arc<dyn Search> = match size {
            1..=8 => Arc::new(SearchState::<u64>::new(techniques, size, memory, threads)),
            9..=11 => Arc::new(SearchState::<u128>::new(techniques, size, memory, threads)),
            12..=LARGEST => Arc::new(SearchState::<Words>::new(techniques, size, memory, threads)),
            _ => return None,
        };
        Some(Solver { board: Board::new(size), search, progress: Mutex::default() })
    }

    /// Returns the player who wins a position, with `to_move` to move, or `None` if the search was stopped. The budget
    /// is polled with the number of positions examined by this call.
    ///
    /// # Panics
    /// If the position has another size than the solver. The same holds for all methods with a position.
    #[must_use]
    pub fn winner(&self, position: &Position, to_move: Player, budget: &mut Budget<'_>) -> Option<Player> {
        self.paired_searches(position, budget).winner(&self.stones(position), to_move)
    }

    /// Returns all moves of `to_move` that win, in reading order, or `None` if the search was stopped. There are none
    /// if the position is won already.
    #[must_use]
    pub fn winning_moves(&self, position: &Position, to_move: Player, budget: &mut Budget<'_>) -> Option<Vec<Cell>> {
        let stones = self.stones(position);
        let moves = if self.is_over(&stones) { Words::default() } else { stones.empty(&self.board) };
        let mut searches = self.paired_searches(position, budget);
        let mut winning = Vec::new();
        let all = moves.iter().try_for_each(|cell| {
            self.progress_mut().after = Some(self.board.name(cell));
            if searches.winner(&stones.with(to_move, cell), to_move.opponent())? == to_move {
                winning.push(self.board.name(cell));
            }
            Some(())
        });
        self.progress_mut().after = None;
        all.map(|()| winning)
    }

    /// Returns a line of perfect play from a position with `to_move` to move until a player has won, or `None` if the
    /// search was stopped or a state that was loaded contradicts itself. The players take turns. The winner plays a
    /// winning move each time.
    ///
    /// The moves do not depend on what the solver has found before, nor on the number of threads.
    #[must_use]
    pub fn line(&self, position: &Position, to_move: Player, budget: &mut Budget<'_>) -> Option<Vec<Cell>> {
        let line = self.paired_searches(position, budget).line(self.stones(position), to_move)?;
        Some(line.into_iter().map(|cell| self.board.name(cell)).collect())
    }

    /// Returns a winning move of `to_move`, the first by the flow of current; `None` if there is none, or the search
    /// was stopped.
    #[must_use]
    pub fn winning_move(&self, position: &Position, to_move: Player, budget: &mut Budget<'_>) -> Option<Cell> {
        let cell = self.paired_searches(position, budget).winning_move(&self.stones(position), to_move)?;
        Some(self.board.name(cell))
    }

    /// Returns the move that a short alpha-beta search over the flow of current prefers, for positions whose winner is
    /// not known, and for the loser; `None` if no cell is empty. If the search is stopped, it is the move that it
    /// prefers so far. The budget is polled with the number of positions evaluated by this call.
    #[must_use]
    pub fn preferred_move(&self, position: &Position, to_move: Player, budget: &mut Budget<'_>) -> Option<Cell> {
        self.search.preferred_move(&self.stones(position), to_move, budget).map(|cell| self.board.name(cell))
    }

    /// Returns a proof that a player wins a position, with `to_move` to move, or `None` if the search was stopped or a
    /// state that was loaded contradicts itself. It has the moves that the search has found: with one thread, it is the
    /// same each time.
    #[must_use]
    pub fn proof(&self, position: &Position, to_move: Player, budget: &mut Budget<'_>) -> Option<Proof> {
        let proof = proof::prove(self.searches(budget), position, to_move);
        self.progress_mut().proved = None;
        proof
    }

    /// Returns the least number of further stones with which `winner`, who wins the position with `to_move` to move, can
    /// force the win; a lower bound if the search was stopped. It searches on one thread, with a table of its own that
    /// takes the budget's memory, and polls the budget with the number of positions in which the winner is to move.
    ///
    /// ```
    /// use quadrille::budget::Budget;
    /// use quadrille::hex::Position;
    /// use quadrille::hex::solve::Solver;
    /// use quadrille::player::Player;
    ///
    /// let (position, mut budget) = (Position::empty(4)?, Budget::default());
    /// let solver = Solver::new(4, &budget).ok_or("too large")?;
    /// let shortest = solver.shortest_win(&position, Player::X, Player::X, &mut budget);
    /// assert_eq!(shortest.to_string(), "5 stones, 9 moves");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn shortest_win(
        &self,
        position: &Position,
        to_move: Player,
        winner: Player,
        budget: &mut Budget<'_>,
    ) -> ShortestWin {
        let stones = self.stones(position);
        let root = match winner {
            Player::X => Node { stones, to_move },
            Player::O => Node { stones: stones.exchanged(&self.board), to_move: to_move.opponent() },
        };
        self.search.shortest_win(&root, &self.progress, budget)
    }

    /// Returns how far the search is that this solver is doing, such as from the callback of its budget.
    #[must_use]
    pub fn progress(&self) -> Progress {
        *self.progress_mut()
    }

    /// Writes what has been found. A search can go on meanwhile.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.search.save(out)
    }

    /// Reads what [`save`](Self::save) has written for boards of the same size. Whether it is true is not checked: who
    /// wins is taken from it.
    ///
    /// # Errors
    /// Those of `from`, and [`io::ErrorKind::InvalidData`] if the bytes are nothing that was saved.
    pub fn load(&self, from: &mut dyn Read) -> io::Result<()> {
        self.search.load(from)
    }

    fn progress_mut(&self) -> MutexGuard<'_, Progress> {
        // Nothing panics while it holds the lock.
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stones(&self, position: &Position) -> Stones<Words> {
        let size = self.board.size;
        assert_eq!(usize::from(position.size()), size, "a solver for the size of the position");
        let number = |cell: Cell| usize::from(cell.row()) * size + usize::from(cell.column());
        let words = |player| position.stones_of(player).map(number).map(Words::from_cell);
        ByPlayer::from_fn(|player| words(player).fold(Words::default(), BitOr::bitor))
    }

    /// Returns whether a player has won already.
    fn is_over(&self, stones: &Stones<Words>) -> bool {
        Player::BOTH.into_iter().any(|player| self.board.is_won(player, stones[player]))
    }

    fn searches<'a, 'b>(&'a self, budget: &'a mut Budget<'b>) -> Searches<'a, 'b> {
        Searches { solver: self, budget, before: 0, pairing: None }
    }

    /// Returns searches that know the pairs of a board.
    fn paired_searches<'a, 'b>(&'a self, position: &Position, budget: &'a mut Budget<'b>) -> Searches<'a, 'b> {
        Searches { pairing: Pairing::new(position.shape()), ..self.searches(budget) }
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// The move after which the position is searched, while [`Solver::winning_moves`] decides one move after the other.
    pub after: Option<Cell>,
    /// The proof number of the position that is searched; `None` if it is infinite, or nothing is searched yet.
    pub proof: Option<u32>,
    /// Its disproof number; `None` if it is infinite.
    pub disproof: Option<u32>,
    /// The best move so far in that position.
    pub best: Option<Cell>,
    /// How much of a proof is done, from 0 to 1, while [`Solver::proof`] makes one. Moves of the opponent count as
    /// equal, so it is a rough measure.
    pub proved: Option<f64>,
    /// The number of stones that the shortest win takes at least, while [`Solver::shortest_win`] searches it.
    pub stones: Option<u32>,
}

/// Searches of one call, whose positions are added up for its caller.
struct Searches<'a, 'b> {
    solver: &'a Solver,
    budget: &'a mut Budget<'b>,
    /// The number of positions that the searches so far have examined.
    before: u64,
    /// The pairs, on a board that is not square.
    pairing: Option<Pairing>,
}

impl Searches<'_, '_> {
    /// Returns the winner of a position, or `None` if the search was stopped.
    fn winner(&mut self, stones: &Stones<Words>, to_move: Player) -> Option<Player> {
        let Solver { search, progress, .. } = self.solver;
        if let Some(winner) = self.pairing.as_ref().and_then(|pairing| pairing.winner(stones, to_move)) {
            return Some(winner);
        }
        workers::alone_then_all(self.budget, &mut self.before, MOST_ALONE, &|worker| {
            search.solve(stones, to_move, progress, worker)
        })
    }

    /// Returns the winner of a position if the search has it already.
    fn known(&self, stones: &Stones<Words>, to_move: Player) -> Option<Player> {
        self.solver.search.known(stones, to_move)
    }

    /// Returns the winner of a position, without a search if it is known.
    fn known_winner(&mut self, stones: &Stones<Words>, to_move: Player) -> Option<Player> {
        self.budget.poll(self.before).continue_value()?;
        self.known(stones, to_move).or_else(|| self.winner(stones, to_move))
    }
}
