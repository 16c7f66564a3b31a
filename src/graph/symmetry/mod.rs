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
//! Colour refinement follows B. D. McKay, *Practical graph isomorphism* (1981), and stabilizer chains C. C. Sims
//! (*Computational methods in the study of permutation groups*, 1970).
//!
//! The greatest image is found level by level, in a tree whose leaves are the automorphisms:
//!
//! ```text
//!     C4: 0-1-2-3-0       the image of 0               0       1       2       3
//!                         the image of 1, given this  1 3     0 2     1 3     0 2
//! ```
//!
//! A level chooses the image of one more block, and all nodes above it have the same number of children. The *sign* of a node is a
//! hash of the label there and those of its neighbours. Only the nodes with the greatest sign continue, often one or two. The images
//! that remain after the last level are compared label by label.

mod blocks;

use self::blocks::{Blocks, bits, set_apart};
use super::{Graph, Vertex};

/// The automorphisms of a graph, prepared to bring labels of its vertices into a canonical form.
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
    images: ImageScratch,
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

    /// Returns the vertex before this one in its class of twins, the vertices with the same other neighbours; `None` for the first.
    /// An automorphism exchanges two twins and fixes the other vertices.
    ///
    /// ```
    /// use quadrille::graph::{Named, Symmetries};
    /// let star: Named = "star3".parse()?;
    /// let symmetries = Symmetries::of(star.graph());
    /// let twins = star.graph().vertices().map(|vertex| symmetries.twin_before(vertex).map(|twin| twin.index()));
    /// assert_eq!(twins.collect::<Vec<_>>(), [None, None, Some(1), Some(2)]);
    /// # Ok::<(), quadrille::graph::ParseGraphError>(())
    /// ```
    #[must_use]
    pub fn twin_before(&self, vertex: Vertex) -> Option<Vertex> {
        self.twin_before[vertex.index()]
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
        return alone(block, blocks.size(block));
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
        part.append(&alone(block, blocks.size(block)), |block| block);
    }
    part.steps.extend(group.map(|group| Step::Greatest { begin: 0, group }));
    part
}

/// The largest number of entries in a table of automorphisms.
const MAX_ENTRIES: usize = 1 << 20;

/// A group of automorphisms, on the labels of blocks in the order of [`automorphisms`].
#[derive(Clone, Debug)]
struct Group {
    /// The number of labels.
    length: usize,
    /// The neighbours of each index, in compressed sparse rows.
    neighbours: Vec<u16>,
    begins: Vec<usize>,
    levels: Vec<Level>,
    /// All automorphisms, one after the other: for each index the one from which it takes its label.
    images: Vec<u16>,
}

/// The buffers of [`Group::greatest`].
#[derive(Clone, Debug, Default)]
struct ImageScratch {
    signs: Vec<u32>,
    candidates: Vec<u32>,
    next: Vec<u32>,
    image: Vec<u8>,
}

/// A level of the search: which label comes to the first index of its block.
#[derive(Clone, Debug)]
struct Level {
    /// The number of children of each node of the level above.
    children: usize,
    /// The index from which the label comes, for each node of this level.
    from: Vec<u16>,
}

/// A block and an automorphism to each of its images. The automorphisms fix the blocks of all orbits before it.
struct Orbit {
    block: usize,
    to_images: Vec<Vec<usize>>,
}

/// Returns a new order of the blocks of these colours, and their automorphisms that keep the colours: `None` for the identity alone.
fn automorphisms(blocks: &Blocks, colours: &[u128]) -> (Vec<usize>, Option<Group>) {
    let all: Vec<usize> = colours.iter().flat_map(|&colour| bits(colour)).collect();
    let length: usize = all.iter().map(|&block| blocks.size(block)).sum();
    let mut chain = stabilizers(blocks, colours);
    // The last orbits alone form a group, the stabilizer of the first blocks.
    let mut size = 1;
    let fits = chain.iter().rev().take_while(|orbit| {
        size *= orbit.to_images.len();
        size * length <= MAX_ENTRIES
    });
    let fitting = fits.count();
    chain.drain(..chain.len() - fitting);
    let mut order: Vec<usize> = chain.iter().map(|orbit| orbit.block).collect();
    order.extend(all.iter().filter(|block| !chain.iter().any(|orbit| orbit.block == **block)));
    let group = (!chain.is_empty()).then(|| Group::new(blocks, &chain, &order));
    (order, group)
}

/// Returns a stabilizer chain: blocks one after the other, each with its orbit, until only the identity is left.
fn stabilizers(blocks: &Blocks, colours: &[u128]) -> Vec<Orbit> {
    let mut chain = Vec::new();
    let mut colours = colours.to_vec();
    // The larger the orbit, the more a label distinguishes.
    while let Some((colour, set)) = colours.iter().copied().enumerate().max_by_key(|(_, set)| set.count_ones()) {
        if set.is_power_of_two() {
            break;
        }
        let block = set.trailing_zeros() as usize;
        let fixed = set_apart(&colours, colour, block);
        let to = |image| blocks.matching(fixed.clone(), set_apart(&colours, colour, image));
        let to_images: Vec<Vec<usize>> = bits(set).filter_map(to).collect();
        // Some images may be missing, so that it may not be a group.
        if blocks.is_exhausted() {
            return Vec::new();
        }
        if to_images.len() > 1 {
            chain.push(Orbit { block, to_images });
        }
        colours = blocks.refined(&fixed);
    }
    chain
}

impl Group {
    /// Returns the group with a stabilizer chain, on the labels of the blocks in the given order.
    fn new(blocks: &Blocks, chain: &[Orbit], order: &[usize]) -> Group {
        let size = |block| blocks.size(block);
        let mut first_index = vec![0; order.iter().max().map_or(0, |most| most + 1)];
        let mut length = 0;
        for &block in order {
            first_index[block] = length;
            length += size(block);
        }
        let mut automorphisms: Vec<Vec<usize>> = vec![(0..first_index.len()).collect()];
        let mut levels = Vec::new();
        for Orbit { block, to_images } in chain {
            // A coset: the automorphisms with the same images of the blocks before this one are one of them composed with
            // those that fix these blocks.
            let after = |outer: &Vec<usize>| -> Vec<Vec<usize>> {
                to_images.iter().map(|inner| inner.iter().map(|&image| outer[image]).collect()).collect()
            };
            automorphisms = automorphisms.iter().flat_map(after).collect();
            // There are fewer indices than 2^16, as there are vertices.
            let from = automorphisms.iter().map(|images| first_index[images[*block]] as u16).collect();
            levels.push(Level { children: to_images.len(), from });
        }
        let row = |images: &Vec<usize>| -> Vec<u16> {
            let of_block = |&block: &usize| (0..size(block)).map(move |i| (block, i));
            order.iter().flat_map(of_block).map(|(block, i)| (first_index[images[block]] + i) as u16).collect()
        };
        let (mut neighbours, mut begins) = (Vec::new(), vec![0]);
        for block in order.iter().flat_map(|&block| std::iter::repeat_n(block, size(block))) {
            let indices = |other: usize| first_index[other]..first_index[other] + size(other);
            neighbours.extend(bits(blocks.joined(block)).flat_map(indices).map(|index| index as u16));
            begins.push(neighbours.len());
        }
        Group { length, neighbours, begins, levels, images: automorphisms.iter().flat_map(row).collect() }
    }

    /// Replaces labels by their greatest image: in order first of the signs at the levels, then of all labels.
    fn greatest(&self, labels: &mut [u8], scratch: &mut ImageScratch) {
        let ImageScratch { signs, candidates, next, image } = scratch;
        self.read_signs(labels, signs);
        candidates.clear();
        candidates.push(0);
        for level in &self.levels {
            let mut greatest = 0;
            next.clear();
            for &candidate in &*candidates {
                let begin = candidate as usize * level.children;
                for (child, &from) in (begin..).zip(&level.from[begin..begin + level.children]) {
                    let sign = signs[usize::from(from)];
                    if sign > greatest {
                        greatest = sign;
                        next.clear();
                    }
                    if sign == greatest {
                        // At most 2^20.
                        next.push(child as u32);
                    }
                }
            }
            std::mem::swap(candidates, next);
        }
        // The nodes of the last level are the automorphisms.
        let indices = |node: u32| self.images[node as usize * self.length..][..self.length].iter();
        let image_under = |node: u32| indices(node).map(|&from| labels[usize::from(from)]);
        let mut greatest = candidates[0];
        for &node in &candidates[1..] {
            if image_under(node).gt(image_under(greatest)) {
                greatest = node;
            }
        }
        image.clear();
        image.extend(image_under(greatest));
        labels.copy_from_slice(image);
    }

    /// Computes a hash of the label of each index and those of its neighbours. An automorphism moves it with the labels, and it
    /// distinguishes more than the label alone.
    fn read_signs(&self, labels: &[u8], signs: &mut Vec<u32>) {
        let weight = |label: u8| u32::from(label) * (8 * u32::from(label) + 1);
        signs.clear();
        signs.extend(labels.iter().zip(self.begins.windows(2)).map(|(&label, range)| {
            let neighbours = self.neighbours[range[0]..range[1]].iter().map(|&at| weight(labels[usize::from(at)]));
            neighbours.fold(weight(label).wrapping_mul(1021), u32::wrapping_add)
        }));
    }
}
