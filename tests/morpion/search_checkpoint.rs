//! Searches that are killed, interrupted or stopped by a limit continue from their checkpoint; wrong checkpoints are rejected.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};
use std::thread;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::searching::{Printed, record_in, said};
use crate::support::MORPION;

const TASK: &str = "search 5D --seed 1 --level 2 --threads 2";

pub(crate) fn ended_within(child: &mut Child, time: Duration) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < time {
        if child.try_wait().unwrap().is_some() {
            return true;
        }
        thread::sleep(Duration::from_millis(2));
    }
    false
}

/// How often the searches are killed, all together.
const KILLS: usize = 16;

/// Runs a search and kills it again and again, until it has ended by itself or been killed as often as it is to be.
fn killed(command: &str, kills: &mut usize, moments: &mut ChaCha8Rng) -> Output {
    loop {
        let mut child = MORPION.spawn(command);
        drop(child.stdin.take());
        let moment = Duration::from_millis(moments.random_range(100..=1800));
        if *kills >= KILLS || ended_within(&mut child, moment) {
            return child.wait_with_output().unwrap();
        }
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stdout.as_slice()), (None, &b""[..]));
        *kills += 1;
    }
}

/// That saved state is loaded again without loss is tested on every run by searches in slices.
#[test]
#[ignore = "exhaustive: 38 s"]
fn a_search_that_is_killed_again_and_again_finds_the_same_game() {
    let (mut kills, mut moments) = (0, ChaCha8Rng::seed_from_u64(1));
    for seed in 1.. {
        let folder = tempfile::tempdir().unwrap();
        let [whole, pieces, checkpoint] =
            ["whole.msr", "pieces.msr", "checkpoint"].map(|name| folder.path().join(name));
        let task = format!("search 4D --seed {seed} --level 3 --threads 2 --save");
        let expected = MORPION.answer(&format!("{task} {}", whole.display()), "");
        let command = format!("{task} {} --checkpoint {}", pieces.display(), checkpoint.display());
        let output = killed(&command, &mut kills, &mut moments);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "after {kills} kills");
        assert_eq!(fs::read_to_string(&pieces).unwrap(), fs::read_to_string(&whole).unwrap());
        let printed = Printed::new(expected.as_bytes());
        assert_eq!(record_in(&pieces), printed.record);
        assert_eq!(printed.replayed().legal(), []);
        if kills >= KILLS {
            break;
        }
    }
}

/// Searches that limits stop again and again, and what each finds without.
fn searches_in_slices_find_the_same_game(nodes: u32, tasks: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    for (number, task) in tasks.iter().enumerate() {
        let [save, checkpoint] = ["msr", "checkpoint"].map(|ending| folder.path().join(format!("{number}.{ending}")));
        let expected = Printed::of(0, task);
        let files = format!("--save {} --checkpoint {}", save.display(), checkpoint.display());
        let slice = format!("{task} --nodes {nodes} {files}");
        let mut best = 0;
        while MORPION.run(&format!("{slice} --quiet"), "").status.code() == Some(3) {
            // At least one step is made, which may be the last.
            let printed = Printed::new(&MORPION.run(&format!("{task} --time 0s {files}"), "").stdout);
            assert!((best..=expected.best).contains(&printed.best), "{task}");
            printed.replayed();
            best = printed.best;
        }
        assert_eq!(Printed::of(0, &slice), expected, "{task}");
        assert_eq!(record_in(&save).lines().count(), expected.best + 1);
        // What is done is not done again.
        let again = MORPION.run(&format!("{task} --checkpoint {} --stats", checkpoint.display()), "");
        assert_eq!(Printed::new(&again.stdout), expected);
        assert!(said(&again).starts_with("morpion: 0 playouts"), "{}", said(&again));
    }
}

#[test]
fn a_search_in_slices_finds_the_same_game() {
    let tasks = [
        "search 5D --seed 1 --level 2 --threads 2 --target 66",
        "search 4D --seed 5 --level 1 --threads 2 --target 33",
    ];
    searches_in_slices_find_the_same_game(2500, &tasks);
}

#[test]
#[ignore = "exhaustive: 4 s"]
fn more_searches_in_slices_find_the_same_game() {
    let tasks = [
        TASK,
        "search 4T --seed 3 --level 2 --threads 3",
        "search 5D --seed 1 --level 2 --threads 2 --target 66",
        "search 5D --seed 1 --level 2 --threads 1 --start rosin82",
    ];
    searches_in_slices_find_the_same_game(2500, &tasks);
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

#[test]
fn a_signal_ends_a_search_with_what_is_known() {
    for signal in ["-TERM", "-INT"] {
        let folder = tempfile::tempdir().unwrap();
        let checkpoint = folder.path().join("checkpoint");
        let log = folder.path().join("log");
        let command = format!("search 5T --level 9 --threads 2 --checkpoint {}", checkpoint.display());
        let child = MORPION.spawn(&format!("{command} --log {}", log.display()));
        // Its first line shows that the search has a game.
        while fs::metadata(&log).map_or(0, |log| log.len()) == 0 {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3));
        let expected = format!(
            "morpion: progress saved in {}: run the same command again to continue\n\
             morpion: interrupted; the answer is what is known so far\n",
            checkpoint.display()
        );
        assert_eq!(said(&output), expected);
        let printed = Printed::new(&output.stdout);
        printed.replayed();
        assert!(printed.best > 20, "{}", printed.best);
        // It continues, by one step of each thread.
        assert!(Printed::of(3, &format!("{command} --nodes 2")).best >= printed.best);
    }
}

/// Without progress saved, there is nothing to say.
#[test]
fn a_quiet_search_that_is_interrupted_prints_its_answer_alone() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let quiet = format!("--quiet --checkpoint {}", folder.path().join("checkpoint").display());
    for (options, expected) in
        [("--quiet", ""), (&*quiet, ""), ("", "morpion: interrupted; the answer is what is known so far\n")]
    {
        fs::write(&log, "").unwrap();
        let child = MORPION.spawn(&format!("search 5T --level 9 --threads 2 {options} --log {}", log.display()));
        while fs::metadata(&log).map_or(0, |log| log.len()) == 0 {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), said(&output)), (Some(3), expected));
        Printed::new(&output.stdout).replayed();
    }
}

/// What the killed run did after its checkpoint is lost, and may be in the log.
#[test]
fn the_log_of_a_killed_search_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let [log, checkpoint] = ["log", "checkpoint"].map(|name| folder.path().join(name));
    let files = format!("--checkpoint {} --log {}", checkpoint.display(), log.display());
    let task = format!("search 5T --level 9 --threads 2 {files}");
    let mut child = MORPION.spawn(&task);
    while !checkpoint.exists() {
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let text = fs::read_to_string(&log).unwrap();
    // The kill may have torn the last line.
    fs::write(&log, &text[..text.len() - 1]).unwrap();
    Printed::of(3, &format!("{task} --time 1ms"));
    let text_after = fs::read_to_string(&log).unwrap();
    let lines: Vec<serde_json::Value> =
        text_after[text.len()..].lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(text_after.starts_with(&text) && lines.len() > 1, "{text_after}");
    assert_eq!(lines[0]["schema"], "quadrille/morpion-search-resume/1");
    let number = |line: &serde_json::Value, field| line[field].as_f64().unwrap();
    assert!(number(&lines[0], "elapsed") >= 1.0 && number(&lines[0], "playouts") > 1000.0, "{text_after}");
    for line in &lines[1..] {
        assert_eq!(line["schema"], "quadrille/morpion-search-log/1");
        for field in ["elapsed", "playouts", "best", "best_after"] {
            assert!(number(line, field) >= number(&lines[0], field), "{field}: {text_after}");
        }
    }
}

/// A checkpoint of the task, and one before it, in a folder.
fn stopped_twice(folder: &Path) -> (PathBuf, PathBuf) {
    stopped_twice_in(folder, TASK)
}

fn stopped_twice_in(folder: &Path, task: &str) -> (PathBuf, PathBuf) {
    let checkpoint = folder.join("checkpoint");
    for _ in 0..2 {
        Printed::of(3, &format!("{task} --nodes 4000 --checkpoint {}", checkpoint.display()));
    }
    (checkpoint, folder.join("checkpoint.old"))
}

#[test]
fn a_checkpoint_of_another_search_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (checkpoint, old) = stopped_twice(folder.path());
    let before = [&checkpoint, &old].map(|file| fs::read(file).unwrap());
    for task in [
        "search 5D --seed 2 --level 2 --threads 2",
        "search 5D --seed 1 --level 3 --threads 2",
        "search 5D --seed 1 --level 2 --threads 1",
        "search 5T --seed 1 --level 2 --threads 2",
        "search 5D --seed 1 --level 2 --threads 2 --start rosin82",
        "search 5D --seed 1 --level 2 --threads 2 --target 60",
        "count 5D 5",
    ] {
        let output = MORPION.run(&format!("{task} --checkpoint {}", checkpoint.display()), "");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{task}");
        let task = task.replace("rosin82", "FILE").replace("60", "N");
        let expected = format!(" belongs to 'morpion {TASK}', not to 'morpion {task}'; name another file\n");
        assert!(said(&output).ends_with(&expected), "{}", said(&output));
        assert_eq!([&checkpoint, &old].map(|file| fs::read(file).unwrap()), before);
    }
    Printed::of(3, &format!("{TASK} --nodes 100 --checkpoint {}", checkpoint.display()));
    // Of searches from two records, the records are the difference.
    let file = folder.path().join("started");
    let task = "search 5T --seed 1 --level 2 --threads 2 --start";
    let [one, other] = ["rosin82", "rosin178"].map(|id| format!("{task} {id} --checkpoint {}", file.display()));
    Printed::of(3, &format!("{one} --nodes 100"));
    let output = MORPION.run(&other, "");
    let expected = format!(
        " belongs to 'morpion {task} FILE with another record to start from, or of another version', \
         not to 'morpion {task} FILE'; name another file\n"
    );
    assert!(output.status.code() == Some(1) && said(&output).ends_with(&expected), "{}", said(&output));
}

#[test]
fn a_damaged_checkpoint_falls_back_on_the_one_before() {
    let folder = tempfile::tempdir().unwrap();
    let (checkpoint, old) = stopped_twice(folder.path());
    let [newest, older] = [&checkpoint, &old].map(|file| fs::read(file).unwrap());
    // Resumed from the file before, a little further.
    let resumed = || MORPION.run(&format!("{TASK} --nodes 1000 --checkpoint {}", checkpoint.display()), "");
    fs::remove_file(&checkpoint).unwrap();
    let expected = resumed();
    let flipped = |at: usize| {
        let mut bytes = newest.clone();
        bytes[at] ^= 0x40;
        bytes
    };
    let shortened = |length: usize| newest[..length].to_vec();
    let damages = [
        shortened(0),
        shortened(40),
        shortened(newest.len() - 1),
        flipped(120),
        flipped(newest.len() / 2),
        flipped(newest.len() - 1),
    ];
    for damaged in damages {
        fs::write(&checkpoint, damaged).unwrap();
        fs::write(&old, &older).unwrap();
        let (output, name) = (resumed(), checkpoint.display());
        assert_eq!(said(&output), format!("morpion: {name} is missing or damaged: continuing from {name}.old\n"));
        assert_eq!((output.status.code(), &output), (Some(3), &expected));
    }
}

#[test]
fn a_damaged_checkpoint_with_none_before_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (checkpoint, old) = stopped_twice(folder.path());
    fs::remove_file(old).unwrap();
    let whole = fs::read(&checkpoint).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for number in 0..60 {
        let mut damaged = whole.clone();
        let at = random.random_range(0..whole.len());
        if number % 3 == 0 {
            damaged.truncate(at);
        } else {
            damaged[at] ^= random.random_range(1..=255_u8);
        }
        fs::write(&checkpoint, &damaged).unwrap();
        let output = MORPION.run(&format!("{TASK} --checkpoint {}", checkpoint.display()), "");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "byte {at}");
        assert!(said(&output).starts_with("morpion: ") && said(&output).lines().count() == 1, "{}", said(&output));
        assert_eq!(fs::read(&checkpoint).unwrap(), damaged);
    }
}

/// Checkpoints with changed bytes and a correct checksum.
pub(crate) fn forged_states_do_no_harm(task: &str, times: usize) {
    let folder = tempfile::tempdir().unwrap();
    let (checkpoint, old) = stopped_twice_in(folder.path(), task);
    let go_on = || drop(Printed::of(3, &format!("{task} --nodes 4000 --checkpoint {}", checkpoint.display())));
    // A state at the beginning of runs without a game has few bytes that do not matter.
    while fs::metadata(&checkpoint).unwrap().len() < 1000 {
        go_on();
    }
    let whole = fs::read(&checkpoint).unwrap();
    let head = whole.len() - 4;
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut refused = 0;
    for number in 0..times {
        let mut made = whole[..head].to_vec();
        // The first bytes of the state are the numbers and lengths that matter most.
        let at = if number % 2 == 0 { random.random_range(90..220) } else { random.random_range(90..head) };
        made[at] ^= random.random_range(1..=255_u8);
        made.extend(crc32fast::hash(&made).to_le_bytes());
        fs::write(&checkpoint, &made).unwrap();
        fs::remove_file(&old).ok();
        let output = MORPION.run(&format!("{task} --time 2s --nodes 500 --checkpoint {}", checkpoint.display()), "");
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
    go_on();
}

#[test]
fn a_few_forged_states_do_no_harm() {
    forged_states_do_no_harm(TASK, 24);
}

#[test]
#[ignore = "exhaustive: 2 s"]
fn many_forged_states_do_no_harm() {
    forged_states_do_no_harm(TASK, 150);
}
