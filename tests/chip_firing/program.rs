//! The program `chip-firing`: tasks, answers, limits and exit statuses.

use std::io::{BufRead, BufReader, Read, Write};
use std::thread;
use std::time::Duration;

use predicates::prelude::*;
use predicates::str::{contains, is_match};

use crate::support::{CHIP_FIRING, all, interrupt, wait};

/// A task of each form, in canonical spelling, that is answered at once, except trees.
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

/// Tasks whose answer is a document.
const TREES: [&str; 4] = ["tree K3 winner", "tree K4 winner --full", "tree K4 number", "tree P4 number --full"];

#[test]
fn every_form_of_answer_is_pinned() {
    let (text, json) = CHIP_FIRING.sessions(&TASKS);
    insta::assert_snapshot!("answers", text);
    insta::assert_snapshot!("answers_in_json", json);
}

#[test]
fn a_tree_is_a_document_that_names_its_task() {
    for task in TREES {
        let dot = CHIP_FIRING.answer(task, "");
        let (first, rest) = dot.split_once('\n').unwrap();
        assert!(first.starts_with("//") && first.contains(task), "{task}: {first}");
        assert!(rest.trim_end().ends_with('}'), "{task}");
        let json: serde_json::Value = serde_json::from_str(&CHIP_FIRING.answer(&format!("--json {task}"), "")).unwrap();
        assert_eq!(json["dot"], dot);
        assert_eq!(json["edges_drawn"], dot.lines().filter(|line| line.contains("->")).count());
        assert!(json["nodes"].as_u64().unwrap() > 1);
        assert_eq!(
            (&json["kind"], &json["full"]),
            (&task.split(' ').nth(2).unwrap().into(), &task.contains("full").into())
        );
    }
    let output = CHIP_FIRING.run("--json tree K4 number", "");
    assert!(output.stdout.starts_with(br#"{"schema":"quadrille/chip-firing-tree/1","task":"tree K4 number","graph":"K4","vertices":4,"edges":6,"kind":"number","full":false,"nodes":"#));
    for extra in ["", "--json "] {
        let output = CHIP_FIRING.run(&format!("{extra}tree K4 winner --nodes 0"), "");
        assert_eq!(output.status.code(), Some(3));
        let said = if extra.is_empty() {
            "// tree K4 winner\n// Unknown: stopped at a limit before the tree was complete\n"
        } else {
            r#""dot":null}"#
        };
        assert!(contains(said).eval(&String::from_utf8(output.stdout).unwrap()));
    }
}

#[test]
fn options_come_in_any_order_and_an_empty_board_is_left_out() {
    for (typed, canonical) in [
        ("winner --moves --chips=1,1,0,0,0 K5", "winner K5 --chips 1,1,0,0,0 --moves"),
        ("number K4 --moves --min-first --chips 1,0,00,01", "number K4 --chips 1,0,0,1 --min-first --moves"),
        ("number K4 --min-first --chips 0,0,0,0", "number K4 --min-first"),
        ("winner K05", "winner K5"),
        ("table 02..003", "table 2..3"),
        ("stabilize K3 01,0,0", "stabilize K3 1,0,0"),
    ] {
        assert_eq!(CHIP_FIRING.answer(typed, ""), CHIP_FIRING.answer(canonical, ""));
        assert_eq!(CHIP_FIRING.answer(canonical, "").lines().next(), Some(canonical));
    }
}

/// Chips that can fire do so before the first move.
#[test]
fn unstable_chips_fire_first() {
    for task in ["winner K4 --chips CHIPS --moves", "number K4 --chips CHIPS --moves"] {
        let answers = ["3,1,1,0", "0,2,2,1"].map(|chips| CHIP_FIRING.answer(&task.replace("CHIPS", chips), ""));
        assert_eq!(answers[0].lines().skip(1).collect::<Vec<_>>(), answers[1].lines().skip(1).collect::<Vec<_>>());
    }
}

#[test]
fn a_limit_ends_a_task_and_not_the_list() {
    let tasks = "winner K8 --moves\nnumber K8 --min-first --moves\ngrundy K8\ntable 3..8\nwinner K8 --chips 1,0,0,0,0,0,0,0\nstabilize K3 1,0,0\n";
    for limit in ["--time 0s", "--nodes 0"] {
        let output = CHIP_FIRING.run(limit, tasks);
        let text = all(&output);
        assert_eq!(output.status.code(), Some(3), "{limit}: {text}");
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert!(output.stderr.is_empty(), "{text}");
        let blocks: Vec<&str> = stdout.split("\n\n").collect();
        assert_eq!(blocks[0], "winner K8 --moves\nUnknown\nWinning vertices: unknown");
        // Known without a search: Min takes essential boxes only, or those of the bottom row last, and makes the last move.
        let bounds = "Lower bound: 29\nUpper bound: 45";
        let number = format!("number K8 --min-first --moves\nUnknown\n{bounds}\nOptimal vertices: unknown");
        assert_eq!(blocks[1], number);
        assert_eq!(blocks[2], "grundy K8\nUnknown");
        let header = "n  winner  edges  max-first  min-first  (n-1)^2";
        let row = "3       ?      3          ?          ?        4";
        assert_eq!(blocks[3], format!("table 3..8\n{header}\n{row}"));
        assert_eq!(blocks[4], "winner K8 --chips 1,0,0,0,0,0,0,0\nUnknown");
        assert_eq!(blocks.len(), 6, "{text}");
    }
    let output = CHIP_FIRING.run("--json --nodes 0", tasks);
    assert_eq!(output.status.code(), Some(3));
    let lines = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(answers[0]["winner"].is_null() && answers[0]["winning_vertices"].is_null());
    let number = &answers[1];
    assert!(number["number"].is_null() && number["optimal_vertices"].is_null());
    assert_eq!((&number["at_least"], &number["at_most"]), (&29.into(), &45.into()));
    assert!(answers[2]["grundy_value"].is_null());
    assert!(answers[3]["rows"][0]["winner"].is_null() && answers[3]["rows"].as_array().unwrap().len() == 1);
}

/// A task that takes days.
const HARD: &str = "number grid4x6";

#[test]
fn a_limit_stops_a_search() {
    let output = CHIP_FIRING.run("--time 100ms", format!("{HARD}\ngrundy K4\n"));
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

#[test]
fn json_and_text_agree() {
    let numbers = |value: &serde_json::Value, between: &str| {
        value.as_array().unwrap().iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
    };
    for task in TASKS.iter().filter(|task| !task.starts_with("table")) {
        let (text, json) = (CHIP_FIRING.answer(task, ""), CHIP_FIRING.answer(&format!("--json {task}"), ""));
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let mut words = task.split(' ');
        assert_eq!(json["schema"], format!("quadrille/chip-firing-{}/1", words.next().unwrap()));
        assert_eq!(json["graph"], words.next().unwrap());
        assert_eq!(json["task"], **task);
        for line in text.lines().skip(1) {
            let said = match line.split_once(": ") {
                Some(("Winner", _)) => format!("player {}", json["winner"]),
                Some(("Game chip number", _)) => json["number"].to_string(),
                Some(("Lower bound", _)) => json["lower_bound"].to_string(),
                Some(("Upper bound", _)) => json["upper_bound"].to_string(),
                Some(("Grundy value", _)) => json["grundy_value"].to_string(),
                Some(("Winning vertices", "none")) => {
                    assert_eq!(json["winning_vertices"], serde_json::json!([]));
                    continue;
                }
                Some(("Winning vertices", _)) => numbers(&json["winning_vertices"], " "),
                Some(("Optimal vertices", _)) => numbers(&json["optimal_vertices"], " "),
                Some(("Stable configuration", _)) => numbers(&json["stable"], ","),
                Some(("Firing vector", _)) => numbers(&json["firings"], ","),
                Some(("never stabilizes", _)) => {
                    assert_eq!(json["reason"], line);
                    continue;
                }
                other => panic!("{task}: {other:?}"),
            };
            assert_eq!(said, line.split_once(": ").unwrap().1, "{task}");
        }
    }
    let rows: serde_json::Value = serde_json::from_str(&CHIP_FIRING.answer("--json table 2..6", "")).unwrap();
    let text = CHIP_FIRING.answer("table 2..6", "");
    for (row, line) in rows["rows"].as_array().unwrap().iter().zip(text.lines().skip(2)) {
        let names = ["vertices", "winner", "edges", "max_first", "min_first", "upper_bound"];
        let row: Vec<String> = names.iter().map(|name| row[name].to_string()).collect();
        assert_eq!(row, line.split_whitespace().collect::<Vec<_>>());
    }
    assert_eq!(text.lines().count(), 7);
}

#[test]
fn tasks_are_answered_as_they_are_read() {
    let mut child = CHIP_FIRING.spawn("");
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    for number in 1..=3 {
        stdin.write_all(b"grundy K4\n").unwrap();
        if number > 1 {
            assert_eq!(lines.next().unwrap(), "");
        }
        assert_eq!((lines.next().unwrap(), lines.next().unwrap()), ("grundy K4".into(), "Grundy value: 1".into()));
    }
    drop(stdin);
    assert_eq!(wait(child), (Some(0), String::new()));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_status_3() {
    // While it waits for a task, and while it waits for a graph.
    for (arguments, line, message) in [
        ("--stats", "grundy K4\n", "interrupted after 1 task(s)"),
        ("grundy - --stats", "C~\n", "interrupted after 1 graph(s)"),
        ("--stats --quiet", "grundy K4\n", ""),
        ("grundy - --stats --quiet", "C~\n", ""),
    ] {
        let mut child = CHIP_FIRING.spawn(arguments);
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(line.as_bytes()).unwrap();
        let mut read = [0; 5];
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut read).unwrap();
        thread::sleep(Duration::from_millis(50));
        interrupt(&child);
        let (status, stderr) = wait(child);
        assert_eq!(status, Some(3));
        let lines: Vec<&str> = stderr.lines().map(|line| line.strip_prefix("chip-firing: ").unwrap()).collect();
        let (stats, said) = lines.split_last().unwrap();
        assert!(stats.contains(" positions, ") && said.concat() == message, "{stderr}");
        drop(stdin);
    }

    // During a search.
    let mut child = CHIP_FIRING.spawn(&format!("{HARD} --progress"));
    let mut stderr = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(stderr.next().unwrap().ends_with(" positions"));
    interrupt(&child);
    assert_eq!(stderr.last().unwrap(), "chip-firing: interrupted; the answer is what is known so far");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(output.stdout.starts_with(format!("{HARD}\nUnknown\nLower bound: ").as_bytes()));

    // During a table, whose rows are printed as soon as they are known.
    for (arguments, begin) in
        [("", &b"table 2..20\n"[..]), ("--json ", b"{\"schema\":\"quadrille/chip-firing-table/1\"")]
    {
        let mut child = CHIP_FIRING.spawn(&format!("{arguments}table 2..20 --time 30s"));
        let mut stdout = child.stdout.take().unwrap();
        let mut read = vec![0; 250];
        stdout.read_exact(&mut read).unwrap();
        assert!(read.starts_with(begin));
        interrupt(&child);
        stdout.read_to_end(&mut read).unwrap();
        let text = String::from_utf8(read).unwrap();
        let last = text.trim_end().rsplit(['\n', '{']).next().unwrap();
        assert!(last.contains(if arguments.is_empty() { "?" } else { "null" }) && text.ends_with('\n'), "{text}");
        let said = "chip-firing: interrupted; the answer is what is known so far\n";
        assert_eq!(wait(child), (Some(3), said.to_owned()));
    }

    // During a long avalanche; the next task is not begun.
    let task = format!("stabilize P30000 28000{}", ",0".repeat(29_999));
    let mut child = CHIP_FIRING.spawn("");
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    stdin.write_all(format!("grundy K2\n{task}\ngrundy K4\n").as_bytes()).unwrap();
    assert_eq!(lines.nth(1).unwrap(), "Grundy value: 1");
    thread::sleep(Duration::from_millis(100));
    interrupt(&child);
    assert_eq!(lines.collect::<Vec<_>>(), [String::new(), task, "Unknown".to_owned()]);
    assert_eq!(wait(child), (Some(3), "chip-firing: interrupted after 1 task(s)\n".to_owned()));
}
