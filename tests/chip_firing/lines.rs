//! Graphs from stdin, as `geng` writes them: `chip-firing number -`.

use std::io::{BufRead, BufReader, Write};
use std::time::Duration;

use crate::support::{CHIP_FIRING, interrupt, wait};

/// The output of `geng -cq 4`.
const ON_FOUR: [&str; 6] = ["CF", "CU", "CV", "C]", "C^", "C~"];

/// The grid of 4x6, whose number takes days.
const HARD: &str = "WhCKAC`CGO_`?_?O_CG?`?AC?CG?C??AC??`??CG??O_??`";

#[test]
fn each_line_is_answered_as_the_task_with_its_graph() {
    let input = ON_FOUR.join("\n");
    for (name, key, option) in [
        ("winner", "Winner: ", ""),
        ("number", "Game chip number: ", ""),
        ("number", "Game chip number: ", " --min-first"),
        ("grundy", "Grundy value: ", ""),
    ] {
        let mut expected = String::new();
        let mut json = String::new();
        for graph in ON_FOUR {
            let task = format!("{name} g6:{graph}{option}");
            let text = CHIP_FIRING.answer(&task, "");
            let value = text.lines().find_map(|line| line.strip_prefix(key)).unwrap();
            expected += &format!("{graph}\t{value}\n");
            json += &CHIP_FIRING.answer(&format!("--json {task}"), "");
        }
        for threads in [1, 2, 5] {
            let arguments = format!("{name} -{option} --threads {threads}");
            assert_eq!(CHIP_FIRING.answer(&arguments, &*input), expected, "{arguments}");
            assert_eq!(CHIP_FIRING.answer(&format!("{arguments} --json"), &*input), json, "{arguments}");
        }
    }
    assert_eq!(CHIP_FIRING.answer("number -", "C~\nA_\n"), "C~\t8\nA_\t1\n");
}

#[test]
fn headers_blank_lines_and_line_ends_do_not_matter() {
    for input in [
        "CF\nC~",
        ">>graph6<<CF\nC~\n",
        ">>graph6<<\nCF\nC~\n",
        "\u{feff}>>graph6<<CF\r\n\r\nC~\r\n",
        "\n\n  CF\t\n \nC~\n\n",
    ] {
        assert_eq!(CHIP_FIRING.answer("number -", input), "CF\t3\nC~\t8\n", "{input:?}");
    }
    for nothing in ["", "\n", ">>graph6<<", "\r\n\r\n"] {
        assert_eq!(CHIP_FIRING.answer("number -", nothing), "", "{nothing:?}");
    }
}

#[test]
fn each_answer_is_out_before_the_next_line_is_waited_for() {
    for threads in ["1", "2", "4"] {
        let mut child = CHIP_FIRING.spawn(&format!("number - --threads {threads}"));
        let mut stdin = child.stdin.take().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        for (graph, value) in [("CF", 3), ("C~", 8), ("A_", 1)].repeat(3) {
            writeln!(stdin, "{graph}").unwrap();
            assert_eq!(lines.next().unwrap(), format!("{graph}\t{value}"), "{threads} threads");
        }
        // A fault is reported at once, too.
        writeln!(stdin, "C~ C~").unwrap();
        let (status, stderr) = wait(child);
        assert!(status == Some(1) && stderr.starts_with("chip-firing: line 10, column 4: "), "{stderr}");
        drop(stdin);
    }
}

#[test]
fn a_limit_stops_a_line_and_not_the_run() {
    for threads in ["1", "3"] {
        for (limit, easy) in [("--time 0s", "unknown"), ("--nodes 0", "unknown"), ("--time 200ms", "8")] {
            let output = CHIP_FIRING.run(&format!("number - {limit} --threads {threads}"), format!("C~\n{HARD}\nA_\n"));
            assert_eq!((output.status.code(), &output.stderr[..]), (Some(3), &b""[..]), "{limit}");
            let expected = format!("C~\t{easy}\n{HARD}\tunknown\nA_\t1\n");
            assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{limit}");
        }
    }
    let output = CHIP_FIRING.run("winner - --json --nodes 0", "F~~~w\n");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(answer["winner"].is_null() && answer["task"] == "winner g6:F~~~w" && output.status.code() == Some(3));
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

#[cfg(unix)]
#[test]
fn ctrl_c_answers_the_graphs_that_were_read_with_unknown() {
    for threads in ["1", "3"] {
        let mut child = CHIP_FIRING.spawn(&format!("number - --threads {threads}"));
        let mut stdin = child.stdin.take().unwrap();
        write!(stdin, "C~\n{HARD}\n").unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        assert_eq!(lines.next().unwrap(), "C~\t8");
        std::thread::sleep(Duration::from_millis(100));
        interrupt(&child);
        assert_eq!(lines.collect::<Vec<_>>(), [format!("{HARD}\tunknown")], "{threads} threads");
        assert_eq!(wait(child), (Some(3), "chip-firing: interrupted after 1 graph(s)\n".to_owned()));
        drop(stdin);
    }
}

/// Lines for `number -`, the column of what is wrong, and the message.
const NOT_GRAPHS: [(&[u8], usize, &str); 12] = [
    (b"C", 2, "the graph6 string is too short: expected 1 more byte"),
    (b"C%", 2, "expected graph6 characters (? to ~), found %"),
    (b"C~~", 3, "the graph6 string is too long: the graph ends after byte 2"),
    (b"C?", 1, "expected a connected graph"),
    (b"@", 1, "expected a graph with at least two vertices"),
    (b"C~ C~", 4, "expected one graph6 string per line, found another word"),
    (b":Fa@x^", 1, "expected graph6, found sparse6; convert it with copyg -g from nauty"),
    (b"&DI?AO?", 1, "expected graph6, found digraph6; directed graphs are not supported"),
    (b"C\xff", 1, "expected text in UTF-8, found 'C\\xff'"),
    (b">>graph6<<C%", 12, "expected graph6 characters (? to ~), found %"),
    (b">>graph6<<C?", 11, "expected a connected graph"),
    (b"'C~", 1, "expected another ' before the end of the line"),
];

#[test]
fn a_line_that_is_not_a_graph_is_reported_after_the_answers_before_it() {
    for (line, column, message) in NOT_GRAPHS {
        for threads in ["1", "3"] {
            let input = [b"CF\r\n\nC~\n  ", line, b"\nC~\n"].concat();
            let output = CHIP_FIRING.run(&format!("number - --threads {threads}"), input);
            let line = line.escape_ascii();
            assert_eq!((output.status.code(), &output.stdout[..]), (Some(1), &b"CF\t3\nC~\t8\n"[..]), "{line}");
            let expected = format!("chip-firing: line 4, column {}: {message}\n", column + 2);
            assert_eq!(String::from_utf8(output.stderr).unwrap(), expected, "{line}");
        }
    }
}
