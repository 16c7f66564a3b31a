//! The `morpion` program: its tasks and their answers.
//!
//! ```text
//!     mod -> records    tasks on records: cross, check, show, convert, records, moves, random, best
//!      |        -> game     a record from a file or stdin, replayed
//!      |---> bounds     Flammenkamp's bounds
//!      |---> merge      the parts of a count or a proof, added up
//!      |        |--> count, prove
//!      |        \---------> part   a part as a line of JSON
//!      |---> verify     certificates
//!       \--> search     with its log, and the file for its best game
//! ```

mod bounds;
mod count;
mod game;
mod merge;
mod part;
mod prove;
mod records;
mod search;
mod verify;

use std::process::ExitCode;

use clap::builder::TypedValueParser;
use clap::{Arg, Command, Subcommand};

use super::arguments::one_of;
use super::failure::{Exit, Failure};
use super::limits::LimitArgs;
use super::program::{self, Program};
use super::run::Run;
use crate::morpion::Variant;

/// What `--nodes` counts here.
const NODES: &str = "Stop each count after about N grids, each search after about N playouts, each proof after about N evaluations, and print what is known";

/// Morpion Solitaire: records checked, shown and converted, bounds, exact counts, long games
///
/// A move adds a point to a cross of 36 or 24 points, and draws a line of 5 or 4 points through it whose other points
/// are on the board. Lines of the same direction may share an end point in 5T and 4T, and no point in 5D and 4D. The
/// goal is the longest game.
///
/// Without a task, a list of tasks is read from stdin: one task per line, with its own options, as on the command line.
/// `#` begins a comment. Limits and common options are given on the command line, and hold for each task.
#[derive(Subcommand, Debug)]
enum Morpion {
    /// Print the cross of points that a game starts from
    ///
    /// `o` are points of the cross. A `:` stands between two rows of points, where a game may have lines.
    Cross(records::Cross),
    /// Check a record: whether it is legal, its score, and whether the game is finished
    ///
    /// The moves are replayed. An illegal record is rejected with its first illegal move and the condition that it
    /// violates: (i) the point is new; (ii) the point is on the line, and lines of the same direction share at most one
    /// end point in 5T and 4T, and no point in 5D and 4D; (iii) all other points of the line are on the board.
    Check(records::Check),
    /// Print a record as a picture in plain text
    ///
    /// Numbers are moves, `o` are points of the cross, `+` are points where the next move can be made; `moves` lists
    /// these moves with their lines. A `:` stands in a row that no line crosses. On a terminal lines have colours, and
    /// the picture is drawn closer if it is too wide.
    Show(records::Show),
    /// Convert a record to another form, or draw it
    Convert(records::Convert),
    /// List the known records
    ///
    /// The columns are name, variant, score, whether the record is legal and finished, and author. Other tasks take the
    /// name in place of FILE.
    Records(records::Records),
    /// Print the legal moves after a record
    ///
    /// Each move is a line `x y x1 y1 x2 y2`: the new point and the two ends of its line. Such a line can be appended
    /// to a record in the plain form.
    Moves(records::Moves),
    /// Play random moves, and print the game in the plain form
    Random(records::Random),
    /// Print Flammenkamp's bounds on the length of a game, and the best bounds known
    Bounds(bounds::Bounds),
    /// Count the grids with 0 to DEPTH moves, up to symmetry
    ///
    /// A grid is the set of lines that a game has drawn, in any order. Each line of the answer has a number of moves
    /// and the number of grids. --labelled adds a column: grids with mirror images and rotations counted separately.
    /// --finished adds a column: finished grids; with --labelled also finished grids counted separately. With --part
    /// the answer is a line of JSON for `merge`.
    Count(count::Count),
    /// Add up the parts of a count or a proof, and print the whole
    Merge(merge::Merge),
    /// Prove that no game has more than N moves, by a certificate for each box of hulls
    ///
    /// The proof goes through all hulls as a tree of boxes. A box whose certificate does not prove the bound is split.
    /// With --hull it finds the least bound that it can for the games with one hull.
    Prove(prove::Prove),
    /// Verify certificates that `prove` has written, in integers
    ///
    /// Prints what each proves, and for which hulls. With --complete also checks that they prove it for all hulls.
    Verify(verify::Verify),
    /// Search for a long game
    ///
    /// Prints the number of moves and the game in the plain form. The method is nested rollout policy adaptation
    /// (NRPA). Without --target each thread makes one run; with --target runs are made until a game is long enough.
    /// With --symmetric a move and its half-turn are played together. The answer depends only on the options and the
    /// number of threads, unless --time, Ctrl-C or SIGTERM stops the search.
    Search(search::Search),
    /// Find the longest legal record of each variant among several
    ///
    /// Illegal or unreadable records are skipped, with the reason on stderr.
    Best(records::Best),
}

impl Program for Morpion {
    const NAME: &'static str = "morpion";
    const EXAMPLES: &'static str = include_str!("examples.txt");
    const EXAMPLE: &'static str = "count";
    type Limits = LimitArgs;

    fn define(command: Command) -> Command {
        Morpion::augment_subcommands(command)
    }

    fn adapt(command: Command) -> Command {
        let explained = |arg: Arg| if arg.get_id() == "nodes" { arg.help(NODES) } else { arg };
        command.mut_args(explained).mut_subcommands(|task| task.mut_args(explained))
    }

    fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        match self {
            Morpion::Cross(task) => task.run(run),
            Morpion::Check(task) => task.run(run),
            Morpion::Show(task) => task.run(run),
            Morpion::Convert(task) => task.run(run),
            Morpion::Records(task) => task.run(run),
            Morpion::Moves(task) => task.run(run),
            Morpion::Random(task) => task.run(run),
            Morpion::Bounds(task) => task.run(run),
            Morpion::Count(task) => task.run(run),
            Morpion::Merge(task) => task.run(run),
            Morpion::Prove(task) => task.run(run),
            Morpion::Verify(task) => task.run(run),
            Morpion::Search(task) => task.run(run),
            Morpion::Best(task) => task.run(run),
        }
    }
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    program::main::<Morpion>()
}

/// Returns a parser for a variant.
fn variant() -> impl TypedValueParser<Value = Variant> {
    one_of(["5T", "5D", "4T", "4D"])
}

/// The help of `--svg`, and that of `--checkpoint`.
const PICTURE: &str = "Write a picture of the game to PATH; - is stdout, in place of the text";
const CHECKPOINT: &str =
    "Save the state in FILE; the same command continues from it. Only for a task on the command line";
