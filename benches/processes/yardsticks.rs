//! What there is to compare with on this machine.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[derive(Default)]
pub struct Yardsticks {
    /// The C++ programs that could be built: their names, and where they are.
    pub cpp: Vec<(&'static str, PathBuf)>,
    pub python: Option<PathBuf>,
    /// The solvers that Python has: how `hip_solvers.py` calls them, and their names with versions.
    pub solvers: Vec<(&'static str, String)>,
    /// The program of the crate `morpion-solitaire`: its name with the version, and where it is.
    pub solitaire: Option<(String, PathBuf)>,
}

impl Yardsticks {
    /// Looks for all, and says what is missing. Programs are built into the folder.
    pub fn find(folder: &Path) -> Yardsticks {
        let installed = env::var_os("QUADRILLE_YARDSTICKS").map(PathBuf::from);
        if installed.is_none() {
            println!("QUADRILLE_YARDSTICKS names no folder: scripts/bench makes one, with solvers and the crate");
        }
        let mut found = Yardsticks::default();
        for (name, source) in [(PLAIN_CPP, "plain.cpp"), (FLOOR_CPP, "floor.cpp")] {
            match compiled(source, folder) {
                Some(path) => found.cpp.push((name, path)),
                None => println!("missing: a C++ compiler, for {name}"),
            }
        }
        let environment = installed.as_ref().map(|folder| folder.join("venv/bin/python"));
        found.python = environment.filter(|path| path.is_file()).or_else(python);
        match &found.python {
            Some(python) => {
                for (package, name, call) in [("highspy", "HiGHS", "highs"), ("ortools", "CP-SAT", "cp-sat")] {
                    let version = format!("import {package}, importlib.metadata as m; print(m.version('{package}'))");
                    match said(Command::new(python).args(["-c", &version])) {
                        Some(version) => found.solvers.push((call, format!("{name} {version}"))),
                        None => println!("missing: Python's package {package}, for {name}"),
                    }
                }
            }
            None => println!("missing: python3, for plain Python, the post's algorithm, HiGHS and CP-SAT"),
        }
        found.solitaire = installed.and_then(|folder| {
            let path = folder.join("bin/morpion-solitaire");
            said(Command::new(&path).arg("--version")).map(|name| (name, path))
        });
        if found.solitaire.is_none() {
            println!("missing: the crate morpion-solitaire");
        }
        found
    }
}

pub const PLAIN_CPP: &str = "plain C++";
pub const FLOOR_CPP: &str = "floor C++";

/// The program made from a source in `benches`, if there is a compiler.
fn compiled(source: &str, folder: &Path) -> Option<PathBuf> {
    let compiler = env::var_os("CXX").unwrap_or_else(|| "g++".into());
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches").join(source);
    let program = folder.join(source.file_stem()?);
    let mut command = Command::new(compiler);
    command.args(["-O2", "-std=c++17", "-o"]).arg(&program).arg(source);
    said(&mut command).map(|_| program)
}

/// Where Python itself is: `python3` may be a script that looks for it, and that takes time.
fn python() -> Option<PathBuf> {
    said(Command::new("python3").args(["-c", "import sys; print(sys.executable)"])).map(PathBuf::from)
}

/// What it prints, if it can be run and succeeds.
fn said(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok().map(|text| text.trim().to_owned())
}
