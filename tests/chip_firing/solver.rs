//! Solvers: published answers, pinned numbers of positions, threads, little memory, and saved states.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use quadrille::budget::Budget;
use quadrille::chip_firing::{Answer, Bounds, Game, Question, Side, Solver, TooLargeError};
use quadrille::player::Player;

use crate::support::rounds;

const BOTH: [Question; 2] = [Question::Number(Side::Max), Question::Number(Side::Min)];
const ALL: [Question; 4] = [Question::Winner, Question::Grundy, BOTH[0], BOTH[1]];

fn game(graph: &str) -> Game {
    Game::new(graph.parse().unwrap()).unwrap()
}

fn solver(graph: &str, question: Question) -> Solver {
    Solver::new(&game(graph), question, &Budget::default().with_memory(1 << 26)).unwrap()
}

fn answer(graph: &str, question: Question) -> Answer {
    solver(graph, question).answer(&mut Budget::default()).unwrap()
}

/// "Combinatorial Games" (2018).
#[test]
fn complete_graphs_are_as_published() {
    for (vertices, expected) in (2..=8).zip([1, 4, 8, 12, 18, 26, 34]) {
        assert_eq!(answer(&format!("K{vertices}"), BOTH[0]), Answer::Number(expected), "K{vertices}");
    }
    for vertices in 2..=10 {
        assert_eq!(answer(&format!("K{vertices}"), Question::Winner), Answer::Winner(Player::X), "K{vertices}");
    }
}

/// A change that makes searches longer fails here.
#[test]
fn positions_on_one_thread_are_pinned() {
    let mut found = String::new();
    for graph in ["K8", "K10", "petersen", "Q3", "grid3x3", "K4,5", "W7", "g6:H?AAF@}"] {
        write!(found, "{graph:10}").unwrap();
        for question in ALL {
            let mut solver = solver(graph, question);
            let answer = solver.answer(&mut Budget::default()).unwrap();
            write!(found, "  {} ({})", answer.to_number(), solver.positions()).unwrap();
        }
        found.push('\n');
    }
    insta::assert_snapshot!(found, @r"
    K8          1 (49)  1 (49)  34 (296)  33 (396)
    K10         1 (187)  1 (187)  54 (2207)  55 (2171)
    petersen    1 (470)  1 (792)  16 (1013)  17 (538)
    Q3          2 (118)  0 (267)  14 (246)  15 (482)
    grid3x3     2 (536)  0 (852)  14 (666)  13 (691)
    K4,5        2 (1769)  0 (3921)  24 (2869)  23 (4777)
    W7          1 (313)  1 (552)  14 (388)  13 (533)
    g6:H?AAF@}  2 (336)  0 (864)  12 (486)  13 (493)
    ");
}

/// With memory for all positions, and with much less.
#[test]
fn answers_do_not_depend_on_threads_and_memory() {
    let graphs = [
        ("K16", 1 << 17, &ALL[..2]),
        ("K9", 1 << 14, &ALL),
        ("petersen", 1 << 12, &ALL),
        ("K3,4", 1 << 12, &ALL),
        ("K11", 1 << 17, &ALL),
        ("grid3x4", 1 << 22, &ALL),
    ];
    for (graph, few, questions) in graphs.into_iter().take(rounds(4, 6)) {
        for &question in questions {
            let expected = answer(graph, question);
            let moves = solver(graph, question).moves(&mut Budget::default()).unwrap();
            for memory in [1 << 26, few] {
                let mut budget = Budget::default().with_memory(memory).with_threads(3);
                let mut solver = Solver::new(&game(graph), question, &budget).unwrap();
                assert_eq!(solver.answer(&mut budget), Some(expected), "{graph} {question:?}");
                assert_eq!(solver.moves(&mut budget).as_ref(), Some(&moves), "{graph} {question:?}");
            }
        }
    }
}

/// In parts of a few thousand positions.
#[test]
fn saved_search_continues() {
    let graphs = ["K16", "K16", "K12", "K12", "grid3x4", "grid3x4", "grid3x4", "grid3x4"];
    for (graph, question) in graphs.into_iter().zip(ALL.into_iter().cycle()).take(rounds(4, 8)) {
        let (mut saved, mut parts) = (Vec::new(), 0);
        let found = loop {
            let mut solver = solver(graph, question);
            if parts > 0 {
                solver.load(&mut saved.as_slice()).unwrap();
            }
            let some = |positions| if positions < 4096 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
            if let Some(found) = solver.answer(&mut Budget::new(some).with_threads(2)) {
                break found;
            }
            let Bounds { lower, upper } = solver.bounds();
            assert!(!BOTH.contains(&question) || lower < upper);
            saved.clear();
            solver.state().save(&mut saved).unwrap();
            parts += 1;
        };
        assert!(parts > 0, "{graph} {question:?}");
        assert_eq!(found, answer(graph, question), "{graph} {question:?} after {parts} parts");
    }
}

/// States with the bounds, the next goal, and the goal of the entries.
#[test]
fn state_that_no_search_comes_to_is_rejected() {
    let fresh = solver("K8", BOTH[0]);
    assert_eq!(fresh.bounds(), Bounds { lower: 28, upper: 44 }, "in steps of 2");
    let windows = [
        ([28, 44, 36, 0], true, "nothing has been searched"),
        ([28, 44, 36, 36], true, ""),
        ([34, 44, 36, 34], true, "the last goal was reached"),
        ([28, 34, 30, 36], true, "the last goal was missed"),
        ([34, 34, 36, 35], true, "the best moves are searched for"),
        ([26, 44, 36, 36], false, "a lower bound below the known one"),
        ([28, 46, 36, 36], false, "an upper bound above the known one"),
        ([46, 46, 48, 48], false, "a number above the known bound"),
        ([20, 20, 22, 22], false, "a number below the known bound"),
        ([36, 34, 36, 36], false, "the lower bound is above the upper one"),
        ([29, 44, 36, 36], false, "a lower bound of the wrong parity"),
        ([28, 43, 36, 36], false, "an upper bound of the wrong parity"),
        ([28, 44, 35, 35], false, "a goal of the wrong parity"),
        ([28, 44, 28, 28], false, "a goal that is reached already"),
        ([28, 44, 46, 46], false, "a goal above the bounds"),
        ([30, 44, 36, 0], false, "bounds without a search"),
        ([28, 44, 36, 38], false, "entries for another goal"),
    ];
    // Of shards without entries.
    let mut saved = Vec::new();
    fresh.state().save(&mut saved).unwrap();
    assert_eq!(saved[..8], 4_u64.to_le_bytes());
    for (window, is_valid, what) in windows {
        saved[8..12].copy_from_slice(&window);
        let mut solver = solver("K8", BOTH[0]);
        assert_eq!(solver.load(&mut saved.as_slice()).is_ok(), is_valid, "{window:?}: {what}");
        if is_valid && window[0] < window[1] {
            assert_eq!(solver.answer(&mut Budget::default()), Some(Answer::Number(34)), "{window:?}");
        }
    }
}

/// States with one entry: its key, below it the value.
#[test]
fn entry_that_no_search_makes_is_rejected() {
    let flat = 0b10;
    // The steps without the first and the last one, the first one in the lowest bit, then a 1; and a winner plus 1.
    let entries = [
        ("K8", Question::Winner, 0b110_1010 << 2 | 2, true, "four columns"),
        ("K8", Question::Grundy, 0b110_1010 << 2 | 2, true, "four columns"),
        ("K8", Question::Winner, 0b10_0110 << 2 | 1, true, "one column and two with three boxes"),
        ("K8", Question::Winner, 0b10_1001 << 2 | 1, false, "a mirror image of the last shape"),
        ("K8", Question::Winner, 0b10_1010 << 2 | 1, false, "three boxes"),
        ("K8", Question::Winner, 0b10_1111 << 2 | 1, false, "five ups and two downs"),
        ("K8", Question::Winner, 0b110_1010 << 2, false, "no value"),
        ("K8", Question::Winner, 0b110_1010 << 2 | 3, false, "neither player"),
        ("K8", Question::Winner, 2, false, "no shape"),
        ("K8", Question::Winner, 1 << 16 | 2, false, "a shape of K9"),
        ("C4", Question::Grundy, 15 << 6 | 63, true, "of 16 configurations"),
        ("K8", BOTH[0], flat << 16 | 5 << 8 | (255 - 5), true, "missed below 5, reached from 5"),
        ("K8", BOTH[0], flat << 16 | 6 << 8 | (255 - 5), false, "missed below 6, reached from 5"),
        ("C4", Question::Winner, 15 << 2 | 1, true, "of 16 configurations"),
        ("C4", Question::Winner, 16 << 2 | 1, false, "of 16 configurations"),
        ("C4", BOTH[0], 15 << 2 | 2, true, "missed"),
        ("C4", BOTH[0], 15 << 2 | 3, false, "both reached and missed"),
    ];
    for (graph, question, entry, is_valid, what) in entries {
        let mut saved = Vec::new();
        solver(graph, question).state().save(&mut saved).unwrap();
        // The first shard: its length in bytes, the number of entries, and the entries as numbers of seven bits a byte.
        let begin = if BOTH.contains(&question) { 12 } else { 0 };
        assert_eq!(saved[begin..begin + 9], [1, 0, 0, 0, 0, 0, 0, 0, 0]);
        let mut shard = vec![1];
        let mut rest: u64 = entry;
        while rest > 127 {
            shard.push(rest as u8 | 128);
            rest >>= 7;
        }
        shard.push(rest as u8);
        saved.splice(begin..begin + 9, [&(shard.len() as u64).to_le_bytes()[..], &shard].concat());
        let loaded = solver(graph, question).load(&mut saved.as_slice());
        assert_eq!(loaded.is_ok(), is_valid, "{graph} {question:?}: {entry:#b}: {what}");
    }
}

#[test]
fn searches_can_be_stopped_and_graphs_can_be_too_large() {
    let (budget, mut stop) = (Budget::default(), Budget::new(|_| ControlFlow::Break(())));
    for question in ALL {
        assert_eq!((solver("K12", question).answer(&mut stop), solver("K12", question).moves(&mut stop)), (None, None));
    }
    for (graph, error) in [("C52", TooLargeError::Degrees), ("W257", TooLargeError::Neighbours)] {
        assert_eq!(Solver::new(&game(graph), Question::Winner, &budget).map(drop), Err(error), "{graph}");
    }
    assert!(Solver::new(&game("C51"), Question::Winner, &budget).is_ok());
    // The largest complete graph that the message names fits, and the next one does not.
    for question in ALL {
        let solver = |vertices: u32| Solver::new(&game(&format!("K{vertices}")), question, &budget).map(drop);
        let (fit, do_not_fit, error) = match question {
            Question::Number(_) => ([22, 23], [24, 32, 33, 300], TooLargeError::Complete { largest: 23 }),
            _ => ([32, 301], [34, 36, 64, 300], TooLargeError::EvenComplete { largest: 32 }),
        };
        for vertices in fit {
            assert_eq!(solver(vertices), Ok(()), "K{vertices}, {question:?}");
        }
        for vertices in do_not_fit {
            assert_eq!(solver(vertices), Err(error), "K{vertices}, {question:?}");
        }
    }
    // All games on a tree have the same length.
    assert_eq!(solver("P60000", BOTH[1]).answer(&mut stop), Some(Answer::Number(59_999)));
    assert_eq!(solver("star65535", BOTH[0]).moves(&mut stop).unwrap().len(), 65_536);
}
