//! The answers to tasks: computed, and written as text or as a picture.

use std::fs;
use std::io::{self, Write};

use super::count::{self, CountAnswer};
use super::game::{self, Game, LongestRecord, Stdin};
use super::merge::{self, Merged};
use super::prove::{self, ProofAnswer, VerifiedAnswer};
use super::search::{self, SearchAnswer};
use super::task::{Search, Task};
use crate::cli::exit::Failure;
use crate::cli::files::{Output, OutputFiles};
use crate::cli::progress::TaskProgress;
use crate::morpion::bounds::Start;
use crate::morpion::record::{self, Form, WriteRecordError};
use crate::morpion::report::{self, RecordSummary};
use crate::morpion::{Position, Potential, picture};

/// The answer to a task.
pub(super) enum Answer {
    Game(Box<Game>),
    Cross(Box<Position>),
    Records(Vec<RecordSummary>),
    Bounds(Start),
    Count(CountAnswer),
    Search(Box<SearchAnswer>),
    Best(Vec<LongestRecord>),
    Proof(Box<ProofAnswer>),
    Verified(VerifiedAnswer),
}

/// Computes the answer to a task, up to the limits that `progress` has.
pub(super) fn work_out(
    task: &Task,
    stdin: Stdin,
    threads: usize,
    progress: &mut TaskProgress<'_>,
) -> Result<Answer, Failure> {
    Ok(match task {
        Task::Cross { variant, .. } => Answer::Cross(Box::new(Position::new(*variant))),
        Task::Check { source, .. }
        | Task::Show { source, .. }
        | Task::Convert { source, .. }
        | Task::Moves { source } => Answer::Game(Box::new(Game::open(source.file.as_ref(), source.variant, stdin)?)),
        Task::Random { variant, seed, moves, .. } => Answer::Game(Box::new(Game::random(*variant, *seed, *moves))),
        Task::Records { variant } => Answer::Records(game::records(*variant)?),
        Task::Bounds { start } => Answer::Bounds(*start),
        Task::Count { counted, .. } => Answer::Count(count::count(counted, task.checkpoint(), threads, progress)?),
        Task::Search(search) => {
            Answer::Search(Box::new(search::search(search, task.checkpoint(), threads, stdin, progress)?))
        }
        Task::Prove { proved, save, .. } => {
            let answer = prove::prove(proved, save.as_deref(), task.checkpoint(), threads, progress)?;
            Answer::Proof(Box::new(answer))
        }
        Task::Verify(verified) => Answer::Verified(prove::verify_files(verified, stdin, progress)?),
        Task::Best { files, variant } => Answer::Best(game::longest(files, *variant, stdin)?),
        Task::Merge { files } => match merge::merge(files, stdin)? {
            Merged::Count(count) => Answer::Count(count),
            Merged::Proof(proof) => Answer::Proof(Box::new(proof)),
        },
    })
}

/// Returns the document that a task asks for; `None` if its answer is not a document.
pub(super) fn document(task: &Task, answer: &Answer) -> Result<Option<Vec<u8>>, WriteRecordError> {
    let Answer::Game(game) = answer else { return Ok(None) };
    let mut text = Vec::new();
    let form = match task {
        Task::Show { .. } => {
            picture::text(&mut text, game.record.variant(), game.record.moves(), &game.next())?;
            return Ok(Some(text));
        }
        Task::Convert { to, .. } => {
            let Some(form) = to.form() else {
                draw(&mut text, answer)?;
                return Ok(Some(text));
            };
            form
        }
        Task::Random { .. } => Form::Plain,
        _ => return Ok(None),
    };
    record::write(&mut text, &game.record, form, game.position.mobility())?;
    Ok(Some(text))
}

/// Writes an answer that is not a document as text. A part that was not stopped ends with its checksum.
pub(super) fn write(out: &mut impl Write, task: &Task, answer: &Answer) -> io::Result<()> {
    let is_part = match answer {
        Answer::Count(count) => count.counted.part.is_some() && count.is_complete(),
        Answer::Proof(proof) => matches!(**proof, ProofAnswer::Tree { part: Some(_), left: 0, .. }),
        _ => false,
    };
    if !is_part {
        return write_lines(out, task, answer);
    }
    let mut text = Vec::new();
    write_lines(&mut text, task, answer)?;
    out.write_all(&text)?;
    writeln!(out, "{}", merge::checksum(&text))
}

fn write_lines(out: &mut impl Write, task: &Task, answer: &Answer) -> io::Result<()> {
    writeln!(out, "{task}")?;
    match answer {
        Answer::Cross(position) => report::cross(out, position),
        Answer::Game(game) if matches!(task, Task::Moves { .. }) => report::moves(out, &game.next()),
        Answer::Game(game) => {
            let potential = Potential::after(game.record.variant(), game.position.moves());
            report::check(out, &game.position, &potential)?;
            if matches!(task, Task::Check { map: true, .. }) { report::map(out, &potential) } else { Ok(()) }
        }
        Answer::Records(records) => report::records(out, records),
        Answer::Bounds(start) => report::bounds(out, *start),
        Answer::Count(count) => count.write(out),
        Answer::Search(search) => search.write(out),
        Answer::Best(longest) => game::write_longest(out, longest),
        Answer::Proof(proof) => proof.write(out),
        Answer::Verified(verified) => verified.write(out),
    }
}

/// Draws the game of an answer. Tasks with other answers have no option for a picture.
pub(super) fn draw(out: impl Write, answer: &Answer) -> io::Result<()> {
    let game = match answer {
        Answer::Game(game) => game,
        Answer::Search(search) => &search.game,
        Answer::Cross(position) => {
            let (variant, next) = (position.variant(), position.legal_moves().collect::<Vec<_>>());
            return picture::svg(out, &format!("Morpion Solitaire {variant}"), variant, &[], &next);
        }
        Answer::Records(_)
        | Answer::Bounds(_)
        | Answer::Count(_)
        | Answer::Best(_)
        | Answer::Proof(_)
        | Answer::Verified(_) => return Ok(()),
    };
    picture::svg(out, &game.title(), game.record.variant(), game.record.moves(), &game.next())
}

/// Checks the files that a task writes, before the work: each can be written, no two are the same, and none is the record that is
/// read. A search may save its best game over the record that it starts from. The folder that it writes into is created.
pub(super) fn check_output_files(task: &Task) -> Result<(), Failure> {
    let (save, log, folder) = match task {
        Task::Search(Search { save, log, .. }) => (save.as_deref(), log.as_deref(), None),
        Task::Prove { save, .. } => (None, None, save.as_deref()),
        _ => (None, None, None),
    };
    let mut files = OutputFiles::default();
    for (option, path) in [("--svg", task.svg()), ("--log", log)] {
        if let Some(path) = path {
            files.add(option, path.to_owned());
        }
    }
    if let Some(path) = task.checkpoint() {
        files.add_checkpoint(path);
    }
    if let Some(record) = task.record() {
        files.check_not_read(record, "the record")?;
    }
    if let Some(path) = save {
        files.add("--save", path.to_owned());
    }
    files.check_distinct()?;
    if let Some(folder) = folder {
        files.check_no_folder("--save", folder)?;
        Output::Folder.check(folder)?;
        // The files may be in it.
        fs::create_dir_all(folder).map_err(|error| Failure::cannot("create", folder, &error))?;
    }
    for (output, path) in
        [(Output::File, task.svg()), (Output::Checkpoint, task.checkpoint()), (Output::File, save), (Output::Log, log)]
    {
        path.map_or(Ok(()), |path| output.check(path))?;
    }
    Ok(())
}
