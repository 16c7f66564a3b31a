//! Hip's integer program: parsed by a reader of LP files that shares no code with Hip, and solved.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use crate::reference::{Board, Cell};
use crate::zero_one::{Comparison, Program};
use quadrille::budget::Budget;
use quadrille::hip::{Balance, Size, count_squares, write_model};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// A sum of names with their factors.
type Sum = BTreeMap<String, i64>;

/// The content of an LP file.
#[derive(Debug, Default)]
struct Model {
    objective: Sum,
    /// By name: the left side, the comparison, the right side.
    rows: BTreeMap<String, (Sum, Comparison, i64)>,
    /// In the order of the file.
    binary: Vec<String>,
}

/// Reads `+ 3 a - b` and so on; a name without a factor has 1.
fn sum<'a>(words: impl Iterator<Item = &'a str>) -> Sum {
    let (mut sum, mut sign, mut factor) = (Sum::new(), 1, 1);
    for word in words {
        match word {
            "+" => sign = 1,
            "-" => sign = -1,
            number if number.parse::<i64>().is_ok() => factor = number.parse().unwrap(),
            name => {
                assert!(is_name(name), "{name}");
                assert!(sum.insert(name.to_owned(), sign * factor).is_none(), "{name} twice");
                (sign, factor) = (1, 1);
            }
        }
    }
    sum
}

/// What LP files allow in names, and no reader takes for a number such as `e1`.
fn is_name(name: &str) -> bool {
    let first = name.chars().next().unwrap();
    let number = matches!(first, 'e' | 'E') && name[1..].chars().all(|c| c.is_ascii_digit());
    first.is_ascii_alphabetic() && !number && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Reads the part of the format with sections `Minimize`, `Subject To`, `Binary`, where each row has a name.
fn read(text: &str) -> Model {
    assert!(text.lines().all(|line| line.len() < 510));
    let text: Vec<&str> = text.lines().map(|line| line.split('\\').next().unwrap()).collect();
    let text = text.join("\n");
    let (before, text) = text.split_once("Minimize\n").unwrap();
    assert_eq!(before.trim(), "");
    let (objective, text) = text.split_once("\nSubject To\n").unwrap();
    let (rows, text) = text.split_once("\nBinary\n").unwrap();
    let (binary, after) = text.split_once("\nEnd").unwrap();
    assert_eq!(after.trim(), "");

    let mut model = Model::default();
    let (name, objective) = objective.split_once(':').unwrap();
    assert!(is_name(name.trim()));
    model.objective = sum(objective.split_whitespace());
    for name in binary.split_whitespace() {
        assert!(is_name(name), "{name}");
        model.binary.push(name.to_owned());
    }
    assert_eq!(model.binary.iter().collect::<BTreeSet<_>>().len(), model.binary.len(), "a name twice");
    let mut words = rows.split_whitespace().peekable();
    while let Some(name) = words.next() {
        let name = name.strip_suffix(':').unwrap();
        let mut left = Vec::new();
        let comparison = loop {
            match words.next().unwrap() {
                "=" => break Comparison::Equal,
                "<=" => break Comparison::AtMost,
                ">=" => break Comparison::AtLeast,
                word => left.push(word),
            }
        };
        let right = words.next().unwrap().parse().unwrap();
        let row = (sum(left.into_iter()), comparison, right);
        assert!(is_name(name) && model.rows.insert(name.to_owned(), row).is_none(), "{name}");
    }
    model
}

fn model(size: &str, balance: Balance) -> Model {
    let mut text = Vec::new();
    assert!(write_model(&mut text, size.parse().unwrap(), balance, &mut Budget::default()).unwrap().is_continue());
    let text = String::from_utf8(text).unwrap();
    let free = if balance == Balance::Free { " --free" } else { "" };
    assert_eq!(text.lines().next(), Some(&*format!("\\ model {size}{free}")));
    read(&text)
}

/// The optimum, and the cells that are 1.
fn solve(model: &Model) -> (i64, BTreeSet<String>) {
    let number = |name: &String| model.binary.iter().position(|other| other == name).unwrap();
    let terms = |sum: &Sum| sum.iter().map(|(name, &factor)| (number(name), factor)).collect::<Vec<_>>();
    let mut program = Program::new(model.binary.len(), terms(&model.objective));
    for (left, comparison, right) in model.rows.values() {
        program.require(terms(left), *comparison, *right);
    }
    let (optimum, values) = program.minimum();
    let ones = model.binary.iter().zip(values).filter(|(name, value)| name.starts_with('x') && *value);
    (optimum, ones.map(|(name, _)| name.clone()).collect())
}

/// The variable of a cell.
fn name((row, column): Cell) -> String {
    format!("x_{}{}", char::from(b'A' + column as u8), row + 1)
}

/// The squares of one player when the cells with these names are player 1's.
fn monochromatic(board: Board, ones: &BTreeSet<String>) -> usize {
    let is_one = |cell| ones.contains(&name(cell));
    let of_one = |corners: &&[_; 4]| corners.iter().all(|&cell| is_one(cell) == is_one(corners[0]));
    board.squares().iter().filter(of_one).count()
}

#[test]
fn there_is_a_variable_per_cell_and_two_with_two_rows_per_square() {
    for size in ["1x1", "1x9", "9x1", "2x2", "3x5", "6x7", "7x7", "12x12", "1x4096"] {
        let board: Size = size.parse().unwrap();
        let squares = count_squares(board) as usize;
        for (balance, rows) in [(Balance::Balanced, 1), (Balance::Free, usize::from(squares == 0))] {
            let model = model(size, balance);
            assert_eq!(model.binary.len(), board.area() + 2 * squares);
            assert_eq!(model.rows.len(), rows + 2 * squares);
            assert_eq!(model.objective.values().sum::<i64>(), 2 * squares as i64);
            assert!(!model.objective.is_empty());
            let mut named: BTreeSet<&String> = model.rows.values().flat_map(|(sum, _, _)| sum.keys()).collect();
            named.extend(model.objective.keys());
            assert!(named.iter().all(|&name| model.binary.contains(name)));
        }
    }
}

#[test]
fn rows_are_those_of_the_squares_and_of_the_balance() {
    for (rows, columns) in [(2, 2), (3, 4), (5, 5), (4, 7)] {
        let model = model(&format!("{rows}x{columns}"), Balance::Balanced);
        let corners = |sum: &Sum| -> BTreeSet<String> {
            sum.iter().filter(|(name, _)| name.starts_with('x')).map(|(name, _)| name.clone()).collect()
        };
        let squares: BTreeSet<BTreeSet<String>> =
            Board(rows, columns).squares().into_iter().map(|corners| corners.map(name).into()).collect();
        for (cost, sign, comparison, right) in [("u", 1, Comparison::AtLeast, 1), ("v", -1, Comparison::AtMost, 3)] {
            let of_kind = model.rows.values().filter(|(sum, _, _)| sum.keys().any(|name| name.starts_with(cost)));
            let mut found = BTreeSet::new();
            for (sum, is, than) in of_kind {
                assert_eq!((*is, *than), (comparison, right));
                let factor = |name: &String| if name.starts_with('x') { 1 } else { sign };
                assert!(sum.len() == 5 && sum.iter().all(|(name, &by)| by == factor(name)));
                found.insert(corners(sum));
            }
            assert_eq!(found, squares);
        }
        let (balance, is, half) = &model.rows["balance"];
        assert_eq!((balance.len() as i64, *is, *half), (rows * columns, Comparison::Equal, (rows * columns + 1) / 2));
    }
}

/// Solves the program of a board and checks the colouring that its solution describes.
fn check_optimum(rows: i64, columns: i64, balance: Balance, expected: i64) {
    let (optimum, ones) = solve(&model(&format!("{rows}x{columns}"), balance));
    assert_eq!(optimum, expected, "{rows}x{columns} {balance:?}");
    assert_eq!(monochromatic(Board(rows, columns), &ones) as i64, optimum, "{rows}x{columns} {balance:?}");
    if balance == Balance::Balanced {
        assert_eq!(ones.len() as i64, (rows * columns + 1) / 2, "{rows}x{columns}");
    }
}

#[test]
fn the_optimum_is_0_on_boards_with_draws() {
    for (rows, columns) in [(1, 1), (1, 6), (2, 2), (2, 5), (3, 3), (3, 4), (4, 3), (4, 4), (4, 5), (5, 5)] {
        for balance in [Balance::Balanced, Balance::Free] {
            check_optimum(rows, columns, balance, 0);
        }
    }
}

#[test]
#[ignore = "exhaustive: 38 s"]
fn the_optimum_is_0_on_6x6_and_1_on_6x7() {
    check_optimum(6, 6, Balance::Balanced, 0);
    check_optimum(6, 7, Balance::Balanced, 1);
}

/// With most counters given the optimum is rarely 0, and all completions of a board can be tried.
#[test]
fn the_optimum_is_the_minimum_of_all_completions_of_given_counters() {
    let mut random = SmallRng::seed_from_u64(1);
    let board = Board(4, 4);
    let mut optima = BTreeSet::new();
    for balance in [Balance::Balanced, Balance::Free].into_iter().cycle().take(20) {
        let mut model = model("4x4", balance);
        let (mut given, mut ones) = (BTreeSet::new(), BTreeSet::new());
        for cell in board.cells() {
            if random.random_bool(0.7) {
                let is_one = ones.len() < 8 && random.random_bool(0.7);
                model.rows.insert(format!("given_{}", name(cell)), row_of(cell, is_one));
                given.insert(cell);
                ones.extend(is_one.then(|| name(cell)));
            }
        }
        let free: Vec<Cell> = board.cells().into_iter().filter(|cell| !given.contains(cell)).collect();
        let completions = (0..1_u32 << free.len()).map(|set| {
            let more = free.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, &cell)| name(cell));
            ones.iter().cloned().chain(more).collect::<BTreeSet<String>>()
        });
        let allowed = completions.filter(|ones| balance == Balance::Free || ones.len() == 8);
        let Some(fewest) = allowed.map(|ones| monochromatic(board, &ones)).min() else { continue };
        let (optimum, ones) = solve(&model);
        assert_eq!((optimum as usize, monochromatic(board, &ones)), (fewest, fewest), "{balance:?} {:?}", model.rows);
        optima.insert(optimum);
    }
    assert!(optima.len() > 3, "{optima:?}");
}

/// The row that gives a cell to player 1 or to player 2.
fn row_of(cell: Cell, is_one: bool) -> (Sum, Comparison, i64) {
    (Sum::from([(name(cell), 1)]), Comparison::Equal, i64::from(is_one))
}

#[test]
fn writing_stops_where_the_output_does() {
    struct Full(usize);
    impl io::Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = bytes.len().min(self.0);
            self.0 -= taken;
            if taken == 0 && !bytes.is_empty() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(taken) }
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    // Were it not written as it comes, the squares of this board would never end.
    let largest: Size = "4096x4096".parse().unwrap();
    let error = write_model(Full(100_000), largest, Balance::Free, &mut Budget::default()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
}
