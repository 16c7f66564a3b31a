//! What became of the bounds, and the best that is known of the four games today.

use std::fmt;

use super::Start;
use crate::morpion::Variant;

/// The bounds of the paper.
///
/// ```
/// use quadrille::morpion::bounds::{Claim, Standing, Start};
/// assert_eq!(Claim::ALL.map(Claim::standing), [Standing::Stands, Standing::Refuted, Standing::Stands]);
/// assert!(Claim::Second.remarks(Start::CROSS)[0].starts_with("Claimed by Flammenkamp 2003; the proof is refuted"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Claim {
    /// The margin of an octagon: [`first`](super::first()).
    First,
    /// And the alignment of its lines: [`second`](super::second()).
    Second,
    /// The octagon with equal sides: [`rough`](super::rough()).
    Rough,
}

impl Claim {
    /// All three, as they are reported.
    pub const ALL: [Claim; 3] = [Claim::First, Claim::Second, Claim::Rough];

    /// Returns whether its proof stands.
    #[must_use]
    pub const fn standing(self) -> Standing {
        match self {
            Claim::First | Claim::Rough => Standing::Stands,
            Claim::Second => Standing::Refuted,
        }
    }

    /// Returns the sources and reasons, a sentence each; for the second bound of the cross there are more.
    #[must_use]
    pub fn remarks(self, start: Start) -> &'static [&'static str] {
        match self {
            Claim::First => {
                &["Proved by Flammenkamp 2003; also found by Demaine, Demaine, Langerman and Langerman 2006"]
            }
            Claim::Second if start == Start::CROSS => &[
                "Claimed by Flammenkamp 2003; the proof is refuted on Boyer's Limits page, morpionsolitaire.com",
                "The two octagons hold at most 264 and 270 lines of five, not the 288 needed, \
                 and a grid of 317 moves of the looser game 5T++ shows that the argument fails",
                "The author replied in November 2011 with a new version, whose text was not available here",
            ],
            Claim::Second => {
                &["Claimed by Flammenkamp 2003; the proof is refuted on Boyer's Limits page, morpionsolitaire.com"]
            }
            Claim::Rough => &["Stated by Flammenkamp 2003; it follows from the first bound, which is smaller"],
        }
    }
}

/// What became of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// It is proved.
    Stands,
    /// Its proof is wrong. Whether the number is a bound by another proof is not stated.
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

/// A bound that was proved on the way to a better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Earlier {
    /// The most moves.
    pub bound: u32,
    /// By whom, or by what.
    pub by: &'static str,
}

/// The best that is known of a game from its cross. Its text form is the line of the report.
///
/// ```
/// use quadrille::morpion::{Variant, bounds};
/// let [touching, ..] = bounds::known();
/// assert_eq!((touching.variant, touching.bound, touching.record), (Variant::T5, 485, 178));
/// assert!(!touching.is_exact());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Which game.
    pub variant: Variant,
    /// No game has more moves.
    pub bound: u32,
    /// Who proved that.
    pub by: &'static str,
    /// A weaker bound worth mentioning.
    pub earlier: Option<Earlier>,
    /// The most moves of a game that was found.
    pub record: u32,
    /// By whom and when.
    pub record_by: &'static str,
}

impl Known {
    /// Whether the record is proved to be the longest game.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.bound == self.record
    }
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Known { variant, bound, by, earlier, record, record_by } = self;
        write!(f, "{variant}: at most {bound} moves ({by}")?;
        if let Some(Earlier { bound, by }) = earlier {
            write!(f, "; {bound} by {by}")?;
        }
        write!(f, "), record {record} ({record_by})")?;
        if self.is_exact() { f.write_str(", exact") } else { Ok(()) }
    }
}

/// The best that is known of the four games, in the order of [`Variant::ALL`].
#[must_use]
pub const fn known() -> [Known; 4] {
    [
        Known {
            variant: Variant::T5,
            bound: 485,
            by: "Michalewski, Nagórko, Pawlewicz",
            earlier: Some(Earlier { bound: 586, by: "linear programming" }),
            record: 178,
            record_by: "Rosin 2011",
        },
        Known {
            variant: Variant::D5,
            bound: 84,
            by: "Michalewski, Nagórko, Pawlewicz",
            earlier: Some(Earlier { bound: 121, by: "Kawamura et al." }),
            record: 82,
            record_by: "Rosin 2010",
        },
        Known {
            variant: Variant::T4,
            bound: 62,
            by: "Quist 2008",
            earlier: None,
            record: 62,
            record_by: "Hyyrö and Poranen 2007",
        },
        Known {
            variant: Variant::D4,
            bound: 35,
            by: "Quist 2008",
            earlier: None,
            record: 35,
            record_by: "Hyyrö and Poranen 2007",
        },
    ]
}
