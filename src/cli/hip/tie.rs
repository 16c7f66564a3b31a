//! `hip tie`: the board with the fewest monochromatic squares; and `hip merge`: the parts of a question about it.

use std::io::{self, Write};
use std::str::FromStr;

use clap::Args;
use serde::{Deserialize, Serialize};

use super::{Free, rows, title};
use crate::cell::Cell;
use crate::cli::failure::{Exit, Failure};
use crate::cli::limits::LimitArgs;
use crate::cli::output::{Answer, display, display_each};
use crate::cli::parts::{self, PartAnswer, print_part};
use crate::cli::paths::{InputFile, OutputFile, OutputKind, input, output, write_whole};
use crate::cli::run::Run;
use crate::hip::{
    self, AtMost, Colouring, ParseSizeError, Size, Standing, TieBounds, TieProof, TieSearch, picture, report,
};
use crate::part::Part;
use crate::player::Player;

#[derive(Args, Debug, Serialize)]
pub(super) struct Tie {
    /// Rows and columns of the board, such as 6x7; at most 1024 cells. Or a range of sides of square boards, such as 2..8
    #[arg(value_name = "SIZE")]
    #[serde(flatten)]
    boards: Boards,

    #[command(flatten)]
    #[serde(flatten)]
    free: Free,

    /// Only find out whether there is a board with at most N monochromatic squares
    #[arg(long, value_name = "N")]
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<u64>,

    /// With --at-most: search only part I of N parts, such as 3/100; `merge` adds up the parts
    #[arg(long, value_name = "I/N", requires = "at_most", conflicts_with = "svg")]
    #[serde(skip)]
    part: Option<Part>,

    /// Write the proof that there are no fewer monochromatic squares to FILE, for `scripts/verify-tie`. It holds with any
    /// number of counters for each player
    #[arg(long, value_name = "FILE", value_parser = output(OutputKind::File), conflicts_with = "part")]
    #[serde(skip)]
    proof: Option<OutputFile>,

    /// Write a picture of the board to PATH, with the monochromatic squares outlined. `-` is stdout, in place of the
    /// text
    #[arg(long, value_name = "PATH", value_parser = output(OutputKind::Picture))]
    #[serde(skip)]
    svg: Option<OutputFile>,

    /// Save the state in FILE; the same command continues from it. Only for a task on the command line
    #[arg(long, value_name = "FILE", value_parser = output(OutputKind::Checkpoint))]
    #[serde(skip)]
    checkpoint: Option<OutputFile>,

    #[command(flatten)]
    #[serde(skip)]
    limits: LimitArgs,
}

/// A board, or the square boards with sides in a range.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
enum Boards {
    One(Size),
    Range { from: u16, to: u16 },
}

impl FromStr for Boards {
    type Err = String;

    fn from_str(text: &str) -> Result<Boards, String> {
        let board = |text: &str| {
            let size: Size = text.parse().map_err(|problem: ParseSizeError| problem.to_string())?;
            let most = hip::Tie::LARGEST;
            if size.area() > most { Err(format!("expected a board of at most {most} cells")) } else { Ok(size) }
        };
        let Some((from, to)) = text.split_once("..") else { return board(text).map(Boards::One) };
        let side = |side: &str| board(&format!("{side}x{side}")).map(Size::rows);
        match (side(from)?, side(to)?) {
            (from, to) if from <= to => Ok(Boards::Range { from, to }),
            _ => Err("expected a range such as 2..8, found one that ends before it begins".to_owned()),
        }
    }
}

#[derive(Serialize)]
struct BestBoard<'a> {
    #[serde(flatten)]
    task: &'a Tie,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<&'static str>,
    monochromatic_squares: u64,
    at_least: u64,
    proved: bool,
    board: Vec<String>,
    squares: Vec<OwnedSquare>,
    #[serde(skip)]
    tie: hip::Tie,
}

#[derive(Serialize)]
struct OwnedSquare {
    #[serde(serialize_with = "display")]
    owner: Player,
    #[serde(serialize_with = "display_each")]
    corners: [Cell; 4],
}

/// Returns the answer to the question whether there is a board, as answers print it.
fn answered(answer: AtMost) -> &'static str {
    match answer {
        AtMost::Found => "yes",
        AtMost::Refuted => "no",
        AtMost::Unknown => "unknown",
    }
}

impl Tie {
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        run.limit(self.limits);
        match self.boards {
            Boards::One(size) => self.one(size, run),
            Boards::Range { .. }
                if self.at_most.is_some()
                    || self.svg.is_some()
                    || self.proof.is_some()
                    || self.checkpoint.is_some() =>
            {
                let problem = "a range takes no --at-most, --svg, --proof or --checkpoint: give one board, such as 8x8";
                Err(Failure::Value("boards", problem.to_owned()))
            }
            Boards::Range { from, to } => self.table(from, to, run),
        }
    }

    fn one(&self, size: Size, run: &Run<'_>) -> Result<Exit, Failure> {
        let most = TieSearch::LARGEST_SEARCHED;
        if self.at_most.is_some() && size.area() > most {
            let problem = format!("--at-most is for boards of at most {most} cells; {size} has more");
            return Err(Failure::Value("boards", problem));
        }
        let question = self.at_most.map(|at_most| (at_most, self.part.unwrap_or(Part::WHOLE)));
        let search = TieSearch::new(size, self.free.balance(), question);
        let part = self.part.map(|Part { number, parts }| [number, parts]);
        let identity = ("tie", size, self.free.free, self.at_most, part);
        let mut checkpoint = run.resume(self.checkpoint.as_ref(), &identity, &mut |from| search.load(from))?;
        let save = |out: &mut dyn Write| search.save(out);
        let mut poll = |positions| {
            show(&search, positions, run);
            run.poll(positions)
        };
        search.run(&mut checkpoint.budget(&save, &mut poll));
        checkpoint.close(&save);
        let tie = search.best();
        run.meter().count(tie.positions);
        let answer = search.answer();
        let exit = Exit::of_complete(match answer {
            Some(answer) => answer != AtMost::Unknown,
            None => tie.standing == Standing::Proved,
        });
        if let Some((part, at_most)) = self.part.zip(self.at_most) {
            let Free { free } = self.free;
            let whole = Whole { rows: size.rows(), columns: size.columns(), free, at_most };
            let board = (answer == Some(AtMost::Found)).then(|| rows(&tie.colouring));
            return print_part(run, part, whole, Found { board }, exit);
        }
        let squares = tie.colouring.monochromatic();
        let board = BestBoard {
            task: self,
            answer: answer.map(answered),
            monochromatic_squares: tie.squares,
            at_least: tie.lower_bound(),
            proved: tie.standing == Standing::Proved,
            board: rows(&tie.colouring),
            squares: squares.map(|(owner, square)| OwnedSquare { owner, corners: square.corners() }).collect(),
            tie,
        };
        let exit = self.write_proof(&board.tie, answer, run)?.unwrap_or(exit);
        run.answer_with_picture(&board, self.svg.as_ref(), exit)
    }

    /// Writes the proof, if it is asked for and there is one. Returns the exit status if that is not the one of the
    /// search.
    fn write_proof(&self, tie: &hip::Tie, answer: Option<AtMost>, run: &Run<'_>) -> Result<Option<Exit>, Failure> {
        let Some(path) = &self.proof else { return Ok(None) };
        let size = tie.colouring.size();
        let at_most = match answer {
            Some(AtMost::Refuted) => self.at_most,
            None if tie.standing == Standing::Proved => tie.squares.checked_sub(1),
            _ => None,
        };
        let Some(at_most) = at_most.filter(|_| size.area() <= TieSearch::LARGEST_SEARCHED) else {
            run.say(format_args!("nothing to prove: {path} is not written", path = path.display()));
            return Ok(Some(Exit::OPEN).filter(|_| !run.meter().is_stopped()));
        };
        let mut ended = TieProof::Stopped;
        let written = write_whole(path, &mut |out| {
            let before = tie.positions;
            let mut budget = run.budget_with(|positions| run.poll(before + positions));
            ended = hip::write_tie_proof(out, size, at_most, &mut budget)?;
            if ended == TieProof::Written { Ok(()) } else { Err(io::Error::other("incomplete")) }
        });
        let path = path.display();
        match (ended, written) {
            (TieProof::Wrong, _) => {
                run.say(format_args!("{path} is not written: with other numbers of counters there is such a board"));
                Ok(Some(Exit::OPEN))
            }
            (TieProof::Stopped, _) if run.meter().is_stopped() => {
                run.say(format_args!("{path} is not written: the proof was stopped early"));
                Ok(Some(Exit::LIMIT))
            }
            (_, Err(error)) => Err(Failure::File(path.to_string().into(), error)),
            (_, Ok(())) => Ok(None),
        }
    }

    /// Prints the minima of square boards, one after the other.
    fn table(&self, from: u16, to: u16, run: &Run<'_>) -> Result<Exit, Failure> {
        let width = to.to_string().len();
        if !run.form().json {
            writeln!(run.text()?, "{:>width$}  squares  standing", "n")?;
        }
        let mut whole = true;
        for side in from..=to {
            // The sides were parsed as those of boards.
            let Some(size) = Size::new(side, side) else { break };
            let search = TieSearch::new(size, self.free.balance(), None);
            let before = run.meter().positions();
            let mut budget = run.budget_with(|positions| {
                show(&search, positions, run);
                run.poll(before + positions)
            });
            search.run(&mut budget);
            drop(budget);
            let tie = search.best();
            run.meter().count(before + tie.positions);
            let is_proved = tie.standing == Standing::Proved;
            let row = TableRow { n: side, squares: tie.squares, at_least: tie.lower_bound(), proved: is_proved, width };
            run.print(&row)?;
            run.out().flush()?;
            if !is_proved {
                whole = false;
                break;
            }
        }
        run.answer(&TableEnd { whole }, Exit::of_complete(whole))
    }
}

/// Shows what a search knows.
fn show(search: &TieSearch, positions: u64, run: &Run<'_>) {
    let Some(TieBounds { best, at_least, refuting }) = search.bounds() else { return };
    run.show(|| {
        let refuting = refuting
            .map_or_else(String::new, |(limit, done, roots)| format!(", at most {limit}: {done} of {roots} roots"));
        format!("{positions} positions, best {best}, at least {at_least}{refuting}")
    });
}

impl Answer for BestBoard<'_> {
    fn text(&self, mut out: &mut dyn Write) -> io::Result<()> {
        if let Some((at_most, answer)) = self.task.at_most.zip(self.answer) {
            writeln!(out, "At most {at_most}: {answer}")?;
        }
        report::tie(&mut out, &self.tie)
    }

    fn picture(&self, task: &str, out: &mut dyn Write) -> io::Result<()> {
        picture::tie(out, &title(task), &self.tie)
    }
}

/// A row of the table.
#[derive(Serialize)]
struct TableRow {
    n: u16,
    squares: u64,
    at_least: u64,
    proved: bool,
    /// The width of the first column.
    #[serde(skip)]
    width: usize,
}

/// The end of the table.
#[derive(Serialize)]
struct TableEnd {
    whole: bool,
}

impl Answer for TableRow {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let &TableRow { n, squares, at_least, proved, width } = self;
        write!(out, "{n:>width$}  {squares:>7}  ")?;
        if proved { writeln!(out, "proved") } else { writeln!(out, "best known, at least {at_least}") }
    }
}

impl Answer for TableEnd {
    fn text(&self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// The question that parts are parts of.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Whole {
    rows: u16,
    columns: u16,
    free: bool,
    at_most: u64,
}

/// What a part has found.
#[derive(Serialize, Deserialize)]
struct Found {
    /// A board with so few monochromatic squares, if there is one in this part.
    board: Option<Vec<String>>,
}

impl parts::Whole for Whole {
    const SCHEMA: &'static str = "quadrille/hip-part/1";
    const NAMES: &'static str = "a question";
    type Found = Found;
}

#[derive(Args, Debug)]
pub(super) struct Merge {
    /// Files with one part or several, as `tie --part` prints them; - is stdin
    #[arg(value_name = "FILE", required = true, value_parser = input())]
    files: Vec<InputFile>,
}

/// What the parts answer together.
#[derive(Serialize)]
struct MergedAnswer {
    #[serde(flatten)]
    whole: Whole,
    answer: &'static str,
    parts_left: u64,
    board: Option<Vec<String>>,
    #[serde(skip)]
    found: Option<Colouring>,
}

impl Merge {
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        let mut found = None;
        let merged = parts::merge(run, &self.files, |part: &PartAnswer<Whole, Found>| {
            if let Some(board) = &part.found.board {
                let colouring = checked(part.part_of, board)?;
                found.get_or_insert(colouring);
            }
            Some(())
        })?;
        let answer = match &found {
            Some(_) => AtMost::Found,
            None if merged.left == 0 => AtMost::Refuted,
            None => AtMost::Unknown,
        };
        if let (AtMost::Unknown, Some(missing)) = (answer, merged.missing) {
            run.say(missing);
        }
        let board = found.as_ref().map(rows);
        let (whole, parts_left) = (merged.whole, merged.left);
        let exit = if answer == AtMost::Unknown { Exit::OPEN } else { Exit::ANSWERED };
        run.answer(&MergedAnswer { whole, answer: answered(answer), parts_left, board, found }, exit)
    }
}

/// Returns a board that a part has found; `None` if it is no answer to the question.
fn checked(Whole { rows, columns, free, at_most }: Whole, board: &[String]) -> Option<Colouring> {
    let size = Size::new(rows, columns)?;
    let is_whole = board.len() == usize::from(rows) && board.iter().all(|row| row.len() == usize::from(columns));
    if !is_whole || !board.iter().flat_map(|row| row.bytes()).all(|letter| matches!(letter, b'X' | b'O')) {
        return None;
    }
    let letter = |cell: Cell| board[usize::from(cell.row())].as_bytes()[usize::from(cell.column())];
    let colouring = Colouring::from_fn(size, |cell| if letter(cell) == b'O' { Player::O } else { Player::X });
    let is_balanced = free || colouring.counters(Player::X) == size.counters(Player::X);
    (is_balanced && colouring.monochromatic().count() as u64 <= at_most).then_some(colouring)
}

impl Answer for MergedAnswer {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "At most {}: {}", self.whole.at_most, self.answer)?;
        if self.parts_left > 0 {
            writeln!(out, "Parts left: {}", self.parts_left)?;
        }
        self.found.iter().try_for_each(|board| write!(out, "{board}"))
    }
}
