//! A file that a run saves to again and again belongs to that run alone, as long as it lives.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::support::{CHIP_FIRING, GUARD, MORPION, Program, wait};

/// Tasks that do not end by themselves, and their files.
const ENDLESS: [(Program, &str); 4] = [
    (MORPION, "search 5T --level 9 --threads 1 --checkpoint"),
    (MORPION, "search 5T --level 9 --threads 1 --save"),
    (MORPION, "count 5T 40 --threads 1 --checkpoint"),
    (CHIP_FIRING, "number K21 --threads 1 --checkpoint"),
];

fn lock_of(file: &Path) -> PathBuf {
    PathBuf::from(format!("{}.lock", file.display()))
}

fn signal(child: &Child, name: &str) {
    // A process keeps its number until it is waited for, also if it has ended.
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

/// Starts a run, and waits until its lock names it.
fn started(program: Program, task: &str, file: &Path) -> Child {
    // The limit ends it if the test fails.
    let mut child = program.spawn(&format!("--time 3m {task} {}", file.display()));
    wait_for_lock(&mut child, file);
    child
}

fn wait_for_lock(child: &mut Child, file: &Path) {
    let begun = Instant::now();
    let name = format!("process {} ", child.id());
    while !fs::read_to_string(lock_of(file)).is_ok_and(|text| text.contains(&name)) {
        assert!(child.try_wait().unwrap().is_none() && begun.elapsed() < GUARD, "{}", file.display());
        thread::sleep(Duration::from_millis(1));
    }
}

/// The names of the files in a folder but the older checkpoint.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = entries.filter(|name| name != "keep.old").collect();
    names.sort();
    names
}

#[test]
fn a_second_run_ends_at_once_and_names_the_first() {
    for (program, task) in ENDLESS {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["keep", "link"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let first = started(program, task, &file);
        let held = fs::read_to_string(lock_of(&file)).unwrap();
        let holder = held.strip_prefix("quadrille lock\n").unwrap().trim_end();
        assert!(holder.starts_with(&format!("process {} on host ", first.id())) && holder.ends_with('Z'), "{held}");
        for path in [&file, &link] {
            let second = program.run(&format!("{task} {}", path.display()), "");
            assert_eq!((second.status.code(), second.stdout.as_slice()), (Some(2), &b""[..]), "{task}");
            let (name, file) = (program.name, file.canonicalize().unwrap_or(file.clone()));
            let advice = "wait until it has ended, or name another file";
            let expected = format!("{name}: {} is in use by {holder}; {advice}\n", file.display());
            assert_eq!(String::from_utf8(second.stderr).unwrap(), expected);
        }
        // By another option too.
        let other = MORPION.run(&format!("search 5T --save {} --checkpoint {}x", file.display(), file.display()), "");
        assert_eq!(other.status.code(), Some(2), "{other:?}");
        assert_eq!(fs::read_to_string(lock_of(&file)).unwrap(), held);
        signal(&first, "-TERM");
        assert_eq!(wait(first).0, Some(3), "{task}");
        assert_eq!(names(folder.path()), ["keep", "link"], "{task}");
    }
}

#[test]
fn the_lock_of_a_killed_run_stops_no_other_one() {
    for (program, task) in ENDLESS {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("keep");
        let mut killed = started(program, task, &file);
        killed.kill().unwrap();
        killed.wait().unwrap();
        assert!(lock_of(&file).exists());
        // Nor does one with any process in it, even a living one, or with nothing, or zeros after a power failure.
        let itself = format!("quadrille lock\nprocess {} on host here, started now\n", std::process::id());
        for text in [None, Some(itself.as_str()), Some(""), Some("quadr"), Some("\0\0\0")] {
            if let Some(text) = text {
                fs::write(lock_of(&file), text).unwrap();
            }
            let next = program.run(&format!("--time 0s {task} {}", file.display()), "");
            assert_eq!((next.status.code(), next.stderr.as_slice()), (Some(3), &b""[..]), "{task}");
            assert!(!lock_of(&file).exists());
        }
    }
}

#[test]
fn a_run_removes_what_killed_ones_have_left_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("keep");
    let left = ["keep.writing-aB3dE9.part", "keep.writing-000000.part"];
    let kept = ["keep.notes1.part", "keep.writing-aB3dE.part", "keeps.writing-aB3dE9.part", "keep.writing-aB3d.9.part"];
    for (program, task) in ENDLESS {
        left.iter().chain(&kept).for_each(|name| fs::write(folder.path().join(name), "").unwrap());
        program.run(&format!("--time 0s {task} {}", file.display()), "");
        let now = names(folder.path());
        let is_there = |name: &&str| now.iter().any(|there| there == name);
        assert!(!left.iter().any(is_there) && kept.iter().all(is_there), "{task}: {now:?}");
        ["keep", "keep.old"].iter().for_each(|name| drop(fs::remove_file(folder.path().join(name))));
    }
}

#[test]
fn other_files_with_the_name_of_a_lock_are_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("keep");
    let path = file.display();
    fs::write(lock_of(&file), "precious").unwrap();
    for (program, task) in ENDLESS {
        let output = program.run(&format!("{task} {path}"), "");
        assert_eq!(output.status.code(), Some(2));
        let problem = format!("refusing to overwrite {path}.lock: not a quadrille lock; name another file\n");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), format!("{}: {problem}", program.name));
        assert_eq!(fs::read_to_string(lock_of(&file)).unwrap(), "precious");
    }
    for options in ["--checkpoint FILE --save FILE.lock", "--save FILE --svg FILE.lock", "--save FILE --log FILE.lock"]
    {
        let options = options.replace("FILE", &folder.path().join("other").display().to_string());
        let output = MORPION.run(&format!("search 5T --level 9 {options}"), "");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && said.contains(" would both write "), "{said}");
    }
}

/// The checkpoint cannot be written while its folder has another name.
#[test]
fn a_checkpoint_is_tried_again_and_both_are_said() {
    let folder = tempfile::tempdir().unwrap();
    let [here, there] = ["here", "there"].map(|name| folder.path().join(name));
    fs::create_dir(&here).unwrap();
    let file = here.join("keep");
    let path = file.display();
    let mut child = started(MORPION, "search 5T --level 9 --threads 1 --checkpoint", &file);
    let mut stderr = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    fs::rename(&here, &there).unwrap();
    let failed = stderr.next().unwrap();
    assert!(failed.starts_with(&format!("morpion: cannot write the checkpoint {path}: ")), "{failed}");
    assert!(failed.ends_with("; continuing, and trying again later"), "{failed}");
    fs::rename(&there, &here).unwrap();
    assert_eq!(stderr.next().unwrap(), format!("morpion: the checkpoint {path} could be written again"));
    signal(&child, "-TERM");
    assert!(stderr.next().unwrap().starts_with(&format!("morpion: progress saved in {path}: ")));
    assert_eq!(wait(child).0, Some(3));
    assert_eq!(names(&here), ["keep"]);
}

/// Runs that share their files and are killed at random moments, many of them while they write. The next one continues. Without a
/// lock file, locks protect nothing: each run then has one of its own.
fn runs_together(rounds: usize, with_locks: bool) {
    const TASK: &str = "search 5T --seed 9 --level 4 --threads 1 --quiet --save SAVE --checkpoint";
    let mut moments = ChaCha8Rng::seed_from_u64(7);
    for runs in [2, 3] {
        let folder = tempfile::tempdir().unwrap();
        let [file, save] = ["keep", "best.msr"].map(|name| folder.path().join(name));
        let task = TASK.replace("SAVE", save.to_str().unwrap());
        let next = || {
            let output = MORPION.run(&format!("--time 0s {task} {}", file.display()), "");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            let older = "keep is missing or damaged: continuing from ";
            assert!(output.status.code() == Some(3) && (said.is_empty() || said.contains(older)), "{output:?}");
        };
        next();
        let mut refused = 0;
        for _ in 0..rounds {
            let mut together = Vec::new();
            for _ in 0..runs {
                if with_locks {
                    together.push(MORPION.spawn(&format!("--time 3m {task} {}", file.display())));
                } else {
                    let mut child = started(MORPION, &task, &file);
                    wait_for_lock(&mut child, &save);
                    [&file, &save].iter().for_each(|file| fs::remove_file(lock_of(file)).unwrap());
                    together.push(child);
                }
            }
            thread::sleep(Duration::from_millis(moments.random_range(10..150)));
            // All at once, so that they write at the same time. Those that did not get the lock have ended.
            let terminated = moments.random_bool(0.8);
            if terminated {
                together.iter().for_each(|child| signal(child, "-TERM"));
                thread::sleep(Duration::from_millis(moments.random_range(0..8)));
            }
            for child in &mut together {
                if !terminated || moments.random() {
                    child.kill().unwrap();
                }
            }
            for child in together {
                let (status, said) = wait(child);
                match status {
                    None | Some(3) => assert!(!said.contains("there is none"), "{said}"),
                    status => {
                        assert!(with_locks && status == Some(2) && said.contains(" is in use by "), "{said}");
                        refused += 1;
                    }
                }
            }
            next();
            assert!(MORPION.run(&format!("check {}", save.display()), "").status.success());
        }
        assert_eq!(refused > 0, with_locks, "{refused} runs");
    }
}

#[test]
fn runs_with_locks_leave_a_complete_state() {
    runs_together(15, true);
}

#[test]
fn runs_without_locks_leave_a_complete_state() {
    runs_together(15, false);
}

#[test]
#[ignore = "exhaustive: 37 s"]
fn many_runs_leave_a_complete_state() {
    runs_together(60, true);
    runs_together(60, false);
}
