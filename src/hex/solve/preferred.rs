//! The move to play where nothing is proved: alpha-beta search over the flow of current.
//!
//! ```text
//!     value of a position     log (conductance for the player to move / conductance for the opponent)
//!     decided without search  the opponent has a full connection of the sides: lost; the player a semi-connection: won
//!     moves                   the best few of those in the must-play region, by the flow of current
//! ```
//!
//! The [circuits](super::ordering) know the connections of both players, and dead and captured cells are filled in. A
//! player whose sides are joined by good conductors is ahead. The depth grows by one ply at a time, and the moves of
//! the position itself are taken in the order of the values before.
//!
//! Circuits overrate cells near the corners where sides of both players meet, as long as there are few stones. So cells
//! in the middle are preferred then, and the first move is not searched.
//!
//! **Strength.** Games against Wolve, benzene's alpha-beta player, each with another first move and alternating
//! colours, without swap: `hex --gtp --time 2s --threads 1` against `wolve` with `param_wolve max_time 2`
//! (benzene-vanilla-cmake, commit 9561476, g++ 12.2; two cores of an AMD EPYC that other programs shared, November
//! 2026):
//!
//! ```text
//!     size      won         without the alpha-beta search, by the flow of current
//!     9×9       8 of 20     6 of 20
//!     11×11     7 of 20     5 of 20
//! ```
//!
//! In each game that it lost, Wolve ended by a segmentation fault; `hex` proved the position lost for it, and the game
//! was counted so. Against the version without the alpha-beta search, `hex` won 50 of 80 games on 9×9 at 1 s a move and
//! one thread, each of 40 first moves with both colours.
//!
//! Sources: V. Anshelevich, "A hierarchical approach to computer Hex", 2002 (the evaluation); B. Arneson, R. Hayward
//! and P. Henderson, "Wolve 2008 wins Hex tournament", 2009 (the search).

use std::collections::HashMap;
use std::ops::ControlFlow::{self, Continue};

use super::cells::{Board, CellSet, Stones};
use super::connections::{Connections, Until};
use super::fill_in::fill_in;
use super::line::flow;
use super::moves::{Evaluation, Evaluator};
use super::nodes::Node;
use super::{Technique, Techniques};
use crate::budget::Budget;
use crate::cell::Cell;
use crate::player::Player;

/// The largest depth of the search, in plies.
const DEPTH: u32 = 4;

/// The numbers of moves that are searched, in the position itself and below it.
const ROOT_WIDTH: usize = 20;
const WIDTH: usize = 14;

/// The value of a won position, less the plies until it is seen to be won. No value of a circuit is that large.
pub(super) const WON: f64 = 1000.0;

/// What a move loses that is as far from the middle as the sides are, divided by the number of stones. Values of good
/// moves differ by some hundredths.
const OFF_MIDDLE: f64 = 0.6;

/// Returns whether O, who moves first, probably wins with this first move, if that is not known.
///
/// For 9x9, the program benzene has a list of 31 first moves to be taken over: it says so for 25 of them, and for no
/// other one. From 11x11, fewer moves near the sides of X lose.
#[must_use]
pub fn is_strong_first_move(size: u16, cell: Cell) -> bool {
    let is_inside = |at: u16, margin: u16| at >= margin && at + margin < size;
    is_inside(cell.row(), 2) && is_inside(cell.column(), if size < 11 { 2 } else { 0 })
}

/// Returns the move to play; `None` if no cell is empty. If the search is stopped, it is the move of the last depth
/// that was completed. The budget is polled with the number of positions evaluated.
pub(super) fn preferred_move<S: CellSet>(
    board: &Board<S>,
    stones: &Stones<S>,
    to_move: Player,
    budget: &mut Budget<'_>,
) -> Option<usize> {
    let mut moves = moves_by_flow(board, stones, to_move);
    moves.truncate(ROOT_WIDTH);
    if moves.len() > 1 && stones.empty(board) != board.all {
        let proceed = &mut |count| budget.poll(count);
        let mut search = AlphaBeta::new(board, proceed);
        while search.depth < DEPTH {
            search.depth += 1;
            let Continue(values) = search.values(stones, to_move, &moves) else { break };
            let best = values[0].0;
            moves = values.into_iter().map(|(_, cell)| cell).collect();
            if best.abs() > WON / 2.0 {
                break;
            }
        }
    }
    moves.first().copied()
}

/// Returns the empty cells of the must-play region, or all empty cells if it has none, by the flow of current.
///
/// A cell far from the middle counts less. Without that, moves on a large board would be near the corners where sides
/// of both players meet: much of the current flows there, although it is of little use.
fn moves_by_flow<S: CellSet>(board: &Board<S>, stones: &Stones<S>, to_move: Player) -> Vec<usize> {
    let (mut circuit, must_play) = flow(board, stones, to_move);
    for (cell, flow) in circuit.flow.iter_mut().enumerate() {
        *flow /= 1.0 + 4.0 * off_middle(board, cell).powi(2);
    }
    let empty = stones.empty(board);
    circuit.ordered(if empty.meets(must_play) { empty & must_play } else { empty })
}

/// Returns the distance of a cell from the middle, the largest in the three directions; that of the sides is about 1.
fn off_middle<S: CellSet>(board: &Board<S>, cell: usize) -> f64 {
    let size = board.size as f64;
    let [row, column] = [cell / board.size, cell % board.size].map(|at| 2.0 * at as f64 + 1.0 - size);
    row.abs().max(column.abs()).max((row + column).abs()) / size
}

/// The value of a position for the player to move, infinite if it is decided, and the moves to be searched.
pub(super) type Evaluated = (f64, Vec<usize>);

/// A search to a depth.
pub(super) struct AlphaBeta<'a, S> {
    board: &'a Board<S>,
    proceed: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
    /// In plies.
    pub(super) depth: u32,
    evaluator: Evaluator<S>,
    /// The connections of the player to move.
    own: Connections<S>,
    /// The positions that have been evaluated. In all with the same stones, the same player is to move.
    evaluated: HashMap<[u64; 3], Evaluated>,
}

impl<'a, S: CellSet> AlphaBeta<'a, S> {
    pub(super) fn new(board: &'a Board<S>, proceed: &'a mut dyn FnMut(u64) -> ControlFlow<()>) -> AlphaBeta<'a, S> {
        let (evaluator, own, evaluated) = (Evaluator::default(), Connections::default(), HashMap::new());
        AlphaBeta { board, proceed, depth: 0, evaluator, own, evaluated }
    }

    /// Returns the moves of the position itself with values for the player to move, the best one first. Those of other
    /// moves are upper bounds.
    fn values(&mut self, stones: &Stones<S>, to_move: Player, moves: &[usize]) -> ControlFlow<(), Vec<(f64, usize)>> {
        let mut best = f64::NEG_INFINITY;
        let mut values = Vec::with_capacity(moves.len());
        let off_middle_loss = OFF_MIDDLE / f64::from((stones.x | stones.o).count());
        for &cell in moves {
            let loss = off_middle_loss * off_middle(self.board, cell).powi(2);
            let bounds = [f64::NEG_INFINITY, -best - loss];
            let value = -self.value(&stones.with(to_move, cell), to_move.opponent(), 1, bounds)? - loss;
            best = best.max(value);
            values.push((value, cell));
        }
        values.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        Continue(values)
    }

    /// Returns the value of a position for the player to move: exact between the bounds, otherwise beyond the same one.
    pub(super) fn value(
        &mut self,
        stones: &Stones<S>,
        to_move: Player,
        ply: u32,
        [mut low, high]: [f64; 2],
    ) -> ControlFlow<(), f64> {
        let (value, moves) = self.evaluate(stones, to_move)?;
        if value.is_infinite() {
            return Continue(value.signum() * (WON - f64::from(ply)));
        }
        if ply == self.depth {
            return Continue(value);
        }
        let mut best = f64::NEG_INFINITY;
        for cell in moves {
            let after = stones.with(to_move, cell);
            best = best.max(-self.value(&after, to_move.opponent(), ply + 1, [-high, -low])?);
            low = low.max(best);
            if low >= high {
                break;
            }
        }
        Continue(best)
    }

    pub(super) fn evaluate(&mut self, stones: &Stones<S>, to_move: Player) -> ControlFlow<(), Evaluated> {
        let key = S::key(*stones);
        if let Some(evaluated) = self.evaluated.get(&key) {
            return Continue(evaluated.clone());
        }
        let mut node = Node { stones: *stones, to_move };
        fill_in(self.board, &mut node.stones, self.board.all, Player::X, &mut |_, _| ());
        let evaluated = self.evaluate_filled(&node)?;
        self.evaluated.insert(key, evaluated.clone());
        Continue(evaluated)
    }

    fn evaluate_filled(&mut self, node: &Node<S>) -> ControlFlow<(), Evaluated> {
        let AlphaBeta { board, evaluator, own, .. } = self;
        let count = self.evaluated.len() as u64 + 1;
        let proceed = &mut || (self.proceed)(count);
        proceed()?;
        let techniques = Techniques::new(&[Technique::Connections, Technique::MustPlay, Technique::Inferior]);
        let moves = match evaluator.evaluate(board, techniques, node, proceed)? {
            Evaluation::Won => return Continue((f64::INFINITY, Vec::new())),
            Evaluation::Lost(_) => return Continue((f64::NEG_INFINITY, Vec::new())),
            Evaluation::Open(moves) => moves.set(),
        };
        own.build(board, &node.stones, node.to_move, Until::SemiOfSides, proceed)?;
        if own.full_of_sides().is_some() || !own.semis_of_sides().is_empty() {
            return Continue((f64::INFINITY, Vec::new()));
        }
        let Evaluator { connections, circuit } = evaluator;
        circuit.begin(board.cells);
        circuit.add(connections);
        let conductance = circuit.conductance();
        circuit.add(own);
        let value = (circuit.conductance() / conductance).ln();
        let mut moves = circuit.ordered(moves);
        moves.truncate(WIDTH);
        Continue((value, moves))
    }
}
