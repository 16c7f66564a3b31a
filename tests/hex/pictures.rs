//! Pictures: each stone and mark is in its cell, best cases and winning moves apart.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use itertools::Itertools;
use quadrille::cell;
use quadrille::hex::solve::Solver;
use quadrille::hex::{BestCaseSolver, Position, Winning, picture};
use quadrille::player::{ByPlayer, Player};

use crate::bridge::{player, position};
use crate::program::testdata;
use crate::reference::{self, Board, Cell};
use crate::support::HEX;

/// The points of an element: of a circle its centre, of a path its corners.
fn points(element: roxmltree::Node<'_, '_>) -> Vec<(f64, f64)> {
    let number = |text: &str| text.parse::<f64>().unwrap();
    match element.attribute("d") {
        Some(path) => path
            .split(['M', 'L', 'Z'])
            .filter_map(|point| point.split_once(' '))
            .map(|(x, y)| (number(x), number(y)))
            .collect(),
        None => vec![(number(element.attribute("cx").unwrap()), number(element.attribute("cy").unwrap()))],
    }
}

fn centre(points: &[(f64, f64)]) -> (f64, f64) {
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
    (mean(|point| point.0), mean(|point| point.1))
}

/// A picture as a reader sees it.
struct Picture {
    /// The centres of the cells in reading order, from their hexagons.
    centres: Vec<(f64, f64)>,
    /// The classes of elements, each with its centre.
    elements: Vec<(String, (f64, f64))>,
    /// Where each text of the legend begins, and where it ends if its characters of 13 pixels are 8 wide.
    legend: Vec<(f64, f64)>,
    text: String,
}

impl Picture {
    fn read(path: &Path) -> Picture {
        let source = fs::read_to_string(path).unwrap();
        let picture = roxmltree::Document::parse(&source).unwrap();
        let (mut centres, mut elements) = (Vec::new(), Vec::new());
        for element in picture.descendants().filter(|node| ["path", "circle"].contains(&node.tag_name().name())) {
            let (class, points) = (element.attribute("class").unwrap(), points(element));
            if class == "cells" {
                centres.extend(points.chunks(6).map(centre));
            } else {
                elements.push((class.to_owned(), centre(&points)));
            }
        }
        let entries = picture.descendants().filter(|node| node.attribute("class") == Some("legend entry"));
        let legend = entries.map(|text| {
            let begin: f64 = text.attribute("x").unwrap().parse().unwrap();
            (begin, begin + 8.0 * text.text().unwrap().len() as f64)
        });
        let text = picture.root_element().descendants().filter_map(|node| node.text()).collect();
        Picture { centres, elements, legend: legend.collect(), text }
    }

    /// The cells that have elements of a class, and how many of these are beside the board, in the legend.
    fn cells(&self, class: &str) -> (BTreeSet<Cell>, usize) {
        let columns = self.centres.iter().take_while(|(_, y)| (y - self.centres[0].1).abs() < 1.0).count();
        let cell = |(x, y): (f64, f64)| {
            let distance = |at: usize| (self.centres[at].0 - x).hypot(self.centres[at].1 - y);
            let nearest = (0..self.centres.len()).min_by(|&a, &b| distance(a).total_cmp(&distance(b))).unwrap();
            (distance(nearest) < 20.0).then_some((nearest / columns, nearest % columns))
        };
        let cells: Vec<_> = self.elements.iter().filter(|(of, _)| of == class).map(|&(_, at)| cell(at)).collect();
        (cells.iter().copied().flatten().collect(), cells.iter().filter(|cell| cell.is_none()).count())
    }

    /// Asserts that no mark of the legend touches a text there.
    fn has_marks_beside_texts(&self) {
        assert_eq!(self.legend.is_empty(), self.text.contains("has won!"));
        let (_, below) = self.centres[self.centres.len() - 1];
        let is_mark = |class: &str, y: f64| class.ends_with("best") && y > below + 30.0;
        for (class, (x, _)) in self.elements.iter().filter(|(class, (_, y))| is_mark(class, *y)) {
            let is_apart = |&(begin, end): &(f64, f64)| x + 9.0 < begin || end < x - 9.0;
            assert!(self.legend.iter().all(is_apart), "{class} at {x} in {:?}", self.legend);
        }
    }

    /// Asserts that it shows a board, with winning moves if they are given for each player to move.
    fn shows(&self, board: &Board, winning: Option<[Vec<Cell>; 2]>) {
        assert_eq!(self.centres.len(), board.size().pow(2));
        for (at, (name, letter)) in [("x", 'X'), ("o", 'O')].into_iter().enumerate() {
            let shown = |class: &str| self.cells(&format!("{name} {class}"));
            assert_eq!(shown("stone"), (board.of(letter).into_iter().collect(), 0), "{letter}");
            let best = board.winner().is_none().then(|| board.first(letter));
            let in_legend = usize::from(best.is_some());
            for class in ["mark", "best"] {
                let best = best.iter().flatten().copied().collect();
                assert_eq!(shown(class), (best, in_legend), "{letter}\n{}", board.print());
            }
            let winning = winning.as_ref().map_or(&[][..], |winning| &winning[at]);
            let in_legend = usize::from(!winning.is_empty());
            assert_eq!(shown("winning"), (winning.iter().copied().collect(), in_legend), "{letter}\n{}", board.print());
        }
        let marks = self.elements.iter().filter(|(class, _)| class.ends_with(" best")).map(|(_, at)| at);
        let is_apart = |[one, other]: [&(f64, f64); 2]| (one.0 - other.0).hypot(one.1 - other.1) > 12.0;
        assert!(marks.array_combinations().all(is_apart), "marks of both players are beside each other");
        assert_eq!(self.text.contains("has won!"), board.winner().is_some());
    }
}

#[test]
fn pictures_show_every_stone_and_both_best_cases() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("not-there-yet");
    // With numbers of one and of two digits.
    let chains = HEX.answer("--json testdata/package/data/secret/08-chains.in", "");
    assert!(chains.lines().any(|line| line.contains(r#""o":{"moves":14,"#)));
    HEX.answer(&format!("--svg {} testdata/package/data/secret/08-chains.in", folder.display()), "");
    for file in fs::read_dir(&folder).unwrap() {
        Picture::read(&file.unwrap().path()).has_marks_beside_texts();
    }
    fs::remove_dir_all(&folder).unwrap();
    let inputs = ["sample1", "sample3"].map(|name| format!("testdata/{name}.txt"));
    HEX.answer(&format!("--svg {} {}", folder.display(), inputs[0]), "");
    HEX.answer(&format!("--svg {} {} --ways", folder.display(), inputs.join(" ")), "");
    let mut names = BTreeSet::new();
    for (stems, input) in [(&["", "sample1-"][..], &inputs[0]), (&["sample3-"], &inputs[1])] {
        for (number, board) in (1..).zip(reference::read(&fs::read_to_string(input).unwrap())) {
            for stem in stems {
                let name = format!("{stem}data-set-{number}.svg");
                Picture::read(&folder.join(&name)).shows(&board, None);
                names.insert(name);
            }
        }
    }
    let there = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(there.collect::<BTreeSet<_>>(), names);
}

#[test]
fn pictures_mark_the_winning_moves() {
    let folder = tempfile::tempdir().unwrap();
    let boards: Vec<Board> = (0..6).map(|seed| Board::random(4, 0.3, 0.5, seed)).collect();
    for (arguments, marked) in
        [("--solve", [false; 2]), ("--solve --moves", [true; 2]), ("--solve --moves --to-move O", [false, true])]
    {
        HEX.answer(&format!("{arguments} --svg {}", folder.path().display()), reference::input(&boards));
        for (number, board) in (1..).zip(&boards) {
            let (solver, mut budget) = (Solver::new(4, &Default::default()).unwrap(), Default::default());
            let winning = [('X', marked[0]), ('O', marked[1])].map(|(to_move, is_marked)| {
                let moves = solver.winning_moves(&position(board), player(to_move), &mut budget).unwrap();
                moves.iter().filter(|_| is_marked).map(|cell| (cell.row().into(), cell.column().into())).collect()
            });
            let picture = Picture::read(&folder.path().join(format!("data-set-{number}.svg")));
            picture.shows(board, Some(winning));
            let winner = solver.winner(&position(board), player('O'), &mut budget).unwrap();
            let result = match board.winner() {
                Some(_) => "has won!".to_owned(),
                None if marked[1] && winner == Player::O => "O's winning move".to_owned(),
                None => format!("O to move: {winner} wins"),
            };
            assert!(picture.text.contains(&result), "{}", picture.text);
        }
    }
}

/// The winning openings of a size in the page of results.
fn winning_openings(size: u16) -> Vec<cell::Cell> {
    let results = fs::read_to_string("testdata/RESULTS.md").unwrap();
    let (_, row) = results.split_once(&format!("results/hex-empty-{size}.txt` | Winning moves: ")).unwrap();
    let (openings, _) = row.split_once(" |").unwrap();
    openings.split(' ').map(|opening| opening.parse().unwrap()).collect()
}

/// The pictures of swap maps that are shown have the winning openings of the page of results.
#[test]
fn swap_maps_that_are_shown_are_the_results() {
    for size in 5..=8_u16 {
        let winning = Winning { winner: Some(Player::X), moves: winning_openings(size) };
        let winning = ByPlayer::from_fn(|player| (player == Player::X).then(|| winning.clone()));
        let position = Position::empty(size.into()).unwrap();
        let outcome = BestCaseSolver::new().outcome(&position);
        let mut drawn = Vec::new();
        picture(&mut drawn, "Hex, data set 1", &position, &outcome, Some(&winning)).unwrap();
        let path = format!("testdata/pictures/hex-swap-map-{size}.svg");
        assert_eq!(String::from_utf8(drawn).unwrap(), fs::read_to_string(&path).unwrap(), "{path}");
    }
}

/// What the page of results says about the questions of players.
#[test]
fn openings_that_win_on_all_boards_up_to_8x8() {
    for size in 2..=8 {
        let winning = winning_openings(size);
        assert!(
            (0..size).all(|row| winning.contains(&cell::Cell::new(size - 1 - row, row))),
            "short diagonal of {size}"
        );
        for (name, cell) in [("C3", cell::Cell::new(2, 2)), ("D2", cell::Cell::new(3, 1))] {
            assert_eq!(winning.contains(&cell), size >= 5, "{name} on {size}");
        }
    }
}

/// The picture of a template and that of a board that is not square, which are shown.
#[test]
fn pictures_in_text_are_drawn() {
    let board = "X   -   -   -   -\n  O   X   -   -   -\n    -   -   -   -   -\n".to_owned();
    for (input, options, number, name) in
        [(testdata("templates.hdg"), "", 2, "hex-ziggurat"), (board, "--moves", 1, "hex-rectangle")]
    {
        let folder = tempfile::tempdir().unwrap();
        HEX.answer(&format!("--solve {options} --svg {}", folder.path().display()), input);
        let drawn = fs::read_to_string(folder.path().join(format!("data-set-{number}.svg"))).unwrap();
        assert_eq!(drawn, fs::read_to_string(format!("testdata/pictures/{name}.svg")).unwrap(), "{name}");
    }
    let drawn = Picture::read(Path::new("testdata/pictures/hex-rectangle.svg"));
    let stones = |class| drawn.cells(class).0.into_iter().collect_vec();
    assert_eq!((drawn.centres.len(), stones("x stone"), stones("o stone")), (15, vec![(0, 0), (1, 1)], vec![(1, 0)]));
}
