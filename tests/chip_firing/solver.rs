//! Solvers: published answers, pinned numbers of positions, threads, little memory, and saved states.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use quadrille::chip_firing::{Answer, Bounds, Game, Question, Side, SolveError, Solver, TooLargeError};
use quadrille::chip_firing::{grundy_with, number, number_with, winner, winner_with};
use quadrille::graph::Named;
use quadrille::player::Player;
use quadrille::progress::{Limits, never_cancel};

const BOTH: [Question; 2] = [Question::Number(Side::Max), Question::Number(Side::Min)];
const ALL: [Question; 4] = [Question::Winner, Question::Grundy, BOTH[0], BOTH[1]];

fn game(graph: &str) -> Game {
    Game::new(graph.parse::<Named>().unwrap().into_graph()).unwrap()
}

fn solver(graph: &str, question: Question, threads: usize) -> Solver {
    Solver::new(&game(graph), question, &Limits { memory: 1 << 26, threads }).unwrap()
}

/// "Combinatorial Games" (2018).
#[test]
fn complete_graphs_are_as_published() {
    for (vertices, expected) in (2..=8).zip([1, 4, 8, 12, 18, 26, 34]) {
        assert_eq!(number(&game(&format!("K{vertices}")), Side::Max), Ok(expected), "K{vertices}");
    }
    for vertices in 2..=10 {
        assert_eq!(winner(&game(&format!("K{vertices}"))), Ok(Player::X), "K{vertices}");
    }
}

/// A change that makes searches longer fails here.
#[test]
fn positions_on_one_thread_are_pinned() {
    let mut found = String::new();
    for graph in ["K8", "K10", "petersen", "Q3", "grid3x3", "K4,5", "W7", "g6:H?AAF@}"] {
        write!(found, "{graph:10}").unwrap();
        for question in ALL {
            let mut solver = solver(graph, question, 1);
            let answer = solver.answer(&mut never_cancel).unwrap();
            write!(found, "  {} ({})", answer.to_number(), solver.positions()).unwrap();
        }
        found.push('\n');
    }
    insta::assert_snapshot!(found, @r"
    K8          1 (144)  1 (631)  34 (296)  33 (396)
    K10         1 (568)  1 (6453)  54 (2207)  55 (2171)
    petersen    1 (470)  1 (792)  16 (1013)  17 (538)
    Q3          2 (118)  0 (267)  14 (246)  15 (482)
    grid3x3     2 (536)  0 (852)  14 (666)  13 (691)
    K4,5        2 (1769)  0 (3921)  24 (2869)  23 (4777)
    W7          1 (313)  1 (552)  14 (388)  13 (533)
    g6:H?AAF@}  2 (336)  0 (864)  12 (486)  13 (493)
    ");
}

#[test]
fn answers_do_not_depend_on_the_number_of_threads() {
    compare_threads(&[("K9", 1 << 14), ("petersen", 1 << 12), ("K3,4", 1 << 12)]);
}

#[test]
#[ignore = "exhaustive: 3 s"]
fn answers_do_not_depend_on_the_number_of_threads_on_larger_graphs() {
    compare_threads(&[("K11", 1 << 17), ("grid3x4", 1 << 22)]);
}

/// Graphs, each with an amount of memory that does not hold all of its positions.
fn compare_threads(graphs: &[(&str, u64)]) {
    for &(graph, few) in graphs {
        for question in ALL {
            let mut one = solver(graph, question, 1);
            for memory in [1 << 26, few] {
                let mut three = Solver::new(&game(graph), question, &Limits { memory, threads: 3 }).unwrap();
                let answer = three.answer(&mut never_cancel);
                assert_eq!(one.answer(&mut never_cancel), answer, "{graph} {question:?}");
                assert!(answer.is_some());
                assert_eq!(one.moves(&mut never_cancel), three.moves(&mut never_cancel), "{graph} {question:?}");
            }
        }
    }
}

#[test]
fn a_saved_search_continues() {
    solve_in_parts(["K15", "K10", "K12", "K12"]);
}

#[test]
#[ignore = "exhaustive: 2 s"]
fn a_saved_search_of_other_graphs_continues() {
    solve_in_parts(["grid3x4"; 4]);
}

/// Solves a graph for each question, each in parts of a few thousand positions.
fn solve_in_parts(graphs: [&str; 4]) {
    for (graph, question) in graphs.into_iter().zip(ALL) {
        let expected = solver(graph, question, 1).answer(&mut never_cancel);
        let (mut saved, mut parts) = (Vec::new(), 0);
        let answer = loop {
            let mut solver = solver(graph, question, 2);
            if parts > 0 {
                solver.load(&mut saved.as_slice()).unwrap();
            }
            let answer = solver.answer(&mut |positions| {
                if positions >= 4096 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if answer.is_some() {
                break answer;
            }
            let Bounds { lower, upper } = solver.bounds();
            assert!(!BOTH.contains(&question) || lower < upper);
            saved.clear();
            solver.state().save(&mut saved).unwrap();
            parts += 1;
        };
        assert!(parts > 0 && answer == expected, "{graph} {question:?}: {answer:?} after {parts} parts");
    }
}

/// A run that continues while the best moves are searched, and is cancelled before it has searched anything.
#[test]
fn a_state_is_the_same_if_it_is_saved_again_at_once() {
    for graph in ["K7", "petersen", "grid3x3"] {
        for question in BOTH {
            let mut first = solver(graph, question, 1);
            let expected = first.answer(&mut never_cancel);
            first.moves(&mut never_cancel).unwrap();
            let (mut saved, mut again) = (Vec::new(), Vec::new());
            first.state().save(&mut saved).unwrap();

            let mut second = solver(graph, question, 1);
            second.load(&mut saved.as_slice()).unwrap();
            assert_eq!(second.moves(&mut |_| ControlFlow::Break(())), None);
            second.state().save(&mut again).unwrap();
            assert_eq!(saved[..16], again[..16], "the bounds and the goal");

            let mut third = solver(graph, question, 1);
            third.load(&mut again.as_slice()).unwrap();
            assert_eq!(third.answer(&mut never_cancel), expected, "{graph} {question:?}");
        }
    }
}

#[test]
fn the_state_of_another_question_is_rejected() {
    let mut number = solver("K6", BOTH[0], 1);
    let mut saved = Vec::new();
    number.state().save(&mut saved).unwrap();
    assert!(number.load(&mut &saved[..saved.len() - 1]).is_err());
    // The bounds and the goal are small even numbers, in a byte each.
    let begin = saved.iter().position(|&byte| u64::from(byte) == number.bounds().lower).unwrap();
    for at in begin..begin + 3 {
        saved[at] ^= 1;
        assert!(number.load(&mut saved.as_slice()).is_err(), "byte {at}");
        saved[at] ^= 1;
    }
    number.load(&mut saved.as_slice()).unwrap();
    // The lower bound is above the upper one.
    saved[begin] = 100;
    assert!(number.load(&mut saved.as_slice()).is_err());
}

#[test]
fn searches_can_be_cancelled_and_graphs_can_be_too_large() {
    let limits = Limits::default();
    let mut cancel = |_| ControlFlow::Break(());
    let large = game("K12");
    assert_eq!(winner_with(&large, &limits, &mut cancel), Err(SolveError::Cancelled));
    assert_eq!(grundy_with(&large, &limits, &mut cancel), Err(SolveError::Cancelled));
    assert_eq!(number_with(&large, Side::Max, &limits, &mut cancel), Err(SolveError::Cancelled));
    for (graph, error) in [("C52", TooLargeError::Degrees), ("W257", TooLargeError::Neighbours)] {
        assert_eq!(winner(&game(graph)), Err(SolveError::TooLarge(error)), "{graph}");
    }
    assert!(Solver::new(&game("C51"), Question::Winner, &limits).is_ok());
    // The largest complete graph that the message names fits, and the next one does not.
    for (question, largest) in [
        (Question::Winner, 30),
        (Question::Grundy, 28),
        (Question::Number(Side::Max), 23),
        (Question::Number(Side::Min), 23),
    ] {
        let solver = |vertices: u32| Solver::new(&game(&format!("K{vertices}")), question, &limits).map(drop);
        assert_eq!(solver(largest), Ok(()), "{question:?}");
        for vertices in [largest + 1, 31, 32, 33, 300] {
            assert_eq!(solver(vertices), Err(TooLargeError::Complete { largest }), "K{vertices}, {question:?}");
        }
    }
    // All games on a tree have the same length.
    assert_eq!(solver("P60000", BOTH[1], 1).answer(&mut cancel), Some(Answer::Number(59_999)));
}
