//! Disguises: letters that look like others, characters that print nothing, digits for letters, and
//! text that runs backwards. They trick a machine's eyes, not its understanding.

use unicode_security::skeleton;

use super::{Filter, Finding};

pub(super) fn find(text: &str) -> Option<Finding> {
    if let Some(hidden) = text.chars().find(|&c| is_hidden(c)) {
        let code = u32::from(hidden);
        let reason = format!("The question contains an invisible character (U+{code:04X}).");
        return Some(Finding::new(Filter::Disguise, reason));
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    for (nth, word) in words.iter().enumerate() {
        let beside = [nth.checked_sub(1).and_then(|before| words.get(before)), words.get(nth + 1)];
        let reason = if word.split('-').any(mixes_scripts) {
            format!("“{word}” mixes letters of several alphabets that look alike.")
        } else if looks_latin(word) && !beside.into_iter().flatten().any(|word| is_foreign(word)) {
            format!("“{word}” is written in letters that only look like Latin ones.")
        } else if word.split('-').any(has_digits_for_letters) {
            format!("“{word}” has digits or signs where letters belong.")
        } else {
            continue;
        };
        return Some(Finding::new(Filter::Disguise, reason));
    }
    None
}

fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{e0000}'..='\u{e007f}')
        || c.is_control() && !c.is_whitespace()
}

fn is_latin(c: char) -> bool {
    matches!(c, 'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}')
}

/// Greek, Cyrillic, Armenian, Cherokee, Lisu: alphabets with letters like Latin ones.
fn is_alike(c: char) -> bool {
    matches!(c,
        '\u{370}'..='\u{3ff}' | '\u{400}'..='\u{52f}' | '\u{530}'..='\u{58f}'
        | '\u{13a0}'..='\u{13ff}' | '\u{a4d0}'..='\u{a4ff}')
}

/// Letters for sounds, as in dictionaries, and small capitals.
fn is_phonetic(c: char) -> bool {
    matches!(c, '\u{250}'..='\u{2af}' | '\u{1d00}'..='\u{1dbf}')
}

/// Returns true for a word with letters of Latin and of an alphabet that has letters like it, or
/// with mathematical letters. A word wholly in Greek or Russian is fine, and so is a pronunciation.
fn mixes_scripts(word: &str) -> bool {
    let is_styled = |c| matches!(c, '\u{1d400}'..='\u{1d7ff}' | '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}');
    let has = |is: fn(char) -> bool| word.chars().any(is);
    if word.chars().any(is_styled) {
        return true;
    }
    // A formula such as “Δx” has one letter of each.
    if has(is_latin) && has(is_alike) {
        return word.chars().filter(|c| c.is_alphabetic()).count() > 3;
    }
    let is_spoken = has(|c| matches!(c, 'ˈ' | 'ˌ' | 'ː' | '/' | '[' | ']' | '(' | ')'));
    let sounds = word.chars().filter(|&c| is_phonetic(c)).count();
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    !is_spoken && sounds > 0 && 2 * sounds <= letters && has(is_latin)
}

/// Returns true for a word without Latin letters that reads as one of Latin letters: *Вонн*.
fn looks_latin(word: &str) -> bool {
    let letters: String = word.chars().filter(|c| c.is_alphabetic()).collect();
    let mut alphabets: Vec<u32> = letters.chars().map(|c| u32::from(c) >> 8).collect();
    alphabets.dedup();
    let many = letters.chars().count();
    let reads = letters.chars().all(is_like_latin);
    // Three letters may be a word of their own; of several alphabets they are not.
    reads && (many > 3 || many > 1 && alphabets.len() > 1)
}

fn is_like_latin(c: char) -> bool {
    // Capitals of small letters are small in many fonts: “н” as in “Вонн”.
    let latin = |c: char| skeleton(c.encode_utf8(&mut [0; 4])).all(|c| c.is_ascii_alphabetic());
    is_alike(c) && (latin(c) || c.to_uppercase().all(latin))
}

/// Returns true for a word in an alphabet of its own, as in a sentence of that language.
fn is_foreign(word: &str) -> bool {
    word.chars().any(|c| is_alike(c) && !is_like_latin(c))
}

/// Returns true for a word in small letters in which signs stand for letters: *b1rd*, *r4v3n*.
fn has_digits_for_letters(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '@' | '$'));
    let letters: Vec<char> = word.chars().collect();
    let is_small = |c: &char| c.is_ascii_lowercase();
    let is_sign = |c: char| matches!(c, '0' | '1' | '3' | '4' | '5' | '7' | '@' | '$');
    let is_word = letters.iter().all(|&c| c.is_ascii_alphabetic() || is_sign(c));
    if !is_word || letters.len() < 4 || letters.iter().filter(|c| is_small(c)).count() < 2 {
        return false;
    }
    letters.iter().enumerate().any(|(nth, &c)| {
        let (before, after) = letters.split_at(nth);
        let after = after.get(1..).unwrap_or_default();
        let inside = before.last().is_some_and(char::is_ascii_alphabetic)
            && after.first().is_some_and(is_small);
        // “mp3s” is the plural of an abbreviation.
        let has_vowels = letters.iter().any(|c| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y'));
        let inside = inside && (after != ['s'] || has_vowels);
        let first = before.is_empty() && c != '@' && after.len() > 3 && after.iter().all(is_small);
        is_sign(c) && (inside || first)
    })
}
