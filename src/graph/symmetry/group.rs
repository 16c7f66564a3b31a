//! Lists of automorphisms, and the greatest image of labels under them.
//!
//! The automorphisms are a stabilizer chain (C. C. Sims, *Computational methods in the study of permutation groups*,
//! 1970), and the leaves of a tree in which the greatest image is found level by level:
//!
//! ```text
//!     C4: 0-1-2-3-0       the image of 0               0       1       2       3
//!                         the image of 1, given this  1 3     0 2     1 3     0 2
//! ```
//!
//! A level chooses the image of one more block, and all nodes above it have the same number of children. The *sign* of
//! a node is a hash of the label there and those of its neighbours. Only the nodes with the greatest sign continue,
//! often one or two. The images that remain after the last level are compared label by label.

use super::blocks::{Blocks, bits, set_apart};

/// The largest number of entries in a table of automorphisms.
const MAX_ENTRIES: usize = 1 << 20;

/// A group of automorphisms, on labels in an order of the blocks.
#[derive(Clone, Debug)]
pub(super) struct Group {
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
pub(super) struct Scratch {
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

/// Returns a stabilizer chain: blocks one after the other, each with its orbit, until only the identity is left.
fn stabilizers(blocks: &Blocks) -> Vec<Orbit> {
    let mut chain = Vec::new();
    let mut colours = blocks.refined(&blocks.kinds());
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
    /// Returns an order of the blocks, and their automorphisms: `None` for the identity alone.
    pub(super) fn new(blocks: &Blocks) -> (Vec<usize>, Option<Group>) {
        let length: usize = blocks.sizes.iter().sum();
        let mut chain = stabilizers(blocks);
        // The last orbits alone form a group, the stabilizer of the first blocks.
        let mut size = 1;
        let fits = chain.iter().rev().take_while(|orbit| {
            size *= orbit.to_images.len();
            size * length <= MAX_ENTRIES
        });
        let fitting = fits.count();
        chain.drain(..chain.len() - fitting);
        let mut order: Vec<usize> = chain.iter().map(|orbit| orbit.block).collect();
        order.extend((0..blocks.sizes.len()).filter(|&block| chain.iter().all(|orbit| orbit.block != block)));
        let group = (!chain.is_empty()).then(|| Group::from_chain(blocks, &chain, &order));
        (order, group)
    }

    /// Returns the group with a stabilizer chain, on the labels of the blocks in the given order.
    fn from_chain(blocks: &Blocks, chain: &[Orbit], order: &[usize]) -> Group {
        let size = |block| blocks.sizes[block];
        let mut first_index = vec![0; order.len()];
        let mut length = 0;
        for &block in order {
            first_index[block] = length;
            length += size(block);
        }
        let mut automorphisms: Vec<Vec<usize>> = vec![(0..first_index.len()).collect()];
        let mut levels = Vec::new();
        for Orbit { block, to_images } in chain {
            // A coset: the automorphisms with the same images of the blocks before this one are one of them composed
            // with those that fix these blocks.
            let after = |outer: &Vec<usize>| -> Vec<Vec<usize>> {
                to_images.iter().map(|inner| inner.iter().map(|&image| outer[image]).collect()).collect()
            };
            automorphisms = automorphisms.iter().flat_map(after).collect();
            // There are fewer indices than 2^16, as there are vertices.
            let from = automorphisms.iter().map(|images| first_index[images[*block]] as u16).collect();
            levels.push(Level { children: to_images.len(), from });
        }
        let row = |images: &Vec<usize>| -> Vec<u16> {
            let labels = |&block: &usize| (0..size(block)).map(move |i| (block, i));
            order.iter().flat_map(labels).map(|(block, i)| (first_index[images[block]] + i) as u16).collect()
        };
        let (mut neighbours, mut begins) = (Vec::new(), vec![0]);
        for block in order.iter().flat_map(|&block| std::iter::repeat_n(block, size(block))) {
            let indices = |other: usize| first_index[other]..first_index[other] + size(other);
            neighbours.extend(bits(blocks.joined[block]).flat_map(indices).map(|index| index as u16));
            begins.push(neighbours.len());
        }
        Group { length, neighbours, begins, levels, images: automorphisms.iter().flat_map(row).collect() }
    }

    /// Replaces labels by their greatest image: in order first of the signs at the levels, then of all labels.
    pub(super) fn greatest(&self, labels: &mut [u8], scratch: &mut Scratch) {
        let Scratch { signs, candidates, next, image } = scratch;
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

    /// Computes a hash of the label of each index and those of its neighbours. An automorphism moves it with the
    /// labels, and it distinguishes more than the label alone.
    fn read_signs(&self, labels: &[u8], signs: &mut Vec<u32>) {
        let weight = |label: u8| u32::from(label) * (8 * u32::from(label) + 1);
        signs.clear();
        signs.extend(labels.iter().zip(self.begins.windows(2)).map(|(&label, range)| {
            let neighbours = self.neighbours[range[0]..range[1]].iter().map(|&at| weight(labels[usize::from(at)]));
            neighbours.fold(weight(label).wrapping_mul(1021), u32::wrapping_add)
        }));
    }
}
