//! Templates: pictures, their boards, and the answers against plain search on the region itself.

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File};
use std::ops::ControlFlow;

use itertools::Itertools;
use quadrille::budget::Budget;
use quadrille::hex::solve::Solver;
use quadrille::hex::{Input, Problem, Strictness, proof};
use quadrille::player::Player;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::bridge::problems;
use crate::reference::{Cell, name};
use crate::support::{HEX, changed, random_cases, rounds, table};

#[test]
fn pictures_have_their_boards_or_faults() {
    for [text, expected] in table(include_str!("hdg.txt")) {
        assert_eq!(problems(text.as_bytes()), expected, "{text:?}");
    }
}

/// A region by the rules: its cells with their signs, and whether its last row is an edge.
#[derive(Clone)]
struct Region {
    cells: Vec<(Cell, char)>,
    has_edge: bool,
}

impl Region {
    fn text(&self) -> String {
        let rows = 1 + self.cells.iter().map(|((row, _), _)| *row).max().unwrap();
        let line = |row: usize| {
            let mut line = vec![' '; 200];
            for &((_, column), sign) in self.cells.iter().filter(|((at, _), _)| *at == row) {
                line[2 * row + 4 * column] = sign;
            }
            String::from_iter(line).trim_end().to_owned()
        };
        let edge = if self.has_edge { "\n-----" } else { "" };
        format!("{}{edge}\n", (0..rows).map(line).join("\n"))
    }

    fn with(&self, cell: Cell, sign: char) -> Region {
        let cells = self.cells.iter().map(|&(at, old)| (at, if at == cell { sign } else { old })).collect();
        Region { cells, ..*self }
    }

    /// Whether O's stones connect a stone A to the edge or to a stone V.
    fn is_connected(&self) -> bool {
        let last = self.cells.iter().map(|((row, _), _)| *row).max().unwrap();
        let own = |signs: &str| {
            self.cells.iter().filter(|(_, sign)| signs.contains(*sign)).map(|(cell, _)| *cell).collect_vec()
        };
        let (mut reached, mut left) = (own("A"), own("OV"));
        while let Some(cell) = reached.pop() {
            if self.has_edge && cell.0 == last || self.cells.contains(&(cell, 'V')) {
                return true;
            }
            let near = left.extract_if(.., |&mut (row, column)| is_near((row, column), cell)).collect_vec();
            reached.extend(near);
        }
        false
    }

    /// Whether O wins, by playing all moves.
    fn wins(&self, x_to_move: bool, known: &mut HashMap<(String, bool), bool>) -> bool {
        let key = (self.cells.iter().map(|(_, sign)| sign).collect(), x_to_move);
        if let Some(&wins) = known.get(&key) {
            return wins;
        }
        let mut empty = self.cells.iter().filter(|(_, sign)| *sign == '.').map(|(cell, _)| *cell);
        let wins = if self.is_connected() {
            true
        } else if x_to_move {
            !self.cells.iter().all(|(_, sign)| *sign != '.')
                && empty.all(|cell| self.with(cell, 'X').wins(false, known))
        } else {
            empty.any(|cell| self.with(cell, 'O').wins(true, known))
        };
        known.insert(key, wins);
        wins
    }

    /// The answer with `--minimal`.
    fn answer(&self) -> String {
        let known = &mut HashMap::new();
        let empty = self.cells.iter().filter(|(_, sign)| *sign == '.').map(|(cell, _)| *cell).collect_vec();
        if !self.wins(true, known) {
            let breaks = |cell: &&Cell| !self.with(**cell, 'X').wins(false, known);
            // A region that is full breaks by no move.
            let intrusion = empty.iter().find(breaks).map_or_else(|| "unknown".to_owned(), |&cell| name(cell));
            return format!("Template: invalid\nIntrusion: {intrusion}\n");
        }
        let without = |&(cell, sign): &(Cell, char)| match sign {
            '.' => self.with(cell, 'X').wins(true, known),
            'O' => self.with(cell, '.').wins(true, known),
            _ => false,
        };
        let needless = self.cells.iter().copied().filter(without).map(|(cell, _)| name(cell)).collect_vec();
        match &*needless {
            [] => "Template: valid\nMinimal: yes\n".to_owned(),
            cells => format!("Template: valid\nMinimal: no\nNeedless cells: {}\n", cells.join(" ")),
        }
    }
}

fn is_near((row, column): Cell, (other_row, other_column): Cell) -> bool {
    let (down, right) = (other_row as i64 - row as i64, other_column as i64 - column as i64);
    [(0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1)].contains(&(down, right))
}

/// All regions of connected cells, up to translation, of a number of cells.
fn regions(cells: usize) -> BTreeSet<Vec<Cell>> {
    let mut regions = BTreeSet::from([vec![(0, 0)]]);
    for _ in 1..cells {
        let grow = |region: &Vec<Cell>| {
            let region: Vec<Cell> = region.iter().map(|&(row, column)| (row + 1, column + 1)).collect();
            let near =
                |&(row, column): &Cell| (row - 1..=row + 1).cartesian_product(column - 1..=column + 1).collect_vec();
            let all = region.iter().flat_map(near).collect_vec();
            let is_new = |cell: &Cell| !region.contains(cell) && region.iter().any(|&other| is_near(other, *cell));
            let new = all.into_iter().filter(is_new).collect_vec();
            new.into_iter()
                .map(move |cell| {
                    let cells = region.iter().copied().chain([cell]).collect_vec();
                    let first = cells.iter().fold((9, 9), |(row, column), cell| (row.min(cell.0), column.min(cell.1)));
                    cells.into_iter().map(|(row, column)| (row - first.0, column - first.1)).sorted().collect_vec()
                })
                .collect_vec()
        };
        regions = regions.iter().flat_map(grow).collect();
    }
    regions
}

#[test]
fn regions_match_plain_search() {
    let mut random = SmallRng::seed_from_u64(74);
    let (mut solvers, mut compared, mut enclosed) = (HashMap::new(), 0, 0);
    let budget = || Budget::default().with_memory(1 << 20);
    for (cells, step) in
        [(2, 1), (3, 1), (4, 1), (5, 1), (6, rounds(19, 1)), (7, rounds(401, 23)), (8, rounds(3001, 151))]
    {
        for region in regions(cells).iter().step_by(step) {
            for &start in region {
                let has_edge = random.random_bool(0.7);
                let sign = |&cell: &Cell| match random.random_range(0..10) {
                    _ if cell == start => 'A',
                    0 => 'X',
                    1 => 'O',
                    2 if !has_edge => 'V',
                    _ => '.',
                };
                let mut signs = region.iter().map(sign).collect_vec();
                if !has_edge && !signs.contains(&'V') {
                    let at = random.random_range(0..cells);
                    signs[at] = 'V';
                }
                if !signs.contains(&'A') {
                    continue;
                }
                let region = Region { cells: region.iter().copied().zip(signs).collect(), has_edge };
                let text = region.text();
                let input = Input::open(text.as_bytes(), Strictness::Lenient, None, false).unwrap();
                let template = match input.exactly_one().ok().unwrap() {
                    Ok(Problem::Template(template)) => template,
                    Ok(Problem::Board(_)) => panic!("{text}"),
                    Err(error) => {
                        let error = error.to_string();
                        assert!(error.contains("expected a way out of the picture"), "{text}{error}");
                        enclosed += 1;
                        continue;
                    }
                };
                let size = template.position.size();
                let solver = solvers.entry(size).or_insert_with(|| Solver::new(size, &budget()).unwrap());
                let answer = template.answer([true, false], solver, &mut budget());
                assert_eq!(answer.to_string(), region.answer(), "{text}");
                compared += 1;
            }
        }
    }
    assert!(compared > rounds(1000, 6_000) && enclosed < compared / 4, "{compared}, {enclosed} enclosed");
}

/// The templates here, and those that a user has put there: each that is decided soon has a proof that holds.
#[test]
fn templates_in_testdata_are_checked() {
    let mut checked = 0;
    for file in fs::read_dir("testdata").unwrap().map(|file| file.unwrap().path()) {
        if file.extension().is_none_or(|extension| extension != "hdg") {
            continue;
        }
        for problem in Input::open(File::open(&file).unwrap(), Strictness::Lenient, None, false).unwrap() {
            let Problem::Template(template) = problem.unwrap() else { continue };
            let at_1000 = |nodes| if nodes > 1000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            let mut budget = Budget::new(at_1000).with_memory(1 << 24);
            let solver = Solver::new(template.position.size(), &budget).unwrap();
            let answer = template.answer([false, true], &solver, &mut budget);
            let Some(proof) = &answer.proof else { continue };
            let mut text = Vec::new();
            proof.write(&mut text).unwrap();
            let winner = proof::verify(&mut &text[..]).unwrap().winner;
            assert_eq!(answer.to_string().contains("Template: valid"), winner == Player::O, "{}", template.name);
            checked += 1;
        }
    }
    assert!(checked >= 5);
}

#[test]
fn any_text_is_pictures_or_has_a_fault() {
    let samples = [
        "; ziggurat\n     A   .\n   .   .   .\n .   .   .   .\n----\n",
        "---\n.   X\n  O   .\n---\n\n   A\n .   .\n   V\n",
    ];
    let words = [".", "-", "X", "O", "A", "V", "    ", "  ", "\n", "\n\n", "--", ";", "\t", "(;", "1"];
    random_cases(300, 20_000, |random| {
        let text = changed(*samples.choose(random).unwrap(), &words, random);
        let mut input = match Input::open(&text[..], Strictness::Lenient, None, false) {
            Ok(input) if matches!(input, Input::Pictures(..)) => input,
            _ => return,
        };
        if let Some(Err(error)) = input.find(Result::is_err) {
            let said = error.to_string();
            assert!(said.starts_with("line ") && said.contains(": expected ") && !said.contains('\n'), "{said}");
        }
    });
    random_cases(20, 200, |random| HEX.ends_well("--solve --minimal", &changed(samples[0], &words, random)));
}
