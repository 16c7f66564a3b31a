//! The problem for users of testlib: the programs of `testdata/testlib` give the verdicts of `hex-judge check` and of the
//! package's validator, and `scripts/package --testlib` copies all that the problem has.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use tempfile::TempDir;

use crate::support::skip;
use crate::{FOLDERS, HEX, at, package_inputs};

/// The path of a program, compiled once; `None` if the compiler or `testlib.h` is missing. The latter is looked for
/// where the compiler looks: CPATH adds a folder.
fn program(name: &str) -> Option<PathBuf> {
    static COMPILED: OnceLock<Option<TempDir>> = OnceLock::new();
    let compiled = COMPILED.get_or_init(|| {
        let probe = ["-E", "-x", "c++", "-include", "testlib.h", "/dev/null", "-o", "/dev/null"];
        Command::new("g++").args(probe).output().ok().filter(|run| run.status.success())?;
        let folder = tempfile::tempdir().unwrap();
        for name in ["checker", "validator", "generator"] {
            let mut cpp = Command::new("g++");
            cpp.args(["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-o"]).arg(folder.path().join(name));
            let built = cpp.arg(at("testdata/testlib").join(format!("{name}.cpp"))).output().unwrap();
            assert!(built.status.success(), "{name}: {}", String::from_utf8_lossy(&built.stderr));
        }
        Some(folder)
    });
    if compiled.is_none() {
        skip("testdata/testlib: g++ does not find testlib.h; CPATH names its folder");
    }
    compiled.as_ref().map(|folder| folder.path().join(name))
}

/// The status and stderr of a program on an input.
fn run(program: &Path, input: &Path) -> (Option<i32>, String) {
    let run = Command::new(program).stdin(File::open(input).unwrap()).output().unwrap();
    (run.status.code(), String::from_utf8_lossy(&run.stderr).into_owned())
}

/// Has the checker judge all cases: input, output, and the message of `hex-judge check`. Bytes are characters.
pub(crate) fn the_checker_gives_the_same_verdicts(cases: &[(String, String, Option<String>)]) {
    let Some(checker) = program("checker") else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let bytes = |text: &str| text.chars().map(|c| u8::try_from(c).unwrap()).collect::<Vec<u8>>();
    let mut answered = "";
    for (input, output, message) in cases {
        if input != answered {
            fs::write(path("input"), bytes(input)).unwrap();
            let mut hex = Command::new(HEX).arg(path("input")).stdout(Stdio::piped()).spawn().unwrap();
            std::io::copy(&mut hex.stdout.take().unwrap(), &mut File::create(path("answer")).unwrap()).unwrap();
            assert!(hex.wait().unwrap().success());
            answered = input;
        }
        fs::write(path("output"), bytes(output)).unwrap();
        let run = Command::new(&checker).args(["input", "output", "answer"].map(path)).output().unwrap();
        // 0 is right, 1 wrong, 2 a wrong form, 3 a failure of the jury.
        let (status, said) = (run.status.code().unwrap(), String::from_utf8_lossy(&run.stderr));
        assert_eq!(status == 0, message.is_none(), "{said}, but {message:?}:\n{input}{output}");
        assert!(status < 3, "{said}:\n{input}{output}");
        // testlib shows bytes as they are, without escapes.
        let fault = message.as_deref().and_then(|message| message.strip_prefix("output "));
        let quoted = fault.filter(|fault| fault.contains(": expected '") && !fault.contains('\\'));
        assert!(quoted.is_none_or(|fault| said.contains(fault)), "{said}, but {quoted:?}");
    }
}

#[test]
fn checker_does_not_trust_a_wrong_answer_of_the_jury() {
    let Some(checker) = program("checker") else { return };
    let package = at("testdata/package/data");
    let input = package.join("invalid_output/stone-too-many.in");
    let [right, wrong] = ["ans", "out"].map(|end| input.with_extension(end));
    for (output, answer, status) in [(&right, &right, 0), (&wrong, &right, 1), (&right, &wrong, 3)] {
        let run = Command::new(&checker).arg(&input).args([output, answer]).output().unwrap();
        assert_eq!(run.status.code(), Some(status), "{}", String::from_utf8_lossy(&run.stderr));
    }
}

#[test]
fn testlib_validator_refuses_what_the_validator_of_the_package_refuses() {
    let Some(validator) = program("validator") else { return };
    let mut refused = 0;
    for folder in FOLDERS {
        for path in package_inputs(folder) {
            let (status, said) = run(&validator, &path);
            let expected = if folder == "invalid_input" { Some(3) } else { Some(0) };
            assert_eq!(status, expected, "{}: {said}", path.display());
            refused += usize::from(status != Some(0));
        }
    }
    assert!(refused >= 20);
}

#[test]
fn script_copies_the_problem_for_users_of_testlib() {
    let folder = tempfile::tempdir().unwrap();
    let made = folder.path().join("problem");
    let package = |made: &Path| Command::new(at("scripts/package")).arg("--testlib").arg(made).output().unwrap();
    let run_once = package(&made);
    assert!(run_once.status.success(), "{}", String::from_utf8_lossy(&run_once.stderr));
    let run_again = package(&made);
    assert_eq!(run_again.status.code(), Some(2));
    assert!(String::from_utf8(run_again.stderr).unwrap().starts_with("package: refusing to overwrite "));

    let read = |path: &str| fs::read_to_string(made.join(path)).unwrap();
    let tests = ["sample", "secret"].map(package_inputs).concat();
    for (number, input) in tests.iter().enumerate() {
        let test = format!("tests/{:02}", number + 1);
        assert_eq!(read(&test), fs::read_to_string(input).unwrap());
        assert_eq!(read(&format!("{test}.a")), fs::read_to_string(input.with_extension("ans")).unwrap());
    }
    assert_eq!(fs::read_dir(made.join("tests")).unwrap().count(), 2 * tests.len());

    assert_eq!(read("statement-sections/english/name.tex"), "Hex\n");
    assert_eq!(read("statement-sections/english/example.02.a"), read("tests/02.a"));
    assert!(made.join("solutions/accepted/plain.py").exists());
    let legend = read("statement-sections/english/legend.tex");
    let pictures = legend.split('{').filter_map(|rest| rest.split_once(".png}"));
    let [picture] = pictures.map(|(name, _)| name).collect::<Vec<_>>()[..] else { panic!("{legend}") };
    assert!(made.join(format!("statement-sections/english/{picture}.png")).exists());

    let (Some(generator), Some(validator)) = (program("generator"), program("validator")) else { return };
    for line in read("script").lines() {
        let words: Vec<&str> =
            line.strip_prefix("generator ").unwrap().strip_suffix(" > $").unwrap().split(' ').collect();
        let drawn = || Command::new(&generator).args(&words).output().unwrap().stdout;
        let input = made.join("drawn");
        File::create(&input).unwrap().write_all(&drawn()).unwrap();
        assert_eq!(drawn(), fs::read(&input).unwrap());
        let (status, said) = run(&validator, &input);
        assert_eq!(status, Some(0), "{line}: {said}");
    }
}
