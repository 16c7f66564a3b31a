//! Broken input and the message about it: records, and files that cannot be used.

use crate::support::MORPION;

/// Asserts that a run prints no answer, ends with this status, and says this in one line.
pub(crate) fn refused(arguments: &str, input: &str, status: i32, said: &str) {
    let output = MORPION.run(arguments, input);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(status), 0), "{arguments}: {stderr}");
    assert!(stderr.starts_with("morpion: ") && stderr.lines().count() == 1, "{arguments}: {stderr}");
    assert!(stderr.contains(said), "{arguments}: expected {said}, found {stderr}");
}

/// Options of `check`, a record that is rejected, and the message.
#[rustfmt::skip]
const RECORDS: [(&str, &str, &str); 68] = [
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
    ("", "<svg>\n<metadata>MS1:abc+def</metadata>\n</svg>", "line 2, column 15: expected Base64 after MS1: (A-Z a-z 0-9 - _, no padding)"),
    ("", "<svg></svg>", "line 1, column 1: expected a record, or a picture or page with one in an element metadata, found '<svg' without it"),
    ("", "\u{feff}\n <!DOCTYPE html>\n<pre>\n(28,28)\n</pre>\n", "line 2, column 2: expected a record, or a picture or page with one in an element metadata, found '<!DOCTYPE' without it"),
    ("", "<svg><metadata> \n </metadata></svg>", "line 1, column 1: expected a record, or a picture or page with one in an element metadata, found '<svg' without it"),
    ("", "{}", "line 1, column 1: expected a record in JSON with the fields variant, score, moves, found no fields"),
    ("", "# grid\n {\"Title\": \"\", \"Grid\": []}", "line 2, column 2: expected a record in JSON with the fields variant, score, moves, found 'Title', 'Grid'"),
    ("", "{\"a\":0,\"b\":0,\"c\":0,\"d\":0,\"e\":0,\"\\u001b\":0,\"f\":0}", "line 1, column 1: expected a record in JSON with the fields variant, score, moves, found 'a', 'b', 'c', 'd', 'e', '\\x1b' and 1 more"),
    ("--variant 5T", "[{\"x\": 3, \"y\": 2}]", "line 1, column 17: not a valid JSON record: missing field `pos`; write moves as {\"pos\":[3,-1],\"line\":{\"origin\":[3,-1],\"dir\":\"V\"},\"line_pos\":0}"),
    ("", "# folded\nMS1:q1YqSyzKTMwrUbJSMg1R0lEqTs4vSl\r\n WyMtRRys0vSy1WsoquVqpQsjLSUapU\nsjLQUUrJLAIq9QCqLMgHyprXxtYCAA\n", "line 2, column 5: move 1: condition (ii): expected a point on the line (-5, 0)-(-1, 0), but (2, 0) is not on it"),
    ("", "MS1:AAAA", "line 1, column 5: the data after MS1: is damaged or incomplete"),
    ("", "# x\n  MS1:q1bKzEtJrVCyUjI0MgYA", "line 2, column 7: in the JSON after MS1:, line 1, column 13: EOF while parsing a string"),
    ("", "{", "line 1, column 1: not a valid JSON record: EOF while parsing an object"),
    ("", "# x\n  {\"variant\": \"5T\",,", "line 2, column 20: not a valid JSON record: key must be a string"),
    ("", "{\n  \"variant\": \"5T\",\n  \"score\": 0,\n  \"moves\": 5\n}", "line 4, column 12: not a valid JSON record: invalid type: integer `5`, expected a sequence"),
    ("", "{\"score\": 0, \"moves\": [], \"variant\": \"\\u001b[2J\\u202e\"}", "line 1, column 54: not a valid JSON record: unknown variant: \\u{1b}[2J\\u{202e}"),
    ("", "{\"variant\": \"5T\", \"score\": 0, \"moves\": []} {}", "line 1, column 44: not a valid JSON record: trailing characters"),
    ("", "(28,28)\n", "line 1, column 1: a Pentasol record does not name its variant: give 5T or 5D with --variant"),
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
    ("--variant 4D", "(28,28)\n", "line 1, column 1: a Pentasol record has lines of five points, but 4D has lines of four"),
    ("--variant 4T", "5T\n2 0 2 0 6 0\n", "line 2, column 1: move 1: expected the two ends of a line of 4 points, found (2, 0) and (6, 0)"),
    ("", "MS1:q1YqSyzKTMwrUbJSUDINUdJRys0vSy1WsoqO1eFSUFAqTs4vSlWy0jWsBQA", "line 1, column 5: in the JSON after MS1:, line 2, column 12: invalid value: integer `-1`, expected usize"),
    ("", "4D\n2 2 2 2 5 2\n", "line 2, column 1: move 1: condition (i): expected a new point, but (2, 2) belongs to the cross"),
    ("", "4D\n3 2 1 2 4 2\n3 2 1 2 4 2\n", "line 3, column 1: move 2: condition (i): expected a new point, but (3, 2) was added by move 1"),
    ("", "4D\n1 1 0 2 3 2\n", "line 2, column 1: move 1: condition (ii): expected a point on the line (0, 2)-(3, 2), but (1, 1) is not on it"),
    ("", "4D\n3 2 1 2 4 2\n7 2 4 2 7 2\n", "line 3, column 1: move 2: condition (ii): in 4D, lines of the same direction share no point, but (4, 2)-(7, 2) and the line of move 1 share one"),
    ("", "4T\n3 2 1 2 4 2\n7 2 4 2 7 2\n-1 2 -1 2 2 2\n", "line 4, column 1: move 3: condition (ii): in 4T, lines of the same direction share at most one end point, but (-1, 2)-(2, 2) and the line of move 1 share more"),
    ("", "5T\n3 -1 3 -1 3 3\n4 -1 4 -1 4 3\n", "line 3, column 1: move 2: condition (iii): expected all other points of the line (4, -1)-(4, 3) to be on the board, but (4, 1) is missing"),
    ("", "5T\n-1 -1 -1 -1 3 3\n", "line 2, column 1: move 1: condition (iii): expected all other points of the line (-1, -1)-(3, 3) to be on the board, but (0, 0) is missing"),
    ("", "5T\n9223372036854775807 0 9223372036854775803 0 9223372036854775807 0\n", "line 2, column 1: move 1: condition (iii): expected all other points of the line (9223372036854775803, 0)-(9223372036854775807, 0) to be on the board, but (9223372036854775803, 0) is missing"),
    ("", "{\"variant\":\"5T\",\"score\":1,\"moves\":[{\"x\":2,\"y\":0,\"dir\":\"H\",\"pos\":7}]}", "line 1, column 36: move 1: condition (ii): expected a point on the line (-5, 0)-(-1, 0), but (2, 0) is not on it"),
    ("", "3 -1 3 -1 3 3\n", "line 1, column 1: expected the variant, such as 5T, in the first line of a plain record, found '3': add this line, or give the variant with --variant"),
    ("--variant 5D", "# x\n 3 -1 3 -1 3 3\n6 -1\n", "line 3, column 5: expected x1 of a move x y x1 y1 x2 y2, found the end of the line"),
    ("--variant 4D", "3 -1 3 -1 3 3\n", "line 1, column 1: move 1: expected the two ends of a line of 4 points, found (3, -1) and (3, 3)"),
    ("--variant 5D", "three", "line 1, column 1: expected a record (5T, 5D, 4T or 4D and then moves; Pentasol; JSON; or MS1:), found 'three'"),
    ("--variant 5D", "", "line 1, column 1: expected a record (5T, 5D, 4T or 4D and then moves; Pentasol; JSON; or MS1:), found the end of the text"),
    ("", "[[]]", "line 1, column 1: a list of moves does not name its variant: give it with --variant"),
    ("--variant 5T", "[]", "line 1, column 1: expected a list of moves, or of games with a list of moves each, found an empty list"),
    ("--variant 5T", "# x\n [7]", "line 2, column 3: not a valid JSON record: invalid type: integer `7`, expected a sequence; write moves as {\"pos\":[3,-1],\"line\":{\"origin\":[3,-1],\"dir\":\"V\"},\"line_pos\":0}"),
    ("--variant 5T", "[\n{\"pos\":[2,0]}]", "line 2, column 13: not a valid JSON record: missing field `line`; write moves as {\"pos\":[3,-1],\"line\":{\"origin\":[3,-1],\"dir\":\"V\"},\"line_pos\":0}"),
    ("--variant 5T", "[{\"pos\":[2,0],\"line\":{\"origin\":[2,0],\"dir\":\"X\"},\"line_pos\":0}]", "line 1, column 46: not a valid JSON record: unknown direction: X; write moves as {\"pos\":[3,-1],\"line\":{\"origin\":[3,-1],\"dir\":\"V\"},\"line_pos\":0}"),
    ("--variant 5T", "[{\"pos\":[3,0],\"line\":{\"origin\":[2,0],\"dir\":\"H\"},\"line_pos\":0}]", "line 1, column 2: move 1: the point (3, 0) is not point 0 of its line (2, 0)-(6, 0), counted from 0"),
    ("--variant 5T", "[{\"pos\":[3,0],\"line\":{\"origin\":[9223372036854775807,0],\"dir\":\"H\"},\"line_pos\":0}]", "line 1, column 2: move 1: its coordinates do not fit into 64 bits"),
    ("--variant 5T", "[[],[{\"pos\":[2,1],\"line\":{\"origin\":[2,0],\"dir\":\"H\"},\"line_pos\":0}]]", "line 1, column 6: game 2 of 2, move 1: condition (ii): expected a point on the line (2, 0)-(6, 0), but (2, 1) is not on it"),
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

/// Arguments, stdin, the exit status, and the message.
#[rustfmt::skip]
const FILES: [(&str, &str, i32, &str); 16] = [
    ("", "check\n", 1, "line 1, column 1: expected the name of a file: stdin is the list of tasks"),
    ("", "merge -\n", 1, "line 1, column 1: expected the name of a file: stdin is the list of tasks"),
    ("", "best - rosin82\n", 1, "line 1, column 1: expected the name of a file: stdin is the list of tasks"),
    ("", "search 4D --level 1 --start -\n", 1, "line 1, column 1: expected the name of a file: stdin is the list of tasks"),
    ("check /nowhere/at/all", "", 1, "cannot read /nowhere/at/all: "),
    ("check rosin83", "", 1, "cannot read rosin83: No such file or directory (os error 2); 'morpion records' lists the known records"),
    ("check /", "", 1, "cannot read /: "),
    ("merge /nowhere/at/all", "", 1, "cannot read /nowhere/at/all: "),
    ("search 4D --level 1 --start /nowhere/at/all", "", 1, "cannot read /nowhere/at/all: "),
    ("search 5D --level 1 --start hyyroporanen35", "", 1, "hyyroporanen35: line 18, column 5: move 1: condition (iii): "),
    ("search 4D --level 1 --start rosin82", "", 1, "rosin82: "),
    ("search 4D --level 1 --start -", "4D\n3 2 1 2 4 2\n3 2 1 2 4 2\n", 1, "move 2: condition (i): "),
    ("convert --to pentasol hyyroporanen35", "", 1, "a Pentasol record has lines of five points, but 4D has lines of four"),
    ("check", "(28,28)\n(27,27) / 0\n", 1, "a Pentasol record does not name its variant: give 5T or 5D with --variant"),
    ("prove 5T --hull 10,8,10,12,10,8,10,11", "", 2, "expected eight sides of an octagon"),
    ("verify --complete /nowhere/at/all", "", 1, "cannot read /nowhere/at/all: "),
];

#[test]
fn files_that_cannot_be_used_are_reported() {
    for (arguments, input, status, message) in FILES {
        refused(arguments, input, status, message);
    }
}
