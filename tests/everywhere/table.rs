//! The programs, and what each is asked.

use crate::solvers::{ROW_OF_CHIP_FIRING, ROW_OF_HIP, ROW_OF_MORPION};
use crate::support::{HEX, HEX_JUDGE, Program};

/// Arguments and stdin, and what is expected of the answer.
pub(crate) struct Asked {
    pub(crate) arguments: &'static str,
    pub(crate) input: &'static str,
    /// The exit status.
    pub(crate) status: i32,
    /// The whole answer of what is rejected, and a part of the others.
    pub(crate) stdout: &'static str,
    /// The text of stderr after the name of the program, if stderr is not empty.
    pub(crate) stderr: &'static str,
}

pub(crate) const fn asked(arguments: &'static str, input: &'static str) -> Asked {
    Asked { arguments, input, status: 0, stdout: "", stderr: "" }
}

impl Asked {
    pub(crate) const fn ends(self, status: i32) -> Asked {
        Asked { status, ..self }
    }

    pub(crate) const fn answers(self, stdout: &'static str) -> Asked {
        Asked { stdout, ..self }
    }

    /// Whether the task is to print no answer.
    pub(crate) const fn answers_nothing(&self) -> bool {
        self.status != 0
    }

    pub(crate) const fn reports(self, stderr: &'static str) -> Asked {
        Asked { stderr, ..self }
    }
}

/// What is expected of a program.
pub(crate) struct Row {
    pub(crate) program: Program,
    /// Tasks that are answered with an empty stderr.
    pub(crate) answered: &'static [Asked],
    /// Tasks that are answered in JSON: the arguments, stdin, and the schema.
    pub(crate) json: &'static [(&'static str, &'static str, &'static str)],
    /// Input that is wrong somewhere.
    pub(crate) rejected: &'static [Asked],
    /// Arguments with which stdin is read, for input of random bytes.
    pub(crate) reads: &'static [&'static str],
    /// Wrong usage: arguments, with a good stdin.
    pub(crate) usage: &'static [&'static str],
    /// Tasks that a limit ends with status 3.
    pub(crate) limited: &'static [Asked],
    /// A run of more than a second, and the progress that it shows.
    pub(crate) progress: Option<(&'static str, &'static str)>,
    /// More answers than a pipe holds: arguments, and stdin a number of times.
    pub(crate) endless: &'static [(&'static str, &'static str, u32)],
    /// The exit status on a terminal without input, and how stderr begins.
    pub(crate) terminal: (i32, &'static str),
    /// Tasks as in a list, in canonical spelling; then those whose answer is a document.
    pub(crate) tasks: (&'static [&'static str], &'static [&'static str]),
    /// The limits in the help.
    pub(crate) limits: &'static [&'static str],
}

pub(crate) const TABLE: [Row; 5] = [ROW_OF_HEX, ROW_OF_HEX_JUDGE, ROW_OF_HIP, ROW_OF_CHIP_FIRING, ROW_OF_MORPION];

const DATA_SETS: &str = "3\n3\n1 1\nB2\nC1\n2\n2 0\nA1 B1\n\n5\n2 2\nC2 A3\nC5 C3\n";

const ROW_OF_HEX: Row = Row {
    program: HEX,
    answered: &[
        asked("", DATA_SETS).answers("\nX has won!\n"),
        asked("--ways", DATA_SETS).answers("\nNumber of moves: 2\nNumber of ways: 2\n"),
        asked("--list=3 -", DATA_SETS),
        asked("", "0\n").answers("Analyzing 0 data set(s)\n"),
        asked("--solve --moves --strategy", DATA_SETS).answers("\nX to move: X wins\nWinning moves: "),
        asked("--solve --to-move o", DATA_SETS).answers("\n\nPerfect play:\nO to move: "),
    ],
    json: &[
        ("", DATA_SETS, "quadrille/hex/1"),
        ("--list", DATA_SETS, "quadrille/hex/1"),
        ("--solve", DATA_SETS, "quadrille/hex/1"),
        ("--verify -", "hex proof 1\nsize 1\nX\nO\nto move X\nwinner X\nwin A1\n", "quadrille/hex-proof/1"),
    ],
    rejected: &[
        asked("", "2\n1\n0 0\n\n\n5\n2 0\nC2 F1\n\n")
            .ends(1)
            .answers(
                "Analyzing 2 data set(s)\nData set 1\nBoard Position:\n-\n\nBest case for X:\nX\n\nNumber of moves: 1\n\n\
                 Best case for O:\nO\n\nNumber of moves: 1\n",
            )
            .reports("line 8, column 4: cell F1 is off a board of size 5"),
        asked("nowhere", "").ends(1).reports("cannot read nowhere: "),
        asked("--verify nowhere", "").ends(1).reports("cannot read nowhere: "),
        asked("--verify -", "hex proof 1\nsize 2\nX B1\nO\nto move O\nwinner X\nL B1 | A1\nwin B1 1\n")
            .ends(1)
            .reports("line 7, column 1: a move of O at A1 is not answered\n"),
    ],
    reads: &["", "--solve", "--verify -"],
    usage: &[
        "--nope",
        "--threads 0",
        "--threads 1025",
        "--list=x",
        "--list=-1",
        "--completions klingon",
        "--quiet --progress",
        "--moves",
        "--strategy",
        "--to-move X",
        "--time 1s",
        "--nodes 1",
        "--memory 1M",
        "--checkpoint FOLDER/c",
        "--solve --to-move Z",
        "--solve --proof FOLDER/p",
        "--solve --verify FOLDER/p",
        "--verify FOLDER/p --ways",
        "--verify FOLDER/p FOLDER/q",
        "--verify FOLDER/p --to-move X",
        "--verify FOLDER/p --moves",
        "--verify FOLDER/p --strategy",
        "--verify FOLDER/p --to-move X --proof FOLDER/q",
        "--verify FOLDER/p --checkpoint FOLDER/q",
        "--verify FOLDER/p --time 1s",
        "--verify FOLDER/p --nodes 1",
        "--verify FOLDER/p --memory 1M",
        // There are three data sets, or two files.
        "--solve --checkpoint FOLDER/c",
        "--solve --to-move X --proof FOLDER/p",
        "--solve --checkpoint FOLDER/c - -",
    ],
    limited: &[
        asked("--solve --moves --nodes 0", DATA_SETS).answers("\nPerfect play:\nX to move: unknown\nWinning moves: unknown\n"),
        asked("--solve --time 0s testdata/results/hex-empty-11.txt", "").answers("\nO to move: unknown\n"),
        asked("--solve --quiet", "1\n23\n0 0\n\n\n").answers("\nX to move: unknown\nO to move: unknown\n"),
    ],
    progress: Some((
        "--solve --time 1s testdata/results/hex-empty-11.txt",
        r"data set 1: \d+ positions, proof \d+, disproof \d+, best [A-K]\d+",
    )),
    endless: &[("--list", "1\n60\n0 0\n\n\n", 1)],
    terminal: (1, "hex: reading data sets from the terminal; see hex --help for their format"),
    tasks: (&[], &[]),
    limits: &["--time <T>", "--nodes <N>", "--memory <SIZE>"],
};

const ROW_OF_HEX_JUDGE: Row = Row {
    program: HEX_JUDGE,
    answered: &[
        asked("generate --seed 1 --count 3 --max-size 3", "").answers("3\n"),
        asked("check testdata/sample1.txt testdata/sample1.out FOLDER", include_str!("../../testdata/sample1.out"))
            .ends(42),
        asked("check testdata/sample1.txt testdata/sample1.out FOLDER", include_str!("../../testdata/sample2.out"))
            .ends(43),
    ],
    json: &[
        ("generate --seed 1 --count 3", "", "quadrille/hex-judge-generate/1"),
        ("check testdata/sample1.txt testdata/sample1.out FOLDER", "junk", "quadrille/hex-judge-check/1"),
        ("run --tests testdata/sample1.txt -- true", "", "quadrille/hex-judge-run/1"),
        ("stress --time 1s -- true", "", "quadrille/hex-judge-stress/1"),
    ],
    rejected: &[
        asked("check nowhere nowhere FOLDER", "").ends(2).reports("cannot read nowhere: "),
        asked("run --tests nowhere -- true", "").ends(2).reports("no test matches nowhere: "),
    ],
    reads: &[],
    usage: &[
        "",
        "--nope",
        "judge",
        "generate",
        "run",
        "generate --seed x",
        "--completions klingon",
        "--quiet --progress",
    ],
    limited: &[],
    progress: Some(("stress --time 1s -- HEX", r"\d+ of 1 seconds searched")),
    endless: &[("generate --seed 1 --count 10000000", "", 1)],
    terminal: (2, "hex-judge: expected a task: check, run, generate or stress"),
    tasks: (&[], &[]),
    limits: &[],
};
