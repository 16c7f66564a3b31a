//! The program `morpion`: its tasks, and those on records.
//!
//! ```text
//!     mod       cross, check, show, convert, records, moves, random, bounds
//!     prove     count, prove; merge, which adds up their parts; verify
//!     search    search, and the file for its best game
//! ```

mod prove;
mod search;

use std::env;
use std::io::{self, IsTerminal, Read, Write};

use anyhow::{Result, anyhow};
use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use terminal_size::{Width, terminal_size_of};

use super::files::{self, Input, Output};
use super::screen::USUAL_COLUMNS;
use super::{Common, Ctx, Program, Status, Task};
use crate::morpion::bounds::{MAX_POINTS, Start};
use crate::morpion::count::MAX_DEPTH;
use crate::morpion::picture::{self, Terminal};
use crate::morpion::record::ParseRecordErrorKind::{NoFirstLine, NoVariant, NoVariantOfList};
use crate::morpion::record::{Form, KnownRecord, MAX_BYTES, known};
use crate::morpion::{Game, GameError, Variant, replay, report};

/// Morpion Solitaire: records checked, shown and converted, bounds, exact counts, long games
///
/// A move adds a point to a cross of 36 or 24 points, and draws a line of 5 or 4 points through it whose other points
/// are on the board. Lines of the same direction may share an end point in 5T and 4T, and no point in 5D and 4D. The
/// goal is the longest game.
///
/// Without a task, a list of tasks is read from stdin: one task per line, with its own options, as on the command line.
/// `#` begins a comment. Options of the command line hold for each task.
#[derive(Parser, Debug)]
#[command(name = "morpion", version)]
pub struct Morpion {
    #[command(subcommand)]
    task: Option<MorpionTask>,

    #[command(flatten)]
    common: Common,
}

#[derive(Subcommand, Debug)]
enum MorpionTask {
    /// Print the cross of points that a game starts from
    ///
    /// `o` are points of the cross. A `:` stands between two rows of points, where a game may have lines.
    Cross(Cross),
    /// Check a record: whether it is legal, its score, and whether the game is finished
    ///
    /// The moves are replayed. An illegal record is rejected with its first illegal move and the condition that it
    /// violates: (i) the point is new; (ii) the point is on the line, and lines of the same direction share at most one
    /// end point in 5T and 4T, and no point in 5D and 4D; (iii) all other points of the line are on the board.
    Check(Check),
    /// Print a record as a picture in plain text
    ///
    /// Numbers are moves, `o` are points of the cross, `+` are points where the next move can be made; `moves` lists
    /// these moves with their lines. A `:` stands in a row that no line crosses. On a terminal lines have colours, and
    /// the picture is drawn closer if it is too wide.
    Show(Show),
    /// Convert a record to another form, or draw it
    Convert(Convert),
    /// List the known records
    ///
    /// The columns are name, variant, score, whether the record is legal and finished, and author. Other tasks take the
    /// name in place of FILE.
    Records(Records),
    /// Print the legal moves after a record
    ///
    /// Each move is a line `x y x1 y1 x2 y2`: the new point and the two ends of its line. Such a line can be appended
    /// to a record in the plain form.
    Moves(Source),
    /// Play random moves, and print the game in the plain form
    Random(Random),
    /// Print Flammenkamp's bounds on the length of a game, and the best bounds known
    Bounds(Bounds),
    /// Count the grids with 0 to DEPTH moves, up to symmetry
    ///
    /// A grid is the set of lines that a game has drawn, in any order. Each line of the answer has a number of moves
    /// and the number of grids. --labelled adds a column: grids with mirror images and rotations counted separately.
    /// --finished adds a column: finished grids; with --labelled also finished grids counted separately.
    Count(prove::Count),
    /// Add up the parts of a count or a proof, and print the whole
    Merge(prove::Merge),
    /// Prove that no game has more than N moves, by a certificate for each box of hulls
    ///
    /// The proof goes through all hulls as a tree of boxes. A box whose certificate does not prove the bound is split.
    /// With --hull it finds the least bound that it can for the games with one hull.
    Prove(prove::Prove),
    /// Verify certificates that `prove` has written, in integers
    ///
    /// Prints what each proves, and for which hulls. With --complete also checks that they prove it for all hulls.
    Verify(prove::Verify),
    /// Search for a long game
    ///
    /// Prints the number of moves and the game in the plain form. The method is nested rollout policy adaptation
    /// (NRPA). Without --target each thread makes one run; with --target runs are made until a game is long enough.
    /// With --symmetric a move and its half-turn are played together. The answer depends only on the options and the
    /// number of threads, unless --time, Ctrl-C or SIGTERM stops the search.
    Search(search::Search),
}

impl Program for Morpion {
    const EXAMPLES: (&str, &str) = (include_str!("../morpion-examples.txt"), "count");

    fn common(&self) -> &Common {
        &self.common
    }

    fn task(&self) -> Option<&dyn Task> {
        task!(self.task, MorpionTask: Cross Check Show Convert Records Moves Random Bounds Count Merge Prove Verify Search)
    }
}

/// Returns a parser for one of some variants.
fn variant_of<const N: usize>(names: [&'static str; N]) -> impl TypedValueParser<Value = Variant> {
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Variant>())
}

/// Returns a parser for a variant.
fn variant() -> impl TypedValueParser<Value = Variant> {
    variant_of(["5T", "5D", "4T", "4D"])
}

/// A picture of a game.
#[derive(Args, Debug)]
struct Picture {
    /// Write a picture of the game to FILE
    #[arg(long, value_name = "FILE", value_parser = Output::file())]
    svg: Option<Output>,
}

impl Picture {
    /// Writes the picture, if it is wanted.
    fn draw(&self, draw: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
        self.svg.as_ref().map_or(Ok(()), |path| files::replace(path, draw))
    }
}

/// Reads a text up to the longest that a record may have, and one byte more if there is more.
fn read_all(from: impl Read) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    from.take(MAX_BYTES as u64 + 1).read_to_end(&mut text)?;
    Ok(text)
}

/// Reads the record in a file, or the known record of this name.
fn open(file: &Input, variant: Option<Variant>, ctx: &Ctx) -> Result<Game> {
    let missing = file.path().filter(|path| !path.exists());
    let text = if let Some(known) = missing.and_then(|path| known().find(|known| path.as_os_str() == known.name)) {
        known.json.as_bytes().to_owned()
    } else {
        let hinted = |error| anyhow!("{error}; 'morpion records' lists the known records");
        let source = file.open("a record", ctx).map_err(|error| if missing.is_some() { hinted(error) } else { error });
        read_all(source?).map_err(|error| file.unreadable(&error))?
    };
    Game::read(&text, variant).map_err(|problem| {
        let hint = match &problem {
            GameError::Record(error) if matches!(error.kind, NoVariant | NoVariantOfList | NoFirstLine(_)) => {
                " with --variant"
            }
            _ => "",
        };
        match file.path() {
            Some(path) => anyhow!("{}: {problem}{hint}", path.display()),
            None => anyhow!("{problem}{hint}"),
        }
    })
}

/// A record, from a file or stdin.
#[derive(Args, Debug)]
struct Source {
    /// File with a record in any form (MSR, Pentasol, plain or a list of moves in JSON), or the name of a known record;
    /// stdin if it is absent or -
    #[arg(value_name = "FILE")]
    file: Option<Input>,

    /// Variant of the record: required if the record does not name it, as in Pentasol, in lists of moves, and in the
    /// plain form without its first line; otherwise it replaces the variant that the record names
    #[arg(long, value_name = "VARIANT", value_parser = variant(), ignore_case = true)]
    variant: Option<Variant>,
}

impl Source {
    /// Reads the record, and prints what a reader should know about it.
    fn open(&self, ctx: &Ctx) -> Result<Game> {
        let game = open(self.file.as_ref().unwrap_or(&Input::stdin()), self.variant, ctx)?;
        game.remark().inspect(|remark| ctx.note(remark));
        Ok(game)
    }
}

#[derive(Args, Debug)]
struct Cross {
    /// Lines of 5 or 4 points, touching (T) or disjoint (D)
    #[arg(value_name = "VARIANT", value_parser = variant(), ignore_case = true)]
    variant: Variant,

    #[command(flatten)]
    picture: Picture,
}

impl Task for Cross {
    fn run(&self, ctx: &Ctx) -> Result<Status> {
        let cross = report::Cross::new(self.variant);
        ctx.print(&cross)?;
        self.picture.draw(|out| cross.draw(out))?;
        Ok(Status::Done)
    }
}

#[derive(Args, Debug)]
struct Check {
    #[command(flatten)]
    source: Source,

    /// Print Flammenkamp's potential of every point
    #[arg(long)]
    map: bool,

    #[command(flatten)]
    picture: Picture,
}

impl Task for Check {
    fn run(&self, ctx: &Ctx) -> Result<Status> {
        let game = self.source.open(ctx)?;
        ctx.print(&report::Checked::new(&game, self.map))?;
        self.picture.draw(|out| game.draw(out))?;
        Ok(Status::Done)
    }
}

#[derive(Args, Debug)]
struct Show {
    #[command(flatten)]
    source: Source,

    /// Show the first N moves only
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(..=MAX_DEPTH as i64))]
    moves: Option<u16>,

    #[command(flatten)]
    picture: Picture,
}

impl Task for Show {
    fn run(&self, ctx: &Ctx) -> Result<Status> {
        let (mut out, mut game, mut text) = (ctx.document()?, self.source.open(ctx)?, Vec::new());
        if let Some(moves) = self.moves {
            game.keep(moves.into());
        }
        let terminal = terminal();
        let (pattern, moves) = (game.record.pattern(), game.record.moves());
        let columns = picture::text(&mut text, pattern, moves, &game.next_moves(), terminal)?;
        if let Some(Terminal { columns: has, .. }) = terminal.filter(|terminal| terminal.columns < columns) {
            ctx.note(format_args!("the game is {columns} characters wide, the terminal {has}: widen it, or use --svg"));
        }
        if terminal.is_some() && text.split(|&byte| byte == b'\n').any(|row| row.trim_ascii() == b":") {
            ctx.note("a : stands in a row that no line crosses");
        }
        out.write_all(&text)?;
        out.flush()?;
        self.picture.draw(|out| game.draw(out))?;
        Ok(Status::Done)
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
struct Convert {
    /// Form to convert to
    #[arg(long, value_name = "FORM", value_enum, ignore_case = true)]
    to: Target,

    #[command(flatten)]
    source: Source,

    #[command(flatten)]
    picture: Picture,
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

impl Task for Convert {
    fn run(&self, ctx: &Ctx) -> Result<Status> {
        let (mut out, game) = (ctx.document()?, self.source.open(ctx)?);
        match self.to {
            Target::Msr => write!(out, "{}", game.text(Form::Msr)?)?,
            Target::Json => write!(out, "{}", game.text(Form::Json)?)?,
            Target::Pentasol => write!(out, "{}", game.text(Form::Pentasol)?)?,
            Target::Plain => write!(out, "{}", game.text(Form::Plain)?)?,
            Target::Svg => game.draw(&mut out)?,
            Target::Html => replay::html(&mut out, &game.title(), &game.record, game.position.mobility())?,
        }
        out.flush()?;
        self.picture.draw(|out| game.draw(out))?;
        Ok(Status::Done)
    }
}

#[derive(Args, Debug)]
struct Random {
    /// Lines of 5 or 4 points, touching (T) or disjoint (D)
    #[arg(value_name = "VARIANT", value_parser = variant(), ignore_case = true)]
    variant: Variant,

    /// Seed of the random numbers; the same seed gives the same game on every machine
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Stop after N moves [default: play until the game is finished]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(..=MAX_DEPTH as u64))]
    moves: Option<u64>,

    #[command(flatten)]
    picture: Picture,
}

impl Task for Random {
    fn run(&self, ctx: &Ctx) -> Result<Status> {
        let game = Game::random(self.variant, self.seed, self.moves);
        // As text it is a record that stands alone.
        ctx.screen.begin(Some(""));
        ctx.print(&report::MoveList::played(&game))?;
        self.picture.draw(|out| game.draw(out))?;
        Ok(Status::Done)
    }
}

/// The legal moves.
impl Task for Source {
    fn run(&self, ctx: &Ctx) -> Result<Status> {
        ctx.print(&report::MoveList::next(&self.open(ctx)?))?;
        Ok(Status::Done)
    }
}

#[derive(Args, Debug)]
struct Records {
    /// List the records of this variant only
    #[arg(value_name = "VARIANT", value_parser = variant(), ignore_case = true)]
    variant: Option<Variant>,
}

impl Task for Records {
    fn run(&self, ctx: &Ctx) -> Result<Status> {
        let mut records = Vec::new();
        for KnownRecord { title, name, json } in known() {
            let game = Game::read(json.as_bytes(), None).map_err(|problem| anyhow!("{title}: {problem}"))?;
            if self.variant.is_none_or(|variant| variant == game.record.variant()) {
                records.push(report::RecordSummary::new(name, &game));
            }
        }
        ctx.print(&report::Records { records })?;
        Ok(Status::Done)
    }
}

#[derive(Args, Debug)]
struct Bounds {
    /// Number of points at the start, 1 to 10^9
    #[arg(value_name = "POINTS", default_value = "36", value_parser = start())]
    start: Start,
}

/// Returns a parser for a number of starting points.
fn start() -> impl TypedValueParser<Value = Start> {
    let points = RangedU64ValueParser::<u64>::new().range(1..=MAX_POINTS);
    points.try_map(|points| Start::new(points).ok_or("too few or too many points"))
}

impl Task for Bounds {
    fn run(&self, ctx: &Ctx) -> Result<Status> {
        ctx.print(&report::Bounds::new(self.start))?;
        Ok(Status::Done)
    }
}
