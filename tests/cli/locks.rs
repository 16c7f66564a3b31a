//! A file that a run saves to again and again belongs to that run alone, as long as it lives.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::side_by_side;
use crate::support::{CHIP_FIRING, GUARD, HEX, MORPION, Program, rounds, signal, wait};

/// Tasks that do not end by themselves, and their files.
const ENDLESS: [(Program, &str); 4] = [
    (MORPION, "search 5T --level 9 --threads 1 --checkpoint"),
    (MORPION, "count 5T 40 --threads 1 --checkpoint"),
    (CHIP_FIRING, "number K21 --threads 1 --checkpoint"),
    (HEX, "--solve testdata/results/hex-empty-11.txt --threads 1 --checkpoint"),
];

fn lock_of(file: &Path) -> PathBuf {
    PathBuf::from(format!("{}.lock", file.display()))
}

/// Starts a run, and waits until it has its lock.
fn started(program: Program, task: &str, file: &Path) -> Child {
    // The limit ends it if the test fails.
    let mut child = program.spawn(&format!("--time 3m {task} {}", file.display()));
    let begun = Instant::now();
    while !lock_of(file).exists() {
        assert!(child.try_wait().unwrap().is_none() && begun.elapsed() < GUARD, "{}", file.display());
        sleep(Duration::from_millis(1));
    }
    sleep(Duration::from_millis(50));
    child
}

#[test]
fn second_run_is_refused_and_the_lock_of_a_killed_run_stops_no_other() {
    side_by_side(&ENDLESS, |&(program, task)| {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["keep", "link"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let first = started(program, task, &file);
        for path in [&file, &link] {
            let second = program.run(&format!("--time 9s {task} {}", path.display()), "");
            second.is_refused(2, "keep is in use by ");
        }
        signal(&first, "TERM");
        assert_eq!(wait(first).0, Some(3), "{task}");
        let mut killed = started(program, task, &file);
        killed.kill().unwrap();
        killed.wait().unwrap();
        let next = program.run(&format!("--quiet --time 0s {task} {}", file.display()), "");
        assert_eq!((next.status, &*next.stderr), (Some(3), ""), "{task}");
        let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let strays: Vec<String> =
            names.filter(|name| !["keep", "link", "keep.old", "keep.lock"].contains(&&**name)).collect();
        assert_eq!(strays, [""; 0], "{task}");
    });
}

/// Runs that share their files and are killed at random moments, many of them while they write. The next one continues.
#[test]
fn runs_together_leave_a_complete_state() {
    let mut moments = ChaCha8Rng::seed_from_u64(7);
    let folder = tempfile::tempdir().unwrap();
    let [file, save] = ["keep", "best.msr"].map(|name| folder.path().join(name).display().to_string());
    let task = format!("search 5T --seed 9 --level 4 --threads 1 --quiet --save {save} --checkpoint {file}");
    let mut refused = 0;
    for _ in 0..rounds(8, 100) {
        let mut together: Vec<Child> = (0..3).map(|_| MORPION.spawn(&format!("--time 3m {task}"))).collect();
        sleep(Duration::from_millis(moments.random_range(10..150)));
        let is_gentle = moments.random_bool(0.7);
        if is_gentle {
            together.iter().for_each(|child| signal(child, "TERM"));
            sleep(Duration::from_millis(moments.random_range(0..8)));
        }
        for child in &mut together {
            if !is_gentle || moments.random() {
                child.kill().unwrap();
            }
        }
        for child in together {
            let (status, said) = wait(child);
            assert!(matches!(status, None | Some(3)) || status == Some(2) && said.contains(" is in use by "), "{said}");
            refused += u32::from(status == Some(2));
        }
        let next = MORPION.run(&format!("--time 0s {task}"), "");
        assert!(next.status == Some(3) && next.stderr.is_empty(), "{next:?}");
        assert!(MORPION.run(&format!("check {save}"), "").status == Some(0));
    }
    assert!(refused > 0);
}
