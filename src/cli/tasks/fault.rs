//! What is wrong with a task.

use std::fmt;

use crate::cli::Exit;
use crate::text::Place;

/// What is wrong with a task, and where it stands in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    place: Option<Place>,
    /// For people, in a line.
    problem: String,
}

impl Fault {
    /// A fault in a list, or on the command line.
    pub(super) fn new(place: Option<Place>, problem: impl fmt::Display) -> Fault {
        Fault { place, problem: problem.to_string() }
    }

    /// How the program ends: a list is input, a command line is usage.
    #[must_use]
    pub fn exit(&self) -> Exit {
        if self.place.is_some() { Exit::Rejected } else { Exit::Usage }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.problem)
    }
}
