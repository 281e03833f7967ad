//! Reads a source in blocks of whole lines, in bounded memory.

use std::io::{ErrorKind, Read, Result};

const BLOCK: usize = 1 << 18;

pub(super) struct LineBlocks<R> {
    source: R,
    buffer: Vec<u8>,
    /// Bytes read and not yet consumed.
    begin: usize,
    end: usize,
    /// True at the end of the source.
    ended: bool,
}

impl<R: Read> LineBlocks<R> {
    pub(super) fn new(source: R) -> LineBlocks<R> {
        LineBlocks { source, buffer: vec![0; BLOCK], begin: 0, end: 0, ended: false }
    }

    /// Reads more, and enlarges the buffer if all of it is still needed.
    pub(super) fn read(&mut self) -> Result<()> {
        self.buffer.copy_within(self.begin..self.end, 0);
        self.end -= self.begin;
        self.begin = 0;
        if self.end == self.buffer.len() {
            self.buffer.resize(self.end * 2, 0);
        }
        while let Some(free) = self.buffer.get_mut(self.end..).filter(|free| !free.is_empty()) {
            match self.source.read(free) {
                Ok(0) => {
                    self.ended = true;
                    break;
                }
                Ok(count) => self.end += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Returns true for the last block.
    pub(super) fn is_last(&self) -> bool {
        self.ended
    }

    pub(super) fn lines(&self) -> &[u8] {
        let all = self.buffer.get(self.begin..self.end).unwrap_or_default();
        let after = all.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        if self.ended { all } else { all.get(..after).unwrap_or_default() }
    }

    pub(super) fn consume(&mut self, count: usize) {
        self.begin = (self.begin + count).min(self.end);
    }
}
