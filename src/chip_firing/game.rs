//! The rules: two players take turns to put a chip on a vertex, and after each chip vertices fire until the
//! configuration is stable.

use std::sync::Arc;

use serde::Serialize;
use thiserror::Error;

use super::configuration::{Configuration, Endless, Stabilization, fire, stabilize};
use crate::budget::Budget;
use crate::graph::{Graph, Vertex};
use crate::player::Player;

/// The two players of the game for the number of chips. Either can move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Wants as many chips as possible.
    Max,
    /// Wants as few chips as possible.
    Min,
}

impl Side {
    /// Returns the other player.
    #[must_use]
    pub fn opponent(self) -> Side {
        match self {
            Side::Max => Side::Min,
            Side::Min => Side::Max,
        }
    }
}

/// A question about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Who wins if the player who starts an endless avalanche wins?
    Winner,
    /// What is the Grundy value of the same game?
    #[doc(alias = "nimber")]
    Grundy,
    /// What is the game chip number if this player moves next: the number of chips on the board at the end of the game,
    /// including those on it now?
    #[doc(alias = "toppling number")]
    Number(Side),
}

/// The answer to a question about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The winner: [`Player::X`] is player 1, who is to move, and [`Player::O`] is player 2.
    Winner(Player),
    /// The Grundy value, which is 0 if player 2 wins.
    Grundy(u8),
    /// The game chip number.
    Number(u64),
}

impl Answer {
    /// Returns the answer as a number: 1 or 2 for a player, the Grundy value, or the number of chips.
    #[must_use]
    pub fn to_number(self) -> u64 {
        match self {
            Answer::Winner(Player::X) => 1,
            Answer::Winner(Player::O) => 2,
            Answer::Grundy(value) => value.into(),
            Answer::Number(number) => number,
        }
    }
}

/// A lower and an upper bound of a number of chips, inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bounds {
    /// The lower bound.
    pub lower: u64,
    /// The upper bound.
    pub upper: u64,
}

/// A position: stable chips on a connected graph with at least two vertices. Player 1 is to move.
///
/// ```
/// use quadrille::chip_firing::Game;
///
/// let mut game = Game::new("K3".parse()?)?;
/// let vertex = game.legal_moves().next().ok_or("no vertex")?;
/// while let Some(next) = game.play(vertex) {
///     game = next;
/// }
/// assert_eq!(game.configuration().to_string(), "1,1,1");
/// assert_eq!(game.chips() + 1, game.bounds().upper, "the fourth chip ends the game");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    graph: Arc<Graph>,
    configuration: Configuration,
}

/// Why a graph and a configuration are not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GameError {
    /// The graph has fewer than two vertices.
    #[error("expected a graph with at least two vertices")]
    TooFewVertices,
    /// The graph is not connected.
    #[error("expected a connected graph")]
    NotConnected,
    /// There are not as many chip counts as vertices.
    #[error("expected {vertices} numbers of chips, one for each vertex, found {counts}")]
    WrongLength {
        /// The number of chip counts.
        counts: usize,
        /// The number of vertices.
        vertices: usize,
    },
    /// The configuration never stabilizes, so the game is over.
    #[error("the game is already over, since the configuration {0}")]
    Over(Endless),
    /// The budget stopped the firing.
    #[error("stopped before the chips were stable")]
    Stopped,
}

impl Game {
    /// Returns the game on a graph before the first chip.
    ///
    /// # Errors
    /// If the graph is not connected, or has fewer than two vertices.
    pub fn new(graph: Graph) -> Result<Game, GameError> {
        let vertices = graph.order();
        if vertices < 2 {
            return Err(GameError::TooFewVertices);
        }
        if !graph.is_connected() {
            return Err(GameError::NotConnected);
        }
        Ok(Game { graph: Arc::new(graph), configuration: Configuration::empty(vertices) })
    }

    /// Returns the position on the same graph with the given chips, which fire first if they can.
    ///
    /// ```
    /// use quadrille::budget::Budget;
    /// use quadrille::chip_firing::{Game, GameError};
    ///
    /// let (game, budget) = (Game::new("K4".parse()?)?, &mut Budget::default());
    /// assert_eq!(game.restart(&"4,2,0,0".parse()?, budget)?.configuration().to_string(), "2,0,2,2");
    /// assert!(matches!(game.restart(&"9,0,0,0".parse()?, budget), Err(GameError::Over(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there are not as many chip counts as vertices, if the chips never stabilize, or if the budget stops the
    /// firing.
    pub fn restart(&self, configuration: &Configuration, budget: &mut Budget<'_>) -> Result<Game, GameError> {
        let (vertices, counts) = (self.graph.order(), configuration.chips().len());
        if counts != vertices {
            return Err(GameError::WrongLength { counts, vertices });
        }
        match stabilize(&self.graph, configuration, budget) {
            Some(Stabilization::Stable { configuration, .. }) => Ok(self.with(configuration)),
            Some(Stabilization::Endless(why)) => Err(GameError::Over(why)),
            None => Err(GameError::Stopped),
        }
    }

    /// Returns the position on the same graph with chips that are stable.
    pub(super) fn with(&self, configuration: Configuration) -> Game {
        Game { graph: Arc::clone(&self.graph), configuration }
    }

    /// Returns the graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the chips, which are stable.
    #[must_use]
    pub fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// Returns the number of chips.
    #[must_use]
    pub fn chips(&self) -> u64 {
        self.configuration.chips().iter().sum()
    }

    /// Returns the smallest and the largest number of chips with which a game ends on this graph, m and 2m-n+1
    /// (Björner, Lovász, Shor 1991).
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let (order, size) = (self.graph.order() as u64, self.graph.size() as u64);
        Bounds { lower: size, upper: 2 * size - order + 1 }
    }

    /// Returns the vertices on which the next chip may be put: all of them.
    #[must_use]
    pub fn legal_moves(&self) -> impl DoubleEndedIterator<Item = Vertex> + ExactSizeIterator + use<> {
        self.graph.vertices()
    }

    /// Returns the position after a chip on a vertex, or `None` if that chip starts an endless avalanche and ends the
    /// game.
    ///
    /// # Panics
    /// If the graph does not have the vertex.
    ///
    /// # Complexity
    /// See [`stabilize`].
    #[must_use]
    pub fn play(&self, vertex: Vertex) -> Option<Game> {
        let mut chips = self.configuration.chips().to_vec();
        chips[vertex.index()] += 1;
        // The default budget stops nothing.
        match fire(&self.graph, chips, &mut Budget::default())? {
            Stabilization::Stable { configuration, .. } => Some(self.with(configuration)),
            Stabilization::Endless(_) => None,
        }
    }
}
