//! Work on many threads: in order, and without waiting for ever after a failure or a panic.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use quadrille::cli::ordered::{Feeder, Shared, Worker, run};

/// Writes its jobs' numbers, the later the number the sooner; panics at one.
struct Counting {
    panics_at: u32,
}

impl Worker for Counting {
    type Job = u32;
    type Failure = io::Error;

    fn work(&mut self, job: u32, out: &mut impl Write) -> io::Result<u64> {
        assert_ne!(job, self.panics_at, "as the test wants it");
        thread::sleep(Duration::from_micros(u64::from(200 - job % 8 * 20)));
        writeln!(out, "{job}")?;
        Ok(1)
    }
}

/// What has been written, sent along piece by piece.
struct Sent(mpsc::Sender<Vec<u8>>);

impl Write for Sent {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn count(threads: usize, panics_at: u32) -> io::Result<String> {
    let (send, receive) = mpsc::channel();
    let shared = Shared::new(Box::new(Sent(send)));
    let fed = run(
        threads,
        &shared,
        || Counting { panics_at },
        |feeder| {
            for job in 0..300 {
                if job % 70 == 69 { feeder.feed_through(job) } else { feeder.feed(job) }
            }
        },
    );
    fed?;
    assert_eq!(shared.at_rest().answered(), 300);
    drop(shared);
    Ok(receive.iter().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect())
}

#[test]
fn answers_come_out_in_order_whatever_the_number_of_threads() -> io::Result<()> {
    let expected: String = (0..300).map(|job| format!("{job}\n")).collect();
    for threads in [1, 2, 3, 8] {
        assert_eq!(count(threads, u32::MAX)?, expected, "{threads} threads");
    }
    Ok(())
}

#[test]
fn a_panic_anywhere_ends_the_run_and_does_not_hang_it() {
    for threads in [1, 2, 3] {
        for panics_at in [0, 1, 68, 69, 150, 299] {
            assert!(catch_unwind(AssertUnwindSafe(|| count(threads, panics_at))).is_err());
        }
    }
}

#[test]
fn a_failure_to_write_comes_back() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for threads in [1, 2] {
        let shared = Shared::new(Box::new(Full));
        let worker = || Counting { panics_at: u32::MAX };
        let failed = run(threads, &shared, worker, |feeder: &mut Feeder<'_, Counting>| {
            (0..50).for_each(|job| feeder.feed(job));
            feeder.drain();
            feeder.has_failed()
        });
        assert_eq!(failed.map_err(|error| error.kind()), Err(io::ErrorKind::StorageFull));
        assert_eq!(shared.at_rest().answered(), 0);
    }
}
