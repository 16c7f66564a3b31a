//! The parts of the solver, each against the definition of what it finds: by playing games out, on random positions of
//! small boards.

#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "boards are small")]

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex};

use chacha20::ChaCha8Rng;
use rand::seq::{IteratorRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use super::carriers::{End, Ends};
use super::cells::{Board, CellSet, Stones, Words};
use super::connections::{Connections, Until};
use super::fill_in::fill_in;
use super::inferior::inferior_moves;
use super::nodes::Node;
use super::preferred::{AlphaBeta, WON};
use super::proved_wins::{ProvedWins, Win};
use super::search::SearchState;
use super::{Solver, Technique, Techniques};
use crate::budget::Budget;
use crate::checkpoint::write_value;
use crate::player::{ByPlayer, Player};

type Position = Stones<u64>;

const EMPTY: Position = ByPlayer { x: 0, o: 0 };

/// Returns a solver for boards up to 8x8, and its search.
fn small_solver(techniques: &[Technique], size: usize, budget: &Budget<'_>) -> (Arc<SearchState<u64>>, Solver) {
    let search = Arc::new(SearchState::new(Techniques::new(techniques), size, budget.memory, budget.threads));
    let solver = Solver { board: Board::new(size), search: search.clone(), progress: Mutex::default() };
    (search, solver)
}

/// Where the empty cells of a position are.
#[derive(Clone, Copy)]
enum Empty {
    Anywhere,
    /// Near each other, so that many of them are captured or dominated.
    Together,
}

/// Returns a position with a number of empty cells that neither player has won.
fn open_position(board: &Board<u64>, empty: usize, place: Empty, random: &mut ChaCha8Rng) -> Position {
    loop {
        let mut cells: Vec<usize> = (0..board.cells).collect();
        cells.shuffle(random);
        if let Empty::Together = place {
            let mut open = u64::from_cell(cells[0]);
            while (open.count() as usize) < empty {
                let near = board.with_neighbours(open) & !open;
                open |= u64::from_cell(*cells.iter().filter(|&&cell| near.has(cell)).choose(random).unwrap_or(&0));
            }
            cells.sort_by_key(|&cell| !open.has(cell));
        }
        let player = |random: &mut ChaCha8Rng| if random.random_bool(0.5) { Player::X } else { Player::O };
        let stones = cells[empty..].iter().fold(EMPTY, |stones, &cell| stones.with(player(random), cell));
        if Player::BOTH.into_iter().all(|player| !board.is_won(player, stones[player])) {
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
    let key = (stones.x, stones.o);
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let mut after = open.iter().map(|cell| {
        can_reach(player, to_move.opponent(), &stones.with(to_move, cell), open & !u64::from_cell(cell), goal, known)
    });
    let reached = if to_move == player { after.any(|reached| reached) } else { after.all(|reached| reached) };
    known.insert(key, reached);
    reached
}

/// Returns the winner of a position by playing it out.
fn winner(board: &Board<u64>, stones: &Position, to_move: Player) -> Player {
    let won_by_x = |stones: &Position| board.is_won(Player::X, stones.x);
    let x_wins = can_reach(Player::X, to_move, stones, stones.empty(board), &won_by_x, &mut HashMap::new());
    if x_wins { Player::X } else { Player::O }
}

/// Returns each connection that was found: its ends, its carrier and whether it is full.
fn all(connections: &Connections<u64>) -> impl Iterator<Item = ([usize; 2], u64, bool)> {
    let pairs = (1..connections.ends.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
    pairs.flat_map(|[a, b]| {
        let (carriers, ends) = (&connections.carriers, Ends::new(End::new(a), End::new(b)));
        [(carriers.full(ends), true), (carriers.semi(ends), false)]
            .into_iter()
            .flat_map(move |(list, is_full)| list.iter().map(move |&carrier| ([a, b], carrier, is_full)))
    })
}

#[test]
fn every_connection_can_be_defended_inside_its_carrier() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut connections = Connections::default();
    let mut checked = [0, 0];
    for i in 0..160 {
        let board = Board::new(3 + i % 3);
        let empty = random.random_range(4..=board.cells.min(17));
        let stones = open_position(&board, empty, Empty::Anywhere, &mut random);
        let player = Player::BOTH[i / 3 % 2];
        let mut proceed = || ControlFlow::Continue(());
        assert!(connections.build(&board, &stones, player, Until::FullOfSides, &mut proceed).is_continue());
        for (ends, carrier, is_full) in all(&connections) {
            if carrier.count() > 8 {
                continue;
            }
            checked[usize::from(is_full)] += 1;
            // Empty ends are the player's, and outside of the carrier. The player gets nothing else there.
            let sets = ends.map(|end| connections.ends[end]);
            let sides = ends.map(|end| if end < 2 { board.sides[player][end] } else { 0 });
            assert!(carrier.is_within(stones.empty(&board)) && !carrier.meets(sets[0] | sets[1]));
            let mut given = stones;
            given[player] |= sets[0] | sets[1];
            let joined =
                |after: &Position| board.component(sets[0] | sides[0], after[player]).meets(sets[1] | sides[1]);
            let first = if is_full { player.opponent() } else { player };
            assert!(
                can_reach(player, first, &given, carrier, &joined, &mut HashMap::new()),
                "{player:?}, ends {ends:?}, carrier {carrier:b}, full {is_full}, {stones:?}"
            );
        }
    }
    assert!(checked.iter().all(|&checked| checked > 1000), "{checked:?}");
}

/// The example at the top of [connections](super::connections) and of [carriers](super::carriers).
#[test]
fn connections_of_the_example_are_as_described() {
    let board = Board::<u64>::new(3);
    let set = |cells: &[usize]| cells.iter().fold(0, |set, &cell| set | 1_u64 << cell);
    let stones = ByPlayer { x: set(&[1, 8]), o: set(&[5]) };
    let mut connections = Connections::default();
    let mut proceed = || ControlFlow::Continue(());
    assert!(connections.build(&board, &stones, Player::X, Until::FullOfSides, &mut proceed).is_continue());
    let ends = [&[][..], &[8], &[1], &[0], &[2], &[3], &[4], &[6], &[7]].map(set);
    assert_eq!((&*connections.ends, connections.chains, connections.must_play), (&ends[..], 3, 0));
    let ends = |a, b| Ends::new(End::new(a), End::new(b));
    let neighbours = |a| connections.neighbours().filter(move |ends| ends.lower == End::new(a)).collect::<Vec<_>>();
    assert_eq!([neighbours(0), neighbours(1)], [[3, 5, 7].map(|b| ends(0, b)).to_vec(), vec![ends(1, 4), ends(1, 8)]]);
    assert_eq!([ends(0, 1), ends(0, 2), ends(2, 3), ends(0, 4)].map(Ends::pair), [0, 1, 5, 6]);
    let carriers = &connections.carriers;
    assert_eq!([carriers.full(ends(0, 2)), carriers.semi(ends(0, 2))], [&[set(&[0, 3])][..], &[set(&[3]), set(&[0])]]);
    assert!(connections.joined(0).any(|joined| joined == ends(0, 2)));
}

/// Returns whether X has at most one group of a cell's neighbours, by trying all ways to fill them.
fn is_dead_by_trying(board: &Board<u64>, stones: &Position, cell: usize) -> bool {
    let owners = [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)].map(|(down, right)| {
        let (row, column) = ((cell / board.size) as isize + down, (cell % board.size) as isize + right);
        let [row_is_there, column_is_there] = [row, column].map(|place| (0..board.size as isize).contains(&place));
        let near = row * board.size as isize + column;
        let has = |player: &Player| stones[*player].has(near as usize);
        match (column_is_there, row_is_there) {
            (false, _) => Some(Player::X),
            (_, false) => Some(Player::O),
            _ => Player::BOTH.into_iter().find(has),
        }
    });
    (0..64).all(|filling| {
        let by_x = owners.map(|owner| owner.map(|owner| owner == Player::X));
        let by_x = [0, 1, 2, 3, 4, 5].map(|place| by_x[place].unwrap_or(filling >> place & 1 != 0));
        (0..6).filter(|&place| by_x[place] && !by_x[(place + 5) % 6]).count() <= 1
    })
}

/// Asserts that no cell is dead, and that no pair of cells is captured.
fn assert_all_filled(board: &Board<u64>, stones: &Position) {
    let empty = stones.empty(board);
    for cell in empty.iter() {
        assert!(!is_dead_by_trying(board, stones, cell), "{cell} is dead: {stones:?}");
        for (near, by) in (board.near[cell] & empty).iter().flat_map(|near| Player::BOTH.map(|by| (near, by))) {
            let pair = [(cell, near), (near, cell)];
            let is_captured = pair.iter().all(|&(one, other)| is_dead_by_trying(board, &stones.with(by, one), other));
            assert!(!is_captured, "{cell} and {near} are captured by {by}: {stones:?}");
        }
    }
}

#[test]
fn filled_cells_and_inferior_moves_change_no_winner() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let (mut filled, mut inferior_found) = (0, 0);
    for i in 0..2500 {
        let board = Board::new(4 + i % 2);
        let place = if i % 5 == 0 { Empty::Anywhere } else { Empty::Together };
        let stones = open_position(&board, 7, place, &mut random);
        let mut after = stones;
        fill_in(&board, &mut after, board.all, Player::BOTH[i / 3 % 2], &mut |_, _| ());
        assert_all_filled(&board, &after);
        filled += stones.empty(&board).count() - after.empty(&board).count();
        // What is near a new stone is enough to look at.
        if let Some(cell) = after.empty(&board).iter().next() {
            let mut next = after.with(Player::X, cell);
            fill_in(&board, &mut next, board.near[cell], Player::X, &mut |_, _| ());
            assert_all_filled(&board, &next);
        }
        for player in Player::BOTH {
            let wins = winner(&board, &stones, player);
            assert_eq!(winner(&board, &after, player), wins, "filled in, {player:?} to move: {stones:?}");
            let (inferior, superior) = inferior_moves(&board, &stones, player);
            assert_eq!(superior.len(), inferior.count() as usize);
            for &(bad, good) in &superior {
                assert!(inferior.has(bad.into()) && !inferior.has(good.into()), "{bad} {good}: {stones:?}");
            }
            inferior_found += superior.len();
            let mut others = (stones.empty(&board) & !inferior).iter();
            let is_won = others.any(|cell| winner(&board, &stones.with(player, cell), player.opponent()) == player);
            assert_eq!(is_won, wins == player, "{player:?} to move, inferior {inferior:b}: {stones:?}");
        }
    }
    assert!(filled > 1000 && inferior_found > 1000, "{filled} {inferior_found}");
}

/// All positions of 4x4: a number to base 3, with a digit for each cell (0 empty, 1 X, 2 O), and for each of them
/// whether X wins with X to move (bit 0), and with O to move (bit 1), by trying all moves.
struct AllPositions {
    board: Board<u64>,
    /// The stones that each number has on eight cells.
    stones: Vec<Position>,
    won_by_x: Vec<u8>,
}

impl AllPositions {
    const HALF: usize = 3_usize.pow(8);

    fn new() -> AllPositions {
        let stones_of_half = |number: usize| {
            (0..8).fold(EMPTY, |stones, cell| match number / 3_usize.pow(cell) % 3 {
                0 => stones,
                digit => stones.with(Player::BOTH[digit - 1], cell as usize),
            })
        };
        let stones = (0..Self::HALF).map(stones_of_half).collect();
        let mut all = AllPositions { board: Board::new(4), stones, won_by_x: vec![0; Self::HALF * Self::HALF] };
        // A position after a move has a larger number.
        for number in (0..Self::HALF * Self::HALF).rev() {
            let stones = all.stones(number);
            let moves = stones.empty(&all.board);
            all.won_by_x[number] = if moves.is_empty() {
                3 * u8::from(all.board.is_won(Player::X, stones.x))
            } else {
                let (mut any, mut every) = (0, 3);
                for cell in moves.iter() {
                    any |= all.won_by_x[number + Self::digit(Player::X, cell)] >> 1;
                    every &= all.won_by_x[number + Self::digit(Player::O, cell)] << 1;
                }
                any & 1 | every & 2
            };
        }
        all
    }

    fn digit(player: Player, cell: usize) -> usize {
        3_usize.pow(cell as u32) * if player == Player::X { 1 } else { 2 }
    }

    fn stones(&self, number: usize) -> Position {
        let [low, high] = [number % Self::HALF, number / Self::HALF].map(|half| self.stones[half]);
        ByPlayer { x: low.x | high.x << 8, o: low.o | high.o << 8 }
    }

    fn number(stones: &Position) -> usize {
        let digits = |player: Player| stones[player].iter().map(move |cell| Self::digit(player, cell)).sum::<usize>();
        digits(Player::X) + digits(Player::O)
    }

    fn winner(&self, number: usize, to_move: Player) -> Player {
        let bit = u8::from(to_move == Player::O);
        if self.won_by_x[number] >> bit & 1 != 0 { Player::X } else { Player::O }
    }

    /// Checks what is filled in and the inferior moves of a position. Returns how many there are of each.
    fn check(&self, number: usize) -> [u64; 2] {
        let (board, stones, mut found) = (&self.board, self.stones(number), [0, 0]);
        for dead in Player::BOTH {
            let mut after = stones;
            fill_in(board, &mut after, board.all, dead, &mut |_, _| ());
            let filled = Self::number(&after);
            assert_eq!(self.won_by_x[filled], self.won_by_x[number], "{stones:?}, filled in {after:?}");
            found[0] += u64::from(stones.empty(board).count() - after.empty(board).count());
        }
        for player in Player::BOTH {
            let (inferior, _) = inferior_moves(board, &stones, player);
            found[1] += u64::from(inferior.count());
            let after = |cell| self.winner(number + Self::digit(player, cell), player.opponent());
            if !inferior.is_empty() && self.winner(number, player) == player {
                let mut others = (stones.empty(board) & !inferior).iter();
                assert!(others.any(|cell| after(cell) == player), "{player:?} to move, {inferior:b}: {stones:?}");
            }
        }
        found
    }
}

#[test]
#[ignore = "exhaustive: 60 s"]
fn filled_cells_and_inferior_moves_change_no_winner_of_any_position_of_4x4() {
    let all = AllPositions::new();
    let numbers = all.won_by_x.len();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let sum = |[a, b]: [u64; 2], [c, d]: [u64; 2]| [a + c, b + d];
    let found = std::thread::scope(|scope| {
        let part = |first: usize| {
            let all = &all;
            scope.spawn(move || (first..numbers).step_by(threads).map(|number| all.check(number)).fold([0, 0], sum))
        };
        let parts: Vec<_> = (0..threads).map(part).collect();
        parts.into_iter().map(|part| part.join().unwrap_or_else(|panic| resume_unwind(panic))).fold([0, 0], sum)
    });
    assert_eq!((numbers, found), (43_046_721, [334_495_166, 192_180_918]));
}

#[test]
fn proved_wins_are_won_whatever_the_other_cells_are() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let (mut wins, mut smaller) = (0, 0);
    for i in 0..90 {
        let size = 3 + i % 3;
        // More is left to the search without connections.
        let mut techniques = Technique::ALL.to_vec();
        techniques.retain(|&technique| i % 2 == 0 || technique != Technique::Connections);
        let mut budget = Budget::default().with_memory(1 << 20);
        let (search, solver) = small_solver(&techniques, size, &budget);
        let board = &search.board;
        let stones = open_position(board, (size * size - 2).min(14), Empty::Anywhere, &mut random);
        for to_move in Player::BOTH {
            assert!(solver.searches(&mut budget).winner(&stones.converted(), to_move).is_some());
        }
        for player in Player::BOTH {
            for Win { stones, proof_set } in search.wins.wins(player) {
                // The opponent has all cells but those that are needed.
                let mut worst = EMPTY;
                worst[player] = stones;
                worst[player.opponent()] = board.all & !(stones | proof_set);
                assert_eq!(winner(board, &worst, player.opponent()), player, "{stones:b} {proof_set:b}");
                wins += 1;
                smaller += usize::from((stones | proof_set) != board.all);
            }
        }
    }
    assert!(wins > 200 && smaller > 200, "{wins} {smaller}");
}

#[test]
fn proved_wins_imply_what_is_true_of_other_positions() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let mut budget = Budget::default().with_memory(1 << 20);
    let (search, solver) = small_solver(&Technique::ALL, 4, &budget);
    let board = &search.board;
    for (cell, player) in board.all.iter().flat_map(|cell| Player::BOTH.map(|player| (cell, player))) {
        let stones = EMPTY.with(player, cell).converted();
        assert!(solver.searches(&mut budget).winner(&stones, player.opponent()).is_some());
    }
    let (mut won, mut lost, mut limited) = (0, 0, 0);
    for i in 0..1200 {
        let empty = random.random_range(4..=12);
        let stones = open_position(board, empty, Empty::Anywhere, &mut random);
        let to_move = Player::BOTH[i % 2];
        let implied = search.wins.implied(board, &Node { stones, to_move });
        if implied.winner == Some(to_move) {
            assert_eq!(winner(board, &stones, to_move), to_move, "{stones:?}");
            won += 1;
            continue;
        }
        for cell in (stones.empty(board) & !implied.must_play).iter() {
            let after = stones.with(to_move, cell);
            assert_eq!(winner(board, &after, to_move.opponent()), to_move.opponent(), "{cell}: {stones:?}");
            limited += 1;
        }
        lost += usize::from(implied.winner.is_some());
    }
    assert!(won > 40 && lost > 20 && limited > 100, "{won} {lost} {limited}");
}

/// X owns the cell 4, which both wins use and which is all that their threats have in common: O has no move.
#[test]
fn wins_that_leave_an_occupied_cell_alone_leave_no_move() -> io::Result<()> {
    let board = Board::<u64>::new(3);
    let wins = ProvedWins::new(1 << 20, true);
    let mut saved = Vec::new();
    write_value(&mut saved, &vec![(1_u64 << 0, 1_u64 << 4), (1 << 8, 1 << 4)])?;
    write_value(&mut saved, &Vec::<(u64, u64)>::new())?;
    wins.load(&mut saved.as_slice())?;
    let lost = Node { stones: EMPTY.with(Player::X, 4), to_move: Player::O };
    let implied = wins.implied(&board, &lost);
    assert_eq!((implied.winner, implied.proof_set), (Some(Player::X), 1 << 0 | 1 << 4 | 1 << 8));
    // Where 0 is the only empty cell, the threat there says nothing new. A full board is decided by a whole win alone.
    for (x, o, expected) in [
        (1 << 4, board.all & !(1 << 0 | 1 << 4), (None, 1 << 0, 0)),
        (1 << 4, board.all & !(1 << 4), (None, 0, 0)),
        (1 << 0 | 1 << 4, board.all & !(1 << 0 | 1 << 4), (Some(Player::X), 0, 1 << 4)),
    ] {
        let implied = wins.implied(&board, &Node { stones: ByPlayer { x, o }, ..lost });
        assert_eq!((implied.winner, implied.must_play, implied.proof_set), expected);
    }
    Ok(())
}

/// X has a win, and O a threat, which must not be looked at when X's node is asked for again.
#[test]
fn node_that_is_won_stays_so() -> io::Result<()> {
    let board = Board::<u64>::new(3);
    let wins = ProvedWins::new(1 << 20, true);
    let mut saved = Vec::new();
    write_value(&mut saved, &vec![(1_u64 << 0, 1_u64 << 4)])?;
    write_value(&mut saved, &vec![(1_u64 << 2, 1_u64 << 6)])?;
    wins.load(&mut saved.as_slice())?;
    let node = Node { stones: EMPTY, to_move: Player::X };
    let mut implied = wins.implied(&board, &node);
    assert_eq!((implied.winner, implied.must_play), (Some(Player::X), board.all));
    assert_eq!(wins.decide(&board, &node, &mut implied), Some(Player::X));
    Ok(())
}

/// Returns the value of a position by trying all moves that the search tries.
fn minimax(search: &mut AlphaBeta<'_, u64>, stones: &Position, to_move: Player, ply: u32) -> f64 {
    let Some((value, moves)) = search.evaluate(stones, to_move).continue_value() else { return f64::NAN };
    if value.is_infinite() {
        return value.signum() * (WON - f64::from(ply));
    }
    if ply == search.depth {
        return value;
    }
    let after =
        moves.into_iter().map(|cell| -minimax(search, &stones.with(to_move, cell), to_move.opponent(), ply + 1));
    after.fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn preference_matches_minimax_and_is_right_where_it_is_decided() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let board = Board::<u64>::new(4);
    let mut decided = 0;
    for round in 0..300 {
        let stones = open_position(&board, 5 + round % 8, Empty::Anywhere, &mut random);
        let to_move = Player::BOTH[round / 8 % 2];
        let proceed = &mut |_| ControlFlow::Continue(());
        let mut search = AlphaBeta::new(&board, proceed);
        let all = [f64::NEG_INFINITY, f64::INFINITY];
        for depth in 0..4 {
            search.depth = depth;
            let value = search.value(&stones, to_move, 0, all).continue_value().unwrap_or(f64::NAN);
            let expected = minimax(&mut search, &stones, to_move, 0);
            assert!((value - expected).abs() < 1e-12, "{stones:?} at depth {depth}: {value}");
            if value.abs() > WON / 2.0 {
                decided += 1;
                let won_by = if value > 0.0 { to_move } else { to_move.opponent() };
                assert_eq!(won_by, winner(&board, &stones, to_move), "{stones:?} at depth {depth}");
            }
        }
    }
    assert!(decided > 100);
}

/// Checks that symmetric positions have the same key, and others do not.
fn check_keys<S: CellSet>(size: usize) {
    let board = Board::<S>::new(size);
    let mut random = ChaCha8Rng::seed_from_u64(size as u64);
    for _ in 0..30 {
        let mut stones = Stones::<S>::default();
        let mut turned = stones;
        for cell in 0..board.cells {
            if let Some(&player) = Player::BOTH.get(random.random_range(0..3)) {
                (stones, turned) = (stones.with(player, cell), turned.with(player, board.cells - 1 - cell));
            }
        }
        let transposed = ByPlayer { x: board.transposed(stones.o), o: board.transposed(stones.x) };
        let key = |stones, to_move| Node { stones, to_move }.key(&board);
        let expected = key(stones, Player::X);
        assert_eq!([key(turned, Player::X), key(transposed, Player::O)], [expected; 2]);
        let others = stones.empty(&board).iter().flat_map(|cell| Player::BOTH.map(|player| stones.with(player, cell)));
        assert!(others.chain([transposed]).all(|other| key(other, Player::X) != expected));
    }
}

#[test]
fn keys_are_equal_for_symmetric_positions_alone() {
    // Smaller random positions are symmetric themselves, now and then.
    (5..=8).for_each(check_keys::<u64>);
    (9..=11).for_each(check_keys::<u128>);
    (12..=22).step_by(5).for_each(check_keys::<Words>);
    // Where the words of a key could overflow: one stone of X, or all but one of O.
    let all = (1_u128 << 121) - 1;
    let pairs = (0..121).flat_map(|cell| [(1 << cell, 0), (0, all ^ 1 << cell), (1 << cell, all ^ 1 << cell)]);
    let keys: BTreeSet<[u64; 3]> = pairs.map(|(x, o)| u128::key(ByPlayer { x, o })).collect();
    assert_eq!(keys.len(), 3 * 121);
}

/// These numbers are in the documentation of [`Solver::new`].
#[test]
fn connections_take_6_megabytes_on_11x11_and_76_on_22x22() {
    let megabytes = |bytes: u64| (bytes + 500_000) / 1_000_000;
    assert_eq!(megabytes(Connections::<u128>::most_bytes(11 * 11)), 6);
    assert_eq!(megabytes(Connections::<Words>::most_bytes(22 * 22)), 76);
}
