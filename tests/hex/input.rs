//! Any bytes as input: positions or an error with line and column, however they are read, and never more than has been
//! read.

use std::io::{self, Read};

use quadrille::hex::{BestCaseSolver, DataSets, Position, Strictness, outcome_by_cells};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use crate::bridge::board;
use crate::reference::{self, Board};
use crate::support::{any_bytes, changed, random_cases};

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
const WORDS: [&str; 16] =
    ["0", "1", "9", "42", "999", "A1", "c5", "F12", "e0", " ", "\t", "\r\n", "\n\n", "-", "+.", "é٥"];

#[test]
fn any_bytes_are_read_or_refused() {
    random_cases(300, 20_000, |random| {
        let lengths: Vec<usize> = (0..3).map(|_| random.random_range(1..40)).collect();
        take(&changed(*SAMPLES.choose(random).unwrap(), &WORDS, random), &lengths);
        take(&any_bytes(300, random), &lengths);
        let likely = b"0123456789ABCDEabcde \r\n";
        let text: Vec<u8> = (0..200).map(|_| *likely.choose(random).unwrap()).collect();
        take(&text, &lengths);
    });
}

#[test]
fn well_formed_input_reads_as_it_was_written() {
    random_cases(60, 2000, |random| {
        let (seed, size, length) = (random.next_u64(), random.random_range(1..60), random.random_range(1..300));
        let boards = [Board::random(size, 0.6, 0.5, seed), Board::random(1 + size / 2, 0.9, 0.2, seed)];
        let (positions, error) = read(pieces(reference::input(&boards).as_bytes(), &[length]), Strictness::Lenient);
        assert!(error.is_none() && positions.iter().map(board).eq(boards), "{seed} {size} {length}");
    });
}

#[test]
fn strict_rules_refuse_what_the_statement_rules_out() {
    for sample in SAMPLES {
        assert_eq!(read(sample.as_bytes(), Strictness::Statement), read(sample.as_bytes(), Strictness::Lenient));
        assert_eq!(read(sample.replace('\n', "\r\n").as_bytes(), Strictness::Statement).1, None);
    }
    // As many as the statement allows.
    let most = format!("100\n{}", "21\n0 0\n\n\n".repeat(100));
    assert_eq!(read(most.as_bytes(), Strictness::Statement).1, None);
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
fn error_has_the_line_and_column_of_an_editor() {
    for (text, expected) in [("1\r\n5\r\n1 0\r\n\t F1\r\n", "line 4, column 3: "), ("\n", "line 1, column 1: ")] {
        for input in [text.to_owned(), format!("\u{feff}{text}")] {
            for length in 1..9 {
                let (_, error) = read(pieces(input.as_bytes(), &[length]), Strictness::Lenient);
                assert!(error.as_ref().is_some_and(|error| error.starts_with(expected)), "{input:?}: {error:?}");
            }
        }
    }
}
