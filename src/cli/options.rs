//! The arguments of a process: options that all programs have, parsers for values, completion scripts and manual pages.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgMatches, Args, Command, CommandFactory, Parser};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, roman};

use super::exit::{EXAMPLE, Exit, Failure, STATUSES, end};
use super::messages::one_line;
use super::stdout::check_open;

/// The options that all programs have.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Common options")]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct Common {
    /// Print answers as JSON, one object per line
    #[arg(long, global = true)]
    pub json: bool,

    /// Use N threads, 1 to 1024 [default: the number of cores]
    #[arg(long, global = true, value_name = "N", value_parser = number::<u16>(1..=1024))]
    pub threads: Option<u16>,

    /// Print no hints and no progress on stderr
    #[arg(long, global = true)]
    pub quiet: bool,

    /// Print the progress line even when stderr is not a terminal
    #[arg(long, global = true, conflicts_with = "quiet")]
    pub progress: bool,

    /// Print the work done, the time and the peak memory on stderr at the end
    #[arg(long, global = true)]
    pub stats: bool,

    /// Print a completion script for SHELL and exit
    #[arg(long, value_name = "SHELL", exclusive = true)]
    pub completions: Option<Shell>,

    /// Print the manual page (roff) and exit
    #[arg(long, global = true, exclusive = true)]
    pub man: bool,
}

impl Common {
    /// Returns the number of threads to use.
    #[must_use]
    pub fn threads(&self) -> usize {
        // Asking the system takes longer than many tasks.
        static CORES: LazyLock<usize> = LazyLock::new(|| thread::available_parallelism().map_or(1, NonZeroUsize::get));
        self.threads.map_or_else(|| *CORES, usize::from)
    }
}

/// Returns the arguments of a program. Help, the version, a completion script or a manual page is printed here.
///
/// # Errors
/// The exit status if there is nothing left to do: one of these was printed, or the usage was wrong, which is reported on
/// stderr in one line.
pub fn arguments<P: Parser>(program: &'static str) -> Result<P, Exit> {
    let arguments: Vec<OsString> = env::args_os().collect();
    let mut command = P::command();
    let parsed = command.try_get_matches_from_mut(&arguments).and_then(|matches| {
        let document = requested_document::<P>(program, &matches);
        Ok(match document {
            Some(document) => Err(document),
            None => Ok(P::from_arg_matches(&matches)?),
        })
    });
    match parsed {
        Ok(Ok(parsed)) => Ok(parsed),
        // Made whole first: clap's crates panic when a pipe is closed.
        Ok(Err(document)) => {
            let mut stdout = io::stdout().lock();
            let written = check_open().and_then(|()| stdout.write_all(&document)).and_then(|()| stdout.flush());
            Err(printed(program, written))
        }
        Err(error) if error.use_stderr() => {
            let task = arguments.iter().skip(1).find_map(|word| command.find_subcommand(word));
            let help = task.map_or_else(String::new, |task| format!(" {}", task.get_name()));
            let has_command = task.is_some_and(|task| task.get_arguments().any(Arg::is_last_set));
            let is_separated = arguments.iter().any(|word| word == "--");
            let tip = if has_command && !is_separated { "; tip: write the command after --" } else { "" };
            let problem = format!("{}{tip}; try '{program}{help} --help'", one_line(error));
            Err(end(program, Err(Failure::Usage(problem))))
        }
        // Help and version, in colours on a terminal.
        Err(error) => {
            let written = check_open().and_then(|()| error.print()).and_then(|()| io::stdout().flush());
            Err(printed(program, written))
        }
    }
}

/// Returns the exit status of a program that only prints a document.
fn printed(program: &str, written: io::Result<()>) -> Exit {
    end(program, written.map(|()| Exit::Answered).map_err(Failure::Answers))
}

/// Returns the completion script or manual page that the arguments ask for; `None` if they ask for neither.
fn requested_document<P: CommandFactory>(program: &str, matches: &ArgMatches) -> Option<Vec<u8>> {
    if let Some(&shell) = matches.get_one::<Shell>("completions") {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut P::command(), program, &mut script);
        return Some(if shell == Shell::Bash { with_one_spelling(script, program) } else { script });
    }
    let task = matches.subcommand();
    let is_asked = |matches: &ArgMatches| matches.get_flag("man");
    (is_asked(matches) || task.is_some_and(|(_, matches)| is_asked(matches)))
        .then(|| manual_page(P::command(), task.map(|(name, _)| name)))
}

/// Repairs the bash script of a program with a hyphen in its name: `clap_complete` 4.6 spells the states after a task in two ways,
/// so that nothing is completed there (clap-rs/clap#6421).
fn with_one_spelling(script: Vec<u8>, program: &str) -> Vec<u8> {
    let [wrong, right] = ["__subcmd__", "__"].map(|separator| program.replace('-', separator));
    match String::from_utf8(script) {
        Ok(script) => script.replace(&wrong, &right).into_bytes(),
        Err(error) => error.into_bytes(),
    }
}

/// All programs; each page refers to the others.
const PROGRAMS: [&str; 5] = ["chip-firing", "hex", "hex-judge", "hip", "morpion"];

/// Returns the manual page of a program, or of one of its tasks, in roff.
fn manual_page(program: Command, task: Option<&str>) -> Vec<u8> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let name = program.get_name().to_owned();
    let command = task.and_then(|task| program.find_subcommand(task)).unwrap_or(&program);
    let page = Man::new(command.clone())
        .source(format!("quadrille {}", env!("CARGO_PKG_VERSION")))
        .manual("Pencil-and-paper games");
    let mut text = Vec::new();
    // Only the writer can fail, and this one is memory.
    let _ = page
        .render_title(&mut text)
        .and_then(|()| page.render_name_section(&mut text))
        .and_then(|()| page.render_synopsis_section(&mut text))
        .and_then(|()| page.render_description_section(&mut text))
        .and_then(|()| page.render_options_section(&mut text));
    if command.has_subcommands() {
        let _ = page.render_subcommands_section(&mut text);
    }
    let _ = ending(command, &name, task.is_some()).to_writer(&mut text);
    text
}

/// Returns the sections on exit statuses, the example and the other programs.
fn ending(command: &Command, program: &str, is_task: bool) -> Roff {
    let mut roff = Roff::new();
    if program != "hex-judge" {
        roff.control("SH", ["EXIT STATUS"]);
        for (status, meaning) in STATUSES {
            roff.control("TP", []).text([bold(status)]).text([roman(meaning)]);
        }
    }
    if let Some(example) = command.get_after_help() {
        roff.control("SH", ["EXAMPLE"]).control("nf", []);
        let example = example.to_string();
        let lines = example.lines().filter(|line| *line != EXAMPLE);
        let lines = lines.flat_map(|line| [roman(line), Inline::LineBreak]);
        roff.text(lines.collect::<Vec<_>>()).control("fi", []);
    }
    let mut others = Vec::new();
    for other in PROGRAMS.into_iter().filter(|&other| is_task || other != program) {
        let separator = if others.is_empty() { "" } else { ", " };
        others.extend([roman(separator), bold(other), roman("(1)")]);
    }
    roff.control("SH", ["SEE ALSO"]).text(others);
    roff
}

/// Returns a parser for a value that is one of the given words; help and completions list them.
pub fn one_of<T>(words: impl IntoIterator<Item = &'static str>) -> impl TypedValueParser<Value = T>
where
    T: FromStr + Clone + Send + Sync + 'static,
    T::Err: std::error::Error + Send + Sync + 'static,
{
    PossibleValuesParser::new(words).try_map(|word| word.parse::<T>())
}

/// Returns a parser for the name of a file or folder to write. It rejects `-`, which means a standard stream elsewhere.
#[must_use]
pub fn output_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if path.as_os_str() == "-" {
            Err("expected the name of a file or folder to write".to_owned())
        } else {
            Ok(path)
        }
    })
}

/// Returns a parser for a number of this range, in plain decimal digits.
///
/// ```text
///     number::<u16>(1..=1024)    "2" -> 2    "0", "2000", "+2", "1e3" -> expected a number from 1 to 1024
/// ```
pub fn number<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|number| is_plain && range.contains(number));
        let number = number.and_then(|number: u64| T::try_from(number).ok());
        number.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
    }
}

/// Returns the size in bytes that a text means, such as `512M` or `4G`; the letters mean powers of 1024.
///
/// # Errors
/// If the text is not a size.
pub fn size(text: &str) -> Result<u64, String> {
    let size = parse_size::Config::new().with_binary().parse_size(text);
    size.map_err(|_| "expected a size such as 512M or 4G".to_owned())
}

/// The longest time limit, since clocks do not reach far beyond.
const LONGEST: Duration = Duration::from_secs(100 * 365 * 86400);

/// Returns the time that a text means, such as `90s`, `10m` or `2h`; a number alone means seconds.
///
/// # Errors
/// If the text is not a time, or more than 100 years.
pub fn time(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().map(Duration::from_secs);
    let time = seconds.or_else(|_| humantime::parse_duration(text));
    let time = time.map_err(|_| "expected a time such as 90s, 10m or 2h".to_owned())?;
    if time > LONGEST { Err("expected a time of at most 100 years".to_owned()) } else { Ok(time) }
}
