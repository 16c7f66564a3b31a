//! Upper bounds on the length of a game of 5T, proved by certificates.

pub mod certificate;
pub mod hulls;
mod layout;
mod optimise;
mod soft;
mod proof;
mod tree;
pub mod verify;

pub use self::hulls::Octagon;
pub use self::layout::Relaxation;
pub use self::tree::{LeastBound, least_bound};
pub use self::proof::{Keep, Missing, OpenHull, Proof, Tally, check_complete};


/// Flammenkamp's bound of 705 moves; larger ones need no certificates.
pub const LARGEST_BOUND: u32 = 705;
