//! Game trees: the positions that can be reached from a position, and the value of each.
//!
//! ```text
//!         (0,0,0)       K3, number of chips. Positions that an automorphism maps to each other are one node. Each level has one
//!            |          chip more, and determines who is to move: player 1, or Max, at the top.
//!         (1,0,0)
//!            |
//!         (1,1,0)       Max either ends the game with a third chip, or continues,
//!          |   \
//!          |  (1,1,1)   and then Min has to end it with the fourth.
//!          |   /
//!           end
//! ```
//!
//! Which nodes there are follows "Combinatorial Games" (2018):
//!
//! - **Winner**, the last move wins. A position in which a move ends the game has no options, and neither has a
//!   position that player 2 wins, so that the tree shows how player 1 wins.
//! - **Number** of chips, Max first. Where Min can end the game, or either player has to, the end is the only option.
//!   The end is one node.
//!
//! The tree is found by breadth-first search and valued from the last position to the first, so that there is no
//! recursion.

use std::collections::HashMap;

use thiserror::Error;

use super::configuration::Configuration;
use super::game::{Answer, Game};
use crate::budget::Budget;
use crate::graph::{Scratch, Symmetries, Vertex};
use crate::player::Player;

/// The game that a tree shows, and so the value of its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum TreeKind {
    /// The last move wins
    Winner,
    /// Max wants many chips, Min few; Max moves first
    Number,
}

/// The positions of a game, at most [`Tree::MAX_POSITIONS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The game that the tree shows.
    pub kind: TreeKind,
    /// The positions, ordered by their number of chips, and then in the order in which moves lead to them. The first is
    /// the start.
    pub nodes: Vec<Node>,
}

/// A position of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The number of chips on each vertex. Automorphisms map other positions to this one.
    pub chips: Vec<u8>,
    /// The winner, or the number of chips at the end including those of the position.
    pub value: Answer,
    /// The indices of the positions to which moves lead; `None` for the end.
    pub options: Vec<Option<u32>>,
}

/// Why a tree cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TreeError {
    /// A vertex has more than [`Tree::MAX_NEIGHBOURS`].
    #[error("a vertex has more than {} neighbours", Tree::MAX_NEIGHBOURS)]
    TooManyNeighbours,
    /// There are more positions than this.
    #[error("the tree has more than {0} positions")]
    TooManyPositions(usize),
    /// The budget stopped the search for positions.
    #[error("stopped before the tree was complete")]
    Stopped,
}

impl Tree {
    /// The largest number of positions of a tree.
    pub const MAX_POSITIONS: usize = 1_000_000;

    /// The largest number of neighbours of a vertex, so that stable chip counts are bytes.
    pub const MAX_NEIGHBOURS: usize = 256;

    /// The largest number of chip counts in all positions together, so that large graphs have smaller trees.
    const MAX_COUNTS: usize = 1 << 24;

    /// Builds the tree of a game from its position. It has also the positions that can be reached only through
    /// positions that player 2 wins. The budget is polled with the number of positions found.
    ///
    /// ```
    /// use quadrille::budget::Budget;
    /// use quadrille::chip_firing::{Answer, Game, Tree, TreeKind};
    ///
    /// let game = Game::new("K3".parse()?)?;
    /// let tree = Tree::build(&game, TreeKind::Number, &mut Budget::default())?;
    /// let values: Vec<(&[u8], Answer)> = tree.nodes.iter().map(|node| (&node.chips[..], node.value)).collect();
    /// assert_eq!((values.len(), values[2]), (4, (&[1, 1, 0][..], Answer::Number(4))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// See [`TreeError`].
    ///
    /// # Complexity
    /// O(n) memory for each position.
    pub fn build(game: &Game, kind: TreeKind, budget: &mut Budget<'_>) -> Result<Tree, TreeError> {
        let graph = game.graph();
        if graph.vertices().any(|vertex| graph.degree(vertex) > Tree::MAX_NEIGHBOURS) {
            return Err(TreeError::TooManyNeighbours);
        }
        let mut builder = Builder::new(game, kind);
        while builder.expanded < builder.nodes.len() {
            if budget.poll(builder.nodes.len() as u64).is_break() {
                return Err(TreeError::Stopped);
            }
            builder.expand()?;
        }
        let mut tree = Tree { kind, nodes: builder.nodes };
        tree.value_all();
        if kind == TreeKind::Winner {
            let lost = tree.nodes.iter_mut().filter(|node| node.value == Answer::Winner(Player::O));
            lost.for_each(|node| node.options.clear());
        }
        Ok(tree)
    }

    /// Values all positions, the last one first: options come after the positions that lead to them.
    fn value_all(&mut self) {
        let start = self.nodes[0].total();
        for position in (0..self.nodes.len()).rev() {
            let node = &self.nodes[position];
            let first = (node.total() - start).is_multiple_of(2);
            let mut values = node.options.iter().map(|option| option.map(|option| self.nodes[option as usize].value));
            let value = match self.kind {
                TreeKind::Number => {
                    let numbers = values.map(|value| value.map_or(node.total() + 1, Answer::to_number));
                    let best = if first { numbers.max() } else { numbers.min() };
                    // Every position has an option, perhaps the end.
                    Answer::Number(best.unwrap_or_default())
                }
                TreeKind::Winner => {
                    let mover = if first { Player::X } else { Player::O };
                    let wins = node.options.is_empty() || values.any(|value| value == Some(Answer::Winner(mover)));
                    Answer::Winner(if wins { mover } else { mover.opponent() })
                }
            };
            self.nodes[position].value = value;
        }
    }

    /// Returns the tree without the positions to which no drawn moves lead.
    #[must_use]
    pub fn reachable(mut self) -> Tree {
        // The new index of each position that stays.
        let mut indices = vec![None; self.nodes.len()];
        indices[0] = Some(0);
        let mut count = 0;
        for (position, node) in self.nodes.iter().enumerate() {
            let Some(index) = &mut indices[position] else { continue };
            *index = count;
            count += 1;
            node.options.iter().flatten().for_each(|&option| indices[option as usize] = Some(0));
        }
        let mut stays = indices.iter().map(Option::is_some);
        self.nodes.retain(|_| stays.next().unwrap_or_default());
        for option in self.nodes.iter_mut().flat_map(|node| &mut node.options) {
            *option = option.and_then(|option| indices[option as usize]);
        }
        self
    }

    /// Returns the number of nodes of a drawing: the positions, and the end if arrows lead to it.
    #[must_use]
    pub fn drawn_nodes(&self) -> usize {
        self.nodes.len() + usize::from(self.nodes.iter().any(|node| node.options.contains(&None)))
    }
}

impl Node {
    /// Returns the number of chips.
    fn total(&self) -> u64 {
        self.chips.iter().map(|&chips| u64::from(chips)).sum()
    }
}

/// A tree whose positions are being found. They have no values yet.
struct Builder<'a> {
    game: &'a Game,
    kind: TreeKind,
    nodes: Vec<Node>,
    /// The number of positions whose options have been found.
    expanded: usize,
    most: usize,
    /// The index of each position.
    indices: HashMap<Vec<u8>, u32>,
    symmetries: Symmetries,
    scratch: Scratch,
}

impl<'a> Builder<'a> {
    /// Begins with the position of the game alone.
    fn new(game: &'a Game, kind: TreeKind) -> Builder<'a> {
        let symmetries = Symmetries::of(game.graph());
        let most = Tree::MAX_POSITIONS.min(Tree::MAX_COUNTS / game.graph().order());
        let (nodes, indices, scratch) = (Vec::new(), HashMap::new(), Scratch::default());
        let mut builder = Builder { game, kind, nodes, expanded: 0, most, indices, symmetries, scratch };
        let chips = builder.canonical(game);
        builder.nodes.push(Node { chips, value: Answer::Number(0), options: Vec::new() });
        builder
    }

    /// Finds the options of the next position.
    fn expand(&mut self) -> Result<(), TreeError> {
        let chips = self.nodes[self.expanded].chips.clone();
        let game = self.game.with(Configuration::new(chips.iter().map(|&chips| u64::from(chips)).collect()));
        // Whether the player to move wants to end the game if possible: always to win, and Min for the number.
        let wanted = self.kind == TreeKind::Winner || (game.chips() + 1 - self.game.chips()).is_multiple_of(2);
        let moves: Vec<Vertex> = self.symmetries.distinct(&chips).collect();
        let (mut next, mut ends) = (Vec::new(), false);
        for vertex in moves {
            match game.play(vertex) {
                Some(game) => next.push(self.canonical(&game)),
                None => ends = true,
            }
            if ends && wanted {
                next.clear();
                break;
            }
        }
        let mut options = Vec::new();
        next.into_iter().try_for_each(|chips| self.add(chips, &mut options))?;
        if ends && self.kind == TreeKind::Number {
            options.push(None);
        }
        self.nodes[self.expanded].options = options;
        self.expanded += 1;
        Ok(())
    }

    /// Returns the chips of the node for a position.
    fn canonical(&mut self, game: &Game) -> Vec<u8> {
        // Stable: fewer chips than neighbours, of which there are at most 256.
        let mut chips: Vec<u8> = game.configuration().chips().iter().map(|&chips| chips as u8).collect();
        self.symmetries.canonical(&mut chips, &mut self.scratch);
        chips
    }

    /// Adds a position, which may be a new one, to options.
    fn add(&mut self, chips: Vec<u8>, options: &mut Vec<Option<u32>>) -> Result<(), TreeError> {
        let new = self.nodes.len();
        let index = match self.indices.get(&chips) {
            Some(&index) => index,
            None if new == self.most => return Err(TreeError::TooManyPositions(new)),
            None => {
                self.nodes.push(Node { chips: chips.clone(), value: Answer::Number(0), options: Vec::new() });
                // At most a million.
                self.indices.insert(chips, new as u32);
                new as u32
            }
        };
        if !options.contains(&Some(index)) {
            options.push(Some(index));
        }
        Ok(())
    }
}
