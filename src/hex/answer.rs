//! The answer to a data set: as text, part by part, and as JSON.

use std::fmt::{self, Display};

use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use super::distances::{DistanceBoard, distances};
use super::proof::Verified;
use super::report::{Report, Text};
use super::{BestCaseSolver, Completions, Outcome, PerfectPlay, Position, Shape, ShortestPaths, count_completions};
use crate::cell::Cell;
use crate::player::{ByPlayer, Player};

/// The answer to a data set, but for perfect play and lists of best cases, which may take long.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The number of the data set, from 1.
    pub number: u64,
    /// Its position.
    pub position: Position,
    /// Its outcome.
    pub outcome: Outcome,
    /// How many best cases each player has, if that is told.
    pub ways: Option<ByPlayer<BigUint>>,
    /// Whether the distances of all cells are told.
    pub distances: bool,
}

/// A part of the text, which ends with its last line.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// The board, and the distances.
    Board,
    /// The best case of a player, its number of moves, and the number of ways; of a finished game who has won, for X.
    BestCase(Player),
}

impl Answer {
    /// Finds the outcome of a position, and with `ways` how many best cases each player has.
    #[must_use]
    pub fn new(number: u64, position: Position, solver: &mut BestCaseSolver, ways: bool, distances: bool) -> Answer {
        let outcome = solver.outcome(&position);
        // A player who can still win has shortest paths.
        let count =
            |player| ShortestPaths::new(&position, player).map_or(BigUint::ZERO, |paths| count_completions(&paths));
        let ways = (ways && matches!(outcome, Outcome::Open(_))).then(|| ByPlayer::from_fn(count));
        Answer { number, position, outcome, ways, distances }
    }

    /// Returns a part of the text.
    #[must_use]
    pub fn part(&self, part: Part) -> impl Display {
        PartOf(self, part)
    }

    fn write_part(&self, f: &mut fmt::Formatter<'_>, part: Part, text: &mut Text) -> fmt::Result {
        let Answer { number, ref position, ref outcome, .. } = *self;
        let report = Report { number, position, outcome };
        match part {
            Part::Board => {
                report.write_board(f, text)?;
                let shown: &[Player] = if self.distances { &Player::BOTH } else { &[] };
                shown.iter().try_for_each(|&player| {
                    write!(f, "\nDistances for {player}:\n{}", DistanceBoard { position, player })
                })
            }
            Part::BestCase(Player::O) if matches!(outcome, Outcome::Won(_)) => Ok(()),
            Part::BestCase(player) => {
                report.write_result(f, text, &[player])?;
                self.ways.iter().try_for_each(|ways| writeln!(f, "Number of ways: {}", ways[player]))
            }
        }
    }

    /// Calls `each` with the first best cases of a player, in reading order, up to its first error.
    ///
    /// # Errors
    /// Those of `each`.
    pub fn list<E>(
        &self,
        player: Player,
        longest: u64,
        mut each: impl FnMut(&[Cell]) -> Result<(), E>,
    ) -> Result<(), E> {
        let paths = ShortestPaths::new(&self.position, player).filter(|_| matches!(self.outcome, Outcome::Open(_)));
        let longest = usize::try_from(longest).unwrap_or(usize::MAX);
        paths.map_or(Ok(()), |paths| Completions::new(&paths).take(longest).try_for_each(|listed| each(listed.cells())))
    }

    /// Returns the answer as JSON. `more` are the numbers of ways that are not listed, and `file` is the name of the input.
    #[must_use]
    pub fn json<'a>(
        &'a self,
        file: Option<&'a str>,
        more: Option<&ByPlayer<BigUint>>,
        perfect_play: Option<&'a PerfectPlay>,
    ) -> impl Serialize + 'a {
        let position = &self.position;
        let (winner, best) = match &self.outcome {
            Outcome::Won(winner) => (Some(*winner), None),
            Outcome::Open(best) => (None, Some(best)),
        };
        let best_case = |player| {
            let cells = best?[player].cells();
            let ways = self.ways.as_ref().map(|ways| ways[player].to_string());
            Some(BestCase { moves: cells.len(), cells, ways, more: more.map(|more| more[player].to_string()) })
        };
        let by_rows =
            |player| distances(position, player).chunks(position.shape().columns.into()).map(<[_]>::to_vec).collect();
        Fields {
            file,
            data_set: self.number,
            size: position.size(),
            columns: position.shape().columns,
            rows: position.shape().rows,
            board: position,
            winner,
            x: best_case(Player::X),
            o: best_case(Player::O),
            distances: self.distances.then(|| Distances { x: by_rows(Player::X), o: by_rows(Player::O) }),
            perfect_play,
            whole: more.map(|more| Player::BOTH.iter().all(|&player| more[player] == BigUint::ZERO)),
        }
    }
}

struct PartOf<'a>(&'a Answer, Part);

impl Display for PartOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &PartOf(answer, part) = self;
        answer.write_part(f, part, &mut Text::of(&answer.position))
    }
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &mut Text::of(&self.position);
        self.write_part(f, Part::Board, text)?;
        Player::BOTH.into_iter().try_for_each(|player| self.write_part(f, Part::BestCase(player), text))
    }
}

#[derive(Serialize)]
struct Fields<'a> {
    file: Option<&'a str>,
    data_set: u64,
    /// The number of columns or of rows, whichever is larger.
    size: u16,
    columns: u16,
    rows: u16,
    board: &'a Position,
    winner: Option<Player>,
    #[serde(skip_serializing_if = "Option::is_none")]
    x: Option<BestCase<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    o: Option<BestCase<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distances: Option<Distances>,
    #[serde(skip_serializing_if = "Option::is_none")]
    perfect_play: Option<&'a PerfectPlay>,
    /// Whether all best cases that were asked for are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    whole: Option<bool>,
}

/// A best case, and the numbers of ways as decimal digits, since they can exceed 64 bits.
#[derive(Serialize)]
struct BestCase<'a> {
    moves: usize,
    cells: &'a [Cell],
    #[serde(skip_serializing_if = "Option::is_none")]
    ways: Option<String>,
    /// The number of those that are not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<String>,
}

/// The distances of all cells, by rows.
#[derive(Serialize)]
struct Distances {
    x: Vec<Vec<Option<u32>>>,
    o: Vec<Vec<Option<u32>>>,
}

/// A best case of a list: as text its cells joined by `-`.
#[derive(Serialize)]
pub struct Listed<'a> {
    /// The name of the input.
    pub file: Option<&'a str>,
    /// The number of the data set.
    pub data_set: u64,
    /// The player.
    pub player: Player,
    /// The cells, in reading order.
    pub cells: &'a [Cell],
}

impl Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use itertools::Itertools;
        writeln!(f, "{}", self.cells.iter().format("-"))
    }
}

/// What a proof proves.
impl Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verified { position, to_move, winner, entries } = self;
        write!(f, "Board Position:\n{}\n", Text::of(position))?;
        writeln!(f, "To move: {to_move}\nWinner: {winner}\nEntries: {entries}\nProof: valid")
    }
}

/// A string of `X`, `O` and `-` for each row.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let owner = |row, column| self.owner(Cell::new(column, row));
        let letter = |owner: Option<Player>| owner.map_or('-', |player| char::from(player.letter()));
        let Shape { columns, rows } = self.shape();
        let row = |row| (0..columns).map(|column| letter(owner(row, column))).collect::<String>();
        serializer.collect_seq((0..rows).map(row))
    }
}
