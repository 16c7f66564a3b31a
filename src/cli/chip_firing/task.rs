//! The tasks of `chip-firing`, and their words.
//!
//! ```text
//!     winner K5 1,1,0,0,0 moves        grundy C6         tree K4 number full
//!     number grid3x4 min-first         table 2..8        stabilize K4 4,2,1,0
//! ```
//!
//! The graph comes first, then options in any order, each at most once; chips are one of them. `Display` is the canonical
//! spelling: options in the order above, the graph as it writes itself, an empty board left out.

use std::fmt;

use crate::chip_firing::{Configuration, Game, NoGame, Question, Side, TreeKind};
use crate::cli::tasks::{Fault, LONGEST_WORD, Word, Words};
use crate::graph::{Graph, Named};
use crate::search::Watch;

/// What the program can be asked.
#[derive(Debug)]
pub(super) enum Task {
    Play(Play),
    /// Complete graphs, from so many vertices to so many.
    Table {
        from: u64,
        to: u64,
    },
    Tree {
        graph: Named,
        kind: TreeKind,
        full: bool,
    },
    Stabilize {
        graph: Named,
        chips: Configuration,
    },
}

/// A question about perfect play.
#[derive(Debug)]
pub(super) struct Play {
    /// The name of the graph.
    pub(super) graph: String,
    /// The chips, if there are some.
    pub(super) chips: Option<Configuration>,
    /// The game from there; from the empty board if it is not known what the chips stabilize to.
    pub(super) game: Game,
    /// Whether that is known, and has not been broken off.
    pub(super) stable: bool,
    pub(super) question: Question,
    pub(super) moves: bool,
}

/// The names of all tasks.
const NAMES: &str = "winner, number, grundy, table, tree or stabilize";

impl Task {
    /// Reads the words of a task; the watch is asked while chips fire.
    pub(super) fn parse(words: &Words, watch: &mut Watch<'_>) -> Result<Task, Fault> {
        let first = words.first();
        match first.text() {
            Some("table") => return table(words),
            Some("winner" | "number" | "grundy" | "tree" | "stabilize") => {}
            _ => return Err(first.fault(format_args!("expected {NAMES}, found {first}"))),
        }
        if let Some(cut) = words.others().iter().find(|word| word.is_cut()) {
            return Err(cut.fault(format_args!("{cut} has more than {LONGEST_WORD} bytes")));
        }
        let Some((word, others)) = words.others().split_first() else {
            return Err(words.missing("a graph such as K5"));
        };
        let graph = graph(word)?;
        let board = Game::new(graph.graph().clone());
        let board = board.map_err(|problem| word.fault(format_args!("{word}: {problem}")))?;
        match first.text() {
            Some("tree") => tree(words, graph, others),
            Some("stabilize") => stabilize(words, graph, others),
            name => play(&Options::parse(name.unwrap_or_default(), others)?, &graph, board, watch),
        }
    }

    /// The name of its graph, if it has one.
    pub(super) fn graph(&self) -> Option<String> {
        match self {
            Task::Play(play) => Some(play.graph.clone()),
            Task::Tree { graph, .. } | Task::Stabilize { graph, .. } => Some(graph.to_string()),
            Task::Table { .. } => None,
        }
    }

    /// Whether it may search for long, and what it has found can be kept in a file.
    pub(super) fn has_checkpoint(&self) -> bool {
        matches!(self, Task::Play(_) | Task::Table { .. })
    }
}

/// What stands after the graph of a question about perfect play.
pub(super) struct Options<'a> {
    pub(super) question: Question,
    pub(super) chips: Option<&'a Word>,
    pub(super) moves: Option<&'a Word>,
}

impl Options<'_> {
    /// Reads the options of the task of this name.
    pub(super) fn parse<'a>(name: &str, words: &'a [Word]) -> Result<Options<'a>, Fault> {
        let (mut chips, mut min_first, mut moves) = (None, None, None);
        for word in words {
            match (word.text(), name) {
                (_, "grundy") => return Err(unexpected(word, "the end")),
                (Some("moves"), _) => note(&mut moves, word)?,
                (Some("min-first"), "number") => note(&mut min_first, word)?,
                (_, _) if looks_like_chips(word) => note(&mut chips, word)?,
                (_, "number") => {
                    return Err(unexpected(word, "chips such as 1,0,2, min-first, moves or the end"));
                }
                _ => return Err(unexpected(word, "chips such as 1,0,2, moves or the end")),
            }
        }
        let question = match name {
            "winner" => Question::Winner,
            "grundy" => Question::Grundy,
            _ if min_first.is_some() => Question::Number(Side::Min),
            _ => Question::Number(Side::Max),
        };
        Ok(Options { question, chips, moves })
    }
}

fn unexpected(word: &Word, expected: &str) -> Fault {
    word.fault(format_args!("expected {expected}, found {word}"))
}

/// Notes an option; one that has been noted is repeated.
fn note<'a>(noted: &mut Option<&'a Word>, word: &'a Word) -> Result<(), Fault> {
    match noted.replace(word) {
        None => Ok(()),
        Some(_) => Err(word.fault(format_args!("{word} repeats or contradicts what was said before"))),
    }
}

fn looks_like_chips(word: &Word) -> bool {
    word.bytes().first().is_some_and(|byte| byte.is_ascii_digit() || matches!(byte, b',' | b'-' | b'+'))
}

fn graph(word: &Word) -> Result<Named, Fault> {
    match word.text().map(str::parse::<Named>) {
        Some(Ok(graph)) => Ok(graph),
        _ if word.bytes() == b"-" => {
            let when = "graphs from stdin are for winner, number and grundy on the command line";
            Err(word.fault(format_args!("expected a graph such as K5, found {word}: {when}")))
        }
        Some(Err(problem)) => Err(word.fault_at(problem.offset(), format_args!("{word}: {problem}"))),
        None => Err(unexpected(word, "a graph such as K5")),
    }
}

fn chips(word: &Word, graph: &Graph) -> Result<Configuration, Fault> {
    let Some(text) = word.text() else { return Err(unexpected(word, "chips such as 1,0,2")) };
    let parsed = text.parse::<Configuration>();
    let chips = parsed.map_err(|problem| word.fault_at(problem.offset(), format_args!("{word}: {problem}")))?;
    let (counts, vertices) = (chips.chips().len(), graph.order());
    if counts != vertices {
        return Err(word.fault(format_args!("{word}: {}", NoGame::OtherLength { counts, vertices })));
    }
    Ok(chips)
}

/// A question about play from the chips of an option, if there are some, or from the empty board.
fn play(options: &Options<'_>, graph: &Named, board: Game, watch: &mut Watch<'_>) -> Result<Task, Fault> {
    let &Options { question, chips: word, moves } = options;
    let mut play =
        Play { graph: graph.to_string(), chips: None, game: board, stable: true, question, moves: moves.is_some() };
    if let Some(word) = word {
        let chips = chips(word, graph.graph())?;
        match play.game.given(&chips, watch) {
            Ok(game) => play.game = game,
            Err(NoGame::BrokenOff) => play.stable = false,
            Err(problem) => return Err(word.fault(format_args!("{word}: {problem}"))),
        }
        play.chips = (chips.total() > 0).then_some(chips);
    }
    Ok(Task::Play(play))
}

fn table(words: &Words) -> Result<Task, Fault> {
    const EXPECTED: &str = "a range such as 2..8";
    let Some((word, others)) = words.others().split_first() else { return Err(words.missing(EXPECTED)) };
    let Some((from, to)) = word.text().and_then(|text| text.split_once("..")) else {
        return Err(unexpected(word, EXPECTED));
    };
    let to_at = from.len() + 2;
    let number = |offset: usize, digits: &str| match digits.parse::<u64>() {
        Ok(number) if !digits.starts_with('+') => Ok(number),
        Err(error) if *error.kind() == std::num::IntErrorKind::PosOverflow => Ok(u64::MAX),
        _ => Err(word.fault_at(offset, format_args!("expected {EXPECTED}, found {word}"))),
    };
    let (from, to) = (number(0, from)?, number(to_at, to)?);
    if from < 2 {
        return Err(word.fault(format_args!("{word}: complete graphs begin with K2")));
    }
    if to < from {
        return Err(word.fault_at(to_at, format_args!("{word}: the range ends before it begins")));
    }
    if let Err(problem) = format!("K{to}").parse::<Named>() {
        return Err(word.fault_at(to_at, format_args!("{word}: {problem}")));
    }
    match others.first() {
        None => Ok(Task::Table { from, to }),
        Some(other) => Err(unexpected(other, "the end")),
    }
}

fn tree(words: &Words, graph: Named, others: &[Word]) -> Result<Task, Fault> {
    let Some((word, others)) = others.split_first() else { return Err(words.missing("winner or number")) };
    let kind = match word.text() {
        Some("winner") => TreeKind::Winner,
        Some("number") => TreeKind::Number,
        _ => return Err(unexpected(word, "winner or number")),
    };
    let mut full = None;
    for word in others {
        match word.text() {
            Some("full") => note(&mut full, word)?,
            _ => return Err(unexpected(word, "full or the end")),
        }
    }
    Ok(Task::Tree { graph, kind, full: full.is_some() })
}

fn stabilize(words: &Words, graph: Named, others: &[Word]) -> Result<Task, Fault> {
    let Some((word, others)) = others.split_first() else { return Err(words.missing("chips such as 1,0,2")) };
    let chips = chips(word, graph.graph())?;
    match others.first() {
        None => Ok(Task::Stabilize { graph, chips }),
        Some(other) => Err(unexpected(other, "the end")),
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Task::Play(play) => {
                let name = match play.question {
                    Question::Winner => "winner",
                    Question::Grundy => "grundy",
                    Question::Number(_) => "number",
                };
                write!(f, "{name} {}", play.graph)?;
                if let Some(chips) = &play.chips {
                    write!(f, " {chips}")?;
                }
                if play.question == Question::Number(Side::Min) {
                    f.write_str(" min-first")?;
                }
                if play.moves { f.write_str(" moves") } else { Ok(()) }
            }
            Task::Table { from, to } => write!(f, "table {from}..{to}"),
            Task::Tree { graph, kind, full } => {
                let kind = match kind {
                    TreeKind::Winner => "winner",
                    TreeKind::Number => "number",
                };
                write!(f, "tree {graph} {kind}{}", if *full { " full" } else { "" })
            }
            Task::Stabilize { graph, chips } => write!(f, "stabilize {graph} {chips}"),
        }
    }
}
