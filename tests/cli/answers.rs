//! Answers: the same bytes on any number of threads, in lists, with limits and statistics, and for other spellings of
//! the input.

use predicates::prelude::*;
use predicates::str::is_match;

use crate::ask;
use crate::support::{GUARD, HEX_JUDGE, has_json};
use crate::table::{Row, TABLE};

#[test]
fn answers_are_on_stdout_alone_and_the_same_on_any_number_of_threads() {
    for row in &TABLE {
        let name = row.program.name;
        let stats = is_match(format!(r"^{name}: \d+ [a-z ]+, \d+\.\d{{3}} s(, \d+\.\d MiB)?\n$")).unwrap();
        for (arguments, input) in row.all() {
            for json in ["", "--json"].into_iter().filter(|json| json.is_empty() || has_json(arguments)) {
                let first = ask(row.program, &format!("{json} {arguments}"), input);
                let context = format!("{name} {json} {arguments}: {first:?}");
                let statuses = if arguments.starts_with("check test") { &[42, 43][..] } else { &[0] };
                assert!(statuses.contains(&first.status.unwrap()) && first.stderr.is_empty(), "{context}");
                let output = ask(row.program, &format!("{json} --threads 1 --quiet {arguments}"), input);
                assert_eq!(output, first, "{context}");
                let output = ask(row.program, &format!("{json} --threads 3 --stats {arguments}"), input);
                assert_eq!((output.status, &output.stdout), (first.status, &first.stdout), "{context}");
                assert!(stats.eval(&output.stderr), "{}: {context}", output.stderr);
            }
        }
    }
}

/// Numbers in plain digits, with nothing after them: of lists of numbers each.
#[test]
fn keys_have_their_values_alone() {
    let number = is_match(r"^[A-Z][A-Za-z ]+: [-+]?\d").unwrap();
    let alone = is_match(r"^[A-Z][A-Za-z ]+: (\d+([ ,]\d+)*|[45][TD]|\d+\.\d+)$").unwrap();
    let mut seen = 0;
    for row in &TABLE {
        for (arguments, input) in row.all() {
            let answer = ask(row.program, arguments, input).stdout;
            for line in answer.lines().filter(|line| number.eval(line)) {
                assert!(alone.eval(line), "{} {arguments}: {line}", row.program.name);
                seen += 1;
            }
        }
    }
    assert!(seen > 30, "{seen}");
}

#[test]
fn limit_is_status_3_and_what_is_known_is_printed() {
    for Row { program, limited, .. } in &TABLE {
        for (arguments, input, part) in *limited {
            let output = ask(*program, arguments, *input);
            let context = format!("{} {arguments}: {output:?}", program.name);
            assert_eq!((output.status, output.stderr.len()), (Some(3), 0), "{context}");
            assert!(output.stdout.contains(part), "{context}");
            let json = ask(*program, &format!("--json {arguments}"), *input);
            assert!(json.status == Some(3) && !crate::json::objects(&json).is_empty(), "{context}");
        }
    }
}

/// The same text as other editors, systems and people write it.
fn spellings(input: &str, blanks: bool) -> Vec<String> {
    let crlf = input.replace('\n', "\r\n");
    let mut all = vec![format!("\u{feff}{input}"), input.trim_end().to_owned(), format!("\u{feff}{crlf}"), crlf];
    if blanks {
        all.push(input.replace(' ', "\t"));
        all.push(input.replace(' ', " \t ").replace('\n', "  \r\n"));
    }
    all
}

#[test]
fn spelling_does_not_matter() {
    for Row { program, answered, .. } in &TABLE {
        for (arguments, input) in
            answered.iter().filter(|(arguments, input)| !input.is_empty() && *arguments != "--verify -")
        {
            let first = ask(*program, arguments, *input);
            // In the rows of a board to judge blanks count.
            for other in spellings(input, program.name != HEX_JUDGE.name) {
                assert_eq!(ask(*program, arguments, other.clone()), first, "{} {arguments}: {other:?}", program.name);
            }
        }
    }
}

#[test]
fn list_prints_the_bytes_of_its_tasks() {
    for Row { program, tasks: [tasks, documents], .. } in TABLE.iter().filter(|row| !row.tasks[0].is_empty()) {
        for extra in ["", "--json"] {
            let all = tasks.iter().chain(*documents).copied();
            let all: Vec<&str> = all.filter(|task| extra.is_empty() || has_json(task)).collect();
            let blocks: Vec<String> = all.iter().map(|task| program.answer(&format!("{extra} {task}"), "")).collect();
            for (task, block) in all.iter().zip(&blocks) {
                let listed = program.answer(&format!("{extra} --threads 2"), format!("{task}\n"));
                assert!(listed == *block && !block.contains("\n\n"), "{task}: a blank line ends a block");
                let names_itself = block.lines().next().unwrap().contains(task);
                assert_eq!(names_itself, !extra.is_empty() || tasks.contains(task), "{task}");
            }
            let joined = blocks.join(if extra.is_empty() { "\n" } else { "" });
            let spread = all.iter().map(|task| format!("  {}   # {task}\r\n\r\n\t#\r\n", task.replace(' ', " \t ")));
            let (plain, spread) = (all.join("\n"), spread.collect::<String>());
            for input in [plain.clone(), format!("{plain}\n"), format!("\u{feff}# all\n\n{spread}")] {
                assert_eq!(program.answer(extra, input), joined);
            }
            for nothing in ["", "\n\n", "# nothing", "\u{feff}"] {
                assert_eq!(program.answer(extra, nothing), "");
            }
        }
    }
}

/// The echo is what was typed, without the options of the process.
#[test]
fn task_is_repeated_as_it_was_typed() {
    for (row, typed, echo) in [
        (2, "  tie   6x6 --time 10s", "tie 6x6"),
        (2, "draws --list 2x2 --quiet", "draws 2x2 --list"),
        (3, "--threads 1 grundy   K5", "grundy K5"),
        (4, "count 4D --finished 2 --nodes 1000", "count 4D 2 --finished"),
    ] {
        let answer = TABLE[row].program.answer(typed, "");
        let words = |line: &str| {
            let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            words.sort();
            words
        };
        assert_eq!(words(answer.lines().next().unwrap()), words(echo), "{typed}");
    }
}

/// Each task of a list, graph or data set is answered before more is read.
#[test]
fn answers_come_before_more_is_read() {
    use std::io::{BufRead, BufReader, Write};
    for (program, arguments, piece, last) in [
        (TABLE[0].program, "--threads 2", "1\n1\n0 0\n\n\n", "Number of moves: 1"),
        (TABLE[0].program, "--json --ways", "2\n1\n0 0\n\n\n2\n0 0\n\n\n", "}"),
        (TABLE[2].program, "", "squares 6x6\n", "Squares: 105"),
        (TABLE[3].program, "number - --threads 2", "CF\n", "CF\t3"),
        (TABLE[3].program, "", "grundy K3\n", "Grundy value: 1"),
        (TABLE[4].program, "", "count 4D 1\n", "1 5"),
    ] {
        let mut child = program.spawn(arguments);
        let mut stdin = child.stdin.take().unwrap();
        let (send, receive) = std::sync::mpsc::channel();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let reading = std::thread::spawn(move || lines.map_while(Result::ok).for_each(|line| drop(send.send(line))));
        let times = if program.name == "hex" { 1 } else { 3 };
        for _ in 0..times {
            stdin.write_all(piece.as_bytes()).unwrap();
            while !receive.recv_timeout(GUARD).unwrap().ends_with(last) {}
        }
        drop(stdin);
        assert_eq!(crate::support::wait(child), (Some(0), String::new()), "{} {arguments}", program.name);
        reading.join().unwrap();
    }
}
