//! `hex --gtp`: whole dialogues, what is no command, how it ends, and how it plays.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::support::{HEX, any_bytes, interrupt, random_cases, rounds, wait};

/// In `gtp.txt`, a line with `>` has one or more commands, which are answered by `=` but for the last one; below it is
/// the answer to that one, without the empty line at its end. Other lines have the arguments of a dialogue, and remarks.
#[test]
fn dialogues_have_the_expected_answers() {
    let text = include_str!("gtp.txt").replace("VERSION", env!("CARGO_PKG_VERSION"));
    let text: String = text.lines().filter(|line| !line.starts_with("# ")).map(|line| format!("{line}\n")).collect();
    for dialogue in text.split("$ hex ").skip(1) {
        let (arguments, rest) = dialogue.split_once('\n').unwrap();
        let (mut commands, mut expected) = (String::new(), String::new());
        for row in format!("\n{rest}").split("\n>").skip(1) {
            let (row, answer) = row.split_once('\n').unwrap_or((row, ""));
            let row = row.strip_prefix(' ').unwrap_or(row);
            commands +=
                &(row.replace("; ", "\n").replace("\\t", "\t").replace("\\r", "\r").replace("\\e", "\u{1b}") + "\n");
            expected += &"=\n\n".repeat(row.matches("; ").count());
            expected +=
                &if answer.is_empty() { String::new() } else { format!("{}\n\n", answer.trim_end_matches('\n')) };
        }
        assert_eq!(HEX.answer(arguments, commands), expected, "{arguments}");
    }
}

#[test]
fn any_bytes_are_answered() {
    random_cases(20, 300, |random| {
        HEX.ends_well("--gtp --time 0s", &any_bytes(300, random));
        let all =
            "play genmove undo boardsize final_score showboard known_command solve_state 0 1 7 # b w a1 a3 b2 c1 c3";
        let all: Vec<&str> = all.split(' ').chain(["\n", "\r\n", "\t"]).collect();
        let words: Vec<&str> = (0..60).map(|_| *all.choose(random).unwrap()).collect();
        let ended = HEX.run("--gtp --time 0s", format!("boardsize 3\n{}\nname\n", words.join(" ")));
        let is_answered =
            ended.status == Some(0) && ended.stderr.is_empty() && ended.stdout.ends_with(" quadrille\n\n");
        assert!(is_answered, "{words:?}: {ended:?}");
    });
    assert_eq!(HEX.answer("--gtp", "\u{feff}name\r\n"), "= quadrille\n\n");
    let long = HEX.answer("--gtp", format!("name {}\nname\n", "x".repeat(5000)));
    assert_eq!(long, "? expected a line of at most 4000 bytes\n\n= quadrille\n\n");
    // A line without end.
    let fed = HEX.feed("--gtp", vec![b'x'; 100_000], 300);
    fed.is_small();
    assert_eq!((fed.status, fed.lines), (Some(0), 2));
}

/// A program that is asked one command after the other.
struct Asked {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Asked {
    fn new(arguments: &str) -> Asked {
        let mut child = HEX.spawn(&format!("--gtp {arguments}"));
        let (to, from) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Asked { child, to, from }
    }

    /// Asks, and returns the answer, which is of one line.
    fn ask(&mut self, command: &str) -> String {
        writeln!(self.to, "{command}").unwrap();
        self.answer()
    }

    fn answer(&mut self) -> String {
        let mut text = String::new();
        self.from.read_line(&mut text).unwrap();
        self.from.read_line(&mut String::new()).unwrap();
        text.trim_end().to_owned()
    }

    fn ends(self, status: i32, said: &str) {
        drop((self.to, self.from));
        assert_eq!(wait(self.child), (Some(status), said.to_owned()));
    }
}

/// On an empty board the first player wins.
#[test]
fn engine_wins_from_a_won_position_against_random_moves() {
    let mut random = SmallRng::seed_from_u64(5);
    let mut engine = Asked::new("--time 60s");
    for round in 0..rounds(6, 100) {
        let (size, us) = ([5, 4, 3][round % 3], round % 2);
        let [ours, theirs] = [["black", "white"][us], ["white", "black"][us]];
        assert_eq!(engine.ask(&format!("boardsize {size}")), "=");
        let mut empty: Vec<String> = (1..=size)
            .flat_map(|row| ["a", "b", "c", "d", "e"][..size].iter().map(move |column| format!("{column}{row}")))
            .collect();
        let score = ["= B+", "= W+"][us];
        loop {
            let answer = engine.ask(&format!("genmove {ours}"));
            let at = empty.iter().position(|cell| answer == format!("= {cell}"));
            empty.remove(at.unwrap_or_else(|| panic!("{answer} in {empty:?}")));
            let answer = engine.ask("final_score");
            if answer == score {
                break;
            }
            assert!(answer.starts_with("? the game is not over"), "{answer}");
            assert_eq!(engine.ask(&format!("solve_state {theirs}")), format!("= {ours}"));
            let cell = empty.remove(random.random_range(0..empty.len()));
            assert_eq!(engine.ask(&format!("play {theirs} {cell}")), "=");
        }
    }
    engine.ends(0, "");
}

#[test]
fn engine_moves_in_time_on_large_boards() {
    let mut engine = Asked::new("--time 300ms --memory 64M");
    for (size, genmove) in [(11, "genmove b"), (19, "genmove w"), (22, "genmove b")] {
        assert_eq!(engine.ask(&format!("boardsize {size}")), "=");
        for _ in 0..2 {
            let begin = Instant::now();
            let answer = engine.ask(genmove);
            assert!(answer.starts_with("= ") && answer.len() < 6, "{answer}");
            assert!(begin.elapsed() < Duration::from_secs(20), "{:?} for {size}", begin.elapsed());
        }
    }
    engine.ends(0, "");
}

/// With nothing proved, it opens in the middle, and answers there.
#[test]
fn engine_prefers_the_middle_without_a_proof() {
    let mut engine = Asked::new("--nodes 60 --threads 1 --memory 8M");
    for (size, opening) in (9..=14).zip(["e5", "f5", "f6", "f7", "g7", "h7"]) {
        engine.ask(&format!("boardsize {size}"));
        assert_eq!(engine.ask("genmove b"), format!("= {opening}"));
        for game in ["play-game a2", "play-game b4", &format!("play-game {opening}")] {
            assert_eq!(engine.ask(game), "=");
            let answer = engine.ask("genmove w");
            let cell = answer.strip_prefix("= ").unwrap();
            let (column, row) = (i32::from(cell.as_bytes()[0] - b'a'), cell[1..].parse::<i32>().unwrap() - 1);
            let off_middle = [row, column].map(|at| (2 * at + 1 - size).abs()).into_iter().max().unwrap();
            assert!(2 * off_middle <= size, "{game} on {size}x{size}: {answer}");
        }
    }
    engine.ends(0, "");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_thinking_with_a_move() {
    let mut engine = Asked::new("--time 100s --threads 1 --memory 64M");
    engine.to.write_all(b"boardsize 11\ngenmove b\nname\n").unwrap();
    assert_eq!(engine.answer(), "=");
    std::thread::sleep(Duration::from_millis(700));
    interrupt(&engine.child);
    let begin = Instant::now();
    let answer = engine.answer();
    assert!(answer.starts_with("= ") && answer.len() < 6, "{answer}");
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    assert_eq!(engine.answer(), "", "the next command is not answered");
    engine.ends(3, "");
}
