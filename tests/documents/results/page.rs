//! The page of figures, read: what on it is the answer of which command.

use std::time::Duration;

use crate::results::time;
use crate::support::PROGRAMS;

const STANDINGS: [&str; 3] = ["published", "computed here", "refuted"];

/// Lines; but what stands in a fence is one of them, so that no line moves when an answer gets longer.
pub(crate) struct Page {
    lines: Vec<String>,
}

/// A line of the page, or a cell of such a line.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    Line(usize),
    Cell(usize, usize),
}

/// What of a command's output stands on the page.
#[derive(Debug)]
pub(crate) enum What {
    All,
    /// The first board, with the moves that `hex --solve --moves` says win.
    Map,
    /// A word of the line that begins with a word.
    Word(String, usize),
    /// What follows these keys.
    Values(Vec<String>),
    /// A key and what follows it.
    Named(String),
}

#[derive(Debug)]
pub(crate) struct Figure {
    pub(crate) command: String,
    pub(crate) what: What,
    pub(crate) place: Place,
}

/// Figures whose time is told together: a row of results, or all that one comment marks.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) quick: bool,
    pub(crate) takes: Duration,
    /// Where that stands: in a cell, or in the line of a comment.
    pub(crate) time: Place,
    pub(crate) figures: Vec<Figure>,
}

/// A comment that says how a table or a fence is made.
struct Marker<'a> {
    line: usize,
    quick: bool,
    kind: &'a str,
    takes: Option<Duration>,
    rest: &'a str,
}

impl Page {
    pub(crate) fn new(text: &str) -> Page {
        let mut lines: Vec<String> = Vec::new();
        let mut fenced: Option<Vec<&str>> = None;
        for line in text.lines() {
            match (&mut fenced, line.starts_with("```")) {
                (Some(inside), false) => inside.push(line),
                (None, false) => lines.push(line.to_owned()),
                (None, true) => {
                    fenced = Some(Vec::new());
                    lines.push(line.to_owned());
                }
                (Some(inside), true) => {
                    lines.extend([inside.join("\n"), line.to_owned()]);
                    fenced = None;
                }
            }
        }
        Page { lines }
    }

    pub(crate) fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// All that is marked, or what is wrong with the page.
    pub(crate) fn entries(&self) -> Result<Vec<Entry>, String> {
        let mut entries = Vec::new();
        let mut at = 0;
        while let Some(line) = self.lines.get(at) {
            let [comment, row, fence] = ["<!--", "|", "```"].map(|begin| line.starts_with(begin));
            if comment {
                entries.extend(self.marked(at).map_err(|why| format!("{line}: {why}"))?);
            }
            if (row || fence) && !(at > 0 && self.lines[at - 1].starts_with("<!--")) {
                return Err(format!("{line}: no comment right before it says how it is made"));
            }
            let rows = self.lines[at..].iter().take_while(|line| line.starts_with('|')).count();
            at += if fence { 3 } else { rows.max(1) };
        }
        Ok(entries)
    }

    /// What a comment marks.
    fn marked(&self, line: usize) -> Result<Vec<Entry>, String> {
        let Some(marker) = Marker::read(&self.lines[line], line)? else { return Ok(Vec::new()) };
        let below = self.lines.get(line + 1).map_or("", String::as_str);
        match (marker.kind, below.starts_with('|'), below.starts_with("```")) {
            ("rows", true, _) => self.rows(&marker),
            ("cells", true, _) => Ok(vec![marker.entry(self.cells(&marker)?)?]),
            ("lines", true, _) => Ok(vec![marker.entry(self.lines_of_a_table(&marker)?)?]),
            ("lines" | "map", _, true) => {
                let what = if marker.kind == "map" { What::Map } else { What::All };
                let figure = Figure { command: command(marker.rest)?, what, place: Place::Line(line + 2) };
                Ok(vec![marker.entry(vec![figure])?])
            }
            _ => {
                Err("not 'rows', 'lines' or 'cells' right before a table, nor 'lines' or 'map' before a fence"
                    .to_owned())
            }
        }
    }

    /// Rows of single results, each with a command of its own.
    fn rows(&self, marker: &Marker) -> Result<Vec<Entry>, String> {
        if self.row(marker.line + 1) != ["result", "command", "answer", "time", "standing"] {
            return Err("not a table of result, command, answer, time and standing".to_owned());
        }
        let entry = |at: usize| {
            let [result, told, answer, time, standing] = &self.row(at)[..] else {
                return Err(format!("{}: not five cells", self.lines[at]));
            };
            let wrong = |why: &str| format!("{result}: {why}");
            if !STANDINGS.iter().any(|known| standing.starts_with(known)) {
                return Err(wrong("no standing that begins with 'published', 'computed here' or 'refuted'"));
            }
            let (key, _) = answer.split_once(": ").ok_or_else(|| wrong("the answer has no name"))?;
            let what = What::Named(key.to_owned());
            Ok(Entry {
                quick: marker.quick,
                takes: time::read(time).ok_or_else(|| wrong("no time such as 0.2 s or 2 min 5 s"))?,
                time: Place::Cell(at, 3),
                figures: vec![Figure { command: command(told)?, what, place: Place::Cell(at, 2) }],
            })
        };
        self.below(marker.line).map(entry).collect()
    }

    /// Cells that are made from the names of their row and column.
    fn cells(&self, marker: &Marker) -> Result<Vec<Figure>, String> {
        let (told, keys) = marker.rest.split_once(": ").ok_or("no keys after the command")?;
        let columns = self.row(marker.line + 1);
        let mut figures = Vec::new();
        for at in self.below(marker.line) {
            let row = self.row(at);
            let named =
                |text: &str, column: usize| text.replace("{row}", &row[0]).replace("{column}", &columns[column]);
            for column in (1..row.len().min(columns.len())).filter(|&column| !row[column].is_empty()) {
                let keys = named(keys, column).split(", ").map(str::to_owned).collect();
                let place = Place::Cell(at, column);
                figures.push(Figure { command: command(&named(told, column))?, what: What::Values(keys), place });
            }
        }
        Ok(figures)
    }

    /// Rows whose cells are the words of a line of the output.
    fn lines_of_a_table(&self, marker: &Marker) -> Result<Vec<Figure>, String> {
        let mut figures = Vec::new();
        for at in self.below(marker.line) {
            let row = self.row(at);
            for word in 0..row.len() {
                let what = What::Word(row[0].clone(), word);
                figures.push(Figure { command: command(marker.rest)?, what, place: Place::Cell(at, word) });
            }
        }
        Ok(figures)
    }

    /// The rows of the table that a comment stands before, without their heading.
    fn below(&self, marker: usize) -> impl Iterator<Item = usize> {
        (marker + 3..self.lines.len()).take_while(|&at| self.lines[at].starts_with('|'))
    }

    /// The cells of a row, without what only makes them look different.
    fn row(&self, at: usize) -> Vec<String> {
        let inner = self.lines[at].trim_end().trim_start_matches('|').trim_end_matches('|');
        inner.split('|').map(|cell| plain(cell).to_owned()).collect()
    }

    pub(crate) fn at(&self, place: Place) -> String {
        match place {
            Place::Line(line) => self.lines[line].clone(),
            Place::Cell(line, column) => self.row(line)[column].clone(),
        }
    }

    pub(crate) fn put(&mut self, place: Place, text: &str) {
        match place {
            Place::Line(line) => text.clone_into(&mut self.lines[line]),
            Place::Cell(line, column) => {
                let mut cells: Vec<String> = self.lines[line].split('|').map(str::to_owned).collect();
                let cell = &mut cells[column + 1];
                let old = plain(cell);
                *cell = if old.is_empty() { format!(" {text} ") } else { cell.replacen(old, text, 1) };
                self.lines[line] = cells.join("|");
            }
        }
    }

    /// Writes a time where one stood.
    pub(crate) fn put_time(&mut self, entry: &Entry, taken: Duration) {
        let time = time::write(taken);
        match entry.time {
            Place::Cell(..) => self.put(entry.time, &time),
            Place::Line(line) => {
                let (head, rest) = self.lines[line].split_once(": ").expect("it was read");
                let (kind, _) = head.split_once(", ").unwrap_or((head, ""));
                self.lines[line] = format!("{kind}, {time}: {rest}");
            }
        }
    }
}

fn plain(cell: &str) -> &str {
    cell.trim().trim_matches(['*', '`'])
}

impl Marker<'_> {
    /// Nothing if it marks what is not made by a command.
    fn read(text: &str, line: usize) -> Result<Option<Marker<'_>>, String> {
        let inner = text.strip_prefix("<!-- ").and_then(|text| text.strip_suffix(" -->")).ok_or("not closed")?;
        let (head, rest) = inner.split_once(": ").unwrap_or((inner, ""));
        if head == "measured" && !rest.is_empty() {
            return Ok(None);
        }
        let (kind, takes) = head.split_once(", ").unwrap_or((head, ""));
        let takes = if takes.is_empty() { None } else { Some(time::read(takes).ok_or("not a time")?) };
        let (speed, kind) = kind.split_once(' ').ok_or("not two words before the command")?;
        let quick = match speed {
            "quick" => true,
            "slow" => false,
            _ => return Err("neither 'quick' nor 'slow'".to_owned()),
        };
        Ok(Some(Marker { line, quick, kind, takes, rest }))
    }

    fn entry(&self, figures: Vec<Figure>) -> Result<Entry, String> {
        let takes = self.takes.ok_or("no time such as ', 2 min 5 s' before the colon")?;
        if figures.is_empty() {
            return Err("marks nothing".to_owned());
        }
        Ok(Entry { quick: self.quick, takes, time: Place::Line(self.line), figures })
    }
}

/// A command, if it is one of our programs.
fn command(text: &str) -> Result<String, String> {
    let program = text.split(' ').next().unwrap_or_default();
    let known = PROGRAMS.iter().any(|known| known.name == program) && !text.contains(['{', '}']);
    if known { Ok(text.to_owned()) } else { Err(format!("'{text}' is no command of one of the programs")) }
}
