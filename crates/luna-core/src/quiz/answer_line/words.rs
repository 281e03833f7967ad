//! Words as they are compared: small letters without accents, numbers by their value.

use std::ops::Range;

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

use super::numbers::{Numeral, Run, numeral};
use super::vocabulary::{ABBREVIATIONS, is_function_word, is_suffix, is_title};

/// The most initials that points join.
const MOST_INITIALS: usize = 12;

/// The part that a word plays in an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Content,
    /// An article, a preposition or a conjunction, in English or a neighbouring language.
    Function,
    /// King, Doctor, Saint: may be left out and added.
    Title,
}

/// The part of a word that is underlined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Coverage {
    None,
    Whole,
    /// These bytes of the normalised word.
    Part(Range<usize>),
}

#[derive(Clone, Debug)]
pub(super) struct Word {
    /// Its bytes in the text of all words.
    pub(super) range: Range<usize>,
    pub(super) number: Option<u32>,
    pub(super) role: Role,
    pub(super) coverage: Coverage,
    /// The place of the first underlined part that covers it.
    pub(super) span: usize,
    pub(super) capitalised: bool,
    /// May be left out: it stood in brackets.
    pub(super) aside: bool,
}

/// A text's words.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    /// All words with a space between.
    pub(super) text: String,
    pub(super) list: Vec<Word>,
}

impl Words {
    pub(super) fn new(text: &str) -> Words {
        Words::marked(text, 0, &[])
    }

    /// The words of a text that begins at `offset` of the text that `required` refers to.
    pub(super) fn marked(text: &str, offset: usize, required: &[Range<usize>]) -> Words {
        let first = required.partition_point(|span| span.end <= offset);
        let mut reader = Reader {
            words: Words { text: String::with_capacity(text.len()), list: Vec::new() },
            required: required.get(first..).unwrap_or_default(),
            span: first,
            ..Reader::default()
        };
        reader.read(text, offset);
        reader.words.take_last_word();
        reader.words.join_numbers();
        reader.words
    }

    pub(super) fn get(&self, word: &Word) -> &str {
        self.text.get(word.range.clone()).unwrap_or_default()
    }

    pub(super) fn content(&self) -> impl Iterator<Item = &Word> {
        self.list.iter().filter(|word| word.role != Role::Function)
    }

    /// The letters of the given words without spaces.
    pub(super) fn letters<'a>(
        &'a self,
        words: impl Iterator<Item = &'a Word>,
    ) -> impl Iterator<Item = u8> {
        words.flat_map(|word| self.get(word).bytes()).filter(|&byte| byte != b' ')
    }

    /// Takes a last word as one that matters: Zhu Di, vitamin A, Martin Luther King.
    fn take_last_word(&mut self) {
        let is_suffix = self.list.last().is_some_and(|word| is_suffix(self.get(word)));
        let names = self.list.len() - usize::from(is_suffix && self.list.len() > 1);
        let Some([before @ .., last]) = self.list.get_mut(..names) else { return };
        let has_name = before.iter().any(|word| word.role == Role::Content);
        if has_name || (last.role == Role::Function && !before.is_empty()) {
            last.role = Role::Content;
        }
    }

    /// Takes numbers in several words as one: nineteen eighty-four.
    fn join_numbers(&mut self) {
        let numerals: Vec<Option<Numeral>> = self
            .list
            .iter()
            .enumerate()
            .map(|(at, word)| numeral(self.get(word), at == 0))
            .collect();
        if numerals.iter().all(Option::is_none) {
            return;
        }
        let mut joined: Vec<Word> = Vec::with_capacity(self.list.len());
        let mut run: Option<Run> = None;
        let mut and: Option<Word> = None;
        for (at, (word, &numeral)) in self.list.iter().zip(&numerals).enumerate() {
            let next = numerals.get(at + 1).copied().flatten();
            let longer = run.zip(numeral).and_then(|(run, numeral)| run.with(numeral));
            if let (Some(longer), Some(last)) = (longer, joined.last_mut()) {
                last.range.end = word.range.end;
                last.number = Some(longer.value());
                last.role = Role::Content;
                if last.coverage == Coverage::None {
                    (last.coverage, last.span) = (word.coverage.clone(), word.span);
                }
                (run, and) = (Some(longer), None);
                continue;
            }
            joined.extend(and.take());
            if self.get(word) == "and" && run.is_some_and(Run::takes_and) {
                and = Some(word.clone());
                continue;
            }
            run = numeral.map(Run::new);
            let number = run.map(Run::value);
            let role = match (number, self.get(word)) {
                (Some(_), _) => Role::Content,
                // The sign before a number: Symphony No. 5.
                (None, "no" | "nr" | "number") if next.is_some() => Role::Function,
                (None, _) => word.role,
            };
            joined.push(Word { number, role, ..word.clone() });
        }
        joined.extend(and);
        self.list = joined;
    }
}

#[derive(Default)]
struct Reader<'a> {
    words: Words,
    required: &'a [Range<usize>],
    /// The number of spans before those that remain in `required`.
    span: usize,
    /// The word that is being read: its start, its first span and the covered bytes.
    start: usize,
    covered: Option<(usize, Range<usize>)>,
    capitalised: bool,
    /// Points between the initials of the word.
    points: usize,
    depth: usize,
}

impl Reader<'_> {
    fn read(&mut self, text: &str, offset: usize) {
        for (at, letter) in text.char_indices() {
            self.enter(offset + at);
            match letter {
                'a'..='z' | '0'..='9' => self.letter(letter, offset + at),
                'A'..='Z' => {
                    self.capitalised |= self.is_at_start();
                    self.letter(letter.to_ascii_lowercase(), offset + at);
                }
                ' ' => self.end(),
                '\'' | '’' | '‘' | 'ʼ' | 'ʻ' | '`' | '´' | '′' | 'ʿ' | 'ʾ' => {
                    self.apostrophe();
                }
                '.' => self.point(text.get(at + 1..).unwrap_or_default()),
                ',' => self.comma(text.get(at + 1..).unwrap_or_default()),
                '&' => self.sign("and"),
                '+' => self.sign("plus"),
                '%' => self.sign("percent"),
                '(' | '[' => self.open_bracket(text.get(at + 1..).unwrap_or_default()),
                ')' | ']' => self.close_bracket(),
                letter if letter.is_ascii() => self.end(),
                letter => self.foreign(letter, offset + at),
            }
        }
        self.end();
    }

    /// Moves to the span at this byte.
    fn enter(&mut self, at: usize) {
        while let Some((first, rest)) = self.required.split_first() {
            if at < first.end {
                break;
            }
            self.required = rest;
            self.span += 1;
        }
    }

    fn is_at_start(&self) -> bool {
        self.words.text.len() == self.start
    }

    fn letter(&mut self, letter: char, at: usize) {
        let from = self.words.text.len() - self.start;
        self.words.text.push(letter);
        let until = self.words.text.len() - self.start;
        if self.required.first().is_some_and(|span| span.contains(&at)) {
            match &mut self.covered {
                Some((_, covered)) => covered.end = until,
                None => self.covered = Some((self.span, from..until)),
            }
        }
    }

    /// A letter outside ASCII, by its letters without marks.
    fn foreign(&mut self, letter: char, at: usize) {
        if is_combining_mark(letter) || is_invisible(letter) {
            return;
        }
        self.capitalised |= self.is_at_start() && letter.is_uppercase();
        if let Some(plain) = plain(letter) {
            return plain.chars().for_each(|plain| self.letter(plain, at));
        }
        let mut has_letter = false;
        let mut parts = Vec::new();
        decompose_compatible(letter, |part| parts.push(part));
        for part in parts.into_iter().filter(|&part| !is_combining_mark(part)) {
            match plain(part) {
                Some(plain) => plain.chars().for_each(|plain| self.letter(plain, at)),
                None if part.is_alphanumeric() => {
                    part.to_lowercase()
                        .filter(|&small| !is_combining_mark(small))
                        .for_each(|small| self.letter(small, at));
                }
                None => continue,
            }
            has_letter = true;
        }
        if !has_letter {
            self.end();
        }
    }

    /// Drops an apostrophe; behind a French article it ends a word.
    fn apostrophe(&mut self) {
        if matches!(self.words.text.get(self.start..), Some("l" | "d")) {
            self.end();
        }
    }

    /// Joins initials (U.S.A.) and decimals; elsewhere a point ends a word.
    fn point(&mut self, behind: &str) {
        let current = self.words.text.get(self.start..).unwrap_or_default();
        let mut next = behind.chars();
        let (first, second) = (next.next(), next.next());
        let is_digit = |letter: Option<char>| letter.is_some_and(|it| it.is_ascii_digit());
        if is_digit(current.chars().next_back()) && is_digit(first) {
            self.words.text.push('.');
        } else if self.points < MOST_INITIALS
            && current.chars().count() == self.points + 1
            && current.chars().all(char::is_alphabetic)
            && first.is_some_and(char::is_alphabetic)
            && second.is_none_or(|second| !second.is_alphanumeric())
        {
            self.points += 1;
        } else {
            self.end();
        }
    }

    fn comma(&mut self, behind: &str) {
        let current = self.words.text.get(self.start..).unwrap_or_default();
        let digits = behind.bytes().take(4).take_while(u8::is_ascii_digit).count();
        if !(digits == 3 && current.bytes().next_back().is_some_and(|it| it.is_ascii_digit())) {
            self.end();
        }
    }

    /// Goes into brackets; those at the end of a word, as in `electron(s)`, belong to it.
    fn open_bracket(&mut self, behind: &str) {
        let is_ending = behind.chars().next().is_some_and(char::is_lowercase);
        if self.is_at_start() || !is_ending {
            self.end();
            self.depth += 1;
        }
    }

    fn close_bracket(&mut self) {
        if self.depth > 0 {
            self.end();
            self.depth -= 1;
        }
    }

    fn sign(&mut self, name: &str) {
        self.end();
        self.words.text.push_str(name);
        self.end();
    }

    /// Ends the word that is being read, if there is one.
    fn end(&mut self) {
        let (covered, capitalised) = (self.covered.take(), self.capitalised);
        (self.capitalised, self.points) = (false, 0);
        if self.is_at_start() {
            return;
        }
        let word = self.words.text.get(self.start..).unwrap_or_default();
        let length = word.len();
        let full = ABBREVIATIONS.iter().find(|(short, _)| *short == word).map(|(_, full)| *full);
        let role = match full.unwrap_or(word) {
            word if is_function_word(word) => Role::Function,
            word if is_title(word) => Role::Title,
            _ => Role::Content,
        };
        if let Some(full) = full {
            self.words.text.truncate(self.start);
            self.words.text.push_str(full);
        }
        let end = self.words.text.len();
        let (coverage, span) = match covered {
            None => (Coverage::None, 0),
            Some((span, covered)) if covered.len() == length || full.is_some() => {
                (Coverage::Whole, span)
            }
            Some((span, covered)) => (Coverage::Part(covered), span),
        };
        let range = self.start..end;
        let aside = self.depth > 0;
        let number = None;
        let word = Word { range, number, role, coverage, span, capitalised, aside };
        self.words.list.push(word);
        self.words.text.push(' ');
        self.start = self.words.text.len();
    }
}

/// Letters that do not decompose into a plain letter and a mark.
fn plain(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ß' => "ss",
        'æ' | 'Æ' => "ae",
        'œ' | 'Œ' => "oe",
        'ø' | 'Ø' => "o",
        'ł' | 'Ł' => "l",
        'đ' | 'Đ' | 'ð' | 'Ð' => "d",
        'þ' | 'Þ' => "th",
        'ı' | 'İ' => "i",
        'ħ' | 'Ħ' => "h",
        'ŋ' | 'Ŋ' => "ng",
        'ə' | 'Ə' => "e",
        _ => return None,
    })
}

/// Letters for the hand of the typesetter: soft hyphens, joiners, marks of direction, dots inside
/// words.
fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}'
            | '\u{feff}' | '·' | '‧' | 'ـ'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> String {
        Words::new(text).text.trim_end().to_owned()
    }

    #[test]
    fn words_are_small_plain_letters() {
        for (given, expected) in [
            ("  The  Great—Gatsby! ", "the great gatsby"),
            ("Böll, Ṣaḥrāʾ, Łódź, Ærø", "boll sahra lodz aero"),
            ("U.S.A.", "usa"),
            ("J. R. R. Tolkien", "j r r tolkien"),
            ("E. coli", "e coli"),
            ("Dr. No", "doctor no"),
            ("H·T·M·L", "html"),
            ("Seven Years’ War", "seven years war"),
            ("L’Île d'Orléans", "l ile d orleans"),
            ("1,000.5", "1000.5"),
            ("AT&T", "at and t"),
            ("H₂O", "h2o"),
            ("electron(s)", "electrons"),
            ("\u{202e}שָׁלוֹם", "שלום"),
            ("…!?", ""),
        ] {
            assert_eq!(text(given), expected, "{given}");
        }
    }

    #[test]
    fn numbers_in_words_are_one_number() {
        let numbers = |text: &str| -> Vec<Option<u32>> {
            Words::new(text).list.iter().map(|word| word.number).collect()
        };
        assert_eq!(numbers("Nineteen Eighty-Four"), [Some(1984)]);
        assert_eq!(numbers("One Hundred and One Dalmatians"), [Some(101), None]);
        assert_eq!(numbers("One Hundred and Eve"), [Some(100), None, None]);
        assert_eq!(numbers("World War II"), [None, None, Some(2)]);
        assert_eq!(numbers("I, Claudius"), [None, None]);
    }

    #[test]
    fn underlined_parts_are_found_in_words() {
        let required = [2..5, 7..12];
        let words = Words::marked("xxabcde fghi", 0, &required);
        let found: Vec<(Coverage, usize)> =
            words.list.iter().map(|word| (word.coverage.clone(), word.span)).collect();
        assert_eq!(found, [(Coverage::Part(2..5), 0), (Coverage::Whole, 1)]);
        let words = Words::marked("Böll xy", 10, &[10..15, 20..21]);
        assert_eq!(words.list[0].coverage, Coverage::Whole);
        assert_eq!(words.list[1].coverage, Coverage::None);
    }
}
