//! That a page which is wrong is not passed.

use crate::results::page::Page;

const SQUARES: &str = "<!-- quick rows -->\n| result | command | answer | time | standing |\n|---|---|---|---|---|\n\
    | squares | `hip squares 6x6` | Squares: 105 | 0.01 s | published (Gardner) |\n";
const DRAWS: &str = "<!-- quick cells, 0.01 s: hip draws {row}x{column}: Draws, Playable draws -->\n\
    | | 2 | 3 |\n|---|---|---|\n| 2 | **14, 6** | 50, 20 |\n| 3 | | 248, 92 |\n";
const COUNT: &str = "<!-- quick lines, 0.01 s: morpion count 4D 2 --finished -->\n\
    | moves | grids | finished |\n|---|---|---|\n| 1 | 5 | 0 |\n| 2 | 106 | 0 |\n";
const FENCE: &str = "<!-- quick lines, 0.01 s: chip-firing winner K5 -->\n```text\nwinner K5\nWinner: player 1\n```\n";
const HEX: &str = "<!-- quick cells, 0.01 s: hex --ways < testdata/{row}.txt: {column} -->\n\
    | | Number of moves | Number of ways |\n|---|---|---|\n| sample2 | 25, 1 | 1, 25 |\n";
const MAP: &str = "<!-- quick map, 0.01 s: hex --solve --moves --to-move X < testdata/results/hex-empty-2.txt -->\n\
    ```text\n-   X\n  X   -\n```\n";

#[test]
fn what_is_right_is_passed_and_one_wrong_figure_is_told() {
    for (right, changes) in [
        (SQUARES, &[("105", "104")][..]),
        (DRAWS, &[("14, 6", "14, 8"), ("248, 92", "248"), ("50", "5")]),
        (COUNT, &[("106", "107"), ("| 5 |", "| |"), ("| 1 |", "| 3 |"), ("106 | 0", "106 | 0 | 0")]),
        (FENCE, &[("player 1", "player 2"), ("winner K5\n", "")]),
        (MAP, &[("X   -", "-   -"), ("-   X", "X   -"), ("empty-2", "empty-3")]),
        (HEX, &[("25, 1 |", "25 |"), ("sample2 |", "sample1 |"), ("Number of ways", "Ways")]),
    ] {
        assert_eq!(super::differences(&Page::new(right)), [""; 0]);
        for (from, to) in changes {
            // A command is before what it answers.
            let (before, after) = right.rsplit_once(from).unwrap();
            let differences = super::differences(&Page::new(&format!("{before}{to}{after}")));
            assert!(!differences.is_empty(), "{from} {to}");
        }
    }
}

#[test]
fn what_is_not_understood_is_an_error() {
    for (right, from, to) in [
        (SQUARES, "quick rows", "quickly rows"),
        (SQUARES, "quick rows", "quick row"),
        (SQUARES, "<!-- quick rows -->", ""),
        (SQUARES, "<!-- quick rows -->", "<!-- quick rows"),
        (SQUARES, "<!-- quick rows -->\n", "<!-- quick rows -->\n\n"),
        (SQUARES, "hip squares", "hop squares"),
        (SQUARES, "published (Gardner)", ""),
        (SQUARES, "0.01 s", "soon"),
        (SQUARES, "Squares: 105", "105"),
        (SQUARES, "| time ", ""),
        (DRAWS, ", 0.01 s", ""),
        (DRAWS, ": Draws, Playable draws", ""),
        (DRAWS, "{row}", "{board}"),
        (COUNT, "| 1 | 5 | 0 |\n| 2 | 106 | 0 |\n", ""),
        (FENCE, "chip-firing", "cat"),
        (FENCE, "<!-- quick lines, 0.01 s: chip-firing winner K5 -->", "<!-- measured: -->"),
    ] {
        assert!(right.contains(from), "{from}");
        let wrong = right.replacen(from, to, 1);
        assert!(Page::new(&wrong).entries().is_err(), "{wrong}");
    }
    assert!(Page::new(&FENCE.replace("quick lines, 0.01 s:", "measured:")).entries().unwrap().is_empty());
}

#[test]
fn an_answer_is_put_where_it_was_and_nothing_else_changes() {
    for (right, from, to) in [(SQUARES, "105", "7"), (DRAWS, "14, 6", "1, 2"), (FENCE, "player 1", "player 2\nSo")] {
        let mut page = Page::new(right);
        let entries = page.entries().unwrap();
        let figure = &entries[0].figures[0];
        let answer = page.at(figure.place).replace(from, to);
        page.put(figure.place, &answer);
        page.put_time(&entries[0], std::time::Duration::from_millis(123_456));
        assert_eq!(page.text(), right.replacen(from, to, 1).replacen("0.01 s", "2 min 3 s", 1));
    }
}
