//! Answers about Hip as JSON, one object a line; src/hip/README.md has the fields. Errors are those of writing to `out`.

use std::io::{self, Write};

use serde::Serialize;

use super::task::Task;
use super::{list_draws, write_model};
use crate::cell::Cell;
use crate::cli::json::{InString, Object};
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
struct SquareFields {
    owner: String,
    corners: Vec<String>,
}

/// Writes a board with few monochromatic squares.
pub(super) fn tie(out: &mut impl Write, task: &Task, tie: &Tie) -> io::Result<()> {
    let squares = tie.colouring.monochromatic();
    let squares =
        squares.map(|(owner, square)| SquareFields { owner: owner.to_string(), corners: names(&square.corners()) });
    let mut object = begin(out, "quadrille/hip-tie/1", task)?;
    object.field("free", &(task.balance() == Balance::Free))?;
    object.field("monochromatic_squares", &tie.squares)?;
    object.field("at_least", &tie.lower_bound())?;
    object.field("proved", &(tie.standing == Standing::Proved))?;
    object.field("board", &rows(&tie.colouring))?;
    object.field("squares", &squares.collect::<Vec<_>>())?;
    object.end()
}

#[derive(Serialize)]
struct DrawFields {
    x: usize,
    o: usize,
    playable: bool,
    board: Vec<String>,
}

/// Writes the numbers of draws, which are null if `counts` is `None`, and the list.
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
        object.raw("list", "[")?;
        let more = list_draws(task, counts, progress, |number, draw| {
            object.out().write_all(if number == 1 { b"" } else { b"," })?;
            let [x, o] = Player::BOTH.map(|player| draw.counters(player));
            let fields = DrawFields { x, o, playable: draw.is_playable(), board: rows(draw) };
            Ok(serde_json::to_writer(object.out(), &fields)?)
        })?;
        object.out().write_all(b"]")?;
        object.field("more", &more.map(|more| more.to_string()))?;
    }
    object.end()
}

/// Writes the solution of a game.
pub(super) fn solution(out: &mut impl Write, task: &Task, game: &Game, solution: &Solution) -> io::Result<()> {
    let mut object = begin(out, "quadrille/hip-solve/1", task)?;
    let rules = game.rules();
    let name = match rules.completing {
        Completing::Loses => "gardner",
        Completing::Illegal => "last-mover",
    };
    object.field("rules", &name)?;
    object.field("double", &rules.double)?;
    object.field("after", &names(game.moves()))?;
    let result = match solution.outcome {
        Ok(Outcome::Win(player)) => Some(PlayerName(player).to_string()),
        Ok(Outcome::Draw) => Some("draw".to_owned()),
        Err(_) => None,
    };
    object.field("result", &result)?;
    object.field("safe", &solution.safe.map(|player| PlayerName(player).to_string()))?;
    object.field("proof", &Proof(solution).to_string())?;
    if let Task::Solve { moves: true, .. } = task {
        object.field("best_moves", &solution.moves.as_deref().map(names))?;
    }
    object.end()
}

/// Writes a model, which is made while it is written.
pub(super) fn model(out: &mut impl Write, task: &Task, progress: &mut TaskProgress<'_>) -> io::Result<()> {
    let mut object = begin(out, "quadrille/hip-model/1", task)?;
    object.field("free", &(task.balance() == Balance::Free))?;
    object.raw("model", "\"")?;
    let whole = write_model(InString(object.out()), task, progress)?;
    object.out().write_all(b"\"")?;
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

fn names(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(ToString::to_string).collect()
}

/// Returns the rows of a board, each a string of `X` and `O`.
fn rows(colouring: &Colouring) -> Vec<String> {
    colouring.to_string().lines().map(|row| row.replace(' ', "")).collect()
}
