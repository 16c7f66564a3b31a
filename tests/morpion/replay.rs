//! Pages that replay a game: read as XML, read back as records, and opened in a browser.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::drawn::drawn;
use crate::games::{GAMES, next_moves, record};
use crate::support::{GUARD, MORPION, rounds, skip};
use quadrille::morpion::record::Record;
use quadrille::morpion::{Move, Point, Variant, replay};

fn page(variant: Variant, moves: &[Move]) -> String {
    let mut out = Vec::new();
    replay::html(&mut out, "Morpion Solitaire", &Record::new(variant, moves.to_vec())).unwrap();
    String::from_utf8(out).unwrap()
}

/// A page without its first line and its script, which is XML, and the script.
fn parts(page: &str) -> (String, &str) {
    let page = page.strip_prefix("<!doctype html>\n").unwrap();
    let (before, script) = page.split_once("<script>").unwrap();
    let (script, after) = script.split_once("</script>").unwrap();
    (format!("{before}{after}"), script)
}

/// The drawing in a page.
fn drawing(page: &str) -> &str {
    let begin = page.find("<svg xmlns").unwrap();
    &page[begin..begin + page[begin..].find("</svg>").unwrap() + "</svg>".len()]
}

/// The value of a constant of the script.
fn constant<T: serde::de::DeserializeOwned>(script: &str, name: &str) -> T {
    let (_, value) = script.split_once(&format!("\nconst {name} = ")).unwrap();
    serde_json::from_str(value.split_once(';').unwrap().0).unwrap()
}

/// A record with texts that would be a script if they were not escaped.
fn hostile() -> (String, String) {
    let author =
        "</script><script>alert(1)</script>{{plain}}{{\"'><img src=x onerror=alert(1)>&lt;</title></textarea><!--";
    let source = "javascript:alert(1)//</p><svg onload=alert(1)><metadata>5D</metadata>";
    let json = MORPION.answer("convert --to json demaine31", "");
    let mut record: serde_json::Value = serde_json::from_str(&json).unwrap();
    for (name, value) in [("author", author), ("source", source), ("producer", author)] {
        record[name] = value.into();
    }
    (MORPION.answer("convert --to html", record.to_string()), author.to_owned())
}

#[test]
fn page_has_the_whole_game() {
    for (name, variant, moves, _) in GAMES.clone() {
        let page = page(variant, &moves);
        let (xml, _) = parts(&page);
        roxmltree::Document::parse(&xml).unwrap();
        let drawn = drawn(drawing(&page), variant);
        let lines: Vec<_> = drawn.lines.iter().map(|(from, to, _)| (*from, *to)).collect();
        assert_eq!(lines, moves.iter().map(|mv| (mv.line.start(), mv.line.end())).collect::<Vec<_>>(), "{name}");
        let numbers: Vec<_> = moves.iter().zip(1..).map(|(mv, number)| (mv.point, number.to_string())).collect();
        assert_eq!(drawn.numbers, numbers, "{name}");
    }
}

/// At each step of a game, the rings are those of the reference.
#[test]
fn page_has_the_legal_moves_at_each_step() {
    for name in ["hyyroporanen35", "rosin82"] {
        let (variant, moves) = record(name);
        let page = page(variant, &moves);
        let (_, script) = parts(&page);
        let (rings, legal): (Vec<Vec<usize>>, Vec<usize>) = (constant(script, "rings"), constant(script, "legal"));
        let circles = drawn(drawing(&page), variant).circles.remove("next").unwrap();
        assert_eq!((circles.len(), legal.len()), (rings.len(), moves.len() + 1));
        for played in 0..=moves.len() {
            let expected = next_moves(variant, &moves[..played]);
            assert_eq!(legal[played], expected.len(), "{name} after {played}");
            let is_shown = |changes: &[usize]| changes.iter().filter(|&&change| change <= played).count() % 2 == 1;
            let shown = circles.iter().zip(&rings).filter(|(_, changes)| is_shown(changes)).map(|(&point, _)| point);
            let expected: BTreeSet<Point> = expected.into_iter().map(|mv| mv.point).collect();
            assert_eq!(shown.collect::<BTreeSet<_>>(), expected, "{name} after {played}");
        }
    }
}

#[test]
fn page_reads_back_as_the_record() {
    for name in ["rosin178", "demaine31"] {
        let page = MORPION.answer(&format!("convert --to html {name}"), "");
        let [there, here] = [("", page), (name, String::new())]
            .map(|(file, input)| MORPION.answer(&format!("convert --to json {file}"), input));
        assert_eq!(there, here);
    }
}

#[test]
fn page_is_small_and_loads_nothing() {
    assert!(page(Variant::T5, &[]).len() < 20_000);
    let (variant, moves) = record("rosin178");
    let page = page(variant, &moves);
    assert!(page.len() < 70_000);
    let (xml, script) = parts(&page);
    for loads in ["url(", "@import", "import(", "fetch(", "XMLHttp", "WebSocket"] {
        assert!(!page.contains(loads), "{loads}");
    }
    assert!(!script.contains("innerHTML") && !page.contains("{{"));
    assert!(page.contains("\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\""));
    let document = roxmltree::Document::parse(&xml).unwrap();
    let names = document.descendants().flat_map(|node| node.attributes()).map(|attribute| attribute.name());
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    names.for_each(|name| *uses.entry(name).or_default() += 1);
    assert!(["src", "href", "srcset", "action", "data"].iter().all(|name| !uses.contains_key(name)), "{uses:?}");
    assert!(uses.keys().all(|name| !name.starts_with("on")), "{uses:?}");
}

#[test]
fn texts_of_a_record_are_no_script() {
    let (page, author) = hostile();
    assert_eq!(page.matches("<script").count(), 1);
    let (xml, script) = parts(&page);
    assert!(!script.contains("alert"));
    let document = roxmltree::Document::parse(&xml).unwrap();
    let names: BTreeSet<&str> = document.descendants().map(|node| node.tag_name().name()).collect();
    assert!(!names.contains("img"), "{names:?}");
    let shown = document.descendants().find(|node| node.tag_name().name() == "p").unwrap().text().unwrap();
    assert_eq!(shown, format!("31 moves, by {author}"));
    // The texts are in the record in the page, too.
    assert!(MORPION.answer("convert --to json", page).contains("<metadata>5D</metadata>"));
}

/// A headless browser on the search path.
fn browser() -> Option<&'static str> {
    let there = |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find(there)
}

/// Opens a page in a browser with a profile of its own.
fn open(browser: &str, page: &Path, hash: &str, options: &[&str]) -> Output {
    let profile = tempfile::tempdir().unwrap();
    let output = assert_cmd::Command::new(browser)
        .args("--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync".split(' '))
        .args("--disable-background-networking --disable-component-update --enable-logging=stderr".split(' '))
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg("--virtual-time-budget=2000")
        .args(options)
        .arg(format!("file://{}{hash}", page.display()))
        .timeout(GUARD)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !said.contains("CONSOLE"), "{hash}: {said}");
    output
}

/// The number of elements of the drawing with this beginning, which ends in their classes, without those that are
/// hidden.
fn count(dom: &str, beginning: &str) -> usize {
    let tags = drawing(dom).split('<').filter_map(|tag| Some(tag.strip_prefix(beginning)?.split_once('>')?.0));
    tags.filter(|attributes| !attributes.split('"').next().unwrap().contains("later")).count()
}

/// The script runs: a browser shows the moves that the address names, and the rings of the legal ones.
#[test]
fn browser_shows_the_game_after_any_move() {
    let Some(browser) = browser() else { return skip("pages in a browser: there is no chromium or google-chrome") };
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, page: &str| {
        let file = folder.path().join(name);
        fs::write(&file, page).unwrap();
        file
    };
    let rosin = file("rosin178.html", &MORPION.answer("convert --to html rosin178", ""));
    let (variant, moves) = record("rosin178");
    let moments = [("#move=100", 100), ("", 178), ("#move=1", 1), ("#move=178", 178), ("#move=x", 178)];
    for (hash, shown) in moments.into_iter().take(rounds(2, 5)) {
        let dom = String::from_utf8(open(browser, &rosin, hash, &["--dump-dom"]).stdout).unwrap();
        let points: BTreeSet<Point> = next_moves(variant, &moves[..shown]).iter().map(|mv| mv.point).collect();
        let counts = ["line class=\"line ", "circle class=\"new", "text class=\"number", "circle class=\"next legal"]
            .map(|beginning| count(&dom, beginning));
        assert_eq!(counts, [shown, shown, shown, points.len()], "{hash}");
        assert!(dom.contains(&format!("<b id=\"number\">{shown}</b>")), "{hash}");
        assert!(drawing(&dom).contains(&format!("after {shown} move")), "{hash}");
    }
    let empty = file("empty.html", &MORPION.answer("convert --to html", "4T\n"));
    let dom = String::from_utf8(open(browser, &empty, "#move=1", &["--dump-dom"]).stdout).unwrap();
    let points: BTreeSet<Point> = next_moves(Variant::T4, &[]).iter().map(|mv| mv.point).collect();
    assert_eq!([count(&dom, "line class=\"line "), count(&dom, "circle class=\"next legal")], [0, points.len()]);
    let (page, author) = hostile();
    let hostile = file("hostile.html", &page);
    let dom = String::from_utf8(open(browser, &hostile, "#move=2", &["--dump-dom"]).stdout).unwrap();
    assert_eq!(
        (dom.matches("<script").count(), dom.matches("<img").count(), count(&dom, "line class=\"line ")),
        (1, 0, 2),
        "{author}"
    );
    let picture = folder.path().join("rosin178.png");
    let options = [format!("--screenshot={}", picture.display()), "--window-size=500,900".to_owned()];
    open(browser, &rosin, "#move=60", &options.each_ref().map(String::as_str));
    let picture = fs::read(picture).unwrap();
    assert!(picture.starts_with(b"\x89PNG") && picture.len() > 20_000, "{}", picture.len());
}

/// Each control has a name.
#[test]
fn controls_are_labelled() {
    let page = page(Variant::D4, &[]);
    let (xml, _) = parts(&page);
    let document = roxmltree::Document::parse(&xml).unwrap();
    let labels: BTreeSet<&str> = document.descendants().filter_map(|node| node.attribute("for")).collect();
    let mut controls = 0;
    for node in document.descendants() {
        if ["button", "input", "select", "textarea"].contains(&node.tag_name().name()) {
            controls += 1;
            let is_labelled = node.attribute("id").is_some_and(|id| labels.contains(id));
            assert!(node.attribute("aria-label").is_some() || is_labelled, "{node:?}");
        }
    }
    assert_eq!(controls, 11);
}
