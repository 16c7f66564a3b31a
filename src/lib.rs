//! Four pencil-and-paper games, exactly.
pub mod bits;
pub mod cell;
pub mod hex;
pub mod player;
pub mod text;
