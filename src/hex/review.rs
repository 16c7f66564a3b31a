//! Judges the moves of a game by perfect play.
//!
//! ```text
//!     position    0      1      2      3          solved from the last one to the first, so that a search finds most of
//!     move            1      2      3             what it needs in the transposition table
//!
//!     A move to a won position is a winning move: the position before it is won as well.
//!     A move from a lost position leads to a lost one.
//! ```
//!
//! A move gives a win away if the player who moves wins before it and loses after it. That the second player may swap is
//! not counted, but if they do, the first move is no mistake: with a swap, no first move wins.

use std::fmt::{self, Display};

use itertools::Itertools;
use serde::Serialize;

use super::best_case::BestCaseSolver;
use super::completion::Outcome;
use super::game::{Game, Move};
use super::position::{PlayError, Position};
use super::sgf::colour;
use super::solve::LARGEST_SOLVED;
use crate::cell::Cell;
use crate::json::display;
use crate::player::Player;

/// What a review asks about positions.
pub trait Judge {
    /// Returns the player who wins a position that no player has won yet, with `to_move` to move; `None` if that was not
    /// found in time. `number` is the number of moves before it.
    fn winner(&mut self, number: usize, position: &Position, to_move: Player) -> Option<Player>;

    /// Returns the winning moves of `to_move`, who wins the position.
    fn winning_moves(&mut self, number: usize, position: &Position, to_move: Player) -> WinningMoves;
}

/// Winning moves of a position, in reading order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WinningMoves {
    /// The moves that were found.
    #[serde(rename = "winning_moves")]
    pub cells: Vec<Cell>,
    /// Whether there are no others.
    #[serde(rename = "all_winning_moves")]
    pub are_all: bool,
}

/// A game and what perfect play says about it.
#[derive(Clone, Debug)]
pub struct Review {
    /// The player who wins from the beginning, or `None` if that is unknown.
    pub start: Option<Player>,
    /// The moves.
    pub moves: Vec<ReviewedMove>,
}

/// A move and what perfect play says about it: `mistake (winning: d5 f3)`.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewedMove {
    /// Its number, from 1.
    pub number: usize,
    /// The player who moves.
    pub player: Player,
    /// The move.
    #[serde(rename = "move", serialize_with = "display")]
    pub mv: Move,
    /// The player who wins after the move, or `None` if that is unknown.
    pub winner: Option<Player>,
    /// The moves that would have won, if this one has given a win away.
    #[serde(flatten)]
    pub missed: Option<WinningMoves>,
    /// Whether the winner before it is unknown, so that a loss may be a mistake.
    #[serde(skip)]
    pub is_open: bool,
}

impl ReviewedMove {
    /// Returns whether the player who moves wins after the move; `None` if that is unknown. After a swap of sides they
    /// have the other colour.
    #[must_use]
    pub fn wins(&self) -> Option<bool> {
        let player = if self.mv == Move::SwapSides { self.player.opponent() } else { self.player };
        self.winner.map(|winner| winner == player)
    }
}

impl Review {
    /// Judges the moves of a game, after which `next` is to move. Stones that are set up after a move count to the position
    /// after it. On boards that are too large to be solved nothing is known.
    ///
    /// # Errors
    /// As [`Game::position`].
    ///
    /// # Complexity
    /// At most one question about the winner of each position, and one about the winning moves for each win that was
    /// given away; beside them, the moves of the game for each position.
    pub fn new(game: &Game, next: Player, judge: &mut dyn Judge) -> Result<Review, (usize, PlayError)> {
        let size = game.position(None)?.size();
        let line: Vec<(Player, Move)> = game.line().collect();
        let to_move = |number: usize| line.get(number).map_or(next, |(player, _)| *player);
        let unknown =
            |((player, mv), number)| ReviewedMove { number, player, mv, winner: None, missed: None, is_open: true };
        let mut moves: Vec<ReviewedMove> = line.iter().copied().zip(1..).map(unknown).collect();
        let mut best_cases = BestCaseSolver::new();
        // The winner of the position after the move that is judged next.
        let mut after = None;
        for number in (0..=moves.len()).rev().take_while(|_| size <= LARGEST_SOLVED) {
            let position = game.position(Some(number))?;
            let last = number.checked_sub(1).map(|index| line[index]);
            let implied_before = || {
                let &(player, mv) = line.get(number)?;
                implied((player, mv), to_move(number + 1), after?, player)
            };
            let winner = match (last, best_cases.outcome(&position)) {
                (Some((player, Move::Resign)), _) => Some(player.opponent()),
                (_, Outcome::Won(winner)) => Some(winner),
                // J. Nash: who moves first wins.
                _ if position.shape().is_square() && position.is_empty() => Some(to_move(number)),
                _ => implied_before().or_else(|| judge.winner(number, &position, to_move(number))),
            };
            if let Some(mv) = moves.get_mut(number) {
                let implied_after = || implied((mv.player, mv.mv), to_move(number + 1), winner?, mv.player.opponent());
                (mv.winner, mv.is_open) = (after.or_else(implied_after), winner.is_none());
                let is_swapped = number == 0
                    && matches!(line.get(1), Some((player, Move::SwapPieces | Move::SwapSides)) if *player != mv.player);
                if winner == Some(mv.player) && mv.wins() == Some(false) && !is_swapped {
                    mv.missed = Some(judge.winning_moves(number, &position, mv.player));
                }
            }
            after = winner;
        }
        Ok(Review { start: after, moves })
    }

    /// Returns how many winning positions a player has given away, as far as that is known.
    #[must_use]
    pub fn given_away(&self, player: Player) -> usize {
        self.moves.iter().filter(|mv| mv.player == player && mv.missed.is_some()).count()
    }

    /// Returns the number of positions whose winner is unknown.
    #[must_use]
    pub fn unknown(&self) -> usize {
        self.winners().filter(Option::is_none).count()
    }

    /// Returns the smallest number of moves after which each position's winner is known, if there is one.
    #[must_use]
    pub fn decided_after(&self) -> Option<usize> {
        let known = self.winners().rev().take_while(Option::is_some).count();
        (known > 0).then(|| self.moves.len() + 1 - known)
    }

    /// Returns the winner of each position.
    fn winners(&self) -> impl DoubleEndedIterator<Item = Option<Player>> {
        [self.start].into_iter().chain(self.moves.iter().map(|mv| mv.winner))
    }
}

impl Display for ReviewedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(WinningMoves { cells, are_all }) = &self.missed else {
            return f.write_str(match self.wins() {
                Some(true) => "wins",
                Some(false) if !self.is_open => "loses",
                _ => "unknown",
            });
        };
        let more = match (cells.is_empty(), are_all) {
            (_, true) => "",
            (false, false) => ", perhaps others",
            (true, false) => "unknown",
        };
        write!(f, "mistake (winning: {}{more})", cells.iter().copied().map(Move::Stone).format(" "))
    }
}

/// A game that was reviewed, and its place.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewedGame<'a> {
    /// The name of the input, if there are several.
    pub file: Option<&'a str>,
    /// The number of the game in it, from 1.
    pub game: u64,
    /// The player who wins from the beginning.
    pub start: Option<Player>,
    /// How many mistakes each player has made, O first.
    pub mistakes: [usize; 2],
    /// The smallest number of moves after which the winner of each position is known.
    pub decided_after: Option<usize>,
    /// The number of positions whose winner is unknown.
    pub unknown: usize,
    /// Whether everything is known.
    pub whole: bool,
    #[serde(skip)]
    review: &'a Review,
    /// The player who is Black in the file.
    #[serde(skip)]
    black: Player,
}

/// A move and the place of its game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ItemOfReview<'a> {
    file: Option<&'a str>,
    game: u64,
    #[serde(flatten)]
    mv: &'a ReviewedMove,
}

impl<'a> ReviewedGame<'a> {
    /// Returns a review with the place of its game, and the player who is Black in the file.
    #[must_use]
    pub fn new(file: Option<&'a str>, game: u64, review: &'a Review, black: Player) -> ReviewedGame<'a> {
        let (start, mistakes, unknown) =
            (review.start, [Player::O, Player::X].map(|player| review.given_away(player)), review.unknown());
        let whole = unknown == 0 && review.moves.iter().flat_map(|mv| &mv.missed).all(|missed| missed.are_all);
        let decided_after = review.decided_after();
        ReviewedGame { file, game, start, mistakes, decided_after, unknown, whole, review, black }
    }

    /// Returns the moves as items of JSON.
    pub fn items(&self) -> impl Iterator<Item = ItemOfReview<'_>> {
        self.review.moves.iter().map(|mv| ItemOfReview { file: self.file, game: self.game, mv })
    }

    /// Returns the comments on the start and on each move, for SGF where Black is O.
    #[must_use]
    pub fn comments(&self) -> Vec<String> {
        let (start, moves, mistakes) = self.lines(Player::O);
        [format!("{start}\n{mistakes}")].into_iter().chain(moves).collect()
    }

    /// Returns the line on the start, that on each move, and those on the mistakes of the players.
    fn lines(&self, black: Player) -> (String, impl Iterator<Item = String>, String) {
        let start = self.start.map_or_else(|| "unknown".to_owned(), |winner| format!("{} wins", colour(winner, black)));
        let line = move |mv: &ReviewedMove| format!("{}. {} {}: {mv}", mv.number, colour(mv.player, black), mv.mv);
        let mistakes = [black, black.opponent()].map(|player| self.review.given_away(player));
        let mistakes = format!("Mistakes by B: {}\nMistakes by W: {}", mistakes[0], mistakes[1]);
        (format!("Start: {start}"), self.review.moves.iter().map(line), mistakes)
    }
}

impl Display for ReviewedGame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.map_or_else(String::new, |file| format!(" of {file}"));
        let (start, mut moves, mistakes) = self.lines(self.black);
        writeln!(f, "Game {}{file}\n{start}", self.game)?;
        moves.try_for_each(|line| writeln!(f, "{line}"))?;
        writeln!(f, "{mistakes}")?;
        if self.unknown > 0 {
            let after = self.decided_after.map_or_else(|| "none".to_owned(), |moves| moves.to_string());
            writeln!(f, "Decided after move: {after}")?;
        }
        writeln!(f, "Unknown positions: {}", self.unknown)
    }
}

/// Returns the winner on one side of a move, if the winner `known` on the other side tells that. A stone does not change
/// the winner if `sure` has won: after the move, that is the player who moves, and before it their opponent. `next`
/// moves after it.
fn implied((player, mv): (Player, Move), next: Player, known: Player, sure: Player) -> Option<Player> {
    match mv {
        // A pass that wins could only be better with a stone.
        Move::Stone(_) | Move::Pass if next != player && known == sure => Some(known),
        Move::SwapPieces if next != player => Some(known.opponent()),
        Move::SwapSides if next == player => Some(known),
        _ => None,
    }
}
