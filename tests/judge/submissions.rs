//! The submissions: accepted ones print the very best cases of `hex`, the others fail as their folders say, and wrong
//! ones with their messages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{rounds, skip};
use crate::{at, json, judge};

/// Compiles a submission, and returns the command that runs it; `None` if there is no compiler or interpreter.
fn compiled(source: &Path, folder: &Path) -> Option<Vec<String>> {
    if source.extension().unwrap() == "py" {
        Command::new("python3").arg("--version").output().ok()?;
        return Some(vec!["python3".to_owned(), source.to_str().unwrap().to_owned()]);
    }
    let (folder, stem) = (folder.to_str().unwrap(), source.file_stem().unwrap().to_str().unwrap());
    let program = format!("{folder}/{stem}");
    let (mut compiler, command) = if source.extension().unwrap() == "java" {
        let mut javac = Command::new("javac");
        javac.args(["-Xlint:all", "-Werror", "-d", folder]);
        (javac, vec!["java".to_owned(), "-cp".to_owned(), folder.to_owned(), stem.to_owned()])
    } else {
        let mut cpp = Command::new("g++");
        cpp.args(["-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", "-o", &program]);
        (cpp, vec![program])
    };
    // Not from its output: a compiler that is there but fails is a failure.
    let built = compiler.arg(source).output().ok()?;
    assert!(built.status.success(), "{}: {}", source.display(), String::from_utf8_lossy(&built.stderr));
    Some(command)
}

/// The folders of the package's tests.
const ALL: [&str; 2] = ["sample", "secret"];

/// Judges all submissions of a folder. The verdicts of each are some of those given, and among them is the last one.
fn judged(folder: &str, extension: &str, tests: &[&str], verdicts: &[&str]) {
    let entries = fs::read_dir(at("testdata/package/submissions").join(folder)).unwrap();
    let sources = entries.map(|entry| entry.unwrap().path());
    let sources: Vec<PathBuf> = sources.filter(|path| path.extension().is_some_and(|end| end == extension)).collect();
    assert!(!sources.is_empty(), "{folder}: no *.{extension}");
    for source in sources.into_iter().take(rounds(1, 100)) {
        let scratch = tempfile::tempdir().unwrap();
        let Some(command) = compiled(&source, scratch.path()) else {
            return skip(&format!("submissions *.{extension}: the compiler is not installed"));
        };
        // A virtual machine on a busy processor is slow to start.
        let limit = if verdicts == ["TLE"] { "0.5" } else { "10" };
        let mut judge = judge(&["run", "--json", "--time-limit", limit, "--tests"]);
        let tests: Vec<String> = tests.iter().map(|test| format!("testdata/package/data/{test}")).collect();
        let (_, results) = json(judge.args(tests).arg("--").args(&command));
        let found: Vec<&str> = results.iter().map(|result| result["verdict"].as_str().unwrap()).collect();
        assert!(found.iter().all(|verdict| verdicts.contains(verdict)), "{}: {results:?}", source.display());
        assert!(found.contains(verdicts.last().unwrap()), "{}: {results:?}", source.display());
        if folder == "accepted" {
            prints_the_answers(&command);
        }
    }
}

/// Asserts that the best cases are the first ones in reading order, as those of `hex`, and not just any.
fn prints_the_answers(command: &[String]) {
    for test in ["sample/1", "secret/04-random", "secret/05-empty", "secret/08-chains"] {
        let path = at("testdata/package/data").join(test);
        let input = fs::File::open(path.with_extension("in")).unwrap();
        let run = Command::new(&command[0]).args(&command[1..]).stdin(input).output().unwrap();
        let answer = fs::read_to_string(path.with_extension("ans")).unwrap();
        assert_eq!(String::from_utf8(run.stdout).unwrap().trim_end(), answer.trim_end(), "{command:?} {test}");
    }
}

#[test]
fn accepted_programs_in_cpp_are_accepted() {
    judged("accepted", "cpp", &ALL, &["AC"]);
}

/// The memory that a JVM reserves does not count, only what it uses.
#[test]
fn accepted_programs_in_java_are_accepted() {
    judged("accepted", "java", [&["secret/12-won.in"], &ALL[..]][rounds(0, 1)], &["AC"]);
}

#[test]
fn wrong_programs_fail_as_named() {
    judged("wrong_answer", "cpp", &ALL, &["AC", "WA"]);
    judged("run_time_error", "cpp", &ALL, &["AC", "RTE"]);
    judged("time_limit_exceeded", "cpp", &["secret/05-empty.in"], &["TLE"]);
}

#[test]
fn judge_says_what_the_package_expects_of_wrong_programs() {
    let list = fs::read_to_string(at("testdata/package/submissions/submissions.yaml")).unwrap();
    let lines: Vec<&str> = list.lines().collect();
    let entries = lines.windows(2).filter_map(|pair| {
        let message = pair[1].strip_prefix("  message: ")?.trim_matches('"');
        Some((pair[0].strip_suffix(':').unwrap(), message))
    });
    let entries: Vec<(&str, &str)> = entries.collect();
    assert_eq!(entries.len(), fs::read_dir(at("testdata/package/submissions/wrong_answer")).unwrap().count());
    for (name, message) in entries.into_iter().take(rounds(3, 100)) {
        let scratch = tempfile::tempdir().unwrap();
        let Some(command) = compiled(&at("testdata/package/submissions").join(name), scratch.path()) else {
            skip(&format!("{name}: the compiler or interpreter is not installed"));
            continue;
        };
        let is_found = ALL.iter().any(|folder| {
            let tests = format!("testdata/package/data/{folder}");
            let (_, results) = json(judge(&["run", "--json", "--tests", &tests, "--"]).args(&command));
            results.iter().any(|result| result["reason"].as_str().unwrap().contains(message))
        });
        assert!(is_found, "{name}: {message}");
    }
}
