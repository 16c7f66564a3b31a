//! Imports go one way: binaries, command line, games, primitives; and what checks knows nothing of what solves.

use crate::support::Ended;

#[cfg(unix)]
#[test]
fn imports_go_down_only() {
    for (importing, not_imported) in [
        ("src/[a-km-z]*.rs", "cli::|hex::|hip::|chip_firing::|morpion::|judge::"),
        ("src/hex", "cli::|hip::|chip_firing::|morpion::|judge::"),
        ("src/hip", "cli::|hex::|chip_firing::|morpion::|judge::"),
        ("src/chip_firing", "cli::|hex::|hip::|morpion::|judge::"),
        ("src/morpion", "cli::|hex::|hip::|chip_firing::|judge::"),
        ("src/judge", "cli::|hip::|chip_firing::|morpion::|hex::.*([Ss]olve|[Cc]ase|[Cc]ompletion)"),
        ("src/hex/proof", "solve|transposition|workers"),
        ("src/hex/solve", "svg|text::|sgf|gtp|picture|report::"),
    ] {
        // In code, and not in comments.
        let grep = format!("grep -rnE --include='*.rs' --exclude=main.rs '^[^/]*({not_imported})' {importing}");
        let mut shell = std::process::Command::new("sh");
        let found = Ended::from(shell.args(["-c", &grep]).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap());
        assert_eq!(found, Ended { status: Some(1), stdout: String::new(), stderr: String::new() }, "{importing}");
    }
}
