//! What is rejected, with a caret under what is wrong: all lines of `rejected.txt` in one snapshot.

use std::process::Command;
use std::thread;

use crate::support::{Ended, HIP, PROGRAMS, on_path};

/// A line with a caret at a column and the message, or at its end.
fn picture(line: &str, column: Option<usize>, message: &str) -> String {
    match column {
        None => format!("{line}\n    {message}\n"),
        Some(column) => format!("{line}\n{}^ {message}\n", " ".repeat(column)),
    }
}

/// A message without the tips and the hints of help that follow it, which depend on where it is.
fn plain(message: &str) -> &str {
    message.trim_end().split("; tip: ").next().unwrap().split("; try '").next().unwrap()
}

/// The line and column of a message, from 0, and the rest.
fn placed(message: &str) -> Option<(usize, usize, &str)> {
    let (line, rest) = message.strip_prefix("line ")?.split_once(", column ")?;
    let (column, rest) = rest.split_once(": ")?;
    Some((line.parse::<usize>().ok()? - 1, column.parse::<usize>().ok()? - 1, rest))
}

/// What a program says, without its name. It says nothing else, in one line.
fn said<'a>(name: &str, stderr: &'a str, context: &str) -> &'a str {
    assert!(stderr.lines().count() == 1 && stderr.ends_with('\n'), "{context}: {stderr}");
    stderr.strip_prefix(name).and_then(|said| said.strip_prefix(": ")).unwrap_or_else(|| panic!("{context}: {stderr}"))
}

/// Words with which a task is another one on the command line: options of the process, files and graphs from stdin,
/// words in quotes.
const OTHERWISE: [&str; 8] = ["--help", "-h", "--json", "help", "-", "--nodes", "--memory", "--checkpoint"];

/// Tasks with their answers.
const GOOD: [(&str, &str, &str); 3] = [
    ("hip", "squares 2x2", "squares 2x2\nSquares: 1\n"),
    ("chip-firing", "grundy K2", "grundy K2\nGrundy value: 1\n"),
    ("morpion", "count 4D 1", "count 4D 1\n0 1\n1 5\n"),
];

/// A task in the third line of a list, and as arguments.
fn task(line: &str) -> String {
    let (name, task) = line.split_once(' ').unwrap();
    let program = *PROGRAMS.iter().find(|program| program.name == name).unwrap();
    let (_, good, answer) = GOOD.iter().find(|(of, ..)| *of == name).unwrap();
    let output = program.run("", format!("{good}\n\n{task}   # here\n{good}\n"));
    let stderr = &output.stderr;
    assert_eq!((output.status, output.stdout), (Some(1), (*answer).to_owned()), "{line}: {stderr}");
    let placed = placed(said(name, stderr, line));
    let (row, column, message) = placed.unwrap_or_else(|| panic!("{line}: {stderr}"));
    assert_eq!(row, 2, "{line}: {stderr}");
    // The caret of what is missing is behind the last word.
    assert!(column <= task.chars().count(), "{line}: {stderr}");
    let words: Vec<&str> = task.split(' ').collect();
    if !task.contains('\'') && !OTHERWISE.iter().any(|word| words.contains(word)) {
        let output = program.run(task, "");
        let stderr = &output.stderr;
        assert_eq!((output.status, output.stdout.len()), (Some(2), 0), "{line}: {stderr}");
        assert_eq!(plain(said(name, stderr, line)), plain(message), "{line}");
    }
    picture(line, Some(name.len() + 1 + column), plain(message))
}

/// Runs a command in a folder of its own, where `testdata` is that of the repository.
fn shell(command: &str) -> Ended {
    let folder = tempfile::tempdir().unwrap();
    let testdata = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    std::os::unix::fs::symlink(testdata, folder.path().join("testdata")).unwrap();
    let mut shell = Command::new("sh");
    shell.env("PATH", on_path()).args(["-c", command]).current_dir(folder.path());
    shell.stdin(std::process::Stdio::null()).output().unwrap().into()
}

/// A command, with the wrong line of its input if that is wrong, and its exit status.
fn command(command: &str) -> String {
    let output = shell(command);
    let (printed, name) = command.rsplit_once(" | ").map_or((None, command), |(printed, rest)| (Some(printed), rest));
    let name = name.split(' ').next().unwrap();
    let stderr = &output.stderr;
    let message = stderr.split_inclusive('\n').next_back().unwrap_or_else(|| panic!("{command}: {output:?}"));
    let message = plain(said(name, message, command));
    let status = output.status.unwrap();
    let answers = match output.stdout.lines().last() {
        None => String::new(),
        Some(last) => format!("…\n{last}\n"),
    };
    let input = printed.map(|printed| shell(printed).stdout);
    let shown = match (placed(message), input) {
        (Some((line, column, message)), Some(input)) => {
            let line = input.split('\n').nth(line).unwrap_or_default().replace(|c| c < ' ', "?");
            format!("$ {command}\n{}", picture(&line, Some(column), message))
        }
        _ => {
            // The word that the message names first, if it is in the command.
            let quoted =
                message.split('\'').nth(1).and_then(|words| words.split(' ').next()).filter(|word| !word.is_empty());
            let column = quoted.and_then(|word| command.rfind(word)).map(|at| at + 2);
            picture(&format!("$ {command}"), column, message)
        }
    };
    format!("{shown}{answers}=> {status}\n")
}

#[test]
fn rejected_input_is_shown_with_its_place() {
    let lines: Vec<&str> = include_str!("rejected.txt").lines().skip(1).collect();
    // Each thread has lines of all programs.
    let parts: Vec<Vec<String>> = thread::scope(|scope| {
        let part = |first: usize| {
            let lines = lines.iter().skip(first).step_by(3);
            scope.spawn(move || lines.map(|line| line.strip_prefix("$ ").map_or_else(|| task(line), command)).collect())
        };
        let parts: Vec<_> = (0..3).map(part).collect();
        parts.into_iter().map(|part| part.join().unwrap()).collect()
    });
    let all: String = (0..lines.len()).map(|at| format!("{}\n", parts[at % 3][at / 3])).collect();
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!("rejected", all) });
}

/// Letters of all scripts are readable in names of files; what a terminal would obey is escaped. Arguments need not be
/// text.
#[test]
fn names_and_arguments_are_shown_in_one_line_without_control_characters() {
    use std::os::unix::ffi::OsStrExt;
    let output = PROGRAMS[0].run("größe\u{1b}[2J\u{202e}", "");
    assert!(output.stderr.starts_with(r"hex: cannot read größe\u{1b}[2J\u{202e}: "), "{output:?}");
    for program in PROGRAMS {
        let words: [&[u8]; 2] = [b"--nope\xff\x1b[31m", b"\xff\n"];
        let mut command = Command::new(program.path);
        let output = Ended::from(command.args(words.map(std::ffi::OsStr::from_bytes)).output().unwrap());
        let said = &output.stderr;
        let is_plain = said.trim_end().chars().all(|c| (' '..='~').contains(&c) || c == '…');
        assert!(output.status == Some(2) && said.lines().count() == 1 && is_plain, "{output:?}");
    }
}

/// Wrong usages, and how their messages end before the hint of help.
const MEANT: [(&str, &str); 24] = [
    ("hip tie 6x6 --time -5s", "invalid value '-5s' for '--time <T>': expected a time such as 90s, 10m or 2h"),
    ("hip tie --threads -1 5x5", "invalid value '-1' for '--threads <N>': -1 is not in 1..=1024"),
    ("hip tie 6x6 --svg --json", "a value is required for '--svg <PATH>' but none was supplied"),
    ("chip-firing number K14 --memory 512", "expected a size such as 512M or 4G; 512 alone is 512 bytes"),
    ("hex-judge run --memory-limit 1 -- true", "expected a size such as 512M or 4G; 1 alone is 1 bytes"),
    ("hex --time 5s testdata/sample1.txt", "--time needs --solve or --review or --gtp"),
    ("hex --memory=1G --ways testdata/sample1.txt", "--memory needs --solve or --review or --gtp"),
    ("hex --quiet --moves testdata/sample1.txt", "--moves needs --solve"),
    ("hex --proof p testdata/sample1.txt", "--proof needs --solve and --to-move <PLAYER>"),
    ("hex --solve --proof p testdata/sample1.txt", "--proof needs --to-move <PLAYER>"),
    ("hip --time 5s draws --svg a.svg 4x4", "--svg needs --list or --list-all"),
    ("chip-firing stabilize K4 --chips 1,1,1,1", "tip: 'chip-firing stabilize K4 1,1,1,1'"),
    ("chip-firing number K5 1,0,0,0,0", "tip: 'chip-firing number K5 --chips 1,0,0,0,0'"),
    ("hip tie 7 7", "tip: 'hip tie 7x7'"),
    ("hip solve 5x5 --after A1 B2 --moves", "tip: 'hip solve 5x5 --after A1,B2 --moves'"),
    ("hip solve 5x5 last-mover", "tip: 'hip solve 5x5 --rules last-mover'"),
    ("morpion convert rosin82 svg", "tip: 'morpion convert rosin82 --to svg'"),
    ("hip tie --foo 5x5", "tip: 'hip tie 5x5'"),
    ("chip-firing K5", "unknown task 'K5'; a task comes first, such as 'winner K5'"),
    ("hip 6x6", "unknown task '6x6'; a task comes first, such as 'squares 6x6'"),
    ("morpion rosin82", "unknown task 'rosin82'; a task comes first, such as 'check rosin82'"),
    // What is meant is not clear.
    ("morpion search 5D 82", "unexpected argument '82' found"),
    ("hip tie 5x5 extra", "unexpected argument 'extra' found"),
    ("morpion convert", "the following required arguments were not provided: --to <FORM>"),
];

#[test]
fn wrong_usage_is_answered_by_what_was_meant() {
    for (command, expected) in MEANT {
        let (name, arguments) = command.split_once(' ').unwrap();
        let program = *PROGRAMS.iter().find(|program| program.name == name).unwrap();
        let output = program.run(arguments, "");
        let stderr = &output.stderr;
        let message = said(name, stderr, command).split("; try '").next().unwrap();
        assert_eq!(output.status, Some(2), "{command}: {stderr}");
        assert!(message.ends_with(expected), "{command}: {stderr}");
    }
    let listed = HIP.run("", "tie 4x4\n  solve 5x5 --after A1 B2\n");
    let expected = "hip: line 2, column 24: unexpected argument 'B2' found; tip: 'solve 5x5 --after A1,B2'\n";
    assert_eq!((listed.status, &*listed.stderr), (Some(1), expected));
}
