//! Bytes by the block, each of whole lines, so that a log of any size is read in
//! little memory.

use std::io::{ErrorKind, Read, Result};

const BLOCK: usize = 1 << 18;

pub(super) struct Blocks<R> {
    source: R,
    buffer: Vec<u8>,
    /// What has been read and not yet been passed over.
    begin: usize,
    end: usize,
    /// Whether the source has nothing more.
    over: bool,
}

impl<R: Read> Blocks<R> {
    pub(super) fn new(source: R) -> Blocks<R> {
        Blocks { source, buffer: vec![0; BLOCK], begin: 0, end: 0, over: false }
    }

    /// Reads on, into a longer block if all of this one is still needed.
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
                    self.over = true;
                    break;
                }
                Ok(count) => self.end += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Whether these are the last.
    pub(super) fn over(&self) -> bool {
        self.over
    }

    pub(super) fn lines(&self) -> &[u8] {
        let all = self.buffer.get(self.begin..self.end).unwrap_or_default();
        let after = all.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        if self.over { all } else { all.get(..after).unwrap_or_default() }
    }

    pub(super) fn pass(&mut self, count: usize) {
        self.begin = (self.begin + count).min(self.end);
    }
}
