//! Imports go one way: binaries, command line, games, primitives; and what is submitted to judges is plain `std`.

#![allow(clippy::pedantic, clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const GAMES: [&str; 5] = ["chip_firing", "hex", "hip", "judge", "morpion"];

/// What is submitted, as `scripts/bundle` puts it together: these modules, without those parts of `hex`.
const SUBMITTED: [&str; 5] = ["bits", "cell", "hex", "player", "text"];
const NOT_SUBMITTED: [&str; 11] = [
    "hex::answer",
    "hex::count",
    "hex::game",
    "hex::gtp",
    "hex::input",
    "hex::perfect",
    "hex::picture",
    "hex::proof",
    "hex::review",
    "hex::sgf",
    "hex::solve",
];

/// The modules of games that read, write or draw.
const LEAVES: [&str; 15] = [
    "chip_firing::named_graph",
    "chip_firing::picture",
    "chip_firing::tree",
    "hex::answer",
    "hex::dataset",
    "hex::input",
    "hex::picture",
    "hex::review",
    "hex::sgf",
    "hip::picture",
    "morpion::game",
    "morpion::merge",
    "morpion::picture",
    "morpion::record",
    "morpion::replay",
];

/// What the judge imports from `hex`: the format of the input, and nothing that solves it.
const FOR_THE_JUDGE: [&str; 5] =
    ["hex::DataSets", "hex::Position", "hex::ReadError", "hex::Strictness", "hex::dataset"];

/// The modules of the standard library that depend on the system.
const SYSTEM: [&str; 5] = ["std::env", "std::fs", "std::process", "std::thread", "std::time"];

/// Whether a path is a module or something in it.
fn is_in(path: &str, module: &str) -> bool {
    path.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// The paths that an import names, one for each name in its braces.
fn expanded(import: &str) -> Vec<String> {
    let (prefix, names) = import.split_once('{').unwrap_or(("", import));
    assert!(!names.contains('{'), "{import}: braces in braces");
    let names = names.split([',', '}']).map(|name| name.split(" as ").next().unwrap().trim());
    let names = names.filter(|name| !name.is_empty());
    names.map(|name| format!("{}{name}", prefix.trim()).replace("::self", "")).collect()
}

/// A path as the crate sees it, if it is one of the crate's; `module` is where it is written.
fn resolved(path: &str, module: &[&str]) -> String {
    let mut names = Vec::new();
    for (place, name) in path.split("::").enumerate() {
        if place == 0 && ["self", "super"].contains(&name) {
            names = module.to_vec();
        }
        match name {
            "crate" | "self" => {}
            "super" => drop(names.pop()),
            _ => names.push(name),
        }
    }
    names.join("::")
}

/// Paths that are written out in the code. What goes on in braces is an import, and expanded.
fn inline(code: &str) -> impl Iterator<Item = String> {
    let paths = code.split(|c: char| !(c.is_alphanumeric() || "_:".contains(c)));
    let paths = paths.filter(|path| path.starts_with("super::") || path.starts_with("crate::"));
    paths.filter(|path| !path.ends_with(':')).map(str::to_owned)
}

/// All files of the source.
fn files() -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    assert!(files.len() > 100, "the source has moved");
    files
}

/// Each import, in `use` or in the code: the module, and a path from the root of the crate, or of another one.
fn imports() -> Vec<(String, String)> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut imports = Vec::new();
    for path in files() {
        let relative = path.strip_prefix(&source).unwrap().with_extension("");
        let parts: Vec<&str> =
            relative.iter().map(|part| part.to_str().unwrap()).filter(|&part| part != "mod").collect();
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code: String = lines.map(|line| format!("{line}\n")).collect();
        let statements = code.split("\nuse ").skip(1).chain(code.split("\npub use ").skip(1));
        let statements = statements.filter_map(|rest| Some(rest.split_once(';')?.0.replace('\n', " ")));
        let paths = statements.flat_map(|import| expanded(&import)).chain(inline(&code));
        imports.extend(paths.map(|path| (parts.join("::"), resolved(&path, &parts))));
    }
    imports
}

/// The floor of a path of this crate: 3 binaries, 2 command line, 1 games, 0 primitives.
fn floor(path: &str, modules: &BTreeSet<&String>) -> Option<u8> {
    match path.split("::").next()? {
        "main" | "bin" => Some(3),
        "cli" => Some(2),
        game if GAMES.contains(&game) => Some(1),
        "lib" => None,
        other => modules.contains(&other.to_owned()).then_some(0),
    }
}

/// Also two files that need each other are one thing in two places; a module and what is inside it may.
#[test]
fn imports_go_down_only() {
    let imports = imports();
    let modules: BTreeSet<&String> = imports.iter().map(|(module, _)| module).collect();
    for (module, path) in &imports {
        let Some((here, there)) = floor(module, &modules).zip(floor(path, &modules)) else { continue };
        let [from, to] = [module, path].map(|path| path.split("::").next().unwrap());
        let judging = from == "judge" && FOR_THE_JUDGE.iter().any(|part| is_in(path, part));
        assert!(there < here || from == to || judging || (here, there) == (0, 0), "{module} imports {path}");
    }
    let is_used = |one: &str, by: &str| imports.iter().any(|(module, path)| module == by && is_in(path, one));
    let mut pairs = 0;
    for &one in &modules {
        for other in modules.iter().filter(|other| !is_in(one, other) && !is_in(other, one)) {
            if is_used(other, one) {
                assert!(!is_used(one, other), "{one} and {other} import each other");
                pairs += 1;
            }
        }
    }
    assert!(pairs > 100, "imports are written in another way now");
}

#[test]
fn shared_command_line_and_other_programs_import_no_program() {
    let program = |path: &str| GAMES.into_iter().find(|game| is_in(path, &format!("cli::{game}")));
    for (module, path) in imports().iter().filter(|(module, _)| is_in(module, "cli")) {
        assert!(program(path).is_none() || program(path) == program(module), "{module} imports {path}");
    }
}

/// Solvers know nothing of reading, printing and drawing, and the check of a proof nothing of the solver.
#[test]
fn solvers_do_not_read_print_or_draw() {
    let is_leaf =
        |path: &str| LEAVES.iter().any(|leaf| is_in(path, leaf)) || path.split("::").any(|part| part == "report");
    for (module, path) in imports() {
        let game = module.split("::").next().unwrap();
        if GAMES.contains(&game)
            && game != "judge"
            && module != game
            && !is_leaf(&module)
            && !is_in(&module, "hex::proof")
        {
            let writes = ["text", "svg"].iter().any(|part| is_in(&path, part));
            assert!(!(writes || is_in(&path, game) && is_leaf(&path)), "{module} imports {path}");
        }
        let solves = ["hex::solve", "hex::solver", "transposition", "workers"].iter().any(|part| is_in(&path, part));
        assert!(!is_in(&module, "hex::proof") || !solves, "{module} imports {path}");
    }
}

/// What runs programs uses the system; how outputs are judged and inputs are made does not, nor does what is submitted.
/// That this needs no other crates is seen where the single file is compiled.
#[test]
fn plain_parts_do_not_use_the_system() {
    for (module, path) in imports() {
        let is_in_one_of = |modules: &[&str]| modules.iter().any(|part| is_in(&module, part));
        let submitted = is_in_one_of(&SUBMITTED) && !is_in_one_of(&NOT_SUBMITTED);
        let judges = is_in(&module, "judge") && !is_in_one_of(&["judge::run", "judge::stress"]);
        let uses_system = SYSTEM.iter().any(|part| is_in(&path, part)) || is_in(&path, "workers");
        assert!(!(submitted || judges) || !uses_system, "{module} imports {path}");
    }
}

/// A module with submodules is `foo/mod.rs`, never `foo.rs` beside `foo/`; and no file is too long to read.
#[test]
fn modules_have_one_style_and_files_a_readable_length() {
    for path in files() {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines < 700, "{} has {lines} lines", path.display());
        assert!(!path.with_extension("").is_dir(), "{} stands beside a folder of the same name", path.display());
    }
}
