//! The known records under the rules alone, their images, and records that have been tampered with.

use crate::games::condition;
use crate::reference::{Game, Place, Stroke, images};
use crate::support::rounds;
use quadrille::morpion::record::{KnownRecord, known, read};
use quadrille::morpion::{IllegalMoveError, Line, Move, Point, Position, Potential, Variant};

fn stroke(mv: &Move) -> Stroke {
    let place = |point: Point| (point.x, point.y);
    Stroke { point: place(mv.point), from: place(mv.line.start()), to: place(mv.line.end()) }
}

fn mv(stroke: &Stroke, variant: Variant) -> Option<Move> {
    let point = |(x, y): Place| Point { x, y };
    let line = Line::between(point(stroke.from), point(stroke.to), variant.line_length())?;
    Some(Move { point: point(stroke.point), line })
}

/// The known records: name, variant and moves.
fn records() -> Vec<(&'static str, Variant, Vec<Stroke>)> {
    let all = known().map(|KnownRecord { name: id, json, .. }| {
        let record = read(json.as_bytes(), None).unwrap();
        (id, record.variant(), record.moves().iter().map(stroke).collect())
    });
    all.collect()
}

/// How a game ends by the rules alone: the number of the first illegal move and its condition, or how many moves are
/// left.
fn by_the_rules(variant: Variant, strokes: &[Stroke]) -> Result<usize, (usize, &'static str)> {
    let mut game = Game::new(&variant.to_string());
    for (number, stroke) in strokes.iter().enumerate() {
        match game.why_not(*stroke) {
            None => game.play(*stroke),
            Some(condition) => return Err((number, condition)),
        }
    }
    Ok(game.legal().len())
}

/// The same by the program.
fn by_the_program(variant: Variant, strokes: &[Stroke]) -> Result<usize, (usize, String)> {
    let mut position = Position::new(variant);
    for (number, stroke) in strokes.iter().enumerate() {
        let Some(mv) = mv(stroke, variant) else { return Err((number, "line".to_owned())) };
        if let Err(illegal) = position.play(mv) {
            assert!(
                !matches!(illegal, IllegalMoveError::LeavesBoard(_) | IllegalMoveError::OtherLength { .. }),
                "{illegal}"
            );
            return Err((number, condition(&illegal).unwrap()));
        }
    }
    Ok(position.mobility())
}

fn verdict(variant: Variant, strokes: &[Stroke]) -> Result<usize, (usize, String)> {
    let verdict = by_the_program(variant, strokes);
    let expected = by_the_rules(variant, strokes).map_err(|(number, condition)| (number, condition.to_owned()));
    assert_eq!(verdict, expected, "{variant}");
    verdict
}

#[test]
fn all_known_records_are_finished_games_of_the_score_that_they_claim() {
    let records = records();
    assert_eq!(records.len(), 15);
    for (id, variant, strokes) in records {
        assert!(id.contains(&strokes.len().to_string()), "{id}: {}", strokes.len());
        assert_eq!(verdict(variant, &strokes), Ok(0), "{id}");
        let moves = strokes.iter().map(|stroke| mv(stroke, variant).unwrap());
        let potential = Potential::after(variant, moves);
        let expected = if variant.line_length() == 5 { 288 } else { 192 + 2 * strokes.len() as i64 };
        assert_eq!(potential.sum(), expected, "{id}");
        assert!(potential.points().all(|(_, f)| (0..=8).contains(&f)), "{id}");
    }
}

#[test]
fn all_images_of_the_records_are_games_too() {
    for (id, variant, strokes) in records() {
        for image in 0..8 {
            let strokes: Vec<Stroke> =
                strokes.iter().map(|stroke| images(*stroke, &variant.to_string())[image]).collect();
            assert_eq!(by_the_program(variant, &strokes), Ok(0), "{id}, image {image}");
        }
    }
}

#[test]
fn a_record_of_a_disjoint_game_is_one_of_the_touching_game_and_not_the_other_way_round() {
    for (id, variant, strokes) in records() {
        let (other, legal) = match variant {
            Variant::D5 => (Variant::T5, true),
            Variant::D4 => (Variant::T4, true),
            Variant::T5 => (Variant::D5, false),
            Variant::T4 => (Variant::D4, false),
        };
        assert_eq!(verdict(other, &strokes).is_ok(), legal, "{id}");
    }
}

/// The moves of a record that are tampered with: a few, or half of them.
fn numbers(moves: usize) -> impl Iterator<Item = usize> {
    (0..moves).rev().step_by(rounds(moves / 2 + 1, 2))
}

#[test]
fn a_move_that_is_dropped_or_doubled_is_noticed() {
    for (id, variant, strokes) in records() {
        for number in numbers(strokes.len()) {
            let mut dropped = strokes.clone();
            dropped.remove(number);
            assert_ne!(verdict(variant, &dropped), Ok(0), "{id} without move {}", number + 1);
            let mut doubled = strokes.clone();
            doubled.insert(number, strokes[number]);
            assert_eq!(verdict(variant, &doubled), Err((number + 1, "i".to_owned())), "{id}");
        }
    }
}

/// A move of which the point alone is shifted is illegal. If its line is shifted too, that may be another legal game,
/// which the reference decides; returns how often it is.
fn shifted_moves_that_are_legal(id: &str, variant: Variant, strokes: &[Stroke]) -> usize {
    let mut others = 0;
    for number in numbers(strokes.len()) {
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1)] {
            let shift = |(x, y): Place| (x + dx, y + dy);
            let Stroke { point, from, to } = strokes[number];
            let tampered = |stroke: Stroke| {
                let mut tampered = strokes.to_vec();
                tampered[number] = stroke;
                verdict(variant, &tampered)
            };
            let refused = tampered(Stroke { point: shift(point), from, to }).unwrap_err();
            assert_eq!(refused.0, number, "{id}");
            for point in [point, shift(point)] {
                others += usize::from(tampered(Stroke { point, from: shift(from), to: shift(to) }).is_ok());
            }
        }
    }
    others
}

/// Moves in another order are another record of the same grid if the points of each line are marked in time; otherwise
/// the record is illegal. Returns how often it is.
fn swapped_moves_that_are_refused(id: &str, variant: Variant, strokes: &[Stroke]) -> usize {
    let mut refused = 0;
    for number in numbers(strokes.len()).filter(|&number| number > 0) {
        let mut swapped = strokes.to_vec();
        swapped.swap(number - 1, number);
        let verdict = verdict(variant, &swapped);
        let Stroke { from, to, .. } = strokes[number];
        let needed = mv(&Stroke { point: strokes[number - 1].point, from, to }, variant).unwrap();
        if needed.line.index_of(needed.point).is_some() {
            assert_eq!(verdict, Err((number - 1, "iii".to_owned())), "{id}");
            refused += 1;
        } else {
            assert_eq!(verdict, Ok(0), "{id}");
        }
    }
    refused
}

#[test]
fn moves_that_are_shifted_or_swapped_are_noticed() {
    let is_all = rounds(0, 1) == 1;
    // Shifting is slow on the long records.
    for (id, variant, strokes) in records().into_iter().filter(|(_, _, strokes)| is_all || strokes.len() < 100) {
        let others = shifted_moves_that_are_legal(id, variant, &strokes);
        let refused = swapped_moves_that_are_refused(id, variant, &strokes);
        if is_all {
            assert!(others * 50 < strokes.len() * 12, "{id}: {others}");
            assert!(refused > strokes.len() / 8, "{id}: {refused}");
        }
    }
}
