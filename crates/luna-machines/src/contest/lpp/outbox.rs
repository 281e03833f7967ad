//! The writing side: one sub-directory for each key, under times that only grow.

use std::collections::VecDeque;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use luna_core::contest::conversation::Speaker;
use luna_core::contest::keypress::Keypress;
use luna_core::contest::keypress::plain::Rewriter;
use luna_core::contest::keypress::stamps::Stamps;
use luna_core::typing::stroke::Stroke;

use super::arrival::Notice;
use super::directory::recreate;
use super::error::FolderError;

/// Attempts at one key while the folder vanishes again and again.
const ATTEMPTS: usize = 3;

pub struct Outbox {
    path: PathBuf,
    by: Speaker,
    stamps: Stamps,
    rewriter: Rewriter,
    /// Keys that could not be written so far.
    pending: VecDeque<Stroke>,
}

impl Outbox {
    pub(super) fn new(path: &Path, by: Speaker) -> Outbox {
        Outbox {
            path: path.to_owned(),
            by,
            stamps: Stamps::default(),
            rewriter: Rewriter::default(),
            pending: VecDeque::new(),
        }
    }

    /// Notes the stamp of a key that is in the folder; new ones are above it.
    pub(super) fn note(&mut self, stamp: u64) {
        self.stamps.note(stamp);
    }

    /// Writes a stroke as the keys of its plain form. After an error the keys wait, and
    /// [`Outbox::flush`] tries again.
    pub fn send(&mut self, now_ms: i64, stroke: Stroke) -> Result<Vec<Notice>, FolderError> {
        let rewritten = self.rewriter.rewrite(stroke);
        self.pending.extend(rewritten.strokes);
        let mut notices = self.flush(now_ms)?;
        if let (true, Stroke::Character(c)) = (rewritten.dropped, stroke) {
            notices.push(Notice::LeftOut(c));
        }
        Ok(notices)
    }

    /// Writes the keys that an error has held up.
    pub fn flush(&mut self, now_ms: i64) -> Result<Vec<Notice>, FolderError> {
        let mut notices = Vec::new();
        while let Some(&stroke) = self.pending.front() {
            if self.write(now_ms, stroke)? {
                notices.push(Notice::Recreated);
            }
            self.pending.pop_front();
        }
        Ok(notices)
    }

    /// Creates the sub-directory of one key; returns true if the folder had to be made again. The
    /// name is all there is to it, so the key appears at once or not at all.
    fn write(&mut self, now_ms: i64, stroke: Stroke) -> Result<bool, FolderError> {
        let mut recreated = 0;
        loop {
            let stamp = self.stamps.next(now_ms);
            let file_name =
                stamp.and_then(|stamp| Keypress { stamp, stroke, by: self.by }.file_name());
            let file_name = file_name.ok_or_else(|| FolderError::NoTimeLeft(self.path.clone()))?;
            match fs::create_dir(self.path.join(file_name)) {
                Ok(()) => return Ok(recreated > 0),
                // Another program writes for this side as well; the next time is free.
                Err(why) if why.kind() == ErrorKind::AlreadyExists => {}
                Err(why) if why.kind() == ErrorKind::NotFound && recreated < ATTEMPTS => {
                    recreate(&self.path)?;
                    recreated += 1;
                }
                Err(why) => return Err(FolderError::of(&self.path, why)),
            }
        }
    }
}
