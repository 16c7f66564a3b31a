//! The tasks of `morpion`: their arguments, and how they are written.
//!
//! `Display` is the canonical spelling of a task: its arguments in the order of the help, without those that have their
//! default values, and without the files that are written beside the answer.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};

use super::examples;
use super::values::{InputFile, VARIANTS, output_file};
use crate::cli::options::{number, one_of};
use crate::morpion::Variant;
use crate::morpion::bounds::{MOST_POINTS, Start};
use crate::morpion::count::{DEEPEST, Part};
use crate::morpion::record::Form;
use crate::morpion::search::MOST_LEVELS;

/// A search of this level takes minutes.
const LEVEL: u64 = 4;

/// What the program answers.
#[derive(Subcommand, Debug)]
pub(super) enum Task {
    /// Print the cross of points that a game starts from
    #[command(after_help = examples::CROSS)]
    Cross(Cross),
    /// Check a record: whether it is legal, its score, and whether the game is finished
    ///
    /// The moves are replayed. An illegal record is rejected with its first illegal move and the condition that it
    /// violates: (i) the point is new; (ii) the point is on the line, and lines of the same direction share at most one end
    /// point in 5T and 4T, and no point in 5D and 4D; (iii) all other points of the line are on the board.
    #[command(after_help = examples::CHECK)]
    Check(Check),
    /// Print a record as a picture in plain text
    ///
    /// Numbers are moves, `o` are points of the cross, `+` are points where the next move can be made.
    #[command(after_help = examples::SHOW)]
    Show(Show),
    /// Convert a record to another form, or draw it
    #[command(after_help = examples::CONVERT)]
    Convert(Convert),
    /// List the known records
    ///
    /// The columns are name, variant, score, whether the record is legal and finished, and author. Other tasks take the
    /// name in place of FILE.
    #[command(after_help = examples::RECORDS)]
    Records(Records),
    /// Print the legal moves after a record
    ///
    /// Each move is a line `x y x1 y1 x2 y2`: the new point and the two ends of its line.
    #[command(after_help = examples::MOVES)]
    Moves(Moves),
    /// Play random moves, and print the game in the plain form
    #[command(after_help = examples::RANDOM)]
    Random(Random),
    /// Print Flammenkamp's bounds on the length of a game, and the best bounds known
    #[command(after_help = examples::BOUNDS)]
    Bounds(Bounds),
    /// Count the grids with 0 to DEPTH moves, up to symmetry
    ///
    /// A grid is the set of lines that a game has drawn, in any order. Each line of the answer has a number of moves and
    /// the number of grids. --labelled adds a column: grids with mirror images and rotations counted separately. --finished
    /// adds a column: finished grids; with --labelled also finished grids counted separately. With --part the columns are
    /// sums for `merge`.
    #[command(after_help = examples::COUNT)]
    Count(Count),
    /// Add up the parts of a count, and print the whole count
    #[command(after_help = examples::MERGE)]
    Merge(Merge),
    /// Search for a long game
    ///
    /// Prints the number of moves and the game in the plain form. The method is nested rollout policy adaptation (NRPA).
    /// Without --target each thread makes one run; with --target runs are made until a game is long enough. The answer
    /// depends only on the options and the number of threads, unless --time, Ctrl-C or SIGTERM stops the search.
    #[command(after_help = examples::SEARCH)]
    Search(Search),
    /// Find the longest legal record of each variant among several
    ///
    /// Illegal or unreadable records are skipped, with the reason on stderr.
    #[command(after_help = examples::BEST)]
    Best(Best),
}

/// A record, from a file or stdin.
#[derive(Args, Debug)]
pub(super) struct Source {
    /// File with a record in any form (MSR, Pentasol or plain), or the name of a known record; stdin if it is absent or -
    #[arg(value_name = "FILE")]
    pub(super) file: Option<InputFile>,

    /// Variant of the record: required for Pentasol, which does not name it; otherwise it replaces the variant that the
    /// record names
    #[arg(long, value_name = "VARIANT", value_parser = one_of::<Variant>(VARIANTS), ignore_case = true)]
    pub(super) variant: Option<Variant>,
}

#[derive(Args, Debug)]
pub(super) struct Cross {
    /// Lines of 5 or 4 points, touching (T) or disjoint (D)
    #[arg(value_name = "VARIANT", value_parser = one_of::<Variant>(VARIANTS), ignore_case = true)]
    pub(super) variant: Variant,

    #[command(flatten)]
    picture: Picture,
}

#[derive(Args, Debug)]
pub(super) struct Check {
    #[command(flatten)]
    pub(super) source: Source,

    /// Print Flammenkamp's potential of every point
    #[arg(long)]
    pub(super) map: bool,

    #[command(flatten)]
    picture: Picture,
}

#[derive(Args, Debug)]
pub(super) struct Show {
    #[command(flatten)]
    pub(super) source: Source,

    #[command(flatten)]
    picture: Picture,
}

#[derive(Args, Debug)]
pub(super) struct Convert {
    /// Form to convert to
    #[arg(long, value_name = "FORM", value_enum, ignore_case = true)]
    pub(super) to: Target,

    #[command(flatten)]
    pub(super) source: Source,

    #[command(flatten)]
    picture: Picture,
}

#[derive(Args, Debug)]
pub(super) struct Records {
    /// List the records of this variant only
    #[arg(value_name = "VARIANT", value_parser = one_of::<Variant>(VARIANTS), ignore_case = true)]
    pub(super) variant: Option<Variant>,
}

#[derive(Args, Debug)]
pub(super) struct Moves {
    #[command(flatten)]
    pub(super) source: Source,
}

#[derive(Args, Debug)]
pub(super) struct Random {
    /// Lines of 5 or 4 points, touching (T) or disjoint (D)
    #[arg(value_name = "VARIANT", value_parser = one_of::<Variant>(VARIANTS), ignore_case = true)]
    pub(super) variant: Variant,

    /// Seed of the random numbers; the same seed gives the same game on every machine
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number::<u64>(0..=u64::MAX))]
    pub(super) seed: u64,

    /// Stop after N moves [default: play until the game is finished]
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..=DEEPEST as u64))]
    pub(super) moves: Option<u64>,

    #[command(flatten)]
    picture: Picture,
}

#[derive(Args, Debug)]
pub(super) struct Bounds {
    /// Number of points at the start, 1 to 10^9
    #[arg(value_name = "POINTS", default_value_t = Start::CROSS.points(), value_parser = number::<u64>(1..=MOST_POINTS))]
    points: u64,
}

#[derive(Args, Debug)]
pub(super) struct Count {
    #[command(flatten)]
    pub(super) counted: Counted,

    #[command(flatten)]
    checkpoint: Checkpoint,
}

/// What is counted.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counted {
    /// Lines of 5 or 4 points, touching (T) or disjoint (D)
    #[arg(value_name = "VARIANT", value_parser = one_of::<Variant>(VARIANTS), ignore_case = true)]
    pub(super) variant: Variant,

    /// Largest number of moves, at most 1000
    #[arg(value_name = "DEPTH", value_parser = number::<u64>(0..=DEEPEST as u64))]
    pub(super) depth: u64,

    /// Add the number of grids with mirror images and rotations counted separately
    #[arg(long)]
    pub(super) labelled: bool,

    /// Add the number of finished grids: those without a legal move
    #[arg(long)]
    pub(super) finished: bool,

    /// Count only part I of N parts of about equal work, such as 3/100; `merge` adds up the parts
    #[arg(long, value_name = "I/N")]
    pub(super) part: Option<Part>,
}

#[derive(Args, Debug)]
pub(super) struct Merge {
    /// Files with one part or several, as `count --part` prints them; - is stdin
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<InputFile>,
}

#[derive(Args, Debug)]
pub(super) struct Search {
    #[command(flatten)]
    pub(super) searched: Searched,

    /// Save the best game in FILE, unless FILE already has a longer one: as MSR, or as JSON if the name of FILE ends in
    /// .json
    #[arg(long, value_name = "FILE", value_parser = output_file)]
    pub(super) save: Option<PathBuf>,

    /// Append the progress of the search to FILE, as lines of JSON
    #[arg(long, value_name = "FILE", value_parser = output_file)]
    pub(super) log: Option<PathBuf>,

    #[command(flatten)]
    checkpoint: Checkpoint,

    #[command(flatten)]
    picture: Picture,
}

/// What is searched for, and how.
#[derive(Args, Debug)]
pub(super) struct Searched {
    /// Lines of 5 or 4 points, touching (T) or disjoint (D)
    #[arg(value_name = "VARIANT", value_parser = one_of::<Variant>(VARIANTS), ignore_case = true)]
    pub(super) variant: Variant,

    /// Seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number::<u64>(0..=u64::MAX))]
    pub(super) seed: u64,

    /// Number of nested levels, 1 to 9; each further level takes up to 100 times as long
    #[arg(long, value_name = "L", default_value_t = LEVEL, value_parser = number::<u64>(1..=u64::from(MOST_LEVELS)))]
    pub(super) level: u64,

    /// Search until a game has N moves
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=DEEPEST as u64))]
    pub(super) target: Option<u64>,

    /// Start from this record, finished or not
    #[arg(long, value_name = "FILE")]
    pub(super) start: Option<InputFile>,
}

#[derive(Args, Debug)]
pub(super) struct Best {
    /// Files with a record each, or names of known records; - is stdin
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<InputFile>,

    /// Variant of all records: required for Pentasol, which does not name it; otherwise it replaces the variants that the
    /// records name
    #[arg(long, value_name = "VARIANT", value_parser = one_of::<Variant>(VARIANTS), ignore_case = true)]
    pub(super) variant: Option<Variant>,
}

#[derive(Args, Debug)]
struct Picture {
    /// Write a picture of the game to PATH
    #[arg(long, value_name = "PATH", value_parser = output_file)]
    svg: Option<PathBuf>,
}

#[derive(Args, Debug)]
struct Checkpoint {
    /// Save the state in FILE; the same command continues from it. Only for a task on the command line
    #[arg(long, value_name = "FILE", value_parser = output_file)]
    checkpoint: Option<PathBuf>,
}

/// What a record is converted to.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// MSR in one line: MS1: and Base64
    Msr,
    /// MSR as JSON
    Json,
    /// The form of the record sites, for 5T and 5D
    Pentasol,
    /// The variant, then a line `x y x1 y1 x2 y2` for each move
    Plain,
    /// A picture
    Svg,
}

impl Target {
    /// The form of a record; `None` for a picture.
    pub(super) fn form(self) -> Option<Form> {
        match self {
            Target::Msr => Some(Form::Msr),
            Target::Json => Some(Form::Json),
            Target::Pentasol => Some(Form::Pentasol),
            Target::Plain => Some(Form::Plain),
            Target::Svg => None,
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.form() {
            Some(form) => form.fmt(f),
            None => f.write_str("svg"),
        }
    }
}

impl Bounds {
    /// The points at the start.
    pub(super) fn start(&self) -> Start {
        // The number is in the range that clap accepts.
        Start::new(self.points).unwrap_or(Start::CROSS)
    }
}

impl Count {
    pub(super) fn checkpoint(&self) -> Option<&Path> {
        self.checkpoint.checkpoint.as_deref()
    }
}

impl Search {
    pub(super) fn checkpoint(&self) -> Option<&Path> {
        self.checkpoint.checkpoint.as_deref()
    }
}

impl Searched {
    pub(super) fn levels(&self) -> u8 {
        // At most `MOST_LEVELS`.
        self.level as u8
    }

    pub(super) fn target(&self) -> Option<usize> {
        self.target.map(|target| target as usize)
    }
}

impl Counted {
    /// The largest number of moves.
    pub(super) fn depth(&self) -> usize {
        // At most `DEEPEST`.
        self.depth as usize
    }
}

impl Task {
    /// The file for a picture.
    pub(super) fn svg(&self) -> Option<&Path> {
        let picture = match self {
            Task::Cross(Cross { picture, .. })
            | Task::Check(Check { picture, .. })
            | Task::Show(Show { picture, .. })
            | Task::Convert(Convert { picture, .. })
            | Task::Random(Random { picture, .. })
            | Task::Search(Search { picture, .. }) => picture,
            Task::Records(_) | Task::Moves(_) | Task::Bounds(_) | Task::Count(_) | Task::Merge(_) | Task::Best(_) => {
                return None;
            }
        };
        picture.svg.as_deref()
    }

    /// The file for a checkpoint.
    pub(super) fn checkpoint(&self) -> Option<&Path> {
        match self {
            Task::Count(count) => count.checkpoint(),
            Task::Search(search) => search.checkpoint(),
            _ => None,
        }
    }

    /// The file with the record that the task reads, if it reads one from a file.
    pub(super) fn record(&self) -> Option<&Path> {
        let file = match self {
            Task::Check(Check { source, .. })
            | Task::Show(Show { source, .. })
            | Task::Convert(Convert { source, .. })
            | Task::Moves(Moves { source }) => source.file.as_ref(),
            Task::Search(search) => search.searched.start.as_ref(),
            _ => None,
        };
        file.and_then(InputFile::path)
    }
}

/// Writes what follows the name of a task: values that are given, and flags that are set.
fn value(f: &mut fmt::Formatter<'_>, before: &str, value: Option<impl fmt::Display>) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {before}{value}"))
}

fn flag(f: &mut fmt::Formatter<'_>, name: &str, is_set: bool) -> fmt::Result {
    value(f, "", is_set.then_some(name))
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        value(f, "", self.file.as_ref().filter(|file| file.path().is_some()))?;
        value(f, "--variant ", self.variant)
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "count {} {}", self.variant, self.depth)?;
        flag(f, "--labelled", self.labelled)?;
        flag(f, "--finished", self.finished)?;
        value(f, "--part ", self.part)
    }
}

impl fmt::Display for Searched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "search {}", self.variant)?;
        value(f, "--seed ", Some(self.seed).filter(|&seed| seed > 0))?;
        value(f, "--level ", Some(self.level).filter(|&level| level != LEVEL))?;
        value(f, "--target ", self.target)?;
        value(f, "--start ", self.start.as_ref())
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Task::Cross(Cross { variant, .. }) => write!(f, "cross {variant}"),
            Task::Check(Check { source, map, .. }) => {
                write!(f, "check{source}")?;
                flag(f, "--map", *map)
            }
            Task::Show(Show { source, .. }) => write!(f, "show{source}"),
            Task::Convert(Convert { to, source, .. }) => write!(f, "convert --to {to}{source}"),
            Task::Records(Records { variant }) => {
                f.write_str("records")?;
                value(f, "", *variant)
            }
            Task::Moves(Moves { source }) => write!(f, "moves{source}"),
            Task::Random(Random { variant, seed, moves, .. }) => {
                write!(f, "random {variant}")?;
                value(f, "--seed ", Some(seed).filter(|&&seed| seed > 0))?;
                value(f, "--moves ", *moves)
            }
            Task::Bounds(bounds) => {
                f.write_str("bounds")?;
                value(f, "", Some(bounds.points).filter(|_| bounds.start() != Start::CROSS))
            }
            Task::Count(Count { counted, .. }) => counted.fmt(f),
            Task::Merge(Merge { files }) => {
                f.write_str("merge")?;
                files.iter().try_for_each(|file| value(f, "", Some(file)))
            }
            Task::Search(Search { searched, .. }) => searched.fmt(f),
            Task::Best(Best { files, variant }) => {
                f.write_str("best")?;
                files.iter().try_for_each(|file| value(f, "", Some(file)))?;
                value(f, "--variant ", *variant)
            }
        }
    }
}
