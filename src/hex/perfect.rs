//! Perfect play of a position, for the players to move who are asked for: what is asked, and what is found.

use std::fmt::{self, Display};

use itertools::Itertools;
use serde::Serialize;

use super::proof::Proof;
use super::solve::{ShortestWin, Solver};
use super::{Position, Winning};
use crate::budget::Budget;
use crate::cell::Cell;
use crate::player::{ByPlayer, Player};

/// What is asked about a position.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked by itself")]
pub struct Question {
    /// The player to move; `None` for each of them.
    pub to_move: Option<Player>,
    /// Whether all winning moves are asked for.
    pub moves: bool,
    /// Whether a line of play is.
    pub line: bool,
    /// Whether the shortest win is. It is searched with three quarters of the budget's memory; the solver should have
    /// the rest.
    pub shortest: bool,
    /// Whether a proof is.
    pub proof: bool,
}

/// What is known of a position.
///
/// ```text
///     Perfect play:
///     X to move: X wins
///     Winning moves: B1 A2 B2
///     O to move: unknown
///     Winning moves: unknown
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct PerfectPlay {
    #[serde(skip_serializing_if = "Option::is_none")]
    x_to_move: Option<ToMove>,
    #[serde(skip_serializing_if = "Option::is_none")]
    o_to_move: Option<ToMove>,
    /// The proof of the winner, if it was asked for and found.
    #[serde(skip)]
    pub proof: Option<Proof>,
    #[serde(skip)]
    is_complete: bool,
}

/// What is known with a certain player to move.
#[derive(Clone, Debug, Serialize)]
struct ToMove {
    winner: Option<Player>,
    #[serde(rename = "shortest_win", skip_serializing_if = "Option::is_none")]
    shortest: Option<Shortest>,
    #[serde(rename = "winning_moves", skip_serializing_if = "Option::is_none")]
    moves: Option<Cells>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Cells>,
}

/// Cells that were asked for, if they are known.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(transparent)]
struct Cells(Option<Vec<Cell>>);

/// The shortest win that was asked for, if a search has begun.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[serde(transparent)]
struct Shortest(Option<ShortestWin>);

impl Question {
    /// Returns what is known without a search.
    #[must_use]
    pub fn unknown(&self) -> PerfectPlay {
        let cells = |is_asked: bool| is_asked.then(Cells::default);
        let shortest = self.shortest.then(Shortest::default);
        let to_move = |player| {
            let is_asked = self.to_move.is_none_or(|to_move| to_move == player);
            is_asked.then(|| ToMove { winner: None, shortest, moves: cells(self.moves), line: cells(self.line) })
        };
        PerfectPlay { x_to_move: to_move(Player::X), o_to_move: to_move(Player::O), proof: None, is_complete: false }
    }

    /// Finds what is asked, up to the budget: the winners first, so that they do not stay unknown because of the moves.
    pub fn answer(&self, position: &Position, solver: &Solver, budget: &mut Budget<'_>) -> PerfectPlay {
        let mut perfect = self.unknown();
        let mut questions = Questions::new(solver, budget);
        let mut lost = None;
        for player in Player::BOTH {
            let Some(play) = perfect.asked_of(player) else { continue };
            play.winner = match lost {
                // A player who loses with the move loses without it, too: a further stone never hurts.
                Some(loser) => Some(Player::opponent(loser)),
                None => questions.ask(|solver, budget| solver.winner(position, player, budget)),
            };
            lost = play.winner.filter(|&winner| winner != player).map(|_| player);
        }
        for player in Player::BOTH {
            let Some(ToMove { winner: Some(winner), moves, line, .. }) = perfect.asked_of(player) else { continue };
            if let Some(Cells(moves)) = moves {
                *moves = match winner {
                    winner if *winner != player => Some(Vec::new()),
                    _ => questions.ask(|solver, budget| solver.winning_moves(position, player, budget)),
                };
            }
            if let Some(Cells(line)) = line {
                *line = questions.ask(|solver, budget| solver.line(position, player, budget));
            }
            if self.proof {
                perfect.proof = questions.ask(|solver, budget| solver.proof(position, player, budget));
            }
        }
        for player in Player::BOTH {
            let Some(play) = perfect.asked_of(player) else { continue };
            if let (Some(winner), Some(Shortest(shortest))) = (play.winner, &mut play.shortest) {
                *shortest = questions.ask(|solver, budget| {
                    budget.memory -= budget.memory / 4;
                    Some(solver.shortest_win(position, player, winner, budget))
                });
            }
        }
        let is_exact = |shortest: &Shortest| shortest.0.is_some_and(|shortest| shortest.exact);
        let is_known = |cells: &Option<Cells>| cells.as_ref().is_none_or(|cells| cells.0.is_some());
        let are_known = perfect.asked().all(|(_, ToMove { winner, shortest, moves, line })| {
            winner.is_some() && shortest.as_ref().is_none_or(is_exact) && is_known(moves) && is_known(line)
        });
        perfect.is_complete = are_known && perfect.proof.is_some() == self.proof;
        perfect
    }
}

/// Questions to a solver, which add up their positions.
pub(super) struct Questions<'a, 'b> {
    solver: &'a Solver,
    budget: &'a mut Budget<'b>,
    positions: u64,
}

impl<'a, 'b> Questions<'a, 'b> {
    pub(super) fn new(solver: &'a Solver, budget: &'a mut Budget<'b>) -> Questions<'a, 'b> {
        Questions { solver, budget, positions: 0 }
    }

    /// Returns the answer to a question, or `None` if the budget ends.
    pub(super) fn ask<T>(&mut self, find: impl FnOnce(&Solver, &mut Budget<'_>) -> Option<T>) -> Option<T> {
        let Questions { solver, budget, positions } = self;
        let before = *positions;
        // Several threads may find something before they notice a limit that was reached already.
        budget.poll(before).continue_value()?;
        let (memory, threads) = (budget.memory, budget.threads);
        let poll = |count| {
            *positions = before + count;
            budget.poll(*positions)
        };
        find(solver, &mut Budget::new(poll).with_memory(memory).with_threads(threads))
    }
}

impl PerfectPlay {
    /// Returns whether everything that was asked is known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    fn asked_of(&mut self, player: Player) -> Option<&mut ToMove> {
        match player {
            Player::X => self.x_to_move.as_mut(),
            Player::O => self.o_to_move.as_mut(),
        }
    }

    fn asked(&self) -> impl Iterator<Item = (Player, &ToMove)> {
        let both = [(Player::X, &self.x_to_move), (Player::O, &self.o_to_move)];
        both.into_iter().filter_map(|(player, play)| Some((player, play.as_ref()?)))
    }

    /// Returns what a picture shows.
    #[must_use]
    pub fn winning(&self) -> ByPlayer<Option<Winning>> {
        let mut winning = ByPlayer { x: None, o: None };
        for (player, ToMove { winner, moves, .. }) in self.asked() {
            let moves = moves.as_ref().and_then(|moves| moves.0.clone()).unwrap_or_default();
            winning[player] = Some(Winning { winner: *winner, moves });
        }
        winning
    }
}

impl Display for PerfectPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Perfect play:")?;
        for (player, play) in self.asked() {
            match play.winner {
                Some(winner) => writeln!(f, "{player} to move: {winner} wins")?,
                None => writeln!(f, "{player} to move: unknown")?,
            }
            if let Some(Shortest(shortest)) = play.shortest {
                let stones = shortest.map_or_else(|| "unknown".to_owned(), |shortest| shortest.to_string());
                writeln!(f, "Shortest win: {stones}")?;
            }
            for (name, cells) in [("Winning moves", &play.moves), ("Line of play", &play.line)] {
                cells.iter().try_for_each(|cells| writeln!(f, "{name}: {cells}"))?;
            }
        }
        Ok(())
    }
}

impl Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_deref() {
            None => f.write_str("unknown"),
            Some([]) => f.write_str("none"),
            Some(cells) => write!(f, "{}", cells.iter().format(" ")),
        }
    }
}
