//! What the properties of a game mean, in SGF and in the dialect of Little Golem.
//!
//! ```text
//!     (;GM[11]SZ[5];B[a3];W[swap-pieces];B[b4])        SGF: Black is O. White takes the stone, which goes to C1, and Black goes on
//!     (;GM[11]SZ[5];B[a3];W[swap-pieces];W[b4])        White goes on: White and Black changed sides, and the stone stays
//!     (;EV[hex.ch.1]SZ[5];W[ac];B[swap];W[bd])         Little Golem, the same as the first: W moves first, and is O
//! ```
//!
//! A game without `GM` is Little Golem's if `EV` begins with `hex`. If `EV` names no game, `SO` and the moves decide:
//! Little Golem writes games of Go alike, but there Black begins.

use super::moves::A_MOVE;
use super::{Record, SgfError, SgfFault, shown};
use crate::hex::game::{Action, Game, Move};
use crate::hex::position::{Shape, SizeError};
use crate::player::Player;
use crate::text::Place;

/// The shape of a board without `SZ`.
pub(super) const DEFAULT_SHAPE: Shape = Shape { columns: 11, rows: 11 };

/// Returns the shape that a text means, a number or two with a separator; `None` if it has something else.
pub(super) fn shape_of(text: &str, separator: char) -> Option<Result<Shape, SizeError>> {
    let (columns, rows) = text.split_once(separator).unwrap_or((text, text));
    Some(Shape::new(columns.trim().parse().ok()?, rows.trim().parse().ok()?))
}

/// What has been read of a game.
#[derive(Default)]
pub(super) struct Properties {
    shape: Option<Shape>,
    is_hex: bool,
    event: Event,
    /// Whether `SO` is Little Golem.
    is_from_golem: bool,
    /// Whether a program wrote the game that meant `swap-sides` by `swap-pieces`.
    is_old_hexgui: bool,
    actions: Vec<(Place, Action)>,
    /// The indices of the moves `swap`.
    swaps: Vec<usize>,
    /// The first cell that is not two letters.
    with_digits: Option<(Place, String)>,
    /// The number of moves.
    moves: usize,
    /// The value of `PL` after the last move.
    next: Option<Player>,
    information: Vec<(Vec<u8>, Vec<u8>)>,
    comments: Vec<(usize, Vec<u8>)>,
}

/// The game that `EV` names, as Little Golem does: `hex.ch.23.1.1`.
#[derive(Default, PartialEq)]
enum Event {
    #[default]
    Unnamed,
    Hex,
    Other,
}

impl Properties {
    /// Comments, and the properties that tell about a game as a whole.
    #[rustfmt::skip]
    pub(super) const TEXTS: [&[u8]; 22] = [
        b"AN", b"BR", b"BT", b"C", b"CA", b"CP", b"DT", b"EV", b"GC", b"GN", b"ON", b"OT", b"PB", b"PC", b"PW", b"RE", b"RO",
        b"RU", b"SO", b"TM", b"US", b"WR",
    ];

    /// Keeps a value of one of these.
    pub(super) fn keep(&mut self, name: &[u8], value: &[u8]) {
        if name == b"C" {
            self.comments.push((self.moves, value.to_vec()));
        } else if self.information.iter().all(|(known, _)| known != name) {
            self.information.push((name.to_vec(), value.to_vec()));
        }
    }

    /// Takes a value of a property.
    pub(super) fn read(&mut self, name: &[u8], place: Place, value: &[u8]) -> Result<(), SgfError> {
        let fault = |what| SgfError::Fault(place, SgfFault::Expected(what, shown(value)));
        // What is not UTF-8 is no value of these properties.
        let text = str::from_utf8(value.trim_ascii()).unwrap_or("?");
        let lower = text.to_ascii_lowercase();
        let player = if name.ends_with(b"W") { Player::X } else { Player::O };
        match name {
            b"AP" => self.is_old_hexgui = is_old_hexgui(text),
            b"EV" => {
                self.event = match &*lower {
                    "" | "null" => Event::Unnamed,
                    _ if lower.starts_with("hex") => Event::Hex,
                    _ => Event::Other,
                }
            }
            b"SO" => self.is_from_golem = lower.contains("littlegolem"),
            b"FF" if !matches!(text, "1" | "2" | "3" | "4") => return Err(fault("a version of SGF from 1 to 4")),
            b"GM" if text != "11" => return Err(fault("11, which is Hex")),
            b"GM" => self.is_hex = true,
            b"PL" => {
                self.next = Some(match &*lower {
                    "b" | "black" | "1" => Player::O,
                    "w" | "white" | "2" => Player::X,
                    _ => return Err(fault("B or W")),
                });
            }
            b"SZ" => {
                let shape = shape_of(text, ':').ok_or_else(|| fault("the size of a board, such as 11 or 13:11"))?;
                self.shape = Some(shape.map_err(|error| SgfError::Fault(place, SgfFault::Size(error)))?);
            }
            b"AB" | b"AW" | b"AE" => {
                let (first, last) = text.split_once(':').unwrap_or((text, text));
                let (Ok(Move::Stone(first)), Ok(Move::Stone(last))) = (first.trim().parse(), last.trim().parse())
                else {
                    return Err(fault("a cell such as c3, or a rectangle such as a1:c3"));
                };
                if first.column() > last.column() || first.row() > last.row() {
                    return Err(fault("a rectangle from its upper left cell to its lower right one, such as a1:c3"));
                }
                let owner = Some(player).filter(|_| name != b"AE");
                self.push(place, text, Action::SetUp(owner, [first, last]));
            }
            b"B" | b"W" => {
                let mv = if text.is_empty() { Ok(Move::Pass) } else { text.parse() };
                let mv = mv.map_err(|_| fault(A_MOVE))?;
                if lower == "swap" {
                    self.swaps.push(self.actions.len());
                }
                self.push(place, text, Action::Move(player, mv));
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes an action, unless a player has resigned.
    fn push(&mut self, place: Place, text: &str, action: Action) {
        if let Some((_, Action::Move(_, Move::Resign))) = self.actions.last() {
            return;
        }
        let has_cell = matches!(action, Action::SetUp(..) | Action::Move(_, Move::Stone(_)));
        if has_cell && self.with_digits.is_none() && text.bytes().any(|byte| byte.is_ascii_digit()) {
            self.with_digits = Some((place, shown(text.as_bytes())));
        }
        if let Action::Move(..) = action {
            self.moves += 1;
            self.next = None;
        }
        self.actions.push((place, action));
    }

    /// Returns the game that began at a place.
    pub(super) fn record(mut self, begin: Place) -> Result<Record, SgfError> {
        let lacks = |what| SgfError::Fault(begin, SgfFault::Lacks(what));
        let mut black = Player::O;
        if !self.is_hex {
            if !self.is_golem() {
                return Err(lacks("GM[11], so that it is not one of Hex"));
            }
            black = self.first().unwrap_or(black);
            self.translate_golem()?;
        }
        self.decide_swaps();
        let mut game = Game::new(self.shape.unwrap_or(DEFAULT_SHAPE));
        let (places, actions): (Vec<Place>, Vec<Action>) = self.actions.into_iter().unzip();
        for action in actions {
            game.push(action);
        }
        let Properties { next, information, comments, .. } = self;
        Ok(Record { begin, game, places, black, next, information, comments })
    }

    /// Returns the colour of the first move as SGF has it, where Black is O.
    fn first(&self) -> Option<Player> {
        self.actions.iter().find_map(|(_, action)| match action {
            Action::Move(player, _) => Some(*player),
            Action::SetUp(..) => None,
        })
    }

    /// Returns whether a game without `GM` is one of Hex in the dialect of Little Golem.
    fn is_golem(&self) -> bool {
        let has_set_up = self.actions.iter().any(|(_, action)| matches!(action, Action::SetUp(..)));
        match self.event {
            Event::Hex => true,
            Event::Other => false,
            Event::Unnamed if self.is_from_golem => !has_set_up && self.first() != Some(Player::O),
            Event::Unnamed => !has_set_up && self.first() == Some(Player::X) && self.with_digits.is_none(),
        }
    }

    /// Makes SGF of the dialect of Little Golem: who moves first is O, and by `swap` the pieces are swapped.
    fn translate_golem(&mut self) -> Result<(), SgfError> {
        if let Some((place, found)) = self.with_digits.take() {
            return Err(SgfError::Fault(
                place,
                SgfFault::Expected("a point of two letters such as ba, which is B1", found),
            ));
        }
        for &swap in &self.swaps {
            if let Some((_, Action::Move(_, mv))) = self.actions.get_mut(swap) {
                *mv = Move::SwapPieces;
            }
        }
        if self.first() == Some(Player::X) {
            for (_, action) in &mut self.actions {
                match action {
                    Action::Move(player, _) | Action::SetUp(Some(player), _) => *player = player.opponent(),
                    Action::SetUp(None, _) => {}
                }
            }
            self.next = self.next.map(Player::opponent);
        }
        Ok(())
    }

    /// Decides for each `swap-pieces` what it means: if the player who swaps moves next, the players have changed
    /// sides.
    fn decide_swaps(&mut self) {
        let mut next = None;
        for (_, action) in self.actions.iter_mut().rev() {
            if let Action::Move(player, mv) = action {
                if *mv == Move::SwapPieces && next.map_or(self.is_old_hexgui, |next| next == *player) {
                    *mv = Move::SwapSides;
                }
                next = Some(*player);
            }
        }
    }
}

/// Returns whether the value of `AP` is HexGui up to version 0.9, such as `HexGui:0.9.GIT`.
fn is_old_hexgui(application: &str) -> bool {
    let version = application.strip_prefix("HexGui:0.").unwrap_or_default().as_bytes();
    version.first().is_some_and(u8::is_ascii_digit) && !version.get(1).is_some_and(u8::is_ascii_digit)
}
