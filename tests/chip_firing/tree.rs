//! Game trees against the rules, and against the numbers of the post that drew them first.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use itertools::Itertools;
use quadrille::budget::Budget;
use quadrille::chip_firing::{Answer, Game, Node, Tree, TreeError, TreeKind, write_dot};
use quadrille::player::Player;

use crate::reference::{Board, Chips, Values};
use crate::support::{CHIP_FIRING, skip};

const KINDS: [TreeKind; 2] = [TreeKind::Winner, TreeKind::Number];

/// The game on a graph, from the chips after its name, if there are any.
fn game(task: &str) -> Game {
    let (graph, chips) = task.split_once(' ').unwrap_or((task, ""));
    let game = Game::new(graph.parse().unwrap()).unwrap();
    if chips.is_empty() { game } else { game.restart(&chips.parse().unwrap(), &mut Budget::default()).unwrap() }
}

fn tree(graph: &str, kind: TreeKind, full: bool) -> Tree {
    let tree = Tree::build(&game(graph), kind, &mut Budget::default()).unwrap();
    if full { tree } else { tree.reachable() }
}

fn dot(tree: &Tree, task: &str) -> String {
    let mut text = Vec::new();
    write_dot(&mut text, tree, &[], task).unwrap();
    String::from_utf8(text).unwrap()
}

/// A drawing, read back: its nodes and arrows.
#[derive(Debug, Default)]
struct Drawing {
    nodes: BTreeSet<String>,
    arrows: BTreeSet<[String; 2]>,
}

impl Drawing {
    fn read(text: &str) -> Drawing {
        let mut drawing = Drawing::default();
        let mut lines = text.lines();
        assert!(lines.next().unwrap().starts_with("// tree "));
        assert_eq!(lines.next(), Some("digraph {"));
        assert_eq!(lines.next_back(), Some("}"));
        // Above them is the style, which the snapshots show.
        for line in lines.skip_while(|line| !line.starts_with("  \"")) {
            let statement = line.strip_prefix("  ").unwrap().strip_suffix(";").unwrap();
            let subject = statement.split(" [").next().unwrap();
            let is_new = match subject.split_once(" -> ") {
                None => drawing.nodes.insert(subject.to_owned()),
                Some((from, to)) => drawing.arrows.insert([from, to].map(str::to_owned)),
            };
            assert!(is_new, "{line} is there once");
        }
        assert!(drawing.arrows.iter().flatten().all(|end| drawing.nodes.contains(end)));
        drawing
    }
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
                let tree = tree(&format!("K{n}"), kind, full);
                let drawing = Drawing::read(&dot(&tree, "tree K"));
                let expected = (if full { all_nodes } else { nodes }, arrows);
                assert_eq!((drawing.nodes.len(), drawing.arrows.len()), expected, "K{n} {kind:?}");
                assert_eq!(tree.drawn_nodes(), drawing.nodes.len(), "K{n} {kind:?}");
            }
        }
    }
}

/// Complete graphs, graphs whose positions are not sorted, and one that player 2 wins, whose tree is a box if it is not
/// full; a triangle with a path of two edges; and two that begin with chips.
const GRAPHS: [&str; 11] = ["K2", "K3", "K4", "K5", "C4", "P4", "P3", "star3", "g6:DxC", "K4 1,0,0,0", "P4 0,1,0,0"];

fn chips(node: &Node) -> Chips {
    node.chips.iter().map(|&chips| u64::from(chips)).collect()
}

/// Any of the positions that automorphisms map to each other can be the node.
#[test]
fn trees_match_the_rules() {
    for graph in GRAPHS {
        let mut values = Values::new(Board::of(game(graph).graph()));
        let symmetries = values.board.automorphisms();
        let alike = |chips: &Chips| {
            symmetries.iter().map(|order| order.iter().map(|&vertex| chips[vertex]).collect::<Chips>()).max().unwrap()
        };
        for kind in KINDS {
            let tree = tree(graph, kind, true);
            let start = game(graph).configuration().chips().to_vec();
            let mut reached = BTreeSet::from([alike(&start)]);
            for node in &tree.nodes {
                let position = chips(node);
                let first = (position.iter().sum::<u64>() - start.iter().sum::<u64>()) % 2 == 0;
                let value = match kind {
                    TreeKind::Winner if first => values.winner(&position),
                    TreeKind::Winner => 3 - values.winner(&position),
                    TreeKind::Number => values.number(&position, first),
                };
                assert_eq!(node.value.to_number(), value, "{kind:?} {graph} {position:?}");
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
                assert_eq!(drawn, expected, "{kind:?} {graph} {position:?}");
            }
            assert_eq!(tree.nodes.iter().map(|node| alike(&chips(node))).collect::<BTreeSet<_>>(), reached);
        }
    }
}

#[test]
fn legend_has_the_names_of_vertices() {
    let drawn = |task: &str| CHIP_FIRING.run(task, "");
    let legend = drawn(r#"tree edges:a"-b\,b\-c winner --full"#).stdout;
    assert!(legend.contains(r#"  label="(a\",b\\,c): chips\nround"#), "{legend}");
    for (task, is_said) in
        [("tree grid3x3 winner", true), ("tree grid2x2 winner --full", false), ("tree K3 winner", false)]
    {
        assert_eq!(drawn(task).stderr.contains("--full draws all positions"), is_said, "{task}");
    }
}

#[test]
fn small_trees() {
    for (graph, kind) in ["K3", "K4"].into_iter().cartesian_product(KINDS) {
        let task = format!("tree {graph} {}", format!("{kind:?}").to_lowercase());
        insta::assert_snapshot!(task.replace(' ', "_"), dot(&tree(graph, kind, false), &task));
    }
    insta::assert_snapshot!("tree_P3_winner", dot(&tree("P3", TreeKind::Winner, false), "tree P3"));
}

#[test]
fn graphviz_takes_the_trees() {
    for (graph, kind) in GRAPHS.into_iter().cartesian_product(KINDS) {
        let text = dot(&tree(graph, kind, false), "tree \"\n}");
        let mut command = assert_cmd::Command::new("dot");
        let Ok(output) = command.arg("-Tsvg").write_stdin(&*text).output() else {
            return skip("trees in Graphviz: dot does not run");
        };
        let svg = String::from_utf8(output.stdout).unwrap();
        let drawing = Drawing::read(&text);
        let drawn = [svg.matches("class=\"node\"").count(), svg.matches("class=\"edge\"").count()];
        assert!(output.status.success() && drawn == [drawing.nodes.len(), drawing.arrows.len()], "{text}");
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
        let tree = Tree::build(&game(graph), TreeKind::Number, &mut Budget::new(poll));
        (tree.map(drop), reported)
    };
    let (stopped, reported) = build("K7", 100);
    assert_eq!(stopped, Err(TreeError::Stopped));
    assert!((100..107).contains(&reported), "{reported}");
    assert_eq!(build("K7", u64::MAX).0, Ok(()));
    assert_eq!(build("K2", 0), (Err(TreeError::Stopped), 1));
    // Each vertex of a path with as many may hold a chip or none.
    assert_eq!(build("P5000", u64::MAX).0, Err(TreeError::TooManyPositions(3355)));
    assert_eq!(build("star257", u64::MAX).0, Err(TreeError::TooManyNeighbours));
}
