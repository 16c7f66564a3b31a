//! The draws on boards at least as high as wide: the rows are the lines of a [`Strip`], which is grown depth first.
//!
//! ```text
//!     X X O                    The row tried last is dropped when the set of those that may follow it is empty,
//!     X O X                    and the next one of its own set is tried. A strip without a future ends within a
//!     . . .  {XOO, OXO, ..}    few rows, so that the way back is short.
//! ```

use super::strip::{Line, Lines, Strip, Window};
use crate::hip::{Colouring, Size};
use crate::player::Player;

/// A place in the list: the rows so far.
#[derive(Clone, Debug)]
pub(super) struct Tall {
    size: Size,
    strip: Strip,
    /// For each row begun, the window before it and the lines not tried yet.
    rows: Vec<(Window, Lines)>,
    /// The rows themselves but for the last one begun.
    lines: Vec<Line>,
}

impl Tall {
    pub(super) fn new(size: Size) -> Tall {
        let strip = Strip::new(size.columns());
        Tall { size, rows: vec![(Window::EMPTY, strip.all())], strip, lines: Vec::new() }
    }
}

impl Iterator for Tall {
    type Item = Colouring;

    fn next(&mut self) -> Option<Colouring> {
        loop {
            let (window, untried) = self.rows.last_mut()?;
            if *untried == 0 {
                self.rows.pop();
                self.lines.pop();
                continue;
            }
            // There are at most 64 lines.
            let line = untried.trailing_zeros() as Line;
            *untried &= *untried - 1;
            let longer = self.strip.push(*window, line);
            self.lines.push(line);
            if self.lines.len() < usize::from(self.size.rows()) {
                self.rows.push((longer, self.strip.next(longer)));
                continue;
            }
            let draw = Colouring::from_fn(self.size, |cell| {
                let o = self.strip.is_o(self.lines[usize::from(cell.row())], cell.column());
                if o { Player::O } else { Player::X }
            });
            self.lines.pop();
            return Some(draw);
        }
    }
}
