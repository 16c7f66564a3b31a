//! Pictures of game trees in DOT, the language of Graphviz, drawn as in "Combinatorial Games" (2018).
//!
//! ```text
//!     // tree K4 winner                                 the task
//!     digraph {
//!       node [fontname="sans-serif" …]; edge […];       the style
//!       labelloc=b; …; label="…";                       the legend, below the tree
//!       "(2,0,0,0)";                                    a position that player 1 wins
//!       "(2,1,0,0)" [shape=box];                        one that player 2 wins is a box
//!       "(2,0,0,0)" -> "(2,1,0,0)" [color=red];         and player 1 would lose by moves there, which are red
//!     }
//! ```
//!
//! In trees of the number of chips the number stands above the position, and `"end"` is the end of the game. A
//! statement is one line, so that lines with an arrow are moves.

use std::fmt::Display;
use std::io::{self, Write};

use itertools::Itertools;

use super::game::Answer;
use super::tree::{Node, Tree, TreeKind};
use crate::player::Player;

/// The style of all nodes and arrows: large names in small shapes, so that wide trees still read.
const STYLE: &str = "\
digraph {
  ranksep=0.6; nodesep=0.15;
  node [fontname=\"sans-serif\" fontsize=18 margin=\"0.04,0.04\" height=0.4];
  node [style=filled fillcolor=\"#e8eef7\"];
  edge [arrowsize=0.7 penwidth=1.3];
";

/// The name of the node for the end of the game.
const END: &str = "end";

/// Writes a tree for Graphviz, which draws it with `dot -Tsvg`. The first line is a comment with the task. The legend has
/// the names of the vertices, if they are not their numbers.
///
/// ```
/// use quadrille::budget::Budget;
/// use quadrille::chip_firing::{Game, Tree, TreeKind, write_dot};
///
/// let tree = Tree::build(&Game::new("K2".parse()?)?, TreeKind::Number, &mut Budget::default())?;
/// let mut dot = Vec::new();
/// write_dot(&mut dot, &tree, &[], "tree K2 number")?;
/// assert!(String::from_utf8(dot)?.ends_with("\n  \"(0,0)\" -> \"end\";\n}\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of `out`.
///
/// # Complexity
/// O(n) for each position and each move.
pub fn write_dot(out: &mut dyn Write, tree: &Tree, names: &[String], task: &str) -> io::Result<()> {
    writeln!(out, "// {}", task.replace(char::is_control, " "))?;
    out.write_all(STYLE.as_bytes())?;
    let names = if names.is_empty() { "1,0".to_owned() } else { names.join(",") };
    let names = names.replace('\\', r"\\").replace('"', "\\\"");
    let legend = legend(tree.kind);
    writeln!(out, "  labelloc=b; fontname=\"sans-serif\"; fontsize=14;\n  label=\"({names}): {legend}\";")?;
    for node in &tree.nodes {
        let name = name(node);
        match node.value {
            Answer::Winner(Player::X) => writeln!(out, "  \"{name}\";")?,
            Answer::Number(number) => writeln!(out, "  \"{name}\" [label=\"{number}\\n{name}\"];")?,
            _ => writeln!(out, "  \"{name}\" [shape=box];")?,
        }
    }
    if tree.kind == TreeKind::Number {
        writeln!(out, "  \"{END}\" [shape=plaintext];")?;
    }
    for (from, option) in tree.nodes.iter().flat_map(|node| node.options.iter().map(move |option| (name(node), option)))
    {
        let Some(option) = option else {
            writeln!(out, "  \"{from}\" -> \"{END}\";")?;
            continue;
        };
        let to = &tree.nodes[*option as usize];
        let red = if to.value == Answer::Winner(Player::O) { " [color=red]" } else { "" };
        writeln!(out, "  \"{from}\" -> \"{}\"{red};", name(to))?;
    }
    writeln!(out, "}}")
}

/// Returns what the picture says below the tree.
fn legend(kind: TreeKind) -> &'static str {
    match kind {
        TreeKind::Winner => r"chips\nround: player 1 wins\nbox: player 2 wins\nred: player 1 would lose",
        TreeKind::Number => r"chips\nabove: the game chip number\nend: an endless avalanche",
    }
}

/// Returns the chips of a position with commas between, in brackets. Nothing in it needs to be escaped.
fn name(node: &Node) -> impl Display + use<> {
    format!("({})", node.chips.iter().format(","))
}
