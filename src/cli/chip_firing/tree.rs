//! `chip-firing tree`: game trees in DOT.

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::{Board, Named, ONE_GRAPH, too_large};
use crate::chip_firing::{self, TreeError, TreeKind, write_dot};
use crate::cli::answer::{Answer, Document};
use crate::cli::failure::{Exit, Failure};
use crate::cli::run::Run;
use crate::cli::task::Task;

/// A hint says so of larger trees.
const MOST_READABLE: usize = 1000;

#[derive(Args, Debug)]
pub(super) struct Tree {
    #[arg(help = ONE_GRAPH)]
    graph: Board,

    /// The game whose positions are drawn
    game: DrawnGame,

    /// Also draw the positions that no drawn arrow leads to
    #[arg(long)]
    full: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum DrawnGame {
    /// The last move wins
    Winner,
    /// Max wants many chips, Min few; Max moves first
    Number,
}

#[derive(Serialize)]
#[serde(bound = "")]
struct Picture<F: Fn(&mut dyn Write) -> io::Result<()>> {
    #[serde(flatten)]
    graph: Named,
    kind: DrawnGame,
    full: bool,
    nodes: Option<usize>,
    edges_drawn: Option<usize>,
    dot: Option<Document<F>>,
    #[serde(skip)]
    task: String,
}

impl Task for Tree {
    fn answer<'a>(&'a self, run: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let kind = match self.game {
            DrawnGame::Winner => TreeKind::Winner,
            DrawnGame::Number => TreeKind::Number,
        };
        let tree = match chip_firing::Tree::build(&self.graph.game, kind, &mut run.budget()) {
            Ok(tree) => Some(if self.full { tree } else { tree.reachable() }),
            Err(TreeError::Stopped) => None,
            Err(problem) => return Err(Failure::Value("graph", too_large("tree", problem))),
        };
        let nodes = tree.as_ref().map_or(0, chip_firing::Tree::drawn_nodes);
        if nodes > MOST_READABLE {
            run.note(format_args!(
                "the tree has {nodes} nodes: dot may take long, and the picture will be hard to read"
            ));
        }
        let task = run.form().task.clone().unwrap_or_default();
        Ok(Picture {
            graph: (&self.graph).into(),
            kind: self.game,
            full: self.full,
            nodes: tree.as_ref().map(|_| nodes),
            edges_drawn: tree.as_ref().map(chip_firing::Tree::arrows),
            task: task.clone(),
            dot: tree.map(|tree| Document(move |out: &mut dyn Write| write_dot(out, &tree, &task))),
        })
    }
}

impl<F: Fn(&mut dyn Write) -> io::Result<()>> Answer for Picture<F> {
    const IS_DOCUMENT: bool = true;

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.dot {
            Some(Document(write)) => write(out),
            None => writeln!(out, "// {}\n// Unknown: stopped at a limit before the tree was complete", self.task),
        }
    }

    fn exit(&self) -> Exit {
        Exit::of_complete(self.dot.is_some())
    }
}
