//! Answers: the same bytes on any number of threads, in lists, with limits and statistics, and for other spellings of
//! the input; and as JSON.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};

use predicates::prelude::*;
use predicates::str::is_match;
use serde_json::{Map, Value};

use crate::support::{CHIP_FIRING, Ended, GUARD, HEX, HEX_JUDGE, HIP, MORPION, has_json};
use crate::{Row, TABLE, ask};

#[test]
fn answers_are_on_stdout_alone_and_the_same_on_any_number_of_threads() {
    for row in TABLE {
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
                // A line for each task of a list.
                assert!(output.stderr.split_inclusive('\n').all(|line| stats.eval(line)), "{}", output.stderr);
                assert!(!output.stderr.is_empty(), "{context}");
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
    for row in TABLE {
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
    for Row { program, limited, .. } in TABLE {
        for (arguments, input, part) in *limited {
            let output = ask(*program, arguments, *input);
            let context = format!("{} {arguments}: {output:?}", program.name);
            assert_eq!((output.status, output.stderr.len()), (Some(3), 0), "{context}");
            assert!(output.stdout.contains(part), "{context}");
            let json = ask(*program, &format!("--json {arguments}"), *input);
            let objects = objects(&json);
            assert!(json.status == Some(3) && !objects.is_empty(), "{context}");
            assert!(!arguments.contains("--list") || objects.last().unwrap()["whole"] == false, "{context}");
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
    for Row { program, answered, .. } in TABLE {
        for (arguments, input) in answered.iter().filter(|(arguments, _)| *arguments != "--verify -") {
            let first = ask(*program, arguments, *input);
            // In the rows of a board to judge blanks count.
            for other in spellings(input, program.name != HEX_JUDGE.name) {
                assert_eq!(ask(*program, arguments, other.clone()), first, "{} {arguments}: {other:?}", program.name);
            }
        }
    }
}

/// Tasks whose answer is a document or a game, without the task above it.
const DOCUMENTS: [&str; 3] = ["show demaine31", "random 4D --moves 3", "convert --to msr demaine31"];

#[test]
fn list_prints_the_bytes_of_its_tasks() {
    for Row { program, tasks, .. } in TABLE.iter().filter(|row| !row.tasks.is_empty()) {
        for extra in ["", "--json"] {
            let all: Vec<&str> = tasks.iter().copied().filter(|task| extra.is_empty() || has_json(task)).collect();
            let blocks: Vec<String> = all.iter().map(|task| program.answer(&format!("{extra} {task}"), "")).collect();
            for (task, block) in all.iter().zip(&blocks) {
                let listed = program.answer(&format!("{extra} --threads 2"), format!("{task}\n"));
                assert!(listed == *block && !block.contains("\n\n"), "{task}: a blank line ends a block");
                let names_itself = block.lines().next().unwrap().contains(task);
                assert_eq!(names_itself, !extra.is_empty() || !DOCUMENTS.contains(task), "{task}");
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
            // What is answered before a bad line is whole, and there is nothing below it.
            let broken = program.run(extra, format!("{plain}\nno-such-task\n"));
            assert_eq!((broken.status, broken.stdout), (Some(1), joined), "{}", program.name);
        }
    }
}

/// The echo is what was typed, without the options of the process; a list splits it into the same words.
#[test]
fn task_is_repeated_as_it_was_typed() {
    for (program, typed, echo) in [
        (HIP, "  tie   6x6 --time 10s", "tie 6x6"),
        (HIP, "draws --list 2x2 --quiet", "draws --list 2x2"),
        (HIP, "solve 3x3 --after=B2,A1", "solve 3x3 --after B2,A1"),
        (HIP, "tie 4x4 --svg /dev/null", "tie 4x4"),
        (CHIP_FIRING, "--threads 1 grundy   K5", "grundy K5"),
        (CHIP_FIRING, "number K5 --checkpoint FOLDER/state --min-first", "number K5 --min-first"),
        (CHIP_FIRING, "winner edges:a'b-c,c-#d", "winner \"edges:a'b-c,c-#d\""),
        (CHIP_FIRING, "winner edges:a\\b-c", "winner \"edges:a\\\\b-c\""),
        (MORPION, "count 4D --finished 2 --nodes 1000", "count 4D --finished 2"),
    ] {
        let answer = ask(program, typed, "").stdout;
        assert_eq!(answer.lines().next(), Some(echo), "{typed}");
        assert_eq!(program.answer("", echo), answer, "{typed}");
    }
}

/// Each task of a list, graph or data set is answered before more is read, also where the next one takes long.
#[test]
fn answers_come_before_more_is_read() {
    for (program, arguments, piece, last) in [
        (HEX, "--threads 2", "1\n1\n0 0\n\n\n", "Number of moves: 1"),
        (HEX, "--json --ways", "2\n1\n0 0\n\n\n2\n0 0\n\n\n", "}"),
        (HIP, "", "squares 6x6\n", "Squares: 105"),
        (CHIP_FIRING, "number - --threads 2", "CF\n", "CF\t3"),
        (CHIP_FIRING, "number - --threads 1", "CF\n", "CF\t3"),
        (CHIP_FIRING, "", "grundy K3\n", "Grundy value: 1"),
        (MORPION, "", "count 4D 1\n", "1 5"),
    ] {
        let mut child = program.spawn(arguments);
        let mut stdin = child.stdin.take().unwrap();
        let (send, receive) = std::sync::mpsc::channel();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let reading = std::thread::spawn(move || lines.map_while(Result::ok).for_each(|line| drop(send.send(line))));
        let times = if program == HEX { 1 } else { 3 };
        for _ in 0..times {
            stdin.write_all(piece.as_bytes()).unwrap();
            while !receive.recv_timeout(GUARD).unwrap().ends_with(last) {}
        }
        drop(stdin);
        assert_eq!(crate::support::wait(child), (Some(0), String::new()), "{} {arguments}", program.name);
        reading.join().unwrap();
    }
}

/// Answers that are there are written together.
#[cfg(target_os = "linux")]
#[test]
fn answers_of_lists_are_not_one_write_each() {
    let folder = tempfile::tempdir().unwrap();
    let [input, trace] = ["input", "trace"].map(|name| folder.path().join(name).display().to_string());
    for (program, task, line) in [(HIP, "", "squares 6x6\n"), (CHIP_FIRING, "number - --threads 2", "CF\n")] {
        std::fs::write(&input, line.repeat(3000)).unwrap();
        let mut strace = std::process::Command::new("strace");
        strace.args(["-f", "-e", "trace=write", "-o", &trace, program.path]).args(task.split_whitespace());
        match strace.stdin(std::fs::File::open(&input).unwrap()).output() {
            Ok(output) if output.status.success() => {}
            _ => return crate::support::skip("system calls: there is no strace, or it may not trace"),
        }
        let writes = std::fs::read_to_string(&trace).unwrap().matches("write(1, ").count();
        assert!((1..500).contains(&writes), "{} {task}: {writes}", program.name);
    }
}

/// The answers in JSON, one a line.
fn objects(ended: &Ended) -> Vec<Map<String, Value>> {
    let stdout = &ended.stdout;
    assert!(stdout.is_empty() || stdout.ends_with('\n'), "{stdout}");
    let object = |line: &str| match serde_json::from_str(line).unwrap() {
        Value::Object(object) => object,
        other => panic!("{other}"),
    };
    stdout.lines().map(object).collect()
}

/// Adds all numbers and words of a value.
fn add_words(value: &Value, words: &mut BTreeSet<String>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| add_words(value, words)),
        Value::Object(fields) => fields.values().for_each(|value| add_words(value, words)),
        Value::String(text) => words.extend(text.split([' ', ',']).map(str::to_owned)),
        other => drop(words.insert(other.to_string())),
    }
}

/// A line has its schema first. The numbers, cells and boards of the text are in the JSON.
#[test]
fn json_has_a_schema_and_what_the_text_has() {
    let told = is_match(r"^([A-Z][A-Za-z ]+: [\w ,]*\w|([XO] )*[XO]|[\d ]+)$").unwrap();
    for row in TABLE {
        for (arguments, input) in row.all().filter(|(arguments, _)| has_json(arguments)) {
            let (text, json) = (ask(row.program, arguments, input), format!("--json {arguments}"));
            let objects = objects(&ask(row.program, &json, input));
            assert!(!objects.is_empty() || input == "0\n" || row.program == HEX_JUDGE, "{arguments}");
            let mut words = BTreeSet::new();
            for object in objects {
                let (first, schema) = object.iter().next().unwrap();
                let schema = schema.as_str().unwrap().strip_suffix("/1").unwrap_or_else(|| panic!("{schema}"));
                let task = arguments.split(' ').next().unwrap();
                let expected = match (row.program.name, task) {
                    ("hex", "--verify") => "hex-proof".to_owned(),
                    ("hex", _) => "hex".to_owned(),
                    // A list: its objects have the schemas of its tasks.
                    (name, "") => format!("{name}-"),
                    (name, task) => format!("{name}-{task}"),
                };
                assert!(first == "schema" && schema.starts_with(&format!("quadrille/{expected}")), "{schema}");
                add_words(&Value::Object(object), &mut words);
            }
            for line in text.stdout.lines().filter(|line| told.eval(line)) {
                let values = line.split_once(": ").map_or(line, |(_, values)| values);
                let is_board = values.split(' ').all(|cell| matches!(cell, "X" | "O"));
                let values = if is_board { values.replace(' ', "") } else { values.to_owned() };
                let is_value = |word: &&str| word.chars().any(|char| char.is_ascii_digit() || char == 'X');
                for word in values.split([' ', ',']).filter(is_value) {
                    assert!(words.contains(word), "{} {arguments}: {word} of {line}: {words:?}", row.program.name);
                }
            }
        }
    }
}

/// The items of a list are objects, and the last one has what is known of the whole.
#[test]
fn items_are_lines_before_the_whole() {
    for (program, arguments, input, item, items, whole) in [
        (HEX, "--list=2", "1\n2\n1 0\nA1\n\n", "player", 3, true),
        (HEX, "--list=1", "1\n2\n1 0\nA1\n\n", "player", 2, false),
        (HIP, "draws 2x2 --list", "", "board", 3, true),
        (HIP, "draws 2x2 --list-all", "", "board", 14, true),
        (CHIP_FIRING, "table 2..6", "", "vertices", 5, true),
    ] {
        let objects = objects(&ask(program, &format!("--json {arguments}"), input));
        let (last, listed) = objects.split_last().unwrap();
        let listed: Vec<_> = listed.iter().filter(|object| object.contains_key(item)).collect();
        assert_eq!((&last["whole"], listed.len()), (&Value::Bool(whole), items), "{arguments}");
        assert!(listed.iter().all(|object| !object.contains_key("whole")), "{arguments}");
    }
}

/// A document has no JSON.
#[test]
fn documents_have_no_json() {
    for (program, task) in
        [(HIP, "model 3x3"), (CHIP_FIRING, "tree K4 winner"), (MORPION, "convert --to svg demaine31")]
    {
        program.run(&format!("--json {task}"), "").is_refused(2, "expected no --json: ");
    }
}
