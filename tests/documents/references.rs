//! The reference of each program has its tasks, its options and the fields of its JSON, and no others.

use std::collections::BTreeSet;

use crate::{README, REFERENCES, read};

/// The long options that a text speaks of.
fn options(text: &str) -> BTreeSet<String> {
    let letter = |c: char| c.is_ascii_lowercase() || c == '-';
    let words = text.split("--").skip(1).map(|rest| rest.split(|c| !letter(c)).next().unwrap());
    words.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase())).map(str::to_owned).collect()
}

/// The options of a help text: each begins a line.
fn options_of_help(help: &str) -> BTreeSet<String> {
    let lines = help.lines().map(|line| line.trim_start().trim_start_matches("-h, ").trim_start_matches("-V, "));
    lines.filter(|line| line.starts_with("--")).flat_map(|line| options(line).into_iter().next()).collect()
}

/// The options in the tables of a text: the first cells of rows.
fn options_of_tables(text: &str) -> BTreeSet<String> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `--"));
    rows.flat_map(|row| options(&format!("--{}", row.split(" |").next().unwrap()))).collect()
}

#[test]
fn options_match_the_tables_of_their_reference() {
    let common = options_of_tables(&read(README));
    assert!(common.contains("json") && common.contains("time"), "{common:?}");
    for (program, reference) in REFERENCES {
        let text = read(reference);
        let mut own = options_of_help(&program.answer("--help", ""));
        for task in program.tasks() {
            own.extend(options_of_help(&program.answer(&format!("{task} --help"), "")));
        }
        let told: BTreeSet<String> = options_of_tables(&text).union(&common).cloned().collect();
        assert_eq!(own.difference(&told).next(), None, "{reference} does not tell this option");
        let wrong = options_of_tables(&text).difference(&own).next().cloned();
        assert_eq!(wrong, None, "{reference} tells an option that {} does not have", program.name);
    }
    let everywhere: BTreeSet<String> =
        REFERENCES.iter().flat_map(|(program, _)| options_of_help(&program.answer("--help", ""))).collect();
    assert_eq!(common.difference(&everywhere).next(), None, "README.md tells an option that no program has");
}

#[test]
fn tasks_have_a_heading_in_their_reference() {
    for (program, reference) in REFERENCES {
        let text = read(reference);
        for task in program.tasks() {
            let named = |line: &str| line.starts_with('#') && line.contains(&format!("`{task}`"));
            assert!(text.lines().any(named), "{reference}: {task}");
        }
    }
}

/// Commands that give every kind of object but those of `hex-judge stress`, for each program.
const ANSWERS: [&[&str]; 5] = [
    &["--list=1 testdata/sample1.txt"],
    &["run --tests testdata/sample1.txt -- true"],
    &["squares 2x2", "tie 2x2", "draws 2x2 --list", "solve 2x2 --moves"],
    &["winner K3 --moves", "number K3 --moves", "grundy K3", "table 2..3", "stabilize K3 1,0,0"],
    &[
        "cross 4D",
        "check rosin82 --map",
        "random 4D",
        "records 4D",
        "bounds",
        "count 4D 2",
        "count 4D 2 --part 1/2",
        "search 4D --level 1",
    ],
];

/// The names of all fields in a value and below it.
fn fields(value: &serde_json::Value, names: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(object) => {
            names.extend(object.keys().cloned());
            object.values().for_each(|value| fields(value, names));
        }
        serde_json::Value::Array(values) => values.iter().for_each(|value| fields(value, names)),
        _ => {}
    }
}

#[test]
fn fields_of_json_are_in_their_reference() {
    for ((program, reference), commands) in REFERENCES.into_iter().zip(ANSWERS) {
        let text = read(reference);
        let (_, shown) = text.split_once("\n## JSON\n").unwrap_or_else(|| panic!("{reference}: no section on JSON"));
        let shown = shown.split("\n## ").next().unwrap();
        for command in commands {
            let mut command_line = assert_cmd::Command::new(program.path);
            command_line.current_dir(env!("CARGO_MANIFEST_DIR")).arg("--json").args(command.split(' '));
            let output = command_line.output().unwrap();
            let mut names = BTreeSet::new();
            for line in output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
                fields(&serde_json::from_slice(line).unwrap(), &mut names);
            }
            assert!(!names.is_empty(), "{reference} {command}: {output:?}");
            for field in names {
                // Names of which there is one for each symmetry are told together.
                let told = field.split("_up_to_symmetry").next().unwrap();
                assert!(shown.contains(&format!("`{told}`")), "{reference}: {field} of {command}");
            }
        }
    }
}

#[test]
fn oldest_toolchain_is_the_same_everywhere() {
    let manifest = read("Cargo.toml");
    let oldest = manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")).unwrap().trim_matches('"');
    assert!(read(README).contains(&format!("version {oldest} or newer")));
}
