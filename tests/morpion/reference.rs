//! Morpion Solitaire from the rules, slowly and obviously: nothing here is shared with the program.
//!
//! A point is (x, y), y grows downwards. A line is its two ends, the one with the smaller x first; of a vertical line
//! the one with the smaller y. Moves are found by trying every line around, grids by breadth-first search.

#![allow(dead_code, unreachable_pub, reason = "each test uses its part of it")]

use std::collections::BTreeSet;

pub type Place = (i64, i64);

/// The two ends of a line.
pub type Ends = (Place, Place);

/// A move: the new point and the ends of its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stroke {
    pub point: Place,
    pub from: Place,
    pub to: Place,
}

pub const NAMES: [&str; 4] = ["5T", "5D", "4T", "4D"];

pub const DIRECTIONS: [Place; 4] = [(1, 0), (0, 1), (1, -1), (1, 1)];

const CROSS_OF_FIVES: [&str; 10] = [
    "...oooo...",
    "...o..o...",
    "...o..o...",
    "oooo..oooo",
    "o........o",
    "o........o",
    "oooo..oooo",
    "...o..o...",
    "...o..o...",
    "...oooo...",
];

const CROSS_OF_FOURS: [&str; 7] = ["..ooo..", "..o.o..", "ooo.ooo", "o.....o", "ooo.ooo", "..o.o..", "..ooo.."];

fn picture(name: &str) -> &'static [&'static str] {
    match name {
        "5T" | "5D" => &CROSS_OF_FIVES,
        "4T" | "4D" => &CROSS_OF_FOURS,
        _ => panic!("no game is called {name}"),
    }
}

#[derive(Clone, Debug)]
pub struct Game {
    /// How many points a line has.
    pub length: i64,
    /// Whether two lines of one direction may have an end in common.
    pub touching: bool,
    cross: BTreeSet<Place>,
    moves: Vec<Stroke>,
}

impl Game {
    pub fn new(name: &str) -> Game {
        let (length, touching) = match name {
            "5T" => (5, true),
            "5D" => (5, false),
            "4T" => (4, true),
            "4D" => (4, false),
            _ => panic!("no game is called {name}"),
        };
        Game { length, touching, cross: Game::cross(name), moves: Vec::new() }
    }

    pub fn cross(name: &str) -> BTreeSet<Place> {
        let mut cross = BTreeSet::new();
        for (y, row) in picture(name).iter().enumerate() {
            for (x, sign) in row.chars().enumerate() {
                if sign == 'o' {
                    cross.insert((x as i64, y as i64));
                }
            }
        }
        cross
    }

    pub fn moves(&self) -> &[Stroke] {
        &self.moves
    }

    /// The cross and what has been played.
    pub fn points(&self) -> BTreeSet<Place> {
        self.cross.iter().copied().chain(self.moves.iter().map(|stroke| stroke.point)).collect()
    }

    /// All lines in the smallest box around the points, grown by a line's length on each side.
    pub fn lines_around(&self) -> Vec<Ends> {
        let (columns, rows) = self.around();
        let mut lines = Vec::new();
        for (dx, dy) in DIRECTIONS {
            for x in columns.0..=columns.1 {
                for y in rows.0..=rows.1 {
                    let to = (x + dx * (self.length - 1), y + dy * (self.length - 1));
                    if to.0 <= columns.1 && (rows.0..=rows.1).contains(&to.1) {
                        lines.push(((x, y), to));
                    }
                }
            }
        }
        lines
    }

    /// The first and the last column of that box, and its first and last row.
    pub fn around(&self) -> (Place, Place) {
        let points = self.points();
        let columns = || points.iter().map(|point| point.0);
        let rows = || points.iter().map(|point| point.1);
        let grown = |low: Option<i64>, high: Option<i64>| (low.unwrap() - self.length, high.unwrap() + self.length);
        (grown(columns().min(), columns().max()), grown(rows().min(), rows().max()))
    }

    /// The lines of which one point is missing and which no earlier line forbids.
    pub fn legal(&self) -> Vec<Stroke> {
        let points = self.points();
        let mut legal = Vec::new();
        for line in self.lines_around() {
            let mut missing = places(line).filter(|place| !points.contains(place));
            if let (Some(point), None) = (missing.next(), missing.next())
                && !self.has_too_much_in_common(line)
            {
                legal.push(Stroke { point, from: line.0, to: line.1 });
            }
        }
        legal.sort_unstable();
        legal
    }

    fn has_too_much_in_common(&self, line: Ends) -> bool {
        self.moves.iter().any(|earlier| {
            let common = in_common(line, (earlier.from, earlier.to));
            common > 1 || (common > 0 && !self.touching && step(line) == step((earlier.from, earlier.to)))
        })
    }

    /// The first condition of the rules that a move violates.
    pub fn why_not(&self, stroke: Stroke) -> Option<&'static str> {
        let Stroke { point, from, to } = stroke;
        let last = self.length - 1;
        if !DIRECTIONS.into_iter().any(|(dx, dy)| to == (from.0 + dx * last, from.1 + dy * last)) {
            return Some("line");
        }
        if self.cross.contains(&point) || self.moves.iter().any(|earlier| earlier.point == point) {
            return Some("i");
        }
        if !places((from, to)).any(|place| place == point) || self.has_too_much_in_common((from, to)) {
            return Some("ii");
        }
        let is_there = |place| self.cross.contains(&place) || self.moves.iter().any(|earlier| earlier.point == place);
        if !places((from, to)).all(|place| place == point || is_there(place)) {
            return Some("iii");
        }
        None
    }

    pub fn play(&mut self, stroke: Stroke) {
        assert_eq!(self.why_not(stroke), None, "{stroke:?} after {:?}", self.moves);
        self.moves.push(stroke);
    }

    pub fn undo(&mut self) -> Option<Stroke> {
        self.moves.pop()
    }
}

/// From the first end of a line towards the other.
fn step(line: Ends) -> Place {
    ((line.1.0 - line.0.0).signum(), (line.1.1 - line.0.1).signum())
}

/// The points of a line from end to end.
pub fn places(line: Ends) -> impl Iterator<Item = Place> {
    let ((x, y), (dx, dy)) = (line.0, step(line));
    let steps = (line.1.0 - x).abs().max((line.1.1 - y).abs());
    (0..=steps).map(move |i| (x + dx * i, y + dy * i))
}

fn in_common(one: Ends, other: Ends) -> usize {
    places(one).filter(|&place| places(other).any(|of_other| of_other == place)).count()
}

/// A move under the eight symmetries of the cross.
pub fn images(stroke: Stroke, name: &str) -> [Stroke; 8] {
    let last = picture(name).len() as i64 - 1;
    let symmetries: [fn(Place, i64) -> Place; 8] = [
        |(x, y), _| (x, y),
        |(x, y), last| (last - x, y),
        |(x, y), last| (x, last - y),
        |(x, y), last| (last - x, last - y),
        |(x, y), _| (y, x),
        |(x, y), last| (last - y, x),
        |(x, y), last| (y, last - x),
        |(x, y), last| (last - y, last - x),
    ];
    symmetries.map(|symmetry| {
        let [point, one, other] = [stroke.point, stroke.from, stroke.to].map(|place| symmetry(place, last));
        Stroke { point, from: one.min(other), to: one.max(other) }
    })
}

/// The lines of a grid, smallest first.
pub type Grid = Vec<Ends>;

/// A grid under the eight symmetries of the cross; some of them may be the same.
pub fn grid_images(strokes: &[Stroke], name: &str) -> [Grid; 8] {
    let mut grids: [Grid; 8] = Default::default();
    for &stroke in strokes {
        for (grid, image) in grids.iter_mut().zip(images(stroke, name)) {
            grid.push((image.from, image.to));
        }
    }
    for grid in &mut grids {
        grid.sort_unstable();
    }
    grids
}

/// The smallest of the eight images of a grid.
pub fn canonical(strokes: &[Stroke], name: &str) -> Grid {
    grid_images(strokes, name).into_iter().min().unwrap()
}

/// The games that are one move longer than those given: one for each key of their moves.
pub fn next_level(level: Vec<Game>, key: impl Fn(&[Stroke]) -> Grid) -> Vec<Game> {
    let (mut next, mut seen) = (Vec::new(), BTreeSet::new());
    for mut game in level {
        for stroke in game.legal() {
            game.play(stroke);
            if seen.insert(key(game.moves())) {
                next.push(game.clone());
            }
            game.undo();
        }
    }
    next
}

/// The distinct grids after 0, 1, ... `depth` moves: how many up to symmetry, how many in all, and the same of those
/// that are finished, where no move is left. Two games that draw the same lines make one grid.
pub fn grids(name: &str, depth: usize) -> Vec<[u64; 4]> {
    // A game that makes it, for each grid of the level.
    let mut level = vec![Game::new(name)];
    let mut counts = Vec::new();
    for moves in 0..=depth {
        let mut count = [0; 4];
        for game in &level {
            let orbit = BTreeSet::from(grid_images(game.moves(), name)).len() as u64;
            let finished = u64::from(game.legal().is_empty());
            for (count, more) in count.iter_mut().zip([1, orbit, finished, finished * orbit]) {
                *count += more;
            }
        }
        counts.push(count);
        if moves < depth {
            level = next_level(level, |moves| canonical(moves, name));
        }
    }
    counts
}
