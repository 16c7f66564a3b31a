//! Games played to their end by chance, as the weights of a policy say.
//!
//! The legal moves are two lists side by side, the moves and their weights. A move goes through them once, to strike out those that
//! it excludes, and adds those that its point makes possible. When each came and went is noted on the way, so that to learn from
//! the game nobody has to play it again. Nothing is allocated once the lists have their size.

use super::policy::{Codes, Policy};
use super::track::{Birth, Track};
use crate::morpion::Variant;
use crate::morpion::board::{Board, Candidate, Spot};
use crate::random::Random;

/// A game with more legal moves at one time than this is not played on.
const MOST_LEGAL: usize = 256;

/// One move makes fewer than this possible.
const MOST_NEW: usize = 32;

/// A game in which more moves have been legal is not played on.
const MOST_BIRTHS: usize = 1 << 13;

/// A legal move as one number: its line, its spot, and its place among the births, 16 bits each.
#[derive(Clone, Copy)]
struct Legal(u64);

impl Legal {
    fn new(candidate: Candidate, birth: usize) -> Legal {
        Legal(u64::from(candidate.line) | u64::from(candidate.spot.0) << 16 | (birth as u64) << 32)
    }

    fn candidate(self) -> Candidate {
        Candidate { spot: Spot((self.0 >> 16) as u16), line: self.0 as u16 }
    }

    fn birth(self) -> usize {
        (self.0 >> 32) as usize
    }
}

/// The legal moves, and their weights beside them.
struct Open {
    legal: [Legal; MOST_LEGAL],
    weights: [f32; MOST_LEGAL],
    count: usize,
    /// For each birth when it died, or how long it has lived.
    died: [u16; MOST_BIRTHS],
}

impl Open {
    /// A move more; the remainder is the place itself, and says so to the compiler.
    #[inline(always)]
    fn push(&mut self, legal: Legal, weight: f32) {
        self.legal[self.count % MOST_LEGAL] = legal;
        self.weights[self.count % MOST_LEGAL] = weight;
        self.count += 1;
    }

    /// Strikes out the moves that one excludes, itself among them. All that were there died at this time, or will later.
    #[inline(always)]
    fn strike(&mut self, board: &Board, played: Candidate, time: u16) {
        let excluded = board.excluded_by(played);
        let mut kept = 0;
        for at in 0..self.count {
            let legal = self.legal[at % MOST_LEGAL];
            self.died[legal.birth() % MOST_BIRTHS] = time;
            // Written in any case, and kept by what follows or not: there is nothing to guess for the processor.
            self.legal[kept % MOST_LEGAL] = legal;
            self.weights[kept % MOST_LEGAL] = self.weights[at % MOST_LEGAL];
            kept += usize::from(!excluded(legal.candidate()));
        }
        self.count = kept;
    }

    /// The place of a move, chosen by weight. There has to be one.
    #[inline(always)]
    fn choose(&mut self, random: &mut Random) -> usize {
        const LANES: usize = 8;
        // Sums in lanes that do not wait for each other; zeros fill the last ones up.
        let full = self.count.next_multiple_of(LANES);
        for at in self.count..full {
            self.weights[at % MOST_LEGAL] = 0.0;
        }
        let mut lanes = [0.0; LANES];
        for weights in self.weights[..full.min(MOST_LEGAL)].chunks_exact(LANES) {
            for (lane, weight) in lanes.iter_mut().zip(weights) {
                *lane += weight;
            }
        }
        // In pairs, which is the same on every machine.
        for half in [4, 2, 1] {
            for lane in 0..half {
                lanes[lane] += lanes[lane + half];
            }
        }
        let mut left = random.unit() * lanes[0];
        let mut place = 0;
        // What rounding leaves is the last one's.
        while place + 1 < self.count {
            left -= self.weights[place % MOST_LEGAL];
            if left < 0.0 {
                break;
            }
            place += 1;
        }
        place
    }
}

/// What plays games.
pub(super) struct Playout {
    start: Board,
    board: Board,
    opening: Vec<Candidate>,
    open: Open,
}

impl Playout {
    pub(super) fn new(variant: Variant) -> Playout {
        let start = Board::new(variant);
        let open = Open { legal: [Legal(0); MOST_LEGAL], weights: [0.0; MOST_LEGAL], count: 0, died: [0; MOST_BIRTHS] };
        Playout { board: start.clone(), opening: start.all_moves(), start, open }
    }

    /// Plays a game of moves chosen by weight to its end.
    #[inline(never)]
    pub(super) fn play(&mut self, codes: &mut Codes, policy: &Policy, random: &mut Random, track: &mut Track) {
        self.go(codes, policy, track, |open| Some(open.choose(random)));
    }

    /// Plays these moves, as far as they are legal one after the other; whether all were.
    pub(super) fn replay(&mut self, codes: &mut Codes, moves: &[Candidate], track: &mut Track) -> bool {
        let mut left = moves.iter();
        self.go(codes, &Policy::default(), track, |open| {
            let next = left.next()?;
            open.legal[..open.count].iter().position(|legal| legal.candidate() == *next)
        });
        track.moves.len() == moves.len()
    }

    /// Plays a game to its end, or until `choose`, which is to give the place of the next move, gives none.
    #[inline(always)]
    fn go(
        &mut self,
        codes: &mut Codes,
        policy: &Policy,
        track: &mut Track,
        mut choose: impl FnMut(&mut Open) -> Option<usize>,
    ) {
        let Playout { start, board, opening, open } = self;
        track.clear();
        let Track { moves, played, births } = track;
        board.clone_from(start);
        open.count = 0;
        let mut time = 0;
        let mut add = |open: &mut Open, births: &mut Vec<Birth>, candidate, time| {
            let code = codes.of(candidate);
            open.push(Legal::new(candidate, births.len()), policy.weight(code));
            open.died[births.len() % MOST_BIRTHS] = time;
            births.push(Birth { code, born: time, died: time });
        };
        for &candidate in opening.iter() {
            add(open, births, candidate, time);
        }
        while (1..MOST_LEGAL - MOST_NEW).contains(&open.count) && births.len() < MOST_BIRTHS - MOST_NEW {
            let Some(place) = choose(open) else { break };
            let legal = open.legal[place % MOST_LEGAL];
            let candidate = legal.candidate();
            // The board ends here, and so does the game.
            if !candidate.spot.is_inside() {
                break;
            }
            moves.push(candidate);
            // There are fewer births than 16 bits count.
            played.push(legal.birth() as u16);
            open.strike(board, candidate, time);
            board.flip(candidate);
            time += 1;
            board.moves_through(candidate.spot, |new| add(open, births, new, time));
        }
        // Of a game that is not whole: among the moves that the last one has made possible none was chosen.
        while births.last().is_some_and(|birth| birth.born == time) {
            births.pop();
        }
        for (birth, &died) in births.iter_mut().zip(&open.died) {
            birth.died = died;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::morpion::Position;

    /// Plays games by weights that are all alike, and looks at each with the engine that checks moves.
    #[test]
    fn what_was_legal_is_what_the_checked_engine_has() {
        for variant in Variant::ALL {
            let (mut playout, mut codes) = (Playout::new(variant), Codes::new());
            let (mut random, mut track) = (Random::new(5, 0), Track::default());
            for _ in 0..50 {
                playout.play(&mut codes, &Policy::default(), &mut random, &mut track);
                let (board, mut position) = (Board::new(variant), Position::new(variant));
                for (time, &candidate) in track.moves.iter().enumerate() {
                    let is_legal = |birth: &&Birth| (usize::from(birth.born)..=usize::from(birth.died)).contains(&time);
                    let mut legal: Vec<u32> =
                        track.births.iter().filter(is_legal).map(|birth| codes.keys()[birth.code as usize]).collect();
                    let moves = position.legal_moves();
                    let mut expected: Vec<u32> =
                        moves.iter().filter_map(|mv| Some(board.candidate(mv)?.key())).collect();
                    legal.sort_unstable();
                    expected.sort_unstable();
                    assert_eq!(legal, expected);
                    let played = track.births[usize::from(track.played[time])].code;
                    assert_eq!(codes.keys()[played as usize], candidate.key());
                    position.play(board.to_move(candidate)).unwrap_or_else(|illegal| panic!("{illegal}"));
                }
                assert_eq!(position.mobility(), 0);
                let mut again = Track::default();
                assert!(playout.replay(&mut codes, &track.moves, &mut again));
                assert_eq!((&again.births, &again.played), (&track.births, &track.played));
            }
        }
    }

    #[test]
    fn moves_are_chosen_by_weight() {
        let mut open =
            Open { legal: [Legal(0); MOST_LEGAL], weights: [0.0; MOST_LEGAL], count: 0, died: [0; MOST_BIRTHS] };
        let weights = [1.0, 0.0, 3.0, 0.5, 0.25, 0.25, 2.0, 0.0, 0.0, 1.0];
        for weight in weights {
            open.push(Legal(0), weight);
        }
        let (mut random, mut counts) = (Random::new(1, 0), [0_i32; 10]);
        (0..80_000).for_each(|_| counts[open.choose(&mut random)] += 1);
        for (weight, count) in weights.into_iter().zip(counts) {
            // 10,000 for each unit of weight; the standard deviation is at most 140.
            assert!((count - (weight * 10_000.0) as i32).abs() < 700, "{weight}: {count}");
        }
    }
}
