//! From a question to its answer: which search answers it, and what is asked of it.
//!
//! ```text
//!     m = 2m-n+1 (trees)      every play is as long: no search          Bjorner, Lovasz, Shor 1991
//!     a complete graph        complete_graph                            shapes on a ring
//!     any other graph         graph_game                                configurations up to symmetry
//! ```

use std::fmt;
use std::io::{self, Read};

use super::any_graph::{AnyGraph, End};
use super::complete_graph::number::Number;
use super::complete_graph::outcome::Outcome;
use super::engine::{Engine, Findings, Forced, ForcedNumber, Hunt};
use super::game::{Game, Side, TooLarge};
use super::search::Effort;
use super::search::last_play::{Kind, LastPlay};
use crate::graph::Vertex;
use crate::progress::{Limits, Progress};

/// What is asked of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Which player wins, 1 or 2, if the player who starts an endless avalanche wins.
    Winner,
    /// The Grundy value of the same game.
    #[doc(alias = "nimber")]
    Grundy,
    /// The game chip number: how many chips are on the board at the end of the game, including those on it now.
    #[doc(alias = "toppling number")]
    Number(Side),
}

/// Answers one question about a game. After a cancelled call the search state is kept, and the next call continues.
///
/// ```
/// use quadrille::chip_firing::{Game, Question, Side, Solver};
/// use quadrille::progress::Limits;
/// use quadrille::graph::Named;
/// use std::ops::ControlFlow;
///
/// let game = Game::new("C4".parse::<Named>()?.into_graph())?;
/// let limits = Limits { memory: 1 << 20, threads: 1 };
/// let mut solver = Solver::new(&game, Question::Number(Side::Max), &limits)?;
/// assert_eq!(solver.bounds(), (4, 5), "what theorems say");
/// assert_eq!(solver.value(&mut |_| ControlFlow::Continue(())), Some(4));
/// let best = solver.moves(&mut |_| ControlFlow::Continue(())).ok_or("cancelled")?;
/// assert_eq!(best.len(), 4, "all vertices are alike");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    game: Game,
    question: Question,
    engine: Box<dyn Engine>,
    threads: usize,
    searched: u64,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("game", &self.game).field("question", &self.question).finish_non_exhaustive()
    }
}

impl Solver {
    /// Begins with nothing known.
    ///
    /// # Errors
    /// If the graph is too large.
    pub fn new(game: &Game, question: Question, limits: &Limits) -> Result<Solver, TooLarge> {
        let engine = engine(game, question, limits.memory)?;
        Ok(Solver { game: game.clone(), question, engine, threads: limits.threads, searched: 0 })
    }

    /// Returns the answer (the number of the player, the Grundy value, or the number of chips), or `None` if the callback
    /// cancels the search; the next call continues it.
    pub fn value(&mut self, progress: &mut Progress<'_>) -> Option<u64> {
        let value = self.effort(progress, |engine, game, effort| engine.value(game, effort))?;
        // Whether the player to move wins is 1 or 0.
        Some(if self.question == Question::Winner { 2 - value } else { value })
    }

    fn effort<T>(
        &mut self,
        progress: &mut Progress<'_>,
        work: impl FnOnce(&mut dyn Engine, &Game, &mut Effort<'_, '_>) -> T,
    ) -> T {
        let mut effort = Effort { threads: self.threads, searched: self.searched, progress };
        let result = work(&mut *self.engine, &self.game, &mut effort);
        self.searched = effort.searched;
        result
    }

    /// Returns the lower and upper bound of the number of chips that are proved so far.
    #[must_use]
    pub fn bounds(&self) -> (u64, u64) {
        self.engine.bounds(&self.game)
    }

    /// Returns the vertices on which the next chip keeps the number of chips, or, for the other questions, those on which it wins:
    /// the list is empty if player 2 wins. `None` if the callback cancels the search.
    pub fn moves(&mut self, progress: &mut Progress<'_>) -> Option<Vec<Vertex>> {
        self.effort(progress, |engine, game, effort| {
            let value = engine.value(game, effort)?;
            engine.moves(game, value, effort)
        })
    }

    /// Returns how many positions have been searched.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.searched
    }

    /// Returns a handle to the search state, which can be saved while the search runs.
    ///
    /// ```
    /// use quadrille::chip_firing::{Game, Question, Solver};
    /// use quadrille::progress::Limits;
    /// use quadrille::graph::Named;
    /// use std::ops::ControlFlow;
    ///
    /// let game = Game::new("grid2x3".parse::<Named>()?.into_graph())?;
    /// let limits = Limits { memory: 1 << 20, threads: 1 };
    /// let mut solver = Solver::new(&game, Question::Winner, &limits)?;
    /// let winner = solver.value(&mut |_| ControlFlow::Continue(()));
    /// let mut kept = Vec::new();
    /// solver.findings().save(&mut kept)?;
    ///
    /// let mut again = Solver::new(&game, Question::Winner, &limits)?;
    /// again.load(&mut kept.as_slice())?;
    /// assert_eq!(again.value(&mut |_| ControlFlow::Continue(())), winner);
    /// assert!(again.positions() < solver.positions());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn findings(&self) -> Findings {
        self.engine.findings()
    }

    /// Restores a search state that was saved for the same game and question.
    ///
    /// # Errors
    /// If reading fails, or if the bytes are not such a search state.
    pub fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.engine.load(from)
    }
}

/// The engine for a question.
fn engine(game: &Game, question: Question, memory: u64) -> Result<Box<dyn Engine>, TooLarge> {
    let order = game.graph().order();
    let forced = game.fewest() == game.most();
    Ok(match question {
        Question::Winner | Question::Grundy if forced => Box::new(Forced),
        Question::Number(_) if forced => Box::new(ForcedNumber),
        Question::Winner => outcome(game, Kind::Wins, memory)?,
        Question::Grundy => outcome(game, Kind::Grundy, memory)?,
        Question::Number(first) if game.graph().is_complete() => {
            Box::new(Hunt::new(Number::new(order)?, game, first, memory)?)
        }
        Question::Number(first) => {
            Box::new(Hunt::new(AnyGraph::new(game, first, End::BestForMin)?, game, first, memory)?)
        }
    })
}

fn outcome(game: &Game, kind: Kind, memory: u64) -> Result<Box<dyn Engine>, TooLarge> {
    if game.graph().is_complete() {
        Ok(Box::new(LastPlay::new(Outcome::new(game.graph().order())?, kind, memory)?))
    } else {
        let end = if kind == Kind::Wins { End::Best } else { End::Possible };
        Ok(Box::new(LastPlay::new(AnyGraph::new(game, Side::Max, end)?, kind, memory)?))
    }
}

#[cfg(test)]
mod tests;
