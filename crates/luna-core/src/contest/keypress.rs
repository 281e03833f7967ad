//! A keypress of the folder protocol: a sub-directory named `time.keypress-name.extension`.
//!
//! Names are written strictly as the rules of 2009 give them, and read generously, since entries of
//! other years count instead of reading a clock and spell some names otherwise.

use super::conversation::Speaker;
use crate::typing::stroke::Stroke;

pub mod names;
pub mod plain;
pub mod stamps;

/// The digits of a time.
pub const DIGITS: usize = 18;
/// The highest time that has so many digits.
pub const MOST: u64 = 999_999_999_999_999_999;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keypress {
    /// Milliseconds from some beginning; greater than those of all earlier keys of the same sender.
    pub stamp: u64,
    pub stroke: Stroke,
    pub by: Speaker,
}

/// The reason why a name in the folder is no keypress, in a sentence for the log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// A keypress all the same: it is to be removed and reported.
    #[error("“{name}” is not the name of a key; it is skipped.")]
    UnknownKey { stamp: u64, by: Speaker, name: String },
    /// Something of somebody else, to be left where it is.
    #[error("“{0}” is not a keypress; it is left alone.")]
    Foreign(String),
}

impl Keypress {
    /// The name of its sub-directory; none for a character without a key name, or beyond the end of
    /// time.
    pub fn file_name(&self) -> Option<String> {
        let name = names::of(self.stroke)?;
        (self.stamp <= MOST).then(|| {
            let (stamp, extension) = (self.stamp, extension(self.by));
            format!("{stamp:0DIGITS$}.{name}.{extension}")
        })
    }

    /// Reads a name as strictly as needed to understand it: a time of any number of digits, a key
    /// name in any spelling that is known, an extension in any case.
    pub fn read(file_name: &str) -> Result<Keypress, Unreadable> {
        let foreign = || Unreadable::Foreign(file_name.to_owned());
        let (time, rest) = file_name.split_once('.').ok_or_else(foreign)?;
        let (name, extension) = rest.rsplit_once('.').ok_or_else(foreign)?;
        if !time.bytes().all(|byte| byte.is_ascii_digit()) || name.is_empty() {
            return Err(foreign());
        }
        let stamp = time.parse().map_err(|_| foreign())?;
        let by = speaker(extension).ok_or_else(foreign)?;
        match names::read(name) {
            Some(stroke) => Ok(Keypress { stamp, stroke, by }),
            None => Err(Unreadable::UnknownKey { stamp, by, name: name.to_owned() }),
        }
    }
}

fn extension(by: Speaker) -> &'static str {
    match by {
        Speaker::Judge => "judge",
        Speaker::Party => "other",
    }
}

fn speaker(written: &str) -> Option<Speaker> {
    Speaker::BOTH.into_iter().find(|&by| extension(by).eq_ignore_ascii_case(written))
}

#[cfg(test)]
mod tests;
