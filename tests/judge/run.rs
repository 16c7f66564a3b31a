//! Running programs on tests: the table, the saved tests, what cannot be judged; and searching for an input that a program fails.

use crate::support::built;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use predicates::prelude::*;
use quadrille::hex::{DataSets, Strictness};
use serde_json::Value;

use crate::judging::{HEX, interrupt, judge, results};

static PLAIN: LazyLock<PathBuf> = LazyLock::new(|| built::program("plain"));

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
    let reason = "output line 15: the number of stones added on the board for X is 4, but the smallest possible is 3";
    let sample =
        square.iter().find(|result| result["test"].as_str().is_some_and(|test| test.contains("sample1"))).unwrap();
    assert_eq!(sample["reason"], reason);
    let wrong = square.iter().filter(|result| result["verdict"] == "WA").count();
    assert!(wrong >= 10, "{wrong} of {}", square.len());
}

#[test]
fn the_table_shows_the_first_wrong_board_beside_the_given_one() {
    let mut command = judge("run");
    command.args(["--show", "--tests", "testdata/sample1.txt", "--"]).arg(&*PLAIN).arg("square");
    let run = command.output().unwrap();
    let text = String::from_utf8(run.stdout).unwrap();
    // Times and memory differ from run to run.
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
    assert_eq!(String::from_utf8(run.stderr).unwrap(), "hex-judge: 0 of 1 tests accepted\n");
}

#[test]
fn failed_tests_are_saved_and_written_as_junit() {
    let folder = tempfile::tempdir().unwrap();
    let (saved, junit) = (folder.path().join("saved"), folder.path().join("results.xml"));
    let mut command = judge("run");
    command.args(["--tests", "testdata/sample1.txt", "--tests", "testdata/sample3.txt"]);
    command.args(["--tests", "testdata/test-no-data-sets.txt", "--jobs", "2", "--quiet"]);
    command.arg("--keep").arg(&saved).arg("--junit").arg(&junit).arg("--").arg(&*PLAIN).arg("square");
    command.assert().code(1).stderr("");

    let names = |folder: &Path| {
        let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names(&saved), ["sample1", "sample3"]);
    let sample = saved.join("sample3");
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
fn junit_is_well_formed_whatever_tests_are_called() {
    let folder = tempfile::tempdir().unwrap();
    let (broken, right) = (folder.path().join("\"a\" & <b> ]]>\u{7}\t.txt"), folder.path().join("é 'c'.txt"));
    fs::write(&broken, "none").unwrap();
    fs::copy("testdata/sample1.txt", &right).unwrap();
    let junit = folder.path().join("results.xml");
    let mut command = judge("run");
    command.arg("--tests").args([&broken, &right]).arg("--junit").arg(&junit).args(["--", HEX]);
    command.assert().code(2);

    let text = fs::read_to_string(junit).unwrap();
    let document = roxmltree::Document::parse(&text).unwrap();
    for name in ["testsuites", "testsuite"] {
        let node = document.descendants().find(|node| node.has_tag_name(name)).unwrap();
        let counts = ["tests", "failures", "errors"].map(|count| node.attribute(count).unwrap());
        assert_eq!((node.attribute("name"), counts), (Some("hex-judge"), ["2", "0", "1"]));
        assert!(node.attribute("time").unwrap().parse::<f64>().unwrap() > 0.0);
    }
    let cases: Vec<_> = document.descendants().filter(|node| node.has_tag_name("testcase")).collect();
    let names: Vec<_> = cases.iter().map(|case| case.attribute("name").unwrap().rsplit('/').next().unwrap()).collect();
    assert_eq!(names, ["\"a\" & <b> ]]>\u{fffd}\u{fffd}.txt", "é 'c'.txt"]);
    let error = cases[0].children().find(|node| node.has_tag_name("error")).unwrap();
    assert_eq!(error.attribute("type"), Some("JE"));
    assert!(error.attribute("message").unwrap().ends_with("found 'none'"), "{text}");
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
    let error = |arguments: &[&str], stderr: &str| {
        judge("run").args(arguments).assert().code(2).stderr(predicate::str::contains(stderr));
    };
    error(&["--", "no/such/program"], "hex-judge: cannot run no/such/program: No such file or directory");
    error(&["--", "testdata/sample1.txt"], "hex-judge: cannot run testdata/sample1.txt: Permission denied");
    error(&["--tests", "no/such/test", "--", HEX], "hex-judge: no test matches no/such/test: ");
    error(
        &["--tests", "tests/judge/snapshots", "--", HEX],
        "hex-judge: no tests in folder tests/judge/snapshots: expected files *.in or *.txt",
    );
    error(&["--tests", "testdata/[", "--", HEX], "hex-judge: invalid pattern testdata/[: ");
    error(&[], "COMMAND");
    error(&["python3", "solution.py"], "'python3' found; tip: write the command after --; try 'hex-judge run --help'");
    error(&["--time-limit", "0", "--", HEX], "more than 0 seconds");
    error(&["--time-limit", "NaN", "--", HEX], "more than 0 seconds");
    error(&["--memory-limit", "much", "--", HEX], "512M");
    error(&["--junit", "no/such/folder/results.xml", "--", HEX], "hex-judge: cannot write no/such/folder/results.xml");
    error(&["--keep", "Cargo.toml", "--", "false"], "hex-judge: cannot write Cargo.toml: not a directory");

    error(&["--tests", "/dev/null", "--", HEX], "0 of 1 tests accepted");
    // An invalid input is no fault of the program, and the other tests are judged nevertheless.
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
    let stderr = String::from_utf8(found.stderr).unwrap();
    assert!(stderr.starts_with("hex-judge: WA on input 0: output line "), "{stderr}");
    // Size 1 has no neighbours, and on size 2 it takes the two cells that touch at a corner only on squared paper.
    assert_eq!(input.lines().next(), Some("1"));
    let stones = input.lines().skip(3).flat_map(str::split_whitespace).count();
    assert_eq!((input.lines().nth(1), stones), (Some("2"), 2), "{input}");

    // With the board, which is not part of the input.
    let shown = judge("stress").args(["--show", "--time", "60s", "--"]).arg(&*PLAIN).arg("square").output().unwrap();
    assert_eq!(String::from_utf8(shown.stdout).unwrap(), input);
    let boards = String::from_utf8(shown.stderr).unwrap();
    assert_eq!(boards, format!("{stderr}    data set 1\n    -   X\n      X   -\n"));

    // The same in JSON, and for any number of jobs.
    let mut command = judge("stress");
    let json = command.args(["--json", "--time", "60s", "--jobs", "1", "--"]).arg(&*PLAIN).arg("square");
    let answer: Value = serde_json::from_slice(&json.output().unwrap().stdout).unwrap();
    assert_eq!((&answer["verdict"], &answer["input"]), (&"WA".into(), &input.into()));

    judge("stress").args(["--time", "500ms", "--max-size", "6", "--seed", "7", "--", HEX]).assert().code(0).stdout("");
    judge("stress").args(["--", "no/such/program"]).assert().code(2);
}

#[test]
fn no_report_overwrites_a_test() {
    let folder = tempfile::tempdir().unwrap();
    let [test, link] = ["test.txt", "link"].map(|name| folder.path().join(name));
    fs::copy("testdata/sample1.txt", &test).unwrap();
    std::os::unix::fs::symlink(&test, &link).unwrap();
    for report in [&test, &link] {
        let refused = judge("run").arg("--tests").arg(&test).arg("--junit").arg(report).args(["--", HEX]).assert();
        let said =
            format!("hex-judge: --junit would overwrite {}, a test that is read; name another file\n", test.display());
        refused.code(2).stdout("").stderr(said);
    }
    assert_eq!(fs::read(&test).unwrap(), fs::read("testdata/sample1.txt").unwrap());
    // A test that an earlier run has saved.
    let kept = folder.path().join("kept");
    let saved = kept.join("input/input.txt");
    judge("run").arg("--tests").arg(&test).arg("--keep").arg(kept.join("input")).args(["--", "false"]).assert().code(1);
    fs::rename(kept.join("input/test/input.txt"), &saved).unwrap();
    let refused = judge("run").arg("--tests").arg(&saved).arg("--keep").arg(&kept).args(["--", HEX]).assert();
    let said =
        format!("hex-judge: --keep would overwrite {}, a test that is read; name another file\n", saved.display());
    refused.code(2).stdout("").stderr(said);
    assert!(saved.exists());
    let refused = judge("run").arg("--junit").arg(&kept).arg("--keep").arg(&kept).args(["--", HEX]).assert().code(2);
    assert!(refused.stdout("").get_output().stderr.starts_with(b"hex-judge: "));
    judge("run").args(["--time-limit", "1e-12", "--", HEX]).assert().code(2);
}

#[test]
fn an_output_beyond_the_limit_on_file_sizes_is_not_judged() {
    let script = "ulimit -f 1; exec \"$@\"";
    let mut command = assert_cmd::Command::new("sh");
    command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_hex-judge"), "run", "--tests", "testdata/sample1.txt", "--"]);
    let run = command.args(["sh", "-c", "head -c 100000 /dev/zero"]).assert().code(2);
    let said = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert!(said.contains("JE") && said.contains("File too large"), "{said}");
}

#[test]
fn a_closed_pipe_changes_no_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let junit = folder.path().join("results.xml");
    // The shell's last command is the reader's; the judge's own status goes to a file.
    let script = format!(
        "{{ '{}' run --junit '{}' -- false; echo $? > '{}'; }} | head -1",
        env!("CARGO_BIN_EXE_hex-judge"),
        junit.display(),
        folder.path().join("status").display()
    );
    let run = std::process::Command::new("sh").args(["-c", &script]).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let run = run.unwrap();
    assert!(run.stdout.starts_with(b"test ") && run.stdout.iter().filter(|&&byte| byte == b'\n').count() == 1);
    assert_eq!(fs::read_to_string(folder.path().join("status")).unwrap(), "1\n");
    assert!(fs::read_to_string(junit).unwrap().contains("RTE"));
}

#[test]
fn an_interrupted_stress_test_prints_what_it_has_found() {
    // Every run is slow, so that minimising the input takes long.
    let stress = std::process::Command::new(env!("CARGO_BIN_EXE_hex-judge"))
        .args(["stress", "--jobs", "1", "--", "sh", "-c", "sleep 0.2; exit 7"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(600));
    interrupt(&stress);
    let run = stress.wait_with_output().unwrap();
    let stderr = String::from_utf8(run.stderr).unwrap();
    if run.status.code() == Some(1) {
        assert!(
            stderr.starts_with("hex-judge: interrupted; the input below may not be minimal\nhex-judge: RTE on input 0"),
            "{stderr}"
        );
        let positions = DataSets::open(&run.stdout[..], Strictness::Statement).unwrap();
        assert!(positions.map(Result::unwrap).count() > 0);
    } else {
        // On a slow machine nothing was found yet.
        assert_eq!((run.status.code(), stderr.as_str(), run.stdout.len()), (Some(2), "hex-judge: interrupted\n", 0));
    }
}

#[test]
fn saved_tests_are_of_this_run_alone() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("saved");
    // A name of dots does not lead to another folder.
    let dots = folder.path().join("...txt");
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/sample1.txt"), &dots).unwrap();
    let run = |program: &str| {
        let mut command = judge("run");
        command.args(["--jobs", "1", "--tests", "testdata/sample2.txt", "testdata/invalid/size-0.txt"]);
        command.arg("--tests").arg(&dots).arg("--keep").arg(&saved).args(["--", program]);
        command.assert().code(2);
        let entries = fs::read_dir(&saved).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = entries.collect();
        names.sort();
        names
    };
    assert_eq!(run("false"), ["sample2", "size-0", "test"]);
    assert_eq!(run(HEX), ["size-0"]);
    let broken = saved.join("size-0");
    assert!(broken.join("input.txt").exists() && !broken.join("output.txt").exists());
    assert!(fs::read_to_string(broken.join("reason.txt")).unwrap().starts_with("JE input line 2, column 1: "));
}
