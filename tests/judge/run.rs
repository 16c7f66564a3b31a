//! Running programs on tests: the table, JUnit, the saved tests, and what cannot be judged.

use std::fs;
use std::path::Path;
use std::process::Command;

use predicates::prelude::*;
use serde_json::Value;

use crate::support::Ended;
use crate::{HEX, WRONG, at, json, judge};

#[test]
fn test_data_is_accepted_and_a_wrong_solution_is_not() {
    let (status, right) = json(&mut judge(&["run", "--json", "--tests", "testdata", "--", HEX]));
    assert!(status == Some(0) && right.len() >= 12);
    for result in &right {
        assert_eq!((result["verdict"].as_str(), result["reason"].as_str()), (Some("AC"), Some("")), "{result}");
        assert_eq!(result["schema"], "quadrille/hex-judge-run/1");
        assert!(result["peak_bytes"].as_u64().unwrap() > 1 << 16, "{result}");
        assert!(result["wall_s"].as_f64().unwrap() > 0.0 && result["cpu_s"].as_f64().unwrap() < 60.0, "{result}");
    }
    let (status, results) = json(judge(&["run", "--json", "--tests", "testdata", "--"]).args(WRONG));
    assert_eq!(status, Some(1));
    let sample = results.iter().find(|result| result["test"] == "testdata/sample1.txt").unwrap();
    assert_eq!(sample["reason"], "output line 13: the board for X shows no stone at A3, where the input has X");
    assert!(results.iter().filter(|result| result["verdict"] == "WA").count() >= 5, "{results:?}");
}

#[test]
fn table_shows_the_first_wrong_board_beside_the_given_one() {
    let mut command = judge(&["run", "--show", "--tests", "testdata/sample1.txt", "--"]);
    let run = command.args(WRONG).output().unwrap();
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
    -   -   -   -   -             -   -   -   X   X
      -   -   X   -   -             -   X   X   -   -
        X   -   O   -   -       >     -   -   O   -   -
          -   -   -   -   -             -   -   -   -   -
            -   -   O   -   -             -   -   O   -   -
";
    assert_eq!(boards, expected);
    assert_eq!(String::from_utf8(run.stderr).unwrap(), "hex-judge: 0 of 1 tests accepted\n");
}

#[test]
fn boards_of_up_to_40_rows_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    for (size, is_shown) in [(40, true), (41, false)] {
        let test = folder.path().join(format!("{size}.txt")).display().to_string();
        fs::write(&test, format!("1\n{size}\n1 0\nA3\n\n")).unwrap();
        let run = judge(&["run", "--show", "--tests", &test, "--"]).args(WRONG).output().unwrap();
        let text = String::from_utf8(run.stdout).unwrap();
        assert!(text.contains("shows no stone at A3") && text.contains("given") == is_shown, "{text}");
    }
}

/// The names of what is in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.collect();
    names.sort();
    names
}

#[test]
fn failed_tests_are_saved() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("saved");
    let mut command = judge(&["run", "--tests", "testdata/sample1.txt", "testdata/test-no-data-sets.txt"]);
    command.args(["--tests", "testdata/sample3.txt", "--jobs", "2", "--quiet"]);
    command.arg("--keep").arg(&saved).arg("--").args(WRONG).assert().code(1).stderr("");
    assert_eq!(names(&saved), ["sample1", "sample3"]);
    let sample = saved.join("sample3");
    assert_eq!(names(&sample), ["input.txt", "output.txt", "reason.txt", "stderr.txt"]);
    assert_eq!(fs::read(sample.join("input.txt")).unwrap(), fs::read("testdata/sample3.txt").unwrap());
    let reason = "WA output line 39: expected 'X has won!', found 'O has won!'\n";
    assert_eq!(fs::read_to_string(sample.join("reason.txt")).unwrap(), reason);
    assert!(fs::read_to_string(sample.join("output.txt")).unwrap().starts_with("Analyzing 3 data set(s)\n"));
    assert_eq!(fs::read_to_string(sample.join("stderr.txt")).unwrap(), "");
}

#[test]
fn saved_tests_are_of_this_run_alone() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("saved");
    // A name of dots does not lead to another folder, and no two tests share one.
    let [dots, same] = ["...txt", "sample2.in"].map(|name| folder.path().join(name));
    for path in [&dots, &same] {
        fs::copy("testdata/sample1.txt", path).unwrap();
    }
    let run = |program: &str| {
        let mut command =
            judge(&["run", "--jobs", "1", "--tests", "testdata/sample2.txt", "testdata/invalid/size-0.txt"]);
        command.args([&dots, &same]).arg("--keep").arg(&saved).args(["--", program]).assert().code(2);
        names(&saved)
    };
    assert_eq!(run("false"), ["sample2", "sample2-2", "size-0", "test"]);
    assert_eq!(run(HEX), ["size-0"]);
    let broken = saved.join("size-0");
    assert!(broken.join("input.txt").exists() && !broken.join("output.txt").exists());
    assert!(fs::read_to_string(broken.join("reason.txt")).unwrap().starts_with("JE input line 2, column 1: "));
}

#[test]
fn junit_has_all_results_with_wall_clock_times() {
    let folder = tempfile::tempdir().unwrap();
    let (broken, right) = (folder.path().join("\"a\" & <b> ]]>\u{7}\t.txt"), folder.path().join("é 'c'.txt"));
    fs::write(&broken, "none").unwrap();
    fs::copy("testdata/sample2.txt", &right).unwrap();
    let junit = folder.path().join("results.xml");
    let mut command = judge(&["run", "--tests"]);
    command.args([&broken, &right]).arg("testdata/sample1.txt").arg("--junit").arg(&junit);
    let script = format!("sleep 0.2; '{HEX}' | head -50");
    command.args(["--", "sh", "-c", &script]).assert().code(2);

    let text = fs::read_to_string(junit).unwrap();
    let document = roxmltree::Document::parse(&text).unwrap();
    let time = |node: roxmltree::Node<'_, '_>| node.attribute("time").unwrap().parse::<f64>().unwrap();
    for name in ["testsuites", "testsuite"] {
        let node = document.descendants().find(|node| node.has_tag_name(name)).unwrap();
        let counts = ["name", "tests", "failures", "errors"].map(|count| node.attribute(count).unwrap());
        assert_eq!(counts, ["hex-judge", "3", "1", "1"]);
        assert!(time(node) >= 0.4, "{text}");
    }
    let cases: Vec<_> = document.descendants().filter(|node| node.has_tag_name("testcase")).collect();
    let case =
        |at: usize| (cases[at].attribute("name").unwrap().rsplit('/').next().unwrap(), cases[at].first_element_child());
    let (name, error) = case(0);
    assert_eq!(name, "\"a\" & <b> ]]>\u{fffd}\u{fffd}.txt");
    assert_eq!(error.map(|error| (error.tag_name().name(), error.attribute("type"))), Some(("error", Some("JE"))));
    assert!(error.unwrap().attribute("message").unwrap().ends_with("found 'none'"), "{text}");
    assert_eq!(case(1), ("é 'c'.txt", None));
    let (name, failure) = case(2);
    assert_eq!((name, failure.map(|failure| failure.attribute("type"))), ("sample1.txt", Some(Some("WA"))));
    assert!(time(cases[1]) >= 0.2 && time(cases[0]) < 0.2, "{text}");
}

#[test]
fn results_are_in_the_order_of_the_tests_for_any_number_of_jobs() {
    // The first test takes longest.
    let script = format!("if [ ! -e $0 ]; then mkdir $0; sleep 0.3; fi; '{HEX}'");
    let names = |jobs: &str| {
        let folder = tempfile::tempdir().unwrap();
        let mut command = judge(&["run", "--json", "--jobs", jobs, "--", "sh", "-c", &script]);
        let (_, results) = json(command.arg(folder.path().join("begun")));
        results.iter().map(|result| result["test"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let many = names("5");
    assert!(many.len() >= 12 && many.is_sorted());
    assert_eq!(names("1"), many);
}

#[test]
fn unusable_tests_and_programs_are_an_error() {
    for (arguments, stderr) in [
        (&["--tests", "src/cli/judge", "--", HEX][..], "0 of 1 tests accepted"),
        (&["--tests", "no/such/test", "--", HEX], "hex-judge: cannot read no/such/test: "),
        (&["--tests", "src", "--", HEX], "hex-judge: no tests in folder src: expected files *.in or *.txt"),
        (&["--time-limit", "0", "--", HEX], "expected a time above 0"),
        (&["--time-limit", "1e-12", "--", HEX], "expected a time above 0"),
        (&["--time-limit", "NaN", "--", HEX], "expected a time such as 90s, 10m or 2h"),
        (&["--keep", "Cargo.toml", "--", "false"], "hex-judge: cannot write Cargo.toml: "),
        (&["--tests", "/dev/null", "--", HEX], "0 of 1 tests accepted"),
    ] {
        judge(&["run"]).args(arguments).assert().code(2).stderr(predicate::str::contains(stderr));
    }
    // A program that cannot be started: before the head of the table.
    let folder = tempfile::tempdir().unwrap();
    // By another process: see tests/cli/unwritable.rs.
    let write = "for name in here here.py here.RS no-script.py; do echo 1 > $name; done; chmod 755 here no-script.py";
    assert!(Command::new("sh").args(["-c", write]).current_dir(&folder).status().unwrap().success());
    for (program, expected) in [
        ("./nowhere", "./nowhere: No such file or directory (os error 2)"),
        ("nowhere", "nowhere: no such program on the search path"),
        ("here", "here: no such program on the search path; write -- ./here"),
        ("here.py", "here.py: not executable; write -- python3 here.py"),
        ("./here.py", "./here.py: not executable; write -- python3 ./here.py"),
        ("./here.RS", "./here.RS: not executable; compile it first"),
        ("./no-script.py", "./no-script.py: Exec format error (os error 8); write -- python3 ./no-script.py"),
        ("./data", "./data: not executable; name the program that runs it first, or use chmod +x ./data"),
        ("/", "/: it is a folder"),
    ] {
        fs::write(folder.path().join("data"), "").unwrap();
        for task in ["run", "stress"] {
            let mut command = judge(&[task]);
            if task == "run" {
                command.arg("--tests").arg(at("testdata/sample1.txt"));
            }
            let ended = Ended::from(command.args(["--", program]).current_dir(folder.path()).output().unwrap());
            let said = format!("hex-judge: cannot run {expected}\n");
            assert_eq!((ended.status, ended.stderr), (Some(2), said), "{task}");
            let has_head = program == "./no-script.py" && task == "run";
            assert_eq!(ended.stdout.is_empty(), !has_head, "{task} {program}");
        }
    }
    // An invalid input is no fault of the program, and the other tests are judged nevertheless.
    let mut command =
        judge(&["run", "--json", "--tests", "testdata/invalid/size-0.txt", "testdata/sample1.txt", "--", HEX]);
    let (status, results) = json(&mut command);
    let verdicts: Vec<&Value> = results.iter().map(|result| &result["verdict"]).collect();
    assert_eq!((status, verdicts), (Some(2), vec![&"JE".into(), &"AC".into()]));
    assert!(results[0]["reason"].as_str().unwrap().starts_with("input line 2, column 1: "), "{}", results[0]);
}

/// The tests beyond the contest's statement are run only if they are named.
#[test]
fn tests_of_the_statement_are_the_default() {
    let folder = tempfile::tempdir().unwrap();
    let tests = folder.path().join("testdata");
    fs::create_dir(&tests).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = judge(&["run", "--json"]);
        let ended = Ended::from(command.args(arguments).args(["--", HEX]).current_dir(folder.path()).output().unwrap());
        let tests = ended.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let names = tests.map(|test| test["test"].as_str().unwrap().rsplit('/').next().unwrap().to_owned());
        (ended.status, names.collect::<Vec<_>>().join(" "), ended.stderr)
    };
    fs::write(tests.join("large.in"), "1\n22\n0 0\n\n\n").unwrap();
    let (status, names, said) = run(&[]);
    assert_eq!((status, &*names), (Some(2), ""));
    assert_eq!(
        said,
        "hex-judge: folder testdata holds no test that the contest's statement allows; --tests testdata runs all\n"
    );
    fs::write(tests.join("small.in"), "1\n21\n0 0\n\n\n").unwrap();
    let (status, names, said) = run(&[]);
    assert_eq!((status, &*names), (Some(0), "small.in"));
    let more = "1 more in testdata is beyond the statement: --tests testdata runs all";
    assert_eq!(said, format!("hex-judge: 1 of 1 tests accepted; {more}\n"));
    fs::write(tests.join("spaces.in"), "1\n21\n0  0\n\n\n").unwrap();
    assert!(run(&[]).2.ends_with("2 more in testdata are beyond the statement: --tests testdata runs all\n"));
    let (status, names, said) = run(&["--tests", "testdata"]);
    assert_eq!((status, &*names), (Some(0), "large.in small.in spaces.in"));
    assert_eq!(said, "hex-judge: 3 of 3 tests accepted\n");
    // What is no input at all is not left out.
    fs::write(tests.join("broken.in"), "1\n").unwrap();
    assert_eq!(run(&[]).1, "broken.in small.in");
}

/// A link that leads nowhere and a pipe, in a folder, and by their names.
#[test]
fn test_that_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::copy(at("testdata/sample1.txt"), path("right.in")).unwrap();
    std::os::unix::fs::symlink("nowhere", path("link.in")).unwrap();
    assert!(Command::new("mkfifo").arg(path("pipe.in")).status().unwrap().success());
    fs::create_dir(path("folder.in")).unwrap();
    for tests in [&["."][..], &["./link.in", "./pipe.in", "./right.in"]] {
        let saved = tempfile::tempdir().unwrap();
        let mut command = judge(&["run", "--json", "--tests"]);
        command.args(tests).arg("--keep").arg(saved.path()).args(["--", HEX]).current_dir(folder.path());
        let (status, results) = json(&mut command);
        assert_eq!(names(saved.path()), ["link", "pipe"]);
        assert_eq!(names(&saved.path().join("pipe")), ["reason.txt"]);
        let shown =
            |result: &Value| ["test", "verdict", "reason"].map(|field| result[field].as_str().unwrap().to_owned());
        let rows: Vec<String> = results.iter().map(|result| shown(result).join(" ").replace("./", "")).collect();
        let link = "link.in JE cannot read the input: No such file or directory (os error 2)";
        let pipe = "pipe.in JE cannot read the input: not a regular file";
        assert_eq!((status, rows), (Some(2), vec![link.to_owned(), pipe.to_owned(), "right.in AC ".to_owned()]));
    }
}

#[test]
fn closed_pipe_changes_no_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let [junit, status] = ["results.xml", "status"].map(|name| folder.path().join(name));
    // The shell's last command is the reader's; the judge's own status goes to a file.
    let script = "{ \"$0\" run --junit \"$1\" -- false; echo $? > \"$2\"; } | head -1";
    let mut run = Command::new("sh");
    run.args(["-c", script, env!("CARGO_BIN_EXE_hex-judge")]).args([&junit, &status]);
    let run = run.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(run.stdout.starts_with(b"test ") && run.stdout.iter().filter(|&&byte| byte == b'\n').count() == 1);
    assert_eq!(fs::read_to_string(status).unwrap(), "1\n");
    assert!(fs::read_to_string(junit).unwrap().contains("RTE"));
}
