//! Game trees: what can be played from the empty board, and what each position is worth.
//!
//! ```text
//!         (0,0,0)       K3, number of chips. Positions that are alike under a symmetry of the graph are one node, so that
//!            |          this is no tree but a graph: one chip more on each level, since firing moves chips and loses none.
//!         (1,0,0)       The level also says who is to move: player 1, or Max, at the top.
//!            |
//!         (1,1,0)       Max either ends the play with a third chip, or goes on,
//!          |   \
//!          |  (1,1,1)   and then Min has to end it with the fourth.
//!          |   /
//!           end
//! ```
//!
//! What is kept follows "Combinatorial Games" (2018). **Winner**, who ends the play wins: every option of a position is read,
//! but where a move ends the play there is nothing to choose, and the position is left without options. Options of positions
//! that player 2 wins are not drawn, so that what is left shows how player 1 wins; positions to which nothing leads any
//! more are left out, or kept if the tree is to be full. **Number** of chips, Max first: where Min can end the play, or anyone
//! must, the end is the only option; the end is one node, which all such positions share.
//!
//! Positions are found level by level, and valued from the last to the first, so that there is no recursion.

mod growing;

use std::fmt;

use self::growing::Growing;
use super::game::{Game, NoGame};
use crate::graph::Graph;
use crate::progress::Progress;

/// What positions are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TreeKind {
    /// Which player wins, 1 or 2, if the player who starts an endless avalanche wins; player 1 moves first on the empty board.
    Winner,
    /// How many chips there are at the end, if Max is first at the empty board.
    Number,
}

/// The positions of a game from the empty board, at most [`Tree::MOST_POSITIONS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    kind: TreeKind,
    order: usize,
    /// A number a vertex, for one position after the other.
    chips: Vec<u8>,
    values: Vec<u64>,
    /// Where the options of each position begin, and where those of the last one end.
    begins: Vec<usize>,
    options: Vec<Option<u32>>,
}

/// A position of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node<'a> {
    /// How many chips lie on each vertex, for one of the positions that are alike.
    pub chips: &'a [u8],
    /// Which player wins, 1 or 2, or how many chips there are at the end, those counted that are there already.
    pub value: u64,
    /// The numbers of the positions to which it leads, from 0 in the order of [`Tree::nodes`]; nothing for the end.
    pub options: &'a [Option<u32>],
}

/// Why a tree cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeError {
    /// There is no game on this graph.
    NoGame(NoGame),
    /// A vertex has more than [`Tree::MOST_NEIGHBOURS`].
    TooManyNeighbours,
    /// There are more positions than this.
    TooManyPositions(usize),
    /// The callback cancelled it.
    BrokenOff,
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeError::NoGame(why) => why.fmt(f),
            TreeError::TooManyNeighbours => write!(f, "a vertex has more than {} neighbours", Tree::MOST_NEIGHBOURS),
            TreeError::TooManyPositions(most) => write!(f, "the tree has more than {most} positions"),
            TreeError::BrokenOff => f.write_str("cancelled before the tree was complete"),
        }
    }
}

impl std::error::Error for TreeError {}

impl From<NoGame> for TreeError {
    fn from(why: NoGame) -> TreeError {
        TreeError::NoGame(why)
    }
}

impl Tree {
    /// The most positions that a tree may have.
    pub const MOST_POSITIONS: usize = 1_000_000;

    /// The most neighbours that a vertex may have, so that stable chip counts are bytes.
    pub const MOST_NEIGHBOURS: usize = 256;

    /// The most chip counts in all positions together, so that large graphs have smaller trees.
    const MOST_COUNTS: usize = 1 << 24;

    /// The tree of the game from the empty board. A full tree of [`TreeKind::Winner`] keeps positions that can be reached only
    /// through positions that player 2 wins; one of [`TreeKind::Number`] has none to keep. The progress is told how many
    /// positions there are so far.
    ///
    /// ```
    /// use quadrille::chip_firing::{Tree, TreeKind};
    /// use quadrille::graph::Named;
    /// use std::ops::ControlFlow;
    ///
    /// let triangle: Named = "K3".parse()?;
    /// let tree = Tree::build(triangle.graph(), TreeKind::Number, false, &mut |_| ControlFlow::Continue(()))?;
    /// assert_eq!((tree.len(), tree.drawn_nodes(), tree.arrows()), (4, 5, 5));
    /// let boards: Vec<_> = tree.nodes().map(|node| (node.chips, node.value)).collect();
    /// assert_eq!(boards[2], (&[1, 1, 0][..], 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// See [`TreeError`].
    ///
    /// # Complexity
    /// The memory of the tree, before any positions are left out: O(n) for each position.
    pub fn build(graph: &Graph, kind: TreeKind, full: bool, progress: &mut Progress<'_>) -> Result<Tree, TreeError> {
        let game = Game::new(graph.clone())?;
        if graph.vertices().any(|vertex| graph.degree(vertex) > Tree::MOST_NEIGHBOURS) {
            return Err(TreeError::TooManyNeighbours);
        }
        let mut tree = Growing::new(&game, kind).grow(progress)?;
        tree.value_all();
        Ok(if kind == TreeKind::Winner { tree.cut(full) } else { tree })
    }

    /// What its positions are worth.
    #[must_use]
    pub fn kind(&self) -> TreeKind {
        self.kind
    }

    /// How many positions there are, the end not counted.
    #[expect(clippy::len_without_is_empty, reason = "the empty board is always there")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.chips.len() / self.order
    }

    /// How many nodes a drawing has: the positions, and the end of the play if arrows lead to it.
    #[must_use]
    pub fn drawn_nodes(&self) -> usize {
        self.len() + usize::from(self.options.contains(&None))
    }

    /// How many arrows a drawing has.
    #[must_use]
    pub fn arrows(&self) -> usize {
        self.options.len()
    }

    /// The positions, in order of their chips, and then as they are found: options in the order of the vertices.
    #[must_use]
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Node<'_>> {
        (0..self.len()).map(|position| self.node(position))
    }

    /// The position with this number, from 0.
    ///
    /// # Panics
    /// If there are not so many.
    #[must_use]
    pub fn node(&self, position: usize) -> Node<'_> {
        Node {
            chips: &self.chips[position * self.order..][..self.order],
            value: self.values[position],
            options: &self.options[self.begins[position]..self.begins[position + 1]],
        }
    }

    /// Values all positions. Options come after the positions that lead to them.
    fn value_all(&mut self) {
        self.values = vec![0; self.len()];
        for position in (0..self.len()).rev() {
            let node = self.node(position);
            let chips: u64 = node.chips.iter().map(|&chips| u64::from(chips)).sum();
            let first = chips.is_multiple_of(2);
            let values = node.options.iter().map(|option| match option {
                Some(option) => self.values[*option as usize],
                None => chips + 1,
            });
            let value = match self.kind {
                TreeKind::Number if first => values.max(),
                TreeKind::Number => values.min(),
                TreeKind::Winner => {
                    let [mover, other] = if first { [1, 2] } else { [2, 1] };
                    let wins = node.options.is_empty() || values.into_iter().any(|winner| winner == mover);
                    Some(if wins { mover } else { other })
                }
            };
            // Every position of the game for the number of chips has an option: play always ends.
            self.values[position] = value.unwrap_or_default();
        }
    }

    /// Takes away the options of positions that player 2 wins, and, if it is not to be full, what no longer hangs together
    /// with the empty board.
    fn cut(&self, full: bool) -> Tree {
        let mut kept = vec![full; self.len()];
        kept[0] = true;
        let drawn = |position| {
            let node = self.node(position);
            if node.value == 1 { node.options } else { &[] }
        };
        for position in 0..self.len() {
            if kept[position] {
                drawn(position).iter().flatten().for_each(|&option| kept[option as usize] = true);
            }
        }
        let numbers: Vec<u32> = kept
            .iter()
            .scan(0, |next, &kept| {
                let number = *next;
                *next += u32::from(kept);
                Some(number)
            })
            .collect();
        let mut tree = Tree::empty(self.kind, self.order);
        for position in (0..self.len()).filter(|&position| kept[position]) {
            let node = self.node(position);
            tree.chips.extend_from_slice(node.chips);
            tree.values.push(node.value);
            tree.options.extend(drawn(position).iter().map(|option| option.map(|option| numbers[option as usize])));
            tree.begins.push(tree.options.len());
        }
        tree
    }

    fn empty(kind: TreeKind, order: usize) -> Tree {
        Tree { kind, order, chips: Vec::new(), values: Vec::new(), begins: vec![0], options: Vec::new() }
    }
}
