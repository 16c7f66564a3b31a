//! `chip-firing tree`: game trees in DOT.

use std::io::Write;

use clap::{Args, ValueEnum};

use super::graphs::{GraphArgument, ONE_GRAPH};
use super::too_large;
use crate::chip_firing::{self, TreeError, TreeKind, write_dot};
use crate::cli::failure::{Exit, Failure};
use crate::cli::limits::LimitArgs;
use crate::cli::run::Run;

/// A hint says so of larger trees.
const MOST_READABLE: usize = 1000;

#[derive(Args, Debug)]
pub(super) struct Tree {
    #[arg(help = ONE_GRAPH)]
    graph: GraphArgument,

    /// The game whose positions are drawn
    game: DrawnGame,

    /// Also draw the positions that no drawn arrow leads to
    #[arg(long)]
    full: bool,

    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum DrawnGame {
    /// The last move wins
    Winner,
    /// Max wants many chips, Min few; Max moves first
    Number,
}

impl Tree {
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        run.limit(self.limits);
        let board = self.graph.load()?;
        let mut out = run.document()?;
        let kind = match self.game {
            DrawnGame::Winner => TreeKind::Winner,
            DrawnGame::Number => TreeKind::Number,
        };
        let exit = match chip_firing::Tree::build(&board.game, kind, &mut run.budget()) {
            Ok(tree) => {
                let tree = if self.full { tree } else { tree.reachable() };
                let nodes = tree.drawn_nodes();
                if nodes > MOST_READABLE {
                    let problem = "dot may take long, and the picture will be hard to read";
                    run.note(format_args!("the tree has {nodes} nodes: {problem}"));
                }
                write_dot(&mut out, &tree, run.task())?;
                Exit::ANSWERED
            }
            Err(TreeError::Stopped) => {
                writeln!(out, "// {}\n// Unknown: stopped at a limit before the tree was complete", run.task())?;
                Exit::LIMIT
            }
            Err(problem) => return Err(Failure::Value("graph", too_large("tree", problem))),
        };
        out.flush()?;
        Ok(run.end(exit))
    }
}
