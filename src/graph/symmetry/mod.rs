//! Labels of the vertices of a graph, up to its automorphisms.
//!
//! ```text
//!     star5           0 | 3 1 2 5 4       the leaves are twins: they are sorted
//!     C5, cube    0-1-2-3-4-0             no twins: the greatest of all images, 10 here and 48 for the cube
//! ```
//!
//! 1. *Twins*, vertices with the same other neighbours, can be permuted freely. A class of twins becomes one block, and
//!    its labels are sorted.
//! 2. The colouring of the blocks is refined until it is equitable: all blocks of a colour have the same number of
//!    neighbours of each colour. No automorphism changes a colour (B. D. McKay, *Practical graph isomorphism*, 1981).
//! 3. The automorphisms that move blocks are listed, by a search for the images of one block after the other. The
//!    labels become the greatest of their images.

mod blocks;
mod group;

use std::ops::Range;

use self::blocks::Blocks;
use self::group::Group;
use super::{Graph, Vertex};

/// The automorphisms of a graph, prepared to bring labels of its vertices into a canonical form.
///
/// ```
/// use quadrille::graph::{Graph, Scratch, Symmetries};
///
/// let square: Graph = "C4".parse()?;
/// let symmetries = Symmetries::of(&square);
/// let canonical = |mut labels: [u8; 4]| {
///     symmetries.canonical(&mut labels, &mut Scratch::default());
///     labels
/// };
/// assert_eq!(canonical([1, 2, 0, 0]), canonical([0, 0, 1, 2]));
/// assert_ne!(canonical([1, 2, 0, 0]), canonical([1, 0, 2, 0]));
/// # Ok::<(), quadrille::graph::ParseGraphError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Symmetries {
    /// The vertex at each index of a new order, in which twins are neighbours.
    order: Vec<u32>,
    /// The indices of each class of twins.
    twins: Vec<Range<usize>>,
    /// The other automorphisms; `None` for the identity alone.
    group: Option<Group>,
    /// Of each vertex the one before it in its class of twins.
    twin_before: Vec<Option<Vertex>>,
}

/// The buffers of [`Symmetries::canonical`], which a caller reuses so that they are not allocated again.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    labels: Vec<u8>,
    images: group::Scratch,
}

impl Symmetries {
    /// Finds the automorphisms of a graph.
    ///
    /// In three cases only a subgroup is used. Labels with the same canonical form are images of each other even then,
    /// but some images of each other have different forms:
    ///
    /// - With more than 128 classes of twins, only twins are permuted.
    /// - If the table of the other automorphisms would have more than 2^20 entries, one for each automorphism and
    ///   vertex, vertices are fixed one after the other until it has fewer.
    /// - If the search for automorphisms takes too many steps, as on some graphs made for that, only twins are
    ///   permuted.
    ///
    /// # Complexity
    /// O((n + m) log n) comparisons of lists of neighbours for the twins. The rest takes milliseconds on the graphs of
    /// the games, and at most about a second.
    #[must_use]
    pub fn of(graph: &Graph) -> Symmetries {
        let classes = blocks::twins(graph);
        let mut twin_before = vec![None; graph.order()];
        for pair in classes.iter().flat_map(|class| class.windows(2)) {
            twin_before[pair[1].index()] = Some(pair[0]);
        }
        let blocks = Blocks::new(graph, &classes);
        let (order, group) = blocks.map_or_else(|| ((0..classes.len()).collect(), None), |blocks| Group::new(&blocks));
        let mut twins = Vec::new();
        let mut vertices = Vec::new();
        for class in order.into_iter().map(|block| &classes[block]) {
            let begin = vertices.len();
            vertices.extend(class.iter().map(|vertex| vertex.0));
            twins.push(begin..vertices.len());
        }
        twins.retain(|run| run.len() > 1);
        Symmetries { order: vertices, twins, group, twin_before }
    }

    /// Returns the first vertex of each class of twins with the same label: vertices with the same other neighbours. An
    /// automorphism that keeps the labels maps each other vertex to one of these.
    ///
    /// # Panics
    /// If there are not as many labels as vertices.
    pub fn distinct<'a>(&'a self, labels: &'a [u8]) -> impl Iterator<Item = Vertex> + 'a {
        let vertices = (0..).map(Vertex).zip(&self.twin_before);
        let is_new = |vertex: Vertex, twin: Vertex| labels[vertex.index()] != labels[twin.index()];
        vertices.filter(move |&(vertex, twin)| twin.is_none_or(|twin| is_new(vertex, twin))).map(|(vertex, _)| vertex)
    }

    /// Replaces labels, one for each vertex, by the canonical one of their images under automorphisms. On a complete
    /// graph it is the labels in descending order.
    ///
    /// # Panics
    /// If there are not as many labels as vertices.
    ///
    /// # Complexity
    /// Sorting, and at most one pass over the table of automorphisms. No allocations, once `scratch` has grown.
    pub fn canonical(&self, labels: &mut [u8], scratch: &mut Scratch) {
        assert_eq!(labels.len(), self.order.len(), "a label for each vertex");
        let Scratch { labels: ordered, images } = scratch;
        ordered.clear();
        ordered.extend(self.order.iter().map(|&vertex| labels[vertex as usize]));
        for run in &self.twins {
            ordered[run.clone()].sort_unstable_by(|left, right| right.cmp(left));
        }
        if let Some(group) = &self.group {
            group.greatest(ordered, images);
        }
        for (&vertex, &label) in self.order.iter().zip(&*ordered) {
            labels[vertex as usize] = label;
        }
    }
}
