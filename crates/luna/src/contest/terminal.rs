//! The judge's keyboard: each key at once from a terminal, the text of a pipe as it comes.

use std::io::{IsTerminal as _, Read as _, stdin, stdout};

use luna_core::typing::stroke::Stroke;
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};

/// A terminal that gives each key at once and shows none by itself; as before when dropped.
pub(super) struct Terminal {
    before: Termios,
}

impl Terminal {
    /// None if the input or the output is no terminal.
    pub(super) fn open() -> std::io::Result<Option<Terminal>> {
        if !stdin().is_terminal() || !stdout().is_terminal() {
            return Ok(None);
        }
        let before = tcgetattr(stdin())?;
        let mut modes = before.clone();
        // Without ISIG, Ctrl-C is a key, which ends the conversation and leaves the terminal well.
        modes.local_modes &= !(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG);
        tcsetattr(stdin(), OptionalActions::Now, &modes)?;
        Ok(Some(Terminal { before }))
    }

    pub(super) fn columns() -> usize {
        tcgetwinsize(stdout()).map_or(80, |size| usize::from(size.ws_col).max(20))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        tcsetattr(stdin(), OptionalActions::Now, &self.before).ok();
    }
}

/// A key of the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Input {
    Stroke(Stroke),
    /// Ctrl-C or Ctrl-D, or the end of a pipe.
    End,
}

/// Turns bytes into keys. Keys without a character, such as arrows, are left out.
#[derive(Default)]
pub(super) struct Keyboard {
    /// Bytes of a character that is not complete.
    bytes: Vec<u8>,
    escape: Escape,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Escape {
    #[default]
    None,
    /// After Escape.
    Begun,
    /// Within the sequence of a key such as an arrow.
    Sequence,
}

/// The most bytes of a character.
const LONGEST_CHARACTER: usize = 4;

impl Keyboard {
    pub(super) fn take(&mut self, byte: u8) -> Option<Input> {
        match (self.escape, byte) {
            (Escape::Begun, b'[' | b'O') => self.escape = Escape::Sequence,
            (Escape::Sequence, 0x40..=0x7e) => self.escape = Escape::None,
            (Escape::Sequence, _) => {}
            (Escape::None | Escape::Begun, 0x1b) => self.escape = Escape::Begun,
            (Escape::None | Escape::Begun, byte) => {
                self.escape = Escape::None;
                return self.character(byte);
            }
        }
        None
    }

    fn character(&mut self, byte: u8) -> Option<Input> {
        self.bytes.push(byte);
        let c = match std::str::from_utf8(&self.bytes) {
            Ok(text) => text.chars().next(),
            Err(error) if error.error_len().is_none() && self.bytes.len() < LONGEST_CHARACTER => {
                return None;
            }
            Err(_) => None,
        };
        self.bytes.clear();
        match c? {
            '\x03' | '\x04' => Some(Input::End),
            '\r' => Some(Input::Stroke(Stroke::Return)),
            '\x7f' => Some(Input::Stroke(Stroke::Backspace)),
            c => Stroke::from_char(c).ok().map(Input::Stroke),
        }
    }
}

/// Reads the keyboard to its end, and gives each key away; false ends it as well.
pub(super) fn read_keyboard(mut give: impl FnMut(Input) -> bool) {
    let (mut keyboard, mut bytes) = (Keyboard::default(), [0; 1_024]);
    while let Ok(many @ 1..) = stdin().lock().read(&mut bytes) {
        for &byte in bytes.iter().take(many) {
            if let Some(input) = keyboard.take(byte)
                && !give(input)
            {
                return;
            }
        }
    }
    give(Input::End);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_a_keyboard_are_strokes_and_other_bytes_are_nothing() {
        let mut keyboard = Keyboard::default();
        let typed = b"a\xc3\xa9\r\n\x7f\x08\t\x1b[A\x1b[1;5CO\x1bOPb\x1bc\xff\x00\x03";
        let inputs: Vec<Input> = typed.iter().filter_map(|&byte| keyboard.take(byte)).collect();
        let text = "aé\n\n\u{8}\u{8}\tObc";
        let strokes = text.chars().map(|c| Input::Stroke(Stroke::from_char(c).unwrap()));
        assert_eq!(inputs, strokes.chain([Input::End]).collect::<Vec<_>>());
    }
}
