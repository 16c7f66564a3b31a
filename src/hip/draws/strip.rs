//! Boards as strips: line after line along the longer side, and which line may come next.
//!
//! ```text
//!       . 1 .|.      A line has as many cells as the shorter side, at most six, so no square spans more lines than that.
//!       . . .|2      Of all that came before, only the last `width - 1` lines matter to the next one: the window. Three
//!       1 . .|.      corners of one colour in the window take that colour from the fourth corner in the next line (2 is
//!       . . 1|.      the fourth of the 1s here), two take it from one of two cells that lie upright beside them.
//! ```
//!
//! A line is a number: its first cell is the highest bit, and a 1 is an O, so that lines in order of their numbers are in
//! reading order. A set of lines is a number as well, with a bit for each line: 64 of them for the widest strip.

use crate::bits::Ones;

/// The cells of one line.
pub(super) type Line = u8;

/// A set of lines.
pub(super) type Lines = u64;

/// The last lines of a strip, the newest one in the lowest bits; a 1 above the oldest one tells how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Window(u32);

impl Window {
    /// That of a strip without any line yet.
    pub(super) const EMPTY: Window = Window(1);
}

/// Strips of one width.
#[derive(Clone, Debug)]
pub(super) struct Strip {
    width: u32,
    all: Lines,
    /// For X and for O, and for each bit of a line, the lines with a counter of that player there.
    having: [[Lines; Strip::WIDEST as usize]; 2],
}

impl Strip {
    /// The widest strips that are not all without draws from their seventh line on.
    pub(super) const WIDEST: u32 = 6;

    /// Strips with lines of so many cells, from 1 to [`WIDEST`](Self::WIDEST).
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

    /// All lines.
    pub(super) fn all(&self) -> Lines {
        self.all
    }

    /// The lines with this property.
    pub(super) fn lines(&self, property: impl Fn(Line) -> bool) -> Lines {
        // There are at most 64 lines.
        Ones(self.all).filter(|&line| property(line as Line)).fold(0, |lines, line| lines | 1 << line)
    }

    /// The lines with an O on the cell, counted from the first, or those with an X.
    pub(super) fn having(&self, cell: u16, o: bool) -> Lines {
        self.having[usize::from(o)][self.width as usize - 1 - usize::from(cell)]
    }

    /// Whether a line has an O on the cell, counted from the first.
    pub(super) fn is_o(&self, line: Line, cell: u16) -> bool {
        self.having(cell, true) >> line & 1 != 0
    }

    /// The line read from its other end.
    pub(super) fn reversed(&self, line: Line) -> Line {
        line.reverse_bits() >> (Line::BITS - self.width)
    }

    /// The line with the players exchanged.
    pub(super) fn exchanged(&self, line: Line) -> Line {
        line ^ self.line_mask()
    }

    /// How many lines a window keeps: those that matter, and one even if none does.
    pub(super) fn kept(&self) -> u32 {
        (self.width - 1).max(1)
    }

    fn line_mask(&self) -> Line {
        Line::MAX >> (Line::BITS - self.width)
    }

    /// The lines of a window, newest first.
    pub(super) fn newest_first(&self, window: Window) -> impl DoubleEndedIterator<Item = Line> + Clone + use<> {
        let (width, mask) = (self.width, self.line_mask());
        let number = (u32::BITS - 1 - window.0.leading_zeros()) / width;
        (0..number).map(move |back| (window.0 >> (back * width)) as Line & mask)
    }

    /// The window one line on.
    pub(super) fn push(&self, window: Window, line: Line) -> Window {
        let longest = self.kept() * self.width;
        let longer = window.0 << self.width | u32::from(line);
        Window(if longer >> longest > 1 { longer & ((1 << longest) - 1) | 1 << longest } else { longer })
    }

    /// The window of these lines, oldest first.
    pub(super) fn window(&self, lines: impl Iterator<Item = Line>) -> Window {
        lines.fold(Window::EMPTY, |window, line| self.push(window, line))
    }

    /// The lines that complete no square of one colour with the window.
    pub(super) fn next(&self, window: Window) -> Lines {
        let mut back = [0; Strip::WIDEST as usize];
        let mut number = 0;
        for line in self.newest_first(window) {
            number += 1;
            back[number] = line;
        }
        let mut next = self.all;
        for (player, having) in self.having.iter().enumerate() {
            // Ones where the player has counters.
            let own = |lines: usize| if player == 1 { back[lines] } else { self.exchanged(back[lines]) };
            for extent in 1..=number {
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

    /// Whether no square is completed when the images follow of the window's lines, newest first but for so many in the
    /// middle that are their own images.
    pub(super) fn closes(&self, window: Window, middle: usize, image: impl Fn(Line) -> Line) -> bool {
        let mut end = window;
        self.newest_first(window).skip(middle).all(|line| {
            let line = image(line);
            let fits = self.next(end) >> line & 1 != 0;
            end = self.push(end, line);
            fits
        })
    }
}
