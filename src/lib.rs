//! Exact answers for four pencil-and-paper games: who wins, how fast, in how many ways.
//!
//! ```text
//!     src/main.rs  src/bin          the binaries `hex`, `hex-judge`, `hip`, `chip-firing`, `morpion`: a call each
//!       cli                         arguments, lists of tasks, files, exit statuses; only the binaries import it
//!         judge                     checks, runs and stress-tests programs for the contest; knows the input format of `hex`
//!         hex  hip  chip_firing  morpion      the games, which never import each other
//!           budget  workers  transposition  checkpoint  part      what searches need
//!           bits  cell  graph  player  random  symmetry       what positions are made of
//!           svg  json  text  proc_files                       what is drawn, written, read, measured
//! ```
//!
//! Modules import only what is below them. Except for `judge::run` and `judge::stress`, everything below the
//! command line is silent: it does not print, exit, start processes, or read the environment or the clock, and has no
//! global state.
//!
//! A long computation takes a [`Budget`](budget::Budget): its memory, its threads, and a callback that may stop it.
//!
//! | What | Where |
//! |---|---|
//! | Hex: adjacency, and who has won | `hex/bitboard.rs`, [`hex::BestCaseSolver`] |
//! | Hex: which of several best cases is printed | [`hex::Completions`], `hex/first_completion.rs` |
//! | Hip: what a square is; the rules of play | [`hip::Square`], [`hip::Game::play`] |
//! | Hip: the mirror theorem; the theorem on values | `hip/game/theorems.rs`, `hip/game/value.rs` |
//! | Chip-firing: firing; what a move does | [`chip_firing::stabilize`], [`chip_firing::Game::play`] |
//! | Chip-firing: the search for the game chip number | `chip_firing/search/number.rs` |
//! | Morpion: the rule of lines in 5T and 5D | [`morpion::Position::play`], [`morpion::IllegalMoveError`] |
//! | Morpion: bounds on the length of games | [`morpion::bounds`] |
//! | What a checkpoint contains | `cli/checkpoint.rs` |
//! | How tasks are read from a list; exit statuses | `cli/list.rs`, `cli/mod.rs` |
//!
//! # Hex
//!
//! Two players put stones on a rhombus of hexagons; X joins left and right, O top and bottom. [`hex`] determines who
//! has won a position, or how few moves each player needs if the other one passes.
//!
//! ```
//! use quadrille::hex::{BestCaseSolver, Outcome, Position};
//! use quadrille::player::Player;
//!
//! let mut position = Position::empty(5)?;
//! for (player, cell) in [(Player::X, "C2"), (Player::O, "C5"), (Player::X, "A3"), (Player::O, "C3")] {
//!     position.play(player, cell.parse()?)?;
//! }
//! match BestCaseSolver::new().outcome(&position) {
//!     Outcome::Won(winner) => println!("{winner} has won"),
//!     Outcome::Open(best) => assert_eq!(best.x.to_string(), "D1-E1-B2"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`DataSets`](hex::DataSets) and [`Report`](hex::Report) read and print what the contest wants,
//! [`Completions`](hex::Completions) lists all best cases, and [`count_completions`](hex::count_completions) counts
//! them.
//!
//! # Hip
//!
//! Two players put counters on a board, and neither wants to own the four corners of a square. [`hip`] finds the full
//! boards with the fewest such squares, counts and lists those without one, and determines who wins.
//!
//! ```
//! use quadrille::budget::Budget;
//! use quadrille::hip::{Balance, Completing, Game, Goal, Outcome, Rules, Standing, solve, tie};
//! use quadrille::player::Player;
//!
//! // The fewest such squares on a full board.
//! let best = tie("7x7".parse()?, Balance::Balanced, &mut Budget::default());
//! assert_eq!((best.squares, best.standing), (3, Standing::Proved));
//!
//! // Who wins if completing a square is illegal, and a player who cannot move loses.
//! let rules = Rules { completing: Completing::Illegal, double: false };
//! let solution = solve(&Game::new("3x3".parse()?, rules), Goal::Outcome, &mut Budget::default());
//! assert_eq!(solution.outcome, Ok(Outcome::Win(Player::X)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Chip-firing
//!
//! Two players put chips on the vertices of a graph; a vertex with as many chips as neighbours fires, one chip to each
//! of them, and the player who starts an endless avalanche ends the game. [`chip_firing`] determines who wins, and how
//! many chips are played if one player wants many and the other one few. Graphs have
//! [names](graph::Graph#impl-FromStr-for-Graph), or are lines of [graph6](graph::Graph::from_graph6).
//!
//! ```
//! use quadrille::budget::Budget;
//! use quadrille::chip_firing::{Answer, Game, Question, Side, Solver};
//! use quadrille::player::Player;
//!
//! let (game, budget) = (Game::new("K5".parse()?)?, &mut Budget::default());
//! let mut answer = |question| Solver::new(&game, question, budget).map(|mut solver| solver.answer(budget));
//! assert_eq!(answer(Question::Winner)?, Some(Answer::Winner(Player::X)), "player 1");
//! assert_eq!(answer(Question::Number(Side::Max))?, Some(Answer::Number(12)), "the twelfth chip is the last one");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Morpion Solitaire
//!
//! One player adds points to a cross, each of which completes a line of five; the goal is the longest game. [`morpion`]
//! reads and writes [records](morpion::record) and checks them move by move, [searches](morpion::search) for long
//! games, [counts](morpion::count) games, and knows what [bounds](morpion::bounds) are proved.
//!
//! ```
//! use quadrille::budget::Budget;
//! use quadrille::morpion::search::{Plan, Search};
//! use quadrille::morpion::{Position, Variant, record};
//!
//! let known = record::known().find(|record| record.name == "rosin178").ok_or("not known")?;
//! let longest = record::read(known.json.as_bytes(), None)?;
//! let mut position = Position::new(longest.variant());
//! for &mv in longest.moves() {
//!     position.play(mv)?;
//! }
//! assert_eq!((position.score(), position.is_finished()), (178, true));
//!
//! let plan = Plan { variant: Variant::T5, seed: 1, levels: 2, target: None, start: Vec::new(), keep: 0, symmetric: false };
//! let search = Search::new(plan, 1)?;
//! search.run(Some(1000), &mut Budget::default());
//! assert!(search.longest() > 70, "even a short search gets that far");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The judge
//!
//! [`judge`] is for the contest's problem: it generates inputs on which programs go wrong, runs programs under limits,
//! checks their outputs, which may show any of several best cases, and looks for a smallest input on which a program
//! fails.
//!
//! ```
//! use quadrille::hex::{Answer, BestCaseSolver, DataSets, Heading, Strictness};
//! use quadrille::judge::{Kind, check, write_input};
//!
//! let (mut input, mut output) = (Vec::new(), Heading(1).to_string());
//! write_input(&mut input, &[Kind::Snake.data_set(1, 0, 9)])?;
//! for position in DataSets::open(&input[..], Strictness::Statement)? {
//!     output += &Answer::new(1, position?, &mut BestCaseSolver::new(), false, false).to_string();
//! }
//! assert_eq!(check(&input[..], output.as_bytes())?, None);
//! assert!(check(&input[..], &output.as_bytes()[..output.len() / 2])?.is_some(), "the second half is missing");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Primitives
//!
//! The public primitives know no game: [`cell`]s and their names, the two [`player`]s, the [`symmetry`] of boards,
//! [`graph`]s and theirs, [`text`] that is read with line and column, and the [`budget`] of a computation. The first
//! moves of Tic-tac-toe up to symmetry:
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

mod bits;
pub mod budget;
pub mod cell;
mod checkpoint;
pub mod chip_firing;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod graph;
pub mod hex;
pub mod hip;
mod json;
pub mod judge;
pub mod morpion;
pub mod part;
pub mod player;
#[cfg(feature = "cli")]
mod proc_files;
pub mod random;
mod svg;
pub mod symmetry;
pub mod text;
mod transposition;
mod workers;

pub use num_bigint;
