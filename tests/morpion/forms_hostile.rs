//! Any bytes as a record: a game or an error, soon, in bounded memory, and without a panic.

use quadrille::morpion::Variant;
use quadrille::morpion::picture::svg;
use quadrille::morpion::record::{Form, MAX_BYTES, MAX_JSON_BYTES, ParseRecordError, Record, read, text};
use quadrille::morpion::replay::html;
use rand::RngExt;

use crate::forms::{compact, error, known_record, listed, written};
use crate::support::{changed, random_cases, rounds};

#[test]
fn too_much_is_refused() {
    let many = format!("5T\n{}", "0 0 0 0 4 0\n".repeat(1_000_000));
    assert_eq!(read(many.as_bytes(), None).unwrap().moves().len(), 1_000_000);
    let place = "line 1, column 16777217";
    assert_eq!(
        error("#".repeat(MAX_BYTES + 1), None),
        format!("{place}: expected a record of at most 16777216 bytes, found more")
    );
    assert_eq!(
        error(format!("{{\n{}", " ".repeat(MAX_JSON_BYTES)), None),
        "line 2, column 4194303: expected a record of at most 4194304 bytes, found more"
    );

    let bomb = |bytes: usize| {
        let fields = r#""variant":"5T","score":0,"moves":[]}"#;
        let filling = bytes - fields.len() - r#"{"a":"","#.len();
        compact(format!(r#"{{"a":"{}",{fields}"#, "0".repeat(filling)).as_bytes())
    };
    assert!(read(bomb(MAX_JSON_BYTES).as_bytes(), None).is_ok());
    for bytes in [MAX_JSON_BYTES + 1, MAX_JSON_BYTES + 2, 20_000_000] {
        let text = bomb(bytes);
        assert!(text.len() < 2_000_000);
        assert_eq!(error(text, None), "line 1, column 5: the data after MS1: decompresses to more than 4194304 bytes");
    }

    let record = |value: &str| format!(r#"{{"variant":"5T","score":0,"moves":[],"x":{value}}}"#);
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let deep = format!("{}1{}", open.repeat(300_000), close.repeat(300_000));
        let text = record(&deep);
        for text in [&text, &compact(text.as_bytes())] {
            assert!(
                written(&read(text.as_bytes(), None).unwrap(), Form::Json).contains(&format!("\n  \"x\": {deep},\n"))
            );
        }
        let damaged = record(&deep[..deep.len() - 1]);
        assert!(error(damaged, None).len() < 200);
    }
    // Brackets in strings are not nested.
    assert!(read(record(&format!(r#"["\"{}"]"#, "[".repeat(1000))).as_bytes(), None).is_ok());
    let wide = record(&format!("[{}0]", "0,".repeat(2_000_000)));
    assert_eq!(written(&read(wide.as_bytes(), None).unwrap(), Form::Json).matches("0,").count(), 2_000_004);
    assert!(error(format!(r#"{{"variant":"{}"}}"#, "\u{1b}".repeat(1_000_000)), None).len() < 2000);
    assert!(error(format!("5T\n{}", "9".repeat(10_000_000)), None).len() < 200);
}

/// Reads a text with each variant; each record must pass through all forms unchanged.
fn exercise(text: &[u8]) -> [Result<Record, ParseRecordError>; 3] {
    [None, Some(Variant::D5), Some(Variant::T4)].map(|variant| {
        let read = read(text, variant);
        match &read {
            Ok(record) => {
                let plain = self::read(written(record, Form::Plain).as_bytes(), None).unwrap();
                assert_eq!(plain.moves(), record.moves());
                for form in Form::ALL {
                    if let Ok(text) = self::text(record, form, 1) {
                        assert_eq!(
                            self::read(text.as_bytes(), Some(record.variant())).unwrap().moves(),
                            record.moves()
                        );
                    }
                }
            }
            Err(error) => {
                let said = error.to_string();
                assert!(said.chars().all(|c| c == '…' || c == ' ' || c.is_ascii_graphic()), "{said:?}");
                assert!(said.len() < 2000);
                let ParseRecordError { place, .. } = error;
                let line = text.split(|&byte| byte == b'\n').nth(place.line as usize - 1);
                assert!(line.is_some_and(|line| (1..=line.len() as u64 + 1).contains(&place.column)), "{said}");
            }
        }
        read
    })
}

/// A record in every form that is read.
fn every_form(record: &Record) -> Vec<Vec<u8>> {
    let forms = Form::ALL.map(|form| written(record, form));
    let pictures = forms.iter().map(|form| {
        let mut drawn = Vec::new();
        svg(&mut drawn, "a game", record.pattern(), record.moves(), &[], Some(form)).unwrap();
        drawn
    });
    let mut page = Vec::new();
    html(&mut page, "a game", record, 0).unwrap();
    let list = listed(record).to_string().into_bytes();
    pictures.chain(forms.iter().map(|form| form.clone().into_bytes())).chain([page, list]).collect()
}

#[test]
fn damaged_records_are_read_or_refused() {
    let pieces =
        ["\n", "#", "-", "(", "\"", "[", "}", "\\", "<", "<metadata>", "99999999999999999999", "\0", "null", "7", "0"];
    let (mut good, mut bad) = (0, 0);
    let long = known_record("rosin82");
    for whole in every_form(&Record::new(long.variant(), long.moves()[..12].to_vec())) {
        // In a picture, damage to the drawing has no effect.
        let first = whole.windows(10).position(|part| part == b"<metadata>").unwrap_or_default();
        let end = whole.windows(11).position(|part| part == b"</metadata>").unwrap_or(whole.len());
        random_cases(300, 2500, |random| {
            let mut text = changed(&whole[first..end], &pieces, random);
            text.truncate(random.random_range(0..5 * text.len() + 1));
            let mut text = [&whole[..first], &text, &whole[end..]].concat();
            // Damage within what is compressed, too.
            if text.starts_with(b"{") && random.random_bool(0.5) {
                text = compact(&text).into_bytes();
            }
            for read in exercise(&text) {
                *(if read.is_ok() { &mut good } else { &mut bad }) += 1;
            }
        });
    }
    assert!(good > rounds(50, 400) && bad > rounds(300, 2500), "{good} read, {bad} refused");
}
