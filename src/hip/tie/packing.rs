//! A lower bound for large boards: a packing of small boards whose minima are known.
//!
//! ```text
//!     a . b . c . .     A copy of a small board: a, b, c, ... are its cells at twice the distance, p, q, r, ... are the
//!     . . . . . p .     cells of another copy, turned by an eighth and √2 times as far apart. Each square of a copy is a
//!     d . e . q . s     square of the board, and each copy has at least as many monochromatic squares as the minimum of
//!     . . . r . t .     the small board.
//! ```
//!
//! A copy has an origin and a step: the columns of the small board are a `(right, below)` step apart, its rows that
//! step turned by a right angle. Unlike windows side by side, copies cover the large squares too, of which a board of n
//! × n has about n⁴ / 12.
//!
//! A packing gives each copy a weight, an integer of at least 0. The *load* of a square is the sum of the weights of
//! the copies that contain it.
//!
//! **Theorem.** If no load is larger than L > 0, the board has at least a monochromatic squares, where a is the sum of
//! the weights times the minima of the copies, divided by L and rounded up.
//!
//! **Proof.** Add up the monochromatic squares of the copies, each copy as often as its weight says. The sum is at
//! least that of the weights times the minima, and each monochromatic square of the board is counted as often as its
//! load says, at most L times. ∎
//!
//! # Symmetries
//!
//! The images of a packing under the symmetries of the board are packings, and their sum proves as much. So a packing
//! here gives a weight to a copy and the same weight to each of its images. All squares of an orbit then have the same
//! load: if the orbit is the images of a square that s of the symmetries leave in place, a copy of weight w with k
//! squares in the orbit adds s·k·w to it. Copies with the same number of squares in each orbit are interchangeable,
//! and the best of them stands for all.
//!
//! # The best packing
//!
//! It is a linear program, and a game: Min chooses a copy of minimum m, Max an orbit of squares, and Max gains a k-th
//! part for each square of the copy in an orbit of k squares, divided by m. If a mixed strategy of Min limits the gain
//! to v, it is a packing that proves 1/v, and if one of Max ensures v, none proves more than 1/v. Both learn by *regret
//! matching⁺* in alternation, their strategies are averaged with weights 1, 4, 9, … (Tammelin, *Solving large imperfect
//! information games using CFR⁺*, 2014; Brown and Sandholm, *Solving imperfect-information games via discounted regret
//! minimization*, 2019), and both averages tend to the optimum. The learning is in floating point and only proposes
//! weights: they are rounded to integers, and the theorem is applied to those.

use std::collections::HashMap;
use std::iter;
use std::ops::ControlFlow;

use crate::budget::Budget;
use crate::cell::Cell;
use crate::hip::{Size, squares};
use crate::symmetry::Symmetry;

/// A small board, upright or on its side, and a proved lower bound of its monochromatic squares with any numbers of
/// counters, below 2¹⁶.
pub(super) struct Pattern {
    pub(super) size: Size,
    pub(super) lower_bound: u64,
}

impl Pattern {
    /// Returns the size upright, and on its side if that is another one.
    fn orientations(&self) -> impl Iterator<Item = Size> {
        let turned = Some(self.size.transposed()).filter(|&turned| turned != self.size);
        iter::once(self.size).chain(turned)
    }
}

/// The largest number of rounds of the game.
const ROUNDS: usize = 20_000;

/// The largest number of rounds times squares of copies: some seconds.
const STEPS: usize = 5_000_000_000;

/// What is lost if the optimum is this little above an integer.
const TOLERANCE: f64 = 1e-6;

/// Raises a lower bound of the monochromatic squares of a board to that of the best packing of patterns, and at least
/// to that of each pattern that fits into the board.
///
/// The budget is polled once a round and once a pattern. If it stops, the bound is the best so far, and
/// [`ControlFlow::Break`] is returned.
///
/// # Complexity
/// O(copies × squares of a pattern) a round, where interchangeable copies count once. The number of rounds is limited,
/// so on large boards the bound can fall short of that of the best packing.
pub(super) fn raise(bound: &mut u64, size: Size, patterns: &[Pattern], budget: &mut Budget<'_>) -> ControlFlow<()> {
    let inside = patterns.iter().filter(|pattern| size.contains(pattern.size)).map(|pattern| pattern.lower_bound);
    *bound = inside.fold(*bound, u64::max);
    let program = Program::new(size, patterns, budget)?;
    let mut min = Learner::new(program.copies.len());
    let mut max = Learner::new(program.orbit_sizes.len());
    // Weighted sums over the rounds: of the strategy of Min, of what Max gains in each orbit, of what each copy costs.
    let mut strategies = vec![0.0; program.copies.len()];
    let (mut gains_sum, mut costs_sum) = (vec![0.0; program.orbit_sizes.len()], vec![0.0; program.copies.len()]);
    let mut total = 0.0;
    let entries: usize = program.copies.iter().map(|copy| copy.orbits.len()).sum();
    for round in 1..=STEPS.checked_div(entries).unwrap_or(0).min(ROUNDS) {
        budget.poll(0)?;
        let costs = program.costs(&max.strategy);
        min.learn(costs.iter().map(|cost| -cost));
        let gains = program.gains(&min.strategy);
        max.learn(gains.iter().copied());
        let weight = (round * round) as f64;
        total += weight;
        for (sums, values) in [(&mut strategies, &min.strategy), (&mut gains_sum, &gains), (&mut costs_sum, &costs)] {
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += weight * value);
        }
        let proved = total / gains_sum.iter().copied().fold(0.0, f64::max);
        let most = total / costs_sum.iter().copied().fold(f64::INFINITY, f64::min);
        if proved > *bound as f64 + TOLERANCE {
            *bound = program.proved(&program.weights(&strategies)).max(*bound);
        }
        if most < *bound as f64 + TOLERANCE || most - proved < TOLERANCE {
            break;
        }
    }
    ControlFlow::Continue(())
}

/// A player of the game.
struct Learner {
    /// The regret of not having played each choice instead, but never below 0.
    regrets: Vec<f64>,
    /// The probability of each choice.
    strategy: Vec<f64>,
}

impl Learner {
    fn new(choices: usize) -> Learner {
        Learner { regrets: vec![0.0; choices], strategy: vec![1.0 / choices as f64; choices] }
    }

    /// Adapts the strategy to what each choice would have won.
    fn learn(&mut self, wins: impl Iterator<Item = f64> + Clone) {
        let value: f64 = self.strategy.iter().zip(wins.clone()).map(|(probability, win)| probability * win).sum();
        self.regrets.iter_mut().zip(wins).for_each(|(regret, win)| *regret = (*regret + win - value).max(0.0));
        let sum: f64 = self.regrets.iter().sum();
        if sum > 0.0 {
            self.strategy.iter_mut().zip(&self.regrets).for_each(|(probability, regret)| *probability = regret / sum);
        }
    }
}

/// The linear program of a board and its patterns.
struct Program {
    /// The number of symmetries of the board.
    symmetries: u64,
    /// The number of squares of each orbit.
    orbit_sizes: Vec<u64>,
    copies: Vec<Copied>,
}

/// A copy of a pattern: its lower bound, and the orbit of each of its squares.
struct Copied {
    lower_bound: u64,
    orbits: Vec<u32>,
}

impl Program {
    /// Returns the program with one of each class of interchangeable copies, or [`ControlFlow::Break`] if the budget
    /// stops.
    fn new(size: Size, patterns: &[Pattern], budget: &mut Budget<'_>) -> ControlFlow<(), Program> {
        let (orbits, orbit_sizes) = orbits(size);
        let mut copies = Vec::new();
        for pattern in patterns.iter().filter(|pattern| pattern.lower_bound > 0) {
            budget.poll(0)?;
            for small in pattern.orientations() {
                let corners: Vec<[Cell; 4]> = squares(small).map(|square| square.corners()).collect();
                copies.extend(placements(size, small).map(|placement| {
                    let orbit = |corners: &[Cell; 4]| orbits[&sorted(corners.map(|cell| placement.image(cell)))];
                    let mut orbits: Vec<u32> = corners.iter().map(orbit).collect();
                    orbits.sort_unstable();
                    Copied { lower_bound: pattern.lower_bound, orbits }
                }));
            }
            copies.sort_by(|a, b| a.orbits.cmp(&b.orbits).then(b.lower_bound.cmp(&a.lower_bound)));
            copies.dedup_by(|later, first| later.orbits == first.orbits);
        }
        let symmetries = Symmetry::of(size.rows(), size.columns()).len() as u64;
        ControlFlow::Continue(Program { symmetries, orbit_sizes, copies })
    }

    /// Returns what Min pays for each copy against a strategy of Max.
    fn costs(&self, strategy: &[f64]) -> Vec<f64> {
        let prices: Vec<f64> =
            strategy.iter().zip(&self.orbit_sizes).map(|(share, &size)| share / size as f64).collect();
        let cost = |copy: &Copied| copy.orbits.iter().map(|&orbit| prices[orbit as usize]).sum::<f64>();
        self.copies.iter().map(|copy| cost(copy) / copy.lower_bound as f64).collect()
    }

    /// Returns what Max gains in each orbit against a strategy of Min.
    fn gains(&self, strategy: &[f64]) -> Vec<f64> {
        let mut gains = vec![0.0; self.orbit_sizes.len()];
        for (copy, share) in self.copies.iter().zip(strategy).filter(|(_, share)| **share > 0.0) {
            let weight = share / copy.lower_bound as f64;
            copy.orbits.iter().for_each(|&orbit| gains[orbit as usize] += weight);
        }
        gains.iter_mut().zip(&self.orbit_sizes).for_each(|(gain, &size)| *gain /= size as f64);
        gains
    }

    /// Returns integer weights of the copies in proportion to a strategy of Min. Their sum is at most 2⁴⁰.
    #[allow(clippy::cast_sign_loss, reason = "probabilities are not negative")]
    fn weights(&self, strategy: &[f64]) -> Vec<u64> {
        let weights = self.copies.iter().zip(strategy).map(|(copy, share)| share / copy.lower_bound as f64);
        let scale = (1_u64 << 40) as f64 / weights.clone().sum::<f64>();
        // Conversion rounds down.
        weights.map(|weight| (weight * scale) as u64).collect()
    }

    /// Returns the number of monochromatic squares that a packing proves by the theorem: each copy and each of its
    /// images has the weight that is given for the copy. The sum of the weights must be at most 2⁴⁴: no overflow.
    fn proved(&self, weights: &[u64]) -> u64 {
        let mut loads = vec![0; self.orbit_sizes.len()];
        let mut minima = 0;
        for (copy, weight) in self.copies.iter().zip(weights) {
            minima += self.symmetries * weight * copy.lower_bound;
            copy.orbits.iter().for_each(|&orbit| loads[orbit as usize] += weight);
        }
        // As many symmetries leave a square of an orbit in place as there are symmetries for each of its squares.
        let loads = loads.iter().zip(&self.orbit_sizes).map(|(load, size)| self.symmetries / size * load);
        loads.max().filter(|&load| load > 0).map_or(0, |load| minima.div_ceil(load))
    }
}

/// Returns the orbit of each square of a board, and the number of squares of each orbit.
fn orbits(size: Size) -> (HashMap<[Cell; 4], u32>, Vec<u64>) {
    let (mut orbits, mut sizes) = (HashMap::new(), Vec::new());
    for corners in squares(size).map(|square| square.corners()) {
        if orbits.contains_key(&sorted(corners)) {
            continue;
        }
        let before = orbits.len();
        for symmetry in Symmetry::of(size.rows(), size.columns()) {
            let image = corners.map(|cell| symmetry.image(cell, size.rows(), size.columns()));
            orbits.insert(sorted(image), sizes.len() as u32);
        }
        sizes.push((orbits.len() - before) as u64);
    }
    (orbits, sizes)
}

/// The place of a copy: the image of the first cell of the pattern, and the step.
struct Placement {
    origin: Cell,
    right: u16,
    below: u16,
}

impl Placement {
    /// Returns the image of a cell of the pattern.
    const fn image(&self, cell: Cell) -> Cell {
        let &Placement { origin, right, below } = self;
        let (column, row) = (cell.column(), cell.row());
        Cell::new(origin.column() + column * right - row * below, origin.row() + column * below + row * right)
    }
}

/// Returns all places of a pattern on a board.
fn placements(size: Size, small: Size) -> impl Iterator<Item = Placement> {
    let (across, down) = (small.columns() - 1, small.rows() - 1);
    let steps = (1..size.columns()).flat_map(move |right| (0..size.rows()).map(move |below| (right, below)));
    steps.flat_map(move |(right, below)| {
        // How far the copy extends to the left of its origin, to its right, and below it: less than 2¹⁴ cells.
        let (to_left, to_right, height) = (down * below, across * right, across * below + down * right);
        let columns = to_left..size.columns().saturating_sub(to_right);
        (0..size.rows().saturating_sub(height)).flat_map(move |row| {
            columns.clone().map(move |column| Placement { origin: Cell::new(column, row), right, below })
        })
    })
}

fn sorted(mut corners: [Cell; 4]) -> [Cell; 4] {
    corners.sort_unstable();
    corners
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use microlp::{ComparisonOp, OptimizationDirection, Problem};

    use super::*;
    use crate::hip::Square;
    use crate::random::Random;

    /// Returns the squares of each copy of a small board: the images of it and of its mirror image under all shifts and
    /// all turns with an enlargement.
    fn all_copies(size: Size, small: Size) -> BTreeSet<BTreeSet<usize>> {
        let point = |cell: Cell| (i32::from(cell.column()), i32::from(cell.row()));
        let corners = |size| squares(size).map(move |square| square.corners().map(point));
        let numbers: HashMap<BTreeSet<(i32, i32)>, usize> = corners(size).map(BTreeSet::from).zip(0..).collect();
        let longest = i32::from(size.rows().max(size.columns()));
        let turns = (-longest..=longest).flat_map(|right| (-longest..=longest).map(move |below| (right, below)));
        let mut copies = BTreeSet::new();
        for (right, below) in turns.filter(|&turn| turn != (0, 0)) {
            for (left, top) in size.cells().map(point) {
                for hand in [1, -1] {
                    let image = |(x, y)| (left + hand * (x * right - y * below), top + x * below + y * right);
                    let number = |corners: [_; 4]| numbers.get(&BTreeSet::from(corners.map(image))).copied();
                    copies.extend(corners(small).map(number).collect::<Option<_>>());
                }
            }
        }
        copies
    }

    /// If each copy has a number of monochromatic squares, at least as many as this have to be on the board, by the
    /// linear relaxation.
    fn fewest(size: Size, copies: &BTreeSet<(u64, BTreeSet<usize>)>) -> Result<f64, Box<dyn std::error::Error>> {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let variables: Vec<_> = squares(size).map(|_| problem.add_var(1.0, (0.0, f64::INFINITY))).collect();
        for (least, copy) in copies {
            let sum: Vec<_> = copy.iter().map(|&square| (variables[square], 1.0)).collect();
            problem.add_constraint(&sum[..], ComparisonOp::Ge, *least as f64);
        }
        Ok(problem.solve()?.solution().ok_or("no solution")?.objective())
    }

    /// The rows and columns of a board, and of its patterns with their lower bounds.
    type Case = ((u16, u16), &'static [(u16, u16, u64)]);

    const CASES: [Case; 11] = [
        ((2, 7), &[(2, 2, 1)]),
        ((4, 4), &[(2, 2, 1)]),
        ((4, 5), &[(2, 3, 2)]),
        ((5, 5), &[(3, 3, 2)]),
        ((5, 5), &[(3, 2, 1), (3, 3, 4)]),
        ((6, 5), &[(3, 4, 3)]),
        ((6, 6), &[(3, 3, 1), (4, 4, 7)]),
        ((3, 9), &[(2, 4, 1), (3, 3, 2)]),
        ((7, 7), &[(2, 5, 3), (3, 3, 2)]),
        ((8, 9), &[(4, 3, 3), (5, 5, 11)]),
        ((8, 9), &[(6, 7, 1), (6, 8, 2), (7, 7, 3), (7, 8, 5), (8, 8, 8)]),
    ];

    fn board_and_patterns(((rows, columns), patterns): Case) -> Option<(Size, Vec<Pattern>)> {
        let pattern = |&(rows, columns, lower_bound)| Some(Pattern { size: Size::new(rows, columns)?, lower_bound });
        Some((Size::new(rows, columns)?, patterns.iter().map(pattern).collect::<Option<_>>()?))
    }

    fn raised(size: Size, patterns: &[Pattern]) -> u64 {
        let mut bound = 0;
        assert!(raise(&mut bound, size, patterns, &mut Budget::default()).is_continue());
        bound
    }

    /// By linear programming duality no packing proves more than the relaxation.
    #[test]
    fn the_bound_is_that_of_the_linear_program() -> Result<(), Box<dyn std::error::Error>> {
        for case in CASES {
            let (size, patterns) = board_and_patterns(case).ok_or("no size")?;
            let numbers: HashMap<[Cell; 4], usize> =
                squares(size).map(|square| sorted(square.corners())).zip(0..).collect();
            let (mut found, mut all) = (BTreeSet::new(), BTreeSet::new());
            for pattern in &patterns {
                for small in pattern.orientations() {
                    let corners: Vec<[Cell; 4]> = squares(small).map(|square| square.corners()).collect();
                    found.extend(placements(size, small).map(|placement| {
                        let number = |corners: &[Cell; 4]| numbers[&sorted(corners.map(|cell| placement.image(cell)))];
                        (pattern.lower_bound, corners.iter().map(number).collect())
                    }));
                }
                all.extend(all_copies(size, pattern.size).into_iter().map(|copy| (pattern.lower_bound, copy)));
            }
            assert_eq!(found, all, "{size}");
            let (bound, optimum) = (raised(size, &patterns), fewest(size, &all)?);
            assert!((0.0..1.0).contains(&(bound as f64 - optimum + 1e-6)), "{size}: {bound} of {optimum}");
        }
        Ok(())
    }

    /// The theorem is applied to all copies and all squares, whatever the weights.
    #[test]
    fn packings_are_checked_exactly() -> Result<(), Box<dyn std::error::Error>> {
        let mut random = Random::fixed();
        for case in CASES {
            let (size, patterns) = board_and_patterns(case).ok_or("no size")?;
            let ControlFlow::Continue(program) = Program::new(size, &patterns, &mut Budget::default()) else {
                return Err("stopped".into());
            };
            let orbits = orbits(size).0;
            let mut places = BTreeMap::new();
            for small in patterns.iter().flat_map(Pattern::orientations) {
                for placement in placements(size, small) {
                    let image = |square: Square| sorted(square.corners().map(|cell| placement.image(cell)));
                    let copy: Vec<[Cell; 4]> = squares(small).map(image).collect();
                    let mut key: Vec<u32> = copy.iter().map(|square| orbits[square]).collect();
                    key.sort_unstable();
                    places.insert(key, copy);
                }
            }
            let (rows, columns) = (size.rows(), size.columns());
            for _ in 0..20 {
                let weights: Vec<u64> = program.copies.iter().map(|_| u64::from(random.below(4))).collect();
                let (mut loads, mut minima) = (BTreeMap::new(), 0);
                for (copy, weight) in program.copies.iter().zip(&weights) {
                    for symmetry in Symmetry::of(rows, columns) {
                        minima += weight * copy.lower_bound;
                        for square in &places[&copy.orbits] {
                            let image = sorted(square.map(|cell| symmetry.image(cell, rows, columns)));
                            *loads.entry(image).or_insert(0) += weight;
                        }
                    }
                }
                let load = loads.into_values().max().unwrap_or(0);
                assert_eq!(program.proved(&weights), if load == 0 { 0 } else { minima.div_ceil(load) }, "{size}");
            }
        }
        Ok(())
    }

    /// Of any set of squares, each copy contains at least as many as the copy with the fewest.
    #[test]
    fn no_more_squares_are_proved_than_there_are() -> Result<(), Box<dyn std::error::Error>> {
        let mut random = Random::fixed();
        for case in CASES.into_iter().cycle().take(100) {
            let (size, mut patterns) = board_and_patterns(case).ok_or("no size")?;
            let percent = 20 + random.below(80);
            let chosen: BTreeSet<usize> = (0..squares(size).count()).filter(|_| random.percent(percent)).collect();
            for pattern in &mut patterns {
                let copies = all_copies(size, pattern.size).into_iter();
                let counts = copies.map(|copy| copy.intersection(&chosen).count() as u64);
                pattern.lower_bound = counts.min().ok_or("no copy")?;
            }
            let bound = raised(size, &patterns);
            assert!(bound <= chosen.len() as u64, "{size}: {bound} of {}", chosen.len());
        }
        Ok(())
    }

    /// The minima of boards with up to 72 cells.
    #[test]
    fn bounds_grow_with_the_board() -> Result<(), Box<dyn std::error::Error>> {
        let minima = [(6, 7, 1), (6, 8, 2), (7, 7, 3), (7, 8, 5), (7, 9, 6), (8, 8, 8), (8, 9, 10)];
        let pattern = |(rows, columns, lower_bound)| Some(Pattern { size: Size::new(rows, columns)?, lower_bound });
        let patterns: Vec<Pattern> = minima.into_iter().map(pattern).collect::<Option<_>>().ok_or("no size")?;
        let sizes = (6..=17).flat_map(|rows| (rows..=rows + 1).filter_map(move |columns| Size::new(rows, columns)));
        let bounds: Vec<u64> = sizes.map(|size| raised(size, &patterns)).collect();
        let expected = [0, 1, 3, 5, 8, 10, 10, 10, 10, 10, 10, 10, 10, 12, 14, 18, 22, 27, 32, 37, 40, 40, 40, 44];
        assert_eq!(bounds, expected);
        for pattern in &patterns {
            assert_eq!(raised(pattern.size, &patterns), pattern.lower_bound, "{}", pattern.size);
        }
        Ok(())
    }

    /// A bound is known before the first round.
    #[test]
    fn a_stopped_search_proves_as_much_as_each_pattern() -> Result<(), Box<dyn std::error::Error>> {
        let (size, patterns) = board_and_patterns(CASES[10]).ok_or("no size")?;
        let mut bound = 3;
        let mut stopped = Budget::new(|_| ControlFlow::Break(()));
        assert!(raise(&mut bound, size, &patterns, &mut stopped).is_break());
        assert_eq!(bound, 8);
        Ok(())
    }
}
