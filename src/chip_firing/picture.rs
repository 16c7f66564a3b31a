//! Pictures of game trees in DOT, the language of Graphviz, drawn as in "Combinatorial Games" (2018).
//!
//! ```text
//!     // tree K4 winner                                 the task
//!     digraph {
//!       node [fontname="sans-serif"];
//!       "(2,0,0,0)";                                    a position that player 1 wins
//!       "(2,1,0,0)" [shape=box];                        one that player 2 wins is a box
//!       "(2,0,0,0)" -> "(2,1,0,0)" [color=red];         and player 1 would lose by moves there, which are red
//!     }
//! ```
//!
//! In trees of the number of chips the number stands above the position, and `"end"` is the end of the game. A statement is one line,
//! so that lines with an arrow are moves.

use std::fmt::{self, Display};
use std::io::{self, Write};

use itertools::Itertools;

use super::game::Answer;
use super::tree::{Node, Tree, TreeKind};
use crate::player::Player;

/// The name of the node for the end of the game.
const END: &str = "end";

/// Writes a tree for Graphviz, which draws it with `dot -Tsvg`. The first line is a comment with the task.
///
/// ```
/// use quadrille::chip_firing::{Tree, TreeKind, write_dot};
/// use quadrille::graph::Named;
///
/// let edge: Named = "K2".parse()?;
/// let tree = Tree::build(edge.graph(), TreeKind::Number, false)?;
/// let mut dot = Vec::new();
/// write_dot(&mut dot, &tree, "tree K2 number")?;
/// assert!(String::from_utf8(dot)?.ends_with("\n  \"(0,0)\" -> \"end\";\n}\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of `out`.
///
/// # Complexity
/// O(n) for each position and each move.
pub fn write_dot(out: &mut impl Write, tree: &Tree, task: &str) -> io::Result<()> {
    writeln!(out, "// {}", task.replace(char::is_control, " "))?;
    writeln!(out, "digraph {{\n  node [fontname=\"sans-serif\"];")?;
    for node in tree.nodes() {
        let name = NodeName(node.chips);
        match node.value {
            Answer::Winner(Player::X) => writeln!(out, "  {name};")?,
            Answer::Number(number) => writeln!(out, "  {name} [label=\"{number}\\n{}\"];", Chips(node.chips))?,
            _ => writeln!(out, "  {name} [shape=box];")?,
        }
    }
    if tree.kind() == TreeKind::Number {
        writeln!(out, "  \"{END}\" [shape=plaintext];")?;
    }
    for node in tree.nodes() {
        for option in node.options {
            write_arrow(out, node, option.map(|option| tree.node(option as usize)))?;
        }
    }
    writeln!(out, "}}")
}

fn write_arrow(out: &mut impl Write, from: Node<'_>, to: Option<Node<'_>>) -> io::Result<()> {
    let from = NodeName(from.chips);
    let Some(to) = to else { return writeln!(out, "  {from} -> \"{END}\";") };
    let red = if to.value == Answer::Winner(Player::O) { " [color=red]" } else { "" };
    writeln!(out, "  {from} -> {}{red};", NodeName(to.chips))
}

/// A position as the name of a node. Nothing in it needs to be escaped.
struct NodeName<'a>(&'a [u8]);

impl Display for NodeName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", Chips(self.0))
    }
}

/// Chips with commas between, in brackets.
struct Chips<'a>(&'a [u8]);

impl Display for Chips<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({})", self.0.iter().format(","))
    }
}
