//! Judges programs for the Hex problem: `hex-judge --help` tells how.

use std::process::ExitCode;

use quadrille::cli;

fn main() -> ExitCode {
    cli::main::<cli::judge::Judge>()
}
