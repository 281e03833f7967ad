//! Plain forms: text for a peer whose keys are those of ASCII.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::typing::stroke::Stroke;

/// Rewrites what one speaker types. It remembers how many keys each character became, so that a
/// Backspace takes all of them back, and none for a character that was dropped.
#[derive(Clone, Debug, Default)]
pub struct Rewriter {
    /// The keys of each character of the line that has not ended.
    widths: Vec<usize>,
}

/// A stroke as it goes to the peer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewritten {
    pub strokes: Vec<Stroke>,
    /// True if a character has no plain form, which its sender is to be told.
    pub dropped: bool,
}

impl Rewriter {
    pub fn rewrite(&mut self, stroke: Stroke) -> Rewritten {
        let mut dropped = false;
        let strokes = match stroke {
            Stroke::Return => {
                self.widths.clear();
                vec![Stroke::Return]
            }
            // On an empty line it takes nothing back here, and would for some peers.
            Stroke::Backspace => vec![Stroke::Backspace; self.widths.pop().unwrap_or(0)],
            Stroke::Character(c) => {
                let plain = plain(c);
                dropped = plain.is_none();
                let plain = plain.unwrap_or_default();
                self.widths.push(plain.len());
                plain.chars().map(Stroke::Character).collect()
            }
        };
        Rewritten { strokes, dropped }
    }
}

/// The plain form of a character; none where there is none. It is empty for an accent that follows
/// its letter.
pub fn plain(c: char) -> Option<String> {
    if c == '\t' || c == ' ' || c.is_ascii_graphic() {
        return Some(c.to_string());
    }
    if let Some(known) = known(c) {
        return Some(known.to_owned());
    }
    let mut plain = String::new();
    for part in c.nfkd().filter(|&part| !is_combining_mark(part)) {
        match known(part) {
            Some(known) => plain.push_str(known),
            None if part == ' ' || part.is_ascii_graphic() => plain.push(part),
            None => return None,
        }
    }
    Some(plain)
}

/// Forms that Unicode's own decompositions do not give.
fn known(c: char) -> Option<&'static str> {
    let form = match c {
        '‘' | '’' | '‚' | '‛' | '′' | '‹' | '›' | '´' | 'ʼ' => "'",
        '“' | '”' | '„' | '‟' | '″' | '«' | '»' | '¨' => "\"",
        '‐' | '‑' | '‒' | '–' | '−' | '\u{ad}' => "-",
        '—' | '―' => "--",
        '⁄' | '∕' | '÷' => "/",
        '×' => "x",
        '•' | '∙' => "*",
        '·' => ".",
        'ß' => "ss",
        'ẞ' => "SS",
        'æ' => "ae",
        'Æ' => "AE",
        'œ' => "oe",
        'Œ' => "OE",
        'ø' => "o",
        'Ø' => "O",
        'ł' => "l",
        'Ł' => "L",
        'đ' | 'ð' => "d",
        'Đ' | 'Ð' => "D",
        'þ' => "th",
        'Þ' => "Th",
        'ı' => "i",
        _ => return None,
    };
    Some(form)
}
