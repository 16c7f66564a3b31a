//! The commands of the page, run, and what of their output stands on it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::results::page::{Entry, Page, What};
use crate::support::run_shown;

/// The outputs of commands and their times; none is run twice.
#[derive(Default)]
pub(crate) struct Runs {
    done: BTreeMap<String, Result<(String, Duration), String>>,
}

/// What came of the figures of an entry.
pub(crate) struct Outcome {
    pub(crate) taken: Duration,
    /// The answer to each figure, or why there is none.
    pub(crate) answers: Vec<Result<String, String>>,
}

impl Runs {
    fn run(&mut self, command: &str) -> Result<(String, Duration), String> {
        self.done.entry(command.to_owned()).or_insert_with(|| run(command)).clone()
    }

    pub(crate) fn outcome(&mut self, entry: &Entry) -> Outcome {
        let mut times = BTreeMap::new();
        let mut answers = Vec::new();
        for figure in &entry.figures {
            answers.push(self.run(&figure.command).and_then(|(output, taken)| {
                times.insert(&figure.command, taken);
                figure.what.of(&output).ok_or_else(|| format!("there is no {:?} in its output", figure.what))
            }));
        }
        Outcome { taken: times.values().sum(), answers }
    }
}

impl Outcome {
    /// What of the page is not so, a line each.
    pub(crate) fn differences(&self, page: &Page, entry: &Entry) -> Vec<String> {
        let compared = entry.figures.iter().zip(&self.answers).filter_map(|(figure, answer)| {
            let told = page.at(figure.place);
            match answer {
                Ok(answer) if *answer == told => None,
                Ok(answer) => Some(format!("{}: on the page '{told}', now '{answer}'", figure.command)),
                Err(why) => Some(format!("{}: {why}", figure.command)),
            }
        });
        compared.collect()
    }
}

/// What a command prints, and how long it takes.
fn run(command: &str) -> Result<(String, Duration), String> {
    let begun = Instant::now();
    let output = run_shown(command)?;
    let taken = begun.elapsed();
    if !output.status.success() {
        return Err(format!("{}, {}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    Ok((String::from_utf8(output.stdout).map_err(|error| error.to_string())?, taken))
}

impl What {
    pub(crate) fn of(&self, output: &str) -> Option<String> {
        match self {
            What::All => Some(output.trim_end().to_owned()),
            What::Map => map(output),
            What::Word(first, word) => {
                let mut lines = output.lines().map(str::split_whitespace);
                lines.find(|words| words.clone().next() == Some(first))?.nth(*word).map(str::to_owned)
            }
            What::Values(keys) => joined(keys.iter().flat_map(|key| values(output, key))),
            What::Named(key) => Some(format!("{key}: {}", joined(values(output, key).into_iter())?)),
        }
    }
}

/// The first board of the output with an X on each winning move.
fn map(output: &str) -> Option<String> {
    let (_, board) = output.split_once("Board Position:\n")?;
    let mut rows: Vec<String> = board.lines().take_while(|line| !line.is_empty()).map(str::to_owned).collect();
    let [moves] = values(output, "Winning moves")[..] else { return None };
    for cell in moves.split(' ').filter(|&cell| cell != "none") {
        let (column, row) = (usize::from(cell.as_bytes()[0] - b'A'), cell[1..].parse::<usize>().ok()? - 1);
        // Each row is two blanks further to the right, and a cell takes four characters.
        let at = 2 * row + 4 * column;
        rows.get_mut(row)?.replace_range(at..=at, "X");
    }
    Some(rows.join("\n"))
}

fn joined<'a>(values: impl Iterator<Item = &'a str>) -> Option<String> {
    let values: Vec<&str> = values.collect();
    (!values.is_empty()).then(|| values.join(", "))
}

/// What follows a key on all lines that begin with it: after a colon, or if there is none after a blank. A line that is the key
/// and nothing else is its own value.
fn values<'a>(output: &'a str, key: &str) -> Vec<&'a str> {
    let after = |between| -> Vec<&str> {
        output.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix(between)).collect()
    };
    let found = after(": ");
    let found = if found.is_empty() { after(" ") } else { found };
    if found.is_empty() { output.lines().filter(|line| *line == key).collect() } else { found }
}
