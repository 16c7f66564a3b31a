//! Where answers wait for their turn, and go out.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::lock;

/// Memory for answers that is larger than this is given back, not kept for others.
const LARGEST_SPARE: usize = 1 << 20;

/// Where the answers go, in order.
pub struct Output<F> {
    /// None while somebody writes, which is done without holding the output.
    sink: Option<Box<dyn Write + Send>>,
    /// The number of the job whose answers are due.
    pub(super) due: u64,
    waiting: BTreeMap<u64, Done<F>>,
    spare: Vec<Vec<u8>>,
    answered: u64,
    pub(super) failure: Option<F>,
    /// Whether a worker has panicked, so that its answers will never come.
    panicked: bool,
}

/// What a job gave.
pub(super) struct Done<F> {
    pub(super) bytes: Vec<u8>,
    pub(super) answered: Result<u64, F>,
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

    /// The same, if it comes to that within this time.
    pub fn at_rest_within(&self, time: Duration) -> Option<MutexGuard<'_, Output<F>>> {
        self.out_within(0, time)
    }

    /// The same when the answers of so many jobs are out, or nothing more will be.
    pub fn out_within(&self, jobs: u64, time: Duration) -> Option<MutexGuard<'_, Output<F>>> {
        let done = |output: &Output<F>| output.sink.is_some() && (output.due >= jobs || output.failure.is_some());
        let waited = self.written.wait_timeout_while(lock(&self.output), time, |output| !done(output));
        let (output, _) = waited.unwrap_or_else(PoisonError::into_inner);
        done(&output).then_some(output)
    }

    pub(super) fn wait_until(&self, condition: impl Fn(&Output<F>) -> bool) -> MutexGuard<'_, Output<F>> {
        let mut output = lock(&self.output);
        while !condition(&output) {
            assert!(!output.panicked, "a worker has panicked");
            output = self.written.wait(output).unwrap_or_else(PoisonError::into_inner);
        }
        output
    }

    /// Memory for answers.
    pub(super) fn spare(&self) -> Vec<u8> {
        lock(&self.output).spare.pop().unwrap_or_default()
    }

    /// Whether the run has failed, and nothing more will be put out.
    pub(super) fn has_failed(&self) -> bool {
        lock(&self.output).failure.is_some()
    }

    /// Puts out what a job gave, and all that waited for it; or leaves it to who is writing, or to who comes before.
    pub(super) fn put(&self, number: u64, done: Done<F>) {
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

    /// Lets a job write as it goes, which must be the one due.
    pub(super) fn put_through(&self, job: impl FnOnce(&mut dyn Write) -> Result<u64, F>) {
        let mut output = self.at_rest();
        if let Some(sink) = output.sink.take() {
            drop(self.write(output, sink, job));
        }
    }

    /// Writes what the job due has to say, if nothing has failed yet, and lets others look at the output meanwhile.
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

/// Tells those who wait for the answers of a thread that it has panicked.
pub(super) struct PanicGuard<'a, F: From<io::Error>>(pub(super) &'a Shared<F>);

impl<F: From<io::Error>> Drop for PanicGuard<'_, F> {
    fn drop(&mut self) {
        if thread::panicking() {
            lock(&self.0.output).panicked = true;
            self.0.written.notify_all();
        }
    }
}
