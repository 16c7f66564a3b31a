//! Records from files, replayed before anything is printed about them.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, IsTerminal, Read};

use super::NAME;
use super::values::{InputFile, in_message};
use crate::cli::exit::Failure;
use crate::cli::messages::say;
use crate::morpion::record::{self, LARGEST, Record, UnreadableKind, known};
use crate::morpion::{Move, Position, Variant};
use crate::random::Random;

/// Why a task of a list cannot read stdin.
pub(super) const STDIN_IS_THE_LIST: &str = "expected the name of a file: stdin is the list of tasks";

/// A record, and the position that its moves lead to.
pub(super) struct Game {
    pub(super) record: Record,
    pub(super) position: Position,
}

impl Game {
    /// Reads the record in a text, and replays it.
    pub(super) fn read(text: &[u8], variant: Option<Variant>) -> Result<Game, String> {
        let record = record::read(text, variant).map_err(|problem| match problem.kind {
            UnreadableKind::NoVariant => format!("{problem} with --variant"),
            _ => problem.to_string(),
        })?;
        Game::replay(record)
    }

    /// Replays a record.
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

    /// Reads the record in a file, which may be stdin unless that is the list of tasks, or a known record of this name.
    pub(super) fn open(
        file: Option<&InputFile>,
        variant: Option<Variant>,
        listed: bool,
        quiet: bool,
    ) -> Result<Game, Failure> {
        let Some((file, path)) = file.and_then(|file| Some((file.name(), file.path()?))) else {
            if listed {
                return Err(Failure::Input(STDIN_IS_THE_LIST.to_owned()));
            }
            if io::stdin().is_terminal() && !quiet {
                say(NAME, "reading a record from the terminal");
            }
            let text = read_all(io::stdin().lock()).map_err(|error| unreadable("stdin", error))?;
            return Game::read(&text, variant).map_err(Failure::Input);
        };
        let text = match File::open(path).and_then(read_all) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let Some((_, _, json)) = known().find(|(_, id, _)| *id == file) else {
                    let problem = format!("{error}; '{NAME} records' lists the known records");
                    return Err(unreadable(file, problem));
                };
                json.as_bytes().to_owned()
            }
            Err(error) => return Err(unreadable(file, error)),
        };
        let game = Game::read(&text, variant);
        game.map_err(|problem| Failure::Input(format!("{}: {problem}", in_message(file))))
    }

    /// Plays random moves to the end of the game, or the given number of them.
    pub(super) fn random(variant: Variant, seed: u64, moves: Option<u64>) -> Game {
        let (mut random, mut position) = (Random::new(seed, 0), Position::new(variant));
        for _ in 0..moves.unwrap_or(u64::MAX) {
            let legal = position.legal_moves();
            let Some(&mv) = legal.get(random.below(legal.len() as u32) as usize) else { break };
            // At the edge of the board a game ends.
            if position.play(mv).is_err() {
                break;
            }
        }
        Game { record: Record::new(variant, position.moves().collect()), position }
    }

    /// The legal moves.
    pub(super) fn next(&self) -> Vec<Move> {
        self.position.legal_moves()
    }

    /// The title of a picture of the game.
    pub(super) fn title(&self) -> String {
        let by = self.record.about().author().map_or_else(String::new, |author| format!(", by {author}"));
        format!("Morpion Solitaire {}, {}{by}", self.record.variant(), moves(self.position.score()))
    }

    /// What the record claims of itself that is wrong.
    pub(super) fn wrong_claim(&self) -> Option<String> {
        let claimed = self.record.about().claimed_score()?;
        let score = self.position.score();
        (claimed != score).then(|| format!("the record claims a score of {claimed}, but has {}", moves(score)))
    }
}

fn moves(number: usize) -> String {
    format!("{number} move{}", if number == 1 { "" } else { "s" })
}

/// The failure that a file cannot be read.
pub(super) fn unreadable(file: &str, error: impl Display) -> Failure {
    Failure::Input(format!("cannot read {}: {error}", in_message(file)))
}

/// Reads a text up to the longest that a record may have, and a byte more if there is more.
pub(super) fn read_all(from: impl Read) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    from.take(LARGEST as u64 + 1).read_to_end(&mut text)?;
    Ok(text)
}
