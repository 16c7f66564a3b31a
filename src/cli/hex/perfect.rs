//! Perfect play of data sets: the options, the searches under their limits, and their results as text.
//!
//! Data sets are solved one after the other, each on all threads. A solver is used again for the next data set of the same size, so
//! that openings of one board share what was found.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use itertools::Itertools;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Arguments, DATA_SET, NAME, picture_of, rows};
use crate::cell::Cell;
use crate::cli::checkpoints::CheckpointWriter;
use crate::cli::exit::Failure;
use crate::cli::files::{Output, OutputFiles, write_whole};
use crate::cli::messages::say;
use crate::cli::options::output_file;
use crate::cli::progress::{TaskProgress, Tasks};
use crate::hex::Position;
use crate::hex::picture::Winning;
use crate::hex::proof::Proof;
use crate::hex::solve::{LARGEST_SOLVED, Now, Solver};
use crate::player::{ByPlayer, Player};
use crate::progress::{Limits, Progress};

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
    #[arg(long, value_name = "FILE", requires = "solve", value_parser = output_file())]
    checkpoint: Option<PathBuf>,

    /// Write a proof that the winner wins to FILE; for an input with one data set and one player to move
    #[arg(long, value_name = "FILE", requires = "to_move", value_parser = output_file())]
    proof: Option<PathBuf>,

    /// Check the proof in FILE (`-` is stdin) by the rules of the game alone, and print what it proves
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "files", "ways", "list", "strict", "svg", "solve", "to_move", "moves", "strategy", "checkpoint", "proof", "time", "nodes", "bytes",
    ])]
    pub(super) verify: Option<PathBuf>,
}

fn player() -> impl TypedValueParser<Value = Player> {
    PossibleValuesParser::new(["X", "O"]).map(|word| if word.eq_ignore_ascii_case("X") { Player::X } else { Player::O })
}

impl SolveOptions {
    /// Checks what can be checked before the inputs are read: that files can be written, that none is written twice or is an input, and
    /// that there is one input if a file belongs to one position.
    ///
    /// # Errors
    /// [`Failure::Usage`] if a file cannot be written; see also [`check_data_sets`](Self::check_data_sets).
    pub(super) fn check(&self, inputs: &[PathBuf], pictures: Option<&Path>) -> Result<(), Failure> {
        self.checkpoint.as_deref().map_or(Ok(()), |path| Output::Checkpoint.check(path))?;
        self.proof.as_deref().map_or(Ok(()), |path| Output::File.check(path))?;
        let mut files = OutputFiles::default();
        if let Some(path) = &self.checkpoint {
            files.add_checkpoint(path);
        }
        if let Some(path) = &self.proof {
            files.add("--proof", path.clone());
        }
        if let Some(folder) = pictures.filter(|_| self.of_one_position().is_some()) {
            files.check_no_folder("--svg", folder)?;
            files.add("--svg", picture_of(&folder.join(DATA_SET), 1));
        }
        inputs.iter().try_for_each(|input| files.check_not_read(input, "an input"))?;
        files.check_distinct()?;
        // Without a file the input is stdin.
        self.check_data_sets(inputs.len().max(1) as u64)
    }

    /// Checks that there is one data set if a file belongs to one position.
    ///
    /// # Errors
    /// [`Failure::Argument`] unless there is exactly one.
    pub(super) fn check_data_sets(&self, data_sets: u64) -> Result<(), Failure> {
        match self.of_one_position() {
            Some((option, path)) if data_sets != 1 => {
                let problem = "expected an input with one data set".to_owned();
                Err(Failure::Argument(option, path.display().to_string(), problem))
            }
            _ => Ok(()),
        }
    }

    /// Returns an option with a file that belongs to one position, if there is one. Nothing may be written before that has been read.
    pub(super) fn of_one_position(&self) -> Option<(&'static str, &Path)> {
        let files = [("--checkpoint <FILE>", &self.checkpoint), ("--proof <FILE>", &self.proof)];
        files.into_iter().find_map(|(option, path)| Some((option, path.as_deref()?)))
    }
}

/// What is known of a position with a certain player to move.
#[derive(Debug, Default)]
struct Play {
    winner: Option<Player>,
    /// All winning moves, if they were asked for and are known.
    moves: Option<Vec<Cell>>,
    /// A line of perfect play, if it was asked for and is known.
    line: Option<Vec<Cell>>,
}

/// What is known of a position, for each player to move who was asked for.
#[derive(Debug)]
pub(super) struct PerfectPlay<'a> {
    options: &'a SolveOptions,
    plays: ByPlayer<Option<Play>>,
    /// The proof, if it was asked for and is known.
    proof: Option<Proof>,
}

impl PerfectPlay<'_> {
    fn asked(&self) -> impl Iterator<Item = (Player, &Play)> {
        Player::BOTH.into_iter().filter_map(|player| Some((player, self.plays[player].as_ref()?)))
    }

    /// Returns whether everything that was asked for is known.
    pub(super) fn is_complete(&self) -> bool {
        let SolveOptions { moves, strategy, ref proof, .. } = *self.options;
        let plays = self.asked().all(|(_, play)| {
            play.winner.is_some() && (!moves || play.moves.is_some()) && (!strategy || play.line.is_some())
        });
        plays && (proof.is_none() || self.proof.is_some())
    }

    /// Writes the proof to its file, completely or not at all. If no proof is known, says that none was written.
    ///
    /// # Errors
    /// [`Failure::File`] if it cannot be written.
    pub(super) fn write_proof(&self) -> Result<(), Failure> {
        let Some(path) = &self.options.proof else { return Ok(()) };
        let Some(proof) = &self.proof else {
            say(NAME, format_args!("no proof was written to {}", path.display()));
            return Ok(());
        };
        let write = |mut file: BufWriter<&mut File>| proof.write(&mut file).and_then(|()| file.flush());
        write_whole(path, write).map_err(|error| Failure::File(path.clone(), error))
    }

    /// Writes the lines of the text.
    ///
    /// # Errors
    /// Those of `out`.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\nPerfect play:")?;
        for (player, play) in self.asked() {
            match play.winner {
                Some(winner) => writeln!(out, "{player} to move: {winner} wins")?,
                None => writeln!(out, "{player} to move: unknown")?,
            }
            for (is_asked, name, cells) in [
                (self.options.moves, "Winning moves", &play.moves),
                (self.options.strategy, "Line of play", &play.line),
            ] {
                match cells {
                    _ if !is_asked => {}
                    None => writeln!(out, "{name}: unknown")?,
                    Some(cells) if cells.is_empty() => writeln!(out, "{name}: none")?,
                    Some(cells) => writeln!(out, "{name}: {}", cells.iter().join(" "))?,
                }
            }
        }
        Ok(())
    }

    /// Returns what a picture shows.
    pub(super) fn winning(&self) -> ByPlayer<Option<Winning>> {
        ByPlayer::from_fn(|player| {
            let play = self.plays[player].as_ref()?;
            Some(Winning { winner: play.winner, moves: play.moves.clone().unwrap_or_default() })
        })
    }
}

impl Serialize for PerfectPlay<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        for (player, play) in self.asked() {
            let name = match player {
                Player::X => "x_to_move",
                Player::O => "o_to_move",
            };
            fields.serialize_entry(name, &PlayFields { options: self.options, play })?;
        }
        fields.end()
    }
}

struct PlayFields<'a> {
    options: &'a SolveOptions,
    play: &'a Play,
}

impl Serialize for PlayFields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let PlayFields { options, play } = self;
        let names = |cells: &Vec<Cell>| cells.iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("winner", &play.winner.map(|winner| winner.to_string()))?;
        if options.moves {
            fields.serialize_entry("winning_moves", &play.moves.as_ref().map(names))?;
        }
        if options.strategy {
            fields.serialize_entry("line", &play.line.as_ref().map(names))?;
        }
        fields.end()
    }
}

/// Solves data sets.
pub(super) struct Searches<'a> {
    arguments: &'a Arguments,
    tasks: &'a Tasks,
    /// The solver that was used last, and the size of its boards.
    solver: Option<(u16, Solver)>,
    checkpoint: CheckpointWriter,
    /// Whether it has been said that large boards are not searched.
    has_told: bool,
}

impl<'a> Searches<'a> {
    /// Returns the searches that the arguments ask for.
    pub(super) fn new(arguments: &'a Arguments, tasks: &'a Tasks) -> Searches<'a> {
        Searches { arguments, tasks, solver: None, checkpoint: CheckpointWriter::none(NAME), has_told: false }
    }

    /// Opens the checkpoint for a position, if one is wanted, and reads it.
    ///
    /// # Errors
    /// If the checkpoint cannot be used.
    pub(super) fn open(&mut self, position: &Position) -> Result<(), Failure> {
        let path: Option<&Path> = self.arguments.perfect.checkpoint.as_deref();
        let Some(solver) = self.solver(position.size()) else { return Ok(()) };
        let name = format!("--solve, board {}", rows(position).join("/"));
        self.checkpoint = CheckpointWriter::resume(NAME, path, &name, |from| solver.load(from))?;
        Ok(())
    }

    /// Returns the solver for boards of a size; `None` if they are too large. One solver at a time is in memory.
    fn solver(&mut self, size: u16) -> Option<&mut Solver> {
        if self.solver.as_ref().is_none_or(|(of, _)| *of != size) {
            self.solver = None;
            let limits = Limits { memory: self.arguments.memory.bytes, threads: self.arguments.common.threads() };
            self.solver = Solver::new(size, limits).map(|solver| (size, solver));
        }
        self.solver.as_mut().map(|(_, solver)| solver)
    }

    /// Returns whether a proof is wanted, also of a position that a player has won.
    pub(super) fn proves(&self) -> bool {
        self.arguments.perfect.proof.is_some()
    }

    /// Solves a position up to the limits.
    pub(super) fn solve(&mut self, data_set: u64, position: &Position) -> PerfectPlay<'a> {
        let arguments = self.arguments;
        let options = &arguments.perfect;
        let mut progress = self.tasks.start(&arguments.limits, &arguments.common);
        let is_asked = |player| options.to_move.is_none_or(|to_move| to_move == player);
        let mut plays = ByPlayer::from_fn(|player| is_asked(player).then(Play::default));
        let mut proof = None;
        if self.solver(position.size()).is_some() {
            proof = self.find_all(data_set, position, &mut plays, &mut progress);
        } else if !std::mem::replace(&mut self.has_told, true) && !arguments.common.quiet {
            let what = if self.proves() { "they have no proofs" } else { "their perfect play is unknown" };
            say(NAME, format_args!("boards above size {LARGEST_SOLVED} are not searched: {what}"));
        }
        let perfect = PerfectPlay { options, plays, proof };
        progress.answered(!perfect.is_complete());
        perfect
    }

    /// Finds the winners first, so that a limit does not leave them unknown because of the moves. Returns the proof.
    fn find_all(
        &mut self,
        data_set: u64,
        position: &Position,
        plays: &mut ByPlayer<Option<Play>>,
        progress: &mut TaskProgress<'_>,
    ) -> Option<Proof> {
        let (_, solver) = self.solver.as_mut()?;
        let options = &self.arguments.perfect;
        let mut search = Search { data_set, solver, checkpoint: &mut self.checkpoint, progress };
        let mut lost = None;
        for player in Player::BOTH {
            let Some(play) = &mut plays[player] else { continue };
            play.winner = match lost {
                // A player who loses with the move loses without it, too: a further stone never hurts.
                Some(loser) => Some(Player::opponent(loser)),
                None => search.find(|solver, progress| solver.winner(position, player, progress)),
            };
            lost = play.winner.filter(|&winner| winner != player).map(|_| player);
        }
        for player in Player::BOTH {
            let Some(play) = &mut plays[player] else { continue };
            let Some(winner) = play.winner else { continue };
            if options.moves {
                play.moves = if winner == player {
                    search.find(|solver, progress| solver.winning_moves(position, player, progress))
                } else {
                    Some(Vec::new())
                };
            }
            if options.strategy {
                play.line = search.find(|solver, progress| solver.line(position, player, progress));
            }
        }
        let proved = options.to_move.filter(|_| options.proof.is_some());
        let proof = proved.and_then(|to_move| {
            plays[to_move].as_ref()?.winner?;
            search.find(|solver, progress| solver.proof(position, to_move, progress))
        });
        if search.progress.is_stopped() {
            let state = search.solver.state();
            search.checkpoint.close(search.progress.is_quiet(), |out| state.save(out));
        }
        proof
    }
}

/// The search of one data set.
struct Search<'s, 'p> {
    data_set: u64,
    solver: &'s mut Solver,
    checkpoint: &'s mut CheckpointWriter,
    progress: &'s mut TaskProgress<'p>,
}

impl Search<'_, '_> {
    /// Has the solver find something, up to the limits. Shows the progress, and saves the state from time to time.
    fn find<T>(&mut self, find: impl FnOnce(&mut Solver, &mut Progress<'_>) -> Option<T>) -> Option<T> {
        let Search { data_set, solver, checkpoint, progress } = self;
        let before = progress.positions();
        // Several threads may find something before they notice a limit that was reached already.
        if progress.check().is_break() {
            return None;
        }
        let (watch, state) = (solver.watch(), solver.state());
        let found = find(solver, &mut |searched| {
            let positions = before + searched;
            progress.show(|| {
                let Now { after, proof, disproof, best } = watch.now();
                let number =
                    |number: Option<u32>| number.map_or_else(|| "infinite".to_owned(), |number| number.to_string());
                let (proof, disproof) = (number(proof), number(disproof));
                let after = after.map_or_else(String::new, |cell| format!(", after {cell}"));
                format!(
                    "data set {data_set}{after}: {positions} positions, proof {proof}, disproof {disproof}, best {best}"
                )
            });
            progress.report(positions)?;
            if checkpoint.is_due() {
                checkpoint.write(|out| state.save(out));
            }
            ControlFlow::Continue(())
        });
        if found.is_none() && progress.check().is_continue() {
            say(NAME, "the checkpoint contradicts itself; remove it to start again");
        }
        found
    }
}
