//! Sheets of small boards.

use std::io::{self, Write};

use num_bigint::BigUint;

use super::board::text;
use crate::hip::{Colouring, Size};
use crate::player::Player;
use crate::svg::{Fixed, Svg};

/// The distance of the centres of neighbours.
const PITCH: f64 = 14.0;
/// The space around the sheet and between boards.
const GAP: f64 = 24.0;
/// The height of a line of text.
const LINE: f64 = 18.0;
/// The least width of a board with its caption.
const NARROWEST: f64 = 74.0;
/// The largest number of boards on a sheet.
const MOST: usize = 1000;

const STYLE: &str = "\
.paper { fill: #fffdf8 }
.frame { fill: #f3efe4; stroke: #8a8577; stroke-width: 1 }
.x.counter { fill: #b3301c }
.o.counter { fill: none; stroke: #1f5fa8; stroke-width: 2 }
text { font: 11px sans-serif; fill: #2b2a27; text-anchor: middle }
text.legend { font-size: 14px }
@media (prefers-color-scheme: dark) {
  .paper { fill: #1c1d20 }
  .frame { fill: #2a2c31; stroke: #70747d }
  .x.counter { fill: #f0795f }
  .o.counter { stroke: #6fb0f2 }
  text { fill: #e4e2dc }
}
";

/// Writes a sheet of the first thousand of `count` draws, numbered, with the numbers of counters of the players.
///
/// ```
/// use quadrille::hip::{Which, draws, picture};
/// let size = "2x2".parse()?;
/// let mut svg = Vec::new();
/// picture::sheet(&mut svg, "Draws on 2x2", size, &14_u8.into(), draws(size, Which::All))?;
/// assert!(String::from_utf8(svg)?.contains("<title>Draws on 2x2</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of `out`.
pub fn sheet(
    out: impl Write,
    title: &str,
    size: Size,
    count: &BigUint,
    draws: impl IntoIterator<Item = Colouring>,
) -> io::Result<()> {
    let shown = usize::try_from(count).unwrap_or(MOST).min(MOST);
    let (board_width, board_height) = (PITCH * f64::from(size.columns()), PITCH * f64::from(size.rows()));
    let each = (board_width.max(NARROWEST) + GAP, board_height + LINE + GAP);
    // At least half as wide again as high.
    let wide = |across: &usize| (across * across) as f64 * each.0 >= 1.5 * shown as f64 * each.1;
    let across = (3..shown).find(wide).unwrap_or(3);
    let down = shown.div_ceil(across);
    let (width, height) = (across as f64 * each.0 + GAP, down as f64 * each.1 + 2.0 * GAP + LINE);
    let mut svg = Svg::begin(out, width, height, title, STYLE)?;
    svg.element(format_args!("rect class=\"paper\" width=\"{}\" height=\"{}\"", Fixed(width), Fixed(height)))?;
    let legend = (width / 2.0, GAP);
    if BigUint::from(shown) == *count {
        text(&mut svg, "legend", legend, title)?;
    } else {
        text(&mut svg, "legend", legend, format_args!("{title}: the first {shown} of {count}"))?;
    }
    for (i, draw) in draws.into_iter().take(shown).enumerate() {
        let left = GAP + each.0 * (i % across) as f64 + (each.0 - GAP - board_width) / 2.0;
        let top = 2.0 * GAP + LINE / 2.0 + each.1 * (i / across) as f64;
        board(&mut svg, (left, top), &draw)?;
        let [x, o] = Player::BOTH.map(|player| draw.counters(player));
        let below = (left + board_width / 2.0, top + board_height + LINE / 2.0 + 3.0);
        text(&mut svg, "label", below, format_args!("{}: {x} X, {o} O", i + 1))?;
    }
    svg.end()
}

fn board(svg: &mut Svg<impl Write>, (left, top): (f64, f64), draw: &Colouring) -> io::Result<()> {
    let size = draw.size();
    let (width, height) = (PITCH * f64::from(size.columns()), PITCH * f64::from(size.rows()));
    let frame = format!("M{} {}h{width}v{height}h-{width}Z", Fixed(left), Fixed(top));
    svg.element(format_args!("path class=\"frame\" d=\"{frame}\""))?;
    for cell in size.cells() {
        let place = |along: u16| PITCH * (f64::from(along) + 0.5);
        let (cx, cy) = (Fixed(left + place(cell.column())), Fixed(top + place(cell.row())));
        let (class, radius) = match draw.owner(cell) {
            Player::X => ("x", 5.2),
            Player::O => ("o", 4.0),
        };
        svg.element(format_args!("circle class=\"{class} counter\" cx=\"{cx}\" cy=\"{cy}\" r=\"{radius}\""))?;
    }
    Ok(())
}
