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

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

/// Memory for answers that is larger than this is given back, not kept for others.
const LARGEST_SPARE: usize = 1 << 20;

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
    /// None while somebody writes.
    sink: Option<Box<dyn Write + Send>>,
    /// The number of the job whose answers are due.
    due: u64,
    waiting: BTreeMap<u64, Done<F>>,
    spare: Vec<Vec<u8>>,
    answered: u64,
    failure: Option<F>,
    /// Whether a worker has panicked, so that its answers will never come.
    panicked: bool,
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

    /// Takes what the next job due gave, if it is there and nobody else writes.
    fn next(&mut self) -> Option<(Box<dyn Write + Send>, Done<F>)> {
        let sink = self.sink.take()?;
        if let Some(done) = self.waiting.remove(&self.due) {
            return Some((sink, done));
        }
        self.sink = Some(sink);
        None
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
        let output = Output {
            sink: Some(sink),
            due: 0,
            waiting: BTreeMap::new(),
            spare: Vec::new(),
            answered: 0,
            failure: None,
            panicked: false,
        };
        Arc::new(Shared { output: Mutex::new(output), written: Condvar::new() })
    }

    /// The output while nobody writes and for as long as the guard is held: nothing is half written then.
    pub fn at_rest(&self) -> MutexGuard<'_, Output<F>> {
        self.wait_until(|output| output.sink.is_some())
    }

    /// The same, if it comes to that within this time. A job that is fed through holds the output all the while.
    pub fn at_rest_within(&self, time: Duration) -> Option<MutexGuard<'_, Output<F>>> {
        let end = Instant::now() + time;
        loop {
            let output = match self.output.try_lock() {
                Ok(output) => Some(output),
                Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => None,
            };
            if let Some(output) = output.filter(|output| output.sink.is_some()) {
                return Some(output);
            }
            if Instant::now() >= end {
                return None;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn wait_until(&self, condition: impl Fn(&Output<F>) -> bool) -> MutexGuard<'_, Output<F>> {
        let mut output = lock(&self.output);
        while !condition(&output) {
            assert!(!output.panicked, "a worker has panicked");
            output = self.written.wait(output).unwrap_or_else(PoisonError::into_inner);
        }
        output
    }

    fn spare(&self) -> Vec<u8> {
        lock(&self.output).spare.pop().unwrap_or_default()
    }

    /// Puts out what a job gave, and all that waited for it; or leaves it to who is writing, or to who comes before.
    fn put(&self, number: u64, done: Done<F>) {
        let mut output = lock(&self.output);
        output.waiting.insert(number, done);
        while let Some((mut sink, Done { mut bytes, answered })) = output.next() {
            let failed = output.failure.is_some();
            drop(output);
            let written = if failed {
                Ok(0)
            } else {
                sink.write_all(&bytes).and_then(|()| sink.flush()).map_err(F::from).and(answered)
            };
            bytes.clear();
            output = lock(&self.output);
            output.sink = Some(sink);
            output.due += 1;
            if bytes.capacity() <= LARGEST_SPARE {
                output.spare.push(bytes);
            }
            match written {
                Ok(answered) => output.answered += answered,
                Err(failure) => output.failure = Some(failure),
            }
            self.written.notify_all();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What a thread held when it panicked is whole: only workers panic, and they hold nothing.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells those who wait for the answers of a thread that it has panicked.
struct Watch<'a, F: From<io::Error>>(&'a Shared<F>);

impl<F: From<io::Error>> Drop for Watch<'_, F> {
    fn drop(&mut self) {
        if thread::panicking() {
            lock(&self.0.output).panicked = true;
            self.0.written.notify_all();
        }
    }
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
        let mut output = self.shared.at_rest();
        let output = &mut *output;
        output.due += 1;
        let (None, Some(sink)) = (&output.failure, &mut output.sink) else { return };
        let mut sink = io::BufWriter::with_capacity(1 << 16, sink);
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
        lock(&self.shared.output).failure.is_some()
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
                let _watch = Watch(shared);
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
