//! Checkpoints: runs that are stopped or killed continue, and files that are not the checkpoint of the task are
//! refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::side_by_side;
use crate::support::{CHIP_FIRING, Ended, GUARD, HEX, MORPION, Program, rounds};

/// Tasks with a checkpoint, each with a limit that stops it several times, and another task of the same program.
#[rustfmt::skip]
const TASKS: [(Program, &str, &str, &str); 13] = [
    (HEX, "--solve --to-move O --threads 1 A1", "--nodes 400", "--solve --to-move O B1"),
    (CHIP_FIRING, "number K12 --moves --threads 1", "--nodes 2000", "number K12 --moves --min-first"),
    (CHIP_FIRING, "winner K18 --moves --threads 1", "--nodes 9000", "number K18 --moves"),
    (CHIP_FIRING, "grundy K18 --threads 1", "--nodes 15000", "winner K18"),
    (CHIP_FIRING, "table 9..12 --threads 1", "--nodes 6000", "table 9..11"),
    (CHIP_FIRING, "number grid3x4 --min-first --threads 1", "--nodes 5000", "number grid3x4"),
    (MORPION, "count 5D 7 --finished --threads 1", "--nodes 20000", "count 5D 6"),
    (MORPION, "count 4D 6 --part 2/3 --threads 1", "--nodes 40000", "count 4D 6 --part 1/3"),
    (MORPION, "prove 5T --at-most 704 --part 2/9 --threads 1", "--nodes 50", "prove 5T --at-most 704 --part 3/9"),
    (MORPION, "search 4D --seed 5 --level 1 --threads 2 --target 33", "--nodes 900", "search 4D --seed 6 --level 1 --threads 2"),
    (MORPION, "search 5T --symmetric --level 2 --threads 2 --target 96", "--nodes 900", "search 5T --level 2 --threads 2 --target 96"),
    (MORPION, "search 5T --keep 6 --level 2 --threads 2 --target 96", "--nodes 900", "search 5T --level 2 --threads 2 --target 96"),
    (MORPION, "search 5D --seed 1 --level 2 --threads 2 --target 66", "--nodes 2000", "search 5D --seed 1 --level 3 --threads 2"),
];

/// A folder with an input, and the place of a checkpoint in it.
struct Places(tempfile::TempDir);

impl Places {
    /// Boards with one stone, and one that takes seconds to solve.
    fn new() -> Places {
        let places = Places(tempfile::tempdir().unwrap());
        for (name, stones) in [("A1", "1 0\nA1\n\n"), ("B1", "1 0\nB1\n\n"), ("C2", "1 0\nC2\n\n")] {
            fs::write(places.0.path().join(name), format!("1\n7\n{stones}")).unwrap();
        }
        places
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("state")
    }

    /// A task with the names of boards as paths.
    fn command(&self, task: &str, checkpoint: bool) -> String {
        let file = |word: &str| {
            if self.0.path().join(word).exists() {
                self.0.path().join(word).display().to_string()
            } else {
                word.to_owned()
            }
        };
        let task = task.split(' ').map(file).collect::<Vec<_>>().join(" ");
        if checkpoint { format!("{task} --checkpoint {}", self.file().display()) } else { task }
    }

    fn run(&self, program: Program, task: &str) -> Ended {
        program.run(&self.command(task, true), "")
    }

    /// Asserts that a run is refused with one line, and changes nothing.
    fn refuses(&self, program: Program, task: &str, context: &str) -> String {
        let before = fs::read(self.file()).unwrap();
        let output = self.run(program, task);
        let said = output.stderr.clone();
        let refused = matches!(output.status, Some(1 | 2)) && output.stdout.is_empty();
        assert!(refused && said.lines().count() == 1, "{task}: {context}: {output:?}");
        assert_eq!(fs::read(self.file()).unwrap(), before, "{task}: {context}");
        said
    }
}

#[test]
fn task_that_is_stopped_again_and_again_ends_with_the_same_bytes() {
    let tasks: Vec<_> = TASKS.into_iter().step_by(rounds(2, 1)).collect();
    side_by_side(&tasks, |&(program, task, limit, other)| {
        let places = Places::new();
        let expected = program.answer(&format!("--quiet {}", places.command(task, false)), "");
        let mut parts = 1;
        loop {
            let output = places.run(program, &format!("{task} {limit} --quiet"));
            assert_eq!(output.stderr, "", "{task}");
            if output.status == Some(0) {
                assert_eq!(output.stdout, expected, "{task} in {parts} parts");
                break;
            }
            assert_eq!(output.status, Some(3), "{task}: {output:?}");
            parts += 1;
            assert!(parts < 200, "{task} does not come to an end");
        }
        assert!(parts > 2, "{task} is done in {parts} parts");
        // The same command again answers from the complete checkpoint, and another task is refused.
        let again = places.run(program, &format!("{task} {limit} --quiet"));
        assert_eq!((again.status, again.stdout), (Some(0), expected), "{task}");
        let said = places.refuses(program, other, "the checkpoint of another task");
        assert!(said.contains("belongs to"), "{said}");
    });
}

#[test]
fn proof_follows_a_search_that_has_ended() {
    let places = Places::new();
    let proof = places.0.path().join("proof").display().to_string();
    let prove = format!("--solve --to-move O --threads 1 A1 --proof {proof} --nodes 400");
    let unfinished = HEX.run(&places.command(&prove, false), "");
    assert_eq!((unfinished.status, fs::exists(&proof).unwrap()), (Some(3), false));
    assert_eq!(places.run(HEX, "--solve --to-move O --threads 1 A1").status, Some(0));
    assert_eq!(places.run(HEX, &prove).status, Some(0));
    assert!(HEX.answer(&format!("--verify {proof}"), "").contains("Proof: valid"));
}

#[test]
fn moves_follow_a_search_that_has_ended() {
    let places = Places::new();
    for (task, answer) in [("number K12", "Game chip number: 80\n"), ("winner K18", "Winner: player 1\n")] {
        let again = format!("{task} --moves --threads 1 --nodes 50");
        assert_eq!(CHIP_FIRING.run(&again, "").status, Some(3));
        assert_eq!(places.run(CHIP_FIRING, &format!("{task} --threads 1")).status, Some(0));
        let moves = places.run(CHIP_FIRING, &again);
        assert!(moves.status == Some(0) && moves.stdout.contains(answer), "{moves:?}");
        fs::remove_file(places.file()).unwrap();
    }
}

#[test]
fn damaged_checkpoints_are_refused_and_kept() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for number in [0, 1, 6, 8, 10] {
        let (program, task, limit, _) = TASKS[number];
        let places = Places::new();
        assert_eq!(places.run(program, &format!("{task} {limit}")).status, Some(3));
        let whole = fs::read(places.file()).unwrap();
        let mut damages: Vec<Vec<u8>> =
            [0, 10, whole.len() / 2, whole.len() - 1].map(|length| whole[..length].to_vec()).into();
        damages.extend([b"precious".to_vec(), [&whole[..], b"!"].concat()]);
        for _ in 0..rounds(6, 100) {
            let mut damaged = whole.clone();
            damaged[random.random_range(0..whole.len())] ^= random.random_range(1..=255_u8);
            damages.push(damaged);
        }
        for damaged in damages {
            fs::write(places.file(), &damaged).unwrap();
            places.refuses(program, task, &format!("{:?}…", &damaged[..damaged.len().min(30)]));
        }
        fs::write(places.file(), &whole).unwrap();
        assert!(matches!(places.run(program, &format!("{task} {limit}")).status, Some(0 | 3)));
    }
}

/// Runs a task with little memory, on a checkpoint with this state and the right checksum.
fn run_with_state(places: &Places, program: Program, task: &str, state: &[u8]) -> Ended {
    fs::write(places.file(), [state, &crc32fast::hash(state).to_le_bytes()].concat()).unwrap();
    let task = places.command(task, true);
    let mut command = assert_cmd::Command::new("sh");
    command.args(["-c", "ulimit -v 400000; exec \"$@\"", "sh", program.path]).args(task.split_whitespace());
    command.timeout(GUARD).output().unwrap().into()
}

/// What has the right checksum may come from a program with a fault, or from somebody who means harm.
#[test]
fn state_with_any_contents_is_continued_or_refused() {
    side_by_side(&TASKS, |&(program, task, limit, _)| {
        let mut random = ChaCha8Rng::seed_from_u64(task.len() as u64);
        let places = Places::new();
        let brief = format!("{task} --nodes 0 --quiet");
        assert_eq!(places.run(program, &format!("{task} {limit} --quiet")).status, Some(3));
        let whole = fs::read(places.file()).unwrap();
        let whole = &whole[..whole.len() - 4];
        let head: usize = whole.split_inclusive(|&byte| byte == b'\n').take(3).map(<[u8]>::len).sum();
        let second: usize = whole.split_inclusive(|&byte| byte == b'\n').take(2).map(<[u8]>::len).sum();
        assert_eq!(run_with_state(&places, program, &brief, whole).status, Some(3), "{task}");
        let mut states: Vec<Vec<u8>> =
            (0..rounds(4, 150)).map(|_| whole[..random.random_range(head..whole.len())].to_vec()).collect();
        // Most of a large state is a table, and what is before it and behind it is short.
        for number in 0..rounds(12, 300) {
            let (mut state, end) = (whole.to_vec(), whole.len());
            for _ in 0..random.random_range(1..4) {
                let near = random.random_range(0..(end - head).min(60));
                let at = [head + near, end - 1 - near, random.random_range(head..end)][number % 3].min(state.len());
                let bytes = random.random::<u64>() >> random.random_range(0..64);
                let bytes = &bytes.to_le_bytes()[..random.random_range(0..=8)];
                state.splice(at..(at + random.random_range(0..9)).min(state.len()), bytes.iter().copied());
            }
            states.push(state);
        }
        states.extend([
            whole[..second].to_vec(),
            whole[..second - 1].to_vec(),
            whole[..head - 1].to_vec(),
            b"quadrille checkpoint 7\n".to_vec(),
        ]);
        for state in states {
            let output = run_with_state(&places, program, &brief, &state);
            let said = &output.stderr;
            assert!(matches!(output.status, Some(0 | 1 | 3)) && said.lines().count() <= 1, "{task}: {output:?}");
            let is_small = state.len() < 1 << 20;
            assert!(!said.contains("out of memory") || !is_small, "{task}: {said}");
        }
    });
}

/// Kills a run some time after each of its checkpoints, and returns whether one was killed at all.
fn killed(places: &Places, program: Program, task: &str, milliseconds: &[u64]) -> bool {
    let written = |file: &Path| fs::metadata(file).and_then(|data| data.modified()).ok();
    let mut kills = 0;
    for &milliseconds in milliseconds {
        let (before, begun) = (written(&places.file()), Instant::now());
        let mut child = program.spawn(&places.command(task, true));
        while written(&places.file()) == before && child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < GUARD);
            sleep(Duration::from_millis(1));
        }
        sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        kills += u32::from(child.wait().unwrap().code().is_none());
    }
    kills > 0
}

/// Tasks that take longer than the second before the first checkpoint.
#[test]
fn task_that_is_killed_ends_with_the_same_bytes() {
    let long = [
        (CHIP_FIRING, "number K16 --min-first --threads 1"),
        (HEX, "--solve --to-move O --threads 1 C2"),
        (MORPION, "count 5D 15"),
        (MORPION, "search 5D --seed 1 --level 3 --threads 2 --target 72"),
    ];
    side_by_side(&long[..rounds(1, 4)], |&(program, task)| {
        let places = Places::new();
        let moments = &[3, 0, 40, 300, 7][..rounds(1, 5)];
        let was_killed = killed(&places, program, task, moments);
        let last = places.run(program, task);
        assert_eq!(last.stdout, program.answer(&places.command(task, false), ""), "{last:?}");
        assert!(was_killed || program.name != "chip-firing", "{task}");
    });
}
