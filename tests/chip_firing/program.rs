//! The program `chip-firing`: tasks, answers and limits; and graphs from stdin, as `geng` writes them.

use std::fs;

use predicates::prelude::*;
use predicates::str::is_match;
use quadrille::budget::Budget;
use quadrille::chip_firing::{Game, Question, Side, Solver};

use crate::support::{CHIP_FIRING, Ended};

/// A task of each form that is answered at once, except trees.
#[test]
fn answers_of_every_form_are_pinned() {
    let (text, json) = CHIP_FIRING.sessions(include_str!("tasks.txt"));
    insta::assert_snapshot!("answers", text);
    insta::assert_snapshot!("answers_in_json", json);
}

#[test]
fn tree_is_a_document_that_names_its_task() {
    for (task, arrows) in [("tree K4 winner", 14), ("tree K4 winner --full", 14), ("tree K4 number", 23)] {
        let dot = CHIP_FIRING.answer(task, "");
        assert!(dot.starts_with(&format!("// {task}\n")) && dot.matches(" -> ").count() == arrows, "{dot}");
    }
    let output = CHIP_FIRING.run("tree K4 winner --nodes 0", "");
    let unknown = "// tree K4 winner\n// Unknown: stopped at a limit before the tree was complete\n";
    assert_eq!((output.status, output.stdout), (Some(3), unknown.into()));
}

/// Also of a search that ends before the first report.
#[test]
fn stats_count_all_positions() {
    let game = Game::new("K9".parse().unwrap()).unwrap();
    let mut solver = Solver::new(&game, Question::Number(Side::Max), &Budget::default()).unwrap();
    solver.answer(&mut Budget::default()).unwrap();
    let said = CHIP_FIRING.run("number K9 --stats", "").stderr;
    assert!(said.starts_with(&format!("chip-firing: {} positions, ", solver.positions())), "{said}");
}

/// Chips that can fire do so before the first move.
#[test]
fn unstable_chips_fire_first() {
    for task in ["winner K4 --chips CHIPS --moves", "number K4 --chips CHIPS --moves"] {
        let [one, other] = ["3,1,1,0", "0,2,2,1"].map(|chips| CHIP_FIRING.answer(&task.replace("CHIPS", chips), ""));
        assert!(one.lines().skip(1).eq(other.lines().skip(1)), "{one}{other}");
    }
}

#[test]
fn limit_ends_a_task_and_not_the_list() {
    let tasks = "winner K8 --moves\nnumber K8 --min-first --moves\ngrundy K8\ntable 4..8\nstabilize K3 1,0,0\n";
    // The bounds are known without a search: Min takes essential boxes only, or those of the bottom row last, and moves
    // last.
    let [one, other] = ["--time 0s", "--nodes 0"].map(|limit| CHIP_FIRING.run(limit, tasks));
    assert_eq!((&one, one.status, &*one.stderr), (&other, Some(3), ""));
    insta::assert_snapshot!("limit", one.stdout);
}

#[test]
fn limit_stops_a_search() {
    let ended = CHIP_FIRING.run("--time 100ms", "number grid4x6\ngrundy K4\n");
    let stopped = r"^number grid4x6\nUnknown\nLower bound: \d+\nUpper bound: \d+\n\ngrundy K4\nGrundy value: 1\n$";
    assert!(ended.status == Some(3) && is_match(stopped).unwrap().eval(&ended.stdout), "{ended:?}");
    // Rows before the limit are complete, and the last one has `?` for what is unknown.
    let ended = CHIP_FIRING.run("table 2..22 --time 300ms", "");
    assert_eq!((ended.status, &*ended.stderr), (Some(3), ""));
    let text = ended.stdout;
    let rows: Vec<&str> = text.lines().skip(2).collect();
    let (last, whole) = rows.split_last().unwrap();
    assert!(whole.len() > 2 && last.contains('?') && !whole.concat().contains('?'), "{text}");
    assert!(text.lines().skip(1).all(|line| line.len() == rows[0].len()), "{text}");
}

/// An avalanche that takes far longer than the limit.
#[test]
fn firing_for_long_is_stopped_at_a_limit() {
    let chips = format!("{}{}", 28_000, ",0".repeat(29_999));
    // All games on a tree have the same length.
    let number = "Game chip number: 29999\nEdges: 29999\nLongest game: 29999";
    for (task, status, known) in [
        ("stabilize P30000", 3, "Unknown"),
        ("winner P30000 --chips", 3, "Unknown"),
        ("number P30000 --chips", 0, number),
    ] {
        let ended = CHIP_FIRING.run("--time 100ms", format!("{task} {chips}\n"));
        assert_eq!((ended.status, ended.stdout), (Some(status), format!("{task} {chips}\n{known}\n")));
    }
}

/// The output of `geng -cq 4`.
const ON_FOUR: [&str; 6] = ["CF", "CU", "CV", "C]", "C^", "C~"];

/// The grid of 4x6, whose number takes days.
const HARD: &str = "WhCKAC`CGO_`?_?O_CG?`?AC?CG?C??AC??`??CG??O_??`";

#[test]
fn lines_are_answered_as_tasks_with_their_graph() {
    let input = ON_FOUR.join("\n");
    for (name, key, option) in [
        ("winner", "Winner: ", ""),
        ("number", "Game chip number: ", ""),
        ("number", "Game chip number: ", " --min-first"),
        ("grundy", "Grundy value: ", ""),
    ] {
        let (mut expected, mut json) = (String::new(), Vec::new());
        for graph in ON_FOUR {
            let task = format!("{name} g6:{graph}{option}");
            let text = CHIP_FIRING.answer(&task, "");
            let value = text.lines().find_map(|line| line.strip_prefix(key)).unwrap();
            expected += &format!("{graph}\t{value}\n");
            json.push(CHIP_FIRING.json(&task, ""));
        }
        for threads in [1, 2, 5] {
            let arguments = format!("{name} -{option} --threads {threads}");
            assert_eq!(CHIP_FIRING.answer(&arguments, &*input), expected, "{arguments}");
            let listed = CHIP_FIRING.answer(&format!("{arguments} --json"), &*input);
            assert_eq!(listed.lines().count(), json.len(), "{arguments}");
            for (line, alone) in listed.lines().zip(&json) {
                let line: serde_json::Value = serde_json::from_str(line).unwrap();
                assert_eq!((&line["graph"], &line["value"]), (&alone["graph"], &alone["value"]), "{arguments}");
            }
        }
    }
    assert_eq!(CHIP_FIRING.answer("number -", "C~\nA_\t1\r\n"), "C~\t8\nA_\t1\n");
}

/// Also of graphs that are searched, since they have too many vertices.
#[test]
fn table_has_all_answers_about_each_line() {
    let graphs = [&ON_FOUR[..], &["JhCGGC@?G?_", "I?BD@g]Qo"]].concat();
    let input = graphs.join("\n");
    let [winners, max, min] = ["winner -", "number -", "number - --min-first"].map(|task| {
        let lines = CHIP_FIRING.answer(task, &*input);
        lines.lines().map(|line| line.split('\t').nth(1).unwrap().replace("player ", "")).collect::<Vec<_>>()
    });
    let rows: String =
        (0..graphs.len()).map(|i| format!("{}\t{}\t{}\t{}\n", graphs[i], winners[i], max[i], min[i])).collect();
    assert_eq!(CHIP_FIRING.answer("table -", &*input), rows);
    assert_eq!(CHIP_FIRING.answer("table - --memory 2K", &*rows), rows);
    let ended = CHIP_FIRING.run("table - --nodes 0", graphs[graphs.len() - 1]);
    assert_eq!((ended.status, &*ended.stdout), (Some(3), "I?BD@g]Qo\t?\t?\t?\n"));
}

#[test]
fn headers_and_blank_lines_do_not_matter() {
    for input in [">>graph6<<CF\nC~\n", ">>graph6<<\nCF\nC~\n", "\u{feff}>>graph6<<CF\r\n\r\nC~\r\n"] {
        assert_eq!(CHIP_FIRING.answer("number -", input), "CF\t3\nC~\t8\n", "{input:?}");
    }
    for nothing in ["", "\n", ">>graph6<<", "\r\n\r\n"] {
        assert_eq!(CHIP_FIRING.answer("number -", nothing), "", "{nothing:?}");
    }
}

#[test]
fn limit_stops_a_line_and_not_the_run() {
    for threads in ["1", "3"] {
        for (limit, easy) in [("--time 0s", "unknown"), ("--nodes 0", "unknown"), ("--time 200ms", "8")] {
            let ended = CHIP_FIRING.run(&format!("number - {limit} --threads {threads}"), format!("C~\n{HARD}\nA_\n"));
            let stdout = format!("C~\t{easy}\n{HARD}\tunknown\nA_\t1\n");
            assert_eq!(ended, Ended { status: Some(3), stdout, stderr: String::new() }, "{limit}");
        }
    }
    let answer = CHIP_FIRING.json("winner - --nodes 0", "G~~~~{\n");
    assert!(answer["value"].is_null() && answer["graph"] == "g6:G~~~~{");
}

#[test]
fn many_lines_come_out_in_order() {
    let input: String = (0..2000).map(|i| format!("{}\n", ON_FOUR[i * i % 6])).collect();
    let alone = CHIP_FIRING.answer("number - --threads 1", &*input);
    assert_eq!(alone.lines().count(), 2000);
    for threads in [2, 8] {
        assert_eq!(CHIP_FIRING.answer(&format!("number - --threads {threads}"), &*input), alone);
    }
}

/// Lines for `number -`, and what is wrong.
const NOT_GRAPHS: [(&[u8], &str); 5] = [
    (b"C", "the graph6 string is too short: expected 1 more byte"),
    (b"C%", "expected graph6 characters (? to ~), found %"),
    (b"&DI?AO?", "expected graph6, found digraph6; directed graphs are not supported"),
    (b"C\xff", "cannot read the graphs: stream did not contain valid UTF-8"),
    (b">>graph6<<C?", "expected a connected graph"),
];

#[test]
fn line_without_a_graph_is_reported_after_the_answers_before_it() {
    for (line, message) in NOT_GRAPHS {
        for threads in ["1", "3"] {
            let input = [b"CF\r\n# none\nC~\n  ", line, b"\nC~\n"].concat();
            let ended = CHIP_FIRING.run(&format!("number - --threads {threads}"), input);
            let stderr = format!("chip-firing: line 4: {message}\n");
            let expected = Ended { status: Some(1), stdout: "CF\t3\nC~\t8\n".to_owned(), stderr };
            assert_eq!(ended, expected, "{}", line.escape_ascii());
        }
    }
}

/// Files of edges, and the answers to `number`, or the message.
#[rustfmt::skip]
const EDGES: [(&str, Result<u64, &str>); 16] = [
    ("0 1\n1 2\n", Ok(2)),
    ("# SNAP\r\n0\t1\r\n# more\r\n1\t2\r\n", Ok(2)),
    ("\u{feff}a b {}\n\nb c {'weight': 4, 'x': 1} # comment", Ok(2)),
    ("0 1\n1 2\n2 0\n", Ok(4)),
    ("'a b\nb \"c\n", Ok(2)),
    ("rock'n'roll jazz\njazz rocknroll\n", Ok(2)),
    ("v v'\nv' w\n", Ok(2)),
    ("0 1 {'weight': 3}\n1 2 {'weight': 1, 'x y': 'a b'}\n", Ok(2)),
    ("0 1 {}\n1 2 {'weight': 3\n", Err("line 2: expected the two vertices of an edge, found '1 2 {'weight': 3'")),
    ("C~\nDQc\n", Err("line 1: expected the two vertices of an edge, found 'C~'; graphs in graph6 are read from stdin: - < FILE")),
    ("\u{feff}0 1 2\n", Err("line 1: expected the two vertices of an edge, found '0 1 2'")),
    ("", Err("expected edges, found none")),
    ("a b\nb\n", Err("line 2: expected the two vertices of an edge, found 'b'")),
    ("a b\nb c\n\nc b\n", Err("line 4: there is an edge from b to c already; expected a simple graph")),
    ("a b\n\tb c\nb c\n", Err("line 3: there is an edge from b to c already; expected a simple graph")),
    ("a b\nc d\n", Err("expected a connected graph")),
];

#[test]
fn files_of_edges_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.txt");
    let long = format!("a b #{}b c\n", " ".repeat(1 << 16));
    let too_long = Err("line 1: expected a line of less than 65536 bytes");
    for (text, expected) in EDGES.into_iter().chain([(long.as_str(), too_long)]) {
        fs::write(&path, text).unwrap();
        let file = CHIP_FIRING.run(&format!("number {}", path.display()), "");
        match expected {
            Ok(number) => assert!(file.stdout.contains(&format!("Game chip number: {number}\n")), "{text}: {file:?}"),
            Err(message) => file.is_refused(1, &format!("chip-firing: {}: {message}\n", path.display())),
        }
    }
    fs::write(&path, b"\xff\xfe0\0 \x001\0").unwrap();
    CHIP_FIRING
        .run(&format!("number {}", path.display()), "")
        .is_refused(1, "line 1: expected text in UTF-8, found UTF-16");
    assert!(CHIP_FIRING.answer("number edges:v-v',v'-w", "").contains("\nGame chip number: 2\n"));
    CHIP_FIRING.run("number no.txt", "").is_refused(1, "chip-firing: cannot read no.txt: ");
}
