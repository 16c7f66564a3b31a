//! The draws on boards wider than high, whose columns are the lines of a [`Strip`], while the order goes by rows.
//!
//! ```text
//!     X X O X O O X      rows that are done
//!     X O X . . . .      this one has come to its fourth cell
//!     . . . . . . .
//!         | |
//!         | windows of the first three columns that can be completed so that they fit all that is there: never none
//!         windows of the first two
//! ```
//!
//! Before a row begins, the windows at each column are known that some draw with the rows so far has there. Along the
//! row those are kept that the cells chosen leave possible; as long as there is one, the row can be completed, and the
//! rows below it, so that no choice is ever in vain. At the end of the row those are dropped, from right to left, that
//! cannot go on any more, and the next row begins.

use std::rc::Rc;

use super::strip::{Line, Lines, Strip, Window};
use crate::bits::Ones;
use crate::hip::{Colouring, Size};
use crate::player::Player;

/// Windows in order. Neighbouring columns share theirs if they have the same.
type Windows = Rc<Vec<Window>>;

/// A row that has been begun.
#[derive(Clone, Debug)]
struct Row {
    /// The windows before and after each column that some draw has which begins with the rows above.
    possible: Vec<Windows>,
    /// Of these, those that fit this row's cells as well: as many entries as cells that are chosen, and one.
    fitting: Vec<Windows>,
    /// Whether each cell chosen is an O.
    os: Vec<bool>,
}

/// A place in the list: the rows so far.
#[derive(Clone, Debug)]
pub(super) struct Wide {
    size: Size,
    strip: Strip,
    rows: Vec<Row>,
    /// Whether the draw that the rows make has been shown.
    shown: bool,
}

impl Wide {
    pub(super) fn new(size: Size) -> Wide {
        let strip = Strip::new(size.rows());
        let mut possible = vec![Rc::new(vec![Window::EMPTY])];
        for column in 0..usize::from(size.columns()) {
            let here = &possible[column];
            let settled = column > 0 && Rc::ptr_eq(here, &possible[column - 1]);
            let next = if settled { Rc::clone(here) } else { Rc::new(after(&strip, here, strip.all())) };
            possible.push(if next == *here { Rc::clone(here) } else { next });
        }
        let mut wide = Wide { size, strip, rows: Vec::new(), shown: false };
        wide.begin(possible);
        wide
    }

    /// Begins a row, from the windows that fit the rows above but may be without a future.
    fn begin(&mut self, mut possible: Vec<Windows>) {
        // The windows of a column and those to its right that were looked at last, and what was found.
        let mut last: Option<[Windows; 3]> = None;
        for column in (0..possible.len() - 1).rev() {
            let (here, right) = (Rc::clone(&possible[column]), Rc::clone(&possible[column + 1]));
            let kept = match &last {
                Some([as_here, as_right, kept]) if Rc::ptr_eq(as_here, &here) && *as_right == right => Rc::clone(kept),
                _ => Rc::new(here.iter().copied().filter(|&window| self.goes_on(window, &right)).collect()),
            };
            possible[column] = if kept == right { Rc::clone(&right) } else { kept };
            last = Some([here, right, Rc::clone(&possible[column])]);
        }
        // Only a board without any draw has no window before its first column.
        if !possible[0].is_empty() {
            let fitting = vec![Rc::clone(&possible[0])];
            self.rows.push(Row { possible, fitting, os: Vec::new() });
        }
    }

    /// Whether a line leads from the window to one of those on the right, which have the cells of the rows above.
    fn goes_on(&self, window: Window, right: &[Window]) -> bool {
        Ones(self.strip.next(window)).any(|line| right.binary_search(&self.strip.push(window, line as Line)).is_ok())
    }

    /// Chooses the next cell of the row begun last, unless that leaves no draw.
    fn choose(&mut self, o: bool) -> bool {
        // There are at most as many rows as a strip has cells across.
        let across = self.rows.len() as u16 - 1;
        let Some(row) = self.rows.last_mut() else { return false };
        let column = row.os.len();
        let mut fitting = after(&self.strip, &row.fitting[column], self.strip.having(across, o));
        fitting.retain(|window| row.possible[column + 1].binary_search(window).is_ok());
        if fitting.is_empty() {
            return false;
        }
        row.fitting.push(Rc::new(fitting));
        row.os.push(o);
        true
    }

    /// Takes cells back until an X among them can be an O instead.
    fn turn(&mut self) {
        while let Some(row) = self.rows.last_mut() {
            match row.os.pop() {
                None => {
                    self.rows.pop();
                }
                Some(o) => {
                    row.fitting.pop();
                    if !o && self.choose(true) {
                        return;
                    }
                }
            }
        }
    }
}

impl Iterator for Wide {
    type Item = Colouring;

    fn next(&mut self) -> Option<Colouring> {
        if self.shown {
            self.turn();
            self.shown = false;
        }
        loop {
            let row = self.rows.last()?;
            if row.os.len() < usize::from(self.size.columns()) {
                let chosen = self.choose(false) || self.choose(true);
                debug_assert!(chosen, "windows are possible only if they can be completed");
            } else if self.rows.len() < usize::from(self.size.rows()) {
                let fitting = row.fitting.clone();
                self.begin(fitting);
            } else {
                self.shown = true;
                return Some(Colouring::from_fn(self.size, |cell| {
                    let o = self.rows[usize::from(cell.row())].os[usize::from(cell.column())];
                    if o { Player::O } else { Player::X }
                }));
            }
        }
    }
}

/// The windows one line on, if the line is one of these.
fn after(strip: &Strip, windows: &[Window], lines: Lines) -> Vec<Window> {
    let goes_on = |&window: &Window| Ones(strip.next(window) & lines).map(move |line| strip.push(window, line as Line));
    let mut after: Vec<Window> = windows.iter().flat_map(goes_on).collect();
    after.sort_unstable();
    after.dedup();
    after
}
