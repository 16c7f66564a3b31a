//! The search for all other games: turns of two counters, and draws that are wins of the *full-board mover*, the player
//! who would have to place a counter on the full board.
//!
//! A player who cannot place a counter loses, with one exception: if draws are credited to the full-board mover, a full
//! board is a win of this player. Only then can a position be *fillable*: as long as no cell is dead for both players
//! and, if the draws have been listed, one of them can still be reached. Without turns of two counters, a position that
//! is not fillable is left to the search for numbers.
//!
//! Cells in no forbidden set are *free*. There are three kinds of them, the player's, the opponent's and shared ones.
//! The cells of a kind are equivalent, so they are counted, and a move is tried on one of each kind only.
//!
//! **Example.** All fields of a [`Turn`]. Sets of cells have their bits in reading order. Draws are credited to the
//! full-board mover, who is O:
//!
//! ```text
//!     X X .      position        no cells: no forbidden set is left
//!     . X O      free            X: C1 B3 C3    O: C1 A2 B3 C3. On A2 X would complete a square
//!     O . .      player, owed    O, 1
//!                double          false
//!                fillable        true: each empty cell is open to a player, and there are draws with these counters
//!
//!     tag of the query   1 | fillable 1 | owed - 1: 0 | shared free cells 3 | the opponent's alone (X) 0 | the mover's alone (O) 1
//!                 bits   23  22           21            14 to 20              7 to 13                       0 to 6
//! ```
//!
//! The draws with these counters, X X X O X O O X O and two others in reading order, are not in the turn but beside it,
//! as the cells of X: `draws`. Each move hands on those that agree with it.

use super::board::{Board, Cells, SquareSet};
use super::counter_bounds::{least_counters, most_counters};
use super::move_order::{Ranked, Ranking};
use super::parts::{take_free, worth};
use super::position::{Key, Position, canonical, play, position};
use super::rules::Rules;
use super::search::{LOOKED_UP, Query, Searcher, Unwind};
use super::static_bounds;
use super::sum_search::Sum;
use super::value::{ONE, Value};
use crate::bits::Ones;
use crate::player::{ByPlayer, Player};

/// A position with the player to move: a node of the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<Q> {
    /// The position without its free cells.
    position: Position<Q>,
    /// The cells in no forbidden set that are open to each player.
    free: ByPlayer<Cells>,
    /// The player to move, and the number of counters to place in the rest of the turn.
    player: Player,
    owed: u8,
    /// Whether a turn has two counters.
    double: bool,
    /// Whether a full board is a win of the full-board mover, and may still be reached.
    fillable: bool,
}

/// The free cells, by the player who may use them.
struct Kinds {
    own: Cells,
    opponents: Cells,
    shared: Cells,
}

impl<Q: SquareSet> Turn<Q> {
    /// Returns the position with these counters on the board, none of which completed a square. `fill` must be whether
    /// a full board is a win of the full-board mover.
    pub(super) fn new(board: &Board<Q>, counters: ByPlayer<Cells>, rules: Rules, fill: bool) -> Turn<Q> {
        let placed = counters.x | counters.o;
        let count = placed.count_ones() as usize;
        let position = position(board, counters);
        let fillable = fill && position.x.open | position.o.open == board.cells() & !placed;
        let (player, owed) = (rules.turn(count), rules.owed(count));
        Turn { position, free: ByPlayer::default(), player, owed, double: rules.double, fillable }.without_free(board)
    }

    /// Moves the free cells out of the position.
    fn without_free(mut self, board: &Board<Q>) -> Turn<Q> {
        let freed = take_free(board, &mut self.position);
        self.free = ByPlayer::from_fn(|player| self.free[player] | freed[player]);
        self
    }

    /// Returns the free cells as the player to move sees them.
    fn kinds(&self) -> Kinds {
        let (own, opponents) = (self.free[self.player], self.free[self.player.opponent()]);
        Kinds { own: own & !opponents, opponents: opponents & !own, shared: own & opponents }
    }

    /// Returns all cells that a player may use.
    fn open(&self) -> Cells {
        self.position.x.open | self.position.o.open | self.free.x | self.free.o
    }

    /// Returns whether the player to move wins if the player who cannot place a counter loses, also on a full board;
    /// `None` if bounds of the number of counters that each player can still place do not decide it.
    fn counted(&self, board: &Board<Q>) -> Option<bool> {
        let (player, opponent) = (self.player, self.player.opponent());
        let (own, other, free) = (&self.position[player], &self.position[opponent], self.kinds());
        let (owed, turn) = (u32::from(self.owed), self.per_turn());
        let own_least = least_counters(board, own, other) + free.own.count_ones();
        let other_most = most_counters(board, other) + self.free[opponent].count_ones();
        // The player has the counters owed, and a whole turn for each whole turn of the opponent.
        let player_outlasts = owed + other_most / turn * turn <= own_least;
        if player_outlasts {
            return Some(true);
        }
        let own_most = most_counters(board, own) + self.free[player].count_ones();
        let other_least = least_counters(board, other, own) + free.opponents.count_ones();
        // The opponent has a whole turn for this turn of the player and for each later one. The player completes none
        // without the counters owed.
        let own_turns = own_most.checked_sub(owed).map_or(0, |rest| 1 + rest / turn);
        let opponent_outlasts = own_turns * turn <= other_least;
        opponent_outlasts.then_some(false)
    }

    /// Returns the number of counters of a turn.
    fn per_turn(&self) -> u32 {
        if self.double { 2 } else { 1 }
    }

    /// Returns the player who would have to place a counter on the full board, if the position is fillable.
    fn full_board_mover(&self) -> Player {
        let rest = self.open().count_ones().checked_sub(self.owed.into());
        let is_player = rest.is_none_or(|rest| rest / self.per_turn() % 2 == 1);
        if is_player { self.player } else { self.player.opponent() }
    }

    /// Returns the sum that is left to the search for numbers; `None` if this search has to answer who wins.
    fn sum(&self, board: &Board<Q>) -> Option<Sum<Q>> {
        (!self.fillable && !self.double).then(|| Sum::new(board, self.position, worth(self.free)))
    }

    /// Returns the query whether the player to move wins, for the canonical form of the position.
    fn query(&self, position: Key) -> Query {
        let Kinds { own, opponents, shared } = self.kinds();
        let counts = own.count_ones() | opponents.count_ones() << 7 | shared.count_ones() << 14;
        // Bit 23 is 0 in the queries of the search for numbers.
        let tag = counts | u32::from(self.owed - 1) << 21 | u32::from(self.fillable) << 22 | 1 << 23;
        // Position and tag are as the player to move sees them, so this player counts as Left.
        Query { position, tag, other: Value::ZERO, left: true }
    }

    /// Returns the moves, one of each kind of free cells.
    fn ranking(&self, board: &Board<Q>) -> Ranking {
        let mut ranking = Ranking::new(board, &self.position, self.player);
        let Kinds { own, shared, .. } = self.kinds();
        let mut add = |cells: Cells, gain: i32| {
            if cells != 0 {
                // A number below 64.
                ranking.add(Ranked { gain, cell: cells.trailing_zeros() as u8 });
            }
        };
        add(shared, 0);
        // A cell that the opponent could use is better than one that only the player can, unless a full board is
        // wanted.
        if self.fillable || shared == 0 {
            add(own, -ONE);
        }
        ranking
    }

    /// Returns whether the player to move owns a cell in a draw, given by the cells of X.
    fn agrees(&self, cell: usize, draw: Cells) -> bool {
        (draw >> cell & 1 == 1) == (self.player == Player::X)
    }

    /// Returns the turn after the player has placed a counter on a cell.
    fn after(&self, board: &Board<Q>, cell: usize) -> Turn<Q> {
        let mut after = *self;
        if (self.free.x | self.free.o) >> cell & 1 == 1 {
            after.free = ByPlayer::from_fn(|player| self.free[player] & !(1 << cell));
        } else {
            after.position = play(board, &self.position, self.player, cell);
            // A cell that is dead for both is never filled.
            after.fillable &= after.open() == self.open() & !(1 << cell);
            after = after.without_free(board);
        }
        after.owed -= 1;
        if after.owed == 0 {
            after.player = self.player.opponent();
            // One or two.
            after.owed = self.per_turn() as u8;
        }
        after
    }
}

impl Searcher<'_, '_> {
    /// Returns whether the player to move wins; `None` if that is deferred, as by [`Searcher::answer`].
    ///
    /// `draws` has the draws that the position can become, as the cells of X, if they have been listed.
    pub(super) fn mover_wins<Q: SquareSet>(
        &mut self,
        board: &Board<Q>,
        turn: &Turn<Q>,
        draws: Option<&[Cells]>,
        defer: bool,
    ) -> Result<Option<bool>, Unwind> {
        let looked_up = self.look_up_turn(board, turn);
        self.answer(looked_up, defer, |searcher| match turn.sum(board) {
            Some(sum) => searcher.try_moves(board, &sum, turn.player),
            None => searcher.try_turns(board, turn, draws),
        })
    }

    /// Looks up whether the player to move wins: in bounds, and then in the table.
    ///
    /// # Errors
    /// The query, if neither answers it.
    fn look_up_turn<Q: SquareSet>(&mut self, board: &Board<Q>, turn: &Turn<Q>) -> Result<bool, Query> {
        if let Some(sum) = turn.sum(board) {
            return self.look_up_sum(board, &sum, turn.player);
        }
        if turn.position[turn.player].open | turn.free[turn.player] == 0 {
            return Ok(turn.fillable && turn.open() == 0);
        }
        // A full board that counts can only help the full-board mover: of the bounds, which do not count it, only those
        // in favour of this player stay valid.
        let full_board_mover = turn.full_board_mover();
        let moves_on_full = turn.player == full_board_mover;
        let bounded = if turn.double {
            turn.counted(board).filter(|&wins| !turn.fillable || wins == moves_on_full)
        } else {
            let other = worth(turn.free);
            static_bounds::wins(&mut self.part_values, board, &turn.position, other, turn.player, full_board_mover)
                .then_some(moves_on_full)
        };
        bounded.map_or_else(|| self.look_up(turn.query(canonical(board, &turn.position, turn.player))), Ok)
    }

    /// Returns whether one of the moves wins.
    fn try_turns<Q: SquareSet>(
        &mut self,
        board: &Board<Q>,
        turn: &Turn<Q>,
        draws: Option<&[Cells]>,
    ) -> Result<bool, Unwind> {
        let ranking = turn.ranking(board);
        let after = |cell: usize| {
            let mut after = turn.after(board, cell);
            after.fillable &= draws.is_none_or(|draws| draws.iter().any(|&draw| turn.agrees(cell, draw)));
            after
        };
        // The moves whose answers are not known, by their indices in the ranking: at first all.
        let mut undecided = u64::MAX.unbounded_shr(u64::BITS - ranking.moves().len() as u32);
        for (i, ranked) in ranking.moves().iter().take(LOOKED_UP).enumerate() {
            let after = after(ranked.cell.into());
            match self.look_up_turn(board, &after) {
                Ok(wins) if wins == (after.player == turn.player) => return Ok(true),
                Ok(_) => undecided &= !(1 << i),
                Err(_) => {}
            }
        }
        let mut remaining = Vec::new();
        for defer in [true, false] {
            for i in Ones(undecided) {
                let cell = ranking.moves()[i].cell.into();
                let after = after(cell);
                let draws = draws.filter(|_| after.fillable).map(|draws| {
                    remaining.clear();
                    remaining.extend(draws.iter().copied().filter(|&draw| turn.agrees(cell, draw)));
                    &remaining[..]
                });
                // The best move is never deferred.
                if let Some(wins) = self.mover_wins(board, &after, draws, defer && i > 0)? {
                    if wins == (after.player == turn.player) {
                        return Ok(true);
                    }
                    undecided &= !(1 << i);
                }
            }
        }
        Ok(false)
    }
}

/// The largest number of steps of [`list_draws`]. Boards with few draws, where a list is worth most, need fewer:
/// without it 5x6 after A1 F5 C2 D4 B3 takes 25 times as many positions, and six times as long.
const STEPS: u32 = 1 << 21;

/// Returns the draws that contain these counters, as the cells of X, who has `xs` on a full board; `None` if listing
/// them takes more than [`STEPS`].
pub(super) fn list_draws<Q: SquareSet>(board: &Board<Q>, counters: ByPlayer<Cells>, xs: u32) -> Option<Vec<Cells>> {
    // No player may have more counters than at the end.
    let most = ByPlayer { x: xs, o: board.area as u32 - xs };
    let mut draws = Vec::new();
    let mut waiting = vec![(0, counters)];
    let mut steps_left = STEPS;
    while let Some((first, counters)) = waiting.pop() {
        let filled = counters.x | counters.o;
        let Some(cell) = (first..board.area).find(|cell| filled >> cell & 1 == 0) else {
            draws.push(counters.x);
            continue;
        };
        steps_left = steps_left.checked_sub(1)?;
        for player in Player::BOTH {
            let mut after = counters;
            after[player] |= 1 << cell;
            let fits = after[player].count_ones() <= most[player];
            if fits && board.through[cell].each().all(|square| board.corners[square] & !after[player] != 0) {
                waiting.push((cell + 1, after));
            }
        }
    }
    Some(draws)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hip::game::Game;

    /// The example at the top of this page.
    #[test]
    fn example_has_these_fields() -> Result<(), Box<dyn std::error::Error>> {
        let board: Board<u64> = Board::new(&Game::new("3x3".parse()?, Rules::default())).ok_or("too large")?;
        let counters = ByPlayer { x: 0b000_010_011, o: 0b001_100_000 };
        let draws = list_draws(&board, counters, 5).ok_or("too many draws")?;
        assert!(draws.len() == 3 && draws.contains(&0b010_010_111));
        let turn = Turn::new(&board, counters, Rules::default(), true);
        assert_eq!((turn.position.x.sets(), turn.position.o.sets()), (0, 0));
        assert_eq!(turn.free, ByPlayer { x: 0b110_000_100, o: 0b110_001_100 });
        assert_eq!((turn.player, turn.owed, turn.fillable), (Player::O, 1, true));
        assert_eq!(turn.full_board_mover(), Player::O);
        assert_eq!(turn.query([0; 3]).tag, 1 << 23 | 1 << 22 | 3 << 14 | 1);
        Ok(())
    }
}
