//! What is told of `chip-firing`.

use std::collections::BTreeSet;
use std::fs;

use assert_cmd::cargo::cargo_bin_cmd;

use super::{file, help, options, readme, section, sessions, tasks};

#[test]
fn every_option_of_chip_firing_is_in_its_table_and_the_other_way_round() {
    let shown = section("## Chip-firing", "## Morpion Solitaire");
    let table: String = shown.lines().filter(|line| line.starts_with("| `--")).collect();
    assert_eq!(options(&table), options(&help(cargo_bin_cmd!("chip-firing"))));
}

/// Lines that are piped in are made here: `geng` need not be there, nor `dot`.
#[test]
fn what_chip_firing_is_shown_to_be_piped_into_it_answers() {
    let mut shown = 0;
    for (command, expected) in sessions().into_iter().filter(|(command, _)| command.contains(" | ")) {
        let arguments = command.split_once("chip-firing ").unwrap().1;
        let mut program = cargo_bin_cmd!("chip-firing");
        if let Some((arguments, rest)) = arguments.split_once(" | ") {
            assert_eq!((rest, expected.as_str()), ("dot -Tsvg > tree.svg", ""));
            let output = program.args(arguments.split(' ')).output().unwrap();
            assert!(output.status.success() && String::from_utf8(output.stdout).unwrap().contains("digraph"));
        } else {
            let graphs: Vec<&str> = expected.lines().map(|line| line.split_once('\t').unwrap().0).collect();
            assert!(command.starts_with("geng -cq 4 | ") && graphs.len() == 6, "{command}");
            let output = program.args(arguments.split(' ')).write_stdin(graphs.join("\n")).output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{command}");
        }
        shown += 1;
    }
    assert_eq!(shown, 2);
}

/// The picture is Graphviz's, whose versions place things in different ways: its nodes and arrows are compared.
#[test]
fn the_picture_of_a_tree_has_the_nodes_and_arrows_of_the_program() {
    let shown = "testdata/pictures/chip-firing-K4.svg";
    assert!(readme().contains(shown) && readme().contains("`chip-firing tree K4 winner`"));
    let picture = fs::read_to_string(file(shown)).unwrap();
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let picture = roxmltree::Document::parse_with_options(&picture, options).unwrap();
    let groups = picture.descendants().filter(|node| node.has_tag_name("g"));
    let titles = |class: &str| -> BTreeSet<String> {
        let groups = groups.clone().filter(|group| group.attribute("class") == Some(class));
        let titles = groups.map(|group| group.children().find(|child| child.has_tag_name("title")).unwrap());
        titles.map(|title| title.text().unwrap().replace(' ', "")).collect()
    };
    let output = cargo_bin_cmd!("chip-firing").args(["tree", "K4", "winner"]).output().unwrap();
    let tree = String::from_utf8(output.stdout).unwrap();
    let arrows = tree.lines().filter_map(|line| line.split_once(" -> "));
    let name = |text: &str| text.trim().split([' ', ';']).next().unwrap().trim_matches('"').to_owned();
    let arrows: BTreeSet<(String, String)> = arrows.map(|(from, to)| (name(from), name(to))).collect();
    assert!(arrows.len() > 5);
    assert_eq!(titles("edge"), arrows.iter().map(|(from, to)| format!("{from}->{to}")).collect());
    let nodes: BTreeSet<String> = arrows.into_iter().flat_map(|(from, to)| [from, to]).collect();
    assert_eq!(titles("node"), nodes);
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
    let shown = section("## Chip-firing", "**What the numbers say**");
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
