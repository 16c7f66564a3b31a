//! Certificates that prove upper bounds for 5T and 5D: their search and their check.
//!
#![doc = include_str!("README.md")]
//!
//! # The program
//!
//! ```text
//!     hulls         boxes of hulls: symmetries, and what no game reaches
//!     certificate   the form of certificates, and what they say
//!         verify        the check of a certificate, in integers
//!         proof         the tree of boxes for a bound, shared among threads and interrupted runs; whether boxes are complete
//!            tree          one node, a case of a box: the search for weights at a falling temperature; how it is divided
//!               optimise      weights, their bound and its derivatives; descent; rounding
//!                  layout        the board of a box, as the search sees it
//!                  soft          the dynamic program of the strips at a temperature
//! ```
//!
//! `verify` shares no code with what is below `proof`.

pub mod certificate;
pub mod hulls;
mod layout;
mod optimise;
mod proof;
mod soft;
mod tree;
pub mod verify;

pub use self::proof::{Incomplete, Keep, OpenHull, Proof, Tally, check_complete, complete_bound};
pub use self::tree::{LeastBound, least_bound};

/// The version of the rules by which boxes are proved, which checkpoints of a proof have. To be raised when a lemma,
/// [`verify`](verify::verify) or [`HullBox::narrowed`](hulls::HullBox::narrowed) proves something else than before.
pub const RULES: u32 = 2;

/// The largest bound that can be proved: Flammenkamp's for 5T. No game reaches it.
pub const LARGEST_BOUND: u32 = 705;
