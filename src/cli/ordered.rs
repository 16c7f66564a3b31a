//! Answers of several workers, written in the order of the jobs.
//!
//! ```text
//!     feeder ─── jobs, numbered ───> queue ───> workers ───> answers that wait for earlier ones ───> output
//!        \_______ works too when the queue is full ________/
//!
//!     2 is written, 3 is being worked on, 4 and 6 are done:     due 3     waiting 4, 6     queue 7, 8
//! ```
//!
//! The caller's thread reads the input and feeds jobs into a short queue; workers turn each job into bytes; the worker that
//! finishes the job that is due writes its bytes, and those of the jobs after it that are done. So an answer is written
//! before more input is waited for. When the queue is full, and at the end, the feeder works too: with N threads N are
//! busy, and memory is bounded. With one thread there is only the feeder's, and no queue.

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::interrupt;
use crate::workers::beside;

/// Buffers for answers that are larger than this are freed and not used again.
const LARGEST_SPARE: usize = 1 << 20;

/// Turns jobs into bytes.
pub trait Worker {
    /// The jobs.
    type Job: Send;
    /// The reason why a run ends early, such as an output that cannot be written.
    type Failure: From<io::Error> + Send;

    /// Does one job: writes its answers to `out`, and returns their number.
    ///
    /// # Errors
    /// A failure, which ends the whole run after what was written to `out` before it.
    fn work(&mut self, job: Self::Job, out: &mut impl Write) -> Result<u64, Self::Failure>;
}

/// Runs `feed` with a feeder for the given number of threads, each with a worker of its own, and waits until all answers are
/// written.
///
/// # Errors
/// The first failure in the order of the jobs: of a worker, or of the output.
///
/// # Panics
/// If a worker does.
pub fn run<W: Worker, R>(
    threads: usize,
    shared: &Shared<W::Failure>,
    worker: impl Fn() -> W + Sync,
    feed: impl FnOnce(&mut Feeder<'_, W>) -> R,
) -> Result<R, W::Failure> {
    let queue = Queue { jobs: Mutex::new(Jobs { waiting: VecDeque::new(), closed: false }), changed: Condvar::new() };
    let work = |_| {
        let _mark = MarkPanic(shared);
        let mut worker = worker();
        while let Some((number, job)) = queue.next() {
            work(&mut worker, number, job, shared);
        }
    };
    let (_, result) = beside(threads.saturating_sub(1), work, |started| {
        let _close = CloseQueue(&queue);
        let mut feeder = Feeder { shared, queue: &queue, worker: worker(), threads: started + 1, fed: 0 };
        let result = feed(&mut feeder);
        feeder.drain();
        result
    });
    let mut output = shared.at_rest();
    if shared.is_ended_by_ctrl_c && interrupt::pressed() {
        drop(output);
        interrupt::wait_for_end();
    }
    match output.failure.take() {
        Some(failure) => Err(failure),
        None => Ok(result),
    }
}

fn work<W: Worker>(worker: &mut W, number: u64, job: W::Job, shared: &Shared<W::Failure>) {
    let mut bytes = lock(&shared.output).spare.pop().unwrap_or_default();
    let answered = worker.work(job, &mut bytes);
    shared.put(number, Done { bytes, answered });
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What a poisoned mutex guards is complete: only workers panic, and no lock is held while they work.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The jobs that no worker has begun.
struct Queue<J> {
    jobs: Mutex<Jobs<J>>,
    changed: Condvar,
}

struct Jobs<J> {
    waiting: VecDeque<(u64, J)>,
    closed: bool,
}

impl<J> Queue<J> {
    /// Waits for the next job; `None` if the queue is closed and empty.
    fn next(&self) -> Option<(u64, J)> {
        let open_and_empty = |jobs: &mut Jobs<J>| jobs.waiting.is_empty() && !jobs.closed;
        let jobs = self.changed.wait_while(lock(&self.jobs), open_and_empty);
        jobs.unwrap_or_else(PoisonError::into_inner).waiting.pop_front()
    }
}

/// Closes the queue when the feeder is done or has panicked, so that the workers end.
struct CloseQueue<'a, J>(&'a Queue<J>);

impl<J> Drop for CloseQueue<'_, J> {
    fn drop(&mut self) {
        lock(&self.0.jobs).closed = true;
        self.0.changed.notify_all();
    }
}

/// Wakes the threads that wait for the answers of a worker that has panicked.
struct MarkPanic<'a, F>(&'a Shared<F>);

impl<F> Drop for MarkPanic<'_, F> {
    fn drop(&mut self) {
        if thread::panicking() {
            lock(&self.0.output).panicked = true;
            self.0.written.notify_all();
        }
    }
}

/// Hands jobs to the workers. Their answers are written in the order of the calls.
pub struct Feeder<'a, W: Worker> {
    shared: &'a Shared<W::Failure>,
    queue: &'a Queue<W::Job>,
    worker: W,
    threads: usize,
    fed: u64,
}

impl<W: Worker> Feeder<'_, W> {
    /// Adds a job to the queue. Works on the oldest job if the queue is full, and waits while too many answers wait to be written.
    ///
    /// # Panics
    /// If a worker has panicked. The same holds for [`feed_through`](Self::feed_through) and [`drain`](Self::drain).
    pub fn feed(&mut self, job: W::Job) {
        let number = self.fed;
        self.fed += 1;
        if self.threads == 1 {
            work(&mut self.worker, number, job, self.shared);
            return;
        }
        let mut jobs = lock(&self.queue.jobs);
        jobs.waiting.push_back((number, job));
        // When the queue is full, the oldest job is done here: others may be waiting for it.
        let oldest = if jobs.waiting.len() > 2 * self.threads { jobs.waiting.pop_front() } else { None };
        drop(jobs);
        self.queue.changed.notify_one();
        if let Some((number, job)) = oldest {
            work(&mut self.worker, number, job, self.shared);
        }
        // The reader of the answers may be slow: this limits the number of answers in memory.
        let most = 2 * self.threads as u64 + 2;
        drop(self.shared.wait_until(|output| self.fed - output.due <= most));
    }

    /// Does a job on this thread when all jobs before it are written, and writes while it works: for answers that are too large
    /// for memory.
    pub fn feed_through(&mut self, job: W::Job) {
        self.drain();
        self.fed += 1;
        let worker = &mut self.worker;
        let mut output = self.shared.at_rest();
        if let Some(sink) = output.sink.take() {
            drop(self.shared.write(output, sink, |sink| {
                let mut sink = io::BufWriter::with_capacity(1 << 16, sink);
                let answered = worker.work(job, &mut sink)?;
                sink.flush()?;
                Ok(answered)
            }));
        }
    }

    /// Returns whether the run has failed, so that nothing more will be written.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        lock(&self.shared.output).failure.is_some()
    }

    /// Works until the answers to all jobs so far are written.
    pub fn drain(&mut self) {
        loop {
            let job = lock(&self.queue.jobs).waiting.pop_front();
            let Some((number, job)) = job else { break };
            work(&mut self.worker, number, job, self.shared);
        }
        drop(self.shared.wait_until(|output| output.due == self.fed));
    }
}

/// The output, shared by the workers and the thread that handles Ctrl-C.
pub struct Shared<F> {
    output: Mutex<Output<F>>,
    written: Condvar,
    is_ended_by_ctrl_c: bool,
}

/// The state of the output.
pub struct Output<F> {
    /// `None` while a worker writes, which it does without holding the lock.
    sink: Option<Box<dyn Write + Send>>,
    /// The number of the job whose answers are written next.
    due: u64,
    /// Jobs that were done before their turn.
    waiting: BTreeMap<u64, Done<F>>,
    /// Buffers to be used again.
    spare: Vec<Vec<u8>>,
    answered: u64,
    failure: Option<F>,
    /// Whether a worker has panicked, so that its answers will never come.
    panicked: bool,
}

/// The result of a job.
struct Done<F> {
    bytes: Vec<u8>,
    answered: Result<u64, F>,
}

impl<F> Output<F> {
    /// Returns the number of answers that are written.
    #[must_use]
    pub fn answered(&self) -> u64 {
        self.answered
    }

    /// Returns why the run has ended early.
    #[must_use]
    pub fn failure(&self) -> Option<&F> {
        self.failure.as_ref()
    }

    /// Takes the sink and the result of the job that is due, if both are there.
    fn next(&mut self) -> Option<(Box<dyn Write + Send>, Done<F>)> {
        self.sink.as_ref()?;
        let done = self.waiting.remove(&self.due)?;
        Some((self.sink.take()?, done))
    }
}

impl<F> Shared<F> {
    /// Returns an output to this sink.
    #[must_use]
    pub fn new(sink: Box<dyn Write + Send>) -> Arc<Shared<F>> {
        Shared::with(sink, false)
    }

    /// Does the same as [`new`](Self::new) for a process that the thread which handles Ctrl-C ends: [`run`] does not return after Ctrl-C,
    /// and leaves a failure to that thread.
    #[must_use]
    pub fn until_ctrl_c(sink: Box<dyn Write + Send>) -> Arc<Shared<F>> {
        Shared::with(sink, true)
    }

    fn with(sink: Box<dyn Write + Send>, is_ended_by_ctrl_c: bool) -> Arc<Shared<F>> {
        let output = Output {
            sink: Some(sink),
            due: 0,
            waiting: BTreeMap::new(),
            spare: Vec::new(),
            answered: 0,
            failure: None,
            panicked: false,
        };
        Arc::new(Shared { output: Mutex::new(output), written: Condvar::new(), is_ended_by_ctrl_c })
    }

    /// Waits until no answers are being written, and returns a guard that lets none be written while it is held.
    ///
    /// # Panics
    /// If a worker has panicked.
    pub fn at_rest(&self) -> MutexGuard<'_, Output<F>> {
        self.wait_until(|output| output.sink.is_some())
    }

    /// Does the same as [`at_rest`](Self::at_rest), but returns `None` if that takes longer than the given time. It does not panic.
    pub fn at_rest_within(&self, time: Duration) -> Option<MutexGuard<'_, Output<F>>> {
        self.out_within(0, time)
    }

    /// Does the same as [`at_rest_within`](Self::at_rest_within), and also waits until the given number of jobs are written or the run
    /// has failed.
    pub fn out_within(&self, jobs: u64, time: Duration) -> Option<MutexGuard<'_, Output<F>>> {
        let done = |output: &Output<F>| output.sink.is_some() && (output.due >= jobs || output.failure.is_some());
        let waited = self.written.wait_timeout_while(lock(&self.output), time, |output| !done(output));
        let (output, _) = waited.unwrap_or_else(PoisonError::into_inner);
        done(&output).then_some(output)
    }

    fn wait_until(&self, condition: impl Fn(&Output<F>) -> bool) -> MutexGuard<'_, Output<F>> {
        let mut output = lock(&self.output);
        while !condition(&output) {
            assert!(!output.panicked, "a worker has panicked");
            output = self.written.wait(output).unwrap_or_else(PoisonError::into_inner);
        }
        output
    }

    /// Writes the result of the job that is due, if nothing has failed yet. The lock is not held meanwhile.
    fn write<'a>(
        &'a self,
        output: MutexGuard<'a, Output<F>>,
        mut sink: Box<dyn Write + Send>,
        job: impl FnOnce(&mut dyn Write) -> Result<u64, F>,
    ) -> MutexGuard<'a, Output<F>> {
        let failed = output.failure.is_some();
        drop(output);
        let written = if failed { Ok(0) } else { job(&mut sink) };
        let mut output = lock(&self.output);
        output.sink = Some(sink);
        output.due += 1;
        match written {
            Ok(answered) => output.answered += answered,
            Err(failure) => output.failure = Some(failure),
        }
        self.written.notify_all();
        output
    }
}

impl<F: From<io::Error>> Shared<F> {
    /// Writes the result of a job and of all that waited for it; or leaves it to the worker that is writing, or whose job is
    /// due.
    fn put(&self, number: u64, done: Done<F>) {
        let mut output = lock(&self.output);
        output.waiting.insert(number, done);
        while let Some((sink, Done { mut bytes, answered })) = output.next() {
            output = self.write(output, sink, |sink| {
                sink.write_all(&bytes).and_then(|()| sink.flush()).map_err(F::from).and(answered)
            });
            if bytes.capacity() <= LARGEST_SPARE {
                bytes.clear();
                output.spare.push(bytes);
            }
        }
    }
}
