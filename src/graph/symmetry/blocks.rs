//! Classes of twins as the vertices of a smaller graph, coloured.

use std::cell::Cell;

use super::{Graph, Vertex};

/// The classes of twins, each by its vertices in order: those with the same neighbours, or with the same neighbours and joined
/// to each other. No vertex has twins of both kinds.
pub(super) fn twins(graph: &Graph) -> Vec<Vec<Vertex>> {
    let open: Vec<Vec<Vertex>> = graph.vertices().map(|vertex| graph.neighbours(vertex).to_vec()).collect();
    let mut classes = equal(graph, &open);
    let mut closed = open;
    for vertex in graph.vertices() {
        let neighbours = &mut closed[vertex.index()];
        neighbours.insert(neighbours.partition_point(|&other| other < vertex), vertex);
    }
    // Who has a twin of the first kind is alone here.
    let joined = equal(graph, &closed);
    let has_twins = |classes: &[Vec<Vertex>]| {
        let mut has = vec![false; graph.order()];
        classes.iter().filter(|class| class.len() > 1).flatten().for_each(|vertex| has[vertex.index()] = true);
        has
    };
    let (first, second) = (has_twins(&classes), has_twins(&joined));
    classes.retain(|class| !second[class[0].index()]);
    classes.extend(joined.into_iter().filter(|class| class.len() > 1 && !first[class[0].index()]));
    classes.sort_unstable();
    classes
}

/// The vertices with equal lists.
fn equal(graph: &Graph, lists: &[Vec<Vertex>]) -> Vec<Vec<Vertex>> {
    let mut vertices: Vec<Vertex> = graph.vertices().collect();
    vertices.sort_by(|left, right| lists[left.index()].cmp(&lists[right.index()]));
    vertices.chunk_by(|left, right| lists[left.index()] == lists[right.index()]).map(<[Vertex]>::to_vec).collect()
}

/// A graph on at most 128 blocks: a set of them is the bits of a number. Ordered sets without common elements are colours.
pub(super) struct Blocks {
    sizes: Vec<usize>,
    joined: Vec<u128>,
    /// Whether its vertices are joined to each other.
    closed: Vec<bool>,
    /// How many blocks have been looked at.
    looks: Cell<u64>,
}

/// With so many looks the search for automorphisms is given up. The cube of dimension 6 takes a sixth.
const MOST_LOOKS: u64 = 1 << 26;

impl Blocks {
    /// The blocks of a graph; none if there are too many.
    pub(super) fn of(graph: &Graph, classes: &[Vec<Vertex>]) -> Option<Blocks> {
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
        Some(Blocks { sizes, joined, closed, looks: Cell::new(0) })
    }

    /// All blocks, coloured by what they are in themselves; none if there are none.
    pub(super) fn all(&self) -> Option<(u128, Vec<u128>)> {
        let mut kinds: Vec<_> = self.sizes.iter().zip(&self.closed).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let alike = |kind| {
            let blocks = self.sizes.iter().zip(&self.closed).enumerate();
            blocks.filter(|(_, other)| *other == kind).fold(0, |set, (block, _)| set | 1 << block)
        };
        let colours: Vec<u128> = kinds.into_iter().map(alike).collect();
        (!colours.is_empty()).then(|| (colours.iter().fold(0, |all, colour| all | colour), colours))
    }

    /// How many vertices a block has.
    pub(super) fn size(&self, block: usize) -> usize {
        self.sizes[block]
    }

    /// The blocks joined to a block, as far as edges have not been taken away or put in.
    pub(super) fn joined(&self, block: usize) -> u128 {
        self.joined[block]
    }

    /// How many neighbours of a block are in a set.
    fn seen(&self, block: usize, set: u128) -> u32 {
        (self.joined[block] & set).count_ones()
    }

    /// The finer colours in which all blocks of one see as many of each other.
    pub(super) fn refined(&self, colours: &[u128]) -> Vec<u128> {
        let (mut refined, mut same) = (colours.to_vec(), colours.to_vec());
        // A colouring always agrees with itself.
        self.refine(&mut refined, &mut same);
        refined
    }

    /// Refines two colourings alike; false if they then differ in how many blocks of one colour see how many of another.
    fn refine(&self, left: &mut Vec<u128>, right: &mut Vec<u128>) -> bool {
        'again: loop {
            for seen in 0..left.len() {
                for seer in 0..left.len() {
                    let [mut new, mut other] =
                        [&*left, &*right].map(|colours| self.split(colours[seer], colours[seen]));
                    let agree = new.len() == other.len()
                        && new.iter().zip(&other).all(|(l, r)| l.0 == r.0 && l.1.count_ones() == r.1.count_ones());
                    if !agree {
                        return false;
                    }
                    if new.len() > 1 {
                        left.splice(seer..=seer, new.drain(..).map(|(_, set)| set));
                        right.splice(seer..=seer, other.drain(..).map(|(_, set)| set));
                        continue 'again;
                    }
                }
            }
            return true;
        }
    }

    /// The blocks of a set by how many of another they see.
    fn split(&self, seers: u128, seen: u128) -> Vec<(u32, u128)> {
        self.looks.set(self.looks.get() + u64::from(seers.count_ones()));
        let mut counts: Vec<(u32, u128)> = bits(seers).map(|block| (self.seen(block, seen), 1 << block)).collect();
        counts.sort_unstable();
        counts.dedup_by(|later, first| {
            later.0 == first.0 && {
                first.1 |= later.1;
                true
            }
        });
        counts
    }

    /// Between any two refined colours with more than half of the possible edges, and within any such colour, takes these away
    /// and puts in the others.
    pub(super) fn thin_out(&mut self, colours: &[u128]) {
        for &from in colours {
            for &to in colours {
                // All of a colour see as many, and in either direction it is the same share.
                let first = from.trailing_zeros() as usize;
                let possible = (to & !(1 << first)).count_ones();
                if 2 * self.seen(first, to) > possible {
                    bits(from).for_each(|block| self.joined[block] ^= to & !(1 << block));
                }
            }
        }
    }

    /// The parts of a set between which there are no edges.
    pub(super) fn components(&self, set: u128) -> Vec<u128> {
        let mut components = Vec::new();
        let mut left = set;
        while left != 0 {
            let (mut component, mut open) = (0, left & left.wrapping_neg());
            while open != 0 {
                component |= open;
                open = bits(open).fold(0, |next, block| next | self.joined[block]) & set & !component;
            }
            components.push(component);
            left &= !component;
        }
        components
    }

    /// Whether the search for automorphisms has been given up, so that none is found any more.
    pub(super) fn has_given_up(&self) -> bool {
        self.looks.get() > MOST_LOOKS
    }

    /// A way to lay blocks on others so that colours and edges agree: the image of each block. The two colourings have as many
    /// colours, some of which may be empty.
    pub(super) fn matching(&self, mut left: Vec<u128>, mut right: Vec<u128>) -> Option<Vec<usize>> {
        if self.has_given_up() {
            return None;
        }
        let agree = left.iter().zip(&right).all(|(l, r)| l.count_ones() == r.count_ones());
        if !agree || !self.refine(&mut left, &mut right) {
            return None;
        }
        let Some(colour) = left.iter().position(|colour| colour.count_ones() > 1) else {
            let mut image = vec![0; self.sizes.len()];
            for (from, to) in left.iter().zip(&right).filter(|(from, _)| **from != 0) {
                image[from.ilog2() as usize] = to.ilog2() as usize;
            }
            return Some(image);
        };
        let first = left[colour].trailing_zeros() as usize;
        let fixed = set_apart(&left, colour, first);
        bits(right[colour]).find_map(|block| self.matching(fixed.clone(), set_apart(&right, colour, block)))
    }
}

/// The colours, with one block of a colour in a colour of its own.
pub(super) fn set_apart(colours: &[u128], colour: usize, block: usize) -> Vec<u128> {
    let mut colours = colours.to_vec();
    colours[colour] &= !(1 << block);
    colours.insert(colour, 1 << block);
    colours
}

/// The blocks of a set, in order.
pub(super) fn bits(set: u128) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let block = (left != 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(block)
    })
}
