//! Broken input and the message about it: records, tasks, and files.

use crate::support::MORPION;

/// Options of `check`, a record that is rejected, and the message.
#[rustfmt::skip]
const RECORDS: [(&str, &str, &str); 59] = [
    ("", "", "line 1, column 1: expected a record (5T, 5D, 4T or 4D and then moves; Pentasol; JSON; or MS1:), found the end of the text"),
    ("", " \n# nothing\n", "line 3, column 1: expected a record (5T, 5D, 4T or 4D and then moves; Pentasol; JSON; or MS1:), found the end of the text"),
    ("", "hello\u{1b}[2J\n", "line 1, column 1: expected a record (5T, 5D, 4T or 4D and then moves; Pentasol; JSON; or MS1:), found 'hello\\x1b[2J'"),
    ("", "MS2:abc", "line 1, column 1: expected a record (5T, 5D, 4T or 4D and then moves; Pentasol; JSON; or MS1:), found 'MS2:abc'"),
    ("", "6T\n", "line 1, column 1: expected a record (5T, 5D, 4T or 4D and then moves; Pentasol; JSON; or MS1:), found '6T'"),
    ("", "5T 5D\n", "line 1, column 4: expected the end of the line after the variant, found '5D'"),
    ("", "5T\n3 -1 3 -1 3 3\n# two\n6 -1 6 -1 6 3\n0 0 0 0 3 5\n", "line 5, column 1: move 3: expected the two ends of a line of 5 points, found (0, 0) and (3, 5)"),
    ("", "5D\n0 0 0 0 4\n", "line 2, column 10: expected y2 of a move x y x1 y1 x2 y2, found the end of the line"),
    ("", "5D\n0 0 0 0 4", "line 2, column 10: expected y2 of a move x y x1 y1 x2 y2, found the end of the text"),
    ("", "5D\n 0 0 0 0 4 0 7 # x", "line 2, column 14: expected the end of the line after the move, found '7'"),
    ("", "5D\n0 0 0,0 4 0", "line 2, column 5: expected x1 of a move x y x1 y1 x2 y2, found '0,0'"),
    ("", "5D\n0 0 99999999999999999999 0 4 0", "line 2, column 5: expected a number that fits into 64 bits, found '99999999999999999999'"),
    ("", "4D\n3 2 1 2 4 x\n", "line 2, column 11: expected y2 of a move x y x1 y1 x2 y2, found 'x'"),
    ("", "4D\n# a comment\n\n3 2 1 2 5 2\n", "line 4, column 1: move 1: expected the two ends of a line of 4 points, found (1, 2) and (5, 2)"),
    ("", "MS1:", "line 1, column 5: the data after MS1: is damaged or incomplete"),
    ("", "MS1:abc+def", "line 1, column 5: expected Base64 after MS1: (A-Z a-z 0-9 - _, no padding)"),
    ("", "MS1:AAAA", "line 1, column 5: the data after MS1: is damaged or incomplete"),
    ("", "# x\n  MS1:q1bKzEtJrVCyUjI0MgYA", "line 2, column 7: in the JSON after MS1:, line 1, column 13: EOF while parsing a string"),
    ("", "{", "line 1, column 1: not a valid JSON record: EOF while parsing an object"),
    ("", "# x\n  {\"variant\": \"5T\",,", "line 2, column 20: not a valid JSON record: key must be a string"),
    ("", "{\n  \"variant\": \"5T\",\n  \"score\": 0,\n  \"moves\": 5\n}", "line 4, column 12: not a valid JSON record: invalid type: integer `5`, expected a sequence"),
    ("", "{\"variant\": \"\\u001b[2J\\u202e\"}", "line 1, column 29: not a valid JSON record: unknown variant: \\u{1b}[2J\\u{202e}"),
    ("", "{\"variant\": \"5T\", \"score\": 0, \"moves\": []} {}", "line 1, column 44: not a valid JSON record: trailing characters"),
    ("", "(28,28)\n", "a Pentasol record does not name its variant: give 5T or 5D with --variant"),
    ("--variant 5D", "(28)\n", "line 1, column 2: expected a Pentasol reference such as (28,28), found '28)'"),
    ("--variant 5D", "(28,28) 5T\n", "line 1, column 9: expected the end of the line after the reference, found '5T'"),
    ("--variant 5D", "(28,28)\n28,24 | +2\n", "line 2, column 1: expected a point such as (27,25), found '28,24'"),
    ("--variant 5D", "(28,28)\n(28,24) + 2\n", "line 2, column 9: expected a direction: - | / or \\, found '+'"),
    ("--variant 5D", "(28,28)\n(28,x) | +2\n", "line 2, column 5: expected a point such as (27,25), found 'x)'"),
    ("--variant 5D", "(28,28)\n(28,24) | \n", "line 2, column 11: expected the offset of the line's centre, from -2 to +2, found the end of the line"),
    ("--variant 5D", "(28,28)\n(28,24) | +2 +2", "line 2, column 14: expected the end of the line after the move, found '+2'"),
    ("--variant 5D", "(28,28)\n(28,24)", "line 2, column 8: expected a direction: - | / or \\, found the end of the text"),
    ("--variant 5D", "(-9223372036854775808,0)\n(0,0) | 0", "line 2, column 1: move 1: its coordinates do not fit into 64 bits"),
    ("--variant 5D", "(0,0)\n\n (9223372036854775804,0) - 0 # the last\n(9223372036854775804,0) | 9223372036854775807", "line 3, column 2: move 1: its coordinates do not fit into 64 bits"),
    ("--variant 4D", "(28,28)\n", "a Pentasol record has lines of five points, but 4D has lines of four"),
    ("--variant 4T", "5T\n2 0 2 0 6 0\n", "line 2, column 1: move 1: expected the two ends of a line of 4 points, found (2, 0) and (6, 0)"),
    ("", "MS1:q1YqSyzKTMwrUbJSUDINUdLhUlAqTs4vSgXydQ1rAQ", "line 1, column 5: in the JSON after MS1:, line 2, column 12: invalid value: integer `-1`, expected usize"),
    ("", "4D\n2 2 2 2 5 2\n", "line 2, column 1: move 1: condition (i): expected a new point, but (2, 2) belongs to the cross"),
    ("", "4D\n3 2 1 2 4 2\n3 2 1 2 4 2\n", "line 3, column 1: move 2: condition (i): expected a new point, but (3, 2) was added by move 1"),
    ("", "4D\n1 1 0 2 3 2\n", "line 2, column 1: move 1: condition (ii): expected a point on the line (0, 2)-(3, 2), but (1, 1) is not on it"),
    ("", "4D\n3 2 1 2 4 2\n7 2 4 2 7 2\n", "line 3, column 1: move 2: condition (ii): in 4D, lines of the same direction share no point, but (4, 2)-(7, 2) and the line of move 1 share one"),
    ("", "4T\n3 2 1 2 4 2\n7 2 4 2 7 2\n-1 2 -1 2 2 2\n", "line 4, column 1: move 3: condition (ii): in 4T, lines of the same direction share at most one end point, but (-1, 2)-(2, 2) and the line of move 1 share more"),
    ("", "5T\n3 -1 3 -1 3 3\n4 -1 4 -1 4 3\n", "line 3, column 1: move 2: condition (iii): expected all other points of the line (4, -1)-(4, 3) to be on the board, but (4, 1) is missing"),
    ("", "5T\n-1 -1 -1 -1 3 3\n", "line 2, column 1: move 1: condition (iii): expected all other points of the line (-1, -1)-(3, 3) to be on the board, but (0, 0) is missing"),
    ("", "5T\n9223372036854775807 0 9223372036854775803 0 9223372036854775807 0\n", "line 2, column 1: move 1: condition (iii): expected all other points of the line (9223372036854775803, 0)-(9223372036854775807, 0) to be on the board, but (9223372036854775803, 0) is missing"),
    ("", "{\"variant\":\"5T\",\"score\":1,\"moves\":[{\"x\":2,\"y\":0,\"dir\":\"H\",\"pos\":7}]}", "move 1: condition (ii): expected a point on the line (-5, 0)-(-1, 0), but (2, 0) is not on it"),
    ("", "3 -1 3 -1 3 3\n", "line 1, column 1: expected the variant, such as 5T, in the first line of a plain record, found '3': add this line, or give the variant with --variant"),
    ("--variant 5D", "# x\n 3 -1 3 -1 3 3\n6 -1\n", "line 3, column 5: expected x1 of a move x y x1 y1 x2 y2, found the end of the line"),
    ("--variant 4D", "3 -1 3 -1 3 3\n", "line 1, column 1: move 1: expected the two ends of a line of 4 points, found (3, -1) and (3, 3)"),
    ("--variant 5D", "three", "line 1, column 1: expected a record (5T, 5D, 4T or 4D and then moves; Pentasol; JSON; or MS1:), found 'three'"),
    ("--variant 5D", "", "line 1, column 1: expected a record (5T, 5D, 4T or 4D and then moves; Pentasol; JSON; or MS1:), found the end of the text"),
    ("", "[[]]", "a list of moves does not name its variant: give it with --variant"),
    ("--variant 5T", "[]", "expected a list of moves, or of games with a list of moves each, found an empty list"),
    ("--variant 5T", "# x\n [7]", "line 2, column 3: not a valid JSON record: invalid type: integer `7`, expected a sequence"),
    ("--variant 5T", "[\n{\"pos\":[2,0]}]", "line 2, column 13: not a valid JSON record: missing field `line`"),
    ("--variant 5T", "[{\"pos\":[2,0],\"line\":{\"origin\":[2,0],\"dir\":\"X\"},\"line_pos\":0}]", "line 1, column 46: not a valid JSON record: unknown direction: X"),
    ("--variant 5T", "[{\"pos\":[3,0],\"line\":{\"origin\":[2,0],\"dir\":\"H\"},\"line_pos\":0}]", "move 1: the point (3, 0) is not point 0 of its line (2, 0)-(6, 0), counted from 0"),
    ("--variant 5T", "[{\"pos\":[3,0],\"line\":{\"origin\":[9223372036854775807,0],\"dir\":\"H\"},\"line_pos\":0}]", "move 1: its coordinates do not fit into 64 bits"),
    ("--variant 5T", "[[],[{\"pos\":[2,1],\"line\":{\"origin\":[2,0],\"dir\":\"H\"},\"line_pos\":0}]]", "game 2 of 2, move 1: condition (ii): expected a point on the line (2, 0)-(6, 0), but (2, 1) is not on it"),
];

#[test]
fn rejected_records_are_reported_with_their_place() {
    for (options, record, message) in RECORDS {
        for task in ["check", "show"] {
            let output = MORPION.run(&format!("{task} {options}"), record);
            let (stdout, stderr) = (output.stdout.len(), String::from_utf8(output.stderr).unwrap());
            assert_eq!((output.status.code(), stdout), (Some(1), 0), "{record:?}: {stderr}");
            assert_eq!(stderr, format!("morpion: {message}\n"), "{record:?}");
        }
    }
    for condition in ["(i)", "(ii)", "(iii)"] {
        assert!(RECORDS.iter().any(|(_, _, message)| message.contains(&format!(": condition {condition}: "))));
    }
}

/// Wrong lines of a list, the column of the word that is wrong, and the message.
#[rustfmt::skip]
const ARGUMENTS: [(&str, usize, &str); 67] = [
    ("cros 5T", 1, "unknown task 'cros'; tip: a similar task exists: 'cross'"),
    ("--help", 1, "unexpected argument '--help' found; tip: give it on the command line; it holds for the whole list"),
    ("-h", 1, "unexpected argument '-h' found"),
    ("--json cross 5T", 1, "unexpected argument '--json' found; tip: give it on the command line; it holds for the whole list"),
    ("cross", 6, "the following required arguments were not provided: <VARIANT>"),
    ("cross 5", 7, "invalid value '5' for '<VARIANT>' [possible values: 5T, 5D, 4T, 4D]; tip: a similar value exists: '5D'"),
    ("cross 5T 4D", 10, "unexpected argument '4D' found"),
    ("check a b", 9, "unexpected argument 'b' found"),
    ("check --map --map", 13, "the argument '--map' cannot be used multiple times"),
    ("check --to svg", 7, "unexpected argument '--to' found"),
    ("check --variant", 16, "a value is required for '--variant <VARIANT>' but none was supplied [possible values: 5T, 5D, 4T, 4D]"),
    ("check --variant 6T", 17, "invalid value '6T' for '--variant <VARIANT>' [possible values: 5T, 5D, 4T, 4D]"),
    ("check --variant 5T --variant 5T", 30, "the argument '--variant <VARIANT>' cannot be used multiple times"),
    ("check --mop", 7, "unexpected argument '--mop' found; tip: a similar argument exists: '--map'"),
    ("check -x", 7, "unexpected argument '-x' found"),
    ("show --map", 6, "unexpected argument '--map' found"),
    ("convert", 8, "the following required arguments were not provided: --to <FORM>"),
    ("convert a", 10, "the following required arguments were not provided: --to <FORM>"),
    ("convert --to", 13, "a value is required for '--to <FORM>' but none was supplied [possible values: msr, json, pentasol, plain, svg]"),
    ("convert --to png", 14, "invalid value 'png' for '--to <FORM>' [possible values: msr, json, pentasol, plain, svg]"),
    ("convert --to svg --to svg", 23, "the argument '--to <FORM>' cannot be used multiple times"),
    ("records 5", 9, "invalid value '5' for '[VARIANT]' [possible values: 5T, 5D, 4T, 4D]; tip: a similar value exists: '5D'"),
    ("records 5T 5D", 12, "unexpected argument '5D' found"),
    ("random", 7, "the following required arguments were not provided: <VARIANT>"),
    ("random 5T 7", 11, "unexpected argument '7' found"),
    ("random 5T --seed", 17, "a value is required for '--seed <S>' but none was supplied"),
    ("random 5T --seed -1", 18, "unexpected argument '-1' found"),
    ("random 5T --seed=-1", 11, "invalid value '-1' for '--seed <S>': expected a number from 0 to 18446744073709551615"),
    ("random 5T --seed 18446744073709551616", 18, "invalid value '18446744073709551616' for '--seed <S>': expected a number from 0 to 18446744073709551615"),
    ("random 5T --seed 1 --seed 1", 27, "the argument '--seed <S>' cannot be used multiple times"),
    ("random 5T --moves 1001", 19, "invalid value '1001' for '--moves <N>': expected a number from 0 to 1000"),
    ("bounds 0", 8, "invalid value '0' for '[POINTS]': expected a number from 1 to 1000000000"),
    ("bounds x", 8, "invalid value 'x' for '[POINTS]': expected a number from 1 to 1000000000"),
    ("bounds +36", 8, "invalid value '+36' for '[POINTS]': expected a number from 1 to 1000000000"),
    ("bounds 1000000001", 8, "invalid value '1000000001' for '[POINTS]': expected a number from 1 to 1000000000"),
    ("bounds 36 37", 11, "unexpected argument '37' found"),
    ("count", 6, "the following required arguments were not provided: <VARIANT> <DEPTH>"),
    ("count 5T", 9, "the following required arguments were not provided: <DEPTH>"),
    ("count 5T -1", 10, "unexpected argument '-1' found"),
    ("count 5T 1001", 10, "invalid value '1001' for '<DEPTH>': expected a number from 0 to 1000"),
    ("count 5T 3 labelled", 12, "unexpected argument 'labelled' found"),
    ("count 5T 3 --labelled --labelled", 23, "the argument '--labelled' cannot be used multiple times"),
    ("count 5T 3 --part", 18, "a value is required for '--part <I/N>' but none was supplied"),
    ("count 5T 3 --part 0/4", 19, "invalid value '0/4' for '--part <I/N>': expected I/N such as 3/100, with I from 1 to N and N at most 1048576"),
    ("count 5T 3 --part 5/4", 19, "invalid value '5/4' for '--part <I/N>': expected I/N such as 3/100, with I from 1 to N and N at most 1048576"),
    ("count 5T 3 --part 1/1048577", 19, "invalid value '1/1048577' for '--part <I/N>': expected I/N such as 3/100, with I from 1 to N and N at most 1048576"),
    ("count 5T 3 --part 1", 19, "invalid value '1' for '--part <I/N>': expected I/N such as 3/100, with I from 1 to N and N at most 1048576"),
    ("count 5T 3 --memory 1G", 12, "unexpected argument '--memory' found"),
    ("merge", 6, "the following required arguments were not provided: <FILE>..."),
    ("merge ''", 7, "invalid value '' for '<FILE>...': expected the name of a file"),
    ("search", 7, "the following required arguments were not provided: <VARIANT>"),
    ("search 6T", 8, "invalid value '6T' for '<VARIANT>' [possible values: 5T, 5D, 4T, 4D]"),
    ("search 5T 4", 11, "unexpected argument '4' found"),
    ("search 5T --seed x", 18, "invalid value 'x' for '--seed <S>': expected a number from 0 to 18446744073709551615"),
    ("search 5T --level 0", 19, "invalid value '0' for '--level <L>': expected a number from 1 to 9"),
    ("search 5T --level 10", 19, "invalid value '10' for '--level <L>': expected a number from 1 to 9"),
    ("search 5T --target 0", 20, "invalid value '0' for '--target <N>': expected a number from 1 to 1000"),
    ("search 5T --save -", 18, "invalid value '-' for '--save <FILE>': expected the name of a file or folder to write"),
    ("search 5T --save --log", 18, "a value is required for '--save <FILE>' but none was supplied"),
    ("search 5T --log", 16, "a value is required for '--log <FILE>' but none was supplied"),
    ("search 5T --start", 18, "a value is required for '--start <FILE>' but none was supplied"),
    ("search 5T --map", 11, "unexpected argument '--map' found"),
    ("best", 5, "the following required arguments were not provided: <FILE>..."),
    ("best a --variant", 17, "a value is required for '--variant <VARIANT>' but none was supplied [possible values: 5T, 5D, 4T, 4D]"),
    ("best a --variant 5X", 18, "invalid value '5X' for '--variant <VARIANT>' [possible values: 5T, 5D, 4T, 4D]"),
    ("moves 5T 5D", 10, "unexpected argument '5D' found"),
    ("check 'a", 7, "expected another ' before the end of the line"),
];

#[test]
fn wrong_tasks_are_reported_with_their_place() {
    for (task, column, message) in ARGUMENTS {
        let output = MORPION.run("", format!("cross 4D\n\n{task}\n"));
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(stderr, format!("morpion: line 3, column {column}: {message}\n"), "{task}");
        assert_eq!(
            (output.status.code(), output.stdout.as_slice()),
            (Some(1), MORPION.answer("cross 4D", "").as_bytes())
        );
        // On the command line options of the process are no error, and quotes belong to the shell.
        if task.starts_with('-') || task.contains('\'') {
            continue;
        }
        let output = MORPION.run(task, "");
        let stderr = String::from_utf8(output.stderr).unwrap();
        // Beside the options of the process clap may have another tip.
        let message = message.split("; tip: ").next().unwrap();
        assert!(stderr.starts_with(&format!("morpion: {message}; t")), "{task}: {stderr}");
        assert!(
            stderr.contains("; try 'morpion ") && stderr.ends_with("--help'\n") && stderr.lines().count() == 1,
            "{task}: {stderr}"
        );
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{task}");
    }
}

#[test]
fn files_that_cannot_be_used_are_reported() {
    for (arguments, input, status, message) in [
        ("", "check\n", 1, "line 1, column 1: expected the name of a file: stdin is the list of tasks"),
        ("", "merge -\n", 1, "line 1, column 1: expected the name of a file: stdin is the list of tasks"),
        ("", "best - rosin82\n", 1, "line 1, column 1: expected the name of a file: stdin is the list of tasks"),
        (
            "",
            "count 5T 3 --checkpoint x\n",
            1,
            "line 1, column 25: invalid value 'x' for '--checkpoint <FILE>': expected a task on the command line",
        ),
        ("", "cross 5T --svg /nowhere/x.svg\n", 1, "line 1, column 1: cannot write /nowhere/x.svg: "),
        ("cross 5T --svg /nowhere/x.svg", "", 2, "cannot write /nowhere/x.svg: "),
        ("check /nowhere/at/all", "", 1, "cannot read /nowhere/at/all: "),
        (
            "check rosin83",
            "",
            1,
            "cannot read rosin83: No such file or directory (os error 2); 'morpion records' lists the known records",
        ),
        ("check /", "", 1, "cannot read /: "),
        ("merge /nowhere/at/all", "", 1, "cannot read /nowhere/at/all: "),
        ("best /nowhere/at/all", "", 1, "skipping a record: cannot read /nowhere/at/all: "),
        (
            "convert --to pentasol hyyroporanen35",
            "",
            1,
            "a Pentasol record has lines of five points, but 4D has lines of four",
        ),
    ] {
        let output = MORPION.run(arguments, input);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{arguments}: {stderr}");
        assert!(stderr.starts_with(&format!("morpion: {message}")), "{arguments}: {stderr}");
    }
}
