//! The table of ratios.

use std::fmt;

#[derive(Clone, Copy)]
pub enum Unit {
    /// Values are milliseconds.
    Time,
    Moves,
}

/// Smallest, median and largest.
#[derive(Clone, Copy)]
pub struct Spread {
    least: f64,
    pub median: f64,
    most: f64,
    unit: Unit,
}

impl Spread {
    pub fn of(values: &[f64], unit: Unit) -> Spread {
        let mut values = values.to_vec();
        values.sort_by(f64::total_cmp);
        Spread { least: values[0], median: values[values.len() / 2], most: values[values.len() - 1], unit }
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scale, digits, unit) = match self.unit {
            Unit::Moves => (1.0, 0, "moves"),
            Unit::Time if self.median < 1e3 => (1.0, 1, "ms"),
            Unit::Time => (1e-3, 2, "s"),
        };
        let [least, median, most] = [self.least, self.median, self.most].map(|value| value * scale);
        write!(f, "{median:.digits$} ({least:.digits$}, {most:.digits$}) {unit}")
    }
}

pub struct Row {
    pub question: String,
    pub program: String,
    pub ours: Spread,
    pub yardstick: String,
    pub theirs: Spread,
    pub ratio: f64,
    /// The yardstick stopped at its limit: the whole answer takes longer.
    pub more_than: bool,
}

#[derive(Default)]
pub struct Table(Vec<Row>);

impl Table {
    pub fn push(&mut self, row: Option<Row>) {
        self.0.extend(row);
    }

    /// Prints it as Markdown.
    pub fn print(&self) {
        if self.0.is_empty() {
            println!("\nno yardstick is available, so there is no table of ratios");
            return;
        }
        println!(
            "\nThe ratio is the yardstick's time divided by ours; for long games, our number of moves divided by the yardstick's.\n"
        );
        println!("| question | program | median (least, most) | yardstick | median (least, most) | ratio |");
        println!("|---|---|---|---|---|---|");
        for Row { question, program, ours, yardstick, theirs, ratio, more_than } in &self.0 {
            let more = if *more_than { "more than " } else { "" };
            let digits = if *ratio < 10.0 { 2 } else { usize::from(*ratio < 100.0) };
            println!("| {question} | {program} | {ours} | {yardstick} | {more}{theirs} | {more}{ratio:.digits$} |");
        }
    }
}
