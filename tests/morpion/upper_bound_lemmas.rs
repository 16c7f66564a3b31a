//! The lemmas of the upper bound for 5T, on games; `src/morpion/upper_bound/README.md` proves them, and defines the
//! words used here. They are tested on all prefixes of the records, on random games, and on games that keep some
//! diagonals empty, so that dots are beyond them.
//!
//! Only the rules of play are shared with the program.

use std::collections::{BTreeMap, BTreeSet};

use morpion_solitaire_records::RECORDS;
use quadrille::morpion::upper_bound::hulls::{HullBox, Interval};
use quadrille::morpion::{Direction, Line, Move, Point, Position, Variant};
use quadrille::random::Random;

use crate::games::record;
use crate::support::rounds;

type Place = (i64, i64);
type Symmetry = fn(Place) -> Place;

/// The dots, and the moves as their directions and their five dots, without regard to the rules.
#[derive(Clone)]
struct Picture {
    dots: Vec<Place>,
    moves: Vec<(Place, Vec<Place>)>,
}

impl Picture {
    fn new() -> Picture {
        Picture { dots: Variant::T5.cross().map(|point| (point.x, point.y)).collect(), moves: Vec::new() }
    }

    fn add(&mut self, mv: &Move) {
        self.dots.push((mv.point.x, mv.point.y));
        self.moves.push((mv.line.direction().step(), mv.line.points().map(|point| (point.x, point.y)).collect()));
    }
}

/// The last position of a game.
fn picture(moves: impl IntoIterator<Item = Move>) -> Picture {
    let mut picture = Picture::new();
    moves.into_iter().for_each(|mv| picture.add(&mv));
    picture
}

/// The coordinate that is constant on lines of a direction.
fn line_through((x, y): Place, step: Place) -> i64 {
    match step {
        (1, 0) => y,
        (0, 1) => x,
        (1, -1) => x + y,
        _ => x - y,
    }
}

/// A hull, placed where the position is.
#[derive(Clone, Copy, Debug)]
struct Hull {
    left: i64,
    top: i64,
    width: i64,
    height: i64,
    cuts: [i64; 4],
}

impl Hull {
    fn of(dots: &[Place]) -> Hull {
        let ends = |values: Vec<i64>| (*values.iter().min().unwrap(), *values.iter().max().unwrap());
        let (left, right) = ends(dots.iter().map(|dot| dot.0).collect());
        let (top, bottom) = ends(dots.iter().map(|dot| dot.1).collect());
        let mut hull = Hull { left, top, width: right - left, height: bottom - top, cuts: [0; 4] };
        // From the middle of the cross outwards.
        hull.cuts = std::array::from_fn(|corner| {
            let hit: BTreeSet<i64> = dots.iter().map(|&dot| hull.distance(corner, dot)).collect();
            let mut distance = hull.distance(corner, (4, 4));
            while hit.contains(&(distance - 1)) {
                distance -= 1;
            }
            distance
        });
        hull
    }

    fn distance(&self, corner: usize, (x, y): Place) -> i64 {
        let (x, y) = (x - self.left, y - self.top);
        match corner {
            0 => x + y,
            1 => self.width - x + y,
            2 => self.width - x + self.height - y,
            _ => x + self.height - y,
        }
    }

    fn lines(&self) -> i64 {
        3 * (self.width + self.height) + 4 - self.cuts.iter().sum::<i64>()
    }

    /// The side from a corner to the next one, without what the cuts take.
    fn side(&self, corner: usize) -> i64 {
        [self.width, self.height][corner % 2] - self.cuts[corner] - self.cuts[(corner + 1) % 4]
    }

    /// By how much a dot is beyond a corner.
    fn beyond(&self, corner: usize, dot: Place) -> i64 {
        self.cuts[corner] - self.distance(corner, dot)
    }
}

/// The dots and the moves of a position whose smallest coordinates are 0, and the dots of its cross.
pub(super) type AtOrigin = (BTreeSet<(i64, i64)>, BTreeSet<Vec<(i64, i64)>>, BTreeSet<(i64, i64)>);

/// The last position of a game, moved so that its smallest coordinates are 0.
pub(super) fn at_origin(moves: &[Move]) -> AtOrigin {
    let picture = picture(moves.iter().copied());
    let Hull { left, top, .. } = Hull::of(&picture.dots);
    let moved = |&(x, y): &Place| (x - left, y - top);
    let points = |(_, places): &(Place, Vec<Place>)| {
        let mut points: Vec<Place> = places.iter().map(moved).collect();
        points.sort_unstable();
        points
    };
    let cross = picture.dots[..36].iter().map(moved).collect();
    (picture.dots.iter().map(moved).collect(), picture.moves.iter().map(points).collect(), cross)
}

/// The eight symmetries of the rectangle and its corners: for each, where the six ranges of the image come from.
const SYMMETRIES: [[usize; 6]; 8] = [
    [0, 1, 2, 3, 4, 5],
    // Half a turn; the mirror images in x and y.
    [0, 1, 4, 5, 2, 3],
    [0, 1, 3, 2, 5, 4],
    [0, 1, 5, 4, 3, 2],
    // The same after x and y have been exchanged, which exchanges corners 1 and 3.
    [1, 0, 2, 5, 4, 3],
    [1, 0, 4, 3, 2, 5],
    [1, 0, 5, 2, 3, 4],
    [1, 0, 3, 4, 5, 2],
];

/// The images of a box under the eight symmetries, the box itself first.
pub(super) fn images(hulls: &HullBox) -> [HullBox; 8] {
    SYMMETRIES.map(|from| HullBox::free(from.map(|index: usize| hulls.ranges[index])))
}

/// The six numbers of the hull of the last position of a game.
pub(super) fn hull_of(moves: &[Move]) -> [i32; 6] {
    let Hull { width, height, cuts, .. } = Hull::of(&picture(moves.iter().copied()).dots);
    [width, height, cuts[0], cuts[1], cuts[2], cuts[3]].map(|number| number as i32)
}

/// The coordinates of the lines through a dot: row, column, sum, difference.
fn lines_of((x, y): Place) -> [i64; 4] {
    [y, x, x + y, x - y]
}

/// The first and the last line of the cross in each direction.
const CROSS: [[i64; 2]; 4] = [[0, 9], [0, 9], [3, 15], [-6, 6]];

/// The eight extents of a position.
fn extents(dots: &[Place]) -> [i64; 8] {
    std::array::from_fn(|index| {
        let (direction, sign) = (index / 2, [-1, 1][index % 2]);
        let hit: BTreeSet<i64> = dots.iter().map(|&dot| lines_of(dot)[direction]).collect();
        let beyond = |extent: i64| CROSS[direction][index % 2] + sign * extent;
        (0..).find(|extent| !hit.contains(&beyond(extent + 1))).unwrap()
    })
}

/// The extents of the last position of a game.
pub(super) fn extents_of(moves: &[Move]) -> [i32; 8] {
    extents(&picture(moves.iter().copied()).dots).map(|extent| extent as i32)
}

/// What occurred in positions: the numbers that the lemmas limit, and how often the cases that they are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seen {
    positions: u32,
    with_outliers: u32,
    /// Dots beyond a corner by 2 and by 4, and beyond two corners.
    by_two: u32,
    by_four: u32,
    beyond_two: u32,
    /// Moves along a diagonal beyond a corner.
    along: u32,
    /// The shortest side.
    side: i64,
    /// The most steps from a dot beyond one corner to the core, and beyond two.
    steps: [i64; 2],
    /// The most rows or columns of one side without a dot of the core.
    without_core: i64,
}

impl Seen {
    fn join(&mut self, other: Seen) {
        self.positions += other.positions;
        self.with_outliers += other.with_outliers;
        self.by_two += other.by_two;
        self.by_four += other.by_four;
        self.beyond_two += other.beyond_two;
        self.along += other.along;
        self.side = self.side.min(other.side);
        self.steps = std::array::from_fn(|i| self.steps[i].max(other.steps[i]));
        self.without_core = self.without_core.max(other.without_core);
    }
}

fn holds(claim: bool, lemma: &'static str) -> Result<(), &'static str> {
    if claim { Ok(()) } else { Err(lemma) }
}

/// Tests all lemmas on a position.
fn examine(picture: &Picture) -> Result<Seen, &'static str> {
    let Picture { dots, moves } = picture;
    let hull = Hull::of(dots);
    let (core, outliers): (Vec<Place>, Vec<Place>) =
        dots.iter().partition(|&&dot| (0..4).all(|corner| hull.beyond(corner, dot) <= 0));
    let mut seen = Seen { positions: 1, with_outliers: u32::from(!outliers.is_empty()), ..Seen::default() };

    potential_of_lines(picture)?;
    holds(is_connected(dots), "lemma 2")?;
    for along in 0..=1 {
        let hit: BTreeSet<i64> = dots.iter().map(|dot| [dot.0, dot.1][along]).collect();
        holds(hit.len() as i64 == hit.last().unwrap() - hit.first().unwrap() + 1, "lemma 2")?;
    }
    for corner in 0..4 {
        for &dot in &outliers {
            match hull.beyond(corner, dot) {
                ..=0 => {}
                2 => seen.by_two += 1,
                4 => seen.by_four += 1,
                _ => return Err("lemma 3"),
            }
        }
        for (step, places) in moves {
            let beyond = places.iter().map(|&place| hull.beyond(corner, place)).max().unwrap();
            if beyond > 0 {
                holds(step.0 * step.1 != 0, "lemma 3")?;
                if hull.distance(corner, places[0]) == hull.distance(corner, places[1]) {
                    holds(beyond == 2, "lemma 3")?;
                    seen.along += 1;
                }
            }
        }
    }
    holds(is_connected(&core), "lemma 4")?;
    for &dot in &outliers {
        let beyond: Vec<i64> = (0..4).map(|corner| hull.beyond(corner, dot)).filter(|&beyond| beyond > 0).collect();
        let steps = core.iter().map(|place| (place.0 - dot.0).abs().max((place.1 - dot.1).abs())).min().unwrap();
        holds(beyond.len() <= 2 && beyond != [4, 4] && steps <= 1 + beyond.len() as i64, "lemma 5")?;
        seen.beyond_two += u32::from(beyond.len() == 2);
        seen.steps[beyond.len() - 1] = seen.steps[beyond.len() - 1].max(steps);
    }
    let of_core = Hull::of(&core);
    let without_core = [
        of_core.top - hull.top,
        hull.left + hull.width - of_core.left - of_core.width,
        hull.top + hull.height - of_core.top - of_core.height,
        of_core.left - hull.left,
    ];
    for (corner, &rows) in without_core.iter().enumerate() {
        let both = |&&dot: &&Place| hull.beyond(corner, dot) > 0 && hull.beyond((corner + 1) % 4, dot) > 0;
        holds(rows <= if outliers.iter().find(both).is_some() { 3 } else { 2 }, "lemma 6")?;
        seen.without_core = seen.without_core.max(rows);
    }
    holds(outliers.is_empty() || 2 * outliers.len() as i64 + hull.lines() <= 152, "lemma 7")?;
    possible(&hull)?;
    seen.side = (0..4).map(|corner| hull.side(corner)).min().unwrap();
    let (right, bottom) = (hull.left + hull.width, hull.top + hull.height);
    let area = (hull.top..=bottom).flat_map(|y| (hull.left..=right).map(move |x| (x, y)));
    let area = area.filter(|&place| (0..4).all(|corner| hull.beyond(corner, place) <= 0)).count() as i64;
    holds(moves.len() as i64 <= area + (152 - hull.lines()) / 2 - 36, "lemma 8")?;
    Ok(seen)
}

/// Lemma 1.
fn potential_of_lines(picture: &Picture) -> Result<(), &'static str> {
    let (mut sum, mut hit) = (0, 0);
    for direction in Direction::ALL {
        let step = direction.step();
        // By line, from -64 on.
        let mut left = [0; 160];
        let mut is_hit = [false; 160];
        for &dot in &picture.dots {
            left[(line_through(dot, step) + 64) as usize] += 1;
            is_hit[(line_through(dot, step) + 64) as usize] = true;
        }
        for (_, places) in picture.moves.iter().filter(|mv| mv.0 == step) {
            left[(line_through(places[0], step) + 64) as usize] -= 4;
        }
        holds(left.iter().zip(is_hit).all(|(&left, is_hit)| left >= i32::from(is_hit)), "lemma 1")?;
        sum += left.iter().sum::<i32>();
        hit += is_hit.iter().filter(|&&is_hit| is_hit).count();
    }
    holds(sum == 144 && hit <= 144, "lemma 1")
}

/// Lemma 8, (1) to (4).
fn possible(hull: &Hull) -> Result<(), &'static str> {
    let Hull { width, height, cuts, .. } = *hull;
    let least = width.min(height);
    let runs = [0, 1].map(|corner| width + height - cuts[corner] - cuts[corner + 2]);
    holds(least >= 9 && runs.iter().all(|&run| run >= 12), "lemma 8")?;
    holds(hull.lines() <= 144, "lemma 8")?;
    holds(cuts.iter().all(|cut| (0..=least).contains(cut)), "lemma 8")?;
    holds((0..4).all(|corner| hull.side(corner) >= -6), "lemma 8")
}

fn is_connected(dots: &[Place]) -> bool {
    let mut left: BTreeSet<Place> = dots.iter().copied().collect();
    let mut stack: Vec<Place> = left.pop_first().into_iter().collect();
    while let Some((x, y)) = stack.pop() {
        let near = (-1..=1).flat_map(|i| (-1..=1).map(move |j| (x + i, y + j)));
        stack.extend(near.filter(|place| left.remove(place)));
    }
    left.is_empty()
}

/// Plays a game; `choose` returns the index of a move.
fn play(variant: Variant, mut choose: impl FnMut(&[Move]) -> Option<usize>) -> Vec<Move> {
    let mut position = Position::new(variant);
    loop {
        let legal: Vec<Move> = position.legal_moves().collect();
        match choose(&legal) {
            Some(index) if index < legal.len() => position.play(legal[index]).unwrap(),
            _ => return position.moves().collect(),
        }
    }
}

/// A game that keeps one diagonal near most corners of the cross empty, and likes dots beyond them.
pub(super) fn with_gaps(variant: Variant, stream: u64) -> Vec<Move> {
    let mut random = Random::new(23, stream);
    // The diagonals from the middle of the cross, which ends at the sixth.
    let towards = |corner: usize, (x, y): Place| [9 - x - y, x - y, x + y - 9, y - x][corner];
    let empty: [Option<i64>; 4] = std::array::from_fn(|_| random.percent(60).then(|| 7 + i64::from(random.below(6))));
    let pull = [0, 30, 90][random.below(3) as usize];
    let drift = [0, 0].map(|_| i64::from(random.below(7)) - 3);
    play(variant, |legal| {
        let worth = |mv: &Move| {
            let place = (mv.point.x, mv.point.y);
            let past = (0..4).map(|corner| empty[corner].map_or(-1, |empty| towards(corner, place) - empty));
            let past: Vec<i64> = past.collect();
            let beyond = past.iter().filter(|&&past| past > 0).count() as i64;
            let noise = i64::from(random.below(60));
            (!past.contains(&0)).then_some(pull * beyond + drift[0] * place.0 + drift[1] * place.1 + noise)
        };
        let worths: Vec<Option<i64>> = legal.iter().map(worth).collect();
        let best = worths.iter().flatten().max()?;
        worths.iter().position(|worth| worth.as_ref() == Some(best))
    })
}

fn random_game(variant: Variant, stream: u64) -> Vec<Move> {
    let mut random = Random::new(22, stream);
    play(variant, |legal| (!legal.is_empty()).then(|| random.below(legal.len() as u32) as usize))
}

/// A game with dots beyond two corners, by 2 and 2 and by 2 and 4. Each move is its new point and the ends of its line.
const BEYOND_TWO: &str = "\
    4 3 0 3 4 3, -1 6 -1 6 3 6, 10 3 6 3 10 3, 7 0 3 0 7 0, 6 5 6 5 6 9, 6 4 6 1 6 5, 3 10 3 6 3 10, 0 7 0 3 0 7, 2 \
    9 2 9 6 9, 1 4 -1 6 3 2, 9 2 9 2 9 6, 1 8 -1 6 3 10, 2 7 0 5 4 9, 7 7 5 9 9 5, 5 4 3 2 7 6, 4 5 1 8 5 4, 5 8 3 \
    10 7 6, 5 6 5 6 9 6, 4 7 2 9 6 5, 1 7 0 7 4 7, 1 5 1 4 1 8, 4 8 0 4 4 8, 7 8 3 8 7 8, 2 5 1 4 5 8, 2 4 2 3 2 7, \
    3 4 0 7 4 3, 4 4 1 4 5 4, 4 6 4 4 4 8, 3 5 3 1 3 5, 5 3 1 7 5 3, 5 7 1 3 5 7, 8 7 4 7 8 7, 5 5 2 5 6 5, 5 2 5 2 \
    5 6, 8 2 4 6 8 2, 7 5 3 9 7 5, 4 2 4 2 8 6, 7 2 4 2 8 2, 7 4 7 4 7 8, 10 1 6 5 10 1, 4 1 4 0 4 4, 5 1 1 5 5 1, 8 \
    4 5 1 9 5, 8 5 8 3 8 7, 10 5 6 5 10 5, 11 6 7 2 11 6, 7 1 7 0 7 4, 8 1 4 1 8 1, 9 0 5 4 9 0, 10 7 6 3 10 7, 10 4 \
    6 0 10 4, 11 4 7 4 11 4, 12 5 8 1 12 5, 12 3 8 7 12 3, 11 2 7 6 11 2, 13 4 9 0 13 4, 14 3 10 7 14 3";

/// A game with a move along a diagonal beyond a corner, which is two steps from the core.
const ALONG: &str = "\
    4 3 0 3 4 3, 2 2 0 4 4 0, 4 6 0 6 4 6, 2 7 0 5 4 9, 6 4 6 0 6 4, 10 3 6 3 10 3, 9 7 9 3 9 7, 2 0 2 0 6 0, 5 5 3 \
    7 7 3, 8 5 6 7 10 3, 3 5 3 5 3 9, 3 4 3 1 3 5, 6 5 6 4 6 8, 7 5 5 5 9 5, 5 4 3 2 7 6, 0 2 0 2 0 6, 2 4 0 2 4 6, \
    2 5 2 2 2 6, 4 4 2 4 6 4, 5 3 2 6 6 2, 1 1 1 1 5 5, 4 2 2 0 6 4, 1 5 0 6 4 2, 5 2 2 2 6 2, 7 0 3 4 7 0, 5 1 5 1 \
    5 5, 3 -1 3 -1 7 3, -1 3 -1 3 3 -1, -2 2 -2 2 2 6, 7 4 5 2 9 6, 7 7 7 3 7 7, 10 4 6 8 10 4, 4 5 4 2 4 6, 5 6 2 3 \
    6 7, 4 7 3 8 7 4, 1 4 0 3 4 7, 4 1 0 5 4 1, 1 7 1 3 1 7, 5 7 1 7 5 7, 4 8 3 9 7 5, 7 1 3 1 7 1, 5 8 5 5 5 9, 7 8 \
    3 8 7 8, 7 2 3 6 7 2, 7 -1 7 -1 7 3, 10 5 6 1 10 5, 8 7 6 9 10 5, 8 -2 4 2 8 -2, 8 4 6 4 10 4, 8 8 8 4 8 8, 9 9 \
    5 5 9 9, 7 9 3 9 7 9, 8 10 4 6 8 10, 10 6 6 6 10 6, 11 7 7 3 11 7, 6 10 6 10 10 6, 10 8 6 4 10 8, 12 6 8 10 12 \
    6, 7 11 3 7 7 11";
fn stored(text: &str) -> Vec<Move> {
    let moves = text.split(',').map(|mv| {
        let numbers: Vec<i64> = mv.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let [point, one, other] = [0, 2, 4].map(|i| Point { x: numbers[i], y: numbers[i + 1] });
        Move { point, line: Line::between(one, other, 5).unwrap() }
    });
    let moves: Vec<Move> = moves.collect();
    let mut position = Position::new(Variant::T5);
    moves.iter().for_each(|&mv| position.play(mv).unwrap());
    moves
}

/// Tests all positions of a game, or only the last one.
fn examine_game(moves: &[Move], all: bool) -> Seen {
    let mut seen = Seen::default();
    for played in (0..=moves.len()).filter(|&played| all || played == moves.len()) {
        match examine(&picture(moves[..played].iter().copied())) {
            Ok(of_position) => seen.join(of_position),
            Err(lemma) => panic!("{lemma} is wrong after {played} of {moves:?}"),
        }
    }
    seen
}

#[test]
fn lemmas_hold_in_the_records() {
    let mut seen = Seen::default();
    for (_, id, _) in RECORDS {
        let (variant, moves) = record(id);
        // Games of 5D are games of 5T.
        if variant.line_length() == 5 {
            seen.join(examine_game(&moves, true));
        }
    }
    assert!(seen.positions > 700 && seen.with_outliers > 50, "{seen:?}");
}

#[test]
fn lemmas_hold_in_random_games() {
    let mut seen = Seen::default();
    for stream in 0..rounds(500, 20_000) as u64 {
        seen.join(examine_game(&random_game(Variant::T5, stream), stream % 16 == 0));
    }
    for stream in 0..rounds(1000, 60_000) as u64 {
        seen.join(examine_game(&with_gaps(Variant::T5, stream), stream % 16 == 0));
    }
    assert!(seen.with_outliers > 500 && seen.by_two > 1000 && seen.without_core >= 2, "{seen:?}");
    if seen.positions > 80_000 {
        assert!(seen.by_four > 0 && seen.along > 100 && seen.side <= -2, "{seen:?}");
    }
}

/// Lemma 10: in 5D the moves of a line share no dot.
fn lines_of_5d(picture: &Picture) -> Result<(), &'static str> {
    let mut lines: BTreeMap<(Place, i64), (i64, i64)> = BTreeMap::new();
    for step in [(1, 0), (0, 1), (1, -1), (1, 1)] {
        for &dot in &picture.dots {
            lines.entry((step, line_through(dot, step))).or_default().0 += 1;
        }
    }
    for (step, dots) in &picture.moves {
        lines.entry((*step, line_through(dots[0], *step))).or_default().1 += 1;
    }
    holds(lines.values().all(|(dots, moves)| *dots >= 5 * moves), "lemma 10")?;
    let unused: i64 = lines.values().map(|(dots, moves)| dots - 5 * moves).sum();
    holds(unused == 144 - picture.moves.len() as i64, "lemma 10")
}

#[test]
fn lemmas_hold_in_games_of_5d() {
    let (mut seen, mut positions) = (Seen::default(), 0);
    let random = (0..rounds(60, 600) as u64).map(|stream| random_game(Variant::D5, stream));
    let gaps = (0..rounds(60, 600) as u64).map(|stream| with_gaps(Variant::D5, stream));
    for moves in std::iter::once(record("rosin82").1).chain(random).chain(gaps) {
        seen.join(examine_game(&moves, true));
        for played in 0..=moves.len() {
            let picture = picture(moves[..played].iter().copied());
            assert_eq!(lines_of_5d(&picture), Ok(()), "{played} of {moves:?}");
            positions += 1;
        }
    }
    assert!(positions > 5000 && seen.with_outliers > 20, "{positions} {seen:?}");
    // A game of 5T is not one of 5D.
    let touching = record("rosin178").1;
    assert_eq!(lines_of_5d(&picture(touching)), Err("lemma 10"));
}

/// The numbers in lemmas 3, 5, 6 and 8 cannot be smaller.
#[test]
fn games_attain_what_the_lemmas_allow() {
    let beyond_two = examine_game(&stored(BEYOND_TWO), true);
    assert_eq!((beyond_two.side, beyond_two.steps[1], beyond_two.without_core), (-6, 3, 3));
    assert!(beyond_two.by_four > 0 && beyond_two.beyond_two > 1);
    let along = examine_game(&stored(ALONG), true);
    assert_eq!(along.steps[0], 2);
    assert!(along.along > 0);
}

/// The board of a random box that contains the hull, as the documentation of the certificates defines it, contains all
/// dots and moves, and all lines that must be hit are.
fn fits_into_boxes(picture: &Picture, random: &mut Random) -> Result<(), &'static str> {
    let hull = Hull::of(&picture.dots);
    let widest = [0, 1, 3][random.below(3) as usize];
    let mut around =
        |value: i64| [value - i64::from(random.below(widest + 1)), value + i64::from(random.below(widest + 1))];
    let ([w0, w1], [h0, h1], cuts) = (around(hull.width), around(hull.height), hull.cuts.map(&mut around));
    let slack = [0, w1 - w0, w1 - w0 + h1 - h0, h1 - h0];
    let inner: [i64; 4] = std::array::from_fn(|corner| cuts[corner][1] + slack[corner]);
    let rectangle = Hull { width: w1, height: h1, ..hull };
    let dots: Vec<Place> = picture.dots.iter().map(|dot| (dot.0 - hull.left, dot.1 - hull.top)).collect();
    for (corner, [outer, _]) in cuts.into_iter().enumerate() {
        let beyond = |&place: &Place| outer - rectangle.distance(corner, place);
        for beyond in picture.dots.iter().map(beyond) {
            holds(beyond <= 4 && (outer != inner[corner] || beyond <= 0 || beyond % 2 == 0), "board")?;
        }
        for (step, places) in &picture.moves {
            let is_along = rectangle.distance(corner, places[0]) == rectangle.distance(corner, places[1]);
            let most = match step.0 * step.1 {
                0 => 0,
                _ if is_along => 2,
                _ => 4,
            };
            holds(places.iter().all(|place| beyond(place) <= most), "moves of the board")?;
        }
    }
    let must_be_hit = [
        ((1, 0), 0..=h0),
        ((0, 1), 0..=w0),
        ((1, -1), inner[0]..=w1 + h1 - inner[2]),
        ((1, 1), inner[3] - h1..=w1 - inner[1]),
    ];
    for (step, lines) in must_be_hit {
        let hit: BTreeSet<i64> = dots.iter().map(|&dot| line_through(dot, step)).collect();
        holds(lines.into_iter().all(|line| hit.contains(&line)), "lines that must be hit")?;
    }
    Ok(())
}

#[test]
fn boards_of_boxes_contain_the_positions() {
    let mut random = Random::new(25, 0);
    let stored = [BEYOND_TWO, ALONG].map(stored);
    for moves in (0..300).map(|stream| with_gaps(Variant::T5, stream)).chain([record("rosin178").1]).chain(stored) {
        let end = picture(moves);
        for _ in 0..10 {
            assert_eq!(fits_into_boxes(&end, &mut random), Ok(()), "{:?}", end.dots);
        }
    }
}

/// Lemma 11, and that of the images of the extents under the symmetries the program keeps one at least.
#[test]
fn extents_are_within_their_limits() {
    let stored = [BEYOND_TWO, ALONG].map(stored);
    let games = (0..rounds(60, 1000) as u64).map(|stream| with_gaps(Variant::T5, stream));
    for moves in games.chain([record("rosin178").1, record("rosin82").1]).chain(stored) {
        for played in (0..=moves.len()).step_by(7) {
            let dots = picture(moves[..played].iter().copied()).dots;
            let [r0, r1, c0, c1, s0, s1, d0, d1] = extents(&dots);
            let hull = Hull::of(&dots);
            let cuts = [3 + r0 + c0 - s0, 3 + r0 + c1 - d1, 3 + r1 + c1 - s1, 3 + r1 + c0 - d0];
            assert_eq!((hull.width, hull.height, hull.cuts), (9 + c0 + c1, 9 + r0 + r1, cuts));
            assert_eq!((hull.left, hull.top, hull.lines()), (-c0, -r0, 46 + extents(&dots).iter().sum::<i64>()));
            assert_eq!(possible(&hull), Ok(()));
            let corners = [(s0, r0, c0, r1, c1), (d1, r0, c1, r1, c0), (s1, r1, c1, r0, c0), (d0, r1, c0, r0, c1)];
            for (corner, one, other, opposite_one, opposite_other) in corners {
                assert!(corner <= 3 + one + other && one <= 6 + corner + opposite_other);
                assert!(other <= 6 + corner + opposite_one);
            }
            let sides = [(r0, s0 + d1), (r1, s1 + d0), (c0, s0 + d0), (c1, s1 + d1)];
            assert!(sides.iter().all(|(side, corners)| 2 * side <= 9 + corners));
            let symmetries: [Symmetry; 8] = [
                |(x, y)| (x, y),
                |(x, y)| (9 - x, y),
                |(x, y)| (9 - x, 9 - y),
                |(x, y)| (x, 9 - y),
                |(x, y)| (y, x),
                |(x, y)| (9 - y, x),
                |(x, y)| (9 - y, 9 - x),
                |(x, y)| (y, 9 - x),
            ];
            let kept = symmetries.iter().filter(|&&image| {
                let image = extents(&dots.iter().copied().map(image).collect::<Vec<Place>>());
                let hull = HullBox::placed(image.map(|extent| Interval::only(extent as i32)));
                hull.narrowed() == Some(hull)
            });
            assert!(kept.count() >= 1, "{dots:?}");
        }
    }
}

/// The board of a random placed box that contains the extents contains all dots and moves, and all lines that must be
/// hit are.
#[test]
fn boards_of_placed_boxes_contain_the_positions() {
    let mut random = Random::new(29, 0);
    let stored = [BEYOND_TWO, ALONG].map(stored);
    let mut beyond_corners = 0;
    for moves in (0..300).map(|stream| with_gaps(Variant::T5, stream)).chain([record("rosin82").1]).chain(stored) {
        let Picture { dots, moves } = picture(moves);
        for _ in 0..10 {
            let widest = [0, 1, 3][random.below(3) as usize];
            let ranges = extents(&dots).map(|extent| {
                let [less, more] = [0, 0].map(|_| i64::from(random.below(widest + 1)));
                [(extent - less).max(0), extent + more]
            });
            let lines = |of: usize| -> [[i64; 2]; 4] {
                std::array::from_fn(|direction| {
                    let [first, last] = CROSS[direction];
                    [first - ranges[2 * direction][of], last + ranges[2 * direction + 1][of]]
                })
            };
            let (must_be_hit, board) = (lines(0), lines(1));
            for (direction, [first, last]) in must_be_hit.into_iter().enumerate() {
                let hit: BTreeSet<i64> = dots.iter().map(|&dot| lines_of(dot)[direction]).collect();
                assert!((first..=last).all(|line| hit.contains(&line)));
            }
            let beyond = |direction: usize, place: Place| {
                let line = lines_of(place)[direction];
                [board[direction][0] - line, line - board[direction][1]]
            };
            for &dot in &dots {
                for direction in 0..2 {
                    assert!(beyond(direction, dot).into_iter().all(|beyond| beyond <= 0));
                }
                for (direction, end) in [(2, 0), (2, 1), (3, 0), (3, 1)] {
                    let (beyond, is_exact) =
                        (beyond(direction, dot)[end], board[direction][end] == must_be_hit[direction][end]);
                    assert!(beyond <= 0 || beyond <= 4 && (!is_exact || beyond % 2 == 0), "{dot:?}");
                    beyond_corners += u32::from(beyond > 0);
                }
            }
            for (step, places) in &moves {
                for direction in 2..4 {
                    let is_along = [(1, -1), (1, 1)][direction - 2] == *step;
                    let most = if step.0 * step.1 == 0 { 0 } else { 4 - 2 * i64::from(is_along) };
                    let is_near = |&place: &Place| beyond(direction, place).into_iter().all(|beyond| beyond <= most);
                    assert!(places.iter().all(is_near), "{places:?}");
                }
            }
        }
    }
    assert!(beyond_corners > 100, "{beyond_corners}");
}

/// The eight symmetries of the cross permute width, height and the corners.
#[test]
fn hulls_of_images_are_images_of_hulls() {
    for moves in (0..50).map(|stream| with_gaps(Variant::T5, stream)).chain([stored(BEYOND_TWO)]) {
        let dots = picture(moves).dots;
        let Hull { width: w, height: h, cuts: [a, b, c, d], .. } = Hull::of(&dots);
        let images: [(Symmetry, [i64; 6]); 8] = [
            (|(x, y)| (x, y), [w, h, a, b, c, d]),
            (|(x, y)| (9 - x, y), [w, h, b, a, d, c]),
            (|(x, y)| (9 - x, 9 - y), [w, h, c, d, a, b]),
            (|(x, y)| (x, 9 - y), [w, h, d, c, b, a]),
            (|(x, y)| (y, x), [h, w, a, d, c, b]),
            (|(x, y)| (9 - y, x), [h, w, d, a, b, c]),
            (|(x, y)| (9 - y, 9 - x), [h, w, c, b, a, d]),
            (|(x, y)| (y, 9 - x), [h, w, b, c, d, a]),
        ];
        for (image, expected) in images {
            let Hull { width, height, cuts: [a, b, c, d], .. } =
                Hull::of(&dots.iter().copied().map(image).collect::<Vec<Place>>());
            assert_eq!([width, height, a, b, c, d], expected);
        }
    }
}

/// The equation in the proof of Lemma 9, the inequality without the maxima over patterns, and that of Lemma 12, for
/// random weights.
#[test]
fn the_inequality_holds_for_any_weights() {
    for stream in 0..60 {
        let moves = if stream == 0 { stored(BEYOND_TWO) } else { with_gaps(Variant::T5, stream) };
        let Picture { dots, moves } = picture(moves);
        let mut random = Random::new(26, stream);
        let mut weight = |limit: i64| i64::from(random.below(2 * limit as u32 + 1)) - limit;
        let (q, u) = (1 + weight(30).abs(), weight(100));
        let mut sums: [BTreeMap<(Place, Place), i64>; 3] = Default::default();
        let set: BTreeSet<Place> = dots.iter().copied().collect();
        let mut scores = 0;
        for step in Direction::ALL.map(Direction::step) {
            for line in -40..40 {
                let on_strip = |place: &Place| [line, line + 1].contains(&line_through(*place, step));
                for dot in dots.iter().filter(|dot| on_strip(dot)) {
                    let alpha = weight(20);
                    *sums[0].entry((*dot, (0, 0))).or_default() += alpha;
                    scores += alpha;
                    for edge in Direction::ALL.map(Direction::step) {
                        let end = (dot.0 + edge.0, dot.1 + edge.1);
                        if set.contains(&end) && on_strip(&end) {
                            let nu = weight(5);
                            *sums[2].entry((*dot, edge)).or_default() += nu;
                            scores += nu;
                        }
                    }
                }
                for (of_move, places) in moves.iter().filter(|mv| mv.0 == step && on_strip(&mv.1[0])) {
                    let beta = weight(40);
                    *sums[1].entry((places[0], *of_move)).or_default() += beta;
                    scores += beta;
                }
            }
        }
        assert_eq!((sums[0].len(), sums[1].len()), (dots.len(), moves.len()));
        let terms = [
            sums[0].values().map(|alpha| -u - alpha).collect::<Vec<i64>>(),
            sums[1].values().map(|beta| q + u - beta).collect(),
            sums[2].values().map(|nu| -nu).collect(),
        ];
        let terms = terms.concat();
        let left = q * moves.len() as i64;
        assert_eq!(left, 36 * u + scores + terms.iter().sum::<i64>());
        assert!(left <= 36 * u + scores + terms.iter().map(|&term| term.max(0)).sum::<i64>());
        // Each move makes the dot that comes with it.
        let (cross, new) = dots.split_at(36);
        let mu: BTreeMap<Place, i64> = new.iter().map(|&dot| (dot, weight(30))).collect();
        let alpha = |dot: &Place| sums[0][&(*dot, (0, 0))];
        let given: i64 = cross.iter().map(|dot| -u - alpha(dot)).sum();
        let of_new: i64 = new.iter().map(|dot| (mu[dot] - u - alpha(dot)).max(0)).sum();
        let of_moves = moves.iter().map(|(step, places)| {
            let least = places.iter().filter_map(|place| mu.get(place)).min().unwrap();
            (q + u - least - sums[1][&(places[0], *step)]).max(0)
        });
        let of_edges: i64 = sums[2].values().map(|nu| (-nu).max(0)).sum();
        assert!(left <= 36 * u + scores + given + of_new + of_moves.sum::<i64>() + of_edges);
    }
}

/// The tests of the lemmas can fail: on dots that are not those of a game.
#[test]
fn what_is_no_position_is_noticed() {
    let mut record = picture(record("rosin178").1);
    record.moves.push(record.moves[0].clone());
    assert_eq!(examine(&record), Err("lemma 1"), "a move that was made twice");

    // Dots of the cross are moved; the corner is at x + y = 3.
    let cases: [(&str, &[Place], &[Place]); 4] = [
        ("lemma 2", &[(4, 0)], &[(-5, 4)]),
        ("lemma 3", &[(3, 3), (6, 3)], &[(-1, 2), (-2, 2)]),
        ("lemma 4", &[(0, 4), (1, 3), (3, 3), (6, 3)], &[(-1, 2), (0, 1), (1, 0), (2, -1)]),
        ("lemma 5", &[(3, 3), (6, 3), (4, 9)], &[(-1, 2), (-2, 3), (-3, 4)]),
    ];
    for (lemma, from, to) in cases {
        let mut moved = Picture::new();
        assert!(examine(&moved).is_ok());
        moved.dots.retain(|dot| !from.contains(dot));
        moved.dots.extend(to);
        assert_eq!(moved.dots.len(), 36);
        assert_eq!(examine(&moved), Err(lemma));
    }

    let hull = Hull::of(&Picture::new().dots);
    assert_eq!((possible(&hull), hull.lines()), (Ok(()), 46));
    for impossible in [
        Hull { width: 8, ..hull },
        Hull { width: 40, height: 40, cuts: [20, 20, 20, 20], ..hull },
        Hull { width: 20, cuts: [10, 3, 3, 3], ..hull },
        Hull { cuts: [8, 8, 1, 1], ..hull },
    ] {
        assert_eq!(possible(&impossible), Err("lemma 8"), "{impossible:?}");
    }
}

/// Where two cuts of a side overlap by as much as the lemmas allow.
#[test]
fn hulls_with_negative_sides_are_not_left_out() {
    let images = images(&HullBox::single(hull_of(&stored(BEYOND_TWO))));
    assert!(images.iter().any(|image| image.narrowed().is_some()));
}

/// So the octagon does not tell which lines are hit, and a proof must not drop hulls with negative sides.
#[test]
fn columns_may_be_hit_only_from_beyond_a_corner() {
    let end = picture(stored(BEYOND_TWO));
    let hull = Hull::of(&end.dots);
    let core = end.dots.iter().filter(|&&dot| (0..4).all(|corner| hull.beyond(corner, dot) <= 0));
    let columns: BTreeSet<i64> = core.map(|dot| dot.0).collect();
    assert_eq!((columns.len() as i64, hull.width + 1), (16 - 3, 16));
}
