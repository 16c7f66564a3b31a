//! Games of Morpion Solitaire to draw: the known records, and the legal moves after any moves, found slowly by the
//! rules.

#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

use std::sync::LazyLock;

use crate::reference::{Game, Stroke};
use morpion_solitaire_records::RECORDS;
use quadrille::morpion::{Direction, IllegalMoveError, Line, Move, Point, Variant};

pub fn made(variant: Variant, (x, y): (i64, i64), (from_x, from_y): (i64, i64), direction: Direction) -> Move {
    let line = Line::new(Point { x: from_x, y: from_y }, direction, variant.line_length()).unwrap();
    Move { point: Point { x, y }, line }
}

/// A record game by its name.
pub fn record(id: &str) -> (Variant, Vec<Move>) {
    let (_, _, json) = RECORDS.iter().find(|record| record.1 == id).unwrap();
    let json: serde_json::Value = serde_json::from_str(json).unwrap();
    let variant: Variant = json["variant"].as_str().unwrap().parse().unwrap();
    let moves = json["moves"].as_array().unwrap().iter().map(|entry| {
        let number = |key: &str| entry[key].as_i64().unwrap();
        let (direction, (dx, dy)) = match entry["dir"].as_str().unwrap() {
            "H" => (Direction::Horizontal, (1, 0)),
            "V" => (Direction::Vertical, (0, 1)),
            "DP" => (Direction::Rising, (1, -1)),
            "DN" => (Direction::Falling, (1, 1)),
            other => panic!("{other}"),
        };
        let (x, y, pos) = (number("x"), number("y"), number("pos"));
        made(variant, (x, y), (x - pos * dx, y - pos * dy), direction)
    });
    (variant, moves.collect())
}

/// A move as the reference has it.
pub fn stroke(Move { point, line }: &Move) -> Stroke {
    let [point, from, to] = [*point, line.start(), line.end()].map(|Point { x, y }| (x, y));
    Stroke { point, from, to }
}

/// A move of the reference as the program has it.
pub fn move_of(Stroke { point, from, to }: Stroke, variant: Variant) -> Move {
    let [point, from, to] = [point, from, to].map(|(x, y)| Point { x, y });
    Move { point, line: Line::between(from, to, variant.line_length()).unwrap() }
}

/// The condition that a move violates, as the message names it.
pub fn condition(illegal: &IllegalMoveError) -> Option<String> {
    let text = illegal.to_string();
    Some(text.strip_prefix("condition (")?.split_once(')')?.0.to_owned())
}

/// The legal moves after some, by the reference.
pub fn next_moves(variant: Variant, moves: &[Move]) -> Vec<Move> {
    let mut game = Game::new(&variant.to_string());
    moves.iter().for_each(|mv| game.play(stroke(mv)));
    game.legal().into_iter().map(|legal| move_of(legal, variant)).collect()
}

/// A game: its name, its variant, its moves, and the legal moves at its end.
pub type Named = (String, Variant, Vec<Move>, Vec<Move>);

/// Games of all kinds: empty, unfinished, finished.
pub static GAMES: LazyLock<Vec<Named>> = LazyLock::new(games);

fn games() -> Vec<Named> {
    let mut games = Vec::new();
    for variant in Variant::ALL {
        games.push((format!("empty {variant}"), variant, Vec::new(), next_moves(variant, &[])));
    }
    for (_, id, _) in RECORDS {
        let (variant, moves) = record(id);
        for length in [1, 10, moves.len() / 2, moves.len() - 1, moves.len()] {
            let moves = moves[..length].to_vec();
            let next = next_moves(variant, &moves);
            games.push((format!("{id} after {length}"), variant, moves, next));
        }
        assert!(games.last().unwrap().3.is_empty(), "{id} is finished");
    }
    games
}
