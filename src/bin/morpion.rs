//! Morpion Solitaire: `morpion --help` tells how.

use std::process::ExitCode;

use quadrille::cli;

fn main() -> ExitCode {
    cli::main::<cli::morpion::Morpion>()
}
