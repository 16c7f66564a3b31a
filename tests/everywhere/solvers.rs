//! Tasks of the programs whose tasks can take long, with their expected answers.

use crate::support::{CHIP_FIRING, HIP, MORPION};
use crate::table::{Row, asked};

/// More tasks than are answered before a closed pipe is noticed.
const MANY: u32 = 1_000_000;

pub(crate) const ROW_OF_HIP: Row = Row {
    program: HIP,
    answered: &[
        asked("squares 6x6", "").answers("squares 6x6\nSquares: 105\n"),
        asked("tie 7x7", "").answers("\nMonochromatic squares: 3\nStanding: proved\n"),
        asked("draws 5x5", "").answers("\nDraws: 7120\n"),
        asked("solve 3x4 --moves", "").answers("\nDraw\n"),
        asked("", "draws 2x2 --list # all\n\nsolve 3x3 --double --after B2,A1").answers("\n\nsolve 3x3 "),
    ],
    json: &[
        ("squares 6x6", "", "quadrille/hip-squares/1"),
        ("tie 6x7", "", "quadrille/hip-tie/1"),
        ("draws 2x3 --list", "", "quadrille/hip-draws/1"),
        ("solve 3x3 --moves", "", "quadrille/hip-solve/1"),
        ("model 3x3", "", "quadrille/hip-model/1"),
        ("", "squares 2x2\nsquares 3x3\n", "quadrille/hip-squares/1"),
    ],
    rejected: &[asked("", "# one\n squares 2x2\n squares 6x\nsquares 3x3\n")
        .ends(1)
        .answers("squares 2x2\nSquares: 1\n")
        .reports("line 3, column 10: invalid value '6x' for '<SIZE>': expected a size such as 6x7\n")],
    reads: &[""],
    usage: &[
        "squares",
        "squares 6x",
        "circles 6x6",
        "squares 6x6 --nope",
        "squares 6x6 --time soon",
        "squares 6x6 --nodes many",
        "squares 6x6 --memory much",
        "squares 6x6 --threads 0",
        "--completions klingon",
        "--quiet --progress",
    ],
    limited: &[
        asked("solve 5x6 --time 0s", "").answers("\nUnknown\n"),
        asked("solve 5x6 --nodes 100", "").answers("\nUnknown\n"),
        asked("draws 5x6 --nodes 0", "").answers("\nUnknown\n"),
        asked("--nodes 0", "tie 12x12\nsquares 2x2\n").answers("\nStanding: best known, at least "),
    ],
    progress: Some(("solve 5x6 --time 1s", r"\d+ positions")),
    endless: &[
        ("", "squares 6x6\n", MANY),
        ("--json", "squares 6x6\n", MANY),
        ("draws 4x60 --list-all", "", 1),
        ("draws 4x60 --list --json", "", 1),
        ("model 60x60", "", 1),
        ("model 60x60 --json", "", 1),
    ],
    terminal: (2, "hip: expected a task as an argument, or a list of tasks on stdin"),
    tasks: (
        &[
            "squares 6x6",
            "tie 4x5 --free",
            "tie 6x7",
            "draws 2x3 --list",
            "draws 2x2 --list-all",
            "draws 6x7",
            "solve 3x3 --double --after B2,A1 --moves",
            "solve 2x2 --rules last-mover",
            "model 3x3",
        ],
        &[],
    ),
    limits: &["--time <T>", "--nodes <N>", "--memory <SIZE>"],
};

pub(crate) const ROW_OF_CHIP_FIRING: Row = Row {
    program: CHIP_FIRING,
    answered: &[
        asked("winner K5 --chips 1,1,0,0,0 --moves", "").answers("\nWinner: player 1\n"),
        asked("number K8", "").answers("\nGame chip number: 34\nLower bound: 28\nUpper bound: 49\n"),
        asked("table 2..6", ""),
        asked("tree K4 number", ""),
        asked("stabilize K4 3,1,1,0", ""),
        asked("number -", "CF\nC~\n").answers("CF\t3\nC~\t8\n"),
        asked("", "grundy K5\n# none\nwinner C6").answers("\n\nwinner C6\n"),
    ],
    json: &[
        ("winner K5 --moves", "", "quadrille/chip-firing-winner/1"),
        ("number K5 --moves", "", "quadrille/chip-firing-number/1"),
        ("grundy K5", "", "quadrille/chip-firing-grundy/1"),
        ("table 2..4", "", "quadrille/chip-firing-table/1"),
        ("tree K3 winner", "", "quadrille/chip-firing-tree/1"),
        ("stabilize K3 1,0,0", "", "quadrille/chip-firing-stabilize/1"),
        ("winner -", "CF\nC~\n", "quadrille/chip-firing-winner/1"),
    ],
    rejected: &[
        asked("", "grundy K3\nwinner K3 --chips 1,1,x\ngrundy K4\n")
            .ends(1)
            .answers("grundy K3\nGrundy value: 1\n")
            .reports("line 2, column 19: invalid value '1,1,x' for '--chips <CHIPS>': expected a number of chips for vertex 2"),
        asked("number -", "CF\nC~\nC\nC~\n").ends(1).answers("CF\t3\nC~\t8\n").reports("line 3, column 2: "),
    ],
    reads: &["", "number -"],
    usage: &[
        "winner",
        "winner K1",
        "loser K5",
        "winner K5 --nope",
        "winner K5 --time soon",
        "winner K5 --nodes many",
        "winner K5 --memory much",
        "winner K5 --threads 0",
        "--checkpoint x",
        "--completions klingon",
        "--quiet --progress",
    ],
    limited: &[
        asked("winner K20 --time 0s", "").answers("\nUnknown\n"),
        asked("number K12 --nodes 0", "").answers("\nUnknown\nLower bound: 66\n"),
        asked("--nodes 0", "grundy K12\nstabilize K3 1,0,0\n").answers("grundy K12\nUnknown\n\nstabilize"),
        asked("number - --nodes 0", "E~~w\n").answers("\tunknown\n"),
    ],
    progress: Some(("number grid4x6 --time 1s", r"\d+ positions")),
    endless: &[
        ("", "grundy K2\n", MANY),
        ("--json", "grundy K2\n", MANY),
        ("grundy -", "A_\n", MANY),
        ("grundy - --json", "A_\n", MANY),
    ],
    terminal: (2, "chip-firing: expected a task as an argument, or a list of tasks on stdin"),
    tasks: (
        &[
            "winner K5 --chips 1,1,0,0,0 --moves",
            "number K5 --min-first",
            "grundy C5",
            "table 2..4",
            "tree K3 winner",
            "stabilize K2 0,0",
        ],
        &[],
    ),
    limits: &["--time <T>", "--nodes <N>", "--memory <SIZE>"],
};

const GAME: &str = "4D\n-1 2 -1 2 2 5\n4 3 4 3 4 6\n";

pub(crate) const ROW_OF_MORPION: Row = Row {
    program: MORPION,
    answered: &[
        asked("cross 5T", ""),
        asked("check rosin82", "").answers("\nVariant: 5D\nScore: 82\n"),
        asked("check", GAME).answers("\nScore: 2\n"),
        asked("show demaine31", ""),
        asked("convert --to msr", GAME),
        asked("records 4T", ""),
        asked("random 5T --seed 7 --moves 20", ""),
        asked("count 4D 6 --finished", ""),
        asked("", "count 5T 3\n# none\nrecords 5D").answers("\n\nrecords 5D\n"),
    ],
    json: &[
        ("cross 5T", "", "quadrille/morpion-cross/1"),
        ("check rosin82 --map", "", "quadrille/morpion-check/1"),
        ("show", GAME, "quadrille/morpion-show/1"),
        ("convert --to json demaine31", "", "quadrille/morpion-convert/1"),
        ("records", "", "quadrille/morpion-records/1"),
        ("moves", GAME, "quadrille/morpion-moves/1"),
        ("random 5T", "", "quadrille/morpion-random/1"),
        ("bounds", "", "quadrille/morpion-bounds/1"),
        ("count 4D 3", "", "quadrille/morpion-count/1"),
        ("merge -", "count 4D 1 --part 1/1\n0 1 7 0 0\n1 40 0 0 0\n", "quadrille/morpion-merge/1"),
        ("search 4D --level 1", "", "quadrille/morpion-search/1"),
        ("best rosin82 demaine31", "", "quadrille/morpion-best/1"),
        ("prove 5T --hull 6,3,6,3,6,3,6,3", "", "quadrille/morpion-prove/1"),
        ("verify testdata/certificates/octagon.certificate", "", "quadrille/morpion-verify/1"),
    ],
    rejected: &[
        asked("", "count 5T 1\nrandom 6T\ncount 4D 1\n")
            .ends(1)
            .answers("count 5T 1\n0 1\n1 4\n")
            .reports("line 2, column 8: "),
        asked("check", "4D\n-1 2 -1 2 2 5\n-1 2 -1 2 2 5\n").ends(1).reports("line 3, column 1: move 2: condition "),
        asked("check nowhere", "").ends(1).reports("cannot read nowhere: "),
        asked("merge nowhere", "").ends(1).reports("cannot read nowhere: "),
    ],
    reads: &["", "check", "show"],
    usage: &[
        "count",
        "count 6T 3",
        "guess 5T",
        "count 5T 3 --nope",
        "count 5T 3 --time soon",
        "count 5T 3 --nodes many",
        "count 5T 3 --memory 1G",
        "count 5T 3 --threads 0",
        "--checkpoint x",
        "--completions klingon",
        "--quiet --progress",
    ],
    limited: &[
        asked("count 5T 30 --nodes 100", "").answers("\nUnknown\n"),
        asked("search 5T --time 300ms --threads 1", "").answers("\nBest: "),
        asked("--nodes 0", "count 5T 20\ncount 4D 1\n").answers("\nUnknown\n\ncount 4D 1\n"),
    ],
    progress: Some(("search 5T --time 1s", ".+")),
    endless: &[("", "records\n", MANY), ("", "random 5T\n", MANY)],
    terminal: (2, "morpion: expected a task as an argument, or a list of tasks on stdin"),
    tasks: (
        &[
            "cross 5T",
            "check rosin82 --map",
            "moves demaine31",
            "records 5T",
            "bounds",
            "count 4D 4 --labelled --finished",
            "best rosin82 rosin178 --variant 5T",
        ],
        &["show demaine31", "random 4D --moves 3", "convert --to msr demaine31"],
    ),
    limits: &["--time <T>", "--nodes <N>"],
};
