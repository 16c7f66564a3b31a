//! The judge's words for how a program did on an input.

use std::fmt;

/// How a program did on an input. Its text form is the usual two or three letters.
///
/// ```
/// use quadrille::judge::Verdict;
/// assert_eq!(format!("{}|{:5}|", Verdict::Accepted, Verdict::TimeLimit), "AC|TLE  |");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The output is right.
    Accepted,
    /// It is not.
    WrongAnswer,
    /// The program took too long, by its CPU time or by the clock.
    TimeLimit,
    /// It ended with another exit status than 0, or by a signal.
    RunTimeError,
    /// It took too much memory.
    MemoryLimit,
    /// It wrote too much.
    OutputLimit,
    /// No fault of the program: the input is none, or the judge failed.
    JudgeError,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Accepted => "AC",
            Verdict::WrongAnswer => "WA",
            Verdict::TimeLimit => "TLE",
            Verdict::RunTimeError => "RTE",
            Verdict::MemoryLimit => "MLE",
            Verdict::OutputLimit => "OLE",
            Verdict::JudgeError => "JE",
        })
    }
}
