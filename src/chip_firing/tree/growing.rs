//! The positions of a game tree, found level by level.
//!
//! All positions of a level have the same number of chips, so that a new one need only be compared with those of its own
//! level: what is kept besides the tree is an index of one level.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::{Tree, TreeError, TreeKind};
use crate::chip_firing::game::Game;
use crate::chip_firing::stabilize::{Stabilization, fire};
use crate::graph::{Scratch, Symmetries, Vertex};
use crate::progress::Progress;

/// A tree whose positions are being found.
pub(super) struct Growing<'a> {
    game: &'a Game,
    /// Positions have their chips from the moment they are found, and their options later.
    tree: Tree,
    most: usize,
    /// The numbers of the positions on the level below the one that is being gone through.
    below: HashMap<Vec<u8>, u32>,
    /// How many chips these have.
    chips: u64,
    symmetries: Symmetries,
    scratch: Scratch,
}

impl<'a> Growing<'a> {
    /// Begins with the empty board alone.
    pub(super) fn new(game: &'a Game, kind: TreeKind) -> Growing<'a> {
        let order = game.graph().order();
        let mut tree = Tree::empty(kind, order);
        tree.chips = vec![0; order];
        let most = Tree::MOST_POSITIONS.min(Tree::MOST_COUNTS / order);
        let symmetries = Symmetries::of(game.graph());
        Growing { game, tree, most, below: HashMap::new(), chips: 0, symmetries, scratch: Scratch::default() }
    }

    /// Finds all positions, which are not valued yet.
    pub(super) fn grow(mut self, progress: &mut Progress<'_>) -> Result<Tree, TreeError> {
        let mut next = 0;
        while next < self.tree.len() {
            let found = self.tree.len() as u64;
            if progress(found).is_break() {
                return Err(TreeError::BrokenOff);
            }
            self.grow_from(next, &mut |_| progress(found))?;
            next += 1;
        }
        Ok(self.tree)
    }

    /// Finds the options of a position; those of all before it have been found.
    fn grow_from(&mut self, position: usize, progress: &mut Progress<'_>) -> Result<(), TreeError> {
        let order = self.tree.order;
        let chips = self.tree.chips[position * order..][..order].to_vec();
        let total = chips.iter().map(|&chips| u64::from(chips)).sum::<u64>() + 1;
        if self.chips < total {
            self.chips = total;
            self.below.clear();
        }
        // Who wins by an end, or wants it: whoever is to move, or Min, who makes the number of chips even.
        let wanted = self.tree.kind == TreeKind::Winner || total.is_multiple_of(2);
        let mut ends = wanted && self.can_end(&chips, progress)?;
        if !ends {
            ends = self.find_options(&chips, progress)?;
        }
        if ends && self.tree.kind == TreeKind::Number {
            self.tree.options.push(None);
        }
        self.tree.begins.push(self.tree.options.len());
        Ok(())
    }

    /// The vertices but for twins with as many chips, where a chip comes to the same as on the first of them.
    fn unlike(&self, chips: &[u8]) -> Vec<Vertex> {
        let alike = |vertex: Vertex, other: Vertex| chips[vertex.index()] == chips[other.index()];
        let twin_before = |vertex| self.symmetries.twin_before(vertex);
        self.game
            .graph()
            .vertices()
            .filter(|&vertex| !twin_before(vertex).is_some_and(|twin| alike(vertex, twin)))
            .collect()
    }

    /// Whether a chip on some vertex ends the play.
    fn can_end(&mut self, chips: &[u8], progress: &mut Progress<'_>) -> Result<bool, TreeError> {
        if self.chips < self.game.fewest() {
            return Ok(false);
        }
        for vertex in self.unlike(chips) {
            if self.play(chips, vertex, progress)?.is_none() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Notes the positions after one more chip, each once, and says whether the play may also end.
    fn find_options(&mut self, chips: &[u8], progress: &mut Progress<'_>) -> Result<bool, TreeError> {
        let begin = self.tree.options.len();
        let mut ends = false;
        for vertex in self.unlike(chips) {
            if let Some(option) = self.play(chips, vertex, progress)? {
                let number = Some(self.number(option)?);
                if !self.tree.options[begin..].contains(&number) {
                    self.tree.options.push(number);
                }
            } else {
                ends = true;
            }
        }
        Ok(ends)
    }

    /// The position after a chip on a vertex, or nothing if that ends the play.
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
                // Stable: fewer chips than neighbours, of whom there are at most 256.
                let mut chips: Vec<u8> = configuration.chips().iter().map(|&chips| chips as u8).collect();
                self.symmetries.canonical(&mut chips, &mut self.scratch);
                Ok(Some(chips))
            }
            ControlFlow::Continue(Stabilization::Never(_)) => Ok(None),
            ControlFlow::Break(()) => Err(TreeError::BrokenOff),
        }
    }

    /// The number of a position on the level below, which may be a new one.
    fn number(&mut self, chips: Vec<u8>) -> Result<u32, TreeError> {
        if let Some(&number) = self.below.get(&chips) {
            return Ok(number);
        }
        let number = self.tree.len();
        if number == self.most {
            return Err(TreeError::TooManyPositions(self.most));
        }
        self.tree.chips.extend_from_slice(&chips);
        // At most a million.
        self.below.insert(chips, number as u32);
        Ok(number as u32)
    }
}
