//! The bounds on the length of a game, against a search through all parameters.

use quadrille::morpion::bounds::{Bound, MAX_POINTS, Real, Start, first, rough, second};

fn start(points: u64) -> Start {
    Start::new(points).unwrap()
}

/// The largest number of points of the parameters offered, and those that attain it, ascending.
#[derive(Default)]
struct Best<P>(i64, Vec<P>);

impl<P: Ord> Best<P> {
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
    let mut best = Best::default();
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
    let mut best = Best::default();
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

fn all_aligned(r: i64) -> (u128, Vec<[i64; 5]>) {
    let mut best = Best::default();
    for b1 in 1..=4 * r {
        for b2 in b1..=4 * r {
            for alpha in 0..=3 {
                let left = 4 * r - b1 - b2 - alpha * b1 - (3 - alpha) * b2;
                let most = b1 + b2 - 1;
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
fn first_bound_matches_search_through_all_parameters() {
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
fn second_bound_matches_search_through_all_parameters() {
    for r in 1..=40 {
        assert_eq!(found(&second(start(r))), all_aligned(r as i64), "{r}");
    }
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
