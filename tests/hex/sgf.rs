//! Games in SGF: what stands on the board after a text, and the faults of texts, with their places.

use std::io::Write;
use std::time::Duration;

use quadrille::hex::sgf;
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::bridge::board;
use crate::program::testdata;
use crate::support::{Ended, HEX, any_bytes, changed, random_cases};

/// The boards at the ends of the games of a text, each as its rows, or the fault.
fn boards(text: &[u8], at: Option<usize>) -> Result<Vec<String>, String> {
    let games = sgf::Games::open(text).map_err(|error| error.to_string())?;
    let rows = |position| board(&position).0.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>();
    let board = |game: Result<sgf::Record, _>| game?.position(at).map(|position| rows(position).join("/"));
    games.map(board).collect::<Result<_, sgf::SgfError>>().map_err(|error| error.to_string())
}

/// Texts on boards of size 3, and the boards at the ends of their games.
#[rustfmt::skip]
const GAMES: [(&str, &str); 51] = [
    // Nodes, and where properties may stand.
    ("(;FF[4]GM[11]SZ[3])", "---/---/---"),
    ("(;GM[11]SZ[3];B[b2];W[a3])", "---/-O-/X--"),
    ("(;GM[11]SZ[3:3]B[b2]W[a3])", "---/-O-/X--"),
    ("(;B[b2];SZ[3]GM[11]W[a3])", "---/-O-/X--"),
    (" (\n ; GM [11]\tSZ\r\n[ 3 ] ; B [ B2 ] ) \n", "---/-O-/---"),
    ("\u{feff}(;GM[11]\r\nSZ[3]\r\n;B[b2])\r\n", "---/-O-/---"),
    // The main line is the first variation of each tree.
    ("(;GM[11]SZ[3];B[b2](;W[a3];B[c1])(;W[c3];B[a1]))", "--O/-O-/X--"),
    ("(;GM[11]SZ[3](;B[b2](;W[a3])(;W[a2]))(;B[c3](;W[a1])))", "---/-O-/X--"),
    ("(;GM[11]SZ[3];B[b2](;W[a3])(;GM[1]SZ[19]FF[9]PL[?]W[b2]AB[zz99]))", "---/-O-/X--"),
    // Several games.
    ("(;GM[11]SZ[3];B[b2])(;GM[11]SZ[2];W[a1])\n(;GM[11]SZ[1])", "---/-O-/--- X-/-- -"),
    // Stones that are set up replace others.
    ("(;GM[11]SZ[3]AB[a1][b1]AW[c1]PL[W];W[c2])", "OOX/--X/---"),
    ("(;GM[11]SZ[3]AB[a1][b1];AW[b1]AE[a1][c3];B[a1])", "OX-/---/---"),
    // As in games of Go, and as in old versions.
    ("(;GM[11]SZ[3];B[cc];W[ab])", "---/X--/--O"),
    ("(;FF[3]GaMe[11]SiZe[3];Black[b2];White[c3])", "---/-O-/--X"),
    // What is passed over: texts with brackets, unknown properties.
    (r"(;GM[11]SZ[3]C[a \] and (;W[a1\]) \\];B[b2])", "---/-O-/---"),
    (r"(;GM[11]SZ[3]KM[0]XY2[][a][b]C[];B[b2]BL[7]C[;W[a1\]])", "---/-O-/---"),
    (r"(;GM[11]SZ[3]C[\\];B[b2])", "---/-O-/---"),
    // Moves without a stone, by which the players may change sides.
    ("(;GM[11]SZ[3];B[b2];W[swap-sides];B[a3])", "---/-O-/O--"),
    ("(;GM[11]SZ[3];B[b2];W[swap];B[a3])", "---/-O-/O--"),
    ("(;GM[11]SZ[3];B[b2];W[pass];B[];W[resign];B[forfeit])", "---/-O-/---"),
    // The swap of pieces: mirrored at the long diagonal, in the other colour, also what was set up.
    ("(;GM[11]SZ[3];B[a2];W[swap-pieces])", "-X-/---/---"),
    ("(;GM[11]SZ[3];B[a2];W[swap-pieces];B[a2];W[c3])", "-X-/O--/--X"),
    ("(;GM[11]SZ[3]AB[c1]AW[b1];B[a2];W[swap-pieces]AE[c3];B[swap-pieces])", "-XO/O--/---"),
    ("(;GM[11]SZ[3]AB[c1];W[swap-pieces];AE[a3]AB[b1])", "-O-/---/---"),
    // HexGui up to version 0.9 meant the players.
    ("(;AP[HexGui:0.9.GIT]GM[11]SZ[3];B[a2];W[swap-pieces])", "---/O--/---"),
    ("(;AP[HexGui:0.2]GM[11]SZ[3];B[a2];W[swap-pieces])", "---/O--/---"),
    ("(;AP[HexGui:0.10.GIT]GM[11]SZ[3];B[a2];W[swap-pieces])", "-X-/---/---"),
    ("(;AP[HexGui:1.0.]GM[11]SZ[3];B[a2];W[swap-pieces])", "-X-/---/---"),
    ("(;AP[HexGui:0.9]GM[11]SZ[1])(;GM[11]SZ[3];B[a2];W[swap-pieces])", "- -X-/---/---"),
    // Who moves next decides what was swapped, and before the version of HexGui.
    ("(;AP[HexGui:1.0.]FF[4]GM[11]SZ[5];B[a3];W[swap-pieces];W[c2];B[b2];W[b4];B[c1])", "--O--/-OX--/O----/-X---/-----"),
    ("(;GM[11]SZ[3];B[a2];W[swap-pieces];W[b2])", "---/OX-/---"),
    ("(;GM[11]SZ[3];B[a2];W[swap-pieces]AE[c3];W[resign])", "---/O--/---"),
    ("(;AP[HexGui:0.9]GM[11]SZ[3];B[a2];W[swap-pieces];B[b2])", "-X-/-O-/---"),
    ("(;GM[11]SZ[3];W[a2];B[swap-pieces];B[a1];W[swap-pieces];B[c1])", "XOO/---/---"),
    // A resignation ends the game.
    ("(;GM[11]SZ[3];B[a2];W[resign];B[a1]AB[c3])", "---/O--/---"),
    ("(;GM[11]SZ[3];B[a2];W[Forfeit];B[a2])", "---/O--/---"),
    // Rectangles.
    ("(;GM[11]SZ[3]AB[a1:b2]AW[c1:c3][a3]AE[b2:c2])", "OOX/O--/X-X"),
    ("(;GM[11]SZ[3]AB[aa:cb];B[swap-pieces]AW[ab : cb])", "XX-/XXX/XX-"),
    // Text before the first game.
    ("From: me (at home)\nSubject: (a game; really)\n\n( ;GM[11]SZ[2];B[a1])", "O-/--"),
    ("x(;GM[11]SZ[1])(;GM[11]SZ[2])", "- --/--"),
    // Games of Little Golem: W moves first and is O, and `ba` is B1. By EV, by SO, and by the moves alone.
    ("(;FF[4]EV[hex.ch.23.1.1]PB[one]PW[two]SZ[3]RE[W]GC[ game #1]SO[http://www.littlegolem.com];W[ba];B[ac])", "-O-/---/X--"),
    ("(;FF[4]EV[null]SZ[3]SO[https://www.littlegolem.net];W[ba];B[ac])", "-O-/---/X--"),
    ("(;FF[4]SZ[3];W[ba];B[ac])", "-O-/---/X--"),
    ("(;FF[4]EV[hex.ld.DEFAULT]SZ[3]RE[W])", "---/---/---"),
    ("(;FF[4]EV[null]SZ[3]SO[https://www.littlegolem.net])", "---/---/---"),
    // By `swap` the stone is mirrored and changes hands, and the other colour goes on.
    ("(;FF[4]EV[hex.mc.2010.oct.1.11]SZ[3];W[ba];B[swap];W[ba];B[cc];W[ac])", "-O-/X--/O-X"),
    ("(;FF[4]SZ[3];W[ba];B[swap])", "---/X--/---"),
    ("(;FF[4]SZ[3];W[ba];B[cc];W[resign])", "-O-/---/--X"),
    // Brackets in names are not escaped there.
    ("(;FF[4]EV[null]PB[a;]]PW[[b]]SZ[3]SO[https://www.littlegolem.net];W[ba])", "-O-/---/---"),
    // Black may begin. With GM the file is SGF, whatever program wrote it.
    ("(;EV[hex.ch]SZ[3];B[ba];W[ac])", "-O-/---/X--"),
    ("(;GM[11]EV[hex.ch]SO[https://www.littlegolem.net]SZ[3];W[ba];B[swap];W[ac])", "-X-/---/X--"),
];

#[test]
fn stones_at_the_end_of_the_main_line_stand_on_the_board() {
    for (text, expected) in GAMES {
        assert_eq!(boards(text.as_bytes(), None).map(|boards| boards.join(" ")), Ok(expected.to_owned()), "{text}");
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

/// Texts and their faults.
#[rustfmt::skip]
const FAULTS: [(&str, &str); 35] = [
    ("(", "line 1, column 2: expected a property, a node, a variation, or the end of the game, found the end of the input"),
    ("(;GM[11]\nSZ[3];B[b2]", "line 2, column 12: expected a property, a node, a variation, or the end of the game, found the end of the input"),
    ("(;GM[11]SZ[3]C[x", "line 1, column 17: expected the end of a value, which is ], found the end of the input"),
    (r"(;GM[11]SZ[3]C[\", "line 1, column 17: expected the end of a value, which is ], found the end of the input"),
    ("(;GM[11]SZ[3]\r\nC)", "line 2, column 2: expected a value in brackets, found ')'"),
    ("(;GM[11]SZ[3]*)", "line 1, column 14: expected a property, a node, a variation, or the end of the game, found '*'"),
    ("(;GM[11]SZ[3])x", "line 1, column 15: expected a game, which begins with (, found 'x'"),
    ("(;GM[11]SZ[3])\n)", "line 2, column 1: expected a game, which begins with (, found ')'"),
    ("()", "line 1, column 1: the game has no property GM[11], so that it is not one of Hex"),
    ("(;GM[11]SZ[1])\n (;SZ[3])", "line 2, column 2: the game has no property GM[11], so that it is not one of Hex"),
    ("(;GM[1]SZ[3])", "line 1, column 6: expected 11, which is Hex, found '1'"),
    ("(;FF[5]GM[11]SZ[3])", "line 1, column 6: expected a version of SGF from 1 to 4, found '5'"),
    ("(;GM[11];B[a1](;SZ[3])(;))", "O--/---/---"),
    ("(;GM[11];B[a1](;)(;SZ[3]))", "line 1, column 1: the game has no property SZ, the size of the board"),
    ("(;GM[11]SZ[3:4])", "line 1, column 12: expected the size of a square board, such as 11, found '3:4'"),
    ("(;GM[11]SZ[-3])", "line 1, column 12: expected the size of a square board, such as 11, found '-3'"),
    ("(;GM[11]SZ[0])", "line 1, column 12: expected a size from 1 to 4096, found 0"),
    ("(;GM[11]SZ[4097])", "line 1, column 12: expected a size from 1 to 4096, found 4097"),
    ("(;GM[11]SZ[3]PL[X])", "line 1, column 17: expected B or W, found 'X'"),
    ("(;GM[11]SZ[3]AB[a1][pass])", "line 1, column 21: expected a cell such as c3, or a rectangle such as a1:c3, found 'pass'"),
    ("(;GM[11]SZ[3]\n;B[b22x])", "line 2, column 4: expected a move such as c3, swap-pieces, swap-sides, pass or resign, found 'b22x'"),
    ("\u{feff}(;GM[11]SZ[3];B[\u{e9}\u{1b}])", "line 1, column 17: expected a move such as c3, swap-pieces, swap-sides, pass or resign, found '\\xc3\\xa9\\x1b'"),
    ("(;GM[11]SZ[3];B[d1])", "line 1, column 17: cell D1 is off a board of size 3"),
    ("(;GM[11]SZ[3]AE[a4])", "line 1, column 17: cell A4 is off a board of size 3"),
    ("(;GM[11]SZ[3]AB[b2:a3])", "line 1, column 17: expected a rectangle from its upper left cell to its lower right one, such as a1:c3, found 'b2:a3'"),
    ("(;GM[11]SZ[3]AB[a1:d2])", "line 1, column 17: cell D2 is off a board of size 3"),
    ("(;GM[11]SZ[3]AB[a1:b2:c3])", "line 1, column 17: expected a cell such as c3, or a rectangle such as a1:c3, found 'a1:b2:c3'"),
    ("hello", "line 1, column 6: expected a game, which begins with (;, found the end of the input"),
    // Without GM it is a game of Little Golem, and of Hex, or nothing.
    ("(;EV[hex.ch.1]SZ[3];W[ba];B[c3])", "line 1, column 29: expected a point of two letters such as ba, which is B1, found 'c3'"),
    ("(;SO[www.littlegolem.net]SZ[4];W[E1])", "line 1, column 34: expected a point of two letters such as ba, which is B1, found 'E1'"),
    ("(;SO[www.littlegolem.net]EV[go19.ch.1]SZ[3];W[ba])", "line 1, column 1: the game has no property GM[11], so that it is not one of Hex"),
    ("(;SO[www.littlegolem.net]SZ[3];B[ba])", "line 1, column 1: the game has no property GM[11], so that it is not one of Hex"),
    ("(;SZ[3];W[a1])", "line 1, column 1: the game has no property GM[11], so that it is not one of Hex"),
    ("(;SZ[19]AB[dd][pp];W[ba])", "line 1, column 1: the game has no property GM[11], so that it is not one of Hex"),
    ("(;GM[11]SZ[3];B[b1]\n;W[swap-pieces];B[a2])", "line 2, column 19: cell A2 already has a stone of X"),
];

#[test]
fn fault_has_its_line_and_column() {
    for (text, expected) in FAULTS {
        let said = boards(text.as_bytes(), None).map_or_else(|error| error, |boards| boards.join(" "));
        assert_eq!(said, expected, "{text:?}");
    }
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
        json.ends_with("}\n") && json.lines().nth(1).unwrap().contains(r#""data_set":2,"size":2,"board":["--","--"]"#)
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
        .is_refused(1, "testdata/sample1.txt: --at is for games in SGF, and this is not SGF");
    HEX.run("--strict", two).is_refused(1, "--strict is for the contest's format, and this is SGF");
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
        (format!("x{}{game}", " ".repeat(100_000)), "line 1, column 1: expected the number of data sets, found 'x'"),
        ("hello (world)\n".to_owned(), "line 1, column 1: expected the number of data sets, found 'hello'"),
    ] {
        assert_eq!(HEX.run("", text).stderr, format!("hex: {said}\n"));
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
