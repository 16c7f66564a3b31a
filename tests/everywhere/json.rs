//! How answers become JSON: fields in their order, after the schema.

use std::io::{self, Write};

use quadrille::cli::json::{Object, display, display_each, write_answer};
use serde::Serialize;

#[derive(Serialize)]
struct Fields {
    #[serde(serialize_with = "display")]
    count: u128,
    #[serde(serialize_with = "display_each")]
    cells: Vec<char>,
    size: u128,
}

#[test]
fn fields_follow_the_schema_in_their_order() -> io::Result<()> {
    let fields = Fields { count: u128::MAX, cells: vec!['a', 'b'], size: 1 };
    let written = r#""count":"340282366920938463463374607431768211455","cells":["a","b"],"size":1"#;
    let (mut whole, mut parts) = (Vec::new(), Vec::new());
    write_answer(&mut whole, "s/1", &fields)?;
    assert_eq!(String::from_utf8_lossy(&whole), format!("{{\"schema\":\"s/1\",{written}}}\n"));

    let mut object = Object::begin(&mut parts, "s/1")?;
    object.fields(&fields)?;
    object.list("list", |list| (1..4).try_for_each(|item| list.item(&item)))?;
    object.text("text", |out| writeln!(out, "\"ä\""))?;
    object.end()?;
    let added = r#""list":[1,2,3],"text":"\"ä\"\n""#;
    assert_eq!(String::from_utf8_lossy(&parts), format!("{{\"schema\":\"s/1\",{written},{added}}}\n"));
    Ok(())
}
