//! What is known of a task.

use super::Arguments;
use super::best::{self, Longest};
use super::count::{self, Known};
use super::game::Game;
use super::search::{self, Outcome};
use super::task::{Check, Convert, Moves, Records, Show, Task};
use crate::cli::exit::Failure;
use crate::cli::progress::TaskProgress;
use crate::morpion::bounds::Start;
use crate::morpion::record;
use crate::morpion::report::Listed;
use crate::morpion::{Position, Variant};

/// What is known of a task.
pub(super) enum Answer {
    Game(Box<Game>),
    Cross(Box<Position>),
    /// The known records, each replayed.
    Records(Vec<Listed>),
    Bounds(Start),
    Count(Known),
    Search(Box<Outcome>),
    Best(Vec<Longest>),
}

/// Works out what is known.
pub(super) fn work_out(task: &Task, arguments: &Arguments, progress: &mut TaskProgress<'_>) -> Result<Answer, Failure> {
    let (listed, quiet) = (arguments.are_listed(), arguments.common.quiet);
    let threads = || arguments.common.threads();
    Ok(match task {
        Task::Cross(task) => Answer::Cross(Box::new(Position::new(task.variant))),
        Task::Check(Check { source, .. })
        | Task::Show(Show { source, .. })
        | Task::Convert(Convert { source, .. })
        | Task::Moves(Moves { source }) => {
            Answer::Game(Box::new(Game::open(source.file.as_ref(), source.variant, listed, quiet)?))
        }
        Task::Random(task) => Answer::Game(Box::new(Game::random(task.variant, task.seed, task.moves))),
        Task::Records(Records { variant }) => Answer::Records(records(*variant)?),
        Task::Bounds(task) => Answer::Bounds(task.start()),
        Task::Count(task) => Answer::Count(count::count(&task.counted, task.checkpoint(), threads(), progress)?),
        Task::Search(task) => Answer::Search(Box::new(search::search(task, threads(), (listed, quiet), progress)?)),
        Task::Best(task) => Answer::Best(best::best(&task.files, task.variant, listed)?),
        Task::Merge(task) => Answer::Count(count::merge(&task.files, listed)?),
    })
}

/// The known records, of one variant or all.
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
