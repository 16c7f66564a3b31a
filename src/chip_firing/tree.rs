//! Game trees: the positions that can be reached from the empty board, and the value of each.
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
//! - **Winner**, the last move wins. A position in which a move ends the game has no options, and neither has a position that player 2
//!   wins, so that the tree shows how player 1 wins. A full tree has also the positions that only omitted options lead to.
//! - **Number** of chips, Max first. Where Min can end the game, or either player has to, the end is the only option. The end is one node.
//!
//! The tree is found level by level, by breadth-first search, and valued from the last position to the first, so that there is no
//! recursion. All positions of a level have the same number of chips, so that only an index of one level is needed.

use std::collections::HashMap;
use std::ops::ControlFlow;

use thiserror::Error;

use super::configuration::{Stabilization, fire};
use super::game::{Answer, Game, GameError};
use crate::graph::{Graph, Scratch, Symmetries, Vertex};
use crate::player::Player;
use crate::progress::{Progress, never_cancel};

/// The game that a tree shows, and so the value of its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TreeKind {
    /// The winner if the player who starts an endless avalanche wins. Player 1 moves first on the empty board.
    Winner,
    /// The number of chips at the end. Max moves first on the empty board.
    Number,
}

/// The positions of a game from the empty board, at most [`Tree::MAX_POSITIONS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    kind: TreeKind,
    order: usize,
    /// The chips on each vertex, one position after the other.
    chips: Vec<u8>,
    values: Vec<Answer>,
    /// Where the options of each position begin, and where those of the last one end.
    begins: Vec<usize>,
    options: Vec<Option<u32>>,
}

/// A position of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node<'a> {
    /// The number of chips on each vertex. Automorphisms map other positions to this one.
    pub chips: &'a [u8],
    /// The winner, or the number of chips at the end including those of the position.
    pub value: Answer,
    /// The indices, in [`Tree::nodes`], of the positions to which it leads; `None` for the end.
    pub options: &'a [Option<u32>],
}

/// Why a tree cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TreeError {
    /// There is no game on this graph.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A vertex has more than [`Tree::MAX_NEIGHBOURS`].
    #[error("a vertex has more than {} neighbours", Tree::MAX_NEIGHBOURS)]
    TooManyNeighbours,
    /// There are more positions than this.
    #[error("the tree has more than {0} positions")]
    TooManyPositions(usize),
    /// The progress callback cancelled the search for positions.
    #[error("cancelled before the tree was complete")]
    Cancelled,
}

impl Tree {
    /// The largest number of positions of a tree.
    pub const MAX_POSITIONS: usize = 1_000_000;

    /// The largest number of neighbours of a vertex, so that stable chip counts are bytes.
    pub const MAX_NEIGHBOURS: usize = 256;

    /// The largest number of chip counts in all positions together, so that large graphs have smaller trees.
    const MAX_COUNTS: usize = 1 << 24;

    /// Builds the tree of the game from the empty board. A full tree of [`TreeKind::Winner`] also has the positions that can be
    /// reached only through positions that player 2 wins; a tree of [`TreeKind::Number`] is always full.
    ///
    /// ```
    /// use quadrille::chip_firing::{Answer, Tree, TreeKind};
    /// use quadrille::graph::Named;
    ///
    /// let triangle: Named = "K3".parse()?;
    /// let tree = Tree::build(triangle.graph(), TreeKind::Number, false)?;
    /// assert_eq!((tree.len(), tree.drawn_nodes(), tree.arrows()), (4, 5, 5));
    /// let boards: Vec<_> = tree.nodes().map(|node| (node.chips, node.value)).collect();
    /// assert_eq!(boards[2], (&[1, 1, 0][..], Answer::Number(4)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// See [`TreeError`].
    ///
    /// # Complexity
    /// O(n) memory for each position of the full tree.
    pub fn build(graph: &Graph, kind: TreeKind, full: bool) -> Result<Tree, TreeError> {
        Tree::build_with(graph, kind, full, &mut never_cancel)
    }

    /// Does the same as [`build`](Self::build), with a progress callback that gets the number of positions found.
    ///
    /// # Errors
    /// See [`TreeError`].
    pub fn build_with(
        graph: &Graph,
        kind: TreeKind,
        full: bool,
        progress: &mut Progress<'_>,
    ) -> Result<Tree, TreeError> {
        let game = Game::new(graph.clone())?;
        if graph.vertices().any(|vertex| graph.degree(vertex) > Tree::MAX_NEIGHBOURS) {
            return Err(TreeError::TooManyNeighbours);
        }
        let mut tree = Builder::new(&game, kind).build(progress)?;
        tree.value_all();
        Ok(if kind == TreeKind::Winner { tree.pruned(full) } else { tree })
    }

    /// Returns the game that the tree shows.
    #[must_use]
    pub fn kind(&self) -> TreeKind {
        self.kind
    }

    /// Returns the number of positions, without the end.
    #[expect(clippy::len_without_is_empty, reason = "the empty board is always there")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.chips.len() / self.order
    }

    /// Returns the number of nodes of a drawing: the positions, and the end if arrows lead to it.
    #[must_use]
    pub fn drawn_nodes(&self) -> usize {
        self.len() + usize::from(self.options.contains(&None))
    }

    /// Returns the number of arrows of a drawing.
    #[must_use]
    pub fn arrows(&self) -> usize {
        self.options.len()
    }

    /// Returns the positions, ordered by their number of chips, and then in the order in which moves lead to them.
    #[must_use]
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Node<'_>> {
        (0..self.len()).map(|position| self.node(position))
    }

    /// Returns the position with an index in [`nodes`](Self::nodes).
    ///
    /// # Panics
    /// If there is no such position.
    #[must_use]
    pub fn node(&self, position: usize) -> Node<'_> {
        Node {
            chips: &self.chips[position * self.order..][..self.order],
            value: self.values[position],
            options: &self.options[self.begins[position]..self.begins[position + 1]],
        }
    }

    /// Values all positions, the last one first: options come after the positions that lead to them.
    fn value_all(&mut self) {
        self.values = vec![Answer::Number(0); self.len()];
        for position in (0..self.len()).rev() {
            let node = self.node(position);
            let chips: u64 = node.chips.iter().map(|&chips| u64::from(chips)).sum();
            let first = chips.is_multiple_of(2);
            let value = match self.kind {
                TreeKind::Number => {
                    let values =
                        node.options.iter().map(|option| match option.map(|option| self.values[option as usize]) {
                            Some(Answer::Number(number)) => number,
                            _ => chips + 1,
                        });
                    let best = if first { values.max() } else { values.min() };
                    // Every position has an option, perhaps the end.
                    Answer::Number(best.unwrap_or_default())
                }
                TreeKind::Winner => {
                    let mover = if first { Player::X } else { Player::O };
                    let winning = Answer::Winner(mover);
                    let wins =
                        |option: &Option<u32>| option.is_some_and(|option| self.values[option as usize] == winning);
                    let wins = node.options.is_empty() || node.options.iter().any(wins);
                    if wins { winning } else { Answer::Winner(mover.opponent()) }
                }
            };
            self.values[position] = value;
        }
    }

    /// Returns the tree without the options of positions that player 2 wins, and, if it is not to be full, without the positions
    /// that can no longer be reached.
    fn pruned(&self, full: bool) -> Tree {
        let options = |position| {
            let node = self.node(position);
            if node.value == Answer::Winner(Player::X) { node.options } else { &[] }
        };
        // The new index of each position that stays.
        let mut indices = vec![full.then_some(0); self.len()];
        indices[0] = Some(0);
        let mut tree = Tree::empty(self.kind, self.order);
        for position in 0..self.len() {
            let Some(index) = &mut indices[position] else { continue };
            // At most a million.
            *index = tree.len() as u32;
            tree.chips.extend_from_slice(self.node(position).chips);
            options(position).iter().flatten().for_each(|&option| indices[option as usize] = Some(0));
        }
        for position in (0..self.len()).filter(|&position| indices[position].is_some()) {
            tree.values.push(self.values[position]);
            tree.options
                .extend(options(position).iter().map(|option| option.and_then(|option| indices[option as usize])));
            tree.begins.push(tree.options.len());
        }
        tree
    }

    /// Returns a tree without positions.
    fn empty(kind: TreeKind, order: usize) -> Tree {
        Tree { kind, order, chips: Vec::new(), values: Vec::new(), begins: vec![0], options: Vec::new() }
    }
}

/// A tree whose positions are being found.
struct Builder<'a> {
    game: &'a Game,
    /// A position has its chips from the moment it is found, and its options when it is expanded.
    tree: Tree,
    max_positions: usize,
    /// The indices of the positions on the level after the one that is being expanded.
    next_level: HashMap<Vec<u8>, u32>,
    /// The number of chips on that level.
    chips: u64,
    symmetries: Symmetries,
    scratch: Scratch,
}

impl<'a> Builder<'a> {
    /// Begins with the empty board alone.
    fn new(game: &'a Game, kind: TreeKind) -> Builder<'a> {
        let order = game.graph().order();
        let mut tree = Tree::empty(kind, order);
        tree.chips = vec![0; order];
        let max_positions = Tree::MAX_POSITIONS.min(Tree::MAX_COUNTS / order);
        let symmetries = Symmetries::of(game.graph());
        let (next_level, scratch) = (HashMap::new(), Scratch::default());
        Builder { game, tree, max_positions, next_level, chips: 0, symmetries, scratch }
    }

    /// Finds all positions, by breadth-first search. They have no values yet.
    fn build(mut self, progress: &mut Progress<'_>) -> Result<Tree, TreeError> {
        let mut next = 0;
        while next < self.tree.len() {
            let found = self.tree.len() as u64;
            if progress(found).is_break() {
                return Err(TreeError::Cancelled);
            }
            self.expand(next, &mut |_| progress(found))?;
            next += 1;
        }
        Ok(self.tree)
    }

    /// Finds the options of a position. All positions before it have been expanded.
    fn expand(&mut self, position: usize, progress: &mut Progress<'_>) -> Result<(), TreeError> {
        let order = self.tree.order;
        let chips = self.tree.chips[position * order..][..order].to_vec();
        let total = chips.iter().map(|&chips| u64::from(chips)).sum::<u64>() + 1;
        if self.chips < total {
            self.chips = total;
            self.next_level.clear();
        }
        // Whether the player to move wants to end the game: always to win, and Min for the number, on an even number of chips.
        let wanted = self.tree.kind == TreeKind::Winner || total.is_multiple_of(2);
        let can_end = wanted && total >= self.game.bounds().lower;
        let begin = self.tree.options.len();
        // The options of a position in which the player to move may want to end the game.
        let mut pending = Vec::new();
        let mut ends = false;
        for vertex in self.distinct_moves(&chips) {
            match self.play(&chips, vertex, progress)? {
                Some(option) if can_end => pending.push(option),
                Some(option) => self.add_option(begin, option)?,
                None => ends = true,
            }
            if ends && wanted {
                pending.clear();
                break;
            }
        }
        pending.into_iter().try_for_each(|option| self.add_option(begin, option))?;
        if ends && self.tree.kind == TreeKind::Number {
            self.tree.options.push(None);
        }
        self.tree.begins.push(self.tree.options.len());
        Ok(())
    }

    /// Returns the first vertex of each class of twins with the same number of chips: a chip on another one leads to the same
    /// position.
    fn distinct_moves(&self, chips: &[u8]) -> Vec<Vertex> {
        let is_same = |vertex: Vertex, twin: Vertex| chips[vertex.index()] == chips[twin.index()];
        let is_first =
            |&vertex: &Vertex| !self.symmetries.twin_before(vertex).is_some_and(|twin| is_same(vertex, twin));
        self.game.legal_moves().filter(is_first).collect()
    }

    /// Returns the position after a chip on a vertex, or `None` if that ends the game.
    fn play(
        &mut self,
        chips: &[u8],
        vertex: Vertex,
        progress: &mut Progress<'_>,
    ) -> Result<Option<Vec<u8>>, TreeError> {
        let mut chips: Vec<u64> = chips.iter().map(|&chips| u64::from(chips)).collect();
        chips[vertex.index()] += 1;
        match fire(self.game.graph(), chips, progress) {
            ControlFlow::Continue(Stabilization::Stable { configuration, .. }) => {
                // Stable: fewer chips than neighbours, of which there are at most 256.
                let mut chips: Vec<u8> = configuration.chips().iter().map(|&chips| chips as u8).collect();
                self.symmetries.canonical(&mut chips, &mut self.scratch);
                Ok(Some(chips))
            }
            ControlFlow::Continue(Stabilization::Endless(_)) => Ok(None),
            ControlFlow::Break(()) => Err(TreeError::Cancelled),
        }
    }

    /// Adds an option, which may be a new position, to the last position, whose options start at `begin`.
    fn add_option(&mut self, begin: usize, chips: Vec<u8>) -> Result<(), TreeError> {
        let new = self.tree.len();
        let index = match self.next_level.get(&chips) {
            Some(&index) => index,
            None if new == self.max_positions => return Err(TreeError::TooManyPositions(new)),
            None => {
                self.tree.chips.extend_from_slice(&chips);
                // At most a million.
                self.next_level.insert(chips, new as u32);
                new as u32
            }
        };
        if !self.tree.options[begin..].contains(&Some(index)) {
            self.tree.options.push(Some(index));
        }
        Ok(())
    }
}
