//! Boards as strips, counted line by line: the transfer-matrix method.
//!
//! ```text
//!       . 1 .|.      A strip is a board read along its longer side, line by line. A line has as many cells as the
//!       . . .|2      shorter side, its width: at most six. So no square spans more than six lines, and of all earlier
//!       1 . .|.      lines only the last `width - 1` matter to the next one: the profile. If three corners of a square
//!       . . 1|.      have one colour, the next line must not have it at the fourth (the 2 is the fourth corner of the 1s).
//! ```
//!
//! A line is a number: its first cell is the highest bit, and a 1 is an O, so that numerical order is reading order. A
//! set of lines is a number too, with a bit per line: 64 bits for the widest strip. A profile has the newest line in
//! its lowest bits, and a 1 above the oldest line, which marks its length:
//!
//! ```text
//!     width 3, lines XXO, XOO        line 1: 001    line 2: 011    profile: 1 001 011
//!     the set of all lines but XXX: 0b1111_1110
//! ```
//!
//! # Counting
//!
//! The strips that end with a profile are counted by a polynomial in s: the coefficient of sᵏ is the number of strips
//! with k Os. A line with j Os takes a profile to the next one: the polynomial of the former, times sʲ, is added to
//! that of the latter. A profile and its reflection have the same polynomial, so a [`Layer`] has one entry for both,
//! with the sum.
//!
//! ```text
//!     width 2, by the profile at the end; s stands for an O
//!
//!               XX         XO, OX            OO             XX goes on with each line but XX, which would make a square.
//!     1 line    1          2s                s²             Of two lines, 14 strips of the 16 are left, and 6 of them
//!     2 lines   2s + s²    2s + 4s² + 2s³    s² + 2s³       have two Os: the sum of the coefficients of s².
//! ```

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use num_bigint::BigUint;

use crate::bits::Ones;
use crate::cell::Cell;
use crate::hip::Size;
use crate::player::Player;

/// The cells of one line.
pub(super) type Line = u8;

/// A set of lines.
pub(super) type Lines = u64;

/// The last lines of a strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Profile(u32);

impl Profile {
    /// The profile of a strip without lines.
    pub(super) const EMPTY: Profile = Profile(1);
}

/// The strips of one width.
#[derive(Clone, Debug)]
pub(super) struct Strip {
    width: u32,
    all: Lines,
    /// For X and for O, and for each bit of a line: the lines with a counter of that player there.
    having: [[Lines; Strip::WIDEST as usize]; 2],
}

impl Strip {
    /// The largest width: wider strips of seven lines or more have no draws.
    pub(super) const WIDEST: u32 = 6;

    /// Returns the strips of a width.
    ///
    /// # Panics
    /// If the width is 0 or more than [`WIDEST`](Self::WIDEST).
    pub(super) fn new(width: u16) -> Strip {
        let width = u32::from(width);
        assert!((1..=Strip::WIDEST).contains(&width), "strips of {width} cells");
        let all = Lines::MAX >> (64 - (1 << width));
        let mut having = [[0; Strip::WIDEST as usize]; 2];
        for line in Ones(all) {
            for bit in 0..width as usize {
                having[line >> bit & 1][bit] |= 1 << line;
            }
        }
        Strip { width, all, having }
    }

    /// Returns all lines.
    pub(super) fn all(&self) -> Lines {
        self.all
    }

    /// Returns the set of the lines with a property.
    pub(super) fn lines(&self, property: impl Fn(Line) -> bool) -> Lines {
        // There are at most 64 lines.
        Ones(self.all).filter(|&line| property(line as Line)).fold(0, |lines, line| lines | 1 << line)
    }

    /// Returns the lines with an O (or else an X) on a cell, counted from 0.
    pub(super) fn having(&self, cell: u16, o: bool) -> Lines {
        self.having[usize::from(o)][self.width as usize - 1 - usize::from(cell)]
    }

    /// Returns whether the lines of a board as a strip are its columns; otherwise they are its rows.
    pub(super) fn has_columns(&self, size: Size) -> bool {
        self.width != u32::from(size.columns())
    }

    /// Returns the line of a cell on a board as a strip, and its place in the line.
    fn place(&self, size: Size, cell: Cell) -> (u16, u16) {
        if self.has_columns(size) { (cell.column(), cell.row()) } else { (cell.row(), cell.column()) }
    }

    /// Returns, for each line of a board as a strip, the lines that have the given counters (`None` for no counter).
    pub(super) fn fitting_lines(&self, size: Size, given: &dyn Fn(Cell) -> Option<Player>) -> Vec<Lines> {
        let length = if self.has_columns(size) { size.columns() } else { size.rows() };
        let mut lines = vec![self.all; usize::from(length)];
        for cell in size.cells() {
            if let Some(owner) = given(cell) {
                let (along, across) = self.place(size, cell);
                lines[usize::from(along)] &= self.having(across, owner == Player::O);
            }
        }
        lines
    }

    /// Returns whose counter is on a cell of the board that is a strip of these lines.
    pub(super) fn owner(&self, lines: &[Line], size: Size, cell: Cell) -> Player {
        let (along, across) = self.place(size, cell);
        let has_o = self.having(across, true) >> lines[usize::from(along)] & 1 == 1;
        if has_o { Player::O } else { Player::X }
    }

    /// Returns the strips without a monochromatic square, with each line from its set of `lines`, that end with an
    /// accepted profile.
    pub(super) fn build<'a>(&self, lines: Vec<Lines>, accepts: &'a dyn Fn(Profile) -> bool) -> Strips<'a> {
        let first = Beginning { end: Profile::EMPTY, untried: self.all & lines[0], has_strip: false };
        Strips {
            strip: self.clone(),
            lines,
            accepts,
            beginnings: vec![first],
            chosen: Vec::new(),
            dead: HashSet::new(),
        }
    }

    /// Returns the line read from its other end.
    pub(super) fn reversed(&self, line: Line) -> Line {
        line.reverse_bits() >> (Line::BITS - self.width)
    }

    /// Returns the line with the players exchanged.
    pub(super) fn exchanged(&self, line: Line) -> Line {
        line ^ self.line_mask()
    }

    fn line_mask(&self) -> Line {
        Line::MAX >> (Line::BITS - self.width)
    }

    /// Returns the number of lines of a full profile: those that matter to the next line, but at least one.
    pub(super) fn profile_length(&self) -> u32 {
        (self.width - 1).max(1)
    }

    /// Returns the lines of a profile, newest first.
    pub(super) fn newest_first(&self, profile: Profile) -> impl DoubleEndedIterator<Item = Line> + Clone + use<> {
        let (width, mask) = (self.width, self.line_mask());
        let length = (u32::BITS - 1 - profile.0.leading_zeros()) / width;
        (0..length).map(move |back| (profile.0 >> (back * width)) as Line & mask)
    }

    /// Returns the profile after one more line.
    pub(super) fn push(&self, profile: Profile, line: Line) -> Profile {
        let longest = self.profile_length() * self.width;
        // A full profile has up to 31 bits, and up to 37 with another line.
        let longer = u64::from(profile.0) << self.width | u64::from(line);
        let is_too_long = longer >> longest > 1;
        Profile(if is_too_long { longer & ((1 << longest) - 1) | 1 << longest } else { longer } as u32)
    }

    /// Returns the profile of a strip of these lines, oldest first.
    pub(super) fn profile(&self, lines: impl Iterator<Item = Line>) -> Profile {
        lines.fold(Profile::EMPTY, |profile, line| self.push(profile, line))
    }

    /// Returns the lines that complete no monochromatic square with the lines of the profile.
    pub(super) fn next_lines(&self, profile: Profile) -> Lines {
        let mut back = [0; Strip::WIDEST as usize];
        let mut length = 0;
        for line in self.newest_first(profile) {
            length += 1;
            back[length] = line;
        }
        let mut next = self.all;
        for (player, having) in self.having.iter().enumerate() {
            // The player's counters on the line that is this number of lines back.
            let own = |lines: usize| if player == 1 { back[lines] } else { self.exchanged(back[lines]) };
            for extent in 1..=length {
                for upright in Ones(u64::from(own(extent) & own(extent) >> extent)) {
                    next &= !(having[upright] & having[upright + extent]);
                }
                for along in 1..extent {
                    let tilted = own(extent) >> (extent - along) & own(extent - along) & own(along) >> extent;
                    for top in Ones(u64::from(tilted)) {
                        next &= !having[top + along];
                    }
                }
            }
        }
        next
    }

    /// Returns whether a strip can be continued by the mirror images of its last lines, without a monochromatic square.
    /// The first `middle` of them, newest first, are their own images and are not repeated.
    pub(super) fn closes(&self, profile: Profile, middle: usize, image: &dyn Fn(Line) -> Line) -> bool {
        let mut end = profile;
        self.newest_first(profile).skip(middle).all(|line| {
            let line = image(line);
            let fits = self.next_lines(end) >> line & 1 != 0;
            end = self.push(end, line);
            fits
        })
    }

    /// Returns the lesser of a profile and its reflection, and the number of different profiles among them: 1 or 2.
    pub(super) fn representative(&self, profile: Profile) -> (Profile, u32) {
        let reflected = self.profile(self.newest_first(profile).rev().map(|line| self.reversed(line)));
        (profile.min(reflected), if profile == reflected { 1 } else { 2 })
    }

    /// Appends lines of the set `lines`, `steps` times. The set must contain the reflection of each of its lines. Calls
    /// `tick` for each profile, and returns [`ControlFlow::Break`] if that cancels.
    pub(super) fn extend(
        &self,
        mut layer: Layer,
        lines: Lines,
        steps: usize,
        tick: &mut Tick<'_>,
    ) -> ControlFlow<(), Layer> {
        for _ in 0..steps {
            let mut longer = Layer::new();
            for (profile, polynomial) in layer {
                tick()?;
                for line in Ones(self.next_lines(profile) & lines) {
                    let (next, _) = self.representative(self.push(profile, line as Line));
                    longer.entry(next).or_default().add_shifted(&polynomial, line.count_ones() as usize);
                }
            }
            layer = longer;
        }
        ControlFlow::Continue(layer)
    }
}

/// The first lines of a strip.
#[derive(Clone, Copy, Debug)]
struct Beginning {
    end: Profile,
    /// The lines that have not been tried after it.
    untried: Lines,
    /// Whether a strip with this beginning was found.
    has_strip: bool,
}

/// A depth-first search for strips, in the order of their lines.
pub(super) struct Strips<'a> {
    strip: Strip,
    lines: Vec<Lines>,
    accepts: &'a dyn Fn(Profile) -> bool,
    /// The beginnings of the strip with the chosen lines, the empty one first.
    beginnings: Vec<Beginning>,
    chosen: Vec<Line>,
    /// Numbers of lines and profiles with which no strip begins.
    dead: HashSet<(usize, Profile)>,
}

impl Iterator for Strips<'_> {
    type Item = Vec<Line>;

    fn next(&mut self) -> Option<Vec<Line>> {
        while let Some(last) = self.beginnings.last_mut() {
            if self.chosen.len() == self.lines.len() && !last.has_strip && (self.accepts)(last.end) {
                last.has_strip = true;
                return Some(self.chosen.clone());
            }
            let Some(line) = Ones(last.untried).next() else {
                let Beginning { end, has_strip, .. } = *last;
                if !has_strip {
                    self.dead.insert((self.chosen.len(), end));
                }
                self.beginnings.pop();
                self.chosen.pop();
                if let Some(shorter) = self.beginnings.last_mut() {
                    shorter.has_strip |= has_strip;
                }
                continue;
            };
            last.untried &= last.untried - 1;
            // There are at most 64 lines.
            let line = line as Line;
            let end = self.strip.push(last.end, line);
            if !self.dead.contains(&(self.chosen.len() + 1, end)) {
                self.chosen.push(line);
                let next = self.lines.get(self.chosen.len());
                let untried = next.map_or(0, |lines| self.strip.next_lines(end) & lines);
                self.beginnings.push(Beginning { end, untried, has_strip: false });
            }
        }
        None
    }
}

/// A callback that is called for each unit of work. If it returns [`ControlFlow::Break`], the computation is cancelled.
pub(super) type Tick<'a> = dyn FnMut() -> ControlFlow<()> + 'a;

/// The strips of one length, counted: for the representative of each profile and its reflection, the polynomial of the
/// strips that end with one of the two.
pub(super) type Layer = HashMap<Profile, Polynomial>;

/// Returns the layer of the strip without lines.
pub(super) fn empty_layer() -> Layer {
    Layer::from([(Profile::EMPTY, Polynomial { lowest: 0, coefficients: vec![BigUint::from(1_u8)] })])
}

/// Numbers of strips by their numbers of Os.
#[derive(Clone, Debug, Default)]
pub(super) struct Polynomial {
    /// The exponent of the first coefficient.
    lowest: usize,
    coefficients: Vec<BigUint>,
}

impl Polynomial {
    /// Returns the number of strips with this number of Os; `None` stands for 0.
    pub(super) fn coefficient(&self, os: usize) -> Option<&BigUint> {
        self.coefficients.get(os.checked_sub(self.lowest)?)
    }

    /// Returns the numbers of Os with their coefficients.
    pub(super) fn terms(&self) -> impl Iterator<Item = (usize, &BigUint)> {
        (self.lowest..).zip(&self.coefficients)
    }

    /// Returns the number of strips with any number of Os.
    pub(super) fn sum(&self) -> BigUint {
        self.coefficients.iter().sum()
    }

    /// Adds another polynomial times s to the power of `os`.
    fn add_shifted(&mut self, other: &Polynomial, os: usize) {
        let lowest = other.lowest + os;
        if self.coefficients.is_empty() {
            *self = Polynomial { lowest, coefficients: other.coefficients.clone() };
            return;
        }
        if lowest < self.lowest {
            self.coefficients.splice(..0, vec![BigUint::ZERO; self.lowest - lowest]);
            self.lowest = lowest;
        }
        let from = lowest - self.lowest;
        if self.coefficients.len() < from + other.coefficients.len() {
            self.coefficients.resize(from + other.coefficients.len(), BigUint::ZERO);
        }
        for (sum, coefficient) in self.coefficients[from..].iter_mut().zip(&other.coefficients) {
            *sum += coefficient;
        }
    }
}
