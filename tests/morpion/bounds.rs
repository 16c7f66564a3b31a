//! The bounds on the length of a game, against a search through all parameters.

use quadrille::morpion::bounds::{Bound, MAX_POINTS, Real, Start, first, known, rough, second};
use quadrille::morpion::{Point, Variant, report};

fn start(points: u64) -> Start {
    Start::new(points).unwrap()
}

/// The largest number of points of the parameters offered, and those that attain it, ascending.
struct Best<P>(i64, Vec<P>);

impl<P: Ord> Best<P> {
    fn new() -> Best<P> {
        Best(0, Vec::new())
    }

    fn offer(&mut self, points: i64, parameters: P) {
        if points > self.0 {
            *self = Best(points, Vec::new());
        }
        if points == self.0 {
            self.1.push(parameters);
        }
    }

    fn sorted(mut self) -> (u128, Vec<P>) {
        self.1.sort();
        (self.0 as u128, self.1)
    }
}

/// The number of points of a bound, and its parameters.
fn found<const N: usize>(bound: &Bound) -> (u128, Vec<[i64; N]>) {
    let numbers = |numbers: &Vec<u64>| -> [u64; N] { numbers[..].try_into().unwrap() };
    (bound.points, bound.parameters.iter().map(|parameters| numbers(&parameters.0).map(|n| n as i64)).collect())
}

/// The octagons with almost equal sides and corners, whose margin weighs 8r or less.
fn all_reduced(r: i64) -> (u128, Vec<[i64; 4]>) {
    let mut best = Best::new();
    // Corners of at most b leave a margin of 4b + 6β - 4 or more.
    for b in 1..=2 * r + 1 {
        for beta in 0..=1 {
            for a in 0..=b {
                for sigma in 0..=3 {
                    let fits = a + i64::from(sigma > 0) <= b;
                    if fits && 12 * b + 6 * beta - 8 * a - 2 * sigma - 4 <= 8 * r {
                        best.offer(b * b + beta * b - (a + 1) * (2 * a + sigma), [b, beta, a, sigma]);
                    }
                }
            }
        }
    }
    best.sorted()
}

/// The boxes without four triangles, (b1, b2, a1..a4), whose margin weighs 8r or less: problem (2) under (1) as it
/// stands.
fn all_octagons(r: i64) -> (u128, Vec<[i64; 6]>) {
    let mut best = Best::new();
    for b1 in 1..=4 * r {
        // The margin is at least 6(b1 + b2) - 8 b1 - 4.
        for b2 in b1..=(8 * r + 2 * b1 + 4) / 6 {
            for a1 in 0..=b1 {
                for a2 in a1..=b1 {
                    for a3 in a2..=b1 {
                        for a4 in a3..=b1 {
                            let corners = [a1, a2, a3, a4];
                            if 3 * (2 * b1 + 2 * b2) - 2 * corners.iter().sum::<i64>() - 4 <= 8 * r {
                                let lost: i64 = corners.iter().map(|a| a * (a + 1) / 2).sum();
                                best.offer(b1 * b2 - lost, [b1, b2, a1, a2, a3, a4]);
                            }
                        }
                    }
                }
            }
        }
    }
    best.sorted()
}

fn all_aligned(r: i64, most_diagonals: impl Fn(i64, i64) -> i64) -> (u128, Vec<[i64; 5]>) {
    let mut best = Best::new();
    for b1 in 1..=4 * r {
        for b2 in b1..=4 * r {
            for alpha in 0..=3 {
                let left = 4 * r - b1 - b2 - alpha * b1 - (3 - alpha) * b2;
                let most = most_diagonals(b1, b2);
                for d1 in b2..=most.min(left) {
                    for d2 in d1..=most.min(left - d1) {
                        let lost = |d: i64| (b1 + b2 - d).pow(2).div_euclid(4);
                        best.offer(b1 * b2 - lost(d1) - lost(d2), [b1, b2, d1, d2, alpha]);
                    }
                }
            }
        }
    }
    best.sorted()
}

#[test]
fn first_bound_has_the_optima_of_the_search_through_all_parameters() {
    for r in 1..=40 {
        assert_eq!(found(&first(start(r))), all_reduced(r as i64), "{r}");
    }
}

#[test]
fn almost_equal_sides_and_corners_lose_no_optimum() {
    for r in 1..=16 {
        let unreduced = |[b, beta, a, sigma]: [i64; 4]| {
            let corner = |j: i64| a + i64::from(j > 4 - sigma);
            [b, b + beta, corner(1), corner(2), corner(3), corner(4)]
        };
        let (points, parameters) = found(&first(start(r)));
        let mut parameters: Vec<_> = parameters.into_iter().map(unreduced).collect();
        parameters.sort();
        assert_eq!((points, parameters), all_octagons(r as i64), "{r}");
    }
}

#[test]
fn second_bound_has_the_optima_of_the_search_through_all_parameters() {
    for r in 1..=40 {
        assert_eq!(found(&second(start(r))), all_aligned(r as i64, |b1, b2| b1 + b2 - 1), "{r}");
    }
}

#[test]
fn more_diagonals_than_the_box_has_change_no_value_and_from_six_points_on_no_optimum() {
    for r in 1..=30 {
        let without = all_aligned(r as i64, |_, _| i64::MAX);
        let (points, parameters) = found(&second(start(r)));
        assert_eq!(points, without.0, "{r}");
        assert_eq!(parameters == without.1, ![2, 3, 5].contains(&r), "{r}");
    }
}

#[test]
fn cross_has_the_numbers_of_the_paper() {
    let cross = start(36);
    assert_eq!(cross, Start::CROSS);
    assert_eq!(found(&first(cross)), (741, vec![[31, 0, 10, 0]]));
    assert_eq!(found(&second(cross)), (324, vec![[13, 28, 32, 32, 3], [14, 26, 31, 31, 3]]));
    assert_eq!(rough(cross).points, 9217);
    assert_eq!([first(cross), second(cross), rough(cross)].map(|bound| bound.moves), [705, 288, 9181]);
}

/// By the theorems the optimum is the real one rounded down, so that one is never below the other.
#[test]
fn optimum_is_the_real_one_rounded_down() {
    let some_large = (1..=16).map(|part| MAX_POINTS / 17 * part);
    for r in (1..=3000).chain(some_large).chain(MAX_POINTS - 60..=MAX_POINTS) {
        let (first, second) = (first(start(r)), second(start(r)));
        for (points, real) in [(first.points, first.real), (second.points, second.real)] {
            assert_eq!(points, real.numerator / u128::from(real.denominator), "{r}");
        }
        assert!(!first.parameters.is_empty() && (!second.parameters.is_empty() || r == 1), "{r}");
        assert!(second.points <= first.points && first.points < rough(start(r)).points, "{r}");
    }
}

#[test]
fn optima_keep_their_conditions_and_have_their_points() {
    for r in (1..=3000).chain(MAX_POINTS - 60..=MAX_POINTS) {
        let (first, second, r) = (first(start(r)), second(start(r)), r as i64);
        let (points, parameters) = found(&first);
        for [b, beta, a, sigma] in parameters {
            assert!(12 * b + 6 * beta <= 8 * r + 8 * a + 2 * sigma + 4 && beta <= 1 && sigma <= 3, "{r}");
            assert_eq!((b * b + beta * b - (a + 1) * (2 * a + sigma)) as u128, points, "{r}");
        }
        let (points, parameters) = found(&second);
        assert!(parameters.is_sorted());
        for [b1, b2, d1, d2, alpha] in parameters {
            assert!(b1 >= 1 && b1 <= b2 && b2 <= d1 && d1 <= d2 && d2 < b1 + b2 && alpha <= 3, "{r}");
            assert!(2 * (b1 + b2 + d1 + d2) + 2 * (alpha * b1 + (3 - alpha) * b2) <= 8 * r, "{r}");
            let lost = |d: i64| (b1 + b2 - d).pow(2) / 4;
            assert_eq!((b1 * b2 - lost(d1) - lost(d2)) as u128, points, "{r}");
        }
    }
}

/// The correction of λ in the documentation.
#[test]
fn corrected_characteristic_function_is_the_cross() {
    let cross = |corrected: bool| {
        let lambda = move |x: i64, y: i64| {
            let divides = |d: i64, n: i64| n % d == 0;
            let (column, row) = (x / 3, y / 3);
            match (divides(3, x), divides(3, y)) {
                (false, false) => false,
                (false, true) => divides(2, column) != divides(3, row),
                (true, false) => divides(3, column) != divides(2, row),
                (true, true) if corrected => !divides(3, column) || !divides(3, row),
                (true, true) => divides(3, column) || divides(3, row),
            }
        };
        let points = (0..10).flat_map(|y| (0..10).map(move |x| Point { x, y }));
        points.filter(|point| lambda(point.x, point.y)).collect::<Vec<_>>()
    };
    let ours: Vec<Point> = Variant::T5.cross().collect();
    assert_eq!(cross(true), ours);
    let changed = |a: &[Point], b: &[Point]| {
        let only = a.iter().filter(|point| !b.contains(point));
        only.map(|point| (point.x, point.y)).collect::<Vec<_>>()
    };
    assert_eq!(changed(&cross(false), &ours), [(0, 0), (9, 0), (0, 9), (9, 9)]);
    assert_eq!(changed(&ours, &cross(false)), [(3, 3), (6, 3), (3, 6), (6, 6)]);
}

/// Among shapes whose outer layer has 8r points the rough octagon is not the largest.
#[test]
fn square_on_its_corner_has_as_short_an_outline_as_the_rough_octagon_and_more_points() {
    for r in 1..=6_i64 {
        let inside = |x: i64, y: i64| x.abs() + y.abs() <= 2 * r;
        let near = |x: i64, y: i64| [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
        let range = || -2 * r..=2 * r;
        let points: Vec<_> =
            range().flat_map(|y| range().map(move |x| (x, y))).filter(|&(x, y)| inside(x, y)).collect();
        let outer = points.iter().filter(|&&(x, y)| near(x, y).iter().any(|&(x, y)| !inside(x, y))).count();
        assert_eq!((points.len() as i64, outer as i64), (8 * r * r + 4 * r + 1, 8 * r));
        assert!(points.len() as u128 > rough(start(r as u64)).points);
    }
}

fn text(points: u64) -> String {
    let mut text = Vec::new();
    report::bounds(&mut text, start(points)).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn report_of_the_cross() {
    insta::assert_snapshot!(text(36), @r"
    First bound: 741
    (b, beta, a, sigma) = (31, 0, 10, 0)
    Real optimum: 741.0714
    Real parameters: (b, beta, a, sigma) = (30.8571, 0, 9.7857, 0)
    Moves: 705
    Standing: stands
    Proved by Flammenkamp 2003; also found by Demaine, Demaine, Langerman and Langerman 2006
    Second bound: 324
    (b1, b2, d1, d2, alpha) = (13, 28, 32, 32, 3)
    (b1, b2, d1, d2, alpha) = (14, 26, 31, 31, 3)
    Real optimum: 324.5
    Real parameters: (b1, b2, d1, d2, alpha) = (13.5, 27, 31.5, 31.5, 3)
    Moves: 288
    Standing: refuted
    Claimed by Flammenkamp 2003; the proof is refuted on Boyer's Limits page, morpionsolitaire.com
    The two octagons hold at most 264 and 270 lines of five, not the 288 needed, and a grid of 317 moves of the looser game 5T++ shows that the argument fails
    The author replied in November 2011 with a new version, whose text was not available here
    Rough bound: 9217
    (side) = (37)
    Real optimum: 9217
    Real parameters: (side) = (37)
    Moves: 9181
    Standing: stands
    Stated by Flammenkamp 2003; it follows from the first bound, which is smaller
    Best bounds known:
    5T: at most 400 moves (certificates computed here; 485 by Michalewski, Nagórko, Pawlewicz), record 178 (Rosin 2011)
    5D: at most 84 moves (Michalewski, Nagórko, Pawlewicz; 121 by Kawamura et al.), record 82 (Rosin 2010)
    4T: at most 62 moves (Quist 2008), record 62 (Hyyrö and Poranen 2007), exact
    4D: at most 35 moves (Quist 2008), record 35 (Hyyrö and Poranen 2007), exact
    ");
}

#[test]
fn four_decimals_are_rounded_and_trailing_zeros_are_left_out() {
    for (numerator, denominator, text) in
        [(1, 14, "0.0714"), (13, 4, "3.25"), (9217, 1, "9217"), (199_999, 100_000, "2"), (1, 20_000, "0.0001")]
    {
        assert_eq!(Real { numerator, denominator }.to_string(), text);
    }
}

#[test]
fn reports_of_other_starts_say_nothing_about_the_octagons_of_the_cross() {
    for points in [1, 2, 24, 35, 37, MAX_POINTS] {
        let text = text(points);
        assert!(!text.contains("264") && !text.contains("\n\n") && text.ends_with('\n'), "{points}");
        let keys = |key: &str| text.lines().filter(|line| line.starts_with(key)).count();
        assert_eq!(["Real optimum: ", "Moves: ", "Standing: "].map(keys), [3; 3], "{points}");
    }
    assert!(
        text(1).contains("Second bound: 0\nReal optimum: 0.75\n")
            && text(1).contains("\nMoves: 0\nStanding: refuted\n")
    );
}

#[test]
fn every_claim_and_every_game_has_its_facts() {
    assert!([first, second, rough].iter().all(|bound| !bound(Start::CROSS).remarks.is_empty()));
    assert_eq!(known().map(|known| known.variant), Variant::ALL);
    assert_eq!(known().map(|known| (known.record, known.bound)), [(178, 400), (82, 84), (62, 62), (35, 35)]);
    assert_eq!(known().map(|known| known.is_exact()), [false, false, true, true]);
}

/// The real parameters attain the real optimum, in the formulas of the paper, and meet its conditions with equality.
#[test]
fn real_parameters_attain_the_real_optimum() {
    let value = |real: &Real| real.numerator as f64 / real.denominator as f64;
    let is_close = |left: f64, right: f64| (left - right).abs() < 1e-9 * right;
    for r in 2..200 {
        let (start, total) = (start(r), 8.0 * r as f64);
        let optimum = first(start);
        let [b, beta, a, sigma] = optimum.real_parameters.iter().map(value).collect::<Vec<_>>()[..] else {
            panic!("{r}")
        };
        assert!(is_close(12.0 * b + 6.0 * beta - 8.0 * a - 2.0 * sigma - 4.0, total), "{r}");
        assert!(is_close(b * b + beta * b - (a + 1.0) * (2.0 * a + sigma), value(&optimum.real)), "{r}");
        let optimum = second(start);
        let [b1, b2, d1, d2, alpha] = optimum.real_parameters.iter().map(value).collect::<Vec<_>>()[..] else {
            panic!("{r}")
        };
        assert!(is_close(2.0 * (b1 + b2 + d1 + d2) + 2.0 * (alpha * b1 + (3.0 - alpha) * b2), total), "{r}");
        // The paper rounds both squares down, by half a point together.
        let points = b1 * b2 - (b1 + b2 - d1).powi(2) / 4.0 - (b1 + b2 - d2).powi(2) / 4.0;
        assert!(is_close(points + 0.5, value(&optimum.real)), "{r}");
    }
    assert!(first(start(1)).real_parameters.is_empty());
}
