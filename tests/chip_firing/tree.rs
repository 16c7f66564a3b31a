//! Game trees against the rules, and against the numbers of the post that drew them first.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::ops::ControlFlow;
use std::process::{Command, Stdio};

use crate::reference::{Board, Chips, Edges, Values, complete, game};
use crate::support::skip;
use quadrille::budget::Budget;
use quadrille::chip_firing::{Answer, Game, Node, Tree, TreeError, TreeKind, write_dot};
use quadrille::player::Player;

const KINDS: [TreeKind; 2] = [TreeKind::Winner, TreeKind::Number];

fn tree(vertices: usize, edges: &[(usize, usize)], kind: TreeKind, full: bool) -> Tree {
    let tree = Tree::build(&game(vertices, edges, &vec![0; vertices]), kind, &mut Budget::default()).unwrap();
    if full { tree } else { tree.reachable() }
}

fn dot(tree: &Tree, task: &str) -> String {
    let mut text = Vec::new();
    write_dot(&mut text, tree, task).unwrap();
    String::from_utf8(text).unwrap()
}

/// A drawing, read back: the attributes of each node, and of each arrow.
#[derive(Debug, Default)]
struct Drawing {
    nodes: BTreeMap<String, String>,
    arrows: BTreeMap<(String, String), String>,
}

impl Drawing {
    fn read(text: &str) -> Drawing {
        let mut drawing = Drawing::default();
        let mut lines = text.lines();
        assert!(lines.next().unwrap().starts_with("// tree "));
        assert_eq!(lines.next(), Some("digraph {"));
        for style in
            ["  ranksep=", "  node [fontname=", "  node [style=", "  edge [arrowsize=", "  labelloc=b; ", "  label="]
        {
            assert!(lines.next().unwrap().starts_with(style), "{style}");
        }
        assert_eq!((lines.next_back(), text.chars().last()), (Some("}"), Some('\n')));
        for line in lines {
            let statement = line.strip_prefix("  ").unwrap().strip_suffix(";").unwrap();
            let (subject, attributes) = statement.split_once(" [").unwrap_or((statement, "]"));
            let attributes = attributes.strip_suffix("]").unwrap().to_owned();
            let names: Vec<String> = subject.split(" -> ").map(unquoted).collect();
            let new = match &names[..] {
                [node] => drawing.nodes.insert(node.clone(), attributes),
                [from, to] => drawing.arrows.insert((from.clone(), to.clone()), attributes),
                _ => panic!("{line}"),
            };
            assert_eq!(new, None, "{line} is there once");
        }
        assert!(drawing.arrows.keys().flat_map(|(from, to)| [from, to]).all(|end| drawing.nodes.contains_key(end)));
        drawing
    }
}

fn unquoted(name: &str) -> String {
    let name = name.strip_prefix('"').unwrap().strip_suffix('"').unwrap();
    assert!(!name.contains(['"', '\\']));
    name.to_owned()
}

/// The numbers of nodes and arrows that the scripts of "Combinatorial Games" (2018) draw on complete graphs, and of nodes
/// of the full tree.
#[test]
fn trees_of_complete_graphs_have_the_published_numbers() {
    let winner = [(2, 1, 0, 1), (3, 3, 2, 3), (4, 12, 14, 13), (5, 50, 100, 50), (6, 182, 409, 192)];
    let number = [(2, 2, 1, 2), (3, 5, 5, 5), (4, 15, 23, 15), (5, 54, 119, 54), (6, 200, 555, 200)];
    for (kind, published) in KINDS.into_iter().zip([winner, number]) {
        for (n, nodes, arrows, all_nodes) in published {
            for full in [false, true] {
                let tree = tree(n, &complete(n), kind, full);
                let drawing = Drawing::read(&dot(&tree, "tree K"));
                let expected = (if full { all_nodes } else { nodes }, arrows);
                assert_eq!((drawing.nodes.len(), drawing.arrows.len()), expected, "K{n} {kind:?}");
                assert_eq!((tree.drawn_nodes(), tree.arrows()), expected, "K{n} {kind:?}");
            }
        }
    }
}

/// Complete graphs, graphs whose positions are not sorted, and one that player 2 wins, whose tree is a box if it is not full.
fn graphs() -> Vec<(usize, Edges)> {
    let path = vec![(0, 1), (1, 2), (2, 3)];
    let complete = (2..=5).map(|n| (n, complete(n)));
    complete
        .chain([
            (4, [&path[..], &[(0, 3)]].concat()),
            (4, path),
            (3, vec![(0, 1), (1, 2)]),
            (4, vec![(0, 1), (0, 2), (0, 3)]),
            (5, vec![(0, 1), (1, 2), (0, 2), (2, 3), (3, 4)]),
        ])
        .collect()
}

fn chips(node: &Node) -> Chips {
    node.chips.iter().map(|&chips| u64::from(chips)).collect()
}

/// Any of the positions that automorphisms map to each other can be the node.
#[test]
fn trees_match_the_rules() {
    for (vertices, edges) in graphs() {
        let mut values = Values::new(Board::new(vertices, &edges));
        let symmetries = values.board.automorphisms();
        let alike = |chips: &Chips| {
            symmetries.iter().map(|order| order.iter().map(|&vertex| chips[vertex]).collect::<Chips>()).max().unwrap()
        };
        for kind in KINDS {
            let tree = tree(vertices, &edges, kind, true);
            let mut reached = BTreeSet::from([values.board.empty()]);
            for node in &tree.nodes {
                let position = chips(node);
                let first = position.iter().sum::<u64>() % 2 == 0;
                let value = match kind {
                    TreeKind::Winner if first => values.winner(&position),
                    TreeKind::Winner => 3 - values.winner(&position),
                    TreeKind::Number => values.number(&position, first),
                };
                assert_eq!(node.value.to_number(), value, "{kind:?} {edges:?} {position:?}");
                let mut options = values.board.options(&position);
                let ends = options.contains(&None);
                match kind {
                    TreeKind::Winner if ends => options.clear(),
                    TreeKind::Number if ends && !first => options = vec![None],
                    _ => {}
                }
                let options: BTreeSet<_> = options.iter().map(|option| option.as_ref().map(alike)).collect();
                reached.extend(options.iter().flatten().cloned());
                let drawn = node.options.iter().map(|option| option.map(|option| chips(&tree.nodes[option as usize])));
                let drawn: BTreeSet<_> = drawn.map(|option| option.as_ref().map(alike)).collect();
                let expected = if node.value == Answer::Winner(Player::O) { BTreeSet::new() } else { options };
                assert_eq!(drawn, expected, "{kind:?} {edges:?} {position:?}");
            }
            assert_eq!(tree.nodes.iter().map(|node| alike(&chips(node))).collect::<BTreeSet<_>>(), reached);
        }
    }
}

#[test]
fn small_trees() {
    for (n, kind) in [(3, TreeKind::Winner), (3, TreeKind::Number), (4, TreeKind::Winner), (4, TreeKind::Number)] {
        let task = format!("tree K{n} {}", format!("{kind:?}").to_lowercase());
        insta::assert_snapshot!(task.replace(' ', "_"), dot(&tree(n, &complete(n), kind, false), &task));
    }
    insta::assert_snapshot!("tree_P3_winner", dot(&tree(3, &[(0, 1), (1, 2)], TreeKind::Winner, false), "tree P3"));
}

#[test]
fn graphviz_takes_the_trees() {
    for (vertices, edges) in graphs() {
        for kind in KINDS {
            let text = dot(&tree(vertices, &edges, kind, false), "tree \"\n}");
            let mut command = Command::new("dot");
            let child = command.arg("-Tsvg").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
            let Ok(mut child) = child else { return skip("trees in Graphviz: dot does not run") };
            child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
            let output = child.wait_with_output().unwrap();
            let svg = String::from_utf8(output.stdout).unwrap();
            let drawing = Drawing::read(&text);
            let drawn = [svg.matches("class=\"node\"").count(), svg.matches("class=\"edge\"").count()];
            assert!(output.status.success() && drawn == [drawing.nodes.len(), drawing.arrows.len()], "{text}");
        }
    }
}

#[test]
fn building_can_be_stopped_and_has_a_limit() {
    let build = |graph: &str, most: u64| {
        let mut reported = 0;
        let poll = |found| {
            assert!(found >= reported, "positions are not lost");
            reported = found;
            if found >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let game = Game::new(graph.parse().unwrap()).unwrap();
        let tree = Tree::build(&game, TreeKind::Number, &mut Budget::new(poll));
        (tree.map(drop), reported)
    };
    let (stopped, reported) = build("K7", 100);
    assert_eq!(stopped, Err(TreeError::Stopped));
    assert!((100..107).contains(&reported), "{reported}");
    assert_eq!(build("K7", u64::MAX).0, Ok(()));
    assert_eq!(build("K2", 0), (Err(TreeError::Stopped), 1));
    // Each vertex of a path with as many may hold a chip or none.
    let (large, reported) = build("P5000", u64::MAX);
    let Err(TreeError::TooManyPositions(most)) = large else { panic!("{reported}") };
    assert!(reported <= most as u64 && most * 5000 <= 1 << 24, "{most}");
    assert_eq!(build("star257", u64::MAX).0, Err(TreeError::TooManyNeighbours));
}
