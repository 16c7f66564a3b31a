//! Draws on which each cell and its image under a symmetry belong to different players.
//!
//! ```text
//!     X X X O       antisymmetric under the half-turn: the first cell is an X and the last one an O, the second one
//!     O X O X       is an X and the last but one an O, and so on
//!     X O O O
//! ```
//!
//! The mirror theorem uses them: if one player always answers on the image of the opponent's last cell, the full board
//! is antisymmetric. If the symmetry reverses the order of the lines of a strip, only half of the strip is built.

use std::collections::HashSet;

use super::has_no_draw;
use super::transfer::{Line, Lines, Profile, Strip};
use crate::bits::Ones;
use crate::cell::Cell;
use crate::hip::Size;
use crate::player::Player;
use crate::symmetry::Symmetry;

/// Returns whether a draw with the given counters (`None` for an empty cell) is antisymmetric under the half-turn or a
/// flip: each cell and its image belong to different players. No board with a cell that is its own image has such a
/// draw.
///
/// Returns false for all other symmetries, since no player can answer by them: the identity and the reflections in
/// diagonals have fixed cells, and a quarter-turn does not map the image of a cell back to the cell.
///
/// # Complexity
/// O(profiles · longer side).
#[must_use]
pub fn has_antisymmetric_draw(size: Size, symmetry: Symmetry, given: impl Fn(Cell) -> Option<Player>) -> bool {
    if has_no_draw(size) {
        return false;
    }
    let wide = size.columns() >= size.rows();
    // Whether the symmetry reverses each line of the strip, and whether it reverses their order.
    let (reverses_lines, reverses_order) = match symmetry {
        Symmetry::FlipColumns => (!wide, wide),
        Symmetry::FlipRows => (wide, !wide),
        Symmetry::HalfTurn => (true, true),
        Symmetry::Identity
        | Symmetry::Transpose
        | Symmetry::AntiTranspose
        | Symmetry::QuarterTurn
        | Symmetry::ThreeQuarterTurn => return false,
    };
    let (width, length) = size.sides();
    let strip = Strip::new(width);
    // The lines that have the given counters at an index along the strip.
    let allowed = |index: u16| {
        let cell = |across| if wide { Cell::new(index, across) } else { Cell::new(across, index) };
        let fitting = (0..width).filter_map(|across| Some(strip.having(across, given(cell(across))? == Player::O)));
        fitting.fold(strip.all(), |lines, fitting| lines & fitting)
    };
    let image = |line| strip.exchanged(if reverses_lines { strip.reversed(line) } else { line });
    let own_images = strip.lines(|line| image(line) == line);
    if !reverses_order {
        let lines: Vec<Lines> = (0..length).map(|index| allowed(index) & own_images).collect();
        return can_build(&strip, &lines, |_| true);
    }
    let half = (0..length.div_ceil(2)).map(|index| {
        let opposite = length - 1 - index;
        let allowed_opposite = allowed(opposite);
        let images = strip.lines(|line| allowed_opposite >> image(line) & 1 != 0);
        allowed(index) & images & if index == opposite { own_images } else { strip.all() }
    });
    let half: Vec<Lines> = half.collect();
    can_build(&strip, &half, |profile| strip.closes(profile, usize::from(length % 2), image))
}

/// Returns whether there is a strip without a monochromatic square, with each line from its set of `lines`, that ends
/// with an accepted profile.
fn can_build(strip: &Strip, lines: &[Lines], accepts: impl Fn(Profile) -> bool) -> bool {
    let mut seen = HashSet::new();
    let mut open = vec![(0, Profile::EMPTY)];
    while let Some((length, profile)) = open.pop() {
        let Some(&lines) = lines.get(length) else {
            if accepts(profile) {
                return true;
            }
            continue;
        };
        for line in Ones(strip.next_lines(profile) & lines) {
            let longer = (length + 1, strip.push(profile, line as Line));
            if seen.insert(longer) {
                open.push(longer);
            }
        }
    }
    false
}
