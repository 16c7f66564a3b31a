//! What answers a question about one game: a theorem, or one of the searches.

use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use super::game::{Game, Side, TooLarge};
use super::search::last_play::{Board, LastPlay};
use super::search::reach::{Race, Reach};
use super::search::table::Table;
use super::search::{Effort, evaluate};
use crate::graph::Vertex;

/// Answers one question about one game.
pub(super) trait Engine: Send {
    /// The answer; for who wins, 1 if the player to move does and else 0. None if it is broken off.
    fn value(&mut self, game: &Game, effort: &mut Effort<'_, '_>) -> Option<u64>;

    /// The vertices on which a chip is among the best, the game having this value. None if it is broken off.
    fn moves(&mut self, game: &Game, value: u64, effort: &mut Effort<'_, '_>) -> Option<Vec<Vertex>>;

    /// What is proved of a number of chips: at least, and at most.
    fn bounds(&self, game: &Game) -> (u64, u64) {
        (game.fewest(), game.most())
    }

    /// What has been found, and is being found.
    fn findings(&self) -> Findings {
        Findings::default()
    }

    /// Takes what was found before.
    fn load(&mut self, _from: &mut dyn Read) -> io::Result<()> {
        Ok(())
    }
}

/// What a search has found, which can be written while it goes on.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Of a hunt the bounds and the goal, and the goal of the table.
    hunt: Option<Arc<Mutex<[u32; 4]>>>,
    table: Option<Arc<Table>>,
}

impl Findings {
    /// Writes them, for [`Solver::load`](super::Solver::load).
    ///
    /// # Errors
    /// Those of writing.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(hunt) = &self.hunt {
            let numbers = *hunt.lock().unwrap_or_else(PoisonError::into_inner);
            numbers.iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))?;
        }
        self.table.as_ref().map_or(Ok(()), |table| table.save(out))
    }
}

/// The vertices for which `keeps` says yes, given the game after a chip on each, or nothing if that ends the play.
fn each_vertex(
    game: &Game,
    effort: &mut Effort<'_, '_>,
    mut keeps: impl FnMut(Option<&Game>, &mut Effort<'_, '_>) -> Option<bool>,
) -> Option<Vec<Vertex>> {
    let mut moves = Vec::new();
    for vertex in game.graph().vertices() {
        (effort.progress)(effort.searched).continue_value()?;
        if keeps(game.play(vertex).as_ref(), effort)? {
            moves.push(vertex);
        }
    }
    Some(moves)
}

fn all_if(wanted: bool, game: &Game) -> Vec<Vertex> {
    game.graph().vertices().filter(|_| wanted).collect()
}

/// On trees and wherever else no play is longer than another.
pub(super) struct Forced;

impl Engine for Forced {
    /// The length of the play has the parity that its winner and its Grundy value have.
    fn value(&mut self, game: &Game, _effort: &mut Effort<'_, '_>) -> Option<u64> {
        Some((game.fewest() - game.chips()) % 2)
    }

    fn moves(&mut self, game: &Game, value: u64, _effort: &mut Effort<'_, '_>) -> Option<Vec<Vertex>> {
        Some(all_if(value == 1, game))
    }
}

/// The same for the number of chips.
pub(super) struct ForcedNumber;

impl Engine for ForcedNumber {
    fn value(&mut self, game: &Game, _effort: &mut Effort<'_, '_>) -> Option<u64> {
        Some(game.fewest())
    }

    fn moves(&mut self, game: &Game, _value: u64, _effort: &mut Effort<'_, '_>) -> Option<Vec<Vertex>> {
        Some(all_if(true, game))
    }
}

/// A search for who wins, or for a Grundy value.
impl<B: Board + Send> Engine for LastPlay<B> {
    fn value(&mut self, game: &Game, effort: &mut Effort<'_, '_>) -> Option<u64> {
        // Who moves next does not matter to a game that both play alike.
        let place = self.board.place(game, Side::Max);
        evaluate(self, &place, effort).map(u64::from)
    }

    /// Those that win: to positions of value 0.
    fn moves(&mut self, game: &Game, value: u64, effort: &mut Effort<'_, '_>) -> Option<Vec<Vertex>> {
        if value == 0 {
            return Some(Vec::new());
        }
        each_vertex(game, effort, |next, effort| next.map_or(Some(true), |next| Some(self.value(next, effort)? == 0)))
    }

    fn findings(&self) -> Findings {
        Findings { hunt: None, table: Some(Arc::clone(self.table())) }
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        LastPlay::load(self, from)
    }
}

/// A search for the number of chips, from one goal to the next.
pub(super) struct Hunt<B> {
    reach: Reach<B>,
    first: Side,
    /// What is proved.
    least: u32,
    most: u32,
    goal: u32,
    /// 2 if it is plain whether the number is odd, else 1: bounds and goals that are possible are so far from each other.
    step: u32,
    /// How far the next goal is; none once both directions were taken: then the rest is halved.
    stride: Option<u32>,
    last: Option<bool>,
    /// What of this is kept.
    kept: Arc<Mutex<[u32; 4]>>,
}

impl<B: Race> Hunt<B> {
    /// Begins with nothing known.
    pub(super) fn new(board: B, game: &Game, first: Side, memory: u64) -> Result<Hunt<B>, TooLarge> {
        let place = board.place(game, first);
        let ((least, most), guess) = (board.plain(&place), board.guess(&place));
        // Wherever plays are not all as long, on the graphs that were tried, Min made the last move: so an even number of chips
        // follows if Max is first, and else an odd one.
        let odd = (game.chips() as u32 + u32::from(first == Side::Min)) % 2;
        let (step, odd) = board.odd(&place).map_or((1, odd), |odd| (2, odd.into()));
        let (least, most) =
            if step == 1 { (least, most) } else { (least + (least + odd) % 2, most - (most + odd) % 2) };
        let goal = (guess + (guess + odd) % 2).clamp(least + step, most.max(least + step));
        let reach = Reach::new(board, memory)?;
        let kept = Arc::default();
        Ok(Hunt { reach, first, least, most, goal, step, stride: Some(0), last: None, kept })
    }

    /// Whether Max gets so many chips from a place.
    fn reaches(&mut self, goal: u32, place: &B::Place, effort: &mut Effort<'_, '_>) -> Option<bool> {
        self.reach.set_goal(goal);
        self.note();
        Some(evaluate(&self.reach, place, effort)? == 1)
    }

    fn note(&self) {
        let numbers = [self.least, self.most, self.goal, self.reach.goal()];
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = numbers;
    }

    /// Takes the answer for the goal, and sets the next one. If the first one is the number, the one above it ends the hunt; if it is
    /// too high, the number is likely to have the same parity.
    fn narrow(&mut self, reached: bool) {
        let (goal, step) = (self.goal, self.step);
        if reached {
            self.least = goal;
        } else {
            self.most = goal - step;
        }
        if self.last.replace(reached) == Some(!reached) {
            self.stride = None;
        }
        self.goal = match &mut self.stride {
            None => self.least + ((self.most - self.least) / step).div_ceil(2) * step,
            Some(stride) => {
                let next = if reached { goal + (*stride).max(step) } else { goal.saturating_sub((*stride).max(2)) };
                *stride = (2 * *stride).max(2);
                next.min(self.most).max(self.least + step)
            }
        };
    }
}

impl<B: Race + Send> Engine for Hunt<B> {
    fn value(&mut self, game: &Game, effort: &mut Effort<'_, '_>) -> Option<u64> {
        let place = self.reach.board.place(game, self.first);
        while self.least < self.most {
            let reached = self.reaches(self.goal, &place, effort)?;
            self.narrow(reached);
        }
        Some(self.least.into())
    }

    /// Those that keep the number.
    fn moves(&mut self, game: &Game, value: u64, effort: &mut Effort<'_, '_>) -> Option<Vec<Vertex>> {
        let max = self.first == Side::Max;
        // A number of chips that was found fits.
        let goal = value as u32 + u32::from(!max);
        each_vertex(game, effort, |next, effort| {
            let Some(next) = next else { return Some(game.chips() + 1 == value) };
            let place = self.reach.board.place(next, self.first.other());
            Some(self.reaches(goal, &place, effort)? == max)
        })
    }

    fn bounds(&self, _game: &Game) -> (u64, u64) {
        (self.least.into(), self.most.into())
    }

    fn findings(&self) -> Findings {
        self.note();
        Findings { hunt: Some(Arc::clone(&self.kept)), table: Some(Arc::clone(self.reach.table())) }
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let mut numbers = [0; 16];
        from.read_exact(&mut numbers)?;
        let (numbers, _) = numbers.as_chunks::<4>();
        let [least, most, goal, known] = [0, 1, 2, 3].map(|i| u32::from_le_bytes(numbers[i]));
        let is_possible = |number: u32| number.abs_diff(self.least).is_multiple_of(self.step);
        let is_between = least == most || (least < most && (least + self.step..=most).contains(&goal));
        if !is_between || ![least, most, goal].into_iter().all(is_possible) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "no goal between these bounds"));
        }
        [self.least, self.most, self.goal] = [least, most, goal];
        self.reach.load(known, from)
    }
}
