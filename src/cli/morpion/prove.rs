//! Upper bounds proved, and certificates verified.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;

use serde::Serialize;

use super::NAME;
use super::game::{Stdin, unreadable};
use super::task::{InputFile, Proved, Verified, in_message};
use crate::cli::checkpoints::CheckpointWriter;
use crate::cli::exit::Failure;
use crate::cli::files::write_to_disk;
use crate::cli::progress::TaskProgress;
use crate::morpion::count::Part;
use crate::morpion::upper_bound::certificate::Certificate;
use crate::morpion::upper_bound::hulls::HullBox;
use crate::morpion::upper_bound::verify::verify;
use crate::morpion::upper_bound::{LeastBound, Proof, Tally, check_complete, least_bound};

/// What the names of certificates end in.
const EXTENSION: &str = "certificate";

/// No certificate is larger, in bytes.
const LARGEST_FILE: u64 = 1 << 24;

/// The progress is shown in these units.
const SHOWN: u64 = 10_000;

/// The result of a proof.
pub(super) enum ProofAnswer {
    /// Of a proof for all hulls, or a part of them.
    Tree { at_most: i64, part: Option<Part>, tally: Tally, left: u64 },
    /// Of the search for the least bound of one hull.
    Hull { least: LeastBound, is_stopped: bool },
}

impl ProofAnswer {
    /// The largest number of lines for a part that was not stopped, without its task and its checksum.
    pub(super) const MOST_LINES: usize = 4;

    /// Returns whether the bound is proved, or the search for the least one was not stopped.
    pub(super) fn is_complete(&self) -> bool {
        match self {
            ProofAnswer::Tree { tally, left, .. } => tally.open == 0 && *left == 0,
            ProofAnswer::Hull { is_stopped, .. } => !is_stopped,
        }
    }

    /// Returns `proved` or `open`; of a hull, `proved` if there is a certificate and `relaxation` otherwise.
    pub(super) fn standing(&self) -> &'static str {
        match self {
            ProofAnswer::Tree { .. } if self.is_complete() => "proved",
            ProofAnswer::Tree { .. } => "open",
            ProofAnswer::Hull { least: LeastBound { certificate: Some(_), .. }, .. } => "proved",
            ProofAnswer::Hull { .. } => "relaxation",
        }
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        match self {
            ProofAnswer::Tree { at_most, tally, left, .. } => {
                if self.is_complete() {
                    writeln!(out, "Bound: {at_most}")?;
                }
                writeln!(out, "Boxes: {}", tally.boxes)?;
                if *left > 0 {
                    writeln!(out, "Boxes left: {left}")?;
                }
                if let Some(worst) = tally.worst {
                    writeln!(out, "Open hulls: {}", tally.open)?;
                    writeln!(out, "Worst: {worst}")?;
                }
            }
            ProofAnswer::Hull { least, .. } => {
                if let Some(certificate) = &least.certificate {
                    writeln!(out, "Bound: {}", certificate.bound)?;
                }
                writeln!(out, "Value: {:.2}", least.value)?;
            }
        }
        writeln!(out, "Standing: {}", self.standing())
    }
}

/// Proves a bound up to the end or a limit.
pub(super) fn prove(
    proved: &Proved,
    save: Option<&Path>,
    checkpoint: Option<&Path>,
    threads: usize,
    progress: &mut TaskProgress<'_>,
) -> Result<ProofAnswer, Failure> {
    // On the disk before a checkpoint that counts its box is.
    let keep = |certificate: &Certificate| match save {
        Some(folder) => {
            write_to_disk(&folder.join(file_name(&certificate.hulls)), |file| write!(file, "{certificate}"))
        }
        None => Ok(()),
    };
    let not_saved = |error| Failure::File(save.unwrap_or(Path::new("")).to_owned(), error);
    progress.count_as("evaluations");
    if let Some(hull) = proved.hull {
        let mut is_stopped = false;
        let least = least_bound(&HullBox::single(hull.numbers()), proved.relaxation.into(), &mut |evaluations| {
            let report = progress.report(evaluations);
            is_stopped |= report.is_break();
            report
        });
        least.certificate.as_ref().map_or(Ok(()), keep).map_err(not_saved)?;
        return Ok(ProofAnswer::Hull { least, is_stopped });
    }
    let (at_most, part) = (proved.at_most(), proved.part);
    let Part { number, of } = part.unwrap_or(Part::WHOLE);
    let proof = Proof::new(at_most, number, of);
    // A box that is proved is not proved again, to have a certificate.
    let identity = format!("{proved}{}", if save.is_some() { " --save DIR" } else { "" });
    let mut writer = CheckpointWriter::resume(NAME, checkpoint, &identity, |from| proof.load(from))?;
    progress.count_parts("of the tree in ten-thousandths", proof.finished(SHOWN), SHOWN);
    let ended = proof.run_with(threads, &keep, &mut |evaluations| {
        progress.report(evaluations)?;
        progress.count_parts("of the tree in ten-thousandths", proof.finished(SHOWN), SHOWN);
        if writer.is_due() {
            writer.write(|out| proof.save(out));
        }
        ControlFlow::Continue(())
    });
    writer.close(progress.is_quiet(), |out| proof.save(out));
    ended.map_err(not_saved)?;
    Ok(ProofAnswer::Tree { at_most, part, tally: proof.tally(), left: proof.boxes_left() })
}

/// Returns the name of the file for a box.
fn file_name(hulls: &HullBox) -> String {
    format!("{}.{EXTENSION}", hulls.to_string().replace(", cuts", "").replace(' ', "_"))
}

/// A certificate that holds.
#[derive(Serialize)]
pub(super) struct VerifiedFile {
    pub(super) file: String,
    pub(super) bound: i64,
    #[serde(serialize_with = "crate::cli::json::display", rename = "box")]
    pub(super) hulls: HullBox,
}

/// The result of a verification.
pub(super) struct VerifiedAnswer {
    pub(super) files: Vec<VerifiedFile>,
    /// Whether the boxes together have all hulls.
    pub(super) is_complete: bool,
    /// The number of certificates that were not verified before a limit.
    pub(super) left: usize,
}

impl VerifiedAnswer {
    /// Returns what the certificates prove together: the largest of their bounds; `None` if there are none.
    pub(super) fn bound(&self) -> Option<i64> {
        self.files.iter().map(|file| file.bound).max()
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(bound) = self.bound().filter(|_| self.is_complete) else {
            for VerifiedFile { file, bound, hulls } in &self.files {
                writeln!(out, "{bound} for {hulls}: {file}")?;
            }
            if self.left > 0 {
                writeln!(out, "Certificates left: {}", self.left)?;
            }
            return Ok(());
        };
        writeln!(out, "Bound: {bound}")?;
        writeln!(out, "Boxes: {}", self.files.len())?;
        writeln!(out, "Standing: proved")
    }
}

/// Verifies certificates.
pub(super) fn verify_files(
    verified: &Verified,
    stdin: Stdin,
    progress: &mut TaskProgress<'_>,
) -> Result<VerifiedAnswer, Failure> {
    let folder = verified.complete.as_ref();
    let mut files = Vec::new();
    for file in verified.files.iter().chain(folder) {
        if folder.is_some() || file.path().is_some_and(Path::is_dir) {
            files.append(&mut certificates_in(file)?);
        } else {
            files.push(file.clone());
        }
    }
    progress.count_as("certificates");
    let (mut answer, mut boxes) = (Vec::new(), BTreeSet::new());
    for file in &files {
        if progress.report(answer.len() as u64).is_break() {
            break;
        }
        let certificate = read(file, stdin)?;
        let wrong = |problem: &dyn std::fmt::Display| Failure::Input(format!("{}: {problem}", in_message(file.name())));
        verify(&certificate).map_err(|error| wrong(&error))?;
        boxes.insert(certificate.hulls);
        answer.push(VerifiedFile { file: file.name().to_owned(), bound: certificate.bound, hulls: certificate.hulls });
    }
    progress.count(answer.len() as u64);
    let left = files.len() - answer.len();
    let answer = VerifiedAnswer { files: answer, is_complete: folder.is_some() && left == 0, left };
    if let Some((folder, bound)) = folder.filter(|_| left == 0).zip(answer.bound()) {
        check_complete(&boxes, bound)
            .map_err(|missing| Failure::Input(format!("{}: {missing}", in_message(folder.name()))))?;
    }
    Ok(answer)
}

/// Returns the names of the certificates in a folder, in order.
fn certificates_in(folder: &InputFile) -> Result<Vec<InputFile>, Failure> {
    let cannot = |error| unreadable(folder.name(), error);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder.name()).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.extension() == Some(OsStr::new(EXTENSION)) {
            names.push(path.to_string_lossy().into_owned());
        }
    }
    if names.is_empty() {
        let problem = format!("expected files whose names end in .{EXTENSION}, found none");
        return Err(Failure::Input(format!("{}: {problem}", in_message(folder.name()))));
    }
    names.sort();
    names.into_iter().map(|name| name.parse().map_err(Failure::Input)).collect()
}

/// Reads a certificate.
fn read(file: &InputFile, stdin: Stdin) -> Result<Certificate, Failure> {
    let name = file.name();
    let mut text = String::new();
    let from: &mut dyn Read = match file.path() {
        None => &mut stdin.open("a certificate")?,
        Some(path) => &mut File::open(path).map_err(|error| unreadable(name, error))?,
    };
    from.take(LARGEST_FILE + 1).read_to_string(&mut text).map_err(|error| unreadable(name, error))?;
    if text.len() as u64 > LARGEST_FILE {
        return Err(unreadable(name, format_args!("expected at most {LARGEST_FILE} bytes, found more")));
    }
    text.parse().map_err(|error| Failure::Input(format!("{}: {error}", in_message(name))))
}
