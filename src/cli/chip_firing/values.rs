//! Values of arguments: graphs and ranges, and how they are written.

use std::fmt;
use std::num::IntErrorKind;
use std::str::FromStr;

use crate::chip_firing::Game;
use crate::cli::exit::Failure;
use crate::graph::{Named, NotAGraph};

/// A value, and the text that it was parsed from, for messages about it.
#[derive(Clone, Debug)]
pub(super) struct Typed<T> {
    text: String,
    pub(super) value: T,
}

impl<T> Typed<T> {
    pub(super) fn new(text: &str, value: T) -> Typed<T> {
        Typed { text: text.to_owned(), value }
    }

    /// The value does not go with the others; `argument` is as help shows it.
    pub(super) fn invalid(&self, argument: &'static str, problem: impl fmt::Display) -> Failure {
        Failure::Argument(argument, self.text.clone(), problem.to_string())
    }
}

impl<T: FromStr> FromStr for Typed<T> {
    type Err = T::Err;

    fn from_str(text: &str) -> Result<Typed<T>, T::Err> {
        text.parse().map(|value| Typed::new(text, value))
    }
}

/// The canonical spelling.
impl<T: fmt::Display> fmt::Display for Typed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

/// A graph that a game can be played on, and its name.
#[derive(Clone, Debug)]
pub(super) struct NamedGraph {
    pub(super) name: String,
    /// The game from the empty board.
    pub(super) game: Game,
}

impl FromStr for NamedGraph {
    type Err = String;

    fn from_str(text: &str) -> Result<NamedGraph, String> {
        let named: Named = text.parse().map_err(|problem: NotAGraph| problem.to_string())?;
        let name = named.to_string();
        let game = Game::new(named.into_graph()).map_err(|problem| problem.to_string())?;
        Ok(NamedGraph { name, game })
    }
}

impl fmt::Display for NamedGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Which graphs a task is about.
#[derive(Clone, Debug)]
pub(super) enum Graphs {
    One(NamedGraph),
    /// Those in graph6 on stdin: `-`.
    Stdin,
}

impl FromStr for Graphs {
    type Err = String;

    fn from_str(text: &str) -> Result<Graphs, String> {
        if text == "-" { Ok(Graphs::Stdin) } else { text.parse().map(Graphs::One) }
    }
}

impl fmt::Display for Graphs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Graphs::One(graph) => graph.fmt(f),
            Graphs::Stdin => f.write_str("-"),
        }
    }
}

/// The complete graphs with these numbers of vertices, from 2 on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub(super) from: u64,
    pub(super) to: u64,
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Range, String> {
        const EXPECTED: &str = "expected a range such as 2..8";
        // A number that does not fit is too large for every graph.
        let number = |digits: &str| match digits.parse::<u64>() {
            Ok(number) if !digits.starts_with('+') => Some(number),
            Err(error) if *error.kind() == IntErrorKind::PosOverflow => Some(u64::MAX),
            _ => None,
        };
        let (from, largest) = text.split_once("..").ok_or(EXPECTED)?;
        let (from, to) = number(from).zip(number(largest)).ok_or(EXPECTED)?;
        if from < 2 {
            return Err("expected a range from 2 on, since complete graphs begin with K2".to_owned());
        }
        if to < from {
            return Err(format!("{EXPECTED}, found one that ends before it begins"));
        }
        match format!("K{to}").parse::<Named>() {
            Ok(_) => Ok(Range { from, to }),
            Err(problem) => Err(format!("K{largest} is too large: {problem}")),
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.from, self.to)
    }
}
