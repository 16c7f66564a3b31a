//! From a task to its answer, as text or as JSON; `src/chip_firing/README.md` has the fields.

use std::fmt::Display;
use std::io::{self, Write};

use serde_json::json;

use super::Arguments;
use super::search::{Found, Searches, table_problem};
use super::task::{self, CHIPS, CHIPS_OPTION, GRAPH, Graphs, Play, RANGE, Range, Task, tree_game};
use crate::budget::Budget;
use crate::chip_firing::{
    Answer, Bounds, Game, GameError, Question, Side, Stabilization, Tree, TreeError, report, stabilize, write_dot,
};
use crate::cli::checkpoints::not_in_a_list;
use crate::cli::exit::Failure;
use crate::cli::files::Output;
use crate::cli::json::Object;
use crate::cli::progress::TaskProgress;
use crate::graph::{Graph, Vertex};

/// Answers a task, and reports to `progress` whether a limit stopped it.
pub(super) fn answer(
    arguments: &Arguments,
    task: &Task,
    progress: &mut TaskProgress<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut searches = Searches::new(arguments.search_limits(), progress);
    if let Some(path) = task.checkpoint() {
        if arguments.task.is_none() {
            return Err(not_in_a_list(path));
        }
        Output::Checkpoint.check(path)?;
        searches.open_checkpoint(path, &task.to_string())?;
    }
    let json = arguments.common.json;
    let is_complete = match task {
        Task::Play(asked) => {
            let play = asked.play();
            let (game, found) = solve(play, &mut searches)?;
            let write = if json { play_json } else { play_text };
            write(out, play, &game, &found)?;
            found.answer.is_some() && (!play.moves || found.moves.is_some())
        }
        Task::Table(asked) => {
            let range = asked.range.value;
            if let Some(problem) = table_problem(range.to, &searches.limits) {
                return Err(asked.range.invalid(RANGE, too_large("table", problem)));
            }
            let write = if json { table_json } else { table_text };
            write(out, task, range, &mut searches)?
        }
        Task::Tree(asked) => {
            let game = &asked.graph.value.game;
            let tree = match Tree::build(game, asked.game, &mut Budget::new(|found| progress.report(found))) {
                Ok(tree) => Some(if asked.full { tree } else { tree.reachable() }),
                Err(TreeError::Stopped) => None,
                Err(problem) => return Err(asked.graph.invalid(GRAPH, too_large("tree", problem))),
            };
            match &tree {
                _ if json => tree_json(out, task, asked, tree.as_ref())?,
                Some(tree) => write_dot(out, tree, &task.to_string())?,
                None => writeln!(out, "// {task}\n// Unknown: stopped at a limit before the tree was complete")?,
            }
            tree.is_some()
        }
        Task::Stabilize(asked) => {
            let graph = asked.graph.value.game.graph();
            let (vertices, counts) = (graph.order(), asked.chips.value.chips().len());
            if counts != vertices {
                return Err(asked.chips.invalid(CHIPS, GameError::WrongLength { counts, vertices }));
            }
            // Firings are not positions: they are not counted.
            let result = stabilize(graph, &asked.chips.value, &mut Budget::new(|_| progress.check()));
            if json {
                stabilization_json(out, task, asked, result.as_ref())?;
            } else {
                writeln!(out, "{task}")?;
                report::stabilization(out, result.as_ref())?;
            }
            result.is_some()
        }
    };
    out.flush()?;
    progress.answered(!is_complete);
    Ok(())
}

/// Returns the message for a graph that is too large for a task.
pub(super) fn too_large(task: &str, problem: impl Display) -> String {
    format!("too large for {task}: {problem}")
}

/// Returns the game that a question is about, and the result of the search.
fn solve(play: Play<'_>, searches: &mut Searches<'_, '_>) -> Result<(Game, Found), Failure> {
    let Graphs::One(graph) = &play.graph.value else {
        let problem = "expected a graph such as K5; - reads graphs from stdin, and is for a task on the command line";
        return Err(play.graph.invalid(GRAPH, problem));
    };
    let game = match play.chips {
        None => graph.game.clone(),
        Some(chips) => match graph.game.restart(&chips.value, &mut Budget::new(|_| searches.progress.check())) {
            Ok(game) => game,
            Err(GameError::Stopped) => {
                // If all games on the graph have the same length, the number is known even now.
                let bounds @ Bounds { lower, upper } = graph.game.bounds();
                let is_known = lower == upper && matches!(play.question, Question::Number(_));
                let found = Found { answer: is_known.then_some(Answer::Number(lower)), bounds, moves: None };
                return Ok((graph.game.clone(), found));
            }
            Err(problem) => return Err(chips.invalid(CHIPS_OPTION, problem)),
        },
    };
    let found = searches.search(&game, play.question, play.moves);
    let found = found.map_err(|problem| play.graph.invalid(GRAPH, too_large(play.name(), problem)))?;
    Ok((game, found))
}

fn play_text(out: &mut impl Write, play: Play<'_>, game: &Game, found: &Found) -> io::Result<()> {
    writeln!(out, "{play}")?;
    report::answer(out, found.answer)?;
    if matches!(play.question, Question::Number(_)) {
        report::bounds(out, if found.answer.is_some() { game.bounds() } else { found.bounds })?;
    }
    if play.moves { report::moves(out, play.question, found.moves.as_deref()) } else { Ok(()) }
}

fn table_text(
    out: &mut impl Write,
    task: &Task,
    range: Range,
    searches: &mut Searches<'_, '_>,
) -> Result<bool, Failure> {
    writeln!(out, "{task}")?;
    let table = report::Table::up_to(range.to);
    table.header(out)?;
    out.flush()?;
    Ok(searches.table_rows(range, |row| {
        table.row(out, row)?;
        out.flush()
    })?)
}

/// Begins the object of an answer with the fields that all have; `graph` is the graph and its name.
fn begin_json<'a, W: Write>(
    out: &'a mut W,
    name: &str,
    task: &dyn Display,
    graph: Option<(&dyn Display, &Graph)>,
) -> io::Result<Object<'a, W>> {
    let mut object = Object::begin(out, &format!("quadrille/chip-firing-{name}/1"))?;
    object.fields(&json!({ "task": task.to_string() }))?;
    if let Some((name, graph)) = graph {
        object.fields(&json!({ "graph": name.to_string(), "vertices": graph.order(), "edges": graph.size() }))?;
    }
    Ok(object)
}

/// Writes the result of a search as one line of JSON.
pub(super) fn play_json(out: &mut impl Write, play: Play<'_>, game: &Game, found: &Found) -> io::Result<()> {
    let mut object = begin_json(out, play.name(), &play, Some((play.graph, game.graph())))?;
    let answer = found.answer.map(Answer::to_number);
    let empty = || vec![0; game.graph().order()];
    let chips = play.chips.map_or_else(empty, |chips| chips.value.chips().to_vec());
    let (fields, moves_name) = match play.question {
        Question::Winner => (json!({ "chips": chips, "winner": answer }), "winning_vertices"),
        Question::Grundy => (json!({ "grundy_value": answer }), "winning_vertices"),
        Question::Number(first) => {
            let (first, bounds) = (if first == Side::Max { "max" } else { "min" }, game.bounds());
            let fields = json!({
                "chips": chips, "first": first, "number": answer,
                "at_least": found.bounds.lower, "at_most": found.bounds.upper,
                "lower_bound": bounds.lower, "upper_bound": bounds.upper,
            });
            (fields, "optimal_vertices")
        }
    };
    object.fields(&fields)?;
    if play.moves {
        let indices = |moves: &Vec<Vertex>| moves.iter().map(|vertex| vertex.index()).collect::<Vec<_>>();
        object.field(moves_name, &found.moves.as_ref().map(indices))?;
    }
    object.end()
}

fn table_json(
    out: &mut impl Write,
    task: &Task,
    range: Range,
    searches: &mut Searches<'_, '_>,
) -> Result<bool, Failure> {
    let mut object = begin_json(out, "table", task, None)?;
    let is_complete = object.list("rows", |list| {
        searches.table_rows(range, |row| {
            let Bounds { lower, upper } = row.bounds();
            list.item(&json!({
                "vertices": row.vertices, "winner": row.winner.map(|winner| Answer::Winner(winner).to_number()),
                "edges": lower, "max_first": row.max_first, "min_first": row.min_first, "upper_bound": upper,
            }))?;
            list.flush()
        })
    })?;
    object.end()?;
    Ok(is_complete)
}

fn tree_json(out: &mut impl Write, task: &Task, asked: &task::Tree, tree: Option<&Tree>) -> io::Result<()> {
    let mut object = begin_json(out, "tree", task, Some((&asked.graph, asked.graph.value.game.graph())))?;
    object.fields(&json!({
        "kind": tree_game(asked.game), "full": asked.full,
        "nodes": tree.map(Tree::drawn_nodes), "edges_drawn": tree.map(Tree::arrows),
    }))?;
    match tree {
        Some(tree) => object.text("dot", |mut out| write_dot(&mut out, tree, &task.to_string()))?,
        None => object.field("dot", &())?,
    }
    object.end()
}

fn stabilization_json(
    out: &mut impl Write,
    task: &Task,
    asked: &task::Stabilize,
    result: Option<&Stabilization>,
) -> io::Result<()> {
    let mut object = begin_json(out, "stabilize", task, Some((&asked.graph, asked.graph.value.game.graph())))?;
    let (stable, firings, reason) = match result {
        None => (None, None, None),
        Some(Stabilization::Endless(why)) => (None, None, Some(why.to_string())),
        Some(Stabilization::Stable { configuration, firings }) => (Some(configuration.chips()), Some(firings), None),
    };
    let chips = asked.chips.value.chips();
    object.fields(&json!({ "chips": chips, "stable": stable, "firings": firings, "reason": reason }))?;
    object.end()
}
