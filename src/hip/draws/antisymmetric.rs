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

use super::has_no_draw;
use super::transfer::{Lines, Strip};
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
    let strip = Strip::new(size.sides().0);
    let wide = strip.has_columns(size);
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
    let allowed = strip.fitting_lines(size, &given);
    let image = |line| strip.exchanged(if reverses_lines { strip.reversed(line) } else { line });
    let own_images = strip.lines(|line| image(line) == line);
    if !reverses_order {
        let lines: Vec<Lines> = allowed.iter().map(|lines| lines & own_images).collect();
        return strip.build(lines, &|_| true).next().is_some();
    }
    let length = allowed.len();
    let half = allowed.iter().zip(allowed.iter().rev()).enumerate().take(length.div_ceil(2));
    let half = half.map(|(index, (lines, opposite))| {
        let images = strip.lines(|line| opposite >> image(line) & 1 != 0);
        lines & images & if index == length / 2 { own_images } else { strip.all() }
    });
    let half: Vec<Lines> = half.collect();
    strip.build(half, &|profile| strip.closes(profile, length % 2, &image)).next().is_some()
}
