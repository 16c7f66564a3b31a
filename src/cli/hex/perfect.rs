//! Perfect play of data sets: the options, the searches, and what is known.

use std::io::{self, Write};
use std::ops::ControlFlow;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use itertools::Itertools;
use serde::{Serialize, Serializer};

use super::NAME;
use super::answer::rows;
use crate::budget::Budget;
use crate::cell::Cell;
use crate::cli::answer::display_some;
use crate::cli::checkpoint::Checkpoint;
use crate::cli::failure::Failure;
use crate::cli::messages::say;
use crate::cli::paths::{InputFile, OutputFile, Writes, input, output, write_whole};
use crate::cli::run::{Limits, Run};
use crate::hex::Position;
use crate::hex::picture::Winning;
use crate::hex::proof::Proof;
use crate::hex::solve::{LARGEST_SOLVED, Now, Solver};
use crate::player::{ByPlayer, Player};

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

    /// Save the state of the search in FILE from time to time, and continue from it; for an input with one data set
    #[arg(long, value_name = "FILE", requires = "solve", value_parser = output(Writes::Checkpoint))]
    pub(super) checkpoint: Option<OutputFile>,

    /// Write a proof that the winner wins to FILE; for an input with one data set and one player to move
    #[arg(long, value_name = "FILE", requires = "to_move", value_parser = output(Writes::File))]
    proof: Option<OutputFile>,

    /// Check the proof in FILE (`-` is stdin) by the rules of the game alone, and print what it proves
    #[arg(long, value_name = "FILE", value_parser = input(), conflicts_with_all = [
        "files", "ways", "list", "strict", "svg", "solve", "to_move", "moves", "strategy", "checkpoint", "proof", "time", "nodes", "memory",
    ])]
    pub(super) verify: Option<InputFile>,
}

fn player() -> impl TypedValueParser<Value = Player> {
    PossibleValuesParser::new(["X", "O"]).map(|word| if word.eq_ignore_ascii_case("X") { Player::X } else { Player::O })
}

impl SolveOptions {
    /// Checks that there is one data set if a file belongs to one position.
    ///
    /// # Errors
    /// [`Failure::Value`] unless there is exactly one.
    pub(super) fn check_data_sets(&self, data_sets: u64) -> Result<(), Failure> {
        match self.of_one_position() {
            Some(option) if data_sets != 1 => {
                Err(Failure::Value(option, "expected an input with one data set".to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// Returns an option with a file that belongs to one position, if there is one. Nothing may be written before that has been read.
    pub(super) fn of_one_position(&self) -> Option<&'static str> {
        let files = [("checkpoint", &self.checkpoint), ("proof", &self.proof)];
        files.into_iter().find_map(|(option, path)| path.as_ref().map(|_| option))
    }

    /// Returns whether a proof is wanted, also of a position that a player has won.
    pub(super) fn proves(&self) -> bool {
        self.proof.is_some()
    }

    fn asks_for(&self, player: Player) -> bool {
        self.to_move.is_none_or(|to_move| to_move == player)
    }
}

/// What is known of a position, for each player to move who was asked for.
#[derive(Debug, Default, Serialize)]
pub(super) struct Perfect {
    #[serde(skip_serializing_if = "Option::is_none")]
    x_to_move: Option<Play>,
    #[serde(skip_serializing_if = "Option::is_none")]
    o_to_move: Option<Play>,
    #[serde(skip)]
    proof: Asked<Proof>,
}

/// What is known of a position with a certain player to move.
#[derive(Debug, Default, Serialize)]
struct Play {
    #[serde(serialize_with = "display_some")]
    winner: Option<Player>,
    #[serde(skip_serializing_if = "Asked::is_not_asked")]
    winning_moves: Asked<Vec<Cell>>,
    /// A line of perfect play.
    #[serde(skip_serializing_if = "Asked::is_not_asked")]
    line: Asked<Vec<Cell>>,
}

#[derive(Debug, Default)]
enum Asked<T> {
    #[default]
    No,
    Unknown,
    Known(T),
}

impl<T> Asked<T> {
    fn is_not_asked(&self) -> bool {
        matches!(self, Asked::No)
    }

    fn is_unknown(&self) -> bool {
        matches!(self, Asked::Unknown)
    }

    fn of(found: Option<T>) -> Asked<T> {
        found.map_or(Asked::Unknown, Asked::Known)
    }
}

impl Serialize for Asked<Vec<Cell>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Asked::Known(cells) => serializer.collect_seq(cells.iter().map(ToString::to_string)),
            _ => serializer.serialize_none(),
        }
    }
}

impl Perfect {
    /// Returns that nothing is known of what was asked for.
    fn unknown(options: &SolveOptions) -> Perfect {
        let asked = |is_asked| if is_asked { Asked::Unknown } else { Asked::No };
        let play = |player| {
            let play = Play { winner: None, winning_moves: asked(options.moves), line: asked(options.strategy) };
            options.asks_for(player).then_some(play)
        };
        let proof = if options.proves() { Asked::Unknown } else { Asked::No };
        Perfect { x_to_move: play(Player::X), o_to_move: play(Player::O), proof }
    }

    fn play(&mut self, player: Player) -> &mut Option<Play> {
        match player {
            Player::X => &mut self.x_to_move,
            Player::O => &mut self.o_to_move,
        }
    }

    fn plays(&self) -> impl Iterator<Item = (Player, &Play)> {
        let plays = [(Player::X, &self.x_to_move), (Player::O, &self.o_to_move)];
        plays.into_iter().filter_map(|(player, play)| Some((player, play.as_ref()?)))
    }

    /// Returns whether everything that was asked for is known.
    pub(super) fn is_complete(&self) -> bool {
        let is_known =
            |play: &Play| play.winner.is_some() && !play.winning_moves.is_unknown() && !play.line.is_unknown();
        self.plays().all(|(_, play)| is_known(play)) && !self.proof.is_unknown()
    }

    /// Writes the proof to its file. If no proof is known, says that none was written.
    ///
    /// # Errors
    /// [`Failure::File`] if it cannot be written.
    pub(super) fn write_proof(&self, options: &SolveOptions) -> Result<(), Failure> {
        let Some(path) = &options.proof else { return Ok(()) };
        let Asked::Known(proof) = &self.proof else {
            say(NAME, format_args!("no proof was written to {}", path.display()));
            return Ok(());
        };
        write_whole(path, |out| proof.write(out)).map_err(|error| Failure::File(path.to_path_buf(), error))
    }

    /// Writes the lines of the text.
    ///
    /// # Errors
    /// Those of `out`.
    pub(super) fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "\nPerfect play:")?;
        for (player, play) in self.plays() {
            match play.winner {
                Some(winner) => writeln!(out, "{player} to move: {winner} wins")?,
                None => writeln!(out, "{player} to move: unknown")?,
            }
            for (name, cells) in [("Winning moves", &play.winning_moves), ("Line of play", &play.line)] {
                match cells {
                    Asked::No => {}
                    Asked::Unknown => writeln!(out, "{name}: unknown")?,
                    Asked::Known(cells) if cells.is_empty() => writeln!(out, "{name}: none")?,
                    Asked::Known(cells) => writeln!(out, "{name}: {}", cells.iter().join(" "))?,
                }
            }
        }
        Ok(())
    }

    /// Returns what a picture shows.
    pub(super) fn winning(&self) -> ByPlayer<Option<Winning>> {
        ByPlayer::from_fn(|player| {
            let (_, play) = self.plays().find(|(to_move, _)| *to_move == player)?;
            let moves = if let Asked::Known(moves) = &play.winning_moves { moves.clone() } else { Vec::new() };
            Some(Winning { winner: play.winner, moves })
        })
    }
}

/// A solver that is used again for the next data set of the same size, so that openings of one board share what was found.
#[derive(Default)]
pub(super) struct LastSolver(Option<(u16, Solver)>);

impl LastSolver {
    /// Returns the solver for boards of a size; `None` if they are too large. One solver at a time is in memory.
    fn get(&mut self, size: u16, memory: u64, threads: usize) -> Option<&mut Solver> {
        if self.0.as_ref().is_none_or(|(of, _)| *of != size) {
            self.0 = None;
            let budget = Budget::default().with_memory(memory).with_threads(threads);
            self.0 = Solver::new(size, &budget).map(|solver| (size, solver));
        }
        self.0.as_mut().map(|(_, solver)| solver)
    }

    /// Solves a position as far as the budget allows.
    pub(super) fn solve(&mut self, options: &SolveOptions, position: &Position, budget: &mut Budget<'_>) -> Perfect {
        let mut perfect = Perfect::unknown(options);
        if let Some(solver) = self.get(position.size(), budget.memory, budget.threads) {
            find_all(solver, options, position, &mut perfect, budget);
        }
        perfect
    }

    /// Opens the checkpoint for a position, if one is wanted, and loads what it has.
    ///
    /// # Errors
    /// If the checkpoint cannot be used.
    pub(super) fn resume<'r>(
        &mut self,
        run: &'r Run<'_>,
        options: &SolveOptions,
        position: &Position,
    ) -> Result<Checkpoint<'r>, Failure> {
        let board = rows(position).join("/");
        let Limits { memory, threads, .. } = run.options().limits;
        run.resume(options.checkpoint.as_ref(), &("hex --solve", board), |from| {
            self.get(position.size(), memory, threads).map_or(Ok(()), |solver| solver.load(from))
        })
    }

    /// Solves a position of a run, with its progress line and its checkpoint.
    pub(super) fn solve_in(
        &mut self,
        run: &Run<'_>,
        mut checkpoint: Checkpoint<'_>,
        options: &SolveOptions,
        data_set: u64,
        position: &Position,
    ) -> Perfect {
        let Limits { memory, threads, .. } = run.options().limits;
        let Some(solver) = self.get(position.size(), memory, threads) else { return Perfect::unknown(options) };
        let (watch, state) = (solver.watch(), solver.state());
        let mut perfect = Perfect::unknown(options);
        let poll = |positions| {
            run.show(|| {
                let Now { after, proof, disproof, best } = watch.now();
                let number = |number: Option<u32>| number.map_or_else(|| "infinite".to_owned(), |n| n.to_string());
                let (proof, disproof) = (number(proof), number(disproof));
                let after = after.map_or_else(String::new, |cell| format!(", after {cell}"));
                format!(
                    "data set {data_set}{after}: {positions} positions, proof {proof}, disproof {disproof}, best {best}"
                )
            });
            run.poll(positions)?;
            checkpoint.save_if_due(|out| state.save(out));
            ControlFlow::Continue(())
        };
        find_all(solver, options, position, &mut perfect, &mut Budget::new(poll));
        if run.meter().is_stopped() {
            checkpoint.close(|out| state.save(out));
        } else if !perfect.is_complete() {
            say(NAME, "the checkpoint contradicts itself; remove it to start again");
        }
        perfect
    }
}

/// Says that boards are too large to be searched, if they are. Returns whether they are.
pub(super) fn say_too_large(run: &Run<'_>, options: &SolveOptions, size: u16) -> bool {
    let is_too_large = size > LARGEST_SOLVED;
    if is_too_large {
        let what = if options.proves() { "they have no proofs" } else { "their perfect play is unknown" };
        run.note(format_args!("boards above size {LARGEST_SOLVED} are not searched: {what}"));
    }
    is_too_large
}

/// Finds the winners first, so that a limit does not leave them unknown because of the moves.
fn find_all(
    solver: &mut Solver,
    options: &SolveOptions,
    position: &Position,
    perfect: &mut Perfect,
    budget: &mut Budget<'_>,
) {
    let mut search = Search { solver, budget, before: 0 };
    let mut lost = None;
    for player in Player::BOTH {
        let Some(play) = perfect.play(player) else { continue };
        play.winner = match lost {
            // A player who loses with the move loses without it, too: a further stone never hurts.
            Some(loser) => Some(Player::opponent(loser)),
            None => search.find(|solver, budget| solver.winner(position, player, budget)),
        };
        lost = play.winner.filter(|&winner| winner != player).map(|_| player);
    }
    for player in Player::BOTH {
        let Some(play) = perfect.play(player) else { continue };
        let Some(winner) = play.winner else { continue };
        if options.moves {
            play.winning_moves = Asked::of(if winner == player {
                search.find(|solver, budget| solver.winning_moves(position, player, budget))
            } else {
                Some(Vec::new())
            });
        }
        if options.strategy {
            play.line = Asked::of(search.find(|solver, budget| solver.line(position, player, budget)));
        }
    }
    if let Some(to_move) = options.to_move.filter(|_| options.proves())
        && perfect.play(to_move).as_ref().is_some_and(|play| play.winner.is_some())
    {
        perfect.proof = Asked::of(search.find(|solver, budget| solver.proof(position, to_move, budget)));
    }
}

/// The searches of one data set, whose positions are counted together.
struct Search<'s, 'b> {
    solver: &'s mut Solver,
    budget: &'s mut Budget<'b>,
    before: u64,
}

impl Search<'_, '_> {
    fn find<T>(&mut self, find: impl FnOnce(&mut Solver, &mut Budget<'_>) -> Option<T>) -> Option<T> {
        let Search { solver, budget, before } = self;
        // Several threads may find something before they notice a limit that was reached already.
        budget.poll(*before).continue_value()?;
        let (memory, threads, start) = (budget.memory, budget.threads, *before);
        let mut part = Budget::new(|searched| {
            *before = start + searched;
            budget.poll(*before)
        })
        .with_memory(memory)
        .with_threads(threads);
        find(solver, &mut part)
    }
}
