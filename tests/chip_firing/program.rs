//! The program `chip-firing`: tasks, answers and limits.

use std::fs;
use std::time::{Duration, Instant};

use predicates::prelude::*;
use predicates::str::is_match;

use crate::support::{CHIP_FIRING, LIMITS};

/// A task of each form that is answered at once, except trees.
const TASKS: [&str; 22] = [
    "winner K2",
    "winner K5",
    "winner C6 --moves",
    "winner K5 --chips 1,1,0,0,0 --moves",
    "winner K4 --chips 3,1,1,0 --moves",
    "winner P4 --chips 0,1,1,0 --moves",
    "number K2",
    "number K6 --moves",
    "number K5 --min-first --moves",
    "number P4 --chips 0,1,0,0 --min-first",
    "number g6:CF --moves",
    "grundy K5",
    "grundy C5",
    "grundy petersen",
    "table 2..2",
    "table 2..6",
    "table 4..5",
    "stabilize K4 3,1,1,0",
    "stabilize K4 4,2,1,0",
    "stabilize C4 0,0,0,7",
    "stabilize K2 0,0",
    "stabilize P4 18446744073709551615,18446744073709551615,0,0",
];

#[test]
fn every_form_of_answer_is_pinned() {
    let (text, json) = CHIP_FIRING.sessions(&TASKS);
    insta::assert_snapshot!("answers", text);
    insta::assert_snapshot!("answers_in_json", json);
}

/// Checkpoints whose checksum is right, of `number` and `table`, with bounds and answers that cannot be.
#[test]
fn a_checkpoint_with_impossible_answers_is_refused_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state");
    // Bytes of the state, by what they are replaced, and the message.
    let cases: [(&str, &[u8], &[u8], &str); 4] = [
        (
            "number K8",
            &[4, 0, 0, 0, 0, 0, 0, 0, 28],
            &[4, 0, 0, 0, 0, 0, 0, 0, 26],
            "expected bounds between 28 and 44, in steps of 2, found 26 and ",
        ),
        ("table 7..9", &[4, 1, 26, 25, 1], &[4, 1, 26, 24, 1], "24 is impossible as min-first in row 1"),
        ("table 7..9", &[4, 1, 26, 25, 1], &[4, 1, 26, 25, 3], "3 is impossible as winner in row 2"),
        (
            "table 7..9",
            &[5, 0, 0, 0, 0, 0, 0, 0, 4, 1, 26, 25, 1],
            &[10, 0, 0, 0, 0, 0, 0, 0, 9, 1, 26, 25, 1, 34, 33, 1, 42, 43],
            "expected fewer than 9 answers, found 9",
        ),
    ];
    for (task, bytes, altered, expected) in cases {
        let command = format!("{task} --threads 1 --checkpoint {}", path.display());
        let nodes = if task == "number K8" { 100 } else { 400 };
        let stopped = CHIP_FIRING.run(&format!("{command} --nodes {nodes}"), "");
        assert_eq!(stopped.status.code(), Some(3), "{stopped:?}");
        let mut state = fs::read(&path).unwrap();
        let at = state.windows(bytes.len()).position(|window| window == bytes).unwrap();
        state.splice(at..at + bytes.len(), altered.iter().copied());
        let end = state.len() - 4;
        let sum = crc32fast::hash(&state[..end]).to_le_bytes();
        state[end..].copy_from_slice(&sum);
        fs::write(&path, &state).unwrap();
        let output = CHIP_FIRING.run(&command, "");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{task}: {said}");
        assert!(said.contains(expected) && said.lines().count() == 1, "{task}: {said}");
        assert_eq!(fs::read(&path).unwrap(), state, "{task}");
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn the_option_that_there_is_none_of_is_explained() {
    let output = CHIP_FIRING.run("number K5 --max-first", "");
    let said = String::from_utf8(output.stderr).unwrap();
    let tip = "unexpected argument '--max-first' found; tip: Max moves first unless --min-first is given; ";
    assert!(output.status.code() == Some(2) && said.contains(tip), "{said}");
}

#[test]
fn a_tree_is_a_document_that_names_its_task() {
    for task in ["tree K3 winner", "tree K4 winner --full", "tree K4 number", "tree P4 number --full"] {
        let dot = CHIP_FIRING.answer(task, "");
        assert!(dot.starts_with(&format!("// {task}\n")) && dot.ends_with("}\n"), "{dot}");
        let json = CHIP_FIRING.answer(&format!("--json {task}"), "");
        assert!(
            json.starts_with(&format!(
                "{{\"schema\":\"quadrille/chip-firing-tree/1\",\"task\":\"{task}\",\"graph\":\""
            ))
        );
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["dot"], dot);
        assert_eq!(json["edges_drawn"], dot.lines().filter(|line| line.contains("->")).count());
        assert!(json["nodes"].as_u64().unwrap() > 1);
        let kind = task.split(' ').nth(2).unwrap();
        assert_eq!((&json["kind"], &json["full"]), (&kind.into(), &task.contains("full").into()));
    }
    let output = CHIP_FIRING.run("tree K4 winner --nodes 0", "");
    let unknown = "// tree K4 winner\n// Unknown: stopped at a limit before the tree was complete\n";
    assert_eq!((output.status.code(), output.stdout), (Some(3), unknown.into()));
    let output = CHIP_FIRING.run("--json tree K4 winner --nodes 0", "");
    assert!(output.status.code() == Some(3) && output.stdout.ends_with(b"\"dot\":null}\n"));
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
fn a_limit_ends_a_task_and_not_the_list() {
    let tasks = "winner K8 --moves\nnumber K8 --min-first --moves\ngrundy K8\ntable 3..8\nstabilize K3 1,0,0\n";
    // The bounds are known without a search: Min takes essential boxes only, or those of the bottom row last, and moves
    // last.
    let expected = "\
winner K8 --moves
Unknown
Winning vertices: unknown

number K8 --min-first --moves
Unknown
Lower bound: 29
Upper bound: 45
Optimal vertices: unknown

grundy K8
Unknown

table 3..8
n  winner  edges  max-first  min-first  (n-1)^2
3       ?      3          ?          ?        4

stabilize K3 1,0,0
Stable configuration: 1,0,0
Firing vector: 0,0,0
";
    for limit in ["--time 0s", "--nodes 0"] {
        let output = CHIP_FIRING.run(limit, tasks);
        assert_eq!((output.status.code(), &output.stderr[..]), (Some(3), &b""[..]), "{limit}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{limit}");
    }
    let lines = String::from_utf8(CHIP_FIRING.run("--json --nodes 0", tasks).stdout).unwrap();
    let answers: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let unknown = [&answers[0]["winner"], &answers[0]["winning_vertices"], &answers[1]["number"]];
    let more = [&answers[1]["optimal_vertices"], &answers[2]["grundy_value"], &answers[3]["rows"][0]["winner"]];
    assert!(unknown.into_iter().chain(more).all(serde_json::Value::is_null), "{lines}");
    assert_eq!((&answers[1]["at_least"], &answers[1]["at_most"]), (&29.into(), &45.into()));
    assert_eq!(answers[3]["rows"].as_array().unwrap().len(), 1);
}

#[test]
fn a_limit_stops_a_search() {
    let output = CHIP_FIRING.run("--time 100ms", "number grid4x6\ngrundy K4\n");
    assert_eq!((output.status.code(), &output.stderr[..]), (Some(3), &b""[..]));
    let text = String::from_utf8(output.stdout).unwrap();
    let stopped = r"^number grid4x6\nUnknown\nLower bound: \d+\nUpper bound: \d+\n\ngrundy K4\nGrundy value: 1\n$";
    assert!(is_match(stopped).unwrap().eval(&text), "{text}");
    // Rows before the limit are complete, and the last one has `?` for what is unknown.
    let output = CHIP_FIRING.run("table 2..22 --time 300ms", "");
    assert_eq!((output.status.code(), &output.stderr[..]), (Some(3), &b""[..]));
    let text = String::from_utf8(output.stdout).unwrap();
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
    let number = "Game chip number: 29999\nLower bound: 29999\nUpper bound: 29999";
    for (task, status, known) in [
        ("stabilize P30000", 3, "Unknown"),
        ("winner P30000 --chips", 3, "Unknown"),
        ("number P30000 --chips", 0, number),
    ] {
        let output = CHIP_FIRING.run("--time 100ms", format!("{task} {chips}\n"));
        assert_eq!((output.status.code(), &output.stderr[..]), (Some(status), &b""[..]), "{task}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{task} {chips}\n{known}\n"));
    }
}

/// Without a play for each move on a large tree, which would take minutes.
#[test]
fn large_graphs_are_answered_or_refused_soon() {
    for (task, statuses) in [
        ("winner K65537", &[1][..]),
        ("winner K6000", &[1]),
        ("winner K1000", &[1, 3]),
        ("number P65536", &[0]),
        ("number star65535 --moves", &[0]),
        ("winner P65536 --moves", &[0]),
        ("grundy Q16", &[1, 3]),
        ("number grid256x256", &[1, 3]),
        ("winner grid99999999x99999999", &[1]),
        ("table 2..1000", &[1, 3]),
        ("tree K1000 winner", &[1]),
        ("tree K65536 winner", &[1]),
    ] {
        let begun = Instant::now();
        let output = CHIP_FIRING.run(LIMITS, task);
        assert!(output.status.code().is_some_and(|status| statuses.contains(&status)), "{task}: {output:?}");
        assert!(begun.elapsed() < Duration::from_secs(30), "{task}");
    }
    // As many chips as a graph can have vertices.
    let chips = "0,".repeat(65_535) + "0";
    let answer = CHIP_FIRING.answer("", format!("winner P65536 --chips {chips} --moves # long\n"));
    assert!(answer.contains("vertices: 0 1 2") && answer.ends_with(" 65534 65535\n"));
}
