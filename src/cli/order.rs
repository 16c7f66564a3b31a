//! Jobs on several threads, whose results are used in the order of the jobs.
//!
//! ```text
//!     reader      jobs, each with the sending end of a channel of its own ───> workers
//!        \______ the receiving ends, in order ───> the caller's thread, which uses each result as soon as it is due
//! ```

use std::panic;
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::failure::Failure;
use super::signals::{self, Job};

/// Works on jobs, and passes the results to `use_result` on the caller's thread, in the order of the jobs, each before more jobs are
/// waited for; it must flush what it writes. With one thread there is no other thread. Ends early after a signal.
///
/// # Errors
/// The first failure in the order of the jobs: of a job, or of `use_result`.
///
/// # Panics
/// If a worker does.
pub fn in_order<J: Send, R: Send>(
    threads: usize,
    jobs: impl Iterator<Item = Result<J, Failure>> + Send,
    work: impl Fn(J) -> R + Sync,
    mut use_result: impl FnMut(R) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut jobs = jobs.take_while(|_| !signals::stopped());
    if threads <= 1 {
        return jobs.try_for_each(|job| use_result(work(job?)));
    }
    // The number of jobs in progress bounds the memory for results.
    let (to_workers, from_reader) = sync_channel::<(J, Sender<R>)>(threads);
    let (to_writer, results) = sync_channel::<Result<(Receiver<R>, Job), Failure>>(2 * threads);
    let from_reader = Mutex::new(from_reader);
    let worker = || {
        loop {
            let job = from_reader.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok((job, reply)) = job else { break };
            // The caller has failed if it no longer wants the result.
            let _ = reply.send(work(job));
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads).map_while(|_| thread::Builder::new().spawn_scoped(scope, worker).ok()).collect();
        assert!(!workers.is_empty(), "the system has no thread left");
        scope.spawn(move || {
            for job in jobs {
                let sent = job.map(|job| {
                    let (reply, result) = channel();
                    ((job, reply), (result, Job::begin()))
                });
                let is_sent = match sent {
                    Ok((job, result)) => to_writer.send(Ok(result)).is_ok() && to_workers.send(job).is_ok(),
                    Err(failure) => to_writer.send(Err(failure)).is_err(),
                };
                if !is_sent {
                    break;
                }
            }
        });
        let mut write = || {
            for next in &results {
                let (result, job) = next?;
                // The worker has panicked.
                let Ok(result) = result.recv() else { break };
                use_result(result)?;
                drop(job);
            }
            Ok(())
        };
        let written = write();
        drop(results);
        for worker in workers {
            worker.join().unwrap_or_else(|panic| panic::resume_unwind(panic));
        }
        written
    })
}
