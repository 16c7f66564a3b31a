//! The parts of the solver, each against the definition of what it finds: by playing games out, on random positions of small boards.

use std::collections::HashMap;
use std::ops::ControlFlow;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::cells::{Board, CellSet, Stones, Words};
use super::connections::{Connections, Until};
use super::fill_in::{fill_in, is_dead, ring};
use super::inferior::inferior_moves;
use super::search::{Numbers, Shared};
use super::wins::Told;
use super::{OfSets, Searches, Techniques};
use crate::budget::Budget;
use crate::player::{ByPlayer, Player};

type Position = Stones<u64>;

/// Returns a position with a number of empty cells that neither player has won.
fn open_position(board: &Board<u64>, empty: usize, random: &mut ChaCha8Rng) -> Position {
    loop {
        let mut cells: Vec<usize> = (0..board.cells).collect();
        cells.shuffle(random);
        let mut stones = Position { of: ByPlayer::default() };
        for &cell in &cells[empty..] {
            stones = stones.with(if random.random_bool(0.5) { Player::X } else { Player::O }, cell);
        }
        if Player::BOTH.into_iter().all(|player| !board.is_won(player, stones.of[player])) {
            return stones;
        }
    }
}

/// Returns whether a player can reach a goal by moves inside `open`, in which the players take turns until it is full.
fn can_reach(
    player: Player,
    to_move: Player,
    stones: &Position,
    open: u64,
    goal: &dyn Fn(&Position) -> bool,
    known: &mut HashMap<(u64, u64), bool>,
) -> bool {
    if open.is_empty() {
        return goal(stones);
    }
    let key = (stones.of.x, stones.of.o);
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let mut after = open.iter().map(|cell| {
        can_reach(player, to_move.opponent(), &stones.with(to_move, cell), open & !u64::of(cell), goal, known)
    });
    let reached = if to_move == player { after.any(|reached| reached) } else { after.all(|reached| reached) };
    known.insert(key, reached);
    reached
}

/// Returns the winner of a position by playing it out.
fn winner(board: &Board<u64>, stones: &Position, to_move: Player) -> Player {
    let won_by_x = |stones: &Position| board.is_won(Player::X, stones.of.x);
    let x_wins = can_reach(Player::X, to_move, stones, stones.empty(board), &won_by_x, &mut HashMap::new());
    if x_wins { Player::X } else { Player::O }
}

#[test]
fn every_connection_can_be_defended_inside_its_carrier() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut connections = Connections::new();
    let mut checked = [0, 0];
    for i in 0..160 {
        let board = Board::new(3 + i % 3);
        let empty = random.random_range(4..=board.cells.min(17));
        let stones = open_position(&board, empty, &mut random);
        let player = Player::BOTH[i / 3 % 2];
        let mut proceed = || ControlFlow::Continue(());
        assert!(connections.build(&board, &stones, player, Until::FullOfSides, &mut proceed).is_continue());
        connections.for_each(|ends, carrier, is_full| {
            if carrier.count() > 8 {
                return;
            }
            checked[usize::from(is_full)] += 1;
            assert!(carrier.is_within(stones.empty(&board)));
            // Empty ends are the player's, which must not be in the carrier.
            let sets = ends.map(|end| connections.end(end));
            let sides = ends.map(|end| if end < 2 { board.sides[player][end] } else { 0 });
            assert!(!carrier.meets(sets[0] | sets[1]));
            let mut given = stones;
            given.of[player] |= sets[0] | sets[1];
            // The player gets nothing outside of the carrier, and the chains end where it does.
            let joined = |after: &Position| {
                let own = after.of[player];
                board.component(sets[0] | sides[0], own).meets(sets[1] | sides[1])
            };
            let first = if is_full { player.opponent() } else { player };
            assert!(
                can_reach(player, first, &given, carrier, &joined, &mut HashMap::new()),
                "{player:?}, ends {ends:?}, carrier {carrier:b}, full {is_full}, {stones:?}"
            );
        });
    }
    assert!(checked.iter().all(|&checked| checked > 1000), "{checked:?}");
}

#[test]
fn filling_in_changes_no_winner() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut filled = 0;
    for i in 0..1500 {
        let board = Board::new(3 + i % 3);
        let stones = open_position(&board, random.random_range(1..=9), &mut random);
        let mut after = stones;
        fill_in(&board, &mut after, board.all, Player::X);
        filled += stones.empty(&board).count() - after.empty(&board).count();
        for player in Player::BOTH {
            assert!(stones.of[player].is_within(after.of[player]));
            assert_eq!(winner(&board, &stones, player), winner(&board, &after, player), "{player:?}: {stones:?}");
        }
        // What is near a new stone is enough to look at.
        let Some(&cell) = after.empty(&board).iter().collect::<Vec<_>>().first() else { continue };
        let mut one = after.with(Player::X, cell);
        let mut other = one;
        fill_in(&board, &mut one, board.near[cell], Player::X);
        fill_in(&board, &mut other, board.all, Player::X);
        assert_eq!(one.empty(&board), other.empty(&board), "{after:?}");
    }
    assert!(filled > 1000, "{filled}");
}

#[test]
fn a_dead_cell_never_matters() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut dead = 0;
    for i in 0..400 {
        let board = Board::new(2 + i % 3);
        let stones = open_position(&board, random.random_range(1..=board.cells.min(9)), &mut random);
        for cell in stones.empty(&board).iter().filter(|&cell| is_dead(ring(&board, &stones, cell))) {
            dead += 1;
            let others = stones.empty(&board) & !u64::of(cell);
            // All sets of other cells that X may get: subsets, from the largest to the empty one.
            let mut of_x = others;
            loop {
                let x = stones.of.x | of_x;
                let [with, without] = [x | u64::of(cell), x].map(|x| board.is_won(Player::X, x));
                assert_eq!(with, without, "{cell}: {stones:?}");
                if of_x == 0 {
                    break;
                }
                of_x = (of_x - 1) & others;
            }
        }
    }
    assert!(dead > 100, "{dead}");
}

#[test]
fn a_player_who_wins_also_wins_by_a_move_that_is_not_inferior() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let mut found = 0;
    for i in 0..1500 {
        let board = Board::new(3 + i % 3);
        let mut stones = open_position(&board, random.random_range(2..=9), &mut random);
        if i % 2 == 0 {
            fill_in(&board, &mut stones, board.all, Player::X);
        }
        for player in Player::BOTH {
            let (inferior, superior) = inferior_moves(&board, &stones, player);
            for &(bad, good) in &superior {
                assert!(inferior.has(bad.into()) && !inferior.has(good.into()), "{bad} {good}: {stones:?}");
            }
            assert_eq!(superior.len(), inferior.count() as usize);
            let wins = |cell| winner(&board, &stones.with(player, cell), player.opponent()) == player;
            let (bad, good): (Vec<_>, Vec<_>) = stones.empty(&board).iter().partition(|&cell| inferior.has(cell));
            found += bad.len();
            if !bad.is_empty() {
                let winning = |moves: &[usize]| moves.iter().any(|&cell| wins(cell));
                assert!(winning(&good) || !winning(&bad), "{player:?} to move, inferior {inferior:b}: {stones:?}");
            }
        }
    }
    assert!(found > 1000, "{found}");
}

/// Returns the position of a win in which the opponent has all cells but those that are needed.
fn worst(board: &Board<u64>, player: Player, needed: u64, proof_set: u64) -> Position {
    let mut stones = Position { of: ByPlayer::default() };
    stones.of[player] = needed;
    stones.of[player.opponent()] = board.all & !(needed | proof_set);
    stones
}

#[test]
fn wins_are_won_whatever_the_other_cells_are() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let (mut wins, mut smaller) = (0, 0);
    for size in [3, 4, 5] {
        let budget = Budget::default().with_memory(1 << 20);
        for i in 0..50 {
            // More is left to the search without connections.
            let techniques = Techniques { connections: i % 2 == 0, ..Techniques::ALL };
            let solver = OfSets::<u64>::new(techniques, size, &budget);
            let board = &solver.shared.board;
            let stones = open_position(board, (size * size - 2).min(14), &mut random);
            for to_move in Player::BOTH {
                assert!(solver.winner(&stones, to_move, &mut Budget::default()).is_some());
            }
            for player in Player::BOTH {
                for (needed, proof_set) in solver.shared.wins.of(player) {
                    let stones = worst(board, player, needed, proof_set);
                    assert_eq!(winner(board, &stones, player.opponent()), player, "{needed:b} {proof_set:b}");
                    wins += 1;
                    smaller += usize::from((needed | proof_set) != board.all);
                }
            }
        }
    }
    assert!(wins > 300 && smaller > 300, "{wins} {smaller}");
}

#[test]
fn wins_tell_the_truth_about_other_positions() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let solver = OfSets::<u64>::new(Techniques::ALL, 4, &Budget::default().with_memory(1 << 20));
    let board = &solver.shared.board;
    for cell in board.all.iter() {
        for player in Player::BOTH {
            let opening = Position { of: ByPlayer::default() }.with(player, cell);
            assert!(solver.winner(&opening, player.opponent(), &mut Budget::default()).is_some());
        }
    }
    let (mut won, mut lost, mut limited) = (0, 0, 0);
    for _ in 0..3000 {
        let stones = open_position(board, random.random_range(4..=12), &mut random);
        let to_move = if random.random_bool(0.5) { Player::X } else { Player::O };
        let mut told = Told::nothing(board.all);
        solver.shared.wins.tell(&stones, to_move, &mut told);
        if told.is_won {
            assert_eq!(winner(board, &stones, to_move), to_move, "{stones:?}");
            won += 1;
            continue;
        }
        for cell in (stones.empty(board) & !told.must_play).iter() {
            let after = stones.with(to_move, cell);
            assert_eq!(winner(board, &after, to_move.opponent()), to_move.opponent(), "{cell}: {stones:?}");
            limited += 1;
        }
        lost += usize::from(told.must_play.is_empty());
    }
    assert!(won > 100 && lost > 50 && limited > 300, "{won} {lost} {limited}");
}

/// Returns random disjoint sets of cells.
fn random_pair<S: CellSet>(cells: usize, random: &mut ChaCha8Rng) -> ByPlayer<S> {
    let mut pair = ByPlayer::<S>::default();
    for cell in 0..cells {
        match random.random_range(0..3) {
            0 => pair.x |= S::of(cell),
            1 => pair.o |= S::of(cell),
            _ => {}
        }
    }
    pair
}

/// Checks that symmetric positions have the same key, and others do not.
fn check_keys<S: CellSet>(size: usize) {
    let board = Board::<S>::new(size);
    let mut random = ChaCha8Rng::seed_from_u64(size as u64);
    for _ in 0..30 {
        let stones = Stones { of: random_pair::<S>(board.cells, &mut random) };
        let turned = ByPlayer::from_fn(|player| {
            stones.of[player].iter().fold(S::default(), |set, cell| set | S::of(board.cells - 1 - cell))
        });
        let transposed = Stones { of: ByPlayer { x: board.transposed(stones.of.o), o: board.transposed(stones.of.x) } };
        let key = stones.key(&board, Player::X);
        assert_eq!(key, Stones { of: turned }.key(&board, Player::X));
        assert_eq!(key, transposed.key(&board, Player::O));
        assert_ne!(key, stones.key(&board, Player::O));
        for cell in stones.empty(&board).iter() {
            assert_ne!(key, stones.with(Player::X, cell).key(&board, Player::X));
            assert_ne!(key, stones.with(Player::O, cell).key(&board, Player::X));
        }
    }
}

#[test]
fn keys_are_equal_for_symmetric_positions_alone() {
    // Smaller random positions are symmetric themselves, now and then.
    (5..=8).for_each(check_keys::<u64>);
    (9..=11).for_each(check_keys::<u128>);
    (12..=22).step_by(5).for_each(check_keys::<Words>);
}

/// The pair of sets whose digits to base 3 are those of a number: 1 for X, 2 for O.
fn pair_of_number(mut number: u128) -> ByPlayer<u128> {
    let mut pair = ByPlayer::default();
    for cell in 0..81 {
        match number % 3 {
            0 => {}
            1 => pair.x |= 1 << cell,
            _ => pair.o |= 1 << cell,
        }
        number /= 3;
    }
    pair
}

#[test]
fn no_two_positions_of_9x9_to_11x11_have_the_same_key() {
    // Numbers that differ by powers of two, where words could overflow.
    for base in [0, 1, 3_u128.pow(40), 3_u128.pow(41) - 1] {
        let keys = (0..127).map(|bit| u128::key(pair_of_number(base + (1 << bit))));
        let keys: std::collections::BTreeSet<[u64; 3]> = keys.chain([u128::key(pair_of_number(base))]).collect();
        assert_eq!(keys.len(), 128);
    }
    let full = |player: Player| {
        let mut pair = ByPlayer::default();
        pair[player] = (1_u128 << 121) - 1;
        u128::key(pair)
    };
    assert_ne!(full(Player::X), full(Player::O));
}

/// Checks sets against the list of their cells.
fn check_sets<S: CellSet>(cells: usize) {
    let mut random = ChaCha8Rng::seed_from_u64(cells as u64);
    let set = random_pair::<S>(cells, &mut random).x;
    let listed: Vec<usize> = set.iter().collect();
    assert!(listed.is_sorted());
    assert_eq!(listed, (0..cells).filter(|&cell| set.has(cell)).collect::<Vec<_>>());
    assert_eq!(listed.len(), set.count() as usize);
    let mut turned: Vec<usize> = set.half_turn(cells).iter().map(|cell| cells - 1 - cell).collect();
    turned.reverse();
    assert_eq!(turned, listed);
}

#[test]
fn sets_have_the_cells_that_were_put_into_them() {
    for size in 1..=22_usize {
        if size <= 8 {
            check_sets::<u64>(size * size);
        }
        if size <= 11 {
            check_sets::<u128>(size * size);
        }
        check_sets::<Words>(size * size);
    }
}

/// Such as one that was forged.
#[test]
fn a_state_that_contradicts_itself_ends_proofs_and_lines() {
    let solver = OfSets::<u64>::new(Techniques::ALL, 3, &Budget::default());
    let empty = Position { of: ByPlayer::default() };
    let Shared { board, .. } = &solver.shared;
    for cell in 0..9 {
        let after = solver.shared.filled(empty.with(Player::X, cell), board.all);
        solver.shared.store(after.key(board, Player::O), Numbers::WON, 1);
    }
    let proof =
        crate::hex::Position::empty(3).map(|position| solver.proof(&position, Player::X, &mut Budget::default()));
    assert_eq!(proof, Ok(None));
    assert_eq!(solver.winner(&empty, Player::X, &mut Budget::default()), Some(Player::O));
    let mut searches = Searches { budget: &mut Budget::default(), before: 0 };
    assert!(solver.line(empty, Player::X, &mut searches).is_none());
}
