//! `hip draws`: full boards without a monochromatic square.

use std::io::{self, Write};

use clap::Args;
use num_bigint::BigUint;
use serde::Serialize;

use super::{rows, title};
use crate::cli::failure::{Exit, Failure};
use crate::cli::limits::Limits;
use crate::cli::output::{Answer, display_some};
use crate::cli::paths::{OutputFile, OutputKind, output};
use crate::cli::run::Run;
use crate::hip::report::{self, NO_DRAW};
use crate::hip::{self, Colouring, DrawCounts, Listing, Size, has_no_draw, picture};
use crate::player::Player;

#[derive(Args, Debug)]
#[group(skip)]
pub(super) struct Draws {
    /// Rows and columns of the board, such as 6x7; at most 4096 each
    size: Size,

    /// List one draw of each class up to symmetry and exchange of the players
    #[arg(long, group = "listed")]
    list: bool,

    /// List all draws
    #[arg(long, group = "listed")]
    list_all: bool,

    /// Write a picture of the first 1000 listed draws to PATH; requires --list or --list-all. `-` is stdout, in
    /// place of the text
    #[arg(long, value_name = "PATH", value_parser = output(OutputKind::Picture), requires = "listed")]
    svg: Option<OutputFile>,

    #[command(flatten)]
    limits: Limits,
}

/// The numbers of draws, which end the list of them if there is one; null is what was not counted.
#[derive(Serialize)]
struct DrawsAnswer<'a> {
    #[serde(flatten)]
    size: Size,
    #[serde(flatten)]
    counts: NamedCounts,
    proof: Option<&'static str>,
    /// How many draws are missing in the list.
    #[serde(serialize_with = "display_some", skip_serializing_if = "Option::is_none")]
    more: Option<BigUint>,
    /// Whether the list is whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    whole: Option<bool>,
    #[serde(skip)]
    task: &'a Draws,
    #[serde(skip)]
    known: Option<&'a DrawCounts>,
}

/// The numbers as decimal digits, since they can exceed 64 bits.
#[derive(Serialize)]
struct NamedCounts {
    draws: Option<String>,
    draws_up_to_symmetry: Option<String>,
    draws_up_to_symmetry_and_exchange: Option<String>,
    playable_draws: Option<String>,
    playable_draws_up_to_symmetry: Option<String>,
    playable_draws_up_to_symmetry_and_exchange: Option<String>,
}

/// A draw of the list, and its number from 1.
#[derive(Serialize)]
struct Draw {
    number: u64,
    x: usize,
    o: usize,
    playable: bool,
    board: Vec<String>,
    #[serde(skip)]
    colouring: Colouring,
}

impl Draws {
    fn listing(&self) -> Option<Listing> {
        match self {
            Draws { list_all: true, .. } => Some(Listing::All),
            Draws { list: true, .. } => Some(Listing::Representatives),
            _ => None,
        }
    }

    pub(super) fn run(&self, run: &Run<'_>) -> Result<Exit, Failure> {
        run.limit(self.limits);
        let known = hip::count_draws(self.size, &mut run.budget());
        if run.form().is_text() {
            report::draw_counts(&mut run.text()?, self.size, known.as_ref())?;
        }
        let listed = self.listing().zip(known.as_ref());
        let more = listed.map(|(listing, counts)| self.list(listing, counts, run)).transpose()?;
        let is_whole = !run.meter().is_stopped();
        let whole = more.is_some().then_some(is_whole);
        let counts = NamedCounts::from(known.as_ref());
        let (proof, known) = (has_no_draw(self.size).then_some(NO_DRAW), known.as_ref());
        let answer = DrawsAnswer { size: self.size, counts, proof, more, whole, task: self, known };
        run.answer_with_picture(&answer, self.svg.as_ref(), Exit::of_complete(is_whole))
    }

    /// Lists draws while they are found, up to a limit. Returns how many are missing.
    fn list(&self, listing: Listing, counts: &DrawCounts, run: &Run<'_>) -> Result<BigUint, Failure> {
        let (mut left, mut draws) = (counts.listed(listing).clone(), hip::draws(self.size, listing));
        for number in 1.. {
            // To find that there is no other one would take up to half of the time.
            if left == BigUint::ZERO || run.proceed().is_break() {
                break;
            }
            let Some(colouring) = draws.next() else { break };
            left -= 1_u8;
            let [x, o] = Player::BOTH.map(|player| colouring.counters(player));
            run.print(&Draw { number, x, o, playable: colouring.is_playable(), board: rows(&colouring), colouring })?;
        }
        Ok(left)
    }
}

impl From<Option<&DrawCounts>> for NamedCounts {
    fn from(counts: Option<&DrawCounts>) -> NamedCounts {
        let digits = |number: fn(&DrawCounts) -> &BigUint| counts.map(|counts| number(counts).to_string());
        NamedCounts {
            draws: digits(|counts| &counts.draws.all),
            draws_up_to_symmetry: digits(|counts| &counts.draws.up_to_symmetry),
            draws_up_to_symmetry_and_exchange: digits(|counts| &counts.draws.up_to_symmetry_and_exchange),
            playable_draws: digits(|counts| &counts.playable.all),
            playable_draws_up_to_symmetry: digits(|counts| &counts.playable.up_to_symmetry),
            playable_draws_up_to_symmetry_and_exchange: digits(|counts| &counts.playable.up_to_symmetry_and_exchange),
        }
    }
}

impl Answer for Draw {
    fn text(&self, mut out: &mut dyn Write) -> io::Result<()> {
        report::draw(&mut out, self.number, &self.colouring)
    }
}

impl Answer for DrawsAnswer<'_> {
    /// The numbers stand above the list.
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.more {
            Some(more) if *more > BigUint::ZERO => writeln!(out, "… and {more} more"),
            _ => Ok(()),
        }
    }

    fn picture(&self, task: &str, out: &mut dyn Write) -> io::Result<()> {
        let (size, title) = (self.size, title(task));
        let Some(listing) = self.task.listing() else { return Ok(()) };
        match self.known {
            Some(counts) => picture::sheet(out, &title, size, Some(counts.listed(listing)), hip::draws(size, listing)),
            None => picture::sheet(out, &title, size, None, []),
        }
    }
}
