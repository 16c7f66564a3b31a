//! What answers a question about one game: a theorem, or one of the searches.

use std::io::{self, Read, Write};

use super::game::{First, Game};
use super::search::last_play::{Board, Kind, LastPlay};
use super::search::reach::{Race, Reach};
use super::search::{Effort, evaluate};

/// Answers one question about one game.
pub(super) trait Engine: Send {
    /// The answer; for who wins, 1 if the player to move does and else 0. None if it is broken off.
    fn value(&mut self, game: &Game, effort: &mut Effort<'_, '_>) -> Option<u64>;

    /// Whether a chip after which the play is over, or comes to `next`, is among the best, the game having this value.
    fn keeps(&mut self, game: &Game, next: Option<&Game>, value: u64, effort: &mut Effort<'_, '_>) -> Option<bool>;

    /// What is proved of a number of chips: at least, and at most.
    fn bounds(&self, game: &Game) -> (u64, u64) {
        (game.fewest(), game.most())
    }

    /// Writes what has been found.
    fn save(&self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Reads it.
    fn load(&mut self, _from: &mut dyn Read) -> io::Result<()> {
        Ok(())
    }
}

/// On trees and wherever else no play is longer than another.
pub(super) struct Forced;

impl Engine for Forced {
    /// The length of the play has the parity that its winner and its Grundy value have.
    fn value(&mut self, game: &Game, _effort: &mut Effort<'_, '_>) -> Option<u64> {
        Some((game.fewest() - game.chips()) % 2)
    }

    fn keeps(&mut self, _game: &Game, _next: Option<&Game>, value: u64, _: &mut Effort<'_, '_>) -> Option<bool> {
        Some(value == 1)
    }
}

/// The same for the number of chips.
pub(super) struct ForcedNumber;

impl Engine for ForcedNumber {
    fn value(&mut self, game: &Game, _effort: &mut Effort<'_, '_>) -> Option<u64> {
        Some(game.fewest())
    }

    fn keeps(&mut self, _game: &Game, _next: Option<&Game>, _value: u64, _: &mut Effort<'_, '_>) -> Option<bool> {
        Some(true)
    }
}

/// A search for who wins, or for a Grundy value.
impl<B: Board + Send> Engine for LastPlay<B> {
    fn value(&mut self, game: &Game, effort: &mut Effort<'_, '_>) -> Option<u64> {
        // Who moves next does not matter to a game that both play alike.
        let place = self.board.place(game, First::Max);
        evaluate(self, &place, effort).map(u64::from)
    }

    fn keeps(&mut self, _game: &Game, next: Option<&Game>, value: u64, effort: &mut Effort<'_, '_>) -> Option<bool> {
        match (self.kind(), next) {
            (Kind::Wins, _) if value == 0 => Some(false),
            (_, None) => Some(true),
            // From a Grundy value one moves to 0 to win.
            (_, Some(next)) => Some(self.value(next, effort)? == 0),
        }
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        LastPlay::save(self, out)
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        LastPlay::load(self, from)
    }
}

/// A search for the number of chips, from one goal to the next.
pub(super) struct Hunt<B> {
    reach: Reach<B>,
    first: First,
    /// What is proved.
    least: u32,
    most: u32,
    goal: u32,
    /// How far the next goal is; none once both directions were taken: then the rest is halved.
    stride: Option<u32>,
    last: Option<bool>,
}

impl<B: Race> Hunt<B> {
    /// Begins with nothing known; none if names of positions have too many bits.
    pub(super) fn new(board: B, game: &Game, first: First, memory: u64) -> Option<Hunt<B>> {
        let place = board.place(game, first);
        let ((least, most), guess) = (board.plain(&place), board.guess(&place));
        // Wherever plays are not all as long, on the graphs that were tried, Min made the last move: so an even number of chips
        // follows if Max is first, and else an odd one.
        let follow = guess.saturating_sub(game.chips() as u32);
        let goal = guess + (follow + u32::from(first == First::Min)) % 2;
        let goal = goal.clamp(least + 1, most.max(least + 1));
        let reach = Reach::new(board, memory)?;
        Some(Hunt { reach, first, least, most, goal, stride: Some(0), last: None })
    }

    /// Takes the answer for the goal, and sets the next one. If the first one is the number, the one above it ends the hunt; if it is
    /// too high, the number is likely to have the same parity.
    fn narrow(&mut self, reached: bool) {
        let goal = self.goal;
        if reached {
            self.least = goal;
        } else {
            self.most = goal - 1;
        }
        if self.last.replace(reached) == Some(!reached) {
            self.stride = None;
        }
        self.goal = match &mut self.stride {
            None => self.least + (self.most - self.least).div_ceil(2),
            Some(stride) => {
                let next = if reached { goal + (*stride).max(1) } else { goal.saturating_sub((*stride).max(2)) };
                *stride = (2 * *stride).max(2);
                next.min(self.most).max(self.least + 1)
            }
        };
    }
}

impl<B: Race + Send> Engine for Hunt<B> {
    fn value(&mut self, game: &Game, effort: &mut Effort<'_, '_>) -> Option<u64> {
        let place = self.reach.board.place(game, self.first);
        while self.least < self.most {
            self.reach.set_goal(self.goal);
            let reached = evaluate(&self.reach, &place, effort)? == 1;
            self.narrow(reached);
        }
        Some(self.least.into())
    }

    fn keeps(&mut self, game: &Game, next: Option<&Game>, value: u64, effort: &mut Effort<'_, '_>) -> Option<bool> {
        let Some(next) = next else { return Some(game.chips() + 1 == value) };
        let place = self.reach.board.place(next, self.first.other());
        // A number of chips that was found fits.
        let value = value as u32;
        let goal = if self.first == First::Max { value } else { value + 1 };
        self.reach.set_goal(goal);
        let reached = evaluate(&self.reach, &place, effort)? == 1;
        Some(reached == (self.first == First::Max))
    }

    fn bounds(&self, _game: &Game) -> (u64, u64) {
        (self.least.into(), self.most.into())
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        for number in [self.least, self.most, self.goal] {
            out.write_all(&number.to_le_bytes())?;
        }
        self.reach.save(out)
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let mut numbers = [0; 12];
        from.read_exact(&mut numbers)?;
        let (numbers, _) = numbers.as_chunks::<4>();
        let [least, most, goal] = [0, 1, 2].map(|i| u32::from_le_bytes(numbers[i]));
        if most < least || least < most && !(least + 1..=most).contains(&goal) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "no goal between these bounds"));
        }
        [self.least, self.most, self.goal] = [least, most, goal];
        self.reach.load(from)
    }
}
