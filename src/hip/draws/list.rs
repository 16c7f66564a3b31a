//! All draws one after the other, in reading order, X before O.
//!
//! ```text
//!     X X X    X X X    X X X    X X X    X X O    X X O       the first of the eleven classes on 2 × 3, up to symmetry
//!     X O X    X O O    O X O    O O O    X O X    X O O       and exchange, each as its first draw
//! ```

use super::has_no_draw;
use super::tall::Tall;
use super::wide::Wide;
use crate::hip::{Colouring, Size};
use crate::player::Player;
use crate::symmetry::Symmetry;

/// Which draws to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Which {
    /// All of them.
    All,
    /// One of each class up to symmetry and exchange: the first in reading order; on a board of odd area the first of those
    /// on which X has more counters. So a class that has a playable draw shows one.
    OneOfEachClass,
}

/// The draws on a board in reading order, X before O.
///
/// ```
/// use quadrille::hip::{Which, draws};
/// let size = "2x3".parse()?;
/// assert_eq!(draws(size, Which::All).count(), 50);
/// assert_eq!(draws(size, Which::All).next().map(|draw| draw.to_string()), Some("X X X\nX O X\n".to_owned()));
/// # Ok::<(), quadrille::hip::NotASize>(())
/// ```
///
/// # Complexity
/// Boards at least as high as wide need no memory to speak of. On wider ones no draw is waited for long, however long the
/// board: for each row that is begun, at most O(windows · columns), and as much memory.
pub fn draws(size: Size, which: Which) -> impl Iterator<Item = Colouring> {
    let (tall, wide) = if has_no_draw(size) {
        (None, None)
    } else if size.rows() >= size.columns() {
        (Some(Tall::new(size)), None)
    } else {
        (None, Some(Wide::new(size)))
    };
    let all = tall.into_iter().flatten().chain(wide.into_iter().flatten());
    all.filter(move |draw| which == Which::All || stands_for_its_class(draw))
}

fn stands_for_its_class(draw: &Colouring) -> bool {
    let size = draw.size();
    let (rows, columns) = (size.rows(), size.columns());
    let exchanges = if size.area().is_multiple_of(2) {
        &[false, true][..]
    } else if draw.counters(Player::X) > draw.counters(Player::O) {
        &[false]
    } else {
        return false;
    };
    exchanges.iter().all(|&exchange| {
        Symmetry::of(rows, columns).iter().all(|symmetry| {
            let image = size.cells().map(|cell| {
                let owner = draw.owner(symmetry.image(cell, rows, columns));
                if exchange { owner.opponent() } else { owner }
            });
            size.cells().map(|cell| draw.owner(cell)).le(image)
        })
    })
}
