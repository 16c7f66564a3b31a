//! What is told of `chip-firing`.

use std::collections::BTreeSet;

use assert_cmd::cargo::cargo_bin_cmd;

use super::{blocks, help, options, section, tasks};

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
    let tasks = tasks(&help);
    let rows = shown.lines().filter_map(|line| line.strip_prefix("| `"));
    let rows: Vec<&str> = rows.filter(|row| !row.starts_with('-')).collect();
    let (named, graphs): (Vec<&str>, Vec<&str>) =
        rows.iter().partition(|row| tasks.contains(row.split([' ', '`']).next().unwrap()));
    let named: BTreeSet<String> = named.iter().map(|row| row.split([' ', '`']).next().unwrap().to_owned()).collect();
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
