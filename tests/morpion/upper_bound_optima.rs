//! Upper bounds against optima of the model on small octagons: sets of dots and moves in any order, by an integer
//! program.

use std::collections::BTreeMap;

use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};
use quadrille::morpion::upper_bound::hulls::HullBox;
use quadrille::morpion::upper_bound::least_bound;
use quadrille::morpion::{Direction, Point, Variant};

use crate::support::rounds;
use crate::upper_bound::after;

type Place = (i64, i64);

/// Octagons of 76 to about 100 points: width, height, and the cuts of the corners. The upper left corner of the cross
/// is in that of the rectangle.
const HULLS: [[i32; 6]; 4] = [[9, 9, 3, 3, 3, 3], [9, 9, 0, 3, 2, 3], [10, 9, 3, 4, 3, 3], [11, 10, 3, 4, 5, 4]];

/// Returns the largest number of moves along lines of an octagon that share no edge and have dots on all their points,
/// with the dots of the cross and one more for each move.
fn optimum([width, height, cuts @ ..]: [i32; 6]) -> f64 {
    let (width, height) = (i64::from(width), i64::from(height));
    let is_inside = |(x, y): Place| {
        let from_corners = [x + y, width - x + y, width - x + height - y, x + height - y];
        (0..=width).contains(&x)
            && (0..=height).contains(&y)
            && from_corners.iter().zip(cuts).all(|(&distance, cut)| distance >= i64::from(cut))
    };
    let cross: Vec<Place> = Variant::T5.cross().map(|Point { x, y }| (x, y)).collect();
    let variable = |problem: &mut Problem, gain: f64, least: i32| problem.add_integer_var(gain, (least, 1));
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let places = (0..=width).flat_map(|x| (0..=height).map(move |y| (x, y))).filter(|&place| is_inside(place));
    let dots: BTreeMap<Place, Variable> =
        places.map(|place| (place, variable(&mut problem, 0.0, i32::from(cross.contains(&place))))).collect();
    assert!(cross.iter().all(|place| dots.contains_key(place)));
    let mut edges: BTreeMap<[Place; 2], Vec<Variable>> = BTreeMap::new();
    let mut count: Vec<(Variable, f64)> = dots.values().map(|&dot| (dot, 1.0)).collect();
    for &(x, y) in dots.keys() {
        for (dx, dy) in Direction::ALL.map(Direction::step) {
            let line: [Place; 5] = [0, 1, 2, 3, 4].map(|i| (x + i * dx, y + i * dy));
            if line.iter().all(|place| dots.contains_key(place)) {
                let mv = variable(&mut problem, 1.0, 0);
                count.push((mv, -1.0));
                line.windows(2).for_each(|ends| edges.entry([ends[0], ends[1]]).or_default().push(mv));
            }
        }
    }
    problem.add_constraint(&count, ComparisonOp::Eq, 36.0);
    for (ends, moves) in edges {
        for end in ends {
            let terms: Vec<(Variable, f64)> = moves.iter().map(|&mv| (mv, 1.0)).chain([(dots[&end], -1.0)]).collect();
            problem.add_constraint(&terms, ComparisonOp::Le, 0.0);
        }
    }
    problem.solve().unwrap().into_solution().unwrap().objective()
}

#[test]
fn least_bounds_are_above_the_integer_optimum() {
    for hull in HULLS.into_iter().take(rounds(1, 4)) {
        let integer = optimum(hull).round();
        assert!(integer >= 40.0, "{hull:?}: {integer}");
        let value = least_bound(Variant::T5, &HullBox::single(hull), &mut after(1000)).unwrap().value;
        assert!(value >= integer - 1e-6, "{hull:?}: {value}, and {integer} is possible");
    }
}
