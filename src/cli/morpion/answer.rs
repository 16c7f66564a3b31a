//! From a task to its answer: as text or as JSON, and as a picture beside it.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use itertools::Itertools;

use super::best;
use super::game::Game;
use super::known::{Answer, work_out};
use super::task::{Searched, Target, Task};
use super::{Arguments, NAME, json};
use crate::checkpoint::Checkpoint;
use crate::cli::exit::say;
use crate::cli::files::{Shown, numbered, part_of, place, write_whole};
use crate::cli::program::{Failure, has_a_place};
use crate::cli::running::Running;
use crate::cli::tasks::Words;
use crate::morpion::record::{self, Form, Unwritable};
use crate::morpion::{Potential, bounds, picture, report, show};

/// Answers a task, the first one being number 1, and tells `running` whether a limit has cut the answer.
pub(super) fn answer(
    arguments: &Arguments,
    number: u64,
    words: &Words,
    running: &mut Running<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let task = Task::parse(words)?;
    let fault = |problem: &str| Err(words.first().fault(format_args!("{} {problem}", words.first())).into());
    if arguments.svg.is_some() && !task.has_picture() {
        return fault("has no picture: --svg is for cross, check, show, convert, random and search");
    }
    if arguments.checkpoint.is_some() && !matches!(task, Task::Count(_) | Task::Search(_)) {
        return fault("has no checkpoint: --checkpoint is for count and search");
    }
    let picture = arguments.svg.as_deref().map(|path| numbered(path, number));
    files_have_places(&task, picture.as_deref(), arguments.checkpoint.as_deref())?;
    let answer = work_out(&task, arguments, running)?;
    if let Answer::Game(game) = &answer
        && let Some(claim) = game.wrong_claim().filter(|_| !arguments.common.quiet)
    {
        say(NAME, claim);
    }
    // A document is made whole first: nothing is written of a record that its form cannot hold.
    let document = document(&task, &answer).map_err(|problem| Failure::Input(format!("{task}: {problem}")))?;
    if arguments.common.json {
        json::write(out, &task, &answer, document.as_deref())?;
    } else {
        if number > 1 {
            writeln!(out)?;
        }
        write(out, &task, &answer, document.as_deref())?;
    }
    out.flush()?;
    if let Some(path) = picture {
        write_whole(&path, |file| draw(file, &answer)).map_err(|error| Failure::File(path, error))?;
    }
    let cut = match &answer {
        Answer::Count(known) => !known.is_whole(),
        Answer::Search(outcome) => !outcome.is_done,
        _ => false,
    };
    running.answered(cut);
    match answer {
        Answer::Search(outcome) => outcome.unsaved.map_or(Ok(()), |(path, error)| Err(Failure::File(path, error))),
        _ => Ok(()),
    }
}

/// Makes sure that all files can be, that none is written for two things, and that the record that is read is not written over. A
/// search may keep its best game where its first one is.
fn files_have_places(task: &Task, picture: Option<&Path>, checkpoint: Option<&Path>) -> Result<(), Failure> {
    let (save, log) = match task {
        Task::Search(Searched { save, log, .. }) => (save.as_deref().map(Path::new), log.as_deref().map(Path::new)),
        _ => (None, None),
    };
    [picture, checkpoint, save, log].into_iter().flatten().try_for_each(has_a_place)?;
    let read = task.record().map(Path::new);
    let written = picture.into_iter().chain(log).map(Path::to_owned);
    let written: Vec<PathBuf> = written.chain(checkpoint.into_iter().flat_map(Checkpoint::files)).collect();
    let saved = save.map(|save| [save.to_owned(), part_of(save)]);
    // What is written beside a file need not be able to be there.
    let place = |path: &Path| place(path).unwrap_or_else(|_| path.to_owned());
    if let Some(read) = read.filter(|read| written.iter().any(|path| place(path) == place(read))) {
        let problem = format!("{task}: {} is the record that is read, and would be written over", Shown(read));
        return Err(Failure::Usage(problem));
    }
    match written.iter().chain(saved.iter().flatten()).duplicates_by(|path| place(path)).next() {
        Some(twice) => Err(Failure::Usage(format!("{task}: two things cannot be written to {}", Shown(twice)))),
        None => Ok(()),
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
        Task::Convert { to: Target::Svg, .. } => {
            draw(&mut text, answer)?;
            return Ok(Some(text));
        }
        Task::Convert { to: Target::Form(form), .. } => *form,
        Task::Random { .. } => Form::Plain,
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
        Answer::Game(game) => {
            let potential = Potential::after(game.record.variant(), game.position.moves());
            report::check(out, &game.position, &potential)?;
            if matches!(task, Task::Check { map: true, .. }) { report::map(out, &potential) } else { Ok(()) }
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
        // Of these no picture is asked for.
        Answer::Records(_) | Answer::Bounds(_) | Answer::Count(_) | Answer::Best(_) => Ok(()),
    }
}
