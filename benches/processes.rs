//! Whole programs side by side in one run.
//!
//! - `hex`, the plain C++ program that most teams would hand in (`plain.cpp`), and the floor, which only reads the input and prints
//!   each first board (`floor.cpp`). All read 4,000 random boards of 21 × 21 from a file.
//! - `chip-firing`, and the algorithm of the post of 2018 in the language that it is written in (`chip_firing_post.py`).
//!
//! `cargo bench --bench processes` builds the yardsticks with the C++ compiler that `$CXX` names, or `g++`, and runs `python3`; it says
//! so if there is none. Programs write to `/dev/null`, and take turns, so that a disturbance of the machine meets all of
//! them; what is printed is the median of the CPU time, user and system, and of the time on the wall, with the smallest
//! and the largest.

#![allow(clippy::pedantic, clippy::unwrap_used, missing_docs, unreachable_pub, reason = "a benchmark")]

mod boards;

#[cfg(unix)]
fn main() {
    measured::main();
}

#[cfg(not(unix))]
fn main() {
    println!("CPU times of processes are measured on Unix only");
}

#[cfg(unix)]
mod measured {
    use std::env;
    use std::fs::{self, File};
    use std::path::{Path, PathBuf};
    use std::process::{Command, Stdio};
    use std::time::Instant;

    use nix::sys::resource::{UsageWho, getrusage};

    const DATA_SETS: usize = 4000;

    struct Program {
        name: &'static str,
        path: PathBuf,
        arguments: Vec<&'static str>,
        cpu_ms: Vec<f64>,
        wall_ms: Vec<f64>,
    }

    pub fn main() {
        // Cargo runs benchmarks as tests too, to see whether they work: once is enough then.
        let whole = env::args().any(|argument| argument == "--bench");
        let rounds = |rounds| if whole { rounds } else { 1 };
        hex(rounds(25));
        for (question, graph, vertices) in [("winner", "K13", "13"), ("number", "K11", "11")] {
            chip_firing(question, graph, vertices, rounds(5));
        }
    }

    fn hex(rounds: usize) {
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("input.txt");
        fs::write(&input, super::boards::input(DATA_SETS, 21)).unwrap();

        let hex = || PathBuf::from(env!("CARGO_BIN_EXE_hex"));
        let mut programs = vec![
            Program::new("hex --threads 1", hex(), &["--threads", "1"]),
            Program::new("hex --threads 2", hex(), &["--threads", "2"]),
        ];
        for (name, source) in [("plain C++", "plain.cpp"), ("floor C++", "floor.cpp")] {
            match compiled(source, folder.path()) {
                Some(path) => programs.push(Program::new(name, path, &[])),
                None => println!("no C++ compiler, so no {name}"),
            }
        }
        for _ in 0..rounds {
            programs.iter_mut().for_each(|program| program.run(&input));
        }
        report(&format!("{DATA_SETS} boards of 21 x 21, 0 to 60 percent full, {rounds} rounds"), &programs);
        let [cpu, wall]: [Times; 2] = [|program| &program.cpu_ms, |program| &program.wall_ms];
        let [one, two] = ["hex --threads 1", "hex --threads 2"];
        ratio("plain C++ takes, of our CPU time", &programs, cpu, "plain C++", one);
        ratio("we take, of the floor's CPU time", &programs, cpu, one, "floor C++");
        ratio("one thread takes, of two threads' time", &programs, wall, one, two);
    }

    fn chip_firing(question: &'static str, graph: &'static str, vertices: &'static str, rounds: usize) {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/chip_firing_post.py");
        let ours = PathBuf::from(env!("CARGO_BIN_EXE_chip-firing"));
        let mut programs = vec![Program::new("chip-firing", ours, &[question, graph, "--threads", "1"])];
        let python = Command::new("python3").arg("--version").stdout(Stdio::null()).status();
        if python.is_ok_and(|status| status.success()) {
            programs.push(Program::new("the post's, Python", "python3".into(), &[script, question, vertices]));
        } else {
            println!("no Python, so nothing to compare with");
        }
        for _ in 0..rounds {
            programs.iter_mut().for_each(|program| program.run(Path::new("/dev/null")));
        }
        report(&format!("{question} {graph}, {rounds} rounds"), &programs);
        let cpu: Times = |program| &program.cpu_ms;
        ratio("the post's takes, of our CPU time", &programs, cpu, "the post's, Python", "chip-firing");
    }

    /// The program made from a source beside this file, if there is a compiler.
    fn compiled(source: &str, folder: &Path) -> Option<PathBuf> {
        let compiler = env::var_os("CXX").unwrap_or_else(|| "g++".into());
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches").join(source);
        let program = folder.join(source.file_stem()?);
        let mut command = Command::new(compiler);
        command.args(["-O2", "-std=c++17", "-o"]).arg(&program).arg(source);
        command.status().is_ok_and(|status| status.success()).then_some(program)
    }

    impl Program {
        fn new(name: &'static str, path: PathBuf, arguments: &[&'static str]) -> Program {
            Program { name, path, arguments: arguments.to_vec(), cpu_ms: Vec::new(), wall_ms: Vec::new() }
        }

        fn run(&mut self, input: &Path) {
            let output = File::create("/dev/null").unwrap();
            let mut command = Command::new(&self.path);
            command.args(&self.arguments).stdin(File::open(input).unwrap()).stdout(output).stderr(Stdio::inherit());
            let (cpu, wall) = (children_cpu_ms(), Instant::now());
            assert!(command.status().unwrap().success(), "{} failed", self.name);
            self.wall_ms.push(wall.elapsed().as_secs_f64() * 1e3);
            self.cpu_ms.push(children_cpu_ms() - cpu);
        }
    }

    /// The CPU time of all children so far, user and system.
    fn children_cpu_ms() -> f64 {
        let usage = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap();
        [usage.user_time(), usage.system_time()]
            .iter()
            .map(|t| t.tv_sec() as f64 * 1e3 + t.tv_usec() as f64 / 1e3)
            .sum()
    }

    /// Smallest, median and largest.
    fn spread(times: &[f64]) -> (f64, f64, f64) {
        let mut times = times.to_vec();
        times.sort_by(f64::total_cmp);
        (times[0], times[times.len() / 2], times[times.len() - 1])
    }

    fn report(title: &str, programs: &[Program]) {
        println!("\n{title}");
        println!("{:<20}{:>28}{:>28}", "", "CPU ms (least, most)", "wall ms (least, most)");
        for program in programs {
            let column = |times: &[f64]| {
                let (least, median, most) = spread(times);
                format!("{median:.1} ({least:.1}, {most:.1})")
            };
            println!("{:<20}{:>28}{:>28}", program.name, column(&program.cpu_ms), column(&program.wall_ms));
        }
    }

    type Times = fn(&Program) -> &Vec<f64>;

    /// Prints how many times as long one program takes as another, if both were there.
    fn ratio(what: &str, programs: &[Program], times: Times, of: &str, to: &str) {
        let median =
            |name: &str| programs.iter().find(|program| program.name == name).map(|program| spread(times(program)).1);
        if let Some((of, to)) = median(of).zip(median(to)) {
            println!("{what:<40} {:.2} times", of / to);
        }
    }
}
