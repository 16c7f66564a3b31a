//! The game: two players take turns to put a chip on a vertex, and after each chip vertices fire until the configuration is stable.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::configuration::Configuration;
use super::stabilize::{Never, Stabilization, fire, stabilize};
use crate::graph::{Graph, Vertex};
use crate::progress::Progress;

/// The two players of the game for the number of chips; either can move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Wants as many chips as possible.
    Max,
    /// Wants as few chips as possible.
    Min,
}

impl Side {
    /// The other player.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::Max => Side::Min,
            Side::Min => Side::Max,
        }
    }
}

/// A position: stable chips on a connected graph with at least two vertices. Player 1 is to move.
///
/// ```
/// use quadrille::chip_firing::Game;
/// use quadrille::graph::Named;
///
/// let triangle: Named = "K3".parse()?;
/// let mut game = Game::new(triangle.into_graph())?;
/// let vertex = game.graph().vertex(0).ok_or("no such vertex")?;
/// while let Some(next) = game.play(vertex) {
///     game = next;
/// }
/// assert_eq!(game.configuration().to_string(), "1,1,1");
/// assert_eq!(game.chips() + 1, game.most(), "the fourth chip ends the play");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    graph: Arc<Graph>,
    configuration: Configuration,
}

/// Why there is no game on a graph or from a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoGame {
    /// The graph has fewer than two vertices.
    TooFewVertices,
    /// The graph is not connected.
    NotConnected,
    /// There are not as many chip counts as vertices.
    OtherLength {
        /// How many counts there are.
        counts: usize,
        /// How many vertices there are.
        vertices: usize,
    },
    /// The configuration never stabilizes, so the game is over.
    Over(Never),
    /// The callback cancelled it while the chips were fired.
    BrokenOff,
}

impl fmt::Display for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoGame::TooFewVertices => f.write_str("expected a graph with at least two vertices"),
            NoGame::NotConnected => f.write_str("expected a connected graph"),
            NoGame::OtherLength { counts, vertices } => {
                write!(f, "expected {vertices} numbers of chips, one for each vertex, found {counts}")
            }
            NoGame::Over(never) => write!(f, "the game is already over, since the configuration {never}"),
            NoGame::BrokenOff => f.write_str("cancelled before the chips were stable"),
        }
    }
}

impl std::error::Error for NoGame {}

/// Why the positions of a graph cannot be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLarge {
    /// A vertex has more than 255, and a chip count would not fit.
    Neighbours,
    /// A position and what is known of it would not fit into 64 bits.
    Positions,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooLarge::Neighbours => f.write_str("a vertex has more than 255 neighbours"),
            TooLarge::Positions => {
                f.write_str("a position does not fit into the 64 bits of a transposition table entry")
            }
        }
    }
}

impl std::error::Error for TooLarge {}

impl Game {
    /// The game from the empty board.
    ///
    /// # Errors
    /// If the graph is not connected, or has fewer than two vertices.
    pub fn new(graph: Graph) -> Result<Game, NoGame> {
        let vertices = graph.order();
        if vertices < 2 {
            return Err(NoGame::TooFewVertices);
        }
        if !graph.is_connected() {
            return Err(NoGame::NotConnected);
        }
        Ok(Game { graph: Arc::new(graph), configuration: Configuration::empty(vertices) })
    }

    /// The game with these chips, which fire first if they can.
    ///
    /// ```
    /// use quadrille::chip_firing::{Game, NoGame};
    /// use quadrille::graph::Named;
    /// use std::ops::ControlFlow;
    ///
    /// let with = |chips: &str| -> Result<_, Box<dyn std::error::Error>> {
    ///     let graph = "K4".parse::<Named>()?.into_graph();
    ///     Ok(Game::with(graph, &chips.parse()?, &mut |_| ControlFlow::Continue(())))
    /// };
    /// assert_eq!(with("4,2,0,0")?.map(|game| game.configuration().to_string()), Ok("2,0,2,2".to_owned()));
    /// assert!(matches!(with("9,0,0,0")?, Err(NoGame::Over(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// See [`NoGame`].
    pub fn with(graph: Graph, configuration: &Configuration, progress: &mut Progress<'_>) -> Result<Game, NoGame> {
        Game::new(graph)?.given(configuration, progress)
    }

    /// The game on the same graph with these chips in the place of those that lie there; they fire first if they can.
    ///
    /// # Errors
    /// See [`NoGame`].
    pub fn given(&self, configuration: &Configuration, progress: &mut Progress<'_>) -> Result<Game, NoGame> {
        let (vertices, counts) = (self.graph.order(), configuration.chips().len());
        if counts != vertices {
            return Err(NoGame::OtherLength { counts, vertices });
        }
        match stabilize(&self.graph, configuration, progress) {
            ControlFlow::Continue(Stabilization::Stable { configuration, .. }) => {
                Ok(Game { graph: Arc::clone(&self.graph), configuration })
            }
            ControlFlow::Continue(Stabilization::Never(never)) => Err(NoGame::Over(never)),
            ControlFlow::Break(()) => Err(NoGame::BrokenOff),
        }
    }

    /// The graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The chips, which are stable.
    #[must_use]
    pub fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// How many chips there are.
    #[must_use]
    pub fn chips(&self) -> u64 {
        self.configuration.chips().iter().sum()
    }

    /// The fewest chips with which a play ends on this graph: its number of edges m (Björner, Lovász, Shor 1991).
    #[must_use]
    pub fn fewest(&self) -> u64 {
        self.graph.size() as u64
    }

    /// The most chips with which a play ends on this graph: 2m-n+1 (Björner, Lovász, Shor 1991).
    #[must_use]
    pub fn most(&self) -> u64 {
        (2 * self.graph.size() - self.graph.order() + 1) as u64
    }

    /// The game after a chip on a vertex; nothing if that ends the play.
    ///
    /// # Panics
    /// If the vertex is of a larger graph, and not of this one.
    #[must_use]
    pub fn play(&self, vertex: Vertex) -> Option<Game> {
        let mut chips = self.configuration.chips().to_vec();
        chips[vertex.index()] += 1;
        match fire(&self.graph, chips, &mut |_| ControlFlow::Continue(())) {
            ControlFlow::Continue(Stabilization::Stable { configuration, .. }) => {
                Some(Game { graph: Arc::clone(&self.graph), configuration })
            }
            _ => None,
        }
    }
}
