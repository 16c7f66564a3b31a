//! Pictures of Hip: each counter in its place, each square, and the texts.

use std::fs;

use roxmltree::{Document, Node};

use crate::support::HIP;

/// Answers a task, and returns the answer and the picture.
fn drawn(task: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("picture.svg");
    let output = HIP.run(&format!("{task} --svg {}", path.display()), "");
    assert_eq!(output.status, Some(if task.contains("--nodes") { 3 } else { 0 }), "{task}: {output:?}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left but the picture");
    let drawn = fs::read_to_string(path).unwrap();
    (output.stdout, drawn)
}

/// The elements of a class, or one whose name begins so.
fn of_class<'a>(picture: &'a Document<'_>, class: &str) -> Vec<Node<'a, 'a>> {
    let is_of = |node: &Node<'_, '_>| {
        node.attribute("class").is_some_and(|name| name == class || name.starts_with(&format!("{class} ")))
    };
    picture.root().descendants().filter(is_of).collect()
}

fn texts(picture: &Document<'_>) -> String {
    picture.descendants().filter_map(|node| node.text()).collect::<Vec<_>>().join("\n")
}

/// The counters as the rows of a board, `.` for an empty cell, by their centres: 40 pixels apart, the first row at
/// height 60.
fn board(picture: &Document<'_>, rows: usize, columns: usize) -> Vec<String> {
    let number = |node: &Node<'_, '_>, name| node.attribute(name).unwrap().parse::<f64>().unwrap();
    let left = (number(&picture.root_element(), "width") - 40.0 * columns as f64) / 2.0;
    let mut board = vec![vec!['.'; columns]; rows];
    for (class, letter) in [("x counter", 'X'), ("o counter", 'O')] {
        for counter in of_class(picture, class) {
            let column = (number(&counter, "cx") - left - 20.0) / 40.0;
            let row = (number(&counter, "cy") - 60.0) / 40.0;
            assert_eq!((row.fract(), column.fract()), (0.0, 0.0));
            assert_eq!(std::mem::replace(&mut board[row as usize][column as usize], letter), '.');
        }
    }
    board.into_iter().map(String::from_iter).collect()
}

#[test]
fn tie_has_its_counters_and_an_outline_per_square() {
    for task in
        ["tie 1x1", "tie 6x6 --free", "tie 6x7", "tie 8x10 --nodes 0", "tie 9x9 --nodes 0", "tie 12x12 --nodes 0"]
    {
        let (text, picture) = drawn(task);
        let picture = Document::parse(&picture).unwrap();
        let is_row = |line: &&str| line.split(' ').all(|cell| matches!(cell, "X" | "O"));
        let rows: Vec<String> = text.lines().filter(is_row).map(|line| line.replace(' ', "")).collect();
        assert_eq!(board(&picture, rows.len(), rows[0].len()), rows, "{task}");
        let squares: Vec<&str> =
            text.lines().filter(|line| line.starts_with("X: ") || line.starts_with("O: ")).collect();
        // Drawn over the board, on small boards, or not at all.
        let expected = match squares.len() {
            number @ 0..=12 => [number, number, 0],
            number @ 13..=60 => [0, 0, number],
            _ => [0; 3],
        };
        let few = squares.len() <= 60;
        let found = ["square", "sample", "panel"].map(|class| of_class(&picture, class).len());
        assert_eq!(found, expected, "{task}");
        assert!(!few || squares.iter().all(|square| texts(&picture).contains(&square[3..])), "{task}");
        let numbers = ["x move", "o move"].iter().flat_map(|class| of_class(&picture, class));
        let corners: usize = numbers.map(|node| node.text().unwrap().parse::<usize>().unwrap()).sum();
        assert_eq!(corners, if few { 0 } else { 4 * squares.len() }, "{task}");
        let proved = text.contains("Standing: proved");
        assert!(texts(&picture).contains(if proved { "proved minimum" } else { "lower bound" }));
    }
}

#[test]
fn pictures_say_whose_the_counters_are() {
    for task in ["tie 6x7", "tie 12x12 --nodes 0", "solve 3x3 --after B2,A1", "draws 6x6 --list"] {
        let (_, picture) = drawn(task);
        let picture = Document::parse(&picture).unwrap();
        assert_eq!([1; 2], ["x key", "o key"].map(|class| of_class(&picture, class).len()), "{task}");
        assert!(texts(&picture).contains("player 1 (X)\n") && texts(&picture).contains("player 2 (O)\n"), "{task}");
    }
}

#[test]
fn game_has_its_moves_numbered_and_the_best_ones_marked() {
    let (text, picture) = drawn("solve 3x3 --after B2,A1,C3 --moves");
    let picture = Document::parse(&picture).unwrap();
    assert_eq!(board(&picture, 3, 3), ["O..", ".X.", "..X"]);
    let numbers = |class| of_class(&picture, class).iter().map(|node| node.text().unwrap()).collect::<String>();
    assert_eq!((numbers("x move"), numbers("o move")), ("13".to_owned(), "2".to_owned()));
    let best = text.lines().find_map(|line| line.strip_prefix("Best moves: ")).unwrap();
    // One more is in the legend.
    assert_eq!(of_class(&picture, "best").len(), best.split(' ').count() + 1);
    assert!(texts(&picture).contains("best moves of player 2"));

    // One move can complete two squares; the first one is named.
    for (task, square) in [
        ("solve 3x3 --after A1,C3,A2,A3,B2,C2,B1 --moves", "A1 B1 B2 A2"),
        ("solve 5x5 --after A1,A5,C1,B5,B2,C5,A3,A4,C3 --moves", "A1 C1 C3 A3"),
        ("solve 5x5 --after B1,A5,A2,B5,C2,C5,D1,D4,D3,E1,B3 --moves", "B1 C2 B3 A2"),
    ] {
        let (_, picture) = drawn(task);
        let picture = Document::parse(&picture).unwrap();
        assert_eq!((of_class(&picture, "square").len(), of_class(&picture, "best").len()), (1, 0));
        assert!(texts(&picture).contains(&format!("completed square: {square}")), "{}", texts(&picture));
    }
}

#[test]
fn sheet_has_every_board_of_the_list() {
    for (task, boards) in [("draws 6x6 --list", 5), ("draws 6x6 --list-all", 56), ("draws 7x7 --list", 0)] {
        let (text, picture) = drawn(task);
        let picture = Document::parse(&picture).unwrap();
        assert_eq!(of_class(&picture, "frame").len(), boards);
        let [xs, os] = ["x counter", "o counter"].map(|class| of_class(&picture, class).len());
        assert_eq!(xs + os, 36 * boards);
        let captions: Vec<&str> = of_class(&picture, "label").iter().filter_map(|node| node.text()).collect();
        let below = of_class(&picture, "label").into_iter().filter_map(|node| node.next_sibling_element()?.text());
        let lines = text.lines().filter_map(|line| line.strip_prefix("Draw ")?.split_once(", "));
        let (numbers, counters): (Vec<&str>, Vec<String>) =
            lines.map(|(number, rest)| (number, rest.split(", ").last().unwrap().replace(" and", ","))).unzip();
        assert_eq!((captions, below.collect::<Vec<_>>()), (numbers, counters.iter().map(|line| &**line).collect()));
    }
    let (_, picture) = drawn("draws 5x5 --list --nodes 1");
    let picture = Document::parse(&picture).unwrap();
    assert!(of_class(&picture, "frame").is_empty() && texts(&picture).contains("the count was stopped early"));
    let (_, picture) = drawn("draws 5x5 --list-all");
    let picture = Document::parse(&picture).unwrap();
    assert_eq!(of_class(&picture, "frame").len(), 1000);
    assert!(texts(&picture).contains("the first 1000 of 7120"));
}
