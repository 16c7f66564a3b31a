//! `hip draws`: full boards without a monochromatic square.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::rc::Rc;

use clap::Args;
use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use super::{Sides, rows, title};
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
#[serde(bound = "")]
struct Counted<'a, I: Iterator<Item = Draw>> {
    #[serde(flatten)]
    sides: Sides,
    /// The six numbers by their names; null if they were not counted.
    #[serde(flatten)]
    counts: BTreeMap<&'static str, Option<String>>,
    proof: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<Stream<I>>,
    #[serde(rename = "more", skip_serializing_if = "Option::is_none")]
    left: Option<Left>,
    #[serde(skip)]
    known: Option<DrawCounts>,
    #[serde(skip)]
    task: &'a Draws,
    #[serde(skip)]
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

/// How many draws are missing in the list, which is known when it has been written.
#[derive(Clone)]
struct Left(Rc<RefCell<BigUint>>);

impl Serialize for Left {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&*self.0.borrow())
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
        let listed = self.listing().zip(known.as_ref());
        let left = listed.map(|(listing, counts)| Left(Rc::new(RefCell::new(counts.listed(listing).clone()))));
        let list = self.listing().zip(left.clone()).map(|(listing, left)| {
            let draws = (1..).zip(hip::draws(self.size, listing));
            // To find that there is no other one would take up to half of the time.
            let wanted = draws.take_while({
                let left = left.clone();
                move |_| *left.0.borrow() > BigUint::ZERO && run.proceed().is_continue()
            });
            Stream::new(wanted.map(move |(number, colouring)| {
                *left.0.borrow_mut() -= 1_u8;
                let [x, o] = Player::BOTH.map(|player| colouring.counters(player));
                Draw { x, o, playable: colouring.is_playable(), board: rows(&colouring), number, colouring }
            }))
        });
        let proof = has_no_draw(self.size).then_some(NO_DRAW);
        let (sides, counts) = (self.size.into(), by_name(known.as_ref()));
        Ok(Counted { sides, counts, proof, list, left, known, task: self, run })
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

impl<I: Iterator<Item = Draw>> Answer for Counted<'_, I> {
    fn text(&self, mut out: &mut dyn Write) -> io::Result<()> {
        report::draw_counts(&mut out, self.task.size, self.known.as_ref())?;
        for draw in self.list.iter().flat_map(Stream::items) {
            report::draw(&mut out, draw.number, &draw.colouring)?;
        }
        match &self.left {
            Some(Left(left)) if *left.borrow() > BigUint::ZERO => writeln!(out, "… and {} more", left.borrow()),
            _ => Ok(()),
        }
    }

    fn picture(&self, task: &str, out: &mut dyn Write) -> io::Result<()> {
        let (size, title) = (self.task.size, title(task));
        match (self.task.listing(), &self.known) {
            (Some(listing), Some(counts)) => {
                picture::sheet(out, &title, size, counts.listed(listing), hip::draws(size, listing))
            }
            _ => picture::sheet(out, &title, size, &BigUint::ZERO, []),
        }
    }

    fn exit(&self) -> Exit {
        Exit::of_complete(!self.run.meter().is_stopped())
    }
}
