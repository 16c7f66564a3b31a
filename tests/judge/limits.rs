//! Programs that fail in every way: each gets the right verdict, and no process or file of it is left.

use std::fs;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{Ended, interrupt, wait};
use crate::{HEX, at, json, judge};

/// Judges a program on one sample, with little memory and output. Returns the result.
fn judged(seconds: &str, command: &[&str]) -> Value {
    let mut judge = judge(&["run", "--json", "--tests", "testdata/sample1.txt", "--time-limit", seconds]);
    judge.args(["--memory-limit", "100M", "--output-limit", "100K", "--"]);
    let (status, results) = json(judge.args(command));
    assert_eq!((status, results.len()), (Some(1), 1), "{command:?}: {results:?}");
    results[0].clone()
}

/// A word that no other run of these tests uses.
fn mark(what: &str) -> String {
    format!("left-by-{what}-{}", std::process::id())
}

/// How many processes have this mark among their arguments.
fn left(mark: &str) -> usize {
    let Ok(processes) = fs::read_dir("/proc") else { return 0 };
    let arguments = processes.filter_map(|process| fs::read(process.ok()?.path().join("cmdline")).ok());
    arguments.filter(|arguments| arguments.split(|&byte| byte == 0).any(|word| word == mark.as_bytes())).count()
}

/// For longer than any test waits. The shell stays, with its mark.
const REST: &str = "sleep 600; :";

/// Starts its first argument with the number less one, and ends at once, so that a list of processes always misses it.
const CHAIN: &str = "if [ $2 -gt 0 ]; then setsid sh -c \"$1\" \"$0\" \"$1\" $(($2 - 1)) & fi";

/// Ways to fail, as scripts of the shell: the time limit, the verdict and the beginning of the reason. `$0` is a mark, by
/// which the processes that are left are found, `$1` is [`REST`] and `$2` is [`CHAIN`]. On a busy machine a program may
/// exceed the wall-clock limit before that of CPU time. Only Linux lists the processes that are left, and lets none
/// escape to another session.
const WAYS: [(&str, &str, &str, &str); 17] = [
    ("exit 0", "30", "WA", "output line 1: expected 'Analyzing 2 data set(s)', found the end of the output"),
    ("exec >&-; cat > /dev/null", "30", "WA", "output line 1: expected 'Analyzing 2 data set(s)', found the end of"),
    ("sleep 600; :", "0.1", "TLE", "more than 1.2 s of wall-clock time"),
    ("while :; do :; done", "0.1", "TLE", "more than "),
    ("kill -ABRT $$", "30", "RTE", "ended by signal 6 (SIGABRT)"),
    (
        r"printf 'no idea what \033[31mto do\nlast line\n\n' >&2; exit 3",
        "30",
        "RTE",
        "exit status 3; stderr: no idea what \u{fffd}[31mto do",
    ),
    (r"x=$(head -c 300000000 /dev/zero | tr '\0' x)", "30", "MLE", "more than 100.0 MiB of memory"),
    // A full disk is no reason to stop.
    (
        "while :; do echo ----------------------------------------; done",
        "30",
        "OLE",
        "more than 102400 bytes of output",
    ),
    (
        "while :; do echo ---------------------------------------- >&2; done",
        "30",
        "OLE",
        "more than 102400 bytes of output",
    ),
    ("kill -40 $$", "30", "RTE", "ended by signal 40"),
    ("trap '' TERM INT HUP XCPU XFSZ; while :; do :; done", "0.1", "TLE", "more than "),
    // Of these and their children nothing may be left.
    ("setsid sh -c 'setsid sh -c \"$1\" \"$0\" & sleep 600; :' $0 \"$1\" & exit 0", "30", "WA", "output line 1: "),
    (FAMILY, "0.1", "TLE", "more than 1.2 s of wall-clock time"),
    ("for i in 1 2; do setsid sh -c 'while :; do :; done' $0 & done; wait", "0.1", "TLE", "more than "),
    // Two children have more together than each of them may.
    (
        "for i in 1 2; do (dd if=/dev/zero bs=62914560 | sleep 600) 2> /dev/null & done; wait",
        "30",
        "MLE",
        "more than 100.0 MiB of memory",
    ),
    ("for i in 1 2 3 4; do setsid sh -c \"$2\" $0 \"$2\" 10000 & done; sleep 600; :", "0.1", "TLE", "more than "),
    (
        "b() { if [ $1 -gt 0 ]; then b $(($1 - 1)) & b $(($1 - 1)) & fi; sleep 600; }; b 9",
        "30",
        "RTE",
        "more than 256 processes at the same time",
    ),
];

/// Three children, each out of reach of who ends the group of processes.
const FAMILY: &str = "for i in 1 2 3; do setsid sh -c \"$1\" $0 & done; sleep 600; :";

#[test]
fn ways_to_fail_have_their_verdict_and_leave_nothing() {
    // Most of them wait.
    let [others, linux] = [&WAYS[..9], &WAYS[9..]];
    let ways: Vec<_> = others.iter().chain(linux.iter().filter(|_| cfg!(target_os = "linux"))).zip(0..).collect();
    thread::scope(|scope| {
        for ways in ways.chunks(4) {
            scope.spawn(move || {
                for &(&(way, seconds, verdict, reason), number) in ways {
                    let mark = mark(&format!("way-{number}"));
                    let result = judged(seconds, &["sh", "-c", way, &mark, REST, CHAIN]);
                    assert_eq!(result["verdict"], verdict, "{way}: {result}");
                    assert!(result["reason"].as_str().unwrap().starts_with(reason), "{way}: {result}");
                    assert_eq!(left(&mark), 0, "{way}");
                }
            });
        }
    });
}

/// Each process counts, also one that has ended, and waiting takes no CPU time.
#[test]
fn cpu_time_and_wall_clock_time_are_told_apart() {
    let times = |script: &str| {
        let result = judged("30", &["sh", "-c", script]);
        ["cpu_s", "wall_s"].map(|key| result[key].as_f64().unwrap())
    };
    let [cpu, wall] = times("sleep 0.3");
    assert!(cpu < 0.2 && wall >= 0.3, "{cpu} {wall}");
    // A subshell that counts, and its parent that waits.
    let [cpu, wall] = times("(i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done)");
    assert!(cpu > 0.03 && wall > 0.03, "{cpu} {wall}");
}

/// Judges a shell script on two samples.
fn script(script: &str) -> (Option<i32>, Vec<Value>) {
    let tests = ["--tests", "testdata/sample1.txt", "testdata/sample2.txt", "--jobs", "1", "--time-limit", "5"];
    json(judge(&["run", "--json"]).args(tests).args(["--", "sh", "-c", script]))
}

/// A program that ends its supervisor has no verdict, but is ended too, and the other tests are judged.
#[cfg(target_os = "linux")]
#[test]
fn program_that_ends_its_supervisor_is_ended() {
    // A time to sleep that no other run of these tests has.
    let seconds = format!("600.{}", std::process::id());
    let (status, results) = script(&format!("kill -9 $PPID; exec sleep {seconds}"));
    assert_eq!((status, results.len()), (Some(2), 2));
    let reason = "the supervisor of the program was ended: signal: 9 (SIGKILL)";
    assert!(results.iter().all(|result| result["verdict"] == "JE" && result["reason"] == reason), "{results:?}");
    assert_eq!(left(&seconds), 0);
}

#[test]
fn program_may_open_its_output_again() {
    let script = format!("'{HEX}' > /dev/stdout; echo > /dev/stdout");
    judge(&["run", "--tests", "testdata/sample1.txt", "--", "sh", "-c", &script]).assert().code(0);
}

#[test]
fn output_beyond_the_limit_on_file_sizes_is_not_judged() {
    let mut command = assert_cmd::Command::new("sh");
    command.args(["-c", "ulimit -f 1; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_hex-judge"), "run", "--tests"]);
    command.arg(at("testdata/sample1.txt")).args(["--", "sh", "-c", "head -c 100000 /dev/zero"]);
    let said = String::from_utf8(command.assert().code(2).get_output().stdout.clone()).unwrap();
    assert!(said.contains("JE") && said.contains("File too large"), "{said}");
}

/// The reason of a failure quotes the line of stderr that tells most.
#[test]
fn line_that_says_why_is_quoted() {
    let cases = [
        (
            "x = 3\nTraceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    f()\nValueError: invalid literal\n\n\
             During handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File \"a.py\", \
             line 5, in <module>\n    [][1]\n    ~~^^^\nIndexError: list index out of range\n",
            "IndexError: list index out of range",
        ),
        (
            "  File \"b.py\", line 1\n    print(\n         ^\nSyntaxError: '(' was never closed\n",
            "SyntaxError: '(' was never closed",
        ),
        (
            "Picked up JAVA_TOOL_OPTIONS: -Xmx512m\nException in thread \"main\" java.lang.Oops: Index 5\n\tat A.f(A.java:5)\n",
            "Exception in thread \"main\" java.lang.Oops: Index 5",
        ),
        (
            "\nthread 'main' (4711) panicked at src/main.rs:3:5:\nindex out of bounds\nnote: run with `RUST_BACKTRACE=1`\n",
            "thread 'main' (4711) panicked at src/main.rs:3:5: index out of bounds",
        ),
        (
            "thread 'main' panicked at 'too many', src/main.rs:3:5\nnote: run with `RUST_BACKTRACE=1`\n",
            "thread 'main' panicked at 'too many', src/main.rs:3:5",
        ),
        (
            "at row 1\nterminate called after throwing an instance of 'std::out_of_range'\n  what():  array::at: __n\n",
            "terminate called after throwing an instance of 'std::out_of_range' what():  array::at: __n",
        ),
        ("error: unexpected argument '-x' found\n\nUsage: hex [OPTIONS]\n", "error: unexpected argument '-x' found"),
        ("  indented alone\n  twice\n", "indented alone"),
        ("Traceback (most recent call last):\n", "Traceback (most recent call last):"),
    ];
    for (stderr, line) in cases {
        let result = judged("30", &["sh", "-c", "printf %s \"$0\" >&2; exit 1", stderr]);
        assert_eq!(result["reason"], format!("exit status 1; stderr: {line}"));
    }
    assert_eq!(judged("30", &["sh", "-c", "printf ' \\n\\r\\n' >&2; exit 1"])["reason"], "exit status 1");
    // Of a long text the start and the end are searched, and a long line is cut.
    let long =
        "for i in 1 2 3 4 5 6 7 8 9; do head -c 10000 /dev/zero | tr '\\0' x >&2; echo >&2; done; echo '\tx' >&2";
    let end = "echo 'Traceback (most recent call last):' >&2; echo 'Error: at the end' >&2; exit 1";
    let reason = |script: &str| judged("30", &["sh", "-c", script])["reason"].clone();
    assert_eq!(reason(&format!("{long}; {end}")), "exit status 1; stderr: Error: at the end");
    assert_eq!(reason(&format!("{long}; exit 1")), format!("exit status 1; stderr: {}…", "x".repeat(240)));
}

/// Starts a judge with a long time limit.
fn start(arguments: &str, command: &[&str], scratch: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_hex-judge"))
        .args("run --json --time-limit 100 --tests".split(' ').chain(arguments.split(' ')).chain(["--"]))
        .args(command)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("TMPDIR", scratch)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn wait_until(condition: impl Fn() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < Duration::from_secs(60), "the condition did not hold in time");
        sleep(Duration::from_millis(10));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn killed_judge_leaves_nothing() {
    let scratch = tempfile::tempdir().unwrap();
    let files = || fs::read_dir(scratch.path()).unwrap().count();
    let judge_family = |mark: &str| {
        let judge = start("testdata/sample1.txt", &["sh", "-c", FAMILY, mark, REST], scratch.path());
        // The program, its children, and the judge itself.
        wait_until(|| left(mark) >= 5);
        judge
    };
    let mut judge = judge_family(&mark("killed"));
    assert_eq!(files(), 1);
    judge.kill().unwrap();
    assert_eq!(judge.wait().unwrap().signal(), Some(9));
    wait_until(|| left(&mark("killed")) == 0 && files() == 0);

    let judge = judge_family(&mark("interrupted"));
    interrupt(&judge);
    assert_eq!(wait(judge), (Some(2), "hex-judge: interrupted\n".to_owned()));
    assert_eq!((left(&mark("interrupted")), files()), (0, 0));
}

/// A stopped supervisor cannot end its program. It is ended itself a moment after Ctrl-C.
#[cfg(target_os = "linux")]
#[test]
fn supervisor_that_is_stopped_is_ended() {
    let scratch = tempfile::tempdir().unwrap();
    let seconds = format!("601.{}", std::process::id());
    let script = format!("kill -STOP $PPID; exec sleep {seconds}");
    let mut judge = start("testdata/sample1.txt", &["sh", "-c", &script], scratch.path());
    wait_until(|| left(&seconds) == 1);
    interrupt(&judge);
    assert_eq!(judge.wait().unwrap().code(), Some(2));
    assert_eq!((left(&seconds), fs::read_dir(scratch.path()).unwrap().count()), (0, 0));
}

/// Ctrl-C while many programs begin and end: no folder is left, and no verdict is invented.
#[test]
fn interrupted_run_prints_what_is_known_and_leaves_nothing() {
    let scratch = tempfile::tempdir().unwrap();
    let junit = scratch.path().join("results.xml");
    let arguments = format!("testdata testdata/package/data/secret --jobs 4 --junit {}", junit.display());
    for rows_before in [0, 1, 7] {
        let script = "head -c 1000000 /dev/zero; sleep 0.1";
        let mut judge = start(&arguments, &["sh", "-c", script], scratch.path());
        let mut rows = Vec::new();
        let mut stdout = judge.stdout.take().unwrap();
        while rows.iter().filter(|&&byte| byte == b'\n').count() < rows_before {
            let mut some = [0; 100];
            let read = stdout.read(&mut some).unwrap();
            rows.extend(&some[..read]);
        }
        // Without a row, once it handles the signal.
        wait_until(|| rows_before > 0 || fs::read_dir(scratch.path()).unwrap().count() > 0);
        interrupt(&judge);
        stdout.read_to_end(&mut rows).unwrap();
        assert_eq!(wait(judge), (Some(2), "hex-judge: interrupted\n".to_owned()));
        let rows = String::from_utf8(rows).unwrap();
        assert!(rows.lines().all(|row| row.contains("\"verdict\":\"WA\"")), "{rows}");
        assert_eq!(fs::read_to_string(&junit).unwrap().matches("<testcase ").count(), rows.lines().count());
        fs::remove_file(&junit).unwrap();
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0);
    }
}

#[test]
fn results_behind_an_interrupted_test_are_printed() {
    let [folder, scratch] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    // The first program sleeps, and the other two end at once.
    let script = "if mkdir $0/first; then exec sleep 600; fi; mkdir $0/second || mkdir $0/third";
    let command = ["sh", "-c", script, folder.path().to_str().unwrap()];
    let judge =
        start("testdata/sample1.txt testdata/sample2.txt testdata/sample3.txt --jobs 2", &command, scratch.path());
    wait_until(|| folder.path().join("third").exists());
    // Then only the first program has files for its stdout and stderr.
    let workspace = fs::read_dir(scratch.path()).unwrap().next().unwrap().unwrap().path();
    wait_until(|| fs::read_dir(&workspace).unwrap().count() == 2);
    interrupt(&judge);
    let ended = Ended::from(judge.wait_with_output().unwrap());
    let wrong = ended.stdout.matches("\"verdict\":\"WA\"").count();
    assert_eq!((ended.status, wrong, ended.stdout.lines().count()), (Some(2), 2, 2));
}
