//! Any bytes as input: positions or an error with line and column, however they are read, and never more than has been
//! read.

use std::io::{self, Read};

use proptest::prelude::*;
use quadrille::hex::{BestCaseSolver, DataSets, Outcome, Position, Strictness, outcome_by_cells};

use crate::bridge::board;
use crate::reference::{self, Board};
use crate::support::{changed, changes, random_cases, rounds};

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

fn pieces<'a>(text: &'a [u8], lengths: &'a [usize]) -> Pieces<'a> {
    Pieces { text, lengths, next: 0 }
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
    let in_pieces = read(pieces(input, lengths), Strictness::Lenient);
    assert_eq!((&positions, &error), (&in_pieces.0, &in_pieces.1), "read in pieces of {lengths:?}");
    if let Some(error) = &error {
        assert!(error.starts_with("line ") && error.contains(", column ") && !error.contains('\n'), "{error}");
    }
    let (strict, _) = read(input, Strictness::Statement);
    assert!(positions.starts_with(&strict), "what the statement's rules take, all rules take");
    let mut solver = BestCaseSolver::new();
    for position in positions.iter().filter(|position| position.size() <= LARGEST_SOLVED) {
        assert_eq!(solver.outcome(position), outcome_by_cells(position));
    }
}

/// The words of changes, besides random bytes.
const WORDS: [&str; 4] = ["[0-9]{1,3}", "[A-Fa-f][0-9]{1,2}", "[ \t\r\n]{1,3}", "[-+.é٥ ]{1,2}"];

#[test]
fn any_bytes_are_read_or_refused() {
    let config = random_cases(300, 20_000);
    let lengths = || proptest::collection::vec(1_usize..40, 1..4);
    proptest!(config.clone(), |(sample in 0_usize..3, changes in changes(&WORDS), lengths in lengths())| {
        take(&changed(SAMPLES[sample], changes), &lengths);
    });
    proptest!(config.clone(), |(input in proptest::collection::vec(any::<u8>(), 0..300), lengths in lengths())| {
        take(&input, &lengths);
    });
    proptest!(config, |(input in "[0-9A-Ea-e \r\n]{0,200}", lengths in lengths())| {
        take(input.as_bytes(), &lengths);
    });
}

#[test]
fn well_formed_input_reads_as_it_was_written() {
    let config = random_cases(60, 2000);
    proptest!(config, |(seed in any::<u64>(), size in 1_usize..60, length in 1_usize..300)| {
        let boards = [Board::random(size, 0.6, 0.5, seed), Board::random(1 + size / 2, 0.9, 0.2, seed)];
        let (positions, error) = read(pieces(reference::input(&boards).as_bytes(), &[length]), Strictness::Lenient);
        prop_assert!(error.is_none() && positions.iter().map(board).eq(boards));
    });
}

#[test]
fn strict_rules_refuse_what_the_statement_rules_out() {
    for sample in SAMPLES {
        assert_eq!(read(sample.as_bytes(), Strictness::Statement), read(sample.as_bytes(), Strictness::Lenient));
        assert_eq!(read(sample.replace('\n', "\r\n").as_bytes(), Strictness::Statement).1, None);
    }
    let many = format!("101\n{}", "1\n0 0\n\n\n".repeat(101));
    for (input, error) in [
        ("0\n", "line 1, column 1: expected 1 to 100 data sets, as the contest statement says, found 0"),
        (&many, "line 1, column 1: expected 1 to 100 data sets, as the contest statement says, found 101"),
        ("1\n22\n0 0\n\n\n", "line 2, column 1: expected a size from 1 to 21, as the contest statement says, found 22"),
        ("1\n5\n2  2\nC2 A3\nC5 C3\n", "line 3, column 2: expected one blank"),
        ("1\n5\n2 2\nC2\tA3\nC5 C3\n", "line 4, column 3: expected one blank"),
        ("1\n5\n2 2\nC2  A3\nC5 C3\n", "line 4, column 3: expected one blank"),
        ("1\n5\n2 2\nC2 A3 \nC5 C3\n", "line 4, column 6: expected one blank"),
        ("1\n5\n2 2\nC2 A3\n C5 C3\n", "line 5, column 1: expected one blank"),
        ("1 \n5\n2 2\nC2 A3\nC5 C3\n", "line 1, column 2: expected one blank"),
        ("1\n5\n2 2\nC2\rA3\nC5 C3\n", "line 4, column 3: expected one blank"),
        ("1\n5\n2 2\nC2 A3\nC5 C3\n\n \n", "line 7, column 1: expected one blank"),
    ] {
        let said = read(input.as_bytes(), Strictness::Statement).1;
        assert!(said.as_ref().is_some_and(|said| said.starts_with(error)), "{input:?}: {said:?}");
        assert_eq!(read(input.as_bytes(), Strictness::Lenient).1, None);
    }
}

#[test]
fn an_error_has_the_line_and_column_of_an_editor() {
    for (text, expected) in [("1\r\n5\r\n1 0\r\n\t F1\r\n", "line 4, column 3: "), ("\n", "line 1, column 1: ")] {
        for input in [text.to_owned(), format!("\u{feff}{text}")] {
            for length in 1..9 {
                let (_, error) = read(pieces(input.as_bytes(), &[length]), Strictness::Lenient);
                assert!(error.as_ref().is_some_and(|error| error.starts_with(expected)), "{input:?}: {error:?}");
            }
        }
    }
}

#[test]
fn numbers_and_cells_have_at_most_32_characters() {
    for (zeros, number, cell) in [
        (31, None, None),
        (
            32,
            Some("line 2, column 1: expected a number of at most 32 digits, "),
            Some("line 4, column 1: expected a cell of at most 32 ch"),
        ),
    ] {
        let zeros = "0".repeat(zeros);
        for (input, expected) in
            [(format!("1\n{zeros}5\n1 0\nC2\n"), number), (format!("1\n5\n1 0\nC{}2\n", &zeros[1..]), cell)]
        {
            let error = read(input.as_bytes(), Strictness::Lenient).1;
            assert_eq!(error.map(|error| error[..expected.map_or(0, str::len)].to_owned()).as_deref(), expected);
        }
    }
    let (_, error) = read(&b"1\n18446744073709551616\n"[..], Strictness::Lenient);
    assert!(error.unwrap().starts_with("line 2, column 1: expected a number of at most 64 bits, "));
}

#[test]
fn a_token_without_end_is_truncated() {
    for byte in [b'A', b'9', b'-', 0, 0xFF] {
        let (positions, error) = read(b"1\n5\n2 0\nC2 ".chain(io::repeat(byte)), Strictness::Lenient);
        assert_eq!(positions, []);
        assert!(error.unwrap().starts_with("line 4, column 4: expected a cell"));
    }
    let stones = io::Cursor::new("A1 ".repeat(1_000_000));
    let (_, error) = read(b"1\n5\n2 0\nC2 ".chain(stones), Strictness::Lenient);
    assert_eq!(error.unwrap(), "line 4, column 7: expected nothing after 2 cells of X, found 'A1'");
}

/// A source that counts its reads.
struct Counted<'a>(Pieces<'a>, &'a std::cell::Cell<usize>);

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1.set(self.1.get() + 1);
        self.0.read(buffer)
    }
}

#[test]
fn a_data_set_that_is_buffered_is_not_waited_for() {
    let text = format!("40\n{}", "5\n2 2\nC2 A3\nC5 C3\n5\n0 0\n\n\n".repeat(20));
    for length in [1, 7, 60, 1000] {
        let (reads, mut buffered, lengths) = (std::cell::Cell::new(0), 0, [length]);
        let source = Counted(pieces(text.as_bytes(), &lengths), &reads);
        let mut sets = DataSets::open(source, Strictness::Lenient).unwrap();
        for _ in 0..40 {
            let (before, is_buffered) = (reads.get(), sets.is_next_buffered());
            assert!(sets.next().unwrap().is_ok());
            assert!(!is_buffered || reads.get() == before, "pieces of {length}");
            buffered += usize::from(is_buffered);
        }
        assert_eq!(buffered > 0, length > 20, "pieces of {length}");
    }
}

#[test]
fn a_large_board_without_stones_is_solved() {
    let (size, last) = [(704, "AAB1"), (4096, "FAN1")][rounds(0, 1)];
    let input = format!("1\n{size}\n0 0");
    let mut sets = DataSets::open(input.as_bytes(), Strictness::Lenient).unwrap();
    let position = sets.next().unwrap().unwrap();
    let Outcome::Open(best) = BestCaseSolver::new().outcome(&position) else { panic!("neither player has won") };
    assert_eq!((best.x.number_of_moves(), best.o.number_of_moves()), (size, size));
    assert_eq!(best.x.cells()[size - 1].to_string(), last);
    assert!(sets.next().is_none());
}
