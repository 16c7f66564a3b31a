//! Numbers on the vertices of a graph, up to its automorphisms.
//!
//! ```text
//!     star5           0 | 3 1 2 5 4       the leaves are twins: they are sorted
//!     spider      2-1-0-3-4               0 stands alone, and without it legs are left: whole legs are sorted
//!     C5, cube    0-1-2-3-4-0             what is left after all that: the greatest of all images, 10 here and 48 for the cube
//! ```
//!
//! A graph is taken apart, as far as it goes, so that few automorphisms are left to be listed:
//!
//! 1. *Twins*, vertices with the same other neighbours, may change places freely. They become one block.
//! 2. The blocks are coloured until all of a colour see as many of each other colour. No automorphism changes a colour, so the
//!    edges between two colours, or within one, can be exchanged for those that are missing: this is done where more than
//!    half of them are there.
//! 3. If the graph now falls into parts, each part is taken apart for itself, and parts that are alike change places as a whole.
//!    All complete multipartite graphs, threshold graphs, cographs, and trees end here.
//! 4. A part that stays whole has its automorphisms listed, by a search for the images of one block after the other.
//!
//! What is found is a list of steps on the vertices in a new order: sort these, sort those runs, take the greatest image. Each
//! step brings the runs that later ones move as a whole into their final form.
//!
//! Colours are refined as in B. D. McKay, *Practical graph isomorphism* (1981); chains of stabilizers are C. C. Sims'
//! (*Computational methods in the study of permutation groups*, 1970).

mod blocks;
mod group;

use self::blocks::Blocks;
use self::group::{Group, Room};
use super::{Graph, Vertex};

/// The automorphisms of a graph, ready to bring labels of its vertices into a canonical form.
///
/// ```
/// use quadrille::graph::{Named, Scratch, Symmetries};
///
/// let square: Named = "C4".parse()?;
/// let symmetries = Symmetries::of(square.graph());
/// let canonical = |mut labels: [u8; 4]| {
///     symmetries.canonical(&mut labels, &mut Scratch::default());
///     labels
/// };
/// assert_eq!(canonical([1, 2, 0, 0]), canonical([0, 0, 1, 2]));
/// assert_ne!(canonical([1, 2, 0, 0]), canonical([1, 0, 2, 0]));
/// # Ok::<(), quadrille::graph::NotAGraph>(())
/// ```
#[derive(Clone, Debug)]
pub struct Symmetries {
    /// The vertex at each place of the new order.
    order: Vec<u32>,
    steps: Vec<Step>,
    /// The one before it in its class of twins.
    twin_before: Vec<Option<Vertex>>,
}

/// What is done with a run of labels.
#[derive(Clone, Debug)]
enum Step {
    /// Its pieces, so many of this length, are sorted, greatest first.
    Sort { begin: usize, length: usize, pieces: usize },
    /// It becomes its greatest image.
    Greatest { begin: usize, group: Group },
}

impl Step {
    fn moved(&self, by: usize) -> Step {
        let mut step = self.clone();
        match &mut step {
            Step::Sort { begin, .. } | Step::Greatest { begin, .. } => *begin += by,
        }
        step
    }
}

/// Room for the work on labels, to be used again and again: only larger graphs make it grow.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    labels: Vec<u8>,
    room: Room,
}

/// A part of the graph: its blocks in their new order, and the steps on their labels.
#[derive(Default)]
struct Part {
    blocks: Vec<usize>,
    length: usize,
    steps: Vec<Step>,
}

impl Part {
    /// Puts a copy of a part behind this one, with other blocks in place of its own.
    fn append(&mut self, other: &Part, image: impl Fn(usize) -> usize) {
        self.blocks.extend(other.blocks.iter().map(|&block| image(block)));
        self.steps.extend(other.steps.iter().map(|step| step.moved(self.length)));
        self.length += other.length;
    }
}

impl Symmetries {
    /// The automorphisms of a graph.
    ///
    /// They are all known but in three cases, in which fewer are used: then labels that have the same canonical form still are images
    /// of each other, but some that are have several forms. If there are more than 128 classes of twins, only twins change
    /// places. If a part that cannot be taken apart has so many automorphisms that their table would have more than 2^20
    /// numbers, one for each of them and each vertex, its vertices are held fixed one after the other until it has no more. And if
    /// the search for automorphisms has taken too many steps, as it does on some graphs that were made for it, it is given up,
    /// and what has not been found by then stays in its place.
    ///
    /// # Complexity
    /// O((n + m) log n) comparisons of lists of neighbours for the twins. What follows takes milliseconds on the graphs of
    /// the games, and at most about a second.
    #[must_use]
    pub fn of(graph: &Graph) -> Symmetries {
        let classes = blocks::twins(graph);
        let mut twin_before = vec![None; graph.order()];
        for pair in classes.iter().flat_map(|class| class.windows(2)) {
            twin_before[pair[1].index()] = Some(pair[0]);
        }
        let part = match Blocks::of(graph, &classes) {
            Some(mut blocks) => blocks.all().map(|(all, colours)| take_apart(&mut blocks, all, &colours)),
            None => Some((0..classes.len()).fold(Part::default(), |mut part, block| {
                part.append(&alone(block, classes[block].len()), |block| block);
                part
            })),
        };
        let part = part.unwrap_or_default();
        let order = part.blocks.iter().flat_map(|&block| &classes[block]).map(|vertex| vertex.0).collect();
        Symmetries { order, steps: part.steps, twin_before }
    }

    /// The vertex before this one in its class of twins, which are those that have the same other neighbours. Twins with
    /// the same label are alike in everything.
    ///
    /// ```
    /// use quadrille::graph::{Named, Symmetries};
    /// let star: Named = "star3".parse()?;
    /// let symmetries = Symmetries::of(star.graph());
    /// let twins = star.graph().vertices().map(|vertex| symmetries.twin_before(vertex).map(|twin| twin.index()));
    /// assert_eq!(twins.collect::<Vec<_>>(), [None, None, Some(1), Some(2)]);
    /// # Ok::<(), quadrille::graph::NotAGraph>(())
    /// ```
    #[must_use]
    pub fn twin_before(&self, vertex: Vertex) -> Option<Vertex> {
        self.twin_before[vertex.index()]
    }

    /// Replaces labels, one a vertex, by those that stand for all their images under automorphisms. On a complete graph
    /// these are the same in order, greatest first.
    ///
    /// # Panics
    /// If there are not as many labels as vertices.
    ///
    /// # Complexity
    /// Sorting, and for each part that does not come apart at most one look at its table; most often a small part of that. No
    /// memory, once the scratch has grown.
    pub fn canonical(&self, labels: &mut [u8], scratch: &mut Scratch) {
        assert_eq!(labels.len(), self.order.len(), "a label for each vertex");
        let Scratch { labels: ordered, room } = scratch;
        ordered.clear();
        ordered.extend(self.order.iter().map(|&vertex| labels[vertex as usize]));
        for step in &self.steps {
            match step {
                Step::Sort { begin, length: 1, pieces } => {
                    ordered[*begin..begin + pieces].sort_unstable_by(|left, right| right.cmp(left));
                }
                Step::Sort { begin, length, pieces } => sort(&mut ordered[*begin..begin + length * pieces], *length),
                Step::Greatest { begin, group } => {
                    group.greatest(&mut ordered[*begin..begin + group.length()], room);
                }
            }
        }
        for (&vertex, &label) in self.order.iter().zip(&*ordered) {
            labels[vertex as usize] = label;
        }
    }
}

/// Sorts pieces of a run, greatest first: they are few.
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

/// A block by itself: twins.
fn alone(block: usize, size: usize) -> Part {
    let steps = (size > 1).then_some(Step::Sort { begin: 0, length: 1, pieces: size });
    Part { blocks: vec![block], length: size, steps: steps.into_iter().collect() }
}

/// The steps for a set of blocks, of which these are colours.
fn take_apart(blocks: &mut Blocks, set: u128, colours: &[u128]) -> Part {
    if set.is_power_of_two() {
        let block = set.ilog2() as usize;
        return alone(block, blocks.size(block));
    }
    let within: Vec<u128> = colours.iter().map(|colour| colour & set).filter(|&colour| colour != 0).collect();
    let colours = blocks.refined(&within);
    blocks.thin_out(&colours);
    let components = blocks.components(set);
    if components.len() == 1 {
        return whole(blocks, &colours);
    }
    // Which are alike has to be seen before any of them is thinned out further.
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
        let one = take_apart(blocks, first, &colours);
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

/// The steps for blocks that cannot be taken apart.
fn whole(blocks: &Blocks, colours: &[u128]) -> Part {
    let (order, group) = group::list(blocks, colours);
    let mut part = Part::default();
    for &block in &order {
        part.append(&alone(block, blocks.size(block)), |block| block);
    }
    part.steps.extend(group.map(|group| Step::Greatest { begin: 0, group }));
    part
}
