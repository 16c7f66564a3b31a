//! What the parts of a count or of a proof are parts of, and what they have found.
//!
//! `sums` has the terms of Burnside's lemma for 0 moves, 1, and so on: labelled grids, symmetric grids, and the finished
//! ones of both.
//!
//! ```text
//!     {"schema":"quadrille/morpion-part/1","task":"count 4D 2 --part 2/8","part":[2,8],
//!      "part_of":{"count":{"variant":"4D","depth":2,"labelled":false,"finished":false}},
//!      "done":true,"sums":[["0","0","0","0"],["8","0","0","0"],["140","12","0","0"]],"checksum":"78F9A022"}
//!
//!     {"schema":"quadrille/morpion-part/1","task":"prove 5T --at-most 600 --part 1/3","part":[1,3],
//!      "part_of":{"proof":{"variant":"5T","at_most":600}},
//!      "done":true,"tally":{"boxes":87,"open":0,"worst":null},"checksum":"9EDDA189"}
//! ```

use clap::Args;
use clap::builder::RangedU64ValueParser;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::variant;
use crate::cli::parts;
use crate::morpion::Variant;
use crate::morpion::count::{MAX_DEPTH, Sums};
use crate::morpion::upper_bound::Tally;

/// What a part has found: the sums of a count, or the tally of a proof.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Found {
    /// For each number of moves the four [`Sums`], as text: readers of JSON may keep only 53 bits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) sums: Vec<[String; 4]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) tally: Option<Tally>,
}

impl Found {
    pub(super) fn of_count(sums: &[Sums]) -> Found {
        let terms = |sums: &Sums| {
            let &Sums { labelled, symmetric, labelled_finished, symmetric_finished } = sums;
            [labelled, symmetric, labelled_finished, symmetric_finished].map(|term| term.to_string())
        };
        Found { sums: sums.iter().map(terms).collect(), tally: None }
    }
}

/// The arguments of `count` that say what is counted; also in a part.
#[derive(Args, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Counted {
    /// Lines of 5 or 4 points, touching (T) or disjoint (D)
    #[arg(value_name = "VARIANT", value_parser = variant(), ignore_case = true)]
    #[serde(deserialize_with = "variant_of")]
    pub(super) variant: Variant,

    /// Largest number of moves, at most 1000
    #[arg(value_name = "DEPTH", value_parser = RangedU64ValueParser::<usize>::new().range(..=MAX_DEPTH as u64))]
    pub(super) depth: usize,

    /// Add the number of grids with mirror images and rotations counted separately
    #[arg(long)]
    pub(super) labelled: bool,

    /// Add the number of finished grids: those without a legal move
    #[arg(long)]
    pub(super) finished: bool,
}

/// What parts are parts of.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Whole {
    Count(Counted),
    Proof {
        #[serde(deserialize_with = "variant_of")]
        variant: Variant,
        at_most: u32,
    },
}

/// Deserializes the text form of a variant.
fn variant_of<'de, D: Deserializer<'de>>(from: D) -> Result<Variant, D::Error> {
    String::deserialize(from)?.parse().map_err(D::Error::custom)
}

impl parts::Whole for Whole {
    const SCHEMA: &'static str = "quadrille/morpion-part/1";
    const NAMES: &'static str = "a count or a proof";
    type Found = Found;
}
