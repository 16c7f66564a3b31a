//! The options of the program, and how it behaves as a process.

use crate::reference;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::reference::Board;
use assert_cmd::cargo::{cargo_bin, cargo_bin_cmd};
use predicates::str::{contains, is_empty, is_match, starts_with};

use crate::support::{HEX, interrupt, wait, without_common_options};

/// A time limit for each run: longer than any takes, even on a machine that is busy with other things.
const GUARD: Duration = Duration::from_secs(60);

fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(name)
}

fn lines<'a>(text: &'a str, start: &str) -> Vec<&'a str> {
    text.lines().filter_map(|line| line.strip_prefix(start)).collect()
}

fn stdout(arguments: &[&str], input: &str) -> String {
    let output = cargo_bin_cmd!("hex").args(arguments).write_stdin(input).timeout(GUARD).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn ways_of_the_statement() {
    let sample = fs::read_to_string(testdata("sample1.txt")).unwrap();
    let text = stdout(&["--ways"], &sample);
    assert_eq!(lines(&text, "Number of ways: "), ["6", "2", "4", "5"]);
    // Directly under the number of moves, and nothing else is different.
    let without: String = text.lines().filter(|line| !line.contains("ways")).map(|line| format!("{line}\n")).collect();
    assert_eq!(without, fs::read_to_string(testdata("sample1.out")).unwrap());
    assert_eq!(text.matches("\nNumber of moves: 3\nNumber of ways: 6\n\nBest case for O:\n").count(), 1);
}

#[test]
fn a_shortened_list_ends_with_the_number_left_out() {
    let text = stdout(&["--list=2"], "1\n5\n2 2\nC2 A3\nC5 C3\n");
    assert!(
        text.contains("\nNumber of moves: 3\nNumber of ways: 6\nD1-E1-B2\nD1-E1-B3\n… and 4 more\n\nBest case for O")
    );
    assert!(text.ends_with("\nNumber of moves: 3\nNumber of ways: 2\nD1-D2-C4\nE1-D2-C4\n"));
    assert!(stdout(&["--list=0"], "1\n2\n0 0\n").ends_with("Number of ways: 3\n… and 3 more\n"));
}

#[test]
fn a_list_too_long_to_hold_is_written_as_it_is_made() {
    // An empty board of size 30 has more best cases than any machine holds; a reader of ten of them gets them at once.
    let mut child = spawn(&["--list"]);
    child.stdin.take().unwrap().write_all(b"1\n30\n0 0\n").unwrap();
    let mut from = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert_eq!(from.find(|line| line.starts_with("A1-B1-")).unwrap().matches('-').count(), 29);
    assert!(from.nth(1000).unwrap().contains('-'));
    drop(from);
    assert_eq!(wait(child), (Some(0), String::new()));
}

#[test]
fn strict_rejects_input_that_the_statement_rules_out() {
    for input in ["sample1.txt", "sample2.txt", "sample3.txt", "test-largest.txt", "test-full-boards.txt"] {
        let text = fs::read_to_string(testdata(input)).unwrap();
        assert_eq!(stdout(&["--strict"], &text), stdout(&[], &text));
        assert_eq!(stdout(&["--strict"], &text.replace('\n', "\r\n")), stdout(&[], &text));
    }
    let many = format!("101\n{}", "1\n0 0\n\n\n".repeat(101));
    for (input, error) in [
        ("0\n", "line 1, column 1: expected 1 to 100 data sets, as the contest statement says, found 0"),
        (&many, "line 1, column 1: expected 1 to 100 data sets, as the contest statement says, found 101"),
        ("1\n22\n0 0\n\n\n", "line 2, column 1: expected a size from 1 to 21, as the contest statement says, found 22"),
        ("1\n5\n2  2\nC2 A3\nC5 C3\n", "line 3, column 2: expected one blank"),
        ("1\n5\n2 2\nC2\tA3\nC5 C3\n", "line 4, column 3: expected one blank"),
        ("1\n5\n2 2\nC2  A3\nC5 C3\n", "line 4, column 3: expected one blank"),
        ("1\n5\n2 2\nC2 A3 \nC5 C3\n", "line 4, column 6: expected one blank"),
        ("1\n5\n2 2\nC2 A3\n C5 C3\n", "line 5, column 1: expected one blank"),
        ("1 \n5\n2 2\nC2 A3\nC5 C3\n", "line 1, column 2: expected one blank"),
        ("1\n5\n2 2\nC2\rA3\nC5 C3\n", "line 4, column 3: expected one blank"),
        ("1\n5\n2 2\nC2 A3\nC5 C3\n\n \n", "line 7, column 1: expected one blank"),
    ] {
        let stderr = starts_with(format!("hex: {error}"));
        cargo_bin_cmd!("hex").arg("--strict").write_stdin(input).assert().code(1).stderr(stderr);
        cargo_bin_cmd!("hex").write_stdin(input).assert().code(0);
    }
}

#[test]
fn json_and_text_give_the_same_answers() {
    for name in ["sample1.txt", "sample3.txt", "test-chains.txt"] {
        let text = fs::read_to_string(testdata(name)).unwrap();
        let json = stdout(&["--json", "--list=3"], &text);
        let plain = stdout(&["--ways"], &text);
        let boards = reference::read(&text);
        assert_eq!(json.lines().count(), boards.len());
        let (mut moves, mut ways) = (Vec::new(), Vec::new());
        for ((i, line), board) in json.lines().enumerate().zip(&boards) {
            let answer: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(answer["schema"], "quadrille/hex/1");
            assert!(answer["file"].is_null());
            assert_eq!(answer["data_set"], i + 1);
            assert_eq!(answer["size"], board.size());
            let rows: Vec<String> = board.0.iter().map(|row| row.iter().collect()).collect();
            assert_eq!(answer["board"], serde_json::json!(rows));
            let winner = board.winner().map(String::from);
            assert_eq!(answer["winner"], serde_json::json!(winner));
            for (name, player) in [("x", 'X'), ("o", 'O')] {
                let best = &answer[name];
                assert_eq!(best.is_null(), winner.is_some());
                if best.is_object() {
                    let first: Vec<String> = board.first(player).into_iter().map(reference::name).collect();
                    assert_eq!(best["cells"], serde_json::json!(first));
                    assert_eq!(best["list"][0], first.join("-"));
                    moves.push(best["moves"].to_string());
                    ways.push(best["ways"].as_str().unwrap().to_owned());
                    let listed = best["list"].as_array().unwrap().len();
                    let more: usize = best["more"].as_str().unwrap().parse().unwrap();
                    assert_eq!((listed + more).to_string(), ways[ways.len() - 1]);
                }
            }
        }
        assert_eq!(moves, lines(&plain, "Number of moves: "));
        assert_eq!(ways, lines(&plain, "Number of ways: "));
    }
}

#[test]
fn pictures_show_every_stone_and_both_best_cases() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("not/there/yet");
    let (one, other) = (testdata("sample1.txt"), testdata("sample3.txt"));
    cargo_bin_cmd!("hex").arg("--svg").arg(&folder).arg(&one).assert().success();
    cargo_bin_cmd!("hex").arg("--svg").arg(&folder).args([&one, &other]).assert().success();
    let mut names: Vec<String> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let expected = ["data-set-1", "data-set-2", "sample1-data-set-1", "sample1-data-set-2"];
    let expected = [&expected[..], &["sample3-data-set-1", "sample3-data-set-2", "sample3-data-set-3"]].concat();
    assert_eq!(names, expected.iter().map(|name| format!("{name}.svg")).collect::<Vec<_>>());
    for (stem, path) in [("sample1", &one), ("sample3", &other)] {
        for (i, board) in reference::read(&fs::read_to_string(path).unwrap()).iter().enumerate() {
            let picture = fs::read_to_string(folder.join(format!("{stem}-data-set-{}.svg", i + 1))).unwrap();
            let picture = roxmltree::Document::parse(&picture).unwrap();
            let count =
                |class: &str| picture.descendants().filter(|node| node.attribute("class") == Some(class)).count();
            for (class, player) in [("x", 'X'), ("o", 'O')] {
                assert_eq!(count(&format!("{class} stone")), board.of(player).len());
                assert_eq!(count(&format!("{class} side")), 2);
                // The marks of the best case and one in the legend.
                let marks = if board.winner().is_some() { 0 } else { board.number(player).unwrap() + 1 };
                assert_eq!(count(&format!("{class} mark")), marks);
            }
            assert_eq!(count("label"), 2 * board.size());
            let text = picture.root_element().descendants().filter_map(|node| node.text()).collect::<String>();
            assert_eq!(text.contains("has won!"), board.winner().is_some());
        }
    }
}

#[test]
fn two_files_of_one_name_do_not_overwrite_each_others_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let sample = testdata("sample1.txt");
    let mut command = cargo_bin_cmd!("hex");
    command.arg("--svg").arg(folder.path()).args([&sample, &sample]);
    command.assert().code(2).stdout(is_empty()).stderr(contains("sample1-data-set-N.svg"));
}

#[test]
fn the_number_of_threads_does_not_show() {
    let one = fs::read_to_string(testdata("test-largest.txt")).unwrap();
    let sets: String = one.split_once('\n').unwrap().1.repeat(5);
    let input = format!("500\n{sets}");
    for extra in [&[][..], &["--ways"], &["--json"]] {
        let with = |threads: &str| stdout(&[extra, &["--threads", threads]].concat(), &input);
        let one = with("1");
        assert!(one == with("2") && one == with("7"), "{extra:?}");
    }
    // Nor does it when the input has a fault: all answers before it are there, whole.
    let broken = input.replacen("500", "501", 1);
    for threads in ["1", "2", "7"] {
        let mut command = cargo_bin_cmd!("hex");
        command.args(["--threads", threads]).write_stdin(&*broken);
        let stderr = contains("expected the size of data set 501, found the end of the input");
        let output = command.assert().code(1).stderr(stderr).get_output().stdout.clone();
        assert_eq!(String::from_utf8(output).unwrap().matches("Board Position:").count(), 500);
    }
}

#[test]
fn files_are_answered_one_after_the_other() {
    let files = [testdata("sample3.txt"), testdata("sample1.txt")];
    let expected = ["sample3.out", "sample1.out"].map(|name| fs::read_to_string(testdata(name)).unwrap()).concat();
    cargo_bin_cmd!("hex").args(&files).assert().success().stdout(expected);
    let sample = fs::read_to_string(testdata("sample1.out")).unwrap();
    let input = fs::read(testdata("sample1.txt")).unwrap();
    cargo_bin_cmd!("hex").arg("-").write_stdin(input).assert().success().stdout(sample.clone());

    let missing = testdata("not-there.txt");
    let error = is_match(r"^hex: .*not-there\.txt: .+\n$").unwrap();
    cargo_bin_cmd!("hex").args([&files[1], &missing]).assert().code(1).stdout(sample.clone()).stderr(error);
    let broken = testdata("invalid/off-board-column.txt");
    let error =
        is_match(r"^hex: .*off-board-column\.txt: line 4, column 7: cell F1 is off a board of size 5\n$").unwrap();
    let stdin = fs::read(&broken).unwrap();
    let named = is_match(r"^hex: stdin: line 4, column 7: cell F1 is off a board of size 5\n$").unwrap();
    cargo_bin_cmd!("hex").args(["-", "-"]).write_stdin(stdin).assert().code(1).stderr(named);
    let both = format!("{sample}Analyzing 1 data set(s)\n");
    cargo_bin_cmd!("hex").args([&files[1], &broken, &files[0]]).assert().code(1).stdout(both).stderr(error);
}

#[test]
fn help_is_pinned() {
    insta::assert_snapshot!("help", without_common_options(&stdout(&["--help"], "")));
}

#[test]
fn progress_goes_to_stderr() {
    let mut child = spawn(&["--progress"]);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"2\n1\n0 0\n\n\n").unwrap();
    // Progress is shown every half a second.
    thread::sleep(Duration::from_millis(600));
    stdin.write_all(b"1\n0 0\n\n\n").unwrap();
    drop(stdin);
    assert_eq!(BufReader::new(child.stdout.take().unwrap()).lines().count(), 28);
    let (status, stderr) = wait(child);
    assert_eq!(status, Some(0));
    assert!(stderr.ends_with("hex: 2 of 2 data sets read\n"), "{stderr}");
}

fn spawn(arguments: &[&str]) -> Child {
    HEX.spawn(&arguments.join(" "))
}

/// The lines of a child's answers, as they come.
fn lines_of(child: &mut Child) -> mpsc::Receiver<String> {
    let (send, receive) = mpsc::channel();
    let from = BufReader::new(child.stdout.take().unwrap());
    thread::spawn(move || from.lines().map_while(Result::ok).try_for_each(|line| send.send(line)));
    receive
}

#[test]
fn answers_come_before_the_input_ends() {
    for threads in ["1", "2"] {
        let mut child = spawn(&["--threads", threads]);
        let mut stdin = child.stdin.take().unwrap();
        let answers = lines_of(&mut child);
        stdin.write_all(b"3\n").unwrap();
        assert_eq!(answers.recv_timeout(GUARD).unwrap(), "Analyzing 3 data set(s)");
        for _ in 1..=3 {
            stdin.write_all(b"2\n1 0\nA1\n\n").unwrap();
            let mut last = String::new();
            for _ in 0..2 {
                while !last.starts_with("Number of moves") {
                    last = answers.recv_timeout(GUARD).unwrap();
                }
                last.clear();
            }
        }
        drop(stdin);
        assert_eq!(wait(child), (Some(0), String::new()));
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    for threads in ["1", "2"] {
        let mut child = spawn(&["--threads", threads]);
        let mut stdin = child.stdin.take().unwrap();
        let feeding = thread::spawn(move || {
            let set = Board::random(21, 0.3, 0.5, 1).input();
            // Until the program has ended, and no longer reads.
            stdin
                .write_all(b"1000000\n")
                .and_then(|()| (0..1_000_000).try_for_each(|_| stdin.write_all(set.as_bytes())))
        });
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        assert_eq!(first, "Analyzing 1000000 data set(s)\n");
        assert_eq!(wait(child), (Some(0), String::new()));
        assert!(feeding.join().unwrap().is_err());
    }
}

#[test]
fn memory_does_not_grow_with_the_number_of_data_sets() {
    let peak = |data_sets: usize| -> Option<f64> {
        let set = Board::random(21, 0.3, 0.5, 2).input();
        let input = format!("{data_sets}\n{}", set.repeat(data_sets));
        let output = cargo_bin_cmd!("hex").arg("--stats").write_stdin(input).timeout(GUARD).output().unwrap();
        assert_eq!(output.stdout.iter().filter(|&&byte| byte == b'\n').count(), data_sets * 74);
        let stderr = String::from_utf8(output.stderr).unwrap();
        stderr.strip_suffix(" MiB\n")?.rsplit(' ').next()?.parse().ok()
    };
    if let (Some(few), Some(many)) = (peak(400), peak(20_000)) {
        assert!(many < few + 16.0, "{few} MiB for 400 data sets, {many} MiB for 20,000");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_whole_answers_and_status_3() {
    let said = "hex: interrupted after 1 data set(s)\n";
    for (arguments, expected) in
        [(&["--threads", "1"][..], said), (&["--threads", "2"], said), (&["--threads", "2", "--quiet"], "")]
    {
        let mut child = spawn(arguments);
        let mut stdin = child.stdin.take().unwrap();
        let answers = lines_of(&mut child);
        stdin.write_all(b"2\n2\n1 1\nA1\nB2\n").unwrap();
        let mut numbers = 0;
        while numbers < 2 {
            let line = answers.recv_timeout(GUARD).unwrap();
            numbers += usize::from(line.starts_with("Number of moves"));
        }
        interrupt(&child);
        assert_eq!(wait(child), (Some(3), expected.to_owned()));
        drop(stdin);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_run_whose_output_is_not_read_or_takes_long() {
    // The list is longer than a pipe holds, and the pipe is not read; the largest board takes seconds to count.
    for (arguments, input) in [(&["--list"][..], "1\n60\n0 0\n\n\n"), (&["--ways", "--stats"], "1\n4096\n0 0\n\n\n")] {
        let mut child = spawn(arguments);
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(input.as_bytes()).unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut String::new()).unwrap();
        thread::sleep(Duration::from_millis(200));
        interrupt(&child);
        let (status, stderr) = wait(child);
        assert_eq!(status, Some(3));
        assert!(stderr.starts_with("hex: interrupted"), "{stderr}");
        drop(stdout);
        assert_eq!(stderr.contains(" positions, "), arguments.contains(&"--stats"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_stderr_that_cannot_be_written_changes_nothing() {
    for (arguments, input, status) in [(&["--stats"][..], "sample1.txt", 0), (&[], "invalid/off-board-row.txt", 1)] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let input = fs::File::open(testdata(input)).unwrap();
        let mut command = Command::new(cargo_bin!("hex"));
        let status_seen = command.args(arguments).stdin(input).stdout(Stdio::null()).stderr(full).status().unwrap();
        assert_eq!(status_seen.code(), Some(status));
    }
}
