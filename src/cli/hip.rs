//! The program `hip`.

use std::io::Write;
use std::str::FromStr;

use anyhow::{Result, ensure};
use clap::{Args, Parser, Subcommand};
use num_bigint::BigUint;

use super::checkpoint::Checkpoint;
use super::files::{self, Output};
use super::{Common, Ctx, Program, Status, Task, usage};
use crate::budget::Budget;
use crate::cell::Cell;
use crate::hip::{
    self, Answered, AtMost, Balance, Completing, Draw, End, Game, Goal, Listing, Minimum, NumberOfDraws,
    NumberOfSquares, ParseSizeError, Rules, Size, SolveError, Solved, Standing, TieBounds, TieProof, TieSearch,
    picture,
};
use crate::part::Part;

/// Gardner's Hip: squares, ties, draws, and who wins
///
/// Two players take turns to place a counter on an empty cell of a board. A player who owns the four corners of a
/// square, of any size and at any angle, loses. A full board without such a square is a draw. Player 1 is X, player 2
/// is O.
///
/// Without a task, a list of tasks is read from stdin: one task per line, with its own options, as on the command line.
/// `#` begins a comment. Options of the command line hold for each task.
#[derive(Parser, Debug)]
#[command(name = "hip", version)]
pub struct Hip {
    #[command(subcommand)]
    task: Option<HipTask>,

    #[command(flatten)]
    common: Common,
}

#[derive(Subcommand, Debug)]
enum HipTask {
    /// Count the squares of a board
    ///
    /// A square is any four cells at the corners of a square, of any size and at any angle.
    Squares(Squares),
    /// Find a full board with as few monochromatic squares as possible
    ///
    /// Prints the number of squares whose corners all belong to one player, whether it is proved to be the minimum, the
    /// board, and these squares: the owner, then the corners clockwise. It searches until it is proved, or a limit or
    /// Ctrl-C stops it. With a range of sides, prints a table of the minima of square boards.
    Tie(Tie),
    /// Count or list the full boards without a monochromatic square
    ///
    /// Prints three numbers: all draws, the draws up to the symmetries of the board, and the draws up to these
    /// symmetries and an exchange of the players. The same three numbers follow for the playable draws, on which player
    /// 1 has half of the cells, rounded up.
    Draws(Draws),
    /// Determine who wins under perfect play
    ///
    /// Prints the winner, or "Draw", and the proof. If neither a search nor a theorem decides, prints "Unknown".
    Solve(Solve),
    /// Print the problem that `tie` solves as an integer program in CPLEX LP format
    ///
    /// The variable `x_C2` is 1 if player 1 owns the cell C2. `u_7` is 1 if player 2 owns all corners of square 7,
    /// `v_7` is 1 if player 1 does.
    Model(Model),
}

impl Program for Hip {
    const EXAMPLES: (&str, &str) = (include_str!("hip-examples.txt"), "draws");

    fn common(&self) -> &Common {
        &self.common
    }

    fn task(&self) -> Option<&dyn Task> {
        task!(self.task, HipTask: Squares Tie Draws Solve Model)
    }
}

#[derive(Args, Debug)]
struct Squares {
    /// Rows and columns of the board, such as 6x7; at most 4096 each
    size: Size,

    /// Print the number of squares for each side of their upright bounding box as well
    #[arg(long)]
    by_size: bool,
}

impl Task for Squares {
    fn run(&self, ctx: &Ctx) -> Result<Status> {
        ctx.print(&NumberOfSquares::new(self.size, self.by_size))?;
        Ok(Status::Done)
    }
}

#[derive(Args, Debug)]
struct Free {
    /// Allow any number of counters for each player [default: player 1 has half of the cells, rounded up]
    #[arg(long)]
    free: bool,
}

impl Free {
    fn balance(&self) -> Balance {
        if self.free { Balance::Free } else { Balance::Balanced }
    }
}

#[derive(Args, Debug)]
struct Tie {
    /// Rows and columns of the board, such as 6x7; at most 1024 cells. Or a range of sides of square boards, such as 2..8
    #[arg(value_name = "SIZE")]
    boards: Boards,

    #[command(flatten)]
    free: Free,

    /// Only find out whether there is a board with at most N monochromatic squares
    #[arg(long, value_name = "N")]
    at_most: Option<u64>,

    /// With --at-most: search only part I of N parts, such as 3/100. There is such a board if there is one in any part
    #[arg(long, value_name = "I/N", requires = "at_most", conflicts_with = "proof")]
    part: Option<Part>,

    /// Write the proof that there are no fewer monochromatic squares to FILE, for `scripts/verify-tie`. It holds with any
    /// number of counters for each player
    #[arg(long, value_name = "FILE", value_parser = Output::file())]
    proof: Option<Output>,

    /// Write a picture of the board to FILE, with the monochromatic squares outlined
    #[arg(long, value_name = "FILE", value_parser = Output::file())]
    svg: Option<Output>,

    /// Save the state in FILE; the same command continues from it
    #[arg(long, value_name = "FILE", value_parser = Output::file())]
    checkpoint: Option<Output>,
}

/// A board, or the square boards with sides in a range.
#[derive(Clone, Copy, Debug)]
enum Boards {
    One(Size),
    Range(Size, Size),
}

impl FromStr for Boards {
    type Err = String;

    fn from_str(text: &str) -> Result<Boards, String> {
        let most = hip::Tie::LARGEST;
        let board = |text: &str| match text.parse::<Size>().map_err(|problem: ParseSizeError| problem.to_string())? {
            size if size.area() > most => Err(format!("expected a board of at most {most} cells")),
            size => Ok(size),
        };
        let Some((from, to)) = text.split_once("..") else { return board(text).map(Boards::One) };
        match [from, to].map(|side| board(&format!("{side}x{side}"))) {
            [Ok(from), Ok(to)] if from <= to => Ok(Boards::Range(from, to)),
            [Ok(_), Ok(_)] => Err("expected a range such as 2..8, found one that ends before it begins".to_owned()),
            [from, to] => from.and(to).map(Boards::One),
        }
    }
}

impl Task for Tie {
    fn run(&self, ctx: &Ctx) -> Result<Status> {
        match self.boards {
            Boards::One(size) => self.one(size, ctx),
            Boards::Range(from, to) => {
                let is_plain = self.at_most.is_none() && self.svg.is_none() && self.proof.is_none();
                let problem = "a range takes no --at-most, --svg, --proof or --checkpoint: give one board, such as 8x8";
                ensure!(is_plain && self.checkpoint.is_none(), usage(problem));
                self.table(from, to, ctx)
            }
        }
    }
}

impl Tie {
    fn one(&self, size: Size, ctx: &Ctx) -> Result<Status> {
        let most = TieSearch::LARGEST_SEARCHED;
        let problem = format!("--at-most is for boards of at most {most} cells; {size} has more");
        ensure!(self.at_most.is_none() || size.area() <= most, usage(problem));
        let question = self.at_most.map(|at_most| (at_most, self.part.unwrap_or(Part::WHOLE)));
        let search = TieSearch::new(size, self.free.balance(), question);
        let identity = ("hip tie", size, self.free.free, question);
        let mut checkpoint = Checkpoint::open(ctx, self.checkpoint.as_ref(), &identity, |from| search.load(from))?;
        let mut budget = ctx.budget_with(|positions| shown(&search, positions));
        search.run(&mut checkpoint.budget(&mut budget, |out| search.save(out)));
        checkpoint.save(|out| search.save(out));
        let tie = search.best();
        ctx.print(&tie)?;
        if let Some(path) = &self.svg {
            files::replace(path, |out| picture::tie(out, &ctx.title("Hip"), &tie))?;
        }
        let status = Status::of_complete(match tie.question {
            Some(question) => question.answer != AtMost::Unknown,
            None => tie.standing == Standing::Proved,
        });
        match &self.proof {
            Some(path) if status == Status::Done => write_proof(path, &tie, ctx, &mut budget.after(tie.positions)),
            _ => Ok(status),
        }
    }

    /// Prints the minima of square boards, one after the other.
    fn table(&self, from: Size, to: Size, ctx: &Ctx) -> Result<Status> {
        let width = to.rows().to_string().len();
        ctx.print_text(format_args!("{:>width$}  squares  standing\n", "n"))?;
        let (mut budget, mut positions, mut whole) = (ctx.budget(), 0, false);
        for size in (from.rows()..=to.rows()).map_while(|side| Size::new(side, side)) {
            let tie = hip::tie(size, self.free.balance(), &mut budget.after(positions));
            positions += tie.positions;
            let is_proved = tie.standing == Standing::Proved;
            whole = is_proved && size == to;
            ctx.print(&Minimum { n: size.rows(), squares: tie.squares, standing: tie.standing, whole, width })?;
            if !is_proved {
                break;
            }
        }
        Ok(Status::of_complete(whole))
    }
}

/// Writes the proof that no board has fewer monochromatic squares than one that a complete search has found, if there is
/// something to prove.
fn write_proof(path: &Output, tie: &hip::Tie, ctx: &Ctx, budget: &mut Budget<'_>) -> Result<Status> {
    let (size, shown) = (tie.colouring.size(), path.display());
    let refuted = match tie.question {
        Some(Answered { at_most, answer: AtMost::Refuted }) => Some(at_most),
        Some(_) => None,
        None => tie.squares.checked_sub(1),
    };
    let Some(at_most) = refuted else {
        ctx.say(format_args!("nothing to prove: {shown} is not written"));
        return Ok(Status::Done);
    };
    if size.area() > TieSearch::LARGEST_SEARCHED {
        ctx.say(format_args!("{shown} is not written: a board of {size} is not searched"));
        return Ok(Status::Open);
    }
    let mut proof = Vec::new();
    let (problem, status) = match hip::write_tie_proof(&mut proof, size, at_most, budget)? {
        TieProof::Written => {
            files::replace(path, |out| out.write_all(&proof))?;
            return Ok(Status::Done);
        }
        TieProof::Wrong => ("with other numbers of counters there is such a board", Status::Open),
        TieProof::Stopped => ("the proof was stopped early", Status::Stopped),
    };
    ctx.say(format_args!("{shown} is not written: {problem}"));
    Ok(status)
}

/// Returns what a search for a tie knows.
fn shown(search: &TieSearch, positions: u64) -> String {
    let Some(TieBounds { best, at_least, refuting }) = search.bounds() else { return format!("{positions} positions") };
    let refuting = refuting.map(|(limit, done, roots)| format!(", at most {limit}: {done} of {roots} roots"));
    format!("{positions} positions, best {best}, at least {at_least}{}", refuting.unwrap_or_default())
}

#[derive(Args, Debug)]
struct Draws {
    /// Rows and columns of the board, such as 6x7; at most 4096 each
    size: Size,

    /// List one draw of each class up to symmetry and exchange of the players
    #[arg(long, group = "listed")]
    list: bool,

    /// List all draws
    #[arg(long, group = "listed")]
    list_all: bool,

    /// Write a picture of the first 1000 listed draws to FILE; requires --list or --list-all
    #[arg(long, value_name = "FILE", value_parser = Output::file(), requires = "listed")]
    svg: Option<Output>,
}

impl Task for Draws {
    fn run(&self, ctx: &Ctx) -> Result<Status> {
        let (size, mut budget) = (self.size, ctx.budget());
        let answer = NumberOfDraws { size, counts: hip::count_draws(size, &mut budget) };
        ctx.print(&answer)?;
        let listing = if self.list_all { Listing::All } else { Listing::Representatives };
        let count = answer.counts.as_ref().map(|counts| counts.listed(listing));
        let mut whole = count.is_some();
        if let Some(count) = count.filter(|_| self.list || self.list_all) {
            let more = list(size, listing, count, ctx, &mut budget)?;
            whole = more == BigUint::ZERO;
            ctx.print(&End { more: more.to_string(), whole })?;
        }
        if let Some(path) = &self.svg {
            let draws = hip::draws(size, listing).take_while(|_| count.is_some());
            files::replace(path, |out| picture::sheet(out, &ctx.title("Hip"), size, count, draws))?;
        }
        Ok(Status::of_complete(whole))
    }
}

/// Lists draws while they are found, up to a limit. Returns how many of the `count` draws are missing.
fn list(size: Size, listing: Listing, count: &BigUint, ctx: &Ctx, budget: &mut Budget<'_>) -> Result<BigUint> {
    let (mut more, mut draws) = (count.clone(), hip::draws(size, listing).zip(1..));
    // To find that there is no other one would take up to half of the time.
    while more > BigUint::ZERO
        && budget.poll(0).is_continue()
        && let Some((board, number)) = draws.next()
    {
        ctx.print(&Draw::new(number, board))?;
        more -= 1_u8;
    }
    Ok(more)
}

#[derive(Args, Debug)]
struct Solve {
    /// Rows and columns of the board, such as 6x7; more than 64 cells only if a theorem decides
    size: Size,

    /// Choose the rules for a player who completes a square
    #[arg(long, value_name = "RULES", value_enum, default_value_t)]
    rules: Completing,

    /// Let each player place two counters per turn, but only one in the first turn of the game
    #[arg(long)]
    double: bool,

    /// Start after these moves, in their order, such as C3,B2
    #[arg(long, value_name = "CELLS", value_delimiter = ',')]
    after: Vec<Cell>,

    /// Print all next moves that do not change the outcome under perfect play
    #[arg(long)]
    moves: bool,

    /// Print the empty cells that would complete a square of the player to move
    #[arg(long)]
    forbidden: bool,

    /// Write a picture of the position to FILE, with the moves numbered and the best next moves marked
    #[arg(long, value_name = "FILE", value_parser = Output::file())]
    svg: Option<Output>,
}

impl Solve {
    /// Returns the game after the moves of `--after`.
    fn game(&self) -> Result<Game> {
        let mut game = Game::new(self.size, Rules { completing: self.rules, double: self.double });
        for (&cell, number) in self.after.iter().zip(1..) {
            game.play(cell).map_err(|problem| usage(format_args!("--after: move {number}, {cell}: {problem}")))?;
        }
        Ok(game)
    }
}

impl Task for Solve {
    fn run(&self, ctx: &Ctx) -> Result<Status> {
        let (game, goal) = (self.game()?, if self.moves { Goal::BestMoves } else { Goal::Outcome });
        let solution = hip::solve(&game, goal, &mut ctx.budget());
        let is_too_large = solution.outcome == Err(SolveError::TooLarge) && solution.safe.is_none();
        let problem = format!("expected a board that a theorem decides: {}", SolveError::TooLarge);
        ensure!(!is_too_large, usage(problem));
        let forbidden = self.forbidden.then(|| game.completing_cells().collect());
        ctx.print(&Solved::new(&game, goal, &solution, forbidden))?;
        if let Some(path) = &self.svg {
            files::replace(path, |out| picture::position(out, &ctx.title("Hip"), &game, &solution))?;
        }
        let is_complete = solution.outcome.is_ok() && (goal == Goal::Outcome || solution.moves.is_some());
        Ok(Status::of_complete(is_complete))
    }
}

#[derive(Args, Debug)]
struct Model {
    /// Rows and columns of the board, such as 6x7; at most 4096 each
    size: Size,

    #[command(flatten)]
    free: Free,
}

impl Task for Model {
    fn run(&self, ctx: &Ctx) -> Result<Status> {
        let (mut out, mut budget) = (ctx.document()?, ctx.budget());
        let ended = hip::write_model(&mut out, self.size, self.free.balance(), &mut budget)?;
        if ended.is_break() {
            writeln!(out, "\\ Stopped early: this model is incomplete.")?;
        }
        out.flush()?;
        Ok(Status::of_complete(ended.is_continue()))
    }
}
