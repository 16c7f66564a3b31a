//! All draws in reading order, X before O, by backtracking.
//!
//! On boards at least as high as wide ([`Tall`]) the rows are the lines of a strip, which is built depth first. If a strip
//! cannot be completed, that shows within a few rows.
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
//! The profiles after each column are the domains of a chain of constraints. Before a row begins, the profiles that cannot
//! be continued are removed from right to left (directional arc consistency: Dechter and Pearl, 1987). Along the row, each
//! cell removes the profiles that do not fit it.
//!
//! **Theorem.** If the domain after the last chosen cell is not empty, some draw has all chosen cells. So the search has no dead
//! ends: it replaces an X by an O only to find the next draw.
//!
//! **Proof.** A profile is in that domain if columns to its left lead to it that have all cells of the rows above and the
//! chosen ones of this row. It has not been removed, so columns to its right continue it that have all cells of the rows above.
//! Together these columns are the draw. ∎

use std::rc::Rc;

use super::has_no_draw;
use super::transfer::{Line, Lines, Profile, Strip};
use crate::bits::Ones;
use crate::hip::{Colouring, Size};
use crate::player::Player;
use crate::symmetry::Symmetry;

/// Which draws to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Listing {
    /// All draws.
    All,
    /// One draw of each class up to symmetry and exchange: the first in reading order; on a board of odd area the first of
    /// those on which X has more counters. So a class that has a playable draw is represented by one.
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
    let tall = (any && is_tall).then(|| Tall::new(size)).into_iter().flatten();
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

/// An iterator over the draws of a board at least as high as wide: the state of the depth-first search.
#[derive(Clone, Debug)]
struct Tall {
    size: Size,
    strip: Strip,
    /// For each row begun: the profile before it and the lines not tried yet.
    rows: Vec<(Profile, Lines)>,
    /// The rows themselves, without the last one begun.
    lines: Vec<Line>,
}

impl Tall {
    fn new(size: Size) -> Tall {
        let strip = Strip::new(size.columns());
        Tall { size, rows: vec![(Profile::EMPTY, strip.all())], strip, lines: Vec::new() }
    }
}

impl Iterator for Tall {
    type Item = Colouring;

    fn next(&mut self) -> Option<Colouring> {
        loop {
            let (profile, untried) = self.rows.last_mut()?;
            if *untried == 0 {
                self.rows.pop();
                self.lines.pop();
                continue;
            }
            // There are at most 64 lines.
            let line = untried.trailing_zeros() as Line;
            *untried &= *untried - 1;
            let longer = self.strip.push(*profile, line);
            self.lines.push(line);
            if self.lines.len() < usize::from(self.size.rows()) {
                self.rows.push((longer, self.strip.next_lines(longer)));
                continue;
            }
            let draw = Colouring::from_fn(self.size, |cell| {
                let line = self.lines[usize::from(cell.row())];
                if self.strip.having(cell.column(), true) >> line & 1 != 0 { Player::O } else { Player::X }
            });
            self.lines.pop();
            return Some(draw);
        }
    }
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
    /// For each chosen cell, whether it is an O.
    os: Vec<bool>,
}

/// An iterator over the draws of a board wider than high: the state of the search.
#[derive(Clone, Debug)]
struct Wide {
    size: Size,
    strip: Strip,
    rows: Vec<Row>,
    /// Whether the iterator has returned the draw with these rows.
    returned: bool,
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
        let mut wide = Wide { size, strip, rows: Vec::new(), returned: false };
        wide.begin_row(domains);
        wide
    }

    /// Begins a row, unless the board has no draw. The domains must fit the rows above; profiles that cannot be continued are
    /// removed.
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
            self.rows.push(Row { domains, fitting, os: Vec::new() });
        }
    }

    /// Returns whether a line leads from the profile to one in the domain on its right, which must be sorted.
    fn has_successor(&self, profile: Profile, right: &[Profile]) -> bool {
        let mut lines = Ones(self.strip.next_lines(profile));
        lines.any(|line| right.binary_search(&self.strip.push(profile, line as Line)).is_ok())
    }

    /// Chooses an O or an X for the next cell of the last row. Returns false and does nothing if no draw has it.
    fn choose(&mut self, o: bool) -> bool {
        // There are at most as many rows as a line has cells.
        let across = self.rows.len() as u16 - 1;
        let Some(row) = self.rows.last_mut() else { return false };
        let column = row.os.len();
        let mut fitting = successors(&self.strip, &row.fitting[column], self.strip.having(across, o));
        fitting.retain(|profile| row.domains[column + 1].binary_search(profile).is_ok());
        if fitting.is_empty() {
            return false;
        }
        row.fitting.push(Rc::new(fitting));
        row.os.push(o);
        true
    }

    /// Takes back cells until an X among them can be replaced by an O.
    fn backtrack(&mut self) {
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
        if self.returned {
            self.backtrack();
            self.returned = false;
        }
        loop {
            let row = self.rows.last()?;
            if row.os.len() < usize::from(self.size.columns()) {
                let chosen = self.choose(false) || self.choose(true);
                debug_assert!(chosen, "every profile of a domain can be completed");
            } else if self.rows.len() < usize::from(self.size.rows()) {
                let fitting = row.fitting.clone();
                self.begin_row(fitting);
            } else {
                self.returned = true;
                return Some(Colouring::from_fn(self.size, |cell| {
                    let o = self.rows[usize::from(cell.row())].os[usize::from(cell.column())];
                    if o { Player::O } else { Player::X }
                }));
            }
        }
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
        assert_eq!(Tall::new("7x6".parse()?).count(), 0);
        assert_eq!(Wide::new("6x7".parse()?).count(), 0);
        Ok(())
    }
}
