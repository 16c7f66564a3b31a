//! The lemmas of the upper bound for 5T, on games; `src/morpion/upper_bound/README.md` proves them, and defines the
//! words used here. They are tested on all prefixes of the records, on random games, and on games that keep some
//! diagonals empty, so that dots are beyond them.
//!
//! Only the rules of play are shared with the program.

use std::collections::{BTreeMap, BTreeSet};

use morpion_solitaire_records::RECORDS;
use quadrille::morpion::record::read;
use quadrille::morpion::upper_bound::hulls::{HullBox, Interval};
use quadrille::morpion::{Direction, Move, Position, Variant};
use quadrille::random::Random;

use crate::games::record;
use crate::reference::{Stroke, images as images_of};
use crate::support::rounds;

type Place = (i64, i64);

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

/// The coordinates of the lines through a dot: row, column, sum, difference.
fn lines_of((x, y): Place) -> [i64; 4] {
    [y, x, x + y, x - y]
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
    SYMMETRIES.map(|from| HullBox::Free(from.map(|index: usize| hulls.ranges()[index])))
}

/// The six numbers of the hull of the last position of a game.
pub(super) fn hull_of(moves: &[Move]) -> [i32; 6] {
    let Hull { width, height, cuts, .. } = Hull::of(&picture(moves.iter().copied()).dots);
    [width, height, cuts[0], cuts[1], cuts[2], cuts[3]].map(|number| number as i32)
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

/// What occurred in positions, by the numbers that the lemmas limit: by how much dots are beyond a corner, beyond how
/// many corners and how many steps from the core they are then, moves along a diagonal beyond a corner, the shortest
/// side, and the most rows or columns of one side without a dot of the core.
type Seen = BTreeSet<(&'static str, i64)>;

fn holds(claim: bool, lemma: &'static str) -> Result<(), &'static str> {
    if claim { Ok(()) } else { Err(lemma) }
}

/// Tests all lemmas on a position.
fn examine(picture: &Picture) -> Result<Seen, &'static str> {
    let Picture { dots, moves } = picture;
    let hull = Hull::of(dots);
    let (core, outliers): (Vec<Place>, Vec<Place>) =
        dots.iter().partition(|&&dot| (0..4).all(|corner| hull.beyond(corner, dot) <= 0));
    let mut seen = Seen::new();

    potential_of_lines(picture)?;
    holds(is_connected(dots), "lemma 2")?;
    for along in 0..=1 {
        let hit: BTreeSet<i64> = dots.iter().map(|dot| [dot.0, dot.1][along]).collect();
        holds(hit.len() as i64 == hit.last().unwrap() - hit.first().unwrap() + 1, "lemma 2")?;
    }
    for corner in 0..4 {
        for &dot in &outliers {
            let beyond = hull.beyond(corner, dot).max(0);
            holds([0, 2, 4].contains(&beyond), "lemma 3")?;
            seen.insert(("beyond", beyond));
        }
        for (step, places) in moves {
            let beyond = places.iter().map(|&place| hull.beyond(corner, place)).max().unwrap();
            if beyond > 0 {
                holds(step.0 * step.1 != 0, "lemma 3")?;
                if hull.distance(corner, places[0]) == hull.distance(corner, places[1]) {
                    holds(beyond == 2, "lemma 3")?;
                    seen.insert(("along", beyond));
                }
            }
        }
    }
    holds(is_connected(&core), "lemma 4")?;
    for &dot in &outliers {
        let beyond: Vec<i64> = (0..4).map(|corner| hull.beyond(corner, dot)).filter(|&beyond| beyond > 0).collect();
        let steps = core.iter().map(|place| (place.0 - dot.0).abs().max((place.1 - dot.1).abs())).min().unwrap();
        holds(beyond.len() <= 2 && beyond != [4, 4] && steps <= 1 + beyond.len() as i64, "lemma 5")?;
        seen.insert((["steps beyond one", "steps beyond two"][beyond.len() - 1], steps));
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
        seen.insert(("without core", rows));
    }
    holds(outliers.is_empty() || 2 * outliers.len() as i64 + hull.lines() <= 152, "lemma 7")?;
    possible(&hull)?;
    seen.extend((0..4).map(|corner| ("side", hull.side(corner))));
    let (right, bottom) = (hull.left + hull.width, hull.top + hull.height);
    let area = (hull.top..=bottom).flat_map(|y| (hull.left..=right).map(move |x| (x, y)));
    let area = area.filter(|&place| (0..4).all(|corner| hull.beyond(corner, place) <= 0)).count() as i64;
    holds(moves.len() as i64 <= area + (152 - hull.lines()) / 2 - 36, "lemma 8")?;
    Ok(seen)
}

/// Lemma 1.
fn potential_of_lines(picture: &Picture) -> Result<(), &'static str> {
    let (mut sum, mut hit) = (0, 0);
    for (direction, step) in Direction::ALL.map(Direction::step).into_iter().enumerate() {
        let mut left: BTreeMap<i64, i64> = BTreeMap::new();
        for &dot in &picture.dots {
            *left.entry(lines_of(dot)[direction]).or_default() += 1;
        }
        for (_, places) in picture.moves.iter().filter(|mv| mv.0 == step) {
            *left.entry(lines_of(places[0])[direction]).or_default() -= 4;
        }
        holds(left.values().all(|&left| left >= 1), "lemma 1")?;
        sum += left.values().sum::<i64>();
        hit += left.len();
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

/// A game with dots beyond two corners, and one with a move along a diagonal beyond a corner.
const STORED: [&str; 2] = [include_str!("beyond-two-corners.txt"), include_str!("along-a-corner.txt")];

fn stored(text: &str) -> Vec<Move> {
    read(text.as_bytes(), None).unwrap().moves().to_vec()
}

/// Tests all positions of a game, or only the last one.
fn examine_game(moves: &[Move], all: bool) -> Seen {
    let mut seen = Seen::new();
    for played in (0..=moves.len()).filter(|&played| all || played == moves.len()) {
        let of_position = examine(&picture(moves[..played].iter().copied()));
        seen.extend(of_position.unwrap_or_else(|lemma| panic!("{lemma} is wrong after {played} of {moves:?}")));
    }
    seen
}

#[test]
fn lemmas_hold_in_the_records() {
    // Games of 5D are games of 5T.
    let games = RECORDS.iter().map(|(_, id, _)| record(id)).filter(|(variant, _)| variant.line_length() == 5);
    let seen: Seen = games.flat_map(|(_, moves)| examine_game(&moves, true)).collect();
    assert!(seen.contains(&("beyond", 2)), "{seen:?}");
}

#[test]
fn lemmas_hold_in_random_games() {
    let random = (0..rounds(500, 6000) as u64).map(|stream| (stream, random_game(Variant::T5, stream)));
    let gaps = (0..rounds(1000, 20_000) as u64).map(|stream| (stream, with_gaps(Variant::T5, stream)));
    let seen: Seen = random.chain(gaps).flat_map(|(stream, moves)| examine_game(&moves, stream % 16 == 0)).collect();
    assert!(seen.contains(&("beyond", 2)) && seen.contains(&("without core", 2)), "{seen:?}");
    if rounds(0, 1) == 1 {
        assert!([("beyond", 4), ("along", 2), ("side", -2)].iter().all(|what| seen.contains(what)), "{seen:?}");
    }
}

/// Lemma 10: in 5D the moves of a line share no dot.
fn lines_of_5d(picture: &Picture) -> Result<(), &'static str> {
    let mut lines: BTreeMap<(usize, i64), (i64, i64)> = BTreeMap::new();
    for (direction, step) in Direction::ALL.map(Direction::step).into_iter().enumerate() {
        for &dot in &picture.dots {
            lines.entry((direction, lines_of(dot)[direction])).or_default().0 += 1;
        }
        for (_, dots) in picture.moves.iter().filter(|mv| mv.0 == step) {
            lines.entry((direction, lines_of(dots[0])[direction])).or_default().1 += 1;
        }
    }
    holds(lines.values().all(|(dots, moves)| *dots >= 5 * moves), "lemma 10")?;
    let unused: i64 = lines.values().map(|(dots, moves)| dots - 5 * moves).sum();
    holds(unused == 144 - picture.moves.len() as i64, "lemma 10")
}

#[test]
fn lemmas_hold_in_games_of_5d() {
    let mut seen = Seen::new();
    let random = (0..rounds(60, 600) as u64).map(|stream| random_game(Variant::D5, stream));
    let gaps = (0..rounds(60, 600) as u64).map(|stream| with_gaps(Variant::D5, stream));
    for moves in std::iter::once(record("rosin82").1).chain(random).chain(gaps) {
        seen.extend(examine_game(&moves, true));
        for played in 0..=moves.len() {
            let picture = picture(moves[..played].iter().copied());
            assert_eq!(lines_of_5d(&picture), Ok(()), "{played} of {moves:?}");
        }
    }
    assert!(seen.contains(&("beyond", 2)), "{seen:?}");
    // A game of 5T is not one of 5D.
    let touching = record("rosin178").1;
    assert_eq!(lines_of_5d(&picture(touching)), Err("lemma 10"));
}

/// The numbers in lemmas 3, 5, 6 and 8 cannot be smaller.
#[test]
fn games_attain_what_the_lemmas_allow() {
    let seen: Seen = STORED.into_iter().flat_map(|text| examine_game(&stored(text), true)).collect();
    let attained = [("side", -6), ("steps beyond one", 2), ("steps beyond two", 3), ("without core", 3), ("along", 2)];
    assert!(attained.iter().all(|what| seen.contains(what)) && seen.contains(&("beyond", 4)), "{seen:?}");
}

/// The first and the last row, column, sum and difference.
type Lines = [[i64; 2]; 4];

/// The lines of the largest and of the smallest hulls of a random box that contains the hull, as the documentation of
/// the certificates defines them.
fn lines_of_box(hull: &Hull, random: &mut Random) -> [Lines; 2] {
    let widest = [0, 1, 3][random.below(3) as usize];
    let mut around = |value: i64| {
        let [less, more] = [0, 0].map(|_| i64::from(random.below(widest + 1)));
        [value - less, value + more]
    };
    let (w, h, cuts) = (around(hull.width), around(hull.height), hull.cuts.map(&mut around));
    let slack = [0, w[1] - w[0], w[1] - w[0] + h[1] - h[0], h[1] - h[0]];
    let (left, top) = (hull.left, hull.top);
    [1, 0].map(|end| {
        let [a, b, c, d] = std::array::from_fn(|i| if end == 1 { cuts[i][0] } else { cuts[i][1] + slack[i] });
        let (sums, differences) = ([a, w[1] + h[1] - c], [d - h[1], w[1] - b]);
        let moved = |lines: [i64; 2], by: i64| lines.map(|line| line + by);
        [[top, top + h[end]], [left, left + w[end]], moved(sums, left + top), moved(differences, left - top)]
    })
}

/// The same of a random placed box that contains the extents.
fn lines_of_placed_box(dots: &[Place], random: &mut Random) -> [Lines; 2] {
    let widest = [0, 1, 3][random.below(3) as usize];
    let ranges = extents(dots).map(|extent| {
        let [less, more] = [0, 0].map(|_| i64::from(random.below(widest + 1)));
        [(extent - less).max(0), extent + more]
    });
    [1, 0].map(|end| {
        std::array::from_fn(|direction| {
            let [first, last] = CROSS[direction];
            [first - ranges[2 * direction][end], last + ranges[2 * direction + 1][end]]
        })
    })
}

/// The board of a box contains all dots and moves, and all lines that must be hit are. Returns how often dots are beyond
/// its corners.
fn fits(Picture { dots, moves }: &Picture, [board, must_be_hit]: [Lines; 2]) -> Result<u32, &'static str> {
    let mut beyond_corners = 0;
    for (direction, [first, last]) in must_be_hit.into_iter().enumerate() {
        let hit: BTreeSet<i64> = dots.iter().map(|&dot| lines_of(dot)[direction]).collect();
        holds((first..=last).all(|line| hit.contains(&line)), "lines that must be hit")?;
    }
    let beyond = |direction: usize, place: Place| {
        let line = lines_of(place)[direction];
        [board[direction][0] - line, line - board[direction][1]]
    };
    for &dot in dots {
        for direction in 0..4 {
            for (end, beyond) in beyond(direction, dot).into_iter().enumerate().filter(|(_, beyond)| *beyond > 0) {
                let is_exact = board[direction][end] == must_be_hit[direction][end];
                holds(direction >= 2 && beyond <= 4 && (!is_exact || beyond % 2 == 0), "board")?;
                beyond_corners += 1;
            }
        }
    }
    for (step, places) in moves {
        for direction in 2..4 {
            let is_along = [(1, -1), (1, 1)][direction - 2] == *step;
            let most = if step.0 * step.1 == 0 { 0 } else { 4 - 2 * i64::from(is_along) };
            let is_near = |&place: &Place| beyond(direction, place).into_iter().all(|beyond| beyond <= most);
            holds(places.iter().all(is_near), "moves of the board")?;
        }
    }
    Ok(beyond_corners)
}

#[test]
fn boards_of_boxes_contain_the_positions() {
    let mut random = Random::new(25, 0);
    let mut beyond_corners = 0;
    let stored = STORED.map(stored).into_iter().chain(["rosin82", "rosin178"].map(|id| record(id).1));
    for moves in (0..300).map(|stream| with_gaps(Variant::T5, stream)).chain(stored) {
        let end = picture(moves);
        let hull = Hull::of(&end.dots);
        for _ in 0..10 {
            let boxes = [lines_of_box(&hull, &mut random), lines_of_placed_box(&end.dots, &mut random)];
            beyond_corners += boxes.map(|lines| fits(&end, lines).unwrap()).iter().sum::<u32>();
        }
    }
    assert!(beyond_corners > 200, "{beyond_corners}");
}

/// Lemma 11, and that of the images of the extents under the symmetries the program keeps one at least.
#[test]
fn extents_are_within_their_limits() {
    let stored = STORED.map(stored);
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
            let is_kept = (0..8).any(|symmetry| {
                let image = |&point: &Place| images_of(Stroke { point, from: point, to: point }, "5T")[symmetry].point;
                let image = extents(&dots.iter().map(image).collect::<Vec<Place>>());
                let hull = HullBox::Placed(image.map(|extent| Interval::only(extent as i32)));
                hull.narrowed() == Some(hull)
            });
            assert!(is_kept, "{dots:?}");
        }
    }
}

/// The tests of the lemmas can fail: on dots that are not those of a game.
#[test]
fn impossible_positions_violate_a_lemma() {
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

#[test]
fn hulls_with_negative_sides_are_not_left_out() {
    let images = images(&HullBox::single(hull_of(&stored(STORED[0]))));
    assert!(images.iter().any(|image| image.narrowed().is_some()));
}
