//! Checkpoints: runs that are stopped or killed continue; files that are not the checkpoint of the task are refused; and
//! a checkpoint belongs to one run alone, as long as that lives.

use std::fs::{self, Permissions};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::side_by_side;
use crate::support::{CHIP_FIRING, Ended, GUARD, HEX, HIP, MORPION, Program, rounds, signal, wait};

/// Tasks with a checkpoint, each with a limit that stops it several times, and another task of the same program.
#[rustfmt::skip]
const TASKS: [(Program, &str, &str, &str); 14] = [
    (HIP, "tie 7x9 --at-most 5 --part 2/3 --threads 1", "--nodes 3000", "tie 7x9 --at-most 5 --part 1/3"),
    (HEX, "--solve --to-move O --threads 1 DIR/A1", "--nodes 400", "--solve --to-move O DIR/B1"),
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
    (MORPION, "search 5D --seed 1 --level 2 --threads 2 --target 66", "--nodes 2000", "search 5D --seed 1 --level 3 --threads 2"),
    (HIP, "tie 7x7 --threads 1", "--nodes 400", "tie 7x7 --free"),
];

/// A folder with inputs, and the place of a checkpoint in it.
struct Places(tempfile::TempDir);

impl Places {
    /// Boards with one stone, of which C2 takes seconds to solve.
    fn new() -> Places {
        let places = Places(tempfile::tempdir().unwrap());
        for (name, stones) in [("A1", "1 0\nA1\n\n"), ("B1", "1 0\nB1\n\n"), ("C2", "1 0\nC2\n\n")] {
            fs::write(places.path(name), format!("1\n7\n{stones}")).unwrap();
        }
        places
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, task: &str) -> String {
        task.replace("DIR", self.0.path().to_str().unwrap())
    }

    fn answer(&self, program: Program, task: &str) -> String {
        program.answer(&self.command(task), "")
    }

    /// A run with a checkpoint.
    fn run(&self, program: Program, task: &str) -> Ended {
        program.run(&self.command(&format!("{task} --checkpoint DIR/state")), "")
    }

    fn spawn(&self, program: Program, task: &str) -> Child {
        program.spawn(&self.command(&format!("{task} --checkpoint DIR/state")))
    }

    /// Asserts that a run is refused, and changes nothing.
    fn refuses(&self, program: Program, task: &str, status: i32, why: &str) {
        let before = fs::read(self.path("state")).unwrap();
        self.run(program, task).is_refused(status, why);
        assert_eq!(fs::read(self.path("state")).unwrap(), before, "{task}: {why}");
    }

    /// The names of what is in the folder, but of the inputs.
    fn names(&self) -> Vec<String> {
        let names = fs::read_dir(self.0.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| !["A1", "B1", "C2"].contains(&&**name)).collect();
        names.sort();
        names
    }
}

#[test]
fn task_that_is_stopped_again_and_again_ends_with_the_same_bytes() {
    let tasks: Vec<_> = TASKS.into_iter().step_by(rounds(2, 1)).collect();
    side_by_side(&tasks, |&(program, task, limit, other)| {
        let places = Places::new();
        let expected = places.answer(program, &format!("--quiet {task}"));
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
        places.refuses(program, other, 1, "state is not a checkpoint of this task; name another file");
        assert_eq!(places.names(), ["state"], "{task}");
    });
}

/// Runs are killed some time after each checkpoint.
#[test]
fn task_that_is_killed_ends_with_the_same_bytes() {
    let long = [
        (CHIP_FIRING, "number K16 --min-first --threads 1"),
        (HIP, "tie 8x8 --threads 1"),
        (HEX, "--solve --to-move O --threads 1 DIR/C2"),
        (MORPION, "count 5D 15"),
        (MORPION, "search 5D --seed 1 --level 3 --threads 2 --target 72"),
    ];
    side_by_side(&long[..rounds(1, 5)], |&(program, task)| {
        let places = Places::new();
        let written = || fs::metadata(places.path("state")).and_then(|data| data.modified()).ok();
        let mut kills = 0;
        for &milliseconds in &[3, 0, 40, 300, 7][..rounds(1, 5)] {
            let (before, begun) = (written(), Instant::now());
            let mut child = places.spawn(program, task);
            while written() == before && child.try_wait().unwrap().is_none() {
                assert!(begun.elapsed() < GUARD);
                sleep(Duration::from_millis(1));
            }
            sleep(Duration::from_millis(milliseconds));
            child.kill().unwrap();
            kills += u32::from(child.wait().unwrap().code().is_none());
        }
        let last = places.run(program, task);
        assert_eq!(last.stdout, places.answer(program, task), "{last:?}");
        assert!(kills > 0 || program != CHIP_FIRING, "{task}");
    });
}

#[test]
fn what_a_search_has_found_serves_other_questions_about_it() {
    let places = Places::new();
    let prove = "--solve --to-move O --threads 1 DIR/A1 --proof DIR/proof --nodes 400";
    let unfinished = HEX.run(&places.command(prove), "");
    assert_eq!((unfinished.status, places.path("proof").exists()), (Some(3), false));
    assert_eq!(places.run(HEX, "--solve --to-move O --threads 1 DIR/A1").status, Some(0));
    assert_eq!(places.run(HEX, prove).status, Some(0));
    assert!(places.answer(HEX, "--verify DIR/proof").contains("Proof: valid"));
    fs::remove_file(places.path("state")).unwrap();
    assert_eq!(places.run(CHIP_FIRING, "number K12 --threads 1").status, Some(0));
    let moves = places.run(CHIP_FIRING, "number K12 --moves --threads 1 --nodes 50");
    assert!(moves.status == Some(0) && moves.stdout.contains("Game chip number: 80\n"), "{moves:?}");
}

#[test]
fn damaged_checkpoints_are_refused_and_kept() {
    side_by_side(&[0, 1, 2, 7, 9, 10], |&number| {
        let mut random = ChaCha8Rng::seed_from_u64(number as u64);
        let (program, task, limit, _) = TASKS[number];
        let places = Places::new();
        assert_eq!(places.run(program, &format!("{task} {limit}")).status, Some(3));
        let whole = fs::read(places.path("state")).unwrap();
        let mut damages: Vec<Vec<u8>> =
            [10, whole.len() / 2, whole.len() - 1].map(|length| whole[..length].to_vec()).into();
        damages.extend([b"precious".to_vec(), [&whole[..], b"!"].concat()]);
        for _ in 0..rounds(6, 100) {
            let mut damaged = whole.clone();
            damaged[random.random_range(0..whole.len())] ^= random.random_range(1..=255_u8);
            damages.push(damaged);
        }
        for damaged in damages {
            fs::write(places.path("state"), &damaged).unwrap();
            places.refuses(program, task, 1, "state is ");
        }
        fs::write(places.path("state"), &whole).unwrap();
        assert!(matches!(places.run(program, &format!("{task} {limit}")).status, Some(0 | 3)));
    });
}

/// Also through a link, which stays one. A run that is stopped or killed does not stop the next one. The mode stays.
#[test]
fn second_run_is_refused() {
    let endless = [
        (CHIP_FIRING, "number K21 --threads 1 --time 3m"),
        (HIP, "tie 11x11 --threads 1 --time 3m"),
        (HEX, "--solve testdata/results/hex-empty-11.txt --threads 1 --time 3m"),
        (MORPION, "search 5T --level 9 --threads 1 --time 3m"),
        (MORPION, "count 5T 40 --threads 1 --time 3m"),
    ];
    side_by_side(&endless, |&(program, task)| {
        let places = Places::new();
        symlink("real", places.path("state")).unwrap();
        let saved = |mode: u32| {
            let mut child = places.spawn(program, task);
            let begun = Instant::now();
            let is_saved = || fs::metadata(places.path("state")).is_ok_and(|file| file.len() > 0);
            while !is_saved() {
                assert!(child.try_wait().unwrap().is_none() && begun.elapsed() < GUARD, "{task}");
                sleep(Duration::from_millis(1));
            }
            fs::set_permissions(places.path("real"), Permissions::from_mode(mode)).unwrap();
            child
        };
        let first = saved(0o640);
        let other = places.command(&format!("{task} --checkpoint DIR/real"));
        program.run(&other, "").is_refused(2, "is in use by another run");
        places.run(program, task).is_refused(2, "is in use by another run");
        signal(&first, "TERM");
        assert_eq!(wait(first), (Some(3), String::new()), "{task}");
        let mode = fs::metadata(places.path("real")).unwrap().permissions().mode() & 0o777;
        assert!(places.path("state").is_symlink() && mode == 0o640, "{task}: {mode:o}");
        assert_eq!(places.names(), ["real", "state"], "{task}");
        let mut killed = saved(0o600);
        killed.kill().unwrap();
        killed.wait().unwrap();
        let next = places.run(program, &format!("{task} --quiet").replace("3m", "0s"));
        assert_eq!((next.status, &*next.stderr), (Some(3), ""), "{task}");
    });
}

/// A graph is its edges, and not the name of its file.
#[test]
fn checkpoint_is_known_by_content() {
    let places = Places::new();
    fs::write(places.path("graph"), "a b\nb c\n").unwrap();
    assert_eq!(places.run(CHIP_FIRING, "number DIR/graph").status, Some(0));
    assert_eq!(places.run(CHIP_FIRING, "number DIR/./graph").status, Some(0));
    fs::write(places.path("graph"), "a b\nb c\nc a\n").unwrap();
    places.refuses(CHIP_FIRING, "number DIR/graph", 1, "state is not a checkpoint of this task");
    assert_eq!(places.run(HEX, "--solve DIR/A1 --nodes 9").status, Some(1));
    fs::remove_file(places.path("state")).unwrap();
    assert_eq!(places.run(HEX, "--solve DIR/A1 --nodes 9").status, Some(3));
    fs::rename(places.path("A1"), places.path("B1")).unwrap();
    assert_eq!(places.run(HEX, "--solve DIR/B1 --nodes 9").status, Some(3));
    fs::rename(places.path("C2"), places.path("B1")).unwrap();
    places.refuses(HEX, "--solve DIR/B1 --nodes 9", 1, "state is not a checkpoint of this task");
}

#[test]
fn checkpoint_is_a_regular_file_and_the_only_one() {
    let places = Places::new();
    let state = places.path("state");
    let run = |expected: i32| {
        let ended = places.run(HIP, "tie 6x6");
        assert_eq!((ended.status, ended.stdout.is_empty()), (Some(expected), expected != 0), "{ended:?}");
    };
    fs::create_dir(&state).unwrap();
    run(2);
    fs::remove_dir(&state).unwrap();
    assert!(Command::new("mkfifo").arg(&state).status().unwrap().success());
    run(2);
    assert!(state.metadata().unwrap().file_type().is_fifo());
    fs::remove_file(&state).unwrap();
    symlink("/dev/null", &state).unwrap();
    run(2);
    assert!(state.metadata().unwrap().file_type().is_char_device());
    fs::remove_file(&state).unwrap();
    symlink("target", &state).unwrap();
    fs::write(places.path("state.lock"), "precious").unwrap();
    run(0);
    assert!(state.is_symlink() && places.path("target").is_file());
    assert_eq!(fs::read_to_string(places.path("state.lock")).unwrap(), "precious");
    assert_eq!(places.names(), ["state", "state.lock", "target"]);
}

/// The search goes on.
#[test]
fn checkpoint_that_cannot_be_written_any_more_is_reported_once() {
    let places = Places::new();
    fs::create_dir(places.path("folder")).unwrap();
    let task = places.command("number K21 --threads 1 --time 3s --checkpoint DIR/folder/state");
    let child = CHIP_FIRING.spawn(&task);
    while !places.path("folder/state").exists() {
        sleep(Duration::from_millis(1));
    }
    fs::remove_dir_all(places.path("folder")).unwrap();
    let (status, said) = wait(child);
    assert!(status == Some(3) && said.lines().count() == 1, "{status:?}: {said}");
    assert!(said.starts_with("chip-firing: cannot write the checkpoint "), "{said}");
}
