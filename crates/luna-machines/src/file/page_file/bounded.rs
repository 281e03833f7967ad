//! A reader that refuses to go on without end.

use std::io::{BufRead, Error, ErrorKind, Read, Result};

/// Reads so many bytes at most until the count begins again.
pub(super) struct Bounded<R> {
    from: R,
    most: u64,
    left: u64,
}

impl<R> Bounded<R> {
    pub(super) fn new(from: R, most: u64) -> Bounded<R> {
        Bounded { from, most, left: most }
    }

    /// Begins to count again.
    pub(super) fn restart(&mut self) {
        self.left = self.most;
    }
}

impl<R: BufRead> BufRead for Bounded<R> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        if self.left == 0 {
            return Err(Error::from(ErrorKind::FileTooLarge));
        }
        let most = usize::try_from(self.left).unwrap_or(usize::MAX);
        let bytes = self.from.fill_buf()?;
        Ok(bytes.get(..most).unwrap_or(bytes))
    }

    fn consume(&mut self, count: usize) {
        self.left = self.left.saturating_sub(u64::try_from(count).unwrap_or(u64::MAX));
        self.from.consume(count);
    }
}

impl<R: BufRead> Read for Bounded<R> {
    fn read(&mut self, bytes: &mut [u8]) -> Result<usize> {
        let mut from = self.fill_buf()?;
        let count = from.read(bytes)?;
        self.consume(count);
        Ok(count)
    }
}
