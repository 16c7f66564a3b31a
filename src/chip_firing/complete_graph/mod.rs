//! Positions on complete graphs, seen as an interface on a ring.
//!
//! Firing a vertex of `K_n` takes `n` chips from it and gives one to all. So only the chips modulo `n` matter, as a cyclic word:
//! for each remainder the vertices that have it, then a separator. A chip moves its vertex past a separator.
//!
//! ```text
//!     a vertex is an up, a separator a down:     /\                  /\
//!     the empty board of K4 is               /\/    \  a chip    /\/    \
//!     one mountain of height 4             ...        ---->    ...  (a local maximum becomes a local minimum: one box less)
//! ```
//!
//! The firing never ends as soon as no site of height 2 or above is left, since then every vertex has passed a separator. So
//! the `n(n-1)/2` *essential* boxes at height 2 and above all have to go, and those below are *tempo* moves, which only pass the
//! turn:
//!
//! ```text
//!     chips at the end  =  n(n-1)/2  +  tempo moves made
//! ```
//!
//! A tempo box can go as soon as no essential box lies above it; below height 2 each row of the ring narrows a gap of the bottom row
//! by one, so that gaps of lengths g free g(g-1)/2 tempo boxes each. A position is the [`Shape`](ring::Shape) of the essential boxes
//! that are left and how many of the free tempo moves have been made; which ones does not matter. What are left of them is the *bank*.
//!
//! - Who wins depends on the shape and on whether the bank is odd: who would win without two tempo moves answers the first by
//!   the second. The same holds for Grundy values. So gaps matter by parity alone ([`outcome`]).
//! - With two tempo moves more in the bank a play under perfect play has between 0 and 2 more of them (induction: of the two players the
//!   one who would lose by them answers a tempo move by another). So one threshold for each shape, parity and goal is enough
//!   ([`number`]).
//!
//! Sources: the model is ours as far as we know; that an endless firing is one in which every vertex fires is by Tardos, "Polynomial
//! bound for a chip firing game on graphs", 1988. The tests compare it with plain firing on all positions of small graphs.

pub(super) mod number;
pub(super) mod outcome;
mod ring;

use self::ring::{Ring, Segment};
use super::configuration::Configuration;

/// The most vertices whose positions fit into the numbers that are used.
pub(super) const LARGEST: usize = 30;

/// What a stable position is to a play.
#[derive(Clone, Copy, Debug)]
struct Interface {
    /// The essential boxes that are left, gaps counted.
    ring: Ring,
    /// How many tempo boxes they leave free, and how many of these are gone.
    free: u32,
    made: u32,
}

impl Interface {
    /// Reads the interface off the chips. A stable position is the same as if all its chips had been put there without any firing,
    /// so that remainders are the counts themselves and site 0 is still at height 0.
    fn of(configuration: &Configuration) -> Interface {
        let chips = configuration.chips();
        let n = chips.len();
        let heights = heights(chips);
        let mut ring = Ring::flat();
        let mut segment = Segment::default();
        let (mut boxes, mut first_gap) = (0, 0_u32);
        // The bottom row is at even sites; the last of them, 0, is in a gap.
        for site in (2..=2 * n).step_by(2) {
            boxes += (heights[site].max(0) + heights[site - 1].max(1) - 1).unsigned_abs() / 2;
            if heights[site] < 2 {
                let gap = if segment.places == 0 { &mut first_gap } else { &mut segment.gap };
                *gap += 1;
                continue;
            }
            if segment.gap > 0 {
                ring.push(segment);
                segment = Segment::default();
            }
            let up = |site: usize| u64::from(heights[site] > heights[site - 1]);
            segment.word |= (up(site) | up(site + 1) << 1) << (2 * segment.places);
            segment.places += 1;
        }
        segment.gap += first_gap;
        ring.push(segment);
        let free = ring.segments().iter().map(|segment| segment.gap * (segment.gap - 1) / 2).sum();
        let n = n as u32;
        let made = configuration.total() as u32 + boxes - n * (n - 1) / 2;
        Interface { ring, free, made }
    }
}

/// The heights of the sites 0 to 2n, of which the last is the first again.
fn heights(chips: &[u64]) -> Vec<i32> {
    let n = chips.len();
    let mut ups = vec![0; n];
    for &chips in chips {
        ups[chips as usize] += 1;
    }
    let mut heights = vec![0];
    let mut height = 0;
    for ups in ups {
        for _ in 0..ups {
            height += 1;
            heights.push(height);
        }
        height -= 1;
        heights.push(height);
    }
    heights
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};
    use std::error::Error;

    use super::super::configuration::Configuration;
    use super::super::game::{Game, NoGame, Side};
    use super::super::search::last_play::Board;
    use super::super::search::reach::Race;
    use super::number::{self, Number};
    use super::outcome::Outcome;
    use crate::graph::Graph;

    /// The empty board of a complete graph.
    fn empty(vertices: usize) -> Result<Game, NoGame> {
        let edges = (0..vertices).flat_map(|from| (0..from).map(move |to| (from, to)));
        let graph = Graph::from_edges(vertices, edges).unwrap_or_else(|error| panic!("{error}"));
        Game::new(graph)
    }

    /// Calls `with` for each position that plays lead to, in order of the chips, with what follows a chip on each vertex.
    fn positions(vertices: usize, mut with: impl FnMut(&Game, &[Option<Game>])) -> Result<(), NoGame> {
        let mut open = vec![empty(vertices)?];
        let mut seen = HashSet::new();
        while let Some(game) = open.pop() {
            let next: Vec<_> = game.graph().vertices().map(|vertex| game.play(vertex)).collect();
            with(&game, &next);
            let new = next.into_iter().flatten().filter(|next| seen.insert(next.configuration().clone()));
            open.extend(new.collect::<Vec<_>>());
        }
        Ok(())
    }

    #[test]
    fn options_are_what_plain_firing_leads_to() -> Result<(), Box<dyn Error>> {
        for vertices in 2..=6 {
            let board = Outcome::new(vertices)?;
            let mut options = Vec::new();
            positions(vertices, |game, next| {
                let place = board.place(game, Side::Max);
                board.options(&place, &mut (), &mut options);
                // With an even bank a tempo move may be left, to the same shape.
                let tempo = super::outcome::Place { odd: true, ..place };
                let expected: HashSet<_> =
                    next.iter().map(|next| next.as_ref().map(|next| board.place(next, Side::Max))).collect();
                let found: HashSet<_> =
                    options.iter().map(|option| (!board.is_over(option)).then_some(*option)).collect();
                let missing = expected.symmetric_difference(&found).copied().filter(|place| *place != Some(tempo));
                assert_eq!(missing.collect::<Vec<_>>(), [], "{}", game.configuration());
            })?;
        }
        Ok(())
    }

    /// The number of chips under perfect play, by firing and nothing else.
    fn chips(game: &Game, to_move: Side, known: &mut HashMap<(Configuration, bool), u64>) -> u64 {
        let max = to_move == Side::Max;
        if let Some(&chips) = known.get(&(game.configuration().clone(), max)) {
            return chips;
        }
        let after = |vertex| match game.play(vertex) {
            Some(next) => chips(&next, to_move.other(), known),
            None => game.chips() + 1,
        };
        let all: Vec<_> = game.graph().vertices().map(after).collect();
        let best = if max { all.iter().max() } else { all.iter().min() };
        let chips = best.copied().unwrap_or_else(|| panic!("no vertex"));
        known.insert((game.configuration().clone(), max), chips);
        chips
    }

    /// The same by the choices that are left on the ring.
    fn tempo_moves(board: Number, place: number::Place, known: &mut HashMap<number::Place, u64>) -> u64 {
        if board.is_over(&place) {
            return board.level(&place).into();
        }
        if let Some(&moves) = known.get(&place) {
            return moves;
        }
        let mut options = Vec::new();
        board.options(&place, &mut (), &mut options);
        let all: Vec<_> = options.into_iter().map(|option| tempo_moves(board, option, known)).collect();
        let best = if board.max_to_move(&place) { all.iter().max() } else { all.iter().min() };
        let moves = best.copied().unwrap_or_else(|| panic!("no option"));
        known.insert(place, moves);
        moves
    }

    #[test]
    fn choices_of_the_race_are_worth_what_plain_firing_is() -> Result<(), Box<dyn Error>> {
        for vertices in 3..=6 {
            let board = Number::new(vertices)?;
            let essential = vertices as u64 * (vertices as u64 - 1) / 2;
            let (mut plain, mut known) = (HashMap::new(), HashMap::new());
            positions(vertices, |game, _| {
                for to_move in [Side::Max, Side::Min] {
                    let place = board.place(game, to_move);
                    let expected = chips(game, to_move, &mut plain);
                    let found = essential + tempo_moves(board, place, &mut known);
                    assert_eq!(expected, found, "{} {to_move:?}", game.configuration());
                    let (least, most) = board.plain(&place);
                    assert!((u64::from(least)..=u64::from(most)).contains(&found));
                    assert!(game.chips() < found && u64::from(most) <= game.most());
                    assert_eq!(board.odd(&place), Some(found % 2 == 1), "{} {to_move:?}", game.configuration());
                }
            })?;
        }
        Ok(())
    }
}
