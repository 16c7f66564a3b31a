//! Checkpoints of searches: a higher target is reached from them; those of other searches and forged ones do no harm.

use std::fs;
use std::path::{Path, PathBuf};

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::searching::Printed;
use crate::support::{MORPION, rounds};

const TASK: &str = "search 5D --seed 1 --level 2 --threads 2";

#[test]
fn search_continues_to_a_higher_target() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("checkpoint");
    let made = |options: &str| {
        let ended = MORPION.run(&format!("search 5D --seed 1 --level 2 --threads 1 --stats {options}"), "");
        assert_eq!(ended.status, Some(0), "{ended:?}");
        (Printed::new(&ended.stdout), ended.stderr.split(' ').nth(1).unwrap().parse::<u64>().unwrap())
    };
    let whole = made("--target 69");
    let parts =
        [55, 62, 66, 69].map(|target| made(&format!("--target {target} --checkpoint {}", checkpoint.display())));
    assert!(parts[0].0.best >= 55 && parts[1].0.best >= 62 && parts[2].0.best >= 66);
    let playouts = parts.iter().map(|(_, playouts)| playouts).sum();
    let [.., (last, _)] = parts;
    assert_eq!((last, playouts), whole);
}

/// A checkpoint of the task.
fn stopped(folder: &Path, task: &str) -> PathBuf {
    let checkpoint = folder.join("checkpoint");
    Printed::of(3, &format!("{task} --nodes 4000 --checkpoint {}", checkpoint.display()));
    checkpoint
}

#[test]
fn checkpoints_of_other_searches_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let with_record = "search 5T --seed 1 --level 2 --threads 2 --start rosin82";
    for (task, changes) in [
        (
            TASK,
            &[
                ("seed 1", "seed 2"),
                ("threads 2", "threads 1"),
                ("5D", "5T"),
                ("2 --threads 2", "2 --threads 2 --target 60"),
                ("level 2", "level 2 --symmetric"),
                ("level 2", "level 2 --keep 4"),
            ][..],
        ),
        (with_record, &[("rosin82", "rosin178"), (" --start rosin82", "")]),
    ] {
        let checkpoint = stopped(folder.path(), task);
        let before = fs::read(&checkpoint).unwrap();
        for (from, to) in changes {
            let other = format!("{} --checkpoint {}", task.replace(from, to), checkpoint.display());
            MORPION.run(&other, "").is_refused(1, " belongs to '");
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
    let head: usize = whole.split_inclusive(|&byte| byte == b'\n').take(3).map(<[u8]>::len).sum();
    let end = whole.len() - 4;
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let (mut refused, times) = (0, rounds(24, 150));
    for number in 0..times {
        let mut made = whole[..end].to_vec();
        // The first bytes of the state are the numbers and lengths that matter most.
        let at = random.random_range(head..if number % 2 == 0 { head + 130 } else { end });
        made[at] ^= random.random_range(1..=255_u8);
        made.extend(crc32fast::hash(&made).to_le_bytes());
        fs::write(&checkpoint, &made).unwrap();
        let ended = MORPION.run(&format!("{TASK} --time 2s --nodes 500 --checkpoint {}", checkpoint.display()), "");
        if matches!(ended.status, Some(0 | 3)) {
            Printed::new(&ended.stdout).replayed();
        } else {
            ended.is_refused(1, "");
            assert_eq!(fs::read(&checkpoint).unwrap(), made, "byte {at}");
            refused += 1;
        }
    }
    assert!((times / 8..times).contains(&refused), "{refused}");
    fs::write(&checkpoint, &whole).unwrap();
    stopped(folder.path(), TASK);
}
