//! Programs that fail in every way: each gets the right verdict, and no process of its group is left.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{HEX_JUDGE, interrupt, table, wait};
use crate::{HEX, json, judge};

/// Judges a program on one sample, with little memory and output. Returns the result.
fn judged(seconds: &str, command: &[&str]) -> Value {
    let mut judge = judge(&["run", "--json", "--tests", "testdata/sample1.txt", "--time-limit", seconds]);
    judge.args(["--memory-limit", "100M", "--output-limit", "512K", "--"]);
    let (status, results) = json(judge.args(command));
    assert_eq!((status, results.len()), (Some(1), 1), "{command:?}: {results:?}");
    results[0].clone()
}

/// How many processes have this word among their arguments.
fn left(mark: &str) -> usize {
    let Ok(processes) = fs::read_dir("/proc") else { return 0 };
    let arguments = processes.filter_map(|process| fs::read(process.ok()?.path().join("cmdline")).ok());
    arguments.filter(|arguments| arguments.split(|&byte| byte == 0).any(|word| word == mark.as_bytes())).count()
}

/// Ways to fail, as scripts of the shell: the time limit, the verdict and the beginning of the reason. `$0` is a mark, by
/// which the processes that are left are found. On a busy machine a program may exceed the wall-clock limit before that
/// of CPU time.
const WAYS: [(&str, &str, &str, &str); 11] = [
    ("exec >&-; cat > /dev/null", "30", "WA", "output line 1: expected 'Analyzing 2 data set(s)', found the end of"),
    ("sh -c 'sleep 600; :' $0 & exit 0", "30", "WA", "output line 1: "),
    ("sleep 600; :", "0.1", "TLE", "more than 1.2 s of wall-clock time"),
    ("trap '' TERM INT HUP XCPU; while :; do :; done", "0.1", "TLE", "more than "),
    (r"x=$(head -c 300000000 /dev/zero | tr '\0' x)", "30", "MLE", "more than 100.0 MiB of memory"),
    // As much as is allowed.
    ("head -c 524288 /dev/zero", "30", "WA", "output line 1: expected 'Analyzing 2 data set(s)', found "),
    // A full disk is no reason to stop.
    ("while :; do echo ----------------------------------------; done", "30", "OLE", "more than 0.5 MiB of output"),
    ("while :; do echo ----------------------------------------; done >&2", "30", "OLE", "more than 0.5 MiB of output"),
    ("kill -ABRT $$", "30", "RTE", "ended by signal 6 (SIGABRT)"),
    (r"printf 'no \033[31midea\nlast\n\n' >&2; exit 3", "30", "RTE", "exit status 3; stderr: no \u{fffd}[31midea"),
    ("setsid sleep 2 & sleep 0.2", "30", "RTE", "a process that it has left keeps its output open"),
];

#[test]
fn ways_to_fail_have_their_verdict_and_leave_nothing() {
    for (way, seconds, verdict, reason) in WAYS {
        let mark = format!("left-by-{}", std::process::id());
        let result = judged(seconds, &["sh", "-c", way, &mark]);
        // The memory is known on Linux alone.
        if verdict != "MLE" || cfg!(target_os = "linux") {
            assert_eq!(result["verdict"], verdict, "{way}: {result}");
            assert!(result["reason"].as_str().unwrap().starts_with(reason), "{way}: {result}");
        }
        assert_eq!(left(&mark), 0, "{way}");
    }
}

/// Each process that is waited for counts, and waiting takes no CPU time; also while other programs run.
#[test]
fn cpu_time_is_that_of_the_program() {
    let script =
        "if grep -q 'A1' /dev/stdin; then sleep 0.5; else (i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done); fi";
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("1.in"), "1\n1\n1 0\nA1\n\n").unwrap();
    fs::write(folder.path().join("2.in"), "1\n1\n0 0\n\n\n").unwrap();
    let tests = folder.path().to_str().unwrap();
    let (_, results) =
        json(judge(&["run", "--json", "--jobs", "2", "--tests", tests, "--"]).args(["sh", "-c", script]));
    let [[idle, rest], [busy, _]] =
        [0, 1].map(|test| ["cpu_s", "wall_s"].map(|key| results[test][key].as_f64().unwrap()));
    assert!(idle < 0.2 && rest >= 0.5 && busy > 0.03, "{results:?}");
}

#[test]
fn program_may_open_its_output_again() {
    let script = format!("'{HEX}' > /dev/stdout; echo > /dev/stdout");
    judge(&["run", "--tests", "testdata/sample1.txt", "--", "sh", "-c", &script]).assert().code(0);
}

/// The reason of a failure quotes the line of stderr that tells most.
#[test]
fn line_that_says_why_is_quoted() {
    for [stderr, line] in table(include_str!("stderr.txt")) {
        let result = judged("30", &["sh", "-c", "printf %s \"$0\" >&2; exit 1", &stderr]);
        assert_eq!(result["reason"], format!("exit status 1; stderr: {line}"));
    }
    assert_eq!(judged("30", &["sh", "-c", "printf ' \\n\\r\\n' >&2; exit 1"])["reason"], "exit status 1");
    // A long line is cut.
    let long = judged("30", &["sh", "-c", "head -c 10000 /dev/zero | tr '\\0' x >&2; exit 1"]);
    assert_eq!(long["reason"], format!("exit status 1; stderr: {}…", "x".repeat(240)));
}

/// Ctrl-C while many programs begin and end: no process is left, and no verdict is invented.
#[test]
fn interrupted_run_prints_what_is_known_and_leaves_nothing() {
    let mark = format!("interrupted-{}", std::process::id());
    for rows_before in [0, 1, 7] {
        let mut judge = Command::new(HEX_JUDGE.path)
            .args("run --json --jobs 4 --tests testdata testdata/package/data/secret --".split(' '))
            .args(["sh", "-c", "head -c 1000000 /dev/zero; sleep 0.1", &mark])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut rows = Vec::new();
        let mut stdout = judge.stdout.take().unwrap();
        while rows.iter().filter(|&&byte| byte == b'\n').count() < rows_before {
            let mut some = [0; 100];
            let read = stdout.read(&mut some).unwrap();
            rows.extend(&some[..read]);
        }
        // Without a row, once it handles the signal.
        let started = Instant::now();
        while cfg!(target_os = "linux") && rows_before == 0 && left(&mark) < 2 {
            assert!(started.elapsed() < Duration::from_secs(60), "no program was started");
            sleep(Duration::from_millis(10));
        }
        interrupt(&judge);
        stdout.read_to_end(&mut rows).unwrap();
        assert_eq!(wait(judge), (Some(2), "hex-judge: interrupted\n".to_owned()));
        let rows = String::from_utf8(rows).unwrap();
        assert!(rows.lines().all(|row| row.contains("\"verdict\":\"WA\"")), "{rows}");
        assert_eq!(left(&mark), 0);
    }
}
