//! Hex: who has won a position, or how few moves each player needs to win if the opponent passes.
//!
//! This is the problem "Hex" of the 32nd Annual Rowan University Programming Contest (27 April 2018). Its input is data
//! sets, each a position; for each the program prints the board, and the winner or a best case of each player.
//!
//! ```text
//!     dataset, sgf, hdg  read the input               position      a board with stones
//!     best_case          computes the outcome          bitboard, first_completion      its parts for boards up to 30 rows
//!     shortest_paths     the cells of all best cases   completion    lists them in reading order
//!     count              counts them                   distances     Lee's algorithm, cell by cell
//!     game               moves one after the other
//!     report, answer, picture     print and draw answers           input       positions in any format
//!     perfect            what is asked of `solve`, and its answer         template      regions, on boards for `solve`
//!     solve              perfect play: who wins, and by which moves
//!     proof              a strategy for the winner, and its check by the rules alone
//!     review             which moves of a game gave a win away                        gtp         a dialogue with HexGui
//! ```
//!
//! `best_case` and what it needs, `dataset` and `report` are submitted to online judges as one
//! file: they need only the standard library. Arguments, files and threads are in `crate::cli`.

mod answer;
mod best_case;
mod bitboard;
mod completion;
mod count;
mod dataset;
mod distances;
mod first_completion;
mod game;
pub mod gtp;
mod hdg;
mod input;
mod perfect;
mod picture;
mod position;
pub mod proof;
mod report;
mod review;
pub mod sgf;
mod shortest_paths;
pub mod solve;
mod template;

pub use answer::{Answer, Listed, Part};
pub use best_case::{BestCaseSolver, outcome_by_cells};
pub use completion::{Completion, Completions, Outcome};
pub use count::count_completions;
pub use dataset::{DataSets, Found, Item, ReadError, ReadErrorKind, Strictness};
pub use distances::{DistanceBoard, distances};
pub use game::{Action, Game, Move};
pub use hdg::{HdgError, Problem};
pub use input::{Input, InputError};
pub use perfect::{PerfectPlay, Question};
pub use picture::{Winning, picture, template_picture};
pub use position::{LARGEST_SIZE, PlayError, Position, Shape, SizeError};
pub use report::{Heading, Report};
pub use review::{Judge, Review, ReviewedGame, ReviewedMove, WinningMoves};
pub use shortest_paths::ShortestPaths;
pub use template::{Template, TemplateAnswer, TemplateReport};
