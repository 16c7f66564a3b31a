//! Chip-firing games on graphs: `chip-firing --help` tells how.

use std::process::ExitCode;

fn main() -> ExitCode {
    quadrille::cli::chip_firing::main()
}
