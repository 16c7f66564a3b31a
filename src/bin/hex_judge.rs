//! Judges programs for the Hex problem: `hex-judge --help` tells how.

use std::process::ExitCode;

fn main() -> ExitCode {
    quadrille::cli::judge::main()
}
