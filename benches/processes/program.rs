//! A measured program, and a contest of several programs that answer the same question.

use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use nix::sys::resource::{UsageWho, getrusage};

use super::table::{Row, Spread, Unit};

/// The answer of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Is(String),
    /// The program stopped at its limit, with this lower bound.
    AtLeast(u32),
    /// The program answers nothing, as the floor does.
    Nothing,
}

/// What is read from a program's output: the answer, and the CPU time in ms if the program itself prints it.
pub struct Reading {
    pub answer: Answer,
    pub cpu_ms: Option<f64>,
}

impl From<Answer> for Reading {
    fn from(answer: Answer) -> Reading {
        Reading { answer, cpu_ms: None }
    }
}

pub struct Program {
    name: String,
    path: PathBuf,
    arguments: Vec<OsString>,
    input: PathBuf,
    read: fn(&str) -> Reading,
    answer: Answer,
    cpu_ms: Vec<f64>,
    wall_ms: Vec<f64>,
}

impl Program {
    pub fn new<A: Into<OsString>>(
        name: impl Into<String>,
        path: &Path,
        arguments: impl IntoIterator<Item = A>,
        read: fn(&str) -> Reading,
    ) -> Program {
        Program {
            name: name.into(),
            path: path.to_path_buf(),
            arguments: arguments.into_iter().map(Into::into).collect(),
            input: "/dev/null".into(),
            read,
            answer: Answer::Nothing,
            cpu_ms: Vec::new(),
            wall_ms: Vec::new(),
        }
    }

    pub fn reading(self, input: &Path) -> Program {
        Program { input: input.to_path_buf(), ..self }
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.args(&self.arguments).stdin(File::open(&self.input).unwrap()).stderr(Stdio::inherit());
        command
    }

    /// Runs the program and reads its answer; keeps its times only if `measured` is set.
    fn run_and_read(&mut self, measured: bool) {
        let (cpu, wall) = (children_cpu_ms(), Instant::now());
        let output = self.command().stdout(Stdio::piped()).output().unwrap();
        let (cpu, wall) = (children_cpu_ms() - cpu, wall.elapsed().as_secs_f64() * 1e3);
        assert!(output.status.success(), "{} failed", self.name);
        let reading = (self.read)(&String::from_utf8(output.stdout).unwrap());
        self.answer = reading.answer;
        if measured {
            self.cpu_ms.push(reading.cpu_ms.unwrap_or(cpu));
            self.wall_ms.push(wall);
        }
    }

    /// Runs the program, keeps its times and discards its output.
    fn run(&mut self) {
        let mut command = self.command();
        command.stdout(File::create("/dev/null").unwrap());
        let (cpu, wall) = (children_cpu_ms(), Instant::now());
        assert!(command.status().unwrap().success(), "{} failed", self.name);
        self.wall_ms.push(wall.elapsed().as_secs_f64() * 1e3);
        self.cpu_ms.push(children_cpu_ms() - cpu);
    }

    fn stopped_at_limit(&self) -> bool {
        matches!(self.answer, Answer::AtLeast(_))
    }
}

/// Programs that have answered one question; the first one is ours.
pub struct Contest {
    programs: Vec<Program>,
}

impl Contest {
    /// Measures programs with little output, and reads the output of every round. A program that stops at its limit runs
    /// only once.
    pub fn of_answers(title: &str, programs: Vec<Program>, rounds: usize) -> Contest {
        let mut contest = Contest { programs };
        for _ in 0..rounds {
            contest
                .programs
                .iter_mut()
                .filter(|program| !program.stopped_at_limit())
                .for_each(|p| p.run_and_read(true));
        }
        contest.finish(title, rounds)
    }

    /// Measures programs with much output. A first round, which is not measured, compares the answers; later rounds
    /// discard the output.
    pub fn of_output(title: &str, programs: Vec<Program>, rounds: usize) -> Contest {
        let mut contest = Contest { programs };
        contest.programs.iter_mut().for_each(|program| program.run_and_read(false));
        for _ in 0..rounds {
            contest.programs.iter_mut().for_each(Program::run);
        }
        contest.finish(title, rounds)
    }

    fn finish(self, title: &str, rounds: usize) -> Contest {
        let ours = &self.programs[0];
        for other in &self.programs[1..] {
            let agree = match (&ours.answer, &other.answer) {
                (Answer::Is(ours), Answer::AtLeast(bound)) => ours.parse::<u32>().is_ok_and(|ours| ours >= *bound),
                (_, Answer::Nothing) => true,
                (ours, theirs) => ours == theirs,
            };
            assert!(agree, "{title}: {} and {} give different answers", ours.name, other.name);
        }
        println!("\n{title}; rounds: {rounds}");
        println!("{:<36}{:>30}{:>30}", "", "CPU time (least, most)", "wall time (least, most)");
        for program in &self.programs {
            let [cpu, wall] =
                [&program.cpu_ms, &program.wall_ms].map(|times| Spread::of(times, Unit::Time).to_string());
            let note = match program.answer {
                Answer::AtLeast(bound) => format!("   stopped at the time limit, lower bound {bound}"),
                _ => String::new(),
            };
            println!("{:<36}{cpu:>30}{wall:>30}{note}", program.name);
        }
        self
    }

    /// Compares the CPU times of one of our programs and a yardstick; `None` if one of them is not available.
    pub fn cpu(&self, question: &str, ours: &str, theirs: &str) -> Option<Row> {
        self.row(format!("{question}, CPU time"), |program| &program.cpu_ms, ours, theirs)
    }

    /// Compares wall-clock times in the same way.
    pub fn wall(&self, question: &str, ours: &str, theirs: &str) -> Option<Row> {
        self.row(format!("{question}, time on the wall"), |program| &program.wall_ms, ours, theirs)
    }

    fn row(&self, question: String, times: fn(&Program) -> &Vec<f64>, ours: &str, theirs: &str) -> Option<Row> {
        let named = |name| self.programs.iter().find(|program| program.name == name);
        let (ours, theirs) = named(ours).zip(named(theirs))?;
        let spread = |program| Spread::of(times(program), Unit::Time);
        let (our_time, their_time) = (spread(ours), spread(theirs));
        Some(Row {
            question,
            program: ours.name.clone(),
            ours: our_time,
            yardstick: theirs.name.clone(),
            theirs: their_time,
            ratio: their_time.median / our_time.median,
            more_than: theirs.stopped_at_limit(),
        })
    }
}

/// The CPU time of all children so far, user and system.
fn children_cpu_ms() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap();
    let times = [usage.user_time(), usage.system_time()];
    times.iter().map(|time| time.tv_sec() as f64 * 1e3 + time.tv_usec() as f64 / 1e3).sum()
}
