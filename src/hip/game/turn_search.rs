//! The search for all other games: turns of two counters, and draws that are wins of the player who would have to place
//! a counter on the full board.
//!
//! A player who cannot place a counter loses, with one exception: a full board is a win of that player if draws are.
//! Then a position is *fillable* as long as no cell is dead for both players and, if the full boards have been listed,
//! one of them can still be reached. Without turns of two counters, a position that is not fillable is left to the
//! search for numbers.
//!
//! Cells in no forbidden set are *free*. There are three kinds of them, the player's, the opponent's and shared ones.
//! The cells of a kind are equivalent, so they are counted, and a move is tried on one of each kind only:
//!
//! ```text
//!     query: canonical form of the other cells, and the tag:  1 | fillable 1 | counters owed − 1: 1 | shared 7 | opponent's 7 | own 7
//! ```

use super::board::{Board, Cells, SquareSet};
use super::move_order::{Ranked, Ranking};
use super::parts::{take_free, worth};
use super::position::{Key, Position, canonical, play};
use super::rules::Rules;
use super::search::{LOOKED_UP, Lookup, Query, Reply, Searcher, Unwind};
use super::static_bounds::{self, least_counters, most_counters};
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
    /// Whether a full board is a win for the player who would have to place a counter then, and can still be reached.
    fillable: bool,
}

impl<Q: SquareSet> Turn<Q> {
    /// Returns the position with this many counters on the board and these empty cells. `fill` must be whether a full
    /// board is a win for the player who would have to place a counter then.
    pub(super) fn new(
        board: &Board<Q>,
        position: Position<Q>,
        rules: Rules,
        counters: usize,
        empty: Cells,
        fill: bool,
    ) -> Turn<Q> {
        let (player, owed) = (rules.turn(counters), rules.owed(counters));
        let fillable = fill && position.x.open | position.o.open == empty;
        let turn = Turn { position, free: ByPlayer::default(), player, owed, double: rules.double, fillable };
        turn.without_free(board)
    }

    /// Moves the free cells out of the position.
    fn without_free(mut self, board: &Board<Q>) -> Turn<Q> {
        let freed = take_free(board, &mut self.position);
        self.free = ByPlayer::from_fn(|player| self.free[player] | freed[player]);
        self
    }

    /// Returns the free cells that only the player may use, those that only the opponent may, and those that both may.
    fn free_cells(&self, player: Player) -> (Cells, Cells, Cells) {
        let (own, other) = (self.free[player], self.free[player.opponent()]);
        (own & !other, other & !own, own & other)
    }

    /// Returns all cells that a player may use.
    fn open(&self) -> Cells {
        self.position.x.open | self.position.o.open | self.free.x | self.free.o
    }

    /// Returns whether the player to move wins; `None` if bounds of the number of counters that each player can still
    /// place do not decide it.
    fn counted(&self, board: &Board<Q>) -> Option<bool> {
        let player = self.player;
        let opponent = player.opponent();
        let (own, other, _) = self.free_cells(player);
        let most = |player: Player| most_counters(board, &self.position, player) + self.free[player].count_ones();
        let least = |player, free: Cells| least_counters(board, &self.position, player) + free.count_ones();
        // To move last, the player needs the counters owed, and then a whole turn for each whole turn of the opponent.
        let (owed, turn) = (u32::from(self.owed), self.per_turn());
        if owed + most(opponent) / turn * turn <= least(player, own) {
            return Some(true);
        }
        let turns = most(player).checked_sub(owed).map(|rest| 1 + rest / turn);
        turns.is_none_or(|turns| turns * turn <= least(opponent, other)).then_some(false)
    }

    /// Returns the number of counters of a turn.
    fn per_turn(&self) -> u32 {
        if self.double { 2 } else { 1 }
    }

    /// Returns whether the player to move would have to place a counter on the full board.
    fn owes_at_last(&self) -> bool {
        let left = self.open().count_ones();
        left.checked_sub(self.owed.into()).is_none_or(|rest| rest / self.per_turn() % 2 == 1)
    }

    /// Returns whether the search for numbers answers who wins.
    fn is_for_numbers(&self) -> bool {
        !self.fillable && !self.double
    }

    /// Returns the query whether the player to move wins, for the canonical form of the position.
    fn query(&self, position: Key) -> Query {
        let (own, other, both) = self.free_cells(self.player);
        let count = |cells: Cells| cells.count_ones();
        let counts = count(own) | count(other) << 7 | count(both) << 14;
        // Bit 23 is 0 in the queries of the search for numbers.
        let tag = counts | u32::from(self.owed - 1) << 21 | u32::from(self.fillable) << 22 | 1 << 23;
        // The tag determines the player, so that an answer is stored as if Left moved first.
        Query { position, tag, other: Value::ZERO, left: true }
    }

    /// Returns the moves, one of each kind of free cells.
    fn ranking(&self, board: &Board<Q>) -> Ranking {
        let mut ranking = Ranking::new(board, &self.position, self.player);
        let (own, _, both) = self.free_cells(self.player);
        let mut add = |cells: Cells, gain: i32| {
            if cells != 0 {
                // A number below 64.
                ranking.add(Ranked { gain, cell: cells.trailing_zeros() as u8 });
            }
        };
        add(both, 0);
        // A cell that the opponent could use is better than one that only the player can, unless a full board is
        // wanted.
        if self.fillable || both == 0 {
            add(own, -ONE);
        }
        ranking
    }

    /// Returns whether the player to move owns a cell on a full board, given by the cells of X.
    fn agrees(&self, cell: usize, full: Cells) -> bool {
        (full >> cell & 1 == 1) == (self.player == Player::X)
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
    /// Returns whether the player to move wins.
    ///
    /// `draws` has the full boards that the position can become, as the cells of X, if they have been listed.
    pub(super) fn mover_wins<Q: SquareSet>(
        &mut self,
        board: &Board<Q>,
        turn: &Turn<Q>,
        draws: Option<&[Cells]>,
    ) -> Result<bool, Unwind> {
        match self.answer_turn(board, turn, draws, false)? {
            Reply::Answered(wins) => Ok(wins),
            // It is deferred only on request.
            Reply::Deferred => Err(Unwind::Stop),
        }
    }

    /// Answers whether the player to move wins, or defers the answer if `defer` and another worker is searching for it.
    fn answer_turn<Q: SquareSet>(
        &mut self,
        board: &Board<Q>,
        turn: &Turn<Q>,
        draws: Option<&[Cells]>,
        defer: bool,
    ) -> Result<Reply, Unwind> {
        if turn.is_for_numbers() {
            return self.first_wins(board, turn.position, worth(turn.free), turn.player, defer);
        }
        let lookup = self.look_up_turn(board, turn);
        self.answer(lookup, defer, |searcher| searcher.try_turns(board, turn, draws))
    }

    /// Returns whether the player to move wins; `None` if that is not known without search.
    fn known_turn<Q: SquareSet>(&mut self, board: &Board<Q>, turn: &Turn<Q>) -> Option<bool> {
        if turn.is_for_numbers() {
            return self.known_first_wins(board, turn.position, worth(turn.free), turn.player);
        }
        match self.look_up_turn(board, turn) {
            Lookup::Answered(wins) => Some(wins),
            Lookup::Open(_) => None,
        }
    }

    /// Looks up whether the player to move wins: in bounds, and then in the table.
    fn look_up_turn<Q: SquareSet>(&mut self, board: &Board<Q>, turn: &Turn<Q>) -> Lookup {
        if turn.position[turn.player].open | turn.free[turn.player] == 0 {
            return Lookup::Answered(turn.fillable && turn.open() == 0);
        }
        let full = if turn.owes_at_last() { turn.player } else { turn.player.opponent() };
        // The player for whom a full board counts wins with it if they win without it; the other one may not.
        let bounded = if turn.double {
            turn.counted(board).filter(|&wins| !turn.fillable || wins == (turn.player == full))
        } else {
            let other = worth(turn.free);
            static_bounds::wins(&mut self.part_values, board, &turn.position, other, turn.player, full)
                .then_some(turn.player == full)
        };
        if let Some(wins) = bounded {
            return Lookup::Answered(wins);
        }
        self.look_up(turn.query(canonical(board, &turn.position, turn.player)))
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
            after.fillable &= draws.is_none_or(|draws| draws.iter().any(|&full| turn.agrees(cell, full)));
            after
        };
        // The moves whose answers are not known, by their indices in the ranking: at first all.
        let mut open = u64::MAX.unbounded_shr(u64::BITS - ranking.moves().len() as u32);
        for (i, ranked) in ranking.moves().iter().take(LOOKED_UP).enumerate() {
            let after = after(ranked.cell.into());
            match self.known_turn(board, &after) {
                Some(wins) if wins == (after.player == turn.player) => return Ok(true),
                Some(_) => open &= !(1 << i),
                None => {}
            }
        }
        let mut remaining = Vec::new();
        for defer in [true, false] {
            for i in Ones(open) {
                let cell = ranking.moves()[i].cell.into();
                let after = after(cell);
                let draws = draws.filter(|_| after.fillable).map(|draws| {
                    remaining.clear();
                    remaining.extend(draws.iter().copied().filter(|&full| turn.agrees(cell, full)));
                    &remaining[..]
                });
                if let Reply::Answered(wins) = self.answer_turn(board, &after, draws, defer && i > 0)? {
                    if wins == (after.player == turn.player) {
                        return Ok(true);
                    }
                    open &= !(1 << i);
                }
            }
        }
        Ok(false)
    }
}

/// The largest number of steps of [`full_boards`]. Boards with few draws, where a list is worth most, need fewer.
const STEPS: u32 = 1 << 21;

/// Returns the full boards without a monochromatic square that contain these counters, as the cells of X, who has
/// `count` of them; `None` if listing them takes more than [`STEPS`].
pub(super) fn full_boards<Q: SquareSet>(board: &Board<Q>, counters: ByPlayer<Cells>, count: u32) -> Option<Vec<Cells>> {
    let mut filling = Filling { board, count, steps: 0, found: Vec::new() };
    filling.fill(0, counters)?;
    Some(filling.found)
}

/// The state of [`full_boards`].
struct Filling<'a, Q> {
    board: &'a Board<Q>,
    count: u32,
    steps: u32,
    found: Vec<Cells>,
}

impl<Q: SquareSet> Filling<'_, Q> {
    /// Fills the cells from the first one on in every possible way; `None` if that takes too many steps.
    fn fill(&mut self, first: usize, counters: ByPlayer<Cells>) -> Option<()> {
        let filled = counters.x | counters.o;
        let Some(cell) = (first..self.board.area).find(|cell| filled >> cell & 1 == 0) else {
            self.found.push(counters.x);
            return Some(());
        };
        self.steps += 1;
        if self.steps > STEPS {
            return None;
        }
        // No player may have more counters than at the end.
        let most = ByPlayer { x: self.count, o: self.board.area as u32 - self.count };
        for player in Player::BOTH {
            let mut after = counters;
            after[player] |= 1 << cell;
            let fits = after[player].count_ones() <= most[player];
            if fits && self.board.through[cell].each().all(|square| self.board.corners[square] & !after[player] != 0) {
                self.fill(cell + 1, after)?;
            }
        }
        Some(())
    }
}
