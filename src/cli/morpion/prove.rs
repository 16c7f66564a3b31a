//! `morpion prove`: upper bounds.

use std::io::{self, Write};
use std::ops::ControlFlow;

use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::json;

use super::{CHECKPOINT, write_signed};
use crate::budget::Budget;
use crate::cli::answer::{Answer, display};
use crate::cli::arguments::{checkpoint, number, one_of};
use crate::cli::failure::{Exit, Failure};
use crate::cli::paths::{OutputFile, Writes, output, write_whole};
use crate::cli::run::Run;
use crate::morpion::Variant;
use crate::morpion::count::Part;
use crate::morpion::upper_bound::certificate::Certificate;
use crate::morpion::upper_bound::hulls::HullBox;
use crate::morpion::upper_bound::{LARGEST_BOUND, LeastBound, OpenHull, Proof, RULES, Relaxation, Tally, least_bound};

/// What the names of certificates end in.
pub(super) const EXTENSION: &str = "certificate";

/// The progress is shown in these units.
const SHOWN: u64 = 10_000;

#[derive(Args, Debug)]
#[command(arg = checkpoint(CHECKPOINT))]
pub(super) struct Prove {
    /// The variant: lines of 5 points, 5T touching or 5D disjoint
    #[arg(value_name = "VARIANT", value_parser = one_of::<Variant>(["5T", "5D"]), ignore_case = true)]
    pub(super) variant: Variant,

    /// Prove that no game has more than N moves
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=u64::from(LARGEST_BOUND)), required_unless_present = "hull")]
    pub(super) at_most: Option<u32>,

    /// Find the least bound for the hull with these eight sides, numbers of edges: top, then clockwise
    #[arg(long, value_name = "SIDES", value_parser = HullBox::from_sides, conflicts_with_all = ["at_most", "part", "checkpoint"])]
    hull: Option<HullBox>,

    /// With --hull: what the bound assumes. Only `hit` proves something: it knows that each line of the hull has a dot.
    /// `pairs` does not, and `plain` looks at each line alone
    #[arg(
        long,
        value_name = "RELAXATION",
        value_enum,
        default_value_t,
        ignore_case = true,
        conflicts_with = "at_most"
    )]
    relaxation: RelaxationName,

    /// Prove only part I of N parts, such as 3/100; `merge` adds up the parts
    #[arg(long, value_name = "I/N")]
    pub(super) part: Option<Part>,

    /// Write the certificates to the folder DIR, for `verify`
    #[arg(long, value_name = "DIR", value_parser = output(Writes::Folder))]
    save: Option<OutputFile>,
}

/// The relaxations, as options name them.
#[derive(ValueEnum, Clone, Copy, Debug, Default)]
enum RelaxationName {
    /// Single lines
    Plain,
    /// Pairs of neighbouring lines
    Pairs,
    /// Pairs of neighbouring lines, each of which is hit
    #[default]
    Hit,
}

/// What is known about the hulls of the games with more moves than a bound, or about those of a part.
#[derive(Serialize)]
pub(super) struct Tree<'a> {
    bound: i64,
    boxes: u64,
    boxes_left: u64,
    open_hulls: u64,
    worst: Option<Worst>,
    part: Option<[u64; 2]>,
    /// The number of parts that were not given to `merge`.
    #[serde(skip_serializing_if = "Option::is_none")]
    parts_left: Option<u64>,
    standing: &'static str,
    #[serde(skip)]
    task: &'a str,
}

/// The open hull for which the largest bound was proved.
#[derive(Serialize)]
struct Worst {
    proved: i64,
    #[serde(serialize_with = "display", rename = "box")]
    hull: HullBox,
}

impl<'a> Tree<'a> {
    pub(super) fn new(bound: i64, part: Option<Part>, tally: &Tally, boxes_left: u64, task: &'a str) -> Tree<'a> {
        let &Tally { boxes, open, worst } = tally;
        let worst = worst.map(|OpenHull { proved, hull }| Worst { proved, hull });
        let part = part.map(|part| [part.number, part.parts]);
        let standing = if open == 0 && boxes_left == 0 { "proved" } else { "open" };
        Tree { bound, boxes, boxes_left, open_hulls: open, worst, part, parts_left: None, standing, task }
    }

    /// Returns what is known without some of the parts.
    pub(super) fn without_parts(self, parts_left: u64) -> Tree<'a> {
        let parts_left = Some(parts_left).filter(|&left| left > 0);
        let standing = if parts_left.is_some() { "open" } else { self.standing };
        Tree { parts_left, standing, ..self }
    }

    fn is_proved(&self) -> bool {
        self.open_hulls == 0 && self.boxes_left == 0 && self.parts_left.is_none()
    }
}

/// The least bound that was found for one hull.
#[derive(Serialize)]
struct Hull {
    bound: Option<i64>,
    value: f64,
    standing: &'static str,
    #[serde(skip)]
    is_stopped: bool,
}

impl Prove {
    /// Proves a bound for all hulls or those of a part, or finds the least one for a hull.
    pub(super) fn prove(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        run.count_as("evaluations");
        match self.hull {
            Some(hull) => run.print(&self.least(hull, run)?),
            None => run.print(&self.tree(run)?),
        }
    }

    /// Writes a certificate, if they are wanted. It is on the disk before a checkpoint that counts its box is.
    fn keep(&self, certificate: &Certificate) -> io::Result<()> {
        let Some(folder) = &self.save else { return Ok(()) };
        folder.create()?;
        let name = format!("{}{}", certificate.hulls, certificate.case);
        let name = name.replace(", cuts", "").replace(", ", " ").replace(' ', "_");
        write_whole(&folder.join(format!("{name}.{EXTENSION}")), |file| write!(file, "{certificate}"))
    }

    fn not_kept(&self, error: io::Error) -> Failure {
        Failure::File(self.save.as_deref().map(ToOwned::to_owned).unwrap_or_default(), error)
    }

    fn tree<'a>(&self, run: &'a Run<'_>) -> Result<Tree<'a>, Failure> {
        let at_most = self.at_most.unwrap_or(LARGEST_BOUND);
        let Part { number, parts: of } = self.part.unwrap_or(Part::WHOLE);
        let proof = Proof::new(self.variant, at_most.into(), number, of);
        // A box that is proved is not proved again, to have a certificate. States without cases are not read.
        let mut identity = json!({
            "cases": true, "rules": RULES, "prove": at_most, "part": [number, of], "certificates": self.save.is_some(),
        });
        if self.variant != Variant::T5 {
            identity["variant"] = self.variant.to_string().into();
        }
        let mut checkpoint = run.resume(run.output(Writes::Checkpoint), &identity, |from| proof.load(from))?;
        let show = || run.show_share("the tree", proof.finished(SHOWN), SHOWN);
        show();
        let keep = |certificate: &Certificate| self.keep(certificate);
        let mut budget = Budget::new(|evaluations| {
            run.poll(evaluations)?;
            show();
            checkpoint.save_if_due(|out| proof.save(out));
            ControlFlow::Continue(())
        });
        budget.threads = run.options().limits.threads;
        let ended = proof.run(&keep, &mut budget);
        drop(budget);
        checkpoint.close(|out| proof.save(out));
        ended.map_err(|error| self.not_kept(error))?;
        if self.save.is_none() && proof.boxes_left() == 0 {
            run.note("certificates not kept; with --save DIR they can be verified");
        }
        let task = run.form().task.as_deref().unwrap_or_default();
        Ok(Tree::new(at_most.into(), self.part, &proof.tally(), proof.boxes_left(), task))
    }

    fn least(&self, hull: HullBox, run: &Run<'_>) -> Result<Hull, Failure> {
        let relaxation = match self.relaxation {
            RelaxationName::Plain => Relaxation::Plain,
            RelaxationName::Pairs => Relaxation::Pairs,
            RelaxationName::Hit => Relaxation::Hit,
        };
        let least = least_bound(self.variant, &hull, relaxation, &mut run.budget());
        let LeastBound { value, certificate } = least.map_err(|error| Failure::Input(format!("{hull}: {error}")))?;
        let kept = certificate.iter().try_for_each(|certificate| self.keep(certificate));
        kept.map_err(|error| self.not_kept(error))?;
        let standing = if certificate.is_some() { "proved" } else { "relaxation" };
        let bound = certificate.map(|certificate| certificate.bound);
        Ok(Hull { bound, value, standing, is_stopped: run.meter().is_stopped() })
    }
}

impl Answer for Tree<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut lines = Vec::new();
        if self.is_proved() {
            writeln!(lines, "Bound: {}", self.bound)?;
        }
        writeln!(lines, "Boxes: {}", self.boxes)?;
        if self.boxes_left > 0 {
            writeln!(lines, "Boxes left: {}", self.boxes_left)?;
        }
        if let Some(left) = self.parts_left {
            writeln!(lines, "Parts left: {left}")?;
        }
        if let Some(Worst { proved, hull }) = &self.worst {
            writeln!(lines, "Open hulls: {}\nWorst: {proved} for {hull}", self.open_hulls)?;
        }
        writeln!(lines, "Standing: {}", self.standing)?;
        write_signed(out, self.task, &lines, self.part.is_some() && self.boxes_left == 0)
    }

    fn exit(&self) -> Exit {
        match self {
            _ if self.is_proved() => Exit::ANSWERED,
            _ if self.boxes_left > 0 => Exit::LIMIT,
            _ => Exit::OPEN,
        }
    }
}

impl Answer for Hull {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(bound) = self.bound {
            writeln!(out, "Bound: {bound}")?;
        }
        writeln!(out, "Value: {:.2}\nStanding: {}", self.value, self.standing)
    }

    fn exit(&self) -> Exit {
        Exit::of_complete(!self.is_stopped)
    }
}
