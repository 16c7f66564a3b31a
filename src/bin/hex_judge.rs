//! Judges programs for the Hex problem: `hex-judge --help` tells how.

use std::process::ExitCode;

use quadrille::cli::signals;
use quadrille::memory::Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator(signals::refuse_memory);

fn main() -> ExitCode {
    quadrille::cli::judge::main()
}
