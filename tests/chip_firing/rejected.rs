//! Tasks and graphs that are wrong: the message has the line and column, and what was expected.

use assert_cmd::cargo::cargo_bin_cmd;
use predicates::str::{contains, is_empty};

use crate::support::CHIP_FIRING;

const GRAPH: &str = "expected a graph such as K5, K3,4, C6, P4, star5, W6, Q3, grid3x4, petersen or g6:DQc";
const STDIN: &str = "expected a graph such as K5; - reads graphs from stdin, and is for a task on the command line";
const CHIPS: &str = "chips are written like 1,0,2";
const OVER: &str = "the game is already over, since the configuration never stabilizes";
const RANGE: &str = "expected a range such as 2..8";

/// Tasks, the column of the word that is wrong, and the message, from which clap's tips and the words that name the value
/// are left out. A message may continue with one of the constants.
const REJECTED: [(&str, usize, &str, &str); 68] = [
    ("win K5", 1, "unknown task 'win'", ""),
    ("Winner K5", 1, "unknown task 'Winner'", ""),
    ("--help", 1, "unexpected argument '--help' found", ""),
    ("help", 1, "unknown task 'help'", ""),
    ("winner", 7, "the following required arguments were not provided: <GRAPH>", ""),
    ("winner --moves", 15, "the following required arguments were not provided: <GRAPH>", ""),
    ("winner K", 8, "", GRAPH),
    ("winner K1", 8, "expected a graph with at least one edge; the smallest of this kind is K2", ""),
    ("winner K0", 8, "expected a graph with at least one edge; the smallest of this kind is K2", ""),
    ("winner K5,", 8, "", GRAPH),
    ("winner C2", 8, "too few vertices; the smallest graph of this kind is C3", ""),
    ("winner 5", 8, "", GRAPH),
    ("winner K99999999999999999999", 8, "expected at most 65536 vertices", ""),
    ("winner K6000", 8, "expected at most 16777216 edges", ""),
    ("winner K1000", 8, "too large for winner: the largest complete graph is K30", ""),
    ("winner K300,300", 8, "too large for winner: a vertex has more than 255 neighbours", ""),
    ("winner -", 8, "", STDIN),
    ("number - --min-first", 8, "", STDIN),
    ("winner g6:", 8, "expected a graph6 string, found nothing", ""),
    ("winner g6:D", 8, "the graph6 string is too short: expected 2 more bytes", ""),
    ("winner g6:D%c", 8, "expected graph6 characters (? to ~), found %", ""),
    ("winner g6:DQcc", 8, "the graph6 string is too long: the graph ends after 3 bytes", ""),
    ("winner g6:C?", 8, "expected a connected graph", ""),
    ("winner g6:@", 8, "expected a graph with at least two vertices", ""),
    ("winner 'K5", 8, "expected another ' before the end of the line", ""),
    ("winner K5 K5", 11, "unexpected argument 'K5' found", ""),
    ("winner K5 --min-first", 11, "unexpected argument '--min-first' found", ""),
    ("winner K5 --moves --moves", 19, "the argument '--moves' cannot be used multiple times", ""),
    ("winner K5 --Moves", 11, "unexpected argument '--Moves' found", ""),
    ("winner K5 --nodes 1", 11, "unexpected argument '--nodes' found", ""),
    ("winner K5 --checkpoint file", 24, "expected a task on the command line; tasks in a list have no checkpoint", ""),
    ("winner K5 --chips", 18, "a value is required for '--chips <CHIPS>' but none was supplied", ""),
    ("winner K5 --chips ''", 19, "expected a number of chips for vertex 0, found nothing; ", CHIPS),
    ("winner K5 --chips 1,1", 19, "expected 5 numbers of chips, one for each vertex, found 2", ""),
    ("winner K5 --chips 1,1,,1,1", 19, "expected a number of chips for vertex 2, found nothing; ", CHIPS),
    ("winner K5 --chips -1,1,0,0,0", 19, "expected a number of chips for vertex 0; ", CHIPS),
    ("winner K5 --chips=1,1,0,0,x", 11, "expected a number of chips for vertex 4; ", CHIPS),
    ("winner K5 --chips 1,1,0,0,", 19, "expected a number of chips for vertex 4, found nothing; ", CHIPS),
    (
        "winner K5 --chips 1,18446744073709551616,0,0,0",
        19,
        "expected at most 18446744073709551615 chips on vertex 1",
        "",
    ),
    (
        "winner K5 --chips 1,1,0,0,0 --chips 1,1,0,0,0",
        37,
        "the argument '--chips <CHIPS>' cannot be used multiple times",
        "",
    ),
    (
        "winner K5 --chips 09,9,9,9,9",
        19,
        OVER,
        ": there are 45 chips, and with more than 2m-n = 15 (m edges, n vertices) some vertex can always fire",
    ),
    (
        "winner K4 --moves --chips 4,2,1,0",
        27,
        OVER,
        ": every vertex has fired, which happens only in an endless avalanche",
    ),
    ("number K5 --full", 11, "unexpected argument '--full' found", ""),
    ("number K5 --chips 4,3,2,1,0", 19, OVER, ": every vertex has fired, which happens only in an endless avalanche"),
    ("grundy K5 --moves", 11, "unexpected argument '--moves' found", ""),
    ("grundy K5 1,0,0,0,0", 11, "unexpected argument '1,0,0,0,0' found", ""),
    ("table", 6, "the following required arguments were not provided: <RANGE>", ""),
    ("table 8", 7, RANGE, ""),
    ("table 2-8", 7, RANGE, ""),
    ("table 2..", 7, RANGE, ""),
    ("table +2..8", 7, RANGE, ""),
    ("table 1..8", 7, "expected a range from 2 on, since complete graphs begin with K2", ""),
    ("table 8..2", 7, RANGE, ", found one that ends before it begins"),
    ("table 2..99999999999999999999", 7, "K99999999999999999999 is too large: expected at most 65536 vertices", ""),
    ("winner K31", 8, "too large for winner: the largest complete graph is K30", ""),
    ("grundy K31", 8, "too large for grundy: the largest complete graph is K28", ""),
    ("number K24", 8, "too large for number: the largest complete graph is K23", ""),
    ("winner C52", 8, "too large for winner: the product of the degrees of all vertices must be below 2^52", ""),
    ("table 2..24", 7, "too large for table: the largest complete graph is K23", ""),
    ("table 2..1000", 7, "too large for table: the largest complete graph is K23", ""),
    ("tree - winner", 6, "", GRAPH),
    ("tree K5", 8, "the following required arguments were not provided: <GAME>", ""),
    ("tree K5 grundy", 9, "invalid value 'grundy' for '<GAME>' [possible values: winner, number]", ""),
    ("tree K5 winner --full=yes", 16, "unexpected value 'yes' for '--full' found; no more were expected", ""),
    ("tree P5000 winner", 6, "too large for tree: the tree has more than 3355 positions", ""),
    ("stabilize K4", 13, "the following required arguments were not provided: <CHIPS>", ""),
    ("stabilize K4 1,1,1", 14, "expected 4 numbers of chips, one for each vertex, found 3", ""),
    ("stabilize K4 1,1,1,1 --full", 22, "unexpected argument '--full' found", ""),
];

#[test]
fn wrong_tasks_are_located_in_a_list_and_the_message_is_the_same_on_the_command_line() {
    for (task, column, begin, end) in REJECTED {
        let output = CHIP_FIRING.run("", format!("# one\ngrundy K2\n  {task}  # here\ngrundy K3\n"));
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), &output.stdout[..]),
            (Some(1), &b"grundy K2\nGrundy value: 1\n"[..]),
            "{task}"
        );
        let prefix = format!("chip-firing: line 3, column {}: ", column + 2);
        let message = stderr.strip_prefix(&prefix).unwrap_or_else(|| panic!("{task}: {stderr}"));
        let message = message.trim_end().split("; tip: ").next().unwrap();
        let problem = format!("{begin}{end}");
        let names_a_value = message.starts_with("invalid value '") && message.ends_with(&format!("': {problem}"));
        assert!(message == problem || names_a_value, "{task}: {message}");

        // What is different on the command line: options of the process, help, graphs from stdin, checkpoints and quotes.
        if !["--help", "help", "-", "--nodes", "--checkpoint", "'K5", "''"]
            .iter()
            .any(|word| task.split(' ').any(|of_task| of_task == *word))
        {
            let output = CHIP_FIRING.run(task, "");
            assert_eq!((output.status.code(), &output.stdout[..]), (Some(2), &b""[..]), "{task}");
            let stderr = String::from_utf8(output.stderr).unwrap();
            assert!(
                stderr.starts_with(&format!("chip-firing: {message}")) && stderr.lines().count() == 1,
                "{task}: {stderr}"
            );
        }
    }
}

#[test]
fn messages_name_the_argument_and_its_value() {
    for (task, message) in [
        ("winner K1", "line 1, column 8: invalid value 'K1' for '<GRAPH>': expected a graph with"),
        ("winner K5 --chips 1,1", "line 1, column 19: invalid value '1,1' for '--chips <CHIPS>': expected 5 numbers"),
        ("stabilize K4 1,1,x", "line 1, column 14: invalid value '1,1,x' for '<CHIPS>': expected a number"),
        ("table 2-8", "line 1, column 7: invalid value '2-8' for '<RANGE>': expected a range"),
    ] {
        let stderr = String::from_utf8(CHIP_FIRING.run("", task).stderr).unwrap();
        assert!(stderr.starts_with(&format!("chip-firing: {message}")), "{stderr}");
    }
}

#[test]
fn wrong_usage_is_status_2() {
    for (arguments, message) in [
        ("--nope", "unexpected argument '--nope' found"),
        ("winner K5 --svg x.svg", "unexpected argument '--svg' found"),
        (
            "winner - --moves",
            "invalid value '-' for '<GRAPH>': expected a single graph such as K5; --moves is not for graphs from stdin",
        ),
        ("winner - --min-first", "unexpected argument '--min-first' found"),
        (
            "number - --chips 1,0",
            "invalid value '-' for '<GRAPH>': expected a single graph such as K5; --chips is not for graphs from stdin",
        ),
        (
            "grundy - --checkpoint x",
            "invalid value '-' for '<GRAPH>': expected a single graph such as K5; --checkpoint is not for graphs from stdin",
        ),
        ("table -", "invalid value '-' for '<RANGE>': expected a range"),
        ("--checkpoint x", "unexpected argument '--checkpoint' found"),
        ("tree K3 winner --checkpoint x", "unexpected argument '--checkpoint' found"),
        ("stabilize K3 1,0,0 --checkpoint x", "unexpected argument '--checkpoint' found"),
    ] {
        let output = CHIP_FIRING.run(arguments, "winner K2\n");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), &output.stdout[..]), (Some(2), &b""[..]), "{arguments}: {stderr}");
        assert!(stderr.starts_with(&format!("chip-firing: {message}")) && stderr.lines().count() == 1, "{stderr}");
    }
    for (words, value) in
        [(&[""][..], "''"), (&["winner K5"], "'winner K5'"), (&["grundy", "K5 # five"], "'K5 # five'")]
    {
        let stderr = contains(value);
        cargo_bin_cmd!("chip-firing").args(words).assert().code(2).stdout(is_empty()).stderr(stderr);
    }
}

/// Lines for `number -`, the column of what is wrong, and the message.
const NOT_GRAPHS: [(&[u8], usize, &str); 18] = [
    (b"C", 2, "the graph6 string is too short: expected 1 more byte"),
    (b"C%", 2, "expected graph6 characters (? to ~), found %"),
    (b"C~~", 3, "the graph6 string is too long: the graph ends after 2 bytes"),
    (b"C?", 1, "expected a connected graph"),
    (b"@", 1, "expected a graph with at least two vertices"),
    (b"?", 1, "expected a graph with at least two vertices"),
    (b"C~ C~", 4, "expected one graph6 string per line, found another word"),
    (b":Fa@x^", 1, "expected graph6, found sparse6; convert it with copyg -g from nauty"),
    (b"&DI?AO?", 1, "expected graph6, found digraph6; directed graphs are not supported"),
    (b"C\xff", 1, "expected text in UTF-8, found 'C\\xff'"),
    (b"\xff", 1, "expected text in UTF-8, found '\\xff'"),
    (b"K4", 2, "expected graph6 characters (? to ~), found 4"),
    (b"CF,", 3, "expected graph6 characters (? to ~), found ,"),
    (b">>graph6<<C%", 12, "expected graph6 characters (? to ~), found %"),
    (b">>graph6<<C?", 11, "expected a connected graph"),
    (b"~~????????????", 1, "the number of vertices is encoded in more bytes than it needs"),
    (b"~}~~", 1, "expected at most 65536 vertices"),
    (b"'C~", 1, "expected another ' before the end of the line"),
];

#[test]
fn a_line_that_is_not_a_graph_is_reported_after_the_answers_before_it() {
    for (line, column, message) in NOT_GRAPHS {
        for threads in ["1", "3"] {
            let input = [b"CF\r\n\nC~\n  ", line, b"\nC~\n"].concat();
            let output = CHIP_FIRING.run(&format!("number - --threads {threads}"), input);
            let line = line.escape_ascii();
            assert_eq!((output.status.code(), &output.stdout[..]), (Some(1), &b"CF\t3\nC~\t8\n"[..]), "{line}");
            let expected = format!("chip-firing: line 4, column {}: {message}\n", column + 2);
            assert_eq!(String::from_utf8(output.stderr).unwrap(), expected, "{line}");
        }
    }
}
