//! The pictures in the documents are those that the programs draw.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use assert_cmd::cargo::cargo_bin_cmd;

use crate::{file, read};

/// Compares a picture with what a program drew into a file.
fn is_drawn(shown: &str, made: impl AsRef<Path>) {
    assert!(read("README.md").contains(shown), "{shown} is not shown");
    let made = fs::read_to_string(made).unwrap();
    assert_eq!(made, read(shown), "{shown}: draw it again, and look at it");
}

#[test]
fn pictures_are_those_of_the_programs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    cargo_bin_cmd!("hex").arg("--svg").arg(folder.path()).arg(file("testdata/sample1.txt")).assert().success();
    is_drawn("testdata/pictures/sample1-data-set-1.svg", path("data-set-1.svg"));

    cargo_bin_cmd!("hip").args(["tie", "7x7", "--svg"]).arg(path("tie.svg")).assert().success();
    is_drawn("testdata/pictures/hip-tie-7x7.svg", path("tie.svg"));

    let output = cargo_bin_cmd!("morpion").args(["convert", "--to", "svg", "hyyroporanen35"]).output().unwrap();
    fs::write(path("record.svg"), output.stdout).unwrap();
    is_drawn("testdata/pictures/morpion-4D-35.svg", path("record.svg"));
}

/// The picture is drawn by Graphviz, whose versions place things in different ways: its nodes and arrows are compared.
#[test]
fn the_picture_of_a_tree_has_the_nodes_and_arrows_of_the_program() {
    let shown = "testdata/pictures/chip-firing-K4.svg";
    assert!(read("README.md").contains(shown));
    let picture = read(shown);
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
