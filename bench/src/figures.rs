//! Measured times and the tables that show them.
#![expect(clippy::disallowed_methods, reason = "a measurement reads the clock")]

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// The durations of repeated runs of one operation.
#[derive(Clone, Debug, Default)]
pub struct Times(Vec<Duration>);

impl Times {
    /// Does the work and records its duration.
    pub fn of<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let done = work();
        self.0.push(begun.elapsed());
        done
    }

    pub fn add(&mut self, time: Duration) {
        self.0.push(time);
    }

    pub fn append(&mut self, mut others: Times) {
        self.0.append(&mut others.0);
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// A percentile of the durations; zero when there are none.
    pub fn percentile(&self, percent: usize) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let rank = (sorted.len() * percent).div_ceil(100).max(1);
        sorted.get(rank - 1).copied().unwrap_or_default()
    }

    /// The median and the 99th percentile, in milliseconds.
    pub fn p50_p99(&self) -> String {
        format!("{} / {}", ms(self.percentile(50)), ms(self.percentile(99)))
    }
}

/// The measured period. Work that lies partly outside does not count.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub from: Instant,
    pub until: Instant,
}

impl Window {
    /// Begins after a second to warm up.
    pub fn soon(seconds: u64) -> Window {
        let from = Instant::now() + Duration::from_secs(1);
        Window { from, until: from + Duration::from_secs(seconds) }
    }

    /// Waits for the start and the end, and looks at both moments.
    pub fn watch<T>(self, mut look: impl FnMut() -> T) -> [T; 2] {
        std::thread::sleep(self.from.saturating_duration_since(Instant::now()));
        let before = look();
        std::thread::sleep(self.until.saturating_duration_since(Instant::now()));
        [before, look()]
    }

    pub fn is_over(self) -> bool {
        Instant::now() >= self.until
    }

    /// Records the duration of work that has just ended.
    pub fn note(self, begun: Instant, times: &mut Times) {
        let ended = Instant::now();
        if begun >= self.from && ended <= self.until {
            times.add(ended - begun);
        }
    }
}

/// A duration in milliseconds with three significant digits.
pub fn ms(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1000.0;
    match ms {
        ..10.0 => format!("{ms:.2}"),
        ..100.0 => format!("{ms:.1}"),
        _ => format!("{ms:.0}"),
    }
}

/// Measures flushes to the disk that holds `directory`: an append and an fsync each, like a
/// flush of SQLite's log.
pub fn flushes(directory: &Path, bytes: usize) -> io::Result<Times> {
    let path = directory.join("flushes");
    let (mut file, block) = (File::create(&path)?, vec![7; bytes]);
    let mut times = Times::default();
    for _ in 0..300 {
        times.of(|| file.write_all(&block).and_then(|()| file.sync_all()))?;
    }
    std::fs::remove_file(path)?;
    Ok(times)
}

/// A table as text: the first column aligned left, the others right.
pub fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let head: Vec<String> = head.iter().map(|&cell| cell.to_owned()).collect();
    let lines = || std::iter::once(&head).chain(rows);
    let widths: Vec<usize> = (0..head.len())
        .map(|at| lines().filter_map(|line| line.get(at)).map(|c| c.chars().count()).max())
        .map(Option::unwrap_or_default)
        .collect();
    let mut text = String::new();
    for line in lines() {
        for (at, (cell, &width)) in line.iter().zip(&widths).enumerate() {
            match at {
                0 => text.push_str(&format!("{cell:<width$}")),
                _ => text.push_str(&format!("  {cell:>width$}")),
            }
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_one_of_the_times() {
        let mut times = Times::default();
        assert_eq!(times.percentile(99), Duration::ZERO);
        (1..=200).rev().for_each(|ms| times.add(Duration::from_millis(ms)));
        let at = |percent| times.percentile(percent).as_millis();
        assert_eq!([at(0), at(50), at(99), at(100)], [1, 100, 198, 200]);
        assert_eq!(times.p50_p99(), "100 / 198");
    }

    #[test]
    fn a_table_lines_up() {
        let rows = [vec!["a".to_owned(), "1".to_owned()], vec!["bcd".to_owned(), "234".to_owned()]];
        assert_eq!(table(&["", "ms"], &rows), "      ms\na      1\nbcd  234\n");
    }
}
