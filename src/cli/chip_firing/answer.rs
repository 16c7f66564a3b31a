//! From a task to its answer, as text or as JSON; `src/chip_firing/README.md` has the fields.

use std::fmt::{self, Display};
use std::io::{self, Write};

use serde_json::json;

use super::Arguments;
use super::search::{Found, SearchCheckpoint, search, table_problem, table_rows};
use super::task::{self, CHIPS, CHIPS_OPTION, GRAPH, Graphs, Play, RANGE, Range, Task, tree_game};
use crate::chip_firing::{
    Answer, Bounds, Game, GameError, Question, Side, Stabilization, Tree, TreeError, report, stabilize_with, write_dot,
};
use crate::cli::exit::Failure;
use crate::cli::files::check_writable;
use crate::cli::json::{InString, Object};
use crate::cli::progress::TaskProgress;
use crate::graph::{Graph, Vertex};
use crate::progress::Limits;

/// A task with its result.
pub(super) enum Solved<'a> {
    Play(Play<'a>, Game, Found),
    /// The rows are computed while they are written.
    Table(Range),
    /// `None` if a limit stopped it.
    Tree(&'a task::Tree, Option<Tree>),
    /// `None` if a limit stopped the avalanche.
    Stabilization(&'a task::Stabilize, Option<Stabilization>),
}

/// Answers a task, and tells `progress` whether a limit stopped it.
pub(super) fn answer(
    arguments: &Arguments,
    task: &Task,
    progress: &mut TaskProgress<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut checkpoint = open_checkpoint(arguments, task)?;
    let solved = solve(task, arguments, &mut checkpoint, progress)?;
    let write = if arguments.common.json { write_json } else { write_text };
    let is_complete = write(out, task, &solved, arguments, &mut checkpoint, progress)?;
    out.flush()?;
    progress.answered(!is_complete);
    Ok(())
}

/// Opens the checkpoint of a task.
fn open_checkpoint(arguments: &Arguments, task: &Task) -> Result<SearchCheckpoint, Failure> {
    let Some(path) = task.checkpoint() else { return Ok(SearchCheckpoint::none()) };
    if arguments.task.is_none() {
        let problem = "expected a task on the command line; tasks in a list have no checkpoint".to_owned();
        return Err(Failure::Argument("--checkpoint <FILE>", path.display().to_string(), problem));
    }
    check_writable(path)?;
    Ok(SearchCheckpoint::open(path, &task.to_string())?)
}

/// Computes the result of a task.
fn solve<'a>(
    task: &'a Task,
    arguments: &Arguments,
    checkpoint: &mut SearchCheckpoint,
    progress: &mut TaskProgress<'_>,
) -> Result<Solved<'a>, Failure> {
    let limits = arguments.search_limits();
    match task {
        Task::Play(task) => solve_play(task.play(), &limits, checkpoint, progress),
        Task::Table(task) => match table_problem(task.range.value.to, &limits) {
            Some(problem) => Err(task.range.invalid(RANGE, too_large("table", problem))),
            None => Ok(Solved::Table(task.range.value)),
        },
        Task::Tree(task) => {
            let graph = task.graph.value.game.graph();
            match Tree::build_with(graph, task.game, task.full, &mut |positions| progress.report(positions)) {
                Ok(tree) => Ok(Solved::Tree(task, Some(tree))),
                Err(TreeError::Cancelled) => Ok(Solved::Tree(task, None)),
                Err(problem) => Err(task.graph.invalid(GRAPH, too_large("tree", problem))),
            }
        }
        Task::Stabilize(task) => {
            let graph = task.graph.value.game.graph();
            let (vertices, counts) = (graph.order(), task.chips.value.chips().len());
            if counts != vertices {
                return Err(task.chips.invalid(CHIPS, GameError::WrongLength { counts, vertices }));
            }
            // Firings are not positions: they are not counted.
            let result = stabilize_with(graph, &task.chips.value, &mut |_| progress.check());
            Ok(Solved::Stabilization(task, result.continue_value()))
        }
    }
}

/// Returns the problem of a graph that is too large for a task.
pub(super) fn too_large(task: &str, problem: impl fmt::Display) -> String {
    format!("too large for {task}: {problem}")
}

fn solve_play<'a>(
    play: Play<'a>,
    limits: &Limits,
    checkpoint: &mut SearchCheckpoint,
    progress: &mut TaskProgress<'_>,
) -> Result<Solved<'a>, Failure> {
    let Graphs::One(graph) = &play.graph.value else {
        let problem = "expected a graph such as K5; - reads graphs from stdin, and is for a task on the command line";
        return Err(play.graph.invalid(GRAPH, problem));
    };
    let game = match play.chips {
        None => graph.game.clone(),
        Some(chips) => match graph.game.restart_with(&chips.value, &mut |_| progress.check()) {
            Ok(game) => game,
            Err(GameError::Cancelled) => {
                // If all games on the graph have the same length, the number is known even now.
                let bounds @ Bounds { lower, upper } = graph.game.bounds();
                let is_known = lower == upper && matches!(play.question, Question::Number(_));
                let found = Found { answer: is_known.then_some(Answer::Number(lower)), bounds, moves: None };
                return Ok(Solved::Play(play, graph.game.clone(), found));
            }
            Err(problem) => return Err(chips.invalid(CHIPS_OPTION, problem)),
        },
    };
    let found = search(&game, play.question, play.moves, limits, checkpoint, progress);
    let found = found.map_err(|problem| play.graph.invalid(GRAPH, too_large(play.name(), problem)))?;
    Ok(Solved::Play(play, game, found))
}

/// Returns whether the result of a task about perfect play is complete.
fn is_complete(play: &Play<'_>, found: &Found) -> bool {
    found.answer.is_some() && (!play.moves || found.moves.is_some())
}

/// Writes a result as text, and returns whether it is complete.
fn write_text<W: Write>(
    out: &mut W,
    task: &Task,
    solved: &Solved<'_>,
    arguments: &Arguments,
    checkpoint: &mut SearchCheckpoint,
    progress: &mut TaskProgress<'_>,
) -> io::Result<bool> {
    if !matches!(task, Task::Tree(_)) {
        writeln!(out, "{task}")?;
    }
    match solved {
        Solved::Play(play, game, found) => {
            let moves = play.moves.then_some(found.moves.as_deref());
            let all_games = || if found.answer.is_some() { game.bounds() } else { found.bounds };
            match (play.question, found.answer) {
                (_, Some(Answer::Winner(winner))) => report::winner(out, Some(winner), moves),
                (_, Some(Answer::Grundy(value))) => report::grundy(out, Some(value)),
                (_, Some(Answer::Number(number))) => report::number(out, Some(number), all_games(), moves),
                (Question::Winner, None) => report::winner(out, None, moves),
                (Question::Grundy, None) => report::grundy(out, None),
                (Question::Number(_), None) => report::number(out, None, all_games(), moves),
            }?;
            Ok(is_complete(play, found))
        }
        Solved::Table(range) => {
            let table = report::Table::up_to(range.to);
            table.header(out)?;
            out.flush()?;
            table_rows(*range, &arguments.search_limits(), checkpoint, progress, |row| {
                table.row(out, row)?;
                out.flush()
            })
        }
        Solved::Tree(_, Some(tree)) => write_dot(out, tree, &task.to_string()).map(|()| true),
        Solved::Tree(_, None) => {
            writeln!(out, "// {task}\n// Unknown: stopped at a limit before the tree was complete").map(|()| false)
        }
        Solved::Stabilization(_, result) => report::stabilization(out, result.as_ref()).map(|()| result.is_some()),
    }
}

/// Writes a result as one line of JSON, and returns whether it is complete.
pub(super) fn write_json<W: Write, T: Display>(
    out: &mut W,
    task: &T,
    solved: &Solved<'_>,
    arguments: &Arguments,
    checkpoint: &mut SearchCheckpoint,
    progress: &mut TaskProgress<'_>,
) -> io::Result<bool> {
    let mut object = begin_json(out, task, solved)?;
    let is_complete = match solved {
        Solved::Play(play, game, found) => {
            play_fields(&mut object, play, game, found)?;
            is_complete(play, found)
        }
        Solved::Table(range) => {
            let mut separator = "";
            object.raw("rows", "[")?;
            let is_complete = table_rows(*range, &arguments.search_limits(), checkpoint, progress, |row| {
                let Bounds { lower, upper } = row.bounds();
                let winner = row.winner.map(|winner| Answer::Winner(winner).to_number());
                let fields = json!({
                    "vertices": row.vertices, "winner": winner, "edges": lower,
                    "max_first": row.max_first, "min_first": row.min_first, "upper_bound": upper,
                });
                write!(object.out(), "{separator}{fields}")?;
                separator = ",";
                object.out().flush()
            })?;
            object.out().write_all(b"]")?;
            is_complete
        }
        Solved::Tree(asked, tree) => {
            object.field("kind", &tree_game(asked.game))?;
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
            tree.is_some()
        }
        Solved::Stabilization(asked, result) => {
            object.field("chips", &asked.chips.value.chips())?;
            let (stable, firings, reason) = match result {
                None => (None, None, None),
                Some(Stabilization::Endless(why)) => (None, None, Some(why.to_string())),
                Some(Stabilization::Stable { configuration, firings }) => {
                    (Some(configuration.chips()), Some(firings), None)
                }
            };
            object.field("stable", &stable)?;
            object.field("firings", &firings)?;
            object.field("reason", &reason)?;
            result.is_some()
        }
    };
    object.end()?;
    Ok(is_complete)
}

/// Begins the object of a result with the fields that all have.
fn begin_json<'a, W: Write>(out: &'a mut W, task: &impl Display, solved: &Solved<'_>) -> io::Result<Object<'a, W>> {
    let (name, graph): (_, Option<(&dyn Display, &Graph)>) = match solved {
        Solved::Play(play, game, _) => (play.name(), Some((play.graph, game.graph()))),
        Solved::Table(_) => ("table", None),
        Solved::Tree(asked, _) => ("tree", Some((&asked.graph, asked.graph.value.game.graph()))),
        Solved::Stabilization(asked, _) => ("stabilize", Some((&asked.graph, asked.graph.value.game.graph()))),
    };
    let mut object = Object::begin(out, &format!("quadrille/chip-firing-{name}/1"))?;
    object.field("task", &task.to_string())?;
    if let Some((name, graph)) = graph {
        object.field("graph", &name.to_string())?;
        object.field("vertices", &graph.order())?;
        object.field("edges", &graph.size())?;
    }
    Ok(object)
}

fn play_fields(object: &mut Object<'_, impl Write>, play: &Play<'_>, game: &Game, found: &Found) -> io::Result<()> {
    let indices = |moves: &Vec<Vertex>| moves.iter().map(|vertex| vertex.index()).collect::<Vec<_>>();
    let moves = found.moves.as_ref().map(indices);
    let answer = found.answer.map(Answer::to_number);
    let empty = || vec![0; game.graph().order()];
    let chips = play.chips.map_or_else(empty, |chips| chips.value.chips().to_vec());
    match play.question {
        Question::Winner => {
            object.field("chips", &chips)?;
            object.field("winner", &answer)?;
            if play.moves { object.field("winning_vertices", &moves) } else { Ok(()) }
        }
        Question::Grundy => object.field("grundy_value", &answer),
        Question::Number(first) => {
            object.field("chips", &chips)?;
            object.field("first", &if first == Side::Max { "max" } else { "min" })?;
            object.field("number", &answer)?;
            object.field("at_least", &found.bounds.lower)?;
            object.field("at_most", &found.bounds.upper)?;
            object.field("lower_bound", &game.bounds().lower)?;
            object.field("upper_bound", &game.bounds().upper)?;
            if play.moves { object.field("optimal_vertices", &moves) } else { Ok(()) }
        }
    }
}
