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
    K8          1 (49)  1 (49)  34 (248)  33 (384)
    K10         1 (187)  1 (187)  54 (2207)  55 (1994)
    petersen    1 (470)  1 (792)  16 (339)  17 (540)
    Q3          2 (118)  0 (267)  14 (246)  15 (213)
    grid3x3     2 (536)  0 (852)  14 (666)  13 (299)
    K4,5        2 (1769)  0 (3921)  24 (2916)  23 (3189)
    W7          1 (313)  1 (552)  14 (394)  13 (184)
    g6:H?AAF@}  2 (336)  0 (864)  12 (261)  13 (346)
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
