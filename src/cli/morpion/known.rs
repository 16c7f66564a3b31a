//! What is known of a task.

use super::Arguments;
use super::best::{self, Longest};
use super::count::{self, Known};
use super::game::Game;
use super::search::{self, Outcome};
use super::task::Task;
use crate::cli::program::Failure;
use crate::cli::running::Running;
use crate::morpion::bounds::Start;
use crate::morpion::record;
use crate::morpion::report::Listed;
use crate::morpion::{Position, Variant};

/// What is known of a task.
pub(super) enum Answer {
    Game(Box<Game>),
    Cross(Box<Position>),
    /// The known records, with what became of them.
    Records(Vec<Listed>),
    Bounds(Start),
    Count(Known),
    Search(Box<Outcome>),
    Best(Vec<Longest>),
}

/// Works out what is known.
pub(super) fn work_out(task: &Task, arguments: &Arguments, running: &mut Running<'_>) -> Result<Answer, Failure> {
    let (listed, quiet) = (arguments.are_listed(), arguments.common.quiet);
    Ok(match task {
        Task::Cross(variant) => Answer::Cross(Box::new(Position::new(*variant))),
        Task::Check { source, .. } | Task::Show(source) | Task::Convert { source, .. } => {
            Answer::Game(Box::new(Game::open(source, listed, quiet)?))
        }
        Task::Random { variant, seed, moves } => Answer::Game(Box::new(Game::random(*variant, *seed, *moves))),
        Task::Records(variant) => Answer::Records(records(*variant)?),
        Task::Bounds(start) => Answer::Bounds(*start),
        Task::Count(counted) => {
            let checkpoint = arguments.checkpoint.as_deref();
            Answer::Count(count::count(counted, checkpoint, arguments.common.threads(), running)?)
        }
        Task::Search(searched) => {
            let (checkpoint, threads) = (arguments.checkpoint.as_deref(), arguments.common.threads());
            Answer::Search(Box::new(search::search(searched, checkpoint, threads, (listed, quiet), running)?))
        }
        Task::Best { files, variant } => Answer::Best(best::best(files, *variant, listed)?),
        Task::Merge(files) => Answer::Count(count::merge(files, listed)?),
    })
}

/// The known records, of one game or all.
fn records(variant: Option<Variant>) -> Result<Vec<Listed>, Failure> {
    let mut listed = Vec::new();
    for (name, id, json) in record::known() {
        let game = Game::read(json.as_bytes(), None);
        let game = game.map_err(|problem| Failure::Input(format!("{name}: {problem}")))?;
        if variant.is_none_or(|variant| variant == game.record.variant()) {
            listed.push(Listed::new(id, &game.record, &game.position));
        }
    }
    Ok(listed)
}
