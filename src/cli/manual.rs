//! Manual pages, made from the definitions of the command line.

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, roman};

use super::exit::{EXAMPLE, STATUSES};

/// All programs; each page refers to the others.
const PROGRAMS: [&str; 5] = ["chip-firing", "hex", "hex-judge", "hip", "morpion"];

/// Returns the manual page of a program, or of one of its tasks, in roff.
pub(super) fn page(program: Command, task: Option<&str>) -> Vec<u8> {
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

/// The exit statuses, the example and the other programs.
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
