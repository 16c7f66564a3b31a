//! The scripts of "Combinatorial Games" (2018) for complete graphs, as they are written there, in Rust: sorted
//! positions, one pass that topples, and dictionaries E of values and S of subgames. The empty list is the end of the
//! game.

use std::collections::{BTreeSet, HashMap};

pub type Graph = Vec<u64>;
pub type Subgames = HashMap<Graph, BTreeSet<Graph>>;

/// Whether the game ends.
pub fn topple(g: &mut Graph) -> bool {
    let mut ret = false;
    for i in 0..g.len() {
        if g[i] >= g.len() as u64 - 1 {
            g[i] -= g.len() as u64 - 1;
            for (j, chips) in g.iter_mut().enumerate() {
                if j != i {
                    *chips += 1;
                }
            }
        }
    }
    if g[0] >= g.len() as u64 - 1 {
        ret = true;
    }
    g.sort_by(|a, b| b.cmp(a));
    ret
}

/// Empty if there is a winning move.
fn populate_subgames(g: &Graph) -> BTreeSet<Graph> {
    let mut subgames = BTreeSet::new();
    for i in 0..g.len() {
        if i == 0 || g[i] < g[i - 1] {
            let mut new = g.clone();
            new[i] += 1;
            if topple(&mut new) {
                return BTreeSet::new();
            }
            subgames.insert(new);
        }
    }
    subgames
}

/// The winner, 0 or 1, if this player is to move; with `draws`, as for the trees, all subgames are visited and stored.
pub fn winner(g: &Graph, player: u8, e: &mut HashMap<Graph, u8>, draws: Option<&mut Subgames>) -> u8 {
    if let Some(&known) = e.get(g) {
        return known;
    }
    let subgames = populate_subgames(g);
    let mut draws = draws;
    if let Some(s) = draws.as_deref_mut() {
        s.insert(g.clone(), subgames.clone());
    }
    if subgames.is_empty() {
        e.insert(g.clone(), player);
        return player;
    }
    e.insert(g.clone(), 1 - player);
    for option in &subgames {
        if winner(option, 1 - player, e, draws.as_deref_mut()) == player {
            e.insert(g.clone(), player);
            if draws.is_none() {
                break;
            }
        }
    }
    e[g]
}

/// With the end among the subgames, if there is a move that ends the game.
pub fn all_subgames(g: &Graph) -> BTreeSet<Graph> {
    let mut subgames = BTreeSet::new();
    for i in 0..g.len() {
        if i == 0 || g[i] < g[i - 1] {
            let mut new = g.clone();
            new[i] += 1;
            subgames.insert(if topple(&mut new) { Vec::new() } else { new });
        }
    }
    subgames
}

/// The number of chips at the end if this player, 0 for Max and 1 for Min, is to move.
pub fn score(g: &Graph, player: u8, e: &mut HashMap<Graph, u64>, s: &mut Subgames) -> u64 {
    if let Some(&known) = e.get(g) {
        return known;
    }
    let subgames = all_subgames(g);
    let end = BTreeSet::from([Vec::new()]);
    if subgames.contains(&Vec::new()) && (player == 1 || subgames == end) {
        e.insert(g.clone(), g.iter().sum::<u64>() + 1);
        s.insert(g.clone(), end);
        return e[g];
    }
    s.insert(g.clone(), subgames.clone());
    let mut best = if player == 0 { 0 } else { (g.len() * g.len()) as u64 };
    for option in subgames.iter().filter(|option| !option.is_empty()) {
        let new = score(option, 1 - player, e, s);
        if (new > best && player == 0) || (new < best && player == 1) {
            best = new;
        }
    }
    e.insert(g.clone(), best);
    best
}
