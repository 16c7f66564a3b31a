//! What is known of a node without a search: who wins, or the moves that are to be searched.
//!
//! ```text
//!     evaluate:  a player has won ──▶ full connection of the opponent's sides ──▶ must-play, inferior moves ──▶ moves
//!     order:     moves in the order of the flow of current, once the first one is to be searched
//! ```
//!
//! The opponent wins by a full connection of the sides. Otherwise the player must play in every carrier of the
//! opponent's semi-connections of the sides (*must-play*): outside of one, the opponent would complete it.
//!
//! The moves of a node are in one of two orders: in reading order from its evaluation until the first of them is to be
//! searched, and from then on in the order of the search. Only in between, the wires of the opponent's connections are
//! kept: the circuit needs them, and the connections themselves are gone with the next evaluation.
//!
//! Six nodes of ten are visited only to count their moves, from which their first proof and disproof numbers follow. So
//! moves are put in order only when one of them is searched.

use std::ops::ControlFlow::{self, Continue};

use super::carriers::Ends;
use super::cells::{Board, CellSet};
use super::connections::{Connections, Until};
use super::inferior::{Superior, inferior_moves};
use super::nodes::{Node, hash};
use super::ordering::{Circuit, wires};
use super::proved_wins::Implied;
use super::{Technique, Techniques};

/// The largest number of nodes whose moves a worker keeps, times the number of cells that a set has bits for: larger
/// boards have more moves.
const KEPT_NODES_TIMES_CELLS: usize = 1 << 23;

/// In which order the moves of a node are.
#[derive(Clone, Debug)]
enum Order {
    /// In that of the search, which is reading order for a single move or without [`Technique::Ordering`].
    Final,
    /// In reading order: they have not been searched yet. The wires are what the evaluation has found of the opponent's
    /// connections, for the circuit that gives the order.
    Reading { opponent_wires: Box<[Ends]> },
}

/// The moves of a node that are to be searched.
#[derive(Clone, Debug)]
pub(super) struct Moves<S> {
    pub(super) cells: Box<[u16]>,
    order: Order,
    /// The union of the carriers of the opponent's semi-connections outside of which every move loses.
    carriers: S,
    /// Each move that is left out as inferior, with a superior one.
    superior: Box<[Superior]>,
}

impl<S: CellSet> Moves<S> {
    /// Returns the cells of the moves.
    pub(super) fn set(&self) -> S {
        self.cells.iter().fold(S::default(), |all, &cell| all | S::from_cell(usize::from(cell)))
    }

    /// Returns the proof set of a lost node from the proof set of the loss of these moves.
    ///
    /// For a move that is left out as inferior, if it is in the set, the move that is superior to it is added. One pass
    /// is enough: no superior move is left out itself.
    pub(super) fn proof_set(&self, moves_proof_set: S) -> S {
        let used = moves_proof_set | self.carriers;
        let superior = self.superior.iter().filter(|&&(inferior, _)| used.has(usize::from(inferior)));
        superior.fold(used, |all, &(_, superior)| all | S::from_cell(usize::from(superior)))
    }
}

/// The result of an evaluation.
pub(super) enum Evaluation<S> {
    /// The player to move has won.
    Won,
    /// The player to move loses, by a proof that uses the cells of this set.
    Lost(S),
    Open(Moves<S>),
}

/// Evaluates nodes, in the same memory again and again.
#[derive(Debug, Default)]
pub(super) struct Evaluator<S> {
    /// Those of the opponent after an evaluation, until moves are put in order or another node is evaluated.
    pub(super) connections: Connections<S>,
    pub(super) circuit: Circuit,
}

impl<S: CellSet> Evaluator<S> {
    /// Evaluates a node. `proceed` is called from time to time, and may cancel this.
    pub(super) fn evaluate(
        &mut self,
        board: &Board<S>,
        techniques: Techniques,
        Node { stones, to_move }: &Node<S>,
        proceed: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), Evaluation<S>> {
        let opponent = to_move.opponent();
        if board.is_won(*to_move, stones[*to_move]) {
            return Continue(Evaluation::Won);
        }
        if board.is_won(opponent, stones[opponent]) {
            return Continue(Evaluation::Lost(S::default()));
        }
        let connections = &mut self.connections;
        if techniques.has(Technique::Connections) {
            connections.build(board, stones, opponent, Until::FullOfSides, proceed)?;
        } else {
            connections.set_up(board, stones, opponent);
        }
        if let Some(carrier) = connections.full_of_sides() {
            return Continue(Evaluation::Lost(carrier));
        }
        let (mut cells, mut carriers, mut superior) = (stones.empty(board), S::default(), Box::default());
        if techniques.has(Technique::MustPlay) {
            cells &= connections.must_play;
            carriers = connections.must_play_carriers;
        }
        if techniques.has(Technique::Inferior) {
            let (inferior, pairs) = inferior_moves(board, stones, *to_move);
            cells &= !inferior;
            superior = pairs;
        }
        // Cell numbers are below 484.
        let cells = cells.iter().map(|cell| cell as u16).collect();
        let mut moves = Moves { cells, order: Order::Final, carriers, superior };
        if moves.cells.is_empty() {
            return Continue(Evaluation::Lost(moves.proof_set(S::default())));
        }
        if techniques.has(Technique::Ordering) && moves.cells.len() > 1 {
            let has_connections = techniques.has(Technique::Connections);
            let opponent_wires = if has_connections { wires(connections) } else { connections.bridges().into() };
            moves.order = Order::Reading { opponent_wires };
        }
        Continue(Evaluation::Open(moves))
    }

    /// Puts the moves of a node in order. Returns whether that was still to be done.
    pub(super) fn order(&mut self, board: &Board<S>, node: &Node<S>, moves: &mut Moves<S>) -> bool {
        let order = std::mem::replace(&mut moves.order, Order::Final);
        let Order::Reading { opponent_wires } = order else { return false };
        let Node { stones, to_move } = node;
        self.circuit.begin(board.cells);
        // It gives the ends the same numbers as in the evaluation, those of the wires.
        self.connections.set_up(board, stones, to_move.opponent());
        self.circuit.add_wires(&self.connections, &opponent_wires);
        // The player's own connections would show some wins a move earlier, but take more time than that saves.
        self.connections.set_up(board, stones, *to_move);
        self.circuit.add_wires(&self.connections, &self.connections.bridges());
        // Cell numbers are below 484.
        moves.cells = self.circuit.ordered(moves.set()).into_iter().map(|cell| cell as u16).collect();
        true
    }
}

/// An evaluated node that is not decided, with its moves.
#[derive(Clone, Debug)]
pub(super) struct KeptNode<S> {
    pub(super) node: Node<S>,
    pub(super) moves: Moves<S>,
    /// What proved wins implied when the node was searched last.
    pub(super) implied: Implied<S>,
}

/// The nodes that a worker keeps, by a hash of the node: one takes the place of another one with the same hash. The
/// number of places doubles when as many have been added, those that lost their places included.
#[derive(Debug)]
pub(super) struct KeptNodes<S> {
    places: Vec<Option<KeptNode<S>>>,
    added: usize,
}

impl<S: CellSet> KeptNodes<S> {
    pub(super) fn new() -> KeptNodes<S> {
        KeptNodes { places: vec![None; 64], added: 0 }
    }

    /// Returns about how many bytes the nodes take at most.
    pub(super) fn most_bytes() -> u64 {
        // At most about 8 bytes for each cell: two for a move, four for one that is inferior, and wires.
        (KEPT_NODES_TIMES_CELLS / S::BITS * (size_of::<Option<KeptNode<S>>>() + 8 * S::BITS)) as u64
    }

    fn place(&self, Node { stones, to_move }: &Node<S>) -> usize {
        let [a, b, c] = S::key(*stones);
        hash([a, b, c ^ *to_move as u64]) as usize % self.places.len()
    }

    pub(super) fn get(&mut self, node: &Node<S>) -> Option<&mut KeptNode<S>> {
        let place = self.place(node);
        self.places[place].as_mut().filter(|kept| kept.node == *node)
    }

    pub(super) fn add(&mut self, kept: KeptNode<S>) {
        self.put(kept);
        self.added += 1;
        if self.added == self.places.len() && self.added < KEPT_NODES_TIMES_CELLS / S::BITS {
            let more = vec![None; 2 * self.added];
            for kept in std::mem::replace(&mut self.places, more).into_iter().flatten() {
                self.put(kept);
            }
        }
    }

    fn put(&mut self, kept: KeptNode<S>) {
        let place = self.place(&kept.node);
        self.places[place] = Some(kept);
    }
}
