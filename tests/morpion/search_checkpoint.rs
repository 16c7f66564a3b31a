//! Searches that are killed or stopped by a limit continue from their checkpoint; wrong checkpoints are rejected.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::rejected::refused;
use crate::searching::{Printed, record_in, said};
use crate::support::{MORPION, rounds};

const TASK: &str = "search 5D --seed 1 --level 2 --threads 2";

/// Runs a search and kills it at random moments, until it has ended by itself or been killed as often as it is to be.
/// Returns what it prints in the end.
fn killed(command: &str, kills: &mut usize, moments: &mut ChaCha8Rng) -> String {
    loop {
        let mut child = MORPION.spawn(command);
        drop(child.stdin.take());
        if *kills < rounds(4, 10) {
            thread::sleep(Duration::from_millis(moments.random_range(20..=rounds(300, 1800) as u64)));
            child.kill().unwrap();
            *kills += 1;
        }
        let output = child.wait_with_output().unwrap();
        if output.status.code().is_some() {
            assert_eq!((output.status.code(), said(&output)), (Some(0), ""));
            return String::from_utf8(output.stdout).unwrap();
        }
        assert_eq!(output.stdout, b"");
    }
}

/// That saved state is loaded again without loss is tested by searches in slices.
#[test]
fn a_search_that_is_killed_again_and_again_finds_the_same_game() {
    let (mut kills, mut moments) = (0, ChaCha8Rng::seed_from_u64(1));
    for seed in 1.. {
        let folder = tempfile::tempdir().unwrap();
        let [whole, pieces, checkpoint] = ["whole", "pieces", "checkpoint"].map(|name| folder.path().join(name));
        let task = format!("search 4D --seed {seed} --level {} --threads 2 --save", rounds(2, 3));
        let expected = MORPION.answer(&format!("{task} {}", whole.display()), "");
        let command = format!("{task} {} --checkpoint {}", pieces.display(), checkpoint.display());
        assert_eq!(killed(&command, &mut kills, &mut moments), expected, "after {kills} kills");
        assert_eq!(fs::read_to_string(&pieces).unwrap(), fs::read_to_string(&whole).unwrap());
        let printed = Printed::new(expected.as_bytes());
        assert_eq!(record_in(&pieces), printed.record);
        assert_eq!(printed.replayed().legal(), []);
        if kills >= rounds(4, 10) {
            break;
        }
    }
}

#[test]
fn a_search_in_slices_finds_the_same_game() {
    let tasks = [
        "search 5D --seed 1 --level 2 --threads 2 --target 66",
        "search 4D --seed 5 --level 1 --threads 2 --target 33",
        TASK,
        "search 4T --seed 3 --level 2 --threads 3",
        "search 5D --seed 1 --level 2 --threads 1 --start rosin82",
    ];
    let folder = tempfile::tempdir().unwrap();
    for (number, task) in tasks.iter().enumerate().take(rounds(2, 5)) {
        let [save, checkpoint] = ["msr", "checkpoint"].map(|ending| folder.path().join(format!("{number}.{ending}")));
        let expected = Printed::of(0, task);
        let files = format!("--save {} --checkpoint {}", save.display(), checkpoint.display());
        let slice = format!("{task} --nodes 2500 {files}");
        let mut best = 0;
        while MORPION.run(&format!("{slice} --quiet"), "").status.code() == Some(3) {
            // At least one step is made, which may be the last.
            let printed = Printed::new(&MORPION.run(&format!("{task} --time 0s {files}"), "").stdout);
            assert!((best..=expected.best).contains(&printed.best), "{task}");
            printed.replayed();
            best = printed.best;
        }
        assert_eq!(Printed::of(0, &slice), expected, "{task}");
        assert_eq!(record_in(&save), expected.record);
        // What is done is not done again.
        let again = MORPION.run(&format!("{task} --checkpoint {} --stats", checkpoint.display()), "");
        assert_eq!(Printed::new(&again.stdout), expected);
        assert!(said(&again).starts_with("morpion: 0 playouts"), "{}", said(&again));
    }
}

#[test]
fn a_search_continues_to_a_higher_target() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("checkpoint");
    let made = |options: &str| {
        let output = MORPION.run(&format!("search 5D --seed 1 --level 2 --threads 1 --stats {options}"), "");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let number = said(&output).split(' ').nth(1).unwrap().parse::<u64>().unwrap();
        (Printed::new(&output.stdout), number)
    };
    let whole = made("--target 69");
    let mut playouts = 0;
    for target in [55, 62, 66, 69] {
        let (printed, more) = made(&format!("--target {target} --checkpoint {}", checkpoint.display()));
        assert!(printed.best >= target);
        playouts += more;
        if target == 69 {
            assert_eq!((printed, playouts), whole);
        }
    }
}

/// A checkpoint of the task.
fn stopped(folder: &Path, task: &str) -> PathBuf {
    let checkpoint = folder.join("checkpoint");
    Printed::of(3, &format!("{task} --nodes 4000 --checkpoint {}", checkpoint.display()));
    checkpoint
}

#[test]
fn a_checkpoint_of_another_search_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let from_record = "search 5T --seed 1 --level 2 --threads 2 --start rosin82";
    for (task, others) in [
        (
            TASK,
            &[
                "search 5D --seed 2 --level 2 --threads 2",
                "search 5D --seed 1 --level 3 --threads 2",
                "search 5D --seed 1 --level 2 --threads 1",
                "search 5T --seed 1 --level 2 --threads 2",
                "search 5D --seed 1 --level 2 --threads 2 --start rosin82",
                "search 5D --seed 1 --level 2 --threads 2 --target 60",
                "count 5D 5",
            ][..],
        ),
        (from_record, &["search 5T --seed 1 --level 2 --threads 2 --start rosin178"]),
    ] {
        let checkpoint = stopped(folder.path(), task);
        let before = fs::read(&checkpoint).unwrap();
        for other in others {
            refused(&format!("{other} --checkpoint {}", checkpoint.display()), "", 1, " belongs to '");
            assert_eq!(fs::read(&checkpoint).unwrap(), before);
        }
        Printed::of(3, &format!("{task} --nodes 100 --checkpoint {}", checkpoint.display()));
        fs::remove_file(&checkpoint).unwrap();
    }
}

/// Checkpoints with changed bytes and a correct checksum.
#[test]
fn forged_states_do_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = stopped(folder.path(), TASK);
    let whole = fs::read(&checkpoint).unwrap();
    // Three lines are above the state, and a checksum is below.
    let lines = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    let (head, end) = (lines.take(3).last().unwrap(), whole.len() - 4);
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let (mut refused, times) = (0, rounds(24, 150));
    for number in 0..times {
        let mut made = whole[..end].to_vec();
        // The first bytes of the state are the numbers and lengths that matter most.
        let most = if number % 2 == 0 { head + 130 } else { end };
        let at = random.random_range(head..most);
        made[at] ^= random.random_range(1..=255_u8);
        made.extend(crc32fast::hash(&made).to_le_bytes());
        fs::write(&checkpoint, &made).unwrap();
        let output = MORPION.run(&format!("{TASK} --time 2s --nodes 500 --checkpoint {}", checkpoint.display()), "");
        match output.status.code() {
            Some(0 | 3) => drop(Printed::new(&output.stdout).replayed()),
            Some(1) => {
                assert!(output.stdout.is_empty() && said(&output).lines().count() == 1, "{output:?}");
                assert_eq!(fs::read(&checkpoint).unwrap(), made);
                refused += 1;
            }
            _ => panic!("byte {at}: {output:?}"),
        }
    }
    assert!((times / 8..times).contains(&refused), "{refused}");
    fs::write(&checkpoint, &whole).unwrap();
    stopped(folder.path(), TASK);
}
