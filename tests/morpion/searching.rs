//! The output of a search, parsed, and its game replayed by the reference.

#![allow(dead_code, reason = "each file of tests needs a part of it")]

use crate::reference::{Game, Stroke};
use crate::support::MORPION;

/// The text that a search prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Printed {
    pub(crate) task: String,
    pub(crate) best: usize,
    /// In the plain form.
    pub(crate) record: String,
}

impl Printed {
    pub(crate) fn new(text: &str) -> Printed {
        let (task, rest) = text.split_once("\nBest: ").unwrap_or_else(|| panic!("{text}"));
        let (best, record) = rest.split_once('\n').unwrap();
        Printed { task: task.to_owned(), best: best.parse().unwrap(), record: record.to_owned() }
    }

    /// The output of a search that ends with this status and prints nothing on stderr.
    pub(crate) fn of(status: i32, task: &str) -> Printed {
        let ended = MORPION.run(task, "");
        assert_eq!((ended.status, &*ended.stderr), (Some(status), ""), "{task}");
        Printed::new(&ended.stdout)
    }

    /// The game after its moves, all of which are legal and counted.
    pub(crate) fn replayed(&self) -> Game {
        let game = replayed(&self.record);
        assert_eq!(game.moves().len(), self.best);
        assert!(self.task.starts_with(&format!("search {} ", self.record.lines().next().unwrap())), "{self:?}");
        game
    }
}

/// A record in the plain form, played by the rules alone.
pub(crate) fn replayed(record: &str) -> Game {
    let (name, moves) = record.split_once('\n').unwrap();
    let mut game = Game::new(name);
    for line in moves.lines() {
        let numbers: Vec<i64> = line.split(' ').map(|number| number.parse().unwrap()).collect();
        let [x, y, x1, y1, x2, y2] = numbers[..] else { panic!("{line}") };
        game.play(Stroke { point: (x, y), from: (x1, y1).min((x2, y2)), to: (x1, y1).max((x2, y2)) });
    }
    game
}

/// The record in a file, in the plain form.
pub(crate) fn record_in(file: &std::path::Path) -> String {
    MORPION.answer(&format!("convert --to plain {}", file.display()), "")
}
