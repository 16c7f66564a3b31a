//! Answers about chip-firing games as JSON, one object a line; `src/chip_firing/README.md` has the fields.

use std::fmt::Display;
use std::io::{self, Write};

use serde_json::json;

use super::checkpoints::CheckpointWriter;
use super::known::Answer;
use super::search::Found;
use super::task::Play;
use super::{Arguments, table};
use crate::chip_firing::{Game, Question, Side, Stabilization, Tree, write_dot};
use crate::cli::json::{InString, Object};
use crate::cli::progress::TaskProgress;
use crate::graph::{Graph, Vertex};

/// Writes an answer as one line; whether a table is complete.
pub(super) fn write<W: Write>(
    out: &mut W,
    task: &impl Display,
    answer: &Answer<'_>,
    arguments: &Arguments,
    writer: &mut CheckpointWriter,
    progress: &mut TaskProgress<'_>,
) -> io::Result<bool> {
    let mut object = begin(out, task, answer)?;
    let mut complete = true;
    match answer {
        Answer::Play(play, game, found) => play_fields(&mut object, play, game, found)?,
        Answer::Table(range) => {
            let mut between = "";
            object.raw("rows", "[")?;
            complete = table::rows(*range, arguments, writer, progress, |row| {
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
        Answer::Tree(asked, tree) => {
            object.field("kind", &asked.game.name())?;
            object.field("full", &asked.full)?;
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
        Answer::Stabilization(asked, end) => {
            object.field("chips", &asked.chips.value.chips())?;
            let (stable, firings, reason) = match end {
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
    }
    object.end()?;
    Ok(complete)
}

/// Begins the object of an answer with the fields that all have.
fn begin<'a, W: Write>(out: &'a mut W, task: &impl Display, answer: &Answer<'_>) -> io::Result<Object<'a, W>> {
    let (schema, graph): (_, Option<(&dyn Display, &Graph)>) = match answer {
        Answer::Play(play, game, _) => {
            let schema = match play.question {
                Question::Winner => "quadrille/chip-firing-winner/1",
                Question::Number(_) => "quadrille/chip-firing-number/1",
                Question::Grundy => "quadrille/chip-firing-grundy/1",
            };
            (schema, Some((play.graph, game.graph())))
        }
        Answer::Table(_) => ("quadrille/chip-firing-table/1", None),
        Answer::Tree(asked, _) => {
            ("quadrille/chip-firing-tree/1", Some((&asked.graph, asked.graph.value.game.graph())))
        }
        Answer::Stabilization(asked, _) => {
            ("quadrille/chip-firing-stabilize/1", Some((&asked.graph, asked.graph.value.game.graph())))
        }
    };
    let mut object = Object::begin(out, schema)?;
    object.field("task", &task.to_string())?;
    if let Some((name, graph)) = graph {
        object.field("graph", &name.to_string())?;
        object.field("vertices", &graph.order())?;
        object.field("edges", &graph.size())?;
    }
    Ok(object)
}

fn play_fields(object: &mut Object<'_, impl Write>, play: &Play<'_>, game: &Game, found: &Found) -> io::Result<()> {
    let numbers = |moves: &Vec<Vertex>| moves.iter().map(|vertex| vertex.index()).collect::<Vec<_>>();
    let moves = found.moves.as_ref().map(numbers);
    let empty = || vec![0; game.graph().order()];
    let chips = play.chips.map_or_else(empty, |chips| chips.value.chips().to_vec());
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
            object.field("lower_bound", &game.fewest())?;
            object.field("upper_bound", &game.most())?;
            if play.moves { object.field("optimal_vertices", &moves) } else { Ok(()) }
        }
    }
}
