//! Whether the proofs of the bounds stand, and the best bounds and records known of the four games.
//!
//! - Kawamura, Okamoto, Tatsu, Uno, Yamato: *Morpion Solitaire 5D: a new upper bound of 121 on the maximum score*,
//!   2013.
//! - Michalewski, Nagórko, Pawlewicz: *485 – a new upper bound for Morpion Solitaire*, 2015; *An upper bound of 84 for
//!   Morpion Solitaire 5D*, 2016: linear and integer programs over octagons, and over rectangles around the cross.
//! - E. Demaine, M. Demaine, A. Langerman, S. Langerman: *Morpion Solitaire*, 2006: 705 moves from the potential.

use std::fmt;

use serde::Serialize;

use crate::morpion::Variant;

/// Whether the proof of a bound stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// The proof stands.
    Stands,
    /// The proof is wrong. The number may be a bound nevertheless.
    Refuted,
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Standing::Stands => "stands",
            Standing::Refuted => "refuted",
        })
    }
}

/// The best bound and record known of a game from its cross. The text form is a line of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Known {
    /// The game.
    pub variant: Variant,
    /// The upper bound: no game has more moves.
    pub bound: u32,
    /// Who proved the bound.
    pub by: &'static str,
    /// An earlier bound, and its author.
    #[serde(skip)]
    pub earlier: Option<(u32, &'static str)>,
    /// The number of moves of the longest game found.
    pub record: u32,
    /// Who found it, and when.
    pub record_by: &'static str,
}

impl Known {
    /// Returns whether the record is proved to be the longest game.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.bound == self.record
    }
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Known { variant, bound, by, earlier, record, record_by } = self;
        write!(f, "{variant}: at most {bound} moves ({by}")?;
        if let Some((bound, by)) = earlier {
            write!(f, "; {bound} by {by}")?;
        }
        write!(f, "), record {record} ({record_by})")?;
        if self.is_exact() { f.write_str(", exact") } else { Ok(()) }
    }
}

/// Returns the best bounds and records known of the four games, in the order of [`Variant::ALL`].
#[must_use]
pub fn known() -> [Known; 4] {
    const BY_LINEAR_PROGRAMMING: &str = "Michalewski, Nagórko, Pawlewicz";
    const BY_SEARCH: &str = "Hyyrö and Poranen 2007";
    let known =
        |variant, (bound, by), earlier, (record, record_by)| Known { variant, bound, by, earlier, record, record_by };
    let [t5, d5, t4, d4] = Variant::ALL;
    [
        known(t5, (400, "certificates computed here"), Some((485, BY_LINEAR_PROGRAMMING)), (178, "Rosin 2011")),
        known(d5, (84, BY_LINEAR_PROGRAMMING), Some((121, "Kawamura et al.")), (82, "Rosin 2010")),
        known(t4, (62, "Quist 2008"), None, (62, BY_SEARCH)),
        known(d4, (35, "Quist 2008"), None, (35, BY_SEARCH)),
    ]
}
