//! The rules of the interface that all programs share, checked for each of them.

#![allow(clippy::pedantic, clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../support/mod.rs"]
mod support;

mod about;
mod checkpoint;
mod json;
mod locks;
mod ordered;
mod process;
mod solvers;
mod table;
mod tasks;
mod unwritable;

use std::process::Output;

use predicates::prelude::*;
use predicates::str::is_match;
use serde_json::Value;

use self::support::Program;
use self::table::{Row, TABLE};

/// Asks a program in the folder of the repository; among the arguments FOLDER is one that can be written to, HEX a program.
fn ask(program: Program, arguments: &str, input: impl Into<Vec<u8>>) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let arguments = arguments.replace("FOLDER", folder.path().to_str().unwrap()).replace("HEX", support::HEX.path);
    let mut command = assert_cmd::Command::new(program.path);
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments.split_whitespace());
    command.write_stdin(input).timeout(support::GUARD).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Arguments of a program with others before its own.
fn with(extra: &str, arguments: &str) -> String {
    format!("{extra} {arguments}")
}

#[test]
fn answers_are_on_stdout_alone_and_the_same_on_any_number_of_threads() {
    for Row { program, answered, .. } in &TABLE {
        for asked in *answered {
            for json in ["", "--json"] {
                let first = ask(*program, &with(json, asked.arguments), asked.input);
                let context = format!("{} {json} {}: {first:?}", program.name, asked.arguments);
                assert_eq!(
                    (first.status.code(), text(&first.stderr)),
                    (Some(asked.status), String::new()),
                    "{context}"
                );
                assert!(!json.is_empty() || text(&first.stdout).contains(asked.stdout), "{context}");
                for threads in ["--threads 1", "--threads 2", "--threads 2 --quiet"] {
                    let other = ask(*program, &with(&with(json, threads), asked.arguments), asked.input);
                    assert_eq!(other, first, "{threads}: {context}");
                }
            }
        }
    }
}

/// Numbers in plain digits, with nothing after them: of lists of numbers each.
#[test]
fn keys_have_their_values_alone() {
    let number = is_match(r"^[A-Z][A-Za-z ]+: [-+]?\d").unwrap();
    let alone = is_match(r"^[A-Z][A-Za-z ]+: (\d+( \d+)*|[45][TD])$").unwrap();
    // Chips are written as they are given, joined by commas.
    let chips = is_match(r"^(Stable configuration|Firing vector): \d+(,\d+)*$").unwrap();
    let mut seen = 0;
    for Row { program, answered, .. } in &TABLE {
        for asked in *answered {
            for line in
                text(&ask(*program, asked.arguments, asked.input).stdout).lines().filter(|line| number.eval(line))
            {
                assert!(alone.eval(line) || chips.eval(line), "{} {}: {line}", program.name, asked.arguments);
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn what_is_rejected_is_placed_after_the_answers_before_it() {
    for Row { program, rejected, .. } in &TABLE {
        for asked in *rejected {
            for extra in ["", "--threads 1", "--threads 2", "--quiet"] {
                let output = ask(*program, &with(extra, asked.arguments), asked.input);
                let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
                let context = format!("{} {extra} {}: {stderr}", program.name, asked.arguments);
                assert_eq!(output.status.code(), Some(asked.status), "{context}");
                assert_eq!(stdout, asked.stdout, "{context}");
                assert!(stderr.starts_with(&format!("{}: {}", program.name, asked.stderr)), "{context}");
                assert!(stderr.lines().count() == 1 && stderr.ends_with('\n'), "{context}");
            }
        }
    }
}

#[test]
fn bytes_that_mean_nothing_are_placed_and_shown_in_plain_letters() {
    for Row { program, reads, .. } in &TABLE {
        let placed = is_match(format!(r"^{}: line 1, column \d+: [ -~…]+\n$", program.name)).unwrap();
        for arguments in *reads {
            for bytes in
                [&b"\xff\x00\x1b[31m"[..], b"\0\0\0\n", b"\xff\xfe5\0T\0", "\u{202e}żółw".as_bytes(), &[b'z'; 9999]]
            {
                let output = ask(*program, arguments, bytes);
                let context = format!("{} {arguments}: {bytes:?}: {output:?}", program.name);
                assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{context}");
                assert!(placed.eval(&text(&output.stderr)) && output.stderr.len() < 300, "{context}");
            }
        }
    }
}

/// Letters of all scripts are readable in names of files; what a terminal would obey is escaped.
#[test]
fn names_of_files_are_shown_in_one_line_without_control_characters() {
    let output = support::HEX.run("größe\u{1b}[2J\u{202e}", "");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    let stderr = text(&output.stderr);
    assert!(stderr.starts_with(r"hex: cannot read größe\u{1b}[2J\u{202e}: "), "{stderr}");
}

#[test]
fn wrong_usage_is_status_2_with_nothing_on_stdout() {
    for Row { program, answered, usage, .. } in &TABLE {
        for arguments in *usage {
            let output = ask(*program, arguments, answered[0].input);
            let context = format!("{} {arguments}: {output:?}", program.name);
            assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{context}");
            assert!(!output.stderr.is_empty(), "{context}");
        }
    }
}

#[test]
fn a_limit_is_status_3_and_what_is_known_is_printed() {
    for Row { program, limited, .. } in &TABLE {
        for asked in *limited {
            let output = ask(*program, asked.arguments, asked.input);
            let context = format!("{} {}: {output:?}", program.name, asked.arguments);
            assert_eq!((output.status.code(), text(&output.stderr)), (Some(3), String::new()), "{context}");
            assert!(text(&output.stdout).contains(asked.stdout), "{context}");
            let json = ask(*program, &with("--json", asked.arguments), asked.input);
            assert_eq!(json.status.code(), Some(3), "{context}");
            assert!(!objects(&json).is_empty(), "{context}");
        }
    }
}

/// The same text as other editors and systems write it.
fn encodings(input: &str) -> Vec<String> {
    let crlf = input.replace('\n', "\r\n");
    vec![format!("\u{feff}{input}"), input.trim_end().to_owned(), format!("\u{feff}{crlf}"), crlf]
}

/// The same text as other people write it.
fn spellings(input: &str) -> Vec<String> {
    let spread = input.replace(' ', " \t ").replace('\n', "  \r\n");
    vec![input.replace(' ', "\t"), input.replace(' ', "   ").replace('\n', " \n"), spread]
}

#[test]
fn spelling_does_not_matter() {
    for Row { program, answered, .. } in &TABLE {
        for asked in answered.iter().filter(|asked| !asked.input.is_empty()) {
            let first = ask(*program, asked.arguments, asked.input);
            let mut others = encodings(asked.input);
            // Outputs to judge are left as they are: in the rows of a board blanks count.
            if program.name != "hex-judge" {
                others.extend(spellings(asked.input));
            }
            for other in others {
                let output = ask(*program, asked.arguments, other.clone());
                assert_eq!(output, first, "{} {}: {other:?}", program.name, asked.arguments);
            }
        }
    }
}

#[test]
fn a_list_prints_the_bytes_of_its_tasks() {
    for Row { program, tasks: (tasks, documents), .. } in &TABLE {
        if !tasks.is_empty() {
            program.a_list_prints_the_bytes_of_its_tasks(tasks, documents);
        }
    }
}

/// The answers in JSON, one a line.
fn objects(output: &Output) -> Vec<serde_json::Map<String, Value>> {
    let stdout = text(&output.stdout);
    assert!(stdout.is_empty() || stdout.ends_with('\n'), "{stdout}");
    let object = |line: &str| match serde_json::from_str(line).unwrap() {
        Value::Object(object) => object,
        other => panic!("{other}"),
    };
    stdout.lines().map(object).collect()
}

#[test]
fn json_is_an_object_a_line_with_its_schema_first() {
    for Row { program, json, .. } in &TABLE {
        for (arguments, input, schema) in *json {
            let output = ask(*program, &with("--json", arguments), *input);
            let objects = objects(&output);
            let context = format!("{} {arguments}: {output:?}", program.name);
            assert!(!objects.is_empty(), "{context}");
            for object in objects {
                assert_eq!(object.keys().next().unwrap(), "schema", "{context}");
                assert_eq!(object["schema"], *schema, "{context}");
            }
        }
    }
}
