//! The inequality of a certificate, with the game's own scores: between its number of moves and the sum that the
//! certificate has.
//!
//! Board and order of the weights are those of the documentation of certificates, for a single hull. Those of a placed
//! one are the same, moved.

use std::collections::{BTreeMap, BTreeSet};

use quadrille::morpion::upper_bound::certificate::{Case, Certificate};
use quadrille::morpion::upper_bound::hulls::{HullBox, Interval};
use quadrille::morpion::upper_bound::verify::total;
use quadrille::morpion::{Move, Variant};

use crate::games::record;
use crate::support::rounds;
use crate::upper_bound::certificate_of;
use crate::upper_bound_checkers::with_case;
use crate::upper_bound_lemmas::{at_origin, extents_of, hull_of, with_gaps};

type Place = (i64, i64);

struct Board {
    width: i64,
    height: i64,
    cuts: [i64; 4],
    empty: BTreeSet<Place>,
}

impl Board {
    fn beyond(&self, (x, y): Place) -> [i64; 4] {
        let (right, below) = (self.width - x, self.height - y);
        let distances = [x + y, right + y, right + below, x + below];
        std::array::from_fn(|corner| self.cuts[corner] - distances[corner])
    }

    fn has(&self, place: Place) -> bool {
        let is_inside = (0..=self.width).contains(&place.0) && (0..=self.height).contains(&place.1);
        is_inside
            && !self.empty.contains(&place)
            && self.beyond(place).iter().all(|&beyond| beyond <= 0 || beyond == 2 || beyond == 4)
    }

    /// Whether five points are a move: of a row or column inside of all corners, of a diagonal at most 2 beyond those
    /// along which it runs.
    fn has_move(&self, direction: usize, places: &[Place]) -> bool {
        places.iter().all(|&place| {
            let beyond = self.beyond(place);
            let is_near = match direction {
                0 | 1 => beyond.iter().all(|&beyond| beyond <= 0),
                2 => beyond[0] <= 2 && beyond[2] <= 2,
                _ => beyond[1] <= 2 && beyond[3] <= 2,
            };
            is_near && self.has(place)
        })
    }

    /// The first lines of the strips of a direction.
    fn strips(&self, direction: usize) -> std::ops::Range<i64> {
        let places = || (0..=self.width).flat_map(|x| (0..=self.height).map(move |y| (x, y)));
        let lines =
            || places().filter(|&place| self.has(place)).map(|(x, y)| if direction == 2 { x + y } else { x - y });
        match direction {
            0 => 0..self.height,
            1 => 0..self.width,
            _ => lines().min().unwrap()..lines().max().unwrap(),
        }
    }
}

fn place(direction: usize, line: i64, t: i64) -> Place {
    match direction {
        0 => (t, line),
        1 => (line, t),
        2 => (t, line - t),
        _ => (t, t - line),
    }
}

/// The right side of the inequality with the game's scores for the values of the strips: over all of the board, and
/// over what the game has.
fn own_sums(certificate: &Certificate, moves: &[Move]) -> [i64; 2] {
    let [width, height, cuts @ ..] = hull_of(moves).map(i64::from);
    let long = |&(x, y): &(i32, i32)| (i64::from(x), i64::from(y));
    let board = Board { width, height, cuts, empty: certificate.case.empty.iter().map(long).collect() };
    let in_case: BTreeSet<Place> = certificate.case.dots.iter().map(long).collect();
    let (dots, lines, cross) = at_origin(moves);
    let (q, u) = (i64::from(certificate.denominator), i64::from(certificate.u));
    let is_placed = certificate.hulls.is_placed();
    let places = (0..=height).flat_map(|y| (0..=width).map(move |x| (x, y)));
    let off_cross = places.filter(|place| is_placed && board.has(*place) && !cross.contains(place));
    let mu: BTreeMap<Place, i64> = off_cross.zip(certificate.mu.iter().map(|&mu| mu.into())).collect();
    assert_eq!(mu.len(), certificate.mu.len());
    let least_mu = |places: &[Place]| places.iter().filter_map(|place| mu.get(place)).min().copied().unwrap_or(0);
    // For each point, move and edge, by its points: the least sum, the sum of its weights, and whether the game has it.
    let mut items: BTreeMap<Vec<Place>, (i64, i64, bool)> = BTreeMap::new();
    let mut scores = 0;
    let mut strips = certificate.strips.iter();
    for direction in 0..4 {
        for first in board.strips(direction) {
            let at = |which: i64, t: i64| place(direction, first + which, t);
            let mut needed: Vec<(i64, Vec<Place>)> = Vec::new();
            let ts = 0..=width.max(height);
            for which in 0..2 {
                needed.extend(ts.clone().map(|t| (least_mu(&[at(which, t)]) - u, vec![at(which, t)])));
            }
            for which in 0..2 {
                let line = |t| (t..t + 5).map(|t| at(which, t)).collect::<Vec<_>>();
                let lines = ts.clone().map(line).filter(|line| board.has_move(direction, line));
                needed.extend(lines.map(|line| (q + u - least_mu(&line), line)));
            }
            // The edge of two lines along the diagonals of the other direction is none of theirs.
            let kinds: &[[(i64, i64); 2]] =
                &[[(0, 0), (0, 1)], [(1, 0), (1, 1)], [(0, 0), (1, 0)], [(0, 0), (1, 1)], [(0, 1), (1, 0)]];
            for ends in &kinds[..if direction < 2 { 5 } else { 4 }] {
                needed.extend(ts.clone().map(|t| (0, ends.map(|(which, step)| at(which, t + step)).to_vec())));
            }
            needed.retain(|(_, places)| places.iter().all(|&place| board.has(place)));
            let weights = strips.next().unwrap();
            assert_eq!(needed.len(), weights.len(), "direction {direction}, line {first}");
            for ((least, mut places), &weight) in needed.into_iter().zip(weights) {
                places.sort_unstable();
                let is_there = match places.len() {
                    5 => lines.contains(&places),
                    _ => places.iter().all(|place| dots.contains(place)),
                };
                let item = items.entry(places).or_insert((least, 0, is_there));
                item.1 += i64::from(weight);
                scores += if is_there { i64::from(weight) } else { 0 };
            }
        }
    }
    assert!(strips.next().is_none());
    assert_eq!(items.keys().filter(|places| places.len() == 5 && lines.contains(*places)).count(), moves.len());
    let all = |(places, &(least, sum, _)): (&Vec<Place>, &(i64, i64, bool))| {
        let is_given = places.len() == 1 && (is_placed && cross.contains(&places[0]) || in_case.contains(&places[0]));
        if is_given { least - sum } else { (least - sum).max(0) }
    };
    let of_game = items.values().filter(|item| item.2).map(|item| item.0 - item.1);
    [36 * u + scores + items.iter().map(all).sum::<i64>(), 36 * u + scores + of_game.sum::<i64>()]
}

#[test]
fn sum_of_a_game_is_at_most_that_of_its_certificate() {
    let records = ["rosin82", "akiyama145", "rosin178"].into_iter().take(rounds(2, 3)).map(record);
    let with_gaps = |stream: u64| {
        let variant = if stream.is_multiple_of(2) { Variant::T5 } else { Variant::D5 };
        (variant, with_gaps(variant, stream))
    };
    let mut hulls = BTreeSet::new();
    for (variant, moves) in records.chain((1..rounds(4, 12) as u64).map(with_gaps)) {
        let hull = hull_of(&moves);
        hulls.insert(hull);
        let placed = HullBox::Placed(extents_of(&moves).map(Interval::only));
        for (hulls, evaluations) in [(HullBox::single(hull), 0), (HullBox::single(hull), 20), (placed, 0), (placed, 20)]
        {
            let certificate = certificate_of(variant, &hulls, evaluations);
            let [own, exact] = own_sums(&certificate, &moves);
            let moves = i64::from(certificate.denominator) * moves.len() as i64;
            // In a placed box a move may make a point with a larger mu than its least one.
            assert!(exact == moves || hulls.is_placed() && exact > moves, "{hulls}");
            let sum = total(&certificate).unwrap().unwrap();
            assert!(exact <= own && own <= sum, "{hulls}: {exact} {own} {sum}");
        }
        // Boxes with room around it.
        let room = |value: i32, least: i32| Interval { low: (value - 1).max(least), high: value + 1 };
        let free = HullBox::Free(std::array::from_fn(|i| room(hull[i], if i < 2 { 9 } else { 0 })));
        for hulls in [free, HullBox::Placed(extents_of(&moves).map(|extent| room(extent, 0)))] {
            let certificate = certificate_of(variant, &hulls, 20);
            let sum = total(&certificate).unwrap().unwrap();
            assert!(sum >= i64::from(certificate.denominator) * moves.len() as i64, "{hulls}: {sum}");
        }
        // A case that the game is of: a diagonal of the board.
        let dots = at_origin(&moves).0;
        let short = |(x, y): &Place| (*x as i32, *y as i32);
        let places: Vec<Place> = (0..50).flat_map(|x| (0..50).map(move |y| (x, y))).step_by(51).collect();
        let (with, without): (Vec<Place>, Vec<Place>) = places.into_iter().partition(|place| dots.contains(place));
        let case = Case { dots: with.iter().map(short).collect(), empty: without.iter().map(short).collect() };
        let certificate = with_case(certificate_of(variant, &HullBox::single(hull), 20), case);
        let [own, exact] = own_sums(&certificate, &moves);
        assert_eq!(exact, i64::from(certificate.denominator) * moves.len() as i64);
        let sum = total(&certificate).unwrap().unwrap();
        assert!(exact <= own && own <= sum, "{hull:?}: {exact} {own} {sum}");
    }
    assert!(hulls.len() > rounds(2, 8));
}
