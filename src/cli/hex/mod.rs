//! The program `hex`, and the way of a data set through it:
//!
//! ```text
//!     hex::Input       a file or stdin, as problems in any format
//!     Inputs::compute  hex::Answer: the outcome, the number of ways; short searches of perfect play, on all threads
//!     Inputs::print    the board, the best cases and their lists, perfect play: each part as soon as it is known;
//!                      then the proof and the picture
//!     Inputs::check    a template in place of a board
//! ```

mod gtp;
mod review;

use std::fmt::Display;
use std::io::{BufReader, Read, Write};
use std::sync::{Mutex, Once, PoisonError};

use anyhow::{Error, Result, anyhow, ensure};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Parser};
use itertools::Itertools;
use num_bigint::BigUint;

use super::checkpoint::Checkpoint;
use super::files::{self, Input, Output};
use super::parallel::in_order;
use super::{Common, Ctx, Limits, Program, Status, Task, is_stopped, usage};
use crate::budget::Budget;
use crate::hex::proof::{self, Proof};
use crate::hex::solve::{LARGEST_SOLVED, Progress, Solver};
use crate::hex::{
    self, Answer, BestCaseSolver, Heading, InputError, Listed, Outcome, Part, PerfectPlay, Position, Problem, Question,
    Strictness, Template, TemplateReport, picture, template_picture,
};
use crate::player::{ByPlayer, Player};

const ONE_DATA_SET: &str = "--checkpoint and --proof are for an input with one data set";

const TO_MOVE: &str = "--proof needs --to-move, but for a template";

const FOR_BOARDS: &str =
    "--ways, --list, --distances, --to-move, --moves, --strategy and --shortest are for boards, not templates";

/// A search of more positions goes on with all threads, when all data sets before it are answered.
const SHORT: u64 = 1000;

/// Hex positions: who has won, or each player's best case and its number of moves
///
/// Player X connects the left side of the board to the right side, player O the top to the bottom. A best case of a
/// player is a smallest set of empty cells that would complete the connection if the opponent passed; its size is the
/// number of moves. If there are several, the one whose cells come first in reading order is printed.
///
/// The input is that of the Rowan University Programming Contest 2018: the number of data sets, then for each data set
/// the size of the board, the numbers of X's and O's stones, a line with X's cells and a line with O's cells. An input
/// that begins with ( is read as games in SGF: Black is O, White is X, and each game is a data set with the position at
/// the end. Other text before the first game is skipped. Addresses of HexWorld and trmph, and lists of moves such as
/// a10 f6 d9, are games too. Boards and templates are also read as pictures, such as the boards that this program prints.
#[derive(Parser, Debug)]
#[command(name = "hex", version)]
#[command(group(ArgGroup::new("search").args(["solve", "review", "gtp"])))]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct Hex {
    /// Input files, answered in this order; `-` or no file means stdin
    #[arg(value_name = "FILE")]
    files: Vec<Input>,

    /// Print the number of ways: how many best cases the player has
    #[arg(long)]
    ways: bool,

    /// List all best cases in reading order, or with =MAX the first MAX of them; implies --ways
    #[arg(long, value_name = "MAX", num_args = 0..=1, require_equals = true, default_missing_value = "18446744073709551615")]
    list: Option<u64>,

    /// Print after each board the distance of each cell from each player's first side (left for X, top for O)
    #[arg(long)]
    distances: bool,

    /// Reject input that the contest statement does not allow: other than 1 to 100 data sets, boards above size 21, or
    /// white space other than one blank between two items
    #[arg(long)]
    strict: bool,

    /// Read each game up to its Nth move; without it, to the end
    #[arg(long, value_name = "N")]
    at: Option<usize>,

    /// Judge each move of the games by perfect play: whether the player who made it still wins, and the winning moves if
    /// it gave a win away; --time is for a position, and what later ones leave is for earlier ones [default: 2s]
    #[arg(long, conflicts_with_all = ["ways", "list", "distances", "strict", "at", "svg"])]
    review: bool,

    /// Write the main lines of the reviewed games to FILE in SGF, with comments, and marks on mistakes
    #[arg(long, value_name = "FILE", requires = "review", value_parser = Output::file())]
    to_sgf: Option<Output>,

    /// Hold a dialogue in the Go Text Protocol on stdin and stdout, as HexGui does; --time is the time for a move
    /// [default: 10s]
    #[arg(long, conflicts_with_all = ["files", "ways", "list", "distances", "strict", "svg", "at", "verify", "json"])]
    gtp: bool,

    /// Write a picture of each data set to DIR/data-set-N.svg, or to DIR/STEM-data-set-N.svg for several files
    #[arg(long, value_name = "DIR", value_parser = Output::folder())]
    svg: Option<Output>,

    /// Print who wins if neither player passes, for each player to move
    #[arg(long, help_heading = "Perfect play")]
    solve: bool,

    /// Solve for this player to move only: X or O
    #[arg(long, value_name = "PLAYER", requires = "solve", help_heading = "Perfect play", value_parser = player(), ignore_case = true, hide_possible_values = true)]
    to_move: Option<Player>,

    /// Print all winning moves
    #[arg(long, requires = "solve", help_heading = "Perfect play")]
    moves: bool,

    /// For templates: print whether each cell is needed, and those that are not
    #[arg(long, requires = "solve", help_heading = "Perfect play")]
    minimal: bool,

    /// Print a line of play in which the winner plays a winning move each time
    #[arg(long, requires = "solve", help_heading = "Perfect play")]
    strategy: bool,

    /// Print the least number of further stones with which the winner can force the win
    #[arg(long, requires = "solve", help_heading = "Perfect play")]
    shortest: bool,

    /// Save the state of the search in FILE, and continue from it; for an input with one data set
    #[arg(long, value_name = "FILE", requires = "solve", help_heading = "Perfect play", value_parser = Output::file())]
    checkpoint: Option<Output>,

    /// Write a proof that the winner wins to FILE; for an input with one data set, and unless it is a template --to-move
    #[arg(long, value_name = "FILE", requires = "solve", help_heading = "Perfect play", value_parser = Output::file())]
    proof: Option<Output>,

    /// Check the proof in FILE (`-` is stdin) by the rules of the game alone, and print what it proves
    #[arg(long, value_name = "FILE", help_heading = "Perfect play", conflicts_with_all = ["files", "ways", "list", "distances", "strict", "at", "svg", "search"])]
    verify: Option<Input>,

    #[command(flatten)]
    common: Common,
}

fn player() -> impl TypedValueParser<Value = Player> {
    PossibleValuesParser::new(["X", "O"]).map(|word| if word.eq_ignore_ascii_case("X") { Player::X } else { Player::O })
}

impl Program for Hex {
    const EXAMPLES: (&str, &str) = (include_str!("../hex-examples.txt"), "hex");

    fn common(&self) -> &Common {
        &self.common
    }

    fn task(&self) -> Option<&dyn Task> {
        Some(self)
    }
}

impl Task for Hex {
    fn schema(&self, name: &str) -> String {
        let kind = match self.verify {
            Some(_) => "-proof",
            None if self.review => "-review",
            None => "",
        };
        format!("{name}{kind}")
    }

    fn run(&self, ctx: &Ctx) -> Result<Status> {
        if self.gtp {
            return gtp::run(ctx);
        }
        if let Some(file) = &self.verify {
            return verify(file, ctx);
        }
        let inputs = Inputs::new(self, ctx)?;
        if self.review {
            return review::run(&inputs, self.to_sgf.as_ref());
        }
        let mut status = Status::Done;
        for file in &inputs.files {
            status = status.max(inputs.answer(file)?);
            if is_stopped() {
                return Ok(Status::Stopped);
            }
        }
        Ok(status)
    }
}

/// Checks a proof, and prints what it proves.
fn verify(file: &Input, ctx: &Ctx) -> Result<Status> {
    let mut source = BufReader::new(file.open("a proof", ctx)?);
    let verified = proof::verify(&mut source).map_err(|error| match file.path() {
        Some(path) => anyhow!("{}: {error}", path.display()),
        None => anyhow!("{error}"),
    });
    ctx.print(&verified?)?;
    Ok(Status::Done)
}

/// What the files have in common.
struct Inputs<'a> {
    hex: &'a Hex,
    ctx: &'a Ctx,
    files: Vec<Input>,
    question: Question,
    /// The solver for boards of the last size, so that data sets share what is found.
    solver: Mutex<Option<(u16, Solver)>>,
    /// Whether it has been said that large boards are not searched.
    large: Once,
}

/// Draws a picture with a title.
type Draw<'a> = &'a dyn Fn(&mut dyn Write, &str) -> std::io::Result<()>;

/// What is ready to be printed.
enum Computed {
    /// An answer, and perfect play if a short search has found it.
    Board(Box<Answer>, Option<PerfectPlay>),
    /// A template that is not checked yet, and its number.
    Template(u64, Template),
}

impl<'a> Inputs<'a> {
    fn new(hex: &'a Hex, ctx: &'a Ctx) -> Result<Inputs<'a>> {
        let mut files = hex.files.clone();
        if files.is_empty() {
            files.push(Input::stdin());
        }
        let are_different = files.iter().map(|file| file.path().and_then(|path| path.file_stem())).all_unique();
        let problem = "two input files would write the same pictures: rename one of them";
        ensure!(hex.svg.is_none() || are_different, usage(problem));
        ensure!(files.len() == 1 || hex.proof.is_none() && hex.checkpoint.is_none(), usage(ONE_DATA_SET));
        let Hex { to_move, moves, strategy: line, shortest, .. } = *hex;
        let question = Question { to_move, moves, line, shortest, proof: hex.proof.is_some() };
        Ok(Inputs { hex, ctx, files, question, solver: Mutex::default(), large: Once::new() })
    }

    /// Begins to read a file.
    fn open(&self, file: &Input) -> Result<hex::Input<Box<dyn Read + Send>>> {
        let source = file.open("data sets (see hex --help for their format)", self.ctx)?;
        let strictness = if self.hex.strict { Strictness::Statement } else { Strictness::Lenient };
        let input = hex::Input::open(source, strictness, self.hex.at, self.hex.review);
        input.map_err(|error| self.named(file, error))
    }

    /// Returns an error of an input with its name, unless it is stdin alone.
    fn named(&self, file: &Input, error: impl Display) -> Error {
        match file.path() {
            Some(path) => anyhow!("{}: {error}", path.display()),
            None if self.files.len() > 1 => anyhow!("stdin: {error}"),
            None => anyhow!("{error}"),
        }
    }

    /// Answers the data sets of a file, up to the first that is faulty or that a signal leaves without an answer.
    fn answer(&self, file: &Input) -> Result<Status> {
        let Inputs { hex, ctx, .. } = *self;
        let input = self.open(file)?;
        let announced = input.announced();
        ensure!(announced == 1 || hex.proof.is_none() && hex.checkpoint.is_none(), usage(ONE_DATA_SET));
        if let Some([has_boards, has_templates]) = input.kinds() {
            let flags = [hex.ways, hex.list.is_some(), hex.distances, hex.moves, hex.strategy, hex.shortest];
            let is_for_boards = hex.to_move.is_some() || flags.contains(&true);
            ensure!(!has_boards || hex.proof.is_none() || hex.to_move.is_some(), usage(TO_MOVE));
            ensure!(!has_templates || hex.solve, usage("templates are for --solve"));
            ensure!(has_boards || !is_for_boards, usage(FOR_BOARDS));
            ensure!(
                has_templates || !hex.minimal,
                usage("--minimal is for templates, such as a picture with a stone A")
            );
        }
        if hex.checkpoint.is_none() {
            ctx.print_text(Heading(announced))?;
        }
        let mut status = Status::Done;
        let threads = if hex.solve && announced > 1 { ctx.limits().threads() } else { 1 };
        let memory = Mutex::new(BestCaseSolver::new());
        let compute = |(number, problem): (u64, Result<Problem, InputError>)| {
            let position = match problem.map_err(|error| self.named(file, error))? {
                Problem::Template(template) => return Ok(Computed::Template(number, template)),
                Problem::Board(position) => position,
            };
            if threads == 1 {
                let mut solver = memory.lock().unwrap_or_else(PoisonError::into_inner);
                return Ok(Computed::Board(self.compute(number, position, &mut solver).into(), None));
            }
            let answer = self.compute(number, position, &mut BestCaseSolver::new());
            let perfect = if self.is_searched(&answer) { self.search_short(&answer) } else { None };
            Ok(Computed::Board(answer.into(), perfect))
        };
        in_order(ctx, threads, (1..).zip(input), &compute, &mut |computed: Result<Computed>| {
            status = status.max(match computed? {
                Computed::Board(answer, perfect) => self.print(file, &answer, perfect)?,
                Computed::Template(number, template) => self.check(file, number, &template)?,
            });
            Ok(())
        })?;
        Ok(status)
    }

    fn compute(&self, number: u64, position: Position, solver: &mut BestCaseSolver) -> Answer {
        let ways = self.hex.ways || self.hex.list.is_some();
        Answer::new(number, position, solver, ways, self.hex.distances)
    }

    /// Returns whether perfect play is searched. A proof is found also if a player has won already.
    fn is_searched(&self, answer: &Answer) -> bool {
        self.hex.solve && (self.hex.proof.is_some() || matches!(answer.outcome, Outcome::Open(_)))
    }

    /// Searches perfect play on one thread; `None` if that takes long, but its solver remembers what was found.
    fn search_short(&self, answer: &Answer) -> Option<PerfectPlay> {
        let (solver, limits) = (self.solver(answer.position.size())?, self.ctx.limits());
        let nodes = limits.nodes.map_or(SHORT, |nodes| nodes.min(SHORT));
        let show = |positions| shown(answer.number, positions, &solver.progress());
        let mut budget = self.ctx.budget_within(Limits { nodes: Some(nodes), ..limits }, show).with_threads(1);
        let perfect = self.question.answer(&answer.position, &solver, &mut budget);
        (perfect.is_complete() || limits.nodes == Some(nodes)).then_some(perfect)
    }

    /// Returns a solver for boards of a size; `None` if they are too large.
    fn solver(&self, size: u16) -> Option<Solver> {
        let mut last = self.solver.lock().unwrap_or_else(PoisonError::into_inner);
        if last.as_ref().is_none_or(|(of, _)| *of != size) {
            // One table at a time.
            *last = None;
            let budget = self.ctx.budget();
            let memory = budget.memory / if self.hex.shortest { 4 } else { 1 };
            *last = Solver::new(size, &budget.with_memory(memory)).map(|solver| (size, solver));
        }
        last.as_ref().map(|(_, solver)| solver.clone())
    }

    /// Prints an answer, part by part, and writes its proof and its picture. Perfect play is searched on all threads
    /// unless it is known.
    fn print(&self, file: &Input, answer: &Answer, perfect: Option<PerfectPlay>) -> Result<Status> {
        let Inputs { hex, ctx, .. } = *self;
        let is_searched = self.is_searched(answer) && perfect.is_none();
        let (name, mut more) = (file.path().map(|path| path.to_string_lossy()), None);
        let begin = || match hex.list {
            None => Ok(ctx.print_text(answer)?),
            Some(longest) => self.list(answer, longest, name.as_deref()).map(|left| more = Some(left)),
        };
        let ask = |solver: &Solver, budget: &mut Budget<'_>| self.question.answer(&answer.position, solver, budget);
        let searched = self.search((answer.number, &answer.position), is_searched, begin, ask)?;
        let perfect = match perfect.or(searched) {
            Some(perfect) => Some(perfect),
            None if is_searched => {
                let what = if self.question.proof { "they have no proofs" } else { "their perfect play is unknown" };
                let hint = format_args!("boards above size {LARGEST_SOLVED} are not searched: {what}");
                self.large.call_once(|| ctx.note(hint));
                Some(self.question.unknown())
            }
            None => None,
        };
        // If a player has won, it was searched for a proof alone.
        let shown = perfect.as_ref().filter(|_| matches!(answer.outcome, Outcome::Open(_)));
        shown.map_or(Ok(()), |perfect| ctx.print_text(format_args!("\n{perfect}")))?;
        ctx.print_json(&answer.json(name.as_deref(), more.as_ref(), shown))?;
        let proof = perfect.as_ref().and_then(|perfect| perfect.proof.as_ref());
        self.write(file, answer.number, proof, &|out, title| {
            picture(out, title, &answer.position, &answer.outcome, shown.map(PerfectPlay::winning).as_ref())
        })?;
        let is_listed = more.is_none() || !is_stopped();
        Ok(Status::of_complete(is_listed && perfect.as_ref().is_none_or(PerfectPlay::is_complete)))
    }

    /// Checks a template, prints what is found, and writes its proof and its picture.
    fn check(&self, file: &Input, number: u64, template: &Template) -> Result<Status> {
        let asked = [self.hex.minimal, self.hex.proof.is_some()];
        let ask = |solver: &Solver, budget: &mut Budget<'_>| template.answer(asked, solver, budget);
        let answer = self.search((number, &template.position), true, || Ok(()), ask)?.unwrap_or_default();
        let path = file.path().map(|path| path.to_string_lossy());
        self.ctx.print(&TemplateReport {
            file: path.as_deref(),
            data_set: number,
            name: &template.name,
            answer: &answer,
        })?;
        let draw = |out: &mut dyn Write, title: &str| template_picture(out, title, template, &answer);
        self.write(file, number, answer.proof.as_ref(), &draw)?;
        Ok(Status::of_complete(answer.is_complete))
    }

    /// Asks a solver on all threads, unless nothing `is_searched` or the board is too large, and saves its state. Before
    /// that, prints the heading and begins the answer; but a checkpoint that is refused leaves nothing printed.
    fn search<T>(
        &self,
        (number, position): (u64, &Position),
        is_searched: bool,
        begin: impl FnOnce() -> Result<()>,
        ask: impl FnOnce(&Solver, &mut Budget<'_>) -> T,
    ) -> Result<Option<T>> {
        let Inputs { hex, ctx, .. } = *self;
        let solver = if is_searched { self.solver(position.size()) } else { None };
        let open = |solver: &Solver| {
            Checkpoint::open(ctx, hex.checkpoint.as_ref(), &("hex", position), |from| solver.load(from))
        };
        let checkpoint = solver.as_ref().map(open).transpose()?;
        if hex.checkpoint.is_some() {
            ctx.print_text(Heading(1))?;
        }
        begin()?;
        let Some((solver, mut checkpoint)) = solver.zip(checkpoint) else { return Ok(None) };
        let mut budget = ctx.budget_with(|positions| shown(number, positions, &solver.progress()));
        let mut budget = checkpoint.budget(&mut budget, |out| solver.save(out));
        let answer = ask(&solver, &mut budget);
        drop(budget);
        checkpoint.save(|out| solver.save(out));
        Ok(Some(answer))
    }

    /// Writes the proof and the picture of a data set, if they are asked for. The picture is drawn with a title.
    fn write(&self, file: &Input, number: u64, proof: Option<&Proof>, draw: Draw<'_>) -> Result<()> {
        match (&self.hex.proof, proof) {
            (Some(path), Some(proof)) => files::replace(path, |out| proof.write(out))?,
            (Some(path), None) => self.ctx.say(format_args!("no proof was written to {}", path.display())),
            (None, _) => {}
        }
        let Some(folder) = &self.hex.svg else { return Ok(()) };
        folder.create_folder()?;
        let stem = file.path().and_then(|path| path.file_stem()).filter(|_| self.files.len() > 1);
        let stem = stem.map_or_else(String::new, |stem| format!("{}-", stem.to_string_lossy()));
        let title = format!("Hex, data set {number}");
        files::replace(&folder.join(format!("{stem}data-set-{number}.svg")), |out| draw(out, &title))
    }

    /// Prints an answer with a list of each player's best cases, up to a signal. Returns how many are not listed.
    fn list(&self, answer: &Answer, longest: u64, file: Option<&str>) -> Result<ByPlayer<BigUint>> {
        let ctx = self.ctx;
        let (mut budget, mut more) = (ctx.budget(), answer.ways.clone().unwrap_or_default());
        ctx.print_text(answer.part(Part::Board))?;
        for player in Player::BOTH {
            ctx.print_text(answer.part(Part::BestCase(player)))?;
            let mut printed = Ok(());
            let _ = answer.list(player, longest, |cells| {
                printed = ctx.print(&Listed { file, data_set: answer.number, player, cells });
                more[player] -= 1_u8;
                // Only signals stop it.
                let _ = budget.poll(0);
                if printed.is_err() || is_stopped() { Err(()) } else { Ok(()) }
            });
            printed?;
            if more[player] > BigUint::ZERO {
                ctx.print_text(format_args!("… and {} more\n", more[player]))?;
            }
        }
        Ok(more)
    }
}

/// Returns the line of progress.
fn shown(data_set: u64, positions: u64, progress: &Progress) -> String {
    let Progress { after, proof, disproof, best, proved, stones } = progress;
    if let Some(proved) = proved {
        let hundredths = (10_000.0 * proved).floor();
        return format!("data set {data_set}: {positions} positions, {:.2} percent of the proof", hundredths / 100.0);
    }
    if let Some(stones) = stones {
        return format!("data set {data_set}: {positions} positions, at least {stones} stones");
    }
    let number = |number: &Option<u32>| number.map_or_else(|| "infinite".to_owned(), |number| number.to_string());
    let (proof, disproof) = (number(proof), number(disproof));
    let after = after.map_or_else(String::new, |cell| format!(", after {cell}"));
    let best = best.map_or_else(String::new, |cell| format!(", best {cell}"));
    format!("data set {data_set}{after}: {positions} positions, proof {proof}, disproof {disproof}{best}")
}
