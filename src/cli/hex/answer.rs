//! The answer to a data set, as text, as lines of JSON, and as a picture.
//!
//! ```text
//!     DataSetAnswer::new      who has won, or the best cases
//!     write                   the board, the best cases, their ways: each as soon as it is known
//!                             search()      perfect play, which may take long; what is known is flushed meanwhile
//!                             perfect play; in JSON the object of the data set, after those of listed best cases
//!     write_files             the proof, the picture
//! ```

use std::io::{self, Write};

use num_bigint::BigUint;
use serde::Serialize;

use super::Arguments;
use super::input::{DataSet, write_rows};
use super::perfect::PerfectPlay;
use crate::cell::Cell;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{Form, display, display_each, display_some};
use crate::cli::paths::write_whole;
use crate::cli::signals;
use crate::hex::{
    BestCaseSolver, Completions, Outcome, Part, Position, Report, ShortestPaths, count_completions, distances, picture,
    print_distances,
};
use crate::player::{ByPlayer, Player};

/// The memory for answers, used from one to the next.
#[derive(Default)]
pub(super) struct Memory {
    best_cases: BestCaseSolver,
    report: Report,
}

/// The answer to a data set.
pub(super) struct DataSetAnswer<'a> {
    arguments: &'a Arguments,
    set: &'a DataSet<'a>,
    pub(super) outcome: Outcome,
    /// What a search has found.
    perfect: Option<PerfectPlay>,
}

/// The fields of a data set.
#[derive(Serialize)]
struct DataSetFields<'a> {
    file: Option<String>,
    data_set: u64,
    size: u16,
    #[serde(serialize_with = "write_rows")]
    board: &'a Position,
    #[serde(serialize_with = "display_some")]
    winner: Option<Player>,
    #[serde(skip_serializing_if = "Option::is_none")]
    x: Option<BestCaseFields<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    o: Option<BestCaseFields<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distances: Option<Distances>,
    #[serde(skip_serializing_if = "Option::is_none")]
    perfect_play: Option<&'a PerfectPlay>,
    /// Whether all best cases that were asked for are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    whole: Option<bool>,
}

#[derive(Serialize)]
struct BestCaseFields<'a> {
    moves: usize,
    #[serde(serialize_with = "display_each")]
    cells: &'a [Cell],
    #[serde(flatten)]
    ways: Option<Ways>,
}

/// The number of best cases of a player, and of those that are not listed.
#[derive(Default, Serialize)]
struct Ways {
    #[serde(serialize_with = "display")]
    ways: BigUint,
    #[serde(serialize_with = "display_some", skip_serializing_if = "Option::is_none")]
    more: Option<BigUint>,
}

/// A best case of the list.
#[derive(Serialize)]
struct ListedFields<'a> {
    file: Option<String>,
    data_set: u64,
    #[serde(serialize_with = "display")]
    player: Player,
    #[serde(serialize_with = "display_each")]
    cells: &'a [Cell],
}

/// The distances of all cells, by rows.
#[derive(Serialize)]
struct Distances {
    x: Vec<Vec<Option<u32>>>,
    o: Vec<Vec<Option<u32>>>,
}

impl<'a> DataSetAnswer<'a> {
    /// Finds who has won, or the best cases.
    pub(super) fn new(arguments: &'a Arguments, set: &'a DataSet<'a>, memory: &mut Memory) -> DataSetAnswer<'a> {
        let outcome = memory.best_cases.outcome(&set.position);
        DataSetAnswer { arguments, set, outcome, perfect: None }
    }

    /// Writes the answer, with perfect play if it is asked for: it is searched when all before it has been written.
    pub(super) fn write(
        &mut self,
        form: &Form,
        memory: &mut Memory,
        out: &mut dyn Write,
        search: &mut dyn FnMut() -> Option<PerfectPlay>,
    ) -> io::Result<()> {
        let mut ways = ByPlayer::from_fn(|_| None);
        if form.json {
            for player in Player::BOTH {
                ways[player] = self.ways(player, form, out)?;
            }
        } else {
            let DataSet { number, ref position, .. } = *self.set;
            let mut out = &mut *out;
            memory.report.data_set_with(&mut out, number, position, &self.outcome, |out, part| match part {
                Part::Board if self.arguments.distances => write_distances(out, position),
                Part::Board => Ok(()),
                Part::BestCase(player) => self.ways(player, form, out).map(drop),
            })?;
        }
        self.perfect = search();
        if form.json {
            return form.write_json(out, &self.fields(ways));
        }
        self.shown_play().map_or(Ok(()), |perfect| perfect.text(out))
    }

    /// Counts the ways of a player and lists them, if that is asked for. They are found while they are written: only
    /// one player's shortest paths are in memory, and the list can be longer than memory holds.
    fn ways(&self, player: Player, form: &Form, out: &mut dyn Write) -> io::Result<Option<Ways>> {
        let (Arguments { ways, .. }, longest_list) = (self.arguments, self.arguments.longest_list());
        let is_asked = (*ways || longest_list.is_some()) && matches!(self.outcome, Outcome::Open(_));
        // A player who can still win has shortest paths.
        let Some(paths) = is_asked.then(|| ShortestPaths::new(&self.set.position, player)).flatten() else {
            return Ok(None);
        };
        let ways = count_completions(&paths);
        if !form.json {
            writeln!(out, "Number of ways: {ways}")?;
        }
        let Some(longest) = longest_list else { return Ok(Some(Ways { ways, more: None })) };
        let mut more = ways.clone();
        let longest = usize::try_from(longest).unwrap_or(usize::MAX);
        for completion in Completions::new(&paths).take(longest).take_while(|_| !signals::stopped()) {
            if form.json {
                let (file, data_set, cells) = (self.file(), self.set.number, completion.cells());
                form.write_json(out, &ListedFields { file, data_set, player, cells })?;
            } else {
                writeln!(out, "{completion}")?;
            }
            more -= 1_u8;
        }
        if !form.json && more > BigUint::ZERO {
            writeln!(out, "… and {more} more")?;
        }
        Ok(Some(Ways { ways, more: Some(more) }))
    }

    fn file(&self) -> Option<String> {
        self.set.input.path.map(|path| path.to_string_lossy().into_owned())
    }

    fn fields(&self, mut ways: ByPlayer<Option<Ways>>) -> DataSetFields<'_> {
        let DataSet { number, ref position, .. } = *self.set;
        let (winner, best) = match &self.outcome {
            Outcome::Won(winner) => (Some(*winner), None),
            Outcome::Open(best) => (None, Some(best)),
        };
        let mut best_case = |player| {
            let best = &best?[player];
            Some(BestCaseFields { moves: best.number_of_moves(), cells: best.cells(), ways: ways[player].take() })
        };
        let by_rows = |player| distances(position, player).chunks(position.size().into()).map(<[_]>::to_vec).collect();
        DataSetFields {
            file: self.file(),
            data_set: number,
            size: position.size(),
            board: position,
            winner,
            x: best_case(Player::X),
            o: best_case(Player::O),
            distances: self.arguments.distances.then(|| Distances { x: by_rows(Player::X), o: by_rows(Player::O) }),
            perfect_play: self.shown_play(),
            whole: self.arguments.list.map(|_| self.is_whole()),
        }
    }

    /// Returns perfect play, unless a player has won: then it was searched for a proof alone.
    fn shown_play(&self) -> Option<&PerfectPlay> {
        self.perfect.as_ref().filter(|_| matches!(self.outcome, Outcome::Open(_)))
    }

    /// Writes the proof and the picture to their files.
    ///
    /// # Errors
    /// [`Failure::File`].
    pub(super) fn write_files(&self) -> Result<(), Failure> {
        if let Some(perfect) = &self.perfect {
            perfect.write_proof(&self.arguments.perfect)?;
        }
        let Some(folder) = &self.arguments.svg else { return Ok(()) };
        let DataSet { input, number, ref position } = *self.set;
        let path = folder.join(format!("{}data-set-{number}.svg", input.pictures));
        let (title, winning) = (format!("Hex, data set {number}"), self.shown_play().map(PerfectPlay::winning));
        let mut draw = |out: &mut dyn Write| picture(out, &title, position, &self.outcome, winning.as_ref());
        let drawn = folder.create().and_then(|()| write_whole(&path, &mut draw));
        drawn.map_err(|error| Failure::File(path, error))
    }

    /// Returns whether a signal has shortened no list.
    fn is_whole(&self) -> bool {
        self.arguments.list.is_none() || !signals::stopped()
    }

    /// Returns the exit status of a run with this answer alone, when it has been written.
    pub(super) fn exit(&self) -> Exit {
        let is_known = self.perfect.as_ref().is_none_or(|perfect| perfect.is_complete(&self.arguments.perfect));
        Exit::of_complete(self.is_whole() && is_known)
    }
}

fn write_distances(out: &mut dyn Write, position: &Position) -> io::Result<()> {
    Player::BOTH.into_iter().try_for_each(|player| {
        writeln!(out, "\nDistances for {player}:")?;
        print_distances(&mut &mut *out, position, player)
    })
}
