//! The answer to a data set: text, JSON, a picture.

#![allow(clippy::ref_option_ref, clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]

use std::cell::{Cell, RefCell};
use std::io::{self, Write};

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::Arguments;
use super::input::{DataSet, write_rows};
use super::perfect::{PerfectPlay, Search};
use crate::cell;
use crate::cli::answer::{Answer, Form, Stream, display_each, display_some};
use crate::cli::failure::{Exit, Failure};
use crate::cli::paths::write_whole;
use crate::cli::signals;
use crate::hex::{
    Completion, Completions, Outcome, Part, Position, Report, ShortestPaths, count_completions, distances, picture,
    print_distances,
};
use crate::player::Player;

/// An answer. What takes long is found while it is written: first the best cases, then perfect play.
#[derive(Serialize)]
pub(super) struct Answered<'a, 's> {
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
    perfect_play: Option<&'a Search<'s>>,
    #[serde(skip)]
    given: Given<'a, 's>,
}

/// What an answer is made of.
pub(super) struct Given<'a, 's> {
    pub(super) arguments: &'a Arguments,
    pub(super) set: &'a DataSet<'a>,
    pub(super) outcome: &'a Outcome,
    /// The search, if one was asked for.
    pub(super) search: Option<&'a Search<'s>>,
    pub(super) report: &'a RefCell<Report>,
}

/// A player's best case.
#[derive(Serialize)]
struct BestCase<'a> {
    moves: usize,
    #[serde(serialize_with = "display_each")]
    cells: &'a [cell::Cell],
    #[serde(flatten)]
    ways: Option<Ways<'a>>,
}

/// The number of ways, and the list of them if it was asked for. Ways are counted and listed while they are written: only one player's
/// shortest paths are in memory, and the list can be longer than memory holds.
struct Ways<'a> {
    position: &'a Position,
    player: Player,
    longest_list: Option<u64>,
}

impl<'a, 's> Answered<'a, 's> {
    pub(super) fn new(given: Given<'a, 's>) -> Answered<'a, 's> {
        let Given { arguments, set, outcome, search, .. } = given;
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
            file: set.input.path.as_deref().map(|path| path.to_string_lossy().into_owned()),
            data_set: set.number,
            size: position.size(),
            board: position,
            winner,
            x: best_case(Player::X),
            o: best_case(Player::O),
            distances: arguments.distances.then_some(Distances(position)),
            perfect_play: search.filter(|_| best.is_some()),
            given,
        }
    }

    /// Writes the answer, and the proof and the picture to their files. Returns whether it is complete.
    ///
    /// # Errors
    /// [`Failure::Answers`] and [`Failure::File`]; what cannot be written to a file is reported after the answer.
    pub(super) fn print(&self, form: &Form, out: &mut dyn Write) -> Result<bool, Failure> {
        form.write(out, self)?;
        if let Some(search) = self.given.search {
            search.write_proof()?;
        }
        if let (Some(folder), Some(name)) = (&self.given.arguments.svg, self.given.set.picture()) {
            let path = folder.join(name);
            write_whole(&path, |out| self.picture("", out)).map_err(|error| Failure::File(path, error))?;
        }
        Ok(self.exit() == Exit::ANSWERED)
    }
}

impl Answer for Answered<'_, '_> {
    fn text(&self, mut out: &mut dyn Write) -> io::Result<()> {
        self.given.report.borrow_mut().data_set_with(
            &mut out,
            self.data_set,
            self.board,
            self.given.outcome,
            |out, part| {
                let best = match part {
                    Part::Board => return self.distances.as_ref().map_or(Ok(()), |distances| distances.text(out)),
                    Part::BestCase(Player::X) => &self.x,
                    Part::BestCase(Player::O) => &self.o,
                };
                best.as_ref().and_then(|best| best.ways.as_ref()).map_or(Ok(()), |ways| ways.text(out))
            },
        )?;
        match self.perfect_play {
            // What is known already is flushed by the polls of the search.
            Some(search) => search.text(out),
            None => Ok(()),
        }
    }

    fn picture(&self, _: &str, out: &mut dyn Write) -> io::Result<()> {
        let title = format!("Hex, data set {}", self.data_set);
        let winning = self.perfect_play.map(|search| search.winning());
        picture(out, &title, self.board, self.given.outcome, winning.as_ref())
    }

    fn exit(&self) -> Exit {
        // A list that a signal has shortened is not an answer.
        let is_whole = self.given.arguments.list.is_none() || !signals::stopped();
        Exit::of_complete(is_whole && self.given.search.is_none_or(|search| search.is_complete()))
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
fn write_perfect<S: Serializer>(search: &Option<&Search<'_>>, serializer: S) -> Result<S::Ok, S::Error> {
    search.map(|search| -> &PerfectPlay<'_> { search }).serialize(serializer)
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
