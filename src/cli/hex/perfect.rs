//! Perfect play of data sets: the options, the searches under their limits, and what they find.
//!
//! The solver for boards of a size is used again for the next data set of that size, so that openings of one board
//! share what was found.

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::{Mutex, Once, PoisonError};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use itertools::Itertools;
use serde::Serialize;
use serde::ser::Serializer;

use super::NAME;
use super::input::{DataSet, rows};
use crate::budget::Budget;
use crate::cell::Cell;
use crate::cli::checkpoint::Checkpoint;
use crate::cli::failure::Failure;
use crate::cli::limits::{Limits, Meter};
use crate::cli::messages::say;
use crate::cli::output::display_some;
use crate::cli::paths::{InputFile, OutputFile, OutputKind, input, output, write_whole};
use crate::cli::run::Run;
use crate::hex::proof::Proof;
use crate::hex::solve::{LARGEST_SOLVED, Progress, Solver};
use crate::hex::{Outcome, Position, Winning};
use crate::player::{ByPlayer, Player};

/// A search that takes more than this is continued on all threads, when all data sets before it are answered.
const MOST_POSITIONS: u64 = 1000;

/// The options of `--solve`.
#[derive(Args, Debug)]
#[command(next_help_heading = "Perfect play")]
pub(super) struct SolveOptions {
    /// Print who wins if neither player passes, for each player to move
    #[arg(long)]
    pub(super) solve: bool,

    /// Solve for this player to move only: X or O
    #[arg(long, value_name = "PLAYER", requires = "solve", ignore_case = true, value_parser = player(), hide_possible_values = true)]
    to_move: Option<Player>,

    /// Print all winning moves
    #[arg(long, requires = "solve")]
    moves: bool,

    /// Print a line of play in which the winner plays a winning move each time
    #[arg(long, requires = "solve")]
    strategy: bool,

    /// Save the state of the search in FILE from time to time and at the end, and continue from it; for an input with one data set
    #[arg(long, value_name = "FILE", requires = "solve", value_parser = output(OutputKind::Checkpoint))]
    checkpoint: Option<OutputFile>,

    /// Write a proof that the winner wins to FILE; for an input with one data set and one player to move
    #[arg(long, value_name = "FILE", requires = "to_move", value_parser = output(OutputKind::File))]
    proof: Option<OutputFile>,

    /// Check the proof in FILE (`-` is stdin) by the rules of the game alone, and print what it proves
    #[arg(long, value_name = "FILE", value_parser = input(), conflicts_with_all = [
        "files", "ways", "list", "strict", "svg", "solve", "review", "to_move", "moves", "strategy", "checkpoint", "proof", "time", "nodes", "memory",
    ])]
    pub(super) verify: Option<InputFile>,
}

fn player() -> impl TypedValueParser<Value = Player> {
    PossibleValuesParser::new(["X", "O"]).map(|word| if word.eq_ignore_ascii_case("X") { Player::X } else { Player::O })
}

impl SolveOptions {
    /// Returns whether a position is searched. A proof is found also if a player has won already.
    pub(super) fn is_asked(&self, outcome: &Outcome) -> bool {
        self.solve && (self.proof.is_some() || matches!(outcome, Outcome::Open(_)))
    }

    /// Checks that there is one data set if a file belongs to one position; `found` says what there is instead.
    ///
    /// # Errors
    /// [`Failure::Usage`] unless there is exactly one.
    pub(super) fn check_data_sets(&self, data_sets: u64, found: impl Display) -> Result<(), Failure> {
        let of_one_position = [("--checkpoint", &self.checkpoint), ("--proof", &self.proof)];
        match of_one_position.into_iter().find(|(_, path)| path.is_some()) {
            Some((option, _)) if data_sets != 1 => {
                Err(Failure::Usage(format!("{option} is for an input with one data set; {found}")))
            }
            _ => Ok(()),
        }
    }
}

/// What is known of a position, for each player to move who was asked for.
pub(super) struct PerfectPlay {
    plays: ByPlayer<Option<Play>>,
    proof: Option<Proof>,
}

/// What is known of a position with a certain player to move; cells are `None` if they were not asked for.
#[derive(Default, Serialize)]
struct Play {
    #[serde(serialize_with = "display_some")]
    winner: Option<Player>,
    #[serde(rename = "winning_moves", skip_serializing_if = "Option::is_none")]
    moves: Option<Cells>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Cells>,
}

/// Moves, if they are known.
#[derive(Default)]
struct Cells(Option<Vec<Cell>>);

impl Serialize for Cells {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_ref().map(|cells| cells.iter().map(Cell::to_string).collect_vec()).serialize(serializer)
    }
}

impl PerfectPlay {
    fn asked(&self) -> impl Iterator<Item = (Player, &Play)> {
        Player::BOTH.into_iter().filter_map(|player| Some((player, self.plays[player].as_ref()?)))
    }

    /// Returns whether everything that was asked for is known.
    pub(super) fn is_complete(&self, options: &SolveOptions) -> bool {
        let is_known = |cells: &Option<Cells>| cells.as_ref().is_none_or(|cells| cells.0.is_some());
        let plays =
            self.asked().all(|(_, play)| play.winner.is_some() && is_known(&play.moves) && is_known(&play.line));
        plays && (self.proof.is_some() || options.proof.is_none())
    }

    /// Writes the proof to its file if one is asked for, completely or not at all. If no proof is known, says that none
    /// was written.
    ///
    /// # Errors
    /// [`Failure::File`] if it cannot be written.
    pub(super) fn write_proof(&self, options: &SolveOptions) -> Result<(), Failure> {
        let Some(path) = &options.proof else { return Ok(()) };
        let Some(proof) = &self.proof else {
            say(NAME, format_args!("no proof was written to {}", path.display()));
            return Ok(());
        };
        write_whole(path, &mut |out| proof.write(out)).map_err(|error| Failure::File(path.to_path_buf(), error))
    }

    /// Writes the lines of the text.
    ///
    /// # Errors
    /// Those of `out`.
    pub(super) fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "\nPerfect play:")?;
        for (player, play) in self.asked() {
            match play.winner {
                Some(winner) => writeln!(out, "{player} to move: {winner} wins")?,
                None => writeln!(out, "{player} to move: unknown")?,
            }
            for (name, cells) in [("Winning moves", &play.moves), ("Line of play", &play.line)] {
                match cells {
                    None => {}
                    Some(Cells(None)) => writeln!(out, "{name}: unknown")?,
                    Some(Cells(Some(cells))) if cells.is_empty() => writeln!(out, "{name}: none")?,
                    Some(Cells(Some(cells))) => writeln!(out, "{name}: {}", cells.iter().join(" "))?,
                }
            }
        }
        Ok(())
    }

    /// Returns what a picture shows.
    pub(super) fn winning(&self) -> ByPlayer<Option<Winning>> {
        ByPlayer::from_fn(|player| {
            let Play { winner, moves, .. } = self.plays[player].as_ref()?;
            let moves = moves.as_ref().and_then(|moves| moves.0.clone()).unwrap_or_default();
            Some(Winning { winner: *winner, moves })
        })
    }
}

impl Serialize for PerfectPlay {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.asked().map(|(player, play)| match player {
            Player::X => ("x_to_move", play),
            Player::O => ("o_to_move", play),
        }))
    }
}

/// The solvers of data sets.
pub(super) struct Solvers<'a> {
    options: &'a SolveOptions,
    limits: Limits,
    /// The solver that was used last, and the size of its boards. One solver at a time is kept.
    last: Mutex<Option<(u16, Solver)>>,
    /// Whether it has been said that large boards are not searched.
    large: Once,
}

impl<'a> Solvers<'a> {
    /// Returns the solvers for data sets that have the limits of a run each.
    pub(super) fn new(options: &'a SolveOptions, run: &Run<'_>) -> Solvers<'a> {
        Solvers { options, limits: run.meter().limits(), last: Mutex::default(), large: Once::new() }
    }

    /// Returns a solver for boards of a size, which shares what is found; `None` if they are too large.
    pub(super) fn solver(&self, size: u16) -> Option<Solver> {
        // Nothing panics while it holds the lock.
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.as_ref().is_none_or(|(of, _)| *of != size) {
            *last = None;
            *last = Solver::new(size, &Meter::start(self.limits, 1).budget()).map(|solver| (size, solver));
        }
        last.as_ref().map(|(_, solver)| solver.clone())
    }

    /// Searches a position on this thread. Returns what was found, and the number of positions; `None` if that takes
    /// long, but its solver remembers what was found.
    pub(super) fn attempt(&self, position: &Position) -> Option<(PerfectPlay, u64)> {
        let solver = self.solver(position.size())?;
        let (meter, mut is_long) = (Meter::start(self.limits, 1), false);
        let mut budget = Budget::new(|positions| {
            meter.poll(positions)?;
            is_long = positions >= MOST_POSITIONS;
            if is_long { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let perfect = self.find_all(position, &mut Questions { solver: &solver, meter: &meter, budget: &mut budget });
        drop(budget);
        (!is_long || perfect.is_complete(self.options)).then(|| (perfect, meter.positions()))
    }

    /// Prepares the search of a position on all threads.
    ///
    /// # Errors
    /// If the checkpoint cannot be used.
    pub(super) fn prepare<'s>(&'s self, run: &'s Run<'_>, set: &'s DataSet<'s>) -> Result<Search<'s>, Failure> {
        let Some(solver) = self.solver(set.position.size()) else {
            self.large.call_once(|| {
                let what =
                    if self.options.proof.is_some() { "they have no proofs" } else { "their perfect play is unknown" };
                run.note(format_args!("boards above size {LARGEST_SOLVED} are not searched: {what}"));
            });
            return Ok(Search { solvers: self, run, set, resumed: None });
        };
        let board = rows(&set.position).collect_vec();
        let checkpoint = run.resume(self.options.checkpoint.as_ref(), &board, &mut |from| solver.load(from))?;
        Ok(Search { solvers: self, run, set, resumed: Some((solver, checkpoint)) })
    }

    fn unknown(&self) -> PerfectPlay {
        let SolveOptions { to_move, moves, strategy, .. } = self.options;
        let play = || Play { winner: None, moves: moves.then(Cells::default), line: strategy.then(Cells::default) };
        let is_asked = |player| to_move.is_none_or(|to_move| to_move == player);
        PerfectPlay { plays: ByPlayer::from_fn(|player| is_asked(player).then(play)), proof: None }
    }

    /// Finds the winners first, so that a limit does not leave them unknown because of the moves.
    fn find_all(&self, position: &Position, questions: &mut Questions<'_, '_>) -> PerfectPlay {
        let PerfectPlay { mut plays, mut proof } = self.unknown();
        let mut lost = None;
        for player in Player::BOTH {
            let Some(play) = &mut plays[player] else { continue };
            play.winner = match lost {
                // A player who loses with the move loses without it, too: a further stone never hurts.
                Some(loser) => Some(Player::opponent(loser)),
                None => questions.ask(|solver, budget| solver.winner(position, player, budget)),
            };
            lost = play.winner.filter(|&winner| winner != player).map(|_| player);
        }
        for player in Player::BOTH {
            let Some(Play { winner: Some(winner), moves, line }) = &mut plays[player] else { continue };
            if let Some(Cells(moves)) = moves {
                *moves = if *winner == player {
                    questions.ask(|solver, budget| solver.winning_moves(position, player, budget))
                } else {
                    Some(Vec::new())
                };
            }
            if let Some(Cells(line)) = line {
                *line = questions.ask(|solver, budget| solver.line(position, player, budget));
            }
            if self.options.proof.is_some() {
                proof = questions.ask(|solver, budget| solver.proof(position, player, budget));
            }
        }
        PerfectPlay { plays, proof }
    }
}

/// The search of a position on all threads, which shows its progress.
pub(super) struct Search<'a> {
    solvers: &'a Solvers<'a>,
    run: &'a Run<'a>,
    set: &'a DataSet<'a>,
    /// `None` for boards that are too large.
    resumed: Option<(Solver, Checkpoint<'a>)>,
}

impl Search<'_> {
    /// Searches up to the limits.
    pub(super) fn run(self) -> PerfectPlay {
        let Search { solvers, run, set, resumed } = self;
        let Some((solver, mut checkpoint)) = resumed else { return solvers.unknown() };
        let save = |out: &mut dyn Write| solver.save(out);
        let mut poll = |positions| {
            run.show(|| shown(set.number, positions, &solver.progress()));
            run.poll(positions)
        };
        let mut budget = checkpoint.budget(&save, &mut poll);
        let mut questions = Questions { solver: &solver, meter: &run.meter(), budget: &mut budget };
        let perfect = solvers.find_all(&set.position, &mut questions);
        drop(budget);
        checkpoint.close(&save);
        perfect
    }
}

/// What is asked about one position.
struct Questions<'s, 'b> {
    solver: &'s Solver,
    /// It has the number of positions searched so far.
    meter: &'s Meter,
    budget: &'s mut Budget<'b>,
}

impl Questions<'_, '_> {
    /// Has the solver find something, up to the limits.
    fn ask<T>(&mut self, find: impl FnOnce(&Solver, &mut Budget<'_>) -> Option<T>) -> Option<T> {
        let before = self.meter.positions();
        // Several threads may find something before they notice a limit that was reached already.
        self.budget.poll(before).continue_value()?;
        find(self.solver, &mut self.budget.after(before))
    }
}

/// Returns the line of progress.
fn shown(data_set: u64, positions: u64, progress: &Progress) -> String {
    let Progress { after, proof, disproof, best, proved } = progress;
    if let Some(proved) = proved {
        let hundredths = (10_000.0 * proved).floor();
        return format!("data set {data_set}: {positions} positions, {:.2} percent of the proof", hundredths / 100.0);
    }
    let number = |number: &Option<u32>| number.map_or_else(|| "infinite".to_owned(), |number| number.to_string());
    let (proof, disproof) = (number(proof), number(disproof));
    let after = after.map_or_else(String::new, |cell| format!(", after {cell}"));
    let best = best.map_or_else(String::new, |cell| format!(", best {cell}"));
    format!("data set {data_set}{after}: {positions} positions, proof {proof}, disproof {disproof}{best}")
}
