//! Pages that replay a game: read as XML, read back as records, and opened in a browser.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::drawn::drawn;
use crate::games::{GAMES, next_moves, record};
use crate::support::{GUARD, MORPION, rounds, skip};
use quadrille::morpion::record::{self, Record};
use quadrille::morpion::{Move, Point, Variant, replay};

fn page(variant: Variant, moves: &[Move]) -> String {
    let mut out = Vec::new();
    let left = next_moves(variant, moves).len();
    replay::html(&mut out, "Morpion Solitaire", &Record::new(variant, moves.to_vec()), left).unwrap();
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

/// The record in a page or a picture is the one that was drawn, with its author.
#[test]
fn pages_and_pictures_read_back_as_the_record() {
    for (form, name) in [("html", "rosin178"), ("html", "demaine31"), ("svg", "rosin82")] {
        let drawn = MORPION.answer(&format!("convert --to {form} {name}"), "");
        let there = MORPION.answer(&format!("convert --to json {name}"), "");
        assert_eq!(MORPION.answer("convert --to json", drawn), there);
    }
}

#[test]
fn page_is_small_and_loads_nothing() {
    assert!(page(Variant::T5, &[]).len() < 30_000);
    let (variant, moves) = record("rosin178");
    let page = page(variant, &moves);
    assert!(page.len() < 62_000);
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
    let moments =
        [("#move=100", 100), ("", 178), ("#move=9999", 178), ("#move=1", 1), ("#move=0", 0), ("#move=abc", 178)];
    for (hash, shown) in moments.into_iter().take(rounds(3, 6)) {
        let dom = String::from_utf8(open(browser, &rosin, hash, &["--dump-dom"]).stdout).unwrap();
        let points: BTreeSet<Point> = next_moves(variant, &moves[..shown]).iter().map(|mv| mv.point).collect();
        let counts = ["line class=\"line ", "circle class=\"new", "text class=\"number", "circle class=\"next"]
            .map(|beginning| count(&dom, beginning));
        assert_eq!(counts, [shown, shown, shown, points.len()], "{hash}");
        assert!(dom.contains(&format!("<b id=\"number\">{shown}</b>")), "{hash}");
        assert!(drawing(&dom).contains(&format!("after {shown} move")), "{hash}");
    }
    let empty = file("empty.html", &MORPION.answer("convert --to html", "4T\n"));
    let dom = String::from_utf8(open(browser, &empty, "#move=1", &["--dump-dom"]).stdout).unwrap();
    let points: BTreeSet<Point> = next_moves(Variant::T4, &[]).iter().map(|mv| mv.point).collect();
    assert_eq!([count(&dom, "line class=\"line "), count(&dom, "circle class=\"next\"")], [0, points.len()]);
    let (page, author) = hostile();
    let hostile = file("hostile.html", &page);
    let dom = String::from_utf8(open(browser, &hostile, "#move=2", &["--dump-dom"]).stdout).unwrap();
    assert_eq!(
        (dom.matches("<script").count(), dom.matches("<img").count(), count(&dom, "line class=\"line ")),
        (1, 0, 2),
        "{author}"
    );
    let own = file("own.html", &MORPION.answer("convert --to html", "5T\nP0: 0,0 1,0 2,0 3,0\n4 0 0 0 4 0\n"));
    let dom = String::from_utf8(open(browser, &own, "", &["--dump-dom"]).stdout).unwrap();
    assert!(
        dom.contains("disabled=\"\">Copy MSR<") && dom.contains(">MSR cannot hold the start points of this record<")
    );
    let picture = folder.path().join("rosin178.png");
    let options = [format!("--screenshot={}", picture.display()), "--window-size=500,900".to_owned()];
    open(browser, &rosin, "#move=60", &options.each_ref().map(String::as_str));
    let picture = fs::read(picture).unwrap();
    assert!(picture.starts_with(b"\x89PNG") && picture.len() > 20_000, "{}", picture.len());
}

/// Writes the width of a page, the height of its window, the bottom and the right edge of each control, of its drawing
/// and of what is said about the move, and the height of its digits, all in pixels, and the diameter of the discs as a
/// part of the distance of points, into the page around it.
const MEASURE: &str = include_str!("measure.js");

/// On a telephone, the drawing and all controls are on the first screen, and the numbers can be read. On a narrow one
/// nothing is wider than the screen. Discs of neighbours are apart.
#[test]
fn browser_fits_a_telephone() {
    let Some(browser) = browser() else { return skip("a small browser: there is no chromium or google-chrome") };
    let folder = tempfile::tempdir().unwrap();
    let [inner, outer] = ["page.html", "outer.html"].map(|name| folder.path().join(name));
    let all = ["rosin178", "rosin82", "hyyroporanen35"].map(|name| (name, 375.0, 667.0));
    let others = [(740.0, 360.0), (280.0, 653.0), (667.0, 375.0), (320.0, 568.0), (568.0, 320.0), (360.0, 780.0)];
    let others = others.into_iter().take(rounds(2, 6)).map(|(width, height)| ("rosin178", width, height));
    for (name, screen, high) in all.into_iter().chain(others) {
        // A window has a least width, a frame has none.
        let frame = format!(
            "<iframe src=\"page.html\" width=\"{screen}\" height=\"{high}\" style=\"border: 0\"></iframe>\
                             <pre id=\"log\"></pre><script>onmessage = ({{ data }}) => {{ \
                             document.getElementById(\"log\").textContent = data; }};</script>"
        );
        fs::write(&outer, frame).unwrap();
        let (variant, moves) = record(name);
        let measuring = format!("<script>{{{MEASURE}}}</script></body>");
        fs::write(&inner, page(variant, &moves).replace("</body>", &measuring)).unwrap();
        let dom = String::from_utf8(open(browser, &outer, "", &["--dump-dom"]).stdout).unwrap();
        let (width, height, digits, disc, edges): (f64, f64, f64, f64, Vec<(f64, f64)>) = written(&dom);
        let is_small = f64::min(screen, high) < 360.0;
        let said = format!("{name}, {screen}x{high}: {width} {height} {digits} {disc}, {edges:?}");
        assert!(
            width <= screen && height == high && digits >= if is_small { 6.5 } else { 7.5 } && disc < 0.93,
            "{said}"
        );
        assert!(edges.len() > 12 && edges.iter().all(|&(x, y)| x <= width && (is_small || y <= height)), "{said}");
    }
}

/// What a script has written into a page.
fn written<T: serde::de::DeserializeOwned>(dom: &str) -> T {
    let (_, log) = dom.split_once("<pre id=\"log\">").unwrap();
    serde_json::from_str(log.split_once("</pre>").unwrap().0).unwrap()
}

/// What a page shows while a script plays at it: the record, the number of moves shown, the text about the legal moves,
/// the points of the rings, and the record as MSR.
#[derive(Debug, PartialEq, serde::Deserialize)]
struct Shown {
    plain: String,
    number: usize,
    next: String,
    rings: Vec<(i64, i64)>,
    msr: String,
}

/// Plays at random rings and lines, by clicks at their places; every fifth move is undone and played again, and every
/// eleventh one follows two steps back. Goes to addresses that are damaged or of the record, and back to the game.
/// Writes what is shown before each move, and at the end, and the address there.
const PLAYER: &str = include_str!("player.js");

/// The page plays by the rules: after each move its rings are those of the reference, and the records that it shows are
/// legal.
#[test]
fn browser_plays_on() {
    let Some(browser) = browser() else { return skip("playing in a browser: there is no chromium or google-chrome") };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    let (mut choices, mut compact) = (0, 0);
    for seed in 1..=rounds(1, 3) {
        for variant in Variant::ALL {
            let (name, moves) = match variant {
                Variant::T5 => record("rosin178"),
                Variant::D5 => record("rosin82"),
                _ => (variant, Vec::new()),
            };
            assert_eq!(name, variant);
            let moves = &moves[..moves.len() * (seed % 3) / 3];
            let player = PLAYER.replace("SEED", &(seed * 7919).to_string());
            let page = page(variant, moves);
            fs::write(&file, page.replace("</body>", &format!("<script>{{{player}}}</script></body>"))).unwrap();
            let dom = String::from_utf8(open(browser, &file, "", &["--dump-dom"]).stdout).unwrap();
            let (chosen, log, address): (usize, Vec<Shown>, String) = written(&dom);
            choices += chosen;
            for shown in &log {
                let record = record::read(shown.plain.as_bytes(), None).unwrap();
                let expected = next_moves(variant, &record.moves()[..shown.number]);
                let count = match expected.len() {
                    0 => "Finished: no move is legal".to_owned(),
                    1 => "1 move is legal".to_owned(),
                    count => format!("{count} moves are legal"),
                };
                let points: BTreeSet<_> = expected.iter().map(|mv| (mv.point.x, mv.point.y)).collect();
                let rings: BTreeSet<_> = shown.rings.iter().copied().collect();
                assert_eq!(
                    (&shown.next, &rings, shown.rings.len()),
                    (&count, &points, points.len()),
                    "{}",
                    shown.plain
                );
            }
            let last = log.last().unwrap();
            assert!(last.rings.is_empty(), "{last:?}");
            compact += usize::from(last.msr.starts_with("MS1:"));
            for text in [&last.plain, &last.msr] {
                let said = MORPION.answer("check", text.as_str());
                assert!(said.contains(&format!("Variant: {variant}\nScore: {}\n", last.number)), "{said}");
                assert!(said.contains("Finished: yes"), "{said}");
            }
            // The address has the game and the number of the move, for the page as it was written.
            fs::write(&file, page).unwrap();
            let address = address.replace("&amp;", "&");
            let again = String::from_utf8(open(browser, &file, &address, &["--dump-dom"]).stdout).unwrap();
            assert!(again.contains(&format!("{}</textarea>", last.plain)), "{address}");
            assert!(again.contains(&format!("<b id=\"number\">{}</b>", last.number - 1)), "{address}");
            assert!(again.contains(&format!("Morpion Solitaire, {} moves</title>", last.number)), "{address}");
            // The page as it is now is a record, too.
            assert!(MORPION.answer("check", dom).contains(&format!("Score: {}\n", last.number)));
        }
    }
    assert!(choices > 10 && compact > 0, "{choices} {compact}");
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
    assert_eq!(controls, 12);
}
