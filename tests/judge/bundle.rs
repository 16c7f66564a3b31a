//! The single file for online judges: judges accept it, and it is right on all test data. `package.rs` compares it with
//! the output of the script.

use crate::support::built;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin_cmd;

/// The largest source file that most judges accept.
const MOST_BYTES: usize = 64 * 1024;

/// The oldest and the newest edition; judges compile with the former by default, BAPCtools with 2018, Kattis with 2021.
/// The gate has all.
const EDITIONS: [&str; 2] = ["2015", "2024"];

#[test]
fn the_bundle_is_small_compiles_without_a_warning_and_is_right() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let submission = root.join("testdata/package/submissions/accepted/hex.rs");
    let text = fs::read_to_string(&submission).unwrap();
    assert!(text.len() < MOST_BYTES, "{} bytes", text.len());
    assert!(text.contains("by Lee's algorithm over bitboard rows"), "comments that say what a module is are gone");

    // The gate compiles it as judges do, with -O, and judges that as well.
    let [program, ..] = EDITIONS.map(|edition| {
        let program = built::build(&submission, edition);
        let input = File::open(root.join("testdata/sample1.txt")).unwrap();
        let sample = Command::new(&program).stdin(input).output().unwrap();
        assert_eq!(sample.stdout, fs::read(root.join("testdata/sample1.out")).unwrap(), "edition {edition}");
        program
    });

    let mut judge = cargo_bin_cmd!("hex-judge");
    judge.current_dir(root).args([
        "run",
        "--tests",
        "testdata",
        "testdata/package/data/sample",
        "testdata/package/data/secret",
        "--",
    ]);
    judge.arg(&program).assert().code(0);

    // A fault of the input is reported after the answers before it.
    let broken = root.join("testdata/invalid/second-data-set-broken.txt");
    let run = Command::new(&program).stdin(File::open(&broken).unwrap()).output().unwrap();
    let own = cargo_bin_cmd!("hex").pipe_stdin(broken).unwrap().output().unwrap();
    assert_eq!((run.status.code(), run.stdout, run.stderr), (own.status.code(), own.stdout, own.stderr));
}
