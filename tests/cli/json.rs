//! JSON is an object a line that says what the text says.

use serde_json::{Map, Value};

use crate::ask;
use crate::support::{CHIP_FIRING, Ended, HEX, HIP, MORPION, Program, has_json};
use crate::table::{DATA_SETS, GAME, TABLE};

/// The answers in JSON, one a line.
pub(crate) fn objects(ended: &Ended) -> Vec<Map<String, Value>> {
    let stdout = &ended.stdout;
    assert!(stdout.is_empty() || stdout.ends_with('\n'), "{stdout}");
    let object = |line: &str| match serde_json::from_str(line).unwrap() {
        Value::Object(object) => object,
        other => panic!("{other}"),
    };
    stdout.lines().map(object).collect()
}

#[test]
fn lines_are_objects_with_their_schema_first() {
    for row in &TABLE {
        for (arguments, input) in row.all().filter(|(arguments, _)| has_json(arguments)) {
            let output = ask(row.program, &format!("--json {arguments}"), input);
            let task = arguments.split(' ').next().unwrap();
            let expected = match (row.program.name, task) {
                ("hex", "--verify") => "quadrille/hex-proof/1".to_owned(),
                ("hex", _) => "quadrille/hex/2".to_owned(),
                // A list: its objects have the schemas of its tasks.
                (name, "") => format!("quadrille/{name}-"),
                (name, task @ ("draws" | "table")) => format!("quadrille/{name}-{task}/2"),
                ("morpion", "count" | "prove") if arguments.contains("--part") => "quadrille/morpion-part/1".to_owned(),
                (name, task) => format!("quadrille/{name}-{task}/1"),
            };
            let objects = objects(&output);
            assert!(!objects.is_empty() || input == "0\n", "{}: {output:?}", row.program.name);
            for object in objects {
                let (first, schema) = object.iter().next().unwrap();
                assert!(first == "schema" && schema.as_str().unwrap().starts_with(&expected), "{arguments}: {schema}");
            }
        }
    }
}

/// A key of the text, and the fields that have its values, in each object one after the other.
type Fields = (&'static str, &'static [&'static str]);

/// Tasks, with the keys whose fields are not simply called so; no field: the text alone has it, or says it in another
/// way.
#[rustfmt::skip]
const TASKS: [(Program, &str, &str, &[Fields]); 19] = [
    (HEX, "--ways", DATA_SETS, &[
        ("Number of moves", &["/x/moves", "/o/moves"]), ("Number of ways", &["/x/ways", "/o/ways"]),
    ]),
    (HEX, "--solve --moves --strategy", DATA_SETS, &[
        ("Number of moves", &["/x/moves", "/o/moves"]),
        ("X to move", &["/perfect_play/x_to_move/winner"]), ("O to move", &["/perfect_play/o_to_move/winner"]),
        ("Winning moves", &["/perfect_play/x_to_move/winning_moves", "/perfect_play/o_to_move/winning_moves"]),
        ("Line of play", &["/perfect_play/x_to_move/line", "/perfect_play/o_to_move/line"]),
    ]),
    (HIP, "squares 6x6", "", &[]),
    (HIP, "tie 6x7", "", &[("Standing", &[]), ("X", &[]), ("O", &[])]),
    (HIP, "draws 2x3 --list", "", &[]),
    (HIP, "solve 3x3 --moves", "", &[]),
    (HIP, "solve 2x3 --rules last-mover --moves", "", &[("Winner", &["/result"])]),
    (CHIP_FIRING, "winner K5 --moves", "", &[]),
    (CHIP_FIRING, "number K5 --moves", "", &[("Game chip number", &["/number"])]),
    (CHIP_FIRING, "grundy K5", "", &[]),
    (CHIP_FIRING, "stabilize K4 3,1,1,0", "", &[("Stable configuration", &["/stable"]), ("Firing vector", &["/firings"])]),
    (CHIP_FIRING, "stabilize K3 9,0,0", "", &[("never stabilizes", &[])]),
    (MORPION, "cross 5T", "", &[("Points", &[])]),
    (MORPION, "check rosin82", "", &[("Status", &[]), ("Finished", &[])]),
    (MORPION, "check", GAME, &[("Status", &[])]),
    (MORPION, "search 4D --level 1 --threads 1", "", &[]),
    (MORPION, "best rosin82 demaine31", "", &[
        ("Variant", &["/best/0/variant", "/best/1/variant"]),
        ("Score", &["/best/0/score", "/best/1/score"]), ("File", &["/best/0/file", "/best/1/file"]),
    ]),
    (MORPION, "bounds", "", &[
        ("First bound", &["/first/bound"]), ("Second bound", &["/second/bound"]), ("Rough bound", &["/rough/bound"]),
        ("Real parameters", &[]), ("Real optimum", &["/first/real", "/second/real", "/rough/real"]),
        ("Moves", &["/first/moves", "/second/moves", "/rough/moves"]),
        ("Standing", &["/first/standing", "/second/standing", "/rough/standing"]),
        ("5T", &[]), ("5D", &[]), ("4T", &[]), ("4D", &[]),
    ]),
    (MORPION, "prove 5T --hull 10,8,10,12,10,8,10,12 --nodes 1", "", &[("Standing", &[]), ("Value", &[])]),
];

/// A value as a text has it.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) if values.is_empty() => "none".to_owned(),
        Value::Array(values) => values.iter().map(shown).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

#[test]
fn fields_have_the_values_of_the_text() {
    for (program, arguments, input, fields) in TASKS {
        let answer = ask(program, arguments, input).stdout;
        let objects = objects(&ask(program, &format!("--json {arguments}"), input));
        let keys = answer.lines().filter_map(|line| line.split_once(": ")).map(|(key, _)| key);
        for key in keys.collect::<std::collections::BTreeSet<_>>() {
            let own = [format!("/{}", key.to_lowercase().replace(' ', "_"))];
            let pointers: Vec<&str> = match fields.iter().find(|(of, _)| *of == key) {
                None => own.iter().map(String::as_str).collect(),
                Some((_, pointers)) => pointers.to_vec(),
            };
            let values = |object: &Map<String, Value>| -> Vec<String> {
                let object = Value::Object(object.clone());
                pointers.iter().filter_map(|at| object.pointer(at).map(shown)).collect()
            };
            // Chips are joined by commas, and a player has a word before the number.
            let plain = |value: &str| value.replace(',', " ").replace("player ", "").replace(" wins", "");
            let in_json: Vec<String> = objects.iter().flat_map(values).map(|value| plain(&value)).collect();
            let in_text = answer.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
            let in_text: Vec<String> = in_text.map(plain).collect();
            assert!(pointers.is_empty() || in_text == in_json, "{arguments}: {key}: {in_text:?} {in_json:?}");
        }
    }
}

/// Tables, with the fields of a row.
#[rustfmt::skip]
const ROWS: [(Program, &str, &str, &[&str]); 2] = [
    (MORPION, "count 4D 6 --finished", "/counts", &["moves", "grids", "finished"]),
    (MORPION, "records", "/records", &["name", "variant", "score"]),
];

/// Tasks of `morpion` whose text is a field.
const DOCUMENTS: [&str; 2] = ["show demaine31", "random 5T --seed 2"];

#[test]
fn rows_and_boards_and_documents_are_those_of_the_text() {
    for (program, arguments, pointer, fields) in ROWS {
        let (answer, object) = (program.answer(arguments, ""), program.json(arguments, ""));
        let rows = object.pointer(pointer).unwrap().as_array().unwrap();
        for (line, row) in answer.lines().rev().zip(rows.iter().rev()) {
            let words: Vec<&str> = line.split_whitespace().take(fields.len()).collect();
            assert_eq!(fields.iter().map(|field| shown(&row[field])).collect::<Vec<_>>(), words, "{arguments}");
        }
    }
    for arguments in ["tie 6x7", "draws 2x3 --list-all"] {
        let (answer, objects) = (HIP.answer(arguments, ""), objects(&HIP.run(&format!("--json {arguments}"), "")));
        let boards = objects.iter().filter_map(|object| object.get("board"));
        let rows = boards.flat_map(|board| board.as_array().unwrap()).map(shown);
        let is_row = |line: &&str| line.split(' ').all(|cell| matches!(cell, "X" | "O"));
        let in_text = answer.lines().filter(is_row).map(|row| row.replace(' ', ""));
        assert_eq!(rows.collect::<Vec<_>>(), in_text.collect::<Vec<_>>(), "{arguments}");
    }
    for arguments in DOCUMENTS {
        let text = MORPION.answer(arguments, "");
        assert_eq!(MORPION.json(arguments, "")["document"].as_str(), Some(&*text), "{arguments}");
    }
    for arguments in ["model 3x3", "tree K4 winner", "convert --to svg demaine31", "tie 4x4 --svg -"] {
        let program = [HIP, CHIP_FIRING, MORPION]
            .into_iter()
            .find(|program| program.tasks().contains(&arguments.split(' ').next().unwrap().to_owned()));
        let output = program.unwrap().run(&format!("--json {arguments}"), "");
        assert!(output.status == Some(2) && output.stderr.contains(": expected no --json: "), "{output:?}");
    }
}

/// The items of a list are objects, and the last one has what is known of the whole.
#[test]
fn items_are_lines_before_the_whole() {
    for (program, arguments, input, item, items) in [
        (HEX, "--list=2", "1\n2\n1 0\nA1\n\n", "player", 3),
        (HIP, "draws 2x2 --list", "", "board", 3),
        (HIP, "draws 2x2 --list-all", "", "board", 14),
        (CHIP_FIRING, "table 2..6", "", "vertices", 5),
    ] {
        let objects = objects(&ask(program, &format!("--json {arguments}"), input));
        let (last, listed) = objects.split_last().unwrap();
        assert_eq!((&last["whole"], listed.len()), (&Value::Bool(true), items), "{arguments}");
        assert!(listed.iter().all(|object| object.contains_key(item) && !object.contains_key("whole")), "{arguments}");
    }
    let stopped = objects(&HIP.run("--time 300ms --json draws 3x20 --list", ""));
    assert_eq!(stopped.last().unwrap()["whole"], false);
}

/// Parts are read as they are printed.
#[test]
fn merged_parts_say_what_the_whole_count_says() {
    let parts: String = (1..=3).map(|part| MORPION.answer(&format!("count 4D 4 --part {part}/3"), "")).collect();
    for extra in ["", "--json"] {
        let rows = |answer: String| {
            answer.split_once(if extra.is_empty() { "\n" } else { "\"counts\":" }).unwrap().1.to_owned()
        };
        let merged = MORPION.answer(&format!("{extra} merge -"), &*parts);
        assert_eq!(rows(merged), rows(MORPION.answer(&format!("{extra} count 4D 4"), "")));
    }
}
