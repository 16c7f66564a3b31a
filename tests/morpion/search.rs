//! Searches of `morpion`: legal games, the same ones every time, on however many threads and within limits.

use std::fs;

use serde_json::json;

use crate::reference::NAMES;
use crate::searching::{Printed, replayed};
use crate::support::{MORPION, rounds};

#[test]
fn searches_print_the_same_finished_game_every_time() {
    let (level, seeds) = (rounds(1, 2), rounds(1, 3));
    let folder = tempfile::tempdir().unwrap();
    for name in NAMES {
        for seed in 1..=seeds {
            let task = format!("search {name} --seed {seed} --level {level}");
            let printed = Printed::of(0, &format!("{task} --threads 1"));
            assert_eq!(printed.task, task);
            assert_eq!(printed.replayed().legal(), [], "{task}");
            let file = |ending: &str| folder.path().join(format!("{name}-{seed}.{ending}")).display().to_string();
            for extra in ["", &format!("--save {}", file("msr")), "--progress --stats"] {
                let output = MORPION.run(&format!("{task} --threads 1 {extra}"), "");
                assert_eq!(Printed::new(&output.stdout), printed, "{extra}");
            }
        }
    }
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
            assert_eq!(output.status, Some(0));
            let found: serde_json::Value = serde_json::from_str(&output.stdout).unwrap();
            let [best, worker, playouts] = ["score", "worker", "playouts"].map(|field| found[field].as_u64().unwrap());
            let all = stats(&output.stderr);
            text +=
                &format!("{name} level {level}: {best}, worker {worker} of {threads} after {playouts}, {all} in all\n");
        }
    }
    text
}

/// The best games of short searches are pinned; in a quick run, the first ones.
#[test]
fn searches_find_pinned_games() {
    let found = found(&NAMES, &[(1, 1), (1, 2)]) + &found(&["4D", "5T", "5D", "4T"][..rounds(2, 4)], &[(2, 1), (2, 2)]);
    let expected = "\
5T level 1: 75, worker 0 of 1 after 100, 100 in all
5T level 1: 85, worker 1 of 2 after 100, 200 in all
5D level 1: 59, worker 0 of 1 after 100, 100 in all
5D level 1: 60, worker 1 of 2 after 100, 200 in all
4T level 1: 47, worker 0 of 1 after 100, 100 in all
4T level 1: 50, worker 1 of 2 after 100, 200 in all
4D level 1: 29, worker 0 of 1 after 100, 100 in all
4D level 1: 29, worker 0 of 2 after 100, 200 in all
4D level 2: 34, worker 0 of 1 after 4700, 9953 in all
4D level 2: 34, worker 1 of 2 after 1300, 19837 in all
5T level 2: 103, worker 0 of 1 after 9100, 10000 in all
5T level 2: 115, worker 1 of 2 after 8000, 20000 in all
5D level 2: 70, worker 0 of 1 after 6460, 9880 in all
5D level 2: 70, worker 0 of 2 after 6460, 19880 in all
4T level 2: 59, worker 0 of 1 after 7200, 9984 in all
4T level 2: 60, worker 1 of 2 after 2100, 19984 in all
";
    assert!(found.lines().count() >= 12 && expected.starts_with(&found), "{found}");
}

#[test]
fn symmetric_searches_find_the_longest_symmetric_games() {
    for (name, longest) in [("4D", 34), ("4T", 60), ("5D", 68)] {
        let task = format!("search {name} --seed 1 --target {longest} --symmetric");
        let printed = Printed::of(0, &format!("{task} --threads 1"));
        assert_eq!((&printed.task, printed.best), (&task, longest));
        printed.replayed();
        assert!(MORPION.answer("check", printed.record.as_str()).contains("\nSymmetric: yes\n"), "{task}");
    }
    let text = fs::read_to_string("testdata/results/morpion-5T-symmetric.txt").unwrap();
    assert_eq!(replayed(text.split_once('\n').unwrap().1).moves().len(), 136);
    let begun = MORPION.run("search 5T --symmetric --target 136 --start -", text.as_str());
    assert!(MORPION.answer("check", Printed::new(&begun.stdout).record).contains("\nFinished: yes\nSymmetric: yes\n"));
    for name in NAMES {
        // What is left, if anything, conflicts with its own image.
        let found = MORPION.json(&format!("search {name} --symmetric --level 1 --threads 2"), "");
        let [best, left] = ["score", "moves_left"].map(|field| found[field].as_u64().unwrap());
        assert!(best > 25 && best % 2 == 0 && left % 2 == 0, "{found}");
    }
}

#[test]
fn kept_moves_begin_all_games() {
    for (name, symmetric) in [("5D", ""), ("5T", ""), ("4T", " --symmetric"), ("5D", " --symmetric")] {
        let task = format!("search {name} --level 1 --threads 1{symmetric}");
        let first = Printed::of(0, &task).record;
        let begun: String = first.lines().take(1 + 8).map(|line| format!("{line}\n")).collect();
        for (kept, same) in [(8, 8), (99, 8), (4, 4)] {
            let found = MORPION.run(&format!("{task} --keep {kept} --seed 9 --start -"), begun.as_str());
            let record = Printed::new(&found.stdout).record;
            let common = record.lines().zip(begun.lines()).take_while(|(one, other)| one == other).count();
            assert!(common > same && record.lines().count() > 20, "{task}: {record}");
        }
        // Without a start, each run keeps moves of its own.
        let random = [1, 2].map(|seed| Printed::of(0, &format!("{task} --keep 4 --seed {seed}")).record);
        let begins = random.each_ref().map(|record| record.lines().take(5).collect::<Vec<_>>());
        assert_ne!(begins[0], begins[1]);
    }
}

#[test]
fn symmetric_search_begins_with_a_symmetric_game() {
    let task = "search 5D --symmetric --level 1 --threads 1";
    let printed = Printed::of(0, task);
    let moves: Vec<&str> = printed.record.lines().skip(1).collect();
    // The other one of each pair first: the start itself is the best game, in its own order.
    let start: String = moves.chunks(2).map(|pair| format!("{}\n{}\n", pair[1], pair[0])).collect();
    let start = format!("5D\n{start}");
    let again = MORPION.run(&format!("{task} --target {} --start -", printed.best), start.as_str());
    let (again, begun) = (Printed::new(&again.stdout), "5D\n".to_owned() + &moves[..6].join("\n"));
    assert_eq!((again.best, &again.record), (printed.best, &start));
    assert!(Printed::new(&MORPION.run(&format!("{task} --start -"), begun.as_str()).stdout).best > 25);
    for start in ["rosin82", "demaine31"] {
        let name = if start == "rosin82" { "5D" } else { "4D" };
        MORPION
            .run(&format!("search {name} --symmetric --start {start}"), "")
            .is_refused(1, ": expected a game to start from whose grid is its own half-turn\n");
    }
}

#[test]
fn json_has_the_answer_of_the_text() {
    for (options, target) in [("", serde_json::Value::Null), (" --target 40", 40.into())] {
        let task = format!("search 5D --seed 2 --level 1 --threads 2{options}");
        let (found, printed) = (MORPION.json(&task, ""), Printed::of(0, &task));
        let expected = json!({
            "task": printed.task, "variant": "5D", "seed": 2, "levels": 1, "threads": 2, "target": target, "whole": true,
            "score": printed.best, "moves_left": 0
        });
        expected.as_object().unwrap().iter().for_each(|(field, value)| assert_eq!(found[field], *value, "{field}"));
        let moves = found["moves"].to_string().replace("],[", "\n").replace(',', " ");
        assert_eq!(format!("5D\n{}\n", moves.trim_matches(['[', ']'])), printed.record);
    }
}

#[test]
fn first_of_several_threads_finds_the_game_of_one_alone() {
    let mut won = 0;
    for seed in 1..=12 {
        for options in ["--level 1", "--level 1 --target 60"] {
            let task = format!("search 5D --seed {seed} {options}");
            let [together, alone] = [3, 1].map(|threads| MORPION.json(&format!("{task} --threads {threads}"), ""));
            if together["worker"] == 0 {
                ["moves", "playouts"].iter().for_each(|field| assert_eq!(together[field], alone[field], "{task}"));
                won += 1;
            } else if options.contains("target") {
                // The worker that needed fewer playouts is first, whatever the time.
                assert!(together["playouts"].as_u64() < alone["playouts"].as_u64(), "{task}");
            } else {
                assert!(together["score"].as_u64() > alone["score"].as_u64(), "{task}");
            }
        }
    }
    assert!((1..24).contains(&won), "{won}");
}

#[test]
fn limit_on_playouts_stops_at_the_same_playout() {
    for (name, threads, nodes) in [("5T", 2, 2000), ("4D", 2, 1001), ("5D", 3, 1)] {
        let task = format!("search {name} --seed 3 --level 3 --threads {threads} --nodes {nodes}");
        let printed = Printed::of(3, &task);
        assert!(printed.best > 0);
        printed.replayed();
        for _ in 0..2 {
            assert_eq!(Printed::of(3, &task), printed);
        }
        let output = MORPION.run(&format!("{task} --json --stats"), "");
        let found: serde_json::Value = serde_json::from_str(&output.stdout).unwrap();
        assert_eq!((&found["whole"], &found["target"]), (&false.into(), &serde_json::Value::Null));
        // Each thread has its share, and ends the step that it is at.
        let made: u64 = stats(&output.stderr).parse().unwrap();
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
fn reached_target_counts_under_any_limit() {
    let seeds = rounds(16, 60);
    let mut reached = 0;
    for seed in 0..seeds {
        let ended = MORPION.run(&format!("search 4D --seed {seed} --level 2 --target 32 --nodes 900 --threads 3"), "");
        let is_reached = Printed::new(&ended.stdout).best >= 32;
        assert_eq!(ended.status, Some(if is_reached { 0 } else { 3 }));
        reached += usize::from(is_reached);
    }
    assert!((1..seeds).contains(&reached), "{reached}");
}

#[test]
fn target_decides_when_a_search_ends() {
    for name in NAMES {
        // A run of level 9 takes longer than a test can.
        for (options, status, least) in
            [("2 --target 1000 --threads 2 --time 50ms --quiet", 3, 21), ("9 --target 1 --threads 2", 0, 1)]
        {
            let printed = Printed::of(status, &format!("search {name} --level {options}"));
            assert_eq!(printed.task, format!("search {name} --level {}", options.split(" --threads").next().unwrap()));
            assert!(printed.best >= least && printed.replayed().legal().is_empty(), "{printed:?}");
        }
    }
    // Without time, something is known all the same.
    Printed::of(3, "search 5T --target 1000 --threads 2 --time 0s --quiet").replayed();
}

/// A search for more moves than a proved bound allows says so once, and runs.
#[test]
fn target_beyond_the_bound_is_named() {
    for (name, bound, by) in [
        ("5T", 400, "certificates computed here"),
        ("5D", 84, "Michalewski, Nagórko, Pawlewicz"),
        ("4T", 62, "Quist 2008"),
        ("4D", 35, "Quist 2008"),
    ] {
        let search = |target: usize| format!("search {name} --level 1 --target {target} --nodes 100 --threads 2");
        Printed::of(3, &search(bound));
        let ended = MORPION.run(&search(bound + 1), "");
        let why = format!("no game of {name} has more than {bound} moves ({by}), so that none has {}", bound + 1);
        assert_eq!(ended.stderr, format!("morpion: {why}: searching for the longest one\n"));
        assert!(ended.status == Some(3) && Printed::new(&ended.stdout).best > 20);
    }
}
