//! The outcome of a position, by Lee's algorithm over bitboard rows for both players at once.
//!
//! Boards of at most 30 rows are [bitboards](super::bitboard). A breadth-first search goes from the upper edge to the
//! lower edge: in each step to all empty neighbours of the cells that it has reached, and from there through chains of
//! own stones. The new cells of step k are level k. A search back from the lower edge finds the cells of level k on
//! shortest paths, layer k, as in [`shortest_paths`](super::shortest_paths).
//! [`first_completion`](super::first_completion) chooses from the layers. Each step visits only the rows around the
//! search frontier: on random boards of 21 × 21 this takes a fourteenth of the time of [`outcome_by_cells`] (`cargo
//! bench --bench hex`).

use super::bitboard::{Band, LARGEST_SIZE, Rows, flood_fill, join, neighbours, range_around, word};
use super::completion::{Completion, Completions, Outcome};
use super::first_completion::FirstCompletion;
use super::position::Position;
use super::shortest_paths::ShortestPaths;
use crate::bits::transpose;
use crate::player::{ByPlayer, Player};

/// Computes outcomes. Reuses its memory from one position to the next.
///
/// ```
/// use quadrille::hex::{BestCaseSolver, DataSets, Outcome, Strictness, outcome_by_cells};
/// let mut solver = BestCaseSolver::new();
/// for position in DataSets::open("1\n5\n2 2\nC2 A3\nC5 C3\n".as_bytes(), Strictness::Lenient)? {
///     let position = position?;
///     let outcome = solver.outcome(&position);
///     assert_eq!(outcome, outcome_by_cells(&position));
///     let Outcome::Open(best) = outcome else { panic!("neither player has won") };
///     assert_eq!(best.x.to_string(), "D1-E1-B2");
///     assert_eq!(best.o.number_of_moves(), 3);
/// }
/// # Ok::<(), quadrille::hex::ReadError>(())
/// ```
#[derive(Debug, Default)]
pub struct BestCaseSolver {
    search: Search,
    first: FirstCompletion,
}

impl BestCaseSolver {
    /// Returns a solver with empty memory.
    #[must_use]
    pub fn new() -> BestCaseSolver {
        BestCaseSolver::default()
    }

    /// Returns who has won, or each player's completion that is first in reading order.
    ///
    /// # Complexity
    /// O(cells) in time and memory, and in practice much less time than a step per cell on boards of at most 30 rows.
    #[must_use]
    pub fn outcome(&mut self, position: &Position) -> Outcome {
        if position.size() <= LARGEST_SIZE {
            self.search.outcome(position, &mut self.first)
        } else {
            outcome_by_cells(position)
        }
    }
}

/// Returns the same as [`BestCaseSolver::outcome`], computed cell by cell from [`ShortestPaths`]. `BestCaseSolver` uses
/// it for boards of more than 30 rows; for the others it is an independent check.
///
/// # Complexity
/// O(cells) in time and memory.
#[must_use]
pub fn outcome_by_cells(position: &Position) -> Outcome {
    let first = |player: Player| Completions::new(&ShortestPaths::new(position, player)?).next();
    // One player's paths are dropped before the other's are made: boards can be large.
    match first(Player::X) {
        None => Outcome::Won(Player::O),
        Some(x) if x.number_of_moves() == 0 => Outcome::Won(Player::X),
        Some(x) => first(Player::O).map_or(Outcome::Won(Player::X), |o| Outcome::Open(ByPlayer { x, o })),
    }
}

/// The search on one position.
#[derive(Debug, Default)]
struct Search {
    size: usize,
    own: Rows,
    empty: Rows,
    reached: Rows,
    /// The levels, and after the search back the layers.
    levels: Vec<Band>,
    /// The rows of all levels.
    rows: Vec<u64>,
}

impl Search {
    fn outcome(&mut self, position: &Position, first: &mut FirstCompletion) -> Outcome {
        self.set_up(position);
        let changed = self.reach_upper_edge();
        if let Some(winner) = Player::BOTH.iter().copied().find(|&player| self.has_reached_lower_edge(player)) {
            return Outcome::Won(winner);
        }
        let numbers = self.find_levels(changed);
        self.reduce_to_layers();
        Outcome::Open(ByPlayer::from_fn(|player| {
            first.begin(self.own[1..=self.size].iter().map(|&row| word(row, player)));
            for level in &self.levels[..numbers[player]] {
                let rows = &self.rows[level.range()];
                let any = |row: &u64| word(*row, player) != 0;
                let start = rows.iter().position(any).unwrap_or(0);
                let end = rows.iter().rposition(any).map_or(start, |last| last + 1);
                first.add_layer(level.first + start, rows[start..end].iter().map(|&row| word(row, player)));
            }
            Completion::new(first.cells(player))
        }))
    }

    /// Lays out both players' boards.
    fn set_up(&mut self, position: &Position) {
        self.size = usize::from(position.size());
        let stones = position.stones();
        let mut transposed = [0; 32];
        for (r, row) in transposed[..self.size].iter_mut().enumerate() {
            *row = join(ByPlayer::from_fn(|player| stones[player].row(r)[0]));
        }
        let straight = transposed;
        transpose(&mut transposed);
        let on_board = join(ByPlayer::from_fn(|_| u64::MAX >> (64 - self.size)));
        for r in 0..self.size {
            let (straight, transposed) = (straight[r], transposed[r]);
            let own = join(ByPlayer { x: word(transposed, Player::X), o: word(straight, Player::O) });
            let blocked = join(ByPlayer { x: word(transposed, Player::O), o: word(straight, Player::X) });
            self.own[r + 1] = own;
            self.empty[r + 1] = on_board & !own & !blocked;
        }
        self.own[self.size + 1] = 0;
    }

    /// Begins the search: reaches the upper edge and the own chains that touch it. Returns the changed rows.
    fn reach_upper_edge(&mut self) -> u64 {
        self.reached[..self.size + 2].fill(0);
        self.reached[0] = join(ByPlayer { x: u64::MAX, o: u64::MAX });
        // The upper edge is the neighbour of the whole first row.
        self.reached[1] = self.own[1];
        self.flood(1)
    }

    fn has_reached_lower_edge(&self, player: Player) -> bool {
        word(self.reached[self.size], player) != 0
    }

    /// Searches down, starting at the rows that have `changed`, and records the levels. Returns each player's number of
    /// moves. The caller must ensure that neither player has won.
    fn find_levels(&mut self, mut changed: u64) -> ByPlayer<usize> {
        let bottom = self.size;
        self.levels.clear();
        self.rows.clear();
        let mut numbers = ByPlayer { x: 0, o: 0 };
        let mut searching = ByPlayer { x: u64::MAX, o: u64::MAX };
        while searching.x | searching.o != 0 {
            let (first, last) = range_around(changed, bottom).into_inner();
            let start = self.rows.len();
            self.levels.push(Band { first, last, start });
            let active = join(searching);
            changed = 0;
            let reached = &mut self.reached[first - 1..=last + 1];
            let empty = &self.empty[first..=last];
            let mut above = reached[0];
            for i in 0..empty.len().min(reached.len() - 2) {
                let same = reached[i + 1];
                let new = neighbours([above, same, reached[i + 2]]) & empty[i] & !same & active;
                changed |= u64::from(new != 0) << i;
                self.rows.push(new);
                reached[i + 1] = same | new;
                above = same;
            }
            changed <<= first - 1;
            // If neither player has won, both still can (Hex theorem), so that the search goes on to the lower edge.
            debug_assert!(changed != 0);
            if changed == 0 {
                break;
            }
            changed = self.flood(changed);
            for player in Player::BOTH {
                if searching[player] != 0 && self.has_reached_lower_edge(player) {
                    numbers[player] = self.levels.len();
                    searching[player] = 0;
                }
            }
        }
        numbers
    }

    /// Searches back up, and reduces each level to the cells that it reaches: the layer.
    fn reduce_to_layers(&mut self) {
        let bottom = self.size;
        self.reached[..=bottom].fill(0);
        self.reached[bottom + 1] = join(ByPlayer { x: u64::MAX, o: u64::MAX });
        self.reached[bottom] = self.own[bottom];
        self.flood(1 << (bottom - 1));
        for level in (0..self.levels.len()).rev() {
            let level = &mut self.levels[level];
            let Band { first, last, start } = *level;
            let reached = &mut self.reached[first - 1..=last + 1];
            let rows = &mut self.rows[level.range()];
            let mut above = reached[0];
            let mut changed = 0;
            for i in 0..rows.len().min(reached.len() - 2) {
                let same = reached[i + 1];
                let layer = neighbours([above, same, reached[i + 2]]) & rows[i];
                changed |= u64::from(layer != 0) << i;
                rows[i] = layer;
                reached[i + 1] = same | layer;
                above = same;
            }
            // Leave out the rows without cells above and below.
            let above = changed.trailing_zeros() as usize;
            let below = changed.leading_zeros() as usize - (64 - (last - first + 1));
            *level = Band { first: first + above, last: last - below, start: start + above };
            self.flood(changed << (first - 1));
        }
    }

    /// Adds to the reached cells the own chains that touch them in these rows. Returns the changed rows.
    fn flood(&mut self, rows: u64) -> u64 {
        flood_fill(&mut self.reached[..self.size + 2], &self.own[..self.size + 2], rows)
    }
}
