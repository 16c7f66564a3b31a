//! Results in the form that continuous integration shows.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::NAME;
use super::tests::Test;
use super::trial::Trial;
use crate::cli::files::write_whole;
use crate::judge::Verdict;

/// Writes all results to a file.
pub(super) fn write(path: &Path, results: &[(&Test, &Trial)]) -> io::Result<()> {
    let mut suite = TestSuite::new(NAME);
    let mut time = Duration::ZERO;
    for &(test, trial) in results {
        let status = match trial.verdict {
            Verdict::Accepted => TestCaseStatus::success(),
            verdict => {
                let error = verdict == Verdict::JudgeError;
                let kind = if error { NonSuccessKind::Error } else { NonSuccessKind::Failure };
                let mut status = TestCaseStatus::non_success(kind);
                status.set_type(verdict.to_string()).set_message(&*trial.reason);
                status
            }
        };
        let mut case = TestCase::new(&*test.name, status);
        case.set_classname(NAME).set_time(trial.wall);
        suite.add_test_case(case);
        time += trial.wall;
    }
    suite.set_time(time);
    let mut report = Report::new(NAME);
    report.set_time(time).add_test_suite(suite);
    let text = report.to_string().map_err(io::Error::other)?;
    write_whole(path, |mut file| file.write_all(text.as_bytes()).and_then(|()| file.flush()))
}
