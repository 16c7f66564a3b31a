//! Running programs: the right verdict for each way to fail, and nothing left of any of them.

#![cfg(unix)]
#![allow(clippy::pedantic, clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod built;

use std::fs;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin_cmd;
use predicates::prelude::*;
use serde_json::Value;

static MISBEHAVE: LazyLock<PathBuf> = LazyLock::new(|| built::program("misbehave"));
static PLAIN: LazyLock<PathBuf> = LazyLock::new(|| built::program("plain"));

const HEX: &str = env!("CARGO_BIN_EXE_hex");

fn judge(task: &str) -> assert_cmd::Command {
    let mut command = cargo_bin_cmd!("hex-judge");
    command.arg(task).current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// The results of a run, from its JSON.
fn results(command: &mut assert_cmd::Command) -> (Option<i32>, Vec<Value>) {
    let run = command.output().unwrap();
    let lines = String::from_utf8(run.stdout).unwrap();
    (run.status.code(), lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// Judges the misbehaving program on one sample, under small limits.
fn misbehaving(arguments: &[&str]) -> (String, String) {
    misbehaving_for("1", arguments)
}

fn misbehaving_for(seconds: &str, arguments: &[&str]) -> (String, String) {
    let mut command = judge("run");
    command.args(["--json", "--tests", "testdata/sample1.txt"]);
    command.args(["--time-limit", seconds, "--memory-limit", "100M", "--output-limit", "100K"]);
    let (status, results) = results(command.arg("--").arg(&*MISBEHAVE).args(arguments));
    assert_eq!((status, results.len()), (Some(1), 1));
    let word = |key: &str| results[0][key].as_str().unwrap().to_owned();
    (word("verdict"), word("reason"))
}

/// How many processes have this mark among their arguments.
fn left(mark: &str) -> usize {
    let Ok(processes) = fs::read_dir("/proc") else { return 0 };
    let arguments = processes.filter_map(|process| fs::read(process.ok()?.path().join("cmdline")).ok());
    arguments.filter(|arguments| arguments.split(|&byte| byte == 0).any(|word| word == mark.as_bytes())).count()
}

#[test]
fn all_test_data_is_accepted_and_a_wrong_adjacency_is_not() {
    let (status, right) = results(judge("run").args(["--json", "--tests", "testdata/*.txt", "--", HEX]));
    assert_eq!(status, Some(0));
    assert!(right.len() >= 12);
    for result in &right {
        assert_eq!((result["verdict"].as_str(), result["reason"].as_str()), (Some("AC"), Some("")), "{result}");
        assert_eq!(result["schema"], "quadrille/hex-judge-run/1");
        assert!(result["peak_bytes"].as_u64().unwrap() > 1 << 16, "{result}");
        assert!(result["wall_s"].as_f64().unwrap() > 0.0 && result["cpu_s"].as_f64().unwrap() < 60.0, "{result}");
    }
    let (status, plain) = results(judge("run").args(["--json", "--tests", "testdata", "--"]).arg(&*PLAIN));
    assert_eq!((status, plain.len()), (Some(0), right.len()));
    let (status, square) = results(judge("run").args(["--json", "--"]).arg(&*PLAIN).arg("square"));
    assert_eq!(status, Some(1));
    let reason = "output line 15: the board for X adds 4 to the given stones, where the fewest are 3";
    assert_eq!(square[0]["reason"], reason);
    let wrong = square.iter().filter(|result| result["verdict"] == "WA").count();
    assert!(wrong >= 10, "{wrong} of {}", square.len());
}

#[test]
fn each_way_to_fail_has_its_verdict() {
    let is = |verdict: &str, reason: &str| (verdict.to_owned(), reason.to_owned());
    let nothing = "output line 1: expected 'Analyzing 2 data set(s)', found the end of the output";
    assert_eq!(misbehaving(&["silent"]), is("WA", nothing));
    assert_eq!(misbehaving(&["close-stdout"]), is("WA", nothing));
    assert_eq!(misbehaving(&["sleep"]), is("TLE", "more than 3 s on the clock"));
    // On a busy machine the clock may be first.
    assert_eq!(misbehaving(&["spin"]).0, "TLE");
    assert_eq!(misbehaving(&["abort"]), is("RTE", "signal 6 (SIGABRT)"));
    assert_eq!(misbehaving(&["exit"]), is("RTE", "exit status 3: no idea what \u{fffd}[31mto do"));
    assert_eq!(misbehaving_for("10", &["hog"]), is("MLE", "more than 100.0 MiB of memory"));
    assert_eq!(misbehaving(&["endless"]), is("OLE", "more than 0.1 MiB of output"));
    assert_eq!(misbehaving(&["endless-errors"]), is("OLE", "more than 0.1 MiB of output"));
}

#[test]
fn a_shell_that_ignores_signals_is_ended() {
    let script = "trap '' TERM INT HUP XCPU XFSZ; while :; do :; done";
    let started = Instant::now();
    let (status, results) = results(judge("run").args([
        "--json",
        "--time-limit",
        "0.3",
        "--tests",
        "testdata/sample1.txt",
        "--",
        "sh",
        "-c",
        script,
    ]));
    assert_eq!((status, &results[0]["verdict"]), (Some(1), &"TLE".into()));
    assert!(started.elapsed() < Duration::from_secs(60));
}

/// Linux tells who is left, and lets none escape.
#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_of_a_program() {
    assert_eq!(misbehaving(&["leave", "left-by-leave"]).0, "WA");
    assert_eq!(misbehaving(&["family", "left-by-family"]).0, "TLE");
    assert_eq!(misbehaving(&["spinning-family", "left-by-spinning"]).0, "TLE");
    // Two children have more together than each of them may.
    assert_eq!(misbehaving_for("30", &["hoarding-family", "left-by-hoarding"]).0, "MLE");
    assert_eq!(misbehaving(&["chains", "left-by-chains"]).0, "TLE");
    assert_eq!(misbehaving_for("30", &["bomb", "left-by-bomb", "9"]).1, "more than 256 processes at a time");
    for what in ["leave", "family", "spinning", "hoarding", "chains", "bomb"] {
        assert_eq!(left(&format!("left-by-{what}")), 0, "{what}");
    }
}

/// Judges a shell script on two samples.
fn script(script: &str) -> (Option<i32>, Vec<Value>) {
    let mut command = judge("run");
    command.args([
        "--json",
        "--jobs",
        "1",
        "--time-limit",
        "5",
        "--tests",
        "testdata/sample1.txt",
        "testdata/sample2.txt",
    ]);
    results(command.args(["--", "sh", "-c", script]))
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_without_a_name_is_told_by_its_number() {
    let (status, results) = script("kill -40 $$");
    assert_eq!(status, Some(1));
    assert!(results.iter().all(|result| result["verdict"] == "RTE" && result["reason"] == "signal 40"), "{results:?}");
}

/// Whoever ends the supervisor has no verdict, but is ended too, and the other tests are judged.
#[cfg(target_os = "linux")]
#[test]
fn a_program_that_ends_its_supervisor_is_ended() {
    let (status, results) = script("kill -9 $PPID; exec sleep 600.0713");
    assert_eq!((status, results.len()), (Some(2), 2));
    let reason = "the supervisor of the program ended with signal: 9 (SIGKILL)";
    assert!(results.iter().all(|result| result["verdict"] == "JE" && result["reason"] == reason), "{results:?}");
    assert_eq!(left("600.0713"), 0);
}

#[test]
fn a_program_may_open_its_output_again() {
    let script = format!("'{HEX}' > /dev/stdout; echo > /dev/stdout");
    let (status, _) =
        results(judge("run").args(["--json", "--tests", "testdata/sample1.txt", "--", "sh", "-c", &script]));
    assert_eq!(status, Some(0));
}

/// Starts a judge whose program has children that rest for long.
fn judge_family(mark: &str, scratch: &Path) -> Child {
    let child = Command::new(env!("CARGO_BIN_EXE_hex-judge"))
        .args(["run", "--time-limit", "100", "--tests", "testdata/sample1.txt", "--"])
        .arg(&*MISBEHAVE)
        .args(["family", mark])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("TMPDIR", scratch)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program, its children, and the judge itself.
    wait_until(|| left(mark) >= 5);
    child
}

fn wait_until(condition: impl Fn() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < Duration::from_secs(60), "it has not come to that");
        sleep(Duration::from_millis(10));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_when_the_judge_itself_is_ended() {
    let scratch = tempfile::tempdir().unwrap();
    let files = || fs::read_dir(scratch.path()).unwrap().count();
    let mut judge = judge_family("left-by-killed", scratch.path());
    assert_eq!(files(), 1);
    judge.kill().unwrap();
    assert_eq!(judge.wait().unwrap().signal(), Some(9));
    wait_until(|| left("left-by-killed") == 0 && files() == 0);

    let mut judge = judge_family("left-by-interrupted", scratch.path());
    let pid = nix::unistd::Pid::from_raw(judge.id().cast_signed());
    nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGINT).unwrap();
    assert_eq!(judge.wait().unwrap().code(), Some(2));
    let mut said = String::new();
    judge.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "hex-judge: interrupted\n");
    assert_eq!((left("left-by-interrupted"), files()), (0, 0));
}

/// Ctrl-C while many programs begin and end: no folder is left, no verdict is made up.
#[test]
fn an_interrupted_run_tells_what_it_knows_and_leaves_nothing() {
    let scratch = tempfile::tempdir().unwrap();
    let junit = scratch.path().join("results.xml");
    for milliseconds in [30, 60, 100, 150, 200] {
        let mut judge = Command::new(env!("CARGO_BIN_EXE_hex-judge"))
            .args(["run", "--jobs", "4", "--json", "--junit"])
            .arg(&junit)
            .args([
                "--tests",
                "testdata",
                "testdata/package/data/s*/*.in",
                "--",
                "sh",
                "-c",
                "head -c 1000000 /dev/zero; sleep 0.01",
            ])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("TMPDIR", scratch.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        sleep(Duration::from_millis(milliseconds));
        let pid = nix::unistd::Pid::from_raw(judge.id().cast_signed());
        nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGINT).unwrap();
        let (mut rows, mut said) = (String::new(), String::new());
        judge.stdout.take().unwrap().read_to_string(&mut rows).unwrap();
        judge.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        // On a slow machine it has not begun, on a fast one it is done.
        match judge.wait().unwrap().code() {
            Some(2) => assert_eq!(said, "hex-judge: interrupted\n"),
            code => assert!(code.is_none() || code == Some(1), "{code:?} {said}"),
        }
        assert!(!rows.contains("\"JE\""), "{rows}");
        let _ = fs::remove_file(&junit);
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0);
    }
}

#[test]
fn the_table_shows_the_first_wrong_board_beside_the_given_one() {
    let mut command = judge("run");
    command.args(["--show", "--tests", "testdata/sample1.txt", "--"]).arg(&*PLAIN).arg("square");
    let run = command.output().unwrap();
    let text = String::from_utf8(run.stdout).unwrap();
    // Times and memory are what they are.
    let digits = |c: char| if c.is_ascii_digit() { '0' } else { c };
    let (head, rest) = text.split_once('\n').unwrap();
    let (result, boards) = rest.split_once('\n').unwrap();
    assert_eq!(head, "test                  verdict     cpu s    wall s  peak MiB  reason");
    let figures = "testdata/sample0.txt  WA          0.000     0.000       0.0  output line 00: ";
    assert!(result.chars().map(digits).collect::<String>().starts_with(figures), "{result}");
    let expected = "    \
    given                         shown
    -   -   -   -   -             -   -   -   -   -
      -   -   X   -   -             X   X   X   X   X
        X   -   O   -   -             X   -   O   -   -
          -   -   -   -   -             -   -   -   -   -
            -   -   O   -   -   >         -   -   O   -   -
";
    assert_eq!(boards, expected);
    assert_eq!(String::from_utf8(run.stderr).unwrap(), "hex-judge: 0 of 1 accepted\n");
}

#[test]
fn what_is_not_accepted_is_kept_and_told_to_junit() {
    let folder = tempfile::tempdir().unwrap();
    let (kept, junit) = (folder.path().join("kept"), folder.path().join("results.xml"));
    let mut command = judge("run");
    command.args(["--tests", "testdata/sample1.txt", "--tests", "testdata/sample3.txt"]);
    command.args(["--tests", "testdata/test-no-data-sets.txt", "--jobs", "2", "--quiet"]);
    command.arg("--keep").arg(&kept).arg("--junit").arg(&junit).arg("--").arg(&*PLAIN).arg("square");
    command.assert().code(1).stderr("");

    let names = |folder: &Path| {
        let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names(&kept), ["sample1", "sample3"]);
    let sample = kept.join("sample3");
    assert_eq!(names(&sample), ["input.txt", "output.txt", "reason.txt", "stderr.txt"]);
    assert_eq!(fs::read(sample.join("input.txt")).unwrap(), fs::read("testdata/sample3.txt").unwrap());
    let reason = "output line 39: expected 'X has won!', found 'Best'";
    assert_eq!(fs::read_to_string(sample.join("reason.txt")).unwrap(), format!("WA {reason}\n"));
    assert!(fs::read_to_string(sample.join("output.txt")).unwrap().starts_with("Analyzing 3 data set(s)\n"));

    let text = fs::read_to_string(junit).unwrap();
    let document = roxmltree::Document::parse(&text).unwrap();
    let suite = document.descendants().find(|node| node.has_tag_name("testsuite")).unwrap();
    assert_eq!((suite.attribute("tests"), suite.attribute("failures")), (Some("3"), Some("2")));
    let cases: Vec<_> = document.descendants().filter(|node| node.has_tag_name("testcase")).collect();
    assert_eq!(cases[1].attribute("name"), Some("testdata/sample3.txt"));
    let failure = cases[1].children().find(|node| node.has_tag_name("failure")).unwrap();
    assert_eq!((failure.attribute("type"), failure.attribute("message")), (Some("WA"), Some(reason)));
    assert!(!cases[2].has_children());
}

#[test]
fn the_results_are_in_the_order_of_the_tests_for_any_number_of_jobs() {
    let names = |jobs: &str| {
        let (_, results) = results(judge("run").args(["--json", "--jobs", jobs, "--", HEX]));
        results.iter().map(|result| result["test"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let one = names("1");
    assert!(one.is_sorted());
    assert_eq!(names("5"), one);
}

#[test]
fn what_cannot_be_judged_is_an_error() {
    let error = |arguments: &[&str], said: &str| {
        judge("run").args(arguments).assert().code(2).stderr(predicate::str::contains(said));
    };
    error(&["--", "no/such/program"], "hex-judge: cannot run no/such/program: No such file or directory");
    error(&["--", "testdata/sample1.txt"], "hex-judge: cannot run testdata/sample1.txt: Permission denied");
    error(&["--tests", "no/such/test", "--", HEX], "hex-judge: no/such/test: no such test");
    error(&["--tests", "tests/snapshots", "--", HEX], "hex-judge: tests/snapshots: no such test");
    error(&["--tests", "testdata/[", "--", HEX], "hex-judge: testdata/[: ");
    error(&[], "COMMAND");
    error(&["--time-limit", "0", "--", HEX], "more than 0 seconds");
    error(&["--time-limit", "NaN", "--", HEX], "more than 0 seconds");
    error(&["--memory-limit", "much", "--", HEX], "512M");
    error(&["--junit", "no/such/folder/results.xml", "--", HEX], "hex-judge: cannot write no/such/folder/results.xml");
    error(&["--keep", "Cargo.toml", "--", "false"], "hex-judge: cannot keep Cargo.toml/sample1");

    error(&["--tests", "/dev/null", "--", HEX], "0 of 1 accepted");
    // An input that is none is no fault of the program, and the others are judged all the same.
    let mut command = judge("run");
    command.args(["--json", "--tests", "testdata/invalid/size-0.txt", "--tests", "testdata/sample1.txt", "--", HEX]);
    let (status, results) = results(&mut command);
    assert_eq!(status, Some(2));
    let verdicts: Vec<_> = results.iter().map(|result| result["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["JE", "AC"]);
    assert!(results[0]["reason"].as_str().unwrap().starts_with("input line 2, column 1: "), "{}", results[0]);
}

#[test]
fn stress_finds_a_smallest_input_and_accepts_what_is_right() {
    let found = judge("stress").args(["--time", "60s", "--"]).arg(&*PLAIN).arg("square").output().unwrap();
    assert_eq!(found.status.code(), Some(1));
    let input = String::from_utf8(found.stdout).unwrap();
    let said = String::from_utf8(found.stderr).unwrap();
    assert!(
        said.starts_with("hex-judge: WA on input 0, made smaller: 1 data set(s) of size 2: output line "),
        "{said}"
    );
    // Size 1 has no neighbours, and on size 2 it takes the two cells that touch at a corner only on squared paper.
    assert_eq!(input.lines().next(), Some("1"));
    let stones = input.lines().skip(3).flat_map(str::split_whitespace).count();
    assert_eq!((input.lines().nth(1), stones), (Some("2"), 2), "{input}");
    let again = judge("stress").args(["--jobs", "1", "--"]).arg(&*PLAIN).arg("square").output().unwrap();
    assert_eq!(String::from_utf8(again.stdout).unwrap(), input);

    judge("stress").args(["--time", "2s", "--max-size", "6", "--seed", "7", "--", HEX]).assert().code(0).stdout("");
    let json = judge("stress").args(["--json", "--time", "60s", "--"]).arg(&*PLAIN).arg("square").output().unwrap();
    let answer: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!((&answer["verdict"], &answer["input"]), (&"WA".into(), &input.into()));
    judge("stress").args(["--", "no/such/program"]).assert().code(2);
}
