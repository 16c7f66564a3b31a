//! Work on many threads whose answers come out in order.
//!
//! ```text
//!     feeder --- jobs, numbered ---> queue ---> workers ---> waiting for their turn ---> out
//!        \_______ helps when the queue is full ________/
//! ```
//!
//! The thread that reads the input feeds jobs into a short queue; workers turn each into bytes; the bytes are written in
//! the order of the jobs by whoever finishes the next one due, at once, so that an answer is out before more input is
//! waited for. When the queue is full, and at the end, the feeder works too: with N threads N are busy, and what is held in
//! memory is bounded. With one thread there is no other than the feeder's, and no queue.

mod output;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use self::output::{Done, PanicGuard};
pub use self::output::{Output, Shared};

/// Turns jobs into bytes.
pub trait Worker {
    /// What it works on.
    type Job: Send;
    /// What can go wrong; a failure to write among it.
    type Failure: From<io::Error> + Send;

    /// Does one job; returns how many answers that were.
    ///
    /// # Errors
    /// Whatever ends the whole run; what has been written to `out` until then is still put out.
    fn work(&mut self, job: Self::Job, out: &mut impl Write) -> Result<u64, Self::Failure>;
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What a thread held when it panicked is whole: only workers panic, and nothing is held while they work.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The jobs that nobody works on yet.
struct Queue<J> {
    jobs: Mutex<Jobs<J>>,
    changed: Condvar,
}

struct Jobs<J> {
    waiting: VecDeque<(u64, J)>,
    closed: bool,
}

impl<J> Queue<J> {
    fn next(&self) -> Option<(u64, J)> {
        let mut jobs = lock(&self.jobs);
        loop {
            if let Some(job) = jobs.waiting.pop_front() {
                return Some(job);
            }
            if jobs.closed {
                return None;
            }
            jobs = self.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Closes the queue when the feeder is done, or has panicked: the workers wait for no more jobs.
struct Closing<'a, J>(&'a Queue<J>);

impl<J> Drop for Closing<'_, J> {
    fn drop(&mut self) {
        lock(&self.0.jobs).closed = true;
        self.0.changed.notify_all();
    }
}

/// Takes jobs, in the order of their answers.
pub struct Feeder<'a, W: Worker> {
    shared: &'a Shared<W::Failure>,
    queue: &'a Queue<W::Job>,
    worker: W,
    threads: usize,
    fed: u64,
}

impl<W: Worker> Feeder<'_, W> {
    /// Takes a job.
    pub fn feed(&mut self, job: W::Job) {
        let number = self.fed;
        self.fed += 1;
        if self.threads == 1 {
            work(&mut self.worker, number, job, self.shared);
            return;
        }
        let mut jobs = lock(&self.queue.jobs);
        jobs.waiting.push_back((number, job));
        // When there is more than enough to do, the oldest one is done here: others may be waiting behind it.
        let oldest = if jobs.waiting.len() > 2 * self.threads { jobs.waiting.pop_front() } else { None };
        drop(jobs);
        self.queue.changed.notify_one();
        if let Some((number, job)) = oldest {
            work(&mut self.worker, number, job, self.shared);
        }
        // Whoever reads the answers may be slow: no more of them are kept than this.
        let most = 2 * self.threads as u64 + 2;
        drop(self.shared.wait_until(|output| self.fed - output.due <= most));
    }

    /// Does a job here and now, when all before it are out, and writes as it goes: for answers too large to hold.
    pub fn feed_through(&mut self, job: W::Job) {
        self.drain();
        self.fed += 1;
        let worker = &mut self.worker;
        self.shared.put_through(|sink| {
            let mut sink = io::BufWriter::with_capacity(1 << 16, sink);
            let answered = worker.work(job, &mut sink)?;
            sink.flush()?;
            Ok(answered)
        });
    }

    /// Whether the run has failed, and nothing more will be put out.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.shared.has_failed()
    }

    /// Waits until all that has been fed is out, and helps.
    pub fn drain(&mut self) {
        loop {
            let job = lock(&self.queue.jobs).waiting.pop_front();
            let Some((number, job)) = job else { break };
            work(&mut self.worker, number, job, self.shared);
        }
        drop(self.shared.wait_until(|output| output.due == self.fed));
    }
}

fn work<W: Worker>(worker: &mut W, number: u64, job: W::Job, shared: &Shared<W::Failure>) {
    let mut bytes = shared.spare();
    let answered = worker.work(job, &mut bytes);
    shared.put(number, Done { bytes, answered });
}

/// Runs `feed` with a feeder for `threads` threads, each with a worker of its own, and waits for all answers to be out.
///
/// # Errors
/// The first failure in the order of the jobs: of a worker, or of the output.
///
/// # Panics
/// If a worker does.
pub fn run<W: Worker + Send, R>(
    threads: usize,
    shared: &Shared<W::Failure>,
    worker: impl Fn() -> W,
    feed: impl FnOnce(&mut Feeder<'_, W>) -> R,
) -> Result<R, W::Failure> {
    let queue = Queue { jobs: Mutex::new(Jobs { waiting: VecDeque::new(), closed: false }), changed: Condvar::new() };
    let result = thread::scope(|scope| {
        // Where the system has no more threads to give, those that there are do the work.
        let mut running = 1;
        for _ in 1..threads {
            let mut worker = worker();
            let queue = &queue;
            let spawned = thread::Builder::new().spawn_scoped(scope, move || {
                let _guard = PanicGuard(shared);
                while let Some((number, job)) = queue.next() {
                    work(&mut worker, number, job, shared);
                }
            });
            if spawned.is_err() {
                break;
            }
            running += 1;
        }
        let _closing = Closing(&queue);
        let mut feeder = Feeder { shared, queue: &queue, worker: worker(), threads: running, fed: 0 };
        let result = feed(&mut feeder);
        feeder.drain();
        result
    });
    match shared.at_rest().failure.take() {
        Some(failure) => Err(failure),
        None => Ok(result),
    }
}
