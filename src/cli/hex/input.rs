//! Files and stdin to positions, and the loop of the program.
//!
//! Plain data sets are answered one after the other. Ways of several data sets, and perfect play of small ones, are found side by side:
//! data sets wait until there are enough of them, or until more input would have to be waited for.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use itertools::Itertools;

use super::answer::DataSet;
use super::perfect::{LastSolver, say_too_large};
use super::{Arguments, NAME};
use crate::cli::answer::Answer;
use crate::cli::failure::{Exit, Failure};
use crate::cli::paths::{InputFile, write_whole};
use crate::cli::run::Run;
use crate::cli::signals;
use crate::hex::report::heading;
use crate::hex::{DataSets, Outcome, Position, ReadError, ReadErrorKind, Report, Solver, Strictness};

/// The number of cells at which enough data sets wait for each thread.
const CELLS_PER_THREAD: usize = 8192;

/// The largest board on which perfect play needs so few positions that one thread is enough.
const LARGEST_SMALL: u16 = 5;

/// The largest size of a board whose ways are found beside those of others, and its answer held in memory.
const LARGEST_HELD: u16 = 512;

/// The largest number of listed best cases with which an answer is held in memory.
const LONGEST_HELD: u64 = 100;

/// An input to answer.
struct Input<'a> {
    file: Option<&'a InputFile>,
    /// Whether there are several inputs, so that an error must name this one.
    among_others: bool,
    /// What the paths of its pictures begin with.
    picture: PathBuf,
}

/// Answers all inputs.
///
/// # Errors
/// If an input is not in the contest's format or cannot be read, after the answers to all positions before the fault; or if the answers
/// or a file cannot be written.
pub(super) fn answer_inputs(run: &Run<'_>, arguments: &Arguments) -> Result<Exit, Failure> {
    let inputs = inputs(arguments)?;
    // Without a file the input is stdin.
    arguments.perfect.check_data_sets(inputs.len() as u64)?;
    let mut exit = Exit::ANSWERED;
    for input in &inputs {
        if answer_input(run, arguments, input)? == Exit::LIMIT {
            exit = Exit::LIMIT;
        }
        if signals::stopped() {
            return Ok(Exit::LIMIT);
        }
    }
    Ok(exit)
}

/// Returns the inputs of the command line.
fn inputs(arguments: &Arguments) -> Result<Vec<Input<'_>>, Failure> {
    let files: Vec<Option<&InputFile>> = match &arguments.files[..] {
        [] => vec![None],
        files => files.iter().map(Some).collect(),
    };
    let stem = |file: &Option<&InputFile>| {
        let stem = file.and_then(InputFile::path).and_then(Path::file_stem);
        stem.map_or_else(|| "stdin".to_owned(), |stem| stem.to_string_lossy().into_owned())
    };
    if arguments.svg.is_some()
        && let Some(stem) = files.iter().map(stem).duplicates().next()
    {
        let files = format_args!("{stem}-data-set-N.svg");
        let problem = format!("two input files would write the same pictures {files}: rename one of them");
        return Err(Failure::Usage(problem));
    }
    let among_others = files.len() > 1;
    let input = |file| {
        let prefix = if among_others { stem(&file) + "-" } else { String::new() };
        let folder = arguments.svg.as_deref().unwrap_or(Path::new(""));
        Input { file, among_others, picture: folder.join(prefix + "data-set") }
    };
    Ok(files.into_iter().map(input).collect())
}

impl Input<'_> {
    fn path(&self) -> Option<&Path> {
        self.file.and_then(InputFile::path)
    }

    fn open(&self, run: &Run<'_>) -> io::Result<Box<dyn Read>> {
        if let Some(path) = self.path() {
            return Ok(Box::new(File::open(path)?));
        }
        if io::stdin().is_terminal() {
            run.note(format_args!("reading data sets from the terminal; see {NAME} --help for their format"));
        }
        Ok(Box::new(io::stdin().lock()))
    }

    /// Returns the failure of an input, with its name if there are several or it is a file.
    fn failure(&self, error: &ReadError) -> Failure {
        Failure::Input(match (self.file.filter(|file| file.path().is_some()), &error.kind) {
            (Some(file), ReadErrorKind::Source(error)) => format!("cannot read {file}: {error}"),
            (Some(file), _) => format!("{file}: {error}"),
            (None, _) if self.among_others => format!("stdin: {error}"),
            (None, _) => error.to_string(),
        })
    }

    /// Returns the file for the picture of a data set.
    fn picture_of(&self, data_set: u64) -> PathBuf {
        let mut path = self.picture.as_os_str().to_owned();
        path.push(format!("-{data_set}.svg"));
        path.into()
    }
}

fn answer_input(run: &Run<'_>, arguments: &Arguments, input: &Input<'_>) -> Result<Exit, Failure> {
    let rejected = |error| input.failure(&error);
    let answering = RefCell::new(Answering::new(run, arguments, input));
    let source = Watched {
        source: run.waiting(input.open(run).map_err(|error| rejected(error.into()))?),
        before_read: || answering.borrow_mut().finish_waiting(),
    };
    let strictness = if arguments.strict { Strictness::Statement } else { Strictness::Lenient };
    let sets = DataSets::open(source, strictness).map_err(rejected)?;
    let announced = sets.announced();
    arguments.perfect.check_data_sets(announced)?;
    answering.borrow_mut().heading = Some(announced);
    // With a checkpoint nothing is written before that has been read.
    if arguments.perfect.of_one_position().is_none() {
        answering.borrow_mut().begin()?;
    }
    for (position, data_set) in sets.zip(1..) {
        let mut answering = answering.borrow_mut();
        let position = match position {
            Ok(position) => position,
            Err(error) => {
                answering.answer_waiting()?;
                return Err(rejected(error));
            }
        };
        if !arguments.perfect.solve {
            run.show_parts("data sets read", data_set, announced);
        }
        answering.add(data_set, position)?;
        if signals::stopped() {
            break;
        }
    }
    let mut answering = answering.into_inner();
    answering.begin()?;
    answering.answer_waiting()?;
    Ok(answering.exit)
}

/// A source that calls `before_read` before each read, which may have to wait.
struct Watched<R, F> {
    source: R,
    before_read: F,
}

impl<R: Read, F: FnMut()> Read for Watched<R, F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (self.before_read)();
        self.source.read(buffer)
    }
}

/// What a thread needs to answer data sets; its memory is used again.
#[derive(Default)]
struct Worker {
    best_cases: Solver,
    report: RefCell<Report>,
    perfect: LastSolver,
}

/// The answers to an input.
struct Answering<'a> {
    run: &'a Run<'a>,
    arguments: &'a Arguments,
    input: &'a Input<'a>,
    workers: Vec<Worker>,
    /// The number in the first line, until that is written.
    heading: Option<u64>,
    /// Data sets that wait to be answered side by side, and their cells.
    waiting: Vec<(u64, Position)>,
    cells: usize,
    has_told: bool,
    exit: Exit,
    failure: Option<Failure>,
}

impl<'a> Answering<'a> {
    fn new(run: &'a Run<'_>, arguments: &'a Arguments, input: &'a Input<'_>) -> Answering<'a> {
        let workers = (0..run.options().limits.threads.max(1)).map(|_| Worker::default()).collect();
        let (waiting, exit) = (Vec::new(), Exit::ANSWERED);
        Answering {
            run,
            arguments,
            input,
            workers,
            heading: None,
            waiting,
            cells: 0,
            has_told: false,
            exit,
            failure: None,
        }
    }

    /// Writes the first line, once.
    fn begin(&mut self) -> Result<(), Failure> {
        match self.heading.take() {
            Some(data_sets) if !self.run.form().json => Ok(heading(&mut self.run.out(), data_sets)?),
            _ => Ok(()),
        }
    }

    /// Answers a data set, or lets it wait for others.
    fn add(&mut self, data_set: u64, position: Position) -> Result<(), Failure> {
        self.failure.take().map_or(Ok(()), Err)?;
        let Arguments { perfect, .. } = self.arguments;
        let size = position.size();
        let may_wait = if perfect.solve {
            size <= LARGEST_SMALL && perfect.of_one_position().is_none()
        } else {
            let is_short = self.arguments.longest_list().is_none_or(|max| max <= LONGEST_HELD);
            self.arguments.counts_ways() && is_short && size <= LARGEST_HELD
        };
        if !may_wait || self.workers.len() == 1 {
            self.answer_waiting()?;
            return self.answer(data_set, &position);
        }
        self.cells += usize::from(size).pow(2);
        self.waiting.push((data_set, position));
        if self.cells >= CELLS_PER_THREAD * self.workers.len() { self.answer_waiting() } else { Ok(()) }
    }

    /// Answers what waits, before more input is waited for. A failure ends the run at the next data set.
    fn finish_waiting(&mut self) {
        if let Err(failure) = self.answer_waiting() {
            self.failure = Some(failure);
        }
    }

    /// Answers a data set while the output is written.
    fn answer(&mut self, data_set: u64, position: &Position) -> Result<(), Failure> {
        let Answering { run, arguments, input, .. } = *self;
        let options = &arguments.perfect;
        let outcome = self.workers[0].best_cases.outcome(position);
        let is_open = matches!(outcome, Outcome::Open(_));
        // A player who has won has a proof of that.
        if options.solve && (is_open || options.proves()) {
            return self.answer_by_search(data_set, position, &outcome);
        }
        self.begin()?;
        let report = &self.workers[0].report;
        let answer = DataSet::new(arguments, input.file_name(), data_set, position, &outcome, report);
        run.form().write(&mut run.out(), &answer)?;
        input.draw(arguments, &answer)?;
        let is_complete = answer.exit() == Exit::ANSWERED;
        self.add_answer(is_complete, 1);
        Ok(())
    }

    /// Answers a data set with perfect play, by all threads. What is known before the search is written before.
    fn answer_by_search(&mut self, data_set: u64, position: &Position, outcome: &Outcome) -> Result<(), Failure> {
        let Answering { run, arguments, input, .. } = *self;
        let options = &arguments.perfect;
        let search = Run::new(run.process(), run.form().clone(), false);
        let checkpoint = self.workers[0].perfect.resume(&search, options, position)?;
        self.begin()?;
        self.has_told = self.has_told || say_too_large(run, options, position.size());
        let Worker { report, perfect, .. } = &mut self.workers[0];
        let mut answer = DataSet::new(arguments, input.file_name(), data_set, position, outcome, report);
        let mut out = run.out();
        if !run.form().json {
            answer.write_best_cases(&mut out)?;
            out.flush()?;
        }
        let found = perfect.solve_in(&search, checkpoint, options, data_set, position);
        let (is_complete, proof_written) = (found.is_complete(), found.write_proof(options));
        answer.perfect = matches!(outcome, Outcome::Open(_)).then_some(found);
        match &answer.perfect {
            _ if run.form().json => run.form().write(&mut out, &answer)?,
            Some(perfect) => perfect.text(&mut out)?,
            None => {}
        }
        // A failure is reported after the answer.
        proof_written?;
        input.draw(arguments, &answer)?;
        self.add_answer(is_complete, search.meter().positions());
        Ok(())
    }

    fn add_answer(&mut self, is_complete: bool, positions: u64) {
        self.run.process().add(is_complete, "positions", positions);
        self.exit = if is_complete { self.exit } else { Exit::LIMIT };
    }

    /// Answers what waits, side by side, and writes the answers in order.
    fn answer_waiting(&mut self) -> Result<(), Failure> {
        let waiting = std::mem::take(&mut self.waiting);
        self.cells = 0;
        let answers: Vec<Mutex<Option<Answered>>> = waiting.iter().map(|_| Mutex::new(None)).collect();
        let next = AtomicUsize::new(0);
        let (form, limits) = (self.run.form(), self.run.options().limits);
        let (arguments, input) = (self.arguments, self.input);
        let work = |worker: &mut Worker| {
            while let Some((at, (data_set, position))) = {
                let at = next.fetch_add(1, Ordering::Relaxed);
                waiting.get(at).map(|waiting| (at, waiting))
            } {
                let answered = worker.answer(arguments, input, form, limits, *data_set, position);
                *answers[at].lock().unwrap_or_else(PoisonError::into_inner) = Some(answered);
            }
        };
        thread::scope(|scope| {
            let (first, others) = self.workers.split_at_mut(1);
            for worker in others.iter_mut().take(waiting.len().saturating_sub(1)) {
                // A thread that the system cannot start leaves its work to the others.
                let _ = thread::Builder::new().spawn_scoped(scope, || work(worker));
            }
            work(&mut first[0]);
        });
        for answered in answers {
            let Some(answered) = answered.into_inner().unwrap_or_else(PoisonError::into_inner) else { continue };
            self.run.out().write_all(&answered.bytes)?;
            answered.failure.map_or(Ok(()), Err)?;
            self.add_answer(answered.is_complete, answered.positions);
        }
        Ok(())
    }
}

/// The answer of a worker, to be written.
struct Answered {
    bytes: Vec<u8>,
    is_complete: bool,
    positions: u64,
    failure: Option<Failure>,
}

impl Worker {
    /// Answers a data set on one thread.
    fn answer(
        &mut self,
        arguments: &Arguments,
        input: &Input<'_>,
        form: &crate::cli::answer::Form,
        limits: crate::cli::run::Limits,
        data_set: u64,
        position: &Position,
    ) -> Answered {
        let outcome = self.best_cases.outcome(position);
        let mut answer = DataSet::new(arguments, input.file_name(), data_set, position, &outcome, &self.report);
        let mut positions = 1;
        if arguments.perfect.solve {
            let memory = limits.memory / limits.threads as u64;
            let meter = limits.start();
            let is_open = matches!(outcome, Outcome::Open(_));
            answer.perfect = is_open.then(|| {
                let mut budget = meter.budget().with_threads(1).with_memory(memory);
                self.perfect.solve(&arguments.perfect, position, &mut budget)
            });
            positions = meter.positions();
        }
        let mut bytes = Vec::new();
        let written = form.write(&mut bytes, &answer).map_err(Failure::Answers);
        let failure = written.and_then(|()| input.draw(arguments, &answer)).err();
        Answered { bytes, is_complete: answer.exit() == Exit::ANSWERED, positions, failure }
    }
}

impl Input<'_> {
    fn file_name(&self) -> Option<String> {
        self.path().map(|path| path.to_string_lossy().into_owned())
    }

    /// Writes the picture of a data set, if one is wanted.
    fn draw(&self, arguments: &Arguments, answer: &DataSet<'_>) -> Result<(), Failure> {
        if arguments.svg.is_none() {
            return Ok(());
        }
        let path = self.picture_of(answer.data_set);
        write_whole(&path, |out| answer.picture("", out)).map_err(|error| Failure::File(path, error))
    }
}
