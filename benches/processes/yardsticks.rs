//! The yardsticks that are available on this machine.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[derive(Default)]
pub struct Yardsticks {
    /// The names and paths of the C++ programs that could be built.
    pub cpp: Vec<(&'static str, PathBuf)>,
    pub python: Option<PathBuf>,
    /// The solvers that are installed for Python: their names in `hip_solvers.py`, and their names with versions.
    pub solvers: Vec<(&'static str, String)>,
    /// The program of the crate `morpion-solitaire`: its name with the version, and its path.
    pub solitaire: Option<(String, PathBuf)>,
    /// The program `mohex` of benzene, which has its solvers. The user has built it.
    pub benzene: Option<PathBuf>,
}

impl Yardsticks {
    /// Looks for all yardsticks, builds the C++ programs in `folder`, and prints which yardsticks are missing.
    pub fn find(folder: &Path) -> Yardsticks {
        let installed = env::var_os("QUADRILLE_YARDSTICKS").map(PathBuf::from);
        if installed.is_none() {
            println!(
                "QUADRILLE_YARDSTICKS is not set: run scripts/bench to install the solvers and the crate morpion-solitaire"
            );
        }
        let mut found = Yardsticks::default();
        for (name, source) in [(PLAIN_CPP, "plain.cpp"), (FLOOR_CPP, "floor.cpp")] {
            match compiled(source, folder) {
                Some(path) => found.cpp.push((name, path)),
                None => println!("missing: {name}, which needs a C++ compiler"),
            }
        }
        let environment = installed.as_ref().map(|folder| folder.join("venv/bin/python"));
        found.python = environment.filter(|path| path.is_file()).or_else(python);
        match &found.python {
            Some(python) => {
                for (package, name, call) in [("highspy", "HiGHS", "highs"), ("ortools", "CP-SAT", "cp-sat")] {
                    let version = format!("import {package}, importlib.metadata as m; print(m.version('{package}'))");
                    match output_of(Command::new(python).args(["-c", &version])) {
                        Some(version) => found.solvers.push((call, format!("{name} {version}"))),
                        None => println!("missing: {name}, which needs the Python package {package}"),
                    }
                }
            }
            None => println!("missing: plain Python, the post's algorithm, HiGHS and CP-SAT, which need python3"),
        }
        found.solitaire = installed.and_then(|folder| {
            let path = folder.join("bin/morpion-solitaire");
            output_of(Command::new(&path).arg("--version")).map(|name| (name, path))
        });
        if found.solitaire.is_none() {
            println!("missing: the crate morpion-solitaire, which scripts/bench installs");
        }
        found.benzene = env::var_os("QUADRILLE_BENZENE").map(PathBuf::from).filter(|path| path.is_file());
        if found.benzene.is_none() {
            println!("missing: benzene, see scripts/bench --with-benzene");
        }
        found
    }
}

pub const PLAIN_CPP: &str = "plain C++";
pub const FLOOR_CPP: &str = "floor C++";

/// Compiles a source in `benches`; `None` if there is no compiler or it fails.
fn compiled(source: &str, folder: &Path) -> Option<PathBuf> {
    let compiler = env::var_os("CXX").unwrap_or_else(|| "g++".into());
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches").join(source);
    let program = folder.join(source.file_stem()?);
    let mut command = Command::new(compiler);
    command.args(["-O2", "-std=c++17", "-o"]).arg(&program).arg(source);
    output_of(&mut command).map(|_| program)
}

/// The path of the Python interpreter itself: `python3` may be a wrapper script, whose time would be measured too.
fn python() -> Option<PathBuf> {
    output_of(Command::new("python3").args(["-c", "import sys; print(sys.executable)"])).map(PathBuf::from)
}

/// Runs a command and returns its trimmed output; `None` if it cannot be run or fails.
fn output_of(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok().map(|text| text.trim().to_owned())
}
