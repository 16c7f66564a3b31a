//! The automorphisms of blocks, all of them, as a tree in which the greatest image is looked for.
//!
//! ```text
//!     C4: 0-1-2-3-0       where does 0 go?          0       1       2       3
//!                         and where then does 1?   1 3     0 2     1 3     0 2
//! ```
//!
//! Each level asks for the image of one more block, and has as many answers everywhere. At each level only those ways go on that
//! give the greatest sign so far, which is made of a label and those beside it: often one or two. Those that are left at the
//! end are compared as a whole.

use super::blocks::{Blocks, bits, set_apart};

/// The numbers in a table of automorphisms are not more than this.
const MOST_NUMBERS: usize = 1 << 20;

/// Automorphisms, on the labels of blocks in the order of [`list`].
#[derive(Clone, Debug)]
pub(super) struct Group {
    length: usize,
    /// The places beside each place, and where they begin and end.
    beside: Vec<u16>,
    begins: Vec<usize>,
    levels: Vec<Level>,
    /// All of them, one after the other: for each place that from which it takes its label.
    images: Vec<u16>,
}

/// Room for the work on labels.
#[derive(Clone, Debug, Default)]
pub(super) struct Room {
    signs: Vec<u32>,
    candidates: Vec<u32>,
    next: Vec<u32>,
    image: Vec<u8>,
}

/// One question: which label comes to this place.
#[derive(Clone, Debug)]
struct Level {
    /// How many answers.
    answers: usize,
    /// The place from which the label comes, for each way down to here.
    from: Vec<u16>,
}

/// A block and an automorphism to each of its images, which leave all blocks as they are that were asked for before.
struct Orbit {
    block: usize,
    to_images: Vec<Vec<usize>>,
}

/// A new order of the blocks of these colours, and their automorphisms that keep the colours; none if there is only one.
pub(super) fn list(blocks: &Blocks, colours: &[u128]) -> (Vec<usize>, Option<Group>) {
    let all: Vec<usize> = colours.iter().flat_map(|&colour| bits(colour)).collect();
    let length: usize = all.iter().map(|&block| blocks.size(block)).sum();
    let mut chain = stabilizers(blocks, colours);
    // The last ones form a group without the others, that of what leaves the first blocks in place.
    let mut automorphisms = 1;
    let fits = chain.iter().rev().take_while(|orbit| {
        automorphisms *= orbit.to_images.len();
        automorphisms * length <= MOST_NUMBERS
    });
    let kept = fits.count();
    chain.drain(..chain.len() - kept);
    let mut order: Vec<usize> = chain.iter().map(|orbit| orbit.block).collect();
    order.extend(all.iter().filter(|block| !chain.iter().any(|orbit| orbit.block == **block)));
    let group = (!chain.is_empty()).then(|| Group::new(blocks, &chain, &order));
    (order, group)
}

/// Blocks one after the other, each with its images, until no automorphism but one is left.
fn stabilizers(blocks: &Blocks, colours: &[u128]) -> Vec<Orbit> {
    let mut chain = Vec::new();
    let mut colours = colours.to_vec();
    // The more images, the more a label tells.
    while let Some((colour, set)) = colours.iter().copied().enumerate().max_by_key(|(_, set)| set.count_ones()) {
        if set.is_power_of_two() {
            break;
        }
        let block = set.trailing_zeros() as usize;
        let fixed = set_apart(&colours, colour, block);
        let to = |image| blocks.matching(fixed.clone(), set_apart(&colours, colour, image));
        let to_images: Vec<Vec<usize>> = bits(set).filter_map(to).collect();
        // Without all of them it may be no group.
        if blocks.has_given_up() {
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
    fn new(blocks: &Blocks, chain: &[Orbit], order: &[usize]) -> Group {
        let size = |block| blocks.size(block);
        let mut first_place = vec![0; order.iter().max().map_or(0, |most| most + 1)];
        let mut length = 0;
        for &block in order {
            first_place[block] = length;
            length += size(block);
        }
        let mut automorphisms: Vec<Vec<usize>> = vec![(0..first_place.len()).collect()];
        let mut levels = Vec::new();
        for Orbit { block, to_images } in chain {
            // There is one that takes the blocks asked for before to given images: those that do the same and take this
            // one somewhere are that one after those that leave them in place.
            let after = |outer: &Vec<usize>| -> Vec<Vec<usize>> {
                to_images.iter().map(|inner| inner.iter().map(|&image| outer[image]).collect()).collect()
            };
            automorphisms = automorphisms.iter().flat_map(after).collect();
            // Places are numbered like vertices: below 2^16.
            let from = automorphisms.iter().map(|images| first_place[images[*block]] as u16).collect();
            levels.push(Level { answers: to_images.len(), from });
        }
        let place = |images: &Vec<usize>| -> Vec<u16> {
            let of_block = |&block: &usize| (0..size(block)).map(move |i| (block, i));
            order.iter().flat_map(of_block).map(|(block, i)| (first_place[images[block]] + i) as u16).collect()
        };
        let (mut beside, mut begins) = (Vec::new(), vec![0]);
        for block in order.iter().flat_map(|&block| std::iter::repeat_n(block, size(block))) {
            let places = |other: usize| first_place[other]..first_place[other] + size(other);
            beside.extend(bits(blocks.joined(block)).flat_map(places).map(|place| place as u16));
            begins.push(beside.len());
        }
        Group { length, beside, begins, levels, images: automorphisms.iter().flat_map(place).collect() }
    }

    /// How many labels there are.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Replaces labels by their greatest image. What counts first are the signs of the places that are asked for, then the
    /// labels of all.
    pub(super) fn greatest(&self, labels: &mut [u8], room: &mut Room) {
        let Room { signs, candidates, next, image } = room;
        self.read_signs(labels, signs);
        candidates.clear();
        candidates.push(0);
        for level in &self.levels {
            let mut greatest = 0;
            next.clear();
            for &candidate in &*candidates {
                let begin = candidate as usize * level.answers;
                for (way, &from) in (begin..).zip(&level.from[begin..begin + level.answers]) {
                    let sign = signs[usize::from(from)];
                    if sign > greatest {
                        greatest = sign;
                        next.clear();
                    }
                    if sign == greatest {
                        // At most 2^20.
                        next.push(way as u32);
                    }
                }
            }
            std::mem::swap(candidates, next);
        }
        let places = |way: u32| self.images[way as usize * self.length..][..self.length].iter();
        let image_under = |way: u32| places(way).map(|&from| labels[usize::from(from)]);
        let mut greatest = candidates[0];
        for &way in &candidates[1..] {
            if image_under(way).gt(image_under(greatest)) {
                greatest = way;
            }
        }
        image.clear();
        image.extend(image_under(greatest));
        labels.copy_from_slice(image);
    }

    /// A number a place, made of its label and of those beside it: an automorphism takes it along with the labels, and it tells
    /// more than the label alone.
    fn read_signs(&self, labels: &[u8], signs: &mut Vec<u32>) {
        let weight = |label: u8| u32::from(label) * (8 * u32::from(label) + 1);
        signs.clear();
        signs.extend(labels.iter().zip(self.begins.windows(2)).map(|(&label, range)| {
            let beside = self.beside[range[0]..range[1]].iter().map(|&place| weight(labels[usize::from(place)]));
            beside.fold(weight(label).wrapping_mul(1021), u32::wrapping_add)
        }));
    }
}
