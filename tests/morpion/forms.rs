//! Records of Morpion Solitaire in their forms: reading restores the record that was written.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use quadrille::morpion::record::{Form, KnownRecord, OneOf, Record, known, read, text};
use quadrille::morpion::{Direction, Line, Move, Point, Variant};
use serde_json::{Value, json};

/// A record in a form, as that of a finished game.
pub(crate) fn written(record: &Record, form: Form) -> String {
    text(record, form, 0).unwrap()
}

/// The known record of a name.
pub(crate) fn known_record(name: &str) -> Record {
    let known = known().find(|known| known.name == name).unwrap();
    read(known.json.as_bytes(), None).unwrap()
}

/// Any JSON in the compact envelope.
pub(crate) fn compact(json: &[u8]) -> String {
    format!("MS1:{}", URL_SAFE_NO_PAD.encode(compress_to_vec(json, 1)))
}

/// The message about a text that is not a record.
pub(crate) fn error(text: impl AsRef<[u8]>, variant: Option<Variant>) -> String {
    read(text.as_ref(), variant).unwrap_err().to_string()
}

/// A move as the crate of the format has it.
fn theirs(played: &Move) -> msr::RecordMove {
    let dir = match played.line.direction() {
        Direction::Horizontal => msr::Direction::H,
        Direction::Vertical => msr::Direction::V,
        Direction::Rising => msr::Direction::DP,
        Direction::Falling => msr::Direction::DN,
    };
    let pos = played.line.points().position(|point| point == played.point).unwrap() as u8;
    msr::RecordMove { x: played.point.x as i16, y: played.point.y as i16, dir, pos }
}

fn move_on(point: (i64, i64), start: (i64, i64), direction: Direction, length: u8) -> Move {
    let [point, start] = [point, start].map(|(x, y)| Point { x, y });
    Move { point, line: Line::new(start, direction, length).unwrap() }
}

#[test]
fn known_records_pass_through_every_form_without_loss() {
    assert!(known().count() > 10);
    for KnownRecord { title: name, json, .. } in known() {
        let record = read(json.as_bytes(), None).unwrap();
        let reference = msr::decode(json).unwrap();
        assert_eq!(record.variant().to_string(), reference.variant.code(), "{name}");
        assert_eq!(record.moves().iter().map(theirs).collect::<Vec<_>>(), reference.moves, "{name}");
        for form in Form::ALL {
            if form == Form::Pentasol && record.variant().line_length() == 4 {
                assert!(text(&record, form, 0).is_err());
                continue;
            }
            let text = written(&record, form);
            assert!(text.ends_with('\n') && !text.ends_with("\n\n"));
            let again = read(text.as_bytes(), (form == Form::Pentasol).then(|| record.variant())).unwrap();
            assert_eq!((again.variant(), again.moves()), (record.variant(), record.moves()), "{name} as {form:?}");
            assert_eq!(written(&again, form), text, "{name} as {form:?}");
            if matches!(form, Form::Msr | Form::Json) {
                assert_eq!(msr::decode(&text).unwrap(), reference, "{name} as {form:?}");
                assert_eq!(written(&again, Form::Json), written(&record, Form::Json));
            }
        }
        let value: Value = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&written(&record, Form::Json)).unwrap(), value, "{name}");
        assert_eq!(written(&record, Form::Json).trim_end(), json.trim_end(), "{name}");
        assert_eq!(record.metadata().author(), value["author"].as_str());
        assert_eq!(record.metadata().claimed_score(), Some(record.moves().len()));
    }
}

/// A game as `morpion-solitaire` keeps it in its corpus.
pub(crate) fn listed(record: &Record) -> Value {
    let listed = record.moves().iter().map(|played| {
        let msr::RecordMove { x, y, dir, pos } = theirs(played);
        let start = played.line.points().next().unwrap();
        json!({ "pos": [x, y], "line": { "origin": [start.x, start.y], "dir": dir }, "line_pos": pos })
    });
    listed.collect()
}

#[test]
fn lists_of_moves_are_read() {
    let [short, long] = ["akiyama145", "rosin178"].map(known_record);
    let read = |list: &Value, variant| read(list.to_string().as_bytes(), Some(variant)).unwrap();
    for name in ["rosin82", "hyyroporanen62", "demaine31", "rosin178"] {
        let record = known_record(name);
        for list in [listed(&record), json!([listed(&record)])] {
            let list = read(&list, record.variant());
            assert!(list.moves() == record.moves() && list.one_of().is_none(), "{name}");
        }
    }
    // The longest game, and the first of two that are equally long.
    let last = Record::new(Variant::T5, long.moves().iter().rev().copied().collect());
    let games = [&short, &long, &short, &last].map(listed);
    let text = serde_json::to_string_pretty(&games).unwrap();
    let text = format!("# games\n \r\n{text}\n");
    let chosen = quadrille::morpion::record::read(text.as_bytes(), Some(Variant::T5)).unwrap();
    assert_eq!((chosen.moves(), chosen.one_of()), (long.moves(), Some(OneOf { number: 2, games: 4 })));
    assert_eq!(read(&json!([[], []]), Variant::D4).one_of(), Some(OneOf { number: 1, games: 2 }));
    // What else an object has is ignored.
    let mut more = listed(&short);
    more[0]["gain"] = json!([{ "of": null }]);
    assert_eq!(read(&more, Variant::T5).moves(), short.moves());
}

#[test]
fn plain_record_may_leave_out_its_variant() {
    let text = "# a game\n 2 0 2 0 6 0\n-1 1 -1 1 -1 5";
    let record = read(text.as_bytes(), Some(Variant::D5)).unwrap();
    assert_eq!(record.moves(), read(format!("5D\n{text}").as_bytes(), None).unwrap().moves());
    assert_eq!(record.place_of(1).map(|place| place.to_string()), Some("line 3, column 1".to_owned()));
    assert!(error(text, None).starts_with("line 2, column 2: expected the variant, such as 5T, "));
}

#[test]
fn facts_are_derived_anew() {
    let moves =
        vec![move_on((3, -1), (3, -1), Direction::Vertical, 5), move_on((10, 6), (6, 6), Direction::Horizontal, 5)];
    let text = text(&Record::new(Variant::T5, moves), Form::Json, 25).unwrap();
    let expected = json!({
        "version": "0.1", "producer": "quadrille/0.1.0", "variant": "5T", "score": 2, "available_moves": 25,
        "terminal": false, "bbox": [0, -1, 10, 9],
        "moves": [{ "x": 3, "y": -1, "dir": "V", "pos": 0 }, { "x": 10, "y": 6, "dir": "H", "pos": 4 }]
    });
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap().to_string(), expected.to_string());

    let lies =
        r#"{"score": 7, "terminal": false, "bbox": [1, 2, 3, 4], "available_moves": 9, "variant": "T4", "moves": []}"#;
    let record = read(lies.as_bytes(), None).unwrap();
    assert_eq!((record.variant(), record.metadata().claimed_score()), (Variant::T4, Some(7)));
    assert_eq!(
        serde_json::from_str::<Value>(&written(&record, Form::Json)).unwrap(),
        json!({ "version": "0.1", "variant": "4T", "score": 0, "available_moves": 0, "terminal": true,
                "bbox": [0, 0, 6, 6], "moves": [] })
    );
}

#[test]
fn fields_beside_the_game_are_preserved_in_their_order() {
    let text = r#"{"tags":["a"],"solver":{"method":"m","seed":18446744073709551615,"unheard":[1.5,{"of":null}]},
        "new":"\u00e9 \u001b","source":null,"score":0,"version":1,"moves":[],"producer":"somebody/2","variant":"5D"}"#;
    let record = read(text.as_bytes(), None).unwrap();
    let about = record.metadata();
    assert_eq!((about.author(), about.source(), about.claimed_score()), (None, None, Some(0)));
    let json = written(&record, Form::Json);
    let value: Value = serde_json::from_str(&json).unwrap();
    let expected = json!({
        "version": 1, "producer": "somebody/2", "variant": "5D", "score": 0, "available_moves": 0, "terminal": true,
        "bbox": [0, 0, 9, 9], "tags": ["a"],
        "solver": { "method": "m", "seed": u64::MAX, "unheard": [1.5, { "of": null }] },
        "new": "é \u{1b}", "source": null, "moves": []
    });
    assert_eq!(value.to_string(), expected.to_string());
    for form in [Form::Msr, Form::Json] {
        assert_eq!(written(&read(written(&record, form).as_bytes(), None).unwrap(), Form::Json), json);
    }
}

/// A value that would be rounded, shortened or refused is written as it was, with its blanks.
#[test]
fn unknown_values_are_written_as_they_were() {
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    for value in
        ["1e400", "123456789012345678901234567890", "[1.50,  2]", r#"{"a": 1, "a": 2}"#, r#"["\ud800"]"#, &deep]
    {
        let text = format!(r#"{{"variant":"5T","x":{value},"solver":{{"y":{value}}},"score":0,"moves":[]}}"#);
        let json = written(&read(text.as_bytes(), None).unwrap(), Form::Json);
        let expected = format!("\n  \"x\": {value},\n  \"solver\": {{\"y\":{value}}},\n  \"moves\": []\n}}\n");
        assert!(json.ends_with(&expected), "{json}");
        assert_eq!(written(&read(compact(text.as_bytes()).as_bytes(), None).unwrap(), Form::Json), json);
    }
    // Strings may be written otherwise, and are read.
    let record = read(br#"{"variant":"5T","author":"Hyyr\u00f6","score":0,"moves":[]}"#, None).unwrap();
    assert_eq!(record.metadata().author(), Some("Hyyrö"));
}

/// Texts before a record, around it and after it.
#[test]
fn surroundings_of_a_record_are_skipped_or_refused() {
    let json = r#"{"variant":"5T","score":1,"author":"&","moves":[{"x":2,"y":0,"dir":"H","pos":0}]}"#;
    let (plain, packed) = ("5T\n2 0 2 0 6 0\n", compact(json.as_bytes()));
    let entities = json.replace('&', "&amp;").replace('"', "&quot;");
    let drawn =
        "<metadata id=\"m5\"><rdf:RDF><cc:Work>5D</cc:Work></rdf:RDF></metadata><metadata/><metadata id=\"m\"/> \n";
    for text in [
        format!("search 5T --seed 1\nBest: 1\n{plain}"),
        format!("Best: 1\r\n\n# x\nScore: 1 x\n{plain}"),
        format!("<svg>{drawn}<metadata id=\"msr\">{packed}</metadata></svg>"),
        format!("<svg>{drawn}<svg:metadata\n id='msr'>\n {entities}\n</svg:metadata></svg>"),
    ] {
        let record = read(text.as_bytes(), None).unwrap();
        assert_eq!(record.moves(), [move_on((2, 0), (2, 0), Direction::Horizontal, 5)], "{text}");
        assert!(record.metadata().author().is_none_or(|author| author == "&"), "{text}");
    }
    let record = "expected a record (5T, 5D, 4T or 4D and then moves; Pentasol; JSON; or MS1:), found ";
    let (after, markup) =
        ("expected the end of the text after the data of MS1:, found more", "expected a record, or a pic");
    for (text, place, expected) in [
        ("\nsearch 5T\nBest: 1\n".to_owned(), "line 2, column 1", &*format!("{record}'search'")),
        (format!("Best: 1\n{packed}"), "line 1, column 1", &*format!("{record}'Best:'")),
        ("Best: 1\n2 0 2 0 6 0".to_owned(), "line 1, column 1", &*format!("{record}'Best:'")),
        (format!("check\nVariant: 5T\n{plain}"), "line 1, column 1", &*format!("{record}'check'")),
        ("5T\nBest: 1\n".to_owned(), "line 2, column 1", "expected x of a move x y x1 y1 x2 y2, found 'Best:'"),
        (format!("\n{packed} AAAA"), "line 2, column 5", after),
        (format!("{packed}\r\nAAAA"), "line 1, column 5", after),
        (format!("{packed} = hello"), "line 1, column 5", "expected Base64 after MS1: (A-Z a-z 0-9 - _, no padding)"),
        (format!("<svg>{drawn}</svg>"), "line 1, column 1", markup),
        (format!("<svg></metadata>5T<metadata>{drawn}"), "line 1, column 1", markup),
        ("<svg><metadata a=''>\n&lt;metadata>5T".to_owned(), "line 2, column 1", record),
    ] {
        let said = error(&text, None);
        assert!(said.starts_with(&format!("{place}: {expected}")), "{text:?}: {said}");
    }
    let reference = "expected a Pentasol reference such as (28,28) alone in the first line, found ";
    assert_eq!(error("(27,25) - +2\n", Some(Variant::T5)), format!("line 1, column 9: {reference}'-'"));
}

/// A text in lines of twelve characters, as mail programs fold long ones.
fn folded(text: &str) -> String {
    text.as_bytes().chunks(12).map(|line| format!("{} \n", str::from_utf8(line).unwrap())).collect()
}

#[test]
fn forms_are_recognised_behind_marks_blanks_and_comments() {
    let json = r#"{"variant":"5T","score":1,"moves":[{"x":2,"y":0,"dir":"H","pos":0}]}"#;
    let texts = [
        "5T\n2 0 2 0 6 0\n",
        "5t # game\n\n# move\n\t2 0\t6 0 2 0",
        "(28,28)\n(27,25) - +2",
        json,
        &compact(json.as_bytes()),
        &folded(&compact(json.as_bytes())),
    ];
    for text in texts {
        for before in ["", "\u{feff}", "\n \t\r\n# a record\n", "\u{feff}# x\n# {\n  "] {
            for text in [text.to_owned(), text.replace('\n', "\r\n"), format!("{text}\r\n \n\t")] {
                let record = read(format!("{before}{text}").as_bytes(), Some(Variant::T5)).unwrap();
                assert_eq!(record.moves(), [move_on((2, 0), (2, 0), Direction::Horizontal, 5)], "{before}{text}");
            }
        }
    }
    let record = read(b"\xEF\xBB\xBF\n5T\n  # x\r\n\r\n \t2 0 2 0 6 0\r\n 2 1 2 1 6 1", None).unwrap();
    let places = [0, 1, 2].map(|index| record.place_of(index).map(|place| place.to_string()));
    assert_eq!(places, [Some("line 5, column 3".to_owned()), Some("line 6, column 2".to_owned()), None]);
}

#[test]
fn pentasol_counts_from_its_reference() {
    let moves = |text: &str| read(text.as_bytes(), Some(Variant::T5)).unwrap().moves().to_vec();
    let game = moves("(28,28)\n(27,25) - +2\n(24,29) | -1\n(30,30) / 0\n(30,30) \\ -2\n(31,28) | +1\n");
    let shown: Vec<String> = game.iter().map(|mv| mv.numbers().map(|number| number.to_string()).join(" ")).collect();
    assert_eq!(shown, ["2 0 2 0 6 0", "-1 4 -1 1 -1 5", "5 5 3 7 7 3", "5 5 1 1 5 5", "6 3 6 2 6 6"]);
    let shifted = " ( 0 ,\t-3)\n# first\n(-1,-6)-2 # of two\n\n( -4 , -2 )|-1\r\n(2,-1) / +0\n(2,-1)\\-2\n(3,-3)|1";
    assert_eq!(moves(shifted), game);
    let text = written(&Record::new(Variant::T5, game), Form::Pentasol);
    assert_eq!(text, "(28,28)\n(27,25) - +2\n(24,29) | -1\n(30,30) / 0\n(30,30) \\ -2\n(31,28) | +1\n");
    // A point off its line is read, and not written.
    let record = read(b"(28,28)\n(28,28) | 9", Some(Variant::T5)).unwrap();
    assert_eq!(record.moves()[0].to_string(), "(3, 3) on (3, 10)-(3, 14)");
    let error = self::text(&record, Form::Pentasol, 0).unwrap_err().to_string();
    assert_eq!(error, "move 1: the point (3, 3) is not on its line (3, 10)-(3, 14), as this form requires");
}

#[test]
fn variant_of_a_record_can_be_overridden() {
    for form in [Form::Plain, Form::Msr, Form::Json, Form::Pentasol] {
        let record = Record::new(Variant::T5, vec![move_on((2, 0), (2, 0), Direction::Horizontal, 5)]);
        let read = read(written(&record, form).as_bytes(), Some(Variant::D5)).unwrap();
        assert_eq!((read.variant(), read.moves()), (Variant::D5, record.moves()));
    }
    let plain = "5T\n2 0 2 0 6 0\n";
    assert_eq!(
        error(plain, Some(Variant::T4)),
        "line 2, column 1: move 1: expected the two ends of a line of 4 points, found (2, 0) and (6, 0)"
    );
}

#[test]
fn start_points_are_read_and_written() {
    let (line, same) = ("4 0 0 0 4 0\n", "5T\nP0: 1,-1 0,0 1,0 2,0 3,0\n4 0 0 0 4 0\n");
    for text in [
        same,
        "5t # of five\n\n P0: 3,0 2,0\t1,0  +0,00 1,-1 # start\r\n 4 0 4 0 0 0",
        "\u{feff}P0: 1,-1 0,0 1,0 2,0 3,0\n4 0 0 0 4 0",
    ] {
        let record = read(text.as_bytes(), Some(Variant::T5)).unwrap();
        assert_eq!((record.pattern().points().len(), written(&record, Form::Plain).as_str()), (5, same), "{text}");
        for form in [Form::Msr, Form::Json, Form::Pentasol] {
            let refused = self::text(&record, form, 0).unwrap_err().to_string();
            assert_eq!(refused, "the record has its own start points, which only the plain form can hold");
        }
    }
    // The points of the cross in any order are the cross.
    let cross: String = Variant::T5.cross().map(|Point { x, y }| format!(" {x},{y}")).collect();
    let record = read(format!("5T\nP0:{cross}\n{line}").as_bytes(), None).unwrap();
    assert!(record.pattern().is_cross() && written(&record, Form::Plain) == format!("5T\n{line}"));
    for (text, expected) in [
        ("5T\nP0:\n", "line 2, column 4: expected a start point such as 3,0, found the end of the line"),
        ("5T\nP0: 1,2 3", "line 2, column 10: expected a start point such as 3,0, found the end of the text"),
        ("5T\nP0: 1,2,3", "line 2, column 7: expected a start point such as 3,0, found '2,3'"),
        ("5T\nP0: 1,2 3,4 1,2", "line 2, column 13: expected each start point once, found (1, 2) again"),
        ("5T\nP0: 30,0", "line 2, column 5: expected a start point from (-20, -20) to (29, 29), found (30, 0)"),
        ("4D\nP0: 0,0 0,-21", "line 2, column 9: expected a start point from (-20, -20) to (26, 26), found (0, -21)"),
        (
            "5T\nP0: 99999999999999999999,0",
            "line 2, column 5: expected a number that fits into 64 bits, found '99999999999999999999'",
        ),
        ("5T\nP0: 1,2\nP0: 3,4", "line 3, column 1: expected x of a move x y x1 y1 x2 y2, found 'P0:'"),
        (
            "P0: 1,2",
            "line 1, column 1: expected the variant, such as 5T, in the first line of a plain record, found 'P0:': add \
             this line, or give the variant",
        ),
    ] {
        assert_eq!(error(text, None), expected, "{text:?}");
    }
}

#[test]
fn coordinates_go_to_the_ends_of_their_numbers() {
    let json = |x: i64, y: i64, dir: &str, pos: u8| {
        format!(r#"{{"variant":"5T","score":1,"moves":[{{"x":{x},"y":{y},"dir":"{dir}","pos":{pos}}}]}}"#)
    };
    for (x, y) in [(32767, -32768), (-32768, 32767)] {
        for (dir, pos) in [("H", 0), ("V", 4), ("DP", 255), ("DN", 5)] {
            let record = read(json(x, y, dir, pos).as_bytes(), None).unwrap();
            let index = (pos < 5).then_some(pos);
            assert_eq!(record.moves()[0].line.index_of(Point { x, y }), index);
            assert_eq!(self::text(&record, Form::Json, 0).is_ok(), index.is_some());
            assert_eq!(read(written(&record, Form::Plain).as_bytes(), None).unwrap().moves(), record.moves());
        }
    }
    for (x, y) in [(32768, 0), (0, -32769)] {
        assert!(error(json(x, y, "H", 0), None).contains("expected i16"));
        let record = Record::new(Variant::T5, vec![move_on((x, y), (x, y), Direction::Horizontal, 5)]);
        let error = self::text(&record, Form::Msr, 0).unwrap_err().to_string();
        assert_eq!(error, format!("move 1: the coordinates of ({x}, {y}) are too large for this form"));
    }
    let far = format!("5T\n{0} {1} {0} {1} {0} {2}\n", i64::MIN, i64::MAX - 4, i64::MAX);
    assert_eq!(written(&read(far.as_bytes(), None).unwrap(), Form::Plain), far);
    for text in [far.as_str(), "5T\n9223372036854775800 0 9223372036854775800 0 9223372036854775804 0"] {
        assert!(self::text(&read(text.as_bytes(), None).unwrap(), Form::Msr, 0).is_err());
    }
}
