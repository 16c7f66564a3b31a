//! Solvers beside what was published and beside each other: on threads, with little memory, from what was kept.

use std::error::Error;
use std::fmt::Write as _;
use std::ops::{ControlFlow, RangeInclusive};

use super::*;
use crate::graph::Named;

const BOTH: [Question; 2] = [Question::Number(Side::Max), Question::Number(Side::Min)];
const ALL: [Question; 4] = [Question::Winner, Question::Grundy, BOTH[0], BOTH[1]];

fn game(graph: &str) -> Result<Game, Box<dyn Error>> {
    Ok(Game::new(graph.parse::<Named>()?.graph().clone())?)
}

fn solver(graph: &str, question: Question, threads: usize) -> Result<Solver, Box<dyn Error>> {
    Ok(Solver::new(&game(graph)?, question, &Limits { memory: 1 << 26, threads })?)
}

fn go_on(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// "Combinatorial Games" (2018).
#[test]
fn complete_graphs_are_as_published() -> Result<(), Box<dyn Error>> {
    for (vertices, number) in (2..=8).zip([1, 4, 8, 12, 18, 26, 34]) {
        assert_eq!(solver(&format!("K{vertices}"), BOTH[0], 1)?.value(&mut go_on), Some(number), "K{vertices}");
    }
    for vertices in 2..=10 {
        let value = solver(&format!("K{vertices}"), Question::Winner, 1)?.value(&mut go_on);
        assert_eq!(value, Some(1), "K{vertices}");
    }
    Ok(())
}

/// A complete graph's answers from its configurations, without the ring.
fn plainly(graph: &str, question: Question) -> Result<Option<u64>, Box<dyn Error>> {
    let game = game(graph)?;
    let first = if question == BOTH[1] { Side::Min } else { Side::Max };
    let end = if matches!(question, Question::Number(_)) { End::BestForMin } else { End::Possible };
    let board = AnyGraph::new(&game, first, end)?;
    let engine: Box<dyn Engine> = match question {
        Question::Winner => Box::new(LastPlay::new(board, Kind::Wins, 1 << 30)?),
        Question::Grundy => Box::new(LastPlay::new(board, Kind::Grundy, 1 << 30)?),
        Question::Number(first) => Box::new(Hunt::new(board, &game, first, 1 << 30)?),
    };
    Ok(Solver { game, question, engine, threads: 2, searched: 0 }.value(&mut go_on))
}

#[test]
fn complete_graphs_are_as_any_graphs() -> Result<(), Box<dyn Error>> {
    compare_with_any_graphs(3..=10)
}

#[test]
#[ignore = "exhaustive: 20 s"]
fn larger_complete_graphs_are_as_any_graphs() -> Result<(), Box<dyn Error>> {
    compare_with_any_graphs(11..=13)
}

fn compare_with_any_graphs(vertices: RangeInclusive<u64>) -> Result<(), Box<dyn Error>> {
    for graph in vertices.map(|vertices| format!("K{vertices}")) {
        for question in ALL {
            let value = solver(&graph, question, 2)?.value(&mut go_on);
            assert!(value.is_some());
            assert_eq!(value, plainly(&graph, question)?, "{graph} {question:?}");
        }
    }
    Ok(())
}

/// So that a change that makes searches longer is seen.
#[test]
fn positions_on_one_thread_are_pinned() -> Result<(), Box<dyn Error>> {
    let mut said = String::new();
    for graph in ["K8", "K10", "petersen", "Q3", "grid3x3", "K4,5", "W7", "g6:H?AAF@}"] {
        write!(said, "{graph:10}")?;
        for question in ALL {
            let mut solver = solver(graph, question, 1)?;
            let value = solver.value(&mut go_on).ok_or("broken off")?;
            write!(said, "  {value} ({})", solver.positions())?;
        }
        said.push('\n');
    }
    insta::assert_snapshot!(said, @r"
    K8          1 (144)  1 (631)  34 (296)  33 (396)
    K10         1 (568)  1 (6438)  54 (2207)  55 (2171)
    petersen    1 (470)  1 (792)  16 (1013)  17 (538)
    Q3          2 (118)  0 (267)  14 (246)  15 (482)
    grid3x3     2 (536)  0 (852)  14 (666)  13 (691)
    K4,5        2 (1769)  0 (3920)  24 (2869)  23 (4776)
    W7          1 (313)  1 (552)  14 (388)  13 (533)
    g6:H?AAF@}  2 (336)  0 (864)  12 (486)  13 (493)
    ");
    Ok(())
}

#[test]
fn any_number_of_threads_comes_to_the_same() -> Result<(), Box<dyn Error>> {
    compare_threads(&[("K9", 1 << 14), ("petersen", 1 << 12), ("K3,4", 1 << 12)])
}

#[test]
#[ignore = "exhaustive: 3 s"]
fn any_number_of_threads_comes_to_the_same_on_larger_graphs() -> Result<(), Box<dyn Error>> {
    compare_threads(&[("K11", 1 << 17), ("grid3x4", 1 << 22)])
}

/// Graphs, each with an amount of memory that does not hold all of its positions.
fn compare_threads(graphs: &[(&str, u64)]) -> Result<(), Box<dyn Error>> {
    for &(graph, few) in graphs {
        for question in ALL {
            let mut one = solver(graph, question, 1)?;
            // With room for all positions, and for fewer.
            for memory in [1 << 26, few] {
                let mut three = Solver::new(&game(graph)?, question, &Limits { memory, threads: 3 })?;
                assert_eq!(one.value(&mut go_on), three.value(&mut go_on), "{graph} {question:?}");
                assert_eq!(one.moves(&mut go_on), three.moves(&mut go_on), "{graph} {question:?}");
            }
        }
    }
    Ok(())
}

#[test]
fn a_search_goes_on_from_what_was_kept() -> Result<(), Box<dyn Error>> {
    solve_in_turns(["K15", "K10", "K12", "K12"])
}

#[test]
#[ignore = "exhaustive: 2 s"]
fn a_search_of_other_graphs_goes_on_from_what_was_kept() -> Result<(), Box<dyn Error>> {
    solve_in_turns(["grid3x4"; 4])
}

/// Solves a graph for each question, each in turns of a few thousand positions.
fn solve_in_turns(graphs: [&str; 4]) -> Result<(), Box<dyn Error>> {
    for (graph, question) in graphs.into_iter().zip(ALL) {
        let expected = solver(graph, question, 1)?.value(&mut go_on);
        let (mut kept, mut turns) = (Vec::new(), 0);
        let value = loop {
            let mut solver = solver(graph, question, 2)?;
            if turns > 0 {
                solver.load(&mut kept.as_slice())?;
            }
            let value = solver.value(&mut |positions| {
                if positions >= 4096 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if value.is_some() {
                break value;
            }
            let (least, most) = solver.bounds();
            assert!(question == Question::Winner || question == Question::Grundy || least < most);
            kept.clear();
            solver.findings().save(&mut kept)?;
            turns += 1;
        };
        assert!(turns > 0 && value == expected, "{graph} {question:?}: {value:?} after {turns} turns");
    }
    Ok(())
}

#[test]
fn what_was_not_kept_of_this_question_is_refused() -> Result<(), Box<dyn Error>> {
    let mut number = solver("K6", BOTH[0], 1)?;
    let mut kept = Vec::new();
    number.findings().save(&mut kept)?;
    assert!(number.load(&mut &kept[..kept.len() - 1]).is_err());
    // The number is even: neither bound and no goal is odd.
    for at in [0, 4, 8] {
        kept[at] ^= 1;
        assert!(number.load(&mut kept.as_slice()).is_err(), "byte {at}");
        kept[at] ^= 1;
    }
    number.load(&mut kept.as_slice())?;
    // More at least than at most.
    kept[0] = 200;
    assert!(number.load(&mut kept.as_slice()).is_err());
    Ok(())
}
