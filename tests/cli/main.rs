//! The rules of the interface that all programs share, checked for each of them.

#![allow(clippy::pedantic, clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../support/mod.rs"]
mod support;

mod about;
mod answers;
#[cfg(unix)]
mod checkpoints;
#[cfg(unix)]
mod files;
mod hostile;
mod layers;
#[cfg(unix)]
mod processes;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use self::support::{CHIP_FIRING, Ended, HEX, HEX_JUDGE, HIP, MORPION, Program};

/// What is expected of a program.
struct Row {
    program: Program,
    /// Arguments and stdin of what is answered with status 0 (of outputs to judge, 42 and 43) and an empty stderr.
    answered: &'static [(&'static str, &'static str)],
    /// Tasks as in a list.
    tasks: &'static [&'static str],
    /// Arguments and stdin of what a limit ends with status 3, and a part of the answer.
    limited: &'static [(&'static str, &'static str, &'static str)],
    /// More answers than a pipe holds: arguments, and stdin, which may be endless.
    endless: &'static [(&'static str, &'static str, bool)],
    /// A run of a time, and the progress that it shows.
    progress: (&'static str, &'static str),
}

const DATA_SETS: &str = "3\n3\n1 1\nB2\nC1\n2\n2 0\nA1 B1\n\n5\n2 2\nC2 A3\nC5 C3\n";

const PROOF: &str = "hex proof 3\nsize 1\nX\nO\nto move X\nwinner X\nwin A1\n";

const GAME: &str = "4D\n-1 2 -1 2 2 5\n4 3 4 3 4 6\n";

#[rustfmt::skip]
const TABLE: &[Row] = &[
    Row {
        program: HEX,
        answered: &[
            ("", DATA_SETS), ("--ways --distances", DATA_SETS), ("--list=3 -", DATA_SETS), ("", "0\n"),
            ("--solve --moves --strategy", DATA_SETS), ("--solve --to-move o", DATA_SETS), ("--verify -", PROOF),
        ],
        tasks: &[],
        limited: &[
            ("--solve --moves --nodes 0", DATA_SETS, "\nPerfect play:\nX to move: unknown\nWinning moves: unknown\n"),
            ("--solve --time 0s testdata/results/hex-empty-11.txt", "", "\nO to move: unknown\n"),
            ("--solve --quiet", "1\n23\n0 0\n\n\n", "\nX to move: unknown\nO to move: unknown\n"),
        ],
        endless: &[("--list", "1\n60\n0 0\n\n\n", false), ("--gtp", "name\n", true)],
        progress: ("--solve --time TIME --threads 1 testdata/results/hex-empty-11.txt", r"data set 1: \d+ positions, .+"),
    },
    Row {
        program: HEX_JUDGE,
        answered: &[
            ("generate --seed 1 --count 3 --max-size 3", ""),
            ("check testdata/sample1.txt testdata/sample1.out FOLDER", include_str!("../../testdata/sample1.out")),
            ("check testdata/sample1.txt testdata/sample1.out FOLDER", include_str!("../../testdata/sample2.out")),
        ],
        tasks: &[],
        limited: &[],
        endless: &[("generate --seed 1 --count 10000000", "", false)],
        progress: ("stress --time TIME --jobs 1 -- HEX", r"\d+ inputs, \d+s"),
    },
    Row {
        program: HIP,
        answered: &[
            ("tie 7x7", ""), ("draws 5x5", ""), ("tie 2..4", ""),
            ("", "draws 2x2 --list # all\n\nsolve 3x3 --double --after B2,A1"),
        ],
        tasks: &[
            "squares 6x6 --by-size", "tie 4x5 --free", "tie 6x7", "tie 4x4 --at-most 1 --part 1/2", "draws 2x3 --list",
            "draws 2x2 --list-all", "solve 3x3 --double --after B2,A1 --moves --forbidden", "solve 2x2 --rules last-mover",
            "model 3x3",
        ],
        limited: &[
            ("solve 5x6 --time 0s", "", "\nUnknown\n"),
            ("solve 5x6 --nodes 100", "", "\nUnknown\n"),
            ("draws 5x6 --nodes 0", "", "\nUnknown\n"),
            ("draws 3x20 --list --time 300ms", "", " more\n"),
            ("--nodes 0", "tie 12x12\nsquares 2x2\n", "\nStanding: best known, at least "),
            ("--time 0s", "draws 5x6\nsolve 5x5 --moves\nsquares 3x3", "\n\nsquares 3x3\nSquares: 6\n"),
        ],
        endless: &[
            ("", "squares 6x6\n", true), ("--json", "squares 6x6\n", true), ("model 60x60", "", false),
            ("draws 4x60 --list-all", "", false), ("draws 4x60 --list --json", "", false),
        ],
        progress: ("solve 5x6 --time TIME --threads 1", r"\d+ positions"),
    },
    Row {
        program: CHIP_FIRING,
        answered: &[
            ("number K8", ""), ("tree K4 number", ""), ("stabilize K4 3,1,1,0", ""), ("number -", "CF\nC~\n"),
            ("", "grundy K5\n# none\nwinner C6"),
        ],
        tasks: &[
            "winner K5 --chips 1,1,0,0,0 --moves", "number K5 --min-first --moves", "grundy C5", "table 2..6",
            "tree K3 winner", "stabilize K2 0,0",
        ],
        limited: &[
            ("winner K20 --time 0s", "", "\nUnknown\n"),
            ("number K12 --nodes 0", "", "\nUnknown\nLower bound: 66\n"),
            ("--nodes 0", "grundy K12\nstabilize K3 1,0,0\n", "grundy K12\nUnknown\n\nstabilize"),
            ("number - --nodes 0", "E~~w\n", "\tunknown\n"),
        ],
        endless: &[
            ("", "grundy K2\n", true), ("--json", "grundy K2\n", true),
            ("grundy -", "A_\n", true), ("grundy - --json", "A_\n", true),
        ],
        progress: ("number grid4x6 --time TIME --threads 1", r"\d+ positions"),
    },
    Row {
        program: MORPION,
        answered: &[
            ("check", GAME), ("show demaine31", ""), ("convert --to msr", GAME), ("random 5T --seed 7 --moves 20", ""),
            ("verify testdata/certificates/octagon.certificate", ""), ("", "count 5T 3\n# none\nrecords 5D"),
        ],
        tasks: &[
            "cross 5T", "check rosin82 --map", "moves demaine31", "records 5T", "bounds",
            "count 4D 4 --labelled --finished", "show demaine31", "random 4D --moves 3", "convert --to msr demaine31",
        ],
        limited: &[
            ("count 5T 30 --nodes 100", "", "\nUnknown\n"),
            ("search 5T --time 100ms --threads 1", "", "\nBest: "),
            ("--nodes 0", "count 5T 20\ncount 4D 1\n", "\nUnknown\n\ncount 4D 1\n"),
        ],
        endless: &[("", "records\n", true), ("", "random 5T\n", true)],
        progress: ("search 5T --time TIME --threads 1", ".+"),
    },
];

impl Row {
    /// Arguments and stdin of all that is answered, tasks too.
    fn all(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.answered.iter().copied().chain(self.tasks.iter().map(|task| (*task, "")))
    }
}

/// Asks a program; among the arguments FOLDER is one that can be written to.
fn ask(program: Program, arguments: &str, input: impl Into<Vec<u8>>) -> Ended {
    let folder = tempfile::tempdir().unwrap();
    program.run(&arguments.replace("FOLDER", folder.path().to_str().unwrap()), input)
}

/// Runs a check of each item on one of ten threads: each waits for something.
fn side_by_side<T: Sync>(items: &[T], check: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let run = || {
        while let Some(item) = items.get(next.fetch_add(1, Relaxed)) {
            check(item)
        }
    };
    std::thread::scope(|scope| (0..10).for_each(|_| drop(scope.spawn(run))));
}
