//! Answers to questions about games: winners, Grundy values and game chip numbers.
//!
//! ```text
//!     m = 2m-n+1 (trees)                      all games have the same length: no search    Björner, Lovász, Shor 1991
//!     a complete graph, n odd: winners        the two-box law: no search
//!     any other complete graph                complete_graph                               shapes on a ring
//!     any other graph                         any_graph                                    configurations up to automorphism
//! ```

use std::io::{self, Read};

use super::any_graph::{AnyGraph, Ending};
use super::complete_graph::{NumberPositions, Winner, mover_wins_on_odd};
use super::game::{Answer, Bounds, Game, Question, Side};
use super::search::number::NumberSearch;
use super::search::outcome::{Kind, Outcome, OutcomeSearch};
use super::search::{Engine, SearchState, TooLargeError};
use crate::budget::Budget;
use crate::graph::Vertex;
use crate::player::Player;

/// A search that answers one question about a game. It can be stopped and continued, and its state saved and restored.
///
/// ```
/// use quadrille::budget::Budget;
/// use quadrille::chip_firing::{Answer, Bounds, Game, Question, Side, Solver};
/// use quadrille::player::Player;
///
/// let (game, budget) = (Game::new("K5".parse()?)?, &mut Budget::default());
/// let mut number = Solver::new(&game, Question::Number(Side::Max), budget)?;
/// assert_eq!(number.bounds(), Bounds { lower: 10, upper: 14 }, "known without a search");
/// assert_eq!(number.answer(budget), Some(Answer::Number(12)));
/// let best = number.moves(budget).ok_or("stopped")?;
/// assert_eq!(best.len(), 5, "an automorphism maps each vertex to each other one");
///
/// let winner = Solver::new(&game, Question::Winner, budget)?.answer(budget);
/// assert_eq!(winner, Some(Answer::Winner(Player::X)), "player 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    game: Game,
    question: Question,
    /// `None` if a theorem answers the question.
    engine: Option<Box<dyn Engine>>,
}

impl Solver {
    /// Prepares the search for the answer to a question, with a transposition table of the budget's memory.
    /// [`answer`](Self::answer) runs it.
    ///
    /// # Errors
    /// If the graph is too large. Grundy values of complete graphs with chips on them are computed as on any other graph.
    pub fn new(game: &Game, question: Question, budget: &Budget<'_>) -> Result<Solver, TooLargeError> {
        let engine = if is_known(game, question) { None } else { Some(engine(game, question, budget.memory)?) };
        Ok(Solver { game: game.clone(), question, engine })
    }

    /// Returns the answer, or `None` if the budget, which is polled with the number of positions searched, stops the
    /// search; the next call continues it.
    pub fn answer(&mut self, budget: &mut Budget<'_>) -> Option<Answer> {
        if let Some(engine) = &mut self.engine {
            return engine.answer(&self.game, budget);
        }
        Some(self.known())
    }

    /// Returns the answer that a theorem gives.
    fn known(&self) -> Answer {
        let kind = match self.question {
            Question::Winner => Kind::Winner,
            Question::Grundy => Kind::Grundy,
            Question::Number(_) => return Answer::Number(self.game.bounds().lower),
        };
        kind.answer(mover_wins(&self.game).into())
    }

    /// Returns the vertices on which the next chip keeps the game chip number, or, for the other questions, those on
    /// which it wins: none if player 2 wins. Returns `None` if the budget stops the search; the next call continues it.
    pub fn moves(&mut self, budget: &mut Budget<'_>) -> Option<Vec<Vertex>> {
        let moves = self.game.legal_moves();
        if matches!(self.answer(budget)?, Answer::Winner(Player::O) | Answer::Grundy(0)) {
            return Some(Vec::new());
        }
        if have_same_length(&self.game) {
            return Some(moves.collect());
        }
        let mut best = Vec::new();
        for vertex in moves {
            budget.poll(self.positions()).continue_value()?;
            let next = self.game.play(vertex);
            let is_best = match &mut self.engine {
                Some(engine) => engine.is_best(&self.game, next.as_ref(), budget)?,
                None => next.is_none_or(|next| !mover_wins(&next)),
            };
            if is_best {
                best.push(vertex);
            }
        }
        Some(best)
    }

    /// Returns the bounds of the number of chips at the end that are proved so far: for [`Question::Number`] under
    /// perfect play, for the other questions in every game.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.engine.as_ref().and_then(|engine| engine.bounds()).unwrap_or_else(|| self.game.bounds())
    }

    /// Returns the number of positions that have been searched.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.engine.as_ref().map_or(0, |engine| engine.positions())
    }

    /// Returns a handle to the state of the search, which can be saved while the search runs.
    ///
    /// ```
    /// use quadrille::budget::Budget;
    /// use quadrille::chip_firing::{Game, Question, Solver};
    ///
    /// let (game, budget) = (Game::new("grid2x3".parse()?)?, &mut Budget::default());
    /// let mut solver = Solver::new(&game, Question::Winner, budget)?;
    /// let winner = solver.answer(budget);
    /// let mut saved = Vec::new();
    /// solver.state().save(&mut saved)?;
    ///
    /// let mut resumed = Solver::new(&game, Question::Winner, budget)?;
    /// resumed.load(&mut saved.as_slice())?;
    /// assert_eq!(resumed.answer(budget), winner);
    /// assert!(resumed.positions() < solver.positions());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn state(&self) -> SearchState {
        self.engine.as_ref().map_or_else(SearchState::default, |engine| engine.state())
    }

    /// Restores a state that was saved for the same game and question.
    ///
    /// What the state says is believed: only a new search would show that it is wrong.
    ///
    /// # Errors
    /// If reading fails, or if the bytes cannot be such a state. The search then starts with what was read before the
    /// error.
    pub fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.engine.as_mut().map_or(Ok(()), |engine| engine.load(from))
    }
}

/// Returns whether all games on the graph have the same length, as on trees.
fn have_same_length(game: &Game) -> bool {
    let Bounds { lower, upper } = game.bounds();
    lower == upper
}

/// Returns whether a theorem answers the question, or would answer that for the winner.
fn is_known(game: &Game, question: Question) -> bool {
    let is_odd = game.graph().is_complete() && !game.graph().order().is_multiple_of(2);
    have_same_length(game) || is_odd && is_winner_of_complete(game, question)
}

/// Returns whether the answer for a complete graph follows from the winner: all first moves lead to the same position,
/// so that the Grundy value of the empty board is 0 or 1.
fn is_winner_of_complete(game: &Game, question: Question) -> bool {
    game.graph().is_complete() && (question == Question::Winner || question == Question::Grundy && game.chips() == 0)
}

/// Returns whether the player to move wins if the last move wins, on a graph on which a theorem tells.
fn mover_wins(game: &Game) -> bool {
    if have_same_length(game) {
        return (game.bounds().lower - game.chips()) % 2 == 1;
    }
    mover_wins_on_odd(game.configuration())
}

/// Returns the search for the answer to a question, on the model of positions that suits the graph.
fn engine(game: &Game, question: Question, memory: u64) -> Result<Box<dyn Engine>, TooLargeError> {
    // Graphs have at most 2^16 vertices.
    let (order, is_complete) = (game.graph().order() as u32, game.graph().is_complete());
    let (kind, ending) = match question {
        Question::Number(first) if is_complete => {
            return Ok(Box::new(NumberSearch::new(NumberPositions(order), game, first, memory)?));
        }
        Question::Number(first) => {
            let model = AnyGraph::new(game, first, Ending::BestForMin)?;
            return Ok(Box::new(NumberSearch::new(model, game, first, memory)?));
        }
        Question::Winner => (Kind::Winner, Ending::Best),
        Question::Grundy => (Kind::Grundy, Ending::Possible),
    };
    if is_winner_of_complete(game, question) {
        return Ok(Box::new(OutcomeSearch::new(Winner::new(order, memory)?, kind)));
    }
    let outcome = Outcome::new(AnyGraph::new(game, Side::Max, ending)?, kind, memory)?;
    Ok(Box::new(OutcomeSearch::new(outcome, kind)))
}
