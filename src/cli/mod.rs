//! The process around a game: from arguments to an answer, and how that ends. Only binaries import this.
//!
//! It is public only for the binaries, which are crates of their own: it has no examples, and its interface is not
//! stable.
//!
//! ```text
//!     $ hip tie 6x6 --svg tie.svg --time 10s
//!
//!     bin/hip.rs        cli::hip::main()
//!     hip               Hip, an enum of tasks for clap, and each task: arguments, work, answer
//!     task::main        arguments::parse        words to values; help, completions and manual pages end here
//!                       check_files             that tie.svg can be written, before the work
//!                       echo                    "tie 6x6": what was typed, without --svg and --time
//!                       Tie::answer(run)        the work: hip::tie(size, balance, &mut run.budget())
//!                                               run.poll: time, nodes, Ctrl-C; progress line; checkpoint.save_if_due
//!     Run::print        Form::write             the answer's text below the echo, or its fields as JSON
//!                       Answer::picture         paths::write_whole(tie.svg)
//!                       Answer::exit            0, or 3 if it was stopped early
//!     Process::end      a failure, an interruption, statistics: on stderr; the exit status
//! ```
//!
//! Without a task, `task::main` takes tasks from [`list`]; jobs that run side by side are put in [`order`]; [`signals`]
//! has the one flag that stops everything.

pub mod answer;
pub mod arguments;
pub mod checkpoint;
pub mod chip_firing;
pub mod failure;
pub mod hex;
pub mod hip;
pub mod judge;
pub mod list;
pub mod manual;
pub mod messages;
pub mod morpion;
pub mod order;
pub mod paths;
pub mod run;
pub mod signals;
pub mod stdout;
pub mod task;
mod tips;
