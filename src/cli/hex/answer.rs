//! The answer to a data set: as text, as JSON, as a picture.

use std::cell::{Cell as Count, RefCell};
use std::io::{self, Write};

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::Arguments;
use super::perfect::Perfect;
use crate::cell::Cell;
use crate::cli::answer::{Answer, Stream, display_some};
use crate::cli::failure::Exit;
use crate::cli::signals;
use crate::hex::picture::picture;
use crate::hex::{Completion, Completions, Outcome, Position, Report, ShortestPaths, count_completions};
use crate::player::Player;

/// The answer to a data set.
#[derive(Serialize)]
pub(super) struct DataSet<'a> {
    file: Option<String>,
    pub(super) data_set: u64,
    size: u16,
    #[serde(serialize_with = "write_rows")]
    board: &'a Position,
    #[serde(serialize_with = "display_some")]
    winner: Option<Player>,
    #[serde(skip_serializing_if = "Option::is_none")]
    x: Option<BestCase<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    o: Option<BestCase<'a>>,
    /// Perfect play, if it was asked for and the position is not won.
    #[serde(rename = "perfect_play", skip_serializing_if = "Option::is_none")]
    pub(super) perfect: Option<Perfect>,
    #[serde(skip)]
    outcome: &'a Outcome,
    #[serde(skip)]
    report: &'a RefCell<Report>,
}

impl<'a> DataSet<'a> {
    /// Returns the answer to the data set with this number, counted from 1, without perfect play.
    pub(super) fn new(
        arguments: &'a Arguments,
        file: Option<String>,
        data_set: u64,
        position: &'a Position,
        outcome: &'a Outcome,
        report: &'a RefCell<Report>,
    ) -> DataSet<'a> {
        let (winner, best) = match outcome {
            Outcome::Won(winner) => (Some(*winner), None),
            Outcome::Open(best) => (None, Some(best)),
        };
        let best_case = |player| best.map(|best| BestCase { arguments, position, player, completion: &best[player] });
        let (x, o, size) = (best_case(Player::X), best_case(Player::O), position.size());
        DataSet { file, data_set, size, board: position, winner, x, o, perfect: None, outcome, report }
    }

    /// Writes the board and the best cases, or who has won.
    ///
    /// # Errors
    /// Those of `out`.
    pub(super) fn write_best_cases(&self, mut out: &mut dyn Write) -> io::Result<()> {
        let mut report = self.report.borrow_mut();
        report.data_set_with(&mut out, self.data_set, self.board, self.outcome, |out, player, _| {
            let best_case = if player == Player::X { &self.x } else { &self.o };
            best_case.as_ref().map_or(Ok(()), |best_case| best_case.write_ways(*out))
        })
    }
}

impl Answer for DataSet<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_best_cases(out)?;
        self.perfect.as_ref().map_or(Ok(()), |perfect| perfect.text(out))
    }

    fn picture(&self, _: &str, out: &mut dyn Write) -> io::Result<()> {
        let title = format!("Hex, data set {}", self.data_set);
        let winning = self.perfect.as_ref().map(Perfect::winning);
        picture(out, &title, self.board, self.outcome, winning.as_ref())
    }

    fn exit(&self) -> Exit {
        // A list that a signal has shortened is not an answer.
        let lists = self.x.as_ref().is_some_and(|best_case| best_case.arguments.list.is_some());
        let is_known = self.perfect.as_ref().is_none_or(Perfect::is_complete);
        Exit::of_complete(is_known && !(lists && signals::stopped()))
    }
}

/// Writes a board as a string of `X`, `O` and `-` for each row.
pub(super) fn write_rows<S: Serializer>(position: &Position, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(rows(position))
}

/// Returns a string of `X`, `O` and `-` for each row of a board.
pub(super) fn rows(position: &Position) -> impl Iterator<Item = String> + '_ {
    let size = position.size();
    (0..size).map(move |row| {
        let owners = (0..size).map(|column| position.owner(Cell::new(column, row)));
        owners.map(|owner| owner.map_or('-', |player| char::from(player.letter()))).collect()
    })
}

/// A player's best case. Ways are counted and listed while they are written: only one player's shortest paths are in memory, and
/// the list can be longer than memory holds.
struct BestCase<'a> {
    arguments: &'a Arguments,
    position: &'a Position,
    player: Player,
    completion: &'a Completion,
}

impl BestCase<'_> {
    /// Returns the shortest paths, if ways are counted. A player who can still win has some.
    fn paths(&self) -> Option<ShortestPaths> {
        if self.arguments.counts_ways() { ShortestPaths::new(self.position, self.player) } else { None }
    }

    /// Writes the number of ways, and lists them, if that was asked for.
    fn write_ways(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(paths) = self.paths() else { return Ok(()) };
        let ways = count_completions(&paths);
        writeln!(out, "Number of ways: {ways}")?;
        let Some(max) = self.arguments.longest_list() else { return Ok(()) };
        let mut listed = 0_u64;
        for completion in listed_completions(&paths, max) {
            writeln!(out, "{completion}")?;
            listed += 1;
        }
        let more = ways - listed;
        if more > 0_u8.into() { writeln!(out, "… and {more} more") } else { Ok(()) }
    }
}

impl Serialize for BestCase<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("moves", &self.completion.number_of_moves())?;
        let cells: Vec<String> = self.completion.cells().iter().map(ToString::to_string).collect();
        fields.serialize_entry("cells", &cells)?;
        if let Some(paths) = self.paths() {
            let ways = count_completions(&paths);
            fields.serialize_entry("ways", &ways.to_string())?;
            if let Some(max) = self.arguments.longest_list() {
                let listed = Count::new(0_u64);
                let count = |completion: Completion| {
                    listed.set(listed.get() + 1);
                    completion.to_string()
                };
                fields.serialize_entry("list", &Stream::new(listed_completions(&paths, max).map(count)))?;
                fields.serialize_entry("more", &(ways - listed.get()).to_string())?;
            }
        }
        fields.end()
    }
}

/// Returns the completions to list: the first `max`, or those before a signal.
fn listed_completions(paths: &ShortestPaths, max: u64) -> impl Iterator<Item = Completion> + '_ {
    let max = usize::try_from(max).unwrap_or(usize::MAX);
    Completions::new(paths).take(max).take_while(|_| !signals::stopped())
}
