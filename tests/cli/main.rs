//! The rules of the interface that all programs share, checked for each of them.

#![allow(clippy::pedantic, clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../support/mod.rs"]
mod support;

mod about;
mod answers;
mod hostile;
#[cfg(unix)]
mod interrupted;
mod json;
#[cfg(unix)]
mod locks;
#[cfg(unix)]
mod rejected;
#[cfg(unix)]
mod resumed;
mod table;
mod terminal;
#[cfg(unix)]
mod unwritable;

use self::support::{Ended, Program};

/// Asks a program; among the arguments FOLDER is one that can be written to.
fn ask(program: Program, arguments: &str, input: impl Into<Vec<u8>>) -> Ended {
    let folder = tempfile::tempdir().unwrap();
    program.run(&arguments.replace("FOLDER", folder.path().to_str().unwrap()), input)
}

/// Runs a check of each item on one of five threads: each waits for something.
fn side_by_side<T: Sync>(items: &[T], check: impl Fn(&T) + Sync) {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let (next, check) = (&next, &check);
    std::thread::scope(|scope| {
        for _ in 0..5 {
            scope.spawn(move || {
                while let Some(item) = items.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                    check(item);
                }
            });
        }
    });
}
