//! Proofs of openings: those that are kept in `testdata/proofs`, their manifests, and what `scripts/hex-proofs` writes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use itertools::Itertools;

use quadrille::budget::Budget;
use quadrille::player::Player;

use crate::bridge::position;
use crate::proof::{all_hold, solver, verified};
use crate::reference::Board;
use crate::support::{on_path, output};

/// A line of a manifest: opening, winner, entries, bytes and sum.
type Line = [String; 5];

fn read_manifest(folder: &Path) -> Vec<Line> {
    let manifest = fs::read_to_string(folder.join("manifest")).unwrap();
    manifest.lines().map(|line| line.split(' ').map(str::to_owned).collect_array().unwrap()).collect()
}

fn kept(size: usize) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("testdata/proofs/hex-{size}"))
}

/// The openings of a board in the order of the manifest: columns first.
fn openings(size: usize) -> Vec<String> {
    ('A'..='Z').take(size).cartesian_product(1..=size).map(|(column, row)| format!("{column}{row}")).collect()
}

/// Proofs of all openings of the smallest boards, as `scripts/hex-proofs` wrote them: they stay valid, whatever the
/// solver does now.
#[test]
fn proofs_that_were_written_before_are_valid() {
    for (size, wins) in [(2, 2), (3, 5), (4, 4), (5, 13)] {
        let (folder, solver, mut won) = (kept(size), solver(size), 0);
        let lines = read_manifest(&folder);
        let cells = Board::empty(size).cells().into_iter().sorted_by_key(|&(row, column)| (column, row));
        for (line, cell) in lines.iter().zip(cells) {
            let [opening, winner, entries, bytes, _sum] = line;
            let text = fs::read_to_string(folder.join(format!("{opening}.proof"))).unwrap();
            let board = Board::empty(size).with(&[cell], 'X');
            let verified = verified(&text).unwrap();
            assert_eq!((&verified.position, verified.to_move), (&position(&board), Player::O), "{line:?}");
            assert_eq!(Some(verified.winner), solver.winner(&position(&board), Player::O, &mut Budget::default()));
            let in_file = [verified.winner.to_string(), verified.entries.to_string(), text.len().to_string()];
            assert_eq!(
                [winner, entries, bytes].map(String::as_str),
                in_file.each_ref().map(String::as_str),
                "{line:?}"
            );
            all_hold(&text, 10).unwrap_or_else(|claim| panic!("{claim:?}\n{text}"));
            won += usize::from(winner == "X");
        }
        assert_eq!((lines.len(), won), (size * size, wins));
    }
}

/// Of two openings that a half-turn exchanges, the proofs have as many entries and bytes.
#[test]
fn manifest_of_8x8_is_the_swap_map() {
    let lines = read_manifest(&kept(8));
    assert!(lines.iter().map(|line| &line[0]).eq(&openings(8)));
    for (line, turned) in lines.iter().zip(lines.iter().rev()) {
        assert_eq!(line[1..4], turned[1..4], "{line:?}");
    }
    assert_eq!(lines.iter().filter(|line| line[1] == "X").count(), 32);
}

/// As the page of results says.
#[test]
fn openings_of_9x9_that_are_proved() {
    let winners = read_manifest(&kept(9)).iter().map(|line| line[..2].concat()).join(" ");
    assert_eq!(winners, "A4O A5O A6O A7O A8O E5X I2O I3O I4O I5O I6O");
}

/// Runs `scripts/hex-proofs 5 FOLDER --openings WORD`; `None` if there is no Python.
fn hex_proofs(folder: &Path, word: &str) -> Option<(bool, String)> {
    let mut command = Command::new("python3");
    command.env("PATH", on_path()).arg(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/hex-proofs"));
    command.arg("5").arg(folder).args(["--openings", word]);
    let output = output(&mut command, "proofs of all that a reply refutes")?;
    Some((output.status.success(), String::from_utf8(output.stderr).unwrap()))
}

/// O's reply C3 refutes A1 to A4 on 5x5 even if X has stones at all of them. So one search proves these openings, those
/// that a half-turn exchanges with them, and C3 as X's opening.
#[test]
fn a_reply_proves_all_that_it_refutes() {
    let around = tempfile::tempdir().unwrap();
    let folder = around.path().join("hex-5");
    let Some((is_done, messages)) = hex_proofs(&folder, "A1,A2,A3,A4-C3") else { return };
    assert!(is_done, "{messages}");
    let (found, all) = (read_manifest(&folder), read_manifest(&kept(5)));
    assert_eq!(found.iter().map(|line| &line[0]).join(" "), "A1 A2 A3 A4 C3 E2 E3 E4 E5");
    for [opening, winner, ..] in &found {
        assert!(all.iter().any(|line| line[..2] == [opening.clone(), winner.clone()]), "{opening} {winner}");
        let text = fs::read_to_string(folder.join(format!("{opening}.proof"))).unwrap();
        let verified = verified(&text).unwrap();
        assert_eq!((verified.to_move, verified.winner.to_string()), (Player::O, winner.clone()));
        all_hold(&text, 10).unwrap_or_else(|claim| panic!("{claim:?}\n{text}"));
    }
    let refused = hex_proofs(&folder, "B1-D2").unwrap();
    assert_eq!(refused, (false, "hex-proofs: B1-D2: O does not win\n".to_owned()));
}
