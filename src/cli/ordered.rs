//! Work on many threads whose answers come out in order.
//!
//! ```text
//!     feeder --- jobs, numbered ---> queue ---> workers ---> waiting for their turn ---> out
//!        \_______ helps when the queue is full ________/
//! ```
//!
//! The thread that reads the input feeds jobs into a short queue; workers turn each into bytes; the bytes are written in
//! the order of the jobs by whoever finishes the next one due, at once, so that an answer is out before more input is
//! waited for. When the queue is full, and at the end, the feeder works too: with N threads N are busy, and memory is
//! bounded by the queue. With one thread there is no other than the feeder's, and no queue.

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

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

/// Where the answers go, in order.
pub struct Output<F> {
    sink: Box<dyn Write + Send>,
    /// The number of the job whose answers are due.
    due: u64,
    waiting: BTreeMap<u64, Done<F>>,
    spare: Vec<Vec<u8>>,
    answered: u64,
    failure: Option<F>,
}

struct Done<F> {
    bytes: Vec<u8>,
    answered: Result<u64, F>,
}

impl<F> Output<F> {
    /// How many answers are out.
    #[must_use]
    pub fn answered(&self) -> u64 {
        self.answered
    }
}

/// The output and who waits for it.
pub struct Shared<F> {
    output: Mutex<Output<F>>,
    written: Condvar,
}

impl<F: From<io::Error>> Shared<F> {
    /// An output that goes to this sink.
    #[must_use]
    pub fn new(sink: Box<dyn Write + Send>) -> Arc<Shared<F>> {
        let output = Output { sink, due: 0, waiting: BTreeMap::new(), spare: Vec::new(), answered: 0, failure: None };
        Arc::new(Shared { output: Mutex::new(output), written: Condvar::new() })
    }

    /// The output, for as long as the guard is held: nothing is half written then.
    pub fn lock(&self) -> MutexGuard<'_, Output<F>> {
        lock(&self.output)
    }

    fn spare(&self) -> Vec<u8> {
        self.lock().spare.pop().unwrap_or_default()
    }

    /// Puts out what a job gave, as soon as all before it are out.
    fn put(&self, number: u64, done: Done<F>) {
        let mut output = self.lock();
        let output = &mut *output;
        output.waiting.insert(number, done);
        while let Some(Done { mut bytes, answered }) = output.waiting.remove(&output.due) {
            output.due += 1;
            if output.failure.is_some() {
                continue;
            }
            let written = output.sink.write_all(&bytes).and_then(|()| output.sink.flush());
            match written.map_err(F::from).and(answered) {
                Ok(answered) => output.answered += answered,
                Err(failure) => output.failure = Some(failure),
            }
            bytes.clear();
            output.spare.push(bytes);
        }
        self.written.notify_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A thread that panics takes the whole run down with it; what it held is not looked at any more.
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

    fn close(&self) {
        lock(&self.jobs).closed = true;
        self.changed.notify_all();
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
        let mut waiting = lock(&self.queue.jobs);
        if waiting.waiting.len() < 2 * self.threads {
            waiting.waiting.push_back((number, job));
            drop(waiting);
            self.queue.changed.notify_one();
        } else {
            // The oldest one first: others may be waiting for their turn behind it.
            waiting.waiting.push_back((number, job));
            let oldest = waiting.waiting.pop_front();
            drop(waiting);
            if let Some((number, job)) = oldest {
                work(&mut self.worker, number, job, self.shared);
            }
        }
    }

    /// Does a job here and now, when all before it are out, and writes as it goes: for answers too large to hold.
    pub fn feed_through(&mut self, job: W::Job) {
        self.drain();
        self.fed += 1;
        let mut output = self.shared.lock();
        let output = &mut *output;
        output.due += 1;
        if output.failure.is_some() {
            return;
        }
        let mut sink = io::BufWriter::with_capacity(1 << 16, &mut output.sink);
        let answered = self.worker.work(job, &mut sink);
        let written = sink.flush().map_err(W::Failure::from);
        match answered.and_then(|answered| written.map(|()| answered)) {
            Ok(answered) => output.answered += answered,
            Err(failure) => output.failure = Some(failure),
        }
    }

    /// Whether the run has failed, and nothing more will be put out.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.shared.lock().failure.is_some()
    }

    /// Waits until all that has been fed is out, and helps.
    pub fn drain(&mut self) {
        loop {
            let job = lock(&self.queue.jobs).waiting.pop_front();
            let Some((number, job)) = job else { break };
            work(&mut self.worker, number, job, self.shared);
        }
        let mut output = self.shared.lock();
        while output.due < self.fed {
            output = self.shared.written.wait(output).unwrap_or_else(PoisonError::into_inner);
        }
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
        for _ in 1..threads {
            let mut worker = worker();
            let queue = &queue;
            scope.spawn(move || {
                while let Some((number, job)) = queue.next() {
                    work(&mut worker, number, job, shared);
                }
            });
        }
        let mut feeder = Feeder { shared, queue: &queue, worker: worker(), threads, fed: 0 };
        let result = feed(&mut feeder);
        feeder.drain();
        queue.close();
        result
    });
    match shared.lock().failure.take() {
        Some(failure) => Err(failure),
        None => Ok(result),
    }
}
