//! Shortest wins: against plain recursion on all small positions, by laws, and on the command line.

use std::collections::HashMap;
use std::ops::ControlFlow;

use chacha20::ChaCha8Rng;
use quadrille::budget::Budget;
use quadrille::hex::solve::{ShortestWin, Solver};
use rand::{RngExt, SeedableRng};
use serde_json::json;

use crate::bridge::{player, position};
use crate::reference::Board;
use crate::support::{HEX, rounds};

/// Finds shortest wins on a board of rows and columns by playing all moves. Sets of cells have bits in reading order.
struct Plain {
    rows: usize,
    columns: usize,
    /// The neighbours of each cell.
    near: Vec<u32>,
    /// By the stones of the player, those of the opponent, whether the player joins left and right, and is to move.
    known: HashMap<(u32, u32, bool, bool), Option<u32>>,
}

impl Plain {
    fn new(rows: usize, columns: usize) -> Plain {
        let cells = || (0..rows as i32).flat_map(|row| (0..columns as i32).map(move |column| (row, column)));
        let steps = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)];
        let set = |found: &dyn Fn((i32, i32)) -> bool| {
            cells().enumerate().filter(|&(_, cell)| found(cell)).fold(0, |set, (bit, _)| set | 1 << bit)
        };
        let near = |(row, column)| set(&|(r, c)| steps.contains(&(r - row, c - column)));
        Plain { rows, columns, near: cells().map(near).collect(), known: HashMap::new() }
    }

    fn joined(&self, stones: u32, left_right: bool) -> bool {
        let cells = || (0..self.near.len()).filter(|cell| stones >> cell & 1 == 1);
        let place = |cell: usize| if left_right { cell % self.columns } else { cell / self.columns };
        let last = if left_right { self.columns } else { self.rows } - 1;
        let mut reached = cells().filter(|&cell| place(cell) == 0).fold(0, |set, cell| set | 1 << cell);
        loop {
            let next = |set, cell: usize| if self.near[cell] & set == 0 { set } else { set | 1 << cell };
            let more = cells().fold(reached, next);
            if more == reached {
                return cells().any(|cell| place(cell) == last && reached >> cell & 1 == 1);
            }
            reached = more;
        }
    }

    /// The fewest stones with which a player forces a win; `None` if the opponent wins.
    fn fewest(&mut self, own: u32, other: u32, left_right: bool, to_move: bool) -> Option<u32> {
        if let Some(&known) = self.known.get(&(own, other, left_right, to_move)) {
            return known;
        }
        let moves = (0..self.near.len()).map(|cell| 1 << cell).filter(|cell| (own | other) & cell == 0);
        let fewest = if self.joined(own, left_right) {
            Some(0)
        } else if to_move {
            let wins = moves.filter_map(|cell| self.fewest(own | cell, other, left_right, false));
            wins.min().map(|fewest| fewest + 1)
        } else {
            let replies = moves.map(|cell| self.fewest(own, other | cell, left_right, true));
            replies.collect::<Option<Vec<u32>>>().and_then(|replies| replies.into_iter().max())
        };
        self.known.insert((own, other, left_right, to_move), fewest);
        fewest
    }

    /// Compares all answers for a position that is open, on a square board of the given size around it: rows of O's
    /// stones below, and columns of X's at the right.
    fn compare(&mut self, solver: &Solver, size: usize, x: u32, o: u32) {
        if self.joined(x, true) || self.joined(o, false) {
            return;
        }
        let mut board = Board::empty(size);
        for (row, column) in board.cells() {
            let cell = row * self.columns + column;
            board.0[row][column] = match () {
                () if row >= self.rows => 'O',
                () if column >= self.columns || x >> cell & 1 == 1 => 'X',
                () if o >> cell & 1 == 1 => 'O',
                () => '-',
            };
        }
        for to_move in ['X', 'O'] {
            let wins = [self.fewest(x, o, true, to_move == 'X'), self.fewest(o, x, false, to_move == 'O')];
            let (winner, stones) = match wins {
                [Some(stones), None] => ('X', stones),
                [None, Some(stones)] => ('O', stones),
                _ => panic!("one of the players wins: {wins:?}"),
            };
            let moves = 2 * stones - u32::from(winner == to_move);
            let found = shortest(solver, &board, to_move, winner);
            assert_eq!(found, ShortestWin { stones, moves, exact: true }, "{to_move} to move\n{}", board.print());
        }
    }
}

fn small() -> Budget<'static> {
    Budget::default().with_memory(1 << 16)
}

fn solver(size: usize) -> Solver {
    Solver::new(size as u16, &small()).unwrap()
}

fn shortest(solver: &Solver, board: &Board, to_move: char, winner: char) -> ShortestWin {
    solver.shortest_win(&position(board), player(to_move), player(winner), &mut small())
}

#[test]
fn shortest_wins_match_plain_recursion() {
    let mut plain = Plain::new(3, 3);
    for (size, step) in [(3, 1), (9, rounds(101, 31)), (12, rounds(301, 101))] {
        let solver = solver(size);
        for number in (0..3_u32.pow(9)).step_by(step) {
            let digits = (0..9).map(|cell| (cell, number / 3_u32.pow(cell) % 3));
            let stones = |digit| digits.clone().filter(|&(_, d)| d == digit).fold(0, |set, (cell, _)| set | 1 << cell);
            plain.compare(&solver, size, stones(1), stones(2));
        }
    }
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for (rows, columns, size, positions) in [
        (4, 4, 4, (250, 1000)),
        (3, 4, 4, (250, 1000)),
        (4, 3, 4, (250, 1000)),
        (4, 4, 9, (50, 300)),
        (3, 4, 12, (20, 60)),
    ] {
        let (solver, mut plain) = (solver(size), Plain::new(rows, columns));
        for _ in 0..rounds(positions.0, positions.1) {
            let mut stones = [0_u32; 2];
            while (stones[0] | stones[1]).count_ones() < (rows * columns) as u32 - 9 {
                let (cell, player) = (1 << random.random_range(0..rows * columns), random.random_range(0..2));
                stones[player] |= cell & !stones[1 - player];
            }
            plain.compare(&solver, size, stones[0], stones[1]);
        }
    }
}

/// The shortest win of the first player on an empty board, and the number of positions searched, up to a limit.
fn empty_board(size: usize, most: u64) -> (ShortestWin, u64) {
    let mut positions = 0;
    let poll = |searched| {
        positions = searched;
        if searched < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let mut budget = Budget::new(poll).with_memory(1 << 24);
    let (solver, position) = (solver(size), position(&Board::empty(size)));
    let shortest = solver.shortest_win(&position, player('X'), player('X'), &mut budget);
    drop(budget);
    (shortest, positions)
}

/// Numbers of positions are a signature of the search.
#[test]
fn first_player_needs_3_5_and_7_stones() {
    let found = [3, 4, 5].map(|size| empty_board(size, u64::MAX));
    let exact = |(stones, positions)| (ShortestWin { stones, moves: 2 * stones - 1, exact: true }, positions);
    assert_eq!(found, [(3, 21), (5, 224), (7, 6662)].map(exact));
    for most in [0, 2000, 4000] {
        let (stopped, _) = empty_board(5, most);
        assert!((5..=7).contains(&stopped.stones) && !stopped.exact, "{stopped:?}");
    }
}

#[test]
fn symmetries_keep_shortest_wins() {
    let solver = solver(5);
    let boards = (0..rounds(60, 600) as u64).map(|seed| Board::random(5, 0.5, 0.5, seed));
    for board in boards.filter(|board| board.winner().is_none()) {
        let winner = solver.winner(&position(&board), player('X'), &mut small()).unwrap();
        let [winner, loser] = if winner == player('X') { ['X', 'O'] } else { ['O', 'X'] };
        let expected = shortest(&solver, &board, 'X', winner);
        assert_eq!(shortest(&solver, &board.half_turned(), 'X', winner), expected, "{}", board.print());
        assert_eq!(shortest(&solver, &board.exchanged(), 'O', loser), expected, "{}", board.print());
    }
}

#[test]
fn shortest_win_is_printed_under_the_winner() {
    for (size, more, status, expected) in [
        (3, "--moves", 0, "X to move: X wins\nShortest win: 3 stones, 5 moves\nWinning moves: B1 C1 B2 A3 B3\n"),
        (5, "--nodes 100", 3, "X to move: X wins\nShortest win: at least 6 stones, 11 moves\n"),
        (9, "--nodes 100", 3, "X to move: unknown\nShortest win: unknown\n"),
    ] {
        let ended = HEX.run(&format!("--solve --to-move X --shortest {more}"), format!("1\n{size}\n0 0\n\n\n"));
        assert!(ended.status == Some(status) && ended.stdout.ends_with(expected), "{ended:?}");
    }
    let both = HEX.json("--solve --shortest", "1\n3\n1 0\nA1\n\n");
    let win = json!({"stones": 3, "moves": 5, "exact": true});
    let win = |winner| json!({"winner": winner, "shortest_win": win});
    assert_eq!(both["perfect_play"], json!({"x_to_move": win("X"), "o_to_move": win("O")}));
    let unknown = HEX.json("--solve --to-move X --shortest --nodes 100", "1\n9\n0 0\n\n\n");
    assert_eq!(unknown["perfect_play"]["x_to_move"], json!({"winner": null, "shortest_win": null}));
}
