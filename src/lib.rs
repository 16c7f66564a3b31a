//! Exact answers for four pencil-and-paper games: who wins, how fast, in how many ways.
//!
//! ```text
//!     src/main.rs  src/bin  the binaries: `hex`, `hex-judge`, `hip`, `chip-firing`, `morpion`    a call each
//!       cli                 arguments, files, processes, threads, exit status   only binaries import it
//!         judge             outputs checked, inputs made: knows the format of `hex`, not its solver
//!         hex  hip  chip_firing  morpion       the games, which never import each other
//!           bits  cell  checkpoint  graph  player  progress  random   svg  symmetry  text      primitives, which know no game
//! ```
//!
//! Imports go down this list only. Everything below [`cli`] is silent: it does not print, exit, look at the clock or the
//! environment, and has no globals. What may take long calls a progress callback, a [`Progress`](progress::Progress), which may cancel
//! it; in the examples it never does.
//!
//! Types that are part of another one's question or answer have their example there. Of functions that print or draw, one
//! in each module has an example, and the others are called in the same way.
//!
//! # Hex
//!
//! Two players put stones on a rhombus of hexagons; X joins left and right, O top and bottom. [`hex`] determines who has won a
//! position, or how few moves each player needs if the other one passes.
//!
//! ```
//! use quadrille::hex::{Outcome, Position, Solver};
//! use quadrille::player::Player;
//!
//! let mut position = Position::empty(5)?;
//! for (player, cell) in [(Player::X, "C2"), (Player::O, "C5"), (Player::X, "A3"), (Player::O, "C3")] {
//!     position.play(player, cell.parse()?)?;
//! }
//! match Solver::new().outcome(&position) {
//!     Outcome::Won(winner) => println!("{winner} has won"),
//!     Outcome::Open(best) => assert_eq!(best.x.to_string(), "D1-E1-B2"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`DataSets`](hex::DataSets) and [`Report`](hex::Report) read and print what the contest wants, [`Completions`](hex::Completions) lists
//! all best cases, and [`count_completions`](hex::count_completions) counts them.
//!
//! # Hip
//!
//! Two players put counters on a board, and neither wants to own the four corners of a square. [`hip`] finds the full boards with the
//! fewest such squares, counts and lists those without one, and determines who wins.
//!
//! ```
//! use quadrille::hip::{Balance, Completing, Game, Outcome, Rules, Standing, solve, tie};
//! use quadrille::player::Player;
//!
//! // The fewest such squares on a full board.
//! let best = tie("7x7".parse()?, Balance::Balanced);
//! assert_eq!((best.squares, best.standing), (3, Standing::Proved));
//!
//! // Who wins if completing a square is illegal, and a player who cannot move loses.
//! let rules = Rules { completing: Completing::Illegal, double: false };
//! let solution = solve(&Game::new("3x3".parse()?, rules));
//! assert_eq!(solution.outcome, Ok(Outcome::Win(Player::X)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Chip-firing
//!
//! Two players put chips on the vertices of a graph; a vertex with as many chips as neighbours fires, one chip to each of them, and
//! the player who starts an endless avalanche ends the game. [`chip_firing`] determines who wins, and how many chips are played if one
//! player wants many and the other one few. Graphs have [names](graph::Named), or are lines of [graph6](graph::Graph::from_graph6).
//!
//! ```
//! use quadrille::chip_firing::{Game, Side, number, winner};
//! use quadrille::graph::Named;
//! use quadrille::player::Player;
//!
//! let game = Game::new("K5".parse::<Named>()?.into_graph())?;
//! assert_eq!(winner(&game)?, Player::X, "player 1");
//! assert_eq!(number(&game, Side::Max)?, 12, "the twelfth chip is the last one");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Morpion Solitaire
//!
//! One player adds points to a cross, each of which completes a line of five; the goal is the longest game. [`morpion`] reads and
//! writes [records](morpion::record) and checks them move by move, [searches](morpion::search) for long games, [counts](morpion::count)
//! games, and knows what [bounds](morpion::bounds) are proved.
//!
//! ```
//! use quadrille::morpion::search::{Plan, Search};
//! use quadrille::morpion::{Position, Variant, record};
//! use quadrille::progress::never_cancel;
//!
//! let (_, _, text) = record::known().find(|(_, id, _)| *id == "rosin178").ok_or("not known")?;
//! let longest = record::read(text.as_bytes(), None)?;
//! let mut position = Position::new(longest.variant());
//! for &mv in longest.moves() {
//!     position.play(mv)?;
//! }
//! assert_eq!((position.score(), position.is_finished()), (178, true));
//!
//! let plan = Plan { variant: Variant::T5, seed: 1, levels: 2, target: None, start: Vec::new() };
//! let search = Search::new(plan, 1)?;
//! search.run_with(Some(1000), &mut never_cancel);
//! assert!(search.longest() > 70, "even a short search gets that far");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The judge
//!
//! [`judge`] is for the contest's problem: it makes inputs on which programs go wrong, and checks outputs, which may show any of
//! several best cases.
//!
//! ```
//! use quadrille::hex::{DataSets, Report, Strictness, Solver, report};
//! use quadrille::judge::{Kind, check, write_input};
//!
//! let (mut input, mut output) = (Vec::new(), Vec::new());
//! write_input(&mut input, &[Kind::Spiral.data_set(1, 0, 9)])?;
//! report::heading(&mut output, 1)?;
//! for position in DataSets::open(&input[..], Strictness::Statement)? {
//!     let position = position?;
//!     Report::new().data_set(&mut output, 1, &position, &Solver::new().outcome(&position))?;
//! }
//! assert_eq!(check(&input[..], &output[..])?, None);
//! assert!(check(&input[..], &output[..output.len() / 2])?.is_some(), "the second half is missing");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Primitives
//!
//! The primitives know no game: [`cell`]s and their names, [`bits`] in rows, the two [`player`]s, the [`symmetry`] of boards,
//! [`graph`]s with theirs, [`text`] that is read with line and column, [`svg`] that is written as it is made, [`random`] numbers that
//! are the same on every machine, and for long computations [`progress`] and [`checkpoint`]. The three first moves of Tic-tac-toe:
//!
//! ```
//! use quadrille::cell::Cell;
//! use quadrille::symmetry::Symmetry;
//!
//! let cells = (0..3).flat_map(|row| (0..3).map(move |column| Cell::new(column, row)));
//! let first = |cell: &Cell| Symmetry::of(3, 3).iter().all(|symmetry| symmetry.image(*cell, 3, 3) >= *cell);
//! let names: Vec<String> = cells.filter(first).map(|cell| cell.to_string()).collect();
//! assert_eq!(names, ["A1", "B1", "B2"]);
//! ```
//!
//! Numbers that outgrow machine words are those of the crate `num_bigint`, which is re-exported.

pub mod bits;
pub mod cell;
pub mod checkpoint;
pub mod chip_firing;
pub mod cli;
pub mod graph;
pub mod hex;
pub mod hip;
pub mod judge;
pub mod morpion;
pub mod player;
mod proc_files;
pub mod progress;
pub mod random;
pub mod svg;
pub mod symmetry;
pub mod text;
pub mod transposition;
pub mod workers;

pub use num_bigint;
