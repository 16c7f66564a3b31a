//! All that the search for numbers cannot do: two counters a turn, and games in which a full board is no loss.
//!
//! Who has no place left loses, but for one case: as long as no cell is dead for both players, and if the full boards have
//! been listed one of them fits, a full board may be counted as a win for the player who would have to place a counter
//! then. Gardner's rules make two such games of a game: one in which a draw is a win for one player, one in which it is
//! for the other.
//!
//! Cells in no forbidden set are all alike: they are counted, and only one of a kind is tried. The name of a position says
//! besides how many there are of each kind, how many counters are owed, and whether the board can still be filled.

use super::board::{Board, Cells};
use super::claim;
use super::key::{Key, name_for};
use super::number::ONE;
use super::order::{Ranked, Ranking};
use super::parts::{take_free, worth};
use super::position::{Position, play};
use super::rules::Rules;
use super::search::{Question, Search, Seen, Subject};
use super::square_set::SquareSet;
use crate::player::{ByPlayer, Player};

/// A position, and who is to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<Q> {
    position: Position<Q>,
    /// The cells in no forbidden set that are open to each player.
    free: ByPlayer<Cells>,
    player: Player,
    owed: u8,
    double: bool,
    /// Whether a full board is a win for the player who would have to place a counter then, and can still be.
    fillable: bool,
}

impl<Q: SquareSet> Turn<Q> {
    /// The position in which this many counters are on the board, and these cells are empty; `fill` says whether a full
    /// board is a win for the player who would have to place a counter then.
    pub(super) fn new(position: Position<Q>, rules: Rules, counters: usize, empty: Cells, fill: bool) -> Turn<Q> {
        let (player, owed) = (rules.turn(counters), rules.owed(counters));
        let fillable = fill && position.x.open | position.o.open == empty;
        Turn { position, free: ByPlayer::default(), player, owed, double: rules.double, fillable }
    }

    /// The free cells that only the player may use, those that only the opponent may, and those that both may.
    fn free_of(&self, player: Player) -> (Cells, Cells, Cells) {
        let (own, other) = (self.free[player], self.free[player.opponent()]);
        (own & !other, other & !own, own & other)
    }

    /// All cells that somebody may use.
    fn open(&self) -> Cells {
        self.position.x.open | self.position.o.open | self.free.x | self.free.o
    }

    /// Whether the player to move wins, if counting says so: how many counters each player can place at most, and at least.
    fn counted(&self, board: &Board<Q>) -> Option<bool> {
        let player = self.player;
        let opponent = player.opponent();
        let (own, other, _) = self.free_of(player);
        let most = |player: Player| claim::most(board, &self.position, player) + self.free[player].count_ones();
        let least = |player, free: Cells| claim::least(board, &self.position, player) + free.count_ones();
        // Until the opponent has no more to place, the player needs what he owes and a turn for each turn of the opponent's.
        let (owed, turn) = (u32::from(self.owed), self.per_turn());
        if owed + most(opponent) / turn * turn <= least(player, own) {
            return Some(true);
        }
        let turns = most(player).checked_sub(owed).map(|rest| 1 + rest / turn);
        turns.is_none_or(|turns| turns * turn <= least(opponent, other)).then_some(false)
    }

    /// How many counters a turn has.
    fn per_turn(&self) -> u32 {
        if self.double { 2 } else { 1 }
    }

    /// Whether it is the player to move who would have to place a counter if the whole board were full.
    fn owes_at_last(&self) -> bool {
        let left = self.open().count_ones();
        left.checked_sub(self.owed.into()).is_none_or(|rest| rest / self.per_turn() % 2 == 1)
    }

    fn question(&self, name: Key) -> Question {
        let (own, other, both) = self.free_of(self.player);
        let count = |cells: Cells| cells.count_ones();
        let counts = count(own) | count(other) << 7 | count(both) << 14;
        // Bit 23 tells it from the names of the search for numbers.
        let tag = counts | u32::from(self.owed - 1) << 21 | u32::from(self.fillable) << 22 | 1 << 23;
        Question::mover(Subject { key: name, tag })
    }

    /// The moves, of free cells that are alike one.
    fn ranking(&self, board: &Board<Q>) -> Ranking {
        let mut ranking = Ranking::new(board, &self.position, self.player);
        let (own, _, both) = self.free_of(self.player);
        let mut add = |cells: Cells, gain: i32| {
            if cells != 0 {
                // A number below 64.
                ranking.add(Ranked { gain, cell: cells.trailing_zeros() as u8 });
            }
        };
        add(both, 0);
        // A cell that the opponent could take instead is better taken than one that he could not, unless a full board
        // is wanted.
        if self.fillable || both == 0 {
            add(own, -ONE);
        }
        ranking
    }
}

impl<Q: SquareSet> Search<'_, '_, Q> {
    /// Whether the player to move wins. `None` if the search is to be left.
    ///
    /// `draws` has the full boards that the position can become, as X's cells, if they have been listed.
    pub(super) fn mover_wins(&mut self, turn: &Turn<Q>, draws: Option<&[Cells]>) -> Option<bool> {
        let mut turn = *turn;
        let freed = take_free(self.board, &mut turn.position);
        turn.free = ByPlayer::from_fn(|player| turn.free[player] | freed[player]);
        if !turn.fillable && !turn.double {
            return self.first_wins(turn.position, worth(turn.free), turn.player);
        }
        if turn.position[turn.player].open | turn.free[turn.player] == 0 {
            return Some(turn.fillable && turn.open() == 0);
        }
        let without_filling = if turn.double {
            turn.counted(self.board)
        } else {
            self.seen(turn.position, worth(turn.free), turn.player)
        };
        // Who would win with a full board wins if he wins without it; the other one may not.
        if without_filling.is_some_and(|wins| !turn.fillable || wins == turn.owes_at_last()) {
            return without_filling;
        }
        let question = turn.question(name_for(self.board, &turn.position, turn.player));
        if let Seen::Answer(wins) = self.recall(question) {
            return Some(wins);
        }
        let begun = self.begin(question);
        let answer = if begun.is_some() { self.try_turns(&turn, draws) } else { None };
        self.end(begun, answer)
    }

    fn try_turns(&mut self, turn: &Turn<Q>, draws: Option<&[Cells]>) -> Option<bool> {
        let ranking = turn.ranking(self.board);
        let mut left = Vec::new();
        for ranked in ranking.moves() {
            let mut after = self.place(turn, ranked.cell.into());
            let mut draws = draws.filter(|_| after.fillable);
            if let Some(boards) = draws {
                let own = |board: &&Cells| (*board >> ranked.cell & 1 == 1) == (turn.player == Player::X);
                left.clear();
                left.extend(boards.iter().filter(own));
                after.fillable = !left.is_empty();
                draws = Some(&left);
            }
            if self.mover_wins(&after, draws)? == (after.player == turn.player) {
                return Some(true);
            }
        }
        Some(false)
    }

    fn place(&self, turn: &Turn<Q>, cell: usize) -> Turn<Q> {
        let mut after = *turn;
        if (turn.free.x | turn.free.o) >> cell & 1 == 1 {
            after.free = ByPlayer::from_fn(|player| turn.free[player] & !(1 << cell));
        } else {
            after.position = play(self.board, &turn.position, turn.player, cell);
            // A cell that is dead for both is never filled.
            after.fillable &= after.open() == turn.open() & !(1 << cell);
        }
        after.owed -= 1;
        if after.owed == 0 {
            after.player = turn.player.opponent();
            // One or two.
            after.owed = turn.per_turn() as u8;
        }
        after
    }
}
