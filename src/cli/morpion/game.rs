//! Records from files, replayed before anything is printed about them.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read, Write};

use serde::Serialize;

use super::NAME;
use super::task::{InputFile, in_message};
use crate::cli::exit::Failure;
use crate::cli::messages::{escaped, say, say_at_terminal};
use crate::morpion::record::{self, KnownRecord, MAX_BYTES, OneOf, ParseRecordErrorKind, Record, known};
use crate::morpion::report::RecordSummary;
use crate::morpion::{Move, Position, Variant};
use crate::random::Random;

/// How a task may use stdin.
#[derive(Clone, Copy)]
pub(super) struct Stdin {
    /// Whether stdin is the list of tasks, so that no record can be read from it.
    pub(super) is_list: bool,
    /// Whether to read from a terminal without a hint on stderr.
    pub(super) quiet: bool,
}

impl Stdin {
    /// Checks that a file can be read from stdin.
    fn check(self) -> Result<(), Failure> {
        let problem = "expected the name of a file: stdin is the list of tasks";
        if self.is_list { Err(Failure::Input(problem.to_owned())) } else { Ok(()) }
    }

    /// Returns stdin to read a file from, and says what is read if it is a terminal.
    pub(super) fn open(self, what: &str) -> Result<io::StdinLock<'static>, Failure> {
        self.check()?;
        say_at_terminal(NAME, self.quiet, format_args!("reading {what} from the terminal"));
        Ok(io::stdin().lock())
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
        let mut position = Position::new(record.variant());
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
    pub(super) fn open(file: Option<&InputFile>, variant: Option<Variant>, stdin: Stdin) -> Result<Game, Failure> {
        let Some((file, path)) = file.and_then(|file| Some((file.name(), file.path()?))) else {
            let text = read_all(stdin.open("a record")?).map_err(|error| unreadable("stdin", error))?;
            return Game::read(&text, variant).map_err(Failure::Input);
        };
        let text = match File::open(path).and_then(read_all) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let Some(known) = known().find(|known| known.name == file) else {
                    let problem = format!("{error}; '{NAME} records' lists the known records");
                    return Err(unreadable(file, problem));
                };
                known.json.as_bytes().to_owned()
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
            let mut legal = position.legal_moves();
            let Some(mv) = legal.nth(random.below(legal.len() as u32) as usize) else { break };
            // At the edge of the board a game ends.
            if position.play(mv).is_err() {
                break;
            }
        }
        Game { record: Record::new(variant, position.moves().collect()), position }
    }

    /// Returns the legal moves.
    pub(super) fn next(&self) -> Vec<Move> {
        self.position.legal_moves().collect()
    }

    /// Returns the title of a picture of the game.
    pub(super) fn title(&self) -> String {
        let by = self.record.metadata().author().map_or_else(String::new, |author| format!(", by {author}"));
        format!("Morpion Solitaire {}, {}{by}", self.record.variant(), moves(self.position.score()))
    }

    /// Returns what a reader of the answer should know about the record: which game of several it is, or that the score that it claims
    /// is wrong. `None` if there is nothing to say.
    pub(super) fn remark(&self) -> Option<String> {
        let score = self.position.score();
        if let Some(OneOf { number, games }) = self.record.one_of() {
            return Some(format!("reading game {number} of {games}, the longest, of {}", moves(score)));
        }
        let claimed = self.record.metadata().claimed_score()?;
        (claimed != score).then(|| format!("the record claims a score of {claimed}, but has {}", moves(score)))
    }

    /// Prints the remark, if there is one, on the record in a file that is not the only subject of the task.
    pub(super) fn say_remark(&self, file: &InputFile) {
        if let Some(remark) = self.remark() {
            let file = file.path().map_or_else(|| "stdin".to_owned(), |_| in_message(file.name()));
            say(NAME, format_args!("{file}: {remark}"));
        }
    }
}

fn moves(number: usize) -> String {
    format!("{number} move{}", if number == 1 { "" } else { "s" })
}

/// Returns the failure that a file cannot be read.
pub(super) fn unreadable(file: &str, error: impl Display) -> Failure {
    Failure::Input(format!("cannot read {}: {error}", in_message(file)))
}

/// Reads a text up to the longest that a record may have, and one byte more if there is more.
pub(super) fn read_all(from: impl Read) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    from.take(MAX_BYTES as u64 + 1).read_to_end(&mut text)?;
    Ok(text)
}

/// Returns the known records, of one variant or all.
pub(super) fn records(variant: Option<Variant>) -> Result<Vec<RecordSummary>, Failure> {
    let mut records = Vec::new();
    for KnownRecord { title, name, json } in known() {
        let game = Game::read(json.as_bytes(), None);
        let game = game.map_err(|problem| Failure::Input(format!("{title}: {problem}")))?;
        if variant.is_none_or(|variant| variant == game.record.variant()) {
            records.push(RecordSummary::new(name, &game.record, &game.position));
        }
    }
    Ok(records)
}

/// The longest record of a variant.
#[derive(Serialize)]
pub(super) struct LongestRecord {
    variant: Variant,
    score: usize,
    file: String,
}

/// Returns the longest legal record of each variant; of several equally long ones, the first. Records that cannot be read or are illegal
/// are skipped, with the reason on stderr.
pub(super) fn longest(
    files: &[InputFile],
    variant: Option<Variant>,
    stdin: Stdin,
) -> Result<Vec<LongestRecord>, Failure> {
    if files.iter().any(|file| file.path().is_none()) {
        // It would be skipped.
        stdin.check()?;
    }
    let mut longest: Vec<LongestRecord> = Vec::new();
    for file in files {
        let game = match Game::open(Some(file), variant, stdin) {
            Ok(game) => game,
            Err(Failure::Input(problem)) => {
                let prefix = if file.path().is_none() { "stdin: " } else { "" };
                say(NAME, format_args!("skipping a record: {prefix}{problem}"));
                continue;
            }
            Err(failure) => return Err(failure),
        };
        if !stdin.quiet {
            game.say_remark(file);
        }
        let (variant, score) = (game.record.variant(), game.position.score());
        let new = LongestRecord { variant, score, file: file.name().to_owned() };
        match longest.iter_mut().find(|longest| longest.variant == variant) {
            Some(longest) if longest.score < score => *longest = new,
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
pub(super) fn write_longest(out: &mut impl Write, longest: &[LongestRecord]) -> io::Result<()> {
    longest.iter().try_for_each(|LongestRecord { variant, score, file }| {
        writeln!(out, "Variant: {variant}\nScore: {score}\nFile: {}", escaped(file))
    })
}
