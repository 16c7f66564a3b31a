//! Upper bounds on the length of a game of 5T, proved by certificates.

pub mod certificate;
pub mod hulls;
pub mod layout;
pub mod optimise;
pub mod soft;
mod proof;
mod tree;
pub mod verify;

pub use self::proof::{Keep, Missing, OpenHull, Proof, Tally, check_complete};

