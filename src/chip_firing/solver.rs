//! Answers to questions about games: winners, Grundy values and game chip numbers.
//!
//! ```text
//!     m = 2m-n+1 (trees)      all games have the same length: no search    Björner, Lovász, Shor 1991
//!     a complete graph        complete_graph                               shapes on a ring
//!     any other graph         any_graph                                    configurations up to automorphism
//! ```

use std::fmt;
use std::io::{self, Read};

use thiserror::Error;

use super::any_graph::{AnyGraph, Ending};
use super::complete_graph::{NumberPositions, OutcomePositions};
use super::game::{Answer, Bounds, Game, Question, Side};
use super::search::number::NumberSearch;
use super::search::outcome::{Kind, OutcomeSearch};
use super::search::{Engine, SearchState, TooLargeError};
use crate::graph::Vertex;
use crate::player::Player;
use crate::progress::{Limits, Progress, never_cancel};

/// Why there is no answer to a question about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The graph is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLargeError),
    /// The progress callback cancelled the search.
    #[error("cancelled before the search was complete")]
    Cancelled,
}

/// Returns the winner if the player who starts an endless avalanche wins: [`Player::X`] is player 1, who is to move.
///
/// ```
/// use quadrille::chip_firing::{Game, Side, grundy, number, winner};
/// use quadrille::graph::Named;
/// use quadrille::player::Player;
///
/// let game = Game::new("K5".parse::<Named>()?.into_graph())?;
/// assert_eq!((winner(&game)?, grundy(&game)?), (Player::X, 1));
/// assert_eq!((number(&game, Side::Max)?, number(&game, Side::Min)?), (12, 11));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the graph is too large.
pub fn winner(game: &Game) -> Result<Player, SolveError> {
    winner_with(game, &Limits::default(), &mut never_cancel)
}

/// Does the same as [`winner`], with limits and a progress callback that gets the number of positions searched.
///
/// # Errors
/// See [`SolveError`].
pub fn winner_with(game: &Game, limits: &Limits, progress: &mut Progress<'_>) -> Result<Player, SolveError> {
    match Solver::new(game, Question::Winner, limits)?.answer(progress) {
        Some(Answer::Winner(winner)) => Ok(winner),
        _ => Err(SolveError::Cancelled),
    }
}

/// Returns the Grundy value of the game in which the last move wins; see [`winner`] for an example.
///
/// # Errors
/// If the graph is too large.
pub fn grundy(game: &Game) -> Result<u8, SolveError> {
    grundy_with(game, &Limits::default(), &mut never_cancel)
}

/// Does the same as [`grundy`], with limits and a progress callback that gets the number of positions searched.
///
/// # Errors
/// See [`SolveError`].
pub fn grundy_with(game: &Game, limits: &Limits, progress: &mut Progress<'_>) -> Result<u8, SolveError> {
    match Solver::new(game, Question::Grundy, limits)?.answer(progress) {
        Some(Answer::Grundy(value)) => Ok(value),
        _ => Err(SolveError::Cancelled),
    }
}

/// Returns the game chip number if `first` moves next; see [`winner`] for an example.
///
/// # Errors
/// If the graph is too large.
pub fn number(game: &Game, first: Side) -> Result<u64, SolveError> {
    number_with(game, first, &Limits::default(), &mut never_cancel)
}

/// Does the same as [`number`], with limits and a progress callback that gets the number of positions searched.
///
/// # Errors
/// See [`SolveError`].
pub fn number_with(game: &Game, first: Side, limits: &Limits, progress: &mut Progress<'_>) -> Result<u64, SolveError> {
    match Solver::new(game, Question::Number(first), limits)?.answer(progress) {
        Some(Answer::Number(number)) => Ok(number),
        _ => Err(SolveError::Cancelled),
    }
}

/// A search that answers one question about a game. It can be cancelled and continued, and its state saved and restored.
///
/// ```
/// use quadrille::chip_firing::{Answer, Bounds, Game, Question, Side, Solver};
/// use quadrille::graph::Named;
/// use quadrille::progress::{Limits, never_cancel};
///
/// let game = Game::new("C4".parse::<Named>()?.into_graph())?;
/// let mut solver = Solver::new(&game, Question::Number(Side::Max), &Limits::default())?;
/// assert_eq!(solver.bounds(), Bounds { lower: 4, upper: 5 }, "known without a search");
/// assert_eq!(solver.answer(&mut never_cancel), Some(Answer::Number(4)));
/// let best = solver.moves(&mut never_cancel).ok_or("cancelled")?;
/// assert_eq!(best.len(), 4, "an automorphism maps each vertex to each other one");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    game: Game,
    question: Question,
    /// `None` if all games on the graph have the same length, as on trees.
    engine: Option<Box<dyn Engine>>,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("game", &self.game).field("question", &self.question).finish_non_exhaustive()
    }
}

impl Solver {
    /// Prepares the search for the answer to a question. [`answer`](Self::answer) runs it.
    ///
    /// # Errors
    /// If the graph is too large.
    pub fn new(game: &Game, question: Question, limits: &Limits) -> Result<Solver, TooLargeError> {
        let Bounds { lower, upper } = game.bounds();
        let engine = if lower == upper { None } else { Some(engine(game, question, limits)?) };
        Ok(Solver { game: game.clone(), question, engine })
    }

    /// Returns whether player 1 makes the last move. The caller ensures that all games have the same length.
    fn player_1_moves_last(&self) -> bool {
        (self.game.bounds().lower - self.game.chips()) % 2 == 1
    }

    /// Returns the answer, or `None` if the progress callback, which gets the number of positions searched, cancels the search; the
    /// next call continues it.
    pub fn answer(&mut self, progress: &mut Progress<'_>) -> Option<Answer> {
        let Some(engine) = &mut self.engine else {
            return Some(match self.question {
                Question::Winner => Answer::Winner(if self.player_1_moves_last() { Player::X } else { Player::O }),
                Question::Grundy => Answer::Grundy(self.player_1_moves_last().into()),
                Question::Number(_) => Answer::Number(self.game.bounds().lower),
            });
        };
        engine.answer(progress)
    }

    /// Returns the vertices on which the next chip keeps the game chip number, or, for the other questions, those on which it wins:
    /// none if player 2 wins. Returns `None` if the callback cancels the search; the next call continues it.
    pub fn moves(&mut self, progress: &mut Progress<'_>) -> Option<Vec<Vertex>> {
        let Some(engine) = &mut self.engine else {
            let all = matches!(self.question, Question::Number(_)) || self.player_1_moves_last();
            return Some(self.game.legal_moves().filter(|_| all).collect());
        };
        engine.moves(progress)
    }

    /// Returns the bounds of the number of chips at the end that are proved so far: for [`Question::Number`] under perfect play, for
    /// the other questions in every game.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.engine.as_ref().map_or(self.game.bounds(), |engine| engine.bounds())
    }

    /// Returns the number of positions that have been searched.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.engine.as_ref().map_or(0, |engine| engine.positions())
    }

    /// Returns a handle to the state of the search, which can be saved while the search runs.
    ///
    /// ```
    /// use quadrille::chip_firing::{Game, Question, Solver};
    /// use quadrille::graph::Named;
    /// use quadrille::progress::{Limits, never_cancel};
    ///
    /// let game = Game::new("grid2x3".parse::<Named>()?.into_graph())?;
    /// let mut solver = Solver::new(&game, Question::Winner, &Limits::default())?;
    /// let winner = solver.answer(&mut never_cancel);
    /// let mut saved = Vec::new();
    /// solver.state().save(&mut saved)?;
    ///
    /// let mut resumed = Solver::new(&game, Question::Winner, &Limits::default())?;
    /// resumed.load(&mut saved.as_slice())?;
    /// assert_eq!(resumed.answer(&mut never_cancel), winner);
    /// assert!(resumed.positions() < solver.positions());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn state(&self) -> SearchState {
        self.engine.as_ref().map_or_else(SearchState::default, |engine| engine.state())
    }

    /// Restores a state that was saved for the same game and question.
    ///
    /// # Errors
    /// If reading fails, or if the bytes are not such a state. The search then starts with what was read before the error.
    pub fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.engine.as_mut().map_or(Ok(()), |engine| engine.load(from))
    }
}

/// Returns the search for the answer to a question, on the model of positions that suits the graph.
fn engine(game: &Game, question: Question, limits: &Limits) -> Result<Box<dyn Engine>, TooLargeError> {
    let (order, is_complete) = (game.graph().order(), game.graph().is_complete());
    Ok(match question {
        Question::Number(first) if is_complete => {
            Box::new(NumberSearch::new(NumberPositions::new(order), game, first, limits)?)
        }
        Question::Number(first) => {
            Box::new(NumberSearch::new(AnyGraph::new(game, first, Ending::BestForMin)?, game, first, limits)?)
        }
        Question::Winner | Question::Grundy => {
            let (kind, ending) = match question {
                Question::Winner => (Kind::Winner, Ending::Best),
                _ => (Kind::Grundy, Ending::Possible),
            };
            if is_complete {
                Box::new(OutcomeSearch::new(OutcomePositions::new(order), kind, game, limits)?)
            } else {
                Box::new(OutcomeSearch::new(AnyGraph::new(game, Side::Max, ending)?, kind, game, limits)?)
            }
        }
    })
}
