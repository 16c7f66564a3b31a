//! Programs that the tests judge, built with a bare `rustc`.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds a source file in this edition, as fast as that goes; a warning is a failure. What has been built before is
/// taken.
pub(crate) fn build(source: &Path, edition: &str) -> PathBuf {
    // Programs that are run for a moment are not worth optimizing.
    let options = ["--edition", edition, "-C", "opt-level=0", "-C", "debuginfo=0"];
    let mut hasher = DefaultHasher::new();
    (fs::read(source).unwrap(), options).hash(&mut hasher);
    let name = source.file_stem().unwrap().to_str().unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let program = folder.join(format!("{name}-{:016x}", hasher.finish()));
    if program.exists() {
        return program;
    }
    // Tests run side by side, as threads or as processes: the first one that is done moves the whole program there.
    let building = tempfile::tempdir_in(folder).unwrap();
    let built_here = building.path().join(name);
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let built = Command::new(rustc).args(options).arg(source).arg("-o").arg(&built_here).output().unwrap();
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success() && said.is_empty(), "{}: {said}", source.display());
    fs::rename(built_here, &program).unwrap();
    program
}

/// One of `tests/support/programs`.
pub(crate) fn program(name: &str) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/programs").join(name).with_extension("rs");
    build(&source, "2024")
}
