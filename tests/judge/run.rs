//! Running programs on tests: the table, the saved tests, and what cannot be judged.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use itertools::Itertools;
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
        // Of a program that ends at once the memory may not be seen.
        assert!(result["peak_bytes"].as_u64().unwrap() < 1 << 30, "{result}");
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
        // A test that is named twice is one.
        let run = judge(&["run", "--show", "--tests", &test, &test, "--"]).args(WRONG).output().unwrap();
        assert_eq!(String::from_utf8(run.stderr).unwrap(), "hex-judge: 0 of 1 tests accepted\n");
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
    // Two tests with one name, and one that is invalid.
    let same = folder.path().join("sample1.in");
    fs::copy("testdata/sample3.txt", &same).unwrap();
    let mut command = judge(&["run", "--tests", "testdata/sample1.txt", "testdata/test-no-data-sets.txt"]);
    command.arg(&same).args(["--tests", "testdata/invalid/size-0.txt", "--jobs", "2", "--quiet"]);
    command.arg("--keep").arg(&saved).arg("--").args(WRONG).assert().code(2).stderr("");
    assert_eq!(names(&saved), ["1-sample1", "3-sample1", "4-size-0"]);
    let sample = saved.join("3-sample1");
    assert_eq!(names(&sample), ["input.txt", "output.txt", "reason.txt", "stderr.txt"]);
    assert_eq!(fs::read(sample.join("input.txt")).unwrap(), fs::read("testdata/sample3.txt").unwrap());
    let reason = "WA output line 39: expected 'X has won!', found 'O has won!'\n";
    assert_eq!(fs::read_to_string(sample.join("reason.txt")).unwrap(), reason);
    assert!(fs::read_to_string(sample.join("output.txt")).unwrap().starts_with("Analyzing 3 data set(s)\n"));
    assert_eq!(fs::read_to_string(sample.join("stderr.txt")).unwrap(), "");
    assert_eq!(names(&saved.join("4-size-0")), ["reason.txt"]);
}

/// Files in a folder that is there already are the user's.
#[test]
fn saved_tests_need_a_new_folder() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("1-sample1");
    fs::create_dir(&own).unwrap();
    fs::write(own.join("output.txt"), "mine").unwrap();
    for keep in [".", "1-sample1", "1-sample1/output.txt"] {
        let mut command = judge(&["run", "--keep", keep, "--tests"]);
        command.arg(at("testdata/sample1.txt")).args(["--", HEX]).current_dir(folder.path());
        let said = format!("error: cannot create the folder {keep}: File exists (os error 17)\n");
        command.assert().code(2).stdout("").stderr(said);
        assert_eq!(fs::read_to_string(own.join("output.txt")).unwrap(), "mine");
    }
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
        (&["--tests", "Cargo.toml", "--", HEX][..], "0 of 1 tests accepted"),
        (&["--tests", "src", "--", HEX], "hex-judge: no tests in folder src: expected files *.in or *.txt"),
        (&["--time-limit", "1e-12", "--", HEX], "expected a time above 0"),
        (&["--time-limit", "NaN", "--", HEX], "expected a time such as 90s, 10m or 2h"),
    ] {
        judge(&["run"]).args(arguments).assert().code(2).stderr(predicate::str::contains(stderr));
    }
    // A program that cannot be started: before the head of the table.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("here.py"), "").unwrap();
    for program in ["nowhere", "./nowhere", "here.py", "./here.py", "/"] {
        for task in ["run", "stress"] {
            let mut command = judge(&[task]);
            if task == "run" {
                command.arg("--tests").arg(at("testdata/sample1.txt"));
            }
            let tip = "expected a program that may be executed, such as ./a.out or python3 solution.py";
            let said = format!("hex-judge: cannot run {program}: {tip}\n");
            let command = command.args(["--", program]).current_dir(folder.path());
            command.assert().code(2).stdout("").stderr(said);
        }
    }
    // As an editor of Windows leaves it.
    fs::write(folder.path().join("crlf.py"), "#!/usr/bin/env python3\r\nprint(1)\r\n").unwrap();
    fs::set_permissions(folder.path().join("crlf.py"), Permissions::from_mode(0o755)).unwrap();
    let said = "hex-judge: cannot run ./crlf.py: its first line ends with CRLF, so that its interpreter is not found; \
        convert it to LF: /usr/bin/env python3\n";
    judge(&["run", "--", "./crlf.py"])
        .current_dir(folder.path())
        .assert()
        .code(2)
        .stdout("")
        .stderr(predicate::str::ends_with(said));
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
    let none = "hex-judge: no tests in the folder testdata that the contest's statement allows: --tests names tests\n";
    assert_eq!(run(&[]), (Some(2), String::new(), none.to_owned()));
    fs::write(tests.join("small.in"), "1\n21\n0 0\n\n\n").unwrap();
    let (status, names, said) = run(&[]);
    assert_eq!((status, &*names), (Some(0), "small.in"));
    let more = "beyond the statement, and not run: 1 in testdata (--tests testdata runs all)";
    assert_eq!(said, format!("hex-judge: 1 of 1 tests accepted; {more}\n"));
    fs::write(tests.join("spaces.in"), "1\n21\n0  0\n\n\n").unwrap();
    let (status, names, said) = run(&["--tests", "testdata"]);
    assert_eq!((status, &*names), (Some(0), "large.in small.in spaces.in"));
    assert_eq!(said, "hex-judge: 3 of 3 tests accepted\n");
    // What is no input at all is not left out.
    fs::write(tests.join("broken.in"), "1\n").unwrap();
    assert_eq!(run(&[]).1, "broken.in small.in");
}

/// What a program reads there is the samples and the secret data, byte for byte.
#[test]
fn tests_of_the_package_are_built_in() {
    let folder = tempfile::tempdir().unwrap();
    let run = |tests: &[&str]| {
        let mut command = judge(&["run", "--json", "--threads", "1"]);
        let copy = "cat >$(mktemp ./read.XXXXXX)";
        let (_, results) = json(command.args(tests).args(["--", "sh", "-c", copy]).current_dir(folder.path()));
        let of_file = |entry: fs::DirEntry| {
            let text = fs::read(entry.path()).unwrap();
            fs::remove_file(entry.path()).unwrap();
            text
        };
        let read = fs::read_dir(folder.path()).unwrap().map(|entry| of_file(entry.unwrap())).sorted().collect_vec();
        let names = results.iter().map(|result| result["test"].as_str().unwrap().to_owned()).collect_vec();
        (names, read)
    };
    let data = at("testdata/package/data");
    let (names, built_in) = run(&[]);
    assert!(names.len() == 17 && names[0] == "sample/1.in" && names[3] == "secret/01-tiny.in", "{names:?}");
    let expected = names.iter().map(|name| fs::read(data.join(name)).unwrap()).sorted().collect_vec();
    assert!(built_in == expected, "run scripts/package again");
    // Its folders are read if there are no tests in itself.
    let (of_package, read) = run(&["--tests", data.to_str().unwrap()]);
    assert!(
        read == expected && of_package.iter().zip(&names).all(|(test, name)| test.ends_with(name)),
        "{of_package:?}"
    );
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
        let mut command = judge(&["run", "--json", "--tests"]);
        let (status, results) = json(command.args(tests).args(["--", HEX]).current_dir(folder.path()));
        let shown =
            |result: &Value| ["test", "verdict", "reason"].map(|field| result[field].as_str().unwrap().to_owned());
        let rows: Vec<String> = results.iter().map(|result| shown(result).join(" ").replace("./", "")).collect();
        let link = "link.in JE cannot read the input: No such file or directory (os error 2)";
        let pipe = "pipe.in JE cannot read the input: not a regular file";
        assert_eq!((status, rows), (Some(2), vec![link.to_owned(), pipe.to_owned(), "right.in AC ".to_owned()]));
    }
}

/// All tests are run nevertheless.
#[test]
fn closed_pipe_changes_no_verdict() {
    let folder = tempfile::tempdir().unwrap();
    for jobs in ["1", "2"] {
        let [saved, status] = ["saved", "status"].map(|name| folder.path().join(format!("{name}{jobs}")));
        // The shell's last command is the reader's; the judge's own status goes to a file.
        let script = "{ \"$0\" run --jobs \"$1\" --keep \"$2\" -- false; echo $? > \"$3\"; } | head -1";
        let mut run = Command::new("sh");
        run.args(["-c", script, env!("CARGO_BIN_EXE_hex-judge"), jobs]).args([&saved, &status]);
        let run = run.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
        assert!(run.stdout.starts_with(b"test ") && run.stdout.iter().filter(|&&byte| byte == b'\n').count() == 1);
        assert_eq!(fs::read_to_string(status).unwrap(), "1\n");
        assert_eq!(names(&saved).len(), 12);
    }
}
