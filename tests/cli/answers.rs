//! Answers: the same bytes on any number of threads, in lists, with limits and statistics, and for other spellings of
//! the input; and as JSON.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};

use predicates::prelude::*;
use predicates::str::is_match;
use serde_json::{Map, Value};

use crate::support::{CHIP_FIRING, Ended, HEX, HEX_JUDGE, HIP, MORPION, has_json};
use crate::{Row, TABLE, ask};

/// A key has its value alone: plain digits with nothing after them.
#[test]
fn answers_are_on_stdout_alone_and_the_same_on_any_number_of_threads() {
    let number = is_match(r"^[A-Z][A-Za-z ]+: [-+]?\d").unwrap();
    let alone = is_match(r"^[A-Z][A-Za-z ]+: (\d+([ ,]\d+)*|[45][TD]|\d+\.\d+)$").unwrap();
    for row in TABLE {
        let name = row.program.name;
        // A line for each task of a list.
        let stats = is_match(format!(r"^({name}: \d+ [a-z ]+, \d+\.\d{{3}} s(, \d+\.\d MiB)?\n)+$")).unwrap();
        for (arguments, input) in row.all() {
            for json in ["", "--json"].into_iter().filter(|json| json.is_empty() || has_json(arguments)) {
                let first = ask(row.program, &format!("{json} {arguments}"), input);
                let context = format!("{name} {json} {arguments}: {first:?}");
                let statuses = if arguments.starts_with("check test") { &[42, 43][..] } else { &[0] };
                assert!(statuses.contains(&first.status.unwrap()) && first.stderr.is_empty(), "{context}");
                let mut lines = first.stdout.lines().filter(|line| json.is_empty() && number.eval(line));
                assert_eq!(lines.find(|line| !alone.eval(*line)), None, "{context}");
                let output = ask(row.program, &format!("{json} --threads 1 --quiet {arguments}"), input);
                assert_eq!(output, first, "{context}");
                let output = ask(row.program, &format!("{json} --threads 3 --stats {arguments}"), input);
                assert_eq!((output.status, &output.stdout), (first.status, &first.stdout), "{context}");
                assert!(stats.eval(&output.stderr), "{}: {context}", output.stderr);
            }
        }
    }
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
            let last = objects(&json).pop().unwrap();
            assert!(
                json.status == Some(3)
                    && (last.get("whole") == Some(&Value::Bool(false)) || !arguments.contains("--list")),
                "{context}"
            );
        }
    }
}

/// The same text as other editors, systems and people write it.
#[test]
fn spelling_does_not_matter() {
    for Row { program, answered, .. } in TABLE {
        for (arguments, input) in answered.iter().filter(|(arguments, _)| *arguments != "--verify -") {
            let first = ask(*program, arguments, *input);
            let crlf = format!("\u{feff}{}", input.replace('\n', "\r\n"));
            let mut others = vec![format!("\u{feff}{input}"), input.trim_end().to_owned(), crlf];
            // In the rows of a board to judge blanks count.
            if *program != HEX_JUDGE {
                others.push(input.replace(' ', " \t ").replace('\n', "  \r\n"));
            }
            for other in others {
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
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        for _ in 0..if program == HEX { 1 } else { 3 } {
            stdin.write_all(piece.as_bytes()).unwrap();
            assert!(lines.any(|line| line.ends_with(last)), "{} {arguments}", program.name);
        }
        drop(stdin);
        lines.for_each(drop);
        assert_eq!(crate::support::wait(child), (Some(0), String::new()), "{} {arguments}", program.name);
    }
}

/// The answers in JSON, one a line.
fn objects(ended: &Ended) -> Vec<Map<String, Value>> {
    assert!(ended.stdout.ends_with('\n'), "{ended:?}");
    ended.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A line has its schema first. The numbers, cells and boards of the text are in the JSON.
#[test]
fn json_has_a_schema_and_what_the_text_has() {
    let told = is_match(r"^([A-Z][A-Za-z ]+: [A-Z0-9 ,]+|([XO] )*[XO]|[\d ]+)$").unwrap();
    for row in TABLE {
        for (arguments, input) in row.all().filter(|(arguments, _)| has_json(arguments)) {
            let [text, json] =
                ["", "--json "].map(|json| ask(row.program, &format!("{json}{arguments}"), input).stdout);
            let task = if row.program == HEX { "" } else { arguments.split(' ').next().unwrap() };
            let schema = is_match(format!(r#"^\{{"schema":"quadrille/{}[a-z-]*{task}/1","#, row.program.name)).unwrap();
            assert!(json.lines().all(|line| schema.eval(line)), "{arguments}: {json}");
            let words: BTreeSet<&str> = json.split(|c: char| !c.is_ascii_alphanumeric()).collect();
            // The number of points is that of the list.
            for line in text.lines().filter(|line| told.eval(line) && !line.starts_with("Points: ")) {
                let values = line.split_once(": ").map_or(line, |(_, values)| values);
                let is_board = values.split(' ').all(|cell| matches!(cell, "X" | "O"));
                let values = if is_board { values.replace(' ', "") } else { values.to_owned() };
                let missing = values.split([' ', ',']).find(|word| !words.contains(word));
                assert_eq!(missing, None, "{} {arguments}: {line}: {json}", row.program.name);
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
    ] {
        let objects = objects(&ask(program, &format!("--json {arguments}"), input));
        let (last, listed) = objects.split_last().unwrap();
        let listed: Vec<_> = listed.iter().filter(|object| object.contains_key(item)).collect();
        assert_eq!((&last["whole"], listed.len()), (&Value::Bool(whole), items), "{arguments}");
        assert!(listed.iter().all(|object| !object.contains_key("whole")), "{arguments}");
    }
    // All lines of a table have the same fields.
    for (program, arguments, whole) in [
        (CHIP_FIRING, "table 2..6", true),
        (CHIP_FIRING, "table 2..14 --nodes 100 --threads 1", false),
        (HIP, "tie 2..4", true),
        (HIP, "tie 2..9 --nodes 0", false),
    ] {
        let rows = objects(&program.run(&format!("--json {arguments}"), ""));
        let keys: Vec<Vec<&String>> = rows.iter().map(|row| row.keys().collect()).collect();
        assert!(rows.len() > 1 && keys.iter().all(|row| *row == keys[0]), "{arguments}: {keys:?}");
        let last = rows.iter().map(|row| row["whole"] == Value::Bool(true));
        assert!(last.eq((1..=rows.len()).map(|number| whole && number == rows.len())), "{arguments}");
    }
}
