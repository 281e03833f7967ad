//! The names of keys: the 36 of the rules' appendix; letters and digits are their own.

use std::borrow::Cow;

use crate::typing::stroke::Stroke;

/// The names of the appendix, in its order.
pub const NAMES: [(&str, Stroke); 36] = [
    ("braceleft", Stroke::Character('{')),
    ("braceright", Stroke::Character('}')),
    ("bracketleft", Stroke::Character('[')),
    ("bracketright", Stroke::Character(']')),
    ("parenleft", Stroke::Character('(')),
    ("parenright", Stroke::Character(')')),
    ("space", Stroke::Character(' ')),
    ("comma", Stroke::Character(',')),
    ("period", Stroke::Character('.')),
    ("greater", Stroke::Character('>')),
    ("less", Stroke::Character('<')),
    ("slash", Stroke::Character('/')),
    ("backslash", Stroke::Character('\\')),
    ("bar", Stroke::Character('|')),
    ("quotedbl", Stroke::Character('"')),
    ("quoteright", Stroke::Character('\'')),
    ("Tab", Stroke::Character('\t')),
    ("equal", Stroke::Character('=')),
    ("underscore", Stroke::Character('_')),
    ("plus", Stroke::Character('+')),
    ("minus", Stroke::Character('-')),
    ("exclam", Stroke::Character('!')),
    ("at", Stroke::Character('@')),
    ("numbersign", Stroke::Character('#')),
    ("dollar", Stroke::Character('$')),
    ("percent", Stroke::Character('%')),
    ("asterisk", Stroke::Character('*')),
    ("asciicircum", Stroke::Character('^')),
    ("asciitilde", Stroke::Character('~')),
    ("quoteleft", Stroke::Character('`')),
    ("ampersand", Stroke::Character('&')),
    ("Return", Stroke::Return),
    ("colon", Stroke::Character(':')),
    ("semicolon", Stroke::Character(';')),
    ("question", Stroke::Character('?')),
    ("BackSpace", Stroke::Backspace),
];

/// Other spellings that are met: slips of old entries, and today's names of the same X11 keys.
const SPELLINGS: [(&str, &str); 4] = [
    ("quotedl", "quotedbl"),
    ("quotedble", "quotedbl"),
    ("apostrophe", "quoteright"),
    ("grave", "quoteleft"),
];

/// The name of a stroke; none for a character beyond ASCII.
pub fn of(stroke: Stroke) -> Option<Cow<'static, str>> {
    match stroke {
        Stroke::Character(c) if c.is_ascii_alphanumeric() => Some(Cow::Owned(c.to_string())),
        stroke => {
            let named = NAMES.into_iter().find(|(_, other)| *other == stroke);
            named.map(|(name, _)| Cow::Borrowed(name))
        }
    }
}

/// Reads a name: as the appendix spells it, a single character as itself, or another spelling.
pub fn read(name: &str) -> Option<Stroke> {
    let mut characters = name.chars();
    if let (Some(c), None) = (characters.next(), characters.next()) {
        return Stroke::from_char(c).ok();
    }
    let same = |other: &str| other.eq_ignore_ascii_case(name);
    let spelling = SPELLINGS.into_iter().find(|(spelling, _)| same(spelling));
    let name = spelling.map_or(name, |(_, name)| name);
    let named = NAMES.into_iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
    named.map(|(_, stroke)| stroke)
}
