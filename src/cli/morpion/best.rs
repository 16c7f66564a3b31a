//! Which of several records is the longest.

use std::io::{self, Write};

use super::NAME;
use super::game::Game;
use super::task::Source;
use crate::cli::exit::say;
use crate::cli::files::Shown;
use crate::cli::program::Failure;
use crate::morpion::Variant;

/// The longest of the records of one game.
pub(super) struct Longest {
    pub(super) variant: Variant,
    pub(super) score: usize,
    pub(super) file: String,
}

/// The longest legal record of each game, the first of several. What is wrong with the others is said on stderr.
pub(super) fn best(files: &[String], variant: Option<Variant>, listed: bool) -> Result<Vec<Longest>, Failure> {
    let mut longest: Vec<Longest> = Vec::new();
    for file in files {
        let source = Source::new(Some(file.clone()), variant);
        let game = match Game::open(&source, listed, true) {
            Ok(game) => game,
            Err(Failure::Input(problem)) => {
                let stdin = if source.file.is_none() { "stdin: " } else { "" };
                say(NAME, format_args!("passed over: {stdin}{problem}"));
                continue;
            }
            Err(failure) => return Err(failure),
        };
        let new = Longest { variant: game.record.variant(), score: game.position.score(), file: file.clone() };
        match longest.iter_mut().find(|longest| longest.variant == new.variant) {
            Some(longest) if longest.score < new.score => *longest = new,
            Some(_) => {}
            None => longest.push(new),
        }
    }
    longest.sort_unstable_by_key(|longest| longest.variant);
    if longest.is_empty() { Err(Failure::Input("none of these is a legal record".to_owned())) } else { Ok(longest) }
}

/// Three lines for each game.
pub(super) fn write(out: &mut impl Write, all: &[Longest]) -> io::Result<()> {
    all.iter().try_for_each(|Longest { variant, score, file }| {
        writeln!(out, "Variant: {variant}\nScore: {score}\nFile: {}", Shown(file))
    })
}
