//! The reference is right: the law of the potential, symmetries, and its two tests for legal moves. Its counts are
//! compared with the published ones beside those of the program.

use std::collections::BTreeSet;

use crate::reference::{Game, Grid, NAMES, Stroke, canonical, grid_images, grids, images, places};
use crate::support::rounds;
use quadrille::random::Random;

/// A random game to its end.
fn random_game(name: &str, stream: u64) -> Game {
    let (mut game, mut random) = (Game::new(name), Random::new(5, stream));
    while let Some(stroke) = any_of(&game.legal(), &mut random) {
        game.play(stroke);
    }
    game
}

fn any_of(strokes: &[Stroke], random: &mut Random) -> Option<Stroke> {
    strokes.get(random.below(strokes.len() as u32) as usize).copied()
}

#[test]
fn crosses_have_all_eight_symmetries() {
    for (name, points) in [("5T", 36), ("5D", 36), ("4T", 24), ("4D", 24)] {
        let cross = Game::cross(name);
        assert_eq!(cross.len(), points, "{name}");
        for symmetry in 0..8 {
            let image = |&point| images(Stroke { point, from: point, to: point }, name)[symmetry].point;
            assert_eq!(cross.iter().map(image).collect::<BTreeSet<_>>(), cross, "{name}, symmetry {symmetry}");
        }
    }
}

#[test]
fn the_symmetries_are_eight() {
    for name in NAMES {
        let stroke = Stroke { point: (1, 3), from: (0, 2), to: (4, 6) };
        assert_eq!(BTreeSet::from(images(stroke, name)).len(), 8, "{name}");
        for image in images(stroke, name) {
            assert_eq!(BTreeSet::from(images(image, name)), BTreeSet::from(images(stroke, name)), "{name}");
        }
    }
}

/// How many moves there are at the start, which is easily counted by hand: two ends of each of the twelve sides; of
/// fours also two more lines across each of the four gaps; and lines that slant, which come by half an orbit of fives,
/// a whole of fours.
#[test]
fn the_start_has_as_many_moves_as_counted_by_hand() {
    for (name, straight, slanting) in [("5T", 24, 4), ("5D", 24, 4), ("4T", 24 + 8, 8), ("4D", 24 + 8, 8)] {
        let legal = Game::new(name).legal();
        let counted =
            legal.iter().filter(|stroke| stroke.from.0 == stroke.to.0 || stroke.from.1 == stroke.to.1).count();
        assert_eq!((counted, legal.len() - counted), (straight, slanting), "{name}");
    }
}

/// Without any symmetry, all sets of lines that any order of moves makes.
#[test]
fn grids_in_all_are_those_without_symmetry() {
    let depth = rounds(2, 3);
    for name in NAMES {
        let mut level = vec![Game::new(name)];
        for count in grids(name, depth) {
            let (mut next, mut seen) = (Vec::new(), BTreeSet::<Grid>::new());
            assert_eq!(level.len() as u64, count[1], "{name}");
            let classes: BTreeSet<Grid> = level.iter().map(|game| canonical(game.moves(), name)).collect();
            assert_eq!(classes.len() as u64, count[0], "{name}");
            if level[0].moves().len() == depth {
                break;
            }
            for mut game in level {
                for stroke in game.legal() {
                    game.play(stroke);
                    if seen.insert(grid_images(game.moves(), name)[0].clone()) {
                        next.push(game.clone());
                    }
                    game.undo();
                }
            }
            level = next;
        }
    }
}

/// On fives each move adds 8 and takes 5 + 3, on fours 8 and 4 + 2; and no point has more than 8 or less than 0.
#[test]
fn the_potential_obeys_its_law() {
    for name in NAMES {
        for stream in 0..rounds(3, 25) as u64 {
            let mut game = random_game(name, stream);
            loop {
                let potential = game.potential();
                let expected = if game.length == 5 { 288 } else { 192 + 2 * game.moves().len() as i64 };
                assert_eq!(potential.values().sum::<i64>(), expected, "{name}");
                assert!(potential.values().all(|value| (0..=8).contains(value)), "{name}");
                if game.undo().is_none() {
                    break;
                }
            }
        }
    }
}

#[test]
fn images_of_a_game_are_games_with_as_many_moves() {
    for name in NAMES.into_iter().rev().take(rounds(1, 4)) {
        for stream in 0..rounds(2, 4) as u64 {
            let whole = random_game(name, stream);
            let mut games: [Game; 8] = std::array::from_fn(|_| Game::new(name));
            for &stroke in whole.moves() {
                for (game, image) in games.iter_mut().zip(images(stroke, name)) {
                    game.play(image);
                }
                let legal: Vec<Stroke> = games[0].legal();
                for (symmetry, game) in games.iter().enumerate() {
                    let mut expected: Vec<Stroke> =
                        legal.iter().map(|&stroke| images(stroke, name)[symmetry]).collect();
                    expected.sort_unstable();
                    assert_eq!(game.legal(), expected, "{name}, symmetry {symmetry}");
                    assert_eq!(canonical(game.moves(), name), canonical(games[0].moves(), name), "{name}");
                }
            }
        }
    }
}

/// At the start with every point around on every line, later with the points of each line.
#[test]
fn legal_moves_violate_no_condition_and_the_others_violate_one() {
    for name in NAMES.into_iter().rev().take(rounds(1, 4)) {
        let start = Game::new(name);
        let ((left, right), (top, bottom)) = start.around();
        let mut legal = Vec::new();
        for (from, to) in start.lines_around() {
            let all = (left..=right).flat_map(|x| (top..=bottom).map(move |y| (x, y)));
            let strokes = all.map(|point| Stroke { point, from, to });
            legal.extend(strokes.filter(|&stroke| start.why_not(stroke).is_none()));
        }
        legal.sort_unstable();
        assert_eq!(start.legal(), legal, "{name}");

        let mut game = random_game(name, 100);
        let mut seen = BTreeSet::new();
        loop {
            let mut legal = Vec::new();
            for (from, to) in game.lines_around() {
                for point in places((from, to)) {
                    match game.why_not(Stroke { point, from, to }) {
                        None => legal.push(Stroke { point, from, to }),
                        Some(condition) => _ = seen.insert(condition),
                    }
                }
            }
            legal.sort_unstable();
            assert_eq!(game.legal(), legal, "{name}");
            if game.undo().is_none() {
                break;
            }
        }
        assert_eq!(seen, BTreeSet::from(["i", "ii", "iii"]), "{name}");
    }
}

/// The conditions for a line that continues another one, for one that overlaps, and for others, in both games with
/// lines of five.
#[test]
fn conditions_are_named_in_their_order() {
    for (name, going_on) in [("5T", None), ("5D", Some("ii"))] {
        let mut game = Game::new(name);
        let why_not = |point, from, to| game.why_not(Stroke { point, from, to });
        assert_eq!(why_not((7, 0), (3, 0), (7, 0)), None);
        assert_eq!(why_not((7, 0), (7, 0), (3, 0)), Some("line"));
        assert_eq!(why_not((7, 0), (4, 0), (7, 0)), Some("line"));
        assert_eq!(why_not((7, 0), (3, 0), (7, 1)), Some("line"));
        assert_eq!(why_not((6, 0), (3, 0), (7, 0)), Some("i"));
        assert_eq!(why_not((6, 0), (20, 0), (24, 0)), Some("i"));
        assert_eq!(why_not((8, 0), (3, 0), (7, 0)), Some("ii"));
        assert_eq!(why_not((7, 0), (4, 0), (8, 0)), Some("iii"));
        // Across the gap in the fourth row: of ten places eight are there.
        assert_eq!(why_not((4, 3), (0, 3), (4, 3)), None);
        game.play(Stroke { point: (4, 3), from: (0, 3), to: (4, 3) });
        let why_not = |point, from, to| game.why_not(Stroke { point, from, to });
        assert_eq!(why_not((4, 3), (0, 3), (4, 3)), Some("i"));
        assert_eq!(why_not((5, 3), (1, 3), (5, 3)), Some("ii"));
        assert_eq!(why_not((5, 3), (4, 3), (8, 3)), going_on);
        assert_eq!(why_not((5, 3), (5, 3), (9, 3)), None);
    }
}
