//! Draws on which each cell and its image under a symmetry belong to different players.
//!
//! ```text
//!     X X X O       the opposite of its half-turn: the first cell is an X and the last one an O, the second one
//!     O X O X       is an X and the last but one an O, and so on
//!     X O O O
//! ```
//!
//! If one player always answers on the image of the cell that the other one has taken, the full board is of this kind. So
//! from a position whose counters no draw of this kind has, mirroring to the end makes a square for sure.
//!
//! Half of the columns determine the others, so only half of a strip is grown, depth first, with each line's image where it
//! lies in the same half, and each window at a place is tried once.

use std::collections::HashSet;

use super::strip::{Line, Lines, Strip, Window};
use super::{has_no_draw, sides};
use crate::bits::Ones;
use crate::cell::Cell;
use crate::hip::Size;
use crate::player::Player;
use crate::symmetry::Symmetry;

/// Whether there is a draw with the given counters on which each cell's image under the half-turn or a flip belongs to the
/// opponent of the cell's owner. Never if a cell is its own image.
///
/// For all other symmetries this is false: nobody can answer by them. The identity and the reflections in diagonals leave
/// cells in their places, and a quarter-turn, of which there may be such draws, does not take a cell's image back to it.
///
/// ```
/// use quadrille::hip::has_antisymmetric_draw;
/// use quadrille::symmetry::Symmetry;
/// let size = "6x6".parse()?;
/// assert!(!has_antisymmetric_draw(size, Symmetry::HalfTurn, |_| None));
/// # Ok::<(), quadrille::hip::NotASize>(())
/// ```
///
/// # Complexity
/// O(windows · longer side) at worst.
#[must_use]
pub fn has_antisymmetric_draw(size: Size, symmetry: Symmetry, given: impl Fn(Cell) -> Option<Player>) -> bool {
    if has_no_draw(size) {
        return false;
    }
    let wide = size.columns() >= size.rows();
    let kind = match symmetry {
        Symmetry::FlipColumns if wide => Kind { reverses: false, turns: true },
        Symmetry::FlipRows if !wide => Kind { reverses: false, turns: true },
        Symmetry::FlipColumns | Symmetry::FlipRows => Kind { reverses: true, turns: false },
        Symmetry::HalfTurn => Kind { reverses: true, turns: true },
        Symmetry::Identity
        | Symmetry::Transpose
        | Symmetry::AntiTranspose
        | Symmetry::QuarterTurn
        | Symmetry::ThreeQuarterTurn => return false,
    };
    let (shorter, longer) = sides(size);
    let strip = Strip::new(shorter);
    let allowed = |place: u16| {
        let cell = |across| if wide { Cell::new(place, across) } else { Cell::new(across, place) };
        let fitting = (0..shorter).filter_map(|across| Some(strip.having(across, given(cell(across))? == Player::O)));
        fitting.fold(strip.all(), |lines, fitting| lines & fitting)
    };
    let image = |line| strip.exchanged(if kind.reverses { strip.reversed(line) } else { line });
    let own_images = strip.lines(|line| image(line) == line);
    let lines: Vec<Lines> = if kind.turns {
        (0..longer.div_ceil(2))
            .map(|place| {
                let opposite = longer - 1 - place;
                let images = strip.lines(|line| allowed(opposite) >> image(line) & 1 != 0);
                allowed(place) & images & if place == opposite { own_images } else { strip.all() }
            })
            .collect()
    } else {
        (0..longer).map(|place| allowed(place) & own_images).collect()
    };
    let middle = if kind.turns { Some(usize::from(longer % 2)) } else { None };
    grows(&strip, &lines, |window| middle.is_none_or(|middle| strip.closes(window, middle, image)))
}

/// What a symmetry does to a strip.
struct Kind {
    /// Each line is read from its other end.
    reverses: bool,
    /// The last line comes first.
    turns: bool,
}

/// Whether a strip can be grown, each of its lines out of a set, so that the window at its end is good.
fn grows(strip: &Strip, lines: &[Lines], good: impl Fn(Window) -> bool) -> bool {
    let mut seen = HashSet::new();
    let mut open = vec![(0, Window::EMPTY)];
    while let Some((length, window)) = open.pop() {
        let Some(&lines) = lines.get(length) else {
            if good(window) {
                return true;
            }
            continue;
        };
        for line in Ones(strip.next(window) & lines) {
            let longer = (length + 1, strip.push(window, line as Line));
            if seen.insert(longer) {
                open.push(longer);
            }
        }
    }
    false
}
