//! The tasks of `morpion`: their arguments, and how they are written.
//!
//! `Display` is the canonical spelling of a task: its arguments in the order of the help, without those that have their
//! default values, and without the files that are written beside the answer.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{Args, Subcommand, ValueEnum};
use itertools::Itertools;

use super::examples;
use crate::cli::messages::{ascii, escaped, shortened};
use crate::cli::options::{number, one_of, output_file};
use crate::morpion::Variant;
use crate::morpion::bounds::{MAX_POINTS, Start};
use crate::morpion::count::{MAX_DEPTH, Part};
use crate::morpion::record::Form;
use crate::morpion::search::MAX_LEVELS;
use crate::morpion::upper_bound::{LARGEST_BOUND, Octagon, Relaxation};

/// The default level of a search, which takes minutes.
const LEVEL: u8 = 4;

/// The variants, as help and completions list them.
const VARIANTS: [&str; 4] = ["5T", "5D", "4T", "4D"];

/// Longer names of files are shortened in messages.
const LONGEST_SHOWN: usize = 250;

/// The tasks.
#[derive(Subcommand, Debug)]
pub(super) enum Task {
    /// Print the cross of points that a game starts from
    #[command(after_help = examples::CROSS)]
    Cross {
        /// Lines of 5 or 4 points, touching (T) or disjoint (D)
        #[arg(value_name = "VARIANT", value_parser = one_of::<Variant>(VARIANTS), ignore_case = true)]
        variant: Variant,
        #[command(flatten)]
        picture: Picture,
    },
    /// Check a record: whether it is legal, its score, and whether the game is finished
    ///
    /// The moves are replayed. An illegal record is rejected with its first illegal move and the condition that it
    /// violates: (i) the point is new; (ii) the point is on the line, and lines of the same direction share at most one end
    /// point in 5T and 4T, and no point in 5D and 4D; (iii) all other points of the line are on the board.
    #[command(after_help = examples::CHECK)]
    Check {
        #[command(flatten)]
        source: Source,
        /// Print Flammenkamp's potential of every point
        #[arg(long)]
        map: bool,
        #[command(flatten)]
        picture: Picture,
    },
    /// Print a record as a picture in plain text
    ///
    /// Numbers are moves, `o` are points of the cross, `+` are points where the next move can be made; `moves` lists these
    /// moves with their lines.
    #[command(after_help = examples::SHOW)]
    Show {
        #[command(flatten)]
        source: Source,
        #[command(flatten)]
        picture: Picture,
    },
    /// Convert a record to another form, or draw it
    #[command(after_help = examples::CONVERT)]
    Convert {
        /// Form to convert to
        #[arg(long, value_name = "FORM", value_enum, ignore_case = true)]
        to: Target,
        #[command(flatten)]
        source: Source,
        #[command(flatten)]
        picture: Picture,
    },
    /// List the known records
    ///
    /// The columns are name, variant, score, whether the record is legal and finished, and author. Other tasks take the
    /// name in place of FILE.
    #[command(after_help = examples::RECORDS)]
    Records {
        /// List the records of this variant only
        #[arg(value_name = "VARIANT", value_parser = one_of::<Variant>(VARIANTS), ignore_case = true)]
        variant: Option<Variant>,
    },
    /// Print the legal moves after a record
    ///
    /// Each move is a line `x y x1 y1 x2 y2`: the new point and the two ends of its line. Such a line can be appended to a
    /// record in the plain form.
    #[command(after_help = examples::MOVES)]
    Moves {
        #[command(flatten)]
        source: Source,
    },
    /// Play random moves, and print the game in the plain form
    #[command(after_help = examples::RANDOM)]
    Random {
        /// Lines of 5 or 4 points, touching (T) or disjoint (D)
        #[arg(value_name = "VARIANT", value_parser = one_of::<Variant>(VARIANTS), ignore_case = true)]
        variant: Variant,
        /// Seed of the random numbers; the same seed gives the same game on every machine
        #[arg(long, value_name = "S", default_value_t = 0, value_parser = number::<u64>(0..=u64::MAX))]
        seed: u64,
        /// Stop after N moves [default: play until the game is finished]
        #[arg(long, value_name = "N", value_parser = number::<u64>(0..=MAX_DEPTH as u64))]
        moves: Option<u64>,
        #[command(flatten)]
        picture: Picture,
    },
    /// Print Flammenkamp's bounds on the length of a game, and the best bounds known
    #[command(after_help = examples::BOUNDS)]
    Bounds {
        /// Number of points at the start, 1 to 10^9
        #[arg(value_name = "POINTS", default_value = "36", value_parser = start)]
        start: Start,
    },
    /// Count the grids with 0 to DEPTH moves, up to symmetry
    ///
    /// A grid is the set of lines that a game has drawn, in any order. Each line of the answer has a number of moves and
    /// the number of grids. --labelled adds a column: grids with mirror images and rotations counted separately. --finished
    /// adds a column: finished grids; with --labelled also finished grids counted separately. With --part the columns are
    /// sums for `merge`.
    #[command(after_help = examples::COUNT)]
    Count {
        #[command(flatten)]
        counted: Counted,
        #[command(flatten)]
        checkpoint: Checkpoint,
    },
    /// Add up the parts of a count or a proof, and print the whole
    #[command(after_help = examples::MERGE)]
    Merge {
        /// Files with one part or several, as `count --part` or `prove --part` prints them; - is stdin
        #[arg(value_name = "FILE", required = true)]
        files: Vec<InputFile>,
    },
    /// Prove that no game has more than N moves, by a certificate for each box of hulls
    ///
    /// The proof goes through all hulls as a tree of boxes. A box whose certificate does not prove the bound is split. With --hull it
    /// finds the least bound that it can for the games with one hull.
    #[command(after_help = examples::PROVE)]
    Prove {
        #[command(flatten)]
        proved: Proved,
        /// Write the certificates to the folder DIR, for `verify`
        #[arg(long, value_name = "DIR", value_parser = output_file())]
        save: Option<PathBuf>,
        #[command(flatten)]
        checkpoint: Checkpoint,
    },
    /// Verify certificates that `prove` has written, in integers
    ///
    /// Prints what each proves, and for which hulls. With --complete also checks that they prove it for all hulls.
    #[command(after_help = examples::VERIFY)]
    Verify(Verified),
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
    Best {
        /// Files with a record each, or names of known records; - is stdin
        #[arg(value_name = "FILE", required = true)]
        files: Vec<InputFile>,
        /// Variant of all records: required for those that do not name it, such as Pentasol; otherwise it replaces the variants
        /// that the records name
        #[arg(long, value_name = "VARIANT", value_parser = one_of::<Variant>(VARIANTS), ignore_case = true)]
        variant: Option<Variant>,
    },
}

/// A record, from a file or stdin.
#[derive(Args, Debug)]
pub(super) struct Source {
    /// File with a record in any form (MSR, Pentasol, plain or a list of moves in JSON), or the name of a known record; stdin
    /// if it is absent or -
    #[arg(value_name = "FILE")]
    pub(super) file: Option<InputFile>,

    /// Variant of the record: required if the record does not name it, as in Pentasol, in lists of moves, and in the plain form
    /// without its first line; otherwise it replaces the variant that the record names
    #[arg(long, value_name = "VARIANT", value_parser = one_of::<Variant>(VARIANTS), ignore_case = true)]
    pub(super) variant: Option<Variant>,
}

/// The arguments of a count.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counted {
    /// Lines of 5 or 4 points, touching (T) or disjoint (D)
    #[arg(value_name = "VARIANT", value_parser = one_of::<Variant>(VARIANTS), ignore_case = true)]
    pub(super) variant: Variant,

    /// Largest number of moves, at most 1000
    #[arg(value_name = "DEPTH", value_parser = number::<usize>(0..=MAX_DEPTH as u64))]
    pub(super) depth: usize,

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

/// The arguments of a proof that its result depends on.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proved {
    /// The only variant with such proofs: lines of 5 points, touching
    #[arg(value_name = "VARIANT", value_parser = one_of::<Variant>(["5T"]), ignore_case = true)]
    pub(super) variant: Variant,

    /// Prove that no game has more than N moves
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=u64::from(LARGEST_BOUND)), required_unless_present = "hull")]
    pub(super) at_most: Option<u32>,

    /// Find the least bound for the hull with these eight sides, numbers of edges: top, then clockwise
    #[arg(long, value_name = "SIDES", conflicts_with_all = ["at_most", "part", "checkpoint"])]
    pub(super) hull: Option<Octagon>,

    /// With --hull: `hit` proves a bound; `pairs` leaves out that each line is hit, `plain` that lines are parallel as well
    #[arg(
        long,
        value_name = "RELAXATION",
        value_enum,
        default_value_t,
        ignore_case = true,
        conflicts_with = "at_most"
    )]
    pub(super) relaxation: NamedRelaxation,

    /// Prove only part I of N parts, such as 3/100; `merge` adds up the parts
    #[arg(long, value_name = "I/N")]
    pub(super) part: Option<Part>,
}

impl Proved {
    /// Returns the bound that is to be proved for all hulls.
    pub(super) fn at_most(&self) -> i64 {
        // It is given unless there is a hull.
        i64::from(self.at_most.unwrap_or(0))
    }
}

/// The arguments of a verification.
#[derive(Args, Clone, Debug)]
pub(super) struct Verified {
    /// Files with a certificate each, or folders of files whose names end in .certificate; - is stdin
    #[arg(value_name = "FILE", required_unless_present = "complete", conflicts_with = "complete")]
    pub(super) files: Vec<InputFile>,

    /// Verify all files of the folder DIR whose names end in .certificate, and that no hull is missing
    #[arg(long, value_name = "DIR")]
    pub(super) complete: Option<InputFile>,
}

/// The relaxations, as options name them.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum NamedRelaxation {
    /// Single lines
    Plain,
    /// Pairs of neighbouring lines
    Pairs,
    /// Pairs of neighbouring lines, each of which is hit
    #[default]
    Hit,
}

impl From<NamedRelaxation> for Relaxation {
    fn from(named: NamedRelaxation) -> Relaxation {
        match named {
            NamedRelaxation::Plain => Relaxation::Plain,
            NamedRelaxation::Pairs => Relaxation::Pairs,
            NamedRelaxation::Hit => Relaxation::Hit,
        }
    }
}

impl fmt::Display for NamedRelaxation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.to_possible_value().as_ref().map_or("", |value| value.get_name()))
    }
}

/// A search, and the files that it writes.
#[derive(Args, Debug)]
pub(super) struct Search {
    #[command(flatten)]
    pub(super) searched: Searched,

    /// Save the best game in FILE, unless FILE already has a longer one: as MSR, or as JSON if the name of FILE ends in
    /// .json
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    pub(super) save: Option<PathBuf>,

    /// Append the progress of the search to FILE, as lines of JSON; it goes on after a resume from a checkpoint
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    pub(super) log: Option<PathBuf>,

    #[command(flatten)]
    checkpoint: Checkpoint,

    #[command(flatten)]
    picture: Picture,
}

/// The arguments of a search that its result depends on.
#[derive(Args, Debug)]
pub(super) struct Searched {
    /// Lines of 5 or 4 points, touching (T) or disjoint (D)
    #[arg(value_name = "VARIANT", value_parser = one_of::<Variant>(VARIANTS), ignore_case = true)]
    pub(super) variant: Variant,

    /// Seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number::<u64>(0..=u64::MAX))]
    pub(super) seed: u64,

    /// Number of nested levels, 1 to 9; each further level takes up to 100 times as long
    #[arg(long, value_name = "L", default_value_t = LEVEL, value_parser = number::<u8>(1..=u64::from(MAX_LEVELS)))]
    pub(super) level: u8,

    /// Search until a game has N moves
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=MAX_DEPTH as u64))]
    pub(super) target: Option<usize>,

    /// Start from this record, finished or not
    #[arg(long, value_name = "FILE")]
    pub(super) start: Option<InputFile>,
}

/// The option for a picture.
#[derive(Args, Debug)]
pub(super) struct Picture {
    /// Write a picture of the game to PATH
    #[arg(long, value_name = "PATH", value_parser = output_file())]
    svg: Option<PathBuf>,
}

/// The option for a checkpoint.
#[derive(Args, Debug)]
pub(super) struct Checkpoint {
    /// Save the state in FILE; the same command continues from it. Only for a task on the command line
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    checkpoint: Option<PathBuf>,
}

/// The form that a record is converted to, or a picture.
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
    /// Returns the form of a record; `None` for a picture.
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

impl Task {
    /// Returns the file for a picture; `None` if none is wanted.
    pub(super) fn svg(&self) -> Option<&Path> {
        match self {
            Task::Cross { picture, .. }
            | Task::Check { picture, .. }
            | Task::Show { picture, .. }
            | Task::Convert { picture, .. }
            | Task::Random { picture, .. }
            | Task::Search(Search { picture, .. }) => picture.svg.as_deref(),
            _ => None,
        }
    }

    /// Returns the file for a checkpoint; `None` if none is wanted.
    pub(super) fn checkpoint(&self) -> Option<&Path> {
        match self {
            Task::Count { checkpoint, .. }
            | Task::Prove { checkpoint, .. }
            | Task::Search(Search { checkpoint, .. }) => checkpoint.checkpoint.as_deref(),
            _ => None,
        }
    }

    /// Returns the file with the record that the task reads; `None` if it reads none from a file.
    pub(super) fn record(&self) -> Option<&Path> {
        let file = match self {
            Task::Search(search) => search.searched.start.as_ref(),
            Task::Check { source, .. }
            | Task::Show { source, .. }
            | Task::Convert { source, .. }
            | Task::Moves { source } => source.file.as_ref(),
            _ => None,
        };
        file?.path()
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

impl fmt::Display for Proved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "prove {}", self.variant)?;
        value(f, "--at-most ", self.at_most)?;
        value(f, "--hull ", self.hull)?;
        value(f, "--relaxation ", Some(self.relaxation).filter(|&relaxation| relaxation != NamedRelaxation::Hit))?;
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
            Task::Cross { variant, .. } => write!(f, "cross {variant}"),
            Task::Check { source, map, .. } => {
                write!(f, "check{source}")?;
                flag(f, "--map", *map)
            }
            Task::Show { source, .. } => write!(f, "show{source}"),
            Task::Convert { to, source, .. } => write!(f, "convert --to {to}{source}"),
            Task::Records { variant } => {
                f.write_str("records")?;
                value(f, "", *variant)
            }
            Task::Moves { source } => write!(f, "moves{source}"),
            Task::Random { variant, seed, moves, .. } => {
                write!(f, "random {variant}")?;
                value(f, "--seed ", Some(seed).filter(|&&seed| seed > 0))?;
                value(f, "--moves ", *moves)
            }
            Task::Bounds { start } => {
                f.write_str("bounds")?;
                value(f, "", Some(start.points()).filter(|_| *start != Start::CROSS))
            }
            Task::Count { counted, .. } => counted.fmt(f),
            Task::Merge { files } => {
                f.write_str("merge")?;
                files.iter().try_for_each(|file| value(f, "", Some(file)))
            }
            Task::Prove { proved, .. } => proved.fmt(f),
            Task::Verify(Verified { files, complete }) => {
                f.write_str("verify")?;
                files.iter().try_for_each(|file| value(f, "", Some(file)))?;
                value(f, "--complete ", complete.as_ref())
            }
            Task::Search(Search { searched, .. }) => searched.fmt(f),
            Task::Best { files, variant } => {
                f.write_str("best")?;
                files.iter().try_for_each(|file| value(f, "", Some(file)))?;
                value(f, "--variant ", *variant)
            }
        }
    }
}

/// Parses a number of starting points.
fn start(text: &str) -> Result<Start, String> {
    // The range is that of `Start::new`.
    number::<u64>(1..=MAX_POINTS)(text).map(|points| Start::new(points).unwrap_or(Start::CROSS))
}

/// The name of a file to read; `-` is stdin. `Display` writes it as a word of a list, in quotes where it needs them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct InputFile(String);

impl InputFile {
    /// The name of standard input.
    pub(super) const STDIN: &'static str = "-";

    /// Returns the name as it was given.
    pub(super) fn name(&self) -> &str {
        &self.0
    }

    /// Returns the path of the file; `None` for stdin.
    pub(super) fn path(&self) -> Option<&Path> {
        (self.0 != Self::STDIN).then(|| Path::new(&self.0))
    }
}

impl FromStr for InputFile {
    type Err = String;

    fn from_str(text: &str) -> Result<InputFile, String> {
        match text {
            "" => Err("expected the name of a file".to_owned()),
            _ if text.starts_with('-') && text != Self::STDIN => {
                Err(format!("expected the name of a file; write ./{text} for one that begins with a dash"))
            }
            _ => Ok(InputFile(text.to_owned())),
        }
    }
}

impl fmt::Display for InputFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A tab can stand between quotes.
        let name = self.0.split('\t').map(escaped).join("\t");
        if !name.contains(|char: char| char.is_whitespace() || matches!(char, '\'' | '"')) && !name.starts_with('#') {
            return f.write_str(&name);
        }
        if name.contains('\'') && !name.contains('"') {
            return write!(f, "\"{name}\"");
        }
        // Between two parts in single quotes a single quote stands in double ones.
        write!(f, "'{}'", name.replace('\'', "'\"'\"'"))
    }
}

/// Returns the name of a file for a message: shortened, in ASCII.
pub(super) fn in_message(file: &str) -> String {
    ascii(&shortened(file, LONGEST_SHOWN))
}
