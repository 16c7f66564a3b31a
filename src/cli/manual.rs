//! Completion scripts and manual pages.

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, roman};

use super::failure::Exit;

/// The line above the example of a help text.
const EXAMPLE: &str = "Example:";

/// All programs; each page refers to the others.
const PROGRAMS: [&str; 5] = ["chip-firing", "hex", "hex-judge", "hip", "morpion"];

/// Returns the example of a task as the end of its help. `examples` has the examples of a program's tasks, each below a
/// line `== TASK`.
#[must_use]
pub fn example(examples: &str, task: &str) -> String {
    let sections = examples.split("== ").filter_map(|section| section.split_once('\n'));
    let example = sections.into_iter().find(|(name, _)| *name == task).map_or("", |(_, example)| example);
    let lines =
        example.trim_end().lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("\n  {line}") });
    format!("{EXAMPLE}{}", lines.collect::<String>())
}

/// Returns a command with an example, and the exit statuses in its long help.
#[must_use]
pub fn with_statuses(command: Command, example: String) -> Command {
    let statuses = Exit::MEANINGS.map(|(status, meaning)| format!("  {status}  {meaning}\n"));
    let long = format!("Exit status:\n{}\n{example}", statuses.concat());
    command.after_help(example).after_long_help(long)
}

/// Returns the completion script of a program.
pub(super) fn completions(shell: Shell, mut command: Command) -> Vec<u8> {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, &name, &mut script);
    if shell != Shell::Bash {
        return script;
    }
    // `clap_complete` 4.6 spells the states after a task in two ways if there is a hyphen in the name of the program,
    // so that nothing is completed there (clap-rs/clap#6421).
    let [wrong, right] = ["__subcmd__", "__"].map(|separator| name.replace('-', separator));
    String::from_utf8_lossy(&script).replace(&wrong, &right).into_bytes()
}

/// Returns the manual page of a program, or of one of its tasks, in roff.
pub(super) fn page(program: Command, task: Option<&str>) -> Vec<u8> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
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
    let _ = ending(command, program.get_name(), task.is_some()).to_writer(&mut text);
    text
}

/// Returns the sections on exit statuses, the example and the other programs.
fn ending(command: &Command, program: &str, is_task: bool) -> Roff {
    let mut roff = Roff::new();
    if program != "hex-judge" {
        roff.control("SH", ["EXIT STATUS"]);
        for (status, meaning) in Exit::MEANINGS {
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
