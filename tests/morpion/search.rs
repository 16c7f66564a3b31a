//! Searches of `morpion`: legal games, the same ones every time, on however many threads and within limits.

use crate::reference::NAMES;
use crate::searching::{Printed, said};
use crate::support::{MORPION, rounds};

/// A search in JSON.
fn json(task: &str) -> serde_json::Value {
    serde_json::from_str(&MORPION.answer(&format!("{task} --json"), "")).unwrap()
}

#[test]
fn a_search_prints_the_same_finished_game_every_time() {
    let (level, seeds) = (rounds(1, 2), rounds(1, 3));
    let folder = tempfile::tempdir().unwrap();
    for name in NAMES {
        for seed in 1..=seeds {
            let task = format!("search {name} --seed {seed} --level {level}");
            let printed = Printed::of(0, &format!("{task} --threads 1"));
            assert_eq!(printed.task, task);
            assert_eq!(printed.replayed().legal(), [], "{task}");
            let file = |ending: &str| folder.path().join(format!("{name}-{seed}.{ending}")).display().to_string();
            let (save, log) = (file("msr"), file("log"));
            for extra in ["", &format!("--save {save}"), &format!("--log {log}"), "--progress --stats"] {
                let output = MORPION.run(&format!("{task} --threads 1 {extra}"), "");
                assert_eq!(Printed::new(&output.stdout), printed, "{extra}");
            }
        }
    }
}

#[test]
fn seeds_and_levels_lead_to_different_games() {
    let record = |options: &str| Printed::of(0, &format!("search 5T --threads 1 {options}")).record;
    let games = ["--seed 0 --level 1", "--seed 1 --level 1", "--seed 18446744073709551615 --level 1", "--level 2"];
    let mut records: Vec<String> = games.iter().map(|options| record(options)).collect();
    assert_eq!(record("--level 1"), records[0]);
    records.sort_unstable();
    records.dedup();
    assert_eq!(records.len(), games.len());
}

/// The work of a search, as `--stats` prints it.
fn stats(stderr: &str) -> &str {
    stderr.strip_prefix("morpion: ").unwrap().split(' ').next().unwrap()
}

/// What searches of these levels find on the given number of threads.
fn found(names: &[&str], searches: &[(u32, u32)]) -> String {
    let mut text = String::new();
    for name in names {
        for (level, threads) in searches {
            let task = format!("search {name} --seed 1 --level {level} --threads {threads} --stats --json");
            let output = MORPION.run(&task, "");
            assert_eq!(output.status.code(), Some(0));
            let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            let [best, thread, playouts] = ["best", "thread", "playouts"].map(|field| found[field].as_u64().unwrap());
            let all = stats(said(&output));
            text +=
                &format!("{name} level {level}: {best}, thread {thread} of {threads} after {playouts}, {all} in all\n");
        }
    }
    text
}

#[test]
fn what_short_searches_find_is_pinned() {
    insta::assert_snapshot!(found(&NAMES, &[(1, 1), (1, 2)]) + &found(&["4D"], &[(2, 2)]), @r"
    5T level 1: 75, thread 1 of 1 after 100, 100 in all
    5T level 1: 85, thread 2 of 2 after 100, 200 in all
    5D level 1: 59, thread 1 of 1 after 100, 100 in all
    5D level 1: 60, thread 2 of 2 after 100, 200 in all
    4T level 1: 47, thread 1 of 1 after 100, 100 in all
    4T level 1: 50, thread 2 of 2 after 100, 200 in all
    4D level 1: 29, thread 1 of 1 after 100, 100 in all
    4D level 1: 29, thread 1 of 2 after 100, 200 in all
    4D level 2: 34, thread 2 of 2 after 1300, 19837 in all
    ");
}

#[test]
fn what_longer_searches_find_is_pinned() {
    let found = found(&NAMES[..rounds(1, 4)], &[(2, 1), (2, 2)]);
    let expected = "\
5T level 2: 103, thread 1 of 1 after 9100, 10000 in all
5T level 2: 115, thread 2 of 2 after 8000, 20000 in all
5D level 2: 70, thread 1 of 1 after 6460, 9880 in all
5D level 2: 70, thread 1 of 2 after 6460, 19880 in all
4T level 2: 59, thread 1 of 1 after 7200, 9984 in all
4T level 2: 60, thread 2 of 2 after 2100, 19984 in all
4D level 2: 34, thread 1 of 1 after 4700, 9953 in all
4D level 2: 34, thread 2 of 2 after 1300, 19837 in all
";
    assert!(!found.is_empty() && expected.starts_with(&found), "{found}");
}

#[test]
fn json_has_the_same_answer() {
    for (task, target) in [
        ("search 5D --seed 2 --level 1 --threads 2", serde_json::Value::Null),
        ("search 5D --seed 2 --level 1 --threads 2 --target 40", 40.into()),
    ] {
        let (found, printed) = (json(task), Printed::of(0, task));
        assert_eq!(found["schema"], "quadrille/morpion-search/1");
        assert_eq!(found["task"], printed.task);
        assert_eq!((&found["variant"], &found["seed"], &found["level"]), (&"5D".into(), &2.into(), &1.into()));
        assert_eq!((&found["threads"], &found["target"], &found["done"]), (&2.into(), &target, &true.into()));
        assert_eq!((&found["best"], &found["moves_left"]), (&printed.best.into(), &0.into()));
        let line = |numbers: &serde_json::Value| {
            let numbers = numbers.as_array().unwrap().iter().map(ToString::to_string);
            format!("{}\n", numbers.collect::<Vec<_>>().join(" "))
        };
        let moves: String = found["moves"].as_array().unwrap().iter().map(line).collect();
        assert_eq!(format!("5D\n{moves}"), printed.record);
    }
}

#[test]
fn several_threads_find_the_same_game_again_and_again() {
    let tasks = [
        "search 5D --seed 1 --level 2 --target 65 --threads 3",
        "search 4D --seed 4 --level 1 --threads 4",
        "search 5D --seed 1 --level 2 --target 65 --threads 2",
        "search 5D --seed 2 --level 2 --target 65 --threads 3",
        "search 4D --seed 4 --level 2 --threads 4",
        "search 4T --seed 5 --level 2 --threads 2",
    ];
    for task in &tasks[..rounds(2, 6)] {
        let first = MORPION.answer(&format!("{task} --json"), "");
        for _ in 0..rounds(1, 5) {
            assert_eq!(MORPION.answer(&format!("{task} --json"), ""), first, "{task}");
        }
        let printed = Printed::of(0, task);
        assert!(!task.contains("target") || printed.best >= 65);
        assert_eq!(printed.replayed().legal(), []);
    }
}

#[test]
fn the_first_of_several_threads_finds_what_one_alone_does() {
    let mut won = 0;
    for seed in 1..=12 {
        for options in ["--level 1", "--level 1 --target 60"] {
            let task = format!("search 5D --seed {seed} {options}");
            let together = json(&format!("{task} --threads 3"));
            let alone = json(&format!("{task} --threads 1"));
            if together["thread"] == 1 {
                assert_eq!(
                    (&together["moves"], &together["playouts"]),
                    (&alone["moves"], &alone["playouts"]),
                    "{task}"
                );
                won += 1;
            } else if options.contains("target") {
                // The worker that needed fewer playouts is first, whatever the time.
                assert!(together["playouts"].as_u64() < alone["playouts"].as_u64(), "{task}");
            } else {
                assert!(together["best"].as_u64() > alone["best"].as_u64(), "{task}");
            }
        }
    }
    assert!((1..24).contains(&won), "{won}");
}

#[test]
fn a_limit_on_playouts_stops_at_the_same_playout() {
    for (name, threads, nodes) in [("5T", 2, 2000), ("4D", 2, 1001), ("5D", 3, 1)] {
        let task = format!("search {name} --seed 3 --level 3 --threads {threads} --nodes {nodes}");
        let printed = Printed::of(3, &task);
        assert!(printed.best > 0);
        printed.replayed();
        for _ in 0..2 {
            assert_eq!(Printed::of(3, &task), printed);
        }
        let output = MORPION.run(&format!("{task} --json --stats"), "");
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&found["done"], &found["target"]), (&false.into(), &serde_json::Value::Null));
        // Each thread has its share, and ends the step that it is at.
        let made: u64 = stats(said(&output)).parse().unwrap();
        assert!((nodes..nodes + 101 * threads).contains(&made), "{made}");
    }
    // With none at all, what is known is the cross.
    let nothing = Printed::of(3, "search 5D --nodes 0 --threads 2");
    assert_eq!((nothing.best, nothing.record.as_str()), (0, "5D\n"));
    // A limit that is not reached is none.
    let task = "search 5T --seed 3 --level 1 --threads 2";
    assert_eq!(Printed::of(0, &format!("{task} --nodes 1000")), Printed::of(0, task));
}

/// A target counts as reached even if a limit stops other threads early.
#[test]
fn a_target_that_is_reached_counts_under_any_limit() {
    let seeds = rounds(16, 60);
    let mut reached = 0;
    for seed in 0..seeds {
        let task = format!("search 4D --seed {seed} --level 2 --target 32 --nodes 900 --threads 3 --json");
        let output = MORPION.run(&task, "");
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let is_reached = found["best"].as_u64().unwrap() >= 32;
        assert_eq!(
            (found["done"].as_bool(), output.status.code()),
            (Some(is_reached), Some(if is_reached { 0 } else { 3 }))
        );
        reached += usize::from(is_reached);
    }
    assert!((1..seeds).contains(&reached), "{reached}");
}

#[test]
fn a_target_beyond_reach_is_searched_for_until_time_is_up() {
    for name in NAMES {
        let printed = Printed::of(3, &format!("search {name} --level 2 --target 1000 --threads 2 --time 50ms --quiet"));
        assert_eq!(printed.task, format!("search {name} --level 2 --target 1000"));
        assert!(printed.best > 20, "{}", printed.best);
        assert_eq!(printed.replayed().legal(), []);
    }
    // Without time, something is known all the same.
    Printed::of(3, "search 5T --target 1000 --threads 2 --time 0s --quiet").replayed();
}

/// A search for more moves than a proved bound allows says so once, and runs.
#[test]
fn a_target_beyond_the_bound_is_named() {
    for (name, bound, by) in [
        ("5T", 400, "certificates computed here"),
        ("5D", 84, "Michalewski, Nagórko, Pawlewicz"),
        ("4T", 62, "Quist 2008"),
        ("4D", 35, "Quist 2008"),
    ] {
        let search = |target: usize| format!("search {name} --level 1 --target {target} --nodes 100 --threads 2");
        Printed::of(3, &search(bound));
        let output = MORPION.run(&search(bound + 1), "");
        let target = bound + 1;
        assert_eq!(
            (output.status.code(), said(&output)),
            (
                Some(3),
                &*format!(
                    "morpion: no game of {name} has more than {bound} moves ({by}), so that none has {target}: \
                     searching for the longest one\n"
                )
            )
        );
        assert!(Printed::new(&output.stdout).best > 20);
    }
}

#[test]
fn a_target_within_reach_ends_the_search_at_once() {
    for name in NAMES {
        // A run of this level takes longer than a test can.
        let printed = Printed::of(0, &format!("search {name} --seed 1 --level 9 --target 1 --threads 2"));
        assert!(printed.best >= 1);
        assert_eq!(printed.replayed().legal(), []);
    }
}

#[test]
fn a_list_of_searches_prints_their_bytes() {
    let tasks = ["search 4D --seed 1 --level 1", "search 5T --level 1 --target 70", "best rosin82 demaine31"];
    let alone: Vec<String> = tasks.iter().map(|task| MORPION.answer(&format!("--threads 2 {task}"), "")).collect();
    assert_eq!(MORPION.answer("--threads 2", tasks[0]), alone[0]);
    assert_eq!(MORPION.answer("--threads 2", tasks.join("\n")), alone.join("\n"));
    // A limit ends each, and the list goes on.
    let output = MORPION.run("--threads 1 --nodes 500", format!("search 5T --level 5\n{}\n", tasks[0]));
    assert_eq!(output.status.code(), Some(3));
    let second = MORPION.answer(&format!("--threads 1 {}", tasks[0]), "");
    assert!(String::from_utf8(output.stdout).unwrap().ends_with(&format!("\n\n{second}")));
}
