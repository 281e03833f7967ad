//! Splitting a text into sentences. A full stop after an initial or an abbreviation ends none,
//! unless a word follows that opens sentences and no names.

use std::ops::Range;

use crate::words::is_stop;

/// The byte range of each sentence, in order, without the space around it. Every character that is
/// not white space belongs to exactly one sentence. A sentence includes its closing quotes and
/// brackets. Blank lines separate sentences too.
///
/// ```
/// let text = "J. S. Bach was born in 1685. He asked \"Why?\" in St. Thomas.";
/// let sentences = luna_text::sentences(text);
/// let first = sentences.first().and_then(|range| text.get(range.clone()));
/// assert_eq!(first, Some("J. S. Bach was born in 1685."));
/// assert_eq!(sentences.len(), 2);
/// ```
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    let mut after = 0;
    for (at, c) in text.char_indices() {
        // The characters up to here closed the last sentence.
        if at < after {
            continue;
        }
        let ends = match c {
            '.' | '!' | '?' | '…' => end(text, at, c),
            '。' | '！' | '？' | '।' | '؟' | '۔' => Some(closed(text, at + c.len_utf8())),
            '\n' => blank_line(text, at),
            _ => None,
        };
        if let Some(ends) = ends {
            push(text, from..ends, &mut found);
            (from, after) = (ends, ends);
        }
    }
    push(text, from..text.len(), &mut found);
    found
}

/// Never end a sentence, since a name or a number follows.
const TITLES: [&str; 39] = [
    "adm", "bro", "ca", "capt", "cf", "cmdr", "col", "cpl", "dr", "fig", "fr", "ft", "gen", "gov",
    "hon", "lt", "maj", "messrs", "mlle", "mme", "mr", "mrs", "ms", "mt", "mts", "nos", "op",
    "pres", "prof", "pvt", "rep", "rev", "sen", "sgt", "sra", "st", "ste", "vs", "viz",
];

/// End a sentence only before a word that opens sentences.
const ABBREVIATIONS: [&str; 28] = [
    "al", "approx", "apr", "aug", "ave", "bros", "co", "corp", "dec", "dept", "ed", "eds", "est",
    "etc", "feb", "inc", "jan", "jr", "ltd", "nov", "oct", "ph", "phd", "sept", "sr", "univ",
    "vol", "vols",
];

/// Signs before the first word of a sentence that are looked past.
const OPENING_MARKS: usize = 8;

/// Returns the end of the sentence that this mark ends, if any.
fn end(text: &str, at: usize, mark: char) -> Option<usize> {
    let closed = closed(text, at + mark.len_utf8());
    let rest = text.get(closed..)?;
    let next = rest.trim_start();
    if next.is_empty() {
        return Some(closed);
    }
    let opener = without_opening_marks(next);
    let word = first_word(opener);
    if next.len() == rest.len() {
        // A space is missing: only a plain word before and an opening one after are clear.
        let plain = text.get(..at)?.chars().next_back().is_some_and(char::is_lowercase);
        return (plain && opens(word)).then_some(closed);
    }
    let begins = opener.chars().next().is_none_or(|c| !c.is_lowercase());
    let name_goes_on = mark == '.' && is_abbreviation(text.get(..at)?, opener, word);
    (begins && !name_goes_on).then_some(closed)
}

/// The end of the marks, quotes and brackets that close a sentence.
fn closed(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    let closing = |c: char| {
        matches!(c, '.' | '!' | '?' | '…' | '"' | '\'' | '”' | '’' | '»' | ')' | ']' | '}')
    };
    let left = rest.trim_start_matches(closing).len();
    text.len() - left
}

/// Returns true if the full stop after this text belongs to the word before it.
fn is_abbreviation(before: &str, opener: &str, next: &str) -> bool {
    let from = before
        .char_indices()
        .rev()
        .take_while(|(_, c)| c.is_alphanumeric() || matches!(c, '.' | '\'' | '’'))
        .last()
        .map_or(before.len(), |(at, _)| at);
    let token = before.get(from..).unwrap_or_default();
    let last = token.rsplit('.').next().unwrap_or_default();
    let lower = last.to_lowercase();
    if lower == "no" || lower == "nr" || lower == "pp" || lower == "p" {
        return opener.starts_with(|c: char| c.is_ascii_digit());
    }
    if TITLES.contains(&lower.as_str()) {
        return true;
    }
    let mut letters = last.chars();
    let initial = letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none();
    // I ends a sentence as a pronoun or a number, seldom as an initial.
    let pronoun = last == "I" && token == last;
    (initial && !pronoun || ABBREVIATIONS.contains(&lower.as_str())) && !opens(next)
}

/// Text without the quotes, brackets and other signs at its start.
fn without_opening_marks(text: &str) -> &str {
    let signs = |c: &(usize, char)| !c.1.is_alphanumeric() && !c.1.is_whitespace();
    let last = text.char_indices().take(OPENING_MARKS).take_while(signs).last();
    let end = last.map_or(0, |(at, c)| at + c.len_utf8());
    text.get(end..).unwrap_or_default().trim_start()
}

fn first_word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

/// Returns true for a capitalised word that is no name.
fn opens(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(char::is_uppercase)
        && (letters.clone().all(char::is_lowercase))
        && (word.len() > 1 || word == "A")
        && is_stop(&word.to_lowercase())
}

/// The end of the white space that begins with this line end, if a blank line is in it.
fn blank_line(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at + 1..)?;
    let space = rest.len() - rest.trim_start().len();
    rest.get(..space)?.contains('\n').then_some(at + 1 + space)
}

fn push(text: &str, range: Range<usize>, found: &mut Vec<Range<usize>>) {
    let sentence = text.get(range.clone()).unwrap_or_default();
    let from = range.start + sentence.len() - sentence.trim_start().len();
    let to = from + sentence.trim().len();
    if from < to {
        found.push(from..to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::Draw;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = sentences(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn marks_end_sentences_before_capitals_and_numbers() {
        check("One. Two! Three? 4 is four.", &["One.", "Two!", "Three?", "4 is four."]);
        check("  It ends here", &["It ends here"]);
        check("Wait... What?! Yes.", &["Wait...", "What?!", "Yes."]);
        check("He paid 3.5 million. She left.", &["He paid 3.5 million.", "She left."]);
        check(
            "Visit example.org or node.js today. Now.",
            &["Visit example.org or node.js today.", "Now."],
        );
        for empty in ["", "  \n\t "] {
            check(empty, &[]);
        }
        check("...", &["..."]);
    }

    #[test]
    fn initials_and_abbreviations_end_none() {
        check(
            "J. K. Rowling met Dr. Who. It rained.",
            &["J. K. Rowling met Dr. Who.", "It rained."],
        );
        check(
            "George W. Bush lost. So did John F. Kerry.",
            &["George W. Bush lost.", "So did John F. Kerry."],
        );
        check(
            "St. Louis beat the U.S. Army. Mt. Etna smoked.",
            &["St. Louis beat the U.S. Army.", "Mt. Etna smoked."],
        );
        check(
            "His Op. 27 No. 2 is in C. This is known.",
            &["His Op. 27 No. 2 is in C.", "This is known."],
        );
        check("They left the U.S. The rest stayed.", &["They left the U.S.", "The rest stayed."]);
        check(
            "Was it King Jr. Day? No. It was not.",
            &["Was it King Jr. Day?", "No.", "It was not."],
        );
        check("Nobody but I. Mary came.", &["Nobody but I.", "Mary came."]);
        check(
            "Goods, e.g. Tea, sold ca. 1700. Then none.",
            &["Goods, e.g. Tea, sold ca. 1700.", "Then none."],
        );
    }

    #[test]
    fn quotes_stay_with_their_sentence() {
        check("She sang \"Un Bel Di.\" That was it.", &["She sang \"Un Bel Di.\"", "That was it."]);
        check(
            "\"Who's there?\" asks one. \"Nay,\" says two.",
            &["\"Who's there?\" asks one.", "\"Nay,\" says two."],
        );
        check(
            "He stopped. “Go on.” (She did.) [End.]",
            &["He stopped.", "“Go on.”", "(She did.)", "[End.]"],
        );
        check("It has a mark. (*) This is the rest.", &["It has a mark.", "(*) This is the rest."]);
    }

    #[test]
    fn a_missing_space_is_forgiven_where_the_next_word_is_clear() {
        check(
            "It was a novel.This author wrote it.",
            &["It was a novel.", "This author wrote it."],
        );
        check("The file Main.Java and A.This stay.", &["The file Main.Java and A.This stay."]);
    }

    #[test]
    fn blank_lines_and_other_scripts_separate() {
        check("A title\n \nThe text\ngoes on.", &["A title", "The text\ngoes on."]);
        check("これは本です。あれも本です！", &["これは本です。", "あれも本です！"]);
        check("ما هذا؟ هذا كتاب.", &["ما هذا؟", "هذا كتاب."]);
    }

    #[test]
    fn long_runs_of_one_sign_take_linear_time() {
        for piece in ["\n", ".", "(.", ". ", "a.", ".(", "\n ", "A. "] {
            let text = piece.repeat(200_000);
            assert!(sentences(&text).len() <= 200_000, "{piece:?}");
        }
    }

    #[test]
    fn every_character_is_in_one_sentence() {
        let mut draw = Draw(11);
        let pieces = [
            "A", "Mr", "this", "The", ".", "!", "?", "…", "\"", "”", "(", ")", " ", "\n", "é",
            "。", "\0", "מ", "🎉", "\u{301}", "3", "No",
        ];
        for _ in 0..20_000 {
            let text: String =
                (0..draw.below(14)).map(|_| pieces[draw.below(pieces.len())]).collect();
            let found = sentences(&text);
            let mut at = 0;
            for range in found {
                assert!(text[at..range.start].trim().is_empty(), "{text:?}");
                let sentence = &text[range.clone()];
                assert!(!sentence.is_empty() && sentence.trim() == sentence, "{text:?}");
                at = range.end;
            }
            assert!(text[at..].trim().is_empty(), "{text:?}");
        }
    }
}
