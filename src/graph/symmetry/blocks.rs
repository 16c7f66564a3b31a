//! Classes of twins as the vertices of a smaller graph, with colourings.

use std::cell::Cell;

use super::{Graph, Vertex};

/// Returns the classes of twins, each in ascending order: vertices with the same neighbours (false twins), or with the
/// same neighbours if each is counted as its own (true twins). No vertex has twins of both kinds.
pub(super) fn twins(graph: &Graph) -> Vec<Vec<Vertex>> {
    let open: Vec<Vec<Vertex>> = graph.vertices().map(|vertex| graph.neighbours(vertex).to_vec()).collect();
    let mut closed = open.clone();
    for vertex in graph.vertices() {
        let neighbours = &mut closed[vertex.index()];
        neighbours.insert(neighbours.partition_point(|&other| other < vertex), vertex);
    }
    let mut classes = equal(graph, &open);
    classes.extend(equal(graph, &closed));
    classes.retain(|class| class.len() > 1);
    let mut is_alone = vec![true; graph.order()];
    classes.iter().flatten().for_each(|vertex| is_alone[vertex.index()] = false);
    classes.extend(graph.vertices().filter(|vertex| is_alone[vertex.index()]).map(|vertex| vec![vertex]));
    classes.sort_unstable();
    classes
}

/// Returns the classes of vertices with equal lists.
fn equal(graph: &Graph, lists: &[Vec<Vertex>]) -> Vec<Vec<Vertex>> {
    let mut vertices: Vec<Vertex> = graph.vertices().collect();
    vertices.sort_by(|left, right| lists[left.index()].cmp(&lists[right.index()]));
    vertices.chunk_by(|left, right| lists[left.index()] == lists[right.index()]).map(<[Vertex]>::to_vec).collect()
}

/// A graph on at most 128 blocks. A set of blocks is a bitset; a colouring is a list of disjoint sets.
///
/// ```text
///     star3   0 to 1, 2, 3     classes  {0} {1,2,3}     sizes 1 3   joined 0b10 0b01   closed false false
///     K3      0, 1, 2          classes  {0,1,2}         sizes 3     joined 0           closed true
/// ```
pub(super) struct Blocks {
    /// The number of vertices of each block.
    pub(super) sizes: Vec<usize>,
    /// The neighbours of each block among the other blocks.
    pub(super) joined: Vec<u128>,
    /// Of each block, whether its vertices are neighbours of each other.
    closed: Vec<bool>,
    /// The number of blocks that refinements have examined.
    steps: Cell<u64>,
}

/// After this number of steps the search for automorphisms ends. The cube of dimension 6 takes a sixth of them.
const MAX_STEPS: u64 = 1 << 26;

impl Blocks {
    /// Returns the graph on the classes of twins, or `None` if there are more than 128.
    pub(super) fn new(graph: &Graph, classes: &[Vec<Vertex>]) -> Option<Blocks> {
        if classes.len() > u128::BITS as usize {
            return None;
        }
        let mut block_of = vec![0; graph.order()];
        for (block, class) in classes.iter().enumerate() {
            for vertex in class {
                block_of[vertex.index()] = block;
            }
        }
        let blocks_beside = |class: &Vec<Vertex>| {
            graph.neighbours(class[0]).iter().fold(0, |set, next| set | 1 << block_of[next.index()])
        };
        let mut joined: Vec<u128> = classes.iter().map(blocks_beside).collect();
        let closed = joined.iter().enumerate().map(|(block, set)| set >> block & 1 == 1).collect();
        joined.iter_mut().enumerate().for_each(|(block, set)| *set &= !(1 << block));
        let sizes = classes.iter().map(Vec::len).collect();
        Some(Blocks { sizes, joined, closed, steps: Cell::new(0) })
    }

    /// Returns the colouring by size and kind of twins.
    pub(super) fn kinds(&self) -> Vec<u128> {
        let kind = |block: usize| 2 * self.sizes[block] as u32 + u32::from(self.closed[block]);
        let all = (0..self.sizes.len()).fold(0, |all, block| all | 1 << block);
        by_key(all, &kind).into_iter().map(|(_, blocks)| blocks).collect()
    }

    /// Returns the coarsest equitable refinement of a colouring.
    pub(super) fn refined(&self, colours: &[u128]) -> Vec<u128> {
        let (mut refined, mut same) = (colours.to_vec(), colours.to_vec());
        // A colouring always agrees with itself.
        self.refine(&mut refined, &mut same);
        refined
    }

    /// Refines two colourings in step. Returns false if they differ in the numbers of neighbours between colours.
    fn refine(&self, left: &mut Vec<u128>, right: &mut Vec<u128>) -> bool {
        'again: loop {
            for others in 0..left.len() {
                for colour in 0..left.len() {
                    let new = self.split(left[colour], left[others]);
                    let image = self.split(right[colour], right[others]);
                    let size = |&(degree, blocks): &(u32, u128)| (degree, blocks.count_ones());
                    if !new.iter().map(size).eq(image.iter().map(size)) {
                        return false;
                    }
                    if new.len() > 1 {
                        left.splice(colour..=colour, new.into_iter().map(|part| part.1));
                        right.splice(colour..=colour, image.into_iter().map(|part| part.1));
                        continue 'again;
                    }
                }
            }
            return true;
        }
    }

    /// Returns the blocks of one set by their number of neighbours in another.
    fn split(&self, set: u128, others: u128) -> Vec<(u32, u128)> {
        self.steps.set(self.steps.get() + u64::from(set.count_ones()));
        by_key(set, &|block| (self.joined[block] & others).count_ones())
    }

    /// Returns whether the search has taken all its steps, so that no more automorphisms are found.
    pub(super) fn is_exhausted(&self) -> bool {
        self.steps.get() > MAX_STEPS
    }

    /// Returns an automorphism that maps one colouring to another, as the image of each block; `None` if there is none,
    /// or if the steps are exhausted. The colours have the same numbers of blocks in both.
    pub(super) fn matching(&self, mut left: Vec<u128>, mut right: Vec<u128>) -> Option<Vec<usize>> {
        if self.is_exhausted() || !self.refine(&mut left, &mut right) {
            return None;
        }
        let Some(colour) = left.iter().position(|colour| colour.count_ones() > 1) else {
            let mut image = vec![0; self.sizes.len()];
            for (from, to) in left.iter().zip(&right) {
                image[from.ilog2() as usize] = to.ilog2() as usize;
            }
            return Some(image);
        };
        let first = left[colour].trailing_zeros() as usize;
        let fixed = set_apart(&left, colour, first);
        bits(right[colour]).find_map(|block| self.matching(fixed.clone(), set_apart(&right, colour, block)))
    }
}

/// Returns the blocks of a set by their keys, in ascending order of these.
fn by_key(set: u128, key: &dyn Fn(usize) -> u32) -> Vec<(u32, u128)> {
    let mut parts: Vec<(u32, u128)> = Vec::new();
    for block in bits(set) {
        let key = key(block);
        match parts.binary_search_by_key(&key, |part| part.0) {
            Ok(index) => parts[index].1 |= 1 << block,
            Err(index) => parts.insert(index, (key, 1 << block)),
        }
    }
    parts
}

/// Returns a colouring in which one block of a colour has a colour of its own.
pub(super) fn set_apart(colours: &[u128], colour: usize, block: usize) -> Vec<u128> {
    let mut colours = colours.to_vec();
    colours[colour] &= !(1 << block);
    colours.insert(colour, 1 << block);
    colours
}

/// Returns the blocks of a set in ascending order.
pub(super) fn bits(set: u128) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let block = (left != 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(block)
    })
}
