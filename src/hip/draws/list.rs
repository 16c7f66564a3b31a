//! All draws in reading order, X before O, by backtracking.
//!
//! On boards at least as high as wide ([`tall`]) the rows are the lines of a strip, which is built depth first. If a
//! strip cannot be completed, that shows within a few rows.
//!
//! On wider boards ([`Wide`]) the lines of the strip are columns, while reading order goes by rows:
//!
//! ```text
//!     X X O X O O X      complete rows
//!     X O X . . . .      the fourth cell of this row is next
//!     . . . . . . .
//!         | |
//!         | domain: the profiles of the first three columns that fit all cells so far and can be completed
//!         domain of the first two columns
//! ```
//!
//! The profiles after each column are the domains of a chain of constraints. Before a row begins, the profiles that
//! cannot be continued are removed from right to left (directional arc consistency: Dechter and Pearl, 1987). Along the
//! row, each cell removes the profiles that do not fit it.
//!
//! **Theorem.** If the domain after the last chosen cell is not empty, some draw has all chosen cells. So the search
//! has no dead ends: it replaces an X by an O only to find the next draw.
//!
//! **Proof.** A profile is in that domain if columns to its left lead to it that have all cells of the rows above and
//! the chosen ones of this row. It has not been removed, so columns to its right continue it that have all cells of the
//! rows above. Together these columns are the draw. ∎

use std::iter;
use std::rc::Rc;

use super::has_no_draw;
use super::transfer::{Line, Lines, Profile, Strip};
use crate::bits::Ones;
use crate::cell::Cell;
use crate::hip::{Colouring, Size};
use crate::player::Player;
use crate::symmetry::Symmetry;

/// Which draws to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Listing {
    /// All draws.
    All,
    /// One draw of each class up to symmetry and exchange: the first in reading order; on a board of odd area the first
    /// of those on which X has more counters. So a class that has a playable draw is represented by one.
    Representatives,
}

/// Returns the draws of a board in reading order, X before O.
///
/// ```
/// use quadrille::hip::{Listing, draws};
/// let size = "2x3".parse()?;
/// assert_eq!(draws(size, Listing::All).count(), 50);
/// assert_eq!(draws(size, Listing::All).next().map(|draw| draw.to_string()), Some("X X X\nX O X\n".to_owned()));
/// # Ok::<(), quadrille::hip::ParseSizeError>(())
/// ```
///
/// # Complexity
/// On boards at least as high as wide, the memory is O(rows). On wider boards, each row of a draw takes at most
/// O(profiles · columns) time and memory, so the first draw comes soon, however long the board.
pub fn draws(size: Size, listing: Listing) -> impl Iterator<Item = Colouring> {
    let any = !has_no_draw(size);
    let is_tall = size.rows() >= size.columns();
    let tall = (any && is_tall).then(|| tall(size)).into_iter().flatten();
    let wide = (any && !is_tall).then(|| Wide::new(size)).into_iter().flatten();
    tall.chain(wide).filter(move |draw| listing == Listing::All || is_representative(draw))
}

/// Returns whether [`Listing::Representatives`] has a draw.
fn is_representative(draw: &Colouring) -> bool {
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

/// Returns the draws of a board at least as high as wide, by depth-first search over its rows.
fn tall(size: Size) -> impl Iterator<Item = Colouring> {
    let strip = Strip::new(size.columns());
    // For each row begun, the profile before it and the lines not tried yet; and the rows, without the last one begun.
    let mut begun = vec![(Profile::EMPTY, strip.all())];
    let mut rows: Vec<Line> = Vec::new();
    iter::from_fn(move || {
        loop {
            let (profile, untried) = begun.last_mut()?;
            let Some(line) = Ones(*untried).next() else {
                begun.pop();
                rows.pop();
                continue;
            };
            *untried &= *untried - 1;
            // There are at most 64 lines.
            let line = line as Line;
            let longer = strip.push(*profile, line);
            rows.push(line);
            if rows.len() < usize::from(size.rows()) {
                begun.push((longer, strip.next_lines(longer)));
                continue;
            }
            let is_o = |cell: Cell| strip.having(cell.column(), true) >> rows[usize::from(cell.row())] & 1 != 0;
            let draw = Colouring::from_fn(size, |cell| if is_o(cell) { Player::O } else { Player::X });
            rows.pop();
            return Some(draw);
        }
    })
}

/// Profiles in order. Neighbouring columns share a domain if theirs are equal.
type Domain = Rc<Vec<Profile>>;

/// A row that has been begun.
#[derive(Clone, Debug)]
struct Row {
    /// The profiles before the first column and after each column that occur in draws with the rows above.
    domains: Vec<Domain>,
    /// Those of them that fit the chosen cells of this row too: one domain more than chosen cells.
    fitting: Vec<Domain>,
}

/// An iterator over the draws of a board wider than high: the state of the search.
#[derive(Clone, Debug)]
struct Wide {
    size: Size,
    strip: Strip,
    rows: Vec<Row>,
    /// The chosen cells of all rows.
    cells: Vec<Player>,
}

impl Wide {
    fn new(size: Size) -> Wide {
        let strip = Strip::new(size.rows());
        let mut domains = vec![Rc::new(vec![Profile::EMPTY])];
        for column in 0..usize::from(size.columns()) {
            let here = &domains[column];
            let is_constant = column > 0 && Rc::ptr_eq(here, &domains[column - 1]);
            let next = if is_constant { Rc::clone(here) } else { Rc::new(successors(&strip, here, strip.all())) };
            domains.push(if next == *here { Rc::clone(here) } else { next });
        }
        let mut wide = Wide { size, strip, rows: Vec::new(), cells: Vec::new() };
        wide.begin_row(domains);
        wide
    }

    /// Begins a row, unless the board has no draw. The domains must fit the rows above; profiles that cannot be
    /// continued are removed.
    fn begin_row(&mut self, mut domains: Vec<Domain>) {
        // The last domain filtered, the domain on its right, and the result: long boards repeat them.
        let mut last: Option<[Domain; 3]> = None;
        for column in (0..domains.len() - 1).rev() {
            let (here, right) = (Rc::clone(&domains[column]), Rc::clone(&domains[column + 1]));
            let filtered = match &last {
                Some([as_here, as_right, filtered]) if Rc::ptr_eq(as_here, &here) && *as_right == right => {
                    Rc::clone(filtered)
                }
                _ => Rc::new(here.iter().copied().filter(|&profile| self.has_successor(profile, &right)).collect()),
            };
            domains[column] = if filtered == right { Rc::clone(&right) } else { filtered };
            last = Some([here, right, Rc::clone(&domains[column])]);
        }
        // The first domain is empty only if the board has no draw at all.
        if !domains[0].is_empty() {
            let fitting = vec![Rc::clone(&domains[0])];
            self.rows.push(Row { domains, fitting });
        }
    }

    /// Returns whether a line leads from the profile to one in the domain on its right, which must be sorted.
    fn has_successor(&self, profile: Profile, right: &[Profile]) -> bool {
        let mut lines = Ones(self.strip.next_lines(profile));
        lines.any(|line| right.binary_search(&self.strip.push(profile, line as Line)).is_ok())
    }

    /// Chooses the owner of the next cell of the last row. Returns false and does nothing if no draw has it.
    fn choose(&mut self, owner: Player) -> bool {
        // There are at most as many rows as a line has cells.
        let across = self.rows.len() as u16 - 1;
        let Some(row) = self.rows.last_mut() else { return false };
        let column = row.fitting.len();
        let lines = self.strip.having(across, owner == Player::O);
        let mut fitting = successors(&self.strip, &row.fitting[column - 1], lines);
        fitting.retain(|profile| row.domains[column].binary_search(profile).is_ok());
        let fits = !fitting.is_empty();
        if fits {
            row.fitting.push(Rc::new(fitting));
            self.cells.push(owner);
        }
        fits
    }

    /// Takes back cells until an X among them can be replaced by an O; all of them if none can.
    fn backtrack(&mut self) {
        while let Some(owner) = self.cells.pop() {
            self.rows.truncate(self.cells.len() / usize::from(self.size.columns()) + 1);
            self.rows.last_mut().map(|row| row.fitting.pop());
            if owner == Player::X && self.choose(Player::O) {
                return;
            }
        }
        self.rows.clear();
    }
}

impl Iterator for Wide {
    type Item = Colouring;

    fn next(&mut self) -> Option<Colouring> {
        if self.cells.len() == self.size.area() {
            self.backtrack();
        }
        while self.cells.len() < self.size.area() {
            let row = self.rows.last()?;
            if row.fitting.len() == row.domains.len() {
                let fitting = row.fitting.clone();
                self.begin_row(fitting);
            }
            let chosen = self.choose(Player::X) || self.choose(Player::O);
            debug_assert!(chosen, "every profile of a domain can be completed");
        }
        let mut owners = self.cells.iter().copied();
        Some(Colouring::from_fn(self.size, |_| owners.next().unwrap_or(Player::X)))
    }
}

/// Returns the profiles to which one of the lines leads from one of the profiles, in order and each once.
fn successors(strip: &Strip, profiles: &[Profile], lines: Lines) -> Vec<Profile> {
    let from =
        |&profile: &Profile| Ones(strip.next_lines(profile) & lines).map(move |line| strip.push(profile, line as Line));
    let mut successors: Vec<Profile> = profiles.iter().flat_map(from).collect();
    successors.sort_unstable();
    successors.dedup();
    successors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_of_6x7_are_empty_without_the_theorem() -> Result<(), crate::hip::ParseSizeError> {
        assert_eq!(tall("7x6".parse()?).count(), 0);
        assert_eq!(Wide::new("6x7".parse()?).count(), 0);
        Ok(())
    }
}
