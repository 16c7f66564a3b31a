//! The theorems of `src/chip_firing/theorems.md`, on all stable configurations of complete graphs, by plain firing.

use std::collections::{BTreeSet, HashMap};

use itertools::Itertools;
use quadrille::budget::Budget;
use quadrille::chip_firing::{Question, Solver};

use crate::reference::{complete, game};
use crate::retrograde::{Table, choose_2};
use crate::support::rounds;

/// What is left of the mountain, from the heights of the interface.
struct Left {
    boxes: usize,
    heights: Vec<i32>,
    /// Whether the columns of the bottom row are left.
    columns: Vec<bool>,
    /// The steps over columns that are left, and a dot for one that is gone.
    word: String,
}

impl Left {
    fn of(chips: &[u8]) -> Left {
        let vertices = chips.len();
        let mut heights = vec![0_i32];
        for remainder in 0..vertices {
            let ups = chips.iter().filter(|&&chips| usize::from(chips) == remainder).count();
            let steps = std::iter::repeat_n(1, ups).chain([-1]);
            steps.for_each(|step| heights.push(heights[heights.len() - 1] + step));
        }
        let above = |site: usize| (2..=heights[site]).filter(|height| (height - site as i32) % 2 == 0).count();
        let step = |from: usize| if heights[from + 1] > heights[from] { '(' } else { ')' };
        let columns: Vec<bool> = (2..=2 * vertices).step_by(2).map(|site| heights[site] >= 2).collect();
        let steps = |(at, &is_left): (usize, &bool)| {
            if is_left { String::from_iter([step(2 * at + 1), step(2 * at + 2)]) } else { ".".into() }
        };
        let word = columns.iter().enumerate().map(steps).collect();
        Left { boxes: (1..=2 * vertices).map(above).sum(), heights, columns, word }
    }

    /// The lengths of the gaps between columns that are left, around the ring.
    fn gaps(&self) -> Vec<usize> {
        let (n, columns) = (self.columns.len(), &self.columns);
        let gap = |at: usize| (1..).find(|next| columns[(at + next) % n]).unwrap() - 1;
        (0..n).filter(|&at| columns[at]).map(gap).collect()
    }

    /// The word with gaps by parity, the same for all rotations and reflections.
    fn shape(&self) -> String {
        let mut word = self.word.clone();
        while let Some(at) = word.find("..") {
            word.replace_range(at..at + 2, "");
        }
        while word.len() > 2 && word.starts_with('.') && word.ends_with('.') {
            word = word[1..word.len() - 1].into();
        }
        let mirrored = word.chars().rev().map(|step| match step {
            '(' => ')',
            ')' => '(',
            dot => dot,
        });
        let rotations = |word: String| (0..word.len()).map(move |at| [&word[at..], &word[..at]].concat());
        rotations(mirrored.collect()).chain(rotations(word)).min().unwrap()
    }
}

/// A shape on an even number of vertices, its chips, and who wins.
struct Seen {
    chips: Vec<u8>,
    boxes: usize,
    /// Whether player 1 moves, and whether player 1 wins.
    outcomes: BTreeSet<(bool, bool)>,
}

/// All stable configurations: any numbers below n-1.
fn configurations(vertices: usize) -> impl Iterator<Item = Vec<u8>> {
    (0..vertices as u8 - 1).combinations_with_replacement(vertices)
}

fn check(vertices: usize) {
    let (n, table) = (vertices, Table::fill(vertices));
    let mut shapes: HashMap<String, Seen> = HashMap::new();
    for chips in configurations(n) {
        let (left, values) = (Left::of(&chips), table.get(&chips));
        let total: usize = chips.iter().map(|&chips| usize::from(chips)).sum();
        let player_1_moves = total.is_multiple_of(2);
        let player_1_wins = values.wins == player_1_moves;
        let (boxes, gaps) = (left.boxes, left.gaps());
        let free: usize = gaps.iter().map(|&gap| choose_2(gap)).sum();
        // Not negative: only free tempo moves have been made.
        let bank = free - (total + boxes - choose_2(n));
        if boxes == 1 {
            assert!(values.wins, "{chips:?}");
            continue;
        }
        // The two-box law, and the length.
        assert!(n % 2 == 0 || player_1_wins, "{chips:?}");
        if boxes == 2 {
            assert_eq!((gaps.len(), gaps.iter().sum()), (2, n - 2), "{chips:?}");
            assert_eq!(values.wins, bank % 2 == 1, "{chips:?}");
            assert_eq!(player_1_wins, gaps[0] * gaps[1] % 2 == 0, "{chips:?}");
        }
        assert!(choose_2(n) + usize::from(values.longest) <= n * n + 3 - 3 * n, "{chips:?}: {values:?}");
        if n % 2 == 0 {
            // Colour changes are even gaps.
            let (up, changes) = (boxes - gaps.len(), gaps.iter().filter(|&gap| gap % 2 == 0).count());
            let even_bank_for_player_1 = (up + changes / 2).is_multiple_of(2);
            assert_eq!(player_1_moves == even_bank_for_player_1, bank.is_multiple_of(2), "{chips:?}");
            let new = || Seen { chips, boxes, outcomes: BTreeSet::new() };
            shapes.entry(left.shape()).or_insert_with(new).outcomes.insert((player_1_moves, player_1_wins));
        }
    }
    let mut reach_saturated = HashMap::new();
    for (shape, seen) in &shapes {
        check_type(&table, &shapes, shape, seen);
        check_words(&table, &mut reach_saturated, shape, seen);
    }
}

/// What section 8 says of a shape, by all ways to delete columns.
struct Word {
    /// The fewest columns whose deletion leaves an antisymmetric word.
    delta: usize,
    /// The boxes above the bottom row, and those of them at height 3.
    up: usize,
    bonds: usize,
    /// Whether a column of a smallest set is not covered by a bond.
    good_is_free: bool,
    is_saturated: bool,
}

impl Word {
    fn of(left: &Left) -> Word {
        let n = left.columns.len();
        let columns: Vec<usize> = (0..n).filter(|&at| left.columns[at]).collect();
        let has_bond = |at: usize| left.heights[2 * at + 3..].first().is_some_and(|&height| height >= 3);
        let is_free = |&at: &usize| !has_bond(at) && (at == 0 || !has_bond(at - 1));
        let keeps_antisymmetric = |set: &Vec<usize>| {
            let word: Vec<usize> = columns.iter().filter(|at| !set.contains(at)).map(|at| at % 2).collect();
            let half = word.len() / 2;
            word.len().is_multiple_of(2) && (0..half).all(|at| word[at] != word[at + half])
        };
        let sets = |size| columns.iter().copied().combinations(size).filter(keeps_antisymmetric);
        let delta = (0..).find(|&size| sets(size).next().is_some()).unwrap();
        let up = left.boxes - columns.len();
        let good_is_free = sets(delta).flatten().any(|at| is_free(&at));
        let is_critical = left.boxes.is_multiple_of(2) && up == delta && delta > 0;
        let is_saturated = is_critical && !good_is_free && even_bank_is_for_player_1(&left.shape());
        Word { delta, up, bonds: (0..n).filter(|&at| has_bond(at)).count(), good_is_free, is_saturated }
    }
}

/// The player who moves with an even bank is player 1 exactly if N + G is divisible by 4.
fn even_bank_is_for_player_1(shape: &str) -> bool {
    (shape.matches('(').count() + shape.matches('.').count()).is_multiple_of(4)
}

/// Theorems A, B and C of section 8; `reach_saturated` has the shapes from which a saturated one can be reached.
fn check_words(table: &Table, reach_saturated: &mut HashMap<String, bool>, shape: &str, seen: &Seen) {
    fn reaches(table: &Table, known: &mut HashMap<String, bool>, chips: &[u8]) -> bool {
        let left = Left::of(chips);
        let shape = left.shape();
        if let Some(&known) = known.get(&shape) {
            return known;
        }
        let reaches =
            Word::of(&left).is_saturated || options(table, chips).iter().any(|option| reaches(table, known, option));
        known.insert(shape, reaches);
        reaches
    }
    let Word { delta, up, bonds, good_is_free, is_saturated } = Word::of(&Left::of(&seen.chips));
    assert!(delta == 0 || good_is_free || bonds >= delta, "{shape}");
    if seen.boxes % 2 == 1 {
        return;
    }
    let (_, is_1) = seen.outcomes.first().unwrap();
    if delta > up || is_saturated {
        assert!(!is_1, "{shape}");
    } else if !reaches(table, reach_saturated, &seen.chips) {
        assert!(is_1, "{shape}");
    }
    assert!(up > 0 || *is_1 == (delta == 0), "{shape}");
}

/// The configurations after one essential box less.
fn options(table: &Table, chips: &[u8]) -> Vec<Vec<u8>> {
    let boxes = Left::of(chips).boxes;
    let all = (0..chips.len()).filter_map(|vertex| table.after(chips, vertex));
    all.filter(|option| Left::of(option).boxes + 1 == boxes).collect()
}

/// Tempo elimination, the two-ply rule, and shapes that are symmetric under a half-turn.
fn check_type(table: &Table, shapes: &HashMap<String, Seen>, shape: &str, seen: &Seen) {
    let Seen { chips, boxes, outcomes } = seen;
    let options = |chips: &[u8]| options(table, chips);
    // Whether player 1 wins with an even number of boxes left, no matter who moves.
    let is_1 = |chips: &Vec<u8>| {
        let winners: BTreeSet<bool> =
            shapes[&Left::of(chips).shape()].outcomes.iter().map(|&(_, player_1_wins)| player_1_wins).collect();
        winners.into_iter().exactly_one().unwrap()
    };
    if boxes % 2 == 1 {
        let types: BTreeSet<bool> = options(chips).iter().map(is_1).collect();
        for &(player_1_moves, player_1_wins) in outcomes {
            assert_eq!(player_1_wins == player_1_moves, types.contains(&player_1_moves), "{shape}");
        }
        return;
    }
    let even_bank = even_bank_is_for_player_1(shape);
    if *boxes > 2 {
        let keeps = |option: &Vec<u8>| options(option).iter().all(|next| is_1(next) == even_bank);
        assert_eq!(is_1(chips) == even_bank, options(chips).iter().any(keeps), "{shape}");
    }
    let (half, other) = shape.split_at(shape.len() / 2);
    if half == other {
        assert_eq!(is_1(chips), !even_bank, "{shape}");
    }
}

#[test]
fn theorems_on_complete_graphs_hold_for_all_configurations() {
    (3..=rounds(10, 12)).for_each(check);
}

/// No search for odd numbers of vertices, and for even ones the search by the two-ply rule.
#[test]
fn winners_on_complete_graphs_match_retrograde_analysis() {
    for vertices in 3..=rounds(9, 10) {
        let table = Table::fill(vertices);
        for chips in configurations(vertices) {
            let position = game(vertices, &complete(vertices), &chips.iter().copied().map(u64::from).collect_vec());
            let mut budget = Budget::default().with_memory(1 << 15);
            let winner = Solver::new(&position, Question::Winner, &budget).unwrap().answer(&mut budget).unwrap();
            assert_eq!(winner.to_number() == 1, table.get(&chips).wins, "{chips:?}");
        }
    }
}
