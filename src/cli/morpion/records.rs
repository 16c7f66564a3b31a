//! Tasks on records: `cross`, `check`, `show`, `convert`, `records`, `moves`, `random` and `best`.

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::{Value, json};

use super::game::Game;
use super::{Picture, variant};
use crate::cli::answer::Answer;
use crate::cli::arguments::number;
use crate::cli::failure::Failure;
use crate::cli::messages::{escaped, say};
use crate::cli::paths::{InputFile, OutputFile, input};
use crate::cli::run::Run;
use crate::cli::task::Task;
use crate::morpion::count::MAX_DEPTH;
use crate::morpion::record::{self, Form, KnownRecord, Record, known};
use crate::morpion::report::{self, RecordSummary};
use crate::morpion::{Move, Point, Position, Potential, Variant, picture, replay};
use crate::random;

#[derive(Args, Debug)]
pub(super) struct Cross {
    /// Lines of 5 or 4 points, touching (T) or disjoint (D)
    #[arg(value_name = "VARIANT", value_parser = variant(), ignore_case = true)]
    variant: Variant,

    #[command(flatten)]
    picture: Picture,
}

#[derive(Serialize)]
struct Start {
    variant: Variant,
    points: Vec<[i64; 2]>,
    moves_left: usize,
    #[serde(skip)]
    position: Position,
}

impl Task for Cross {
    fn answer<'a>(&'a self, _: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let (variant, position) = (self.variant, Position::new(self.variant));
        let points = variant.cross().map(|Point { x, y }| [x, y]).collect();
        Ok(Start { variant, points, moves_left: position.mobility(), position })
    }

    fn picture(&self) -> Option<&OutputFile> {
        self.picture.svg.as_ref()
    }
}

impl Answer for Start {
    fn text(&self, mut out: &mut dyn Write) -> io::Result<()> {
        report::cross(&mut out, &self.position)
    }

    fn picture(&self, _: &str, out: &mut dyn Write) -> io::Result<()> {
        let next: Vec<Move> = self.position.legal_moves().collect();
        picture::svg(out, &format!("Morpion Solitaire {}", self.variant), self.variant, &[], &next, None)
    }
}

/// A record, from a file or stdin.
#[derive(Args, Debug)]
struct Source {
    /// File with a record in any form (MSR, Pentasol, plain or a list of moves in JSON), or the name of a known record; stdin
    /// if it is absent or -
    #[arg(value_name = "FILE", value_parser = input())]
    file: Option<InputFile>,

    /// Variant of the record: required if the record does not name it, as in Pentasol, in lists of moves, and in the plain form
    /// without its first line; otherwise it replaces the variant that the record names
    #[arg(long, value_name = "VARIANT", value_parser = variant(), ignore_case = true)]
    variant: Option<Variant>,
}

impl Source {
    /// Reads the record, and prints what a reader should know about it.
    fn open(&self, run: &Run<'_>) -> Result<Game, Failure> {
        let game = Game::open(self.file.as_ref(), self.variant, run)?;
        game.note_remark(None, run);
        Ok(game)
    }
}

/// A game, and a view of it.
#[derive(Serialize)]
struct Viewed<V> {
    variant: Variant,
    score: usize,
    moves_left: usize,
    #[serde(flatten)]
    view: V,
    #[serde(skip)]
    game: Game,
}

impl<V> Viewed<V> {
    fn new(game: Game, view: V) -> Viewed<V> {
        let (variant, score, moves_left) = (game.record.variant(), game.position.score(), game.position.mobility());
        Viewed { variant, score, moves_left, view, game }
    }
}

/// What a task prints of a game.
trait View: Serialize {
    const IS_DOCUMENT: bool = false;

    fn text(&self, game: &Game, out: &mut dyn Write) -> io::Result<()>;
}

impl<V: View> Answer for Viewed<V> {
    const IS_DOCUMENT: bool = V::IS_DOCUMENT;

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.view.text(&self.game, out)
    }

    fn picture(&self, _: &str, out: &mut dyn Write) -> io::Result<()> {
        self.game.draw(out)
    }
}

#[derive(Args, Debug)]
pub(super) struct Check {
    #[command(flatten)]
    source: Source,

    /// Print Flammenkamp's potential of every point
    #[arg(long)]
    map: bool,

    #[command(flatten)]
    picture: Picture,
}

#[derive(Serialize)]
struct Potentials {
    potential: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    map: Option<Vec<Value>>,
    #[serde(skip)]
    of_points: Potential,
}

impl Task for Check {
    fn answer<'a>(&'a self, run: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let game = self.source.open(run)?;
        let potentials = Potential::after(game.record.variant(), game.position.moves());
        let point = |(Point { x, y }, f)| json!({ "x": x, "y": y, "f": f });
        let map = self.map.then(|| potentials.points().map(point).collect());
        Ok(Viewed::new(game, Potentials { potential: potentials.sum(), map, of_points: potentials }))
    }

    fn picture(&self) -> Option<&OutputFile> {
        self.picture.svg.as_ref()
    }
}

impl View for Potentials {
    fn text(&self, game: &Game, mut out: &mut dyn Write) -> io::Result<()> {
        report::check(&mut out, &game.position, &self.of_points)?;
        if self.map.is_some() { report::map(&mut out, &self.of_points) } else { Ok(()) }
    }
}

/// A game as a text that stands alone.
#[derive(Serialize)]
struct Document {
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<Target>,
    document: String,
}

impl Document {
    /// Returns the text that `write` writes.
    ///
    /// # Errors
    /// If the form cannot hold the record.
    fn new<E: ToString>(
        form: Option<Target>,
        write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
    ) -> Result<Document, Failure> {
        let mut document = Vec::new();
        write(&mut document).map_err(|problem| Failure::Input(problem.to_string()))?;
        Ok(Document { form, document: String::from_utf8_lossy(&document).into_owned() })
    }
}

impl View for Document {
    const IS_DOCUMENT: bool = true;

    fn text(&self, _: &Game, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.document.as_bytes())
    }
}

#[derive(Args, Debug)]
pub(super) struct Show {
    #[command(flatten)]
    source: Source,

    #[command(flatten)]
    picture: Picture,
}

impl Task for Show {
    fn answer<'a>(&'a self, run: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let game = self.source.open(run)?;
        let (variant, moves) = (game.record.variant(), game.record.moves());
        let document = Document::new(None, |out| picture::text(out, variant, moves, &game.next()))?;
        Ok(Viewed::new(game, document))
    }

    fn picture(&self) -> Option<&OutputFile> {
        self.picture.svg.as_ref()
    }
}

#[derive(Args, Debug)]
pub(super) struct Convert {
    /// Form to convert to
    #[arg(long, value_name = "FORM", value_enum, ignore_case = true)]
    to: Target,

    #[command(flatten)]
    source: Source,

    #[command(flatten)]
    picture: Picture,
}

/// The form that a record is converted to, or a picture.
#[derive(ValueEnum, Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Target {
    /// MSR in one line: MS1: and Base64
    Msr,
    /// MSR as JSON
    Json,
    /// The form of the record sites, for 5T and 5D
    Pentasol,
    /// The variant, then a line `x y x1 y1 x2 y2` for each move
    Plain,
    /// A picture
    Svg,
    /// A page that replays the game, for a browser
    Html,
}

impl Task for Convert {
    fn answer<'a>(&'a self, run: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let game = self.source.open(run)?;
        let moves_left = game.position.mobility();
        let document = Document::new(Some(self.to), |out| match self.to {
            Target::Msr => record::write(out, &game.record, Form::Msr, moves_left),
            Target::Json => record::write(out, &game.record, Form::Json, moves_left),
            Target::Pentasol => record::write(out, &game.record, Form::Pentasol, moves_left),
            Target::Plain => record::write(out, &game.record, Form::Plain, moves_left),
            Target::Svg => Ok(game.draw(out)?),
            Target::Html => Ok(replay::html(out, &game.title(), &game.record)?),
        });
        Ok(Viewed::new(game, document?))
    }

    fn picture(&self) -> Option<&OutputFile> {
        self.picture.svg.as_ref()
    }
}

#[derive(Args, Debug)]
pub(super) struct Random {
    /// Lines of 5 or 4 points, touching (T) or disjoint (D)
    #[arg(value_name = "VARIANT", value_parser = variant(), ignore_case = true)]
    variant: Variant,

    /// Seed of the random numbers; the same seed gives the same game on every machine
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    /// Stop after N moves [default: play until the game is finished]
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..=MAX_DEPTH as u64))]
    moves: Option<u64>,

    #[command(flatten)]
    picture: Picture,
}

impl Task for Random {
    fn answer<'a>(&'a self, _: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let (mut random, mut position) = (random::Random::new(self.seed, 0), Position::new(self.variant));
        for _ in 0..self.moves.unwrap_or(u64::MAX) {
            let mut legal = position.legal_moves();
            let Some(mv) = legal.nth(random.below(legal.len() as u32) as usize) else { break };
            // At the edge of the board a game ends.
            if position.play(mv).is_err() {
                break;
            }
        }
        let record = Record::new(self.variant, position.moves().collect());
        let document = Document::new(None, |out| record::write(out, &record, Form::Plain, position.mobility()))?;
        Ok(Viewed::new(Game { record, position }, document))
    }

    fn picture(&self) -> Option<&OutputFile> {
        self.picture.svg.as_ref()
    }
}

#[derive(Args, Debug)]
pub(super) struct Moves {
    #[command(flatten)]
    source: Source,
}

#[derive(Serialize)]
struct Legal {
    moves: Vec<Move>,
}

impl Task for Moves {
    fn answer<'a>(&'a self, run: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let game = self.source.open(run)?;
        let moves = game.next();
        Ok(Viewed::new(game, Legal { moves }))
    }
}

impl View for Legal {
    fn text(&self, _: &Game, mut out: &mut dyn Write) -> io::Result<()> {
        report::moves(&mut out, &self.moves)
    }
}

#[derive(Args, Debug)]
pub(super) struct Records {
    /// List the records of this variant only
    #[arg(value_name = "VARIANT", value_parser = variant(), ignore_case = true)]
    variant: Option<Variant>,
}

#[derive(Serialize)]
struct Known {
    records: Vec<RecordSummary>,
}

impl Task for Records {
    fn answer<'a>(&'a self, _: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let mut records = Vec::new();
        for KnownRecord { title, name, json } in known() {
            let game = Game::read(json.as_bytes(), None);
            let game = game.map_err(|problem| Failure::Input(format!("{title}: {problem}")))?;
            if self.variant.is_none_or(|variant| variant == game.record.variant()) {
                records.push(RecordSummary::new(name, &game.record, &game.position));
            }
        }
        Ok(Known { records })
    }
}

impl Answer for Known {
    fn text(&self, mut out: &mut dyn Write) -> io::Result<()> {
        report::records(&mut out, &self.records)
    }
}

#[derive(Args, Debug)]
pub(super) struct Best {
    /// Files with a record each, or names of known records; - is stdin
    #[arg(value_name = "FILE", required = true, value_parser = input())]
    files: Vec<InputFile>,

    /// Variant of all records: required for those that do not name it, such as Pentasol; otherwise it replaces the variants
    /// that the records name
    #[arg(long, value_name = "VARIANT", value_parser = variant(), ignore_case = true)]
    variant: Option<Variant>,
}

/// The longest legal record of each variant; of several equally long ones, the first.
#[derive(Serialize)]
struct Longest {
    best: Vec<LongestRecord>,
}

#[derive(Serialize)]
struct LongestRecord {
    variant: Variant,
    score: usize,
    file: String,
}

impl Task for Best {
    fn answer<'a>(&'a self, run: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        if run.is_list() && self.files.iter().any(|file| file.path().is_none()) {
            // It would be skipped.
            run.stdin("a record")?;
        }
        let mut best: Vec<LongestRecord> = Vec::new();
        for file in &self.files {
            let game = match Game::open(Some(file), self.variant, run) {
                Ok(game) => game,
                Err(problem) => {
                    let prefix = if file.path().is_none() { "stdin: " } else { "" };
                    say(run.process().program, format_args!("skipping a record: {prefix}{problem}"));
                    continue;
                }
            };
            game.note_remark(Some(file), run);
            let (variant, score) = (game.record.variant(), game.position.score());
            let new = LongestRecord { variant, score, file: file.name().to_string_lossy().into_owned() };
            match best.iter_mut().find(|longest| longest.variant == variant) {
                Some(longest) if longest.score < score => *longest = new,
                Some(_) => {}
                None => best.push(new),
            }
        }
        if best.is_empty() {
            return Err(Failure::Input("expected at least one legal record among the files, found none".to_owned()));
        }
        best.sort_unstable_by_key(|longest| longest.variant);
        Ok(Longest { best })
    }
}

impl Answer for Longest {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.best.iter().try_for_each(|LongestRecord { variant, score, file }| {
            writeln!(out, "Variant: {variant}\nScore: {score}\nFile: {}", escaped(file))
        })
    }
}
