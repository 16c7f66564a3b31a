//! The bounds as text.
//!
//! ```text
//!     First bound: 741                          the most points, those of the start among them
//!     (b, beta, a, sigma) = (31, 0, 10, 0)      one line for each optimum
//!     Real optimum: 741.0714                    at most four decimals
//!     Moves: 705                                the points without those of the start
//!     Standing: stands                          or `refuted`
//!     Proved by ...                             the sources and reasons: one line or more
//! ```
//!
//! and the same for the second and the rough bound. After `Best bounds known:` there is a line for each of the four games. No
//! answer has a blank line, so that a blank line always ends one.

use std::fmt::Display;
use std::io::{self, Write};

use super::{Aligned, Claim, Octagon, Optimum, Regular, Start, first, known, rough, second};

/// Prints the three bounds with their optima and standings, and the best bounds known.
///
/// ```
/// use quadrille::morpion::bounds::{Start, report};
/// let mut text = Vec::new();
/// report::write(&mut text, Start::CROSS)?;
/// assert!(text.starts_with(b"First bound: 741\n(b, beta, a, sigma) = (31, 0, 10, 0)\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut impl Write, start: Start) -> io::Result<()> {
    for claim in Claim::ALL {
        match claim {
            Claim::First => bound(out, "First", (Octagon::NAMES, &first(start)), start)?,
            Claim::Second => bound(out, "Second", (Aligned::NAMES, &second(start)), start)?,
            Claim::Rough => bound(out, "Rough", (Regular::NAMES, &rough(start)), start)?,
        }
        writeln!(out, "Standing: {}", claim.standing())?;
        claim.remarks(start).iter().try_for_each(|remark| writeln!(out, "{remark}"))?;
    }
    writeln!(out, "Best bounds known:")?;
    known().iter().try_for_each(|known| writeln!(out, "{known}"))
}

fn bound<P: Display>(
    out: &mut impl Write,
    name: &str,
    (names, optimum): (&str, &Optimum<P>),
    start: Start,
) -> io::Result<()> {
    writeln!(out, "{name} bound: {}", optimum.points)?;
    optimum.parameters.iter().try_for_each(|parameters| writeln!(out, "{names} = {parameters}"))?;
    writeln!(out, "Real optimum: {}\nMoves: {}", optimum.real, optimum.moves(start))
}
