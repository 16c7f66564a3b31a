// Hex, for the problem of the 32nd Annual Rowan University Programming Contest (2018): the program `hex` of the crate
// `quadrille` as one file. Made by scripts/bundle; change the crate, not this. Licence: MIT or Apache-2.0.

// The modules are whole; `main` uses a part of them.
#![allow(dead_code, unused_imports)]

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use hex::{DataSets, Report, Rules, Solver};

fn answer(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
	let data_sets = DataSets::open(io::stdin().lock(), Rules::Lenient)?;
	hex::report::heading(out, data_sets.announced())?;
	let (mut solver, mut report) = (Solver::new(), Report::new());
	for (number, position) in (1..).zip(data_sets) {
		let position = position?;
		report.data_set(out, number, &position, &solver.outcome(&position))?;
	}
	Ok(())
}

fn main() -> ExitCode {
	let mut out = io::BufWriter::new(io::stdout().lock());
	let answered = answer(&mut out);
	// What was answered before a fault of the input is written all the same.
	let written = out.flush();
	match answered.and(written.map_err(Into::into)) {
		Ok(()) => ExitCode::SUCCESS,
		Err(error) => {
			eprintln!("hex: {error}");
			ExitCode::FAILURE
		}
	}
}


pub mod bits {
//! Bit rows: a board of yes or no, one bit a cell, each row in words of its own.

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BitRows {
	words_per_row: usize,
	words: Vec<u64>,
}

impl BitRows {
	pub fn new(columns: usize, rows: usize) -> BitRows {
		let words_per_row = columns.div_ceil(64);
		BitRows { words_per_row, words: vec![0; words_per_row * rows] }
	}

	#[inline]
	pub fn get(&self, column: usize, row: usize) -> bool {
		self.words[row * self.words_per_row + column / 64] >> (column % 64) & 1 != 0
	}

	#[inline]
	pub fn set(&mut self, column: usize, row: usize) {
		self.words[row * self.words_per_row + column / 64] |= 1 << (column % 64);
	}

	#[inline]
	pub fn row(&self, row: usize) -> &[u64] {
		&self.words[row * self.words_per_row..][..self.words_per_row]
	}

	#[inline]
	pub fn for_each_column(&self, row: usize, mut act: impl FnMut(usize)) {
		for (i, &word) in self.row(row).iter().enumerate() {
			for bit in Ones(word) {
				act(i * 64 + bit);
			}
		}
	}

	pub fn count(&self) -> usize {
		self.words.iter().map(|word| word.count_ones() as usize).sum()
	}
}

#[derive(Clone, Debug)]
pub struct Ones(pub u64);

impl Iterator for Ones {
	type Item = usize;

	#[inline]
	fn next(&mut self) -> Option<usize> {
		if self.0 == 0 {
			return None;
		}
		let lowest = self.0.trailing_zeros() as usize;
		self.0 &= self.0 - 1;
		Some(lowest)
	}
}

pub fn transpose<const N: usize>(rows: &mut [u64; N]) {
	const { assert!(N == 32 || N == 64) };
	let mut width = N / 2;
	// As many ones as the width, as many zeros, and so on.
	let mut mask = u64::MAX / ((1 << width) + 1);
	while width > 0 {
		let mut r = 0;
		while r < N {
			let exchange = (rows[r] >> width ^ rows[r + width]) & mask;
			rows[r] ^= exchange << width;
			rows[r + width] ^= exchange;
			r = (r + width + 1) & !width;
		}
		width /= 2;
		mask ^= mask << width;
	}
}
}

pub mod cell {
//! Cells of a rectangular board and their names.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
	// The derived order is reading order because the row comes first.
	row: u16,
	column: u16,
}

impl Cell {
	pub const fn new(column: u16, row: u16) -> Cell {
		Cell { row, column }
	}

	pub const fn column(self) -> u16 {
		self.column
	}

	pub const fn row(self) -> u16 {
		self.row
	}

	pub fn from_bytes(text: &[u8]) -> Result<Cell, NotACell> {
		let letters = text.iter().take_while(|b| b.is_ascii_alphabetic()).count();
		let (letters, digits) = text.split_at(letters);
		if letters.is_empty() || digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
			return Err(NotACell::Malformed);
		}
		let mut column: u32 = 0;
		for letter in letters {
			column = column.saturating_mul(26).saturating_add(u32::from(letter.to_ascii_uppercase() - b'A') + 1);
		}
		let mut row: u32 = 0;
		for digit in digits {
			row = row.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
		}
		match (u16::try_from(column - 1), row.checked_sub(1).map(u16::try_from)) {
			(Ok(column), Some(Ok(row))) => Ok(Cell::new(column, row)),
			_ => Err(NotACell::OutOfRange),
		}
	}
}

impl FromStr for Cell {
	type Err = NotACell;

	fn from_str(text: &str) -> Result<Cell, NotACell> {
		Cell::from_bytes(text.as_bytes())
	}
}

impl fmt::Display for Cell {
	fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
		write!(f, "{}{}", ColumnName(self.column), u32::from(self.row) + 1)
	}
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnName(pub u16);

impl fmt::Display for ColumnName {
	fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
		// Four letters name 26 + 26² + 26³ + 26⁴ columns, more than a `u16` counts.
		let mut letters = [b'A'; 4];
		let mut first = letters.len();
		let mut rest = u32::from(self.0) + 1;
		while rest > 0 {
			first -= 1;
			letters[first] = b'A' + ((rest - 1) % 26) as u8;
			rest = (rest - 1) / 26;
		}
		letters[first..].iter().try_for_each(|&letter| fmt::Write::write_char(f, char::from(letter)))
	}
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotACell {
	Malformed,
	OutOfRange,
}

impl fmt::Display for NotACell {
	fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
		f.write_str(match self {
			NotACell::Malformed => "expected a cell such as C3",
			NotACell::OutOfRange => "expected a cell with a row and a column from 1 to 65536",
		})
	}
}

impl Error for NotACell {}
}

pub mod hex {
//! Hex: who has won, and how few moves each player needs, for the contest of Rowan University.

pub mod completion {
//! What there is to say about a position: who has won, or else how few moves each player needs.

use std::fmt;

use crate::cell::Cell;
use crate::player::{ByPlayer, Player};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Completion {
	cells: Vec<Cell>,
}

impl Completion {
	pub(super) fn in_reading_order(cells: Vec<Cell>) -> Completion {
		debug_assert!(cells.is_sorted());
		Completion { cells }
	}

	pub fn cells(&self) -> &[Cell] {
		&self.cells
	}

	pub fn number(&self) -> usize {
		self.cells.len()
	}
}

impl fmt::Display for Completion {
	fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
		for (i, cell) in self.cells.iter().enumerate() {
			write!(f, "{}{cell}", if i == 0 { "" } else { "-" })?;
		}
		Ok(())
	}
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
	Won(Player),
	Open(ByPlayer<Completion>),
}
}

pub mod completions {
//! All smallest completions of one player, one by one, in reading order.

use super::completion::Completion;
use super::layers::{Layers, Spot};
use super::prune::Pruned;

#[derive(Debug)]
pub struct Completions<'a> {
	pruned: Pruned<'a>,
	order: Vec<Spot>,
	at: usize,
	choices: Vec<(usize, usize)>,
	exhausted: bool,
}

impl<'a> Completions<'a> {
	pub fn new(layers: &'a Layers) -> Self {
		let mut order = layers.cells().to_vec();
		order.sort_unstable();
		Completions { pruned: Pruned::new(layers), order, at: 0, choices: Vec::new(), exhausted: false }
	}
}

impl Iterator for Completions<'_> {
	type Item = Completion;

	fn next(&mut self) -> Option<Completion> {
		if self.exhausted {
			return None;
		}
		while let Some(&spot) = self.order.get(self.at) {
			if self.pruned.is_alive(spot) && self.pruned.has_rivals(spot) {
				self.choices.push((self.at, self.pruned.dead.len()));
				self.pruned.kill_rivals(spot);
			}
			self.at += 1;
		}
		let board = &self.pruned.layers.board;
		let alive = self.order.iter().filter(|&&spot| self.pruned.is_alive(spot));
		let completion = Completion::in_reading_order(alive.map(|&spot| board.cell(spot)).collect());
		match self.choices.pop() {
			Some((at, dead)) => {
				self.pruned.revive(dead);
				self.pruned.kill(self.order[at]);
				self.at = at + 1;
			}
			None => self.exhausted = true,
		}
		Some(completion)
	}
}
}

pub mod dataset {
//! Reading the contest's input, one data set at a time.

use std::io::Read;

use super::position::Position;
use super::read_error::{Item, ReadError, ReadErrorKind};
use super::statement::{Rules, STATEMENT_DATA_SETS, STATEMENT_SIZE};
use crate::cell::{Cell, NotACell};
use crate::player::Player;
use crate::text::{Cursor, Gap, LineEnd, NotANumber, Place};

#[derive(Debug)]
pub struct DataSets<R> {
	cursor: Cursor<R>,
	rules: Rules,
	announced: u64,
	begun: u64,
	ended: bool,
}

impl<R: Read> DataSets<R> {
	pub fn open(source: R, rules: Rules) -> Result<Self, ReadError> {
		let cursor = Cursor::new(source)?;
		let mut sets = DataSets { cursor, rules, announced: 0, begun: 0, ended: false };
		let (announced, place) = sets.number(Item::DataSets, Gap::None)?;
		if rules == Rules::Statement && !(1..=STATEMENT_DATA_SETS).contains(&announced) {
			return Err(ReadErrorKind::TooManyOrFewDataSets(announced).at(place));
		}
		sets.end_line(Item::DataSets)?;
		sets.announced = announced;
		Ok(sets)
	}

	pub fn announced(&self) -> u64 {
		self.announced
	}

	fn data_set(&mut self) -> Result<Position, ReadError> {
		let (size, place) = self.number(Item::Size(self.begun), Gap::None)?;
		let mut position = Position::empty(size).map_err(|error| ReadErrorKind::Size(error).at(place))?;
		if self.rules == Rules::Statement && position.size() > STATEMENT_SIZE {
			return Err(ReadErrorKind::LargerThanStatement(position.size()).at(place));
		}
		self.end_line(Item::Size(self.begun))?;

		let x = self.count(Player::X, position.size(), Gap::None)?;
		let o = self.count(Player::O, position.size(), Gap::Space)?;
		self.end_line(Item::Count(Player::O))?;

		self.stones(Player::X, x, &mut position)?;
		self.stones(Player::O, o, &mut position)?;
		Ok(position)
	}

	fn count(&mut self, player: Player, size: u16, gap: Gap) -> Result<u64, ReadError> {
		let (count, place) = self.number(Item::Count(player), gap)?;
		if count > u64::from(size).pow(2) {
			return Err(ReadErrorKind::TooManyStones { player, count, size }.at(place));
		}
		Ok(count)
	}

	fn stones(&mut self, player: Player, count: u64, position: &mut Position) -> Result<(), ReadError> {
		let mut placed = 0;
		while placed < count {
			placed += self.regular_stones(player, count - placed, position);
			if placed == count {
				break;
			}
			self.blanks(if placed == 0 { Gap::None } else { Gap::Space })?;
			let place = self.cursor.place();
			let Some(token) = self.cursor.token()? else {
				return Err(ReadErrorKind::FewerStones { player, count, found: placed }.at(place));
			};
			let cell = match token.bytes().map_or(Err(NotACell::Malformed), Cell::from_bytes) {
				Ok(cell) => cell,
				Err(NotACell::Malformed) => return Err(ReadErrorKind::NotACell(token).at(place)),
				Err(NotACell::OutOfRange) => {
					return Err(ReadErrorKind::FarOffBoard { token, size: position.size() }.at(place));
				}
			};
			position.play(player, cell).map_err(|error| ReadErrorKind::Stone(error).at(place))?;
			placed += 1;
		}
		self.end_line(Item::Stones(player, count))
	}

	#[inline]
	fn regular_stones(&mut self, player: Player, most: u64, position: &mut Position) -> u64 {
		let text = self.cursor.buffered();
		let mut at = 0;
		let mut placed = 0;
		while placed < most {
			let Some(&[letter, first, second, third]) = text.get(at..at + 4).and_then(|s| s.first_chunk()) else {
				break;
			};
			let column = (letter | 0x20).wrapping_sub(b'a');
			let (tens, units) = (first.wrapping_sub(b'0'), second.wrapping_sub(b'0'));
			let two = u8::from(units < 10);
			let row = tens.wrapping_add(two.wrapping_mul(tens.wrapping_mul(9).wrapping_add(units)));
			let after = if two == 1 { third } else { second };
			let length = 2 + usize::from(two);
			let regular = column < 26 && tens < 10 && row != 0 && (after == b' ' || after == b'\n' || after == b'\r');
			if !regular || position.play(player, Cell::new(column.into(), u16::from(row) - 1)).is_err() {
				break;
			}
			placed += 1;
			// A blank is passed over only before another stone, for it is then known to be the only one.
			let more = after == b' ' && placed < most && text.get(at + length + 1).is_some_and(|&b| b > b' ');
			at += length + usize::from(more);
			if !more {
				break;
			}
		}
		self.cursor.advance(at);
		placed
	}

	fn number(&mut self, item: Item, gap: Gap) -> Result<(u64, Place), ReadError> {
		self.blanks(gap)?;
		let place = self.cursor.place();
		let Some(token) = self.cursor.token()? else {
			let at_end = self.cursor.peek()?.is_none();
			return Err(ReadErrorKind::Missing { item, at_end }.at(place));
		};
		match token.number() {
			Ok(number) => Ok((number, place)),
			Err(NotANumber::Malformed) => Err(ReadErrorKind::NotANumber { item, token }.at(place)),
			Err(NotANumber::TooLarge) => Err(ReadErrorKind::NumberTooLarge(token).at(place)),
		}
	}

	fn blanks(&mut self, allowed: Gap) -> Result<(), ReadError> {
		let place = self.cursor.place();
		let gap = self.cursor.blanks()?;
		if self.rules == Rules::Statement && gap != Gap::None && gap != allowed {
			return Err(ReadErrorKind::Spacing.at(place));
		}
		Ok(())
	}

	fn end_line(&mut self, item: Item) -> Result<(), ReadError> {
		let place = self.cursor.place();
		let gap = self.cursor.blanks()?;
		let after = self.cursor.place();
		if self.cursor.line_end()? == LineEnd::MoreInLine {
			let token = self.cursor.token()?;
			return Err(token.map_or(ReadErrorKind::Spacing, |token| ReadErrorKind::Excess { item, token }).at(after));
		}
		if self.rules == Rules::Statement && gap != Gap::None {
			return Err(ReadErrorKind::Spacing.at(place));
		}
		Ok(())
	}

	fn nothing_more(&mut self) -> Result<(), ReadError> {
		loop {
			self.blanks(Gap::None)?;
			let place = self.cursor.place();
			match self.cursor.line_end()? {
				LineEnd::Passed => {}
				LineEnd::EndOfText => return Ok(()),
				LineEnd::MoreInLine => {
					return match self.cursor.token()? {
						Some(token) => Err(ReadErrorKind::AfterLast(token).at(place)),
						None => Ok(()),
					};
				}
			}
		}
	}
}

impl<R: Read> Iterator for DataSets<R> {
	type Item = Result<Position, ReadError>;

	fn next(&mut self) -> Option<Self::Item> {
		if self.ended {
			return None;
		}
		let next = if self.begun < self.announced {
			self.begun += 1;
			Some(self.data_set())
		} else {
			self.ended = true;
			self.nothing_more().err().map(Err)
		};
		self.ended |= matches!(next, Some(Err(_)));
		next
	}
}
}

pub mod layers {
//! Lee's wave on a board of any size, and the layers of cells that it leaves.

use std::ops::Range;

use super::position::Position;
use crate::bits::BitRows;
use crate::cell::Cell;
use crate::player::Player;

const UNREACHED: u32 = u32::MAX;

pub(super) type Spot = u32;

#[derive(Clone, Debug)]
pub struct Layers {
	pub(super) board: Board,
	pub(super) mark: Vec<u32>,
	pub(super) chain_level: Vec<u32>,
	cells: Vec<Spot>,
	ends: Vec<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct Board {
	pub(super) size: u32,
	player: Player,
	own: BitRows,
	blocked: BitRows,
}

impl Board {
	fn new(position: &Position, player: Player) -> Board {
		let stones = position.stones();
		Board {
			size: position.size().into(),
			player,
			own: stones[player].clone(),
			blocked: stones[player.opponent()].clone(),
		}
	}

	pub(super) fn cell(&self, spot: Spot) -> Cell {
		// Both are below the size, which is 4096 at most.
		Cell::new((spot % self.size) as u16, (spot / self.size) as u16)
	}

	fn spots(&self) -> Range<Spot> {
		0..self.size * self.size
	}

	#[inline]
	pub(super) fn is_own(&self, spot: Spot) -> bool {
		self.own.get((spot % self.size) as usize, (spot / self.size) as usize)
	}

	#[inline]
	fn is_blocked(&self, spot: Spot) -> bool {
		self.blocked.get((spot % self.size) as usize, (spot / self.size) as usize)
	}

	#[inline]
	pub(super) fn neighbours(&self, spot: Spot) -> impl Iterator<Item = Spot> + use<> {
		let size = self.size;
		let (column, row) = (spot % size, spot / size);
		let (left, right, top, bottom) = (column > 0, column + 1 < size, row > 0, row + 1 < size);
		[
			(top, spot.wrapping_sub(size)),
			(top && right, spot.wrapping_sub(size).wrapping_add(1)),
			(left, spot.wrapping_sub(1)),
			(right, spot + 1),
			(bottom && left, spot + size - 1),
			(bottom, spot + size),
		]
		.into_iter()
		.filter_map(|(on_board, neighbour)| on_board.then_some(neighbour))
	}

	fn depth(&self, spot: Spot) -> u32 {
		match self.player {
			Player::X => spot % self.size,
			Player::O => spot / self.size,
		}
	}

	fn side(&self, depth: u32) -> impl Iterator<Item = Spot> + use<> {
		let (size, player) = (self.size, self.player);
		(0..size).map(move |along| match player {
			Player::X => along * size + depth,
			Player::O => depth * size + along,
		})
	}
}

impl Layers {
	pub fn new(position: &Position, player: Player) -> Option<Layers> {
		let board = Board::new(position, player);
		let mut layers = Layers {
			mark: vec![UNREACHED; board.spots().len()],
			board,
			chain_level: Vec::new(),
			cells: Vec::new(),
			ends: Vec::new(),
		};
		let number = layers.forward()?;
		if number > 0 {
			layers.backward(number);
		}
		Some(layers)
	}

	pub fn number(&self) -> usize {
		self.ends.len()
	}

	pub(super) fn layer(&self, layer: usize) -> &[Spot] {
		let from_last = self.ends.len() - layer;
		let start = from_last.checked_sub(1).map_or(0, |before| self.ends[before]);
		&self.cells[start..self.ends[from_last]]
	}

	pub(super) fn cells(&self) -> &[Spot] {
		&self.cells
	}

	fn forward(&mut self) -> Option<u32> {
		let target = self.board.size - 1;
		let mut level = 0;
		let mut front = Vec::new();
		let mut chain = Vec::new();
		// Level 0 is the side itself: what touches it is reached from there.
		let mut reached: Vec<Spot> = self.board.side(0).collect();
		loop {
			let mut broken = false;
			for spot in reached.drain(..) {
				if self.board.is_blocked(spot) || self.mark[spot as usize] != UNREACHED {
					continue;
				}
				if !self.board.is_own(spot) {
					// An empty cell of the next level. It is marked now so that it enters the front once.
					self.mark[spot as usize] = level + 1;
					front.push(spot);
					continue;
				}
				let id = self.chain_level.len() as u32; // there are at most as many chains as cells
				self.chain_level.push(level);
				self.mark[spot as usize] = id;
				chain.push(spot);
				while let Some(stone) = chain.pop() {
					broken |= self.board.depth(stone) == target;
					for next in self.board.neighbours(stone) {
						if self.mark[next as usize] != UNREACHED || self.board.is_blocked(next) {
							continue;
						}
						if self.board.is_own(next) {
							self.mark[next as usize] = id;
							chain.push(next);
						} else {
							self.mark[next as usize] = level + 1;
							front.push(next);
						}
					}
				}
			}
			// With `level` moves the wave is past all of them and their chains.
			if broken {
				return Some(level);
			}
			if front.is_empty() {
				return None;
			}
			level += 1;
			if front.iter().any(|&spot| self.board.depth(spot) == target) {
				return Some(level);
			}
			for spot in front.drain(..) {
				reached.extend(self.board.neighbours(spot));
			}
		}
	}

	fn backward(&mut self, number: u32) {
		let size = self.board.size as usize;
		let mut seen = BitRows::new(size, size);
		let mut chain = Vec::new();
		let mut reached: Vec<Spot> = self.board.side(self.board.size - 1).collect();
		for level in (1..=number).rev() {
			let start = self.cells.len();
			let visit = |spot: Spot, seen: &mut BitRows| {
				let (column, row) = (spot as usize % size, spot as usize / size);
				let first = !seen.get(column, row);
				seen.set(column, row);
				first
			};
			for spot in reached.drain(..) {
				chain.push(spot);
				while let Some(spot) = chain.pop() {
					if self.board.is_own(spot) {
						if visit(spot, &mut seen) {
							chain.extend(self.board.neighbours(spot));
						}
					} else if !self.board.is_blocked(spot)
						&& self.mark[spot as usize] == level
						&& visit(spot, &mut seen)
					{
						self.cells.push(spot);
					}
				}
			}
			self.ends.push(self.cells.len());
			for &spot in &self.cells[start..] {
				reached.extend(self.board.neighbours(spot));
			}
		}
	}
}
}

pub mod pick {
//! The first completion in reading order, from the layers of a board of at most 64 rows.

use super::rows::{EDGED_ROWS, flood, spread};
use crate::bits::Ones;
use crate::cell::Cell;
use crate::player::Player;

#[derive(Clone, Copy, Debug)]
struct Layer {
	first: usize,
	last: usize,
	at: usize,
	open: bool,
}

impl Layer {
	fn range(self) -> std::ops::Range<usize> {
		self.at..self.at + (self.last + 1 - self.first)
	}
}

#[derive(Debug)]
pub(super) struct Picker {
	size: usize,
	own: [u64; EDGED_ROWS],
	layers: Vec<Layer>,
	rows: Vec<u64>,
	open: [u64; EDGED_ROWS],
	taken: [u64; EDGED_ROWS],
	linked: [u64; EDGED_ROWS],
}

impl Default for Picker {
	fn default() -> Self {
		let clear = [0; EDGED_ROWS];
		Picker { size: 0, own: clear, layers: Vec::new(), rows: Vec::new(), open: clear, taken: clear, linked: clear }
	}
}

impl Picker {
	pub(super) fn begin(&mut self, own: impl ExactSizeIterator<Item = u64>) {
		self.size = own.len();
		for (row, word) in self.own[1..].iter_mut().zip(own) {
			*row = word;
		}
		self.own[self.size + 1] = 0;
		self.layers.clear();
		self.rows.clear();
		self.open[..self.size + 2].fill(0);
		self.taken[..self.size + 2].fill(0);
	}

	pub(super) fn add_layer(&mut self, first: usize, rows: impl Iterator<Item = u64>) {
		let at = self.rows.len();
		let mut several = 0;
		let mut seen = 0;
		for word in rows {
			several |= in_several(seen, word);
			seen |= word;
			self.rows.push(word);
		}
		let layer = Layer { first, last: first + self.rows.len() - at - 1, at, open: several != 0 };
		let of_kind = if layer.open { &mut self.open } else { &mut self.taken };
		for (of_kind, &word) in of_kind[first..=layer.last].iter_mut().zip(&self.rows[at..]) {
			*of_kind |= word;
		}
		self.layers.push(layer);
	}

	pub(super) fn first(&mut self, player: Player) -> Vec<Cell> {
		while let Some((row, bit)) = self.next_cell(player) {
			let in_layer = |layer: &Layer| {
				layer.first <= row && row <= layer.last && self.rows[layer.at + row - layer.first] & bit != 0
			};
			let Some(picked) = self.layers.iter().position(in_layer) else { break };
			self.pick(picked, row, bit);
		}
		let mut cells = Vec::with_capacity(self.layers.len());
		for (row, &word) in self.taken[1..=self.size].iter().enumerate() {
			cells.extend(Ones(word).map(|bit| {
				let (bit, row) = (bit as u16, row as u16); // both below 64
				match player {
					Player::X => Cell::new(row, bit),
					Player::O => Cell::new(bit, row),
				}
			}));
		}
		if player == Player::X {
			cells.sort_unstable();
		}
		cells
	}

	fn next_cell(&self, player: Player) -> Option<(usize, u64)> {
		let open = &self.open[1..=self.size];
		let bits = match player {
			Player::X => {
				let all = open.iter().fold(0, |all, word| all | word);
				all & all.wrapping_neg()
			}
			Player::O => u64::MAX,
		};
		let (row, word) = open.iter().enumerate().find(|(_, word)| *word & bits != 0)?;
		let here = word & bits;
		Some((row + 1, here & here.wrapping_neg()))
	}

	fn pick(&mut self, picked: usize, row: usize, bit: u64) {
		let layer = self.layers[picked];
		for (open, word) in self.open[layer.first..=layer.last].iter_mut().zip(&self.rows[layer.range()]) {
			*open ^= *word;
		}
		let at = layer.at + row - layer.first;
		self.rows[at] = bit;
		self.taken[row] |= bit;
		self.layers[picked] = Layer { first: row, last: row, at, open: false };
		let mut at = picked;
		while at + 1 < self.layers.len() && self.narrow(at, at + 1) {
			at += 1;
		}
		at = picked;
		while at > 0 && self.narrow(at, at - 1) {
			at -= 1;
		}
	}

	fn narrow(&mut self, from: usize, to: usize) -> bool {
		let (from, to) = (self.layers[from], &mut self.layers[to]);
		if !to.open {
			return false;
		}
		for (row, &word) in self.linked[from.first..=from.last].iter_mut().zip(&self.rows[from.range()]) {
			*row = word;
		}
		let meant = u64::MAX >> (63 - (from.last - from.first)) << (from.first - 1);
		let marked = flood(&mut self.linked[..self.size + 2], &self.own[..self.size + 2], meant);
		let mut lost = 0;
		let mut several = 0;
		let mut seen = 0;
		let around = self.linked[to.first - 1..=to.last + 1].windows(3);
		let open = &mut self.open[to.first..=to.last];
		for ((word, around), open) in self.rows[to.range()].iter_mut().zip(around).zip(open) {
			let kept = *word & spread([around[0], around[1], around[2]]);
			lost |= *word ^ kept;
			*open ^= *word ^ kept;
			*word = kept;
			several |= in_several(seen, kept);
			seen |= kept;
		}
		if several == 0 {
			to.open = false;
			for (row, &word) in (to.first..=to.last).zip(&self.rows[to.range()]) {
				self.open[row] ^= word;
				self.taken[row] |= word;
			}
		}
		for r in Ones(marked) {
			self.linked[r + 1] = 0;
		}
		lost != 0
	}
}

#[inline]
fn in_several(before: u64, row: u64) -> u64 {
	row & row.wrapping_sub(1) | if row == 0 { 0 } else { before }
}
}

pub mod position {
//! A Hex position: a board of S × S hexagons and the stones on it.

use std::error::Error;
use std::fmt;

use crate::bits::BitRows;
use crate::cell::Cell;
use crate::player::{ByPlayer, Player};

pub const LARGEST_SIZE: u16 = 4096;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
	size: u16,
	stones: ByPlayer<BitRows>,
}

impl Position {
	pub fn empty(size: u64) -> Result<Position, SizeError> {
		match u16::try_from(size) {
			Ok(size @ 1..=LARGEST_SIZE) => {
				let clear = || BitRows::new(usize::from(size), usize::from(size));
				Ok(Position { size, stones: ByPlayer { x: clear(), o: clear() } })
			}
			_ => Err(SizeError { size }),
		}
	}

	#[inline]
	pub fn play(&mut self, player: Player, cell: Cell) -> Result<(), IllegalStone> {
		if !self.contains(cell) {
			return Err(IllegalStone::OffBoard { cell, size: self.size });
		}
		if let Some(owner) = self.owner(cell) {
			return Err(IllegalStone::Taken { cell, owner });
		}
		self.stones[player].set(usize::from(cell.column()), usize::from(cell.row()));
		Ok(())
	}

	#[inline]
	pub fn size(&self) -> u16 {
		self.size
	}

	#[inline]
	pub fn contains(&self, cell: Cell) -> bool {
		cell.column() < self.size && cell.row() < self.size
	}

	#[inline]
	pub fn owner(&self, cell: Cell) -> Option<Player> {
		let (column, row) = (usize::from(cell.column()), usize::from(cell.row()));
		let holds = |&player: &Player| self.stones[player].get(column, row);
		if self.contains(cell) { Player::BOTH.into_iter().find(holds) } else { None }
	}

	#[inline]
	pub fn stones(&self) -> &ByPlayer<BitRows> {
		&self.stones
	}
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
	size: u64,
}

impl fmt::Display for SizeError {
	fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
		write!(f, "expected a size from 1 to {LARGEST_SIZE}, found {}", self.size)
	}
}

impl Error for SizeError {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalStone {
	OffBoard {
		cell: Cell,
		size: u16,
	},
	Taken {
		cell: Cell,
		owner: Player,
	},
}

impl fmt::Display for IllegalStone {
	fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
		match self {
			IllegalStone::OffBoard { cell, size } => write!(f, "cell {cell} is off a board of size {size}"),
			IllegalStone::Taken { cell, owner } => write!(f, "cell {cell} already has a stone of {owner}"),
		}
	}
}

impl Error for IllegalStone {}
}

pub mod prune {
//! Which cells of the layers are left when some are ruled out.

use super::layers::{Layers, Spot};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
	Back,
	On,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Life {
	Never,
	Alive,
	Dead,
}

#[derive(Debug)]
pub(super) struct Pruned<'a> {
	pub(super) layers: &'a Layers,
	life: Vec<Life>,
	supports: BySide<Vec<u8>>,
	touched: BySide<Vec<u32>>,
	stones: ChainStones,
	alive_in_layer: Vec<u32>,
	pub(super) dead: Vec<Spot>,
}

impl<'a> Pruned<'a> {
	pub(super) fn new(layers: &'a Layers) -> Self {
		let cells = layers.mark.len();
		let chains = layers.chain_level.len();
		let mut pruned = Pruned {
			layers,
			life: vec![Life::Never; cells],
			supports: BySide { back: vec![0; cells], on: vec![0; cells] },
			touched: BySide { back: vec![0; chains], on: vec![0; chains] },
			stones: ChainStones::new(layers),
			alive_in_layer: (0..=layers.number())
				.map(|k| if k == 0 { 0 } else { layers.layer(k).len() as u32 })
				.collect(),
			dead: Vec::new(),
		};
		for &spot in layers.cells() {
			pruned.life[spot as usize] = Life::Alive;
		}
		for &spot in layers.cells() {
			pruned.for_each_bond(spot, Pruned::gain);
		}
		pruned
	}

	pub(super) fn is_alive(&self, spot: Spot) -> bool {
		self.life[spot as usize] == Life::Alive
	}

	fn layer_of(&self, spot: Spot) -> u32 {
		self.layers.mark[spot as usize]
	}

	pub(super) fn has_rivals(&self, spot: Spot) -> bool {
		self.alive_in_layer[self.layer_of(spot) as usize] > 1
	}

	pub(super) fn kill_rivals(&mut self, spot: Spot) {
		let from = self.dead.len();
		let layers = self.layers;
		for &rival in layers.layer(self.layer_of(spot) as usize) {
			if rival != spot && self.is_alive(rival) {
				self.bury(rival);
			}
		}
		self.cut_off(from);
	}

	pub(super) fn kill(&mut self, spot: Spot) {
		let from = self.dead.len();
		self.bury(spot);
		self.cut_off(from);
	}

	fn bury(&mut self, spot: Spot) {
		self.life[spot as usize] = Life::Dead;
		let layer = self.layer_of(spot) as usize;
		self.alive_in_layer[layer] -= 1;
		self.dead.push(spot);
	}

	fn cut_off(&mut self, mut from: usize) {
		while let Some(&spot) = self.dead.get(from) {
			self.for_each_bond(spot, Pruned::lose);
			from += 1;
		}
	}

	pub(super) fn revive(&mut self, left: usize) {
		while self.dead.len() > left {
			let Some(spot) = self.dead.pop() else { break };
			self.life[spot as usize] = Life::Alive;
			let layer = self.layer_of(spot) as usize;
			self.alive_in_layer[layer] += 1;
			self.for_each_bond(spot, Pruned::gain);
		}
	}

	fn for_each_bond(&mut self, spot: Spot, mut act: impl FnMut(&mut Self, Bond)) {
		let layers = self.layers;
		let layer = self.layer_of(spot);
		for next in layers.board.neighbours(spot) {
			let mark = layers.mark[next as usize];
			if layers.board.is_own(next) {
				// Own stones beyond the last layer have not been reached by the wave.
				let level = layers.chain_level.get(mark as usize);
				if level.is_some_and(|&level| level == layer) {
					act(self, Bond::Chain(mark, Side::Back));
				} else if level.is_some_and(|&level| level + 1 == layer) {
					act(self, Bond::Chain(mark, Side::On));
				}
			} else if self.life[next as usize] != Life::Never {
				if mark == layer + 1 {
					act(self, Bond::Cell(next, Side::Back));
				} else if mark + 1 == layer {
					act(self, Bond::Cell(next, Side::On));
				}
			}
		}
	}

	fn gain(&mut self, bond: Bond) {
		match bond {
			Bond::Cell(spot, side) => self.supports.of(side)[spot as usize] += 1,
			Bond::Chain(chain, side) => {
				let touched = &mut self.touched.of(side)[chain as usize];
				*touched += 1;
				if *touched == 1 {
					self.for_each_across(chain, side, |pruned, spot| pruned.gain(Bond::Cell(spot, side)));
				}
			}
		}
	}

	fn lose(&mut self, bond: Bond) {
		match bond {
			Bond::Cell(spot, side) => {
				let supports = &mut self.supports.of(side)[spot as usize];
				*supports -= 1;
				if *supports == 0 && self.is_alive(spot) {
					self.bury(spot);
				}
			}
			Bond::Chain(chain, side) => {
				let touched = &mut self.touched.of(side)[chain as usize];
				*touched -= 1;
				if *touched == 0 {
					self.for_each_across(chain, side, |pruned, spot| pruned.lose(Bond::Cell(spot, side)));
				}
			}
		}
	}

	fn for_each_across(&mut self, chain: u32, side: Side, mut act: impl FnMut(&mut Self, Spot)) {
		let layers = self.layers;
		let level = layers.chain_level[chain as usize];
		let across = match side {
			Side::Back => level + 1,
			Side::On => level,
		};
		for i in self.stones.of(chain) {
			for next in layers.board.neighbours(self.stones.stones[i]) {
				if self.life[next as usize] != Life::Never && layers.mark[next as usize] == across {
					act(self, next);
				}
			}
		}
	}
}

#[derive(Clone, Copy, Debug)]
enum Bond {
	Cell(Spot, Side),
	Chain(u32, Side),
}

#[derive(Debug)]
struct BySide<T> {
	back: T,
	on: T,
}

impl<T> BySide<T> {
	fn of(&mut self, side: Side) -> &mut T {
		match side {
			Side::Back => &mut self.back,
			Side::On => &mut self.on,
		}
	}
}

#[derive(Debug)]
struct ChainStones {
	stones: Vec<Spot>,
	ends: Vec<usize>,
}

impl ChainStones {
	fn new(layers: &Layers) -> Self {
		let chain_of = |spot: Spot| {
			let mark = layers.mark[spot as usize] as usize;
			(layers.board.is_own(spot) && mark < layers.chain_level.len()).then_some(mark)
		};
		let spots = 0..layers.mark.len() as Spot;
		let mut ends = vec![0; layers.chain_level.len()];
		for chain in spots.clone().filter_map(chain_of) {
			ends[chain] += 1;
		}
		let mut total = 0;
		for end in &mut ends {
			let stones = *end;
			*end = total;
			total += stones;
		}
		// From here each end counts up from its chain's start.
		let mut stones = vec![0; total];
		for spot in spots {
			if let Some(chain) = chain_of(spot) {
				stones[ends[chain]] = spot;
				ends[chain] += 1;
			}
		}
		ChainStones { stones, ends }
	}

	fn of(&self, chain: u32) -> std::ops::Range<usize> {
		let start = chain.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
		start..self.ends[chain as usize]
	}
}
}

pub mod read_error {
//! What can be wrong with an input, in one line with its place.

use std::error::Error;
use std::fmt;
use std::io;

use super::position::{IllegalStone, SizeError};
use super::statement::{STATEMENT_DATA_SETS, STATEMENT_SIZE};
use crate::player::Player;
use crate::text::{Place, Token};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
	DataSets,
	Size(u64),
	Count(Player),
	Stones(Player, u64),
}

impl fmt::Display for Item {
	fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
		match self {
			Item::DataSets => write!(f, "the number of data sets"),
			Item::Size(data_set) => write!(f, "the size of data set {data_set}"),
			Item::Count(player) => write!(f, "the number of {player}'s stones"),
			Item::Stones(player, 0) => write!(f, "an empty line for the cells of {player}, who has 0 stones"),
			Item::Stones(player, count) => write!(f, "{count} cell{} of {player}", if *count == 1 { "" } else { "s" }),
		}
	}
}

#[derive(Debug)]
pub struct ReadError {
	pub place: Option<Place>,
	pub kind: ReadErrorKind,
}

#[derive(Debug)]
#[non_exhaustive]
pub enum ReadErrorKind {
	Source(io::Error),
	Missing {
		item: Item,
		at_end: bool,
	},
	NotANumber {
		item: Item,
		token: Token,
	},
	NumberTooLarge(Token),
	TooManyOrFewDataSets(u64),
	Size(SizeError),
	LargerThanStatement(u16),
	TooManyStones {
		player: Player,
		count: u64,
		size: u16,
	},
	FewerStones {
		player: Player,
		count: u64,
		found: u64,
	},
	NotACell(Token),
	FarOffBoard {
		token: Token,
		size: u16,
	},
	Stone(IllegalStone),
	Excess {
		item: Item,
		token: Token,
	},
	AfterLast(Token),
	Spacing,
}

impl ReadErrorKind {
	pub(super) fn at(self, place: Place) -> ReadError {
		ReadError { place: Some(place), kind: self }
	}
}

impl From<io::Error> for ReadError {
	fn from(error: io::Error) -> ReadError {
		ReadError { place: None, kind: ReadErrorKind::Source(error) }
	}
}

impl fmt::Display for ReadError {
	fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
		if let Some(place) = self.place {
			write!(f, "{place}: ")?;
		}
		match &self.kind {
			ReadErrorKind::Source(error) => write!(f, "cannot read the input: {error}"),
			ReadErrorKind::Missing { item: Item::DataSets, at_end: true } => {
				write!(f, "expected {}, found an empty input", Item::DataSets)
			}
			ReadErrorKind::Missing { item, at_end } => {
				write!(f, "expected {item}, found the end of the {}", if *at_end { "input" } else { "line" })
			}
			ReadErrorKind::NotANumber { item, token } => write!(f, "expected {item}, found {token}"),
			ReadErrorKind::NumberTooLarge(token) => write!(f, "expected a number of at most 64 bits, found {token}"),
			ReadErrorKind::TooManyOrFewDataSets(announced) => {
				write!(
					f,
					"expected 1 to {STATEMENT_DATA_SETS} data sets, as the contest statement says, found {announced}"
				)
			}
			ReadErrorKind::Size(error) => write!(f, "{error}"),
			ReadErrorKind::LargerThanStatement(size) => {
				write!(f, "expected a size from 1 to {STATEMENT_SIZE}, as the contest statement says, found {size}")
			}
			ReadErrorKind::TooManyStones { player, count, size } => {
				let most = u64::from(*size).pow(2);
				write!(f, "expected at most {most} stones of {player} on a board of size {size}, found {count}")
			}
			ReadErrorKind::FewerStones { player, count, found } => {
				write!(f, "expected {} on this line, found {found}", Item::Stones(*player, *count))
			}
			ReadErrorKind::NotACell(token) => write!(f, "expected a cell such as C2, found {token}"),
			ReadErrorKind::FarOffBoard { token, size } => write!(f, "cell {token} is off a board of size {size}"),
			ReadErrorKind::Stone(error) => write!(f, "{error}"),
			ReadErrorKind::Excess { item: item @ Item::Stones(_, 0), token } => {
				write!(f, "expected {item}, found {token}")
			}
			ReadErrorKind::Excess { item, token } => write!(f, "expected nothing after {item}, found {token}"),
			ReadErrorKind::AfterLast(token) => write!(f, "expected nothing after the last data set, found {token}"),
			ReadErrorKind::Spacing => {
				write!(f, "expected one blank between two items and none elsewhere, as the contest statement says")
			}
		}
	}
}

impl Error for ReadError {
	fn source(&self) -> Option<&(dyn Error + 'static)> {
		match &self.kind {
			ReadErrorKind::Source(error) => Some(error),
			ReadErrorKind::Size(error) => Some(error),
			ReadErrorKind::Stone(error) => Some(error),
			_ => None,
		}
	}
}
}

pub mod report {
//! Printing answers as the contest statement wants them, byte for byte.

use std::io::{self, Write};

use super::completion::{Completion, Outcome};
use super::position::Position;
use crate::cell::Cell;
use crate::player::Player;

const EMPTY: u8 = b'-';

#[derive(Debug, Default)]
pub struct Report {
	size: usize,
	bare: Vec<u8>,
	text: Vec<u8>,
}

pub fn heading(out: &mut impl Write, data_sets: u64) -> io::Result<()> {
	writeln!(out, "Analyzing {data_sets} data set(s)")
}

impl Report {
	pub fn new() -> Report {
		Report::default()
	}

	pub fn data_set(
		&mut self,
		out: &mut impl Write,
		data_set: u64,
		position: &Position,
		outcome: &Outcome,
	) -> io::Result<()> {
		self.data_set_with(out, data_set, position, outcome, |_, _, _| Ok(()))
	}

	pub fn data_set_with<W: Write>(
		&mut self,
		out: &mut W,
		data_set: u64,
		position: &Position,
		outcome: &Outcome,
		mut more: impl FnMut(&mut W, Player, &Completion) -> io::Result<()>,
	) -> io::Result<()> {
		if data_set > 1 {
			out.write_all(b"\n")?;
		}
		writeln!(out, "Data set {data_set}")?;
		out.write_all(b"Board Position:\n")?;
		out.write_all(self.board(position))?;
		match outcome {
			Outcome::Won(winner) => writeln!(out, "\n{winner} has won!"),
			Outcome::Open(best) => {
				for player in Player::BOTH {
					let completion = &best[player];
					write!(out, "\nBest case for {player}:\n")?;
					self.mark(completion.cells(), player.letter());
					out.write_all(&self.text)?;
					self.mark(completion.cells(), EMPTY);
					writeln!(out, "\nNumber of moves: {}", completion.number())?;
					more(out, player, completion)?;
				}
				Ok(())
			}
		}
	}

	pub fn board(&mut self, position: &Position) -> &[u8] {
		self.set(position);
		&self.text
	}

	fn set(&mut self, position: &Position) {
		let size = usize::from(position.size());
		if self.size != size {
			self.size = size;
			self.bare.clear();
			for row in 0..size {
				self.bare.resize(self.bare.len() + 2 * row, b' ');
				for column in 0..size {
					self.bare.extend_from_slice(if column == 0 { b"-" } else { b"   -" });
				}
				self.bare.push(b'\n');
			}
		}
		self.text.clone_from(&self.bare);
		for player in Player::BOTH {
			let stones = &position.stones()[player];
			let letter = player.letter();
			for row in 0..size {
				let start = self.start_of_row(row);
				let cells = &mut self.text[start..start + 4 * size - 3];
				stones.for_each_column(row, |column| cells[4 * column] = letter);
			}
		}
	}

	fn mark(&mut self, cells: &[Cell], letter: u8) {
		for cell in cells {
			let place = self.start_of_row(cell.row().into()) + 4 * usize::from(cell.column());
			self.text[place] = letter;
		}
	}

	fn start_of_row(&self, row: usize) -> usize {
		(4 * self.size - 2) * row + row * (row + 1)
	}
}
}

pub mod rows {
//! Sets of cells as rows of bits, with an edge above the first row and one below the last.

use std::ops::RangeInclusive;

pub const LARGEST_SIZE: u16 = 64;

pub(super) const EDGED_ROWS: usize = LARGEST_SIZE as usize + 2;

pub(super) trait Bits: Copy + PartialEq {
	const NONE: Self;

	fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self;

	#[inline(always)]
	fn and(self, other: Self) -> Self {
		self.zip(other, |a, b| a & b)
	}

	#[inline(always)]
	fn and_not(self, other: Self) -> Self {
		self.zip(other, |a, b| a & !b)
	}

	#[inline(always)]
	fn or(self, other: Self) -> Self {
		self.zip(other, |a, b| a | b)
	}

	#[inline(always)]
	fn any(self) -> bool {
		self != Self::NONE
	}
}

impl Bits for u64 {
	const NONE: u64 = 0;

	#[inline(always)]
	fn zip(self, other: u64, join: impl Fn(u64, u64) -> u64) -> u64 {
		join(self, other)
	}
}

#[inline(always)]
pub(super) fn spread<T: Bits>([above, same, below]: [T; 3]) -> T {
	let above = above.zip(above, |word, _| word | word >> 1);
	let below = below.zip(below, |word, _| word | word << 1);
	beside(same).or(above).or(below)
}

#[inline(always)]
fn beside<T: Bits>(row: T) -> T {
	row.zip(row, |word, _| word << 1 | word >> 1)
}

#[inline]
pub(super) fn around(rows: u64, bottom: usize) -> RangeInclusive<usize> {
	let first = rows.trailing_zeros() as usize;
	let last = 64 - rows.leading_zeros() as usize;
	first.max(1)..=(last + 1).min(bottom)
}

#[inline]
pub(super) fn flood<T: Bits>(set: &mut [T], own: &[T], rows: u64) -> u64 {
	let mut changed = rows;
	let mut waiting = rows;
	while waiting != 0 {
		let row = waiting.trailing_zeros() as usize + 1;
		let bit = waiting & waiting.wrapping_neg();
		waiting ^= bit;
		let (Some(set), Some(own)) = (set.get_mut(row - 1..row + 2), own.get(row - 1..row + 2)) else { break };
		let same = set[1];
		let beside = beside(same).and(own[1]).and_not(same);
		let same = same.or(beside);
		let above = same.zip(same, |word, _| word | word << 1).and(own[0]).and_not(set[0]);
		let below = same.zip(same, |word, _| word | word >> 1).and(own[2]).and_not(set[2]);
		set[0] = set[0].or(above);
		set[1] = same;
		set[2] = set[2].or(below);
		let grown = (if above.any() { bit >> 1 } else { 0 })
			| (if beside.any() { bit } else { 0 })
			| (if below.any() { bit << 1 } else { 0 });
		waiting |= grown;
		changed |= grown;
	}
	changed
}
}

pub mod solver {
//! From a position to its outcome: by whole rows where the board is small enough, else by cells.

use super::completion::Outcome;
use super::completions::Completions;
use super::layers::Layers;
use super::position::Position;
use super::wave::{self, Wave};
use crate::player::{ByPlayer, Player};

#[derive(Debug, Default)]
pub struct Solver {
	wave: Wave,
}

impl Solver {
	pub fn new() -> Solver {
		Solver::default()
	}

	pub fn outcome(&mut self, position: &Position) -> Outcome {
		if position.size() <= wave::LARGEST_SIZE { self.wave.outcome(position) } else { outcome_by_layers(position) }
	}
}

pub fn outcome_by_layers(position: &Position) -> Outcome {
	let first = |player: Player| {
		let layers = Layers::new(position, player)?;
		Completions::new(&layers).next()
	};
	// One player's layers are dropped before the other's are made: boards can be large.
	match first(Player::X) {
		None => Outcome::Won(Player::O),
		Some(x) if x.number() == 0 => Outcome::Won(Player::X),
		Some(x) => first(Player::O).map_or(Outcome::Won(Player::X), |o| Outcome::Open(ByPlayer { x, o })),
	}
}
}

pub mod statement {
//! What the contest statement allows, and what is taken beyond it.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
	Lenient,
	Statement,
}

pub(super) const STATEMENT_DATA_SETS: u64 = 100;
pub(super) const STATEMENT_SIZE: u16 = 21;
}

pub mod wave {
//! Lee's wave for boards of at most 64 rows: whole rows at once, both players at once.

use std::array;

use super::completion::{Completion, Outcome};
use super::pick::Picker;
use super::position::Position;
use super::rows::{Bits, EDGED_ROWS, around, flood, spread};
use crate::bits::transpose;
use crate::player::{ByPlayer, Player};

pub use super::rows::LARGEST_SIZE;

trait Lanes: Bits {
	fn join(words: ByPlayer<u64>) -> Self;

	fn of(self, player: Player) -> u64;

	fn turn(rows: &mut [Self; 64]);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Halves(u64);

const LARGEST_HALF: u16 = 31;

impl Bits for Halves {
	const NONE: Halves = Halves(0);

	#[inline(always)]
	fn zip(self, other: Halves, join: impl Fn(u64, u64) -> u64) -> Halves {
		Halves(join(self.0, other.0))
	}
}

impl Lanes for Halves {
	#[inline(always)]
	fn join(words: ByPlayer<u64>) -> Halves {
		Halves(words.x & 0xFFFF_FFFF | words.o << 32)
	}

	#[inline(always)]
	fn of(self, player: Player) -> u64 {
		match player {
			Player::X => self.0 & 0xFFFF_FFFF,
			Player::O => self.0 >> 32,
		}
	}

	fn turn(rows: &mut [Halves; 64]) {
		let mut words: [u64; 32] = array::from_fn(|r| rows[r].0);
		transpose(&mut words);
		for (row, word) in rows.iter_mut().zip(words) {
			row.0 = word;
		}
	}
}

impl Bits for ByPlayer<u64> {
	const NONE: ByPlayer<u64> = ByPlayer { x: 0, o: 0 };

	#[inline(always)]
	fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
		ByPlayer { x: join(self.x, other.x), o: join(self.o, other.o) }
	}
}

impl Lanes for ByPlayer<u64> {
	#[inline(always)]
	fn join(words: ByPlayer<u64>) -> Self {
		words
	}

	#[inline(always)]
	fn of(self, player: Player) -> u64 {
		self[player]
	}

	fn turn(rows: &mut [Self; 64]) {
		for player in Player::BOTH {
			let mut words = rows.map(|row| row[player]);
			transpose(&mut words);
			for (row, word) in rows.iter_mut().zip(words) {
				row[player] = word;
			}
		}
	}
}

#[derive(Debug, Default)]
pub struct Wave {
	halves: Run<Halves>,
	whole: Run<ByPlayer<u64>>,
	picker: Picker,
}

impl Wave {
	pub fn outcome(&mut self, position: &Position) -> Outcome {
		assert!(position.size() <= LARGEST_SIZE, "the board is larger than {LARGEST_SIZE}");
		if position.size() <= LARGEST_HALF {
			self.halves.outcome(position, &mut self.picker)
		} else {
			self.whole.outcome(position, &mut self.picker)
		}
	}
}

#[derive(Clone, Copy, Debug)]
struct Level {
	first: usize,
	last: usize,
	at: usize,
}

#[derive(Debug)]
struct Run<T> {
	size: usize,
	own: [T; EDGED_ROWS],
	empty: [T; EDGED_ROWS],
	reached: [T; EDGED_ROWS],
	levels: Vec<Level>,
	fronts: Vec<T>,
}

impl<T: Bits> Default for Run<T> {
	fn default() -> Self {
		let clear = [T::NONE; EDGED_ROWS];
		Run { size: 0, own: clear, empty: clear, reached: clear, levels: Vec::new(), fronts: Vec::new() }
	}
}

impl<T: Lanes> Run<T> {
	fn outcome(&mut self, position: &Position, picker: &mut Picker) -> Outcome {
		self.set_up(position);
		let numbers = match self.forward() {
			Ok(numbers) => numbers,
			Err(winner) => return Outcome::Won(winner),
		};
		self.backward();
		Outcome::Open(ByPlayer::from_fn(|player| {
			picker.begin(self.own[1..=self.size].iter().map(|row| row.of(player)));
			for level in &self.levels[..numbers[player]] {
				let rows = &self.fronts[level.at..=level.at + level.last - level.first];
				let any = |row: &T| row.of(player) != 0;
				let start = rows.iter().position(any).unwrap_or(0);
				let end = rows.iter().rposition(any).map_or(start, |last| last + 1);
				picker.add_layer(level.first + start, rows[start..end].iter().map(|row| row.of(player)));
			}
			Completion::in_reading_order(picker.first(player))
		}))
	}

	fn set_up(&mut self, position: &Position) {
		self.size = usize::from(position.size());
		let stones = position.stones();
		let mut turned = [T::NONE; 64];
		for (r, row) in turned[..self.size].iter_mut().enumerate() {
			*row = T::join(ByPlayer::from_fn(|player| stones[player].row(r)[0]));
		}
		let straight = turned;
		T::turn(&mut turned);
		let on_board = T::join(ByPlayer::from_fn(|_| u64::MAX >> (64 - self.size)));
		for (r, (straight, turned)) in straight.into_iter().zip(turned).take(self.size).enumerate() {
			let own = T::join(ByPlayer { x: turned.of(Player::X), o: straight.of(Player::O) });
			let blocked = T::join(ByPlayer { x: turned.of(Player::O), o: straight.of(Player::X) });
			self.own[r + 1] = own;
			self.empty[r + 1] = on_board.and_not(own).and_not(blocked);
		}
		self.own[self.size + 1] = T::NONE;
	}

	fn forward(&mut self) -> Result<ByPlayer<usize>, Player> {
		let bottom = self.size;
		self.levels.clear();
		self.fronts.clear();
		self.reached[..bottom + 2].fill(T::NONE);
		self.reached[0] = T::join(ByPlayer { x: u64::MAX, o: u64::MAX });
		// The edge touches the whole first row.
		self.reached[1] = self.own[1];
		let mut changed = self.flood(1);
		if let Some(winner) = Player::BOTH.into_iter().find(|&player| self.reached[bottom].of(player) != 0) {
			return Err(winner);
		}
		let mut numbers = ByPlayer { x: 0, o: 0 };
		let mut under_way = ByPlayer { x: u64::MAX, o: u64::MAX };
		while under_way.any() {
			let (first, last) = around(changed, bottom).into_inner();
			let at = self.fronts.len();
			self.levels.push(Level { first, last, at });
			let moving = T::join(under_way);
			changed = 0;
			let reached = &mut self.reached[first - 1..=last + 1];
			let empty = &self.empty[first..=last];
			let mut above = reached[0];
			for i in 0..empty.len().min(reached.len() - 2) {
				let same = reached[i + 1];
				let new = spread([above, same, reached[i + 2]]).and(empty[i]).and_not(same).and(moving);
				changed |= u64::from(new.any()) << i;
				self.fronts.push(new);
				reached[i + 1] = same.or(new);
				above = same;
			}
			changed <<= first - 1;
			// Where neither player has won, both still can, and so the wave moves until it breaks.
			debug_assert!(changed != 0);
			if changed == 0 {
				break;
			}
			changed = self.flood(changed);
			for player in Player::BOTH {
				if under_way[player] != 0 && self.reached[bottom].of(player) != 0 {
					numbers[player] = self.levels.len();
					under_way[player] = 0;
				}
			}
		}
		Ok(numbers)
	}

	fn backward(&mut self) {
		let bottom = self.size;
		self.reached[..=bottom].fill(T::NONE);
		self.reached[bottom + 1] = T::join(ByPlayer { x: u64::MAX, o: u64::MAX });
		self.reached[bottom] = self.own[bottom];
		self.flood(1 << (bottom - 1));
		for level in (0..self.levels.len()).rev() {
			let Level { first, last, at } = self.levels[level];
			let reached = &mut self.reached[first - 1..=last + 1];
			let front = &mut self.fronts[at..=at + last - first];
			let mut above = reached[0];
			let mut changed = 0;
			for i in 0..front.len().min(reached.len() - 2) {
				let same = reached[i + 1];
				let kept = spread([above, same, reached[i + 2]]).and(front[i]);
				changed |= u64::from(kept.any()) << i;
				front[i] = kept;
				reached[i + 1] = same.or(kept);
				above = same;
			}
			// The rows without cells above and below are left out.
			let above = changed.trailing_zeros() as usize;
			let below = changed.leading_zeros() as usize - (64 - (last - first + 1));
			self.levels[level] = Level { first: first + above, last: last - below, at: at + above };
			self.flood(changed << (first - 1));
		}
	}

	fn flood(&mut self, rows: u64) -> u64 {
		flood(&mut self.reached[..self.size + 2], &self.own[..self.size + 2], rows)
	}
}
}

pub use completion::{Completion, Outcome};
pub use completions::Completions;
pub use dataset::DataSets;
pub use layers::Layers;
pub use position::{IllegalStone, LARGEST_SIZE, Position, SizeError};
pub use read_error::{ReadError, ReadErrorKind};
pub use report::Report;
pub use solver::{Solver, outcome_by_layers};
pub use statement::Rules;
}

pub mod player {
//! The two players, and one value for each of them.

use std::fmt;
use std::ops::{Index, IndexMut};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
	X,
	O,
}

impl Player {
	pub const BOTH: [Player; 2] = [Player::X, Player::O];

	pub const fn opponent(self) -> Player {
		match self {
			Player::X => Player::O,
			Player::O => Player::X,
		}
	}

	pub const fn letter(self) -> u8 {
		match self {
			Player::X => b'X',
			Player::O => b'O',
		}
	}
}

impl fmt::Display for Player {
	fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
		f.write_str(match self {
			Player::X => "X",
			Player::O => "O",
		})
	}
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByPlayer<T> {
	pub x: T,
	pub o: T,
}

impl<T> ByPlayer<T> {
	pub fn from_fn(mut value: impl FnMut(Player) -> T) -> Self {
		ByPlayer { x: value(Player::X), o: value(Player::O) }
	}
}

impl<T> Index<Player> for ByPlayer<T> {
	type Output = T;

	fn index(&self, player: Player) -> &T {
		match player {
			Player::X => &self.x,
			Player::O => &self.o,
		}
	}
}

impl<T> IndexMut<Player> for ByPlayer<T> {
	fn index_mut(&mut self, player: Player) -> &mut T {
		match player {
			Player::X => &mut self.x,
			Player::O => &mut self.o,
		}
	}
}
}

pub mod text {
//! Reading text of any size, token by token, and knowing where each token stood.

use std::fmt;
use std::io::{self, ErrorKind, Read};

pub mod token {
//! Words of a text.

use std::fmt;

const TOKEN_BYTES: usize = 32;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Token {
	bytes: [u8; TOKEN_BYTES],
	kept: u8,
	cut: bool,
}

impl Token {
	pub fn bytes(&self) -> Option<&[u8]> {
		if self.cut { None } else { Some(self.kept()) }
	}

	pub fn push(&mut self, byte: u8) -> bool {
		match self.bytes.get_mut(usize::from(self.kept)) {
			Some(place) => {
				*place = byte;
				self.kept += 1;
			}
			None => self.cut = true,
		}
		!self.cut
	}

	pub fn is_empty(&self) -> bool {
		self.kept == 0
	}

	fn kept(&self) -> &[u8] {
		&self.bytes[..usize::from(self.kept)]
	}

	pub fn number(&self) -> Result<u64, NotANumber> {
		if !self.kept().iter().all(u8::is_ascii_digit) {
			return Err(NotANumber::Malformed);
		}
		let digits = self.bytes().ok_or(NotANumber::TooLarge)?;
		digits
			.iter()
			.try_fold(0_u64, |number, digit| number.checked_mul(10)?.checked_add(u64::from(digit - b'0')))
			.ok_or(NotANumber::TooLarge)
	}
}

impl fmt::Display for Token {
	fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
		write!(f, "'{}{}'", self.kept().escape_ascii(), if self.cut { "…" } else { "" })
	}
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotANumber {
	Malformed,
	TooLarge,
}
}

pub use token::{NotANumber, Token};

const BUFFER_BYTES: usize = 64 * 1024;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
	pub line: u64,
	pub column: u64,
}

impl fmt::Display for Place {
	fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
		write!(f, "line {}, column {}", self.line, self.column)
	}
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
	None,
	Space,
	Wide,
}

#[derive(Debug)]
pub struct Cursor<R> {
	source: R,
	buffer: Box<[u8]>,
	start: usize,
	end: usize,
	exhausted: bool,
	line: u64,
	before_buffer: u64,
	before_line: u64,
}

impl<R: Read> Cursor<R> {
	pub fn new(source: R) -> io::Result<Self> {
		let mut cursor = Cursor {
			source,
			buffer: vec![0; BUFFER_BYTES].into_boxed_slice(),
			start: 0,
			end: 0,
			exhausted: false,
			line: 1,
			before_buffer: 0,
			before_line: 0,
		};
		while cursor.buffered().len() < BYTE_ORDER_MARK.len() && BYTE_ORDER_MARK.starts_with(cursor.buffered()) {
			if !cursor.read_more()? {
				break;
			}
		}
		if cursor.buffered().starts_with(BYTE_ORDER_MARK) {
			cursor.start = BYTE_ORDER_MARK.len();
			cursor.before_line = cursor.start as u64;
		}
		Ok(cursor)
	}

	pub fn place(&self) -> Place {
		let offset = self.before_buffer + self.start as u64;
		Place { line: self.line, column: offset - self.before_line + 1 }
	}

	#[inline]
	pub fn buffered(&self) -> &[u8] {
		&self.buffer[self.start..self.end]
	}

	#[inline]
	pub fn advance(&mut self, bytes: usize) {
		debug_assert!(!self.buffered()[..bytes].contains(&b'\n'));
		self.start += bytes;
	}

	pub fn peek(&mut self) -> io::Result<Option<u8>> {
		while self.start == self.end {
			if !self.read_more()? {
				return Ok(None);
			}
		}
		Ok(Some(self.buffer[self.start]))
	}

	pub fn blanks(&mut self) -> io::Result<Gap> {
		let mut gap = Gap::None;
		let mut carriage_return = false;
		while let Some(byte) = self.peek()? {
			if carriage_return && byte != b'\n' {
				gap = Gap::Wide;
			}
			match byte {
				b'\r' => carriage_return = true,
				b' ' if gap == Gap::None => gap = Gap::Space,
				b' ' | b'\t' => gap = Gap::Wide,
				_ => break,
			}
			self.start += 1;
		}
		Ok(gap)
	}

	pub fn token(&mut self) -> io::Result<Option<Token>> {
		let mut token = Token::default();
		while let Some(byte) = self.peek()? {
			if matches!(byte, b' ' | b'\t' | b'\r' | b'\n') || !token.push(byte) {
				break;
			}
			self.start += 1;
		}
		Ok((!token.is_empty()).then_some(token))
	}

	pub fn line_end(&mut self) -> io::Result<LineEnd> {
		Ok(match self.peek()? {
			None => LineEnd::EndOfText,
			Some(b'\n') => {
				self.start += 1;
				self.line += 1;
				self.before_line = self.before_buffer + self.start as u64;
				LineEnd::Passed
			}
			Some(_) => LineEnd::MoreInLine,
		})
	}

	fn read_more(&mut self) -> io::Result<bool> {
		if self.start == self.end {
			self.before_buffer += self.end as u64;
			(self.start, self.end) = (0, 0);
		}
		while !self.exhausted && self.end < self.buffer.len() {
			match self.source.read(&mut self.buffer[self.end..]) {
				Ok(0) => self.exhausted = true,
				Ok(bytes) => {
					self.end += bytes;
					return Ok(true);
				}
				Err(error) if error.kind() == ErrorKind::Interrupted => {}
				Err(error) => return Err(error),
			}
		}
		Ok(false)
	}
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
	Passed,
	EndOfText,
	MoreInLine,
}
}
