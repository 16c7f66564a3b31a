//! The visualizers of the problem package: they draw boards as `hex --svg` does, and mark the first fault of an output.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{HEX, at};

/// Runs a program of the package in a folder, and returns its exit status; `None` without python3.
fn run(program: &str, arguments: &[&Path], output: &Path, folder: &Path) -> Option<i32> {
    let mut command = Command::new("python3");
    command.arg("-B").arg(at("testdata/package").join(program)).args(arguments).current_dir(folder);
    let Ok(run) = command.stdin(fs::File::open(output).unwrap()).output() else {
        crate::support::skip("the visualizers of the problem package: there is no python3");
        return None;
    };
    assert!(run.stdout.is_empty() && run.stderr.is_empty(), "{program}: {}", String::from_utf8_lossy(&run.stderr));
    run.status.code()
}

fn case(name: &str) -> [PathBuf; 3] {
    ["in", "ans", "out"].map(|ending| at("testdata/package/data").join(format!("{name}.{ending}")))
}

/// Asserts that a picture has all elements and style rules of those that `hex --svg` writes.
fn has_the_elements_of_hex(picture: &str, input: &Path) {
    let folder = tempfile::tempdir().unwrap();
    assert!(Command::new(HEX).arg("--svg").arg(folder.path()).arg(input).output().unwrap().status.success());
    let lines: Vec<&str> = picture.lines().collect();
    for file in fs::read_dir(folder.path()).unwrap() {
        let svg = fs::read_to_string(file.unwrap().path()).unwrap();
        let frame = ["<svg ", "<title>", "<rect class=\"paper\"", "</svg>"];
        for line in svg.lines().filter(|line| !frame.iter().any(|start| line.starts_with(start))) {
            assert!(lines.contains(&line), "{}: {line}", input.display());
        }
    }
}

#[test]
fn inputs_and_right_outputs_are_drawn_as_hex_draws_them() {
    for name in ["sample/1", "sample/2", "sample/3", "secret/12-won", "secret/03-mixed"] {
        let folder = tempfile::tempdir().unwrap();
        let [input, answer, _] = case(name);
        let Some(status) = run("input_visualizer/visualize_input.py", &[&input, &answer], &answer, folder.path())
        else {
            return;
        };
        assert_eq!(status, 0);
        has_the_elements_of_hex(&fs::read_to_string(folder.path().join("testcase.svg")).unwrap(), &input);
        let arguments = [&*input, &*answer, folder.path()];
        assert_eq!(run("output_visualizer/visualize_output.py", &arguments, &answer, folder.path()), Some(0));
        let picture = fs::read_to_string(folder.path().join("judgeimage.svg")).unwrap();
        assert!(!picture.contains("class=\"fault\"") && picture.contains("<title>accepted: "), "{name}");
        if name.starts_with("sample") {
            has_the_elements_of_hex(&picture, &input);
        }
        // The validator draws wrong outputs alone.
        assert_eq!(run("output_validator/validate_output.py", &arguments, &answer, folder.path()), Some(42));
        assert!(!folder.path().join("judgeimage.svg").exists());
    }
}

#[test]
fn first_fault_is_marked() {
    // Whether a cell is outlined.
    for (name, cell) in [
        ("given-stone-exchanged", true),
        ("no-indent", true),
        ("stone-too-many", false),
        ("players-exchanged", false),
        ("nothing", false),
        ("byte-that-is-no-text", false),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let [input, answer, output] = case(&format!("invalid_output/{name}"));
        let arguments = [&*input, &*answer, folder.path()];
        let Some(status) = run("output_validator/validate_output.py", &arguments, &output, folder.path()) else {
            return;
        };
        assert_eq!(status, 43);
        let picture = || fs::read_to_string(folder.path().join("judgeimage.svg")).unwrap();
        let message = fs::read_to_string(folder.path().join("judgemessage.txt")).unwrap();
        let line = message.strip_prefix("output line ").unwrap().split(':').next().unwrap();
        let by_validator = picture();
        assert_eq!(run("output_visualizer/visualize_output.py", &arguments, &output, folder.path()), Some(0));
        for picture in [by_validator, picture()] {
            assert!(picture.contains(&format!("<title>{}</title>", message.trim_end())), "{name}: {message}");
            assert_eq!(picture.contains("class=\"fault\""), cell, "{name}");
            assert!(picture.contains(&format!("&gt; {line}</text>")), "{name}");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "{name}");
    }
}

#[test]
fn picture_in_the_documentation_is_that_of_the_validator() {
    let folder = tempfile::tempdir().unwrap();
    let [input, answer, _] = case("sample/1");
    let output = folder.path().join("output.txt");
    let wrong = at("testdata/package/submissions/wrong_answer/mirrored.py");
    let stdin = fs::File::open(&input).unwrap();
    let Ok(made) = Command::new("python3").arg(wrong).stdin(stdin).output() else { return };
    fs::write(&output, made.stdout).unwrap();
    run("output_validator/validate_output.py", &[&input, &answer, folder.path()], &output, folder.path());
    let [made, shown] = [folder.path().join("judgeimage.svg"), at("testdata/pictures/judge-mirrored.svg")];
    assert!(fs::read(made).unwrap() == fs::read(shown).unwrap(), "the picture has changed");
}
