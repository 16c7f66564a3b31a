//! The answer to a data set: text, JSON, a picture.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::ops::Deref;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::Arguments;
use super::input::{DataSet, write_rows};
use super::perfect::PerfectPlay;
use crate::cli::answer::{Answer, Form, Stream, display_each, display_some};
use crate::cli::failure::{Exit, Failure};
use crate::cli::paths::write_whole;
use crate::cli::signals;
use crate::hex::{
    Completion, Completions, Outcome, Part, Position, Report, ShortestPaths, count_completions, distances, picture,
    print_distances,
};
use crate::player::Player;

/// Perfect play, which may be searched when it is first needed.
pub(super) type Perfect<'a> = &'a dyn Deref<Target = PerfectPlay>;

/// An answer. What takes long is found while it is written: first the best cases, then perfect play.
#[derive(Serialize)]
pub(super) struct Answered<'a> {
    file: Option<String>,
    data_set: u64,
    size: u16,
    #[serde(serialize_with = "write_rows")]
    board: &'a Position,
    #[serde(serialize_with = "display_some")]
    winner: Option<Player>,
    #[serde(skip_serializing_if = "Option::is_none")]
    x: Option<BestCase<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    o: Option<BestCase<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distances: Option<Distances<'a>>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "write_perfect")]
    perfect_play: Option<Perfect<'a>>,
    #[serde(skip)]
    arguments: &'a Arguments,
    #[serde(skip)]
    pictures: &'a str,
    #[serde(skip)]
    outcome: &'a Outcome,
    /// What was searched; it has a proof also if a player has won already.
    #[serde(skip)]
    searched: Option<Perfect<'a>>,
    #[serde(skip)]
    report: &'a RefCell<Report>,
}

/// A player's best case.
#[derive(Serialize)]
struct BestCase<'a> {
    moves: usize,
    #[serde(serialize_with = "display_each")]
    cells: &'a [crate::cell::Cell],
    #[serde(flatten)]
    ways: Option<Ways<'a>>,
}

/// The number of ways, and the list of them if it was asked for. Ways are counted and listed while they are written:
/// only one player's shortest paths are in memory, and the list can be longer than memory holds.
struct Ways<'a> {
    position: &'a Position,
    player: Player,
    longest_list: Option<u64>,
}

impl<'a> Answered<'a> {
    pub(super) fn new(
        arguments: &'a Arguments,
        set: &'a DataSet<'a>,
        outcome: &'a Outcome,
        searched: Option<Perfect<'a>>,
        report: &'a RefCell<Report>,
    ) -> Answered<'a> {
        let position = &set.position;
        let longest_list = arguments.longest_list();
        let (winner, best) = match outcome {
            Outcome::Won(winner) => (Some(*winner), None),
            Outcome::Open(best) => (None, Some(best)),
        };
        let best_case = |player| {
            let best: &Completion = &best?[player];
            let has_ways = arguments.ways || longest_list.is_some();
            let ways = has_ways.then_some(Ways { position, player, longest_list });
            Some(BestCase { moves: best.number_of_moves(), cells: best.cells(), ways })
        };
        Answered {
            file: set.input.path.map(|path| path.to_string_lossy().into_owned()),
            data_set: set.number,
            size: position.size(),
            board: position,
            winner,
            x: best_case(Player::X),
            o: best_case(Player::O),
            distances: arguments.distances.then_some(Distances(position)),
            perfect_play: searched.filter(|_| best.is_some()),
            arguments,
            pictures: &set.input.pictures,
            outcome,
            searched,
            report,
        }
    }

    /// Writes the answer, and the proof and the picture to their files. Returns whether it is complete.
    ///
    /// # Errors
    /// [`Failure::Answers`] and [`Failure::File`]; what cannot be written to a file is reported after the answer.
    pub(super) fn print(&self, form: &Form, out: &mut dyn Write) -> Result<bool, Failure> {
        form.write(out, self)?;
        if let Some(perfect) = self.searched {
            perfect.write_proof(&self.arguments.perfect)?;
        }
        if let Some(folder) = &self.arguments.svg {
            let path = folder.join(format!("{}-{}.svg", self.pictures, self.data_set));
            let drawn = folder.create().and_then(|()| write_whole(&path, |out| self.picture("", out)));
            drawn.map_err(|error| Failure::File(path, error))?;
        }
        Ok(self.exit() == Exit::ANSWERED)
    }
}

impl Answer for Answered<'_> {
    fn text(&self, mut out: &mut dyn Write) -> io::Result<()> {
        let mut report = self.report.borrow_mut();
        report.data_set_with(&mut out, self.data_set, self.board, self.outcome, |out, part| {
            let best = match part {
                Part::Board => return self.distances.as_ref().map_or(Ok(()), |distances| distances.text(out)),
                Part::BestCase(Player::X) => &self.x,
                Part::BestCase(Player::O) => &self.o,
            };
            best.as_ref().and_then(|best| best.ways.as_ref()).map_or(Ok(()), |ways| ways.text(out))
        })?;
        // What is known already is flushed by the polls of the search.
        self.perfect_play.map_or(Ok(()), |perfect| perfect.text(out))
    }

    fn picture(&self, _: &str, out: &mut dyn Write) -> io::Result<()> {
        let title = format!("Hex, data set {}", self.data_set);
        let winning = self.perfect_play.map(|perfect| perfect.winning());
        picture(out, &title, self.board, self.outcome, winning.as_ref())
    }

    fn exit(&self) -> Exit {
        // A list that a signal has shortened is not an answer.
        let is_whole = self.arguments.list.is_none() || !signals::stopped();
        Exit::of_complete(is_whole && self.searched.is_none_or(|perfect| perfect.is_complete(&self.arguments.perfect)))
    }
}

/// The distances of all cells, which are computed while they are written.
struct Distances<'a>(&'a Position);

impl Distances<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        Player::BOTH.into_iter().try_for_each(|player| {
            writeln!(out, "\nDistances for {player}:")?;
            print_distances(&mut &mut *out, self.0, player)
        })
    }
}

impl Serialize for Distances<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut players = serializer.serialize_map(None)?;
        for (name, player) in [("x", Player::X), ("o", Player::O)] {
            let distances = distances(self.0, player);
            let rows = distances.chunks(self.0.size().into());
            players.serialize_entry(name, &rows.collect::<Vec<_>>())?;
        }
        players.end()
    }
}

/// Searches, and writes the result.
#[allow(clippy::ref_option, reason = "serde passes fields by reference")]
fn write_perfect<S: Serializer>(perfect: &Option<Perfect<'_>>, serializer: S) -> Result<S::Ok, S::Error> {
    perfect.map(|perfect| &**perfect).serialize(serializer)
}

impl Ways<'_> {
    /// Returns the completions to list: the first ones, or those until a signal comes.
    fn listed<'a>(&self, paths: &'a ShortestPaths) -> Option<impl Iterator<Item = Completion> + use<'a>> {
        let most = usize::try_from(self.longest_list?).unwrap_or(usize::MAX);
        Some(Completions::new(paths).take(most).take_while(|_| !signals::stopped()))
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        // A player who can still win has shortest paths.
        let Some(paths) = ShortestPaths::new(self.position, self.player) else { return Ok(()) };
        let mut left = count_completions(&paths);
        writeln!(out, "Number of ways: {left}")?;
        let Some(listed) = self.listed(&paths) else { return Ok(()) };
        for completion in listed {
            writeln!(out, "{completion}")?;
            left -= 1_u8;
        }
        if left > 0_u8.into() { writeln!(out, "… and {left} more") } else { Ok(()) }
    }
}

impl Serialize for Ways<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        if let Some(paths) = ShortestPaths::new(self.position, self.player) {
            let ways = count_completions(&paths);
            fields.serialize_entry("ways", &ways.to_string())?;
            if let Some(completions) = self.listed(&paths) {
                let listed = Cell::new(0_u64);
                let completions = completions.inspect(|_| listed.set(listed.get() + 1));
                fields.serialize_entry("list", &Stream::new(completions.map(|completion| completion.to_string())))?;
                fields.serialize_entry("more", &(ways - listed.get()).to_string())?;
            }
        }
        fields.end()
    }
}
