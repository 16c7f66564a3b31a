//! What the README shows is what the program does.

mod chip_firing;
mod hip;
mod morpion;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin_cmd;

use crate::support::run_shown;

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

/// The commands that are shown, each with the output that stands below it.
fn sessions() -> Vec<(String, String)> {
    let blocks = blocks("console");
    let sessions = blocks.iter().flat_map(|block| block.split("$ ").skip(1));
    sessions.map(|session| session.split_once('\n').unwrap()).map(|(c, o)| (c.to_owned(), o.to_owned())).collect()
}

fn run(command: &str) -> Output {
    run_shown(command).unwrap_or_else(|why| panic!("{command}: {why}"))
}

#[test]
fn the_first_command_prints_what_is_shown() {
    let commands = blocks("console").remove(0);
    assert_eq!(commands, "$ cargo run --release < testdata/sample1.txt\n$ cargo test\n");
    let output = String::from_utf8(run("hex < testdata/sample1.txt").stdout).unwrap();
    assert!(output.starts_with(&blocks("text")[0]) && blocks("text")[0].lines().count() > 15);
}

/// The others are run by `scripts/readme`.
#[test]
fn what_the_first_table_says_is_answered_at_once_is_answered() {
    let rows: Vec<String> = section("| what it answers |", "\n\n").lines().skip(2).map(str::to_owned).collect();
    let mut quick = 0;
    for row in &rows {
        let cells: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let [_, _, command, answer, time, _] = cells[..] else { panic!("{row}") };
        if time.ends_with("ms") {
            let output = String::from_utf8(run(command).stdout).unwrap();
            assert!(output.lines().any(|line| line == answer), "{command}: {output}");
            quick += 1;
        } else {
            assert!(time.ends_with(" s"), "{row}");
        }
    }
    assert!(quick >= 6 && rows.len() > quick, "{quick} of {}", rows.len());
}

/// Those that take long, or need what need not be there, are told apart by their words.
#[test]
fn what_is_shown_to_be_answered_is_answered() {
    let mut shown = 0;
    for (command, expected) in sessions() {
        let aside = [" > ", " | ", "cargo ", "hex-judge ", "5D.msr"];
        if aside.iter().any(|word| command.contains(word)) {
            continue;
        }
        let output = run(&command);
        assert!(output.status.success(), "{command}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{}\n", expected.trim_end()), "{command}");
        shown += 1;
    }
    assert!(shown >= 7, "{shown}");
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

/// The tasks of the help, which are the lines that are not indented further.
fn tasks(help: &str) -> BTreeSet<String> {
    let (_, forms) = help.split_once("\nTasks:\n").unwrap();
    let lines = forms.split("\n\n").next().unwrap().lines();
    let lines = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    lines.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect()
}

#[test]
fn the_wrong_board_is_shown_as_the_judge_shows_it() {
    let (command, shown) = sessions().into_iter().find(|(command, _)| command.starts_with("hex-judge ")).unwrap();
    let (_, boards) = shown.split_once("where the fewest are 3\n").unwrap();
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3 here");
        return;
    }
    let text = String::from_utf8(run(&command).stdout).unwrap();
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

/// Files that are linked or named, and headings that links lead to, in the README and in the page of figures.
#[test]
fn what_is_linked_and_named_is_there() {
    let mut seen = 0;
    for page in ["README.md", "testdata/RESULTS.md"] {
        let text = fs::read_to_string(file(page)).unwrap();
        assert!(!text.contains("@@"), "{page} has something left to fill in");
        let linked = text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
        for link in linked.filter(|link| !link.contains("://")) {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = file(page).parent().unwrap().join(path);
            assert!(target.exists(), "{page}: {link}");
            let headings = fs::read_to_string(target).unwrap_or_default();
            let headings = headings.lines().filter_map(|line| line.trim_start_matches('#').strip_prefix(' '));
            let anchors: Vec<String> =
                headings.map(|line| line.to_lowercase().replace(',', "").replace(' ', "-")).collect();
            assert!(anchor.is_empty() || anchors.iter().any(|heading| heading == anchor), "{page}: {link}");
            seen += 1;
        }
        for name in text.split('`').skip(1).step_by(2) {
            let name = name.split(' ').next().unwrap();
            if ["scripts/", "src/", "tests/", "benches/", "testdata/"].iter().any(|folder| name.starts_with(folder)) {
                assert!(name.contains('*') || file(name).exists(), "{page}: {name}");
                seen += 1;
            }
        }
    }
    assert!(seen > 30, "{seen}");
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
