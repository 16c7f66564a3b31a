//! Playouts: games of random moves, chosen by the weights of a policy.
//!
//! The legal moves are two parallel arrays, the moves and their weights. Making a move is one pass through them that
//! removes the conflicting ones, and appends those that its point makes legal. The interval in which each move was
//! legal is recorded on the way, so that adapting the policy need not play the game again. Nothing is allocated once
//! the lists have their size.

use super::policy::{LegalInterval, MoveCodes, Policy, Trajectory};
use crate::morpion::Variant;
use crate::morpion::board::{Board, PackedMove, PointIndex};
use crate::random::Random;

/// The capacity for legal moves. A game that might exceed it ends early.
const MAX_LEGAL: usize = 256;

/// One move makes fewer moves legal than this.
const MAX_NEW: usize = 32;

/// The capacity for intervals of a game. A game that might exceed it ends early.
const MAX_INTERVALS: usize = 1 << 13;

/// A legal move as one number: its line, its point, and the index of its interval, 16 bits each.
#[derive(Clone, Copy)]
struct LegalMove(u64);

impl LegalMove {
    /// Returns a move with its interval. The caller ensures that the interval is below [`MAX_INTERVALS`].
    fn new(mv: PackedMove, interval: usize) -> LegalMove {
        LegalMove(u64::from(mv.line) | u64::from(mv.point.0) << 16 | (interval as u64) << 32)
    }

    fn mv(self) -> PackedMove {
        PackedMove { point: PointIndex((self.0 >> 16) as u16), line: self.0 as u16 }
    }

    fn interval(self) -> usize {
        (self.0 >> 32) as usize
    }
}

/// The legal moves and their weights.
struct LegalMoves {
    moves: [LegalMove; MAX_LEGAL],
    weights: [f32; MAX_LEGAL],
    count: usize,
    /// For each interval the last time at which its move was legal, so far.
    last: [u16; MAX_INTERVALS],
}

impl LegalMoves {
    fn new() -> LegalMoves {
        LegalMoves { moves: [LegalMove(0); MAX_LEGAL], weights: [0.0; MAX_LEGAL], count: 0, last: [0; MAX_INTERVALS] }
    }

    /// Appends a move. The caller ensures that there is room; the remainder is the index itself, and shows the compiler
    /// that.
    #[inline(always)]
    fn push(&mut self, mv: LegalMove, weight: f32) {
        self.moves[self.count % MAX_LEGAL] = mv;
        self.weights[self.count % MAX_LEGAL] = weight;
        self.count += 1;
    }

    /// Removes the moves that conflict with the one that is played at a time, and that move itself.
    #[inline(always)]
    fn remove_conflicts(&mut self, board: &Board, played: PackedMove, time: u16) {
        let conflicts = board.conflicts_with(played);
        let mut remaining = 0;
        for at in 0..self.count {
            let legal = self.moves[at % MAX_LEGAL];
            self.last[legal.interval() % MAX_INTERVALS] = time;
            // Written unconditionally, and overwritten by the next move if it conflicts: no branch to mispredict.
            self.moves[remaining % MAX_LEGAL] = legal;
            self.weights[remaining % MAX_LEGAL] = self.weights[at % MAX_LEGAL];
            remaining += usize::from(!conflicts(legal.mv()));
        }
        self.count = remaining;
    }

    fn position(&self, mv: PackedMove) -> Option<usize> {
        self.moves[..self.count].iter().position(|legal| legal.mv() == mv)
    }

    /// Returns the index of a move, sampled by weight. The caller ensures that there is a move.
    #[inline(always)]
    fn sample(&mut self, random: &mut Random) -> usize {
        const PARTS: usize = 8;
        // Partial sums that do not depend on each other; zeros fill the last chunk.
        let full = self.count.next_multiple_of(PARTS);
        for at in self.count..full {
            self.weights[at % MAX_LEGAL] = 0.0;
        }
        let mut sums = [0.0; PARTS];
        for weights in self.weights[..full.min(MAX_LEGAL)].chunks_exact(PARTS) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += weight;
            }
        }
        // Added in pairs, which gives the same result on every machine.
        for half in [4, 2, 1] {
            for part in 0..half {
                sums[part] += sums[part + half];
            }
        }
        let mut left = random.unit() * sums[0];
        let mut index = 0;
        // If rounding leaves a rest, the last move is chosen.
        while index + 1 < self.count {
            left -= self.weights[index % MAX_LEGAL];
            if left < 0.0 {
                break;
            }
            index += 1;
        }
        index
    }
}

/// Plays games; symmetric ones in pairs of a move and its image under the half-turn.
///
/// The legal moves of a symmetric game are the smaller ones of each pair, which has a weight as a whole. A move that
/// conflicts with its image is left out, since no symmetric grid has it. Each symmetric grid can be reached by pairs:
/// see the lemma of `count/symmetric.rs`. A pair makes no other pair legal twice: its line would go through both new
/// points, as would that of its image, and then they conflict. No line is its own image: the centre is a point
/// of the lattice for lines of four, which have none in their middle, and not for lines of five, which have one.
pub(super) struct Playout {
    symmetric: bool,
    start: Board,
    board: Board,
    opening: Vec<PackedMove>,
    legal: LegalMoves,
    /// The moves that each game begins with.
    kept: Vec<PackedMove>,
}

impl Playout {
    /// Returns a player of games of a variant.
    pub(super) fn new(variant: Variant, symmetric: bool) -> Playout {
        let (start, mut opening) = (Board::new(variant), Board::new(variant).legal_moves());
        opening.retain(|&mv| !symmetric || mv < start.half_turn(mv));
        Playout { symmetric, board: start.clone(), opening, start, legal: LegalMoves::new(), kept: Vec::new() }
    }

    /// Has all games played from now on begin with these moves. The caller ensures that they are a legal game, and in a
    /// symmetric one pairs, of which the smaller move is first.
    pub(super) fn keep(&mut self, moves: &[PackedMove]) {
        self.kept = moves.iter().step_by(if self.symmetric { 2 } else { 1 }).copied().collect();
    }

    /// Plays a game to its end, with moves sampled by weight after those that are kept, and writes it to `game`.
    #[inline(never)]
    pub(super) fn play(&mut self, codes: &mut MoveCodes, policy: &Policy, random: &mut Random, game: &mut Trajectory) {
        let kept = std::mem::take(&mut self.kept);
        let mut left = kept.iter();
        self.run(codes, policy, game, |legal| match left.next() {
            Some(next) => legal.position(*next),
            None => Some(legal.sample(random)),
        });
        self.kept = kept;
    }

    /// Plays the given moves up to the first illegal one, and writes the game to `game`. Returns whether all were
    /// legal, and in a symmetric game pairs, of which the smaller move is first.
    pub(super) fn replay(&mut self, codes: &mut MoveCodes, moves: &[PackedMove], game: &mut Trajectory) -> bool {
        let mut left = moves.iter().step_by(if self.symmetric { 2 } else { 1 });
        self.run(codes, &Policy::default(), game, |legal| {
            let next = left.next()?;
            legal.position(*next)
        });
        game.moves == moves
    }

    /// Plays a game to its end, or until `choose`, which returns the index of the next move, returns `None`.
    #[inline(always)]
    fn run(
        &mut self,
        codes: &mut MoveCodes,
        policy: &Policy,
        game: &mut Trajectory,
        mut choose: impl FnMut(&mut LegalMoves) -> Option<usize>,
    ) {
        let Playout { symmetric, start, board, opening, legal, .. } = self;
        let symmetric = *symmetric;
        game.clear();
        let Trajectory { moves, played, legal: intervals } = game;
        board.clone_from(start);
        legal.count = 0;
        let mut time = 0;
        let mut add = |board: &Board, legal: &mut LegalMoves, intervals: &mut Vec<LegalInterval>, mut mv, time| {
            if symmetric {
                let image = board.half_turn(mv);
                if board.conflict(mv, image) {
                    return;
                }
                mv = mv.min(image);
            }
            let code = codes.code(mv);
            legal.push(LegalMove::new(mv, intervals.len()), policy.weight(code));
            legal.last[intervals.len() % MAX_INTERVALS] = time;
            intervals.push(LegalInterval { code, first: time, last: time });
        };
        for &mv in opening.iter() {
            add(board, legal, intervals, mv, time);
        }
        while (1..MAX_LEGAL - MAX_NEW).contains(&legal.count) && intervals.len() < MAX_INTERVALS - MAX_NEW {
            let Some(index) = choose(legal) else { break };
            let chosen = legal.moves[index % MAX_LEGAL];
            let mv = chosen.mv();
            let image = symmetric.then(|| board.half_turn(mv));
            // At the edge of the board a game ends.
            if !mv.point.is_playable() || image.is_some_and(|image| !image.point.is_playable()) {
                break;
            }
            // There are fewer intervals than fit into 16 bits.
            played.push(chosen.interval() as u16);
            for mv in std::iter::once(mv).chain(image) {
                moves.push(mv);
                legal.remove_conflicts(board, mv, time);
                board.toggle(mv);
            }
            time += 1;
            board.moves_through(mv.point, |new| add(board, legal, intervals, new, time));
        }
        // If the game is unfinished, no move was chosen among those that its last move has made legal.
        while intervals.last().is_some_and(|interval| interval.first == time) {
            intervals.pop();
        }
        for (interval, &last) in intervals.iter_mut().zip(&legal.last) {
            interval.last = last;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::policy::Code;
    use super::super::policy::tests::adapt_as_published;
    use super::*;
    use crate::morpion::{Line, Move, Point, Position};
    use crate::symmetry::Symmetry;

    /// Playouts with equal weights, replayed by the checked engine.
    #[test]
    fn legal_moves_of_playouts_are_those_of_positions() {
        for variant in Variant::ALL {
            let (mut playout, mut codes) = (Playout::new(variant, false), MoveCodes::new());
            let (mut random, mut game) = (Random::new(5, 0), Trajectory::default());
            for _ in 0..50 {
                playout.play(&mut codes, &Policy::default(), &mut random, &mut game);
                let (board, mut position) = (Board::new(variant), Position::new(variant));
                for (time, &mv) in game.moves.iter().enumerate() {
                    let is_legal = |interval: &&LegalInterval| {
                        (usize::from(interval.first)..=usize::from(interval.last)).contains(&time)
                    };
                    let key = |interval: &LegalInterval| codes.keys()[interval.code as usize];
                    let mut legal: Vec<u32> = game.legal.iter().filter(is_legal).map(key).collect();
                    let moves = position.legal_moves();
                    let mut expected: Vec<u32> = moves.filter_map(|mv| Some(board.pack(&mv)?.key())).collect();
                    legal.sort_unstable();
                    expected.sort_unstable();
                    assert_eq!(legal, expected);
                    assert_eq!(key(&game.legal[usize::from(game.played[time])]), mv.key());
                    position.play(board.unpack(mv)).unwrap_or_else(|illegal| panic!("{illegal}"));
                }
                assert!(position.is_finished());
                let mut again = Trajectory::default();
                assert!(playout.replay(&mut codes, &game.moves, &mut again));
                assert_eq!((&again.legal, &again.played), (&game.legal, &game.played));
            }
        }
    }

    /// The pairs of a position from the rules: a legal move that is the smaller one, and its image, legal after it.
    fn pairs(position: &Position, board: &Board) -> Vec<u32> {
        let last = i64::from(position.variant().cross_width()) - 1;
        let image = |Point { x, y }: Point| Point { x: last - x, y: last - y };
        let is_played = |mv: &Move| {
            let line = Line::between(image(mv.line.start()), image(mv.line.end()), position.variant().line_length());
            let other = line.map(|line| Move { point: image(mv.point), line });
            let mut after = position.clone();
            other.is_some_and(|other| {
                board.pack(mv) < board.pack(&other) && after.play(*mv).is_ok() && after.play(other).is_ok()
            })
        };
        position.legal_moves().filter(is_played).filter_map(|mv| Some(board.pack(&mv)?.key())).collect()
    }

    #[test]
    fn pairs_of_symmetric_playouts_match_the_rules() {
        for variant in Variant::ALL {
            let (mut playout, mut codes) = (Playout::new(variant, true), MoveCodes::new());
            let (mut random, mut game) = (Random::new(6, 0), Trajectory::default());
            for _ in 0..50 {
                playout.play(&mut codes, &Policy::default(), &mut random, &mut game);
                let (board, mut position) = (Board::new(variant), Position::new(variant));
                for time in 0..=game.moves.len() / 2 {
                    let is_legal = |interval: &&LegalInterval| {
                        (usize::from(interval.first)..=usize::from(interval.last)).contains(&time)
                    };
                    let mut legal: Vec<u32> =
                        game.legal.iter().filter(is_legal).map(|legal| codes.keys()[legal.code as usize]).collect();
                    let mut expected = pairs(&position, &board);
                    legal.sort_unstable();
                    expected.sort_unstable();
                    assert_eq!(legal, expected, "{variant} {time}");
                    let Some(pair) = game.moves.get(2 * time..2 * time + 2) else { break };
                    assert_eq!(board.half_turn(pair[0]), board.image(pair[0], Symmetry::HalfTurn));
                    assert_eq!(codes.keys()[game.legal[usize::from(game.played[time])].code as usize], pair[0].key());
                    for &mv in pair {
                        position.play(board.unpack(mv)).unwrap_or_else(|illegal| panic!("{illegal}"));
                    }
                    assert!(position.is_symmetric());
                }
                let mut again = Trajectory::default();
                assert!(playout.replay(&mut codes, &game.moves, &mut again));
                assert_eq!((&again.legal, &again.played), (&game.legal, &game.played));
                // Half a pair, and a pair in the other order.
                assert!(!playout.replay(&mut codes, &game.moves[..1], &mut again));
                assert!(!playout.replay(&mut codes, &[game.moves[1], game.moves[0]], &mut again));
            }
        }
    }

    #[test]
    fn moves_are_sampled_by_weight() {
        let mut legal = LegalMoves::new();
        let weights = [1.0, 0.0, 3.0, 0.5, 0.25, 0.25, 2.0, 0.0, 0.0, 1.0];
        for weight in weights {
            legal.push(LegalMove(0), weight);
        }
        let (mut random, mut counts) = (Random::new(1, 0), [0_i32; 10]);
        (0..80_000).for_each(|_| counts[legal.sample(&mut random)] += 1);
        for (weight, count) in weights.into_iter().zip(counts) {
            // 10,000 for each unit of weight; the standard deviation is at most 140.
            assert!((count - (weight * 10_000.0) as i32).abs() < 700, "{weight}: {count}");
        }
    }

    #[test]
    fn policies_adapt_as_published() {
        for variant in Variant::ALL {
            let (mut playout, mut codes, mut random) =
                (Playout::new(variant, false), MoveCodes::new(), Random::new(3, 1));
            let (mut policy, mut game) = (Policy::default(), Trajectory::default());
            let logits = |policy: &Policy, codes: &MoveCodes| -> Vec<f64> {
                (0..codes.len()).map(|code| f64::from(policy.weight(code as Code)).ln()).collect()
            };
            let assert_near = |found: Vec<f64>, expected: Vec<f64>| {
                for (found, expected) in found.into_iter().zip(expected) {
                    assert!((found - expected.clamp(-10.0, 10.0)).abs() < 1e-4, "{variant}: {found} {expected}");
                }
            };
            for _ in 0..60 {
                playout.play(&mut codes, &policy, &mut random, &mut game);
                let expected = adapt_as_published(&game, &logits(&policy, &codes));
                policy.adapt(&game, codes.len());
                assert_near(logits(&policy, &codes), expected);
            }
            assert!((0..codes.len()).any(|code| policy.weight(code as Code) > 5.0), "nothing was learned");
            // Unfinished games.
            let finished = std::mem::take(&mut game);
            for length in 0..finished.moves.len() {
                assert!(playout.replay(&mut codes, &finished.moves[..length], &mut game));
                let mut policy = Policy::default();
                policy.adapt(&game, codes.len());
                assert_near(logits(&policy, &codes), adapt_as_published(&game, &vec![0.0; codes.len()]));
            }
        }
    }
}
