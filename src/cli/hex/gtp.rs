//! `hex --gtp`: the lines of the dialogue, and the limits of its searches.

use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::{Context, Error, Result};

use super::super::{Ctx, Limits, Status, is_stopped};
use crate::budget::Budget;
use crate::hex::gtp::{Engine, MoveBudget};

/// The time for a move, unless there is another limit.
const TIME: Duration = Duration::from_secs(10);

/// The longest line of a command, in bytes. That is enough for `play-game` on the largest board.
const LONGEST_LINE: u64 = 4000;

/// Answers commands until `quit`, the end of the input, or a signal.
pub(super) fn run(ctx: &Ctx) -> Result<Status> {
    let limits = ctx.limits().or_time(TIME);
    let begin = || MoveBudget {
        whole: ctx.budget_within(limits, |positions| format!("{positions} positions")),
        half: half(limits),
    };
    let mut engine = Engine::new(&begin).map_err(Error::msg)?;
    let mut commands = BufReader::new(ctx.stdin("commands of the Go Text Protocol")?);
    while !engine.has_quit() && !is_stopped() {
        let mut line = Vec::new();
        let read = commands.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).context("cannot read stdin")?;
        if read == 0 {
            break;
        }
        if read as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
            commands.skip_until(b'\n').context("cannot read stdin")?;
            ctx.print_text(format_args!("? expected a line of at most {LONGEST_LINE} bytes\n\n"))?;
        } else if let Some(answer) = engine.answer(String::from_utf8_lossy(&line).trim_start_matches('\u{feff}')) {
            ctx.print_text(answer)?;
        }
    }
    Ok(Status::of_complete(!is_stopped()))
}

/// Returns a budget that ends at half of the limits.
fn half(limits: Limits) -> Budget<'static> {
    let begun = Instant::now();
    Budget::new(move |positions| {
        let is_late = limits.time.is_some_and(|time| begun.elapsed() >= time / 2);
        let is_full = limits.nodes.is_some_and(|nodes| positions >= nodes / 2);
        if is_late || is_full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
}
