//! Manual pages, made from what `--help` is made from.
//!
//! ```text
//!     page -> NAME, SYNOPSIS, DESCRIPTION      the first lines of the help, and a line for each form of task
//!       \ -> TASKS                             subcommands, or what the text after the help says of tasks
//!        \ -> OPTIONS ...                      a section for each heading of the help
//!         \ -> EXIT STATUS, EXAMPLE            of the text after the help
//!          \ -> SEE ALSO                       the other programs
//! ```

use std::io;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, roman};

/// All programs, of which each page names the others.
const PROGRAMS: [&str; 5] = ["chip-firing", "hex", "hex-judge", "hip", "morpion"];

/// The manual page of a program, in roff.
///
/// # Errors
/// None: the page is made in memory, but the crate that writes options takes any writer.
pub(super) fn page(command: &Command) -> io::Result<Vec<u8>> {
    let command = &with_values(command.clone());
    let text = AfterHelp::of(command);
    let man = Man::new(command.clone().override_usage(forms(command).join("\n")));
    let version = format!("quadrille {}", command.get_version().unwrap_or_default());
    let man = man.title(command.get_name().to_uppercase()).source(version).manual("Pencil-and-paper games");

    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    section("DESCRIPTION", description(command).chain(text.before), &mut page)?;
    section("TASKS", text.tasks.into_iter(), &mut page)?;
    tasks(command, &mut page)?;
    man.render_options_section(&mut page)?;
    section("EXIT STATUS", text.exit_status.into_iter(), &mut page)?;
    section("EXAMPLE", text.example.into_iter(), &mut page)?;

    let mut see_also = Roff::new();
    let mut others = Vec::new();
    for other in PROGRAMS.into_iter().filter(|&program| program != command.get_name()) {
        let separator = if others.is_empty() { "" } else { ", " };
        others.extend([roman(separator), bold(other), roman("(1)")]);
    }
    see_also.control("SH", ["SEE ALSO"]).text(others);
    see_also.to_writer(&mut page)?;
    Ok(page)
}

/// The values that an option can have in its own words, where a page would have a line for each.
fn with_values(command: Command) -> Command {
    let command = command.mut_args(|arg| {
        let values: Vec<String> = arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
        match arg.get_help().map(ToString::to_string) {
            Some(help) if arg.get_action().takes_values() && !values.is_empty() => {
                arg.help(format!("{help}: {}", values.join(", "))).hide_possible_values(true)
            }
            _ => arg,
        }
    });
    command.mut_subcommands(with_values)
}

/// How the program is called: in general, then for each task.
fn forms(command: &Command) -> Vec<String> {
    let name = command.get_name();
    let mut forms = vec![usage(command.clone())];
    let tasks = command.get_subcommands().cloned().map(|task| format!("{name} {}", usage(task)));
    forms.extend(tasks);
    // The short help has the forms of tasks, a line each; what is indented further goes on with a form.
    if let Some(short) = command.get_after_help().filter(|_| command.get_after_long_help().is_some()) {
        for line in short.to_string().lines().filter(|line| line.starts_with("  ")) {
            match (forms.last_mut(), line.starts_with("   ")) {
                (Some(last), true) => *last = format!("{last} {}", line.trim()),
                _ => forms.push(format!("{name} [OPTIONS] {}", line.trim())),
            }
        }
    }
    forms
}

fn usage(mut command: Command) -> String {
    let usage = command.render_usage().to_string();
    usage.trim_start_matches("Usage: ").to_owned()
}

/// A part of the page.
enum Part {
    Paragraph(String),
    /// As it stands.
    Verbatim(Vec<String>),
}

/// What the long help says first, without the line that is in the section NAME.
fn description(command: &Command) -> impl Iterator<Item = Part> {
    let long = command.get_long_about().map(ToString::to_string).unwrap_or_default();
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let rest = long.strip_prefix(&about).unwrap_or(&long).to_owned();
    parts(rest.lines()).into_iter()
}

/// The text after the help, by what it is about.
struct AfterHelp {
    before: Vec<Part>,
    tasks: Vec<Part>,
    exit_status: Vec<Part>,
    example: Vec<Part>,
}

impl AfterHelp {
    fn of(command: &Command) -> AfterHelp {
        let text = command.get_after_long_help().or_else(|| command.get_after_help());
        let text = text.map(ToString::to_string).unwrap_or_default();
        let (text, example) = text.split_once("Example:\n").unwrap_or((&text, ""));
        let (text, exit_status) = text.split_once("Exit status: ").unwrap_or((text, ""));
        let tasks = text.lines().position(|line| line.starts_with("Tasks"));
        let lines: Vec<&str> = text.lines().collect();
        let (before, tasks) = lines.split_at(tasks.unwrap_or(lines.len()));
        // The title of the section says it.
        let tasks = tasks.strip_prefix(&["Tasks:"]).unwrap_or(tasks);
        let example = example.lines().map(str::to_owned).collect::<Vec<_>>();
        AfterHelp {
            before: parts(before.iter().copied()),
            tasks: parts(tasks.iter().copied()),
            exit_status: parts(exit_status.lines()),
            example: if example.is_empty() { Vec::new() } else { vec![Part::Verbatim(example)] },
        }
    }
}

/// Paragraphs of lines that begin at the margin, and what is indented.
fn parts<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut fresh = true;
    for line in lines {
        match parts.last_mut() {
            _ if line.is_empty() => {}
            Some(Part::Verbatim(lines)) if line.starts_with("  ") => lines.push(line.to_owned()),
            _ if line.starts_with("  ") => parts.push(Part::Verbatim(vec![line.to_owned()])),
            Some(Part::Paragraph(text)) if !fresh => *text = format!("{text} {line}"),
            _ => parts.push(Part::Paragraph(line.to_owned())),
        }
        fresh = line.is_empty();
    }
    parts
}

/// A section, unless it is empty.
fn section(title: &str, parts: impl Iterator<Item = Part>, page: &mut Vec<u8>) -> io::Result<()> {
    let mut parts = parts.peekable();
    let mut roff = Roff::new();
    if parts.peek().is_some() {
        roff.control("SH", [title]);
    }
    put(parts, &mut roff);
    roff.to_writer(page)
}

fn put(parts: impl Iterator<Item = Part>, roff: &mut Roff) {
    for part in parts {
        roff.control("PP", []);
        match part {
            Part::Paragraph(text) => drop(roff.text([roman(text)])),
            Part::Verbatim(lines) => {
                roff.control("nf", []);
                let lines = lines.iter().flat_map(|line| [roman(line), Inline::LineBreak]);
                roff.text(lines.collect::<Vec<_>>()).control("fi", []);
            }
        }
    }
}

/// The subcommands, each with what its own help says.
fn tasks(command: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::new();
    if command.has_subcommands() {
        roff.control("SH", ["TASKS"]);
    }
    roff.to_writer(page)?;
    for task in command.get_subcommands() {
        let text = AfterHelp::of(task);
        let mut roff = Roff::new();
        roff.control("SS", [task.get_name()]);
        put(task.get_about().map(|about| Part::Paragraph(format!("{about}."))).into_iter(), &mut roff);
        put(text.before.into_iter(), &mut roff);
        roff.to_writer(page)?;
        // Its own options alone, under the name of the task.
        let mut options = Vec::new();
        Man::new(task.clone().disable_help_flag(true)).render_options_section(&mut options)?;
        let headed = |line: &&[u8]| line.starts_with(b".SH ");
        page.extend(options.split_inclusive(|&byte| byte == b'\n').filter(|line| !headed(line)).flatten());
        let mut roff = Roff::new();
        let status = text.exit_status.into_iter().map(|part| match part {
            Part::Paragraph(text) => Part::Paragraph(format!("Exit status: {text}")),
            verbatim @ Part::Verbatim(_) => verbatim,
        });
        put(status.chain(text.example), &mut roff);
        roff.to_writer(page)?;
    }
    Ok(())
}
