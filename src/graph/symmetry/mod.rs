//! Labels of the vertices of a graph, up to its automorphisms.
//!
//! ```text
//!     star5           0 | 3 1 2 5 4       the leaves are twins: they are sorted
//!     spider      2-1-0-3-4               0 has its own colour, and without it the legs are components: whole legs are sorted
//!     C5, cube    0-1-2-3-4-0             no twins, one component: the greatest of all images, 10 here and 48 for the cube
//! ```
//!
//! The graph is decomposed so that few automorphisms have to be listed:
//!
//! 1. *Twins*, vertices with the same other neighbours, can be permuted freely. A class of twins becomes one block.
//! 2. The colouring of the blocks is refined until it is equitable: all blocks of a colour have the same number of neighbours of
//!    each colour. No automorphism changes a colour, so the edges between two colours, or within one, can be replaced by
//!    their complement. This is done where more than half of the possible edges exist.
//! 3. If the graph is now disconnected, each component is decomposed alone, and isomorphic components are permuted as a whole.
//!    All complete multipartite graphs, threshold graphs, cographs, and trees end here.
//! 4. The automorphisms of a component that stays connected are listed, by a search for the images of one block after the other.
//!
//! The result is a new order of the vertices and a list of steps on their labels in this order. A step sorts labels, sorts runs of
//! labels, or takes the greatest image of a run. The runs that a step moves as a whole are in their final form before it.
//!
//! Colour refinement follows B. D. McKay, *Practical graph isomorphism* (1981).

mod blocks;
mod group;

use self::blocks::Blocks;
use self::group::{Group, automorphisms};
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
    /// The vertex at each index of the new order.
    order: Vec<u32>,
    steps: Vec<Step>,
    /// Of each vertex the one before it in its class of twins.
    twin_before: Vec<Option<Vertex>>,
}

/// An operation on a run of labels.
#[derive(Clone, Debug)]
enum Step {
    /// Sorts the pieces of the run, `pieces` of this length, greatest first.
    Sort { begin: usize, length: usize, pieces: usize },
    /// Replaces the run by its greatest image.
    Greatest { begin: usize, group: Group },
}

impl Step {
    /// Returns the same step on a run that begins later by the given number of labels.
    fn moved(&self, by: usize) -> Step {
        let mut step = self.clone();
        match &mut step {
            Step::Sort { begin, .. } | Step::Greatest { begin, .. } => *begin += by,
        }
        step
    }
}

/// The buffers of [`Symmetries::canonical`], which a caller reuses so that they are not allocated again.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    labels: Vec<u8>,
    images: group::Scratch,
}

/// A part of the graph: its blocks in their new order, its number of vertices, and the steps on their labels.
#[derive(Default)]
struct Part {
    blocks: Vec<usize>,
    length: usize,
    steps: Vec<Step>,
}

impl Part {
    /// Appends a copy of a part in which each block is replaced by its image.
    fn append(&mut self, other: &Part, image: impl Fn(usize) -> usize) {
        self.blocks.extend(other.blocks.iter().map(|&block| image(block)));
        self.steps.extend(other.steps.iter().map(|step| step.moved(self.length)));
        self.length += other.length;
    }
}

impl Symmetries {
    /// Finds the automorphisms of a graph.
    ///
    /// In three cases only a subgroup is used. Labels with the same canonical form are images of each other even then, but some
    /// images of each other have different forms:
    ///
    /// - With more than 128 classes of twins, only twins are permuted.
    /// - If the table of a component's automorphisms would have more than 2^20 entries, one for each automorphism and vertex,
    ///   vertices are fixed one after the other until it has fewer.
    /// - If the search for automorphisms takes too many steps, as on some graphs made for that, it ends with those found so far.
    ///
    /// # Complexity
    /// O((n + m) log n) comparisons of lists of neighbours for the twins. The rest takes milliseconds on the graphs of the games,
    /// and at most about a second.
    #[must_use]
    pub fn of(graph: &Graph) -> Symmetries {
        let classes = blocks::twins(graph);
        let mut twin_before = vec![None; graph.order()];
        for pair in classes.iter().flat_map(|class| class.windows(2)) {
            twin_before[pair[1].index()] = Some(pair[0]);
        }
        let part = match Blocks::of(graph, &classes) {
            Some(mut blocks) => blocks.all().map(|(all, colours)| decompose(&mut blocks, all, &colours)),
            None => Some((0..classes.len()).fold(Part::default(), |mut part, block| {
                part.append(&alone(block, classes[block].len()), |block| block);
                part
            })),
        };
        let part = part.unwrap_or_default();
        let order = part.blocks.iter().flat_map(|&block| &classes[block]).map(|vertex| vertex.0).collect();
        Symmetries { order, steps: part.steps, twin_before }
    }

    /// Returns the first vertex of each class of twins with the same label: vertices with the same other neighbours. An automorphism
    /// that keeps the labels maps each other vertex to one of these.
    ///
    /// # Panics
    /// If there are not as many labels as vertices.
    pub fn distinct<'a>(&'a self, labels: &'a [u8]) -> impl Iterator<Item = Vertex> + 'a {
        let vertices = (0..).map(Vertex).zip(&self.twin_before);
        let is_new = |vertex: Vertex, twin: Vertex| labels[vertex.index()] != labels[twin.index()];
        vertices.filter(move |&(vertex, twin)| twin.is_none_or(|twin| is_new(vertex, twin))).map(|(vertex, _)| vertex)
    }

    /// Replaces labels, one for each vertex, by the canonical one of their images under automorphisms. On a complete graph it is
    /// the labels in descending order.
    ///
    /// # Panics
    /// If there are not as many labels as vertices.
    ///
    /// # Complexity
    /// Sorting, and for each component that step 4 lists at most one pass over its table. No allocations, once `scratch` has grown.
    pub fn canonical(&self, labels: &mut [u8], scratch: &mut Scratch) {
        assert_eq!(labels.len(), self.order.len(), "a label for each vertex");
        let Scratch { labels: ordered, images } = scratch;
        ordered.clear();
        ordered.extend(self.order.iter().map(|&vertex| labels[vertex as usize]));
        for step in &self.steps {
            match step {
                Step::Sort { begin, length: 1, pieces } => {
                    ordered[*begin..begin + pieces].sort_unstable_by(|left, right| right.cmp(left));
                }
                Step::Sort { begin, length, pieces } => sort(&mut ordered[*begin..begin + length * pieces], *length),
                Step::Greatest { begin, group } => {
                    group.greatest(&mut ordered[*begin..begin + group.length], images);
                }
            }
        }
        for (&vertex, &label) in self.order.iter().zip(&*ordered) {
            labels[vertex as usize] = label;
        }
    }
}

/// Sorts the pieces of a run, greatest first, by insertion: they are few.
fn sort(run: &mut [u8], length: usize) {
    for end in (2 * length..=run.len()).step_by(length) {
        let mut begin = end - length;
        while begin > 0 {
            let (before, piece) = run[begin - length..begin + length].split_at_mut(length);
            if *before >= *piece {
                break;
            }
            before.swap_with_slice(piece);
            begin -= length;
        }
    }
}

/// Returns the part of one block, whose labels are sorted.
fn alone(block: usize, size: usize) -> Part {
    let steps = (size > 1).then_some(Step::Sort { begin: 0, length: 1, pieces: size });
    Part { blocks: vec![block], length: size, steps: steps.into_iter().collect() }
}

/// Returns the part of a set of blocks. `colours` is a colouring of all blocks that no automorphism changes.
fn decompose(blocks: &mut Blocks, set: u128, colours: &[u128]) -> Part {
    if set.is_power_of_two() {
        let block = set.ilog2() as usize;
        return alone(block, blocks.sizes[block]);
    }
    let within: Vec<u128> = colours.iter().map(|colour| colour & set).filter(|&colour| colour != 0).collect();
    let colours = blocks.refined(&within);
    blocks.thin_out(&colours);
    let components = blocks.components(set);
    if components.len() == 1 {
        return connected(blocks, &colours);
    }
    // Isomorphic components are found before any of them is decomposed and so changed.
    let restricted = |set: u128| colours.iter().map(|colour| colour & set).collect::<Vec<_>>();
    let mut alike: Vec<(u128, Vec<Vec<usize>>)> = Vec::new();
    for component in components {
        let found = alike
            .iter_mut()
            .find_map(|(first, copies)| Some((copies, blocks.matching(restricted(*first), restricted(component))?)));
        match found {
            Some((copies, image)) => copies.push(image),
            None => alike.push((component, Vec::new())),
        }
    }
    let mut part = Part::default();
    for (first, copies) in alike {
        let begin = part.length;
        let one = decompose(blocks, first, &colours);
        part.append(&one, |block| block);
        for image in &copies {
            part.append(&one, |block| image[block]);
        }
        if !copies.is_empty() {
            part.steps.push(Step::Sort { begin, length: one.length, pieces: copies.len() + 1 });
        }
    }
    part
}

/// Returns the part of a connected set of blocks, with all its automorphisms.
fn connected(blocks: &Blocks, colours: &[u128]) -> Part {
    let (order, group) = automorphisms(blocks, colours);
    let mut part = Part::default();
    for &block in &order {
        part.append(&alone(block, blocks.sizes[block]), |block| block);
    }
    part.steps.extend(group.map(|group| Step::Greatest { begin: 0, group }));
    part
}
