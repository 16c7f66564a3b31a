//! What the README shows is what the program does.

#![allow(clippy::pedantic, clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::cargo::cargo_bin_cmd;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn readme() -> String {
    fs::read_to_string(file("README.md")).unwrap()
}

/// The blocks of the README that are fenced as this kind of text.
fn blocks(kind: &str) -> Vec<String> {
    let fence = format!("```{kind}\n");
    readme().split(&fence).skip(1).map(|rest| rest.split_once("```").unwrap().0.to_owned()).collect()
}

#[test]
fn the_first_command_prints_what_is_shown() {
    let commands = blocks("console").remove(0);
    assert_eq!(commands, "$ cargo run --release < testdata/sample1.txt\n$ cargo test\n");
    let output = cargo_bin_cmd!("hex").write_stdin(fs::read(file("testdata/sample1.txt")).unwrap()).output().unwrap();
    assert_eq!(blocks("text")[0], String::from_utf8(output.stdout).unwrap());
}

#[test]
fn the_picture_is_the_programs() {
    let folder = tempfile::tempdir().unwrap();
    cargo_bin_cmd!("hex").arg("--svg").arg(folder.path()).arg(file("testdata/sample1.txt")).assert().success();
    let made = fs::read_to_string(folder.path().join("data-set-1.svg")).unwrap();
    let shown = "testdata/pictures/sample1-data-set-1.svg";
    assert!(readme().contains(shown));
    assert_eq!(made, fs::read_to_string(file(shown)).unwrap(), "make it anew with --svg, and look at it");
}

#[test]
fn the_picture_of_hip_is_the_programs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tie.svg");
    cargo_bin_cmd!("hip").args(["tie", "7x7", "--svg"]).arg(&path).assert().success();
    let shown = "testdata/pictures/hip-tie-7x7.svg";
    assert!(readme().contains(shown));
    let made = fs::read_to_string(path).unwrap();
    assert_eq!(made, fs::read_to_string(file(shown)).unwrap(), "make it anew with --svg, and look at it");
}

/// The long options that a text speaks of.
fn options(text: &str) -> BTreeSet<String> {
    let letter = |c: char| c.is_ascii_lowercase() || c == '-';
    let words = text.split("--").skip(1).map(|rest| rest.split(|c| !letter(c)).next().unwrap());
    words.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase())).map(str::to_owned).collect()
}

fn help(mut command: assert_cmd::Command) -> String {
    String::from_utf8(command.arg("--help").output().unwrap().stdout).unwrap()
}

fn section(title: &str, end: &str) -> String {
    readme().split(title).nth(1).unwrap().split(end).next().unwrap().to_owned()
}

#[test]
fn every_option_of_the_help_is_in_the_readme_and_the_other_way_round() {
    let help_of_hex = options(&help(cargo_bin_cmd!("hex")));
    assert_eq!(options(&section("## Options", "**Exit")), help_of_hex);

    let everywhere = options(help(cargo_bin_cmd!("hex-judge")).split("Example").next().unwrap());
    let mut judge = BTreeSet::new();
    for task in ["check", "generate", "run", "stress"] {
        let mut command = cargo_bin_cmd!("hex-judge");
        command.arg(task);
        judge.extend(options(&help(command)));
    }
    let shown = options(&section("| task | what it does |", "Exit status"));
    let own: BTreeSet<String> = judge.difference(&everywhere).cloned().collect();
    assert_eq!(shown, own);
}

#[test]
fn every_option_of_hip_is_in_its_table_and_the_other_way_round() {
    let shown = section("## Hip", "## Chip-firing");
    let table: String = shown.lines().filter(|line| line.starts_with("| `--")).collect();
    assert_eq!(options(&table), options(&help(cargo_bin_cmd!("hip"))));
}

#[test]
fn what_hip_is_shown_to_answer_it_answers() {
    let sessions: Vec<String> = blocks("console").into_iter().filter(|block| block.starts_with("$ hip ")).collect();
    assert!(sessions.len() > 1);
    for session in sessions {
        let (command, expected) = session.split_once('\n').unwrap();
        let arguments = command.strip_prefix("$ hip ").unwrap().split(' ');
        let output = cargo_bin_cmd!("hip").args(arguments).output().unwrap();
        assert!(output.status.success(), "{command}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{command}");
    }
}

#[test]
fn every_field_of_hips_json_is_in_the_readme() {
    let shown = section("## Hip", "## Chip-firing");
    let (_, shown) = shown.split_once("**JSON.**").unwrap();
    let tasks = ["squares 2x2", "tie 2x2", "draws 2x2 list", "solve 2x2 moves", "model 2x2"];
    for task in tasks {
        let output = cargo_bin_cmd!("hip").arg("--json").args(task.split(' ')).output().unwrap();
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        for name in answer.as_object().unwrap().keys() {
            let name = name.trim_end_matches("_and_exchange").trim_end_matches("_up_to_symmetry");
            assert!(shown.contains(&format!("`{name}`")), "{task}: {name}");
        }
    }
}

#[test]
fn every_option_of_chip_firing_is_in_its_table_and_the_other_way_round() {
    let shown = section("## Chip-firing", "## Morpion Solitaire");
    let table: String = shown.lines().filter(|line| line.starts_with("| `--")).collect();
    assert_eq!(options(&table), options(&help(cargo_bin_cmd!("chip-firing"))));
}

/// Lines that are piped in are made here: `geng` need not be there.
#[test]
fn what_chip_firing_is_shown_to_answer_it_answers() {
    let mut shown = 0;
    for session in blocks("console").into_iter().filter(|block| block.contains("chip-firing ")) {
        let (command, expected) = session.split_once('\n').unwrap();
        let (before, arguments) = command.split_once("chip-firing ").unwrap();
        let mut program = cargo_bin_cmd!("chip-firing");
        if let Some((arguments, rest)) = arguments.split_once(" | ") {
            assert_eq!((rest, expected), ("dot -Tsvg > tree.svg", ""));
            let output = program.args(arguments.split(' ')).output().unwrap();
            assert!(output.status.success() && String::from_utf8(output.stdout).unwrap().contains("digraph"));
            continue;
        }
        let graphs: String =
            expected.lines().filter_map(|line| line.split_once('\t')).map(|(graph, _)| format!("{graph}\n")).collect();
        assert_eq!(before, if graphs.is_empty() { "$ " } else { "$ geng -c 4 | " });
        let output = program.args(arguments.split(' ')).write_stdin(graphs).output().unwrap();
        assert!(output.status.success(), "{command}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{command}");
        shown += 1;
    }
    assert_eq!(shown, 3);
}

#[test]
fn every_task_and_graph_of_chip_firing_is_shown_and_understood() {
    let shown = section("## Chip-firing", "**JSON.**");
    let help = help(cargo_bin_cmd!("chip-firing"));
    let (_, forms) = help.split_once("Tasks:\n").unwrap();
    let tasks: BTreeSet<&str> = forms
        .split("\n\n")
        .next()
        .unwrap()
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .map(|line| line.split_whitespace().next().unwrap())
        .collect();
    let rows = shown.lines().filter_map(|line| line.strip_prefix("| `"));
    let rows: Vec<&str> = rows.filter(|row| !row.starts_with('-')).collect();
    let (named, graphs): (Vec<&str>, Vec<&str>) =
        rows.iter().partition(|row| tasks.contains(row.split([' ', '`']).next().unwrap()));
    let named: BTreeSet<&str> = named.iter().map(|row| row.split([' ', '`']).next().unwrap()).collect();
    assert_eq!(named, tasks);
    let graphs: Vec<&str> = graphs
        .iter()
        .flat_map(|row| row.split(" |").next().unwrap().split(", "))
        .map(|name| name.trim_matches('`'))
        .collect();
    assert_eq!(graphs, ["K5", "K3,4", "C6", "P4", "star5", "W6", "Q3", "grid3x4", "petersen", "g6:DQc"]);
    for graph in graphs {
        let task = format!("winner {graph}");
        let output = cargo_bin_cmd!("chip-firing").args(["--nodes", "0"]).args(task.split(' ')).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.starts_with(&format!("{task}\n")), "{task}: {text}");
        let family = graph.split(|c: char| c.is_ascii_digit()).next().unwrap();
        assert!(help.contains(family), "{graph}");
    }
}

#[test]
fn every_field_of_chip_firings_json_is_in_the_readme_and_the_other_way_round() {
    let shown = section("## Chip-firing", "### What the numbers say");
    let (_, shown) = shown.split_once("**JSON.**").unwrap();
    let mut lines = BTreeSet::new();
    for task in
        ["winner K3 moves", "number K3 moves", "grundy K3", "table 2..3", "tree K3 winner", "stabilize K3 1,0,0"]
    {
        let output = cargo_bin_cmd!("chip-firing").arg("--json").args(task.split(' ')).output().unwrap();
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let name = task.split(' ').next().unwrap();
        let line = shown.lines().find(|line| line.starts_with(&format!("- `{name}`:"))).unwrap();
        let mut fields: Vec<&String> = answer.as_object().unwrap().keys().collect();
        if let Some(row) = answer.get("rows") {
            fields.extend(row[0].as_object().unwrap().keys());
        }
        for field in &fields {
            let everywhere = ["schema", "task", "graph", "vertices", "edges"].contains(&field.as_str());
            let place = if everywhere { shown } else { line };
            assert!(place.contains(&format!("`{field}`")), "{task}: {field}");
        }
        for word in line.split('`').skip(3).step_by(2).filter(|word| !word.starts_with('"')) {
            assert!(word == "moves" || fields.iter().any(|field| *field == word), "{task}: no {word}");
        }
        lines.insert(line.to_owned());
    }
    assert_eq!(lines.len(), shown.lines().filter(|line| line.starts_with("- `")).count());
}

#[test]
fn the_picture_of_morpion_is_the_programs() {
    let output = cargo_bin_cmd!("morpion").args(["convert", "--to", "svg", "hyyroporanen35"]).output().unwrap();
    let shown = "testdata/pictures/morpion-4D-35.svg";
    assert!(readme().contains(shown) && readme().contains("`morpion convert --to svg hyyroporanen35`"));
    let made = String::from_utf8(output.stdout).unwrap();
    assert_eq!(made, fs::read_to_string(file(shown)).unwrap(), "make it anew, and look at it");
}

#[test]
fn every_option_of_morpion_is_in_its_table_and_the_other_way_round() {
    let shown = section("## Morpion Solitaire", "## How fast");
    let table: String = shown.lines().filter(|line| line.starts_with("| `--")).collect();
    assert_eq!(options(&table), options(&help(cargo_bin_cmd!("morpion"))));
}

/// Commands that answer on the screen; the one that shows how machines share a count takes hours.
#[test]
fn what_morpion_is_shown_to_answer_it_answers() {
    let mut shown = 0;
    for session in blocks("console").into_iter().filter(|block| block.starts_with("$ morpion ")) {
        let (command, expected) = session.split_once('\n').unwrap();
        if command.contains('>') {
            continue;
        }
        let arguments = command.strip_prefix("$ morpion ").unwrap().split(' ');
        let output = cargo_bin_cmd!("morpion").args(arguments).output().unwrap();
        assert!(output.status.success(), "{command}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{command}");
        shown += 1;
    }
    assert_eq!(shown, 3);
}

/// The tasks of the help, which are the lines that are not indented further.
fn tasks(help: &str) -> BTreeSet<String> {
    let (_, forms) = help.split_once("\nTasks:\n").unwrap();
    let lines = forms.split("\n\n").next().unwrap().lines();
    let lines = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    lines.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect()
}

#[test]
fn every_task_of_morpion_is_in_its_table_and_the_other_way_round() {
    let shown = section("## Morpion Solitaire", "**Forms.**");
    let rows = shown.lines().filter_map(|line| line.strip_prefix("| `"));
    let named: BTreeSet<String> = rows.map(|row| row.split([' ', '`']).next().unwrap().to_owned()).collect();
    assert_eq!(named, tasks(&help(cargo_bin_cmd!("morpion"))));
}

#[test]
fn every_field_of_morpions_json_is_in_the_readme() {
    let shown = section("## Morpion Solitaire", "### The bounds");
    let (_, shown) = shown.split_once("**JSON.**").unwrap();
    for task in [
        "cross 4D",
        "check rosin82 --map",
        "show rosin82",
        "random 4D",
        "convert --to plain rosin82",
        "records 4D",
        "bounds",
        "count 4D 2",
        "count 4D 2 part 1/2",
    ] {
        let output = cargo_bin_cmd!("morpion").arg("--json").args(task.split(' ')).output().unwrap();
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let name = task.split(' ').next().unwrap();
        let line = shown.lines().find(|line| {
            let (named, _) = line.split_once(':').unwrap_or_default();
            line.starts_with("- `") && named.contains(&format!("`{name}`"))
        });
        let mut fields: BTreeSet<String> = answer.as_object().unwrap().keys().cloned().collect();
        for value in answer.as_object().unwrap().values() {
            let inner = value.as_array().map_or(value, |values| values.first().unwrap_or(value));
            fields.extend(inner.as_object().into_iter().flat_map(|object| object.keys().cloned()));
        }
        for field in fields.iter().filter(|field| !["schema", "task"].contains(&field.as_str())) {
            assert!(line.unwrap().contains(&format!("`{field}`")), "{task}: {field}");
        }
    }
}

/// The table of all grids of 4D adds up as it says, and its first rows are what the program counts.
#[test]
fn the_table_of_4d_is_right_as_far_as_is_quickly_seen() {
    let shown = section("### All of 4D", "Of the other games");
    let rows = shown.lines().filter(|line| line.starts_with("| ") && line.as_bytes()[2].is_ascii_digit());
    let numbers: Vec<u64> =
        rows.flat_map(|row| row.split('|').filter_map(|number| number.trim().parse().ok())).collect();
    let mut table: Vec<&[u64]> = numbers.chunks(3).collect();
    table.sort_unstable();
    assert!(table.iter().enumerate().all(|(moves, row)| row[0] == moves as u64) && table.len() == 36);
    let [grids, finished]: [u64; 2] = [1, 2].map(|column| table.iter().map(|row| row[column]).sum());
    let said = shown.replace(',', "");
    assert!(said.contains(&format!("{grids} grids")) && said.contains(&format!("{finished} are finished")));
    let output = cargo_bin_cmd!("morpion").args(["count", "4D", "8", "finished"]).output().unwrap();
    let counted: Vec<String> = table[..9].iter().map(|row| format!("{} {} {}\n", row[0], row[1], row[2])).collect();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("count 4D 8 finished\n{}", counted.concat()));
}

#[test]
fn the_wrong_board_is_shown_as_the_judge_shows_it() {
    let shown = blocks("text").into_iter().find(|block| block.starts_with("test ")).unwrap();
    let (_, boards) = shown.split_once("where the fewest are 3\n").unwrap();
    let wrong = "testdata/package/submissions/wrong_answer/square_grid.py";
    let mut judge = cargo_bin_cmd!("hex-judge");
    judge.current_dir(file("")).args(["run", "--show", "--tests", "testdata/sample1.txt", "--", "python3", wrong]);
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3 here");
        return;
    }
    let output = judge.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().next(), shown.lines().next());
    assert!(text.ends_with(boards), "{text}");
}

#[test]
fn the_examples_of_the_judges_help_are_true() {
    let example = |task: &str| {
        let mut command = cargo_bin_cmd!("hex-judge");
        let help = help({
            command.arg(task);
            command
        });
        let (_, example) = help.split_once("Example:\n").unwrap();
        example.replace("  ", "").trim_end().to_owned()
    };
    let generated = cargo_bin_cmd!("hex-judge")
        .args(["generate", "--seed", "1", "--count", "1", "--max-size", "3"])
        .output()
        .unwrap();
    let output = String::from_utf8(generated.stdout).unwrap();
    let command = "$ hex-judge generate --seed 1 --count 1 --max-size 3";
    assert_eq!(example("generate"), format!("{command}\n{}", output.trim_end()));

    let feedback = tempfile::tempdir().unwrap();
    let mut check = cargo_bin_cmd!("hex-judge");
    check.current_dir(file("testdata")).args(["check", "sample1.txt", "sample1.out"]).arg(feedback.path());
    check.write_stdin(fs::read(file("testdata/sample2.out")).unwrap()).assert().code(43);
    let message = fs::read_to_string(feedback.path().join("judgemessage.txt")).unwrap();
    assert!(example("check").ends_with(&format!("\n43\n$ cat feedback/judgemessage.txt\n{}", message.trim_end())));
}

#[test]
fn the_errors_shown_are_the_programs() {
    let output = cargo_bin_cmd!("hip").write_stdin("squares 6x6\ntie 6x\n").output().unwrap();
    assert!(readme().contains(String::from_utf8(output.stderr).unwrap().trim_end()));
    let output = cargo_bin_cmd!("chip-firing").write_stdin("grundy K3\nwinner K3 1,1,x\n").output().unwrap();
    assert!(readme().contains(String::from_utf8(output.stderr).unwrap().trim_end()));
    let input = "1\n5\n3 0\nC2 A3 F1\n\n";
    let output = cargo_bin_cmd!("hex").write_stdin(input).output().unwrap();
    assert!(readme().contains(String::from_utf8(output.stderr).unwrap().trim_end()));
}
