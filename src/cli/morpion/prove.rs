//! `morpion count` and `morpion prove`, whose parts `morpion merge` adds up; and `morpion verify`.

use std::ffi::OsStr;
use std::fmt::Display;
use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::builder::RangedU64ValueParser;
use clap::{Args, value_parser};

use super::{variant, variant_of};
use crate::cli::checkpoint::Checkpoint;
use crate::cli::files::{self, Input, Output};
use crate::cli::{Ctx, Status, Task};
use crate::morpion::Variant;
use crate::morpion::count::{self, CountError, MAX_DEPTH, Scope};
use crate::morpion::merge::{self, MergeError};
use crate::morpion::report::{Counted, NumbersOfGrids, PartOfCount, ProofOfBound, Verification, Verified};
use crate::morpion::upper_bound::certificate::Certificate;
use crate::morpion::upper_bound::hulls::HullBox;
use crate::morpion::upper_bound::verify::verify;
use crate::morpion::upper_bound::{Incomplete, LARGEST_BOUND, Proof, RULES, complete_bound, least_bound};
use crate::part::Part;

/// What the names of certificates end in.
const EXTENSION: &str = "certificate";

/// No certificate is larger, in bytes.
const LARGEST_FILE: u64 = 1 << 24;

/// Lines of parts are shorter, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

#[derive(Args, Debug)]
pub(super) struct Count {
    /// Lines of 5 or 4 points, touching (T) or disjoint (D)
    #[arg(value_name = "VARIANT", value_parser = variant(), ignore_case = true)]
    variant: Variant,

    /// Largest number of moves, at most 1000
    #[arg(value_name = "DEPTH", value_parser = RangedU64ValueParser::<usize>::new().range(..=MAX_DEPTH as u64))]
    depth: usize,

    /// Add the number of grids with mirror images and rotations counted separately
    #[arg(long)]
    labelled: bool,

    /// Add the number of finished grids: those without a legal move
    #[arg(long)]
    finished: bool,

    /// Count only part I of N parts of about equal work, such as 3/100; `merge` adds up the parts, as --json prints them
    #[arg(long, value_name = "I/N")]
    part: Option<Part>,

    /// Save the state in FILE; the same command continues from it
    #[arg(long, value_name = "FILE", value_parser = Output::file())]
    checkpoint: Option<Output>,
}

impl Task for Count {
    fn unit(&self) -> &'static str {
        "grids"
    }

    fn run(&self, ctx: &Ctx) -> Result<Status> {
        let &Count { variant, depth, labelled, finished, part, .. } = self;
        let scope = Scope { depth, finished };
        let failed = |error: CountError| anyhow!("{}: {error}", ctx.name());
        let count = count::Count::new(variant, scope, part.unwrap_or(Part::WHOLE)).map_err(failed)?;
        let identity = ("morpion count", variant, scope, part);
        let mut checkpoint = Checkpoint::open(ctx, self.checkpoint.as_ref(), &identity, |from| count.load(from))?;
        let show = |grids| format!("{grids} grids, {} of {} units", count.units_done(), count.units());
        let mut budget = ctx.budget_with(show);
        let ended = count.run(&mut checkpoint.budget(&mut budget, |out| count.save(out)));
        checkpoint.save(|out| count.save(out));
        match ended {
            Ok(()) | Err(CountError::Cancelled) => {}
            Err(error) => bail!(failed(error)),
        }
        let (counted, sums) = (Counted { variant, scope, labelled }, count.sums());
        match part {
            None => ctx.print(&NumbersOfGrids::new(counted, &sums))?,
            Some(part) => ctx.print(&PartOfCount::new(counted, part, sums))?,
        }
        Ok(Status::of_complete(ended.is_ok()))
    }
}

#[derive(Args, Debug)]
pub(super) struct Merge {
    /// Files with one part or several, as `count --part` or `prove --part` prints them with --json; - is stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<Input>,
}

impl Task for Merge {
    fn run(&self, ctx: &Ctx) -> Result<Status> {
        let mut merge = merge::Merge::default();
        for file in &self.files {
            let (mut source, mut line) = (BufReader::new(file.open("parts", ctx)?), Vec::new());
            for number in 1.. {
                line.clear();
                let read = source.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
                if read.map_err(|error| file.unreadable(&error))? == 0 {
                    break;
                }
                let text = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line).trim_ascii();
                if !text.is_empty() {
                    let part = serde_json::from_slice(text).map_err(|_| MergeError::NoPart);
                    let added = part.and_then(|part| merge.add(part));
                    added.with_context(|| format!("{}: line {number}", file.name()))?;
                }
            }
        }
        match merge.finish()? {
            merge::Part::Count(PartOfCount { counted, sums, .. }) => {
                ctx.print(&NumbersOfGrids::new(counted, &sums))?;
                Ok(Status::Done)
            }
            merge::Part::Proof(proof) => print_proof(&proof, ctx),
        }
    }
}

/// Prints what is known about a bound.
fn print_proof(proof: &ProofOfBound, ctx: &Ctx) -> Result<Status> {
    ctx.print(proof)?;
    Ok(match proof {
        _ if proof.is_proved() => Status::Done,
        _ if proof.boxes_left > 0 => Status::Stopped,
        _ => Status::Open,
    })
}

#[derive(Args, Debug)]
pub(super) struct Prove {
    /// The variant: lines of 5 points, 5T touching or 5D disjoint
    #[arg(value_name = "VARIANT", value_parser = variant_of(["5T", "5D"]), ignore_case = true)]
    variant: Variant,

    /// Prove that no game has more than N moves
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=i64::from(LARGEST_BOUND)), required_unless_present = "hull")]
    at_most: Option<u32>,

    /// Find the least bound for the hull with these eight sides, numbers of edges: top, then clockwise
    #[arg(long, value_name = "SIDES", value_parser = HullBox::from_sides, conflicts_with_all = ["at_most", "part", "checkpoint"])]
    hull: Option<HullBox>,

    /// Prove this only for games whose lines go beyond those of the cross by these eight numbers: rows before and after,
    /// columns, sums and differences of the coordinates
    #[arg(long, value_name = "EXTENTS", value_parser = HullBox::from_extents, requires = "at_most", conflicts_with_all = ["hull", "part"])]
    extents: Option<HullBox>,

    /// Prove only part I of N parts, such as 3/100; `merge` adds up the parts, as --json prints them
    #[arg(long, value_name = "I/N")]
    part: Option<Part>,

    /// Write the certificates to the folder DIR, for `verify`
    #[arg(long, value_name = "DIR", value_parser = Output::folder())]
    save: Option<Output>,

    /// Save the state in FILE; the same command continues from it
    #[arg(long, value_name = "FILE", value_parser = Output::file())]
    checkpoint: Option<Output>,
}

impl Task for Prove {
    fn unit(&self) -> &'static str {
        "evaluations"
    }

    fn run(&self, ctx: &Ctx) -> Result<Status> {
        match (&self.hull, self.at_most) {
            (Some(hull), _) => {
                let least = least_bound(self.variant, hull, &mut ctx.budget()).with_context(|| hull.to_string())?;
                self.create_folder()?;
                self.save(&least.certificate)?;
                ctx.print(&least)?;
                Ok(Status::of_complete(least.whole))
            }
            // One of the two is there.
            (None, at_most) => self.prove(at_most.unwrap_or(LARGEST_BOUND), ctx),
        }
    }
}

impl Prove {
    /// Proves a bound for all hulls, for those of a part, or for one.
    fn prove(&self, bound: u32, ctx: &Ctx) -> Result<Status> {
        let &Prove { variant, extents, part, .. } = self;
        let Part { number, parts } = part.unwrap_or(Part::WHOLE);
        let proof = match extents {
            Some(hull) => Proof::of_box(variant, bound.into(), hull),
            None => Proof::new(variant, bound.into(), number, parts),
        };
        // A box that is proved is not proved again, to have a certificate.
        let identity = ("morpion prove", variant, bound, extents, part, self.save.is_some(), RULES);
        let mut checkpoint = Checkpoint::open(ctx, self.checkpoint.as_ref(), &identity, |from| proof.load(from))?;
        self.create_folder()?;
        let show = |evaluations| {
            let percent = proof.finished(10_000) as f64 / 100.0;
            format!("{evaluations} evaluations, {percent:.2} percent of the tree")
        };
        let mut budget = ctx.budget_with(show);
        let mut budget = checkpoint.budget(&mut budget, |out| proof.save(out));
        let ended = proof.run(&|certificate| self.save(certificate), &mut budget);
        drop(budget);
        checkpoint.save(|out| proof.save(out));
        ended?;
        let (tally, boxes_left) = (proof.tally(), proof.boxes_left());
        if self.save.is_none() && boxes_left == 0 {
            ctx.note("certificates not kept; with --save DIR they can be verified");
        }
        let part = part.map(|Part { number, parts }| [number, parts]);
        let whole = boxes_left == 0;
        print_proof(&ProofOfBound { variant, bound, part, tally, boxes_left, parts_left: 0, whole }, ctx)
    }

    fn create_folder(&self) -> Result<()> {
        self.save.as_ref().map_or(Ok(()), Output::create_folder)
    }

    /// Writes a certificate, if they are wanted.
    fn save(&self, certificate: &Certificate) -> io::Result<()> {
        let Some(folder) = &self.save else { return Ok(()) };
        let name = format!("{}{}", certificate.hulls, certificate.case);
        let path =
            folder.join(format!("{}.{EXTENSION}", name.replace(", cuts", "").replace(", ", " ").replace(' ', "_")));
        let written = files::replace_unsynced(&path, |file| write!(file, "{certificate}"));
        written.map_err(|error| io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display())))
    }
}

#[derive(Args, Debug)]
pub(super) struct Verify {
    /// Files with a certificate each, or folders of files whose names end in .certificate; - is stdin
    #[arg(value_name = "FILE", required_unless_present = "complete", conflicts_with = "complete")]
    files: Vec<Input>,

    /// Verify all files of the folder DIR whose names end in .certificate, and that no hull is missing
    #[arg(long, value_name = "DIR")]
    complete: Option<PathBuf>,
}

impl Task for Verify {
    fn unit(&self) -> &'static str {
        "certificates"
    }

    fn run(&self, ctx: &Ctx) -> Result<Status> {
        let mut files = self.complete.as_deref().map_or(Ok(Vec::new()), certificates_in)?;
        for file in &self.files {
            match file.path().filter(|path| path.is_dir()) {
                Some(folder) => files.append(&mut certificates_in(folder)?),
                None => files.push(file.clone()),
            }
        }
        let (mut budget, mut certificates, mut largest_claim) = (ctx.budget(), Vec::new(), 0);
        for file in &files {
            if budget.poll(certificates.len() as u64).is_break() {
                break;
            }
            let (certificate, bound) = checked(file, ctx)?;
            largest_claim = largest_claim.max(certificate.bound);
            let name = file.path().map_or("-".into(), Path::to_string_lossy);
            certificates.push(Verified::new(name.into_owned(), certificate, bound));
        }
        // It counts the last one.
        let _ = budget.poll(certificates.len() as u64);
        let (left, is_proof) = (files.len() - certificates.len(), self.complete.is_some());
        let bound = certificates.iter().map(|file| file.bound).max();
        let mut answer = Verification { bound, is_proof, complete: false, missing: None, left, certificates };
        if let Some((folder, bound)) = self.complete.as_ref().zip(bound).filter(|_| left == 0) {
            let all = &answer.certificates;
            let is_of_one = all.iter().all(|file| file.variant == all[0].variant);
            let problem = "expected certificates of one variant, found some of 5T and some of 5D";
            ensure!(is_of_one, "{}: {problem}", folder.display());
            let cases = all.iter().map(|file| (file.hulls, file.case.clone())).collect();
            match complete_bound(&cases, bound, largest_claim, &mut ctx.budget()) {
                Ok(proved) => (answer.bound, answer.complete) = (Some(proved), true),
                Err(Incomplete::Missing(hull)) => answer.missing = Some(hull),
                Err(Incomplete::Stopped) => {}
                Err(error @ Incomplete::TooHard(_)) => bail!("{}: {error}", folder.display()),
            }
        }
        ctx.print(&answer)?;
        Ok(match answer.missing {
            Some(_) => Status::Open,
            // The check of the hulls, too, may have been stopped.
            None => Status::of_complete(left == 0 && answer.complete == is_proof),
        })
    }
}

/// Returns the certificates in a folder, in the order of their names.
fn certificates_in(folder: &Path) -> Result<Vec<Input>> {
    let entries = fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let mut paths: Vec<PathBuf> = entries.with_context(|| format!("cannot read {}", folder.display()))?;
    paths.retain(|path| path.extension() == Some(OsStr::new(EXTENSION)));
    let problem = format!("expected files whose names end in .{EXTENSION}, found none");
    ensure!(!paths.is_empty(), "{}: {problem}", folder.display());
    paths.sort_unstable();
    Ok(paths.into_iter().map(|path| path.into_os_string().into()).collect())
}

/// Reads a certificate, and returns it with the bound that it proves.
fn checked(file: &Input, ctx: &Ctx) -> Result<(Certificate, i64)> {
    let mut text = String::new();
    let read = file.open("a certificate", ctx)?.take(LARGEST_FILE + 1).read_to_string(&mut text);
    read.map_err(|error| file.unreadable(&error))?;
    let wrong = |problem: &dyn Display| anyhow!("{}: {problem}", file.name());
    if text.len() as u64 > LARGEST_FILE {
        return Err(wrong(&format_args!("expected at most {LARGEST_FILE} bytes, found more")));
    }
    let certificate: Certificate = text.parse().map_err(|error| wrong(&error))?;
    let bound = verify(&certificate).map_err(|error| wrong(&error))?;
    Ok((certificate, bound))
}
