//! The arguments of a process: options that all programs have, parsers for values, and what was typed.

use std::any::TypeId;
use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgMatches, Args, Command, ValueHint, value_parser};
use clap_complete::Shell;

use super::failure::{Exit, Failure};
use super::manual;
use super::messages::{quoted, report, say};
use super::paths::{InputFile, OutputFile, OutputKind, is_file};
use super::stdout::check_open;
use super::tips::explained;

/// The options that all programs have.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Common options")]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct Common {
    /// Print answers as JSON, one object per line
    #[arg(long, global = true)]
    pub json: bool,

    /// Use N threads, 1 to 1024 [default: the number of cores]
    #[arg(long, global = true, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
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
    completions: Option<Shell>,

    /// Print the manual page (roff) and exit
    #[arg(long, global = true, exclusive = true)]
    man: bool,
}

impl Common {
    /// Returns the number of threads to use.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads.map_or_else(|| thread::available_parallelism().map_or(1, NonZeroUsize::get), usize::from)
    }
}

/// The arguments of a process.
#[derive(Debug)]
pub struct Parsed {
    /// The definitions.
    pub command: Command,
    /// The values.
    pub matches: ArgMatches,
    /// The words, without the name of the program.
    pub words: Vec<OsString>,
}

/// Returns the arguments of the process, by the definitions that `build` returns. Help, the version, a completion
/// script or a manual page is printed here.
///
/// # Errors
/// The exit status if there is nothing left to do: one of these was printed, or the usage was wrong, which is reported
/// on stderr in one line.
pub fn parse(program: &str, build: &dyn Fn() -> Command) -> Result<Parsed, Exit> {
    let words: Vec<OsString> = env::args_os().skip(1).collect();
    let build = || build().version(env!("CARGO_PKG_VERSION")).mut_args(with_hint);
    let mut command = build();
    let result =
        command.try_get_matches_from_mut([OsStr::new(program)].into_iter().chain(words.iter().map(|word| &**word)));
    let printed = match result {
        Ok(matches) => match requested_document(&build, &matches) {
            None => return Ok(Parsed { command, matches, words }),
            // Made whole first: clap's crates panic when a pipe is closed.
            Some(document) => check_open().and_then(|()| io::stdout().write_all(&document)),
        },
        // Help and version, in colours on a terminal.
        Err(error) if !error.use_stderr() => check_open().and_then(|()| error.print()),
        Err(error) => {
            let task = words.iter().find_map(|word| command.find_subcommand(word));
            let help = task.map_or_else(String::new, |task| format!(" {}", task.get_name()));
            let has_command = task.is_some_and(|task| task.get_arguments().any(Arg::is_last_set));
            let is_separated = words.iter().any(|word| word == "--");
            let shown: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
            let shown: Vec<&str> = shown.iter().map(|word| &**word).collect();
            let tip = if has_command && !is_separated { "; tip: write the command after --" } else { "" };
            let message = explained(&command.clone(), &shown, error, &mut |words| {
                command.try_get_matches_from_mut([program].iter().chain(words)).map(drop)
            });
            say(program, format_args!("{message}{tip}; try '{program}{help} --help'"));
            return Err(Exit::USAGE);
        }
    };
    Err(match printed.and_then(|()| io::stdout().flush()).map_err(Failure::Answers) {
        Ok(()) => Exit::ANSWERED,
        Err(failure) => {
            report(program, &failure);
            failure.exit()
        }
    })
}

/// Returns the completion script or manual page that the arguments ask for; `None` if they ask for neither.
fn requested_document(build: &dyn Fn() -> Command, matches: &ArgMatches) -> Option<Vec<u8>> {
    if let Some(&shell) = matches.get_one::<Shell>("completions") {
        return Some(manual::completions(shell, build()));
    }
    let task = matches.subcommand();
    let is_asked = |matches: &ArgMatches| matches.get_flag("man");
    (is_asked(matches) || task.is_some_and(|(_, matches)| is_asked(matches)))
        .then(|| manual::page(build(), task.map(|(name, _)| name)))
}

/// Returns a task as it was typed: its words joined by one blank, without options that belong to the process or name an
/// output file. Words that a list would split are in quotes. `task` is the subcommand of `program`.
#[must_use]
pub fn echo(program: &Command, task: &Command, words: &[OsString]) -> String {
    let option = |word: &OsStr| {
        let long = word.to_str()?.strip_prefix("--")?.split('=').next()?;
        let mut arguments = task.get_arguments().chain(program.get_arguments());
        arguments.find(|argument| argument.get_long() == Some(long))
    };
    let mut echo = String::new();
    let mut words = words.iter().map(|word| &**word);
    let mut only_values = false;
    while let Some(word) = words.next() {
        let left_out = option(word)
            .filter(|option| !only_values && (option.is_global_set() || is_output(option) || is_limit(option)));
        only_values |= word == "--";
        if let Some(option) = left_out {
            if option.get_action().takes_values() && !word.as_encoded_bytes().contains(&b'=') {
                words.next();
            }
            continue;
        }
        let word = quoted(&word.to_string_lossy());
        echo += if echo.is_empty() { "" } else { " " };
        echo += &word;
    }
    echo
}

/// Returns an argument that is completed by the names of files, if its value is one. The value of another option may
/// begin with a dash, so that a wrong one is called that.
pub(super) fn with_hint(argument: Arg) -> Arg {
    if is_file(&argument) {
        return argument.value_hint(ValueHint::AnyPath);
    }
    let is_option = argument.get_long().is_some() && argument.get_action().takes_values();
    let takes_any = argument.get_value_parser().type_id() == TypeId::of::<PathBuf>();
    if is_option && !takes_any { argument.allow_hyphen_values(true) } else { argument }
}

fn is_limit(argument: &Arg) -> bool {
    argument.get_help_heading() == Some("Limits")
}

fn is_output(argument: &Arg) -> bool {
    argument.get_value_parser().type_id() == TypeId::of::<OutputFile>()
}

/// Returns the values of a type that were given to a task.
fn values<'a, T: Clone + Send + Sync + 'static>(task: &Command, matches: &'a ArgMatches) -> Vec<&'a T> {
    let of_type = |argument: &&Arg| argument.get_value_parser().type_id() == TypeId::of::<T>();
    let names = task.get_arguments().filter(of_type).map(|argument| argument.get_id().as_str());
    names.filter_map(|name| matches.get_many::<T>(name)).flatten().collect()
}

/// Returns whether a task has a checkpoint.
pub(super) fn has_checkpoint(task: &Command, matches: &ArgMatches) -> bool {
    values::<OutputFile>(task, matches).iter().any(|output| output.kind == OutputKind::Checkpoint)
}

/// Returns whether a task prints its picture in place of its answer.
pub(super) fn prints_picture(task: &Command, matches: &ArgMatches) -> bool {
    values::<OutputFile>(task, matches).into_iter().any(OutputFile::is_dash)
}

/// Checks, before the work, that each output file can be written, and that none is an input, stdout or another output.
///
/// # Errors
/// [`Failure::Usage`] if not.
pub fn check_files(task: &Command, matches: &ArgMatches) -> Result<(), Failure> {
    let mut outputs = values::<OutputFile>(task, matches);
    outputs.retain(|output| !output.is_dash());
    let inputs = values::<InputFile>(task, matches).into_iter().filter_map(InputFile::path);
    let inputs: Vec<PathBuf> = inputs.filter_map(|input| input.canonicalize().ok()).collect();
    let is_input = |output: &Path| output.canonicalize().is_ok_and(|output| inputs.contains(&output));
    for (number, output) in outputs.iter().enumerate() {
        let conflict = match output {
            _ if output.kind != OutputKind::Update && is_input(output) => "it is an input",
            _ if output.is_stdout() => "stdout is redirected to it",
            _ if outputs[..number].iter().any(|other| output.is_same_file(other)) => "another option writes it too",
            _ => continue,
        };
        let path = output.display();
        return Err(Failure::Usage(format!("refusing to overwrite {path}: {conflict}; name another file")));
    }
    outputs.into_iter().try_for_each(OutputFile::check)
}

/// Returns a parser for a value that is one of the given words; help and completions list them.
pub fn one_of<T>(words: impl IntoIterator<Item = &'static str>) -> impl TypedValueParser<Value = T>
where
    T: FromStr + Clone + Send + Sync + 'static,
    T::Err: std::error::Error + Send + Sync + 'static,
{
    PossibleValuesParser::new(words).try_map(|word| word.parse::<T>())
}

/// Returns the size in bytes that a text means, such as `512M` or `4G`; the letters mean powers of 1024.
///
/// # Errors
/// If the text is not a size, or a number below `1M` without a unit: that of bytes was hardly meant.
pub fn size(text: &str) -> Result<u64, String> {
    let expected = "expected a size such as 512M or 4G";
    let size = parse_size::Config::new().with_binary().parse_size(text).map_err(|_| expected.to_owned())?;
    if size < 1 << 20 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("{expected}; {text} alone is {text} bytes"));
    }
    Ok(size)
}

/// The longest time limit, since clocks do not reach far beyond.
const LONGEST: Duration = Duration::from_secs(100 * 365 * 86400);

/// Returns the time that a text means, such as `90s`, `10m`, `2h` or `0.5s`; a number alone means seconds.
///
/// # Errors
/// If the text is not a time, or more than 100 years.
pub fn time(text: &str) -> Result<Duration, String> {
    let seconds = text.strip_suffix('s').unwrap_or(text).parse().ok();
    let seconds = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let time = seconds.or_else(|| humantime::parse_duration(text).ok());
    let time = time.ok_or("expected a time such as 90s, 10m or 2h")?;
    if time > LONGEST { Err("expected a time of at most 100 years".to_owned()) } else { Ok(time) }
}
