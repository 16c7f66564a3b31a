//! `hex --gtp`: whole dialogues, what is no command, how it ends, and how it plays.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::support::{HEX, any_bytes, interrupt, random_cases, rounds, wait};

/// A dialogue: in each row one or more commands, which are answered by `=` but for the last one, and its answer without
/// the empty line at its end.
fn dialogue(arguments: &str, script: &[(&str, &str)]) {
    let commands: String = script.iter().map(|(commands, _)| commands.replace("; ", "\n") + "\n").collect();
    let answers = |&(commands, answer): &(&str, &str)| {
        let before = "=\n\n".repeat(commands.matches("; ").count());
        if answer.is_empty() { before } else { format!("{before}{answer}\n\n") }
    };
    let expected: String = script.iter().map(answers).collect();
    assert_eq!(HEX.answer(&format!("--gtp {arguments}"), commands), expected);
}

const COMMANDS: &str = "= boardsize\nclear_board\ndfpn-get-pv\ndfpn-solve-state\ndfpn-solver-find-winning\ndistances\nfinal_score\ngenmove\nhexgui-analyze_commands\nknown_command\nlist_commands\nname\nparam_game\nplay\nplay-game\nprotocol_version\nquit\nshowboard\nsolve_state\nsolve_winning_moves\nundo\nversion";

#[test]
fn moves_are_played_in_a_dialogue() {
    dialogue(
        "",
        &[
            ("protocol_version", "= 2"),
            ("1 name", "=1 quadrille"),
            ("version", concat!("= ", env!("CARGO_PKG_VERSION"))),
            ("list_commands", COMMANDS),
            ("known_command genmove", "= true"),
            ("known_command hexgui-analyze_commands", "= true"),
            ("known_command loadsgf", "= false"),
            ("loadsgf", "? unknown command"),
            ("boardsize 5 5", "="),
            ("  # a comment", ""),
            ("", ""),
            ("boardsize 3", "="),
            ("showboard # and another", "= \n   a   b   c\n1  -   -   -\n  2  -   -   -\n    3  -   -   -"),
            ("solve_state", "= black"),
            ("solve_winning_moves white", "= b1 c1 b2 a3 b3"),
            ("play black b2; solve_state", "= black"),
            ("solve_winning_moves", "="),
            ("\tPLAY  white\tb1\r", "? unknown command"),
            ("\tplay  White\tB1\r", "="),
            ("00012 play b c1", "=00012"),
            ("final_score", "? the game is not over: no player has joined their sides or resigned"),
            ("play w b3; genmove black", "= a3"),
            ("showboard", "= \n   a   b   c\n1  -   W   B\n  2  -   B   -\n    3  B   W   -"),
            ("final_score", "= B+"),
            ("genmove white", "? the game is over"),
            ("play w c3; undo; undo", "="),
            ("final_score", "? the game is not over: no player has joined their sides or resigned"),
            ("clear_board; undo", "? cannot undo: no move was played"),
            ("play w aa; play b swap-pieces", "="),
            ("showboard", "= \n   a   b   c\n1  B   -   -\n  2  -   -   -\n    3  -   -   -"),
            ("play w pass; play b resign; final_score", "= W+"),
            ("play w c3", "? the game is over: black has resigned"),
            ("genmove b", "? the game is over: black has resigned"),
            ("undo", "="),
            ("final_score", "? the game is not over: no player has joined their sides or resigned"),
            ("genmove b", "= b2"),
            // C2 and A4 win; without a search it would be B3.
            ("boardsize 4; play b b1; play w b4; genmove b", "= a4"),
            ("3 quit", "=3"),
            ("name", ""),
        ],
    );
}

#[test]
fn whole_games_are_played() {
    dialogue(
        "",
        &[
            ("boardsize 10; boardsize 3; play-game a3 b2 A2", "="),
            ("showboard", "= \n   a   b   c\n1  -   -   -\n  2  B   W   -\n    3  B   -   -"),
            ("play-game a3 b2 c3 a3", "? move 4: cell a3 already has a black stone"),
            ("play-game a3 d2", "? move 2: cell d2 is off a board of size 3"),
            ("play-game a3 resign c1", "? move 3: the game is over: white has resigned"),
            // The game before stays.
            ("undo; showboard", "= \n   a   b   c\n1  -   -   -\n  2  -   W   -\n    3  B   -   -"),
            ("play-game a3 swap-pieces c2", "="),
            ("showboard", "= \n   a   b   c\n1  -   -   W\n  2  -   -   B\n    3  -   -   -"),
            ("play-game a3 resign; final_score", "= B+"),
            ("play-game; solve_state", "= black"),
            ("undo", "? cannot undo: no move was played"),
            ("boardsize 10; play-game j10 a1; play w j10", "? cell j10 already has a black stone"),
            ("quit", "="),
        ],
    );
    // Numbers of one digit and of two end in the same column.
    let board = HEX.answer("--gtp", "boardsize 10\nshowboard\n");
    let columns: Vec<usize> = board.lines().skip(3).map_while(|line| line.find(['a', '-'])).collect();
    assert_eq!(columns, [4, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22]);
}

#[test]
fn wrong_commands_are_answered_and_the_dialogue_goes_on() {
    let long = format!("name {}", "x".repeat(5000));
    dialogue(
        "",
        &[
            ("boardsize 5; 7 nonsense", "?7 unknown command"),
            ("7", ""),
            ("play", "? wrong number of arguments for play"),
            ("quit now", "? wrong number of arguments for quit"),
            ("play red a1", "? expected black or white, found 'red'"),
            ("play b \u{1b}[2J", "? expected a move such as c3, found '[2J'"),
            ("play b z9", "? cell z9 is off a board of size 5"),
            ("play b f1", "? cell f1 is off a board of size 5"),
            ("play b a1; play w a1", "? cell a1 already has a black stone"),
            ("undo", "="),
            ("boardsize 5 6", "? unacceptable size: expected that of a square board, such as 11"),
            ("boardsize five", "? unacceptable size: expected that of a square board, such as 11"),
            ("boardsize 0", "? unacceptable size: expected 1 to 22"),
            ("boardsize 23", "? unacceptable size: expected 1 to 22"),
            ("boardsize 99999999999999999999", "? unacceptable size: expected that of a square board, such as 11"),
            (&long, "? expected a line of at most 4000 bytes"),
            ("boardsize 1; genmove w", "= a1"),
            ("genmove w", "? the game is over"),
        ],
    );
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

#[test]
fn limit_is_for_each_answer() {
    dialogue(
        "--nodes 20 --threads 1",
        &[
            ("boardsize 9; solve_state black", "= unknown"),
            ("solve_winning_moves", "= unknown"),
            ("dfpn-solve-state w", "= unknown"),
            ("dfpn-solver-find-winning b", "? undecided within the limits"),
            ("dfpn-get-pv b", "? undecided within the limits"),
            ("boardsize 2; solve_state", "= black"),
        ],
    );
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
    dialogue(
        "--nodes 1 --threads 1 --memory 8M",
        &[
            ("boardsize 19; genmove w", "= j10"),
            ("boardsize 22; genmove b", "= l11"),
            ("play-game k11; genmove w", "= j13"),
        ],
    );
}

/// The move is not d7, the first one by the flow of current.
#[test]
fn engine_searches_without_a_proof() {
    let script = [("boardsize 9; play-game e5 c6 d4; genmove w", "= e4")];
    dialogue("--nodes 400 --threads 1 --memory 8M", &script);
}

/// A second player who knows that White wins plays on; who knows that Black wins swaps; who does not know swaps where
/// first moves are strong.
#[test]
fn engine_swaps_where_that_is_better() {
    dialogue(
        "",
        &[
            ("param_game", "= \n[bool] allow_swap 0"),
            ("boardsize 4; play b b2; genmove w", "= b3"),
            ("param_game allow_swap 1; param_game", "= \n[bool] allow_swap 1"),
            ("boardsize 4; genmove b", "= a2"),
            ("genmove w", "= b3"),
            ("play-game d1; genmove w", "= swap-pieces"),
            (
                "showboard",
                "= \n   a   b   c   d\n1  -   -   -   -\n  2  -   -   -   -\n    3  -   -   -   -\n      4  W   -   -   -",
            ),
            ("genmove b", "= b3"),
            ("undo; undo; genmove w", "= swap-pieces"),
            // A stone of White, as HexGui sets it up after a swap, is not taken over.
            ("clear_board; play w a4; genmove b", "= b3"),
            ("play-game d1; play w swap-sides; undo; genmove w", "= swap-pieces"),
            ("boardsize 1; genmove b", "= a1"),
            ("param_game allow_swap", "? wrong number of arguments for param_game"),
            ("param_game allow_swap yes", "? expected allow_swap and 0 or 1"),
            ("param_game on_little_golem 1", "? expected allow_swap and 0 or 1"),
            ("param_game allow_swap 0; boardsize 4; genmove b", "= c2"),
        ],
    );
    dialogue(
        "--nodes 10 --threads 1",
        &[
            ("param_game allow_swap 1; boardsize 9; play-game c3; genmove w", "= swap-pieces"),
            ("play-game g7; genmove w", "= swap-pieces"),
            ("play-game e2; genmove w", "= e5"),
            ("play-game b4; genmove w", "= e6"),
            ("boardsize 11; play-game a6; genmove w", "= swap-pieces"),
            ("genmove b", "= f6"),
            ("play-game a2; genmove w", "= f6"),
        ],
    );
}

/// The lines that HexGui reads, each a type, a label and a command, and the answers to these commands.
#[test]
fn hexgui_is_offered_analyses() {
    let analyses = "= param/Game Parameters/param_game
move/Generate Move/genmove %m
string/Who Wins/dfpn-solve-state %m
plist/Winning Moves/dfpn-solver-find-winning %m
var/Perfect Play/dfpn-get-pv %m
pspairs/Distances of Black/distances b
pspairs/Distances of White/distances w
string/Final Score/final_score
string/Show Board/showboard";
    dialogue(
        "",
        &[
            ("hexgui-analyze_commands", analyses),
            ("hexgui-analyze_commands 1", "? wrong number of arguments for hexgui-analyze_commands"),
            ("boardsize 3; play b b2; dfpn-solve-state w", "= black"),
            ("dfpn-solver-find-winning w", "="),
            ("dfpn-solver-find-winning b", "= a1 b1 c1 a2 c2 a3 b3 c3"),
            ("dfpn-get-pv w", "= a3 b3 c1 b1"),
            ("distances b", "= a1 1 b1 1 c1 1 a2 2 b2 1 c2 2 a3 2 b3 2 c3 3"),
            ("distances w", "= a1 1 b1 2 c1 3 a2 1 c2 3 a3 1 b3 2 c3 3"),
            ("distances", "? wrong number of arguments for distances"),
            ("distances red", "? expected black or white, found 'red'"),
            ("dfpn-get-pv b w", "? wrong number of arguments for dfpn-get-pv"),
        ],
    );
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
