//! The process around a game: from arguments to an answer, and how that ends. Only binaries import this.
//!
//! It is public only for the binaries, which are crates of their own: it has no examples, and its interface is not
//! stable.
//!
//! ```text
//!     $ hip tie 6x6 --svg tie.svg --time 10s
//!
//!     bin/hip.rs        cli::hip::main()                program::main::<Hip>()
//!     program           arguments: parse                words to values; help, completions and manual pages end here
//!                       check_files                     that tie.svg can be written, before the work
//!                       echo                            "tie 6x6": what was typed, without --svg and --time
//!     hip               Hip, an enum of tasks, is what clap parses; Tie::run(&self, run) is the way of one task:
//!                         run.limit(self.limits)          the limits that were given to it
//!                         hip::tie(…, &mut run.budget())  the work. run.poll: time, nodes, Ctrl-C; progress
//!                         run.answer_with_picture(…)      the answer, printed once
//!     output            Form::write                     the answer's text below the echo, or its fields as JSON
//!     paths             write_whole                     tie.svg
//!     process           Process::end                    a failure, an interruption, statistics; the exit status
//! ```
//!
//! | what a task uses | what that is |
//! |---|---|
//! | [`run::Run`] | its limits, one way to stop, the progress line, stdin, and the output; [`limits`] |
//! | [`output::Answer`] | an answer or an item of one: its text, its JSON (by serde), its picture |
//! | [`checkpoint`] | the saved state of a long task |
//! | [`side_by_side`] | jobs on all threads, whose results come in order |
//! | [`failure`] | the exit statuses, and the failures that lead to them |
//!
//! Without a task, [`program`] takes tasks from [`list`]; [`signals`] has the one flag that stops everything.

pub mod arguments;
pub mod checkpoint;
pub mod chip_firing;
pub mod failure;
pub mod hex;
pub mod hip;
pub mod judge;
pub mod limits;
pub mod list;
pub mod manual;
pub mod messages;
pub mod morpion;
pub mod output;
pub mod parts;
pub mod paths;
pub mod process;
pub mod program;
mod progress;
pub mod run;
pub mod side_by_side;
pub mod signals;
pub mod stdout;
mod tips;
