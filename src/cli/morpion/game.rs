//! Records from files, replayed before anything is printed about them.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read, Write};

use crate::cli::failure::Failure;
use crate::cli::paths::InputFile;
use crate::cli::run::Run;
use crate::morpion::record::{self, Form, MAX_BYTES, OneOf, ParseRecordErrorKind, Record, WriteRecordError, known};
use crate::morpion::{Move, Position, Variant, picture};

impl From<WriteRecordError> for Failure {
    fn from(error: WriteRecordError) -> Failure {
        Failure::Input(error.to_string())
    }
}

/// A record, and the position that its moves lead to.
pub(super) struct Game {
    pub(super) record: Record,
    pub(super) position: Position,
}

impl Game {
    /// Reads the record in a text, and replays it.
    ///
    /// # Errors
    /// A message about the text, or about the first illegal move.
    pub(super) fn read(text: &[u8], variant: Option<Variant>) -> Result<Game, String> {
        use ParseRecordErrorKind::{NoFirstLine, NoVariant, NoVariantOfList};
        let record = record::read(text, variant).map_err(|problem| match &problem.kind {
            NoVariant | NoVariantOfList | NoFirstLine(_) => format!("{problem} with --variant"),
            _ => problem.to_string(),
        })?;
        Game::replay(record)
    }

    /// Replays a record.
    ///
    /// # Errors
    /// A message about the first illegal move.
    pub(super) fn replay(record: Record) -> Result<Game, String> {
        let mut position = Position::with(record.pattern());
        let game = record.one_of().map_or_else(String::new, |one| format!("game {} of {}, ", one.number, one.games));
        for (index, &mv) in record.moves().iter().enumerate() {
            position.play(mv).map_err(|illegal| {
                let place = record.place_of(index).map_or_else(String::new, |place| format!("{place}: "));
                format!("{place}{game}move {}: {illegal}", index + 1)
            })?;
        }
        Ok(Game { record, position })
    }

    /// Reads the record in a file, which may be stdin, or the known record of this name.
    pub(super) fn open(file: Option<&InputFile>, variant: Option<Variant>, run: &Run<'_>) -> Result<Game, Failure> {
        let Some((file, path)) = file.and_then(|file| Some((file, file.path()?))) else {
            let text = read_all(run.stdin("a record")?).map_err(|error| unreadable("stdin", error))?;
            return Game::read(&text, variant).map_err(Failure::Input);
        };
        let text = match File::open(path).and_then(read_all) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let Some(known) = known().find(|known| path.as_os_str() == known.name) else {
                    return Err(unreadable(file, format_args!("{error}; 'morpion records' lists the known records")));
                };
                known.json.as_bytes().to_owned()
            }
            Err(error) => return Err(unreadable(file, error)),
        };
        Game::read(&text, variant).map_err(|problem| Failure::Input(format!("{file}: {problem}")))
    }

    /// Keeps the first moves of the game only.
    pub(super) fn keep(&mut self, moves: usize) {
        while self.position.score() > moves {
            self.position.undo();
        }
        if moves < self.record.moves().len() {
            self.record = Record::with(self.record.pattern().clone(), self.position.moves().collect());
        }
    }

    /// Returns the legal moves.
    pub(super) fn next(&self) -> Vec<Move> {
        self.position.legal_moves().collect()
    }

    /// Returns the title of its picture.
    pub(super) fn title(&self) -> String {
        let by = self.record.metadata().author().map_or_else(String::new, |author| format!(", by {author}"));
        format!("Morpion Solitaire {}, {}{by}", self.record.variant(), moves(self.position.score()))
    }

    /// Draws the game.
    pub(super) fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        let record = &self.record;
        let text = self.text(record.embedded_form()).map_err(io::Error::other)?;
        picture::svg(out, &self.title(), record.pattern(), record.moves(), &self.next(), Some(text.trim_end()))
    }

    /// Returns the record in a form.
    pub(super) fn text(&self, form: Form) -> Result<String, WriteRecordError> {
        record::text(&self.record, form, self.position.mobility())
    }

    /// Prints what a reader of the answer should know about the record: which game of several it is, or that the score
    /// that it claims is wrong. `file` is its file, if the task has other subjects.
    pub(super) fn note_remark(&self, file: Option<&InputFile>, run: &Run<'_>) {
        let score = self.position.score();
        let remark = match (self.record.one_of(), self.record.metadata().claimed_score()) {
            (Some(OneOf { number, games }), _) => {
                format!("reading game {number} of {games}, the longest, of {}", moves(score))
            }
            (None, Some(claimed)) if claimed != score => {
                format!("the record claims a score of {claimed}, but has {}", moves(score))
            }
            _ => return,
        };
        match file {
            None => run.note(remark),
            Some(file) if file.path().is_none() => run.note(format_args!("stdin: {remark}")),
            Some(file) => run.note(format_args!("{file}: {remark}")),
        }
    }
}

fn moves(number: usize) -> String {
    format!("{number} move{}", if number == 1 { "" } else { "s" })
}

/// Returns the failure that a file cannot be read.
pub(super) fn unreadable(file: impl Display, error: impl Display) -> Failure {
    Failure::Input(format!("cannot read {file}: {error}"))
}

/// Reads a text up to the longest that a record may have, and one byte more if there is more.
pub(super) fn read_all(from: impl Read) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    from.take(MAX_BYTES as u64 + 1).read_to_end(&mut text)?;
    Ok(text)
}
