//! The program `hex-judge`, the single file and the problem package.

#![allow(clippy::pedantic, clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

#[cfg(unix)]
mod bundle;
mod check;
mod generate;
mod judging;
#[cfg(unix)]
mod limits;
mod outputs;
#[cfg(unix)]
mod package;
#[path = "../hex/reference.rs"]
mod reference;
#[cfg(unix)]
mod run;
#[cfg(unix)]
mod submissions;
#[path = "../support/mod.rs"]
mod support;
mod validator;
