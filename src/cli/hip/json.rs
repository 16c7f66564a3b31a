//! Answers about Hip as JSON, one object a line; src/hip/README.md has the fields. Errors are those of writing to `out`.

use std::io::{self, Write};

use serde::Serialize;

use super::task::Task;
use super::{list_draws, write_model};
use crate::cell::Cell;
use crate::cli::json::{Object, display, display_each};
use crate::cli::progress::TaskProgress;
use crate::hip::report::{NO_DRAW, PlayerName, Proof};
use crate::hip::{
    Balance, Colouring, Completing, DrawCounts, Game, Outcome, Solution, Standing, Tie, count_squares, has_no_draw,
};
use crate::player::Player;

/// Writes the number of squares of a board.
pub(super) fn squares(out: &mut impl Write, task: &Task) -> io::Result<()> {
    let mut object = begin(out, "quadrille/hip-squares/1", task)?;
    object.field("squares", &count_squares(task.size()))?;
    object.end()
}

#[derive(Serialize)]
struct TieFields {
    free: bool,
    monochromatic_squares: u64,
    at_least: u64,
    proved: bool,
    board: Vec<String>,
    squares: Vec<SquareFields>,
}

#[derive(Serialize)]
struct SquareFields {
    #[serde(serialize_with = "display")]
    owner: Player,
    #[serde(serialize_with = "display_each")]
    corners: [Cell; 4],
}

/// Writes a board with few monochromatic squares.
pub(super) fn tie(out: &mut impl Write, task: &Task, tie: &Tie) -> io::Result<()> {
    let squares = tie.colouring.monochromatic();
    let mut object = begin(out, "quadrille/hip-tie/1", task)?;
    object.fields(&TieFields {
        free: task.balance() == Balance::Free,
        monochromatic_squares: tie.squares,
        at_least: tie.lower_bound(),
        proved: tie.standing == Standing::Proved,
        board: rows(&tie.colouring),
        squares: squares.map(|(owner, square)| SquareFields { owner, corners: square.corners() }).collect(),
    })?;
    object.end()
}

#[derive(Serialize)]
struct DrawFields {
    x: usize,
    o: usize,
    playable: bool,
    board: Vec<String>,
}

/// Writes the numbers of draws, which are null if `counts` is `None`, and the list of the task if it has one.
pub(super) fn draws(
    out: &mut impl Write,
    task: &Task,
    counts: Option<&DrawCounts>,
    progress: &mut TaskProgress<'_>,
) -> io::Result<()> {
    let mut object = begin(out, "quadrille/hip-draws/1", task)?;
    for (name, counts) in
        [("draws", counts.map(|counts| &counts.draws)), ("playable_draws", counts.map(|counts| &counts.playable))]
    {
        object.field(name, &counts.map(|counts| counts.all.to_string()))?;
        object.field(&format!("{name}_up_to_symmetry"), &counts.map(|counts| counts.up_to_symmetry.to_string()))?;
        let classes = counts.map(|counts| counts.up_to_symmetry_and_exchange.to_string());
        object.field(&format!("{name}_up_to_symmetry_and_exchange"), &classes)?;
    }
    object.field("proof", &has_no_draw(task.size()).then_some(NO_DRAW))?;
    if task.listing().is_some() && counts.is_some() {
        let more = object.list("list", |list| {
            list_draws(task, counts, progress, |_, draw| {
                let [x, o] = Player::BOTH.map(|player| draw.counters(player));
                list.item(&DrawFields { x, o, playable: draw.is_playable(), board: rows(draw) })
            })
        })?;
        object.field("more", &more.map(|more| more.to_string()))?;
    }
    object.end()
}

#[derive(Serialize)]
struct SolutionFields<'a> {
    rules: &'static str,
    double: bool,
    #[serde(serialize_with = "display_each")]
    after: &'a [Cell],
    result: Option<String>,
    safe: Option<String>,
    #[serde(serialize_with = "display")]
    proof: Proof<'a>,
}

/// Writes the solution of a game.
pub(super) fn solution(out: &mut impl Write, task: &Task, game: &Game, solution: &Solution) -> io::Result<()> {
    let mut object = begin(out, "quadrille/hip-solve/1", task)?;
    object.fields(&SolutionFields {
        rules: match game.rules().completing {
            Completing::Loses => "gardner",
            Completing::Illegal => "last-mover",
        },
        double: game.rules().double,
        after: game.moves(),
        result: match solution.outcome {
            Ok(Outcome::Win(player)) => Some(PlayerName(player).to_string()),
            Ok(Outcome::Draw) => Some("draw".to_owned()),
            Err(_) => None,
        },
        safe: solution.safe.map(|player| PlayerName(player).to_string()),
        proof: Proof(solution),
    })?;
    if let Task::Solve { moves: true, .. } = task {
        let names = |cells: &Vec<Cell>| cells.iter().map(ToString::to_string).collect::<Vec<_>>();
        object.field("best_moves", &solution.moves.as_ref().map(names))?;
    }
    object.end()
}

/// Writes a model, in constant memory.
pub(super) fn model(out: &mut impl Write, task: &Task, progress: &mut TaskProgress<'_>) -> io::Result<()> {
    let mut object = begin(out, "quadrille/hip-model/1", task)?;
    object.field("free", &(task.balance() == Balance::Free))?;
    let whole = object.text("model", |text| write_model(text, task, progress))?;
    object.field("whole", &whole)?;
    object.end()
}

/// Begins the object of an answer with the fields that all answers have.
fn begin<'a, W: Write>(out: &'a mut W, schema: &str, task: &Task) -> io::Result<Object<'a, W>> {
    let mut object = Object::begin(out, schema)?;
    object.field("task", &task.to_string())?;
    object.field("rows", &task.size().rows())?;
    object.field("columns", &task.size().columns())?;
    Ok(object)
}

/// Returns the rows of a board, each a string of `X` and `O`.
fn rows(colouring: &Colouring) -> Vec<String> {
    colouring.to_string().lines().map(|row| row.replace(' ', "")).collect()
}
