//! The `hex` program: its arguments, and how its data sets are answered.
//!
//! ```text
//!     input       files and stdin, as batches of data sets that are ready to be answered
//!      └─ work      answers a batch; with --ways and --solve, batches side by side on all threads
//!          ├─ answer      an answer: text, JSON, picture
//!          └─ perfect     the searches of --solve
//!              └─ finish    answers what is large, in order: long searches, large boards, long lists
//!     verify      checks a proof
//! ```

mod answer;
mod input;
mod perfect;
mod verify;

use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};

use clap::{ArgMatches, Command, CommandFactory, FromArgMatches, Parser};

use self::answer::{Answered, Given};
use self::input::{Batches, DataSet, Input};
use self::perfect::{SolveOptions, Solvers};
use super::answer::Form;
use super::arguments::{Common, Limits, Memory, Parsed, check_files, number, parse};
use super::failure::{Exit, Failure};
use super::manual::{example, with_statuses};
use super::order::in_order;
use super::paths::{InputFile, OutputFile, Writes, input, output};
use super::run::{Options, Process, Run};
use super::signals;
use super::stdout::check_open;
use crate::hex::{BestCaseSolver, Report, heading};

const NAME: &str = "hex";

/// The help of limits that the data sets have, and not tasks.
const TIME: &str = "Stop the search of each data set after this time, such as 90s, 10m or 2h, and print what is known";
const NODES: &str = "Stop the search of each data set after about N positions, and print what is known";

/// The largest size of a board whose answer is held in memory. Answers about larger boards are written while they are computed.
const LARGEST_HELD: u16 = 512;

/// The largest number of listed completions with which an answer is held in memory.
const LONGEST_HELD: u64 = 100;

/// Hex positions: who has won, or each player's best case and its number of moves
///
/// Player X connects the left side of the board to the right side, player O the top to the bottom. A best case of a player
/// is a smallest set of empty cells that would complete the connection if the opponent passed; its size is the number of
/// moves. If there are several, the one whose cells come first in reading order is printed.
///
/// The input is that of the Rowan University Programming Contest 2018: the number of data sets, then for each data set the
/// size of the board, the numbers of X's and O's stones, a line with X's cells and a line with O's cells.
#[derive(Parser, Debug)]
#[command(name = NAME, version)]
#[command(mut_arg("time", |time| time.requires("solve").help(TIME)))]
#[command(mut_arg("nodes", |nodes| nodes.requires("solve").help(NODES)))]
#[command(mut_arg("memory", |memory| memory.requires("solve")))]
struct Arguments {
    /// Input files, answered in this order; `-` or no file means stdin
    #[arg(value_name = "FILE", value_parser = input())]
    files: Vec<InputFile>,

    /// Print the number of ways: how many best cases the player has
    #[arg(long)]
    ways: bool,

    /// List all best cases in reading order, or with =MAX the first MAX of them; implies --ways
    #[arg(long, value_name = "MAX", num_args = 0..=1, require_equals = true, value_parser = number::<u64>(0..=u64::MAX))]
    #[allow(clippy::option_option, reason = "the option may be absent, stand alone, or have a value")]
    list: Option<Option<u64>>,

    /// Print after each board the distance of each cell from each player's first side (left for X, top for O)
    #[arg(long)]
    distances: bool,

    /// Reject input that the contest statement does not allow: other than 1 to 100 data sets, boards above size 21, or
    /// white space other than one blank between two items
    #[arg(long)]
    strict: bool,

    /// Write a picture of each data set to DIR/data-set-N.svg, or to DIR/STEM-data-set-N.svg for several files
    #[arg(long, value_name = "DIR", value_parser = output(Writes::Folder))]
    svg: Option<OutputFile>,

    #[command(flatten)]
    perfect: SolveOptions,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    memory: Memory,

    #[command(flatten)]
    common: Common,
}

impl Arguments {
    /// Returns the largest number of best cases to list, or `None` if they are not listed.
    fn longest_list(&self) -> Option<u64> {
        self.list.map(|max| max.unwrap_or(u64::MAX))
    }
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    let build = || with_statuses(Arguments::command(), example(include_str!("examples.txt"), NAME));
    let Parsed { command, matches, .. } = match parse(NAME, build) {
        Ok(parsed) => parsed,
        Err(exit) => return exit.into(),
    };
    let parsed = Options::of(&matches).and_then(|options| Ok((options, Arguments::from_arg_matches(&matches)?)));
    let (options, arguments) = match parsed {
        Ok(parsed) => parsed,
        // clap has parsed the same arguments.
        Err(error) => error.exit(),
    };
    let unit = if arguments.perfect.verify.is_some() { "" } else { "data set(s)" };
    let process = Process::begin(NAME, options, unit);
    process.end(answer(&process, &arguments, &command, &matches)).into()
}

fn answer(process: &Process, arguments: &Arguments, command: &Command, matches: &ArgMatches) -> Result<Exit, Failure> {
    check_open()?;
    let inputs = Input::all(arguments)?;
    arguments.perfect.check_data_sets(inputs.len() as u64)?;
    check_files(command, matches)?;
    if let Some(path) = &arguments.perfect.verify {
        return verify::answer(process, path);
    }
    let form = Form { json: process.options.common.json, schema: "quadrille/hex/1".to_owned(), task: None };
    let run = Run::new(process, form, false);
    let solvers = Solvers::new(arguments, process.options.limits);
    let program =
        Program { run: &run, arguments, solvers: &solvers, heading: Cell::new(None), exit: Cell::new(Exit::ANSWERED) };
    for input in &inputs {
        program.answer_input(input)?;
        if signals::stopped() {
            return Ok(Exit::LIMIT);
        }
    }
    Ok(program.exit.get())
}

/// What the caller's thread needs, which writes the answers.
struct Program<'a> {
    run: &'a Run<'a>,
    arguments: &'a Arguments,
    solvers: &'a Solvers<'a>,
    /// The number of data sets in the first line of an input that is to be written.
    heading: Cell<Option<u64>>,
    exit: Cell<Exit>,
}

impl Program<'_> {
    fn answer_input(&self, input: &Input) -> Result<(), Failure> {
        let Program { run, arguments, solvers, .. } = *self;
        let options = &arguments.perfect;
        let sets = input.open(arguments, run)?;
        let announced = sets.announced();
        options.check_data_sets(announced)?;
        if announced == 1 && !input.among_others {
            run.process().count_answers("");
        }
        self.heading.set(Some(announced).filter(|_| !run.form().json));
        // Nothing is written before the checkpoint of a position is known to be one of it.
        if options.of_one_position().is_none() {
            self.write_heading()?;
        }
        let has_searches = options.solve && announced > 1;
        let is_parallel = announced > 1 || arguments.ways || arguments.list.is_some();
        let threads = if is_parallel { run.options().limits.threads } else { 1 };
        let solvers = Some(solvers).filter(|_| has_searches && threads > 1);
        let worker = Worker { arguments, form: run.form(), solvers, idle: Mutex::default() };
        let mut read = 0;
        let answered = in_order(
            threads,
            4,
            Batches::new(sets, input, options.solve),
            |batch| worker.answer(batch),
            |answers| {
                read += answers.complete.len() + answers.rest.len();
                if !options.solve {
                    run.show_parts("data sets read", read as u64, announced);
                }
                worker.idle().push(self.print(answers)?);
                Ok(())
            },
        );
        // There was no data set, or it was faulty.
        self.write_heading()?;
        answered
    }

    fn write_heading(&self) -> io::Result<()> {
        let Some(data_sets) = self.heading.take() else { return Ok(()) };
        let mut out = self.run.out();
        heading(&mut out, data_sets)?;
        out.flush()
    }

    /// Prints the answers to a batch, answers what is left of it, and returns the memory. After a signal, what is incomplete is the
    /// last answer.
    fn print(&self, answers: Answers<'_>) -> Result<Scratch, Failure> {
        let Answers { scratch, complete, failure, rest } = answers;
        if self.exit.get() == Exit::LIMIT && signals::stopped() {
            return Ok(scratch);
        }
        let mut out = self.run.out();
        out.write_all(&scratch.bytes)?;
        out.flush()?;
        for (is_complete, searched) in complete {
            self.add(is_complete, searched);
        }
        failure.map_or(Ok(()), Err)?;
        rest.iter().take_while(|_| !signals::stopped()).try_for_each(|set| self.answer_large(set))?;
        Ok(scratch)
    }

    /// Answers a data set on all threads, and writes the answer while it is computed.
    fn answer_large(&self, set: &DataSet<'_>) -> Result<(), Failure> {
        let run = Run::new(self.run.process(), self.run.form().clone(), false);
        let outcome = BestCaseSolver::new().outcome(&set.position);
        let is_searched = self.arguments.perfect.is_asked(&outcome);
        let search = if is_searched { Some(self.solvers.search(&run, set)) } else { None };
        // A checkpoint that is refused leaves nothing written.
        let search = search.transpose().inspect_err(|_| self.heading.set(None))?;
        self.write_heading()?;
        let report = RefCell::new(Report::new());
        let answer = Answered::new(Given {
            arguments: self.arguments,
            set,
            outcome: &outcome,
            search: search.as_ref(),
            report: &report,
        });
        let printed = answer.print(run.form(), &mut run.out());
        run.out().flush()?;
        self.add(printed?, run.meter().positions());
        Ok(())
    }

    fn add(&self, is_complete: bool, searched: u64) {
        let positions = if self.arguments.perfect.solve { searched } else { is_complete.into() };
        self.run.process().add(is_complete, "positions", positions);
        if !is_complete {
            self.exit.set(Exit::LIMIT);
        }
    }
}

/// What the threads need that answer batches.
struct Worker<'a> {
    arguments: &'a Arguments,
    form: &'a Form,
    /// The solvers for searches here; they are on the caller's thread if there are none.
    solvers: Option<&'a Solvers<'a>>,
    /// Memory to use again.
    idle: Mutex<Vec<Scratch>>,
}

/// What a thread needs to answer a batch.
#[derive(Default)]
struct Scratch {
    best_cases: BestCaseSolver,
    report: RefCell<Report>,
    /// The answers.
    bytes: Vec<u8>,
}

/// The answers to a batch.
struct Answers<'a> {
    scratch: Scratch,
    /// For each answer whether it is complete, and the number of positions that were searched for it.
    complete: Vec<(bool, u64)>,
    /// Why an answer could not be given.
    failure: Option<Failure>,
    /// The data sets from the first one that is too large to be answered here.
    rest: Vec<DataSet<'a>>,
}

impl Worker<'_> {
    fn idle(&self) -> MutexGuard<'_, Vec<Scratch>> {
        // Nothing panics while it holds the lock.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer<'a>(&self, batch: Vec<DataSet<'a>>) -> Answers<'a> {
        let scratch = self.idle().pop().unwrap_or_default();
        let mut answers = Answers { scratch, complete: Vec::new(), failure: None, rest: Vec::new() };
        answers.scratch.bytes.clear();
        let mut sets = batch.into_iter();
        while let Some(mut set) = sets.next() {
            match self.answer_small(&mut set, &mut answers.scratch) {
                Some(Ok(is_complete)) => answers.complete.push((is_complete, set.searched)),
                Some(Err(failure)) => {
                    answers.failure = Some(failure);
                    break;
                }
                None => {
                    answers.rest = [set].into_iter().chain(sets).collect();
                    break;
                }
            }
        }
        answers
    }

    /// Answers a data set; returns whether the answer is complete, or `None` if the data set is too large to be answered here.
    fn answer_small(&self, set: &mut DataSet<'_>, scratch: &mut Scratch) -> Option<Result<bool, Failure>> {
        let Worker { arguments, form, solvers, .. } = *self;
        let Scratch { best_cases, report, bytes } = scratch;
        if set.position.size() > LARGEST_HELD || arguments.longest_list().is_some_and(|max| max > LONGEST_HELD) {
            return None;
        }
        let outcome = best_cases.outcome(&set.position);
        let search = if arguments.perfect.is_asked(&outcome) { Some(solvers?.attempt(set)?) } else { None };
        let answer = Answered::new(Given { arguments, set, outcome: &outcome, search: search.as_ref(), report });
        Some(answer.print(form, bytes))
    }
}
