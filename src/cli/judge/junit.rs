//! Results in the JUnit form of XML, which continuous integration shows.
//!
//! ```text
//!     <testsuites ...>                                           one suite, a test case for each test
//!         <testsuite name="hex-judge" tests="2" failures="1" errors="0" time="0.041">
//!             <testcase name="sample1.txt" classname="hex-judge" time="0.020"/>
//!             <testcase name="sample2.txt" classname="hex-judge" time="0.021">
//!                 <failure message="output line 3: ..." type="WA"/>        or <error .../> for JE
//! ```

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use super::NAME;
use super::tests::Test;
use super::trial::Trial;
use crate::cli::files::write_whole;
use crate::judge::Verdict;
use crate::svg::Escaped;

/// Writes all results to a file.
pub(super) fn write(path: &Path, results: &[(&Test, &Trial)]) -> io::Result<()> {
    write_whole(path, |mut file| {
        write_to(&mut file, results)?;
        file.flush()
    })
}

fn write_to(out: &mut impl Write, results: &[(&Test, &Trial)]) -> io::Result<()> {
    let count = |wanted: fn(Verdict) -> bool| results.iter().filter(|(_, trial)| wanted(trial.verdict)).count();
    let errors = count(|verdict| verdict == Verdict::JudgeError);
    let failures = count(|verdict| verdict != Verdict::Accepted) - errors;
    let time: Duration = results.iter().map(|(_, trial)| trial.wall).sum();
    let totals = format!(
        "name=\"{NAME}\" tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{:.3}\"",
        results.len(),
        time.as_secs_f64()
    );
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {totals}>\n    <testsuite {totals}>")?;
    for (test, trial) in results {
        let (name, seconds) = (Escaped(&test.name), trial.wall.as_secs_f64());
        write!(out, "        <testcase name=\"{name}\" classname=\"{NAME}\" time=\"{seconds:.3}\"")?;
        let element = match trial.verdict {
            Verdict::Accepted => {
                writeln!(out, "/>")?;
                continue;
            }
            Verdict::JudgeError => "error",
            _ => "failure",
        };
        let (message, verdict) = (Escaped(&trial.reason), trial.verdict);
        writeln!(out, ">\n            <{element} message=\"{message}\" type=\"{verdict}\"/>\n        </testcase>")?;
    }
    writeln!(out, "    </testsuite>\n</testsuites>")
}
