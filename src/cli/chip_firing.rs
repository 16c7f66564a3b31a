//! The program `chip-firing`.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use clap::{Args, Parser, Subcommand};
use serde::Serialize;

use super::checkpoint::Checkpoint;
use super::files::{Input, Output};
use super::list::in_one_line;
use super::parallel::in_order;
use super::{Common, Ctx, Program, Status, Task, is_stopped, usage};
use crate::budget::Budget;
use crate::checkpoint::{read_value, write_value};
use crate::chip_firing::{
    self, Answer, Configuration, EndOfFiring, Game, GameError, GraphRow, NamedGraph, ParseNamedGraphError, Question,
    Side, Solution, Solver, TableRow, TreeError, TreeKind, all_answers, stabilize, write_dot,
};
use crate::graph::{Graph, ParseGraphError};

const ONE_GRAPH: &str = "Graph, such as K5, K3,4, C6, P4, star5, W6, Q3, grid3x4, petersen, g6:DQc in graph6, \
                         edges:0-1,1-2 or a file of edges, one a line";
const GRAPH_OR_STDIN: &str = "Graph, such as K5, K3,4, C6, P4, star5, W6, Q3, grid3x4, petersen, g6:DQc in graph6, \
                              edges:0-1,1-2 or a file of edges, one a line; - reads graphs from stdin, one a line \
                              in graph6";

/// The longest line of graph6, in bytes; a graph of most vertices takes less.
const LONGEST_LINE: u64 = 1 << 22;

/// A hint says so of larger trees.
const MOST_READABLE: usize = 1000;

/// Chip-firing games on graphs: who wins, and how many chips are played
///
/// Two players take turns to put a chip on a vertex of a connected graph. Then vertices with at least as many chips as
/// neighbours fire, one at a time: they give one chip to each neighbour, until no vertex can fire. The player who
/// starts an endless avalanche ends the game. Vertices are numbered from 0.
///
/// Without a task, a list of tasks is read from stdin: one task per line, with its own options, as on the command line.
/// `#` begins a comment. Options of the command line hold for each task.
#[derive(Parser, Debug)]
#[command(name = "chip-firing", version)]
pub struct ChipFiring {
    #[command(subcommand)]
    task: Option<ChipFiringTask>,

    #[command(flatten)]
    common: Common,
}

#[derive(Subcommand, Debug)]
enum ChipFiringTask {
    /// Determine which player wins if the last move wins
    ///
    /// The player who starts an endless avalanche wins. Player 1 is to move. The largest complete
    /// graph with an even number of vertices is K32.
    Winner(Winner),
    /// Compute the game chip number, also called toppling number
    ///
    /// Max wants as many chips as possible on the board at the end of the game, Min as few as possible. The number
    /// counts all chips on the board at the end. The printed bounds hold for every game on the graph: with m edges and
    /// n vertices they are m and 2m-n+1. The largest complete graph is K23.
    Number(Number),
    /// Compute the Grundy value of the empty board if the last move wins
    ///
    /// The value is 0 if player 2 wins. The largest complete graph with an even number of vertices is K32.
    Grundy(Searched),
    /// Tabulate winners and game chip numbers of complete graphs, or of all graphs of a list
    ///
    /// The columns are the number of vertices n, the winner, the number of edges, the game chip numbers if Max and if
    /// Min moves first, and their upper bound (n-1)^2. Each row is printed as soon as it is known. For graphs from
    /// stdin they are the graph, the winner and the two numbers, with tabs between them.
    Table(Table),
    /// Print the game tree in Graphviz DOT format
    ///
    /// Positions that a symmetry of the graph maps to each other are one node. Each move is an arrow, on a line of its
    /// own. `dot -Tsvg` of Graphviz makes a picture of it.
    Tree(Tree),
    /// Fire until no vertex can fire, or report that this never ends
    ///
    /// Prints the stable configuration and the firing vector: how often each vertex fires.
    Stabilize(Stabilize),
}

impl Program for ChipFiring {
    const EXAMPLES: (&str, &str) = (include_str!("chip-firing-examples.txt"), "number");

    fn common(&self) -> &Common {
        &self.common
    }

    fn task(&self) -> Option<&dyn Task> {
        task!(self.task, ChipFiringTask: Winner Number Grundy Table Tree Stabilize)
    }
}

/// The graphs that a task is about.
#[derive(Clone, Debug)]
enum Graphs {
    One(NamedGraph),
    /// A file of edges.
    File(String),
    /// `-`: those on stdin.
    Stdin,
}

impl FromStr for Graphs {
    type Err = ParseNamedGraphError;

    fn from_str(text: &str) -> Result<Graphs, ParseNamedGraphError> {
        match text.parse() {
            _ if text == "-" => Ok(Graphs::Stdin),
            Err(ParseNamedGraphError::Name(ParseGraphError::Unknown))
                if Path::new(text).exists() || text.contains(['/', '.']) =>
            {
                Ok(Graphs::File(text.to_owned()))
            }
            graph => graph.map(Graphs::One),
        }
    }
}

impl Graphs {
    /// Returns the only graph.
    fn one(&self, ctx: &Ctx) -> Result<NamedGraph> {
        match self {
            Graphs::One(graph) => Ok(graph.clone()),
            Graphs::Stdin => bail!(usage("expected one graph such as K5, and not those on stdin")),
            Graphs::File(path) => {
                let file = Input::from(OsString::from(path)).open("edges", ctx)?;
                NamedGraph::read_edges(path, BufReader::new(file)).map_err(|problem| anyhow!("{path}: {problem}"))
            }
        }
    }
}

/// Returns the lines of graph6 in a source, with their numbers, without blank lines, comments and headers.
fn lines_of_graph6(source: impl Read) -> impl Iterator<Item = Result<(u64, String)>> {
    let (mut source, mut number) = (BufReader::new(source), 0);
    std::iter::from_fn(move || {
        loop {
            number += 1;
            let mut line = String::new();
            match source.by_ref().take(LONGEST_LINE).read_line(&mut line) {
                Ok(0) => return None,
                Ok(read) if read as u64 == LONGEST_LINE => {
                    return Some(Err(anyhow!("line {number}: expected a line of at most {LONGEST_LINE} bytes")));
                }
                Ok(_) => {}
                Err(error) => return Some(Err(anyhow!("line {number}: cannot read the graphs: {error}"))),
            }
            let text = line.trim_start_matches('\u{feff}').trim();
            let text = text.strip_prefix(Graph::GRAPH6_HEADER).unwrap_or(text);
            // What was printed before has a value behind the graph.
            let text = text.split('\t').next().unwrap_or_default();
            if !text.is_empty() && !text.starts_with('#') {
                return Some(Ok((number, text.to_owned())));
            }
        }
    })
}

/// The line of an answer about one of many graphs, whether it is complete, and the answer.
type Answered<A> = (String, bool, A);

/// Answers a question about each of the graphs on stdin.
fn for_each_graph<A: Serialize + Send + 'static>(
    ctx: &Ctx,
    solve: &(dyn Fn(NamedGraph, &mut Budget<'_>) -> Result<Answered<A>> + Sync),
) -> Result<Status> {
    let lines = lines_of_graph6(ctx.stdin("graphs, one graph6 string a line,")?);
    let (mut status, threads) = (Status::Done, ctx.limits().threads());
    let solve = |line: Result<(u64, String)>| {
        let (number, line) = line?;
        let graph = NamedGraph::from_graph6(&line).map_err(Error::msg);
        let mut budget = ctx.budget().with_threads(1).with_memory(ctx.limits().memory / threads as u64);
        let answer = graph.and_then(|graph| solve(graph, &mut budget));
        answer.map_err(in_one_line).with_context(|| format!("line {number}"))
    };
    ctx.screen.begin(None);
    in_order(ctx, threads, lines, &solve, &mut |answer: Result<Answered<A>>| {
        let (line, is_complete, answer) = answer?;
        ctx.print_text(line)?;
        ctx.print_json(&answer)?;
        status = status.max(Status::of_complete(is_complete));
        Ok(())
    })?;
    Ok(if is_stopped() { Status::Stopped } else { status })
}

/// What is searched, and where the state of the search is saved.
#[derive(Args, Debug)]
struct Searched {
    #[arg(help = GRAPH_OR_STDIN)]
    graph: Graphs,

    /// Save the search state in FILE; the same command continues from it
    #[arg(long, value_name = "FILE", value_parser = Output::file())]
    checkpoint: Option<Output>,
}

/// Where a game starts, and whether its best moves are asked for.
#[derive(Args, Clone, Debug, Default)]
struct Position {
    /// Start with these chips instead of the empty board: a number for each vertex, such as 1,0,2; vertices that can
    /// fire do so before the first move
    #[arg(long)]
    chips: Option<Configuration>,

    /// Print all vertices on which the next chip wins, or does not change the number under perfect play
    #[arg(long)]
    moves: bool,
}

#[derive(Args, Debug)]
struct Winner {
    #[command(flatten)]
    searched: Searched,

    #[command(flatten)]
    position: Position,
}

impl Task for Winner {
    fn run(&self, ctx: &Ctx) -> Result<Status> {
        Play { question: Question::Winner, searched: &self.searched, position: &self.position }.run(ctx)
    }
}

#[derive(Args, Debug)]
struct Number {
    #[command(flatten)]
    searched: Searched,

    #[command(flatten)]
    position: Position,

    /// Let Min make the next move [default: Max]
    #[arg(long)]
    min_first: bool,
}

impl Task for Number {
    fn run(&self, ctx: &Ctx) -> Result<Status> {
        let question = Question::Number(if self.min_first { Side::Min } else { Side::Max });
        Play { question, searched: &self.searched, position: &self.position }.run(ctx)
    }
}

impl Task for Searched {
    fn run(&self, ctx: &Ctx) -> Result<Status> {
        Play { question: Question::Grundy, searched: self, position: &Position::default() }.run(ctx)
    }
}

/// A question about perfect play.
struct Play<'a> {
    question: Question,
    searched: &'a Searched,
    position: &'a Position,
}

impl Play<'_> {
    fn run(&self, ctx: &Ctx) -> Result<Status> {
        if let Graphs::Stdin = self.searched.graph {
            return self.run_each(ctx);
        }
        let solution = self.solve(self.searched.graph.one(ctx)?, ctx, &mut ctx.budget())?;
        ctx.print(&solution)?;
        Ok(Status::of_complete(solution.is_complete()))
    }

    /// Answers the question about each of the graphs on stdin.
    fn run_each(&self, ctx: &Ctx) -> Result<Status> {
        let Position { chips, moves } = self.position;
        let is_plain = chips.is_none() && !moves && self.searched.checkpoint.is_none();
        let problem = "--chips, --moves and --checkpoint are for a single graph, and not for those on stdin";
        ensure!(is_plain, usage(problem));
        let solve = |graph, budget: &mut Budget<'_>| {
            let solution = self.solve(graph, ctx, budget)?;
            Ok((solution.line(), solution.is_complete(), solution))
        };
        for_each_graph(ctx, &solve)
    }

    /// Answers the question about a graph, up to the limits.
    fn solve(&self, graph: NamedGraph, ctx: &Ctx, budget: &mut Budget<'_>) -> Result<Solution> {
        let &Position { ref chips, moves } = self.position;
        let game = match chips.as_ref().map(|chips| graph.game.restart(chips, budget)) {
            None => Some(graph.game.clone()),
            Some(Ok(game)) => Some(game),
            Some(Err(GameError::Stopped)) => None,
            Some(Err(problem)) => bail!(usage(format_args!("--chips: {problem}"))),
        };
        let unknown = Solution::unknown(graph, chips.clone(), self.question, moves);
        let Some(game) = game else { return Ok(unknown) };
        let mut solver = Solver::new(&game, self.question, budget).map_err(too_large)?;
        let identity = ("chip-firing", self.question, game.graph(), game.configuration().chips());
        let mut checkpoint =
            Checkpoint::open(ctx, self.searched.checkpoint.as_ref(), &identity, |from| solver.load(from))?;
        let state = solver.state();
        let mut saving = checkpoint.budget(budget, |out| state.save(out));
        let value = solver.answer(&mut saving);
        let moves = if value.is_some() && moves { solver.moves(&mut saving) } else { None };
        drop(saving);
        checkpoint.save(|out| state.save(out));
        Ok(unknown.with(value, solver.bounds(), moves))
    }
}

fn too_large(problem: impl std::fmt::Display) -> Error {
    usage(format_args!("too large: {problem}"))
}

#[derive(Args, Debug)]
struct Table {
    /// Range of numbers of vertices, such as 2..8; at most 23; - reads graphs from stdin, one a line in graph6
    range: Tabulated,

    /// Save the rows and the search state in FILE; the same command continues from it
    #[arg(long, value_name = "FILE", value_parser = Output::file())]
    checkpoint: Option<Output>,
}

#[derive(Clone, Copy, Debug)]
enum Tabulated {
    Complete(Range),
    /// `-`: those on stdin.
    Stdin,
}

impl FromStr for Tabulated {
    type Err = String;

    fn from_str(text: &str) -> Result<Tabulated, String> {
        if text == "-" { Ok(Tabulated::Stdin) } else { text.parse().map(Tabulated::Complete) }
    }
}

/// A range of numbers of vertices of complete graphs, from 2 on.
#[derive(Clone, Copy, Debug)]
struct Range {
    from: usize,
    to: usize,
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Range, String> {
        const EXPECTED: &str = "expected a range such as 2..8";
        let (from, to) = text.split_once("..").ok_or(EXPECTED)?;
        let [from, to] = [from, to].map(|digits| digits.parse::<usize>().map_err(|_| EXPECTED));
        match (from?, to?) {
            (from, to) if from < 2 || to < from => {
                Err(format!("{EXPECTED}, from 2 on, that does not end before it begins"))
            }
            (from, to) => {
                format!("K{to}").parse::<Graph>().map(|_| Range { from, to }).map_err(|error| error.to_string())
            }
        }
    }
}

impl Task for Table {
    fn run(&self, ctx: &Ctx) -> Result<Status> {
        let Range { from, to } = match self.range {
            Tabulated::Complete(range) => range,
            Tabulated::Stdin => return self.run_each(ctx),
        };
        // What is too large is refused before the work.
        solver((to, Question::Number(Side::Max)), &ctx.budget().with_memory(0))?;
        let (width, mut budget, mut positions) = (to.to_string().len(), ctx.budget(), 0);
        let questions = (from..=to).flat_map(|vertices| TableRow::QUESTIONS.map(|question| (vertices, question)));
        // The answers to the first questions, and the solver for the next one if an earlier run has begun it.
        let (mut answers, mut resumed): (Vec<u64>, _) = (Vec::new(), None);
        let identity = ("chip-firing table", from, to);
        let mut checkpoint = Checkpoint::open(ctx, self.checkpoint.as_ref(), &identity, |state| {
            answers = read_value(state)?;
            let next = questions.clone().nth(answers.len()).ok_or(io::ErrorKind::InvalidData)?;
            let mut solver = solver(next, &budget).map_err(io::Error::other)?;
            solver.load(state)?;
            resumed = Some(solver);
            Ok(())
        })?;
        ctx.print_text(TableRow::heading(width))?;
        for (number, (vertices, question)) in questions.enumerate() {
            let column = number % TableRow::QUESTIONS.len();
            if number == answers.len() {
                let mut solver = resumed.take().map_or_else(|| solver((vertices, question), &budget), Ok)?;
                let state = solver.state();
                let save = |out: &mut dyn Write| {
                    write_value(out, &answers)?;
                    state.save(out)
                };
                let answer = solver.answer(&mut checkpoint.budget(&mut budget.after(positions), save));
                positions += solver.positions();
                let Some(answer) = answer else {
                    checkpoint.save(save);
                    ctx.print(&TableRow::new(vertices, &answers[number - column..], width, to))?;
                    return Ok(Status::Stopped);
                };
                answers.push(answer.to_number());
            }
            if column == TableRow::QUESTIONS.len() - 1 {
                ctx.print(&TableRow::new(vertices, &answers[number - column..], width, to))?;
            }
        }
        Ok(Status::Done)
    }
}

impl Table {
    /// Prints a row for each of the graphs on stdin.
    fn run_each(&self, ctx: &Ctx) -> Result<Status> {
        ensure!(self.checkpoint.is_none(), usage("--checkpoint is for complete graphs, and not for those on stdin"));
        let solve = |graph: NamedGraph, budget: &mut Budget<'_>| {
            // Complete graphs have faster searches.
            let known = if graph.game.graph().is_complete() { None } else { all_answers(&graph.game, budget) };
            let (mut answers, mut searched) = (known.map_or([None; 3], |answers| answers.map(Some)), 0);
            for (answer, question) in answers.iter_mut().zip(TableRow::QUESTIONS).filter(|(answer, _)| answer.is_none())
            {
                let mut solver = Solver::new(&graph.game, question, budget).map_err(too_large)?;
                *answer = solver.answer(&mut budget.after(searched)).map(Answer::to_number);
                searched += solver.positions();
            }
            let row = GraphRow::new(graph, answers);
            Ok((row.to_string(), !answers.contains(&None), row))
        };
        for_each_graph(ctx, &solve)
    }
}

/// Returns the solver for a question about the complete graph with the given number of vertices.
fn solver((vertices, question): (usize, Question), budget: &Budget<'_>) -> Result<Solver> {
    let game = Game::new(format!("K{vertices}").parse()?)?;
    Solver::new(&game, question, budget).map_err(too_large)
}

#[derive(Args, Debug)]
struct Tree {
    #[arg(help = ONE_GRAPH)]
    graph: Graphs,

    /// The game whose positions are drawn
    game: TreeKind,

    /// Also draw the positions that no drawn arrow leads to
    #[arg(long)]
    full: bool,
}

impl Task for Tree {
    fn run(&self, ctx: &Ctx) -> Result<Status> {
        let (graph, mut out) = (self.graph.one(ctx)?, ctx.document()?);
        let (all, tree) = match chip_firing::Tree::build(&graph.game, self.game, &mut ctx.budget()) {
            Ok(tree) if self.full => (1, tree),
            Ok(tree) => (tree.drawn_nodes(), tree.reachable()),
            Err(TreeError::Stopped) => {
                writeln!(out, "// {}\n// Unknown: stopped at a limit before the tree was complete", ctx.name())?;
                out.flush()?;
                return Ok(Status::Stopped);
            }
            Err(problem) => bail!(too_large(problem)),
        };
        let nodes = tree.drawn_nodes();
        if nodes > MOST_READABLE {
            ctx.note(format_args!(
                "the tree has {nodes} nodes: dot may take long, and the picture will be hard to read"
            ));
        } else if nodes == 1 && all > 1 {
            ctx.note("no arrow leaves the start, so it is drawn alone: --full draws all positions");
        }
        write_dot(&mut out, &tree, &graph.names, ctx.name())?;
        out.flush()?;
        Ok(Status::Done)
    }
}

#[derive(Args, Debug)]
struct Stabilize {
    #[arg(help = ONE_GRAPH)]
    graph: Graphs,

    /// Chips on each vertex, such as 1,0,2
    chips: Configuration,
}

impl Task for Stabilize {
    fn run(&self, ctx: &Ctx) -> Result<Status> {
        let (graph, chips) = (self.graph.one(ctx)?, self.chips.clone());
        let (vertices, counts) = (graph.game.graph().order(), chips.chips().len());
        ensure!(counts == vertices, usage(GameError::WrongLength { counts, vertices }));
        let end = stabilize(graph.game.graph(), &chips, &mut ctx.budget());
        let status = Status::of_complete(end.is_some());
        ctx.print(&EndOfFiring { graph, chips, end })?;
        Ok(status)
    }

    fn unit(&self) -> &'static str {
        "firings"
    }
}
