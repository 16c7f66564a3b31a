//! The tasks of `morpion`, as they are written.
//!
//! ```text
//!     cross 5T         check game.msr --variant 5D --map        convert --to svg game.msr
//!     bounds 36        count 4D 40 labelled finished part 3/8   random 5T seed 7 moves 20
//! ```
//!
//! `Display` is the canonical spelling: options in the order above, after the rest.

use std::fmt;

use crate::cli::files::Shown;
use crate::morpion::Variant;
use crate::morpion::bounds::Start;
use crate::morpion::count::Part;
use crate::morpion::record::Form;

/// What the program can be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Task {
    Cross(Variant),
    Check { source: Source, map: bool },
    Show(Source),
    Convert { source: Source, to: Target },
    Records(Option<Variant>),
    Random { variant: Variant, seed: u64, moves: Option<u64> },
    Bounds(Start),
    Count(Counted),
    Merge(Vec<String>),
    Search(Searched),
    Best { files: Vec<String>, variant: Option<Variant> },
}

/// Where a record is, and which game it is of if it is not to say so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Source {
    /// None: stdin.
    pub(super) file: Option<String>,
    pub(super) variant: Option<Variant>,
}

impl Source {
    /// A file, of which `-` is stdin.
    pub(super) fn new(file: Option<String>, variant: Option<Variant>) -> Source {
        Source { file: file.filter(|file| file != "-"), variant }
    }
}

/// What a record is converted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Form(Form),
    Svg,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counted {
    pub(super) variant: Variant,
    pub(super) depth: usize,
    pub(super) labelled: bool,
    pub(super) finished: bool,
    /// None: all of it.
    pub(super) part: Option<Part>,
}

/// What is searched for. Where the best game is kept and what happens is noted does not belong to the task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Searched {
    pub(super) variant: Variant,
    pub(super) seed: u64,
    pub(super) level: u8,
    pub(super) target: Option<usize>,
    pub(super) start: Option<String>,
    pub(super) save: Option<String>,
    pub(super) log: Option<String>,
}

impl Task {
    /// Whether it has a game that can be drawn.
    pub(super) fn has_picture(&self) -> bool {
        matches!(
            self,
            Task::Cross(_)
                | Task::Check { .. }
                | Task::Show(_)
                | Task::Convert { .. }
                | Task::Random { .. }
                | Task::Search(_)
        )
    }

    /// The file with the record that it reads, if it reads one.
    pub(super) fn record(&self) -> Option<&str> {
        match self {
            Task::Check { source, .. } | Task::Show(source) | Task::Convert { source, .. } => source.file.as_deref(),
            Task::Search(searched) => searched.start.as_deref(),
            _ => None,
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, " {}", Shown(file))?;
        }
        self.variant.map_or(Ok(()), |variant| write!(f, " --variant {variant}"))
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Form(form) => form.fmt(f),
            Target::Svg => f.write_str("svg"),
        }
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "count {} {}", self.variant, self.depth)?;
        for (word, said) in [(" labelled", self.labelled), (" finished", self.finished)] {
            f.write_str(if said { word } else { "" })?;
        }
        self.part.map_or(Ok(()), |Part { number, of }| write!(f, " part {number}/{of}"))
    }
}

impl fmt::Display for Searched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "search {} --seed {} --level {}", self.variant, self.seed, self.level)?;
        if let Some(target) = self.target {
            write!(f, " --target {target}")?;
        }
        self.start.as_ref().map_or(Ok(()), |file| write!(f, " --start {}", Shown(file)))
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Task::Cross(variant) => write!(f, "cross {variant}"),
            Task::Check { source, map } => write!(f, "check{source}{}", if *map { " --map" } else { "" }),
            Task::Show(source) => write!(f, "show{source}"),
            Task::Convert { source, to } => write!(f, "convert --to {to}{source}"),
            Task::Records(None) => f.write_str("records"),
            Task::Records(Some(variant)) => write!(f, "records {variant}"),
            Task::Random { variant, seed, moves } => {
                write!(f, "random {variant} seed {seed}")?;
                moves.map_or(Ok(()), |moves| write!(f, " moves {moves}"))
            }
            Task::Bounds(start) => write!(f, "bounds {}", start.points()),
            Task::Count(counted) => counted.fmt(f),
            Task::Merge(files) => {
                f.write_str("merge")?;
                files.iter().try_for_each(|file| write!(f, " {}", Shown(file)))
            }
            Task::Search(searched) => searched.fmt(f),
            Task::Best { files, variant } => {
                f.write_str("best")?;
                files.iter().try_for_each(|file| write!(f, " {}", Shown(file)))?;
                variant.map_or(Ok(()), |variant| write!(f, " --variant {variant}"))
            }
        }
    }
}
