//! What documents link to and name is there.

use std::collections::BTreeSet;

use crate::{README, file, read};

/// All pages of a folder and below it.
fn pages(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(file(folder)).unwrap().map(|entry| entry.unwrap());
    let pages = entries.flat_map(|entry| {
        let name = format!("{folder}/{}", entry.file_name().to_str().unwrap());
        let is_folder = entry.file_type().unwrap().is_dir();
        if is_folder { pages(&name) } else { vec![name] }
    });
    pages.filter(|name| name.ends_with(".md")).collect()
}

/// The headings of a document, as links name them.
fn anchors(document: &str) -> BTreeSet<String> {
    let headings = document.lines().filter_map(|line| line.trim_start_matches('#').strip_prefix(' '));
    let is_kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    headings.map(|line| line.to_lowercase().chars().filter(is_kept).collect::<String>().replace(' ', "-")).collect()
}

#[test]
fn linked_and_named_files_exist() {
    let mut seen = 0;
    let pages: Vec<String> = ["src", "scripts", "testdata"].into_iter().flat_map(pages).collect();
    for page in pages.iter().map(String::as_str).chain([README]) {
        let text = read(page);
        assert!(!text.contains("@@"), "{page} has something left to fill in");
        for link in text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            // A variation in SGF is no link; what is neither a file nor an anchor is an item, which rustdoc checks.
            if link.contains("://") || link.starts_with(';') || !link.contains(['.', '/', '#']) {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { file(page) } else { file(page).parent().unwrap().join(path) };
            assert!(target.exists(), "{page}: {link}");
            if !anchor.is_empty() {
                assert!(anchors(&std::fs::read_to_string(target).unwrap()).contains(anchor), "{page}: {link}");
            }
            seen += 1;
        }
        for name in text.split('`').skip(1).step_by(2) {
            let name = name.split([' ', ':']).next().unwrap();
            if ["scripts/", "src/", "tests/", "benches/", "testdata/"].iter().any(|folder| name.starts_with(folder)) {
                assert!(name.contains('*') || file(name).exists(), "{page}: {name}");
                seen += 1;
            }
        }
    }
    assert!(seen > 50, "{seen}");
}

/// The limit is the point: what does not fit belongs to a reference.
#[test]
fn first_page_is_short() {
    assert!(read(README).lines().count() <= 200);
}
