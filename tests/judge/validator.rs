//! Right outputs are accepted in any spelling, outputs with another meaning are not, and the Python validator of the
//! problem package finds the same faults as `hex-judge check`, word for word.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use serde_json::json;

use crate::check::message;
use crate::outputs::{random_boards, respelled, right, tampered, text};
use crate::support::{rounds, skip};
use crate::{at, package_inputs, reference};

#[test]
fn other_best_cases_and_spellings_are_accepted_and_tamperings_are_not() {
    let inputs = rounds(40, 240) as u64;
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut cases = Vec::new();
    for seed in 0..inputs {
        let boards = random_boards(seed);
        let input = reference::input(&boards);
        assert_eq!(message(&input, reference::output(&boards).as_bytes()), None, "{input}");
        let lines = right(&boards);
        for output in [text(&lines), respelled(&lines, &mut random)] {
            assert_eq!(message(&input, output.as_bytes()), None, "{input}{output}");
            cases.push((input.clone(), output, None));
        }
        for _ in 0..25 {
            let output = tampered(&lines, &mut random);
            let found = message(&input, output.as_bytes());
            assert!(found.is_some(), "accepted:\n{input}{output}");
            cases.push((input.clone(), output, found));
        }
    }
    assert_eq!(cases.iter().filter(|(_, _, message)| message.is_some()).count() as u64, 25 * inputs);
    the_validator_finds_the_same(&cases);
    #[cfg(unix)]
    crate::testlib::the_checker_gives_the_same_verdicts(&cases);
}

/// Has the package's validator judge all cases in one run of Python.
fn the_validator_finds_the_same(cases: &[(String, String, Option<String>)]) {
    const DRIVER: &str = "\
import json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import validate_output
for line in sys.stdin:
    input, output = json.loads(line)
    print(json.dumps(validate_output.judge(input.encode('latin-1'), output.encode('latin-1'))))
";
    let folder = at("testdata/package/output_validator");
    let questions: String = cases.iter().map(|(input, output, _)| format!("{}\n", json!([input, output]))).collect();
    let mut python = assert_cmd::Command::new("python3");
    let Ok(output) = python.args(["-c", DRIVER]).arg(&folder).write_stdin(questions).output() else {
        return skip("the validator of the problem package: there is no python3");
    };
    assert!(output.status.success());
    let answers = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Option<String>> = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), cases.len());
    for ((input, output, message), answer) in cases.iter().zip(&answers) {
        assert_eq!(answer, message, "{input}{output}");
    }
}

/// In the form of the header `validation.h` of BAPCtools: place, name, whether the lower and the upper bound are reached, the
/// least and the greatest number found, the bounds.
#[test]
fn secret_data_reaches_all_bounds_of_the_statement() {
    let mut reached: BTreeMap<String, [bool; 2]> = BTreeMap::new();
    let folder = tempfile::tempdir().unwrap();
    let bounds = folder.path().join("bounds");
    for path in package_inputs("secret") {
        let mut validator = Command::new("python3");
        validator.arg(at("testdata/package/input_validators/validate_input.py")).arg("--constraints_file").arg(&bounds);
        let Ok(status) = validator.stdin(fs::File::open(&path).unwrap()).status() else {
            return skip("the bounds that the secret data reaches: there is no python3");
        };
        assert_eq!(status.code(), Some(42), "{}", path.display());
        for line in fs::read_to_string(&bounds).unwrap().lines() {
            let fields: Vec<&str> = line.split(' ').collect();
            let [_, name, low, high, least, most, lower, upper] = fields[..] else { panic!("{line}") };
            let of_file = [low == "1", high == "1"];
            assert_eq!(of_file, [least == lower, most == upper], "{line}");
            let ends = reached.entry(format!("{name} {lower} {upper}")).or_default();
            *ends = [0, 1].map(|end| ends[end] || of_file[end]);
        }
    }
    let names = ["D 1 100", "S 1 21", "column 1 21", "o 0 441", "row 1 21", "x 0 441"];
    assert_eq!(reached, names.map(|name| (name.to_owned(), [true; 2])).into());
}

#[test]
fn outputs_that_the_package_gives_as_right_or_wrong_are_judged_so() {
    let (mut cases, mut faults) = (Vec::new(), String::new());
    let characters = |bytes: &[u8]| bytes.iter().copied().map(char::from).collect::<String>();
    for (folder, ending) in [("sample", "ans"), ("secret", "ans"), ("valid_output", "out"), ("invalid_output", "out")] {
        for path in package_inputs(folder) {
            let input = characters(&fs::read(&path).unwrap());
            let output = fs::read(path.with_extension(ending)).unwrap();
            let message = message(&input, &output);
            assert_eq!(message.is_some(), folder == "invalid_output", "{}: {message:?}", path.display());
            if let Some(message) = &message {
                faults += &format!("{}: {message}\n", path.file_stem().unwrap().display());
            }
            cases.push((input, characters(&output), message));
        }
    }
    the_validator_finds_the_same(&cases);
    #[cfg(unix)]
    crate::testlib::the_checker_gives_the_same_verdicts(&cases);
    // Each kind of fault that the validator looks for.
    insta::assert_snapshot!(faults);
}
