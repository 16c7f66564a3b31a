//! Checkpoints of searches: a higher target is reached from them; those of other searches are refused.

use std::fs;
use std::path::{Path, PathBuf};

use crate::searching::Printed;
use crate::support::MORPION;

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
            MORPION.run(&other, "").is_refused(1, " is not a checkpoint of this task");
            assert_eq!(fs::read(&checkpoint).unwrap(), before);
        }
        Printed::of(3, &format!("{task} --nodes 100 --checkpoint {}", checkpoint.display()));
        fs::remove_file(&checkpoint).unwrap();
    }
}
