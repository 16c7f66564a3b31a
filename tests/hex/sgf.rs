//! Games in SGF: what stands on the board after a text, and the faults of texts, with their places.

use std::io::Write;
use std::time::Duration;

use quadrille::hex::sgf;
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::bridge::{board, problems};
use crate::program::testdata;
use crate::support::{Ended, HEX, any_bytes, changed, random_cases, table};

/// The boards at the ends of the games of a text, each as its rows, or the fault.
fn boards(text: &[u8], at: Option<usize>) -> Result<Vec<String>, String> {
    let games = sgf::Games::open(text).map_err(|error| error.to_string())?;
    let rows = |position| board(&position).0.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>();
    let board = |game: Result<sgf::Record, _>| game?.position(at).map(|position| rows(position).join("/"));
    games.map(board).collect::<Result<_, sgf::SgfError>>().map_err(|error| error.to_string())
}

#[test]
fn texts_have_their_boards_or_faults() {
    for [text, expected] in table(include_str!("sgf.txt")) {
        let said = boards(text.as_bytes(), None).map_or_else(|error| error, |boards| boards.join(" "));
        assert_eq!(said, expected, "{text:?}");
    }
}

#[test]
fn inputs_have_their_boards_or_faults() {
    for [text, expected] in table(include_str!("moves.txt")) {
        assert_eq!(problems(text.as_bytes()), expected, "{text:?}");
    }
}

#[test]
fn game_is_read_up_to_a_move() {
    let text = b"(;GM[11]SZ[3]AW[c3];B[a2];W[swap-pieces];AB[b3];B[b2];W[pass](;B[c1])(;B[a1]))";
    let expected = ["---/---/--X", "---/O--/--X", "-X-/---/-OO", "-X-/-O-/-OO", "-X-/-O-/-OO", "-XO/-O-/-OO"];
    for (at, expected) in expected.into_iter().enumerate() {
        assert_eq!(boards(text, Some(at)), Ok(vec![expected.to_owned()]), "{at}");
    }
    let short = "line 1, column 1: expected a game of at least 6 moves, found one of 5";
    assert_eq!(boards(text, Some(6)), Err(short.to_owned()));
}

#[test]
fn any_bytes_are_a_collection_or_have_a_fault() {
    let take = |text: &[u8]| {
        if let Err(said) = boards(text, None) {
            assert!(said.starts_with("line ") && said.contains(", column ") && said.is_ascii(), "{said}");
            assert!(said.len() < 400 && !said.contains('\n'), "{said}");
        }
    };
    let samples = [testdata(HEXGUI), testdata(COLLECTION), LITTLE_GOLEM.to_owned(), MAIL.to_owned()];
    random_cases(300, 20_000, |random| {
        let mut text = changed(samples.choose(random).unwrap().as_str(), &WORDS, random);
        text.truncate(random.random_range(0..2 * text.len() + 1));
        take(&text);
        take(&any_bytes(300, random));
        let words: Vec<&str> = (0..random.random_range(0..80)).map(|_| *WORDS.choose(random).unwrap()).collect();
        take(format!("(;GM[11]SZ[4]{}", words.concat()).as_bytes());
    });
    random_cases(20, 200, |random| HEX.ends_well("", &changed(samples[0].as_str(), &WORDS, random)));
}

/// The words of changes, besides random bytes.
#[rustfmt::skip]
const WORDS: [&str; 32] = [
    "]", ";", "(", ")", "[", "\\", "][", "B[a1]", "W[c3]", "AB[b2]", "AE[f6]", "AW[a1:c3]", "AB[a1:fan4096]", "AE[a1:zz9999]", "GM[11]", "SZ[4097]",
    "SZ[0]", "FF[5]", "PL[7]", "AP[1]", "swap-pieces", "swap", "pass", "resign", ":", "aa", "fe", "EV[hex]", "SO[littlegolem]", "EV[go]", "C", "d4",
];

/// A game as Little Golem writes it, with a swap.
const LITTLE_GOLEM: &str = "(;FF[4]EV[hex.ch.1.2.3]PB[one]PW[t;]]SZ[13]RE[B]GC[ game #1]SO[http://www.littlegolem.com];W[mf];B[swap];W[gg];B[ie];W[fh];B[resign])";
/// A game in a mail, with rectangles and a swap of sides.
const MAIL: &str = "From: one (at home)\nSubject: (a game)\n\n(;FF[4]GM[11]SZ[6]AB[a1:b2]AW[c1:c6][f1]AE[b2];B[f3];W[swap-pieces];W[e5];B[d4])\n";

/// A game as HexGui writes it, with a swap of pieces and a variation.
const HEXGUI: &str = "game-hexgui.sgf";
/// Two games and a problem.
const COLLECTION: &str = "collection.sgf";

/// The boards that are printed, each as its rows.
fn printed(text: &str) -> Vec<String> {
    let boards = text.split("Board Position:\n").skip(1).map(|rest| rest.split("\n\n").next().unwrap());
    let rows = |board: &str| board.lines().map(|row| row.replace(' ', "")).collect::<Vec<_>>().join("/");
    boards.map(rows).collect()
}

#[test]
fn games_are_data_sets() {
    let file = |name| format!("testdata/{name}");
    let [game, collection] = [HEXGUI, COLLECTION].map(file);
    let ends =
        ["-X---/-OX--/-XO--/-----/-----", "---/-O-/X-O", "OX/--", "---XO/--X-O/-----/-O-X-/-----"].map(str::to_owned);
    let one = HEX.answer(&game, "");
    assert!(one.starts_with("Analyzing 1 data set(s)\nData set 1\n"), "{one}");
    assert_eq!(printed(&one), ends[..1]);
    let all = HEX.answer(&format!("{game} testdata/sample1.txt {collection}"), "");
    let (sgf, sample) = (printed(&all), printed(&testdata("sample1.out")));
    assert_eq!((&sgf[..1], &sgf[1..3], &sgf[3..]), (&ends[..1], &sample[..], &ends[1..]));
    assert!(all.contains(&testdata("sample1.out")) && all.contains("\nAnalyzing 3 data set(s)\n"), "{all}");
    // From stdin, to a move, and with the other options.
    for text in [testdata(HEXGUI), format!("\u{feff}{}", testdata(HEXGUI).replace('\n', "\r\n"))] {
        assert_eq!(HEX.answer("", text), one);
    }
    assert_eq!(printed(&HEX.answer(&format!("--at 1 {game}"), "")), ["-----/O----/-----/-----/-----"]);
    assert_eq!(printed(&HEX.answer(&format!("--at 2 {game}"), "")), ["-X---/-----/-----/-----/-----"]);
    let json = HEX.answer(&format!("--json --at 0 {collection}"), "");
    assert_eq!(json.lines().count(), 3);
    assert!(
        json.ends_with("}\n")
            && json
                .lines()
                .nth(1)
                .unwrap()
                .contains(r#""data_set":2,"size":2,"columns":2,"rows":2,"board":["--","--"]"#)
    );
}

#[test]
fn perfect_play_of_a_game_is_that_of_its_position() {
    let solve = |input: &str| HEX.answer("--solve --moves --strategy", input);
    assert_eq!(solve("(;GM[11]SZ[5]AW[c2][a3]AB[c5][c3])"), solve("1\n5\n2 2\nC2 A3\nC5 C3\n"));
    // On an empty board who moves first wins, and so does the other player after a corner.
    for (at, winner) in [(0, 'O'), (1, 'X')] {
        let to_move = ['O', 'X'][at];
        let solved = HEX.answer(&format!("--solve --to-move {to_move} --at {at}"), "(;GM[11]SZ[4];B[a1])");
        assert!(solved.ends_with(&format!("\n{to_move} to move: {winner} wins\n")));
    }
}

#[test]
fn faulty_games_are_rejected() {
    let heading = "Analyzing 2 data set(s)\n";
    let two = "(;GM[11]SZ[2];B[a1])\n(;GM[11]SZ[3];B[a1])";
    let short = "hex: line 2, column 1: expected a game of at least 2 moves, found one of 1\n";
    let at_2 = HEX.run("--at 2", two.replace("SZ[2];B[a1]", "SZ[2];B[a1];W[b1]"));
    assert_eq!((at_2.status, &*at_2.stderr, at_2.stdout.matches("Data set").count()), (Some(1), short, 1));
    assert!(at_2.stdout.starts_with(&format!("{heading}Data set 1\n")));
    HEX.run("--at 2 testdata/sample1.txt", "")
        .is_refused(1, "testdata/sample1.txt: --at is for games, such as those in SGF, and these are data sets");
    HEX.run("--strict", two).is_refused(1, "--strict is for the contest's format, and these are games");
    let off_board = HEX.run("", format!("{two}(;GM[11]SZ[3];B[d1])"));
    assert_eq!(off_board.stderr, "hex: line 2, column 37: cell D1 is off a board of size 3\n");
    // The games before a fault are answered. A game that breaks off is a data set, and text after the last game is not.
    let answers = HEX.answer("", two);
    for (after, data_sets, said) in [
        (
            "(;GM[11]SZ[3];B[a1",
            3,
            "line 2, column 39: expected the end of a value, which is ], found the end of the input",
        ),
        ("(;GM[1]SZ[9])(;GM[11]SZ[2])", 3, "line 2, column 26: expected 11, which is Hex, found '1'"),
        (")", 2, "line 2, column 21: expected a game, which begins with (, found ')'"),
        ("\nOS[]", 2, "line 3, column 1: expected a game, which begins with (, found 'O'"),
    ] {
        let stdout = answers.replacen("Analyzing 2", &format!("Analyzing {data_sets}"), 1);
        let expected = Ended { status: Some(1), stdout, stderr: format!("hex: {said}\n") };
        assert_eq!(HEX.run("", format!("{two}{after}")), expected);
    }
}

/// A text in the contest's format begins with a digit; other text is skipped up to the first game, if there is one.
#[test]
fn text_before_the_first_game_is_skipped() {
    let game = "(;GM[11]SZ[2];B[a1])";
    let answer = HEX.answer("", game);
    let heading = "Received: by host (Postfix (1.0)); 1 Nov\nSubject: a game\n\n";
    for before in ["\n \t", "hello ", "\u{feff}From: me\n", &"x".repeat(60_000), heading] {
        assert_eq!(HEX.answer("", format!("{before}{game}")), answer);
    }
    for (text, said) in [
        (format!("1\n{game}"), "line 2, column 1: expected the size of data set 1, found '(;GM[11]SZ[2];B[a1])'"),
        (
            format!("x{}{game}", " ".repeat(100_000)),
            "line 1, column 1: expected the number of data sets, found 'x'; hex reads",
        ),
        ("hello (world)\n".to_owned(), "line 1, column 1: expected the number of data sets, found 'hello'; hex reads"),
    ] {
        let ended = HEX.run("", text);
        assert!(ended.stderr.starts_with(&format!("hex: {said}")), "{ended:?}");
    }
    // However the text arrives.
    let mut child = HEX.spawn("");
    let mut stdin = child.stdin.take().unwrap();
    for piece in ["Subj", "ect: (a g", "ame)\n\n(", "\n;GM[11]SZ[2];B[a1])"] {
        stdin.write_all(piece.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(20));
    }
    drop(stdin);
    assert_eq!(Ended::from(child.wait_with_output().unwrap()).stdout, answer);
}

#[test]
fn deep_trees_and_long_values_take_little_memory() {
    let deep = "(;C[x]".repeat(1000);
    let end = "hex: line 1, column 6000001: expected a property, a node, a variation, or the end of the game, found ";
    HEX.feed("", deep, 1000).is_refused(end);
    let million = 1_000_000;
    let tree = format!("(;GM[11]SZ[3]{}B[b2]{}", "(;".repeat(million), ")".repeat(million + 1));
    let value = format!("(;GM[11]SZ[3]C[{}];B[b2])", r"a\] ".repeat(2_500_000));
    let name = format!("(;GM[11]SZ[3]{}[];B[b2])", "ABC".repeat(3_000_000));
    let variations = format!("(;GM[11]SZ[3];B[b2]{})", "(;W[a1];B[a2])".repeat(million));
    for text in [tree, value, name, variations.replacen("W[a1];B[a2]", "", 1)] {
        let ended = HEX.run("--stats", text);
        assert_eq!(printed(&ended.stdout), ["---/-O-/---"]);
        assert!(ended.peak_mib().is_none_or(|mib| mib < 32.0), "{}", ended.stderr);
    }
    let faulty = format!("(;GM[11]SZ[3];B[{}])", "x".repeat(10_000_000));
    let ended = HEX.run("--stats", faulty);
    let said = "hex: line 1, column 17: expected a move such as c3, ";
    assert!(ended.status == Some(1) && ended.stderr.contains(said) && ended.stderr.len() < 400, "{}", ended.stderr);
    assert!(ended.peak_mib().is_none_or(|mib| mib < 32.0), "{}", ended.stderr);
}
