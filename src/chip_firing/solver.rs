//! From a question to its answer.

use std::collections::HashMap;
use std::fmt;

use super::game::Game;
use crate::graph::Vertex;
use crate::search::Watch;

/// Who moves first in the game for the number of chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Who wants as many chips as can be.
    Max,
    /// Who wants as few as can be.
    Min,
}

/// What is asked of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Which player wins, 1 or 2, if who ends the play wins.
    Winner,
    /// Its Grundy value, if who ends the play wins.
    Grundy,
    /// How many chips there are at the end, those counted that are there already.
    Number(First),
}

/// What a solver may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes for the table of positions.
    pub memory: u64,
    /// How many threads it may have.
    pub threads: usize,
}

/// The graph is too large to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there are too many positions to number them")
    }
}

/// A question that is being answered; what has been found stays when it is broken off.
#[derive(Debug)]
pub struct Solver {
    game: Game,
    question: Question,
    memo: HashMap<(Vec<u64>, bool), u64>,
}

impl Solver {
    /// Begins with nothing known.
    ///
    /// # Errors
    /// If the graph is too large.
    pub fn new(game: &Game, question: Question, _limits: &Limits) -> Result<Solver, TooLarge> {
        Ok(Solver { game: game.clone(), question, memo: HashMap::new() })
    }

    /// Searches until there is an answer (the number of the player, the Grundy value, or the number of chips), or until the
    /// watch breaks it off.
    pub fn value(&mut self, watch: &mut Watch<'_>) -> Option<u64> {
        watch(0).continue_value()?;
        let game = self.game.clone();
        Some(self.plain(&game, self.question == Question::Number(First::Max)))
    }

    /// What is proved of the number of chips so far: at least and at most so many.
    #[must_use]
    pub fn bounds(&self) -> (u64, u64) {
        (self.game.fewest(), self.game.most())
    }

    /// The vertices on which the next chip keeps the value: for who wins those that win (none if player 2 does).
    pub fn moves(&mut self, watch: &mut Watch<'_>) -> Option<Vec<Vertex>> {
        let value = self.value(watch)?;
        let max = self.question == Question::Number(First::Max);
        let game = self.game.clone();
        let after = |vertex: &Vertex| match (game.play(*vertex), self.question) {
            (None, Question::Number(_)) => game.chips() + 1 == value,
            (None, _) => true,
            (Some(next), Question::Number(_)) => self.plain(&next, !max) == value,
            (Some(next), _) => self.plain(&next, false) == 2,
        };
        Some(game.graph().vertices().filter(after).collect())
    }

    /// How many positions have been searched.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.memo.len() as u64
    }

    fn plain(&mut self, game: &Game, max: bool) -> u64 {
        let key = (game.configuration().chips().to_vec(), max);
        if let Some(&value) = self.memo.get(&key) {
            return value;
        }
        let mut values = Vec::new();
        for vertex in game.graph().vertices() {
            values.push(match (game.play(vertex), self.question) {
                (Some(next), _) => self.plain(&next, !max),
                (None, Question::Winner) => 2,
                (None, Question::Grundy) => 0,
                (None, Question::Number(_)) => game.chips() + 1,
            });
        }
        let value = match self.question {
            Question::Winner => 1 + u64::from(!values.contains(&2)),
            Question::Grundy => (0..).find(|value| !values.contains(value)).unwrap_or_default(),
            Question::Number(_) if max => values.into_iter().max().unwrap_or_default(),
            Question::Number(_) => values.into_iter().min().unwrap_or_default(),
        };
        self.memo.insert(key, value);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stub() {
        let graph = crate::graph::Graph::from_edges(4, (0..4).flat_map(|a| (0..a).map(move |b| (a, b)))).unwrap();
        let game = Game::new(graph).unwrap();
        let limits = Limits { memory: 1, threads: 1 };
        let value = |q| Solver::new(&game, q, &limits).unwrap().value(&mut |_| std::ops::ControlFlow::Continue(()));
        assert_eq!(value(Question::Winner), Some(1));
        assert_eq!(value(Question::Number(First::Max)), Some(8));
        assert_eq!(value(Question::Number(First::Min)), Some(7));
    }
}
