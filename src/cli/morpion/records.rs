//! Tasks on records: `cross`, `check`, `show`, `convert`, `records`, `moves`, `random` and `best`.

use std::env;
use std::io::{self, IsTerminal, Write};

use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::{Value, json};
use terminal_size::{Width, terminal_size_of};

use super::game::Game;
use super::{PICTURE, variant};
use crate::cli::answer::Answer;
use crate::cli::arguments::{number, picture};
use crate::cli::failure::Failure;
use crate::cli::messages::escaped;
use crate::cli::paths::{InputFile, input};
use crate::cli::run::Run;
use crate::cli::task::Task;
use crate::morpion::count::MAX_DEPTH;
use crate::morpion::picture::Terminal;
use crate::morpion::record::{Form, KnownRecord, Record, known};
use crate::morpion::report::{self, RecordSummary};
use crate::morpion::{self, Move, Point, Position, Potential, Variant, replay};
use crate::random;

#[derive(Args, Debug)]
#[command(arg = picture(PICTURE))]
pub(super) struct Cross {
    /// Lines of 5 or 4 points, touching (T) or disjoint (D)
    #[arg(value_name = "VARIANT", value_parser = variant(), ignore_case = true)]
    variant: Variant,
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
}

impl Answer for Start {
    fn text(&self, mut out: &mut dyn Write) -> io::Result<()> {
        report::cross(&mut out, &self.position)
    }

    fn picture(&self, _: &str, out: &mut dyn Write) -> io::Result<()> {
        let next: Vec<Move> = self.position.legal_moves().collect();
        morpion::picture::svg(out, &format!("Morpion Solitaire {}", self.variant), self.variant, &[], &next, None)
    }
}

/// A record, from a file or stdin.
#[derive(Args, Debug)]
struct Source {
    /// File with a record in any form (MSR, Pentasol, plain or a list of moves in JSON), or the name of a known record;
    /// stdin if it is absent or -
    #[arg(value_name = "FILE", value_parser = input())]
    file: Option<InputFile>,

    /// Variant of the record: required if the record does not name it, as in Pentasol, in lists of moves, and in the
    /// plain form without its first line; otherwise it replaces the variant that the record names
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

/// A game, and what a task says of it.
#[derive(Serialize)]
struct Viewed<const IS_DOCUMENT: bool> {
    variant: Variant,
    score: usize,
    moves_left: usize,
    /// The fields that only this task has.
    #[serde(flatten)]
    fields: Value,
    #[serde(skip)]
    text: Vec<u8>,
    #[serde(skip)]
    game: Game,
}

impl<const IS_DOCUMENT: bool> Viewed<IS_DOCUMENT> {
    fn new(game: Game, text: Vec<u8>, fields: Value) -> Viewed<IS_DOCUMENT> {
        let (variant, score, moves_left) = (game.record.variant(), game.position.score(), game.position.mobility());
        Viewed { variant, score, moves_left, fields, text, game }
    }
}

/// Returns a game as a text that stands alone.
fn document(game: Game, text: Vec<u8>) -> Viewed<true> {
    let fields = json!({ "document": String::from_utf8_lossy(&text) });
    Viewed::new(game, text, fields)
}

impl<const IS_DOCUMENT: bool> Answer for Viewed<IS_DOCUMENT> {
    const IS_DOCUMENT: bool = IS_DOCUMENT;

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.text)
    }

    fn picture(&self, _: &str, out: &mut dyn Write) -> io::Result<()> {
        self.game.draw(out)
    }
}

#[derive(Args, Debug)]
#[command(arg = picture(PICTURE))]
pub(super) struct Check {
    #[command(flatten)]
    source: Source,

    /// Print Flammenkamp's potential of every point
    #[arg(long)]
    map: bool,
}

impl Task for Check {
    fn answer<'a>(&'a self, run: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let game = self.source.open(run)?;
        let potential = Potential::after(game.record.variant(), game.position.moves());
        let mut fields = json!({ "symmetric": game.position.is_symmetric(), "potential": potential.sum() });
        let mut text = Vec::new();
        report::check(&mut text, &game.position, &potential)?;
        if self.map {
            let point = |(Point { x, y }, f)| json!({ "x": x, "y": y, "f": f });
            fields["map"] = potential.points().map(point).collect();
            report::map(&mut text, &potential)?;
        }
        Ok(Viewed::<false>::new(game, text, fields))
    }
}

/// The width of a terminal that does not tell it.
const USUAL_COLUMNS: usize = 80;

#[derive(Args, Debug)]
#[command(arg = picture(PICTURE))]
pub(super) struct Show {
    #[command(flatten)]
    source: Source,

    /// Show the first N moves only
    #[arg(long, value_name = "N", value_parser = number::<u16>(0..=MAX_DEPTH as u64))]
    moves: Option<u16>,
}

impl Task for Show {
    fn answer<'a>(&'a self, run: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let (mut game, mut text) = (self.source.open(run)?, Vec::new());
        if let Some(moves) = self.moves {
            game.keep(moves.into());
        }
        let terminal = terminal().filter(|_| !run.form().json);
        let (variant, moves) = (game.record.variant(), game.record.moves());
        let columns = morpion::picture::text(&mut text, variant, moves, &game.next(), terminal)?;
        if let Some(terminal) = terminal.filter(|terminal| terminal.columns < columns) {
            let has = terminal.columns;
            run.note(format_args!("the game is {columns} characters wide, the terminal {has}: widen it, or use --svg"));
        }
        if terminal.is_some() && text.split(|&byte| byte == b'\n').any(|row| row.trim_ascii() == b":") {
            run.note("a : stands in a row that no line crosses");
        }
        Ok(document(game, text))
    }
}

/// Returns the terminal that stdout is, if it is one.
fn terminal() -> Option<Terminal> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let columns = terminal_size_of(io::stdout()).map_or(USUAL_COLUMNS, |(Width(columns), _)| columns.into());
    let is_unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let has_colours = !is_unwanted && env::var_os("TERM").is_none_or(|name| name != "dumb");
    Some(Terminal { columns, has_colours })
}

#[derive(Args, Debug)]
#[command(arg = picture(PICTURE))]
pub(super) struct Convert {
    /// Form to convert to
    #[arg(long, value_name = "FORM", value_enum, ignore_case = true)]
    to: Target,

    #[command(flatten)]
    source: Source,
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
        let (game, mut text) = (self.source.open(run)?, Vec::new());
        match self.to {
            Target::Msr => game.write(&mut text, Form::Msr)?,
            Target::Json => game.write(&mut text, Form::Json)?,
            Target::Pentasol => game.write(&mut text, Form::Pentasol)?,
            Target::Plain => game.write(&mut text, Form::Plain)?,
            Target::Svg => game.draw(&mut text)?,
            Target::Html => replay::html(&mut text, &game.title(), &game.record)?,
        }
        let fields = json!({ "form": self.to, "document": String::from_utf8_lossy(&text) });
        Ok(Viewed::<true>::new(game, text, fields))
    }
}

#[derive(Args, Debug)]
#[command(arg = picture(PICTURE))]
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
        let (game, mut text) = (Game { record, position }, Vec::new());
        game.write(&mut text, Form::Plain)?;
        Ok(document(game, text))
    }
}

#[derive(Args, Debug)]
pub(super) struct Moves {
    #[command(flatten)]
    source: Source,
}

impl Task for Moves {
    fn answer<'a>(&'a self, run: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let (game, mut text) = (self.source.open(run)?, Vec::new());
        let moves = game.next();
        report::moves(&mut text, &moves)?;
        Ok(Viewed::<false>::new(game, text, json!({ "moves": moves })))
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

    /// Variant of all records: required for those that do not name it, such as Pentasol; otherwise it replaces the
    /// variants that the records name
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
                    run.say(format_args!("skipping a record: {prefix}{problem}"));
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
