//! `morpion verify`: certificates, checked in integers.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use clap::Args;
use serde::Serialize;

use super::game::unreadable;
use super::prove::EXTENSION;
use crate::cli::failure::{Exit, Failure};
use crate::cli::limits::LimitArgs;
use crate::cli::output::{Answer, display, display_some};
use crate::cli::paths::{InputFile, input};
use crate::cli::run::Run;
use crate::morpion::Variant;
use crate::morpion::upper_bound::certificate::{Case, Certificate};
use crate::morpion::upper_bound::hulls::HullBox;
use crate::morpion::upper_bound::verify::verify;
use crate::morpion::upper_bound::{Incomplete, check_complete};

/// No certificate is larger, in bytes.
const LARGEST_FILE: u64 = 1 << 24;

#[derive(Args, Debug)]
pub(super) struct Verify {
    /// Files with a certificate each, or folders of files whose names end in .certificate; - is stdin
    #[arg(value_name = "FILE", required_unless_present = "complete", conflicts_with = "complete", value_parser = input())]
    files: Vec<InputFile>,

    /// Verify all files of the folder DIR whose names end in .certificate, and that no hull is missing
    #[arg(long, value_name = "DIR", value_parser = input())]
    complete: Option<InputFile>,

    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Serialize)]
struct VerifyAnswer {
    /// What the certificates prove together: the largest of their bounds.
    bound: Option<i64>,
    /// Whether the boxes together have all hulls.
    complete: bool,
    /// Whether they are to have them.
    #[serde(skip)]
    is_proof: bool,
    /// The first hull that no box has.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<String>,
    /// The number of certificates that were not verified before a limit.
    left: usize,
    certificates: Vec<VerifiedCertificate>,
}

/// A certificate that holds.
#[derive(Serialize)]
struct VerifiedCertificate {
    file: String,
    /// The variant, unless it is 5T.
    #[serde(serialize_with = "display_some", skip_serializing_if = "Option::is_none")]
    variant: Option<Variant>,
    bound: i64,
    #[serde(serialize_with = "display", rename = "box")]
    hulls: HullBox,
    /// What else its games have: points with and without a dot.
    #[serde(serialize_with = "display", skip_serializing_if = "is_whole")]
    case: Case,
}

fn is_whole(case: &Case) -> bool {
    *case == Case::default()
}

impl Verify {
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        run.limit(self.limits);
        let mut files = Vec::new();
        for file in self.files.iter().chain(&self.complete) {
            if self.complete.is_some() || file.path().is_some_and(Path::is_dir) {
                files.append(&mut certificates_in(file)?);
            } else {
                files.push(file.clone());
            }
        }
        run.count_as("certificates");
        let (mut certificates, mut largest_claim) = (Vec::new(), 0);
        for file in &files {
            if run.poll(certificates.len() as u64).is_break() {
                break;
            }
            let (Certificate { variant, bound: claim, hulls, case, .. }, bound) = checked(file, run)?;
            largest_claim = largest_claim.max(claim);
            let file = file.name().to_string_lossy().into_owned();
            let variant = Some(variant).filter(|&variant| variant != Variant::T5);
            certificates.push(VerifiedCertificate { file, variant, bound, hulls, case });
        }
        run.meter().count(certificates.len() as u64);
        let left = files.len() - certificates.len();
        let mut bound = certificates.iter().map(|file| file.bound).max();
        let (mut complete, mut missing) = (false, None);
        let folder = self.complete.as_ref().filter(|_| left == 0);
        if let Some((folder, bound)) = folder.zip(bound.as_mut()) {
            if certificates.iter().any(|file| file.variant != certificates[0].variant) {
                return Err(wrong(folder, "expected certificates of one variant, found some of 5T and some of 5D"));
            }
            let cases = certificates.iter().map(|file| (file.hulls, file.case.clone())).collect();
            match complete_bound(&cases, *bound, largest_claim, run) {
                Ok(proved) => (*bound, complete) = (proved, true),
                Err(Incomplete::Missing(hull)) => missing = Some(hull.to_string()),
                Err(Incomplete::Stopped) => {}
                Err(error @ Incomplete::TooHard(_)) => return Err(wrong(folder, error)),
            }
        }
        let is_proof = self.complete.is_some();
        let exit = match missing {
            Some(_) => Exit::OPEN,
            // The check of the hulls, too, may have been stopped.
            None => Exit::of_complete(left == 0 && complete == is_proof),
        };
        run.answer(&VerifyAnswer { bound, complete, is_proof, missing, left, certificates }, exit)
    }
}

/// Returns the smallest bound for all games that the cases of boxes prove, from the largest of their bounds to the
/// largest of their claims.
fn complete_bound(
    cases: &BTreeSet<(HullBox, Case)>,
    mut bound: i64,
    largest_claim: i64,
    run: &Run<'_>,
) -> Result<i64, Incomplete> {
    loop {
        match check_complete(cases, bound, &mut run.budget()) {
            Ok(()) => return Ok(bound),
            // The area of a hull that needs no certificate for a larger bound proves that bound.
            Err(Incomplete::Missing(hull)) if i64::from(hull.area_bound()) <= largest_claim => {
                bound = hull.area_bound().into();
            }
            Err(incomplete) => return Err(incomplete),
        }
    }
}

fn wrong(file: &InputFile, problem: impl Display) -> Failure {
    Failure::Input(format!("{file}: {problem}"))
}

/// Returns the names of the certificates in a folder, in order.
fn certificates_in(folder: &InputFile) -> Result<Vec<InputFile>, Failure> {
    let cannot = |error| unreadable(folder, error);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder.name()).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.extension() == Some(OsStr::new(EXTENSION)) {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        return Err(wrong(folder, format_args!("expected files whose names end in .{EXTENSION}, found none")));
    }
    paths.sort();
    Ok(paths.into_iter().map(InputFile::new).collect())
}

/// Reads a certificate, and returns it with the bound that it proves.
fn checked(file: &InputFile, run: &Run<'_>) -> Result<(Certificate, i64), Failure> {
    let mut text = String::new();
    let from: &mut dyn Read = match file.path() {
        None => &mut run.stdin("a certificate")?,
        Some(path) => &mut File::open(path).map_err(|error| unreadable(file, error))?,
    };
    from.take(LARGEST_FILE + 1).read_to_string(&mut text).map_err(|error| unreadable(file, error))?;
    if text.len() as u64 > LARGEST_FILE {
        return Err(unreadable(file, format_args!("expected at most {LARGEST_FILE} bytes, found more")));
    }
    let certificate: Certificate = text.parse().map_err(|error| wrong(file, error))?;
    let proved = verify(&certificate).map_err(|error| wrong(file, error))?;
    Ok((certificate, proved))
}

impl Answer for VerifyAnswer {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.is_proof && self.left == 0 {
            if let Some(bound) = self.bound.filter(|_| self.complete) {
                writeln!(out, "Bound: {bound}")?;
            }
            writeln!(out, "Boxes: {}", self.certificates.len())?;
            if let Some(hull) = &self.missing {
                writeln!(out, "Not covered: {hull}")?;
            }
            return writeln!(out, "Standing: {}", if self.complete { "proved" } else { "open" });
        }
        for VerifiedCertificate { file, variant, bound, hulls, case } in &self.certificates {
            let variant = variant.map_or_else(String::new, |variant| format!("{variant}, "));
            writeln!(out, "{bound} for {variant}{hulls}{case}: {file}")?;
        }
        if self.left > 0 { writeln!(out, "Certificates left: {}", self.left) } else { Ok(()) }
    }
}
