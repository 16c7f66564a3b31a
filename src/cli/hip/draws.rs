//! `hip draws`: full boards without a monochromatic square.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Write};

use clap::Args;
use num_bigint::BigUint;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{rows, title};
use crate::cli::answer::{Answer, Stream};
use crate::cli::arguments::picture;
use crate::cli::failure::{Exit, Failure};
use crate::cli::run::Run;
use crate::cli::task::Task;
use crate::hip::report::{self, NO_DRAW};
use crate::hip::{self, Colouring, DrawCounts, Listing, Size, has_no_draw, picture};
use crate::player::Player;

#[derive(Args, Debug)]
#[command(arg = picture("Write a picture of the first 1000 listed draws to PATH; requires --list or --list-all").requires("listed"))]
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
}

#[derive(Serialize)]
struct Counted<'a> {
    #[serde(flatten)]
    size: Size,
    /// The six numbers by their names; null if they were not counted.
    #[serde(flatten)]
    counts: BTreeMap<&'static str, Option<String>>,
    proof: Option<&'static str>,
    #[serde(flatten)]
    listed: Option<Listed<'a>>,
    #[serde(skip)]
    known: Option<DrawCounts>,
    #[serde(skip)]
    task: &'a Draws,
    #[serde(skip)]
    run: &'a Run<'a>,
}

/// The list of draws, which are found while it is written, and how many are missing in it then.
struct Listed<'a> {
    size: Size,
    listing: Listing,
    left: RefCell<BigUint>,
    run: &'a Run<'a>,
}

/// A draw of the list, and its number from 1.
#[derive(Serialize)]
struct Draw {
    x: usize,
    o: usize,
    playable: bool,
    board: Vec<String>,
    #[serde(skip)]
    number: u64,
    #[serde(skip)]
    colouring: Colouring,
}

impl Listed<'_> {
    fn draws(&self) -> impl Iterator<Item = Draw> {
        // To find that there is no other one would take up to half of the time.
        let is_wanted = |_: &_| *self.left.borrow() > BigUint::ZERO && self.run.proceed().is_continue();
        (1..).zip(hip::draws(self.size, self.listing)).take_while(is_wanted).map(|(number, colouring)| {
            *self.left.borrow_mut() -= 1_u8;
            let [x, o] = Player::BOTH.map(|player| colouring.counters(player));
            Draw { x, o, playable: colouring.is_playable(), board: rows(&colouring), number, colouring }
        })
    }
}

impl Serialize for Listed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("list", &Stream::new(self.draws()))?;
        fields.serialize_entry("more", &self.left.borrow().to_string())?;
        fields.end()
    }
}

impl Draws {
    fn listing(&self) -> Option<Listing> {
        match self {
            Draws { list_all: true, .. } => Some(Listing::All),
            Draws { list: true, .. } => Some(Listing::Representatives),
            _ => None,
        }
    }
}

impl Task for Draws {
    fn answer<'a>(&'a self, run: &'a Run<'_>) -> Result<impl Answer + 'a, Failure> {
        let known = hip::count_draws(self.size, &mut run.budget());
        let listed = self.listing().zip(known.as_ref()).map(|(listing, counts)| Listed {
            size: self.size,
            listing,
            left: RefCell::new(counts.listed(listing).clone()),
            run,
        });
        let (counts, proof) = (by_name(known.as_ref()), has_no_draw(self.size).then_some(NO_DRAW));
        Ok(Counted { size: self.size, counts, proof, listed, known, task: self, run })
    }
}

fn by_name(counts: Option<&DrawCounts>) -> BTreeMap<&'static str, Option<String>> {
    let names = [
        ["draws", "draws_up_to_symmetry", "draws_up_to_symmetry_and_exchange"],
        ["playable_draws", "playable_draws_up_to_symmetry", "playable_draws_up_to_symmetry_and_exchange"],
    ];
    let counts = [counts.map(|counts| &counts.draws), counts.map(|counts| &counts.playable)];
    let fields = names.into_iter().zip(counts).flat_map(|(names, counts)| {
        let counts = counts.map(|counts| [&counts.all, &counts.up_to_symmetry, &counts.up_to_symmetry_and_exchange]);
        names.into_iter().enumerate().map(move |(at, name)| (name, counts.map(|counts| counts[at].to_string())))
    });
    fields.collect()
}

impl Answer for Counted<'_> {
    fn text(&self, mut out: &mut dyn Write) -> io::Result<()> {
        report::draw_counts(&mut out, self.task.size, self.known.as_ref())?;
        let Some(listed) = &self.listed else { return Ok(()) };
        listed.draws().try_for_each(|draw| report::draw(&mut out, draw.number, &draw.colouring))?;
        let left = listed.left.borrow();
        if *left > BigUint::ZERO { writeln!(out, "… and {left} more") } else { Ok(()) }
    }

    fn picture(&self, task: &str, out: &mut dyn Write) -> io::Result<()> {
        let (size, title) = (self.task.size, title(task));
        let Some(listing) = self.task.listing() else { return Ok(()) };
        match &self.known {
            Some(counts) => picture::sheet(out, &title, size, Some(counts.listed(listing)), hip::draws(size, listing)),
            None => picture::sheet(out, &title, size, None, []),
        }
    }

    fn exit(&self) -> Exit {
        Exit::of_complete(!self.run.meter().is_stopped())
    }
}
