//! Games that were read or found: records whose moves have been replayed.

use std::io::{self, Write};

use thiserror::Error;

use super::record::{self, Form, OneOf, ParseRecordError, Record, WriteRecordError};
use super::{IllegalMoveError, Move, Position, Variant, picture};
use crate::random::Random;
use crate::text::Place;

/// A record, and the position that its moves lead to.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) record: Record,
    pub(crate) position: Position,
}

impl Game {
    /// Reads the record in a text, and replays it; see [`record::read`].
    ///
    /// # Errors
    /// If the text is no record, or a move is illegal.
    pub fn read(text: &[u8], variant: Option<Variant>) -> Result<Game, GameError> {
        Game::replay(record::read(text, variant)?)
    }

    /// Replays a record.
    ///
    /// # Errors
    /// The first illegal move.
    pub fn replay(record: Record) -> Result<Game, GameError> {
        let mut position = Position::with(record.pattern());
        for (index, &mv) in record.moves().iter().enumerate() {
            position.play(mv).map_err(|illegal| GameError::Illegal {
                place: record.place_of(index),
                one_of: record.one_of(),
                index,
                illegal,
            })?;
        }
        Ok(Game { record, position })
    }

    /// Plays random moves to the end of the game, or as many as `most`.
    #[must_use]
    pub fn random(variant: Variant, seed: u64, most: Option<u64>) -> Game {
        let (mut random, mut position) = (Random::new(seed, 0), Position::new(variant));
        for _ in 0..most.unwrap_or(u64::MAX) {
            let mut legal = position.legal_moves();
            let Some(mv) = legal.nth(random.below(legal.len() as u32) as usize) else { break };
            // At the edge of the board a game ends.
            if position.play(mv).is_err() {
                break;
            }
        }
        Game { record: Record::new(variant, position.moves().collect()), position }
    }

    /// Keeps the first moves of the game only.
    pub fn keep(&mut self, moves: usize) {
        while self.position.score() > moves {
            self.position.undo();
        }
        if moves < self.record.moves().len() {
            self.record = Record::with(self.record.pattern().clone(), self.position.moves().collect());
        }
    }

    /// Returns the legal moves.
    #[must_use]
    pub fn next_moves(&self) -> Vec<Move> {
        self.position.legal_moves().collect()
    }

    /// Returns the title of its picture.
    #[must_use]
    pub fn title(&self) -> String {
        let by = self.record.metadata().author().map_or_else(String::new, |author| format!(", by {author}"));
        format!("Morpion Solitaire {}, {}{by}", self.record.variant(), moves(self.position.score()))
    }

    /// Draws the game as SVG.
    ///
    /// # Errors
    /// See [`picture::svg`]; and if the form for pictures cannot hold the record.
    pub fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        let record = &self.record;
        let text = self.text(record.embedded_form()).map_err(io::Error::other)?;
        picture::svg(out, &self.title(), record.pattern(), record.moves(), &self.next_moves(), Some(text.trim_end()))
    }

    /// Returns the record in a form.
    ///
    /// # Errors
    /// If the form cannot hold it.
    pub fn text(&self, form: Form) -> Result<String, WriteRecordError> {
        record::text(&self.record, form, self.position.mobility())
    }

    /// Returns what a reader of an answer should know about the record: which game of several it is, or that the score
    /// that it claims is wrong.
    #[must_use]
    pub fn remark(&self) -> Option<String> {
        let score = self.position.score();
        match (self.record.one_of(), self.record.metadata().claimed_score()) {
            (Some(OneOf { number, games }), _) => {
                Some(format!("reading game {number} of {games}, the longest, of {}", moves(score)))
            }
            (None, Some(claimed)) if claimed != score => {
                Some(format!("the record claims a score of {claimed}, but has {}", moves(score)))
            }
            _ => None,
        }
    }
}

fn moves(number: usize) -> String {
    format!("{number} move{}", if number == 1 { "" } else { "s" })
}

/// Why a text is not a [`Game`].
#[derive(Debug, Error)]
pub enum GameError {
    /// It is no record.
    #[error(transparent)]
    Record(#[from] ParseRecordError),
    /// A move is illegal.
    #[error("{}{}move {}: {illegal}", place.map_or_else(String::new, |place| format!("{place}: ")), one_of.map_or_else(String::new, |OneOf { number, games }| format!("game {number} of {games}, ")), index + 1)]
    Illegal {
        /// Its place in the text.
        place: Option<Place>,
        /// Which game of several it is in.
        one_of: Option<OneOf>,
        /// The index of the move, from 0.
        index: usize,
        /// Why it is illegal.
        illegal: IllegalMoveError,
    },
}
