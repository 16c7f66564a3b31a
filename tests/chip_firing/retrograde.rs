//! All stable configurations of a complete graph, valued from the fullest down, beside the solver's answers.
//!
//! A retrograde analysis, without a search: on `K_n` there are `C(2n-2, n)` configurations up to the order of the
//! vertices, each is expanded by definition, and its options are looked up in the table of those with one chip more.

use quadrille::budget::Budget;
use quadrille::chip_firing::{Game, Question, Side, Solver};

use crate::support::rounds;

/// The value of a configuration; chips are those at the end, less the lower bound n(n-1)/2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Values {
    /// Whether the player to move wins if the last move wins.
    pub(crate) wins: bool,
    /// The Grundy value of that game.
    grundy: u8,
    /// The chips then, if the winner takes the shortest way and the loser the longest.
    shortest: u8,
    /// And if both take the longest, the winner among the ways that win.
    pub(crate) longest: u8,
    /// The chips if Max is to move and wants many and Min few; and if Min is to move.
    max_moves: u8,
    min_moves: u8,
}

/// The number of pairs; the fewest chips with which a game on a complete graph ends.
pub(crate) fn choose_2(vertices: usize) -> usize {
    vertices * vertices.saturating_sub(1) / 2
}

/// Values in the order of the configurations: chips of one vertex after the other, fewest first.
pub(crate) struct Table {
    vertices: usize,
    binomials: Vec<Vec<usize>>,
    values: Vec<Values>,
}

impl Table {
    pub(crate) fn fill(vertices: usize) -> Table {
        let mut binomials = vec![vec![0; vertices + 1]; 2 * vertices];
        for row in 0..2 * vertices {
            binomials[row][0] = 1;
            for k in 1..=vertices.min(row) {
                binomials[row][k] = binomials[row - 1][k - 1] + binomials[row - 1][k];
            }
        }
        let all = binomials[2 * vertices - 2][vertices];
        let mut table = Table { vertices, binomials, values: vec![Values::default(); all] };
        for total in (0..=vertices * (vertices - 2)).rev() {
            table.fill_level(&mut Vec::new(), total);
        }
        table
    }

    /// Values all configurations with the given beginning and number of further chips.
    fn fill_level(&mut self, chips: &mut Vec<u8>, left: usize) {
        let vertices = self.vertices - chips.len();
        if vertices == 0 {
            let (at, values) = (self.index(chips), self.value(chips));
            self.values[at] = values;
            return;
        }
        let largest = self.vertices - 2;
        let least = chips.last().copied().unwrap_or(0);
        for next in least..=largest.min(left / vertices) as u8 {
            if left - usize::from(next) <= largest * (vertices - 1) {
                chips.push(next);
                self.fill_level(chips, left - usize::from(next));
                chips.pop();
            }
        }
    }

    /// The index of a configuration, by the combinatorial number system.
    fn index(&self, chips: &[u8]) -> usize {
        chips.iter().enumerate().map(|(i, &chips)| self.binomials[i + usize::from(chips)][i + 1]).sum()
    }

    pub(crate) fn get(&self, chips: &[u8]) -> Values {
        self.values[self.index(chips)]
    }

    fn value(&self, chips: &[u8]) -> Values {
        let total: usize = chips.iter().map(|&chips| usize::from(chips)).sum();
        let at_end = || {
            // No game ends before n(n-1)/2 chips.
            let end = (total + 1 - choose_2(self.vertices)) as u8;
            Values { shortest: end, longest: end, max_moves: end, min_moves: end, ..Values::default() }
        };
        let mut options = Vec::new();
        for (vertex, own) in chips.iter().enumerate() {
            // The last of those with as many.
            if chips.get(vertex + 1) != Some(own) {
                options.push(self.after(chips, vertex).map_or_else(at_end, |chips| self.get(&chips)));
            }
        }
        let wins = options.iter().any(|option| !option.wins);
        let seen = options.iter().fold(0_u64, |seen, option| seen | 1 << option.grundy);
        let good = || options.iter().filter(|option| wins != option.wins);
        let shortest = good().map(|option| option.shortest);
        Values {
            wins,
            grundy: seen.trailing_ones() as u8,
            shortest: if wins { shortest.min() } else { shortest.max() }.unwrap(),
            longest: good().map(|option| option.longest).max().unwrap(),
            max_moves: options.iter().map(|option| option.min_moves).max().unwrap(),
            min_moves: options.iter().map(|option| option.max_moves).min().unwrap(),
        }
    }

    /// The chips after one on a vertex, sorted; `None` if that ends the game.
    pub(crate) fn after(&self, chips: &[u8], vertex: usize) -> Option<Vec<u8>> {
        let mut chips = chips.to_vec();
        chips[vertex] += 1;
        let neighbours = self.vertices as u8 - 1;
        let mut fired = vec![false; self.vertices];
        while let Some(vertex) = chips.iter().position(|&chips| chips >= neighbours) {
            fired[vertex] = true;
            if fired.iter().all(|&fired| fired) {
                return None;
            }
            chips.iter_mut().for_each(|chips| *chips += 1);
            chips[vertex] -= neighbours + 1;
        }
        chips.sort_unstable();
        Some(chips)
    }
}

fn compare(vertices: usize) {
    let table = Table::fill(vertices);
    let values = table.get(&vec![0; vertices]);
    let game = Game::new(format!("K{vertices}").parse().unwrap()).unwrap();
    let mut budget = Budget::default().with_memory(8 << 30).with_threads(2);
    let mut solved = |question| Solver::new(&game, question, &budget).unwrap().answer(&mut budget).unwrap().to_number();
    println!("K{vertices} {values:?}");
    assert_eq!(solved(Question::Winner), if values.wins { 1 } else { 2 });
    assert_eq!(values.wins, values.grundy > 0);
    assert_eq!(solved(Question::Grundy), u64::from(values.grundy));
    let chips = |at_end: u8| (choose_2(vertices) + usize::from(at_end)) as u64;
    assert_eq!(solved(Question::Number(Side::Max)), chips(values.max_moves));
    assert_eq!(solved(Question::Number(Side::Min)), chips(values.min_moves));
    // Seen in each table so far.
    let prolonged = (vertices * vertices + 3 - 3 * vertices) as u64;
    assert_eq!([values.shortest, values.longest].map(chips), [prolonged; 2]);
}

/// The environment variable that raises the largest graph: K17 takes half an hour and 3 GB.
const UP_TO: &str = "RETROGRADE_UP_TO";

#[test]
fn complete_graphs_agree_with_retrograde_analysis() {
    let largest = std::env::var(UP_TO).map_or(rounds(11, 13), |largest| largest.parse().unwrap());
    (2..=largest).for_each(compare);
}
