//! Answers about chip-firing games as JSON, one object a line; the README has the schemas.

use std::io::{self, Write};

use serde_json::json;

use super::keeper::Keeper;
use super::known::Answer;
use super::search::Found;
use super::task::{Play, Task};
use super::{Arguments, table};
use crate::chip_firing::{Question, Side, Stabilization, Tree, TreeKind, write_dot};
use crate::cli::json::{InString, Object};
use crate::cli::running::Running;
use crate::graph::Vertex;

/// Writes an answer as one line; whether a table is whole.
pub(super) fn write<W: Write>(
    out: &mut W,
    task: &Task,
    answer: &Answer,
    arguments: &Arguments,
    keeper: &mut Keeper,
    running: &mut Running<'_>,
) -> io::Result<bool> {
    let mut object = begin(out, task)?;
    let mut whole = true;
    match (task, answer) {
        (Task::Play(play), Answer::Found(found)) => play_fields(&mut object, play, found)?,
        (Task::Table { from, to }, _) => {
            let mut between = "";
            object.raw("rows", "[")?;
            whole = table::rows(*from, *to, arguments, keeper, running, |row| {
                let fields = json!({
                    "vertices": row.vertices, "winner": row.winner, "edges": row.edges(),
                    "max_first": row.max_first, "min_first": row.min_first, "upper_bound": row.most(),
                });
                write!(object.out(), "{between}{fields}")?;
                between = ",";
                object.out().flush()
            })?;
            object.out().write_all(b"]")?;
        }
        (Task::Tree { kind, full, .. }, Answer::Tree(tree)) => {
            object.field("kind", &if *kind == TreeKind::Winner { "winner" } else { "number" })?;
            object.field("full", full)?;
            object.field("nodes", &tree.as_ref().map(Tree::drawn_nodes))?;
            object.field("edges_drawn", &tree.as_ref().map(Tree::arrows))?;
            if let Some(tree) = tree {
                object.raw("dot", "\"")?;
                write_dot(&mut InString(object.out()), tree, &task.to_string())?;
                object.out().write_all(b"\"")?;
            } else {
                object.field("dot", &None::<&str>)?;
            }
        }
        (Task::Stabilize { chips, .. }, Answer::Stabilization(stabilization)) => {
            object.field("chips", &chips.chips())?;
            let (stable, firings, reason) = match stabilization {
                None => (None, None, None),
                Some(Stabilization::Never(never)) => (None, None, Some(never.to_string())),
                Some(Stabilization::Stable { configuration, firings }) => {
                    (Some(configuration.chips()), Some(firings), None)
                }
            };
            object.field("stable", &stable)?;
            object.field("firings", &firings)?;
            object.field("reason", &reason)?;
        }
        // Each task has an answer of its kind.
        _ => {}
    }
    object.end()?;
    Ok(whole)
}

/// Begins the object of an answer with the fields that all have.
fn begin<'a, W: Write>(out: &'a mut W, task: &Task) -> io::Result<Object<'a, W>> {
    let (schema, graph) = match task {
        Task::Play(play) => {
            let schema = match play.question {
                Question::Winner => "quadrille/chip-firing-winner/1",
                Question::Number(_) => "quadrille/chip-firing-number/1",
                Question::Grundy => "quadrille/chip-firing-grundy/1",
            };
            (schema, Some(play.game.graph()))
        }
        Task::Table { .. } => ("quadrille/chip-firing-table/1", None),
        Task::Tree { graph, .. } => ("quadrille/chip-firing-tree/1", Some(graph.graph())),
        Task::Stabilize { graph, .. } => ("quadrille/chip-firing-stabilize/1", Some(graph.graph())),
    };
    let mut object = Object::begin(out, schema)?;
    object.field("task", &task.to_string())?;
    if let Some(graph) = graph {
        object.field("graph", &task.graph())?;
        object.field("vertices", &graph.order())?;
        object.field("edges", &graph.size())?;
    }
    Ok(object)
}

fn play_fields(object: &mut Object<'_, impl Write>, play: &Play, found: &Found) -> io::Result<()> {
    let numbers = |moves: &Vec<Vertex>| moves.iter().map(|vertex| vertex.index()).collect::<Vec<_>>();
    let moves = found.moves.as_ref().map(numbers);
    let empty = || vec![0; play.game.graph().order()];
    let chips = play.chips.as_ref().map_or_else(empty, |chips| chips.chips().to_vec());
    match play.question {
        Question::Winner => {
            object.field("chips", &chips)?;
            object.field("winner", &found.value)?;
            if play.moves { object.field("winning_vertices", &moves) } else { Ok(()) }
        }
        Question::Grundy => object.field("grundy_value", &found.value),
        Question::Number(first) => {
            object.field("chips", &chips)?;
            object.field("first", &if first == Side::Max { "max" } else { "min" })?;
            object.field("number", &found.value)?;
            let (at_least, at_most) = found.bounds;
            object.field("at_least", &at_least)?;
            object.field("at_most", &at_most)?;
            object.field("lower_bound", &play.game.fewest())?;
            object.field("upper_bound", &play.game.most())?;
            if play.moves { object.field("optimal_vertices", &moves) } else { Ok(()) }
        }
    }
}
