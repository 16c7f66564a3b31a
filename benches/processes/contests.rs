//! The questions on which programs are measured.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::boards;
use super::program::{Answer, Contest, Program, Reading};
use super::table::Table;
use super::yardsticks::{FLOOR_CPP, PLAIN_CPP, Yardsticks};

/// How much is measured.
pub struct Budget {
    pub boards: usize,
    /// Python is slow, so it gets fewer boards.
    pub python_boards: usize,
    /// Rounds of programs that take less than a second.
    pub rounds: usize,
    /// Rounds of programs that take seconds.
    pub slow_rounds: usize,
    /// Vertices of the complete graphs for `chip-firing winner` and `chip-firing number`.
    pub winner: usize,
    pub number: usize,
    pub ties: &'static [&'static str],
    /// The sizes of boards whose openings are solved.
    pub openings: &'static [usize],
    /// Openings of 8x8 that are solved, a program after the other.
    pub single_openings: &'static [&'static str],
    pub solver_seconds: u32,
    /// Seconds for each long game, and the number of games.
    pub game_seconds: u32,
    pub seeds: u32,
}

pub const WHOLE: Budget = Budget {
    boards: 4000,
    python_boards: 400,
    rounds: 25,
    slow_rounds: 3,
    winner: 13,
    number: 11,
    ties: &["6x6", "7x7"],
    openings: &[5, 6, 7],
    single_openings: &["E4", "D4"],
    solver_seconds: 120,
    game_seconds: 25,
    seeds: 3,
};

pub const QUICK: Budget = Budget {
    rounds: 5,
    slow_rounds: 1,
    openings: &[5, 6],
    single_openings: &["E4"],
    solver_seconds: 20,
    game_seconds: 4,
    ..WHOLE
};

/// A quick test that everything works, without long games.
pub const TEST: Budget = Budget {
    boards: 100,
    python_boards: 10,
    rounds: 1,
    slow_rounds: 1,
    winner: 8,
    number: 7,
    ties: &["6x6"],
    openings: &[5],
    single_openings: &[],
    solver_seconds: 5,
    game_seconds: 1,
    seeds: 0,
};

/// The path of a file in the repository.
fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

pub fn hex(budget: &Budget, there: &Yardsticks, folder: &Path, table: &mut Table) {
    let (one, two) = ("hex --threads 1", "hex --threads 2");
    let ours = |name, threads| Program::new(name, env!("CARGO_BIN_EXE_hex").as_ref(), ["--threads", threads], moves);

    let input = folder.join("input.txt");
    fs::write(&input, boards::input(budget.boards, 21)).unwrap();
    let mut programs = vec![ours(one, "1"), ours(two, "2")];
    for (name, path) in &there.cpp {
        let read = if *name == FLOOR_CPP { nothing } else { moves };
        programs.push(Program::new(*name, path, [""; 0], read));
    }
    let programs = programs.into_iter().map(|program| program.reading(&input)).collect();
    let question = question(budget.boards);
    let contest = Contest::of_output(&question, programs, budget.rounds);
    table.push(contest.cpu(&question, one, PLAIN_CPP));
    table.push(contest.wall(&question, two, PLAIN_CPP));
    table.push(contest.cpu(&question, one, FLOOR_CPP));

    if let Some(python) = &there.python {
        let input = folder.join("fewer.txt");
        fs::write(&input, boards::input(budget.python_boards, 21)).unwrap();
        let script = here("testdata/package/submissions/accepted/plain.py");
        let programs = [ours(one, "1"), Program::new("plain Python", python, [script], moves)];
        let programs = programs.into_iter().map(|program| program.reading(&input)).collect();
        let question = self::question(budget.python_boards);
        let contest = Contest::of_output(&question, programs, budget.slow_rounds);
        table.push(contest.cpu(&question, one, "plain Python"));
    }
}

fn question(boards: usize) -> String {
    format!("hex, {boards} boards of 21 × 21, 0 to 60 percent full")
}

/// Reads who has won, or the numbers of moves. The boards are ignored: any best case is right.
fn moves(output: &str) -> Reading {
    let of_answers = |line: &&str| line.ends_with("has won!") || line.starts_with("Number of moves:");
    Answer::Is(output.lines().filter(of_answers).collect::<Vec<_>>().join("\n")).into()
}

fn nothing(_: &str) -> Reading {
    Answer::Nothing.into()
}

/// Who wins after openings of X: after each one of a board, where both programs may use what they have found for the ones before, and
/// after single ones of 8x8.
pub fn perfect_play(budget: &Budget, there: &Yardsticks, folder: &Path, table: &mut Table) {
    let boards = budget.openings.iter().map(|&size| {
        let row = move |row| ('A'..).take(size).map(move |column| format!("{column}{row}"));
        let question = format!("hex, who wins after each of {} openings of {size}x{size}", size * size);
        (question, size, (1..=size).flat_map(row).collect::<Vec<_>>())
    });
    let single = budget
        .single_openings
        .iter()
        .map(|&cell| (format!("hex, who wins after {cell} on 8x8"), 8, vec![cell.to_owned()]));
    for (question, size, cells) in boards.chain(single) {
        let arguments = ["--solve", "--to-move", "O", "--threads", "1"];
        let input = folder.join("openings.txt");
        let data_sets: String = cells.iter().map(|cell| format!("{size}\n1 0\n{cell}\n\n")).collect();
        fs::write(&input, format!("{}\n{data_sets}", cells.len())).unwrap();
        let ours = Program::new("hex --solve", env!("CARGO_BIN_EXE_hex").as_ref(), arguments, winners);
        let mut programs = vec![ours.reading(&input)];
        if let Some(path) = &there.benzene {
            // White is the player who joins left and right.
            let after = |cell| format!("boardsize {size} {size}\nplay white {cell}\ndfpn-solve-state black\n");
            let input = folder.join("openings.htp");
            fs::write(&input, cells.iter().map(after).collect::<String>() + "quit\n").unwrap();
            let quietly = ["--quiet", "--use-logfile", "0"];
            programs.push(Program::new("benzene", path, quietly, colours).reading(&input));
        }
        let contest = Contest::of_answers(&question, programs, budget.slow_rounds);
        table.push(contest.cpu(&question, "hex --solve", "benzene"));
    }
}

/// Reads the winners from the output of `hex --solve --to-move O`.
fn winners(output: &str) -> Reading {
    let found = output.lines().filter_map(|line| line.strip_prefix("O to move: ")?.strip_suffix(" wins"));
    Answer::Is(found.collect()).into()
}

/// Reads the winners from the answers of benzene: `= white` and `= black`.
fn colours(output: &str) -> Reading {
    let winner = |line: &str| match line.trim_end() {
        "= white" => Some('X'),
        "= black" => Some('O'),
        _ => None,
    };
    Answer::Is(output.lines().filter_map(winner).collect()).into()
}

pub fn chip_firing(budget: &Budget, there: &Yardsticks, table: &mut Table) {
    for (task, vertices) in [("winner", budget.winner), ("number", budget.number)] {
        let graph = format!("K{vertices}");
        let ours = env!("CARGO_BIN_EXE_chip-firing").as_ref();
        let mut programs = vec![Program::new("chip-firing", ours, [task, &graph, "--threads", "1"], chips)];
        if let Some(python) = &there.python {
            let script = here("benches/chip_firing_post.py");
            let arguments = [script.into_os_string(), task.into(), vertices.to_string().into()];
            programs.push(Program::new("the post's, Python", python, arguments, bare));
        }
        let question = format!("chip-firing {task} {graph}");
        let contest = Contest::of_answers(&question, programs, budget.slow_rounds);
        table.push(contest.cpu(&question, "chip-firing", "the post's, Python"));
    }
}

/// Reads the winner or the number from the output of `chip-firing`.
fn chips(output: &str) -> Reading {
    let word = if output.contains("\nWinner: ") { "Winner: player " } else { "Game chip number: " };
    Answer::Is(after(output, word).to_owned()).into()
}

fn bare(output: &str) -> Reading {
    Answer::Is(output.trim().to_owned()).into()
}

pub fn hip(budget: &Budget, there: &Yardsticks, folder: &Path, table: &mut Table) {
    let ours: &Path = env!("CARGO_BIN_EXE_hip").as_ref();
    for size in budget.ties {
        let model = folder.join(format!("{size}.lp"));
        let written = Command::new(ours).args(["model", size]).output().unwrap();
        assert!(written.status.success(), "hip model {size} failed");
        fs::write(&model, written.stdout).unwrap();

        let mut programs = vec![Program::new("hip", ours, ["tie", size, "--threads", "1"], least_squares)];
        for (call, name) in &there.solvers {
            let seconds = budget.solver_seconds.to_string();
            let arguments =
                [here("benches/hip_solvers.py").into_os_string(), call.into(), (&model).into(), seconds.into()];
            programs.push(Program::new(name, there.python.as_ref().unwrap(), arguments, solved));
        }
        let question = format!("hip tie {size}, proved");
        let contest = Contest::of_answers(&question, programs, budget.slow_rounds);
        for (_, name) in &there.solvers {
            table.push(contest.cpu(&question, "hip", name));
        }
    }
}

/// Reads the minimum that `hip tie` proves.
fn least_squares(output: &str) -> Reading {
    assert!(output.contains("\nStanding: proved\n"), "expected 'Standing: proved' from hip tie, found:\n{output}");
    Answer::Is(after(output, "Monochromatic squares: ").to_owned()).into()
}

/// Reads the output of `hip_solvers.py`.
fn solved(output: &str) -> Reading {
    let [word, number, cpu_ms] = output.split_whitespace().collect::<Vec<_>>()[..] else {
        panic!("expected a word and two numbers, found: {output}")
    };
    let answer =
        if word == "optimum" { Answer::Is(number.to_owned()) } else { Answer::AtLeast(number.parse().unwrap()) };
    Reading { answer, cpu_ms: Some(cpu_ms.parse().unwrap()) }
}

pub fn replay(budget: &Budget, there: &Yardsticks, folder: &Path, table: &mut Table) {
    let ours: &Path = env!("CARGO_BIN_EXE_morpion").as_ref();
    let record = folder.join("rosin178.msr");
    let written = Command::new(ours).args(["convert", "rosin178", "--to", "msr"]).output().unwrap();
    assert!(written.status.success(), "morpion convert failed");
    fs::write(&record, written.stdout).unwrap();

    let arguments = ["check".as_ref(), record.as_os_str()];
    let mut programs = vec![Program::new("morpion check", ours, arguments, score)];
    if let Some((name, path)) = &there.solitaire {
        let arguments = ["replay".as_ref(), "--quiet".as_ref(), record.as_os_str()];
        programs.push(Program::new(name, path, arguments, verdict));
    }
    let question = "morpion, a record of 178 moves replayed";
    let contest = Contest::of_answers(question, programs, budget.rounds);
    if let Some((name, _)) = &there.solitaire {
        table.push(contest.cpu(question, "morpion check", name));
    }
}

/// Reads the number of moves of a record from the output of `morpion check`.
fn score(output: &str) -> Reading {
    assert!(output.contains("\nStatus: legal\n"), "expected 'Status: legal' from morpion check, found:\n{output}");
    Answer::Is(after(output, "Score: ").to_owned()).into()
}

/// Reads the number of moves from the output of the crate: `OK — 178 legal moves, 5T (terminal)`.
fn verdict(output: &str) -> Reading {
    let number = after(output, "OK — ").split(' ').next().unwrap();
    Answer::Is(number.to_owned()).into()
}

/// The rest of the first line that begins with `word`.
pub fn after<'a>(output: &'a str, word: &str) -> &'a str {
    output
        .lines()
        .find_map(|line| line.strip_prefix(word))
        .unwrap_or_else(|| panic!("expected a line that begins with '{word}', found:\n{output}"))
}
