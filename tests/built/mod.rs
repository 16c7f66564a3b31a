//! Programs that the tests judge, built with a bare `rustc`.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds a source file with these options of `rustc`; a warning is a failure.
pub(crate) fn build(source: &Path, options: &[&str]) -> PathBuf {
    // A folder of its own for each call: tests run side by side, as threads or as processes.
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap().keep();
    let program = folder.join(source.file_stem().unwrap());
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let built = Command::new(rustc).args(options).arg(source).arg("-o").arg(&program).output().unwrap();
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success() && said.is_empty(), "{}: {said}", source.display());
    program
}

/// One of `tests/programs`.
pub(crate) fn program(name: &str) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name).with_extension("rs");
    build(&source, &["--edition", "2024", "-O"])
}
