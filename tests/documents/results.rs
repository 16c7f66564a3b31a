//! The figures of `testdata/RESULTS.md` are what the programs answer.
//!
//! What the page marks as quick is compared here. `scripts/results` runs the rest too, and writes the page anew.

mod page;
mod refused;
mod run;
mod time;

use std::collections::BTreeMap;
use std::time::Duration;
use std::{env, fs};

use self::page::{Entry, Page};
use self::run::Runs;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/RESULTS.md");

fn page() -> Page {
    Page::new(&fs::read_to_string(PAGE).unwrap())
}

fn entries(page: &Page) -> Vec<Entry> {
    let entries = page.entries().unwrap_or_else(|why| panic!("{why}"));
    assert!(entries.iter().any(|entry| entry.quick), "nothing is marked quick");
    entries
}

/// Figures that take longer by the page's own times are compared by the gate.
const AT_ONCE: Duration = Duration::from_millis(70);

/// The differences between the page and the answers of its quick commands that are wanted.
fn differences_of(page: &Page, is_wanted: impl Fn(&Entry) -> bool) -> Vec<String> {
    let mut runs = Runs::default();
    let entries = entries(page);
    let quick = entries.iter().filter(|entry| entry.quick && is_wanted(entry));
    quick.flat_map(|entry| runs.outcome(entry).differences(page, entry)).collect()
}

/// The differences between the page and the answers of all its quick commands.
fn differences(page: &Page) -> Vec<String> {
    differences_of(page, |_| true)
}

const AGAIN: &str = "scripts/results --write makes the page again";

#[test]
fn what_is_answered_at_once_is_as_the_page_says() {
    let page = page();
    assert_eq!(page.text(), fs::read_to_string(PAGE).unwrap(), "the page is not read as it is");
    let differences = differences_of(&page, |entry| entry.takes <= AT_ONCE);
    assert!(differences.is_empty(), "{}\n{AGAIN}", differences.join("\n"));
}

#[test]
#[ignore = "exhaustive: 12 s"]
fn what_is_quick_is_as_the_page_says() {
    let differences = differences(&page());
    assert!(differences.is_empty(), "{}\n{AGAIN}", differences.join("\n"));
}

/// All of 4D takes minutes; that the table adds up to what is said of it, and begins as it should, is seen at once.
#[test]
fn the_table_of_4d_is_right_as_far_as_is_quickly_seen() {
    let text = page().text();
    let (_, table) = text.split_once("| moves | grids | finished |\n|---|---|---|\n").unwrap();
    let rows = table.lines().take_while(|line| line.starts_with('|'));
    let number = |cell: &str| cell.trim().parse::<u64>().unwrap();
    let rows: Vec<Vec<u64>> = rows.map(|row| row.trim_matches('|').split('|').map(number).collect()).collect();
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), (0..=35).collect::<Vec<_>>());
    let [grids, finished]: [u64; 2] = [1, 2].map(|column| rows.iter().map(|row| row[column]).sum());
    let said = text.replace(',', "");
    assert!(said.contains(&format!("{grids} grids")) && said.contains(&format!("{finished} are finished")));
    let counted =
        "<!-- quick lines, 1 s: morpion count 4D 6 --finished -->\n| moves | grids | finished |\n|---|---|---|\n";
    let begin: String = table.lines().take(7).map(|row| format!("{row}\n")).collect();
    assert_eq!(differences(&Page::new(&format!("{counted}{begin}"))), [""; 0]);
}

/// What the environment says, for [`figures_anew`].
struct Wish {
    write: bool,
    up_to: Option<Duration>,
    only: String,
}

impl Wish {
    fn read() -> Wish {
        let given = |name: &str| env::var(name).unwrap_or_default();
        let up_to = given("RESULTS_UP_TO");
        let up_to = (!up_to.is_empty()).then(|| time::read(&format!("{up_to} s")).expect("a number of seconds"));
        Wish { write: given("RESULTS_WRITE") == "1", up_to, only: given("RESULTS_ONLY") }
    }

    fn wants(&self, entry: &Entry) -> bool {
        self.up_to.is_none_or(|most| entry.takes <= most)
            && entry.figures.iter().any(|figure| figure.command.contains(&self.only))
    }
}

#[test]
#[ignore = "scripts/results runs it, for about three hours"]
fn figures_anew() {
    let wish = Wish::read();
    let mut page = page();
    let mut runs = Runs::default();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in &entries(&page) {
        let name = &entry.figures[0].command;
        let more = entry.figures.len() - 1;
        let name = if more == 0 { name.clone() } else { format!("{name} and {more} more figures") };
        if !wish.wants(entry) {
            *counts.entry("skipped").or_default() += 1;
            println!("skipped  {:>12}  {name}", time::write(entry.takes));
            continue;
        }
        let outcome = runs.outcome(entry);
        let differences = outcome.differences(&page, entry);
        let verdict = if differences.is_empty() { "agrees" } else { "DIFFERS" };
        *counts.entry(verdict).or_default() += 1;
        println!("{verdict:7}  {:>12}  {name}", time::write(outcome.taken));
        differences.iter().for_each(|difference| println!("         {difference}"));
        if wish.write {
            let answers = entry.figures.iter().zip(&outcome.answers);
            answers.for_each(|(figure, answer)| answer.iter().for_each(|answer| page.put(figure.place, answer)));
            page.put_time(entry, outcome.taken);
            // At once: hours may follow.
            fs::write(PAGE, page.text()).unwrap();
        }
    }
    println!("{counts:?}");
    assert!(counts.contains_key("agrees") || counts.contains_key("DIFFERS"), "nothing was run");
    assert!(wish.write || !counts.contains_key("DIFFERS"), "the page is not what the programs answer");
}
