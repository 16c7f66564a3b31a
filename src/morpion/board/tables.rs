//! What the places around a point tell about the lines through it, looked up in two tables.
//!
//! ```text
//!     points   o o . o q o . . o        the nine places around q; of the five lines through q, which begin at the first
//!     lines    |-------|     wants one  place, the second and so on to q itself, some want exactly one more point
//!                |-------|   wants one
//!                  |-------| wants two
//! ```

use crate::morpion::variant::Variant;

/// What the places around a point tell.
pub(super) struct Tables {
    /// By the used units: which of the lines that begin at the first place, the second and so on are free.
    pub(super) free: [u8; 512],
    /// By the points: which of these lines want exactly one more point, in the lowest byte, and above that the place of the
    /// point that each wants, in four bits.
    pub(super) wanting: [u32; 512],
}

impl Tables {
    const fn new(length: u32, units: u32) -> Tables {
        let mut tables = Tables { free: [0; 512], wanting: [0; 512] };
        let mut places = 0;
        while places < 512 {
            let mut first = 0;
            while first < length {
                if places as u32 >> first & ((1 << units) - 1) == 0 {
                    tables.free[places] |= 1 << first;
                }
                let missing = !(places as u32 >> first) & ((1 << length) - 1);
                if missing.is_power_of_two() {
                    tables.wanting[places] |= 1 << first | (first + missing.trailing_zeros()) << (8 + 4 * first);
                }
                first += 1;
            }
            places += 1;
        }
        tables
    }
}

/// How many units of its row a line uses.
pub(super) const fn units(variant: Variant) -> u32 {
    variant.line_length() as u32 - variant.is_touching() as u32
}

const fn tables(variant: Variant) -> Tables {
    Tables::new(variant.line_length() as u32, units(variant))
}

static TABLES_T5: Tables = tables(Variant::T5);
static TABLES_D5: Tables = tables(Variant::D5);
static TABLES_T4: Tables = tables(Variant::T4);
static TABLES_D4: Tables = tables(Variant::D4);

impl Tables {
    /// Those of a game.
    pub(super) const fn of(variant: Variant) -> &'static Tables {
        match variant {
            Variant::T5 => &TABLES_T5,
            Variant::D5 => &TABLES_D5,
            Variant::T4 => &TABLES_T4,
            Variant::D4 => &TABLES_D4,
        }
    }
}
