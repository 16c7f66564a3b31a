//! Pictures of Morpion Solitaire, counted out and read back.

use std::collections::{BTreeMap, BTreeSet};

use crate::drawn::{drawn, shown};
use crate::games::{GAMES, made, record};
use crate::support::MORPION;
use quadrille::morpion::picture::Terminal;
use quadrille::morpion::record::read;
use quadrille::morpion::{Direction, Line, Move, Pattern, Point, Variant, picture};

fn svg(title: &str, variant: Variant, moves: &[Move], next: &[Move]) -> String {
    let mut out = Vec::new();
    picture::svg(&mut out, title, &Pattern::cross(variant), moves, next, None).unwrap();
    String::from_utf8(out).unwrap()
}

fn text(variant: Variant, moves: &[Move], next: &[Move]) -> String {
    let mut out = Vec::new();
    picture::text(&mut out, &Pattern::cross(variant), moves, next, None).unwrap();
    String::from_utf8(out).unwrap()
}

/// The points of next moves, each once.
fn points(moves: &[Move]) -> BTreeSet<Point> {
    moves.iter().map(|made| made.point).collect()
}

#[test]
fn picture_has_a_circle_per_point_and_a_line_per_move() {
    for (name, variant, moves, next) in GAMES.clone() {
        let svg = svg(&name, variant, &moves, &next);
        let mut drawn = drawn(&svg, variant);
        let mut of = |class: &str| drawn.circles.remove(class).unwrap_or_default();
        assert_eq!(of("cross"), variant.cross().collect::<Vec<_>>(), "{name}");
        assert_eq!(of("new"), moves.iter().map(|made| made.point).collect::<Vec<_>>(), "{name}");
        assert_eq!(of("next"), points(&next).into_iter().collect::<Vec<_>>(), "{name}");
        assert!(drawn.circles.is_empty(), "{name}");
        let numbers: Vec<_> = moves.iter().zip(1..).map(|(made, i)| (made.point, i.to_string())).collect();
        assert_eq!(drawn.numbers, numbers, "{name}");
        let class = |line: &Line| match line.direction() {
            Direction::Horizontal => "line horizontal",
            Direction::Vertical => "line vertical",
            Direction::Rising => "line rising",
            Direction::Falling => "line falling",
        };
        let lines: Vec<_> =
            moves.iter().map(|made| (made.line.start(), made.line.end(), class(&made.line).to_owned())).collect();
        assert_eq!(drawn.lines, lines, "{name}");
    }
}

#[test]
fn picture_has_a_title_and_a_description() {
    let game = [made(Variant::T5, (2, 0), (2, 0), Direction::Horizontal)];
    let said = |moves: &[Move], next: &[Move], title: &str| {
        let svg = svg(title, Variant::T5, moves, next);
        let document = roxmltree::Document::parse(&svg).unwrap();
        ["title", "desc"].map(|name| {
            let element = document.descendants().find(|node| node.tag_name().name() == name).unwrap();
            element.text().unwrap_or_default().to_owned()
        })
    };
    for title in ["plain", "", "<\"&amp;\" & 'R&D' ]]> </title><script>", "line\nbreak\ttab, \u{1F58A} é"] {
        assert_eq!(said(&game, &[], title)[0], title);
    }
    assert_eq!(said(&game, &[], "\0a\u{1b}[31mb\u{ffff}")[0], "\u{fffd}a\u{fffd}[31mb\u{fffd}");
    assert!(said(&game, &[], "")[1].starts_with("Morpion Solitaire 5T after 1 move: "));
    assert!(said(&[], &game, "")[1].contains("5T after 0 moves: "));
    assert!(said(&[], &game, "")[1].ends_with(" Small rings mark the 1 point where the next move can be made."));
}

#[test]
fn text_reads_back_as_the_game() {
    for (name, variant, moves, next) in GAMES.clone() {
        let text = text(variant, &moves, &next);
        let (points, steps) = shown(&text);
        let mut expected: BTreeMap<Point, String> = BTreeMap::new();
        expected.extend(next.iter().map(|next| (next.point, "+".to_owned())));
        expected.extend(variant.cross().map(|point| (point, "o".to_owned())));
        expected.extend(moves.iter().zip(1..).map(|(made, number)| (made.point, number.to_string())));
        let left = expected.keys().map(|point| point.x).min().unwrap();
        let top = expected.keys().map(|point| point.y).min().unwrap();
        let right = expected.keys().map(|point| point.x).max().unwrap();
        let bottom = expected.keys().map(|point| point.y).max().unwrap();
        let all = (top..=bottom).flat_map(|y| (left..=right).map(move |x| Point { x, y }));
        let place = |point: Point| (point.x - left, point.y - top);
        let at = |point: Point| expected.get(&point).cloned().unwrap_or(".".to_owned());
        assert_eq!(points, all.map(|point| (place(point), at(point))).collect(), "{name}\n{text}");
        // No two lines have a step in common.
        let steps_of = |made: &Move| {
            let points: Vec<_> = made.line.points().map(place).collect();
            points.windows(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>()
        };
        assert_eq!(steps.len(), moves.len() * (usize::from(variant.line_length()) - 1), "{name}\n{text}");
        assert_eq!(steps, moves.iter().flat_map(steps_of).collect(), "{name}\n{text}");
        assert!(text.lines().all(|line| line.len() <= 120), "{name}");
    }
}

/// On a terminal the text is the same in colours, and every other line of a row of touching lines is bold.
#[test]
fn text_on_a_terminal_has_colours() {
    let record = read(b"5T\n3 -1 3 -1 3 3\n3 4 3 3 3 7\n2 0 2 0 6 0\n7 0 6 0 10 0\n", None).unwrap();
    let moves = record.moves();
    let mut out = Vec::new();
    let terminal = Some(Terminal { columns: 80, has_colours: true });
    picture::text(&mut out, record.pattern(), moves, &[], terminal).unwrap();
    let coloured = String::from_utf8(out).unwrap();
    for (colour, characters) in [("31", 4), ("1;31", 4), ("36", 16), ("1;36", 16)] {
        let line = if colour.ends_with("31") { '|' } else { '-' };
        assert_eq!(coloured.matches(&format!("\u{1b}[{colour}m{line}\u{1b}[0m")).count(), characters, "{colour}");
    }
    let codes = ["\u{1b}[1;", "\u{1b}[", "31m", "36m", "0m"];
    let plain = codes.iter().fold(coloured, |text, code| text.replace(code, ""));
    assert_eq!(plain, text(Variant::T5, moves, &[]));
}

/// A text that is too wide for a terminal is drawn closer; the numbers and lines are the same.
#[test]
fn text_fits_the_terminal_where_it_can() {
    assert_eq!(MORPION.answer("show rosin178", "").lines().map(str::len).max(), Some(83));
    for (name, moves, columns, expected) in [
        ("rosin178", 178, 83, 83),
        ("rosin178", 178, 82, 67),
        ("rosin178", 178, 67, 67),
        ("rosin178", 178, 60, 67),
        ("rosin82", 82, 73, 73),
        ("rosin82", 82, 60, 59),
        ("rosin82", 82, 58, 44),
        ("rosin82", 9, 30, 21),
        ("rosin82", 0, 1, 19),
    ] {
        let (variant, game) = record(name);
        let mut out = Vec::new();
        let terminal = Terminal { columns, has_colours: false };
        let width = picture::text(&mut out, &Pattern::cross(variant), &game[..moves], &[], Some(terminal)).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!((width, text.lines().map(str::len).max()), (expected, Some(expected)), "{name} {columns}\n{text}");
        let words = |text: &str| {
            text.lines()
                .step_by(2)
                .map(|row| row.split([' ', '-']).filter(|word| !word.is_empty()).map(str::to_owned).collect())
                .collect::<Vec<Vec<String>>>()
        };
        let wide = crate::pictures::text(variant, &game[..moves], &[]);
        assert_eq!(words(&text), words(&wide), "{text}");
        for mark in ["|", "/", "\\", "X", ":"] {
            assert_eq!(text.matches(mark).count(), wide.matches(mark).count(), "{mark}\n{text}");
        }
    }
}

#[test]
fn first_moves_are_shown() {
    let first = MORPION.answer("show rosin82 --moves 3", "");
    assert!(first.contains("----3 ") && !first.contains('4') && first.contains('+'), "{first}");
    assert!(!MORPION.answer("show rosin82 --moves 81", "").contains("82"));
    assert_eq!(MORPION.answer("show rosin82 --moves 82", ""), MORPION.answer("show rosin82", ""));
    MORPION.run("--json show rosin82 --moves 3", "").is_refused(2, "expected no --json");
}
