//! The files `testdata/results/b-*.txt` have what the programs compute, and what the page of results has.

use std::collections::BTreeMap;
use std::fs;

use crate::commands::{run, scratch};
use crate::support::result_table;
use crate::{RESULTS, file, read};

/// The terms of a sequence, or some of them.
type Terms = BTreeMap<u64, String>;

fn terms<'a>(terms: impl IntoIterator<Item = (&'a str, &'a str)>) -> Terms {
    terms.into_iter().map(|(n, term)| (n.parse().unwrap(), term.to_owned())).collect()
}

/// Columns of a table of the page.
fn columns(command: &str, n: usize, term: usize) -> Terms {
    let table = result_table(command);
    terms(table[1..].iter().map(|row| (row[n].as_str(), row[term].as_str())))
}

/// The first numbers of the cells of n x n in a table with a row and a column for each n.
fn diagonal(command: &str) -> Terms {
    let table = result_table(command);
    let cell = |row: &Vec<String>| table[0].iter().position(|n| *n == row[0]).filter(|&at| !row[at].is_empty());
    let rows = table[1..].iter().filter_map(|row| Some((row[0].as_str(), row[cell(row)?].split(',').next()?)));
    terms(rows)
}

/// The results on the page whose names begin with some words: the rest of the name, and what follows a key.
fn rows(words: &str, key: &str) -> Vec<(String, String)> {
    let page = read(RESULTS);
    let rows = page.lines().filter_map(|line| {
        let (name, row) = line.strip_prefix("| ")?.strip_prefix(words)?.split_once(" | ")?;
        Some((name.to_owned(), row.split(key).nth(1)?.split(' ').next()?.to_owned()))
    });
    rows.collect()
}

/// What the page has of a sequence.
fn on_the_page(name: &str) -> Terms {
    match name {
        "morpion-4d" => columns("morpion count 4D 40 --finished", 0, 1),
        "morpion-5d" | "morpion-5t" => {
            let deepest = if name == "morpion-5d" { 25 } else { 23 };
            let last = result_table(&format!("morpion count {{row}} {deepest}: {{column}}"));
            terms(last[0].iter().zip(&last[1]).skip(1).map(|(n, term)| (n.as_str(), term.as_str())))
        }
        "hip-draws" => diagonal("hip draws {row}x{column}: Draws, Playable draws"),
        "hip-tie" => {
            let rows = rows("fewest on ", "Monochromatic squares: ");
            let rows = rows.iter().filter_map(|(size, term)| {
                let (n, columns) = size.split_once('x')?;
                (n == columns).then_some((n, term.as_str()))
            });
            terms(rows)
        }
        _ => {
            let (term, suffix) = if name == "chip-firing-max-first" { (3, ", Max first") } else { (4, ", Min first") };
            let rows = rows("number of K", "Game chip number: ");
            let single = rows.iter().filter_map(|(name, term)| Some((name.strip_suffix(suffix)?, term.as_str())));
            columns("chip-firing table 2..20", 0, term).into_iter().chain(terms(single)).collect()
        }
    }
}

/// The first terms, as a program prints them in a moment.
fn computed(name: &str) -> Terms {
    let folder = scratch();
    let output = |command: &str| run(name, &[command], folder.path()).unwrap().remove(0);
    let rows = |command: &str, term: usize| {
        let output = output(command);
        let rows = output.lines().skip(1).map(|line| line.split_whitespace().collect::<Vec<_>>());
        terms(rows.filter(|row| row[0] != "n").map(|row| (row[0], row[term])).collect::<Vec<_>>())
    };
    let values = |task: &str, key: &str| {
        let value = |n: u64| {
            let output = output(&format!("{task} {n}x{n}"));
            let value = output.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
            (n, value.unwrap_or_else(|| panic!("{task} {n}: {output}")).to_owned())
        };
        (1..=7).map(value).collect()
    };
    match name {
        "morpion-4d" => rows("morpion count 4D 9", 1),
        "morpion-5d" => rows("morpion count 5D 12", 1),
        "morpion-5t" => rows("morpion count 5T 12", 1),
        "hip-draws" => values("hip draws", "Draws"),
        "hip-tie" => values("hip tie", "Monochromatic squares"),
        "chip-firing-max-first" => rows("chip-firing table 2..9", 3),
        "chip-firing-min-first" => rows("chip-firing table 2..9", 4),
        _ => panic!("no command for the sequence {name}"),
    }
}

#[test]
fn sequences_are_computed_and_on_the_page() {
    let mut compared = 0;
    for entry in fs::read_dir(file("testdata/results")).unwrap() {
        let path = entry.unwrap().path();
        let Some(name) = path.file_stem().unwrap().to_str().unwrap().strip_prefix("b-") else { continue };
        let text = fs::read_to_string(&path).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let found = lines.map(|line| line.split_once(' ').unwrap());
        let found: Vec<_> = found.map(|(n, term)| (n.parse().unwrap(), term.to_owned())).collect();
        assert!(found.windows(2).all(|pair| pair[0].0 + 1 == pair[1].0), "{name}");
        let (computed, page) = (computed(name), on_the_page(name));
        assert!(computed.len() > 6 && page.len() > 3, "{name}: {computed:?} {page:?}");
        let expected: Vec<_> =
            page.clone().into_iter().chain(computed).collect::<BTreeMap<_, _>>().into_iter().collect();
        assert_eq!(found, expected, "{name}");
        // A term that is both computed and on the page is compared here, the other terms above.
        page.into_iter().for_each(|term| assert!(found.contains(&term), "{name}: {term:?}"));
        compared += 1;
    }
    assert_eq!(compared, 7);
}
