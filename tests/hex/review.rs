//! `hex --review`: each move against plain search, what is written as SGF, and games that cannot be reviewed.

use rand::RngExt;
use rand::rngs::SmallRng;

use crate::plain_search::{PlainSearch, opponent};
use crate::program::testdata;
use crate::reference::{Board, name};
use crate::support::{Ended, HEX, random_cases, table};

/// A move of a game: its player, and its text in SGF.
type Played = (char, String);

/// The stones after a move, by the rules.
fn after(board: &Board, (player, mv): &Played) -> Board {
    let mut next = board.clone();
    match &**mv {
        "swap-pieces" => next = board.exchanged(),
        "swap-sides" | "pass" | "resign" => {}
        cell => {
            let [column, row] = [cell.as_bytes()[0] - b'a', cell.as_bytes()[1] - b'1'].map(usize::from);
            next.0[row][column] = *player;
        }
    }
    next
}

fn colour(player: char) -> char {
    if player == 'O' { 'B' } else { 'W' }
}

/// The answer to a game from an empty board, where each position is solved by itself.
fn reference(size: usize, game: &[Played], search: &mut PlainSearch) -> String {
    let mut boards = vec![Board::empty(size)];
    for mv in game {
        boards.push(after(boards.last().unwrap(), mv));
    }
    let to_move: Vec<char> = game.iter().map(|(player, _)| *player).chain(last_to_move(game)).collect();
    let mut winners: Vec<char> =
        boards.iter().zip(&to_move).map(|(board, &to_move)| search.winner(board, to_move)).collect();
    if let Some((player, _)) = game.last().filter(|(_, mv)| mv == "resign") {
        winners[game.len()] = opponent(*player);
    }
    let mut lines = vec![format!("Start: {} wins", colour(winners[0]))];
    let mut given = [0, 0];
    let is_swapped = game.get(1).is_some_and(|(player, mv)| mv.starts_with("swap") && *player != game[0].0);
    for (number, (player, mv)) in game.iter().enumerate() {
        let now = if mv == "swap-sides" { opponent(*player) } else { *player };
        let wins = winners[number + 1] == now;
        let mut line = format!("{}. {} {mv}: {}", number + 1, colour(*player), if wins { "wins" } else { "loses" });
        if winners[number] == *player && !wins && !(number == 0 && is_swapped) {
            given[usize::from(*player == 'X')] += 1;
            let moves: Vec<String> = search
                .winning_moves(&boards[number], *player)
                .into_iter()
                .map(|cell| name(cell).to_lowercase())
                .collect();
            line = line.replace("loses", &format!("mistake (winning: {})", moves.join(" ")));
        }
        lines.push(line);
    }
    lines.extend(["B", "W"].iter().zip(given).map(|(who, count)| format!("Mistakes by {who}: {count}")));
    lines.push("Unknown positions: 0\n".to_owned());
    lines.join("\n")
}

/// The player to move after a game.
fn last_to_move(game: &[Played]) -> Option<char> {
    Some(match game.last() {
        None => 'O',
        Some((player, mv)) if mv == "swap-sides" => *player,
        Some((player, _)) => opponent(*player),
    })
}

/// A game in which mostly the players take turns, with moves without a stone.
fn random_game(size: usize, random: &mut SmallRng) -> Vec<Played> {
    let (mut board, mut player, mut game) = (Board::empty(size), 'O', Vec::new());
    for number in 0..random.random_range(0..size * size) {
        let empty = board.of('-');
        let mv = match random.random_range(0..20) {
            0 | 1 if number == 1 => "swap-pieces",
            2 | 3 if number == 1 => "swap-sides",
            4 => "pass",
            _ if empty.is_empty() => "resign",
            5 => "resign",
            _ => &name(empty[random.random_range(0..empty.len())]).to_lowercase(),
        };
        let mv = (player, mv.to_owned());
        board = after(&board, &mv);
        let is_over = mv.1 == "resign";
        // After a swap of sides, and from time to time without one, a player moves again.
        player = if mv.1 == "swap-sides" || random.random_range(0..15) == 0 { player } else { opponent(player) };
        game.push(mv);
        if is_over {
            break;
        }
    }
    // What two moves of one player after `swap-pieces` mean is another question.
    let is_doubtful = game.windows(2).any(|two| two[0].1 == "swap-pieces" && two[0].0 == two[1].0);
    if is_doubtful { random_game(size, random) } else { game }
}

fn sgf(size: usize, game: &[Played]) -> String {
    let moves: String = game.iter().map(|(player, mv)| format!(";{}[{mv}]", colour(*player))).collect();
    format!("(;FF[4]GM[11]SZ[{size}]{moves})\n")
}

#[test]
fn reviews_match_plain_search() {
    for size in [1, 2, 3] {
        let mut search = PlainSearch::new(&Board::empty(size));
        random_cases(6, 200, |random| {
            let games: Vec<_> = (0..20).map(|_| random_game(size, random)).collect();
            let texts: String = games.iter().map(|game| sgf(size, game)).collect();
            let expected: Vec<String> = (1..)
                .zip(&games)
                .map(|(number, game)| format!("Game {number}\n{}", reference(size, game, &mut search)))
                .collect();
            assert_eq!(HEX.answer("--review", texts), expected.join("\n"));
        });
    }
}

#[test]
fn written_games_are_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("reviewed.sgf");
    let collection = testdata("collection.sgf");
    let games = [
        "(;GM[11]SZ[4]PB[A \\] name]C[first]EV[go];B[a1]C[well\\\\];C[again];W[b2]BM[1]TR[a1])",
        "(;AP[HexGui:0.9.GIT]GM[11]SZ[4];B[a2];W[swap-pieces];W[b2];B[c3])",
        "(;AP[HexGui:0.9.GIT]GM[11]SZ[4];B[a2];W[swap-pieces])",
        "(;GM[11]SZ[4];B[a2];W[swap-pieces](;B[b2];W[c3])(;B[d1]))",
        "(;FF[4]EV[hex.ch.1.2.3]PB[one]PW[t;]]SZ[4]RE[B];W[db];B[swap];W[bb];B[resign])",
        "(;GM[11]SZ[4]AB[a1:b1][d4]AW[c3]AB[a2]AE[b1]PL[W];W[c1];B[c2]PL[B])",
        "(;GM[11]SZ[3]AB[b2]PL[W])",
        &*collection,
    ];
    for game in games {
        let review = |text: &str| HEX.answer(&format!("--review --to-sgf {}", path.display()), text);
        let first = review(game);
        let written = std::fs::read_to_string(&path).unwrap();
        // In what is written Black moves first.
        let is_flipped = game.contains("EV[hex.");
        let flip = |c| {
            if c == 'B' {
                'W'
            } else if c == 'W' {
                'B'
            } else {
                c
            }
        };
        let lines =
            |text: &str| text.lines().filter(|line| !line.starts_with("Mistakes")).collect::<Vec<_>>().join("\n");
        let expected: String = lines(&first).chars().map(|c| if is_flipped { flip(c) } else { c }).collect();
        assert_eq!(lines(&review(&written)), expected, "{written}");
        assert_eq!(HEX.answer("", &*written), HEX.answer("", game));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), written);
    }
    insta::assert_snapshot!(
        "written",
        std::fs::read_to_string(&path).unwrap().replace(env!("CARGO_PKG_VERSION"), "VERSION")
    );
}

#[test]
fn games_are_reviewed() {
    for [game, expected] in table(include_str!("reviews.txt")) {
        let answer = HEX.answer("--review", game.as_str());
        let numbers = ["Mistakes by B: ", "Mistakes by W: ", "Unknown positions: "];
        let lines = numbers.iter().fold(answer.clone(), |text, key| text.replace(key, ""));
        assert_eq!(lines.trim_end().replace('\n', "|"), format!("Game 1|{expected}"), "{game}");
    }
}

#[test]
fn limits_leave_positions_unknown() {
    let game = testdata("game-hexgui.sgf").replace("SZ[5]", "SZ[9]");
    let ended = HEX.run("--review --nodes 1 --threads 1", &*game);
    assert_eq!(ended.status, Some(3));
    assert!(
        ended.stdout.contains("\n1. B a2: unknown\n") && ended.stdout.contains("Start: B wins\n"),
        "{}",
        ended.stdout
    );
    // What later positions leave is for earlier ones. A loss may be a mistake if the position before it is not decided.
    let game = testdata("game-hexgui.sgf");
    for (size, nodes, move_4, decided) in [(6, 50, "mistake (winning: c4, perhaps others)", 3), (7, 300, "unknown", 4)]
    {
        let game = game.replace("SZ[5]", &format!("SZ[{size}]"));
        let ended = HEX.run(&format!("--review --nodes {nodes} --threads 1"), &*game);
        let said = ["3. B c3: unknown", &format!("4. W c2: {move_4}"), &format!("Decided after move: {decided}")];
        assert!(said.iter().all(|line| ended.stdout.lines().any(|other| other == *line)), "{}", ended.stdout);
    }
    let large = HEX.run("--review", "(;GM[11]SZ[30];B[a1];W[b1])");
    assert_eq!(large.stderr, "hex: boards above size 22 are not searched: nothing is known of game 1\n");
    assert!(large.status == Some(3) && large.stdout.ends_with("\nUnknown positions: 3\n"), "{}", large.stdout);
}

#[test]
fn other_games_are_rejected() {
    let one = "(;GM[11]SZ[2];B[a1])\n";
    let answer = HEX.answer("--review", one);
    let said = "expected a game to review, without stones that are set up or taken away after a move";
    let expected = Ended { status: Some(1), stdout: answer, stderr: format!("hex: line 2, column 29: {said}\n") };
    assert_eq!(HEX.run("--review", format!("{one}(;GM[11]SZ[2];B[a1];W[b1]AW[b2])")), expected);
    HEX.run("--review testdata/sample1.txt", "")
        .is_refused(1, "--review is for games, such as those in SGF, and testdata/sample1.txt has none");
    HEX.run("--to-sgf x.sgf", one).is_refused(2, "--review");
}
