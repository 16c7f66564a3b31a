//! Any bytes as input: an answer or an error with line and column, never a panic, a hang, or memory out of proportion.

use crate::reference;
use std::io::{self, Read};
use std::time::Duration;

use crate::bridge::board;
use crate::reference::Board;
use assert_cmd::cargo::cargo_bin_cmd;
use predicates::prelude::*;
use proptest::prelude::*;
use quadrille::hex::{DataSets, Outcome, Position, Solver, Strictness, outcome_by_cells};

use crate::support::{changed, changes};

/// Boards above this size are read but not solved, so that no short input takes a test long.
const LARGEST_SOLVED: u16 = 80;

const SAMPLES: [&str; 3] = [
    include_str!("../../testdata/sample1.txt"),
    include_str!("../../testdata/sample2.txt"),
    include_str!("../../testdata/sample3.txt"),
];

/// Gives a text in pieces of these lengths, over and over.
struct Pieces<'a> {
    text: &'a [u8],
    lengths: &'a [usize],
    next: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.lengths[self.next % self.lengths.len()];
        self.next += 1;
        let mut piece = self.text.take(length as u64);
        let read = piece.read(buffer)?;
        self.text = &self.text[read..];
        Ok(read)
    }
}

/// All positions that an input has, and the error that it ends with.
fn read(source: impl Read, strictness: Strictness) -> (Vec<Position>, Option<String>) {
    let sets = match DataSets::open(source, strictness) {
        Ok(sets) => sets,
        Err(error) => return (Vec::new(), Some(error.to_string())),
    };
    let mut positions = Vec::new();
    for position in sets {
        match position {
            Ok(position) => positions.push(position),
            Err(error) => return (positions, Some(error.to_string())),
        }
    }
    (positions, None)
}

/// Reads and solves an input, and asserts that neither the sizes of reads nor the solver make a difference.
fn take(input: &[u8], lengths: &[usize]) {
    let (positions, error) = read(input, Strictness::Lenient);
    let in_pieces = read(Pieces { text: input, lengths, next: 0 }, Strictness::Lenient);
    assert_eq!((&positions, &error), (&in_pieces.0, &in_pieces.1), "read in pieces of {lengths:?}");
    if let Some(error) = &error {
        assert!(error.starts_with("line ") && error.contains(", column ") && !error.contains('\n'), "{error}");
    }
    let (strict, _) = read(input, Strictness::Statement);
    assert!(positions.starts_with(&strict), "what the statement's rules take, all rules take");
    let mut solver = Solver::new();
    for position in positions.iter().filter(|position| position.size() <= LARGEST_SOLVED) {
        assert_eq!(solver.outcome(position), outcome_by_cells(position));
    }
}

/// The words of changes, besides random bytes.
const WORDS: [&str; 4] = ["[0-9]{1,3}", "[A-Fa-f][0-9]{1,2}", "[ \t\r\n]{1,3}", "[-+.é٥ ]{1,2}"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_samples(
        sample in 0_usize..3,
        changes in changes(&WORDS),
        lengths in proptest::collection::vec(1_usize..40, 1..4),
    ) {
        take(&changed(SAMPLES[sample], changes), &lengths);
    }

    #[test]
    fn random_bytes(input in proptest::collection::vec(any::<u8>(), 0..300), length in 1_usize..9) {
        take(&input, &[length]);
    }

    #[test]
    fn random_text(input in "[0-9A-Ea-e \r\n]{0,200}", length in 1_usize..9) {
        take(input.as_bytes(), &[length]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn well_formed_input_reads_as_it_was_written(seed in any::<u64>(), size in 1_usize..60, length in 1_usize..300) {
        read_back(seed, size, length);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "exhaustive: 3 s"]
    fn much_well_formed_input_reads_as_it_was_written(
        seed in any::<u64>(),
        size in 1_usize..60,
        length in 1_usize..300,
    ) {
        read_back(seed, size, length);
    }
}

fn read_back(seed: u64, size: usize, length: usize) {
    let boards = [Board::random(size, 0.6, 0.5, seed), Board::random(1 + size / 2, 0.9, 0.2, seed)];
    let input = reference::input(&boards);
    let (positions, error) = read(Pieces { text: input.as_bytes(), lengths: &[length], next: 0 }, Strictness::Lenient);
    assert_eq!(error, None);
    assert!(positions.iter().map(board).eq(boards));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_program_ends_with_an_answer_or_one_placed_line(
        sample in 0_usize..3,
        changes in changes(&WORDS),
    ) {
        let input = changed(SAMPLES[sample], changes);
        let (positions, error) = read(&input[..], Strictness::Lenient);
        if positions.iter().any(|position| position.size() > LARGEST_SOLVED) {
            return Ok(());
        }
        let output = cargo_bin_cmd!("hex").timeout(Duration::from_secs(60)).write_stdin(input).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        prop_assert_eq!(output.status.code(), Some(i32::from(error.is_some())));
        prop_assert_eq!(stderr, error.map_or(String::new(), |error| format!("hex: {error}\n")));
        let stdout = String::from_utf8(output.stdout).unwrap();
        prop_assert_eq!(stdout.matches("Board Position:").count(), positions.len());
    }
}

#[test]
fn announced_numbers_cost_nothing() {
    for input in ["1\n4096\n99999999999 0\nA1\n\n", "1\n4096\n16777216 0\nA1\n\n", "18446744073709551615\n1\n0 0\n\n\n"]
    {
        let assert = cargo_bin_cmd!("hex").timeout(Duration::from_secs(60)).arg("--stats").write_stdin(input).assert();
        let assert = assert.code(1).stderr(predicate::str::contains("line "));
        let stderr = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        if let Some(mib) = peak_mib(&stderr) {
            assert!(mib < 64.0, "{input:?}: {stderr}");
        }
    }
}

#[test]
fn an_error_has_the_line_and_column_of_an_editor() {
    for (text, expected) in [("1\r\n5\r\n1 0\r\n\t F1\r\n", "line 4, column 3: "), ("\n", "line 1, column 1: ")] {
        for input in [text.to_owned(), format!("\u{feff}{text}")] {
            for length in 1..9 {
                let pieces = Pieces { text: input.as_bytes(), lengths: &[length], next: 0 };
                let (_, error) = read(pieces, Strictness::Lenient);
                assert!(error.as_ref().is_some_and(|error| error.starts_with(expected)), "{input:?}: {error:?}");
            }
        }
    }
}

#[test]
fn a_token_without_end_is_truncated() {
    for byte in [b'A', b'9', b'-', 0, 0xFF] {
        let endless = b"1\n5\n2 0\nC2 ".chain(io::repeat(byte));
        let (positions, error) = read(endless, Strictness::Lenient);
        assert_eq!(positions, []);
        assert!(error.unwrap().starts_with("line 4, column 4: expected a cell"));
    }
    let stones = io::Cursor::new("A1 ".repeat(1_000_000));
    let (_, error) = read(b"1\n5\n2 0\nC2 ".chain(stones), Strictness::Lenient);
    assert_eq!(error.unwrap(), "line 4, column 7: expected nothing after 2 cells of X, found 'A1'");
}

#[test]
fn large_boards_take_memory_in_proportion_and_the_right_number_of_moves() {
    large_boards(&[(40, 64.0), (64, 64.0), (65, 64.0), (200, 64.0)]);
}

#[test]
#[ignore = "exhaustive: 2 s"]
fn a_board_of_a_million_cells_takes_memory_in_proportion() {
    large_boards(&[(1000, 160.0)]);
}

fn large_boards(sizes: &[(usize, f64)]) {
    for &(size, most_mib) in sizes {
        let board = Board::random(size, 0.45, 0.5, size as u64);
        let mut expected = Vec::new();
        for player in ['X', 'O'] {
            expected.push(format!("Number of moves: {}", board.number(player).unwrap()));
        }
        let input = reference::input(std::slice::from_ref(&board));
        let output = cargo_bin_cmd!("hex")
            .args(["--stats", "--ways"])
            .timeout(Duration::from_secs(120))
            .write_stdin(input)
            .output()
            .unwrap();
        assert!(output.status.success());
        let stdout = String::from_utf8(output.stdout).unwrap();
        let numbers: Vec<&str> = stdout.lines().filter(|line| line.starts_with("Number of moves")).collect();
        assert_eq!(numbers, expected, "size {size}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        if let Some(mib) = peak_mib(&stderr) {
            assert!(mib < most_mib, "size {size}: {stderr}");
        }
        // The boards that are shown are won, with exactly the missing stones added.
        let shown: Vec<Board> = stdout.split("\n\n").filter_map(shown_board).collect();
        assert_eq!(shown.len(), 3);
        assert_eq!(shown[0], board);
        for (player, shown) in ['X', 'O'].into_iter().zip(&shown[1..]) {
            assert_eq!(shown.number(player), Some(0));
            let added = shown.of(player).len() - board.of(player).len();
            assert_eq!(Some(added), board.number(player));
            assert_eq!(shown.of('-').len() + added, board.of('-').len());
        }
    }
}

/// A long way through a large board, and chains as long as that: nothing may cost the square of a length.
#[test]
fn winding_paths_on_a_large_board_are_solved_in_time() {
    winding_paths(331);
}

#[test]
#[ignore = "exhaustive: 3 s"]
fn winding_paths_on_a_board_of_a_million_cells_are_solved_in_time() {
    winding_paths(999);
}

/// On a board whose size is one less than a multiple of four, because the number of ways depends on where the last gap is.
fn winding_paths(size: usize) {
    let mut board = Board::empty(size);
    for row in (1..size).step_by(2) {
        let gap = if row % 4 == 1 { size - 1 } else { 0 };
        for column in (0..size).filter(|&column| column != gap) {
            board.0[row][column] = 'X';
        }
    }
    let number = board.number('O').unwrap();
    assert!(number > size * size / 2 - 2 * size);
    let input = reference::input(&[board]);
    let output =
        cargo_bin_cmd!("hex").arg("--ways").timeout(Duration::from_secs(120)).write_stdin(input).output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(stdout.contains(&format!("\nNumber of moves: {number}\nNumber of ways: 2\n")));
}

#[test]
fn no_stones_at_all_on_a_large_board() {
    no_stones(704, "AAB1");
}

#[test]
#[ignore = "exhaustive: 20 s"]
fn no_stones_at_all_on_the_largest_board() {
    no_stones(4096, "FAN1");
}

fn no_stones(size: usize, last: &str) {
    let input = format!("1\n{size}\n0 0");
    let mut sets = DataSets::open(input.as_bytes(), Strictness::Lenient).unwrap();
    let position = sets.next().unwrap().unwrap();
    let Outcome::Open(best) = Solver::new().outcome(&position) else { panic!("neither player has won") };
    assert_eq!((best.x.number_of_moves(), best.o.number_of_moves()), (size, size));
    assert_eq!(best.x.cells()[size - 1].to_string(), last);
    assert!(sets.next().is_none());
}

fn shown_board(text: &str) -> Option<Board> {
    let rows = text.lines().skip_while(|line| !line.starts_with(['-', 'X', 'O']) || line.contains(':'));
    let rows: Vec<Vec<char>> = rows.map(|row| row.chars().filter(|c| *c != ' ').collect()).collect();
    (!rows.is_empty()).then_some(Board(rows))
}

/// The peak memory that `--stats` reports, where the system reports it.
fn peak_mib(stderr: &str) -> Option<f64> {
    let line = stderr.lines().find(|line| line.contains(" positions, "))?;
    line.strip_suffix(" MiB")?.rsplit(' ').next()?.parse().ok()
}
