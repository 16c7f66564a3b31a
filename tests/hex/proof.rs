//! Proofs: the solver's are accepted, and name the winner that plain search finds; wrong ones are refused; and each
//! entry holds.

use std::collections::{BTreeSet, HashMap};
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

use crate::bridge::{letter, position};
use crate::plain_search::{PlainSearch, opponent};
use crate::reference::{Board, Cell, name};
use crate::support::{changed, output, random_cases, rounds, table};

fn proof(solver: &Solver, board: &Board, to_move: Player) -> String {
    let proof = solver.proof(&position(board), to_move, &mut Budget::default()).unwrap();
    let mut text = Vec::new();
    proof.write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

pub(crate) fn solver(size: usize) -> Solver {
    Solver::new(size as u16, &Budget::default()).unwrap()
}

pub(crate) fn verified(text: &str) -> Result<Verified, VerifyError> {
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

/// What an entry says: the winner, moving second, can join its ends with these stones, if the opponent has no cell of
/// the carrier. Cells are numbers in reading order, and the winner's sides the two numbers after them.
#[derive(Debug)]
pub(crate) struct Claim {
    ends: [usize; 2],
    stones: BTreeSet<usize>,
    carrier: BTreeSet<usize>,
}

/// The claims of an accepted proof, by the definitions of the reference. No rule is checked.
fn claims(text: &str) -> (usize, char, Vec<Claim>) {
    let verified = verified(text).unwrap();
    let size = usize::from(verified.position.size());
    let winner = letter(verified.winner);
    let cell = |name: &str| {
        let cell: ProgramCell = name.parse().ok()?;
        Some(usize::from(cell.row()) * size + usize::from(cell.column()))
    };
    let of = |text: &str| -> BTreeSet<usize> { text.split_whitespace().filter_map(cell).collect() };
    let end = |name: &str| {
        let sides = if winner == 'X' { ["L", "R"] } else { ["T", "B"] };
        sides.iter().position(|&side| side == name).map_or_else(|| cell(name).unwrap(), |side| size * size + side)
    };
    let mut claims: Vec<Claim> = Vec::new();
    // After six lines of the position and the players.
    for line in text.lines().skip(6).take_while(|line| !line.trim_start().starts_with("win")) {
        let mut parts = line.split('|');
        let words: Vec<&str> = parts.next().unwrap().split_whitespace().collect();
        let after = |section: &str| {
            let from = words.iter().position(|&word| word == section).map_or(words.len(), |at| at + 1);
            let words = words[from..].iter().take_while(|&&word| word != "filled");
            words.map(|group| group.split('-').map(|name| cell(name).unwrap()).collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        let ends = [end(words[0]), end(words[1])];
        let mut given: BTreeSet<usize> = ends.into_iter().filter(|&end| end < size * size).collect();
        given.extend(after("with").concat());
        let filled: BTreeSet<usize> = after("filled").concat().into_iter().collect();
        let (mut stones, mut cells) = (given.clone(), filled.clone());
        for way in parts {
            let used = way.split_whitespace().filter_map(|word| word.parse::<usize>().ok());
            let used: Vec<&Claim> = used.map(|number| &claims[number - 1]).collect();
            let first = way.split_whitespace().find_map(cell);
            let mut of_way: BTreeSet<usize> = given.union(&filled).copied().collect();
            of_way.extend(of(way));
            of_way.extend(used.iter().flat_map(|claim| &claim.stones));
            cells.extend(used.iter().flat_map(|claim| &claim.carrier).filter(|cell| !of_way.contains(cell)));
            cells.extend(first);
            stones.extend(of_way.iter().filter(|&&cell| Some(cell) != first));
        }
        stones.retain(|cell| !filled.contains(cell));
        cells.retain(|cell| !stones.contains(cell));
        claims.push(Claim { ends, stones, carrier: cells });
    }
    (size, winner, claims)
}

/// Decides claims by playing all moves.
struct Plain {
    board: Board,
    winner: char,
    /// The cells, and the winner's sides, next to each cell and each side.
    near: Vec<Vec<usize>>,
}

impl Plain {
    fn new(size: usize, winner: char) -> Plain {
        let board = Board::empty(size);
        let mut near = vec![Vec::new(); size * size + 2];
        for (row, column) in board.cells() {
            let cell = row * size + column;
            near[cell] = board.neighbours((row, column)).map(|(row, column)| row * size + column).collect();
            let along = if winner == 'X' { column } else { row };
            for side in [0, 1].into_iter().filter(|side| along == side * (size - 1)) {
                near[cell].push(size * size + side);
                near[size * size + side].push(cell);
            }
        }
        Plain { board, winner, near }
    }

    /// Whether the winner's stones join two ends.
    fn are_joined(&self, stones: &BTreeSet<usize>, [from, to]: [usize; 2]) -> bool {
        let (mut open, mut seen) = (vec![from], BTreeSet::from([from]));
        while let Some(at) = open.pop() {
            let sides = self.board.size().pow(2);
            open.extend(
                self.near[at].iter().filter(|&&near| (near >= sides || stones.contains(&near)) && seen.insert(near)),
            );
        }
        seen.contains(&to)
    }

    /// Whether a claim is right. The opponent is to move.
    fn holds(&self, claim: &Claim) -> bool {
        let open: Vec<usize> = claim.carrier.iter().copied().collect();
        self.wins(claim, &open, &mut vec!['-'; open.len()], &mut HashMap::new())
    }

    fn wins(
        &self,
        claim: &Claim,
        open: &[usize],
        owners: &mut Vec<char>,
        known: &mut HashMap<Vec<char>, bool>,
    ) -> bool {
        if let Some(&wins) = known.get(owners) {
            return wins;
        }
        let mut stones = claim.stones.clone();
        stones.extend((0..open.len()).filter(|&i| owners[i] == self.winner).map(|i| open[i]));
        let empty: Vec<usize> = (0..open.len()).filter(|&i| owners[i] == '-').collect();
        let is_own_move = (open.len() - empty.len()) % 2 == 1;
        let mover = if is_own_move { self.winner } else { opponent(self.winner) };
        let wins = self.are_joined(&stones, claim.ends)
            || !empty.is_empty() && {
                let mut wins_after = |i: usize| {
                    owners[i] = mover;
                    let wins = self.wins(claim, open, owners, known);
                    owners[i] = '-';
                    wins
                };
                if is_own_move {
                    empty.into_iter().any(&mut wins_after)
                } else {
                    empty.into_iter().all(&mut wins_after)
                }
            };
        known.insert(owners.clone(), wins);
        wins
    }
}

/// Decides the claims of an accepted proof with at most some cells; returns how many that are, or the first that is
/// wrong.
pub(crate) fn all_hold(text: &str, most: usize) -> Result<usize, Claim> {
    let (size, winner, claims) = claims(text);
    let plain = Plain::new(size, winner);
    let small = claims.into_iter().filter(|claim| claim.carrier.len() <= most);
    small.map(|claim| if plain.holds(&claim) { Ok(1) } else { Err(claim) }).sum()
}

#[test]
fn positions_up_to_size_3_are_proved_and_each_entry_holds() {
    for size in 1..=3 {
        let (solver, mut plain) = (solver(size), PlainSearch::new(&Board::empty(size)));
        let step = if size < 3 { 1 } else { rounds(5, 1) };
        for number in (0..3_usize.pow((size * size) as u32)).step_by(step) {
            let board = Board::empty(size).numbered(number);
            for player in Player::BOTH {
                let right = plain.winner(&board, letter(player));
                assert_eq!(proved(&solver, &board, player), right, "{player} to move\n{}", board.print());
                if number % 7 == 0 {
                    let text = proof(&solver, &board, player);
                    all_hold(&text, 9).unwrap_or_else(|claim| panic!("{claim:?}\n{text}"));
                }
            }
        }
    }
}

#[test]
fn random_positions_are_proved() {
    let tests = [(4, (40, 300), 0.3), (5, (15, 150), 0.25), (6, (1, 12), 0.3), (5, (30, 100), 0.65)];
    // Boards whose sets of cells are of each kind.
    let large = [(8, (1, 3), 0.4), (9, (1, 3), 0.4), (11, (1, 3), 0.5), (12, (1, 3), 0.6)];
    for (size, count, filled) in tests.into_iter().chain(large) {
        let solver = solver(size);
        for seed in 0..rounds(count.0, count.1) as u64 {
            let board = Board::random(size, filled, 0.5, seed);
            for player in Player::BOTH {
                let right = if size < 6 && filled > 0.5 {
                    PlainSearch::new(&board).winner(&board, letter(player))
                } else {
                    letter(solver.winner(&position(&board), player, &mut Budget::default()).unwrap())
                };
                assert_eq!(proved(&solver, &board, player), right, "{player} to move\n{}", board.print());
            }
        }
    }
}

/// The one that is drawn where the form is defined.
#[test]
fn proof_by_hand_is_accepted() {
    let text = "hex proof 3\nsize 3\nX B2\nO\nto move O\nwinner X\nL B2 | A2 | A3\nR B2 | C1 | C2\nwin B2 1 2\n";
    let verified = verified(text).unwrap();
    assert_eq!((verified.winner, verified.to_move, verified.entries), (Player::X, Player::O, 2));
}

#[test]
fn proof_is_the_same_each_time_on_one_thread_and_right_on_others() {
    let board = Board::empty(5).with(&[(3, 1)], 'X');
    let alone = proof(&solver(5), &board, Player::O);
    assert_eq!(proof(&solver(5), &board, Player::O), alone);
    let mut budget = Budget::default().with_memory(1 << 12).with_threads(2);
    let small = Solver::new(5, &budget).unwrap().proof(&position(&board), Player::O, &mut budget).unwrap();
    let mut text = Vec::new();
    small.write(&mut text).unwrap();
    assert_eq!(verify(&mut &text[..]).unwrap().winner, verified(&alone).unwrap().winner);
}

#[test]
fn proof_can_be_stopped() {
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
fn part_of_the_proof_that_is_done_grows() {
    let (solver, mut done) = (solver(6), Vec::new());
    let poll = |_| {
        done.extend(solver.progress().proved);
        ControlFlow::Continue(())
    };
    let board = position(&Board::empty(6).with(&[(0, 3)], 'X'));
    assert!(solver.proof(&board, Player::O, &mut Budget::new(poll)).is_some());
    assert!(done.len() > 100 && done[0] < 0.5 && done[done.len() - 1] > 0.5, "{done:?}");
    assert!(done.is_sorted() && done.iter().all(|done| (0.0..=1.0).contains(done)), "{done:?}");
    assert_eq!(solver.progress().proved, None);
}

#[test]
fn entries_of_larger_boards_hold() {
    let mut held = 0;
    for (size, filled, count, most) in [
        (4, 0.1, rounds(20, 200), 11),
        (5, 0.1, rounds(20, 200), 11),
        (6, 0.1, rounds(8, 60), 10),
        (7, 0.2, rounds(4, 40), 9),
    ] {
        let solver = solver(size);
        for seed in 0..count as u64 {
            let text = proof(&solver, &Board::random(size, filled, 0.5, seed), Player::BOTH[seed as usize % 2]);
            held += all_hold(&text, most).unwrap_or_else(|claim| panic!("{claim:?}\n{text}"));
        }
    }
    assert!(held > 300, "{held}");
}

/// Proofs with all that a proof can have, by the words in them.
fn proofs_with(size: usize, words: &[&str], count: usize) -> Vec<String> {
    let solver = solver(size);
    let positions = (0..).map(|seed| (Board::random(size, 0.25, 0.5, seed), Player::BOTH[seed as usize % 2]));
    let texts = positions.map(|(board, to_move)| proof(&solver, &board, to_move));
    texts.filter(|text| words.iter().all(|word| text.contains(word))).take(count).collect()
}

/// Every change of a proof is refused, or what is left is right: the winner wins, and each entry holds.
#[test]
fn wrong_proofs_are_refused() {
    let mut random = ChaCha8Rng::seed_from_u64(39);
    let (mut accepted, mut false_ones) = (0, 0);
    let texts = [proofs_with(4, &["filled"], 8), proofs_with(4, &["-", "with"], 8)].concat();
    for text in &texts {
        for _ in 0..rounds(300, 1000) {
            let changed = altered(text, &mut random);
            let Ok(verified) = verified(&changed) else {
                false_ones += 1;
                continue;
            };
            accepted += 1;
            let board = crate::bridge::board(&verified.position);
            let winner = PlainSearch::new(&board).winner(&board, letter(verified.to_move));
            assert_eq!(letter(verified.winner), winner, "{changed}");
            all_hold(&changed, 11).unwrap_or_else(|claim| panic!("{claim:?}\n{changed}"));
        }
    }
    assert!(accepted > 250 && false_ones > 2_500, "{accepted} accepted, {false_ones} refused");
}

/// Changes a proof: its words, or an entry of the sides, which loses a way and gets additions that may or may not make
/// up for it.
fn altered(text: &str, random: &mut ChaCha8Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let size: usize = lines[1][5..].parse().unwrap();
    let sides: Vec<usize> =
        (6..lines.len()).filter(|&at| ["L R", "T B"].iter().any(|sides| lines[at].starts_with(sides))).collect();
    let cell = |random: &mut ChaCha8Rng| name((random.random_range(0..size), random.random_range(0..size)));
    let near = |random: &mut ChaCha8Rng| {
        let from = (random.random_range(0..size), random.random_range(0..size));
        let near: Vec<Cell> = Board::empty(size).neighbours(from).collect();
        format!("{}-{}", name(from), name(*near.choose(random).unwrap()))
    };
    if !sides.is_empty() && random.random_range(0..3) > 0 {
        let is_other = random.random_range(0..8) == 0;
        let at = if is_other { random.random_range(6..lines.len() - 1) } else { *sides.choose(random).unwrap() };
        let mut parts: Vec<String> = lines[at].split('|').map(str::to_owned).collect();
        if parts.len() > 2 {
            parts.remove(random.random_range(1..parts.len()));
        }
        let mut words: Vec<String> = parts[0].split_whitespace().map(str::to_owned).collect();
        for _ in 0..random.random_range(1..3) {
            let (section, group) = match random.random_range(0..3) {
                0 => ("with", cell(random)),
                1 => ("filled", cell(random)),
                _ => ("filled", near(random)),
            };
            if let Some(at) = words.iter().position(|word| word == section) {
                words.insert(at + 1, group);
            } else {
                let later = ["with", "filled"].into_iter().skip_while(|&word| word != section);
                let place = later.filter_map(|word| words.iter().position(|other| other == word)).min();
                let place = place.unwrap_or(words.len());
                words.splice(place..place, [section.to_owned(), group]);
            }
        }
        parts[0] = words.join(" ") + " ";
        lines[at] = parts.join("|");
        return lines.join("\n");
    }
    let text = lines.join("\n");
    let mut words: Vec<&str> = text.split_inclusive([' ', '\n', '-']).collect();
    // After the position and the players.
    let from = words.iter().position(|word| word.starts_with("winner")).unwrap() + 2;
    let (at, other) = (random.random_range(from..words.len()), random.random_range(from..words.len()));
    match random.random_range(0..3) {
        0 => words[at] = words[other],
        1 => drop(words.remove(at)),
        _ => words.insert(at, words[other]),
    }
    words.concat()
}

/// The checker in Python, which is written from the reference, has the verdicts of the program: on proofs of several
/// boards, and on what a changed, missing or repeated word makes of them.
#[test]
fn python_checker_agrees() {
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
        texts.extend((0..rounds(40, 400)).map(|_| altered(&valid, &mut random)));
        texts.push(valid);
    }
    for text in proofs_with(4, &["filled"], 3) {
        texts.extend((0..rounds(40, 400)).map(|_| altered(&text, &mut random)));
        texts.push(text);
    }
    // Words of 32 bytes and longer ones, also around '|' without blanks.
    for text in [SMALL, FILLED] {
        texts.extend([30, 31].map(|zeros| text.replace("B1", &format!("B{}1", "0".repeat(zeros)))));
        texts.extend([31, 32].map(|zeros| text.replace("size ", &format!("size {}", "0".repeat(zeros)))));
        texts.extend([31, 32].map(|zeros| text.replace(" 1\n", &format!(" {}1\n", "0".repeat(zeros)))));
    }
    texts.extend([24, 25].map(|zeros| FILLED.replace("A1-A2", &format!("A01-A{}2", "0".repeat(zeros)))));
    texts.push(SMALL.replace(" | A2", &"|A2".repeat(20)));
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<_> = (0..texts.len()).map(|number| folder.path().join(number.to_string())).collect();
    files.iter().zip(&texts).for_each(|(file, text)| std::fs::write(file, text).unwrap());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/verify-proof");
    let mut command = Command::new("python3");
    let Some(output) = output(command.arg(script).args(&files), "the checker of Hex proofs in Python") else { return };
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

const SMALL: &str = "hex proof 3\nsize 2\nX B1\nO\nto move O\nwinner X\nL B1 | A1 | A2\nwin B1 1\n";

/// X captures A1 and A2, and has won with stones there.
const FILLED: &str = "hex proof 3\nsize 2\nX B1\nO\nto move O\nwinner X\nL R with B1 filled A1-A2 |\nwin 1\n";

#[test]
fn faults_are_told_with_their_place() {
    for [of, from, to, message] in table(include_str!("proof-faults.txt")) {
        let valid = if of == "SMALL" { SMALL } else { FILLED };
        let text = valid.replacen(&from, &to, 1);
        assert!(verified(valid).is_ok() && text != valid, "{from}");
        assert_eq!(verified(&text).map(|_| ()).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn any_bytes_are_answered() {
    let text = proof(&solver(4), &Board::empty(4).with(&[(0, 2)], 'X'), Player::O);
    random_cases(3000, 20_000, |random| {
        let words = [" ", "|", "1", "23", "A", "Z9", "B2", "\n", "-", "win", "L", "filled"];
        let mut bytes = changed(text.as_str(), &words, random);
        bytes.truncate(random.random_range(0..4 * bytes.len() + 1));
        if let Err(error) = verify(&mut &bytes[..]) {
            assert!(error.place.is_some(), "{error}");
        }
    });
    for text in [&b""[..], b"\xff\xfe", b"\xEF\xBB\xBF", b"hex proof 3\nsize 99999999999999999999"] {
        assert!(verify(&mut &text[..]).is_err());
    }
    // White space, line ends and case are free.
    assert!(verified(&SMALL.replace('\n', " \t\r\n").replace("A1", "a1").replace(" | ", "|")).is_ok());
    // A long line, and many lines.
    assert!(verified(&SMALL.replace("| A2", &"| A2 ".repeat(50_000))).is_ok());
    let many = SMALL.replace("L B1 | A1 | A2\n", &"L B1 | A1 | A2\n".repeat(50_000));
    assert_eq!(verified(&many).unwrap().entries, 50_000);
}
