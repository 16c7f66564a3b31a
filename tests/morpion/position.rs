//! Games of Morpion Solitaire beside the slow reference: the same legal moves at every position, forwards and back, the
//! same conditions for moves that are refused, and the known records.

use std::collections::BTreeMap;

use crate::games::{condition, move_of, record, stroke};
use crate::reference::{Game, Place, Stroke, images};
use crate::support::{MORPION, rounds};
use morpion_solitaire_records::RECORDS;
use quadrille::morpion::{Direction, Line, Move, Pattern, Point, Position, Potential, Variant};
use quadrille::random::Random;

fn legal(position: &Position) -> Vec<Stroke> {
    position.legal_moves().map(|mv| stroke(&mv)).collect()
}

fn played(position: &Position) -> Vec<Stroke> {
    position.moves().map(|mv| stroke(&mv)).collect()
}

fn any_of<T: Copy>(things: &[T], random: &mut Random) -> Option<T> {
    things.get(random.below(things.len() as u32) as usize).copied()
}

/// A game of the program and the same of the reference.
struct Both {
    position: Position,
    game: Game,
    /// The legal moves of each position so far, as the reference has them.
    legal: Vec<Vec<Stroke>>,
}

impl Both {
    fn new(variant: Variant) -> Both {
        let game = Game::new(&variant.to_string());
        let both = Both { position: Position::new(variant), legal: vec![game.legal()], game };
        both.assert_same();
        both
    }

    fn assert_same(&self) {
        let moves = self.game.moves();
        assert_eq!(self.position.score(), moves.len());
        assert_eq!(played(&self.position), moves);
        assert_eq!(&legal(&self.position), self.legal.last().unwrap(), "{} after {moves:?}", self.position.variant());
    }

    fn play(&mut self, mv: Move) {
        self.position.play(mv).unwrap();
        self.game.play(stroke(&mv));
        self.legal.push(self.game.legal());
        self.assert_same();
    }

    fn undo(&mut self) {
        assert_eq!(self.position.undo().as_ref().map(stroke), self.game.undo());
        self.legal.pop();
        self.assert_same();
    }

    /// Plays a move that is most likely illegal; returns the condition that it violates.
    fn refuse(&mut self, mv: Move) -> Option<&'static str> {
        let (name, moves) = (self.position.variant(), self.game.moves());
        let why_not = self.game.why_not(stroke(&mv));
        let Some(broken) = why_not else {
            assert!(self.legal.last().unwrap().contains(&stroke(&mv)), "{name}: {mv} after {moves:?}");
            return None;
        };
        let Err(illegal) = self.position.play(mv) else {
            panic!("{name}: {mv} should break {broken}, after {moves:?}");
        };
        let condition = condition(&illegal);
        let expected = (broken != "line").then_some(broken);
        assert_eq!(condition.as_deref(), expected, "{name}: {mv} is refused as {illegal}, after {moves:?}");
        self.assert_same();
        why_not
    }
}

fn shifted(point: Point, by: Place) -> Point {
    Point { x: point.x + by.0, y: point.y + by.1 }
}

fn shifted_line(line: &Line, by: Place) -> Line {
    Line::new(shifted(line.start(), by), line.direction(), line.length()).unwrap()
}

fn small(random: &mut Random) -> Place {
    let mut number = || i64::from(random.below(7)) - 3;
    (number(), number())
}

/// Returns a distance so large that truncated numbers, or rows that run together, would bring a point back.
fn far(random: &mut Random) -> Place {
    let mut number = || {
        let far = any_of(&[0, 0, 1, 4, 48, 64, 127, 128, 256, 4096, 1 << 16, 1 << 32, 1 << 62], random).unwrap();
        if random.percent(50) { far } else { -far }
    };
    (number(), number())
}

/// A move that is or was legal, with one change.
fn spoiled(both: &Both, kind: u32, random: &mut Random) -> Option<Move> {
    let variant = both.position.variant();
    let length = variant.line_length();
    let moves: Vec<Move> = both.position.moves().collect();
    let mut known: Vec<Move> = both.position.legal_moves().collect();
    if known.is_empty() || random.percent(30) {
        known.extend(&moves);
    }
    let mv = any_of(&known, random)?;
    let other_direction = any_of(&Direction::ALL, random)?;
    let index = i64::from(random.below(u32::from(length)));
    let through = |point: Point| Line::new(point.step(other_direction, -index)?, other_direction, length);
    Some(match kind {
        0 => Move { point: shifted(mv.point, small(random)), ..mv },
        1 => Move { line: shifted_line(&mv.line, small(random)), ..mv },
        2 => Move { point: mv.line.points().nth(index as usize)?, ..mv },
        3 => any_of(&moves, random)?,
        4 => {
            let earlier = any_of(&moves, random)?;
            let line = shifted_line(&earlier.line, any_of(&[(0, 0), earlier.line.direction().step()], random)?);
            Move { point: any_of(&[line.start(), line.end(), mv.point], random)?, line }
        }
        5 => {
            let point = any_of(&variant.cross().collect::<Vec<_>>(), random)?;
            Move { point, line: any_of(&[through(point)?, mv.line], random)? }
        }
        6 => Move { line: through(mv.point)?, ..mv },
        7 => Move { line: Line::new(mv.line.start(), mv.line.direction(), random.below(9) as u8)?, ..mv },
        8 => {
            let by = far(random);
            Move { point: shifted(mv.point, by), line: shifted_line(&mv.line, by) }
        }
        9 => Move { line: shifted_line(&mv.line, far(random)), ..mv },
        10 => Move { point: shifted(mv.point, far(random)), ..mv },
        _ => {
            let point = Point { x: i64::from(random.below(30)) - 10, y: i64::from(random.below(30)) - 10 };
            Move { point, line: through(shifted(point, any_of(&[(0, 0), (0, 0), (0, 0), (1, 0)], random)?))? }
        }
    })
}

const KINDS: u32 = 12;

/// Plays random games on both, each to two ends, and tries changed moves on the way. Returns the number of illegal
/// moves by the kind of change and the condition that they violate.
fn games_agree(variant: Variant, games: u64) -> BTreeMap<(u32, Option<&'static str>), u64> {
    let mut refused = BTreeMap::new();
    for stream in 0..games {
        let mut random = Random::new(1, stream);
        let mut both = Both::new(variant);
        // To the end, half of the way back, to another end, and all the way back.
        for left in [2, 1] {
            loop {
                for _ in 0..2 {
                    let kind = random.below(KINDS);
                    if let Some(mv) = spoiled(&both, kind, &mut random) {
                        *refused.entry((kind, both.refuse(mv))).or_insert(0) += 1;
                    }
                }
                let Some(mv) = any_of(&both.position.legal_moves().collect::<Vec<_>>(), &mut random) else { break };
                both.play(mv);
            }
            assert!(both.position.score() >= 16, "no game is that short");
            for _ in 0..both.position.score().div_ceil(left) {
                both.undo();
            }
        }
        assert_eq!(both.position.undo(), None);
        both.assert_same();
    }
    refused
}

#[test]
fn games_match_reference() {
    let games = rounds(6, 150);
    let refused = Variant::ALL.map(|variant| (variant, games_agree(variant, games as u64)));
    let ways = |refused: &BTreeMap<(u32, Option<&str>), u64>, condition: &str| {
        refused.keys().filter(|(_, why)| *why == Some(condition)).count()
    };
    for (condition, kinds) in [("line", 1), ("i", 6), ("ii", 6), ("iii", 4)] {
        let all: usize = refused.iter().map(|(_, refused)| ways(refused, condition)).sum();
        assert!(all > kinds, "{condition} was violated in {all} ways");
    }
    // Each kind of change is refused in each game, on average.
    for (variant, refused) in refused.iter().filter(|_| games >= 100) {
        for kind in 0..KINDS {
            let times: u64 = refused.iter().filter(|((of, why), _)| *of == kind && why.is_some()).map(|(_, n)| n).sum();
            assert!(times >= games as u64, "{variant}: {kind} was refused {times} times");
        }
    }
}

#[test]
fn moves_around_the_start_violate_the_same_condition() {
    for variant in Variant::ALL {
        let mut both = Both::new(variant);
        let ((left, right), (top, bottom)) = both.game.around();
        for (from, to) in both.game.lines_around() {
            let [from, to] = [from, to].map(|(x, y)| Point { x, y });
            let line = Line::between(from, to, variant.line_length()).unwrap();
            assert_eq!((line.start(), line.end()), (from, to));
            for point in (left..=right).flat_map(|x| (top..=bottom).map(move |y| Point { x, y })) {
                let mv = Move { point, line };
                let expected = both.game.why_not(stroke(&mv));
                let judged = both.position.play(mv).map_err(|illegal| condition(&illegal).unwrap());
                assert_eq!(judged.as_ref().err().map(String::as_str), expected, "{variant}: {mv}");
                if judged.is_ok() {
                    both.position.undo();
                }
            }
        }
        both.assert_same();
    }
}

#[test]
fn game_of_moves_and_their_half_turns_is_symmetric() {
    for variant in Variant::ALL {
        let half_turn = |mv: Move| move_of(images(stroke(&mv), &variant.to_string())[3], variant);
        let mut position = Position::new(variant);
        assert!(position.is_symmetric());
        let mut record = format!("{variant}\n");
        let mut both = 0;
        let candidates = |position: &Position| position.legal_moves().collect::<Vec<_>>();
        while let Some(mv) = candidates(&position).into_iter().find(|&mv| {
            let mut next = position.clone();
            next.play(mv).unwrap();
            next.play(half_turn(mv)).is_ok()
        }) {
            for (mv, is_symmetric) in [(mv, false), (half_turn(mv), true)] {
                position.play(mv).unwrap();
                assert_eq!(position.is_symmetric(), is_symmetric, "{variant} {record}");
                let numbers = mv.numbers().map(|number| number.to_string());
                record += &format!("{}\n", numbers.join(" "));
            }
            both += 1;
        }
        assert!(both > 5, "{variant} {both}");
        let check = |record: &str| MORPION.answer("check", record).contains("\nSymmetric: yes\nPotential: ");
        assert!(check(&record) && !check(record.trim_end().rsplit_once('\n').unwrap().0), "{record}");
    }
    // Without moves a grid is as symmetric as the points that it starts from.
    for (points, is_symmetric) in [("0,0 1,0 5,1", false), ("0,0 1,0 4,1 5,1", true)] {
        let answer = MORPION.answer("check", format!("5T\nP0: {points}\n"));
        assert_eq!(answer.contains("\nSymmetric: yes\n"), is_symmetric, "{answer}");
    }
}

#[test]
fn known_records_are_finished_games_of_their_score() {
    assert_eq!(RECORDS.len(), 15);
    for (_, name, _) in RECORDS {
        let (variant, moves) = record(name);
        let mut both = Both::new(variant);
        moves.iter().for_each(|&mv| both.play(mv));
        assert!(name.contains(&moves.len().to_string()) && both.position.mobility() == 0, "{name}: {}", moves.len());
        let potential = Potential::after(&Pattern::cross(variant), moves.iter().copied());
        let expected = if variant.line_length() == 5 { 288 } else { 192 + 2 * moves.len() as i64 };
        assert!(potential.sum() == expected && potential.points().all(|(_, f)| (0..=8).contains(&f)), "{name}");
        for image in 0..8 {
            let mut position = Position::new(variant);
            for mv in &moves {
                let mv = move_of(images(stroke(mv), &variant.to_string())[image], variant);
                position.play(mv).unwrap_or_else(|error| panic!("{name}, image {image}: {error}"));
            }
        }
    }
}

#[test]
fn disjoint_records_are_touching_ones_and_not_the_other_way_round() {
    for (_, name, _) in RECORDS {
        let (variant, moves) = record(name);
        let (other, is_legal) = match variant {
            Variant::D5 => (Variant::T5, true),
            Variant::D4 => (Variant::T4, true),
            Variant::T5 => (Variant::D5, false),
            Variant::T4 => (Variant::D4, false),
        };
        let mut both = Both::new(other);
        let refused = moves.iter().any(|&mv| {
            let is_refused = both.refuse(mv).is_some();
            if !is_refused {
                both.play(mv);
            }
            is_refused
        });
        assert_eq!(refused, !is_legal, "{name}");
    }
}
