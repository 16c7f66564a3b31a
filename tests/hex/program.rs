//! The program on every file of `testdata`: the samples byte for byte, all else against the reference, and broken
//! inputs; its options.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use predicates::prelude::*;
use predicates::str::is_match;
use quadrille::hex::{DataSets, Strictness};

use crate::bridge::board;
use crate::reference::{self, Board};
use crate::support::{Ended, HEX, rounds, without_common_options};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

pub(crate) fn testdata(name: &str) -> String {
    fs::read_to_string(folder("testdata").join(name)).unwrap()
}

fn texts(name: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(name)).unwrap().map(|entry| entry.unwrap().path());
    let mut texts: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|e| e == "txt")).collect();
    texts.sort();
    assert!(texts.len() > 8, "the test data is missing");
    texts
}

#[test]
fn samples_come_out_byte_for_byte() {
    for number in 1..=3 {
        let [input, expected] = ["txt", "out"].map(|end| testdata(&format!("sample{number}.{end}")));
        assert_eq!(HEX.answer("", input), expected);
        insta::assert_snapshot!(format!("sample{number}"), expected);
    }
}

#[test]
fn answers_match_reference() {
    let mut present = BTreeSet::new();
    for path in texts("testdata") {
        let input = fs::read_to_string(&path).unwrap();
        let output = HEX.answer("", &*input);
        let expected = reference::output(&reference::read(input.trim_start_matches('\u{feff}')));
        assert!(output == expected, "{}:\n{output}\nexpected:\n{expected}", path.display());
        present.insert(path.file_name().unwrap().to_string_lossy().into_owned());
    }
    // Others than those in the table are the user's own.
    let sources = testdata("SOURCES.md");
    let rows = sources.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let listed: BTreeSet<String> =
        rows.map(|(name, _)| name.to_owned()).filter(|name| name.ends_with(".txt")).collect();
    assert!(listed.len() > 8 && listed.is_subset(&present), "{listed:?}");
}

/// What is printed of an input before its fault: the answers to all data sets before it, whole.
fn answered_before_the_fault(input: &[u8]) -> String {
    let Ok(sets) = DataSets::open(input, Strictness::Lenient) else { return String::new() };
    let heading = format!("Analyzing {} data set(s)\n", sets.announced());
    let boards: Vec<_> = sets.map_while(Result::ok).map(|position| board(&position)).collect();
    let answers = reference::output(&boards);
    heading + answers.split_once('\n').unwrap().1
}

#[test]
fn broken_inputs_get_a_placed_error() {
    let placed = is_match(r"^line \d+, column \d+: [ -~…]+\n$").unwrap();
    let mut table = String::new();
    for path in texts("testdata/invalid") {
        let name = path.file_stem().unwrap().to_string_lossy();
        let input = fs::read(&path).unwrap();
        let expected = answered_before_the_fault(&input);
        let ended = HEX.run("", input);
        let message = ended.stderr.strip_prefix("hex: ").unwrap();
        assert!(ended.status == Some(1) && ended.stdout == expected && placed.eval(message), "{name}: {ended:?}");
        table += &format!("{name}: {message}");
    }
    insta::assert_snapshot!("broken_inputs", table);
}

/// The prose of the statement counts six and two, then two times two ways, and "three" where there are five.
#[test]
fn lists_of_the_first_sample_are_complete() {
    let list = HEX.answer("--list", testdata("sample1.txt"));
    let mut best_cases = list.split("\n\n").filter(|part| part.starts_with("Number of moves: "));
    let mut counts = Vec::new();
    for board in reference::read(&testdata("sample1.txt")) {
        for player in ['X', 'O'] {
            let all = board.all(player);
            let lines: String = all.iter().map(|cells| format!("\n{}", reference::names(cells))).collect();
            let (moves, ways) = (all[0].len(), all.len());
            let expected = format!("Number of moves: {moves}\nNumber of ways: {ways}{lines}");
            let shown = best_cases.next().unwrap().split("\nData set").next().unwrap();
            assert_eq!(shown.trim_end(), expected);
            counts.push(ways);
        }
    }
    assert_eq!(counts, [6, 2, 4, 5]);
    // Without the lines about ways it is the answer without options.
    let ways = HEX.answer("--ways", testdata("sample1.txt"));
    let without: String = ways.lines().filter(|line| !line.contains("ways")).map(|line| format!("{line}\n")).collect();
    assert_eq!(without, testdata("sample1.out"));
}

#[test]
fn shortened_list_ends_with_the_number_left_out() {
    let text = HEX.answer("--list=2", "1\n5\n2 2\nC2 A3\nC5 C3\n");
    assert!(
        text.contains("\nNumber of moves: 3\nNumber of ways: 6\nD1-E1-B2\nD1-E1-B3\n… and 4 more\n\nBest case for O")
    );
    assert!(text.ends_with("\nNumber of moves: 3\nNumber of ways: 2\nD1-D2-C4\nE1-D2-C4\n"));
    assert!(HEX.answer("--list=0", "1\n2\n0 0\n").ends_with("Number of ways: 3\n… and 3 more\n"));
}

/// Small boards side by side, long lists and boards that are too large to be held among them; and a fault after them.
#[test]
fn number_of_threads_does_not_show() {
    let boards: Vec<Board> =
        (0..300).map(|seed| Board::random(if seed == 150 { 520 } else { 9 }, 0.4, 0.5, seed)).collect();
    let input = reference::input(&boards);
    for extra in ["", "--ways --json", "--list=5", "--list=200"] {
        let with = |threads| HEX.answer(&format!("{extra} --threads {threads}"), &*input);
        let one = with(1);
        assert!(one == with(3), "{extra}");
    }
    for extra in ["", "--ways"] {
        let broken = HEX.run(&format!("{extra} --threads 2"), input.replacen("300", "301", 1));
        assert!(broken.stderr.contains("expected the size of data set 301, found the end of the input"));
        assert_eq!((broken.status, broken.stdout.matches("Board Position:").count()), (Some(1), 300));
    }
}

#[test]
fn files_are_answered_one_after_the_other() {
    let [input, one, other] = ["sample1.txt", "sample1.out", "sample3.out"].map(testdata);
    let off_board = "line 4, column 7: cell F1 is off a board of size 5\n";
    let broken = format!("hex: testdata/invalid/off-board-column.txt: {off_board}");
    for (arguments, status, stdout, stderr) in [
        ("testdata/sample3.txt testdata/sample1.txt", 0, format!("{other}{one}"), ""),
        ("-", 0, one.clone(), ""),
        ("testdata/sample1.txt - testdata/sample3.txt", 0, format!("{one}{one}{other}"), ""),
        ("- gone", 1, one.clone(), "hex: cannot read gone: No such file or directory (os error 2)\n"),
        ("- testdata/invalid/off-board-column.txt -", 1, format!("{one}Analyzing 1 data set(s)\n"), &broken),
    ] {
        let expected = Ended { status: Some(status), stdout, stderr: stderr.to_owned() };
        assert_eq!(HEX.run(arguments, &*input), expected, "{arguments}");
    }
    let from_stdin = HEX.run("- -", testdata("invalid/off-board-column.txt"));
    assert_eq!(from_stdin.stderr, format!("hex: stdin: {off_board}"));
}

#[test]
fn memory_does_not_grow_with_the_number_of_data_sets() {
    let peak = |data_sets: usize| {
        let set = Board::random(21, 0.3, 0.5, 2).input();
        let ended = HEX.run("--stats", format!("{data_sets}\n{}", set.repeat(data_sets)));
        assert_eq!((ended.status, ended.stdout.lines().count()), (Some(0), data_sets * 74));
        ended.peak_mib()
    };
    if let (Some(few), Some(many)) = (peak(400), peak(8000)) {
        assert!(many < few + 12.0, "{few} MiB for 400 data sets, {many} MiB for 8000");
    }
}

#[test]
fn large_boards_take_memory_in_proportion_and_the_right_number_of_moves() {
    for (size, most_mib) in [(64, 64.0), (65, 64.0), (200, 64.0), (1000, 160.0)] {
        if size == 1000 && rounds(0, 1) == 0 {
            continue;
        }
        let board = Board::random(size, 0.45, 0.5, size as u64);
        let ended = HEX.run("--stats --ways", reference::input(std::slice::from_ref(&board)));
        assert!(ended.status == Some(0) && ended.peak_mib().is_none_or(|mib| mib < most_mib), "size {size}");
        let stdout = ended.stdout;
        let numbers: Vec<&str> = stdout.lines().filter_map(|line| line.strip_prefix("Number of moves: ")).collect();
        assert_eq!(numbers, ['X', 'O'].map(|player| board.number(player).unwrap().to_string()), "size {size}");
        // The boards that are shown are won, with exactly the missing stones added.
        let shown: Vec<Board> = stdout.split("\n\n").filter_map(shown_board).collect();
        assert!(shown.len() == 3 && shown[0] == board);
        for (player, shown) in ['X', 'O'].into_iter().zip(&shown[1..]) {
            let added = shown.of(player).len() - board.of(player).len();
            assert_eq!((shown.number(player), Some(added)), (Some(0), board.number(player)));
            assert_eq!(shown.of('-').len() + added, board.of('-').len());
        }
    }
}

fn shown_board(text: &str) -> Option<Board> {
    let rows = text.lines().skip_while(|line| !line.starts_with(['-', 'X', 'O']) || line.contains(':'));
    let rows: Vec<Vec<char>> = rows.map(|row| row.chars().filter(|c| *c != ' ').collect()).collect();
    (!rows.is_empty()).then_some(Board(rows))
}

/// A long way through a large board, and chains as long as that: nothing may cost the square of a length. The size is
/// one less than a multiple of four, because the number of ways depends on where the last gap is.
#[test]
fn winding_paths_on_a_large_board_are_solved_in_time() {
    let size = rounds(331, 999);
    let mut board = Board::empty(size);
    for row in (1..size).step_by(2) {
        let gap = if row % 4 == 1 { size - 1 } else { 0 };
        for column in (0..size).filter(|&column| column != gap) {
            board.0[row][column] = 'X';
        }
    }
    let number = board.number('O').unwrap();
    assert!(number > size * size / 2 - 2 * size);
    let expected = format!("\nNumber of moves: {number}\nNumber of ways: 2\n");
    assert!(HEX.answer("--ways", reference::input(&[board])).contains(&expected));
}

/// With the widest number before the last one.
#[test]
fn distances_are_aligned() {
    let input = "1\n12\n11 0\nA12 B12 C12 D12 E12 F12 G12 H12 I12 J12 K12\n\n";
    insta::assert_snapshot!("distances", HEX.answer("--distances", input));
}

#[test]
fn help_is_pinned() {
    insta::assert_snapshot!("help", without_common_options(&HEX.answer("--help", "")));
}
