//! Records from files, replayed before anything is said of them.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, IsTerminal, Read};

use super::NAME;
use super::task::Source;
use crate::cli::exit::say;
use crate::cli::files::Shown;
use crate::cli::program::Failure;
use crate::morpion::record::{self, LARGEST, Record, known};
use crate::morpion::{Move, Position, Variant};
use crate::random::Random;

/// A record, and the position that its moves lead to.
pub(super) struct Game {
    pub(super) record: Record,
    pub(super) position: Position,
}

impl Game {
    /// The game in a text, which is replayed.
    pub(super) fn read(text: &[u8], variant: Option<Variant>) -> Result<Game, String> {
        let record = record::read(text, variant).map_err(|problem| problem.to_string())?;
        Game::replay(record)
    }

    /// The game of a record, which is replayed.
    pub(super) fn replay(record: Record) -> Result<Game, String> {
        let mut position = Position::new(record.variant());
        for (index, &mv) in record.moves().iter().enumerate() {
            position.play(mv).map_err(|illegal| {
                let place = record.place_of(index).map_or_else(String::new, |place| format!("{place}: "));
                format!("{place}move {}: {illegal}", index + 1)
            })?;
        }
        Ok(Game { record, position })
    }

    /// The game of a record that is asked for; `listed` if stdin is the list of tasks.
    pub(super) fn open(source: &Source, listed: bool, quiet: bool) -> Result<Game, Failure> {
        let Some(file) = &source.file else {
            if listed {
                return Err(Failure::Input("in a list a record cannot come from stdin: name a file".to_owned()));
            }
            if io::stdin().is_terminal() && !quiet {
                say(NAME, "reading a record from the terminal");
            }
            let text = read_all(io::stdin().lock()).map_err(|error| rejected("stdin", error))?;
            return Game::read(&text, source.variant).map_err(Failure::Input);
        };
        let text = match File::open(file).and_then(read_all) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => match known().find(|(_, id, _)| id == file) {
                Some((_, _, json)) => json.as_bytes().to_owned(),
                None => return Err(rejected(file, error)),
            },
            Err(error) => return Err(rejected(file, error)),
        };
        let game = Game::read(&text, source.variant);
        game.map_err(|problem| Failure::Input(format!("{}: {problem}", Shown(file))))
    }

    /// A game of random moves, so many at most.
    pub(super) fn random(variant: Variant, seed: u64, moves: Option<u64>) -> Game {
        let (mut random, mut position) = (Random::new(seed, 0), Position::new(variant));
        for _ in 0..moves.unwrap_or(u64::MAX) {
            let legal = position.legal_moves();
            let Some(&mv) = legal.get(random.below(legal.len() as u32) as usize) else { break };
            // At the edge of the board a game ends, too.
            if position.play(mv).is_err() {
                break;
            }
        }
        Game { record: Record::new(variant, position.moves().collect()), position }
    }

    /// The moves that can be made now.
    pub(super) fn next(&self) -> Vec<Move> {
        self.position.legal_moves()
    }

    /// What a picture of it is called.
    pub(super) fn title(&self) -> String {
        let by = self.record.about().author().map_or_else(String::new, |author| format!(", by {author}"));
        format!("Morpion Solitaire {}, {}{by}", self.record.variant(), moves(self.position.score()))
    }

    /// What the record says of itself that is not so.
    pub(super) fn wrong_claim(&self) -> Option<String> {
        let claimed = self.record.about().claimed_score()?;
        let score = self.position.score();
        (claimed != score).then(|| format!("the record claims a score of {claimed}, and has {}", moves(score)))
    }
}

fn moves(number: usize) -> String {
    format!("{number} move{}", if number == 1 { "" } else { "s" })
}

/// That a file cannot be read.
pub(super) fn rejected(file: &str, error: impl Display) -> Failure {
    Failure::Input(format!("cannot read {}: {error}", file.escape_debug()))
}

/// Reads as much of a text as can be right, and a byte more if there is more.
pub(super) fn read_all(from: impl Read) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    from.take(LARGEST as u64 + 1).read_to_end(&mut text)?;
    Ok(text)
}
