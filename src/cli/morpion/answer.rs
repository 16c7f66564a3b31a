//! From a task to its answer: as text or as JSON, and as a picture beside it.

use std::io::{self, Write};

use super::game::Game;
use super::known::{Answer, work_out};
use super::task::{Check, Convert, Task};
use super::{Arguments, NAME, best, json, places};
use crate::cli::exit::Failure;
use crate::cli::files::write_whole;
use crate::cli::messages::say;
use crate::cli::progress::TaskProgress;
use crate::morpion::record::{self, Form, Unwritable};
use crate::morpion::{Potential, bounds, picture, report, show};

/// Answers a task, and tells `progress` whether a limit stopped it early.
pub(super) fn answer(
    arguments: &Arguments,
    task: &Task,
    progress: &mut TaskProgress<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if let Some(path) = task.checkpoint().filter(|_| arguments.are_listed()) {
        let problem = "expected a task on the command line; tasks in a list have no checkpoint".to_owned();
        return Err(Failure::Argument("--checkpoint <FILE>", path.display().to_string(), problem));
    }
    places::check(task)?;
    let answer = work_out(task, arguments, progress)?;
    if let Answer::Game(game) = &answer
        && let Some(claim) = game.wrong_claim().filter(|_| !arguments.common.quiet)
    {
        say(NAME, claim);
    }
    // A document is made whole first: nothing is written of a record that its form cannot hold.
    let document = document(task, &answer).map_err(|problem| Failure::Input(problem.to_string()))?;
    if arguments.common.json {
        json::write(out, task, &answer, document.as_deref())?;
    } else {
        write(out, task, &answer, document.as_deref())?;
    }
    out.flush()?;
    if let Some(path) = task.svg() {
        write_whole(path, |file| draw(file, &answer)).map_err(|error| Failure::File(path.to_owned(), error))?;
    }
    let cut = match &answer {
        Answer::Count(known) => !known.is_whole(),
        Answer::Search(outcome) => !outcome.is_done,
        _ => false,
    };
    progress.answered(cut);
    match answer {
        Answer::Search(outcome) => outcome.unsaved.map_or(Ok(()), |(path, error)| Err(Failure::File(path, error))),
        _ => Ok(()),
    }
}

/// The document that a task asks for, if it does.
fn document(task: &Task, answer: &Answer) -> Result<Option<Vec<u8>>, Unwritable> {
    let Answer::Game(game) = answer else { return Ok(None) };
    let mut text = Vec::new();
    let form = match task {
        Task::Show(_) => {
            show::text(&mut text, game.record.variant(), game.record.moves(), &game.next())?;
            return Ok(Some(text));
        }
        Task::Convert(Convert { to, .. }) => {
            let Some(form) = to.form() else {
                draw(&mut text, answer)?;
                return Ok(Some(text));
            };
            form
        }
        Task::Random(_) => Form::Plain,
        _ => return Ok(None),
    };
    record::write(&mut text, &game.record, form, game.position.mobility())?;
    Ok(Some(text))
}

/// Writes an answer as text.
fn write(out: &mut impl Write, task: &Task, answer: &Answer, document: Option<&[u8]>) -> io::Result<()> {
    if let Some(document) = document {
        return out.write_all(document);
    }
    writeln!(out, "{task}")?;
    match answer {
        Answer::Cross(position) => report::cross(out, position),
        Answer::Game(game) if matches!(task, Task::Moves(_)) => report::moves(out, &game.next()),
        Answer::Game(game) => {
            let potential = Potential::after(game.record.variant(), game.position.moves());
            report::check(out, &game.position, &potential)?;
            if matches!(task, Task::Check(Check { map: true, .. })) { report::map(out, &potential) } else { Ok(()) }
        }
        Answer::Records(listed) => report::records(out, listed),
        Answer::Bounds(start) => bounds::report::write(out, *start),
        Answer::Count(known) => known.write(out),
        Answer::Search(outcome) => outcome.write(out),
        Answer::Best(longest) => best::write(out, longest),
    }
}

/// Draws the game of an answer.
fn draw(out: impl Write, answer: &Answer) -> io::Result<()> {
    let of_game =
        |out, game: &Game| picture::svg(out, &game.title(), game.record.variant(), game.record.moves(), &game.next());
    match answer {
        Answer::Game(game) => of_game(out, game),
        Answer::Search(outcome) => of_game(out, &outcome.game),
        Answer::Cross(position) => {
            let (variant, next) = (position.variant(), position.legal_moves());
            picture::svg(out, &format!("Morpion Solitaire {variant}"), variant, &[], &next)
        }
        // Their tasks have no option for a picture.
        Answer::Records(_) | Answer::Bounds(_) | Answer::Count(_) | Answer::Best(_) => Ok(()),
    }
}
