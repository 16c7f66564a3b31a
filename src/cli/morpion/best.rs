//! The longest of several records.

use std::io::{self, Write};

use super::NAME;
use super::game::Game;
use super::values::InputFile;
use crate::cli::exit::Failure;
use crate::cli::messages::escaped;
use crate::cli::messages::say;
use crate::morpion::Variant;

/// The longest record of a variant.
pub(super) struct Longest {
    pub(super) variant: Variant,
    pub(super) score: usize,
    pub(super) file: String,
}

/// Returns the longest legal record of each variant, the first of several. The others are skipped, with the reason on
/// stderr if they are not legal.
pub(super) fn best(files: &[InputFile], variant: Option<Variant>, listed: bool) -> Result<Vec<Longest>, Failure> {
    let mut longest: Vec<Longest> = Vec::new();
    for file in files {
        let game = match Game::open(Some(file), variant, listed, true) {
            Ok(game) => game,
            Err(Failure::Input(problem)) => {
                let stdin = if file.path().is_none() { "stdin: " } else { "" };
                say(NAME, format_args!("skipping a record: {stdin}{problem}"));
                continue;
            }
            Err(failure) => return Err(failure),
        };
        let new =
            Longest { variant: game.record.variant(), score: game.position.score(), file: file.name().to_owned() };
        match longest.iter_mut().find(|longest| longest.variant == new.variant) {
            Some(longest) if longest.score < new.score => *longest = new,
            Some(_) => {}
            None => longest.push(new),
        }
    }
    longest.sort_unstable_by_key(|longest| longest.variant);
    if longest.is_empty() {
        Err(Failure::Input("expected at least one legal record among the files, found none".to_owned()))
    } else {
        Ok(longest)
    }
}

/// Writes three lines for each variant.
pub(super) fn write(out: &mut impl Write, all: &[Longest]) -> io::Result<()> {
    all.iter().try_for_each(|Longest { variant, score, file }| {
        writeln!(out, "Variant: {variant}\nScore: {score}\nFile: {}", escaped(file))
    })
}
