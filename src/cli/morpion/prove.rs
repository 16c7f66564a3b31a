//! `morpion prove`: upper bounds.

use std::io::{self, Write};
use std::ops::ControlFlow;

use clap::{Args, ValueEnum, value_parser};
use serde::Serialize;

use super::CHECKPOINT;
use super::part::{Found, Whole};
use crate::cli::arguments::one_of;
use crate::cli::failure::{Exit, Failure};
use crate::cli::limits::LimitArgs;
use crate::cli::output::{Answer, display};
use crate::cli::parts::print_part;
use crate::cli::paths::{OutputFile, OutputKind, output, write_whole};
use crate::cli::run::Run;
use crate::morpion::Variant;
use crate::morpion::upper_bound::certificate::Certificate;
use crate::morpion::upper_bound::hulls::HullBox;
use crate::morpion::upper_bound::{LARGEST_BOUND, LeastBound, OpenHull, Proof, RULES, Relaxation, Tally, least_bound};
use crate::part::Part;

/// What the names of certificates end in.
pub(super) const EXTENSION: &str = "certificate";

/// The progress is shown in these units.
const SHOWN: u64 = 10_000;

#[derive(Args, Debug)]
pub(super) struct Prove {
    /// The variant: lines of 5 points, 5T touching or 5D disjoint
    #[arg(value_name = "VARIANT", value_parser = one_of::<Variant>(["5T", "5D"]), ignore_case = true)]
    variant: Variant,

    /// Prove that no game has more than N moves
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=i64::from(LARGEST_BOUND)), required_unless_present = "hull")]
    at_most: Option<u32>,

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

    /// Prove this only for games whose lines go beyond those of the cross by these eight numbers: rows before and after,
    /// columns, sums and differences of the coordinates
    #[arg(long, value_name = "EXTENTS", value_parser = HullBox::from_extents, requires = "at_most", conflicts_with_all = ["hull", "part"])]
    extents: Option<HullBox>,

    /// Prove only part I of N parts, such as 3/100; `merge` adds up the parts
    #[arg(long, value_name = "I/N")]
    part: Option<Part>,

    /// Write the certificates to the folder DIR, for `verify`
    #[arg(long, value_name = "DIR", value_parser = output(OutputKind::Folder))]
    save: Option<OutputFile>,

    #[arg(long, value_name = "FILE", help = CHECKPOINT, value_parser = output(OutputKind::Checkpoint))]
    checkpoint: Option<OutputFile>,

    #[command(flatten)]
    limits: LimitArgs,
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

/// What is known about the hulls of the games with more moves than a bound.
#[derive(Serialize)]
pub(super) struct ProofAnswer {
    bound: u32,
    boxes: u64,
    boxes_left: u64,
    open_hulls: u64,
    worst: Option<Worst>,
    /// Always null: a part has a form of its own.
    part: (),
    /// The number of parts that were not given to `merge`.
    #[serde(skip_serializing_if = "Option::is_none")]
    parts_left: Option<u64>,
    standing: &'static str,
    #[serde(skip)]
    is_proved: bool,
}

/// The open hull for which the largest bound was proved.
#[derive(Serialize)]
struct Worst {
    proved: i64,
    #[serde(serialize_with = "display", rename = "box")]
    hull: HullBox,
}

impl ProofAnswer {
    pub(super) fn new(bound: u32, tally: &Tally, boxes_left: u64, parts_left: u64) -> ProofAnswer {
        let &Tally { boxes, open, worst } = tally;
        let worst = worst.map(|OpenHull { proved, hull }| Worst { proved, hull });
        let parts_left = Some(parts_left).filter(|&left| left > 0);
        let is_proved = open == 0 && boxes_left == 0 && parts_left.is_none();
        let standing = if is_proved { "proved" } else { "open" };
        ProofAnswer { bound, boxes, boxes_left, open_hulls: open, worst, part: (), parts_left, standing, is_proved }
    }

    pub(super) fn print(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        run.answer(self, self.exit())
    }

    fn exit(&self) -> Exit {
        match self {
            _ if self.is_proved => Exit::ANSWERED,
            _ if self.boxes_left > 0 => Exit::LIMIT,
            _ => Exit::OPEN,
        }
    }
}

/// The least bound that was found for one hull.
#[derive(Serialize)]
struct LeastBoundAnswer {
    bound: Option<i64>,
    value: f64,
    standing: &'static str,
}

impl Prove {
    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        run.limit(self.limits);
        run.count_as("evaluations");
        match (&self.hull, self.at_most) {
            (Some(hull), _) => self.find_least_bound(hull, run),
            // One of the two is there.
            (None, at_most) => self.prove(at_most.unwrap_or(LARGEST_BOUND), run),
        }
    }

    /// Writes a certificate, if they are wanted. It is on the disk before a checkpoint that counts its box is.
    fn save(&self, certificate: &Certificate) -> io::Result<()> {
        let Some(folder) = &self.save else { return Ok(()) };
        folder.create()?;
        let name = format!("{}{}", certificate.hulls, certificate.case);
        let name = name.replace(", cuts", "").replace(", ", " ").replace(' ', "_");
        write_whole(&folder.join(format!("{name}.{EXTENSION}")), &mut |file| write!(file, "{certificate}"))
    }

    fn not_saved(&self, error: io::Error) -> Failure {
        Failure::File(self.save.as_deref().map(ToOwned::to_owned).unwrap_or_default(), error)
    }

    /// Proves a bound for all hulls, for those of a part, or for one.
    fn prove(&self, at_most: u32, run: &Run<'_>) -> Result<Exit, Failure> {
        let Part { number, parts } = self.part.unwrap_or(Part::WHOLE);
        let proof = match self.extents {
            Some(hull) => Proof::of_box(self.variant, at_most.into(), hull),
            None => Proof::new(self.variant, at_most.into(), number, parts),
        };
        // A box that is proved is not proved again, to have a certificate.
        let identity = ("prove", self.variant, at_most, self.extents, [number, parts], self.save.is_some(), RULES);
        let mut checkpoint = run.resume(self.checkpoint.as_ref(), &identity, &mut |from| proof.load(from))?;
        let show = || run.show_share("the tree", proof.finished(SHOWN), SHOWN);
        show();
        let save = |out: &mut dyn Write| proof.save(out);
        let mut poll = |evaluations| {
            run.poll(evaluations)?;
            show();
            ControlFlow::Continue(())
        };
        let ended = proof.run(&|certificate| self.save(certificate), &mut checkpoint.budget(&save, &mut poll));
        checkpoint.close(&save);
        ended.map_err(|error| self.not_saved(error))?;
        if self.save.is_none() && proof.boxes_left() == 0 {
            run.note("certificates not kept; with --save DIR they can be verified");
        }
        let tally = proof.tally();
        let answer = ProofAnswer::new(at_most, &tally, proof.boxes_left(), 0);
        match self.part {
            None => answer.print(run),
            Some(part) => {
                let whole = Whole::Proof { variant: self.variant, at_most };
                print_part(run, part, whole, Found { tally: Some(tally), ..Found::default() }, answer.exit())
            }
        }
    }

    fn find_least_bound(&self, hull: &HullBox, run: &Run<'_>) -> Result<Exit, Failure> {
        let relaxation = match self.relaxation {
            RelaxationName::Plain => Relaxation::Plain,
            RelaxationName::Pairs => Relaxation::Pairs,
            RelaxationName::Hit => Relaxation::Hit,
        };
        let least = least_bound(self.variant, hull, relaxation, &mut run.budget());
        let LeastBound { value, certificate } = least.map_err(|error| Failure::Input(format!("{hull}: {error}")))?;
        if let Some(certificate) = &certificate {
            self.save(certificate).map_err(|error| self.not_saved(error))?;
        }
        let standing = if certificate.is_some() { "proved" } else { "relaxation" };
        let bound = certificate.map(|certificate| certificate.bound);
        let exit = Exit::of_complete(!run.meter().is_stopped());
        run.answer(&LeastBoundAnswer { bound, value, standing }, exit)
    }
}

impl Answer for ProofAnswer {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.is_proved {
            writeln!(out, "Bound: {}", self.bound)?;
        }
        writeln!(out, "Boxes: {}", self.boxes)?;
        if self.boxes_left > 0 {
            writeln!(out, "Boxes left: {}", self.boxes_left)?;
        }
        if let Some(left) = self.parts_left {
            writeln!(out, "Parts left: {left}")?;
        }
        if let Some(Worst { proved, hull }) = &self.worst {
            writeln!(out, "Open hulls: {}\nWorst: {proved} for {hull}", self.open_hulls)?;
        }
        writeln!(out, "Standing: {}", self.standing)
    }
}

impl Answer for LeastBoundAnswer {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(bound) = self.bound {
            writeln!(out, "Bound: {bound}")?;
        }
        writeln!(out, "Value: {:.2}\nStanding: {}", self.value, self.standing)
    }
}
