//! Proofs: the solver's are accepted, and name the winner that plain search finds; wrong ones are refused; and who follows one wins.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::process::Command;

use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use quadrille::budget::Budget;
use quadrille::cell::Cell as ProgramCell;
use quadrille::hex::proof::{Verified, VerifyError, verify};
use quadrille::hex::solve::Solver;
use quadrille::player::Player;

use crate::bridge::{board, letter, position};
use crate::plain_search::{PlainSearch, opponent};
use crate::reference::{Board, Cell, name};
use crate::support::rounds;

fn proof(solver: &Solver, board: &Board, to_move: Player) -> String {
    let proof = solver.proof(&position(board), to_move, &mut Budget::default()).unwrap();
    let mut text = Vec::new();
    proof.write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn solver(size: usize) -> Solver {
    Solver::new(size as u16, &Budget::default()).unwrap()
}

fn verified(text: &str) -> Result<Verified, VerifyError> {
    verify(&mut text.as_bytes())
}

/// The winner of a position that is proved and checked.
fn proved(solver: &Solver, board: &Board, to_move: Player) -> char {
    let text = proof(solver, board, to_move);
    let verified = verified(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!((verified.position, verified.to_move), (position(board), to_move), "{text}");
    assert_eq!(verified.entries as usize, text.lines().filter(|line| line.contains('|')).count());
    letter(verified.winner)
}

/// A proof as a player reads it: for each entry its carrier, and for each way its move, its entries and the cells that it needs.
struct Strategy {
    board: Board,
    winner: char,
    entries: Vec<(BTreeSet<Cell>, Vec<Way>)>,
    win: Vec<usize>,
    first_move: Option<Cell>,
}

struct Way {
    first: Option<Cell>,
    entries: Vec<usize>,
    cells: BTreeSet<Cell>,
}

fn cell(token: &str) -> Option<Cell> {
    let cell: ProgramCell = token.parse().ok()?;
    Some((cell.row().into(), cell.column().into()))
}

fn numbers(text: &str) -> Vec<usize> {
    text.split_whitespace().filter_map(|token| token.parse::<usize>().ok()).map(|number| number - 1).collect()
}

impl Strategy {
    /// Reads a proof that has been accepted. Stones and carriers are computed by the definitions, and no rule is checked.
    fn read(text: &str) -> Strategy {
        let verified = verified(text).unwrap();
        let board = board(&verified.position);
        let winner = letter(verified.winner);
        let mut stones: Vec<BTreeSet<Cell>> = Vec::new();
        let mut entries: Vec<(BTreeSet<Cell>, Vec<Way>)> = Vec::new();
        // After six lines of the position and the players.
        let mut lines = text.lines().skip(6);
        let win = loop {
            let line = lines.next().unwrap();
            if let Some(win) = line.trim_start().strip_prefix("win") {
                break win;
            }
            let mut parts = line.split('|');
            let ends: BTreeSet<Cell> = parts.next().unwrap().split_whitespace().filter_map(cell).collect();
            let mut of_entry = ends.clone();
            let mut ways = Vec::new();
            for part in parts {
                let used = numbers(part);
                let first = part.split_whitespace().find_map(cell);
                let mut of_way: BTreeSet<Cell> = part.split_whitespace().filter_map(cell).collect();
                of_way.extend(&ends);
                of_way.extend(used.iter().flat_map(|&entry| &stones[entry]));
                let carriers = used.iter().flat_map(|&entry| &entries[entry].0);
                let cells = carriers.filter(|cell| !of_way.contains(cell)).copied().chain(first).collect();
                of_entry.extend(of_way.iter().filter(|&&cell| Some(cell) != first));
                ways.push(Way { first, entries: used, cells });
            }
            for way in &mut ways {
                way.cells.retain(|cell| !of_entry.contains(cell));
            }
            entries.push((ways.iter().flat_map(|way| way.cells.clone()).collect(), ways));
            stones.push(of_entry);
        };
        let used = numbers(win);
        let needed =
            used.iter().flat_map(|&entry| stones[entry].clone()).chain(win.split_whitespace().filter_map(cell));
        let first_move = needed.into_iter().find(|&cell| board.at(cell) == '-');
        Strategy { board, winner, entries, win: used, first_move }
    }

    /// The position after the first move, if the winner has one.
    fn start(&self) -> Board {
        self.first_move.map_or(self.board.clone(), |cell| self.board.with(&[cell], self.winner))
    }

    /// Answers a move of the opponent, which is on the board already. `active` are the entries that are to be completed.
    fn answer(&self, board: &Board, active: &mut Vec<usize>, at: Cell) -> Option<Cell> {
        let anywhere = board.of('-').first().copied();
        let is_own = |cell: &Cell| board.at(*cell) == self.winner;
        let hit = active.iter().position(|&entry| self.entries[entry].0.contains(&at));
        let Some(hit) = hit else { return anywhere };
        let entry = active.remove(hit);
        let way = self.entries[entry].1.iter().find(|way| !way.cells.contains(&at)).unwrap();
        active.extend(&way.entries);
        way.first.filter(|cell| !is_own(cell)).or(anywhere)
    }

    /// Plays against all moves of the opponent, and returns whether the winner wins all games.
    fn wins_all(&self, board: &Board, active: &[usize]) -> bool {
        let moves = board.of('-');
        if moves.is_empty() || board.winner().is_some() {
            return board.winner() == Some(self.winner);
        }
        moves.into_iter().all(|at| {
            let after = board.with(&[at], opponent(self.winner));
            let mut active = active.to_vec();
            let answer = self.answer(&after, &mut active, at);
            answer.is_none_or(|cell| after.at(cell) == '-')
                && self.wins_all(&answer.map_or(after.clone(), |cell| after.with(&[cell], self.winner)), &active)
        })
    }

    /// Plays one game against an opponent.
    fn wins_against(&self, mut play: impl FnMut(&Board) -> Cell) -> bool {
        let (mut board, mut active) = (self.start(), self.win.clone());
        while board.winner().is_none() {
            let at = play(&board);
            board = board.with(&[at], opponent(self.winner));
            if let Some(cell) = self.answer(&board, &mut active, at) {
                assert_eq!(board.at(cell), '-', "the answer is a legal move");
                board = board.with(&[cell], self.winner);
            }
        }
        board.winner() == Some(self.winner)
    }
}

#[test]
fn positions_up_to_size_3_are_proved_and_who_follows_the_proof_beats_all_moves() {
    for size in 1..=3 {
        let (solver, mut plain) = (solver(size), PlainSearch::new(&Board::empty(size)));
        let step = if size < 3 { 1 } else { rounds(5, 1) };
        for number in (0..3_usize.pow((size * size) as u32)).step_by(step) {
            let board = Board::numbered(size, number);
            for player in Player::BOTH {
                let right = plain.winner(&board, letter(player));
                assert_eq!(proved(&solver, &board, player), right, "{player} to move\n{}", board.print());
                if number % 7 == 0 {
                    let strategy = Strategy::read(&proof(&solver, &board, player));
                    let wins = strategy.wins_all(&strategy.start(), &strategy.win);
                    assert!(wins, "{player} to move\n{}", board.print());
                }
            }
        }
    }
}

#[test]
fn random_positions_are_proved() {
    for (size, count, filled) in [(4, (40, 300), 0.3), (5, (15, 150), 0.25), (6, (1, 12), 0.3), (5, (30, 100), 0.65)] {
        let solver = solver(size);
        for seed in 0..rounds(count.0, count.1) as u64 {
            let board = Board::random(size, filled, 0.5, seed);
            for player in Player::BOTH {
                let right = if filled > 0.5 {
                    PlainSearch::new(&board).winner(&board, letter(player))
                } else {
                    letter(solver.winner(&position(&board), player, &mut Budget::default()).unwrap())
                };
                assert_eq!(proved(&solver, &board, player), right, "{player} to move\n{}", board.print());
            }
        }
    }
}

#[test]
fn openings_of_size_5_are_proved() {
    let (solver, empty) = (solver(5), Board::empty(5));
    let won = empty.cells().into_iter().filter(|&cell| proved(&solver, &empty.with(&[cell], 'X'), Player::O) == 'X');
    assert_eq!(won.count(), 13);
    assert_eq!(Player::BOTH.map(|player| proved(&solver, &empty, player)), ['X', 'O']);
}

#[test]
fn boards_of_each_kind_of_sets_are_proved() {
    let mut entries = 0;
    for (size, filled) in [(8, 0.4), (9, 0.4), (11, 0.5), (12, 0.6)] {
        let solver = solver(size);
        for seed in 0..rounds(1, 3) as u64 {
            let board = Board::random(size, filled, 0.5, seed);
            entries += Player::BOTH
                .map(|player| verified(&proof(&solver, &board, player)).unwrap().entries)
                .iter()
                .sum::<u64>();
        }
    }
    assert!(entries > 30, "{entries}");
}

/// The one that is drawn where the form is defined.
#[test]
fn a_proof_by_hand_is_accepted() {
    let text = "hex proof 1\nsize 3\nX B2\nO\nto move O\nwinner X\nL B2 | A2 | A3\nR B2 | C1 | C2\nwin B2 1 2\n";
    let verified = verified(text).unwrap();
    assert_eq!((verified.winner, verified.to_move, verified.entries), (Player::X, Player::O, 2));
}

#[test]
fn a_proof_is_the_same_whatever_the_threads_the_memory_and_the_positions_before() {
    let board = Board::empty(5).with(&[(3, 1)], 'X');
    let alone = proof(&solver(5), &board, Player::O);
    let mut budget = Budget::default().with_memory(1 << 12).with_threads(2);
    let small = Solver::new(5, &budget).unwrap().proof(&position(&board), Player::O, &mut budget).unwrap();
    let mut text = Vec::new();
    small.write(&mut text).unwrap();
    assert_eq!(String::from_utf8(text).unwrap(), alone);
    let used = solver(5);
    for cell in Board::empty(5).cells() {
        let opening = position(&Board::empty(5).with(&[cell], 'X'));
        assert!(used.winner(&opening, Player::O, &mut Budget::default()).is_some());
    }
    assert_eq!(proof(&used, &board, Player::O), alone);
}

#[test]
fn a_proof_can_be_stopped() {
    let board = position(&Board::empty(6).with(&[(0, 3)], 'X'));
    for most in [0, 50] {
        let mut calls = 0;
        let late = |_| {
            calls += 1;
            if calls > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        assert!(solver(6).proof(&board, Player::O, &mut Budget::new(late)).is_none());
    }
}

#[test]
fn a_player_who_follows_a_proof_wins_against_random_and_greedy_opponents() {
    let mut random = ChaCha8Rng::seed_from_u64(22);
    for (size, step, games) in [(4, 1, (5, 50)), (5, rounds(3, 1), (4, 60)), (6, 12, (2, 60))] {
        let solver = solver(size);
        for cell in Board::empty(size).cells().into_iter().step_by(step) {
            let strategy = Strategy::read(&proof(&solver, &Board::empty(size).with(&[cell], 'X'), Player::O));
            let loser = opponent(strategy.winner);
            for game in 0..rounds(games.0, games.1) {
                // Every other opponent plays where it would win soonest if the winner passed, but for a few moves.
                let moves = |board: &Board| {
                    let is_greedy = game % 2 == 0 && random.random_range(0..3) > 0;
                    *(if is_greedy { board.first(loser) } else { board.of('-') }).choose(&mut random).unwrap()
                };
                assert!(strategy.wins_against(moves), "{} {game}", name(cell));
            }
        }
    }
}

/// Every change of a proof is refused, or what is left is right: the winner wins, and by the strategy that is left.
#[test]
fn no_wrong_proof_is_accepted() {
    let (solver, mut plain) = (solver(3), PlainSearch::new(&Board::empty(3)));
    let (mut accepted, mut refused) = (0, 0);
    let boards = [(Board::empty(3).with(&[(0, 1)], 'X'), Player::O), (Board::empty(3).with(&[(1, 2)], 'X'), Player::O)];
    let more = [(Board::empty(3), Player::X), (Board::numbered(3, 2 * 9 + 1), Player::O)];
    for (board, to_move) in boards.into_iter().chain(more) {
        let text = proof(&solver, &board, to_move);
        let mut changed = BTreeSet::new();
        for at in (0..text.len()).step_by(rounds(2, 1)) {
            for new in
                ["", " ", "|", "\n", "1", "2", "3", "4", "5", "A", "B", "C", "X", "O", "L", "R", "T", "A1 ", "| "]
            {
                changed.insert(format!("{}{new}{}", &text[..at], &text[at + 1..]));
                changed.insert(format!("{}{new}{}", &text[..at], &text[at..]));
            }
        }
        // Lines exchanged, left out and repeated.
        let lines: Vec<&str> = text.lines().collect();
        for (i, j) in (0..lines.len()).flat_map(|i| (0..lines.len()).map(move |j| (i, j))) {
            let mut lines = lines.clone();
            lines.swap(i, j);
            changed.insert(lines.join("\n"));
            lines.remove(i);
            changed.insert(lines.join("\n"));
        }
        for text in changed {
            let Ok(verified) = verified(&text) else {
                refused += 1;
                continue;
            };
            accepted += 1;
            // Of another size there are few.
            let board = crate::bridge::board(&verified.position);
            let mut other = PlainSearch::new(&Board::empty(board.size()));
            let plain = if board.size() == 3 { &mut plain } else { &mut other };
            assert_eq!(letter(verified.winner), plain.winner(&board, letter(verified.to_move)), "{text}");
            let strategy = Strategy::read(&text);
            assert!(strategy.wins_all(&strategy.start(), &strategy.win), "{text}");
        }
    }
    assert!(accepted > 50 && refused > 5_000, "{accepted} accepted, {refused} refused");
}

/// The checker in Python, which is written from the reference, has the verdicts of the program: on proofs of several boards, and on what
/// a changed, missing or repeated word makes of them.
#[test]
fn the_checker_in_python_agrees() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let mut texts = Vec::new();
    for (size, opening, to_move) in [
        (2, (1, 0), Player::O),
        (3, (1, 1), Player::O),
        (4, (2, 1), Player::X),
        (5, (2, 2), Player::O),
        (5, (0, 0), Player::O),
    ] {
        let valid = proof(&solver(size), &Board::empty(size).with(&[opening], 'X'), to_move);
        let words: Vec<&str> = valid.split_inclusive([' ', '\n']).collect();
        for _ in 0..rounds(40, 400) {
            let mut words = words.clone();
            // After the position and the players.
            let (at, other) = (random.random_range(12..words.len()), random.random_range(12..words.len()));
            match random.random_range(0..3) {
                0 => words[at] = words[other],
                1 => drop(words.remove(at)),
                _ => words.insert(at, words[other]),
            }
            texts.push(words.concat());
        }
        texts.push(valid);
    }
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<_> = (0..texts.len()).map(|number| folder.path().join(number.to_string())).collect();
    files.iter().zip(&texts).for_each(|(file, text)| std::fs::write(file, text).unwrap());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/verify-proof");
    let Ok(output) = Command::new("python3").arg(script).args(&files).output() else {
        return crate::support::skip("the checker of Hex proofs in Python: there is no python3");
    };
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    let printed = String::from_utf8(output.stdout).unwrap();
    let mut valid = 0;
    for (line, text) in printed.lines().zip(&texts) {
        let (_, verdict) = line.split_once(": ").unwrap();
        match verified(text) {
            Ok(verified) => {
                assert_eq!(verdict, format!("{} wins, {} entries", verified.winner, verified.entries), "{text}")
            }
            Err(error) => assert!(verdict.starts_with("refused: "), "{line}: {error}\n{text}"),
        }
        valid += usize::from(verified(text).is_ok());
    }
    assert_eq!(printed.lines().count(), texts.len());
    assert!(valid >= 5 && texts.len() - valid >= 30, "{valid} of {} are valid", texts.len());
}

const SMALL: &str = "hex proof 1\nsize 2\nX B1\nO\nto move O\nwinner X\nL B1 | A1 | A2\nwin B1 1\n";

#[test]
fn faults_are_told_with_their_place() {
    assert!(verified(SMALL).is_ok());
    for (from, to, message) in [
        ("hex", "", "line 1, column 2: expected 'hex proof 1', found 'proof'"),
        ("proof 1", "proof 2", "line 1, column 11: expected '1', found '2'"),
        ("size 2", "size 23", "line 2, column 6: expected a size from 1 to 22, found '23'"),
        ("size 2", "size", "line 2, column 5: expected a size from 1 to 22, found the end of the line"),
        ("X B1", "X C1", "line 3, column 3: cell C1 is off a board of size 2"),
        ("O\nto", "O B1\nto", "line 4, column 3: cell B1 already has a stone of X"),
        ("move O", "move Z", "line 5, column 9: expected X or O, found 'Z'"),
        ("L B1 |", "T B1 |", "line 7, column 1: expected a cell such as C2, found 'T'"),
        ("L B1 |", "L |", "line 7, column 3: expected a second end, found '|'"),
        ("L B1 |", "L B1 A1 |", "line 7, column 6: expected '|', found 'A1'"),
        (" | A1 | A2", "", "line 7, column 1: expected '|' and a way, found the end of the line"),
        (" | A2", "", "line 7, column 1: a move of O at A1 is not answered"),
        (" | A2", " | A1", "line 7, column 1: a move of O at A1 is not answered"),
        (" | A2", " | B2", "line 7, column 12: the stones and entries of this way do not join the ends"),
        (" | A2", " | A2 1", "line 7, column 16: there is no entry '1' above"),
        ("B1 1", "B1 0", "line 8, column 8: there is no entry '0' above"),
        ("B1 1", "B1 2", "line 8, column 8: there is no entry '2' above"),
        ("B1 1", "B1 1 1", "line 8, column 4: two entries of this way need cell A1"),
        ("X B1\nO\n", "X\nO\n", "line 8, column 1: the proof needs a stone of X at B1"),
        ("X B1\nO\n", "X\nO B1\n", "line 8, column 1: the proof needs cell B1, which the opponent has"),
        ("O\nto", "O A2\nto", "line 8, column 1: the proof needs cell A2, which the opponent has"),
        ("win B1 1\n", "", "line 8, column 1: expected an entry, or 'win', found the end of the input"),
        ("B1 1\n", "B1 1\n\nL", "line 10, column 1: expected nothing after the line 'win', found 'L'"),
    ] {
        let text = SMALL.replacen(from, to, 1);
        assert_ne!(text, SMALL);
        assert_eq!(verified(&text).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn any_bytes_are_answered() {
    let mut random = ChaCha8Rng::seed_from_u64(23);
    let text = proof(&solver(4), &Board::empty(4).with(&[(0, 2)], 'X'), Player::O).into_bytes();
    for _ in 0..rounds(3000, 20_000) {
        let mut bytes = text.clone();
        for _ in 0..random.random_range(1..6) {
            let at = random.random_range(0..bytes.len());
            match random.random_range(0..4) {
                0 => bytes[at] = random.random(),
                1 => bytes.truncate(at + 1),
                2 => bytes.insert(at, b" |123AZ\n"[random.random_range(0..8)]),
                _ => drop(bytes.remove(at)),
            }
            if bytes.is_empty() {
                break;
            }
        }
        if let Err(error) = verify(&mut &bytes[..]) {
            assert!(error.place.is_some(), "{error}");
        }
    }
    for text in [&b""[..], b"\xff\xfe", b"\xEF\xBB\xBF", b"hex proof 1\nsize 99999999999999999999"] {
        assert!(verify(&mut &text[..]).is_err());
    }
    // White space, line ends and case are free.
    assert!(verified(&SMALL.replace('\n', " \t\r\n").replace("A1", "a1").replace(" | ", "|")).is_ok());
    // A long line, and many lines.
    let long = SMALL.replace("| A2", &"| A2 ".repeat(50_000));
    assert!(verified(&long).is_ok());
    let many = SMALL.replace("L B1 | A1 | A2\n", &"L B1 | A1 | A2\n".repeat(50_000));
    assert_eq!(verified(&many).unwrap().entries, 50_000);
}
