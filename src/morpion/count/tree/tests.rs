//! The walk on lists with little room, and what it says of late positions, against sets of sets.

use std::collections::BTreeSet;

use super::*;
use crate::morpion::Variant;
use crate::random::Random;

fn tally(variant: Variant, depth: usize, room: usize) -> Result<Vec<Tally>, Stop> {
    let mut board = Board::new(variant);
    let legal = board.all_moves();
    let mut go_on = |_| ControlFlow::Continue(());
    let mut walk = Walk::new(Scope { depth, finished: true }, &mut go_on);
    walk.room = room;
    walk.below(&mut board, 0, &legal, &[]).map(|()| walk.tally)
}

#[test]
fn a_list_that_is_full_is_followed_by_one_of_what_is_legal() {
    for (variant, legal) in [(Variant::T5, 28), (Variant::D5, 28), (Variant::T4, 40), (Variant::D4, 40)] {
        let whole = tally(variant, 5, ROOM);
        // From now on nearly every move begins a list.
        assert_eq!(tally(variant, 5, legal + MOST_NEW + 4), whole, "{variant}");
        assert_eq!(tally(variant, 5, legal + MOST_NEW - 1), Err(Stop::TooManyMoves), "{variant}");
    }
}

/// All grids below one, with its moves that are left out, as sets of sets: by the number of moves how many there are, and how
/// many of them are finished. None if there are too many for that.
fn one_by_one(board: &Board, left_out: &[Candidate]) -> Option<Vec<Tally>> {
    let mut tally = Vec::new();
    let mut grids = BTreeSet::from([BTreeSet::new()]);
    while !grids.is_empty() {
        let mut next = BTreeSet::new();
        let mut finished = 0;
        for grid in &grids {
            let mut board = board.clone();
            for &candidate in grid {
                board.flip(candidate);
            }
            let legal = board.all_moves();
            finished += u64::from(legal.is_empty());
            for candidate in legal.into_iter().filter(|candidate| !left_out.contains(candidate)) {
                let mut grid: BTreeSet<Candidate> = grid.clone();
                grid.insert(candidate);
                next.insert(grid);
            }
        }
        tally.push(Tally { grids: grids.len() as u64, finished });
        grids = next;
        if grids.len() > 300 {
            return None;
        }
    }
    Some(tally)
}

#[test]
fn late_grids_are_counted_to_the_last_and_so_are_the_finished_ones() {
    count_late_grids(100);
}

#[test]
#[ignore = "exhaustive: 4 s"]
fn many_late_grids_are_counted_to_the_last_and_so_are_the_finished_ones() {
    count_late_grids(1000);
}

/// Random games are taken back by some moves, and some of the legal moves left out.
fn count_late_grids(rounds: usize) {
    let mut random = Random::fixed();
    let (mut grids, mut finished) = (0, 0);
    for round in 0..rounds {
        let mut board = Board::new(Variant::ALL[round % 4]);
        let mut made = Vec::new();
        loop {
            let legal = board.all_moves();
            let Some(&candidate) = legal.get(random.below(legal.len() as u32) as usize) else { break };
            board.flip(candidate);
            made.push(candidate);
        }
        for _ in 0..random.between(2, 6) {
            made.pop().into_iter().for_each(|candidate| board.flip(candidate));
        }
        let (untried, left_out): (Vec<_>, Vec<_>) = board.all_moves().into_iter().partition(|_| random.percent(80));
        let Some(expected) = one_by_one(&board, &left_out) else { continue };
        let mut go_on = |_| ControlFlow::Continue(());
        let mut walk = Walk::new(Scope { depth: 60, finished: true }, &mut go_on);
        assert_eq!(walk.below(&mut board, 0, &untried, &left_out), Ok(()));
        assert_eq!(walk.tally[1..expected.len()], expected[1..], "round {round}");
        grids += walk.tally.iter().map(|tally| tally.grids).sum::<u64>();
        finished += walk.tally.iter().map(|tally| tally.finished).sum::<u64>();
    }
    assert!(grids > 5 * rounds as u64 && finished > rounds as u64, "{grids} {finished}");
}
