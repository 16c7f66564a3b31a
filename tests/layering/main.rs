//! Imports go one way: binaries, command line, games, primitives; and what is submitted to judges is plain `std`.

#![allow(clippy::pedantic, clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Modules below the command line that are not submitted, and so may use other crates.
const NOT_SUBMITTED: [&str; 16] = [
    "checkpoint",
    "chip_firing",
    "files",
    "graph",
    "hex::picture",
    "hex::count",
    "hex::solve",
    "hip",
    "judge",
    "morpion",
    "proc_files",
    "random",
    "svg",
    "symmetry",
    "transposition",
    "workers",
];

/// The primitives that stand on another one; each with that one, and on no more.
const ON_A_PRIMITIVE: [(&str, &str); 4] =
    [("checkpoint", "files"), ("symmetry", "cell"), ("transposition", "checkpoint"), ("workers", "progress")];

/// The modules of Hip that compute answers, and so do not import those that write them.
const HIP_SOLVERS: [&str; 5] = ["board", "draws", "game", "model", "tie"];

/// The modules of chip-firing games that compute answers.
const CHIP_SOLVERS: [&str; 6] = ["any_graph", "complete_graph", "configuration", "game", "search", "solver"];

/// The modules of chip-firing games that write or draw answers.
const CHIP_LEAVES: [&str; 2] = ["picture", "tree"];

/// The modules of Morpion Solitaire with its rules and those that compute answers.
const MORPION_SOLVERS: [&str; 9] =
    ["board", "bounds", "count", "lattice", "position", "potential", "search", "upper_bound", "variant"];

/// The modules of Morpion Solitaire that read, write and draw games.
const MORPION_LEAVES: [&str; 3] = ["picture", "record", "report"];

/// The items that the judge imports from `hex`: the format of the input, and nothing that solves it.
const FOR_THE_JUDGE: [&str; 4] = ["DataSets", "Position", "ReadError", "Strictness"];

/// The modules of the standard library that depend on the system.
const SYSTEM: [&str; 5] = ["env", "fs", "process", "thread", "time"];

/// The folders of the command line that belong to one program each.
const OF_ONE_PROGRAM: [&str; 5] = ["chip_firing", "hex", "hip", "judge", "morpion"];

/// The paths that an import names, one for each name in its braces.
fn expanded(import: &str) -> Vec<String> {
    let Some((prefix, rest)) = import.split_once('{') else {
        return vec![import.split(" as ").next().unwrap().trim().to_owned()];
    };
    let inside = &rest[..rest.rfind('}').unwrap()];
    let (mut names, mut depth) = (vec![String::new()], 0);
    for letter in inside.chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        match letter {
            ',' if depth == 0 => names.push(String::new()),
            _ => names.last_mut().unwrap().push(letter),
        }
    }
    let names = names.iter().map(|name| name.trim()).filter(|name| !name.is_empty());
    names
        .flat_map(|name| expanded(&format!("{}{name}", prefix.trim())))
        .map(|path| path.replace("::self", ""))
        .collect()
}

/// A path as the crate sees it, if it is one of the crate's; `module` is where it is written, and `parent` what that is in.
fn resolved(path: &str, module: &[&str], parent: &[&str]) -> String {
    let mut folder = module;
    let mut rest = path;
    while let Some(next) = rest.strip_prefix("super::") {
        folder = if folder.len() == module.len() { parent } else { &folder[..folder.len() - 1] };
        rest = next;
    }
    if let Some(next) = rest.strip_prefix("self::") {
        return format!("{}::{next}", module.join("::"));
    }
    match rest == path {
        true => rest.trim_start_matches("crate::").to_owned(),
        false if folder.is_empty() => rest.to_owned(),
        false => format!("{}::{rest}", folder.join("::")),
    }
}

/// Paths that are written out in the code.
fn inline(code: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for root in ["super::", "crate::"] {
        let mut rest = code;
        while let Some(at) = rest.find(root) {
            let path = rest[at..].split(|c: char| !(c.is_alphanumeric() || "_:".contains(c))).next().unwrap();
            let begins = !rest[..at].ends_with(|c: char| c.is_alphanumeric() || "_:".contains(c));
            // What goes on in braces is an import, and expanded.
            if begins && !path.ends_with(':') {
                paths.push(path.to_owned());
            }
            rest = &rest[at + path.len().max(root.len())..];
        }
    }
    paths
}

/// What each module imports, in `use` or in its code: paths from the root of the crate, or of another one.
fn imports() -> BTreeMap<String, Vec<String>> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut modules = BTreeMap::new();
    let mut folders = vec![source.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            // References stand beside the source.
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let relative = path.strip_prefix(&source).unwrap().with_extension("");
            let parts: Vec<_> =
                relative.iter().map(|part| part.to_str().unwrap()).filter(|&part| part != "mod").collect();
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            let code: String = lines.map(|line| format!("{line}\n")).collect();
            let statements = code.split("\nuse ").skip(1).chain(code.split("\npub use ").skip(1));
            let statements = statements.filter_map(|rest| Some(rest.split_once(';')?.0.replace('\n', " ")));
            let mut paths: Vec<String> = statements.flat_map(|import| expanded(&import)).collect();
            paths.extend(inline(&code));
            let parent = &parts[..parts.len() - 1];
            let resolved = paths.iter().map(|path| resolved(path, &parts, parent));
            modules.insert(parts.join("::"), resolved.collect());
        }
    }
    assert!(modules.len() > 20, "the source has moved");
    modules
}

fn floor(path: &str) -> Option<u8> {
    match path.split("::").next()? {
        "main" | "bin" => Some(3),
        "cli" => Some(2),
        "chip_firing" | "hex" | "hip" | "judge" | "morpion" => Some(1),
        "bits" | "cell" | "checkpoint" | "files" | "graph" | "player" | "proc_files" | "progress" | "random"
        | "svg" | "symmetry" | "text" | "transposition" | "workers" => Some(0),
        _ => None,
    }
}

/// Two files that need each other are one thing in two places. A module and what is inside it may.
#[test]
fn no_two_modules_import_each_other() {
    let imports = imports();
    let inside = |path: &str, module: &str| path == module || path.starts_with(&format!("{module}::"));
    let mut pairs = 0;
    for (one, of_one) in imports.iter().filter(|(module, _)| module.contains("::")) {
        for (other, of_other) in imports.iter().filter(|(module, _)| module.contains("::")) {
            if inside(one, other) || inside(other, one) {
                continue;
            }
            let there = of_one.iter().any(|import| inside(import, other));
            let back = of_other.iter().any(|import| inside(import, one));
            assert!(!(there && back), "{one} and {other} import each other");
            pairs += u32::from(there);
        }
    }
    assert!(pairs > 100, "imports are written in another way now");
}

/// What runs programs uses the system; how outputs are judged and inputs are made does not depend on it.
#[test]
fn only_running_and_stress_use_processes_threads_files_and_clocks() {
    let imports = imports();
    assert!(imports["judge::run::supervisor"].iter().any(|import| import.starts_with("std::process")));
    for (module, imports) in imports.iter().filter(|(module, _)| module.starts_with("judge")) {
        if ["judge::run", "judge::stress"].iter().any(|part| module.starts_with(part)) {
            continue;
        }
        for import in imports {
            let system = SYSTEM.iter().any(|part| import.starts_with(&format!("std::{part}")));
            assert!(!system && !import.starts_with("workers"), "{module} imports {import}");
        }
    }
}

fn only_for_the_judge(import: &str) -> bool {
    let Some(names) = import.strip_prefix("hex::") else { return false };
    names.trim_matches(['{', '}']).split(", ").all(|name| FOR_THE_JUDGE.contains(&name))
}

#[test]
fn imports_go_down_only() {
    for (module, imports) in imports() {
        let Some(here) = floor(&module) else {
            assert_eq!(module, "lib", "{module} has no floor");
            continue;
        };
        for import in imports {
            if let Some(there) = floor(&import) {
                let [from, to] = [&module, &import].map(|path| path.split("::").next().unwrap());
                let judging = module.starts_with("judge") && only_for_the_judge(&import);
                let primitives = ON_A_PRIMITIVE.contains(&(from, to));
                assert!(there < here || from == to || judging || primitives, "{module} imports {import}");
            }
        }
    }
}

#[test]
fn the_shared_command_line_and_other_programs_import_no_program() {
    let program = |path: &str| {
        let folder = path.strip_prefix("cli::")?.split("::").next()?.to_owned();
        OF_ONE_PROGRAM.contains(&folder.as_str()).then_some(folder)
    };
    for (module, imports) in imports().iter().filter(|(module, _)| module.starts_with("cli::")) {
        for import in imports {
            let other = program(import).filter(|there| program(module).as_ref() != Some(there));
            assert_eq!(other, None, "{module} imports {import}");
        }
    }
}

#[test]
fn solvers_do_not_import_reading_and_printing() {
    let imports = imports();
    for solver in ["bitboard", "completion", "count", "first_completion", "position", "shortest_paths", "solver"] {
        for import in &imports[&format!("hex::{solver}")] {
            let leaf = ["dataset", "report", "picture"].iter().any(|leaf| import.contains(leaf));
            assert!(!leaf && !import.starts_with("text"), "hex::{solver} imports {import}");
        }
    }
    for solver in HIP_SOLVERS {
        assert!(imports.keys().any(|module| module.split("::").nth(1) == Some(solver)), "hip::{solver} has moved");
    }
    for (module, imports) in imports.iter().filter(|(module, _)| module.starts_with("hip::")) {
        if module == "hip::report" || module.starts_with("hip::picture") {
            continue;
        }
        for import in imports {
            let leaf = ["report", "picture", "svg", "text"].iter().any(|leaf| import.contains(leaf));
            assert!(!leaf, "{module} imports {import}");
        }
    }
}

/// Checks that of a game's modules only the leaves import leaves, text or pictures, and that there are no others.
/// A proof is checked without what has found it.
#[test]
fn the_check_of_proofs_does_not_import_the_solver() {
    let imports = imports();
    for module in ["hex::proof", "hex::proof::fault", "hex::proof::verify"] {
        for import in &imports[module] {
            // `hex` alone is how far an item can be seen.
            if import == "hex" {
                continue;
            }
            let rules = ["hex::proof", "hex::Found", "hex::PlayError", "hex::Position", "cell", "player", "text"];
            let is_of = |path: &str| import == path || import.starts_with(&format!("{path}::"));
            assert!(rules.into_iter().any(is_of) || floor(import).is_none(), "{module} imports {import}");
        }
    }
}

fn only_leaves_print(game: &str, solvers: &[&str], leaves: &[&str]) {
    let imports = imports();
    let part = |module: &str| module.split("::").nth(1).unwrap_or_default().to_owned();
    let of_game = |module: &str| module.split("::").next() == Some(game);
    for name in solvers.iter().chain(leaves) {
        let there = imports.keys().any(|module| of_game(module) && part(module) == *name);
        assert!(there, "{game}::{name} has moved");
    }
    for (module, imports) in imports.iter().filter(|(module, _)| of_game(module) && *module != game) {
        let leaf = leaves.contains(&part(module).as_str()) || module.ends_with("::report");
        assert!(leaf || solvers.contains(&part(module).as_str()), "{module} is in no list");
        for import in imports {
            let of_a_leaf = of_game(import) && leaves.contains(&part(import).as_str());
            let text = ["text", "svg"].contains(&import.split("::").next().unwrap());
            assert!(leaf || !of_a_leaf && !text, "{module} imports {import}");
        }
    }
}

#[test]
fn chip_firing_solvers_do_not_import_printing_and_drawing() {
    only_leaves_print("chip_firing", &CHIP_SOLVERS, &CHIP_LEAVES);
}

#[test]
fn the_rules_of_morpion_do_not_import_reading_printing_and_drawing() {
    only_leaves_print("morpion", &MORPION_SOLVERS, &MORPION_LEAVES);
}

#[test]
fn what_is_submitted_is_plain_std() {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).unwrap();
    let (_, dependencies) = manifest.split_once("\n[dependencies]\n").unwrap();
    let dependencies = dependencies.lines().take_while(|line| !line.starts_with('['));
    let crates: Vec<String> =
        dependencies.filter_map(|line| line.split_once(" =")).map(|(name, _)| name.replace('-', "_")).collect();
    assert!(crates.contains(&"itertools".to_owned()));
    for (module, imports) in imports() {
        let submitted =
            !NOT_SUBMITTED.iter().any(|left_out| module == *left_out || module.starts_with(&format!("{left_out}::")));
        if floor(&module).is_none_or(|floor| floor > 1) || !submitted {
            continue;
        }
        for import in imports {
            let mut parts = import.split("::");
            let (root, next) = (parts.next().unwrap(), parts.next().unwrap_or(""));
            assert!(!crates.iter().any(|name| name == root), "{module} imports {import}");
            assert!(root != "std" || !SYSTEM.contains(&next), "{module} imports {import}");
        }
    }
}

/// A module with submodules is `foo/mod.rs`, never `foo.rs` beside `foo/`; and no file is too long to read.
#[test]
fn modules_have_one_style_and_files_a_readable_length() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                let beside = path.with_extension("rs");
                assert!(!beside.exists(), "{} stands beside a folder of the same name", beside.display());
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let lines = fs::read_to_string(&path).unwrap().lines().count();
                assert!(lines < 700, "{} has {lines} lines", path.display());
                files += 1;
            }
        }
    }
    assert!(files > 100, "the source has moved");
}
