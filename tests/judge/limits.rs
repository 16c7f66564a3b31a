//! Programs that fail in every way: each gets the right verdict, and no process or file of it is left.

use crate::support::built;
use std::fs;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::judging::{HEX, interrupt, judge, results};

static MISBEHAVE: LazyLock<PathBuf> = LazyLock::new(|| built::program("misbehave"));

/// Judges the misbehaving program on one sample, with little memory and output, and more time than it takes to fail.
fn misbehaving(arguments: &[&str]) -> (String, String) {
    misbehaving_for("30", arguments)
}

/// Judges it when it fails by taking too long.
fn overdue(arguments: &[&str]) -> (String, String) {
    misbehaving_for("0.3", arguments)
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

/// Returns a word that no other run of these tests uses.
fn mark(what: &str) -> String {
    format!("left-by-{what}-{}", std::process::id())
}

/// How many processes have this mark among their arguments.
fn left(mark: &str) -> usize {
    let Ok(processes) = fs::read_dir("/proc") else { return 0 };
    let arguments = processes.filter_map(|process| fs::read(process.ok()?.path().join("cmdline")).ok());
    arguments.filter(|arguments| arguments.split(|&byte| byte == 0).any(|word| word == mark.as_bytes())).count()
}

#[test]
fn each_way_to_fail_has_its_verdict() {
    let is = |verdict: &str, reason: &str| (verdict.to_owned(), reason.to_owned());
    let nothing = "output line 1: expected 'Analyzing 2 data set(s)', found the end of the output";
    assert_eq!(misbehaving(&["silent"]), is("WA", nothing));
    assert_eq!(misbehaving(&["close-stdout"]), is("WA", nothing));
    assert_eq!(overdue(&["sleep"]), is("TLE", "more than 1.6 s of wall-clock time"));
    // On a busy machine the wall-clock limit may be exceeded first.
    assert_eq!(overdue(&["spin"]).0, "TLE");
    assert_eq!(misbehaving(&["abort"]), is("RTE", "ended by signal 6 (SIGABRT)"));
    assert_eq!(misbehaving(&["exit"]), is("RTE", "exit status 3; stderr: no idea what \u{fffd}[31mto do"));
    assert_eq!(misbehaving(&["hog"]), is("MLE", "more than 100.0 MiB of memory"));
    assert_eq!(misbehaving(&["endless"]), is("OLE", "more than 102400 bytes of output"));
    assert_eq!(misbehaving(&["endless-errors"]), is("OLE", "more than 102400 bytes of output"));
}

#[test]
fn a_shell_that_ignores_signals_is_ended() {
    let script = "trap '' TERM INT HUP XCPU XFSZ; while :; do :; done";
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
}

/// Linux lists the processes that are left, and lets none escape.
#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_of_a_program() {
    assert_eq!(misbehaving(&["leave", &mark("leave")]).0, "WA");
    assert_eq!(overdue(&["family", &mark("family")]).0, "TLE");
    assert_eq!(overdue(&["spinning-family", &mark("spinning")]).0, "TLE");
    // Two children have more together than each of them may.
    assert_eq!(misbehaving(&["hoarding-family", &mark("hoarding")]).0, "MLE");
    assert_eq!(overdue(&["chains", &mark("chains")]).0, "TLE");
    assert_eq!(misbehaving(&["bomb", &mark("bomb"), "9"]).1, "more than 256 processes at the same time");
    for what in ["leave", "family", "spinning", "hoarding", "chains", "bomb"] {
        assert_eq!(left(&mark(what)), 0, "{what}");
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
fn a_signal_without_a_name_is_reported_by_its_number() {
    let (status, results) = script("kill -40 $$");
    assert_eq!(status, Some(1));
    assert!(
        results.iter().all(|result| result["verdict"] == "RTE" && result["reason"] == "ended by signal 40"),
        "{results:?}"
    );
}

/// A program that ends its supervisor has no verdict, but is ended too, and the other tests are judged.
#[cfg(target_os = "linux")]
#[test]
fn a_program_that_ends_its_supervisor_is_ended() {
    // A time to sleep that no other run of these tests has.
    let seconds = format!("600.{}", std::process::id());
    let (status, results) = script(&format!("kill -9 $PPID; exec sleep {seconds}"));
    assert_eq!((status, results.len()), (Some(2), 2));
    let reason = "the supervisor of the program was ended: signal: 9 (SIGKILL)";
    assert!(results.iter().all(|result| result["verdict"] == "JE" && result["reason"] == reason), "{results:?}");
    assert_eq!(left(&seconds), 0);
}

#[test]
fn a_program_may_open_its_output_again() {
    let script = format!("'{HEX}' > /dev/stdout; echo > /dev/stdout");
    let (status, _) =
        results(judge("run").args(["--json", "--tests", "testdata/sample1.txt", "--", "sh", "-c", &script]));
    assert_eq!(status, Some(0));
}

/// Starts a judge whose program has children that sleep for long.
fn judge_family(mark: &str, scratch: &Path) -> Child {
    let child = start(Command::new(&*MISBEHAVE).args(["family", mark]), scratch);
    // The program, its children, and the judge itself.
    wait_until(|| left(mark) >= 5);
    child
}

/// Starts a judge with a long time limit.
fn start(program: &Command, scratch: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_hex-judge"))
        .args(["run", "--time-limit", "100", "--tests", "testdata/sample1.txt", "--"])
        .arg(program.get_program())
        .args(program.get_args())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("TMPDIR", scratch)
        .stdout(Stdio::null())
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
fn nothing_is_left_when_the_judge_itself_is_ended() {
    let scratch = tempfile::tempdir().unwrap();
    let files = || fs::read_dir(scratch.path()).unwrap().count();
    let mut judge = judge_family(&mark("killed"), scratch.path());
    assert_eq!(files(), 1);
    judge.kill().unwrap();
    assert_eq!(judge.wait().unwrap().signal(), Some(9));
    wait_until(|| left(&mark("killed")) == 0 && files() == 0);

    let mut judge = judge_family(&mark("interrupted"), scratch.path());
    interrupt(&judge);
    assert_eq!(judge.wait().unwrap().code(), Some(2));
    let mut stderr = String::new();
    judge.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!(stderr, "hex-judge: interrupted\n");
    assert_eq!((left(&mark("interrupted")), files()), (0, 0));
}

/// A stopped supervisor cannot end its program. It is ended itself after a few seconds.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "exhaustive: 5 s"]
fn a_supervisor_that_is_stopped_is_ended() {
    let scratch = tempfile::tempdir().unwrap();
    let seconds = format!("601.{}", std::process::id());
    let script = format!("kill -STOP $PPID; exec sleep {seconds}");
    let mut judge = start(Command::new("sh").args(["-c", &script]), scratch.path());
    wait_until(|| left(&seconds) == 1);
    interrupt(&judge);
    assert_eq!(judge.wait().unwrap().code(), Some(2));
    assert_eq!((left(&seconds), fs::read_dir(scratch.path()).unwrap().count()), (0, 0));
}

/// Ctrl-C while many programs begin and end: no folder is left, and no verdict is invented.
#[test]
fn an_interrupted_run_prints_what_is_known_and_leaves_nothing() {
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
        interrupt(&judge);
        let (mut rows, mut stderr) = (String::new(), String::new());
        judge.stdout.take().unwrap().read_to_string(&mut rows).unwrap();
        judge.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        // On a slow machine it has not begun, on a fast one it is done.
        match judge.wait().unwrap().code() {
            Some(2) => assert_eq!(stderr, "hex-judge: interrupted\n"),
            code => assert!(code.is_none() || code == Some(1), "{code:?} {stderr}"),
        }
        assert!(!rows.contains("\"JE\""), "{rows}");
        let _ = fs::remove_file(&junit);
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0);
    }
}
