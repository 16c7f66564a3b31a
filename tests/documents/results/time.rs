//! Times as the page has them: `0.02 s`, `4.4 s`, `14 min 19 s`, `11 min`.

use std::time::Duration;

pub(crate) fn read(text: &str) -> Option<Duration> {
    let mut seconds = 0.0;
    let mut words = text.split(' ').peekable();
    words.peek()?;
    while let Some(number) = words.next() {
        let number: f64 = number.parse().ok()?;
        seconds += match words.next()? {
            "min" => number * 60.0,
            "s" => number,
            _ => return None,
        };
    }
    Duration::try_from_secs_f64(seconds).ok()
}

pub(crate) fn write(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..0.995 => format!("{:.2} s", seconds.max(0.01)),
        ..99.95 => format!("{seconds:.1} s"),
        _ => format!("{} min {} s", time.as_secs() / 60, time.as_secs() % 60),
    }
}
