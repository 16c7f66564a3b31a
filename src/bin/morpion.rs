//! Morpion Solitaire: `morpion --help` tells how.

use std::process::ExitCode;

fn main() -> ExitCode {
    quadrille::cli::morpion::main()
}
