//! The tasks of `hip`, and their words.
//!
//! ```text
//!     squares 6x6        tie 7x7 free        draws 6x6 list        model 7x7 free
//!     solve 5x5 rules=last-mover double after C3,B2 moves
//! ```
//!
//! The size comes first, then options in any order, each at most once. `Display` is the canonical spelling: options in the
//! order above, cells in upper case, the default `rules=gardner` left out.

use std::fmt;

use crate::cell::Cell;
use crate::cli::tasks::{Fault, Quoted, Word, Words};
use crate::hip::{Balance, Completing, Game, Rules, Size, Which};

/// What a counter or a list can be asked to do.
#[derive(Debug)]
pub(super) enum Task {
    Squares(Size),
    Tie(Size, Balance),
    /// How many draws, and perhaps which.
    Draws(Size, Option<Which>),
    /// Who wins, and perhaps with which moves next.
    Solve {
        game: Game,
        moves: bool,
    },
    Model(Size, Balance),
}

/// The names of all tasks.
const NAMES: &str = "squares, tie, draws, solve or model";

impl Task {
    /// Reads the words of a task.
    pub(super) fn parse(words: &Words) -> Result<Task, Fault> {
        let first = words.first();
        let Some(name @ ("squares" | "tie" | "draws" | "solve" | "model")) = first.text() else {
            return Err(first.fault(format_args!("expected {NAMES}, found {first}")));
        };
        let Some((size, options)) = words.others().split_first() else {
            return Err(words.missing("a size such as 6x7"));
        };
        let size = size_of(size)?;
        match name {
            "squares" => options.first().map_or(Ok(Task::Squares(size)), |word| Err(unexpected(word, "the end"))),
            "tie" => Ok(Task::Tie(size, balance(options)?)),
            "model" => Ok(Task::Model(size, balance(options)?)),
            "draws" => Ok(Task::Draws(size, which(options)?)),
            _ => solve(words, size, options),
        }
    }

    pub(super) fn size(&self) -> Size {
        match self {
            Task::Squares(size) | Task::Tie(size, _) | Task::Draws(size, _) | Task::Model(size, _) => *size,
            Task::Solve { game, .. } => game.size(),
        }
    }

    /// Whether there is a board to draw a picture of.
    pub(super) fn has_picture(&self) -> bool {
        matches!(self, Task::Tie(..) | Task::Draws(_, Some(_)) | Task::Solve { .. })
    }
}

fn unexpected(word: &Word, expected: &str) -> Fault {
    word.fault(format_args!("expected {expected}, found {word}"))
}

fn size_of(word: &Word) -> Result<Size, Fault> {
    let size = word.text().map(str::parse::<Size>);
    match size {
        Some(Ok(size)) => Ok(size),
        Some(Err(problem)) => Err(word.fault(format_args!("{word}: {problem}"))),
        None => Err(unexpected(word, "a size such as 6x7")),
    }
}

/// Notes what an option says; an option that has been noted contradicts or repeats it.
fn note<T>(noted: &mut Option<T>, value: T, word: &Word) -> Result<(), Fault> {
    match noted.replace(value) {
        None => Ok(()),
        Some(_) => Err(word.fault(format_args!("{word} repeats or contradicts what was said before"))),
    }
}

fn balance(options: &[Word]) -> Result<Balance, Fault> {
    let mut balance = None;
    for word in options {
        match word.text() {
            Some("free") => note(&mut balance, Balance::Free, word)?,
            _ => return Err(unexpected(word, "free or the end")),
        }
    }
    Ok(balance.unwrap_or(Balance::Balanced))
}

fn which(options: &[Word]) -> Result<Option<Which>, Fault> {
    let mut which = None;
    for word in options {
        match word.text() {
            Some("list") => note(&mut which, Which::OneOfEachClass, word)?,
            Some("list-all") => note(&mut which, Which::All, word)?,
            _ => return Err(unexpected(word, "list, list-all or the end")),
        }
    }
    Ok(which)
}

fn solve(words: &Words, size: Size, options: &[Word]) -> Result<Task, Fault> {
    let (mut completing, mut double, mut after, mut moves) = (None, None, None, None);
    let mut options = options.iter();
    while let Some(word) = options.next() {
        match word.text() {
            Some("rules=gardner") => note(&mut completing, Completing::Loses, word)?,
            Some("rules=last-mover") => note(&mut completing, Completing::Illegal, word)?,
            Some("double") => note(&mut double, (), word)?,
            Some("moves") => note(&mut moves, (), word)?,
            Some("after") => match options.next() {
                Some(cells) => note(&mut after, cells, word)?,
                None => return Err(words.missing("cells such as C3,B2")),
            },
            _ => return Err(unexpected(word, "rules=gardner, rules=last-mover, double, after, moves or the end")),
        }
    }
    let rules = Rules { completing: completing.unwrap_or(Completing::Loses), double: double.is_some() };
    let mut game = Game::new(size, rules);
    if let Some(cells) = after {
        play(&mut game, cells)?;
    }
    Ok(Task::Solve { game, moves: moves.is_some() })
}

/// Plays the moves that a word such as `C3,B2` names.
fn play(game: &mut Game, word: &Word) -> Result<(), Fault> {
    let Some(cells) = word.text() else { return Err(unexpected(word, "cells such as C3,B2")) };
    let mut offset = 0;
    for (name, number) in cells.split(',').zip(1_u64..) {
        let fault = |problem: &dyn fmt::Display| {
            word.fault_at(offset, format_args!("move {number}, {}: {problem}", Quoted(name.as_bytes())))
        };
        let cell: Cell = name.parse().map_err(|problem| fault(&problem))?;
        game.play(cell).map_err(|problem| fault(&problem))?;
        offset += name.len() + 1;
    }
    Ok(())
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Task::Squares(size) => write!(f, "squares {size}"),
            Task::Tie(size, balance) => write!(f, "tie {size}{}", free(*balance)),
            Task::Model(size, balance) => write!(f, "model {size}{}", free(*balance)),
            Task::Draws(size, which) => {
                let which = match which {
                    None => "",
                    Some(Which::OneOfEachClass) => " list",
                    Some(Which::All) => " list-all",
                };
                write!(f, "draws {size}{which}")
            }
            Task::Solve { game, moves } => {
                write!(f, "solve {}", game.size())?;
                let Rules { completing, double } = game.rules();
                if completing == Completing::Illegal {
                    f.write_str(" rules=last-mover")?;
                }
                if double {
                    f.write_str(" double")?;
                }
                for (i, cell) in game.moves().iter().enumerate() {
                    write!(f, "{}{cell}", if i == 0 { " after " } else { "," })?;
                }
                if *moves { f.write_str(" moves") } else { Ok(()) }
            }
        }
    }
}

fn free(balance: Balance) -> &'static str {
    match balance {
        Balance::Balanced => "",
        Balance::Free => " free",
    }
}
