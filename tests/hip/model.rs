//! Hip's integer program, parsed by a reader of LP files that shares no code with Hip. `scripts/bench` has it solved by two solvers.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use crate::reference::{Board, Cell};
use quadrille::budget::Budget;
use quadrille::hip::{Balance, Size, count_squares, write_model};

/// A sum of names with their factors.
type Sum = BTreeMap<String, i64>;

/// The content of an LP file.
#[derive(Debug, Default)]
struct Model {
    objective: Sum,
    /// By name: the left side, the comparison, the right side.
    rows: BTreeMap<String, (Sum, String, i64)>,
    binary: BTreeSet<String>,
}

/// What LP files allow in names, and no reader takes for a number such as `e1`.
fn name_of(name: &str) -> String {
    let number = name.starts_with(['e', 'E']) && name[1..].chars().all(|c| c.is_ascii_digit());
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic()) && !number;
    assert!(is_name && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{name}");
    name.to_owned()
}

/// Reads `+ 3 a - b` and so on; a name without a factor has 1.
fn sum(words: &[&str]) -> Sum {
    let (mut sum, mut sign, mut factor) = (Sum::new(), 1, 1);
    for word in words {
        match *word {
            "+" => sign = 1,
            "-" => sign = -1,
            number if number.parse::<i64>().is_ok() => factor = number.parse().unwrap(),
            name => {
                assert!(sum.insert(name_of(name), sign * factor).is_none(), "{name} twice");
                (sign, factor) = (1, 1);
            }
        }
    }
    sum
}

/// Reads the part of the format with sections `Minimize`, `Subject To`, `Binary`, where each row has a name.
fn read(text: &str) -> Model {
    assert!(text.lines().all(|line| line.len() < 510));
    let text: String = text.lines().map(|line| line.split('\\').next().unwrap().to_owned() + "\n").collect();
    let (before, text) = text.split_once("Minimize\n").unwrap();
    let (objective, text) = text.split_once("\nSubject To\n").unwrap();
    let (rows, text) = text.split_once("\nBinary\n").unwrap();
    let (binary, after) = text.split_once("\nEnd").unwrap();
    assert_eq!((before.trim(), after.trim()), ("", ""));

    let (name, objective) = objective.split_once(':').unwrap();
    name_of(name.trim());
    let mut model = Model { objective: sum(&objective.split_whitespace().collect::<Vec<_>>()), ..Model::default() };
    for name in binary.split_whitespace() {
        assert!(model.binary.insert(name_of(name)), "{name} twice");
    }
    let words: Vec<&str> = rows.split_whitespace().collect();
    let mut words = &words[..];
    while let [name, rest @ ..] = words {
        let at = rest.iter().position(|word| ["=", "<=", ">="].contains(word)).unwrap();
        let row = (sum(&rest[..at]), rest[at].to_owned(), rest[at + 1].parse().unwrap());
        let name = name_of(name.strip_suffix(':').unwrap());
        assert!(model.rows.insert(name, row).is_none());
        words = &rest[at + 2..];
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

#[test]
fn model_has_a_variable_per_cell_and_two_with_two_rows_per_square() {
    for size in ["1x1", "1x9", "9x1", "2x2", "3x5", "6x7", "7x7", "12x12", "1x4096"] {
        let board: Size = size.parse().unwrap();
        let squares = count_squares(board) as usize;
        for (balance, rows) in [(Balance::Balanced, 1), (Balance::Free, usize::from(squares == 0))] {
            let model = model(size, balance);
            assert_eq!(model.binary.len(), board.area() + 2 * squares);
            assert_eq!(model.rows.len(), rows + 2 * squares);
            assert_eq!(model.objective.values().sum::<i64>(), 2 * squares as i64);
            assert!(!model.objective.is_empty());
            let sums = model.rows.values().map(|(sum, _, _)| sum).chain([&model.objective]);
            assert!(sums.flat_map(BTreeMap::keys).all(|name| model.binary.contains(name)));
        }
    }
}

/// The variable of a cell.
fn name((row, column): Cell) -> String {
    format!("x_{}{}", char::from(b'A' + column as u8), row + 1)
}

#[test]
fn rows_are_those_of_the_squares_and_of_the_balance() {
    for (rows, columns) in [(2, 2), (3, 4), (5, 5), (4, 7)] {
        let model = model(&format!("{rows}x{columns}"), Balance::Balanced);
        let squares: BTreeSet<BTreeSet<String>> =
            Board(rows, columns).squares().into_iter().map(|corners| corners.map(name).into()).collect();
        for (cost, sign, comparison, right) in [("u", 1, ">=", 1), ("v", -1, "<=", 3)] {
            let of_kind = model.rows.values().filter(|(sum, _, _)| sum.keys().any(|name| name.starts_with(cost)));
            let mut found = BTreeSet::new();
            for (sum, is, than) in of_kind {
                assert_eq!((&**is, *than), (comparison, right));
                let factor = |name: &String| if name.starts_with('x') { 1 } else { sign };
                assert!(sum.len() == 5 && sum.iter().all(|(name, &by)| by == factor(name)));
                found.insert(sum.keys().filter(|name| name.starts_with('x')).cloned().collect());
            }
            assert_eq!(found, squares);
        }
        let (balance, is, half) = &model.rows["balance"];
        assert_eq!((balance.len() as i64, &**is, *half), (rows * columns, "=", (rows * columns + 1) / 2));
    }
}

/// Were it not written as it comes, the squares of the largest board would never end.
#[test]
fn writing_stops_with_its_budget() {
    // Within the objective, the rows, the names.
    for (size, most, last) in
        [("4096x4096", 1000, "v_1000\n"), ("7x7", 250, " - v_54 <= 3\n"), ("7x7", 450, "u_58 v_58\n")]
    {
        let (mut text, mut polls) = (Vec::new(), 0);
        let mut budget = Budget::new(|_| {
            polls += 1;
            if polls > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(write_model(&mut text, size.parse().unwrap(), Balance::Free, &mut budget).unwrap().is_break());
        let text = String::from_utf8(text).unwrap();
        assert!(text.ends_with(last), "{size} {most}: {}", &text[text.len() - 40..]);
    }
}
