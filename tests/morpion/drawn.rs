//! Reads pictures of Morpion Solitaire back, by their documentation alone.

#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

use std::collections::{BTreeMap, BTreeSet};

use quadrille::morpion::{Point, Variant};

/// The contents of a picture, as points of the lattice: the points of each class of circles, the texts at points, and
/// the lines with their classes.
#[derive(Default)]
pub struct Drawn {
    pub circles: BTreeMap<String, Vec<Point>>,
    pub numbers: Vec<(Point, String)>,
    pub lines: Vec<(Point, Point, String)>,
}

/// Reads a picture back. Its scale and its corner are found from its first circles: the cross, row by row.
pub fn drawn(svg: &str, variant: Variant) -> Drawn {
    let document = roxmltree::Document::parse(svg).unwrap();
    let number = |node: roxmltree::Node<'_, '_>, name: &str| node.attribute(name).unwrap().parse::<f64>().unwrap();
    let dots: Vec<_> = document.descendants().filter(|node| node.attribute("class") == Some("cross")).collect();
    let first = variant.cross().next().unwrap();
    let pitch = number(dots[1], "cx") - number(dots[0], "cx");
    let point = |x: f64, y: f64| {
        let along = |at: f64, origin: f64, offset: i64| {
            let steps = (at - origin) / pitch;
            assert!((steps - steps.round()).abs() < 0.2, "on the lattice");
            steps.round() as i64 + offset
        };
        Point { x: along(x, number(dots[0], "cx"), first.x), y: along(y, number(dots[0], "cy"), first.y) }
    };
    let [width, height] = ["width", "height"].map(|name| number(document.root_element(), name));
    assert_eq!(document.root_element().attribute("viewBox"), Some(&*format!("0 0 {width} {height}")));
    let inside = |x: f64, y: f64| assert!((0.0..width).contains(&x) && (0.0..height).contains(&y));
    let mut drawn = Drawn::default();
    for node in document.descendants() {
        let class = node.attribute("class").unwrap_or_default().to_owned();
        match node.tag_name().name() {
            "circle" if class.starts_with("key") => {}
            "circle" => {
                let (x, y, r) = (number(node, "cx"), number(node, "cy"), number(node, "r"));
                inside(x - r, y - r);
                inside(x + r, y + r);
                drawn.circles.entry(class).or_default().push(point(x, y));
            }
            // The key, the title, and the coordinates: on their columns and rows.
            "text" if class == "edge" => {
                let (x, y) = (number(node, "x"), number(node, "y"));
                let shown: f64 = node.text().unwrap().parse().unwrap();
                // A column's at the top, or a row's at the left, a little below its middle.
                let column = (x - number(dots[0], "cx")) / pitch + first.x as f64;
                let row = (y - number(dots[0], "cy")) / pitch + first.y as f64;
                assert!((column - shown).abs() < 0.01 || (row - shown).abs() < 0.2, "{shown} at {x}, {y}");
            }
            "text" if class != "number" => {}
            "text" => {
                let place = point(number(node, "x"), number(node, "y"));
                drawn.numbers.push((place, node.text().unwrap().to_owned()));
            }
            "line" => {
                assert!(drawn.circles.is_empty(), "lines are beneath");
                let [from, to] = [("x1", "y1"), ("x2", "y2")].map(|(x, y)| point(number(node, x), number(node, y)));
                drawn.lines.push((from, to, class));
            }
            _ => {}
        }
    }
    drawn
}

/// The contents of a text: the word at each point, and the steps from point to point, from left to right or downwards.
/// Columns and rows are counted from the upper left corner.
pub type Shown = (BTreeMap<(i64, i64), String>, BTreeSet<[(i64, i64); 2]>);

/// Reads a text back, by its documentation alone: rows of points alternate with rows of lines, and points are five
/// columns apart.
pub fn shown(text: &str) -> Shown {
    let (mut points, mut steps) = (BTreeMap::new(), BTreeSet::new());
    for (row, line) in text.lines().enumerate() {
        assert!(!line.is_empty() && !line.ends_with(' ') && line.is_ascii(), "{text}");
        let y = row as i64 / 2;
        if row % 2 == 0 {
            for (column, cell) in line.as_bytes().chunks(5).enumerate() {
                let cell = std::str::from_utf8(cell).unwrap();
                let x = column as i64;
                points.insert((x, y), cell.trim_matches([' ', '-']).to_owned());
                // The two characters that no number fills.
                if cell.len() == 5 && &cell[3..] == "--" {
                    steps.insert([(x, y), (x + 1, y)]);
                    assert!(!cell[1..].contains(' ') && !line[5 * column + 5..5 * column + 7].contains(' '), "{text}");
                } else {
                    assert!(cell.len() < 4 || &cell[3..] == "  ", "{text}");
                }
            }
        } else if line != " :" {
            for (column, mark) in line.bytes().enumerate().filter(|&(_, mark)| mark != b' ') {
                let x = column as i64 / 5;
                let [vertical, falling, rising] =
                    [[(x, y), (x, y + 1)], [(x, y), (x + 1, y + 1)], [(x, y + 1), (x + 1, y)]];
                match (mark, column % 5) {
                    (b'|', 1) => steps.extend([vertical]),
                    (b'\\', 3) => steps.extend([falling]),
                    (b'/', 3) => steps.extend([rising]),
                    (b'X', 3) => steps.extend([falling, rising]),
                    _ => panic!("{text}"),
                }
            }
        }
    }
    assert_eq!(text.lines().count() % 2, 1, "{text}");
    (points, steps)
}
