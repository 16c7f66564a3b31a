//! Chip-firing games from the rules, slowly and obviously: nothing here is shared with the program.
//!
//! A graph is a list of neighbours for each vertex, a position is a list of chips. The values of positions are stored
//! in dictionaries.

#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

use std::collections::{BTreeSet, HashMap, HashSet};

use itertools::Itertools;
use quadrille::chip_firing::{Configuration, Game};
use quadrille::graph::Graph;
use rand::RngExt;
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};

pub type Chips = Vec<u64>;
pub type Edges = Vec<(usize, usize)>;

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

    /// The vertices and edges of a graph of the program.
    pub fn of(graph: &Graph) -> Board {
        Board::new(graph.order(), &edges(graph))
    }

    pub fn edges(&self) -> Edges {
        let of = |(from, to): (usize, &Vec<usize>)| to.iter().map(move |&to| (from, to)).collect::<Vec<_>>();
        self.neighbours.iter().enumerate().flat_map(of).filter(|(from, to)| from < to).collect()
    }

    pub fn empty(&self) -> Chips {
        vec![0; self.neighbours.len()]
    }

    /// The vertices that can fire.
    pub fn unstable(&self, chips: &[u64]) -> Vec<usize> {
        (0..chips.len()).filter(|&vertex| chips[vertex] >= self.neighbours[vertex].len() as u64).collect()
    }

    fn fire(&self, chips: &mut [u64], vertex: usize) {
        chips[vertex] -= self.neighbours[vertex].len() as u64;
        self.neighbours[vertex].iter().for_each(|&next| chips[next] += 1);
    }

    /// Fires any vertex that can, one at a time. The chips at the end, and how often each vertex fired; `None` if a
    /// configuration recurs: there are finitely many with these chips, so that firing is endless if and only if one
    /// does.
    pub fn fire_at_random(&self, start: &[u64], random: &mut SmallRng) -> Option<(Chips, Chips)> {
        let (mut chips, mut firings, mut seen) = (start.to_vec(), self.empty(), HashSet::new());
        while let Some(&vertex) = self.unstable(&chips).choose(random) {
            if !seen.insert(chips.clone()) {
                return None;
            }
            self.fire(&mut chips, vertex);
            firings[vertex] += 1;
        }
        Some((chips, firings))
    }

    /// The stable chips, or `None` once every vertex has fired.
    pub fn rest(&self, chips: &[u64]) -> Option<Chips> {
        let (mut chips, mut fired) = (chips.to_vec(), BTreeSet::new());
        while let Some(&vertex) = self.unstable(&chips).first() {
            self.fire(&mut chips, vertex);
            fired.insert(vertex);
            if fired.len() == chips.len() {
                return None;
            }
        }
        Some(chips)
    }

    /// Start and firings explain the end: each vertex lost its degree whenever it fired and got one whenever a
    /// neighbour did.
    pub fn explains(&self, start: &[u64], firings: &[u64], end: &[u64]) -> bool {
        self.neighbours.iter().enumerate().all(|(vertex, neighbours)| {
            let got: u64 = neighbours.iter().map(|&next| firings[next]).sum();
            start[vertex] + got == end[vertex] + firings[vertex] * neighbours.len() as u64
        })
    }

    /// Permutations of the vertices that keep the edges, pruned as they grow.
    pub fn automorphisms(&self) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for vertex in 0..self.neighbours.len() {
            let joined = |from: usize, to: usize| self.neighbours[from].contains(&to);
            let keeps = |images: &[usize], image| {
                !images.contains(&image)
                    && (0..vertex).all(|before| joined(before, vertex) == joined(images[before], image))
            };
            let longer = |images: &Vec<usize>| {
                let images_of_vertex = (0..self.neighbours.len()).filter(|&image| keeps(images, image));
                images_of_vertex.map(|image| [images.as_slice(), &[image]].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
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
            let new = self.options(&chips).into_iter().flatten().filter(|option| found.insert(option.clone()));
            open.extend(new.collect::<Vec<_>>());
        }
        found
    }
}

/// All pairs of vertices.
pub fn complete(vertices: usize) -> Edges {
    (0..vertices).flat_map(|to| (0..to).map(move |from| (from, to))).collect()
}

/// The edges of a graph of the program.
pub fn edges(graph: &Graph) -> Edges {
    let of = |vertex| graph.neighbours(vertex).iter().map(move |next| (vertex.index(), next.index()));
    graph.vertices().flat_map(of).filter(|(from, to)| from < to).collect()
}

/// All graphs on this many numbered vertices.
pub fn graphs(vertices: usize) -> impl Iterator<Item = Edges> {
    complete(vertices).into_iter().powerset()
}

/// The connected ones among them.
pub fn connected_graphs(vertices: usize) -> impl Iterator<Item = Edges> {
    graphs(vertices).filter(move |edges| {
        let mut reached = HashSet::from([0]);
        for _ in 0..vertices {
            let joined = edges.iter().filter(|(from, to)| reached.contains(from) || reached.contains(to));
            reached = joined.flat_map(|&(from, to)| [0, from, to]).collect();
        }
        reached.len() == vertices
    })
}

/// One of each class of isomorphic ones: the first of its images under all orders of the vertices.
pub fn connected_classes(vertices: usize) -> impl Iterator<Item = Edges> {
    let mut seen: HashSet<Edges> = HashSet::new();
    connected_graphs(vertices).filter(move |edges| {
        let is_new = !seen.contains(edges);
        if is_new {
            seen.extend((0..vertices).permutations(vertices).map(|names| {
                let image = edges.iter().map(|&(from, to)| (names[from], names[to]));
                let image = image.map(|(from, to)| (from.min(to), from.max(to)));
                image.sorted_by_key(|&(from, to)| (to, from)).collect()
            }));
        }
        is_new
    })
}

/// A random tree, and each other edge with this probability.
pub fn random_graph(vertices: usize, more: f64, random: &mut SmallRng) -> Edges {
    let mut names: Vec<usize> = (0..vertices).collect();
    names.shuffle(random);
    let mut edges: Edges = (1..vertices).map(|to| (names[random.random_range(0..to)], names[to])).collect();
    for (from, to) in complete(vertices) {
        if !edges.contains(&(from, to)) && !edges.contains(&(to, from)) && random.random_bool(more) {
            edges.push((from, to));
        }
    }
    edges
}

/// The line of graph6 of the graph with these edges, as the format is described: bits, six a character.
pub fn graph6(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> String {
    let mut bits = vec![false; (vertices * vertices.saturating_sub(1) / 2).next_multiple_of(6)];
    for (from, to) in edges {
        let (row, column) = (from.min(to), from.max(to));
        bits[column * (column - 1) / 2 + row] = true;
    }
    let order =
        if vertices < 63 { vec![vertices] } else { vec![63, vertices >> 12, vertices >> 6 & 63, vertices & 63] };
    let sixes = bits.chunks(6).map(|six| six.iter().fold(0, |sum, &bit| 2 * sum + usize::from(bit)));
    order.into_iter().chain(sixes).map(|six| char::from(six as u8 + 63)).collect()
}

/// The graph with these edges, by its line of graph6.
pub fn graph(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Graph {
    Graph::from_graph6(graph6(vertices, edges).as_bytes()).unwrap()
}

/// A game of the program.
pub fn game(vertices: usize, edges: &[(usize, usize)], chips: &[u64]) -> Game {
    let graph = graph(vertices, edges.iter().copied());
    Game::new(graph).unwrap().restart(&Configuration::new(chips.to_vec()), &mut Default::default()).unwrap()
}

/// The values of positions of a board.
#[derive(Debug)]
pub struct Values {
    pub board: Board,
    grundy: HashMap<Chips, u64>,
    numbers: HashMap<(Chips, bool), u64>,
}

impl Values {
    pub fn new(board: Board) -> Values {
        Values { board, grundy: HashMap::new(), numbers: HashMap::new() }
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
        let value = (0..).find(|value| !values.contains(value)).unwrap();
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
        let options = self.board.options(chips);
        let wins = |option: &Option<Chips>| option.as_ref().is_none_or(|option| self.winner(option) == 2);
        let wins: Vec<bool> = options.iter().map(wins).collect();
        (0..chips.len()).filter(|&vertex| wins[vertex]).collect()
    }

    /// The vertices on which the next chip keeps the number of chips.
    pub fn keeping(&mut self, chips: &[u64], max: bool) -> Vec<usize> {
        let value = self.number(chips, max);
        (0..chips.len()).filter(|&vertex| self.number_after(chips, max, vertex) == value).collect()
    }
}
