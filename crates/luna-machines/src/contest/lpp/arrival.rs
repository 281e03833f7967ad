//! Keys and notices: all that comes out of a folder.

use luna_core::contest::keypress::Keypress;

/// A key of the other side, or a notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrival {
    Key(Keypress),
    Notice(Notice),
}

/// Something that the user of the folder is told, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Notice {
    #[error("“{0}” is the name of no key; it is skipped.")]
    UnknownKey(String),
    #[error("“{0}” is no keypress; it is left alone.")]
    Foreign(String),
    #[error("“{0}” has the name of a key but is not empty; it is left alone.")]
    Occupied(String),
    #[error("There are more things in the folder that are no keys; no more of them are named.")]
    ManyForeign,
    #[error("Keys of an earlier run were removed: {own} of this side, {peer} of the other.")]
    Removed { own: usize, peer: usize },
    #[error("The folder was gone and has been made again; keys that were in it are lost.")]
    Recreated,
    #[error("There is no notification of changes here ({0}); the folder is polled.")]
    Polled(String),
    #[error("“{0}” has no key in the protocol and is left out.")]
    LeftOut(char),
}
