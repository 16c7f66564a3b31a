//! Graphs from stdin, as `geng` writes them: `chip-firing number -`.

use std::io::{BufRead, BufReader, Write};
use std::time::Duration;

use crate::support::{CHIP_FIRING, interrupt, wait};

/// The output of `geng -cq 4`.
const ON_FOUR: [&str; 6] = ["CF", "CU", "CV", "C]", "C^", "C~"];

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
    assert_eq!(CHIP_FIRING.answer("winner -", "C~\n"), "C~\tplayer 1\n");
    assert_eq!(CHIP_FIRING.answer("number -", "C~\nA_\n"), "C~\t8\nA_\t1\n");
}

#[test]
fn headers_blank_lines_and_line_ends_do_not_matter() {
    let expected = "CF\t3\nC~\t8\n";
    for input in [
        "CF\nC~\n",
        "CF\nC~",
        ">>graph6<<CF\nC~\n",
        ">>graph6<<\nCF\nC~\n",
        "\u{feff}>>graph6<<CF\r\n\r\nC~\r\n",
        "\n\n  CF\t\n \nC~\n\n",
    ] {
        assert_eq!(CHIP_FIRING.answer("number -", input), expected, "{input:?}");
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
        for _ in 0..3 {
            for (graph, value) in [("CF", 3), ("C~", 8), ("A_", 1)] {
                writeln!(stdin, "{graph}").unwrap();
                assert_eq!(lines.next().unwrap(), format!("{graph}\t{value}"), "{threads} threads");
            }
        }
        // A fault is reported at once, too.
        writeln!(stdin, "C~ C~").unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stderr.starts_with(b"chip-firing: line 10, column 4: "));
        drop(stdin);
    }
}

#[test]
fn a_limit_stops_a_line_and_not_the_run() {
    for limit in ["--time 0s", "--nodes 0"] {
        for threads in ["1", "2"] {
            let output = CHIP_FIRING.run(&format!("number - {limit} --threads {threads}"), "F~~~w\nE~~w\n");
            assert_eq!(output.stdout, b"F~~~w\tunknown\nE~~w\tunknown\n", "{limit}: {output:?}");
            assert_eq!((output.status.code(), &output.stderr[..]), (Some(3), &b""[..]), "{limit}");
        }
    }
    let output = CHIP_FIRING.run("winner - --json --nodes 0", "F~~~w\n");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(answer["winner"].is_null() && answer["task"] == "winner g6:F~~~w");
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn many_lines_come_out_in_order() {
    let input: String = (0..3000).map(|i| format!("{}\n", ON_FOUR[i * i % 6])).collect();
    let alone = CHIP_FIRING.answer("number - --threads 1", &*input);
    assert_eq!(alone.lines().count(), 3000);
    for threads in [2, 3, 8] {
        assert_eq!(CHIP_FIRING.answer(&format!("number - --threads {threads}"), &*input), alone);
    }
}

/// The grid of 4x6, whose number takes days.
const HARD: &str = "WhCKAC`CGO_`?_?O_CG?`?AC?CG?C??AC??`??CG??O_??`";

#[test]
fn a_limit_stops_a_search() {
    for threads in ["1", "3"] {
        let input = format!("C~\n{HARD}\nCF\n");
        let output = CHIP_FIRING.run(&format!("number - --time 100ms --threads {threads}"), input);
        assert_eq!((output.status.code(), &output.stderr[..]), (Some(3), &b""[..]));
        assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("C~\t8\n{HARD}\tunknown\nCF\t3\n"));
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
