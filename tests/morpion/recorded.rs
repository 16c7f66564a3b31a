//! Records as texts.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use quadrille::morpion::Variant;
use quadrille::morpion::record::{Form, Record, read, write};

/// A record in a form, as that of a finished game.
pub(crate) fn written(record: &Record, form: Form) -> String {
    let mut text = Vec::new();
    write(&mut text, record, form, 0).unwrap();
    String::from_utf8(text).unwrap()
}

/// Any JSON in the compact envelope.
pub(crate) fn compact(json: &[u8]) -> String {
    format!("MS1:{}", URL_SAFE_NO_PAD.encode(compress_to_vec(json, 1)))
}

/// The message about a text that is not a record.
pub(crate) fn error(text: impl AsRef<[u8]>, variant: Option<Variant>) -> String {
    read(text.as_ref(), variant).unwrap_err().to_string()
}
