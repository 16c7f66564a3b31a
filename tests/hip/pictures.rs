//! Pictures of Hip, counted out.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use assert_cmd::cargo::cargo_bin_cmd;
use predicates::str::{contains, starts_with};

use crate::support::GUARD;

/// Answers a task and draws its picture.
fn drawn(folder: &Path, task: &str) -> (String, String) {
    let path = folder.join("picture.svg");
    let mut command = cargo_bin_cmd!("hip");
    let output = command.args(task.split(' ')).arg("--svg").arg(&path).timeout(GUARD).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{task}: {output:?}");
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1, "nothing is left but the picture");
    (String::from_utf8(output.stdout).unwrap(), fs::read_to_string(path).unwrap())
}

/// How many elements of the picture have this class, or begin with it.
fn count(picture: &roxmltree::Document<'_>, class: &str) -> usize {
    let of_class = |node: &roxmltree::Node<'_, '_>| {
        node.attribute("class").is_some_and(|name| name == class || name.starts_with(&format!("{class} ")))
    };
    picture.descendants().filter(of_class).count()
}

fn texts(picture: &roxmltree::Document<'_>) -> String {
    picture.descendants().filter(|node| node.is_text()).filter_map(|node| node.text()).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_tie_has_all_counters_and_an_outline_per_square() {
    let folder = tempfile::tempdir().unwrap();
    for (task, cells) in [("tie 1x1", 1), ("tie 6x6 --free", 36), ("tie 6x7", 42), ("tie 12x12 --nodes 0", 144)] {
        let (text, picture) = if task.contains("--nodes") {
            // The best board known is drawn.
            let path = folder.path().join("picture.svg");
            let mut command = cargo_bin_cmd!("hip");
            let output = command.args(task.split(' ')).arg("--svg").arg(&path).timeout(GUARD).output().unwrap();
            assert_eq!(output.status.code(), Some(3));
            (String::from_utf8(output.stdout).unwrap(), fs::read_to_string(path).unwrap())
        } else {
            drawn(folder.path(), task)
        };
        let picture = roxmltree::Document::parse(&picture).unwrap();
        let board =
            text.lines().filter(|line| line.split(' ').all(|cell| matches!(cell, "X" | "O"))).collect::<String>();
        assert_eq!(count(&picture, "x counter"), board.matches('X').count(), "{task}");
        assert_eq!(count(&picture, "o counter"), board.matches('O').count(), "{task}");
        assert_eq!(board.matches(['X', 'O']).count(), cells);
        let squares: Vec<&str> =
            text.lines().filter(|line| line.starts_with("X: ") || line.starts_with("O: ")).collect();
        assert_eq!(count(&picture, "square"), squares.len(), "{task}");
        assert_eq!(count(&picture, "square faint"), if squares.len() <= 24 { 0 } else { squares.len() });
        if squares.len() <= 24 {
            assert_eq!(count(&picture, "sample"), squares.len());
            for square in squares {
                assert!(texts(&picture).contains(square));
            }
        }
        assert!(texts(&picture).contains(if text.contains("Standing: proved") {
            "proved minimum"
        } else {
            "lower bound"
        }));
    }
}

#[test]
fn a_game_has_its_moves_numbered_and_the_best_ones_marked() {
    let folder = tempfile::tempdir().unwrap();
    let (text, picture) = drawn(folder.path(), "solve 3x3 --after B2,A1,C3 --moves");
    let picture = roxmltree::Document::parse(&picture).unwrap();
    assert_eq!((count(&picture, "x counter"), count(&picture, "o counter")), (2, 1));
    assert_eq!((count(&picture, "x move"), count(&picture, "o move")), (2, 1));
    let best = text.lines().find_map(|line| line.strip_prefix("Best moves: ")).unwrap();
    // One more is in the legend.
    assert_eq!(count(&picture, "best"), best.split(' ').count() + 1);
    assert!(texts(&picture).contains("best moves of player 2"));

    // One move can complete two squares; the first one is named.
    let (_, picture) = drawn(folder.path(), "solve 3x3 --after A1,C3,A2,A3,B2,C2,B1 --moves");
    let picture = roxmltree::Document::parse(&picture).unwrap();
    assert_eq!((count(&picture, "square"), count(&picture, "best")), (1, 0));
    assert!(texts(&picture).contains("completed square: A1 B1 B2 A2"));
    let (_, picture) = drawn(folder.path(), "solve 5x5 --after A1,A5,C1,B5,B2,C5,A3,A4,C3 --moves");
    let picture = roxmltree::Document::parse(&picture).unwrap();
    assert!(texts(&picture).contains("completed square: A1 C1 C3 A3"));
    let (_, picture) = drawn(folder.path(), "solve 5x5 --after B1,A5,A2,B5,B3,C5,D1,D4,C2 --moves");
    let picture = roxmltree::Document::parse(&picture).unwrap();
    assert!(texts(&picture).contains("completed square: B1 C2 B3 A2"), "{}", texts(&picture));
}

#[test]
fn a_sheet_has_every_board_of_the_list() {
    let folder = tempfile::tempdir().unwrap();
    for (task, boards, cells) in
        [("draws 6x6 --list", 5, 36), ("draws 6x6 --list-all", 56, 36), ("draws 7x7 --list", 0, 49)]
    {
        let (text, picture) = drawn(folder.path(), task);
        let picture = roxmltree::Document::parse(&picture).unwrap();
        assert_eq!(count(&picture, "frame"), boards);
        assert_eq!(count(&picture, "x counter") + count(&picture, "o counter"), boards * cells);
        assert_eq!(text.matches("\nDraw ").count(), boards);
        let captions: BTreeSet<&str> = picture
            .descendants()
            .filter(|node| node.attribute("class") == Some("label"))
            .filter_map(|n| n.text())
            .collect();
        assert_eq!(captions.len(), boards);
    }
    let (_, picture) = drawn(folder.path(), "draws 5x5 --list-all");
    let picture = roxmltree::Document::parse(&picture).unwrap();
    assert_eq!(count(&picture, "frame"), 1000);
    assert!(texts(&picture).contains("the first 1000 of 7120"));
}

#[test]
fn pictures_of_a_list_stand_beside_their_tasks() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = cargo_bin_cmd!("hip");
    command.current_dir(&folder);
    command
        .write_stdin("tie 3x3 --svg 'a tie.svg'\ntie 2x2\ndraws 2x2 --list --svg=draws.svg\nsolve 2x2 --svg no/b.svg");
    let expected = "hip: line 4, column 1: cannot write no/b.svg: ";
    let output = command.assert().code(1).stderr(starts_with(expected)).get_output().clone();
    assert_eq!(String::from_utf8(output.stdout).unwrap().matches("\n\n").count(), 2);
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["a tie.svg", "draws.svg"]);
}

#[test]
fn a_picture_that_cannot_be_written_is_refused_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("not/there.svg");
    // This task would take minutes.
    let mut command = cargo_bin_cmd!("hip");
    command.args(["tie", "9x9", "--svg"]).arg(path).timeout(GUARD);
    command.assert().code(2).stdout("").stderr(contains("cannot write"));
    // These have no board to show.
    for task in [&["squares", "3x3"][..], &["draws", "3x3"], &["model", "3x3"]] {
        let path = folder.path().join("picture.svg");
        cargo_bin_cmd!("hip").args(task).arg("--svg").arg(&path).assert().code(2).stdout("");
        assert!(!path.exists());
    }
}

/// A link is written through: as root, a picture to `/dev/stdout` must not replace that by a file.
#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("file.svg"), folder.path().join("link.svg"));
    std::fs::write(&file, "old").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    assert_cmd::cargo::cargo_bin_cmd!("hip").args(["tie", "2x2", "--svg"]).arg(&link).assert().success();
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(std::fs::read_to_string(&file).unwrap().ends_with("</svg>\n"));
}
