//! Chip-firing games from the rules, slowly and obviously: nothing here is shared with the program.
//!
//! A graph is a list of neighbours for each vertex, a position is a list of chips. One vertex fires at a time, and an avalanche
//! is endless as soon as every vertex has fired; [`Board::recurs`] checks this on tiny graphs by firing until a configuration
//! recurs. The values of positions are stored in dictionaries.

#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

pub mod post;

use std::collections::{BTreeSet, HashMap};

pub type Chips = Vec<u64>;

#[derive(Clone, Debug)]
pub struct Board {
    pub neighbours: Vec<Vec<usize>>,
    /// Whether all vertices are alike, so that positions are sorted, largest first.
    pub sorted: bool,
}

impl Board {
    pub fn new(vertices: usize, edges: &[(usize, usize)]) -> Board {
        let mut neighbours = vec![Vec::new(); vertices];
        for &(from, to) in edges {
            neighbours[from].push(to);
            neighbours[to].push(from);
        }
        Board { neighbours, sorted: false }
    }

    /// A complete graph, whose positions are sorted.
    pub fn complete(vertices: usize) -> Board {
        Board { sorted: true, ..Board::new(vertices, &complete(vertices)) }
    }

    pub fn empty(&self) -> Chips {
        vec![0; self.neighbours.len()]
    }

    fn can_fire(&self, chips: &[u64]) -> Option<usize> {
        (0..chips.len()).find(|&vertex| chips[vertex] >= self.neighbours[vertex].len() as u64)
    }

    fn fire(&self, chips: &mut [u64], vertex: usize) {
        chips[vertex] -= self.neighbours[vertex].len() as u64;
        for &next in &self.neighbours[vertex] {
            chips[next] += 1;
        }
    }

    /// The stable chips, or `None` in an endless avalanche.
    pub fn rest(&self, chips: &[u64]) -> Option<Chips> {
        let mut chips = chips.to_vec();
        let mut fired = BTreeSet::new();
        while let Some(vertex) = self.can_fire(&chips) {
            self.fire(&mut chips, vertex);
            fired.insert(vertex);
            if fired.len() == chips.len() {
                return None;
            }
        }
        Some(chips)
    }

    /// Whether a configuration recurs if the first vertex that can fire always fires.
    pub fn recurs(&self, chips: &[u64]) -> bool {
        let mut chips = chips.to_vec();
        let mut seen = BTreeSet::new();
        while let Some(vertex) = self.can_fire(&chips) {
            if !seen.insert(chips.clone()) {
                return true;
            }
            self.fire(&mut chips, vertex);
        }
        false
    }

    /// The position after a chip on a vertex, or `None` if that ends the game.
    pub fn after(&self, chips: &[u64], vertex: usize) -> Option<Chips> {
        let mut chips = chips.to_vec();
        chips[vertex] += 1;
        let mut chips = self.rest(&chips)?;
        if self.sorted {
            chips.sort_by(|a, b| b.cmp(a));
        }
        Some(chips)
    }

    /// The positions after a chip on each vertex.
    pub fn options(&self, chips: &[u64]) -> Vec<Option<Chips>> {
        (0..chips.len()).map(|vertex| self.after(chips, vertex)).collect()
    }

    /// All positions that can be reached from the empty board, including it.
    pub fn reachable(&self) -> BTreeSet<Chips> {
        let mut found = BTreeSet::from([self.empty()]);
        let mut open = vec![self.empty()];
        while let Some(chips) = open.pop() {
            for option in self.options(&chips).into_iter().flatten() {
                if found.insert(option.clone()) {
                    open.push(option);
                }
            }
        }
        found
    }
}

/// All pairs of vertices.
pub fn complete(vertices: usize) -> Vec<(usize, usize)> {
    (0..vertices).flat_map(|to| (0..to).map(move |from| (from, to))).collect()
}

/// The values of positions of a board.
#[derive(Debug)]
pub struct Values {
    pub board: Board,
    grundy: HashMap<Chips, u64>,
    numbers: HashMap<(Chips, bool), u64>,
    plays: HashMap<(Chips, bool), u64>,
}

impl Values {
    pub fn new(board: Board) -> Values {
        Values { board, grundy: HashMap::new(), numbers: HashMap::new(), plays: HashMap::new() }
    }

    /// 1 if the player to move wins, else 2; the player who ends the game wins.
    pub fn winner(&mut self, chips: &[u64]) -> u64 {
        if self.grundy(chips) == 0 { 2 } else { 1 }
    }

    /// The smallest number that no option has; the end has 0, since the player to move has lost.
    pub fn grundy(&mut self, chips: &[u64]) -> u64 {
        if let Some(&value) = self.grundy.get(chips) {
            return value;
        }
        let options = self.board.options(chips);
        let values: Vec<u64> =
            options.into_iter().map(|option| option.map_or(0, |option| self.grundy(&option))).collect();
        let mut value = 0;
        while values.contains(&value) {
            value += 1;
        }
        self.grundy.insert(chips.to_vec(), value);
        value
    }

    /// How many chips there are at the end if Max, or Min, is to move.
    pub fn number(&mut self, chips: &[u64], max: bool) -> u64 {
        if let Some(&value) = self.numbers.get(&(chips.to_vec(), max)) {
            return value;
        }
        let values: Vec<u64> = (0..chips.len()).map(|vertex| self.number_after(chips, max, vertex)).collect();
        let value = if max { values.into_iter().max() } else { values.into_iter().min() }.unwrap();
        self.numbers.insert((chips.to_vec(), max), value);
        value
    }

    fn number_after(&mut self, chips: &[u64], max: bool, vertex: usize) -> u64 {
        match self.board.after(chips, vertex) {
            Some(option) => self.number(&option, !max),
            None => chips.iter().sum::<u64>() + 1,
        }
    }

    /// The vertices on which the next chip wins.
    pub fn winning(&mut self, chips: &[u64]) -> Vec<usize> {
        let wins = |vertex: &usize| match self.board.after(chips, *vertex) {
            Some(option) => self.winner(&option) == 2,
            None => true,
        };
        (0..chips.len()).filter(wins).collect()
    }

    /// The vertices on which the next chip keeps the number of chips.
    pub fn keeping(&mut self, chips: &[u64], max: bool) -> Vec<usize> {
        let value = self.number(chips, max);
        (0..chips.len()).filter(|&vertex| self.number_after(chips, max, vertex) == value).collect()
    }

    /// The number of further chips if the loser prolongs the game, and the winner, who plays winning moves only, shortens it or
    /// prolongs it too.
    pub fn play(&mut self, chips: &[u64], shortens: bool) -> u64 {
        if let Some(&length) = self.plays.get(&(chips.to_vec(), shortens)) {
            return length;
        }
        let wins = self.winner(chips) == 1;
        let mut lengths = Vec::new();
        for option in self.board.options(chips) {
            match option {
                None => lengths.push(1),
                Some(option) if !wins || self.winner(&option) == 2 => lengths.push(1 + self.play(&option, shortens)),
                Some(_) => {}
            }
        }
        let length = if wins && shortens { lengths.into_iter().min() } else { lengths.into_iter().max() }.unwrap();
        self.plays.insert((chips.to_vec(), shortens), length);
        length
    }
}
