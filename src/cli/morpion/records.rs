//! Tasks on records: `cross`, `check`, `show`, `convert`, `records`, `moves`, `random` and `best`.

use std::env;
use std::io::{self, IsTerminal, Write};

use clap::{Args, ValueEnum, value_parser};
use serde::Serialize;
use terminal_size::{Width, terminal_size_of};

use super::game::Game;
use super::{PICTURE, variant};
use crate::cli::failure::{Exit, Failure};
use crate::cli::messages::escaped;
use crate::cli::output::Answer;
use crate::cli::paths::{InputFile, OutputFile, OutputKind, input, output};
use crate::cli::progress::USUAL_COLUMNS;
use crate::cli::run::Run;
use crate::morpion::count::MAX_DEPTH;
use crate::morpion::picture::Terminal;
use crate::morpion::record::{Form, KnownRecord, Record, known};
use crate::morpion::report::{self, RecordSummary};
use crate::morpion::{self, Move, Point, Position, Potential, Variant, replay};
use crate::random;

#[derive(Args, Debug)]
pub(super) struct Cross {
    /// Lines of 5 or 4 points, touching (T) or disjoint (D)
    #[arg(value_name = "VARIANT", value_parser = variant(), ignore_case = true)]
    variant: Variant,

    #[arg(long, value_name = "PATH", help = PICTURE, value_parser = output(OutputKind::Picture))]
    svg: Option<OutputFile>,
}

#[derive(Serialize)]
struct CrossAnswer {
    variant: Variant,
    points: Vec<[i64; 2]>,
    moves_left: usize,
    #[serde(skip)]
    position: Position,
}

impl Cross {
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        let (variant, position) = (self.variant, Position::new(self.variant));
        let points = variant.cross().map(|Point { x, y }| [x, y]).collect();
        let answer = CrossAnswer { variant, points, moves_left: position.mobility(), position };
        run.answer_with_picture(&answer, self.svg.as_ref(), Exit::ANSWERED)
    }
}

impl Answer for CrossAnswer {
    fn text(&self, mut out: &mut dyn Write) -> io::Result<()> {
        report::cross(&mut out, &self.position)
    }

    fn picture(&self, _: &str, out: &mut dyn Write) -> io::Result<()> {
        let next: Vec<Move> = self.position.legal_moves().collect();
        let title = format!("Morpion Solitaire {}", self.variant);
        morpion::picture::svg(out, &title, self.position.pattern(), &[], &next, None)
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

/// A game, and what a task says about it.
#[derive(Serialize)]
struct GameAnswer {
    variant: Variant,
    /// The number of start points, if they are not those of the cross.
    #[serde(skip_serializing_if = "Option::is_none")]
    start_points: Option<usize>,
    score: usize,
    moves_left: usize,
    #[serde(flatten)]
    fields: Fields,
    #[serde(skip)]
    text: Vec<u8>,
    #[serde(skip)]
    game: Game,
}

/// The fields that only one task has.
#[derive(Serialize)]
#[serde(untagged)]
enum Fields {
    Check {
        symmetric: bool,
        potential: i64,
        #[serde(skip_serializing_if = "Option::is_none")]
        map: Option<Vec<PointPotential>>,
    },
    Document {
        document: String,
    },
    Moves {
        moves: Vec<Move>,
    },
}

#[derive(Serialize)]
struct PointPotential {
    x: i64,
    y: i64,
    f: i64,
}

impl GameAnswer {
    fn new(game: Game, text: Vec<u8>, fields: Fields) -> GameAnswer {
        let (variant, score, moves_left) = (game.record.variant(), game.position.score(), game.position.mobility());
        let start_points = game.record.pattern().other_points();
        GameAnswer { variant, start_points, score, moves_left, fields, text, game }
    }
}

impl Answer for GameAnswer {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.text)
    }

    fn picture(&self, _: &str, out: &mut dyn Write) -> io::Result<()> {
        self.game.draw(out)
    }
}

/// Prints a game as a text that stands alone, and ends the task.
fn print_document(game: Game, text: Vec<u8>, svg: Option<&OutputFile>, run: &Run<'_>) -> Result<Exit, Failure> {
    if !run.form().json {
        run.document()?;
    }
    let fields = Fields::Document { document: String::from_utf8_lossy(&text).into_owned() };
    run.answer_with_picture(&GameAnswer::new(game, text, fields), svg, Exit::ANSWERED)
}

#[derive(Args, Debug)]
pub(super) struct Check {
    #[command(flatten)]
    source: Source,

    /// Print Flammenkamp's potential of every point
    #[arg(long)]
    map: bool,

    #[arg(long, value_name = "PATH", help = PICTURE, value_parser = output(OutputKind::Picture))]
    svg: Option<OutputFile>,
}

impl Check {
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        let (game, mut text) = (self.source.open(run)?, Vec::new());
        let potential = Potential::after(game.record.pattern(), game.position.moves());
        report::check(&mut text, &game.position, &potential)?;
        if self.map {
            report::map(&mut text, &potential)?;
        }
        let map = potential.points().map(|(Point { x, y }, f)| PointPotential { x, y, f });
        let fields = Fields::Check {
            symmetric: game.position.is_symmetric(),
            potential: potential.sum(),
            map: self.map.then(|| map.collect()),
        };
        run.answer_with_picture(&GameAnswer::new(game, text, fields), self.svg.as_ref(), Exit::ANSWERED)
    }
}

#[derive(Args, Debug)]
pub(super) struct Show {
    #[command(flatten)]
    source: Source,

    /// Show the first N moves only
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(..=MAX_DEPTH as i64))]
    moves: Option<u16>,

    #[arg(long, value_name = "PATH", help = PICTURE, value_parser = output(OutputKind::Picture))]
    svg: Option<OutputFile>,
}

impl Show {
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        let (mut game, mut text) = (self.source.open(run)?, Vec::new());
        if let Some(moves) = self.moves {
            game.keep(moves.into());
        }
        let terminal = terminal().filter(|_| !run.form().json);
        let (pattern, moves) = (game.record.pattern(), game.record.moves());
        let columns = morpion::picture::text(&mut text, pattern, moves, &game.next(), terminal)?;
        if let Some(terminal) = terminal.filter(|terminal| terminal.columns < columns) {
            let has = terminal.columns;
            run.note(format_args!("the game is {columns} characters wide, the terminal {has}: widen it, or use --svg"));
        }
        if terminal.is_some() && text.split(|&byte| byte == b'\n').any(|row| row.trim_ascii() == b":") {
            run.note("a : stands in a row that no line crosses");
        }
        print_document(game, text, self.svg.as_ref(), run)
    }
}

/// Returns the terminal that stdout is, if it is one.
fn terminal() -> Option<Terminal> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let columns = terminal_size_of(io::stdout()).map_or(USUAL_COLUMNS, |(Width(columns), _)| columns).into();
    let is_unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let has_colours = !is_unwanted && env::var_os("TERM").is_none_or(|name| name != "dumb");
    Some(Terminal { columns, has_colours })
}

#[derive(Args, Debug)]
pub(super) struct Convert {
    /// Form to convert to
    #[arg(long, value_name = "FORM", value_enum, ignore_case = true)]
    to: Target,

    #[command(flatten)]
    source: Source,

    #[arg(long, value_name = "PATH", help = PICTURE, value_parser = output(OutputKind::Picture))]
    svg: Option<OutputFile>,
}

/// The form that a record is converted to, or a picture.
#[derive(ValueEnum, Clone, Copy, Debug)]
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
    /// A page that replays the game and plays on, for a browser
    Html,
}

impl Convert {
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        run.document()?;
        let (game, mut text) = (self.source.open(run)?, Vec::new());
        match self.to {
            Target::Msr => text.extend(game.text(Form::Msr)?.bytes()),
            Target::Json => text.extend(game.text(Form::Json)?.bytes()),
            Target::Pentasol => text.extend(game.text(Form::Pentasol)?.bytes()),
            Target::Plain => text.extend(game.text(Form::Plain)?.bytes()),
            Target::Svg => game.draw(&mut text)?,
            Target::Html => replay::html(&mut text, &game.title(), &game.record, game.position.mobility())?,
        }
        print_document(game, text, self.svg.as_ref(), run)
    }
}

#[derive(Args, Debug)]
pub(super) struct Random {
    /// Lines of 5 or 4 points, touching (T) or disjoint (D)
    #[arg(value_name = "VARIANT", value_parser = variant(), ignore_case = true)]
    variant: Variant,

    /// Seed of the random numbers; the same seed gives the same game on every machine
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Stop after N moves [default: play until the game is finished]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(..=MAX_DEPTH as u64))]
    moves: Option<u64>,

    #[arg(long, value_name = "PATH", help = PICTURE, value_parser = output(OutputKind::Picture))]
    svg: Option<OutputFile>,
}

impl Random {
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
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
        let game = Game { record, position };
        let text = game.text(Form::Plain)?.into_bytes();
        print_document(game, text, self.svg.as_ref(), run)
    }
}

#[derive(Args, Debug)]
pub(super) struct Moves {
    #[command(flatten)]
    source: Source,
}

impl Moves {
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        let (game, mut text) = (self.source.open(run)?, Vec::new());
        let moves = game.next();
        report::moves(&mut text, &moves)?;
        run.answer(&GameAnswer::new(game, text, Fields::Moves { moves }), Exit::ANSWERED)
    }
}

#[derive(Args, Debug)]
pub(super) struct Records {
    /// List the records of this variant only
    #[arg(value_name = "VARIANT", value_parser = variant(), ignore_case = true)]
    variant: Option<Variant>,
}

#[derive(Serialize)]
struct RecordsAnswer {
    records: Vec<RecordSummary>,
}

impl Records {
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        let mut records = Vec::new();
        for KnownRecord { title, name, json } in known() {
            let game = Game::read(json.as_bytes(), None);
            let game = game.map_err(|problem| Failure::Input(format!("{title}: {problem}")))?;
            if self.variant.is_none_or(|variant| variant == game.record.variant()) {
                records.push(RecordSummary::new(name, &game.record, &game.position));
            }
        }
        run.answer(&RecordsAnswer { records }, Exit::ANSWERED)
    }
}

impl Answer for RecordsAnswer {
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

/// The longest legal record of each variant and number of start points; of several equally long ones, the first.
#[derive(Serialize)]
struct BestAnswer {
    best: Vec<LongestRecord>,
}

#[derive(Serialize)]
struct LongestRecord {
    variant: Variant,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_points: Option<usize>,
    score: usize,
    file: String,
}

impl Best {
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
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
            let start_points = game.record.pattern().other_points();
            let new = LongestRecord { variant, start_points, score, file: file.name().to_string_lossy().into_owned() };
            match best.iter_mut().find(|longest| (longest.variant, longest.start_points) == (variant, start_points)) {
                Some(longest) if longest.score < score => *longest = new,
                Some(_) => {}
                None => best.push(new),
            }
        }
        if best.is_empty() {
            return Err(Failure::Input("expected at least one legal record among the files, found none".to_owned()));
        }
        best.sort_unstable_by_key(|longest| (longest.variant, longest.start_points));
        run.answer(&BestAnswer { best }, Exit::ANSWERED)
    }
}

impl Answer for BestAnswer {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.best.iter().try_for_each(|LongestRecord { variant, start_points, score, file }| {
            let start = start_points.map_or_else(String::new, |points| format!("Start points: {points}\n"));
            writeln!(out, "Variant: {variant}\n{start}Score: {score}\nFile: {}", escaped(file))
        })
    }
}
