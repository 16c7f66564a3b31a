//! Whether a program can be started, and what to do if it cannot.
//!
//! ```text
//!     ../right.py     not executable; write -- python3 ../right.py
//!     hex.rs          not executable; compile it first
//!     right           no such program on the search path; write -- ./right
//! ```

use std::env;
use std::ffi::OsStr;
use std::path::Path;

use nix::unistd::{AccessFlags, access};

use super::{RunError, printable};

/// The programs that run files with these extensions.
const INTERPRETERS: [(&str, &str); 7] = [
    ("jar", "java -jar"),
    ("js", "node"),
    ("lua", "lua"),
    ("pl", "perl"),
    ("py", "python3"),
    ("rb", "ruby"),
    ("sh", "sh"),
];

/// Extensions of source code that a compiler translates first.
const COMPILED: [&str; 14] =
    ["adb", "c", "cc", "cpp", "cs", "cxx", "f90", "go", "hs", "java", "kt", "pas", "rs", "swift"];

/// Checks that there is a program of this name, and that it may be started. As in a shell, a name without a slash is
/// looked up on the search path alone.
///
/// # Errors
/// If it cannot be started, with what to do about it.
pub fn check_program(program: &OsStr) -> Result<(), RunError> {
    let path = Path::new(program);
    let failed = |problem: &str| Err(RunError::Failed(format!("cannot run {}: {problem}", printable(program))));
    if path.file_name() != Some(program) {
        return match path.metadata() {
            Err(error) => failed(&error.to_string()),
            Ok(there) if there.is_dir() => failed("it is a folder"),
            Ok(_) if is_executable(path) => Ok(()),
            Ok(_) => failed(&format!("not executable; {}", tip(path))),
        };
    }
    // Without a search path the system has one of its own.
    let Some(search_path) = env::var_os("PATH") else { return Ok(()) };
    if env::split_paths(&search_path).any(|folder| is_executable(&folder.join(program))) {
        return Ok(());
    }
    match path.is_file() {
        true if is_executable(path) => {
            failed(&format!("no such program on the search path; write -- ./{}", printable(path)))
        }
        true => failed(&format!("not executable; {}", tip(path))),
        false => failed("no such program on the search path"),
    }
}

/// Returns whether a path is a file that this user may execute.
fn is_executable(path: &Path) -> bool {
    path.is_file() && access(path, AccessFlags::X_OK).is_ok()
}

fn tip(path: &Path) -> String {
    let any = || format!("name the program that runs it first, or use chmod +x {}", printable(path));
    tip_for_source(path).unwrap_or_else(any)
}

/// Returns how to run a file of source code; `None` if its name does not tell.
pub(super) fn tip_for_source(path: &Path) -> Option<String> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    if COMPILED.contains(&&*extension) {
        return Some("compile it first".to_owned());
    }
    let (_, interpreter) = INTERPRETERS.iter().find(|(known, _)| *known == extension)?;
    Some(format!("write -- {interpreter} {}", printable(path)))
}
