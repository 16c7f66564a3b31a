//! Answers about Hip as JSON, one object a line; src/hip/README.md has the fields.

use std::io::{self, Write};

use serde_json::{Value as Json, json};

use super::known::{Answer, list, model};
use super::task::Task;
use crate::cell::Cell;
use crate::cli::json::{InString, Object};
use crate::cli::progress::TaskProgress;
use crate::hip::report::{NO_DRAW, Named, Proved};
use crate::hip::{self, Balance, Colouring, Completing, DrawCounts, Game, Outcome, Solution, Tie, count_squares};
use crate::player::Player;

/// Writes an answer as one line.
pub(super) fn write(
    out: &mut impl Write,
    task: &Task,
    answer: &Answer,
    progress: &mut TaskProgress<'_>,
) -> io::Result<()> {
    let mut object = begin(out, answer, task)?;
    match answer {
        Answer::Squares(size) => object.field("squares", &count_squares(*size))?,
        Answer::Tie(balance, tie) => tie_fields(&mut object, *balance, tie)?,
        Answer::Draws(size, which, counts) => {
            count_fields(&mut object, counts.as_ref())?;
            object.field("proof", &hip::has_no_draw(*size).then_some(NO_DRAW))?;
            if let (Some(which), Some(counts)) = (which, counts) {
                let mut between = "";
                object.raw("list", "[")?;
                let more = list(*size, *which, counts, progress, |_, draw| {
                    write!(object.out(), "{between}{}", draw_json(draw))?;
                    between = ",";
                    Ok(())
                })?;
                object.out().write_all(b"]")?;
                object.field("more", &more.to_string())?;
            }
        }
        Answer::Solve(game, moves, solution) => solution_fields(&mut object, game, *moves, solution)?,
        Answer::Model(size, balance) => {
            object.field("free", &(*balance == Balance::Free))?;
            object.raw("model", "\"")?;
            let whole = model(InString(object.out()), *size, *balance, progress)?;
            object.out().write_all(b"\"")?;
            object.field("whole", &whole)?;
        }
    }
    object.end()
}

fn tie_fields(object: &mut Object<'_, impl Write>, balance: Balance, tie: &Tie) -> io::Result<()> {
    object.field("free", &(balance == Balance::Free))?;
    object.field("monochromatic_squares", &tie.squares)?;
    object.field("at_least", &tie.at_least)?;
    object.field("proved", &tie.is_proved())?;
    object.field("board", &rows(&tie.colouring))?;
    let squares = tie.colouring.monochromatic();
    let squares =
        squares.map(|(owner, square)| json!({ "owner": owner.to_string(), "corners": names(&square.corners()) }));
    object.field("squares", &squares.collect::<Vec<_>>())
}

fn count_fields(object: &mut Object<'_, impl Write>, counts: Option<&DrawCounts>) -> io::Result<()> {
    for (name, counts) in
        [("draws", counts.map(|counts| &counts.draws)), ("playable_draws", counts.map(|counts| &counts.playable))]
    {
        object.field(name, &counts.map(|counts| counts.all.to_string()))?;
        object.field(&format!("{name}_up_to_symmetry"), &counts.map(|counts| counts.up_to_symmetry.to_string()))?;
        let least = counts.map(|counts| counts.up_to_symmetry_and_exchange.to_string());
        object.field(&format!("{name}_up_to_symmetry_and_exchange"), &least)?;
    }
    Ok(())
}

fn draw_json(draw: &Colouring) -> Json {
    let [x, o] = Player::BOTH.map(|player| draw.counters(player));
    json!({ "x": x, "o": o, "playable": draw.is_playable(), "board": rows(draw) })
}

fn solution_fields(
    object: &mut Object<'_, impl Write>,
    game: &Game,
    moves: bool,
    solution: &Solution,
) -> io::Result<()> {
    let rules = game.rules();
    let name = match rules.completing {
        Completing::Loses => "gardner",
        Completing::Illegal => "last-mover",
    };
    object.field("rules", &name)?;
    object.field("double", &rules.double)?;
    object.field("after", &names(game.moves()))?;
    let result = match solution.outcome {
        Ok(Outcome::Win(player)) => Some(Named(player).to_string()),
        Ok(Outcome::Draw) => Some("draw".to_owned()),
        Err(_) => None,
    };
    object.field("result", &result)?;
    object.field("safe", &solution.safe.map(|player| Named(player).to_string()))?;
    object.field("proof", &Proved(solution).to_string())?;
    if moves { object.field("best_moves", &solution.moves.as_deref().map(names)) } else { Ok(()) }
}

fn names(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(ToString::to_string).collect()
}

/// The board, a string of `X` and `O` a row.
fn rows(colouring: &Colouring) -> Vec<String> {
    colouring.to_string().lines().map(|row| row.replace(' ', "")).collect()
}

/// Begins the object of an answer with the fields that all have.
fn begin<'a, W: Write>(out: &'a mut W, answer: &Answer, task: &Task) -> io::Result<Object<'a, W>> {
    let schema = match answer {
        Answer::Squares(_) => "quadrille/hip-squares/1",
        Answer::Tie(..) => "quadrille/hip-tie/1",
        Answer::Draws(..) => "quadrille/hip-draws/1",
        Answer::Solve(..) => "quadrille/hip-solve/1",
        Answer::Model(..) => "quadrille/hip-model/1",
    };
    let mut object = Object::begin(out, schema)?;
    object.field("task", &task.to_string())?;
    object.field("rows", &task.size().rows())?;
    object.field("columns", &task.size().columns())?;
    Ok(object)
}
